/* joint.h: the door of this room: features, joints, and what each kind of joint demands. */
#ifndef TMI_JOINT_H
#define TMI_JOINT_H

#include "base/base.h"
#include "trammel/mechanism.h"

/* ---- Features and joints --------------------------------------------------------------------- */

typedef struct tmiPlanarFeature {
    char *name;
    int32_t body; /* slot */
    double x, y;  /* body axes [m] */
    double angle; /* as given [rad] */
    double c, s;  /* of angle */
    int32_t uses; /* how often joints name it */
} tmiPlanarFeature;

typedef struct tmiPlanarJoint {
    char *name;
    tmJointKind kind;
    int32_t features[TM_JOINT_FEATURES]; /* slots; -1 where the kind has none */
    int32_t feature_count;
    double value;
    struct tmiPair *pair; /* what a higher pair has besides; null for the others */
} tmiPlanarJoint;

/* A feature in the world. */
typedef struct tmiFeaturePose {
    double x, y;   /* point [m] */
    double rx, ry; /* from the body's origin to the point, world axes [m] */
    double c, s;   /* direction */
} tmiFeaturePose;

/* Returns where the feature is when its body has this pose. */
tmiFeaturePose tmi_feature_pose(const tmiPlanarFeature *feature, tmPose pose);

/* Returns how many features the kind has, a rope at most; 0 for a number that is not a kind. */
int32_t tmi_joint_feature_count(tmJointKind kind);

/* Returns whether all numbers are finite. */
static inline bool tmi_is_finite3(double a, double b, double c) {
    return a - a == 0.0 && b - b == 0.0 && c - c == 0.0;
}

/* ---- joint_rows.c ---------------------------------------------------------------------------- */

/* What each kind of joint demands, as rows that are zero when it is closed, and their
 * derivatives. The general Newton step and every check of an answer read them; the closed forms do
 * not, so that the two verify each other. */

/* The maximum number of rows of one joint. */
#define TMI_JOINT_ROWS 3

/* A kind that no user makes: b is `value` along a's line. It is what a displacement input demands.
 */
#define TMI_JOINT_DISPLACEMENT ((int)TM_JOINT_KIND_COUNT)

/* Length of ab, of the size, below which three points count as collinear wherever the third is. */
#define TMI_COLLINEAR_MIN 1e-6

/* Derivatives of the rows with respect to (x, y, angle) of the body of each feature. */
typedef double tmiJointGradient[TMI_JOINT_ROWS][TM_JOINT_FEATURES][3];

/* Puts the joint's rows into `rows` and returns how many there are. Rows are lengths: angles are
 * multiplied by `size`. `gradient` may be null. */
int32_t tmi_joint_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                       double *rows, tmiJointGradient *gradient);

/* Returns how many rows the joint has. */
int32_t tmi_joint_row_count(const tmiPlanarJoint *joint);

/* ---- joint_bias.c -------------------------------------------------------------------------- */

/* The second derivatives of what each kind of joint demands, along a motion:
 * q'^T H q', where H holds the second derivatives of a row. Accelerations need them. */

/* How a feature moves with its body. */
typedef struct tmiFeatureRate {
    double vx, vy; /* of the point [m/s] */
    double ax, ay; /* of the point, were the body's own rates constant: -turn^2 r [m/s^2] */
    double turn;   /* of the body [rad/s] */
} tmiFeatureRate;

/* Returns how a place moves when the point from which its r is measured has the velocity (vx, vy)
 * and its body turns at `turn`. */
tmiFeatureRate tmi_feature_rate(const tmiFeaturePose *place, double vx, double vy, double turn);

/* Puts into `bias` what the second rate of each row of the joint would be if x, y and angle of
 * its bodies had none. */
void tmi_joint_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *places,
                    const tmiFeatureRate *rates, double size, double *bias);

/* ---- joint_curvature.c
 * ---------------------------------------------------------------------------- */

/* By how much the rows of each kind of joint depart from straight lines, for proofs
 * that an equation has one solution in a box (certify/certify.h).
 * docs/theory/breaking-and-branches.md has the theorem; here are its constants. A new kind of joint
 * is a row in the table of joint_curvature.c. */

/* A feature of a joint, and how far its body may go in a box of radius 1. */
typedef struct tmiCurvatureEnd {
    tmiFeaturePose place; /* rx, ry from the point of the body that `shift` is of */
    int32_t body;         /* slot */
    double shift;         /* of that point along x and along y [m]; 0: it stands still */
    double turn;          /* [rad] */
} tmiCurvatureEnd;

/* What the second derivatives of a row are made of. */
typedef enum tmiCurvature {
    TMI_CURVATURE_NONE,   /* the row is linear in the angles */
    TMI_CURVATURE_POINTS, /* it is linear in the points: each contributes -(g . r) for the square of
                        its body's turn, with g the row's gradient along the point */
    TMI_CURVATURE_OTHER   /* tmi_joint_max_curvature bounds them */
} tmiCurvature;

/* As tmi_joint_rows, but with rows of the same zeros of least curvature: angles instead of their
 * sines, squares of lengths over a constant instead of lengths. */
int32_t tmi_joint_flat_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                            double *rows, tmiJointGradient *gradient);

/* Returns what the curvature of a row of tmi_joint_flat_rows comes from. `fixed` says that the
 * first feature's body stands still. */
tmiCurvature tmi_joint_curvature(const tmiPlanarJoint *joint, int32_t row, bool fixed);

/* Whether the joint's rows have bounds at all: those of cams have none, since no bound is known for
 * the curvature of a profile between the places that were examined. */
bool tmi_joint_is_bounded(const tmiPlanarJoint *joint);

/* Returns by how much the row and its gradients enlarge what is off in the coordinates, where that
 * can be more than once. */
double tmi_joint_strain(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size);

/* Returns a bound of |d2F(h, k)| [m], for a row of kind TMI_CURVATURE_OTHER, over all h and k in
 * the box of radius 1 and all places in the box of radius `radius` about the present one; infinite
 * when there is none. */
double tmi_joint_max_curvature(const tmiPlanarJoint *joint, int32_t row,
                               const tmiCurvatureEnd *ends, double size, double radius);

/* ---- profile.c ------------------------------------------------------------------------------- */

/* The outline of a cam in polar form: how far it is from the cam's feature by the angle
 * from the feature's direction. */

typedef struct tmiProfile {
    tmProfileKind kind;
    int32_t count;
    double max;           /* largest radius [m] */
    double min_curvature; /* minimum curvature, negative in a hollow [1/m] */
    const double *given;  /* the numbers */
    double
        *second_derivative; /* of a spline: second derivative at each of its points [m / rad^2] */
} tmiProfile;

/* Returns a copy that is the arena's; null when memory runs out. */
tmiProfile *tmi_profile_copy(const tmiProfile *profile, tmiArena *arena);

/* Puts the radius at an angle and its first two derivatives into r. */
void tmi_profile_at(const tmiProfile *profile, double angle, double r[3]);

/* ---- higher_pair.c --------------------------------------------------------------------------- */

/* The higher pairs ([ME] figure 8): gears, racks, belts, ropes, cams.
 *
 * Each demands one row: weight (measure - value) = 0, where the measure is a sum of lengths and of
 * radii times angles. The angles are counted over whole turns, which poses do not contain: they are
 * the ones nearest to those last seen, the pair's winds. So a joint has winds in the mechanism, and
 * a plan has its own (mechanism/higher_pair_state.c). The gradients of a row do not depend on the
 * winds. */

typedef struct tmiPair {
    double radii[TM_JOINT_FEATURES]; /* [m] */
    double wind[TM_JOINT_FEATURES];  /* angles as last seen, whole turns counted [rad] */
    tmiProfile *profile;             /* of a cam */
} tmiPair;

/* Derivatives of a measure with respect to (x, y, angle) of the body of each feature. */
typedef double tmiMeasureGradient[TM_JOINT_FEATURES][3];

/* The closed form by which a pair gives the last freedom of an edge; see graph/higher_pair_forms.c.
 */
typedef enum tmiPairForm {
    TMI_FORM_NONE,
    TMI_FORM_ROLL, /* wheels about both features, a belt or a touching point between them */
    TMI_FORM_RACK,
    TMI_FORM_TOUCH, /* a follower on a cam */
    TMI_FORM_PULL   /* a rope over points */
} tmiPairForm;

/* What a kind of pair is. */
typedef struct tmiPairKind {
    /* Whether the def's radii are in their ranges for this many features. */
    bool (*fits)(const double *radii, int32_t count);
    /* Returns the measure. Puts the angles that count into `wind`, each the nearest to the one in
     * joint->pair->wind, and adds to `gradient` (zero before; may be null). */
    double (*measure)(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                      tmiMeasureGradient *gradient);
    /* Returns the second rate of the measure when x, y and angle of the bodies have none. */
    double (*bias)(const tmiPlanarJoint *joint, const tmiFeaturePose *p, const tmiFeatureRate *v);
    tmiPairForm form;
    bool by_angle; /* the measure is an angle of feature 1's wheel, not a length */
    bool has_value;
    bool has_profile;
} tmiPairKind;

/* Returns the pair that the kind is; null for the other joints. */
const tmiPairKind *tmi_pair_kind(tmJointKind kind);

/* Makes joint->pair from the def; kind and features of the joint are set. */
tmStatus tmi_pair_make(tmiPlanarJoint *joint, tmAllocator allocator, const tmJointDef *def);

/* Frees joint->pair, which may be null. */
void tmi_pair_free(tmiPlanarJoint *joint, tmAllocator allocator);

/* Starts the winds in these places: each angle within half a turn, round a pulley within one, and
 * the last one that counts where the joint is nearest to closed. With `as_placed` the joint's value
 * becomes what it is here. TM_ERR_NOT_FINITE when that, or an angle, is not finite. */
tmStatus tmi_pair_start(tmiPlanarJoint *joint, const tmiFeaturePose *places, bool as_placed);

/* Takes the angles in these places as the winds. */
void tmi_pair_follow(tmiPlanarJoint *joint, const tmiFeaturePose *places);

/* Returns by how much the row changes with the measure. */
double tmi_pair_weight(const tmiPlanarJoint *joint, double size);

/* Returns the sum of the terms of the row that are angles, and of its value [m]. */
double tmi_pair_turned(const tmiPlanarJoint *joint, double size);

/* Returns how much of the row the rounding errors of its angles explain [m]. */
double tmi_pair_roundings(const tmiPlanarJoint *joint, double size);

/* Returns a length of the pair itself, for the size of the mechanism [m]. */
double tmi_pair_length(const tmiPlanarJoint *joint);

/* Returns by how much the measure changes with each radian of wind i. */
double tmi_pair_rate(const tmiPlanarJoint *joint, int32_t i);

#endif
