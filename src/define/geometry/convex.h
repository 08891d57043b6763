/* convex.h: regions of the plane as triangles and as convex parts. */
#ifndef TMI_CONVEX_H
#define TMI_CONVEX_H

#include "define/geometry/polygon.h"

/* Puts triangles, three places in region->points each, counter-clockwise, into *triangles, of the
 * arena. The region must be one that tmi_polygon_check passes. Corners: c in all, h holes: c + 2 h
 * - 2 triangles. Costs c log c and, where outlines go to and fro, up to c^2. */
tmStatus tmi_region_triangles(tmiArena *arena, const tmiRegion *region, int32_t **triangles,
                              int32_t *count);

/* Flips edges between triangles until small angles are as large as they get: Delaunay's
 * triangulation but for the outline. `next` of each edge 3 t + k (from corner k of triangle t to
 * the next one) is the same edge of the triangle behind it, or -1. */
tmStatus tmi_triangle_neighbours(tmiArena *arena, int32_t *triangles, int32_t count,
                                 int32_t **next);
void tmi_triangles_flip(const tmVec3 *points, int32_t *triangles, int32_t count, int32_t *next);

/* Convex polygons, counter-clockwise. */
typedef struct tmiParts {
    tmVec3 *points;
    int32_t *starts; /* count + 1 */
    int32_t count;
} tmiParts;

/* Puts convex parts that together are the region, exactly, into *parts, of the arena: at most four
 * times as many as the least number, usually near it. */
tmStatus tmi_region_parts(tmiArena *arena, const tmiRegion *region, tmiParts *parts);

#endif
