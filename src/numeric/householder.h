/* householder.h: one reflection H = I - tau v v^T, made and applied. */
#ifndef TMI_HOUSEHOLDER_H
#define TMI_HOUSEHOLDER_H

#include "numeric/matrix.h"

/* Replaces x by the v of the reflection that turns x into beta times the first unit vector, with
 * v_0 = 1, and returns tau; tau is 0, v the unit vector, when x needs no turning. */
double tmi_householder_make(double *x, int32_t count, double *beta);

/* b = H b for v with b.rows numbers. `z` has room for b.cols numbers. */
void tmi_householder_apply(tmiMatrix b, const double *v, double tau, double *z);

#endif
