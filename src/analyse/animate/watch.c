/* watch.c: monitors of an animation: the same scripts as those of simulations, on a world whose
 * motion in time is not known, so that velocities and forces have no numbers. */
#include "analyse/animate/watch.h"

#include "analyse/dynamics/dynamics.h"
#include "define/model/model.h"
#include "numeric/numeric.h"

#include <math.h>

struct tmiWatch {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    tmiScript *script;
    int32_t body_count, joint_count;
    tmTwist *unknown;    /* of all bodies: NaN */
    tmWrench *no_joints; /* of all joints, and bodies: NaN */
    tmWrench *no_loads;
    double (*coordinates)[TM_HINGE_COORDINATES][2];
    double *angles;
};

static void fill(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = NAN;
    }
}

static tmStatus make(tmiWatch *w, tmDiags *diags) {
    size_t bodies = (size_t)w->body_count + 1, joints = (size_t)w->joint_count + 1;
    w->unknown = tmi_arena_alloc(&w->arena, bodies, sizeof *w->unknown);
    w->no_joints = tmi_arena_alloc(&w->arena, joints, sizeof *w->no_joints);
    w->no_loads = tmi_arena_alloc(&w->arena, bodies, sizeof *w->no_loads);
    w->coordinates = tmi_arena_alloc(&w->arena, joints, sizeof *w->coordinates);
    w->angles = tmi_arena_alloc(&w->arena, bodies, sizeof *w->angles);
    if (!w->unknown || !w->no_joints || !w->no_loads || !w->coordinates || !w->angles) {
        return TM_ERR_MEMORY;
    }
    fill(w->unknown[0].linear, 6 * bodies);
    fill(w->no_joints[0].force, 6 * joints);
    fill(w->no_loads[0].force, 6 * bodies);
    tmStatus status = tmi_script_create(w->model, NULL, 0, TM_METHOD_EVENTS, diags, &w->script);
    return status == TM_ERR_TEXT ? TM_ERR_UNSUPPORTED : status;
}

tmStatus tmi_watch_create(tmAllocator allocator, const tmModel *model, tmiWatch **watch) {
    tmDiags *diags = NULL;
    tmiWatch *w = tmi_alloc_zero(allocator, sizeof *w);
    *watch = NULL;
    if (!w) {
        return TM_ERR_MEMORY;
    }
    w->allocator = allocator;
    w->model = model;
    w->body_count = tm_model_body_count(model);
    w->joint_count = tm_model_joint_count(model);
    tmi_arena_init(&w->arena, allocator);
    tmStatus status = tm_diags_create(&allocator, &diags);
    status = status == TM_OK ? make(w, diags) : status;
    tm_diags_destroy(diags);
    if (status != TM_OK) {
        tmi_watch_destroy(w);
        return status;
    }
    *watch = w;
    return TM_OK;
}

void tmi_watch_destroy(tmiWatch *watch) {
    if (watch) {
        tmi_script_destroy(watch->script);
        tmi_arena_clear(&watch->arena);
        tmi_free(watch->allocator, watch, sizeof *watch);
    }
}

static void read_coordinates(tmiWatch *w, const tmFrame *all) {
    for (int32_t i = 0; i < w->joint_count; i++) {
        tmJointInfo joint;
        tmFrame frames[TM_HINGE_BODIES];
        tm_model_joint(w->model, i, &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            frames[k] = all[joint.bodies[k]];
        }
        for (int32_t k = 0; k < joint.coordinate_count; k++) {
            double *value = w->coordinates[i][k], near[2] = {value[0], value[0]};
            tmRowAt at;
            tm_row_at(&joint.coordinates[k], frames, NULL, near, &at);
            value[0] = at.value;
            value[1] = NAN;
        }
    }
}

void tmi_watch_read(tmiWatch *watch, const tmFrame *frames, double part, double *values) {
    tmiWatch *w = watch;
    int32_t count, problem;
    read_coordinates(w, frames);
    for (int32_t i = 0; i < w->body_count; i++) {
        w->angles[i] = tmi_unwrap(tmi_frame_angle(&frames[i]), w->angles[i]);
    }
    for (int32_t i = 0; i < tm_model_input_count(w->model); i++) {
        tmi_script_set_input(w->script, i, tmi_model_input_at(w->model, i, part));
    }
    const tmiView view = {.time = NAN,
                          .frames = frames,
                          .twists = w->unknown,
                          .accelerations = w->unknown,
                          .joints = w->no_joints,
                          .loads = w->no_loads,
                          .kinetic = NAN,
                          .potential = NAN,
                          .coordinates = w->coordinates,
                          .angles = w->angles};
    (void)tmi_script_run(w->script, &view, false, &count, &problem);
    tmi_script_monitor(w->script, &view, values);
}
