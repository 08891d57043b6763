/* reports.c: what can be made of a recording. A new kind of report is a function and a row. */
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

/* The columns that are wanted; a table of nothing but times would tell nothing, so that one without
 * monitors has poses, whatever else it has. */
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

const cliReport cli_report_csv = {"--csv", ".csv", write_csv, false};
const cliReport cli_report_json = {"--json", ".json", write_json, false};
const cliReport cli_report_strip = {"--svg", "-strip.svg", write_strip, false};
const cliReport cli_report_loop = {"--loop", "-loop.svg", write_loop, false};
const cliReport cli_report_plot = {"--plot", "-plot.svg", write_plot, false};
const cliReport cli_report_events = {"--events", "-events.txt", write_events, true};
const cliReport cli_report_impulses = {"--impulses", "-impulses.txt", write_impulses, true};
const cliReport cli_report_equations = {"--equations", "-equations.txt", write_equations, true};

/* ---- Writing ------------------------------------------------------------------------------- */

/* Why there is nothing to write, where that can be known beforehand. */
static const char *obstacle(const cliSource *s, const cliReport *report) {
    const tmRecordingInfo *info = tm_recording_info(s->recording);
    bool draws = report == &cli_report_strip || report == &cli_report_loop;
    return report == &cli_report_plot && info->values == 0 ? "nothing is monitored"
           : info->frames == 0                             ? "there is no frame"
           : report == &cli_report_loop && !info->planar   ? CLI_LOOPS_ARE_PLANAR
           : draws && !s->model                            ? "the world is not known"
           : report == &cli_report_equations && !s->sim    ? "there is no state"
           : report == &cli_report_equations && isnan(tm_sim_info(s->sim)->energy)
               ? "the run is without dynamics: there are no motion equations"
               : NULL;
}

int cli_report_write(const cliSource *source, const cliReport *report, const char *path) {
    cliOutput output;
    const char *why = obstacle(source, report);
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", source->command,
                path ? cli_shown(path) : report->option, why);
        return EXIT_NO;
    }
    if (report == &cli_report_equations &&
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

/* The words of `report` in the language's order, and what each of them makes. */
static const struct {
    const char *word;
    const cliReport *report; /* null: nothing yet */
} words[] = {{"animation", &cli_report_loop},
             {"csv", &cli_report_csv},
             {"energy", &cli_report_csv},
             {"equations", &cli_report_equations},
             {"events", &cli_report_events},
             {"impulses", &cli_report_impulses},
             {"page", NULL},
             {"plot", &cli_report_plot},
             {"svg", &cli_report_strip},
             {"table", &cli_report_csv}};
#define WORDS (sizeof words / sizeof words[0])

/* Whether an earlier word asked for the same file. */
static bool was_written(uint32_t reports, size_t index) {
    for (size_t i = 0; i < index; i++) {
        if ((reports >> i & 1) && words[i].report == words[index].report) {
            return true;
        }
    }
    return false;
}

int cli_reports_write(const cliSource *source, uint32_t reports, const char *stem,
                      cliFiles *files) {
    cliSource s = *source;
    int worst = EXIT_DONE;
    for (size_t i = 0; i < WORDS; i++) {
        s.columns |=
            (reports >> i & 1) && strcmp(words[i].word, "energy") == 0 ? TM_TABLE_ENERGY : 0u;
    }
    for (size_t i = 0; i < WORDS; i++) {
        if (!(reports >> i & 1) || (words[i].report && was_written(reports, i))) {
            continue;
        }
        const char *why = words[i].report ? obstacle(&s, words[i].report) : "it is not written yet";
        if (why && s.quiet) {
            continue;
        }
        if (why) {
            fprintf(stderr, "trammel %s: note: report: %s: %s\n", s.command, words[i].word, why);
            continue;
        }
        char *path = files->paths[files->count];
        snprintf(path, CLI_PATH_MAX, "%s%s", stem, words[i].report->ending);
        int code = cli_report_write(&s, words[i].report, path);
        files->count += code == EXIT_DONE;
        worst = code > worst ? code : worst;
    }
    return worst;
}
