/* pair_points.c: the points at which the force of a row acts. In the plane a contact is over an
 * interval, and a linear height is at least 0 on it where it is at both ends: so two points are
 * enough. Each is a true gap of two features, since only those have the gradient that the force
 * has; theory, section 4. */
#include "analyse/contact/pair/pair.h"

#include <math.h>

/* Cosine of the angle between a facet and the one that meets it from above, turned over, below
 * which the end of the first is not set against the second [1]: at 60 degrees the corner between
 * them is what touches, and the row of the second has a direction that is not this contact's. */
#define INCIDENT_COSINE 0.5

/* A corner is counted as above the facet when it overhangs its end by no more than this part of the
 * coordinates [1]: aligned facets keep the same features whatever the rounding errors. */
#define OVERHANG_ROUNDINGS TMI_COORDINATE_ROUNDINGS

/* The facet of a row and the piece that it meets; which of the two is a. */
typedef struct facing {
    const tmiContactPiece *with, *other;
    bool of_a;
    int32_t facet;
    double along[2]; /* the facet's direction */
    double length;   /* of it [m] */
    double slack;    /* rounding errors of places along it [m] */
} facing;

/* Two pieces now and at the start of the step. */
typedef struct motion {
    const tmiContactPiece *a, *b, *a0, *b0;
    double tolerance; /* how far a visible row may have been closed at the start [m] */
} motion;

/* ---- Directions of corners ------------------------------------------------------------------- */

/* How much of a direction between two corners turns with a; the rest turns with b. The turn of a
 * disc does not matter. */
static double share_of_a(const motion *m) {
    const bool a = m->a->facets > 0, b = m->b->facets > 0;
    return a == b ? 0.5 : a ? 1.0 : 0.0;
}

/* The turn of a body since the start. */
static void turn_since(const tmiContactPiece *now, const tmiContactPiece *start, double turn[2]) {
    turn[0] = now->turn[0] * start->turn[0] + now->turn[1] * start->turn[1];
    turn[1] = now->turn[1] * start->turn[0] - now->turn[0] * start->turn[1];
}

/* From corner i of a to corner j of b at the start, turned as the bodies have turned since: with
 * the one that has facets, or with the mean of both. */
static void carried(const motion *m, int32_t i, int32_t j, double d[2]) {
    const double *p = m->a0->corner[i], *q = m->b0->corner[j];
    const double x = q[0] - p[0], y = q[1] - p[1];
    double with_a[2] = {1.0, 0.0}, with_b[2] = {1.0, 0.0};
    if (m->a->facets > 0) {
        turn_since(m->a, m->a0, with_a);
    }
    if (m->b->facets > 0) {
        turn_since(m->b, m->b0, with_b);
    }
    const double share = share_of_a(m);
    double c = share * with_a[0] + (1.0 - share) * with_b[0];
    double s = share * with_a[1] + (1.0 - share) * with_b[1];
    const double length = tmi_hypot(c, s);
    c = length > 0.0 ? c / length : 1.0;
    s = length > 0.0 ? s / length : 0.0;
    d[0] = c * x - s * y;
    d[1] = s * x + c * y;
}

/* The direction n of two corners: that of their row, but no further from where it was than
 * n . d0 >= r - tolerance, along which they were open at the start (theory (15)). Returns whether
 * it had to be held there. */
static bool corner_direction(const motion *m, int32_t i, int32_t j, double n[2]) {
    const double *p = m->a->corner[i], *q = m->b->corner[j];
    double d0[2];
    int32_t facet;
    carried(m, i, j, d0);
    if (!tmi_contact_corner_normal(m->a, m->b, i, j, n, &facet)) {
        const double length = tmi_hypot(q[0] - p[0], q[1] - p[1]);
        n[0] = length > 0.0 ? (q[0] - p[0]) / length : 1.0;
        n[1] = length > 0.0 ? (q[1] - p[1]) / length : 0.0;
    }
    const double min = (m->a->radius + m->b->radius) - m->tolerance;
    const double far = tmi_hypot(d0[0], d0[1]);
    if (tmi_contact_dot(n, d0) >= min || far < min || !(far > 0.0)) {
        return false;
    }
    const double u[2] = {d0[0] / far, d0[1] / far};
    const double c = min / far;
    const double s = sqrt(((far - min) / far) * (1.0 + c));
    const double side = u[0] * n[1] - u[1] * n[0] < 0.0 ? -s : s;
    n[0] = c * u[0] - side * u[1];
    n[1] = side * u[0] + c * u[1];
    return true;
}

/* ---- Single points --------------------------------------------------------------------------- */

static double facet_gap(const tmiContactPiece *with, int32_t facet, const tmiContactPiece *other,
                        int32_t corner) {
    return tmi_contact_height(with, facet, other, corner) - (with->radius + other->radius);
}

static void facet_point(const tmiContactPiece *with, int32_t facet, const tmiContactPiece *other,
                        int32_t corner, tmiContactPoint *point) {
    const double *n = with->normal[facet], *x = other->corner[corner];
    for (int32_t k = 0; k < 2; k++) {
        point->normal[k] = n[k];
        point->point[k] = x[k] - other->radius * n[k];
    }
    point->gap = facet_gap(with, facet, other, corner);
}

static void corners_point(const motion *m, tmiContactPoint *point) {
    const double *p = m->a->corner[point->a], *q = m->b->corner[point->b];
    const double d[2] = {q[0] - p[0], q[1] - p[1]};
    const double r = m->a->radius + m->b->radius;
    const double share = share_of_a(m);
    double *n = point->normal, d0[2];
    const bool held = corner_direction(m, point->a, point->b, n);
    carried(m, point->a, point->b, d0);
    point->gap = tmi_contact_dot(n, d) - r;
    point->gap_at_start = held ? -m->tolerance : tmi_contact_dot(n, d0) - r;
    for (int32_t k = 0; k < 2; k++) {
        point->point[k] =
            (1.0 - share) * (p[k] + m->a->radius * n[k]) + share * (q[k] - m->b->radius * n[k]);
    }
}

static void point_at(const motion *m, tmiContactPoint *point) {
    switch ((tmiContactKind)point->kind) {
    case TMI_CONTACT_FACET_A:
        facet_point(m->a, point->a, m->b, point->b, point);
        point->gap_at_start = facet_gap(m->a0, point->a, m->b0, point->b);
        break;
    case TMI_CONTACT_FACET_B:
        facet_point(m->b, point->b, m->a, point->a, point);
        point->normal[0] = -point->normal[0];
        point->normal[1] = -point->normal[1];
        point->gap_at_start = facet_gap(m->b0, point->b, m->a0, point->a);
        break;
    case TMI_CONTACT_CORNERS:
    case TMI_CONTACT_VERTEX:
    default:
        corners_point(m, point);
        break;
    }
}

void tmi_contact_point_at(const tmiContactPiece *a, const tmiContactPiece *b,
                          const tmiContactPiece *a0, const tmiContactPiece *b0, double tolerance,
                          tmiContactPoint *point) {
    const motion m = {a, b, a0, b0, tolerance};
    point_at(&m, point);
}

static tmiContactPoint make_point(const motion *m, tmiContactRow features) {
    tmiContactPoint point = {.kind = (uint8_t)features.kind, .a = features.a, .b = features.b};
    point_at(m, &point);
    point.key = tmi_contact_key((int32_t)features.kind, features.a, features.b);
    return point;
}

/* ---- Clipping -------------------------------------------------------------------------------- */

static facing meet(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row) {
    const bool of_a = row < a->facets;
    facing m = {.with = of_a ? a : b,
                .other = of_a ? b : a,
                .of_a = of_a,
                .facet = of_a ? row : row - a->facets,
                .slack = OVERHANG_ROUNDINGS * tmi_contact_reach(a, b)};
    const double *n = m.with->normal[m.facet];
    const double *from = m.with->corner[m.facet];
    const double *to = m.with->corner[tmi_contact_after(m.with, m.facet)];
    m.along[0] = -n[1];
    m.along[1] = n[0];
    m.length = m.along[0] * (to[0] - from[0]) + m.along[1] * (to[1] - from[1]);
    return m;
}

/* Where a corner of the other piece is along the facet, from its beginning [m]. */
static double place_of(const facing *m, int32_t corner) {
    const double *from = m->with->corner[m->facet], *x = m->other->corner[corner];
    return m->along[0] * (x[0] - from[0]) + m->along[1] * (x[1] - from[1]);
}

static tmiContactRow features_of(const facing *m, int32_t corner) {
    return m->of_a ? (tmiContactRow){TMI_CONTACT_FACET_A, m->facet, corner}
                   : (tmiContactRow){TMI_CONTACT_FACET_B, corner, m->facet};
}

/* The other's facet at its lowest corner that lies more along the row's facet. */
static int32_t incident(const facing *m, int32_t low) {
    const double *n = m->with->normal[m->facet];
    const int32_t before = tmi_contact_before(m->other, low);
    return tmi_contact_dot(m->other->normal[before], n) < tmi_contact_dot(m->other->normal[low], n)
               ? before
               : low;
}

/* Whether the other's facet `above`, from `corner` beyond an end of the row's facet to `neighbour`,
 * comes back over that end, and has its nearest point to it there. */
static bool comes_back(const facing *m, int32_t corner, int32_t above, int32_t neighbour,
                       int32_t end) {
    const double *x = m->other->corner[corner], *y = m->other->corner[neighbour];
    const double *c = m->with->corner[end];
    const double back = place_of(m, neighbour);
    const bool returns = end == m->facet ? back > m->slack : back < m->length - m->slack;
    const double cosine = -tmi_contact_dot(m->other->normal[above], m->with->normal[m->facet]);
    const double d[2] = {y[0] - x[0], y[1] - x[1]};
    const double place = d[0] * (c[0] - x[0]) + d[1] * (c[1] - x[1]);
    return returns && cosine > INCIDENT_COSINE && place >= 0.0 && place <= tmi_contact_dot(d, d);
}

/* The features that a corner beyond an end of the facet gives way to: that end against the facet
 * `above` of the other piece, where that comes back over it; else, of round pieces, the two
 * corners, if these are nearest to each other. False: there are none. */
static bool clip(const motion *step, const facing *m, int32_t corner, int32_t above,
                 int32_t neighbour, tmiContactRow *features) {
    const int32_t end = place_of(m, corner) < 0.0 ? m->facet : tmi_contact_after(m->with, m->facet);
    if (m->other->facets > 0 && comes_back(m, corner, above, neighbour, end)) {
        *features = m->of_a ? (tmiContactRow){TMI_CONTACT_FACET_B, end, above}
                            : (tmiContactRow){TMI_CONTACT_FACET_A, above, end};
        return true;
    }
    if (!(m->with->radius + m->other->radius > 0.0)) {
        return false;
    }
    double n[2];
    int32_t facet;
    *features = m->of_a ? (tmiContactRow){TMI_CONTACT_CORNERS, end, corner}
                        : (tmiContactRow){TMI_CONTACT_CORNERS, corner, end};
    const int32_t i = features->a, j = features->b;
    return tmi_contact_corner_normal(step->a, step->b, i, j, n, &facet) && facet < 0;
}

/* ---- Points of a row ------------------------------------------------------------------------- */

/* Leaves out what was closed at the start, unless all were. */
static int32_t keep_visible(tmiContactPoint points[2], int32_t count, double tolerance) {
    if (count == 2) {
        const bool first = points[0].gap_at_start >= -tolerance;
        const bool second = points[1].gap_at_start >= -tolerance;
        if (first != second) {
            points[0] = first ? points[0] : points[1];
            return 1;
        }
    }
    return count;
}

/* How far a corner of the other piece is beyond the facet's ends [m]; 0 above it. */
static double beyond(const facing *m, int32_t corner) {
    const double place = place_of(m, corner);
    const double out = place < 0.0 ? -place : place - m->length;
    return out > m->slack ? out : 0.0;
}

static double height_of(const facing *m, int32_t corner) {
    return tmi_contact_height(m->with, m->facet, m->other, corner);
}

/* Whether a corner beyond the end is left to the other one, which is as low but not as far out: two
 * facets in one line that share no more than a point. */
static bool is_idle(const facing *m, int32_t corner, int32_t neighbour) {
    return beyond(m, neighbour) < beyond(m, corner) &&
           height_of(m, neighbour) <= height_of(m, corner) + m->slack;
}

/* Whether one corner of the other piece is at the very end of the facet beyond which its neighbour
 * is: the facets share no more than a point, and one corner is enough. */
static bool is_at_end(const facing *m, int32_t corner, int32_t beyond_end) {
    const double place = place_of(m, corner);
    const double from = place_of(m, beyond_end) < 0.0 ? place : place - m->length;
    return fabs(from) <= m->slack;
}

/* The points of a facet's row. */
static int32_t facet_points(const motion *step, int32_t row, double near,
                            tmiContactPoint points[2]) {
    const facing m = meet(step->a, step->b, row);
    const int32_t low = tmi_contact_lowest(m.with, m.facet, m.other);
    int32_t corners[2] = {low, low};
    int32_t above = 0, ends = 1, count = 0;
    if (m.other->facets > 0) {
        above = incident(&m, low);
        corners[1] = above == low ? tmi_contact_after(m.other, low) : above;
        ends = height_of(&m, corners[1]) <= height_of(&m, low) + near ? 2 : 1;
    }
    for (int32_t k = 0; k < ends; k++) {
        const int32_t corner = corners[k], neighbour = corners[1 - k];
        tmiContactPoint point = make_point(step, features_of(&m, corner));
        tmiContactRow features;
        if (beyond(&m, corner) > 0.0) {
            if (k == 1 && is_at_end(&m, low, corner)) {
                continue;
            }
            if (clip(step, &m, corner, above, neighbour, &features)) {
                const tmiContactPoint clipped = make_point(step, features);
                point = clipped.gap_at_start >= -step->tolerance ? clipped : point;
            } else if (ends == 2 && is_idle(&m, corner, neighbour)) {
                continue;
            }
        }
        points[count++] = point;
    }
    return keep_visible(points, count, step->tolerance);
}

/* Whether a facet's row was open at the start against the corner of two that is not its own. */
static bool was_open(const motion *m, int32_t row, int32_t i, int32_t j) {
    const double gap = row < m->a->facets ? facet_gap(m->a0, row, m->b0, j)
                                          : facet_gap(m->b0, row - m->a->facets, m->a0, i);
    return gap >= -m->tolerance;
}

/* Whether the force of a row of corners acts between them, rather than on the facet `row` that
 * holds its direction (-1: none). A direction is wanted that was open at the start, since others
 * may add energy, and that says no more than the separation: any where the line of the corners is
 * free and its length the distance, else one in which both are furthest. */
static bool takes_corners(const motion *m, int32_t i, int32_t j, int32_t row) {
    double n[2];
    return row < 0 || (!was_open(m, row, i, j) && corner_direction(m, i, j, n) &&
                       tmi_contact_are_furthest(m->a, i, m->b, j, n));
}

int32_t tmi_contact_points(const tmiContactPiece *a, const tmiContactPiece *b,
                           const tmiContactPiece *a0, const tmiContactPiece *b0, int32_t row,
                           double near, double tolerance, tmiContactPoint points[2]) {
    const motion m = {a, b, a0, b0, tolerance};
    const tmiContactRow parts = tmi_contact_row(a, b, row);
    if (parts.kind == TMI_CONTACT_CORNERS) {
        double n[2];
        if (!tmi_contact_corner_normal(a, b, parts.a, parts.b, n, &row)) {
            return 0;
        }
        if (takes_corners(&m, parts.a, parts.b, row)) {
            points[0] = make_point(&m, parts);
            return 1;
        }
    }
    return facet_points(&m, row, near, points);
}
