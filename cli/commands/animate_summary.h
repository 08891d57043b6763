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

    /* Rates and forces in frames that were reached. */
    bool asks;                                                      /* a monitor reads any */
    bool is_static;                                                 /* no pace is known */
    int32_t driven[TM_DRIVEN_COUNT], first_driven[TM_DRIVEN_COUNT]; /* frames of each outcome */
    int32_t blamed; /* the body whose mass hinders forces; -1 */
} cliMotion;

/* Counts what was found of rates and forces in a frame. */
void cli_note_driven(cliMotion *motion, int32_t frame, const tmDrivenInfo *driven);

/* Whether something that monitors read is not known in some frames that were reached. */
bool cli_lacks_driven(const cliMotion *motion);

/* Prints how the drives go in time. */
void cli_print_pace(const tmModel *model);

/* Prints what is not known of rates and forces, each with its reason, and how they are shared. */
void cli_print_driven(const tmAnimation *animation, const cliMotion *motion);

/* Prints frames, gaps and what is not certified; turns that pictures do not show; and freedoms
 * without a drive. */
void cli_print_motion(const tmAnimation *animation, const cliMotion *motion);

#endif
