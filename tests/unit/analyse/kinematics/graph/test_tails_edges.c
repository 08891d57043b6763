/* test_tails_edges.c: loose ends at the edges: tiny arms, moves that fail, stretched loops,
 * assembly modes, pins that are not quite closed, and numbers without end. */
#include "linkages.h"

#include <math.h>
#include <string.h>

/* An eccentric: a link hangs on a disc next to the disc's own pin. For a body that is known to be
 * large (its other mark is far away), or for a mechanism that is, the disc must not spin. */
TEST(body_with_an_end_near_its_pin_does_not_spin) {
    for (int far = 0; far < 2; far++) {
        linkage l = linkage_open(t, 0, NULL);
        tmBodyId arm = linkage_body(&l, 0, 0, 0), disc = linkage_body(&l, 0, 60, 0);
        tmBodyId bar = linkage_body(&l, 0.1, 60, 0);
        linkage_pin(&l, l.ground, arm, 0, 0);
        tmFeatureId tip = linkage_mark(&l, arm, 0, 60, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, tip, linkage_mark(&l, disc, 0, 60, 0), 0.0);
        linkage_pin(&l, disc, bar, 0.1, 60);
        linkage_mark(&l, bar, 40, 60, 0);
        if (far) {
            linkage_mark(&l, disc, 100, 60, 0);
        }
        tmInput input = linkage_position(tip);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        const double aim[2] = {60.0 * sin(0.02), 60.0 * cos(0.02)}; /* 1.2 away */
        REQUIRE(linkage_move(t, &l, plan, aim, 60.0));
        const tmPose *pose = &tm_plan_poses(plan)[2];
        CHECK(fabs(atan2(pose->s, pose->c)) < (far ? 0.03 : 0.4));
        test_run_defers(t, 0);
    }
}

/* A four-bar that breaks, whose coupler is also dragged, with a bar hanging on it. */
static tmPlan *breaking(tmTest *t, linkage *l, tmBreak on_break, double *values) {
    double cx = 0.0, cy = 0.0;
    CHECK(linkage_circles(2, 0, 1.2, 3, 0, 1.2, 1, &cx, &cy));
    tmBodyId crank = linkage_body(l, 0, 0, 0), coupler = linkage_body(l, 2, 0, 0);
    tmBodyId rocker = linkage_body(l, 3, 0, 0), arm = linkage_body(l, 2, 1.5, 0);
    tmBodyId bar = linkage_body(l, 2.5, 1.6, 0);
    tmJointId drive = linkage_pin(l, l->ground, crank, 0, 0);
    linkage_pin(l, crank, coupler, 2, 0);
    linkage_pin(l, coupler, rocker, cx, cy);
    linkage_pin(l, rocker, l->ground, 3, 0);
    linkage_pin(l, coupler, arm, 2, 1.5);
    linkage_pin(l, arm, bar, 2.5, 1.6);
    linkage_mark(l, bar, 2.7, 2.3, 0);
    const tmInput inputs[2] = {linkage_angle(drive),
                               linkage_position(linkage_mark(l, arm, 3, 1.7, 0))};
    tmPlanDef def = tm_plan_def_default();
    def.inputs = inputs;
    def.input_count = 2;
    def.on_break = on_break;
    tmPlan *plan = NULL;
    if (l->status == TM_OK) {
        l->status = tm_plan_create(l->m, &def, &plan);
    }
    if (l->status == TM_OK) {
        DEFER(tm_plan_destroy, plan);
        l->status = tm_plan_values(plan, values);
    }
    return plan;
}

/* The crank turns on, past its end, and the arm is pulled away. */
static tmStatus push(tmPlan *plan, const double *start, int i, tmSolveInfo *info) {
    const double values[3] = {start[0] + 0.1 * i, start[1] + 0.05 * i, start[2] + 0.02 * i};
    return tm_plan_move(plan, values, info);
}

TEST(move_that_fails_leaves_every_bit) {
    linkage l = linkage_open(t, 0, NULL);
    double start[3];
    tmPlan *plan = breaking(t, &l, TM_BREAK_LIMIT, start);
    MUST(l.status);
    int failed = 0;
    for (int i = 1; i <= 14; i++) {
        tmPose before[6];
        tmSolveInfo info;
        memcpy(before, tm_plan_poses(plan), sizeof before);
        MUST(push(plan, start, i, &info));
        if (info.outcome != TM_MOVE_DONE) {
            failed++;
            CHECK(memcmp(before, tm_plan_poses(plan), sizeof before) == 0);
        }
    }
    CHECK(failed > 3);
}

TEST(tail_of_a_stretched_loop_hangs_on_it) {
    linkage l = linkage_open(t, 0, NULL);
    double start[3];
    tmPlan *plan = breaking(t, &l, TM_BREAK_STRETCH, start);
    MUST(l.status);
    int stretched = 0;
    for (int i = 1; i <= 14; i++) {
        tmSolveInfo info;
        double x = 0.0, y = 0.0, u = 0.0, v = 0.0;
        MUST(push(plan, start, i, &info));
        stretched += info.outcome == TM_MOVE_STRETCHED;
        const tmPose *arm = &tm_plan_poses(plan)[4], *bar = &tm_plan_poses(plan)[5];
        x = arm->x + 0.5 * arm->c - 0.1 * arm->s; /* where the bar's origin is pinned */
        y = arm->y + 0.5 * arm->s + 0.1 * arm->c;
        u = bar->x;
        v = bar->y;
        CHECK_NEAR(hypot(x - u, y - v), 0.0, 1e-9);
    }
    CHECK(stretched > 3);
}

TEST(modes_of_a_dragged_arm_take_its_tail_along) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0), two = linkage_body(&l, 1, 1, 0);
    tmBodyId bar = linkage_body(&l, 2, 0, 0);
    linkage_pin(&l, l.ground, one, 0, 0);
    linkage_pin(&l, one, two, 1, 1);
    tmFeatureId tip = linkage_mark(&l, two, 2, 0, 0);
    linkage_joint(&l, TM_JOINT_REVOLUTE, tip, linkage_mark(&l, bar, 2, 0, 0), 0.0);
    linkage_mark(&l, bar, 3, 0.5, 0);
    tmInput input = linkage_position(tip);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    const double aim[2] = {2.2, 0.4};
    REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
    tmModesDef def = tm_modes_def_default();
    tmModes *modes = linkage_modes(t, plan, aim, &def);
    if (modes) {
        CHECK(tm_modes_count(modes) >= 1);
        linkage_check_modes(t, l.m, modes, 2.0);
    }
}

/* What a plan leaves open, some 1e-11, makes no difference to who is a tail. */
TEST(bar_on_a_pin_that_is_nearly_closed_trails) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId arm = linkage_body(&l, 0, 0, 0), bar = linkage_body(&l, 1, 0, 0);
    linkage_pin(&l, l.ground, arm, 0, 0);
    tmFeatureId tip = linkage_mark(&l, arm, 1, 0, 0);
    linkage_joint(&l, TM_JOINT_REVOLUTE, tip, linkage_mark(&l, bar, 1.0 + 2e-11, 0, 0), 0.0);
    tmFeatureId end = linkage_mark(&l, bar, 2, 0, 0);
    tmInput input = linkage_position(tip);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    const double aim[2] = {0.0, 1.0};
    double x, y;
    for (int i = 0; i <= 30; i++) { /* by arcs: the end comes nearer to the arm's axle */
        double angle = LINKAGE_PI / 60.0 * i;
        const double way[2] = {cos(angle), sin(angle)};
        REQUIRE(linkage_move(t, &l, plan, way, 1.0));
    }
    MUST(tm_plan_point(plan, end, &x, &y));
    CHECK(hypot(x - aim[0], y - aim[1]) > 0.999 && y < 1.0 && x > 0.3);
}

TEST(numbers_without_end_leave_finite_poses) {
    static const double aims[][2] = {{1e308, 0},       {-1e308, 1e308}, {1.7e308, -1.7e308},
                                     {1e160, 1e160},   {0, 0},          {1e-320, 0},
                                     {5e-324, 5e-324}, {1, 1}};
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId bar = linkage_body(&l, 0, 0, 0), next = linkage_body(&l, 1, 0, 0);
    tmFeatureId grip = linkage_mark(&l, bar, 0, 0, 0);
    linkage_mark(&l, bar, 1, 0.3, 0);
    linkage_pin(&l, bar, next, 1, 0);
    linkage_mark(&l, next, 2, 0, 0);
    tmInput input = linkage_position(grip);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmSolveInfo info;
    for (size_t i = 0; i < sizeof aims / sizeof *aims; i++) {
        MUST(tm_plan_move(plan, aims[i], &info));
        CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
    }
    CHECK(info.outcome == TM_MOVE_DONE);
}

TEST_MAIN(CASE(body_with_an_end_near_its_pin_does_not_spin), CASE(move_that_fails_leaves_every_bit),
          CASE(tail_of_a_stretched_loop_hangs_on_it),
          CASE(modes_of_a_dragged_arm_take_its_tail_along),
          CASE(bar_on_a_pin_that_is_nearly_closed_trails),
          CASE(numbers_without_end_leave_finite_poses))
