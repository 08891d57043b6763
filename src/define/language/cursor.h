/* cursor.h: where in the grammar a byte of a text stands, told by the tokens before it alone: what
 * is typed is unfinished, so that the tree of the whole text is no help there. */
#ifndef TMI_CURSOR_H
#define TMI_CURSOR_H

#include "define/language/syntax.h"
#include "define/language/vocabulary.h"

/* Constructs that can be open at once; deeper ones get no completion. */
#define TMI_CURSOR_DEPTH 256

typedef enum tmiOpenKind {
    TMI_OPEN_FILE,
    TMI_OPEN_ITEM,       /* a definition or run: its head, then its block */
    TMI_OPEN_COMPONENTS, /* one component after the other */
    TMI_OPEN_STRUCTURE,
    TMI_OPEN_STATEMENT,
    TMI_OPEN_INPUT,
    TMI_OPEN_FIELD,  /* word: clauses, or a block */
    TMI_OPEN_BLOCK,  /* of a field */
    TMI_OPEN_BRACKET /* ( or [ */
} tmiOpenKind;

/* A construct that is open at the cursor. */
typedef struct tmiOpen {
    uint8_t kind;    /* tmiOpenKind */
    bool begun;      /* its block has begun */
    uint8_t word;    /* of an item or statement: its tmiWord */
    uint8_t phase;   /* the tmiWord or sign that its present part stands behind; 0: none */
    int32_t first;   /* its first token */
    int32_t content; /* the token that opened its block */
    int32_t element; /* where its present element begins: clause, argument, component */
    int32_t at;      /* where the part behind `phase` begins */
    int32_t name;    /* of an argument `name: …` or attribute `name = …`; -1: none */
    int32_t index;   /* elements before the present one */
} tmiOpen;

typedef struct tmiCursor {
    const tmiTokens *tokens;
    tmiOpen open[TMI_CURSOR_DEPTH]; /* the file first, the innermost last */
    int32_t depth;
    int32_t at;                    /* the word that is typed, or the token behind the cursor */
    int32_t previous;              /* the token before that, comments left out; -1: none */
    int32_t next;                  /* the token behind the word, comments left out */
    int32_t start, offset, length; /* the word: its first byte, the cursor, all of its bytes */
    bool in_unit;                  /* the word is the unit of number `previous` */
} tmiCursor;

/* Finds what is open at the byte `offset`; false where nothing can be completed: in comments, texts
 * and digits, and where more is open than TMI_CURSOR_DEPTH. */
bool tmi_cursor_find(tmiCursor *cursor, const tmiTokens *tokens, int32_t offset);

/* cursor_word.c: finds the word that is typed; false where there can be none. */
bool tmi_cursor_word(tmiCursor *cursor, int32_t offset);

static inline const tmiToken *tmi_cursor_token(const tmiCursor *cursor, int32_t token) {
    return &cursor->tokens->items[token];
}

/* The token before or behind another, comments left out; -1 before the first. */
int32_t tmi_token_before(const tmiTokens *tokens, int32_t token);
int32_t tmi_token_after(const tmiTokens *tokens, int32_t token);

#endif
