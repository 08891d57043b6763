/* jacobi.h: one-sided Jacobi iteration, the heart of the singular value decomposition. */
#ifndef TMI_JACOBI_H
#define TMI_JACOBI_H

#include "numeric/dense/dense.h"

/* Makes the rows of y orthogonal by plane rotations of rows. Only the first `width` entries of a
 * row count for its length and angles; the others are rotated along. `work` has room for 3 y.rows
 * numbers. Rows whose length is below the root of TMI_JACOBI_SQUARE_MIN become zero in their first
 * `width` entries. *sweeps is how many were made. TM_ERR_NOT_CONVERGED when `max` did not suffice.
 * Entries must be finite and near 1. */
tmStatus tmi_jacobi_rows(tmiMatrix y, int32_t width, int32_t max, double *work, int32_t *sweeps);

#endif
