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
    bool isolated; /* no fixed body that others may touch, no joint to one, no controls */
    bool bare;     /* no joints: all potential energy is that of weight */
    double mass;   /* of all [kg] */

    /* After the last step; about the common centre of mass. */
    double time, energy, momentum[2], angular;
    double given;          /* work of all but contact [J] */
    double spin;           /* largest of a body, or of two relative to each other [rad/s] */
    double start;          /* energy at the start, as the run tells it [J] */
    double momentum_scale; /* largest sums of magnitudes so far … */
    double angular_scale;  /* … of all bodies */
    double max_kinetic;    /* so far [J] */
    double max_energy;     /* with what was done [J] */
    double worst_momentum; /* change in any step that weight does not make, as part of … */
    double worst_angular;  /* … the scales; 0 unless isolated */
    double worst_books;    /* as part of max_energy */
    double
        worst_rise; /* of energy in any step that nothing but contact brought, past what
                     * turning and joined flight do, as part of the largest kinetic energy so far */
} Balance;

/* Begins with a simulation at its start. */
Balance balance_of(tmTest *t, tmSim *sim);

/* At most what turning brings in the step of length h [s] that was made last [J]. Of a step of
 * first order (theory of contact, (23c))
 *
 *     E+ - E = -|v+ - v|^2_M / 2 + lambda J v+,   h J v+ = h^2 psi'' / 2 - psi(q)
 *
 * with psi(q) >= 0 and psi'' that of the gap along the way, at most 2 w s + w_a^2 r_a + w_b^2 r_b
 * for spins w, slip s and arms r, and of two round pieces (s + w_a R_a + w_b R_b)^2 / (R_a + R_b)
 * more. So a force N brings N h^2 psi'' / 2. Friction at the end of the step brings nothing. */
double turning_work(tmSim *sim, double h);

/* Up to when to advance so that the step of this number is made and no other: a little past its
 * end, for a time that rounding puts before it; the last step of a run may be a short one. */
double end_of_step(int64_t number, double step);

/* Measures the step since the last call. */
void balance_measure(Balance *balance);

/* Measures, and checks. What contact may add to the energy at most beside turning stands in `rise`,
 * as part of the largest kinetic energy so far. False after a breach, which the case has then been
 * reported. */
bool balance_holds(Balance *balance, double rise);

/* Makes steps until `time` [s], or the end, and checks each. False after a breach. */
bool balance_run(Balance *balance, double time, double rise);

#endif
