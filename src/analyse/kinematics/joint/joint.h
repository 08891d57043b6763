/* joint.h: the door of this room: features, joints, and what each kind of joint demands. */
#ifndef TMI_JOINT_H
#define TMI_JOINT_H

#include "base/base.h"
#include "trammel/analyse.h"

/* ---- joint_rows.c ---------------------------------------------------------------------------- */

/* What each kind of joint demands, as rows that are zero when it is closed, and their
 * derivatives. The general Newton step and every check of an answer read them; the closed forms do
 * not, so that the two verify each other. */

typedef struct tmiFeature {
    char *name;
    int32_t body; /* slot */
    double x, y;  /* body axes [m] */
    double angle; /* as given [rad] */
    double c, s;  /* of angle */
    int32_t uses; /* how often joints name it */
} tmiFeature;

typedef struct tmiJoint {
    char *name;
    tmJointKind kind;
    int32_t features[TM_JOINT_FEATURES]; /* slots; -1 where the kind has none */
    int32_t feature_count;
    double value;
    struct tmiPair *pair; /* what a higher pair has besides (pair.h); null for the others */
} tmiJoint;

/* The most rows of one joint. */
#define TMI_JOINT_ROWS 3

/* A kind that no user makes: b is `value` along a's line. It is what a displacement input demands.
 */
#define TMI_JOINT_DISPLACEMENT ((int)TM_JOINT_KIND_COUNT)

/* Length of ab, of the size, below which three points count as collinear wherever the third is. */
#define TMI_COLLINEAR_LEAST 1e-6

/* A feature in the world. */
typedef struct tmiPlace {
    double x, y;   /* point [m] */
    double rx, ry; /* from the body's origin to the point, world axes [m] */
    double c, s;   /* direction */
} tmiPlace;

/* Derivatives of the rows with respect to (x, y, angle) of the body of each feature. */
typedef double tmiJointSlope[TMI_JOINT_ROWS][TM_JOINT_FEATURES][3];

/* Returns where the feature is when its body has this pose. */
tmiPlace tmi_feature_place(const tmiFeature *feature, tmPose pose);

/* Puts the joint's rows into `rows` and returns how many there are. Rows are lengths: angles are
 * multiplied by `size`. `slope` may be null. */
int32_t tmi_joint_rows(const tmiJoint *joint, const tmiPlace *places, double size, double *rows,
                       tmiJointSlope *slope);

/* Returns how many rows the joint has. */
int32_t tmi_joint_row_count(const tmiJoint *joint);

/* Returns how many features the kind has, a rope at most; 0 for a number that is no kind. */
int32_t tmi_joint_feature_count(tmJointKind kind);

/* Returns whether all numbers are finite. */
static inline bool tmi_is_finite3(double a, double b, double c) {
    return a - a == 0.0 && b - b == 0.0 && c - c == 0.0;
}

/* ---- joint_curves.c -------------------------------------------------------------------------- */

/* The second derivatives of what each kind of joint demands, along a motion:
 * q'^T H q', where H holds the second derivatives of a row. Accelerations need
 * them. */

/* How a feature moves with its body. */
typedef struct tmiPlaceRate {
    double vx, vy; /* of the point [m/s] */
    double ax, ay; /* of the point, were the body's own rates constant: -turn^2 r [m/s^2] */
    double turn;   /* of the body [rad/s] */
} tmiPlaceRate;

/* Returns how a place moves when the point from which its r is measured has the velocity (vx, vy)
 * and its body turns at `turn`. */
tmiPlaceRate tmi_place_rate(const tmiPlace *place, double vx, double vy, double turn);

/* Puts into `curves` what the second rate of each row of the joint would be if x, y and angle of
 * its bodies had none. */
void tmi_joint_curves(const tmiJoint *joint, const tmiPlace *places, const tmiPlaceRate *rates,
                      double size, double *curves);

/* ---- joint_bend.c ---------------------------------------------------------------------------- */

/* By how much the rows of each kind of joint depart from straight lines, for proofs
 * that an equation has one solution in a box (certify/certify.h).
 * docs/theory/breaking-and-branches.md has the theorem; here are its constants. A new kind of joint
 * is a row in the table of joint_bend.c.
 */

/* A feature of a joint, and how far its body may go in a box of radius 1. */
typedef struct tmiBendEnd {
    tmiPlace place; /* rx, ry from the point of the body that `shift` is of */
    int32_t body;   /* slot */
    double shift;   /* of that point along x and along y [m]; 0: it stands still */
    double turn;    /* [rad] */
} tmiBendEnd;

/* What the second derivatives of a row are made of. */
typedef enum tmiBend {
    TMI_BEND_NONE,   /* the row is linear in the angles */
    TMI_BEND_POINTS, /* it is linear in the points: each contributes -(g . r) for the square of its
                        body's turn, with g the row's slope along the point */
    TMI_BEND_OTHER   /* tmi_joint_bend_most bounds them */
} tmiBend;

/* As tmi_joint_rows, but with rows of the same zeros that bend least: angles instead of their
 * sines, squares of lengths over a constant instead of lengths. */
int32_t tmi_joint_bent_rows(const tmiJoint *joint, const tmiPlace *places, double size,
                            double *rows, tmiJointSlope *slope);

/* Returns what a row of tmi_joint_bent_rows bends with. `fixed` tells that the first feature's body
 * stands still. */
tmiBend tmi_joint_bend(const tmiJoint *joint, int32_t row, bool fixed);

/* Whether the joint's rows have bounds at all: those of cams have none, since nobody has bounded
 * the curvature of a profile between the places that were looked at. */
bool tmi_joint_is_bounded(const tmiJoint *joint);

/* Returns by how much the row and its slopes enlarge what is off in the coordinates, where that can
 * be more than once. */
double tmi_joint_strain(const tmiJoint *joint, const tmiPlace *places, double size);

/* Returns a bound of |d2F(h, k)| [m], for a row of kind TMI_BEND_OTHER, over all h and k in the box
 * of radius 1 and all places in the box of radius `radius` about the present one; infinite when
 * there is none. */
double tmi_joint_bend_most(const tmiJoint *joint, int32_t row, const tmiBendEnd *ends, double size,
                           double radius);

#endif
