/* triangulate.c: a polygon with holes as triangles.
 *
 * [BCKO] chapter 3: a sweep adds diagonals at corners where the outline splits or merges, which
 * leaves pieces that are monotone in y; each of these is cut by a stack. Holes need no bridges, and
 * all decisions are exact signs, so that the result is right for every valid polygon.
 * Departs from [BCKO]: the sweep goes upwards, the status is a sorted array, and corners of one
 * height are ordered by x, as if the plane were turned by nothing. */
#include "define/geometry/point/point.h"
#include "define/geometry/polygon/polygon.h"

typedef struct Diagonal {
    int32_t a, b;
} Diagonal;

typedef struct Sweep {
    tmiArena *arena;
    const tmVec3 *points;
    int32_t count;
    int32_t *next, *before; /* of each corner along its loop */
    tmVec3 *order;          /* y, x, corner */
    int32_t *status; /* corners whose edge to the next one goes down past the sweep line, from
                      * left to right; the region is to the right of each */
    int32_t status_count;
    int32_t *helper; /* of each such edge */
    bool *merges;    /* of each corner */
    Diagonal *diagonals;
    int32_t diagonal_count;
    int32_t *out_starts, *out; /* of each corner: where edges lead from it, counter-clockwise, the
                                * first to the next corner */
    int32_t *triangles;
    int32_t triangle_count;
} Sweep;

static bool is_below(tmVec3 a, tmVec3 b) {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* ---- Diagonals ----------------------------------------------------------------------------- */

/* How many edges of the status have v on their right. */
static int32_t rank_of(const Sweep *s, int32_t v) {
    int32_t low = 0, high = s->status_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int32_t e = s->status[middle];
        if (tmi_orient2(s->points[e], s->points[s->next[e]], s->points[v]) > 0.0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void insert_edge(Sweep *s, int32_t edge, int32_t v) {
    int32_t place = rank_of(s, v);
    for (int32_t i = s->status_count++; i > place; i--) {
        s->status[i] = s->status[i - 1];
    }
    s->status[place] = edge;
    s->helper[edge] = v;
}

/* The edge ends at its upper corner v, which is where it begins. */
static void remove_edge(Sweep *s, int32_t edge) {
    int32_t place = 0;
    while (place < s->status_count && s->status[place] != edge) {
        place++;
    }
    TM_ASSERT(place < s->status_count);
    s->status_count--;
    for (int32_t i = place; i < s->status_count; i++) {
        s->status[i] = s->status[i + 1];
    }
}

static void add_diagonal(Sweep *s, int32_t a, int32_t b) {
    s->diagonals[s->diagonal_count++] = (Diagonal){a, b};
}

static void join_merge(Sweep *s, int32_t v, int32_t edge) {
    if (s->merges[s->helper[edge]]) {
        add_diagonal(s, v, s->helper[edge]);
    }
}

/* What lies left of v is joined to it, if it waits for a partner or v splits. */
static void join_left(Sweep *s, int32_t v, bool always) {
    int32_t rank = rank_of(s, v);
    TM_ASSERT(rank > 0);
    int32_t edge = s->status[rank - 1];
    if (always) {
        add_diagonal(s, v, s->helper[edge]);
    } else {
        join_merge(s, v, edge);
    }
    s->helper[edge] = v;
}

static void visit(Sweep *s, int32_t v) {
    int32_t before = s->before[v], next = s->next[v];
    tmVec3 at = s->points[v];
    bool from_above = is_below(at, s->points[before]), to_above = is_below(at, s->points[next]);
    bool convex = tmi_orient2(s->points[before], at, s->points[next]) > 0.0;
    if (!to_above) {
        join_merge(s, v, v);
        remove_edge(s, v);
    }
    if (from_above && to_above) {
        if (!convex) {
            join_left(s, v, true);
        }
    } else if (!from_above && !to_above) {
        if (!convex) {
            join_left(s, v, false);
            s->merges[v] = true;
        }
    } else if (to_above) {
        join_left(s, v, false);
    }
    if (from_above) {
        insert_edge(s, before, v);
    }
}

/* ---- Pieces between diagonals -------------------------------------------------------------- */

/* Is direction v-a met before v-b when turning left from v to the next corner? */
static bool turns_before(const Sweep *s, int32_t v, int32_t a, int32_t b) {
    tmVec3 o = s->points[v], x = s->points[s->next[v]], p = s->points[a], q = s->points[b];
    double sp = tmi_orient2(o, x, p), sq = tmi_orient2(o, x, q);
    bool far_p =
        sp < 0.0 || (sp == 0.0 && (p.x - o.x) * (x.x - o.x) + (p.y - o.y) * (x.y - o.y) < 0);
    bool far_q =
        sq < 0.0 || (sq == 0.0 && (q.x - o.x) * (x.x - o.x) + (q.y - o.y) * (x.y - o.y) < 0);
    return far_p != far_q ? far_q : tmi_orient2(o, p, q) > 0.0;
}

static void add_out(Sweep *s, int32_t *filled, int32_t v, int32_t to) {
    int32_t *out = s->out + s->out_starts[v];
    int32_t i = filled[v]++;
    for (; i > 1 && turns_before(s, v, to, out[i - 1]); i--) {
        out[i] = out[i - 1];
    }
    out[i] = to;
}

static tmStatus list_out(Sweep *s) {
    int32_t edges = s->count + 2 * s->diagonal_count;
    s->out_starts = tmi_arena_alloc(s->arena, (size_t)s->count + 1, sizeof(int32_t));
    s->out = tmi_arena_alloc(s->arena, (size_t)edges, sizeof(int32_t));
    int32_t *filled = tmi_arena_alloc(s->arena, (size_t)s->count, sizeof(int32_t));
    if (!s->out_starts || !s->out || !filled) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->diagonal_count; i++) {
        s->out_starts[s->diagonals[i].a + 1]++;
        s->out_starts[s->diagonals[i].b + 1]++;
    }
    for (int32_t i = 0; i < s->count; i++) {
        s->out_starts[i + 1] += s->out_starts[i] + 1;
        s->out[s->out_starts[i]] = s->next[i];
        filled[i] = 1;
    }
    for (int32_t i = 0; i < s->diagonal_count; i++) {
        add_out(s, filled, s->diagonals[i].a, s->diagonals[i].b);
        add_out(s, filled, s->diagonals[i].b, s->diagonals[i].a);
    }
    return TM_OK;
}

/* The edge behind the one from a to b around the piece on its left: place in `out`. */
static int32_t edge_after(const Sweep *s, int32_t a, int32_t b) {
    int32_t first = s->out_starts[b], place = s->out_starts[b + 1];
    if (a == s->before[b]) {
        return place - 1;
    }
    while (place > first && s->out[place - 1] != a) {
        place--;
    }
    TM_ASSERT(place - 1 > first);
    return place - 2;
}

/* ---- Monotone pieces ----------------------------------------------------------------------- */

static void add_triangle(Sweep *s, int32_t a, int32_t b, int32_t c) {
    int32_t *t = s->triangles + 3 * s->triangle_count++;
    bool left = tmi_orient2(s->points[a], s->points[b], s->points[c]) > 0.0;
    t[0] = a;
    t[1] = left ? b : c;
    t[2] = left ? c : b;
}

/* A corner of the piece in the order of the sweep. */
typedef struct Step {
    int32_t corner;
    bool right; /* on the side that runs upwards */
} Step;

/* The two sides of the piece, which is given counter-clockwise from its lowest corner on, merged.
 */
static void merge_sides(const Sweep *s, const int32_t *face, int32_t count, Step *steps) {
    int32_t right = 1, left = count - 1;
    steps[0] = (Step){face[0], true};
    for (int32_t i = 1; i < count; i++) {
        bool up = right <= left &&
                  (right == left || is_below(s->points[face[right]], s->points[face[left]]));
        steps[i] = up ? (Step){face[right++], true} : (Step){face[left--], false};
    }
}

static void cut_monotone(Sweep *s, const int32_t *face, int32_t count, Step *steps, Step *stack) {
    int32_t used = 2;
    merge_sides(s, face, count, steps);
    stack[0] = steps[0];
    stack[1] = steps[1];
    for (int32_t i = 2; i < count; i++) {
        Step v = steps[i], top = stack[used - 1];
        if (i == count - 1 || v.right != top.right) {
            for (int32_t k = 0; k + 1 < used; k++) {
                add_triangle(s, v.corner, stack[k].corner, stack[k + 1].corner);
            }
            stack[0] = top;
            used = 1;
        } else {
            while (used >= 2) {
                double turn = tmi_orient2(s->points[stack[used - 2].corner],
                                          s->points[stack[used - 1].corner], s->points[v.corner]);
                if (v.right ? turn <= 0.0 : turn >= 0.0) {
                    break;
                }
                add_triangle(s, v.corner, stack[used - 1].corner, stack[used - 2].corner);
                used--;
            }
        }
        stack[used++] = v;
    }
}

/* Follows every piece once, from each edge that was not yet passed. */
static tmStatus cut_pieces(Sweep *s) {
    int32_t edges = s->out_starts[s->count];
    bool *passed = tmi_arena_alloc(s->arena, (size_t)edges, sizeof(bool));
    int32_t *face = tmi_arena_alloc(s->arena, 2 * (size_t)edges, sizeof(int32_t));
    Step *steps = tmi_arena_alloc(s->arena, 2 * (size_t)edges, sizeof(Step));
    if (!passed || !face || !steps) {
        return TM_ERR_MEMORY;
    }
    for (int32_t v = 0; v < s->count; v++) {
        for (int32_t e = s->out_starts[v]; e < s->out_starts[v + 1]; e++) {
            int32_t count = 0, lowest = 0, at = v;
            for (int32_t edge = e; !passed[edge];) {
                passed[edge] = true;
                face[count] = at;
                lowest = is_below(s->points[at], s->points[face[lowest]]) ? count : lowest;
                count++;
                int32_t to = s->out[edge];
                edge = edge_after(s, at, to);
                at = to;
            }
            /* Once more behind itself, so that it can be read from its lowest corner on. */
            for (int32_t i = 0; i < lowest; i++) {
                face[count + i] = face[i];
            }
            if (count >= 3) {
                cut_monotone(s, face + lowest, count, steps, steps + edges);
            }
        }
    }
    return TM_OK;
}

/* ---- All ----------------------------------------------------------------------------------- */

static tmStatus open_sweep(Sweep *s, tmiArena *arena, const tmiRegion *region) {
    size_t n = (size_t)region->starts[region->loop_count];
    *s = (Sweep){.arena = arena, .points = region->points, .count = (int32_t)n};
    s->next = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->before = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->order = tmi_arena_alloc(arena, n, sizeof(tmVec3));
    s->status = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->helper = tmi_arena_alloc(arena, n, sizeof(int32_t));
    s->merges = tmi_arena_alloc(arena, n, sizeof(bool));
    s->diagonals = tmi_arena_alloc(arena, 2 * n, sizeof(Diagonal));
    if (!s->next || !s->before || !s->order || !s->status || !s->helper || !s->merges ||
        !s->diagonals) {
        return TM_ERR_MEMORY;
    }
    for (int32_t loop = 0; loop < region->loop_count; loop++) {
        int32_t first = region->starts[loop], last = region->starts[loop + 1] - 1;
        for (int32_t i = first; i <= last; i++) {
            s->next[i] = i < last ? i + 1 : first;
            s->before[i] = i > first ? i - 1 : last;
            s->order[i] = tmi_vec(region->points[i].y, region->points[i].x, (double)i);
        }
    }
    return TM_OK;
}

tmStatus tmi_region_triangles(tmiArena *arena, const tmiRegion *region, int32_t **triangles,
                              int32_t *count) {
    Sweep s;
    int32_t max = region->starts[region->loop_count] + 2 * region->loop_count;
    *triangles = tmi_arena_alloc(arena, (size_t)max, 3 * sizeof(int32_t));
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmStatus status = *triangles ? open_sweep(&s, arena, region) : TM_ERR_MEMORY;
    if (status == TM_OK) {
        s.triangles = *triangles;
        tmi_sort_points(s.order, s.count);
        for (int32_t i = 0; i < s.count; i++) {
            visit(&s, (int32_t)s.order[i].z);
        }
        status = list_out(&s);
    }
    if (status == TM_OK) {
        status = cut_pieces(&s);
        *count = s.triangle_count;
    }
    tmi_arena_release(arena, mark);
    return status;
}
