/* test_kinematic.c: runs without dynamics ([HH] 1): what is prescribed decides the whole motion,
 * what nothing prescribes stays and is named, and masses and forces are not there. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define ARM                                                                                        \
    "primitive arm begin geometry: bar(1m, 40mm, 10mm) where begin a: (-0.5m, 0); b: (0.5m, 0);\n" \
    "  end; dynamics: ; end\n"

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

/* ---- Closed forms -------------------------------------------------------------------------- */

#define SLIDER_CRANK(control)                                                                      \
    "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin a: (-l / 2, 0);\n"            \
    "  b: (l / 2, 0); end; dynamics: ; end\n"                                                      \
    "primitive piston begin geometry: cuboid(40mm, 30mm, 5mm); interference: ; dynamics: ; end\n"  \
    "world engine begin\n"                                                                         \
    "  components crank: link(100mm); rod: link(300mm); piston: piston;\n"                         \
    "  structure begin\n"                                                                          \
    "    join crank to world with pin matching (a (0, 0)) as motor;\n"                             \
    "    join rod to crank with pin matching (a b);\n"                                             \
    "    join piston to rod with pin matching (center b);\n"                                       \
    "    join piston to world with slider matching (x_axis x_axis) as bore;\n"                     \
    "    place crank by a near (0, 0) angle = 90deg;\n"                                            \
    "    place rod by a near (0, 100mm) angle = -19deg;\n"                                         \
    "    place piston by center near (283mm, 0);\n"                                                \
    "  end\n"                                                                                      \
    "  properties: (gravity, planar);\n"                                                           \
    "  control: " control ";\n"                                                                    \
    "end\n"                                                                                        \
    "simulate engine begin time: (1ms, 5s); without: dynamics; end\n"

/* x = r cos a + sqrt(l^2 - r^2 sin^2 a), with its two rates, for a'' = c. */
static void slider(double a, double w, double c, double x[3]) {
    double r = 0.1, l = 0.3, root = sqrt(l * l - r * r * sin(a) * sin(a));
    double slope = -r * sin(a) - r * r * sin(a) * cos(a) / root;
    double bend =
        -r * cos(a) -
        r * r * (cos(2.0 * a) / root + r * r * sin(2.0 * a) * sin(2.0 * a) / (4.0 * pow(root, 3)));
    x[0] = r * cos(a) + root;
    x[1] = slope * w;
    x[2] = bend * w * w + slope * c;
}

static void check_slider(tmTest *t, tmMethod method, double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.method = (int32_t)method;
    tmSim *sim =
        sim_of(t, SLIDER_CRANK("angle of motor = 90deg + 10rad/s * t + 3rad/s^2 * t * t"), 0, &def);
    REQUIRE(sim);
    CHECK(tm_sim_free_count(sim) == 0);
    int32_t piston = sim_body(t, sim, "piston");
    for (int i = 0; i <= 100; i++) {
        double time = 0.05 * i, x[3];
        MUST(tm_sim_advance(sim, time));
        slider(0.5 * 3.14159265358979323846 + 10.0 * time + 3.0 * time * time, 10.0 + 6.0 * time,
               6.0, x);
        CHECK_NEAR(tm_sim_frames(sim)[piston].position[0], x[0], 1e-13);
        CHECK_NEAR(tm_sim_twists(sim)[piston].linear[0], x[1], 1e-11);
        CHECK_NEAR(tm_sim_accelerations(sim)[piston].linear[0], x[2], tolerance);
    }
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

TEST(slider_crank_follows_its_crank) {
    check_slider(t, TM_METHOD_EVENTS, 1e-9);
    check_slider(t, TM_METHOD_CLASSIC, 1e-9);
}

/* Two shafts at 30 degrees: tan(out) = tan(in) / cos(30deg). */
TEST(universal_joint_turns_its_shaft_unevenly) {
    tmSim *sim =
        sim_of(t,
               "primitive shaft begin geometry: cylinder(10mm, 200mm) where begin\n"
               "  inner: (0, 0, 100mm); outer: (0, 0, -100mm); end; dynamics: ; end\n"
               "primitive frame begin properties: (fixed); geometry: none where begin\n"
               "  front: axis((0, 0, 1)); back: axis((sin(30deg), 0, cos(30deg))); end; end\n"
               "world cardan begin\n"
               "  components frame: frame; first, second: shaft;\n"
               "  structure begin\n"
               "    join first to frame with pin matching (z_axis front, inner center) as drive;\n"
               "    join second to first with universal matching (y_axis x_axis, outer inner);\n"
               "    join second to frame with pin matching (z_axis back, outer center) as driven;\n"
               "    place first by inner at (0, 0);\n"
               "    place second by outer at (0, 0) angle = 30deg axis = (0, 1, 0);\n"
               "  end\n"
               "  control: angle of drive = 5rad/s * t;\n"
               "end\n"
               "simulate cardan begin time: (1ms, 0.6s); without: dynamics; end\n",
               0, NULL);
    REQUIRE(sim);
    double tilt = cos(3.14159265358979323846 / 6.0);
    for (int i = 0; i <= 60; i++) {
        double in = 0.05 * i, rate, square = (1.0 - tilt * tilt) * cos(in) * cos(in);
        MUST(tm_sim_advance(sim, 0.01 * i));
        CHECK_NEAR(sim_value(sim, "driven", &rate), atan2(sin(in), tilt * cos(in)), 1e-13);
        CHECK_NEAR(rate, 5.0 * tilt / (1.0 - square), 1e-12);
    }
}

/* ---- What nothing prescribes --------------------------------------------------------------- */

#define DOUBLE_PENDULUM(control, run)                                                              \
    ARM "world w begin components upper, lower, loose: arm;\n"                                     \
        "  structure begin\n"                                                                      \
        "    join upper to world with pin matching (a (0, 0)) as shoulder;\n"                      \
        "    join lower to upper with pin(stiffness: 5N*m/rad, rest: 0rad) matching (a b) as "     \
        "elbow;\n"                                                                                 \
        "    place lower by a near (1m, 0) angle = 40deg;\n"                                       \
        "    place loose by center at (3m, 3m);\n"                                                 \
        "  end\n"                                                                                  \
        "  properties: (gravity, planar);\n"                                                       \
        "  control: begin " control " end;\n"                                                      \
        "end\n"                                                                                    \
        "simulate w begin time: (1ms, 2s); without: dynamics;" run " end\n"

TEST(what_nothing_prescribes_stays_and_is_named) {
    const char *text =
        DOUBLE_PENDULUM("angle of shoulder = 2rad/s * t; torque of elbow = 3N*m;", "");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    double bend = 40.0 / 180.0 * 3.14159265358979323846, point[3], velocity[3];
    int32_t joint, body;
    for (int i = 0; i <= 10; i++) {
        double a = 0.4 * i;
        MUST(tm_sim_advance(sim, 0.2 * i));
        sim_point(t, sim, "lower.b", point, velocity);
        CHECK_NEAR(point[0], cos(a) + cos(a + bend), 1e-13);
        CHECK_NEAR(point[1], sin(a) + sin(a + bend), 1e-13);
        CHECK_NEAR(velocity[0], -2.0 * (sin(a) + sin(a + bend)), 1e-12);
        CHECK_NEAR(sim_value(sim, "elbow", NULL), bend, 1e-13);
        CHECK(tm_sim_frames(sim)[sim_body(t, sim, "loose")].position[1] == 3.0);
    }
    REQUIRE(tm_sim_free_count(sim) == 2);
    CHECK(tm_sim_free(sim, 0, &joint, &body) == TM_OK && body == -1);
    CHECK(joint == tm_model_find_joint(sim_model(sim), "elbow"));
    CHECK(tm_sim_free(sim, 1, &joint, &body) == TM_OK && joint == -1);
    CHECK(body == sim_body(t, sim, "loose"));
    CHECK(tm_sim_free(sim, 2, &joint, &body) == TM_ERR_ARGUMENT);
    const char *says = sim_says(t, text, NULL, 1.0);
    CHECK(has(says, "note 6:5 nothing prescribes the motion of 'elbow', 'loose': without dynamics "
                    "they stay as they are [elbow]\n"));
    CHECK(has(says, "note 0:0 without dynamics there is no effect of the torque of 'elbow' // "));
}

/* A velocity says nothing of turns: the body keeps its own, and what hangs on it keeps its angle.
 */
TEST(body_whose_velocity_is_prescribed_does_not_turn) {
    tmSim *sim = sim_of(t,
                        ARM "world w begin components a, b: arm;\n"
                            "  structure begin join a to b with pin matching (b a) as knee;\n"
                            "    place b by a at (0, 0) angle = 20deg; end\n"
                            "  properties: (planar);\n"
                            "  control: velocity of b = (0.1m/s, 0.2m/s);\n"
                            "end\n"
                            "simulate w begin time: (1ms, 2s); without: dynamics; end\n",
                        0, NULL);
    REQUIRE(sim);
    tmFrame first = tm_sim_frames(sim)[1];
    MUST(tm_sim_advance(sim, 2.0));
    const tmFrame *last = &tm_sim_frames(sim)[1];
    CHECK_NEAR(last->position[0], first.position[0] + 0.2, 1e-12);
    CHECK_NEAR(last->position[1], first.position[1] + 0.4, 1e-12);
    CHECK_NEAR(last->rotation[3], first.rotation[3], 1e-14);
}

/* A rod keeps its length: that is not a freedom. One whose length is prescribed follows it, and so
 * it does with dynamics: y = sqrt(l^2 - 0.09) of a block above the floor. */
#define JACK(control, run)                                                                         \
    "primitive block begin geometry: cuboid(50mm, 50mm, 50mm); dynamics: ; end\n"                  \
    "world w begin components lift, other: block;\n"                                               \
    "  structure begin\n"                                                                          \
    "    join lift to world with slider matching (y_axis y_axis) as slide;\n"                      \
    "    join lift to world with rod matching (center (0.3m, 0)) as jack;\n"                       \
    "    join other to lift with rod matching (center center) as bar;\n"                           \
    "    place lift by center near (0, 0.4m); place other by center near (1m, 0.4m);\n"            \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity); control: " control ";\n"                                     \
    "end\n"                                                                                        \
    "simulate w begin time: (1ms, 1s);" run " end\n"

TEST(rod_whose_length_is_prescribed_follows_it) {
    static const char *const runs[] = {
        JACK("length of jack = 0.5m + 0.1m/s * t", "without: dynamics;"),
        JACK("length of jack = 0.5m + 0.1m/s * t", "")};
    for (int i = 0; i < 2; i++) {
        tmSim *sim = sim_of(t, runs[i], 0, NULL);
        REQUIRE(sim);
        MUST(tm_sim_advance(sim, 1.0));
        double y = sqrt(0.36 - 0.09);
        CHECK_NEAR(tm_sim_frames(sim)[1].position[1], y, 1e-13);
        CHECK_NEAR(tm_sim_twists(sim)[1].linear[1], 0.6 * 0.1 / y, 1e-12);
    }
    const char *says = sim_says(t, runs[0], NULL, 0.1);
    CHECK(has(says, "nothing prescribes the motion of 'bar':") && !has(says, "'jack'"));
}

/* A ball joint has no coordinate: all three turns of the hand against the arm are kept. */
TEST(ball_joint_that_nothing_prescribes_keeps_its_attitude) {
    tmSim *sim =
        sim_of(t,
               "primitive arm begin geometry: capsule(10mm, 1m) where begin a: (0, 0, -0.5m);\n"
               "  b: (0, 0, 0.5m); line: axis((0, 1, 0), (0, 0, -0.5m)); end; dynamics: ; end\n"
               "world w begin components upper, lower: arm;\n"
               "  structure begin\n"
               "    join upper to world with pin matching (line y_axis) as shoulder;\n"
               "    join lower to upper with ball.and.socket matching (a b) as elbow;\n"
               "    place lower by a near (0, 0, 1m) angle = 40deg axis = (1, 0, 0);\n"
               "  end\n"
               "  control: angle of shoulder = 2rad/s * t;\n"
               "end\n"
               "simulate w begin time: (1ms, 2s); without: dynamics; end\n",
               0, NULL);
    REQUIRE(sim);
    CHECK(tm_sim_free_count(sim) == 3);
    double bend = 40.0 / 180.0 * 3.14159265358979323846, point[3];
    for (int i = 0; i <= 10; i++) {
        double a = 0.4 * i;
        MUST(tm_sim_advance(sim, 0.2 * i));
        sim_point(t, sim, "lower.b", point, NULL);
        CHECK_NEAR(point[0], sin(a) * (1.0 + cos(bend)), 1e-13);
        CHECK_NEAR(point[1], -sin(bend), 1e-13);
        CHECK_NEAR(point[2], cos(a) * (1.0 + cos(bend)), 1e-13);
    }
}

/* ---- What cannot be followed --------------------------------------------------------------- */

/* The piston would leave its reach of 400 mm after (400 - 282.84...) / 50 s. */
TEST(motion_into_a_dead_point_ends_there) {
    const char *text = SLIDER_CRANK("position of bore = 282.842712474619mm + 50mm/s * t");
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 5.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_FAILED);
    CHECK_NEAR(tm_sim_info(sim)->time, 2.3431457505076203, 1e-6);
    CHECK(has(tm_sim_diagnostic(sim)->message,
              "what drives joint 'bore' cannot go on: the mechanism "
              "is at a dead point"));
}

TEST(motion_against_a_limit_ends_there) {
    const char *text =
        ARM "world w begin components arm: arm;\n"
            "  structure join arm to world with pin(high: 60deg) matching (a (0, 0)) as shoulder;\n"
            "  properties: (planar); control: angle of shoulder = 60deg/s * t; end\n"
            "simulate w begin time: (1ms, 2s); without: dynamics; end\n";
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_FAILED);
    CHECK_NEAR(tm_sim_info(sim)->time, 1.0, 1e-9);
    CHECK(has(tm_sim_diagnostic(sim)->message, "joint 'shoulder' meets its limit of 60.0 deg"));
}

/* ---- What is not there --------------------------------------------------------------------- */

static void ignore(void *user, const char *bytes, size_t count) {
    (void)user, (void)bytes, (void)count;
}

TEST(energies_and_forces_are_refused_or_no_numbers) {
    const char *says = sim_says(
        t,
        DOUBLE_PENDULUM("angle of shoulder = 2rad/s * t;",
                        "monitor: energy, elbow.torque, lower.momentum, force(upper, lower);"),
        NULL, 1.0);
    CHECK(has(says, "'energy' is not there: this run is without dynamics"));
    CHECK(has(says, "'torque' is not there: this run is without dynamics"));
    CHECK(has(says, "'momentum' is not there: this run is without dynamics"));
    CHECK(has(says, "'force' is not there: this run is without dynamics"));
    tmSim *sim = sim_of(t, DOUBLE_PENDULUM("angle of shoulder = 2rad/s * t;", ""), 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 0.5));
    CHECK(isnan(tm_sim_info(sim)->energy) && isnan(tm_sim_info(sim)->work));
    CHECK(isnan(sim_wrench(t, sim, "elbow").force[1]));
    double at[3] = {0.0, 0.0, 0.0};
    CHECK(tm_sim_pull(sim, 1, at, at, 0.0, 0.0) == TM_ERR_UNSUPPORTED);
    CHECK(tm_sim_equations(sim, NULL, ignore, NULL) == TM_ERR_UNSUPPORTED);
}

TEST_MAIN(CASE(slider_crank_follows_its_crank), CASE(universal_joint_turns_its_shaft_unevenly),
          CASE(what_nothing_prescribes_stays_and_is_named),
          CASE(body_whose_velocity_is_prescribed_does_not_turn),
          CASE(rod_whose_length_is_prescribed_follows_it),
          CASE(ball_joint_that_nothing_prescribes_keeps_its_attitude),
          CASE(motion_into_a_dead_point_ends_there), CASE(motion_against_a_limit_ends_there),
          CASE(energies_and_forces_are_refused_or_no_numbers))
