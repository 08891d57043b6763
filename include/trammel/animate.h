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

/* ---- Rates and forces ------------------------------------------------------------------------ */

/* What was found of the rates and forces of a driven motion. One list makes the codes and the
 * words. */
#define TM_DRIVEN_LIST(X)                                                                          \
    X(TM_DRIVEN_DONE, "found")                                                                     \
    X(TM_DRIVEN_SHARED, "joints repeat each other: how they share forces is that of least norm")   \
    X(TM_DRIVEN_FREE, "forces would move what no drive moves: only a simulation can tell how")     \
    X(TM_DRIVEN_SINGULAR, "a dead centre: no rates, and forces without bound")                     \
    X(TM_DRIVEN_MASSLESS, "a part has no mass, or none with which forces could be found")          \
    X(TM_DRIVEN_NOT_FINITE, "a force or an acceleration is not a finite number")                   \
    X(TM_DRIVEN_LEFT_OUT, "this build of the library leaves forces of animations out")

#define TM_DRIVEN_CODE(code, words) code,
typedef enum tmDrivenOutcome { TM_DRIVEN_LIST(TM_DRIVEN_CODE) TM_DRIVEN_COUNT } tmDrivenOutcome;
#undef TM_DRIVEN_CODE

/* Returns the outcome in words, without a full stop. Never null. */
TM_API const char *tm_driven_text(tmDrivenOutcome outcome);

/* What is not known is NaN. Forces are known after TM_DRIVEN_DONE and TM_DRIVEN_SHARED alone. */
typedef struct tmDrivenInfo {
    tmDrivenOutcome outcome;
    int32_t body;     /* whose mass hinders the forces; -1 */
    bool is_static;   /* no pace is known: forces are those of rest */
    bool has_rates;   /* velocities are known */
    double time;      /* as the text's pace has it [s] */
    double power;     /* of all drives [W] */
    double kinetic;   /* energy of motion [J] */
    double potential; /* that of weight and springs [J] */
} tmDrivenInfo;

/* Finds the rates of the present motion, and all forces: of the drives, which move as they do
 * whatever that takes, and in the joints, from masses, weight, springs, dampers, and forces and
 * torques of controls. `part` is the part of the way of the present frames, 0 … 1; `pace` its first
 * and second rate [1/s, 1/s^2], null: those of the text (tm_model_pace), without which all is at
 * rest. Puts how it went into *info. The frames must be those of a move that was done.
 * TM_ERR_UNSUPPORTED where a control or monitor cannot be run: tm_animation_diags says why.
 * TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_LIMIT, TM_ERR_MEMORY. The first call allocates. */
TM_API tmStatus tm_animation_solve(tmAnimation *animation, double part, const double *pace,
                                   tmDrivenInfo *info);

/* What tm_animation_solve found, valid until the next move; null before. Of all bodies by index:
 * twists, and accelerations of the origins; of each value of the drives, in the order of
 * tm_animation_move_to: the force or torque that it needs, positive where it makes the value grow
 * [N, N m]. NaN where they are not known. */
TM_API const tmTwist *tm_animation_twists(const tmAnimation *animation);
TM_API const tmTwist *tm_animation_accelerations(const tmAnimation *animation);
TM_API const double *tm_animation_efforts(const tmAnimation *animation);

/* In which axes a force is. */
typedef enum tmAxes { TM_AXES_WORLD, TM_AXES_FIRST, TM_AXES_SECOND } tmAxes;

/* Puts what the second part of a joint does to the first into *wrench, about the first feature that
 * the joint matches of the first part, in the axes of the world or of one of the two parts.
 * Springs, dampers and drives of the joint are part of it. TM_ERR_ARGUMENT where there is none and
 * before tm_animation_solve leaves it unchanged. */
TM_API tmStatus tm_animation_joint_wrench(const tmAnimation *animation, int32_t joint, tmAxes axes,
                                          tmWrench *wrench);

/* Puts into *info what the last tm_animation_monitors found of rates and forces. TM_ERR_ARGUMENT
 * where no monitor reads any, which leaves *info unchanged. */
TM_API tmStatus tm_animation_driven(const tmAnimation *animation, tmDrivenInfo *info);

/* Returns what keeps rates and forces from being found, and notes about how they are: it grows with
 * the first of these calls, and belongs to the animation. Null for null. */
TM_API const tmDiags *tm_animation_diags(const tmAnimation *animation);

/* Puts what the text monitors (tm_model_monitor) in the present frames into `values`, as many as
 * tm_model_simulate(model).value_count; `part` is the part of the way, 0 … 1. Rates and forces are
 * those of tm_animation_solve with the text's pace; what is not known is NaN. Angles count whole
 * turns as tm_animation_angles does, in space from call
 * to call. The angle of a joint that is driven begins at its drive's value, and in space stays
 * nearest to it. TM_ERR_ARGUMENT, TM_ERR_UNSUPPORTED, TM_ERR_MEMORY. */
TM_API tmStatus tm_animation_monitors(tmAnimation *animation, double part, double *values);

/* ---- Poses ----------------------------------------------------------------------------------- */

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
