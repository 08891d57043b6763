/* document.c: the public owner of a text: reading it with all that it includes. Questions about
 * its nodes are in document_nodes.c and path.c. */
#include "define/language/document/document_private.h"

#include "define/language/limits/limits.h"
#include "define/language/syntax/syntax.h"

#include <string.h>

#define DOCUMENT_STAMP 0x646f6375u

_Static_assert(TM_TEXT_LIMIT == TMI_TEXT_MAX && TM_FILE_LIMIT == TMI_FILES_MAX,
               "the public limits are those of limits.h");

typedef struct Reading {
    tmDocument *document;
    const tmDocumentDef *def;
} Reading;

tmDocumentDef tm_document_def_default(void) {
    return (tmDocumentDef){.stamp = DOCUMENT_STAMP, .text = ""};
}

/* ---- One text ------------------------------------------------------------------------------ */

static void destroy_file(tmAllocator allocator, tmiFile *file) {
    tmi_tree_clear(allocator, &file->tree);
    tmi_tokens_clear(allocator, &file->tokens);
    tmi_free(allocator, file, sizeof *file);
}

/* A file with copies of name and text; null when memory runs out. */
static tmiFile *add_file(tmDocument *d, const char *name, const char *text, size_t length) {
    if (tmi_array_reserve(d->allocator, &d->files, &d->file_capacity, d->file_count + 1,
                          sizeof *d->files) != TM_OK) {
        return NULL;
    }
    char *copy = tmi_arena_alloc(&d->texts, length + 1, 1);
    char *name_copy = tmi_arena_text(&d->texts, name);
    tmiFile *file = tmi_alloc_zero(d->allocator, sizeof *file);
    if (!copy || (name && !name_copy) || !file) {
        tmi_free(d->allocator, file, sizeof *file);
        return NULL;
    }
    memcpy(copy, text, length);
    *file = (tmiFile){.name = name_copy,
                      .text = copy,
                      .length = (int32_t)length,
                      .reporter = {.diags = d->diags, .file = name_copy},
                      .includer = -1};
    d->files[d->file_count++] = file;
    return file;
}

static void report(tmiFile *file, tmiNodeRef at, tmiSays code, const char *const *words,
                   const char *const *hint) {
    tmi_report(&file->reporter, &(tmiMessage){.code = code,
                                              .span = tmi_tree_span(&file->tree, at),
                                              .words = words,
                                              .hint = hint});
}

static void check_version(tmiFile *file) {
    tmiNodeRef language = tmi_tree_child_kind(&file->tree, 1, TMI_NODE_LANGUAGE);
    tmiNodeRef number = language ? tmi_node(&file->tree, language)->child : 0;
    int32_t length = 0;
    const char *text = number ? tmi_tree_text(&file->tree, number, &length) : "1";
    tmiQuote found;
    if (number && (length != 1 || *text != '1')) {
        report(
            file, number, TMI_SAYS_VERSION,
            TMI_WORDS("there is no version ", tmi_quote(&found, text, length), " of the language"),
            TMI_WORDS("this program knows version 1"));
    }
}

/* ---- Includes ------------------------------------------------------------------------------ */

static tmStatus read_file(Reading *r, tmiFile *file, int32_t depth);

/* The text between the quotes, closed by a zero. */
static char *include_path(tmDocument *d, const tmiFile *file, tmiNodeRef string) {
    tmiSpan span = tmi_tree_span(&file->tree, string);
    char *path = tmi_arena_alloc(&d->texts, (size_t)span.length, 1);
    if (path) {
        memcpy(path, file->text + span.start + 1, (size_t)span.length - 2);
    }
    return path;
}

static int32_t find_file(const tmDocument *d, const char *name) {
    for (int32_t i = 0; name && i < d->file_count; i++) {
        if (d->files[i]->name && strcmp(d->files[i]->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* Whether `file` is `other` or is included by it, over any number of steps. */
static bool is_inside(const tmDocument *d, int32_t file, int32_t other) {
    while (file >= 0 && file != other) {
        file = d->files[file]->includer;
    }
    return file >= 0;
}

/* Why the text cannot be included; null when it can. */
static const char *refusal(const Reading *r, const tmIncluded *included, int32_t depth) {
    if (!r->def->include) {
        return "this program reads no other files";
    }
    if (!included->text) {
        return included->message ? included->message : "it cannot be read";
    }
    if (included->length > TMI_TEXT_MAX) {
        return "it has more than 64 MiB";
    }
    if (depth >= TMI_INCLUDES_MAX) {
        return "more than 50 files include each other";
    }
    return r->document->file_count >= TMI_FILES_MAX ? "there are more than 1000 files" : NULL;
}

static tmStatus include(Reading *r, int32_t from, tmiNodeRef node, int32_t depth) {
    tmDocument *d = r->document;
    tmiFile *file = d->files[from];
    tmiNodeRef string = tmi_tree_child_kind(&file->tree, node, TMI_NODE_STRING);
    if (!string) {
        return TM_OK; /* reported as a mistake of syntax */
    }
    char *path = include_path(d, file, string);
    if (!path) {
        return TM_ERR_MEMORY;
    }
    tmIncluded included = {0};
    if (r->def->include) {
        r->def->include(r->def->user, file->name, path, &included);
    }
    tmiQuote quote;
    int32_t known = find_file(d, included.name);
    const char *why = refusal(r, &included, depth);
    if (known >= 0 && is_inside(d, from, known)) {
        report(file, string, TMI_SAYS_INCLUDE_CYCLE,
               TMI_WORDS(tmi_quote(&quote, path, (int32_t)strlen(path)),
                         known == from ? " includes itself" : " is what includes this file"),
               NULL);
    } else if (known < 0 && why) {
        report(
            file, string, TMI_SAYS_NO_INCLUDE,
            TMI_WORDS(tmi_quote(&quote, path, (int32_t)strlen(path)), " cannot be included: ", why),
            NULL);
    } else if (known < 0) {
        tmiFile *added = add_file(d, included.name, included.text, included.length);
        if (!added) {
            return TM_ERR_MEMORY;
        }
        added->includer = from;
        added->included = node;
        return read_file(r, added, depth + 1);
    }
    return file->reporter.status;
}

static tmStatus read_file(Reading *r, tmiFile *file, int32_t depth) {
    tmDocument *d = r->document;
    int32_t number = d->file_count - 1;
    tmStatus status =
        tmi_scan(d->allocator, file->text, file->length, &file->reporter, &file->tokens);
    if (status == TM_OK) {
        status = tmi_parse(d->allocator, &file->tokens, &file->reporter, &file->tree);
    }
    if (status != TM_OK) {
        return status;
    }
    file->mistakes = file->reporter.errors;
    file->mistaken = file->mistakes > 0;
    check_version(file);
    for (tmiNodeRef item = tmi_node(&file->tree, 1)->child;
         item && status == TM_OK && !r->def->alone; item = tmi_node(&file->tree, item)->next) {
        if (tmi_node(&file->tree, item)->kind == TMI_NODE_INCLUDE) {
            status = include(r, number, item, depth);
        }
    }
    return status == TM_OK ? file->reporter.status : status;
}

/* ---- The document -------------------------------------------------------------------------- */

static tmStatus read_all(Reading *r) {
    tmDocument *d = r->document;
    tmStatus status = tm_diags_create(&d->allocator, &d->diags);
    if (status != TM_OK) {
        return status;
    }
    tmiFile *file = add_file(d, r->def->name, r->def->text, r->def->length);
    status = file ? read_file(r, file, 0) : TM_ERR_MEMORY;
    return status == TM_OK && !r->def->alone ? tmi_document_check(d, r->def) : status;
}

tmStatus tm_document_create(const tmAllocator *allocator, const tmDocumentDef *def,
                            tmDocument **document) {
    if (!document) {
        return TM_ERR_ARGUMENT;
    }
    *document = NULL;
    if (!def || !def->text) {
        return TM_ERR_ARGUMENT;
    }
    if (def->stamp != DOCUMENT_STAMP) {
        return TM_ERR_DEF;
    }
    if (def->extensions && !tmi_extensions_are_sound(def->extensions)) {
        return TM_ERR_ARGUMENT;
    }
    if (def->length > TM_TEXT_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmAllocator chosen = tmi_allocator_or_default(allocator);
    tmDocument *d = tmi_alloc_zero(chosen, sizeof *d);
    if (!d) {
        return TM_ERR_MEMORY;
    }
    d->allocator = chosen;
    if (def->extensions) {
        d->extensions = *def->extensions;
    }
    tmi_arena_init(&d->texts, chosen);
    tmStatus status = read_all(&(Reading){d, def});
    if (status != TM_OK) {
        tm_document_destroy(d);
        return status;
    }
    *document = d;
    return TM_OK;
}

void tm_document_destroy(tmDocument *document) {
    if (!document) {
        return;
    }
    tmAllocator allocator = document->allocator;
    tmi_worlds_destroy(document->worlds);
    tmi_tree_clear(allocator, &document->library.tree);
    tmi_tokens_clear(allocator, &document->library.tokens);
    for (int32_t i = 0; i < document->file_count; i++) {
        destroy_file(allocator, document->files[i]);
    }
    tmi_array_clear(allocator, &document->asked, &document->asked_capacity,
                    sizeof *document->asked);
    tmi_array_clear(allocator, &document->files, &document->file_capacity, sizeof *document->files);
    tm_diags_destroy(document->diags);
    tmi_arena_clear(&document->texts);
    tmi_free(allocator, document, sizeof *document);
}

const tmDiags *tm_document_diags(const tmDocument *document) {
    return document ? document->diags : NULL;
}

int32_t tm_document_file_count(const tmDocument *document) {
    return document ? document->file_count : 0;
}

static const tmiFile *file_at(const tmDocument *document, int32_t file) {
    return document && file >= 0 && file < document->file_count ? document->files[file] : NULL;
}

const char *tm_document_file_name(const tmDocument *document, int32_t file) {
    const tmiFile *found = file_at(document, file);
    return found ? found->name : NULL;
}

const char *tm_document_text(const tmDocument *document, int32_t file, size_t *length) {
    const tmiFile *found = file_at(document, file);
    if (length) {
        *length = found ? (size_t)found->length : 0;
    }
    return found ? found->text : NULL;
}

tmStatus tm_document_format(const tmDocument *document, tmWriteFn *write, void *user) {
    if (!document || !write) {
        return TM_ERR_ARGUMENT;
    }
    const tmiFile *file = document->files[0];
    return file->mistaken ? TM_ERR_TEXT : tmi_print(document->allocator, &file->tree, write, user);
}
