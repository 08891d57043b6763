/* convex.c: triangles flipped to Delaunay's, then joined to convex parts ([HM]): an edge between
 * two triangles is left out where the parts beside it stay convex at both of its ends. */
#include "define/geometry/mesh/mesh.h"
#include "define/geometry/point/point.h"
#include "define/geometry/polygon/polygon.h"

/* Rounds of flips: a dozen do; each is linear. */
#define FLIP_ROUNDS_MAX 60

/* A flip must gain this much of the sine of the two angles' sum [1], otherwise rounding errors
 * could flip edges back and forth. */
#define FLIP_GAIN 1e-12

static int32_t edge_next(int32_t edge) {
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

tmStatus tmi_triangle_neighbours(tmiArena *arena, int32_t *triangles, int32_t count,
                                 int32_t **next) {
    tmiMeshData data = {.triangles = triangles, .triangle_count = count};
    tmiMeshEdge *edges;
    int32_t edge_count;
    *next = tmi_arena_alloc(arena, 3 * (size_t)count, sizeof(int32_t));
    tmiArenaMark mark = tmi_arena_mark(arena);
    if (!*next || tmi_mesh_edges(arena, &data, &edges, &edge_count) != TM_OK) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < edge_count; i++) {
        int32_t sides[2] = {-1, -1};
        const int32_t found[2] = {edges[i].up_triangle, edges[i].down_triangle};
        for (int side = 0; side < 2; side++) {
            int32_t from = side ? edges[i].high : edges[i].low;
            for (int k = 0; k < 3 && found[side] >= 0; k++) {
                sides[side] =
                    triangles[3 * found[side] + k] == from ? 3 * found[side] + k : sides[side];
            }
        }
        for (int side = 0; side < 2; side++) {
            if (sides[side] >= 0) {
                (*next)[sides[side]] = sides[1 - side];
            }
        }
    }
    tmi_arena_release(arena, mark);
    return TM_OK;
}

/* ---- Flips --------------------------------------------------------------------------------- */

/* Do the angles at a and b, opposite to the edge p q, make more than half a turn? Sine of their sum
 * below 0, without its positive factor. */
static bool is_better_flipped(tmVec3 p, tmVec3 q, tmVec3 a, tmVec3 b) {
    tmVec3 ap = tmi_vec_sub(p, a), aq = tmi_vec_sub(q, a);
    tmVec3 bp = tmi_vec_sub(p, b), bq = tmi_vec_sub(q, b);
    double sin_a = ap.x * aq.y - ap.y * aq.x, cos_a = ap.x * aq.x + ap.y * aq.y;
    double sin_b = bq.x * bp.y - bq.y * bp.x, cos_b = bp.x * bq.x + bp.y * bq.y;
    double scale = (fabs(sin_a) + fabs(cos_a)) * (fabs(sin_b) + fabs(cos_b));
    return sin_a * cos_b + cos_a * sin_b < -FLIP_GAIN * scale;
}

/* Edge e of triangle (p, q, a) with (q, p, b) behind it becomes a b: (a, b, q) and (b, a, p) … */
static void flip(int32_t *v, int32_t *next, int32_t e) {
    int32_t f = next[e];
    int32_t e1 = edge_next(e), e2 = edge_next(e1), f1 = edge_next(f), f2 = edge_next(f1);
    int32_t a = v[e2], b = v[f2];
    int32_t behind_e1 = next[e1], behind_f1 = next[f1];
    /* Triangle of e: (p, b, a): e is p b, e1 becomes b a, e2 stays a p. That of f: (q, a, b). */
    v[e1] = b;
    v[f1] = a;
    next[e] = behind_f1;
    next[f] = behind_e1;
    if (behind_f1 >= 0) {
        next[behind_f1] = e;
    }
    if (behind_e1 >= 0) {
        next[behind_e1] = f;
    }
    next[e1] = f1;
    next[f1] = e1;
}

/* Flips edges between triangles until small angles are as large as they get: Delaunay's
 * triangulation except for the outline. */
static void flip_all(const tmVec3 *points, int32_t *triangles, int32_t count, int32_t *next) {
    bool changed = true;
    for (int round = 0; round < FLIP_ROUNDS_MAX && changed; round++) {
        changed = false;
        for (int32_t e = 0; e < 3 * count; e++) {
            if (next[e] < e) {
                continue; /* outline, or looked at from the other side */
            }
            int32_t f = next[e];
            tmVec3 p = points[triangles[e]], q = points[triangles[edge_next(e)]];
            tmVec3 a = points[triangles[edge_next(edge_next(e))]];
            tmVec3 b = points[triangles[edge_next(edge_next(f))]];
            if (is_better_flipped(p, q, a, b) && tmi_orient2(p, b, a) > 0.0 &&
                tmi_orient2(q, a, b) > 0.0) {
                flip(triangles, next, e);
                changed = true;
            }
        }
    }
}

/* ---- Convex parts -------------------------------------------------------------------------- */

/* Edges of parts as rings. */
typedef struct Rings {
    const tmVec3 *points;
    const int32_t *corner; /* where each edge begins */
    int32_t *next, *before;
    int32_t *twin; /* -1: outline */
    bool *gone;
} Rings;

/* Does the part stay convex where edge e begins, without e? */
static bool may_go(const Rings *r, int32_t e) {
    int32_t after = r->next[r->twin[e]];
    tmVec3 a = r->points[r->corner[r->before[e]]];
    tmVec3 b = r->points[r->corner[e]];
    tmVec3 c = r->points[r->corner[r->next[after]]];
    return tmi_orient2(a, b, c) >= 0.0;
}

static void leave_out(Rings *r, int32_t e) {
    int32_t f = r->twin[e];
    int32_t ends[2][2] = {{r->before[e], r->next[f]}, {r->before[f], r->next[e]}};
    for (int i = 0; i < 2; i++) {
        r->next[ends[i][0]] = ends[i][1];
        r->before[ends[i][1]] = ends[i][0];
    }
    r->gone[e] = r->gone[f] = true;
}

/* Orders in which edges are tried: none is best for all polygons, so the best of them is taken. */
typedef enum Order { LONGEST, SHORTEST, SHARPEST, ORDERS } Order;

/* One less the cosine of the angle that the part has where e begins, without e; 3 where it would
 * not be convex. */
static double opening(const Rings *r, int32_t e) {
    int32_t after = r->next[r->twin[e]];
    tmVec3 b = r->points[r->corner[e]];
    tmVec3 u = tmi_vec_unit(tmi_vec_sub(r->points[r->corner[r->before[e]]], b));
    tmVec3 v = tmi_vec_unit(tmi_vec_sub(r->points[r->corner[r->next[after]]], b));
    return may_go(r, e) ? 1.0 - tmi_vec_dot(u, v) : 3.0;
}

static double rank_edge(const Rings *r, int32_t e, Order order) {
    tmVec3 along = tmi_vec_sub(r->points[r->corner[r->twin[e]]], r->points[r->corner[e]]);
    double length = tmi_vec_dot(along, along), a = opening(r, e), b = opening(r, r->twin[e]);
    return order == LONGEST ? -length : order == SHORTEST ? length : a > b ? a : b;
}

/* Triangles as parts, each edge of theirs a ring of three. */
static void open_rings(Rings *r, int32_t edges) {
    for (int32_t e = 0; e < edges; e++) {
        r->next[e] = edge_next(e);
        r->before[edge_next(e)] = e;
        r->gone[e] = false;
    }
}

/* Leaves edges out in this order; returns how many. */
static int32_t join_parts(Rings *r, tmVec3 *ranks, int32_t edges, Order order) {
    int32_t inner = 0, joined = 0;
    open_rings(r, edges);
    for (int32_t e = 0; e < edges; e++) {
        if (r->twin[e] > e) {
            ranks[inner++] = tmi_vec(rank_edge(r, e, order), (double)e, 0.0);
        }
    }
    tmi_sort_points(ranks, inner);
    for (int32_t i = 0; i < inner; i++) {
        int32_t e = (int32_t)ranks[i].y;
        if (may_go(r, e) && may_go(r, r->twin[e])) {
            leave_out(r, e);
            joined++;
        }
    }
    return joined;
}

static void join_best(Rings *r, tmVec3 *ranks, int32_t edges) {
    int32_t max = -1;
    Order best = LONGEST;
    for (Order order = LONGEST; order < ORDERS; order++) {
        int32_t joined = join_parts(r, ranks, edges, order);
        best = joined > max ? order : best;
        max = joined > max ? joined : max;
    }
    join_parts(r, ranks, edges, best);
}

/* Copies the ring from e on, without corners that lie in line. */
static void take_part(Rings *r, int32_t e, tmiParts *parts) {
    int32_t used = parts->starts[parts->count];
    for (int32_t at = e; !r->gone[at]; at = r->next[at]) {
        tmVec3 a = r->points[r->corner[r->before[at]]];
        tmVec3 b = r->points[r->corner[at]];
        tmVec3 c = r->points[r->corner[r->next[at]]];
        r->gone[at] = true;
        if (tmi_orient2(a, b, c) != 0.0) {
            parts->points[used++] = b;
        }
    }
    parts->starts[++parts->count] = used;
}

tmStatus tmi_region_parts(tmiArena *arena, const tmiRegion *region, tmiParts *parts) {
    int32_t *triangles, count;
    Rings r = {.points = region->points};
    tmStatus status = tmi_region_triangles(arena, region, &triangles, &count);
    status = status == TM_OK ? tmi_triangle_neighbours(arena, triangles, count, &r.twin) : status;
    if (status != TM_OK) {
        return status;
    }
    int32_t edges = 3 * count;
    flip_all(region->points, triangles, count, r.twin);
    *parts = (tmiParts){0};
    r.corner = triangles;
    r.next = tmi_arena_alloc(arena, (size_t)edges, sizeof(int32_t));
    r.before = tmi_arena_alloc(arena, (size_t)edges, sizeof(int32_t));
    r.gone = tmi_arena_alloc(arena, (size_t)edges, sizeof(bool));
    parts->points = tmi_arena_alloc(arena, (size_t)edges, sizeof(tmVec3));
    parts->starts = tmi_arena_alloc(arena, (size_t)count + 1, sizeof(int32_t));
    tmVec3 *ranks = tmi_arena_alloc(arena, (size_t)edges, sizeof *ranks);
    if (!r.next || !r.before || !r.gone || !parts->points || !parts->starts || !ranks) {
        return TM_ERR_MEMORY;
    }
    join_best(&r, ranks, edges);
    for (int32_t e = 0; e < edges; e++) {
        if (!r.gone[e]) {
            take_part(&r, e, parts);
        }
    }
    return TM_OK;
}
