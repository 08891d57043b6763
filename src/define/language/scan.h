/* scan.h: a text as tokens. Every byte of the text belongs to one token or to white space. */
#ifndef TMI_SCAN_H
#define TMI_SCAN_H

#include "base/base.h"

typedef enum tmiTokenKind {
    TMI_TOKEN_END, /* behind the last; empty */
    TMI_TOKEN_WORD,
    TMI_TOKEN_NUMBER, /* with its unit */
    TMI_TOKEN_STRING, /* with its quotes */
    TMI_TOKEN_SIGN,   /* one of ( ) [ ] , ; : . .. = + - * / ^ < <= > >= == != */
    TMI_TOKEN_COMMENT,
    TMI_TOKEN_BAD /* bytes that are none of these */
} tmiTokenKind;

typedef struct tmiToken {
    uint8_t kind;          /* tmiTokenKind */
    uint8_t sign;          /* of a sign: its first character, or a tmiSign */
    bool begins_line;      /* it is the first of its line */
    bool after_gap;        /* an empty line stands before it */
    uint16_t word;         /* of a word: its number in the table of reserved words; 0: a name */
    int32_t start, length; /* bytes in the text */
} tmiToken;

/* Signs of two characters. */
typedef enum tmiSign {
    TMI_SIGN_TO = 128, /* .. */
    TMI_SIGN_AT_MOST,  /* <= */
    TMI_SIGN_AT_LEAST, /* >= */
    TMI_SIGN_EQUAL,    /* == */
    TMI_SIGN_UNEQUAL   /* != */
} tmiSign;

/* All tokens of a text, with comments, and one TMI_TOKEN_END at last. */
typedef struct tmiTokens {
    const char *text; /* not owned */
    tmiToken *items;
    int32_t count, capacity;
} tmiTokens;

#endif
