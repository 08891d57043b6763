/* models.c FILE…: builds every run of the definitions, puts its parts together, moves it through
 * its drives or simulates its first steps, and writes masses, frames and twists to standard output
 * as they stand in memory. */
#include "definitions/definitions.h"

#include <stdio.h>

#define MOVES 12 /* of an animation */
#define STEPS 30 /* of a simulation */

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

/* Worlds that need a control of the host's are left out. */
static void write_simulation(const cliModel *model) {
    tmSimDef def = tm_sim_def_default();
    tmDiags *diags;
    tmSim *sim;
    size_t bodies = (size_t)tm_model_body_count(model->model);
    def.max_attempts = STEPS;
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return;
    }
    tmStatus status = tm_sim_create(model->model, model->assembly, &def, diags, &sim);
    tm_diags_destroy(diags);
    if (status != TM_OK) {
        return;
    }
    (void)tm_sim_advance(sim, tm_sim_info(sim)->end);
    fwrite(tm_sim_frames(sim), sizeof(tmFrame), bodies, stdout);
    fwrite(tm_sim_twists(sim), sizeof(tmTwist), bodies, stdout);
    for (int32_t i = 0; i < tm_model_joint_count(model->model); i++) {
        tmWrench wrench;
        if (tm_sim_joint_wrench(sim, i, &wrench) == TM_OK) {
            fwrite(&wrench, sizeof wrench, 1, stdout);
        }
    }
    tm_sim_destroy(sim);
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
            write_simulation(&model);
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
