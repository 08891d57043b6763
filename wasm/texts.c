/* texts.c: documents for hosts that pass numbers and texts but no structs. */
#include "files.h"
#include "output.h"

#include <string.h>

/* Reads a text of `length` bytes into *document; `alone`: only its syntax. As tm_document_create.
 */
TM_API tmStatus tm_wasm_document(const char *text, size_t length, bool alone,
                                 tmDocument **document);

/* Node by offset or path, its place, its element and the node around it; 0 is none. */
TM_API uint32_t tm_wasm_at(const tmDocument *document, size_t offset);
TM_API uint32_t tm_wasm_find(const tmDocument *document, const char *path);
TM_API uint32_t tm_wasm_parent(const tmDocument *document, uint32_t node);
TM_API uint32_t tm_wasm_element(const tmDocument *document, uint32_t node);
TM_API tmStatus tm_wasm_span(const tmDocument *document, uint32_t node, size_t *start,
                             size_t *length);

/* Write to the output: a node's path; the text after edits, or in canonical layout. */
TM_API tmStatus tm_wasm_path(const tmDocument *document, uint32_t node);
TM_API tmStatus tm_wasm_edit(const tmDocument *document, const tmEdit *edits, int32_t count);
TM_API tmStatus tm_wasm_format(const tmDocument *document);

/* Writes what can stand at an offset: for each offer kind, start, length, text and help, each
 * closed by a zero. */
TM_API tmStatus tm_wasm_complete(const tmDocument *document, size_t offset);

/* As tm_quantity_read; where it is TM_ERR_TEXT, writes why to the output. */
TM_API tmStatus tm_wasm_quantity(const char *text, size_t length, const char *unit, double *value);

tmStatus tm_wasm_document(const char *text, size_t length, bool alone, tmDocument **document) {
    tmDocumentDef def = tm_document_def_default();
    def.text = text;
    def.length = length;
    def.alone = alone;
    files_offer(&def);
    return tm_document_create(NULL, &def, document);
}

uint32_t tm_wasm_at(const tmDocument *document, size_t offset) {
    return tm_document_at(document, offset).value;
}

uint32_t tm_wasm_find(const tmDocument *document, const char *path) {
    return tm_document_find(document, path).value;
}

uint32_t tm_wasm_parent(const tmDocument *document, uint32_t node) {
    return tm_document_parent(document, (tmNodeId){node}).value;
}

uint32_t tm_wasm_element(const tmDocument *document, uint32_t node) {
    return tm_document_element(document, (tmNodeId){node}).value;
}

tmStatus tm_wasm_span(const tmDocument *document, uint32_t node, size_t *start, size_t *length) {
    return tm_document_span(document, (tmNodeId){node}, start, length);
}

tmStatus tm_wasm_path(const tmDocument *document, uint32_t node) {
    char path[4096];
    size_t length = tm_document_path(document, (tmNodeId){node}, path, sizeof path);
    output_clear();
    if (length >= sizeof path) {
        return TM_ERR_LIMIT;
    }
    output_write(NULL, path, length);
    return output_status(TM_OK);
}

tmStatus tm_wasm_edit(const tmDocument *document, const tmEdit *edits, int32_t count) {
    output_clear();
    return output_status(tm_document_edit(document, edits, count, output_write, NULL));
}

tmStatus tm_wasm_format(const tmDocument *document) {
    output_clear();
    return output_status(tm_document_format(document, output_write, NULL));
}

/* ---- Completion ---------------------------------------------------------------------------- */

static void write_number(size_t number) {
    char digits[24];
    size_t at = sizeof digits;
    digits[--at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    output_write(NULL, digits + at, sizeof digits - at);
}

static void write_offer(void *user, const tmOffer *offer) {
    (void)user;
    const char *kind = tm_offer_kind_name(offer->kind);
    const char *help = offer->help ? offer->help : "";
    output_write(NULL, kind, strlen(kind) + 1);
    write_number(offer->start);
    write_number(offer->length);
    output_write(NULL, offer->text, strlen(offer->text) + 1);
    output_write(NULL, help, strlen(help) + 1);
}

tmStatus tm_wasm_complete(const tmDocument *document, size_t offset) {
    output_clear();
    return output_status(tm_document_complete(document, offset, write_offer, NULL));
}

/* ---- Numbers ------------------------------------------------------------------------------- */

tmStatus tm_wasm_quantity(const char *text, size_t length, const char *unit, double *value) {
    tmDiags *diags = NULL;
    output_clear();
    tmStatus status = tm_diags_create(NULL, &diags);
    status = status == TM_OK ? tm_quantity_read(NULL, text, length, unit, diags, value) : status;
    if (tm_diags_count(diags) > 0) {
        const tmDiag *diag = tm_diags_at(diags, 0);
        output_write(NULL, diag->message, strlen(diag->message));
        if (diag->hint) {
            output_write(NULL, ": ", 2);
            output_write(NULL, diag->hint, strlen(diag->hint));
        }
    }
    tm_diags_destroy(diags);
    return output_status(status);
}
