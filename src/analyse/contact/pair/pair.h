/* pair.h: two convex pieces near each other: their poses, their rows and their points. */
#ifndef TMI_PAIR_H
#define TMI_PAIR_H

#include "base/base.h"
#include "numeric/numeric.h"
#include "trammel/model.h"

/* ---- pair.c ---------------------------------------------------------------------------------- */

/* Two convex pieces near each other, as one disjunction over rows ([NT] (3), for a pair instead of
 * a vertex): they are apart where the largest gap of all rows is at least 0, and a force may act
 * on one row only, one that separated them at the start of the step (visible).
 *
 * A row is a direction across the two pieces and how far they are apart along it: across a facet of
 * either, or, where one is round, from a corner of one to a corner of the other; in space it will
 * be across two edges, too. Nothing here knows of time stepping, masses or solvers; nothing
 * allocates, and no length is built in. docs/theory/contact.md has the equations. */

/* ---- Pieces where they are ------------------------------------------------------------------- */

/* A convex piece in the plane where its body is: corners counter-clockwise, facet i from corner i
 * to the next, with outward normals of length 1, all grown by `radius`. One corner: a disc, no
 * facets; two: a capsule with two facets, back to back. */
typedef struct tmiContactPiece {
    const tmPiece *piece;
    int32_t count;  /* of corners: those of the outline except for repeated ones */
    int32_t facets; /* of facets: `count`, or 0 of a disc */
    double radius;  /* [m] */
    double (*corner)[2];
    double (*normal)[2];
    const double (*own_corner)[2]; /* in the body's axes */
    const double (*own_normal)[2];
    double turn[2];         /* cosine and sine of the body's angle */
    double low[2], high[2]; /* box, radius included [m] */
} tmiContactPiece;

/* Returns how many doubles of memory such a piece needs. */
size_t tmi_contact_piece_memory(const tmPiece *piece);

/* Makes it in memory that must outlive it; it is where the body's axes are the world's. The piece
 * has an outline of at least one corner. */
void tmi_contact_piece_init(tmiContactPiece *posed, const tmPiece *piece, double *memory);

/* Puts it where the frame of its body is, which is turned about z only. */
void tmi_contact_piece_set_pose(tmiContactPiece *posed, const tmFrame *frame);

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Rows have numbers that do not depend on the poses: first the facets of a, then those of b, then,
 * where either piece is round, corner i of a with corner j of b as i times b's corners plus j.
 * Returns how many there are. */
int32_t tmi_contact_rows(const tmiContactPiece *a, const tmiContactPiece *b);

/* Returns the gap of a row: how far the pieces are apart along its direction, less than 0 where
 * they are not [m]. Directions of corners are held between those of the facets around them, where
 * the two corners are what is furthest; where nothing is in between, minus infinity. */
double tmi_contact_gap(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row);

/* Returns the largest gap and puts its row into *row (may be null). It is the distance of the
 * pieces where they are round and apart; without radii it is at least 0 exactly where they are
 * apart, and at most the distance. Less than 0: minus the shortest displacement that separates
 * them. Takes a time linear in the corners. */
double tmi_contact_separation(const tmiContactPiece *a, const tmiContactPiece *b, int32_t *row);

/* Whether pieces without radii lie flat on the facet of a row: a facet of the other one is above
 * it, parallel to 1e-3, and in the middle of both each piece is so deep that all rows but those two
 * have gaps below -tolerance [m]. Then puts what tmi_contact_separation would. False where a quick
 * test does not show that. */
bool tmi_contact_lies_flat(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                           double tolerance, double *gap, int32_t *largest);

/* Puts the rows with gaps of at least -tolerance [m] into `rows`, ascending, and returns their
 * number, at most tmi_contact_visible_max. */
int32_t tmi_contact_visible(const tmiContactPiece *a, const tmiContactPiece *b, double tolerance,
                            int32_t *rows);
int32_t tmi_contact_visible_max(const tmiContactPiece *a, const tmiContactPiece *b);

/* Whether the pieces were apart by at least -tolerance [m] at a0 and b0, too, along the direction
 * that a row has now. Those of facets turn with their bodies, which is little in a step: they count
 * as unchanged. But that of two corners turns right round where they pass each other. */
bool tmi_contact_was_open(const tmiContactPiece *a0, const tmiContactPiece *b0,
                          const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                          double tolerance);

/* ---- Points ---------------------------------------------------------------------------------- */

typedef enum tmiContactKind {
    TMI_CONTACT_FACET_A, /* facet of a, corner of b */
    TMI_CONTACT_FACET_B, /* corner of a, facet of b */
    TMI_CONTACT_CORNERS, /* corners of both, at least one of them round */
    TMI_CONTACT_VERTEX,  /* corners of both, on each other and none of them round: only within a
                          * step (vertex.c) */
    /* Of space alone (spatial.h): */
    TMI_CONTACT_EDGES,       /* edges of both */
    TMI_CONTACT_CORNER_EDGE, /* corner of a, edge of b, one of them round … */
    TMI_CONTACT_EDGE_CORNER, /* … and the other way round */
    TMI_CONTACT_FLAT_A,      /* face of a, and a point of b that is no corner: b is a label */
    TMI_CONTACT_FLAT_B       /* likewise of b */
} tmiContactKind;

/* Bits of a feature's number in a key: TM_CORNER_LIMIT and more. */
#define TMI_CONTACT_KEY_BITS 20

/* Two features that touch, or may soon. Its gap is a true one, and changes with the motion of the
 * bodies' points that are at `point`: gap' = normal . (v_b - v_a); of two discs with a held
 * direction except for their spin. A force along the normal acts on b's body there, and against it
 * on a's. */
typedef struct tmiContactPoint {
    uint8_t kind;     /* tmiContactKind */
    int32_t a, b;     /* the features: a facet or a corner of each */
    double point[3];  /* on the surface of the piece whose corner it is; of two corners on that of
                       * the disc, if one is, else midway; z is 0 in the plane [m] */
    double normal[3]; /* from a to b, length 1 */
    double own[3];    /* of FLAT_A and FLAT_B: the point in the axes of its body [m] */
    double gap;       /* [m] */
    double gap_at_start; /* that of the same features there, along the normal of now [m] */
    uint64_t key;        /* the same for the same features in the next step */
} tmiContactPoint;

/* The key of two features. */
static inline uint64_t tmi_contact_key(int32_t kind, int32_t a, int32_t b) {
    return ((uint64_t)kind << (2 * TMI_CONTACT_KEY_BITS)) | ((uint64_t)a << TMI_CONTACT_KEY_BITS) |
           (uint64_t)b;
}

/* Puts the points at which a force of a row acts into `points`, and returns how many, at most 2.
 * They are the lowest corner of the other piece and, if no more than `near` above it [m], the other
 * end of its lower facet. What overhangs the end of the row's facet is replaced by that end against
 * the other's facet, so that a flush contact is exact and an overhanging box can tip; of round
 * pieces, where none is there, by the two corners.
 *
 * Points whose own gap at the start (a0, b0: the pieces there) was less than -tolerance [m] are not
 * visible rows and are left out, unless none is left. Directions of corners turn faster than bodies
 * do; they are held where the gap at the start along them was that. None where the row has no
 * direction any more: another one is to be chosen. */
int32_t tmi_contact_points(const tmiContactPiece *a, const tmiContactPiece *b,
                           const tmiContactPiece *a0, const tmiContactPiece *b0, int32_t row,
                           double near, double tolerance, tmiContactPoint points[2]);

/* Computes a point's position, normal and gaps again for the same features in other poses of the
 * pieces; `kind`, `a`, `b` and `key` stay. */
void tmi_contact_point_at(const tmiContactPiece *a, const tmiContactPiece *b,
                          const tmiContactPiece *a0, const tmiContactPiece *b0, double tolerance,
                          tmiContactPoint *point);

/* ---- The swept guard ------------------------------------------------------------------------- */

/* Returns the overlap of the pieces while they moved from a0, b0 to a, b [m]: the maximum, or up to
 * a sixteenth less; 0 if never more than `tolerance` [m], or than rounding errors. Corners are
 * assumed to move straight. That is the motion itself where nothing turns; a body that turns by an
 * angle t shrinks by t^2 / 8 in between, so the caller limits turns. `work` has
 * tmi_contact_swept_work doubles. */
double tmi_contact_swept(const tmiContactPiece *a0, const tmiContactPiece *b0,
                         const tmiContactPiece *a, const tmiContactPiece *b, double tolerance,
                         double *work);
size_t tmi_contact_swept_work(const tmiContactPiece *a, const tmiContactPiece *b);

/* ---- Vectors, neighbours, and rows in parts -------------------------------------------------- */

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

/* Largest magnitude of a coordinate of the two pieces [m], to which rounding errors are relative.
 */
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

/* Whether corner i is what is furthest in a along n, and corner j in b against it, except
 * for rounding. */
bool tmi_contact_are_furthest(const tmiContactPiece *a, int32_t i, const tmiContactPiece *b,
                              int32_t j, const double n[2]);

/* Puts the direction of a row from a to b into normal; false where it has none. */
bool tmi_contact_normal(const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                        double normal[2]);

#endif
