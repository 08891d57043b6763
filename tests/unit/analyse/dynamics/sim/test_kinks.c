/* test_kinks.c: controls with kinks and jumps in time and for what they sense, and states between
 * the ends of steps. Expected numbers are closed forms. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define BLOCK                                                                                      \
    "primitive block begin geometry: cuboid(0.1m, 0.1m, 0.1m) where begin\n"                       \
    "  x: axis((1, 0, 0)); y: axis((0, 1, 0)); end; dynamics: (mass: 1kg); end\n"
#define RAIL "  structure join b to world with slider matching (x x_axis) as s;\n"

TEST(pulse_between_the_stages_of_a_step_is_not_stepped_over) {
    tmSim *sim =
        sim_of(t,
               BLOCK "world w begin components b: block;\n" RAIL "  properties: (planar);\n"
                     "  control: force of s = if time > 5s and time < 5.02s then 1000N "
                     "else 0N; end\n"
                     "simulate w begin time: (1ms, 10s); end",
               0, NULL);
    double rate;
    REQUIRE(sim);
    tm_sim_advance(sim, 10.0);
    CHECK_NEAR(sim_value(sim, "s", &rate), 20.0 * 4.99, 1e-8);
    CHECK_NEAR(rate, 20.0, 1e-9);
    CHECK(tm_sim_info(sim)->steps < 40);
}

/* A wheel on a spring over a ramp of 1 m/s from 1 s to 1.05 s: x = v (u - sin(w u) / w) on it. */
TEST(corners_of_a_table_that_prescribes_a_motion_are_met) {
    tmSim *sim = sim_of(
        t,
        "table road begin points: ((0s, 0mm) (1s, 0mm) (1.05s, 50mm)); beyond: hold; end\n"
        "primitive wheel begin geometry: sphere(0.1m) where begin up: axis((0, 1, 0)); end;\n"
        "  dynamics: (mass: 40kg); end\n"
        "primitive pad begin geometry: none; control: position = (0, road(time)); end\n"
        "world w begin components b: wheel; pad: pad; structure begin\n"
        "    join b to world with slider matching (up y_axis) as s;\n"
        "    join b to pad with spring(stiffness: 180kN/m, length: 1m) matching (center center);\n"
        "    place b by center at (0, 1m); end properties: (planar); end\n"
        "simulate w begin time: (1ms, 2s); tolerance: 1e-10; end",
        0, NULL);
    double w = sqrt(180e3 / 40.0), u = 0.05, x = u - sin(w * u) / w, v = 1.0 - cos(w * u);
    REQUIRE(sim);
    tm_sim_advance(sim, 0.999);
    CHECK_NEAR(sim_value(sim, "s", NULL), 1.0, 1e-12);
    tm_sim_advance(sim, 1.05);
    CHECK_NEAR(sim_value(sim, "s", NULL), 1.0 + x, 1e-9);
    tm_sim_advance(sim, 1.5);
    double since = 0.45, end = 0.05 + (x - 0.05) * cos(w * since) + v / w * sin(w * since);
    CHECK_NEAR(sim_value(sim, "s", NULL), 1.0 + end, 1e-8);
}

/* Full force up to x = 1, then as much against it: it comes to rest at x = 2 after 2 sqrt(2) s. */
TEST(switch_that_reads_the_state_is_met_where_it_happens) {
    tmSim *sim =
        sim_of(t,
               BLOCK "world w begin components b: block;\n" RAIL "  properties: (planar);\n"
                     "  control: force of s = if s.position < 1m then 1N else -1N; end\n"
                     "simulate w begin time: (1ms, 2.8s); tolerance: 1e-10; end",
               0, NULL);
    double rate;
    REQUIRE(sim);
    tm_sim_advance(sim, 2.8);
    double since = 2.8 - sqrt(2.0);
    CHECK_NEAR(sim_value(sim, "s", &rate), 1.0 + sqrt(2.0) * since - 0.5 * since * since, 1e-9);
    CHECK_NEAR(rate, sqrt(2.0) - since, 1e-8);
}

TEST(prescribed_position_that_jumps_ends_the_run_with_a_message) {
    const char *said =
        sim_says(t,
                 BLOCK "world w begin components b: block;\n" RAIL "  properties: (planar);\n"
                       "  control: position of s = if time < 0.5s then 0m else "
                       "0.2m; end\n"
                       "simulate w begin time: (1ms, 1s); end",
                 NULL, 1.0);
    REQUIRE(said);
    CHECK(strstr(said, "at t = 0.5 s: the position or length that is prescribed for 's' jumps by "
                       "0.2 m"));
}

TEST(states_before_a_stop_are_those_of_the_fall) {
    tmSim *sim = sim_of(t,
                        BLOCK "world w begin components b: block; structure begin\n"
                              "    join b to world with slider(low: 0m) matching (y y_axis) as s;\n"
                              "    place b by center at (0, 1m); end\n"
                              "  properties: (planar, gravity); end\n"
                              "simulate w begin time: (50ms, 1s); end",
                        0, NULL);
    double rate;
    REQUIRE(sim);
    for (int32_t i = 1; i <= 9; i++) {
        double time = 0.05 * i;
        tm_sim_advance(sim, time);
        CHECK_NEAR(sim_value(sim, "s", &rate), 1.0 - 0.5 * 9.81 * time * time, 1e-12);
        CHECK_NEAR(rate, -9.81 * time, 1e-12);
    }
    tm_sim_advance(sim, 0.5);
    CHECK_NEAR(sim_value(sim, "s", &rate), 0.0, 1e-15);
    CHECK_NEAR(rate, 0.0, 1e-15);
}

/* x = cos(10 t): as accurate between the ends of long steps as at them. */
TEST(states_between_the_ends_of_steps_are_within_the_tolerance) {
    tmSim *sim = sim_of(t,
                        BLOCK "world w begin components b: block; structure begin\n"
                              "    join b to world with slider(stiffness: 100N/m, rest: 0m)\n"
                              "        matching (x x_axis) as s;\n"
                              "    place b by center at (1m, 0); end properties: (planar); end\n"
                              "simulate w begin time: (1ms, 5s); tolerance: 1e-8; end",
                        0, NULL);
    REQUIRE(sim);
    for (int32_t i = 1; i <= 1000; i++) {
        tm_sim_advance(sim, 0.005 * i);
        CHECK_NEAR(sim_value(sim, "s", NULL), cos(0.05 * i), 2e-7);
    }
}

TEST_MAIN(CASE(pulse_between_the_stages_of_a_step_is_not_stepped_over),
          CASE(corners_of_a_table_that_prescribes_a_motion_are_met),
          CASE(switch_that_reads_the_state_is_met_where_it_happens),
          CASE(prescribed_position_that_jumps_ends_the_run_with_a_message),
          CASE(states_before_a_stop_are_those_of_the_fall),
          CASE(states_between_the_ends_of_steps_are_within_the_tolerance))
