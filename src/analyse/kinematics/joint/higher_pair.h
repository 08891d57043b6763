/* higher_pair.h: what joint_gear.c, joint_rope.c and joint_cam.c define and higher_pair.c gathers.
 */
#ifndef TMI_HIGHER_PAIR_H
#define TMI_HIGHER_PAIR_H

#include "analyse/kinematics/joint/profile.h"

/* The kinds, one in each file. */
extern const tmiPairKind tmi_pair_gear, tmi_pair_inner_gear, tmi_pair_rack, tmi_pair_belt,
    tmi_pair_crossed_belt, tmi_pair_rope, tmi_pair_flat_cam, tmi_pair_roller_cam;

/* The row of a pair; see tmi_joint_rows. */
int32_t tmi_pair_rows(const tmiPlanarJoint *joint, const tmiFeaturePlace *places, double size,
                      double *rows, tmiJointSlope *slope);

/* Returns the second rate of the row when the bodies' x, y and angle have constant rates: what
 * accelerations need beside the slopes. */
double tmi_pair_curve(const tmiPlanarJoint *joint, const tmiFeaturePlace *places,
                      const tmiPlaceRate *rates, double size);

/* Adds to a slope what it has from (gx, gy) . dP of one feature. */
static inline void tmi_slope_point(double slope[3], const tmiFeaturePlace *p, double gx,
                                   double gy) {
    slope[0] += gx;
    slope[1] += gy;
    slope[2] += gy * p->rx - gx * p->ry;
}

#endif
