/* polygon.h: regions of the plane: checks, triangles, convex parts. */
#ifndef TMI_POLYGON_H
#define TMI_POLYGON_H

#include "define/geometry/diagnostics/diagnostics.h"

/* ---- polygon.c ------------------------------------------------------------------------------- */

/* What is wrong with the corners of a polygon and its holes. */

/* Loops of corners in the plane: the outer one counter-clockwise, then holes clockwise. */
typedef struct tmiRegion {
    tmVec3 *points;
    int32_t *starts; /* loop_count + 1 places in points */
    int32_t loop_count;
} tmiRegion;

/* A polygon and its holes as they were given. */
typedef struct tmiLoops {
    const tmVec3 *points;
    int32_t count;
    const tmVec3 *hole_points;
    const int32_t *holes;
    int32_t hole_count;
} tmiLoops;

/* Returns how many corners there are; -1 when a number of corners is negative or an array null. */
int64_t tmi_loops_corners(const tmiLoops *loops);

/* Returns a number above 0 when the corners of a polygon that does not cross itself run counter-
 * clockwise, below 0 when clockwise. */
double tmi_polygon_turn(const tmVec3 *points, int32_t count);

/* Reports all that is wrong: too few corners, corners out of the plane, repeated ones, area 0,
 * edges that cross or touch, holes outside the polygon or within each other. Scratch comes from the
 * arena. */
void tmi_polygon_check(tmiShapeMaker *maker, const tmiLoops *loops, tmiArena *arena);

/* ---- convex.c -------------------------------------------------------------------------------- */

/* Regions of the plane as triangles and as convex parts. */

/* Puts triangles, three places in region->points each, counter-clockwise, into *triangles, of the
 * arena. The region must be one that tmi_polygon_check passes. Corners: c in all, h holes: c + 2 h
 * - 2 triangles. Costs c log c and, where outlines go to and fro, up to c^2. */
tmStatus tmi_region_triangles(tmiArena *arena, const tmiRegion *region, int32_t **triangles,
                              int32_t *count);

/* Puts into `next`, for each edge 3 t + k (from corner k of triangle t to the next one), the same
 * edge of the triangle behind it, or -1. */
tmStatus tmi_triangle_neighbours(tmiArena *arena, int32_t *triangles, int32_t count,
                                 int32_t **next);

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
