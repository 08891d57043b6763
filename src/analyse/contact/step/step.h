/* step.h: bodies of a planar world are kept apart through one time step
 *
 *     M (v+ - v_f) = sum J^T p,   q+ = q + h v+,   pieces apart at q+                           (1)
 *
 * in the pair form: one disjunction for every two convex pieces, force only on rows that separated
 * them at the start, of least energy among these, worked out again where the step ends until both
 * fit. docs/theory/contact.md, section 8. */
#ifndef TMI_STEP_H
#define TMI_STEP_H

#include "analyse/contact/engine/engine.h"

/* ---- step.c
 * --------------------------------------------------------------------------------------- */

/* Makes a step of clusters, whose outcomes tell how it came out, and leaves their bodies placed at
 * its end. What was kept from the step before changes only where this one has settled.
 * TM_ERR_MEMORY, TM_ERR_NOT_FINITE, statuses of linearise and respond; TM_ERR_LIMIT where it was
 * not to go on. */
tmStatus tmi_engine_step(tmiContactEngine *engine, const tmiStepRequest *request);

/* ---- instant.c ------------------------------------------------------------------------------- */

/* After a step of a cluster that did not settle since something presses on movers that are
 * `smooth`: the two of them that meet first and bounce, and the part of the step after which they
 * are about to. False: there are none. Bodies are then placed anywhere. */
bool tmi_engine_first_meeting(tmiContactEngine *engine, int32_t cluster, int32_t bodies[2],
                              double *part);

/* Has bodies of a cluster, the only one of request->which, that touch where motion has placed them,
 * or will at the velocities request->before within a time request->h [s], struck by the law of
 * impact. The request's `free` is room, `moved` and `halvings` do not count; `impact` of its
 * outcome: any were. `respond` of the motion must be that of this instant, where groups are. */
tmStatus tmi_engine_strike(tmiContactEngine *engine, const tmiStepRequest *request,
                           int32_t cluster);

/* ---- rest.c
 * --------------------------------------------------------------------------------------- */

/* Two bodies that overlap where motion has placed them. */
typedef struct tmiOverlap {
    int32_t bodies[2];
    double depth;  /* [m] */
    double length; /* of the smaller of the two pieces [m] */
} tmiOverlap;

/* Puts pairs of bodies that overlap into `overlaps`, at most `max_count` of them, deepest piece of
 * each pair, and their number into *count, which may be more. */
tmStatus tmi_engine_overlaps(tmiContactEngine *engine, tmiOverlap *overlaps, int32_t max_count,
                             int32_t *count);

/* Finds where bodies touch at rest where motion has placed them, gaps of at most `part` of the
 * smaller piece: tmi_engine_contacts then has the points, without impulses. `free` is room for
 * velocities. Nothing is kept. */
tmStatus tmi_engine_contacts_at_rest(tmiContactEngine *engine, double h, double part, double *free);

/* Returns by how much coordinates of corners are rounded at most where the bodies are placed [m],
 * and puts the mover's body that has the smallest piece, or -1, and its length [m]. */
double tmi_engine_rounding(const tmiContactEngine *engine, int32_t *body, double *length);

#endif
