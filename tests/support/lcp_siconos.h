/* lcp_siconos.h: Siconos' solvers of linear complementarity problems, to compare with. Built only
 * where Siconos is installed (Debian's libsiconos-numerics-dev). */
#ifndef TM_LCP_SICONOS_H
#define TM_LCP_SICONOS_H

#include "lcp_problems.h"

typedef enum siconosSolver {
    SICONOS_LEMKE,
    SICONOS_NEWTON, /* Fischer-Burmeister */
    SICONOS_GAUSS_SEIDEL,
    SICONOS_SOLVERS
} siconosSolver;

/* A problem in Siconos' form, by columns, with the options of a solver. */
typedef struct siconosProblem siconosProblem;

siconosProblem *siconos_make(const lcpCase *c, siconosSolver solver);
void siconos_free(siconosProblem *p);

/* Solves it from z = 0; true when Siconos says that it succeeded. */
bool siconos_solve(siconosProblem *p, double *z, double *w);

#endif
