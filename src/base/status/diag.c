/* diag.c: the list of diagnostics. How one reads is in diag_format.c. */
#include "base/base.h"

#include <string.h>

struct tmDiags {
    tmAllocator allocator;
    tmiArena texts;
    tmDiag *items;
    int32_t count;
    int32_t capacity;
    int32_t totals[TM_ERROR + 1]; /* added of each severity, kept or not */
};

tmStatus tm_diags_create(const tmAllocator *allocator, tmDiags **diags) {
    if (!diags) {
        return TM_ERR_ARGUMENT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    *diags = tmi_alloc_zero(chosen, sizeof **diags);
    if (!*diags) {
        return TM_ERR_MEMORY;
    }
    (*diags)->allocator = chosen;
    tmi_arena_init(&(*diags)->texts, chosen);
    return TM_OK;
}

void tm_diags_destroy(tmDiags *diags) {
    if (!diags) {
        return;
    }
    tmi_arena_clear(&diags->texts);
    tmi_array_clear(diags->allocator, &diags->items, &diags->capacity, sizeof *diags->items);
    tmi_free(diags->allocator, diags, sizeof *diags);
}

static bool is_valid(const tmDiag *diag) {
    if (!diag || !diag->message || diag->severity < TM_NOTE || diag->severity > TM_ERROR) {
        return false;
    }
    if (diag->line < 0 || diag->column < 0 || diag->length < 0 || diag->part_count < 0 ||
        diag->related_line < 0 || diag->related_column < 0 || diag->related_length < 0) {
        return false;
    }
    for (int32_t i = 0; i < diag->part_count; i++) {
        if (!diag->parts || !diag->parts[i]) {
            return false;
        }
    }
    return true;
}

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_known(const tmDiags *diags, const tmDiag *diag) {
    for (int32_t i = diags->count - 1; i >= 0; i--) {
        const tmDiag *old = &diags->items[i];
        if (old->line == diag->line && old->column == diag->column && old->code == diag->code &&
            old->severity == diag->severity && same_text(old->message, diag->message) &&
            same_text(old->file, diag->file)) {
            return true;
        }
    }
    return false;
}

/* Copies every text of `diag` into the arena. False when memory runs out. */
static bool copy_texts(tmiArena *arena, const tmDiag *diag, tmDiag *copy) {
    *copy = *diag;
    copy->message = tmi_arena_text(arena, diag->message);
    copy->file = tmi_arena_text(arena, diag->file);
    copy->hint = tmi_arena_text(arena, diag->hint);
    copy->related = tmi_arena_text(arena, diag->related);
    copy->related_file = tmi_arena_text(arena, diag->related_file);
    if (!copy->message || (diag->file && !copy->file) || (diag->hint && !copy->hint) ||
        (diag->related && !copy->related) || (diag->related_file && !copy->related_file)) {
        return false;
    }
    const char **parts = tmi_arena_alloc(arena, (size_t)diag->part_count, sizeof *parts);
    if (!parts) {
        return false;
    }
    for (int32_t i = 0; i < diag->part_count; i++) {
        parts[i] = tmi_arena_text(arena, diag->parts[i]);
        if (!parts[i]) {
            return false;
        }
    }
    copy->parts = diag->part_count ? parts : NULL;
    return true;
}

tmStatus tm_diags_add(tmDiags *diags, const tmDiag *diag) {
    if (!diags || !is_valid(diag)) {
        return TM_ERR_ARGUMENT;
    }
    if (is_known(diags, diag)) {
        return TM_OK;
    }
    if (diags->count < TM_DIAG_LIMIT) {
        tmStatus status = tmi_array_reserve(diags->allocator, &diags->items, &diags->capacity,
                                            diags->count + 1, sizeof *diags->items);
        if (status != TM_OK) {
            return status;
        }
        tmiArenaMark mark = tmi_arena_mark(&diags->texts);
        if (!copy_texts(&diags->texts, diag, &diags->items[diags->count])) {
            tmi_arena_release(&diags->texts, mark);
            return TM_ERR_MEMORY;
        }
        diags->count++;
    }
    int32_t *total = &diags->totals[diag->severity];
    *total += *total < INT32_MAX;
    return TM_OK;
}

int32_t tm_diags_count(const tmDiags *diags) {
    return diags ? diags->count : 0;
}

int32_t tm_diags_total(const tmDiags *diags, tmSeverity severity) {
    int64_t sum = 0;
    for (int level = severity < TM_NOTE ? TM_NOTE : (int)severity; diags && level <= TM_ERROR;
         level++) {
        sum += diags->totals[level];
    }
    return sum > INT32_MAX ? INT32_MAX : (int32_t)sum;
}

const tmDiag *tm_diags_at(const tmDiags *diags, int32_t index) {
    return diags && index >= 0 && index < diags->count ? &diags->items[index] : NULL;
}
