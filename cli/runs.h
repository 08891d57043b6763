/* runs.h: the runs of a definition: which are meant, what their files are called, what they leave
 * out. */
#ifndef TM_CLI_RUNS_H
#define TM_CLI_RUNS_H

#include "names.h"
#include "trammel/trammel.h"

/* Returns the number of the run among those of its kind, from 1. */
int32_t cli_run_number(const tmDocument *document, int32_t run);

/* Returns how many runs of a kind there are. */
int32_t cli_run_total(const tmDocument *document, tmRunKind kind);

/* Of two exit codes the one that tells more: a caveat (EXIT_PASSED) is less than a failure. */
int cli_worse(int a, int b);

/* Returns whether the run is of the kind and is the one that `--run` chose: by its number among
 * these, or all of a world by its name; null: all of the kind. */
bool cli_run_is_chosen(const tmDocument *document, int32_t run, tmRunKind kind, const char *choice);

/* Returns EXIT_DONE when a run of the kind is chosen. Else it says on the standard error, in the
 * name of the command, that there is none and what there is: EXIT_NO when the text has none of the
 * kind, EXIT_USAGE when it has others. */
int cli_runs_exist(const char *command, const char *path, const tmDocument *document,
                   tmRunKind kind, const char *choice);

/* Puts what the files of a run are called into `name`: that of the definition's file without folder
 * and ending, then "-2" of the second run of a kind. */
void cli_run_name(const char *path, const tmDocument *document, int32_t run,
                  char name[CLI_NAME_MOST]);

/* The domains of the physical world that a run may lack. */
#define CLI_DOMAINS 5
typedef struct cliMissing {
    const char *name;
    bool is_off;      /* `without` leaves it out */
    bool is_unstated; /* no body says it */
} cliMissing;

/* Puts the domains that are not modelled into `missing` and returns their number. */
int cli_run_missing(const tmRunInfo *run, cliMissing missing[CLI_DOMAINS]);

/* Prints "dynamics, gravity (switched off)" for these; nothing when there are none. */
void cli_print_missing(const cliMissing *missing, int count);

#endif
