/* memory.c: memory inside the module for what its host passes in and takes out. */
#include "trammel/trammel.h"

#include <stdlib.h>

/* Returns `size` bytes aligned for any type, or null. They belong to the host until it frees them.
 * The call may grow the memory, which detaches every view that the host holds of it. */
TM_API void *tm_wasm_alloc(size_t size);

/* Gives back what tm_wasm_alloc returned. Null is accepted. */
TM_API void tm_wasm_free(void *block);

void *tm_wasm_alloc(size_t size) {
    return malloc(size);
}

void tm_wasm_free(void *block) {
    free(block);
}
