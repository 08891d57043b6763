/* outline.c: shapes as seen along z.
 *
 * Convex ones are a polygon grown by a radius. Of others, what faces upward covers all that is
 * seen, and its border, counted with its direction, winds around every point as often as such
 * facets lie over it: filled by the nonzero rule it is the outline, whatever lies behind. */
#include "define/geometry/point/point.h"
#include "define/geometry/shape/surface.h"
#include "numeric/numeric.h"

#include <string.h>

/* The square of the sine of a flat body's axis against z up to which it lies flat [1]. */
#define UPRIGHT 1e-24

typedef struct Loop {
    tmOutlinePoint *points;
    int32_t count;
} Loop;

struct tmOutline {
    tmiArena arena; /* holds the outline, too */
    Loop *loops;
    int32_t count, capacity;
};

int32_t tmi_band_outline(const tmVec3 *points, int32_t count, double radius, tmOutlinePoint *loop) {
    if (count == 1) {
        loop[0] = (tmOutlinePoint){points[0].x - radius, points[0].y, 1.0};
        loop[1] = (tmOutlinePoint){points[0].x + radius, points[0].y, 1.0};
        return 2;
    }
    for (int32_t i = 0; i < count; i++) {
        tmVec3 at = points[i];
        tmVec3 u = tmi_vec_sub(at, points[(i + count - 1) % count]);
        tmVec3 v = tmi_vec_sub(points[(i + 1) % count], at);
        u = tmi_vec_unit(tmi_vec(u.x, u.y, 0.0));
        v = tmi_vec_unit(tmi_vec(v.x, v.y, 0.0));
        double turn = tmi_atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y);
        double bulge = count == 2 ? 1.0 : tmi_tan(0.25 * turn);
        loop[2 * i] = (tmOutlinePoint){at.x + radius * u.y, at.y - radius * u.x, bulge};
        loop[2 * i + 1] = (tmOutlinePoint){at.x + radius * v.y, at.y - radius * v.x, 0.0};
    }
    return 2 * count;
}

static tmStatus add_loop(tmOutline *o, int32_t count, tmOutlinePoint **points) {
    tmStatus status =
        tmi_array_reserve(o->arena.allocator, &o->loops, &o->capacity, o->count + 1, sizeof(Loop));
    *points = tmi_arena_alloc(&o->arena, (size_t)count, sizeof(tmOutlinePoint));
    if (status == TM_OK && *points) {
        o->loops[o->count++] = (Loop){*points, count};
    }
    return *points ? status : TM_ERR_MEMORY;
}

static tmStatus add_round(tmOutline *o, tmiArena *arena, const tmShape *shape, tmPose3 pose,
                          double tolerance) {
    tmiDiscs discs;
    tmiShadow shadow;
    tmOutlinePoint *loop;
    tmStatus status = tmi_discs_of(arena, shape, pose, &discs);
    status = status == TM_OK ? tmi_discs_shadow(arena, &discs, tolerance, &shadow) : status;
    if (status != TM_OK) {
        return status;
    }
    bool sharp = shadow.radius == 0.0;
    status = add_loop(o, sharp ? shadow.count : 2 * shadow.count, &loop);
    if (status == TM_OK && !sharp) {
        tmi_band_outline(shadow.points, shadow.count, shadow.radius, loop);
    }
    for (int32_t i = 0; i < shadow.count && status == TM_OK && sharp; i++) {
        loop[i] = (tmOutlinePoint){shadow.points[i].x, shadow.points[i].y, 0.0};
    }
    return status;
}

/* A body that lies flat, face up or down: its loops, the outer one counter-clockwise. */
static tmStatus add_flat(tmOutline *o, tmiArena *arena, const tmShape *shape, tmPose3 pose,
                         double tolerance) {
    tmiRegion region;
    bool down = tmi_quat_turn(pose.rotation, tmi_vec(0, 0, 1)).z < 0.0;
    tmStatus status = tmi_shape_region(shape, tolerance, arena, &region);
    for (int32_t i = 0; status == TM_OK && i < region.loop_count; i++) {
        int32_t first = region.starts[i], count = region.starts[i + 1] - first;
        tmOutlinePoint *loop;
        status = add_loop(o, count, &loop);
        for (int32_t k = 0; k < count && status == TM_OK; k++) {
            tmVec3 p = tmi_pose_apply(pose, region.points[first + (down ? count - 1 - k : k)]);
            loop[k] = (tmOutlinePoint){p.x, p.y, 0.0};
        }
    }
    return status;
}

/* ---- Borders of what faces upward ----------------------------------------------------------- */

/* Edges of the border: from each point a list of ends. */
typedef struct Border {
    const tmVec3 *points;
    int32_t *first; /* of each point: its first edge; -1: none left */
    int32_t *next;  /* of each edge: the next one from the same point */
    int32_t *to;
    int32_t count;
} Border;

static void add_edge(Border *b, int32_t from, int32_t to) {
    b->to[b->count] = to;
    b->next[b->count] = b->first[from];
    b->first[from] = b->count++;
}

static bool faces_up(const tmiMeshData *data, int32_t triangle) {
    const int32_t *t = &data->triangles[3 * triangle];
    return triangle >= 0 &&
           tmi_orient2(data->points[t[0]], data->points[t[1]], data->points[t[2]]) > 0.0;
}

static tmStatus find_border(tmiArena *arena, const tmiMeshData *data, Border *b) {
    tmiMeshEdge *edges;
    int32_t count;
    tmStatus status = tmi_mesh_edges(arena, data, &edges, &count);
    size_t n = (size_t)data->point_count;
    *b = (Border){.points = data->points};
    b->first = tmi_arena_alloc(arena, n, sizeof(int32_t));
    b->next = tmi_arena_alloc(arena, 3 * (size_t)data->triangle_count, sizeof(int32_t));
    b->to = tmi_arena_alloc(arena, 3 * (size_t)data->triangle_count, sizeof(int32_t));
    if (status != TM_OK || !b->first || !b->next || !b->to) {
        return TM_ERR_MEMORY;
    }
    memset(b->first, 0xff, n * sizeof(int32_t));
    for (int32_t i = 0; i < count; i++) {
        const tmiMeshEdge *e = &edges[i];
        bool up = faces_up(data, e->up_triangle), down = faces_up(data, e->down_triangle);
        if (up && !down) {
            add_edge(b, e->low, e->high);
        } else if (down && !up) {
            add_edge(b, e->high, e->low);
        }
    }
    return TM_OK;
}

/* Walks from a point along edges not yet taken until it comes back. */
static tmStatus add_walk(tmOutline *o, tmiArena *arena, Border *b, int32_t start) {
    tmOutlinePoint *walk = tmi_arena_alloc(arena, (size_t)b->count, sizeof *walk), *loop;
    int32_t count = 0, at = start;
    if (!walk) {
        return TM_ERR_MEMORY;
    }
    while (b->first[at] >= 0) {
        int32_t edge = b->first[at];
        walk[count++] = (tmOutlinePoint){b->points[at].x, b->points[at].y, 0.0};
        b->first[at] = b->next[edge];
        at = b->to[edge];
    }
    tmStatus status = add_loop(o, count, &loop);
    if (status == TM_OK) {
        memcpy(loop, walk, (size_t)count * sizeof *walk);
    }
    return status;
}

static tmStatus add_facing(tmOutline *o, tmiArena *arena, const tmShape *shape, tmPose3 pose,
                           double tolerance) {
    tmiMeshReader builder = {.allocator = o->arena.allocator};
    Border border;
    tmStatus status = tmi_surface_add(&builder, shape, pose, tolerance);
    status = status == TM_OK ? find_border(arena, &builder.data, &border) : status;
    for (int32_t i = 0; status == TM_OK && i < builder.data.point_count; i++) {
        while (border.first[i] >= 0 && status == TM_OK) {
            tmiArenaMark mark = tmi_arena_mark(arena);
            status = add_walk(o, arena, &border, i);
            tmi_arena_release(arena, mark);
        }
    }
    tmi_builder_clear(&builder);
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmStatus add_shape(tmOutline *o, const tmShape *shape, tmPose3 pose, double tolerance) {
    tmiArena arena;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < shape->member_count && status == TM_OK; i++) {
        const tmiMember *m = &shape->members[i];
        status = add_shape(o, m->shape, tmi_pose_compose(pose, m->pose), tolerance);
    }
    tmi_arena_init(&arena, o->arena.allocator);
    tmVec3 axis = tmi_quat_turn(pose.rotation, tmi_vec(0, 0, 1));
    bool upright = axis.x * axis.x + axis.y * axis.y <= UPRIGHT;
    if (shape->form == TMI_FORM_ROUND) {
        status = add_round(o, &arena, shape, pose, tolerance);
    } else if (shape->form == TMI_FORM_FLAT && upright) {
        status = add_flat(o, &arena, shape, pose, tolerance);
    } else if (shape->form == TMI_FORM_FLAT || shape->form == TMI_FORM_MESH) {
        status = add_facing(o, &arena, shape, pose, tolerance);
    }
    tmi_arena_clear(&arena);
    return status;
}

tmStatus tm_outline_create(const tmAllocator *allocator, const tmShape *shape, double tolerance,
                           tmOutline **outline) {
    const tmPose3 here = {{0, 0, 0}, {1, 0, 0, 0}};
    if (!outline) {
        return TM_ERR_ARGUMENT;
    }
    *outline = NULL;
    if (!shape || !(tolerance >= 0.0 && tolerance <= TM_SHAPE_SIZE_LIMIT)) {
        return TM_ERR_ARGUMENT;
    }
    tmiArena arena;
    tmi_arena_init(&arena, tmi_allocator_or_default(allocator));
    tmOutline *made = tmi_arena_alloc(&arena, 1, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->arena = arena;
    tmStatus status = add_shape(made, shape, here, tolerance);
    if (status != TM_OK) {
        tm_outline_destroy(made);
        return status;
    }
    *outline = made;
    return TM_OK;
}

void tm_outline_destroy(tmOutline *outline) {
    if (outline) {
        tmi_array_clear(outline->arena.allocator, &outline->loops, &outline->capacity,
                        sizeof(Loop));
        tmiArena arena = outline->arena;
        tmi_arena_clear(&arena);
    }
}

int32_t tm_outline_count(const tmOutline *outline) {
    return outline ? outline->count : 0;
}

const tmOutlinePoint *tm_outline_loop(const tmOutline *outline, int32_t index, int32_t *count) {
    bool there = outline && index >= 0 && index < outline->count;
    if (count) {
        *count = there ? outline->loops[index].count : 0;
    }
    return there ? outline->loops[index].points : NULL;
}
