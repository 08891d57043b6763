/* test_machines_drives.c: machines that pass motion on by contact alone: Geneva drive, ratchet,
 * gears, saws. The texts are in examples/contact; their heads have the numbers. */
#include "machine_check.h"

#include <math.h>

#define G 9.81
#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

/* ---- Geneva drive -------------------------------------------------------------------------- */

#define SHAFTS 0.06 /* distance of the shafts [m] */
#define PIN_AT (SHAFTS * 0.7071067811865475)
#define SLOT_PLAY 1e-4   /* of the pin to each side of its slot [m] */
#define SLOT_FROM 0.0423 /* the pin is in the slot below this distance [m] */
/* Radii of hollow and disc differ by 0.2 mm, and the disc's chords leave 0.051 mm; the tips of the
 * cross move along the line of shafts by 42.2 mm for each rad. */
#define REST_PLAY (0.251e-3 / 42.2e-3)

/* Angle of the cross for the crank's angle, and the play that it has there. */
static double cross_at(double crank, double *play) {
    double turns = floor((crank + PI) / (2.0 * PI)), a = crank - 2.0 * PI * turns;
    double x = SHAFTS - PIN_AT * cos(a), y = PIN_AT * sin(a), distance = hypot(x, y);
    *play = REST_PLAY;
    if (fabs(a) < PI / 4.0) {
        *play = distance < SLOT_FROM ? asin(SLOT_PLAY / distance) : REST_PLAY;
        return -PI / 2.0 * turns - PI / 4.0 - atan2(y, x);
    }
    return -PI / 2.0 * (turns + (a > 0.0 ? 1.0 : 0.0));
}

TEST(cross_of_a_geneva_drive_turns_by_a_quarter_for_each_turn_of_the_crank) {
    Machine *m = machine_of(t, "contact/geneva.tml", 0);
    REQUIRE(m);
    double worst = 0.0, play;
    while (machine_step(m)) {
        double crank = sim_value(m->sim, "motor", NULL);
        CHECK_NEAR(crank, (double)m->steps * m->h * 2.0 * PI - PI / 2.0, 1e-9);
        double off = fabs(sim_value(m->sim, "output", NULL) - cross_at(crank, &play));
        worst = fmax(worst, off - play);
    }
    CHECK(m->steps == 4000);
    CHECK(worst < 1e-9);
    CHECK_NEAR(sim_value(m->sim, "output", NULL), -2.0 * PI, REST_PLAY);
    machine_judge(m, DRIVEN);
}

/* ---- Ratchet ------------------------------------------------------------------------------- */

static double of_forward_torque(const Machine *m) {
    return -1.5 * sim_value(m->sim, "axle", NULL);
}

static double of_load(const Machine *m) {
    return 2.0 * sim_value(m->sim, "axle", NULL);
}

TEST(pawl_lets_a_wheel_turn_one_way_and_holds_it_the_other) {
    Machine *m = machine_of(t, "contact/ratchet.tml", 0);
    REQUIRE(m);
    int32_t wheel = sim_body(t, m->sim, "wheel"), pawl = sim_body(t, m->sim, "pawl");
    double highest = 0.0, rate;
    machine_pulled(m, of_forward_torque);
    while (machine_step(m)) {
        if (m->steps == 2000) { /* at 1 s */
            machine_pulled(m, of_load);
        }
        double angle = sim_value(m->sim, "axle", NULL);
        highest = fmax(highest, angle);
        CHECK(angle > highest - 30.0 * DEGREE); /* never back by a whole tooth */
    }
    CHECK(highest > 6.0); /* eleven teeth or more */
    double angle = sim_value(m->sim, "axle", &rate);
    CHECK_NEAR(angle, 30.0 * DEGREE * floor(highest / (30.0 * DEGREE)), 1e-9);
    CHECK_NEAR(rate, 0.0, 1e-9);
    CHECK_NEAR(sim_value(m->sim, "hinge_pin", NULL), -20.0 * DEGREE, 1e-9);
    /* Torques about the axle, 2 N m, and about the pivot, that of its spring: k (rest - angle). The
     * force f on the wheel acts where the tip is. */
    tmWrench press = machine_press(m, wheel, pawl);
    double tip[2] = {0.042 * cos(60.0 * DEGREE), 0.042 * sin(60.0 * DEGREE)};
    double arm[2] = {-0.06 * cos(20.0 * DEGREE), 0.06 * sin(20.0 * DEGREE)}; /* from the pivot */
    double spring = 0.5 * 30.0 * DEGREE;
    double det = tip[0] * arm[1] - tip[1] * arm[0];
    double fx = (2.0 * arm[0] - tip[0] * spring) / det; /* tip x f = 2, arm x f = spring */
    double fy = (tip[1] * -spring + 2.0 * arm[1]) / det;
    CHECK_NEAR(press.force[0], fx, 1e-6 * 50.0);
    CHECK_NEAR(press.force[1], fy, 1e-6 * 50.0);
    CHECK_NEAR(press.torque[2], 2.0, 1e-6);
    machine_judge(m, NO_RISE);
}

/* ---- Gears --------------------------------------------------------------------------------- */

TEST(gears_turn_in_the_ratio_of_their_teeth_and_pass_the_torque_on) {
    Machine *m = machine_of(t, "contact/gears.tml", 0);
    REQUIRE(m);
    double start = sim_value(m->sim, "shaft", NULL), mean = 0.0, low = INFINITY, high = -INFINITY;
    double at[4] = {start};
    while (machine_step(m)) {
        double motor = sim_value(m->sim, "motor", NULL), shaft = sim_value(m->sim, "shaft", NULL);
        CHECK_NEAR(motor, (double)m->steps * m->h * 2.0 * PI, 1e-9);
        double way = 0.075 * (shaft - start) + 0.05 * motor; /* along the pitch circles [m] */
        low = fmin(low, way);
        high = fmax(high, way);
        if (m->steps > 1000) {
            mean += sim_wrench(t, m->sim, "motor").torque[2] / 2000.0;
        }
        if (m->steps % 1000 == 0) {
            at[m->steps / 1000] = shaft;
        }
    }
    /* Half the backlash, 0.15 mm tan 20deg, at the start, and 0.05 mm of chords for each of two
     * flanks; after whole turns of both nothing of it is left. Chords cost a little power, too. */
    CHECK(high - low < 0.155e-3 && high - low > 0.0);
    CHECK_NEAR((at[3] - at[1]) / (4.0 * PI), -2.0 / 3.0, 1e-6);
    CHECK_NEAR(mean, 2.0 * 2.0 / 3.0, 0.003);
    machine_judge(m, DRIVEN);
}

/* ---- Saws ---------------------------------------------------------------------------------- */

#define PITCH 0.04
#define SLOPE (30.0 * DEGREE)

static double pull_of(int32_t run) {
    double limit = 2.0 * G * tan(SLOPE + atan(0.2));
    return run == 0 ? -100.0 : run == 1 ? 0.95 * limit : 1.05 * limit;
}

/* Of what pulls at the centre of mass of the upper saw, by run. */
static double of_pull(const Machine *m, int32_t run) {
    double heart[3] = {NAN, NAN, NAN};
    sim_point(m->t, m->sim, "upper.heart", heart, NULL);
    return -pull_of(run) * heart[0];
}
static double of_left_pull(const Machine *m) {
    return of_pull(m, 0);
}
static double of_weak_pull(const Machine *m) {
    return of_pull(m, 1);
}
static double of_strong_pull(const Machine *m) {
    return of_pull(m, 2);
}

TEST(saws_hold_what_pulls_against_their_steep_faces_and_less_than_friction_on_their_slopes) {
    for (int32_t run = 0; run < 2; run++) {
        Machine *m = machine_of(t, "contact/saws.tml", run);
        REQUIRE(m);
        int32_t upper = sim_body(t, m->sim, "upper");
        machine_pulled(m, run == 0 ? of_left_pull : of_weak_pull);
        while (machine_step(m)) {
            const double *at = tm_sim_frames(m->sim)[upper].position;
            CHECK_NEAR(at[0], PITCH, 1e-10);
            CHECK_NEAR(at[1], 0.0, 1e-10);
            tmWrench press = machine_press_of_all(m, upper);
            CHECK_NEAR(press.force[0], -pull_of(run), 1e-6 * 100.0);
            CHECK_NEAR(press.force[1], 2.0 * G, 1e-6 * 100.0);
        }
        machine_judge(m, NO_RISE);
        test_run_defers(t, 0);
    }
}

TEST(saws_climb_their_slopes_as_a_block_on_an_incline_does) {
    Machine *m = machine_of(t, "contact/saws.tml", 2);
    REQUIRE(m);
    int32_t upper = sim_body(t, m->sim, "upper");
    double pull = pull_of(2);
    double a = (pull * cos(SLOPE) - 2.0 * G * sin(SLOPE) -
                0.2 * (2.0 * G * cos(SLOPE) + pull * sin(SLOPE))) /
               2.0;
    bool fell = false;
    int climbed = 0;
    machine_pulled(m, of_strong_pull);
    while (machine_step(m)) {
        const double *at = tm_sim_frames(m->sim)[upper].position;
        const double *v = tm_sim_twists(m->sim)[upper].linear;
        double n = (double)m->steps, way = a * m->h * m->h * n * (n + 1.0) / 2.0;
        if (way * cos(SLOPE) < PITCH - 1e-6) {
            CHECK_NEAR(at[0], PITCH + way * cos(SLOPE), 1e-9);
            CHECK_NEAR(at[1], way * sin(SLOPE), 1e-9);
            CHECK_NEAR(hypot(v[0], v[1]), a * m->h * n, 1e-9);
            climbed++;
        }
        fell = fell || (at[0] > 2.0 * PITCH && at[1] < 0.65 * PITCH * tan(SLOPE));
    }
    CHECK(climbed > 500);
    CHECK(fell);
    CHECK_NEAR(machine_angle(m, "upper"), 0.0, 1e-9);
    machine_judge(m, NO_RISE);
}

TEST_MAIN(
    CASE(cross_of_a_geneva_drive_turns_by_a_quarter_for_each_turn_of_the_crank),
    CASE(pawl_lets_a_wheel_turn_one_way_and_holds_it_the_other),
    CASE(gears_turn_in_the_ratio_of_their_teeth_and_pass_the_torque_on),
    CASE(saws_hold_what_pulls_against_their_steep_faces_and_less_than_friction_on_their_slopes),
    CASE(saws_climb_their_slopes_as_a_block_on_an_incline_does))
