/* near.h: which pieces may meet within a step, and the one interface to the geometry of two pieces.
 */
#ifndef TMI_NEAR_H
#define TMI_NEAR_H

#include "analyse/contact/spatial/spatial.h"

/* ---- near.c ---------------------------------------------------------------------------------- */

/* Which convex pieces of a world may meet within a step, from one step to the next. Pairs come in a
 * fixed order and keep their number and their row as long as they stay near, so that a step can
 * begin where the last one ended. It owns the pieces at their poses: of the plane (pair.h), or of
 * space (spatial.h). */

/* Two pieces of two bodies, a < b. */
typedef struct tmiNearPair {
    int32_t body_a, body_b;
    int32_t piece_a, piece_b; /* by index in tmiNear's arrays */
    int32_t number;           /* its own while it stays near: the smallest free one */
    int32_t row;              /* that the caller used last; -1 of a new pair */
} tmiNearPair;

typedef struct tmiNear {
    tmAllocator allocator;
    tmiArena arena;
    tmInterference *finder;
    int32_t body_count;
    bool planar;
    int32_t *first; /* of each body: the place of its first piece; body_count + 1 entries */
    tmiContactPiece *start, *now; /* all pieces at the start of the step, and where they are now */
    tmiSolid *solid_start, *solid_now; /* likewise, in space */
    tmiSolidCorner *corners;           /* scratch of space */
    tmiContactPoint *points;
    int32_t points_max; /* that a row has */
    int32_t piece_count;
    tmFrame *stands, *placed; /* of each body: where its pieces are at the start, and now */
    bool *moved;              /* of each body: whether the two may differ */
    tmiNearPair *pairs;       /* in the order of bodies, then of pieces */
    int32_t pair_count, pair_capacity;
    tmiNearPair *last; /* those of the search before */
    int32_t last_count, last_capacity;
    bool *taken; /* which numbers are in use; private */
    int32_t taken_capacity;
    int32_t numbers; /* all numbers ever given are below: room that a caller's arrays need */
} tmiNear;

/* Makes the list in *near, which the caller destroys; nothing is near yet. The model, which must
 * outlive it, has no errors. TM_ERR_ARGUMENT for null and for pieces of space that are no closed
 * solids, TM_ERR_LIMIT, TM_ERR_MEMORY. After a failure *near is null. */
tmStatus tmi_near_create(const tmModel *model, tmiNear **near);

/* Frees it. Null is accepted. */
void tmi_near_destroy(tmiNear *near);

/* Finds the pairs that come within `margin` [m] of each other at any time of a step [s] that begins
 * at these frames with these twists (tm_interference_sweep), and puts all pieces there, at the
 * start and now. Takes memory only when more is near than ever before. After a failure, with the
 * statuses of tm_interference_sweep, nothing is near and nothing is kept. */
tmStatus tmi_near_find(tmiNear *near, const tmFrame *frames, const tmTwist *twists, double step,
                       double margin);

/* Puts all pieces at these frames, at the start and now; what is near stays. */
void tmi_near_set_poses(tmiNear *near, const tmFrame *frames);

/* Puts the pieces of a body where it is now. */
void tmi_near_move(tmiNear *near, int32_t body, const tmFrame *frame);

/* ---- near_pairs.c ---------------------------------------------------------------------------- */

/* The one interface to the geometry of two pieces: what a step asks about a pair, by its number.
 * Only its implementation knows corners and facets; pair.h has the meaning of rows, gaps and
 * points, and spatial.h what they are in space. Vectors have a z of 0 in the plane. */

/* The two pieces of a pair in space, for what weighs its rows (choose_solid.c). */
static inline tmiSolidPair tmi_near_solids(const tmiNear *near, int32_t pair) {
    const tmiNearPair *p = &near->pairs[pair];
    return (tmiSolidPair){&near->solid_now[p->piece_a],
                          &near->solid_now[p->piece_b],
                          &near->solid_start[p->piece_a],
                          &near->solid_start[p->piece_b],
                          near->corners,
                          near->points};
}

/* Gap of a row now, and the largest gap, whose row is put into *row (may be null) [m]. */
double tmi_near_gap(const tmiNear *near, int32_t pair, int32_t row);
double tmi_near_separation(const tmiNear *near, int32_t pair, int32_t *row);

/* Whether they lie flat on a row, so that no other one separates them now by more than -tolerance;
 * then puts the largest gap and its row. False where a quick test does not show that. */
bool tmi_near_lies_flat(const tmiNear *near, int32_t pair, int32_t row, double tolerance,
                        double *gap, int32_t *largest);
double tmi_near_separation_at_start(const tmiNear *near, int32_t pair, int32_t *row);

/* Whether a row was open at the start by at least -tolerance [m]; false where it is not a row. And
 * all that were, as tmi_contact_visible, at most tmi_near_rows_max. */
bool tmi_near_is_visible(const tmiNear *near, int32_t pair, int32_t row, double tolerance);
int32_t tmi_near_visible(const tmiNear *near, int32_t pair, double tolerance, int32_t *rows);

/* Whether a row of space is that of a face. */
bool tmi_near_is_face(const tmiNear *near, int32_t pair, int32_t row);

/* Whether force may act on a row: in the plane on visible ones; in space also on a face all of
 * whose points now were open at the start. */
bool tmi_near_is_admissible(const tmiNear *near, int32_t pair, int32_t row, double tolerance);

/* Whether the pair was open at the start along the direction that a row has now. */
bool tmi_near_was_open(const tmiNear *near, int32_t pair, int32_t row, double tolerance);

/* Maximum overlap of the pieces on the way from the start to now; `work` has tmi_near_work doubles.
 */
double tmi_near_swept(const tmiNear *near, int32_t pair, double tolerance, double *work);

/* Direction of a row now, from a to b; false where it has none. */
bool tmi_near_normal(const tmiNear *near, int32_t pair, int32_t row, double normal[3]);

/* Points of a row now, at most points_max, and one of them worked out again, as
 * tmi_contact_points. */
int32_t tmi_near_points(const tmiNear *near, int32_t pair, int32_t row, double height,
                        double tolerance, tmiContactPoint *points);
void tmi_near_point_at(const tmiNear *near, int32_t pair, double tolerance, tmiContactPoint *point);

/* The row of the facet that a point is on; -1: it is of two corners. */
int32_t tmi_near_row_of(const tmiNear *near, int32_t pair, const tmiContactPoint *point);

/* Where the force of a point acts on a and on b: at the point, but on two discs where each is
 * furthest along the normal, in the middle of their gap, so that friction has one line of action.
 * With a held direction (theory (15)) these are side by side, and a point between both would spin
 * discs without friction. Of a vertex: at the corner of each. */
void tmi_near_force_ends(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                         double ends[2][3]);

/* How far the corners of a point have passed each other across its normal [m]; *round: both are. */
double tmi_near_passed(const tmiNear *near, int32_t pair, const tmiContactPoint *point,
                       bool *round);

/* Size of a piece: its length, and how far its core reaches from a point in its body's axes [m];
 * returns its radius [m]. */
double tmi_near_piece_size(const tmiNear *near, int32_t piece, const double centre[3],
                           double *length, double *offset);

/* Puts the box around the pieces of a body, low x, y, z and high x, y, z [m], at the start or
 * `now`; false: it has none, and the box is inside out. */
bool tmi_near_box(const tmiNear *near, int32_t body, bool now, double box[6]);

/* Rows that any pair has at most, and numbers of work for tmi_near_swept. */
size_t tmi_near_rows_max(const tmiNear *near, size_t *work);

/* ---- near_met.c ------------------------------------------------------------------------------ */

/* Whether the world is planar, one of the pieces is a disc, and the other has facets. */
bool tmi_near_has_disc(const tmiNear *near, int32_t pair);

/* The direction that a row has now, in the axes of the piece with facets; false where it has none.
 * And the point of this row, of the two features, where that direction is kept. */
bool tmi_near_direction(const tmiNear *near, int32_t pair, int32_t row, double along[2]);
void tmi_near_met_point(const tmiNear *near, int32_t pair, int32_t row, const double along[2],
                        double tolerance, tmiContactPoint *point);

/* ---- near_vertex.c --------------------------------------------------------------------------- */

/* The corners of a and b that are on each other where two rows are both at 0; false: none are, the
 * pieces are round, or of space. */
bool tmi_near_vertex(const tmiNear *near, int32_t pair, int32_t one, int32_t two,
                     int32_t corners[2]);

/* The rows that end where these corners are on each other. Their number, up to 4. */
int32_t tmi_near_vertex_rows(const tmiNear *near, int32_t pair, const int32_t corners[2],
                             int32_t rows[4]);

/* Where these corners are now, and from that of a to that of b at the start [m]. */
void tmi_near_vertex_ends(const tmiNear *near, int32_t pair, const int32_t corners[2],
                          double ends[2][2], double start[2]);

/* The point of a row that ends in these corners. */
tmiContactPoint tmi_near_vertex_point(const tmiNear *near, int32_t pair, int32_t row,
                                      const int32_t corners[2], double tolerance);

#endif
