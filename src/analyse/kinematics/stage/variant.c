/* variant.c: turns guesses until the mechanism closes: Newton's method on few variables, with exact
 * gradients from the program. */
#include "analyse/kinematics/stage/stage.h"

#include <math.h>
#include <string.h>

/* A guess turns by at most this in one step [rad]. */
#define GUESS_TURN_MAX 0.5

/* Steps of the input that differ by less than this part count as equal for a prediction. */
#define STEPS_EVEN 1e-3

/* Maximum halvings of a step before the guesses count as stuck. */
#define GUESS_HALVINGS 12

void tmi_variant_follow(tmiStageVariant *v, const tmiGraph *graph, const tmPose *poses) {
    for (int32_t i = 0; i < v->guess_count; i++) {
        const tmiEdge *e = &graph->edges[v->guesses[i].edge];
        tmPose p = poses[e->end[0].node], q = poses[e->end[1].node];
        v->guesses[i].good[0] = p.c * q.c + p.s * q.s;
        v->guesses[i].good[1] = p.c * q.s - p.s * q.c;
    }
    for (int32_t i = 0; i < v->emitter.branch_count; i++) {
        const tmiBranch *b = &v->emitter.branches[i];
        v->program.registers[b->sign] = tmi_branch_value(b, poses) < 0.0 ? -1.0 : 1.0;
    }
    v->moves = 0;
    v->proven = false;
}

/* Puts into `to` the direction `from` turned by the angle whose half tangent is turn / 2 (Cayley),
 * kept a unit vector. */
static void turn_direction(double *to, const double *from, double turn) {
    double half = 0.5 * turn;
    double inverse = 1.0 / (1.0 + half * half);
    double c = (1.0 - half * half) * inverse, s = 2.0 * half * inverse;
    double nc = from[0] * c - from[1] * s, ns = from[1] * c + from[0] * s;
    double unit = 0.5 * (3.0 - (nc * nc + ns * ns));
    to[0] = nc * unit;
    to[1] = ns * unit;
}

/* Weights of the rates of the last moves in the one that is expected next: the polynomial through
 * them, each taken at the middle of its move, read off at the middle of the next one. Returns how
 * many rates count. */
static int32_t predict_weights(const tmiStageVariant *v, double step, const double *before,
                               double weights[TMI_RATES]) {
    double middle[TMI_RATES], end = 0.0;
    int32_t count = 0;
    bool even = v->moves == TMI_RATES;
    for (int32_t i = 0; i < TMI_RATES; i++) {
        even &= fabs(before[i] - step) <= STEPS_EVEN * fabs(step);
    }
    if (even) {
        /* The same polynomial for equal steps, without its divisions. */
        const double binomial[TMI_RATES] = {3.0, -3.0, 1.0};
        memcpy(weights, binomial, sizeof binomial);
        return TMI_RATES;
    }
    while (count < v->moves && fabs(step) <= 2.0 * fabs(before[count])) {
        middle[count] = end - 0.5 * before[count];
        end -= before[count++];
    }
    for (int32_t i = 0; i < count; i++) {
        weights[i] = 1.0;
        for (int32_t k = 0; k < count; k++) {
            if (k != i) {
                double apart = middle[i] - middle[k];
                weights[i] *= apart != 0.0 ? (0.5 * step - middle[k]) / apart : 0.0;
            }
        }
    }
    return count;
}

/* Starts the guesses where the last moves point to. Only for one input, which makes 'as far again'
 * mean something. */
static void predict(tmiStageVariant *v, double step, const double *before) {
    double weights[TMI_RATES];
    int32_t count = step != 0.0 ? predict_weights(v, step, before, weights) : 0;
    for (int32_t i = 0; i < v->guess_count; i++) {
        tmiGuess *guess = &v->guesses[i];
        double rate = 0.0;
        for (int32_t k = 0; k < count; k++) {
            rate += weights[k] * guess->rate[k];
        }
        guess->turned = fabs(rate * step) < GUESS_TURN_MAX ? rate * step : 0.0;
        turn_direction(v->program.registers + guess->direction, guess->good, guess->turned);
    }
}

/* Runs the steps up to the gaps and returns the largest; infinite when a step has no answer. */
static double gap_here(tmiStageVariant *v, const double *values) {
    if (tmi_program_run(&v->program, v->known_ops, v->closed_ops, values) >= 0) {
        return INFINITY;
    }
    double max = 0.0;
    for (int32_t i = 0; i < v->emitter.gap_count; i++) {
        v->gaps[i] = v->program.registers[v->emitter.gaps[i]];
        double gap = fabs(v->gaps[i]);
        max = gap <= max ? max : gap;
    }
    return max;
}

/* Solves the square system of the first `n` rows in place, by elimination with the largest pivot of
 * the column; false when a pivot is nothing against the others. For two to four unknowns this takes
 * a tenth of the time of the general kernel. */
static bool solve_small(double *a, double *b, int32_t n) {
    double max = 0.0;
    for (int32_t k = 0; k < n; k++) {
        int32_t p = k;
        for (int32_t i = k + 1; i < n; i++) {
            p = fabs(a[i * n + k]) > fabs(a[p * n + k]) ? i : p;
        }
        double pivot = a[p * n + k];
        max = fabs(pivot) > max ? fabs(pivot) : max;
        if (!(fabs(pivot) > TMI_RANK_TOLERANCE * max)) {
            return false;
        }
        for (int32_t j = k; j < n; j++) {
            double swap = a[p * n + j];
            a[p * n + j] = a[k * n + j];
            a[k * n + j] = swap;
        }
        double swap = b[p];
        b[p] = b[k];
        b[k] = swap;
        for (int32_t i = k + 1; i < n; i++) {
            double part = a[i * n + k] / pivot;
            for (int32_t j = k + 1; j < n; j++) {
                a[i * n + j] -= part * a[k * n + j];
            }
            b[i] -= part * b[k];
        }
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        for (int32_t j = k + 1; j < n; j++) {
            b[k] -= a[k * n + j] * b[j];
        }
        b[k] /= a[k * n + k];
    }
    return true;
}

/* Finds the turns of the guesses that close the gaps, to first order. */
static bool find_turns(tmiStageVariant *v, double *turns) {
    int32_t gaps = v->emitter.gap_count, guesses = v->guess_count;
    const double *r = v->program.registers;
    for (int32_t k = 0; k < guesses; k++) {
        for (int32_t i = 0; i < guesses; i++) {
            int32_t at = v->guesses[i].direction;
            v->gradients[at] = i == k ? -r[at + 1] : 0.0;
            v->gradients[at + 1] = i == k ? r[at] : 0.0;
        }
        tmi_program_derivative(&v->program, v->known_ops, v->closed_ops, v->gradients);
        for (int32_t i = 0; i < gaps; i++) {
            v->matrix[i * guesses + k] = v->gradients[v->emitter.gaps[i]];
        }
    }
    if (gaps == 1 && guesses == 1 && v->matrix[0] != 0.0) {
        turns[0] = -v->gaps[0] / v->matrix[0];
        return turns[0] - turns[0] == 0.0;
    }
    for (int32_t i = 0; i < gaps; i++) {
        v->gaps[i] = -v->gaps[i];
    }
    if (gaps == guesses) {
        double a[TMI_TEAR_MAX * TMI_TEAR_MAX];
        memcpy(a, v->matrix, sizeof *a * (size_t)(gaps * guesses));
        memcpy(turns, v->gaps, sizeof *turns * (size_t)gaps);
        if (solve_small(a, turns, gaps)) {
            return true;
        }
    }
    tmiLeastNormInfo info;
    return tmi_least_norm(tmi_matrix(v->matrix, gaps, guesses), v->gaps, NULL, TMI_RANK_TOLERANCE,
                          v->work, v->int_work, turns, &info) == TM_OK;
}

/* Turns the guesses by `turns`, less where that makes the gap larger or leaves a step without an
 * answer. Returns the new gap, or infinity when nothing helps. */
static double turn_all(tmiStageVariant *v, const double *values, const double *turns, double gap) {
    double max = 0.0;
    double from[TMI_TEAR_MAX][2];
    for (int32_t i = 0; i < v->guess_count; i++) {
        max = fabs(turns[i]) > max ? fabs(turns[i]) : max;
        memcpy(from[i], v->program.registers + v->guesses[i].direction, sizeof from[i]);
    }
    double part = max > GUESS_TURN_MAX ? GUESS_TURN_MAX / max : 1.0;
    for (int halving = 0; halving < GUESS_HALVINGS; halving++, part *= 0.5) {
        for (int32_t i = 0; i < v->guess_count; i++) {
            turn_direction(v->program.registers + v->guesses[i].direction, from[i],
                           part * turns[i]);
        }
        double now = gap_here(v, values);
        if (now < gap) {
            for (int32_t i = 0; i < v->guess_count; i++) {
                v->guesses[i].turned += part * turns[i];
            }
            return now;
        }
    }
    return INFINITY;
}

tmiGuessing tmi_variant_solve(tmiStageVariant *v, const double *values, double tolerance,
                              int32_t max, double step, const double *before, int32_t *iterations) {
    predict(v, step, before);
    double gap = gap_here(v, values);
    if (gap == INFINITY) {
        /* The prediction may have overshot: start from where the last move ended. */
        predict(v, 0.0, before);
        gap = gap_here(v, values);
    }
    double turns[TMI_TEAR_MAX];
    while (!(gap <= tolerance)) {
        if (*iterations >= max) {
            return TMI_GUESS_ENDLESS;
        }
        if (gap == INFINITY || !find_turns(v, turns)) {
            return TMI_GUESS_STUCK;
        }
        ++*iterations;
        gap = turn_all(v, values, turns, gap);
    }
    return TMI_GUESS_DONE;
}

void tmi_variant_accept(tmiStageVariant *v, double step) {
    for (int32_t i = 0; i < v->guess_count; i++) {
        tmiGuess *guess = &v->guesses[i];
        memcpy(guess->good, v->program.registers + guess->direction, sizeof guess->good);
        if (step != 0.0) {
            memmove(guess->rate + 1, guess->rate, sizeof *guess->rate * (TMI_RATES - 1));
            guess->rate[0] = guess->turned / step;
        }
    }
    v->moves += step != 0.0 && v->moves < TMI_RATES;
}

/* Square of the sine of the angle at which the two loci of a closed form meet, as a fraction. */
static void op_margin(const double *r, const tmiOp *op, double *above, double *below) {
    const double *p = r + op->in[0], *o = r + op->out;
    double x = o[0] - p[0], y = o[1] - p[1], sine;
    if (op->kind == TMI_OP_DYAD) {
        const double *d = r + op->in[1];
        double u = o[0] - d[0], v = o[1] - d[1];
        sine = x * v - y * u;
        *below = (x * x + y * y) * (u * u + v * v);
    } else if (op->kind == TMI_OP_CIRCLE_LINE) {
        const double *u = r + op->in[3];
        sine = x * u[0] + y * u[1];
        *below = r[op->in[1]];
    } else {
        const double *d = r + op->in[1];
        double u = d[0] - p[0], v = d[1] - p[1];
        sine = u * o[0] + v * o[1];
        *below = u * u + v * v;
    }
    *above = sine * sine;
}

bool tmi_variant_is_safe(const tmiStageVariant *v, double margin) {
    double limit = margin * margin;
    bool safe = true;
    for (int32_t i = 0; i < v->sharp_count; i++) {
        double above, below;
        op_margin(v->program.registers, &v->program.ops[v->sharp[i]], &above, &below);
        safe &= above > limit * below;
    }
    return safe;
}

double tmi_variant_margin(const tmiStageVariant *v) {
    double min = 1.0;
    for (int32_t i = 0; i < v->sharp_count; i++) {
        double above, below;
        op_margin(v->program.registers, &v->program.ops[v->sharp[i]], &above, &below);
        min = above < min * below ? above / below : min;
    }
    return sqrt(min);
}
