/* stepping.h: steps of `stepping` in the plane: of second order where nothing presses, with contact
 * where bodies touch; what contact keeps, foresees and reports. The contacts themselves are found
 * and solved in analyse/contact. */
#ifndef TMI_STEPPING_H
#define TMI_STEPPING_H

#include "analyse/dynamics/sim/sim.h"

/* ---- sim_second_order.c ---------------------------------------------------------------------- */

/* Makes room for steps of second order: those of planar worlds in `stepping`. */
tmStatus tmi_sim_smooth_create(tmSim *sim);

/* Whether this method has steps of second order. */
static inline bool tmi_sim_is_smooth(const tmSim *sim) {
    return sim->smooth.mean != NULL;
}

/* Marks the movers of `groups` whose springs or dampers are too stiff for a step of second order,
 * and those that the host pulls at; as evaluated. Of null groups all movers are one group. */
void tmi_sim_smooth_mark_stiff(tmSim *sim, double h, const int32_t *groups);

/* A step of length h from the state `from` at time t, collected there: sets mean, end and impulse
 * of all movers that nothing presses on; `coupled`: rows and springs are among them. Adds the work
 * of controls and dampers to the last number of `from`, also of those that are pressed. Leaves
 * values of rows that are stale. TM_ERR_NOT_CONVERGED where the joints do not close. */
tmStatus tmi_sim_smooth_step(tmSim *sim, double t, double h, bool coupled, double *from);

/* ---- sim_motion.c, sim_contact.c ------------------------------------------------------------- */

/* Creates what keeps bodies apart; nothing where none can touch, or where the method is another
 * one. */
tmStatus tmi_sim_contact_create(tmSim *sim);
void tmi_sim_contact_destroy(tmSim *sim);

/* Makes the step from y to y_end, in halves where necessary. */
tmStatus tmi_sim_contact_step(tmSim *sim);

/* Lists where bodies touch in the state y of time t, without a step. */
tmStatus tmi_sim_contact_look(tmSim *sim, double t, const double *y);

/* Puts the means of the last step, or what is foreseen, into the system's solution: accelerations
 * and forces. */
void tmi_sim_contact_forces(tmSim *sim);

/* ---- sim_foresee.c --------------------------------------------------------------------------- */

/* Before the first step of a world with contact: makes a part of it, keeps its means as those of
 * the present, and goes back. Where it cannot be made they are as without contact. False: memory
 * ran out. */
bool tmi_sim_foresee(tmSim *sim);

/* Back to the start of a step, as if it had never been begun. */
void tmi_sim_go_back(tmSim *sim, tmSimOutcome ahead);

/* Where bodies touch at the present moment, as far as that is known. */
const tmContact *tmi_sim_shown_contacts(const tmSim *sim, int32_t *count);

/* ---- sim_start_overlap.c --------------------------------------------------------------------- */

/* Moves bodies apart that overlap at y_end, and reports it. TM_ERR_TEXT where that is impossible.
 */
tmStatus tmi_sim_part(tmSim *sim, tmDiags *diags);

/* The same of a state y of time t, without a report. TM_ERR_NOT_CONVERGED where that is impossible.
 */
tmStatus tmi_sim_part_state(tmSim *sim, double t, double *y);

/* ---- sim_checkpoint_contact.c ---------------------------------------------------------------- */

/* Keeps the state of contact at the start of a step in contact.checkpoint, and takes it from
 * there. */
tmStatus tmi_sim_contact_keep_checkpoint(tmSim *sim);
tmStatus tmi_sim_contact_restore_checkpoint(tmSim *sim);

/* ---- sim_sleep.c ----------------------------------------------------------------------------- */

/* Wakes all bodies. */
void tmi_sim_sleep_wake_all(tmSim *sim);

/* ---- sim_contact_events.c -------------------------------------------------------------------- */

/* Forgets which bodies touched, as after another state is set: none have parted. */
void tmi_sim_contact_forget(tmSim *sim);

#endif
