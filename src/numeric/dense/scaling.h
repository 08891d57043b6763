/* scaling.h: keeps numbers of any size away from overflow and underflow by powers of two, which
 * are exact. The fast case, numbers that need none, costs one sum. */
#ifndef TMI_SCALING_H
#define TMI_SCALING_H

#include "numeric/dense/dense.h"

/* Puts the power of two by which `a` should be multiplied (see tmi_scale_for) into *scale and the
 * largest sum of magnitudes of a row of the scaled matrix into *norm. TM_ERR_NOT_FINITE for NaN
 * and infinities. The view itself must have been checked; both outputs change only on success. */
tmStatus tmi_matrix_survey(tmiMatrix a, double *scale, double *norm);

/* The same for what is on and above the diagonal of a square matrix: only the scale. */
tmStatus tmi_upper_survey(tmiMatrix a, double *scale);

/* The same for `count` numbers. */
tmStatus tmi_vector_survey(const double *v, int32_t count, double *scale);

/* Multiplies all entries by a power of two; nothing is done for 1. */
void tmi_matrix_rescale(tmiMatrix a, double scale);

/* v *= up / down for powers of two, without overflow on the way unless the result overflows. Then,
 * or when v was not finite, returns TM_ERR_NOT_FINITE and leaves v all zero. */
tmStatus tmi_vector_finish(double *v, int32_t count, double up, double down);

/* The same for all entries of a matrix. */
tmStatus tmi_matrix_finish(tmiMatrix a, double up, double down);

/* Returns the Euclidean norm, without overflow or underflow on the way. */
double tmi_vector_norm(const double *v, int32_t count);

#endif
