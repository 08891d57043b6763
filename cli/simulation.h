/* simulation.h: a `simulate` of a definition as commands run it: options of the command line,
 * inputs that they set, and the way from one moment to another. */
#ifndef TM_CLI_SIMULATION_H
#define TM_CLI_SIMULATION_H

#include "cli.h"
#include "definitions.h"
#include "trammel/simulate.h"

/* Words of the language for tmMethod, tmIntegrator and tmContactModel, by number; null behind the
 * last. */
#define CLI_METHODS 3
#define CLI_INTEGRATORS 6
extern const char *const cli_methods[CLI_METHODS + 1];
extern const char *const cli_integrators[CLI_INTEGRATORS + 1];
extern const char *const cli_contacts[TM_CONTACT_MODELS + 1];

/* ---- Options ------------------------------------------------------------------------------- */

/* The most `--set` of one command. */
#define CLI_SETS_MOST 100

typedef struct cliSimOptions {
    const char *path; /* of the definition */
    const char *run;  /* cli_run_is_chosen; null: all */
    tmSimDef def;
    const char *sets[CLI_SETS_MOST]; /* "target=30deg@2s" */
    int set_count;
    bool quiet;     /* notes are left out */
    bool is_silent; /* nothing is told of the run's making: it was before */
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
         "how the run goes on, instead of as the text says:",                                      \
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
         "what holds bodies apart in 'stepping', likewise:",                                       \
         CLI_WORD,                                                                                 \
         .field = offsetof(Options, sim.def.contact),                                              \
         .words = cli_contacts},                                                                   \
        {"--tolerance",                                                                            \
         "X",                                                                                      \
         "error that a step may make, likewise",                                                   \
         CLI_POSITIVE,                                                                             \
         .field = offsetof(Options, sim.def.tolerance),                                            \
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

/* ---- Simulations --------------------------------------------------------------------------- */

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
    cliInputSet sets[CLI_SETS_MOST]; /* in the order of time */
    int set_count, set_next;
} cliSimulation;

/* Builds a run, puts its parts together and prepares its simulation; tells what is wrong. Returns
 * an exit code. The caller closes it in any case. */
int cli_simulation_open(const char *command, const tmDocument *document, int32_t run,
                        const cliSimOptions *options, cliSimulation *simulation);
void cli_simulation_close(cliSimulation *simulation);

/* Gets the events of each call into the library. */
typedef void cliEventsFn(void *user, const tmSimEvent *events, int32_t count);

/* Goes to time `to` or to where the run ends, and sets inputs on the way. TM_ERR_LIMIT: it is not
 * there yet (tmSimDef.attempt_most), call again. */
tmStatus cli_simulation_advance(cliSimulation *simulation, double to, cliEventsFn *tell,
                                void *user);

/* Tells why the run failed; nothing when it did not. */
void cli_simulation_tell_problem(const cliSimulation *simulation);

/* Whether the motion equations of the present moment are true: they have no forces of contact.
 * Where bodies touch it tells which, and what to do. */
bool cli_equations_hold(const char *command, const tmModel *model, tmSim *sim);

#endif
