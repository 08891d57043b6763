/* bench_drag.c: mechanisms that are dragged and turned, by small steps and by jumps: who flips,
 * kicks, fails, and comes back? Trammel and libslvs on the same paths, judged by a reference that
 * is neither.
 *
 *     bench_drag                        all; writes drag.csv
 *     bench_drag [-v] FAMILY …          some; -v prints every offence, and no file is written
 *     bench_drag -v FAMILY-NUMBER       one mechanism
 *
 * What is counted and how: docs/guide/benchmarks.md. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "drag/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const DragSystem *const systems[] = {&drag_system_trammel, &drag_system_slvs};
enum { TRAMMEL, SLVS, SYSTEMS };

/* The largest error out and back that is asked for where there is one freedom, of the size. */
#define BACK_MAX 1e-9

typedef struct Run {
    bool verbose;
    int freedoms; /* of the scene that was run last */
    FILE *csv;
    ScenePoint *points; /* room for one path */
    DragAnswer answers[PATH_FRAMES];
    Path paths[PATHS_MAX];
} Run;

/* What an offence belongs to. */
typedef struct Telling {
    const Scene *scene;
    const char *system;
} Telling;

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void tell(void *context, const Path *path, int frame, Offence offence, const char *words,
                 double detail) {
    const Telling *t = context;
    printf("    %-8s %s, %s, frame %d of %d: %s (%s %.3g)\n", t->system, t->scene->name, path->name,
           frame, path->count, offence_name(offence), words, detail);
}

static void add(Verdict *to, const Verdict *v) {
    to->frames += v->frames;
    to->seconds += v->seconds;
    to->out_and_back = fmax(to->out_and_back, v->out_and_back);
    for (int i = 0; i < OFFENCES; i++) {
        to->count[i] += v->count[i];
    }
}

static void run_path(Run *run, Judge *judge, const DragSystem *system, const Path *path,
                     Verdict *verdict) {
    const Scene *s = judge->scene;
    Telling telling = {s, system->name};
    Verdict v = {0};
    void *state = system->create(s, path->drag);
    double from = clock_now();
    system->run(state, path, run->answers, run->points);
    v.seconds = clock_now() - from;
    system->destroy(state);
    judge_run(judge, path, run->answers, (const ScenePoint *)run->points, &v,
              run->verbose ? tell : NULL, &telling);
    if (run->verbose && path->out_and_back && v.out_and_back > BACK_MAX && judge->freedoms == 1) {
        printf("    %-8s %s, %s: out and back %.1e\n", system->name, s->name, path->name,
               v.out_and_back);
    }
    add(verdict, &v);
}

static void run_scene(Run *run, const Family *family, int number, Verdict *verdicts) {
    Scene *s = scene_take(1, sizeof *s);
    Judge judge;
    family_scene(family, number, s);
    judge_begin(&judge, s);
    run->freedoms = judge.freedoms;
    int count =
        paths_make(s, judge.freedoms == 1 ? judge.curves[0] : NULL, judge.start,
                   (uint64_t)(1 + 7919 * number + 104729 * (family - families)), run->paths);
    for (int p = 0; p < count; p++) {
        for (int i = 0; i < SYSTEMS; i++) {
            run_path(run, &judge, systems[i], &run->paths[p], &verdicts[i]);
        }
    }
    judge_end(&judge);
    free(s);
}

static void print_family(const Run *run, const char *family, int mechanisms, const Verdict *v) {
    for (int i = 0; i < SYSTEMS; i++) {
        const int *c = v[i].count;
        double speed = v[i].frames / v[i].seconds;
        printf("%-18s %5d %7d  %-8s %6d %6d %8d %7d %7d %10.1e %10.3g\n", i == 0 ? family : "",
               mechanisms, v[i].frames, systems[i]->name, c[OFFENCE_FLIP], c[OFFENCE_KICK],
               c[OFFENCE_FAILURE], c[OFFENCE_BREAK], c[OFFENCE_STRAY], v[i].out_and_back, speed);
        if (run->csv) {
            fprintf(run->csv, "%s,%d,%d,%s,%d,%d,%d,%d,%.1e,%.4g,%d\n", family, mechanisms,
                    v[i].frames, systems[i]->name, c[OFFENCE_FLIP], c[OFFENCE_KICK],
                    c[OFFENCE_FAILURE], c[OFFENCE_BREAK], v[i].out_and_back, speed,
                    c[OFFENCE_STRAY]);
        }
    }
    fflush(stdout);
}

static int wanted_number(const char *name, const Family *family) {
    size_t length = strlen(family->name);
    if (strncmp(name, family->name, length) != 0) {
        return -2;
    }
    return name[length] == '\0' ? -1 : name[length] == '-' ? atoi(name + length + 1) : -2;
}

/* Sums over families: of one freedom, where the way back is unique, and of more. */
typedef struct Total {
    const char *name;
    int mechanisms;
    Verdict verdicts[SYSTEMS];
} Total;

static void run_family(Run *run, const Family *family, int only, Total totals[2]) {
    Verdict v[SYSTEMS] = {{0}};
    Total *total;
    int count = 0;
    for (int n = 0; n < family->count; n++) {
        if (only < 0 || only == n) {
            run_scene(run, family, n, v);
            count++;
        }
    }
    print_family(run, family->name, count, v);
    total = &totals[run->freedoms > 1];
    for (int i = 0; i < SYSTEMS; i++) {
        add(&total->verdicts[i], &v[i]);
    }
    total->mechanisms += count;
}

/* What is asked of Trammel, and whether it holds. */
static void print_goals(const Total totals[2]) {
    const Verdict *one = &totals[0].verdicts[TRAMMEL], *more = &totals[1].verdicts[TRAMMEL];
    int asked[] = {OFFENCE_FLIP, OFFENCE_KICK, OFFENCE_FAILURE};
    printf("asked of trammel:");
    for (int i = 0; i < 3; i++) {
        int found = one->count[asked[i]] + more->count[asked[i]];
        printf(" no %s: %s (%d);", offence_name((Offence)asked[i]), found == 0 ? "yes" : "NO",
               found);
    }
    printf(" out and back within %.0e with one freedom: %s (%.1e)\n", BACK_MAX,
           one->out_and_back <= BACK_MAX ? "yes" : "NO", one->out_and_back);
}

int main(int argc, char **argv) {
    Run *run = scene_take(1, sizeof *run);
    Total totals[2] = {{.name = "one freedom"}, {.name = "more freedoms"}};
    int first = 1;
    run->points = scene_take((size_t)PATH_FRAMES * SCENE_FEATURES, sizeof *run->points);
    run->verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    first += run->verbose;
    if (argc == 1) {
        run->csv = bench_csv("drag.csv");
        fprintf(run->csv, "# out_and_back_max is of the size; strays are not asked about\n"
                          "family,mechanisms,frames,system,flips,kicks,failures,breaks,"
                          "out_and_back_max,frames_per_s,strays\n");
    }
    printf("%-18s %5s %7s  %-8s %6s %6s %8s %7s %7s %10s %10s\n", "family", "mech.", "frames",
           "system", "flips", "kicks", "failures", "breaks", "strays", "back", "frames/s");
    for (int f = 0; f < family_count; f++) {
        for (int k = first; k < argc; k++) {
            int number = wanted_number(argv[k], &families[f]);
            if (number >= -1) {
                run_family(run, &families[f], number, totals);
            }
        }
        if (first == argc) {
            run_family(run, &families[f], -1, totals);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (totals[i].mechanisms > 0) {
            print_family(run, totals[i].name, totals[i].mechanisms, totals[i].verdicts);
        }
    }
    print_goals(totals);
    if (run->csv) {
        fclose(run->csv);
    }
    free(run->points);
    free(run);
    return 0;
}
