/* contact_runs.h: worlds whose bodies touch, judged at the end of every step by checks that share
 * nothing with the engine: separating axes over the outlines of all pieces, and energies from
 * frames, twists and masses alone. */
#ifndef TM_TEST_CONTACT_RUNS_H
#define TM_TEST_CONTACT_RUNS_H

#include "balances.h"

/* By how much the energy may rise in a step beside what turning brings, as part of the largest
 * kinetic energy so far: rounding errors; and where forces drive bodies. */
#define CONTACT_RISE 1e-10
#define CONTACT_DRIVEN 1e300

/* What every step must keep to: overlap as part of the size of the smaller body, and the engine's
 * own judge. */
#define CONTACT_OVERLAP 1e-9
#define CONTACT_RESIDUAL 1e-8

typedef struct ContactRun {
    tmTest *t;
    tmSim *sim;
    const tmModel *model;
    double step;          /* [s] */
    int64_t steps;        /* made so far */
    double rise;          /* what a step may add, as above */
    Balance balance;      /* of momentum and energy */
    double residual;      /* what the engine's judge may find */
    double worst_overlap; /* so far */
    bool plain;           /* a plain model: overlaps and energies are measured, and not asked for */

    double *sizes;      /* of all bodies [m] */
    double (*boxes)[4]; /* of all bodies now: low x, low y, high x, high y [m] */
    struct ContactPolygon *a, *b;
} ContactRun;

/* Makes a run of a text, or of a file in the folder of examples. It lives until the case's end.
 * False when there is none, which the case has then been reported. Null def: the default one. */
bool contact_run_of(ContactRun *run, tmTest *t, const char *text, int32_t index,
                    const tmSimDef *def, double rise);
bool contact_run_of_example(ContactRun *run, tmTest *t, const char *name, int32_t index,
                            const tmSimDef *def, double rise);

/* Makes a step and checks what is promised of every one. False at the end of the run and after a
 * breach, which the case has then been reported. */
bool contact_step(ContactRun *run);

/* Makes all steps until a time [s], or the end. False after a breach. */
bool contact_run_to(ContactRun *run, double time);
#define CONTACT_END 1e300

/* Returns the largest overlap of two bodies that may touch now, as part of the size of the smaller
 * one [1]. */
double contact_overlap(ContactRun *run);

/* Where a part is: x, y and angle of its axes, in -pi … pi; and how fast. */
typedef struct ContactPose {
    double x, y, angle;
    double vx, vy, spin;
} ContactPose;
ContactPose contact_pose(const ContactRun *run, const char *part);

/* How far a body that falls freely from rest has fallen after k steps: g (k h)^2 / 2. */
double contact_fall(double g, double h, int64_t k);

#endif
