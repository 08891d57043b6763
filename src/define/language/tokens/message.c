/* message.c: messages about a text: their places in lines and columns, quotes, and the name that
 * was probably meant. */
#include "define/language/tokens/tokens.h"

#include <string.h>

#define MESSAGE_MAX 512 /* bytes of a message or hint */
#define QUOTE_MAX 40    /* bytes of the text that a message repeats */
#define ALIKE_MAX 40    /* bytes of words whose likeness is examined */

/* ---- Places -------------------------------------------------------------------------------- */

/* Characters between two bytes of the text. */
static int32_t characters(const char *text, int32_t from, int32_t to) {
    int32_t count = 0;
    for (int32_t at = from; at < to; at++) {
        count += ((unsigned char)text[at] & 0xc0) != 0x80;
    }
    return count;
}

/* Line and column, from 1. A line may be as long as the text: the last column found is the start of
 * the next search, so that many messages about one line cost no more than one. */
static void find_place(tmiReporter *reporter, int which, int32_t offset, int32_t *line,
                       int32_t *column) {
    const tmiTokens *tokens = reporter->tokens;
    int32_t index = tmi_tokens_line(tokens, offset);
    int32_t from = tokens->lines[index], counted = 1;
    if (reporter->column_line[which] == index + 1 && reporter->column_offset[which] <= offset) {
        from = reporter->column_offset[which];
        counted = reporter->column[which];
    }
    *line = index + 1;
    *column = counted + characters(tokens->text, from, offset);
    reporter->column_line[which] = *line;
    reporter->column_offset[which] = offset;
    reporter->column[which] = *column;
}

/* Characters of the span in its first line, at least one. */
static int32_t underlined(const tmiTokens *tokens, tmiSpan span) {
    int32_t end = span.start + span.length;
    const char *line_end =
        span.length > 0 ? memchr(tokens->text + span.start, '\n', (size_t)span.length) : NULL;
    if (line_end) {
        end = (int32_t)(line_end - tokens->text);
    }
    int32_t length = characters(tokens->text, span.start, end);
    return length > 0 ? length : 1;
}

/* ---- Messages ------------------------------------------------------------------------------ */

static const char *put_together(char *buffer, const char *const *pieces) {
    if (!pieces) {
        return NULL;
    }
    tmiText text;
    tmi_text_init(&text, buffer, MESSAGE_MAX);
    for (; *pieces; pieces++) {
        tmi_text_add(&text, *pieces);
    }
    return buffer;
}

void tmi_tokens_place(const tmiTokens *tokens, tmiSpan span, int32_t *line, int32_t *column,
                      int32_t *length) {
    int32_t index = tmi_tokens_line(tokens, span.start);
    const char *text = tokens->text + span.start;
    int32_t on_line = 0;
    while (on_line < span.length && text[on_line] != '\n') {
        on_line++;
    }
    *line = index + 1;
    *column = 1 + characters(tokens->text, tokens->lines[index], span.start);
    *length = characters(text, 0, on_line);
}

void tmi_report(tmiReporter *reporter, const tmiMessage *message) {
    static const char *const enough[] = {"there are more errors; fix these first", NULL};
    char words[MESSAGE_MAX], hint[MESSAGE_MAX], related[MESSAGE_MAX];
    tmiMessage last = {.code = TMI_SAYS_TOO_MANY_ERRORS, .span = message->span, .words = enough};
    if (reporter->errors >= TM_DIAG_LIMIT) {
        return;
    }
    if (reporter->errors == TM_DIAG_LIMIT - 1) {
        message = &last;
    }
    tmDiag diag = {.severity = message->severity == TM_NOTE ? TM_ERROR : message->severity,
                   .code = message->code,
                   .file = reporter->file,
                   .message = put_together(words, message->words),
                   .hint = put_together(hint, message->hint),
                   .related = put_together(related, message->related)};
    find_place(reporter, 0, message->span.start, &diag.line, &diag.column);
    diag.length = underlined(reporter->tokens, message->span);
    tmiReporter *other = message->related_reporter ? message->related_reporter : reporter;
    if (other != reporter && !other->file) {
        diag.related = NULL; /* a text without a name could not be distinguished from this one */
    }
    if (diag.related) {
        find_place(other, 1, message->related_span.start, &diag.related_line, &diag.related_column);
        diag.related_length = underlined(other->tokens, message->related_span);
        diag.related_file = other == reporter ? NULL : other->file;
    }
    reporter->errors += diag.severity == TM_ERROR;
    tmStatus status = reporter->diags ? tm_diags_add(reporter->diags, &diag) : TM_OK;
    if (reporter->status == TM_OK) {
        reporter->status = status;
    }
}

/* Control characters would spoil a terminal. */
static bool is_printable(char c) {
    return (unsigned char)c >= 32 && c != 127;
}

const char *tmi_quote(tmiQuote *quote, const char *text, int32_t length) {
    tmiText out;
    tmi_text_init(&out, quote->text, sizeof quote->text);
    tmi_text_add(&out, "'");
    int32_t kept = 0;
    while (kept < length && kept < QUOTE_MAX && is_printable(text[kept])) {
        kept++;
    }
    while (kept < length && kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80) {
        kept--; /* not within a character */
    }
    tmi_text_add_bytes(&out, text, (size_t)kept);
    tmi_text_add(&out, kept < length ? "…'" : "'");
    return quote->text;
}

/* ---- Likeness ------------------------------------------------------------------------------ */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int32_t min(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* The optimal string alignment distance, three rows of its table at a time. */
int32_t tmi_word_distance(const char *a, int32_t a_length, const char *b, int32_t b_length,
                          int32_t max) {
    int32_t rows[3][ALIKE_MAX + 1];
    if (a_length > ALIKE_MAX || b_length > ALIKE_MAX) {
        bool equal = a_length == b_length && memcmp(a, b, (size_t)a_length) == 0;
        return equal ? 0 : max + 1;
    }
    for (int32_t j = 0; j <= b_length; j++) {
        rows[0][j] = 2 * j;
    }
    for (int32_t i = 1; i <= a_length; i++) {
        int32_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = 2 * i;
        for (int32_t j = 1; j <= b_length; j++) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            int32_t change = a[i - 1] == b[j - 1] ? 0 : same ? 1 : 2;
            row[j] = min(above[j - 1] + change, min(above[j], row[j - 1]) + 2);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = min(row[j], above2[j - 2] + 2);
            }
        }
    }
    return min(rows[a_length % 3][b_length], max + 1);
}

void tmi_likeness_start(tmiLikeness *likeness, const char *word, int32_t length) {
    /* A third of the letters may differ; of very short words only the case. */
    int32_t max = length < 3 ? 1 : 2 * (length / 3);
    *likeness = (tmiLikeness){word, length, NULL, 0, max + 1, {NULL}};
    tmi_habits_of(word, length, likeness->habits);
}

static bool is_habit(const tmiLikeness *likeness, const char *candidate, int32_t length) {
    for (int i = 0; i < TMI_HABITS && likeness->habits[i]; i++) {
        const char *meant = likeness->habits[i];
        if (strncmp(meant, candidate, (size_t)length) == 0 && !meant[length]) {
            return true;
        }
    }
    return false;
}

static bool is_same_but_case(const tmiLikeness *likeness, const char *word, int32_t length) {
    bool same = length == likeness->length;
    for (int32_t i = 0; same && i < length; i++) {
        same = lower(word[i]) == lower(likeness->word[i]);
    }
    return same;
}

void tmi_likeness_offer(tmiLikeness *likeness, const char *candidate, int32_t length) {
    int32_t distance = tmi_word_distance(likeness->word, likeness->length, candidate, length,
                                         likeness->distance - 1);
    if (distance > 1 && is_same_but_case(likeness, candidate, length)) {
        distance = 1; /* ALL CAPITALS */
    }
    if (is_habit(likeness, candidate, length)) {
        distance = 0;
    }
    if (distance < likeness->distance && distance < 2 * length) {
        likeness->distance = distance;
        likeness->best = candidate;
        likeness->best_length = length;
    }
}
