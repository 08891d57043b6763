/* watch.c: monitors of an animation: the same scripts as those of simulations, on a world whose
 * rates and forces follow from its drives (dynamics/inverse). Without a pace there are no rates,
 * and forces are those of rest. */
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
    tmiInverse *inverse;
    int32_t body_count, joint_count, value_count;
    uint32_t reads;         /* of monitors: TMI_READS_… */
    bool coordinates_count; /* springs, controls or monitors read those of joints */
    tmTwist *unknown;       /* of all bodies: NaN */
    double (*coordinates)[TM_HINGE_COORDINATES][2];
    tmTwist (*gradients)[TM_HINGE_COORDINATES][TM_HINGE_BODIES]; /* of them, as read last */
    double *angles;   /* of all bodies at the last call … */
    double *driven;   /* … and values of the drives */
    double *rates[2]; /* of the drives' values */
    bool has_angles;  /* there was a call */
    bool is_solved;   /* for the last monitors */
    tmDrivenInfo info;
};

static void fill(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        numbers[i] = NAN;
    }
}

static tmStatus make(tmiWatch *w, const tmAssembly *assembly, tmDiags *diags) {
    size_t bodies = (size_t)w->body_count + 1, joints = (size_t)w->joint_count + 1;
    size_t values = (size_t)w->value_count + 1;
    w->unknown = tmi_arena_alloc(&w->arena, bodies, sizeof *w->unknown);
    w->coordinates = tmi_arena_alloc(&w->arena, joints, sizeof *w->coordinates);
    w->gradients = tmi_arena_alloc(&w->arena, joints, sizeof *w->gradients);
    w->angles = tmi_arena_alloc(&w->arena, bodies, sizeof *w->angles);
    w->driven = tmi_arena_alloc(&w->arena, values, sizeof *w->driven);
    w->rates[0] = tmi_arena_alloc(&w->arena, values, sizeof *w->rates[0]);
    w->rates[1] = tmi_arena_alloc(&w->arena, values, sizeof *w->rates[1]);
    if (!w->driven || !w->unknown || !w->coordinates || !w->gradients || !w->angles ||
        !w->rates[0] || !w->rates[1]) {
        return TM_ERR_MEMORY;
    }
    fill(w->unknown[0].linear, 6 * bodies);
    tmStatus status = tmi_script_create(w->model, NULL, 0, TM_METHOD_EVENTS, diags, &w->script);
    if (status != TM_OK) {
        return status == TM_ERR_TEXT ? TM_ERR_UNSUPPORTED : status;
    }
    w->reads = tmi_script_reads(w->script, true);
    status = tmi_inverse_create(w->model, assembly, w->script, diags, &w->inverse);
    w->coordinates_count = status == TM_OK && ((w->reads & TMI_READS_COORDINATES) ||
                                               tmi_inverse_reads_coordinates(w->inverse));
    return status;
}

tmStatus tmi_watch_create(tmAllocator allocator, const tmModel *model, const tmAssembly *assembly,
                          tmDiags *diags, tmiWatch **watch) {
    tmiWatch *w = tmi_alloc_zero(allocator, sizeof *w);
    *watch = NULL;
    if (!w) {
        return TM_ERR_MEMORY;
    }
    w->allocator = allocator;
    w->model = model;
    w->body_count = tm_model_body_count(model);
    w->joint_count = tm_model_joint_count(model);
    w->value_count = tm_model_animate(model).value_count;
    tmi_arena_init(&w->arena, allocator);
    tmStatus status = make(w, assembly, diags);
    if (status != TM_OK) {
        tmi_watch_destroy(w);
        return status;
    }
    *watch = w;
    return TM_OK;
}

void tmi_watch_destroy(tmiWatch *watch) {
    if (watch) {
        tmi_inverse_destroy(watch->inverse);
        tmi_script_destroy(watch->script);
        tmi_arena_clear(&watch->arena);
        tmi_free(watch->allocator, watch, sizeof *watch);
    }
}

void tmi_watch_reset(tmiWatch *watch) {
    watch->has_angles = false;
    memset(watch->coordinates, 0, (size_t)watch->joint_count * sizeof *watch->coordinates);
}

/* ---- Coordinates of joints ------------------------------------------------------------------- */

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
static double turned(const tmiWatch *w, const tmJointInfo *joint, const tmTwist *gradient,
                     const double *angles) {
    double sum = 0.0;
    for (int32_t k = 0; w->has_angles && k < joint->body_count; k++) {
        int32_t body = joint->bodies[k];
        sum += gradient[k].angular[2] * (angles[body] - w->angles[body]);
    }
    return sum;
}

/* In the plane the gradient of an angle is the same in every pose: that of the call before tells
 * how far its bodies have turned it since. */
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
            tmTwist *gradient = w->gradients[i][k];
            double *value = w->coordinates[i][k], near[2] = {value[0], value[0]};
            tmRowAt at;
            if (planar && row->kind == TM_ROW_TURN) {
                near[0] = near[1] = value[0] + turned(w, &joint, gradient, angles);
            }
            tm_row_at(row, frames, NULL, near, &at);
            memcpy(gradient, at.gradient, sizeof at.gradient);
            value[0] = at.value;
            value[1] = 0.0;
        }
    }
}

/* Counts turns of bodies and joints. */
static tmStatus follow(tmiWatch *w, const tmiWhereabouts *stand) {
    if (w->coordinates_count) {
        if (begin_at_drives(w, stand->part) != TM_OK) {
            return TM_ERR_MEMORY;
        }
        read_coordinates(w, stand->frames, stand->angles);
    }
    memcpy(w->angles, stand->angles, (size_t)w->body_count * sizeof *stand->angles);
    w->has_angles = true;
    for (int32_t i = 0; i < tm_model_input_count(w->model); i++) {
        tmi_script_set_input(w->script, i, tmi_model_input_at(w->model, i, stand->part));
    }
    return TM_OK;
}

/* Rates of the coordinates where they were read, from those of the bodies; null: not known. */
static void rate_coordinates(tmiWatch *w, const tmTwist *twists) {
    for (int32_t i = 0; w->coordinates_count && i < w->joint_count; i++) {
        tmJointInfo joint;
        tm_model_joint(w->model, i, &joint);
        for (int32_t k = 0; k < joint.coordinate_count; k++) {
            const tmTwist *gradient = w->gradients[i][k];
            double *rate = &w->coordinates[i][k][1];
            *rate = twists ? 0.0 : NAN;
            for (int32_t b = 0; twists && b < joint.body_count; b++) {
                const tmTwist *twist = &twists[joint.bodies[b]];
                *rate += tmi_dot3(gradient[b].linear, twist->linear) +
                         tmi_dot3(gradient[b].angular, twist->angular);
            }
        }
    }
}

/* ---- Rates and forces ------------------------------------------------------------------------ */

/* Rates of the drives' values: x' = x_p p', x'' = x_pp p'^2 + x_p p''. Without a pace they rest. */
static tmStatus find_rates(tmiWatch *w, double part, const double *pace, tmDrivenInfo *info) {
    double own[3] = {NAN, 0.0, 0.0}, *first = w->rates[0], *second = w->rates[1];
    bool known = tm_model_pace_at(w->model, part, own) == TM_OK;
    info->time = own[0];
    info->is_static = !pace && !known;
    double p1 = pace ? pace[0] : known ? own[1] : 0.0, p2 = pace ? pace[1] : known ? own[2] : 0.0;
    tmStatus status = tm_model_drive_slopes(w->model, part, first, second);
    for (int32_t i = 0; i < w->value_count && status == TM_OK; i++) {
        double slope = first[i];
        first[i] = slope * p1;
        second[i] = second[i] * p1 * p1 + slope * p2;
    }
    return status;
}

static tmiView view_of(const tmiWatch *w, const tmFrame *frames) {
    return (tmiView){.time = w->info.time,
                     .frames = frames,
                     .twists = w->unknown,
                     .accelerations = w->unknown, /* no control waits for itself */
                     .joints = tmi_inverse_joints(w->inverse),
                     .loads = tmi_inverse_loads(w->inverse),
                     .kinetic = NAN,
                     .potential = NAN,
                     .coordinates = w->coordinates,
                     .angles = w->angles};
}

static double power_of(const tmiWatch *w) {
    const double *efforts = tmi_inverse_efforts(w->inverse);
    double sum = 0.0;
    for (int32_t i = 0; i < w->value_count; i++) {
        sum += efforts[i] * w->rates[0][i];
    }
    return sum;
}

static tmStatus solve(tmiWatch *w, const tmiWhereabouts *stand, const double *pace) {
    tmDrivenInfo *info = &w->info;
    *info = (tmDrivenInfo){.body = -1, .power = NAN, .kinetic = NAN, .potential = NAN};
    tmStatus status = find_rates(w, stand->part, pace, info);
    if (status != TM_OK) {
        return status;
    }
    tmiView view = view_of(w, stand->frames);
    tmi_inverse_forget(w->inverse);
    info->outcome = tmi_inverse_rates(w->inverse, &view, w->rates[0], w->rates[1]);
    if (info->outcome == TM_DRIVEN_DONE) {
        const tmTwist *twists = tmi_inverse_twists(w->inverse);
        rate_coordinates(w, twists);
        info->kinetic = tmi_inverse_kinetic(w->inverse);
        info->potential = tmi_inverse_potential(w->inverse);
        view.twists = twists;
        view.kinetic = info->kinetic;
        view.potential = info->potential;
        info->has_rates = !info->is_static;
        info->outcome = tmi_inverse_forces(w->inverse, &view);
        info->power = power_of(w);
    }
    info->body = tmi_inverse_blame(w->inverse);
    return TM_OK;
}

tmStatus tmi_watch_solve(tmiWatch *watch, const tmiWhereabouts *stand, const double *pace,
                         tmDrivenInfo *info) {
    tmStatus status = follow(watch, stand);
    status = status == TM_OK ? solve(watch, stand, pace) : status;
    if (status == TM_OK) {
        *info = watch->info;
    }
    return status;
}

bool tmi_watch_info(const tmiWatch *watch, tmDrivenInfo *info) {
    *info = watch->info;
    return watch->is_solved;
}

const tmTwist *tmi_watch_twists(const tmiWatch *watch) {
    return watch->info.has_rates ? tmi_inverse_twists(watch->inverse) : watch->unknown;
}

const tmTwist *tmi_watch_accelerations(const tmiWatch *watch) {
    return watch->info.has_rates ? tmi_inverse_accelerations(watch->inverse) : watch->unknown;
}

const tmWrench *tmi_watch_joints(const tmiWatch *watch) {
    return tmi_inverse_joints(watch->inverse);
}

const double *tmi_watch_efforts(const tmiWatch *watch) {
    return tmi_inverse_efforts(watch->inverse);
}

/* ---- Monitors -------------------------------------------------------------------------------- */

tmStatus tmi_watch_read(tmiWatch *watch, const tmiWhereabouts *stand, double *values) {
    static const uint32_t solved =
        TMI_READS_TWISTS | TMI_READS_ENERGY | TMI_READS_ACCELERATIONS | TMI_READS_FORCES;
    tmiWatch *w = watch;
    int32_t problem;
    double pace[3] = {NAN, 0.0, 0.0};
    w->is_solved = (w->reads & solved) != 0;
    tmStatus status = follow(w, stand);
    (void)tm_model_pace_at(w->model, stand->part, pace);
    w->info.time = pace[0];
    status = status == TM_OK && w->is_solved ? solve(w, stand, NULL) : status;
    if (status != TM_OK) {
        return status;
    }
    tmiView view = view_of(w, stand->frames);
    if (w->is_solved) {
        view.twists = tmi_watch_twists(w);
        view.accelerations = tmi_watch_accelerations(w);
        view.kinetic = w->info.has_rates ? w->info.kinetic : NAN;
        view.potential = w->info.potential;
        rate_coordinates(w, w->info.has_rates ? view.twists : NULL);
    }
    (void)tmi_script_sample(w->script, &view, true, &problem);
    tmi_script_monitor(w->script, &view, values);
    return TM_OK;
}
