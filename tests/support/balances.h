/* balances.h: what Newton's laws leave alone in every step, summed up from frames, twists and
 * masses apart from the engine: momentum and angular momentum of worlds on which nothing from
 * outside acts but weight, and an energy whose losses are booked. */
#ifndef TM_TEST_BALANCES_H
#define TM_TEST_BALANCES_H

#include "simulations.h"

/* By how much a step may change momentum and angular momentum, as part of the sum of what all
 * bodies have of them. */
#define BALANCE_MOMENTUM 1e-12

/* By how much the books may be out: energy is that at the start, work and the error that the run
 * tells, as part of the largest energies so far. */
#define BALANCE_BOOKS 1e-11

typedef struct Balance {
    tmTest *t;
    tmSim *sim;
    bool isolated;  /* no fixed body that others may touch, no joint to one, no controls */
    bool bare;      /* no joints: all potential energy is that of weight */
    double mass;    /* of all [kg] */
    double turning; /* part of the kinetic energy that a step may bring by the cube of the
                     * largest turn of a body in it: 0, or what a test sets [1/rad^3] */

    /* After the last step; about the common centre of mass. */
    double time, energy, momentum[2], angular;
    double given;          /* work of all but contact [J] */
    double spin;           /* largest of any body [rad/s] */
    double start;          /* energy at the start, as the run tells it [J] */
    double momentum_scale; /* largest sums of magnitudes so far … */
    double angular_scale;  /* … of all bodies */
    double max_kinetic;    /* so far [J] */
    double max_energy;     /* with what was done [J] */
    double worst_momentum; /* change in any step that weight does not make, as part of … */
    double worst_angular;  /* … the scales; 0 unless isolated */
    double worst_books;    /* as part of max_energy */
    double worst_rise;     /* of energy in any step that nothing but contact brought, as
                            * part of the largest kinetic energy so far */
} Balance;

/* Begins with a simulation at its start. */
Balance balance_of(tmTest *t, tmSim *sim);

/* Measures the step, or steps, since the last call. */
void balance_measure(Balance *balance);

/* Measures, and checks. What contact may add to the energy at most stands in
 * `rise`, as part of the largest kinetic energy so far. False after a breach, which the case has
 * then been reported. */
bool balance_holds(Balance *balance, double rise);

/* Makes steps until `time` [s], or the end, and checks each. False after a breach. */
bool balance_run(Balance *balance, double time, double rise);

#endif
