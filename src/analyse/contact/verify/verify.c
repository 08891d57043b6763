/* verify.c: see verify.h. Written for being right at a glance rather than for speed: every facet
 * and every corner against every corner, but that none is examined further once another row
 * separates more. */
#include "analyse/contact/verify/verify.h"

#include "numeric/numeric.h"

#include <math.h>

/* A neighbour that is further than a corner by less than this part of its distance may be so by
 * rounding errors [1]. */
#define ASKED 1e-9

/* ---- The system over given gaps ------------------------------------------------------------ */

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

/* ---- Gaps from outlines and frames --------------------------------------------------------- */

typedef struct place {
    double x, y;
} place;

/* A corner, or the way from one corner to another, in world axes. */
static place turned(const tmFrame *frame, double x, double y) {
    const double w = frame->rotation[0], z = frame->rotation[3]; /* about z only */
    const double along = w * w - z * z, across = 2.0 * w * z;
    return (place){along * x - across * y, across * x + along * y};
}

static place corner_of(const tmPiece *piece, const tmFrame *frame, int32_t i) {
    const place p = turned(frame, piece->outline[i].x, piece->outline[i].y);
    return (place){p.x + frame->position[0], p.y + frame->position[1]};
}

/* The outward normal of facet i. */
static place normal_of(const tmPiece *piece, const tmFrame *frame, int32_t i) {
    const tmVec3 from = piece->outline[i], to = piece->outline[(i + 1) % piece->outline_count];
    const double x = to.x - from.x, y = to.y - from.y, length = tmi_hypot(x, y);
    return turned(frame, y / length, -x / length);
}

/* Largest and smallest of n . x over the corners, as seen from `from`. */
static void extent(const tmPiece *piece, const tmFrame *frame, place n, place from, double *low,
                   double *high) {
    for (int32_t i = 0; i < piece->outline_count; i++) {
        const place p = corner_of(piece, frame, i);
        const double along = n.x * (p.x - from.x) + n.y * (p.y - from.y);
        *low = i == 0 || along < *low ? along : *low;
        *high = i == 0 || along > *high ? along : *high;
    }
}

/* (7): how far the other is in front of facet i; or less than `enough`, if it is, at the first
 * corner that shows it. Corners are asked from *from on, which is then where it ended. */
static double facet_gap(const tmPiece *with, const tmFrame *frame, int32_t i, const tmPiece *other,
                        const tmFrame *other_frame, double enough, int32_t *from) {
    const place n = normal_of(with, frame, i), x = corner_of(with, frame, i);
    const double radius = with->outline_radius + other->outline_radius;
    const int32_t first = *from;
    double gap = INFINITY;
    for (int32_t k = 0; k < other->outline_count && !(gap < enough); k++) {
        const int32_t j = (first + k) % other->outline_count;
        const place p = corner_of(other, other_frame, j);
        const double own = n.x * (p.x - x.x) + n.y * (p.y - x.y) - radius;
        if (own < gap || own != own) {
            gap = own;
            *from = j;
        }
    }
    return gap;
}

static place line_of(place p, place q) {
    const double length = tmi_hypot(q.x - p.x, q.y - p.y);
    return (place){length > 0.0 ? (q.x - p.x) / length : 1.0,
                   length > 0.0 ? (q.y - p.y) / length : 0.0};
}

/* (5) along the line from corner i of a to corner j of b. */
static double corner_gap(const tmPiece *a, const tmFrame *at_a, int32_t i, const tmPiece *b,
                         const tmFrame *at_b, int32_t j) {
    const place p = corner_of(a, at_a, i), q = corner_of(b, at_b, j);
    const place n = line_of(p, q);
    double low_a = 0.0, high_a = 0.0, low_b = 0.0, high_b = 0.0;
    extent(a, at_a, n, p, &low_a, &high_a);
    extent(b, at_b, n, p, &low_b, &high_b);
    return low_b - high_a - (a->outline_radius + b->outline_radius);
}

double tmi_verify_corners(const tmiVerifyPiece *a, int32_t i, const tmiVerifyPiece *b, int32_t j,
                          const double normal[2]) {
    const place p = corner_of(a->piece, a->end, i), q = corner_of(b->piece, b->end, j);
    return normal[0] * (q.x - p.x) + normal[1] * (q.y - p.y) -
           (a->piece->outline_radius + b->piece->outline_radius);
}

static int32_t facets_of(const tmPiece *piece) {
    return piece->outline_count > 1 ? piece->outline_count : 0;
}

static double gap_of(const tmiVerifyPiece *a, const tmiVerifyPiece *b, const tmiVerifyForce *force,
                     bool at_end) {
    const tmFrame *at_a = at_end ? a->end : a->start, *at_b = at_end ? b->end : b->start;
    if (force->corners) {
        return corner_gap(a->piece, at_a, force->a, b->piece, at_b, force->b);
    }
    int32_t from = 0;
    return force->b < 0 ? facet_gap(a->piece, at_a, force->a, b->piece, at_b, -INFINITY, &from)
                        : facet_gap(b->piece, at_b, force->b, a->piece, at_a, -INFINITY, &from);
}

/* Whether neither neighbour of corner i is further along v, of any length. What is further by
 * rounding errors only does not count: those pairs of corners that are asked are examined whole. */
static bool is_furthest(const tmPiece *piece, const tmFrame *frame, int32_t i, place v) {
    const int32_t count = piece->outline_count;
    const place p = corner_of(piece, frame, i);
    const int32_t next[2] = {(i + 1) % count, (i + count - 1) % count};
    for (int32_t k = 0; k < 2; k++) {
        const place q = corner_of(piece, frame, next[k]);
        const double x = q.x - p.x, y = q.y - p.y;
        if (v.x * x + v.y * y > ASKED * (fabs(x) + fabs(y)) * (fabs(v.x) + fabs(v.y))) {
            return false;
        }
    }
    return true;
}

/* The best of all pairs of corners, which for round pieces is a row, too (theory (10)). A pair of
 * which one has a neighbour further along the line of both is none: pieces are convex. */
static double best_corners(const tmiVerifyPiece *a, const tmiVerifyPiece *b) {
    double best = -INFINITY;
    for (int32_t i = 0; i < a->piece->outline_count; i++) {
        const place p = corner_of(a->piece, a->end, i);
        for (int32_t j = 0; j < b->piece->outline_count; j++) {
            const place q = corner_of(b->piece, b->end, j);
            const place v = {q.x - p.x, q.y - p.y}, back = {-v.x, -v.y};
            if (!is_furthest(a->piece, a->end, i, v) || !is_furthest(b->piece, b->end, j, back)) {
                continue;
            }
            const double gap = corner_gap(a->piece, a->end, i, b->piece, b->end, j);
            best = gap > best ? gap : best;
        }
    }
    return best;
}

/* ---- The verdict --------------------------------------------------------------------------- */

/* Gaps, c, d and lambda of all facets, of the best corners, and of each force on corners. */
size_t tmi_verify_work(const tmPiece *a, const tmPiece *b, int32_t force_count) {
    return 4 * ((size_t)facets_of(a) + (size_t)facets_of(b) + 1 + (size_t)force_count);
}

tmiVerdict tmi_verify_pair(const tmiVerifyPiece *a, const tmiVerifyPiece *b,
                           const tmiVerifyForce *forces, int32_t force_count, double *work) {
    const int32_t of_a = facets_of(a->piece), facets = of_a + facets_of(b->piece);
    const int32_t max = facets + 1 + force_count;
    double *psi = work, *c = psi + max, *d = c + max, *lambda = d + max;
    int32_t count = 0, from = 0;
    /* A row without a force only matters where it separates more than those with one. */
    double best = -INFINITY;
    for (int32_t k = 0; k < force_count; k++) {
        best = worst(best, gap_of(a, b, &forces[k], true));
    }
    for (; count < facets; count++) {
        from = count == of_a ? 0 : from;
        psi[count] = count < of_a
                         ? facet_gap(a->piece, a->end, count, b->piece, b->end, best, &from)
                         : facet_gap(b->piece, b->end, count - of_a, a->piece, a->end, best, &from);
        best = worst(best, psi[count]);
        lambda[count] = 0.0;
    }
    if (a->piece->outline_radius + b->piece->outline_radius > 0.0) {
        psi[count] = best_corners(a, b);
        lambda[count] = 0.0;
        count += psi[count] > -INFINITY || count == 0;
    }
    tmiVerdict verdict = {.separation = -INFINITY};
    for (int32_t k = 0; k < force_count; k++) {
        const tmiVerifyForce *force = &forces[k];
        const double opens = force->impulse * force->yield;
        if (force->corners) {
            psi[count] = gap_of(a, b, force, true);
            lambda[count++] = opens;
        } else {
            const int32_t row = force->b < 0 ? force->a : of_a + force->b;
            psi[row] = gap_of(a, b, force, true);
            lambda[row] += opens;
        }
        if (force->impulse != 0.0) {
            verdict.closed = worst(verdict.closed, -gap_of(a, b, force, false));
        }
    }
    for (int32_t i = 0; i < count; i++) {
        verdict.separation = psi[i] > verdict.separation ? psi[i] : verdict.separation;
    }
    tmi_verify_complete(count, psi, c, d);
    verdict.literal = tmi_verify_literal(count, psi, c, d, lambda);
    verdict.reduced = tmi_verify_reduced(count, psi, c, lambda);
    return verdict;
}
