/* certify.h: the door of this room: proofs about what lies between two poses. */
#ifndef TMI_CERTIFY_H
#define TMI_CERTIFY_H

#include "analyse/kinematics/graph/graph.h"
#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/mechanism/mechanism.h"
#include "numeric/numeric.h"

/* ---- certify.c ------------------------------------------------------------------------------- */

/* A proof that between two values of the inputs a mechanism stays on its branch: no
 * fold, no change point, no forbidden region, whatever lies between the samples.
 *
 * It is Newton's method with a fixed inverse, as a contraction of a box about the present pose:
 * docs/theory/breaking-and-branches.md, "The two certificates". It holds for every kind of joint
 * and every plan, closed form or not, since it looks at the joints alone. */

/* Unknowns or rows beyond this are not certified: the cost grows with the cube. */
#define TMI_CERTIFY_MAX 60

/* The rows of one joint or input. */
typedef struct tmiCertifyGroup {
    int32_t joint; /* slot */
    int32_t kind;  /* tmJointKind, or TMI_JOINT_DISPLACEMENT */
    int32_t row;   /* number of its first row */
    int32_t value; /* number of the value that it demands; -1: the joint's own */
} tmiCertifyGroup;

/* A body that moves: three unknowns, x and y of its middle (the mean of its joints' features) and
 * its angle. */
typedef struct tmiCertifyBlock {
    int32_t body;   /* slot */
    int32_t island; /* number of the first block that it is joined to; -1: to the ground */
    bool is_wheel;  /* its features are all at its middle: turning it moves none */
    double x, y;    /* its middle, in body axes [m] */
} tmiCertifyBlock;

/* A row's gradient along one point, and its curvature when the body of the point turns. */
typedef struct tmiCertifyLever {
    int32_t row, block;
    double dot, cross; /* g . r and g x r [1] */
    double mass;       /* sum of the magnitudes of their terms, for rounding errors */
} tmiCertifyLever;

/* A row whose curvature tmi_joint_max_curvature bounds. */
typedef struct tmiCertifyCurved {
    int32_t group, row; /* the row within the group */
} tmiCertifyCurved;

typedef struct tmiCertifier {
    const tmMechanism *mechanism;
    double size;      /* unit of lengths and rows [m] */
    bool too_large;   /* or there is a joint without a bound on its curvature */
    bool is_undriven; /* no row reads a value */
    tmiPairs pairs;   /* the higher pairs; their winds are those of the poses to start from */
    tmiCertifyBlock *blocks;
    int32_t block_count;
    int32_t *block_of; /* of each body's slot; -1: it stands still */
    tmiCertifyGroup *groups;
    int32_t group_count;
    int32_t rows, unknowns;
    int32_t value_count;
    int32_t rank;        /* of the last certificate */
    double part, radius; /* of it: (1) holds at this radius */
    double spoil;        /* of it: see certify.c */

    tmPose *poses;                               /* of each block: direction made a unit vector */
    tmiFeaturePose (*places)[TM_JOINT_FEATURES]; /* of each group; rx, ry from the middle */
    double *residual;                            /* of each row */
    double *doubt;                               /* of each row: what rounding may have added */
    double *arms;     /* of each row: sum of the terms of its gradients, for rounding errors */
    double *demand;   /* of each row: what the inputs demand on the whole way */
    double *jacobian; /* rows x unknowns */
    double *inverse;  /* unknowns x rows */
    bool *kept;       /* of each row */
    bool *feeds;      /* of each unknown: some row is curved in it */
    tmiCertifyLever *levers;
    int32_t lever_count;
    tmiCertifyCurved *curved;
    int32_t curved_count;
    double *turn[2];   /* unknowns x blocks: second derivative of A F along a block's turn, here and
                          a quarter of a turn on */
    double *drift;     /* of each unknown: how far A F is from 0 here */
    double *rate;      /* of each unknown: |dq/ds| */
    double *tangent;   /* of each unknown: dq/ds; middles in units of size */
    double *abs_sum;   /* of each row of the inverse */
    double *weight;    /* of each unknown: the box */
    double *curvature; /* of each unknown: bound of the second derivatives of A F in the box */
    double *best_weight, *best_curvature;
    double *moved;         /* of each unknown: scratch */
    double *course;        /* of each unknown: see tmi_certify_course */
    double defect;         /* |I - J A| */
    double *row_curvature; /* of each row */
    double *factors, *tau, *work;
    int32_t *order;
    tmiQr qr;                   /* of the gradients at the start */
    tmPose *start;              /* of each block, as given: of the last tmi_certify_begin … */
    bool is_begun;              /* … where that is the last start and was good */
    bool is_ready, is_singular; /* `inverse` and what follows is made, or cannot be */
} tmiCertifier;

typedef struct tmiCertificate {
    double part; /* of the way, 0 … 1, over which the proof holds; 0: nothing is proven */
    double min_radius, max_radius; /* at `part`: there is a solution within the first and no
                                         other within the second; in rad and sizes, of the unknown
                                         whose side of the box is the longest */
    double rcond;                  /* last pivot over the first: 0 is singular */
    int32_t rank, rows, unknowns;  /* rank < rows: only `rank` rows were used, see
                                      tmi_certify */
    bool too_large;                /* more than TMI_CERTIFY_MAX unknowns or rows, or a joint
                                      without a bound on its curvature */
} tmiCertificate;

/* Prepares certificates of the mechanism with these inputs, of the joints of bodies that are
 * `movable` (movable.c; null: all). Drags have two values each, but no
 * rows. All memory is the arena's, and nothing is allocated later. TM_ERR_ID and TM_ERR_ARGUMENT as
 * tm_plan_create. The mechanism must not be edited while the certifier is used. Where it has higher
 * pairs their winds are those of its present poses until others are put into c->pairs. */
tmStatus tmi_certifier_make(tmiCertifier *c, tmiArena *arena, const tmMechanism *m,
                            const tmInput *inputs, int32_t count, const bool *movable);

/* Returns whether there are more than TMI_CERTIFY_MAX unknowns or rows. */
static inline bool tmi_certifier_is_large(const tmiCertifier *c) {
    return c->unknowns > TMI_CERTIFY_MAX || c->rows > TMI_CERTIFY_MAX;
}

/* Proves what it can about the way from `from`, at which the bodies have these poses (by slot), to
 * `to`, straight from value to value. For every s from 0 to `part` the joints have exactly one
 * solution with inputs from + s (to - from) in the box, it depends continuously on s, and the rows'
 * derivatives have full rank there.
 *
 * Where freedoms are left the statement is about q + range(A), with A the right inverse of least
 * norm; `weights` (of x, y, angle of each body by slot; null: all 1) say of which norm. Where rows
 * are redundant only as many as there are unknowns are used: that the others stay closed is for the
 * caller to check. Rows that are dependent where freedoms are left show a singular pose as well as
 * a redundant joint: `part` is then 0. */
tmiCertificate tmi_certify(tmiCertifier *c, const tmPose *poses, const double *from,
                           const double *to, const double *weights);

/* Returns whether `answer`, poses by slot in which the joints are closed and the inputs are at
 * from + s (to - from), lies on the branch that the last certificate proved: s is at most its part
 * and the answer in its box. Where freedoms are left the answer need not be in q + range(A), but
 * must be joined to the start by a way along which nothing is singular: the smaller s is against
 * the part, the farther off it may be. */
bool tmi_certificate_holds(const tmiCertifier *c, double s, const tmPose *answer);

/* For a motion along freedoms that are left, such as a drag: the first prepares at its start, false
 * where that is singular (with one freedom left among redundant rows it is not), in two halves:
 * courses need the first alone, and find the second where they must. tmi_certify_way returns the
 * part of the way from there to `answer`, at most 1, that is certainly joined to the start
 * without a singular place. */
bool tmi_certify_start(tmiCertifier *c, const tmPose *poses, const double *values);
bool tmi_certify_begin(tmiCertifier *c, const tmPose *poses, const double *values);
bool tmi_certify_get_ready(tmiCertifier *c);
double tmi_certify_way(tmiCertifier *c, const double *values, const tmPose *answer);

/* The only motion where one freedom is left, in the pose of tmi_certify_begin: its course points as
 * that of the last such call did, or anywhere when it is `fresh`. Its largest rate is 1 [rad, or
 * sizes], and tmi_certify_course_swing returns the largest except for wheels that turn in their
 * places: a pinion may turn fast while all else hardly moves. tmi_certify_course_part returns how
 * much of a way h along it, or against it, is certain, below 0 where the start is singular;
 * tmi_certify_course_move moves poses by h along the straight line. */
void tmi_certify_course(tmiCertifier *c, bool fresh);
double tmi_certify_course_swing(const tmiCertifier *c);
void tmi_certify_course_point(const tmiCertifier *c, int32_t body, double x, double y,
                              double velocity[2]);
double tmi_certify_course_part(tmiCertifier *c, double h, const double *values);
void tmi_certify_course_move(const tmiCertifier *c, double h, tmPose *poses);

/* Where a block's middle is at the start, in the world. */
void tmi_certify_middle(const tmiCertifier *c, int32_t b, double *x, double *y);

/* Finds the box of the way along c->rate, and how much of it is certain: c->part. */
void tmi_certify_find_box(tmiCertifier *c, const double *values);

/* Puts dq/ds of the last certificate's start into the x, y [m] and angle [rad] of a body: false for
 * one that stands still, or where there is none. */
bool tmi_certificate_tangent(const tmiCertifier *c, int32_t body, double *tangent);

/* ---- drag_side.c ----------------------------------------------------------------------------- */

/* On which side of its dead points a drag is that leaves nothing free.
 *
 * Where the dragged points take all freedoms, as one point of a five-bar does, the rows of the
 * joints and the velocities of the points are as many as the unknowns. Their determinant is zero
 * where the points cannot move every way: at the border of what they reach. A drag that comes back
 * from there keeps the determinant's sign: the side it came from ([ME] 3.3.5). */

typedef struct tmiDragSide {
    tmiCertifier rows;
    double *matrix; /* unknowns x unknowns; null: the drags do not take all freedoms */
    int32_t *exchange;
} tmiDragSide;

/* Prepares for the drags of the graph. Memory is the arena's. */
tmStatus tmi_drag_side_make(tmiDragSide *s, tmiArena *arena, const tmMechanism *m,
                            const tmInput *inputs, int32_t count, const tmiGraph *graph);

/* How far the nearest dead point is: the smallest pivot over the largest, with the sign of the
 * determinant; 0 where it is not known, or zero wherever the mechanism is, as for a point that
 * stays on a circle. *second is how far away another one is, if only the first is near. */
double tmi_drag_side_of(tmiDragSide *s, const tmiGraph *graph, const tmPose *poses,
                        const double *values, double *second);

#endif
