/* diagnose_private.h: what the files diagnose*.c share: a mechanism with held inputs as rows and
 * unknowns without a unit, closing it, its rank by fronts, and the answer. docs/theory/diagnosis.md
 * has the equations. */
#ifndef TMI_DIAGNOSE_PRIVATE_H
#define TMI_DIAGNOSE_PRIVATE_H

#include "analyse/kinematics/mechanism/mechanism.h"
#include "numeric/numeric.h"

#define TMI_STAMP_DIAGNOSIS 0x7d1a6

/* A column whose part outside the span of those before it is below this part of itself counts as
 * dependent [1]. A pose with a double root (links in one line) is found only to the square root of
 * what closes it, some 1e-7, so the tolerance must lie above that; designed linkages lie at 1e-3
 * and more, rounding errors at 1e-14. */
#define TMI_DIAGNOSE_RANK 1e-6

/* ---- Rows and unknowns --------------------------------------------------------------------- */

/* What one joint or one held input demands. */
typedef struct tmiDemand {
    tmiPlanarJoint joint; /* kind, features and value; the name is not used */
    int32_t ends;         /* how many features */
    int32_t slot;         /* of the joint; -1: a position input, whose first end is (x, y) */
    int32_t input;        /* number of the input; -1: the joint itself */
    int32_t row, rows;
    int32_t component;
    double x, y; /* [m] */
} tmiDemand;

/* A body that can move. Its three unknowns are the way of its middle over the size, and its turn
 * times radius over the size. */
typedef struct tmiLinkageMover {
    int32_t slot;
    int32_t component; /* movers tied by joints, the ground left out, have the same number */
    double x, y;       /* middle of its joints' features, body axes [m] */
    double radius;     /* of gyration of the features about it [m] */
} tmiLinkageMover;

typedef struct tmiLinkage {
    const tmMechanism *m;
    double size;    /* [m] */
    tmiPairs pairs; /* the higher pairs; angles are those nearest to the present poses' */
    tmiLinkageMover *movers;
    int32_t mover_count;
    int32_t *mover_of; /* of each body's slot; -1: it does not move */
    tmiDemand *demands;
    int32_t demand_count;
    bool *muted; /* of each demand: it constrains nothing for the time being */
    int32_t component_count;
    int32_t rows, unknowns;
    tmPose *poses;       /* by slot: where the rows were evaluated last */
    tmiPattern pattern;  /* of the rows: three entries for each mover that they tie */
    double *values;      /* of the pattern's entries, times the row's weight */
    double *residual;    /* of each row, over the size, times its weight */
    double *weight;      /* of each row, makes its gradients a unit vector */
    double *stiffness;   /* of each unknown: what open pins resist its square with, at least 0 */
    double max_residual; /* of the rows without weights, beyond the rounding errors [size] */
    double *step;        /* of each unknown */
    tmPose *trial;       /* by slot */
    int32_t *int_work;   /* one for each mover */
} tmiLinkage;

/* Makes the system in memory of the arena, at the present poses, not yet evaluated. Null values:
 * the inputs are as they stand. TM_ERR_ID, TM_ERR_ARGUMENT (as tm_plan_create), TM_ERR_NOT_FINITE
 * (values). */
tmStatus tmi_linkage_make(tmiLinkage *s, tmiArena *arena, const tmMechanism *m,
                          const tmInput *inputs, int32_t input_count, const double *values);

/* Evaluates all rows at s->poses. False when a number is not finite. */
bool tmi_linkage_evaluate(tmiLinkage *s);

/* Sets the weights of the rows for s->poses, and evaluates. False as above. */
bool tmi_linkage_weigh(tmiLinkage *s);

/* Puts into `to` the poses `from` after each mover has made `part` of its step. May be the same. */
void tmi_linkage_move(const tmiLinkage *s, const tmPose *from, const double *step, double part,
                      tmPose *to);

/* Puts into `step` what takes `from` to `to`, to first order in turns. */
void tmi_linkage_way(const tmiLinkage *s, const tmPose *from, const tmPose *to, double *step);

/* Puts the input that the joint in the slot can have into *kind and how fast it goes with the three
 * unknowns of each of up to two movers into `gradients`. Returns how many movers there are; 0 when
 * the joint has no input. */
int32_t tmi_linkage_input(const tmiLinkage *s, int32_t slot, tmInputKind *kind, int32_t *movers,
                          double *gradients);

/* ---- Rank ---------------------------------------------------------------------------------- */

typedef struct tmiFront tmiFront;

/* Orthogonal factors of the rows, mover by mover: [GV] 5.2 on dense fronts, ordered for sparsity.
 */
typedef struct tmiFronts {
    const tmiLinkage *s;
    tmiArena arena;     /* of the numerical part: released at each factorisation */
    int32_t *order;     /* movers in the order of elimination */
    int32_t *place;     /* of each mover in it */
    tmiFront *fronts;   /* in that order */
    int32_t *first;     /* of each mover: what waits for its elimination; -1: nothing */
    int32_t *next;      /* of each demand, and behind them of each front */
    int32_t *column;    /* of each mover: its place among the columns of the present front */
    double *norm;       /* of each unknown's column */
    double damping;     /* of the last factorisation */
    int32_t *free;      /* unknowns that nothing holds once the others are given */
    int32_t *free_of;   /* of each of them: the front that it belongs to */
    int32_t free_count; /* the mobility */
    int32_t *idle;      /* rows that follow from the others */
    int32_t idle_count;
} tmiFronts;

/* Finds the order. Clear it in any case. */
tmStatus tmi_fronts_make(tmiFronts *f, tmiArena *arena, const tmiLinkage *s);
void tmi_fronts_clear(tmiFronts *f);

/* Factors the rows as they were evaluated last; with damping, and below them for each unknown
 * sqrt(damping + stiffness) x = 0. TM_ERR_MEMORY. */
tmStatus tmi_fronts_factor(tmiFronts *f, double damping);

/* Puts into x what minimises |A x + r|^2 + (damping + stiffness) x^2; free unknowns are 0. */
void tmi_fronts_step(const tmiFronts *f, double *x);

/* Puts into x the motion with A x = 0 in which the k-th free unknown is 1 and the others are 0. */
void tmi_fronts_motion(const tmiFronts *f, int32_t k, double *x);

/* Puts into y, one number for each row, the k-th of orthonormal vectors with A^T y = 0. */
void tmi_fronts_stress(const tmiFronts *f, int32_t k, double *y);

/* ---- Closing -------------------------------------------------------------------------------- */

typedef enum tmiClosing {
    TMI_CLOSED,
    TMI_STATIONARY, /* open, and no small motion reduces the gap */
    TMI_UNDECIDED,  /* the iteration limit came first */
    TMI_NOT_FINITE,
    TMI_NO_MEMORY
} tmiClosing;

/* Moves s->poses until every row is at most `tolerance` [size], in at most `max` steps; then
 * further while that is easy. The rows are left evaluated where it ended. */
tmiClosing tmi_linkage_close(tmiLinkage *s, tmiFronts *f, double tolerance, int32_t max);

/* The same, and from shaken poses where it does not close. The best is kept. */
tmiClosing tmi_linkage_assemble(tmiLinkage *s, tmiFronts *f, tmiArena *arena, double tolerance,
                                int32_t max);

/* ---- The answer ---------------------------------------------------------------------------- */

struct tmDiagnosis {
    tmAllocator allocator;
    tmiArena arena;
    tmDiagnosisInfo info;
    int32_t body_count;
    tmPose *poses;
    tmRedundancy *redundancies;
    tmConflict *conflicts;
    tmFreeMotion *motions;
    tmVelocity *velocities; /* of all bodies, motion by motion */
    int32_t redundancy_count, conflict_count, motion_count;
    char *text;
};

/* What is at work while a diagnosis is made. `scratch` lives until it is done. */
typedef struct tmiDiagnoser {
    tmDiagnosis *d;
    const tmDiagnosisDef *def;
    tmiArena scratch;
    tmiLinkage s;
    tmiFronts fronts;
    double **basis; /* the free motions as unknowns, in the order of d->motions */
    double **span;  /* orthonormal, all of them; null where only some motions are worked out */
} tmiDiagnoser;

/* Puts redundancies and conflicts into the diagnosis. The fronts must be factored, and are again.
 */
tmStatus tmi_diagnose_sets(tmiDiagnoser *w);

/* Puts the free motions into the diagnosis, up to def->max_motions. */
tmStatus tmi_diagnose_motions(tmiDiagnoser *w);

/* Finds which motions last, and the finite mobility. Moves the system and factors the fronts
 * elsewhere. */
tmStatus tmi_diagnose_lasting(tmiDiagnoser *w);

/* Writes motion `index` of the diagnosis again from w->basis[index], which it normalises. */
void tmi_diagnose_present(tmiDiagnoser *w, int32_t index);

/* Puts the diagnosis in words. */
tmStatus tmi_diagnose_words(tmiDiagnoser *w);

/* Returns x . y. */
double tmi_diagnose_dot(const double *x, const double *y, int32_t count);

/* Makes x perpendicular to `count` orthonormal vectors and returns its length after that. */
double tmi_diagnose_clear_of(double *x, double *const *vectors, int32_t count, int32_t unknowns);

#endif
