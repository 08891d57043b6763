/* test_machines_stones.c: what stands by friction alone: an arch of stones, cards that lean on each
 * other. The texts are in examples/contact; their heads have the numbers. */
#include "machine_check.h"

#include <math.h>
#include <stdio.h>

#define G 9.81
#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

/* ---- The arch ------------------------------------------------------------------------------ */

#define STONES 9
#define INNER 1.0
#define OUTER 1.35

/* Half the arch from the middle of the keystone to joint j, 10 + 20 j degrees from upright: the
 * weight [N] and where it acts [m]. Stones are prisms with straight edges. */
static double part_above(int j, double *x) {
    double c = cos(10.0 * DEGREE), s = sin(10.0 * DEGREE);
    double area = (OUTER * OUTER - INNER * INNER) * s * c; /* of one stone */
    double radius = 2.0 / 3.0 * c * (OUTER * OUTER + OUTER * INNER + INNER * INNER) /
                    (OUTER + INNER);               /* of its centre of mass */
    double weight = 0.5 * 2400.0 * G * 0.5 * area; /* of half the keystone */
    /* Half a keystone is as wide as its height times the tangent: the moment about its upright
     * side is the integral of half the square of that. */
    double tangent = s / c, moment = 2400.0 * G * 0.5 * tangent * tangent / 6.0 *
                                     (pow(OUTER * c, 3.0) - pow(INNER * c, 3.0));
    for (int i = 1; i <= j; i++) {
        double w = 2400.0 * G * 0.5 * area;
        weight += w;
        moment += w * radius * sin(20.0 * i * DEGREE);
    }
    *x = moment / weight;
    return weight;
}

/* The least and the greatest thrust of lines that stay within all joints, over all heights at which
 * they can pass the keystone. A thrust H at height y turns the part about the inner end of a joint
 * outwards at least as much as its weight turns it inwards, and about the outer end at most. */
static void thrust_bounds(double *min, double *max) {
    *min = INFINITY;
    *max = 0.0;
    for (double y = INNER * cos(10.0 * DEGREE); y < OUTER; y += 1e-4) {
        double low = 0.0, high = INFINITY;
        for (int j = 0; j <= STONES / 2; j++) {
            double a = (10.0 + 20.0 * j) * DEGREE, x, weight = part_above(j, &x);
            double in = y - INNER * cos(a), out = y - OUTER * cos(a);
            low = fmax(low, weight * (INNER * sin(a) - x) / in);
            high = out > 0.0 ? fmin(high, weight * (OUTER * sin(a) - x) / out) : high;
        }
        if (low <= high) {
            *min = fmin(*min, low);
            *max = fmax(*max, high);
        }
    }
}

TEST(arch_of_nine_stones_stands_by_friction_with_a_thrust_that_statics_allow) {
    Machine *m = machine_of(t, "contact/arch.tml", 0);
    REQUIRE(m);
    double min, max, x, weight = 2.0 * part_above(4, &x);
    machine_run(m, 10.0);
    tmBodyInfo info;
    for (int i = 1; i <= STONES; i++) {
        char name[20];
        snprintf(name, sizeof name, "stone[%d]", i);
        int32_t stone = sim_body(t, m->sim, name);
        tm_model_body(m->model, stone, &info);
        const tmFrame *frame = &tm_sim_frames(m->sim)[stone];
        CHECK_NEAR(frame->position[0], 0.0, 1e-9);
        CHECK_NEAR(frame->position[1], 0.0, 1e-9);
        CHECK_NEAR(machine_angle(m, name), (5 - i) * 20.0 * DEGREE, 1e-9);
        /* What touches it bears its weight, and turns it about nothing. */
        tmWrench press = machine_press_of_all(m, stone);
        double w = info.mass.mass * G, a = (5 - i) * 20.0 * DEGREE;
        double at = -info.mass.centre.y * sin(a); /* x of the centre of mass */
        CHECK_NEAR(press.force[0], 0.0, 1e-6 * w);
        CHECK_NEAR(press.force[1], w, 1e-6 * w);
        CHECK_NEAR(press.torque[2], at * w, 1e-6 * w);
    }
    CHECK_NEAR(STONES * info.mass.mass * G, weight, 1e-9 * weight); /* the formula above */
    thrust_bounds(&min, &max);
    tmWrench side =
        machine_press(m, sim_body(t, m->sim, "stone[5]"), sim_body(t, m->sim, "stone[4]"));
    CHECK(min > 0.05 * weight && max < 0.5 * weight);
    CHECK(side.force[0] >= min - 1e-6 * weight && side.force[0] <= max + 1e-6 * weight);
    tmWrench foot = machine_press_of_all(m, sim_body(t, m->sim, "ground"));
    CHECK_NEAR(-foot.force[1], weight, 1e-6 * weight);
    machine_judge(m, NO_RISE);
}

TEST(arch_without_friction_drops) {
    Machine *m = machine_of(t, "contact/arch.tml", 1);
    REQUIRE(m);
    double key[3];
    machine_run(m, 1.0);
    sim_point(t, m->sim, "stone[5].middle", key, NULL);
    CHECK(key[1] < 0.5);
    machine_judge(m, TURNING_RISE);
}

/* ---- Cards --------------------------------------------------------------------------------- */

#define CARD 0.002 /* its mass [kg] */

/* The tip of the left card of a pair. */
static double tip_of(Machine *m, const char *tip) {
    double point[3] = {NAN, NAN, NAN};
    sim_point(m->t, m->sim, tip, point, NULL);
    return point[1];
}

TEST(two_cards_lean_on_each_other_where_friction_is_just_enough) {
    Machine *m = machine_of(t, "contact/card_house.tml", 0);
    REQUIRE(m);
    double l = 0.09, r = 0.001, lean = 20.0 * DEGREE;
    double tip = tip_of(m, "pair.left.tip"), thrust = l / 2.0 * sin(lean) / (l * cos(lean) + r);
    CHECK_NEAR(thrust, 0.17986, 1e-5);
    machine_run(m, 2.0);
    CHECK_NEAR(tip_of(m, "pair.left.tip"), tip, 1e-9);
    /* Each presses the other by that part of its weight, and across the floor as well. */
    int32_t left = sim_body(t, m->sim, "pair.left"), right = sim_body(t, m->sim, "pair.right");
    tmWrench push = machine_press(m, right, left);
    tmWrench foot = machine_press(m, right, sim_body(t, m->sim, "floor"));
    CHECK_NEAR(push.force[0], thrust * CARD * G, 1e-6 * CARD * G);
    CHECK_NEAR(push.force[1], 0.0, 1e-6 * CARD * G);
    CHECK_NEAR(foot.force[0], -thrust * CARD * G, 1e-6 * CARD * G);
    CHECK_NEAR(foot.force[1], CARD * G, 1e-6 * CARD * G);
    machine_judge(m, NO_RISE);
}

TEST(two_cards_slip_apart_where_friction_is_just_too_little) {
    Machine *m = machine_of(t, "contact/card_house.tml", 1);
    REQUIRE(m);
    machine_run(m, 1.0);
    CHECK(tip_of(m, "pair.left.tip") < 0.01);
    machine_judge(m, NO_RISE);
}

TEST(house_of_seven_cards_stands_with_friction) {
    Machine *m = machine_of(t, "contact/card_house.tml", 2);
    REQUIRE(m);
    double tip = tip_of(m, "upper.left.tip");
    machine_run(m, 10.0);
    CHECK_NEAR(tip_of(m, "upper.left.tip"), tip, 1e-9);
    tmWrench floor = machine_press_of_all(m, sim_body(t, m->sim, "floor"));
    CHECK_NEAR(-floor.force[1], 7.0 * CARD * G, 1e-6 * CARD * G);
    machine_judge(m, NO_RISE);
}

TEST(house_of_seven_cards_falls_with_less_friction_than_two_cards_need) {
    Machine *m = machine_of(t, "contact/card_house.tml", 3);
    REQUIRE(m);
    machine_run(m, 0.5);
    CHECK(tip_of(m, "upper.left.tip") < 0.09);
    machine_judge(m, NO_RISE);
}

TEST_MAIN(CASE(arch_of_nine_stones_stands_by_friction_with_a_thrust_that_statics_allow),
          CASE(arch_without_friction_drops),
          CASE(two_cards_lean_on_each_other_where_friction_is_just_enough),
          CASE(two_cards_slip_apart_where_friction_is_just_too_little),
          CASE(house_of_seven_cards_stands_with_friction),
          CASE(house_of_seven_cards_falls_with_less_friction_than_two_cards_need))
