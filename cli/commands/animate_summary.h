/* animate_summary.h: how an animation went, and what is printed about it. */
#ifndef TM_CLI_ANIMATE_SUMMARY_H
#define TM_CLI_ANIMATE_SUMMARY_H

#include "trammel/trammel.h"

/* How the motion through all frames went. */
typedef struct cliMotion {
    int32_t moves, failed, first_failed;
    int32_t unproven;          /* frames whose way is not certified */
    tmProof proof;             /* of the first of them: why */
    double residual;           /* largest gap of a joint in frames that were reached … */
    double gap;                /* … and in those that were not; NaN: not known [m] */
    double turn;               /* largest of a body from one frame to the next [rad] … */
    int32_t turned;            /* … and whose */
    int32_t number, number_of; /* of the run among those of its kind */
} cliMotion;

/* Prints frames, gaps and what is not certified; turns that pictures do not show; and freedoms
 * without a drive. */
void cli_print_motion(const tmAnimation *animation, const cliMotion *motion);

#endif
