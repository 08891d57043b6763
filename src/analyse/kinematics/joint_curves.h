/* joint_curves.h: the second derivatives of what each kind of joint demands, along a motion:
 * q'^T H q', where H holds the second derivatives of a row of joint_rows.h. Accelerations need
 * them. */
#ifndef TMI_JOINT_CURVES_H
#define TMI_JOINT_CURVES_H

#include "analyse/kinematics/joint_rows.h"

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

#endif
