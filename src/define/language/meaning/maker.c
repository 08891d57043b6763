/* maker.c: messages about meaning, and what else the making of worlds needs everywhere. */
#include "define/language/meaning/meaning.h"

#include <math.h>
#include <string.h>

/* ---- Texts --------------------------------------------------------------------------------- */

const tmiSource *tmi_maker_source(const tmiMaker *m, int32_t file) {
    return &m->d->sources[file];
}

const tmiTree *tmi_maker_tree(const tmiMaker *m, int32_t file) {
    return m->d->sources[file].tree;
}

const char *tmi_spot_text(const tmiMaker *m, tmiSpot spot, int32_t *length) {
    return tmi_tree_text(tmi_maker_tree(m, spot.file), spot.node, length);
}

const char *tmi_spot_quote(const tmiMaker *m, tmiSpot spot, tmiQuote *quote) {
    int32_t length;
    const char *text = tmi_spot_text(m, spot, &length);
    return tmi_quote(quote, text, length);
}

const char *tmi_type_quote(const tmiMaker *m, int32_t type, tmiQuote *quote) {
    const tmiType *t = &m->d->types[type];
    return tmi_spot_quote(m, (tmiSpot){t->spot.file, t->name}, quote);
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* "bench.m.link": the type that was asked for, then components. */
static void add_names(const tmiMaker *m, const tmiAsker *asker, tmiText *text) {
    if (asker->outer) {
        add_names(m, asker->outer, text);
    }
    const tmiType *type = &m->d->types[asker->type];
    tmiNodeRef name = asker->component < 0 ? type->name : type->components[asker->component].name;
    int32_t length;
    const char *word = tmi_spot_text(m, (tmiSpot){type->spot.file, name}, &length);
    tmi_text_add(text, asker->outer ? "." : "");
    tmi_text_add_bytes(text, word, (size_t)length);
}

/* Line and column of a place, as tmi_report counts them. */
static void find_place(const tmiMaker *m, tmiSpot spot, tmDiag *diag) {
    const tmiTokens *tokens = tmi_maker_tree(m, spot.file)->tokens;
    tmiSpan span = tmi_tree_span(tmi_maker_tree(m, spot.file), spot.node);
    int32_t line = tmi_tokens_line(tokens, span.start);
    const char *file = tmi_maker_source(m, spot.file)->reporter->file;
    bool same = file && diag->file ? strcmp(file, diag->file) == 0 : file == diag->file;
    diag->related_file = same ? NULL : file;
    diag->related_line = line + 1;
    diag->related_column = 1;
    diag->related_length = 0;
    for (int32_t at = tokens->lines[line]; at < span.start + span.length; at++) {
        int32_t counts = ((unsigned char)tokens->text[at] & 0xc0) != 0x80;
        *(at < span.start ? &diag->related_column : &diag->related_length) += counts;
        if (at >= span.start && tokens->text[at] == '\n') {
            break;
        }
    }
}

/* A new list for fresh messages, in place of one that is given up. */
static tmStatus renew(tmiMaker *m) {
    m->fresh = NULL;
    tmStatus status = tm_diags_create(&m->allocator, &m->fresh);
    for (int32_t i = 0; i < m->d->source_count; i++) {
        m->d->sources[i].reporter->diags = m->fresh;
    }
    return status;
}

/* Whether an earlier message says the same about another place: the first use of a wrong argument
 * is enough. */
static bool is_reported(const tmiMaker *m, int32_t index) {
    const tmDiag *diag = tm_diags_at(m->fresh, index);
    for (int32_t i = 0; i < index; i++) {
        if (strcmp(tm_diags_at(m->fresh, i)->message, diag->message) == 0) {
            return true;
        }
    }
    return false;
}

static void pass_on(tmiMaker *m, const char *related, tmiSpot related_at) {
    char name[300];
    const char *parts[1] = {name};
    tmiText text;
    int32_t count = tm_diags_count(m->fresh);
    if (count == 0) {
        return;
    }
    tmi_text_init(&text, name, sizeof name);
    bool named = m->instance || (m->asker && m->asker->named && m->asker->outer);
    if (m->instance) {
        tmi_text_add(&text, m->instance);
    } else if (named) {
        add_names(m, m->asker, &text);
    }
    m->errors += tm_diags_total(m->fresh, TM_ERROR);
    bool shown = !related && !m->instance && m->asker && m->asker->named;
    for (int32_t i = 0; i < count && m->status == TM_OK; i++) {
        tmDiag diag = *tm_diags_at(m->fresh, i);
        if (shown && is_reported(m, i)) {
            continue;
        }
        if (shown && !diag.related) {
            diag.related = "with these arguments";
            find_place(m, m->asker->call, &diag);
        }
        diag.parts = named ? parts : NULL;
        diag.part_count = named ? 1 : 0;
        if (related && !diag.related) {
            diag.related = related;
            find_place(m, related_at, &diag);
        }
        m->status = tm_diags_add(m->diags, &diag);
    }
    tm_diags_destroy(m->fresh);
    tmStatus status = renew(m);
    m->status = m->status == TM_OK ? status : m->status;
}

void tmi_notes_of_library(tmiMaker *m, tmiSpot expression) {
    tmiReporter *library = tmi_maker_source(m, m->d->source_count - 1)->reporter;
    if (library->errors == m->library_errors || m->status != TM_OK) {
        return;
    }
    m->library_errors = library->errors;
    tmDiags *fresh = m->fresh;
    m->fresh = NULL;
    m->status = renew(m);
    for (int32_t i = 0; i < tm_diags_count(fresh) && m->status == TM_OK; i++) {
        const tmDiag *diag = tm_diags_at(fresh, i);
        if (diag->file && strcmp(diag->file, library->file) == 0) {
            tmi_note(m, &(tmiNote){.severity = diag->severity,
                                   .code = diag->code,
                                   .at = expression,
                                   .words = TMI_WORDS("in the library: ", diag->message),
                                   .hint = diag->hint ? TMI_WORDS(diag->hint) : NULL});
        } else {
            m->status = tm_diags_add(m->fresh, diag);
        }
    }
    tm_diags_destroy(fresh);
}

void tmi_notes_pass_on(tmiMaker *m) {
    pass_on(m, NULL, (tmiSpot){0, 0});
}

void tmi_notes_pass_on_with(tmiMaker *m, const char *related, tmiSpot related_at) {
    pass_on(m, related, related_at);
}

int32_t tmi_notes_errors(const tmiMaker *m) {
    return m->errors + tm_diags_total(m->fresh, TM_ERROR);
}

void tmi_note(tmiMaker *m, const tmiNote *note) {
    char related[200];
    tmiText text;
    if (m->quiet || m->status != TM_OK) {
        return;
    }
    const tmiSource *source = tmi_maker_source(m, note->at.file);
    bool elsewhere = note->related && note->related_at.file != note->at.file;
    tmiMessage message = {.severity = note->severity,
                          .code = note->code,
                          .span = tmi_tree_span(source->tree, note->at.node),
                          .words = note->words,
                          .hint = note->hint,
                          .related = elsewhere ? NULL : note->related};
    if (message.related) {
        message.related_span = tmi_tree_span(source->tree, note->related_at.node);
    }
    if (elsewhere) {
        tmi_notes_pass_on(m);
    }
    tmi_report(source->reporter, &message);
    if (m->status == TM_OK) {
        m->status = source->reporter->status;
    }
    if (elsewhere) {
        tmi_text_init(&text, related, sizeof related);
        for (const char *const *word = note->related; *word; word++) {
            tmi_text_add(&text, *word);
        }
        pass_on(m, related, note->related_at);
    }
}

/* ---- Names that were meant ----------------------------------------------------------------- */

#define OFFERS_MAX 200000 /* of one document: hints must not take longer than all the rest */

void tmi_likeness_of(const tmiMaker *m, tmiSpot at, tmiLikeness *likeness) {
    int32_t length;
    const char *text = tmi_spot_text(m, at, &length);
    tmi_likeness_start(likeness, text, length);
}

/* A word that is the beginning of a name, or has a name as its beginning, may mean it; one that is
 * nearer comes first. */
static void offer_beginning(tmiLikeness *likeness, const char *name, int32_t length) {
    int32_t shorter = length < likeness->length ? length : likeness->length;
    if (!likeness->best && shorter >= 3 && memcmp(name, likeness->word, (size_t)shorter) == 0) {
        likeness->best = name;
        likeness->best_length = length;
    }
}

static void offer_symbols(tmiMaker *m, int32_t first, int32_t count, uint32_t kinds,
                          tmiLikeness *likeness) {
    for (int32_t i = first; i < first + count && m->offers < OFFERS_MAX; i++) {
        const tmiSymbol *symbol = &m->d->symbols.items[i];
        if (kinds & (1u << symbol->kind)) {
            m->offers++;
            tmi_likeness_offer(likeness, symbol->name, symbol->length);
            offer_beginning(likeness, symbol->name, symbol->length);
        }
    }
}

void tmi_offer_members(tmiMaker *m, int32_t type, uint32_t kinds, tmiLikeness *likeness) {
    const tmiType *t = &m->d->types[type];
    offer_symbols(m, t->first_symbol, t->symbol_count, kinds, likeness);
}

void tmi_offer_definitions(tmiMaker *m, uint32_t kinds, tmiLikeness *likeness) {
    offer_symbols(m, 0, m->d->file_symbols, kinds, likeness);
}

void tmi_offer_choices(const char *choices, tmiLikeness *likeness) {
    while (*choices) {
        size_t length = strcspn(choices, " ");
        tmi_likeness_offer(likeness, choices, (int32_t)length);
        choices += length + (choices[length] == ' ');
    }
}

void tmi_note_unknown_or(tmiMaker *m, tmiSpot at, const char *const *words,
                         const tmiLikeness *likeness, const char *otherwise) {
    tmiQuote best;
    const char *hint[] = {"did you mean ", NULL, "?", NULL}, *other[] = {otherwise, NULL};
    if (likeness->best) {
        hint[1] = tmi_quote(&best, likeness->best, likeness->best_length);
    }
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_NOTHING_SO,
                           .at = at,
                           .words = words,
                           .hint = likeness->best ? hint
                                   : otherwise    ? other
                                                  : NULL});
}

void tmi_note_unknown(tmiMaker *m, tmiSpot at, const char *const *words,
                      const tmiLikeness *likeness) {
    tmi_note_unknown_or(m, at, words, likeness, NULL);
}

bool tmi_may_work(tmiMaker *m, tmiSpot at) {
    if (m->work == TMI_WORK_MAX) {
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_INSTANCES,
                            .at = at,
                            .words = TMI_WORDS("this takes more than "
                                               "3,000,000 steps to build"),
                            .hint = TMI_WORDS("rounds of 'for', statements and components count, "
                                              "and again for all arguments of a type")});
    }
    m->work += m->work <= TMI_WORK_MAX;
    return m->work <= TMI_WORK_MAX;
}

/* ---- Values -------------------------------------------------------------------------------- */

void *tmi_keep(tmiMaker *m, int64_t count, size_t size) {
    void *memory = tmi_arena_alloc(m->arena, (size_t)(count > 0 ? count : 0), size);
    if (!memory && m->status == TM_OK) {
        m->status = TM_ERR_MEMORY;
    }
    return memory;
}

/* The cost of a kept item in evaluated nodes, by its memory. */
#define KEPT_EFFORT 8

tmiValue tmi_keep_value(tmiMaker *m, tmiValue value) {
    if (value.kind != TMI_VALUE_LIST) {
        return value;
    }
    /* A list may hold another many times, and that one the next: copies grow beyond all bounds. */
    m->e.effort += (int64_t)KEPT_EFFORT * value.count;
    tmiItem *items = m->e.effort <= TMI_EFFORT_MAX ? tmi_keep(m, value.count, sizeof *items) : NULL;
    if (!items) {
        return tmi_value_error();
    }
    for (int32_t i = 0; i < value.count; i++) {
        items[i] = value.items[i];
        items[i].value = tmi_keep_value(m, value.items[i].value);
    }
    value.items = items;
    return value;
}

tmiWanted tmi_wants(tmiWantedKind kind, const char *unit) {
    return (tmiWanted){.kind = (uint8_t)kind, .dimension = tmi_unit_dimension(unit)};
}

tmiWanted tmi_wants_bound(tmiWantedKind kind, const char *unit, tmBound bound) {
    tmiWanted wanted = tmi_wants(kind, unit);
    wanted.direction = kind == TMI_WANT_POINT && bound == TM_BOUND_NOT_ZERO &&
                       tmi_dimension_is_plain(wanted.dimension);
    return wanted;
}

bool tmi_value_of(tmiMaker *m, tmiSpot at, const tmiWanted *wanted, tmiValue *value) {
    *value = tmi_value_error();
    if (m->status != TM_OK || !at.node) {
        return false;
    }
    m->status = tmi_evaluate(&m->e, tmi_maker_source(m, at.file), at.node, wanted, value);
    tmi_notes_of_library(m, at);
    return m->status == TM_OK && !tmi_is_spoiled(value);
}

void tmi_value_point(const tmiValue *value, double point[3]) {
    for (int32_t i = 0; i < 3; i++) {
        bool there = value->kind == TMI_VALUE_LIST && i < value->count;
        point[i] = there ? value->items[i].value.number : 0.0;
    }
}

void tmi_value_direction(const tmiValue *value, double direction[3]) {
    double d[3];
    tmi_value_point(value, d);
    /* Divided by the largest first, so that squares neither overflow nor vanish. */
    double max = tmi_max(fabs(d[0]), tmi_max(fabs(d[1]), fabs(d[2])));
    double x = d[0] / max, y = d[1] / max, z = d[2] / max;
    double length = sqrt(x * x + y * y + z * z);
    direction[0] = x / length;
    direction[1] = y / length;
    direction[2] = z / length;
}

static const char *bound_words(tmBound bound, double number) {
    if (!(fabs(number) <= 1e300)) {
        return "must be finite";
    }
    switch (bound) {
    case TM_BOUND_POSITIVE:
        return number > 0.0 ? NULL : "must be more than 0";
    case TM_BOUND_NOT_NEGATIVE:
        return number >= 0.0 ? NULL : "must not be less than 0";
    case TM_BOUND_FRACTION:
        return number >= 0.0 && number <= 1.0 ? NULL : "must be between 0 and 1";
    case TM_BOUND_NOT_ZERO:
        return number != 0.0 ? NULL : "must not be 0";
    default:
        return NULL;
    }
}

/* `value` null: the number is not worth showing. */
static void note_bound(tmiMaker *m, tmiSpot at, const char *what, const char *words, double number,
                       const tmiValue *value) {
    char found[80], unit[TMI_DIMENSION_TEXT] = "";
    tmiText text;
    tmiQuote quote;
    bool is_name = strncmp(what, "the ", 4) != 0;
    what = is_name ? tmi_quote(&quote, what, (int32_t)strlen(what)) : what;
    if (value && value->kind == TMI_VALUE_NUMBER) {
        tmi_dimension_symbol(value->dimension, unit);
    }
    /* As people give lengths. */
    bool small = strcmp(unit, "m") == 0 && fabs(number) < 1.0;
    tmi_text_init(&text, found, sizeof found);
    if (fabs(number) < INFINITY) {
        tmi_text_add_number(&text, small ? 1000.0 * number : number);
        tmi_text_add(&text, small ? "mm" : unit);
    } else {
        tmi_text_add(&text, isnan(number)  ? "not a number"
                            : number > 0.0 ? "infinite"
                                           : "-infinity");
    }
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_BOUND,
                           .at = at,
                           .words = value ? TMI_WORDS(what, " is ", found, ", but ", words)
                                          : TMI_WORDS(what, " ", words)});
}

bool tmi_keeps_bound(tmiMaker *m, tmiSpot at, const char *what, tmBound bound,
                     const tmiValue *value) {
    double numbers[3] = {value->number, value->number, value->number};
    if (value->kind == TMI_VALUE_LIST) {
        tmi_value_point(value, numbers);
    } else if (value->kind != TMI_VALUE_NUMBER) {
        return true;
    }
    if (value->kind == TMI_VALUE_LIST && bound == TM_BOUND_NOT_ZERO) {
        double length = fabs(numbers[0]) + fabs(numbers[1]) + fabs(numbers[2]);
        if (length == 0.0) {
            note_bound(m, at, what, "has no direction", 0.0, NULL);
            return false;
        }
        bound = TM_BOUND_NONE;
    }
    for (int32_t i = 0; i < 3; i++) {
        const char *words = bound_words(bound, numbers[i]);
        if (words) {
            note_bound(m, at, what, words, numbers[i], value);
            return false;
        }
    }
    return true;
}
