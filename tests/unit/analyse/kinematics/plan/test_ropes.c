/* test_ropes.c: belts, tackles and winches against closed forms, built in eight ways. */
#include "linkages.h"

#define PI LINKAGE_PI
#define NEAR 1e-9 /* of lengths of 1 and angles in radians; plans close joints to 1e-11 */

TEST(belts_turn_wheels_alike_and_crossed_ones_against_each_other) {
    uint64_t state = 66;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int crossed = 0; crossed < 2; crossed++) {
            linkage l = linkage_open(t, way, &state);
            tmJointId pin[2];
            tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin[0]);
            tmFeatureId b = linkage_wheel(&l, l.ground, 2, 1, &pin[1]);
            linkage_wheels(&l, crossed ? TM_JOINT_CROSSED_BELT : TM_JOINT_BELT, a, b, 0.9, 0.4);
            tmInput input = linkage_angle(pin[0]);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            linkage_check_closed(t, &l, plan, true);
            for (int i = -10; i < 10; i++) {
                double angle = 2.1 * i;
                REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
                linkage_check_angle(t, &l, plan, b, (crossed ? -2.25 : 2.25) * angle);
            }
            test_run_defers(t, 0);
        }
    }
}

/* The second wheel sits on a slider away from the first, which stands still: the taut strand
 * L = sqrt(d^2 - h^2), inclined by -asin(h / d), unwinds from b. */
TEST(a_belt_unwinds_when_its_wheels_part) {
    uint64_t state = 67;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId carriage = linkage_body(&l, 3, 0, 0);
        tmJointId rail = linkage_slider(&l, l.ground, carriage, 0, 0, 0, 3.0), pin;
        tmFeatureId a = linkage_mark(&l, l.ground, 0, 0, 0);
        tmFeatureId b = linkage_wheel(&l, carriage, 3, 0, &pin);
        linkage_wheels(&l, TM_JOINT_BELT, a, b, 0.5, 1.0);
        tmInput input = linkage_displacement(rail);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = 0; i < 8; i++) {
            double d = 3.0 + 0.9 * i, h = 0.5;
            double was = sqrt(9.0 - h * h) + h * asin(h / 3.0);
            REQUIRE(linkage_move(t, &l, plan, &d, 1.0));
            linkage_check_angle(t, &l, plan, b, was - sqrt(d * d - h * h) - h * asin(h / d));
        }
        test_run_defers(t, 0);
    }
}

/* ---- Ropes --------------------------------------------------------------------------------- */

/* A load on a vertical slider hangs in `parts` parts of a rope from a beam at height 0; the free
 * end, on a slider of its own, is pulled down: the load rises by 1 / parts of it. */
TEST(a_tackle_of_n_parts_moves_its_load_an_nth_as_far) {
    uint64_t state = 68;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int parts = 1; parts <= 5; parts++) {
            linkage l = linkage_open(t, way, &state);
            tmBodyId load = linkage_body(&l, 0, -4, 0), end = linkage_body(&l, 1, -1, 0);
            tmJointId rails[2] = {linkage_slider(&l, l.ground, load, 0, 0, -0.5 * PI, 4.0),
                                  linkage_slider(&l, l.ground, end, 1, 0, -0.5 * PI, 1.0)};
            tmFeatureId beam = linkage_mark(&l, l.ground, 0, 0, 0);
            tmFeatureId hook = linkage_mark(&l, load, 0, -4, 0), over[8] = {{0}};
            /* From load or beam, so that the last part comes down from the beam. */
            for (int i = 0; i <= parts; i++) {
                over[parts - i] = i % 2 ? hook : beam;
            }
            over[parts + 1] = linkage_mark(&l, l.ground, 1, 0, 0);
            over[parts + 2] = linkage_mark(&l, end, 1, -1, 0);
            linkage_pair(&l, TM_JOINT_ROPE, over, parts + 3, NULL);
            tmInput input = linkage_displacement(rails[way & 1]);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            linkage_check_closed(t, &l, plan, !(way & 1) || parts == 1);
            for (int i = 0; i < 6; i++) {
                double pulled = 1.0 + 0.3 * i, risen = 4.0 - 0.3 * i / parts, x, y;
                double value = way & 1 ? pulled : risen;
                REQUIRE(linkage_move(t, &l, plan, &value, 4.0));
                MUST(tm_plan_point(plan, hook, &x, &y));
                CHECK_NEAR(y, -risen, NEAR);
                MUST(tm_plan_point(plan, over[parts + 2], &x, &y));
                CHECK_NEAR(y, -pulled, NEAR);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A winch: a drum of 0.3 winds the rope up over a pulley of 0.5, and the load rises by its rim. */
TEST(a_winch_lifts_its_load_by_the_way_of_its_rim) {
    uint64_t state = 69;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pins[2];
        tmFeatureId drum = linkage_wheel(&l, l.ground, 0, 0, &pins[0]);
        tmBodyId load = linkage_body(&l, 3.5, -3, 0);
        tmJointId rail = linkage_slider(&l, l.ground, load, 3.5, 0, -0.5 * PI, 3.0);
        tmFeatureId hook = linkage_mark(&l, load, 3.5, -3, 0);
        const tmFeatureId over[3] = {drum, linkage_mark(&l, l.ground, 3, 4, 0), hook};
        const double radii[3] = {-0.3, -0.5, 0.0}; /* both on the right of the rope */
        linkage_pair(&l, TM_JOINT_ROPE, over, 3, radii);
        tmInput input = way & 1 ? linkage_displacement(rail) : linkage_angle(pins[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i < 20; i++) {
            double angle = 0.9 * i, depth = 3.0 - 0.3 * angle, x, y;
            double value = way & 1 ? depth : angle;
            REQUIRE(linkage_move(t, &l, plan, &value, 4.0));
            MUST(tm_plan_point(plan, hook, &x, &y));
            CHECK_NEAR(y, -depth, NEAR);
            linkage_check_angle(t, &l, plan, drum, angle);
        }
        test_run_defers(t, 0);
    }
}

/* The ends of a rope round a peg at the origin lie on cranks: |A| + |B| stays, by cosines. */
TEST(a_rope_turns_a_crank) {
    uint64_t state = 70;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId one = linkage_body(&l, -2, 0, 0), two = linkage_body(&l, 2, 0, 0);
        tmJointId pin = linkage_pin(&l, l.ground, one, -2, 0);
        linkage_pin(&l, l.ground, two, 2, 0);
        const tmFeatureId over[3] = {linkage_mark(&l, one, -2, 1, 0),
                                     linkage_mark(&l, l.ground, 0, 0, 0),
                                     linkage_mark(&l, two, 2, 1, 0)};
        linkage_pair(&l, TM_JOINT_ROPE, over, 3, NULL);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = -7; i < 8; i++) {
            double angle = 0.1 * i, x, y;
            REQUIRE(linkage_move(t, &l, plan, &angle, 2.0));
            double first = hypot(-2.0 - sin(angle), cos(angle));
            double rest = 2.0 * sqrt(5.0) - first;
            /* the cosine rule at the second pivot, measured from the peg's side */
            double at = acos((5.0 - rest * rest) / 4.0);
            MUST(tm_plan_point(plan, over[2], &x, &y));
            CHECK_NEAR(x, 2.0 - cos(at), NEAR);
            CHECK_NEAR(y, sin(at), NEAR);
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(belts_turn_wheels_alike_and_crossed_ones_against_each_other),
          CASE(a_belt_unwinds_when_its_wheels_part),
          CASE(a_tackle_of_n_parts_moves_its_load_an_nth_as_far),
          CASE(a_winch_lifts_its_load_by_the_way_of_its_rim), CASE(a_rope_turns_a_crank))
