/* sparse_least_norm.c: the least weighted norm solution of J x = r by normal equations.
 *
 * Solves: min sum w_i x_i^2 subject to J x = r. Source: normal equations of the second kind with
 * the refinement of [Bjo96] sections 2.9 and 6.6.5. Symbols: W = diag(w), A = R J W^-1/2 with R the
 * row scales (powers of two, 1 unless squares would overflow or vanish), S = A A^T.
 * (1)  S y = R (r - J x)      (2)  x += W^-1/2 A^T y      repeated from x = 0
 * Each round leaves an error of about cond(A)^2 roundoffs of the one before, so the squared
 * condition costs rounds, not digits, up to cond(A) of some 1e6. Past that (TMI_DEPENDENT_ROW) a
 * row counts as redundant and its y is zero: in exact arithmetic x then meets it too when r is
 * consistent.
 * Cost: linear in the entries of J, of S and of its factor, for chains and ladders linear in their
 * length. An unknown that many rows share makes S dense there: n rows that share one cost O(n^2)
 * memory. Such problems should go to the KKT form of sparse_ldlt.c. */
#include "numeric/sparse/sparse.h"

#include "numeric/dense/dense.h"
#include "numeric/vector/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Diagonals of S in between cannot have lost anything to overflow or underflow. */
#define DIAGONAL_MIN 0x1p-800
#define DIAGONAL_MAX 0x1p800

/* unit := w^-1/2 */
static tmStatus take_weights(tmiSparseLeastNorm *s, const double *weights) {
    for (int32_t k = 0; k < s->j.cols; k++) {
        double w = weights ? weights[k] : 1.0;
        if (!(w > 0.0) || !(w <= DBL_MAX)) {
            return w <= 0.0 ? TM_ERR_ARGUMENT : TM_ERR_NOT_FINITE;
        }
        s->unit[k] = 1.0 / sqrt(w);
    }
    return TM_OK;
}

/* a := R J W^-1/2, b := a W^-1/2, from R J */
static void scale_columns(tmiSparseLeastNorm *s, const double *restrict values) {
    const int32_t *restrict index = s->j.index;
    const double *restrict unit = s->unit;
    double *restrict a = s->a;
    double *restrict b = s->b;
    int32_t entries = tmi_pattern_entries(&s->j);
    for (int32_t p = 0; p < entries; p++) {
        a[p] = values[p] * unit[index[p]];
        b[p] = a[p] * unit[index[p]];
    }
}

/* S := A A^T, straight into the factor. */
static void form_normal(tmiSparseLeastNorm *s) {
    tmi_sparse_ldlt_clear(&s->normal);
    double *restrict value = s->normal.value;
    const double *restrict a = s->a;
    for (int32_t k = 0; k < s->product_count; k++) {
        const tmiRowProduct *product = &s->product[k];
        const double *left = a + product->p;
        const double *right = a + product->q;
        double sum = 0.0;
        for (int32_t i = 0; i < product->count; i++) {
            sum += left[i] * right[i];
        }
        value[product->slot] += sum;
    }
}

/* Whether no square in S overflowed or vanished. */
static bool normal_is_safe(const tmiSparseLeastNorm *s) {
    const tmiSparseLdlt *f = &s->normal;
    bool safe = true;
    for (int32_t t = 0; t < f->block_count; t++) {
        const tmiLdltBlock *block = &f->block[t];
        const double *diagonal = f->value + block->values;
        for (int32_t k = 0; k < block->cols; k++) {
            safe &= *diagonal >= DIAGONAL_MIN && *diagonal <= DIAGONAL_MAX;
            diagonal += block->cols + block->below + 1;
        }
    }
    return safe;
}

/* Chooses row scales that bring the largest entry of each row of A near 1, and forms R J. Before
 * that the units are divided by their largest, which changes no x and keeps A below J. */
static tmStatus scale_rows(tmiSparseLeastNorm *s, const double *values) {
    double max = 1.0;
    tmStatus status = tmi_vector_max_abs(s->unit, s->j.cols, &max);
    for (int32_t k = 0; k < s->j.cols; k++) {
        s->unit[k] /= max;
    }
    scale_columns(s, values);
    for (int32_t i = 0; i < s->j.rows && status == TM_OK; i++) {
        int32_t begin = s->j.start[i];
        int32_t end = s->j.start[i + 1];
        double max_abs = 0.0;
        status = tmi_vector_max_abs(s->a + begin, end - begin, &max_abs);
        s->row_scale[i] = tmi_scale_for(max_abs);
        for (int32_t p = begin; p < end; p++) {
            s->scaled[p] = s->row_scale[i] * values[p];
        }
    }
    return status;
}

tmStatus tmi_sparse_least_norm_factor(tmiSparseLeastNorm *s, const double *values,
                                      const double *weights) {
    if (!s || !s->normal.block || (!values && tmi_pattern_entries(&s->j) > 0)) {
        return TM_ERR_ARGUMENT;
    }
    s->normal.factored = false;
    tmStatus status = take_weights(s, weights);
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < s->j.rows; i++) {
        s->row_scale[i] = 1.0;
    }
    scale_columns(s, values);
    form_normal(s);
    s->is_scaled = !normal_is_safe(s);
    if (s->is_scaled) {
        status = scale_rows(s, values);
        if (status != TM_OK) {
            return status;
        }
        scale_columns(s, s->scaled);
        form_normal(s);
    }
    const tmiPivotRule rule = {TMI_DEPENDENT_ROW, 0.0, true};
    return tmi_sparse_ldlt_eliminate(&s->normal, &rule, NULL);
}

/* (1) and (2) for the residual as it stands; adds the step to x. */
static void add_step(tmiSparseLeastNorm *s, double *restrict x) {
    const int32_t *start = s->j.start;
    const int32_t *index = s->j.index;
    const int32_t *order = s->normal.order;
    double *restrict y = s->y;
    int32_t rows = s->j.rows;
    for (int32_t k = 0; k < rows; k++) {
        y[k] = s->residual[order[k]];
    }
    tmi_sparse_ldlt_substitute(&s->normal, y);
    for (int32_t k = 0; k < rows; k++) {
        int32_t i = order[k];
        for (int32_t p = start[i]; p < start[i + 1]; p++) {
            x[index[p]] += s->b[p] * y[k];
        }
    }
}

/* The largest residual of a row as it was before R. */
static double max_residual(const tmiSparseLeastNorm *s) {
    double max = 0.0;
    for (int32_t i = 0; i < s->j.rows; i++) {
        double size = fabs(s->residual[i]);
        size = s->is_scaled ? size / s->row_scale[i] : size;
        max = size > max ? size : max;
    }
    return max;
}

/* Repeats (1) and (2) until the residual is at rounding level or no longer falls. */
static tmStatus refine(tmiSparseLeastNorm *s, const double *values, tmiSparseLeastNormInfo *info) {
    const double *r = s->right;
    size_t bytes = (size_t)s->j.cols * sizeof *s->best;
    info->steps = -1;
    info->backward = 1.0;
    memset(s->trial, 0, bytes);
    while (info->backward > TMI_LEAST_NORM_GOAL && info->steps < TMI_REFINE_STEPS) {
        add_step(s, s->trial);
        tmi_sparse_residual(&s->j, values, r, s->trial, s->residual, s->bound);
        for (int32_t k = 0; k < s->normal.replaced_count; k++) {
            s->bound[s->normal.replaced[k]] = DBL_MAX; /* what cannot be met must not decide */
        }
        double backward = tmi_residual_measure(s->residual, s->bound, s->j.rows);
        if (info->steps < 0 ? !(backward >= 0.0) : !(backward < info->backward)) {
            return info->steps < 0 ? TM_ERR_NOT_FINITE : TM_OK;
        }
        bool slow = info->steps >= 0 && backward > TMI_REFINE_STALL * info->backward;
        info->backward = backward;
        info->residual = max_residual(s);
        info->steps++;
        memcpy(s->best, s->trial, bytes);
        if (slow) {
            break;
        }
    }
    return TM_OK;
}

/* right := R r times a power of two, *scale, that brings its largest near 1. */
static tmStatus take_right(tmiSparseLeastNorm *s, const double *r, double *scale) {
    double max_abs;
    for (int32_t i = 0; i < s->j.rows; i++) {
        s->right[i] = s->row_scale[i] * r[i];
    }
    tmStatus status = tmi_vector_max_abs(s->right, s->j.rows, &max_abs);
    if (status != TM_OK) {
        return status;
    }
    *scale = tmi_scale_for(max_abs);
    for (int32_t i = 0; i < s->j.rows && *scale != 1.0; i++) {
        s->right[i] *= *scale;
    }
    return TM_OK;
}

tmStatus tmi_sparse_least_norm_solve(tmiSparseLeastNorm *s, const double *values, const double *r,
                                     double *x, tmiSparseLeastNormInfo *info) {
    if (!s || !s->normal.block || (!values && tmi_pattern_entries(&s->j) > 0) ||
        (!r && s->j.rows > 0) || (!x && s->j.cols > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (!s->normal.factored) {
        return TM_ERR_STALE;
    }
    tmiSparseLeastNormInfo unseen;
    info = info ? info : &unseen;
    *info = (tmiSparseLeastNormInfo){.rank = s->j.rows - s->normal.replaced_count};
    double scale = 1.0;
    tmStatus status = take_right(s, r, &scale);
    memcpy(s->residual, s->right, (size_t)s->j.rows * sizeof *s->right);
    memset(s->best, 0, (size_t)s->j.cols * sizeof *s->best);
    info->residual = max_residual(s);
    if (status == TM_OK && info->residual > 0.0) {
        status = refine(s, s->is_scaled ? s->scaled : values, info);
    }
    if (status != TM_OK || !(tmi_max_abs(s->best, s->j.cols) / scale <= DBL_MAX)) {
        return TM_ERR_NOT_FINITE;
    }
    info->residual /= scale;
    for (int32_t k = 0; k < s->j.cols; k++) {
        x[k] = s->best[k] / scale;
    }
    return info->backward <= TMI_REFINE_ACCEPT ? TM_OK : TM_ERR_NOT_CONVERGED;
}

const int32_t *tmi_sparse_least_norm_redundant(const tmiSparseLeastNorm *s, int32_t *count) {
    *count = s->normal.replaced_count;
    return s->normal.replaced;
}
