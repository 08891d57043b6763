/* definitions.h: how commands open a definition and what it defines. */
#ifndef TM_CLI_DEFINITIONS_H
#define TM_CLI_DEFINITIONS_H

#include "includes.h"

/* A definition that was read, with all that it includes. */
typedef struct cliDefinition {
    const char *name; /* for people */
    tmDocument *document;
    cliIncludes *includes;
} cliDefinition;

/* Reads the definition; says why it cannot on the standard error, in the name of the command, and
 * returns false. The caller closes it in any case. */
bool cli_definition_open(const char *command, const char *path, cliDefinition *definition);
void cli_definition_close(cliDefinition *definition);

/* Returns a hash of all that was read for it, whatever the files are called. */
uint64_t cli_definition_hash(const cliDefinition *definition);

/* One of its runs as a model, put together. */
typedef struct cliModel {
    tmModel *model;
    tmAssembly *assembly; /* null: the model has errors */
} cliModel;

/* Builds run `run` and adds what is wrong with it to `diags`. The caller closes it in any case. */
tmStatus cli_model_open(const tmDocument *document, int32_t run, tmDiags *diags, cliModel *model);
void cli_model_close(cliModel *model);

/* Adds all of one list to another, but what is there already. */
tmStatus cli_diags_add_all(tmDiags *diags, const tmDiags *added);

#endif
