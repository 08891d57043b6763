/* turns.c: angles of bodies over whole turns. A pose gives an angle only up to whole turns. A body
 * that turns by less than half a turn from frame to frame is counted by the nearest angle. Where
 * the rates of the pose before show that a body may turn by more, such as a small wheel behind a
 * large one, a second plan goes the same way in steps that are short enough; the poses of the first
 * plan stay as they are. Once rates have shown that all bodies turn little, the second plan makes a
 * short part of each move instead, which costs a thirtieth. Rates are computed again only where
 * that does not show that bodies still turn little. */
#include "analyse/animate/turns.h"

#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Maximum turn of a body in a step of the counting plan: half of what is unambiguous [rad]. */
#define TURN_STEP_MAX (0.25 * TMI_TWO_PI)

/* Maximum such steps between two frames; past them only the rates count, which is exact for wheels.
 */
#define TURN_STEPS_MAX 1000.0

/* Bodies turn little if none turns further on the way [rad]: half of what needs steps, because a
 * short part predicts the whole only approximately. */
#define TURN_LITTLE (0.5 * TURN_STEP_MAX)

/* The part of the way that is examined [1]. It is so short that a body would have to become 4000
 * times as fast since the move before for a whole turn to be missed. */
#define PROBE 1e-3

/* A result for one way also holds for ways that are this many times as long [1]. */
#define WAY_GROWTH_MAX 2.0

struct tmiTurns {
    tmAllocator allocator;
    tmiArena arena;
    int32_t body_count, value_count;
    double *angles, *before;   /* of all bodies; those before a move */
    double *last;              /* values at the last move that was done */
    double *way, *stop;        /* from there to the next, and within it */
    double *little;            /* a way on which bodies turn little, in the move before … */
    bool has_last, has_little; /* … if there is one */
    tmRates *rates;
    tmPlan *counter; /* null: was not needed yet */
};

tmStatus tmi_turns_create(tmAllocator allocator, int32_t body_count, int32_t value_count,
                          const tmPlan *plan, tmiTurns **turns) {
    tmiTurns *t = tmi_alloc_zero(allocator, sizeof *t);
    *turns = t;
    if (!t) {
        return TM_ERR_MEMORY;
    }
    size_t bodies = (size_t)body_count + 1, values = (size_t)value_count + 1;
    *t = (tmiTurns){.allocator = allocator, .body_count = body_count, .value_count = value_count};
    tmi_arena_init(&t->arena, allocator);
    t->angles = tmi_arena_alloc(&t->arena, bodies, sizeof(double));
    t->before = tmi_arena_alloc(&t->arena, bodies, sizeof(double));
    t->last = tmi_arena_alloc(&t->arena, values, sizeof(double));
    t->way = tmi_arena_alloc(&t->arena, values, sizeof(double));
    t->stop = tmi_arena_alloc(&t->arena, values, sizeof(double));
    t->little = tmi_arena_alloc(&t->arena, values, sizeof(double));
    bool has_room = t->angles && t->before && t->last && t->way && t->stop && t->little;
    tmStatus status = !has_room ? TM_ERR_MEMORY : plan ? tm_rates_create(plan, &t->rates) : TM_OK;
    if (status != TM_OK) {
        tmi_turns_destroy(t);
        *turns = NULL;
    }
    return status;
}

void tmi_turns_destroy(tmiTurns *turns) {
    if (turns) {
        tm_rates_destroy(turns->rates);
        tm_plan_destroy(turns->counter);
        tmi_arena_clear(&turns->arena);
        tmi_free(turns->allocator, turns, sizeof *turns);
    }
}

void tmi_turns_reset(tmiTurns *turns) {
    size_t size = ((size_t)turns->body_count + 1) * sizeof(double);
    turns->has_last = turns->has_little = false;
    memset(turns->angles, 0, size);
    memset(turns->before, 0, size);
}

void tmi_turns_begin(tmiTurns *turns, int32_t body, double angle) {
    turns->angles[body] = turns->before[body] = angle;
}

/* The maximum turn of any body on the way, by its rates at the start [rad]; -1: not known. */
static double max_turn(tmiTurns *t) {
    double max = 0.0;
    if (tm_rates_solve(t->rates, t->way, NULL, NULL) != TM_OK) {
        return -1.0;
    }
    const tmPoseRate *rates = tm_rates_velocities(t->rates);
    for (int32_t i = 1; i < t->body_count; i++) {
        max = fabs(rates[i].angle) > max ? fabs(rates[i].angle) : max;
    }
    return max;
}

static tmStatus make_counter(tmiTurns *t, const tmPlan *plan, const tmPlanDef *def) {
    tmPlanDef own = *def;
    own.on_break = TM_BREAK_LIMIT;
    own.watch = false;
    return t->counter ? TM_OK : tm_plan_create(tm_plan_mechanism(plan), &own, &t->counter);
}

/* Whether a short part of the way shows that bodies turn little on it, as in the move before. */
static bool turns_little(tmiTurns *t, const tmPlan *plan) {
    tmSolveInfo info;
    for (int32_t i = 0; i < t->value_count; i++) {
        if (!(fabs(t->way[i]) <= WAY_GROWTH_MAX * fabs(t->little[i]))) {
            return false;
        }
        t->stop[i] = t->last[i] + PROBE * t->way[i];
    }
    const tmPose *from = tm_plan_poses(plan);
    if (tm_plan_take(t->counter, from, t->last) != TM_OK ||
        tm_plan_move(t->counter, t->stop, &info) != TM_OK || info.outcome != TM_MOVE_DONE) {
        return false;
    }
    const tmPose *to = tm_plan_poses(t->counter);
    for (int32_t i = 1; i < t->body_count; i++) {
        double along = from[i].c * to[i].c + from[i].s * to[i].s;
        double across = from[i].c * to[i].s - from[i].s * to[i].c;
        if (!(along > 0.0 && fabs(across) <= PROBE * TURN_LITTLE)) {
            return false;
        }
    }
    return true;
}

/* Follows the way in `steps`, as far as it goes. */
static void count(tmiTurns *t, const tmPlan *plan, double steps) {
    tmSolveInfo info = {.outcome = TM_MOVE_DONE};
    if (tm_plan_take(t->counter, tm_plan_poses(plan), t->last) != TM_OK) {
        return;
    }
    for (double k = 1.0; k <= steps && info.outcome == TM_MOVE_DONE; k += 1.0) {
        for (int32_t i = 0; i < t->value_count; i++) {
            t->stop[i] = t->last[i] + t->way[i] * (k / steps);
        }
        if (tm_plan_move(t->counter, t->stop, &info) != TM_OK || info.outcome != TM_MOVE_DONE) {
            return;
        }
        const tmPose *poses = tm_plan_poses(t->counter);
        for (int32_t i = 1; i < t->body_count; i++) {
            t->angles[i] = tmi_unwrap(tmi_atan2(poses[i].s, poses[i].c), t->angles[i]);
        }
    }
}

tmStatus tmi_turns_foresee(tmiTurns *turns, const tmPlan *plan, const tmPlanDef *def,
                           const double *values) {
    tmiTurns *t = turns;
    if (!t->has_last) {
        return TM_OK;
    }
    for (int32_t i = 0; i < t->value_count; i++) {
        t->way[i] = values[i] - t->last[i];
    }
    tmStatus status = t->has_little ? make_counter(t, plan, def) : TM_OK;
    if (status != TM_OK || (t->has_little && turns_little(t, plan))) {
        return status;
    }
    double turn = max_turn(t);
    double steps = ceil(turn / TURN_STEP_MAX - 1e-6); /* a quarter turn is one, rounded or not */
    t->has_little = turn >= 0.0 && turn <= TURN_LITTLE;
    memcpy(t->little, t->way, (size_t)t->value_count * sizeof(double));
    if (steps > TURN_STEPS_MAX) {
        const tmPoseRate *rates = tm_rates_velocities(t->rates);
        for (int32_t i = 1; i < t->body_count; i++) {
            t->angles[i] += rates[i].angle;
        }
    } else if (steps > 1.0) {
        status = make_counter(t, plan, def);
        if (status == TM_OK) {
            count(t, plan, steps);
        }
    }
    return status;
}

void tmi_turns_note(tmiTurns *turns, const tmFrame *frames, const double *values, bool is_done) {
    tmiTurns *t = turns;
    size_t size = ((size_t)t->body_count + 1) * sizeof(double);
    if (!is_done) {
        memcpy(t->angles, t->before, size);
    }
    for (int32_t i = 0; i < t->body_count; i++) {
        t->angles[i] = tmi_unwrap(tmi_frame_angle(&frames[i]), t->angles[i]);
    }
    memcpy(t->before, t->angles, size);
    if (is_done) {
        memcpy(t->last, values, (size_t)t->value_count * sizeof(double));
        t->has_last = true;
    }
}

const double *tmi_turns_angles(const tmiTurns *turns) {
    return turns->angles;
}
