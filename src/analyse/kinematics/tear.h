/* tear.h: where contraction stops, the fewest angles to guess so that it goes on ([ME] 7.3). */
#ifndef TMI_TEAR_H
#define TMI_TEAR_H

#include "analyse/kinematics/contract.h"

/* The most angles that are guessed. More go to the general Newton step. */
#define TMI_TEAR_MOST 4

/* The most ways to guess that are kept: where one is at a dead end another is not. */
#define TMI_TEAR_WAYS 8

/* Ways to guess `count` angles each, as edges of the graph. */
typedef struct tmiTears {
    int32_t edges[TMI_TEAR_WAYS][TMI_TEAR_MOST];
    int32_t ways;
    int32_t count;
} tmiTears;

/* Finds the fewest pins, at most TMI_TEAR_MOST, whose angles once guessed let contraction place
 * everything that edges reach. tears->ways is 0 when there are none to be found. `contraction` is
 * what was reached without guesses. */
tmStatus tmi_tear(tmiTears *tears, tmiArena *arena, const tmiGraph *graph,
                  const tmiContraction *contraction);

#endif
