/* coulomb_private.h: what the files of this folder share. Private to them.
 *
 * Inside, masses are 1: with M^-1 = L L^T and x = L^-1 (v - v_f) the change of motion, rates are
 *
 *     u = b + J x,   x = J^T lambda,   J = A L,                                                (1)
 *
 * and the largest |b| is 1. Points stand sorted by the pairs of bodies that they are between. */
#ifndef TMI_COULOMB_PRIVATE_H
#define TMI_COULOMB_PRIVATE_H

#include "analyse/contact/coulomb/coulomb.h"
#include "analyse/contact/coulomb/coulomb_law.h"
#include "analyse/contact/coulomb/frontal.h"

/* Residuals [1]: what is aimed at, and what is good enough to look no further. */
#define TMI_COULOMB_EXACT 1e-14
#define TMI_COULOMB_GOOD 1e-10

/* Penalty over the yield of a point, where masses are alike [1]. */
#define TMI_COULOMB_PENALTY 1e6

/* A point on the central path: what its impulse and its rates are made of. In the plane the two
 * edges of its cone, in space (mu n, t) and (n / mu, t). */
typedef struct tmiCoulombCentre {
    double a[3], z[3];   /* of the cone, of its dual */
    double da[3], dz[3]; /* their steps */
    double g[9];         /* what impulses yield to rates, changed in sign */
    double turn[2];      /* direction of the slip, where it is part of the equations */
} tmiCoulombCentre;

typedef struct tmiCoulombRun {
    const tmiCoulombProblem *problem;
    tmiArena *arena;
    int32_t dof, rows, bodies, count, pairs;
    int32_t *order;      /* of each point: its number for the caller */
    int32_t (*body)[2];  /* of each point; `bodies`: one that does not yield */
    int32_t (*pair)[2];  /* of bodies … */
    int32_t *pair_start; /* … and its first point; pairs + 1 */
    double *j, *b, *mu;
    double *w;              /* of each point: what it yields to its impulse most */
    double *expected;       /* an x that may be expected */
    double stiffness;       /* what penalties are more where masses are unlike [1] */
    double unit, unit_b;    /* the caller's impulses are ours times this; likewise rates */
    double *x, *dx, *xt;    /* motion, its step, scratch: dof a body, and one that stays 0 */
    double *u, *du, *ut;    /* rates, their step, scratch: `rows` a point, as are the rest */
    double *lambda, *y;     /* impulses of the motion, and what they are the projections of */
    double *centre;         /* impulses that are refined around */
    double *load;           /* scratch of a direction */
    double *best;           /* of least residual */
    double *swept, *pushed; /* of sweeps: impulses, and those with momentum */
    double momentum;
    double *kept;
    double *slip, *sigma; /* of each point: size of its slip; what it yields, as a penalty */
    double *g;            /* rows x rows of each point: of the factors */
    double *blocks;       /* 4 of each pair … */
    bool *stale;          /* … which do not fit g */
    tmiCoulombCentre *path;
    double mean; /* complementarity of the path */
    uint8_t *state;
    tmiFrontal fronts;
    bool factored, symmetric; /* the factors are those of g */
    int32_t budget;
    tmiCoulombInfo info; /* residual: of `best` */
} tmiCoulombRun;

/* ---- coulomb_setup.c ------------------------------------------------------------------------- */

/* Takes room, sorts, scales. And gives the best impulses back. */
tmStatus tmi_coulomb_set_up(tmiCoulombRun *run, const double *impulse);
void tmi_coulomb_give(const tmiCoulombRun *run, double *impulse);

/* ---- coulomb_motion.c ------------------------------------------------------------------------ */

/* u = b + J x; without b where it is null. x = J^T lambda. */
void tmi_coulomb_rates(const tmiCoulombRun *run, const double *x, const double *b, double *u);
void tmi_coulomb_motion(const tmiCoulombRun *run, const double *lambda, double *x);

/* Adds J^T G J of pair p to its blocks, as frontal.h has them. */
void tmi_coulomb_pair_blocks(const tmiCoulombRun *run, int32_t p, bool symmetric);

/* Sizes of the slips at u. */
void tmi_coulomb_take_slips(tmiCoulombRun *run, const double *u);

/* The violation of (1) of coulomb.h by these impulses, whose motion and rates are left in xt and
 * ut; the best are kept. */
double tmi_coulomb_look(tmiCoulombRun *run, const double *lambda);

/* ---- coulomb_newton.c ------------------------------------------------------------------------ */

/* Finds the structure of the factors. */
tmStatus tmi_coulomb_analyse(tmiCoulombRun *run);

/* Factorises I + J^T G J for the g of pairs that are stale, and those of before; false where there
 * are no factors, or may be no more. */
bool tmi_coulomb_factor(tmiCoulombRun *run, bool symmetric);

void tmi_coulomb_set_penalty(tmiCoulombRun *run, double kappa);

/* States of these impulses and rates; all that press hold where `lean`, as a rate, is above 0. */
void tmi_coulomb_guess(tmiCoulombRun *run, const double *lambda, const double *u, double lean);

/* Newton's method on the problem with penalties around run->centre, from x and u. `cone`: the
 * convex one of the slips as they are. `guessed`: it begins with the states that are there. Returns
 * by how much x and J^T lambda differ in the end, as rates. */
double tmi_coulomb_newton(tmiCoulombRun *run, bool cone, bool guessed, int32_t steps);

/* The law itself from states, centre, x and u: refined until the penalty is gone. True when its
 * residual is good. */
bool tmi_coulomb_law(tmiCoulombRun *run, int32_t steps);

/* ---- coulomb_sweep.c ------------------------------------------------------------------------- */

/* Sweeps of Gauss-Seidel with momentum: begins at these impulses; makes so many, forth and back.
 * They are in run->swept. */
void tmi_coulomb_begin_sweeps(tmiCoulombRun *run, const double *lambda);
void tmi_coulomb_sweep(tmiCoulombRun *run, int32_t count);

/* ---- coulomb_interior.c ---------------------------------------------------------------------- */

/* Follows the central path, from x and u where `fresh`, until its complementarity is `stop`. Puts
 * states and impulses; false when it got stuck. */
bool tmi_coulomb_interior(tmiCoulombRun *run, bool fresh, double stop);

/* ---- coulomb_path.c -------------------------------------------------------------------------- */

/* One point of `rows` rows on the central path: where it begins, from an impulse and rates. */
void tmi_path_begin(int rows, double mu, double w, const double *lambda, const double *u,
                    double slip, tmiCoulombCentre *c);

/* Its g, and what is left of its equations; returns how many complementarities it has, and adds a .
 * z to *gap. */
int tmi_path_scale(int rows, double mu, const double *u, double slip, tmiCoulombCentre *c,
                   double *left, double *gap);

/* The impulse of a step that moves nothing, towards a z = `target`; `correct`: with the second
 * order of the last da and dz. And the whole step, where it changes rates by du. */
void tmi_path_load(int rows, double mu, const tmiCoulombCentre *c, const double *left,
                   double target, bool correct, double *load);
void tmi_path_step(int rows, double mu, const double *du, const double *left, double target,
                   bool correct, tmiCoulombCentre *c);

/* How much of the step stays within the cones. */
double tmi_path_room(int rows, double mu, const tmiCoulombCentre *c);

/* Impulse and state of a point near the end of the path. */
int tmi_path_end(int rows, double mu, double w, const tmiCoulombCentre *c, double *lambda,
                 double *y);

#endif
