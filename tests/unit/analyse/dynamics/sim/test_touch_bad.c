/* test_touch_bad.c: worlds in which bodies touch that cannot start or go on, or hardly: what is
 * reported both bodies, and that no step is silently wrong: machine_check.h looks for overlaps by
 * itself.
 */
#include "machine_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FLOOR                                                                                      \
    "primitive floor begin properties: (fixed);\n"                                                 \
    "  geometry: cuboid(10m, 1m, 1m) where begin top: (0, 0.5m); end; interference: ; end\n"
#define BOX "primitive box begin geometry: cuboid(1m, 0.5m, 1m); interference: ; dynamics: ; end\n"
#define JAW "primitive jaw begin geometry: cuboid(0.2m, 2m, 1m); interference: ; end\n"
#define WORLD(parts, structure, properties, more, time)                                            \
    "world w begin components " parts "\n  structure begin\n" structure "  end\n"                  \
    "  properties: (planar, " properties ");\n" more "\nend\n"                                     \
    "simulate w begin time: (" time "); method: stepping; end\n"
#define ON_FLOOR(at, properties, more, time)                                                       \
    FLOOR BOX WORLD("floor: floor; box: box;",                                                     \
                    "place floor by top at (0, 0); place box by center at " at ";\n", properties,  \
                    more, time)

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

static const char *print(tmTest *t, const char *format, double a, double b) {
    char *text = test_memory(t, 4000, 1);
    snprintf(text, 4000, format, a, b);
    return text;
}

/* Runs a text to its end, or to where it fails: nothing overlaps after any step. */
static Machine *run(tmTest *t, const char *text) {
    Machine *m = machine_of_text(t, text);
    if (m) {
        machine_run(m, tm_sim_info(m->sim)->end);
        CHECK(m->overlap <= 1e-9);
    }
    return m;
}

/* ---- At the start ---------------------------------------------------------------------------- */

#define HINT " // place them so that they do not overlap, or say 'off' about them in 'interference'"

/* Two boxes of 0.5 m that overlap by a part of it: each moves by half of the depth, and the energy
 * of what is at rest stays 0. */
TEST(bodies_that_overlap_a_little_are_moved_apart_and_named) {
    const char *text = BOX WORLD("a: box; b: box;",
                                 "place a by center at (0, 0);\n"
                                 "place b by center at (0.1m, 0.5m - %.17gm);\n",
                                 "friction: 0.3", "", "10ms, 0.1s");
    CHECK_TEXT(sim_says(t, print(t, text, 0.005, 0.0), NULL, 0.1),
               "warning 2:26 'a' and 'b' overlap by 0.005 m at the start: they are moved apart" HINT
               " [a, b]\n");
    CHECK_TEXT(sim_says(t, print(t, text, 5e-6, 0.0), NULL, 0.1),
               "warning 2:26 'a' and 'b' overlap by 5.0e-6 m at the start: they are moved "
               "apart" HINT " [a, b]\n");
    /* What is rounded is moved, too, but not told. */
    const Machine *m = run(t, print(t, text, 5e-10, 0.0));
    REQUIRE(m);
    int32_t a = sim_body(t, m->sim, "a"), b = sim_body(t, m->sim, "b");
    const tmFrame *frames = tm_sim_frames(m->sim);
    CHECK_NEAR(frames[b].position[1] - frames[a].position[1], 0.5, 1e-10);
    CHECK_NEAR(tm_sim_info(m->sim)->energy, 0.0, 1e-30);
}

TEST(bodies_that_overlap_much_are_told_with_the_depth) {
    CHECK_TEXT(sim_says(t, ON_FLOOR("(0, 0.1m)", "gravity", "", "10ms, 1s"), NULL, 1.0),
               "error 4:40 'floor' and 'box' overlap by 0.15 m at the start, and no small "
               "displacement separates them" HINT " [floor, box]\n");
    /* Both in one place: they part across the shorter side. */
    CHECK(has(sim_says(t,
                       BOX WORLD("a: box; b: box;",
                                 "place a by center at (0, 0); place b by center at (0, 0);\n",
                                 "friction: 0", "", "10ms, 1s"),
                       NULL, 1.0),
              "error 2:26 'a' and 'b' overlap by 0.5 m at the start"));
    /* One within the other: 0.25 m to the side of the large one, and 0.05 m to its own. */
    CHECK(has(sim_says(t,
                       BOX "primitive small begin geometry: cuboid(0.1m, 0.1m, 1m);\n"
                           "  interference: ; dynamics: ; end\n" WORLD(
                               "a: box; b: small;",
                               "place a by center at (0, 0); place b by center at (0.1m, 0);\n",
                               "friction: 0", "", "10ms, 1s"),
                       NULL, 1.0),
              "'a' and 'b' overlap by 0.3 m at the start"));
}

TEST(of_many_pairs_that_overlap_the_first_are_named_and_the_others_counted) {
    const char *said =
        sim_says(t,
                 FLOOR BOX WORLD(
                     "floor: floor; a[1..12]: box;",
                     "place floor by top at (0, 0);\n"
                     "for i in 1 .. 12 begin place a[i] by center at (i * 0.9m - 5m, 0.2m); end\n",
                     "gravity", "", "10ms, 1s"),
                 NULL, 1.0);
    int32_t lines = 0;
    for (const char *at = said; *at; at++) {
        lines += *at == '\n';
    }
    CHECK(lines == 8);
    /* 11 boxes reach over the floor, the 12th begins at 5.3 m; 11 pairs are neighbours. */
    CHECK(has(said, "'floor' and 'a[8]' overlap by 0.05 m at the start, and no small displacement "
                    "separates them; 14 more pairs overlap"));
}

/* The pin holds it where it overlaps by 1 mm: turning does not help near the pin. */
TEST(what_a_joint_holds_in_an_overlap_is_told) {
    CHECK(has(sim_says(t,
                       FLOOR
                       "primitive arm begin geometry: cuboid(1m, 0.1m, 1m) where begin p: (-0.5m, "
                       "0); end; interference: ; dynamics: ; end\n" WORLD(
                           "floor: floor; a: arm;",
                           "join a to world with pin matching (p (0, 0.049m)) as j;\n"
                           "place floor by top at (0, 0); place a by p at (0, 0.049m);\n",
                           "gravity", "", "10ms, 1s"),
                       NULL, 1.0),
              "error 4:40 'floor' and 'a' overlap by 0.001 m at the start, and no small "
              "displacement separates them"));
}

TEST(bodies_that_are_exempt_may_overlap_and_fixed_ones_never_touch) {
    const char *text = ON_FLOOR("(0, 0.1m)", "gravity: 10m/s^2",
                                "  interference: begin off: floor, box; end;", "10ms, 1s");
    tmSim *sim = sim_of(t, text, 0, NULL);
    int32_t count;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    tm_sim_contacts(sim, &count);
    CHECK(count == 0 && tm_sim_info(sim)->touching == 0);
    /* It falls freely for 1 s. */
    CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "box")].position[1], 0.1 - 10.0 / 2.0, 1e-12);
    sim = sim_of(t,
                 FLOOR WORLD("a: floor; b: floor;",
                             "place a by top at (0, 0); place b by top at (1m, 0.5m);\n", "gravity",
                             "", "10ms, 1s"),
                 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED && tm_sim_info(sim)->touching == 0);
}

TEST(a_state_in_which_bodies_overlap_is_mended_or_refused) {
    tmSim *sim = sim_of(t, ON_FLOOR("(0, 0.25m)", "gravity", "", "10ms, 1s"), 0, NULL);
    tmFrame frames[3];
    tmTwist twists[3];
    REQUIRE(sim && tm_model_body_count(sim_model(sim)) == 3);
    MUST(tm_sim_advance(sim, 0.1));
    int32_t box = sim_body(t, sim, "box");
    memcpy(frames, tm_sim_frames(sim), sizeof frames);
    memcpy(twists, tm_sim_twists(sim), sizeof twists);
    uint64_t hash = tm_sim_hash(sim);
    frames[box].position[1] = 0.1;
    CHECK_STATUS(tm_sim_set_state(sim, 0.1, frames, twists), TM_ERR_NOT_CONVERGED);
    CHECK(tm_sim_hash(sim) == hash);
    MUST(tm_sim_advance(sim, 0.2)); /* as if nothing had been asked */
    frames[box].position[1] = 0.249;
    MUST(tm_sim_set_state(sim, 0.1, frames, twists));
    CHECK_NEAR(tm_sim_frames(sim)[box].position[1], 0.25, 1e-12);
    MUST(tm_sim_advance(sim, 0.2));
    CHECK_NEAR(tm_sim_twists(sim)[box].linear[1], 0.0, 1e-12);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

#define PRISM(corners)                                                                             \
    FLOOR "primitive p begin geometry: prism((" corners "), 1m); interference: ; dynamics: ; "     \
          "end\n" WORLD("floor: floor; p: p;",                                                     \
                        "place floor by top at (0, 0); place p by center at (0, 0.6m);\n",         \
                        "gravity", "", "10ms, 0.6s")

static void lands(tmTest *t, const char *text, double height) {
    const Machine *m = run(t, text);
    REQUIRE(m);
    int32_t body = sim_body(t, m->sim, "p");
    CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_ENDED);
    CHECK_NEAR(machine_gap(m, sim_body(t, m->sim, "floor"), body), 0.0, 1e-12);
    CHECK_NEAR(tm_sim_frames(m->sim)[body].position[1], height, 1e-9);
}

TEST(facets_without_length_and_pieces_without_thickness_land) {
    CHECK(has(sim_says(t, PRISM("(0, 0), (1m, 0), (1m, 0), (1m, 1m), (0, 1m)"), NULL, 1.0),
              "corners 2 and 3 of the outline are the same point, (1, 0)"));
    CHECK(has(sim_says(t, PRISM("(0, 0), (1m, 0), (2m, 0)"), NULL, 1.0),
              "all 3 corners of the outline are on one line"));
    lands(t, PRISM("(0, 0), (0.5m, 0), (1m, 0), (1m, 1m), (0, 1m)"), 0.0);
    lands(t, PRISM("(0, 0), (1m, 0), (1m, 0.000000000000001m), (1m, 1m), (0, 1m)"), 0.0);
    lands(t, PRISM("(0, 0), (1m, 0), (1.000000000001m, 0.000000000001m), (1m, 1m), (0, 1m)"), 0.0);
    lands(t, PRISM("(0, 0), (1m, 0), (0.5m, 0.00000000001m)"), 0.0);
    lands(t,
          FLOOR "primitive plate begin geometry: cuboid(1m, 0.000000000001m, 1m);\n"
                "  interference: ; dynamics: ; end\n" WORLD(
                    "floor: floor; p: plate;",
                    "place floor by top at (0, 0); place p by center at (0, 0.1m) angle = 2deg;\n",
                    "gravity", "", "10ms, 0.6s"),
          5e-13);
}

/* A ball of 0.1 m flies at a sheet of 1e-12 m with 100 m/s. */
TEST(a_wall_thinner_than_any_tolerance_stops_a_ball) {
    const Machine *m = run(
        t, "primitive wall begin properties: (fixed); geometry: cuboid(0.000000000001m, 10m, 1m);\n"
           "  interference: ; end\n"
           "primitive ball begin geometry: sphere(0.1m); interference: ; dynamics: ; end\n" WORLD(
               "wall: wall; b: ball;",
               "place wall by center at (0, 0);\n"
               "place b by center at (-1.1m, 0) velocity = (100m/s, 0);\n",
               "friction: 0", "", "3ms, 0.099s"));
    REQUIRE(m);
    CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_ENDED);
    CHECK_NEAR(tm_sim_frames(m->sim)[sim_body(t, m->sim, "b")].position[0], -0.1 - 5e-13, 1e-12);
}

/* A ball of 0.1 m flies at another one at 100 m/s, 0.3 m in a step: wherever its steps end it does
 * not pass. Without friction it does not spin. */
TEST(balls_do_not_pass_through_each_other_within_a_step) {
    const char *text =
        "primitive post begin properties: (fixed); geometry: sphere(0.05m); interference: ; end\n"
        "primitive ball begin geometry: sphere(0.05m); interference: ; dynamics: ; end\n" WORLD(
            "p: post; b: ball;",
            "place p by center at (0, 0);\n"
            "place b by center at (-%.17gm, %.17gm) velocity = (100m/s, 0);\n",
            "friction: 0", "", "3ms, 30ms");
    for (int i = 0; i < 14; i++) {
        const Machine *m = run(t, print(t, text, 0.5 + 0.023 * i, 0.003 * (i % 3)));
        REQUIRE(m);
        const tmTwist *twist = &tm_sim_twists(m->sim)[sim_body(t, m->sim, "b")];
        CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_ENDED && tm_sim_info(m->sim)->touching > 0);
        CHECK(hypot(twist->linear[0], twist->linear[1]) < 99.0);
        CHECK_NEAR(twist->angular[2], 0.0, 1e-9);
    }
}

TEST(bodies_smaller_than_the_roundings_of_their_world_are_warned_of) {
    const char *said = sim_says(
        t,
        "primitive globe begin properties: (fixed);\n"
        "  geometry: cuboid(1000000000m, 1000000000m, 1m) where begin top: (0, 500000000m); end;\n"
        "  interference: ; end\n"
        "primitive dust begin geometry: cuboid(0.000000001m, 0.000000001m, 1m);\n"
        "  interference: ; dynamics: ; end\n" WORLD(
            "g: globe; d: dust;",
            "place g by top at (0, 0); place d by center at (0, 0.000000001m);\n", "gravity", "",
            "10ms, 0.1s"),
        NULL, 0.1);
    CHECK(has(said, "warning 6:36 'd' is 1.414e-9 m large, but coordinates in this world are "
                    "rounded by "));
    CHECK(has(said,
              "where it touches others is no more exact than that // place what is small near "
              "the origin, and leave out what is far larger, or far away [d]"));
}

/* ---- Masses ---------------------------------------------------------------------------------- */

/* 1e6 kg lie on 1 kg, at rest: the floor carries both. */
TEST(a_heavy_body_lies_on_a_light_one) {
    const Machine *m =
        run(t, FLOOR "primitive light begin geometry: cuboid(1m, 0.5m, 1m); interference: ;\n"
                     "  dynamics: (mass: 1kg, inertia: 0.1kg*m^2); end\n"
                     "primitive heavy begin geometry: cuboid(1m, 0.5m, 1m); interference: ;\n"
                     "  dynamics: (mass: 1000000kg, inertia: 100000kg*m^2); end\n" WORLD(
                         "floor: floor; a: light; b: heavy;",
                         "place floor by top at (0, 0); place a by center at (0, 0.25m);\n"
                         "place b by center at (0, 0.75m);\n",
                         "gravity: 10m/s^2, friction: 0.3", "", "10ms, 1s"));
    REQUIRE(m);
    CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_ENDED);
    int32_t a = sim_body(t, m->sim, "a"), b = sim_body(t, m->sim, "b");
    CHECK_NEAR(machine_press(m, b, a).force[1], 1e7, 1e-2);
    CHECK_NEAR(machine_press(m, a, sim_body(t, m->sim, "floor")).force[1], 1e7 + 10.0, 1e-2);
    CHECK_NEAR(tm_sim_frames(m->sim)[b].position[1], 0.75, 1e-10);
}

/* ---- No position exists ---------------------------------------------------------------------- */

/* The state before stays: jaws at 1 m that come at 1 m/s meet a box of 0.5 m after 0.65 s. */
TEST(a_body_between_jaws_that_close_is_told) {
    const char *text = JAW BOX WORLD(
        "l: jaw; r: jaw; b: box;",
        "place l by center at (-1.25m, 0); place r by center at (1.25m, 0);\n"
        "place b by center at (0, 0);\n",
        "friction: 0.3",
        "  control: begin velocity of l = (1m/s, 0); angular_velocity of l = 0rad/s;\n"
        "    velocity of r = (-1m/s, 0); angular_velocity of r = 0rad/s; end;",
        "10ms, 2s");
    const char *said = sim_says(t, text, NULL, 2.0);
    CHECK(
        has(said,
            "error 3:26 at t = 0.65 s: 'l' and 'b' cannot be kept apart: they would overlap by "));
    CHECK(has(said, "// look at what holds or drives them there: give them room, drive them by a "
                    "force instead of a motion, or take a shorter step [l, b]"));
    const Machine *m = run(t, text);
    REQUIRE(m);
    CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_FAILED);
    CHECK_NEAR(tm_sim_info(m->sim)->time, 0.65, 1e-12);
}

TEST(a_prescribed_body_that_is_driven_into_a_fixed_one_is_told) {
    const Machine *m = run(
        t, FLOOR JAW WORLD(
               "floor: floor; l: jaw;",
               "place floor by top at (0, 0); place l by center at (0, 1.5m);\n", "friction: 0",
               "  control: begin velocity of l = (0, -1m/s); angular_velocity of l = 0rad/s; end;",
               "10ms, 2s"));
    REQUIRE(m && tm_sim_diagnostic(m->sim));
    CHECK_NEAR(tm_sim_info(m->sim)->time, 0.5, 1e-12);
    CHECK(has(tm_sim_diagnostic(m->sim)->message,
              "at t = 0.5 s: 'floor' and 'l' cannot be kept apart"));
    CHECK(tm_sim_diagnostic(m->sim)->part_count == 2);
}

/* ---- Steps and speeds ------------------------------------------------------------------------ */

TEST(steps_that_are_far_too_long_are_told_with_the_way) {
    CHECK(has(sim_says(t,
                       ON_FLOOR("(0, 0.7m) angle = 30deg angular_velocity = 1000000rad/s",
                                "gravity", "", "10ms, 1s"),
                       NULL, 1.0),
              "at t = 0.0 s: 'box' turns by 573000.0 deg in the step of 0.01 s: too far to see how "
              "it meets 'floor' // give 'time' a shorter step [floor, box]"));
    CHECK(has(sim_says(t,
                       ON_FLOOR("(0, 2m) angle = 20deg velocity = (1000000m/s, -1000000m/s)",
                                "gravity, friction: 100", "", "1ms, 1s"),
                       NULL, 1.0),
              "in the step of 0.001 s 'box' goes 1414.0 m // give 'time' a shorter step [floor, "
              "box]"));
    /* It lies flat and comes straight down: 1000 m in a step are not a difficulty. */
    const Machine *m =
        run(t, ON_FLOOR("(0, 2m) velocity = (0, -1000000m/s)", "gravity", "", "1ms, 10ms"));
    REQUIRE(m);
    CHECK(tm_sim_info(m->sim)->outcome == TM_SIM_ENDED);
    CHECK_NEAR(tm_sim_frames(m->sim)[sim_body(t, m->sim, "box")].position[1], 0.25, 1e-9);
    /* Steps of 5 s for a box that falls from 2 m. */
    run(t, ON_FLOOR("(0, 2m) angle = 30deg angular_velocity = 3rad/s", "gravity", "", "5s, 50s"));
}

TEST(pushes_that_are_no_number_or_without_bound_end_the_run) {
    CHECK(has(sim_says(t,
                       ON_FLOOR("(0, 0.25m)", "gravity",
                                "control: force at box.center = (1N * sqrt(0.2 - time / 1s), 0);",
                                "10ms, 1s"),
                       NULL, 1.0),
              "the force of 'box' is not a number (nan)"));
    CHECK(has(sim_says(t,
                       ON_FLOOR("(0, 0.25m)", "gravity",
                                "control: force at box.center = (0, -1e300N);", "10ms, 1s"),
                       NULL, 1.0),
              "at t = 0.0 s: 'box' moves at 2.0e295 m/s: the step of 0.01 s is too large"));
    const Machine *m = run(t, ON_FLOOR("(0, 0.25m)", "gravity: 10m/s^2",
                                       "control: force at box.center = (0, -1e9N);", "10ms, 1s"));
    REQUIRE(m);
    int32_t box = sim_body(t, m->sim, "box");
    CHECK_NEAR(machine_press_of_all(m, box).force[1], 1e9 + 5000.0, 1.0);
}

/* ---- Surfaces -------------------------------------------------------------------------------- */

#define HEAP(properties)                                                                           \
    FLOOR BOX WORLD("floor: floor; a: box; b: box; c: box;",                                       \
                    "place floor by top at (0, 0); place a by center at (0, 0.6m) angle = 20deg;"  \
                    "place b by center at (0.2m, 1.6m) angle = -15deg;\n"                          \
                    "place c by center at (-0.2m, 2.6m) angle = 70deg;\n",                         \
                    "gravity, " properties, "", "10ms, 2s")

TEST(friction_of_any_size_leaves_no_overlap_and_no_energy) {
    static const char *const texts[] = {HEAP("friction: 0"), HEAP("friction: 1"),
                                        HEAP("friction: 100")};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Machine *m = run(t, texts[i]);
        REQUIRE(m);
        machine_judge(m, 1e-4);
    }
}

#define ROOM(friction)                                                                             \
    BOX "primitive wall begin properties: (fixed); geometry: cuboid(6m, 1m, 1m);\n"                \
        "  interference: ; end\n" WORLD(                                                           \
            "n, s, e, w: wall; a, b, c: box;",                                                     \
            "place n by center at (0, 2.5m); place s by center at (0, -2.5m);\n"                   \
            "place e by center at (2.5m, 0) angle = 90deg;\n"                                      \
            "place w by center at (-2.5m, 0) angle = 90deg;\n"                                     \
            "place a by center at (0, 1.2m) velocity = (3m/s, 1m/s);\n"                            \
            "place b by center at (0.3m, 0) angle = 40deg velocity = (-2m/s, 2m/s);\n"             \
            "place c by center at (-0.4m, -1.3m) angular_velocity = 4rad/s;\n",                    \
            "restitution: 1, friction: " friction, "", "5ms, 5s")

/* Boxes that bounce about in a room without gravity and without loss. */
TEST(impacts_without_loss_bring_no_energy) {
    static const char *const texts[] = {ROOM("0"), ROOM("0.5")};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Machine *m = run(t, texts[i]);
        REQUIRE(m);
        CHECK(tm_sim_info(m->sim)->touching > 10);
        machine_judge(m, NO_RISE);
    }
}

/* A ball drops by 50 mm and bounces without loss, 49 times in 10 s: no flight is higher than it
 * began, and all are as high except for what frames miss of an apex, g h^2 / 8. */
TEST(a_ball_that_loses_nothing_comes_up_again_and_again) {
    tmSim *sim = sim_of(
        t,
        FLOOR
        "primitive ball begin geometry: sphere(0.1m); interference: ; dynamics: ; end\n" WORLD(
            "floor: floor; b: ball;",
            "place floor by top at (0, 0); place b by center at (0, 0.15m);\n",
            "gravity, friction: 0, restitution: 1", "", "1ms, 10s"),
        0, NULL);
    double high = 0.0, before = 0.15, second = 0.0, last = 0.0;
    int32_t bounces = 0;
    REQUIRE(sim);
    int32_t ball = sim_body(t, sim, "b");
    for (int32_t i = 1; i <= 10000; i++) {
        int32_t count;
        MUST(tm_sim_advance(sim, 1e-3 * i));
        const tmSimEvent *events = tm_sim_events(sim, &count);
        for (int32_t k = 0; k < count; k++) {
            if (events[k].kind == TM_SIM_EVENT_TOUCH) {
                CHECK(bounces == 0 || high <= 0.15 + 1e-12);
                second = bounces == 1 ? high : second;
                last = before = bounces > 0 ? high : before;
                bounces++;
                high = 0.0;
            }
        }
        high = fmax(high, tm_sim_frames(sim)[ball].position[1]);
    }
    CHECK(bounces == 50 || bounces == 49);
    CHECK_NEAR(second, 0.15, 9.81e-6 / 8.0);
    CHECK_NEAR(last, 0.15, 9.81e-6 / 8.0);
}

/* A union with a seam at x = 0, against one box of the same outline: the same motion. */
TEST(seams_of_a_union_are_not_felt) {
    static const char *const shapes[] = {
        "cuboid(1m, 0.2m, 1m)",
        "union(cuboid(0.5m, 0.2m, 1m, at: (-0.25m, 0)), cuboid(0.5m, 0.2m, 1m, at: (0.25m, 0)))",
        "union(cuboid(0.6m, 0.2m, 1m, at: (-0.2m, 0)), cuboid(0.4m, 0.2m, 1m, at: (0.3m, 0)))"};
    double height[3], x[3];
    for (int i = 0; i < 3; i++) {
        char *text = test_memory(t, 4000, 1);
        snprintf(text, 4000,
                 FLOOR "primitive u begin geometry: %s; interference: ;\n"
                       "  dynamics: (mass: 1kg, inertia: 0.1kg*m^2); end\n" WORLD(
                           "floor: floor; u: u;",
                           "place floor by top at (0, 0);\n"
                           "place u by center at (0, 1m) angle = 10deg velocity = (1m/s, 0);\n",
                           "gravity, friction: 0.1", "", "10ms, 1s"),
                 shapes[i]);
        Machine *m = run(t, text);
        REQUIRE(m);
        machine_judge(m, 1e-4);
        const double *at = tm_sim_frames(m->sim)[sim_body(t, m->sim, "u")].position;
        x[i] = at[0];
        height[i] = at[1];
    }
    for (int i = 1; i < 3; i++) {
        CHECK_NEAR(x[i], x[0], 1e-9);
        CHECK_NEAR(height[i], 0.1, 1e-12);
    }
}

/* Between two walls without gravity: 10^4 bounces without loss; e = 1 keeps the speed. */
TEST(ten_thousand_bounces_without_loss_bring_no_energy) {
    Machine *m = machine_of_text(
        t, "primitive wall begin properties: (fixed); geometry: cuboid(1m, 4m, 1m);\n"
           "  interference: ; end\n"
           "primitive ball begin geometry: cylinder(0.1m, 0.1m); interference: ; dynamics: ;\n"
           "end\n" WORLD("l, r: wall; b: ball;",
                         "place l by center at (-0.61m, 0); place r by center at (0.61m, 0);\n"
                         "place b by center at (0, 0) velocity = (1m/s, 0);\n",
                         "friction: 0, restitution: 1", "", "20ms, 400s"));
    int32_t bounces = 0;
    double start = tm_sim_info(m->sim)->energy;
    REQUIRE(m);
    while (machine_step(m)) {
        int32_t count;
        const tmSimEvent *events = tm_sim_events(m->sim, &count);
        for (int32_t i = 0; i < count; i++) {
            bounces += events[i].kind == TM_SIM_EVENT_TOUCH;
        }
    }
    CHECK(bounces >= 10000);
    CHECK_NEAR(tm_sim_info(m->sim)->energy / start, 1.0, 1e-9);
    machine_judge(m, NO_RISE);
}

/* Jaws that lean by 10 degrees and close at 0.5 m/s each push a ball out at 0.5 / tan(10 deg) =
 * 2.8356 m/s, whatever it weighs. With friction above tan(10 deg) no impulses within the cones do
 * that: the law of friction is left, and counted, but nothing is thrown out faster. */
TEST(a_ball_that_friction_jams_between_jaws_comes_out_no_faster_than_they_push_it) {
    static const char text[] =
        "primitive jaw begin geometry: cuboid(0.1m, 1m, 0.1m); interference: ; end\n"
        "primitive ball begin geometry: cylinder(0.1m, 0.1m); interference: ; dynamics: ; "
        "end\n" WORLD(
            "p, q: jaw; b: ball;",
            "place p by center at (-0.3m, 0) angle = 10deg; place b by center at (0, 0);\n"
            "place q by center at (0.3m, 0) angle = -10deg;\n",
            "friction: %.17g",
            "control: begin velocity of p = (0.5m/s, 0m/s); angular_velocity of p = 0rad/s;\n"
            "  velocity of q = (-0.5m/s, 0m/s); angular_velocity of q = 0rad/s; end;",
            "2ms, 0.32s");
    static const double frictions[3] = {0.1, 0.3, 0.5};
    for (int i = 0; i < 3; i++) {
        int keep = t->defer_count;
        const Machine *m = run(t, print(t, text, frictions[i], 0.0));
        REQUIRE(m);
        const tmSimInfo *info = tm_sim_info(m->sim);
        double speed = tm_sim_twists(m->sim)[sim_body(t, m->sim, "b")].linear[1];
        CHECK(info->outcome == TM_SIM_ENDED);
        CHECK_NEAR(speed, 0.5 / tan(10.0 * atan(1.0) / 45.0), 1e-9);
        CHECK((info->jammed > 0) == (i > 0));
        test_run_defers(t, keep);
    }
}

TEST_MAIN(CASE(bodies_that_overlap_a_little_are_moved_apart_and_named),
          CASE(bodies_that_overlap_much_are_told_with_the_depth),
          CASE(of_many_pairs_that_overlap_the_first_are_named_and_the_others_counted),
          CASE(what_a_joint_holds_in_an_overlap_is_told),
          CASE(bodies_that_are_exempt_may_overlap_and_fixed_ones_never_touch),
          CASE(a_state_in_which_bodies_overlap_is_mended_or_refused),
          CASE(facets_without_length_and_pieces_without_thickness_land),
          CASE(a_wall_thinner_than_any_tolerance_stops_a_ball),
          CASE(balls_do_not_pass_through_each_other_within_a_step),
          CASE(bodies_smaller_than_the_roundings_of_their_world_are_warned_of),
          CASE(a_heavy_body_lies_on_a_light_one), CASE(a_body_between_jaws_that_close_is_told),
          CASE(a_prescribed_body_that_is_driven_into_a_fixed_one_is_told),
          CASE(steps_that_are_far_too_long_are_told_with_the_way),
          CASE(pushes_that_are_no_number_or_without_bound_end_the_run),
          CASE(friction_of_any_size_leaves_no_overlap_and_no_energy),
          CASE(impacts_without_loss_bring_no_energy),
          CASE(a_ball_that_loses_nothing_comes_up_again_and_again),
          CASE(seams_of_a_union_are_not_felt),
          CASE(ten_thousand_bounces_without_loss_bring_no_energy),
          CASE(a_ball_that_friction_jams_between_jaws_comes_out_no_faster_than_they_push_it))
