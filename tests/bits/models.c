/* models.c FILE…: builds every run of the definitions, puts its parts together, moves it through
 * its drives, and writes masses and frames to standard output as they stand in memory. */
#include "definitions.h"

#include <stdio.h>

#define MOVES 12 /* of an animation */

static void write_masses(const tmModel *model) {
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        tmBodyInfo body;
        tm_model_body(model, i, &body);
        fwrite(&body.mass, sizeof body.mass, 1, stdout);
    }
}

static void write_moves(const tmModel *model) {
    tmAnimation *animation;
    if (tm_animation_create(NULL, model, &animation) != TM_OK) {
        return;
    }
    int32_t frames = tm_animation_info(animation)->frames;
    for (int32_t i = 0; i < MOVES; i++) {
        tm_animation_move(animation, (frames - 1) * i / (MOVES - 1), NULL);
        fwrite(tm_animation_frames(animation), sizeof(tmFrame), (size_t)tm_model_body_count(model),
               stdout);
    }
    tm_animation_destroy(animation);
}

static int write_runs(const tmDocument *document) {
    tmDiags *diags;
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return 1;
    }
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        cliModel model;
        if (cli_model_open(document, i, diags, &model) == TM_OK && model.assembly) {
            write_masses(model.model);
            fwrite(tm_assembly_frames(model.assembly), sizeof(tmFrame),
                   (size_t)tm_model_body_count(model.model), stdout);
            write_moves(model.model);
        }
        cli_model_close(&model);
    }
    int failed = tm_diags_total(diags, TM_ERROR) > 0;
    tm_diags_destroy(diags);
    return failed;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        cliDefinition definition;
        failed |=
            !cli_definition_open("models", argv[i], &definition) || write_runs(definition.document);
        cli_definition_close(&definition);
    }
    return failed;
}
