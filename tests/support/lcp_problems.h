/* lcp_problems.h: linear complementarity problems of known classes, for tests, fuzzing and the
 * benchmark, which all take them from here. */
#ifndef TM_TEST_LCP_PROBLEMS_H
#define TM_TEST_LCP_PROBLEMS_H

#include "numeric/lcp/lcp.h"

#define LCP_ORDER_MAX 200

typedef enum lcpClass {
    LCP_DEFINITE,     /* positive definite, mostly not symmetric: one solution */
    LCP_P,            /* a P-matrix that is not definite: triangular, hidden; one solution */
    LCP_SEMIDEFINITE, /* symmetric, rank half of the order or less, feasible, degenerate */
    LCP_COPOSITIVE,   /* strictly copositive: solvable for every q */
    LCP_NORMAL,       /* rows of touching pairs, no friction: symmetric semidefinite */
    LCP_FRICTION,     /* with friction: order 4 a pair, zeros on the diagonal */
    LCP_CLASSES
} lcpClass;

/* A problem in its own memory, which the caller frees in one piece. */
typedef struct lcpCase {
    int32_t n;
    double m[LCP_ORDER_MAX * LCP_ORDER_MAX];
    double q[LCP_ORDER_MAX];
    double low[LCP_ORDER_MAX], high[LCP_ORDER_MAX];
    int32_t of[LCP_ORDER_MAX];
    tmiLcp lcp;
} lcpCase;

const char *lcp_class_name(lcpClass class);

/* Fills *c with a random problem of about the order n: friction has a multiple of 4. */
void lcp_case_fill(lcpCase *c, lcpClass class, int32_t n, uint64_t *state);

/* Touching pairs with friction as a problem with bounds: order 2 a pair. */
void lcp_case_fill_bounded(lcpCase *c, int32_t pairs, uint64_t *state);

/* The view of a case whose n, m (packed) and q are set: no bounds. */
void lcp_case_close(lcpCase *c);

/* Solves with workspace of its own of exactly the size that the solver asks for; ends the program
 * when the solver writes beyond it. Any order up to LCP_ORDER_MAX except for branch and
 * enumeration: to 40. */
tmStatus lcp_solve(const tmiLcp *problem, const tmiLcpSettings *settings, double *z, double *w,
                   tmiLcpInfo *info);

/* All solutions of a case in the same way; -1 for a failure. */
int32_t lcp_solutions(const tmiLcp *problem, double *all, int32_t max);

/* The largest violation of the conditions of the problem by z, judged naively: in the units of the
 * problem, and apart from tmi_lcp_residual. */
double lcp_violation(const tmiLcp *problem, const double *z);

/* Multiplies rows and columns by powers of ten between -range and range. */
void lcp_case_grade(lcpCase *c, double range, uint64_t *state);

#endif
