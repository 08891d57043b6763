/* stepping_private.h: what the files of a step with contact share. */
#ifndef TMI_STEPPING_PRIVATE_H
#define TMI_STEPPING_PRIVATE_H

#include "analyse/dynamics/sim/stepping/stepping.h"

/* ---- sim_contact.c --------------------------------------------------------------------------- */

/* Makes the part of a step of the clusters `which` (null: all) from c->from with c->free, by the
 * pair form or, c->by, by a model for study. */
tmStatus tmi_sim_contact_make(tmSim *sim, int32_t halvings, const bool *which);

/* ---- sim_motion.c ---------------------------------------------------------------------------- */

/* Places movers as tmiContactMotion says. */
void tmi_sim_contact_set_poses(void *user, const double *velocity, bool moved,
                               const int32_t *movers, int32_t count);

/* ---- sim_contact_parts.c --------------------------------------------------------------------- */

/* Finds the clusters of a step of length h from contact.from; `again`: merges those that have met.
 */
tmStatus tmi_sim_find_clusters(tmSim *sim, double h, bool again);

/* Only movers of the clusters `which` move from now on; null: all. */
void tmi_sim_select(tmSim *sim, const bool *which);

/* Marks movers on which something pressed when the last step ended; and those that the part of the
 * step that was just tried has met in a cluster, with what touches them, or `all` that is near
 * them: false where it met no others. */
void tmi_sim_contact_mark(tmSim *sim);
bool tmi_sim_contact_mark_more(tmSim *sim, int32_t cluster, bool all);

/* Velocities of all movers in the part of the step without contact, into contact.free. */
tmStatus tmi_sim_contact_go_free(tmSim *sim);

/* Lists the contacts of the part of a step of length `whole` that was made up to a time, or of an
 * instant in it; and keeps its points. */
void tmi_sim_keep_contacts(tmSim *sim, double whole, double time, bool is_instant);
tmStatus tmi_sim_keep_points(tmSim *sim);

/* Puts contacts into the order of their bodies, as those of a single cluster are. */
void tmi_sim_sort_contacts(tmSim *sim);

/* Before and after a part of the step has been made: joined bodies on which nothing acts from
 * outside keep their angular momentum. */
void tmi_sim_turn_begin(tmSim *sim);
void tmi_sim_turn_back(tmSim *sim);

/* ---- sim_space.c ----------------------------------------------------------------------------- */

/* Finds what free bodies of space yield to impulses. */
void tmi_sim_space_weigh(tmSim *sim);

/* Puts the velocities of bodies of space without contact, with first order, into contact.free, and
 * their angular momentum at the end; as collected. Returns whether any on which something presses
 * turns: then its velocity depends on where it ends, and the next call works it out where the
 * bodies are placed. */
bool tmi_sim_space_begin(tmSim *sim, const double *before);
void tmi_sim_space_turn(const tmSim *sim, double *free);

/* Puts mean and end of those on which nothing presses, with second order. TM_ERR_NOT_CONVERGED
 * where one turns too far in the step. */
tmStatus tmi_sim_space_smooth(tmSim *sim, const double *before);

/* Before and after a part of the step has been made: bodies that press only on each other keep
 * their angular momentum. */
void tmi_sim_space_momentum(tmSim *sim);
void tmi_sim_space_turn_back(tmSim *sim);

/* ---- sim_contact_finish.c -------------------------------------------------------------------- */

/* The joint result of all clusters of a try that have settled; their marks are in `settled`.
 * Returns how many have not settled. */
int32_t tmi_sim_sum_outcomes(tmSim *sim, const bool *tried, bool *settled, tmiContactOutcome *sum);

/* Ends the part of the step from contact.from, t and h, or an impact at the instant `time` of it:
 * counts its results and makes contact.from the state at its end. `whole`: length of the step. */
tmStatus tmi_sim_finish_part(tmSim *sim, const tmiContactOutcome *outcome, double whole);
tmStatus tmi_sim_finish_impact(tmSim *sim, const tmiContactOutcome *outcome, double time,
                               double whole);

/* ---- sim_sleep.c ----------------------------------------------------------------------------- */

tmStatus tmi_sim_sleep_create(tmSim *sim, bool is_on);
void tmi_sim_sleep_destroy(tmSim *sim);

/* A step begins: bodies wake on which other forces act than before. */
tmStatus tmi_sim_sleep_begin(tmSim *sim);

/* The clusters of the step were found: marks those that sleep, wakes what one that is awake may
 * meet, and lists what presses between those that sleep. */
tmStatus tmi_sim_sleep_clusters(tmSim *sim);

/* The step has ended at y_end: what has been at rest for long falls asleep. */
void tmi_sim_sleep_end(tmSim *sim);

/* For checkpoints: how many numbers, into numbers, and back. */
int32_t tmi_sim_sleep_numbers(const tmSim *sim);
void tmi_sim_sleep_put(const tmSim *sim, double *to);
void tmi_sim_sleep_get(tmSim *sim, const double *from, int32_t count);

/* ---- sim_contact_events.c -------------------------------------------------------------------- */

/* A step begins; it has ended after h [s]: events report which bodies have begun to touch and which
 * have parted. */
void tmi_sim_contact_begin(tmSim *sim);
void tmi_sim_contact_end(tmSim *sim, double h);

/* Two bodies have a point at which they press or touch when a part of the step, of length `whole`,
 * ends at `time`, or at this instant in it. */
tmStatus tmi_sim_add_hit(tmSim *sim, const int32_t bodies[2], const tmiContact *point, double whole,
                         double time, bool is_instant);

/* Two bodies that sleep go on touching through the step, and press on each other by this force. */
tmStatus tmi_sim_add_rest(tmSim *sim, const int32_t bodies[2], double force);

/* A limit pressed in a part of the step that ended at a time, by its impulse and with rates of its
 * coordinate. */
void tmi_sim_contact_limit(tmSim *sim, int32_t number, const tmiContact *point, double time,
                           double impulse, double before, double after);

/* Whether two bodies are among those that touched before this step; the rate of the gap of a point
 * at given velocities. */
bool tmi_sim_touched(const tmSim *sim, const int32_t bodies[2]);
double tmi_sim_gap_rate(const tmiSystem *s, const tmiContact *point, const double *velocity);

#endif
