/* definitions.h: how commands open a definition and what it defines: the door of this folder. */
#ifndef TM_CLI_DEFINITIONS_H
#define TM_CLI_DEFINITIONS_H

#include "files/files.h"
#include "trammel/trammel.h"

/* ---- includes.c: what a definition includes -------------------------------------------------- */

/* What one definition may include: files below its own folder, no links out of it. */
typedef struct cliIncludes cliIncludes;

/* For a definition that was read from `path`, "-" for the standard input, whose folder is the
 * current one. Null when the folder cannot be found or memory runs out. */
cliIncludes *cli_includes_create(const char *path);
void cli_includes_destroy(cliIncludes *includes);

/* A tmIncludeFn, for meshes, too; `user` is the cliIncludes. A path counts from the folder of the
 * file that includes it. */
void cli_include(void *user, const char *from, const char *path, tmIncluded *included);

/* Continues a hash (cli_hash) with all that was included, meshes, too. */
uint64_t cli_includes_hash(const cliIncludes *includes, uint64_t hash);

/* ---- definitions.c: how commands open a definition and what it defines ----------------------- */

/* A definition that was read, with all that it includes. */
typedef struct cliDefinition {
    const char *name; /* for people */
    tmDocument *document;
    cliIncludes *includes;
} cliDefinition;

/* Reads the definition; on failure prints the reason on the standard error, with the command's
 * name, and returns false. The caller closes it in any case. */
bool cli_definition_open(const char *command, const char *path, cliDefinition *definition);
void cli_definition_close(cliDefinition *definition);

/* Returns a hash of all that was read for it, whatever the files are called. */
uint64_t cli_definition_hash(const cliDefinition *definition);

/* One of its runs as a model, assembled. */
typedef struct cliModel {
    tmModel *model;
    tmAssembly *assembly; /* null: the model has errors */
} cliModel;

/* Builds run `run` and adds what is wrong with it to `diags`. The caller closes it in any case. */
tmStatus cli_model_open(const tmDocument *document, int32_t run, tmDiags *diags, cliModel *model);
void cli_model_close(cliModel *model);

/* Adds all of one list to another, except what is there already. */
tmStatus cli_diags_add_all(tmDiags *diags, const tmDiags *added);

/* ---- runs.c ---------------------------------------------------------------------------------- */

/* The runs of a definition: which are meant, what their files are called, what they leave
 * out. */

/* Returns the number of the run among those of its kind, from 1. */
int32_t cli_run_number(const tmDocument *document, int32_t run);

/* Returns how many runs of a kind there are. */
int32_t cli_run_total(const tmDocument *document, tmRunKind kind);

/* The more serious of two exit codes: a caveat (EXIT_PASSED) is less than a failure. */
int cli_worse(int a, int b);

/* Returns whether the run is of the kind and is the one that `--run` chose: by its number among
 * these, or all of a world by its name; null: all of the kind. */
bool cli_run_is_chosen(const tmDocument *document, int32_t run, tmRunKind kind, const char *choice);

/* Returns EXIT_DONE when a run of the kind is chosen. Otherwise it says on the standard error, with
 * the command's name, that there is none, and lists what there is: EXIT_NO when the text has none
 * of the kind, EXIT_USAGE when it has others. */
int cli_runs_exist(const char *command, const char *path, const tmDocument *document,
                   tmRunKind kind, const char *choice);

/* Puts what the files of a run are called into `name`: that of the definition's file without folder
 * and ending, then "-2" of the second run of a kind. */
void cli_run_name(const char *path, const tmDocument *document, int32_t run,
                  char name[CLI_NAME_MAX]);

/* The domains of the physical world that a run may lack. */
#define CLI_DOMAINS 5
typedef struct cliMissing {
    const char *name;
    bool is_off;      /* `without` leaves it out */
    bool is_unstated; /* no body has it */
} cliMissing;

/* Puts the domains that are not modelled into `missing` and returns their number. */
int cli_run_missing(const tmRunInfo *run, cliMissing missing[CLI_DOMAINS]);

/* Prints "dynamics, gravity (switched off)" for these; nothing when there are none. */
void cli_print_missing(const cliMissing *missing, int count);

#endif
