/* hyperbolic.c: hyperbolic sine, cosine and tangent, from e^x and e^-x before their rounding. */
#include "numeric/elementary/double_double.h"
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/exp_parts.h"

#include <math.h>

/* Below this the difference of e^x and e^-x would lose too many bits, and a polynomial is used. */
#define SMALL 0.25

/* Below this tanh x is x. */
#define TANH_LINEAR_BELOW 0x1p-28

/* Past this e^-x does not show beside e^x, nor the difference of tanh from 1. */
#define SATURATED_FROM 22.0

/* e^x / 2 for |x| <= SATURATED_FROM. */
static inline tmiDoubleDouble half_exp(double x) {
    tmiExpParts p = tmi_exp_parts(x, -0.0);
    double scale = tmi_power_of_two(tmi_exp_exponent(p) - 1);
    return (tmiDoubleDouble){p.head * scale, p.low * scale};
}

/* (28) sinh x for |x| <= SMALL. */
static inline tmiDoubleDouble small_sinh(double x) {
    double z = x * x;
    double zz = z * z;
    double sum =
        (TMI_SINH_1 + z * TMI_SINH_2) + zz * ((TMI_SINH_3 + z * TMI_SINH_4) + zz * TMI_SINH_5);
    return (tmiDoubleDouble){x, (x * z) * sum};
}

/* (29) The sum of e^x / 2 and, with the sign given, e^-x / 2, where the first is the larger. */
static inline tmiDoubleDouble combine(tmiDoubleDouble up, tmiDoubleDouble down, double sign) {
    double other = sign * down.head;
    double head = up.head + other;
    return (tmiDoubleDouble){head, ((up.head - head) + other) + (up.low + sign * down.low)};
}

/* e^x / 2 for x > SATURATED_FROM; infinite past the largest double, NaN for NaN. */
static double half_exp_alone(double x) {
    if (!(x <= TMI_EXP_MAX + 1.0)) {
        return x != x ? x : HUGE_VAL;
    }
    tmiExpParts p = tmi_exp_parts(x, -0.0);
    return tmi_exp_scale(p.head, p.low, tmi_exp_exponent(p) - 1);
}

static inline double with_sign_of(double size, double x) {
    return tmi_double_of(tmi_bits_of(size) | (tmi_bits_of(x) & TMI_SIGN_BIT));
}

static inline tmiDoubleDouble sinh_pair(double x) {
    return x < SMALL ? small_sinh(x) : combine(half_exp(x), half_exp(-x), -1.0);
}

double tmi_sinh(double x) {
    double size = fabs(x);
    if (!(size <= SATURATED_FROM)) {
        return with_sign_of(half_exp_alone(size), x);
    }
    tmiDoubleDouble s = sinh_pair(size);
    return with_sign_of(s.head + s.low, x);
}

double tmi_cosh(double x) {
    double size = fabs(x);
    if (!(size <= SATURATED_FROM)) {
        return half_exp_alone(size);
    }
    tmiDoubleDouble c = combine(half_exp(size), half_exp(-size), 1.0);
    return c.head + c.low;
}

double tmi_tanh(double x) {
    double size = fabs(x);
    if (!(size >= TANH_LINEAR_BELOW && size <= SATURATED_FROM)) {
        return size > SATURATED_FROM ? with_sign_of(1.0, x) : x;
    }
    tmiDoubleDouble s = sinh_pair(size);
    tmiDoubleDouble c = combine(half_exp(size), half_exp(-size), 1.0);
    tmiDoubleDouble t = tmi_double_double_quotient(tmi_double_double_rounded(s.head, s.low),
                                                   tmi_double_double_rounded(c.head, c.low));
    return with_sign_of(t.head + t.low, x);
}
