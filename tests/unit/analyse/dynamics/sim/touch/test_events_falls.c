/* test_events_falls.c: falls, rebounds and their ends in `events`, against closed forms and roots
 * that were computed with 20 digits and more. */
#include "event_log.h"

static EventLog *new_log(tmTest *t) {
    return test_memory(t, 1, sizeof(EventLog));
}

TEST(a_ball_comes_to_rest_at_the_end_of_a_geometric_series) {
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        FLOOR BALL(0.1m) "world w begin components floor: floor; ball: ball; structure begin "
                         "place floor by top at (0, 0); place ball by foot at (0, 1m); end "
                         "properties: (planar, gravity, friction: 0, restitution: 0.9); end\n" RUN(
                             9s),
        0, NULL);
    log_to(t, sim, 5.5, log);
    log_to(t, sim, 9.0, log);
    CHECK_NEAR(log_impact(log, 0).time, 0.4515236409857309, 1e-13);
    CHECK_NEAR(log_impact(log, 1).time, 1.2642661947600464, 1e-12);
    CHECK_NEAR(log_impact(log, 9).time, 5.430218002585345, 5e-12);
    CHECK_NEAR(log_impact(log, 43).time, 8.491374025647692, 1e-11);
    CHECK_NEAR(log_impact(log, 43).after / log_impact(log, 43).before, -0.9, 1e-9);
    tmSimEvent rest = log_event(log, TM_SIM_EVENT_REST, 0);
    CHECK_NEAR(rest.value, 8.578949178728887, 1e-10);
    CHECK(rest.time < rest.value);
    /* It stays, and nothing happens any more. */
    CHECK(log->events[log->count - 1].kind == TM_SIM_EVENT_END);
    CHECK(log->events[log->count - 2].kind == TM_SIM_EVENT_REST);
    double at[3], v[3];
    REQUIRE(sim != NULL);
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(at[1], 0.1, 1e-15);
    CHECK(v[1] == 0.0);
    CHECK(tm_sim_info(sim)->events < 300);
    CHECK(tm_sim_info(sim)->passed == 0);
}

TEST(a_ball_on_a_floor_that_shakes_meets_it_where_a_parabola_meets_a_sine) {
    static const double times[] = {0.44962832085660903, 0.7954810364883711, 0.8848015795495208,
                                   0.9336730931898672,  0.9691292992489902, 0.998440753304371};
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        "primitive floor begin geometry: cuboid(10m, 1m, 1m) where begin top: (0, 0.5m); end; "
        "interference: ; end\n" BALL(
            0.1m) "world w begin components floor: floor; ball: ball; structure begin "
                  "place floor by top at (0, 0); place ball by foot at (0, 1m); end "
                  "properties: (planar, gravity, friction: 0, restitution: 0.5); "
                  "control: position of floor = (0, -0.5m + 0.02m * sin(t * 20rad/s)); end\n" RUN(
                      1s),
        0, NULL);
    log_to(t, sim, 0.99845, log);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(log_impact(log, i).time, times[i], 1e-11);
    }
    double at[3], v[3];
    REQUIRE(sim != NULL);
    log_body(t, sim, "ball", at, v);
    CHECK_NEAR(v[1], 0.20008526258441078 - 9.81 * (0.99845 - times[5]), 1e-9);
}

TEST(a_rod_that_falls_on_its_end_is_thrown_onto_the_other) {
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        FLOOR ROD(1) "world w begin components floor: floor; rod: rod; structure begin "
                     "place floor by top at (0, 0); "
                     "place rod by left at (-0.5m * cos(30deg), 0.5m) angle = 30deg; end "
                     "properties: (planar, gravity, friction: 0, restitution: 0.5); end\n" RUN(1s),
        0, NULL);
    log_to(t, sim, 0.3192754284070506, log);
    tmSimEvent first = log_impact(log, 0);
    CHECK_NEAR(first.time, 0.3192754284070505, 1e-14);
    CHECK_NEAR(first.impulse, 1.4455809012337686, 1e-12);
    double at[3], v[3];
    REQUIRE(sim != NULL);
    log_body(t, sim, "rod", at, v);
    CHECK_NEAR(v[1], -1.6865110514393966, 1e-12);
    CHECK_NEAR(v[2], -7.5114587021642825, 1e-12);
    log_to(t, sim, 0.5, log);
    CHECK_NEAR(log_impact(log, 1).time, 0.4064958726389998, 1e-13);
}

TEST(a_rocking_block_loses_a_twelfth_of_its_rate_at_every_impact_and_rests) {
    static const double times[] = {0.5872311798060985, 1.4930023948267732, 2.244945459291821,
                                   2.8892581952461067, 3.4512272596303015, 3.946936176964075,
                                   4.387587567214343,  4.781476290900383};
    EventLog *log = new_log(t);
    tmSim *sim = sim_of(
        t,
        FLOOR BOX(0.5,
                  2) "world w begin components floor: floor; block: box; structure begin "
                     "place floor by top at (0, 0); "
                     "place block by corner at (0, 0) angle = -0.6 * atan(0.25) * 1rad; end "
                     "properties: (planar, gravity, friction: 5, restitution: 0); end\n" RUN(9s),
        0, NULL);
    log_to(t, sim, 9.0, log);
    for (int i = 0; i < 8; i++) {
        CHECK_NEAR(log_impact(log, i).time, times[i], 1e-10);
    }
    CHECK_NEAR(log_impact(log, 0).before, -0.5 * 0.5981222582310232, 1e-10);
    CHECK_NEAR(log_event(log, TM_SIM_EVENT_REST, 0).value, 8.614669119378075, 1e-9);
    double at[3], v[3];
    REQUIRE(sim != NULL);
    log_body(t, sim, "block", at, v);
    CHECK_NEAR(at[1], 1.0, 1e-12);
    CHECK_NEAR(at[2], 0.0, 1e-12);
}

TEST_MAIN(CASE(a_ball_comes_to_rest_at_the_end_of_a_geometric_series),
          CASE(a_ball_on_a_floor_that_shakes_meets_it_where_a_parabola_meets_a_sine),
          CASE(a_rod_that_falls_on_its_end_is_thrown_onto_the_other),
          CASE(a_rocking_block_loses_a_twelfth_of_its_rate_at_every_impact_and_rests))
