/* sim_loop.h: a simulation from its start, or from a checkpoint, to its end or to Ctrl-C. */
#ifndef TM_CLI_SIM_LOOP_H
#define TM_CLI_SIM_LOOP_H

#include "checkpoint.h"
#include "progress.h"
#include "record.h"

typedef struct cliLoop {
    cliSimulation simulation;
    cliRecord record;
    cliProgress progress;
    char checkpoint_path[CLI_PATH_MOST]; /* "": none is written */
    double checkpoint_every;             /* [s] of the clock on the wall */
    cliCheckpoint checkpoint;
    double checkpointed; /* when the last one was written, by cli_clock */
    int signal;          /* that ended it; 0: none */
    bool is_resumed;
    bool is_full; /* the recording reached its limit, which ended it */
} cliLoop;

/* How and where to run. */
typedef struct cliLoopDef {
    const cliDefinition *definition;
    const cliSimOptions *options;
    int32_t run;
    const char *stem;        /* files are STEM.rec, STEM.checkpoint; null: none */
    double checkpoint_every; /* [s]; 0: no checkpoints */
    uint64_t limit;          /* bytes of the recording; 0: any number */
} cliLoopDef;

/* Prepares the run; says what is wrong. Returns an exit code. The caller closes it in any case. */
int cli_loop_open(const char *command, const cliLoopDef *def, cliLoop *loop);

/* Runs until it ends, fails or gets SIGINT or SIGTERM, and finishes the recording; tells why it
 * failed. Returns an exit code: 128 and the signal when there was one; EXIT_USAGE when the disk
 * failed, and there is then nothing to tell. */
int cli_loop_run(cliLoop *loop);

void cli_loop_close(cliLoop *loop);

#endif
