/* sparse_least_norm.h: the smallest x, by weights, that meets sparse linear equations J x = r: the
 * step of a constraint solver on long chains. Rows of J may be redundant. The pattern is analysed
 * once; then factorisation and solution take no memory. */
#ifndef TMI_SPARSE_LEAST_NORM_H
#define TMI_SPARSE_LEAST_NORM_H

#include "numeric/sparse_ldlt.h"

/* One stretch of a scalar product of two rows of J: entries p, p + 1, … times q, q + 1, …. */
typedef struct tmiRowProduct {
    int32_t slot; /* where in the factor's values it is added */
    int32_t p;
    int32_t q;
    int32_t count;
} tmiRowProduct;

/* All arrays live in the arena that was given to the analysis. */
typedef struct tmiSparseLeastNorm {
    tmiPattern j;           /* m x n, by rows */
    tmiSparseLdlt normal;   /* factor of S = A A^T */
    tmiRowProduct *product; /* what makes S */
    int32_t product_count;
    double *a;         /* R J W^-1/2, with R the row scales */
    double *b;         /* a W^-1/2: a step in y times it is a step in x */
    double *unit;      /* w^-1/2 of each unknown */
    double *row_scale; /* power of two by which each row was multiplied, mostly 1 */
    double *scaled;    /* R J, made only when some scale is not 1 */
    double *right;     /* of each row: R r, times a power of two */
    double *residual;  /* of each row */
    double *bound;     /* of each row: |right| + |R J| |x| */
    double *y;         /* of each row, in the order of elimination */
    double *trial;     /* of each unknown */
    double *best;      /* of each unknown */
    bool is_scaled;
} tmiSparseLeastNorm;

typedef struct tmiSparseLeastNormInfo {
    int32_t rank;    /* rows that were found independent */
    double residual; /* largest |r - J x|_i of all rows, in the unit of r */
    double backward; /* largest |r - J x|_i / (|r| + |J| |x|)_i of the independent rows [1] */
    int32_t steps;   /* corrections made after the first solution */
} tmiSparseLeastNormInfo;

/* Analyses the pattern of J into *s. Errors of tmi_pattern_check, TM_ERR_LIMIT when J J^T would be
 * too large, TM_ERR_MEMORY; *s is then all zero and the arena as before. */
tmStatus tmi_sparse_least_norm_analyse(tmiSparseLeastNorm *s, tmiArena *arena, const tmiPattern *j);

/* Factorises for these values of J, one for each entry, and weights w > 0, one for each unknown;
 * null weights are all 1. TM_ERR_ARGUMENT for a weight that is not above zero, TM_ERR_NOT_FINITE.
 */
tmStatus tmi_sparse_least_norm_factor(tmiSparseLeastNorm *s, const double *values,
                                      const double *weights);

/* Puts into x the vector that minimises sum w_i x_i^2 subject to J x = r, refined against J.
 * `values` are those that were factorised. Rows found redundant are left out: where they contradict
 * the others, x meets the others, TM_OK is returned and info->residual tells. info may be null.
 * TM_ERR_NOT_CONVERGED when a row that was found independent is not met: x is then the best found.
 * TM_ERR_ARGUMENT, TM_ERR_STALE (not factorised) and TM_ERR_NOT_FINITE leave x unchanged. */
tmStatus tmi_sparse_least_norm_solve(tmiSparseLeastNorm *s, const double *values, const double *r,
                                     double *x, tmiSparseLeastNormInfo *info);

/* The rows that were found redundant, in the order of elimination: *count of them. */
const int32_t *tmi_sparse_least_norm_redundant(const tmiSparseLeastNorm *s, int32_t *count);

#endif
