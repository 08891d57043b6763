/* print_layout.c: which tokens begin a line, how far it is indented, and which hang together. */
#include "define/language/syntax/print_layout.h"

#include "define/language/syntax/syntax.h"
#include "define/language/units/units.h"

#include <string.h>

typedef struct Maker {
    const tmiTree *tree;
    const tmiToken *tokens;
    tmiLayout *layout;
} Maker;

/* ---- Widths -------------------------------------------------------------------------------- */

int32_t tmi_layout_width(const tmiLayout *layout, int32_t token) {
    const tmiToken *t = &layout->tree->tokens->items[token];
    const char *text = layout->tree->tokens->text + t->start;
    int32_t width = layout->items[token].closes + (layout->items[token].closes && *text == ':');
    if (t->kind != TMI_TOKEN_STRING && t->kind != TMI_TOKEN_COMMENT) {
        return width + t->length;
    }
    for (int32_t i = 0; i < t->length; i++) {
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return width;
}

bool tmi_layout_space(const tmiLayout *layout, int32_t before, int32_t token) {
    const tmiToken *tokens = layout->tree->tokens->items;
    const tmiToken *a = &tokens[before], *b = &tokens[token];
    if (a->kind == TMI_TOKEN_COMMENT) {
        return !(tmi_is_sign(b, ',') || tmi_is_sign(b, ')') || tmi_is_sign(b, ']'));
    }
    return !layout->items[token].glued && !layout->items[before].glues;
}

static int32_t next_token(const tmiToken *tokens, int32_t token) {
    do {
        token++;
    } while (tokens[token].kind == TMI_TOKEN_COMMENT || tmi_is_sign(&tokens[token], ';'));
    return token;
}

/* Up to the next break of rank `upto` or less; within brackets only where `enters`. */
static int32_t measure(const tmiLayout *layout, int32_t token, int32_t upto, bool enters,
                       int32_t max) {
    const tmiToken *tokens = layout->tree->tokens->items;
    int32_t width = 0, depth = 0;
    for (int32_t at = token;;) {
        width += tmi_layout_width(layout, at);
        depth += tmi_is_sign(&tokens[at], '(') || tmi_is_sign(&tokens[at], '[');
        depth -= tmi_is_sign(&tokens[at], ')') || tmi_is_sign(&tokens[at], ']');
        int32_t next = next_token(tokens, at);
        const tmiTokenLayout *n = &layout->items[next];
        bool breaks = n->may_break && n->may_break <= upto && (enters || depth <= 0);
        bool ends = tokens[next].kind == TMI_TOKEN_END || n->begins_line || breaks;
        if (ends || width > max) {
            return width;
        }
        width += tmi_layout_space(layout, at, next);
        at = next;
    }
}

int32_t tmi_layout_segment(const tmiLayout *layout, int32_t token, int32_t upto, int32_t max) {
    return measure(layout, token, upto, true, max);
}

int32_t tmi_layout_item(const tmiLayout *layout, int32_t token, int32_t max) {
    return measure(layout, token, TMI_BREAK_LIST, false, max);
}

bool tmi_layout_around(const tmiLayout *layout, int32_t token, int32_t max) {
    /* Back to the beginning of the segment, no further than it may be long. */
    int32_t at = token;
    for (int32_t width = 0; at > 0 && width <= max; at--) {
        const tmiTokenLayout *l = &layout->items[at];
        if (l->begins_line || l->may_break == TMI_BREAK_LIST) {
            break;
        }
        width += tmi_layout_width(layout, at);
    }
    return tmi_layout_segment(layout, at, TMI_BREAK_LIST, max) > max;
}

/* ---- Marks --------------------------------------------------------------------------------- */

static void begin_line(Maker *m, int32_t token, int32_t level) {
    tmiTokenLayout *layout = &m->layout->items[token];
    layout->begins_line = true;
    layout->level = (int16_t)level;
}

static void close_by_semicolon(Maker *m, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(m->tree, ref);
    if (node->last >= node->first) {
        m->layout->items[node->last].closes = true;
    }
}

/* Signs that hang on their neighbours whatever they mean. */
static void mark_sign(Maker *m, int32_t token) {
    tmiTokenLayout *layout = &m->layout->items[token];
    switch (m->tokens[token].sign) {
    case ',':
        layout->glued = true;
        m->layout->items[next_token(m->tokens, token)].may_break = TMI_BREAK_LIST;
        break;
    case ')':
    case ']':
    case ':':
        layout->glued = true;
        break;
    case '(':
        layout->glues = true;
        break;
    case '.':
    case '[':
        layout->glued = layout->glues = true;
        break;
    default:
        break;
    }
}

static void mark_tokens(Maker *m) {
    for (int32_t i = 0; i + 1 < m->tree->tokens->count; i++) {
        switch (m->tokens[i].kind) {
        case TMI_TOKEN_SIGN:
            mark_sign(m, i);
            break;
        case TMI_TOKEN_WORD:
            if (m->tokens[i].word == TMI_WORD_WITH || m->tokens[i].word == TMI_WORD_MATCHING ||
                m->tokens[i].word == TMI_WORD_WHERE) {
                m->layout->items[i].may_break = TMI_BREAK_LIST;
            } else if (m->tokens[i].word == TMI_WORD_THEN || m->tokens[i].word == TMI_WORD_ELSE) {
                m->layout->items[i].may_break = TMI_BREAK_OPERATOR;
            }
            break;
        default:
            break;
        }
    }
    /* Behind a dot every word is a name. */
    for (int32_t i = 0; i + 1 < m->tree->tokens->count; i++) {
        if (tmi_is_sign(&m->tokens[i], '.')) {
            m->layout->items[next_token(m->tokens, i)].may_break = TMI_BREAK_NEVER;
        }
    }
}

/* ---- The tree ------------------------------------------------------------------------------ */

static void visit(Maker *m, tmiNodeRef ref, int32_t level, int32_t line);

static void visit_children(Maker *m, tmiNodeRef ref, int32_t level, int32_t line) {
    for (tmiNodeRef c = tmi_node(m->tree, ref)->child; c; c = tmi_node(m->tree, c)->next) {
        visit(m, c, level, line);
    }
}

/* What stands in a line of its own. */
static bool is_member(tmiNodeKind kind) {
    switch (kind) {
    case TMI_NODE_COMPONENTS:
    case TMI_NODE_COMPONENT:
    case TMI_NODE_STRUCTURE:
    case TMI_NODE_INPUT:
    case TMI_NODE_FIELD:
    case TMI_NODE_JOIN:
    case TMI_NODE_PLACE:
    case TMI_NODE_REPEAT:
    case TMI_NODE_ROW:
    case TMI_NODE_LET:
        return true;
    default:
        return false;
    }
}

static bool takes_semicolon(tmiNodeKind kind) {
    return is_member(kind) && kind != TMI_NODE_COMPONENTS && kind != TMI_NODE_STRUCTURE &&
           kind != TMI_NODE_REPEAT;
}

/* A node with members in lines of their own, and its `end` where it has one. */
static void visit_holder(Maker *m, tmiNodeRef ref, int32_t level, int32_t line, bool has_end) {
    const tmiNode *node = tmi_node(m->tree, ref);
    for (tmiNodeRef c = node->child; c; c = tmi_node(m->tree, c)->next) {
        const tmiNode *child = tmi_node(m->tree, c);
        bool own_line = is_member((tmiNodeKind)child->kind) ||
                        (node->kind == TMI_NODE_BLOCK && child->kind == TMI_NODE_CLAUSE) ||
                        (child->role == TMI_ROLE_RESULT && has_end);
        if (!own_line) {
            visit(m, c, level, line);
            continue;
        }
        begin_line(m, child->first, level + 1);
        if (takes_semicolon((tmiNodeKind)child->kind) || child->kind == TMI_NODE_CLAUSE ||
            child->role == TMI_ROLE_RESULT) {
            close_by_semicolon(m, c);
        }
        visit(m, c, level + 1, child->first);
    }
    if (has_end) {
        begin_line(m, node->last, level);
    }
}

/* Whether the block stands in one line of the source. */
static bool is_one_line(const Maker *m, const tmiNode *node) {
    const tmiToken *first = &m->tokens[node->first], *last = &m->tokens[node->last];
    return !memchr(m->tree->tokens->text + first->start, '\n',
                   (size_t)(last->start - first->start));
}

/* Characters of a line up to a token, as it would be printed unbroken. */
static int32_t line_width(const Maker *m, int32_t first, int32_t last) {
    int32_t width = tmi_layout_width(m->layout, first), before = first;
    for (int32_t i = first + 1; i <= last && width <= TMI_COLUMNS; i++) {
        if (!tmi_is_sign(&m->tokens[i], ';')) {
            bool comment = m->tokens[i].kind == TMI_TOKEN_COMMENT;
            width += comment || tmi_layout_space(m->layout, before, i);
            width += tmi_layout_width(m->layout, i);
            before = i;
        }
    }
    return width;
}

/* begin … end: in one line where it was written so and fits, else a line for each of its items. */
static void visit_block(Maker *m, tmiNodeRef ref, int32_t level, int32_t line) {
    const tmiNode *node = tmi_node(m->tree, ref);
    visit_holder(m, ref, level, line, true);
    if (!is_one_line(m, node) || 2 * level + line_width(m, line, node->last) > TMI_COLUMNS) {
        return;
    }
    for (tmiNodeRef c = node->child; c; c = tmi_node(m->tree, c)->next) {
        m->layout->items[tmi_node(m->tree, c)->first].begins_line = false;
    }
    m->layout->items[node->last].begins_line = false;
}

static bool has_unit(const Maker *m, int32_t token) {
    const tmiToken *t = &m->tokens[token];
    return t->kind == TMI_TOKEN_NUMBER &&
           tmi_number_digits(m->tree->tokens->text + t->start, t->length) < t->length;
}

/* The operator's token: behind the first operand and what closes it. */
static void visit_binary(Maker *m, const tmiNode *node) {
    const tmiNode *left = tmi_node(m->tree, node->child);
    int32_t sign = next_token(m->tokens, left->last);
    tmiTokenLayout *layout = &m->layout->items[sign];
    if (node->sign != '^') {
        layout->may_break = TMI_BREAK_OPERATOR;
    } else if (!has_unit(m, left->last)) {
        /* 10mm^2 is a unit, 10mm ^ 2 a power. */
        layout->glued = layout->glues = true;
    }
}

/* A chain such as a + b + c leans to the left: it is gone along in a loop, not in depth. */
static void visit_chain(Maker *m, tmiNodeRef ref, int32_t level, int32_t line) {
    while (tmi_node(m->tree, ref)->kind == TMI_NODE_BINARY) {
        const tmiNode *node = tmi_node(m->tree, ref);
        tmiNodeRef right = tmi_node(m->tree, node->child)->next;
        visit_binary(m, node);
        if (right) {
            visit(m, right, level, line);
        }
        ref = node->child;
    }
    visit(m, ref, level, line);
}

static void visit_list(Maker *m, const tmiNode *node) {
    for (tmiNodeRef c = node->child; c; c = tmi_node(m->tree, c)->next) {
        int32_t first = tmi_node(m->tree, c)->first;
        if (c != node->child) {
            m->layout->items[first].may_break = TMI_BREAK_LIST;
        }
    }
}

/* The `(` of a call, of parameters: it hangs on the name before it. */
static void glue_bracket(Maker *m, int32_t token) {
    if (tmi_is_sign(&m->tokens[token], '(')) {
        m->layout->items[token].glued = true;
    }
}

static void visit_declared(Maker *m, const tmiNode *node) {
    for (int32_t i = node->first; i <= node->last; i++) {
        if (tmi_is_sign(&m->tokens[i], TMI_SIGN_TO)) {
            m->layout->items[i].glued = m->layout->items[i].glues = true;
        }
    }
}

static bool ends_by_end(const Maker *m, const tmiNode *node) {
    return m->tokens[node->last].word == TMI_WORD_END;
}

static void visit_file(Maker *m, tmiNodeRef ref) {
    for (tmiNodeRef c = tmi_node(m->tree, ref)->child; c; c = tmi_node(m->tree, c)->next) {
        const tmiNode *item = tmi_node(m->tree, c);
        begin_line(m, item->first, 0);
        if (!ends_by_end(m, item)) {
            close_by_semicolon(m, c);
        }
        visit(m, c, 0, item->first);
    }
}

static bool is_holder(tmiNodeKind kind) {
    return (kind >= TMI_NODE_TYPE && kind <= TMI_NODE_RUN) || kind == TMI_NODE_COMPONENTS ||
           kind == TMI_NODE_STRUCTURE || kind == TMI_NODE_REPEAT;
}

static bool has_own_end(const Maker *m, const tmiNode *node) {
    if (node->kind == TMI_NODE_COMPONENTS) {
        return false;
    }
    if (node->kind == TMI_NODE_STRUCTURE) {
        return m->tokens[next_token(m->tokens, node->first)].word == TMI_WORD_BEGIN;
    }
    return ends_by_end(m, node);
}

/* `line` is the first token of the line that the node stands in, `level` its indentation. */
static void visit(Maker *m, tmiNodeRef ref, int32_t level, int32_t line) {
    const tmiNode *node = tmi_node(m->tree, ref);
    if (is_holder((tmiNodeKind)node->kind)) {
        visit_holder(m, ref, level, line, has_own_end(m, node));
        return;
    }
    switch (node->kind) {
    case TMI_NODE_FILE:
        visit_file(m, ref);
        return;
    case TMI_NODE_BLOCK:
        visit_block(m, ref, level, line);
        return;
    case TMI_NODE_UNARY:
        m->layout->items[node->first].glues = node->sign != '!';
        break;
    case TMI_NODE_BINARY:
        visit_chain(m, ref, level, line);
        return;
    case TMI_NODE_LIST:
        visit_list(m, node);
        break;
    case TMI_NODE_CALL:
        glue_bracket(m, next_token(m->tokens, tmi_node(m->tree, node->child)->last));
        break;
    case TMI_NODE_PARAMETERS:
        glue_bracket(m, node->first);
        break;
    case TMI_NODE_DECLARED:
        visit_declared(m, node);
        break;
    case TMI_NODE_ATTRIBUTE:
        m->layout->items[node->first].may_break = TMI_BREAK_LIST;
        break;
    default:
        break;
    }
    visit_children(m, ref, level, line);
}

/* ---- All ----------------------------------------------------------------------------------- */

tmStatus tmi_layout_make(tmAllocator allocator, const tmiTree *tree, tmiLayout *layout) {
    *layout = (tmiLayout){.tree = tree};
    tmStatus status = tmi_array_reserve(allocator, &layout->items, &layout->capacity,
                                        tree->tokens->count, sizeof *layout->items);
    if (status != TM_OK) {
        return status;
    }
    memset(layout->items, 0, (size_t)layout->capacity * sizeof *layout->items);
    Maker m = {tree, tree->tokens->items, layout};
    mark_tokens(&m);
    visit(&m, 1, 0, 0);
    return TM_OK;
}

void tmi_layout_clear(tmAllocator allocator, tmiLayout *layout) {
    tmi_array_clear(allocator, &layout->items, &layout->capacity, sizeof *layout->items);
}
