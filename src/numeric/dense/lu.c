/* lu.c: Gaussian elimination with partial pivoting, and the solves that use it. The estimate of
 * the condition is in lu_rcond.c.
 *
 * P (s A) = L U, [GV] 3.4, right-looking by panels of four columns ([GV] 3.2).
 *   s  power of two that brings the entries near 1;  P  exchanges of rows
 * Departs from [GV]: the multipliers are products with the reciprocal of the pivot, as one division
 * costs as much as many products; that adds half a unit roundoff to each.
 * Each entry loses l u products one after the other, in the order of unblocked elimination, so the
 * panels change the speed and not the bits.
 * Assumes nothing. Costs 2 n^3 / 3 operations, a solve 2 n^2. Backward stable unless the
 * intermediate entries grow, which takes matrices made for it. */
#include "numeric/dense/dense.h"

#include "numeric/dense/scaling.h"
#include "numeric/dense/triangle.h"
#include "numeric/vector/vector.h"

#include <math.h>

#define PANEL 4

/* Finds the row at or below k with the largest entry in column k. */
static int32_t pivot_row(tmiMatrix a, int32_t k) {
    const double *at = tmi_row(a, k) + k;
    double max = fabs(*at);
    int32_t best = k;
    for (int32_t i = k + 1; i < a.rows; i++) {
        at += a.stride;
        double size = fabs(*at);
        if (size > max) {
            max = size;
            best = i;
        }
    }
    return best;
}

/* One step of elimination within the panel that ends before column `end`. */
static bool panel_step(tmiMatrix a, int32_t k, int32_t end, int32_t *exchange) {
    int32_t pivot = pivot_row(a, k);
    exchange[k] = pivot;
    if (pivot != k) {
        tmi_swap(tmi_row(a, k), tmi_row(a, pivot), a.cols);
    }
    const double *row = tmi_row(a, k);
    if (!(fabs(row[k]) >= TMI_TINY)) {
        return false;
    }
    double inverse = 1.0 / row[k];
    double *l = tmi_row(a, k) + k;
    for (int32_t i = k + 1; i < a.rows; i++) {
        l += a.stride;
        *l *= inverse;
    }
    for (int32_t j = 1; j < end - k; j++) {
        double u = row[k + j];
        l = tmi_row(a, k) + k;
        for (int32_t i = k + 1; i < a.rows; i++) {
            l += a.stride;
            l[j] -= *l * u;
        }
    }
    return true;
}

/* What is right of a full panel: its own four rows of U, then the rows below. */
static void update_right(tmiMatrix a, int32_t k) {
    int32_t right = k + PANEL;
    int32_t count = a.cols - right;
    const double *top = tmi_row(a, k) + right;
    for (int32_t i = k + 1; i < right; i++) {
        double *row = tmi_row(a, i);
        for (int32_t j = k; j < i; j++) {
            tmi_axpy(row + right, -row[j], tmi_row(a, j) + right, count);
        }
    }
    int32_t i = right;
    for (; i + 2 <= a.rows; i += 2) {
        double *y0 = tmi_row(a, i);
        double *y1 = y0 + a.stride;
        tmi_eliminate4(y0 + right, y1 + right, y0 + k, y1 + k, top, a.stride, count);
    }
    if (i < a.rows) {
        double *y = tmi_row(a, i);
        double factors[PANEL] = {-y[k], -y[k + 1], -y[k + 2], -y[k + 3]};
        tmi_axpy4(y + right, factors, top, a.stride, count);
    }
}

/* Returns the first step that finds no pivot, or -1. */
static int32_t eliminate(tmiMatrix a, int32_t *exchange) {
    for (int32_t k = 0; k < a.cols; k += PANEL) {
        int32_t end = k + PANEL < a.cols ? k + PANEL : a.cols;
        for (int32_t j = k; j < end; j++) {
            if (!panel_step(a, j, end, exchange)) {
                return j;
            }
        }
        if (end < a.cols) {
            update_right(a, k);
        }
    }
    return -1;
}

tmStatus tmi_lu_factor(tmiMatrix a, int32_t *exchange, tmiLu *lu) {
    tmStatus status = tmi_matrix_check(a);
    if (status != TM_OK) {
        return status;
    }
    if (!lu || (!exchange && a.rows > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (a.rows != a.cols) {
        return TM_ERR_SHAPE;
    }
    double scale, norm;
    status = tmi_matrix_survey(a, &scale, &norm);
    if (status != TM_OK) {
        return status;
    }
    tmi_matrix_rescale(a, scale);
    *lu = (tmiLu){a, exchange, scale, norm, eliminate(a, exchange)};
    return lu->failed < 0 ? TM_OK : TM_ERR_SINGULAR;
}

/* L y = b in place, four rows at a time: one dot product each with what is known, then the
 * triangle among them. */
static void solve_lower(tmiMatrix f, double *b) {
    int32_t i = 0;
    for (; i + PANEL <= f.rows; i += PANEL) {
        double sums[PANEL];
        tmi_dot4(tmi_row(f, i), f.stride, b, i, sums);
        for (int32_t r = 0; r < PANEL; r++) {
            const double *row = tmi_row(f, i + r) + i;
            double rest = b[i + r] - sums[r];
            for (int32_t j = 0; j < r; j++) {
                rest -= row[j] * b[i + j];
            }
            b[i + r] = rest;
        }
    }
    for (; i < f.rows; i++) {
        b[i] -= tmi_dot(tmi_row(f, i), b, i);
    }
}

/* The checks that all solves share, and the scale of the right-hand side. */
static tmStatus solve_check(const tmiLu *lu, const double *b, double *scale) {
    if (!lu || (!b && lu->factors.rows > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (lu->failed >= 0) {
        return TM_ERR_SINGULAR;
    }
    return tmi_vector_survey(b, lu->factors.rows, scale);
}

tmStatus tmi_lu_solve(const tmiLu *lu, double *b) {
    double scale;
    tmStatus status = solve_check(lu, b, &scale);
    if (status != TM_OK) {
        return status;
    }
    int32_t n = lu->factors.rows;
    for (int32_t k = 0; k < n; k++) {
        double kept = b[k];
        b[k] = b[lu->exchange[k]];
        b[lu->exchange[k]] = kept;
    }
    if (scale != 1.0) {
        tmi_scale(b, scale, n);
    }
    solve_lower(lu->factors, b);
    tmi_upper_solve(lu->factors, n, b);
    return tmi_vector_finish(b, n, lu->scale, scale);
}

tmStatus tmi_lu_solve_transposed(const tmiLu *lu, double *b) {
    double scale;
    tmStatus status = solve_check(lu, b, &scale);
    if (status != TM_OK) {
        return status;
    }
    tmiMatrix f = lu->factors;
    tmi_scale(b, scale, f.rows);
    /* U^T y = b and L^T z = y by rows of the factors, which are columns of the transposed. */
    tmi_upper_solve_transposed(f, f.rows, b);
    for (int32_t i = f.rows - 1; i > 0; i--) {
        tmi_axpy(b, -b[i], tmi_row(f, i), i);
    }
    for (int32_t k = f.rows - 1; k >= 0; k--) {
        double kept = b[k];
        b[k] = b[lu->exchange[k]];
        b[lu->exchange[k]] = kept;
    }
    return tmi_vector_finish(b, f.rows, lu->scale, scale);
}

/* Substitution with whole rows of b: L y = b going down, U x = y going up. */
static void solve_rows(tmiMatrix f, tmiMatrix b) {
    for (int32_t i = 0; i < f.rows; i++) {
        const double *row = tmi_row(f, i);
        int32_t j = 0;
        for (; j + PANEL <= i; j += PANEL) {
            double factors[PANEL] = {-row[j], -row[j + 1], -row[j + 2], -row[j + 3]};
            tmi_axpy4(tmi_row(b, i), factors, tmi_row(b, j), b.stride, b.cols);
        }
        for (; j < i; j++) {
            tmi_axpy(tmi_row(b, i), -row[j], tmi_row(b, j), b.cols);
        }
    }
    for (int32_t i = f.rows - 1; i >= 0; i--) {
        const double *row = tmi_row(f, i);
        int32_t j = i + 1;
        for (; j + PANEL <= f.rows; j += PANEL) {
            double factors[PANEL] = {-row[j], -row[j + 1], -row[j + 2], -row[j + 3]};
            tmi_axpy4(tmi_row(b, i), factors, tmi_row(b, j), b.stride, b.cols);
        }
        for (; j < f.rows; j++) {
            tmi_axpy(tmi_row(b, i), -row[j], tmi_row(b, j), b.cols);
        }
        for (int32_t c = 0; c < b.cols; c++) {
            tmi_row(b, i)[c] /= row[i];
        }
    }
}

tmStatus tmi_lu_solve_many(const tmiLu *lu, tmiMatrix b) {
    tmStatus status = tmi_matrix_check(b);
    if (status != TM_OK) {
        return status;
    }
    if (!lu) {
        return TM_ERR_ARGUMENT;
    }
    if (b.rows != lu->factors.rows) {
        return TM_ERR_SHAPE;
    }
    if (lu->failed >= 0) {
        return TM_ERR_SINGULAR;
    }
    double scale, norm;
    status = tmi_matrix_survey(b, &scale, &norm);
    if (status != TM_OK || b.cols == 0) {
        return status;
    }
    tmi_matrix_rescale(b, scale);
    for (int32_t k = 0; k < b.rows; k++) {
        if (lu->exchange[k] != k) {
            tmi_swap(tmi_row(b, k), tmi_row(b, lu->exchange[k]), b.cols);
        }
    }
    solve_rows(lu->factors, b);
    return tmi_matrix_finish(b, lu->scale, scale);
}
