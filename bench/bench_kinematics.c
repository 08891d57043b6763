/* bench_kinematics.c: planar mechanisms in frames a second, against libslvs and a plain Newton.
 *
 *     bench_kinematics [--seconds S] [NAME …]        compares; without names writes kinematics.csv
 *     bench_kinematics forces                        forces of driven mechanisms against their
 * moves bench_kinematics --once MECHANISM FRAMES       moves Trammel so often and does nothing else
 *     bench_kinematics --once stress|chain N move|plan   one turn, or one plan, for tools/growth.py
 *
 * What is measured and how: docs/guide/benchmarks.md. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"
#include "kinematics/copies.h"
#include "kinematics/forces.h"
#include "kinematics/generate.h"
#include "kinematics/measure.h"
#include "mechanisms/mechanisms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MECHANISMS "examples/mechanisms.json"
#define SECONDS 0.03

/* Largest error of an answer, of the size, and least speed of a copy, of the original's. */
#define RESIDUAL_MAX 1e-10
#define COPY_MIN 0.8

static const System *const systems[] = {&system_trammel_mixed, &system_trammel_newton,
                                        &system_slvs,          &system_svd,
                                        &system_trammel_sweep, &system_trammel_watched};
enum { MIXED, NEWTON, SLVS, SVD, SWEEP, WATCHED, SYSTEMS };

static const char *const copy_names[] = {"renamed", "shuffled", "rotated", "perturbed"};
enum { RENAMED, SHUFFLED, ROTATED, PERTURBED, COPIES };

/* Beyond the reference set. */
static const char *const generated[] = {"Stress-1000", "Chain-500", "Chain-1000"};

/* What Trammel aims at: times libslvs. */
typedef struct Target {
    const char *name;
    double ratio;
} Target;

static const Target targets[] = {
    {"4-bar", 500},      {"6-bar (a)", 1000}, {"Stress-10", 1000},   {"Stress-20", 2000},
    {"Stress-30", 2000}, {"Stress-40", 2000}, {"Stress-50", 2000},   {"Stress-100", 2000},
    {"6-bar (b)", 500},  {"8-bar", 500},      {"10-bar", 500},       {"Duplex", 500},
    {"Chain-4", 200},    {"Chain-6", 200},    {"Chain-8", 200},      {"Chain-10", 200},
    {"Chain-15", 200},   {"Chain-30", 300},   {"Chain-60", 300},     {"Chain-120", 300},
    {"Chain-240", 300},  {"Chain-1000", 300}, {"4-bar sweep", 3000},
};

static double target_of(const char *name) {
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        if (strcmp(targets[i].name, name) == 0) {
            return targets[i].ratio;
        }
    }
    return 0.0;
}

/* ---- Mechanisms ---------------------------------------------------------------------------- */

static MechanismFile *read_file(void) {
    char message[200];
    MechanismFile *file = mechanism_file_read(MECHANISMS, message, sizeof message);
    if (!file) {
        fprintf(stderr, "%s\n", message);
        exit(1);
    }
    return file;
}

static Linkage *from_file(const MechanismFile *file, int index) {
    tmMechanism *m;
    tmJointId driver = {0};
    tmStatus status = mechanism_file_build(file, index, NULL, &m, &driver);
    if (status != TM_OK) {
        fprintf(stderr, "%s: %s\n", mechanism_file_name(file, index), tm_status_name(status));
        exit(1);
    }
    Linkage *l = linkage_read(mechanism_file_name(file, index), m, driver);
    tm_mechanism_destroy(m);
    return l;
}

static Linkage *named(const char *name) {
    MechanismFile *file = read_file();
    Linkage *l = NULL;
    for (int i = 0; i < mechanism_file_count(file) && !l; i++) {
        l = strcmp(mechanism_file_name(file, i), name) == 0 ? from_file(file, i) : NULL;
    }
    mechanism_file_free(file);
    l = l ? l : generate_named(name);
    if (!l) {
        fprintf(stderr, "%s: no such mechanism\n", name);
        exit(2);
    }
    return l;
}

/* ---- One mechanism ------------------------------------------------------------------------- */

/* What is printed and judged at the end. */
typedef struct Totals {
    FILE *csv; /* null: none is written */
    char *notes;
    size_t notes_size;
    FILE *notes_file;
    int rows, met;
    int copies, fast_copies;
    int answers, good_answers;
} Totals;

static void write_row(Totals *t, const Entrant *e, const char *system) {
    const char *name = e->linkage->name;
    if (e->refused) {
        if (e->system != &system_trammel_sweep) {
            fprintf(t->notes_file, "# %s, %s: too large for it\n", name, system);
        }
        return;
    }
    if (e->timed < TURN) {
        fprintf(t->notes_file, "# %s, %s: first %d of %d frames timed, %d checked\n", name, system,
                e->timed, TURN, e->checked);
    }
    t->answers++;
    t->good_answers += e->failures == 0 && e->max_residual <= RESIDUAL_MAX;
    if (t->csv) {
        fprintf(t->csv, "%s,%s,%.4g,%.1e,%d,%d,%d,%d,%d\n", name, system, e->frames_per_s,
                e->max_residual, e->unknowns, e->equations, e->failures, e->certified, e->checked);
    }
}

static void print_problems(const Entrant *e, const char *system) {
    if (!e->refused && (e->failures > 0 || !(e->max_residual <= RESIDUAL_MAX))) {
        printf("    %s: %d of %d frames failed, residual %.1e\n", system, e->failures, e->checked,
               e->max_residual);
    }
    if (e->deviation > 1e-6) {
        printf("    %s: up to %.1e of the size away from Trammel's answer\n", system, e->deviation);
    }
}

static double ratio(const Entrant *a, const Entrant *b) {
    return b->frames_per_s > 0.0 && b->failures == 0 ? a->frames_per_s / b->frames_per_s : NAN;
}

/* The line of the sweep, which only closed-form plans have. */
static void print_sweep(Totals *t, const Entrant *e, double reached, double target) {
    printf("    sweep    %11.4g %9.1f %45.0f", e->frames_per_s, 1e9 / e->frames_per_s, reached);
    if (target > 0.0) {
        bool met = reached >= target && e->failures == 0;
        t->rows++;
        t->met += met;
        printf(" %7.0f %s", target, met ? "yes" : "NO ");
    }
    printf("\n");
}

static void compare_systems(Totals *t, const Linkage *l, double seconds) {
    Entrant e[SYSTEMS];
    for (int i = 0; i < SYSTEMS; i++) {
        e[i] = (Entrant){.system = systems[i], .linkage = l};
    }
    measure_all(e, SYSTEMS, seconds);
    double target = target_of(l->name);
    double reached = ratio(&e[MIXED], &e[SLVS]);
    printf("%-12s %11.4g %9.0f %11.4g %11.4g %11.4g %9.0f", l->name, e[MIXED].frames_per_s,
           1e9 / e[MIXED].frames_per_s, e[NEWTON].frames_per_s, e[SLVS].frames_per_s,
           e[SVD].frames_per_s, reached);
    if (target > 0.0) {
        bool met = reached >= target && e[MIXED].failures == 0;
        t->rows++;
        t->met += met;
        printf(" %7.0f %s", target, met ? "yes" : "NO ");
    } else {
        printf(" %11s", "");
    }
    printf(" %8.1f  %d,%d\n", 1e6 * measure_plan(l), e[MIXED].unknowns, e[MIXED].equations);
    if (!e[SWEEP].refused) {
        char name[64];
        snprintf(name, sizeof name, "%s sweep", l->name);
        print_sweep(t, &e[SWEEP], ratio(&e[SWEEP], &e[SLVS]), target_of(name));
    }
    printf("    watched  %11.4g %9.0f, %d of %d frames certified\n", e[WATCHED].frames_per_s,
           1e9 / e[WATCHED].frames_per_s, e[WATCHED].certified, e[WATCHED].checked);
    for (int i = 0; i < SYSTEMS; i++) {
        print_problems(&e[i], systems[i]->name);
        write_row(t, &e[i], systems[i]->name);
    }
}

static void compare_copies(Totals *t, const Linkage *l, double seconds) {
    double amount = 0.02;
    Linkage *copies[COPIES] = {copy_renamed(l), copy_shuffled(l), copy_rotated(l),
                               copy_perturbed(l, &amount)};
    Entrant e[COPIES + 1] = {{.system = systems[MIXED], .linkage = l}};
    int count = 1;
    for (int i = 0; i < COPIES && copies[i]; i++) {
        e[count++] = (Entrant){.system = systems[MIXED], .linkage = copies[i]};
    }
    measure_all(e, count, seconds);
    printf("   ");
    for (int i = 1; i < count; i++) {
        double part = e[i].frames_per_s / e[0].frames_per_s;
        char system[64];
        snprintf(system, sizeof system, "trammel mixed %s", copy_names[i - 1]);
        printf(" %s %.2f%s", copy_names[i - 1], part, part < COPY_MIN ? " (slow)" : "");
        t->copies++;
        t->fast_copies += part >= COPY_MIN;
        write_row(t, &e[i], system);
    }
    printf(copies[PERTURBED] ? " by %.2g %%\n" : " perturbed: none closes\n", 100.0 * amount);
    for (int i = 1; i < count; i++) {
        print_problems(&e[i], copy_names[i - 1]);
    }
    for (int i = 0; i < COPIES; i++) {
        linkage_free(copies[i]);
    }
}

static void compare(Totals *t, Linkage *l, double seconds) {
    compare_systems(t, l, seconds);
    compare_copies(t, l, seconds);
    fflush(stdout);
    linkage_free(l);
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static void compare_all(Totals *t, double seconds) {
    MechanismFile *file = read_file();
    t->csv = bench_csv("kinematics.csv");
    fprintf(t->csv,
            "# max_residual is of the largest link; failures and certified are of the frames "
            "checked\n"
            "mechanism,system,frames_per_s,max_residual,unknowns,equations,failures,"
            "certified,checked\n");
    for (int i = 0; i < mechanism_file_count(file); i++) {
        compare(t, from_file(file, i), seconds);
    }
    for (size_t i = 0; i < sizeof generated / sizeof generated[0]; i++) {
        compare(t, generate_named(generated[i]), seconds);
    }
    mechanism_file_free(file);
}

static int run_comparison(int argc, char **argv) {
    double seconds = SECONDS;
    int at = 1;
    if (argc > 2 && strcmp(argv[1], "--seconds") == 0) {
        seconds = atof(argv[2]);
        at = 3;
    }
    Totals t = {0};
    t.notes_file = open_memstream(&t.notes, &t.notes_size);
    if (!t.notes_file) {
        abort();
    }
    printf("frames a second      mixed        ns      newton     libslvs  newton svd   x slvs  "
           "target      plan us  unknowns,equations\n");
    if (at == argc) {
        compare_all(&t, seconds);
        forces_compare(seconds);
    }
    for (; at < argc; at++) {
        if (strcmp(argv[at], "forces") == 0) {
            forces_compare(seconds);
        } else {
            compare(&t, named(argv[at]), seconds);
        }
    }
    fclose(t.notes_file);
    if (t.csv) {
        fputs(t.notes, t.csv);
        fclose(t.csv);
    }
    fputs(t.notes, stdout);
    free(t.notes);
    printf(
        "targets met: %d of %d; copies at %.0f %% of the speed or more: %d of %d; rows without a "
        "failure and within %.0e: %d of %d\n",
        t.met, t.rows, 100.0 * COPY_MIN, t.fast_copies, t.copies, RESIDUAL_MAX, t.good_answers,
        t.answers);
    return 0;
}

/* ---- For callgrind ------------------------------------------------------------------------- */

/* What one run counts. */
typedef struct Once {
    tmMechanism *mechanism;
    tmJointId driver;
    tmPlan *plan; /* null: making it is what counts */
    double values[TURN];
    long frames;
} Once;

/* So many frames, turn after turn; or the making of a plan. Returns how many failed. */
__attribute__((noinline)) static long bench_measured(Once *once) {
    if (!once->plan) {
        return linkage_plan(once->mechanism, once->driver, TM_PLAN_MIXED, false, &once->plan) !=
               TM_OK;
    }
    long failures = 0;
    for (long i = 0, at = 0; i < once->frames; i++, at = at + 1 < TURN ? at + 1 : 0) {
        tmSolveInfo info;
        if (at == 0) {
            tm_plan_reset(once->plan);
        }
        tmStatus status = tm_plan_move(once->plan, &once->values[at], &info);
        failures += status != TM_OK || info.outcome != TM_MOVE_DONE;
    }
    return failures;
}

/* Moves so many frames; 0: makes a plan. */
static int run_once(Linkage *l, long frames) {
    Once once = {.frames = frames};
    double start = 0.0;
    tmStatus status = linkage_build(l, &once.mechanism, &once.driver);
    if (status == TM_OK && frames > 0) {
        status = linkage_plan(once.mechanism, once.driver, TM_PLAN_MIXED, false, &once.plan);
        status = status == TM_OK ? tm_plan_values(once.plan, &start) : status;
    }
    measure_angles(l, once.values);
    for (int i = 0; i < TURN; i++) {
        once.values[i] += start - l->bodies[l->crank].angle;
    }
    long failures = status == TM_OK ? bench_measured(&once) : 1;
    tm_plan_destroy(once.plan);
    tm_mechanism_destroy(once.mechanism);
    linkage_free(l);
    return failures > 0;
}

int main(int argc, char **argv) {
    /* OpenBLAS reads this before main: set it and start again. */
    if (!getenv("OPENBLAS_NUM_THREADS")) {
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
        execvp(argv[0], argv);
    }
    if (argc == 4 && strcmp(argv[1], "--once") == 0) {
        return run_once(named(argv[2]), atol(argv[3]));
    }
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        int n = atoi(argv[3]);
        bool stress = strcmp(argv[2], "stress") == 0;
        return run_once(stress ? generate_stress(n) : generate_chain(n),
                        strcmp(argv[4], "plan") == 0 ? 0 : TURN);
    }
    return run_comparison(argc, argv);
}
