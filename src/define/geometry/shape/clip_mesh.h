/* clip_mesh.h: what of a closed mesh is within a box. */
#ifndef TMI_CLIP_MESH_H
#define TMI_CLIP_MESH_H

#include "define/geometry/mesh/mesh.h"

typedef struct tmiClipBox {
    tmVec3 low, high;
} tmiClipBox;

/* A mesh that is clipped again and again. */
typedef struct tmiClipper {
    tmAllocator allocator;
    const tmVec3 *points;
    const int32_t *triangles;
    int32_t *stamps; /* of each point: the last call that took it */
    int32_t stamp;
    tmVec3 *found; /* corners of the last call */
    int32_t found_count, found_capacity;
} tmiClipper;

/* Can the triangle be in the box, or beyond it along x? Lists below hold all such triangles. */
bool tmi_clip_concerns(const tmiClipper *clipper, int32_t triangle, const tmiClipBox *box);

/* Puts points whose hull is that of the mesh within the box into clipper->found. TM_ERR_MEMORY. */
tmStatus tmi_clip_points(tmiClipper *clipper, const int32_t *list, int32_t count,
                         const tmiClipBox *box);

/* Returns the volume of the mesh within the box. */
double tmi_clip_volume(const tmiClipper *clipper, const int32_t *list, int32_t count,
                       const tmiClipBox *box);

#endif
