/* asin.c: arc sine and arc cosine. */
#include "numeric/elementary/double_double.h"
#include "numeric/elementary/elementary.h"

#include <math.h>

/* From here on the arc sine of half the angle is taken. */
#define HALVED_FROM 0.5

/* sqrt((1 - a) / 2) for 0 <= a < 1, which for a >= 1/2 is exact before the root.
 * docs/theory/elementary.md (16), a Newton step as in hypot.c. Costs a square root, a division and
 * 10 operations. */
TMI_INLINE tmiDoubleDouble half_angle_sine(double a) {
    double z = 0.5 * (1.0 - a);
    double s = sqrt(z);
    double s1 = tmi_first_26_bits(s);
    return (tmiDoubleDouble){s, ((z - s1 * s1) - (s - s1) * (s + s1)) * (0.5 / s)};
}

/* 1 where a >= HALVED_FROM, else 0. By the bits, which sort as the numbers do: for a comparison of
 * doubles GCC uses part of a register that still waits for the result of the call before. */
TMI_INLINE uint64_t is_large(double a) {
    return (tmi_bits_of(a) - tmi_bits_of(HALVED_FROM)) >> 63 ^ 1u;
}

/* head + tail + factor * arc sine, of half_angle_sine(a) for a large a and else of a itself. */
typedef struct Formula {
    double head;
    double tail;
    double factor;
} Formula;

/* (17) The root is taken in any case and a mask selects, for no processor could predict a branch.
 * Costs a square root, a division and 50 operations. */
TMI_INLINE double evaluate(double a, const Formula *f) {
    tmiDoubleDouble half = half_angle_sine(a);
    uint64_t large = is_large(a);
    tmiDoubleDouble sum = tmi_row_sum(tmi_asin_table, tmi_select(large, half.head, a),
                                      tmi_select(large, half.low, 0.0));
    double term = f->factor * sum.head;
    double b = f->head + term;
    double b_error = (f->head - b) + term;
    return b + (b_error + (f->tail + f->factor * sum.low));
}

/* NaN for NaN and for numbers beyond -1 … 1. */
static double outside(double x) {
    return (x - x) / (x - x);
}

double tmi_asin(double x) {
    static const Formula formulas[2] = {{0.0, 0.0, 1.0},
                                        {TMI_HALF_PI_HEAD, TMI_HALF_PI_TAIL, -2.0}};
    double a = fabs(x);
    if (!(a <= 1.0)) {
        return outside(x);
    }
    double result = a < 1.0 ? evaluate(a, &formulas[is_large(a)]) : TMI_HALF_PI_HEAD;
    return tmi_double_of(tmi_bits_of(result) | (tmi_bits_of(x) & TMI_SIGN_BIT));
}

double tmi_acos(double x) {
    /* Two for positive x, two for negative. */
    static const Formula formulas[4] = {{TMI_HALF_PI_HEAD, TMI_HALF_PI_TAIL, -1.0},
                                        {0.0, 0.0, 2.0},
                                        {TMI_HALF_PI_HEAD, TMI_HALF_PI_TAIL, 1.0},
                                        {TMI_PI_HEAD, TMI_PI_TAIL, -2.0}};
    double a = fabs(x);
    if (!(a < 1.0)) {
        return a == 1.0 ? (x < 0.0 ? TMI_PI_HEAD : 0.0) : outside(x);
    }
    return evaluate(a, &formulas[(tmi_bits_of(x) >> 62 & 2u) | is_large(a)]);
}
