/* sim_start.h: what the text gives at the start, and the solution that holds it. */
#ifndef TMI_SIM_START_H
#define TMI_SIM_START_H

#include "analyse/dynamics/sim/sim.h"

/* One number that the text gives. */
typedef struct tmiWish {
    int32_t body;  /* whose velocity it is; 0: it is a joint's */
    int32_t joint; /* whose coordinate it is about, and which */
    int32_t coordinate;
    int32_t axis; /* of the world, for a body */
    bool turns;
    tmiConstraint constraint; /* of a joint: the coordinate as its one row */
    tmRow row;                /* likewise */
    double arm[3]; /* of a body: from its centre of mass to where the velocity is given */
    double value;  /* [m/s or rad/s]; of a displacement [m or rad] */
    double start;  /* what the coordinate is to be at the start [m or rad] */
} tmiWish;

/* min  part KE(v) + W s^2 / 2   so that   G v = s',  C v + slack = given                     (15a)
 */
typedef struct tmiStart {
    tmSim *sim;
    tmiArena arena;
    tmiWish *wishes;
    int32_t wish_count;
    int32_t n;             /* of the movers; slacks follow */
    bool displaces;        /* rows of accelerations keep their place */
    double lightest;       /* moments of inertia count as at least this part of mass size^2 [1] */
    double (*roots)[3][3]; /* of the movers in space: L, with L L^T the inertia in body axes */
    int32_t *starts, *places; /* the pattern */
    double *values, *weights, *right, *x;
    int32_t rows, entries;
} tmiStart;

/* Beside its mass a body may have so little inertia that the equations of its turning are lost in
 * roundings: `lightest` where what is given is missed without it [1]. */
#define START_LIGHTEST 1e-8

/* ---- sim_start.c ----------------------------------------------------------------------------- */

/* Makes the wish for a joint's coordinate, at the present poses; its value is the caller's. */
tmStatus tmi_start_wish_joint(tmiStart *w, const tmJointInfo *joint, int32_t number,
                              int32_t coordinate);

/* ---- sim_start_solve.c ----------------------------------------------------------------------- */

/* Takes the arrays for all wishes; false where memory is short. */
bool tmi_start_take(tmiStart *w);

/* Fills in the equations of the wishes, of the rows and of their given rates. */
void tmi_start_fill(tmiStart *w);

/* Solves (15a) and projects onto all joints; then demands again what is missed, so that what can be
 * met is met exactly, however light it is beside the rest. */
tmStatus tmi_start_solve(tmiStart *w, double *y);

/* Solves (15a) once and without the equations of motion. */
tmStatus tmi_start_displacement(tmiStart *w, double *y);

/* The value that a given velocity came to, at the present poses. */
double tmi_start_got(const tmiSystem *s, const tmiWish *wish);

/* ---- sim_start_pose.c ------------------------------------------------------------------------ */

/* Closes what is prescribed at the start and keeps what joints start with, as far as both fit;
 * warns of what does not. */
tmStatus tmi_start_close(tmiStart *w, double *y, tmDiags *diags);

#endif
