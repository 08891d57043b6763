/* trig_reduce.h: brings angles into -pi/4 … pi/4: quickly up to a million turns, here, and beyond
 * that in trig_reduce.c. Private to trig.c and tan.c. */
#ifndef TMI_TRIG_REDUCE_H
#define TMI_TRIG_REDUCE_H

#include "numeric/elementary/elementary_tables.h"
#include "numeric/elementary/float_bits.h"

#include <math.h>
#include <stdbool.h>

/* The quick reduction holds up to here [rad]: quotients by pi/2 stay below 2^22, so that their
 * products with 31 bits of pi/2 are exact. It is about a million turns. */
#define TMI_ANGLE_NEAR 6291456.0

/* x = quadrant * pi/2 + hi + lo, where a multiple of 2 pi is left out. */
typedef struct tmiReduced {
    double hi;       /* |hi| <= pi/4, except for rounding [rad] */
    double lo;       /* what hi lacks [rad] */
    double quadrant; /* not a number but its bits, of which the last two count */
} tmiReduced;

/* Whether x may be reduced quickly. False for NaN, too. */
TMI_INLINE bool tmi_angle_is_near(double x) {
    return fabs(x) <= TMI_ANGLE_NEAR;
}

/* Reduction of 0 <= x <= TMI_ANGLE_NEAR: x = k pi/2 + hi + lo.
 * [CW] chapter 8; docs/theory/elementary.md (2).
 *   k      nearest whole number to x 2/pi;  P1 … P4   parts of pi/2 (TMI_HALF_PI_1 …)
 * Departs from [CW]: k P2 and k P3 are added to each other while x - k P1 is on its way, which
 * shortens the chain of dependent operations. x - k P1, k P2 and k P3 are exact, and so are both
 * error terms. The error of hi + lo is below 2^-114. */
TMI_INLINE tmiReduced tmi_angle_reduce_near(double x) {
    /* Added and subtracted, it rounds a number below 2^51 to the nearest whole one, which then
     * stands in the last bits of the sum. */
    const double rounder = 0x1.8p52;
    double rounded = x * TMI_TWO_OVER_PI + rounder;
    double k = rounded - rounder;
    double a = x - k * TMI_HALF_PI_1;
    double b = k * TMI_HALF_PI_2;
    double c = k * TMI_HALF_PI_3;
    double q = b + c;
    double q_error = c - (q - b);
    double hi = a - q;
    double hi_error = (a - hi) - q;
    return (tmiReduced){hi, hi_error - (q_error + k * TMI_HALF_PI_4), rounded};
}

/* Reduces a finite x >= 2^22. */
tmiReduced tmi_angle_reduce_far(double x);

#endif
