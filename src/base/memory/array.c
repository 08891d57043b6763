/* array.c: growth of plain arrays. */
#include "base/memory/memory.h"

#include <string.h>

/* `items` points to a pointer of unknown object type, so it is read and written by bytes. */
static void *load(const void *items) {
    void *block;
    memcpy(&block, items, sizeof block);
    return block;
}

tmStatus tmi_array_reserve(tmAllocator allocator, void *items, int32_t *capacity, int32_t count,
                           size_t item_size) {
    if (count <= *capacity) {
        return count < 0 ? TM_ERR_ARGUMENT : TM_OK;
    }
    int64_t wanted = (int64_t)*capacity + *capacity / 2 + 4;
    if (wanted < count) {
        wanted = count;
    }
    if (wanted > INT32_MAX) {
        wanted = INT32_MAX;
    }
    size_t size;
    if (!tmi_size_multiply((size_t)wanted, item_size, &size)) {
        return TM_ERR_LIMIT;
    }
    void *block = tmi_resize(allocator, load(items), (size_t)*capacity * item_size, size);
    if (!block) {
        return TM_ERR_MEMORY;
    }
    memcpy(items, &block, sizeof block);
    *capacity = (int32_t)wanted;
    return TM_OK;
}

void tmi_array_clear(tmAllocator allocator, void *items, int32_t *capacity, size_t item_size) {
    tmi_free(allocator, load(items), (size_t)*capacity * item_size);
    void *none = NULL;
    memcpy(items, &none, sizeof none);
    *capacity = 0;
}
