/* recheck.h: a run that is made again with a smaller error, and how far the two are apart: an
 * estimate of the error of the motion, which the energy does not give. */
#ifndef TM_CLI_RECHECK_H
#define TM_CLI_RECHECK_H

#include "simulation.h"
#include "trammel/recording.h"

/* Differences above this part of what moves are large [1]. */
#define CLI_APART_LARGE 1e-2

/* How far one number is apart in the two runs. */
typedef struct cliApart {
    double most, time; /* largest difference, and when [s] */
    double scale;      /* what it is compared with: how far the number moves */
} cliApart;

typedef struct cliRecheck {
    const char *cannot; /* why there is none; null: there is one */
    bool by_step;       /* the step was halved, else the tolerance was changed … */
    double with;        /* … to this one [s or 1] */
    double time;        /* where the second run ended [s] */
    tmSimOutcome outcome;
    double trusted; /* up to when all differences are small; infinite: to the end [s] */
    double worst;   /* largest difference of a pose as part of its scale [1] */
    int32_t bodies, values;
    cliApart *places, *turns; /* of each body: positions [m], angles [rad] */
    cliApart *numbers;        /* of all monitors */
} cliRecheck;

/* Makes the run of `simulation`, whose recording this is, once more. The caller closes it in any
 * case. */
void cli_recheck_make(const cliSimulation *simulation, const cliSimOptions *options, int32_t run,
                      tmRecording *recording, cliRecheck *recheck);
void cli_recheck_close(cliRecheck *recheck);

/* Whether the motion can be relied on. */
bool cli_recheck_is_good(const cliRecheck *recheck);

#endif
