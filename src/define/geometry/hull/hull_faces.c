/* hull_faces.c: triangles of a hull that lie in one plane as one face. */
#include "define/geometry/hull/hull.h"
#include "define/geometry/polygon/polygon.h"

#include <string.h>

/* How far the corners of a face may be from its plane, as part of the hull's size [1]: what turning
 * and moving a body leaves of a plane, ten thousand rounding errors. */
#define TMI_COPLANAR 1e-12

typedef struct Joiner {
    const tmiHull *hull;
    int32_t *next;  /* of each edge: the same edge of the triangle behind it */
    int32_t *face;  /* of each triangle; -1: none yet */
    int32_t *queue; /* triangles of a face */
    tmVec3 *planes; /* normals of faces */
    int32_t face_count;
    int32_t *uses; /* of each corner: faces that have it on their border */
    double near;   /* [m] */
} Joiner;

static tmVec3 normal_of(const tmiHull *hull, int32_t triangle) {
    return tmi_triangle_normal(hull->points, &hull->triangles[3 * triangle]);
}

/* Is the triangle in the plane through `at`, facing the same way? */
static bool fits(const Joiner *j, int32_t triangle, tmVec3 at, tmVec3 normal) {
    for (int i = 0; i < 3; i++) {
        tmVec3 p = j->hull->points[j->hull->triangles[3 * triangle + i]];
        if (fabs(tmi_vec_dot(tmi_vec_sub(p, at), normal)) > j->near) {
            return false;
        }
    }
    return tmi_vec_dot(normal_of(j->hull, triangle), normal) >= 0.0;
}

/* Spreads a face from a triangle to all that fit its plane. */
static void spread(Joiner *j, int32_t seed) {
    tmVec3 at = j->hull->points[j->hull->triangles[3 * seed]];
    tmVec3 normal = tmi_vec_unit(normal_of(j->hull, seed));
    int32_t count = 1;
    j->queue[0] = seed;
    j->face[seed] = j->face_count;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int32_t other = j->next[3 * j->queue[i] + k] / 3;
            if (j->face[other] < 0 && fits(j, other, at, normal)) {
                j->face[other] = j->face_count;
                j->queue[count++] = other;
            }
        }
    }
    j->planes[j->face_count++] = normal;
}

static bool is_border(const Joiner *j, int32_t edge) {
    return j->face[edge / 3] != j->face[j->next[edge] / 3];
}

/* The border edge behind this one around its face. */
static int32_t border_after(const Joiner *j, int32_t edge) {
    int32_t at = edge % 3 == 2 ? edge - 2 : edge + 1;
    while (!is_border(j, at)) {
        at = j->next[at];
        at = at % 3 == 2 ? at - 2 : at + 1;
    }
    return at;
}

/* Large triangles first: their planes are the surest. */
static tmStatus find_faces(Joiner *j, tmiArena *arena) {
    int32_t count = j->hull->triangle_count;
    tmVec3 *order = tmi_arena_alloc(arena, (size_t)count, sizeof *order);
    if (!order) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        order[i] = tmi_vec(-tmi_vec_length(normal_of(j->hull, i)), (double)i, 0.0);
        j->face[i] = -1;
    }
    tmi_sort_points(order, count);
    for (int32_t i = 0; i < count; i++) {
        if (j->face[(int32_t)order[i].y] < 0) {
            spread(j, (int32_t)order[i].y);
        }
    }
    for (int32_t e = 0; e < 3 * count; e++) {
        j->uses[j->hull->triangles[e]] += is_border(j, e) ? 1 : 0;
    }
    return TM_OK;
}

/* Writes every face's border, without corners that only two faces share. */
static void write_faces(Joiner *j, int32_t *places, bool *passed, tmiFaces *faces) {
    const tmiHull *hull = j->hull;
    for (int32_t e = 0; e < 3 * hull->triangle_count; e++) {
        if (passed[e] || !is_border(j, e)) {
            continue;
        }
        int32_t used = faces->face_starts[faces->face_count];
        for (int32_t at = e; !passed[at]; at = border_after(j, at)) {
            int32_t corner = hull->triangles[at];
            passed[at] = true;
            if (j->uses[corner] >= 3) {
                if (places[corner] < 0) {
                    places[corner] = faces->corner_count;
                    faces->corners[faces->corner_count++] = hull->points[corner];
                }
                faces->face_corners[used++] = places[corner];
            }
        }
        if (used - faces->face_starts[faces->face_count] >= 3) { /* a sliver may have no area */
            faces->normals[faces->face_count] = j->planes[j->face[e / 3]];
            faces->face_starts[++faces->face_count] = used;
        }
    }
}

tmStatus tmi_hull_faces(tmiArena *arena, const tmiHull *hull, tmiFaces *faces) {
    size_t n = (size_t)hull->triangle_count, points = (size_t)hull->point_count;
    Joiner j = {.hull = hull};
    tmVec3 low = hull->points[0], high = low;
    memset(faces, 0, sizeof *faces);
    for (size_t i = 1; i < points; i++) {
        low = tmi_vec_min(low, hull->points[i]);
        high = tmi_vec_max(high, hull->points[i]);
    }
    j.near = TMI_COPLANAR * tmi_vec_length(tmi_vec_sub(high, low));
    faces->corners = tmi_arena_alloc(arena, points, sizeof(tmVec3));
    faces->face_corners = tmi_arena_alloc(arena, 3 * n, sizeof(int32_t));
    faces->face_starts = tmi_arena_alloc(arena, n + 1, sizeof(int32_t));
    faces->normals = tmi_arena_alloc(arena, n, sizeof(tmVec3));
    j.face = tmi_arena_alloc(arena, n, sizeof(int32_t));
    j.queue = tmi_arena_alloc(arena, n, sizeof(int32_t));
    j.planes = tmi_arena_alloc(arena, n, sizeof(tmVec3));
    j.uses = tmi_arena_alloc(arena, points, sizeof(int32_t));
    int32_t *places = tmi_arena_alloc(arena, points, sizeof(int32_t));
    bool *passed = tmi_arena_alloc(arena, 3 * n, sizeof(bool));
    if (!faces->corners || !faces->face_corners || !faces->face_starts || !faces->normals ||
        !j.face || !j.queue || !j.planes || !j.uses || !places || !passed) {
        return TM_ERR_MEMORY;
    }
    memset(places, 0xff, points * sizeof *places);
    tmStatus status =
        tmi_triangle_neighbours(arena, hull->triangles, hull->triangle_count, &j.next);
    status = status == TM_OK ? find_faces(&j, arena) : status;
    if (status == TM_OK) {
        write_faces(&j, places, passed, faces);
    }
    return status;
}
