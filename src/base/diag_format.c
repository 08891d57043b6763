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

/* The source line, and below it a caret under the column with a tail for the length. Tabs of the
 * line are repeated below it, so that the caret stands right whatever a tab is worth. */
static void add_source(tmiText *text, const tmDiag *diag, const char *source) {
    const char *line;
    size_t length = find_line(source, diag->line, &line);
    if (!line) {
        return;
    }
    add_margin(text, diag->line, true);
    tmi_text_add_bytes(text, line, length);
    tmi_text_add(text, "\n");
    if (diag->column == 0) {
        return;
    }
    add_margin(text, diag->line, false);
    size_t at = 0;
    for (int32_t column = 1; column < diag->column && at < length; column++) {
        tmi_text_add(text, line[at] == '\t' ? "\t" : " ");
        at += tmi_utf8_length(line + at);
    }
    tmi_text_add(text, "^");
    for (int32_t i = 1; i < diag->length && at < length; i++) {
        at += tmi_utf8_length(line + at);
        if (at < length) {
            tmi_text_add(text, "~");
        }
    }
    tmi_text_add(text, "\n");
}

static void add_place(tmiText *text, const tmDiag *diag) {
    const int32_t numbers[] = {diag->line, diag->column};
    if (diag->file) {
        tmi_text_add(text, diag->file);
    } else if (diag->line) {
        tmi_text_add(text, "line ");
    } else {
        return;
    }
    for (int i = 0; i < 2 && numbers[i]; i++) {
        if (diag->file || i) {
            tmi_text_add(text, ":");
        }
        tmi_text_add_int(text, numbers[i]);
    }
    tmi_text_add(text, ": ");
}

size_t tm_diag_format(const tmDiag *diag, const char *source, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, buffer ? size : 0);
    if (!diag || !diag->message) {
        return 0;
    }
    add_place(&text, diag);
    tmi_text_add(&text, severity_name(diag->severity));
    tmi_text_add(&text, ": ");
    tmi_text_add(&text, diag->message);
    tmi_text_add(&text, "\n");
    if (source && diag->line > 0) {
        add_source(&text, diag, source);
    }
    if (diag->part_count > 0 && diag->parts) {
        tmi_text_add(&text, "  parts: ");
        for (int32_t i = 0; i < diag->part_count; i++) {
            tmi_text_add(&text, i ? ", " : "");
            tmi_text_add(&text, diag->parts[i] ? diag->parts[i] : "?");
        }
        tmi_text_add(&text, "\n");
    }
    if (diag->hint) {
        tmi_text_add(&text, "  hint: ");
        tmi_text_add(&text, diag->hint);
        tmi_text_add(&text, "\n");
    }
    return text.need;
}
