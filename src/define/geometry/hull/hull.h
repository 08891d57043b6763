/* hull.h: the convex hull of points in space, as triangles and as faces. */
#ifndef TMI_HULL_H
#define TMI_HULL_H

#include "base/base.h"
#include "define/geometry/point/point.h"

typedef struct tmiHull {
    int dimension; /* 3; otherwise that of the space that the points span, -1 for no points, and the
                      rest is empty */
    tmVec3 *points; /* those that triangles use */
    int32_t point_count;
    int32_t *triangles; /* three places each, counter-clockwise from outside */
    int32_t triangle_count;
} tmiHull;

/* Puts the hull into *hull, in the arena. Points may repeat, lie in line or in plane: signs are
 * exact, so that the surface is closed and convex to the last bit. Not all of its points need be
 * extreme. Usually costs n log n. TM_ERR_MEMORY. */
tmStatus tmi_hull_make(tmiArena *arena, const tmVec3 *points, int32_t count, tmiHull *hull);

/* Faces of a hull: triangles that lie in one plane are one, and corners at which only two faces
 * meet, or one, are left out. */
typedef struct tmiFaces {
    tmVec3 *corners;
    int32_t corner_count;
    int32_t *face_corners, *face_starts;
    tmVec3 *normals;
    int32_t face_count;
} tmiFaces;

/* Puts the faces into *faces, in the arena. Triangles are in one plane when no corner of theirs is
 * further from it than TMI_COPLANAR of the hull's size. TM_ERR_MEMORY. */
tmStatus tmi_hull_faces(tmiArena *arena, const tmiHull *hull, tmiFaces *faces);

#endif
