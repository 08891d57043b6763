/* trig.c: sine and cosine. Angles up to a million turns are reduced here, larger ones in
 * trig_reduce.c. Both functions and the block version share one kernel, hence equal bits. */
#include "numeric/trig.h"

#include "numeric/elementary_tables.h"
#include "numeric/float_bits.h"
#include "numeric/trig_reduce.h"

/* The quick reduction holds up to here [rad]: quotients by pi/2 stay below 2^22, so that their
 * products with 31 bits of pi/2 are exact. It is about a million turns. */
#define QUICK_LIMIT 6291456.0

/* Added and subtracted, it rounds a number below 2^51 to the nearest whole one, which then stands
 * in the last bits of the sum. */
#define ROUNDER 0x1.8p52

/* Angles that are treated together: small enough that one outlier costs little. */
#define BLOCK 32

/* Reduction of 0 <= x <= QUICK_LIMIT: x = k pi/2 + hi + lo.
 * [CW] chapter 8; docs/theory/elementary.md (2).
 *   k      nearest whole number to x 2/pi;  P1 … P4   parts of pi/2 (TMI_HALF_PI_1 …)
 * Departs from [CW]: k P2 and k P3 are added to each other while x - k P1 is on its way, which
 * shortens the chain of dependent operations. x - k P1, k P2 and k P3 are exact, and so are both
 * error terms. The error of hi + lo is below 2^-114. */
static inline tmiReduced reduce_quickly(double x) {
    double rounded = x * TMI_TWO_OVER_PI + ROUNDER;
    double k = rounded - ROUNDER;
    double a = x - k * TMI_HALF_PI_1;
    double b = k * TMI_HALF_PI_2;
    double c = k * TMI_HALF_PI_3;
    double q = b + c;
    double q_error = c - (q - b);
    double hi = a - q;
    double hi_error = (a - hi) - q;
    return (tmiReduced){hi, hi_error - (q_error + k * TMI_HALF_PI_4), tmi_bits_of(rounded)};
}

/* Sine and cosine of an angle that was reduced from x >= 0; `sign` is TMI_SIGN_BIT where the angle
 * asked for was -x, else 0.
 * docs/theory/elementary.md (5)-(7), both polynomials in the manner of [ES].
 *   z   hi^2;  S, C   the polynomials in z;  w + w_error   1 - z/2 exactly
 * The quadrant selects by masks, not branches, which no processor could predict: an odd one swaps
 * sine and cosine, and its second bit makes signs. Costs 40 operations. */
static inline void evaluate(tmiReduced r, uint64_t sign, double *s, double *c) {
    double z = r.hi * r.hi;
    double z2 = z * z;
    double z4 = z2 * z2;
    double half_z = 0.5 * z;
    double sine_sum =
        TMI_SIN_1 +
        (z * TMI_SIN_2 + (z2 * (TMI_SIN_3 + z * TMI_SIN_4) + z4 * (TMI_SIN_5 + z * TMI_SIN_6)));
    double cosine_sum =
        TMI_COS_1 +
        (z * TMI_COS_2 + (z2 * (TMI_COS_3 + z * TMI_COS_4) + z4 * (TMI_COS_5 + z * TMI_COS_6)));
    double sine = r.hi + ((r.hi * z) * sine_sum + (r.lo - half_z * r.lo)); /* (5) */
    double w = 1.0 - half_z;
    double w_error = (1.0 - w) - half_z;
    double cosine = w + (w_error + (z2 * cosine_sum - r.hi * r.lo)); /* (6) */

    /* (7) */
    uint64_t swap = (0u - (r.quadrant & 1u)) & (tmi_bits_of(sine) ^ tmi_bits_of(cosine));
    uint64_t sine_sign = (r.quadrant << 62 & TMI_SIGN_BIT) ^ sign;
    uint64_t cosine_sign = (r.quadrant + 1u) << 62 & TMI_SIGN_BIT;
    *s = tmi_double_of(tmi_bits_of(sine) ^ swap ^ sine_sign);
    *c = tmi_double_of(tmi_bits_of(cosine) ^ swap ^ cosine_sign);
}

static inline double magnitude(double x) {
    return tmi_double_of(tmi_bits_of(x) & ~TMI_SIGN_BIT);
}

static inline void sincos_quickly(double x, double *s, double *c) {
    evaluate(reduce_quickly(magnitude(x)), tmi_bits_of(x) & TMI_SIGN_BIT, s, c);
}

/* Kept out of line, so that the common range stays short. */
__attribute__((noinline)) static void sincos_far(double x, double *s, double *c) {
    if (tmi_bits_of(magnitude(x)) >= TMI_INFINITY_BITS) {
        *s = x - x;
        *c = x - x;
        return;
    }
    evaluate(tmi_angle_reduce(magnitude(x)), tmi_bits_of(x) & TMI_SIGN_BIT, s, c);
}

void tmi_sincos(double x, double *s, double *c) {
    /* False for NaN, too. */
    if (magnitude(x) <= QUICK_LIMIT) {
        sincos_quickly(x, s, c);
    } else {
        sincos_far(x, s, c);
    }
}

double tmi_sin(double x) {
    double s;
    double c;
    if (magnitude(x) <= QUICK_LIMIT) {
        sincos_quickly(x, &s, &c);
    } else {
        sincos_far(x, &s, &c);
    }
    return s;
}

double tmi_cos(double x) {
    double s;
    double c;
    if (magnitude(x) <= QUICK_LIMIT) {
        sincos_quickly(x, &s, &c);
    } else {
        sincos_far(x, &s, &c);
    }
    return c;
}

void tmi_sincos_many(const double *restrict x, double *restrict s, double *restrict c,
                     int32_t count) {
    int32_t done = 0;
    for (; done + BLOCK <= count; done += BLOCK) {
        const double *block = x + done;
        /* A number above the limit, NaN included, leaves the top bit of its difference set. */
        uint64_t far = 0;
        for (int32_t i = 0; i < BLOCK; i++) {
            far |= tmi_bits_of(QUICK_LIMIT) - (tmi_bits_of(block[i]) & ~TMI_SIGN_BIT);
        }
        if (far & TMI_SIGN_BIT) {
            for (int32_t i = 0; i < BLOCK; i++) {
                tmi_sincos(block[i], s + done + i, c + done + i);
            }
        } else {
            for (int32_t i = 0; i < BLOCK; i++) {
                sincos_quickly(block[i], s + done + i, c + done + i);
            }
        }
    }
    for (; done < count; done++) {
        tmi_sincos(x[done], s + done, c + done);
    }
}
