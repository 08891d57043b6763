/* loop.c: runs a simulation from frame to frame. Between two frames the library returns every few
 * steps, so that signals, the progress bar, the disk and checkpoints never wait long. */
#define _POSIX_C_SOURCE 200809L
#include "simulation/simulation.h"

#include "text/text.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum steps before the library returns: with 10,000 bodies they take 0.1 s. With more bodies
 * there are fewer. */
#define ATTEMPTS 16
#define ATTEMPTS_BODIES 10000

/* A last interval shorter than this part of the others is left out: only rounding made it. */
#define MIN_INTERVAL 1e-6

/* ---- Signals ------------------------------------------------------------------------------- */

static volatile sig_atomic_t caught;

static void catch_signal(int number) {
    caught = number;
}

/* What ends a run, and what was done about it before. */
#define WATCHED 2
static const int watched[WATCHED] = {SIGINT, SIGTERM};
static struct sigaction before[WATCHED];

/* Signals that were ignored when the program started, as in the background, stay ignored. A second
 * signal has its default effect. */
static void watch_signals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = catch_signal;
    action.sa_flags = (int)SA_RESETHAND;
    caught = 0;
    for (int i = 0; i < WATCHED; i++) {
        sigaction(watched[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) {
            sigaction(watched[i], &action, NULL);
        }
    }
}

static void leave_signals(void) {
    for (int i = 0; i < WATCHED; i++) {
        sigaction(watched[i], &before[i], NULL);
    }
}

/* A step with contact may take long: a signal interrupts it. */
static bool goes_on(void *user) {
    (void)user;
    return !caught;
}

/* ---- Begin --------------------------------------------------------------------------------- */

/* Writes what the creation of the simulation and the inputs of the start say, and the first frame.
 */
static int begin(cliLoop *loop, const char *path, const cliLoopDef *def,
                 const tmRecorderDef *recorder) {
    cliSimulation *s = &loop->simulation;
    if (def->stem) {
        char old[CLI_PATH_MAX];
        snprintf(old, sizeof old, "%s.checkpoint", def->stem);
        remove(old); /* it belongs to a recording that is written over */
    }
    if (!cli_record_begin(s->command, path, CLI_RECORD_AT_ONCE, s->document, s->model.model,
                          recorder, &loop->record)) {
        return EXIT_USAGE;
    }
    cli_record_events(&loop->record, s->sim);
    tmStatus status = cli_simulation_advance(s, 0.0, cli_record_events, &loop->record);
    if (status != TM_OK) {
        fprintf(stderr, "trammel %s: %s\n", s->command, tm_status_message(status));
        return EXIT_NO;
    }
    cli_record_moment(&loop->record, s->sim);
    loop->checkpoint.frame = 1;
    return EXIT_DONE;
}

static int begin_or_resume(cliLoop *loop, const char *path, const cliLoopDef *def,
                           const tmRecorderDef *recorder) {
    cliSimulation *s = &loop->simulation;
    cliCheckpointRead read = CLI_CHECKPOINT_NONE;
    if (loop->checkpoint_path[0]) {
        read = cli_checkpoint_read(s->command, loop->checkpoint_path, &loop->checkpoint, s->sim);
    }
    if (read == CLI_CHECKPOINT_NONE) {
        return begin(loop, path, def, recorder);
    }
    loop->is_resumed = true;
    s->set_next = (int)loop->checkpoint.set_next;
    return read == CLI_CHECKPOINT_GOOD &&
                   cli_record_resume(s->command, path, loop->checkpoint.length, s->document,
                                     s->model.model, recorder, &loop->record)
               ? EXIT_DONE
               : EXIT_NO;
}

static int32_t attempts_of(const cliLoopDef *def) {
    tmRunInfo info;
    if (tm_document_run(def->definition->document, def->run, &info) != TM_OK ||
        info.bodies <= ATTEMPTS_BODIES) {
        return ATTEMPTS;
    }
    int32_t attempts = ATTEMPTS * ATTEMPTS_BODIES / info.bodies;
    return attempts > 1 ? attempts : 1;
}

int cli_loop_open(const char *command, const cliLoopDef *def, cliLoop *loop) {
    char path[CLI_PATH_MAX], method[60];
    cliSimOptions options = *def->options;
    cliSimulation *s = &loop->simulation;
    *loop = (cliLoop){.checkpoint_every = def->checkpoint_every};
    options.def.max_attempts = attempts_of(def);
    options.def.goes_on = goes_on;
    int code = cli_simulation_open(command, def->definition->document, def->run, &options, s);
    if (code != EXIT_DONE) {
        return code;
    }
    if (def->stem && def->checkpoint_every > 0.0) {
        snprintf(loop->checkpoint_path, CLI_PATH_MAX, "%s.checkpoint", def->stem);
    }
    loop->checkpoint.definition = cli_definition_hash(def->definition);
    loop->checkpoint.options = cli_options_hash(def->options, def->run);
    loop->checkpointed = cli_clock();
    snprintf(path, sizeof path, "%s.rec", def->stem ? def->stem : "");
    const tmSimInfo *info = tm_sim_info(s->sim);
    bool integrates = info->method == TM_METHOD_EVENTS;
    snprintf(method, sizeof method, "%s%s%s", cli_methods[info->method], integrates ? ", " : "",
             integrates ? cli_integrators[info->integrator] : "");
    tmRecorderDef recorder = tm_recorder_def_default();
    recorder.run = def->run;
    recorder.name = def->definition->name;
    recorder.method = method;
    code = begin_or_resume(loop, def->stem ? path : NULL, def, &recorder);
    loop->record.limit = def->limit;
    loop->progress = cli_progress_begin(tm_model_world(s->model.model).name, info->time / info->end,
                                        def->options->quiet);
    return code;
}

void cli_loop_close(cliLoop *loop) {
    cli_record_close(&loop->record);
    cli_simulation_close(&loop->simulation);
}

/* ---- Run ----------------------------------------------------------------------------------- */

/* Returns false when the checkpoint cannot be written; it has been reported. */
static bool write_checkpoint(cliLoop *loop) {
    cliSimulation *s = &loop->simulation;
    loop->checkpoint.length = tm_recorder_length(loop->record.recorder);
    loop->checkpoint.set_next = (uint64_t)s->set_next;
    /* What the checkpoint counts on must be on the disk before it. */
    const char *why = cli_record_flush(&loop->record, true)
                          ? cli_checkpoint_write(loop->checkpoint_path, &loop->checkpoint, s->sim)
                          : "the recording cannot be written";
    loop->checkpointed = cli_clock();
    if (why) {
        cli_progress_end(&loop->progress);
        fprintf(stderr, "trammel %s: %s: %s\n", s->command, cli_shown(loop->checkpoint_path), why);
    }
    return !why;
}

/* What is done every few steps. Returns whether all is well. */
static bool look_after(cliLoop *loop) {
    const tmSimInfo *info = tm_sim_info(loop->simulation.sim);
    bool good = cli_record_keep(&loop->record);
    cli_progress_show(&loop->progress, info->time / info->end);
    if (good && loop->checkpoint_path[0] && info->outcome == TM_SIM_RUNS &&
        cli_clock() >= loop->checkpointed + loop->checkpoint_every) {
        good = write_checkpoint(loop);
    }
    return good;
}

/* Part of a step by which the times of frames may be early [1]. */
#define EARLY 1e-9

/* With fixed steps there is nothing to record before the next one ends: frames at shorter intervals
 * would be searched for one by one. */
static void skip_frames(cliLoop *loop, const tmSimInfo *info, double interval) {
    double next = (info->time + (1.0 - EARLY) * info->step) / interval;
    if (info->method != TM_METHOD_EVENTS && next > (double)loop->checkpoint.frame &&
        next < 0x1p62) {
        loop->checkpoint.frame = (uint64_t)ceil(next);
    }
}

static double next_time(cliLoop *loop, const tmSimInfo *info) {
    double interval = tm_model_simulate(loop->simulation.model.model).record, end = info->end;
    if (interval > 0.0 && interval < info->step) {
        skip_frames(loop, info, interval);
    }
    double to = interval > 0.0 ? (double)loop->checkpoint.frame * interval : end;
    return to > end - MIN_INTERVAL * interval ? end : to;
}

static void print_full(cliLoop *loop) {
    char size[CLI_SIZE_MAX];
    cli_progress_end(&loop->progress);
    fprintf(stderr,
            "trammel %s: at %g s: the recording has reached the limit of %s: the run ends here\n"
            "  --limit-size raises the limit; a longer interval of 'record' takes less\n",
            loop->simulation.command, tm_sim_info(loop->simulation.sim)->time,
            cli_size_text(loop->record.limit, size));
}

/* Advances from frame to frame. Returns an exit code. */
static int go(cliLoop *loop) {
    cliSimulation *s = &loop->simulation;
    const tmSimInfo *info = tm_sim_info(s->sim);
    bool is_over = false;
    while (info->outcome == TM_SIM_RUNS && !is_over && !loop->is_full && !caught) {
        double to = next_time(loop, info);
        tmStatus status = cli_simulation_advance(s, to, cli_record_events, &loop->record);
        if (status == TM_OK) {
            cli_record_moment(&loop->record, s->sim);
            loop->checkpoint.frame++;
            is_over = to >= info->end;
        } else if (status != TM_ERR_LIMIT) {
            cli_progress_end(&loop->progress);
            fprintf(stderr, "trammel %s: at %g s: %s\n", s->command, info->time,
                    tm_status_message(status));
            return EXIT_NO;
        }
        if (!look_after(loop)) {
            return EXIT_USAGE;
        }
        loop->is_full =
            !is_over && info->outcome == TM_SIM_RUNS && cli_record_is_full(&loop->record);
    }
    bool is_cut = !is_over && info->outcome == TM_SIM_RUNS;
    loop->signal = is_cut ? (int)caught : 0;
    if (loop->is_full && !loop->signal) {
        print_full(loop);
    }
    if (is_cut && loop->checkpoint_path[0] && !write_checkpoint(loop)) {
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int cli_loop_run(cliLoop *loop) {
    const tmSimInfo *info = tm_sim_info(loop->simulation.sim);
    watch_signals();
    int code = go(loop);
    leave_signals();
    cli_progress_end(&loop->progress);
    int finished = cli_record_finish(&loop->record, info);
    code = finished > code ? finished : code;
    cli_simulation_print_diagnostic(&loop->simulation);
    if (code == EXIT_DONE && !loop->signal && !loop->is_full && loop->checkpoint_path[0]) {
        remove(loop->checkpoint_path);
    }
    return code != EXIT_DONE                ? code
           : loop->signal                   ? 128 + loop->signal
           : loop->is_full                  ? EXIT_NO
           : info->outcome == TM_SIM_FAILED ? EXIT_NO
                                            : EXIT_DONE;
}
