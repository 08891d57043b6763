/* output.h: what the module hands to its host as text or bytes: one buffer, written again by each
 * call that says so. */
#ifndef TRAMMEL_WASM_OUTPUT_H
#define TRAMMEL_WASM_OUTPUT_H

#include "trammel/trammel.h"

/* Empties the buffer. */
void output_clear(void);

/* A tmWriteFn that adds to it; `user` is not read. */
void output_write(void *user, const char *bytes, size_t count);

/* Returns `status`, or TM_ERR_MEMORY where something did not fit in memory. */
tmStatus output_status(tmStatus status);

#endif
