/* test_events_laws.c: impacts through joints, in rows, and without collision, against closed forms
 * and Lagrange's equations with 20 digits. */
#include "event_log.h"

static EventLog *new_log(tmTest *t) {
    return test_memory(t, 1, sizeof(EventLog));
}

/* ---- [HH] 4.3 -------------------------------------------------------------------------------- */

static void collide(tmTest *t, const char *start, const double wanted[5]) {
    char *text = test_memory(t, 3000, 1);
    EventLog *log = new_log(t);
    double at[3], v[3];
    snprintf(text, 3000,
             "primitive driver begin geometry: none; end\n"
             "primitive rod begin geometry: cuboid(2m, 8m, 1m) where begin top: (1m, 4m); "
             "bottom: (1m, -4m); end; interference: ; dynamics: (mass: 32kg, "
             "inertia: 32 * 68 / 12 * 1kg*m^2); end\n"
             "world w begin components driver: driver; rod1: rod; rod2: rod; structure begin "
             "join rod1 to driver with pin matching (top center) as upper; "
             "join rod2 to rod1 with pin matching (top bottom) as lower; "
             "place driver by center at (0, 0); place rod1 by top at (0, 0)%s; "
             "place rod2 by top at (0, -8m) angle = 40deg%s; end "
             "properties: (planar, gravity, restitution: 0.7, friction: 0); "
             "interference: begin on: rod1, rod2; end; "
             "control: position of driver = (1m * sin(t * 2rad/s), 0); end\n" RUN(6s),
             start, start);
    tmSim *sim = sim_of(t, text, 0, NULL);
    log_to(t, sim, wanted[0] + 1e-11, log);
    REQUIRE(sim != NULL);
    CHECK_NEAR(log_impact(log, 0).time, wanted[0], 1e-11);
    CHECK_NEAR(log_impact(log, 0).impulse, wanted[4], 1e-8);
    log_body(t, sim, "rod1", at, v);
    CHECK_NEAR(at[2], wanted[1], 1e-11);
    CHECK_NEAR(v[2], wanted[2], 1e-10);
    log_body(t, sim, "rod2", at, v);
    CHECK_NEAR(v[2], wanted[3], 1e-10);
}

TEST(two_rods_on_hinges_collide_as_lagrange_has_it) {
    collide(t, " velocity = (2m/s, 0) angular_velocity = 0rad/s",
            (const double[]){0.7626741942016703, 0.252287655346652, -0.19216145760105413,
                             0.8116532527131678, 211.62914437757183});
    /* Without velocities the driver jerks the rods by least kinetic energy. */
    collide(t, "",
            (const double[]){0.8604475085662046, 0.12677973258987837, -0.32518856133349255,
                             0.8043083828912896, 238.1260898324036});
}

/* ---- A double pendulum at a post ------------------------------------------------------------- */

static void post(tmTest *t, const char *d, const double wanted[3]) {
    char *text = test_memory(t, 3000, 1);
    EventLog *log = new_log(t);
    double at[3], v[3];
    snprintf(text, 3000,
             "primitive rod begin geometry: cuboid(1m, 40mm, 40mm) where begin near: (-0.5m, 0); "
             "far: (0.5m, 0); end; interference: ; dynamics: (mass: 3kg, inertia: 0.25kg*m^2); "
             "end\nprimitive post begin properties: (fixed); geometry: sphere(30mm); "
             "interference: ; end\n"
             "world w begin components first: rod; second: rod; post: post; structure begin "
             "join first to world with pin matching (near (0, 0)) as upper; "
             "join second to first with pin matching (near far) as lower; "
             "place first by near at (0, 0) angle = -150deg angular_velocity = 2rad/s; "
             "place second by near at polar(1m, -150deg) angle = -150deg "
             "velocity = 2rad/s * 1m * (sin(150deg), cos(150deg)) angular_velocity = 2rad/s; "
             "place post by center at (50mm, -1m - %s); end "
             "properties: (planar, friction: 0, restitution: 0.5); end\n" RUN(0.8s),
             d);
    tmSim *sim = sim_of(t, text, 0, NULL);
    log_to(t, sim, 0.7, log);
    REQUIRE(sim != NULL);
    CHECK_NEAR(log_impact(log, 0).impulse, wanted[0], 1e-11);
    /* Rates turn the rods apart from here on: those of the impact are compared as it happens. */
    sim = sim_of(t, text, 0, NULL);
    log_to(t, sim, log_impact(log, 0).time, log);
    REQUIRE(sim != NULL);
    log_body(t, sim, "first", at, v);
    CHECK_NEAR(v[2], wanted[1], 1e-11);
    log_body(t, sim, "second", at, v);
    CHECK_NEAR(v[2], wanted[2], 1e-11);
}

TEST(a_double_pendulum_hits_a_post_by_two_equations) {
    post(t, "2m / 3", (const double[]){11.25, 2.0, -5.5});
    post(t, "0.5m", (const double[]){15.75, -0.25, -2.5});
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void row(tmTest *t, const char *order, const double wanted[5]) {
    char *text = test_memory(t, 3000, 1);
    EventLog *log = new_log(t);
    snprintf(text, 3000,
             BALL(0.1m) "world w begin components b[1..5]: ball; structure begin "
                        "for i in 2 .. 5 begin place b[i] by center at (0.2m * i, 0); end "
                        "place b[1] by center at (-0.3m, 0) velocity = (1m/s, 0); end "
                        "properties: (planar, friction: 0, restitution: 1); end\n"
                        "simulate w begin time: (1ms, 0.6s); method: events; order: %s; end\n",
             order);
    tmSim *sim = sim_of(t, text, 0, NULL);
    log_to(t, sim, 0.6, log);
    for (int i = 0; i < 5 && sim; i++) {
        char name[8];
        double at[3], v[3];
        snprintf(name, sizeof name, "b[%d]", i + 1);
        log_body(t, sim, name, at, v);
        CHECK_NEAR(v[0], wanted[i], 1e-12);
    }
}

TEST(a_row_of_balls_is_struck_by_the_order_that_the_text_names) {
    row(t, "simultaneous", (const double[]){-0.6, 0.4, 0.4, 0.4, 0.4});
    row(t, "propagating", (const double[]){0.0, 0.0, 0.0, 0.0, 1.0});
}

/* ---- Painlevé -------------------------------------------------------------------------------- */

static tmSim *rod_on_floor(tmTest *t, double clear) {
    char *text = test_memory(t, 3000, 1);
    snprintf(text, 3000,
             FLOOR ROD(
                 0.5) "world w begin components floor: floor; rod: rod; structure begin "
                      "place floor by top at (0, 0); "
                      "place rod by left at (0, %.17gm) angle = 54deg velocity = (-4m/s, 0); end "
                      "properties: (planar, gravity: 10, friction: 1.5, restitution: 0); end\n" RUN(
                          0.1s),
             clear);
    return sim_of(t, text, 0, NULL);
}

TEST(a_rod_that_slides_into_a_floor_by_painleve_sticks_in_the_impact) {
    double at[3], v[3];
    EventLog *log = new_log(t);
    tmSim *sim = rod_on_floor(t, 0.015);
    log_to(t, sim, 0.0547722557505167, log);
    CHECK_NEAR(log_impact(log, 0).time, 0.05477225575051661, 1e-13);
    CHECK_NEAR(log_impact(log, 0).impulse, 1.8323822148103113, 1e-10);
    REQUIRE(sim != NULL);
    log_body(t, sim, "rod", at, v);
    CHECK_NEAR(v[0], -1.7681823262734955, 1e-10);
    CHECK_NEAR(v[1], 1.2846596573051452, 1e-10);
    CHECK_NEAR(v[2], 8.742374207551011, 1e-10);
}

TEST(a_rod_that_no_force_can_hold_is_stopped_by_an_impulse_without_collision) {
    double at[3], v[3];
    tmSim *sim = rod_on_floor(t, 0.0);
    REQUIRE(sim != NULL);
    log_body(t, sim, "rod", at, v);
    CHECK_NEAR(v[0], -1.9635254915624212, 1e-11);
    CHECK_NEAR(v[1], 1.4265847744427305, 1e-11);
    CHECK_NEAR(v[2], 9.70820393249937, 1e-11);
    MUST(tm_sim_advance(sim, 0.1));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

TEST_MAIN(CASE(two_rods_on_hinges_collide_as_lagrange_has_it),
          CASE(a_double_pendulum_hits_a_post_by_two_equations),
          CASE(a_row_of_balls_is_struck_by_the_order_that_the_text_names),
          CASE(a_rod_that_slides_into_a_floor_by_painleve_sticks_in_the_impact),
          CASE(a_rod_that_no_force_can_hold_is_stopped_by_an_impulse_without_collision))
