/* test_scenes_struck.c: bodies that strike each other and go on, against closed forms: two balls
 * off their middles, a dimer, a cradle, a block that rocks from corner to corner, dominoes.
 * Momentum and energy are balanced after every step. */
#include "contact_copies.h"
#include "contact_runs.h"

#include <math.h>
#include <stdio.h>

#define G 9.81
#define DEGREE (3.14159265358979323846 / 180.0)

/* ---- Two balls ------------------------------------------------------------------------------ */

/* Along the line of centres, at 30 degrees to the way, (1 + e) u m / 2; across it friction has what
 * it may, or what ends all sliding of the rims: 1 / (2 / m + 2 r^2 / J) = m / 6 of the speed. The
 * impulse acts in poses that are a part of a step late, by which the line turns: the first order in
 * h, of what s h / r is. */
TEST(two_balls_off_their_middles_part_by_the_laws_of_impact_and_friction) {
    static const double cases[][2] = {{0.0, 1.0}, {0.05, 0.9}, {0.5, 0.9}};
    const double m = 0.2, r = 0.03, inertia = 9e-5, u = 2.0 * cos(30.0 * DEGREE), s = 1.0;
    const double n[2] = {cos(30.0 * DEGREE), -0.5}, late = s * 1e-4 / r;
    for (int i = 0; i < 3; i++) {
        int keep = t->defer_count;
        double mu = cases[i][0], e = cases[i][1];
        double along = (1.0 + e) * u * m / 2.0, across = fmin(mu * along, s * m / 6.0);
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/billiards.tml", i, NULL, 1e-11));
        REQUIRE(CHECK(run.balance.isolated) && contact_run_to(&run, CONTACT_END));
        ContactPose cue = contact_pose(&run, "cue"), object = contact_pose(&run, "object");
        CHECK_NEAR(object.vx, (along * n[0] - across * n[1]) / m, late * 2.0);
        CHECK_NEAR(object.vy, (along * n[1] + across * n[0]) / m, late * 2.0);
        CHECK_NEAR(cue.vx, 2.0 - object.vx, 1e-12);
        CHECK_NEAR(cue.vy, -object.vy, 1e-12);
        CHECK_NEAR(cue.spin, -across * r / inertia, late * s / r);
        CHECK_NEAR(object.spin, -across * r / inertia, late * s / r);
        test_run_defers(t, keep);
    }
}

/* ---- A dimer -------------------------------------------------------------------------------- */

/* The impulse on the lower ball is (1 + e) v / (1 / m + a^2 / J), a = 0.2 m cos 30 deg, whether the
 * dimer is one body or two balls with a rod between them. */
TEST(a_dimer_bounces_by_its_inertia_as_one_body_and_as_two) {
    const double a = 0.2 * cos(30.0 * DEGREE), inertia = 0.04;
    const double impulse = 1.8 * 2.0 / (1.0 + a * a / inertia), spin = -impulse * a / inertia;
    const double near = 0.01; /* its angle at the end of a step of 0.1 ms; 1e-3 of the rate */
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/dimer.tml", i, NULL, CONTACT_RISE));
        REQUIRE(contact_run_to(&run, 0.053));
        ContactPose low = contact_pose(&run, i ? "low" : "body");
        ContactPose high = contact_pose(&run, i ? "high" : "body");
        double vy = 0.5 * (low.vy + high.vy), x = high.x - low.x, y = high.y - low.y;
        double turn = (x * (high.vy - low.vy) - y * (high.vx - low.vx)) / (0.4 * 0.4);
        CHECK_NEAR(vy, impulse - 2.0, near);
        CHECK_NEAR(0.5 * (low.vx + high.vx), 0.0, 1e-9);
        CHECK_NEAR(i ? turn : low.spin, spin, near);
        CHECK(low.spin == (i ? 0.0 : low.spin)); /* smooth balls on a rod do not turn */
        REQUIRE(contact_run_to(&run, CONTACT_END));
        test_run_defers(t, keep);
    }
}

/* ---- A cradle ------------------------------------------------------------------------------- */

#define CRADLE                                                                                     \
    "primitive ball begin geometry: cylinder(50mm, 50mm); interference: ;\n"                       \
    "  dynamics: (mass: 1kg, inertia: 1.25e-3); end\n"                                             \
    "world cradle begin components b[1..5]: ball; structure begin\n"                               \
    "  for i in 1 .. 5 begin\n"                                                                    \
    "    join b[i] to world with pin matching ((0, 1m) ((i - 1) * (0.1m + %g), 1m)) as thread;\n"  \
    "    place b[i] by center at ((i - 1) * (0.1m + %g), 1m)\n"                                    \
    "      + polar(1m, (if i <= 1 then -30deg else 0deg) - 90deg)\n"                               \
    "      angle = if i <= 1 then -30deg else 0deg;\n"                                             \
    "  end end properties: (planar, gravity, restitution: 1); end\n"                               \
    "simulate cradle begin time: (1ms, 1.1s); order: %s; end\n"

/* Largest angle of each ball between two times. */
static bool swing(ContactRun *run, double to, double angles[5]) {
    while (tm_sim_info(run->sim)->time < to - 0.5 * run->step) {
        if (!contact_step(run)) {
            return tm_sim_info(run->sim)->outcome == TM_SIM_ENDED;
        }
        for (int k = 0; k < 5; k++) {
            char part[16];
            snprintf(part, sizeof part, "b[%d]", k + 1);
            angles[k] = fmax(angles[k], contact_pose(run, part).angle);
        }
    }
    return true;
}

/* Equal balls hand their motion on: the last goes as high as the first came from, those between
 * stay within the ways of their gaps. A quarter of the period of a pendulum of this inertia takes
 * 0.5111 s. Gaps of 1 mm and steps of 1 ms: every impact is one of two balls, in any order. */
TEST(one_ball_goes_into_a_cradle_and_one_comes_out_whatever_the_gaps) {
    static const struct {
        double gap;
        const char *order;
    } cases[] = {{0.0, "propagating"},  {1e-9, "propagating"}, {1e-6, "propagating"},
                 {1e-3, "propagating"}, {0.0, "sequential"},   {1e-9, "sequential"},
                 {1e-6, "sequential"},  {1e-3, "sequential"},  {1e-3, "simultaneous"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int keep = t->defer_count;
        char *text = test_memory(t, 2000, 1);
        double angles[5] = {0.0}, gap = cases[i].gap;
        snprintf(text, 2000, CRADLE, gap, gap, cases[i].order);
        ContactRun run;
        REQUIRE(contact_run_of(&run, t, text, 0, NULL, CONTACT_RISE));
        double energy = run.balance.energy;
        REQUIRE(swing(&run, 1.08, angles));
        CHECK_NEAR(run.balance.energy, energy, 2e-4 * run.balance.max_kinetic);
        CHECK_NEAR(angles[4], 30.0 * DEGREE, 2e-3 * 30.0 * DEGREE);
        for (int k = 0; k < 4; k++) {
            CHECK(angles[k] <
                  1e-3 + 2.0 * gap); /* what the first goes on in a step, and the gaps */
        }
        test_run_defers(t, keep);
        t->splits = false;
    }
}

/* ---- A rocking block ------------------------------------------------------------------------ */

#define HALF_WIDTH 0.1
#define HALF_HEIGHT 0.4

/* Energy of a block of 1 kg that rests on a corner at an angle, above that of one that stands. */
static double rocked(double angle) {
    double r = hypot(HALF_WIDTH, HALF_HEIGHT), a = atan2(HALF_WIDTH, HALF_HEIGHT);
    return G * r * (cos(a - fabs(angle)) - cos(a));
}

/* Time from rest at `angle` to flat, by the energy, with angle = from - s^2. */
static double quarter(double from) {
    double square = HALF_WIDTH * HALF_WIDTH + HALF_HEIGHT * HALF_HEIGHT, sum = 0.0;
    int parts = 4000;
    for (int i = 0; i < parts; i++) {
        double s = (i + 0.5) * sqrt(from) / parts;
        double rate = sqrt(2.0 * (rocked(from) - rocked(from - s * s)) / (4.0 / 3.0 * square));
        sum += 2.0 * s / rate * sqrt(from) / parts;
    }
    return sum;
}

/* Housner, 1963: at every impact the rate falls to 1 - 3/2 sin(a)^2 of what it was, so that the
 * energy at the top of each swing is that part squared of the one before; the swings between take
 * twice the quarter. Both to the first order in the step. */
TEST(a_block_rocks_from_corner_to_corner_and_loses_what_housner_says) {
    double a = atan2(HALF_WIDTH, HALF_HEIGHT), ratio = 1.0 - 1.5 * sin(a) * sin(a);
    double tops[8] = {6.0 * DEGREE}, flats[8] = {0.0}, angle = -tops[0];
    int swings = 0;
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/rocking_block.tml", 0, NULL, CONTACT_RISE));
    CHECK_NEAR(ratio, 0.91176470588, 1e-10);
    while (swings < 6 && contact_step(&run)) {
        ContactPose pose = contact_pose(&run, "block");
        if (pose.angle * angle < 0.0) {
            flats[swings++] = tm_sim_info(run.sim)->time - pose.angle / pose.spin;
        }
        angle = pose.angle;
        tops[swings] = fmax(tops[swings], fabs(angle));
    }
    CHECK_NEAR(flats[0], quarter(tops[0]), run.step);
    for (int i = 1; i < 6; i++) {
        CHECK_NEAR(rocked(tops[i]) / rocked(tops[i - 1]), ratio * ratio, 30.0 * run.step);
        CHECK_NEAR(flats[i] - flats[i - 1], 2.0 * quarter(tops[i]), 3.0 * run.step);
    }
}

/* ---- Dominoes ------------------------------------------------------------------------------- */

#define WIDTH 0.008
#define HEIGHT 0.048
#define PITCH 0.03

/* The first falls about its foot until its upper edge meets the second, where sin a = (pitch -
 * width) / height: its rate there by the energy, the time by its integral. */
static double domino_rate(double angle) {
    double r = 0.5 * hypot(WIDTH, HEIGHT), a = atan2(WIDTH, HEIGHT), inertia = 4.0 / 3.0 * r * r;
    return sqrt(2.0 * G * r * (cos(12.0 * DEGREE - a) - cos(angle - a)) / inertia);
}

static double domino_time(double to) {
    double from = 12.0 * DEGREE, sum = 0.0, end = sqrt(to - from);
    int parts = 4000;
    for (int i = 0; i < parts; i++) {
        double s = (i + 0.5) * end / parts;
        sum += 2.0 * s / domino_rate(from + s * s) * end / parts;
    }
    return sum;
}

/* Then both have the same speed at the height cos(a) height of the edge, which is the arm of both
 * about their feet: the impulse leaves each half of the rate. Until frames see it, weight adds to
 * it. Afterwards each domino begins to fall before the next. */
TEST(dominoes_fall_one_after_the_other_at_half_the_rate_of_the_first) {
    double angle = asin((PITCH - WIDTH) / HEIGHT), when = domino_time(angle), began[10] = {0.0};
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/dominoes.tml", 0, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, when - 2.0 * run.step));
    CHECK(contact_pose(&run, "domino[2]").spin > -1e-9);
    CHECK_NEAR(contact_pose(&run, "domino[1]").spin, -domino_rate(angle),
               0.02 * domino_rate(angle));
    REQUIRE(contact_run_to(&run, when + 2.0 * run.step));
    for (int i = 0; i < 2; i++) {
        double spin = contact_pose(&run, i ? "domino[2]" : "domino[1]").spin;
        CHECK_NEAR(spin, -0.5 * domino_rate(angle), 0.01 * domino_rate(angle));
    }
    bool goes_on = true;
    while (goes_on && contact_step(&run)) {
        for (int i = 0; i < 10; i++) {
            char part[16];
            snprintf(part, sizeof part, "domino[%d]", i + 1);
            bool falls = contact_pose(&run, part).angle < -0.01;
            began[i] = falls && began[i] == 0.0 ? tm_sim_info(run.sim)->time : began[i];
        }
        goes_on = began[9] == 0.0;
    }
    for (int i = 1; i < 10; i++) {
        CHECK(began[i] > began[i - 1]);
    }
}

TEST(copies_of_a_cradle_move_alike) {
    char *text = test_memory(t, 2000, 1);
    snprintf(text, 2000, CRADLE, 1e-3, 1e-3, "sequential");
    CHECK(contact_is_mirrored(t, text, CONTACT_RISE, COPY_NEAR));
}

TEST_MAIN(CASE(two_balls_off_their_middles_part_by_the_laws_of_impact_and_friction),
          CASE(a_dimer_bounces_by_its_inertia_as_one_body_and_as_two),
          CASE(one_ball_goes_into_a_cradle_and_one_comes_out_whatever_the_gaps),
          CASE(a_block_rocks_from_corner_to_corner_and_loses_what_housner_says),
          CASE(dominoes_fall_one_after_the_other_at_half_the_rate_of_the_first),
          CASE(copies_of_a_cradle_move_alike))
