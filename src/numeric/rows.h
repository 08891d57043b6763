/* rows.h: the loops of vector.h as functions, for kernels in folders of their own: that header is
 * for the dense kernels beside it. The sums are in its order. */
#ifndef TMI_ROWS_H
#define TMI_ROWS_H

#include <stdint.h>

/* Returns the sum of x_i y_i. */
double tmi_rows_dot(const double *x, const double *y, int32_t count);

/* y += factor x; they must not overlap. */
void tmi_rows_add(double *y, double factor, const double *x, int32_t count);

/* x *= factor. */
void tmi_rows_scale(double *x, double factor, int32_t count);

#endif
