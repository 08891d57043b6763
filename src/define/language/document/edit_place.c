/* edit_place.c: where an element is put in, with its line or comma. */
#include "define/language/document/edit_private.h"

#include <string.h>

/* ---- Texts that are put in ----------------------------------------------------------------- */

/* A text before it is put in. */
typedef struct Piece {
    const char *text;
    bool statement, component, field;
} Piece;

/* Whether no `;` need follow the last token of an element: a block, a section without components.
 */
static bool closes(const tmiToken *token) {
    return tmi_is_sign(token, ';') || token->word == TMI_WORD_END ||
           token->word == TMI_WORD_COMPONENTS;
}

/* Looks at the tokens of the text, and closes it by `;` where one belongs. */
static tmStatus read_piece(tmiEditing *e, const char *text, tmiApart apart, Piece *piece) {
    tmiReporter reporter = {0};
    tmiTokens tokens;
    tmStatus status =
        tmi_scan(e->document->allocator, text, (int32_t)strlen(text), &reporter, &tokens);
    if (status != TM_OK) {
        return status;
    }
    tmiBeginning begins = tmi_tokens_beginning(&tokens);
    int32_t last = tokens.count - 1;
    while (last > 0 && (tokens.items[last].kind == TMI_TOKEN_COMMENT ||
                        tokens.items[last].kind == TMI_TOKEN_END)) {
        last--;
    }
    const tmiToken *first = &tokens.items[begins.first], *next = &tokens.items[begins.next],
                   *end = &tokens.items[last];
    bool section = begins.section || tmi_is_sign(next, '=');
    *piece = (Piece){
        .statement = begins.statement,
        .field = begins.field,
        .component = begins.name && !section &&
                     (tmi_is_sign(next, ':') || tmi_is_sign(next, ',') || tmi_is_sign(next, '['))};
    bool closed = closes(end) && !(end->word == TMI_WORD_END && piece->field);
    size_t length = strlen(text), cut = (size_t)(end->start + end->length);
    char *copy = tmi_arena_alloc(&e->arena, length + 2, 1);
    bool empty = first->kind == TMI_TOKEN_END;
    tmi_tokens_clear(e->document->allocator, &tokens);
    if (empty || !copy) {
        return empty ? TM_ERR_TEXT : TM_ERR_MEMORY;
    }
    memcpy(copy, text, cut);
    bool adds = apart == TMI_APART_LINES && !closed;
    copy[cut] = ';';
    memcpy(copy + cut + adds, text + cut, length - cut + 1);
    piece->text = copy;
    return TM_OK;
}

/* The text with white space behind each of its line breaks; null: memory ran out. */
static const char *indented(tmiEditing *e, const char *text, const char *indent) {
    size_t breaks = 0, length = strlen(text), step = strlen(indent);
    for (const char *at = text; *at; at++) {
        breaks += *at == '\n';
    }
    char *copy = tmi_arena_alloc(&e->arena, length + breaks * step + 1, 1);
    for (char *to = copy; copy && *text; text++) {
        *to++ = *text;
        if (*text == '\n' && text[1] != '\n' && text[1] != '\r') {
            memcpy(to, indent, step);
            to += step;
        }
    }
    return copy;
}

/* ---- Beside another element ---------------------------------------------------------------- */

/* Definitions have an empty line between them, unless those in this place have none. */
static const char *break_at(const tmiEditing *e, tmiNodeRef sibling, const tmiElementLines *lines,
                            bool after) {
    if (tmi_node(e->tree, tmi_node(e->tree, sibling)->parent)->kind != TMI_NODE_FILE) {
        return "\n";
    }
    int32_t token = after ? tmi_node(e->tree, sibling)->last : 0;
    while (tmi_edit_token(e, token)->kind != TMI_TOKEN_END &&
           tmi_edit_token(e, token)->start < (after ? lines->end : lines->start)) {
        token++;
    }
    bool edge = token == 0 || tmi_edit_token(e, token)->kind == TMI_TOKEN_END;
    return edge || tmi_edit_token(e, token)->after_gap ? "\n\n" : "\n";
}

static tmStatus insert_lines(tmiEditing *e, tmiNodeRef sibling, bool after, const char *text) {
    tmiElementLines lines = tmi_lines_of(e, sibling);
    const tmiNode *node = tmi_node(e->tree, sibling);
    bool file = tmi_node(e->tree, node->parent)->kind == TMI_NODE_FILE;
    int32_t closing = tmi_closing_token(e, sibling);
    bool open = closing == node->last && !closes(tmi_edit_token(e, closing));
    const char *indent = tmi_indent_of(e, node->first, "");
    const char *body = indent ? indented(e, text, indent) : NULL;
    bool own = lines.whole || file;
    while (own && (e->text[lines.end] == ' ' || e->text[lines.end] == '\t')) {
        lines.end++; /* it stays in its line */
    }
    if (after && own && e->text[lines.end]) {
        e->crlf = e->text[lines.end] == '\r';
    }
    if (!body) {
        return TM_ERR_MEMORY;
    }
    if (!after) {
        return tmi_splice_add(e, lines.start, 0,
                              own ? TMI_PARTS(body, break_at(e, sibling, &lines, after), indent)
                                  : TMI_PARTS(body, " "));
    }
    tmStatus status = TM_OK;
    if (open && !file) {
        status = tmi_splice_add(e, tmi_edit_token_end(e, closing), 0, TMI_PARTS(";"));
    }
    return status != TM_OK
               ? status
               : tmi_splice_add(e, lines.end, 0,
                                own ? TMI_PARTS(break_at(e, sibling, &lines, after), indent, body)
                                    : TMI_PARTS(" ", body));
}

static tmStatus insert_beside(tmiEditing *e, tmiNodeRef sibling, bool after, const char *text) {
    const tmiNode *node = tmi_node(e->tree, sibling);
    int32_t at = after ? tmi_edit_token_end(e, node->last) : tmi_edit_token(e, node->first)->start;
    switch (tmi_node_apart(e->tree, sibling)) {
    case TMI_APART_LINES:
        return insert_lines(e, sibling, after, text);
    case TMI_APART_COMMAS:
        return tmi_splice_add(e, at, 0, after ? TMI_PARTS(", ", text) : TMI_PARTS(text, ", "));
    case TMI_APART_SPACES:
        return tmi_splice_add(e, at, 0, after ? TMI_PARTS(" ", text) : TMI_PARTS(text, " "));
    default:
        return TM_ERR_TEXT;
    }
}

/* ---- Into something ------------------------------------------------------------------------ */

/* Behind a token that opens something empty. */
static tmStatus insert_behind(tmiEditing *e, int32_t token, const char *text) {
    const tmiToken *next = tmi_edit_token(e, token + 1);
    int32_t behind = token + (next->kind == TMI_TOKEN_COMMENT && !next->begins_line);
    bool line = tmi_edit_token(e, behind + 1)->begins_line;
    const char *indent = tmi_indent_of(e, token, "  ");
    const char *body = indent ? indented(e, text, indent) : NULL;
    if (!body) {
        return TM_ERR_MEMORY;
    }
    return tmi_splice_add(e, tmi_edit_token_end(e, line ? behind : token), 0,
                          line ? TMI_PARTS("\n", indent, body) : TMI_PARTS(" ", body));
}

/* The word that opens the block of the node; -1: it has none. */
static int32_t begin_of(const tmiEditing *e, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(e->tree, ref);
    for (int32_t i = node->first; i <= node->last; i++) {
        bool member = i > 0 && tmi_is_sign(tmi_edit_token(e, i - 1), '.');
        if (tmi_edit_token(e, i)->word == TMI_WORD_BEGIN && !member) {
            return i;
        }
    }
    return -1;
}

/* The first or last element of this kind of separation; 0: there is none. */
static tmiNodeRef edge_of(const tmiEditing *e, tmiNodeRef ref, tmiApart apart, bool last) {
    tmiNodeRef found = 0;
    for (tmiNodeRef at = tmi_node(e->tree, ref)->child; at && !(found && !last);
         at = tmi_node(e->tree, at)->next) {
        found = tmi_node_apart(e->tree, at) == apart ? at : found;
    }
    return found;
}

/* One statement without `begin` gets it, and `end` behind the two. */
static tmStatus insert_bare(tmiEditing *e, tmiNodeRef structure, bool last, const char *text) {
    tmiNodeRef statement = tmi_node(e->tree, structure)->child;
    const char *inner = tmi_indent_of(e, tmi_node(e->tree, structure)->first, "  ");
    const char *outer = tmi_indent_of(e, tmi_node(e->tree, structure)->first, "");
    const char *body = inner ? indented(e, text, inner) : NULL;
    int32_t closing = tmi_closing_token(e, statement);
    const char *stop = closing == tmi_node(e->tree, statement)->last ? ";" : "";
    if (!body || !outer) {
        return TM_ERR_MEMORY;
    }
    int32_t behind = tmi_edit_token_end(e, tmi_node(e->tree, structure)->first);
    tmStatus status = tmi_splice_add(
        e, behind, 0, last ? TMI_PARTS(" begin") : TMI_PARTS(" begin\n", inner, body));
    return status != TM_OK
               ? status
               : tmi_splice_add(e, tmi_edit_token_end(e, closing), 0,
                                last ? TMI_PARTS(stop, "\n", inner, body, "\n", outer, "end")
                                     : TMI_PARTS(stop, "\n", outer, "end"));
}

static tmStatus insert_into_block(tmiEditing *e, tmiNodeRef ref, bool last, const char *text) {
    tmiNodeRef edge = edge_of(e, ref, TMI_APART_LINES, last);
    int32_t begin = begin_of(e, ref);
    if (edge && tmi_is_bare(e->tree, edge)) {
        return insert_bare(e, ref, last, text);
    }
    if (edge) {
        return insert_lines(e, edge, last, text);
    }
    if (tmi_node(e->tree, ref)->kind == TMI_NODE_COMPONENTS) {
        begin = tmi_node(e->tree, ref)->first;
    }
    return begin < 0 ? TM_ERR_TEXT : insert_behind(e, begin, text);
}

/* A section that the text needs and the type lacks. */
static tmStatus insert_section(tmiEditing *e, tmiNodeRef type, const Piece *piece) {
    const char *inner = indented(e, piece->text, "  ");
    const char *const *parts = piece->statement ? TMI_PARTS("structure begin\n  ", inner, "\nend")
                                                : TMI_PARTS("components\n  ", inner);
    char *section = inner ? tmi_arena_alloc(&e->arena, strlen(inner) + 40, 1) : NULL;
    if (!section) {
        return TM_ERR_MEMORY;
    }
    for (size_t used = 0; *parts; parts++) {
        memcpy(section + used, *parts, strlen(*parts));
        used += strlen(*parts);
    }
    tmiNodeRef components = tmi_tree_child_kind(e->tree, type, TMI_NODE_COMPONENTS);
    return piece->statement && components ? insert_lines(e, components, true, section)
                                          : insert_into_block(e, type, piece->statement, section);
}

/* Items between brackets. */
static tmStatus insert_into_brackets(tmiEditing *e, tmiNodeRef ref, bool last, const char *text) {
    tmiNodeRef edge = edge_of(e, ref, TMI_APART_COMMAS, last);
    return edge ? insert_beside(e, edge, last, text)
                : tmi_splice_add(e, tmi_edit_token(e, tmi_node(e->tree, ref)->last)->start, 0,
                                 TMI_PARTS(text));
}

/* Features of a shape that has none yet. */
static tmStatus insert_where(tmiEditing *e, tmiNodeRef field, const char *text) {
    const tmiNode *node = tmi_node(e->tree, field);
    const char *inner = tmi_indent_of(e, node->first, "  ");
    const char *outer = tmi_indent_of(e, node->first, "");
    const char *body = inner ? indented(e, text, inner) : NULL;
    return !body || !outer
               ? TM_ERR_MEMORY
               : tmi_splice_add(e, tmi_edit_token_end(e, node->last), 0,
                                TMI_PARTS(" where begin\n", inner, body, "\n", outer, "end"));
}

/* ---- Fields and types ---------------------------------------------------------------------- */

static tmStatus insert_into_field(tmiEditing *e, tmiNodeRef field, bool last, const char *text) {
    tmiNodeRef where = tmi_tree_child_kind(e->tree, field, TMI_NODE_WHERE);
    tmiNodeRef block = tmi_tree_child_kind(e->tree, where ? where : field, TMI_NODE_BLOCK);
    tmiNodeRef clause = tmi_tree_child_kind(e->tree, field, TMI_NODE_CLAUSE);
    tmiNodeRef value = clause ? tmi_node(e->tree, clause)->child : 0;
    int32_t length;
    const char *name = tmi_tree_text(e->tree, tmi_node(e->tree, field)->child, &length);
    const tmiField *row = tmi_field_find(TMI_IN_TYPES, name, length);
    bool shape = row && row->takes & TMI_TAKES_SHAPE;
    Piece piece;
    tmStatus status =
        read_piece(e, text, block || shape ? TMI_APART_LINES : TMI_APART_COMMAS, &piece);
    if (status != TM_OK) {
        return status;
    }
    if (block) {
        return insert_into_block(e, block, last, piece.text);
    }
    if (shape && clause) {
        return insert_where(e, field, piece.text);
    }
    if (!clause) {
        return tmi_splice_add(e, tmi_edit_token_end(e, tmi_node(e->tree, field)->last), 0,
                              piece.field ? TMI_PARTS(" (", piece.text, ")")
                                          : TMI_PARTS(" ", piece.text));
    }
    bool list = value && tmi_node(e->tree, value)->kind == TMI_NODE_LIST &&
                !tmi_node(e->tree, clause)->next;
    return insert_into_brackets(e, list ? value : field, last, piece.text);
}

/* Statements go to the structure and components to their section, which are made where missing. */
static tmStatus insert_into_type(tmiEditing *e, tmiNodeRef type, bool last, const Piece *piece) {
    tmiNodeKind kind = piece->statement ? TMI_NODE_STRUCTURE : TMI_NODE_COMPONENTS;
    if (!piece->statement && !piece->component) {
        return insert_into_block(e, type, last, piece->text);
    }
    tmiNodeRef section = tmi_tree_child_kind(e->tree, type, kind);
    return section ? insert_into_block(e, section, last, piece->text)
                   : insert_section(e, type, piece);
}

static tmStatus insert_into(tmiEditing *e, tmiNodeRef ref, bool last, const char *text) {
    tmiNodeKind kind = (tmiNodeKind)tmi_node(e->tree, ref)->kind;
    Piece piece;
    if (kind == TMI_NODE_FIELD || kind == TMI_NODE_WHERE) {
        return insert_into_field(e, kind == TMI_NODE_FIELD ? ref : tmi_node(e->tree, ref)->parent,
                                 last, text);
    }
    bool brackets = kind == TMI_NODE_LIST || kind == TMI_NODE_CALL || kind == TMI_NODE_PARAMETERS ||
                    kind == TMI_NODE_PAIRS;
    tmStatus status = read_piece(e, text, brackets ? TMI_APART_COMMAS : TMI_APART_LINES, &piece);
    if (status != TM_OK) {
        return status;
    }
    if (brackets) {
        return insert_into_brackets(e, ref, last, piece.text);
    }
    if (kind == TMI_NODE_FILE && !tmi_node(e->tree, ref)->child) {
        return tmi_splice_add(e, e->tokens->length, 0, TMI_PARTS(piece.text, "\n"));
    }
    return kind == TMI_NODE_TYPE ? insert_into_type(e, ref, last, &piece)
                                 : insert_into_block(e, ref, last, piece.text);
}

tmStatus tmi_edit_insert(tmiEditing *e, tmiNodeRef node, tmWhere where, const char *text) {
    if (where == TM_WHERE_FIRST || where == TM_WHERE_LAST) {
        return insert_into(e, node, where == TM_WHERE_LAST, text);
    }
    Piece piece;
    node = tmi_element_of(e->tree, node);
    tmStatus status =
        node ? read_piece(e, text, tmi_node_apart(e->tree, node), &piece) : TM_ERR_TEXT;
    return status != TM_OK ? status : insert_beside(e, node, where == TM_WHERE_AFTER, piece.text);
}
