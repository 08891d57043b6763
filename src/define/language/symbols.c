/* symbols.c: the hash table of names, with open addressing. */
#include "define/language/symbols.h"

#include <string.h>

static uint32_t hash_of(int32_t owner, const char *name, int32_t length) {
    uint32_t hash = 2166136261u ^ ((uint32_t)owner * 2654435761u);
    for (int32_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    }
    return hash ^ (hash >> 15);
}

/* The slot of the name, or the free one where it belongs. */
static int32_t slot_of(const tmiSymbols *symbols, int32_t owner, const char *name, int32_t length) {
    uint32_t mask = (uint32_t)symbols->slot_count - 1;
    uint32_t at = hash_of(owner, name, length) & mask;
    while (symbols->slots[at]) {
        const tmiSymbol *symbol = &symbols->items[symbols->slots[at] - 1];
        if (symbol->owner == owner && symbol->length == length &&
            memcmp(symbol->name, name, (size_t)length) == 0) {
            break;
        }
        at = (at + 1) & mask;
    }
    return (int32_t)at;
}

tmiSymbol *tmi_symbol_find(const tmiSymbols *symbols, int32_t owner, const char *name,
                           int32_t length) {
    if (symbols->slot_count == 0) {
        return NULL;
    }
    int32_t number = symbols->slots[slot_of(symbols, owner, name, length)];
    return number ? &symbols->items[number - 1] : NULL;
}

/* Twice as many slots, at most half of them in use. */
static tmStatus grow(tmiSymbols *symbols) {
    int32_t count = symbols->slot_count ? 2 * symbols->slot_count : 64;
    int32_t *slots = tmi_alloc_zero(symbols->allocator, sizeof *slots * (size_t)count);
    if (!slots) {
        return TM_ERR_MEMORY;
    }
    tmi_free(symbols->allocator, symbols->slots,
             sizeof *symbols->slots * (size_t)symbols->slot_count);
    symbols->slots = slots;
    symbols->slot_count = count;
    for (int32_t i = 0; i < symbols->count; i++) {
        const tmiSymbol *symbol = &symbols->items[i];
        slots[slot_of(symbols, symbol->owner, symbol->name, symbol->length)] = i + 1;
    }
    return TM_OK;
}

tmStatus tmi_symbol_add(tmiSymbols *symbols, const tmiSymbol *symbol) {
    tmStatus status = tmi_array_reserve(symbols->allocator, &symbols->items, &symbols->capacity,
                                        symbols->count + 1, sizeof *symbols->items);
    if (status == TM_OK && 2 * (symbols->count + 1) > symbols->slot_count) {
        status = grow(symbols);
    }
    if (status == TM_OK) {
        int32_t slot = slot_of(symbols, symbol->owner, symbol->name, symbol->length);
        symbols->items[symbols->count++] = *symbol;
        symbols->slots[slot] = symbols->count;
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
