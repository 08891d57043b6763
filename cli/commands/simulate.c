/* simulate.c: `trammel simulate` runs simulations. */
#include "commands/commands.h"
#include "definitions/definitions.h"
#include "files/files.h"
#include "reports/reports.h"
#include "simulation/simulation.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

/* Default time between checkpoints [s]. */
#define CHECKPOINT_SECONDS 1.0

typedef struct Options {
    cliSimOptions sim;
    const char *out;
    double checkpoint; /* time between two [s]; 0: none */
    uint64_t limit;    /* bytes of each file that is written */
    bool json;
    bool check; /* is made again with a smaller error */
} Options;

/* How far the runs of a file are. */
typedef struct Progress {
    int32_t reported; /* runs that were reported about */
    bool is_interrupted;
} Progress;

/* ---- What is reported and written at the end ----------------------------------------------- */

static int write_reports(const Options *o, cliLoop *loop, tmRecording *recording, const char *stem,
                         cliFiles *files) {
    const cliSimulation *s = &loop->simulation;
    char name[CLI_TITLE_MAX];
    cliSource source = cli_source_default("simulate", recording);
    cli_picture_title(recording, tm_model_world(s->model.model).name, name, sizeof name);
    source.model = s->model.model;
    source.sim = s->sim;
    source.quiet = o->sim.quiet;
    source.limit = o->limit;
    source.title = name;
    snprintf(files->paths[files->count++], CLI_PATH_MAX, "%s", loop->record.path);
    if ((loop->signal || loop->is_full) && o->checkpoint > 0.0) {
        snprintf(files->paths[files->count++], CLI_PATH_MAX, "%s", loop->checkpoint_path);
    }
    return cli_reports_write(&source, tm_model_simulate(s->model.model).reports, stem, files);
}

static void report_run(const Options *o, const cliLoop *loop, int32_t run, tmRecording *recording,
                       double wall, const cliFiles *files, const cliRecheck *recheck,
                       Progress *progress) {
    const cliSimulation *s = &loop->simulation;
    int32_t contact = o->sim.def.contact;
    cliSummary summary = {.recording = recording,
                          .info = tm_sim_info(s->sim),
                          .model = s->model.model,
                          .sim = s->sim,
                          .run = &s->run,
                          .number = cli_run_number(s->document, run),
                          .number_of = cli_run_total(s->document, TM_RUN_SIMULATE),
                          .diag = tm_sim_diagnostic(s->sim),
                          .wall = wall,
                          .files = files,
                          .recheck = recheck,
                          .contact = contact != TM_CONTACT_TEXT
                                         ? contact
                                         : (int32_t)tm_model_simulate(s->model.model).contact};
    if (o->json) {
        printf(progress->reported > 0 ? "," : "");
        cli_summary_put(&summary);
    } else if (!o->sim.quiet) {
        cli_summary_print(&summary);
    }
    progress->reported++;
    cli_flush_output();
}

/* Reads the recording that was just written, for the reports. */
static int conclude(const Options *o, cliLoop *loop, int32_t run, const char *stem, double wall,
                    Progress *progress) {
    cliBytes bytes;
    tmRecording *recording = NULL;
    cliFiles files = {.count = 0};
    const char *why = cli_bytes_of("simulate", loop->record.path, loop->record.f, &bytes);
    if (!why) {
        tmStatus status = tm_recording_open(NULL, bytes.bytes, bytes.length, &recording);
        why = status == TM_OK ? NULL : tm_status_message(status);
    }
    int code = EXIT_DONE;
    if (why) {
        fprintf(stderr, "trammel simulate: %s: %s\n", cli_shown(loop->record.path), why);
        code = EXIT_USAGE;
    } else {
        cliRecheck recheck;
        code = stem ? write_reports(o, loop, recording, stem, &files) : EXIT_DONE;
        if (o->check) {
            bool is_balanced = cli_energy_is_balanced(tm_sim_info(loop->simulation.sim), recording);
            cli_recheck_make(&loop->simulation, &o->sim, run, recording, is_balanced, &recheck);
            code = code == EXIT_DONE && !cli_recheck_is_good(&recheck) ? EXIT_NO : code;
            cli_recheck_warn(&recheck, o->sim.path, o->sim.quiet || o->json);
        }
        report_run(o, loop, run, recording, wall, &files, o->check ? &recheck : NULL, progress);
        if (o->check) {
            cli_recheck_close(&recheck);
        }
    }
    tm_recording_close(recording);
    cli_bytes_close(&bytes);
    return code;
}

/* ---- Runs ---------------------------------------------------------------------------------- */

static int simulate_run(const Options *o, const cliDefinition *definition, int32_t run,
                        Progress *progress) {
    cliLoop loop;
    char name[CLI_NAME_MAX], stem[CLI_PATH_MAX - 40];
    double began = cli_clock();
    cli_run_name(o->sim.path, definition->document, run, name);
    if (o->out) {
        snprintf(stem, sizeof stem, "%s/%s", o->out, name);
    }
    cliLoopDef def = {.definition = definition,
                      .options = &o->sim,
                      .run = run,
                      .stem = o->out ? stem : NULL,
                      .checkpoint_every = o->checkpoint,
                      .limit = o->limit};
    int code = cli_loop_open("simulate", &def, &loop);
    if (code == EXIT_DONE) {
        if (loop.is_resumed && !o->sim.quiet) {
            fprintf(stderr, "trammel simulate: note: resuming at %g s from %s\n",
                    tm_sim_info(loop.simulation.sim)->time, cli_shown(loop.checkpoint_path));
        }
        code = cli_loop_run(&loop);
        if (code != EXIT_USAGE) { /* otherwise the recording lacks what was computed */
            int concluded =
                conclude(o, &loop, run, o->out ? stem : NULL, cli_clock() - began, progress);
            code = code == EXIT_DONE || concluded == EXIT_USAGE ? concluded : code;
        }
        const tmSimInfo *info = tm_sim_info(loop.simulation.sim);
        if (code == EXIT_DONE && (info->passed > 0 || info->missed > 0)) {
            code = EXIT_PASSED;
        }
    }
    progress->is_interrupted = loop.signal != 0;
    cli_loop_close(&loop);
    return code;
}

static int simulate_document(const Options *o, const cliDefinition *definition, bool *has_runs) {
    const tmDocument *document = definition->document;
    cli_print_diags(document);
    if (tm_diags_total(tm_document_diags(document), TM_ERROR) > 0) {
        return EXIT_NO;
    }
    int worst = cli_runs_exist("simulate", o->sim.path, document, TM_RUN_SIMULATE, o->sim.run);
    if (worst != EXIT_DONE) { /* files without runs count only when no other has some */
        return worst == EXIT_NO ? EXIT_DONE : worst;
    }
    *has_runs = true;
    if (!o->json && !o->sim.quiet) {
        printf("%s\n", cli_shown(definition->name));
    }
    Progress progress = {.reported = 0};
    for (int32_t i = 0; !progress.is_interrupted && i < tm_document_run_count(document); i++) {
        if (cli_run_is_chosen(document, i, TM_RUN_SIMULATE, o->sim.run)) {
            int code = simulate_run(o, definition, i, &progress);
            worst = cli_worse(worst, code);
        }
    }
    return worst;
}

static int simulate_file(const Options *o, bool *has_runs) {
    cliDefinition definition;
    int code = EXIT_USAGE;
    if (cli_definition_open("simulate", o->sim.path, &definition)) {
        if (o->json) {
            printf("{\"file\":");
            cli_put_text(definition.name);
            printf(",\"runs\":[");
        }
        code = simulate_document(o, &definition, has_runs);
        printf(o->json ? "]}\n" : "");
    }
    cli_definition_close(&definition);
    return code;
}

/* ---- The command --------------------------------------------------------------------------- */

/* A cliTakeFn: the time between two checkpoints may be left out. */
static bool take_checkpoint(void *field, const char *value) {
    *(double *)field = CHECKPOINT_SECONDS;
    return !value || cli_read_positive("--checkpoint", value, "s", field);
}

/* One file, whose outputs no other run may write meanwhile. */
static int simulate_alone(const Options *o, bool *has_runs) {
    char name[CLI_NAME_MAX];
    cliLock lock = {.handle = -1};
    cli_base_name(o->sim.path, name);
    if (o->out && !cli_lock_take("simulate", o->out, name, &lock)) {
        return EXIT_USAGE;
    }
    int code = simulate_file(o, has_runs);
    cli_lock_release(&lock);
    return code;
}

static int run(int argc, char **argv) {
    Options o = {.sim = cli_sim_options_default(), .limit = CLI_RECORD_LIMIT};
    bool has_runs = false;
    int files, worst = EXIT_DONE, code = cli_read_words(&command_simulate, &o, argc, argv, &files);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (o.checkpoint > 0.0 && !o.out) {
        fprintf(stderr, "trammel simulate: --checkpoint needs --out\n");
        return EXIT_USAGE;
    }
    if (o.out && !cli_make_folder("simulate", o.out)) {
        return EXIT_USAGE;
    }
    for (int i = 0; i < files && worst < EXIT_SIGNALS; i++) { /* a signal ends all */
        o.sim.path = argv[i];
        worst = cli_worse(worst, simulate_alone(&o, &has_runs));
    }
    return worst == EXIT_DONE && !has_runs ? EXIT_NO : worst;
}

static const cliOption options[] = {
    {"--to", "T", "end time, instead of the text's: 500ms, or plain seconds", CLI_POSITIVE,
     .field = offsetof(Options, sim.def.end), .unit = "s"},
    {"--out", "FOLDER",
     "write the recording there, NAME.rec, and beside it what 'report' of the text asks for: "
     "NAME.csv, NAME-plot.svg, NAME-strip.svg and so on. NAME is that of the file, NAME-2 for its "
     "second 'simulate'",
     CLI_FOLDER, .field = offsetof(Options, out), .letter = 'o'},
    CLI_SIM_OPTIONS,
    {"--check",
     .help =
         "run it again with a tenth of the tolerance, or half of the fixed step, and estimate from "
         "the difference of the two runs the errors of bodies and monitors, and when they arise: "
         "the "
         "energy error does not show them. Ends with 1 if one is more than about a hundredth of "
         "what "
         "moves, or the energy is off",
     .field = offsetof(Options, check)},
    {"--checkpoint", "T",
     "save the state of the run in NAME.checkpoint every second, or every T; called again with the "
     "same options, the run resumes from there, and the recording has the same bytes as that of a "
     "run "
     "that was never interrupted. Removed when the run ends; if there are several runs, those that "
     "had "
     "ended are run again",
     CLI_CALL, .field = offsetof(Options, checkpoint), .take = take_checkpoint,
     .is_optional = true},
    {"--limit-size", "N",
     "largest size of the recording, and of each file made from it: 500MB, "
     "20GB; default " CLI_RECORD_LIMIT_WORD ". A run that reaches it ends there, with 1",
     CLI_SIZE, .field = offsetof(Options, limit)},
    {"--json", .help = "print the summary as one JSON object, a line for each file",
     .field = offsetof(Options, json)},
    {"--quiet", .help = "report only what went wrong, and show no progress",
     .field = offsetof(Options, sim.quiet), .letter = 'q'},
    {.name = NULL}};

const tmCommand command_simulate = {
    .name = "simulate",
    .summary = "simulate worlds and record what they do",
    CLI_TAKES_DEFINITIONS(-1),
    .options = options,
    .about = "Runs every 'simulate' of each definition and reports what happened: time, steps, "
             "events, energy and its error, gaps of joints, how bodies touched, and what each "
             "monitored value did. A FILE of - means standard input. Without --out nothing is "
             "written.\n\n"
             "Runs that take longer than a second show the time left. Ctrl-C ends "
             "them with the recording whole; a kill loses at most the last second. Only one run "
             "at a time can write to the files of a NAME.",
    .example = "trammel simulate examples/gallery/double_pendulum.tml --to 5s --out build",
    .no = "there are errors, a run failed (what was recorded until then is kept), --check "
          "finds that it cannot be relied on, or no FILE has a 'simulate'",
    .passed = "the run ended, but bodies that may touch overlapped: nothing holds "
              "them apart in space or without 'method: stepping'; or steps missed the conditions "
              "of contact",
    .run = run,
};
