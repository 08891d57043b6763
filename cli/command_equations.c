/* command_equations.c: `trammel equations` prints the motion equations of a moment, as [HH] figure
 * 4.2 does. */
#include "cli.h"
#include "output.h"
#include "runs.h"
#include "simulation.h"

#include <stdio.h>
#include <string.h>

typedef struct Options {
    cliSimOptions sim;
    double time; /* negative: not given [s] */
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

/* Goes to the time and prints. */
static int print_equations(const Options *o, const tmDocument *document, int32_t run) {
    cliSimulation s;
    int code = cli_simulation_open("equations", document, run, &o->sim, &s);
    if (code == EXIT_DONE) {
        const tmSimInfo *info = tm_sim_info(s.sim);
        tmStatus status = cli_simulation_advance(&s, o->time, NULL, NULL);
        /* Fixed steps need not meet the time. */
        bool is_early =
            status == TM_OK && info->outcome != TM_SIM_RUNS && info->time + info->step < o->time;
        cli_simulation_tell_problem(&s);
        if (is_early && info->outcome != TM_SIM_FAILED) {
            fprintf(stderr, "trammel equations: the run ends at %g s, before %g s\n", info->time,
                    o->time);
        }
        bool stands =
            status == TM_OK && !is_early && cli_equations_hold("equations", s.model.model, s.sim);
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
    if (!cli_runs_exist("equations", o->sim.path, document, TM_RUN_SIMULATE, o->sim.run)) {
        return EXIT_USAGE;
    }
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        if (cli_run_is_chosen(document, i, TM_RUN_SIMULATE, o->sim.run)) {
            return print_equations(o, document, i);
        }
    }
    return EXIT_NO;
}

static cliTaken take(int argc, char **argv, int *at, Options *o) {
    const char *value = NULL;
    bool good = true;
    if (strcmp(argv[*at], "--json") == 0) {
        o->json = true;
    } else if (cli_option("--at", argc, argv, at, &value)) {
        good = value && cli_read_value("--at", value, "s", &o->time);
        if (good && o->time < 0.0) {
            fprintf(stderr, "trammel: --at must not be negative\n");
            good = false;
        }
    } else if (cli_option("--digits", argc, argv, at, &value)) {
        good = value && cli_read_int("--digits", value, 1, 17, &o->digits);
    } else {
        return cli_sim_option(argc, argv, at, &o->sim);
    }
    return good ? CLI_TAKEN : CLI_WRONG;
}

static int run(int argc, char **argv) {
    Options o = {.sim = cli_sim_options_default(),
                 .time = -1.0,
                 .digits = tm_equations_def_default().digits};
    for (int i = 0; i < argc; i++) {
        cliTaken taken = take(argc, argv, &i, &o);
        if (taken != CLI_TAKEN) {
            return taken == CLI_WRONG ? EXIT_USAGE : cli_unknown(&command_equations, argv[i]);
        }
    }
    if (!o.sim.path || o.time < 0.0) {
        fprintf(stderr, "trammel equations: %s; see 'trammel help equations'\n",
                o.sim.path ? "--at is missing" : "no file is named");
        return EXIT_USAGE;
    }
    cliDefinition definition;
    int code = cli_definition_open("equations", o.sim.path, &definition)
                   ? print_document(&o, definition.document)
                   : EXIT_USAGE;
    cli_definition_close(&definition);
    return code;
}

const tmCommand command_equations = {
    .name = "equations",
    .summary = "print the motion equations of a moment and their solution",
    .help =
        "usage: trammel equations FILE --at T [--run N|WORLD] [--method M] [--integrator I]\n"
        "                         [--contact MODEL] [--tolerance X] [--step H]\n"
        "                         [--set INPUT=VALUE[@T]]… [--digits N] [--json]\n\n"
        "Runs the first 'simulate' of the definition to time T and prints the scalar\n"
        "equations A x = b there: accelerations of the bodies and forces of the joints, and\n"
        "what they are.\n\n"
        "  --at T               the time: 250ms, or plain seconds; 0 is the start\n" //
    CLI_SIM_OPTIONS_HELP "  --digits N           of the numbers, 1 to 17; default 8\n"
        "  --json               as one JSON object\n\n"
        "example: trammel equations examples/dynamics/figure_4_2.tml --at 0\n\n"
        "Ends with 0; 1 when there are errors, the run does not reach T, or bodies touch then,\n"
        "as the equations have no forces of contact; 2 when the call is wrong or the file\n"
        "cannot be read.\n",
    .run = run,
};
