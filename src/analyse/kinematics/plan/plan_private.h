/* plan_private.h: what plan*.c share. */
#ifndef TMI_PLAN_PRIVATE_H
#define TMI_PLAN_PRIVATE_H

#include "analyse/kinematics/plan/plan.h"

/* Makes everything but the struct itself. */
tmStatus tmi_plan_make(tmPlan *plan, const tmPlanDef *def);

/* Takes these values and the start poses as the last good ones. */
void tmi_plan_start(tmPlan *plan);

/* Returns the part of the way to these values that may be covered at once, so that no turn is
 * missed; 0 when there would be too many of them. */
double tmi_plan_pace(const tmPlan *plan, const double *values);

/* Returns how many steps a drag takes: as if the pointer had been seen on its way; or as many as
 * the pace of other inputs demands. */
int32_t tmi_plan_drag_steps(const tmPlan *plan, const double *values, double pace);

/* Returns the longest change of an input on the way to these values, angles in rad and
 * displacements in sizes. */
double tmi_plan_way_length(const tmPlan *plan, const double *values);

/* Gives the pairs the winds of the poses that are shown. */
void tmi_plan_show_winds(const tmPlan *plan);

/* Returns the largest gap of any joint in plan->tried.poses, beyond rounding errors [m]. */
double tmi_plan_check(const tmPlan *plan);

/* Finds the poses for these values into plan->tried.poses, from those of the last good move, by
 * whichever route gets there. */
tmMove tmi_plan_try(tmPlan *plan, const double *values, tmSolveInfo *info);

/* The whole of a move of a plan that is all closed form and unwatched, once its joints have been
 * checked: false when it is not such a plan, or the move is not done that easily. */
bool tmi_plan_quick(tmPlan *plan, const double *values, tmSolveInfo *info);

/* Takes plan->tried.poses for the last good poses, and these values. */
void tmi_plan_accept(tmPlan *plan, const double *values);

/* Goes from the last good values to these: at once where nothing can lie between, else in steps.
 * Puts all but the outcome into *info. After a failure plan->good.poses are the last ones that
 * could be reached, and tmi_plan_restore returns to those before it. */
tmMove tmi_plan_go(tmPlan *plan, const double *values, tmSolveInfo *info);
void tmi_plan_restore(tmPlan *plan);

/* Puts the poses in which the joints are open by least squares into plan->stretch.poses, inputs
 * kept. Returns whether it found them. */
bool tmi_plan_stretch(tmPlan *plan, const double *values, tmSolveInfo *info);

/* Runs the numerical part of the stage, from the last good poses. */
tmMove tmi_plan_run_newton(tmPlan *plan, tmiStage *stage, const double *values, tmSolveInfo *info);

/* Drags what has one freedom left, from plan->tried.poses, in which the stage's joints are closed.
 * False where it is not so; the blocks are then left anywhere. */
bool tmi_plan_drag(tmPlan *plan, tmiStage *stage, const double *values, double tolerance,
                   tmiNewtonInfo *info);

/* Takes the winds of the stage's pairs in plan->tried.poses: those that the program knows, and
 * where it knows none the nearest. */
void tmi_plan_take_winds(const tmPlan *plan, const tmiStage *stage);

/* Makes all variants start from plan->good.poses. */
void tmi_plan_follow(tmPlan *plan);

/* Returns how far the inputs that the active variants do not read are from these values in
 * plan->tried.poses, angles with the size as lever [m]. */
double tmi_plan_idle_gap(const tmPlan *plan, const double *values);

/* Puts into `values` what the inputs are in these poses. */
void tmi_plan_measure(const tmPlan *plan, const tmPose *poses, double *values);

/* Where higher pairs count turns: takes the angles among the inputs within half a turn of the last
 * good ones. */
void tmi_plan_unwrap(const tmPlan *plan, double *values);

/* ---- Parts of the way to new values ---------------------------------------------------------- */

/* A step smaller than this part of the way does not count [1]. */
#define TMI_STEP_MIN 1e-12

/* Part of a proven step that is taken: at its very end the box has no room left [1]. */
#define TMI_PROVEN_SHARE 0.9

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

/* Puts the values at this part of the way, from where it began, into plan->tried.values; the second
 * tries them. */
void tmi_plan_set_part(tmPlan *plan, const double *values, double part);
bool tmi_plan_try_part(tmPlan *plan, const double *values, double part, tmSolveInfo *info);

/* Goes from `at` towards `end` in steps, the first of them `step`, halved where they fail or move a
 * body by more than `leap` [sizes, or rad] and doubled up to `longest`, and returns how far it
 * came. *stuck says that the last step was too small to count. */
double tmi_plan_creep(tmPlan *plan, const double *values, double at, double end, double step,
                      double longest, double leap, bool *stuck, tmSolveInfo *found);

/* Remembers the pose for its direction; the second puts into plan->good.poses where the motion
 * since then points to for plan->tried.values, false when that is not known. */
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

/* Follows the motion from where the way begins to the values, by steps that are each proven. */
tmMove tmi_plan_continue(tmPlan *plan, const double *values, double pace, tmSolveInfo *info);

#endif
