/* emit.h: turns a contraction into a program: for each merge the steps that compute the poses of
 * its clusters. */
#ifndef TMI_EMIT_H
#define TMI_EMIT_H

#include "analyse/kinematics/graph/graph.h"
#include "analyse/kinematics/program/program.h"

/* A closed form with two answers: the poses of the nodes show which of them holds, by the sign of
 * an expression that depends on the kind. */
typedef enum tmiBranchKind {
    TMI_BRANCH_CIRCLES, /* (D - P) x (C - P) */
    TMI_BRANCH_LINE,    /* (C - P) . u */
    TMI_BRANCH_TANGENT  /* (D - P) . u */
} tmiBranchKind;

typedef struct tmiBranch {
    tmiBranchKind kind;
    int32_t sign;  /* register of the side, +1 or -1 */
    int32_t merge; /* number of the merge */
    const tmiEdgeEnd *p, *d, *c, *u;
} tmiBranch;

/* Returns the number whose sign is the branch's side when the nodes have these poses. */
double tmi_branch_value(const tmiBranch *branch, const tmPose *poses);

/* Two points of a node that a closed form found: quicker to begin with than its pose. */
typedef struct tmiBasis {
    int32_t axes;  /* the node in whose axes they are; -1: there are none */
    int32_t at[2]; /* registers of their positions, in those axes and on the node */
    int32_t own[2];
} tmiBasis;

/* An angle over whole turns: a number, and its value at the start. */
typedef struct tmiWinding {
    bool known;
    int32_t number; /* register */
    double start;   /* [rad] */
    double rate;    /* turn when an input turns by 1 rad, or moves by the size, about [rad] */
} tmiWinding;

/* A register that gets a value of the last good move before each try. */
typedef struct tmiRef {
    int32_t at; /* register */
    int32_t pair;
    int32_t wind; /* it gets this wind of the pair; -1: */
    int32_t edge; /* … what the edge's freedom is, seen from its end `end`, … */
    int32_t end;
    int32_t root[2]; /* … or for a pin the direction of the second node seen from the first */
} tmiRef;

typedef struct tmiEmitter {
    const tmiGraph *graph;
    tmiProgram *program;
    int32_t *parent; /* of each node: the node in whose axes `pose` is; -1: none yet */
    int32_t *pose;   /* of each node: register of its pose in those axes; -1: they are its own */
    tmiBasis *basis; /* of each node */
    int32_t *joint_point[2]; /* of each edge's end: register of its point in its cluster's axes */
    int32_t *joint_root[2];  /* … and the axes of the cluster then */
    tmiBranch *branches;
    int32_t branch_count;
    int32_t *gaps; /* registers that must be zero: one for each double pin or rolling pair */
    int32_t gap_count;
    int32_t identity; /* register of a pose */
    int32_t known;    /* register of the poses of nodes 1 … graph->placed, one after the other */

    /* Of mechanisms with higher pairs; null for the others. */
    int32_t *turn_parent;  /* of each node: the one that it was attached to; -1: none */
    tmiWinding *turn;      /* of each node: its angle in that one's axes */
    int32_t *pair_winds;   /* of each pair two registers of its winds; -1: none */
    tmiEdgeEnd *pair_ends; /* of each pair two ends that its branch reads */
    tmiRef *refs;
    int32_t ref_count;
    int32_t unwraps; /* angles that are counted from one move to the next */
    double fastest;  /* largest rate of a pair's wind */
} tmiEmitter;

/* Prepares to emit. The program must be empty; arrays come from the arena. */
tmStatus tmi_emit_start(tmiEmitter *emitter, tmiArena *arena, const tmiGraph *graph,
                        tmiProgram *program);

/* Adds the steps of one merge. `guess` is the register of the guessed direction for a weld of an
 * edge that is guessed, else -1. */
void tmi_emit_merge(tmiEmitter *emitter, const tmiMerge *merge, int32_t number, int32_t guess);

/* Records that `node`, so far the axes of a cluster of its own, has the pose in this register in
 * the axes of `parent`. */
void tmi_emit_attach(tmiEmitter *emitter, int32_t node, int32_t parent, int32_t pose);

/* Adds the gap of a rolling pair whose features are all in the ground's cluster: an equation for a
 * guess, or one too many. */
void tmi_emit_pair_gap(tmiEmitter *emitter, int32_t pair);

/* Sets the registers of the refs from these poses of the nodes and the winds of the last good move.
 */
void tmi_emit_load_refs(const tmiEmitter *emitter, const tmPose *poses);

/* Takes those winds of the pairs that the program knows from registers, `stride` apart. */
void tmi_emit_read_winds(const tmiEmitter *emitter, const double *registers, ptrdiff_t stride);

/* Whether the program knows all winds that count from the inputs alone. */
bool tmi_emit_knows_winds(const tmiEmitter *emitter);

/* Returns the register of the node's pose in the axes of its cluster, adding steps as needed. */
int32_t tmi_emit_pose(tmiEmitter *emitter, int32_t node);

/* Register of the point of an edge's end, in the axes of its cluster. */
int32_t tmi_emit_point(tmiEmitter *m, int32_t edge, int which);

/* Register of an end's direction, in the axes of its cluster. */
int32_t tmi_emit_direction(tmiEmitter *m, const tmiEdgeEnd *end);

/* Direction of the other cluster's axes seen from the cluster that has end `base_end`, across a
 * slider. */
int32_t tmi_emit_slider_turn(tmiEmitter *m, int32_t edge, int base_end);

/* A step with up to four inputs; returns its output register. */
int32_t tmi_emit_op(tmiEmitter *m, tmiOpKind kind, int32_t part, int32_t a, int32_t b, int32_t c,
                    int32_t d);

#endif
