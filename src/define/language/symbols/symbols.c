/* symbols.c: the hash table of names, with open addressing. */
#include "define/language/symbols/symbols.h"

#include <string.h>

static uint32_t hash_of(int32_t owner, const char *name, int32_t length) {
    uint32_t hash = 2166136261u ^ ((uint32_t)owner * 2654435761u);
    for (int32_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    }
    hash = (hash ^ (hash >> 16)) * 2246822507u; /* its last letter should change every bit */
    return hash ^ (hash >> 13);
}

/* The slot of the name, or the free one where it belongs. */
static tmiSymbolSlot *slot_of(const tmiSymbols *symbols, uint32_t hash, int32_t owner,
                              const char *name, int32_t length) {
    uint32_t mask = (uint32_t)symbols->slot_count - 1, at = hash & mask;
    for (; symbols->slots[at].number; at = (at + 1) & mask) {
        if (symbols->slots[at].hash == hash) {
            const tmiSymbol *symbol = &symbols->items[symbols->slots[at].number - 1];
            if (symbol->owner == owner && symbol->length == length &&
                memcmp(symbol->name, name, (size_t)length) == 0) {
                break;
            }
        }
    }
    return &symbols->slots[at];
}

tmiSymbol *tmi_symbol_find(const tmiSymbols *symbols, int32_t owner, const char *name,
                           int32_t length) {
    if (symbols->slot_count == 0) {
        return NULL;
    }
    uint32_t hash = hash_of(owner, name, length);
    int32_t number = slot_of(symbols, hash, owner, name, length)->number;
    return number ? &symbols->items[number - 1] : NULL;
}

/* Twice as many slots, at most half of them in use. */
static tmStatus grow(tmiSymbols *symbols) {
    int32_t count = symbols->slot_count ? 2 * symbols->slot_count : 64;
    tmiSymbolSlot *slots = tmi_alloc_zero(symbols->allocator, sizeof *slots * (size_t)count);
    if (!slots) {
        return TM_ERR_MEMORY;
    }
    uint32_t mask = (uint32_t)count - 1;
    for (int32_t i = 0; i < symbols->slot_count; i++) {
        const tmiSymbolSlot *old = &symbols->slots[i];
        uint32_t at = old->hash & mask;
        while (old->number && slots[at].number) {
            at = (at + 1) & mask;
        }
        if (old->number) {
            slots[at] = *old;
        }
    }
    tmi_free(symbols->allocator, symbols->slots,
             sizeof *symbols->slots * (size_t)symbols->slot_count);
    symbols->slots = slots;
    symbols->slot_count = count;
    return TM_OK;
}

tmStatus tmi_symbol_add(tmiSymbols *symbols, const tmiSymbol *symbol, tmiSymbol **first) {
    *first = NULL;
    tmStatus status = tmi_array_reserve(symbols->allocator, &symbols->items, &symbols->capacity,
                                        symbols->count + 1, sizeof *symbols->items);
    if (status == TM_OK && 2 * (symbols->count + 1) > symbols->slot_count) {
        status = grow(symbols);
    }
    if (status == TM_OK) {
        uint32_t hash = hash_of(symbol->owner, symbol->name, symbol->length);
        tmiSymbolSlot *slot = slot_of(symbols, hash, symbol->owner, symbol->name, symbol->length);
        if (slot->number) {
            *first = &symbols->items[slot->number - 1];
            return TM_OK;
        }
        symbols->items[symbols->count++] = *symbol;
        *slot = (tmiSymbolSlot){hash, symbols->count};
    }
    return status;
}

void tmi_symbols_clear(tmiSymbols *symbols) {
    tmi_array_clear(symbols->allocator, &symbols->items, &symbols->capacity,
                    sizeof *symbols->items);
    tmi_free(symbols->allocator, symbols->slots,
             sizeof *symbols->slots * (size_t)symbols->slot_count);
    symbols->slots = NULL;
    symbols->slot_count = symbols->count = 0;
}
