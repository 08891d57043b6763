/* document_edit.c: texts with nodes replaced, put in and taken out. The result is parsed and
 * compared with the tree before: all else must read as it did. */
#include "define/language/document/edit_private.h"

#include <string.h>

/* Copies the text, its line breaks as the document has them; returns its bytes. Null `to`: only
 * counts. */
static size_t copy_text(const tmiEditing *e, const char *text, char *to) {
    size_t used = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '\n' && e->crlf && (at == text || at[-1] != '\r')) {
            if (to) {
                to[used] = '\r';
            }
            used++;
        }
        if (to) {
            to[used] = *at;
        }
        used++;
    }
    return used;
}

tmStatus tmi_splice_add(tmiEditing *e, int32_t start, int32_t length, const char *const *parts) {
    size_t added = 0;
    for (int i = 0; parts[i]; i++) {
        added += copy_text(e, parts[i], NULL);
    }
    if (added > TM_TEXT_LIMIT) {
        return TM_ERR_LIMIT;
    }
    char *text = tmi_arena_alloc(&e->arena, added + 1, 1);
    tmStatus status = text ? tmi_array_reserve(e->document->allocator, &e->splices, &e->capacity,
                                               e->count + 1, sizeof *e->splices)
                           : TM_ERR_MEMORY;
    if (status != TM_OK) {
        return status;
    }
    e->splices[e->count] = (tmiSplice){.start = start,
                                       .length = length,
                                       .text = text,
                                       .added = (int32_t)added,
                                       .edit = e->edit,
                                       .order = e->count};
    e->count++;
    for (size_t used = 0; *parts; parts++) {
        used += copy_text(e, *parts, text + used);
    }
    return TM_OK;
}

/* ---- The new text -------------------------------------------------------------------------- */

/* Insertions come before replacements at the same place. */
static bool is_before(const tmiSplice *a, const tmiSplice *b) {
    if (a->start != b->start) {
        return a->start < b->start;
    }
    return (a->length == 0) != (b->length == 0) ? a->length == 0 : a->order < b->order;
}

/* A heap: a gesture may move thousands of numbers. */
static void sift(tmiSplice *splices, int32_t root, int32_t count) {
    for (int32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        child += child + 1 < count && is_before(&splices[child], &splices[child + 1]);
        if (!is_before(&splices[root], &splices[child])) {
            return;
        }
        tmiSplice swap = splices[root];
        splices[root] = splices[child];
        splices[child] = swap;
        root = child;
    }
}

static void sort(tmiSplice *splices, int32_t count) {
    for (int32_t i = count / 2 - 1; i >= 0; i--) {
        sift(splices, i, count);
    }
    for (int32_t i = count - 1; i > 0; i--) {
        tmiSplice swap = splices[0];
        splices[0] = splices[i];
        splices[i] = swap;
        sift(splices, 0, i);
    }
}

/* Where each splice begins in the new text, and how long that is. TM_ERR_ARGUMENT where two of
 * them change the same bytes. */
static tmStatus place_splices(tmiEditing *e, size_t *length) {
    int64_t shift = 0;
    int32_t end = 0;
    sort(e->splices, e->count);
    for (int32_t i = 0; i < e->count; i++) {
        tmiSplice *splice = &e->splices[i];
        if (splice->start < end) {
            return TM_ERR_ARGUMENT;
        }
        end = splice->start + splice->length;
        if (splice->start + shift + splice->added > TM_TEXT_LIMIT) {
            return TM_ERR_LIMIT;
        }
        splice->placed = (int32_t)(splice->start + shift);
        shift += splice->added - splice->length;
    }
    *length = (size_t)(e->tokens->length + shift);
    return *length > TM_TEXT_LIMIT ? TM_ERR_LIMIT : TM_OK;
}

static void write_splices(const tmiEditing *e, char *whole) {
    int32_t from = 0;
    for (int32_t i = 0; i < e->count; i++) {
        const tmiSplice *splice = &e->splices[i];
        memcpy(whole, e->text + from, (size_t)(splice->start - from));
        whole += splice->start - from;
        memcpy(whole, splice->text, (size_t)splice->added);
        whole += splice->added;
        from = splice->start + splice->length;
    }
    memcpy(whole, e->text + from, (size_t)(e->tokens->length - from));
}

/* ---- Comparison ---------------------------------------------------------------------------- */

/* The splice whose new bytes the whole span lies in; null: none. */
static const tmiSplice *splice_around(const tmiEditing *e, tmiSpan span) {
    int32_t low = 0, high = e->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (e->splices[middle].placed + e->splices[middle].added <= span.start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const tmiSplice *found = low < e->count ? &e->splices[low] : NULL;
    bool within = found && span.length > 0 && span.start >= found->placed &&
                  span.start + span.length <= found->placed + found->added;
    return within ? found : NULL;
}

/* The tree before, that of the new text, and what was asked for. */
typedef struct Compared {
    tmiEditing *e;
    const tmiTree *a, *b;
    const tmEdit *edits;
} Compared;

/* Skips nodes that are new, and counts them for their edits. False: one has mistakes. */
static bool skip_new(const Compared *p, tmiNodeRef *ref) {
    tmiEditing *e = p->e;
    while (*ref) {
        const tmiSplice *splice = splice_around(e, tmi_tree_span(p->b, *ref));
        if (!splice || p->edits[splice->edit].kind != TM_EDIT_INSERT) {
            return true;
        }
        e->made[splice->edit]++;
        if (tmi_node(p->b, *ref)->spoiled) {
            return false;
        }
        *ref = tmi_node(p->b, *ref)->next;
    }
    return true;
}

static void skip_removed(const Compared *p, tmiNodeRef *ref) {
    while (*ref && p->e->marks[*ref] & TMI_MARK_REMOVED) {
        *ref = tmi_node(p->a, *ref)->next;
    }
}

static bool is_same_token(const Compared *p, int32_t token_a, int32_t token_b) {
    const tmiToken *a = &p->a->tokens->items[token_a], *b = &p->b->tokens->items[token_b];
    return a->length == b->length && memcmp(p->a->tokens->text + a->start,
                                            p->b->tokens->text + b->start, (size_t)a->length) == 0;
}

/* Whether two nodes are the same, their children aside; *replaced: these do not count. */
static bool is_same_node(const Compared *p, tmiNodeRef ref_a, tmiNodeRef ref_b, bool *replaced) {
    const tmiNode *a = tmi_node(p->a, ref_a), *b = tmi_node(p->b, ref_b);
    *replaced = (p->e->marks[ref_a] & TMI_MARK_REPLACED) != 0;
    if (*replaced) {
        const tmiSplice *splice = splice_around(p->e, tmi_tree_span(p->b, ref_b));
        return splice && splice->edit == p->e->edit_of[ref_a] && a->role == b->role && !b->spoiled;
    }
    bool is_word = a->kind == TMI_NODE_TYPE || a->kind == TMI_NODE_RUN || !a->child;
    return a->kind == b->kind && a->role == b->role && a->sign == b->sign &&
           (!is_word || a->last < a->first || is_same_token(p, a->first, b->first));
}

/* Whether the trees are the same except for what the edits change. Both are gone through side by
 * side, from node to node: a sum may be as deep as it is long. */
static bool is_same(const Compared *p) {
    tmiNodeRef at_a = 1, at_b = 1;
    for (;;) {
        bool replaced;
        if (!is_same_node(p, at_a, at_b, &replaced)) {
            return false;
        }
        tmiNodeRef next_a = replaced ? 0 : tmi_node(p->a, at_a)->child;
        tmiNodeRef next_b = replaced ? 0 : tmi_node(p->b, at_b)->child;
        for (;;) {
            skip_removed(p, &next_a);
            if (!skip_new(p, &next_b) || !next_a != !next_b) {
                return false;
            }
            if (next_a || at_a == 1) {
                break;
            }
            next_a = tmi_node(p->a, at_a)->next;
            next_b = tmi_node(p->b, at_b)->next;
            at_a = tmi_node(p->a, at_a)->parent;
            at_b = tmi_node(p->b, at_b)->parent;
        }
        if (!next_a) {
            return true;
        }
        at_a = next_a;
        at_b = next_b;
    }
}

/* Parses the new text and compares. */
static tmStatus check_text(tmiEditing *e, const tmEdit *edits, int32_t count, const char *text,
                           size_t length) {
    const tmiFile *file = e->document->files[0];
    tmiReporter reporter = {0};
    tmiTokens tokens;
    tmiTree tree;
    tmStatus status = tmi_scan(e->document->allocator, text, (int32_t)length, &reporter, &tokens);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_parse(e->document->allocator, &tokens, &reporter, &tree);
    if (status == TM_OK) {
        bool same = is_same(&(Compared){e, e->tree, &tree, edits});
        for (int32_t i = 0; i < count; i++) {
            same &= edits[i].kind != TM_EDIT_INSERT || e->made[i] > 0;
        }
        status = same && reporter.errors <= file->mistakes ? TM_OK : TM_ERR_TEXT;
        tmi_tree_clear(e->document->allocator, &tree);
    }
    tmi_tokens_clear(e->document->allocator, &tokens);
    return status;
}

/* ---- Edits --------------------------------------------------------------------------------- */

static tmStatus check_edits(const tmDocument *document, const tmEdit *edits, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const tmEdit *edit = &edits[i];
        bool known =
            (unsigned)edit->kind <= TM_EDIT_REMOVE && (unsigned)edit->where <= TM_WHERE_AFTER;
        if (!known || (edit->kind != TM_EDIT_REMOVE && !edit->text)) {
            return TM_ERR_ARGUMENT;
        }
        if (edit->kind != TM_EDIT_REMOVE && strlen(edit->text) > TM_TEXT_LIMIT) {
            return TM_ERR_LIMIT;
        }
        if (!tmi_document_node(document, edit->node)) {
            return TM_ERR_ID;
        }
    }
    return TM_OK;
}

static tmStatus replace(tmiEditing *e, tmiNodeRef ref, const char *text) {
    tmiSpan span = tmi_tree_span(e->tree, ref);
    e->edit_of[ref] = e->edit;
    return tmi_splice_add(e, span.start, span.length, TMI_PARTS(text));
}

static tmStatus make_splices(tmiEditing *e, const tmEdit *edits, int32_t count) {
    tmStatus status = TM_OK;
    /* What is removed decides about commas: all marks come first. */
    for (int32_t i = 0; i < count; i++) {
        uint8_t mark = edits[i].kind == TM_EDIT_REMOVE    ? TMI_MARK_REMOVED
                       : edits[i].kind == TM_EDIT_REPLACE ? TMI_MARK_REPLACED
                                                          : 0;
        tmiNodeRef ref = (tmiNodeRef)edits[i].node.value;
        ref = edits[i].kind == TM_EDIT_REMOVE ? tmi_element_of(e->tree, ref) : ref;
        if (!ref || (mark && e->marks[ref])) {
            return ref ? TM_ERR_ARGUMENT : TM_ERR_TEXT;
        }
        e->marks[ref] |= mark;
    }
    for (e->edit = 0; e->edit < count && status == TM_OK; e->edit++) {
        const tmEdit *edit = &edits[e->edit];
        tmiNodeRef ref = (tmiNodeRef)edit->node.value;
        int32_t second = e->tokens->line_count > 1 ? e->tokens->lines[1] : 0;
        e->crlf = edit->kind == TM_EDIT_INSERT && second > 1 && e->text[second - 2] == '\r';
        status = edit->kind == TM_EDIT_REPLACE  ? replace(e, ref, edit->text)
                 : edit->kind == TM_EDIT_REMOVE ? tmi_edit_remove(e, ref)
                                                : tmi_edit_insert(e, ref, edit->where, edit->text);
    }
    return status;
}

static tmStatus make_text(tmiEditing *e, const tmEdit *edits, int32_t count, tmWriteFn *write,
                          void *user) {
    size_t length;
    tmStatus status = make_splices(e, edits, count);
    if (status == TM_OK) {
        status = place_splices(e, &length);
    }
    if (status != TM_OK) {
        return status;
    }
    char *whole = tmi_alloc_zero(e->document->allocator, length + 1);
    if (!whole) {
        return TM_ERR_MEMORY;
    }
    write_splices(e, whole);
    status = check_text(e, edits, count, whole, length);
    if (status == TM_OK) {
        write(user, whole, length);
    }
    tmi_free(e->document->allocator, whole, length + 1);
    return status;
}

tmStatus tm_document_edit(const tmDocument *document, const tmEdit *edits, int32_t count,
                          tmWriteFn *write, void *user) {
    if (!document || !write || count < 0 || (count > 0 && !edits)) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = check_edits(document, edits, count);
    if (status != TM_OK) {
        return status;
    }
    const tmiFile *file = document->files[0];
    tmiEditing e = {
        .document = document, .tree = &file->tree, .tokens = &file->tokens, .text = file->text};
    tmi_arena_init(&e.arena, document->allocator);
    size_t nodes = (size_t)file->tree.count;
    e.marks = tmi_arena_alloc(&e.arena, nodes, sizeof *e.marks);
    e.edit_of = tmi_arena_alloc(&e.arena, nodes, sizeof *e.edit_of);
    e.made = tmi_arena_alloc(&e.arena, (size_t)count + 1, sizeof *e.made);
    status =
        e.marks && e.edit_of && e.made ? make_text(&e, edits, count, write, user) : TM_ERR_MEMORY;
    tmi_array_clear(document->allocator, &e.splices, &e.capacity, sizeof *e.splices);
    tmi_arena_clear(&e.arena);
    return status;
}

tmNodeId tm_document_element(const tmDocument *document, tmNodeId node) {
    tmiNodeRef ref = tmi_document_node(document, node);
    return (tmNodeId){ref ? (uint32_t)tmi_element_of(&document->files[0]->tree, ref) : 0};
}

tmStatus tm_document_replace(const tmDocument *document, tmNodeId node, const char *text,
                             tmWriteFn *write, void *user) {
    tmEdit edit = {.kind = TM_EDIT_REPLACE, .node = node, .text = text};
    return tm_document_edit(document, &edit, 1, write, user);
}

tmStatus tm_document_insert(const tmDocument *document, tmNodeId node, tmWhere where,
                            const char *text, tmWriteFn *write, void *user) {
    tmEdit edit = {.kind = TM_EDIT_INSERT, .node = node, .where = where, .text = text};
    return tm_document_edit(document, &edit, 1, write, user);
}

tmStatus tm_document_remove(const tmDocument *document, tmNodeId node, tmWriteFn *write,
                            void *user) {
    tmEdit edit = {.kind = TM_EDIT_REMOVE, .node = node};
    return tm_document_edit(document, &edit, 1, write, user);
}
