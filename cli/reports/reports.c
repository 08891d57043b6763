/* reports.c: what can be made of a recording. A new kind of report is a file beside this one and a
 * row of TM_REPORT_LIST. */
#include "reports/reports.h"

#include "call/call.h"
#include "simulation/simulation.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLOT_WIDTH 960.0

/* Pictures that move: what takes this long is shown as fast as it is, else slower or faster [s];
 * and poses for each second. */
#define LOOP_SHORTEST 1.0
#define LOOP_LONGEST 30.0
#define LOOP_RATE 25.0

cliSource cli_source_default(const char *command, tmRecording *recording) {
    return (cliSource){.command = command,
                       .recording = recording,
                       .body = -1,
                       .title = "",
                       .equations = tm_equations_def_default()};
}

/* ---- Kinds --------------------------------------------------------------------------------- */

/* A line of tables and equations of a run in which bodies pass through each other, or whose drives
 * do not get to their end. */
static void write_caveat(const cliSource *s, tmWriteFn *write, void *user) {
    char text[240], line[280];
    if (cli_caveat_text(s->recording, text, sizeof text)) {
        bool animates = tm_recording_info(s->recording)->kind == TM_RUN_ANIMATE;
        int length = snprintf(line, sizeof line, "# %s%s\n", text,
                              animates ? "" : ": nothing holds them apart");
        write(user, line, (size_t)length);
    }
}

/* The columns that are wanted; a table of times alone would be useless, so one without monitors has
 * poses, whatever else it has. */
static uint32_t columns_of(const cliSource *s) {
    bool is_empty = tm_recording_info(s->recording)->values == 0;
    return is_empty ? s->columns | (uint32_t)TM_TABLE_POSES : s->columns;
}

static tmStatus write_csv(const cliSource *s, tmWriteFn *write, void *user) {
    write_caveat(s, write, user);
    return tm_report_csv(s->recording, columns_of(s), s->body, write, user);
}

static tmStatus write_json(const cliSource *s, tmWriteFn *write, void *user) {
    return tm_report_json(s->recording, columns_of(s), s->body, write, user);
}

static void set_loop(tmRecording *recording, tmSceneDef *def) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    tmRecordedFrame last = {.time = 0.0};
    def->loop = true;
    def->frames = CLI_LOOP_POSES;
    if (info->kind == TM_RUN_SIMULATE &&
        tm_recording_frame(recording, info->frames - 1, &last) == TM_OK &&
        last.time >= LOOP_SHORTEST) {
        def->seconds = last.time < LOOP_LONGEST ? last.time : LOOP_LONGEST;
        double poses = LOOP_RATE * def->seconds;
        def->frames = poses > def->frames ? (int32_t)poses : def->frames;
    }
}

static tmStatus draw(const cliSource *s, bool loop, tmWriteFn *write, void *user) {
    tmSceneDef def = tm_scene_def_default();
    def.frames = s->poses > 0 ? s->poses : def.frames;
    def.title = s->title;
    if (loop) {
        set_loop(s->recording, &def);
    }
    return tm_report_strip(s->recording, s->model, &def, write, user);
}

static tmStatus write_strip(const cliSource *s, tmWriteFn *write, void *user) {
    return draw(s, false, write, user);
}

static tmStatus write_loop(const cliSource *s, tmWriteFn *write, void *user) {
    return draw(s, true, write, user);
}

static tmStatus write_plot(const cliSource *s, tmWriteFn *write, void *user) {
    return tm_report_plot(s->recording, PLOT_WIDTH, write, user);
}

void cli_picture_title(tmRecording *recording, const char *world, char *title, size_t size) {
    char text[240];
    bool has_caveat = cli_caveat_text(recording, text, sizeof text);
    snprintf(title, size, "%.120s%s%s", world, has_caveat ? ": " : "", has_caveat ? text : "");
}

static tmStatus write_events(const cliSource *s, tmWriteFn *write, void *user) {
    return tm_report_events(s->recording, write, user);
}

static tmStatus write_impulses(const cliSource *s, tmWriteFn *write, void *user) {
    write_caveat(s, write, user);
    return tm_report_impulses(s->recording, write, user);
}

static tmStatus write_equations(const cliSource *s, tmWriteFn *write, void *user) {
    write_caveat(s, write, user);
    return tm_sim_equations(s->sim, &s->equations, write, user);
}

static const char *no_events(const tmRecording *recording) {
    return tm_recording_info(recording)->events == 0 ? "there are no events" : NULL;
}

static const char *no_impulses(const tmRecording *recording) {
    for (int32_t i = 0; i < tm_recording_info(recording)->events; i++) {
        tmSimEvent event;
        if (tm_recording_event(recording, i, &event) == TM_OK &&
            (event.kind == TM_SIM_EVENT_TOUCH || event.kind == TM_SIM_EVENT_PASS ||
             (event.kind != TM_SIM_EVENT_PART && event.impulse != 0.0))) {
            return NULL;
        }
    }
    return "there was no impact, and no bodies touched";
}

const cliReport cli_report_csv = {.ending = ".csv", .write = write_csv};
const cliReport cli_report_json = {.ending = ".json", .write = write_json};
const cliReport cli_report_strip = {
    .ending = "-strip.svg", .write = write_strip, .needs = CLI_NEEDS_MODEL};
const cliReport cli_report_loop = {
    .ending = "-loop.svg", .write = write_loop, .needs = CLI_NEEDS_MODEL | CLI_NEEDS_PLANAR};
const cliReport cli_report_plot = {
    .ending = "-plot.svg", .write = write_plot, .needs = CLI_NEEDS_VALUES};
const cliReport cli_report_events = {
    .ending = "-events.txt", .write = write_events, .is_text = true, .nothing = no_events};
const cliReport cli_report_impulses = {
    .ending = "-impulses.txt", .write = write_impulses, .is_text = true, .nothing = no_impulses};
const cliReport cli_report_equations = {.ending = "-equations.txt",
                                        .write = write_equations,
                                        .needs = CLI_NEEDS_STATE,
                                        .is_text = true};
const cliReport cli_report_page = {.ending = ".html"};

/* ---- Words --------------------------------------------------------------------------------- */

#define OPTION_REPORT(word, report, animations, option, help) &cli_report_##report,
#define WORD_REPORT(word, report, animations) &cli_report_##report,
#define OPTION_NAME(word, report, animations, option, help) #word,
#define WORD_NAME(word, report, animations) #word,
#define OPTION_OPTION(word, report, animations, option, help) option,
#define WORD_OPTION(word, report, animations) "--" #word,

const cliReport *const cli_reports[] = {TM_REPORT_LIST(OPTION_REPORT, WORD_REPORT)};
static const char *const names[] = {TM_REPORT_LIST(OPTION_NAME, WORD_NAME)};
static const char *const options[] = {TM_REPORT_LIST(OPTION_OPTION, WORD_OPTION)};

const char *cli_report_option(const cliReport *report) {
    int i = 0;
    while (cli_reports[i] != report) {
        i++;
    }
    return options[i];
}

uint32_t cli_reports_of_values(uint32_t reports) {
    uint32_t found = 0;
    for (int i = 0; i < TM_REPORT_COUNT; i++) {
        uint32_t more = CLI_NEEDS_MODEL | CLI_NEEDS_STATE;
        found |= (reports >> i & 1) && !(cli_reports[i]->needs & more) ? 1u << i : 0u;
    }
    return found;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Why there is nothing to write, if that is known beforehand. */
static const char *obstacle(const cliSource *s, const cliReport *report) {
    const tmRecordingInfo *info = tm_recording_info(s->recording);
    uint32_t needs = report->needs;
    return !report->write                                    ? "it is not available yet"
           : (needs & CLI_NEEDS_VALUES) && info->values == 0 ? "nothing is monitored"
           : info->frames == 0                               ? "there is no frame"
           : (needs & CLI_NEEDS_PLANAR) && !info->planar     ? CLI_LOOPS_ARE_PLANAR
           : (needs & CLI_NEEDS_MODEL) && !s->model          ? "the world is not known"
           : (needs & CLI_NEEDS_STATE) && !s->sim            ? "there is no state"
           : (needs & CLI_NEEDS_STATE) && isnan(tm_sim_info(s->sim)->energy)
               ? "the run is without dynamics: there are no motion equations"
               : NULL;
}

int cli_report_write(const cliSource *source, const cliReport *report, const char *path) {
    cliOutput output;
    const char *why = obstacle(source, report);
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", source->command,
                path ? cli_shown(path) : cli_report_option(report), why);
        return EXIT_NO;
    }
    if ((report->needs & CLI_NEEDS_STATE) &&
        !cli_equations_hold(source->command, source->model, source->sim)) {
        return EXIT_NO;
    }
    if (!cli_output_open(source->command, path, &output)) {
        return EXIT_USAGE;
    }
    output.is_text = report->is_text;
    output.limit = source->limit;
    tmStatus status = report->write(source, cli_output_write, &output);
    why = source->bytes ? cli_bytes_change(source->bytes) : NULL;
    if (why) {
        cli_output_drop(&output);
        fprintf(stderr, "trammel %s: %s: %s\n", source->command, cli_shown(source->bytes->path),
                why);
        return EXIT_USAGE;
    }
    return cli_output_close(&output, status, NULL);
}

/* Whether an earlier word asked for the same file. */
static bool was_written(uint32_t reports, int index) {
    for (int i = 0; i < index; i++) {
        if ((reports >> i & 1) && cli_reports[i] == cli_reports[index]) {
            return true;
        }
    }
    return false;
}

int cli_reports_write(const cliSource *source, uint32_t reports, const char *stem,
                      cliFiles *files) {
    cliSource s = *source;
    int worst = EXIT_DONE;
    s.columns |= reports >> TM_REPORT_energy & 1 ? (uint32_t)TM_TABLE_ENERGY : 0u;
    for (int i = 0; i < TM_REPORT_COUNT; i++) {
        if (!(reports >> i & 1) || was_written(reports, i)) {
            continue;
        }
        const char *why = obstacle(&s, cli_reports[i]);
        if (why && s.quiet) {
            continue;
        }
        if (why) {
            fprintf(stderr, "trammel %s: note: report: %s: %s\n", s.command, names[i], why);
            continue;
        }
        char *path = files->paths[files->count];
        snprintf(path, CLI_PATH_MAX, "%s%s", stem, cli_reports[i]->ending);
        int code = cli_report_write(&s, cli_reports[i], path);
        files->count += code == EXIT_DONE;
        worst = code > worst ? code : worst;
    }
    return worst;
}
