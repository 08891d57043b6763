/* sketch.h: a definition as an editor holds it: read, assembled, ready to drag, drive and diagnose.
 *
 *     tmSketch *sketch;
 *     tm_sketch_create(NULL, &document_def, -1, &sketch);   any text, also one with mistakes
 *     if (tm_sketch_is_good(sketch)) {
 *         tm_sketch_grab(sketch, body, x, y);
 *         tm_sketch_drag(sketch, x, y, &info);              for each move of the mouse
 *         … tm_sketch_poses(sketch) …
 *         tm_sketch_release(sketch);
 *     }
 *
 * A text that was edited makes a new sketch: 30 links take less than a millisecond. Of planar
 * worlds only. Bodies and joints are numbered as in the model; body 0 is the ground. SI units,
 * angles in radians. */
#ifndef TRAMMEL_SKETCH_H
#define TRAMMEL_SKETCH_H

#include "trammel/animate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sketches ------------------------------------------------------------------------------ */

typedef struct tmSketch tmSketch;

/* Larger worlds are reported and not built: an editor is to answer at once, whatever text it is
 * given, and they take seconds. The command line runs them. A hub is a body that moves: its joints,
 * and of several hubs the root of the sum of the squares. */
#define TM_SKETCH_BODY_LIMIT 20000
#define TM_SKETCH_JOINT_LIMIT 40000
#define TM_SKETCH_HUB_LIMIT 500

/* Reads the text, and builds and assembles the world of its run `run` (tm_document_run; less than
 * 0: the first that is animated, else the first of all). A text with mistakes makes a sketch, too,
 * and so does one whose world is past the limits: tm_sketch_diags lists them. Null allocator: the
 * default one. TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_LIMIT, TM_ERR_MEMORY; *sketch is then null. */
TM_API tmStatus tm_sketch_create(const tmAllocator *allocator, const tmDocumentDef *def,
                                 int32_t run, tmSketch **sketch);

/* Frees the sketch and all that came from it. Null is accepted. */
TM_API void tm_sketch_destroy(tmSketch *sketch);

/* Returns whether it has poses: the text has no errors, its world is planar, within the limits and
 * a mechanism that the plane knows. Open joints do not hinder. */
TM_API bool tm_sketch_is_good(const tmSketch *sketch);

/* Returns what is wrong with text, world and assembly; it belongs to the sketch. */
TM_API const tmDiags *tm_sketch_diags(const tmSketch *sketch);

/* Return the document and the model, which belong to the sketch; the model is null where the text
 * has errors. */
TM_API const tmDocument *tm_sketch_document(const tmSketch *sketch);
TM_API const tmModel *tm_sketch_model(const tmSketch *sketch);

/* Writes all that does not change while it moves as one JSON object: diagnostics, runs, bodies with
 * their outlines, points and places in the text, joints, drives, traces, monitors, inputs.
 * docs/design/page.md lists the members. TM_ERR_ARGUMENT, TM_ERR_MEMORY. */
TM_API tmStatus tm_sketch_json(const tmSketch *sketch, tmWriteFn *write, void *user);

/* ---- Poses --------------------------------------------------------------------------------- */

/* Returns where all bodies are now, by index (tm_model_body_count); null unless the sketch is good.
 * Valid until the next call that moves. */
TM_API const tmPose *tm_sketch_poses(const tmSketch *sketch);

/* Takes poses of all bodies, such as those that an earlier sketch of nearly the same text had: the
 * joints are closed from there. Returns TM_ERR_NOT_CONVERGED, and stays as it is, where they cannot
 * be; TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE. */
TM_API tmStatus tm_sketch_set_poses(tmSketch *sketch, const tmPose *poses);

/* Returns to the poses of the assembly. */
TM_API void tm_sketch_reset(tmSketch *sketch);

/* Puts into gaps[i] how far joint i of the model is open now [m]; 0 for springs and dampers. As
 * many as tm_model_joint_count. */
TM_API tmStatus tm_sketch_gaps(tmSketch *sketch, double *gaps);

/* ---- Dragging ([ME] 1.1) ------------------------------------------------------------------- */

/* Takes hold of a body at a point of the world [m]. Everything that is joined to it follows by its
 * freedoms, loose ends move least, and bodies that the text calls locked stand still. `held` bodies
 * (may be null) stand still, too. TM_ERR_ARGUMENT for what is not a body, for one that is fixed or
 * locked, and for a sketch that is not good; TM_ERR_MEMORY. */
TM_API tmStatus tm_sketch_grab(tmSketch *sketch, int32_t body, double x, double y,
                               const int32_t *held, int32_t held_count);

/* Moves the point that was grabbed towards a place [m], as near as it can get without sending parts
 * away: none goes farther than five times the sizes of all together, and the pointer's way. Puts
 * how it went into *info (may be null). TM_ERR_ARGUMENT when nothing is grabbed, TM_ERR_NOT_FINITE.
 */
TM_API tmStatus tm_sketch_drag(tmSketch *sketch, double x, double y, tmSolveInfo *info);

/* Lets go; the poses stay. */
TM_API void tm_sketch_release(tmSketch *sketch);

/* ---- Driving ------------------------------------------------------------------------------- */

/* Moves the drives of an `animate` to their values at a part of the way, 0 … 1, from the present
 * poses: turning drives by the shorter way round. The text's break policy decides what happens to a
 * move past the end of the motion. Puts how it went into *info (may be null). TM_ERR_ARGUMENT for a
 * sketch without drives, TM_ERR_NOT_CONVERGED where its joints are open. */
TM_API tmStatus tm_sketch_play(tmSketch *sketch, double part, tmSolveInfo *info);

/* Puts the part of the way at which the first drive has its present value into *part; parts of
 * drives that turn on count within their range, 0 … 1. An angle outside of a range of less than a
 * turn is below 0 or above 1, whichever is nearer. TM_ERR_ARGUMENT for a sketch without. */
TM_API tmStatus tm_sketch_part(tmSketch *sketch, double *part);

/* Puts into blocking[i] whether joint i of the model is in the loop that keeps tm_sketch_play from
 * going on: those that open when the drives are forced a little further. As many as
 * tm_model_joint_count; all false unless the last move ended at a break. */
TM_API tmStatus tm_sketch_blocking(tmSketch *sketch, bool *blocking);

/* Computes the curves of all traced points (tm_model_trace) over the drives' way in `count` steps,
 * as far as they can be reached from the present poses: from the beginning on where that can be
 * reached, within the range or by the shorter way round; else as far back and on as it goes. x and
 * y of trace t at step i come to points[2 * (t * count + i)], NaN where it cannot be reached. The
 * poses stay. */
TM_API tmStatus tm_sketch_curves(tmSketch *sketch, int32_t count, double *points);

/* Computes what the text monitors over the same way: value k at step i comes to
 * values[k * count + i], of tmSimulateInfo.value_count. The poses stay. */
TM_API tmStatus tm_sketch_monitors(tmSketch *sketch, int32_t count, double *values);

/* Computes velocities and accelerations of all bodies in the present pose with the first drive at
 * this rate [rad/s or m/s]: `rates` takes x, y, angle of the velocity and then of the acceleration
 * of each body, 6 numbers. TM_ERR_SINGULAR where there are none. */
TM_API tmStatus tm_sketch_rates(tmSketch *sketch, double rate, double *rates);

/* Computes rates and forces in the present pose with the first drive at this rate [rad/s or m/s],
 * which stays so; NaN: as the text's speed has it there, without which all is at rest. Into
 * `numbers`, as many as tm_sketch_driven_count: tmDrivenInfo's outcome, body, is_static, time,
 * power, kinetic and potential; what each value of the drives needs [N or N m]; of each body the x,
 * y and angle of its velocity, then of its acceleration; of each joint the force x, y and the
 * torque of its second part on its first. What is not known is NaN. Statuses of tm_animation_solve;
 * TM_ERR_ARGUMENT for a sketch without drives, TM_ERR_UNSUPPORTED where a drive of a body's own
 * angle was not played to this pose. */
#define TM_SKETCH_DRIVEN_HEAD 7
TM_API int32_t tm_sketch_driven_count(const tmSketch *sketch);
TM_API tmStatus tm_sketch_driven(tmSketch *sketch, double rate, double *numbers);

/* Examines what the motion of the drives amounts to (tm_motion_create, in so many steps) and writes
 * it as one JSON object; docs/design/page.md lists the members. The poses stay. TM_ERR_ARGUMENT,
 * and what tm_motion_create returns. */
TM_API tmStatus tm_sketch_motion(tmSketch *sketch, int32_t steps, tmWriteFn *write, void *user);

/* Computes the centrodes of two bodies over the drives' way from the pose of the text, as
 * tm_animation_centrodes: x and y at `count` places, for `fixed` in the axes of body a, for
 * `moving` in those of b. The poses stay. Statuses of tm_animation_centrodes. */
TM_API tmStatus tm_sketch_centrodes(tmSketch *sketch, int32_t a, int32_t b, int32_t count,
                                    double *fixed, double *moving);

/* ---- What it is ---------------------------------------------------------------------------- */

/* Diagnoses the present pose and writes it as JSON: verdict, freedoms by rank and by count, free
 * motions, redundant and conflicting joints by number, four-bars that can move with their Grashof
 * class and transmission angle; docs/design/page.md. TM_ERR_ARGUMENT, TM_ERR_MEMORY, TM_ERR_LIMIT.
 */
TM_API tmStatus tm_sketch_diagnosis(tmSketch *sketch, tmWriteFn *write, void *user);

/* Returns the transmission angle of a four-bar [rad]: between coupler and output, 0 … pi/2, in
 * these poses of all bodies (null: the present ones). `pins` are its four joints as a diagnosis of
 * the same text lists them: ground-input, input-coupler, coupler-output, output-ground. NaN where
 * one is not a pin. */
TM_API double tm_sketch_transmission(const tmSketch *sketch, const int32_t *pins,
                                     const tmPose *poses);

/* Puts the freedoms of the text's pose by rank and by count into *mobility and *count, also of
 * worlds that a sketch does not draw: in space, or with joints that the plane does not know.
 * Assembles the world for that. TM_ERR_ARGUMENT for a text with errors and a world past the limits,
 * TM_ERR_NOT_FINITE, TM_ERR_LIMIT, TM_ERR_MEMORY. */
TM_API tmStatus tm_sketch_mobility(tmSketch *sketch, int32_t *mobility, int32_t *count);

/* Follows free motion `motion` of the last diagnosis: `way` is how far, in parts of the size of the
 * mechanism or in radians, from where it was diagnosed. Puts how it went into *info (may be null).
 * TM_ERR_ARGUMENT where there is none. */
TM_API tmStatus tm_sketch_follow(tmSketch *sketch, int32_t motion, double way, tmSolveInfo *info);

/* Finds the ways in which it can be assembled with its inputs as they are: the drives, or else what
 * controls its free motions. Puts their number into *count. They live until the next call of this.
 * TM_ERR_ARGUMENT, TM_ERR_MEMORY. */
TM_API tmStatus tm_sketch_find_modes(tmSketch *sketch, int32_t *count, bool *complete);

/* Returns the poses of all bodies in mode `index`, null where there is none; and the mode that the
 * present poses are, or -1. */
TM_API const tmPose *tm_sketch_mode(const tmSketch *sketch, int32_t index);
TM_API int32_t tm_sketch_present_mode(const tmSketch *sketch);

#ifdef __cplusplus
}
#endif

#endif
