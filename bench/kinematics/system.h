/* system.h: one contender of the kinematics benchmark. A new one is a file and a row in the table
 * of bench_kinematics.c. */
#ifndef TM_BENCH_SYSTEM_H
#define TM_BENCH_SYSTEM_H

#include "linkage.h"

typedef struct System {
    const char *name; /* as in the CSV */

    /* Prepares the linkage, in its start pose. Null when the system cannot take it. */
    void *(*create)(const Linkage *linkage);
    void (*destroy)(void *state);

    /* Solves frames first … last - 1 one after another, each from the pose before; frame 0 starts
     * from the start pose again. angles[i] is the crank's angle in frame i [rad]. Returns how many
     * failed. This is what is timed. */
    int (*frames)(void *state, const double *angles, int first, int last);

    /* Where the linkage's features are now. */
    void (*points)(void *state, LinkagePoint *points);

    void (*counts)(void *state, int *unknowns, int *equations);

    /* How many frames since frame 0 are certified not to have jumped over anything. Null: none. */
    int (*certified)(void *state);
} System;

extern const System system_trammel_mixed;
extern const System system_trammel_newton;
extern const System system_trammel_watched;
extern const System system_trammel_sweep;
extern const System system_slvs;
extern const System system_svd;

#endif
