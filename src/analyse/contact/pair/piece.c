/* piece.c: convex pieces of the plane where their bodies are. Normals are worked out once in the
 * body's axes, where a short facet is as exact as a long one, and turned with the body: from
 * corners in world axes they would lose digits to the body's distance from the origin. */
#include "analyse/contact/pair/pair.h"

#include <string.h>

/* Corner, normal, and both in the body's axes. */
#define DOUBLES_PER_CORNER 8

size_t tmi_contact_piece_memory(const tmPiece *piece) {
    return (size_t)piece->outline_count * DOUBLES_PER_CORNER;
}

/* Outlines have no corner twice, but a facet of no length would have no normal. */
static int32_t distinct_corners(const tmPiece *piece, double (*corner)[2]) {
    int32_t count = 0;
    for (int32_t i = 0; i < piece->outline_count; i++) {
        const double x = piece->outline[i].x, y = piece->outline[i].y;
        if (count == 0 || x != corner[count - 1][0] || y != corner[count - 1][1]) {
            corner[count][0] = x;
            corner[count][1] = y;
            count++;
        }
    }
    while (count > 1 && corner[count - 1][0] == corner[0][0] &&
           corner[count - 1][1] == corner[0][1]) {
        count--;
    }
    return count;
}

void tmi_contact_piece_init(tmiContactPiece *posed, const tmPiece *piece, double *memory) {
    const size_t max = (size_t)piece->outline_count;
    double(*corner)[2] = (double(*)[2])memory;
    double(*normal)[2] = corner + max;
    memset(posed, 0, sizeof *posed);
    posed->piece = piece;
    posed->radius = piece->outline_radius;
    posed->count = distinct_corners(piece, corner);
    posed->facets = posed->count > 1 ? posed->count : 0;
    for (int32_t i = 0; i < posed->facets; i++) {
        const double *from = corner[i];
        const double *to = corner[i + 1 < posed->count ? i + 1 : 0];
        const double x = to[0] - from[0], y = to[1] - from[1];
        const double length = tmi_hypot(x, y);
        normal[i][0] = y / length;
        normal[i][1] = -x / length;
    }
    posed->own_corner = (const double(*)[2])corner;
    posed->own_normal = (const double(*)[2])normal;
    posed->corner = normal + max;
    posed->normal = posed->corner + max;
    const tmFrame at_origin = {.rotation = {1.0, 0.0, 0.0, 0.0}};
    tmi_contact_piece_set_pose(posed, &at_origin);
}

void tmi_contact_piece_set_pose(tmiContactPiece *posed, const tmFrame *frame) {
    /* Divided by its length, so that a quaternion that has drifted rotates without stretching. */
    const double w = frame->rotation[0], z = frame->rotation[3];
    const double square = w * w + z * z;
    const double c = (w * w - z * z) / square, s = 2.0 * w * z / square;
    posed->turn[0] = c;
    posed->turn[1] = s;
    for (int32_t i = 0; i < posed->count; i++) {
        const double *p = posed->own_corner[i];
        posed->corner[i][0] = (c * p[0] - s * p[1]) + frame->position[0];
        posed->corner[i][1] = (s * p[0] + c * p[1]) + frame->position[1];
    }
    for (int32_t i = 0; i < posed->facets; i++) {
        const double *n = posed->own_normal[i];
        posed->normal[i][0] = c * n[0] - s * n[1];
        posed->normal[i][1] = s * n[0] + c * n[1];
    }
    for (int32_t k = 0; k < 2; k++) {
        double low = posed->corner[0][k], high = low;
        for (int32_t i = 1; i < posed->count; i++) {
            const double x = posed->corner[i][k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        posed->low[k] = low - posed->radius;
        posed->high[k] = high + posed->radius;
    }
}
