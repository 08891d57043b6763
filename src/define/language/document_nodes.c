/* document_nodes.c: nodes of a document by place, and texts with one node replaced. */
#include "define/language/document.h"

#include <string.h>

tmiNodeRef tmi_document_node(const tmDocument *document, tmNodeId id) {
    bool known = document && id.value < (uint32_t)document->files[0]->tree.count;
    return known ? (tmiNodeRef)id.value : 0;
}

static bool contains(const tmiTree *tree, tmiNodeRef ref, int32_t offset) {
    tmiSpan span = tmi_tree_span(tree, ref);
    return offset >= span.start && offset < span.start + span.length;
}

tmNodeId tm_document_at(const tmDocument *document, size_t offset) {
    if (!document || offset >= (size_t)document->files[0]->length) {
        return (tmNodeId){0};
    }
    const tmiTree *tree = &document->files[0]->tree;
    tmiNodeRef found = 1, child = tmi_node(tree, 1)->child;
    while (child) {
        if (contains(tree, child, (int32_t)offset)) {
            found = child;
            child = tmi_node(tree, found)->child;
        } else {
            child = tmi_node(tree, child)->next;
        }
    }
    return (tmNodeId){(uint32_t)found};
}

tmStatus tm_document_span(const tmDocument *document, tmNodeId node, size_t *start,
                          size_t *length) {
    if (!document || !start || !length) {
        return TM_ERR_ARGUMENT;
    }
    tmiNodeRef ref = tmi_document_node(document, node);
    if (!ref) {
        return TM_ERR_ID;
    }
    tmiSpan span = tmi_tree_span(&document->files[0]->tree, ref);
    *start = (size_t)span.start;
    *length = (size_t)span.length;
    return TM_OK;
}

tmNodeId tm_document_parent(const tmDocument *document, tmNodeId node) {
    tmiNodeRef ref = tmi_document_node(document, node);
    return (tmNodeId){ref ? (uint32_t)tmi_node(&document->files[0]->tree, ref)->parent : 0};
}

/* ---- Replacing ----------------------------------------------------------------------------- */

/* Whether two trees are the same but for what is below `except` of the first. */
static bool is_same(const tmiTree *a, tmiNodeRef ref_a, const tmiTree *b, tmiNodeRef ref_b,
                    tmiNodeRef except) {
    const tmiNode *x = tmi_node(a, ref_a), *y = tmi_node(b, ref_b);
    if (ref_a == except) {
        return x->role == y->role && !y->spoiled;
    }
    if (x->kind != y->kind || x->role != y->role || x->sign != y->sign) {
        return false;
    }
    tmiNodeRef child_a = x->child, child_b = y->child;
    while (child_a && child_b) {
        if (!is_same(a, child_a, b, child_b, except)) {
            return false;
        }
        child_a = tmi_node(a, child_a)->next;
        child_b = tmi_node(b, child_b)->next;
    }
    return !child_a && !child_b;
}

/* Parses the new text and compares. */
static tmStatus check_replaced(const tmDocument *document, tmiNodeRef ref, const char *text,
                               int32_t length) {
    const tmiFile *file = document->files[0];
    tmiTeller teller = {0};
    tmiTokens tokens;
    tmiTree tree;
    tmStatus status = tmi_scan(document->allocator, text, length, &teller, &tokens);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_parse(document->allocator, &tokens, &teller, &tree);
    if (status == TM_OK) {
        bool same = is_same(&file->tree, 1, &tree, 1, ref);
        status = same && teller.errors <= file->teller.errors ? TM_OK : TM_ERR_TEXT;
        tmi_tree_clear(document->allocator, &tree);
    }
    tmi_tokens_clear(document->allocator, &tokens);
    return status;
}

tmStatus tm_document_replace(const tmDocument *document, tmNodeId node, const char *text,
                             tmWriteFn *write, void *user) {
    if (!document || !text || !write) {
        return TM_ERR_ARGUMENT;
    }
    const tmiFile *file = document->files[0];
    tmiNodeRef ref = tmi_document_node(document, node);
    if (!ref) {
        return TM_ERR_ID;
    }
    tmiSpan span = tmi_tree_span(&file->tree, ref);
    size_t added = strlen(text), start = (size_t)span.start, rest = start + (size_t)span.length;
    size_t length = (size_t)file->length - (size_t)span.length + added;
    if (length > TM_TEXT_LIMIT || added > TM_TEXT_LIMIT) {
        return TM_ERR_LIMIT;
    }
    char *whole = tmi_alloc_zero(document->allocator, length + 1);
    if (!whole) {
        return TM_ERR_MEMORY;
    }
    memcpy(whole, file->text, start);
    memcpy(whole + start, text, added);
    memcpy(whole + start + added, file->text + rest, (size_t)file->length - rest);
    tmStatus status = check_replaced(document, ref, whole, (int32_t)length);
    if (status == TM_OK) {
        write(user, whole, length);
    }
    tmi_free(document->allocator, whole, length + 1);
    return status;
}
