/* animate.c: moves a model through its drives, by the planar solver where it can. */
#include "trammel/animate.h"

#include "analyse/animate/turns.h"
#include "analyse/animate/watch.h"
#include "analyse/kinematics/kinematics.h"
#include "base/base.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* How the value of a drive becomes that of a plan's input: offset + sign * value. A position is
 * taken as it is. */
typedef struct Gear {
    double sign, offset;
} Gear;

struct tmAnimation {
    tmAllocator allocator;
    const tmModel *model;
    tmAnimationInfo info;
    double tolerance; /* 0: the solvers' own */
    const tmAssembly *assembly;
    tmAssembly *own_assembly; /* the same; null: the caller's */
    int32_t drive_count, value_count, body_count, joint_count;
    tmDriveInfo *drives;
    double *values; /* of the drives, then of the plan: never more */
    tmFrame *frames;
    tmMechanism *mechanism; /* planar */
    tmJointId *joints;      /* of the model's joints */
    Gear *gears;
    tmInput *inputs;
    tmPlan *plan;
    tmSpacePlan *space; /* else */
    bool has_moved;     /* a move succeeded */
    tmiTurns *turns;
    tmiWatch *watch; /* null: nobody asked for monitors yet */
};

/* ---- Drives of a planar mechanism ---------------------------------------------------------- */

static double angle_of(const tmFrame *frame) {
    return 2.0 * tmi_atan2(frame->rotation[3], frame->rotation[0]);
}

/* A body that only turns about the origin, and a direction that the driven one keeps to: so a
 * body's angle is driven where no pin holds it to something that stands. */
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

/* The pin between a body and one that stands still, as an input: one that is not driven itself. */
static bool find_pin(const tmAnimation *a, int32_t body, tmInput *input, Gear *gear) {
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
            *gear = first ? (Gear){1.0, -angle} : (Gear){-1.0, angle};
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
    Gear *gear = &a->gears[index];
    tmJointDef joint;
    int32_t body = drive->point.body;
    *gear = (Gear){1.0, 0.0};
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

static tmPlanDef plan_def(const tmAnimation *a) {
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
    tmPlanDef def = plan_def(a);
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

/* ---- Animations ---------------------------------------------------------------------------- */

static void *zeros(const tmAnimation *a, int32_t count, size_t size) {
    return tmi_alloc_zero(a->allocator, ((size_t)count + 1) * size);
}

static void drop(const tmAnimation *a, void *block, int32_t count, size_t size) {
    tmi_free(a->allocator, block, ((size_t)count + 1) * size);
}

static bool make_room(tmAnimation *a) {
    a->drives = zeros(a, a->drive_count, sizeof *a->drives);
    a->values = zeros(a, 2 * a->value_count, sizeof *a->values);
    a->gears = zeros(a, a->drive_count, sizeof *a->gears);
    a->inputs = zeros(a, a->drive_count, sizeof *a->inputs);
    a->frames = zeros(a, a->body_count, sizeof *a->frames);
    a->joints = zeros(a, a->joint_count, sizeof *a->joints);
    return a->drives && a->values && a->gears && a->inputs && a->frames && a->joints;
}

static bool is_closed(const tmAssembly *assembly) {
    return assembly && tm_assembly_info(assembly)->outcome == TM_ASSEMBLY_CLOSED;
}

/* Takes the caller's assembly if it is closed. */
static tmStatus assemble(tmAnimation *a) {
    if (is_closed(a->assembly)) {
        return TM_OK;
    }
    tmAssemblyDef def = tm_assembly_def_default();
    def.tolerance = a->tolerance > 0.0 ? a->tolerance : def.tolerance;
    tmStatus status = tm_assemble(a->model, &def, &a->own_assembly);
    a->assembly = a->own_assembly;
    return status == TM_OK && !is_closed(a->assembly) ? TM_ERR_NOT_CONVERGED : status;
}

static tmStatus start(tmAnimation *a) {
    a->body_count = tm_model_body_count(a->model);
    a->joint_count = tm_model_joint_count(a->model);
    if (!make_room(a)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < a->drive_count; i++) {
        tm_model_drive(a->model, i, &a->drives[i]);
    }
    tmStatus status = assemble(a);
    if (status != TM_OK) {
        return status;
    }
    memcpy(a->frames, tm_assembly_frames(a->assembly), (size_t)a->body_count * sizeof *a->frames);
    status = tm_model_world(a->model).planar ? plan_planar(a) : TM_ERR_UNSUPPORTED;
    if (status == TM_ERR_UNSUPPORTED) {
        tm_plan_destroy(a->plan);
        tm_mechanism_destroy(a->mechanism);
        a->plan = NULL;
        a->mechanism = NULL;
        status = plan_space(a);
    }
    return status == TM_OK
               ? tmi_turns_create(a->allocator, a->body_count, a->value_count, a->plan, &a->turns)
               : status;
}

static tmStatus create(const tmAllocator *allocator, const tmModel *model,
                       const tmAssembly *assembly, double tolerance, tmAnimation **animation) {
    if (animation) {
        *animation = NULL;
    }
    if (!model || !animation || tm_model_animate(model).drive_count == 0) {
        return TM_ERR_ARGUMENT;
    }
    if (tm_diags_total(tm_model_diags(model), TM_ERROR) > 0) {
        return TM_ERR_TEXT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmAnimation *made = tmi_alloc_zero(chosen, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = chosen;
    made->model = model;
    made->assembly = assembly;
    made->tolerance = tolerance;
    made->info.frames = tm_model_animate(model).frames;
    made->drive_count = tm_model_animate(model).drive_count;
    made->value_count = tm_model_animate(model).value_count;
    tmStatus status = start(made);
    if (status != TM_OK) {
        tm_animation_destroy(made);
        return status;
    }
    *animation = made;
    return TM_OK;
}

tmStatus tm_animation_create(const tmAllocator *allocator, const tmModel *model,
                             tmAnimation **animation) {
    return create(allocator, model, NULL, 0.0, animation);
}

tmStatus tm_animation_create_from(const tmAllocator *allocator, const tmModel *model,
                                  const tmAssembly *assembly, double tolerance,
                                  tmAnimation **animation) {
    bool other = assembly && tm_assembly_body_count(assembly) != tm_model_body_count(model);
    if (!(tolerance > 0.0) || other) {
        if (animation) {
            *animation = NULL;
        }
        return TM_ERR_ARGUMENT;
    }
    return create(allocator, model, assembly, tolerance, animation);
}

void tm_animation_destroy(tmAnimation *animation) {
    tmAnimation *a = animation;
    if (!a) {
        return;
    }
    tmi_watch_destroy(a->watch);
    tmi_turns_destroy(a->turns);
    tm_space_plan_destroy(a->space);
    tm_plan_destroy(a->plan);
    tm_mechanism_destroy(a->mechanism);
    tm_assembly_destroy(a->own_assembly);
    drop(a, a->drives, a->drive_count, sizeof *a->drives);
    drop(a, a->values, 2 * a->value_count, sizeof *a->values);
    drop(a, a->gears, a->drive_count, sizeof *a->gears);
    drop(a, a->inputs, a->drive_count, sizeof *a->inputs);
    drop(a, a->frames, a->body_count, sizeof *a->frames);
    drop(a, a->joints, a->joint_count, sizeof *a->joints);
    tmi_free(a->allocator, a, sizeof *a);
}

const tmAnimationInfo *tm_animation_info(const tmAnimation *animation) {
    return animation ? &animation->info : NULL;
}

/* ---- Moves --------------------------------------------------------------------------------- */

/* Values of the drives as the plan takes them. */
static void plan_values(const tmAnimation *a, const double *values, double *own) {
    bool flat = tm_model_world(a->model).planar;
    for (int32_t i = 0; i < a->drive_count; i++) {
        if (a->drives[i].kind == TM_DRIVE_POSITION) {
            for (int32_t k = 0; k < (flat ? 2 : 3); k++) {
                *own++ = values[k];
            }
            values += 3;
        } else {
            *own++ = a->plan ? a->gears[i].offset + a->gears[i].sign * *values : *values;
            values++;
        }
    }
}

static void reset(tmAnimation *a) {
    if (a->plan) {
        tm_plan_reset(a->plan);
    } else {
        tm_space_plan_reset(a->space);
    }
}

static tmStatus move_plan(tmAnimation *a, const double *own, tmSolveInfo *info) {
    tmStatus status;
    if (a->plan) {
        status = tm_plan_move(a->plan, own, info);
        tmi_frames_of_poses(tm_plan_poses(a->plan), a->body_count, a->frames);
    } else {
        status = tm_space_plan_move(a->space, own, info);
        memcpy(a->frames, tm_space_plan_frames(a->space),
               (size_t)a->body_count * sizeof *a->frames);
    }
    return status;
}

/* Bodies whose angle is driven begin with as many turns as their drives. */
static void begin_turns(tmAnimation *a, const double *values) {
    for (int32_t i = 0; !a->has_moved && i < a->drive_count; i++) {
        if (a->drives[i].kind == TM_DRIVE_ANGLE) {
            tmi_turns_begin(a->turns, a->drives[i].point.body, *values);
        }
        values += a->drives[i].kind == TM_DRIVE_POSITION ? 3 : 1;
    }
}

tmStatus tm_animation_move_to(tmAnimation *animation, const double *values, tmSolveInfo *info) {
    tmAnimation *a = animation;
    tmSolveInfo found = {.outcome = TM_MOVE_NOT_CONVERGED};
    if (!a || !values) {
        return TM_ERR_ARGUMENT;
    }
    double *own = a->values + a->value_count;
    plan_values(a, values, own);
    begin_turns(a, values);
    tmPlanDef def = plan_def(a);
    tmStatus status = a->plan ? tmi_turns_foresee(a->turns, a->plan, &def, own) : TM_OK;
    status = status == TM_OK ? move_plan(a, own, &found) : status;
    bool is_done = status == TM_OK && found.outcome == TM_MOVE_DONE;
    tmi_turns_note(a->turns, a->frames, own, is_done);
    a->has_moved |= is_done;
    if (status == TM_OK && !a->has_moved) {
        reset(a); /* the next one is the first again, and may take another way round */
    }
    if (info && status == TM_OK) {
        *info = found;
    }
    return status;
}

tmStatus tm_animation_move(tmAnimation *animation, int32_t frame, tmSolveInfo *info) {
    tmAnimation *a = animation;
    if (!a || frame < 0 || frame >= a->info.frames) {
        return TM_ERR_ARGUMENT;
    }
    double part = (double)frame / (a->info.frames - 1);
    tmStatus status = tm_model_drive_values(a->model, part, a->values);
    return status == TM_OK ? tm_animation_move_to(a, a->values, info) : status;
}

tmStatus tm_animation_values(const tmAnimation *animation, double part, double *values) {
    const tmAnimation *a = animation;
    if (!a || !values) {
        return TM_ERR_ARGUMENT;
    }
    size_t size = ((size_t)a->value_count + 1) * sizeof(double);
    double *driven = tmi_alloc_zero(a->allocator, size);
    tmStatus status = driven ? tm_model_drive_values(a->model, part, driven) : TM_ERR_MEMORY;
    if (status == TM_OK) {
        plan_values(a, driven, values);
    }
    tmi_free(a->allocator, driven, size);
    return status;
}

tmStatus tm_animation_take(tmAnimation *animation, const tmPose *poses, const double *values) {
    tmAnimation *a = animation;
    if (!a || !poses || !values) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = a->plan ? tm_plan_take(a->plan, poses, values) : TM_ERR_UNSUPPORTED;
    if (status == TM_OK) {
        tmi_frames_of_poses(tm_plan_poses(a->plan), a->body_count, a->frames);
        a->has_moved = true; /* a move that fails ends there, not at the assembly */
    }
    return status;
}

void tm_animation_reset(tmAnimation *animation) {
    if (!animation) {
        return;
    }
    reset(animation);
    animation->has_moved = false;
    tmi_turns_reset(animation->turns);
    tmi_watch_destroy(animation->watch); /* turns are counted again */
    animation->watch = NULL;
    memcpy(animation->frames, tm_assembly_frames(animation->assembly),
           (size_t)animation->body_count * sizeof *animation->frames);
}

tmStatus tm_animation_monitors(tmAnimation *animation, double part, double *values) {
    if (!animation || !values || !(part >= 0.0 && part <= 1.0)) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = animation->watch ? TM_OK
                                       : tmi_watch_create(animation->allocator, animation->model,
                                                          &animation->watch);
    if (status == TM_OK) {
        status = tmi_watch_read(animation->watch, animation->frames,
                                tmi_turns_angles(animation->turns), part, values);
    }
    return status;
}

const tmFrame *tm_animation_frames(const tmAnimation *animation) {
    return animation ? animation->frames : NULL;
}

const double *tm_animation_angles(const tmAnimation *animation) {
    return animation && tm_model_world(animation->model).planar ? tmi_turns_angles(animation->turns)
                                                                : NULL;
}

const tmModel *tm_animation_model(const tmAnimation *animation) {
    return animation ? animation->model : NULL;
}

const tmAssembly *tm_animation_assembly(const tmAnimation *animation) {
    return animation ? animation->assembly : NULL;
}

tmPlan *tm_animation_plan(const tmAnimation *animation) {
    return animation ? animation->plan : NULL;
}

tmMechanism *tm_animation_mechanism(const tmAnimation *animation) {
    return animation ? animation->mechanism : NULL;
}
