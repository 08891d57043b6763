/* test_contact_senses.c: what monitors and controls of a run read of contacts: weights and sums by
 * hand, times of a fall by the sum of its steps. */
#include "simulations.h"

#include <math.h>
#include <string.h>

/* 1 kg on a floor, 0.1 m beside the floor's centre, `height` above it. */
#define WORLD(height, gravity, rest)                                                               \
    "primitive ground begin properties: (fixed); geometry: cuboid(1m, 0.1m, 0.1m);\n"              \
    "  interference: ; end\n"                                                                      \
    "primitive crate begin geometry: cuboid(0.1m, 0.1m, 0.1m); interference: ; dynamics: ; end\n"  \
    "world w begin components floor: ground; box: crate;\n"                                        \
    "  structure begin\n"                                                                          \
    "    place floor by center at (0, -0.05m);\n"                                                  \
    "    place box by center at (0.1m, 0.05m + " height ");\n"                                     \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity: " gravity ", friction: 0.5);\n" rest

#define LOADS                                                                                      \
    "  monitor: contact(box, floor), force(box, floor), force(floor, box), torque(floor, box),\n"  \
    "    floor.force, floor.torque, box.force, box.torque; end\n"
enum {
    TOUCH,
    ON_BOX = 1,
    ON_FLOOR = 4,
    TURN = 7,
    FLOOR = 10,
    FLOOR_TURN = 13,
    BOX = 16,
    VALUES = 22
};

static void check3(tmTest *t, const double *v, double x, double y, double z) {
    CHECK_NEAR(v[0], x, 1e-9);
    CHECK_NEAR(v[1], y, 1e-9);
    CHECK_NEAR(v[2], z, 1e-9);
}

TEST(what_lies_on_the_floor_is_carried_by_it) {
    tmSim *sim = sim_of(t, WORLD("0m", "10m/s^2", "end\nsimulate w begin time: (1ms, 1s);\n" LOADS),
                        0, NULL);
    double v[VALUES];
    REQUIRE(sim);
    MUST(tm_sim_monitors(sim, v));
    CHECK(v[TOUCH] == 1.0); /* before the first step, by its distance */
    MUST(tm_sim_advance(sim, 0.01));
    MUST(tm_sim_monitors(sim, v));
    CHECK(v[TOUCH] == 1.0);
    check3(t, v + ON_BOX, 0.0, 10.0, 0.0);
    check3(t, v + ON_FLOOR, 0.0, -10.0, 0.0);
    check3(t, v + TURN, 0.0, 0.0, -1.0); /* 0.1 m beside the centre */
    check3(t, v + FLOOR, 0.0, -10.0, 0.0);
    check3(t, v + FLOOR_TURN, 0.0, 0.0, -1.0);
    check3(t, v + BOX, 0.0, 10.0, 0.0);
}

TEST(friction_is_part_of_the_force) {
    tmSim *sim = sim_of(
        t, WORLD("0m", "(3m/s^2, -10m/s^2)", "end\nsimulate w begin time: (1ms, 1s);\n" LOADS), 0,
        NULL);
    double v[VALUES];
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 0.01));
    MUST(tm_sim_monitors(sim, v));
    /* It stays: 3 N is less than 0.5 of 10 N. */
    check3(t, v + ON_BOX, -3.0, 10.0, 0.0);
    check3(t, v + FLOOR, 3.0, -10.0, 0.0);
    /* About the centre of the floor what acts on the box's centre, (0.1, 0.1) x (3, -10). */
    check3(t, v + TURN, 0.0, 0.0, -1.3);
    check3(t, v + FLOOR_TURN, 0.0, 0.0, -1.3);
}

TEST(nothing_touches_in_the_air) {
    tmSim *sim = sim_of(
        t, WORLD("0.02m", "10m/s^2", "end\nsimulate w begin time: (1ms, 1s);\n" LOADS), 0, NULL);
    double v[VALUES];
    REQUIRE(sim);
    for (int i = 0; i < 2; i++) {
        MUST(tm_sim_advance(sim, 0.01 * i));
        MUST(tm_sim_monitors(sim, v));
        CHECK(v[TOUCH] == 0.0);
        check3(t, v + ON_BOX, 0.0, 0.0, 0.0);
        check3(t, v + FLOOR, 0.0, 0.0, 0.0);
    }
}

/* It falls freely, by 20 mm in 63.2 ms: they are reached in step 64. From the next on
 * the control pushes with 6 N against friction, which is 5 N once the impact is over. */
TEST(controls_read_the_contacts_of_the_step_before) {
    tmSim *sim = sim_of(t,
                        WORLD("0.02m", "10m/s^2",
                              "  control: force at box.center =\n"
                              "    (if contact(box, floor) then 6N else 0N, 0N);\n"
                              "end\nsimulate w begin time: (1ms, 1s);\n"
                              "  stop: contact(box, floor) and t > 0.1s; end\n"),
                        0, NULL);
    double at[3], before[3], after[3];
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 0.064));
    sim_point(t, sim, "box.center", at, before);
    CHECK_NEAR(at[1], 0.05, 1e-12);
    CHECK_NEAR(before[0], 0.0, 1e-12);
    MUST(tm_sim_advance(sim, 0.07));
    sim_point(t, sim, "box.center", at, before);
    MUST(tm_sim_advance(sim, 0.08));
    sim_point(t, sim, "box.center", at, after);
    CHECK_NEAR(after[0] - before[0], 10 * 1e-3 * (6.0 - 0.5 * 10.0), 1e-12);
    MUST(tm_sim_advance(sim, 1.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_STOPPED);
    CHECK_NEAR(tm_sim_info(sim)->time, 0.101, 1e-12);
}

TEST_MAIN(CASE(what_lies_on_the_floor_is_carried_by_it), CASE(friction_is_part_of_the_force),
          CASE(nothing_touches_in_the_air), CASE(controls_read_the_contacts_of_the_step_before))
