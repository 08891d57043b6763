/* simulation.c: what commands that simulate have in common. */
#include "simulation/simulation.h"

#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Part of a fixed step by which a time may be missed [1]. */
#define MISSED 1e-9

const char *const cli_methods[CLI_METHODS + 1] = {"events", "stepping", "classic", NULL};
const char *const cli_integrators[CLI_INTEGRATORS + 1] = {"auto", "dop853", "dopri5", "sdirk4",
                                                          "rk4",  "euler",  NULL};
const char *const cli_impacts[TM_IMPACT_ENERGETIC + 2] = {"poisson", "newton", "energetic", NULL};
const char *const cli_orders[TM_IMPACT_SEQUENTIAL + 2] = {"simultaneous", "propagating",
                                                          "sequential", NULL};
const char *const cli_contacts[TM_CONTACT_MODELS + 1] = {
    "facets",     "vertex", "vertex_literal", "vertex_branch", "face", "face_single", "correction",
    "face_front", NULL};

/* ---- Options ------------------------------------------------------------------------------- */

cliSimOptions cli_sim_options_default(void) {
    return (cliSimOptions){.def = tm_sim_def_default()};
}

bool cli_take_set(void *field, const char *value) {
    cliSimOptions *o = field;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value || !equals[1]) {
        fprintf(stderr, "trammel: --set needs INPUT=VALUE or INPUT=VALUE@T, not '%s'\n",
                cli_shown(value));
        return false;
    }
    if (o->set_count == CLI_SETS_MAX) {
        fprintf(stderr, "trammel: at most %d --set are allowed\n", CLI_SETS_MAX);
        return false;
    }
    o->sets[o->set_count++] = value;
    return true;
}

/* ---- Inputs -------------------------------------------------------------------------------- */

/* Whether an earlier run is of the same world: what it lacks was reported then. */
static bool was_reported(const cliSimulation *s, const cliSimOptions *o, int32_t run) {
    for (int32_t i = 0; i < run; i++) {
        tmRunInfo info;
        if (cli_run_is_chosen(s->document, i, TM_RUN_SIMULATE, o->run) &&
            tm_document_run(s->document, i, &info) == TM_OK &&
            info.world_length == s->run.world_length &&
            memcmp(info.world, s->run.world, (size_t)info.world_length) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_no_such_input(const cliSimulation *s, const char *name) {
    const tmModel *model = s->model.model;
    int32_t count = tm_model_input_count(model);
    fprintf(stderr, "trammel %s: %s has no input '%s'%s", s->command, tm_model_world(model).name,
            cli_shown(name), count > 0 ? "; it has" : "");
    for (int32_t i = 0; i < count; i++) {
        tmInputInfo info;
        if (tm_model_input(model, i, &info) == TM_OK) {
            fprintf(stderr, "%s %s", i > 0 ? "," : "", info.name);
        }
    }
    fprintf(stderr, "\n");
    return false;
}

/* The time from which on an input that is set changes nothing [s]: a fixed step keeps the inputs of
 * its start. */
static double last_start(const cliSimulation *s) {
    const tmSimInfo *info = tm_sim_info(s->sim);
    bool is_fixed = info->method != TM_METHOD_EVENTS;
    return is_fixed ? info->end - (1.0 - MISSED) * info->step : info->end;
}

/* Reads "target=30deg@2s". */
static bool read_set(const cliSimulation *s, const cliSimOptions *o, int32_t run, const char *text,
                     cliInputSet *set) {
    char copy[500];
    bool quiet = o->quiet || o->is_silent;
    tmInputInfo info;
    if (strlen(text) >= sizeof copy) {
        fprintf(stderr, "trammel %s: '%s' is too long\n", s->command, cli_shown(text));
        return false;
    }
    memcpy(copy, text, strlen(text) + 1);
    char *value = strchr(copy, '=');
    char *time = strrchr(copy, '@');
    *value++ = '\0';
    set->input = tm_model_find_input(s->model.model, copy);
    set->time = 0.0;
    if (set->input < 0 || tm_model_input(s->model.model, set->input, &info) != TM_OK) {
        return was_reported(s, o, run) ? false : has_no_such_input(s, copy);
    }
    if (time > value) {
        *time++ = '\0';
        if (!cli_read_value("the time after @", time, "s", &set->time)) {
            return false;
        }
    }
    if (!cli_read_value(copy, value, info.unit, &set->value)) {
        return false;
    }
    double end = tm_sim_info(s->sim)->end;
    if (set->time < 0.0 || set->time > end) {
        fprintf(stderr, "trammel %s: '%s' is set at %g s, but the run is from 0 s to %g s\n",
                s->command, copy, set->time, end);
        return false;
    }
    if (!quiet && set->time > 0.0 && set->time >= last_start(s)) {
        fprintf(stderr,
                "trammel %s: note: '%s' is set at %g s, and the run ends at %g s before "
                "that has an effect\n",
                s->command, copy, set->time, end);
    }
    if (!quiet && (set->value < info.low || set->value > info.high)) {
        fprintf(stderr, "trammel %s: note: '%s' can be from %g to %g%s%s: it is cut to that\n",
                s->command, copy, info.low, info.high, info.unit[0] ? " " : "", info.unit);
    }
    return true;
}

/* Keeps the order of those of one time: the last one decides. */
static bool read_sets(cliSimulation *s, const cliSimOptions *o, int32_t run) {
    for (int i = 0; i < o->set_count; i++) {
        cliInputSet set;
        if (!read_set(s, o, run, o->sets[i], &set)) {
            return false;
        }
        int at = s->set_count++;
        for (; at > 0 && s->sets[at - 1].time > set.time; at--) {
            s->sets[at] = s->sets[at - 1];
        }
        s->sets[at] = set;
    }
    return true;
}

/* ---- Simulations --------------------------------------------------------------------------- */

/* What concerns the document itself was reported already. */
static tmStatus prepare(cliSimulation *s, int32_t run, const cliSimOptions *o) {
    tmStatus status = cli_model_open(s->document, run, s->diags, &s->model);
    if (status == TM_OK && tm_diags_total(s->diags, TM_ERROR) > 0) {
        return TM_ERR_TEXT;
    }
    if (status == TM_OK) {
        status = tm_sim_create(s->model.model, s->model.assembly, &o->def, s->diags, &s->sim);
    }
    return status;
}

/* Reports options that have no effect with the method of this run. */
static void print_idle(const char *command, const tmSimDef *def, const tmSimInfo *info) {
    bool steps = info->method == TM_METHOD_STEPPING, events = info->method == TM_METHOD_EVENTS;
    bool is_fixed = !events || info->integrator >= TM_INTEGRATOR_RK4;
    const struct {
        bool is_idle;
        const char *note;
    } rows[] = {
        {def->contact != TM_CONTACT_TEXT && !steps,
         "--contact does nothing here: it is for --method stepping"},
        {def->integrator != TM_INTEGRATOR_TEXT && !events,
         "--integrator does nothing here: only --method events has one"},
        {def->tolerance > 0.0 && is_fixed,
         "--tolerance does nothing here: the step is fixed, and --step says it"},
        {def->step > 0.0 && !is_fixed,
         "--step is not the step here: the integrator chooses its own by --tolerance. It only says "
         "how finely changes of controls over time are looked for"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].is_idle) {
            fprintf(stderr, "trammel %s: note: %s\n", command, rows[i].note);
        }
    }
}

int cli_simulation_open(const char *command, const tmDocument *document, int32_t run,
                        const cliSimOptions *options, cliSimulation *simulation) {
    cliSimulation *s = simulation;
    *s = (cliSimulation){.command = command, .document = document};
    tmStatus status = tm_document_run(document, run, &s->run);
    status = status == TM_OK ? tm_diags_create(NULL, &s->diags) : status;
    status = status == TM_OK ? prepare(s, run, options) : status;
    if (!options->is_silent) {
        cli_print_severe(document, s->diags, options->quiet ? TM_WARNING : TM_NOTE);
    }
    if (status != TM_OK && tm_diags_total(s->diags, TM_ERROR) == 0) {
        fprintf(stderr, "trammel %s: %.*s: %s\n", command, (int)s->run.world_length, s->run.world,
                tm_status_message(status));
    }
    if (status == TM_OK && !options->quiet && !options->is_silent) {
        print_idle(command, &options->def, tm_sim_info(s->sim));
    }
    return status != TM_OK ? EXIT_NO : read_sets(s, options, run) ? EXIT_DONE : EXIT_USAGE;
}

void cli_simulation_close(cliSimulation *simulation) {
    tm_sim_destroy(simulation->sim);
    cli_model_close(&simulation->model);
    tm_diags_destroy(simulation->diags);
    simulation->sim = NULL;
    simulation->diags = NULL;
}

static void print_events(const cliSimulation *s, cliEventsFn *on_events, void *user) {
    int32_t count = 0;
    tm_sim_events(s->sim, &count);
    if (on_events && count > 0) {
        on_events(user, s->sim);
    }
}

static tmStatus go_to(cliSimulation *s, double to, cliEventsFn *on_events, void *user) {
    tmStatus status = tm_sim_advance(s->sim, to);
    print_events(s, on_events, user);
    return status;
}

/* Goes on until an input is to be set: with a fixed step to the first end of one that is not before
 * that. False: there is none before `to`, or the run ends. */
static bool reach_set(cliSimulation *s, double time, double to, cliEventsFn *on_events, void *user,
                      tmStatus *status) {
    const tmSimInfo *info = tm_sim_info(s->sim);
    *status = info->time < time ? go_to(s, time, on_events, user) : TM_OK;
    double slack = info->method != TM_METHOD_EVENTS ? MISSED * info->step : 0.0;
    if (*status == TM_OK && info->outcome == TM_SIM_RUNS && slack > 0.0 &&
        info->time < time - slack) {
        double next = info->time + info->step;
        if (next > to + slack) {
            return false;
        }
        *status = go_to(s, next, on_events, user);
    }
    return *status == TM_OK && info->outcome == TM_SIM_RUNS;
}

tmStatus cli_simulation_advance(cliSimulation *simulation, double to, cliEventsFn *on_events,
                                void *user) {
    cliSimulation *s = simulation;
    const tmSimInfo *info = tm_sim_info(s->sim);
    tmStatus status = TM_OK;
    for (; s->set_next < s->set_count && s->sets[s->set_next].time <= to; s->set_next++) {
        const cliInputSet *set = &s->sets[s->set_next];
        if (!reach_set(s, set->time, to, on_events, user, &status)) {
            return status;
        }
        status = tm_sim_set_input(s->sim, set->input, set->value);
        if (status != TM_OK) {
            return status;
        }
        print_events(s, on_events, user);
    }
    return info->time < to ? go_to(s, to, on_events, user) : TM_OK;
}

void cli_simulation_print_diagnostic(const cliSimulation *simulation) {
    const tmDiag *diag = tm_sim_diagnostic(simulation->sim);
    tmDiags *list;
    if (diag && tm_diags_create(NULL, &list) == TM_OK) {
        if (tm_diags_add(list, diag) == TM_OK) {
            cli_print_list(simulation->document, list);
        }
        tm_diags_destroy(list);
    }
}

/* Pairs of bodies that are named at most. */
#define NAMED_PAIRS_MAX 3

static const char *name_of(const tmModel *model, int32_t body) {
    tmBodyInfo info;
    return tm_model_body(model, body, &info) == TM_OK ? info.name : "a body";
}

/* Whether the two were named before. */
static bool is_repeated(const tmContact *contacts, int32_t index) {
    const int32_t *own = contacts[index].bodies;
    for (int32_t i = 0; i < index; i++) {
        const int32_t *other = contacts[i].bodies;
        if ((own[0] == other[0] && own[1] == other[1]) ||
            (own[0] == other[1] && own[1] == other[0])) {
            return true;
        }
    }
    return false;
}

bool cli_equations_hold(const char *command, const tmModel *model, tmSim *sim) {
    int32_t count = 0, named = 0, first = 0;
    const tmContact *contacts = tm_sim_contacts(sim, &count);
    while (first < count && contacts[first].parted) {
        first++;
    }
    if (first == count) {
        return true;
    }
    fprintf(stderr, "trammel %s: at %g s ", command, tm_sim_info(sim)->time);
    for (int32_t i = first; i < count && named <= NAMED_PAIRS_MAX; i++) {
        if (contacts[i].parted || is_repeated(contacts, i)) {
            continue;
        }
        const int32_t *bodies = contacts[i].bodies;
        fprintf(stderr, "%s", named > 0 ? ", " : "");
        if (named++ == NAMED_PAIRS_MAX) {
            fprintf(stderr, "and others");
        } else {
            fprintf(stderr, "%s and %s", name_of(model, bodies[0]), name_of(model, bodies[1]));
        }
    }
    fprintf(stderr,
            " touch: the motion equations have no contact forces, so they would be wrong. "
            "Choose a time at which nothing touches, or look at the contact forces: 'monitor: "
            "force(%s, %s);', or 'trammel report --csv --columns contacts'\n",
            name_of(model, contacts[first].bodies[1]), name_of(model, contacts[first].bodies[0]));
    return false;
}
