/* model_diagnostics.c: messages about a model, with their places in the texts. */
#include "define/model/model.h"

/* Words joined, shortened to what fits. */
static void join_words(const char *const *words, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, size);
    for (; *words; words++) {
        tmi_text_add(&text, *words);
    }
}

void tmi_model_place_of(const tmModel *model, tmiSpot at, tmDiag *diag) {
    const tmiSource *source = &model->worlds->definitions.sources[at.file];
    diag->file = source->reporter->file;
    tmi_tokens_place(source->tree->tokens, tmi_tree_span(source->tree, at.node), &diag->line,
                     &diag->column, &diag->length);
}

void tmi_model_add_diag(tmModel *model, tmSeverity severity, tmiModelSays code, tmiSpot at,
                        int32_t instance, const char *const *words, const char *const *hint) {
    char message[600], advice[300];
    const char *part = instance > 0 ? model->parts[instance].name : NULL;
    tmDiag diag = {.severity = severity,
                   .code = (uint32_t)code,
                   .message = message,
                   .parts = &part,
                   .part_count = part ? 1 : 0};
    join_words(words, message, sizeof message);
    if (hint) {
        join_words(hint, advice, sizeof advice);
        diag.hint = advice;
    }
    tmi_model_place_of(model, at, &diag);
    if (tm_diags_add(model->diags, &diag) == TM_ERR_MEMORY) {
        model->status = TM_ERR_MEMORY;
    }
}
