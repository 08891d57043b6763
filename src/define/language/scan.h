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
    TMI_TOKEN_BAD /* bytes that are none of these; a message has told of them */
} tmiTokenKind;

typedef struct tmiToken {
    uint8_t kind;          /* tmiTokenKind */
    uint8_t sign;          /* of a sign: its first character, or a tmiSign */
    uint8_t word;          /* of a word: its tmiWord; 0: it has no meaning of its own */
    bool begins_line : 1;  /* it is the first of its line */
    bool after_gap : 1;    /* an empty line stands before it */
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

/* Bytes of a text. */
typedef struct tmiSpan {
    int32_t start, length;
} tmiSpan;

/* All tokens of a text, with comments, and one TMI_TOKEN_END at last. */
typedef struct tmiTokens {
    const char *text; /* not owned; closed by a zero */
    int32_t length;   /* bytes of the text */
    tmiToken *items;
    int32_t count, capacity;
    int32_t *lines; /* where each line starts */
    int32_t line_count, line_capacity;
    bool unclosed; /* what stands behind the last token is not known: a comment that is not closed,
                      or more tokens than TMI_TOKENS_MOST */
} tmiTokens;

struct tmiTeller;

/* Makes the tokens of `text`, which has `length` bytes and a zero behind them and must live as long
 * as they do. What is no token is told to `teller`, whose tokens these become. TM_ERR_MEMORY,
 * TM_ERR_LIMIT past TMI_TEXT_MOST: *tokens is then empty. */
tmStatus tmi_scan(tmAllocator allocator, const char *text, int32_t length, struct tmiTeller *teller,
                  tmiTokens *tokens);

void tmi_tokens_clear(tmAllocator allocator, tmiTokens *tokens);

/* Whether the token is this sign: a character or a tmiSign. */
static inline bool tmi_is_sign(const tmiToken *token, int sign) {
    return token->kind == TMI_TOKEN_SIGN && token->sign == sign;
}

/* What stands at `start` out of habit, in a text that is closed by a zero: quotes, braces and
 * comments of other languages. Length 0: nothing. */
typedef struct tmiHabit {
    int32_t length; /* bytes */
    uint16_t word;  /* the tmiWord that it stands for; 0: none */
    const char *hint;
} tmiHabit;
tmiHabit tmi_scan_habit(const char *text, int32_t start);

/* What to write instead of bytes that are no token; null: nothing is known of them. */
const char *tmi_bad_hint(const char *at);

/* Whether a comma stands between two digits, without a space: 1,5 as some countries write 1.5. */
bool tmi_has_decimal_comma(const char *text, int32_t length);
#define TMI_DECIMAL_POINT "a decimal point is '.', as in 1.5"

/* The line, 0 is the first, that the byte at `offset` stands in. */
int32_t tmi_tokens_line(const tmiTokens *tokens, int32_t offset);

#endif
