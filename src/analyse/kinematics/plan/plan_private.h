/* plan_private.h: what plan_go.c and plan_continuation.c share: parts of the way to new values. */
#ifndef TMI_PLAN_PRIVATE_H
#define TMI_PLAN_PRIVATE_H

#include "analyse/kinematics/plan/plan.h"

/* A step smaller than this part of the way does not count [1]. */
#define TMI_STEP_LEAST 1e-12

/* Ways in the space of the inputs whose angle has a square of the sine below this are on one line.
 */
#define TMI_ALIGNED 1e-6

/* Keeps poses, values, turns and sides; gives them back. */
void tmi_plan_store(tmPlan *plan, const tmiPlanState *state);
void tmi_plan_load(tmPlan *plan, const tmiPlanState *state);

/* Lets the way begin here; the second also keeps what tmi_plan_restore returns to. */
void tmi_plan_begin(tmPlan *plan);
void tmi_plan_save(tmPlan *plan);

/* Saves the side of each closed form, or puts it back. */
void tmi_plan_copy_sides(tmPlan *plan, double *side, bool save);

/* Puts the values at this part of the way, from where it began, into plan->trial_values; the second
 * tries them. */
void tmi_plan_set_part(tmPlan *plan, const double *values, double part);
bool tmi_plan_try_part(tmPlan *plan, const double *values, double part, tmSolveInfo *info);

/* Goes from `at` towards `end` in steps, the first of them `step`, halved where they fail or move a
 * body by more than `leap` [sizes, or rad] and doubled up to `longest`, and returns how far it
 * came. *stuck tells that the last step was too small to count. */
double tmi_plan_creep(tmPlan *plan, const double *values, double at, double end, double step,
                      double longest, double leap, bool *stuck, tmSolveInfo *found);

/* Remembers the pose for its direction; the second puts into plan->poses where the motion since
 * then points to for plan->trial_values, false when that is not known. */
void tmi_plan_remember(tmPlan *plan);
bool tmi_plan_point_ahead(tmPlan *plan);

/* Largest distance between two sets of poses, directions times the size [m]. */
double tmi_plan_distance(const tmPlan *plan, const tmPose *a, const tmPose *b);

/* Whether all is closed form, so that its discriminants can be bounded; whether they stay positive
 * on the way to the pose just tried: as quick as the move itself, and enough for most. */
bool tmi_plan_has_discriminants(const tmPlan *plan);
bool tmi_plan_is_clear(tmPlan *plan, const double *values);

/* What is proven about the way from the last good pose to these values. */
tmiCertificate tmi_plan_certify(tmPlan *plan, const double *values);

/* Walks from where the way begins to the values, by steps that are each proven. */
tmMove tmi_plan_walk(tmPlan *plan, const double *values, double pace, tmSolveInfo *info);

#endif
