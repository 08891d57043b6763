/* trig.c: sine and cosine. Angles up to a million turns are reduced here, larger ones in
 * trig_reduce.c. One formula stands here twice, lane by lane the same: `evaluate` for many angles
 * side by side, `evaluate_pair` for one angle with its sine beside its cosine. */
#include "numeric/trig.h"

#include "numeric/elementary_tables.h"
#include "numeric/float_bits.h"
#include "numeric/trig_reduce.h"

#include <math.h>

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
 *   z         hi^2;  S, C   the polynomials in z, S without its first term
 *   m + e     the first two terms of each series, m + e being their exact sum
 * The quadrant selects by masks, not branches, which no processor could predict: an odd one swaps
 * sine and cosine, and its second bit makes signs. Costs 45 operations. */
static inline void evaluate(tmiReduced r, uint64_t sign, double *s, double *c) {
    double z = r.hi * r.hi;
    double v = r.hi * z;
    double z2 = z * z;
    double z4 = z2 * z2;

    /* (5) */
    double s_term = v * TMI_SIN_1;
    double s_m = r.hi + s_term;
    double s_e = (r.hi - s_m) + s_term;
    double c_term = z * -0.5;
    double c_m = 1.0 + c_term;
    double c_e = (1.0 - c_m) + c_term;

    /* (6) */
    double s_sum =
        (TMI_SIN_2 + z * TMI_SIN_3) + (z2 * (TMI_SIN_4 + z * TMI_SIN_5) + z4 * TMI_SIN_6);
    double c_sum = (TMI_COS_1 + z * TMI_COS_2) +
                   (z2 * (TMI_COS_3 + z * TMI_COS_4) + z4 * (TMI_COS_5 + z * TMI_COS_6));
    double sine = s_m + ((v * z) * s_sum + (s_e + r.lo * c_m));
    double cosine = c_m + (z2 * c_sum + (c_e - r.lo * r.hi));

    /* (7) */
    uint64_t swap = (0u - (r.quadrant & 1u)) & (tmi_bits_of(sine) ^ tmi_bits_of(cosine));
    uint64_t sine_sign = (r.quadrant << 62 & TMI_SIGN_BIT) ^ sign;
    uint64_t cosine_sign = (r.quadrant + 1u) << 62 & TMI_SIGN_BIT;
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
static inline doublePair evaluate_pair(tmiReduced r, uint64_t sign) {
    double z = r.hi * r.hi;
    doublePair zz = {z, z};
    doublePair zz2 = zz * zz;
    doublePair zz4 = zz2 * zz2;
    doublePair first = {r.hi, 1.0};
    doublePair factor = first * zz;

    /* (5) */
    doublePair term = factor * (doublePair){TMI_SIN_1, -0.5};
    doublePair m = first + term;
    doublePair e = (first - m) + term;

    /* (6); the sine has a term less, and adding 0 changes nothing. */
    doublePair sum =
        (PAIR(2, 1) + zz * PAIR(3, 2)) +
        (zz2 * (PAIR(4, 3) + zz * PAIR(5, 4)) +
         zz4 * ((doublePair){TMI_SIN_6, TMI_COS_5} + zz * (doublePair){0.0, TMI_COS_6}));
    doublePair rest = e + (doublePair){r.lo, r.lo} * (doublePair){m[1], -r.hi};
    doublePair value = m + ((factor * zz) * sum + rest);

    /* (7) */
    uint64_t odd = 0u - (r.quadrant & 1u);
    bitsPair bits = (bitsPair)value;
    bitsPair swap = (bits ^ __builtin_shufflevector(bits, bits, 1, 0)) & (bitsPair){odd, odd};
    bitsPair signs = {(r.quadrant << 62 & TMI_SIGN_BIT) ^ sign,
                      (r.quadrant + 1u) << 62 & TMI_SIGN_BIT};
    return (doublePair)(bits ^ swap ^ signs);
}

static inline void sincos_quickly(double x, double *s, double *c) {
    evaluate(reduce_quickly(fabs(x)), tmi_bits_of(x) & TMI_SIGN_BIT, s, c);
}

/* Kept out of line, so that the common range stays short. */
__attribute__((noinline)) static doublePair sincos_far(double x) {
    if (tmi_bits_of(fabs(x)) >= TMI_INFINITY_BITS) {
        return (doublePair){x - x, x - x};
    }
    return evaluate_pair(tmi_angle_reduce(fabs(x)), tmi_bits_of(x) & TMI_SIGN_BIT);
}

static inline doublePair sincos_pair(double x) {
    uint64_t sign = tmi_bits_of(x) & TMI_SIGN_BIT;
    /* False for NaN, too. */
    if (fabs(x) <= QUICK_LIMIT) {
        return evaluate_pair(reduce_quickly(fabs(x)), sign);
    }
    return sincos_far(x);
}

void tmi_sincos(double x, double *s, double *c) {
    doublePair both = sincos_pair(x);
    *s = both[0];
    *c = both[1];
}

double tmi_sin(double x) {
    return sincos_pair(x)[0];
}

double tmi_cos(double x) {
    return sincos_pair(x)[1];
}

void tmi_sincos_many(const double *restrict x, double *restrict s, double *restrict c,
                     int32_t count) {
    int32_t done = 0;
    for (; count - done >= BLOCK; done += BLOCK) {
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
