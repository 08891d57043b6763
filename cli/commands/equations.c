/* equations.c: `trammel equations` prints the motion equations of a moment, as [HH] figure
 * 4.2 does. */
#include "commands/commands.h"
#include "definitions/definitions.h"
#include "files/files.h"
#include "simulation/simulation.h"
#include "text/text.h"

#include <stdio.h>
#include <string.h>

typedef struct Options {
    cliSimOptions sim;
    double time; /* [s] */
    bool json;
    long digits;
} Options;

static tmStatus write_equations(const Options *o, const cliSimulation *s) {
    tmEquationsDef def = tm_equations_def_default();
    def.json = o->json;
    def.digits = (int32_t)o->digits;
    cliOutput output;
    if (!cli_output_open("equations", NULL, &output)) {
        return TM_ERR_ARGUMENT;
    }
    output.is_text = !o->json;
    tmStatus status = tm_sim_equations(s->sim, &def, cli_output_write, &output);
    cli_output_close(&output, TM_OK, NULL);
    return status;
}

/* Part of a step by which the time may be missed by rounding [1]. */
#define MISSED 1e-9

/* Fixed steps need not end at that time: nothing is known between their ends. */
static void print_missed(const Options *o, const tmSimInfo *info) {
    if (o->time - info->time > MISSED * info->step) {
        fprintf(
            stderr,
            "trammel equations: note: %g s is within a step of %g s, which has equations at its "
            "ends only: these are those at %g s\n",
            o->time, info->step, info->time);
    }
}

/* Advances to the time and prints. */
static int print_equations(const Options *o, const tmDocument *document, int32_t run) {
    cliSimulation s;
    int code = cli_simulation_open("equations", document, run, &o->sim, &s);
    if (code == EXIT_DONE) {
        const tmSimInfo *info = tm_sim_info(s.sim);
        tmStatus status = cli_simulation_advance(&s, o->time, NULL, NULL);
        bool is_early =
            status == TM_OK && info->outcome != TM_SIM_RUNS && info->time + info->step < o->time;
        cli_simulation_print_diagnostic(&s);
        if (is_early && info->outcome != TM_SIM_FAILED) {
            fprintf(stderr, "trammel equations: the run ends at %g s, before %g s\n", info->time,
                    o->time);
        }
        bool stands =
            status == TM_OK && !is_early && cli_equations_hold("equations", s.model.model, s.sim);
        if (stands) {
            print_missed(o, info);
        }
        status = stands ? write_equations(o, &s) : status;
        if (status != TM_OK) {
            fprintf(stderr, "trammel equations: %s\n",
                    status == TM_ERR_UNSUPPORTED
                        ? "the run is without dynamics: there are no motion equations"
                        : tm_status_message(status));
        }
        code = status == TM_OK && stands ? EXIT_DONE : EXIT_NO;
    }
    cli_simulation_close(&s);
    return code;
}

static int print_document(const Options *o, const tmDocument *document) {
    cli_print_diags(document);
    if (tm_diags_total(tm_document_diags(document), TM_ERROR) > 0) {
        return EXIT_NO;
    }
    int code = cli_runs_exist("equations", o->sim.path, document, TM_RUN_SIMULATE, o->sim.run);
    if (code != EXIT_DONE) {
        return code;
    }
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        if (cli_run_is_chosen(document, i, TM_RUN_SIMULATE, o->sim.run)) {
            return print_equations(o, document, i);
        }
    }
    return EXIT_NO;
}

static int run(int argc, char **argv) {
    Options o = {.sim = cli_sim_options_default(), .digits = tm_equations_def_default().digits};
    int count, code = cli_read_words(&command_equations, &o, argc, argv, &count);
    if (code != CLI_GO_ON) {
        return code;
    }
    o.sim.path = argv[0];
    cliDefinition definition;
    code = cli_definition_open("equations", o.sim.path, &definition)
               ? print_document(&o, definition.document)
               : EXIT_USAGE;
    cli_definition_close(&definition);
    return code;
}

static const cliOption options[] = {
    {"--at", "T", "the time: 250ms, or plain seconds; 0 is the start", CLI_TIME,
     .field = offsetof(Options, time), .is_needed = true},
    CLI_SIM_OPTIONS,
    {"--digits", "N", "significant digits, 1 to 17; default 8", CLI_INT,
     .field = offsetof(Options, digits), .low = 1, .high = 17},
    {"--json", .help = "as one JSON object", .field = offsetof(Options, json)},
    {.name = NULL}};

const tmCommand command_equations = {
    .name = "equations",
    .summary = "print the motion equations at one instant, and their solution",
    CLI_TAKES_DEFINITIONS(1),
    .options = options,
    .about = "Runs the first 'simulate' of the definition to time T and prints the scalar "
             "equations A x = b there: accelerations of the bodies and forces of the joints, and "
             "what they are. A FILE of - means standard input.",
    .example = "trammel equations examples/dynamics/figure_4_2.tml --at 0",
    .no =
        "there are errors, there is no 'simulate', the run does not reach T, or bodies touch then: "
        "the equations have no contact forces",
    .run = run,
};
