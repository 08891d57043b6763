/* test_limit_scales.c: limits of joints in worlds of all sizes: with lengths, speeds and gravity
 * multiplied by a power of two the same things come to pass at the same times. */
#include "simulations.h"

#include <stdio.h>

/* A bob falls on the limit of its rail and bounces; a leaf of the same size turns at 2 rad/s
 * between its stops. */
static const char *bouncing(tmTest *t, double scale, const char *method) {
    char *text = test_memory(t, 2000, 1);
    snprintf(text, 2000,
             "primitive bob begin geometry: cuboid(%.17g, %.17g, %.17g);\n"
             "  dynamics: (mass: 2, inertia: %.17g); end\n"
             "world w begin components bob: bob; leaf: bob;\n"
             "  structure begin\n"
             "    join bob to world with slider(low: 0, restitution: 0.5)\n"
             "      matching (y_axis y_axis) as rail;\n"
             "    join leaf to world with pin(low: -1, high: 1, restitution: 0.5)\n"
             "      matching ((0, 0) (%.17g, 0)) as hinge;\n"
             "    place bob by center at (0, %.17g);\n"
             "    place leaf by center at (%.17g, 0) angular_velocity = 2;\n"
             "  end\n"
             "  properties: (planar, gravity: %.17g);\n"
             "end\n"
             "simulate w begin time: (5ms, 1.2s); method: %s; end\n",
             scale, scale, scale, scale * scale, 3.0 * scale, scale, 3.0 * scale, 10.0 * scale,
             method);
    return text;
}

static void check_scales(tmTest *t, const char *method, int32_t at_least) {
    static const double scales[] = {0x1p-20, 0x1p-40, 0x1p20};
    tmSim *first = sim_of(t, bouncing(t, 1.0, method), 0, NULL);
    int32_t count, other;
    REQUIRE(first);
    MUST(tm_sim_advance(first, 1.2));
    const tmSimEvent *events = tm_sim_events(first, &count);
    CHECK(count >= at_least);
    for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
        tmSim *sim = sim_of(t, bouncing(t, scales[k], method), 0, NULL);
        REQUIRE(sim);
        MUST(tm_sim_advance(sim, 1.2));
        const tmSimEvent *others = tm_sim_events(sim, &other);
        CHECK(other == count);
        for (int32_t i = 0; i < count && i < other; i++) {
            CHECK(others[i].kind == events[i].kind && others[i].joint == events[i].joint);
            CHECK_NEAR(others[i].time, events[i].time, 1e-12);
        }
    }
}

/* The bob is at its limit after sqrt(2 / 10) (1 + 2 / 2 + 2 / 4 + …), the leaf after 0.5 s. */
TEST(limits_are_met_at_the_same_times_at_all_sizes) {
    check_scales(t, "events", 5);
}

TEST(limits_are_met_in_the_same_steps_at_all_sizes) {
    check_scales(t, "stepping", 4);
}

TEST_MAIN(CASE(limits_are_met_at_the_same_times_at_all_sizes),
          CASE(limits_are_met_in_the_same_steps_at_all_sizes))
