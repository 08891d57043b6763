/* test_space_resting.c: bodies of space that rest, stand, slide and roll, against closed forms. */
#include "space_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define G 9.81

/* Floor, boxes and what else the texts below are made of. */
#define PARTS                                                                                      \
    "primitive floor begin\n"                                                                      \
    "  properties: (fixed);\n"                                                                     \
    "  geometry: cuboid(20m, 20m, 2m) where begin top: (0, 0, 1m); end;\n"                         \
    "  interference: ;\n"                                                                          \
    "end\n"                                                                                        \
    "primitive box begin\n"                                                                        \
    "  properties: (density: 1kg/m^3);\n"                                                          \
    "  geometry: cuboid(1m, 1m, 1m);\n"                                                            \
    "  interference: ;\n"                                                                          \
    "  dynamics: ;\n"                                                                              \
    "end\n"

#define WORLD(structure)                                                                           \
    PARTS "world w begin\n"                                                                        \
          "  components floor: floor; " structure "\n"                                             \
          "    place floor by top at (0, 0, 0);\n"                                                 \
          "  end\n"                                                                                \
          "  properties: (gravity: (0, 0, -9.81m/s^2), friction: 0.4, restitution: 0);\n"          \
          "end\n"

/* ---- Rest ------------------------------------------------------------------------------------ */

TEST(a_box_on_a_floor_rests) {
    SpaceRun run;
    double at[3];
    REQUIRE(space_of(
        t, &run,
        WORLD("box: box; structure begin place box by center at (0.1m, 0.2m, 0.5m);") "simulate w "
                                                                                      "begin time: "
                                                                                      "(10ms, 2s); "
                                                                                      "end\n",
        0));
    space_run(&run, 2.0);
    space_centre(&run, "box", at);
    CHECK_NEAR(at[0], 0.1, 1e-12);
    CHECK_NEAR(at[1], 0.2, 1e-12);
    CHECK_NEAR(at[2], 0.5, 1e-12);
    int32_t count;
    const tmContact *contacts = tm_sim_contacts(run.sim, &count);
    double force = 0.0;
    CHECK(count == 4);
    for (int32_t i = 0; i < count; i++) {
        CHECK_NEAR(fabs(contacts[i].normal[2]), 1.0, 1e-12);
        CHECK_NEAR(contacts[i].point[2], 0.0, 1e-12);
        force += contacts[i].force;
    }
    CHECK_NEAR(force, G, 1e-9);
    space_judge(&run, 1e-9);
}

TEST(a_stack_of_ten_boxes_stands_still) {
    for (int turned = 0; turned < 2; turned++) {
        const char *aligned =
            WORLD("box[1..10]: box; structure begin for i in 1 .. 10 begin\n"
                  "place box[i] by center at (0, 0, i * 1m - 0.5m); end") "simulate w begin time: "
                                                                          "(10ms, 1s); end\n";
        const char *twisted =
            WORLD("box[1..10]: box; structure begin for i in 1 .. 10 begin\n"
                  "place box[i] by center at (0, 0, i * 1m - 0.5m) angle = 0.3rad * i axis = (0, "
                  "0, 1); end") "simulate w begin time: (10ms, 0.2s); end\n";
        SpaceRun run;
        double at[3];
        REQUIRE(space_of(t, &run, turned ? twisted : aligned, 0));
        space_run(&run, turned ? 0.2 : 1.0);
        space_centre(&run, "box[10]", at);
        CHECK_NEAR(at[0], 0.0, 1e-9);
        CHECK_NEAR(at[1], 0.0, 1e-9);
        CHECK_NEAR(at[2], 9.5, 1e-9);
        space_judge(&run, 1e-9);
        test_run_defers(t, 0);
    }
}

/* It tumbles, and comes to rest on one of its faces. */
TEST(a_tilted_cube_that_is_dropped_comes_to_rest_flat) {
    SpaceRun run;
    double at[3];
    REQUIRE(space_of(
        t, &run,
        WORLD(
            "box: box; structure begin\n"
            "place box by center at (0, 0, 1.5m) angle = 0.5rad axis = (1, 0.3, 0.2)\n"
            "  velocity = ((0, 0, 0) (2rad/s, 0, 0));") "simulate w begin time: (10ms, 4s); end\n",
        0));
    space_run(&run, 4.0);
    space_centre(&run, "box", at);
    CHECK_NEAR(at[2], 0.5, 1e-9);
    CHECK_NEAR(run.now.kinetic, 0.0, 1e-9);
    space_judge(&run, 0.01);
}

/* Each of three blocks carries a third of a beam: of all loads that hold it, the least. */
TEST(a_block_on_three_blocks_rests) {
    SpaceRun run;
    double at[3];
    REQUIRE(space_of_example(t, &run, "contact_space/boxes.tml", 2));
    space_run(&run, 1.0);
    space_centre(&run, "beam", at);
    CHECK_NEAR(at[2], 0.4, 1e-9);
    int32_t count, beam = sim_body(t, run.sim, "beam");
    const tmContact *contacts = tm_sim_contacts(run.sim, &count);
    double force = 0.0;
    for (int32_t i = 0; i < count; i++) {
        bool is_of = contacts[i].bodies[0] == beam || contacts[i].bodies[1] == beam;
        force += is_of ? contacts[i].force : 0.0;
    }
    CHECK_NEAR(force, 2.0 * 0.4 * 0.2 * 500.0 * G, 1e-6);
    space_judge(&run, 1e-9);
}

/* ---- Friction -------------------------------------------------------------------------------- */

/* With the tangent of the slope 0.5: mu 0.49 lets it go with (sin a - mu cos a) g, and a step of
 * first order goes with the speed of its end: n (n + 1) / 2 h^2 instead of t^2 / 2. */
TEST(a_block_slides_on_an_incline_or_holds) {
    double h = 5e-3, n = 400.0, sine = 1.0 / sqrt(5.0), cosine = 2.0 * sine;
    for (int32_t i = 0; i < 2; i++) {
        SpaceRun run;
        double from[3], to[3];
        REQUIRE(space_of_example(t, &run, "contact_space/incline.tml", i));
        space_centre(&run, "block", from);
        space_run(&run, 2.0);
        space_centre(&run, "block", to);
        double gone = (to[0] - from[0]) * cosine - (to[2] - from[2]) * sine;
        double way = i == 0 ? 0.5 * n * (n + 1.0) * h * h * G * (sine - 0.49 * cosine) : 0.0;
        CHECK_NEAR(gone, way, 1e-9);
        CHECK_NEAR(to[1] - from[1], 0.0, 1e-9);
        CHECK_NEAR((to[0] - from[0]) * sine + (to[2] - from[2]) * cosine, 0.0, 1e-9);
        space_judge(&run, 1e-3);
        test_run_defers(t, 0);
    }
}

/* The cone is no pyramid: what slides at any angle to the axes stops after the same way. */
TEST(friction_is_the_same_in_all_directions) {
    double ways[3];
    for (int i = 0; i < 3; i++) {
        char text[2000];
        double angle = i * 0.4;
        snprintf(text, sizeof text,
                 "%s"
                 "simulate w begin time: (2ms, 1s); end\n",
                 WORLD("box: box; structure begin place box by center at (0, 0, 0.5m)\n"
                       "  velocity = ((VX, VY, 0) (0, 0, 0));"));
        char *x = strstr(text, "VX"), more[2100];
        *x = 0;
        snprintf(more, sizeof more, "%s%.15gm/s, %.15gm/s%s", text, cos(angle), sin(angle), x + 6);
        SpaceRun run;
        double at[3];
        REQUIRE(space_of(t, &run, more, 0));
        space_run(&run, 1.0);
        space_centre(&run, "box", at);
        ways[i] = hypot(at[0], at[1]);
        CHECK_NEAR(at[1] * cos(angle) - at[0] * sin(angle), 0.0, 1e-9);
        /* v^2 / (2 mu g), and the first step's v h / 2 less. */
        CHECK_NEAR(ways[i], 1.0 / (0.8 * G), 2e-3);
        test_run_defers(t, 0);
    }
    CHECK_NEAR(ways[1], ways[0], 1e-9);
    CHECK_NEAR(ways[2], ways[0], 1e-9);
}

/* It rolls with 5/7 of its speed from t = 2 v / (7 mu g) on. */
TEST(a_ball_slides_and_then_rolls_with_five_sevenths_of_its_speed) {
    SpaceRun run;
    REQUIRE(space_of_example(t, &run, "contact_space/ball.tml", 0));
    int32_t ball = sim_body(t, run.sim, "ball");
    double begins = 2.0 * 2.0 / (7.0 * 0.3 * G);
    space_run(&run, begins - 2e-3);
    const tmTwist *twist = &tm_sim_twists(run.sim)[ball];
    CHECK(twist->linear[0] > 10.0 / 7.0 + 1e-4);
    space_run(&run, begins + 2e-3);
    for (int i = 0; i < 2; i++) {
        twist = &tm_sim_twists(run.sim)[ball];
        CHECK_NEAR(twist->linear[0], 10.0 / 7.0, 1e-9);
        CHECK_NEAR(twist->angular[1], 10.0 / 7.0 / 0.5, 1e-9);
        space_run(&run, 1.0);
    }
    space_judge(&run, 1e-9);
}

TEST_MAIN(CASE(a_box_on_a_floor_rests), CASE(a_stack_of_ten_boxes_stands_still),
          CASE(a_tilted_cube_that_is_dropped_comes_to_rest_flat),
          CASE(a_block_on_three_blocks_rests), CASE(a_block_slides_on_an_incline_or_holds),
          CASE(friction_is_the_same_in_all_directions),
          CASE(a_ball_slides_and_then_rolls_with_five_sevenths_of_its_speed))
