/* show.c: `trammel show` prints what a definition builds: parts, masses, joints, freedoms, and its
 * graph. */
#include "commands/commands.h"
#include "commands/show_motion.h"
#include "definitions/definitions.h"
#include "files/files.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

typedef enum Form { FORM_TEXT, FORM_DOT, FORM_SVG, FORM_MOTION } Form;

static tmStatus show(const cliModel *model, Form form) {
    cliOutput output;
    tmStatus status = TM_OK;
    if (!cli_output_open("show", NULL, &output)) {
        return TM_ERR_ARGUMENT;
    }
    switch (form) {
    case FORM_DOT:
        status = tm_show_dot(model->model, cli_output_write, &output);
        break;
    case FORM_SVG:
        status = tm_show_svg(NULL, model->model, cli_output_write, &output);
        break;
    default:
        output.is_text = true;
        status = tm_show_text(model->model, model->assembly, cli_output_write, &output);
    }
    cli_output_close(&output, TM_OK, NULL);
    return status;
}

/* What the motion of an `animate` amounts to; of other runs nothing. */
static tmStatus show_motion(const cliModel *model) {
    tmAnimation *animation = NULL;
    tmMotion *motion = NULL;
    if (tm_model_animate(model->model).drive_count == 0) {
        return TM_OK;
    }
    tmStatus status = tm_animation_create(NULL, model->model, &animation);
    status = status == TM_OK ? tm_motion_create(animation, 0, &motion) : status;
    if (status == TM_OK) {
        cli_show_motion(model->model, motion);
    }
    tm_motion_destroy(motion);
    tm_animation_destroy(animation);
    return status;
}

/* Shows a run, or reports its errors. */
static int show_run(const tmDocument *document, int32_t run, Form form) {
    tmDiags *diags;
    cliModel model;
    tmStatus status = tm_diags_create(NULL, &diags);
    if (status != TM_OK) {
        return EXIT_NO;
    }
    status = cli_model_open(document, run, diags, &model);
    bool fine = status == TM_OK && tm_diags_total(diags, TM_ERROR) == 0;
    cli_print_list(document, diags);
    status = !fine ? status : form == FORM_MOTION ? show_motion(&model) : show(&model, form);
    if (status != TM_OK) {
        fprintf(stderr, "trammel show: %s\n", tm_status_message(status));
    }
    cli_model_close(&model);
    tm_diags_destroy(diags);
    return fine && status == TM_OK ? EXIT_DONE : EXIT_NO;
}

/* Several runs of one world are shown once, unless one was asked for. */
static bool was_shown(const tmDocument *document, int32_t run) {
    tmRunInfo info, other;
    tm_document_run(document, run, &info);
    for (int32_t i = 0; i < run; i++) {
        if (tm_document_run(document, i, &other) == TM_OK && other.world == info.world &&
            other.bodies == info.bodies && other.left_out == info.left_out) {
            return true;
        }
    }
    return false;
}

static bool is_animation(const tmDocument *document, int32_t run) {
    tmRunInfo info;
    return tm_document_run(document, run, &info) == TM_OK && info.kind == TM_RUN_ANIMATE;
}

static int show_file(const char *path, Form form, long run) {
    cliDefinition definition;
    int code = EXIT_USAGE;
    if (cli_definition_open("show", path, &definition)) {
        const tmDocument *document = definition.document;
        int32_t count = tm_document_run_count(document);
        bool wrong = tm_diags_total(tm_document_diags(document), TM_ERROR) > 0;
        cli_print_diags(document);
        code = wrong ? EXIT_NO : EXIT_DONE;
        if (!wrong && (run > count || count == 0)) {
            if (count == 0) {
                fprintf(stderr, "trammel show: %s has no world that needs no arguments\n",
                        cli_shown(path));
            } else {
                fprintf(stderr, "trammel show: %s has no run %ld; it has %d\n", cli_shown(path),
                        run, (int)count);
            }
            code = count == 0 ? EXIT_NO : EXIT_USAGE;
        }
        int32_t shown = 0; /* a file has one picture */
        for (int32_t i = 0; code == EXIT_DONE && i < count; i++) {
            bool asked = run > 0               ? i == run - 1
                         : form == FORM_MOTION ? is_animation(document, i)
                                               : !was_shown(document, i);
            code = asked && !(form == FORM_SVG && shown > 0) ? show_run(document, i, form) : code;
            shown += asked ? 1 : 0;
        }
        if (code == EXIT_DONE && form == FORM_MOTION && shown == 0) {
            fprintf(stderr, "trammel show: %s has no 'animate'\n", cli_shown(path));
            code = EXIT_NO;
        }
        if (code == EXIT_DONE && form == FORM_SVG && shown > 1) {
            fprintf(stderr, "trammel show: %s has %d worlds; this is the first, others by --run\n",
                    cli_shown(path), shown);
        }
    }
    cli_definition_close(&definition);
    return code;
}

typedef struct Options {
    int form;
    long run; /* 0: all */
} Options;

static int run(int argc, char **argv) {
    Options o = {.form = FORM_TEXT};
    int files, worst = EXIT_DONE, code = cli_read_words(&command_show, &o, argc, argv, &files);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (o.form == FORM_SVG && files > 1) {
        fprintf(stderr, "trammel show: --svg makes one picture: name one file\n");
        return EXIT_USAGE;
    }
    for (int i = 0; i < files; i++) {
        if (files > 1 && (o.form == FORM_TEXT || o.form == FORM_MOTION)) {
            printf("%s%s\n", i > 0 ? "\n" : "", cli_shown(argv[i]));
        }
        code = show_file(argv[i], (Form)o.form, o.run);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static const cliOption options[] = {
    {"--run", "N", "only the N-th run, counted from 1", CLI_INT, .field = offsetof(Options, run),
     .low = 1, .high = 1000000},
    {"--dot", .help = "the graph of bodies and joints for Graphviz instead", .kind = CLI_CONSTANT,
     .field = offsetof(Options, form), .low = FORM_DOT, .group = 1},
    {"--svg", .help = "the same as a picture, of the first world or that of --run, and of one FILE",
     .kind = CLI_CONSTANT, .field = offsetof(Options, form), .low = FORM_SVG, .group = 1},
    {"--motion",
     .help =
         "what the motion of each 'animate' amounts to: toggle and limit positions, branches and "
         "circuits, the range of every joint, least and greatest value of what is monitored",
     .kind = CLI_CONSTANT, .field = offsetof(Options, form), .low = FORM_MOTION, .group = 1},
    {.name = NULL}};

const tmCommand command_show = {
    .name = "show",
    .summary = "show what a definition builds: parts, masses, joints, freedoms",
    CLI_TAKES_DEFINITIONS(-1),
    .options = options,
    .about = "Builds and assembles the worlds of each definition, and prints the tree "
             "of parts with their masses, the joints with what they match, and the freedoms that "
             "they leave, by rank and by count, with the joints that share what is redundant. A "
             "FILE of - means standard input.",
    .example = "trammel show examples/papers/linkage_driven.tml",
    .no = "there are errors, which are then reported, or no world without arguments",
    .run = run,
};
