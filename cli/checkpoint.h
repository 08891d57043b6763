/* checkpoint.h: where a run stood, kept beside its recording, so that it can go on after a kill. */
#ifndef TM_CLI_CHECKPOINT_H
#define TM_CLI_CHECKPOINT_H

#include "output.h"
#include "simulation.h"

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
    CLI_CHECKPOINT_BAD   /* it cannot be used, which was told; the simulation is as it was */
} cliCheckpointRead;

/* Lets the simulation go on from the file. `wanted` has the hashes that it must have, and gets the
 * rest. */
cliCheckpointRead cli_checkpoint_read(const char *command, const char *path, cliCheckpoint *wanted,
                                      tmSim *sim);

#endif
