/* shown.c: text that others wrote, made fit for a terminal. */
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Characters ---------------------------------------------------------------------------- */

size_t cli_character(const char *text, size_t length, int32_t *code) {
    static const int32_t min[] = {0, 0, 0x80, 0x800, 0x10000}; /* of this many bytes */
    unsigned char first = (unsigned char)text[0];
    size_t size = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    int32_t number = size == 1 ? first : first & (0xff >> (size + 1));
    bool good = size > 0 && size <= length && first < 0xf8;
    for (size_t i = 1; good && i < size; i++) {
        good = ((unsigned char)text[i] & 0xc0) == 0x80;
        number = number << 6 | ((unsigned char)text[i] & 0x3f);
    }
    good =
        good && number >= min[size] && number <= 0x10ffff && !(number >= 0xd800 && number < 0xe000);
    *code = good ? number : -1;
    return good ? size : 1;
}

/* Controls of C0 and C1; direction marks, embeddings and isolates; other line ends; the byte order
 * mark, which is invisible. */
static bool is_unfit(int32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
           (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

size_t cli_spell(const char *text, size_t length, char spelled[CLI_SPELLED_MAX]) {
    int32_t code;
    size_t size = cli_character(text, length, &code);
    if (!is_unfit(code)) {
        memcpy(spelled, text, size);
        spelled[size] = '\0';
    } else if (code < 0x80) {
        snprintf(spelled, CLI_SPELLED_MAX, "\\x%02x", (unsigned)(unsigned char)text[0]);
    } else {
        snprintf(spelled, CLI_SPELLED_MAX, "\\u%04x", (unsigned)code);
    }
    return size;
}

/* ---- Names --------------------------------------------------------------------------------- */

const char *cli_shown_part(const char *text, size_t length) {
    static char *kept[8];
    static unsigned next;
    char **slot = &kept[next++ % (sizeof kept / sizeof kept[0])];
    char *to = realloc(*slot, (CLI_SPELLED_MAX - 1) * length + 1);
    if (!to) {
        return "?";
    }
    *slot = to;
    size_t used = 0;
    to[0] = '\0';
    for (size_t at = 0; at < length;) {
        char spelled[CLI_SPELLED_MAX];
        at += cli_spell(text + at, length - at, spelled);
        size_t size = strlen(spelled);
        memcpy(to + used, spelled, size + 1);
        used += size;
    }
    return to;
}

const char *cli_shown(const char *text) {
    return cli_shown_part(text, strlen(text));
}

/* ---- Lines --------------------------------------------------------------------------------- */

/* Prints one line of `length` bytes. */
static void print_line(FILE *to, const char *line, size_t length) {
    for (size_t at = 0; at < length;) {
        char spelled[CLI_SPELLED_MAX];
        size_t size = cli_spell(line + at, length - at, spelled);
        fputs(line[at] == '\t' ? "\t" : spelled, to);
        at += size;
    }
    putc('\n', to);
}

static bool has_carets(const char *line, size_t length) {
    return memchr(line, '^', length) && strspn(line, " \t|^~") >= length;
}

/* Prints a line of carets: each mark as wide as what became of the character above it. */
static void print_carets(FILE *to, const char *line, size_t length, const char *above,
                         size_t above_length) {
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        char spelled[CLI_SPELLED_MAX] = "";
        size_t wide = 1;
        if (at < above_length) {
            size_t size = cli_spell(above + at, above_length - at, spelled);
            bool is_spelled = spelled[0] != above[at];
            wide = is_spelled && above[at] != '\t' ? strlen(spelled) : 1;
            at += size;
        }
        putc(line[i], to);
        for (size_t k = 1; k < wide; k++) {
            putc(line[i] == '^' ? '~' : line[i], to);
        }
    }
    putc('\n', to);
}

void cli_print_shown(FILE *to, const char *lines) {
    const char *above = "";
    size_t above_length = 0;
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        if (has_carets(lines, length)) {
            print_carets(to, lines, length, above, above_length);
        } else {
            print_line(to, lines, length);
        }
        above = lines;
        above_length = length;
        lines += length + (lines[length] == '\n');
    }
}

/* ---- Sizes --------------------------------------------------------------------------------- */

const char *cli_size_text(uint64_t bytes, char text[CLI_SIZE_MAX]) {
    static const char *const units[] = {" bytes", " kB", " MB", " GB", " TB"};
    double number = (double)bytes;
    size_t i = 0;
    while (number >= 1000.0 && i + 1 < sizeof units / sizeof units[0]) {
        number /= 1000.0;
        i++;
    }
    snprintf(text, CLI_SIZE_MAX, "%.4g%s", number, units[i]);
    return text;
}
