/* command_animate.c: `trammel animate` moves mechanisms through their drives and draws them. */
#include "cli.h"
#include "definitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *path, *out;
    long frames;
    bool loop;
} Options;

/* How a walk through all frames went. */
typedef struct Walk {
    int32_t moves, failed, first_failed;
    double residual;
} Walk;

static Walk walk(tmAnimation *animation) {
    Walk w = {.first_failed = -1};
    const tmAnimationInfo *info = tm_animation_info(animation);
    for (int32_t i = 0; i < info->frames; i++) {
        tmSolveInfo solve = {.outcome = TM_MOVE_NOT_CONVERGED};
        bool done =
            tm_animation_move(animation, i, &solve) == TM_OK && solve.outcome == TM_MOVE_DONE;
        w.moves++;
        w.failed += !done;
        w.first_failed = !done && w.first_failed < 0 ? i : w.first_failed;
        w.residual = done && solve.residual > w.residual ? solve.residual : w.residual;
    }
    tm_animation_reset(animation);
    return w;
}

static void write_file(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

/* The name of a file without its folder and ending. */
static void base_name(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    const char *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot && dot > start ? (size_t)(dot - start) : strlen(start);
    snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), start);
}

#define LOOP_POSES 90

static tmStatus draw_scene(const Options *o, tmAnimation *animation, const char *title, FILE *to) {
    tmSceneDef def = tm_scene_def_default();
    def.frames = o->loop ? LOOP_POSES : (int32_t)o->frames;
    def.loop = o->loop;
    def.title = title;
    return tm_scene_draw(NULL, animation, &def, write_file, to);
}

/* Why there is no picture. */
static const char *reason(tmStatus status) {
    return status == TM_ERR_UNSUPPORTED     ? "pictures that move are drawn of planar worlds only"
           : status == TM_ERR_NOT_CONVERGED ? "no frame can be reached"
                                            : tm_status_message(status);
}

static int draw(const Options *o, tmAnimation *animation, int32_t number) {
    char base[200], file[1500], title[500], ending[24] = "";
    base_name(o->path, base, sizeof base);
    if (number > 0) {
        snprintf(ending, sizeof ending, "-%d", number + 1);
    }
    snprintf(file, sizeof file, "%s/%s%s.svg", o->out, base, ending);
    FILE *to = fopen(file, "wb");
    if (!to) {
        fprintf(stderr, "trammel animate: %s cannot be written\n", file);
        return EXIT_USAGE;
    }
    const char *world = tm_model_world(tm_animation_model(animation)).name;
    snprintf(title, sizeof title, "%s%s%s", base, number > 0 ? ": " : "", number > 0 ? world : "");
    tmStatus status = draw_scene(o, animation, title, to);
    bool failed = ferror(to) != 0;
    failed |= fclose(to) != 0;
    if (status != TM_OK || failed) {
        fprintf(stderr, "trammel animate: %s: %s\n", file,
                failed ? "it cannot be written" : reason(status));
        remove(file);
        return EXIT_NO;
    }
    printf("    %s\n", file);
    return EXIT_DONE;
}

/* What the first drive is in a frame: " (92 deg)". */
static void print_value(const tmModel *model, int32_t frame) {
    tmAnimateInfo animate = tm_model_animate(model);
    tmDriveInfo drive;
    double *values = calloc((size_t)animate.value_count + 1, sizeof *values);
    if (values && tm_model_drive(model, 0, &drive) == TM_OK && drive.kind != TM_DRIVE_POSITION &&
        tm_model_drive_values(model, (double)frame / (animate.frames - 1), values) == TM_OK) {
        printf(drive.is_angle ? " (%g deg)" : " (%g mm)",
               drive.is_angle ? values[0] * (180.0 / 3.141592653589793) : 1000.0 * values[0]);
    }
    free(values);
}

/* Freedoms that no drive decides, or drives that have none. */
static void print_freedoms(const tmModel *model, const tmAnimation *animation) {
    tmAnimateInfo animate = tm_model_animate(model);
    tmMobility *mobility;
    if (tm_mobility_create(tm_animation_assembly(animation), NULL, NULL, &mobility) != TM_OK) {
        return;
    }
    int32_t drives = 0, freedoms = tm_mobility_info(mobility)->mobility;
    for (int32_t i = 0; i < animate.drive_count; i++) {
        tmDriveInfo drive;
        tm_model_drive(model, i, &drive);
        drives += drive.kind != TM_DRIVE_POSITION ? 1 : tm_model_world(model).planar ? 2 : 3;
    }
    if (freedoms > drives) {
        printf("    %d of %d freedoms are not driven: what they leave open moves least\n",
               freedoms - drives, freedoms);
    } else if (drives > freedoms) {
        printf("    %d drive%s for %d freedom%s: they must agree with each other\n", drives,
               drives == 1 ? "" : "s", freedoms, freedoms == 1 ? "" : "s");
    }
    tm_mobility_destroy(mobility);
}

static int animate_model(const Options *o, const cliModel *model, int32_t number) {
    tmAnimation *animation;
    tmStatus status = tm_animation_create(NULL, model->model, &animation);
    if (status != TM_OK) {
        fprintf(stderr, "trammel animate: %s\n", tm_status_message(status));
        return EXIT_NO;
    }
    Walk w = walk(animation);
    bool planar = tm_model_world(model->model).planar;
    printf("  animate %s: %d frames, %s; ", tm_model_world(model->model).name, w.moves,
           planar ? "planar" : "in space");
    if (w.failed > 0) {
        printf("%d of them cannot be reached, the first is number %d", w.failed,
               w.first_failed + 1);
        print_value(model->model, w.first_failed);
        printf("; ");
    }
    printf("largest gap of a joint %.1e m\n", w.residual);
    print_freedoms(model->model, animation);
    int code = o->out ? draw(o, animation, number) : EXIT_DONE;
    tm_animation_destroy(animation);
    return w.failed == w.moves ? EXIT_NO : code;
}

static int animate_run(const Options *o, const tmDocument *document, int32_t run, int32_t number) {
    tmDiags *diags;
    cliModel model;
    if (tm_diags_create(NULL, &diags) != TM_OK) {
        return EXIT_NO;
    }
    tmStatus status = cli_model_open(document, run, diags, &model);
    bool fine = status == TM_OK && tm_diags_total(diags, TM_ERROR) == 0;
    cli_print_list(document, diags);
    if (status != TM_OK) {
        fprintf(stderr, "trammel animate: %s\n", tm_status_message(status));
    }
    int code = fine ? animate_model(o, &model, number) : EXIT_NO;
    cli_model_close(&model);
    tm_diags_destroy(diags);
    return code;
}

/* What is only a warning of `check` is an error where the world is run. */
static int refuse(const tmRunInfo *info) {
    fprintf(
        stderr,
        "trammel animate: %.*s needs %d control%s that no text defines; see the warnings above\n",
        (int)info->world_length, info->world, info->unresolved_controls,
        info->unresolved_controls == 1 ? "" : "s");
    return EXIT_NO;
}

static int animate_file(const Options *o) {
    cliDefinition definition;
    int code = EXIT_USAGE;
    if (cli_definition_open("animate", o->path, &definition)) {
        const tmDocument *document = definition.document;
        int32_t number = 0;
        cli_print_diags(document);
        code = tm_diags_total(tm_document_diags(document), TM_ERROR) > 0 ? EXIT_NO : EXIT_DONE;
        printf("%s\n", o->path);
        for (int32_t i = 0; code == EXIT_DONE && i < tm_document_run_count(document); i++) {
            tmRunInfo info;
            if (tm_document_run(document, i, &info) == TM_OK && info.kind == TM_RUN_ANIMATE) {
                code = info.unresolved_controls > 0 ? refuse(&info)
                                                    : animate_run(o, document, i, number);
                number++;
            }
        }
        if (code == EXIT_DONE && number == 0) {
            printf("  nothing to animate: it has no 'animate'\n");
        }
    }
    cli_definition_close(&definition);
    return code;
}

static int run(int argc, char **argv) {
    Options o = {.frames = 6};
    int files = 0, worst = EXIT_DONE;
    const char *value;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--loop") == 0) {
            o.loop = true;
        } else if (cli_option("--out", argc, argv, &i, &o.out)) {
            if (!o.out) {
                return EXIT_USAGE;
            }
        } else if (cli_option("--frames", argc, argv, &i, &value)) {
            if (!value || !cli_read_int("--frames", value, 1, 1000, &o.frames)) {
                return EXIT_USAGE;
            }
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return cli_unknown(&command_animate, argv[i]);
        } else {
            argv[files++] = argv[i];
        }
    }
    if (files == 0) {
        fprintf(stderr, "trammel animate: no file is named; see 'trammel help animate'\n");
        return EXIT_USAGE;
    }
    if (o.out && !cli_make_folder("animate", o.out)) {
        return EXIT_USAGE;
    }
    for (int i = 0; i < files; i++) {
        o.path = argv[i];
        int code = animate_file(&o);
        worst = code > worst ? code : worst;
    }
    return worst;
}

const tmCommand command_animate = {
    .name = "animate",
    .summary = "move mechanisms through their drives, and draw them",
    .help =
        "usage: trammel animate FILE… [--out FOLDER] [--frames N] [--loop]\n\n"
        "Puts the parts of each world that has an 'animate' together, moves it through its\n"
        "drives and says how that went. What 'monitor' and 'report' ask for is not written yet.\n\n"
        "  --out FOLDER   also write a picture of each there: NAME.svg\n"
        "  --frames N     poses in the picture; default 6\n"
        "  --loop         a picture that moves instead, of planar ones\n\n"
        "example: trammel animate examples/gallery/jansen.tml --out build\n\n"
        "Ends with 0; 1 when there are errors or parts cannot be put together; 2 when a file\n"
        "cannot be read or written.\n",
    .run = run,
};
