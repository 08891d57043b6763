/* pair.h: the higher pairs ([ME] figure 8): gears, racks, belts, ropes, cams.
 *
 * Each demands one row: weight (measure - value) = 0, where the measure is a sum of lengths and of
 * radii times angles. The angles are counted over whole turns, which poses do not tell: they are
 * the ones nearest to those last seen, the pair's winds. So a joint has winds in the mechanism, and
 * a plan has its own (mechanism/pair_state.c). The slopes of a row do not depend on the winds. */
#ifndef TMI_PAIR_H
#define TMI_PAIR_H

#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/joint/profile.h"

typedef struct tmiPair {
    double radii[TM_JOINT_FEATURES]; /* [m] */
    double wind[TM_JOINT_FEATURES];  /* angles as last seen, whole turns counted [rad] */
    tmiProfile *profile;             /* of a cam */
} tmiPair;

/* Derivatives of a measure with respect to (x, y, angle) of the body of each feature. */
typedef double tmiMeasureSlope[TM_JOINT_FEATURES][3];

/* The closed form by which a pair gives the last freedom of an edge; see graph/pair_forms.c. */
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
     * joint->pair->wind, and adds to `slope` (zero before; may be null). */
    double (*measure)(const tmiJoint *joint, const tmiPlace *p, double *wind,
                      tmiMeasureSlope *slope);
    /* Returns the second rate of the measure when x, y and angle of the bodies have none. */
    double (*curve)(const tmiJoint *joint, const tmiPlace *p, const tmiPlaceRate *v);
    tmiPairForm form;
    bool by_angle; /* the measure is an angle of feature 1's wheel, not a length */
    bool has_value;
    bool has_profile;
} tmiPairKind;

/* The kinds, one in each file. */
extern const tmiPairKind tmi_pair_gear, tmi_pair_inner_gear, tmi_pair_rack, tmi_pair_belt,
    tmi_pair_crossed_belt, tmi_pair_rope, tmi_pair_flat_cam, tmi_pair_roller_cam;

/* Returns the pair that the kind is; null for the other joints. */
const tmiPairKind *tmi_pair_kind(tmJointKind kind);

/* Makes joint->pair from the def; kind and features of the joint are set. */
tmStatus tmi_pair_make(tmiJoint *joint, tmAllocator allocator, const tmJointDef *def);

/* Frees joint->pair, which may be null. */
void tmi_pair_free(tmiJoint *joint, tmAllocator allocator);

/* Starts the winds in these places: each angle within half a turn, round a pulley within one, and
 * the last one that counts where the joint is nearest to closed. With `as_placed` the joint's value
 * becomes what it is here. TM_ERR_NOT_FINITE when that, or an angle, is not finite. */
tmStatus tmi_pair_start(tmiJoint *joint, const tmiPlace *places, bool as_placed);

/* The row of a pair; see tmi_joint_rows. */
int32_t tmi_pair_rows(const tmiJoint *joint, const tmiPlace *places, double size, double *rows,
                      tmiJointSlope *slope);

/* Returns the second rate of the row when the bodies' x, y and angle have constant rates: what
 * accelerations need beside the slopes. */
double tmi_pair_curve(const tmiJoint *joint, const tmiPlace *places, const tmiPlaceRate *rates,
                      double size);

/* Takes the angles in these places as the winds. */
void tmi_pair_follow(tmiJoint *joint, const tmiPlace *places);

/* Returns by how much the row changes with the measure. */
double tmi_pair_weight(const tmiJoint *joint, double size);

/* Returns the sum of the terms of the row that are angles, and of its value [m]. */
double tmi_pair_turned(const tmiJoint *joint, double size);

/* Returns how much of the row the roundings of its angles explain [m]. */
double tmi_pair_roundings(const tmiJoint *joint, double size);

/* Returns a length of the pair itself, for the size of the mechanism [m]. */
double tmi_pair_length(const tmiJoint *joint);

/* Returns by how much the measure changes with each radian of wind i. */
double tmi_pair_rate(const tmiJoint *joint, int32_t i);

/* Adds to a slope what it has from (gx, gy) . dP of one feature. */
static inline void tmi_slope_point(double slope[3], const tmiPlace *p, double gx, double gy) {
    slope[0] += gx;
    slope[1] += gy;
    slope[2] += gy * p->rx - gx * p->ry;
}

#endif
