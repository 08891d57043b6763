/* hull.c: quickhull in space ([BDH]), with exact signs.
 *
 * A face sees a point when that is strictly above its plane; what is in the plane is not seen. So
 * the faces that see a point outside form one patch with a simple ring around it, no new face has
 * area 0, and nothing has to be repaired afterwards.
 * Departs from [BDH]: no thick facets and no merging here, since signs are exact. Distances, which
 * only choose the next point, are rounded. */
#include "define/geometry/hull/hull.h"
#include "define/geometry/point/point.h"

#include <string.h>

typedef struct Face {
    int32_t v[3];
    int32_t next[3]; /* the face behind the edge from v[i] to v[i + 1] */
    int32_t outside; /* first of the points that it sees; -1: none */
    int32_t mark;    /* the round in which it was found to see the point */
    tmVec3 normal;   /* not of unit length */
    bool alive;
} Face;

/* An edge of the ring around what a point sees. */
typedef struct Rim {
    int32_t a, b; /* points */
    int32_t face; /* behind it, not seen */
} Rim;

typedef struct Builder {
    tmAllocator allocator;
    const tmVec3 *points;
    int32_t *links;    /* of each point: the next one of the same face; later, its new place */
    int32_t *by_start; /* of each point: the new face whose edge begins there */
    int32_t count;
    Face *faces;
    int32_t face_count, face_capacity;
    int32_t *open; /* faces that may see points */
    int32_t open_count, open_capacity;
    int32_t *seen; /* faces that see the present point */
    int32_t seen_count, seen_capacity;
    Rim *rims;
    int32_t rim_count, rim_capacity;
    int32_t free_face; /* faces to be used again, by next[0]; -1: none */
    int32_t round;
} Builder;

/* ---- The first four points ------------------------------------------------------------------ */

/* Exactly in line? All three shadows are. */
static bool in_line(tmVec3 a, tmVec3 b, tmVec3 c) {
    return tmi_orient2(a, b, c) == 0.0 &&
           tmi_orient2(tmi_vec(a.y, a.z, 0), tmi_vec(b.y, b.z, 0), tmi_vec(c.y, c.z, 0)) == 0.0 &&
           tmi_orient2(tmi_vec(a.z, a.x, 0), tmi_vec(b.z, b.x, 0), tmi_vec(c.z, c.x, 0)) == 0.0;
}

/* Puts the two points furthest apart along the axis of the largest extent first; false: all are
 * one. */
static bool find_pair(const Builder *b, int32_t four[4]) {
    double max = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        int32_t low = 0, high = 0;
        for (int32_t i = 1; i < b->count; i++) {
            double x = tmi_vec_axis(b->points[i], axis);
            low = x < tmi_vec_axis(b->points[low], axis) ? i : low;
            high = x > tmi_vec_axis(b->points[high], axis) ? i : high;
        }
        double extent = tmi_vec_axis(b->points[high], axis) - tmi_vec_axis(b->points[low], axis);
        if (extent > max) {
            max = extent;
            four[0] = low;
            four[1] = high;
        }
    }
    return max > 0.0;
}

/* The point furthest from the line, which must not be on it. */
static bool find_third(const Builder *b, int32_t four[4]) {
    tmVec3 a = b->points[four[0]], u = tmi_vec_sub(b->points[four[1]], a);
    double max = -1.0;
    for (int32_t i = 0; i < b->count; i++) {
        double far = tmi_vec_length(tmi_vec_cross(u, tmi_vec_sub(b->points[i], a)));
        if (far > max && !in_line(a, b->points[four[1]], b->points[i])) {
            max = far;
            four[2] = i;
        }
    }
    return max >= 0.0;
}

/* The point furthest from the plane, which must not be in it. */
static bool find_fourth(const Builder *b, int32_t four[4]) {
    tmVec3 p = b->points[four[0]], q = b->points[four[1]], r = b->points[four[2]];
    double max = 0.0;
    for (int32_t i = 0; i < b->count; i++) {
        double volume = tmi_orient3(p, q, r, b->points[i]);
        if (fabs(volume) > fabs(max)) {
            max = volume;
            four[3] = i;
        }
    }
    if (max < 0.0) {
        int32_t kept = four[1];
        four[1] = four[2];
        four[2] = kept;
    }
    return max != 0.0;
}

/* ---- Faces --------------------------------------------------------------------------------- */

static bool sees(const Builder *b, const Face *f, int32_t point) {
    return tmi_orient3(b->points[f->v[0]], b->points[f->v[1]], b->points[f->v[2]],
                       b->points[point]) < 0.0;
}

static tmStatus push(Builder *b, int32_t **items, int32_t *count, int32_t *capacity, int32_t item) {
    tmStatus status = tmi_array_reserve(b->allocator, items, capacity, *count + 1, sizeof item);
    if (status == TM_OK) {
        (*items)[(*count)++] = item;
    }
    return status;
}

static tmStatus add_face(Builder *b, int32_t p, int32_t q, int32_t r, int32_t *face) {
    if (b->free_face >= 0) {
        *face = b->free_face;
        b->free_face = b->faces[*face].next[0];
    } else {
        tmStatus status = tmi_array_reserve(b->allocator, &b->faces, &b->face_capacity,
                                            b->face_count + 1, sizeof(Face));
        if (status != TM_OK) {
            return status;
        }
        *face = b->face_count++;
    }
    tmVec3 a = b->points[p];
    b->faces[*face] =
        (Face){{p, q, r},
               {-1, -1, -1},
               -1,
               0,
               tmi_vec_cross(tmi_vec_sub(b->points[q], a), tmi_vec_sub(b->points[r], a)),
               true};
    return TM_OK;
}

/* Gives the point to the first of these faces that sees it; what none sees is inside. */
static void give(Builder *b, int32_t point, const int32_t *faces, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        Face *f = &b->faces[faces[i]];
        if (sees(b, f, point)) {
            b->links[point] = f->outside;
            f->outside = point;
            return;
        }
    }
}

static tmStatus begin(Builder *b, const int32_t v[4]) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int behind[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    int32_t faces[4];
    tmStatus status = TM_OK;
    for (int i = 0; i < 4 && status == TM_OK; i++) {
        status = add_face(b, v[corners[i][0]], v[corners[i][1]], v[corners[i][2]], &faces[i]);
    }
    for (int i = 0; i < 4 && status == TM_OK; i++) {
        for (int j = 0; j < 3; j++) {
            b->faces[faces[i]].next[j] = faces[behind[i][j]];
        }
        status = push(b, &b->open, &b->open_count, &b->open_capacity, faces[i]);
    }
    for (int32_t i = 0; i < b->count && status == TM_OK; i++) {
        give(b, i, faces, 4);
    }
    return status;
}

/* ---- One point more ------------------------------------------------------------------------ */

/* The point that the face sees furthest above it. */
static int32_t furthest(const Builder *b, const Face *f) {
    int32_t best = f->outside;
    double max = -1.0;
    for (int32_t i = f->outside; i >= 0; i = b->links[i]) {
        double far = tmi_vec_dot(f->normal, tmi_vec_sub(b->points[i], b->points[f->v[0]]));
        if (far > max) {
            max = far;
            best = i;
        }
    }
    return best;
}

/* Collects all faces that see the point, from one of them on, and the ring around them. */
static tmStatus look_around(Builder *b, int32_t start, int32_t point) {
    tmStatus status = TM_OK;
    b->seen_count = b->rim_count = 0;
    b->round++;
    b->faces[start].mark = b->round;
    status = push(b, &b->seen, &b->seen_count, &b->seen_capacity, start);
    for (int32_t i = 0; i < b->seen_count && status == TM_OK; i++) {
        Face f = b->faces[b->seen[i]];
        for (int j = 0; j < 3 && status == TM_OK; j++) {
            Face *other = &b->faces[f.next[j]];
            if (other->mark == b->round) {
                continue;
            }
            if (sees(b, other, point)) {
                other->mark = b->round;
                status = push(b, &b->seen, &b->seen_count, &b->seen_capacity, f.next[j]);
                continue;
            }
            status = tmi_array_reserve(b->allocator, &b->rims, &b->rim_capacity, b->rim_count + 1,
                                       sizeof(Rim));
            if (status == TM_OK) {
                b->rims[b->rim_count++] = (Rim){f.v[j], f.v[(j + 1) % 3], f.next[j]};
            }
        }
    }
    return status;
}

/* Links the face behind the ring's edge to the new one. */
static void tie(Builder *b, const Rim *rim, int32_t face) {
    Face *other = &b->faces[rim->face];
    for (int j = 0; j < 3; j++) {
        if (other->v[j] == rim->b && other->v[(j + 1) % 3] == rim->a) {
            other->next[j] = face;
        }
    }
    b->faces[face].next[0] = rim->face;
}

/* Puts a fan of faces from the point to the ring, and the points of the old faces on them. New
 * faces are listed at the end of `open`. */
static tmStatus replace_seen(Builder *b, int32_t point) {
    int32_t first = b->open_count;
    for (int32_t i = 0; i < b->rim_count; i++) {
        const Rim rim = b->rims[i];
        int32_t face;
        tmStatus status = add_face(b, rim.a, rim.b, point, &face);
        if (status == TM_OK) {
            tie(b, &rim, face);
            b->by_start[rim.a] = face;
            status = push(b, &b->open, &b->open_count, &b->open_capacity, face);
        }
        if (status != TM_OK) {
            return status;
        }
    }
    for (int32_t i = first; i < b->open_count; i++) {
        int32_t face = b->open[i];
        int32_t after = b->by_start[b->faces[face].v[1]];
        b->faces[face].next[1] = after;
        b->faces[after].next[2] = face;
    }
    for (int32_t i = 0; i < b->seen_count; i++) {
        Face *old = &b->faces[b->seen[i]];
        for (int32_t p = old->outside, next; p >= 0; p = next) {
            next = b->links[p];
            if (p != point) {
                give(b, p, b->open + first, b->open_count - first);
            }
        }
        old->outside = -1;
        old->alive = false;
        old->next[0] = b->free_face;
        b->free_face = b->seen[i];
    }
    return TM_OK;
}

static tmStatus grow(Builder *b) {
    tmStatus status = TM_OK;
    while (b->open_count > 0 && status == TM_OK) {
        int32_t face = b->open[--b->open_count];
        if (!b->faces[face].alive || b->faces[face].outside < 0) {
            continue;
        }
        int32_t point = furthest(b, &b->faces[face]);
        status = look_around(b, face, point);
        if (status == TM_OK) {
            status = replace_seen(b, point);
        }
    }
    return status;
}

/* ---- Result -------------------------------------------------------------------------------- */

static tmStatus finish(Builder *b, tmiArena *arena, tmiHull *hull) {
    int32_t triangles = 0, points = 0;
    memset(b->links, 0xff, (size_t)b->count * sizeof *b->links);
    for (int32_t i = 0; i < b->face_count; i++) {
        triangles += b->faces[i].alive ? 1 : 0;
        for (int j = 0; j < 3 && b->faces[i].alive; j++) {
            int32_t *place = &b->links[b->faces[i].v[j]];
            *place = *place < 0 ? points++ : *place;
        }
    }
    hull->points = tmi_arena_alloc(arena, (size_t)points, sizeof(tmVec3));
    hull->triangles = tmi_arena_alloc(arena, (size_t)triangles, 3 * sizeof(int32_t));
    if (!hull->points || !hull->triangles) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < b->face_count; i++) {
        for (int j = 0; j < 3 && b->faces[i].alive; j++) {
            int32_t v = b->faces[i].v[j];
            hull->points[b->links[v]] = b->points[v];
            hull->triangles[3 * hull->triangle_count + j] = b->links[v];
        }
        hull->triangle_count += b->faces[i].alive ? 1 : 0;
    }
    hull->point_count = points;
    hull->dimension = 3;
    return TM_OK;
}

static void release(Builder *b) {
    size_t bytes = (size_t)b->count * sizeof(int32_t);
    tmi_free(b->allocator, b->links, bytes);
    tmi_free(b->allocator, b->by_start, bytes);
    tmi_array_clear(b->allocator, &b->faces, &b->face_capacity, sizeof(Face));
    tmi_array_clear(b->allocator, &b->open, &b->open_capacity, sizeof(int32_t));
    tmi_array_clear(b->allocator, &b->seen, &b->seen_capacity, sizeof(int32_t));
    tmi_array_clear(b->allocator, &b->rims, &b->rim_capacity, sizeof(Rim));
}

tmStatus tmi_hull_make(tmiArena *arena, const tmVec3 *points, int32_t count, tmiHull *hull) {
    Builder b = {.allocator = arena->allocator, .points = points, .count = count, .free_face = -1};
    int32_t four[4] = {0, 0, 0, 0};
    memset(hull, 0, sizeof *hull);
    hull->dimension = count == 0               ? -1
                      : !find_pair(&b, four)   ? 0
                      : !find_third(&b, four)  ? 1
                      : !find_fourth(&b, four) ? 2
                                               : 3;
    if (hull->dimension < 3) {
        return TM_OK;
    }
    b.links = tmi_alloc_zero(b.allocator, (size_t)count * sizeof(int32_t));
    b.by_start = tmi_alloc_zero(b.allocator, (size_t)count * sizeof(int32_t));
    tmStatus status = b.links && b.by_start ? begin(&b, four) : TM_ERR_MEMORY;
    if (status == TM_OK) {
        status = grow(&b);
    }
    if (status == TM_OK) {
        status = finish(&b, arena, hull);
    }
    release(&b);
    return status;
}
