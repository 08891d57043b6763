/* space_run.h: scenes of space run step by step, each step judged apart from the engine: overlaps
 * by a full separating-axis test in long double, energy and momentum from frames and twists alone.
 */
#ifndef TM_TEST_SPACE_RUN_H
#define TM_TEST_SPACE_RUN_H

#include "simulations.h"

typedef struct SpaceRun {
    tmTest *t;
    tmSim *sim;
    double overlap; /* largest so far, as part of the smaller body [1] */
    double gained;  /* the energy that steps have added, summed over those that did [J] */
    double kinetic; /* largest so far [J] */
    SimTotals start, now;
} SpaceRun;

/* A run of a text, or of one in the folder of examples. False after a failed check. */
bool space_of(tmTest *t, SpaceRun *run, const char *text, int32_t number);
bool space_of_example(tmTest *t, SpaceRun *run, const char *name, int32_t number);

/* One step; false at the end of the run, or after a failure. */
bool space_step(SpaceRun *run);
void space_run(SpaceRun *run, double to);

/* Where the centre of a body is, by its part. */
void space_centre(const SpaceRun *run, const char *part, double at[3]);

/* Checks what is promised of all: overlap at most 1e-9 of a body, the residual of the verifier, no
 * step of the run doubtful, no failure; and energy that was gained at most `gained` of the largest
 * kinetic energy. */
void space_judge(const SpaceRun *run, double gained);

/* Checks that momentum and angular momentum are those of the start, as parts of `scale`. */
void space_keeps_momentum(const SpaceRun *run, double scale);

#endif
