/* recorded.h: a recording as commands read it, and the world that it was made of, from its own
 * texts. */
#ifndef TM_CLI_RECORDED_H
#define TM_CLI_RECORDED_H

#include "bytes.h"
#include "definitions.h"
#include "trammel/recording.h"

typedef struct cliRecorded {
    const char *command, *path;
    const char *meshes; /* folder of the definition, for its meshes; null: not known */
    cliIncludes *includes;
    cliBytes bytes;
    tmRecording *recording;
    tmDocument *document; /* null until cli_recorded_build, as those below */
    tmDiags *diags;
    cliModel model;
} cliRecorded;

/* Reads a recording. Says why it cannot in the name of the command, and returns false; notes where
 * it was cut. The caller closes it in any case. */
bool cli_recorded_open(const char *command, const char *path, cliRecorded *recorded);
void cli_recorded_close(cliRecorded *recorded);

/* Builds document and model; says why it cannot, and returns false. A recording holds all texts,
 * but no meshes: these are read from `meshes`. */
bool cli_recorded_build(cliRecorded *recorded);

#endif
