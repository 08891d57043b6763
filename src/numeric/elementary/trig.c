/* trig.c: sine and cosine. trig_reduce.h brings angles near zero. One formula stands here twice,
 * lane by lane the same: `evaluate` for many angles side by side, `evaluate_pair` for one angle
 * with its sine beside its cosine. */
#include "numeric/elementary/elementary.h"

#include "numeric/elementary/elementary_tables.h"
#include "numeric/elementary/float_bits.h"
#include "numeric/elementary/trig_reduce.h"

#include <math.h>

/* Angles that are treated together: small enough that one outlier costs little. */
#define ANGLE_BLOCK 16

/* Sine and cosine of x, of which |x| was reduced to r.
 * docs/theory/elementary.md (5)-(7), both polynomials in the manner of [ES].
 *   z           hi^2;  s_, c_   of the sine, of the cosine
 *   m + e       exact sum of the first two terms of the series;  low, high   the others, in two
 * parts The quadrant selects by masks, not branches, which no processor could predict: an odd one
 * swaps sine and cosine, and its second bit makes signs. Costs 46 operations. */
TMI_INLINE void evaluate(tmiReduced r, double x, double *s, double *c) {
    double z = r.hi * r.hi;
    double v = r.hi * z;
    double z2 = z * z;

    /* (5) */
    double s_term = v * TMI_SIN_1;
    double s_m = r.hi + s_term;
    double s_e = (r.hi - s_m) + s_term;
    double c_term = z * -0.5;
    double c_m = 1.0 + c_term;
    double c_e = (1.0 - c_m) + c_term;

    /* (6) */
    double s_low = TMI_SIN_2 + z * TMI_SIN_3;
    double s_high = (TMI_SIN_4 + z * TMI_SIN_5) + z2 * TMI_SIN_6;
    double c_low = TMI_COS_1 + z * TMI_COS_2;
    double c_high = (TMI_COS_3 + z * TMI_COS_4) + z2 * (TMI_COS_5 + z * TMI_COS_6);
    double s_power = v * z;
    double sine = s_m + ((s_power * s_low + (s_power * z2) * s_high) + (s_e + r.lo * c_m));
    double cosine = c_m + ((z2 * c_low + (z2 * z2) * c_high) + (c_e - r.lo * r.hi));

    /* (7) */
    uint64_t quadrant = tmi_bits_of(r.quadrant);
    uint64_t swap = (0u - (quadrant & 1u)) & (tmi_bits_of(sine) ^ tmi_bits_of(cosine));
    uint64_t sine_sign = (quadrant << 62 ^ tmi_bits_of(x)) & TMI_SIGN_BIT;
    uint64_t cosine_sign = (quadrant + 1u) << 62 & TMI_SIGN_BIT;
    *s = tmi_double_of(tmi_bits_of(sine) ^ swap ^ sine_sign);
    *c = tmi_double_of(tmi_bits_of(cosine) ^ swap ^ cosine_sign);
}

/* Two doubles that are treated alike. Where the machine has no such registers, the compiler takes
 * them one after the other, with the same bits. */
typedef double doublePair __attribute__((vector_size(16)));
typedef uint64_t bitsPair __attribute__((vector_size(16)));

#define PAIR(i, j) ((doublePair){TMI_SIN_##i, TMI_COS_##j})

/* The same as `evaluate`, operation for operation, with the sine in lane 0 and the cosine in lane
 * 1: half as many operations where there is only one angle. */
static inline doublePair evaluate_pair(tmiReduced r, double x) {
    double z = r.hi * r.hi;
    doublePair zz = {z, z};
    doublePair zz2 = zz * zz;
    doublePair first = {r.hi, 1.0};
    doublePair factor = first * zz;

    /* (5) */
    doublePair term = factor * (doublePair){TMI_SIN_1, -0.5};
    doublePair m = first + term;
    doublePair e = (first - m) + term;

    /* (6); the sine has a term less, and adding 0 changes nothing. */
    doublePair low = PAIR(2, 1) + zz * PAIR(3, 2);
    doublePair top = (doublePair){TMI_SIN_6, TMI_COS_5} + zz * (doublePair){0.0, TMI_COS_6};
    doublePair high = (PAIR(4, 3) + zz * PAIR(5, 4)) + zz2 * top;
    doublePair power = factor * zz;
    doublePair rest = e + (doublePair){r.lo, r.lo} * (doublePair){m[1], -r.hi};
    bitsPair value = (bitsPair)(m + ((power * low + (power * zz2) * high) + rest));

    /* (7) */
    bitsPair quadrant = (bitsPair)(doublePair){r.quadrant, r.quadrant};
    bitsPair odd = -(quadrant & 1u);
    bitsPair swap = (value ^ __builtin_shufflevector(value, value, 1, 0)) & odd;
    bitsPair signs = (quadrant + (bitsPair){0u, 1u}) << 62;
    signs ^= (bitsPair)(doublePair){x, 0.0};
    return (doublePair)(value ^ swap ^ (signs & TMI_SIGN_BIT));
}

TMI_INLINE void sincos_quickly(double x, double *s, double *c) {
    evaluate(tmi_angle_reduce_near(fabs(x)), x, s, c);
}

static inline doublePair near_pair(double x) {
    return evaluate_pair(tmi_angle_reduce_near(fabs(x)), x);
}

static doublePair far_pair(double x) {
    if (tmi_bits_of(fabs(x)) >= TMI_INFINITY_BITS) {
        return (doublePair){x - x, x - x};
    }
    return evaluate_pair(tmi_angle_reduce_far(fabs(x)), x);
}

/* Out of line and called last, so that the common range saves no registers. */
__attribute__((noinline)) static void sincos_far(double x, double *s, double *c) {
    doublePair both = far_pair(x);
    *s = both[0];
    *c = both[1];
}

__attribute__((noinline)) static double sin_far(double x) {
    return far_pair(x)[0];
}

__attribute__((noinline)) static double cos_far(double x) {
    return far_pair(x)[1];
}

void tmi_sincos(double x, double *s, double *c) {
    if (!tmi_angle_is_near(x)) {
        sincos_far(x, s, c);
        return;
    }
    doublePair both = near_pair(x);
    *s = both[0];
    *c = both[1];
}

double tmi_sin(double x) {
    return tmi_angle_is_near(x) ? near_pair(x)[0] : sin_far(x);
}

double tmi_cos(double x) {
    return tmi_angle_is_near(x) ? near_pair(x)[1] : cos_far(x);
}

/* A whole block, none of it far. */
TMI_INLINE void sincos_block(const double *restrict x, double *restrict s, double *restrict c) {
    for (int32_t i = 0; i < ANGLE_BLOCK; i++) {
        sincos_quickly(x[i], s + i, c + i);
    }
}

TMI_INLINE void sincos_blocks(const double *restrict x, double *restrict s, double *restrict c,
                              int32_t count) {
    for (int32_t done = 0; done < count; done += ANGLE_BLOCK) {
        const double *block = x + done;
        /* A number above the limit, NaN included, leaves the top bit of its difference set. */
        uint64_t far = 0;
        for (int32_t i = 0; i < ANGLE_BLOCK; i++) {
            far |= tmi_bits_of(TMI_ANGLE_NEAR) - (tmi_bits_of(block[i]) & ~TMI_SIGN_BIT);
        }
        if (far & TMI_SIGN_BIT) {
            for (int32_t i = 0; i < ANGLE_BLOCK; i++) {
                tmi_sincos(block[i], s + done + i, c + done + i);
            }
        } else {
            sincos_block(block, s + done, c + done);
        }
    }
}

TMI_WIDE static void sincos_blocks_wide(const double *x, double *s, double *c, int32_t count) {
    sincos_blocks(x, s, c, count);
}

void tmi_sincos_many(const double *restrict x, double *restrict s, double *restrict c,
                     int32_t count) {
    int32_t whole = count > 0 ? count - count % ANGLE_BLOCK : 0;
    if (tmi_is_wide()) {
        sincos_blocks_wide(x, s, c, whole);
    } else {
        sincos_blocks(x, s, c, whole);
    }
    for (int32_t i = whole; i < count; i++) {
        tmi_sincos(x[i], s + i, c + i);
    }
}
