/* models.c: models of texts in tests. */
#include "models.h"

#include <stdio.h>
#include <string.h>

tmModel *model_of(tmTest *t, const char *text) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmDocument *document;
    tmModel *model;
    def.text = text;
    def.length = strlen(text);
    if (!CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    const tmDiags *diags = tm_document_diags(document);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        if (tm_diags_at(diags, i)->severity == TM_ERROR) {
            CHECK_TEXT(tm_diags_at(diags, i)->message, "");
        }
    }
    if (!CHECK_STATUS(tm_model_create(&t->allocator, document, 0, &model_def, &model), TM_OK)) {
        return NULL;
    }
    DEFER(tm_model_destroy, model);
    return model;
}

tmModel *fine_model_of(tmTest *t, const char *text) {
    tmModel *model = model_of(t, text);
    if (model) {
        CHECK_TEXT(model_messages(t, model), "");
    }
    return model;
}

const char *model_messages(tmTest *t, const tmModel *model) {
    static const size_t size = 4000;
    char *said = test_memory(t, size, 1);
    const tmDiags *diags = tm_model_diags(model);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        size_t used = strlen(said);
        snprintf(said + used, size - used, "%d:%d %s%s%s%s\n", diag->line, diag->column,
                 diag->message, diag->part_count ? " [" : "",
                 diag->part_count ? diag->parts[0] : "", diag->part_count ? "]" : "");
    }
    return said;
}
