/* impact.h: laws of impact: what contacts that touch at one instant do to each other in it. Bodies
 * stay where they are; only velocities change. With impulses p and rates u of gaps and slips,
 * normal row first and then the tangents of each contact,
 *
 *     u = u0 + W p,   p_n >= 0,   |p_t| <= mu p_n,   u_n >= 0 at the end,                      (1)
 *
 * and what is left open is decided by a law of restitution and by an order (docs/theory/contact.md,
 * section 10). Nothing here knows of bodies, freedoms or geometry: how many tangents there are is
 * data, and the caller multiplies by W. `stepping` uses it, in the plane; `events` and space can.
 */
#ifndef TMI_CONTACT_IMPACT_H
#define TMI_CONTACT_IMPACT_H

#include "base/base.h"
#include "trammel/model.h"

/* A problem of complementarity of some contacts: impulses p with rates b + W p,
 *
 *     0 <= p_n  _|_  rates_n >= 0,   |p_t| <= mu (p_n + held),  p_t against the slip.           (2)
 *
 * `held` are normal impulses that act already: b has them, and only the cones know of them. */
typedef struct tmiImpactProblem {
    int32_t count;        /* of contacts */
    const int32_t *which; /* their numbers */
    const double *b;      /* 1 + tangents of each [m/s] */
    const double *held;   /* of each [N s]; null: none */
} tmiImpactProblem;

typedef struct tmiImpact {
    int32_t count;             /* of contacts: all that touch and are coupled */
    int32_t tangents;          /* of each: 1 in the plane, 2 in space */
    const double *before;      /* u0: 1 + tangents of each [m/s] */
    const double *friction;    /* mu [1] */
    const double *restitution; /* e, from 0 to 1 [1] */
    tmImpactLaw law;
    tmImpactOrder order;
    void *user;
    /* Puts W p into `change`, for all rows. */
    void (*respond)(void *user, const double *impulse, double *change);
    /* Solves (2) for 1 + tangents impulses of each of its contacts. TM_ERR_NOT_CONVERGED where it
     * finds none; TM_ERR_LIMIT where it cannot do so with held impulses. */
    tmStatus (*solve)(void *user, const tmiImpactProblem *problem, double *impulse);
} tmiImpact;

typedef struct tmiImpactInfo {
    double part;    /* the factor of all coefficients of restitution that gains no energy: usually 1
                       [1] */
    double energy;  /* that the impulses add, at most 0 except for rounding [J] */
    int32_t rounds; /* of contacts that were solved for */
    bool is_crowded; /* an order did not end: the simultaneous law solved what was left */
} tmiImpactInfo;

/* Puts the impulses of the law into `impulse`, 1 + tangents for each contact, whatever was there.
 * Work is taken from the arena and released. TM_ERR_MEMORY; TM_ERR_NOT_CONVERGED where not even an
 * impact without restitution is solved: `impulse` is then zero. */
tmStatus tmi_impact_solve(const tmiImpact *impact, tmiArena *arena, double *impulse,
                          tmiImpactInfo *info);

/* ---- impact_path.c --------------------------------------------------------------------------- */

/* What ends an impact of one contact. */
typedef enum tmiImpactEnd { TMI_IMPACT_END_POISSON, TMI_IMPACT_END_ENERGETIC } tmiImpactEnd;

/* One contact with one tangent, along Routh's path of growing normal impulse: exact. w has the
 * rows of W. False where no normal impulse ends the approach. */
bool tmi_impact_path(const double w[2][2], const double before[2], double friction,
                     double restitution, tmiImpactEnd end, double impulse[2]);

/* ---- impact_plane.c -------------------------------------------------------------------------- */

/* (2) in the plane, with W as a matrix over the rows of its contacts, row by row [1/kg]. */
tmStatus tmi_impact_plane(const tmiImpactProblem *problem, const double *w, const double *friction,
                          tmiArena *arena, double *impulse);

#endif
