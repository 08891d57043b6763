/* test_mechanism.c: the parts of a mechanism: adding, changing, removing, ids, names, places, stale
 * plans; with every allocation failing in turn. */
#include "linkages.h"

#include <string.h>

static tmStatus create(tmTest *t, tmMechanism **m) {
    tmStatus status = tm_mechanism_create(&t->allocator, m);
    DEFER(tm_mechanism_destroy, *m);
    return status;
}

static tmStatus add_body(tmMechanism *m, const char *name, double x, double y, double angle,
                         tmBodyId *id) {
    tmBodyDef def = tm_body_def_default();
    def.name = name;
    def.x = x;
    def.y = y;
    def.angle = angle;
    return tm_body_add(m, &def, id);
}

TEST(new_mechanism_holds_only_its_ground) {
    tmMechanism *m;
    tmPose p;
    MUST(create(t, &m));
    tmBodyId ground = tm_mechanism_ground(m);
    CHECK(tm_body_count(m) == 1 && tm_feature_count(m) == 0 && tm_joint_count(m) == 0);
    CHECK(ground.value != 0 && tm_body_at(m, 0).value == ground.value);
    CHECK_TEXT(tm_body_name(m, ground), "ground");
    MUST(tm_body_pose(m, ground, &p));
    CHECK(p.x == 0.0 && p.y == 0.0 && p.c == 1.0 && p.s == 0.0);
    CHECK_STATUS(tm_body_remove(m, ground), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_body_set_pose(m, ground, 1, 2, 3), TM_ERR_ARGUMENT);
    CHECK(tm_body_count(m) == 1);
}

TEST(parts_are_found_again_as_they_were_given) {
    tmMechanism *m;
    tmBodyId body, owner;
    tmPose p;
    MUST(create(t, &m));
    MUST(add_body(m, "crank", 1.5, -2.0, 0.7, &body));
    CHECK_TEXT(tm_body_name(m, body), "crank");
    MUST(tm_body_pose(m, body, &p));
    CHECK(p.x == 1.5 && p.y == -2.0);
    CHECK_NEAR(p.c, cos(0.7), 1e-15);
    CHECK_NEAR(p.s, sin(0.7), 1e-15);

    tmFeatureDef def = tm_feature_def_default();
    tmFeatureId a, b;
    double x, y, angle;
    def.body = body;
    def.name = "tip";
    def.x = 3.0;
    def.y = -4.0;
    def.angle = 100.0; /* kept as given, not reduced */
    MUST(tm_feature_add(m, &def, &a));
    CHECK_TEXT(tm_feature_name(m, a), "tip");
    MUST(tm_feature_get(m, a, &owner, &x, &y, &angle));
    CHECK(owner.value == body.value && x == 3.0 && y == -4.0 && angle == 100.0);
    MUST(tm_feature_set(m, a, 5.0, 6.0, 7.0));
    MUST(tm_feature_get(m, a, NULL, &x, NULL, &angle));
    CHECK(x == 5.0 && angle == 7.0);

    tmJointDef joint = tm_joint_def_default(), found;
    tmJointId id;
    def.body = tm_mechanism_ground(m);
    def.name = NULL;
    MUST(tm_feature_add(m, &def, &b));
    CHECK_TEXT(tm_feature_name(m, b), "");
    joint.kind = TM_JOINT_DISTANCE;
    joint.name = "rod";
    joint.features[0] = a;
    joint.features[1] = b;
    joint.value = 2.5;
    MUST(tm_joint_add(m, &joint, &id));
    MUST(tm_joint_set_value(m, id, 3.5));
    MUST(tm_joint_get(m, id, &found));
    CHECK_TEXT(found.name, "rod");
    CHECK(found.kind == TM_JOINT_DISTANCE && found.value == 3.5);
    CHECK(found.features[0].value == a.value && found.features[1].value == b.value);
    CHECK(found.features[2].value == 0 && found.features[3].value == 0);
    /* what was got can be added */
    MUST(tm_joint_add(m, &found, &id));
    CHECK(tm_joint_count(m) == 2);
}

/* Bodies 1, 2, 3 in a row from the ground, pinned. */
static tmStatus build_row(tmMechanism *m, tmBodyId body[4], tmFeatureId feature[6],
                          tmJointId joint[3]) {
    linkage l = linkage_of(m, NULL);
    body[0] = l.ground;
    for (int i = 0; i < 3; i++) {
        body[i + 1] = linkage_body(&l, i, 0, 0);
        feature[2 * i] = linkage_mark(&l, body[i], i, 0, 0);
        feature[2 * i + 1] = linkage_mark(&l, body[i + 1], i, 0, 0);
        joint[i] = linkage_joint(&l, TM_JOINT_REVOLUTE, feature[2 * i], feature[2 * i + 1], 0.0);
    }
    return l.status;
}

TEST(removing_a_body_removes_its_features_and_their_joints) {
    tmMechanism *m;
    tmBodyId body[4];
    tmFeatureId f[6];
    tmJointId j[3];
    tmJointDef def;
    double gap, x;
    tmPose p;
    MUST(create(t, &m));
    MUST(build_row(m, body, f, j));
    MUST(tm_body_remove(m, body[2]));

    /* Its own are stale … */
    CHECK_STATUS(tm_body_pose(m, body[2], &p), TM_ERR_ID);
    CHECK_STATUS(tm_body_remove(m, body[2]), TM_ERR_ID);
    CHECK_STATUS(tm_body_set_pose(m, body[2], 0, 0, 0), TM_ERR_ID);
    CHECK(!tm_body_name(m, body[2]));
    const int gone_features[] = {3, 4}, gone_joints[] = {1, 2};
    for (int i = 0; i < 2; i++) {
        tmFeatureId feature = f[gone_features[i]];
        tmJointId joint = j[gone_joints[i]];
        CHECK_STATUS(tm_feature_get(m, feature, NULL, &x, NULL, NULL), TM_ERR_ID);
        CHECK_STATUS(tm_feature_set(m, feature, 0, 0, 0), TM_ERR_ID);
        CHECK_STATUS(tm_feature_remove(m, feature), TM_ERR_ID);
        CHECK(!tm_feature_name(m, feature));
        CHECK_STATUS(tm_joint_get(m, joint, &def), TM_ERR_ID);
        CHECK_STATUS(tm_joint_gap(m, joint, &gap), TM_ERR_ID);
        CHECK_STATUS(tm_joint_remove(m, joint), TM_ERR_ID);
        CHECK_STATUS(tm_joint_set_value(m, joint, 1.0), TM_ERR_ID);
    }
    /* … the others live. */
    MUST(tm_body_pose(m, body[3], &p));
    MUST(tm_feature_get(m, f[2], NULL, &x, NULL, NULL));
    MUST(tm_feature_get(m, f[5], NULL, &x, NULL, NULL));
    MUST(tm_joint_get(m, j[0], &def));
    /* Places: the gap is null until a later body takes it, with another id. */
    CHECK(tm_body_count(m) == 4 && tm_body_at(m, 2).value == 0);
    CHECK(tm_feature_at(m, 3).value == 0 && tm_joint_at(m, 1).value == 0);
    tmBodyId later;
    MUST(add_body(m, "later", 9, 9, 0, &later));
    CHECK(tm_body_count(m) == 4 && tm_body_at(m, 2).value == later.value);
    CHECK(later.value != body[2].value);
    CHECK_STATUS(tm_body_pose(m, body[2], &p), TM_ERR_ID);
    CHECK(tm_body_at(m, 1).value == body[1].value && tm_body_at(m, 3).value == body[3].value);
    CHECK(tm_body_at(m, -1).value == 0 && tm_body_at(m, 4).value == 0);
}

TEST(removing_a_feature_removes_the_joints_that_use_it) {
    tmMechanism *m;
    tmBodyId body[4];
    tmFeatureId f[6];
    tmJointId j[3], four;
    tmJointDef def = tm_joint_def_default();
    MUST(create(t, &m));
    MUST(build_row(m, body, f, j));
    def.kind = TM_JOINT_EQUAL_LENGTH;
    memcpy(def.features, (tmFeatureId[4]){f[0], f[5], f[1], f[4]}, 4 * sizeof *def.features);
    MUST(tm_joint_add(m, &def, &four));
    MUST(tm_feature_remove(m, f[4])); /* the fourth of that joint, the first of joint 2 */
    CHECK_STATUS(tm_joint_get(m, four, &def), TM_ERR_ID);
    CHECK_STATUS(tm_joint_get(m, j[2], &def), TM_ERR_ID);
    MUST(tm_joint_get(m, j[0], &def));
    MUST(tm_joint_get(m, j[1], &def));
    MUST(tm_joint_remove(m, j[0]));
    CHECK_STATUS(tm_joint_get(m, j[0], &def), TM_ERR_ID);
    CHECK(tm_feature_name(m, f[0])); /* a joint's features stay */
}

/* What every edit does to a plan that was made before it. */
TEST(every_edit_makes_plans_stale_and_nothing_else_does) {
    tmMechanism *m;
    tmBodyId body[4], made;
    tmFeatureId f[6];
    tmJointId j[3];
    MUST(create(t, &m));
    MUST(build_row(m, body, f, j));
    linkage l = linkage_of(m, NULL);
    tmFeatureId spare = linkage_mark(&l, body[1], 0.5, 0.5, 0);
    tmJointId rod = linkage_joint(&l, TM_JOINT_DISTANCE, f[0], f[5], 2.0);
    MUST(l.status);
    for (int edit = 0; edit < 9; edit++) {
        tmInput input = linkage_angle(j[0]);
        tmPlan *plan;
        double value = 0.0, x, y, gap;
        tmSolveInfo info = {.iterations = -7};
        MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
        DEFER(tm_plan_destroy, plan);
        /* Questions and commits are not edits. */
        tmPose p;
        MUST(tm_body_pose(m, body[1], &p));
        MUST(tm_joint_gap(m, j[0], &gap));
        MUST(tm_plan_commit(plan, m));
        MUST(tm_plan_values(plan, &value));
        MUST(tm_plan_move(plan, &value, NULL));

        tmStatus status = TM_OK;
        switch (edit) {
        case 0:
            status = add_body(m, "made", 0, 0, 0, &made);
            break;
        case 1:
            status = tm_body_set_pose(m, made, 1, 1, 1);
            break;
        case 2:
            status = tm_body_remove(m, made);
            break;
        case 3:
            spare = linkage_mark(&l, body[2], 0.5, 0.5, 0);
            status = l.status;
            break;
        case 4:
            status = tm_feature_set(m, spare, 0.1, 0.2, 0.3);
            break;
        case 5:
            status = tm_feature_remove(m, spare);
            break;
        case 6:
            linkage_joint(&l, TM_JOINT_PARALLEL, f[0], f[5], 0.0);
            status = l.status;
            break;
        case 7:
            status = tm_joint_set_value(m, rod, 2.1);
            break;
        default:
            status = tm_joint_remove(m, rod);
            break;
        }
        MUST(status);
        CHECK_STATUS(tm_plan_move(plan, &value, &info), TM_ERR_STALE);
        CHECK(info.iterations == -7); /* untouched */
        CHECK_STATUS(tm_plan_values(plan, &value), TM_ERR_STALE);
        CHECK_STATUS(tm_plan_point(plan, f[1], &x, &y), TM_ERR_STALE);
        CHECK_STATUS(tm_plan_commit(plan, m), TM_ERR_STALE);
    }
}

TEST(refused_edits_leave_plans_fresh) {
    tmMechanism *m;
    tmBodyId body[4];
    tmFeatureId f[6];
    tmJointId j[3];
    tmPlan *plan;
    MUST(create(t, &m));
    MUST(build_row(m, body, f, j));
    tmInput input = linkage_angle(j[0]);
    MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    CHECK_STATUS(tm_body_remove(m, body[0]), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_body_set_pose(m, body[1], NAN, 0, 0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_feature_set(m, f[0], 0, INFINITY, 0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_joint_set_value(m, j[0], NAN), TM_ERR_NOT_FINITE);
    double value = 0.5;
    MUST(tm_plan_move(plan, &value, NULL));
}

/* Commit, plan again, and the motion goes on from there. */
TEST(commit_takes_the_poses_and_reset_gives_them_back) {
    tmMechanism *m;
    tmBodyId body[4];
    tmFeatureId f[6];
    tmJointId j[3];
    tmPlan *plan;
    tmPose p;
    MUST(create(t, &m));
    MUST(build_row(m, body, f, j));
    tmInput inputs[3] = {linkage_angle(j[0]), linkage_angle(j[1]), linkage_angle(j[2])};
    MUST(linkage_plan(m, inputs, 3, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    CHECK(tm_plan_value_count(plan) == 3);
    const double values[3] = {0.3, 0.4, -0.2};
    double found[3], angles[3] = {0.3, 0.7, 0.5}, x = 0.0, y = 0.0;
    MUST(tm_plan_move(plan, values, NULL));
    MUST(tm_body_pose(m, body[3], &p));
    CHECK(p.x == 2.0 && p.y == 0.0); /* the mechanism has not moved */
    MUST(tm_plan_commit(plan, m));
    for (int i = 0; i < 3; i++) {
        MUST(tm_body_pose(m, body[i + 1], &p));
        CHECK_NEAR(p.x, x, 1e-14);
        CHECK_NEAR(p.y, y, 1e-14);
        CHECK_NEAR(p.c, cos(angles[i]), 1e-14);
        x += cos(angles[i]);
        y += sin(angles[i]);
    }
    MUST(tm_plan_values(plan, found));
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(found[i], values[i], 1e-14);
    }
    tm_plan_reset(plan);
    MUST(tm_plan_values(plan, found));
    CHECK_NEAR(found[0], 0.0, 1e-15);
    CHECK_NEAR(tm_plan_poses(plan)[3].x, 2.0, 1e-15);
}

TEST_MAIN(CASE(new_mechanism_holds_only_its_ground), CASE(parts_are_found_again_as_they_were_given),
          CASE(removing_a_body_removes_its_features_and_their_joints),
          CASE(removing_a_feature_removes_the_joints_that_use_it),
          CASE(every_edit_makes_plans_stale_and_nothing_else_does),
          CASE(refused_edits_leave_plans_fresh),
          CASE(commit_takes_the_poses_and_reset_gives_them_back))
