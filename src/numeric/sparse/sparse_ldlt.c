/* sparse_ldlt.c: numbers of a sparse factor.
 *
 * Solves: P A P^T = L D L^T with L unit lower triangular and D diagonal, then A x = b. Source: the
 * right-looking block algorithm of [DER17] chapter 10 and [DRS16] section 9; quasi-definite
 * matrices have such a factor for every P [Van95]; refinement and its measure after [ADD]. Symbols:
 *   d_k  pivot;  l_ik  entry of L;  u_ik = l_ik d_k, the entry before it is divided
 *   m_k  |a_kk| + sum_j |l_kj u_kj|, the sum of the magnitudes that made d_k
 * (1) d_k = a_kk - sum_j l_kj u_kj (2) u_ik = a_ik - sum_j l_ij u_kj (3) pivot is refused when
 * |d_k| <= threshold m_k or when its sign is not the expected one Departs from the sources: a pivot
 * is judged by its cancellation (3), not by the size of the whole matrix, so that rows and columns
 * may have any units: scaling A to S A S changes no decision. A refused pivot becomes sign delta
 * m_k, a proximal term that refinement against A takes out again, or is dropped. No rows are
 * exchanged. Assumes: nothing about definiteness, but without it the factor may be useless;
 * refinement shows it. Cost: O(sum of the squares of the column counts), linear for chains, ladders
 * and trees. */
#include "numeric/sparse/sparse.h"

#include "numeric/dense/dense.h"
#include "numeric/vector/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Factorisation ------------------------------------------------------------------------- */

/* Sets natural_i to the size that the pivot of an unknown without diagonal would have if its
 * neighbours came first: the largest a_ij^2 / |a_jj|, or the largest |a_ij| where no neighbour has
 * a diagonal, or 1 in an empty row. Scales with the matrix as a pivot does. */
static void natural_sizes(const tmiSparseLdlt *f, const double *values, double *natural) {
    const tmiPattern *a = &f->a;
    double *plain = natural + f->n;
    double *diagonal = plain + f->n;
    for (int32_t i = 0; i < f->n; i++) {
        int32_t end = a->start[i + 1];
        bool has = end > a->start[i] && a->index[end - 1] == i;
        diagonal[i] = has ? fabs(f->scale * values[end - 1]) : 0.0;
        natural[i] = 0.0;
        plain[i] = 0.0;
    }
    for (int32_t i = 0; i < f->n; i++) {
        for (int32_t p = a->start[i]; p < a->start[i + 1]; p++) {
            int32_t j = a->index[p];
            double size = fabs(f->scale * values[p]);
            double here = j != i && diagonal[j] > 0.0 ? size / diagonal[j] * size : 0.0;
            double there = j != i && diagonal[i] > 0.0 ? size / diagonal[i] * size : 0.0;
            natural[i] = here > natural[i] ? here : natural[i];
            natural[j] = there > natural[j] ? there : natural[j];
            plain[i] = size > plain[i] ? size : plain[i];
            plain[j] = size > plain[j] ? size : plain[j];
        }
    }
    for (int32_t i = 0; i < f->n; i++) {
        bool usable = natural[i] > 0.0 && natural[i] <= DBL_MAX;
        natural[i] = usable ? natural[i] : plain[i] > 0.0 ? plain[i] : 1.0;
    }
}

/* The size that stands in for a magnitude of zero in column k. All are found when the first one is
 * asked for, which with a proper order is never. */
static double natural_size(tmiSparseLdlt *f, const double *values, int32_t k) {
    if (!f->natural_known) {
        natural_sizes(f, values, f->work);
        f->natural_known = true;
    }
    return f->work[f->order[k]];
}

/* Judges the pivot of column k by (3) and gives it its final value. */
static tmStatus settle_pivot(tmiSparseLdlt *f, const tmiPivotRule *rule, const double *values,
                             int32_t k, double *pivot) {
    double d = *pivot;
    double magnitude = f->magnitude[k];
    if (!(magnitude <= DBL_MAX)) {
        return TM_ERR_NOT_FINITE;
    }
    bool small = fabs(d) <= rule->threshold * magnitude;
    bool wrong = (f->sign[k] > 0 && d < 0.0) || (f->sign[k] < 0 && d > 0.0);
    if (!small && !wrong) {
        f->inverse[k] = 1.0 / d;
        return TM_OK;
    }
    f->replaced[f->replaced_count++] = f->order[k];
    if (rule->drop) {
        f->inverse[k] = 0.0;
        return TM_OK;
    }
    magnitude = magnitude > 0.0 ? magnitude : natural_size(f, values, k);
    double size = rule->delta * magnitude;
    if (!(size > 0.0)) {
        return TM_ERR_SINGULAR;
    }
    bool down = f->sign[k] < 0 || (f->sign[k] == 0 && d < 0.0);
    *pivot = down ? -size : size;
    f->inverse[k] = 1.0 / *pivot;
    return TM_OK;
}

/* (1) and (2) inside one block, whose columns b are `height` long. */
static tmStatus eliminate_block(tmiSparseLdlt *f, const tmiPivotRule *rule, const double *values,
                                const tmiLdltBlock *block) {
    int32_t cols = block->cols;
    int32_t height = cols + block->below;
    double *restrict b = f->value + block->values;
    for (int32_t k = 0; k < cols; k++) {
        double *column = b + (ptrdiff_t)k * height;
        tmStatus status = settle_pivot(f, rule, values, block->first + k, &column[k]);
        if (status != TM_OK) {
            return status;
        }
        double inverse = f->inverse[block->first + k];
        for (int32_t j = k + 1; j < cols; j++) {
            double *other = b + (ptrdiff_t)j * height;
            double l = column[j] * inverse;
            f->magnitude[block->first + j] += fabs(l * column[j]);
            for (int32_t i = j; i < height; i++) {
                other[i] -= l * column[i];
            }
        }
        for (int32_t i = k + 1; i < height; i++) {
            column[i] *= inverse;
        }
    }
    return TM_OK;
}

/* Subtracts from one column of a later block, at the places `relative`, what this block takes away
 * from it by (1) and (2): the sum over k of l_ik u_jk, for the rows i = j … below - 1 under its
 * triangle. Returns the sum of |l_jk u_jk| for m_j. */
static double update_column(const tmiSparseLdlt *f, const tmiLdltBlock *block, int32_t j,
                            const int32_t *restrict relative, double *restrict column) {
    ptrdiff_t height = block->cols + block->below;
    const double *b = f->value + block->values;
    const double *l = b + block->cols;
    double *restrict update = f->update;
    double u = l[j] * b[0];
    double magnitude = fabs(l[j] * u);
    if (block->cols == 1) {
        for (int32_t i = j; i < block->below; i++) {
            column[relative[i]] -= l[i] * u;
        }
        return magnitude;
    }
    const double *second = l + height;
    double v = second[j] * b[height + 1];
    magnitude += fabs(second[j] * v);
    if (block->cols == 2) {
        for (int32_t i = j; i < block->below; i++) {
            column[relative[i]] -= l[i] * u + second[i] * v;
        }
        return magnitude;
    }
    for (int32_t i = j; i < block->below; i++) {
        update[i] = l[i] * u + second[i] * v;
    }
    for (int32_t k = 2; k < block->cols; k++) {
        l = b + k * height + block->cols;
        u = l[j] * b[k * height + k];
        magnitude += fabs(l[j] * u);
        for (int32_t i = j; i < block->below; i++) {
            update[i] += l[i] * u;
        }
    }
    for (int32_t i = j; i < block->below; i++) {
        column[relative[i]] -= update[i];
    }
    return magnitude;
}

/* Subtracts from the later blocks what this one takes away from them. */
static void update_others(tmiSparseLdlt *f, const tmiLdltBlock *block, int32_t run_end) {
    for (int32_t r = block->run_start; r < run_end; r++) {
        const tmiLdltRun *run = &f->run[r];
        const tmiLdltBlock *target = &f->block[run->target];
        const int32_t *relative = f->relative + run->relative - run->begin;
        ptrdiff_t height = target->cols + target->below;
        for (int32_t j = run->begin; j < run->end; j++) {
            double *column = f->value + target->values + relative[j] * height;
            f->magnitude[target->first + relative[j]] +=
                update_column(f, block, j, relative, column);
        }
    }
}

void tmi_sparse_ldlt_clear(tmiSparseLdlt *f) {
    f->factored = false;
    f->natural_known = false;
    f->replaced_count = 0;
    f->scale = 1.0;
    memset(f->value, 0, (size_t)f->value_count * sizeof *f->value);
}

tmStatus tmi_sparse_ldlt_eliminate(tmiSparseLdlt *f, const tmiPivotRule *rule,
                                   const double *values) {
    for (int32_t s = 0; s < f->block_count; s++) {
        const tmiLdltBlock *block = &f->block[s];
        int32_t height = block->cols + block->below;
        for (int32_t k = 0; k < block->cols; k++) {
            f->magnitude[block->first + k] =
                fabs(f->value[block->values + (ptrdiff_t)k * height + k]);
        }
    }
    for (int32_t s = 0; s < f->block_count; s++) {
        const tmiLdltBlock *block = &f->block[s];
        tmStatus status = eliminate_block(f, rule, values, block);
        if (status != TM_OK) {
            return status;
        }
        update_others(f, block, block[1].run_start);
    }
    f->factored = true;
    return TM_OK;
}

static bool rule_is_sound(const tmiPivotRule *rule) {
    return rule->threshold >= 0.0 && rule->threshold < 1.0 && rule->delta >= 0.0 &&
           rule->delta <= 1.0;
}

tmStatus tmi_sparse_ldlt_factor(tmiSparseLdlt *f, const double *values, const tmiPivotRule *rule) {
    /* Usual in KKT matrices: pivots are replaced, refinement undoes the harm. */
    const tmiPivotRule usual = {TMI_PIVOT_CANCELLED, TMI_PIVOT_REPLACEMENT, false};
    rule = rule ? rule : &usual;
    if (!f || !f->block || !rule_is_sound(rule)) {
        return TM_ERR_ARGUMENT;
    }
    f->factored = false;
    int32_t entries = tmi_pattern_entries(&f->a);
    if (!values && entries > 0) {
        return TM_ERR_ARGUMENT;
    }
    double max_abs;
    tmStatus status = tmi_vector_max_abs(values, entries, &max_abs);
    if (status != TM_OK) {
        return status;
    }
    tmi_sparse_ldlt_clear(f);
    f->scale = tmi_scale_for(max_abs);
    for (int32_t p = 0; p < entries; p++) {
        f->value[f->slot[p]] = f->scale * values[p];
    }
    return tmi_sparse_ldlt_eliminate(f, rule, values);
}

/* ---- Solution ------------------------------------------------------------------------------ */

/* L y = x, block by block. */
static void substitute_forward(const tmiSparseLdlt *f, double *restrict x) {
    for (int32_t s = 0; s < f->block_count; s++) {
        const tmiLdltBlock *block = &f->block[s];
        const int32_t *restrict row = f->row + block->row_start;
        const double *restrict b = f->value + block->values;
        double *restrict own = x + block->first;
        for (int32_t k = 0; k < block->cols; k++) {
            double y = own[k];
            for (int32_t i = k + 1; i < block->cols; i++) {
                own[i] -= b[i] * y;
            }
            b += block->cols;
            for (int32_t i = 0; i < block->below; i++) {
                x[row[i]] -= b[i] * y;
            }
            b += block->below;
        }
    }
}

/* D L^T x = y, block by block from the last. */
static void substitute_backward(const tmiSparseLdlt *f, double *restrict x) {
    for (int32_t s = f->block_count - 1; s >= 0; s--) {
        const tmiLdltBlock *block = &f->block[s];
        const int32_t *restrict row = f->row + block->row_start;
        int32_t height = block->cols + block->below;
        double *restrict own = x + block->first;
        for (int32_t k = block->cols - 1; k >= 0; k--) {
            const double *restrict b = f->value + block->values + (ptrdiff_t)k * height;
            double sum = own[k] * f->inverse[block->first + k];
            for (int32_t i = 0; i < block->below; i++) {
                sum -= b[block->cols + i] * x[row[i]];
            }
            for (int32_t i = k + 1; i < block->cols; i++) {
                sum -= b[i] * own[i];
            }
            own[k] = sum;
        }
    }
}

void tmi_sparse_ldlt_substitute(const tmiSparseLdlt *f, double *x) {
    substitute_forward(f, x);
    substitute_backward(f, x);
}

/* x += A^-1 r by the factor as it is; `column` is scratch. */
static void correct(const tmiSparseLdlt *f, const double *r, double *column, double *x) {
    for (int32_t k = 0; k < f->n; k++) {
        column[k] = f->scale * r[f->order[k]];
    }
    tmi_sparse_ldlt_substitute(f, column);
    for (int32_t k = 0; k < f->n; k++) {
        x[f->order[k]] += column[k];
    }
}

/* Refines the solution in `best`, zero at first, and returns how good it is. The array `next` takes
 * each trial, so that a correction that does harm is not kept. */
static tmStatus refine(tmiSparseLdlt *f, const double *values, const double *b, double *best,
                       tmiRefineInfo *info) {
    size_t n = (size_t)f->n;
    double *residual = f->work;
    double *bound = f->work + n;
    double *next = f->work + 2 * n;
    double *column = f->magnitude;
    info->steps = -1;
    info->backward = 1.0;
    info->residual = tmi_max_abs(b, f->n);
    memcpy(residual, b, n * sizeof *b);
    memset(best, 0, n * sizeof *best);
    while (info->backward > TMI_REFINE_GOAL && info->steps < TMI_REFINE_STEPS) {
        memcpy(next, best, n * sizeof *next);
        correct(f, residual, column, next);
        tmi_symmetric_residual(&f->a, values, b, next, residual, bound);
        double backward = tmi_residual_measure(residual, bound, f->n);
        if (info->steps < 0 ? !(backward >= 0.0) : !(backward < info->backward)) {
            return info->steps < 0 ? TM_ERR_NOT_FINITE : TM_OK;
        }
        bool slow = info->steps >= 0 && backward > TMI_REFINE_STALL * info->backward;
        info->backward = backward;
        info->residual = tmi_max_abs(residual, f->n);
        info->steps++;
        memcpy(best, next, n * sizeof *best);
        if (slow) {
            break;
        }
    }
    return TM_OK;
}

tmStatus tmi_sparse_ldlt_solve(tmiSparseLdlt *f, const double *values, const double *b, double *x,
                               tmiRefineInfo *info) {
    if (!f || !f->block || (f->n > 0 && (!values || !b || !x))) {
        return TM_ERR_ARGUMENT;
    }
    if (!f->factored) {
        return TM_ERR_STALE;
    }
    double max_abs;
    tmStatus status = tmi_vector_max_abs(b, f->n, &max_abs);
    if (status != TM_OK) {
        return status;
    }
    tmiRefineInfo unseen;
    info = info ? info : &unseen;
    *info = (tmiRefineInfo){0.0, 0.0, 0};
    if (max_abs == 0.0) {
        for (int32_t i = 0; i < f->n; i++) {
            x[i] = 0.0;
        }
        return TM_OK;
    }
    double *best = f->work + 3 * (size_t)f->n;
    double *scaled = f->work + 4 * (size_t)f->n;
    double scale = tmi_scale_for(f->scale * max_abs); /* so that x neither overflows nor vanishes */
    for (int32_t i = 0; i < f->n; i++) {
        scaled[i] = scale * b[i];
    }
    status = refine(f, values, scaled, best, info);
    if (status != TM_OK || !(tmi_max_abs(best, f->n) / scale <= DBL_MAX)) {
        return TM_ERR_NOT_FINITE;
    }
    info->residual /= scale;
    for (int32_t i = 0; i < f->n; i++) {
        x[i] = best[i] / scale;
    }
    if (info->backward <= TMI_REFINE_ACCEPT) {
        return TM_OK;
    }
    return f->replaced_count > 0 ? TM_ERR_SINGULAR : TM_ERR_NOT_CONVERGED;
}
