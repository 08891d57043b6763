/* equations.h: the equations of some constraints in the unknowns of the bodies that can move, and
 * damped Newton steps of least motion on them.
 *
 * A mover has six unknowns (three in the plane): the way of its middle over the size, and a turn.
 * Rows are lengths over the size, or angles. Every row has a slack besides, so that
 *     minimise  x^T W x + sum e_i^2 / mu_i   subject to   J x + e = -r
 * is a damped step with damping mu_i for each row: Newton's step of least norm for mu = 0, softer
 * rows for larger ones. Redundant rows need no care. */
#ifndef TMI_EQUATIONS_H
#define TMI_EQUATIONS_H

#include "analyse/space/space.h"
#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

typedef struct tmiSpaceMover {
    int32_t body;
    double middle[3]; /* of its points, body axes [m] */
    double radius;    /* of gyration of its points about it [m] */
    int32_t points;   /* how many */
    double reach;     /* of its points from their middle, at most [m] */
} tmiSpaceMover;

typedef struct tmiEquations {
    bool planar;
    int32_t dof;     /* unknowns of a mover */
    double size;     /* [m] */
    tmFrame *frames; /* of all bodies by number: where the rows are evaluated */
    tmiSpaceMover *movers;
    int32_t mover_count;
    int32_t *mover_of; /* of each body; -1: it does not move here */
    tmiSpaceConstraint **constraints;
    int32_t constraint_count;
    int32_t *first; /* row of each constraint */
    int8_t (
        *slot)[TM_HINGE_BODIES]; /* of each constraint's bodies: which mover of the row it is; -1 */
    bool measured;               /* rows that are as_placed hold */
    int32_t rows, unknowns;
    tmiPattern pattern; /* rows x (unknowns + rows) */
    tmiSparseLeastNorm sparse;
    bool dense;
    double stiff; /* the least damping [1] */
    double *values;
    double *residual; /* of each row */
    bool *idle;       /* of each row: it constrains nothing, and its gradients are zero */
    double *right;    /* of each row: the right-hand side of a step */
    double *weights;  /* of each unknown and slack */
    double *step;     /* likewise */
    double *matrix;   /* dense only, as the next three */
    double *right_live;
    double *work;
    int32_t *int_work;
    tmFrame *start;      /* of the movers: where a step starts */
    double max_residual; /* of the rows, infinite where one is not a number */
    double badness;      /* sum of their squares, weighed by soften */
    double *soften;      /* of each row: factor on its damping; 1 unless set */
} tmiEquations;

/* What equations are made of; the arrays must outlive them. */
typedef struct tmiEquationsDef {
    bool planar;
    tmFrame *frames;       /* of all bodies */
    int32_t *mover_of;     /* of all bodies, -1 in those that stand still; set for the others */
    const int32_t *bodies; /* that move */
    int32_t body_count;
    tmiSpaceConstraint **constraints;
    int32_t constraint_count;
} tmiEquationsDef;

/* Prepares the equations in memory of the arena. Middles, radii and size come from the points of
 * the constraints. TM_ERR_MEMORY, TM_ERR_LIMIT. */
tmStatus tmi_equations_make(tmiEquations *e, tmiArena *arena, const tmiEquationsDef *def);

/* Evaluates all rows and their gradients; whole turns are those nearest to the last ones. */
void tmi_equations_evaluate(tmiEquations *e);

/* Finds the step for e->right with damping `mu` times soften. False when there is none. */
bool tmi_equations_step(tmiEquations *e, double mu);

/* Moves each mover from e->start by `part` of e->step. */
void tmi_equations_apply(tmiEquations *e, double part);

/* Puts the movers' frames into `to`, and back. */
void tmi_equations_store(const tmiEquations *e, tmFrame *to);
void tmi_equations_load(tmiEquations *e, const tmFrame *from);

/* Largest motion in e->step of a mover [size or rad], and the largest distance of movers from
 * `from`, in the same unit. */
double tmi_equations_motion(const tmiEquations *e);
double tmi_equations_distance(const tmiEquations *e, const tmFrame *from);

/* Puts the step that leads from `from` to the present frames into `step`, unknown by unknown. */
void tmi_equations_way(const tmiEquations *e, const tmFrame *from, double *step);

/* Returns `tolerance` and what rounding errors of the coordinates add to it [size]. */
double tmi_equations_tolerance(const tmiEquations *e, double tolerance);

typedef enum tmiClosure {
    TMI_CLOSURE_CLOSED,
    TMI_CLOSURE_STATIONARY, /* no step reduces the rows */
    TMI_CLOSURE_LIMIT       /* the limit of steps came first */
} tmiClosure;

/* Moves the bodies until every row is at most `tolerance` [size], in at most `max` steps, which
 * are added to *iterations. The rows are left evaluated where it ended. */
tmiClosure tmi_equations_close(tmiEquations *e, double tolerance, int32_t max, int32_t *iterations);

/* One more step from closed rows, taken if it reduces them. */
void tmi_equations_polish(tmiEquations *e);

/* Moves the bodies to where the sum of squares of the rows, each over its soften, is least nearby,
 * in at most `max` steps. */
void tmi_equations_min(tmiEquations *e, int32_t max, int32_t *iterations);

/* How far the rows of a constraint are open [m]. */
double tmi_equations_gap(const tmiEquations *e, int32_t constraint);

/* The largest row of a constraint at these frames, angles times `size`; only rows that hold. */
double tmi_space_constraint_gap(const tmiSpaceConstraint *constraint, const tmFrame *frames,
                                double size, bool measured);

/* Counts the turns of the rows of a constraint from these frames on, and, where `measure` is set,
 * takes the offsets of rows that are as_placed from them. */
void tmi_space_constraint_follow(tmiSpaceConstraint *constraint, const tmFrame *frames,
                                 bool measure);

/* ---- Turns between frames ---------------------------------------------------------------------
 */

/* Turns q about the direction of w by 2 atan(|w| / 2), which is |w| to second order and needs no
 * sine (Cayley). */
static inline void tmi_quaternion_turn(double q[4], const double w[3]) {
    const double turn[4] = {1.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    double out[4];
    tmi_quaternion_multiply(turn, q, out);
    tmi_quaternion_unit(out);
    for (int i = 0; i < 4; i++) {
        q[i] = out[i];
    }
}

/* Puts into p the turn that takes `from` to `to`, the shorter way: p[0] >= 0. */
static inline void tmi_quaternion_between(const double from[4], const double to[4], double p[4]) {
    const double back[4] = {from[0], -from[1], -from[2], -from[3]};
    tmi_quaternion_multiply(to, back, p);
    double sign = p[0] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 4; i++) {
        p[i] *= sign;
    }
}

#endif
