/* pow.c: powers, as the exponential of y ln x. */
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/exp_parts.h"
#include "numeric/elementary/log_parts.h"

#include <math.h>
#include <stdbool.h>

/* y ln x, the first part of it exact and the second below 2^-24 of the first.
 * docs/theory/elementary.md (27), after [DE]; the relative error is that of the logarithm. */
TMI_INLINE tmiDoubleDouble exponent_of(tmiDoubleDouble ln, double y) {
    double l = ln.head + ln.low;
    double l1 = tmi_first_26_bits(l);
    double l2 = (ln.head - l1) + ln.low;
    double y1 = tmi_first_26_bits(y);
    return (tmiDoubleDouble){y1 * l1, y1 * l2 + (y - y1) * l};
}

/* |x|^y for finite x and y, x not zero. */
static double power_of_size(double x, double y) {
    tmiDoubleDouble p = exponent_of(tmi_log_lifted(x), y);
    if (p.head > TMI_EXP_MAX) {
        return HUGE_VAL;
    }
    if (p.head < TMI_EXP_MIN) {
        return 0.0;
    }
    tmiExpParts e = tmi_exp_parts(p.head, p.low);
    return tmi_exp_scale(e.head, e.low, tmi_exp_exponent(e));
}

/* Zero or infinity where x >= 0 is zero or infinite, or y is infinite; negative where neither. */
static double plain_power(double x, double y) {
    if (fabs(y) > DBL_MAX) {
        return x == 1.0 ? 1.0 : (x > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    if (x == 0.0 || x > DBL_MAX) {
        return (x > 1.0) == (y > 0.0) ? HUGE_VAL : 0.0;
    }
    return -1.0;
}

/* Kept out of line: all special values of Annex F.10.4.4, negative and subnormal x, and results
 * that are not normal or nearly so. */
__attribute__((noinline)) static double power_rare(double x, double y) {
    if (y == 0.0 || x == 1.0) {
        return 1.0;
    }
    if (x != x || y != y) {
        return x + y;
    }
    /* An infinite y counts as whole and even, as all doubles from 2^53 are. */
    bool whole = floor(y) == y;
    bool odd = whole && floor(0.5 * y) != 0.5 * y;
    double size = fabs(x);
    double result = plain_power(size, y);
    if (result < 0.0) {
        if (x < 0.0 && !whole) {
            return (x - x) / (x - x);
        }
        result = power_of_size(size, y);
    }
    return odd && tmi_bits_of(x) >> 63 ? -result : result;
}

double tmi_pow(double x, double y) {
    uint64_t bits = tmi_bits_of(x);
    if (tmi_log_is_plain(bits)) {
        tmiDoubleDouble p = exponent_of(tmi_log_parts(bits, 0), y);
        /* False where y is infinite or NaN: so is the product, or 0 times it. */
        if (fabs(p.head) < TMI_EXP_NORMAL) {
            return tmi_exp_normal(tmi_exp_parts(p.head, p.low));
        }
    }
    return power_rare(x, y);
}
