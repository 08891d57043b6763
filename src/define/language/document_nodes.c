/* document_nodes.c: nodes of a document by place. */
#include "define/language/document.h"

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
