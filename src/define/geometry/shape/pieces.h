/* pieces.h: convex pieces while they are made. */
#ifndef TMI_PIECES_H
#define TMI_PIECES_H

#include "define/geometry/hull/hull.h"
#include "define/geometry/polygon/polygon.h"
#include "define/geometry/shape/round.h"

struct tmPieces {
    tmiArena arena; /* holds all, the pieces' owner too */
    tmPiece *items;
    int32_t count, capacity;
    double volume;          /* of the pieces [m^3] */
    double error;           /* see tm_pieces_error */
    const tmPiecesDef *def; /* while they are made */
    int32_t owner;          /* of the pieces that are being made */
};

/* Adds a polyhedron of these points, which span space: hull, faces, shadow. */
tmStatus tmi_pieces_add_hull(tmPieces *pieces, const tmVec3 *points, int32_t count);

/* Cuts the mesh at this pose into convex pieces. */
tmStatus tmi_pieces_cut_mesh(tmPieces *pieces, const tmShape *shape, tmPose3 pose);

#endif
