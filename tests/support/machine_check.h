/* machine_check.h: machines whose parts touch, run step by step and judged after each step by what
 * shares nothing with the library's contact: outlines of pieces against each other, every corner
 * and every edge. */
#ifndef TM_TEST_MACHINE_CHECK_H
#define TM_TEST_MACHINE_CHECK_H

#include "balances.h"

typedef struct Machine Machine;

/* Potential energy of what a control does, where it is a force or torque that stays [J]. */
typedef double PotentialFn(const Machine *machine);

struct Machine {
    tmTest *t;
    tmSim *sim;
    const tmModel *model;
    double h; /* step [s] */
    int64_t steps;
    double overlap; /* largest after any step, as part of the size of the smaller body [1] */
    int32_t overlapping[2];
    Balance balance;        /* of momentum, where nothing from outside acts, and of the books */
    PotentialFn *potential; /* may be null */
    double energy;          /* after the last step, with that of controls [J] */
    double rise;            /* largest of it in one step [J] */
    double rise_at;         /* [s] */
    double excess;          /* largest part of it that turning does not explain [J] */
    double excess_at;       /* [s] */
    int32_t pulled;         /* body that a constant force pulls, and … */
    double pull_moment;     /* … that force times its distance from the centre of mass; 0 [N m] */
};

/* The run of a text in the folder of examples. Lives until the case's end; null when there is none,
 * which the case has then been reported. */
Machine *machine_of(tmTest *t, const char *name, int32_t run);

/* The same for the first run of a text. */
Machine *machine_of_text(tmTest *t, const char *text);

/* From now on a control has this potential energy. */
void machine_pulled(Machine *machine, PotentialFn *potential);

/* Makes a step; false when the run is over. */
bool machine_step(Machine *machine);

/* Makes steps until `to` [s]; false when the run failed. */
bool machine_run(Machine *machine, double to);

/* Checks what must hold of every machine: no overlap, no gap, no step unsolved, the judge content,
 * momentum that stays where nothing from outside acts, work that is booked,
 * and energy that rose in no step by more than `part` of the largest kinetic energy. It is that of
 * motion, weight, springs and controls that have a potential: work that the run itself tells is not
 * asked, for that counts what contacts do, too. DRIVEN: something leads it or brakes it otherwise,
 * so that energy comes and goes. */
#define DRIVEN -1.0
#define NO_RISE 1e-10 /* rounding errors */
/* As much as the turning of bodies explains: turning_work, and of a force F that pulls at an arm r
 * likewise F h^2 w^2 r / 2. */
#define TURNING_RISE -2.0
void machine_judge(Machine *machine, double part);

/* How far two bodies are apart; below 0 they overlap [m]. */
double machine_gap(const Machine *machine, int32_t a, int32_t b);

/* Sum of what a body does to another where they touch: force on the second, and its torque about
 * the origin of the world. */
tmWrench machine_press(const Machine *machine, int32_t on, int32_t by);

/* The same of all that touches it, and its largest friction over normal force of any contact. */
tmWrench machine_press_of_all(const Machine *machine, int32_t on);

/* Angle of a body about z, -pi … pi. */
double machine_angle(const Machine *machine, const char *part);

#endif
