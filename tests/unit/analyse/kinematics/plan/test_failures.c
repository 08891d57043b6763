/* test_failures.c: moves that cannot be made: what they are called, that they change nothing, and
 * that the next good one works. Folds are where the circles of the textbook cease to meet. */
#include "linkages.h"

#include <string.h>

/* A double rocker: crank 2, coupler 1.5, rocker 2.5, ground 4. The crank's angle has a fold where
 * coupler and rocker are in line: |B - D| = 4, cos = (2^2 + 4^2 - 4^2) / (2 * 2 * 4) = 1 / 4. */
static tmPlan *double_rocker(tmTest *t, linkage *l, tmFeatureId *c) {
    double start = 0.6, cx = 0.0, cy = 0.0;
    CHECK(linkage_circles(2 * cos(start), 2 * sin(start), 1.5, 4, 0, 2.5, 1, &cx, &cy));
    tmBodyId crank = linkage_body(l, 0, 0, 0), coupler = linkage_body(l, 1, 1, 0);
    tmBodyId rocker = linkage_body(l, 4, 0, 0);
    tmInput input =
        linkage_angle(linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, l->ground, 0, 0, 0),
                                    linkage_mark(l, crank, 0, 0, start), 0.0));
    linkage_pin(l, crank, coupler, 2 * cos(start), 2 * sin(start));
    *c = linkage_mark(l, coupler, cx, cy, 0);
    linkage_joint(l, TM_JOINT_REVOLUTE, *c, linkage_mark(l, rocker, cx, cy, 0), 0.0);
    linkage_pin(l, rocker, l->ground, 4, 0);
    return linkage_open_plan(t, l, &input, 1);
}

TEST(input_past_a_fold_changes_nothing_and_the_next_good_one_works) {
    uint64_t state = 61;
    const double fold = acos(0.25);
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        tmFeatureId c;
        tmPlan *plan = double_rocker(t, &l, &c);
        MUST(l.status);
        size_t bytes = sizeof(tmPose) * (size_t)tm_body_count(l.m);
        tmPose before[8];
        for (int i = 0; i < 20; i++) {
            double good = 0.6 + 0.035 * i, x, y, cx = 0.0, cy = 0.0;
            REQUIRE(linkage_move(t, &l, plan, &good, 4.0));
            memcpy(before, tm_plan_poses(plan), bytes);
            double past = fold + 0.001 + 0.1 * i, values[1];
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &past, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            CHECK(memcmp(before, tm_plan_poses(plan), bytes) == 0);
            MUST(tm_plan_values(plan, values));
            CHECK_NEAR(values[0], good, 1e-12);
            CHECK(linkage_circles(2 * cos(good), 2 * sin(good), 1.5, 4, 0, 2.5, 1, &cx, &cy));
            MUST(tm_plan_point(plan, c, &x, &y));
            CHECK_NEAR(hypot(x - cx, y - cy), 0.0, 1e-9);
        }
        test_run_defers(t, 0);
    }
}

/* Up to a hair before the fold, a try beyond, and back: the side stays. */
TEST(coming_back_from_a_fold_stays_on_the_side) {
    uint64_t state = 62;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (double hair = 1e-2; hair > 1e-9; hair *= 0.1) {
            linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
            tmFeatureId c;
            tmPlan *plan = double_rocker(t, &l, &c);
            MUST(l.status);
            tmSolveInfo info;
            double cx = 0.0, cy = 0.0, x, y, past = acos(0.25) + 0.1;
            for (double gap = 0.5; gap >= hair; gap *= 0.5) {
                double angle = acos(0.25) - gap;
                REQUIRE(linkage_move(t, &l, plan, &angle, 4.0));
            }
            MUST(tm_plan_move(plan, &past, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            for (int i = 1; i <= 10; i++) {
                double angle = acos(0.25) - hair - 0.05 * i;
                REQUIRE(linkage_move(t, &l, plan, &angle, 4.0));
                CHECK(linkage_circles(2 * cos(angle), 2 * sin(angle), 1.5, 4, 0, 2.5, 1, &cx, &cy));
                MUST(tm_plan_point(plan, c, &x, &y));
                CHECK_NEAR(hypot(x - cx, y - cy), 0.0, 1e-8);
            }
            test_run_defers(t, 0);
        }
    }
}

/* Crank 1.54, rocker 1.03 on a base of 0.85, and a distance of 0.82 between their ends: a link that
 * is not a body. Up to the fold and back in the same steps: the same poses. */
TEST(failed_move_keeps_the_side_of_a_distance) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId crank = linkage_body(&l, 0, 0, 0), rocker = linkage_body(&l, 0.845, 0, 0);
    const double start = -1.539, turned = -2.366;
    linkage_joint(
        &l, TM_JOINT_DISTANCE, linkage_mark(&l, crank, 1.544 * cos(start), 1.544 * sin(start), 0),
        linkage_mark(&l, rocker, 0.845 + 1.031 * cos(turned), 1.031 * sin(turned), 0), 0.824);
    tmInput input =
        linkage_angle(linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, l.ground, 0, 0, 0),
                                    linkage_mark(&l, crank, 0, 0, start), 0.0));
    linkage_pin(&l, rocker, l.ground, 0.845, 0);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double up[1000];
    int count = 0;
    tmSolveInfo info = {.outcome = TM_MOVE_DONE};
    for (; count < 1000; count++) {
        double angle = start + 0.01 * count;
        MUST(tm_plan_move(plan, &angle, &info));
        if (info.outcome != TM_MOVE_DONE) {
            break;
        }
        up[count] = tm_plan_poses(plan)[2].s;
    }
    CHECK(info.outcome == TM_MOVE_FOLD && count > 200);
    while (count-- > 0) {
        double angle = start + 0.01 * count;
        MUST(tm_plan_move(plan, &angle, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(tm_plan_poses(plan)[2].s, up[count], 1e-12);
    }
}

TEST(four_bar_far_from_the_origin_moves) {
    uint64_t state = 63;
    for (double far = 1.0; far < 1e9; far *= 100.0) {
        for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
            linkage l = linkage_open(t, way, &state);
            tmBodyId crank = linkage_body(&l, far, far, 0), rod = linkage_body(&l, far + 1, far, 0);
            tmBodyId rocker = linkage_body(&l, far + 4, far, 0);
            double cx = 0.0, cy = 0.0;
            CHECK(linkage_circles(1, 0, 3.5, 4, 0, 3, 1, &cx, &cy));
            tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, far, far));
            linkage_pin(&l, crank, rod, far + 1, far);
            linkage_pin(&l, rod, rocker, far + cx, far + cy);
            linkage_pin(&l, rocker, l.ground, far + 4, far);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = 0; i < 400; i++) {
                double angle = 0.05 * i;
                tmSolveInfo info;
                MUST(tm_plan_move(plan, &angle, &info));
                CHECK(info.outcome == TM_MOVE_DONE);
                CHECK(linkage_gap(l.m, tm_plan_poses(plan), 4.0) < 1e-10 + 1e-14 * far);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A triangle of the ground and two bars, driven at all of its pins: it is rigid, and two of the
 * inputs are too many. */
TEST(input_that_others_contradict_is_not_passed_over) {
    uint64_t state = 64;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        tmBodyId a = linkage_body(&l, 0, 0, 0), b = linkage_body(&l, 1, 0, 0);
        const tmInput inputs[] = {linkage_angle(linkage_pin(&l, l.ground, a, 0, 0)),
                                  linkage_angle(linkage_pin(&l, a, b, 1, 0)),
                                  linkage_angle(linkage_pin(&l, b, l.ground, 0.5, 0.8))};
        tmPlan *plan = linkage_open_plan(t, &l, inputs, 3);
        MUST(l.status);
        double start[3], poses[3 * 4 * 2];
        MUST(tm_plan_values(plan, start));
        for (int k = 0; k < 3; k++) {
            REQUIRE(linkage_move(t, &l, plan, start, 1.0));
            double values[3];
            memcpy(values, start, sizeof values);
            values[k] += 2 * LINKAGE_PI;
            REQUIRE(linkage_move(t, &l, plan, values, 1.0));
            values[k] += 0.5;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, values, &info));
            CHECK(info.outcome != TM_MOVE_DONE);
            bool failed[2];
            const double both[] = {start[0], values[0], start[1], values[1], start[2], values[2]};
            if (l.method == TM_PLAN_MIXED) {
                MUST(tm_plan_sweep(plan, both, 2, NULL, 3, poses, failed));
                CHECK(!failed[0] && failed[1]);
            }
        }
        test_run_defers(t, 0);
    }
}

TEST(slider_pulled_too_far_reports_a_fold) {
    uint64_t state = 63;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        double bx = cos(1.0), by = sin(1.0), cx = bx + sqrt(9.0 - by * by);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
        tmBodyId block = linkage_body(&l, 0, 0, 0);
        linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_pin(&l, crank, rod, bx, by);
        linkage_pin(&l, rod, block, cx, 0);
        tmInput input = linkage_displacement(linkage_slider(&l, l.ground, block, 0, 0, 0, cx));
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        const double tries[] = {4.01, 1.99, 40.0};
        for (int i = 0; i < 3; i++) {
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &tries[i], &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            double good = 3.0 + 0.2 * i;
            REQUIRE(linkage_move(t, &l, plan, &good, 3.0));
        }
        test_run_defers(t, 0);
    }
}

/* A triangle of pins whose sides are 1, 1 and 3. */
TEST(links_too_short_to_close_are_inconsistent) {
    uint64_t state = 64;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId one = linkage_body(&l, 0, 0, 0), two = linkage_body(&l, 3, 0, 0);
        linkage_pin(&l, l.ground, one, 0, 0);
        linkage_pin(&l, l.ground, two, 3, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, one, 1, 0.1, 0),
                      linkage_mark(&l, two, 2, 0.1, 0), 0.0);
        tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
        MUST(l.status);
        tmPose before[4];
        memcpy(before, tm_plan_poses(plan), sizeof(tmPose) * 3);
        for (int i = 0; i < 3; i++) {
            tmSolveInfo info;
            MUST(tm_plan_move(plan, NULL, &info));
            CHECK(info.outcome == TM_MOVE_INCONSISTENT);
            CHECK(memcmp(before, tm_plan_poses(plan), sizeof(tmPose) * 3) == 0);
        }
        test_run_defers(t, 0);
    }
}

TEST(two_lengths_for_one_distance_are_inconsistent) {
    uint64_t state = 65;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId one = linkage_body(&l, 0, 0, 0);
        tmFeatureId a = linkage_mark(&l, l.ground, 0, 0, 0), b = linkage_mark(&l, one, 1, 0, 0);
        linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 1.0);
        linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 2.0);
        tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
        MUST(l.status);
        tmSolveInfo info;
        MUST(tm_plan_move(plan, NULL, &info));
        CHECK(info.outcome == TM_MOVE_INCONSISTENT);
        CHECK(info.residual > 0.1);
        test_run_defers(t, 0);
    }
}

/* What stands far away must not loosen the check of what is near. */
TEST(contradiction_near_the_origin_is_seen_beside_a_body_far_away) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId far = linkage_body(&l, 1e14, 0, 0), one = linkage_body(&l, 0, 0, 0);
    linkage_pin(&l, l.ground, far, 1e14, 0);
    tmFeatureId a = linkage_mark(&l, l.ground, 0, 0, 0), b = linkage_mark(&l, one, 1, 0, 0);
    linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 1.0);
    linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 1.5);
    tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
    MUST(l.status);
    tmSolveInfo info;
    MUST(tm_plan_move(plan, NULL, &info));
    CHECK(info.outcome == TM_MOVE_INCONSISTENT);
}

/* A second pin that fits at the start and nowhere else: every move must notice. Found by fuzzing.
 */
TEST(crank_that_is_pinned_twice_moves_to_no_other_angle) {
    uint64_t state = 67;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId crank = linkage_body(&l, 0, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, l.ground, crank, 1, 0);
        linkage_pin(&l, l.ground, crank, 0, 2);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmSolveInfo info;
        double start, turned;
        MUST(tm_plan_values(plan, &start));
        turned = start + 0.5;
        MUST(tm_plan_move(plan, &start, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        MUST(tm_plan_move(plan, &turned, &info));
        CHECK(info.outcome != TM_MOVE_DONE);
        MUST(tm_plan_move(plan, &start, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        if (l.method == TM_PLAN_MIXED) {
            const double values[] = {start, turned, start};
            double poses[2 * 4 * 3];
            bool failed[3];
            MUST(tm_plan_sweep(plan, values, 3, NULL, 2, poses, failed));
            CHECK(!failed[0] && failed[1] && !failed[2]);
            CHECK(isnan(poses[4 * 3 + 1]) && !isnan(poses[4 * 3]));
        }
        test_run_defers(t, 0);
    }
}

/* A length of next to nothing must not make angles weightless. Found by fuzzing. */
TEST(contradicting_angles_are_seen_beside_a_vanishing_length) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0);
    tmFeatureId a = linkage_mark(&l, l.ground, 0, 0, 0), b = linkage_mark(&l, one, 0, 0, 0);
    linkage_joint(&l, TM_JOINT_ANGLE, a, b, 0.0);
    linkage_joint(&l, TM_JOINT_PERPENDICULAR, a, b, 0.0);
    linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 4.94e-324);
    tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
    MUST(l.status);
    tmSolveInfo info;
    MUST(tm_plan_move(plan, NULL, &info));
    CHECK(info.outcome != TM_MOVE_DONE);
}

/* A triangle of which one side is ten thousand times shorter: its direction must be as exact as the
 * others'. Found by fuzzing. */
TEST(short_side_of_a_triangle_has_an_exact_direction) {
    uint64_t state = 68;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId large = linkage_body(&l, 0, 0, 0), small = linkage_body(&l, 9, 0, 0);
        linkage_pin(&l, l.ground, large, 0, 0);
        linkage_pin(&l, large, small, 9.0, 6e-4);
        linkage_pin(&l, small, l.ground, 9.0, 0);
        tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
        MUST(l.status);
        tmSolveInfo info;
        MUST(tm_plan_move(plan, NULL, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        for (int i = 1; i < 3; i++) {
            tmPose p = tm_plan_poses(plan)[i];
            CHECK_NEAR(p.c * p.c + p.s * p.s, 1.0, 1e-10);
        }
        test_run_defers(t, 0);
    }
}

/* The distance to where the feature should be is not a double. Found by fuzzing. */
TEST(drag_over_more_than_a_double_can_say_is_no_answer) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0);
    const tmInput input = linkage_position(linkage_mark(&l, one, 0.25, 1e308, 0));
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmSolveInfo info;
    const double far[] = {-1.7e308, -1.7e308};
    MUST(tm_plan_move(plan, far, &info));
    CHECK(info.outcome != TM_MOVE_DONE || isfinite(info.miss));
    CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
}

TEST_MAIN(CASE(input_past_a_fold_changes_nothing_and_the_next_good_one_works),
          CASE(coming_back_from_a_fold_stays_on_the_side),
          CASE(failed_move_keeps_the_side_of_a_distance), CASE(four_bar_far_from_the_origin_moves),
          CASE(input_that_others_contradict_is_not_passed_over),
          CASE(slider_pulled_too_far_reports_a_fold),
          CASE(links_too_short_to_close_are_inconsistent),
          CASE(two_lengths_for_one_distance_are_inconsistent),
          CASE(contradiction_near_the_origin_is_seen_beside_a_body_far_away),
          CASE(crank_that_is_pinned_twice_moves_to_no_other_angle),
          CASE(contradicting_angles_are_seen_beside_a_vanishing_length),
          CASE(short_side_of_a_triangle_has_an_exact_direction),
          CASE(drag_over_more_than_a_double_can_say_is_no_answer))
