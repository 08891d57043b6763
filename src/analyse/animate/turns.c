/* turns.c: angles of bodies over whole turns. From one frame to the next a pose tells an angle only
 * up to whole turns. What turns by less than half of one is counted by the nearest angle; where the
 * rates of the pose before say that a body may turn by more, such as a small wheel behind a large
 * one, a second plan goes the same way in steps that are short enough, and the first one's poses
 * stay as they are. */
#include "analyse/animate/turns.h"

#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* The most that a body should turn in a step of the counting plan: half of what can be told [rad].
 */
#define STEP_MAX (0.25 * TMI_TWO_PI)

/* The most such steps between two frames; past them the rates alone tell, which is exact for
 * wheels. */
#define STEPS_MAX 1000.0

struct tmiTurns {
    tmAllocator allocator;
    tmiArena arena;
    int32_t body_count, value_count;
    double *angles, *before; /* of all bodies; those before a move */
    double *last;            /* values at the last move that was done */
    double *way, *stop;      /* from there to the next, and within it */
    bool has_last;
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
    bool has_room = t->angles && t->before && t->last && t->way && t->stop;
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
    turns->has_last = false;
    memset(turns->angles, 0, size);
    memset(turns->before, 0, size);
}

void tmi_turns_begin(tmiTurns *turns, int32_t body, double angle) {
    turns->angles[body] = turns->before[body] = angle;
}

/* The most that any body turns on the way, if it goes on as it begins [rad]. */
static double most_of(tmiTurns *t) {
    double most = 0.0;
    if (tm_rates_solve(t->rates, t->way, NULL, NULL) != TM_OK) {
        return 0.0;
    }
    const tmPoseRate *rates = tm_rates_velocities(t->rates);
    for (int32_t i = 1; i < t->body_count; i++) {
        most = fabs(rates[i].angle) > most ? fabs(rates[i].angle) : most;
    }
    return most;
}

static tmStatus make_counter(tmiTurns *t, const tmPlan *plan, const tmPlanDef *def) {
    tmPlanDef own = *def;
    own.on_break = TM_BREAK_LIMIT;
    own.watch = false;
    return t->counter ? TM_OK : tm_plan_create(tm_plan_mechanism(plan), &own, &t->counter);
}

/* Goes the way in `steps`, as far as it can be gone. */
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
    tmStatus status = TM_OK;
    double steps = ceil(most_of(t) / STEP_MAX - 1e-6); /* a quarter turn is one, rounded or not */
    if (steps > STEPS_MAX) {
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
