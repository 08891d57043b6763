/* polygon.c: checks of polygons with holes: every mistake with the corners concerned. Signs are
 * exact (predicates.c), so that what passes here can always be triangulated. */
#include "define/geometry/polygon/polygon.h"
#include "define/geometry/point/point.h"

/* Mistakes of one kind that are reported. */
#define DIAGS_MAX 5

/* An edge, from corner `index` of loop `loop` (0 the outline, then holes) to the next one. */
typedef struct Edge {
    tmVec3 a, b;
    int32_t loop, index, count; /* count: corners of the loop */
} Edge;

typedef struct Checker {
    tmiShapeMaker *maker;
    const tmiLoops *loops;
    int32_t *starts; /* of each hole in hole_points */
    int32_t diag;
} Checker;

int64_t tmi_loops_corners(const tmiLoops *loops) {
    int64_t count = loops->count;
    for (int32_t i = 0; i < loops->hole_count; i++) {
        if (loops->holes[i] < 0 || (loops->holes[i] > 0 && !loops->hole_points)) {
            return -1;
        }
        count += loops->holes[i];
    }
    return count;
}

/* At the leftmost and lowest corner the outline turns as it runs, exactly. */
double tmi_polygon_turn(const tmVec3 *points, int32_t count) {
    int32_t min = 0;
    for (int32_t i = 1; i < count; i++) {
        tmVec3 p = points[i], q = points[min];
        min = p.x < q.x || (p.x == q.x && p.y < q.y) ? i : min;
    }
    return tmi_orient2(points[(min + count - 1) % count], points[min], points[(min + 1) % count]);
}

static const tmVec3 *loop_points(const Checker *checker, int32_t loop, int32_t *count) {
    const tmiLoops *loops = checker->loops;
    *count = loop ? loops->holes[loop - 1] : loops->count;
    return loop ? loops->hole_points + checker->starts[loop - 1] : loops->points;
}

/* The words for a loop: "the outline" or "hole 2", in `buffer`. */
static const char *loop_name(int32_t loop, char buffer[24]) {
    tmiText text;
    if (loop == 0) {
        return "the outline";
    }
    tmi_text_init(&text, buffer, 24);
    tmi_text_add(&text, "hole ");
    tmi_text_add_int(&text, loop);
    return buffer;
}

static void add_diag(Checker *checker, int32_t loop, const char *form, int32_t i, int32_t j,
                     tmVec3 at, const char *hint) {
    char name[24];
    if (checker->diag++ < DIAGS_MAX) {
        tmi_shape_add_diag(checker->maker,
                           &(tmiShapeDiag){TM_ERROR, .form = form, .texts = {loop_name(loop, name)},
                                           .ints = {i + 1, j + 1}, .points = {at}, .hint = hint});
    }
}

/* ---- Single loops -------------------------------------------------------------------------- */

static void check_corner(Checker *checker, int32_t loop, const tmVec3 *points, int32_t count,
                         int32_t i) {
    int32_t next = (i + 1) % count;
    tmVec3 a = points[(i + count - 1) % count], b = points[i], c = points[next];
    if (!(fabs(b.x) <= TM_SHAPE_SIZE_LIMIT && fabs(b.y) <= TM_SHAPE_SIZE_LIMIT)) {
        add_diag(checker, loop, "corner # of $ is out of bounds", i, 0, b, NULL);
    } else if (b.z != 0.0) {
        add_diag(checker, loop, "corner # of $ is not in the plane z = 0: it is @", i, 0, b, NULL);
    } else if (tmi_vec_equal(b, c)) {
        add_diag(checker, loop, "corners # and # of $ are the same point, %", i, next, b,
                 next == 0 ? "an outline closes by itself: leave the last corner out" : NULL);
    } else if (tmi_orient2(a, b, c) == 0.0 && !tmi_vec_equal(a, b) &&
               (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0.0) {
        add_diag(checker, loop, "$ turns back on itself at corner #, %", i, 0, b, NULL);
    }
}

static void check_loop(Checker *checker, int32_t loop) {
    int32_t count;
    const tmVec3 *points = loop_points(checker, loop, &count);
    if (count < 3) {
        add_diag(checker, loop, "$ has # corners: at least three are needed", count - 1, 0,
                 tmi_vec(0, 0, 0), NULL);
        return;
    }
    int32_t apart = 1; /* the first corner that is not the first point again */
    while (apart + 1 < count && tmi_vec_equal(points[0], points[apart])) {
        apart++;
    }
    int32_t in_line = 0;
    for (int32_t i = 1; i < count; i++) {
        in_line += tmi_orient2(points[0], points[apart], points[i]) == 0.0 ? 1 : 0;
    }
    if (in_line == count - 1) {
        add_diag(checker, loop, "all # corners of $ are on one line", count - 1, 0, points[0],
                 NULL);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        check_corner(checker, loop, points, count, i);
    }
}

/* ---- Crossings ----------------------------------------------------------------------------- */

/* p is on the line through a and b: is it between them? */
static bool is_between(tmVec3 a, tmVec3 b, tmVec3 p) {
    return (a.x < b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x) &&
           (a.y < b.y ? a.y <= p.y && p.y <= b.y : b.y <= p.y && p.y <= a.y);
}

static int sign(double number) {
    return (number > 0.0) - (number < 0.0);
}

/* Do they have a point in common? Most differ in height. */
static bool do_meet(const Edge *e, const Edge *f) {
    double low_e = e->a.y < e->b.y ? e->a.y : e->b.y, low_f = f->a.y < f->b.y ? f->a.y : f->b.y;
    if ((e->a.y < low_f && e->b.y < low_f) || (f->a.y < low_e && f->b.y < low_e)) {
        return false;
    }
    int a = sign(tmi_orient2(e->a, e->b, f->a)), b = sign(tmi_orient2(e->a, e->b, f->b));
    int c = sign(tmi_orient2(f->a, f->b, e->a)), d = sign(tmi_orient2(f->a, f->b, e->b));
    return (a * b < 0 && c * d < 0) || (a == 0 && is_between(e->a, e->b, f->a)) ||
           (b == 0 && is_between(e->a, e->b, f->b)) || (c == 0 && is_between(f->a, f->b, e->a)) ||
           (d == 0 && is_between(f->a, f->b, e->b));
}

static bool are_neighbours(const Edge *e, const Edge *f) {
    int32_t apart = e->index - f->index;
    return e->loop == f->loop &&
           (apart == 1 || apart == -1 || apart == e->count - 1 || apart == 1 - e->count);
}

/* Corner i of e (0: where it begins) lies on f, maybe on a corner of it: reports it. */
static bool add_corner_diag(Checker *checker, const Edge *e, int i, const Edge *f) {
    char names[2][24];
    tmVec3 p = i ? e->b : e->a;
    int32_t corner = (e->index + i) % e->count + 1;
    tmiShapeDiag diag = {
        TM_ERROR, .texts = {loop_name(e->loop, names[0]), loop_name(f->loop, names[1])},
        .ints = {corner, f->index + 1, (f->index + 1) % f->count + 1}, .points = {p}};
    bool on_a = tmi_vec_equal(p, f->a), on_b = tmi_vec_equal(p, f->b);
    if (on_a || on_b) {
        diag.form = "corner # of $ and corner # of $ are the same point, %";
        diag.ints[1] = on_a ? diag.ints[1] : diag.ints[2];
    } else if (tmi_orient2(f->a, f->b, p) == 0.0 && is_between(f->a, f->b, p)) {
        diag.form = "corner # of $, %, lies on $ from corner # to #";
    } else {
        return false;
    }
    tmi_shape_add_diag(checker->maker, &diag);
    return true;
}

/* Edges that meet: at a corner of one of them, or across. */
static void add_crossing_diag(Checker *checker, const Edge *e, const Edge *f) {
    char names[2][24];
    if (f->loop < e->loop || (f->loop == e->loop && f->index < e->index)) {
        const Edge *kept = e;
        e = f;
        f = kept;
    }
    checker->diag++;
    if (add_corner_diag(checker, e, 0, f) || add_corner_diag(checker, e, 1, f) ||
        add_corner_diag(checker, f, 0, e) || add_corner_diag(checker, f, 1, e)) {
        return;
    }
    tmi_shape_add_diag(
        checker->maker,
        &(tmiShapeDiag){TM_ERROR,
                        .form = "$ from corner # to # crosses $ from corner "
                                "# to #",
                        .texts = {loop_name(e->loop, names[0]), loop_name(f->loop, names[1])},
                        .ints = {e->index + 1, (e->index + 1) % e->count + 1, f->index + 1,
                                 (f->index + 1) % f->count + 1}});
}

static Edge *list_edges(const Checker *checker, tmiArena *arena, int32_t total) {
    Edge *edges = tmi_arena_alloc(arena, (size_t)total, sizeof *edges);
    int32_t used = 0;
    for (int32_t loop = 0; edges && loop <= checker->loops->hole_count; loop++) {
        int32_t count;
        const tmVec3 *points = loop_points(checker, loop, &count);
        for (int32_t i = 0; i < count; i++) {
            edges[used++] = (Edge){points[i], points[(i + 1) % count], loop, i, count};
        }
    }
    return edges;
}

/* Edges by where they begin from the left; each is compared with those that begin within it. */
static void check_crossings(Checker *checker, tmiArena *arena) {
    int32_t total = (int32_t)tmi_loops_corners(checker->loops);
    Edge *edges = list_edges(checker, arena, total);
    tmVec3 *order = tmi_arena_alloc(arena, (size_t)total, sizeof *order);
    if (!edges || !order) {
        checker->maker->status = TM_ERR_MEMORY;
        return;
    }
    for (int32_t i = 0; i < total; i++) {
        double left = edges[i].a.x < edges[i].b.x ? edges[i].a.x : edges[i].b.x;
        order[i] = tmi_vec(left, (double)i, 0.0);
    }
    tmi_sort_points(order, total);
    for (int32_t i = 0; i < total && checker->diag < DIAGS_MAX; i++) {
        const Edge *e = &edges[(int32_t)order[i].y];
        double right = e->a.x > e->b.x ? e->a.x : e->b.x;
        for (int32_t j = i + 1; j < total && order[j].x <= right; j++) {
            const Edge *f = &edges[(int32_t)order[j].y];
            if (!are_neighbours(e, f) && do_meet(e, f)) {
                add_crossing_diag(checker, e, f);
            }
        }
    }
}

/* ---- Holes --------------------------------------------------------------------------------- */

/* Is p, which is on no edge, inside? Counts edges to the right of it; those that end at its height
 * belong to the upper side. */
static bool is_inside(const tmVec3 *points, int32_t count, tmVec3 p) {
    bool inside = false;
    for (int32_t i = 0; i < count; i++) {
        tmVec3 a = points[i], b = points[(i + 1) % count];
        if ((a.y <= p.y) != (b.y <= p.y) && (tmi_orient2(a, b, p) > 0.0) == (a.y < b.y)) {
            inside = !inside;
        }
    }
    return inside;
}

static void check_holes(Checker *checker) {
    const tmiLoops *loops = checker->loops;
    for (int32_t i = 1; i <= loops->hole_count; i++) {
        int32_t count, other_count;
        const tmVec3 *points = loop_points(checker, i, &count);
        if (!is_inside(loops->points, loops->count, points[0])) {
            add_diag(checker, i, "$ is outside the outline", 0, 0, points[0], NULL);
        }
        for (int32_t j = 1; j <= loops->hole_count; j++) {
            const tmVec3 *other = loop_points(checker, j, &other_count);
            if (i != j && is_inside(other, other_count, points[0])) {
                add_diag(checker, i, "$ is within hole #", j - 1, 0, points[0], NULL);
            }
        }
    }
}

void tmi_polygon_check(tmiShapeMaker *maker, const tmiLoops *loops, tmiArena *arena) {
    Checker checker = {.maker = maker, .loops = loops};
    tmiArenaMark mark = tmi_arena_mark(arena);
    checker.starts = tmi_arena_alloc(arena, (size_t)loops->hole_count + 1, sizeof(int32_t));
    if (!checker.starts) {
        maker->status = TM_ERR_MEMORY;
        return;
    }
    for (int32_t i = 0; i <= loops->hole_count; i++) {
        if (i > 0) {
            checker.starts[i] = checker.starts[i - 1] + loops->holes[i - 1];
        }
        check_loop(&checker, i);
    }
    if (!maker->wrong && maker->status == TM_OK) {
        check_crossings(&checker, arena);
    }
    if (!maker->wrong && maker->status == TM_OK) {
        check_holes(&checker);
    }
    tmi_arena_release(arena, mark);
}
