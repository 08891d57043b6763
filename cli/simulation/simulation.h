/* simulation.h: a `simulate` from its options to its end: the door of this folder. */
#ifndef TM_CLI_SIMULATION_H
#define TM_CLI_SIMULATION_H

#include "call/call.h"
#include "definitions/definitions.h"
#include "files/files.h"
#include "recording/recording.h"
#include "trammel/recording.h"
#include "trammel/simulate.h"

#include <stdbool.h>

/* ---- simulation.c: words --------------------------------------------------------------------- */

/* Words of the language for tmMethod, tmIntegrator, tmContactModel, tmImpactLaw and tmImpactOrder,
 * by number; null behind the last. */
#define CLI_METHODS 3
#define CLI_INTEGRATORS 6
extern const char *const cli_methods[CLI_METHODS + 1];
extern const char *const cli_integrators[CLI_INTEGRATORS + 1];
extern const char *const cli_contacts[TM_CONTACT_MODELS + 1];
extern const char *const cli_impacts[TM_IMPACT_ENERGETIC + 2];
extern const char *const cli_orders[TM_IMPACT_SEQUENTIAL + 2];

/* ---- simulation.c: options ------------------------------------------------------------------- */

/* The maximum number of `--set` in one command. */
#define CLI_SETS_MAX 100

typedef struct cliSimOptions {
    const char *path; /* of the definition */
    const char *run;  /* cli_run_is_chosen; null: all */
    tmSimDef def;
    const char *sets[CLI_SETS_MAX]; /* "target=30deg@2s" */
    int set_count;
    bool quiet;     /* notes are left out */
    bool is_silent; /* no diagnostics: they were reported before */
} cliSimOptions;

cliSimOptions cli_sim_options_default(void);

/* A cliTakeFn for --set; `field` is the cliSimOptions. */
cliTakeFn cli_take_set;

/* The rows of these options, for commands whose Options have them as `sim`. */
#define CLI_SIM_OPTIONS                                                                            \
    {"--run", "N|WORLD", "only the N-th 'simulate' of the file, or those of a world", CLI_TEXT,    \
     .field = offsetof(Options, sim.run)},                                                         \
        {"--method",                                                                               \
         "M",                                                                                      \
         "how the run advances in time, instead of what the text says:",                           \
         CLI_WORD,                                                                                 \
         .field = offsetof(Options, sim.def.method),                                               \
         .words = cli_methods},                                                                    \
        {"--integrator",                                                                           \
         "I",                                                                                      \
         "what integrates the motion, likewise:",                                                  \
         CLI_WORD,                                                                                 \
         .field = offsetof(Options, sim.def.integrator),                                           \
         .words = cli_integrators},                                                                \
        {"--contact",                                                                              \
         "MODEL",                                                                                  \
         "the contact model of 'stepping', likewise:",                                             \
         CLI_WORD,                                                                                 \
         .field = offsetof(Options, sim.def.contact),                                              \
         .words = cli_contacts},                                                                   \
        {"--tolerance",                                                                            \
         "X",                                                                                      \
         "error allowed in a step, likewise",                                                      \
         CLI_POSITIVE,                                                                             \
         .field = offsetof(Options, sim.def.tolerance),                                            \
         .high = 1,                                                                                \
         .unit = ""},                                                                              \
        {"--step",                                                                                 \
         "H",                                                                                      \
         "the step, likewise: 1ms, or plain seconds",                                              \
         CLI_POSITIVE,                                                                             \
         .field = offsetof(Options, sim.def.step),                                                 \
         .unit = "s"},                                                                             \
    {                                                                                              \
        "--set", "INPUT=VALUE[@T]",                                                                \
            "an input of the world from the start, target=30deg, or from time T on, "              \
            "target=30deg@2s; up to 100 of them",                                                  \
            CLI_CALL, .field = offsetof(Options, sim), .take = cli_take_set, .is_repeated = true   \
    }

/* ---- simulation.c: simulations --------------------------------------------------------------- */

/* An input that gets a value when its time comes. */
typedef struct cliInputSet {
    int32_t input;
    double value, time;
} cliInputSet;

typedef struct cliSimulation {
    const char *command;
    const tmDocument *document;
    tmRunInfo run;
    tmDiags *diags;
    cliModel model;
    tmSim *sim;
    cliInputSet sets[CLI_SETS_MAX]; /* in the order of time */
    int set_count, set_next;
} cliSimulation;

/* Builds a run, assembles it and prepares its simulation; reports what is wrong. Returns
 * an exit code. The caller closes it in any case. */
int cli_simulation_open(const char *command, const tmDocument *document, int32_t run,
                        const cliSimOptions *options, cliSimulation *simulation);
void cli_simulation_close(cliSimulation *simulation);

/* Called after each call that has made events (tm_sim_events). */
typedef void cliEventsFn(void *user, const tmSim *sim);

/* Advances to time `to` or to the end of the run, and sets inputs on the way. TM_ERR_LIMIT: it is
 * not there yet (tmSimDef.max_attempts), call again. */
tmStatus cli_simulation_advance(cliSimulation *simulation, double to, cliEventsFn *on_events,
                                void *user);

/* Reports why the run failed; nothing when it did not. */
void cli_simulation_print_diagnostic(const cliSimulation *simulation);

/* Whether the motion equations of the present moment are true: they have no forces of contact.
 * Where bodies touch it says which, and what to do. */
bool cli_equations_hold(const char *command, const tmModel *model, tmSim *sim);

/* ---- checkpoint.c ---------------------------------------------------------------------------- */

/* The state of a run, kept beside its recording, so that it can continue after a kill. */

/* What is kept besides the simulation's own state. */
typedef struct cliCheckpoint {
    uint64_t definition; /* hash of all texts */
    uint64_t options;    /* hash of what the command line asked for */
    uint64_t length;     /* bytes of the recording that belong to it */
    uint64_t frame;      /* number of the next frame */
    uint64_t set_next;   /* inputs that were set */
} cliCheckpoint;

/* Returns a hash of the options that decide what a run computes, and of the program's version. */
uint64_t cli_options_hash(const cliSimOptions *options, int32_t run);

/* Puts the checkpoint of the simulation into the file's place. Returns null, or why it cannot. */
const char *cli_checkpoint_write(const char *path, const cliCheckpoint *checkpoint,
                                 const tmSim *sim);

typedef enum cliCheckpointRead {
    CLI_CHECKPOINT_NONE, /* there is no such file */
    CLI_CHECKPOINT_GOOD, /* the simulation stands where it says */
    CLI_CHECKPOINT_BAD   /* it cannot be used, which was reported; the simulation is as it was */
} cliCheckpointRead;

/* Continues the simulation from the file. `wanted` has the hashes that it must have, and gets the
 * rest. */
cliCheckpointRead cli_checkpoint_read(const char *command, const char *path, cliCheckpoint *wanted,
                                      tmSim *sim);

/* ---- progress.c: a bar with the time left, on a standard error that is a terminal ------------ */

typedef struct cliProgress {
    const char *what;
    bool is_wanted, is_shown;
    double began, shown; /* by cli_clock [s] */
    double from;         /* part of the way that was done when it began */
} cliProgress;

/* Begins to count; `quiet`: nothing is ever shown. `what` must outlive it. */
cliProgress cli_progress_begin(const char *what, double part, bool quiet);

/* Shows that a part of the way is done, 0 … 1, from a second after the beginning on. */
void cli_progress_show(cliProgress *progress, double part);

/* Removes it from the terminal. */
void cli_progress_end(cliProgress *progress);

/* ---- loop.c ---------------------------------------------------------------------------------- */

/* A simulation from its start, or from a checkpoint, to its end or to Ctrl-C. */

typedef struct cliLoop {
    cliSimulation simulation;
    cliRecord record;
    cliProgress progress;
    char checkpoint_path[CLI_PATH_MAX]; /* "": none is written */
    double checkpoint_every;            /* [s] of the clock on the wall */
    cliCheckpoint checkpoint;
    double checkpointed; /* when the last one was written, by cli_clock */
    int signal;          /* that ended it; 0: none */
    bool is_resumed;
    bool is_full; /* the recording reached its limit, which ended it */
} cliLoop;

/* How and where to run. */
typedef struct cliLoopDef {
    const cliDefinition *definition;
    const cliSimOptions *options;
    int32_t run;
    const char *stem;        /* files are STEM.rec, STEM.checkpoint; null: none */
    double checkpoint_every; /* [s]; 0: no checkpoints */
    uint64_t limit;          /* bytes of the recording; 0: any number */
} cliLoopDef;

/* Prepares the run; says what is wrong. Returns an exit code. The caller closes it in any case. */
int cli_loop_open(const char *command, const cliLoopDef *def, cliLoop *loop);

/* Runs until it ends, fails or gets SIGINT or SIGTERM, and finishes the recording; reports why it
 * failed. Returns an exit code: 128 and the signal when there was one; EXIT_USAGE when the disk
 * failed, and there is then nothing to report. */
int cli_loop_run(cliLoop *loop);

void cli_loop_close(cliLoop *loop);

/* ---- recheck.c ------------------------------------------------------------------------------- */

/* A run that is made again with a smaller error, and their difference: an estimate of the error of
 * the motion, which the energy does not give. */

/* Errors above this part of what moves are large [1]. */
#define CLI_APART_LARGE 1e-2

/* The error of one number, by its difference between the two runs. */
typedef struct cliApart {
    double max, time; /* largest error, and when [s] */
    double scale;     /* what it is compared with: how far the number moves */
} cliApart;

typedef struct cliRecheck {
    const char *cannot; /* why there is none; null: there is one */
    bool by_step;       /* the step was halved, else the tolerance was changed … */
    double with;        /* … to this one [s or 1] */
    double factor;      /* error of the first run over the difference of the two [1] */
    double time;        /* where the second run ended [s] */
    tmSimOutcome outcome;
    bool is_balanced; /* the energy of the first run is: else both may share a fault */
    double trusted;   /* up to when all errors are small; infinite: to the end [s] */
    double worst;     /* largest error of a pose as part of its scale [1] */
    int32_t bodies, values;
    cliApart *places, *turns; /* of each body: positions [m], angles [rad] */
    cliApart *numbers;        /* of all monitors */
} cliRecheck;

/* Repeats the run of `simulation`, whose recording this is; `is_balanced`: its energy is. The
 * caller closes it in any case. */
void cli_recheck_make(const cliSimulation *simulation, const cliSimOptions *options, int32_t run,
                      tmRecording *recording, bool is_balanced, cliRecheck *recheck);
void cli_recheck_close(cliRecheck *recheck);

/* Whether the motion can be relied on. */
bool cli_recheck_is_good(const cliRecheck *recheck);

#endif
