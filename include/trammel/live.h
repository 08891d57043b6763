/* live.h: a simulation that a person watches and disturbs: it has no end; it can be pulled at,
 * reset, and continued with a text that has changed.
 *
 *     tmLive *live;
 *     tm_live_create(NULL, &document_def, -1, &live);
 *     if (tm_live_sim(live)) {
 *         tm_live_start(live, poses);                 where the editor shows everything
 *         tm_sim_advance(tm_live_sim(live), time);    for each frame
 *         tm_live_poses(live) …
 *     }
 *
 * Of planar worlds only. SI units, angles in radians. */
#ifndef TRAMMEL_LIVE_H
#define TRAMMEL_LIVE_H

#include "trammel/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tmLive tmLive;

/* Reads the text, and prepares its run `run` (tm_document_run; less than 0: the first `simulate`),
 * without an end. A text that cannot be simulated makes one, too: tm_live_diags says why, and there
 * is no simulation. Null allocator: the default one. TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_LIMIT,
 * TM_ERR_MEMORY; *live is then null. */
TM_API tmStatus tm_live_create(const tmAllocator *allocator, const tmDocumentDef *def, int32_t run,
                               tmLive **live);

/* Frees it and all that came from it. Null is accepted. */
TM_API void tm_live_destroy(tmLive *live);

/* Returns what is wrong with text and world; it belongs to the live. */
TM_API const tmDiags *tm_live_diags(const tmLive *live);

/* Writes the first error, with its hint, as one line for people: why there is no simulation or why
 * it failed; nothing where all is well. TM_ERR_ARGUMENT. */
TM_API tmStatus tm_live_diagnostic(const tmLive *live, tmWriteFn *write, void *user);

/* Returns the simulation, to advance, pull and save; null where there is none. It belongs to the
 * live. */
TM_API tmSim *tm_live_sim(const tmLive *live);

/* Returns the model that runs; null where there is none. */
TM_API const tmModel *tm_live_model(const tmLive *live);

/* Starts with all bodies where these poses are (tm_model_body_count), at the velocities that the
 * text gives. Poses of another count leave it at the text's. TM_ERR_NOT_CONVERGED where joints
 * cannot be closed from there: it then starts where the text places everything; TM_ERR_ARGUMENT,
 * TM_ERR_NOT_FINITE. */
TM_API tmStatus tm_live_start(tmLive *live, const tmPose *poses, int32_t count);

/* Goes on where another live of nearly the same text is: bodies of the same name get its poses,
 * velocities, inputs of the same name their values, and joints of the same name their whole turns;
 * other bodies are where the text places them. Fails as tm_live_start does. */
TM_API tmStatus tm_live_take(tmLive *live, const tmLive *from);

/* Returns the present time [s] and the outcome so far (tmSimOutcome); 0 and TM_SIM_FAILED where
 * there is no simulation. */
TM_API double tm_live_time(const tmLive *live);
TM_API int32_t tm_live_outcome(const tmLive *live);

/* Returns where all bodies are, by index; null where there is no simulation. Valid until the next
 * call. */
TM_API const tmPose *tm_live_poses(tmLive *live);

/* Puts the contacts as x, y and the force on the second body, 4 numbers each [m, N], into *numbers,
 * and how many there are into *count. Valid until the next call. TM_ERR_ARGUMENT and TM_ERR_MEMORY
 * leave both unchanged. */
TM_API tmStatus tm_live_contacts(tmLive *live, const double **numbers, int32_t *count);

/* Returns what the text monitors (tmSimulateInfo.value_count); null where there is none. */
TM_API const double *tm_live_monitors(tmLive *live);

/* Pulls at a body: from its point (x, y) in body axes towards a place of the world [m], by a spring
 * that suits its mass. As tm_sim_pull. */
TM_API tmStatus tm_live_pull(tmLive *live, int32_t body, double x, double y, double to_x,
                             double to_y);

#ifdef __cplusplus
}
#endif

#endif
