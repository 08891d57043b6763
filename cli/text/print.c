/* print.c: diagnostics and texts, for people and as JSON. */
#include "text/text.h"

#include <stdlib.h>
#include <string.h>

/* The text of the file that the diagnostic is about; null where it does not belong to the document.
 */
static const char *source_of(const tmDocument *document, const tmDiag *diag) {
    for (int32_t i = 0; diag->file && i < tm_document_file_count(document); i++) {
        const char *name = tm_document_file_name(document, i);
        if (name && strcmp(name, diag->file) == 0) {
            return tm_document_text(document, i, NULL);
        }
    }
    return NULL;
}

void cli_print_severe(const tmDocument *document, const tmDiags *diags, tmSeverity min) {
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        if (diag->severity < min) {
            continue;
        }
        const char *source = source_of(document, diag);
        tmDiag shown = *diag;
        shown.file = diag->file ? cli_shown(diag->file) : NULL;
        shown.related_file = diag->related_file ? cli_shown(diag->related_file) : NULL;
        size_t need = tm_diag_format(&shown, source, NULL, 0);
        char *text = malloc(need + 1);
        if (text) {
            tm_diag_format(&shown, source, text, need + 1);
            cli_print_shown(stderr, text);
        }
        free(text);
    }
}

void cli_print_list(const tmDocument *document, const tmDiags *diags) {
    cli_print_severe(document, diags, TM_NOTE);
}

void cli_print_diags(const tmDocument *document) {
    cli_print_list(document, tm_document_diags(document));
}

/* JSON is UTF-8: bytes that are not become the replacement character. Control characters of
 * terminals are escaped here, too. */
void cli_print_text(FILE *to, const char *text) {
    size_t length = strlen(text);
    putc('"', to);
    for (size_t at = 0; at < length;) {
        char spelled[CLI_SPELLED_MAX];
        int32_t code;
        size_t size = cli_character(text + at, length - at, &code);
        cli_spell(text + at, length - at, spelled);
        if (code == '"' || code == '\\') {
            fprintf(to, "\\%c", (int)code);
        } else if (spelled[0] == '\\') {
            fprintf(to, "\\u%04x", code < 0 ? 0xfffdu : (unsigned)code);
        } else {
            fputs(spelled, to);
        }
        at += size;
    }
    putc('"', to);
}

void cli_put_text(const char *text) {
    cli_print_text(stdout, text);
}

static void put_place(const char *file, int32_t line, int32_t column, int32_t length) {
    printf("\"file\":");
    cli_put_text(file ? file : "");
    printf(",\"range\":{\"line\":%d,\"column\":%d,\"length\":%d}", line, column, length);
}

void cli_put_diag(const tmDiag *diag) {
    static const char *const severities[] = {"note", "warning", "error"};
    putchar('{');
    put_place(diag->file, diag->line, diag->column, diag->length);
    printf(",\"severity\":\"%s\",\"code\":%u,\"message\":", severities[diag->severity], diag->code);
    cli_put_text(diag->message);
    if (diag->hint) {
        printf(",\"hint\":");
        cli_put_text(diag->hint);
    }
    if (diag->part_count > 0) {
        printf(",\"parts\":[");
        for (int32_t i = 0; i < diag->part_count; i++) {
            printf(i > 0 ? "," : "");
            cli_put_text(diag->parts[i]);
        }
        putchar(']');
    }
    if (diag->related) {
        printf(",\"related\":{");
        put_place(diag->related_file ? diag->related_file : diag->file, diag->related_line,
                  diag->related_column, diag->related_length);
        printf(",\"message\":");
        cli_put_text(diag->related);
        putchar('}');
    }
    putchar('}');
}
