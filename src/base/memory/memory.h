/* memory.h: the owner's allocator, arenas, growing arrays and pools of ids. */
#ifndef TMI_MEMORY_H
#define TMI_MEMORY_H

#include "trammel/base.h"

/* ---- memory.c -------------------------------------------------------------------------------- */

/* How the core asks an owner's allocator for memory. No naked malloc elsewhere. */

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

/* ---- arena.c --------------------------------------------------------------------------------- */

/* Memory that is freed in one go, or back to a mark. A model lives in an arena; a step
 * takes its scratch from one between a mark and its release. */

typedef struct tmiArenaBlock tmiArenaBlock;

typedef struct tmiArena {
    tmAllocator allocator;
    tmiArenaBlock *first;   /* oldest block; blocks after `current` are empty and kept for use */
    tmiArenaBlock *current; /* block that is being filled; null before the first */
} tmiArena;

/* A place in an arena to which it can be rolled back. */
typedef struct tmiArenaMark {
    tmiArenaBlock *block;
    size_t used;
} tmiArenaMark;

/* Makes `arena` empty. Takes no memory yet. */
void tmi_arena_init(tmiArena *arena, tmAllocator allocator);

/* Frees everything. The arena can be used again after tmi_arena_init. */
void tmi_arena_clear(tmiArena *arena);

/* Returns count * size bytes, zeroed, aligned for any type; null when memory runs out or the
 * product is too large. A product of 0 gives a pointer that must not be followed. */
void *tmi_arena_alloc(tmiArena *arena, size_t count, size_t size);

/* Returns a copy of the text, or null when memory runs out. Null gives null. */
char *tmi_arena_text(tmiArena *arena, const char *text);

/* Remembers how full the arena is, and returns to that: what was allocated in between is gone, but
 * its memory is kept for the next allocations. */
tmiArenaMark tmi_arena_mark(const tmiArena *arena);
void tmi_arena_release(tmiArena *arena, tmiArenaMark mark);

/* ---- array.c --------------------------------------------------------------------------------- */

/* Growth of plain arrays that an owner holds as pointer, count and capacity. */

/* Makes room for `count` items of `item_size` bytes in *items, which has room for *capacity. Grows
 * by half at least, so that adding one by one costs constant time each. TM_ERR_MEMORY or
 * TM_ERR_LIMIT leave both as they were. `items` is the address of a pointer to any object type. */
tmStatus tmi_array_reserve(tmAllocator allocator, void *items, int32_t *capacity, int32_t count,
                           size_t item_size);

/* Frees what tmi_array_reserve made and leaves *items null and *capacity zero. */
void tmi_array_clear(tmAllocator allocator, void *items, int32_t *capacity, size_t item_size);

/* ---- id_pool.c ------------------------------------------------------------------------------- */

/* Which slots of an owner's table are in use, and which ids are stale. The items
 * themselves live in the owner's arrays, indexed by slot. */

#define TMI_ID_SLOT_BITS 20
#define TMI_ID_GENERATIONS (1u << (32 - TMI_ID_SLOT_BITS))

typedef struct tmiIdPool {
    tmAllocator allocator;
    uint32_t *slots;  /* of each slot: the id it has or will have next, 0 once retired */
    int32_t *next;    /* of each slot: next free slot, -1 at the end, -2 while in use */
    int32_t count;    /* slots ever used; owners size their arrays by it */
    int32_t alive;    /* ids in use */
    int32_t capacity; /* of `slots` */
    int32_t next_capacity;
    int32_t first_free; /* -1: none */
} tmiIdPool;

void tmi_id_pool_init(tmiIdPool *pool, tmAllocator allocator);
void tmi_id_pool_clear(tmiIdPool *pool);

/* Puts a new id in *id and its slot in *slot. TM_ERR_LIMIT past TM_ID_LIMIT, TM_ERR_MEMORY; both
 * leave everything unchanged. Slots are handed out in order, freed ones again last in first out. */
tmStatus tmi_id_pool_add(tmiIdPool *pool, uint32_t *id, int32_t *slot);

/* Returns the slot of a living id, or -1 for null, stale and foreign ones. */
int32_t tmi_id_pool_slot(const tmiIdPool *pool, uint32_t id);

/* Makes the id stale. Its slot may be used again under another id, until its generations are used
 * up; then it is retired. TM_ERR_ID when the id is not alive. */
tmStatus tmi_id_pool_remove(tmiIdPool *pool, uint32_t id);

/* Returns the id that is alive in the slot, or 0. */
uint32_t tmi_id_pool_at(const tmiIdPool *pool, int32_t slot);

#endif
