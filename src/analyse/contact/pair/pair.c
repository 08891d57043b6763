/* pair.c: gaps of two convex pieces: the rows, the largest of them, and which separate.
 *
 * With cores A and B (polygons without radii) and r the sum of the radii, the separation along a
 * unit vector n is min n.B - max n.A - r, and that of the pieces its maximum over n. The maximum is
 * over the normals of facets, and, where r > 0, over the arcs between them, on each of which one
 * corner of A and one of B are furthest: theory (5) to (10). */
#include "analyse/contact/pair/pair.h"

#include <math.h>

/* Part of 1 by which a facet's unit normal may be outside an arc that it bounds [1]: rounding
 * errors of the normals' turns, which must not decide which rows flush facets have. The gap is then
 * wrong by that part of the pieces' size. */
#define ARC_SLACK (16.0 * TMI_EPSILON)

/* ---- Numbers of rows ------------------------------------------------------------------------- */

static double radii(const tmiContactPiece *a, const tmiContactPiece *b) {
    return a->radius + b->radius;
}

static int32_t corner_row(const tmiContactPiece *a, const tmiContactPiece *b, int32_t i,
                          int32_t j) {
    return a->facets + b->facets + i * b->count + j;
}

int32_t tmi_contact_rows(const tmiContactPiece *a, const tmiContactPiece *b) {
    return radii(a, b) > 0.0 ? corner_row(a, b, a->count, 0) : a->facets + b->facets;
}

tmiContactRow tmi_contact_row(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row) {
    if (row < a->facets) {
        return (tmiContactRow){TMI_CONTACT_FACET_A, row, -1};
    }
    row -= a->facets;
    if (row < b->facets) {
        return (tmiContactRow){TMI_CONTACT_FACET_B, -1, row};
    }
    row -= b->facets;
    return (tmiContactRow){TMI_CONTACT_CORNERS, row / b->count, row % b->count};
}

double tmi_contact_reach(const tmiContactPiece *a, const tmiContactPiece *b) {
    double max = 0.0;
    for (int32_t k = 0; k < 2; k++) {
        const double sides[4] = {-a->low[k], a->high[k], -b->low[k], b->high[k]};
        for (int32_t i = 0; i < 4; i++) {
            max = sides[i] > max ? sides[i] : max;
        }
    }
    return max;
}

/* ---- Facets ---------------------------------------------------------------------------------- */

int32_t tmi_contact_lowest(const tmiContactPiece *with, int32_t facet,
                           const tmiContactPiece *other) {
    int32_t lowest = 0;
    double min = tmi_contact_height(with, facet, other, 0);
    for (int32_t i = 1; i < other->count; i++) {
        const double height = tmi_contact_height(with, facet, other, i);
        if (height < min) {
            min = height;
            lowest = i;
        }
    }
    return lowest;
}

/* The lowest corner of a facet, from what is lowest for the facet before it: as facets turn
 * counter-clockwise, so does what is lowest, and the way down to it has no rise. So all facets
 * together take one turn. The way may be flat, and rise by rounding errors: after half a turn of a
 * capsule it begins on top of a flat box, and facets may be shorter than the rounding errors of
 * where they are. Such rises are ignored. */
static int32_t walk(const tmiContactPiece *with, int32_t facet, const tmiContactPiece *other,
                    int32_t from, double roundings) {
    int32_t lowest = from;
    double min = tmi_contact_height(with, facet, other, from);
    for (int32_t steps = 1; steps < other->count; steps++) {
        from = tmi_contact_after(other, from);
        const double height = tmi_contact_height(with, facet, other, from);
        if (height > min + roundings) {
            break;
        }
        if (height < min) {
            min = height;
            lowest = from;
        }
    }
    return lowest;
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* Whether corner i is furthest in direction u except for `slack`: neither facet at it leads on. */
static bool is_furthest(const tmiContactPiece *piece, int32_t i, const double u[2], double slack) {
    if (piece->facets == 0) {
        return true;
    }
    const double *after = piece->normal[i];
    const double *before = piece->normal[tmi_contact_before(piece, i)];
    /* The facet's direction is its normal turned by 90 degrees. */
    return after[0] * u[1] - after[1] * u[0] <= slack &&
           before[1] * u[0] - before[0] * u[1] <= slack;
}

bool tmi_contact_are_furthest(const tmiContactPiece *a, int32_t i, const tmiContactPiece *b,
                              int32_t j, const double n[2]) {
    const double against[2] = {-n[0], -n[1]};
    return is_furthest(a, i, n, ARC_SLACK) && is_furthest(b, j, against, ARC_SLACK);
}

bool tmi_contact_corner_normal(const tmiContactPiece *a, const tmiContactPiece *b, int32_t i,
                               int32_t j, double normal[2], int32_t *facet) {
    const double d[2] = {b->corner[j][0] - a->corner[i][0], b->corner[j][1] - a->corner[i][1]};
    const double back[2] = {-d[0], -d[1]};
    const double length = tmi_hypot(d[0], d[1]);
    *facet = -1;
    if (length > 0.0 && is_furthest(a, i, d, 0.0) && is_furthest(b, j, back, 0.0)) {
        normal[0] = d[0] / length;
        normal[1] = d[1] / length;
        return true;
    }
    /* Held at an end of the arc: a normal of one of the four facets that meet there. */
    const int32_t ends_a[2] = {tmi_contact_before(a, i), i};
    const int32_t ends_b[2] = {tmi_contact_before(b, j), j};
    double best = -INFINITY;
    for (int32_t k = 0; k < 4; k++) {
        const bool of_b = k >= 2;
        const int32_t e = of_b ? ends_b[k - 2] : ends_a[k];
        if (of_b ? b->facets == 0 : a->facets == 0) {
            continue;
        }
        const double *out = of_b ? b->normal[e] : a->normal[e];
        const double n[2] = {of_b ? -out[0] : out[0], of_b ? -out[1] : out[1]};
        const double along = tmi_contact_dot(n, d);
        if (along > best && tmi_contact_are_furthest(a, i, b, j, n)) {
            best = along;
            *facet = of_b ? a->facets + e : e;
            normal[0] = n[0];
            normal[1] = n[1];
        }
    }
    if (*facet < 0 && a->facets + b->facets == 0) {
        /* Discs with the same centre: any direction will do. */
        normal[0] = 1.0;
        normal[1] = 0.0;
        return true;
    }
    return *facet >= 0;
}

/* The gap of two corners; *held is the facet that holds its direction, or -1. */
static double corner_gap(const tmiContactPiece *a, const tmiContactPiece *b, int32_t i, int32_t j,
                         int32_t *held) {
    double normal[2];
    if (!tmi_contact_corner_normal(a, b, i, j, normal, held)) {
        return -INFINITY;
    }
    const double d[2] = {b->corner[j][0] - a->corner[i][0], b->corner[j][1] - a->corner[i][1]};
    const double along = *held < 0 ? tmi_hypot(d[0], d[1]) : tmi_contact_dot(normal, d);
    return along - radii(a, b);
}

/* ---- Gaps ------------------------------------------------------------------------------------ */

double tmi_contact_gap(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row) {
    const tmiContactRow parts = tmi_contact_row(a, b, row);
    if (parts.kind == TMI_CONTACT_CORNERS) {
        int32_t held;
        return corner_gap(a, b, parts.a, parts.b, &held);
    }
    const bool of_a = parts.kind == TMI_CONTACT_FACET_A;
    const tmiContactPiece *with = of_a ? a : b, *other = of_a ? b : a;
    const int32_t facet = of_a ? parts.a : parts.b;
    const int32_t lowest = tmi_contact_lowest(with, facet, other);
    return tmi_contact_height(with, facet, other, lowest) - radii(a, b);
}

bool tmi_contact_normal(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                        double normal[2]) {
    const tmiContactRow parts = tmi_contact_row(a, b, row);
    int32_t facet;
    switch (parts.kind) {
    case TMI_CONTACT_FACET_A:
        normal[0] = a->normal[parts.a][0];
        normal[1] = a->normal[parts.a][1];
        return true;
    case TMI_CONTACT_FACET_B:
        normal[0] = -b->normal[parts.b][0];
        normal[1] = -b->normal[parts.b][1];
        return true;
    case TMI_CONTACT_CORNERS:
    default:
        return tmi_contact_corner_normal(a, b, parts.a, parts.b, normal, &facet);
    }
}

/* ---- All rows -------------------------------------------------------------------------------- */

/* The facets one after the other, a's first, each with the lowest corner of the other piece. */
typedef struct facetWalk {
    const tmiContactPiece *a, *b;
    int32_t row; /* -1 before the first */
    int32_t low;
    double gap;
    double roundings; /* of heights [m] */
} facetWalk;

static facetWalk before_facets(const tmiContactPiece *a, const tmiContactPiece *b) {
    return (facetWalk){.a = a,
                       .b = b,
                       .row = -1,
                       .gap = -INFINITY,
                       .roundings = TMI_COORDINATE_ROUNDINGS * tmi_contact_reach(a, b)};
}

static bool next_facet(facetWalk *at) {
    const int32_t row = ++at->row;
    if (row >= at->a->facets + at->b->facets) {
        return false;
    }
    const bool of_a = row < at->a->facets;
    const tmiContactPiece *with = of_a ? at->a : at->b, *other = of_a ? at->b : at->a;
    const int32_t facet = of_a ? row : row - at->a->facets;
    at->low = facet == 0 ? tmi_contact_lowest(with, 0, other)
                         : walk(with, facet, other, at->low, at->roundings);
    at->gap = tmi_contact_height(with, facet, other, at->low) - radii(at->a, at->b);
    return true;
}

/* The rows of corners that are next to a facet's among the directions, counter-clockwise: three
 * after it, three before it. One of each has a direction, but where facets are flush rounding
 * errors decide which corner is lowest, and its neighbours count as much. */
static void next_corners(const facetWalk *at, int32_t rows[6]) {
    const bool of_a = at->row < at->a->facets;
    const tmiContactPiece *with = of_a ? at->a : at->b, *other = of_a ? at->b : at->a;
    const int32_t from = of_a ? at->row : at->row - at->a->facets;
    const int32_t mine[2] = {tmi_contact_after(with, from), from};
    const int32_t others[3] = {tmi_contact_before(other, at->low), at->low,
                               tmi_contact_after(other, at->low)};
    for (int32_t k = 0; k < 6; k++) {
        const int32_t i = mine[k / 3], j = others[k % 3];
        rows[k] = of_a ? corner_row(at->a, at->b, i, j) : corner_row(at->a, at->b, j, i);
    }
}

/* The max of [NT] (3), over the rows of a pair instead of the facets before a vertex. */
double tmi_contact_separation(const tmiContactPiece *a, const tmiContactPiece *b, int32_t *row) {
    facetWalk at = before_facets(a, b), best = at;
    while (next_facet(&at)) {
        best = at.gap > best.gap ? at : best;
    }
    if (best.row < 0) {
        best.row = corner_row(a, b, 0, 0);
        best.gap = tmi_contact_gap(a, b, best.row);
    } else if (radii(a, b) > 0.0) {
        /* The gap as a function of direction has one maximum where the cores are apart, so that the
         * best arc is next to the best facet: theory (11). Held at its ends it repeats the row of a
         * facet except for rounding, which would depend on the order of a and b. */
        int32_t rows[6], held;
        next_corners(&best, rows);
        for (int32_t k = 0; k < 6; k++) {
            const tmiContactRow parts = tmi_contact_row(a, b, rows[k]);
            const double gap = corner_gap(a, b, parts.a, parts.b, &held);
            if (held < 0 && gap > best.gap) {
                best.gap = gap;
                best.row = rows[k];
            }
        }
    }
    if (row != NULL) {
        *row = best.row;
    }
    return best.gap;
}

/* ---- Visible rows ---------------------------------------------------------------------------- */

int32_t tmi_contact_visible_max(const tmiContactPiece *a, const tmiContactPiece *b) {
    const int32_t facets = a->facets + b->facets;
    return radii(a, b) > 0.0 ? 4 * facets + 1 : facets;
}

/* Puts a row into its place in the ascending list, unless it is there. */
static int32_t insert(int32_t *rows, int32_t count, int32_t row) {
    int32_t at = count;
    while (at > 0 && rows[at - 1] > row) {
        at--;
    }
    if (at > 0 && rows[at - 1] == row) {
        return count;
    }
    for (int32_t i = count; i > at; i--) {
        rows[i] = rows[i - 1];
    }
    rows[at] = row;
    return count + 1;
}

int32_t tmi_contact_visible(const tmiContactPiece *a, const tmiContactPiece *b, double tolerance,
                            int32_t *rows) {
    int32_t count = 0;
    facetWalk at = before_facets(a, b);
    while (next_facet(&at)) {
        if (at.gap >= -tolerance) {
            count = insert(rows, count, at.row);
        }
        if (radii(a, b) > 0.0) {
            /* Every arc is after some facet. */
            int32_t next[6];
            next_corners(&at, next);
            for (int32_t k = 0; k < 3; k++) {
                if (tmi_contact_gap(a, b, next[k]) >= -tolerance) {
                    count = insert(rows, count, next[k]);
                }
            }
        }
    }
    if (a->facets + b->facets == 0 && tmi_contact_gap(a, b, 0) >= -tolerance) {
        count = insert(rows, count, 0);
    }
    return count;
}
