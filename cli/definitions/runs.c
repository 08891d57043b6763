/* runs.c: the runs of a definition, as the command line names them. */
#include "definitions/definitions.h"

#include "call/call.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which --------------------------------------------------------------------------------- */

static tmRunKind kind_of(const tmDocument *document, int32_t run) {
    tmRunInfo info;
    return tm_document_run(document, run, &info) == TM_OK ? info.kind : TM_RUN_NONE;
}

int32_t cli_run_number(const tmDocument *document, int32_t run) {
    int32_t number = 1;
    for (int32_t i = 0; i < run; i++) {
        number += kind_of(document, i) == kind_of(document, run);
    }
    return number;
}

int32_t cli_run_total(const tmDocument *document, tmRunKind kind) {
    int32_t total = 0;
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        total += kind_of(document, i) == kind;
    }
    return total;
}

int cli_worse(int a, int b) {
    if (a == EXIT_PASSED || b == EXIT_PASSED) {
        int other = a == EXIT_PASSED ? b : a;
        return other == EXIT_DONE ? EXIT_PASSED : other;
    }
    return a > b ? a : b;
}

bool cli_run_is_chosen(const tmDocument *document, int32_t run, tmRunKind kind,
                       const char *choice) {
    tmRunInfo info;
    if (tm_document_run(document, run, &info) != TM_OK || info.kind != kind) {
        return false;
    }
    char *end = NULL;
    long number = choice ? strtol(choice, &end, 10) : 0;
    if (!choice || (end != choice && !*end)) {
        return !choice || number == cli_run_number(document, run);
    }
    return strlen(choice) == (size_t)info.world_length &&
           memcmp(choice, info.world, (size_t)info.world_length) == 0;
}

int cli_runs_exist(const char *command, const char *path, const tmDocument *document,
                   tmRunKind kind, const char *choice) {
    static const char *const words[] = {"world", "simulate", "animate", "study"};
    int32_t all = 0;
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        if (cli_run_is_chosen(document, i, kind, choice)) {
            return EXIT_DONE;
        }
        all += cli_run_is_chosen(document, i, kind, NULL);
    }
    if (all == 0) {
        fprintf(stderr, "trammel %s: %s has no '%s': there is nothing to run\n", command,
                cli_shown(path), words[kind]);
        return EXIT_NO;
    }
    fprintf(stderr, "trammel %s: %s has no '%s' %s; it has", command, cli_shown(path), words[kind],
            cli_shown(choice));
    for (int32_t i = 0; i < tm_document_run_count(document); i++) {
        tmRunInfo info;
        if (tm_document_run(document, i, &info) == TM_OK && info.kind == kind) {
            int32_t number = cli_run_number(document, i);
            fprintf(stderr, "%s %d (%.*s)", number > 1 ? "," : "", number, (int)info.world_length,
                    info.world);
        }
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

void cli_run_name(const char *path, const tmDocument *document, int32_t run,
                  char name[CLI_NAME_MAX]) {
    int32_t number = cli_run_number(document, run);
    cli_base_name(path, name);
    if (number > 1) {
        size_t length = strlen(name);
        snprintf(name + length, CLI_NAME_MAX - length, "-%d", number);
    }
}

/* ---- What is not modelled ------------------------------------------------------------------ */

int cli_run_missing(const tmRunInfo *run, cliMissing missing[CLI_DOMAINS]) {
    /* Control, gravity and friction that the text does not mention are not listed. */
    const struct {
        const char *name;
        uint32_t bit;
        bool is_unstated, is_missed;
    } rows[CLI_DOMAINS] = {
        {"dynamics", TM_WITHOUT_DYNAMICS, run->dynamic_bodies == 0, true},
        {"interference", TM_WITHOUT_INTERFERENCE, run->touching_bodies == 0, true},
        {"control", TM_WITHOUT_CONTROL, run->controls == 0, false},
        {"gravity", TM_WITHOUT_GRAVITY, false, false},
        {"friction", TM_WITHOUT_FRICTION, false, false}};
    int count = 0;
    for (int i = 0; i < CLI_DOMAINS; i++) {
        bool off = (run->left_out & rows[i].bit) != 0;
        if (off || (rows[i].is_unstated && rows[i].is_missed)) {
            missing[count++] = (cliMissing){rows[i].name, off, rows[i].is_unstated};
        }
    }
    return count;
}

void cli_print_missing(const cliMissing *missing, int count) {
    bool without_dynamics =
        count > 0 && missing[0].is_off && strcmp(missing[0].name, "dynamics") == 0;
    for (int i = 0; i < count; i++) {
        bool touches = strcmp(missing[i].name, "interference") == 0;
        printf("%s%s", i > 0 ? ", " : "", touches ? "contact" : missing[i].name);
        if (missing[i].is_off && touches && !missing[i].is_unstated && without_dynamics) {
            printf(" (without dynamics nothing is held apart)");
        } else if (missing[i].is_off && !(touches && missing[i].is_unstated)) {
            printf(" (switched off)");
        } else {
            printf(" (no body has '%s')", missing[i].name);
        }
    }
}
