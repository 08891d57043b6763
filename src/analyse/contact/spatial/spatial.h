/* spatial.h: two convex pieces of space near each other: the counterpart of pair.h, with the same
 * disjunction over rows. docs/theory/contact-space.md has the equations. */
#ifndef TMI_SPATIAL_H
#define TMI_SPATIAL_H

#include "analyse/contact/pair/pair.h"

/* ---- Pieces: solid_piece.c ------------------------------------------------------------------- */

/* What a piece is in the axes of its body: a convex polyhedron grown by a radius; one corner is a
 * sphere, two are a capsule with one edge and no faces. Constant. */
typedef struct tmiSolidShape {
    const tmPiece *piece;
    int32_t corner_count, face_count, edge_count;
    int32_t face_max; /* corners of the largest face; of a capsule the 2 of its edge */
    double (*corner)[3];
    double (*normal)[3];     /* of faces: outward, length 1 */
    int32_t *face_starts;    /* face_count + 1 places in the next two arrays */
    int32_t *face_corners;   /* counter-clockwise from outside */
    int32_t *face_edges;     /* the edge from each of them to the next */
    int32_t (*wide)[3];      /* of each face: three corners far from each other */
    int32_t (*edge)[2];      /* corners: counter-clockwise around the first of its faces */
    int32_t (*edge_face)[2]; /* -1 of a capsule */
    double radius;           /* [m] */
    double length;           /* diagonal of its box [m] */
} tmiSolidShape;

/* A piece where its body is. */
typedef struct tmiSolid {
    const tmiSolidShape *shape;
    double (*corner)[3];
    double (*normal)[3];
    double (*along)[3];     /* of edges: from the first corner to the second */
    double turn[3][3];      /* of its body */
    double low[3], high[3]; /* box, radius included [m] */
} tmiSolid;

/* Makes the shape of a piece with memory of the arena. TM_ERR_ARGUMENT where its faces do not close
 * to a polyhedron; TM_ERR_MEMORY. */
tmStatus tmi_solid_shape_make(tmiArena *arena, const tmPiece *piece, tmiSolidShape **shape);

/* Makes a posed piece, with memory of the arena, where the body's axes are the world's.
 * TM_ERR_MEMORY. */
tmStatus tmi_solid_make(tmiArena *arena, const tmiSolidShape *shape, tmiSolid *solid);

/* Puts it where the frame of its body is. */
void tmi_solid_set_pose(tmiSolid *solid, const tmFrame *frame);

/* ---- Rows: solid_rows.c ---------------------------------------------------------------------- */

/* Two pieces, now and where the step began, and scratch. */
typedef struct tmiSolidPair {
    const tmiSolid *a, *b, *a0, *b0;
    struct tmiSolidCorner *corners; /* 2 tmi_solid_points_max */
    struct tmiContactPoint *points; /* tmi_solid_points_max */
} tmiSolidPair;

/* Rows have numbers that do not depend on the poses: the faces of a, those of b, then edge i of a
 * with edge j of b as i times b's edges plus j; then, where either is round, corners of a with
 * edges of b, edges of a with corners of b, and corners with corners, likewise. */
typedef struct tmiSolidRow {
    tmiContactKind kind;
    int32_t a, b; /* features; -1: of the other piece of a face */
} tmiSolidRow;

int32_t tmi_solid_rows(const tmiSolid *a, const tmiSolid *b);
tmiSolidRow tmi_solid_row(const tmiSolid *a, const tmiSolid *b, int32_t row);
int32_t tmi_solid_row_of(const tmiSolid *a, const tmiSolid *b, tmiSolidRow row); /* -1: none */

/* A row where the pieces are. */
typedef struct tmiSolidLine {
    double normal[3]; /* from a to b, length 1 */
    double gap;       /* of the features along it [m] */
    double point[3];  /* on the line of the force: of a face, the lowest corner of the other piece;
                       * else in the middle between the features */
    double place[2];  /* where that is on two edges, 0 … 1 between their ends [1] */
    bool is_held;     /* the line between round features would lead past others: its direction is
                       * the nearest one along which both are furthest */
} tmiSolidLine;

/* Puts a row; false where it has no direction: edges that are parallel, or round features that are
 * furthest along none. Edges may be such that others are further along their line: see
 * tmi_solid_crosses. */
bool tmi_solid_line(const tmiSolid *a, const tmiSolid *b, int32_t row, tmiSolidLine *line);

/* Whether the arcs of edge i of a and edge j of b cross on the Gauss map: then nothing is further
 * along their line, and it separates the pieces by its gap. */
bool tmi_solid_crosses(const tmiSolid *a, int32_t i, const tmiSolid *b, int32_t j);

/* The largest gap of all rows that separate, as tmi_contact_separation. */
double tmi_solid_separation(const tmiSolid *a, const tmiSolid *b, int32_t *row);

/* The gap of a row; minus infinity where it does not separate now. */
double tmi_solid_gap(const tmiSolid *a, const tmiSolid *b, int32_t row);

/* Puts the rows of edges and of round features that separate, and whose gap is at least `min`, into
 * `rows`, ascending; returns how many. */
int32_t tmi_solid_crossing(const tmiSolid *a, const tmiSolid *b, double min, int32_t *rows);

/* ---- Visible rows: solid_visible.c ----------------------------------------------------------- */

/* Whether a row was open at the start by at least -tolerance, and its direction has turned little
 * since: the counterpart of tmi_contact_visible. */
bool tmi_solid_is_visible(const tmiSolidPair *pair, int32_t row, double tolerance);

/* … or it is a face all of whose points now were open at the start. *gap: the smallest of those
 * points, or the gap of the row. */
bool tmi_solid_is_admissible(const tmiSolidPair *pair, int32_t row, double tolerance, double *gap);

/* Puts the rows that were open at the start: all faces, and those of edges that hold now; returns
 * how many, at most tmi_solid_rows. */
int32_t tmi_solid_visible(const tmiSolidPair *pair, double tolerance, int32_t *rows);

/* ---- Points: solid_points.c, solid_clip.c ---------------------------------------------------- */

/* The points at which a force of a row acts now, as tmi_contact_points: corners of the overlap of
 * two faces as true gaps of a corner and a face, or of two edges. Those that were closed at the
 * start are left out. Returns how many. */
int32_t tmi_solid_points(const tmiSolidPair *pair, int32_t row, double near, double tolerance,
                         tmiContactPoint *points);

/* Whether a face has an overlap with the other piece now, all of whose points were open at the
 * start; *gap: the smallest of theirs now [m]. */
bool tmi_solid_all_open(const tmiSolidPair *pair, int32_t face, double near, double tolerance,
                        double *gap);

/* Room that the points of a row need. */
int32_t tmi_solid_points_max(const tmiSolidShape *a, const tmiSolidShape *b);

/* How far the features of a round point have passed each other across its normal [m]; *round: both
 * pieces are. */
double tmi_solid_passed(const tmiSolidPair *pair, const tmiContactPoint *point, bool *round);

/* Computes a point again for the same features in other poses. */
void tmi_solid_point_at(const tmiSolidPair *pair, double tolerance, tmiContactPoint *point);

/* A corner of the overlap of a face and one of the other piece, where both are seen along the
 * first: `into` is the edge on which it is reached and `out` the one on which it is left, that of
 * the other face by its place, or -1 minus that of the first one. */
typedef struct tmiSolidCorner {
    double at[3];
    int32_t into, out;
} tmiSolidCorner;

/* Puts the overlap of the outlines into `corners`, which has room for tmi_solid_points_max;
 * `slack`: how far outside still counts as inside [m]. Returns how many corners it has. */
int32_t tmi_solid_clip(const tmiSolid *with, int32_t face, const tmiSolid *other, int32_t facing,
                       double slack, tmiSolidCorner *corners);

/* The face of `other` that looks most against a direction; -1: it has none. */
int32_t tmi_solid_facing(const tmiSolid *other, const double normal[3]);

/* ---- The swept guard: solid_swept.c ---------------------------------------------------------- */

/* As tmi_contact_swept. */
double tmi_solid_swept(const tmiSolidPair *pair, double tolerance, double *work);
size_t tmi_solid_swept_work(const tmiSolidShape *a, const tmiSolidShape *b);

/* ---- Small things ---------------------------------------------------------------------------- */

static inline void tmi_subtract3(const double a[3], const double b[3], double out[3]) {
    for (int32_t k = 0; k < 3; k++) {
        out[k] = a[k] - b[k];
    }
}

/* Height of a point above a face, without radii [m]. */
static inline double tmi_solid_height(const tmiSolid *with, int32_t face, const double x[3]) {
    const tmiSolidShape *s = with->shape;
    const double *from = with->corner[s->face_corners[s->face_starts[face]]];
    const double *n = with->normal[face];
    return n[0] * (x[0] - from[0]) + n[1] * (x[1] - from[1]) + n[2] * (x[2] - from[2]);
}

/* The lowest corner of the other piece above a face, the first of several, and its height. */
static inline int32_t tmi_solid_lowest(const tmiSolid *with, int32_t face, const tmiSolid *other,
                                       double *height) {
    int32_t lowest = 0;
    *height = tmi_solid_height(with, face, other->corner[0]);
    for (int32_t i = 1; i < other->shape->corner_count; i++) {
        double own = tmi_solid_height(with, face, other->corner[i]);
        if (own < *height) {
            *height = own;
            lowest = i;
        }
    }
    return lowest;
}

#endif
