/* memory.h: how the core asks an owner's allocator for memory. No naked malloc elsewhere. */
#ifndef TMI_MEMORY_H
#define TMI_MEMORY_H

#include "trammel/base.h"

/* Returns *allocator, or the default one where it is null or has no function. */
tmAllocator tmi_allocator_or_default(const tmAllocator *allocator);

/* Returns `size` bytes that are all zero, or null. Size 0 gives null. */
void *tmi_alloc_zero(tmAllocator allocator, size_t size);

/* Makes `block` `new_size` bytes long, contents kept; null on failure, `block` then unchanged. */
void *tmi_resize(tmAllocator allocator, void *block, size_t old_size, size_t new_size);

/* Gives `block` of `size` bytes back. Null is accepted. */
void tmi_free(tmAllocator allocator, void *block, size_t size);

/* Puts count * size into *product; false when it does not fit in half the address space. */
bool tmi_size_multiply(size_t count, size_t size, size_t *product);

#endif
