/* step.h: bodies of a planar world are kept apart through one time step
 *
 *     M (v+ - v_f) = sum J^T p,   q+ = q + h v+,   pieces apart at q+                           (1)
 *
 * in the pair form: one disjunction for every two convex pieces, force only on rows that separated
 * them at the start, of least energy among these, computed again at the end of the step until both
 * fit. docs/theory/contact.md, section 8. */
#ifndef TMI_STEP_H
#define TMI_STEP_H

#include "analyse/contact/engine/engine.h"

/* ---- step.c
 * --------------------------------------------------------------------------------------- */

/* Makes a step of clusters, fills their outcomes, and leaves their bodies in the poses at its end.
 * The warm start changes only where the step has settled. TM_ERR_MEMORY, TM_ERR_NOT_FINITE,
 * statuses of linearise and respond; TM_ERR_LIMIT where goes_on returned false. */
tmStatus tmi_engine_step(tmiContactEngine *engine, const tmiStepRequest *request);

/* ---- instant.c ------------------------------------------------------------------------------- */

/* After a step of a cluster that did not settle since something presses on movers that are
 * `smooth`: the two of them that meet first and bounce, and the part of the step after which they
 * are about to. False: there are none. The poses are then arbitrary. */
bool tmi_engine_first_meeting(tmiContactEngine *engine, int32_t cluster, int32_t bodies[2],
                              double *part);

/* Applies the law of impact to bodies of a cluster, the only one of request->which, that touch in
 * the present poses, or will at the velocities request->before within a time request->h [s]. The
 * request's `free` is room, `moved` and `halvings` do not count; `impact` of its outcome: any were.
 * `respond` of the motion must be that of this instant, where groups are. */
tmStatus tmi_engine_strike(tmiContactEngine *engine, const tmiStepRequest *request,
                           int32_t cluster);

/* ---- rest.c
 * --------------------------------------------------------------------------------------- */

/* Two bodies that overlap in the present poses. */
typedef struct tmiOverlap {
    int32_t bodies[2];
    double depth;  /* [m] */
    double length; /* of the smaller of the two pieces [m] */
} tmiOverlap;

/* Puts pairs of bodies that overlap into `overlaps`, at most `max_count` of them, deepest piece of
 * each pair, and their number into *count, which may be more. */
tmStatus tmi_engine_overlaps(tmiContactEngine *engine, tmiOverlap *overlaps, int32_t max_count,
                             int32_t *count);

/* Finds where bodies touch at rest in the present poses, gaps of at most `part` of the smaller
 * piece: tmi_engine_contacts then has the points, without impulses. `free` is room for velocities.
 * Nothing is kept. */
tmStatus tmi_engine_contacts_at_rest(tmiContactEngine *engine, double h, double part, double *free);

/* Returns by how much coordinates of corners are rounded at most where the bodies are placed [m],
 * and puts the mover's body that has the smallest piece, or -1, and its length [m]. */
double tmi_engine_rounding(const tmiContactEngine *engine, int32_t *body, double *length);

#endif
