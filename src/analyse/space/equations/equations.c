/* equations.c: rows, steps and closing. docs/theory/space.md, (1) to (6). */
#include "analyse/space/equations/equations.h"

#include <math.h>
#include <string.h>

/* A step longer than this [size or rad] is shortened: beyond it the rows are far from straight. */
#define NEWTON_STEP_MAX 0.5

/* Damping over the square of the largest row [1]: at the start, and its bounds. In proportion to
 * the square, steps become Newton's near a solution, and stay bounded where rows are redundant. */
#define SPACE_DAMPING_START 1.0
#define SPACE_DAMPING_MIN 1e-6
/* Maximum damping [1]: a step would be below what could be seen. */
#define MU_MAX 1e9

/* A step succeeds if it reduces the sum of squares by at least the first part [1]; the iteration
 * ends after this many steps in a row that reduce it by less than the second. */
#define DECREASE_MIN 1e-12
#define DECREASE_STALLED 1e-4
#define STALLS 12

/* ---- Rows ---------------------------------------------------------------------------------- */

static void scatter(tmiEquations *e, const tmiSpaceMover *m, const tmTwist *g, double scale,
                    double *to) {
    double d[3], turned[3];
    tmi_rotate3(e->frames[m->body].rotation, m->middle, d);
    tmi_cross3(d, g->linear,
               turned); /* the gradients are at the origin, the unknowns at the middle */
    if (e->planar) {
        to[0] = g->linear[0] * scale * e->size;
        to[1] = g->linear[1] * scale * e->size;
        to[2] = (g->angular[2] - turned[2]) * scale;
        return;
    }
    for (int i = 0; i < 3; i++) {
        to[i] = g->linear[i] * scale * e->size;
        to[3 + i] = (g->angular[i] - turned[i]) * scale;
    }
}

static void evaluate_constraint(tmiEquations *e, int32_t index) {
    tmiSpaceConstraint *constraint = e->constraints[index];
    tmFrame frames[TM_HINGE_BODIES];
    for (int32_t k = 0; k < constraint->body_count; k++) {
        frames[k] = e->frames[constraint->bodies[k]];
    }
    for (int32_t r = 0; r < constraint->row_count; r++) {
        int32_t row = e->first[index] + r;
        double *values = e->values + e->pattern.start[row];
        e->residual[row] = 0.0;
        e->values[e->pattern.start[row + 1] - 1] = 1.0; /* the slack */
        e->idle[row] = constraint->muted || (constraint->rows[r].as_placed && !e->measured);
        if (e->idle[row]) {
            memset(values, 0,
                   sizeof(double) *
                       (size_t)(e->pattern.start[row + 1] - e->pattern.start[row] - 1));
            continue;
        }
        tmRowAt at;
        tm_row_at(&constraint->rows[r], frames, NULL, constraint->turns[r], &at);
        memcpy(constraint->turns[r], at.turns,
               sizeof at.turns); /* steps are short: turns count here */
        double scale = constraint->rows[r].unit == TM_ROW_LENGTH ? 1.0 / e->size : 1.0;
        e->residual[row] = at.value * scale;
        for (int32_t k = 0; k < constraint->body_count; k++) {
            if (e->slot[index][k] >= 0) {
                scatter(e, &e->movers[e->mover_of[constraint->bodies[k]]], &at.gradient[k], scale,
                        values + e->slot[index][k] * e->dof);
            }
        }
    }
}

void tmi_equations_evaluate(tmiEquations *e) {
    e->max_residual = 0.0;
    e->badness = 0.0;
    for (int32_t i = 0; i < e->constraint_count; i++) {
        evaluate_constraint(e, i);
    }
    for (int32_t i = 0; i < e->rows; i++) {
        double size = fabs(e->residual[i]);
        e->max_residual = size <= e->max_residual ? e->max_residual
                          : size == size          ? size
                                                  : INFINITY;
        e->badness += size * size / e->soften[i];
    }
}

double tmi_equations_gap(const tmiEquations *e, int32_t constraint) {
    double max = 0.0;
    for (int32_t r = 0; r < e->constraints[constraint]->row_count; r++) {
        double size = fabs(e->residual[e->first[constraint] + r]);
        max = size <= max ? max : size;
    }
    return max * e->size;
}

/* ---- Steps --------------------------------------------------------------------------------- */

static int32_t live_rows(const tmiEquations *e) {
    int32_t count = 0;
    for (int32_t row = 0; row < e->rows; row++) {
        count += e->idle[row] ? 0 : 1;
    }
    return count;
}

/* Rows that constrain nothing are left out: where constraints are muted one by one, most of them.
 */
static tmStatus step_dense(tmiEquations *e, double mu) {
    int32_t rows = live_rows(e), live = 0;
    tmiMatrix a = tmi_matrix(e->matrix, rows, e->unknowns + rows);
    memset(e->matrix, 0, sizeof(double) * (size_t)a.rows * (size_t)a.cols);
    for (int32_t row = 0; row < e->rows; row++) {
        if (e->idle[row]) {
            continue;
        }
        double *to = tmi_row(a, live);
        for (int32_t at = e->pattern.start[row]; at < e->pattern.start[row + 1] - 1; at++) {
            to[e->pattern.index[at]] = e->values[at];
        }
        to[e->unknowns + live] = 1.0; /* the slack */
        e->weights[e->unknowns + live] = 1.0 / (mu * e->soften[row]);
        e->right_live[live++] = e->right[row];
    }
    tmiLeastNormInfo info;
    return tmi_least_norm(a, e->right_live, e->weights, -1.0, e->work, e->int_work, e->step, &info);
}

static tmStatus step_sparse(tmiEquations *e, double mu) {
    for (int32_t i = 0; i < e->rows; i++) {
        e->weights[e->unknowns + i] = 1.0 / (mu * e->soften[i]);
    }
    tmStatus status = tmi_sparse_least_norm_factor(&e->sparse, e->values, e->weights);
    return status == TM_OK
               ? tmi_sparse_least_norm_solve(&e->sparse, e->values, e->right, e->step, NULL)
               : status;
}

bool tmi_equations_step(tmiEquations *e, double mu) {
    if (live_rows(e) == 0) {
        memset(e->step, 0, sizeof(double) * (size_t)e->pattern.cols);
        return true;
    }
    tmStatus status = e->dense ? step_dense(e, mu) : step_sparse(e, mu);
    return status == TM_OK || status == TM_ERR_NOT_CONVERGED;
}

/* The sum of squares after `part` of the step if the rows were linear. */
static double promised(const tmiEquations *e, double part) {
    double sum = 0.0;
    for (int32_t row = 0; row < e->rows; row++) {
        double r = e->residual[row];
        for (int32_t at = e->pattern.start[row]; at < e->pattern.start[row + 1] - 1; at++) {
            r += part * e->values[at] * e->step[e->pattern.index[at]];
        }
        sum += r * r / e->soften[row];
    }
    return sum;
}

static void way_of(const tmiEquations *e, int32_t mover, double way[3], double turn[3]) {
    const double *x = e->step + mover * e->dof;
    for (int i = 0; i < 3; i++) {
        way[i] = e->planar ? (i < 2 ? x[i] : 0.0) : x[i];
        turn[i] = e->planar ? (i == 2 ? x[2] : 0.0) : x[3 + i];
    }
}

void tmi_equations_apply(tmiEquations *e, double part) {
    for (int32_t i = 0; i < e->mover_count; i++) {
        const tmiSpaceMover *m = &e->movers[i];
        tmFrame *frame = &e->frames[m->body];
        double way[3], turn[3], before[3], after[3];
        way_of(e, i, way, turn);
        *frame = e->start[i];
        tmi_rotate3(frame->rotation, m->middle, before);
        for (int k = 0; k < 3; k++) {
            turn[k] *= part;
        }
        tmi_quaternion_turn(frame->rotation, turn);
        tmi_rotate3(frame->rotation, m->middle, after);
        for (int k = 0; k < 3; k++) {
            frame->position[k] += part * way[k] * e->size + (before[k] - after[k]);
        }
    }
}

void tmi_equations_store(const tmiEquations *e, tmFrame *to) {
    for (int32_t i = 0; i < e->mover_count; i++) {
        to[i] = e->frames[e->movers[i].body];
    }
}

void tmi_equations_load(tmiEquations *e, const tmFrame *from) {
    for (int32_t i = 0; i < e->mover_count; i++) {
        e->frames[e->movers[i].body] = from[i];
    }
}

double tmi_equations_motion(const tmiEquations *e) {
    double max = 0.0;
    for (int32_t i = 0; i < e->mover_count; i++) {
        double way[3], turn[3];
        way_of(e, i, way, turn);
        double ways = tmi_dot3(way, way), turns = tmi_dot3(turn, turn);
        max = ways > max ? ways : max;
        max = turns > max ? turns : max;
    }
    return sqrt(max);
}

double tmi_equations_distance(const tmiEquations *e, const tmFrame *from) {
    double max = 0.0;
    for (int32_t i = 0; i < e->mover_count; i++) {
        const tmiSpaceMover *m = &e->movers[i];
        const tmFrame *to = &e->frames[m->body];
        double p[3], q[3], turn[4];
        tmi_frame_point(to, m->middle, p);
        tmi_frame_point(&from[i], m->middle, q);
        for (int k = 0; k < 3; k++) {
            p[k] = (p[k] - q[k]) / e->size;
        }
        tmi_quaternion_between(from[i].rotation, to->rotation, turn);
        double way = tmi_length3(p), angle = 2.0 * tmi_length3(turn + 1);
        max = way > max ? way : max;
        max = angle > max ? angle : max;
    }
    return max;
}

void tmi_equations_way(const tmiEquations *e, const tmFrame *from, double *step) {
    for (int32_t i = 0; i < e->mover_count; i++) {
        const tmiSpaceMover *m = &e->movers[i];
        const tmFrame *to = &e->frames[m->body];
        double p[3], q[3], turn[4], *x = step + i * e->dof;
        tmi_frame_point(to, m->middle, p);
        tmi_frame_point(&from[i], m->middle, q);
        tmi_quaternion_between(from[i].rotation, to->rotation, turn);
        double cosine = turn[0] > TMI_RANK_TOLERANCE ? turn[0] : TMI_RANK_TOLERANCE;
        for (int k = 0; k < 3; k++) {
            if (!e->planar || k < 2) {
                x[k] = (p[k] - q[k]) / e->size;
            }
            if (!e->planar || k == 2) {
                x[e->planar ? 2 : 3 + k] = 2.0 * turn[1 + k] / cosine; /* Cayley's form */
            }
        }
    }
}

double tmi_equations_tolerance(const tmiEquations *e, double tolerance) {
    double max = 0.0;
    for (int32_t i = 0; i < e->mover_count; i++) {
        const double *p = e->frames[e->movers[i].body].position;
        for (int k = 0; k < 3; k++) {
            max = fabs(p[k]) > max ? fabs(p[k]) : max;
        }
    }
    return tolerance + TMI_COORDINATE_ROUNDINGS * (max / e->size);
}

/* ---- Closing ------------------------------------------------------------------------------- */

/* One damped step. Returns whether the rows became less; *damping is adapted by how well the
 * promise was kept ([More78]). */
static bool improve(tmiEquations *e, double *damping) {
    double before = e->badness;
    double mu = *damping * e->max_residual * e->max_residual;
    mu = mu < e->stiff ? e->stiff : mu;
    for (int32_t i = 0; i < e->rows; i++) {
        e->right[i] = -e->residual[i];
    }
    if (mu > MU_MAX || !tmi_equations_step(e, mu)) {
        *damping = INFINITY;
        return false;
    }
    tmi_equations_store(e, e->start);
    double motion = tmi_equations_motion(e), max = e->max_residual > 1.0 ? e->max_residual : 1.0;
    double part = motion > NEWTON_STEP_MAX * max ? NEWTON_STEP_MAX * max / motion : 1.0;
    double promise = before - promised(e, part);
    tmi_equations_apply(e, part);
    tmi_equations_evaluate(e);
    double gain = before - e->badness;
    if (gain > DECREASE_MIN * before) {
        *damping *= gain > 0.75 * promise ? 0.1 : gain < 0.25 * promise ? 4.0 : 1.0;
        *damping = *damping < SPACE_DAMPING_MIN ? SPACE_DAMPING_MIN : *damping;
        return true;
    }
    tmi_equations_load(e, e->start);
    tmi_equations_evaluate(e);
    *damping *= 10.0;
    return false;
}

tmiClosure tmi_equations_close(tmiEquations *e, double tolerance, int32_t max,
                               int32_t *iterations) {
    double damping = SPACE_DAMPING_START;
    int32_t stalls = 0;
    tmi_equations_evaluate(e);
    for (int32_t i = 0; e->max_residual > tolerance; i++) {
        if (i == max) {
            return TMI_CLOSURE_LIMIT;
        }
        double before = e->badness;
        bool better = improve(e, &damping);
        ++*iterations;
        stalls = better && e->badness > (1.0 - DECREASE_STALLED) * before ? stalls + 1
                 : better                                                 ? 0
                                                                          : stalls;
        if (!(damping < INFINITY) || stalls >= STALLS) {
            return TMI_CLOSURE_STATIONARY;
        }
    }
    return TMI_CLOSURE_CLOSED;
}

void tmi_equations_polish(tmiEquations *e) {
    double damping = SPACE_DAMPING_MIN;
    (void)improve(e, &damping);
}

void tmi_equations_min(tmiEquations *e, int32_t max, int32_t *iterations) {
    double damping = SPACE_DAMPING_START;
    tmi_equations_evaluate(e);
    for (int32_t i = 0; i < max && damping < INFINITY; i++, ++*iterations) {
        (void)improve(e, &damping);
    }
}

/* ---- Ties ---------------------------------------------------------------------------------- */

double tmi_space_constraint_gap(const tmiSpaceConstraint *constraint, const tmFrame *frames,
                                double size, bool measured) {
    tmFrame own[TM_HINGE_BODIES];
    for (int32_t k = 0; k < constraint->body_count; k++) {
        own[k] = frames[constraint->bodies[k]];
    }
    double max = 0.0;
    for (int32_t r = 0; r < constraint->row_count; r++) {
        if (measured || !constraint->rows[r].as_placed) {
            tmRowAt at;
            tm_row_at(&constraint->rows[r], own, NULL, constraint->turns[r], &at);
            double gap = fabs(at.value) * (constraint->rows[r].unit == TM_ROW_LENGTH ? 1.0 : size);
            max = gap <= max ? max : gap;
        }
    }
    return max;
}

void tmi_space_constraint_follow(tmiSpaceConstraint *constraint, const tmFrame *frames,
                                 bool measure) {
    tmFrame own[TM_HINGE_BODIES];
    for (int32_t k = 0; k < constraint->body_count; k++) {
        own[k] = frames[constraint->bodies[k]];
    }
    for (int32_t r = 0; r < constraint->row_count; r++) {
        tmRowAt at;
        tm_row_at(&constraint->rows[r], own, NULL, constraint->turns[r], &at);
        memcpy(constraint->turns[r], at.turns, sizeof at.turns);
        if (measure && constraint->rows[r].as_placed) {
            constraint->rows[r].offset += at.value;
        }
    }
}
