/* tree.c: questions about the tree of a text. */
#include "define/language/syntax/syntax.h"

tmiNodeRef tmi_tree_child(const tmiTree *tree, tmiNodeRef parent, tmiRole role) {
    tmiNodeRef ref = tree->nodes[parent].child;
    while (ref && tree->nodes[ref].role != role) {
        ref = tree->nodes[ref].next;
    }
    return ref;
}

tmiNodeRef tmi_tree_child_kind(const tmiTree *tree, tmiNodeRef parent, tmiNodeKind kind) {
    tmiNodeRef ref = tree->nodes[parent].child;
    while (ref && tree->nodes[ref].kind != kind) {
        ref = tree->nodes[ref].next;
    }
    return ref;
}

tmiSpan tmi_tree_span(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = &tree->nodes[ref];
    const tmiToken *first = &tree->tokens->items[node->first];
    if (node->last < node->first) {
        return (tmiSpan){first->start, 0};
    }
    const tmiToken *last = &tree->tokens->items[node->last];
    return (tmiSpan){first->start, last->start + last->length - first->start};
}

const char *tmi_tree_text(const tmiTree *tree, tmiNodeRef ref, int32_t *length) {
    tmiSpan span = tmi_tree_span(tree, ref);
    *length = span.length;
    return tree->tokens->text + span.start;
}

void tmi_tree_clear(tmAllocator allocator, tmiTree *tree) {
    tmi_array_clear(allocator, &tree->nodes, &tree->capacity, sizeof *tree->nodes);
    tree->count = 0;
}
