/* motion_reach.c: how far a drive can go, in which ways its mechanism can be assembled, and between
 * which of these it can move. */
#include "analyse/animate/motion_private.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* How far a drive that is not an angle is tried, in sizes. */
#define SLIDE_TRIED 4.0

/* Modes that are followed, and steps of arithmetic to find them. */
#define MODES_MAX 24
#define MODES_WORK 10000000

/* A mode is followed to this part of its way to a toggle position, where two modes meet as the root
 * of what is left: they are one if they are no farther apart than this part of the size. */
#define TOGGLE_PART (1.0 - 1e-9)
#define TOGGLE_NEAR 1e-3

/* Parts of a whole turn in which a mode is followed. */
#define TURN_STEPS 16

/* Modes that are the same to this part of the size. */
#define SAME_MODE 1e-6

/* ---- How far --------------------------------------------------------------------------------- */

static double way_of(const tmMotion *m, double sense) {
    tmDriveInfo drive;
    tm_model_drive(m->model, 0, &drive);
    return sense * (drive.is_angle ? TMI_TWO_PI : SLIDE_TRIED * m->size);
}

/* Goes from where the animation is, with the drive at `from`, by `way`: puts the value where that
 * ends into *end, infinite where it does not. */
static tmStatus try_way(tmMotion *m, double from, double way, double *end) {
    tmSolveInfo move;
    double value = from + way;
    tmStatus status = tm_animation_move_to(m->animation, &value, &move);
    *end = move.outcome == TM_MOVE_DONE ? way * INFINITY : from + way * move.reached;
    return status;
}

/* ---- Circuits -------------------------------------------------------------------------------- */

typedef struct Circuits {
    tmMotion *m;
    const tmModes *modes;
    int32_t count, bodies;
    double from, *own; /* the drive at the beginning of the way; the plan's values there */
    int32_t *set;      /* of each mode: one of its circuit */
    double (*ends)[2]; /* of each mode: its toggle positions; infinite */
    tmPose *end_poses; /* of each mode and end */
    bool is_lost;      /* a mode could not be followed */
} Circuits;

static void unite(Circuits *c, int32_t a, int32_t b) {
    int32_t from = c->set[b], to = c->set[a];
    for (int32_t i = 0; i < c->count; i++) {
        c->set[i] = c->set[i] == from ? to : c->set[i];
    }
}

static bool take_mode(Circuits *c, int32_t mode) {
    return tm_animation_take(c->m->animation, tm_modes_poses(c->modes, mode), c->own) == TM_OK;
}

/* Follows a mode to a toggle position, and keeps its poses there; or once round, and finds the mode
 * that it has become. */
static void follow(Circuits *c, int32_t mode, int32_t end) {
    tmMotion *m = c->m;
    double way = way_of(m, end == 0 ? -1.0 : 1.0), *to = &c->ends[mode][end], distance;
    tmSolveInfo move = {.outcome = TM_MOVE_DONE};
    bool fine = take_mode(c, mode) && try_way(m, c->from, way, to) == TM_OK && take_mode(c, mode);
    if (fine && fabs(*to) < INFINITY) {
        double value = c->from + TOGGLE_PART * (*to - c->from);
        fine = tm_animation_move_to(m->animation, &value, &move) == TM_OK &&
               move.outcome == TM_MOVE_DONE;
        memcpy(c->end_poses + (2 * mode + end) * (ptrdiff_t)c->bodies,
               tm_plan_poses(tm_animation_plan(m->animation)),
               (size_t)c->bodies * sizeof *c->end_poses);
    } else if (fabs(way) == TMI_TWO_PI) {
        for (int32_t i = 1; fine && i <= TURN_STEPS; i++) {
            double value = c->from + way * i / TURN_STEPS;
            fine = tm_animation_move_to(m->animation, &value, &move) == TM_OK &&
                   move.outcome == TM_MOVE_DONE;
        }
        int32_t other =
            fine ? tm_modes_nearest(c->modes, tm_plan_poses(tm_animation_plan(m->animation)),
                                    &distance)
                 : -1;
        fine = fine && other >= 0 && distance < SAME_MODE * m->size;
        if (fine) {
            unite(c, mode, other);
        }
    }
    c->is_lost = c->is_lost || !fine;
}

static bool meet(const Circuits *c, const tmPose *a, const tmPose *b) {
    double far = 0.0, size = c->m->size;
    for (int32_t i = 0; i < c->bodies; i++) {
        double d = fabs(a[i].x - b[i].x) + fabs(a[i].y - b[i].y) +
                   size * (fabs(a[i].c - b[i].c) + fabs(a[i].s - b[i].s));
        far = d > far ? d : far;
    }
    return far < TOGGLE_NEAR * size;
}

static void unite_ends(Circuits *c) {
    for (int32_t a = 0; a < 2 * c->count; a++) {
        for (int32_t b = 0; b < a; b++) {
            bool both =
                fabs(c->ends[a / 2][a % 2]) < INFINITY && fabs(c->ends[b / 2][b % 2]) < INFINITY;
            if (both && meet(c, c->end_poses + a * (ptrdiff_t)c->bodies,
                             c->end_poses + b * (ptrdiff_t)c->bodies)) {
                unite(c, a / 2, b / 2);
            }
        }
    }
}

static int32_t count_sets(const Circuits *c) {
    int32_t sets = 0;
    for (int32_t i = 0; i < c->count; i++) {
        bool is_first = true;
        for (int32_t k = 0; k < i; k++) {
            is_first = is_first && c->set[k] != c->set[i];
        }
        sets += is_first;
    }
    return sets;
}

static tmStatus find_circuits(tmMotion *m, const tmModes *modes, double *own) {
    size_t count = (size_t)tm_modes_count(modes);
    Circuits c = {.m = m,
                  .modes = modes,
                  .count = (int32_t)count,
                  .bodies = tm_body_count(tm_animation_mechanism(m->animation)),
                  .from = m->range.first,
                  .own = own};
    c.set = tmi_arena_alloc(&m->arena, count + 1, sizeof *c.set);
    c.ends = tmi_arena_alloc(&m->arena, count + 1, sizeof *c.ends);
    c.end_poses = tmi_arena_alloc(&m->arena, 2 * count * (size_t)c.bodies + 1, sizeof *c.end_poses);
    if (!c.set || !c.ends || !c.end_poses) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c.count; i++) {
        c.set[i] = i;
    }
    for (int32_t i = 0; i < c.count && !c.is_lost; i++) {
        follow(&c, i, 0);
        follow(&c, i, 1);
    }
    unite_ends(&c);
    m->info.circuits = c.is_lost ? 0 : count_sets(&c);
    return TM_OK;
}

static tmStatus find_modes(tmMotion *m) {
    tmPlan *plan = tm_animation_plan(m->animation);
    tmModesDef def = tm_modes_def_default();
    tmModes *modes;
    double own[3];
    def.max_modes = MODES_MAX;
    def.max_work = MODES_WORK;
    def.mirrored = false;
    tmStatus status = tm_animation_values(m->animation, 0.0, own);
    status = status == TM_OK ? tm_modes_create(plan, own, &def, &modes) : status;
    if (status != TM_OK) {
        return status == TM_ERR_MEMORY ? status : TM_OK; /* what is not known is not said */
    }
    m->info.modes = tm_modes_count(modes);
    m->info.has_all_modes = tm_modes_is_complete(modes) && !tm_modes_has_more(modes);
    status = m->info.modes > 0 ? find_circuits(m, modes, own) : TM_OK;
    tm_modes_destroy(modes);
    return status;
}

tmStatus tmi_motion_reach(tmMotion *m) {
    tmDriveInfo drive;
    double end[2];
    bool reached;
    if (tm_model_animate(m->model).drive_count != 1 ||
        tm_model_drive(m->model, 0, &drive) != TM_OK || drive.kind == TM_DRIVE_POSITION ||
        tm_model_drive_values(m->model, 0.0, end) != TM_OK || end[0] != m->range.first) {
        return TM_OK;
    }
    for (int32_t i = 0; i < 2; i++) {
        tm_animation_reset(m->animation);
        tmStatus status = tmi_motion_go(m, 0.0, true, &reached);
        if (status != TM_OK || !reached) {
            return status;
        }
        status = try_way(m, m->range.first, way_of(m, i == 0 ? -1.0 : 1.0), &end[i]);
        if (status != TM_OK) {
            return status;
        }
    }
    m->info.has_reach = true;
    m->info.is_whole = drive.is_angle && !(fabs(end[0]) < INFINITY) && !(fabs(end[1]) < INFINITY);
    m->info.low = end[0];
    m->info.high = end[1];
    tm_animation_reset(m->animation);
    tmStatus status = tmi_motion_go(m, 0.0, true, &reached);
    bool plane = status == TM_OK && reached && tm_animation_plan(m->animation);
    return plane ? find_modes(m) : status;
}
