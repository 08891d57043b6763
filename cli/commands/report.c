/* report.c: `trammel report` makes tables, pictures and equations of a recording. */
#include "commands/commands.h"
#include "recording/recording.h"
#include "reports/reports.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *path, *out, *body, *meshes;
    int choice;              /* 0: none, else 1 + TM_REPORT_… */
    const cliReport *report; /* null: the summary */
    double time;             /* of the equations; negative: none are wanted [s] */
    uint32_t columns;
    long poses, digits;
} Options;

/* ---- Equations ----------------------------------------------------------------------------- */

/* Inputs at a time, from the events. */
static tmStatus set_inputs(const tmRecording *recording, double time, tmSim *sim) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; status == TM_OK && i < tm_recording_info(recording)->events; i++) {
        tmSimEvent event;
        if (tm_recording_event(recording, i, &event) == TM_OK && event.kind == TM_SIM_EVENT_INPUT &&
            event.time <= time) {
            status = tm_sim_set_input(sim, event.input, event.value);
        }
    }
    return status;
}

static tmStatus set_state(const Options *o, tmRecording *recording, tmSim *sim) {
    int32_t index = tm_recording_find(recording, o->time);
    tmRecordedFrame frame;
    tmStatus status = tm_recording_frame(recording, index, &frame);
    if (status == TM_OK && fabs(frame.time - o->time) > 1e-9 * fabs(o->time)) {
        fprintf(stderr, "trammel report: note: the last frame before %g s is at %.10g s\n", o->time,
                frame.time);
    }
    status = status == TM_OK ? set_inputs(recording, frame.time, sim) : status;
    return status == TM_OK ? tm_sim_set_state(sim, frame.time, frame.frames, frame.twists) : status;
}

/* Puts a simulation into the state of a frame and writes its equations. */
static int write_equations(const Options *o, cliRecorded *r, cliSource *source) {
    tmSim *sim = NULL;
    if (tm_recording_info(r->recording)->kind != TM_RUN_SIMULATE) {
        fprintf(
            stderr,
            "trammel report: %s is the recording of an animation, which has no motion equations\n",
            cli_shown(r->path));
        return EXIT_NO;
    }
    const tmRecordingInfo *info = tm_recording_info(r->recording);
    tmSimDef def = tm_sim_def_default();
    def.method = info->has_end ? info->end.method : def.method;
    tmStatus status = tm_sim_create(r->model.model, r->model.assembly, &def, r->diags, &sim);
    if (status == TM_ERR_TEXT) {
        cli_print_list(r->document, r->diags);
    }
    status = status == TM_OK ? set_state(o, r->recording, sim) : status;
    int code = EXIT_NO;
    if (status == TM_OK) {
        source->sim = sim;
        code = cli_report_write(source, &cli_report_equations, o->out);
    } else {
        fprintf(stderr, "trammel report: %s: %s\n", cli_shown(r->path), tm_status_message(status));
    }
    tm_sim_destroy(sim);
    return code;
}

/* ---- Reports ------------------------------------------------------------------------------- */

/* The body of a name; -1 when there is none, after a message that lists them. */
static int32_t find_body(const Options *o, const cliRecorded *r) {
    const tmRecording *recording = r->recording;
    int32_t count = tm_recording_info(recording)->bodies;
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(tm_recording_body(recording, i), o->body) == 0) {
            return i;
        }
    }
    fprintf(stderr, "trammel report: %s has no body '%s'; it has", cli_shown(r->path),
            cli_shown(o->body));
    for (int32_t i = 1; i < count; i++) {
        fprintf(stderr, "%s %s", i > 1 ? "," : "", cli_shown(tm_recording_body(recording, i)));
    }
    fprintf(stderr, "\n");
    return -1;
}

/* Whether any frame of an animation has rates. */
static bool has_rates(const cliRecorded *r) {
    tmRecordedFrame frame;
    for (int32_t i = 0; i < tm_recording_info(r->recording)->frames; i++) {
        if (tm_recording_frame(r->recording, i, &frame) == TM_OK && isfinite(frame.energy)) {
            return true;
        }
    }
    return false;
}

/* Names the columns that are empty in every row. */
static void note_columns(const Options *o, const cliRecorded *r) {
    if (tm_recording_info(r->recording)->kind != TM_RUN_ANIMATE) {
        return;
    }
    if ((o->columns & (TM_TABLE_VELOCITIES | TM_TABLE_ENERGY)) != 0 && !has_rates(r)) {
        fprintf(stderr, "trammel report: note: this animation has no 'speed' or 'duration', and so "
                        "no velocities and no energy: these columns are empty (nan)\n");
    }
    if ((o->columns & TM_TABLE_CONTACTS) != 0) {
        fprintf(stderr, "trammel report: note: an animation has no contacts: only a simulation "
                        "holds bodies apart\n");
    }
}

static int summarise(cliRecorded *r) {
    const tmRecordingInfo *info = tm_recording_info(r->recording);
    cliSummary summary = {.recording = r->recording,
                          .info = info->has_end ? &info->end : NULL,
                          .wall = -1.0,
                          .contact = TM_CONTACT_TEXT};
    printf("%s: %s%s%s\n", cli_shown(r->path), cli_shown(info->name), info->method[0] ? ", " : "",
           cli_shown(info->method));
    cli_summary_print(&summary);
    const char *why = cli_bytes_change(&r->bytes);
    if (why) {
        fprintf(stderr, "trammel report: %s: %s\n", cli_shown(r->path), why);
    }
    return why ? EXIT_USAGE : EXIT_DONE;
}

static int report_file(const Options *o) {
    cliRecorded r;
    int code = EXIT_USAGE;
    if (cli_recorded_open("report", o->path, &r)) {
        r.meshes = o->meshes;
        cliSource source = cli_source_default("report", r.recording);
        source.bytes = &r.bytes;
        source.columns = o->columns;
        note_columns(o, &r);
        source.poses = (int32_t)o->poses;
        source.equations.digits = (int32_t)o->digits;
        char title[CLI_TITLE_MAX];
        cli_picture_title(r.recording, tm_recording_info(r.recording)->world, title, sizeof title);
        source.title = title;
        source.body = o->body ? find_body(o, &r) : -1;
        bool builds = o->report && (o->report->needs & (CLI_NEEDS_MODEL | CLI_NEEDS_STATE));
        bool can_be_empty = o->report && o->report->nothing;
        const char *why = can_be_empty ? o->report->nothing(r.recording) : NULL;
        if (why) {
            fprintf(stderr, "trammel report: %s: %s: %s\n", cli_shown(r.path),
                    cli_report_option(o->report), why);
            code = EXIT_NO;
        } else if (o->body && source.body < 0) {
            code = EXIT_USAGE;
        } else if (!o->report) {
            code = summarise(&r);
        } else if (builds && !cli_recorded_build(&r)) {
            code = EXIT_NO;
        } else {
            source.model = r.model.model;
            code = o->report->needs & CLI_NEEDS_STATE
                       ? write_equations(o, &r, &source)
                       : cli_report_write(&source, o->report, o->out);
        }
    }
    cli_recorded_close(&r);
    return code;
}

/* ---- The command --------------------------------------------------------------------------- */

static int run(int argc, char **argv) {
    Options o = {.time = -1.0, .digits = tm_equations_def_default().digits};
    int count, code = cli_read_words(&command_report, &o, argc, argv, &count);
    if (code != CLI_GO_ON) {
        return code;
    }
    o.path = argv[0];
    o.report = o.time >= 0.0  ? &cli_report_equations
               : o.choice > 0 ? cli_reports[o.choice - 1]
                              : NULL;
    if (!o.report && o.out) {
        fprintf(stderr, "trammel report: nothing to report was chosen, such as --csv; see "
                        "'trammel help report'\n");
        return EXIT_USAGE;
    }
    return report_file(&o);
}

/* One of the reports. */
#define REPORT(word, report, animations, option, help)                                             \
    {option,                                                                                       \
     NULL,                                                                                         \
     help,                                                                                         \
     CLI_CONSTANT,                                                                                 \
     .field = offsetof(Options, choice),                                                           \
     .low = 1 + TM_REPORT_##word,                                                                  \
     .group = 1},
#define NO_OPTION(word, report, animations)

/* In the order of TM_TABLE_… */
static const char *const columns[] = {"poses", "velocities", "forces", "energy", "contacts", NULL};

static const cliOption options[] = {
    TM_REPORT_LIST(REPORT, NO_OPTION){
        "--equations", "T",
        "the motion equations of the last frame that is not after T, with their solution; none "
        "while bodies touch",
        CLI_TIME, .field = offsetof(Options, time), .group = 1},
    {"--columns", "LIST", "additional columns of the table, separated by commas:", CLI_WORDS,
     .field = offsetof(Options, columns), .words = columns, .needs = "--csv --json"},
    {"--body", "NAME", "only this body: forces are those that act on it, contacts its own",
     CLI_TEXT, .field = offsetof(Options, body), .needs = "--csv --json"},
    {"--frames", "N", "poses side by side in the picture of --svg; default 6", CLI_INT,
     .field = offsetof(Options, poses), .low = 1, .high = TM_SCENE_LIMIT, .needs = "--svg"},
    {"--digits", "N", "significant digits of the numbers in equations; default 8", CLI_INT,
     .field = offsetof(Options, digits), .low = 1, .high = 17, .needs = "--equations"},
    {"--meshes", "FOLDER",
     "the definition's folder, for pictures and equations of bodies that are meshes, which "
     "recordings do not hold",
     CLI_FOLDER, .field = offsetof(Options, meshes), .needs = "--svg --loop --equations"},
    {"--out", "FILE", "write to this file; default -, the standard output", CLI_FILE,
     .field = offsetof(Options, out), .letter = 'o'},
    {.name = NULL}};

const tmCommand command_report = {
    .name = "report",
    .summary = "make tables, pictures and equations of a recording",
    .operand = "RECORDING",
    .ending = ".rec",
    .min = 1,
    .max = 1,
    .missing = "no recording is given",
    .options = options,
    .about = "Without any of these options it prints the summary of the run. A recording that was "
             "cut off is "
             "read to its last whole frame. A RECORDING of - means standard input.",
    .example = "trammel report build/double_pendulum.rec --csv --columns energy",
    .no = "the recording holds nothing of that kind",
    .run = run,
};
