/* tokens.h: a text as tokens, and messages about it: what is wrong, and where. */
#ifndef TMI_LANGUAGE_TOKENS_H
#define TMI_LANGUAGE_TOKENS_H

#include "base/base.h"
#include "define/language/vocabulary/vocabulary.h"

/* ---- Tokens (scan.c, tokens.c) -------------------------------------------------------------- */

/* Every byte of the text belongs to one token or to white space. */

typedef enum tmiTokenKind {
    TMI_TOKEN_END, /* behind the last; empty */
    TMI_TOKEN_WORD,
    TMI_TOKEN_NUMBER, /* with its unit */
    TMI_TOKEN_STRING, /* with its quotes */
    TMI_TOKEN_SIGN,   /* one of ( ) [ ] , ; : . .. = + - * / ^ < <= > >= == != */
    TMI_TOKEN_COMMENT,
    TMI_TOKEN_BAD /* bytes that are none of these; a message has reported them */
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
                      or more tokens than TMI_TOKENS_MAX */
} tmiTokens;

struct tmiReporter;

/* Makes the tokens of `text`, which has `length` bytes and a zero behind them and must live as long
 * as they do. What is not a token is reported to `reporter`, whose tokens these become.
 * TM_ERR_MEMORY, TM_ERR_LIMIT past TMI_TEXT_MAX: *tokens is then empty. */
tmStatus tmi_scan(tmAllocator allocator, const char *text, int32_t length,
                  struct tmiReporter *reporter, tmiTokens *tokens);

void tmi_tokens_clear(tmAllocator allocator, tmiTokens *tokens);

/* Whether the token is this sign: a character or a tmiSign. */
static inline bool tmi_is_sign(const tmiToken *token, int sign) {
    return token->kind == TMI_TOKEN_SIGN && token->sign == sign;
}

/* Whether a comma stands between two digits, without a space: 1,5 as some countries write 1.5. */
bool tmi_has_decimal_comma(const char *text, int32_t length);
#define TMI_DECIMAL_POINT "a decimal point is '.', as in 1.5"

/* The line, 0 is the first, that the byte at `offset` stands in. */
int32_t tmi_tokens_line(const tmiTokens *tokens, int32_t offset);

/* ---- Messages (message.c) ------------------------------------------------------------------- */

/* How the language reports what is wrong, and where.
 *
 * A message is assembled from pieces of text:
 *     tmi_report(reporter, &(tmiMessage){.code = TMI_SAYS_EXPECTED, .span = span,
 *                                    .words = TMI_WORDS("expected a name, found ", found)}); */

/* Numbers of messages, for programs. They never change their meaning; new ones go at the end of
 * their group. */
typedef enum tmiSays {
    /* Tokens. */
    TMI_SAYS_BAD_BYTES = 1001,
    TMI_SAYS_BAD_NUMBER,
    TMI_SAYS_OPEN_COMMENT,
    TMI_SAYS_OPEN_STRING,
    TMI_SAYS_NOT_UTF8,
    /* Syntax. */
    TMI_SAYS_EXPECTED = 1101,
    TMI_SAYS_RESERVED_NAME,
    TMI_SAYS_OPEN_BLOCK,
    TMI_SAYS_OPEN_BRACKET,
    TMI_SAYS_CHAINED,
    TMI_SAYS_TOO_DEEP,
    TMI_SAYS_TOO_LARGE,
    TMI_SAYS_TOO_MANY_ERRORS,
    /* Files. */
    TMI_SAYS_NO_INCLUDE = 1201,
    TMI_SAYS_INCLUDE_CYCLE,
    TMI_SAYS_TOO_MANY_FILES,
    TMI_SAYS_VERSION,
    TMI_SAYS_NO_MESH
} tmiSays;

/* Where messages go. One for each text. */
typedef struct tmiReporter {
    tmDiags *diags;          /* null: messages are only counted */
    const tmiTokens *tokens; /* of the text */
    const char *file;        /* its name; null: none */
    tmStatus status;         /* TM_ERR_MEMORY once a message could not be kept */
    int32_t errors;          /* reported so far */
    int32_t column_offset[2], column_line[2], column[2]; /* the last columns found, private */
} tmiReporter;

#define TMI_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

typedef struct tmiMessage {
    tmSeverity severity; /* TM_NOTE, which is 0, counts as TM_ERROR: most are */
    uint32_t code;
    tmiSpan span;
    const char *const *words;   /* pieces of the message, then null */
    const char *const *hint;    /* likewise; null: none */
    const char *const *related; /* likewise, about the place `related_span`; null: none */
    tmiSpan related_span;
    tmiReporter *related_reporter; /* of the text that place is in; null: the same */
} tmiMessage;

void tmi_report(tmiReporter *reporter, const tmiMessage *message);

/* Puts line and column of a span, from 1, and how many characters of it stand on that line. */
void tmi_tokens_place(const tmiTokens *tokens, tmiSpan span, int32_t *line, int32_t *column,
                      int32_t *length);

/* A piece of the text in quotes, shortened to what fits a line: 'abc…'. */
typedef struct tmiQuote {
    char text[64];
} tmiQuote;
const char *tmi_quote(tmiQuote *quote, const char *text, int32_t length);

/* Edits that make one word of the other: letters changed, left out, added or swapped with their
 * neighbour; upper and lower case count as half an edit. The answer is in half edits, and `max` +
 * 1 when there are more than `max`. Words longer than 40 bytes are equal or too far. */
int32_t tmi_word_distance(const char *a, int32_t a_length, const char *b, int32_t b_length,
                          int32_t max);

/* Looks for the name most like `word`: start with *best = null, then offer every candidate. In the
 * end *best is the nearest within a third of the word's length, or null. */
typedef struct tmiLikeness {
    const char *word;
    int32_t length;
    const char *best; /* null: none yet */
    int32_t best_length, distance;
    const char *habits[TMI_HABITS]; /* what other programs call so; null: no more */
} tmiLikeness;

void tmi_likeness_start(tmiLikeness *likeness, const char *word, int32_t length);
void tmi_likeness_offer(tmiLikeness *likeness, const char *candidate, int32_t length);

#endif
