/* test_live.c: worlds that run in front of somebody: without an end, in little slices, and changed
 * while they run: a new simulation goes on where the old one stood. */
#include "simulations.h"

#include <math.h>
#include <string.h>

/* Stacks of five boxes, and one more that the second text has. */
#define STACKS(part, place)                                                                        \
    "primitive floor begin properties: (fixed); geometry: cuboid(40m, 1m, 1m)\n"                   \
    "  where begin top: (0, 0.5m); end; interference: ; end\n"                                     \
    "primitive box begin geometry: cuboid(1m, 0.5m, 1m); interference: ; dynamics: ; end\n"        \
    "world w begin components floor: floor; box[1..20]: box; " part "\n"                           \
    "  structure begin place floor by top at (0, 0);\n"                                            \
    "    for i in 1 .. 4 begin for k in 1 .. 5 begin\n"                                            \
    "      place box[5 * i + k - 5] by center at (i * 1.5m + 0.05m * sin(k * 7rad),\n"             \
    "                                             k * 0.51m - 0.26m); end end\n" place "  end\n"   \
    "  properties: (planar, gravity, friction: 0.5); end\n"                                        \
    "simulate w begin time: (5ms, 10s); method: stepping; end\n"
#define OLD STACKS("", "")
#define NEW STACKS("new: box;", "    place new by center at (-3m, 2m);\n")

static tmSimDef without_end(void) {
    tmSimDef def = tm_sim_def_default();
    def.end = 1e9;
    return def;
}

TEST(a_run_without_an_end_in_slices_has_the_same_bits_and_takes_no_more_memory) {
    tmSimDef def = without_end();
    tmSim *live = sim_of(t, OLD, 0, &def), *whole = sim_of(t, OLD, 0, NULL);
    REQUIRE(live && whole);
    for (int i = 1; i <= 60; i++) {
        MUST(tm_sim_advance(live, i / 60.0));
    }
    int64_t before = t->allocations;
    for (int i = 61; i <= 120; i++) {
        MUST(tm_sim_advance(live, i / 60.0));
    }
    CHECK(t->allocations == before);
    MUST(tm_sim_advance(whole, 2.0));
    CHECK(tm_sim_hash(live) == tm_sim_hash(whole) && tm_sim_info(live)->time == 2.0);
}

/* 0.5 kg m^2 behind 10 N m s: 1 / 1.2 each step, down to where numbers end. */
TEST(what_a_damper_has_stopped_goes_on_standing) {
    for (int32_t method = TM_METHOD_EVENTS; method <= TM_METHOD_CLASSIC; method++) {
        int keep = t->defer_count;
        tmSimDef def = without_end();
        def.method = method;
        tmSim *sim = sim_of(t,
                            "primitive block begin geometry: none;\n"
                            "  dynamics: (mass: 2kg, inertia: 0.5kg*m^2); end\n"
                            "world w begin components block: block; structure begin\n"
                            "  join block to world with pin(damping: 10N*m*s) matching (center (0, "
                            "0)) as axle;\n"
                            "  place block by center at (0, 0) angular_velocity = 1rad/s; end\n"
                            "  properties: (planar); end\n"
                            "simulate w begin time: (10ms, 10s); end\n",
                            0, &def);
        REQUIRE(sim);
        double rate;
        MUST(tm_sim_advance(sim, 100.0));
        CHECK(tm_sim_info(sim)->outcome == TM_SIM_RUNS && tm_sim_info(sim)->time == 100.0);
        double angle = sim_value(sim, "axle", &rate);
        CHECK_NEAR(angle, 0.05, method == TM_METHOD_EVENTS ? 1e-6 : 0.01); /* J w / c */
        CHECK_NEAR(rate, 0.0, 1e-12);
        test_run_defers(t, keep);
    }
}

/* ---- Changed while it runs ------------------------------------------------------------------- */

/* Makes a simulation go on where another stands: bodies that both have go by their numbers, which
 * those of the longer text begin with. */
static tmStatus go_on(tmTest *t, tmSim *sim, const tmSim *from) {
    int32_t count = tm_model_body_count(sim_model(sim)), old = tm_model_body_count(sim_model(from));
    tmFrame *frames = test_memory(t, (size_t)count, sizeof *frames);
    tmTwist *twists = test_memory(t, (size_t)count, sizeof *twists);
    memcpy(frames, tm_sim_frames(sim), (size_t)count * sizeof *frames);
    memcpy(twists, tm_sim_twists(sim), (size_t)count * sizeof *twists);
    memcpy(frames, tm_sim_frames(from), (size_t)old * sizeof *frames);
    memcpy(twists, tm_sim_twists(from), (size_t)old * sizeof *twists);
    return tm_sim_set_state(sim, tm_sim_info(from)->time, frames, twists);
}

/* Largest distance of the boxes that both have from where they are there. */
static double apart(const tmSim *a, const tmFrame *there, int32_t count) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const double *p = tm_sim_frames(a)[i].position;
        double own = hypot(p[0] - there[i].position[0], p[1] - there[i].position[1]);
        max = own > max ? own : max;
    }
    return max;
}

TEST(stacks_that_rest_go_on_resting_when_a_body_is_dropped_in) {
    tmSimDef def = without_end();
    tmSim *old = sim_of(t, OLD, 0, &def), *next = sim_of(t, NEW, 0, &def);
    REQUIRE(old && next);
    int32_t count = tm_model_body_count(sim_model(old)), box = sim_body(t, next, "new");
    REQUIRE(box == count);
    MUST(tm_sim_advance(old, 2.0));
    tmFrame *there = test_memory(t, (size_t)count, sizeof *there);
    memcpy(there, tm_sim_frames(old), (size_t)count * sizeof *there);
    MUST(go_on(t, next, old));
    CHECK(apart(next, there, count) < 1e-12 && tm_sim_info(next)->time == 2.0);
    MUST(tm_sim_advance(next, 3.0));
    CHECK(apart(next, there, count) < 1e-9);
    CHECK_NEAR(tm_sim_frames(next)[box].position[1], 0.25, 0.01); /* 1.75 m take 0.6 s */
    CHECK(tm_sim_info(next)->outcome == TM_SIM_RUNS && tm_sim_info(next)->overlap < 1e-9);
}

TEST(what_falls_falls_on_when_a_body_is_dropped_in) {
    tmSimDef def = without_end();
    tmSim *old = sim_of(t, OLD, 0, &def), *next = sim_of(t, NEW, 0, &def);
    REQUIRE(old && next);
    int32_t count = tm_model_body_count(sim_model(old));
    MUST(tm_sim_advance(old, 0.03)); /* the upper boxes fall by up to 50 mm */
    MUST(go_on(t, next, old));
    for (int i = 4; i <= 100; i++) {
        MUST(tm_sim_advance(old, 0.01 * i));
        MUST(tm_sim_advance(next, 0.01 * i));
    }
    CHECK(apart(next, tm_sim_frames(old), count) < 1e-6);
}

/* The nut of a screw that has turned for 900 times is where it was. */
TEST(a_screw_stays_where_its_turns_have_brought_it) {
    tmSimDef def = without_end();
    tmSim *old = sim_of_example(t, "dynamics/screw_load.tml", 0, &def);
    tmSim *next = sim_of_example(t, "dynamics/screw_load.tml", 0, &def);
    REQUIRE(old && next);
    int32_t count = tm_model_body_count(sim_model(old));
    MUST(tm_sim_advance(old, 20.0));
    MUST(go_on(t, next, old));
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(tm_sim_frames(next)[i].position[k], tm_sim_frames(old)[i].position[k], 1e-9);
        }
    }
    MUST(tm_sim_advance(old, 20.5));
    MUST(tm_sim_advance(next, 20.5));
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(tm_sim_frames(next)[i].position[k], tm_sim_frames(old)[i].position[k], 1e-5);
        }
    }
}

/* A spring about an axle that is wound by three turns and a half: J x'' = -k x from there. */
TEST(a_spring_that_is_wound_by_whole_turns_is_told_so) {
    tmSimDef def = without_end();
    def.tolerance = 1e-12;
    const char *text = "primitive wheel begin geometry: none;\n"
                       "  dynamics: (mass: 3kg, inertia: 2kg*m^2); end\n"
                       "world w begin components wheel: wheel; structure begin\n"
                       "  join wheel to world with pin(stiffness: 2N*m, rest: 0rad) matching "
                       "(center (0, 0)) as axle;\n"
                       "  place wheel by center at (0, 0) angular_velocity = 22rad/s; end\n"
                       "  properties: (planar); end\n"
                       "simulate w begin time: (10ms, 10s); monitor: axle.angle; end\n";
    tmSim *old = sim_of(t, text, 0, &def), *next = sim_of(t, text, 0, &def);
    REQUIRE(old && next);
    int32_t axle = tm_model_find_joint(sim_model(old), "axle");
    double angle, rate, found;
    MUST(tm_sim_advance(old, 1.5)); /* 22 sin(t) */
    MUST(tm_sim_coordinate(old, axle, 0, &angle, &rate));
    CHECK_NEAR(angle, 22.0 * sin(1.5), 1e-9);
    MUST(go_on(t, next, old));
    MUST(tm_sim_set_turns(next, axle, 0, angle + 1.0)); /* about there */
    MUST(tm_sim_coordinate(next, axle, 0, &found, NULL));
    CHECK_NEAR(found, angle, 1e-9);
    CHECK_NEAR(tm_sim_info(next)->energy_error, 0.0, 1e-9);
    CHECK_NEAR(tm_sim_info(next)->energy, 0.5 * 2.0 * 22.0 * 22.0, 1e-6);
    for (int i = 4; i <= 20; i++) {
        MUST(tm_sim_advance(next, 0.5 * i));
        MUST(tm_sim_coordinate(next, axle, 0, &found, NULL));
        CHECK_NEAR(found, 22.0 * sin(0.5 * i), 1e-8);
    }
    CHECK_STATUS(tm_sim_set_turns(NULL, axle, 0, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_set_turns(next, axle + 1, 0, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_set_turns(next, axle, 1, 0.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_set_turns(next, axle, 0, NAN), TM_ERR_NOT_FINITE);
}

TEST_MAIN(CASE(a_run_without_an_end_in_slices_has_the_same_bits_and_takes_no_more_memory),
          CASE(what_a_damper_has_stopped_goes_on_standing),
          CASE(stacks_that_rest_go_on_resting_when_a_body_is_dropped_in),
          CASE(what_falls_falls_on_when_a_body_is_dropped_in),
          CASE(a_screw_stays_where_its_turns_have_brought_it),
          CASE(a_spring_that_is_wound_by_whole_turns_is_told_so))
