/* drive_continuation.c: from one set of inputs to another in steps along the tangent, each
 * corrected, and each so short that the next pose is by far the nearest: docs/theory/space.md,
 * section 8. */
#include "analyse/space/drive/drive.h"

#include <math.h>
#include <string.h>

/* A step moves no body by more than this [rad or size]. */
#define CONTINUATION_STEP_MAX 0.3

/* The correction may move a body by this part of the prediction [1]: half of what would let another
 * branch be as near. A correction below SEEN [rad or size] is rounding errors. */
#define CORRECTION_MAX 0.2
#define SEEN 1e-9

/* Shorter steps [rad or size] are closed to the last digit: near a fold what a tolerance leaves
 * open is a large motion. */
#define POLISHED_BELOW 1e-2
#define POLISHES 3

/* Maximum steps to correct a prediction: more mean that it was too far off. */
#define CORRECTION_STEPS 8

/* Steps shorter than this [rad or size of the inputs] end a continuation at a fold; to leave one
 * they may be as short as the second. At the third length it is tried whether the pose is a change
 * point. */
#define FINEST 2e-11
#define FINEST_START 1e-13
#define JUMP_AT 1e-6

/* Ways beyond a change point that are tried [rad or size]. At a fold the rates of the bodies are
 * unbounded relative to the inputs; at a change point they are not. */
static const double jumps[] = {4e-6, 3e-5, 2e-4, 1e-3};
#define JUMP_COUNT ((int)(sizeof jumps / sizeof jumps[0]))
#define RATE_MAX 100.0

/* A goal nearer than this [rad or size of the inputs] to where a continuation ends is tried by
 * itself; no body may move by more than the second number, in this many steps. */
#define GOAL_NEAR 1e-9
#define SHOWN_MAX 1e-3
#define SHOWN_STEPS 60

/* How much the tangent may change over a jump [1]. */
#define TANGENT_CHANGE_MAX 0.5

/* Finds the motion for the whole way of the inputs at the present frames, into e->step. */
static bool drive_tangent(tmSpacePlan *p) {
    tmiEquations *e = &p->e;
    memset(e->right, 0, sizeof(double) * (size_t)e->rows);
    for (int32_t i = 0; i < p->driver_count - p->drag_count; i++) {
        const tmiDriver *driver = &p->drivers[i];
        e->right[driver->row] = p->way[driver->value] * driver->scale;
    }
    tmi_equations_evaluate(e);
    return tmi_equations_step(e, e->stiff);
}

/* Keeps the tangent and the sense of the step; returns the tangent's size. */
static double find_tangent(tmSpacePlan *p) {
    if (!drive_tangent(p)) {
        return INFINITY;
    }
    memcpy(p->tangent, p->e.step, sizeof(double) * (size_t)p->e.unknowns);
    tmi_sense_take(p);
    return tmi_equations_motion(&p->e);
}

/* Advances by `length` of the way from `part` on. Returns the motion of the correction, as part of
 * the prediction; infinity where the joints do not close, with everything as before. */
static double try_step(tmSpacePlan *p, double part, double length, double motion, bool over,
                       tmSolveInfo *info) {
    tmiEquations *e = &p->e;
    tmi_drive_keep(p, p->here, p->here_turns);
    memcpy(e->step, p->tangent, sizeof(double) * (size_t)e->unknowns);
    tmi_equations_store(e, e->start);
    tmi_equations_apply(e, length);
    tmi_equations_store(e, p->guess);
    info->iterations++;
    double end = over || part + length < 1.0 ? part + length : 1.0;
    tmi_drive_demand(p, end);
    bool closed = tmi_equations_close(e, p->tolerance, CORRECTION_STEPS, &info->iterations) ==
                  TMI_CLOSURE_CLOSED;
    for (int i = 0; closed && motion * length < POLISHED_BELOW && e->max_residual > p->fine; i++) {
        tmi_equations_polish(e);
        closed = i < POLISHES;
    }
    double moved = closed ? tmi_equations_distance(e, p->guess) : INFINITY;
    double share = moved <= SEEN ? 0.0 : moved / (motion * length);
    if (!(share <= CORRECTION_MAX) || (!over && !tmi_sense_is_kept(p))) {
        tmi_drive_return(p, p->here, p->here_turns);
        tmi_drive_demand(p, part);
        return INFINITY;
    }
    return share;
}

bool tmi_drive_goes_on(tmSpacePlan *p, double motion, double share) {
    double max = drive_tangent(p) ? 0.0 : INFINITY;
    for (int32_t i = 0; i < p->e.unknowns; i++) {
        double deviation = fabs(p->e.step[i] - p->tangent[i]);
        max = deviation > max ? deviation : max;
    }
    return max <= share * motion;
}

/* Tries to go on beyond a singular pose; returns the part of the way gained, 0: the motion ends. If
 * that is beyond the goal, everything is as before. */
static double jump(tmSpacePlan *p, double part, double way, double motion, tmSolveInfo *info) {
    if (!(motion <= RATE_MAX * way)) {
        return 0.0;
    }
    for (int i = 0; i < JUMP_COUNT; i++) {
        double length = jumps[i] / way;
        double share = try_step(p, part, length, motion, true, info);
        if (share <= CORRECTION_MAX) {
            bool goes_on = tmi_drive_goes_on(p, motion, TANGENT_CHANGE_MAX);
            if (goes_on && part + length <= 1.0) {
                info->changes++;
                return length;
            }
            tmi_drive_return(p, p->here, p->here_turns);
            tmi_drive_demand(p, part);
            if (goes_on) {
                return length;
            }
        }
    }
    return 0.0;
}

/* Shows the goal, a singular pose or one that lies hardly behind it, and leaves the base before it,
 * where the motion has a direction. Returns whether it can be closed there. */
static bool show_goal(tmSpacePlan *p, double part, double motion, tmSolveInfo *info) {
    tmiEquations *e = &p->e;
    tmi_drive_settle(p);
    memcpy(e->step, p->tangent, sizeof(double) * (size_t)e->unknowns);
    tmi_equations_store(e, e->start);
    double step = motion * (1.0 - part);
    tmi_equations_apply(e, step < SHOWN_MAX ? 1.0 - part : 0.0);
    tmi_equations_store(e, p->guess);
    tmi_drive_demand(p, 1.0);
    bool closed =
        tmi_equations_close(e, p->tolerance, SHOWN_STEPS, &info->iterations) == TMI_CLOSURE_CLOSED;
    if (!closed || tmi_equations_distance(e, p->guess) > SHOWN_MAX || p->drag_count > 0) {
        tmi_drive_return(p, p->base, p->base_turns);
        closed = false;
    }
    tmi_drive_demand(p, part);
    return closed;
}

/* Length of the way: the maximum change of an input [rad or size]. */
static double length_of_way(tmSpacePlan *p) {
    double max = 0.0;
    for (int32_t i = 0; i < p->driver_count - p->drag_count; i++) {
        int32_t v = p->drivers[i].value;
        p->way[v] = p->goal[v] - p->start_values[v];
        double size = fabs(p->way[v]) * p->drivers[i].scale;
        max = size > max ? size : max;
    }
    return max;
}

/* Lets the next step be longer after one that fitted well. */
static void quicken(tmSpacePlan *p, double share, double done) {
    double more = share < CORRECTION_MAX / 16.0 ? 4.0 : share < CORRECTION_MAX / 4.0 ? 2.0 : 1.0;
    p->pace = more * done > p->pace ? more * done : p->pace;
}

/* What a continuation does where no step of `length` succeeds. */
typedef enum Way { WAY_SHORTER, WAY_ON, WAY_GOAL, WAY_FOLD } Way;

/* Decides this at a pose that may be singular; *length becomes that of the step that was made. */
static Way decide(tmSpacePlan *p, double part, double way, double motion, bool *jumped,
                  double *length, tmSolveInfo *info) {
    if (p->pace < JUMP_AT && !*jumped) {
        *jumped = true;
        double over = jump(p, part, way, motion, info);
        over = over == 0.0 && part == 0.0 ? tmi_drive_escape(p, way, motion, info) : over;
        if (over > 0.0 && part + over <= 1.0) {
            *length = over;
            return WAY_ON;
        }
        if (over > 0.0 && show_goal(p, part, motion, info)) {
            return WAY_GOAL;
        }
    }
    if (p->pace < (part > 0.0 ? FINEST : FINEST_START)) {
        p->pace = JUMP_AT;
        bool near = (1.0 - part) * way < GOAL_NEAR;
        return near && show_goal(p, part, motion, info) ? WAY_GOAL : WAY_FOLD;
    }
    return WAY_SHORTER;
}

double tmi_drive_continue(tmSpacePlan *p, tmSolveInfo *info) {
    double way = length_of_way(p), part = 0.0;
    bool jumped = false;
    while (way > 0.0 && part < 1.0) {
        if (info->iterations > p->def.max_iterations) {
            info->outcome = TM_MOVE_NOT_CONVERGED;
            return part;
        }
        double motion = find_tangent(p);
        double length = motion > CONTINUATION_STEP_MAX ? CONTINUATION_STEP_MAX / motion : 1.0;
        length = p->pace / way < length ? p->pace / way : length;
        length = length < 1.0 - part ? length : 1.0 - part;
        double share = try_step(p, part, length, motion, false, info);
        while (!(share <= CORRECTION_MAX)) {
            length *= 0.5;
            p->pace = length * way;
            Way next = decide(p, part, way, motion, &jumped, &length, info);
            if (next == WAY_GOAL || next == WAY_FOLD) {
                info->outcome = next == WAY_GOAL ? TM_MOVE_DONE : TM_MOVE_FOLD;
                return next == WAY_GOAL ? 1.0 : part;
            }
            share = next == WAY_ON ? 0.0 : try_step(p, part, length, motion, false, info);
        }
        part = part + length < 1.0 ? part + length : 1.0;
        jumped = jumped && length * way < JUMP_AT;
        quicken(p, share, length * way);
        tmi_drive_settle(p);
    }
    tmi_drive_demand(p, 1.0);
    tmi_equations_evaluate(&p->e);
    return 1.0;
}
