/* array.h: growth of plain arrays that an owner holds as pointer, count and capacity. */
#ifndef TMI_ARRAY_H
#define TMI_ARRAY_H

#include "base/memory.h"

/* Makes room for `count` items of `item_size` bytes in *items, which has room for *capacity. Grows
 * by half at least, so that adding one by one costs constant time each. TM_ERR_MEMORY or
 * TM_ERR_LIMIT leave both as they were. `items` is the address of a pointer to any object type. */
tmStatus tmi_array_reserve(tmAllocator allocator, void *items, int32_t *capacity, int32_t count,
                           size_t item_size);

/* Frees what tmi_array_reserve made and leaves *items null and *capacity zero. */
void tmi_array_clear(tmAllocator allocator, void *items, int32_t *capacity, size_t item_size);

#endif
