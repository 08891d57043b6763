/* decompose_mesh.c: a mesh as convex pieces, approximately.
 *
 * The box around the mesh is cut, and cut again, by planes along its axes; each part of the mesh is
 * replaced by its hull. Hulls stay within their boxes, so that they do not overlap, and by how much
 * all of them are larger than the mesh is known exactly. The part with the largest excess is cut
 * next, at the plane that lowers the volume of hulls most, out of those through concave edges and
 * the middle. Parts made of boxes come out exact. */
#include "define/geometry/shape/clip_mesh.h"
#include "define/geometry/shape/pieces.h"

#include <string.h>

/* Planes that are tried along each axis. */
#define PLANES_MAX 5

/* Cuts nearer than this to the side of a part are not tried [extents]; and one plane must save
 * this much more than another of the hull's volume [1], or none is better. */
#define CUT_TO_SIDE_MIN 1e-3
#define SAVING_MIN 1e-6

/* Edges are concave where the triangles beside them make this sine [1]. */
#define CONCAVE_MIN 1e-3

/* Meshes of more triangles are tried as a coarse copy, of cells as long as this part of the
 * diagonal of their box. */
#define COARSE_ABOVE 4000
#define GRID 30

typedef struct Cell {
    tmiClipBox box;
    int32_t *list; /* triangles that concern it */
    int32_t count;
    double excess; /* volume of its hull less that of its part of the mesh */
} Cell;

typedef struct Plane {
    int axis;
    double at;
    bool middle; /* through no concave edge */
} Plane;

typedef struct Cutter {
    tmiArena arena;   /* cells and lists */
    tmiArena scratch; /* hulls that are only measured */
    tmiClipper clip;
    tmiMeshData data; /* the mesh in the cutter's axes */
    tmVec3 *concave;  /* ends of concave edges, in the cutter's axes */
    int32_t concave_count;
    Cell *cells;
    int32_t cell_count;
    double excess;
} Cutter;

/* ---- Measuring ----------------------------------------------------------------------------- */

/* Puts the volume of the hull of the part within the box into *volume. */
static tmStatus measure(Cutter *c, const Cell *cell, const tmiClipBox *box, double *volume) {
    tmiHull hull;
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    tmStatus status = tmi_clip_points(&c->clip, cell->list, cell->count, box);
    *volume = 0.0;
    status = status == TM_OK ? tmi_hull_make(&c->scratch, c->clip.found, c->clip.found_count, &hull)
                             : status;
    if (status == TM_OK && hull.dimension == 3) {
        *volume = tmi_moments_of_mesh(hull.points, hull.triangles, hull.triangle_count).volume;
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}

/* The box on one side of the plane. */
static tmiClipBox half_box(const tmiClipBox *box, Plane plane, bool upper) {
    tmiClipBox half = *box;
    tmVec3 *end = upper ? &half.low : &half.high;
    *(plane.axis == 0 ? &end->x : plane.axis == 1 ? &end->y : &end->z) = plane.at;
    return half;
}

static tmStatus measure_cut(Cutter *c, const Cell *cell, Plane plane, double *volume) {
    double both[2] = {0, 0};
    tmStatus status = TM_OK;
    for (int i = 0; i < 2 && status == TM_OK; i++) {
        tmiClipBox half = half_box(&cell->box, plane, i == 1);
        status = measure(c, cell, &half, &both[i]);
    }
    *volume = both[0] + both[1];
    return status;
}

/* ---- Planes -------------------------------------------------------------------------------- */

/* Up to PLANES_MAX places along the axis, evenly out of those of concave edges within the cell. */
static tmStatus list_planes(Cutter *c, const Cell *cell, int axis, Plane *planes, int *count) {
    double low = tmi_vec_axis(cell->box.low, axis), high = tmi_vec_axis(cell->box.high, axis);
    double margin = CUT_TO_SIDE_MIN * (high - low), middle = low + 0.5 * (high - low);
    tmVec3 *at = tmi_arena_alloc(&c->scratch, (size_t)c->concave_count + 1, sizeof *at);
    int32_t found = 0, different = 0;
    if (!at) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->concave_count; i++) {
        tmVec3 p = c->concave[i];
        double x = tmi_vec_axis(p, axis);
        bool inside = p.x >= cell->box.low.x && p.x <= cell->box.high.x && p.y >= cell->box.low.y &&
                      p.y <= cell->box.high.y && p.z >= cell->box.low.z && p.z <= cell->box.high.z;
        if (inside && x > low + margin && x < high - margin) {
            at[found++] = tmi_vec(x, 0, 0);
        }
    }
    tmi_sort_points(at, found);
    for (int32_t i = 0; i < found; i++) {
        if (different == 0 || at[i].x - at[different - 1].x > margin) {
            at[different++] = at[i];
        }
    }
    int32_t taken = different < PLANES_MAX - 1 ? different : PLANES_MAX - 1;
    for (int32_t i = 0; i < taken; i++) {
        int32_t place = (int32_t)((int64_t)(2 * i + 1) * different / (2 * taken));
        planes[(*count)++] = (Plane){axis, at[place].x, false};
    }
    planes[(*count)++] = (Plane){axis, middle, true};
    return TM_OK;
}

/* Where no plane saves anything, as in a hollow body: the one through a concave edge that is
 * nearest to the middle, or the middle of the longest side. */
static Plane usual_plane(const Cell *cell, const Plane *planes, int count) {
    tmVec3 extent = tmi_vec_sub(cell->box.high, cell->box.low);
    double best = -1.0;
    Plane chosen = planes[0];
    for (int i = 0; i < count; i++) {
        int axis = planes[i].axis;
        double size = tmi_vec_axis(extent, axis);
        double part = (planes[i].at - tmi_vec_axis(cell->box.low, axis)) / size;
        /* Of concave ones the lesser part, above 2; of others how long the side is, below 1. */
        double rank = planes[i].middle ? size / (extent.x + extent.y + extent.z)
                                       : 2.0 + (part < 0.5 ? part : 1.0 - part);
        if (rank > best) {
            best = rank;
            chosen = planes[i];
        }
    }
    return chosen;
}

/* The plane that leaves the smallest volume of hulls. Planes are compared with each other, not with
 * the whole, because a rough measure is too small in the same way for all of them. */
static tmStatus choose_plane(Cutter *c, const Cell *cell, Plane *best) {
    Plane planes[3 * PLANES_MAX];
    int count = 0, chosen = 0;
    double min = 0.0, max = 0.0, volume;
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    tmStatus status = TM_OK;
    for (int axis = 0; axis < 3 && status == TM_OK; axis++) {
        status = list_planes(c, cell, axis, planes, &count);
    }
    for (int i = 0; i < count && status == TM_OK; i++) {
        status = measure_cut(c, cell, planes[i], &volume);
        chosen = i == 0 || volume < min ? i : chosen;
        min = i == 0 || volume < min ? volume : min;
        max = volume > max ? volume : max;
    }
    if (status == TM_OK) {
        bool saves = max - min > SAVING_MIN * max;
        *best = saves ? planes[chosen] : usual_plane(cell, planes, count);
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}

/* ---- Cells --------------------------------------------------------------------------------- */

static tmStatus set_cell(Cutter *c, Cell *cell, const tmiClipBox *box, const int32_t *list,
                         int32_t count) {
    double hull;
    cell->box = *box;
    cell->count = 0;
    cell->list = tmi_arena_alloc(&c->arena, (size_t)count, sizeof(int32_t));
    if (!cell->list) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t triangle = list ? list[i] : i;
        if (tmi_clip_concerns(&c->clip, triangle, box)) {
            cell->list[cell->count++] = triangle;
        }
    }
    tmStatus status = measure(c, cell, box, &hull);
    cell->excess = hull - tmi_clip_volume(&c->clip, cell->list, cell->count, box);
    c->excess += cell->excess;
    return status;
}

static tmStatus cut_cell(Cutter *c, int32_t place) {
    Cell whole = c->cells[place];
    Plane plane;
    tmStatus status = choose_plane(c, &whole, &plane);
    c->excess -= whole.excess;
    for (int i = 0; i < 2 && status == TM_OK; i++) {
        tmiClipBox half = half_box(&whole.box, plane, i == 1);
        Cell *cell = i ? &c->cells[c->cell_count++] : &c->cells[place];
        status = set_cell(c, cell, &half, whole.list, whole.count);
    }
    return status;
}

static tmStatus cut_all(Cutter *c, int32_t max, double allowed) {
    tmStatus status = TM_OK;
    while (status == TM_OK && c->cell_count < max && c->excess > allowed) {
        int32_t worst = 0;
        for (int32_t i = 1; i < c->cell_count; i++) {
            worst = c->cells[i].excess > c->cells[worst].excess ? i : worst;
        }
        status = cut_cell(c, worst);
    }
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

/* Lists the ends of edges at which the surface bends inward. */
static tmStatus find_concave(Cutter *c, const tmiMeshData *data) {
    tmiMeshEdge *edges;
    int32_t count;
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    tmStatus status = tmi_mesh_edges(&c->scratch, data, &edges, &count);
    c->concave =
        status == TM_OK ? tmi_arena_alloc(&c->arena, 2 * (size_t)count, sizeof(tmVec3)) : NULL;
    if (!c->concave) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        const tmiMeshEdge *e = &edges[i];
        if (e->up != 1 || e->down != 1) {
            continue;
        }
        const int32_t *o = &data->triangles[3 * e->down_triangle];
        tmVec3 n =
            tmi_vec_unit(tmi_triangle_normal(data->points, &data->triangles[3 * e->up_triangle]));
        for (int k = 0; k < 3; k++) {
            tmVec3 v = tmi_vec_sub(data->points[o[k]], data->points[e->low]);
            if (o[k] != e->low && o[k] != e->high &&
                tmi_vec_dot(n, v) > CONCAVE_MIN * tmi_vec_length(v)) {
                c->concave[c->concave_count++] = data->points[e->low];
                c->concave[c->concave_count++] = data->points[e->high];
            }
        }
    }
    tmi_arena_release(&c->scratch, mark);
    return TM_OK;
}

/* Points within one cell of a grid become the first of them, and triangles that lose a side go:
 * what is left is closed again. */
static tmStatus make_coarse(Cutter *c, const tmiMeshData *data, const tmiClipBox *box,
                            tmiMeshData *coarse) {
    tmVec3 extent = tmi_vec_sub(box->high, box->low);
    double size = tmi_vec_length(extent) / GRID;
    int32_t *first =
        tmi_arena_alloc(&c->arena, (GRID + 1) * (GRID + 1) * (GRID + 1), sizeof(int32_t));
    *coarse = *data;
    coarse->triangles =
        tmi_arena_alloc(&c->arena, 3 * (size_t)data->triangle_count, sizeof(int32_t));
    if (!first || !coarse->triangles) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < 3 * data->triangle_count; i++) {
        tmVec3 p = tmi_vec_sub(data->points[data->triangles[i]], box->low);
        int32_t cell = ((int32_t)(p.x / size) * (GRID + 1) + (int32_t)(p.y / size)) * (GRID + 1) +
                       (int32_t)(p.z / size);
        first[cell] = first[cell] ? first[cell] : data->triangles[i] + 1;
        coarse->triangles[i] = first[cell] - 1;
    }
    tmi_mesh_drop_flat(coarse);
    return TM_OK;
}

static tmiClipBox box_around(const tmiMeshData *data) {
    tmiClipBox box = {data->points[data->triangles[0]], data->points[data->triangles[0]]};
    for (int32_t i = 0; i < 3 * data->triangle_count; i++) {
        box.low = tmi_vec_min(box.low, data->points[data->triangles[i]]);
        box.high = tmi_vec_max(box.high, data->points[data->triangles[i]]);
    }
    return box;
}

/* Puts the mesh into the axes of the frame and makes ready for cutting. */
static tmStatus open_cutter(Cutter *c, const tmShape *shape, const tmiAxes *frame, int32_t max) {
    size_t n = (size_t)shape->point_count;
    c->data = (tmiMeshData){tmi_arena_alloc(&c->arena, n, sizeof(tmVec3)), shape->point_count,
                            shape->triangles, shape->triangle_count};
    c->clip.stamps = tmi_arena_alloc(&c->arena, n, sizeof(int32_t));
    c->cells = tmi_arena_alloc(&c->arena, (size_t)max, sizeof(Cell));
    if (!c->data.points || !c->clip.stamps || !c->cells) {
        return TM_ERR_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        c->data.points[i] = tmi_axes_in(frame, shape->points[i]);
    }
    tmiClipBox box = box_around(&c->data);
    tmiMeshData tried = c->data;
    tmStatus status = find_concave(c, &c->data);
    if (status == TM_OK && shape->triangle_count > COARSE_ABOVE) {
        status = make_coarse(c, &c->data, &box, &tried);
    }
    c->clip.points = c->data.points;
    c->clip.triangles = tried.triangles;
    c->cell_count = 1;
    return status == TM_OK ? set_cell(c, &c->cells[0], &box, NULL, tried.triangle_count) : status;
}

/* Hulls of what is in the cells of the mesh itself, in the axes of the shape that is asked for. */
static tmStatus keep_cells(Cutter *c, tmPieces *pieces, const tmiAxes *frame, tmPose3 pose) {
    tmStatus status = TM_OK;
    double volume = 0.0;
    c->clip.triangles = c->data.triangles;
    for (int32_t i = 0; i < c->cell_count && status == TM_OK; i++) {
        tmiClipBox box = c->cells[i].box;
        Cell cell;
        status = set_cell(c, &cell, &box, NULL, c->data.triangle_count);
        status = status == TM_OK ? measure(c, &cell, &box, &volume) : status;
        pieces->volume += volume;
        for (int32_t k = 0; k < c->clip.found_count; k++) {
            c->clip.found[k] = tmi_pose_apply(pose, tmi_axes_out(frame, c->clip.found[k]));
        }
        status = status == TM_OK ? tmi_pieces_add_hull(pieces, c->clip.found, c->clip.found_count)
                                 : status;
    }
    return status;
}

tmStatus tmi_pieces_cut_mesh(tmPieces *pieces, const tmShape *shape, tmPose3 pose) {
    tmAllocator allocator = pieces->arena.allocator;
    Cutter c = {.clip = {.allocator = allocator}};
    tmiMeshData data = {shape->points, shape->point_count, shape->triangles, shape->triangle_count};
    tmiAxes frame = tmi_mesh_axes(&data);
    tmi_arena_init(&c.arena, allocator);
    tmi_arena_init(&c.scratch, allocator);
    double volume = shape->moments.volume;
    tmStatus status = open_cutter(&c, shape, &frame, pieces->def->max_pieces);
    status = status == TM_OK ? cut_all(&c, pieces->def->max_pieces, pieces->def->error * volume)
                             : status;
    status = status == TM_OK ? keep_cells(&c, pieces, &frame, pose) : status;
    tmi_array_clear(allocator, &c.clip.found, &c.clip.found_capacity, sizeof(tmVec3));
    tmi_arena_clear(&c.scratch);
    tmi_arena_clear(&c.arena);
    return status;
}
