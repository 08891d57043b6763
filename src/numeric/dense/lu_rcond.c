/* lu_rcond.c: how far a factored matrix is from a singular one.
 *
 * Estimates |A^-1| in the norm of row sums, which is the norm of column sums of B = A^-T, from a
 * handful of solves: [HI] 15.3, Higham's form of Hager's algorithm.
 *   x  trial vector of norm 1;  y = B x, whose norm is a lower bound;  xi  signs of y
 *   z = B^T xi  subgradient: its largest component is the next unit vector to try
 * Departs from [HI]: none but the norm. Costs at most eleven solves, 22 n^2 operations. */
#include "numeric/dense/dense.h"

#include "numeric/vector/vector.h"

#include <math.h>

/* [HI]: the iteration rarely needs more than two steps, never more than five in their trials. */
#define ESTIMATE_STEPS 5

size_t tmi_lu_rcond_workspace(int32_t rows) {
    return rows > 0 ? 2 * (size_t)rows : 0;
}

/* Replaces xi by the signs of y; returns whether they are the same as before. */
static bool take_signs(const double *y, double *xi, int32_t n) {
    bool same = true;
    for (int32_t i = 0; i < n; i++) {
        double sign = y[i] < 0.0 ? -1.0 : 1.0;
        same = same && sign == xi[i];
        xi[i] = sign;
    }
    return same;
}

static int32_t index_of_max(const double *z, int32_t n) {
    int32_t best = 0;
    for (int32_t i = 1; i < n; i++) {
        best = fabs(z[i]) > fabs(z[best]) ? i : best;
    }
    return best;
}

/* Climbs from the mean of all unit vectors to a unit vector that is locally the best. */
static tmStatus climb(const tmiLu *lu, double *x, double *xi, double *norm) {
    int32_t n = lu->factors.rows;
    for (int32_t i = 0; i < n; i++) {
        x[i] = 1.0 / n;
        xi[i] = 0.0;
    }
    int32_t tried = -1;
    for (int step = 0; step <= ESTIMATE_STEPS; step++) {
        tmStatus status = tmi_lu_solve_transposed(lu, x);
        if (status != TM_OK) {
            return status;
        }
        double found = tmi_abs_sum(x, n);
        bool better = found > *norm;
        *norm = better ? found : *norm;
        if (take_signs(x, xi, n) || (!better && step > 0)) {
            return TM_OK;
        }
        memcpy(x, xi, (size_t)n * sizeof *x);
        status = tmi_lu_solve(lu, x);
        if (status != TM_OK) {
            return status;
        }
        int32_t next = index_of_max(x, n);
        if (tried >= 0 && fabs(x[next]) == fabs(x[tried])) {
            return TM_OK;
        }
        memset(x, 0, (size_t)n * sizeof *x);
        x[next] = 1.0;
        tried = next;
    }
    return TM_OK;
}

/* A last vector of alternating, growing entries catches matrices that deceive the climb. */
static tmStatus alternate(const tmiLu *lu, double *x, double *norm) {
    int32_t n = lu->factors.rows;
    for (int32_t i = 0; i < n; i++) {
        double size = 1.0 + (n > 1 ? (double)i / (n - 1) : 0.0);
        x[i] = i % 2 == 0 ? size : -size;
    }
    tmStatus status = tmi_lu_solve_transposed(lu, x);
    if (status == TM_OK) {
        double found = 2.0 * tmi_abs_sum(x, n) / (3.0 * n);
        *norm = found > *norm ? found : *norm;
    }
    return status;
}

tmStatus tmi_lu_rcond(const tmiLu *lu, double *work, double *rcond) {
    if (!lu || !rcond || (!work && lu->factors.rows > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (lu->failed >= 0 || lu->factors.rows == 0) {
        *rcond = lu->failed >= 0 ? 0.0 : 1.0;
        return TM_OK;
    }
    /* The scale of the matrix does not matter to its condition: leave it out of both norms. */
    tmiLu plain = *lu;
    plain.scale = 1.0;
    double norm = 0.0;
    tmStatus status = climb(&plain, work, work + lu->factors.rows, &norm);
    if (status == TM_OK) {
        status = alternate(&plain, work, &norm);
    }
    /* A solve that overflows shows that the inverse cannot be represented: singular in practice. */
    *rcond = status == TM_OK && norm > 0.0 ? 1.0 / norm / lu->norm : 0.0;
    return TM_OK;
}
