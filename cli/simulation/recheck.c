/* recheck.c: repeats a run with a tenth of its tolerance, or half of its step, compares the frames
 * of its recording with the new ones, to estimate the error of the first. */
#include "simulation/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tightest tolerance that simulations take [1]: below it the second run has a looser one. */
#define TIGHTEST 1e-14

/* What counts as motion at least: this many times the tolerance [1], with fixed steps this part of
 * the size or of a turn; and of a monitor, in SI: below it all is rounding. */
#define STILL_TOLERANCES 100.0
#define STILL_STEPS 1e-6
#define STILL_NUMBER 1e-12

/* ---- What is compared ---------------------------------------------------------------------- */

/* The angle between two rotations, 0 … pi [rad]. */
static double turn_between(const double a[4], const double b[4]) {
    double w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double x = a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2];
    double y = a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3];
    double z = a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1];
    return 2.0 * atan2(sqrt(x * x + y * y + z * z), fabs(w));
}

static double distance(const double a[3], const double b[3]) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static void widen(cliApart *apart, double by) {
    apart->scale = by > apart->scale ? by : apart->scale;
}

/* Where the bodies begin, copied, for a frame lives until the next one is read. */
static tmFrame *first_frames(tmRecording *recording, int32_t bodies) {
    tmRecordedFrame frame;
    tmFrame *first = calloc((size_t)bodies + 1, sizeof *first);
    if (first && tm_recording_frame(recording, 0, &frame) == TM_OK) {
        memcpy(first, frame.frames, (size_t)bodies * sizeof *first);
    }
    return first;
}

/* Numbers of a vector count by the vector, energies also by what moved: one that is conserved may
 * be zero except for errors. */
static void share_scales(const tmRecording *recording, const tmSimInfo *info, cliRecheck *r) {
    tmMonitorInfo monitor;
    for (int32_t i = 0; tm_recording_monitor(recording, i, &monitor) == TM_OK; i++) {
        bool is_energy = strcmp(monitor.unit, "J") == 0;
        for (int32_t k = 0; k < monitor.size; k++) {
            widen(&r->numbers[monitor.first + k], is_energy ? info->energy_scale : 0.0);
            for (int32_t j = 0; j < monitor.size; j++) {
                widen(&r->numbers[monitor.first + k], r->numbers[monitor.first + j].scale);
            }
        }
    }
}

/* How far everything moves in the recording. Returns null, or why that is not known. */
static const char *find_scales(tmRecording *recording, const tmSimInfo *info, cliRecheck *r) {
    tmFrame *first = first_frames(recording, r->bodies);
    tmRecordedFrame frame;
    if (!first) {
        return "there is not enough memory for it";
    }
    double still = r->by_step ? STILL_STEPS : STILL_TOLERANCES * info->tolerance;
    for (int32_t i = 0; i < r->bodies; i++) {
        r->places[i].scale = still * info->size;
        r->turns[i].scale = still;
    }
    for (int32_t i = 0; i < r->values; i++) {
        r->numbers[i].scale = STILL_NUMBER;
    }
    for (int32_t i = 0; tm_recording_frame(recording, i, &frame) == TM_OK; i++) {
        for (int32_t b = 0; b < r->bodies; b++) {
            widen(&r->places[b], distance(frame.frames[b].position, first[b].position));
            widen(&r->turns[b], turn_between(frame.frames[b].rotation, first[b].rotation));
        }
        for (int32_t k = 0; k < r->values; k++) {
            widen(&r->numbers[k], isfinite(frame.values[k]) ? fabs(frame.values[k]) : 0.0);
        }
    }
    share_scales(recording, info, r);
    free(first);
    return NULL;
}

/* Counts the error at one moment. */
static void take(cliApart *apart, double by, double time) {
    if (by > apart->max) {
        apart->max = by;
        apart->time = time;
    }
}

/* The error of the first run over the difference of the two [1]. Errors of fixed steps are at least
 * of the first order in the step, those of the others of that in the tolerance: with e of the first
 * run the second has at most e / 2, or e / 10, and the difference is what is left of e (Richardson,
 * [HNW] II.4). A looser second run has the larger error itself. */
static double error_of_difference(const cliRecheck *r, double tolerance) {
    return r->by_step ? 2.0 : r->with < tolerance ? 10.0 / 9.0 : 1.0;
}

/* The error of a body's pose: these decide. A monitored number may be zero except for errors, as an
 * energy. */
static void take_pose(cliRecheck *r, cliApart *apart, double apart_by, double time) {
    double by = r->factor * apart_by, part = by / apart->scale;
    take(apart, by, time);
    r->worst = part > r->worst ? part : r->worst;
    r->trusted = part > CLI_APART_LARGE && time < r->trusted ? time : r->trusted;
}

static void compare(cliRecheck *r, const tmRecordedFrame *frame, tmSim *sim, const double *values) {
    const tmFrame *now = tm_sim_frames(sim);
    for (int32_t b = 0; b < r->bodies; b++) {
        take_pose(r, &r->places[b], distance(frame->frames[b].position, now[b].position),
                  frame->time);
        take_pose(r, &r->turns[b], turn_between(frame->frames[b].rotation, now[b].rotation),
                  frame->time);
    }
    for (int32_t k = 0; values && k < r->values; k++) {
        if (isfinite(frame->values[k]) && isfinite(values[k])) {
            take(&r->numbers[k], r->factor * fabs(frame->values[k] - values[k]), frame->time);
        }
    }
}

/* ---- The second run ------------------------------------------------------------------------ */

static cliSimOptions stricter(const cliSimOptions *options, const cliSimulation *s, cliRecheck *r) {
    const tmSimInfo *info = tm_sim_info(s->sim);
    cliSimOptions again = *options;
    r->by_step = info->method != TM_METHOD_EVENTS || info->integrator >= TM_INTEGRATOR_RK4;
    if (r->by_step) {
        again.def.step = r->with = 0.5 * info->step;
    } else {
        r->with = info->tolerance / 10.0;
        r->with = r->with < TIGHTEST ? 10.0 * info->tolerance : r->with;
        again.def.tolerance = r->with;
    }
    r->factor = error_of_difference(r, info->tolerance);
    again.is_silent = true;
    return again;
}

/* Goes from frame to frame of the recording, as far as the second run lasts. */
static const char *follow(cliSimulation *second, tmRecording *recording, bool quiet,
                          cliRecheck *r) {
    const tmSimInfo *info = tm_sim_info(second->sim);
    const char *world = tm_model_world(second->model.model).name;
    cliProgress progress = cli_progress_begin(world, 0.0, quiet);
    double *values = calloc((size_t)r->values + 1, sizeof *values);
    tmRecordedFrame frame;
    tmStatus status = values ? TM_OK : TM_ERR_MEMORY;
    for (int32_t i = 0; status == TM_OK && tm_recording_frame(recording, i, &frame) == TM_OK; i++) {
        status = cli_simulation_advance(second, frame.time, NULL, NULL);
        cli_progress_show(&progress, info->time / info->end);
        if (status != TM_OK || info->time < frame.time) {
            break;
        }
        bool has_values = tm_sim_monitors(second->sim, values) == TM_OK;
        compare(r, &frame, second->sim, has_values ? values : NULL);
    }
    cli_progress_end(&progress);
    free(values);
    return status == TM_OK ? NULL : tm_status_message(status);
}

/* A second run that ends elsewhere: it fails, or its time differs by more than is small. One that
 * is still under way where the first one stopped has that much time to stop, too. */
static void compare_ends(const tmSimInfo *first, cliSimulation *second, cliRecheck *r) {
    const tmSimInfo *info = tm_sim_info(second->sim);
    if (first->outcome == TM_SIM_STOPPED && info->outcome == TM_SIM_RUNS) {
        (void)cli_simulation_advance(second, (1.0 + CLI_APART_LARGE) * first->time, NULL, NULL);
    }
    r->time = info->time;
    r->outcome = info->outcome;
    bool differs = r->outcome == TM_SIM_FAILED || r->time < (1.0 - CLI_APART_LARGE) * first->time ||
                   (first->outcome == TM_SIM_STOPPED && r->outcome != TM_SIM_STOPPED);
    double until = r->time < first->time ? r->time : first->time;
    r->trusted = differs && until < r->trusted ? until : r->trusted;
}

static const char *make(const cliSimulation *s, const cliSimOptions *options, int32_t run,
                        tmRecording *recording, cliRecheck *r) {
    const tmSimInfo *info = tm_sim_info(s->sim);
    if (info->outcome == TM_SIM_FAILED || info->outcome == TM_SIM_RUNS) {
        return "the run did not reach its end";
    }
    tmStatus status = tm_recording_check(recording);
    r->bodies = tm_recording_info(recording)->bodies;
    r->values = tm_recording_info(recording)->values;
    r->places = calloc((size_t)r->bodies + 1, sizeof *r->places);
    r->turns = calloc((size_t)r->bodies + 1, sizeof *r->turns);
    r->numbers = calloc((size_t)r->values + 1, sizeof *r->numbers);
    if (status != TM_OK || !r->places || !r->turns || !r->numbers) {
        return status != TM_OK ? tm_status_message(status) : "there is not enough memory for it";
    }
    cliSimulation second;
    cliSimOptions again = stricter(options, s, r);
    const char *why = find_scales(recording, info, r);
    if (why) {
        return why;
    }
    int opened = cli_simulation_open(s->command, s->document, run, &again, &second);
    why = opened == EXIT_DONE ? follow(&second, recording, options->quiet, r)
                              : "the second run cannot start";
    if (!why) {
        compare_ends(info, &second, r);
    }
    cli_simulation_close(&second);
    return why;
}

void cli_recheck_make(const cliSimulation *simulation, const cliSimOptions *options, int32_t run,
                      tmRecording *recording, bool is_balanced, cliRecheck *recheck) {
    *recheck = (cliRecheck){.trusted = INFINITY, .is_balanced = is_balanced};
    recheck->cannot = make(simulation, options, run, recording, recheck);
}

void cli_recheck_close(cliRecheck *recheck) {
    free(recheck->places);
    free(recheck->turns);
    free(recheck->numbers);
}

bool cli_recheck_is_good(const cliRecheck *recheck) {
    return !recheck->cannot && recheck->is_balanced && !(recheck->trusted < INFINITY);
}
