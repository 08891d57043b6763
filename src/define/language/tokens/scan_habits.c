/* scan_habits.c: what people write out of habit, or what their word processor makes of it, and what
 * to write instead. */
#include "define/language/tokens/scan_private.h"
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

const char *tmi_bad_hint(const char *at) {
    static const struct {
        const char *bytes, *hint;
    } known[] = {{"#", "a comment begins with '//'"},
                 {"'", "text goes in double quotes: \""},
                 {"!", "write 'not', or '!=' for unequal"},
                 {"&", "write 'and'"},
                 {"|", "write 'or'"},
                 {"°", "write 'deg'"},
                 {"µ", "write 'u', as in 'um'"},
                 {"μ", "write 'u', as in 'um'"},
                 {"−", "write '-'"},
                 {"–", "write '-', or '..' for a range"},
                 {"—", "write '-'"},
                 {"×", "write '*'"},
                 {"·", "write '*'"},
                 {"，", "write ','"},
                 {"；", "write ';'"},
                 {"：", "write ':'"},
                 {"（", "write '('"},
                 {"）", "write ')'"},
                 {"≤", "write '<='"},
                 {"≥", "write '>='"},
                 {"≠", "write '!='"},
                 {"…", "write '..'"},
                 {"...", "a range is written with two dots"},
                 {"²", "write '^2'"},
                 {"³", "write '^3'"},
                 {"“", "write '\"'"},
                 {"”", "write '\"'"},
                 {"\xc2\xa0", "this is a non-breaking space: write a plain one"},
                 {"%", "the remainder of a division is mod(a, b)"},
                 {"?", "write 'if … then … else …'"},
                 {"`", "text goes in double quotes: \""},
                 {"~", "write 'not'"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strncmp(at, known[i].bytes, strlen(known[i].bytes)) == 0) {
            return known[i].hint;
        }
    }
    return NULL;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool tmi_has_decimal_comma(const char *text, int32_t length) {
    for (int32_t i = 1; i + 1 < length; i++) {
        if (text[i] == ',' && is_digit(text[i - 1]) && is_digit(text[i + 1])) {
            return true;
        }
    }
    return false;
}

static bool begins_line(const char *text, int32_t at) {
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
        at--;
    }
    return at == 0 || text[at - 1] == '\n';
}

/* Bytes to the end of the line, without white space there. */
static int32_t line_rest(const char *at) {
    int32_t length = (int32_t)strcspn(at, "\n");
    while (length > 1 &&
           (at[length - 1] == ' ' || at[length - 1] == '\t' || at[length - 1] == '\r')) {
        length--;
    }
    return length;
}

static tmiHabit comment(const char *at, int32_t length) {
    bool include = strncmp(at, "#include", 8) == 0;
    return (tmiHabit){.length = length,
                      .hint =
                          include ? "write 'include' without '#'" : "a comment begins with '//'"};
}

/* Bytes up to and with `end` in the same line; 0: it is not there, or too far to look for. Every
 * quote looks ahead, so that many in one line must not look far. */
#define QUOTE_LOOKS 200
static int32_t closed_by(const char *at, int32_t from, const char *end, int32_t max) {
    int32_t size = (int32_t)strlen(end);
    for (int32_t i = from; i < max && at[i] && at[i] != '\n'; i++) {
        if (strncmp(at + i, end, (size_t)size) == 0) {
            return i + size;
        }
    }
    return 0;
}

/* The length of a text in quotes of another kind; 0: it is not one. */
static int32_t quoted(const char *at) {
    static const char *const pairs[][2] = {{"'", "'"}, {"“", "”"}, {"“", "\""}, {"”", "”"},
                                           {"„", "“"}, {"‘", "’"}, {"«", "»"}};
    int32_t length = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && length == 0; i++) {
        size_t open = strlen(pairs[i][0]);
        if (strncmp(at, pairs[i][0], open) == 0) {
            length = closed_by(at, (int32_t)open, pairs[i][1], QUOTE_LOOKS);
        }
    }
    return length;
}

tmiHabit tmi_scan_habit(const char *text, int32_t start) {
    static const char block[] = "a block goes between 'begin' and 'end'";
    const char *at = text + start;
    size_t hex = *at == '#' ? strspn(at + 1, "0123456789abcdefABCDEF") : 0;
    if (*at == '{' || *at == '}') {
        return (tmiHabit){1, *at == '{' ? TMI_WORD_BEGIN : TMI_WORD_END, block};
    }
    bool dashes = strncmp(at, "-- ", 3) == 0;
    if ((*at == '#' || *at == '%' || dashes) && begins_line(text, start)) {
        return comment(at, line_rest(at));
    }
    if (at[0] == '(' && at[1] == '*') {
        int32_t closed = closed_by(at, 2, "*)", INT32_MAX);
        return comment(at, closed ? closed : line_rest(at));
    }
    if (*at == '#' && (hex == 3 || hex == 6)) {
        return (tmiHabit){1 + (int32_t)hex, TMI_WORD_NONE, "a colour is a text: \"#rrggbb\""};
    }
    return (tmiHabit){quoted(at), TMI_WORD_NONE, "text goes in double quotes: \"like this\""};
}
