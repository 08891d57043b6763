/* world.c: the end of all that a document means. */
#include "define/language/world/world.h"

void tmi_worlds_destroy(tmiWorlds *worlds) {
    if (!worlds) {
        return;
    }
    tmAllocator allocator = worlds->allocator;
    for (int32_t i = 0; i < worlds->variant_count; i++) {
        tmiVariant *v = worlds->variants[i];
        tmi_array_clear(allocator, &v->joins, &v->join_capacity, sizeof *v->joins);
        tmi_array_clear(allocator, &v->places, &v->place_capacity, sizeof *v->places);
    }
    for (int32_t i = 0; i < worlds->formula_count; i++) {
        tmi_code_clear(&worlds->formulas[i]->code);
    }
    tmi_array_clear(allocator, &worlds->variants, &worlds->variant_capacity,
                    sizeof *worlds->variants);
    tmi_free(allocator, worlds->variant_slots,
             sizeof *worlds->variant_slots * (size_t)worlds->variant_slot_count);
    tmi_array_clear(allocator, &worlds->formulas, &worlds->formula_capacity,
                    sizeof *worlds->formulas);
    tmi_array_clear(allocator, &worlds->worlds, &worlds->world_capacity, sizeof *worlds->worlds);
    tmi_array_clear(allocator, &worlds->runs, &worlds->run_capacity, sizeof *worlds->runs);
    tmi_symbols_clear(&worlds->definitions.symbols);
    tmi_arena_clear(&worlds->arena);
    tmi_free(allocator, worlds, sizeof *worlds);
}
