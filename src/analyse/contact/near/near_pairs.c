/* near_pairs.c: the geometry of near pairs, by their number: near.h. */
#include "analyse/contact/near/near_private.h"

#include <math.h>

/* ---- Rows ------------------------------------------------------------------------------------ */

double tmi_near_gap(const tmiNear *near, int32_t pair, int32_t row) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_gap(solids.a, solids.b, row);
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_gap(now.a, now.b, row);
}

double tmi_near_separation(const tmiNear *near, int32_t pair, int32_t *row) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_separation(solids.a, solids.b, row);
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_separation(now.a, now.b, row);
}

bool tmi_near_lies_flat(const tmiNear *near, int32_t pair, int32_t row, double tolerance,
                        double *gap, int32_t *largest) {
    if (!near->planar) {
        return false;
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_lies_flat(now.a, now.b, row, tolerance, gap, largest);
}

double tmi_near_separation_at_start(const tmiNear *near, int32_t pair, int32_t *row) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_separation(solids.a0, solids.b0, row);
    }
    const tmiPosedPair start = tmi_near_start(near, pair);
    return tmi_contact_separation(start.a, start.b, row);
}

bool tmi_near_is_visible(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_is_visible(&solids, row, tolerance);
    }
    const tmiPosedPair start = tmi_near_start(near, pair);
    return row >= 0 && row < tmi_contact_rows(start.a, start.b) &&
           tmi_contact_gap(start.a, start.b, row) >= -tolerance;
}

bool tmi_near_is_face(const tmiNear *near, int32_t pair, int32_t row) {
    const tmiSolidPair solids = tmi_near_solids(near, pair);
    return row < solids.a->shape->face_count + solids.b->shape->face_count;
}

bool tmi_near_is_admissible(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    if (near->planar) {
        return tmi_near_is_visible(near, pair, row, tolerance);
    }
    const tmiSolidPair solids = tmi_near_solids(near, pair);
    double gap;
    return tmi_solid_is_admissible(&solids, row, tolerance, &gap);
}

int32_t tmi_near_visible(const tmiNear *near, int32_t pair, double tolerance, int32_t *rows) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_visible(&solids, tolerance, rows);
    }
    const tmiPosedPair start = tmi_near_start(near, pair);
    return tmi_contact_visible(start.a, start.b, tolerance, rows);
}

bool tmi_near_was_open(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        int32_t faces = solids.a->shape->face_count + solids.b->shape->face_count;
        return row < faces || tmi_solid_is_visible(&solids, row, tolerance);
    }
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_was_open(start.a, start.b, now.a, now.b, row, tolerance);
}

double tmi_near_swept(const tmiNear *near, int32_t pair, double tolerance, double *work) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_swept(&solids, tolerance, work);
    }
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_swept(start.a, start.b, now.a, now.b, tolerance, work);
}

bool tmi_near_normal(const tmiNear *near, int32_t pair, int32_t row, double normal[3]) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        tmiSolidLine line;
        bool has = tmi_solid_line(solids.a, solids.b, row, &line);
        for (int32_t k = 0; k < 3 && has; k++) {
            normal[k] = line.normal[k];
        }
        return has;
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    normal[2] = 0.0;
    return tmi_contact_normal(now.a, now.b, row, normal);
}

/* ---- Points ---------------------------------------------------------------------------------- */

int32_t tmi_near_points(const tmiNear *near, int32_t pair, int32_t row, double height,
                        double tolerance, tmiContactPoint *points) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_points(&solids, row, height, tolerance, points);
    }
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_points(now.a, now.b, start.a, start.b, row, height, tolerance, points);
}

void tmi_near_point_at(const tmiNear *near, int32_t pair, double tolerance,
                       tmiContactPoint *point) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        tmi_solid_point_at(&solids, tolerance, point);
        return;
    }
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    tmi_contact_point_at(now.a, now.b, start.a, start.b, tolerance, point);
}

int32_t tmi_near_row_of(const tmiNear *near, int32_t pair, const tmiContactPoint *point) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_row_of(solids.a, solids.b,
                                (tmiSolidRow){(tmiContactKind)point->kind, point->a, point->b});
    }
    return point->kind == TMI_CONTACT_FACET_A   ? point->a
           : point->kind == TMI_CONTACT_FACET_B ? tmi_near_now(near, pair).a->facets + point->b
                                                : -1;
}

/* Of two spheres, as of two discs. */
static void force_ends_of_solids(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                                 double ends[2][3]) {
    const tmiSolidPair now = tmi_near_solids(near, pair);
    bool spheres = point->kind == TMI_CONTACT_CORNERS &&
                   now.a->shape->face_count + now.b->shape->face_count == 0;
    for (int32_t k = 0; k < 3; k++) {
        double n = point->normal[k], at = point->point[k], half = 0.5 * point->gap;
        ends[0][k] = spheres ? now.a->corner[point->a][k] + (now.a->shape->radius + half) * n : at;
        ends[1][k] = spheres ? now.b->corner[point->b][k] - (now.b->shape->radius + half) * n : at;
    }
}

void tmi_near_force_ends(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                         double ends[2][3]) {
    if (!near->planar) {
        force_ends_of_solids(near, pair, point, ends);
        return;
    }
    ends[0][2] = ends[1][2] = 0.0;
    const tmiPosedPair now = tmi_near_now(near, pair);
    bool discs = point->kind == TMI_CONTACT_CORNERS && now.a->facets + now.b->facets == 0;
    for (int32_t k = 0; k < 2; k++) {
        double n = point->normal[k], at = point->point[k], half = 0.5 * point->gap;
        ends[0][k] = discs ? now.a->corner[point->a][k] + (now.a->radius + half) * n : at;
        ends[1][k] = discs ? now.b->corner[point->b][k] - (now.b->radius + half) * n : at;
        if (point->kind == TMI_CONTACT_VERTEX) {
            ends[0][k] = now.a->corner[point->a][k];
        }
    }
}

double tmi_near_passed(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                       bool *round) {
    if (!near->planar) {
        const tmiSolidPair solids = tmi_near_solids(near, pair);
        return tmi_solid_passed(&solids, point, round);
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    const double *p = now.a->corner[point->a], *q = now.b->corner[point->b], *n = point->normal;
    *round = now.a->radius > 0.0 && now.b->radius > 0.0;
    return fabs((q[0] - p[0]) * n[1] - (q[1] - p[1]) * n[0]);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static double solid_size(const tmiSolidShape *s, const double centre[3], double *length,
                         double *offset) {
    *length = s->length;
    for (int32_t i = 0; i < s->corner_count; i++) {
        double apart[3];
        tmi_subtract3(s->corner[i], centre, apart);
        *offset = tmi_max(tmi_length3(apart), *offset);
    }
    return s->radius;
}

double tmi_near_piece_size(const tmiNear *near, int32_t piece, const double centre[3],
                           double *length, double *offset) {
    *offset = 0.0;
    if (!near->planar) {
        return solid_size(near->solid_start[piece].shape, centre, length, offset);
    }
    const tmiContactPiece *p = &near->start[piece];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < p->count; i++) {
        const double *x = p->own_corner[i];
        double own = tmi_hypot(x[0] - centre[0], x[1] - centre[1]);
        *offset = own > *offset ? own : *offset;
        for (int32_t k = 0; k < 2; k++) {
            low[k] = x[k] < low[k] ? x[k] : low[k];
            high[k] = x[k] > high[k] ? x[k] : high[k];
        }
    }
    *length = tmi_hypot(high[0] - low[0], high[1] - low[1]) + 2.0 * p->radius;
    return p->radius;
}

bool tmi_near_box(const tmiNear *near, int32_t body, bool now, double box[6]) {
    bool has = near->first[body] < near->first[body + 1];
    for (int32_t k = 0; k < 3; k++) {
        box[k] = INFINITY;
        box[3 + k] = -INFINITY;
    }
    for (int32_t i = near->first[body]; i < near->first[body + 1]; i++) {
        const tmiSolid *solid = near->planar ? NULL
                                : now        ? &near->solid_now[i]
                                             : &near->solid_start[i];
        const tmiContactPiece *piece = solid ? NULL : now ? &near->now[i] : &near->start[i];
        const double *low = solid ? solid->low : piece->low;
        const double *high = solid ? solid->high : piece->high;
        for (int32_t k = 0; k < (solid ? 3 : 2); k++) {
            box[k] = low[k] < box[k] ? low[k] : box[k];
            box[3 + k] = high[k] > box[3 + k] ? high[k] : box[3 + k];
        }
    }
    if (near->planar && has) {
        box[2] = box[5] = 0.0;
    }
    return has;
}

/* The most of any two: that of a piece with itself need not be the largest, since corners, edges
 * and faces count apart. */
static size_t solid_rows_max(const tmiNear *near, size_t *work) {
    size_t corners = 0, edges = 0, faces = 0;
    for (int32_t i = 0; i < near->piece_count; i++) {
        const tmiSolidShape *s = near->solid_start[i].shape;
        corners = tmi_max_count(corners, (size_t)s->corner_count);
        edges = tmi_max_count(edges, (size_t)s->edge_count);
        faces = tmi_max_count(faces, (size_t)s->face_count);
    }
    *work = 6 * (corners + edges + faces);
    return 2 * faces + (corners + edges) * (corners + edges);
}

size_t tmi_near_rows_max(const tmiNear *near, size_t *work) {
    if (!near->planar) {
        return solid_rows_max(near, work);
    }
    const tmiContactPiece *widest = NULL;
    for (int32_t i = 0; i < near->piece_count; i++) {
        const tmiContactPiece *p = &near->start[i];
        widest = !widest || p->count > widest->count ? p : widest;
    }
    *work = widest ? tmi_contact_swept_work(widest, widest) : 0;
    /* Where either is round all corners have rows with all. */
    return widest ? (size_t)widest->count * (size_t)(widest->count + 2) : 0;
}
