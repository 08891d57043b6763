/* step_private.h: what the files of this room share: the phases of a step. */
#ifndef TMI_STEP_PRIVATE_H
#define TMI_STEP_PRIVATE_H

#include "analyse/contact/solve/solve.h"
#include "analyse/contact/step/step.h"

/* ---- settle.c -------------------------------------------------------------------------------- */

/* Passes until velocities, rows and impulses fit together; outcome.settled: they do. */
tmStatus tmi_engine_settle(tmiContactEngine *c);

/* ---- conclude.c ------------------------------------------------------------------------------ */

/* A step that has settled: puts the velocities after impacts and the sums of impulses, adds up
 * work, and keeps the warm start of the next step. */
tmStatus tmi_engine_conclude(tmiContactEngine *c, double *after, double *impulse);

/* Adds up the work of the impulses that change velocities from c->step.last to `after`. */
tmStatus tmi_engine_weigh_work(tmiContactEngine *c, const double *after);

/* ---- advance.c ------------------------------------------------------------------------------- */

/* A gap at which bodies have met, as part of the length of their pair [1]. */
#define TMI_CONTACT_MET 1e-11

/* How bodies move within a step: straight with the velocity of this pass; or, where they fly, with
 * a velocity that changes evenly, and others as the last pass had them before they met. */
typedef enum tmiPath {
    TMI_PATH_STRAIGHT,
    TMI_PATH_FLIGHT,
} tmiPath;

/* Places the bodies of a pair where they are after a part of the step. */
void tmi_engine_advance(tmiContactEngine *c, int32_t pair, tmiPath path, double part);

/* Maximum by which two bodies can come nearer to each other in the step [m]. */
double tmi_engine_approach_max(const tmiContactEngine *c, int32_t pair, tmiPath path);

/* The part of the step after which the bodies of a pair that are apart meet, and the row on which;
 * infinite: they do not up to `max`. */
double tmi_engine_meeting(tmiContactEngine *c, int32_t pair, tmiPath path, double max,
                          int32_t *row);

/* ---- meet.c ---------------------------------------------------------------------------------- */

/* The row on which two pieces meet that begin the step further apart than they are large, on the
 * way of this pass; -1: they do not, or no force may act on it. */
int32_t tmi_engine_row_where_met(tmiContactEngine *c, int32_t pair);

/* The point of a pair whose row is `met`: a disc on the facet or corner that it met. */
void tmi_engine_met_point(const tmiContactEngine *c, int32_t pair, tmiContactPoint *point);

/* ---- choose.c -------------------------------------------------------------------------------- */

/* Checks all pairs in the present poses: chooses rows of those that are not apart, changes those
 * that another row separates. `first`: only rows of the step before. Returns whether any changed.
 */
bool tmi_engine_choose(tmiContactEngine *c, bool first);

/* Checks whether all pairs with rows are apart. Those that are not get another row, where there is
 * one; returns whether any did. Sets overlap, depth and the bodies concerned. */
bool tmi_engine_recheck(tmiContactEngine *c);

/* Whether a row was tried for a pair in this step. */
bool tmi_engine_was_tried(const tmiStepPair *pair, int32_t row);

/* What the gap of a point at `at` along `normal` yields to its impulse, as if the bodies of a pair
 * were free [1/kg]. */
double tmi_engine_yield_at(const tmiContactEngine *c, const tmiNearPair *near, const double at[3],
                           const double normal[3]);

/* ---- choose_solid.c -------------------------------------------------------------------------- */

/* Of the rows of a pair in space on which force may act, and that were not tried, the one along
 * which separating the pair takes the least energy; -1: there is none. */
int32_t tmi_engine_best_solid_row(tmiContactEngine *c, int32_t pair);

/* Whether two rows of a pair in space have nearly the same direction. */
bool tmi_engine_are_alike(const tmiContactEngine *c, int32_t pair, int32_t one, int32_t other);

/* Whether a pair in space may have been passed through on the way of this step, though its end is
 * fine: it was passed before in this step, or nothing presses and no row that was open at the start
 * separates it. */
bool tmi_engine_is_passed(tmiContactEngine *c, int32_t pair);

/* Whether a row was open at the start. */
bool tmi_engine_is_visible(const tmiContactEngine *c, int32_t pair, int32_t row);

/* ---- contact_points.c ------------------------------------------------------------------------ */

/* The points of a row where the bodies are placed that were open at the start, in the order of
 * their keys; returns how many. `near_part`: see TMI_CONTACT_NEAR. `points` has room for those of
 * any row: c->work.points does. */
int32_t tmi_engine_points_of(const tmiContactEngine *c, int32_t index, int32_t row,
                             double near_part, tmiContactPoint *points);

/* Makes the points of all chosen rows, with what is known of them; *same: they are those of before.
 * A pair whose row no longer has a direction has none. */
tmStatus tmi_engine_make_contacts(tmiContactEngine *c, bool *same);

/* Exchanges the points with those before. */
void tmi_engine_swap_contacts(tmiContactEngine *c);

/* ---- vertex.c -------------------------------------------------------------------------------- */

/* Has a pair held where its row and another one end in a corner of both pieces, from now on. False:
 * these rows have none. */
bool tmi_engine_meet_at_vertex(tmiContactEngine *c, int32_t pair, int32_t row);

/* Looks whether it still is the vertex of these rows where the pair is placed; otherwise it becomes
 * that of others, or of none. */
bool tmi_engine_vertex_changes(tmiContactEngine *c, int32_t pair);

/* The point of a pair that is held so, where it is placed; its friction, and how far its corners
 * are from each other across the normal [m]. */
void tmi_engine_vertex_point(const tmiContactEngine *c, int32_t pair, tmiContactPoint *point,
                             double *friction, double *aside);

/* The step has settled: puts points of both rows, with their impulses, for those of vertices. */
tmStatus tmi_engine_split_vertices(tmiContactEngine *c);

/* ---- trial.c --------------------------------------------------------------------------------- */

/* Where a pair has other visible rows as near as its own: tries one that was not tried, and keeps
 * it if it changes the motion less. *better: it did. */
tmStatus tmi_engine_try(tmiContactEngine *c, bool *better);

/* ---- cold.c ---------------------------------------------------------------------------------- */

/* Pairs of a large cluster that touch where the step begins have the row along which they do: in a
 * pile each pass would find one layer more. Whether there are any. */
bool tmi_engine_begin_cold(tmiContactEngine *c);

#endif
