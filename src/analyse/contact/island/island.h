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

/* ---- Large islands of free bodies ------------------------------------------------------------ */

/* Where two bodies touch. */
typedef struct tmiFreePoint {
    int32_t body[2];        /* not the same; -1: one that stands still */
    double across[2][2][3]; /* rates of gap and slip by the velocities of both [1, 1, m] */
} tmiFreePoint;

/* The same problem with W = J M^-1 J^T, where M is diagonal and J has two bodies a row. */
typedef struct tmiFreeIsland {
    int32_t count, body_count;
    const tmiFreePoint *points;
    const double (*weights)[3]; /* inverse masses of each body, 0 or more [1/kg, 1/kg, 1/(kg m2)] */
    const double *b;            /* 2 count */
    const double *friction;     /* count */
} tmiFreeIsland;

/* Solves it as tmi_island_solve does, with the same promises, but in a time that grows little more
 * than linearly with the points, and without a general solver as a last resort. No more than 4020
 * sets of states are tried before TM_ERR_NOT_CONVERGED; the worst case found, of 2670 points, took
 * 481. Scratch is taken from the arena and released; TM_ERR_MEMORY. Better than W as a matrix from
 * TMI_ISLAND_FREE_FROM points on. */
tmStatus tmi_island_solve_free(const tmiFreeIsland *island, tmiArena *arena, uint8_t *state,
                               double *impulse, tmiContactIslandInfo *info);

/* The same where no answer is found: as tmi_island_solve_loosely. */
tmStatus tmi_island_solve_free_loosely(const tmiFreeIsland *island, tmiArena *arena, uint8_t *state,
                                       double *impulse, tmiContactIslandInfo *info);

/* The check of such an island; `work` has room for as many numbers as the other function needs. */
double tmi_island_free_residual(const tmiFreeIsland *island, const double *impulse, double *work);
size_t tmi_island_free_residual_work(const tmiFreeIsland *island);

/* Points from which tmi_island_solve_free is the faster one [1]. */
#define TMI_ISLAND_FREE_FROM 16

#endif
