/* memory.c: the default allocator, and the few ways in which the core calls one. */
#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

tmAllocator tm_allocator_default(void) {
    return (tmAllocator){default_alloc, NULL};
}

tmAllocator tmi_allocator_or_default(const tmAllocator *allocator) {
    return allocator && allocator->alloc ? *allocator : tm_allocator_default();
}

void *tmi_alloc_zero(tmAllocator allocator, size_t size) {
    void *block = tmi_resize(allocator, NULL, 0, size);
    return block ? memset(block, 0, size) : NULL;
}

void *tmi_resize(tmAllocator allocator, void *block, size_t old_size, size_t new_size) {
    return new_size ? allocator.alloc(allocator.user, block, old_size, new_size) : NULL;
}

void tmi_free(tmAllocator allocator, void *block, size_t size) {
    if (block) {
        allocator.alloc(allocator.user, block, size, 0);
    }
}

bool tmi_size_multiply(size_t count, size_t size, size_t *product) {
    /* Two halves of a word fit: this avoids a division. */
    const size_t half = (size_t)1 << (sizeof(size_t) * 4 - 1);
    if ((count >= half || size >= half) && size && count > SIZE_MAX / 2 / size) {
        return false;
    }
    *product = count * size;
    return true;
}
