/* geometry.h: what other folders use of this one. Shapes are public (trammel/shape.h); all else
 * that they need is vectors.
 *
 * point/    vectors, exact signs of determinants
 * moments/  volume and moments of solids and of regions of the plane
 * diagnostics/  what is wrong with a shape, in words
 * mesh/     points and triangles: readers of STL and OBJ, checks, crossings
 * polygon/  regions of the plane: checks, triangles, convex parts
 * hull/     the convex hull of points
 * distance/ how far convex pieces are apart
 * shape/    all kinds of shapes: mass, bounds, outline, surface, convex pieces */
#ifndef TMI_GEOMETRY_H
#define TMI_GEOMETRY_H

#include "define/geometry/point/point.h"
#include "trammel/shape.h"

#endif
