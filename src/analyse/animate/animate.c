/* animate.c: moves a model through its drives, by the planar solver where it can. */
#include "analyse/animate/animate_private.h"
#include "analyse/kinematics/kinematics.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

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
    status = tm_diags_create(&a->allocator, &a->diags);
    status = status == TM_OK ? tmi_animation_plan(a) : status;
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
    tm_diags_destroy(a->diags);
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
    a->is_solved = false;
    plan_values(a, values, own);
    begin_turns(a, values);
    tmPlanDef def = tmi_animation_plan_def(a);
    tmStatus status = a->plan ? tmi_turns_foresee(a->turns, a->plan, &def, own) : TM_OK;
    status = status == TM_OK ? move_plan(a, own, &found) : status;
    bool is_done = status == TM_OK && found.outcome == TM_MOVE_DONE;
    tmi_turns_note(a->turns, a->frames, own, is_done);
    a->has_moved |= is_done;
    if (status == TM_OK && !a->has_moved) {
        reset(a); /* the next one is the first again, and may go round the other way */
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
    a->is_solved = false;
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
    animation->has_moved = animation->is_solved = false;
    tmi_turns_reset(animation->turns);
    if (animation->watch) {
        tmi_watch_reset(animation->watch); /* turns are counted again */
    }
    memcpy(animation->frames, tm_assembly_frames(animation->assembly),
           (size_t)animation->body_count * sizeof *animation->frames);
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
