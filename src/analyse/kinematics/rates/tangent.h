/* tangent.h: the linear equations that a plan's joints and inputs are in one pose. Rates and forces
 * are their solutions: docs/theory/rates-and-forces.md.
 *
 * Every body but the ground has three unknowns: the motion of its middle and its turn, each
 * measured by the metric of newton/newton.h, so that the least motion is the plain shortest vector:
 *   y = W^1/2 q',   A = J W^-1/2,   A y = r
 * with J the gradients of joint/joint.h. W^-1/2 stands in `unit`. */
#ifndef TMI_TANGENT_H
#define TMI_TANGENT_H

#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/plan/plan.h"
#include "numeric/numeric.h"

/* What one joint or input demands. */
typedef struct tmiTangentGroup {
    tmiPlanarJoint
        joint;   /* kind, features and value; a feature below 0 is a point that stands still */
    int32_t row; /* its first */
    int32_t rows;
    int32_t input;                    /* number of the value that the first row follows; -1: none */
    double lever;                     /* of an input: rate of its row for a value's rate of 1 */
    int32_t entry[TM_JOINT_FEATURES]; /* of each feature: where in a row the columns of its body
                                         begin; -1: it stands still */
} tmiTangentGroup;

typedef struct tmiTangent {
    const tmPlan *plan;
    double size; /* of the mechanism [m] */
    tmiTangentGroup *groups;
    int32_t group_count;
    tmiPairs pairs;    /* the higher pairs, with the winds of the pose that was taken last */
    int32_t *group_of; /* of each joint by slot: its group; -1: none */
    int32_t *column;   /* of each body by slot: its first; -1: the ground or removed */
    double *middle;    /* of each body by slot: x, y in body axes [m] */
    double *unit;      /* of each column: W^-1/2 */
    int32_t cols;
    int32_t rows;       /* of the equations */
    int32_t soft;       /* rows of drags behind them, which may stay open; 0 when drags are held */
    tmiPattern pattern; /* rows + soft rows; the sparse kernel has its own of the equations */
    double *values;     /* A */

    /* Of the pose that was taken last. */
    tmPose *poses;          /* by slot */
    tmiFeaturePose *places; /* of each group: TM_JOINT_FEATURES; r is measured from the middle */
    double gap;   /* largest of any joint, beyond the rounding errors of its coordinates [m] */
    int32_t rank; /* of A */

    bool dense;
    tmiMatrix factors; /* A^T, then its QR factors: cols x rows */
    tmiQr qr;
    double *tau, *qr_work;
    int32_t *order;
    tmiSparseLeastNorm sparse;
    double *right;    /* of each row: scratch */
    double *residual; /* of each row */
    double *bound;    /* of each row */
    double *across;   /* as many as rows or columns, whichever are more: scratch */
} tmiTangent;

/* Makes room for the equations of the plan in the arena. With `hold` a drag's two rows are
 * equations like the others, otherwise they stand behind them. */
tmStatus tmi_tangent_make(tmiTangent *t, tmiArena *arena, const tmPlan *plan, bool hold);

/* Fills and factorises the equations for the plan's present pose. Allocates nothing.
 * TM_ERR_NOT_FINITE when a coordinate is too large. */
tmStatus tmi_tangent_take(tmiTangent *t);

/* Returns whether every joint is closed in the pose that was taken. */
bool tmi_tangent_is_closed(const tmiTangent *t);

/* Puts into y the shortest solution of A y = r for the equations; *met says whether those that were
 * found dependent are met too. r and y may not overlap. TM_ERR_NOT_FINITE leaves y all zero. */
tmStatus tmi_tangent_solve(tmiTangent *t, const double *r, double *y, bool *met);

/* Puts into y the part of g that the equations forbid: what is left, g - y, meets A (g - y) = 0. */
tmStatus tmi_tangent_project(tmiTangent *t, const double *g, double *y);

/* Puts into r what the rows' rates are for these rates of the values; null for all 0. */
void tmi_tangent_inputs(const tmiTangent *t, const double *rates, double *r);

/* Subtracts from r what the motion y itself adds to the second rates of the rows. */
void tmi_tangent_subtract_bias(const tmiTangent *t, const double *y, double *r);

/* Returns where a feature is, with r measured from its body's middle, and how it moves with y. */
tmiFeaturePose tmi_tangent_feature(const tmiTangent *t, int32_t feature);
tmiFeatureRate tmi_tangent_feature_rate(const tmiTangent *t, int32_t feature,
                                        const tmiFeaturePose *place, const double *y);

/* Returns where a body's origin is, with r measured from its middle. */
tmiFeaturePose tmi_tangent_origin(const tmiTangent *t, int32_t body);

/* Puts A^T into a matrix of as many rows as there are columns, and the other way round. */
void tmi_tangent_transpose(const tmiTangent *t, tmiMatrix to);

/* Returns the scalar product of a row of A with y. */
double tmi_tangent_row_times(const tmiTangent *t, int32_t row, const double *y);

#endif
