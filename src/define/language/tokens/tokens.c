/* tokens.c: tokens once they are scanned: freeing them, and the lines that they stand in. */
#include "define/language/tokens/tokens.h"

void tmi_tokens_clear(tmAllocator allocator, tmiTokens *tokens) {
    tmi_array_clear(allocator, &tokens->items, &tokens->capacity, sizeof *tokens->items);
    tmi_array_clear(allocator, &tokens->lines, &tokens->line_capacity, sizeof *tokens->lines);
    tokens->count = tokens->line_count = 0;
}

int32_t tmi_tokens_line(const tmiTokens *tokens, int32_t offset) {
    int32_t low = 0, high = tokens->line_count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (tokens->lines[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
