/* watch.c: monitors of an animation: the same scripts as those of simulations, on a world whose
 * motion in time is not known, so that velocities and forces have no numbers. */
#include "analyse/animate/watch.h"

#include "analyse/dynamics/dynamics.h"
#include "define/model/model.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

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
    bool reads_coordinates; /* a monitor does; otherwise they stay as they are */
    double *angles;         /* of all bodies at the last call … */
    double *driven;         /* … and values of the drives */
    bool has_angles;        /* there was a call */
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
    w->driven = tmi_arena_alloc(&w->arena, (size_t)tm_model_animate(w->model).value_count + 1,
                                sizeof *w->driven);
    if (!w->driven || !w->unknown || !w->no_joints || !w->no_loads || !w->coordinates ||
        !w->angles) {
        return TM_ERR_MEMORY;
    }
    fill(w->unknown[0].linear, 6 * bodies);
    fill(w->no_joints[0].force, 6 * joints);
    fill(w->no_loads[0].force, 6 * bodies);
    tmStatus status = tmi_script_create(w->model, NULL, 0, TM_METHOD_EVENTS, diags, &w->script);
    w->reads_coordinates =
        status == TM_OK && (tmi_script_reads(w->script, true) & TMI_READS_COORDINATES);
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

/* Angles of joints that are driven are near the values of their drives, whole turns and all: the
 * first time, and in space, where turns of bodies are not counted, every time. */
static tmStatus begin_at_drives(tmiWatch *w, double part) {
    const double *value = w->driven;
    bool is_known = w->has_angles && tm_model_world(w->model).planar;
    tmStatus status = is_known ? TM_OK : tm_model_drive_values(w->model, part, w->driven);
    if (is_known || status != TM_OK) {
        return status == TM_ERR_MEMORY ? status : TM_OK;
    }
    for (int32_t i = 0; i < tm_model_animate(w->model).drive_count; i++) {
        tmDriveInfo drive;
        tm_model_drive(w->model, i, &drive);
        if (drive.kind == TM_DRIVE_COORDINATE) {
            w->coordinates[drive.joint][drive.coordinate][0] = *value;
        }
        value += drive.kind == TM_DRIVE_POSITION ? 3 : 1;
    }
    return TM_OK;
}

/* The change of a coordinate in the plane by the turning of its bodies: for an angle, all of it. */
static double turned(const tmiWatch *w, const tmJointInfo *joint, const tmRowAt *at,
                     const double *angles) {
    double sum = 0.0;
    for (int32_t k = 0; w->has_angles && k < joint->body_count; k++) {
        int32_t body = joint->bodies[k];
        sum += at->gradient[k].angular[2] * (angles[body] - w->angles[body]);
    }
    return sum;
}

static void read_coordinates(tmiWatch *w, const tmFrame *all, const double *angles) {
    bool planar = tm_model_world(w->model).planar;
    for (int32_t i = 0; i < w->joint_count; i++) {
        tmJointInfo joint;
        tmFrame frames[TM_HINGE_BODIES];
        tm_model_joint(w->model, i, &joint);
        for (int32_t k = 0; k < joint.body_count; k++) {
            frames[k] = all[joint.bodies[k]];
        }
        for (int32_t k = 0; k < joint.coordinate_count; k++) {
            const tmRow *row = &joint.coordinates[k];
            double *value = w->coordinates[i][k], near[2] = {value[0], value[0]};
            tmRowAt at;
            tm_row_at(row, frames, NULL, near, &at);
            if (planar && row->kind == TM_ROW_TURN) {
                near[0] = near[1] = value[0] + turned(w, &joint, &at, angles);
                tm_row_at(row, frames, NULL, near, &at);
            }
            value[0] = at.value;
            value[1] = NAN;
        }
    }
}

tmStatus tmi_watch_read(tmiWatch *watch, const tmFrame *frames, const double *angles, double part,
                        double *values) {
    tmiWatch *w = watch;
    int32_t count, problem;
    if (w->reads_coordinates) {
        if (begin_at_drives(w, part) != TM_OK) {
            return TM_ERR_MEMORY;
        }
        read_coordinates(w, frames, angles);
    }
    memcpy(w->angles, angles, (size_t)w->body_count * sizeof *angles);
    w->has_angles = true;
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
    return TM_OK;
}
