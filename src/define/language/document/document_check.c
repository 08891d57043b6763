/* document_check.c: what the texts of a document mean, and what they amount to. */
#include "define/language/document/document_private.h"
#include "define/language/limits/limits.h"
#include "define/language/make/make.h"
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

/* ---- Messages in the order of the texts ---------------------------------------------------- */

static int32_t file_of(const tmDocument *d, const tmDiag *diag) {
    for (int32_t i = 0; diag->file && i < d->file_count; i++) {
        if (d->files[i]->name && strcmp(d->files[i]->name, diag->file) == 0) {
            return i;
        }
    }
    return 0;
}

typedef struct Placed {
    const tmDiag *diag;
    int32_t file;
} Placed;

static bool is_before(const Placed *a, const Placed *b) {
    if (a->file != b->file) {
        return a->file < b->file;
    }
    return a->diag->line != b->diag->line ? a->diag->line < b->diag->line
                                          : a->diag->column < b->diag->column;
}

/* Merges the sorted halves of `from` into `to`; those in one place keep their order. */
static void merge(const Placed *from, Placed *to, int32_t first, int32_t middle, int32_t last) {
    int32_t left = first, right = middle;
    for (int32_t i = first; i < last; i++) {
        bool take_right = right < last && (left >= middle || is_before(&from[right], &from[left]));
        to[i] = take_right ? from[right++] : from[left++];
    }
}

/* At most TM_DIAG_LIMIT of them. */
static tmStatus sort_diags(tmDocument *d) {
    int32_t count = tm_diags_count(d->diags);
    size_t size = sizeof(Placed) * 2 * (size_t)count;
    tmDiags *sorted = NULL;
    if (count < 2) {
        return TM_OK;
    }
    Placed *from = tmi_alloc_zero(d->allocator, size), *to = from ? from + count : NULL;
    tmStatus status = from ? tm_diags_create(&d->allocator, &sorted) : TM_ERR_MEMORY;
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        from[i].diag = tm_diags_at(d->diags, i);
        from[i].file = file_of(d, from[i].diag);
    }
    Placed *block = from;
    for (int32_t width = 1; status == TM_OK && width < count; width *= 2) {
        for (int32_t first = 0; first < count; first += 2 * width) {
            int32_t middle = first + width < count ? first + width : count;
            int32_t last = first + 2 * width < count ? first + 2 * width : count;
            merge(from, to, first, middle, last);
        }
        Placed *swap = from;
        from = to;
        to = swap;
    }
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        status = tm_diags_add(sorted, from[i].diag);
    }
    tmi_free(d->allocator, block, size);
    if (status != TM_OK) {
        tm_diags_destroy(sorted);
        return status;
    }
    tm_diags_destroy(d->diags);
    d->diags = sorted;
    for (int32_t i = 0; i < d->file_count; i++) {
        d->files[i]->reporter.diags = sorted;
    }
    return TM_OK;
}

/* ---- Meaning ------------------------------------------------------------------------------- */

static bool lacks_files(const tmDocument *d) {
    for (int32_t i = 0; i < tm_diags_count(d->diags); i++) {
        uint32_t code = tm_diags_at(d->diags, i)->code;
        if (code == TMI_SAYS_NO_INCLUDE || code == TMI_SAYS_INCLUDE_CYCLE) {
            return true;
        }
    }
    return false;
}

/* Whether reading was abandoned because of too many errors, tokens or nodes. */
static bool was_cut(const tmiFile *file) {
    return file->reporter.errors >= TM_DIAG_LIMIT || file->tokens.count > TMI_TOKENS_MAX ||
           file->tree.count >= TMI_NODES_MAX;
}

/* An item that could not be read may have defined anything. */
static bool is_spoiled(const tmDocument *d) {
    for (int32_t i = 0; i < d->file_count; i++) {
        const tmiTree *tree = &d->files[i]->tree;
        if (was_cut(d->files[i])) {
            return true;
        }
        for (tmiNodeRef item = tmi_node(tree, 1)->child; item; item = tmi_node(tree, item)->next) {
            if (tmi_node(tree, item)->kind == TMI_NODE_ERROR) {
                return true;
            }
        }
    }
    return false;
}

static tmStatus read_library(tmDocument *d) {
    tmiFile *library = &d->library;
    library->reporter = (tmiReporter){.diags = d->diags, .file = "library"};
    const char *text = tmi_library_text(&library->length);
    tmStatus status =
        tmi_scan(d->allocator, text, library->length, &library->reporter, &library->tokens);
    return status == TM_OK
               ? tmi_parse(d->allocator, &library->tokens, &library->reporter, &library->tree)
               : status;
}

tmStatus tmi_document_check(tmDocument *d, const tmDocumentDef *def) {
    tmStatus status = read_library(d);
    d->sources = tmi_arena_alloc(&d->texts, (size_t)d->file_count + 1, sizeof *d->sources);
    if (!d->sources || status != TM_OK) {
        return TM_ERR_MEMORY;
    }
    d->sources[d->file_count] = (tmiSource){&d->library.tree, &d->library.reporter};
    for (int32_t i = 0; i < d->file_count; i++) {
        d->sources[i] = (tmiSource){&d->files[i]->tree, &d->files[i]->reporter};
    }
    tmiMeshFinder finder = {tmi_document_find_mesh, &(tmiMeshAsker){d, def}};
    status = tmi_worlds_make(d->allocator, d->sources, d->file_count + 1, &d->extensions,
                             lacks_files(d) || is_spoiled(d), &finder, d->diags, &d->worlds);
    return status == TM_OK ? sort_diags(d) : status;
}

/* ---- What there is ------------------------------------------------------------------------- */

int32_t tm_document_type_count(const tmDocument *document) {
    return document && document->worlds ? document->worlds->definitions.type_count : 0;
}

int32_t tm_document_run_count(const tmDocument *document) {
    const tmiWorlds *worlds = document ? document->worlds : NULL;
    return worlds ? worlds->run_count + worlds->unrun_count : 0;
}

static void describe(const tmDocument *document, const tmiWorld *world, tmRunInfo *info) {
    const tmiDefinitions *definitions = &document->worlds->definitions;
    const tmiType *type = &definitions->types[world->variant->type];
    int32_t length;
    info->world = tmi_tree_text(definitions->sources[type->spot.file].tree, type->name, &length);
    info->world_length = length;
    info->bodies = world->body_count;
    info->joints = world->join_count;
    info->controls = world->control_count;
    info->unresolved_controls = world->unresolved;
    info->dynamic_bodies = world->dynamic_count;
    info->kinematic_bodies = world->kinematic_count;
    info->touching_bodies = world->touching_count;
    info->planar = world->planar;
}

const tmiWorld *tmi_document_world(const tmDocument *document, int32_t index, const tmiRun **run) {
    const tmiWorlds *worlds = document->worlds;
    *run = NULL;
    if (!worlds || index < 0) {
        return NULL;
    }
    int32_t behind = index - worlds->run_count; /* runs first, then worlds that none of them runs */
    *run = behind < 0 ? worlds->runs[index] : NULL;
    if (*run) {
        return (*run)->world;
    }
    return behind < worlds->unrun_count ? worlds->unrun[behind] : NULL;
}

tmStatus tm_document_run(const tmDocument *document, int32_t index, tmRunInfo *info) {
    static const tmRunKind kinds[TMI_WORD_COUNT] = {[TMI_WORD_SIMULATE] = TM_RUN_SIMULATE,
                                                    [TMI_WORD_ANIMATE] = TM_RUN_ANIMATE,
                                                    [TMI_WORD_STUDY] = TM_RUN_STUDY};
    const tmiRun *run = NULL;
    const tmiWorld *world = document && info ? tmi_document_world(document, index, &run) : NULL;
    if (!world) {
        return TM_ERR_ARGUMENT;
    }
    *info = (tmRunInfo){.kind = run ? kinds[run->kind] : TM_RUN_NONE,
                        .left_out = run ? run->without : 0};
    describe(document, world, info);
    return TM_OK;
}
