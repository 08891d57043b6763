/* test_sweep.c: many frames in one call against one move at a time, wedges, and pins in one call.
 */
#include "linkages.h"

#include <string.h>

#define FRAMES 75 /* not a multiple of the lanes */

/* A crank-rocker on the ground: crank 1, coupler 3.5, rocker 3, base 4. */
static tmInput build_four_bar(linkage *l) {
    double cx = 0.0, cy = 0.0;
    linkage_circles(1.0, 0.0, 3.5, 4.0, 0.0, 3.0, 1, &cx, &cy);
    tmBodyId crank = linkage_body(l, 0, 0, 0), coupler = linkage_body(l, 1, 1, 0);
    tmBodyId rocker = linkage_body(l, 2, 0, 0);
    tmJointId pin = linkage_pin(l, l->ground, crank, 0, 0);
    linkage_pin(l, crank, coupler, 1, 0);
    linkage_pin(l, coupler, rocker, cx, cy);
    linkage_pin(l, rocker, l->ground, 4, 0);
    return linkage_angle(pin);
}

TEST(sweep_gives_the_bits_of_moves) {
    uint64_t state = 71;
    linkage l = linkage_open(t, 1, &state);
    tmInput input = build_four_bar(&l);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double values[FRAMES], start;
    MUST(tm_plan_values(plan, &start));
    for (int i = 0; i < FRAMES; i++) {
        values[i] = start + 0.09 * i;
    }
    static double poses[4 * 4 * FRAMES];
    bool failed[FRAMES];
    tmPose before[4];
    memcpy(before, tm_plan_poses(plan), sizeof before);
    MUST(tm_plan_sweep(plan, values, FRAMES, NULL, 4, poses, failed));
    CHECK(memcmp(before, tm_plan_poses(plan), sizeof before) == 0);
    for (int i = 0; i < FRAMES; i++) {
        MUST(tm_plan_move(plan, &values[i], NULL));
        const double *moved = &tm_plan_poses(plan)->x;
        CHECK(!failed[i]);
        for (int k = 0; k < 16; k++) {
            CHECK(memcmp(&poses[k * FRAMES + i], &moved[k], sizeof *moved) == 0);
        }
    }
}

TEST(sweep_of_some_bodies_leaves_frames_without_an_answer_empty) {
    linkage l = linkage_open(t, 0, NULL);
    tmInput input = build_four_bar(&l);
    /* The rocker as input: it swings between the angles at which crank and coupler are in line. */
    tmPlan *crank = linkage_open_plan(t, &l, &input, 1);
    input.joint = tm_joint_at(l.m, 3);
    tmPlanDef def = tm_plan_def_default();
    tmPlan *plan;
    def.inputs = &input;
    def.input_count = 1;
    def.watch = false; /* frames are examined one by one, whatever lies between */
    MUST(l.status);
    MUST(tm_plan_create(l.m, &def, &plan));
    DEFER(tm_plan_destroy, plan);
    (void)crank;
    double values[40], poses[4 * 40], start;
    bool failed[40];
    MUST(tm_plan_values(plan, &start));
    for (int i = 0; i < 40; i++) {
        values[i] = start + 0.1 * (i - 20);
    }
    tmBodyId first = tm_body_at(l.m, 1);
    MUST(tm_plan_sweep(plan, values, 40, &first, 1, poses, failed));
    int lost = 0;
    for (int i = 0; i < 40; i++) {
        tmSolveInfo info;
        tm_plan_reset(plan);
        MUST(tm_plan_move(plan, &values[i], &info));
        CHECK(failed[i] == (info.outcome != TM_MOVE_DONE));
        CHECK(isnan(poses[i]) == failed[i] && isnan(poses[3 * 40 + i]) == failed[i]);
        lost += failed[i];
    }
    CHECK(lost > 5 && lost < 35);
}

TEST(sweep_refuses_what_it_cannot_do) {
    linkage l = linkage_open(t, 0, NULL);
    tmInput input = build_four_bar(&l), drag = {.kind = TM_INPUT_POSITION};
    drag.feature = tm_feature_at(l.m, 5);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    tmPlan *dragged = linkage_open_plan(t, &l, &drag, 1);
    MUST(l.status);
    double values[2] = {0.0, 0.1}, poses[32];
    const tmBodyId nobody = {12345};
    CHECK_STATUS(tm_plan_sweep(NULL, values, 2, NULL, 4, poses, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_sweep(plan, NULL, 2, NULL, 4, poses, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_sweep(plan, values, -1, NULL, 4, poses, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_sweep(plan, values, 2, NULL, 3, poses, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_sweep(plan, values, 2, &nobody, 1, poses, NULL), TM_ERR_ID);
    CHECK_STATUS(tm_plan_sweep(dragged, values, 1, NULL, 4, poses, NULL), TM_ERR_ARGUMENT);
    MUST(tm_plan_sweep(plan, values, 0, NULL, 4, NULL, NULL));
    values[0] = NAN;
    bool failed[2];
    MUST(tm_plan_sweep(plan, values, 2, NULL, 4, poses, failed));
    CHECK(failed[0] && !failed[1]);
    MUST(tm_body_set_pose(l.m, tm_body_at(l.m, 1), 0, 0, 0.1));
    CHECK_STATUS(tm_plan_sweep(plan, values, 2, NULL, 4, poses, NULL), TM_ERR_STALE);
}

/* A wedge of gradient 1/2 on a rail, and a block that it lifts along a vertical rail: three
 * sliders, of which the input knows one. Pushed by v the block sinks by v / 2. */
TEST(driven_wedge_is_closed_form) {
    uint64_t state = 72;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double gradient = atan2(1.0, 2.0);
        tmBodyId wedge = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 1, 1, 0);
        tmFeatureId mark = linkage_mark(&l, block, 1, 1, 0);
        tmJointId rail = linkage_joint(&l, TM_JOINT_PRISMATIC, linkage_mark(&l, l.ground, 0, 0, 0),
                                       linkage_mark(&l, wedge, 0, 0, 0), 0.0);
        linkage_joint(&l, TM_JOINT_PRISMATIC, linkage_mark(&l, wedge, 0, 0.5, gradient),
                      linkage_mark(&l, block, 1, 1, gradient), 0.0);
        linkage_joint(&l, TM_JOINT_PRISMATIC, linkage_mark(&l, l.ground, 1, 0, LINKAGE_PI / 2),
                      linkage_mark(&l, block, 1, 1.3, LINKAGE_PI / 2), 0.0);
        const tmInput input = {.kind = TM_INPUT_DISPLACEMENT, .joint = rail};
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        double start;
        MUST(tm_plan_values(plan, &start));
        for (int i = 0; i <= 10; i++) {
            double sign = way & 2 ? -1.0 : 1.0, v = 0.1 * i, value = start + sign * v, x, y;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &value, &info));
            MUST(tm_plan_point(plan, mark, &x, &y));
            CHECK(info.outcome == TM_MOVE_DONE);
            CHECK_NEAR(x, 1.0, 1e-9);
            CHECK_NEAR(fabs(y - 1.0), 0.5 * v, 1e-9);
        }
        test_run_defers(t, 0);
    }
}

/* A crank that should be square to the ground as well, and one that is free. */
TEST(sweep_leaves_out_what_a_move_would_refuse) {
    for (int square = 0; square < 2; square++) {
        linkage l = linkage_open(t, 0, NULL);
        tmBodyId crank = linkage_body(&l, 0, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        if (square) {
            linkage_joint(&l, TM_JOINT_PERPENDICULAR, linkage_mark(&l, l.ground, 0, 0, 0),
                          linkage_mark(&l, crank, 0, 0, 0), 0.0);
        }
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        const double values[] = {0.3, LINKAGE_PI / 2, NAN, INFINITY, 2.0};
        double poses[2 * 4 * 5];
        bool failed[5];
        MUST(tm_plan_sweep(plan, values, 5, NULL, 2, poses, failed));
        CHECK(failed[0] == square && !failed[1] && failed[2] && failed[3] && failed[4] == square);
        for (int i = 0; i < 8 * 5; i++) {
            CHECK(failed[i % 5] ? isnan(poses[i]) : isfinite(poses[i]));
        }
        test_run_defers(t, 0);
    }
}

TEST(pin_in_one_call_is_two_features_and_a_joint_or_nothing) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    tmBodyDef def = tm_body_def_default();
    tmBodyId a, ground = tm_mechanism_ground(m);
    MUST(tm_body_add(m, &def, &a));
    tmJointId joint = {0};
    tmStatus status = tm_joint_add_pin(m, ground, 1, 2, a, 3, 4, &joint);
    int32_t alive = 0;
    for (int32_t i = 0; i < tm_feature_count(m); i++) {
        alive += tm_feature_at(m, i).value != 0;
    }
    CHECK(alive == (status == TM_OK ? 2 : 0));
    MUST(status);
    tmJointDef got;
    double x, y;
    MUST(tm_joint_get(m, joint, &got));
    CHECK(got.kind == TM_JOINT_REVOLUTE);
    MUST(tm_feature_get(m, got.features[1], NULL, &x, &y, NULL));
    CHECK(x == 3.0 && y == 4.0);
    CHECK_STATUS(tm_joint_add_pin(m, a, 0, 0, a, 1, 0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_joint_add_pin(m, a, 0, 0, (tmBodyId){999}, 1, 0, NULL), TM_ERR_ID);
    CHECK_STATUS(tm_joint_add_pin(m, a, NAN, 0, ground, 1, 0, NULL), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_joint_add_pin(NULL, a, 0, 0, ground, 1, 0, NULL), TM_ERR_ARGUMENT);
    MUST(tm_joint_add_pin(m, ground, 0, 0, a, 0, 0, NULL));
}

TEST_MAIN(CASE(sweep_gives_the_bits_of_moves),
          CASE(sweep_of_some_bodies_leaves_frames_without_an_answer_empty),
          CASE(sweep_refuses_what_it_cannot_do), CASE(driven_wedge_is_closed_form),
          CASE(sweep_leaves_out_what_a_move_would_refuse),
          CASE(pin_in_one_call_is_two_features_and_a_joint_or_nothing))
