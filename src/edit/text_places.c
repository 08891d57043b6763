/* text_places.c: see text_places.h. */
#include "edit/text_places.h"

#include "define/model/model.h"

#include <string.h>

bool tmi_text_is_first(const tmSketch *sketch, const char *file) {
    const char *name = tm_document_file_name(sketch->document, 0);
    return !file || (name && strcmp(name, file) == 0);
}

/* Characters between two that are found without counting: lines may be as long as the text. */
#define MARK 64

/* ---- Lines --------------------------------------------------------------------------------- */

static tmStatus find_lines(tmiTextPlaces *p) {
    size_t length, count = 1, character = 0;
    const char *text = tm_document_text(p->sketch->document, 0, &length);
    for (size_t i = 0; i < length; i++) {
        count += text[i] == '\n';
    }
    p->lines = tmi_arena_alloc(&p->arena, count, sizeof *p->lines);
    p->line_characters = tmi_arena_alloc(&p->arena, count, sizeof *p->line_characters);
    p->marks = tmi_arena_alloc(&p->arena, length / MARK + 1, sizeof *p->marks);
    if (!p->lines || !p->line_characters || !p->marks) {
        return TM_ERR_MEMORY;
    }
    p->lines[p->line_count] = 0;
    p->line_characters[p->line_count++] = 0;
    for (size_t at = 0; at < length; character++) {
        if (character % MARK == 0) {
            p->marks[character / MARK] = at;
        }
        bool ends = text[at] == '\n';
        at += tmi_utf8_length(text + at);
        if (ends) {
            p->lines[p->line_count] = at;
            p->line_characters[p->line_count++] = character + 1;
        }
    }
    p->characters = character;
    return TM_OK;
}

size_t tmi_text_offset(const tmiTextPlaces *p, int32_t line, int32_t column) {
    size_t length;
    const char *text = tm_document_text(p->sketch->document, 0, &length);
    if (line > p->line_count) {
        return length;
    }
    int32_t index = line > 1 ? line - 1 : 0;
    size_t end = index + 1 < p->line_count ? p->lines[index + 1] - 1 : length;
    size_t character = p->line_characters[index] + (size_t)(column > 1 ? column - 1 : 0);
    if (character >= p->characters) {
        return end;
    }
    size_t at = p->marks[character / MARK];
    for (size_t k = character % MARK; k > 0; k--) {
        at += tmi_utf8_length(text + at);
    }
    return at < end ? at : end;
}

/* ---- Places and types ---------------------------------------------------------------------- */

static void find_places(tmiTextPlaces *p) {
    const tmModel *model = p->sketch->model;
    for (int32_t i = 0; i < p->sketch->body_count; i++) {
        p->place_of[i] = -1;
    }
    for (int32_t i = tm_model_place_count(model) - 1; i >= 0; i--) {
        tmPlaceInfo place;
        if (tm_model_place(model, i, &place) == TM_OK && place.by.body >= 0 &&
            place.by.body < p->sketch->body_count && tmi_model_place_stated(model, i).value != 0) {
            p->place_of[place.by.body] = i;
        }
    }
}

static void count_types(tmiTextPlaces *p) {
    for (int32_t i = 0; i < tm_model_part_count(p->sketch->model); i++) {
        tmPartInfo part;
        tm_model_part(p->sketch->model, i, &part);
        p->uses[tmi_model_type_of(p->sketch->model, i)] += part.body > 0;
    }
}

tmStatus tmi_text_places_make(tmiTextPlaces *p, const tmSketch *sketch) {
    *p = (tmiTextPlaces){.sketch = sketch};
    tmi_arena_init(&p->arena, sketch->allocator);
    tmStatus status = find_lines(p);
    if (status != TM_OK || !tm_sketch_is_good(sketch)) {
        return status;
    }
    size_t types = (size_t)tmi_model_type_count(sketch->model);
    p->place_of = tmi_arena_alloc(&p->arena, (size_t)sketch->body_count, sizeof *p->place_of);
    p->uses = tmi_arena_alloc(&p->arena, types, sizeof *p->uses);
    if (!p->place_of || !p->uses) {
        return TM_ERR_MEMORY;
    }
    find_places(p);
    count_types(p);
    return TM_OK;
}

void tmi_text_places_clear(tmiTextPlaces *p) {
    tmi_arena_clear(&p->arena);
}
