/* shapes.h: shapes and poses for tests. */
#ifndef TM_SHAPES_H
#define TM_SHAPES_H

#include "trammel/trammel.h"

/* A def of this kind and these sizes. */
tmShapeDef shape_def(tmShapeKind kind, double a, double b, double c, double d, double e);

/* A random turn, and a place within `size` of the origin along each axis. */
tmPose3 random_pose(uint64_t *seed, double size);

/* Where a point of something at this pose is: by the matrix of the turn. */
tmVec3 apply_pose(tmPose3 pose, tmVec3 p);

/* Random corners of a polygon that is star-shaped about a point, counter-clockwise, radii between
 * `min` and 1 times `radius`. */
void star_polygon(uint64_t *seed, tmVec3 *points, int count, tmVec3 middle, double radius,
                  double min);

/* Area of a polygon. */
double polygon_area(const tmVec3 *points, int count);

/* Area that two convex polygons, counter-clockwise, have in common. */
double common_area(const tmVec3 *a, int a_count, const tmVec3 *b, int b_count);

/* The shape of a closed mesh as a def, for shapes that are compared with their own surface. */
tmShapeDef mesh_def(const tmMesh *mesh);

#endif
