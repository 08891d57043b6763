/* higher_pair.h: what joint_gear.c, joint_rope.c and joint_cam.c define and higher_pair.c gathers.
 */
#ifndef TMI_HIGHER_PAIR_H
#define TMI_HIGHER_PAIR_H

#include "analyse/kinematics/joint/profile.h"

/* The kinds, one in each file. */
extern const tmiPairKind tmi_pair_gear, tmi_pair_inner_gear, tmi_pair_rack, tmi_pair_belt,
    tmi_pair_crossed_belt, tmi_pair_rope, tmi_pair_flat_cam, tmi_pair_roller_cam;

/* The row of a pair; see tmi_joint_rows. */
int32_t tmi_pair_rows(const tmiPlanarJoint *joint, const tmiFeaturePose *places, double size,
                      double *rows, tmiJointGradient *gradient);

/* Returns the second rate of the row when the bodies' x, y and angle have constant rates: what
 * accelerations need beside the gradients. */
double tmi_pair_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *places,
                     const tmiFeatureRate *rates, double size);

/* Adds to a gradient what it has from (gx, gy) . dP of one feature. */
static inline void tmi_gradient_point(double gradient[3], const tmiFeaturePose *p, double gx,
                                      double gy) {
    gradient[0] += gx;
    gradient[1] += gy;
    gradient[2] += gy * p->rx - gx * p->ry;
}

#endif
