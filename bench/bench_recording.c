/* bench_recording.c: what recording adds to a run: a triple pendulum in the plane that is simulated
 * for a second at a time, with a frame every millisecond: alone; with the forces of its joints and
 * its monitors asked for at each frame; and with all that recorded into memory, too. */
#include "bench.h"
#include "trammel/trammel.h"

#include <stdlib.h>
#include <string.h>

#define FRAMES 1000
#define JOINTS 3
#define VALUES 16
#define ROOM (1 << 22) /* bytes of a recording */

static const char text[] =
    "language 1;\n"
    "primitive rod begin\n"
    "  geometry: bar(400mm, 40mm, 10mm) where begin top: (-200mm, 0); tip: (200mm, 0); end;\n"
    "  dynamics: ;\n"
    "end\n"
    "world triple begin\n"
    "  components a, b, c: rod;\n"
    "  structure begin\n"
    "    place a by top at (0, 0) angle = -20deg;\n"
    "    join a to world with pin matching (top center) as one;\n"
    "    join b to a with pin matching (top tip) as two;\n"
    "    join c to b with pin matching (top tip) as three;\n"
    "  end\n"
    "  properties: (gravity, planar);\n"
    "end\n"
    "simulate triple begin time: (1ms, 1s); monitor: one.angle, two.angle, three.angle; end\n";

typedef enum How { ALONE, WITH_STATE, RECORDED, HOWS } How;

typedef struct Run {
    How how;
    tmDocument *document;
    tmModel *model;
    tmAssembly *assembly;
    char *bytes;
    size_t length;
} Run;

static void must(tmStatus status, const char *what) {
    if (status != TM_OK) {
        fprintf(stderr, "%s: %s\n", what, tm_status_message(status));
        exit(EXIT_FAILURE);
    }
}

static void keep(void *user, const char *bytes, size_t count) {
    Run *run = user;
    if (count <= ROOM - run->length) {
        memcpy(run->bytes + run->length, bytes, count);
    }
    run->length += count;
}

static void take_frame(const Run *run, tmSim *sim, tmRecorder *recorder) {
    tmWrench wrenches[JOINTS];
    double values[VALUES];
    const tmSimInfo *info = tm_sim_info(sim);
    for (int32_t i = 0; i < JOINTS; i++) {
        must(tm_sim_joint_wrench(sim, i, &wrenches[i]), "forces");
    }
    must(tm_sim_monitors(sim, values), "monitors");
    if (run->how == RECORDED) {
        const tmRecordedFrame frame = {.time = info->time,
                                       .frames = tm_sim_frames(sim),
                                       .twists = tm_sim_twists(sim),
                                       .values = values,
                                       .wrenches = wrenches,
                                       .energy = info->energy,
                                       .work = info->work};
        must(tm_recorder_frame(recorder, &frame), "a frame");
    }
}

static void simulate(void *context) {
    Run *run = context;
    tmRecorderDef def = tm_recorder_def_default();
    tmRecorder *recorder;
    tmDiags *diags;
    tmSim *sim;
    run->length = 0;
    must(tm_diags_create(NULL, &diags), "diagnostics");
    must(tm_sim_create(run->model, run->assembly, NULL, diags, &sim), "the simulation");
    must(tm_recorder_create(NULL, run->document, run->model, &def, keep, run, &recorder),
         "the recorder");
    for (int32_t i = 1; i <= FRAMES; i++) {
        must(tm_sim_advance(sim, 1e-3 * i), "the run");
        if (run->how != ALONE) {
            take_frame(run, sim, recorder);
        }
    }
    must(tm_recorder_finish(recorder, tm_sim_info(sim)), "the end");
    tm_recorder_destroy(recorder);
    tm_sim_destroy(sim);
    tm_diags_destroy(diags);
}

static void prepare(Run *run) {
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    tmAssemblyDef assembly_def = tm_assembly_def_default();
    def.text = text;
    def.length = sizeof text - 1;
    run->bytes = calloc(ROOM, 1);
    must(run->bytes ? TM_OK : TM_ERR_MEMORY, "memory");
    must(tm_document_create(NULL, &def, &run->document), "the text");
    must(tm_model_create(NULL, run->document, 0, &model_def, &run->model), "the model");
    must(tm_assemble(run->model, &assembly_def, &run->assembly), "the assembly");
}

int main(void) {
    static const char *const names[HOWS] = {"alone", "with forces and monitors", "recorded"};
    Run runs[HOWS];
    benchContender contenders[HOWS];
    prepare(&runs[0]);
    for (int i = 0; i < HOWS; i++) {
        runs[i] = runs[0];
        runs[i].how = (How)i;
        contenders[i] = (benchContender){names[i], simulate, &runs[i], 0.0};
    }
    bench_compare(contenders, HOWS, 10.0);
    FILE *csv = bench_csv("recording.csv");
    fprintf(csv, "run,frames,ns a frame,bytes\n");
    for (int i = 0; i < HOWS; i++) {
        fprintf(csv, "%s,%d,%.0f,%zu\n", names[i], FRAMES, 1e9 * contenders[i].seconds / FRAMES,
                i == RECORDED ? runs[i].length : 0);
        printf("%-26s %6.0f ns a frame\n", names[i], 1e9 * contenders[i].seconds / FRAMES);
    }
    printf("writing takes %.1f %% of a run with forces and monitors\n",
           100.0 * (contenders[RECORDED].seconds - contenders[WITH_STATE].seconds) /
               contenders[WITH_STATE].seconds);
    fclose(csv);
    tm_assembly_destroy(runs[0].assembly);
    tm_model_destroy(runs[0].model);
    tm_document_destroy(runs[0].document);
    free(runs[0].bytes);
    return EXIT_SUCCESS;
}
