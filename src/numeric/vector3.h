/* vector3.h: vectors in space and quaternions, which are (w, x, y, z); those that turn something
 * have length 1. */
#ifndef TMI_VECTOR3_H
#define TMI_VECTOR3_H

#include <math.h>
#include <stdint.h>

static inline double tmi_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* out = a x b; out may be neither. */
static inline void tmi_cross3(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out += factor a. */
static inline void tmi_add3(double out[3], double factor, const double a[3]) {
    for (int32_t i = 0; i < 3; i++) {
        out[i] += factor * a[i];
    }
}

/* out = the vector of body axes in world axes: v + 2 q x (q x v + w v). */
static inline void tmi_rotate3(const double rotation[4], const double v[3], double out[3]) {
    const double *q = rotation + 1;
    double inner[3], outer[3];
    tmi_cross3(q, v, inner);
    tmi_add3(inner, rotation[0], v);
    tmi_cross3(q, inner, outer);
    for (int32_t i = 0; i < 3; i++) {
        out[i] = v[i] + 2.0 * outer[i];
    }
}

/* out = v turned back. */
static inline void tmi_rotate_back3(const double rotation[4], const double v[3], double out[3]) {
    const double back[4] = {rotation[0], -rotation[1], -rotation[2], -rotation[3]};
    tmi_rotate3(back, v, out);
}

/* out = a b, which turns by b first; out is neither of them. */
static inline void tmi_quaternion_multiply(const double a[4], const double b[4], double out[4]) {
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* Makes the length of q 1. */
static inline void tmi_quaternion_unit(double q[4]) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int32_t i = 0; i < 4; i++) {
        q[i] /= length;
    }
}

/* Returns |a|, however large or small its numbers are. */
double tmi_length3(const double a[3]);

/* Makes `a` one of length 1. Returns its length before; 0 leaves it as it is. */
double tmi_normalise3(double a[3]);

/* Puts directions of length 1 into s and t so that s x t = e, for an e of length 1. */
void tmi_across3(const double e[3], double s[3], double t[3]);

/* Takes off v what it has along e, of length 1, and makes it one of length 1. Returns the length
 * before that; 0 leaves v zero. */
double tmi_project3(double v[3], const double e[3]);

#endif
