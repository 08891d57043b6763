/* island_private.h: what the files of this folder share. Private to them.
 *
 * Inside, a problem has no units: with m_i the larger of the two entries of point i on the diagonal
 * of W, m the largest of all, and d_i = 1, or sqrt(m / 16 m_i) where that is more,
 *
 *     W' = d W d / m,   b' = d b / beta,   x = d x' beta / m,   beta = max |d b|.             (1)
 *
 * One d for both rows of a point leaves the friction cone as it is. The diagonal of W' is between
 * 1/16 and 1, so that 1e-12 means much the same for every point. Quotients of numbers multiplied by
 * the same power of two are the same to the bit. */
#ifndef TMI_ISLAND_PRIVATE_H
#define TMI_ISLAND_PRIVATE_H

#include "analyse/contact/island/friction_cone.h"

typedef struct tmiIslandRun tmiIslandRun;

/* An island while it is solved, however W is stored. Rows are 2 count: normal and tangent of each
 * point in turn. */
struct tmiIslandRun {
    int32_t count, rows;
    const double *friction;
    uint8_t *state;
    double *b; /* rows: of (1) */
    double *x, *y,
        *size;         /* rows: impulses, rates W' x + b', sums of the magnitudes of their terms */
    double *kept;      /* rows: an x to come back to */
    double *spare;     /* rows: the best solution that was nearly good enough */
    double spare_left; /* its residual; INFINITY: none */
    const double *centre; /* rows: near which solutions are wanted; null: 0 */
    double pull;          /* rho: x is that of W + rho I and b - rho centre; 0: of W itself */
    double *d;            /* count: of (1) */
    double max, beta;     /* m and beta of (1) */
    tmiContactIslandInfo info;

    /* x, y and size of the points' states; returns what is left of their equations, as part of the
     * terms: above TMI_ISLAND_UNSETTLED x is a rough solution. y is that of W itself in any case.
     */
    double (*evaluate)(tmiIslandRun *run);
    /* Improves x, within its cones, by this many sweeps of Gauss-Seidel; sets y and size. */
    void (*sweep)(tmiIslandRun *run, int32_t sweeps);
    void *problem;
};

/* Rounds of refinement of a set's solution [1]. */
#define TMI_ISLAND_ROUNDS 20

/* Residuals of a row, as part of its terms [1]: as small as possible; good enough; and acceptable
 * where nothing better is found, as for bodies that friction jams: their gaps fit together except
 * for rounding, which the step's length divides. Beyond it is not a solution. */
#define TMI_ISLAND_SETTLED (8.0 * TMI_EPSILON)
#define TMI_ISLAND_EXACT 1e-12
#define TMI_ISLAND_UNSETTLED 1e-9

/* d, largest and b of (1), when d has the diagonal's m_i. TM_ERR_NOT_FINITE when anything is not,
 * or friction is negative. */
tmStatus tmi_island_scale(tmiIslandRun *run, const double *b);

/* From run->state to the active set that solves the problem, with x and y. False when it does not
 * settle, or ends in a set that has no solution. */
bool tmi_island_settle(tmiIslandRun *run);

/* The impulses of x and state in the caller's units, exactly within their cones. */
void tmi_island_finish(const tmiIslandRun *run, double *impulse);

/* Puts the states that x shows into run->state. */
void tmi_island_states(tmiIslandRun *run);

/* An island with W as a matrix. */
typedef struct tmiDenseIsland {
    tmiIslandRun run;
    const tmiContactIsland *island;
    double *w;    /* rows x rows: of (1) */
    double *work; /* what is left of it */
    int32_t *ints;
} tmiDenseIsland;

double tmi_island_dense(tmiIslandRun *run);
void tmi_island_dense_sweep(tmiIslandRun *run, int32_t sweeps);
size_t tmi_island_dense_work(int32_t count);
size_t tmi_island_dense_ints(int32_t count);

/* By the general solvers of numeric/lcp: x; y and state are not changed. */
typedef enum tmiIslandMethod { TMI_ISLAND_PIVOTING, TMI_ISLAND_LEMKE } tmiIslandMethod;
bool tmi_island_general(tmiDenseIsland *dense, tmiIslandMethod method);
size_t tmi_island_general_work(int32_t count);
size_t tmi_island_general_ints(int32_t count);

#endif
