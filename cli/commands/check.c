/* check.c: `trammel check` reports all mistakes in definitions. */
#include "commands/commands.h"
#include "definitions/definitions.h"
#include "reports/reports.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

/* ---- Summary ------------------------------------------------------------------------------- */

static void print_count(int32_t count, const char *one, const char *many) {
    printf("%d %s", count, count == 1 ? one : many);
}

/* What is not modelled, and why: no body has it, or it is switched off. Animations have neither
 * forces nor contact anyway. */
static void print_missing(const tmRunInfo *run) {
    cliMissing missing[CLI_DOMAINS];
    int count = run->kind == TM_RUN_ANIMATE ? 0 : cli_run_missing(run, missing);
    printf(count > 0 ? "; not modelled: " : "");
    cli_print_missing(missing, count);
    if (!(run->left_out & TM_WITHOUT_DYNAMICS) && run->kind != TM_RUN_ANIMATE &&
        run->dynamic_bodies > 0 && run->kinematic_bodies > 0) {
        printf("; %d of the bodies %s no dynamics, so no force moves %s", run->kinematic_bodies,
               run->kinematic_bodies == 1 ? "has" : "have",
               run->kinematic_bodies == 1 ? "it" : "them");
    }
    int32_t passed = run->bodies - run->touching_bodies;
    if (!(run->left_out & TM_WITHOUT_INTERFERENCE) && run->kind != TM_RUN_ANIMATE &&
        run->touching_bodies > 0 && passed > 0) {
        printf("; %d of the bodies %s no interference, so nothing touches %s", passed,
               passed == 1 ? "states" : "state", passed == 1 ? "it" : "them");
    }
    if (run->unresolved_controls > 0) {
        printf("; ");
        print_count(run->unresolved_controls, "control", "controls");
        printf(" to be supplied");
    }
}

static void print_run(const tmRunInfo *run) {
    static const char *const kinds[] = {"world", "simulate", "animate", "study"};
    printf("  %s %.*s: ", kinds[run->kind], (int)run->world_length, run->world);
    print_count(run->bodies, "body", "bodies");
    printf(", ");
    print_count(run->joints, "joint", "joints");
    if (run->controls > 0) {
        printf(", ");
        print_count(run->controls, "control", "controls");
    }
    printf("%s", run->planar ? ", planar" : "");
    print_missing(run);
    putchar('\n');
}

static void print_summary(const tmDocument *document, const tmDiags *diags, const char *name) {
    int32_t errors = tm_diags_total(diags, TM_ERROR);
    int32_t warnings = tm_diags_total(diags, TM_WARNING) - errors;
    printf("%s: ", cli_shown(name));
    print_count(errors, "error", "errors");
    printf(", ");
    print_count(warnings, "warning", "warnings");
    printf(", ");
    print_count(tm_document_type_count(document), "type", "types");
    putchar('\n');
    if (errors == 0 && tm_document_type_count(document) + tm_document_run_count(document) == 0) {
        puts("  it defines no types: one begins with 'primitive', 'composite' or 'world'");
    }
    for (int32_t i = 0; errors == 0 && i < tm_document_run_count(document); i++) {
        tmRunInfo run;
        if (tm_document_run(document, i, &run) == TM_OK) {
            print_run(&run);
        }
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

/* Adds warnings and errors, and with `notes` those, too. */
static tmStatus add_found(tmDiags *diags, const tmDiags *found, bool notes) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < tm_diags_count(found) && status == TM_OK; i++) {
        const tmDiag *diag = tm_diags_at(found, i);
        status = notes || diag->severity != TM_NOTE ? tm_diags_add(diags, diag) : TM_OK;
    }
    return status;
}

/* What can be known before a simulation runs: masses and velocities that do not fit, motions that
 * cannot be prescribed; of a run without dynamics, what it leaves free. That forces are shared is
 * reported when it runs. */
static tmStatus check_start(const tmDocument *document, int32_t index, const cliModel *model,
                            tmDiags *diags) {
    tmRunInfo run;
    tmSim *sim = NULL;
    tmDiags *found = NULL;
    tmStatus status = tm_document_run(document, index, &run);
    if (status != TM_OK || run.kind != TM_RUN_SIMULATE || run.unresolved_controls > 0 ||
        tm_diags_total(diags, TM_ERROR) > 0) {
        return status;
    }
    status = tm_diags_create(NULL, &found);
    status =
        status == TM_OK ? tm_sim_create(model->model, model->assembly, NULL, found, &sim) : status;
    tm_sim_destroy(sim);
    if (status == TM_OK || status == TM_ERR_TEXT) {
        status = add_found(diags, found, (run.left_out & TM_WITHOUT_DYNAMICS) != 0);
    }
    tm_diags_destroy(found);
    return status;
}

/* Mistakes in the text or, where it has none, in the models of its runs. */
static tmStatus gather(const tmDocument *document, tmDiags *diags) {
    tmStatus status = cli_diags_add_all(diags, tm_document_diags(document));
    bool right = tm_diags_total(diags, TM_ERROR) == 0;
    for (int32_t i = 0; right && status == TM_OK && i < tm_document_run_count(document); i++) {
        cliModel model;
        status = cli_model_open(document, i, diags, &model);
        status = status == TM_OK ? check_start(document, i, &model, diags) : status;
        status = status == TM_OK ? cli_pass_warn(model.model, diags) : status;
        cli_model_close(&model);
    }
    return status;
}

static int check_document(const tmDocument *document, const char *name, bool json) {
    tmDiags *diags = NULL;
    tmStatus status = tm_diags_create(NULL, &diags);
    status = status == TM_OK ? gather(document, diags) : status;
    for (int32_t i = 0; json && i < tm_diags_count(diags); i++) {
        cli_put_diag(tm_diags_at(diags, i));
        putchar('\n');
    }
    if (!json) {
        cli_print_list(document, diags);
        print_summary(document, diags, name);
    }
    int code = tm_diags_total(diags, TM_ERROR) > 0 ? EXIT_NO : EXIT_DONE;
    if (status != TM_OK) {
        fprintf(stderr, "trammel check: %s: %s\n", cli_shown(name), tm_status_message(status));
        code = EXIT_USAGE;
    }
    tm_diags_destroy(diags);
    return code;
}

static int check_file(const char *path, bool json) {
    cliDefinition definition;
    int code = cli_definition_open("check", path, &definition)
                   ? check_document(definition.document, definition.name, json)
                   : EXIT_USAGE;
    cli_definition_close(&definition);
    return code;
}

typedef struct Options {
    bool json;
} Options;

static int run(int argc, char **argv) {
    Options o = {.json = false};
    int files, worst = EXIT_DONE, code = cli_read_words(&command_check, &o, argc, argv, &files);
    if (code != CLI_GO_ON) {
        return code;
    }
    for (int i = 0; i < files; i++) {
        code = check_file(argv[i], o.json);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static const cliOption options[] = {
    {"--json",
     .help = "one JSON object per message and line, nothing else: file, range (line, column and "
             "length in characters), severity, code, message, and where there are some hint, parts "
             "and related",
     .field = offsetof(Options, json)},
    {.name = NULL}};

const tmCommand command_check = {
    .name = "check",
    .summary = "report all mistakes in definitions",
    CLI_TAKES_DEFINITIONS(-1),
    .options = options,
    .about =
        "Reads each definition with what it includes and reports every mistake: where it "
        "is, what was found and expected, and what to do. If the text is right, its worlds are "
        "built "
        "and assembled and its simulations started. Shapes that are not solids, joints that cannot "
        "be closed, what keeps a simulation from starting or changes its velocities, and "
        "bodies that may touch where nothing holds them apart are then reported, too. Files are "
        "included only from the folder of FILE and below. A FILE of - means standard input. "
        "At the end it prints what there is: types, and for each run "
        "its bodies and joints and what is not modelled.",
    .example = "trammel check examples/gallery/double_pendulum.tml",
    .no = "a file has errors; warnings do not count",
    .run = run,
};
