/* geometry.h: the door of this folder: shapes and what is known of them. All that other folders
 * need is public (trammel/shape.h), but for vectors.
 *
 * shape.c       owner, kinds, mass;  union.c  pieces with poses and densities
 * solid.c       cuboid … link, closed forms;  gear.c  cam.c  prism.c  hull.c  mesh_check.c
 * moments.c     moments of solids and facets;  planar.c  of regions, by Green's theorem
 * predicates.c  signs of determinants, exactly
 * polygon.c     what is wrong with a polygon;  triangulate.c, flip.c, convex.c  convex parts of it
 * hull*.c       convex hull of points; its faces
 * mesh*.c       points and triangles: readers of STL and OBJ, checks, crossings
 * pieces*.c     convex pieces;  cut_mesh.c  those of a mesh
 * bounds.c outline.c surface.c   box and furthest point; outlines; triangles for display */
#ifndef TMI_GEOMETRY_H
#define TMI_GEOMETRY_H

#include "define/geometry/vec.h"
#include "trammel/shape.h"

#endif
