/* edit_remove.c: what can be put in and taken out: elements, and what keeps them apart; and how one
 * is taken out. */
#include "define/language/document/edit_private.h"

tmiApart tmi_node_apart(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref), *parent = tmi_node(tree, node->parent);
    switch (node->kind) {
    case TMI_NODE_ATTRIBUTE:
    case TMI_NODE_WHERE:
        return TMI_APART_SPACES;
    case TMI_NODE_PARAMETER:
    case TMI_NODE_PAIR:
    case TMI_NODE_DECLARED:
        return TMI_APART_COMMAS;
    case TMI_NODE_CLAUSE:
        return parent->kind == TMI_NODE_BLOCK ? TMI_APART_LINES : TMI_APART_COMMAS;
    default:
        break;
    }
    switch (parent->kind) {
    case TMI_NODE_FILE:
        return TMI_APART_LINES;
    case TMI_NODE_LIST:
        return TMI_APART_COMMAS;
    case TMI_NODE_CALL:
        return parent->child == ref ? TMI_APART_NOT : TMI_APART_COMMAS;
    default:
        return (node->kind >= TMI_NODE_COMPONENTS && node->kind <= TMI_NODE_FIELD) ||
                       node->kind == TMI_NODE_JOIN || node->kind == TMI_NODE_PLACE ||
                       node->kind == TMI_NODE_REPEAT || node->kind == TMI_NODE_ROW ||
                       node->kind == TMI_NODE_LET
                   ? TMI_APART_LINES
                   : TMI_APART_NOT;
    }
}

/* Whether the name or value of the node stands for it. */
static bool has_element(const tmiTree *tree, tmiNodeRef ref) {
    tmiNodeRef child = tmi_node(tree, ref)->child;
    switch (tmi_node(tree, ref)->kind) {
    case TMI_NODE_CLAUSE: /* its only part */
        return child && tmi_node(tree, child)->next == 0;
    case TMI_NODE_COMPONENT: /* one name and its type, which several may share */
        child = child ? tmi_node(tree, child)->next : 0;
        return child && tmi_node(tree, child)->kind != TMI_NODE_DECLARED;
    case TMI_NODE_TYPE:
    case TMI_NODE_FUNCTION:
    case TMI_NODE_TABLE:
    case TMI_NODE_HINGE:
    case TMI_NODE_MATERIAL:
    case TMI_NODE_PARAMETER:
    case TMI_NODE_LET:
    case TMI_NODE_DECLARED:
    case TMI_NODE_INPUT:
    case TMI_NODE_FIELD:
    case TMI_NODE_ATTRIBUTE:
    case TMI_NODE_ARGUMENT:
        return true;
    default:
        return false;
    }
}

/* One clause of a field, or one name of a component. */
static bool is_only_one(const tmiTree *tree, tmiNodeRef ref) {
    tmiNodeKind kind = (tmiNodeKind)tmi_node(tree, ref)->kind;
    tmiNodeRef parent = tmi_node(tree, ref)->parent, next = tmi_node(tree, ref)->next;
    bool one = (kind == TMI_NODE_CLAUSE && tmi_node(tree, parent)->kind == TMI_NODE_FIELD) ||
               kind == TMI_NODE_DECLARED;
    return one && tmi_tree_child_kind(tree, parent, kind) == ref &&
           (!next || tmi_node(tree, next)->kind != kind);
}

tmiNodeRef tmi_element_of(const tmiTree *tree, tmiNodeRef ref) {
    while (ref) {
        bool apart = tmi_node_apart(tree, ref) != TMI_APART_NOT;
        tmiNodeRef parent = tmi_node(tree, ref)->parent;
        if (apart && !is_only_one(tree, ref)) {
            return ref;
        }
        ref = apart || has_element(tree, parent) ? parent : 0;
    }
    return 0;
}

/* ---- Removing ------------------------------------------------------------------------------ */

/* The element before this one that stays, or 0. */
static tmiNodeRef kept_before(const tmiEditing *e, tmiNodeRef ref) {
    tmiNodeRef kept = 0;
    for (tmiNodeRef at = tmi_node(e->tree, tmi_node(e->tree, ref)->parent)->child; at && at != ref;
         at = tmi_node(e->tree, at)->next) {
        bool stays = !(e->marks[at] & TMI_MARK_REMOVED);
        kept = stays && tmi_node_apart(e->tree, at) == TMI_APART_COMMAS ? at : kept;
    }
    return kept;
}

static tmiNodeRef element_before(const tmiEditing *e, tmiNodeRef ref) {
    tmiNodeRef before = 0;
    for (tmiNodeRef at = tmi_node(e->tree, tmi_node(e->tree, ref)->parent)->child; at != ref;
         at = tmi_node(e->tree, at)->next) {
        before = at;
    }
    return before;
}

/* Whether a comma and nothing else stands between two elements. */
static bool has_comma(const tmiEditing *e, tmiNodeRef before, tmiNodeRef behind) {
    int32_t first = tmi_node(e->tree, before)->last + 1;
    return first + 1 == tmi_node(e->tree, behind)->first &&
           tmi_is_sign(tmi_edit_token(e, first), ',');
}

/* With the comma before it; with the one behind it where nothing before it stays, where only that
 * is a comma without a comment, and where it begins a line in which others follow. */
static tmStatus remove_from_commas(tmiEditing *e, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(e->tree, ref);
    int32_t start = tmi_edit_token(e, node->first)->start, end = tmi_edit_token_end(e, node->last);
    tmiNodeRef next = node->next, before = element_before(e, ref);
    bool follows = next && tmi_node_apart(e->tree, next) == TMI_APART_COMMAS;
    bool kept = kept_before(e, ref) != 0;
    bool behind = kept && follows && !(e->marks[next] & TMI_MARK_REMOVED) &&
                  has_comma(e, ref, next) &&
                  (!has_comma(e, before, ref) ||
                   (tmi_edit_token(e, node->first)->begins_line &&
                    !tmi_edit_token(e, tmi_node(e->tree, next)->first)->begins_line));
    if (kept && !behind) {
        start = tmi_edit_token_end(e, tmi_node(e->tree, before)->last);
    } else if (follows) {
        end = tmi_edit_token(e, tmi_node(e->tree, next)->first)->start;
    }
    return tmi_splice_add(e, start, end - start, TMI_PARTS(""));
}

/* With the space before it; with that behind it where it begins a line in which another follows. */
static tmStatus remove_from_spaces(tmiEditing *e, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(e->tree, ref);
    int32_t start = tmi_edit_token(e, node->first)->start, end = tmi_edit_token_end(e, node->last);
    const tmiToken *next =
        node->next ? tmi_edit_token(e, tmi_node(e->tree, node->next)->first) : NULL;
    bool behind = next && !(e->marks[node->next] & TMI_MARK_REMOVED) &&
                  node->last + 1 == tmi_node(e->tree, node->next)->first &&
                  tmi_edit_token(e, node->first)->begins_line && !next->begins_line;
    if (behind) {
        end = next->start;
    } else {
        int32_t before = node->first - 1;
        while (tmi_edit_token(e, before)->kind == TMI_TOKEN_COMMENT) {
            before--;
        }
        start = tmi_edit_token_end(e, before);
    }
    return tmi_splice_add(e, start, end - start, TMI_PARTS(""));
}

/* White space before the byte within its line. */
static int32_t back_over_space(const tmiEditing *e, int32_t offset) {
    while (offset > 0 && (e->text[offset - 1] == ' ' || e->text[offset - 1] == '\t')) {
        offset--;
    }
    return offset;
}

static tmStatus remove_lines(tmiEditing *e, tmiNodeRef ref) {
    tmiElementLines lines = tmi_lines_of(e, ref);
    if (lines.whole) {
        tmi_lines_close_gap(e, &lines);
    } else if (tmi_edit_token(e, tmi_node(e->tree, ref)->first)->begins_line) {
        while (e->text[lines.end] == ' ' || e->text[lines.end] == '\t') {
            lines.end++;
        }
    } else {
        lines.start = back_over_space(e, lines.start);
    }
    return tmi_splice_add(e, lines.start, lines.end - lines.start, TMI_PARTS(""));
}

bool tmi_is_bare(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref), *parent = tmi_node(tree, node->parent);
    if (parent->kind != TMI_NODE_STRUCTURE) {
        return false;
    }
    int32_t second = parent->first + 1;
    while (tree->tokens->items[second].kind == TMI_TOKEN_COMMENT) {
        second++;
    }
    return second == node->first;
}

tmStatus tmi_edit_remove(tmiEditing *e, tmiNodeRef ref) {
    ref = tmi_element_of(e->tree, ref);
    ref = tmi_is_bare(e->tree, ref) ? tmi_node(e->tree, ref)->parent : ref;
    e->marks[ref] |= TMI_MARK_REMOVED;
    switch (tmi_node_apart(e->tree, ref)) {
    case TMI_APART_LINES:
        return remove_lines(e, ref);
    case TMI_APART_COMMAS:
        return remove_from_commas(e, ref);
    case TMI_APART_SPACES:
        return remove_from_spaces(e, ref);
    default:
        return TM_ERR_TEXT;
    }
}
