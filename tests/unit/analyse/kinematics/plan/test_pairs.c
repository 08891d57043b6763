/* test_pairs.c: mechanisms with higher pairs against closed forms: gears and racks. Belts and
 * ropes are in test_ropes.c, cams in test_cams.c. Every one is built in eight ways: random axes,
 * swapped pins, Newton alone. */
#include "linkages.h"

#define PI LINKAGE_PI
#define NEAR 1e-9 /* of lengths of 1 and angles in radians; plans close joints to 1e-11 */

/* Three wheels in a row, 0.37 and 0.8 times as fast. */
typedef struct train {
    tmFeatureId wheel[3];
    tmJointId pin[3];
} train;

static train build_train(linkage *l) {
    train a;
    a.wheel[0] = linkage_wheel(l, l->ground, 0, 0, &a.pin[0]);
    a.wheel[1] = linkage_wheel(l, l->ground, 1.37, 0, &a.pin[1]);
    a.wheel[2] = linkage_wheel(l, l->ground, 1.37, 1.8, &a.pin[2]);
    linkage_wheels(l, TM_JOINT_GEAR, a.wheel[0], a.wheel[1], 0.37, 1.0);
    linkage_wheels(l, TM_JOINT_GEAR, a.wheel[1], a.wheel[2], 0.8, 1.0);
    return a;
}

TEST(a_train_of_gears_keeps_its_ratio_over_many_turns) {
    uint64_t state = 61;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        train a = build_train(&l);
        tmInput input = linkage_angle(a.pin[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        /* In steps, in one go, and back. */
        double angles[130];
        for (int i = 0; i < 126; i++) {
            angles[i] = 0.5 * i;
        }
        angles[126] = -20.0 * PI;
        angles[127] = 100.25;
        angles[128] = 0.0;
        angles[129] = 1.0;
        for (int i = 0; i < 130; i++) {
            REQUIRE(linkage_move(t, &l, plan, &angles[i], 1.0));
            linkage_check_angle(t, &l, plan, a.wheel[0], angles[i]);
            linkage_check_angle(t, &l, plan, a.wheel[1], -0.37 * angles[i]);
            linkage_check_angle(t, &l, plan, a.wheel[2], 0.37 * 0.8 * angles[i]);
        }
        test_run_defers(t, 0);
    }
}

TEST(reset_failure_and_commit_keep_count_of_turns) {
    uint64_t state = 62;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        train a = build_train(&l);
        tmInput input = linkage_angle(a.pin[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double sign = l.swap ? -1.0 : 1.0, angle = 30.0, values[1];
        tmSolveInfo info;
        REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
        MUST(tm_plan_values(plan, values));
        CHECK_NEAR(values[0], sign * 30.0, NEAR);
        angle = 1e9; /* more turns than a move can count */
        MUST(tm_plan_move(plan, &angle, &info));
        CHECK(info.outcome == TM_MOVE_NOT_CONVERGED || way < LINKAGE_NEWTON);
        tm_plan_reset(plan);
        linkage_check_angle(t, &l, plan, a.wheel[2], 0.0);
        angle = -13.0;
        REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
        linkage_check_angle(t, &l, plan, a.wheel[2], -0.37 * 0.8 * 13.0);
        MUST(tm_plan_commit(plan, l.m));
        tmPlan *next = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        /* The new plan starts from the same pose and goes on from there. */
        MUST(tm_plan_values(next, values));
        CHECK_NEAR(values[0], sign * (-13.0 + 4.0 * PI), NEAR);
        for (int i = 0; i < 3; i++) {
            angle = -13.0 + 4.0 * PI + 2.5 * i;
            REQUIRE(linkage_move(t, &l, next, &angle, 1.0));
            linkage_check_angle(t, &l, next, a.wheel[1], -0.37 * (-13.0 + 2.5 * i));
            linkage_check_angle(t, &l, next, a.wheel[2], 0.37 * 0.8 * (-13.0 + 2.5 * i));
        }
        test_run_defers(t, 0);
    }
}

/* Sun of 1, planet of 0.6, ring of 2.2 about one centre; an arm carries the planet. */
typedef struct planetary {
    tmJointId sun_pin, arm_pin, ring_pin, planet_pin;
    tmFeatureId sun, ring, planet, arm;
} planetary;

static planetary build_planetary(linkage *l, bool fixed_ring) {
    planetary a = {.ring = linkage_mark(l, l->ground, 0, 0, 0)};
    a.sun = linkage_wheel(l, l->ground, 0, 0, &a.sun_pin);
    if (!fixed_ring) {
        a.ring = linkage_wheel(l, l->ground, 0, 0, &a.ring_pin);
    }
    tmBodyId arm = linkage_body(l, 0, 0, 0);
    a.arm = linkage_mark(l, arm, 0, 0, 0);
    a.arm_pin = linkage_pin(l, l->ground, arm, 0, 0);
    a.planet = linkage_wheel(l, arm, 1.6, 0, &a.planet_pin);
    linkage_wheels(l, TM_JOINT_GEAR, a.sun, a.planet, 1.0, 0.6);
    linkage_wheels(l, TM_JOINT_INNER_GEAR, a.ring, a.planet, 2.2, 0.6);
    return a;
}

/* Willis: (sun - arm) / (ring - arm) = - 2.2 / 1. */
TEST(a_planetary_gear_follows_willis_equation) {
    uint64_t state = 63;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int driven = 0; driven < 3; driven++) {
            linkage l = linkage_open(t, way, &state);
            planetary a = build_planetary(&l, driven < 2);
            tmInput inputs[2] = {linkage_angle(driven == 1 ? a.arm_pin : a.sun_pin)};
            inputs[1] = driven == 2 ? linkage_angle(a.ring_pin) : inputs[0];
            tmPlan *plan = linkage_open_plan(t, &l, inputs, driven == 2 ? 2 : 1);
            MUST(l.status);
            linkage_check_closed(t, &l, plan, driven == 1);
            CHECK(way >= LINKAGE_NEWTON || tm_plan_unknowns(plan) <= 1);
            for (int i = 0; i < 12; i++) {
                double values[2] = {1.3 * i, -0.7 * i};
                REQUIRE(linkage_move(t, &l, plan, values, 1.6));
                double ring = driven == 2 ? values[1] : 0.0;
                double arm = driven == 1 ? values[0] : (values[0] + 2.2 * ring) / 3.2;
                double sun = driven == 1 ? 3.2 * arm - 2.2 * ring : values[0];
                linkage_check_angle(t, &l, plan, a.sun, sun);
                linkage_check_angle(t, &l, plan, a.ring, ring);
                linkage_check_angle(t, &l, plan, a.arm, arm);
                linkage_check_angle(t, &l, plan, a.planet, arm - (sun - arm) / 0.6);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A rack on a slider below a pinion of 0.5 that is pinned to the ground: x = r theta. */
TEST(a_rack_moves_by_the_way_of_the_pinions_rim) {
    uint64_t state = 64;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int by_rack = 0; by_rack < 2; by_rack++) {
            linkage l = linkage_open(t, way, &state);
            tmJointId pin;
            tmFeatureId pinion = linkage_wheel(&l, l.ground, 0, 0, &pin);
            tmBodyId bar = linkage_body(&l, 0, -0.5, 0);
            tmJointId rail = linkage_slider(&l, l.ground, bar, -1.0, -0.7, 0.0, 1.0);
            tmFeatureId line = linkage_mark(&l, bar, 0.2, -0.5, 0.0);
            linkage_wheels(&l, TM_JOINT_RACK, line, pinion, 0.0, 0.5);
            tmInput input = by_rack ? linkage_displacement(rail) : linkage_angle(pin);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            linkage_check_closed(t, &l, plan, true);
            for (int i = -12; i < 12; i++) {
                double angle = 1.1 * i, value = by_rack ? 1.0 + 0.5 * angle : angle, x, y;
                REQUIRE(linkage_move(t, &l, plan, &value, 1.0));
                MUST(tm_plan_point(plan, line, &x, &y));
                CHECK_NEAR(x, 0.2 + 0.5 * angle, NEAR);
                linkage_check_angle(t, &l, plan, pinion, angle);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A wheel rolls on the ground: its centre, pinned to a carriage, goes - r theta; under a ceiling
 * + r theta. */
TEST(a_wheel_rolls_along_a_line) {
    uint64_t state = 65;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        double side = way % 2 ? -1.0 : 1.0;
        linkage l = linkage_open(t, way, &state);
        tmBodyId carriage = linkage_body(&l, 0, 0, 0);
        tmJointId rail = linkage_slider(&l, l.ground, carriage, 0, 0, 0, 0), pin;
        tmFeatureId wheel = linkage_wheel(&l, carriage, 0, 0, &pin);
        tmFeatureId floor = linkage_mark(&l, l.ground, 0, -0.4 * side, 0);
        linkage_wheels(&l, TM_JOINT_RACK, floor, wheel, 0.0, 0.4 * side);
        tmInput input = linkage_displacement(rail);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = -10; i < 10; i++) {
            double x = 0.7 * i;
            REQUIRE(linkage_move(t, &l, plan, &x, 1.0));
            linkage_check_angle(t, &l, plan, wheel, -side * x / 0.4);
        }
        test_run_defers(t, 0);
    }
}

/* ---- Inside larger mechanisms -------------------------------------------------------------- */

/* Two cranks of 1 on wheels that are geared 1 : -1.5, coupled by two bars of 2.5. */
TEST(a_geared_five_bar_goes_where_its_circles_meet) {
    uint64_t state = 71;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin[2];
        tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin[0]);
        tmFeatureId b = linkage_wheel(&l, l.ground, 2.5, 0, &pin[1]);
        tmBodyId wheel[2], bar[2];
        MUST(l.status);
        MUST(tm_feature_get(l.m, a, &wheel[0], NULL, NULL, NULL));
        MUST(tm_feature_get(l.m, b, &wheel[1], NULL, NULL, NULL));
        double x, y;
        CHECK(linkage_circles(1, 0, 2.5, 3.5, 0, 2.5, 1, &x, &y));
        for (int i = 0; i < 2; i++) {
            bar[i] = linkage_body(&l, x, y, 0);
            linkage_pin(&l, wheel[i], bar[i], i ? 3.5 : 1.0, 0);
        }
        linkage_pin(&l, bar[0], bar[1], x, y);
        tmFeatureId top = linkage_mark(&l, bar[1], x, y, 0);
        linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.5, 1.0);
        tmInput input = linkage_angle(pin[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = 0; i < 100; i++) {
            double angle = 0.3 * i, px, py;
            REQUIRE(linkage_move(t, &l, plan, &angle, 2.5));
            MUST(tm_plan_point(plan, top, &px, &py));
            CHECK(linkage_circles(cos(angle), sin(angle), 2.5, 2.5 + cos(1.5 * angle),
                                  -sin(1.5 * angle), 2.5, 1, &x, &y));
            CHECK_NEAR(px, x, NEAR);
            CHECK_NEAR(py, y, NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* A four-bar's rocker drives a wheel by a gear: the rocker's angle comes from circles, and the
 * wheel, five times as fast, is counted along. */
TEST(a_gear_behind_a_four_bar_follows_the_rocker) {
    uint64_t state = 72;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double x, y, start;
        CHECK(linkage_circles(1, 0, 3, 3, 0, 2.5, 1, &x, &y));
        start = atan2(y, x - 3.0);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 1, 0, 0);
        tmBodyId rocker = linkage_body(&l, 3, 0, 0);
        tmJointId pin = linkage_pin(&l, l.ground, crank, 0, 0), wheel_pin;
        linkage_pin(&l, crank, rod, 1, 0);
        linkage_pin(&l, rod, rocker, x, y);
        linkage_pin(&l, l.ground, rocker, 3, 0);
        tmFeatureId teeth = linkage_mark(&l, rocker, 3, 0, 0);
        tmFeatureId wheel = linkage_wheel(&l, l.ground, 4.2, 0, &wheel_pin);
        linkage_wheels(&l, TM_JOINT_GEAR, teeth, wheel, 1.0, 0.2);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = 0; i < 40; i++) {
            double angle = 0.7 * i;
            REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
            CHECK(linkage_circles(cos(angle), sin(angle), 3, 3, 0, 2.5, 1, &x, &y));
            linkage_check_angle(t, &l, plan, wheel, -5.0 * (atan2(y, x - 3.0) - start));
        }
        double value = 0.0, poses[16 * 5];
        CHECK_STATUS(tm_plan_sweep(plan, &value, 1, NULL, 5, poses, NULL), TM_ERR_ARGUMENT);
        test_run_defers(t, 0);
    }
}

/* Three wheels that all touch cannot turn; with a second pair that says the same they can. */
TEST(gears_that_lock_each_other_are_inconsistent_and_repeated_ones_are_not) {
    uint64_t state = 73;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int locked = 0; locked < 2; locked++) {
            linkage l = linkage_open(t, way, &state);
            train a = build_train(&l);
            if (locked) {
                linkage_wheels(&l, TM_JOINT_GEAR, a.wheel[0], a.wheel[2], 0.37 * 0.8, 1.0);
            } else {
                linkage_wheels(&l, TM_JOINT_INNER_GEAR, a.wheel[0], a.wheel[2], 0.37 * 0.8, 1.0);
                linkage_wheels(&l, TM_JOINT_GEAR, a.wheel[1], a.wheel[0], 1.0, 0.37);
            }
            tmInput input = linkage_angle(a.pin[0]);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            tmSolveInfo info;
            double sign = l.swap ? -1.0 : 1.0, angle = sign * 7.0;
            MUST(tm_plan_move(plan, &angle, &info));
            CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
            if (locked) {
                CHECK(info.outcome == TM_MOVE_FOLD || info.outcome == TM_MOVE_INCONSISTENT ||
                      info.outcome == TM_MOVE_NOT_CONVERGED);
                linkage_check_angle(t, &l, plan, a.wheel[2], 0.0);
            } else {
                CHECK(info.outcome == TM_MOVE_DONE);
                linkage_check_angle(t, &l, plan, a.wheel[2], 0.37 * 0.8 * 7.0);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A point on the rim of the last wheel is dragged round twice: the first wheel follows. */
TEST(dragged_gears_turn_their_mates) {
    uint64_t state = 74;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        train a = build_train(&l);
        tmBodyId last;
        MUST(l.status);
        MUST(tm_feature_get(l.m, a.wheel[2], &last, NULL, NULL, NULL));
        tmFeatureId rim = linkage_mark(&l, last, 2.37, 1.8, 0);
        tmInput input = linkage_position(rim);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i < 60; i++) {
            double angle = 0.25 * i, sign = l.swap ? -1.0 : 1.0; /* points do not swap */
            const double to[2] = {sign * (1.37 + cos(angle)), sign * (1.8 + sin(angle))};
            REQUIRE(linkage_move(t, &l, plan, to, 1.0));
            linkage_check_angle(t, &l, plan, a.wheel[2], angle);
            linkage_check_angle(t, &l, plan, a.wheel[1], -angle / 0.8);
            linkage_check_angle(t, &l, plan, a.wheel[0], angle / 0.8 / 0.37);
        }
        test_run_defers(t, 0);
    }
}

/* A hundred wheels in a row, each 0.9 times as fast as the one before, built forwards or back. */
TEST(a_hundred_wheels_follow_the_first_in_closed_form) {
    uint64_t state = 76;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmFeatureId wheel[100];
        tmJointId pin[100];
        for (int i = 0; i < 100; i++) {
            wheel[i] = linkage_wheel(&l, l.ground, 2.0 * i, i % 2, &pin[i]);
        }
        for (int i = 0; i < 99; i++) {
            int k = way & 1 ? 98 - i : i;
            linkage_wheels(&l, TM_JOINT_GEAR, wheel[k], wheel[k + 1], 0.9, 1.0);
        }
        tmInput input = linkage_angle(pin[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int n = 0; n < 5; n++) {
            double angle = 111.0 * n, ratio = 1.0;
            REQUIRE(linkage_move(t, &l, plan, &angle, 2.0));
            for (int i = 0; i < 100; i++, ratio *= -0.9) {
                linkage_check_angle(t, &l, plan, wheel[i], ratio * angle);
            }
        }
        test_run_defers(t, 0);
    }
}

TEST(plans_say_who_follows_whom) {
    linkage l = linkage_open(t, 0, NULL);
    MUST(l.status);
    const char *const names[] = {"one", "two", "table", "peg"};
    tmBodyId body[4];
    tmFeatureId mark[4];
    for (int i = 0; i < 4; i++) {
        tmBodyDef def = tm_body_def_default();
        def.name = names[i];
        def.x = 2.0 * (i % 2);
        def.y = i == 3 ? 1.0 : 0.0;
        MUST(tm_body_add(l.m, &def, &body[i]));
        mark[i] = linkage_mark(&l, body[i], def.x, def.y, 0);
    }
    tmJointId drive = linkage_pin(&l, l.ground, body[0], 0, 0);
    linkage_pin(&l, l.ground, body[1], 2, 0);
    linkage_slider(&l, l.ground, body[2], 0, 0, 0, 0);
    tmJointDef def = tm_joint_def_default();
    tmJointId id;
    MUST(l.status);
    def.kind = TM_JOINT_GEAR;
    def.name = "G";
    def.features[0] = mark[0];
    def.features[1] = mark[1];
    def.radii[0] = 1.0;
    def.radii[1] = 2.0;
    MUST(tm_joint_add(l.m, &def, &id));
    def.kind = TM_JOINT_RACK;
    def.name = "R";
    def.features[0] = mark[2];
    MUST(tm_joint_add(l.m, &def, &id));
    tmInput input = linkage_angle(drive);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    char words[1000];
    MUST(tm_plan_text(plan, words, sizeof words) ? TM_OK : TM_ERR_MEMORY);
    CHECK_TEXT(words, "turn one about revolute 0 by input 1\n"
                      "two follows one at joint G, ratio -0.5\n"
                      "table follows two at joint R\n"
                      "left to iterate over: 0 unknowns, 0 equations\n");
}

/* Frames far apart have the turns of their inputs, not those of the frame before; a wheel behind a
 * rocker has only those of the last move, and is refused. */
TEST(sweeps_count_turns_from_the_inputs_or_are_refused) {
    uint64_t state = 77;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        planetary a = build_planetary(&l, true);
        tmInput input = linkage_angle(a.arm_pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double values[50], poses[4 * 4 * 50];
        bool failed[50];
        for (int i = 0; i < 50; i++) {
            values[i] = 17.7 * (i * 7 % 50) - 300.0;
        }
        MUST(tm_plan_sweep(plan, values, 50, NULL, 4, poses, failed));
        for (int i = 0; i < 50; i++) {
            CHECK(!failed[i]);
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &values[i], &info));
            CHECK(info.outcome == TM_MOVE_DONE);
            double sign = l.swap ? -1.0 : 1.0;
            linkage_check_angle(t, &l, plan, a.sun, 3.2 * sign * values[i]);
            for (int b = 0; b < 4; b++) {
                const tmPose *p = tm_plan_poses(plan) + b;
                CHECK_NEAR(poses[(4 * b + 0) * 50 + i], p->x, 1e-12);
                CHECK_NEAR(poses[(4 * b + 1) * 50 + i], p->y, 1e-12);
                CHECK_NEAR(poses[(4 * b + 2) * 50 + i], p->c, 1e-12);
                CHECK_NEAR(poses[(4 * b + 3) * 50 + i], p->s, 1e-12);
            }
        }
        test_run_defers(t, 0);
    }
}

/* An explicit phase: the first move turns the free wheel to it, the shorter way. */
TEST(a_gears_phase_can_be_given) {
    uint64_t state = 75;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin[2], gear;
        tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin[0]);
        tmFeatureId b = linkage_wheel(&l, l.ground, 3, 0, &pin[1]);
        MUST(l.status);
        tmJointDef def = tm_joint_def_default(), got;
        def.kind = TM_JOINT_GEAR;
        def.features[0] = a;
        def.features[1] = b;
        def.radii[0] = 2.0;
        def.radii[1] = 1.0;
        def.as_placed = false;
        def.value = 0.3 + 10.0 * PI; /* b's mark 0.3 beyond the way to a */
        MUST(tm_joint_add(l.m, &def, &gear));
        MUST(tm_joint_get(l.m, gear, &got));
        CHECK(got.value == def.value);
        tmInput input = linkage_angle(pin[0]);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        linkage_check_closed(t, &l, plan, true);
        for (int i = 0; i < 20; i++) {
            double angle = 0.45 * i;
            REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
            linkage_check_angle(t, &l, plan, b, PI + 0.3 - 2.0 * angle);
        }
        test_run_defers(t, 0);
    }
}

TEST(plans_of_pairs_survive_lack_of_memory) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    planetary a = build_planetary(&l, true);
    const tmFeatureId over[3] = {a.sun, linkage_mark(&l, l.ground, 4, 1, 0), a.planet};
    const double radii[3] = {1.0, 0.2, 0.0};
    linkage_pair(&l, TM_JOINT_ROPE, over, 3, radii);
    MUST(l.status);
    for (int method = 0; method < 2; method++) {
        tmInput input = linkage_angle(a.sun_pin);
        tmPlan *plan;
        MUST(linkage_plan(m, &input, 1, method ? TM_PLAN_NEWTON : TM_PLAN_MIXED, &plan));
        DEFER(tm_plan_destroy, plan);
        double angle = 3.0;
        MUST(tm_plan_move(plan, &angle, NULL));
        char words[2000];
        if (tm_plan_text(plan, words, sizeof words) == 0) {
            MUST(TM_ERR_MEMORY);
        }
        CHECK(linkage_poses_good(m, tm_plan_poses(plan)));
    }
}

TEST_MAIN(CASE(a_train_of_gears_keeps_its_ratio_over_many_turns),
          CASE(reset_failure_and_commit_keep_count_of_turns),
          CASE(a_planetary_gear_follows_willis_equation),
          CASE(a_rack_moves_by_the_way_of_the_pinions_rim), CASE(a_wheel_rolls_along_a_line),
          CASE(a_geared_five_bar_goes_where_its_circles_meet),
          CASE(a_gear_behind_a_four_bar_follows_the_rocker),
          CASE(gears_that_lock_each_other_are_inconsistent_and_repeated_ones_are_not),
          CASE(a_hundred_wheels_follow_the_first_in_closed_form), CASE(plans_say_who_follows_whom),
          CASE(sweeps_count_turns_from_the_inputs_or_are_refused),
          CASE(dragged_gears_turn_their_mates), CASE(a_gears_phase_can_be_given),
          CASE(plans_of_pairs_survive_lack_of_memory))
