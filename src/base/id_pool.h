/* id_pool.h: which slots of an owner's table are in use, and which ids are stale. The items
 * themselves live in the owner's arrays, indexed by slot. */
#ifndef TMI_ID_POOL_H
#define TMI_ID_POOL_H

#include "base/memory.h"

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
