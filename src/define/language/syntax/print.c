/* print.c: the canonical text of a tree.
 *
 * The text is printed token by token. The tree, walked once before, says of each token whether a
 * line begins with it and how far that is indented (print_layout.c); here are the spaces between
 * tokens, the places where long lines are broken, and comments, which stay between the tokens where
 * they stand. */
#include "define/language/syntax/syntax.h"

#include "define/language/syntax/print_layout.h"

#include <string.h>

#define INDENT 2 /* spaces of a level */

typedef struct Printer {
    const tmiTree *tree;
    const tmiToken *tokens;
    const char *text;
    const tmiLayout *layout;
    tmWriteFn *write;
    void *user;
    int32_t last;   /* token or comment printed last; -1: none */
    int32_t column; /* characters in the present line */
    int32_t level;  /* its indentation */
    bool closed;    /* a comment ended the line: nothing more may stand in it */
} Printer;

/* ---- Output -------------------------------------------------------------------------------- */

static void put(Printer *p, const char *text, int32_t length) {
    p->write(p->user, text, (size_t)length);
}

static void put_spaces(Printer *p, int32_t count) {
    static const char spaces[] = "                                        ";
    for (; count > 0; count -= 40) {
        put(p, spaces, count < 40 ? count : 40);
    }
}

static void new_line(Printer *p, int32_t spaces, bool gap) {
    if (p->last >= 0) {
        put(p, gap ? "\n\n" : "\n", gap ? 2 : 1);
    }
    put_spaces(p, spaces);
    p->column = spaces;
    p->closed = false;
}

static void put_token(Printer *p, int32_t index) {
    const tmiToken *token = &p->tokens[index];
    put(p, p->text + token->start, token->length);
    p->column += tmi_layout_width(p->layout, index);
    p->last = index;
    if (p->layout->items[index].closes) {
        /* An empty field is printed as the paper does: `dynamics: ;`. */
        bool empty = tmi_is_sign(token, ':');
        put(p, empty ? " ;" : ";", empty ? 2 : 1);
    }
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Where a line that is broken goes on. */
static int32_t continued(const Printer *p) {
    return INDENT * (p->level + 2);
}

static bool opens_block(const tmiToken *token) {
    return token->word == TMI_WORD_BEGIN || token->word == TMI_WORD_COMPONENTS ||
           token->word == TMI_WORD_STRUCTURE;
}

/* An empty line of the source is kept, but not at the edges of a block. */
static bool has_gap(const Printer *p, int32_t index) {
    return p->tokens[index].after_gap && p->last >= 0 && !opens_block(&p->tokens[p->last]) &&
           p->tokens[index].word != TMI_WORD_END;
}

/* Whether the line must be broken before this token, which may stand in its middle. */
static bool must_break(const Printer *p, int32_t index) {
    int rank = p->layout->items[index].may_break;
    if (rank == TMI_BREAK_NEVER) {
        return false;
    }
    /* An operator is a place to break only where no comma can help. */
    int32_t room = TMI_COLUMNS - continued(p);
    bool helpless = tmi_layout_segment(p->layout, index, TMI_BREAK_LIST, room) > room;
    if (rank == TMI_BREAK_OPERATOR) {
        helpless = tmi_layout_around(p->layout, index, room);
    }
    if (rank == TMI_BREAK_OPERATOR && !helpless) {
        return false;
    }
    /* An item that fits into a line of its own is not torn apart. */
    int32_t item = rank == TMI_BREAK_LIST ? tmi_layout_item(p->layout, index, room) : room + 1;
    if (item <= room) {
        return p->column + 1 + item > TMI_COLUMNS && p->column > continued(p);
    }
    int32_t upto = helpless ? TMI_BREAK_OPERATOR : TMI_BREAK_LIST;
    return p->column + 1 + tmi_layout_segment(p->layout, index, upto, TMI_COLUMNS) > TMI_COLUMNS &&
           p->column > continued(p);
}

static void print_token(Printer *p, int32_t index) {
    const tmiTokenLayout *layout = &p->layout->items[index];
    bool after_comment = p->last >= 0 && p->tokens[p->last].kind == TMI_TOKEN_COMMENT;
    /* A block comment at the beginning of its line keeps its token beside it. */
    bool beside = after_comment && !p->closed && !p->tokens[index].begins_line &&
                  p->tokens[p->last].begins_line;
    if (layout->begins_line && !beside) {
        p->level = layout->level;
        new_line(p, INDENT * p->level, has_gap(p, index));
    } else if (p->closed || p->last < 0 || (!beside && must_break(p, index))) {
        new_line(p, continued(p), false);
    } else if (beside || tmi_layout_space(p->layout, p->last, index)) {
        put(p, " ", 1);
        p->column++;
    }
    put_token(p, index);
}

/* The indentation of a comment that stands in a line of its own: that of what follows, or of what
 * the block holds where that is its end. */
static int32_t comment_spaces(Printer *p, int32_t index) {
    int32_t next = index;
    while (p->tokens[next].kind == TMI_TOKEN_COMMENT || tmi_is_sign(&p->tokens[next], ';')) {
        next++;
    }
    const tmiTokenLayout *layout = &p->layout->items[next];
    if (p->tokens[next].kind == TMI_TOKEN_END) {
        p->level = 0;
        return 0;
    }
    if (!layout->begins_line) {
        return continued(p);
    }
    p->level = layout->level;
    return INDENT * (layout->level + (p->tokens[next].word == TMI_WORD_END));
}

/* Lines within a comment end as all others do, also where a text comes from Windows. No other token
 * has more than one line, and a comment closes nothing. */
static void put_comment(Printer *p, int32_t index) {
    const char *text = p->text + p->tokens[index].start;
    int32_t length = p->tokens[index].length, from = 0;
    for (int32_t i = 0; i + 1 < length; i++) {
        if (text[i] == '\r' && text[i + 1] == '\n') {
            put(p, text + from, i - from);
            from = i + 1;
        }
    }
    put(p, text + from, length - from);
    p->column += tmi_layout_width(p->layout, index);
    p->last = index;
}

static void print_comment(Printer *p, int32_t index) {
    const tmiToken *comment = &p->tokens[index];
    if (comment->begins_line || p->last < 0 || p->closed) {
        bool gap = has_gap(p, index);
        new_line(p, comment_spaces(p, index), gap);
    } else {
        put(p, " ", 1);
        p->column++;
    }
    put_comment(p, index);
    const char *break_at = memchr(p->text + comment->start, '\n', (size_t)comment->length);
    bool is_line = p->text[comment->start + 1] == '/';
    bool ends_line = p->tokens[index + 1].begins_line && comment->begins_line;
    p->closed = is_line || ends_line;
    if (break_at) {
        p->column = TMI_COLUMNS; /* what follows starts again where it can */
    }
}

tmStatus tmi_print(tmAllocator allocator, const tmiTree *tree, tmWriteFn *write, void *user) {
    tmiLayout layout;
    tmStatus status = tmi_layout_make(allocator, tree, &layout);
    if (status != TM_OK) {
        return status;
    }
    Printer p = {.tree = tree,
                 .tokens = tree->tokens->items,
                 .text = tree->tokens->text,
                 .layout = &layout,
                 .write = write,
                 .user = user,
                 .last = -1};
    for (int32_t i = 0; i + 1 < tree->tokens->count; i++) {
        if (p.tokens[i].kind == TMI_TOKEN_COMMENT) {
            print_comment(&p, i);
        } else if (!tmi_is_sign(&p.tokens[i], ';')) {
            print_token(&p, i);
        }
    }
    if (p.last >= 0) {
        put(&p, "\n", 1);
    }
    tmi_layout_clear(allocator, &layout);
    return TM_OK;
}
