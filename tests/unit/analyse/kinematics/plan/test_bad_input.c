/* test_bad_input.c: nonsense gets a status or a failed move, never a crash, a hang or a pose that
 * is not one; and plans of every kind survive every failing allocation. */
#include "linkages.h"

#include <stdio.h>
#include <string.h>

TEST(null_pointers_and_null_ids_are_refused) {
    tmMechanism *m;
    tmBodyDef body = tm_body_def_default();
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef joint = tm_joint_def_default();
    tmPlanDef plan_def = tm_plan_def_default();
    tmBodyId b;
    tmFeatureId f;
    tmJointId j;
    tmPlan *plan = NULL;
    double x;
    tmPose p;
    CHECK_STATUS(tm_mechanism_create(&t->allocator, NULL), TM_ERR_ARGUMENT);
    tm_mechanism_destroy(NULL);
    tm_plan_destroy(NULL);
    tm_plan_reset(NULL);
    CHECK(tm_body_count(NULL) == 0 && tm_feature_count(NULL) == 0 && tm_joint_count(NULL) == 0);
    CHECK(tm_mechanism_ground(NULL).value == 0 && tm_body_at(NULL, 0).value == 0);
    CHECK(tm_plan_value_count(NULL) == 0 && tm_plan_unknowns(NULL) == 0 && !tm_plan_poses(NULL));
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    CHECK_STATUS(tm_body_add(NULL, &body, &b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_body_add(m, NULL, &b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_body_add(m, &body, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_body_pose(m, (tmBodyId){0}, &p), TM_ERR_ID);
    CHECK_STATUS(tm_body_pose(m, (tmBodyId){UINT32_MAX}, &p), TM_ERR_ID);
    CHECK_STATUS(tm_feature_add(m, &feature, &f), TM_ERR_ID);
    CHECK_STATUS(tm_feature_get(m, (tmFeatureId){1}, NULL, &x, NULL, NULL), TM_ERR_ID);
    CHECK_STATUS(tm_joint_add(m, &joint, &j), TM_ERR_ID);
    CHECK_STATUS(tm_joint_gap(m, (tmJointId){77}, &x), TM_ERR_ID);
    CHECK_STATUS(tm_plan_create(NULL, &plan_def, &plan), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_create(m, NULL, &plan), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_create(m, &plan_def, NULL), TM_ERR_ARGUMENT);
    CHECK(!plan);
}

TEST(def_structs_that_were_not_made_by_their_function_are_refused) {
    tmMechanism *m;
    tmBodyDef body = {0};
    tmFeatureDef feature = {0};
    tmJointDef joint = {0};
    tmPlanDef plan_def = {0};
    tmBodyId b;
    tmFeatureId f;
    tmJointId j;
    tmPlan *plan;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    CHECK_STATUS(tm_body_add(m, &body, &b), TM_ERR_DEF);
    CHECK_STATUS(tm_feature_add(m, &feature, &f), TM_ERR_DEF);
    CHECK_STATUS(tm_joint_add(m, &joint, &j), TM_ERR_DEF);
    CHECK_STATUS(tm_plan_create(m, &plan_def, &plan), TM_ERR_DEF);
}

TEST(numbers_that_are_none_are_refused) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0), made;
    tmJointId pin = linkage_pin(&l, l.ground, one, 0, 0);
    tmInput input = linkage_angle(pin);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    for (int i = 0; i < 9; i++) {
        double v[3] = {0, 0, 0};
        v[i % 3] = bad[i / 3];
        tmBodyDef body = tm_body_def_default();
        tmFeatureDef feature = tm_feature_def_default();
        tmFeatureId f;
        body.x = v[0], body.y = v[1], body.angle = v[2];
        feature.body = one;
        feature.x = v[0], feature.y = v[1], feature.angle = v[2];
        CHECK_STATUS(tm_body_add(l.m, &body, &made), TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_feature_add(l.m, &feature, &f), TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_body_set_pose(l.m, one, v[0], v[1], v[2]), TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_joint_set_value(l.m, pin, bad[i / 3]), TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_plan_move(plan, &bad[i / 3], NULL), TM_ERR_NOT_FINITE);
    }
    CHECK(tm_body_count(l.m) == 2);
}

TEST(joints_that_make_no_sense_are_refused) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0), two = linkage_body(&l, 1, 0, 0);
    tmFeatureId a = linkage_mark(&l, one, 0, 0, 0), b = linkage_mark(&l, one, 1, 0, 0);
    tmFeatureId c = linkage_mark(&l, two, 1, 0, 0);
    MUST(l.status);
    tmJointDef def = tm_joint_def_default();
    tmJointId id;
    def.features[0] = a;
    def.features[1] = b;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ARGUMENT); /* one body with itself */
    def.features[1] = a;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ARGUMENT); /* one point with itself */
    def.features[1] = c;
    def.kind = TM_JOINT_COLLINEAR;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ID); /* the third is missing */
    def.kind = TM_JOINT_KIND_COUNT;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ARGUMENT);
    def.kind = (tmJointKind)77;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ARGUMENT);
    def.kind = TM_JOINT_DISTANCE;
    def.value = -1.0;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_ARGUMENT);
    def.value = NAN;
    CHECK_STATUS(tm_joint_add(l.m, &def, &id), TM_ERR_NOT_FINITE);
    CHECK(tm_joint_count(l.m) == 0);
}

TEST(inputs_that_make_no_sense_are_refused) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId one = linkage_body(&l, 0, 0, 0), two = linkage_body(&l, 1, 0, 0);
    tmJointId pin = linkage_pin(&l, l.ground, one, 0, 0);
    tmJointId slide = linkage_slider(&l, one, two, 0, 0, 0, 1);
    MUST(l.status);
    const struct {
        tmInput inputs[2];
        int32_t count;
        tmStatus expected;
    } tries[] = {{{linkage_displacement(pin)}, 1, TM_ERR_ARGUMENT},
                 {{linkage_angle(slide)}, 1, TM_ERR_ARGUMENT},
                 {{linkage_angle(pin), linkage_angle(pin)}, 2, TM_ERR_ARGUMENT},
                 {{linkage_angle((tmJointId){0})}, 1, TM_ERR_ID},
                 {{linkage_position((tmFeatureId){99})}, 1, TM_ERR_ID},
                 {{{(tmInputKind)9, pin, {0}}}, 1, TM_ERR_ARGUMENT},
                 {{linkage_angle(pin)}, -1, TM_ERR_ARGUMENT}};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        tmPlan *plan = (tmPlan *)&l;
        tmStatus status = linkage_plan(l.m, tries[i].inputs, tries[i].count, TM_PLAN_MIXED, &plan);
        CHECK(!plan);
        CHECK_STATUS(status, tries[i].expected);
    }
}

/* Links without length, pins in one place, sliders along nothing: solved or failed, but poses. */
TEST(degenerate_mechanisms_give_poses_or_a_failed_move) {
    for (int method = 0; method < 2; method++) {
        for (int shape = 0; shape < 6; shape++) {
            linkage l = linkage_open(t, method ? LINKAGE_NEWTON : 0, NULL);
            double r = shape & 1 ? 0.0 : 1.0; /* the crank's length */
            double a = shape & 2 ? 0.0 : 2.0; /* the coupler's */
            double d = shape & 4 ? 0.0 : 2.0; /* between the fixed pins */
            tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
            tmBodyId rocker = linkage_body(&l, 0, 0, 0);
            tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
            linkage_pin(&l, crank, rod, r, 0);
            linkage_pin(&l, rod, rocker, r, a);
            linkage_pin(&l, rocker, l.ground, d, 0);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = -20; i <= 20; i++) {
                double angle = 0.3 * i;
                tmSolveInfo info;
                MUST(tm_plan_move(plan, &angle, &info));
                CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
                CHECK(info.outcome != TM_MOVE_DONE ||
                      linkage_gap(l.m, tm_plan_poses(plan), 2.0) <= 1e-9);
            }
            test_run_defers(t, 0);
        }
    }
}

TEST(huge_and_tiny_inputs_leave_poses_that_are_some) {
    static const double values[] = {1e300, -1e300, 1e15, 5e-324, 1e-300, -1e308, 0.0};
    for (int kind = 0; kind < 3; kind++) {
        for (int method = 0; method < 2; method++) {
            linkage l = linkage_open(t, method ? LINKAGE_NEWTON : 0, NULL);
            tmBodyId one = linkage_body(&l, 0, 0, 0), two = linkage_body(&l, 1, 0, 0);
            tmJointId pin = linkage_pin(&l, l.ground, one, 0, 0);
            tmJointId slide = linkage_slider(&l, one, two, 0, 0, 0, 1);
            tmFeatureId mark = linkage_mark(&l, two, 2, 0, 0);
            tmInput input = kind == 0   ? linkage_angle(pin)
                            : kind == 1 ? linkage_displacement(slide)
                                        : linkage_position(mark);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
                const double v[2] = {values[i], values[(i + 1) % 7]};
                tmSolveInfo info;
                MUST(tm_plan_move(plan, v, &info));
                CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
            }
            test_run_defers(t, 0);
        }
    }
}

/* ---- Size ---------------------------------------------------------------------------------- */

TEST(bodies_are_added_up_to_the_limit_and_not_beyond) {
    tmMechanism *m;
    tmBodyDef def = tm_body_def_default();
    tmBodyId id = {0};
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    tmStatus status = TM_OK;
    int32_t added = 1; /* the ground */
    while (status == TM_OK && added <= TM_ID_LIMIT) {
        status = tm_body_add(m, &def, &id);
        added += status == TM_OK;
    }
    CHECK_STATUS(status, TM_ERR_LIMIT);
    CHECK(added == TM_ID_LIMIT && tm_body_count(m) == TM_ID_LIMIT);
    MUST(tm_body_remove(m, id));
    MUST(tm_body_add(m, &def, &id)); /* there is room for one again */
    tmPlan *plan;
    MUST(linkage_plan(m, NULL, 0, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    MUST(tm_plan_move(plan, NULL, NULL));
}

/* Links in a row, each pinned to the one before; the first is turned, the others hang on it. */
TEST(row_of_a_hundred_thousand_links_is_planned_and_moved) {
    const int32_t links = 100000;
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId last = l.ground;
    tmInput input = {.kind = TM_INPUT_ANGLE};
    for (int32_t i = 0; i < links; i++) {
        tmBodyId next = linkage_body(&l, i, 0, 0);
        tmJointId pin = linkage_pin(&l, last, next, i, 0);
        input = i == 0 ? linkage_angle(pin) : input;
        last = next;
    }
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double angle = 1e-3;
    tmSolveInfo info;
    MUST(tm_plan_move(plan, &angle, &info));
    CHECK(info.outcome == TM_MOVE_DONE);
    CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
    CHECK_NEAR(tm_plan_poses(plan)[1].s, sin(angle), 1e-15);
    CHECK_NEAR(tm_plan_poses(plan)[2].y, sin(angle), 1e-9);
}

/* ---- Faults -------------------------------------------------------------------------------- */

/* One mechanism for each solver: closed form, torn, chain, sparse, drag, other joints. */
static tmStatus build_kind(tmMechanism *m, int kind, tmInput *input) {
    linkage l = linkage_of(m, NULL);
    tmBodyId last = l.ground;
    int links = kind == 0 ? 3 : 4 + kind;
    double x = 0.0, y = 0.0;
    tmFeatureId mark = {0};
    for (int i = 0; i < links; i++) {
        tmBodyId next = linkage_body(&l, x, y, 0);
        tmJointId pin = linkage_pin(&l, last, next, x, y);
        *input = i == 0 ? linkage_angle(pin) : *input;
        x += cos(1.2 - 0.7 * i);
        y += sin(1.2 - 0.7 * i);
        mark = linkage_mark(&l, next, x, y, 0.1);
        last = next;
    }
    tmFeatureId end = linkage_mark(&l, l.ground, x, y, 0.1);
    if (kind == 1) {
        *input = linkage_position(mark);
    } else if (kind == 2) {
        linkage_joint(&l, TM_JOINT_SLOT, end, mark, 0.0);
    } else if (kind == 3) {
        linkage_joint(&l, TM_JOINT_PARALLEL, end, mark, 0.0);
    } else {
        linkage_joint(&l, TM_JOINT_REVOLUTE, mark, end, 0.0);
    }
    return l.status;
}

static void plan_under_faults(tmTest *t, int kind, tmPlanMethod method) {
    tmMechanism *m;
    tmInput input;
    tmPlan *plan;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    MUST(build_kind(m, kind, &input));
    MUST(linkage_plan(m, &input, 1, method, &plan));
    DEFER(tm_plan_destroy, plan);
    int64_t before = t->allocations;
    double values[2];
    for (int i = 0; i < 4; i++) {
        MUST(tm_plan_values(plan, values));
        values[0] += 0.02;
        MUST(tm_plan_move(plan, values, NULL));
        CHECK(linkage_poses_good(m, tm_plan_poses(plan)));
    }
    values[0] += 7.0; /* a failing move, or one far away, takes no memory either */
    MUST(tm_plan_move(plan, values, NULL));
    tm_plan_reset(plan);
    MUST(tm_plan_commit(plan, m));
    CHECK(t->allocations == before);
}

TEST(plans_of_every_kind_survive_a_lack_of_memory) {
    for (int kind = 0; kind < 5; kind++) {
        plan_under_faults(t, kind, TM_PLAN_MIXED);
    }
    plan_under_faults(t, 0, TM_PLAN_NEWTON);
}

TEST_MAIN(CASE(null_pointers_and_null_ids_are_refused),
          CASE(def_structs_that_were_not_made_by_their_function_are_refused),
          CASE(numbers_that_are_none_are_refused), CASE(joints_that_make_no_sense_are_refused),
          CASE(inputs_that_make_no_sense_are_refused),
          CASE(degenerate_mechanisms_give_poses_or_a_failed_move),
          CASE(huge_and_tiny_inputs_leave_poses_that_are_some),
          CASE(bodies_are_added_up_to_the_limit_and_not_beyond),
          CASE(row_of_a_hundred_thousand_links_is_planned_and_moved),
          CASE(plans_of_every_kind_survive_a_lack_of_memory))
