/* solid_piece.c: convex pieces of space, as their bodies have them and where these are. Normals are
 * those of the body's axes, turned. */
#include "analyse/contact/spatial/spatial.h"

#include <string.h>

/* ---- Shapes ---------------------------------------------------------------------------------- */

static bool take(tmiArena *arena, tmiSolidShape *s, size_t sides) {
    size_t corners = (size_t)s->corner_count, faces = (size_t)s->face_count;
    s->corner = tmi_arena_alloc(arena, corners + 1, sizeof *s->corner);
    s->normal = tmi_arena_alloc(arena, faces + 1, sizeof *s->normal);
    s->face_starts = tmi_arena_alloc(arena, faces + 1, sizeof *s->face_starts);
    s->face_corners = tmi_arena_alloc(arena, sides + 2, sizeof *s->face_corners);
    s->face_edges = tmi_arena_alloc(arena, sides + 2, sizeof *s->face_edges);
    s->wide = tmi_arena_alloc(arena, faces + 1, sizeof *s->wide);
    s->edge = tmi_arena_alloc(arena, sides / 2 + 1, sizeof *s->edge);
    s->edge_face = tmi_arena_alloc(arena, sides / 2 + 1, sizeof *s->edge_face);
    return s->corner && s->normal && s->face_starts && s->face_corners && s->face_edges &&
           s->wide && s->edge && s->edge_face;
}

/* The edge from a corner to the next; false where it has a third face, or the faces do not close.
 */
static bool add_side(tmiSolidShape *s, int32_t face, int32_t place, int32_t next, int32_t room) {
    int32_t from = s->face_corners[place], to = s->face_corners[next];
    for (int32_t i = 0; i < s->edge_count; i++) {
        if (s->edge[i][0] == to && s->edge[i][1] == from) {
            bool is_free = s->edge_face[i][1] < 0;
            s->edge_face[i][1] = face;
            s->face_edges[place] = i;
            return is_free;
        }
    }
    if (s->edge_count == room) {
        return false;
    }
    s->face_edges[place] = s->edge_count;
    s->edge[s->edge_count][0] = from;
    s->edge[s->edge_count][1] = to;
    s->edge_face[s->edge_count][0] = face;
    s->edge_face[s->edge_count][1] = -1;
    s->edge_count++;
    return true;
}

static bool add_edges(tmiSolidShape *s, int32_t sides) {
    bool closes = sides % 2 == 0;
    for (int32_t f = 0; f < s->face_count && closes; f++) {
        int32_t first = s->face_starts[f], end = s->face_starts[f + 1];
        s->face_max = end - first > s->face_max ? end - first : s->face_max;
        for (int32_t k = first; k < end && closes; k++) {
            closes = add_side(s, f, k, k + 1 < end ? k + 1 : first, sides / 2);
        }
    }
    for (int32_t i = 0; i < s->edge_count && closes; i++) {
        closes = s->edge_face[i][1] >= 0;
    }
    return closes;
}

static double doubled_area(const tmiSolidShape *s, int32_t face, int32_t i, int32_t j, int32_t k) {
    const int32_t *of = s->face_corners + s->face_starts[face];
    double u[3], v[3], n[3];
    tmi_subtract3(s->corner[of[j]], s->corner[of[i]], u);
    tmi_subtract3(s->corner[of[k]], s->corner[of[i]], v);
    tmi_cross3(u, v, n);
    return tmi_dot3(n, s->normal[face]);
}

/* Three corners of each face that span it well: the first, and the best two of the others, one
 * after the other. */
static void find_wide(tmiSolidShape *s) {
    for (int32_t f = 0; f < s->face_count; f++) {
        int32_t count = s->face_starts[f + 1] - s->face_starts[f];
        const int32_t *of = s->face_corners + s->face_starts[f];
        int32_t j = 1, k = 2;
        for (int32_t turn = 0; turn < 2; turn++) {
            for (int32_t i = j + 1; i < count; i++) {
                k = doubled_area(s, f, 0, j, i) > doubled_area(s, f, 0, j, k) ? i : k;
            }
            for (int32_t i = 1; i < k; i++) {
                j = doubled_area(s, f, 0, i, k) > doubled_area(s, f, 0, j, k) ? i : j;
            }
        }
        s->wide[f][0] = of[0];
        s->wide[f][1] = of[j];
        s->wide[f][2] = of[k];
    }
}

static void measure(tmiSolidShape *s) {
    double low[3], high[3], side[3];
    memcpy(low, s->corner[0], sizeof low);
    memcpy(high, s->corner[0], sizeof high);
    for (int32_t i = 1; i < s->corner_count; i++) {
        for (int32_t k = 0; k < 3; k++) {
            low[k] = tmi_min(low[k], s->corner[i][k]);
            high[k] = tmi_max(high[k], s->corner[i][k]);
        }
    }
    tmi_subtract3(high, low, side);
    s->length = tmi_length3(side) + 2.0 * s->radius;
}

tmStatus tmi_solid_shape_make(tmiArena *arena, const tmPiece *piece, tmiSolidShape **shape) {
    tmiSolidShape *s = tmi_arena_alloc(arena, 1, sizeof *s);
    int32_t sides = piece->face_count > 0 ? piece->face_starts[piece->face_count] : 0;
    *shape = NULL;
    if (!s) {
        return TM_ERR_MEMORY;
    }
    *s = (tmiSolidShape){.piece = piece,
                         .corner_count = piece->corner_count,
                         .face_count = piece->face_count,
                         .radius = piece->radius};
    if (!take(arena, s, (size_t)sides)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->corner_count; i++) {
        const double at[3] = {piece->corners[i].x, piece->corners[i].y, piece->corners[i].z};
        memcpy(s->corner[i], at, sizeof at);
    }
    for (int32_t f = 0; f < s->face_count; f++) {
        const double n[3] = {piece->normals[f].x, piece->normals[f].y, piece->normals[f].z};
        memcpy(s->normal[f], n, sizeof n);
    }
    s->face_starts[0] = 0;
    if (sides > 0) {
        memcpy(s->face_starts, piece->face_starts,
               ((size_t)s->face_count + 1) * sizeof *s->face_starts);
        memcpy(s->face_corners, piece->face_corners, (size_t)sides * sizeof *s->face_corners);
    } else if (s->corner_count == 2) { /* a capsule */
        s->edge_count = 1;
        s->edge[0][1] = 1;
        s->edge_face[0][0] = s->edge_face[0][1] = -1;
        s->face_max = 2;
    }
    bool fine = sides > 0 ? add_edges(s, sides) : s->corner_count == 1 || s->corner_count == 2;
    if (!fine) {
        return TM_ERR_ARGUMENT;
    }
    find_wide(s);
    measure(s);
    *shape = s;
    return TM_OK;
}

/* ---- Poses ----------------------------------------------------------------------------------- */

tmStatus tmi_solid_make(tmiArena *arena, const tmiSolidShape *shape, tmiSolid *solid) {
    const tmFrame at_origin = {.rotation = {1.0, 0.0, 0.0, 0.0}};
    *solid = (tmiSolid){.shape = shape};
    solid->corner = tmi_arena_alloc(arena, (size_t)shape->corner_count + 1, sizeof(double[3]));
    solid->normal = tmi_arena_alloc(arena, (size_t)shape->face_count + 1, sizeof(double[3]));
    solid->along = tmi_arena_alloc(arena, (size_t)shape->edge_count + 1, sizeof(double[3]));
    if (!solid->corner || !solid->normal || !solid->along) {
        return TM_ERR_MEMORY;
    }
    tmi_solid_set_pose(solid, &at_origin);
    return TM_OK;
}

/* Rotation matrix of a quaternion, divided by its length. */
static void matrix_of(const double q[4], double r[3][3]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    double by = 2.0 / (w * w + x * x + y * y + z * z);
    r[0][0] = 1.0 - by * (y * y + z * z);
    r[0][1] = by * (x * y - w * z);
    r[0][2] = by * (x * z + w * y);
    r[1][0] = by * (x * y + w * z);
    r[1][1] = 1.0 - by * (x * x + z * z);
    r[1][2] = by * (y * z - w * x);
    r[2][0] = by * (x * z - w * y);
    r[2][1] = by * (y * z + w * x);
    r[2][2] = 1.0 - by * (x * x + y * y);
}

static void turn(const double r[3][3], const double v[3], double out[3]) {
    for (int32_t k = 0; k < 3; k++) {
        out[k] = tmi_dot3(r[k], v);
    }
}

void tmi_solid_set_pose(tmiSolid *solid, const tmFrame *frame) {
    const tmiSolidShape *s = solid->shape;
    const double(*r)[3] = (const double(*)[3])solid->turn;
    matrix_of(frame->rotation, solid->turn);
    for (int32_t i = 0; i < s->corner_count; i++) {
        turn(r, s->corner[i], solid->corner[i]);
        tmi_add3(solid->corner[i], 1.0, frame->position);
    }
    for (int32_t f = 0; f < s->face_count; f++) {
        turn(r, s->normal[f], solid->normal[f]);
    }
    for (int32_t e = 0; e < s->edge_count; e++) {
        double along[3];
        tmi_subtract3(s->corner[s->edge[e][1]], s->corner[s->edge[e][0]], along);
        turn(r, along, solid->along[e]);
    }
    for (int32_t k = 0; k < 3; k++) {
        double low = solid->corner[0][k], high = low;
        for (int32_t i = 1; i < s->corner_count; i++) {
            low = tmi_min(low, solid->corner[i][k]);
            high = tmi_max(high, solid->corner[i][k]);
        }
        solid->low[k] = low - s->radius;
        solid->high[k] = high + s->radius;
    }
}
