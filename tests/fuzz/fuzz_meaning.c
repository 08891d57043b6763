/* fuzz_meaning.c: definitions that mean something, with words, numbers and lines exchanged.
 *
 *     fuzz_meaning [options of libFuzzer] [corpus folder or input]
 *
 * Seeds are the files of tests/language and examples. What must hold: no crash, leak or hang; the
 * same text gives the same messages; a document without errors describes its runs, and one with a
 * mistake of syntax tells no less when its meaning is checked, too; names are offered anywhere;
 * small worlds are put together and simulated for some steps, after which every number is finite,
 * and a saved run goes on as the run itself does; bytes that are not a saved run change nothing. */
#include "texts.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void demand(bool holds, const char *what, const char *text) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n---\n%s\n---\n", what, text);
        abort();
    }
}

static tmDocument *read_text(const char *text, bool alone) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text;
    def.length = strlen(text);
    def.alone = alone;
    demand(tm_document_create(NULL, &def, &document) == TM_OK, "there is memory", text);
    return document;
}

static void count_offer(void *user, const tmOffer *offer) {
    *(size_t *)user += strlen(offer->text) + strlen(offer->help);
}

/* Some places, others for each input. */
static void check_offers(const tmDocument *document, const char *text, size_t first) {
    size_t sum = 0, length = strlen(text);
    for (size_t offset = first % 89; offset <= length; offset += 89) {
        demand(tm_document_complete(document, offset, count_offer, &sum) == TM_OK, "offers", text);
    }
}

/* ---- Runs ---------------------------------------------------------------------------------- */

#define PARTS_MAX 20
#define STEPS 12

static void check_state(tmSim *sim, const tmModel *model, const char *text) {
    size_t bodies = (size_t)tm_model_body_count(model);
    const double *frames = (const double *)tm_sim_frames(sim);
    const double *twists = (const double *)tm_sim_twists(sim);
    for (size_t i = 0; i < 7 * bodies; i++) {
        demand(frames[i] - frames[i] == 0.0, "frames are finite", text);
    }
    for (size_t i = 0; i < 6 * bodies; i++) {
        demand(twists[i] - twists[i] == 0.0, "twists are finite", text);
    }
    tmSimOutcome outcome = tm_sim_info(sim)->outcome;
    demand((outcome == TM_SIM_FAILED) == (tm_sim_diagnostic(sim) != NULL), "failures are told",
           text);
}

/* A copy of the run goes on as it does, and damaged bytes are refused. */
static void check_saved(tmSim *sim, const char *text, uint8_t damage) {
    size_t size = tm_sim_save_size(sim);
    unsigned char *bytes = malloc(size);
    demand(bytes && tm_sim_save(sim, bytes, size) == TM_OK, "it can be saved", text);
    uint64_t hash = tm_sim_hash(sim);
    bytes[damage % size] ^= 1;
    demand(tm_sim_restore(sim, bytes, size) != TM_OK, "damage is found", text);
    demand(tm_sim_hash(sim) == hash, "what is refused changes nothing", text);
    bytes[damage % size] ^= 1;
    double to = tm_sim_info(sim)->time * 1.5;
    (void)tm_sim_advance(sim, to);
    hash = tm_sim_hash(sim);
    demand(tm_sim_restore(sim, bytes, size) == TM_OK, "it can go back", text);
    (void)tm_sim_advance(sim, to);
    demand(tm_sim_hash(sim) == hash, "and goes the same way again", text);
    free(bytes);
}

static void simulate(const tmModel *model, const tmAssembly *assembly, const char *text,
                     uint8_t damage) {
    tmSimDef def = tm_sim_def_default();
    tmDiags *diags;
    tmSim *sim;
    def.max_attempts = STEPS;
    demand(tm_diags_create(NULL, &diags) == TM_OK, "there is memory", text);
    if (tm_sim_create(model, assembly, &def, diags, &sim) == TM_OK) {
        (void)tm_sim_advance(sim, tm_sim_info(sim)->end);
        check_state(sim, model, text);
        check_saved(sim, text, damage);
        check_state(sim, model, text);
        tm_sim_destroy(sim);
    }
    tm_diags_destroy(diags);
}

static void check_run(const tmDocument *document, int32_t run, const char *text, uint8_t damage) {
    tmModelDef def = tm_model_def_default();
    tmAssemblyDef few = tm_assembly_def_default();
    tmModel *model;
    tmAssembly *assembly;
    few.max_restarts = 2;
    if (tm_model_create(NULL, document, run, &def, &model) != TM_OK) {
        return;
    }
    if (tm_diags_total(tm_model_diags(model), TM_ERROR) == 0 &&
        tm_assemble(model, &few, &assembly) == TM_OK) {
        simulate(model, assembly, text, damage);
        tm_assembly_destroy(assembly);
    }
    tm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const folders[] = {SEEDS "/right", SEEDS "/wrong", EXAMPLES "/papers",
                                          EXAMPLES "/dynamics", NULL};
    static char text[TEXT_MAX + 1];
    if (size < 2 || !text_make(folders, data, size < 100 ? size : 100, text)) {
        return 0;
    }
    tmDocument *alone = read_text(text, true), *document = read_text(text, false);
    tmDocument *again = read_text(text, false);
    const tmDiags *diags = tm_document_diags(document), *same = tm_document_diags(again);
    demand(tm_diags_count(diags) == tm_diags_count(same), "the same messages", text);
    demand(tm_diags_total(diags, TM_ERROR) >= tm_diags_total(tm_document_diags(alone), TM_ERROR),
           "mistakes of syntax are told, too", text);
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        char message[600];
        const tmDiag *diag = tm_diags_at(diags, i);
        demand(strcmp(diag->message, tm_diags_at(same, i)->message) == 0, "the same words", text);
        demand(diag->line > 0 && diag->column > 0 && diag->length > 0, "a place", text);
        (void)tm_diag_format(diag, text, message, sizeof message);
    }
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        tmRunInfo run;
        demand(tm_document_run(document, i, &run) == TM_OK, "a run is described", text);
        demand(run.dynamic_bodies <= run.bodies && run.unresolved_controls <= run.controls,
               "counts fit", text);
        if (run.kind == TM_RUN_SIMULATE && run.bodies <= PARTS_MAX && run.joints <= PARTS_MAX &&
            tm_diags_total(diags, TM_ERROR) == 0) {
            check_run(document, i, text, data[size - 1]);
        }
    }
    check_offers(document, text, (size_t)data[size - 1] + data[0]);
    tm_document_destroy(again);
    tm_document_destroy(document);
    tm_document_destroy(alone);
    return 0;
}
