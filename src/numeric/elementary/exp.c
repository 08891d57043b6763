/* exp.c: the exponential. Its body is exp_parts.h, which the power and the hyperbolic functions
 * share; here are the ends of its range. */
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/exp_parts.h"

#include <math.h>

/* What is below the normal numbers must be rounded at a fixed place, and not twice: the sum is
 * added to a number whose last place is that place, docs/theory/elementary.md (21). */
static double scale_below(double head, double low, int32_t exponent) {
    double y = head + low;
    double y_error = (head - y) + low;
    double big = tmi_power_of_two(DBL_MIN_EXP - 1 - exponent);
    double h = big + y;
    double sum = h + (((big - h) + y) + y_error);
    /* What the bits of the sum exceed those of `big` by is the bits of the subnormal number. */
    return tmi_double_of(tmi_bits_of(sum) - tmi_bits_of(big));
}

double tmi_exp_scale(double head, double low, int32_t exponent) {
    double y = head + low;
    if (exponent > DBL_MAX_EXP - 2) {
        return y * 0x1p1000 * tmi_power_of_two(exponent - 1000);
    }
    if (exponent > DBL_MIN_EXP - 1 || (exponent == DBL_MIN_EXP - 1 && y >= 1.0)) {
        return y * tmi_power_of_two(exponent);
    }
    return scale_below(head, low, exponent);
}

/* Kept out of line: NaN, infinities, and results that are not normal or nearly so. */
__attribute__((noinline)) static double exp_rare(double x) {
    if (x != x) {
        return x;
    }
    if (x > TMI_EXP_MAX) {
        return HUGE_VAL;
    }
    if (x < TMI_EXP_MIN) {
        return 0.0;
    }
    tmiExpParts p = tmi_exp_parts(x, -0.0);
    return tmi_exp_scale(p.head, p.low, tmi_exp_exponent(p));
}

double tmi_exp(double x) {
    /* Adding -0 changes nothing, not even the sign of a zero, and so costs nothing. */
    return fabs(x) < TMI_EXP_NORMAL ? tmi_exp_normal(tmi_exp_parts(x, -0.0)) : exp_rare(x);
}
