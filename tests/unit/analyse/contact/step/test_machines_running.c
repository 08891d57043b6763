/* test_machines_running.c: machines of examples/contact that run on and on: an escapement that
 * ticks, balls that roll in a bearing, a belt of links around two wheels. */
#include "machine_check.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

/* ---- An escapement -------------------------------------------------------------------------- */

/* The pendulum passes its middle once a swing; a swing takes what that of a free pendulum does, pi
 * sqrt(J / (m g l)) (1 + a^2 / 16), up to what pushes and friction change: less than 1e-3. In
 * that time the wheel goes on by half a tooth. */
TEST(an_escapement_lets_half_a_tooth_pass_at_every_swing) {
    Machine *m = machine_of(t, "contact/escapement.tml", 0);
    REQUIRE(m);
    double inertia = 1.1e-4 + 0.5 * 0.25 * 0.25, free = PI * sqrt(inertia / (0.5 * 9.81 * 0.25));
    double swing = free * (1.0 + pow(5.0 * DEGREE, 2.0) / 16.0);
    double times[16] = {0.0}, wheel[16] = {0.0}, last = sim_value(m->sim, "pivot", NULL);
    int ticks = 0;
    while (ticks < 12 && machine_step(m)) {
        double rate, angle = sim_value(m->sim, "pivot", &rate);
        if (angle * last < 0.0) {
            times[ticks] = tm_sim_info(m->sim)->time - angle / rate;
            wheel[ticks++] = sim_value(m->sim, "arbor", NULL);
        }
        last = angle;
    }
    REQUIRE(CHECK(ticks == 12));
    for (int i = 2; i < 12; i++) {
        CHECK_NEAR(times[i] - times[i - 1], swing, 1e-3 * swing);
        /* A tooth in two swings; in one of them the push is seen a little earlier. */
        CHECK_NEAR(wheel[i] - wheel[i - 2], -24.0 * DEGREE, 2.0 * DEGREE);
    }
    CHECK_NEAR(wheel[11] - wheel[1], -120.0 * DEGREE, 2.0 * DEGREE);
    machine_judge(m, DRIVEN);
}

/* ---- A bearing ------------------------------------------------------------------------------ */

/* A ball that rolls on both has its centre at half the speed of the shaft's rim, w r / 2, which is
 * what the cage has at (r + R) / 2; and it turns at -(w r / 2) / rho, as the ring stands. Flats of
 * 4 degrees let the radius swing by 6e-4. */
TEST(a_cage_turns_as_balls_that_roll_between_shaft_and_ring_take_it) {
    Machine *m = machine_of(t, "contact/ball_bearing.tml", 0);
    REQUIRE(m);
    const double w = 10.0 * PI, r = 0.03, ring = 0.04602, rho = 0.008;
    REQUIRE(CHECK(machine_run(m, 0.1)));
    double from = tm_sim_info(m->sim)->time, turned = 0.0, last = machine_angle(m, "cage");
    double spin = 0.0;
    int steps = 0, low = sim_body(t, m->sim, "ball[1]");
    for (int i = 0; i < 500 && machine_step(m); i++) {
        double angle = machine_angle(m, "cage");
        turned += remainder(angle - last, 2.0 * PI);
        last = angle;
        if (tm_sim_frames(m->sim)[low].position[1] < -0.035) { /* it carries the shaft */
            spin += tm_sim_twists(m->sim)[low].angular[2];
            steps++;
        }
    }
    double rate = turned / (tm_sim_info(m->sim)->time - from);
    CHECK_NEAR(rate, w * r / (r + ring), 5e-3 * w * r / (r + ring));
    REQUIRE(CHECK(steps > 0));
    CHECK_NEAR(spin / steps, -0.5 * w * r / rho, 0.01 * w * r / rho);
    machine_judge(m, DRIVEN);
}

/* ---- A belt --------------------------------------------------------------------------------- */

/* What is wrapped turns with its wheel: turns are as the angles that a link takes. The pins keep
 * the length of the belt: no gap, and the carriage stays. */
TEST(a_belt_of_forty_links_turns_two_wheels_in_the_ratio_of_what_a_link_takes) {
    const double phi = 0.18088002759532, first = (PI + 2.0 * phi) / 14.0;
    const double second = (PI - 2.0 * phi) / 6.0;
    Machine *m = machine_of(t, "contact/link_belt.tml", 0);
    REQUIRE(m);
    double start = sim_value(m->sim, "rail", NULL);
    CHECK_NEAR(first / second, 0.54011773, 1e-8);
    for (int i = 0; i < test_rounds(250) && machine_step(m); i++) {
        double driver, follower;
        sim_value(m->sim, "motor", &driver);
        sim_value(m->sim, "output", &follower);
        if (driver > 0.5) {
            /* A polygon that runs on and off: chords for arcs. */
            REQUIRE(CHECK_NEAR(follower / driver, second / first, 0.05 * second / first));
        }
        REQUIRE(CHECK_NEAR(sim_value(m->sim, "rail", NULL), start, 5e-4));
    }
    double driver = sim_value(m->sim, "motor", NULL), follower = sim_value(m->sim, "output", NULL);
    CHECK(driver > 0.0);
    CHECK_NEAR(follower / driver, second / first, 0.02 * second / first);
    machine_judge(m, DRIVEN);
}

TEST_MAIN(CASE(an_escapement_lets_half_a_tooth_pass_at_every_swing),
          CASE(a_cage_turns_as_balls_that_roll_between_shaft_and_ring_take_it),
          CASE(a_belt_of_forty_links_turns_two_wheels_in_the_ratio_of_what_a_link_takes))
