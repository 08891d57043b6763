/* diag_format.c: one diagnostic as people read it, the same in the terminal, the page and Python.
 */
#include "base/base.h"

#include <string.h>

static const char *severity_name(tmSeverity severity) {
    return severity == TM_ERROR ? "error" : severity == TM_WARNING ? "warning" : "note";
}

/* Points *start at line `line` of `source` and returns its bytes; *start is null past the end. */
static size_t find_line(const char *source, int32_t line, const char **start) {
    for (int32_t at = 1; at < line; at++) {
        source = strchr(source, '\n');
        if (!source) {
            *start = NULL;
            return 0;
        }
        source++;
    }
    *start = source;
    size_t length = strcspn(source, "\n");
    return length && source[length - 1] == '\r' ? length - 1 : length;
}

static void add_margin(tmiText *text, int32_t line, bool with_number) {
    tmiText number;
    char digits[24];
    tmi_text_init(&number, digits, sizeof digits);
    tmi_text_add_int(&number, line);
    tmi_text_add(text, " ");
    for (size_t i = 0; i < number.need; i++) {
        tmi_text_add_bytes(text, with_number ? digits + i : " ", 1);
    }
    tmi_text_add(text, " | ");
}

/* Characters of a line that are shown before and behind the place. */
#define SHOWN_BEFORE 100
#define SHOWN_BEHIND 60

/* A place in a text, as add_place and add_source show it. */
typedef struct Place {
    const char *file;
    int32_t line, column, length;
} Place;

/* Bytes of the first `count` characters of the line. */
static size_t bytes_of(const char *line, size_t length, int32_t count) {
    size_t at = 0;
    for (int32_t i = 0; i < count && at < length; i++) {
        at += tmi_utf8_length(line + at);
    }
    return at < length ? at : length;
}

/* The source line, and below it a caret under the column with a tail for the length. Tabs of the
 * line are repeated below it, so that the caret stands right whatever a tab is worth. */
static void add_source(tmiText *text, const Place *place, const char *source) {
    const char *line;
    size_t length = find_line(source, place->line, &line);
    if (!line) {
        return;
    }
    /* A place past the end of the line stands behind it. */
    int32_t column = place->column;
    for (int32_t i = 1, at = 0; i < column; i++, at += (int32_t)tmi_utf8_length(line + at)) {
        if ((size_t)at >= length) {
            column = i;
        }
    }
    bool cut = column > SHOWN_BEFORE;
    if (cut) {
        size_t hidden = bytes_of(line, length, column - SHOWN_BEFORE);
        line += hidden;
        length -= hidden;
        column = SHOWN_BEFORE;
    }
    size_t shown = bytes_of(line, length, SHOWN_BEFORE + SHOWN_BEHIND);
    add_margin(text, place->line, true);
    tmi_text_add(text, cut ? "…" : "");
    tmi_text_add_bytes(text, line, shown);
    tmi_text_add(text, shown < length ? "…\n" : "\n");
    if (column == 0) {
        return;
    }
    add_margin(text, place->line, false);
    tmi_text_add(text, cut ? " " : "");
    size_t at = 0;
    for (int32_t i = 1; i < column && at < shown; i++) {
        tmi_text_add(text, line[at] == '\t' ? "\t" : " ");
        at += tmi_utf8_length(line + at);
    }
    tmi_text_add(text, "^");
    for (int32_t i = 1; i < place->length && at < shown; i++) {
        at += tmi_utf8_length(line + at);
        if (at < shown) {
            tmi_text_add(text, "~");
        }
    }
    tmi_text_add(text, "\n");
}

static void add_place(tmiText *text, const Place *place) {
    const int32_t numbers[] = {place->line, place->column};
    if (place->file) {
        tmi_text_add(text, place->file);
    } else if (place->line) {
        tmi_text_add(text, "line ");
    } else {
        return;
    }
    for (int i = 0; i < 2 && numbers[i]; i++) {
        if (place->file || i) {
            tmi_text_add(text, ":");
        }
        tmi_text_add_int(text, numbers[i]);
    }
    tmi_text_add(text, ": ");
}

static void add_message(tmiText *text, const Place *place, tmSeverity severity, const char *message,
                        const char *source) {
    add_place(text, place);
    tmi_text_add(text, severity_name(severity));
    tmi_text_add(text, ": ");
    tmi_text_add(text, message);
    tmi_text_add(text, "\n");
    if (source && place->line > 0) {
        add_source(text, place, source);
    }
}

static void add_parts(tmiText *text, const tmDiag *diag) {
    tmi_text_add(text, "  parts: ");
    for (int32_t i = 0; i < diag->part_count; i++) {
        tmi_text_add(text, i ? ", " : "");
        tmi_text_add(text, diag->parts[i] ? diag->parts[i] : "?");
    }
    tmi_text_add(text, "\n");
}

size_t tm_diag_format(const tmDiag *diag, const char *source, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, buffer ? size : 0);
    if (!diag || !diag->message) {
        return 0;
    }
    Place place = {diag->file, diag->line, diag->column, diag->length};
    add_message(&text, &place, diag->severity, diag->message, source);
    if (diag->related) {
        bool same = !diag->related_file;
        Place other = {same ? diag->file : diag->related_file, diag->related_line,
                       diag->related_column, diag->related_length};
        add_message(&text, &other, TM_NOTE, diag->related, same ? source : NULL);
    }
    if (diag->part_count > 0 && diag->parts) {
        add_parts(&text, diag);
    }
    if (diag->hint) {
        tmi_text_add(&text, "  hint: ");
        tmi_text_add(&text, diag->hint);
        tmi_text_add(&text, "\n");
    }
    return text.need;
}
