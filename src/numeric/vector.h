/* vector.h: the few loops over contiguous doubles in which the dense kernels spend their time.
 * Two lanes at once, written out, since compilers may not reorder sums: the order in which terms
 * are added stands here and is the same on every machine. No checks: the kernels do those. */
#ifndef TMI_VECTOR_H
#define TMI_VECTOR_H

#include <stdint.h>
#include <string.h>

/* Two doubles side by side: one SSE2, NEON or WebAssembly register. */
typedef double tmiPair __attribute__((vector_size(16)));
typedef int64_t tmiPairBits __attribute__((vector_size(16)));

static inline tmiPair tmi_pair_load(const double *at) {
    tmiPair pair;
    memcpy(&pair, at, sizeof pair);
    return pair;
}

static inline void tmi_pair_store(double *at, tmiPair pair) {
    memcpy(at, &pair, sizeof pair);
}

static inline tmiPair tmi_pair_of(double both) {
    return (tmiPair){both, both};
}

static inline tmiPair tmi_pair_abs(tmiPair pair) {
    return (tmiPair)((tmiPairBits)pair & (tmiPairBits){INT64_MAX, INT64_MAX});
}

/* Returns the sum of x_i y_i. Four partial sums take turns; they are joined as
 * (s0 + s2) + (s1 + s3), then the last odd term is added. */
static inline double tmi_dot(const double *x, const double *y, int32_t count) {
    tmiPair even = {0.0, 0.0};
    tmiPair odd = {0.0, 0.0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        even += tmi_pair_load(x + i) * tmi_pair_load(y + i);
        odd += tmi_pair_load(x + i + 2) * tmi_pair_load(y + i + 2);
    }
    if (i + 2 <= count) {
        even += tmi_pair_load(x + i) * tmi_pair_load(y + i);
        i += 2;
    }
    even += odd;
    double sum = even[0] + even[1];
    return i < count ? sum + x[i] * y[i] : sum;
}

/* Returns the sum of |x_i|, in the order of tmi_dot. NaN or infinite entries make it so. */
static inline double tmi_abs_sum(const double *x, int32_t count) {
    tmiPair even = {0.0, 0.0};
    tmiPair odd = {0.0, 0.0};
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        even += tmi_pair_abs(tmi_pair_load(x + i));
        odd += tmi_pair_abs(tmi_pair_load(x + i + 2));
    }
    if (i + 2 <= count) {
        even += tmi_pair_abs(tmi_pair_load(x + i));
        i += 2;
    }
    even += odd;
    double sum = even[0] + even[1];
    return i < count ? sum + (x[i] < 0.0 ? -x[i] : x[i]) : sum;
}

/* Puts the dot products of four rows, `stride` apart, with x into sums. Two partial sums each. */
static inline void tmi_dot4(const double *rows, int32_t stride, const double *x, int32_t count,
                            double *sums) {
    const double *r0 = rows;
    const double *r1 = r0 + stride;
    const double *r2 = r1 + stride;
    const double *r3 = r2 + stride;
    tmiPair s0 = {0.0, 0.0}, s1 = s0, s2 = s0, s3 = s0;
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiPair xi = tmi_pair_load(x + i);
        s0 += tmi_pair_load(r0 + i) * xi;
        s1 += tmi_pair_load(r1 + i) * xi;
        s2 += tmi_pair_load(r2 + i) * xi;
        s3 += tmi_pair_load(r3 + i) * xi;
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
    tmiPair f = tmi_pair_of(factor);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        tmi_pair_store(y + i, tmi_pair_load(y + i) + f * tmi_pair_load(x + i));
        tmi_pair_store(y + i + 2, tmi_pair_load(y + i + 2) + f * tmi_pair_load(x + i + 2));
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
    tmiPair f0 = tmi_pair_of(factors[0]);
    tmiPair f1 = tmi_pair_of(factors[1]);
    tmiPair f2 = tmi_pair_of(factors[2]);
    tmiPair f3 = tmi_pair_of(factors[3]);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiPair sum = tmi_pair_load(y + i) + f0 * tmi_pair_load(x + i);
        sum += f1 * tmi_pair_load(x1 + i);
        sum += f2 * tmi_pair_load(x2 + i);
        sum += f3 * tmi_pair_load(x3 + i);
        tmi_pair_store(y + i, sum);
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
    tmiPair f00 = tmi_pair_of(l0[0]), f01 = tmi_pair_of(l0[1]);
    tmiPair f02 = tmi_pair_of(l0[2]), f03 = tmi_pair_of(l0[3]);
    tmiPair f10 = tmi_pair_of(l1[0]), f11 = tmi_pair_of(l1[1]);
    tmiPair f12 = tmi_pair_of(l1[2]), f13 = tmi_pair_of(l1[3]);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiPair a = tmi_pair_load(x + i);
        tmiPair b = tmi_pair_load(x1 + i);
        tmiPair c = tmi_pair_load(x2 + i);
        tmiPair d = tmi_pair_load(x3 + i);
        tmiPair s0 = tmi_pair_load(y0 + i) - f00 * a;
        tmiPair s1 = tmi_pair_load(y1 + i) - f10 * a;
        s0 -= f01 * b;
        s1 -= f11 * b;
        s0 -= f02 * c;
        s1 -= f12 * c;
        tmi_pair_store(y0 + i, s0 - f03 * d);
        tmi_pair_store(y1 + i, s1 - f13 * d);
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
    tmiPair p0 = tmi_pair_of(f0);
    tmiPair p1 = tmi_pair_of(f1);
    int32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        tmiPair xi = tmi_pair_load(x + i);
        tmi_pair_store(y0 + i, tmi_pair_load(y0 + i) + p0 * xi);
        tmi_pair_store(y1 + i, tmi_pair_load(y1 + i) + p1 * xi);
    }
    if (i < count) {
        y0[i] += f0 * x[i];
        y1[i] += f1 * x[i];
    }
}

/* Two shears, x += a y and then y += b x: a plane rotation but for the lengths of its rows. */
static inline void tmi_shear(double *restrict x, double *restrict y, double a, double b,
                             int32_t count) {
    tmiPair pa = tmi_pair_of(a);
    tmiPair pb = tmi_pair_of(b);
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        tmiPair y0 = tmi_pair_load(y + i);
        tmiPair y1 = tmi_pair_load(y + i + 2);
        tmiPair x0 = tmi_pair_load(x + i) + pa * y0;
        tmiPair x1 = tmi_pair_load(x + i + 2) + pa * y1;
        tmi_pair_store(x + i, x0);
        tmi_pair_store(x + i + 2, x1);
        tmi_pair_store(y + i, y0 + pb * x0);
        tmi_pair_store(y + i + 2, y1 + pb * x1);
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
        tmiPair kept = tmi_pair_load(x + i);
        tmi_pair_store(x + i, tmi_pair_load(y + i));
        tmi_pair_store(y + i, kept);
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

#endif
