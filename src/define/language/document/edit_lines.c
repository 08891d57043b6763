/* edit_lines.c: the lines of an element: its own comments, itself, its `;` and the comment behind
 * it. */
#include "define/language/document/edit_private.h"

#include <string.h>

static bool ends_line(const tmiEditing *e, int32_t token) {
    const tmiToken *next = tmi_edit_token(e, token + 1);
    return next->begins_line || next->kind == TMI_TOKEN_END;
}

int32_t tmi_closing_token(const tmiEditing *e, tmiNodeRef ref) {
    int32_t last = tmi_node(e->tree, ref)->last, next = last + 1;
    while (tmi_edit_token(e, next)->kind == TMI_TOKEN_COMMENT) {
        next++;
    }
    return tmi_is_sign(tmi_edit_token(e, next), ';') ? next : last;
}

/* Comments in lines of their own right above the token. */
static int32_t first_comment(const tmiEditing *e, int32_t token) {
    while (token > 0 && tmi_edit_token(e, token)->begins_line &&
           !tmi_edit_token(e, token)->after_gap &&
           tmi_edit_token(e, token - 1)->kind == TMI_TOKEN_COMMENT &&
           tmi_edit_token(e, token - 1)->begins_line) {
        token--;
    }
    return token;
}

static int32_t line_start(const tmiEditing *e, int32_t offset) {
    return e->tokens->lines[tmi_tokens_line(e->tokens, offset)];
}

/* The start of the line behind that of the offset; the end of the text in the last one. */
static int32_t next_line(const tmiEditing *e, int32_t offset) {
    int32_t line = tmi_tokens_line(e->tokens, offset) + 1;
    return line < e->tokens->line_count ? e->tokens->lines[line] : e->tokens->length;
}

tmiElementLines tmi_lines_of(const tmiEditing *e, tmiNodeRef ref) {
    int32_t first = tmi_node(e->tree, ref)->first, last = tmi_closing_token(e, ref);
    bool begins = tmi_edit_token(e, first)->begins_line;
    int32_t end = last;
    if (tmi_edit_token(e, last + 1)->kind == TMI_TOKEN_COMMENT && !ends_line(e, last) &&
        ends_line(e, last + 1) && begins) {
        end = last + 1;
    }
    tmiElementLines lines = {.start = tmi_edit_token(e, first)->start,
                             .end = tmi_edit_token_end(e, end)};
    lines.whole = begins && ends_line(e, end);
    if (lines.whole) {
        lines.start = tmi_edit_token(e, first_comment(e, first))->start;
    } else {
        lines.end = tmi_edit_token_end(e, last);
    }
    return lines;
}

const char *tmi_indent_of(tmiEditing *e, int32_t token, const char *more) {
    int32_t start = line_start(e, tmi_edit_token(e, token)->start), length = 0;
    while (e->text[start + length] == ' ' || e->text[start + length] == '\t') {
        length++;
    }
    char *indent = tmi_arena_alloc(&e->arena, (size_t)length + strlen(more) + 1, 1);
    if (indent) {
        memcpy(indent, e->text + start, (size_t)length);
        memcpy(indent + length, more, strlen(more));
    }
    return indent;
}

static bool is_blank(const tmiEditing *e, int32_t start, int32_t end) {
    while (start < end && strchr(" \t\r\n", e->text[start])) {
        start++;
    }
    return start == end;
}

void tmi_lines_close_gap(const tmiEditing *e, tmiElementLines *lines) {
    lines->start = line_start(e, lines->start);
    lines->end = next_line(e, lines->end);
    int32_t above = lines->start, below = lines->end;
    while (above > 0 && is_blank(e, line_start(e, above - 1), above)) {
        above = line_start(e, above - 1);
    }
    while (below < e->tokens->length && is_blank(e, below, next_line(e, below))) {
        below = next_line(e, below);
    }
    bool last = below == e->tokens->length;
    if (above < lines->start && (below > lines->end || last)) {
        lines->start = above; /* the gap below stays */
    } else if (above == 0 && below > lines->end) {
        lines->end = below;
    }
}
