/* command_report.c: `trammel report` makes tables, pictures and equations of a recording. */
#include "cli.h"
#include "recorded.h"
#include "reports.h"
#include "shown.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *path, *out, *body, *meshes;
    const cliReport *report; /* null: the summary */
    double time;             /* of the equations [s] */
    uint32_t columns;
    long poses, digits;
} Options;

static const cliReport *const choices[] = {
    &cli_report_csv,  &cli_report_json,   &cli_report_strip,   &cli_report_loop,
    &cli_report_plot, &cli_report_events, &cli_report_impulses};
#define CHOICES (sizeof choices / sizeof choices[0])

/* ---- Equations ----------------------------------------------------------------------------- */

/* Inputs as they were at a time: the events tell. */
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
        fprintf(stderr, "trammel report: %s is of an animation, which has no motion equations\n",
                cli_shown(o->path));
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
        fprintf(stderr, "trammel report: %s: %s\n", cli_shown(o->path), tm_status_message(status));
    }
    tm_sim_destroy(sim);
    return code;
}

/* ---- Reports ------------------------------------------------------------------------------- */

/* The body of a name; says which there are and returns -1 when it is none. */
static int32_t find_body(const Options *o, const tmRecording *recording) {
    int32_t count = tm_recording_info(recording)->bodies;
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(tm_recording_body(recording, i), o->body) == 0) {
            return i;
        }
    }
    fprintf(stderr, "trammel report: %s has no body '%s'; it has", cli_shown(o->path),
            cli_shown(o->body));
    for (int32_t i = 1; i < count; i++) {
        fprintf(stderr, "%s %s", i > 1 ? "," : "", cli_shown(tm_recording_body(recording, i)));
    }
    fprintf(stderr, "\n");
    return -1;
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
        source.poses = (int32_t)o->poses;
        source.equations.digits = (int32_t)o->digits;
        char title[CLI_TITLE_MOST];
        cli_picture_title(r.recording, tm_recording_info(r.recording)->world, title, sizeof title);
        source.title = title;
        source.body = o->body ? find_body(o, r.recording) : -1;
        bool builds = o->report == &cli_report_strip || o->report == &cli_report_loop ||
                      o->report == &cli_report_equations;
        if (o->body && source.body < 0) {
            code = EXIT_USAGE;
        } else if (!o->report) {
            code = summarise(&r);
        } else if (builds && !cli_recorded_build(&r)) {
            code = EXIT_NO;
        } else {
            source.model = r.model.model;
            code = o->report == &cli_report_equations
                       ? write_equations(o, &r, &source)
                       : cli_report_write(&source, o->report, o->out);
        }
    }
    cli_recorded_close(&r);
    return code;
}

/* ---- The command --------------------------------------------------------------------------- */

/* Reads "poses,energy". */
static bool read_columns(const char *value, uint32_t *columns) {
    static const char *const words[] = {"poses", "velocities", "forces", "energy", "contacts"};
    char word[40];
    int index;
    for (const char *at = value; *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), at);
        if (!cli_read_word("--columns", word, words, 5, &index)) {
            return false;
        }
        *columns |= 1u << index;
        at += length;
    }
    return true;
}

static bool choose(const cliReport *report, Options *o) {
    if (o->report && o->report != report) {
        fprintf(stderr, "trammel report: %s and %s: one report at a time\n", o->report->option,
                report->option);
        return false;
    }
    o->report = report;
    return true;
}

static cliTaken take(int argc, char **argv, int *at, Options *o) {
    const char *value = NULL;
    bool good;
    for (size_t i = 0; i < CHOICES; i++) {
        if (strcmp(argv[*at], choices[i]->option) == 0) {
            return choose(choices[i], o) ? CLI_TAKEN : CLI_WRONG;
        }
    }
    if (cli_option("--equations", argc, argv, at, &value)) {
        good = value && choose(&cli_report_equations, o) &&
               cli_read_value("--equations", value, "s", &o->time);
    } else if (cli_option("--body", argc, argv, at, &o->body)) {
        good = o->body != NULL;
    } else if (cli_option("--meshes", argc, argv, at, &o->meshes)) {
        good = o->meshes != NULL;
    } else if (cli_option("--columns", argc, argv, at, &value)) {
        good = value && read_columns(value, &o->columns);
    } else if (cli_option("--frames", argc, argv, at, &value)) {
        good = value && cli_read_int("--frames", value, 1, TM_SCENE_LIMIT, &o->poses);
    } else if (cli_option("--digits", argc, argv, at, &value)) {
        good = value && cli_read_int("--digits", value, 1, 17, &o->digits);
    } else if (cli_option("--out", argc, argv, at, &o->out)) {
        good = o->out != NULL;
    } else if ((argv[*at][0] == '-' && argv[*at][1]) || o->path) {
        return CLI_NOT_TAKEN;
    } else {
        o->path = argv[*at];
        good = true;
    }
    return good ? CLI_TAKEN : CLI_WRONG;
}

static int run(int argc, char **argv) {
    Options o = {.digits = tm_equations_def_default().digits};
    for (int i = 0; i < argc; i++) {
        cliTaken taken = take(argc, argv, &i, &o);
        if (taken != CLI_TAKEN) {
            return taken == CLI_WRONG ? EXIT_USAGE : cli_unknown(&command_report, argv[i]);
        }
    }
    if (!o.path) {
        fprintf(stderr, "trammel report: no recording is named; see 'trammel help report'\n");
        return EXIT_USAGE;
    }
    if (!o.report && (o.out || o.body || o.columns)) {
        fprintf(stderr, "trammel report: it is not said what to report, such as --csv; see "
                        "'trammel help report'\n");
        return EXIT_USAGE;
    }
    return report_file(&o);
}

const tmCommand command_report = {
    .name = "report",
    .summary = "make tables, pictures and equations of a recording",
    .help =
        "usage: trammel report RECORDING [--csv | --json | --svg | --loop | --plot | --events |\n"
        "                      --impulses | --equations T] [--body NAME] [--columns LIST]\n"
        "                      [--frames N] [--digits N] [--meshes FOLDER] [--out FILE]\n\n"
        "Without a choice it prints the summary of the run. A recording that was cut off is read\n"
        "to its last whole frame.\n\n"
        "  --csv           time and monitored values as a table, units in its first line; before\n"
        "                  it a line with # where bodies that may touch passed through each other\n"
        "  --json          the same, and all that is known of the run, as one JSON object\n"
        "  --columns LIST  these in the table, too: poses,velocities,forces,energy,contacts\n"
        "  --body NAME     of one body only; forces are then those on it, contacts its own\n"
        "  --svg           poses side by side as a picture, with the paths of traced points\n"
        "  --frames N      poses in the picture; default 6\n"
        "  --loop          a picture that moves instead, of planar worlds\n"
        "  --plot          monitored values over time as a picture\n"
        "  --events        what happened, and when\n"
        "  --impulses      tables of the impulses of impacts and of bodies that touch\n"
        "  --equations T   the motion equations of the last frame that is not after T, with\n"
        "                  their solution; none while bodies touch\n"
        "  --digits N      of the numbers in equations; default 8\n"
        "  --meshes FOLDER the definition's folder, for pictures and equations of bodies that are\n"
        "                  meshes, which recordings do not hold\n"
        "  --out FILE      write it there instead of to the standard output\n\n"
        "example: trammel report build/double_pendulum.rec --csv --columns energy\n\n"
        "Ends with 0; 1 when there is nothing of that kind in the recording; 2 when the call is\n"
        "wrong or a file cannot be read or written.\n",
    .run = run,
};
