/* trig_reduce.c: the slow half of the reduction of angles, for those past a million turns. */
#include "numeric/elementary/trig_reduce.h"

#include "base/base.h"

/* 192 bits: those before the point that give the quadrant (2), the fraction's zeros in the worst
 * case (61), its 53 bits, the 53 bits of x that the error is multiplied by, and 23 to spare. */
#define LIMBS 6

/* Fills w, low limb first, with 2/pi * 2^exponent modulo 4, cut after 190 bits of fraction. */
static void window(int32_t exponent, uint32_t w[LIMBS]) {
    /* Bit 0 of the table has weight 2^31; the first we want has weight 2^(1 - exponent). */
    int32_t first = exponent + 30;
    const uint32_t *at = tmi_two_over_pi + first / 32;
    int32_t shift = first % 32;
    for (int32_t i = 0; i < LIMBS; i++) {
        uint64_t pair = (uint64_t)at[i] << 32 | at[i + 1];
        w[LIMBS - 1 - i] = (uint32_t)(pair >> (32 - shift));
    }
}

/* w becomes m * w modulo 2^192. */
static void multiply(uint32_t w[LIMBS], uint64_t m) {
    uint64_t low = m & 0xffffffffu;
    uint64_t high = m >> 32;
    uint64_t carry_low = 0;
    uint64_t carry_high = 0;
    uint32_t before = 0;
    for (int32_t i = 0; i < LIMBS; i++) {
        /* Neither sum overflows: (2^32 - 1)^2 + 2 (2^32 - 1) is the largest 64-bit number. */
        uint64_t a = low * w[i] + carry_low;
        uint64_t b = high * before + carry_high + (uint32_t)a;
        before = w[i];
        w[i] = (uint32_t)b;
        carry_low = a >> 32;
        carry_high = b >> 32;
    }
}

/* Large angles modulo pi/2, with as many bits of 2/pi as the exponent of x asks for.
 * [PH] M. H. Payne, R. N. Hanek; docs/theory/elementary.md (3), (4).
 *   m, exponent   x = m 2^exponent, m a whole number below 2^53
 *   f             fraction of x 2/pi, -1/2 … 1/2; here as f1 + f2 + f3
 * Departs from [PH]: all of the product modulo 4 is in whole numbers, in limbs of 32 bits.
 * Assumes 2^22 <= x < infinity. The error of hi + lo is below 2^-63 of it. Costs 12
 * multiplications of whole numbers and about 20 operations in double. */
tmiReduced tmi_angle_reduce_far(double x) {
    uint64_t bits = tmi_bits_of(x);
    uint64_t m = (bits & 0x000fffffffffffffu) | 0x0010000000000000u;
    uint32_t w[LIMBS];
    window((int32_t)(bits >> 52) - 1075, w);
    multiply(w, m);

    /* The nearest quadrant, and f as sign and magnitude, by a mask since the sign is as good as
     * random. The last 64 bits have passed on their carries and are dropped. */
    uint64_t top = (uint64_t)w[5] << 32 | w[4];
    uint64_t middle = (uint64_t)w[3] << 32 | w[2];
    uint64_t quadrant = (top + 0x2000000000000000u) >> 62;
    top -= quadrant << 62;
    uint64_t negative = 0u - (top >> 63);
    top ^= negative;
    middle ^= negative;

    /* 2 … 63 zeros come first: |f| is at most 1/2, and no double makes it less than 2^-62. */
    TM_ASSERT(top != 0);
    int32_t zeros = __builtin_clzll(top);
    top = top << zeros | middle >> (64 - zeros);
    middle <<= zeros;

    /* (4) f pi/2, with f in 26 + 26 + 52 bits so that the leading products are exact. */
    double unit = tmi_power_of_two(-24 - zeros);
    double f1 = (double)(int64_t)(top >> 38) * unit;
    double f2 = (double)(int64_t)(top >> 12 & 0x3ffffffu) * (unit * 0x1p-26);
    double f3 = (double)(int64_t)((top & 0xfffu) << 40 | middle >> 24) * (unit * 0x1p-78);
    double p = f1 * TMI_HALF_PI_SHORT;
    double rest = f2 * TMI_HALF_PI_SHORT +
                  (f1 * TMI_HALF_PI_REST + (f3 * TMI_HALF_PI_SHORT + f2 * TMI_HALF_PI_REST));
    double hi = p + rest;
    double lo = (p - hi) + rest;
    uint64_t sign = negative & TMI_SIGN_BIT;
    return (tmiReduced){tmi_double_of(tmi_bits_of(hi) ^ sign),
                        tmi_double_of(tmi_bits_of(lo) ^ sign), tmi_double_of(quadrant)};
}
