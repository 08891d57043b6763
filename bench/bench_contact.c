/* bench_contact.c: what engines make of scenes in which bodies touch, and how fast: against Box2D,
 * Chipmunk, Bullet, ODE, Siconos and two versions of MuJoCo.
 *
 *     bench_contact                   all; writes contact.csv
 *     bench_contact SCENE [ENGINE]    those whose names begin so, no file
 *     bench_contact --once SCENE N    N runs of Trammel and nothing else, for a profiler
 *
 * Every engine makes the same steps. Its poses after each are judged by one piece of code
 * (bench/contact/judge.c); then it is timed without that, in turns with the others. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "judge.h"
#include "peer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 9      /* of timing */
#define SLICE 0.02    /* seconds for which short runs are repeated in a round */
#define LONG 1.0      /* seconds: longer runs are timed once more only */
#define TOO_LONG 20.0 /* seconds after which a run is broken off */
#define PEERS_MAX 24

static const struct {
    const char *name, *world;
    double step; /* [s] */
    int steps;
    conJudgeFn *judge;
} scenes[] = {
    {"peg straight", "peg(0, 0, 0)", 0.0125, 320, con_judge_peg},
    {"peg straight friction", "peg(0, 0, 0.3)", 0.0125, 320, con_judge_peg},
    {"peg off-centre", "peg(2mm, 0, 0)", 0.0125, 320, con_judge_peg},
    {"peg off-centre friction", "peg(2mm, 0, 0.3)", 0.0125, 320, con_judge_peg},
    {"peg tilted", "peg(0, 0.0002rad, 0)", 0.0125, 320, con_judge_peg},
    {"peg tilted friction", "peg(0, 0.0002rad, 0.3)", 0.0125, 320, con_judge_peg},
    {"ramp flat", "ramp(1m, 0.5m, 0)", 0.008, 300, con_judge_ramp},
    {"ramp flat friction", "ramp(1m, 0.5m, 0.1)", 0.008, 300, con_judge_ramp},
    {"ramp square", "ramp(1m, 1m, 0)", 0.008, 300, con_judge_ramp},
    {"ramp square friction", "ramp(1m, 1m, 0.1)", 0.008, 300, con_judge_ramp},
    {"ramp tall", "ramp(0.5m, 1m, 0)", 0.008, 300, con_judge_ramp},
    {"ramp tall friction", "ramp(0.5m, 1m, 0.1)", 0.008, 300, con_judge_ramp},
    {"tiles", "tiles(0)", 0.01, 300, con_judge_tiles},
    {"tiles friction", "tiles(0.1)", 0.01, 300, con_judge_tiles},
    {"ledge in", "ledge(-20mm)", 0.01, 300, con_judge_stays},
    {"ledge out", "ledge(20mm)", 0.01, 100, con_judge_tips},
    {"U over a peg", "u_over_peg", 0.01, 300, con_judge_lands},
    {"L on a peg", "l_on_peg", 0.01, 300, con_judge_lands},
    {"bullet", "bullet", 0.01, 60, con_judge_bullet},
    {"rod and ball", "rod_and_ball", 0.01, 60, con_judge_rod},
    {"between walls", "between_walls", 0.01, 100, con_judge_between},
    {"stack 10", "stack(10)", 0.01, 6000, con_judge_stays},
    {"arch 11", "arch(11)", 0.01, 1000, con_judge_stays},
    {"geneva", "geneva(0)", 0.001, 4000, con_judge_geneva},
    {"pile 36", "pile(6, 0.3)", 0.01, 300, con_judge_pile},
    {"pile 100", "pile(10, 0.3)", 0.01, 300, con_judge_pile},
};
#define SCENES (sizeof scenes / sizeof scenes[0])

typedef const conPeer *peersFn(int *count);

/* Null: it is not installed. */
static const struct {
    const char *name;
    peersFn *peers;
} engines[] = {
    {"trammel", con_peers_trammel},
#ifdef CON_BOX2D
    {"box2d", con_peers_box2d},
#else
    {"box2d 2.4", NULL},
#endif
    {"chipmunk", con_peers_chipmunk},    {"bullet", con_peers_bullet}, {"ode", con_peers_ode},
    {"mujoco", con_peers_mujoco_debian},
#ifdef CON_MUJOCO_NEW
    {"mujoco", con_peers_mujoco_pypi},
#else
    {"the newer mujoco", NULL},
#endif
#ifdef CON_SICONOS
    {"siconos", con_peers_siconos},
#else
    {"siconos", NULL},
#endif
};
#define ENGINES (sizeof engines / sizeof engines[0])

typedef struct conRow {
    const conPeer *peer;
    conVerdict verdict;
    bool is_done;   /* it did the scene */
    bool is_broken; /* it ended the program */
    double seconds; /* of processor time, of the fastest run */
} conRow;

static conScene *make_scene(size_t index) {
    bool is_example = scenes[index].judge == con_judge_geneva;
    return con_scene_create(scenes[index].name,
                            is_example ? "examples/contact/geneva.tml" : "bench/contact/scenes.tml",
                            scenes[index].world, scenes[index].step, scenes[index].steps);
}

static double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

/* The run whose poses count. A run that takes too long is wrong. */
static void judge_run(conRow *row, const conScene *scene, conJudgeFn *judge) {
    void *run = row->peer->create(row->peer, scene);
    if (!run) {
        return;
    }
    size_t bodies = (size_t)scene->body_count;
    conTrack track = {scene, calloc((size_t)(scene->steps + 1) * bodies, sizeof(conState))};
    con_need(track.states != NULL, "taking memory");
    for (size_t i = 0; i < bodies; i++) {
        track.states[i] = scene->bodies[i].start;
    }
    double start = processor_time();
    row->is_done = true;
    for (int i = 0; i < scene->steps && row->is_done; i++) {
        row->peer->step(run);
        row->peer->states(run, track.states + (size_t)(i + 1) * bodies);
        row->is_done = processor_time() - start < TOO_LONG;
    }
    row->seconds = processor_time() - start;
    row->peer->destroy(run);
    if (row->is_done) {
        con_judge(&track, judge, &row->verdict);
    }
    free(track.states);
}

/* Steps alone, without making the world or asking where things are. */
static double time_run(const conPeer *peer, const conScene *scene) {
    void *run = peer->create(peer, scene);
    double start = processor_time();
    for (int i = 0; i < scene->steps; i++) {
        peer->step(run);
    }
    double seconds = processor_time() - start;
    peer->destroy(run);
    return seconds;
}

static void time_round(conRow *row, const conScene *scene, conJudgeFn *judge) {
    double spent = 0.0;
    (void)judge;
    while (spent < SLICE) {
        double seconds = time_run(row->peer, scene);
        row->seconds = fmin(row->seconds, seconds);
        spent += seconds;
    }
}

typedef void workFn(conRow *row, const conScene *scene, conJudgeFn *judge);

/* Does it in a copy of the program, for some engines end theirs where they fail, and some keep
 * memory. */
static void do_safely(workFn *work, conRow *row, const conScene *scene, conJudgeFn *judge) {
    int ends[2];
    con_need(pipe(ends) == 0, "making a pipe");
    fflush(NULL);
    pid_t child = fork();
    con_need(child >= 0, "making a process");
    if (child == 0) {
        work(row, scene, judge);
        _exit(write(ends[1], row, sizeof *row) == (ssize_t)sizeof *row ? 0 : 1);
    }
    close(ends[1]);
    conRow answer;
    if (read(ends[0], &answer, sizeof answer) == (ssize_t)sizeof answer) {
        *row = answer;
    } else {
        row->is_broken = true;
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
}

static bool can_be_timed(const conRow *row, int round) {
    return row->is_done && !row->is_broken && isfinite(row->verdict.error) &&
           (round == 0 || row->seconds < LONG);
}

static const char *outcome_of(const conRow *row) {
    if (row->is_broken || (row->is_done && isinf(row->verdict.error))) {
        return "broke off";
    }
    if (!row->is_done) {
        return row->seconds > 0.0 ? "too slow" : "cannot";
    }
    if (!row->verdict.is_right) {
        return "wrong";
    }
    return row->verdict.penetration > CON_OVERLAP ? "overlaps" : "right";
}

static void write_row(const conRow *row, const conScene *scene, FILE *csv) {
    const char *gap = row->peer->setting ? " " : "";
    const char *setting = row->peer->setting ? row->peer->setting : "";
    fprintf(csv, "%s,%s%s%s,%s,", scene->name, row->peer->engine, gap, setting, outcome_of(row));
    if (row->is_done && isfinite(row->verdict.error)) {
        fprintf(csv, "%.2e,%.2e,%.4g\n", row->verdict.penetration, row->verdict.error,
                scene->steps / row->seconds);
    } else {
        fprintf(csv, ",,\n");
    }
    fflush(csv);
}

/* ---- The program --------------------------------------------------------------------------- */

static bool begins(const char *name, const char *with) {
    return !with || strncmp(name, with, strlen(with)) == 0;
}

static void run_scene(size_t index, const char *engine, FILE *csv) {
    conRow rows[PEERS_MAX];
    int row_count = 0;
    conScene *scene = make_scene(index);
    for (size_t e = 0; e < ENGINES; e++) {
        int count = 0;
        const conPeer *peers = engines[e].peers ? engines[e].peers(&count) : NULL;
        for (int i = 0; i < count; i++) {
            if (begins(peers[i].engine, engine)) {
                conRow made = {&peers[i], {false, 0.0, 0.0}, false, false, 0.0};
                con_need(row_count < PEERS_MAX, "room for an engine");
                rows[row_count++] = made;
                do_safely(judge_run, &rows[row_count - 1], scene, scenes[index].judge);
            }
        }
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < row_count; i++) {
            if (can_be_timed(&rows[i], round)) {
                do_safely(time_round, &rows[i], scene, NULL);
            }
        }
    }
    for (int i = 0; i < row_count; i++) {
        write_row(&rows[i], scene, csv);
        if (csv != stdout) {
            write_row(&rows[i], scene, stdout);
        }
    }
    con_scene_destroy(scene);
}

static int run_once(const char *name, int times) {
    int count;
    for (size_t i = 0; i < SCENES; i++) {
        if (strcmp(name, scenes[i].name) == 0) {
            conScene *scene = make_scene(i);
            double min = INFINITY;
            for (int k = 0; k < times; k++) {
                min = fmin(min, time_run(con_peers_trammel(&count), scene));
            }
            printf("%s: %.3f microseconds a step\n", name, 1e6 * min / scene->steps);
            con_scene_destroy(scene);
            return 0;
        }
    }
    fprintf(stderr, "bench_contact: there is no scene '%s'\n", name);
    return 1;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "--once") == 0) {
        return run_once(argv[2], atoi(argv[3]));
    }
    FILE *csv = argc > 1 ? stdout : bench_csv("contact.csv");
    fprintf(csv, "scene,engine,outcome,max_penetration,error,steps_per_s\n");
    for (size_t i = 0; i < ENGINES; i++) {
        if (!engines[i].peers) {
            fprintf(csv, "# %s is not installed\n", engines[i].name);
        }
    }
    for (size_t i = 0; i < SCENES; i++) {
        if (begins(scenes[i].name, argc > 1 ? argv[1] : NULL)) {
            run_scene(i, argc > 2 ? argv[2] : NULL, csv);
        }
    }
    return csv == stdout || fclose(csv) == 0 ? 0 : 1;
}
