/* coulomb.h: the impulses of bodies that press on each other at many points, in the plane or in
 * space. With rates u = b + J M^-1 J^T lambda, row 0 of a point its normal, the others its
 * tangents,
 *
 *     K = { |lambda_t| <= mu lambda_n },   K ∋ lambda  _|_  u + mu |u_t| e_n ∈ K*,              (1)
 *
 * Coulomb's law and Signorini's in the form of de Saxcé [DF98]. A joint is a point with K = R^m, a
 * limit one without friction. Points may share loads in any way: then lambda is not unique, and the
 * answer is one near the impulses that the caller begins with. Nothing here knows of geometry. */
#ifndef TMI_COULOMB_H
#define TMI_COULOMB_H

#include "base/base.h"
#include "numeric/numeric.h"

#define TMI_COULOMB_DOF_MAX 6
#define TMI_COULOMB_ROWS_MAX 3

/* As the friction of a point: all its rows are equations. */
#define TMI_COULOMB_JOINT (-1.0)

/* Residual that counts as solved [1], and factorisations that are made unless the caller says
 * otherwise. */
#define TMI_COULOMB_ACCEPT 1e-8
#define TMI_COULOMB_BUDGET 200

/* dof is 3 and rows 2, or dof 6 and rows 3. Unused rows of a joint are zero. */
typedef struct tmiCoulombProblem {
    int32_t dof, rows;          /* freedoms of a body; rows of a point: a normal and its tangents */
    int32_t body_count, count;  /* of points */
    const double *yields;       /* body_count x dof x dof: inverse mass matrices, symmetric and
                                 * semidefinite */
    const int32_t (*bodies)[2]; /* of each point: not the same; -1: one that does not yield */
    const double *across;       /* count x rows x 2 x dof: rates by the velocities of both */
    const double *b;            /* count x rows: rates without impulses */
    const double *friction;     /* count: mu, or TMI_COULOMB_JOINT [1] */
    const double *expected; /* body_count x dof: a change of velocity that may be expected, such as
                             * back to that of the step before; null: none */
} tmiCoulombProblem;

typedef struct tmiCoulombInfo {
    double residual;        /* of (1), as part of the largest |b| [1]: tmi_coulomb_residual */
    int32_t factorisations; /* that were made, whole or in part */
    int32_t sweeps;         /* of Gauss-Seidel */
    bool spent;             /* the budget was too small */
} tmiCoulombInfo;

/* Solves (1). `impulse`, count x rows, is the start, best the answer of a problem like this one, or
 * 0; then it is the best that was found, within its cones. `budget`: factorisations that may be
 * made; 0: TMI_COULOMB_BUDGET. TM_ERR_NOT_CONVERGED when the residual is above TMI_COULOMB_ACCEPT:
 * `impulse` may still be used, info says how good it is. Other errors leave it unchanged:
 * TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_LIMIT, TM_ERR_MEMORY. Scratch is taken from the arena
 * and released. The same input gives the same bits; masses and b scaled by powers of two scale the
 * impulses only. */
tmStatus tmi_coulomb_solve(const tmiCoulombProblem *problem, tmiArena *arena, int32_t budget,
                           double *impulse, tmiCoulombInfo *info);

/* Returns the largest violation of (1), as part of the largest |b|; INFINITY where anything is not
 * finite. It shares no code with the solver. `work`: tmi_coulomb_residual_work numbers. */
double tmi_coulomb_residual(const tmiCoulombProblem *problem, const double *impulse, double *work);
size_t tmi_coulomb_residual_work(const tmiCoulombProblem *problem);

#endif
