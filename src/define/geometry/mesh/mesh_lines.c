/* mesh_lines.c: texts of lines and words, as STL and OBJ files are. */
#include "define/geometry/mesh/mesh.h"

#include <string.h>

static bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '\v' ||
           letter == '\f' || letter == '\0';
}

void tmi_lines_init(tmiLines *lines, const char *bytes, size_t length) {
    *lines = (tmiLines){.rest = bytes, .last = bytes + length};
}

/* A line that ends with a backslash goes on. */
bool tmi_lines_next(tmiLines *lines) {
    if (lines->rest == lines->last) {
        return false;
    }
    lines->at = lines->rest;
    lines->line++;
    for (;;) {
        const char *end = memchr(lines->rest, '\n', (size_t)(lines->last - lines->rest));
        lines->end = end ? end : lines->last;
        lines->rest = end ? end + 1 : lines->last;
        const char *tail = lines->end;
        tail -= tail > lines->at && tail[-1] == '\r' ? 1 : 0;
        if (!(tail > lines->at && tail[-1] == '\\' && end && lines->rest < lines->last)) {
            return true;
        }
        lines->line++;
    }
}

int32_t tmi_lines_word(tmiLines *lines, const char **word) {
    while (lines->at < lines->end && (is_blank(*lines->at) || *lines->at == '\\')) {
        lines->at++;
    }
    *word = lines->at;
    while (lines->at < lines->end && !is_blank(*lines->at)) {
        lines->at++;
    }
    ptrdiff_t length = lines->at - *word;
    return length < INT32_MAX ? (int32_t)length : INT32_MAX;
}

bool tmi_word_is(const char *word, int32_t length, const char *name) {
    if ((size_t)length != strlen(name)) {
        return false;
    }
    for (int32_t i = 0; i < length; i++) {
        char letter = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] - 'A' + 'a') : word[i];
        if (letter != name[i]) {
            return false;
        }
    }
    return true;
}

/* Reads `e-05` and the like; false if it is not an exponent of at most four digits. */
static bool read_exponent(const char *at, int32_t length, int32_t *exponent) {
    bool minus = length > 1 && at[1] == '-';
    int32_t first = length > 1 && (at[1] == '-' || at[1] == '+') ? 2 : 1;
    *exponent = 0;
    for (int32_t i = first; i < length; i++) {
        if (at[i] < '0' || at[i] > '9' || i - first >= 4) {
            return false;
        }
        *exponent = 10 * *exponent + (at[i] - '0');
    }
    *exponent = minus ? -*exponent : *exponent;
    return length > first;
}

/* The exponent is read apart, since numbers without one are read ten times as fast. */
bool tmi_word_number(const char *word, int32_t length, double *number) {
    bool minus = length > 0 && *word == '-';
    int32_t start = length > 0 && (*word == '-' || *word == '+') ? 1 : 0;
    int32_t end = start, exponent = 0, used;
    while (end < length && word[end] != 'e' && word[end] != 'E') {
        end++;
    }
    if (end < length && !read_exponent(word + end, length - end, &exponent)) {
        return false;
    }
    double size = tmi_text_read_double(word + start, end - start, exponent, &used);
    *number = minus ? -size : size;
    return used > 0 && used == end - start && size <= TM_SHAPE_SIZE_LIMIT;
}
