/* test_space_moving.c: bodies of space that fall, fit, tip, fly and strike each other. */
#include "space_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define G 9.81

/* ---- Scenes of [NT] in space ----------------------------------------------------------------- */

/* 14 m in sqrt(2 * 14 / g) = 1.689 s: it is there, and nothing held it up. */
TEST(a_square_peg_falls_into_its_hole) {
    for (int32_t i = 0; i < 5; i++) {
        SpaceRun run;
        double at[3];
        REQUIRE(space_of_example(t, &run, "contact_space/peg.tml", i));
        space_run(&run, 1.6);
        space_centre(&run, "peg", at);
        CHECK_NEAR(at[2], 7.0 - 0.5 * G * 1.6 * 1.6, 1e-3);
        space_run(&run, 2.0);
        space_centre(&run, "peg", at);
        CHECK_NEAR(at[2], -7.0, 1e-6);
        space_judge(&run, 1e-6);
        test_run_defers(t, 0);
    }
}

/* It keeps the speed of a body on a plane. */
TEST(a_box_slides_over_a_crack) {
    const double slope = 20.0 * 3.14159265358979323846 / 180.0, mu[2] = {0.0, 0.1};
    for (int32_t i = 0; i < 2; i++) {
        SpaceRun run;
        REQUIRE(space_of_example(t, &run, "contact_space/ramp.tml", i));
        space_run(&run, 2.56);
        int32_t box = sim_body(t, run.sim, "box");
        const double *v = tm_sim_twists(run.sim)[box].linear;
        const double *x = tm_sim_frames(run.sim)[box].position;
        double speed = v[0] * cos(slope) - v[2] * sin(slope);
        CHECK_NEAR(speed, G * (sin(slope) - mu[i] * cos(slope)) * 2.56, 1e-9);
        CHECK_NEAR(sin(slope) * x[0] + cos(slope) * x[2], 0.25, 1e-9);
        space_judge(&run, 0.01);
        test_run_defers(t, 0);
    }
}

/* ---- Edges, corners, walls ------------------------------------------------------------------- */

/* It stays where it was dropped while its edge crosses the other: on one point, and on a line. */
TEST(crossed_rods_balance_edge_on_edge_or_roll_off) {
    const bool stays[6] = {true, true, true, false, false, false};
    for (int32_t i = 0; i < 6; i++) {
        SpaceRun run;
        double at[3];
        REQUIRE(space_of_example(t, &run, "contact_space/crossed.tml", i));
        space_run(&run, 1.5);
        space_centre(&run, "rod", at);
        if (stays[i]) {
            CHECK_NEAR(at[2], sqrt(2.0), 1e-9);
        } else {
            CHECK(at[2] < 1.3);
        }
        space_judge(&run, 0.01);
        test_run_defers(t, 0);
    }
}

TEST(a_fast_cube_stops_at_a_thin_wall) {
    for (int32_t i = 0; i < 4; i++) {
        SpaceRun run;
        double at[3];
        REQUIRE(space_of_example(t, &run, "contact_space/bullet.tml", i));
        while (tm_sim_info(run.sim)->time < 0.05 && space_step(&run)) {
            space_centre(&run, "cube", at);
            CHECK(at[0] < -0.05);
        }
        if (i < 2) {
            CHECK_NEAR(at[0], -0.15, 1e-9);
        }
        space_judge(&run, 1e-3);
        test_run_defers(t, 0);
    }
}

/* ---- Flight ---------------------------------------------------------------------------------- */

#define FREE                                                                                       \
    "primitive brick begin\n"                                                                      \
    "  properties: (density: 1000kg/m^3);\n"                                                       \
    "  geometry: cuboid(0.2m, 0.4m, 0.6m);\n"                                                      \
    "  interference: ;\n"                                                                          \
    "  dynamics: ;\n"                                                                              \
    "end\n"

/* Euler's equations for moments A < B < C of inertia, with the larger part of the energy about the
 * third axis: w3 = w3(0) dn(p t), w2 = w2(0) sn(p t), w1 = w1(0) cn(p t) from where w2 = 0. */
TEST(a_brick_in_flight_turns_as_euler_says_to_second_order) {
    const double sides[3] = {0.6 * 0.6 + 0.4 * 0.4, 0.6 * 0.6 + 0.2 * 0.2, 0.4 * 0.4 + 0.2 * 0.2};
    const double mass = 48.0, w1 = 1.0, w3 = 2.0, end = 2.0;
    double moments[3], errors[2];
    for (int k = 0; k < 3; k++) {
        moments[k] = mass * sides[k] / 12.0;
    }
    /* The largest moment is that about x. */
    double a = moments[2], b = moments[1], c = moments[0];
    double p = w3 * sqrt((c - b) * (c - a) / (a * b));
    double m = (b - a) * a * w1 * w1 / ((c - b) * c * w3 * w3), sn, cn, dn;
    elliptic(p * end, m, &sn, &cn, &dn);
    const double wanted[3] = {w3 * dn, w1 * sqrt((a * (c - a)) / (b * (c - b))) * sn, w1 * cn};
    for (int i = 0; i < 2; i++) {
        char text[1200];
        snprintf(
            text, sizeof text,
            "%sworld w begin components brick: brick; other: brick;\n"
            "structure begin place other by center at (50m, 0, 0);\n"
            "place brick by center at (0, 0, 0) velocity = ((0, 0, 0) (2rad/s, 0, 1rad/s)); end\n"
            "end\nsimulate w begin time: (%dms, 2s); end\n",
            FREE, i == 0 ? 20 : 10);
        SpaceRun run;
        double own[3];
        REQUIRE(space_of(t, &run, text, 0));
        space_run(&run, end);
        int32_t brick = sim_body(t, run.sim, "brick");
        sim_in_body(run.sim, brick, tm_sim_twists(run.sim)[brick].angular, own);
        errors[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            errors[i] = fmax(errors[i], fabs(fabs(own[k]) - fabs(wanted[k])));
        }
        space_keeps_momentum(&run, 10.0);
        test_run_defers(t, 0);
    }
    CHECK(errors[0] < 1e-2);
    CHECK_NEAR(errors[0] / errors[1], 4.0, 0.2);
}

/* ---- Impacts --------------------------------------------------------------------------------- */

/* Whatever they do to each other, momentum and angular momentum stay, and no energy comes. */
TEST(bodies_that_strike_each_other_keep_their_momentum) {
    const struct {
        double friction, restitution;
    } laws[4] = {{0.0, 0.0}, {0.4, 0.0}, {0.0, 1.0}, {0.4, 0.5}};
    uint64_t seed = 21;
    for (int i = 0; i < 40; i++) {
        char text[1600];
        int law = i % 4;
        snprintf(
            text, sizeof text,
            "%sworld w begin components one: brick; two: brick;\nstructure begin\n"
            "place one by center at (-0.5m, %.6fm, %.6fm) angle = %.6frad axis = (%.6f, 1, %.6f)\n"
            "  velocity = ((2m/s, %.6fm/s, 0) (%.6frad/s, 1rad/s, %.6frad/s));\n"
            "place two by center at (0.3m, 0, 0) angle = %.6frad axis = (1, %.6f, %.6f); end\n"
            "properties: (friction: %g, restitution: %g);\n"
            "end\nsimulate w begin time: (10ms, 1s); end\n",
            FREE, test_uniform(&seed, -0.2, 0.2), test_uniform(&seed, -0.2, 0.2),
            test_uniform(&seed, -3.0, 3.0), test_uniform(&seed, -1.0, 1.0),
            test_uniform(&seed, -1.0, 1.0), test_uniform(&seed, -0.2, 0.2),
            test_uniform(&seed, -2.0, 2.0), test_uniform(&seed, -2.0, 2.0),
            test_uniform(&seed, -3.0, 3.0), test_uniform(&seed, -1.0, 1.0),
            test_uniform(&seed, -1.0, 1.0), laws[law].friction, laws[law].restitution);
        SpaceRun run;
        REQUIRE(space_of(t, &run, text, 0));
        space_run(&run, 1.0);
        space_keeps_momentum(&run, 100.0);
        space_judge(&run, 2e-3);
        test_run_defers(t, 0);
    }
}

/* With 0.8 a ball from 1 m is at 0.64 m again after sqrt(2 / g) (1 + 0.8) s; two equal balls with 1
 * exchange their velocities. */
TEST(balls_bounce_by_the_law_of_restitution) {
    SpaceRun run;
    double at[3], top = sqrt(0.2) * 1.8;
    REQUIRE(space_of_example(t, &run, "contact_space/bounce.tml", 0));
    double step = tm_sim_info(run.sim)->step, high = 0.0;
    while (tm_sim_info(run.sim)->time < top + 2.0 * step && space_step(&run)) {
        space_centre(&run, "ball", at);
        high = tm_sim_info(run.sim)->time > top - 2.0 * step ? fmax(high, at[2]) : 0.0;
    }
    CHECK_NEAR(high, 0.64 + 0.1, 0.5 * 10.0 * step * step);
    space_judge(&run, 1e-9);
    test_run_defers(t, 0);
    REQUIRE(space_of_example(t, &run, "contact_space/bounce.tml", 1));
    space_run(&run, 3.0);
    int32_t one = sim_body(t, run.sim, "one"), two = sim_body(t, run.sim, "two");
    CHECK_NEAR(tm_sim_twists(run.sim)[one].linear[0], 0.0, 1e-12);
    CHECK_NEAR(tm_sim_twists(run.sim)[two].linear[0], 1.0, 1e-12);
    space_keeps_momentum(&run, 1.0);
    space_judge(&run, 1e-9);
}

TEST_MAIN(CASE(a_square_peg_falls_into_its_hole), CASE(a_box_slides_over_a_crack),
          CASE(crossed_rods_balance_edge_on_edge_or_roll_off),
          CASE(a_fast_cube_stops_at_a_thin_wall),
          CASE(a_brick_in_flight_turns_as_euler_says_to_second_order),
          CASE(bodies_that_strike_each_other_keep_their_momentum),
          CASE(balls_bounce_by_the_law_of_restitution))
