/* test_equations_joints.c: printed motion equations of all kinds of joints, controls and limits,
 * against closed forms and an elimination of the printed numbers. */
#include "analyse/dynamics/print/print.h"
#include "page.h"
#include "printed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Joints ------------------------------------------------------------------------------- */

/* A block that turns about an axle u through the origin, with any gravity. */
static const char *const spatial_pin =
    "primitive block begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 2m, 3m) where begin axle: axis((1, 0, 1), (0, 1m, 0)); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "primitive frame begin properties: (fixed); geometry: none where begin\n"
    "  axle: axis((1, 0, 1)); end; end\n"
    "function u() = (sqrt(0.5), 0, sqrt(0.5));\n"
    "world hung begin\n"
    "  components frame: frame; block: block;\n"
    "  structure begin\n"
    "    join block to frame with pin matching (axle axle);\n"
    "    place frame by center at (0, 0, 0);\n"
    "    place block by axle at (0, 0, 0) velocity = 2rad/s * cross(u, (0, -1m, 0))\n"
    "        angular_velocity = 2rad/s * u;\n"
    "  end\n"
    "  properties: (gravity: (3m/s^2, -9m/s^2, 1m/s^2));\n"
    "end\n"
    "simulate hung begin time: (10ms, 1s); end\n";

TEST(a_pin_in_space_has_a_force_and_two_multipliers) {
    World *w = printed_world(t, spatial_pin, NULL, NULL);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, NULL);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(text && p && p->equation_count == 11);
    /* m = 12, c = (0, -1, 0), u = (1, 0, 1) / sqrt 2. About u: J = 12 (13 + 5) / 24 + 12, torque
     * u . (c x m g) = 12 (g_x - g_z) / sqrt 2. */
    double turn = 12.0 * 2.0 * sqrt(0.5) / 21.0;
    CHECK_NEAR(printed_value(p, "wx1"), turn * sqrt(0.5), 1e-12);
    CHECK_NEAR(printed_value(p, "wy1"), 0.0, 1e-12);
    CHECK_NEAR(printed_value(p, "wz1"), turn * sqrt(0.5), 1e-12);
    /* c'' = turn u x c - 2^2 c, and the block pulls at the world with m (g - c''). */
    CHECK_NEAR(printed_value(p, "x1"), turn * sqrt(0.5), 1e-12);
    CHECK_NEAR(printed_value(p, "y1"), 4.0, 1e-12);
    CHECK_NEAR(printed_value(p, "z1"), -turn * sqrt(0.5), 1e-12);
    CHECK_NEAR(printed_value(p, "fx1"), 12.0 * (3.0 - turn * sqrt(0.5)), 1e-11);
    CHECK_NEAR(printed_value(p, "fy1"), 12.0 * (-9.0 - 4.0), 1e-11);
    CHECK_NEAR(printed_value(p, "fz1"), 12.0 * (1.0 + turn * sqrt(0.5)), 1e-11);
    CHECK(strstr(text, "\n  m1_4  directions at right angles, N*m\n"
                       "  m1_5  directions at right angles, N*m\n"));
    CHECK(strstr(text, "\n  1  #1, pin of block, frame\n"));
}

static const char *const held =
    "primitive block begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 2m, 3m) where begin corner: (0.5m, 1m, 0); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "world held begin\n"
    "  components block: block;\n"
    "  structure begin\n"
    "    join block to world with rigid matching (corner (0, 0, 0));\n"
    "    place block by corner at (0, 0, 0);\n"
    "  end\n"
    "  properties: (gravity: (3m/s^2, -9m/s^2, 1m/s^2));\n"
    "end\n"
    "simulate held begin time: (10ms, 1s); end\n";

TEST(what_is_held_has_force_and_torque_along_the_axes_of_the_world) {
    World *w = printed_world(t, held, NULL, NULL);
    if (!w) {
        return;
    }
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 12);
    /* The block hangs with m g = (36, -108, 12) at c = (-0.5, -1, 0) from where it is held. */
    CHECK_NEAR(printed_value(p, "fx1"), 36.0, 1e-12);
    CHECK_NEAR(printed_value(p, "fy1"), -108.0, 1e-12);
    CHECK_NEAR(printed_value(p, "fz1"), 12.0, 1e-12);
    CHECK_NEAR(printed_value(p, "tx1"), -12.0, 1e-12);
    CHECK_NEAR(printed_value(p, "ty1"), 6.0, 1e-12);
    CHECK_NEAR(printed_value(p, "tz1"), 0.5 * 108.0 + 36.0, 1e-12);
}

/* The first wheel hangs 0.1 m from its middle; it turns -2/3 as fast as the second. */
static const char *const wheels =
    "primitive wheel begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 1m, 1m) where begin hub: (0.1m, 0); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "world gears begin\n"
    "  components large, small: wheel;\n"
    "  structure begin\n"
    "    join large to world with pin matching (hub (0, 0));\n"
    "    join small to world with pin matching (center (5m, 0));\n"
    "    join large to small with gear(ratio: -2 / 3) matching (hub center) as teeth;\n"
    "    place large by hub at (0, 0);\n"
    "    place small by center at (5m, 0);\n"
    "  end\n"
    "  properties: (gravity: 10m/s^2, planar);\n"
    "end\n"
    "simulate gears begin time: (10ms, 1s); end\n";

TEST(a_gear_has_one_multiplier) {
    World *w = printed_world(t, wheels, NULL, NULL);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, NULL);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(text && p && p->equation_count == 11);
    /* J = 2 / 6 about the middle of each; the torque of the first's weight is 0.1 * 20. */
    double turn = 2.0 / (1.0 / 3.0 + 0.02 + 2.25 / 3.0);
    CHECK_NEAR(printed_value(p, "w1"), turn, 1e-12);
    CHECK_NEAR(printed_value(p, "w2"), -1.5 * turn, 1e-12);
    /* The teeth allow one motion: y1 is that of the first's middle, 0.1 m from its hub. */
    CHECK_NEAR(printed_coefficient(p, 4, "w1") - 0.1 * printed_coefficient(p, 4, "y1"),
               1.5 * printed_coefficient(p, 4, "w2"), 1e-13);
    CHECK(printed_coefficient(p, 4, "w2") != 0.0);
    CHECK_NEAR(printed_coefficient(p, 10, "m3_1") * printed_value(p, "m3_1"), 0.5 * turn, 1e-12);
    CHECK(strstr(text, "\n  3  teeth, gear of large, small\n"));
    CHECK(strstr(text, "\n  m3_1  ratio or length of its own, N*m\n"));
}

/* ---- Controls and limits of a joint -------------------------------------------------------- */

static const char *const pendulum =
    "primitive rod begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(3m, 1m, 1m) where begin end_a: (-1.5m, 0); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "world pendulum begin\n"
    "  components rod: rod;\n"
    "  structure begin\n"
    "    join rod to world with pin matching (end_a (0, 0)) as pivot;\n"
    "    place rod by end_a at (0, 0);\n"
    "  end\n"
    "  properties: (gravity: 10m/s^2, planar);\n"
    "end\n"
    "simulate pendulum begin time: (10ms, 1s); end\n";

TEST(a_driven_joint_has_the_torque_of_its_drive) {
    tmiDriveDef drive;
    if (!printed_drive_of_joint(t, pendulum, 0, &drive)) {
        return;
    }
    World *w = printed_world(t, pendulum, &drive, NULL);
    if (!w) {
        return;
    }
    printed_give(w, 0.7, 0.0, 0.0);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 6);
    const char *text = printed_write(t, w, NULL);
    CHECK(text && strstr(text, "\ncontrols\n  2  motion of pivot, of rod, world\n"));
    CHECK_NEAR(printed_coefficient(p, 2, "w1"), 1.0, 1e-15);
    CHECK_NEAR(p->b[2], 0.7, 1e-15);
    /* J about the pin is 6 (9 + 1) / 12 + 6 * 1.5^2, the weight's torque -60 * 1.5. */
    CHECK_NEAR(printed_value(p, "t2"), 18.5 * 0.7 + 90.0, 1e-11);
    CHECK_NEAR(printed_value(p, "fy1"), -60.0 - 6.0 * 1.5 * 0.7, 1e-11);
}

static const char *const carried = "primitive block begin\n"
                                   "  properties: (density: 2);\n"
                                   "  geometry: cuboid(1m, 2m, 3m);\n"
                                   "  dynamics: ;\n"
                                   "end\n"
                                   "world carried begin\n"
                                   "  components block: block;\n"
                                   "  structure begin place block by center at (1m, 2m, 3m); end\n"
                                   "  properties: (gravity: 10m/s^2);\n"
                                   "end\n"
                                   "simulate carried begin time: (10ms, 1s); end\n";

TEST(a_driven_point_has_the_force_of_its_control) {
    const tmiDriveDef drive = printed_drive(1, false);
    World *w = printed_world(t, carried, &drive, NULL);
    if (!w) {
        return;
    }
    printed_give(w, 1.0, 2.0, -3.0);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 9);
    CHECK_NEAR(printed_value(p, "x1"), 1.0, 1e-12);
    CHECK_NEAR(printed_value(p, "fx1"), 12.0, 1e-11);
    CHECK_NEAR(printed_value(p, "fy1"), 12.0 * (2.0 + 10.0), 1e-11);
    CHECK_NEAR(printed_value(p, "fz1"), -36.0, 1e-11);
}

static const char *const spun =
    "primitive block begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 2m, 3m);\n"
    "  dynamics: ;\n"
    "end\n"
    "world spun begin\n"
    "  components block: block;\n"
    "  structure begin\n"
    "    place block by center at (0, 0, 0) angular_velocity = (1rad/s, 2rad/s, 3rad/s);\n"
    "  end\n"
    "end\n"
    "simulate spun begin time: (10ms, 1s); end\n";

/* An angular velocity about an axis of the world. */
static void turning(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                    const double near[2], tmRowAt *at) {
    (void)frames, (void)twists, (void)near;
    at->gradient[0].angular[(int32_t)row->numbers[0]] = 1.0;
}

TEST(a_driven_turn_has_the_torque_of_its_control) {
    tmiDriveDef drive = {.level = 2, .body_count = 2, .bodies = {1, 0}, .row_count = 3};
    for (int32_t k = 0; k < 3; k++) {
        drive.rows[k] = (tmRow){.kind = TM_ROW_OWN, .unit = TM_ROW_ANGLE, .b = 1};
        drive.rows[k].function = turning;
        drive.rows[k].numbers[0] = k;
    }
    World *w = printed_world(t, spun, &drive, NULL);
    if (!w) {
        return;
    }
    printed_give(w, 0.1, 0.2, 0.3);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 9);
    /* J = (13, 10, 5), w x J w = (-30, 24, -6). */
    CHECK_NEAR(printed_value(p, "tx1"), 1.3 - 30.0, 1e-12);
    CHECK_NEAR(printed_value(p, "ty1"), 2.0 + 24.0, 1e-12);
    CHECK_NEAR(printed_value(p, "tz1"), 1.5 - 6.0, 1e-12);
}

/* A rod hangs from a crank without mass that a control turns. */
static const char *const crank =
    "primitive crank begin\n"
    "  geometry: none where begin pivot: (0, 0); far: (2m, 0); end;\n"
    "  control: angular_acceleration = 0.7rad/s^2;\n"
    "end\n"
    "primitive rod begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 3m, 1m) where begin top: (0, 1.5m); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "world hung begin\n"
    "  components crank: crank; rod: rod;\n"
    "  structure begin\n"
    "    join crank to world with pin matching (pivot (0, 0)) as motor;\n"
    "    join rod to crank with pin matching (top far);\n"
    "    place crank by pivot at (0, 0);\n"
    "    place rod by top at (2m, 0);\n"
    "  end\n"
    "  properties: (gravity: 10m/s^2, planar);\n"
    "end\n"
    "simulate hung begin time: (10ms, 1s); end\n";

TEST(a_led_body_that_joints_hold_has_equations_without_mass) {
    tmiDriveDef drive;
    if (!printed_drive_of_joint(t, crank, 0, &drive)) {
        return;
    }
    World *w = printed_world(t, crank, &drive, NULL);
    if (!w) {
        return;
    }
    printed_give(w, 0.7, 0.0, 0.0);
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 11);
    /* The rod's hinge goes up with 1.4 m/s^2, the rod with it. */
    CHECK_NEAR(printed_value(p, "y2"), 1.4, 1e-12);
    CHECK_NEAR(printed_value(p, "fy2"), -6.0 * 11.4, 1e-11);
    CHECK_NEAR(printed_value(p, "fy1"), -6.0 * 11.4, 1e-11);
    CHECK_NEAR(printed_value(p, "t3"), 2.0 * 6.0 * 11.4, 1e-11);
    CHECK(printed_coefficient(p, 5, "x1") == 0.0 && printed_coefficient(p, 5, "fx1") == 1.0);
}

TEST(a_limit_is_printed_while_it_holds) {
    const tmiLimitDef limit = {.joint = 0, .coordinate = 0, .bound = 0.0};
    World *w = printed_world(t, pendulum, NULL, &limit);
    if (!w) {
        return;
    }
    tmiConstraint *constraint = NULL;
    for (int32_t i = 0; i < w->s->constraint_count; i++) {
        constraint =
            w->s->constraints[i].kind == TMI_CONSTRAINT_LIMIT ? &w->s->constraints[i] : constraint;
    }
    REQUIRE(constraint != NULL);
    constraint->active = false;
    Printed *p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 5);
    CHECK_NEAR(printed_value(p, "w1"), -90.0 / 18.5, 1e-12);
    CHECK(printed_unknown(p, "t2") < 0);
    constraint->active = true;
    p = printed_solve_world(t, w);
    REQUIRE(p && p->equation_count == 6);
    CHECK_NEAR(printed_value(p, "w1"), 0.0, 1e-12);
    CHECK_NEAR(printed_value(p, "t2"), 90.0, 1e-11);
}

/* ---- Redundant joints ---------------------------------------------------------------------- */

static const char *const four_bar =
    "primitive bar begin\n"
    "  properties: (density: 2);\n"
    "  geometry: cuboid(1m, 0.1m, 0.1m) where begin\n"
    "    a: axis((0, 0, 1), (-0.5m, 0, 0)); b: axis((0, 0, 1), (0.5m, 0, 0)); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "primitive frame begin properties: (fixed); geometry: none where begin\n"
    "  a: axis((0, 0, 1)); b: axis((0, 0, 1), (1m, 0, 0)); end; end\n"
    "world loop begin\n"
    "  components frame: frame; crank, coupler, rocker: bar;\n"
    "  structure begin\n"
    "    join crank to frame with pin matching (a a);\n"
    "    join coupler to crank with pin matching (a b);\n"
    "    join rocker to coupler with pin matching (b b);\n"
    "    join rocker to frame with pin matching (a b);\n"
    "    place frame by center at (0, 0, 0);\n"
    "    place crank by a at (0, 0, 0) angle = 60deg;\n"
    "    place coupler by a at polar(1m, 60deg);\n"
    "    place rocker by a at (1m, 0, 0) angle = 60deg;\n"
    "  end\n"
    "  properties: (gravity);\n"
    "end\n"
    "simulate loop begin time: (10ms, 1s); end\n";

TEST(redundant_joints_are_reported_and_their_equations_hold) {
    tmEquationsDef def = tm_equations_def_default();
    def.digits = 17;
    World *w = printed_world(t, four_bar, NULL, NULL);
    if (!w) {
        return;
    }
    const char *text = printed_write(t, w, &def);
    Printed *p = text ? printed_read(t, text) : NULL;
    REQUIRE(p != NULL);
    CHECK(p->equation_count == 38 && p->unknown_count == 38);
    CHECK(strstr(text, "\njoints are redundant: these are the forces of least norm among "
                       "all that solve the equations\n"));
    CHECK(p->residual < 1e-12);
    printed_check_terms(t, p, 1e-12);
    /* A parallelogram of rods of length 1 from 60 degrees, at rest: with the masses alike,
     * (2 / 3 + 1) w' = -(1 / 2 + 1 + 1 / 2) g cos 60, but that a bar has thickness, J = 1.01 / 12.
     */
    double turn = -2.0 * 9.81 * 0.5 / (2.0 * (1.01 / 12.0 + 0.25) + 1.0);
    CHECK_NEAR(printed_value(p, "wz1"), turn, 1e-11);
    CHECK_NEAR(printed_value(p, "wz2"), 0.0, 1e-11);
    CHECK_NEAR(printed_value(p, "wz3"), turn, 1e-11);
}

static const char *const hinges[] = {"ball_and_socket",
                                     "belt",
                                     "cam",
                                     "cylindrical",
                                     "damper",
                                     "gear",
                                     "own",
                                     "pin",
                                     "planar",
                                     "point_on_line",
                                     "point_on_plane",
                                     "rack",
                                     "rigid",
                                     "rod",
                                     "screw",
                                     "slider",
                                     "spring",
                                     "tackle",
                                     "universal"};

TEST(the_equations_of_every_hinge_hold_in_any_motion) {
    uint64_t seed = 5;
    tmEquationsDef def = tm_equations_def_default();
    def.digits = 17;
    for (size_t i = 0; i < sizeof hinges / sizeof *hinges; i++) {
        char path[100];
        Page *page = test_memory(t, 1, sizeof *page);
        snprintf(path, sizeof path, "hinges/%s.tml", hinges[i]);
        World *w = world_of_example(t, path);
        if (!w || !world_shake(t, w, &seed)) {
            return;
        }
        MUST(tmi_equations_write(w->s, 0.0, &def, page_take, page));
        Printed *p = printed_read(t, page->text);
        REQUIRE(p != NULL);
        CHECK(p->residual < 1e-12 && p->equation_count == p->unknown_count);
        printed_check_terms(t, p, 1e-12);
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(a_pin_in_space_has_a_force_and_two_multipliers),
          CASE(what_is_held_has_force_and_torque_along_the_axes_of_the_world),
          CASE(a_gear_has_one_multiplier), CASE(a_driven_joint_has_the_torque_of_its_drive),
          CASE(a_driven_point_has_the_force_of_its_control),
          CASE(a_driven_turn_has_the_torque_of_its_control),
          CASE(a_led_body_that_joints_hold_has_equations_without_mass),
          CASE(a_limit_is_printed_while_it_holds),
          CASE(redundant_joints_are_reported_and_their_equations_hold),
          CASE(the_equations_of_every_hinge_hold_in_any_motion))
