/* verify.c: see verify.h. Written to be obviously right rather than fast: both outlines are moved
 * to their poses, then every facet and every corner is compared with every corner, until another
 * row is known to separate more. */
#include "analyse/contact/verify/verify.h"

#include "numeric/numeric.h"

#include <math.h>

/* A neighbour that is further than a corner by less than this part of its distance may be so by
 * rounding errors [1]. */
#define ASKED 1e-9

/* ---- The system over given gaps -------------------------------------------------------------- */

/* |min(x, y)|: 0 exactly where x and y are at least 0 and one of them is 0; NaN if either is. */
static double natural(double x, double y) {
    return fabs(x < y || x != x ? x : y);
}

/* The larger; NaN if either is, so that no answer of NaN passes. */
static double worst(double x, double y) {
    return x >= y ? x : y != y || y > x ? y : x;
}

/* Rows of c, [NT] (6) for n facets; puts m, the max of [NT] (3) as the sum of [NT] (4), into
 * *max. */
static double chain(int32_t count, const double *psi, const double *c, double *max) {
    double residual = 0.0, sum = count > 0 ? psi[0] : 0.0;
    for (int32_t i = 1; i < count; i++) {
        sum += c[i];
        residual = worst(residual, natural(sum - psi[i], c[i]));
    }
    *max = sum;
    return residual;
}

double tmi_verify_literal(int32_t count, const double *psi, const double *c, const double *d,
                          const double *lambda) {
    double max;
    double residual = chain(count, psi, c, &max);
    for (int32_t i = 0; i < count; i++) {
        residual = worst(residual, natural(d[i] + psi[i], d[i]));
        residual = worst(residual, natural(d[i] + max, lambda[i]));
    }
    return worst(residual, -max);
}

double tmi_verify_reduced(int32_t count, const double *psi, const double *c, const double *lambda) {
    double max;
    double residual = chain(count, psi, c, &max);
    for (int32_t i = 0; i < count; i++) {
        residual = worst(residual, natural(2.0 * max - psi[i], lambda[i]));
    }
    return residual;
}

void tmi_verify_complete(int32_t count, const double *psi, double *c, double *d) {
    double max = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        c[i] = i > 0 && psi[i] > max ? psi[i] - max : 0.0;
        d[i] = psi[i] < 0.0 ? -psi[i] : 0.0;
        max = i == 0 || psi[i] > max ? psi[i] : max;
    }
}

/* ---- Gaps from outlines and frames ----------------------------------------------------------- */

typedef struct point {
    double x, y;
} point;

/* A piece where a frame puts it. */
typedef struct outline {
    const tmPiece *piece;
    point turn; /* cosine and sine of the frame's angle */
    int32_t count;
    point *corner; /* in world axes */
} outline;

/* Cosine and sine of the angle of a frame, which is turned about z only. */
static point turn_of(const tmFrame *frame) {
    const double w = frame->rotation[0], z = frame->rotation[3];
    return (point){w * w - z * z, 2.0 * w * z};
}

/* A vector of the body in world axes. */
static point turned(point turn, double x, double y) {
    return (point){turn.x * x - turn.y * y, turn.y * x + turn.x * y};
}

static point corner_of(const tmPiece *piece, const tmFrame *frame, point turn, int32_t i) {
    const point p = turned(turn, piece->outline[i].x, piece->outline[i].y);
    return (point){p.x + frame->position[0], p.y + frame->position[1]};
}

/* Puts a piece where the frame of its body is; `memory` has room for its corners. */
static outline put(const tmPiece *piece, const tmFrame *frame, point *memory) {
    const outline o = {piece, turn_of(frame), piece->outline_count, memory};
    for (int32_t i = 0; i < o.count; i++) {
        memory[i] = corner_of(piece, frame, o.turn, i);
    }
    return o;
}

/* Corners are asked in turn. */
static int32_t after(const outline *o, int32_t i) {
    return i + 1 < o->count ? i + 1 : 0;
}

/* The outward normal of facet i. */
static point normal_of(const outline *o, int32_t i) {
    const tmVec3 from = o->piece->outline[i], to = o->piece->outline[after(o, i)];
    const double x = to.x - from.x, y = to.y - from.y, length = tmi_hypot(x, y);
    return turned(o->turn, y / length, -x / length);
}

/* Largest and smallest of n . x over the corners, as seen from `from`. */
static void extent(const outline *o, point n, point from, double *low, double *high) {
    for (int32_t i = 0; i < o->count; i++) {
        const double along = n.x * (o->corner[i].x - from.x) + n.y * (o->corner[i].y - from.y);
        *low = i == 0 || along < *low ? along : *low;
        *high = i == 0 || along > *high ? along : *high;
    }
}

/* Whether corner p is so far behind facet i that the gap along it is below `enough`, found without
 * the facet's length l: with m the larger component of the edge, m <= l < 1.5 m. *gap is a bound of
 * it from below. */
static bool is_behind(const outline *with, int32_t i, point p, double radius, double enough,
                      double *gap) {
    const point x = with->corner[i], to = with->corner[after(with, i)];
    const point edge = {to.x - x.x, to.y - x.y};
    const double m = tmi_max(fabs(edge.x), fabs(edge.y)), limit = enough + radius;
    const double along = edge.y * (p.x - x.x) - edge.x * (p.y - x.y);
    *gap = along / m - radius;
    return along < (limit < 0.0 ? 1.5 * m * limit : 0.0);
}

/* (7): how far the other is in front of facet i; or less than `enough`, if it is, at the first
 * corner that shows it. Corners are asked from *from on, which is then where it ended. */
static double facet_gap(const outline *with, int32_t i, const outline *other, double enough,
                        int32_t *from) {
    const double radius = with->piece->outline_radius + other->piece->outline_radius;
    double gap;
    if (enough > -INFINITY && is_behind(with, i, other->corner[*from], radius, enough, &gap)) {
        return gap;
    }
    const point n = normal_of(with, i), x = with->corner[i];
    gap = INFINITY;
    for (int32_t k = 0, j = *from; k < other->count && !(gap < enough); k++, j = after(other, j)) {
        const point p = other->corner[j];
        const double own = n.x * (p.x - x.x) + n.y * (p.y - x.y) - radius;
        if (own < gap || own != own) {
            gap = own;
            *from = j;
        }
    }
    return gap;
}

static point line_of(point p, point q) {
    const double length = tmi_hypot(q.x - p.x, q.y - p.y);
    return (point){length > 0.0 ? (q.x - p.x) / length : 1.0,
                   length > 0.0 ? (q.y - p.y) / length : 0.0};
}

/* (5) along the line from corner i of a to corner j of b. */
static double corner_gap(const outline *a, int32_t i, const outline *b, int32_t j) {
    const point p = a->corner[i], n = line_of(p, b->corner[j]);
    double low_a = 0.0, high_a = 0.0, low_b = 0.0, high_b = 0.0;
    extent(a, n, p, &low_a, &high_a);
    extent(b, n, p, &low_b, &high_b);
    return low_b - high_a - (a->piece->outline_radius + b->piece->outline_radius);
}

static double gap_of(const outline pieces[2], const tmiVerifyForce *force) {
    const outline *a = &pieces[0], *b = &pieces[1];
    int32_t from = 0;
    return force->corners ? corner_gap(a, force->a, b, force->b)
           : force->b < 0 ? facet_gap(a, force->a, b, -INFINITY, &from)
                          : facet_gap(b, force->b, a, -INFINITY, &from);
}

/* Whether neither neighbour of corner i is further along v, of any length. What is further by
 * rounding errors only does not count: those pairs of corners that are asked are examined whole. */
static bool is_furthest(const outline *o, int32_t i, point v) {
    const point p = o->corner[i];
    const int32_t next[2] = {after(o, i), i > 0 ? i - 1 : o->count - 1};
    for (int32_t k = 0; k < 2; k++) {
        const double x = o->corner[next[k]].x - p.x, y = o->corner[next[k]].y - p.y;
        if (v.x * x + v.y * y > ASKED * (fabs(x) + fabs(y)) * (fabs(v.x) + fabs(v.y))) {
            return false;
        }
    }
    return true;
}

/* The best of all pairs of corners, which for round pieces is a row, too (theory (10)). A pair in
 * which one corner has a neighbour further along their line does not count: pieces are convex. */
static double best_corners(const outline *a, const outline *b) {
    double best = -INFINITY;
    for (int32_t i = 0; i < a->count; i++) {
        for (int32_t j = 0; j < b->count; j++) {
            const point p = a->corner[i], q = b->corner[j];
            const point v = {q.x - p.x, q.y - p.y}, back = {-v.x, -v.y};
            if (is_furthest(a, i, v) && is_furthest(b, j, back)) {
                const double gap = corner_gap(a, i, b, j);
                best = gap > best ? gap : best;
            }
        }
    }
    return best;
}

/* ---- The verdict ----------------------------------------------------------------------------- */

static int32_t facets_of(const tmPiece *piece) {
    return piece->outline_count > 1 ? piece->outline_count : 0;
}

/* Gaps, c, d and lambda of all facets, of the best corners, and of each force on corners; the gap
 * of each force; and two numbers for each corner of both, at the end and at the start. */
size_t tmi_verify_work(const tmPiece *a, const tmPiece *b, int32_t force_count) {
    const size_t rows = (size_t)facets_of(a) + (size_t)facets_of(b) + 1 + (size_t)force_count;
    const size_t corners = (size_t)a->outline_count + (size_t)b->outline_count;
    return 4 * rows + (size_t)force_count + 4 * corners;
}

/* The rows of a pair at the end of a step. */
typedef struct rows {
    int32_t of_a, count; /* of facets of a; of all */
    double *psi, *lambda;
} rows;

/* Puts the gaps of the facets that forces act on, and what they open; of the others -INFINITY. */
static void add_facet_forces(rows *r, const tmiVerifyForce *forces, int32_t count,
                             const double *gaps) {
    for (int32_t i = 0; i < r->count; i++) {
        r->psi[i] = -INFINITY;
        r->lambda[i] = 0.0;
    }
    for (int32_t k = 0; k < count; k++) {
        if (!forces[k].corners) {
            const int32_t row = forces[k].b < 0 ? forces[k].a : r->of_a + forces[k].b;
            r->lambda[row] += forces[k].impulse * forces[k].yield;
            r->psi[row] = gaps[k];
        }
    }
}

/* Gaps of all other facets and of the best corners. A row without a force only matters where it
 * separates more than those with one, whose largest gap is `best`. */
static void measure(rows *r, const outline pieces[2], double best) {
    const outline *a = &pieces[0], *b = &pieces[1];
    int32_t from = 0;
    for (int32_t row = 0; row < r->count; row++) {
        const int32_t i = row - r->of_a;
        from = i == 0 ? 0 : from;
        if (r->psi[row] == -INFINITY) {
            r->psi[row] =
                i < 0 ? facet_gap(a, row, b, best, &from) : facet_gap(b, i, a, best, &from);
            best = worst(best, r->psi[row]);
        }
    }
    if (a->piece->outline_radius + b->piece->outline_radius > 0.0) {
        r->psi[r->count] = best_corners(a, b);
        r->lambda[r->count] = 0.0;
        r->count += r->psi[r->count] > -INFINITY || r->count == 0;
    }
}

/* Adds a row for each force on corners. */
static void add_corner_forces(rows *r, const tmiVerifyForce *forces, int32_t count,
                              const double *gaps) {
    for (int32_t k = 0; k < count; k++) {
        if (forces[k].corners) {
            r->lambda[r->count] = forces[k].impulse * forces[k].yield;
            r->psi[r->count++] = gaps[k];
        }
    }
}

/* Whether a force acts on the row of the one before it: its gaps are known. */
static bool is_repeated(const tmiVerifyForce *forces, int32_t k) {
    return k > 0 && forces[k].corners == forces[k - 1].corners && forces[k].a == forces[k - 1].a &&
           forces[k].b == forces[k - 1].b;
}

/* How far a row that has an impulse was closed at the start, at most. */
static double closed_at_start(const tmiVerifyPiece *a, const tmiVerifyPiece *b,
                              const tmiVerifyForce *forces, int32_t count, point *memory) {
    const outline starts[2] = {put(a->piece, a->start, memory),
                               put(b->piece, b->start, memory + a->piece->outline_count)};
    double closed = 0.0, gap = 0.0;
    bool known = false;
    for (int32_t k = 0; k < count; k++) {
        known = known && is_repeated(forces, k);
        if (forces[k].impulse != 0.0) {
            gap = known ? gap : gap_of(starts, &forces[k]);
            closed = worst(closed, -gap);
            known = true;
        }
    }
    return closed;
}

tmiVerdict tmi_verify_pair(const tmiVerifyPiece *a, const tmiVerifyPiece *b,
                           const tmiVerifyForce *forces, int32_t force_count, double *work) {
    const int32_t of_a = facets_of(a->piece), max = of_a + facets_of(b->piece) + 1 + force_count;
    double *c = work + max, *d = c + max, *gaps = d + 2 * (ptrdiff_t)max;
    rows r = {.of_a = of_a, .count = max - 1 - force_count, .psi = work, .lambda = d + max};
    point *corners = (point *)(gaps + force_count);
    const outline ends[2] = {put(a->piece, a->end, corners),
                             put(b->piece, b->end, corners + a->piece->outline_count)};
    double best = -INFINITY;
    for (int32_t k = 0; k < force_count; k++) {
        gaps[k] = is_repeated(forces, k) ? gaps[k - 1] : gap_of(ends, &forces[k]);
        best = worst(best, gaps[k]);
    }
    add_facet_forces(&r, forces, force_count, gaps);
    measure(&r, ends, best);
    add_corner_forces(&r, forces, force_count, gaps);
    tmiVerdict verdict = {.separation = -INFINITY};
    for (int32_t i = 0; i < r.count; i++) {
        verdict.separation = r.psi[i] > verdict.separation ? r.psi[i] : verdict.separation;
    }
    verdict.closed = closed_at_start(a, b, forces, force_count, corners);
    tmi_verify_complete(r.count, r.psi, c, d);
    verdict.literal = tmi_verify_literal(r.count, r.psi, c, d, r.lambda);
    verdict.reduced = tmi_verify_reduced(r.count, r.psi, c, r.lambda);
    return verdict;
}

double tmi_verify_corners(const tmiVerifyPiece *a, int32_t i, const tmiVerifyPiece *b, int32_t j,
                          const double normal[2]) {
    const point p = corner_of(a->piece, a->end, turn_of(a->end), i);
    const point q = corner_of(b->piece, b->end, turn_of(b->end), j);
    return normal[0] * (q.x - p.x) + normal[1] * (q.y - p.y) -
           (a->piece->outline_radius + b->piece->outline_radius);
}
