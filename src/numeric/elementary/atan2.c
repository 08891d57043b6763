/* atan2.c: the direction of a vector in the plane. */
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/elementary_tables.h"
#include "numeric/elementary/float_bits.h"

#include <stdbool.h>

/* Between these, no product in `angle` overflows or loses bits; others are scaled. */
#define PRODUCT_SAFE_MIN 0x1p-480
#define PRODUCT_SAFE_MAX 0x1p480
#define SCALE_UP 0x1p600
#define SCALE_DOWN 0x1p-600

/* Past this ratio the smaller coordinate no longer shows beside pi/2 or pi, and atan(q) = q. */
#define FAR_APART 0x1p64

/* Added and subtracted, it rounds to the nearest multiple of 1/64, which then stands as a whole
 * number in the last bits of the sum. */
#define ROUNDER 0x1.8p46

/* What `angle` adds to atan(small / large), before the sign: index 1 where |y| > |x|, plus 2 where
 * x < 0. The angle of (-|x|, |y|) is pi - a = -(a - pi), hence heads and tails that are subtracted
 * and a sign that is turned. */
static const double turn_head[4] = {0.0, -TMI_HALF_PI_HEAD, -TMI_PI_HEAD, TMI_HALF_PI_HEAD};
static const double turn_tail[4] = {0.0, -TMI_HALF_PI_TAIL, -TMI_PI_TAIL, TMI_HALF_PI_TAIL};
static const uint64_t turn_sign[4] = {0, TMI_SIGN_BIT, TMI_SIGN_BIT, 0};

/* The angle of (x, y) for coordinates in range.
 * docs/theory/elementary.md (8)-(10); table after [GA], quotient after [DE].
 *   q1 + q2   small / large, q1 having 26 bits, error below 2^-76 of it;  c   i/64 nearest to q1
 *   h         q1 + q2 - c;  row   atan c as head and tail, a1 … a7
 * Departs from [GA]: table points are equally spaced, and their arctangents have tails instead of
 * points chosen so that none is needed. All that is larger than 2^-8 of the result is added with
 * its rounding error, so that the last addition makes nearly all of the error. Costs a division
 * and 45 operations. */
static inline double angle(double y, double x) {
    uint64_t bx = tmi_bits_of(x);
    uint64_t by = tmi_bits_of(y);
    uint64_t ax = bx & ~TMI_SIGN_BIT;
    uint64_t ay = by & ~TMI_SIGN_BIT;
    bool steep = ay > ax;
    double large = tmi_double_of(steep ? ay : ax);
    double small = tmi_double_of(steep ? ax : ay);

    /* (8) */
    double inverse = 1.0 / large;
    double q1 = tmi_first_26_bits(small * inverse);
    double large1 = tmi_first_26_bits(large);
    double q2 = ((small - q1 * large1) - q1 * (large - large1)) * inverse;

    /* (9) */
    double rounded = q1 + ROUNDER;
    double h1 = q1 - (rounded - ROUNDER);
    const double *row = tmi_atan_table[tmi_bits_of(rounded) & 127u];
    double h = h1 + q2;
    double hh = h * h;
    double sum = (row[2] + h * row[3]) + hh * (row[4] + h * row[5]) +
                 (hh * hh) * ((row[6] + h * row[7]) + hh * row[8]);
    double lo = row[1] + (q2 + h * sum);

    /* (10) */
    uint64_t turn = (uint64_t)steep | (bx >> 62 & 2u);
    double a = row[0] + h1;
    double a_error = (row[0] - a) + h1;
    double b = turn_head[turn] + a;
    double b_error = (turn_head[turn] - b) + a;
    double result = b + (b_error + (turn_tail[turn] + (a_error + lo)));
    return tmi_double_of(tmi_bits_of(result) ^ turn_sign[turn] ^ (by & TMI_SIGN_BIT));
}

/* The angle in the half plane y >= 0 where a coordinate is zero or infinite, or the two are very
 * different; `left`: x is negative or -0. Negative where none of this holds. */
static double plain_angle(double y, double x, bool left) {
    if (x > DBL_MAX && y > DBL_MAX) {
        return left ? TMI_THREE_QUARTER_PI : TMI_QUARTER_PI;
    }
    if (y == 0.0 || x > DBL_MAX) {
        return left ? TMI_PI_HEAD : 0.0;
    }
    if (x == 0.0 || y > DBL_MAX || y > x * FAR_APART) { /* the product may be infinite, too */
        return TMI_HALF_PI_HEAD;
    }
    if (x > y * FAR_APART) {
        return left ? TMI_PI_HEAD : y / x;
    }
    return -1.0;
}

/* Kept out of line: zeros, infinities, NaN, and what must be scaled. */
__attribute__((noinline)) static double angle_rare(double y, double x) {
    if (x != x || y != y) {
        return x + y;
    }
    uint64_t y_sign = tmi_bits_of(y) & TMI_SIGN_BIT;
    double ax = tmi_double_of(tmi_bits_of(x) & ~TMI_SIGN_BIT);
    double ay = tmi_double_of(tmi_bits_of(y) ^ y_sign);
    double plain = plain_angle(ay, ax, tmi_bits_of(x) >> 63 != 0);
    if (plain >= 0.0) {
        return tmi_double_of(tmi_bits_of(plain) | y_sign);
    }
    /* Both are beyond the range on the same side, being within FAR_APART of each other. */
    double scale = ax > 1.0 ? SCALE_DOWN : SCALE_UP;
    return angle(y * scale, x * scale);
}

double tmi_atan2(double y, double x) {
    double ax = tmi_double_of(tmi_bits_of(x) & ~TMI_SIGN_BIT);
    double ay = tmi_double_of(tmi_bits_of(y) & ~TMI_SIGN_BIT);
    if (ax >= PRODUCT_SAFE_MIN && ax <= PRODUCT_SAFE_MAX && ay >= PRODUCT_SAFE_MIN &&
        ay <= PRODUCT_SAFE_MAX) {
        return angle(y, x);
    }
    return angle_rare(y, x);
}
