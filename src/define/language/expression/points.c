/* points.c: lists of two or three numbers. */
#include "define/language/expression/walk_private.h"

bool tmi_is_spoiled(const tmiValue *value) {
    return value->kind == TMI_VALUE_ERROR || value->spoiled;
}

bool tmi_is_point(const tmiValue *value) {
    if (value->kind != TMI_VALUE_LIST || value->count < 2 || value->count > 3) {
        return false;
    }
    for (int32_t i = 0; i < value->count; i++) {
        if (value->items[i].value.kind != TMI_VALUE_NUMBER || value->items[i].name) {
            return false;
        }
    }
    return true;
}

void tmi_point_numbers(const tmiValue *point, tmiValue numbers[3]) {
    tmiValue shared = tmi_value_number(0.0, TMI_PLAIN);
    bool same = true;
    for (int32_t i = 0; i < 3; i++) {
        numbers[i] = i < point->count ? point->items[i].value : tmi_value_number(0.0, TMI_PLAIN);
        bool reports = !(numbers[i].marks & TMI_MARK_LOOSE);
        same &= !reports || tmi_agree(&shared, &numbers[i], &shared);
    }
    for (int32_t i = 0; i < 3; i++) {
        bool open =
            !(numbers[i].marks & TMI_MARK_LOOSE) && tmi_dimension_is_plain(numbers[i].dimension);
        if (same && open) {
            numbers[i].dimension = shared.dimension;
        }
    }
}

tmiValue tmi_point(tmiEvaluator *e, const tmiValue numbers[3]) {
    for (int32_t i = 0; i < 3; i++) {
        if (numbers[i].kind == TMI_VALUE_ERROR) {
            return tmi_value_error();
        }
    }
    tmiItem *items = tmi_arena_alloc(e->arena, 3, sizeof *items);
    if (!items) {
        e->status = TM_ERR_MEMORY;
        return tmi_value_error();
    }
    bool runs = false;
    for (int32_t i = 0; i < 3; i++) {
        items[i].value = numbers[i];
        runs |= numbers[i].runs;
    }
    return (tmiValue){.kind = TMI_VALUE_LIST, .runs = runs, .count = 3, .items = items};
}
