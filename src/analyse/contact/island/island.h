/* island.h: the impulses of one island: points at which bodies touch, coupled by the bodies. With
 * normal impulses p and tangential ones t, normal rates g and slips s at the end of the step,
 *
 *     (g, s) = W (p, t) + b,   0 <= p _|_ g >= 0,
 *     |t| <= mu p,  s = 0 where |t| < mu p,  t s <= 0 else:                                   (1)
 *
 * the contact problem of Stewart and Trinkle. W is symmetric and positive semidefinite, and
 * singular where points share their loads, as those of flush facets do. Nothing here knows of
 * geometry. */
#ifndef TMI_ISLAND_H
#define TMI_ISLAND_H

#include "base/base.h"
#include "numeric/numeric.h"

/* The state of a point, from which the next solution starts warm. */
typedef enum tmiContactState {
    TMI_CONTACT_OPEN,
    TMI_CONTACT_STICK,    /* or without friction: it presses */
    TMI_CONTACT_SLIP_UP,  /* t = mu p */
    TMI_CONTACT_SLIP_DOWN /* t = -mu p */
} tmiContactState;

typedef struct tmiContactIsland {
    int32_t count;          /* of points */
    const double *w;        /* 2 count x 2 count, by rows: normal and tangent of each point in turn
                             * [1/kg] */
    const double *b;        /* 2 count: what the rates would be without impulses [m/s] */
    const double *friction; /* count: mu [1] */
} tmiContactIsland;

typedef struct tmiContactIslandInfo {
    int32_t passes;  /* sets of states that were tried */
    bool handed;     /* a general solver had to finish */
    double residual; /* of (1), as part of the terms [1] */
} tmiContactIslandInfo;

/* Numbers and whole numbers of work for this many points. */
size_t tmi_island_work(int32_t count);
size_t tmi_island_int_work(int32_t count);

/* Solves (1): `state`, tmiContactState of each point, is the start, and then the result; `impulse`
 * gets 2 count numbers. A solution is checked: its residual is at most TMI_ISLAND_ACCEPT.
 * TM_ERR_NOT_CONVERGED where none was found, TM_ERR_NOT_FINITE: `impulse` and `state` are then all
 * zero. The same input gives the same bits; w and b scaled by powers of two give the same impulses
 * except for that scale. */
tmStatus tmi_island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                          double *work, int32_t *int_work, tmiContactIslandInfo *info);

/* Returns how far these 2 count impulses are from solving (1), as part of the terms [1]: see
 * island_residual.c. INFINITY where anything is not finite. `work` has room for 4 count numbers. */
double tmi_island_residual(const tmiContactIsland *island, const double *impulse, double *work);

/* The same where (1) has no answer that can be found: g and p fit as before, but t only nearly
 * follows the law of friction. Succeeds if bodies can be apart at all. */
tmStatus tmi_island_solve_loosely(const tmiContactIsland *island, uint8_t *state, double *impulse,
                                  double *work, int32_t *int_work, tmiContactIslandInfo *info);
size_t tmi_island_loose_work(int32_t count);

/* Residual that counts as solved [1]. */
#define TMI_ISLAND_ACCEPT 1e-8

#endif
