/* least_norm.h: the shortest of all best solutions of a linear system of any shape and rank. */
#ifndef TMI_LEAST_NORM_H
#define TMI_LEAST_NORM_H

#include "numeric/matrix.h"

typedef struct tmiLeastNormInfo {
    int32_t rank;    /* of the scaled matrix A W^-1/2, at the tolerance */
    double residual; /* |A x - b|, computed from A, x and b, not from the factors */
} tmiLeastNormInfo;

/* Sizes of the workspace in doubles and in whole numbers. */
size_t tmi_least_norm_workspace(int32_t rows, int32_t cols);
size_t tmi_least_norm_int_workspace(int32_t rows, int32_t cols);

/* Finds x that makes |A x - b| least and, among those, the sum of weights[i] x_i^2 least. `b` has
 * a.rows numbers, `weights` a.cols positive ones (null: all 1), x room for a.cols. Directions whose
 * pivot is at most `tolerance` times the largest count as dependent; a tolerance below 0, or NaN,
 * stands for max(rows, cols) TMI_EPSILON. `a` and `b` are not changed. Weights that are not
 * positive give TM_ERR_ARGUMENT. On failure x is all zero where x itself is too large for a double,
 * else x and *info are untouched. */
tmStatus tmi_least_norm(tmiMatrix a, const double *b, const double *weights, double tolerance,
                        double *work, int32_t *int_work, double *x, tmiLeastNormInfo *info);

#endif
