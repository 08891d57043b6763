/* pair_parts.h: what the files of pair.h share: small vectors, neighbours, and rows in parts. */
#ifndef TMI_CONTACT_PAIR_PARTS_H
#define TMI_CONTACT_PAIR_PARTS_H

#include "analyse/contact/pair.h"

static inline double tmi_contact_dot(const double x[2], const double y[2]) {
    return x[0] * y[0] + x[1] * y[1];
}

static inline int32_t tmi_contact_after(const tmiContactPiece *piece, int32_t i) {
    return i + 1 < piece->count ? i + 1 : 0;
}

static inline int32_t tmi_contact_before(const tmiContactPiece *piece, int32_t i) {
    return i > 0 ? i - 1 : piece->count - 1;
}

/* How far a corner of the other piece is in front of a facet, without radii [m]. */
static inline double tmi_contact_height(const tmiContactPiece *with, int32_t facet,
                                        const tmiContactPiece *other, int32_t corner) {
    const double *n = with->normal[facet];
    const double *from = with->corner[facet];
    const double *x = other->corner[corner];
    return n[0] * (x[0] - from[0]) + n[1] * (x[1] - from[1]);
}

/* The corner of the other piece that is least high above a facet, the first of several. */
int32_t tmi_contact_lowest(const tmiContactPiece *with, int32_t facet,
                           const tmiContactPiece *other);

/* Largest magnitude of a coordinate of the two pieces [m]: what roundings of places are part of. */
double tmi_contact_reach(const tmiContactPiece *a, const tmiContactPiece *b);

/* A row in parts: the facet of either piece, or the corners of both. */
typedef struct tmiContactRow {
    tmiContactKind kind;
    int32_t a, b; /* facet or corner; the corner that goes with a facet is -1 */
} tmiContactRow;

tmiContactRow tmi_contact_row(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row);

/* The direction of two corners: that from one to the other, held between the facets' around them
 * (theory (9)). Puts it, from a to b, into normal, and the facet's row that holds it, or -1, into
 * *facet; false where there is no direction in which both are furthest. */
bool tmi_contact_corner_normal(const tmiContactPiece *a, const tmiContactPiece *b, int32_t i,
                               int32_t j, double normal[2], int32_t *facet);

/* Whether corner i is what is furthest in a along n, and corner j in b against it, but for
 * roundings. */
bool tmi_contact_are_furthest(const tmiContactPiece *a, int32_t i, const tmiContactPiece *b,
                              int32_t j, const double n[2]);

/* Puts the direction of a row from a to b into normal; false where it has none. */
bool tmi_contact_normal(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                        double normal[2]);

#endif
