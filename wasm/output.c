/* output.c: see output.h. */
#include "output.h"

#include <stdlib.h>
#include <string.h>

static struct {
    char *bytes;
    size_t length, size;
    bool is_short; /* of memory */
} output;

void output_clear(void) {
    output.length = 0;
    output.is_short = false;
}

void output_write(void *user, const char *bytes, size_t count) {
    (void)user;
    if (count > output.size - output.length) {
        size_t size = 2 * (output.length + count);
        char *grown = realloc(output.bytes, size);
        if (!grown) {
            output.is_short = true;
            return;
        }
        output.bytes = grown;
        output.size = size;
    }
    memcpy(output.bytes + output.length, bytes, count);
    output.length += count;
}

tmStatus output_status(tmStatus status) {
    return status == TM_OK && output.is_short ? TM_ERR_MEMORY : status;
}

/* Where the bytes are that the last call wrote, and how many; valid until the next call. */
TM_API const char *tm_wasm_output(void);
TM_API size_t tm_wasm_output_length(void);

const char *tm_wasm_output(void) {
    return output.bytes;
}

size_t tm_wasm_output_length(void) {
    return output.length;
}
