/* test_system_forces.c: forces of joints, drives, limits, springs and dampers against closed forms;
 * bodies without mass. */
#include "systems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define G 9.81

#define SIMULATE "simulate w begin time: (0.01s, 1s); end\n"

/* A body of 2 kg: 0.3 kg m^2 about z through its centre. */
#define LUMP                                                                                       \
    "primitive lump begin\n"                                                                       \
    "  geometry: cuboid(1m, 1m, 1m) where begin top: (0, 0.5m); side: (0.5m, 0); end;\n"           \
    "  dynamics: (mass: 2kg, inertia: (0.2, 0.25, 0.3));\n"                                        \
    "end\n"

/* ---- Wrenches ------------------------------------------------------------------------------ */

/* What a joint of the lump with the world does to it, at rest; `hinge` holds it. */
static void check_hanging(tmTest *t, const char *join, bool planar, double torque) {
    char text[900];
    snprintf(text, sizeof text,
             LUMP "world w begin components lump: lump; structure begin\n"
                  "  join %s; place lump by center at (0, 0);\n"
                  "end properties: (gravity%s); end\n" SIMULATE,
             join, planar ? ", planar" : "");
    World *w = world_of(t, text);
    REQUIRE(w);
    tmWrench wrench;
    tmi_system_wrench(w->s, 0, &wrench);
    double sign = strncmp(join, "lump", 4) == 0 ? 1.0 : -1.0;
    for (int32_t i = 0; i < 3; i++) {
        CHECK_NEAR(wrench.force[i], i == 1 ? sign * 2.0 * G : 0.0, 1e-12);
        CHECK_NEAR(wrench.torque[i], i == 2 ? sign * torque : 0.0, 1e-12);
    }
    for (int32_t i = 0; i < w->s->dof; i++) {
        CHECK_NEAR(w->s->acceleration[i], 0.0, 1e-12);
    }
    test_run_defers(t, 0);
}

TEST(hinges_carry_a_weight_at_rest) {
    check_hanging(t, "lump to world with ball.and.socket matching (top (0, 0.5m))", false, 0.0);
    check_hanging(t, "world to lump with ball.and.socket matching ((0, 0.5m) top)", false, 0.0);
    check_hanging(t, "lump to world with rigid matching (side (0.5m, 0))", false, -0.5 * 2.0 * G);
    check_hanging(t, "world to lump with rigid matching ((0.5m, 0) side)", false, -0.5 * 2.0 * G);
    check_hanging(t, "lump to world with rigid matching (side (0.5m, 0))", true, -0.5 * 2.0 * G);
    check_hanging(t, "lump to world with pin matching (top (0, 0.5m))", true, 0.0);
    check_hanging(t, "world to lump with pin matching ((0, 0.5m) top)", true, 0.0);
    check_hanging(t, "lump to world with rod matching (top (0, 2m))", true, 0.0);
    check_hanging(t, "world to lump with rod matching ((0, 2m) top)", false, 0.0);
}

/* ---- Drives and limits --------------------------------------------------------------------- */

#define PENDULUM                                                                                   \
    LUMP "world w begin components lump: lump; structure begin\n"                                  \
         "  join lump to world with pin matching (top (0, 0)) as hinge;\n"                         \
         "  place lump by top at (0, 0) angle = 30deg;\n"                                          \
         "end properties: (gravity, planar); end\n" SIMULATE

/* The pin's own coordinate as what is prescribed. */
static World *driven_pendulum(tmTest *t, uint8_t level) {
    tmiDriveDef *drive = test_memory(t, 1, sizeof *drive);
    tmModel *model;
    World *first = world_of(t, PENDULUM);
    if (!first) {
        return NULL;
    }
    model = first->model;
    tmJointInfo joint;
    tm_model_joint(model, 0, &joint);
    drive->level = level;
    drive->body_count = joint.body_count;
    drive->row_count = 1;
    drive->rows[0] = joint.coordinates[0];
    memcpy(drive->bodies, joint.bodies, (size_t)joint.body_count * sizeof *joint.bodies);
    tmiSystemDef def = {.drives = drive, .drive_count = 1};
    return world_with(t, PENDULUM, &def);
}

TEST(a_driven_joint_goes_where_it_is_told_and_its_torque_is_newtons) {
    World *w = driven_pendulum(t, 0);
    REQUIRE(w);
    double *given = w->s->given[w->s->constraints[1].first], gap, turn = 6.0 * PI + 0.4;
    given[0] = turn;
    given[1] = -1.5;
    given[2] = 7.0;
    /* Over three turns, followed step by step. */
    for (int32_t i = 1; i <= 60; i++) {
        given[0] = PI / 6.0 + (turn - PI / 6.0) * i / 60.0;
        MUST(tmi_system_close(w->s, w->y, 1e-13, 20, &gap));
        tmi_system_follow(w->s);
    }
    CHECK_NEAR(w->y[2], turn, 1e-12);
    REQUIRE(world_solve(t, w));
    MUST(tmi_system_still(w->s, w->y, NULL));
    REQUIRE(world_solve(t, w));
    CHECK_NEAR(w->s->velocity[2], -1.5, 1e-13);
    CHECK_NEAR(w->s->acceleration[2], 7.0, 1e-12);
    double torque = (0.3 + 2.0 * 0.25) * 7.0 + 2.0 * G * 0.5 * sin(0.4);
    CHECK_NEAR(w->s->lambda[w->s->constraints[1].first], torque, 1e-11);
    CHECK_NEAR(tmi_system_power(w->s), -1.5 * torque, 1e-11);
    tmWrench wrench;
    tmi_system_wrench(w->s, 0, &wrench);
    CHECK_NEAR(wrench.torque[2], torque, 1e-11);
}

TEST(drives_of_rates_keep_positions_and_drives_of_accelerations_keep_rates) {
    for (uint8_t level = 1; level <= 2; level++) {
        World *w = driven_pendulum(t, level);
        REQUIRE(w);
        double *given = w->s->given[w->s->constraints[1].first], gap, angle = w->y[2];
        given[0] = 1.0;
        given[1] = 2.0;
        given[2] = -3.0;
        tmi_system_velocities(w->s, w->y)[2] = 5.0;
        w->y[0] += 1e-3; /* the pin is open: closing it leaves the angle alone */
        MUST(tmi_system_close(w->s, w->y, 1e-13, 20, &gap));
        CHECK_NEAR(w->y[2], angle, 1e-12);
        MUST(tmi_system_factor(w->s, 0.0));
        MUST(tmi_system_still(w->s, w->y, NULL));
        REQUIRE(world_solve(t, w));
        CHECK_NEAR(w->s->velocity[2], level == 1 ? 2.0 : 5.0, 1e-12);
        CHECK_NEAR(w->s->acceleration[2], -3.0, 1e-12);
        test_run_defers(t, 0);
    }
}

TEST(a_limit_holds_while_it_is_active) {
    const tmiLimitDef limit = {.upper = false, .bound = PI / 6.0};
    tmiSystemDef def = {.limits = &limit, .limit_count = 1};
    World *w = world_with(t, PENDULUM, &def);
    REQUIRE(w);
    double free = -2.0 * G * 0.5 * 0.5 / (0.3 + 2.0 * 0.25);
    CHECK_NEAR(w->s->acceleration[2], free, 1e-12);
    CHECK_NEAR(w->s->value[w->s->constraints[1].first], 0.0, 1e-12);
    CHECK(w->s->lambda[w->s->constraints[1].first] == 0.0);
    w->s->constraints[1].active = true;
    REQUIRE(world_solve(t, w));
    CHECK_NEAR(w->s->acceleration[2], 0.0, 1e-12);
    CHECK_NEAR(w->s->lambda[w->s->constraints[1].first], 2.0 * G * 0.5 * 0.5, 1e-12);
    /* An impact: the impulse stops it. */
    double impulse[3], *v = tmi_system_velocities(w->s, w->y);
    v[2] = -4.0;
    v[0] = -4.0 * 0.5 * cos(PI / 6.0);
    v[1] = -4.0 * 0.5 * sin(PI / 6.0);
    MUST(tmi_system_still(w->s, w->y, impulse));
    CHECK_NEAR(v[2], 0.0, 1e-13);
    CHECK_NEAR(impulse[2], 4.0 * (0.3 + 2.0 * 0.25), 1e-12);
}

/* ---- Elements ------------------------------------------------------------------------------ */

#define HUNG                                                                                       \
    LUMP "world w begin components lump: lump; structure begin\n"                                  \
         "  join lump to world with spring(stiffness: 50N/m, length: 1m, damping: 3N*s/m)\n"       \
         "    matching (center (0, 2m));\n"                                                        \
         "  join lump to world with damper(damping: 4N*s/m) matching (center (3m, 0));\n"          \
         "  place lump by center at (0, 0);\n"                                                     \
         "end properties: (gravity, planar); end\n" SIMULATE

TEST(springs_and_dampers_pull_and_take_power) {
    World *w = world_of(t, HUNG);
    REQUIRE(w);
    CHECK_NEAR(w->s->force[1], 50.0 * 1.0 - 2.0 * G, 1e-12);
    double *v = tmi_system_velocities(w->s, w->y);
    v[0] = 0.7;
    v[1] = 0.5;
    REQUIRE(world_solve(t, w));
    CHECK_NEAR(w->s->force[0], -4.0 * 0.7, 1e-12);
    CHECK_NEAR(w->s->force[1], 50.0 - 3.0 * 0.5 - 2.0 * G, 1e-12);
    CHECK_NEAR(tmi_system_power(w->s), -3.0 * 0.25 - 4.0 * 0.49, 1e-12);
    CHECK_NEAR(tmi_system_kinetic(w->s), 0.74, 1e-12);
    CHECK_NEAR(tmi_system_potential(w->s), 25.0, 1e-12);
    tmWrench wrench;
    tmi_system_wrench(w->s, 0, &wrench);
    CHECK_NEAR(wrench.force[1], 50.0 - 3.0 * 0.5, 1e-12);
    tmi_system_wrench(w->s, 1, &wrench);
    CHECK_NEAR(wrench.force[0], -4.0 * 0.7, 1e-12);
}

TEST(springs_in_joints_turn_and_slide_them) {
    World *w = world_of(
        t, LUMP "world w begin components lump: lump; block: lump; structure begin\n"
                "  join lump to world with pin(stiffness: 8N*m/rad, rest: 10deg, damping: 2) "
                "matching (center (0, 0));\n"
                "  join block to world with slider(stiffness: 40N/m, damping: 5) "
                "matching (x_axis x_axis);\n"
                "  place lump by center at (0, 0) angle = 40deg;\n"
                "  place block by center at (3m, 0);\n"
                "end properties: (planar); end\n" SIMULATE);
    REQUIRE(w);
    double *v = tmi_system_velocities(w->s, w->y);
    CHECK_NEAR(w->s->acceleration[2], -8.0 * PI / 6.0 / 0.3, 1e-12);
    CHECK_NEAR(w->s->acceleration[3], 0.0, 1e-12); /* slack as placed */
    v[2] = 0.5;
    v[3] = -0.2;
    w->y[3] += 0.1;
    REQUIRE(world_solve(t, w));
    CHECK_NEAR(w->s->acceleration[2], (-8.0 * PI / 6.0 - 2.0 * 0.5) / 0.3, 1e-12);
    CHECK_NEAR(w->s->acceleration[3], (-40.0 * 0.1 + 5.0 * 0.2) / 2.0, 1e-12);
    CHECK_NEAR(tmi_system_potential(w->s), 4.0 * PI * PI / 36.0 + 20.0 * 0.01, 1e-12);
    tmWrench wrench;
    tmi_system_wrench(w->s, 0, &wrench);
    CHECK_NEAR(wrench.torque[2], -8.0 * PI / 6.0 - 2.0 * 0.5, 1e-12);
}

TEST(implicit_steps_see_stiffness_and_damping) {
    World *w = world_of(t, HUNG);
    REQUIRE(w);
    double hg = 0.1, b[3] = {1.0, 2.0, 3.0}, x[3];
    MUST(tmi_system_factor(w->s, hg));
    MUST(tmi_system_solve_for(w->s, b, NULL, x, NULL));
    CHECK_NEAR(x[0], 1.0 / (2.0 + hg * 4.0), 1e-14);
    CHECK_NEAR(x[1], 2.0 / (2.0 + hg * 3.0 + hg * hg * 50.0), 1e-14);
    CHECK_NEAR(x[2], 3.0 / 0.3, 1e-12);
}

TEST(pushes_act_along_their_coordinate_and_on_bodies) {
    const int32_t pushes[1][2] = {{0, 0}};
    tmiSystemDef def = {.pushes = pushes, .push_count = 1};
    World *w = world_with(t, PENDULUM, &def);
    REQUIRE(w);
    w->s->elements[w->s->push_of[0]].push = 2.0 * G * 0.5 * 0.5 + 1.6;
    tmi_system_velocities(w->s, w->y)[2] = 0.0;
    REQUIRE(world_solve(t, w));
    CHECK_NEAR(w->s->acceleration[2], 1.6 / 0.8, 1e-12);
    /* A force of a control at the lower end, across, and a torque. */
    const double point[3] = {sin(PI / 6.0), -cos(PI / 6.0), 0.0},
                 force[3] = {cos(PI / 6.0), sin(PI / 6.0), 5.0}, torque[3] = {7.0, 0.0, -0.2};
    tmi_system_forces(w->s);
    tmi_system_push(w->s, w->s->movers[0].body, point, force, torque);
    MUST(tmi_system_solve(w->s));
    CHECK_NEAR(w->s->acceleration[2], (1.6 + 1.0 - 0.2) / 0.8, 1e-12);
    CHECK(tmi_system_power(w->s) == 0.0);
}

/* ---- Bodies without mass ------------------------------------------------------------------- */

TEST(a_link_without_mass_carries_a_weight_as_a_string_does) {
    World *w = world_of(
        t, LUMP "primitive link begin\n"
                "  geometry: bar(2m, 0.1m, 0.1m) where begin a: (-1m, 0); b: (1m, 0); end;\n"
                "end\n"
                "world w begin components link: link; lump: lump; structure begin\n"
                "  join link to world with pin matching (a (0, 0));\n"
                "  join lump to link with pin matching (center b);\n"
                "  place lump by center at (2m, 0);\n"
                "end properties: (gravity, planar); end\n" SIMULATE);
    REQUIRE(w);
    CHECK(w->s->movers[0].kind == TMI_MOVER_MASSLESS && !w->s->redundant);
    CHECK_NEAR(w->s->acceleration[2], -G / 2.0, 1e-12);
    CHECK_NEAR(w->s->acceleration[4], -G, 1e-12);
    CHECK_NEAR(w->s->acceleration[5], 0.0, 1e-12);
    CHECK(w->s->residual < 1e-13);
    tmWrench wrench;
    double *v = tmi_system_velocities(w->s, w->y);
    v[1] = 3.0;
    v[2] = 3.0;
    v[4] = 6.0;
    REQUIRE(world_solve(t, w));
    tmi_system_wrench(w->s, 0, &wrench);
    CHECK_NEAR(wrench.force[0], -2.0 * 36.0 / 2.0, 1e-10);
    CHECK_NEAR(wrench.force[1], 0.0, 1e-10);
}

TEST(a_spring_on_a_link_without_mass_is_blamed_on_the_link) {
    World *w = world_of(
        t, LUMP "primitive link begin\n"
                "  geometry: bar(2m, 0.1m, 0.1m) where begin a: (-1m, 0); b: (1m, 0); end;\n"
                "end\n"
                "world w begin components link: link; lump: lump; structure begin\n"
                "  join link to lump with pin matching (a top);\n"
                "  join link to world with spring(stiffness: 10N/m) matching (b (3m, 1m));\n"
                "  place lump by center at (0, 0);\n"
                "end properties: (planar); end\n" SIMULATE);
    REQUIRE(w);
    CHECK_NEAR(w->s->acceleration[2], 0.0, 1e-12); /* at rest as placed: no force, no question */
    w->y[2] += 0.1;
    tmi_system_set_state(w->s, w->y);
    REQUIRE(tmi_system_evaluate(w->s));
    tmi_system_forces(w->s);
    MUST(tmi_system_factor(w->s, 0.0));
    CHECK_STATUS(tmi_system_solve(w->s), TM_ERR_SINGULAR);
    CHECK(w->s->blame >= 0 && w->s->movers[w->s->blame].kind == TMI_MOVER_MASSLESS);
}

TEST_MAIN(CASE(hinges_carry_a_weight_at_rest),
          CASE(a_driven_joint_goes_where_it_is_told_and_its_torque_is_newtons),
          CASE(drives_of_rates_keep_positions_and_drives_of_accelerations_keep_rates),
          CASE(a_limit_holds_while_it_is_active), CASE(springs_and_dampers_pull_and_take_power),
          CASE(springs_in_joints_turn_and_slide_them),
          CASE(implicit_steps_see_stiffness_and_damping),
          CASE(pushes_act_along_their_coordinate_and_on_bodies),
          CASE(a_link_without_mass_carries_a_weight_as_a_string_does),
          CASE(a_spring_on_a_link_without_mass_is_blamed_on_the_link))
