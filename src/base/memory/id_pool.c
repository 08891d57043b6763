/* id_pool.c: slots with generations and a list of the free ones. */
#include "base/memory/memory.h"

#define SLOT_MASK ((1u << TMI_ID_SLOT_BITS) - 1u)
#define END (-1)
#define IN_USE (-2)

void tmi_id_pool_init(tmiIdPool *pool, tmAllocator allocator) {
    *pool = (tmiIdPool){.allocator = allocator, .first_free = END};
}

void tmi_id_pool_clear(tmiIdPool *pool) {
    tmi_array_clear(pool->allocator, &pool->slots, &pool->capacity, sizeof *pool->slots);
    tmi_array_clear(pool->allocator, &pool->next, &pool->next_capacity, sizeof *pool->next);
    tmi_id_pool_init(pool, pool->allocator);
}

tmStatus tmi_id_pool_add(tmiIdPool *pool, uint32_t *id, int32_t *slot) {
    int32_t taken = pool->first_free;
    if (taken == END) {
        if (pool->count >= TM_ID_LIMIT) {
            return TM_ERR_LIMIT;
        }
        taken = pool->count;
        tmStatus status = tmi_array_reserve(pool->allocator, &pool->slots, &pool->capacity,
                                            taken + 1, sizeof *pool->slots);
        if (status == TM_OK) {
            status = tmi_array_reserve(pool->allocator, &pool->next, &pool->next_capacity,
                                       taken + 1, sizeof *pool->next);
        }
        if (status != TM_OK) {
            return status;
        }
        pool->slots[taken] = (uint32_t)taken + 1u;
        pool->count++;
    } else {
        pool->first_free = pool->next[taken];
    }
    pool->next[taken] = IN_USE;
    pool->alive++;
    *id = pool->slots[taken];
    *slot = taken;
    return TM_OK;
}

int32_t tmi_id_pool_slot(const tmiIdPool *pool, uint32_t id) {
    int32_t slot = (int32_t)(id & SLOT_MASK) - 1;
    if (slot < 0 || slot >= pool->count) {
        return -1;
    }
    return pool->slots[slot] == id && pool->next[slot] == IN_USE ? slot : -1;
}

tmStatus tmi_id_pool_remove(tmiIdPool *pool, uint32_t id) {
    int32_t slot = tmi_id_pool_slot(pool, id);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    pool->alive--;
    if (id >> TMI_ID_SLOT_BITS == TMI_ID_GENERATIONS - 1u) {
        pool->slots[slot] = 0; /* retired: every id that it could have was given out */
        pool->next[slot] = END;
        return TM_OK;
    }
    pool->slots[slot] = id + (1u << TMI_ID_SLOT_BITS);
    pool->next[slot] = pool->first_free;
    pool->first_free = slot;
    return TM_OK;
}

uint32_t tmi_id_pool_at(const tmiIdPool *pool, int32_t slot) {
    bool alive = slot >= 0 && slot < pool->count && pool->next[slot] == IN_USE;
    return alive ? pool->slots[slot] : 0;
}
