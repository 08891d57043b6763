/* drive_drag.c: dragged points come as near to the pointer as the joints allow, by pulls of which
 * each is a damped step and a closing: docs/theory/space.md, section 9. */
#include "analyse/space/drive/drive.h"

#include <math.h>

/* A pull moves no body by more than this [rad or size]. */
#define PULL_STEP_MAX 0.3

/* Weight of what drags miss against the motion of bodies: from strong, which meets a drag in few
 * steps where it can be met, to so weak that a step would not be seen. */
#define MISS_WEIGHT_MAX 1e8
#define MISS_WEIGHT_MIN 1e-8

/* Closing may move a body by this part of the pull [1]; a motion below LAST_MOTION [rad or size]
 * is the last. */
#define CLOSING_MOTION_MAX 0.35
#define LAST_MOTION 1e-10

/* Steps are alike when the cosine of their angle is above the first number, and the second is at
 * least, the third at most, the part that is left of one in the next [1]. */
#define STEPS_ALIKE 0.98
#define RHO_MIN 0.3
#define RHO_MAX 0.98

#define CLOSING_STEPS 8
#define PULLS_MAX 400

/* A pull may make the squares of the misses larger by this part: their rounding errors. */
#define SQUARES_ROUNDED (8.0 * TMI_EPSILON)

static double squares(const tmSpacePlan *p) {
    double sum = 0.0;
    for (int32_t i = p->e.rows - p->drag_rows; i < p->e.rows; i++) {
        sum += p->e.residual[i] * p->e.residual[i];
    }
    return sum;
}

/* Evaluates with the drags demanding what the goal says. */
static double evaluate_drags(tmSpacePlan *p) {
    tmi_drive_mute_drags(p, false);
    tmi_equations_evaluate(&p->e);
    return squares(p);
}

/* A run of pulls. */
typedef struct Pulls {
    double weight;
    double last;   /* length of the last step, in p->tangent, in the metric; 0: none */
    double longer; /* factor on the next step */
    double gain;   /* what a pull took off the squares, of what it promised */
} Pulls;

/* Steps that go the same way, each the same part rho of the one before, end 1 / (1 - rho) of the
 * next one away: where the goal lies near the centre of curvature of the point's path, rho is near
 * 1. Keeps the step for the next comparison. */
static void compare_steps(tmSpacePlan *p, Pulls *pulls) {
    double dot = 0.0, square = 0.0;
    for (int32_t i = 0; i < p->e.unknowns; i++) {
        dot += p->e.weights[i] * p->e.step[i] * p->tangent[i];
        square += p->e.weights[i] * p->e.step[i] * p->e.step[i];
        p->tangent[i] = p->e.step[i];
    }
    double length = sqrt(square), rho = pulls->last > 0.0 ? length / pulls->last : 0.0;
    bool same = dot > STEPS_ALIKE * length * pulls->last && rho > RHO_MIN && rho < RHO_MAX;
    pulls->longer = same ? 1.0 / (1.0 - rho) : 1.0;
    pulls->last = length;
}

/* The squares of the misses after `part` of the step, were the rows straight. */
static double promised(const tmSpacePlan *p, double part) {
    const tmiEquations *e = &p->e;
    double sum = 0.0;
    for (int32_t row = e->rows - p->drag_rows; row < e->rows; row++) {
        double r = e->residual[row];
        for (int32_t at = e->pattern.start[row]; at < e->pattern.start[row + 1] - 1; at++) {
            r += part * e->values[at] * e->step[e->pattern.index[at]];
        }
        sum += r * r;
    }
    return sum;
}

static bool find_pull(tmSpacePlan *p, double weight) {
    tmiEquations *e = &p->e;
    for (int32_t i = 0; i < e->rows; i++) {
        e->right[i] = -e->residual[i];
        e->soften[i] = i < e->rows - p->drag_rows ? 1.0 : 1.0 / (weight * e->stiff);
    }
    bool found = tmi_equations_step(e, e->stiff);
    for (int32_t i = e->rows - p->drag_rows; i < e->rows; i++) {
        e->soften[i] = 1.0;
    }
    return found;
}

/* One pull. Returns how far it moved; below 0: it failed, and all must be as before. */
static double pull(tmSpacePlan *p, Pulls *pulls, double before, tmSolveInfo *info) {
    tmiEquations *e = &p->e;
    info->iterations++;
    if (!find_pull(p, pulls->weight)) {
        return -1.0;
    }
    compare_steps(p, pulls);
    double motion = tmi_equations_motion(e), part = pulls->longer;
    part = motion * part > PULL_STEP_MAX ? PULL_STEP_MAX / motion : part;
    double promise = before - promised(p, part < 1.0 ? part : 1.0);
    tmi_equations_store(e, e->start);
    tmi_equations_apply(e, part);
    tmi_equations_store(e, p->guess);
    tmi_drive_mute_drags(p, true);
    bool closed = tmi_equations_close(e, p->tolerance, CLOSING_STEPS, &info->iterations) ==
                  TMI_CLOSURE_CLOSED;
    double deviation = tmi_equations_distance(e, p->guess);
    bool straight = deviation <= CLOSING_MOTION_MAX * part * motion || deviation <= LAST_MOTION;
    double after = closed && straight ? evaluate_drags(p) : INFINITY;
    pulls->gain = promise > 0.0 ? (before - after) / promise : 0.0;
    return after <= before * (1.0 + SQUARES_ROUNDED) ? part * motion : -1.0;
}

/* Adapts the weight to how well the promise was kept ([More78]). */
static void weigh(Pulls *pulls, bool taken) {
    if (!taken) {
        pulls->weight *= pulls->longer > 1.0 ? 1.0 : 0.1;
        pulls->last = 0.0;
    } else {
        pulls->weight *= pulls->gain > 0.5 ? 10.0 : pulls->gain < 0.1 ? 0.3 : 1.0;
        pulls->weight = pulls->weight < MISS_WEIGHT_MAX ? pulls->weight : MISS_WEIGHT_MAX;
    }
}

static double max_miss(const tmSpacePlan *p) {
    double max = 0.0;
    for (int32_t i = p->driver_count - p->drag_count; i < p->driver_count; i++) {
        double square = 0.0;
        for (int32_t r = 0; r < p->drivers[i].constraint->row_count; r++) {
            double row = p->e.residual[p->drivers[i].row + r];
            square += row * row;
        }
        max = square > max ? square : max;
    }
    return sqrt(max) * p->e.size;
}

void tmi_drive_drag(tmSpacePlan *p, tmSolveInfo *info) {
    for (int32_t i = p->driver_count - p->drag_count; i < p->driver_count; i++) {
        for (int32_t r = 0; r < p->drivers[i].constraint->row_count; r++) {
            p->drivers[i].constraint->rows[r].offset = p->goal[p->drivers[i].value + r];
        }
    }
    Pulls pulls = {.weight = MISS_WEIGHT_MAX};
    for (int32_t i = 0; i < PULLS_MAX && pulls.weight > MISS_WEIGHT_MIN; i++) {
        double before = evaluate_drags(p);
        if (before <= p->tolerance * p->tolerance) {
            break;
        }
        tmi_drive_keep(p, p->here, p->here_turns);
        double moved = pull(p, &pulls, before, info);
        weigh(&pulls, moved >= 0.0);
        if (moved < 0.0) {
            tmi_drive_return(p, p->here, p->here_turns);
            continue;
        }
        tmi_drive_settle(p);
        if (moved <= LAST_MOTION) {
            break;
        }
    }
    (void)evaluate_drags(p);
    info->miss = max_miss(p);
    tmi_drive_mute_drags(p, true);
    tmi_equations_evaluate(&p->e);
    info->residual = p->e.max_residual * p->e.size;
}
