/* touch_resolve.h: problems of some of the points that touch at an instant. */
#ifndef TMI_TOUCH_RESOLVE_H
#define TMI_TOUCH_RESOLVE_H

#include "analyse/dynamics/sim/touch/touch_private.h"

/* Some rows of all. */
typedef struct tmiTouchProblem {
    int32_t count;
    int32_t *list; /* of each: its place among the rows it was taken of */
    double *w, *b, *u, *friction;
} tmiTouchProblem;

/* The problem of all rows of what was found. */
tmStatus tmi_touch_whole(tmSim *sim, const tmiTouchRows *rows, tmiTouchProblem *to);

/* Takes the problem of these points out of one; memory is of `scratch`. */
tmStatus tmi_touch_take(tmSim *sim, const tmiTouchProblem *from, const int32_t *list, int32_t count,
                        tmiTouchProblem *to);

/* Forces that solve the problem of accelerations, by modes; tmi_mode_solve. */
tmStatus tmi_touch_modes(tmSim *sim, const tmiTouchProblem *problem, uint8_t *modes, double *force);

/* Strikes the points of a problem by the law of impact, whose rows these are; `soft`: without
 * restitution. y_end changes. */
tmStatus tmi_touch_strike(tmSim *sim, const tmiTouchRows *rows, const tmiTouchProblem *problem,
                          bool soft);

/* An impulse without a collision, where no forces solve the problem. TM_ERR_NOT_CONVERGED where
 * none does, either. */
tmStatus tmi_touch_jam(tmSim *sim, const tmiTouchRows *rows, const tmiTouchProblem *problem);

#endif
