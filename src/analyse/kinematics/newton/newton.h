/* newton.h: the door of this room: what closed forms leave, by iteration. */
#ifndef TMI_NEWTON_H
#define TMI_NEWTON_H

#include "analyse/kinematics/emit/emit.h"
#include "analyse/kinematics/joint/joint.h"
#include "base/base.h"
#include "numeric/numeric.h"
#include "trammel/mechanism.h"

/* ---- newton.c -------------------------------------------------------------------------------- */

/* The numerical part of a plan: Newton's method of least weighted norm on the clusters
 * that closed forms cannot place ([ME] 3.4, 4.1). Chains of rods have a way of their own: chain.c.
 *
 * A cluster has three unknowns, the motion of its middle and its turn. One that is pinned to a
 * known point has one, its turn about it, and one that slides along a known line too: its locus
 * ([ME] 4.1, locus analysis) takes the place of two unknowns and two equations. Where there are
 * freedoms left, the step is the smallest one in a metric that does not depend on the unit of
 * length: turns, times the radius of gyration of the cluster's joints about their middle (the
 * errata of [ME] 3.4.6). Motion of the middle counts little: if it counted fully, a chain that is
 * pulled straight would forget its shape like heat in a rod, and pushing it back would be a heat
 * equation in reverse; docs/theory/kinematics.md has the numbers. */

/* Rows up to which the dense kernel is taken. */
#define TMI_DENSE_ROWS 40

/* Closing the joints after a pull or a step of a drag may move a cluster by this part of it. More
 * says that the way bends so much that another branch could be as near. */
#define TMI_DEVIATION_MAX 0.35

/* Newton's part of the tolerance; the rest is for the rounding errors of what is computed from it.
 */
#define TMI_NEWTON_SHARE 0.25

/* What Newton's method does in a variant. */
typedef enum tmiNewtonUse {
    TMI_NEWTON_NONE,   /* nothing */
    TMI_NEWTON_REST,   /* places the clusters that contraction leaves */
    TMI_NEWTON_ALL,    /* places all nodes, without any contraction */
    TMI_NEWTON_STRETCH /* the same for bodies, joints soft and only the inputs demanded */
} tmiNewtonUse;

/* One feature of a row group: a point and direction in the axes of a cluster. */
typedef struct tmiNewtonEnd {
    int32_t block;     /* number of the unknown cluster; -1: its place is known */
    int32_t point;     /* register */
    int32_t direction; /* register; -1: not needed */
} tmiNewtonEnd;

/* What one joint, edge or input demands. */
typedef struct tmiNewtonGroup {
    int32_t kind;  /* tmJointKind, or TMI_JOINT_DISPLACEMENT */
    int32_t ends;  /* how many */
    int32_t row;   /* number of its first row */
    int32_t input; /* number of the value that it demands; -1: `value` */
    int32_t joint; /* slot; -1: a drag, whose first end is where the values say */
    double value;
    tmiPlanarJoint *pair; /* a higher pair with the plan's own winds; null for the other kinds */
    tmiNewtonEnd end[TM_JOINT_FEATURES];
} tmiNewtonGroup;

/* What is known of where a cluster can be. */
typedef enum tmiLocus {
    TMI_LOCUS_NONE, /* columns: x and y of its middle, and its turn */
    TMI_LOCUS_TURN, /* one column: its turn about a pin */
    TMI_LOCUS_SLIDE /* one column: its way along a line */
} tmiLocus;

/* An unknown cluster. */
typedef struct tmiNewtonBlock {
    int32_t node;  /* whose axes it uses */
    int32_t place; /* register of its pose in the world */
    tmiLocus locus;
    int32_t column; /* its first */
    int32_t at;     /* register of the known point that its locus passes … */
    int32_t own;    /* … and of its own point that lies there, or on the line */
    int32_t along;  /* register of the line's direction */
    int32_t turn;   /* register of its axes' direction while it slides */
    double x, y;    /* its middle, or its pin, in its own axes [m] */
} tmiNewtonBlock;

/* The watch over drags: it is given where a pull starts, and returns how far it may go [of the
 * size, or rad; 0: no more pulls]; asked how much of the way to where it ended, which moved
 * clusters by `moved`, is certain to be on the same branch. 1: all of it; below 0: it is on
 * another, however short the way. */
typedef struct tmiNewtonWatch {
    double (*start)(void *user);
    double (*way)(void *user, double moved);
    void *user;
} tmiNewtonWatch;

typedef struct tmiNewton {
    const tmiProgram *program;
    const tmiNewtonWatch *watch; /* null: none */
    const tmiPairs *pairs;
    double size; /* of the mechanism [m] */
    tmiNewtonBlock *blocks;
    int32_t block_count;
    int32_t unknowns; /* columns of all blocks */
    tmiNewtonGroup *groups;
    int32_t group_count;
    int32_t rows;       /* of all groups */
    int32_t soft;       /* of them, the last: drags (stretched: joints), each with a slack */
    int32_t before_ops; /* steps of the program that must run before it */
    tmiPattern pattern;
    tmiSparseLeastNorm sparse;
    bool dense;          /* small systems go to the dense kernel, which squares no condition */
    double *values;      /* of the pattern's entries */
    double *matrix;      /* the same, dense */
    double *residual;    /* of each row */
    double *weights;     /* of each unknown */
    double *step;        /* of each unknown */
    double *start;       /* poses of the clusters, and winds, before a step */
    double *before_pull; /* before a pull at the drags */
    double *pulled;      /* and after it, before the joints are closed again */
    double pull;         /* weight of the drags' slacks */
    bool curved; /* `curvature` counts: a pull without it has failed, and no drag was met since */
    double *curvature; /* how much farther away each unknown leaves the drags, newton_curvature.c */
    double *loads;     /* of each row, and … */
    double *load;      /* … of each unknown: scratch of newton_curvature.c */
    double settled;    /* a pull that moves less was the last [of the size, or rad] */
    double *work;      /* of the dense kernel */
    int32_t *int_work;
} tmiNewton;

/* Prepares the numerical part for the clusters that a contraction left. Where nothing was
 * contracted the inputs become rows of their own. Adds registers and steps to the emitter's
 * program and attaches the clusters to the ground. Memory is the arena's. */
tmStatus tmi_newton_make(tmiNewton *newton, tmiArena *arena, tmiEmitter *emitter,
                         const tmiContraction *contraction, tmiNewtonUse use);

typedef struct tmiNewtonInfo {
    int32_t iterations;
    double residual; /* largest row of the joints [m] */
    double miss;     /* largest row of the drags [m] */
    bool stationary; /* the residual cannot be reduced from here */
} tmiNewtonInfo;

/* Puts the blocks where the nodes' poses say. */
void tmi_newton_load(tmiNewton *newton, const tmPose *poses);

/* Closes the joints from where the blocks are, and leaves the drags as they are; *info is added to.
 */
bool tmi_newton_close(tmiNewton *newton, const double *values, double tolerance, int32_t max,
                      tmiNewtonInfo *info);

/* Moves the blocks until every row is at most `tolerance` [m], in at most `max` steps. Returns
 * whether it got there. They are left where it ended. */
bool tmi_newton_move(tmiNewton *newton, const double *values, double tolerance, int32_t max,
                     tmiNewtonInfo *info);

/* Finds n->curvature from the rows and gradients as they stand. False, and all zero, for systems
 * that go to the sparse kernel. newton_curvature.c */
bool tmi_newton_find_curvature(tmiNewton *newton);

/* ---- chain.c --------------------------------------------------------------------------------- */

/* Rods in a row between two known points: the least turning that makes the ends meet.
 *
 * Such a chain of n rods has n unknowns, the rods' angles, and two equations. It has freedoms left,
 * so a metric must choose: the sum of (length times turn)^2 of the rods, as everywhere in the
 * numerical part. Then every step is a system of two equations, and costs one sweep. */

/* A link that has two pins and nothing else. */
typedef struct tmiRod {
    int32_t node;     /* the body, or the axes of the cluster */
    int32_t pins[2];  /* edges of the graph, in the order of the chain */
    int32_t point[2]; /* registers of its ends in the world */
    double x, y;      /* unit vector from its first pin to its second, in the node's axes */
    double length;    /* [m] */
} tmiRod;

/* Rods first … first + count - 1, each one's second pin the next one's first. */
typedef struct tmiChain {
    int32_t first, count;
} tmiChain;

typedef struct tmiChains {
    tmiRod *rods;
    int32_t rod_count;
    tmiChain *chains;
    int32_t chain_count;
    double *inverse; /* of each rod's length */
    double *ux, *uy; /* of each rod: its direction in the world */
    double *vx, *vy; /* the same before the step under way */
} tmiChains;

/* Sorts the rods into chains. `pin_rods` has, for both sides of each pin, the rod there or -1.
 * False when some form a ring. Memory is the arena's; TM_ERR_MEMORY through *status. */
bool tmi_chains_sort(tmiChains *chains, tmiArena *arena, const int32_t (*pin_rods)[2],
                     tmStatus *status);

/* Reads the directions off the nodes' poses. */
void tmi_chains_load(tmiChains *chains, const tmPose *poses);

/* Turns the rods until every chain's end is within `tolerance` [m] of its point, in at most `max`
 * steps for each chain, and puts the points between them into `registers`. Returns whether it got
 * there; *stationary says that a step no longer helped. *iterations and *residual are set. */
bool tmi_chains_move(tmiChains *chains, double *registers, double tolerance, int32_t max,
                     int32_t *iterations, double *residual, bool *stationary);

/* Prepares the chains when all that contraction left is rods in rows between known points; *fits
 * says whether it is. Adds registers and steps to the emitter's program, of which the first
 * *before_ops must run before the chains move, and attaches the rods to the ground. */
tmStatus tmi_chains_make(tmiChains *chains, tmiArena *arena, tmiEmitter *emitter,
                         const tmiContraction *contraction, int32_t *before_ops, bool *fits);

#endif
