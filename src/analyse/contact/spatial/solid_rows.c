/* solid_rows.c: gaps of two convex pieces of space: the rows, and the largest of them.
 *
 * Along a unit vector n the pieces are apart by min n.B - max n.A - r. Its maximum is over the
 * normals of faces and over directions across two edges whose arcs cross on the Gauss map
 * ([GRE13]); where r > 0 also over those between corners, and between corners and edges. */
#include "analyse/contact/spatial/spatial.h"

#include <math.h>

/* Edges with a smaller sine between them count as parallel [1]: the faces beside them separate as
 * well, but for that part of a length. */
#define EDGES_PARALLEL 1e-8

/* Part of a piece's length by which another corner may be further along a direction [1]: rounding
 * errors of corners. */
#define FURTHER_SLACK (16.0 * TMI_EPSILON)

static double radii(const tmiSolid *a, const tmiSolid *b) {
    return a->shape->radius + b->shape->radius;
}

/* ---- Numbers of rows ------------------------------------------------------------------------- */

/* Where each kind of row begins, and how many there are of all. */
typedef struct Places {
    int32_t edges, corner_edge, edge_corner, corners, end;
} Places;

static Places places_of(const tmiSolid *a, const tmiSolid *b) {
    const tmiSolidShape *s = a->shape, *t = b->shape;
    Places p = {.edges = s->face_count + t->face_count};
    p.corner_edge = p.edges + s->edge_count * t->edge_count;
    p.edge_corner = p.corners = p.end = p.corner_edge;
    if (radii(a, b) > 0.0) {
        p.edge_corner = p.corner_edge + s->corner_count * t->edge_count;
        p.corners = p.edge_corner + s->edge_count * t->corner_count;
        p.end = p.corners + s->corner_count * t->corner_count;
    }
    return p;
}

int32_t tmi_solid_rows(const tmiSolid *a, const tmiSolid *b) {
    return places_of(a, b).end;
}

static tmiSolidRow row_in(tmiContactKind kind, int32_t place, int32_t width) {
    return (tmiSolidRow){kind, place / width, place % width};
}

tmiSolidRow tmi_solid_row(const tmiSolid *a, const tmiSolid *b, int32_t row) {
    const Places p = places_of(a, b);
    int32_t faces = a->shape->face_count;
    if (row < faces) {
        return (tmiSolidRow){TMI_CONTACT_FACET_A, row, -1};
    }
    if (row < p.edges) {
        return (tmiSolidRow){TMI_CONTACT_FACET_B, -1, row - faces};
    }
    int32_t corners = b->shape->corner_count, edges = b->shape->edge_count;
    return row < p.corner_edge   ? row_in(TMI_CONTACT_EDGES, row - p.edges, edges)
           : row < p.edge_corner ? row_in(TMI_CONTACT_CORNER_EDGE, row - p.corner_edge, edges)
           : row < p.corners     ? row_in(TMI_CONTACT_EDGE_CORNER, row - p.edge_corner, corners)
                                 : row_in(TMI_CONTACT_CORNERS, row - p.corners, corners);
}

int32_t tmi_solid_row_of(const tmiSolid *a, const tmiSolid *b, tmiSolidRow row) {
    const Places p = places_of(a, b);
    int32_t corners = b->shape->corner_count, edges = b->shape->edge_count;
    switch (row.kind) {
    case TMI_CONTACT_FACET_A:
        return row.a;
    case TMI_CONTACT_FACET_B:
        return a->shape->face_count + row.b;
    case TMI_CONTACT_EDGES:
        return p.edges + row.a * edges + row.b;
    case TMI_CONTACT_CORNER_EDGE:
        return p.corner_edge + row.a * edges + row.b;
    case TMI_CONTACT_EDGE_CORNER:
        return p.edge_corner + row.a * corners + row.b;
    case TMI_CONTACT_CORNERS:
        return p.corners + row.a * corners + row.b;
    default:
        return -1;
    }
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* With w the heights of an edge's direction along the two normals beside an edge of the other
 * piece: whether the arcs cross. Those of a capsule are whole circles. */
static bool arcs_cross(const double w[2], const double u[2], bool circle_a, bool circle_b) {
    return circle_a && circle_b ? true
           : circle_a           ? w[0] * w[1] < 0.0
           : circle_b           ? u[0] * u[1] < 0.0
                                : w[0] * w[1] < 0.0 && u[0] * u[1] < 0.0 && w[0] * u[1] < 0.0;
}

/* Heights of a direction along the normals beside an edge. */
static void heights(const tmiSolid *of, int32_t edge, const double along[3], double w[2]) {
    for (int32_t k = 0; k < 2 && of->shape->face_count > 0; k++) {
        w[k] = tmi_dot3(of->normal[of->shape->edge_face[edge][k]], along);
    }
}

bool tmi_solid_crosses(const tmiSolid *a, int32_t i, const tmiSolid *b, int32_t j) {
    double w[2] = {0.0, 0.0}, u[2] = {0.0, 0.0};
    heights(b, j, a->along[i], w);
    heights(a, i, b->along[j], u);
    return arcs_cross(w, u, a->shape->face_count == 0, b->shape->face_count == 0);
}

/* The sum of the normals beside an edge points outward there. */
static double outward(const tmiSolid *of, int32_t edge, const double n[3]) {
    const int32_t *faces = of->shape->edge_face[edge];
    return tmi_dot3(of->normal[faces[0]], n) + tmi_dot3(of->normal[faces[1]], n);
}

/* The line across two edges: its direction points out of a where a has faces, else into b; of two
 * capsules from one to the other. */
static bool edge_line(const tmiSolid *a, int32_t i, const tmiSolid *b, int32_t j,
                      tmiSolidLine *line) {
    const double *da = a->along[i], *db = b->along[j];
    const double *p = a->corner[a->shape->edge[i][0]], *q = b->corner[b->shape->edge[j][0]];
    double *n = line->normal, apart[3];
    double aa = tmi_dot3(da, da), bb = tmi_dot3(db, db), ab = tmi_dot3(da, db);
    tmi_cross3(da, db, n);
    double square = tmi_dot3(n, n);
    if (!(square > EDGES_PARALLEL * EDGES_PARALLEL * aa * bb)) {
        return false;
    }
    tmi_subtract3(q, p, apart);
    double side = a->shape->face_count > 0   ? outward(a, i, n)
                  : b->shape->face_count > 0 ? -outward(b, j, n)
                                             : tmi_dot3(n, apart);
    double by = (side < 0.0 ? -1.0 : 1.0) / sqrt(square);
    for (int32_t k = 0; k < 3; k++) {
        n[k] *= by;
    }
    double pa = tmi_dot3(apart, da), pb = tmi_dot3(apart, db), whole = aa * bb - ab * ab;
    line->gap = tmi_dot3(n, apart) - radii(a, b);
    line->place[0] = (pa * bb - pb * ab) / whole;
    line->place[1] = (pa * ab - pb * aa) / whole;
    line->is_held = false;
    double aside = 0.5 * (a->shape->radius - b->shape->radius);
    for (int32_t k = 0; k < 3; k++) {
        double of_a = p[k] + line->place[0] * da[k], of_b = q[k] + line->place[1] * db[k];
        line->point[k] = 0.5 * (of_a + of_b) + aside * n[k];
    }
    return true;
}

/* ---- Round features -------------------------------------------------------------------------- */

/* A corner, or an edge, of a piece. */
typedef struct Feature {
    const tmiSolid *of;
    int32_t corner; /* the corner, or the first one of the edge */
    int32_t edge;   /* -1: a corner */
    double sign;    /* 1 of a, -1 of b: outward is along sign n */
} Feature;

/* Whether nothing of its piece is further outward along n; of an edge both ends are as far. */
static bool is_furthest(const Feature *f, const double n[3]) {
    const tmiSolidShape *s = f->of->shape;
    double slack = FURTHER_SLACK * s->length;
    if (f->edge >= 0 && fabs(tmi_dot3(n, f->of->along[f->edge])) > slack) {
        return false;
    }
    for (int32_t i = 0; i < s->corner_count; i++) {
        double apart[3];
        tmi_subtract3(f->of->corner[i], f->of->corner[f->corner], apart);
        if (f->sign * tmi_dot3(n, apart) > slack) {
            return false;
        }
    }
    return true;
}

/* Takes off d what it has along an edge of a piece. */
static void take_off(const tmiSolid *of, int32_t edge, double d[3]) {
    const double *e = of->along[edge];
    tmi_add3(d, -tmi_dot3(d, e) / tmi_dot3(e, e), e);
}

/* A direction that is tried for the line of two features. */
static void offer(const Feature both[2], const double d[3], const double n[3], double *best,
                  tmiSolidLine *line) {
    double unit[3] = {n[0], n[1], n[2]};
    if (!(tmi_normalise3(unit) > 0.0)) {
        return;
    }
    double along = tmi_dot3(unit, d);
    if (along > *best && is_furthest(&both[0], unit) && is_furthest(&both[1], unit)) {
        *best = along;
        for (int32_t k = 0; k < 3; k++) {
            line->normal[k] = unit[k];
        }
    }
}

/* Directions at the ends of what a feature has: those of faces beside it, and the nearest ones
 * across edges that end in a corner. */
static void offer_ends(const Feature both[2], int32_t which, const double d[3], double *best,
                       tmiSolidLine *line) {
    const Feature *f = &both[which];
    const tmiSolidShape *s = f->of->shape;
    for (int32_t e = 0; e < s->edge_count; e++) {
        bool own =
            f->edge >= 0 ? e == f->edge : s->edge[e][0] == f->corner || s->edge[e][1] == f->corner;
        if (!own) {
            continue;
        }
        double across[3] = {d[0], d[1], d[2]};
        take_off(f->of, e, across);
        offer(both, d, across, best, line);
        for (int32_t k = 0; k < 2 && s->face_count > 0; k++) {
            const double *out = f->of->normal[s->edge_face[e][k]];
            const double n[3] = {f->sign * out[0], f->sign * out[1], f->sign * out[2]};
            offer(both, d, n, best, line);
        }
    }
}

static bool round_line(const tmiSolid *a, const tmiSolid *b, tmiSolidRow row, tmiSolidLine *line) {
    bool edge_a = row.kind == TMI_CONTACT_EDGE_CORNER, edge_b = row.kind == TMI_CONTACT_CORNER_EDGE;
    const Feature both[2] = {
        {a, edge_a ? a->shape->edge[row.a][0] : row.a, edge_a ? row.a : -1, 1.0},
        {b, edge_b ? b->shape->edge[row.b][0] : row.b, edge_b ? row.b : -1, -1.0}};
    const double *p = a->corner[both[0].corner], *q = b->corner[both[1].corner];
    double d[3], best = -INFINITY;
    tmi_subtract3(q, p, d);
    for (int32_t k = 0; k < 2; k++) {
        if (both[k].edge >= 0) {
            take_off(both[k].of, both[k].edge, d);
        }
    }
    offer(both, d, d, &best, line);
    line->is_held = !(best > -INFINITY);
    double of_a = best;
    if (line->is_held) {
        offer_ends(both, 0, d, &best, line);
        of_a = best;
        offer_ends(both, 1, d, &best, line);
    }
    if (!(best > -INFINITY)) {
        return false;
    }
    line->gap = best - radii(a, b);
    /* A direction that turns with a piece acts on the line through the other's corner (theory of
     * contact, (12)); from its surface half of the gap on. */
    bool from_a = line->is_held ? best > of_a : edge_b || (!edge_a && a->shape->radius > 0.0);
    double out =
        from_a ? a->shape->radius + 0.5 * line->gap : -(b->shape->radius + 0.5 * line->gap);
    for (int32_t k = 0; k < 3; k++) {
        line->point[k] = (from_a ? p[k] : q[k]) + out * line->normal[k];
        line->place[k / 2] = 0.5;
    }
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void face_line(const tmiSolid *a, const tmiSolid *b, tmiSolidRow row, tmiSolidLine *line) {
    bool of_a = row.kind == TMI_CONTACT_FACET_A;
    const tmiSolid *with = of_a ? a : b, *other = of_a ? b : a;
    int32_t face = of_a ? row.a : row.b;
    int32_t low = tmi_solid_lowest(with, face, other, &line->gap);
    line->gap -= radii(a, b);
    line->is_held = false;
    for (int32_t k = 0; k < 3; k++) {
        double n = with->normal[face][k];
        line->normal[k] = of_a ? n : -n;
        line->point[k] = other->corner[low][k] - other->shape->radius * n;
        line->place[k / 2] = 0.5;
    }
}

bool tmi_solid_line(const tmiSolid *a, const tmiSolid *b, int32_t row, tmiSolidLine *line) {
    const tmiSolidRow parts = tmi_solid_row(a, b, row);
    switch (parts.kind) {
    case TMI_CONTACT_FACET_A:
    case TMI_CONTACT_FACET_B:
        face_line(a, b, parts, line);
        return true;
    case TMI_CONTACT_EDGES:
        return edge_line(a, parts.a, b, parts.b, line);
    default:
        return round_line(a, b, parts, line);
    }
}

double tmi_solid_gap(const tmiSolid *a, const tmiSolid *b, int32_t row) {
    const tmiSolidRow parts = tmi_solid_row(a, b, row);
    tmiSolidLine line;
    if (parts.kind == TMI_CONTACT_EDGES && !tmi_solid_crosses(a, parts.a, b, parts.b)) {
        return -INFINITY;
    }
    return tmi_solid_line(a, b, row, &line) ? line.gap : -INFINITY;
}

/* ---- All rows -------------------------------------------------------------------------------- */

/* A visit of all rows of edges and of round features that separate, with gaps of at least `min`:
 * they are listed, or the largest gap is wanted. */
typedef struct Visit {
    double min;
    int32_t *rows; /* null: only the largest */
    int32_t count, best;
} Visit;

static void take_row(Visit *v, int32_t row, double gap) {
    if (v->rows && gap >= v->min) {
        v->rows[v->count++] = row;
    } else if (!v->rows && gap > v->min) {
        v->min = gap;
        v->best = row;
    }
}

/* The normals of b along an edge of a are asked for once for all edges of b. */
static void visit_edges(const tmiSolid *a, const tmiSolid *b, int32_t first, Visit *v) {
    const tmiSolidShape *s = a->shape, *t = b->shape;
    bool circle_a = s->face_count == 0, circle_b = t->face_count == 0;
    for (int32_t i = 0; i < s->edge_count; i++) {
        for (int32_t j = 0; j < t->edge_count; j++) {
            double w[2] = {0.0, 0.0}, u[2] = {0.0, 0.0};
            heights(b, j, a->along[i], w);
            if (!circle_b && !(w[0] * w[1] < 0.0)) {
                continue;
            }
            heights(a, i, b->along[j], u);
            tmiSolidLine line;
            if (arcs_cross(w, u, circle_a, circle_b) && edge_line(a, i, b, j, &line)) {
                take_row(v, first + i * t->edge_count + j, line.gap);
            }
        }
    }
}

static void visit(const tmiSolid *a, const tmiSolid *b, Visit *v) {
    const Places p = places_of(a, b);
    visit_edges(a, b, p.edges, v);
    for (int32_t row = p.corner_edge; row < p.end; row++) {
        tmiSolidLine line;
        if (round_line(a, b, tmi_solid_row(a, b, row), &line)) {
            take_row(v, row, line.gap);
        }
    }
}

double tmi_solid_separation(const tmiSolid *a, const tmiSolid *b, int32_t *row) {
    int32_t faces = a->shape->face_count + b->shape->face_count;
    Visit v = {.min = -INFINITY, .best = -1};
    for (int32_t i = 0; i < faces; i++) {
        bool of_a = i < a->shape->face_count;
        double gap;
        (void)(of_a ? tmi_solid_lowest(a, i, b, &gap)
                    : tmi_solid_lowest(b, i - a->shape->face_count, a, &gap));
        gap -= radii(a, b);
        if (gap > v.min) {
            v.min = gap;
            v.best = i;
        }
    }
    /* Rounding must not take an edge where a face is as good. */
    v.min += FURTHER_SLACK * (a->shape->length + b->shape->length);
    double of_faces = v.min;
    visit(a, b, &v);
    if (row) {
        *row = v.best;
    }
    return v.min > of_faces || faces == 0
               ? v.min
               : of_faces - FURTHER_SLACK * (a->shape->length + b->shape->length);
}

int32_t tmi_solid_crossing(const tmiSolid *a, const tmiSolid *b, double min, int32_t *rows) {
    Visit v = {.min = min, .rows = rows};
    visit(a, b, &v);
    return v.count;
}
