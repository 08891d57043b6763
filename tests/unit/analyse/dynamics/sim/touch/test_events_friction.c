/* test_events_friction.c: sticking, sliding and rolling in `events`, and contacts that end, against
 * closed forms, quadratures and Taylor series. */
#include "event_log.h"

#define SLOPE(angle)                                                                               \
    "primitive floor begin properties: (fixed); geometry: cuboid(1000m, 1m, 1m) where begin "      \
    "top: (0, 0.5m); end; interference: ; end\n" BOX(                                              \
        1, 0.5) "world w(mu, v) begin components floor: floor; block: box; structure begin "       \
                "place floor by top at (0, 0) angle = " #angle "; "                                \
                "place block by foot at (0, 0) angle = " #angle                                    \
                " velocity = v * 1m/s * (cos(" #angle "), sin(" #angle ")); end "                  \
                "properties: (planar, gravity, friction: mu, restitution: 0); end\n"

static tmSim *slope(tmTest *t, const char *world, const char *mu, double v, double end) {
    char *text = test_memory(t, 3000, 1);
    snprintf(text, 3000,
             "%ssimulate w(%s, %.17g) begin time: (1ms, %.17gs); method: events; "
             "tolerance: 1e-12; end\n",
             world, mu, v, end);
    return sim_of(t, text, 0, NULL);
}

static EventLog *new_log(tmTest *t) {
    return test_memory(t, 1, sizeof(EventLog));
}

TEST(a_block_slides_down_an_incline_by_half_a_t_squared) {
    double at[3], v[3], a = 20.0 * 3.14159265358979324 / 180.0;
    EventLog *log = new_log(t);
    tmSim *sim = slope(t, SLOPE(20deg), "0.3", 0.0, 1.0);
    log_to(t, sim, 1.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    double x = at[0] + 0.25 * sin(a), y = at[1] - 0.25 * cos(a);
    CHECK_NEAR(-(x * cos(a) + y * sin(a)), 0.29485111152594096, 1e-12);
    CHECK_NEAR(y * cos(a) - x * sin(a), 0.0, 1e-14);
}

/* The friction of tan(20 deg) (1 + 1e-6) holds the block for 100 s, that of (1 - 1e-6) does not. */
TEST(an_incline_holds_a_block_just_above_the_angle_of_friction_and_not_just_below) {
    double at[3], v[3], then[3], a = 20.0 * 3.14159265358979324 / 180.0;
    EventLog *log = new_log(t);
    tmSim *sim = slope(t, SLOPE(20deg), "tan(20deg) * (1 + 1e-6)", 0.0, 100.0);
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    log_to(t, sim, 100.0, log);
    log_body(t, sim, "block", then, v);
    CHECK(hypot(then[0] - at[0], then[1] - at[1]) < 1e-11); /* 1e-13 m/s */
    CHECK(hypot(v[0], v[1]) < 1e-13);
    sim = slope(t, SLOPE(20deg), "tan(20deg) * (1 - 1e-6)", 0.0, 100.0);
    log_to(t, sim, 100.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    double wanted = 9.81 * sin(a) * 1e-6 * 100.0;
    CHECK_NEAR(hypot(v[0], v[1]), wanted, 1e-8 * wanted);
}

TEST(a_block_that_slides_stops_where_friction_has_taken_its_energy) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = slope(t, SLOPE(0deg), "0.3", 3.0, 3.0);
    log_to(t, sim, 3.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    CHECK_NEAR(log_event(log, TM_SIM_EVENT_STICK, 0).time, 1.019367991845056, 1e-12);
    CHECK_NEAR(at[0], 1.529051987767584, 1e-12);
    CHECK_NEAR(v[0], 0.0, 1e-15);
    CHECK_NEAR(tm_sim_info(sim)->energy_error, 0.0, 1e-12);
}

TEST(a_disc_that_slides_rolls_from_two_thirds_of_its_speed_on) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        FLOOR BALL(0.5m) "world w begin components floor: floor; ball: ball; structure begin "
                         "place floor by top at (0, 0); "
                         "place ball by foot at (0, 0) velocity = ((3m/s, 0, 0) (0, 0, 0)); end "
                         "properties: (planar, gravity, friction: 0.2); end\n" RUN(3s),
        0, NULL);
    log_to(t, sim, 3.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(log_event(log, TM_SIM_EVENT_STICK, 0).time, 0.509683995922528, 1e-12);
    CHECK_NEAR(v[0], 2.0, 1e-12);
    CHECK_NEAR(v[2], -4.0, 1e-12);
}

/* m = k = 1 and friction of 1 N: the block stops at 15 - sqrt(205) m. */
TEST(a_friction_oscillator_stops_where_it_must) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        FLOOR BOX(1, 0.5) "world w begin components floor: floor; block: box; structure begin "
                          "place floor by top at (0, 0); "
                          "place block by foot at (12m, 0) velocity = (6m/s, 0); end "
                          "properties: (planar, gravity, friction: 1 / 9.81); "
                          "control: force of block = (-1N/m * block.center.x, 0); end\n" RUN(60s),
        0, NULL);
    log_to(t, sim, 60.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    CHECK_NEAR(at[0], 0.682178936723647, 1e-9);
    CHECK_NEAR(v[0], 0.0, 1e-15);
}

/* ---- Contacts that end ----------------------------------------------------------------------- */

TEST(a_disc_rolls_round_a_kink_of_its_slope_and_on) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim =
        sim_of(t,
               BALL(0.2m) "primitive hill begin properties: (fixed); geometry: prism(((-5m, -6m), "
                          "(5m * cos(35deg), -6m), (5m * cos(35deg), -5m * sin(35deg)), (0, 0), "
                          "(-5m * cos(10deg), 5m * sin(10deg))), 1m); interference: ; end\n"
                          "world w begin components hill: hill; ball: ball; structure begin "
                          "place hill by center at (0, 0); "
                          "place ball by center at (-0.05m * cos(10deg) + 0.2m * sin(10deg), "
                          "0.05m * sin(10deg) + 0.2m * cos(10deg)); end "
                          "properties: (planar, gravity, friction: 20); end\n" RUN(1s),
               0, NULL);
    log_to(t, sim, 1.0, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(hypot(v[0], v[1]), 2.723486798690892, 1e-11);
    CHECK(log_event(log, TM_SIM_EVENT_PART, 0).time != log_event(log, TM_SIM_EVENT_PART, 0).time);
}

TEST(a_rod_slides_off_a_table_tips_and_leaves_it) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        "primitive table begin properties: (fixed); geometry: cuboid(5m, 1m, 1m) where begin "
        "edge: (2.5m, 0.5m); end; interference: ; end\n" BOX(
            1,
            0.02) "world w begin components table: table; rod: box; structure begin "
                  "place table by edge at (0, 0); place rod by foot at (-0.8m, 0) velocity = "
                  "(0.5m/s, 0); "
                  "end properties: (planar, gravity, friction: 0, restitution: 0); end\n" RUN(2.1s),
        0, NULL);
    log_to(t, sim, 2.0380375585006, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "rod", at, v);
    CHECK_NEAR(at[2], -0.5826822770145255, 1e-10);
    CHECK_NEAR(v[2], -2.8700464173359275, 1e-10);
    CHECK_NEAR(v[0], 0.7339468649379399, 1e-10);
    CHECK_NEAR(v[1], -1.5057018766677839, 1e-10);
    log_to(t, sim, 2.1, log);
    CHECK_NEAR(log_event(log, TM_SIM_EVENT_PART, 0).time, 2.038037558500605, 1e-11);
}

TEST(a_ladder_leaves_the_wall_at_two_thirds_of_its_height) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        "primitive floor begin properties: (fixed); geometry: cuboid(10m, 1m, 1m) where begin "
        "top: (-4m, 0.5m); end; interference: ; end\n"
        "primitive wall begin properties: (fixed); geometry: cuboid(1m, 10m, 1m) where begin "
        "side: (0.5m, -4m); end; interference: ; end\n" ROD(
            1) "world w begin components floor: floor; wall: wall; rod: rod; structure begin "
               "place floor by top at (0, 0); place wall by side at (0, 0); "
               "place rod by center at (0.5m * sin(0.2), 0.5m * cos(0.2)) angle = 90deg + 0.2rad; "
               "end "
               "properties: (planar, gravity, friction: 0, restitution: 0); end\n" RUN(0.6s),
        0, NULL);
    log_to(t, sim, 0.5623026155664838, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "rod", at, v);
    CHECK_NEAR(at[2] - 0.5 * 3.14159265358979324, 0.858758642788193, 1e-11);
    CHECK_NEAR(v[2], 3.1007181633651553, 1e-10);
    log_to(t, sim, 0.6, log);
    CHECK_NEAR(log_event(log, TM_SIM_EVENT_PART, 0).time, 0.5623026155664838, 1e-11);
}

TEST_MAIN(CASE(a_block_slides_down_an_incline_by_half_a_t_squared),
          CASE(an_incline_holds_a_block_just_above_the_angle_of_friction_and_not_just_below),
          CASE(a_block_that_slides_stops_where_friction_has_taken_its_energy),
          CASE(a_disc_that_slides_rolls_from_two_thirds_of_its_speed_on),
          CASE(a_friction_oscillator_stops_where_it_must),
          CASE(a_disc_rolls_round_a_kink_of_its_slope_and_on),
          CASE(a_rod_slides_off_a_table_tips_and_leaves_it),
          CASE(a_ladder_leaves_the_wall_at_two_thirds_of_its_height))
