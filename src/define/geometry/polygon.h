/* polygon.h: what is wrong with the corners of a polygon and its holes. */
#ifndef TMI_POLYGON_H
#define TMI_POLYGON_H

#include "define/geometry/tell.h"

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

/* Tells all that is wrong: too few corners, corners out of the plane, repeated ones, area 0, edges
 * that cross or touch, holes outside the polygon or within each other. Scratch comes from the
 * arena. */
void tmi_polygon_check(tmiShapeMaker *maker, const tmiLoops *loops, tmiArena *arena);

#endif
