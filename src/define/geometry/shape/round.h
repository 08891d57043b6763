/* round.h: hulls of discs, grown by a radius: their polyhedra and what is seen of them along z. */
#ifndef TMI_ROUND_H
#define TMI_ROUND_H

#include "define/geometry/shape/shape.h"

/* A hull of discs at a pose. */
typedef struct tmiDiscs {
    tmVec3 *points;
    const double *rims; /* null: all 0 */
    int32_t count;
    tmVec3 axis; /* of the discs; across and aside make a frame with it */
    tmVec3 across, aside;
    double radius;
    double rim; /* the largest */
} tmiDiscs;

/* Puts the shape's discs at this pose into *discs, points in the arena. */
tmStatus tmi_discs_of(tmiArena *arena, const tmShape *shape, tmPose3 pose, tmiDiscs *discs);

/* Puts the corners of polygons inscribed in the discs into *corners, of the arena, and returns how
 * many, or -1 when memory runs out. Without rims these are the points. */
int32_t tmi_discs_corners(tmiArena *arena, const tmiDiscs *discs, double tolerance,
                          tmVec3 **corners);

/* What is seen along z: a convex polygon to be grown by a radius. */
typedef struct tmiShadow {
    tmVec3 *points; /* z = 0 */
    int32_t count;
    double radius;
} tmiShadow;

tmStatus tmi_discs_shadow(tmiArena *arena, const tmiDiscs *discs, double tolerance,
                          tmiShadow *shadow);

/* The shadow of points alone. They are not changed. */
tmStatus tmi_points_shadow(tmiArena *arena, const tmVec3 *points, int32_t count, tmiShadow *shadow);

#endif
