/* mechanisms.c: `trammel mechanisms` moves the reference mechanisms: pictures into a
 * folder, a table to the terminal. */
#define _POSIX_C_SOURCE 200809L
#include "mechanisms/mechanisms.h"
#include "commands/commands.h"
#include "files/files.h"
#include "text/text.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file that is read when none is given: its path in the project and, installed, in
 * share/trammel. */
#define DEFAULT_FILE "examples/mechanisms.json"
#define FILE_NAME_MAX 1024

/* Links up to which names are written into a picture. */
#define LABELLED_LINKS 14

/* A turn [rad], moves in a turn, and for how long moves are timed [s]. */
#define TURN 6.283185307179586
#define TURN_MOVES 360
#define TIMED_SECONDS 0.05

typedef struct Options {
    const char *out;   /* folder; null: no pictures */
    const char *only;  /* name of the one mechanism wanted; null: all */
    const char *plan;  /* name of the one whose plan is printed; null: none */
    const char *rates; /* name of the one whose rates are printed; null: none */
    const char *check; /* name of the one that is diagnosed; null: none */
    int32_t layout;    /* LAYOUT_… */
    long frames;       /* 0: as many as are usual */
    bool list;
} Options;

/* One mechanism, ready to move. */
typedef struct Bench {
    tmMechanism *m;
    tmPlan *plan;
    tmJointId driver;
} Bench;

/* ---- Mechanisms ---------------------------------------------------------------------------- */

static int fail(const char *name, tmStatus status) {
    fprintf(stderr, "trammel mechanisms: %s: %s\n", cli_shown(name), tm_status_message(status));
    return EXIT_NO;
}

static void bench_clear(Bench *bench) {
    tm_plan_destroy(bench->plan);
    tm_mechanism_destroy(bench->m);
    *bench = (Bench){0};
}

/* The corner of a triangle on two features of a body: a coupler that has two pins only gets a point
 * to draw its curve with. */
static tmStatus add_coupler_point(tmMechanism *m, const tmJointDef *pin, const tmJointDef *other) {
    double x[2], y[2];
    tmBodyId body;
    tm_feature_get(m, pin->features[1], &body, &x[0], &y[0], NULL);
    tm_feature_get(m, other->features[0], NULL, &x[1], &y[1], NULL);
    tmFeatureDef def = tm_feature_def_default();
    def.name = "P";
    def.body = body;
    def.x = 0.5 * (x[0] + x[1]) - 0.45 * (y[1] - y[0]);
    def.y = 0.5 * (y[0] + y[1]) + 0.45 * (x[1] - x[0]);
    tmFeatureId made;
    return tm_feature_add(m, &def, &made);
}

/* A four-bar whose coupler has no third point gets one. */
static tmStatus complete_four_bar(tmMechanism *m) {
    tmJointDef joints[2];
    if (tm_body_count(m) != 4 || tm_joint_count(m) != 4) {
        return TM_OK;
    }
    for (int i = 0; i < 2; i++) {
        tmStatus status = tm_joint_get(m, tm_joint_at(m, i + 1), &joints[i]);
        if (status != TM_OK) {
            return status;
        }
    }
    if (joints[0].kind != TM_JOINT_REVOLUTE || joints[1].kind != TM_JOINT_REVOLUTE) {
        return TM_OK;
    }
    return add_coupler_point(m, &joints[0], &joints[1]);
}

static tmStatus bench_make(Bench *bench, const MechanismFile *file, int index) {
    *bench = (Bench){0};
    tmStatus status = mechanism_file_build(file, index, NULL, &bench->m, &bench->driver);
    if (status == TM_OK) {
        status = complete_four_bar(bench->m);
    }
    if (status == TM_OK) {
        tmInput input = {.kind = TM_INPUT_ANGLE, .joint = bench->driver};
        tmPlanDef def = tm_plan_def_default();
        def.inputs = &input;
        def.input_count = 1;
        def.watch = false; /* all rotate fully: there are no breaks to watch for */
        status = tm_plan_create(bench->m, &def, &bench->plan);
    }
    if (status != TM_OK) {
        bench_clear(bench);
    }
    return status;
}

/* ---- Pictures ------------------------------------------------------------------------------ */

static const char *const layouts[] = {"strip", "ghosts", "loop", NULL};

enum { LAYOUT_STRIP, LAYOUT_GHOSTS, LAYOUT_LOOP };

/* Poses in a picture, and in a row; an animated one interpolates between them. */
#define PICTURE_FRAMES 8
#define PICTURE_COLUMNS 4
#define LOOP_FRAMES 91

/* `6-bar (a)` becomes `6-bar-a.svg`, and other layouts than the strip `6-bar-a-ghosts.svg`. */
static void picture_name(const char *name, int32_t layout, char *out, size_t size) {
    size_t at = 0;
    for (; *name && at + 16 < size; name++) {
        unsigned char c = (unsigned char)*name;
        if (isalnum(c)) {
            out[at++] = (char)tolower(c);
        } else if (at > 0 && out[at - 1] != '-') {
            out[at++] = '-';
        }
    }
    while (at > 0 && out[at - 1] == '-') {
        at--;
    }
    bool plain = layout == LAYOUT_STRIP;
    snprintf(out + at, size - at, "%s%s.svg", plain ? "" : "-", plain ? "" : layouts[layout]);
}

/* Turns the driver once round. Returns the poses of all bodies, the last as the first, with NAN
 * where the mechanism cannot be; null: no memory. */
static tmPose *turn(const Bench *bench) {
    size_t bodies = (size_t)tm_body_count(bench->m);
    tmPose *poses = calloc(bodies * (TURN_MOVES + 1), sizeof *poses);
    double start;
    tm_plan_reset(bench->plan);
    tm_plan_values(bench->plan, &start);
    for (int i = 0; poses && i <= TURN_MOVES; i++) {
        double value = start + i * (TURN / TURN_MOVES);
        tmSolveInfo info = {.outcome = TM_MOVE_NOT_CONVERGED};
        tm_plan_move(bench->plan, &value, &info);
        memcpy(poses + bodies * (size_t)i, tm_plan_poses(bench->plan), bodies * sizeof *poses);
        if (info.outcome != TM_MOVE_DONE) {
            poses[bodies * (size_t)i].x = NAN;
        }
    }
    tm_plan_reset(bench->plan);
    return poses;
}

/* Draws one mechanism; says what went wrong where it did. Returns an exit code. */
static int draw(const Options *o, const char *name, const Bench *bench) {
    char picture[256], path[FILE_NAME_MAX + 300];
    picture_name(name, o->layout, picture, sizeof picture);
    snprintf(path, sizeof path, "%s/%s", o->out, picture);
    cliOutput output;
    if (!cli_output_open("mechanisms", path, &output)) {
        return EXIT_USAGE;
    }
    tmSceneDef def = tm_scene_def_default();
    def.loop = o->layout == LAYOUT_LOOP;
    def.ghosts = o->layout == LAYOUT_GHOSTS;
    def.frames = o->frames ? (int32_t)o->frames : def.loop ? LOOP_FRAMES : PICTURE_FRAMES;
    def.columns = PICTURE_COLUMNS;
    def.title = name;
    def.driver = bench->driver;
    def.labels = tm_body_count(bench->m) <= LABELLED_LINKS;
    tmPose *poses = turn(bench);
    tmStatus status = poses ? tm_scene_draw_mechanism(NULL, bench->m, poses, TURN_MOVES + 1, &def,
                                                      cli_output_write, &output)
                            : TM_ERR_MEMORY;
    free(poses);
    return cli_output_close(&output, status, NULL);
}

/* A page that shows all pictures. Returns an exit code. */
static int write_page(const Options *o, const MechanismFile *file) {
    char path[FILE_NAME_MAX + 300], picture[256];
    cliOutput output;
    snprintf(path, sizeof path, "%s/index.html", o->out);
    if (!cli_output_open("mechanisms", path, &output)) {
        return EXIT_USAGE;
    }
    FILE *f = output.to;
    fprintf(f, "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">"
               "<title>Trammel: mechanisms</title>\n"
               "<style>body{margin:2em auto;max-width:1000px;background:#f3f5f7}"
               "img{width:100%%;margin:0 0 1.5em;border:1px solid #d5dbe1;border-radius:6px}"
               "</style>\n");
    for (int i = 0; i < mechanism_file_count(file); i++) {
        picture_name(mechanism_file_name(file, i), o->layout, picture, sizeof picture);
        fprintf(f, "<img src=\"%s\" alt=\"%s\">\n", picture, picture);
    }
    fprintf(f, "</html>\n");
    return cli_output_close(&output, TM_OK, NULL);
}

/* ---- Table --------------------------------------------------------------------------------- */

/* Moves through full turns for a while. *gap is the largest of a turn; *failed counts the moves of
 * a turn that could not be made. */
static double time_moves(const Bench *bench, double *gap, int *failed) {
    double start, begin = cli_clock(), spent;
    long moves = 0;
    *gap = 0.0;
    do {
        tm_plan_reset(bench->plan);
        tm_plan_values(bench->plan, &start);
        *failed = 0;
        for (int i = 1; i <= TURN_MOVES; i++) {
            double value = start + i * (TURN / TURN_MOVES);
            tmSolveInfo info;
            tm_plan_move(bench->plan, &value, &info);
            *failed += info.outcome != TM_MOVE_DONE;
            *gap = info.residual > *gap ? info.residual : *gap;
        }
        moves += TURN_MOVES;
        spent = cli_clock() - begin;
    } while (spent < TIMED_SECONDS);
    tm_plan_reset(bench->plan);
    return (double)moves / spent;
}

static void print_row(const char *name, const Bench *bench) {
    double gap;
    int failed;
    double rate = time_moves(bench, &gap, &failed);
    printf("%-12s %5d %6d %8d %9d %12.0f %12.1e", cli_shown(name), (int)tm_body_count(bench->m),
           (int)tm_joint_count(bench->m), (int)tm_plan_unknowns(bench->plan),
           (int)tm_plan_equations(bench->plan), rate, gap);
    if (failed) {
        printf("  %d of %d moves failed", failed, TURN_MOVES);
    }
    printf("\n");
    cli_flush_output();
}

static void show_progress(int index, int count, const char *name) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r\x1b[K%d of %d: %s\r", index + 1, count, cli_shown(name));
        fflush(stderr);
    }
}

static void clear_progress(void) {
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r\x1b[K");
    }
}

/* ---- The command --------------------------------------------------------------------------- */

static int find_mechanism(const MechanismFile *file, const char *name) {
    for (int i = 0; i < mechanism_file_count(file); i++) {
        if (strcmp(mechanism_file_name(file, i), name) == 0) {
            return i;
        }
    }
    fprintf(stderr, "trammel mechanisms: there is no '%s' in the file; --list names them\n",
            cli_shown(name));
    return -1;
}

static int print_plan(const MechanismFile *file, const char *name) {
    int index = find_mechanism(file, name);
    if (index < 0) {
        return EXIT_USAGE;
    }
    Bench bench;
    tmStatus status = bench_make(&bench, file, index);
    if (status != TM_OK) {
        return fail(name, status);
    }
    size_t size = tm_plan_text(bench.plan, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) {
        tm_plan_text(bench.plan, text, size);
        fputs(text, stdout);
    }
    free(text);
    bench_clear(&bench);
    return text ? EXIT_DONE : fail(name, TM_ERR_MEMORY);
}

static int print_rates(const MechanismFile *file, const char *name, long frames) {
    int index = find_mechanism(file, name);
    if (index < 0) {
        return EXIT_USAGE;
    }
    Bench bench;
    long missing = 0;
    tmStatus status = bench_make(&bench, file, index);
    if (status == TM_OK) {
        status = mechanism_rates_print(bench.m, bench.plan, frames, stdout, stderr, &missing);
    }
    bench_clear(&bench);
    return status != TM_OK ? fail(name, status) : missing > 0 ? EXIT_NO : EXIT_DONE;
}

/* Prints a diagnosis of the mechanism with these inputs held. *sound: whether its joints can be
 * closed. */
static tmStatus print_diagnosis(const tmMechanism *m, const tmInput *inputs, int32_t count,
                                bool *sound) {
    tmDiagnosisDef def = tm_diagnosis_def_default();
    def.inputs = inputs;
    def.input_count = count;
    tmDiagnosis *diagnosis;
    tmStatus status = tm_diagnosis_create(m, &def, &diagnosis);
    if (status != TM_OK) {
        return status;
    }
    tmVerdict verdict = tm_diagnosis_info(diagnosis)->verdict;
    *sound &= verdict != TM_VERDICT_CONFLICTING && verdict != TM_VERDICT_UNDECIDED;
    size_t size = tm_diagnosis_text(diagnosis, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) {
        tm_diagnosis_text(diagnosis, text, size);
        fputs(text, stdout);
    }
    free(text);
    tm_diagnosis_destroy(diagnosis);
    return text ? TM_OK : TM_ERR_MEMORY;
}

static int check(const MechanismFile *file, const char *name) {
    int index = find_mechanism(file, name);
    if (index < 0) {
        return EXIT_USAGE;
    }
    tmMechanism *m;
    tmInput driver = {.kind = TM_INPUT_ANGLE};
    tmStatus status = mechanism_file_build(file, index, NULL, &m, &driver.joint);
    bool sound = true;
    if (status == TM_OK) {
        status = print_diagnosis(m, NULL, 0, &sound);
    }
    if (status == TM_OK) {
        printf("with the driver held:\n");
        status = print_diagnosis(m, &driver, 1, &sound);
    }
    tm_mechanism_destroy(m);
    return status != TM_OK ? fail(name, status) : sound ? EXIT_DONE : EXIT_NO;
}

static int move_all(const Options *o, const MechanismFile *file) {
    if (o->only && find_mechanism(file, o->only) < 0) {
        return EXIT_USAGE;
    }
    if (o->out && !cli_make_folder("mechanisms", o->out)) {
        return EXIT_USAGE;
    }
    int result = EXIT_DONE, count = mechanism_file_count(file);
    printf("%-12s %5s %6s %8s %9s %12s %12s\n", "mechanism", "links", "joints", "unknowns",
           "equations", "frames/s", "largest gap");
    for (int i = 0; i < count && result == EXIT_DONE; i++) {
        const char *name = mechanism_file_name(file, i);
        if (o->only && strcmp(o->only, name) != 0) {
            continue;
        }
        show_progress(i, count, name);
        Bench bench;
        tmStatus status = bench_make(&bench, file, i);
        if (status != TM_OK) {
            return fail(name, status);
        }
        result = o->out ? draw(o, name, &bench) : EXIT_DONE;
        clear_progress();
        if (result == EXIT_DONE) {
            print_row(name, &bench);
        }
        bench_clear(&bench);
    }
    if (o->out && !o->only && result == EXIT_DONE) {
        result = write_page(o, file);
    }
    if (o->out && !o->only && result == EXIT_DONE) {
        printf("\nThe pictures are in %s; %s/index.html shows these mechanisms.\n",
               cli_shown(o->out), cli_shown(o->out));
    }
    return result;
}

static const char *default_file(char *real) {
    return cli_beside_program("../share/trammel/" DEFAULT_FILE, real) ||
                   cli_beside_program("../../../" DEFAULT_FILE, real)
               ? real
               : DEFAULT_FILE;
}

static int run(int argc, char **argv) {
    Options o = {.layout = LAYOUT_STRIP};
    int count, result = cli_read_words(&command_mechanisms, &o, argc, argv, &count);
    if (result != CLI_GO_ON) {
        return result;
    }
    result = EXIT_DONE;
    if (o.only && (o.list || o.plan || o.rates || o.check)) {
        fprintf(stderr, "trammel mechanisms: --only is for the table and its pictures, and does "
                        "nothing with --list, --plan, --rates or --check\n");
        return EXIT_USAGE;
    }
    char message[400], real[PATH_MAX];
    const char *path = count > 0 ? argv[0] : default_file(real);
    cli_note_input_path(path);
    MechanismFile *file = mechanism_file_read(path, message, sizeof message);
    if (!file) {
        fprintf(stderr, "trammel mechanisms: %s\n", cli_shown(message));
        return EXIT_USAGE;
    }
    if (o.list) {
        for (int i = 0; i < mechanism_file_count(file); i++) {
            printf("%s\n", cli_shown(mechanism_file_name(file, i)));
        }
    } else if (o.plan) {
        result = print_plan(file, o.plan);
    } else if (o.rates) {
        result = print_rates(file, o.rates, o.frames ? o.frames : PICTURE_FRAMES);
    } else if (o.check) {
        result = check(file, o.check);
    } else {
        result = move_all(&o, file);
    }
    mechanism_file_free(file);
    return result;
}

static const cliOption options[] = {
    {"--only", "NAME", "this one alone", CLI_TEXT, .field = offsetof(Options, only)},
    {"--frames", "N",
     "poses in a picture, or frames in the table of --rates; default 8, in a picture that moves 91",
     CLI_INT, .field = offsetof(Options, frames), .low = 1, .high = TURN_MOVES,
     .needs = "--out --rates"},
    {"--layout", "WHAT",
     "poses side by side, which is the default, on top of each other, or one after the other:",
     CLI_WORD, .field = offsetof(Options, layout), .words = layouts, .needs = "--out"},
    {"--out", "DIR", "draw each mechanism into this folder, as SVG, and a page with all",
     CLI_FOLDER, .field = offsetof(Options, out), .letter = 'o', .group = 1},
    {"--list", .help = "print the names of the mechanisms", .field = offsetof(Options, list),
     .group = 1},
    {"--plan", "NAME", "print how the mechanism follows from its driver, step by step", CLI_TEXT,
     .field = offsetof(Options, plan), .group = 1},
    {"--rates", "NAME",
     "print a table over a turn of the driver at 1 rad/s, values separated by commas: input, body, "
     "pose, velocity, acceleration",
     CLI_TEXT, .field = offsetof(Options, rates), .group = 1},
    {"--check", "NAME",
     "print its mobility, what is redundant or in conflict, and its free motions, alone and with "
     "the driver held",
     CLI_TEXT, .field = offsetof(Options, check), .group = 1},
    {.name = NULL}};

const tmCommand command_mechanisms = {
    .name = "mechanisms",
    .summary = "move or check the reference mechanisms: table, pictures, text",
    .operand = "FILE",
    .ending = ".json",
    .max = 1,
    .options = options,
    .about = "Turns the driver of each mechanism of FILE, that of the program when none is named, "
             "once round and prints links, joints, what is left to iterate over, moves per second "
             "and the largest gap of any joint.",
    .example = "trammel mechanisms examples/pairs.json --list",
    .no = "a mechanism cannot be moved, or, with --check, its joints cannot be closed",
    .run = run,
};
