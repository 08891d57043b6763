/* lives.c: running simulations for hosts that pass numbers and texts but no structs. */
#include "files.h"
#include "output.h"

#include <string.h>

/* As tm_live_create, of a text of `length` bytes. */
TM_API tmStatus tm_wasm_live(const char *text, size_t length, int32_t run, tmLive **live);

/* Writes the reason why it does not run to the output, or nothing. */
TM_API tmStatus tm_wasm_live_diagnostic(const tmLive *live);

/* Writes to the output which bodies began to pass through each other in the last advance: the names
 * of the first two, with a zero between them, and puts the time into *time. Nothing if none did. */
TM_API tmStatus tm_wasm_live_pass(const tmLive *live, double *time);

/* Returns how many bodies there are, and numbers that the text monitors. */
TM_API int32_t tm_wasm_live_bodies(const tmLive *live);
TM_API int32_t tm_wasm_live_values(const tmLive *live);

tmStatus tm_wasm_live(const char *text, size_t length, int32_t run, tmLive **live) {
    tmDocumentDef def = tm_document_def_default();
    def.text = text;
    def.length = length;
    files_offer(&def);
    return tm_live_create(NULL, &def, run, live);
}

tmStatus tm_wasm_live_diagnostic(const tmLive *live) {
    output_clear();
    return output_status(tm_live_diagnostic(live, output_write, NULL));
}

tmStatus tm_wasm_live_pass(const tmLive *live, double *time) {
    int32_t count = 0;
    const tmSimEvent *event = tm_sim_events(tm_live_sim(live), &count);
    output_clear();
    while (count > 0 && event->kind != TM_SIM_EVENT_PASS) {
        event++, count--;
    }
    tmBodyInfo a, b;
    if (count > 0 && tm_model_body(tm_live_model(live), event->bodies[0], &a) == TM_OK &&
        tm_model_body(tm_live_model(live), event->bodies[1], &b) == TM_OK) {
        *time = event->time;
        output_write(NULL, a.name, strlen(a.name) + 1);
        output_write(NULL, b.name, strlen(b.name));
    }
    return output_status(TM_OK);
}

int32_t tm_wasm_live_bodies(const tmLive *live) {
    return tm_model_body_count(tm_live_model(live));
}

int32_t tm_wasm_live_values(const tmLive *live) {
    return tm_model_simulate(tm_live_model(live)).value_count;
}
