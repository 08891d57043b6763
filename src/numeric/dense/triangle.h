/* triangle.h: substitution with an upper triangle that is stored by rows. No checks. */
#ifndef TMI_TRIANGLE_H
#define TMI_TRIANGLE_H

#include "numeric/dense/dense.h"

/* Solves R x = b, or R^T x = b, in place, R being what is on and above the diagonal of the first
 * `order` rows and columns of r; its diagonal must not be zero. Costs order^2 operations. */
void tmi_upper_solve(tmiMatrix r, int32_t order, double *b);
void tmi_upper_solve_transposed(tmiMatrix r, int32_t order, double *b);

#endif
