/* animate.h: what `animate` of a definition asks for: a model moved through its drives.
 *
 *     tmAnimation *animation;
 *     tm_animation_create(NULL, model, &animation);
 *     for (int32_t i = 0; i < tm_animation_info(animation)->frames; i++) {
 *         tm_animation_move(animation, i, &info);
 *         … tm_animation_frames(animation) …
 *     }
 *     tm_animation_destroy(animation);
 *
 * Planar worlds move by a plan of their mechanism (mechanism.h), others by the general solver
 * (space.h). */
#ifndef TRAMMEL_ANIMATE_H
#define TRAMMEL_ANIMATE_H

#include "trammel/space.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tmAnimation tmAnimation;

typedef struct tmAnimationInfo {
    int32_t frames;
    bool is_planar; /* a plan of a planar mechanism moves it: tm_animation_plan */
} tmAnimationInfo;

/* Assembles the model, which must outlive the animation, and plans its motion by the drives of its
 * run. TM_ERR_ARGUMENT for null and a model without drives, TM_ERR_TEXT for one with errors,
 * TM_ERR_NOT_CONVERGED when it cannot be assembled (tm_assemble reports why), TM_ERR_MEMORY;
 * *animation is then null. Null allocator: the default one. */
TM_API tmStatus tm_animation_create(const tmAllocator *allocator, const tmModel *model,
                                    tmAnimation **animation);

/* The same, beginning with an assembly of the model that is there already and must outlive the
 * animation; where it is null or not closed, the model is assembled. Joints that are open by no
 * more than `tolerance`, of the mechanism's size, count as closed, there and in all moves: for
 * texts whose numbers are rounded. TM_ERR_ARGUMENT also for a tolerance that is not above 0, and
 * for an assembly of another model with another number of bodies. */
TM_API tmStatus tm_animation_create_from(const tmAllocator *allocator, const tmModel *model,
                                         const tmAssembly *assembly, double tolerance,
                                         tmAnimation **animation);

/* Frees the animation. Null is accepted. */
TM_API void tm_animation_destroy(tmAnimation *animation);

/* Returns its properties; null for null. It lives as long as the animation. */
TM_API const tmAnimationInfo *tm_animation_info(const tmAnimation *animation);

/* Moves to a frame: the drives are where tm_model_drive_values puts them at the part frame /
 * (frames - 1) of the way. Frames should be moved to in order: the way between two is straight.
 * Puts how it went in *info (may be null). TM_ERR_ARGUMENT where there is no such frame leaves it
 * unchanged. TM_ERR_MEMORY where a body may turn by more than a quarter turn and there is not
 * enough memory to follow it: nothing has moved then. */
TM_API tmStatus tm_animation_move(tmAnimation *animation, int32_t frame, tmSolveInfo *info);

/* Moves to values of the drives, in the order of tm_model_drive. */
TM_API tmStatus tm_animation_move_to(tmAnimation *animation, const double *values,
                                     tmSolveInfo *info);

/* Returns the frames of all bodies as the last move left them, by index; valid until the next one.
 */
TM_API const tmFrame *tm_animation_frames(const tmAnimation *animation);

/* Returns the angles of all bodies of a planar world over whole turns [rad], counted from move to
 * move since the animation was made or reset, also where a body turns by more than half a turn in
 * one of them; valid until the next one. Null for worlds in space. */
TM_API const double *tm_animation_angles(const tmAnimation *animation);

/* Puts what the text monitors (tm_model_monitor) in the present frames into `values`, as many as
 * tm_model_simulate(model).value_count; `part` is the part of the way, 0 … 1. What depends on
 * forces or time is NaN. Angles count whole turns as tm_animation_angles does, in space from call
 * to call. The angle of a joint that is driven begins at its drive's value, and in space stays
 * nearest to it. TM_ERR_ARGUMENT, TM_ERR_UNSUPPORTED, TM_ERR_MEMORY. */
TM_API tmStatus tm_animation_monitors(tmAnimation *animation, double part, double *values);

/* Goes on from poses of a planar animation that it did not find itself, with these values of its
 * drives as its plan counts them: as tm_plan_take. TM_ERR_UNSUPPORTED for others. */
TM_API tmStatus tm_animation_take(tmAnimation *animation, const tmPose *poses,
                                  const double *values);

/* Returns to the pose of the assembly; monitors count turns again. */
TM_API void tm_animation_reset(tmAnimation *animation);

/* Returns the model that it moves. */
TM_API const tmModel *tm_animation_model(const tmAnimation *animation);

/* Returns the assembly that it began with; it lives as long as the animation. */
TM_API const tmAssembly *tm_animation_assembly(const tmAnimation *animation);

/* Returns the plan of a planar animation, whose bodies have the indices of the model's, and its
 * mechanism; null for others. */
TM_API tmPlan *tm_animation_plan(const tmAnimation *animation);
TM_API tmMechanism *tm_animation_mechanism(const tmAnimation *animation);

/* Puts into `values`, as many as the plan takes, the inputs of the plan at a part of the way, 0 …
 * 1. */
TM_API tmStatus tm_animation_values(const tmAnimation *animation, double part, double *values);

#ifdef __cplusplus
}
#endif

#endif
