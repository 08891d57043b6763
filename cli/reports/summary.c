/* summary.c: what a run did. Both forms read the same numbers: text for people, JSON for programs.
 */
#include "reports/reports.h"

#include "definitions/definitions.h"
#include "simulation/simulation.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How a run ended; one that was interrupted could have gone on. */
#define OUTCOMES 4
static const char *const outcomes[OUTCOMES] = {"interrupted", "ended", "stopped", "failed"};

/* Numbers of a recording may have any value. */
static const char *word(const char *const *words, int count, int32_t index) {
    return index >= 0 && index < count ? words[index] : "unknown";
}

static const char *method_of(const tmSimInfo *info) {
    return word(cli_methods, CLI_METHODS, info->method);
}

static const char *integrator_of(const tmSimInfo *info) {
    return word(cli_integrators, CLI_INTEGRATORS, info->integrator);
}

/* ---- What is reported ---------------------------------------------------------------------- */

/* How many events of each kind there are. */
static void count_events(const tmRecording *recording, int64_t counts[TM_SIM_EVENTS]) {
    memset(counts, 0, TM_SIM_EVENTS * sizeof *counts);
    for (int32_t i = 0; i < tm_recording_info(recording)->events; i++) {
        tmSimEvent event;
        if (tm_recording_event(recording, i, &event) == TM_OK && event.kind < TM_SIM_EVENTS) {
            bool is_rest = event.kind == TM_SIM_EVENT_IMPACT && event.value != 0.0;
            counts[event.kind] += !is_rest;
        }
    }
}

void cli_summary_value_name(const tmMonitorInfo *monitor, int32_t part, char *name, size_t size) {
    bool is_sum = false;
    int depth = 0;
    for (const char *at = monitor->text; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        is_sum |= *at == ' ' && depth == 0;
    }
    if (monitor->size == 1) {
        snprintf(name, size, "%s", monitor->text);
    } else {
        snprintf(name, size, is_sum ? "(%s).%c" : "%s.%c", monitor->text, "xyz"[part]);
    }
}

typedef void ValueFn(const tmRecording *recording, const char *name, const char *unit,
                     const tmSeriesInfo *series, bool first);

/* Calls `print` for every number that is monitored, except for the z of planar worlds where nothing
 * ever has one: torques do. */
static void print_values(const cliSummary *s, ValueFn *print) {
    const tmRecordingInfo *info = tm_recording_info(s->recording);
    bool first = true;
    for (int32_t i = 0; i < info->monitors; i++) {
        tmMonitorInfo monitor;
        tmSeriesInfo series;
        char name[200];
        if (tm_recording_monitor(s->recording, i, &monitor) != TM_OK) {
            continue;
        }
        for (int32_t k = 0; k < monitor.size; k++) {
            if (tm_recording_series(s->recording, monitor.first + k, &series) != TM_OK) {
                continue;
            }
            if (k < 2 || !info->planar || series.min != 0.0 || series.max != 0.0) {
                cli_summary_value_name(&monitor, k, name, sizeof name);
                print(s->recording, name, monitor.unit, &series, first);
                first = false;
            }
        }
    }
}

/* ---- For people ---------------------------------------------------------------------------- */

/* A number in a column of the table. */
static void print_cell(double number) {
    if (isnan(number)) {
        printf(" %11s", "-");
    } else {
        printf(" %11.5g", number + 0.0); /* not -0 */
    }
}

/* A time; constants have none. */
static void print_moment(const tmSeriesInfo *series, double time) {
    if (series->is_constant) {
        printf(" %11s", "constant");
    } else {
        print_cell(time);
    }
}

/* " at 0.5005 s +- 0.0005 s", where that is as near as it is known. */
static void print_crossing(const char *word, double time, double within, const char *clock) {
    const char *space = clock[0] ? " " : "";
    printf("%s %s %.5g%s%s", word[0] == 't' ? "" : ",", word, time + 0.0, space, clock);
    if (within > 0.0) {
        printf(" +- %.2g%s%s", within, space, clock);
    }
}

/* `clock`: what times are in, "s"; of an animation the unit of its first drive; "" for none. */
static void print_series(const char *name, const char *unit, const tmSeriesInfo *series, bool first,
                         const char *clock) {
    char title[240];
    if (first) {
        char at[40];
        snprintf(at, sizeof at, clock[0] ? "at [%s]" : "at", clock);
        printf("    %-30s %11s %11s %11s %11s %11s  zeros\n", "monitor", "least", at, "greatest",
               at, "mean");
    }
    snprintf(title, sizeof title, unit[0] ? "%s [%s]" : "%s", cli_shown(name), cli_shown(unit));
    printf("    %-30s", title);
    print_cell(series->min);
    print_moment(series, series->min_time);
    print_cell(series->max);
    print_moment(series, series->max_time);
    print_cell(series->mean);
    printf("  %d", series->crossings);
    if (series->crossings > 0) {
        print_crossing(series->crossings > 1 ? "from" : "at", series->first_crossing,
                       series->first_within, clock);
    }
    if (series->crossings > 1) {
        print_crossing("to", series->last_crossing, series->last_within, clock);
    }
    putchar('\n');
}

static void print_value(const tmRecording *recording, const char *name, const char *unit,
                        const tmSeriesInfo *series, bool first) {
    (void)recording;
    print_series(name, unit, series, first, "s");
}

/* Of an animation: at which values of its first drive. */
static void print_driven_value(const tmRecording *recording, const char *name, const char *unit,
                               const tmSeriesInfo *series, bool first) {
    tmSeriesInfo shown = *series;
    char clock[24];
    cli_drive_times(recording, &shown, clock, sizeof clock);
    print_series(name, unit, &shown, first, clock);
}

static void print_title(const cliSummary *s) {
    const tmRecordingInfo *recording = tm_recording_info(s->recording);
    tmRecordedFrame frame = {.time = 0.0};
    tm_recording_frame(s->recording, recording->frames - 1, &frame);
    if (recording->kind == TM_RUN_ANIMATE) {
        char text[240];
        bool stopped = cli_unreached_text(s->recording, text, sizeof text);
        printf("  animate %s: %d frames%s%s\n", cli_shown(recording->world), recording->frames,
               stopped ? "; " : "", stopped ? text : "");
        return;
    }
    printf("  simulate %s", cli_shown(recording->world));
    if (s->number_of > 1) { /* as --run takes it */
        printf(" (run %d of %d)", s->number, s->number_of);
    }
    printf(": %.10g s", s->info ? s->info->time : frame.time);
    if (s->info && s->info->time < s->info->end) {
        printf(" of %.10g s (%s)", s->info->end,
               word(outcomes, OUTCOMES, (int32_t)s->info->outcome));
    }
    if (s->wall >= 0.0) {
        printf(" in %.3g s", s->wall);
    }
    printf(", %d frames\n", recording->frames);
}

static void print_info(const tmSimInfo *info) {
    printf("    %-12s%s", "method", method_of(info));
    if (info->method == TM_METHOD_EVENTS) {
        printf(", %s", integrator_of(info));
    }
    if (info->method == TM_METHOD_EVENTS && info->integrator < TM_INTEGRATOR_RK4) {
        printf(", tolerance %g\n", info->tolerance);
    } else {
        printf(", step %g s%s\n", info->step,
               info->touching > 0 ? ", of first order where bodies press" : "");
    }
    printf("    %-12s%lld (%lld refused", "steps", (long long)info->steps,
           (long long)info->refused);
    if (info->stiff_steps > 0) {
        printf(", %lld by the stiff method", (long long)info->stiff_steps);
    }
    printf("), %lld solutions of the motion equations\n", (long long)info->evaluations);
}

static void print_events(const tmRecording *recording) {
    int64_t counts[TM_SIM_EVENTS];
    bool first = true;
    count_events(recording, counts);
    printf("    %-12s", "events");
    for (int kind = 0; kind < TM_SIM_EVENTS; kind++) {
        if (counts[kind] > 0) {
            printf("%s%lld %s", first ? "" : ", ", (long long)counts[kind],
                   tm_sim_event_name((tmSimEventKind)kind));
            first = false;
        }
    }
    printf("%s\n", first ? "none" : "");
}

/* The next joint or body that a run without dynamics leaves free, each once; null: no more. */
static const char *next_free(const cliSummary *s, int32_t *at) {
    int32_t joint = -1, body = -1, joint_before = -1, body_before = -1;
    while (tm_sim_free(s->sim, *at, &joint, &body) == TM_OK) {
        bool again = tm_sim_free(s->sim, *at - 1, &joint_before, &body_before) == TM_OK &&
                     joint == joint_before && body == body_before;
        tmJointInfo of_joint;
        tmBodyInfo of_body;
        ++*at;
        if (!again && tm_model_joint(s->model, joint, &of_joint) == TM_OK) {
            return of_joint.name;
        }
        if (!again && tm_model_body(s->model, body, &of_body) == TM_OK) {
            return of_body.name;
        }
    }
    return NULL;
}

static void print_free(const cliSummary *s) {
    int32_t at = 0;
    const char *name = next_free(s, &at);
    if (name) {
        printf("    %-12s%s", "left free", name);
        while ((name = next_free(s, &at)) != NULL) {
            printf(", %s", name);
        }
        printf(" (nothing prescribes the motion)\n");
    }
}

static void put_free(const cliSummary *s) {
    int32_t at = 0;
    const char *name;
    printf(",\"free\":[");
    for (bool first = true; (name = next_free(s, &at)) != NULL; first = false) {
        printf(first ? "" : ",");
        cli_put_text(name);
    }
    putchar(']');
}

static void print_world(const cliSummary *s) {
    cliMissing missing[CLI_DOMAINS];
    int count = cli_run_missing(s->run, missing);
    if (count > 0) {
        printf("    %-12s", "not modelled");
        printf(": ");
        cli_print_missing(missing, count);
        putchar('\n');
    }
    print_free(s);
}

static void print_files(const cliFiles *files) {
    for (int i = 0; i < files->count; i++) {
        printf("    %s\n", cli_shown(files->paths[i]));
    }
    if (files->count == 0) {
        printf("    no file was written: --out FOLDER keeps the recording and what 'report' asks "
               "for\n");
    }
}

/* Where there are more steps than frames: a contact may fall between two frames. */
static void print_unseen(const cliSummary *s) {
    const tmRecordingInfo *recording = tm_recording_info(s->recording);
    if (s->info && recording->monitors > 0 && s->info->steps > recording->frames - 1) {
        printf("    %-12sof the %d recorded frames, of %lld steps; what is between frames is not "
               "seen\n",
               "", recording->frames, (long long)s->info->steps);
    }
}

void cli_summary_print(const cliSummary *summary) {
    print_title(summary);
    if (summary->info) {
        print_info(summary->info);
    }
    if (tm_recording_info(summary->recording)->kind != TM_RUN_ANIMATE) {
        print_events(summary->recording);
    }
    if (summary->info) {
        cli_summary_print_balance(summary->info, summary->recording);
        cli_summary_print_jumps(summary->recording, summary->info);
        cli_summary_print_contact(summary);
    }
    if (tm_recording_info(summary->recording)->kind == TM_RUN_ANIMATE) {
        cli_summary_monitors(summary->recording);
    } else {
        print_values(summary, print_value);
        print_unseen(summary);
    }
    if (summary->recheck) {
        cli_recheck_print(summary->recheck, summary->recording);
    }
    if (summary->model) {
        print_world(summary);
    }
    cli_summary_print_pass(summary);
    if (summary->files) {
        print_files(summary->files);
    }
}

void cli_summary_monitors(tmRecording *recording) {
    const cliSummary summary = {.recording = recording, .contact = TM_CONTACT_TEXT};
    const tmRecordingInfo *info = tm_recording_info(recording);
    int32_t unreached = tm_recording_unreached(recording, NULL, NULL);
    cli_drives_print(recording);
    print_values(&summary, print_driven_value);
    cli_drives_note(recording);
    if (unreached > 0 && info->monitors > 0) {
        printf("    over the %d of %d frames that were reached\n", info->frames - unreached,
               info->frames);
    }
}

/* ---- For programs -------------------------------------------------------------------------- */

static void put_number(const char *name, double number) {
    printf(",\"%s\":", name);
    if (isfinite(number)) {
        printf("%.17g", number);
    } else {
        printf("null");
    }
}

static void put_text(const char *name, const char *text) {
    printf(",\"%s\":", name);
    cli_put_text(text);
}

static void put_value(const tmRecording *recording, const char *name, const char *unit,
                      const tmSeriesInfo *series, bool first) {
    (void)recording;
    printf(first ? "{\"name\":" : ",{\"name\":");
    cli_put_text(name);
    put_text("unit", unit);
    put_number("least", series->min);
    put_number("least_time", series->min_time);
    put_number("greatest", series->max);
    put_number("greatest_time", series->max_time);
    printf(",\"constant\":%s", series->is_constant ? "true" : "false");
    put_number("mean", series->mean);
    printf(",\"crossings\":%d", series->crossings);
    put_number("first_crossing", series->first_crossing);
    put_number("last_crossing", series->last_crossing);
    put_number("first_crossing_within", series->first_within);
    put_number("last_crossing_within", series->last_within);
    putchar('}');
}

static void put_info(const tmSimInfo *info) {
    put_text("outcome", word(outcomes, OUTCOMES, (int32_t)info->outcome));
    put_number("time", info->time);
    put_number("end", info->end);
    put_text("method", method_of(info));
    if (info->method == TM_METHOD_EVENTS) {
        put_text("integrator", integrator_of(info));
    }
    put_number("tolerance", info->tolerance);
    put_number("step", info->step);
    printf(",\"steps\":%lld,\"refused\":%lld,\"stiff_steps\":%lld,\"evaluations\":%lld",
           (long long)info->steps, (long long)info->refused, (long long)info->stiff_steps,
           (long long)info->evaluations);
    put_number("energy", info->energy);
    put_number("work", info->work);
    put_number("energy_error", info->energy_error);
    put_number("energy_scale", info->energy_scale);
    put_number("gap", info->gap);
    put_number("residual", info->residual);
}

static void put_events(const tmRecording *recording) {
    int64_t counts[TM_SIM_EVENTS];
    count_events(recording, counts);
    printf(",\"events\":{");
    for (int kind = 0; kind < TM_SIM_EVENTS; kind++) {
        printf("%s\"%s\":%lld", kind > 0 ? "," : "", tm_sim_event_name((tmSimEventKind)kind),
               (long long)counts[kind]);
    }
    putchar('}');
}

/* Names of the domains that are switched off, or of those that no body has. */
static void put_missing(const char *name, const cliMissing *missing, int count, bool off) {
    bool first = true;
    printf(",\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (missing[i].is_off == off) {
            printf(first ? "\"%s\"" : ",\"%s\"", missing[i].name);
            first = false;
        }
    }
    putchar(']');
}

static void put_world(const cliSummary *s) {
    cliMissing missing[CLI_DOMAINS];
    int count = cli_run_missing(s->run, missing);
    put_missing("without", missing, count, true);
    put_missing("not_modelled", missing, count, false);
    put_free(s);
    cli_summary_put_pass(s);
}

void cli_summary_put(const cliSummary *summary) {
    const tmRecordingInfo *recording = tm_recording_info(summary->recording);
    printf("{\"world\":");
    cli_put_text(recording->world);
    printf(",\"frames\":%d", recording->frames);
    if (summary->info) {
        put_info(summary->info);
        cli_summary_put_contact(summary);
    }
    put_events(summary->recording);
    printf(",\"monitors\":[");
    print_values(summary, put_value);
    putchar(']');
    if (summary->recheck) {
        cli_recheck_put(summary->recheck, summary->recording);
    }
    if (summary->model) {
        put_world(summary);
    }
    if (summary->diag) {
        printf(",\"problem\":");
        cli_put_diag(summary->diag);
    }
    if (summary->wall >= 0.0) {
        put_number("wall", summary->wall);
    }
    printf(",\"files\":[");
    for (int i = 0; summary->files && i < summary->files->count; i++) {
        printf(i > 0 ? "," : "");
        cli_put_text(summary->files->paths[i]);
    }
    printf("]}");
}
