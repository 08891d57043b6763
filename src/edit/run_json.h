/* run_json.h: the part of a sketch's JSON that is about its run. Private to the folder. */
#ifndef TMI_RUN_JSON_H
#define TMI_RUN_JSON_H

#include "base/base.h"
#include "edit/sketch.h"

/* Writes members of the object that is open: drives, frames, onBreak, traces, monitors, inputs.
 * TM_ERR_MEMORY. */
tmStatus tmi_json_run(tmiJson *json, const tmSketch *sketch);

#endif
