/* sketches.c: sketches for hosts that pass numbers and texts but no structs. */
#include "files.h"
#include "output.h"
#include "trammel/sketch.h"

/* As tm_sketch_create, of a text of `length` bytes. */
TM_API tmStatus tm_wasm_sketch(const char *text, size_t length, int32_t run, tmSketch **sketch);

/* Write to the output what tm_sketch_json and tm_sketch_diagnosis write. */
TM_API tmStatus tm_wasm_sketch_json(const tmSketch *sketch);
TM_API tmStatus tm_wasm_sketch_diagnosis(tmSketch *sketch);

/* Writes to the output what tm_sketch_motion writes. */
TM_API tmStatus tm_wasm_sketch_motion(tmSketch *sketch, int32_t steps);

tmStatus tm_wasm_sketch(const char *text, size_t length, int32_t run, tmSketch **sketch) {
    tmDocumentDef def = tm_document_def_default();
    def.text = text;
    def.length = length;
    files_offer(&def);
    return tm_sketch_create(NULL, &def, run, sketch);
}

tmStatus tm_wasm_sketch_json(const tmSketch *sketch) {
    output_clear();
    return output_status(tm_sketch_json(sketch, output_write, NULL));
}

tmStatus tm_wasm_sketch_diagnosis(tmSketch *sketch) {
    output_clear();
    return output_status(tm_sketch_diagnosis(sketch, output_write, NULL));
}

tmStatus tm_wasm_sketch_motion(tmSketch *sketch, int32_t steps) {
    output_clear();
    return output_status(tm_sketch_motion(sketch, steps, output_write, NULL));
}
