/* near_pairs.c: the geometry of near pairs, by their number: near.h. */
#include "analyse/contact/near/near_private.h"

#include <math.h>

double tmi_near_gap(const tmiNear *near, int32_t pair, int32_t row) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_gap(now.a, now.b, row);
}

double tmi_near_separation(const tmiNear *near, int32_t pair, int32_t *row) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_separation(now.a, now.b, row);
}

bool tmi_near_lies_flat(const tmiNear *near, int32_t pair, int32_t row, double tolerance,
                        double *gap, int32_t *largest) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_lies_flat(now.a, now.b, row, tolerance, gap, largest);
}

double tmi_near_separation_at_start(const tmiNear *near, int32_t pair, int32_t *row) {
    const tmiPosedPair start = tmi_near_start(near, pair);
    return tmi_contact_separation(start.a, start.b, row);
}

bool tmi_near_is_visible(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    const tmiPosedPair start = tmi_near_start(near, pair);
    return row >= 0 && row < tmi_contact_rows(start.a, start.b) &&
           tmi_contact_gap(start.a, start.b, row) >= -tolerance;
}

int32_t tmi_near_visible(const tmiNear *near, int32_t pair, double tolerance, int32_t *rows) {
    const tmiPosedPair start = tmi_near_start(near, pair);
    return tmi_contact_visible(start.a, start.b, tolerance, rows);
}

bool tmi_near_was_open(const tmiNear *near, int32_t pair, int32_t row, double tolerance) {
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_was_open(start.a, start.b, now.a, now.b, row, tolerance);
}

double tmi_near_swept(const tmiNear *near, int32_t pair, double tolerance, double *work) {
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_swept(start.a, start.b, now.a, now.b, tolerance, work);
}

bool tmi_near_normal(const tmiNear *near, int32_t pair, int32_t row, double normal[2]) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    return tmi_contact_normal(now.a, now.b, row, normal);
}

int32_t tmi_near_points(const tmiNear *near, int32_t pair, int32_t row, double height,
                        double tolerance, tmiContactPoint points[2]) {
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    return tmi_contact_points(now.a, now.b, start.a, start.b, row, height, tolerance, points);
}

void tmi_near_point_at(const tmiNear *near, int32_t pair, double tolerance,
                       tmiContactPoint *point) {
    const tmiPosedPair start = tmi_near_start(near, pair), now = tmi_near_now(near, pair);
    tmi_contact_point_at(now.a, now.b, start.a, start.b, tolerance, point);
}

int32_t tmi_near_row_of(const tmiNear *near, int32_t pair, const tmiContactPoint *point) {
    return point->kind == TMI_CONTACT_FACET_A   ? point->a
           : point->kind == TMI_CONTACT_FACET_B ? tmi_near_now(near, pair).a->facets + point->b
                                                : -1;
}

void tmi_near_force_ends(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                         double ends[2][2]) {
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
    const tmiPosedPair now = tmi_near_now(near, pair);
    const double *p = now.a->corner[point->a], *q = now.b->corner[point->b], *n = point->normal;
    *round = now.a->radius > 0.0 && now.b->radius > 0.0;
    return fabs((q[0] - p[0]) * n[1] - (q[1] - p[1]) * n[0]);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

double tmi_near_piece_size(const tmiNear *near, int32_t piece, const double centre[2],
                           double *length, double *offset) {
    const tmiContactPiece *p = &near->start[piece];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    *offset = 0.0;
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

bool tmi_near_box(const tmiNear *near, int32_t body, bool now, double box[4]) {
    const tmiContactPiece *pieces = now ? near->now : near->start;
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (int32_t i = near->first[body]; i < near->first[body + 1]; i++) {
        for (int32_t k = 0; k < 2; k++) {
            box[k] = pieces[i].low[k] < box[k] ? pieces[i].low[k] : box[k];
            box[2 + k] = pieces[i].high[k] > box[2 + k] ? pieces[i].high[k] : box[2 + k];
        }
    }
    return near->first[body] < near->first[body + 1];
}

size_t tmi_near_rows_max(const tmiNear *near, size_t *work) {
    const tmiContactPiece *widest = NULL;
    for (int32_t i = 0; i < near->piece_count; i++) {
        const tmiContactPiece *p = &near->start[i];
        widest = !widest || p->count > widest->count ? p : widest;
    }
    *work = widest ? tmi_contact_swept_work(widest, widest) : 0;
    /* Where either is round all corners have rows with all. */
    return widest ? (size_t)widest->count * (size_t)(widest->count + 2) : 0;
}
