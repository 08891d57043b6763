/* test_edges.c: plans that stand at a break: pushed on, asked for whole turns, and led back. */
#include "four_bars.h"

#define PI LINKAGE_PI

static const fourBar rocker_rocker = {2.0, 1.5, 2.2, 2.5};

/* Pushes beyond the edge `pushes` times, a little farther each time, and goes back. */
static void push_and_return(tmTest *t, int way, int side, tmBreak policy, int pushes) {
    const fourBar f = rocker_rocker;
    linkage l = linkage_open(t, way, NULL);
    fourBarBuilt b = four_bar_build(&l, f, 1.2, side);
    tmPlan *plan = four_bar_plan(t, &l, &b.input, policy);
    MUST(l.status);
    double edge = four_bar_angle(f, f.coupler + f.rocker), at;
    tmSolveInfo info;
    for (int i = 0; i < pushes; i++) {
        double value = edge + 1e-4 * (i + 1);
        MUST(tm_plan_move(plan, &value, &info));
        CHECK(info.outcome == (policy == TM_BREAK_SEARCH ? TM_MOVE_FOLD : TM_MOVE_STRETCHED));
        MUST(tm_plan_values(plan, &at));
        CHECK_NEAR(at, policy == TM_BREAK_SEARCH ? edge : value, 1e-10);
    }
    for (double value = edge - 1e-3; value > 1.0; value -= 0.3) {
        REQUIRE(linkage_move(t, &l, plan, &value, 1.0));
        CHECK(four_bar_side(plan, &b, f, value) == side);
    }
    test_run_defers(t, 0);
}

TEST(pushed_beyond_a_break_again_and_again_it_keeps_its_side) {
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (int i = 0; i < 16; i++) {
            push_and_return(t, way, i % 2 ? 1 : -1, i % 4 < 2 ? TM_BREAK_SEARCH : TM_BREAK_STRETCH,
                            1 + i / 4);
        }
    }
}

TEST(whole_turn_from_an_edge_is_as_far_as_any_other) {
    const fourBar f = rocker_rocker;
    double edge = four_bar_angle(f, f.coupler + f.rocker);
    double inner = four_bar_angle(f, f.rocker - f.coupler);
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (int turns = -3; turns <= 3; turns++) {
            linkage l = linkage_open(t, way, NULL);
            fourBarBuilt b = four_bar_build(&l, f, 1.2, 1);
            tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
            MUST(l.status);
            double value = edge + 0.1, at;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &value, &info));
            MUST(tm_plan_values(plan, &at));
            double asked = at + 2.0 * PI * turns;
            MUST(tm_plan_move(plan, &asked, &info));
            CHECK(info.outcome == (turns == 0 ? TM_MOVE_DONE : TM_MOVE_FOLD));
            MUST(tm_plan_values(plan, &at));
            CHECK_NEAR(at, turns < 0 ? inner : edge, 1e-10);
            test_run_defers(t, 0);
        }
    }
}

TEST(edge_is_found_as_well_by_a_step_of_any_size) {
    const fourBar f = rocker_rocker;
    double edge = four_bar_angle(f, f.coupler + f.rocker);
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (double step = 10.0; step < 1e13; step *= 100.0) {
            linkage l = linkage_open(t, way, NULL);
            fourBarBuilt b = four_bar_build(&l, f, 1.2, 1);
            tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
            MUST(l.status);
            REQUIRE(linkage_move(t, &l, plan, &b.start, 1.0)); /* the first takes the shorter way */
            double value = 1.2 + step, at;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &value, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            MUST(tm_plan_values(plan, &at));
            CHECK_NEAR(at, edge, 1e-10);
            test_run_defers(t, 0);
        }
    }
}

/* [ME] figure 14(a): where the crank's tip lies on the ground joint, the pair on them can be
 * turned, and then locks the crank: the pair must be in line with it, or square to it, to let it
 * pass. */
TEST(idle_pair_that_was_turned_locks_its_crank) {
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (double turned = 0.3; turned < 6.0; turned += 0.9) {
            linkage l = linkage_open(t, way, NULL);
            tmBodyId crank = linkage_body(&l, 0, 0, 0), one = linkage_body(&l, 2, 0, turned);
            tmBodyId two = linkage_body(&l, 2, 0, turned);
            tmJointId driver = linkage_pin(&l, l.ground, crank, 0, 0);
            linkage_pin(&l, crank, one, 2, 0);
            linkage_pin(&l, one, two, 2 + cos(turned), sin(turned));
            linkage_pin(&l, two, l.ground, 2, 0);
            tmInput input = linkage_angle(driver);
            tmPlan *plan = four_bar_plan(t, &l, &input, TM_BREAK_LIMIT);
            MUST(l.status);
            double value = 1e-3;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &value, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            const tmPose *pose = &tm_plan_poses(plan)[2];
            CHECK_NEAR(pose->c, cos(turned), 1e-12);
            test_run_defers(t, 0);
        }
    }
}

/* Crank nearly as long as the ground link, coupler nearly as long as the rocker: these two turn in
 * no time when the crank's end passes the rocker's pivot, and turn fully all the same. */
TEST(nearly_a_kite_turns_fully) {
    const fourBar f = {1.9148611643080962, 2.8877372877986618, 2.8852602619769954,
                       1.9199322625198676};
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        linkage l = linkage_open(t, way, NULL);
        fourBarBuilt b = four_bar_build(&l, f, -1.8, 1);
        tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_LIMIT);
        MUST(l.status);
        for (double value = -1.8; value > -20.0; value -= 8.7) {
            REQUIRE(linkage_move(t, &l, plan, &value, 1.0));
            CHECK(four_bar_side(plan, &b, f, value) == 1);
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(pushed_beyond_a_break_again_and_again_it_keeps_its_side),
          CASE(whole_turn_from_an_edge_is_as_far_as_any_other),
          CASE(edge_is_found_as_well_by_a_step_of_any_size),
          CASE(idle_pair_that_was_turned_locks_its_crank), CASE(nearly_a_kite_turns_fully))
