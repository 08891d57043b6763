/* joint_rows.h: what each kind of joint demands, as rows that are zero when it is closed, and their
 * derivatives. The general Newton step and every check of an answer read them; the closed forms do
 * not, so that the two verify each other. */
#ifndef TMI_JOINT_ROWS_H
#define TMI_JOINT_ROWS_H

#include "base/base.h"
#include "trammel/analyse.h"

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

#endif
