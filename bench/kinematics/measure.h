/* measure.h: times contenders against each other and checks what they answer. */
#ifndef TM_BENCH_MEASURE_H
#define TM_BENCH_MEASURE_H

#include "linkage.h"
#include "system.h"

/* Frames of one turn of the crank. */
#define TURN 360

typedef struct Entrant {
    const System *system;
    const Linkage *linkage;
    bool refused;        /* out: the system cannot take the linkage; the rest is then zero */
    double frames_per_s; /* out: in the best round */
    double max_residual; /* out: of all frames checked, of the size */
    double deviation;    /* out: from the first entrant's points, of the size; NaN: not compared */
    int unknowns;        /* out */
    int equations;       /* out */
    int failures;        /* out: frames of those checked */
    int certified;       /* out: frames of those checked */
    int checked;         /* out: frames of the turn that were checked; fewer when slow */
    int timed;           /* out: the first so many frames of the turn were timed */
} Entrant;

/* Checks every entrant over a turn and times it, all taking turns, about `seconds` of processor
 * time for each one in a round. Entrants whose linkage has the first one's address are compared
 * with its points where nothing is left free. */
void measure_all(Entrant *entrants, int count, double seconds);

/* Whether the system takes the linkage through a turn without a failure. */
bool measure_closes(const Linkage *linkage, const System *system);

/* Returns the least processor time that one plan of the linkage takes to make [s]. */
double measure_plan(const Linkage *linkage);

/* Puts the crank's angles of a turn into `angles`. The last frame is the start pose again. */
void measure_angles(const Linkage *linkage, double angles[TURN]);

/* Processor time of this thread [s]. */
double measure_clock(void);

#endif
