/* linkage_table.c: builds small mechanisms from tables. */
#include "linkage_table.h"

#include <math.h>

static tmStatus add_feature(Linkage *l, const char *name, int body, double x, double y,
                            double angle, tmFeatureId *feature) {
    tmFeatureDef def = tm_feature_def_default();
    def.name = name;
    def.body = l->bodies[body];
    def.x = x;
    def.y = y;
    def.angle = angle;
    return tm_feature_add(l->m, &def, feature);
}

static tmStatus add_joint(Linkage *l, int i, const LinkageJoint *row) {
    tmStatus status =
        add_feature(l, row->name, row->a.body, row->a.x, row->a.y, row->a.angle, &l->a[i]);
    if (status == TM_OK) {
        status = add_feature(l, row->name, row->b.body, row->b.x, row->b.y, row->b.angle, &l->b[i]);
    }
    if (status != TM_OK) {
        return status;
    }
    tmJointDef def = tm_joint_def_default();
    def.name = row->name;
    def.kind = row->kind;
    def.value = row->value;
    def.features[0] = l->a[i];
    def.features[1] = l->b[i];
    return tm_joint_add(l->m, &def, &l->joints[i]);
}

tmStatus linkage_table_build(tmTest *t, Linkage *l, const LinkageBody *bodies, int body_count,
                             const LinkageJoint *joints, int joint_count) {
    tmStatus status = tm_mechanism_create(&t->allocator, &l->m);
    if (status != TM_OK) {
        return status;
    }
    test_defer(t, (tmDeferFn *)(void (*)(void))tm_mechanism_destroy, l->m);
    l->bodies[0] = tm_mechanism_ground(l->m);
    for (int i = 0; i < body_count && status == TM_OK; i++) {
        tmBodyDef def = tm_body_def_default();
        def.name = bodies[i].name;
        def.x = bodies[i].x;
        def.y = bodies[i].y;
        def.angle = bodies[i].angle;
        status = tm_body_add(l->m, &def, &l->bodies[i + 1]);
    }
    for (int i = 0; i < joint_count && status == TM_OK; i++) {
        status = add_joint(l, i, &joints[i]);
    }
    return status;
}

tmStatus linkage_table_plan(tmTest *t, const Linkage *l, int driver, tmPlan **plan) {
    tmPlanDef def = tm_plan_def_default();
    tmInput input = {.kind = TM_INPUT_ANGLE};
    if (driver >= 0) {
        tmJointDef joint;
        tmStatus found = tm_joint_get(l->m, l->joints[driver], &joint);
        if (found != TM_OK) {
            return found;
        }
        input.joint = l->joints[driver];
        input.kind = joint.kind == TM_JOINT_REVOLUTE ? TM_INPUT_ANGLE : TM_INPUT_DISPLACEMENT;
        def.inputs = &input;
        def.input_count = 1;
    }
    tmStatus status = tm_plan_create(l->m, &def, plan);
    if (status == TM_OK) {
        test_defer(t, (tmDeferFn *)(void (*)(void))tm_plan_destroy, *plan);
    }
    return status;
}

tmStatus linkage_six_bar_a(tmTest *t, Linkage *l) {
    static const LinkageBody bodies[] = {
        {"I", 0.0, 0.0, 0.0},
        {"II", 1.0, 0.0, 0.9479697413828938},
        {"III", 4.0, 0.0, 1.8959394827657874},
        {"IV", 0.8470129925593187, 2.996096623200651, -2.4604078689046007},
        {"V", -2.5, 3.5, -1.1691071450609165}};
    static const LinkageJoint joints[] = {
        {"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
        {"E", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
        {"G", TM_JOINT_REVOLUTE, {2, 3.5, 0, 0}, {3, 3, 0, 0}, 0},
        {"C", TM_JOINT_REVOLUTE, {3, 0, 0, 0}, {0, 4, 0, 0}, 0},
        {"F", TM_JOINT_REVOLUTE, {2, 2.3442857142857148, 1.871984105113053, 0}, {4, 0, 0, 0}, 0},
        {"D", TM_JOINT_REVOLUTE, {4, 3, 0, 0}, {5, 2.6, 0, 0}, 0},
        {"B", TM_JOINT_REVOLUTE, {5, 0, 0, 0}, {0, -2.5, 3.5, 0}, 0}};
    return linkage_table_build(t, l, bodies, 5, joints, 7);
}

tmStatus linkage_six_bar_b(tmTest *t, Linkage *l) {
    static const LinkageBody bodies[] = {
        {"V", -3.1467081587527117, 2.868153162023245, 0.0},
        {"IV", -2.3256200980132378, 2.868153162023245, 0.33167789000701553},
        {"II", 0.9885674781344638, 2.4218230554826254, -0.0003336105834431153},
        {"I", -0.2595491935225739, 0.4306844395359163, 1.0108780812564322},
        {"III", 3.719589663858253, 0.1718799326138728, 1.3304074684856748}};
    static const LinkageJoint joints[] = {
        {"B", TM_JOINT_REVOLUTE, {0, -3.1467081587527117, 2.868153162023245, 0}, {1, 0, 0, 0}, 0},
        {"D", TM_JOINT_REVOLUTE, {1, 0.8210880607394739, 0, 0}, {2, 0, 0, 0}, 0},
        {"F",
         TM_JOINT_REVOLUTE,
         {2, 3.5654040323915077, 0, 0},
         {3, 0.05635609619943093, 1.6073512499974458, 0},
         0},
        {"E", TM_JOINT_REVOLUTE, {3, 0, 0, 0}, {4, 2.3499847263296028, 0, 0}, 0},
        {"A", TM_JOINT_REVOLUTE, {4, 0, 0, 0}, {0, -0.2595491935225739, 0.4306844395359163, 0}, 0},
        {"G", TM_JOINT_REVOLUTE, {3, 3.282280006164824, 0, 0}, {5, 2.315427141584092, 0, 0}, 0},
        {"C", TM_JOINT_REVOLUTE, {5, 0, 0, 0}, {0, 3.719589663858253, 0.1718799326138728, 0}, 0}};
    return linkage_table_build(t, l, bodies, 5, joints, 7);
}

tmStatus linkage_slider_crank(tmTest *t, Linkage *l) {
    const double tilt = -asin(1.0 / 3.0); /* of the rod, with the crank upright */
    const LinkageBody bodies[] = {
        {"crank", 0.0, 0.0, acos(0.0)}, {"rod", 0.0, 1.0, tilt}, {"piston", sqrt(8.0), 0.0, 0.0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 3, 0, 0}, {3, 0, 0, 0}, 0},
                                          {"S", TM_JOINT_PRISMATIC, {0, 0, 0, 0}, {3, 0, 0, 0}, 0}};
    return linkage_table_build(t, l, bodies, 3, joints, 4);
}
