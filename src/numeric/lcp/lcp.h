/* lcp.h: the door of this folder: linear complementarity problems
 *
 *     w = M z + q,   z >= 0,   w >= 0,   z_i w_i = 0 for every i                              (1)
 *
 * and the same with bounds on z. One call for all solvers, one check of answers that shares nothing
 * with them. docs/theory/lcp.md says which solver is for what and when each of them fails. Nothing
 * here allocates; the same input gives the same bits. */
#ifndef TMI_LCP_H
#define TMI_LCP_H

#include "numeric/dense/dense.h"
#include "numeric/vector/vector.h"

/* The problem: views of the caller's memory, which is only read. */
typedef struct tmiLcp {
    tmiMatrix m;     /* n x n */
    const double *q; /* n numbers */
    /* Bounds low <= z <= high, for solvers that take them (tmi_lcp_takes_bounds): w_i >= 0 where
     * z_i is low, w_i <= 0 where it is high, w_i = 0 between. Null `low` stands for zeros, null
     * `high` for infinities; -INFINITY and INFINITY mean that there is no bound. */
    const double *low;
    const double *high;
    /* Of each i: -1, or the variable whose value multiplies both bounds of z_i, which must have
     * bounds of its own that are constant and not negative; null: all -1. */
    const int32_t *of;
} tmiLcp;

typedef enum tmiLcpSolver {
    TMI_LCP_LEMKE,        /* complementary pivoting; general purpose, n to some hundreds */
    TMI_LCP_PIVOTING,     /* whole sets of variables change sides; fast from a good start */
    TMI_LCP_NEWTON,       /* semismooth Newton on the Fischer-Burmeister function */
    TMI_LCP_GAUSS_SEIDEL, /* projected, over-relaxed; cheap steps, slow convergence */
    TMI_LCP_BRANCH,       /* branch and bound; small n, an objective chooses among solutions */
    TMI_LCP_ENUMERATE,    /* all complementary sets, n <= TMI_LCP_ENUMERATE_MAX */
    TMI_LCP_SOLVERS
} tmiLcpSolver;

/* Above this order enumeration is refused (TM_ERR_LIMIT): 2^20 systems take some ten seconds. */
#define TMI_LCP_ENUMERATE_MAX 20

/* What happened. Only SOLVED promises anything about z. */
typedef enum tmiLcpOutcome {
    TMI_LCP_SOLVED,     /* the residual of z is at most settings.accept */
    TMI_LCP_RAY,        /* every path ended in a ray: no solution if M is positive semidefinite */
    TMI_LCP_NONE,       /* branch and enumeration: there is no solution */
    TMI_LCP_LIMIT,      /* settings.steps did not suffice, or the steps no longer led anywhere */
    TMI_LCP_UNFIT,      /* Gauss-Seidel: M has a diagonal entry that is not positive */
    TMI_LCP_NOT_FINITE, /* numbers grew past the range of doubles */
    TMI_LCP_OUTCOMES
} tmiLcpOutcome;

typedef struct tmiLcpSettings {
    tmiLcpSolver solver;
    int32_t steps;     /* pivots, iterations, sweeps or nodes at most, over all tries; 0: default */
    int32_t tries;     /* Lemke: random covers, Newton: random starts after a failure; default 8 */
    double accept;     /* residual that counts as solved [1]; TMI_LCP_ACCEPT */
    double pivot;      /* least pivot of Lemke in the scaled tableau [1]; TMI_LCP_PIVOT */
    double relaxation; /* of Gauss-Seidel, between 0 and 2 [1]; 1 */
    uint64_t seed;     /* of covers and starts */
    const double *start; /* n numbers near the solution, from which to begin; null: none */
    /* Branch and enumeration choose the solution of least 1/2 z'Hz + c'z; null data: H = 0, null:
     * c = 0. H is symmetric and positive semidefinite, or the choice is not the least. */
    tmiMatrix objective_h;
    const double *objective_c;
} tmiLcpSettings;

typedef struct tmiLcpInfo {
    tmiLcpOutcome outcome;
    int32_t steps;    /* pivots, iterations, sweeps, nodes or complementary sets */
    int32_t tries;    /* covers or starts beyond the first */
    int32_t handed;   /* pivoting: whether Lemke's method had to finish */
    double residual;  /* of the z that was returned */
    double objective; /* of branch and enumeration */
} tmiLcpInfo;

/* Residual that counts as solved [1]: a hundred times above what the kernels leave on problems of
 * a condition near 1e5, and far below what a wrong side of a complementary pair shows. */
#define TMI_LCP_ACCEPT 1e-9

/* Least pivot of Lemke's method, in a tableau scaled to entries near 1 [1]. 1e-10 makes 5.7 % of
 * degenerate problems of flush pairs fail, 1e-7 only 0.4 %: what is smaller is noise of zeros. */
#define TMI_LCP_PIVOT 1e-7

/* Returns the settings of a solver that its comments above name as defaults. */
tmiLcpSettings tmi_lcp_settings(tmiLcpSolver solver);

/* Sizes of the workspace for order n, in doubles and in whole numbers. */
size_t tmi_lcp_workspace(tmiLcpSolver solver, int32_t n);
size_t tmi_lcp_int_workspace(tmiLcpSolver solver, int32_t n);

/* Whether the solver takes bounds other than zero and infinity: Newton, Gauss-Seidel, pivoting. */
bool tmi_lcp_takes_bounds(tmiLcpSolver solver);

/* Solves the problem. z and w have room for n numbers each; w is M z + q. The outcome is in
 * *info and is not an error: unless it is SOLVED, z is the best point that was met, with its
 * residual, and means little. Always finite and within its bounds. TM_ERR_ARGUMENT for null, for
 * bounds that the solver does not take or that exclude each other and for settings outside their
 * ranges, TM_ERR_SHAPE unless M is square, TM_ERR_NOT_FINITE for a number in M, q, start or the
 * objective, TM_ERR_LIMIT: z, w and *info are untouched. When bounds are so large that w overflows
 * wherever z is, TM_ERR_NOT_FINITE leaves z and w all zero. */
tmStatus tmi_lcp_solve(const tmiLcp *problem, const tmiLcpSettings *settings, double *work,
                       int32_t *int_work, double *z, double *w, tmiLcpInfo *info);

/* Puts solutions of (1) into `all`, n numbers each, at most `max` of them: one of every
 * complementary set of columns that has one, each once. *found is how many there are, which may be
 * more than `max`. They are all solutions unless a set has infinitely many. Workspace and failures
 * as for TMI_LCP_ENUMERATE; TM_ERR_NOT_FINITE also when a solution is past the range of doubles,
 * *found is then 0. */
tmStatus tmi_lcp_enumerate(const tmiLcp *problem, const tmiLcpSettings *settings, double *work,
                           int32_t *int_work, double *all, int32_t max, int32_t *found);

/* Returns how far z is from solving the problem, relative to the terms that make it up [1]; see
 * residual.c. 0 is a solution, 1 nothing like one; INFINITY when anything is not finite or null.
 * Neither units of z and w nor scales of rows and columns change its meaning. */
double tmi_lcp_residual(const tmiLcp *problem, const double *z);

/* w = M z + q. */
void tmi_lcp_slack(const tmiLcp *problem, const double *z, double *w);

#endif
