/* recording.c: see recording.h. A frame has poses, velocities, all joints' forces and the energy,
 * as `trammel simulate` records them. */
#define _POSIX_C_SOURCE 200809L
#include "recording.h"

#include <stdlib.h>
#include <time.h>

#define INTERVAL 0.01 /* seconds between frames */
#define TOLERANCE 1e-8
#define ROUNDS 7 /* in which the ways take turns */

typedef enum dynHow { DYN_PLAIN, DYN_STATES, DYN_FRAMES, DYN_RECORDED, DYN_HOWS } dynHow;

typedef struct recordedRun {
    const dynScene *scene;
    dynHow how;
    tmWrench *wrenches;
    double sum; /* of what was read, so that nobody leaves it out */
    uint64_t bytes;
} recordedRun;

static void write_bytes(void *user, const char *text, size_t length) {
    dyn_need(fwrite(text, 1, length, user) == length, "writing");
}

static void show(recordedRun *run, tmSim *sim, tmRecorder *recorder) {
    const tmSimInfo *info = tm_sim_info(sim);
    for (int i = 0; i < run->scene->joint_count && run->how != DYN_STATES; i++) {
        dyn_need(tm_sim_joint_wrench(sim, i, &run->wrenches[i]) == TM_OK, "a joint's force");
    }
    tmRecordedFrame frame = {.time = info->time,
                             .frames = tm_sim_frames(sim),
                             .twists = tm_sim_twists(sim),
                             .wrenches = run->wrenches,
                             .energy = info->energy,
                             .work = info->work};
    run->sum += frame.frames[1].position[0] + frame.twists[1].linear[0];
    dyn_need(!recorder || tm_recorder_frame(recorder, &frame) == TM_OK, "recording");
}

static void run_all(recordedRun *run) {
    tmSimDef def = tm_sim_def_default();
    tmRecorderDef recorder_def = tm_recorder_def_default();
    tmRecorder *recorder = NULL;
    tmDiags *diags;
    tmSim *sim;
    def.tolerance = TOLERANCE;
    def.end = run->scene->end;
    recorder_def.run = tm_document_run_count(run->scene->document) - 1;
    dyn_need(tm_diags_create(NULL, &diags) == TM_OK, "taking memory");
    dyn_need(tm_sim_create(run->scene->model, run->scene->assembly, &def, diags, &sim) == TM_OK,
             "a simulation");
    FILE *f = run->how == DYN_RECORDED ? tmpfile() : NULL;
    dyn_need(f || run->how != DYN_RECORDED, "a file");
    dyn_need(!f || tm_recorder_create(NULL, run->scene->document, run->scene->model, &recorder_def,
                                      write_bytes, f, &recorder) == TM_OK,
             "a recorder");
    for (int i = 1; tm_sim_info(sim)->outcome == TM_SIM_RUNS; i++) {
        tm_sim_advance(sim, run->how == DYN_PLAIN ? def.end : i * INTERVAL);
        if (run->how != DYN_PLAIN) {
            show(run, sim, recorder);
        }
    }
    if (f) {
        tm_recorder_finish(recorder, tm_sim_info(sim));
        run->bytes = tm_recorder_length(recorder);
        tm_recorder_destroy(recorder);
        fclose(f);
    }
    tm_sim_destroy(sim);
    tm_diags_destroy(diags);
}

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void dyn_recording_row(const dynScene *scene, FILE *csv) {
    recordedRun run = {scene, DYN_PLAIN, NULL, 0.0, 0};
    double min[DYN_HOWS];
    run.wrenches = calloc((size_t)scene->joint_count + 1, sizeof *run.wrenches);
    dyn_need(run.wrenches != NULL, "taking memory");
    for (int round = 0; round < ROUNDS; round++) {
        for (int how = 0; how < DYN_HOWS; how++) {
            double start = processor_time();
            run.how = (dynHow)how;
            run_all(&run);
            double taken = processor_time() - start;
            min[how] = round == 0 || taken < min[how] ? taken : min[how];
        }
    }
    fprintf(csv, "%s,%.0f,%.0f", scene->name, scene->end / INTERVAL, (double)run.bytes);
    for (int how = 0; how < DYN_HOWS; how++) {
        fprintf(csv, ",%.4e", min[how]);
    }
    fprintf(csv, ",%.3f,%.3f\n", (min[DYN_RECORDED] - min[DYN_FRAMES]) / min[DYN_FRAMES],
            (min[DYN_RECORDED] - min[DYN_PLAIN]) / min[DYN_PLAIN]);
    fflush(csv);
    free(run.wrenches);
}
