/* fuzz_language.c: texts of the definition language: any bytes, and texts from the grammar with
 * bytes changed.
 *
 *     fuzz_language [options of libFuzzer] [corpus folder or input]
 *
 * What must hold whatever the bytes say: no crash, leak or hang; a text without mistakes is printed
 * so that it parses again without any, to a text that printing does not change; every node is found
 * by its path; a node replaced by its own text gives the same bytes; an offer begins with what was
 * typed and replaces the word there; an element put in or taken out of a right text leaves a right
 * one. */
#include "grammar.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 4000
#define NODES_TRIED 6 /* of one text: paths and patches are slow beside parsing */

typedef struct Text {
    char *bytes;
    size_t used, size;
} Text;

static void take(void *user, const char *bytes, size_t count) {
    Text *text = user;
    if (text->used + count + 1 > text->size) {
        text->size = 2 * (text->used + count) + 64;
        text->bytes = realloc(text->bytes, text->size);
    }
    memcpy(text->bytes + text->used, bytes, count);
    text->used += count;
    text->bytes[text->used] = '\0';
}

static void demand(bool holds, const char *what, const char *text, size_t length) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n---\n%.*s\n---\n", what, (int)length, text);
        abort();
    }
}

static void include(void *user, const char *from, const char *path, tmIncluded *included) {
    (void)from;
    included->name = path;
    included->text = strchr(path, 'a') ? user : NULL;
    included->length = included->text ? strlen(included->text) : 0;
}

static tmDocument *read_text(const char *text, size_t length, bool alone) {
    static char other[] = "include \"a\"; primitive p begin end include \"b\";";
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.name = "main";
    def.text = text;
    def.length = length;
    def.alone = alone;
    def.include = include;
    def.mesh = include;
    def.user = other;
    demand(tm_document_create(NULL, &def, &document) == TM_OK, "there is memory", text, length);
    return document;
}

/* Formats; empty when the text has mistakes. */
static Text format(const tmDocument *document, const char *text, size_t length) {
    Text out = {0};
    tmStatus status = tm_document_format(document, take, &out);
    bool clean = tm_diags_total(tm_document_diags(document), TM_ERROR) == 0;
    demand(status == TM_OK || status == TM_ERR_TEXT, "formatting works or refuses", text, length);
    demand(status == TM_OK || !clean, "what is refused has been told", text, length);
    return out;
}

static void check_format(const tmDocument *document, const char *text, size_t length) {
    Text once = format(document, text, length);
    if (once.bytes) {
        tmDocument *again = read_text(once.bytes, once.used, true);
        Text twice = format(again, once.bytes, once.used);
        demand(twice.bytes != NULL, "what is printed parses", once.bytes, once.used);
        demand(once.used == twice.used && memcmp(once.bytes, twice.bytes, once.used) == 0,
               "printing twice is printing once", once.bytes, once.used);
        free(twice.bytes);
        tm_document_destroy(again);
    }
    free(once.bytes);
}

static void check_nodes(const tmDocument *document, const char *text, size_t length) {
    bool clean = tm_diags_total(tm_document_diags(document), TM_ERROR) == 0;
    size_t step = length / NODES_TRIED + 1;
    for (size_t offset = 0; offset < length; offset += step) {
        tmNodeId node = tm_document_at(document, offset);
        char path[2000];
        size_t start, size;
        if (node.value < 2) {
            continue;
        }
        demand(tm_document_span(document, node, &start, &size) == TM_OK && offset >= start &&
                   offset < start + size,
               "a node contains its offset", text, length);
        if (tm_document_path(document, node, path, sizeof path) < sizeof path && clean) {
            tmNodeId found = tm_document_find(document, path);
            size_t found_start = 0, found_size = 0;
            demand(tm_document_span(document, found, &found_start, &found_size) == TM_OK, path,
                   text, length);
            /* A name that labels a node has the path of that node. */
            demand(found.value == node.value || found_start >= start ||
                       tm_document_parent(document, node).value != 0,
                   path, text, length);
        }
        char *own = calloc(size + 1, 1);
        Text patched = {0};
        memcpy(own, text + start, size);
        if (strlen(own) == size) {
            tmStatus status = tm_document_replace(document, node, own, take, &patched);
            demand(status == TM_OK || !clean, "a node is replaced by itself", text, length);
            demand(status != TM_OK ||
                       (patched.used == length && memcmp(patched.bytes, text, length) == 0),
                   "that changes nothing", text, length);
            (void)tm_document_replace(document, node, "(1 + 2)", take, &patched);
        }
        free(patched.bytes);
        free(own);
    }
}

typedef struct Typed {
    const char *text;
    size_t length, offset;
} Typed;

static void check_offer(void *user, const tmOffer *offer) {
    const Typed *typed = user;
    size_t before = typed->offset - offer->start;
    demand(offer->start <= typed->offset && offer->start + offer->length >= typed->offset &&
               offer->start + offer->length <= typed->length,
           "an offer replaces what is typed", typed->text, typed->length);
    demand(offer->text[0] && offer->help && tm_offer_kind_name(offer->kind) &&
               strncmp(offer->text, typed->text + offer->start, before) == 0,
           "an offer goes on with what is typed", typed->text, typed->length);
}

static void check_offers(const tmDocument *document, const char *text, size_t length,
                         uint32_t random) {
    for (int i = 0; i < 4; i++) {
        Typed typed = {text, length, (random + (uint32_t)i * 2654435761u) % (length + 1)};
        demand(tm_document_complete(document, typed.offset, check_offer, &typed) == TM_OK,
               "completion works", text, length);
    }
}

/* What comes out of an edit has no more mistakes of syntax than the text before. */
static void check_outcome(const tmDocument *document, tmStatus status, Text *out, const char *text,
                          size_t length) {
    demand(status == TM_OK || status == TM_ERR_TEXT || status == TM_ERR_ARGUMENT,
           "an edit is made or refused", text, length);
    demand(status == TM_OK || out->used == 0, "what is refused writes nothing", text, length);
    Text before = {0};
    bool right = tm_document_format(document, take, &before) == TM_OK;
    if (status == TM_OK && right) {
        tmDocument *after = read_text(out->bytes ? out->bytes : "", out->used, true);
        Text printed = {0};
        demand(tm_document_format(after, take, &printed) == TM_OK, "an edit leaves a right text",
               out->bytes ? out->bytes : "", out->used);
        free(printed.bytes);
        tm_document_destroy(after);
    }
    free(before.bytes);
    free(out->bytes);
    *out = (Text){0};
}

static void check_edits(const tmDocument *document, const char *text, size_t length,
                        uint32_t random) {
    static const char *const texts[] = {"dynamics: ;",  "join a to b with pin matching (a a)",
                                        "a, b: rod(1)", "primitive q begin end",
                                        "tip: (0, 1)",  "x // y",
                                        "1 + 2",        "input u = 3"};
    tmNodeId nodes[3];
    Text out = {0};
    for (int i = 0; i < 3; i++) {
        size_t offset = (random + (uint32_t)i * 2654435761u) % (length + 1);
        nodes[i] = tm_document_at(document, offset);
        for (uint32_t up = random >> 20 & 3; up > 0 && nodes[i].value > 1; up--) {
            nodes[i] = tm_document_parent(document, nodes[i]);
        }
        nodes[i].value += nodes[i].value == 0;
    }
    const char *added = texts[random >> 8 & 7];
    tmWhere where = (tmWhere)(random >> 12 & 3);
    tmEdit edits[] = {{.kind = TM_EDIT_INSERT, .node = nodes[0], .where = where, .text = added},
                      {.kind = TM_EDIT_REMOVE, .node = nodes[1]},
                      {.kind = TM_EDIT_REPLACE, .node = nodes[2], .text = "(1 + 2)"}};
    tmStatus status = tm_document_insert(document, nodes[0], where, added, take, &out);
    check_outcome(document, status, &out, text, length);
    status = tm_document_remove(document, nodes[1], take, &out);
    check_outcome(document, status, &out, text, length);
    status = tm_document_edit(document, edits, 3, take, &out);
    check_outcome(document, status, &out, text, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[TEXT_MAX + 1];
    size_t length = size < TEXT_MAX ? size : TEXT_MAX;
    if (size >= 2 && data[0] == 0xff) {
        /* A text of the grammar, then changes: two bytes of place, one of what. */
        length = grammar_text((uint64_t)data[1] << 8 | (size > 2 ? data[2] : 0), text, TEXT_MAX);
        for (size_t i = 3; i + 2 < size && length > 0; i += 3) {
            text[((size_t)data[i] << 8 | data[i + 1]) % length] = (char)data[i + 2];
        }
    } else {
        memcpy(text, data, length);
        text[length] = '\0';
    }
    tmDocument *document = read_text(text, length, size % 2);
    const tmDiags *diags = tm_document_diags(document);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        char message[300];
        (void)tm_diag_format(tm_diags_at(diags, i), text, message, sizeof message);
    }
    check_format(document, text, length);
    check_nodes(document, text, length);
    uint32_t random = (uint32_t)size;
    for (size_t i = 0; i < size; i++) {
        random = (random ^ data[i]) * 16777619u;
    }
    check_offers(document, text, length, random);
    check_edits(document, text, length, random);
    tm_document_destroy(document);
    return 0;
}
