/* bars.h: four-bars and six-bars with a closed form of the tests' own, every link with its pins at
 * a random place of its axes. */
#ifndef TM_BARS_H
#define TM_BARS_H

#include "linkages.h"

/* A link of two or three points in axes of its own: it is where its first two points are. */
typedef struct Link {
    tmBodyId id;
    double x[2], y[2]; /* its first two points, in its axes */
} Link;

/* Four-bar: crank a from the origin, coupler b, rocker c about (g, 0). Six-bar: a dyad of d and e
 * more, from a point of the coupler to a point of the ground or the rocker. */
typedef struct Bars {
    double a, b, c, g;
    double px, py; /* the coupler's third point, from its first in the coupler's direction */
    double d, e;
    double qx, qy;  /* where the second dyad ends: in the axes of the ground, or of the rocker */
    bool on_rocker; /* Watt's chain, else Stephenson's */
    int side, side2;
    bool six;
    tmMechanism *m;
    tmJointId driver;
    Link links[5];
} Bars;

/* Points of the linkage: B, C, F (coupler), Q (end of the second dyad), E (its middle). */
typedef struct Points {
    double bx, by, cx, cy, fx, fy, qx, qy, ex, ey;
} Points;

/* Puts where the points are at this angle of the crank, on these sides; false where they cannot be.
 */
bool bars_points(const Bars *k, double angle, int side, int side2, Points *p);

/* The same for the poses of all bodies by index. */
bool bars_poses(const Bars *k, double angle, int side, int side2, tmPose *poses);

/* Builds the mechanism k->m, bodies not yet placed. To be destroyed however it ends. */
tmStatus bars_build(tmTest *t, Bars *k, uint64_t *state);

/* Puts the bodies where they are at this angle, on k's sides. TM_ERR_ARGUMENT where they cannot be.
 */
tmStatus bars_place(const Bars *k, double angle);

#endif
