/* pass.h: bodies that may touch, but that nothing holds apart: who, why, and where it was seen. */
#ifndef TM_CLI_PASS_H
#define TM_CLI_PASS_H

#include "trammel/trammel.h"

/* Whether any two bodies may touch; puts the first two into `bodies` (may be null). */
bool cli_may_touch(const tmModel *model, int32_t bodies[2]);

/* Why a method does not hold the bodies of a model apart; null: it does, or none may touch. */
const char *cli_pass_reason(const tmModel *model, int32_t method);

/* What to do about it. */
const char *cli_pass_advice(const tmModel *model);

/* Adds a warning of a `simulate` in which bodies may pass through each other. */
tmStatus cli_pass_warn(const tmModel *model, tmDiags *diags);

/* Puts the first event in which two bodies began to overlap into *event and returns how many there
 * are. */
int64_t cli_passes(const tmRecording *recording, tmSimEvent *event);

/* Puts "box passes into floor at 0.3 s" into text: the first of them, where there is any. */
bool cli_pass_text(const tmRecording *recording, char *text, size_t size);

#endif
