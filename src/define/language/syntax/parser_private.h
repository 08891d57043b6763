/* parser_private.h: what the files of the parser share.
 *
 * A function reads what its name says and returns the node, which the caller gives a parent. Once
 * something cannot be read the parser is lost: every function then returns at once without reading,
 * until one that repeats (items, sections, statements, fields, items of a list) finds a place to go
 * on. Where only a sign or word between two things is missing, that is reported and the parser goes
 * on as if it stood there; a second mistake at the same token is a consequence and not reported. */
#ifndef TMI_PARSER_PRIVATE_H
#define TMI_PARSER_PRIVATE_H

#include "define/language/limits/limits.h"
#include "define/language/syntax/syntax.h"
#include "define/language/vocabulary/vocabulary.h"

typedef struct tmiParser {
    tmAllocator allocator;
    const tmiTokens *tokens;
    tmiTree *tree;
    tmiReporter *reporter;
    int32_t at;          /* token to be read next; never a comment */
    int32_t previous;    /* the one read last; -1: none */
    int32_t reported_at; /* token of the last mistake; -1: none */
    int32_t spoils;      /* mistakes so far, reported or not */
    int32_t depth;       /* blocks, lists and operators that are open */
    int32_t height;      /* levels of operators in the expression read last */
    int32_t blocks;      /* blocks that are open */
    int32_t braces;      /* those of them that '{' opened */
    int32_t odd_end;     /* an `end` that is not indented as its block; 0: none yet */
    int32_t odd_open;    /* where that block opened */
    bool lost;
    bool deep;  /* lost by depth: what is in the brackets is not known */
    bool ended; /* by a limit or lack of memory: nothing more is reported */
    tmStatus status;
} tmiParser;

/* A node while its children are read. */
typedef struct tmiGrowth {
    tmiNodeRef node, tail;
    int32_t spoils;
} tmiGrowth;

/* ---- parser.c: tokens ---------------------------------------------------------------------- */

tmStatus tmi_parser_start(tmiParser *p, tmAllocator allocator, const tmiTokens *tokens,
                          tmiReporter *reporter, tmiTree *tree);

static inline const tmiToken *tmi_token(const tmiParser *p) {
    return &p->tokens->items[p->at];
}

/* A word that is not reserved. */
static inline bool tmi_is_name(const tmiToken *token) {
    return token->kind == TMI_TOKEN_WORD && (token->word == 0 || token->word >= TMI_WORD_FREE);
}

static inline bool tmi_at_name(const tmiParser *p) {
    return tmi_is_name(tmi_token(p));
}

static inline bool tmi_at_sign(const tmiParser *p, int sign) {
    return tmi_is_sign(tmi_token(p), sign);
}

static inline bool tmi_at_word(const tmiParser *p, tmiWord word) {
    return tmi_token(p)->kind == TMI_TOKEN_WORD && tmi_token(p)->word == word;
}

static inline int32_t tmi_skip_comments(const tmiParser *p, int32_t at) {
    while (p->tokens->items[at].kind == TMI_TOKEN_COMMENT) {
        at++;
    }
    return at;
}

/* The token behind the next one, or `count` further; comments do not count. */
static inline const tmiToken *tmi_token_behind(const tmiParser *p, int32_t count) {
    int32_t at = p->at;
    for (; count > 0 && p->tokens->items[at].kind != TMI_TOKEN_END; count--) {
        at = tmi_skip_comments(p, at + 1);
    }
    return &p->tokens->items[at];
}

/* word : */
static inline bool tmi_at_field(const tmiParser *p) {
    return tmi_token(p)->kind == TMI_TOKEN_WORD && tmi_is_sign(tmi_token_behind(p, 1), ':');
}

/* The word, and not a field of that name. */
static inline bool tmi_at_end(const tmiParser *p) {
    return tmi_at_word(p, TMI_WORD_END) && !tmi_at_field(p);
}

/* Reads one token. */
static inline void tmi_take(tmiParser *p) {
    if (tmi_token(p)->kind != TMI_TOKEN_END) {
        p->previous = p->at;
        p->at = tmi_skip_comments(p, p->at + 1);
    }
}

/* Reads a sign or word if it is there. */
static inline bool tmi_take_sign(tmiParser *p, int sign) {
    bool there = !p->lost && tmi_at_sign(p, sign);
    if (there) {
        tmi_take(p);
    }
    return there;
}

static inline bool tmi_take_word(tmiParser *p, tmiWord word) {
    bool there = !p->lost && tmi_at_word(p, word);
    if (there) {
        tmi_take(p);
    }
    return there;
}

/* ---- parser.c: nodes ----------------------------------------------------------------------- */

/* Stops: the rest of the text is not read. */
void tmi_end_early(tmiParser *p);

/* Makes room for a node; if that fails, false, and the rest of the text is not read. */
bool tmi_more_nodes(tmiParser *p);

static inline tmiNodeRef tmi_new_node(tmiParser *p, tmiNodeKind kind, int32_t first) {
    tmiTree *tree = p->tree;
    bool full = tree->count == tree->capacity || tree->count >= TMI_NODES_MAX;
    if (full && !tmi_more_nodes(p)) {
        return 0;
    }
    tree->nodes[tree->count] = (tmiNode){.kind = (uint8_t)kind, .first = first};
    return tree->count++;
}

static inline tmiGrowth tmi_grow(tmiParser *p, tmiNodeKind kind) {
    return (tmiGrowth){tmi_new_node(p, kind, p->at), 0, p->spoils};
}

tmiGrowth tmi_grow_around(tmiParser *p, tmiNodeKind kind, tmiNodeRef first); /* its first child */

static inline void tmi_add_child(tmiParser *p, tmiGrowth *growth, tmiNodeRef child, tmiRole role) {
    tmiNode *nodes = p->tree->nodes;
    if (!growth->node || !child) {
        return;
    }
    nodes[child].parent = growth->node;
    nodes[child].role = (uint8_t)role;
    if (growth->tail) {
        nodes[growth->tail].next = child;
    } else {
        nodes[growth->node].child = child;
    }
    growth->tail = child;
}

static inline tmiNodeRef tmi_grown(tmiParser *p, tmiGrowth *growth) {
    if (growth->node) {
        tmiNode *node = &p->tree->nodes[growth->node];
        node->last = p->previous;
        node->spoiled = p->spoils != growth->spoils;
    }
    return growth->node;
}

/* Goes one level deeper; false, and lost, when that is too deep. Goes back. */
bool tmi_enter(tmiParser *p, int32_t levels);
void tmi_leave(tmiParser *p, int32_t levels);

/* ---- parser_errors.c ----------------------------------------------------------------------- */

/* Reports a mistake at the next token, unless it is the consequence of another. The message's span
 * is set here unless it has a length. */
void tmi_mistake(tmiParser *p, tmiMessage *message);

/* Reports that there are more than TMI_NAMES_MAX names, once: where the first too many begins. */
void tmi_check_names(tmiParser *p, int32_t count, const char *words);

/* As people call a token: 'abc', the end of the text. */
const char *tmi_describe(const tmiParser *p, const tmiToken *token, tmiQuote *quote);

/* Reports that `what` was expected; the parser is lost. Returns a TMI_NODE_ERROR. */
tmiNodeRef tmi_expected(tmiParser *p, const char *what);
tmiNodeRef tmi_expected_hint(tmiParser *p, const char *what, const char *hint);

/* Reads a sign or word that stands between two things. Where it is missing, that is reported with
 * what it is for (null: nothing more), and a sign that was probably meant for it is skipped. */
void tmi_expect_sign(tmiParser *p, int sign, const char *hint);
void tmi_expect_word(tmiParser *p, tmiWord word, const char *hint);

/* Reads `begin`. False when it is missing and no block can follow. */
bool tmi_expect_begin(tmiParser *p);

/* White space at the beginning of the token's line. */
int32_t tmi_indentation(const tmiParser *p, const tmiToken *token);

/* Reads a closing bracket; `open` is the token that opened it. */
void tmi_expect_closing(tmiParser *p, int sign, int32_t open);

/* A unit behind a number and a space, where it belongs to nothing. */
bool tmi_at_spaced_unit(const tmiParser *p);

/* Reads a closing `;`, which may be missing where the next section, statement or field begins. */
void tmi_expect_semicolon(tmiParser *p);

/* The same behind `ref`, which is spoiled by what stands there instead. */
void tmi_close(tmiParser *p, tmiNodeRef ref);

/* Reads `end` and a `;`. `open` is the first token of what it closes. */
void tmi_expect_end(tmiParser *p, int32_t open);

/* Maximum tokens in which a closing bracket, or the `begin` of a line, is searched for: the search
 * for what is never closed must not run through all of the text each time. */
#define TMI_LOOKED_AHEAD 1000

/* ---- recover.c ----------------------------------------------------------------------------- */

typedef enum tmiLevel { TMI_LEVEL_FILE, TMI_LEVEL_BLOCK } tmiLevel;

bool tmi_at_item(const tmiParser *p);      /* what can only be the start of an item */
bool tmi_at_section(const tmiParser *p);   /* components, structure, input, a known field */
bool tmi_at_statement(const tmiParser *p); /* join, place, for */

/* Skips to where an item, section, statement or field can begin, or a block ends. `from` is where
 * what could not be read began: at least that token is skipped. */
void tmi_recover(tmiParser *p, tmiLevel level, int32_t from);

/* After a mistake before `begin`: skips to it, where it stands in what can be the same head. */
void tmi_recover_head(tmiParser *p);

/* Within brackets: skips to the `,` or closing sign of this bracket. Stays lost where there is
 * none. */
void tmi_recover_list(tmiParser *p, int closing);

/* The word that the next token was probably meant for, among those that start the same thing
 * ("item", "section", "statement"); TMI_WORD_NONE. */
tmiWord tmi_meant_word(const tmiParser *p, const char *starts);

/* The name of a section at the beginning of a line, though its `:` is missing. */
bool tmi_at_bare_section(const tmiParser *p);

/* A word that has its line for itself and was probably meant to be `end`. */
bool tmi_at_meant_end(const tmiParser *p);

/* A line that begins with two words, the first of which was probably meant to start something. */
bool tmi_at_misspelt(const tmiParser *p);

/* The same where it can only have been an item: `composit pair begin`. */
bool tmi_at_misspelt_item(const tmiParser *p);

/* ---- parse_expression.c -------------------------------------------------------------------- */

tmiNodeRef tmi_read_expression(tmiParser *p);
tmiNodeRef tmi_read_operand(tmiParser *p, const char *what);

/* A loop where `what` is expected: reported, and left out with all that it holds. */
tmiNodeRef tmi_skip_loop(tmiParser *p, const char *what);
tmiNodeRef tmi_read_call(tmiParser *p, const char *what);   /* or a path */
tmiNodeRef tmi_read_call_of(tmiParser *p, tmiNodeRef path); /* arguments behind it */
tmiNodeRef tmi_read_path(tmiParser *p, const char *what);
tmiNodeRef tmi_read_name(tmiParser *p, const char *what);
tmiNodeRef tmi_read_word(tmiParser *p); /* any word, as a NAME */
bool tmi_at_operand(const tmiParser *p);

/* ---- parse_statement.c --------------------------------------------------------------------- */

tmiNodeRef tmi_read_statement(tmiParser *p);
tmiNodeRef tmi_read_pairs(tmiParser *p);

/* ---- parse_field.c ------------------------------------------------------------------------- */

typedef tmiNodeRef tmiReader(tmiParser *p);

/* Reads with `read` until `end`, which it reads, too. `open` is the first token of what ends. */
void tmi_read_until_end(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open);

/* `begin`, and the same. After a mistake in what stands before it goes on there. */
void tmi_read_block_of(tmiParser *p, tmiGrowth *into, tmiReader *read, int32_t open);

tmiNodeRef tmi_read_field(tmiParser *p); /* with its `;` */

/* ---- parse_type.c -------------------------------------------------------------------------- */

tmiNodeRef tmi_read_type(tmiParser *p);
tmiNodeRef tmi_read_section(tmiParser *p);
tmiNodeRef tmi_read_parameters(tmiParser *p);

/* ---- parse.c ------------------------------------------------------------------------------- */

tmiNodeRef tmi_read_item(tmiParser *p, tmiWord word);

#endif
