/* emit.h: turns a contraction into a program: for each merge the steps that compute where its
 * clusters are. */
#ifndef TMI_EMIT_H
#define TMI_EMIT_H

#include "analyse/kinematics/contract.h"
#include "analyse/kinematics/program.h"

/* A closed form with two answers: which of them holds can be read off the nodes' poses, as the sign
 * of what the kind says. */
typedef enum tmiBranchKind {
    TMI_BRANCH_CIRCLES, /* (D - P) x (C - P) */
    TMI_BRANCH_LINE,    /* (C - P) . u */
    TMI_BRANCH_TANGENT  /* (D - P) . u */
} tmiBranchKind;

typedef struct tmiBranch {
    tmiBranchKind kind;
    int32_t sign;  /* register of the side, +1 or -1 */
    int32_t merge; /* number of the merge */
    const tmiEnd *p, *d, *c, *u;
} tmiBranch;

/* Returns the number whose sign is the branch's side when the nodes have these poses. */
double tmi_branch_value(const tmiBranch *branch, const tmPose *poses);

/* Two points of a node that a closed form found: quicker to start from than its pose. */
typedef struct tmiBasis {
    int32_t axes;  /* in whose axes they are; -1: there are none */
    int32_t at[2]; /* registers of where they are, and of where they are on the node */
    int32_t own[2];
} tmiBasis;

typedef struct tmiEmitter {
    const tmiGraph *graph;
    tmiProgram *program;
    int32_t *parent; /* of each node: the node in whose axes `pose` is; -1: none yet */
    int32_t *pose;   /* of each node: register of its pose in those axes; -1: they are its own */
    tmiBasis *basis; /* of each node */
    int32_t *joint_point[2]; /* of each edge's end: register of its point in its cluster's axes */
    int32_t *joint_root[2];  /* … and the cluster's axes at that time */
    tmiBranch *branches;
    int32_t branch_count;
    int32_t *gaps; /* registers that must be zero: one for each double pin */
    int32_t gap_count;
    int32_t identity; /* register of a pose */
    int32_t known;    /* register of the poses of nodes 1 … graph->placed, one after the other */
} tmiEmitter;

/* Prepares to emit. The program must be empty; arrays come from the arena. */
tmStatus tmi_emit_start(tmiEmitter *emitter, tmiArena *arena, const tmiGraph *graph,
                        tmiProgram *program);

/* Adds the steps of one merge. `guess` is the register of the guessed direction for a weld of an
 * edge that is guessed, else -1. */
void tmi_emit_merge(tmiEmitter *emitter, const tmiMerge *merge, int32_t number, int32_t guess);

/* Says that `node`, so far the axes of a cluster of its own, is at the pose in this register in the
 * axes of `parent`. */
void tmi_emit_attach(tmiEmitter *emitter, int32_t node, int32_t parent, int32_t pose);

/* Returns the register of the node's pose in the axes of its cluster, adding steps as needed. */
int32_t tmi_emit_pose(tmiEmitter *emitter, int32_t node);

#endif
