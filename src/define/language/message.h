/* message.h: how the language says what is wrong, and where.
 *
 * A message is put together from pieces of text:
 *     tmi_tell(teller, &(tmiMessage){.code = TMI_SAYS_EXPECTED, .span = span,
 *                                    .words = TMI_WORDS("expected a name, found ", found)}); */
#ifndef TMI_MESSAGE_H
#define TMI_MESSAGE_H

#include "define/language/scan.h"
#include "define/language/vocabulary.h"

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
typedef struct tmiTeller {
    tmDiags *diags;          /* null: messages are only counted */
    const tmiTokens *tokens; /* of the text */
    const char *file;        /* its name; null: none */
    tmStatus status;         /* TM_ERR_MEMORY once a message could not be kept */
    int32_t errors;          /* told so far */
    int32_t column_offset[2], column_line[2], column[2]; /* the last columns found, private */
} tmiTeller;

#define TMI_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

typedef struct tmiMessage {
    tmSeverity severity; /* TM_NOTE, which is 0, counts as TM_ERROR: most are */
    uint32_t code;
    tmiSpan span;
    const char *const *words;   /* pieces of the message, then null */
    const char *const *hint;    /* likewise; null: none */
    const char *const *related; /* likewise, about the place `related_span`; null: none */
    tmiSpan related_span;
    tmiTeller *related_teller; /* of the text that place is in; null: the same */
} tmiMessage;

void tmi_tell(tmiTeller *teller, const tmiMessage *message);

/* Puts line and column of a span, from 1, and how many characters of it stand on that line. */
void tmi_tokens_place(const tmiTokens *tokens, tmiSpan span, int32_t *line, int32_t *column,
                      int32_t *length);

/* A piece of the text in quotes, shortened to what fits a line: 'abc…'. */
typedef struct tmiQuote {
    char text[64];
} tmiQuote;
const char *tmi_quote(tmiQuote *quote, const char *text, int32_t length);

/* Edits that make one word of the other: letters changed, left out, added or swapped with their
 * neighbour; upper and lower case count as half an edit. The answer is in half edits, and `most` +
 * 1 when there are more than `most`. Words longer than 40 bytes are equal or too far. */
int32_t tmi_word_distance(const char *a, int32_t a_length, const char *b, int32_t b_length,
                          int32_t most);

/* Looks for the name most like `word`: start with *best = null, then offer every candidate. At last
 * *best is the nearest within a third of the word's length, or null. */
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
