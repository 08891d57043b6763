/* syntax.h: the tree of a text: how it is read and printed, and what is open at one of its bytes.
 */
#ifndef TMI_SYNTAX_H
#define TMI_SYNTAX_H

#include "define/language/tokens/tokens.h"
#include "define/language/vocabulary/vocabulary.h"

/* ---- The tree (tree.c, parse.c) ------------------------------------------------------------- */

/* Nodes stand in one array, each with its tokens and kin.
 *
 * Children stand in the order of the text. What is missing in the text (a default, a range's step)
 * has no node: `role` says what a child is to its parent. */

typedef enum tmiNodeKind {
    TMI_NODE_NONE,  /* number 0 is not a node */
    TMI_NODE_ERROR, /* what could not be read; nothing more is reported */
    TMI_NODE_FILE,  /* items */

    /* Items. Their first word says which: primitive, composite, world; simulate, animate, study. */
    TMI_NODE_LANGUAGE, /* NUMBER */
    TMI_NODE_INCLUDE,  /* STRING */
    TMI_NODE_TYPE,     /* NAME, PARAMETERS, sections */
    TMI_NODE_FUNCTION, /* NAME, PARAMETERS, LETs, then the expression */
    TMI_NODE_TABLE,    /* NAME, FIELDs */
    TMI_NODE_HINGE,    /* NAME, PARAMETERS, PAIRS, ROWs */
    TMI_NODE_MATERIAL, /* NAME, FIELDs */
    TMI_NODE_CONTACT,  /* NAME, NAME, FIELDs */
    TMI_NODE_RUN,      /* CALL or path of the world, FIELDs */

    TMI_NODE_PARAMETERS, /* PARAMETERs */
    TMI_NODE_PARAMETER,  /* NAME, default */
    TMI_NODE_LET,        /* NAME, expression */

    /* Sections. */
    TMI_NODE_COMPONENTS, /* COMPONENTs */
    TMI_NODE_COMPONENT,  /* DECLAREDs, then the type: a path or CALL */
    TMI_NODE_DECLARED,   /* NAME, first, last */
    TMI_NODE_STRUCTURE,  /* statements */
    TMI_NODE_INPUT,      /* NAME, default, low, high */
    TMI_NODE_FIELD,      /* NAME, CLAUSEs or a BLOCK, a WHERE */
    TMI_NODE_WHERE,      /* a BLOCK */
    TMI_NODE_BLOCK,      /* FIELDs and CLAUSEs */
    TMI_NODE_CLAUSE,     /* expression; by role: of, at, value, last, count, unit */

    /* Statements. */
    TMI_NODE_JOIN,      /* path, path, hinge (path or CALL), PAIRS, NAME of it, ATTRIBUTEs */
    TMI_NODE_PAIRS,     /* PAIRs */
    TMI_NODE_PAIR,      /* operand, operand */
    TMI_NODE_PLACE,     /* path, path, expression (role near or none), ATTRIBUTEs */
    TMI_NODE_ATTRIBUTE, /* NAME, expression */
    TMI_NODE_REPEAT,    /* NAME, first, last, step, statements */
    TMI_NODE_ROW,       /* of a hinge: point, plane, normal */

    /* Expressions. */
    TMI_NODE_NUMBER,
    TMI_NODE_STRING,
    TMI_NODE_NAME,     /* one word */
    TMI_NODE_MEMBER,   /* path, CALL or LIST, then NAME: a.b, f(x).b */
    TMI_NODE_INDEX,    /* the same, then expression: a[i] */
    TMI_NODE_CALL,     /* path, arguments */
    TMI_NODE_ARGUMENT, /* NAME, expression: a named argument or item */
    TMI_NODE_LIST,     /* items; one plain item: brackets */
    TMI_NODE_UNARY,    /* operand; `sign` of the node: - + or !, which is `not` */
    TMI_NODE_BINARY,   /* two operands; `sign`: + - * / ^ < > tmiSign, & for and, | for or */
    TMI_NODE_IF,       /* condition, then, else */
    TMI_NODE_KINDS
} tmiNodeKind;

/* What a child is where order alone does not say. */
typedef enum tmiRole {
    TMI_ROLE_PLAIN,
    TMI_ROLE_OF,     /* clause: of PATH */
    TMI_ROLE_AT,     /* clause: at PATH */
    TMI_ROLE_VALUE,  /* clause: = expression; parameter: its default */
    TMI_ROLE_FIRST,  /* declared, repeat, input: before .. */
    TMI_ROLE_LAST,   /* behind .. */
    TMI_ROLE_STEP,   /* repeat: step */
    TMI_ROLE_COUNT,  /* clause: in expression */
    TMI_ROLE_UNIT,   /* clause: the word behind it, a NAME */
    TMI_ROLE_RESULT, /* function: its expression */
    TMI_ROLE_NEAR    /* place: near expression */
} tmiRole;

typedef int32_t tmiNodeRef; /* number of a node; 0: none */

typedef struct tmiNode {
    uint8_t kind; /* tmiNodeKind */
    uint8_t role; /* tmiRole */
    uint8_t sign; /* of an operator; TMI_SIGN_… for those of two characters. Of an item: tmiWord */
    bool spoiled;                   /* an error was reported within it */
    int32_t first, last;            /* tokens, comments never */
    tmiNodeRef parent, child, next; /* first child; next sibling */
} tmiNode;

typedef struct tmiTree {
    const tmiTokens *tokens; /* not owned */
    tmiNode *nodes;          /* 0 is none, 1 the file */
    int32_t count, capacity;
} tmiTree;

static inline const tmiNode *tmi_node(const tmiTree *tree, tmiNodeRef ref) {
    return &tree->nodes[ref];
}

/* The first child with this role, or of this kind; 0: there is none. */
tmiNodeRef tmi_tree_child(const tmiTree *tree, tmiNodeRef parent, tmiRole role);
tmiNodeRef tmi_tree_child_kind(const tmiTree *tree, tmiNodeRef parent, tmiNodeKind kind);

/* Bytes of the node in the text, from its first token to its last. A closing `;` belongs to no
 * node: it stays where a node is replaced. */
tmiSpan tmi_tree_span(const tmiTree *tree, tmiNodeRef ref);

/* The word of a NAME, or the text of any node as it stands: not closed by a zero. */
const char *tmi_tree_text(const tmiTree *tree, tmiNodeRef ref, int32_t *length);

/* Parses a text: its items under a TMI_NODE_FILE, number 1. Every mistake is reported to
 * `reporter`; the tree is whole in any case, with TMI_NODE_ERROR where something could not be read.
 * TM_ERR_MEMORY: *tree is then empty. */
tmStatus tmi_parse(tmAllocator allocator, const tmiTokens *tokens, tmiReporter *reporter,
                   tmiTree *tree);

/* Parses one expression, which must be all that there is: the child of a TMI_NODE_FILE, number 1.
 */
tmStatus tmi_parse_expression(tmAllocator allocator, const tmiTokens *tokens, tmiReporter *reporter,
                              tmiTree *tree);

void tmi_tree_clear(tmAllocator allocator, tmiTree *tree);

/* What kind of text the first tokens suggest. */
typedef struct tmiBeginning {
    int32_t first, next; /* the first two tokens, comments left out */
    bool section, statement, field, name;
} tmiBeginning;
tmiBeginning tmi_tokens_beginning(const tmiTokens *tokens);

/* ---- Printing (print.c) --------------------------------------------------------------------- */

/* Columns that a line is kept within where it can be broken. */
#define TMI_COLUMNS 100

/* Writes the tree's text in its canonical layout: the same tokens and comments in the same order,
 * except for `;`, which closes every field, component, input, statement, `let`, `include`,
 * `language` and `function … =`, and nothing else. The tree must have no error in it.
 * TM_ERR_MEMORY: nothing is written. */
tmStatus tmi_print(tmAllocator allocator, const tmiTree *tree, tmWriteFn *write, void *user);

/* ---- The cursor (cursor.c) ------------------------------------------------------------------ */

/* Where in the grammar a byte of a text stands, from the tokens before it alone: what is typed is
 * unfinished, so that the tree of the whole text does not help there. */

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
