/* near.h: who may meet within a step, and the one door to the geometry of two pieces. */
#ifndef TMI_NEAR_H
#define TMI_NEAR_H

#include "analyse/contact/pair/pair.h"

/* ---- near.c ---------------------------------------------------------------------------------- */

/* Which convex pieces of a planar world may meet within a step, from one step to the next.
 * Pairs come in a fixed order and keep their number and their memory as long as they stay near, so
 * that a step can begin where the last one ended. It owns the pieces where they are (pair.h). */

/* Two pieces of two bodies, a < b. */
typedef struct tmiNearPair {
    int32_t body_a, body_b;
    int32_t piece_a, piece_b; /* by index in tmiNear's arrays */
    int32_t number;           /* its own while it stays near: the least that was free */
    int32_t row;              /* memory: the row that the caller used last; -1 of a new pair */
} tmiNearPair;

typedef struct tmiNear {
    tmAllocator allocator;
    tmiArena arena;
    tmInterference *finder;
    int32_t body_count;
    int32_t *first; /* of each body: the place of its first piece; body_count + 1 entries */
    tmiContactPiece *start, *now; /* all pieces at the start of the step, and where they are now */
    int32_t piece_count;
    tmFrame *stands;    /* of each body: where it is at the start and now; NaN where that differs */
    tmiNearPair *pairs; /* in the order of bodies, then of pieces */
    int32_t pair_count, pair_capacity;
    tmiNearPair *last; /* those of the search before */
    int32_t last_count, last_capacity;
    bool *taken; /* which numbers are in use; private */
    int32_t taken_capacity;
    int32_t numbers; /* all numbers ever given are below: room that a caller's arrays need */
} tmiNear;

/* Makes the list in *near, which the caller destroys; nothing is near yet. The model, which must
 * outlive it, is of a planar world and has no errors: TM_ERR_ARGUMENT. TM_ERR_LIMIT, TM_ERR_MEMORY.
 * After a failure *near is null. */
tmStatus tmi_near_create(const tmModel *model, tmiNear **near);

/* Frees it. Null is accepted. */
void tmi_near_destroy(tmiNear *near);

/* Finds the pairs that come within `margin` [m] of each other at any time of a step [s] that begins
 * at these frames with these twists (tm_interference_sweep), and puts all pieces there, at the
 * start and now. Takes memory only when more is near than ever before. After a failure, with the
 * statuses of tm_interference_sweep, nothing is near and nothing remembered. */
tmStatus tmi_near_find(tmiNear *near, const tmFrame *frames, const tmTwist *twists, double step,
                       double margin);

/* Puts all pieces at these frames, at the start and now; what is near stays. */
void tmi_near_set_poses(tmiNear *near, const tmFrame *frames);

/* Puts the pieces of a body where it is now. */
void tmi_near_move(tmiNear *near, int32_t body, const tmFrame *frame);

/* ---- near_pairs.c ---------------------------------------------------------------------------- */

/* Whether a row was open at the start by at least -tolerance [m]; none is if it is no row. */
bool tmi_near_is_visible(const tmiNear *near, int32_t pair, int32_t row, double tolerance);

#endif
