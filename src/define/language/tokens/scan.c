/* scan.c: a text as tokens. Numbers take their unit with them; what is not a token becomes one of
 * TMI_TOKEN_BAD, reported once for each run of it. */
#include "define/language/tokens/scan_private.h"

#include "define/language/limits/limits.h"
#include "define/language/units/units.h"
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

typedef struct Scanner {
    tmAllocator allocator;
    tmiTokens *tokens;
    tmiReporter *reporter;
    const char *text;
    int32_t at, length;
    int32_t ended;  /* lines that end before the token that is being read */
    bool is_broken; /* the text is not UTF-8, which was reported: its bytes stand for letters */
    bool reported_control; /* the first control character was reported */
    tmStatus status;
} Scanner;

/* ---- Characters ---------------------------------------------------------------------------- */

/* What a character can be part of. A table, since every byte of a text is looked up in it. */
enum { LETTER = 1, DIGIT = 2, SPACE = 4, SIGN = 8, QUOTE = 16 };

static const uint8_t classes[256] = {
    [' '] = SPACE,  ['\t'] = SPACE, ['\n'] = SPACE, ['\v'] = SPACE, ['\f'] = SPACE, ['\r'] = SPACE,
    ['('] = SIGN,   [')'] = SIGN,   ['['] = SIGN,   [']'] = SIGN,   [','] = SIGN,   [';'] = SIGN,
    [':'] = SIGN,   ['.'] = SIGN,   ['='] = SIGN,   ['+'] = SIGN,   ['-'] = SIGN,   ['*'] = SIGN,
    ['/'] = SIGN,   ['^'] = SIGN,   ['<'] = SIGN,   ['>'] = SIGN,   ['"'] = QUOTE,  ['_'] = LETTER,
    ['0'] = DIGIT,  ['1'] = DIGIT,  ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,
    ['6'] = DIGIT,  ['7'] = DIGIT,  ['8'] = DIGIT,  ['9'] = DIGIT,  ['a'] = LETTER, ['b'] = LETTER,
    ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER,
    ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER,
    ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER,
    ['A'] = LETTER, ['B'] = LETTER, ['C'] = LETTER, ['D'] = LETTER, ['E'] = LETTER, ['F'] = LETTER,
    ['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER,
    ['M'] = LETTER, ['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER,
    ['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER,
    ['Y'] = LETTER, ['Z'] = LETTER};

static bool is_class(char c, int class) {
    return (classes[(unsigned char)c] & class) != 0;
}

static bool is_digit(char c) {
    return is_class(c, DIGIT);
}

static bool is_letter(char c) {
    return is_class(c, LETTER);
}

static bool is_space(char c) {
    return is_class(c, SPACE);
}

/* Bytes of the letter past ASCII at `at`; 0: there is none. Nearly all bytes are ASCII. */
static int32_t letter_length(const Scanner *s, const char *at) {
    return (unsigned char)*at < 0x80 ? 0 : tmi_scan_letter_length(at, s->is_broken);
}

/* Whether a word begins here. Behind a digit a letter past ASCII does not begin a word: 5μm. */
static bool begins_word(const Scanner *s) {
    const char *at = s->text + s->at;
    return is_letter(*at) || (letter_length(s, at) > 0 && (s->at == 0 || !is_digit(at[-1])));
}

/* ---- Pieces -------------------------------------------------------------------------------- */

static tmiToken *add(Scanner *s, tmiTokenKind kind, int32_t start) {
    tmiTokens *t = s->tokens;
    if (t->count == t->capacity) {
        s->status = tmi_array_reserve(s->allocator, &t->items, &t->capacity, t->count + 1,
                                      sizeof *t->items);
        if (s->status != TM_OK) {
            return NULL;
        }
    }
    tmiToken *token = &t->items[t->count];
    *token = (tmiToken){.kind = (uint8_t)kind,
                        .begins_line = s->ended > 0,
                        .after_gap = s->ended > 1 && t->count > 0,
                        .start = start,
                        .length = s->at - start};
    t->count++;
    return token;
}

static void add_line(Scanner *s, int32_t start) {
    tmiTokens *t = s->tokens;
    if (t->line_count == t->line_capacity) {
        s->status = tmi_array_reserve(s->allocator, &t->lines, &t->line_capacity, t->line_count + 1,
                                      sizeof *t->lines);
        if (s->status != TM_OK) {
            return;
        }
    }
    t->lines[t->line_count++] = start;
}

/* All lines are known before the first token: messages need them. */
static void find_lines(Scanner *s) {
    add_line(s, 0);
    const char *at = s->text, *end = s->text + s->length;
    while (s->status == TM_OK && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        add_line(s, (int32_t)(at - s->text));
    }
}

static void report(Scanner *s, tmiSays code, int32_t start, int32_t length,
                   const char *const *words, const char *const *hint) {
    tmi_report(s->reporter,
               &(tmiMessage){.code = code, .span = {start, length}, .words = words, .hint = hint});
}

/* Reports the byte at `at`, which does not begin a character. */
static void report_not_utf8(Scanner *s, int32_t at) {
    static const char digits[] = "0123456789abcdef";
    unsigned char byte = (unsigned char)s->text[at];
    const char shown[] = {'0', 'x', digits[byte >> 4], digits[byte & 15], '\0'};
    bool wide = strncmp(s->text, "\xff\xfe", 2) == 0 || strncmp(s->text, "\xfe\xff", 2) == 0;
    bool latin = byte >= 0xa0 && !wide;
    report(s, TMI_SAYS_NOT_UTF8, at, 1, TMI_WORDS("not a UTF-8 text: byte ", shown),
           TMI_WORDS(wide    ? "UTF-16? save the file as UTF-8"
                     : latin ? "Latin-1? save the file as UTF-8"
                     : byte  ? "save the file as UTF-8"
                             : "is it a definition? a text has no zero bytes"));
}

/* Whether the eight bytes at `at` are ASCII and none is zero: then neither they nor they less 1
 * have a top bit set. */
static bool is_plain(const char *at) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    return ((bytes | (bytes - ones)) & (ones << 7)) == 0;
}

/* Searches the whole text for the first byte that does not begin a character, and reports it. A
 * zero byte ends the text: the rest of what is not a text is not read. */
static void check_utf8(Scanner *s) {
    for (int32_t at = 0; at < s->length;) {
        bool plain = s->length - at >= 8 && is_plain(s->text + at);
        int32_t length = plain ? 8 : tmi_scan_utf8_length(s->text + at);
        if (length == 0 && !s->is_broken) {
            s->is_broken = true;
            report_not_utf8(s, at);
        }
        if (s->text[at] == '\0') {
            s->length = at;
            s->tokens->unclosed = s->reported_control = true;
        }
        at += length ? length : 1;
    }
}

/* ---- Comments and strings ------------------------------------------------------------------ */

static bool at_comment(const Scanner *s) {
    return s->text[s->at] == '/' && (s->text[s->at + 1] == '/' || s->text[s->at + 1] == '*');
}

static void scan_line_comment(Scanner *s) {
    const char *start = s->text + s->at;
    const char *end = memchr(start, '\n', (size_t)(s->length - s->at));
    s->at = end ? (int32_t)(end - s->text) : s->length;
    while (s->text + s->at > start && is_space(s->text[s->at - 1])) {
        s->at--; /* trailing spaces, and the return of a DOS file, do not belong to the comment */
    }
}

static void scan_block_comment(Scanner *s) {
    int32_t start = s->at;
    for (s->at += 2; s->at < s->length; s->at++) {
        if (s->text[s->at] == '*' && s->text[s->at + 1] == '/') {
            s->at += 2;
            return;
        }
    }
    if (s->tokens->unclosed) {
        return; /* by a zero byte, which was reported */
    }
    s->tokens->unclosed = true;
    report(s, TMI_SAYS_OPEN_COMMENT, start, 2, TMI_WORDS("the comment is never closed"),
           TMI_WORDS("close it by '*/'; all that follows counts as comment"));
}

static void scan_comment(Scanner *s) {
    int32_t start = s->at;
    if (s->text[s->at + 1] == '/') {
        scan_line_comment(s);
    } else {
        scan_block_comment(s);
    }
    add(s, TMI_TOKEN_COMMENT, start);
}

static void scan_string(Scanner *s) {
    int32_t start = s->at++;
    while (s->at < s->length && s->text[s->at] != '"' && s->text[s->at] != '\n') {
        s->at++;
    }
    bool closed = s->text[s->at] == '"';
    s->at += closed;
    if (!closed) {
        while (is_space(s->text[s->at - 1])) {
            s->at--;
        }
        if (!s->tokens->unclosed) {
            report(s, TMI_SAYS_OPEN_STRING, start, s->at - start,
                   TMI_WORDS("the text in quotes is not closed in its line"),
                   TMI_WORDS("close it by '\"'"));
        }
    }
    add(s, closed ? TMI_TOKEN_STRING : TMI_TOKEN_BAD, start);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static int32_t word_end(const Scanner *s, int32_t at) {
    const char *end = s->text + at;
    for (int32_t step = 1; step > 0; end += step) {
        while (is_class(*end, LETTER | DIGIT)) {
            end++;
        }
        step = letter_length(s, end);
    }
    return (int32_t)(end - s->text);
}

/* The exponent of a unit, `^` before it: a number as it stands, such as ^2, ^-1 or ^0.5. */
static int32_t exponent_end(const Scanner *s, int32_t at) {
    if (s->text[at] != '^') {
        return at;
    }
    int32_t digits = at + 1 + (s->text[at + 1] == '-');
    if (!is_digit(s->text[digits])) {
        return at;
    }
    while (is_digit(s->text[digits])) {
        digits++;
    }
    if (s->text[digits] == '.' && is_digit(s->text[digits + 1])) {
        for (digits++; is_digit(s->text[digits]);) {
            digits++;
        }
    }
    return digits;
}

/* mm, m/s^2, N*m: goes on behind an operator as long as names of units follow. `t` is the time
 * there, not the tonne: 90deg/1s*t. */
static void scan_unit(Scanner *s) {
    s->at = exponent_end(s, word_end(s, s->at));
    while (s->text[s->at] == '/' || s->text[s->at] == '*') {
        const char *name = s->text + s->at + 1;
        int32_t end = word_end(s, s->at + 1), length = end - s->at - 1;
        bool is_time = length == 1 && *name == 't';
        if (!is_letter(*name) || is_time || !tmi_unit_find(name, length)) {
            return;
        }
        s->at = exponent_end(s, end);
    }
}

static void scan_number(Scanner *s) {
    int32_t start = s->at;
    s->at += tmi_number_digits(s->text + s->at, s->length - s->at);
    bool bare_point = s->text[s->at] == '.' && s->text[s->at + 1] != '.';
    if (bare_point) {
        bool second = is_digit(s->text[++s->at]);
        report(s, TMI_SAYS_BAD_NUMBER, start, s->at - start,
               TMI_WORDS(second ? "a number has only one point"
                                : "digits are missing after the point"),
               TMI_WORDS(second ? "a range is written with two dots: 1..3"
                                : "remove the point, or put a digit after it"));
        s->at = word_end(s, s->at);
    } else if (is_letter(s->text[s->at])) {
        scan_unit(s);
    }
    add(s, bare_point ? TMI_TOKEN_BAD : TMI_TOKEN_NUMBER, start);
}

/* .5: a point that no word stands before. */
static void scan_headless_number(Scanner *s) {
    int32_t start = s->at++;
    s->at += tmi_number_digits(s->text + s->at, s->length - s->at);
    s->at = word_end(s, s->at);
    report(s, TMI_SAYS_BAD_NUMBER, start, s->at - start,
           TMI_WORDS("a number begins with a digit, not with a point"),
           TMI_WORDS("put a 0 before the point"));
    add(s, TMI_TOKEN_BAD, start);
}

/* ---- Signs and what is none ---------------------------------------------------------------- */

static void scan_sign(Scanner *s) {
    static const struct {
        char first, second;
        uint8_t sign;
    } pairs[] = {{'.', '.', TMI_SIGN_TO},
                 {'<', '=', TMI_SIGN_AT_MOST},
                 {'>', '=', TMI_SIGN_AT_LEAST},
                 {'=', '=', TMI_SIGN_EQUAL},
                 {'!', '=', TMI_SIGN_UNEQUAL}};
    int32_t start = s->at;
    char first = s->text[s->at++], second = s->text[s->at];
    uint8_t sign = (uint8_t)first;
    if (second == '=' || second == '.') {
        for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
            if (pairs[i].first == first && pairs[i].second == second) {
                sign = pairs[i].sign;
                s->at++;
                break;
            }
        }
    }
    tmiToken *token = add(s, TMI_TOKEN_SIGN, start);
    if (token) {
        token->sign = sign;
    }
}

/* Whether no token begins here. */
static bool is_bad(const Scanner *s) {
    char c = s->text[s->at];
    if (c == '.' && strncmp(s->text + s->at, "...", 3) == 0) {
        return true;
    }
    return !is_class(c, DIGIT | SPACE | SIGN | QUOTE) && !begins_word(s) &&
           !(c == '!' && s->text[s->at + 1] == '=');
}

/* What other languages and word processors write: reported with what to write instead. A brace is
 * read as the word that it stands for. */
static bool scan_habit(Scanner *s) {
    tmiHabit habit = tmi_scan_habit(s->text, s->at);
    int32_t start = s->at;
    tmiQuote quote;
    if (habit.length == 0) {
        return false;
    }
    s->at += habit.length;
    report(s, TMI_SAYS_BAD_BYTES, start, habit.length,
           TMI_WORDS(tmi_quote(&quote, s->text + start, habit.length), " means nothing here"),
           TMI_WORDS(habit.hint));
    tmiToken *token = add(s, habit.word ? TMI_TOKEN_WORD : TMI_TOKEN_BAD, start);
    if (token) {
        token->word = (uint8_t)habit.word;
    }
    return true;
}

static void report_bad(Scanner *s, int32_t start) {
    tmiQuote quote;
    if (tmi_scan_utf8_length(s->text + start) == 0) {
        return; /* the first such byte was reported, for all of them */
    }
    const char *hint = tmi_bad_hint(s->text + start);
    report(s, TMI_SAYS_BAD_BYTES, start, s->at - start,
           TMI_WORDS(tmi_quote(&quote, s->text + start, s->at - start), " means nothing here"),
           hint ? TMI_WORDS(hint) : NULL);
}

/* Control characters, which cannot be seen: the first of a text is reported. */
static void report_control(Scanner *s, int32_t start) {
    if (!s->reported_control) {
        s->reported_control = true;
        report(s, TMI_SAYS_BAD_BYTES, start, s->at - start,
               TMI_WORDS("a control character, which is not text"),
               TMI_WORDS("remove it; others in this text are not reported"));
    }
}

static void scan_bad(Scanner *s) {
    int32_t start = s->at;
    bool is_text = true;
    for (int32_t step; s->at < s->length && is_bad(s); s->at += step ? step : 1) {
        step = tmi_scan_utf8_length(s->text + s->at);
        is_text &= (unsigned char)s->text[s->at] >= 32 && s->text[s->at] != 127;
    }
    if (!is_text) {
        report_control(s, start);
    } else if (s->reporter->errors < TM_DIAG_LIMIT) {
        report_bad(s, start);
    }
    add(s, TMI_TOKEN_BAD, start);
}

/* ---- The whole text ------------------------------------------------------------------------ */

static void scan_word(Scanner *s) {
    int32_t start = s->at;
    s->at = word_end(s, s->at);
    tmiToken *token = add(s, TMI_TOKEN_WORD, start);
    if (token) {
        token->word = (uint8_t)tmi_word_find(s->text + start, s->at - start);
    }
}

/* (* of Pascal, -- of Ada: signs that may open a comment of another language. */
static bool begins_foreign_comment(const char *at) {
    return (at[0] == '(' && at[1] == '*') || (at[0] == '-' && at[1] == '-');
}

static void scan_token(Scanner *s) {
    switch (classes[(unsigned char)s->text[s->at]]) {
    case LETTER:
        scan_word(s);
        return;
    case DIGIT:
        scan_number(s);
        return;
    case QUOTE:
        scan_string(s);
        return;
    default:
        break;
    }
    if (begins_word(s)) {
        scan_word(s);
    } else if (at_comment(s)) {
        scan_comment(s);
    } else if (s->text[s->at] == '.' && is_digit(s->text[s->at + 1])) {
        scan_headless_number(s);
    } else if (is_bad(s)) {
        if (!scan_habit(s)) {
            scan_bad(s);
        }
    } else if (!begins_foreign_comment(s->text + s->at) || !scan_habit(s)) {
        scan_sign(s);
    }
}

/* Skips white space and counts the lines that end in it. */
static void skip_space(Scanner *s) {
    const char *at = s->text + s->at;
    for (; is_space(*at); at++) {
        s->ended += *at == '\n';
    }
    s->at = (int32_t)(at - s->text);
}

static void scan_all(Scanner *s) {
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order, which some editors write */
    find_lines(s);
    if (s->status == TM_OK) {
        check_utf8(s);
    }
    s->at = strncmp(s->text, mark, 3) == 0 ? 3 : 0;
    s->ended = 1;
    for (skip_space(s);
         s->status == TM_OK && s->at < s->length && s->tokens->count < TMI_TOKENS_MAX;
         skip_space(s)) {
        scan_token(s);
        s->ended = 0;
    }
    if (s->status == TM_OK && s->at < s->length) {
        report(s, TMI_SAYS_TOO_LARGE, s->at, 1, TMI_WORDS("the text is too large"),
               TMI_WORDS("split it into several files"));
        s->tokens->unclosed = true;
    }
    if (s->status == TM_OK) {
        s->at = s->tokens->length; /* also of a text that was not read to its end */
        add(s, TMI_TOKEN_END, s->at);
    }
}

tmStatus tmi_scan(tmAllocator allocator, const char *text, int32_t length, tmiReporter *reporter,
                  tmiTokens *tokens) {
    *tokens = (tmiTokens){.text = text, .length = length};
    if (length > TMI_TEXT_MAX) {
        return TM_ERR_LIMIT;
    }
    Scanner s = {.allocator = allocator,
                 .tokens = tokens,
                 .reporter = reporter,
                 .text = text,
                 .length = length};
    reporter->tokens = tokens;
    /* A token takes some four bytes of text, with the space before it. */
    s.status = tmi_array_reserve(allocator, &tokens->items, &tokens->capacity, length / 4 + 8,
                                 sizeof *tokens->items);
    if (s.status == TM_OK) {
        scan_all(&s);
    }
    if (s.status == TM_OK) {
        s.status = reporter->status;
    }
    if (s.status != TM_OK) {
        tmi_tokens_clear(allocator, tokens);
    }
    return s.status;
}
