/* vectors.h: turns between frames, for the files of this folder. */
#ifndef TMI_SPACE_VECTORS_H
#define TMI_SPACE_VECTORS_H

#include "define/hinge/hinge.h"

/* Turns q about the direction of w by 2 atan(|w| / 2), which is |w| to second order and needs no
 * sine (Cayley). */
static inline void tmi_quaternion_turn(double q[4], const double w[3]) {
    const double turn[4] = {1.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    double out[4];
    tmi_quaternion_multiply(turn, q, out);
    tmi_quaternion_unit(out);
    for (int i = 0; i < 4; i++) {
        q[i] = out[i];
    }
}

/* Puts into p the turn that takes `from` to `to`, the shorter way: p[0] >= 0. */
static inline void tmi_quaternion_between(const double from[4], const double to[4], double p[4]) {
    const double back[4] = {from[0], -from[1], -from[2], -from[3]};
    tmi_quaternion_multiply(to, back, p);
    double sign = p[0] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 4; i++) {
        p[i] *= sign;
    }
}

#endif
