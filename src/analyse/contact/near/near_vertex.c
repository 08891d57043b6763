/* near_vertex.c: corners of two pieces that are on each other, and the rows that end there. */
#include "analyse/contact/near/near_private.h"

static bool ends_at(const tmiContactPiece *piece, int32_t facet, int32_t corner) {
    return corner == facet || corner == tmi_contact_after(piece, facet);
}

/* The corner of `piece` at which two of its facets meet; -1. */
static int32_t between(const tmiContactPiece *piece, int32_t i, int32_t j) {
    return tmi_contact_after(piece, i) == j ? j : tmi_contact_after(piece, j) == i ? i : -1;
}

/* The corners of a and b that are on each other where two rows are both at 0. */
static bool find_corners(const tmiContactPiece *a, const tmiContactPiece *b, tmiContactRow one,
                         tmiContactRow two, int32_t corners[2]) {
    if (one.kind == TMI_CONTACT_CORNERS || two.kind == TMI_CONTACT_CORNERS) {
        return false;
    }
    if (one.kind == two.kind) {
        bool of_a = one.kind == TMI_CONTACT_FACET_A;
        const tmiContactPiece *with = of_a ? a : b, *other = of_a ? b : a;
        int32_t i = of_a ? one.a : one.b, j = of_a ? two.a : two.b;
        int32_t low = tmi_contact_lowest(with, i, other);
        corners[of_a ? 0 : 1] = between(with, i, j);
        corners[of_a ? 1 : 0] = low;
        return between(with, i, j) >= 0 && tmi_contact_lowest(with, j, other) == low;
    }
    int32_t i = one.kind == TMI_CONTACT_FACET_A ? one.a : two.a;
    int32_t j = one.kind == TMI_CONTACT_FACET_A ? two.b : one.b;
    corners[0] = tmi_contact_lowest(b, j, a);
    corners[1] = tmi_contact_lowest(a, i, b);
    return ends_at(a, i, corners[0]) && ends_at(b, j, corners[1]);
}

bool tmi_near_vertex(const tmiNear *near, int32_t pair, int32_t one, int32_t two,
                     int32_t corners[2]) {
    if (!near->planar) {
        return false;
    }
    const tmiPosedPair now = tmi_near_now(near, pair);
    return !(now.a->radius + now.b->radius > 0.0) &&
           find_corners(now.a, now.b, tmi_contact_row(now.a, now.b, one),
                        tmi_contact_row(now.a, now.b, two), corners);
}

/* The facets, of up to four there, for which the other piece's corner is the lowest. */
int32_t tmi_near_vertex_rows(const tmiNear *near, int32_t pair, const int32_t corners[2],
                             int32_t rows[4]) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    const tmiContactPiece *a = now.a, *b = now.b;
    int32_t count = 0;
    for (int32_t k = 0; k < 4; k++) {
        bool of_a = k < 2;
        const tmiContactPiece *with = of_a ? a : b, *other = of_a ? b : a;
        int32_t corner = corners[of_a ? 0 : 1];
        int32_t facet = k % 2 ? corner : tmi_contact_before(with, corner);
        if (tmi_contact_lowest(with, facet, other) == corners[of_a ? 1 : 0]) {
            rows[count++] = of_a ? facet : a->facets + facet;
        }
    }
    return count;
}

void tmi_near_vertex_ends(const tmiNear *near, int32_t pair, const int32_t corners[2],
                          double ends[2][2], double start[2]) {
    const tmiPosedPair now = tmi_near_now(near, pair), was = tmi_near_start(near, pair);
    for (int32_t k = 0; k < 2; k++) {
        ends[0][k] = now.a->corner[corners[0]][k];
        ends[1][k] = now.b->corner[corners[1]][k];
        start[k] = was.b->corner[corners[1]][k] - was.a->corner[corners[0]][k];
    }
}

tmiContactPoint tmi_near_vertex_point(const tmiNear *near, int32_t pair, int32_t row,
                                      const int32_t corners[2], double tolerance) {
    const tmiPosedPair now = tmi_near_now(near, pair);
    const tmiContactRow parts = tmi_contact_row(now.a, now.b, row);
    bool of_a = parts.kind == TMI_CONTACT_FACET_A;
    tmiContactPoint at = {.kind = (uint8_t)parts.kind,
                          .a = of_a ? parts.a : corners[0],
                          .b = of_a ? corners[1] : parts.b};
    at.key = tmi_contact_key((int32_t)parts.kind, at.a, at.b);
    tmi_near_point_at(near, pair, tolerance, &at);
    return at;
}
