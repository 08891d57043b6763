/* runge_kutta.c: steps, error estimates and interpolants of the methods of runge_kutta_tables.h.
 *
 * One loop does all the work: base + scale * sum of factor_j x_j, over the terms of the tables that
 * are not zero. docs/theory/integrators.md describes each method. */
#include "numeric/ode/ode.h"

#include "numeric/dense/dense.h"
#include "numeric/ode/runge_kutta_tables.h"
#include "numeric/vector/vector.h"

#include <math.h>
#include <string.h>

/* Numbers whose error is summed at once: they stay in the nearest cache. */
#define ERROR_BLOCK 64

/* Part of the square of the third-order error that joins the fifth-order one [1]: [HNW] II.10. */
#define THIRD_ORDER_PART 0.01

/* Vectors of `work`: the argument of the stage `last`, and the argument or end that is made now. */
#define WORK_VECTORS 2

static double *vector_of(double *vectors, int32_t number, int32_t n) {
    return vectors + (ptrdiff_t)number * n;
}

static inline tmiLanes sum_pair(const tmiRkRow *row, const double *x, int32_t stride) {
    tmiLanes sum = {0.0, 0.0};
    for (int32_t j = 0; j < row->count; j++) {
        sum +=
            tmi_lanes_of(row->factor[j]) * tmi_lanes_load(x + (ptrdiff_t)row->vector[j] * stride);
    }
    return sum;
}

/* Puts base + scale * row into out, for vectors x that lie `stride` apart; `out` may be `base`.
 * Each number has one sum, from the first term to the last, whatever is done beside it: eight at
 * once share the loads of the factors. */
static void combine(const tmiRkRow *row, const double *x, int32_t stride, const double *base,
                    double scale, double *out, int32_t count) {
    const tmiLanes s = tmi_lanes_of(scale);
    int32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        tmiLanes s0 = {0.0, 0.0}, s1 = s0, s2 = s0, s3 = s0;
        for (int32_t j = 0; j < row->count; j++) {
            const double *xj = x + (ptrdiff_t)row->vector[j] * stride + i;
            const tmiLanes f = tmi_lanes_of(row->factor[j]);
            s0 += f * tmi_lanes_load(xj);
            s1 += f * tmi_lanes_load(xj + 2);
            s2 += f * tmi_lanes_load(xj + 4);
            s3 += f * tmi_lanes_load(xj + 6);
        }
        tmi_lanes_store(out + i, tmi_lanes_load(base + i) + s * s0);
        tmi_lanes_store(out + i + 2, tmi_lanes_load(base + i + 2) + s * s1);
        tmi_lanes_store(out + i + 4, tmi_lanes_load(base + i + 4) + s * s2);
        tmi_lanes_store(out + i + 6, tmi_lanes_load(base + i + 6) + s * s3);
    }
    for (; i + 2 <= count; i += 2) {
        tmi_lanes_store(out + i, tmi_lanes_load(base + i) + s * sum_pair(row, x + i, stride));
    }
    if (i < count) {
        double sum = 0.0;
        for (int32_t j = 0; j < row->count; j++) {
            sum += row->factor[j] * x[(ptrdiff_t)row->vector[j] * stride + i];
        }
        out[i] = base[i] + scale * sum;
    }
}

/* Puts scale * row into out. */
static void combine_alone(const tmiRkRow *row, const double *x, int32_t stride, double scale,
                          double *out, int32_t count) {
    memset(out, 0, (size_t)count * sizeof *out);
    combine(row, x, stride, out, scale, out, count);
}

tmiRkInfo tmi_rk_info(tmiRkMethod method) {
    const tmiRkTable *table = tmi_rk_table(method);
    return table ? table->info : (tmiRkInfo){.name = ""};
}

/* Vectors of k: f(t, y), the stages, and those that the interpolant adds. */
static int32_t stage_vectors(const tmiRkTable *table) {
    return 1 + table->stages + table->more;
}

/* Vectors of `dense`: the end of the step besides the coefficients. */
static int32_t dense_vectors(const tmiRkTable *table) {
    return table->dense + 1;
}

size_t tmi_rk_workspace(tmiRkMethod method, int32_t n) {
    const tmiRkTable *table = tmi_rk_table(method);
    if (!table || n <= 0) {
        return 0;
    }
    return (size_t)(stage_vectors(table) + dense_vectors(table) + WORK_VECTORS) * (size_t)n;
}

void tmi_rk_init(tmiRk *rk, tmiRkMethod method, int32_t n, double *workspace) {
    const tmiRkTable *table = tmi_rk_table(method);
    *rk = (tmiRk){.method = method};
    if (!table || n <= 0 || !workspace) {
        return;
    }
    memset(workspace, 0, tmi_rk_workspace(method, n) * sizeof *workspace);
    rk->n = n;
    rk->k = workspace;
    rk->dense = vector_of(rk->k, stage_vectors(table), n);
    rk->work = vector_of(rk->dense, dense_vectors(table), n);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* Evaluates stage i where `argument` was made; an implicit one from a guess. */
static tmStatus run_stage(const tmiRkTable *table, tmiRk *rk, tmiRateFn *rate, tmiStageFn *stage,
                          void *user, int32_t i, const double *argument) {
    double *to = vector_of(rk->k, i, rk->n);
    double t = rk->t + table->nodes[i - 1] * rk->h;
    if (!table->info.is_implicit) {
        return rate(user, t, argument, to);
    }
    combine_alone(&table->guesses[i - 1], rk->k, rk->n, 1.0, to, rk->n);
    return stage(user, t, argument, rk->h * table->gamma, to);
}

tmStatus tmi_rk_step(tmiRk *rk, tmiRateFn *rate, tmiStageFn *stage, void *user, double t,
                     const double *y, double h, double *out) {
    const tmiRkTable *table = rk ? tmi_rk_table(rk->method) : NULL;
    if (!table || (rk->n > 0 && (!y || !out))) {
        return TM_ERR_ARGUMENT;
    }
    if (table->info.is_implicit ? !stage : !rate) {
        return TM_ERR_ARGUMENT;
    }
    double max_abs;
    if (tmi_vector_max_abs((const double[]){t, h}, 2, &max_abs) != TM_OK) {
        return TM_ERR_NOT_FINITE;
    }
    rk->t = t;
    rk->h = h;
    const int32_t n = rk->n;
    if (n <= 0) {
        return TM_OK;
    }
    double *end = vector_of(rk->work, 1, n);
    for (int32_t i = 1; i <= table->stages; i++) {
        /* The argument of a last stage at the end is the end. */
        double *argument = table->last_is_end && i == table->stages ? end : rk->work;
        combine(&table->rows[i - 1], rk->k, n, y, h, argument, n);
        tmStatus status = run_stage(table, rk, rate, stage, user, i, argument);
        if (status != TM_OK) {
            return status;
        }
    }
    if (!table->last_is_end) {
        combine(&table->weights, rk->k, n, y, h, end, n);
    }
    if (tmi_vector_max_abs(end, n, &max_abs) != TM_OK) {
        return TM_ERR_NOT_FINITE;
    }
    memcpy(out, end, (size_t)n * sizeof *out);
    return TM_OK;
}

/* ---- Errors --------------------------------------------------------------------------------- */

/* Returns the sum of the squares of h row / scale. */
static double scaled_squares(const tmiRk *rk, const tmiRkRow *row, const double *scale) {
    double error[ERROR_BLOCK], sum = 0.0;
    for (int32_t first = 0; first < rk->n; first += ERROR_BLOCK) {
        int32_t count = rk->n - first < ERROR_BLOCK ? rk->n - first : ERROR_BLOCK;
        combine_alone(row, rk->k + first, rk->n, rk->h, error, count);
        for (int32_t i = 0; i < count; i++) {
            error[i] /= scale[first + i]; /* 0 where the scale is infinite */
        }
        sum += tmi_dot(error, error, count);
    }
    return sum;
}

double tmi_rk_error(const tmiRk *rk, const double *scale) {
    const tmiRkTable *table = tmi_rk_table(rk->method);
    int32_t counted = 0;
    for (int32_t i = 0; i < rk->n; i++) {
        counted += scale[i] < INFINITY;
    }
    if (!table || table->error_count == 0 || counted == 0) {
        return 0.0;
    }
    double squares = scaled_squares(rk, &table->errors[0], scale);
    if (table->error_count == 2 && squares > 0.0) {
        /* |err5|^2 / sqrt(|err5|^2 + 0.01 |err3|^2), [HNW] II.10, squared. */
        double third = scaled_squares(rk, &table->errors[1], scale);
        squares *= squares / (squares + THIRD_ORDER_PART * third);
    }
    double error = sqrt(squares / (double)counted);
    return error < INFINITY ? error : INFINITY;
}

double tmi_rk_stiffness(const tmiRk *rk, const double *end, const double *end_rate) {
    const tmiRkTable *table = tmi_rk_table(rk->method);
    if (!table || table->last == 0 || rk->n <= 0) {
        return 0.0;
    }
    const double *rate = rk->k + (ptrdiff_t)table->last * rk->n, *argument = rk->work;
    double rates = 0.0, arguments = 0.0;
    for (int32_t i = 0; i < rk->n; i++) {
        rates += (end_rate[i] - rate[i]) * (end_rate[i] - rate[i]);
        arguments += (end[i] - argument[i]) * (end[i] - argument[i]);
    }
    return arguments > 0.0 ? fabs(rk->h) * sqrt(rates / arguments) : 0.0;
}

/* ---- Interpolants --------------------------------------------------------------------------- */

/* Evaluates the stages that the interpolant alone needs. */
static tmStatus more_stages(const tmiRkTable *table, tmiRk *rk, tmiRateFn *rate, void *user,
                            const double *y, const double *end_rate) {
    const int32_t n = rk->n, first = 1 + table->stages;
    double *argument = vector_of(rk->work, 1, n);
    memcpy(vector_of(rk->k, first, n), end_rate, (size_t)n * sizeof *end_rate);
    for (int32_t i = 1; i < table->more; i++) {
        combine(&table->more_rows[i - 1], rk->k, n, y, rk->h, argument, n);
        double t = rk->t + table->more_nodes[i - 1] * rk->h;
        tmStatus status = rate(user, t, argument, vector_of(rk->k, first + i, n));
        if (status != TM_OK) {
            return status;
        }
    }
    return TM_OK;
}

/* With s = part and d = end - y the coefficients are those of [HNW] II.6 and II.10:
 *
 *     y + s (d + (1-s) (r2 + s (r3 + (1-s) (r4 + s (r5 + (1-s) (r6 + s r7))))))            (1)
 *     r2 = h f(t, y) - d,  r3 = d - h f(t+h, end) - r2,  r4 … from the tables               (2)
 *
 * r0 and r1 are y and d; a method has the first 2, 4, 5 or 8 of them. Those up to r3 are Hermite's
 * cubic. The vector after them is the end, from which (1) is taken in the second half, so that it
 * gives y and the end themselves, and a component that rests the same number throughout. */
tmStatus tmi_rk_dense_make(tmiRk *rk, tmiRateFn *rate, void *user, const double *y,
                           const double *end, const double *end_rate) {
    const tmiRkTable *table = rk ? tmi_rk_table(rk->method) : NULL;
    if (!table || (rk->n > 0 && (!y || !end || !end_rate)) || (table->more > 0 && !rate)) {
        return TM_ERR_ARGUMENT;
    }
    const int32_t n = rk->n;
    const double h = rk->h;
    if (n <= 0) {
        return TM_OK;
    }
    tmStatus status = table->more > 0 ? more_stages(table, rk, rate, user, y, end_rate) : TM_OK;
    if (status != TM_OK) {
        return status;
    }
    memcpy(rk->dense, y, (size_t)n * sizeof *y);
    memcpy(vector_of(rk->dense, table->dense, n), end, (size_t)n * sizeof *end);
    double *d = vector_of(rk->dense, 1, n);
    for (int32_t i = 0; i < n; i++) {
        d[i] = end[i] - y[i];
    }
    if (table->dense >= 4) {
        double *r2 = vector_of(rk->dense, 2, n), *r3 = vector_of(rk->dense, 3, n);
        for (int32_t i = 0; i < n; i++) {
            r2[i] = h * rk->k[i] - d[i];
            r3[i] = d[i] - h * end_rate[i] - r2[i];
        }
    }
    for (int32_t i = 4; i < table->dense; i++) {
        combine_alone(&table->dense_rows[i - 4], rk->k, n, h, vector_of(rk->dense, i, n), n);
    }
    return TM_OK;
}

void tmi_rk_dense_at(const tmiRk *rk, double part, double *out) {
    const tmiRkTable *table = tmi_rk_table(rk->method);
    if (!table || rk->n <= 0) {
        return;
    }
    const bool late = part > 0.5;
    tmiRkRow row = {.count = table->dense - 1};
    double factor = part; /* of (1): s, s (1-s), s^2 (1-s) … */
    for (int32_t i = 0; i < row.count; i++) {
        row.vector[i] = (uint8_t)(i + 1);
        row.factor[i] = factor;
        factor *= i % 2 == 0 ? 1.0 - part : part;
    }
    if (late) {
        row.factor[0] = part - 1.0;
    }
    const double *base = rk->dense + (ptrdiff_t)(late ? table->dense : 0) * rk->n;
    combine(&row, rk->dense, rk->n, base, 1.0, out, rk->n);
}

void tmi_rk_dense_powers(const tmiRk *rk, int32_t number, double powers[TMI_RK_POWERS]) {
    const tmiRkTable *table = tmi_rk_table(rk->method);
    for (int32_t k = 0; k < TMI_RK_POWERS; k++) {
        powers[k] = 0.0;
    }
    for (int32_t i = table->dense - 1; i > 0; i--) { /* (1) from the inside */
        powers[0] += rk->dense[(ptrdiff_t)i * rk->n + number];
        for (int32_t k = TMI_RK_POWERS - 1; k > 0; k--) {
            powers[k] = i % 2 == 1 ? powers[k - 1] : powers[k] - powers[k - 1];
        }
        powers[0] = i % 2 == 1 ? 0.0 : powers[0];
    }
    powers[0] += rk->dense[number];
}
