/* pieces.c: the convex pieces of a shape. */
#include "define/geometry/shape/pieces.h"

#include <string.h>

#define PIECES_STAMP 0x50494543u
#define MAX_DEFAULT 32
#define ERROR_DEFAULT 0.01

tmPiecesDef tm_pieces_def_default(void) {
    tmPiecesDef def;
    memset(&def, 0, sizeof def);
    def.stamp = PIECES_STAMP;
    def.max_pieces = MAX_DEFAULT;
    def.error = ERROR_DEFAULT;
    return def;
}

/* Adds a piece, zeroed except for its owner, and puts it in *piece. */
static tmStatus add_piece(tmPieces *p, tmPiece **piece) {
    if (p->count >= TM_PIECE_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(p->arena.allocator, &p->items, &p->capacity, p->count + 1,
                                        sizeof(tmPiece));
    if (status == TM_OK) {
        *piece = &p->items[p->count++];
        memset(*piece, 0, sizeof **piece);
        (*piece)->owner = p->owner;
        (*piece)->axis.z = 1.0;
    }
    return status;
}

/* Puts faces into the piece. */
static void set_faces(tmPiece *piece, const tmiFaces *faces) {
    piece->corners = faces->corners;
    piece->corner_count = faces->corner_count;
    piece->face_corners = faces->face_corners;
    piece->face_starts = faces->face_starts;
    piece->normals = faces->normals;
    piece->face_count = faces->face_count;
}

static void set_shadow(tmPiece *piece, const tmiShadow *shadow) {
    piece->outline = shadow->points;
    piece->outline_count = shadow->count;
    piece->outline_radius = shadow->radius;
}

/* A piece whose points are the corners of its faces. */
static tmStatus add_polyhedron(tmPieces *p, const tmiFaces *faces, const tmiShadow *shadow) {
    tmPiece *piece;
    tmStatus status = add_piece(p, &piece);
    if (status == TM_OK) {
        set_faces(piece, faces);
        piece->points = faces->corners;
        piece->point_count = faces->corner_count;
        set_shadow(piece, shadow);
    }
    return status;
}

tmStatus tmi_pieces_add_hull(tmPieces *p, const tmVec3 *points, int32_t count) {
    tmiHull hull;
    tmiFaces faces;
    tmiShadow shadow;
    tmStatus status = tmi_hull_make(&p->arena, points, count, &hull);
    if (status != TM_OK || hull.dimension < 3) {
        return status;
    }
    status = tmi_hull_faces(&p->arena, &hull, &faces);
    status = status == TM_OK ? tmi_points_shadow(&p->arena, hull.points, hull.point_count, &shadow)
                             : status;
    return status == TM_OK ? add_polyhedron(p, &faces, &shadow) : status;
}

/* Corners alone where there are no faces: one or two points. */
static tmStatus find_faces(tmPieces *p, const tmiDiscs *discs, tmiFaces *faces) {
    tmVec3 *corners;
    tmiHull hull;
    int32_t count = tmi_discs_corners(&p->arena, discs, p->def->tolerance, &corners);
    memset(faces, 0, sizeof *faces);
    if (count < 0) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tmi_hull_make(&p->arena, corners, count, &hull);
    if (status == TM_OK && hull.dimension == 3) {
        return tmi_hull_faces(&p->arena, &hull, faces);
    }
    faces->corners = corners;
    faces->corner_count = count;
    return status;
}

static tmStatus add_round(tmPieces *p, const tmShape *shape, tmPose3 pose) {
    tmiDiscs discs;
    tmiFaces faces;
    tmiShadow shadow;
    tmPiece *piece;
    double *rims = NULL;
    tmStatus status = tmi_discs_of(&p->arena, shape, pose, &discs);
    if (status == TM_OK && discs.rims) {
        rims = tmi_arena_alloc(&p->arena, (size_t)discs.count, sizeof(double));
        status = rims ? TM_OK : TM_ERR_MEMORY;
    }
    status = status == TM_OK ? find_faces(p, &discs, &faces) : status;
    status =
        status == TM_OK ? tmi_discs_shadow(&p->arena, &discs, p->def->tolerance, &shadow) : status;
    status = status == TM_OK ? add_piece(p, &piece) : status;
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < discs.count && rims; i++) {
        rims[i] = discs.rims[i];
    }
    set_faces(piece, &faces);
    piece->points = discs.rims ? discs.points : faces.corners;
    piece->point_count = discs.rims ? discs.count : faces.corner_count;
    piece->rims = rims;
    piece->axis = discs.axis;
    piece->radius = discs.radius;
    set_shadow(piece, &shadow);
    p->volume += shape->moments.volume;
    return TM_OK;
}

/* ---- Flat shapes --------------------------------------------------------------------------- */

/* Bottom, top and sides of a prism over a polygon of `count` corners: corners 0 … count - 1 below,
 * the others above. */
static void set_prism(tmiFaces *faces, const tmVec3 *polygon, int32_t count, double thickness,
                      tmPose3 pose) {
    int32_t *at = faces->face_corners;
    for (int32_t i = 0; i < count; i++) {
        tmVec3 p = polygon[i], q = polygon[(i + 1) % count];
        int32_t next = (i + 1) % count;
        double half = 0.5 * thickness;
        faces->corners[i] = tmi_pose_apply(pose, tmi_vec(p.x, p.y, -half));
        faces->corners[count + i] = tmi_pose_apply(pose, tmi_vec(p.x, p.y, half));
        at[i] = count - 1 - i;
        at[count + i] = count + i;
        const int32_t side[4] = {i, next, count + next, count + i};
        memcpy(at + 2 * count + 4 * i, side, sizeof side);
        faces->face_starts[i + 2] = 2 * count + 4 * i;
        faces->normals[i + 2] =
            tmi_quat_turn(pose.rotation, tmi_vec_unit(tmi_vec(q.y - p.y, p.x - q.x, 0.0)));
    }
    faces->face_starts[1] = count;
    faces->face_starts[count + 2] = 6 * count;
    faces->normals[1] = tmi_quat_turn(pose.rotation, tmi_vec(0, 0, 1));
    faces->normals[0] = tmi_vec_scale(faces->normals[1], -1.0);
}

static tmStatus add_prism(tmPieces *p, const tmVec3 *polygon, int32_t count, double thickness,
                          tmPose3 pose) {
    tmiFaces faces = {.corner_count = 2 * count, .face_count = count + 2};
    size_t n = (size_t)count;
    tmiShadow shadow;
    faces.corners = tmi_arena_alloc(&p->arena, 2 * n, sizeof(tmVec3));
    faces.face_corners = tmi_arena_alloc(&p->arena, 6 * n, sizeof(int32_t));
    faces.face_starts = tmi_arena_alloc(&p->arena, n + 3, sizeof(int32_t));
    faces.normals = tmi_arena_alloc(&p->arena, n + 2, sizeof(tmVec3));
    if (!faces.corners || !faces.face_corners || !faces.face_starts || !faces.normals) {
        return TM_ERR_MEMORY;
    }
    set_prism(&faces, polygon, count, thickness, pose);
    tmStatus status = tmi_points_shadow(&p->arena, faces.corners, 2 * count, &shadow);
    return status == TM_OK ? add_polyhedron(p, &faces, &shadow) : status;
}

static tmStatus add_flat(tmPieces *p, const tmShape *shape, tmPose3 pose) {
    tmiArena scratch;
    tmiRegion region;
    tmiParts parts;
    tmi_arena_init(&scratch, p->arena.allocator);
    tmStatus status = tmi_shape_region(shape, p->def->tolerance, &scratch, &region);
    status = status == TM_OK ? tmi_region_parts(&scratch, &region, &parts) : status;
    for (int32_t i = 0; status == TM_OK && i < parts.count; i++) {
        int32_t first = parts.starts[i];
        status =
            add_prism(p, parts.points + first, parts.starts[i + 1] - first, shape->thickness, pose);
    }
    if (status == TM_OK) {
        tmiPlanar planar;
        tmi_planar_init(&planar, region.points[0]);
        for (int32_t i = 0; i < region.loop_count; i++) {
            tmi_planar_loop(&planar, region.points + region.starts[i],
                            region.starts[i + 1] - region.starts[i]);
        }
        p->volume += tmi_planar_prism(&planar, shape->thickness).volume;
    }
    tmi_arena_clear(&scratch);
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmStatus add_shape(tmPieces *p, const tmShape *shape, tmPose3 pose, double *volume) {
    tmStatus status = TM_OK;
    switch (shape->form) {
    case TMI_FORM_NOTHING:
        break;
    case TMI_FORM_UNION:
        for (int32_t i = 0; i < shape->member_count && status == TM_OK; i++) {
            const tmiMember *m = &shape->members[i];
            status = add_shape(p, m->shape, tmi_pose_compose(pose, m->pose), volume);
        }
        return status;
    case TMI_FORM_ROUND:
        status = add_round(p, shape, pose);
        break;
    case TMI_FORM_FLAT:
        status = add_flat(p, shape, pose);
        break;
    case TMI_FORM_MESH:
        status = tmi_pieces_cut_mesh(p, shape, pose);
        break;
    }
    *volume += shape->moments.volume;
    p->owner++;
    return status;
}

static tmStatus check_def(const tmPiecesDef *def) {
    if (def->stamp != PIECES_STAMP) {
        return TM_ERR_DEF;
    }
    bool fits = def->tolerance >= 0.0 && def->tolerance <= TM_SHAPE_SIZE_LIMIT &&
                def->max_pieces >= 1 && def->max_pieces <= TM_PIECE_LIMIT && def->error >= 0.0;
    return fits ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tm_pieces_create(const tmAllocator *allocator, const tmShape *shape,
                          const tmPiecesDef *def, tmPieces **pieces) {
    const tmPiecesDef usual = tm_pieces_def_default();
    const tmPose3 here = {{0, 0, 0}, {1, 0, 0, 0}};
    if (!pieces) {
        return TM_ERR_ARGUMENT;
    }
    *pieces = NULL;
    def = def ? def : &usual;
    tmStatus status = shape ? check_def(def) : TM_ERR_ARGUMENT;
    if (status != TM_OK) {
        return status;
    }
    tmiArena arena;
    tmi_arena_init(&arena, tmi_allocator_or_default(allocator));
    tmPieces *made = tmi_arena_alloc(&arena, 1, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    double volume = 0.0;
    made->arena = arena;
    made->def = def;
    status = add_shape(made, shape, here, &volume);
    made->def = NULL;
    if (status != TM_OK) {
        tm_pieces_destroy(made);
        return status;
    }
    made->error = volume > 0.0 ? (made->volume - volume) / volume : 0.0;
    *pieces = made;
    return TM_OK;
}

void tm_pieces_destroy(tmPieces *pieces) {
    if (pieces) {
        tmi_array_clear(pieces->arena.allocator, &pieces->items, &pieces->capacity,
                        sizeof(tmPiece));
        tmiArena arena = pieces->arena;
        tmi_arena_clear(&arena);
    }
}

int32_t tm_pieces_count(const tmPieces *pieces) {
    return pieces ? pieces->count : 0;
}

const tmPiece *tm_pieces_at(const tmPieces *pieces, int32_t index) {
    return pieces && index >= 0 && index < pieces->count ? &pieces->items[index] : NULL;
}

double tm_pieces_error(const tmPieces *pieces) {
    return pieces ? pieces->error : 0.0;
}
