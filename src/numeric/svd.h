/* svd.h: singular values and vectors of a matrix of any shape and rank. */
#ifndef TMI_SVD_H
#define TMI_SVD_H

#include "numeric/matrix.h"

/* Sizes of the workspace in doubles and in whole numbers. */
size_t tmi_svd_workspace(int32_t rows, int32_t cols);
size_t tmi_svd_int_workspace(int32_t rows, int32_t cols);

/* A = U diag(s) V^T. `s` has room for min(rows, cols) singular values, which come sorted, largest
 * first. `u` has a.rows rows and min(rows, cols) or a.rows columns, `v` a.cols rows and
 * min(rows, cols) or a.cols columns; their columns are orthonormal, the last ones of `v` a basis
 * of the null space. Either may be null when it is not wanted. `a` is not changed. *sweeps, unless
 * null, tells how many sweeps the iteration took.
 *
 * Small singular values are as accurate, relative to themselves, as the scaling of rows or columns
 * permits: those of D B or B D are found to about cond(B) TMI_EPSILON for every diagonal D. Those
 * below about 1e-135 of the largest come out as 0.
 *
 * TM_ERR_NOT_CONVERGED after TMI_SVD_SWEEPS sweeps, which no matrix is known to need; TM_ERR_SHAPE
 * for u or v of another shape; both leave s, u and v untouched, as does TM_ERR_NOT_FINITE for a
 * number in `a`. When a singular value is too large for a double, TM_ERR_NOT_FINITE leaves all
 * three zero. */
tmStatus tmi_svd(tmiMatrix a, const tmiMatrix *u, double *s, const tmiMatrix *v, double *work,
                 int32_t *int_work, int32_t *sweeps);

/* The bound on the number of sweeps; about six are usual at order 100. */
#define TMI_SVD_SWEEPS 40

#endif
