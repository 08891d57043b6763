/* mesh_shape.c: does a mesh enclose a solid? Hulls and meshes as shapes. */
#include "define/geometry/hull/hull.h"
#include "define/geometry/mesh/mesh.h"
#include "define/geometry/shape/shape.h"

/* Pairs of crossing triangles that are counted. */
#define CROSSINGS_MAX 1000

/* A volume this small relative to the box of the mesh counts as zero [1]: rounding errors of 0. */
#define VOLUME_MIN 1e-14

static void make_hull(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    static const char *const forms[] = {"a hull needs points", "all points of the hull coincide",
                                        "all # points of the hull are on one line",
                                        "all # points of the hull lie in one plane"};
    tmiHull hull;
    tmStatus status = tmi_hull_make(&shape->arena, def->points, def->point_count, &hull);
    maker->status = maker->status == TM_OK ? status : maker->status;
    if (status != TM_OK) {
        return;
    }
    if (hull.dimension < 3) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){
                       TM_ERROR, .form = forms[hull.dimension + 1], .ints = {def->point_count},
                       .hint = hull.dimension == 2 ? "a flat body is a prism or a plate" : NULL});
        return;
    }
    shape->form = TMI_FORM_ROUND;
    shape->points = hull.points;
    shape->point_count = hull.point_count;
    shape->triangles = hull.triangles;
    shape->triangle_count = hull.triangle_count;
    shape->moments = tmi_moments_of_mesh(hull.points, hull.triangles, hull.triangle_count);
    if (!(shape->moments.volume > 0.0)) {
        tmi_shape_add_diag(maker,
                           &(tmiShapeDiag){TM_ERROR, .form = forms[3], .ints = {def->point_count}});
    }
}

static const tmParameter hull_takes[] = {
    {"points", TM_PARAMETER_POINTS, TM_BOUND_NONE, "m", NULL, "points whose convex hull it is"}};
const tmiShapeRow tmi_shape_hull = {
    "hull", "the convex body around points; its axes are those of the points", make_hull,
    TMI_SHAPE_TAKES(hull_takes)};

/* ---- Meshes -------------------------------------------------------------------------------- */

static bool copy_mesh(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape,
                      tmiMeshData *data) {
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count) {
            tmi_shape_add_diag(
                maker,
                &(tmiShapeDiag){TM_ERROR, .form = "triangle # of the mesh names point #, of #",
                                .ints = {i / 3 + 1, def->triangles[i] + 1, def->point_count}});
            return false;
        }
    }
    if (!(def->scale >= 1.0 / TM_SHAPE_SIZE_LIMIT && def->scale <= TM_SHAPE_SIZE_LIMIT)) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_ERROR, .form = "the scale of the mesh must be above 0"});
        return false;
    }
    data->points = tmi_shape_points(maker, shape, def->point_count);
    data->triangles = tmi_shape_memory(maker, shape, 3 * def->triangle_count, sizeof(int32_t));
    if (maker->status != TM_OK) {
        return false;
    }
    data->point_count = def->point_count;
    data->triangle_count = def->triangle_count;
    for (int32_t i = 0; i < def->point_count; i++) {
        tmVec3 p = tmi_point_to_grid(tmi_vec_scale(def->points[i], def->scale));
        double max = fabs(p.x) + fabs(p.y) + fabs(p.z);
        if (!(max <= TM_SHAPE_SIZE_LIMIT)) {
            tmi_shape_add_diag(
                maker, &(tmiShapeDiag){TM_ERROR, .form = "point # of the mesh is out of bounds",
                                       .ints = {i + 1}});
            return false;
        }
        data->points[i] = p;
    }
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        data->triangles[i] = def->triangles[i];
    }
    return true;
}

static void count_edges(const tmiMeshEdge *edges, int32_t count, tmiEdgeCounts *counts) {
    *counts = (tmiEdgeCounts){0};
    for (int32_t i = 0; i < count; i++) {
        const tmiMeshEdge *e = &edges[i];
        int32_t *kinds[4] = {&counts->single, &counts->same, &counts->many, &counts->crowded};
        int32_t all = e->up + e->down;
        int kind = all == 1                       ? 0
                   : all == 2 && e->up != e->down ? 1
                   : e->up != e->down             ? 2
                   : all > 2                      ? 3
                                                  : -1;
        if (kind >= 0 && ++*kinds[kind] == 1) {
            counts->first[kind][0] = e->low;
            counts->first[kind][1] = e->high;
        }
    }
}

static void add_edges_diag(tmiShapeMaker *maker, const tmiMeshData *data, const int32_t edge[2],
                           int32_t count, tmSeverity severity, const char *one, const char *more,
                           const char *hint) {
    if (count > 0) {
        tmVec3 a = data->points[edge[0]], b = data->points[edge[1]];
        tmi_shape_add_diag(
            maker,
            &(tmiShapeDiag){severity, .form = count == 1 ? one : more, .ints = {count},
                            .points = {tmi_vec_along(a, 0.5, tmi_vec_sub(b, a))}, .hint = hint});
    }
}

static void check_edges(tmiShapeMaker *maker, const tmiMeshData *data, tmiArena *arena) {
    tmiMeshEdge *edges;
    tmiEdgeCounts n;
    int32_t count;
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmStatus status = tmi_mesh_edges(arena, data, &edges, &count);
    if (status != TM_OK) {
        maker->status = status;
        return;
    }
    count_edges(edges, count, &n);
    add_edges_diag(maker, data, n.first[0], n.single, TM_ERROR,
                   "the mesh is open: # edge belongs to one triangle only, near @",
                   "the mesh is open: # edges belong to one triangle only, the first near @",
                   "close the surface where the mesh was made");
    add_edges_diag(maker, data, n.first[1], n.same, TM_ERROR,
                   "two triangles at # edge, near @, disagree on which side is outside",
                   "two triangles each at # edges, the first near @, disagree on which side is "
                   "outside",
                   "corners of triangles run counter-clockwise as seen from outside");
    add_edges_diag(maker, data, n.first[2], n.many, TM_ERROR,
                   "the mesh is not a surface: # edge, near @, belongs to three or more triangles",
                   "the mesh is not a surface: # edges, the first near @, belong to three or more "
                   "triangles",
                   NULL);
    add_edges_diag(maker, data, n.first[3], n.crowded, TM_WARNING,
                   "the mesh touches itself along # edge, near @",
                   "the mesh touches itself along # edges, the first near @", NULL);
    tmi_arena_release(arena, mark);
}

static void check_shells(tmiShapeMaker *maker, const tmiMeshData *data, tmAllocator allocator) {
    static const char *const forms[2][2] = {
        {"# shell of the mesh, at @, is inside out and not a cavity",
         "# shells of the mesh, the first at @, are inside out and not cavities"},
        {"# shell of the mesh, at @, is within another one",
         "# shells of the mesh, the first at @, are within others"}};
    static const char *const hints[2] = {"its volume is subtracted from that of the others",
                                         "what is inside both counts twice; the triangles of a "
                                         "cavity run clockwise as seen from outside"};
    tmiShells found;
    tmStatus status = tmi_mesh_shells(allocator, data, &found);
    maker->status = maker->status == TM_OK ? status : maker->status;
    for (int i = 0; i < 2 && status == TM_OK; i++) {
        if (found.count[i] > 0) {
            tmi_shape_add_diag(maker,
                               &(tmiShapeDiag){TM_WARNING, .form = forms[i][found.count[i] > 1],
                                               .ints = {found.count[i]}, .points = {found.first[i]},
                                               .hint = hints[i]});
        }
    }
}

static void check_crossings(tmiShapeMaker *maker, const tmiMeshData *data, tmAllocator allocator) {
    tmiCrossings found;
    tmStatus status = tmi_mesh_crossings(allocator, data, CROSSINGS_MAX, &found);
    maker->status = maker->status == TM_OK ? status : maker->status;
    if (status == TM_OK && !found.all) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_NOTE, .form = "the mesh is so crowded that not all "
                                                    "triangles were checked for crossings"});
    }
    if (status == TM_OK && found.count > 0) {
        const int32_t *t = &data->triangles[3 * found.first[0]];
        tmVec3 sum =
            tmi_vec_add(tmi_vec_add(data->points[t[0]], data->points[t[1]]), data->points[t[2]]);
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_WARNING,
                                   .form = found.count == CROSSINGS_MAX
                                               ? "the mesh intersects itself: # or more "
                                                 "pairs of triangles cross, the first near @"
                                           : found.count == 1
                                               ? "the mesh intersects itself: # pair of triangles "
                                                 "crosses, near @"
                                               : "the mesh intersects itself: # pairs of triangles "
                                                 "cross, the first near @",
                                   .ints = {found.count}, .points = {tmi_vec_scale(sum, 1.0 / 3.0)},
                                   .hint = "what is inside two parts counts twice"});
    } else if (status == TM_OK) {
        check_shells(maker, data, allocator);
    }
}

/* Clockwise triangles are turned round; no volume at all is a mistake. */
static void check_volume(tmiShapeMaker *maker, tmiMeshData *data, tmShape *shape) {
    tmVec3 low = data->points[data->triangles[0]], high = low;
    for (int32_t i = 0; i < 3 * data->triangle_count; i++) {
        low = tmi_vec_min(low, data->points[data->triangles[i]]);
        high = tmi_vec_max(high, data->points[data->triangles[i]]);
    }
    tmVec3 box = tmi_vec_sub(high, low);
    shape->moments = tmi_moments_of_mesh(data->points, data->triangles, data->triangle_count);
    if (!(fabs(shape->moments.volume) > VOLUME_MIN * (box.x * box.y * box.z))) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR, .form = "the mesh encloses no volume"});
    } else if (shape->moments.volume < 0.0) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_WARNING, .form = "the mesh is inside out; it was reversed",
                                   .hint = "corners of triangles run counter-clockwise as "
                                           "seen from outside"});
        for (int32_t i = 0; i < data->triangle_count; i++) {
            int32_t kept = data->triangles[3 * i + 1];
            data->triangles[3 * i + 1] = data->triangles[3 * i + 2];
            data->triangles[3 * i + 2] = kept;
        }
        shape->moments = tmi_moments_scaled(&shape->moments, -1.0);
    }
}

static void make_mesh(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    tmiMeshData data = {0};
    if (!copy_mesh(maker, def, shape, &data)) {
        return;
    }
    tmStatus status = tmi_mesh_merge(shape->arena.allocator, &data);
    maker->status = maker->status == TM_OK ? status : maker->status;
    if (status != TM_OK) {
        return;
    }
    int32_t flat = tmi_mesh_drop_flat(&data);
    if (flat > 0) {
        tmi_shape_add_diag(
            maker, &(tmiShapeDiag){TM_NOTE,
                                   .form = flat == 1 ? "# triangle of the mesh has a point twice "
                                                       "and was left out"
                                                     : "# triangles of the mesh have a point twice "
                                                       "and were left out",
                                   .ints = {flat}});
    }
    if (data.triangle_count == 0) {
        tmi_shape_add_diag(maker, &(tmiShapeDiag){TM_ERROR, .form = "the mesh has no triangles"});
        return;
    }
    check_edges(maker, &data, &shape->arena);
    if (!maker->wrong && maker->status == TM_OK) {
        check_volume(maker, &data, shape);
    }
    if (!maker->wrong && maker->status == TM_OK) {
        check_crossings(maker, &data, shape->arena.allocator);
    }
    shape->form = TMI_FORM_MESH;
    shape->points = data.points;
    shape->point_count = data.point_count;
    shape->triangles = data.triangles;
    shape->triangle_count = data.triangle_count;
}

static const tmParameter mesh_takes[] = {
    {"file", TM_PARAMETER_TEXT, TM_BOUND_NONE, "", NULL, "name of an STL or OBJ file"},
    {"scale", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", "1m",
     "length that one unit of the file stands for"}};
const tmiShapeRow tmi_shape_mesh = {
    "mesh", "a body of triangles from a file; its axes are those of the file", make_mesh,
    TMI_SHAPE_TAKES(mesh_takes)};
