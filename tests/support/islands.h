/* islands.h: islands of contact points for tests and benchmarks: free bodies in the plane, the
 * points at which they touch, and W made of them in the plainest way. */
#ifndef TM_TEST_ISLANDS_H
#define TM_TEST_ISLANDS_H

#include "analyse/contact/coulomb/coulomb.h"
#include "analyse/contact/island/island.h"
#include "test.h"

#define ISLAND_POINTS 4000

/* Where two bodies touch. */
typedef struct islandPoint {
    int32_t body[2];        /* -1: one that stands still */
    double across[2][2][3]; /* rates of gap and slip by the velocities of both [1, 1, m] */
} islandPoint;

/* In its own memory, which the caller frees in one piece. */
typedef struct islandScene {
    int32_t body_count, count;
    double place[ISLAND_POINTS][2];    /* of each body [m] */
    double velocity[ISLAND_POINTS][3]; /* without contact */
    double inverse[ISLAND_POINTS][3];  /* masses */
    islandPoint point[ISLAND_POINTS];
    double gap[ISLAND_POINTS]; /* of each point, divided by the step [m/s] */
    double friction[ISLAND_POINTS];
    double b[2 * ISLAND_POINTS];
} islandScene;

/* An empty scene; a box of this size and density 1, at rest except for gravity within a step; its
 * number. */
void island_clear(islandScene *s);
int32_t island_box(islandScene *s, double x, double y, double width, double height);

/* A point of contact at (x, y) with this normal, which runs from a to b, and the tangent, which is
 * it, turned by 90 degrees. */
void island_touch(islandScene *s, int32_t a, int32_t b, double x, double y, double nx, double ny,
                  double mu);

/* b, from velocities and gaps. */
void island_close(islandScene *s);

/* Boxes on each other, two flush points each, the lowest on the ground. */
void island_stack(islandScene *s, int32_t count, double mu);

/* Bodies of random sizes and places in a grid of this width and height, with random points between
 * neighbours: corners, flush pairs and flush triples, turned at random, and random velocities. */
void island_pile(islandScene *s, int32_t width, int32_t height, double mu, uint64_t *seed);

/* The scene as coulomb.h has it, in memory that outlives the result; and W by rows, 2 count x 2
 * count.
 */
typedef struct islandCoupled {
    tmiCoulombProblem problem;
    int32_t bodies[ISLAND_POINTS][2];
    double yields[ISLAND_POINTS * 9];
} islandCoupled;
void island_couple(const islandScene *s, islandCoupled *to, double *across);
void island_matrix(const islandScene *s, double *w);

/* Solves it with workspace of its own of exactly the size asked for; ends the program when the
 * solver writes beyond it. */
tmStatus island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                      tmiContactIslandInfo *info);

/* The largest violation of the conditions, judged naively in the units of the problem. */
double island_violation(const tmiContactIsland *island, const double *impulse);

#endif
