/* couplings.h: random problems for the kernel of coulomb.h, of every class that scenes have, in the
 * plane and in space: walls, pyramids, heaps, arches, towers of unlike masses, chains. */
#ifndef TM_TEST_COUPLINGS_H
#define TM_TEST_COUPLINGS_H

#include "analyse/contact/coulomb/coulomb.h"
#include "test.h"

#define COUPLED_BODIES 260
#define COUPLED_POINTS 3000

typedef enum couplingClass {
    COUPLED_WALL,    /* bricks in bond */
    COUPLED_PYRAMID, /* each box on two, in space on four */
    COUPLED_HEAP,    /* anything beside anything, normals turned, single points and flush ones */
    COUPLED_ARCH,
    COUPLED_TOWER, /* the highest up to 10^6 times as heavy as the others */
    COUPLED_CHAIN, /* pins, on which boxes lie, and limits */
    COUPLED_CLASSES
} couplingClass;

typedef struct couplingScene {
    int32_t dof, rows, body_count, count;
    double place[COUPLED_BODIES][3];
    double half[COUPLED_BODIES][3];
    double velocity[COUPLED_BODIES * 6]; /* without impulses */
    double expected[COUPLED_BODIES * 6]; /* what takes the weight of a step back */
    double yields[COUPLED_BODIES * 36];
    int32_t bodies[COUPLED_POINTS][2];
    double across[COUPLED_POINTS * 36];
    double gap[COUPLED_POINTS]; /* over the step [m/s] */
    double friction[COUPLED_POINTS];
    double b[COUPLED_POINTS * 3];
    double impulse[COUPLED_POINTS * 3];
    tmiArena arena;
} couplingScene;

/* An empty scene with an arena, in memory of the test. */
couplingScene *coupling_make(tmTest *t);
void coupling_clear(couplingScene *s, bool space);

/* A box with these half sides, which in the plane is 1 thick; its number. */
int32_t coupling_box(couplingScene *s, double x, double y, double z, double half_x, double half_y,
                     double half_z, double density);

/* A point at which a and b touch, the normal from a to b; what pins them together; and what keeps
 * their gap along a direction, without friction. */
void coupling_touch(couplingScene *s, int32_t a, int32_t b, const double place[3],
                    const double normal[3], double mu);
void coupling_pin(couplingScene *s, int32_t a, int32_t b, const double place[3]);

/* b, from velocities and gaps; no impulses are known. */
void coupling_close(couplingScene *s);

/* A scene of a class with some `size` bodies a side, its friction at each point up to `mu`. */
void coupling_random(couplingScene *s, couplingClass kind, bool space, int32_t size, double mu,
                     uint64_t *seed);

tmiCoulombProblem coupling_problem(const couplingScene *s);
tmStatus coupling_solve(couplingScene *s, int32_t budget, tmiCoulombInfo *info);

/* Name of a class; and mu that a campaign gives to its trial, from 0 to 10. */
const char *coupling_name(couplingClass kind);
double coupling_friction(int32_t trial);

#endif
