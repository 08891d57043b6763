/* record_islands.c: writes island_cases.txt: contact problems of our own scenes, those of the
 * benchmark. The linker puts this file's tmi_island_solve before the library's.
 *
 *     record_islands > tests/support/island_cases.txt */
#include "analyse/contact/island/island.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scenes of bench/contact/scenes.tml, and how many islands of each: every so many-th, of at most
 * COUNT_MAX points, so that the file stays below 200 kB. */
#define COUNT_MAX 10
static const struct Scene {
    const char *what;
    double end, step; /* [s] */
    int each, count;
} scenes[] = {{"peg(2mm, 0.2mrad, 0)", 3.0, 0.0125, 4, 12},
              {"peg(2mm, 0.2mrad, 0.3)", 3.0, 0.0125, 4, 12},
              {"ramp(1m, 1m, 0)", 2.0, 0.008, 60, 8},
              {"ramp(1m, 1m, 0.1)", 2.0, 0.008, 60, 8},
              {"ledge(0.05m)", 1.0, 0.01, 20, 8},
              {"u_over_peg", 2.0, 0.01, 20, 8},
              {"l_on_peg", 2.0, 0.01, 20, 8},
              {"stack(4)", 1.0, 0.01, 20, 6},
              {"arch(3)", 1.0, 0.01, 3, 8},
              {"pile(4, 0)", 3.0, 0.01, 41, 20},
              {"pile(4, 0.3)", 3.0, 0.01, 41, 30},
              {"pile(4, 0.8)", 3.0, 0.01, 41, 20}};

static const struct Scene *scene;
static int calls, written;

static void write_island(const tmiContactIsland *island) {
    int32_t rows = 2 * island->count;
    printf("%d %s\n", island->count, scene->what);
    for (int32_t i = 0; i < island->count; i++) {
        printf("%.17g %.17g %.17g\n", island->friction[i], island->b[2 * i], island->b[2 * i + 1]);
    }
    for (int32_t r = 0; r < rows; r++) {
        for (int32_t c = 0; c <= r; c++) {
            printf(c < r ? "%.17g " : "%.17g\n", island->w[r * rows + c]);
        }
    }
}

tmStatus __real_tmi_island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                                 double *work, int32_t *int_work, tmiContactIslandInfo *info);
tmStatus __wrap_tmi_island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                                 double *work, int32_t *int_work, tmiContactIslandInfo *info);

tmStatus __wrap_tmi_island_solve(const tmiContactIsland *island, uint8_t *state, double *impulse,
                                 double *work, int32_t *int_work, tmiContactIslandInfo *info) {
    if (island->count <= COUNT_MAX && written < scene->count && calls++ % scene->each == 0) {
        write_island(island);
        written++;
    }
    return __real_tmi_island_solve(island, state, impulse, work, int_work, info);
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", scene->what, what);
    exit(1);
}

static char *text_of_scenes(void) {
    FILE *file = fopen(EXAMPLES "/../bench/contact/scenes.tml", "rb");
    char *text = calloc(1, 100000);
    if (!file || !text || fread(text, 1, 99000, file) == 0) {
        fail("no scenes");
    }
    fclose(file);
    return text;
}

static void run(const char *scenes_text) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmDocument *document = NULL;
    tmModel *model = NULL;
    tmAssembly *assembly = NULL;
    tmDiags *diags = NULL;
    tmSim *sim = NULL;
    char text[101000];
    snprintf(text, sizeof text, "%s\nsimulate %s begin time: (%gs, %gs); method: stepping; end\n",
             scenes_text, scene->what, scene->step, scene->end);
    def.text = text;
    def.length = strlen(text);
    if (tm_document_create(NULL, &def, &document) != TM_OK ||
        tm_model_create(NULL, document, 0, &model_def, &model) != TM_OK ||
        tm_assemble(model, NULL, &assembly) != TM_OK || tm_diags_create(NULL, &diags) != TM_OK ||
        tm_sim_create(model, assembly, NULL, diags, &sim) != TM_OK) {
        fail("not made");
    }
    if (tm_sim_advance(sim, scene->end) != TM_OK) {
        fail("not moved");
    }
    tm_sim_destroy(sim);
    tm_diags_destroy(diags);
    tm_assembly_destroy(assembly);
    tm_model_destroy(model);
    tm_document_destroy(document);
}

int main(void) {
    char *text = text_of_scenes();
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        scene = &scenes[k];
        calls = written = 0;
        run(text);
    }
    free(text);
    return 0;
}
