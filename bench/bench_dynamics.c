/* bench_dynamics.c: how fast worlds move at the same measured accuracy, against ODE, Bullet,
 * Simbody and two versions of MuJoCo.
 *
 *     bench_dynamics                          all; writes dynamics.csv and dynamics_recording.csv
 *     bench_dynamics SCENE [ENGINE [END]]     one of them, no file; another end [s]
 *     bench_dynamics --recordings             what recording costs, no file
 *     bench_dynamics --once PROBLEM N KERNEL  runs one kernel once, for tools/growth.py
 *
 * A row is a contender with a setting: its error is the largest of any body's centre at the scene's
 * end against a reference that no contender computed, of the largest distance that a centre moved.
 * tools/work_precision.py reads the speeds at errors of 1e-3 and 1e-6 from the rows.
 *
 * Problems: `chain`, `tree` and `ladder` of N links; kernel `step`: one attempt at a step, all its
 * stages and projections. */
#define _GNU_SOURCE
#include "bench.h"
#include "growth.h"
#include "measure.h"
#include "recording.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 2.0       /* seconds for a run … */
#define LARGE_LIMIT 5.0 /* … of a large scene */
#define LARGE 500       /* bodies */
#define ROUNDS 2        /* beyond the first */

static const struct {
    const char *name, *file, *world;
    double end; /* [s] */
} scenes[] = {
    {"triple pendulum", "triple_pendulum.tml", "triple_pendulum", 2.0},
    {"four-bar 1", "n_four_bar.tml", "four_bars(1)", 10.0},
    {"four-bar 10", "n_four_bar.tml", "four_bars(10)", 10.0},
    {"four-bar 100", "n_four_bar.tml", "four_bars(100)", 10.0},
    {"four-bar 1000", "n_four_bar.tml", "four_bars(1000)", 10.0},
    {"chain 100", "chain.tml", "chain(100)", 2.0},
    {"chain 1000", "chain.tml", "chain(1000)", 2.0},
    {"ragdoll", "ragdoll.tml", "ragdoll", 1.0},
};
#define SCENES (sizeof scenes / sizeof scenes[0])

typedef const dynPeer *peersFn(int *count);

static peersFn *const engines[] = {
    dyn_peers_trammel,     dyn_peers_simbody,       dyn_peers_bullet,
    dyn_peers_ode,         dyn_peers_mujoco_debian,
#ifdef DYN_MUJOCO_NEW
    dyn_peers_mujoco_pypi,
#endif
};
#define ENGINES (sizeof engines / sizeof engines[0])

/* Simbody's linear algebra is the machine's, which would take all processors. */
static void take_one_thread(void) {
    void (*set)(int);
    *(void **)&set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set) {
        set(1);
    }
}

static void write_row(const dynScore *score, const dynRow *row, FILE *csv) {
    double end = score->scene->end;
    double value = row->peer->is_adaptive ? row->setting : end / row->setting;
    fprintf(csv, "%s,%s %s,%s,%s %.3g,", score->scene->name, row->peer->engine, row->peer->version,
            row->peer->method, row->peer->is_adaptive ? "tolerance" : "step", value);
    if (row->is_done) {
        fprintf(csv, "%.3e,%.4g,%.0f,%.3e,\n", row->error, end / row->seconds, row->evaluations,
                row->create_seconds);
    } else {
        fprintf(csv, ",,,,%s\n",
                row->seconds > 0.0 ? "did not get to the end" : "too large for it");
    }
    fflush(csv);
}

static void run_recordings(FILE *csv) {
    fprintf(csv, "scene,frames,bytes,plain_seconds,states_seconds,forces_seconds,"
                 "recorded_seconds,recorder_cost,total_cost\n");
    for (size_t i = 0; i < SCENES; i++) {
        dynScene *scene =
            dyn_scene_create(scenes[i].name, scenes[i].file, scenes[i].world, scenes[i].end);
        if (scene->body_count <= LARGE) {
            dyn_recording_row(scene, csv);
        }
        dyn_scene_destroy(scene);
    }
}

static bool is_for(const dynPeer *peer, const dynScene *scene) {
    bool loops = scene->joint_count > scene->body_count - 1;
    return peer->kind == DYN_ALL || (peer->kind == DYN_LOOPS) == loops;
}

static void run_scene(size_t index, const char *engine, double end, FILE *csv) {
    dynScene *scene =
        dyn_scene_create(scenes[index].name, scenes[index].file, scenes[index].world, end);
    dynScore *score = dyn_score_create(scene, scene->body_count > LARGE ? LARGE_LIMIT : LIMIT);
    fprintf(csv, "# %s: after %g s; size %.6g m; references with 1e-12 and 1e-13 differ by %.1e\n",
            scene->name, scene->end, score->size, score->doubt);
    for (size_t e = 0; e < ENGINES; e++) {
        int count;
        const dynPeer *peers = engines[e](&count);
        for (int i = 0; i < count; i++) {
            if (is_for(&peers[i], scene) && (!engine || strcmp(engine, peers[i].engine) == 0)) {
                int first = score->row_count;
                dyn_score_ladder(score, &peers[i]);
                for (int k = first; k < score->row_count; k++) {
                    write_row(score, &score->rows[k], csv == stdout ? stderr : stdout);
                }
            }
        }
    }
    for (int round = 0; round < ROUNDS; round++) {
        dyn_score_again(score);
    }
    for (int i = 0; i < score->row_count; i++) {
        write_row(score, &score->rows[i], csv);
    }
    dyn_score_destroy(score);
    dyn_scene_destroy(scene);
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        return dyn_run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    take_one_thread();
    if (argc == 2 && strcmp(argv[1], "--recordings") == 0) {
        run_recordings(stdout);
        return 0;
    }
    FILE *csv = argc > 1 ? stdout : bench_csv("dynamics.csv");
    fprintf(csv, "scene,engine,method,setting,error,sim_seconds_per_second,evaluations,"
                 "create_seconds,note\n");
    for (size_t i = 0; i < SCENES; i++) {
        if (argc == 1 || strcmp(argv[1], scenes[i].name) == 0) {
            run_scene(i, argc > 2 ? argv[2] : NULL, argc > 3 ? atof(argv[3]) : scenes[i].end, csv);
        }
    }
    bool good = csv == stdout || fclose(csv) == 0;
    if (argc == 1) {
        printf("recordings\n");
        csv = bench_csv("dynamics_recording.csv");
        run_recordings(csv);
        good = fclose(csv) == 0 && good;
    }
    return good ? 0 : 1;
}
