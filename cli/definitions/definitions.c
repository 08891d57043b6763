/* definitions.c: opens definitions and builds their models. */
#include "definitions/definitions.h"

#include "files/files.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Definitions --------------------------------------------------------------------------- */

bool cli_definition_open(const char *command, const char *path, cliDefinition *definition) {
    char *text;
    size_t length;
    const char *why = cli_read_file(path, &text, &length);
    *definition = (cliDefinition){.name = strcmp(path, "-") == 0 ? "<stdin>" : path};
    if (!why) {
        tmDocumentDef def = tm_document_def_default();
        definition->includes = cli_includes_create(path);
        def.name = definition->name;
        def.text = text;
        def.length = length;
        def.include = definition->includes ? cli_include : NULL;
        def.mesh = def.include;
        def.user = definition->includes;
        tmStatus status = tm_document_create(NULL, &def, &definition->document);
        why = status == TM_OK ? NULL : tm_status_message(status);
        free(text);
    }
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, cli_shown(path), why);
    }
    return !why;
}

void cli_definition_close(cliDefinition *definition) {
    tm_document_destroy(definition->document);
    cli_includes_destroy(definition->includes);
    *definition = (cliDefinition){.name = NULL};
}

uint64_t cli_definition_hash(const cliDefinition *definition) {
    size_t length = 0;
    const char *text = tm_document_text(definition->document, 0, &length);
    uint64_t hash = text ? cli_hash(CLI_HASH_START, text, length + 1) : CLI_HASH_START;
    return cli_includes_hash(definition->includes, hash);
}

/* ---- Models -------------------------------------------------------------------------------- */

tmStatus cli_diags_add_all(tmDiags *diags, const tmDiags *added) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; status == TM_OK && i < tm_diags_count(added); i++) {
        status = tm_diags_add(diags, tm_diags_at(added, i));
    }
    return status;
}

tmStatus cli_model_open(const tmDocument *document, int32_t run, tmDiags *diags, cliModel *model) {
    tmModelDef def = tm_model_def_default();
    *model = (cliModel){.model = NULL};
    tmStatus status = tm_model_create(NULL, document, run, &def, &model->model);
    if (status != TM_OK) {
        return status;
    }
    status = cli_diags_add_all(diags, tm_model_diags(model->model));
    if (status == TM_OK && tm_diags_total(tm_model_diags(model->model), TM_ERROR) == 0) {
        status = tm_assemble(model->model, NULL, &model->assembly);
        status = status == TM_OK ? tm_assembly_diagnostics(model->assembly, model->model, diags)
                                 : status;
    }
    return status;
}

void cli_model_close(cliModel *model) {
    tm_assembly_destroy(model->assembly);
    tm_model_destroy(model->model);
    *model = (cliModel){.model = NULL};
}
