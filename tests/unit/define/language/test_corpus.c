/* test_corpus.c: what must hold of every right text, on those of tests/language/right, of the
 * examples, of docs/language.md and on random ones: canonical layout, and patches that leave every
 * other byte alone. That they check clean is for run.py and page.py of tests/language. The texts
 * together use all that has a name in the language. */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"
#include "define/geometry/shape/shape.h"
#include "define/language/expression/expression.h"
#include "define/language/vocabulary/vocabulary.h"
#include "definition.h"
#include "grammar.h"
#include "printing.h"
#include "test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_TEXTS 60
#define RANDOM_SIZE 3000

static Corpus *all(tmTest *t) {
    Corpus *c = corpus_written(t);
    for (uint64_t seed = 1; seed <= RANDOM_TEXTS; seed++) {
        char *text = test_memory(t, RANDOM_SIZE, 1);
        grammar_text(5000 + seed, text, RANDOM_SIZE);
        corpus_add(c, "random", text);
    }
    return c;
}

static void show(const CorpusText *text) {
    printf("  in %s:\n%s\n", text->name, text->text);
}

/* ---- Layout -------------------------------------------------------------------------------- */

TEST(every_text_prints_to_the_same_tree_and_twice_as_once) {
    Corpus *c = all(t);
    CHECK(c->count >= 100);
    for (int i = 0; i < c->count; i++) {
        int kept = t->defer_count;
        if (!printing_check(t, c->texts[i].text)) {
            show(&c->texts[i]);
        }
        test_run_defers(t, kept);
    }
}

/* ---- Patches ------------------------------------------------------------------------------- */

typedef struct Written {
    char *text;
    size_t used, size;
} Written;

static void take(void *user, const char *bytes, size_t count) {
    Written *w = user;
    if (w->used + count < w->size) {
        memcpy(w->text + w->used, bytes, count);
        w->used += count;
    }
}

/* Puts another value into the place of a token; all other bytes stay. */
static bool patch_keeps_the_rest(tmTest *t, const tmDocument *document, const char *text,
                                 const tmiToken *token, Written *w) {
    /* A unit would go on behind these. */
    bool goes_on = strchr("^*/", text[token->start + token->length]) != NULL;
    const char *value = token->kind == TMI_TOKEN_STRING ? "\"other\""
                        : goes_on                       ? "42.5"
                                                        : "4.2e1mm";
    size_t start = (size_t)token->start, length = (size_t)token->length, put = strlen(value);
    w->used = 0;
    tmNodeId node = tm_document_at(document, start);
    return CHECK_STATUS(tm_document_replace(document, node, value, take, w), TM_OK) &&
           CHECK(w->used == strlen(text) - length + put) &&
           CHECK(memcmp(w->text, text, start) == 0) &&
           CHECK(memcmp(w->text + start, value, put) == 0) &&
           CHECK(memcmp(w->text + start + put, text + start + length, w->used - start - put) == 0);
}

/* The version of the language is not a value. */
static bool is_version(const tmiTokens *tokens, int32_t index) {
    while (index > 0 && tokens->items[--index].kind == TMI_TOKEN_COMMENT) {
    }
    return tokens->items[index].word == TMI_WORD_LANGUAGE;
}

/* Every number and text in turn. Returns how many there were. */
static int check_patches(tmTest *t, const CorpusText *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document = NULL;
    const Definition *d = definition_of(t, text->text);
    int patches = 0;
    def.text = text->text;
    def.length = strlen(text->text);
    def.alone = true;
    if (!d || !CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return 0;
    }
    DEFER(tm_document_destroy, document);
    Written w = {.size = def.length + 100};
    w.text = test_memory(t, w.size, 1);
    for (int32_t i = 0; i < d->tokens.count; i++) {
        const tmiToken *token = &d->tokens.items[i];
        bool value = token->kind == TMI_TOKEN_NUMBER || token->kind == TMI_TOKEN_STRING;
        if (value && !is_version(&d->tokens, i)) {
            patches++;
            if (!patch_keeps_the_rest(t, document, text->text, token, &w)) {
                printf("  '%.*s'", (int)token->length, text->text + token->start);
                show(text);
                break;
            }
        }
    }
    return patches;
}

TEST(patch_of_any_value_leaves_all_other_bytes_alone) {
    Corpus *c = all(t);
    int patches = 0;
    for (int i = 0; i < c->count; i++) {
        int kept = t->defer_count;
        patches += check_patches(t, &c->texts[i]);
        test_run_defers(t, kept);
    }
    CHECK(patches > 1000);
}

/* ---- Names --------------------------------------------------------------------------------- */

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a name stands in one of the texts as a whole word; of units: behind a number. */
static bool is_used(const Corpus *c, const char *name, bool is_unit) {
    size_t length = strlen(name);
    for (int i = 0; i < c->count; i++) {
        const char *text = c->texts[i].text;
        for (const char *at = text; (at = strstr(at, name)) != NULL; at++) {
            char before = at > text ? at[-1] : ' ';
            bool begins = is_unit ? isdigit((unsigned char)before) != 0 : !is_letter(before);
            if (begins && !is_letter(at[length])) {
                return true;
            }
        }
    }
    return false;
}

static void check_used(tmTest *t, const Corpus *c, const char *name, bool is_unit) {
    if (!CHECK(is_used(c, name, is_unit))) {
        printf("  no right text uses '%s'\n", name);
    }
}

static void check_arguments(tmTest *t, const Corpus *c, const tmParameter *rows, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, rows[i].name, false);
    }
}

static void check_field(tmTest *t, const Corpus *c, const tmiField *field) {
    check_used(t, c, field->name, false);
    char choices[200], *rest = choices;
    snprintf(choices, sizeof choices, "%s", field->choices);
    for (const char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        check_used(t, c, word, false);
    }
}

TEST(texts_use_every_word_and_field) {
    Corpus *c = corpus_written(t);
    int32_t count;
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        check_used(t, c, tmi_word_row((tmiWord)word)->name, false);
    }
    const tmiField *fields = tmi_fields(&count);
    for (int32_t i = 0; i < count; i++) {
        check_field(t, c, &fields[i]);
    }
}

TEST(texts_use_every_shape_and_hinge_with_every_argument) {
    Corpus *c = corpus_written(t);
    int32_t count;
    for (int32_t i = 0; i < TM_SHAPE_COUNT; i++) {
        const tmiShapeRow *row = tmi_shape_row((tmShapeKind)i);
        check_used(t, c, row->name, false);
        check_arguments(t, c, row->arguments, row->argument_count);
    }
    const tmParameter *piece = tmi_piece_arguments(&count);
    check_arguments(t, c, piece, count);
    const tmHingeKind *hinges = tm_hinge_kinds(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, hinges[i].name, false);
        check_arguments(t, c, hinges[i].parameters, hinges[i].parameter_count);
    }
}

TEST(texts_use_every_quantity_function_constant_and_unit) {
    Corpus *c = corpus_written(t);
    int32_t count;
    const tmiQuantityRow *quantities = tmi_quantities(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, quantities[i].name, false);
    }
    const tmiMeasureRow *measures = tmi_measures(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, measures[i].name, false);
    }
    const tmiFunctionRow *functions = tmi_functions(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, functions[i].name, false);
    }
    const tmiConstantRow *constants = tmi_constants(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, constants[i].name, false);
    }
    const tmiUnit *units = tmi_units(&count);
    for (int32_t i = 0; i < count; i++) {
        check_used(t, c, units[i].name, true);
    }
}

TEST_MAIN(CASE(every_text_prints_to_the_same_tree_and_twice_as_once),
          CASE(patch_of_any_value_leaves_all_other_bytes_alone),
          CASE(texts_use_every_word_and_field),
          CASE(texts_use_every_shape_and_hinge_with_every_argument),
          CASE(texts_use_every_quantity_function_constant_and_unit))
