/* solid_visible.c: rows that were open where the step began: only these may carry force, since
 * others would bring energy (theory of contact, (14)). */
#include "analyse/contact/spatial/spatial.h"

#include <math.h>

/* Least cosine between the directions of a row at the start and now [1]: edges that are nearly
 * parallel turn their common normal at the rate of their bodies' over their sine, and the gap at
 * the start then says nothing about the way. */
#define DIRECTION_KEPT 0.9

/* How far above the lowest point of a face others count, as part of the smaller piece [1]. */
#define OVERLAP_NEAR 0.05

bool tmi_solid_is_visible(const tmiSolidPair *pair, int32_t row, double tolerance) {
    if (row < 0 || row >= tmi_solid_rows(pair->a, pair->b)) {
        return false;
    }
    const tmiSolidRow parts = tmi_solid_row(pair->a, pair->b, row);
    tmiSolidLine start, now;
    if (!tmi_solid_line(pair->a0, pair->b0, row, &start) || !(start.gap >= -tolerance)) {
        return false;
    }
    return parts.kind == TMI_CONTACT_FACET_A || parts.kind == TMI_CONTACT_FACET_B ||
           (tmi_solid_line(pair->a, pair->b, row, &now) &&
            tmi_dot3(start.normal, now.normal) > DIRECTION_KEPT);
}

bool tmi_solid_is_admissible(const tmiSolidPair *pair, int32_t row, double tolerance, double *gap) {
    const tmiSolidShape *a = pair->a->shape, *b = pair->b->shape;
    tmiSolidLine now;
    if (tmi_solid_is_visible(pair, row, tolerance)) {
        bool has = tmi_solid_line(pair->a, pair->b, row, &now);
        *gap = now.gap;
        return has;
    }
    return row >= 0 && row < a->face_count + b->face_count &&
           tmi_solid_all_open(pair, row, OVERLAP_NEAR * tmi_min(a->length, b->length), tolerance,
                              gap);
}

int32_t tmi_solid_visible(const tmiSolidPair *pair, double tolerance, int32_t *rows) {
    int32_t faces = pair->a->shape->face_count + pair->b->shape->face_count, count = 0;
    for (int32_t i = 0; i < faces; i++) {
        if (tmi_solid_is_visible(pair, i, tolerance)) {
            rows[count++] = i;
        }
    }
    int32_t crossing = tmi_solid_crossing(pair->a, pair->b, -INFINITY, rows + count), kept = count;
    for (int32_t i = count; i < count + crossing; i++) {
        if (tmi_solid_is_visible(pair, rows[i], tolerance)) {
            rows[kept++] = rows[i];
        }
    }
    return kept;
}
