/* animate_drives.c: drives as inputs of a plan, planar where they can be: joints that are not
 * driven directly get bodies that are. */
#include "analyse/animate/animate_private.h"
#include "analyse/kinematics/kinematics.h"
#include "numeric/numeric.h"

/* ---- Drives of a planar mechanism ---------------------------------------------------------- */

static double angle_of(const tmFrame *frame) {
    return 2.0 * tmi_atan2(frame->rotation[3], frame->rotation[0]);
}

/* A body that only turns about the origin, and a direction that the driven one keeps to: this
 * drives the angle of a body that no pin holds to a fixed one. */
static tmStatus add_pointer(tmAnimation *a, int32_t body, tmInput *input) {
    tmBodyDef pointer = tm_body_def_default();
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef joint = tm_joint_def_default();
    pointer.angle = angle_of(&a->frames[body]);
    tmStatus status = tm_body_add(a->mechanism, &pointer, &feature.body);
    tmBodyId turning = feature.body;
    status = status == TM_OK ? tm_feature_add(a->mechanism, &feature, &joint.features[1]) : status;
    feature.body = tm_mechanism_ground(a->mechanism);
    status = status == TM_OK ? tm_feature_add(a->mechanism, &feature, &joint.features[0]) : status;
    *input = (tmInput){.kind = TM_INPUT_ANGLE};
    status = status == TM_OK ? tm_joint_add(a->mechanism, &joint, &input->joint) : status;
    joint.kind = TM_JOINT_ANGLE;
    feature.body = turning;
    status = status == TM_OK ? tm_feature_add(a->mechanism, &feature, &joint.features[0]) : status;
    feature.body = tm_body_at(a->mechanism, body);
    status = status == TM_OK ? tm_feature_add(a->mechanism, &feature, &joint.features[1]) : status;
    return status == TM_OK ? tm_joint_add(a->mechanism, &joint, &(tmJointId){0}) : status;
}

static bool is_driven(const tmAnimation *a, int32_t joint) {
    bool driven = false;
    for (int32_t i = 0; i < a->drive_count; i++) {
        driven =
            driven || (a->drives[i].kind == TM_DRIVE_COORDINATE && a->drives[i].joint == joint);
    }
    return driven;
}

/* The pin between a body and a fixed one, as an input, unless the pin is driven itself. */
static bool find_pin(const tmAnimation *a, int32_t body, tmInput *input, tmiDriveGear *gear) {
    int32_t count;
    const int32_t *joints = tm_model_joints_of(a->model, body, &count);
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        tmBodyInfo other;
        tmJointDef def;
        if (tm_model_joint(a->model, joints[i], &joint) != TM_OK || joint.body_count != 2 ||
            tm_joint_get(a->mechanism, a->joints[joints[i]], &def) != TM_OK ||
            def.kind != TM_JOINT_REVOLUTE || is_driven(a, joints[i])) {
            continue;
        }
        bool first = joint.bodies[joint.use.pairs[0][0].body] == body;
        int32_t base = joint.bodies[joint.use.pairs[0][first ? 1 : 0].body];
        if (tm_model_body(a->model, base, &other) == TM_OK && other.is_fixed) {
            double angle = angle_of(&a->frames[base]);
            *input = (tmInput){.kind = TM_INPUT_ANGLE, .joint = a->joints[joints[i]]};
            *gear = first ? (tmiDriveGear){1.0, -angle} : (tmiDriveGear){-1.0, angle};
            return true;
        }
    }
    return false;
}

/* A rod whose length is driven: a bar that turns about one end and on which the other end slides
 * takes its place. */
static tmStatus add_telescope(tmAnimation *a, int32_t joint, tmInput *input) {
    tmJointDef rod;
    tmBodyDef bar = tm_body_def_default();
    tmFeatureDef feature = tm_feature_def_default();
    tmJointDef made = tm_joint_def_default();
    double x, y, u, v;
    tmStatus status = tm_joint_get(a->mechanism, a->joints[joint], &rod);
    if (status != TM_OK || rod.kind != TM_JOINT_DISTANCE) {
        return status == TM_OK ? TM_ERR_UNSUPPORTED : status;
    }
    for (int i = 0; i < 2; i++) {
        tmBodyId body;
        double fx, fy;
        tmPose pose;
        tm_feature_get(a->mechanism, rod.features[i], &body, &fx, &fy, NULL);
        tm_body_pose(a->mechanism, body, &pose);
        *(i == 0 ? &x : &u) = pose.x + pose.c * fx - pose.s * fy;
        *(i == 0 ? &y : &v) = pose.y + pose.s * fx + pose.c * fy;
    }
    bar.x = x;
    bar.y = y;
    bar.angle = tmi_atan2(v - y, u - x);
    status = tm_joint_remove(a->mechanism, a->joints[joint]);
    status = status == TM_OK ? tm_body_add(a->mechanism, &bar, &feature.body) : status;
    status = status == TM_OK ? tm_feature_add(a->mechanism, &feature, &made.features[0]) : status;
    tmFeatureId line = made.features[0];
    made.features[1] = rod.features[0];
    status = status == TM_OK ? tm_joint_add(a->mechanism, &made, &(tmJointId){0}) : status;
    made.kind = TM_JOINT_SLOT;
    made.features[0] = line;
    made.features[1] = rod.features[1];
    *input = (tmInput){.kind = TM_INPUT_DISPLACEMENT};
    return status == TM_OK ? tm_joint_add(a->mechanism, &made, &input->joint) : status;
}

static tmStatus planar_input(tmAnimation *a, int32_t index) {
    const tmDriveInfo *drive = &a->drives[index];
    tmInput *input = &a->inputs[index];
    tmiDriveGear *gear = &a->gears[index];
    tmJointDef joint;
    int32_t body = drive->point.body;
    *gear = (tmiDriveGear){1.0, 0.0};
    if (drive->kind == TM_DRIVE_POSITION) {
        tmFeatureDef feature = tm_feature_def_default();
        feature.body = tm_body_at(a->mechanism, body);
        feature.x = drive->point.point[0];
        feature.y = drive->point.point[1];
        *input = (tmInput){.kind = TM_INPUT_POSITION};
        return tm_feature_add(a->mechanism, &feature, &input->feature);
    }
    if (drive->kind == TM_DRIVE_ANGLE) {
        return find_pin(a, body, input, gear) ? TM_OK : add_pointer(a, body, input);
    }
    tmStatus status = tm_joint_get(a->mechanism, a->joints[drive->joint], &joint);
    if (status != TM_OK) {
        return TM_ERR_UNSUPPORTED; /* a spring: nothing holds its length */
    }
    if (joint.kind == TM_JOINT_REVOLUTE && drive->is_angle) {
        *input = (tmInput){.kind = TM_INPUT_ANGLE, .joint = a->joints[drive->joint]};
        return TM_OK;
    }
    if ((joint.kind == TM_JOINT_PRISMATIC || joint.kind == TM_JOINT_SLOT) && !drive->is_angle) {
        *input = (tmInput){.kind = TM_INPUT_DISPLACEMENT, .joint = a->joints[drive->joint]};
        return TM_OK;
    }
    return add_telescope(a, drive->joint, input);
}

tmPlanDef tmi_animation_plan_def(const tmAnimation *animation) {
    const tmAnimation *a = animation;
    tmPlanDef def = tm_plan_def_default();
    def.inputs = a->inputs;
    def.input_count = a->drive_count;
    def.on_break = (tmBreak)tm_model_animate(a->model).on_break;
    def.tolerance = a->tolerance > 0.0 ? a->tolerance : def.tolerance;
    return def;
}

static tmStatus plan_planar(tmAnimation *a) {
    tmStatus status =
        tm_mechanism_from_model(&a->allocator, a->model, a->frames, a->joints, &a->mechanism);
    for (int32_t i = 0; i < a->drive_count && status == TM_OK; i++) {
        status = planar_input(a, i);
    }
    tmPlanDef def = tmi_animation_plan_def(a);
    status = status == TM_OK ? tm_plan_create(a->mechanism, &def, &a->plan) : status;
    a->info.is_planar = status == TM_OK;
    return status;
}

/* ---- Drives in space ----------------------------------------------------------------------- */

/* A position is three inputs, two in the plane. */
static int32_t space_inputs(const tmAnimation *a, tmSpaceInput *inputs) {
    int32_t count = 0, axes = tm_model_world(a->model).planar ? 2 : 3;
    for (int32_t i = 0; i < a->drive_count; i++) {
        const tmDriveInfo *drive = &a->drives[i];
        tmSpaceInput input = {.kind = TM_SPACE_COORDINATE,
                              .joint = drive->joint,
                              .coordinate = drive->coordinate,
                              .point = drive->point};
        if (drive->kind == TM_DRIVE_ANGLE) {
            input.kind = TM_SPACE_ANGLE;
            input.axis[2] = 1.0;
        }
        for (int32_t k = 0; drive->kind == TM_DRIVE_POSITION && k < axes; k++) {
            inputs[count] = input;
            inputs[count].kind = TM_SPACE_POSITION;
            inputs[count++].axis[k] = 1.0;
        }
        if (drive->kind != TM_DRIVE_POSITION) {
            inputs[count++] = input;
        }
    }
    return count;
}

static tmStatus plan_space(tmAnimation *a) {
    size_t size = ((size_t)a->value_count + 1) * sizeof(tmSpaceInput);
    tmSpaceInput *inputs = tmi_alloc_zero(a->allocator, size);
    tmSpacePlanDef def = tm_space_plan_def_default();
    if (!inputs) {
        return TM_ERR_MEMORY;
    }
    def.inputs = inputs;
    def.input_count = space_inputs(a, inputs);
    def.on_break = (tmBreak)tm_model_animate(a->model).on_break;
    def.tolerance = a->tolerance > 0.0 ? a->tolerance : def.tolerance;
    tmStatus status = tm_space_plan_create(a->assembly, &def, &a->space);
    tmi_free(a->allocator, inputs, size);
    return status;
}

tmStatus tmi_animation_plan(tmAnimation *animation) {
    tmAnimation *a = animation;
    tmStatus status = tm_model_world(a->model).planar ? plan_planar(a) : TM_ERR_UNSUPPORTED;
    if (status == TM_ERR_UNSUPPORTED) {
        tm_plan_destroy(a->plan);
        tm_mechanism_destroy(a->mechanism);
        a->plan = NULL;
        a->mechanism = NULL;
        status = plan_space(a);
    }
    return status;
}
