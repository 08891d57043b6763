/* surface.h: surfaces as triangles, outlines as loops: what both share. */
#ifndef TMI_SURFACE_H
#define TMI_SURFACE_H

#include "define/geometry/mesh/mesh.h"
#include "define/geometry/polygon/polygon.h"
#include "define/geometry/shape/round.h"

/* Adds the surface of the shape at this pose to the builder, a reader without bytes. */
tmStatus tmi_surface_add(tmiMeshReader *builder, const tmShape *shape, tmPose3 pose,
                         double tolerance);

/* Frees what a builder holds. */
void tmi_builder_clear(tmiMeshReader *builder);

/* Puts the outline of a polygon grown by a radius into `loop`, which has room for twice its corners
 * and two more; returns how many. */
int32_t tmi_band_outline(const tmVec3 *points, int32_t count, double radius, tmOutlinePoint *loop);

#endif
