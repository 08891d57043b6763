/* vector.h: loops over contiguous doubles, and vectors and quaternions in space. */
#ifndef TMI_VECTOR_H
#define TMI_VECTOR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- Loops ------------------------------------------------------------------------------------
 */

/* The few loops over contiguous doubles in which the kernels spend their time.
 * Two lanes at once, written out, since compilers may not reorder sums: the order in which terms
 * are added stands here and is the same on every machine. No checks: the kernels do those. */

/* Two doubles side by side: one SSE2, NEON or WebAssembly register. */
typedef double tmiLanes __attribute__((vector_size(16)));
typedef int64_t tmiLaneBits __attribute__((vector_size(16)));

static inline tmiLanes tmi_lanes_load(const double *at) {
    tmiLanes pair;
    memcpy(&pair, at, sizeof pair);
    return pair;
}

static inline void tmi_lanes_store(double *at, tmiLanes pair) {
    memcpy(at, &pair, sizeof pair);
}

static inline tmiLanes tmi_lanes_of(double both) {
    return (tmiLanes){both, both};
}

static inline tmiLanes tmi_lanes_abs(tmiLanes pair) {
    return (tmiLanes)((tmiLaneBits)pair & (tmiLaneBits){INT64_MAX, INT64_MAX});
}

/* Returns the sum of x_i y_i. Four partial sums take turns; they are joined as
 * (s0 + s2) + (s1 + s3), then the last odd term is added. */
static inline double tmi_dot(const double *x, const double *y, int32_t count) {
    tmiLanes even = {0.0, 0.0};
    tmiLanes odd = {0.0, 0.0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        even += tmi_lanes_load(x + i) * tmi_lanes_load(y + i);
        odd += tmi_lanes_load(x + i + 2) * tmi_lanes_load(y + i + 2);
    }
    if (i + 2 <= count) {
        even += tmi_lanes_load(x + i) * tmi_lanes_load(y + i);
        i += 2;
    }
    even += odd;
    double sum = even[0] + even[1];
    return i < count ? sum + x[i] * y[i] : sum;
}

/* Returns the sum of |x_i|, in the order of tmi_dot. NaN or infinite entries make it so. */
static inline double tmi_abs_sum(const double *x, int32_t count) {
    tmiLanes even = {0.0, 0.0};
    tmiLanes odd = {0.0, 0.0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        even += tmi_lanes_abs(tmi_lanes_load(x + i));
        odd += tmi_lanes_abs(tmi_lanes_load(x + i + 2));
    }
    if (i + 2 <= count) {
        even += tmi_lanes_abs(tmi_lanes_load(x + i));
        i += 2;
    }
    even += odd;
    double sum = even[0] + even[1];
    return i < count ? sum + (x[i] < 0.0 ? -x[i] : x[i]) : sum;
}

/* Returns the largest |x_i|, 0 of none. Entries that are NaN do not count. */
static inline double tmi_max_abs(const double *x, int32_t count) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        max = fabs(x[i]) > max ? fabs(x[i]) : max;
    }
    return max;
}

/* Puts the dot products of four rows, `stride` apart, with x into sums. Two partial sums each. */
static inline void tmi_dot4(const double *rows, int32_t stride, const double *x, int32_t count,
                            double *sums) {
    const double *r0 = rows;
    const double *r1 = r0 + stride;
    const double *r2 = r1 + stride;
    const double *r3 = r2 + stride;
    tmiLanes s0 = {0.0, 0.0}, s1 = s0, s2 = s0, s3 = s0;
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiLanes xi = tmi_lanes_load(x + i);
        s0 += tmi_lanes_load(r0 + i) * xi;
        s1 += tmi_lanes_load(r1 + i) * xi;
        s2 += tmi_lanes_load(r2 + i) * xi;
        s3 += tmi_lanes_load(r3 + i) * xi;
    }
    sums[0] = s0[0] + s0[1];
    sums[1] = s1[0] + s1[1];
    sums[2] = s2[0] + s2[1];
    sums[3] = s3[0] + s3[1];
    if (i < count) {
        sums[0] += r0[i] * x[i];
        sums[1] += r1[i] * x[i];
        sums[2] += r2[i] * x[i];
        sums[3] += r3[i] * x[i];
    }
}

/* y += factor x. */
static inline void tmi_axpy(double *restrict y, double factor, const double *restrict x,
                            int32_t count) {
    tmiLanes f = tmi_lanes_of(factor);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        tmi_lanes_store(y + i, tmi_lanes_load(y + i) + f * tmi_lanes_load(x + i));
        tmi_lanes_store(y + i + 2, tmi_lanes_load(y + i + 2) + f * tmi_lanes_load(x + i + 2));
    }
    for (; i < count; i++) {
        y[i] += factor * x[i];
    }
}

/* y += factors[0] x_0, then factors[1] x_1 … for four rows x_i that lie `stride` apart. */
static inline void tmi_axpy4(double *restrict y, const double *factors, const double *restrict x,
                             int32_t stride, int32_t count) {
    const double *x1 = x + stride;
    const double *x2 = x1 + stride;
    const double *x3 = x2 + stride;
    tmiLanes f0 = tmi_lanes_of(factors[0]);
    tmiLanes f1 = tmi_lanes_of(factors[1]);
    tmiLanes f2 = tmi_lanes_of(factors[2]);
    tmiLanes f3 = tmi_lanes_of(factors[3]);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiLanes sum = tmi_lanes_load(y + i) + f0 * tmi_lanes_load(x + i);
        sum += f1 * tmi_lanes_load(x1 + i);
        sum += f2 * tmi_lanes_load(x2 + i);
        sum += f3 * tmi_lanes_load(x3 + i);
        tmi_lanes_store(y + i, sum);
    }
    if (i < count) {
        double sum = y[i] + f0[0] * x[i];
        sum += f1[0] * x1[i];
        sum += f2[0] * x2[i];
        y[i] = sum + f3[0] * x3[i];
    }
}

/* The same for two rows y0 and y1 at once with the negated factors of each, so that every x is
 * loaded once: the inner loop of elimination. The bits are those of four single steps. */
static inline void tmi_eliminate4(double *restrict y0, double *restrict y1, const double *l0,
                                  const double *l1, const double *restrict x, int32_t stride,
                                  int32_t count) {
    const double *x1 = x + stride;
    const double *x2 = x1 + stride;
    const double *x3 = x2 + stride;
    tmiLanes f00 = tmi_lanes_of(l0[0]), f01 = tmi_lanes_of(l0[1]);
    tmiLanes f02 = tmi_lanes_of(l0[2]), f03 = tmi_lanes_of(l0[3]);
    tmiLanes f10 = tmi_lanes_of(l1[0]), f11 = tmi_lanes_of(l1[1]);
    tmiLanes f12 = tmi_lanes_of(l1[2]), f13 = tmi_lanes_of(l1[3]);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiLanes a = tmi_lanes_load(x + i);
        tmiLanes b = tmi_lanes_load(x1 + i);
        tmiLanes c = tmi_lanes_load(x2 + i);
        tmiLanes d = tmi_lanes_load(x3 + i);
        tmiLanes s0 = tmi_lanes_load(y0 + i) - f00 * a;
        tmiLanes s1 = tmi_lanes_load(y1 + i) - f10 * a;
        s0 -= f01 * b;
        s1 -= f11 * b;
        s0 -= f02 * c;
        s1 -= f12 * c;
        tmi_lanes_store(y0 + i, s0 - f03 * d);
        tmi_lanes_store(y1 + i, s1 - f13 * d);
    }
    if (i < count) {
        double s0 = y0[i] - f00[0] * x[i];
        double s1 = y1[i] - f10[0] * x[i];
        s0 -= f01[0] * x1[i];
        s1 -= f11[0] * x1[i];
        s0 -= f02[0] * x2[i];
        s1 -= f12[0] * x2[i];
        y0[i] = s0 - f03[0] * x3[i];
        y1[i] = s1 - f13[0] * x3[i];
    }
}

/* Two rows at once: y0 += f0 x and y1 += f1 x. */
static inline void tmi_axpy_two(double *restrict y0, double *restrict y1, double f0, double f1,
                                const double *restrict x, int32_t count) {
    tmiLanes p0 = tmi_lanes_of(f0);
    tmiLanes p1 = tmi_lanes_of(f1);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiLanes xi = tmi_lanes_load(x + i);
        tmi_lanes_store(y0 + i, tmi_lanes_load(y0 + i) + p0 * xi);
        tmi_lanes_store(y1 + i, tmi_lanes_load(y1 + i) + p1 * xi);
    }
    if (i < count) {
        y0[i] += f0 * x[i];
        y1[i] += f1 * x[i];
    }
}

/* Two shears, x += a y and then y += b x: a plane rotation except for the lengths of its rows. */
static inline void tmi_shear(double *restrict x, double *restrict y, double a, double b,
                             int32_t count) {
    tmiLanes pa = tmi_lanes_of(a);
    tmiLanes pb = tmi_lanes_of(b);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        tmiLanes y0 = tmi_lanes_load(y + i);
        tmiLanes y1 = tmi_lanes_load(y + i + 2);
        tmiLanes x0 = tmi_lanes_load(x + i) + pa * y0;
        tmiLanes x1 = tmi_lanes_load(x + i + 2) + pa * y1;
        tmi_lanes_store(x + i, x0);
        tmi_lanes_store(x + i + 2, x1);
        tmi_lanes_store(y + i, y0 + pb * x0);
        tmi_lanes_store(y + i + 2, y1 + pb * x1);
    }
    for (; i < count; i++) {
        x[i] += a * y[i];
        y[i] += b * x[i];
    }
}

/* Exchanges two rows. */
static inline void tmi_swap(double *restrict x, double *restrict y, int32_t count) {
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiLanes kept = tmi_lanes_load(x + i);
        tmi_lanes_store(x + i, tmi_lanes_load(y + i));
        tmi_lanes_store(y + i, kept);
    }
    if (i < count) {
        double kept = x[i];
        x[i] = y[i];
        y[i] = kept;
    }
}

/* x *= factor. */
static inline void tmi_scale(double *x, double factor, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        x[i] *= factor;
    }
}

/* ---- vector3.c ------------------------------------------------------------------------------- */

/* Vectors in space and quaternions, which are (w, x, y, z); those that turn something
 * have length 1. */

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
