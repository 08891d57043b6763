/* moments.h: volume, centre and second moments of solids of density 1, and of what is assembled
 * from them. Inertia follows: I = trace(S) 1 - S. */
#ifndef TMI_MOMENTS_H
#define TMI_MOMENTS_H

#include "define/geometry/point/point.h"

/* S = integral of (r - centre)(r - centre)^T, symmetric: xx, yy, zz, yz, zx, xy. With a density,
 * `volume` and S are those times it. */
typedef struct tmiMoments {
    double volume;
    tmVec3 centre;
    double second[6];
} tmiMoments;

/* Six numbers as a symmetric matrix. */
void tmi_second_matrix(const double second[6], double matrix[3][3]);

/* The same solid elsewhere. */
tmiMoments tmi_moments_moved(const tmiMoments *moments, tmPose3 pose);

/* Both together. */
tmiMoments tmi_moments_sum(const tmiMoments *a, const tmiMoments *b);

/* `factor` times as dense. */
tmiMoments tmi_moments_scaled(const tmiMoments *moments, double factor);

/* A sum of which nothing is lost but the last rounding. */
typedef struct tmiSum {
    double head, low;
} tmiSum;

static inline void tmi_sum_add(tmiSum *sum, double term) {
    double total = sum->head + term;
    double from_term = total - sum->head;
    sum->low += (sum->head - (total - from_term)) + (term - from_term);
    sum->head = total;
}

static inline double tmi_sum_value(tmiSum sum) {
    return sum.head + sum.low;
}

/* Returns the moments of what the triangles enclose, counter-clockwise from outside. */
tmiMoments tmi_moments_of_mesh(const tmVec3 *points, const int32_t *triangles, int32_t count);

/* ---- planar.c: regions of the plane, by Green's theorem ------------------------------------- */

/* Integrals of 1, x, y, xx, xy, yy over what lies between the origin and an outline that is run
 * through counter-clockwise. */
typedef struct tmiPlanar {
    tmVec3 origin;
    tmiSum sums[6];
} tmiPlanar;

void tmi_planar_init(tmiPlanar *planar, tmVec3 origin);

/* Adds the line from a to b, and the arc of `radius` about `centre` from one angle to the other. */
void tmi_planar_line(tmiPlanar *planar, tmVec3 a, tmVec3 b);
void tmi_planar_arc(tmiPlanar *planar, tmVec3 centre, double radius, double from, double to);

/* Adds a closed polygon. */
void tmi_planar_loop(tmiPlanar *planar, const tmVec3 *points, int32_t count);

/* Adds six integrals that are known. */
void tmi_planar_add(tmiPlanar *planar, const double sums[6]);

/* Returns the moments of the region with this thickness about z = 0. */
tmiMoments tmi_planar_prism(const tmiPlanar *planar, double thickness);

/* Returns the middle of the box around the points. */
tmVec3 tmi_points_middle(const tmVec3 *points, int32_t count);

/* Nodes in -1 … 1, and weights, of the Gauss-Legendre rule of 16 points: those above 0; the others
 * mirror them. */
#define TMI_GAUSS_HALF 8
extern const double tmi_gauss_nodes[TMI_GAUSS_HALF];
extern const double tmi_gauss_weights[TMI_GAUSS_HALF];

#endif
