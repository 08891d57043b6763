/* turns.h: private to this folder: angles of an animation's bodies over whole turns. */
#ifndef TMI_TURNS_H
#define TMI_TURNS_H

#include "base/base.h"
#include "trammel/mechanism.h"
#include "trammel/model.h"

typedef struct tmiTurns tmiTurns;

/* Makes room for the angles of so many bodies, and for values of the inputs of the plan, which is
 * null in space. TM_ERR_MEMORY: *turns is then null. */
tmStatus tmi_turns_create(tmAllocator allocator, int32_t body_count, int32_t value_count,
                          const tmPlan *plan, tmiTurns **turns);
void tmi_turns_destroy(tmiTurns *turns);

/* Forgets what was counted. */
void tmi_turns_reset(tmiTurns *turns);

/* Sets approximately where the angle of a body begins [rad]. */
void tmi_turns_begin(tmiTurns *turns, int32_t body, double angle);

/* Call before a plan moves to these values: follows the bodies on their way where one of them may
 * turn by more than the end of the move shows. `def` is the plan's. TM_ERR_MEMORY. */
tmStatus tmi_turns_foresee(tmiTurns *turns, const tmPlan *plan, const tmPlanDef *def,
                           const double *values);

/* Call after a move: takes the angles of these frames, nearest to the predicted ones if it is done,
 * otherwise to those before. */
void tmi_turns_note(tmiTurns *turns, const tmFrame *frames, const double *values, bool is_done);

/* Returns the angles of all bodies [rad]. */
const double *tmi_turns_angles(const tmiTurns *turns);

#endif
