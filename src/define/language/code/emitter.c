/* emitter.c: gathers operations, finds equal ones. How they become code is in code_layout.c. */
#include "define/language/code/code.h"
#include "define/language/limits/limits.h"

#include <string.h>

#define NOT_LISTED (-2)

void tmi_emitter_init(tmiCodeEmitter *emitter, tmAllocator allocator) {
    *emitter = (tmiCodeEmitter){.allocator = allocator};
    memset(emitter->buckets, -1, sizeof emitter->buckets);
    memset(emitter->constant_buckets, -1, sizeof emitter->constant_buckets);
}

void tmi_emitter_clear(tmiCodeEmitter *m) {
    tmi_array_clear(m->allocator, &m->items, &m->capacity, sizeof *m->items);
    tmi_array_clear(m->allocator, &m->constants, &m->constant_capacity, sizeof *m->constants);
    tmi_array_clear(m->allocator, &m->constant_next, &m->constant_next_capacity,
                    sizeof *m->constant_next);
    tmi_array_clear(m->allocator, &m->tables, &m->table_capacity, sizeof *m->tables);
    m->count = m->constant_count = m->table_count = 0;
}

/* Makes room for one more; false once something failed. */
static bool has_room(tmiCodeEmitter *m, void *items, int32_t *capacity, int32_t count,
                     size_t size) {
    if (m->status == TM_OK) {
        m->status = tmi_array_reserve(m->allocator, items, capacity, count + 1, size);
    }
    return m->status == TM_OK;
}

static int32_t *bucket_of(tmiCodeEmitter *m, const tmiCodeEmitted *item) {
    uint32_t hash = (uint32_t)item->operation;
    hash = (hash * 31u + (uint32_t)item->a) * 31u + (uint32_t)item->b;
    hash = (hash * 31u + (uint32_t)item->c) * 2654435761u;
    return &m->buckets[hash >> 24];
}

static int32_t append(tmiCodeEmitter *m, const tmiCodeEmitted *item) {
    if (m->count >= TMI_CODE_MAX) {
        m->too_large = true;
    }
    if (m->too_large || !has_room(m, &m->items, &m->capacity, m->count, sizeof *m->items)) {
        return ~0;
    }
    m->items[m->count] = *item;
    return m->count++;
}

/* Operands of sums and products are put in one order. */
static bool commutes(tmiOperation operation) {
    return operation == TMI_DO_ADD || operation == TMI_DO_MULTIPLY || operation == TMI_DO_AND ||
           operation == TMI_DO_OR || operation == TMI_DO_EQUAL || operation == TMI_DO_UNEQUAL;
}

int32_t tmi_emitter_add(tmiCodeEmitter *m, tmiOperation operation, int32_t a, int32_t b,
                        int32_t c) {
    bool turned = commutes(operation) && b < a;
    tmiCodeEmitted item = {(int32_t)operation, m->count, turned ? b : a, turned ? a : b, c, -1};
    int32_t *bucket = bucket_of(m, &item);
    for (int32_t at = *bucket; at >= 0; at = m->items[at].next) {
        const tmiCodeEmitted *old = &m->items[at];
        if (old->operation == item.operation && old->a == item.a && old->b == item.b &&
            old->c == item.c) {
            return at;
        }
    }
    item.next = *bucket;
    int32_t place = append(m, &item);
    if (place >= 0) {
        *bucket = place;
    }
    return place;
}

int32_t tmi_emitter_constant(tmiCodeEmitter *m, double constant) {
    uint64_t bits;
    memcpy(&bits, &constant, sizeof bits);
    int32_t *bucket = &m->constant_buckets[bits * UINT64_C(0x9e3779b97f4a7c15) >> 56];
    for (int32_t at = *bucket; at >= 0; at = m->constant_next[at]) {
        if (memcmp(&m->constants[at], &constant, sizeof constant) == 0) {
            return ~at;
        }
    }
    if (!has_room(m, &m->constants, &m->constant_capacity, m->constant_count,
                  sizeof *m->constants) ||
        !has_room(m, &m->constant_next, &m->constant_next_capacity, m->constant_count,
                  sizeof *m->constant_next)) {
        return ~0;
    }
    m->constants[m->constant_count] = constant;
    m->constant_next[m->constant_count] = *bucket;
    *bucket = m->constant_count++;
    return ~*bucket;
}

int32_t tmi_emitter_table(tmiCodeEmitter *m, const tmiTable *table, int32_t x) {
    int32_t number = 0;
    while (number < m->table_count && m->tables[number] != table) {
        number++;
    }
    if (number == m->table_count) {
        if (!has_room(m, &m->tables, &m->table_capacity, number, sizeof *m->tables)) {
            return ~0;
        }
        m->tables[m->table_count++] = table;
    }
    return tmi_emitter_add(m, TMI_DO_TABLE, x, number, 0);
}

int32_t tmi_emitter_meeting(tmiCodeEmitter *m) {
    return append(m, &(tmiCodeEmitted){TMI_DO_NONE, m->count, 0, 0, 0, NOT_LISTED});
}

void tmi_emitter_set(tmiCodeEmitter *m, int32_t meeting, int32_t value) {
    append(m, &(tmiCodeEmitted){TMI_DO_MOVE, meeting, value, 0, 0, NOT_LISTED});
}

int32_t tmi_emitter_jump(tmiCodeEmitter *m, tmiOperation operation, int32_t condition) {
    return append(m, &(tmiCodeEmitted){(int32_t)operation, m->count, condition, 0, 0, NOT_LISTED});
}

void tmi_emitter_land(tmiCodeEmitter *m, int32_t jump) {
    if (jump >= 0) {
        tmiCodeEmitted *item = &m->items[jump];
        *(item->operation == TMI_DO_JUMP ? &item->a : &item->b) = m->count;
    }
}

/* Items were listed in the order in which they came, so that the last stands first in its bucket.
 */
void tmi_emitter_forget(tmiCodeEmitter *m, int32_t count) {
    for (int32_t i = m->count - 1; i >= count; i--) {
        if (m->items[i].next != NOT_LISTED) {
            *bucket_of(m, &m->items[i]) = m->items[i].next;
            m->items[i].next = NOT_LISTED;
        }
    }
}

void tmi_emitter_drop(tmiCodeEmitter *m, int32_t count) {
    if (m->count > count) {
        tmi_emitter_forget(m, count);
        m->count = count;
    }
}
