/* lives.c: running simulations for hosts that pass numbers and texts but no structs. */
#include "files.h"
#include "output.h"

/* As tm_live_create, of a text of `length` bytes. */
TM_API tmStatus tm_wasm_live(const char *text, size_t length, int32_t run, tmLive **live);

/* Writes why it does not run to the output, or nothing. */
TM_API tmStatus tm_wasm_live_problem(const tmLive *live);

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

tmStatus tm_wasm_live_problem(const tmLive *live) {
    output_clear();
    return output_status(tm_live_problem(live, output_write, NULL));
}

int32_t tm_wasm_live_bodies(const tmLive *live) {
    return tm_model_body_count(tm_live_model(live));
}

int32_t tm_wasm_live_values(const tmLive *live) {
    return tm_model_simulate(tm_live_model(live)).value_count;
}
