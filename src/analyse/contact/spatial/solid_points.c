/* solid_points.c: the points at which a row presses, each with a true gap.
 *
 * A face and the face of the other piece that looks most against it overlap, seen along the first,
 * in a convex polygon. Its corners are corners of the one above the other, ends of the face above
 * the other's, or crossings of two edges; each is a row of its own, and counts if it was open at
 * the start. None of them may be left out: a manifold that lacks a corner claims that the pieces
 * are apart there. */
#include "analyse/contact/spatial/spatial.h"

#include <math.h>
#include <string.h>

/* How far outside a side a corner may be and still count as above the face, as part of the smaller
 * piece [1]: aligned boxes keep their corners. */
#define SIDE_SLACK 1e-9

/* A corner of the overlap is made again as other features only where their normal and that of the
 * face have this cosine at least, and edges this sine [1]: steeper ones would say little about what
 * is between the faces. */
#define LIKE_FACE 0.5
#define EDGES_CROSS 1e-3

/* How far a crossing of edges may be past their ends [their lengths]. */
#define PAST_ENDS 0.01

/* What a row's points are made from. */
typedef struct Maker {
    const tmiSolidPair *pair;
    bool of_a; /* the face is */
    const tmiSolid *with, *other, *with0, *other0;
    int32_t face, facing;
    double radius; /* of both */
    double tolerance, near;
    tmiContactPoint *points;
    int32_t count;
    bool dropped;
} Maker;

int32_t tmi_solid_points_max(const tmiSolidShape *a, const tmiSolidShape *b) {
    int32_t faces = a->face_max + b->face_max;
    int32_t corners = a->corner_count > b->corner_count ? a->corner_count : b->corner_count;
    return (faces > corners ? faces : corners) + 2;
}

/* ---- Gaps of features ------------------------------------------------------------------------ */

/* Corner `corner` of one piece above a face of another. */
static void put_face_point(const tmiSolid *with, int32_t face, const tmiSolid *other,
                           int32_t corner, bool of_a, tmiContactPoint *point) {
    double radius = with->shape->radius + other->shape->radius;
    for (int32_t k = 0; k < 3; k++) {
        double n = with->normal[face][k];
        point->normal[k] = of_a ? n : -n;
        point->point[k] = other->corner[corner][k] - other->shape->radius * n;
    }
    point->gap = tmi_solid_height(with, face, other->corner[corner]) - radius;
}

/* A point of the other piece that is no corner, kept in its body's axes. */
static void put_flat_point(const tmiSolid *with, int32_t face, const tmiSolid *other, bool of_a,
                           const tmiSolidShape *shape, tmiContactPoint *point) {
    double at[3];
    for (int32_t k = 0; k < 3; k++) {
        at[k] = other->corner[0][k];
    }
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t l = 0; l < 3; l++) {
            at[k] += other->turn[k][l] * (point->own[l] - shape->corner[0][l]);
        }
    }
    for (int32_t k = 0; k < 3; k++) {
        point->normal[k] = of_a ? with->normal[face][k] : -with->normal[face][k];
        point->point[k] = at[k] - other->shape->radius * with->normal[face][k];
    }
    point->gap = tmi_solid_height(with, face, at) - with->shape->radius - other->shape->radius;
}

static int32_t row_of(const tmiSolid *a, const tmiSolid *b, const tmiContactPoint *p) {
    return tmi_solid_row_of(a, b, (tmiSolidRow){(tmiContactKind)p->kind, p->a, p->b});
}

/* Puts where the features are; false where they have no direction. */
static bool put_point(const tmiSolid *a, const tmiSolid *b, tmiContactPoint *point) {
    tmiSolidLine line;
    switch (point->kind) {
    case TMI_CONTACT_FACET_A:
        put_face_point(a, point->a, b, point->b, true, point);
        return true;
    case TMI_CONTACT_FACET_B:
        put_face_point(b, point->b, a, point->a, false, point);
        return true;
    case TMI_CONTACT_FLAT_A:
        put_flat_point(a, point->a, b, true, b->shape, point);
        return true;
    case TMI_CONTACT_FLAT_B:
        put_flat_point(b, point->b, a, false, a->shape, point);
        return true;
    default:
        if (!tmi_solid_line(a, b, row_of(a, b, point), &line)) {
            return false;
        }
        memcpy(point->normal, line.normal, sizeof point->normal);
        memcpy(point->point, line.point, sizeof point->point);
        point->gap = line.gap;
        return true;
    }
}

/* ---- Directions of round features ------------------------------------------------------------ */

/* The vector between two round features, without what it has along an edge. */
static void between(const tmiSolid *a, const tmiSolid *b, const tmiContactPoint *point,
                    double d[3]) {
    bool edge_a = point->kind == TMI_CONTACT_EDGE_CORNER;
    bool edge_b = point->kind == TMI_CONTACT_CORNER_EDGE;
    tmi_subtract3(b->corner[edge_b ? b->shape->edge[point->b][0] : point->b],
                  a->corner[edge_a ? a->shape->edge[point->a][0] : point->a], d);
    if (edge_a || edge_b) {
        const double *e = edge_a ? a->along[point->a] : b->along[point->b];
        tmi_add3(d, -tmi_dot3(d, e) / tmi_dot3(e, e), e);
    }
}

/* d turned as a piece has turned since the start. */
static void turn_along(const tmiSolid *start, const tmiSolid *now, double d[3]) {
    double own[3] = {0.0, 0.0, 0.0};
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t l = 0; l < 3; l++) {
            own[k] += start->turn[l][k] * d[l];
        }
    }
    for (int32_t k = 0; k < 3; k++) {
        d[k] = tmi_dot3(now->turn[k], own);
    }
}

double tmi_solid_passed(const tmiSolidPair *pair, const tmiContactPoint *point, bool *round) {
    double d[3], across[3];
    *round = pair->a->shape->radius > 0.0 && pair->b->shape->radius > 0.0;
    between(pair->a, pair->b, point, d);
    tmi_cross3(d, point->normal, across);
    return tmi_length3(across);
}

/* Holds the direction of two round features where it was open at the start (theory of contact,
 * (15)): of the directions n with n . d0 >= r - tolerance, the one nearest to that of now. */
static void hold(const tmiSolidPair *pair, double tolerance, tmiContactPoint *point) {
    double start[3], now[3], *n = point->normal;
    double radius = pair->a->shape->radius + pair->b->shape->radius, least = radius - tolerance;
    between(pair->a0, pair->b0, point, start);
    between(pair->a, pair->b, point, now);
    if (pair->a->shape->face_count > 0 || pair->b->shape->face_count > 0) {
        bool of_a = pair->a->shape->face_count > 0;
        turn_along(of_a ? pair->a0 : pair->b0, of_a ? pair->a : pair->b, start);
    }
    double length = tmi_normalise3(start), along = tmi_dot3(n, start);
    if (length * along >= least || !(length > 0.0)) {
        return;
    }
    double cosine = tmi_min(least / length, 1.0), across[3];
    for (int32_t k = 0; k < 3; k++) {
        across[k] = n[k] - along * start[k];
    }
    double sine = tmi_normalise3(across) > 0.0 ? sqrt(1.0 - cosine * cosine) : 0.0;
    double moved = point->gap;
    for (int32_t k = 0; k < 3; k++) {
        double was = n[k];
        n[k] = cosine * start[k] + sine * across[k];
        /* Still on the line through the centre of the round one. */
        bool from_a = pair->a->shape->radius > 0.0;
        double out =
            from_a ? pair->a->shape->radius + 0.5 * moved : -(pair->b->shape->radius + 0.5 * moved);
        point->point[k] += out * (n[k] - was);
    }
    point->gap = tmi_dot3(n, now) - radius;
}

static bool is_round(const tmiContactPoint *point) {
    return point->kind == TMI_CONTACT_CORNERS || point->kind == TMI_CONTACT_CORNER_EDGE ||
           point->kind == TMI_CONTACT_EDGE_CORNER;
}

/* Puts a point now, and its gap at the start; false where the features have no direction. */
static bool put_both(const tmiSolidPair *pair, double tolerance, tmiContactPoint *point) {
    tmiContactPoint start = *point;
    point->gap_at_start = put_point(pair->a0, pair->b0, &start) ? start.gap : -INFINITY;
    if (!put_point(pair->a, pair->b, point)) {
        return false;
    }
    if (is_round(point)) {
        tmiSolidLine line;
        if (tmi_solid_line(pair->a, pair->b, row_of(pair->a, pair->b, point), &line) &&
            !line.is_held) {
            hold(pair, tolerance, point);
        }
        point->gap_at_start = tmi_max(point->gap_at_start, start.gap);
    }
    return true;
}

void tmi_solid_point_at(const tmiSolidPair *pair, double tolerance, tmiContactPoint *point) {
    (void)put_both(pair, tolerance, point);
}

/* ---- Points of a face ------------------------------------------------------------------------ */

static void add(Maker *m, tmiContactPoint *point) {
    point->key = tmi_contact_key(point->kind, point->a, point->b);
    for (int32_t i = 0; i < m->count; i++) {
        if (m->points[i].key == point->key) {
            return;
        }
    }
    if (put_both(m->pair, m->tolerance, point)) {
        m->points[m->count++] = *point;
    }
}

/* A corner of the other piece above the face; and one of the face above the other's. */
static void add_corner(Maker *m, int32_t corner) {
    tmiContactPoint point =
        m->of_a ? (tmiContactPoint){.kind = TMI_CONTACT_FACET_A, .a = m->face, .b = corner}
                : (tmiContactPoint){.kind = TMI_CONTACT_FACET_B, .a = corner, .b = m->face};
    add(m, &point);
}

static bool add_back(Maker *m, int32_t corner) {
    if (m->facing < 0 ||
        !(-tmi_dot3(m->other->normal[m->facing], m->with->normal[m->face]) > LIKE_FACE)) {
        return false;
    }
    if (!(tmi_solid_height(m->other0, m->facing, m->with0->corner[corner]) - m->radius >=
          -m->tolerance)) {
        return false;
    }
    tmiContactPoint point =
        m->of_a ? (tmiContactPoint){.kind = TMI_CONTACT_FACET_B, .a = corner, .b = m->facing}
                : (tmiContactPoint){.kind = TMI_CONTACT_FACET_A, .a = m->facing, .b = corner};
    add(m, &point);
    return true;
}

/* The edge of the other piece by its place in the outline that was cut. */
static int32_t edge_of_other(const Maker *m, int32_t place) {
    const tmiSolidShape *s = m->other->shape;
    return m->facing >= 0 ? s->face_edges[s->face_starts[m->facing] + place] : 0;
}

static bool is_between_ends(double place) {
    return place > -PAST_ENDS && place < 1.0 + PAST_ENDS;
}

/* The crossing of a side of the face with an edge of the other. */
static bool add_crossing(Maker *m, int32_t side, int32_t place) {
    const tmiSolid *a = m->pair->a, *b = m->pair->b;
    int32_t own = m->with->shape->face_edges[m->with->shape->face_starts[m->face] + side];
    int32_t other = edge_of_other(m, place);
    tmiContactPoint point = {
        .kind = TMI_CONTACT_EDGES, .a = m->of_a ? own : other, .b = m->of_a ? other : own};
    tmiSolidLine now, start;
    int32_t row = row_of(a, b, &point);
    if (!tmi_solid_line(a, b, row, &now) || !is_between_ends(now.place[0]) ||
        !is_between_ends(now.place[1])) {
        return false;
    }
    double like = tmi_dot3(now.normal, m->with->normal[m->face]), across[3];
    const double *da = a->along[point.a], *db = b->along[point.b];
    tmi_cross3(da, db, across);
    double square = EDGES_CROSS * EDGES_CROSS * tmi_dot3(da, da) * tmi_dot3(db, db);
    if (!((m->of_a ? like : -like) > LIKE_FACE) || !(tmi_dot3(across, across) > square) ||
        !tmi_solid_line(m->pair->a0, m->pair->b0, row, &start) || start.gap < -m->tolerance) {
        return false;
    }
    add(m, &point);
    return true;
}

/* Where no features are like the face there: a point of the other piece. */
static void add_flat(Maker *m, const tmiSolidCorner *corner) {
    const tmiSolidShape *s = m->other->shape;
    int32_t label = 1024 * (corner->into & 1023) + (corner->out & 1023);
    double apart[3];
    if (m->facing >= 0 &&
        !(-tmi_dot3(m->other->normal[m->facing], m->with->normal[m->face]) > LIKE_FACE)) {
        m->dropped = true;
        return;
    }
    tmiContactPoint point = {.kind = m->of_a ? TMI_CONTACT_FLAT_A : TMI_CONTACT_FLAT_B,
                             .a = m->of_a ? m->face : label,
                             .b = m->of_a ? label : m->face};
    tmi_subtract3(corner->at, m->other->corner[0], apart);
    for (int32_t k = 0; k < 3; k++) {
        point.own[k] = s->corner[0][k];
        for (int32_t l = 0; l < 3; l++) {
            point.own[k] += m->other->turn[l][k] * apart[l];
        }
    }
    add(m, &point);
}

/* A corner of the overlap as features of both. */
static void add_clipped(Maker *m, const tmiSolidCorner *corner, int32_t outline, int32_t sides) {
    const tmiSolidShape *s = m->with->shape, *t = m->other->shape;
    int32_t into = corner->into, out = corner->out;
    bool own_in = into >= 0, own_out = out >= 0;
    if (own_in && own_out && out == (into + 1) % outline) {
        add_corner(m, m->facing >= 0 ? t->face_corners[t->face_starts[m->facing] + out] : out);
        return;
    }
    if (!own_in && !own_out) {
        int32_t from = -1 - into, to = -1 - out;
        int32_t at = s->face_starts[m->face];
        bool next = to == (from + 1) % sides, back = from == (to + 1) % sides;
        if ((next && add_back(m, s->face_corners[at + to])) ||
            (!next && back && add_back(m, s->face_corners[at + from]))) {
            return;
        }
    } else if (own_in != own_out &&
               add_crossing(m, -1 - (own_in ? out : into), own_in ? into : out)) {
        return;
    }
    add_flat(m, corner);
}

/* Whether a point is above the face. */
static bool is_above(const Maker *m, const double x[3], double slack) {
    const tmiSolidShape *s = m->with->shape;
    int32_t first = s->face_starts[m->face], sides = s->face_starts[m->face + 1] - first;
    for (int32_t k = 0; k < sides; k++) {
        const double *from = m->with->corner[s->face_corners[first + k]];
        const double *to = m->with->corner[s->face_corners[first + (k + 1) % sides]];
        double along[3], out[3], apart[3];
        tmi_subtract3(to, from, along);
        tmi_cross3(along, m->with->normal[m->face], out);
        (void)tmi_normalise3(out);
        tmi_subtract3(x, from, apart);
        if (tmi_dot3(out, apart) > slack) {
            return false;
        }
    }
    return true;
}

/* The corner above which the face is lowest may not be one of the overlap: where it is above the
 * face it counts all the same. */
static void add_lowest_above(Maker *m, double slack) {
    double low;
    int32_t lowest = tmi_solid_lowest(m->with, m->face, m->other, &low);
    uint8_t kind = m->of_a ? TMI_CONTACT_FACET_A : TMI_CONTACT_FACET_B;
    for (int32_t i = 0; i < m->count; i++) {
        const tmiContactPoint *p = &m->points[i];
        if (p->kind == kind && (m->of_a ? p->b : p->a) == lowest) {
            return;
        }
    }
    if (is_above(m, m->other->corner[lowest], slack)) {
        add_corner(m, lowest);
    }
}

static void add_overlap(Maker *m) {
    const tmiSolidShape *s = m->with->shape, *t = m->other->shape;
    const int32_t *starts = t->face_starts;
    tmiSolidCorner *corners = m->pair->corners;
    double slack = SIDE_SLACK * tmi_min(s->length, t->length), least = INFINITY;
    m->facing = tmi_solid_facing(m->other, m->with->normal[m->face]);
    int32_t outline = m->facing >= 0 ? starts[m->facing + 1] - starts[m->facing] : t->corner_count;
    int32_t sides = s->face_starts[m->face + 1] - s->face_starts[m->face], count = 0;
    if (outline > 1) {
        count = tmi_solid_clip(m->with, m->face, m->other, m->facing, slack, corners);
    }
    for (int32_t i = 0; i < count; i++) {
        least = tmi_min(tmi_solid_height(m->with, m->face, corners[i].at), least);
    }
    for (int32_t i = 0; i < count; i++) {
        if (tmi_solid_height(m->with, m->face, corners[i].at) <= least + m->near) {
            add_clipped(m, &corners[i], outline, sides);
        }
    }
    add_lowest_above(m, slack);
}

/* Without an overlap: all of the lowest corners, for one alone may be this one now and that one in
 * the next pass. */
static void add_lowest(Maker *m) {
    double low;
    (void)tmi_solid_lowest(m->with, m->face, m->other, &low);
    for (int32_t i = 0; i < m->other->shape->corner_count; i++) {
        if (tmi_solid_height(m->with, m->face, m->other->corner[i]) <= low + m->near) {
            add_corner(m, i);
        }
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static Maker maker_of(const tmiSolidPair *pair, tmiSolidRow row, double near, double tolerance,
                      tmiContactPoint *points) {
    bool of_a = row.kind == TMI_CONTACT_FACET_A;
    return (Maker){.pair = pair,
                   .of_a = of_a,
                   .with = of_a ? pair->a : pair->b,
                   .other = of_a ? pair->b : pair->a,
                   .with0 = of_a ? pair->a0 : pair->b0,
                   .other0 = of_a ? pair->b0 : pair->a0,
                   .face = of_a ? row.a : row.b,
                   .radius = pair->a->shape->radius + pair->b->shape->radius,
                   .tolerance = tolerance,
                   .near = near,
                   .points = points};
}

static bool is_face(tmiSolidRow row) {
    return row.kind == TMI_CONTACT_FACET_A || row.kind == TMI_CONTACT_FACET_B;
}

int32_t tmi_solid_points(const tmiSolidPair *pair, int32_t row, double near, double tolerance,
                         tmiContactPoint *points) {
    const tmiSolidRow parts = tmi_solid_row(pair->a, pair->b, row);
    Maker m = maker_of(pair, parts, near, tolerance, points);
    if (is_face(parts)) {
        add_overlap(&m);
        if (m.count == 0) {
            add_lowest(&m);
        }
    } else {
        tmiContactPoint point = {.kind = (uint8_t)parts.kind, .a = parts.a, .b = parts.b};
        add(&m, &point);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < m.count; i++) {
        if (points[i].gap_at_start >= -tolerance) {
            points[kept++] = points[i];
        }
    }
    return kept;
}

bool tmi_solid_all_open(const tmiSolidPair *pair, int32_t face, double near, double tolerance,
                        double *gap) {
    const tmiSolidRow parts = tmi_solid_row(pair->a, pair->b, face);
    Maker m = maker_of(pair, parts, near, tolerance, pair->points);
    *gap = INFINITY;
    if (!is_face(parts)) {
        return false;
    }
    add_overlap(&m);
    bool open = m.count > 0 && !m.dropped;
    for (int32_t i = 0; i < m.count; i++) {
        open = open && m.points[i].gap_at_start >= -tolerance;
        *gap = tmi_min(m.points[i].gap, *gap);
    }
    return open;
}
