/* document_nodes.c: nodes of a document by index. */
#include "define/language/document/document_private.h"

tmiNodeRef tmi_document_node(const tmDocument *document, tmNodeId id) {
    bool known = document && id.value < (uint32_t)document->files[0]->tree.count;
    return known ? (tmiNodeRef)id.value : 0;
}

/* The last token that begins at a byte or before it; -1 before the first. */
static int32_t token_at(const tmiTokens *tokens, int32_t offset) {
    int32_t low = -1, high = tokens->count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (tokens->items[middle].start <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

tmNodeId tm_document_at(const tmDocument *document, size_t offset) {
    if (!document || offset >= (size_t)document->files[0]->length) {
        return (tmNodeId){0};
    }
    const tmiTree *tree = &document->files[0]->tree;
    int32_t token = token_at(tree->tokens, (int32_t)offset);
    if (token < 0) {
        return (tmNodeId){1};
    }
    const tmiToken *at = &tree->tokens->items[token];
    /* A node holds the space between its tokens, too. */
    int32_t end = token + ((int32_t)offset >= at->start + at->length);
    tmiNodeRef found = 1, child = tmi_node(tree, 1)->child;
    while (child) {
        const tmiNode *node = tmi_node(tree, child);
        if (node->first <= token && node->last >= end) {
            found = child;
            child = node->child;
        } else {
            child = node->next;
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
