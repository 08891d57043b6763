/* exp_parts.h: the exponential before its last rounding. Private to exp.c, pow.c, hyperbolic.c. */
#ifndef TMI_EXP_PARTS_H
#define TMI_EXP_PARTS_H

#include "numeric/elementary/exponential_tables.h"
#include "numeric/elementary/float_bits.h"

/* e^x is a normal number for |x| up to here, with room for what the tail of x adds. */
#define TMI_EXP_NORMAL 708.0

/* Beyond these, e^x rounds to infinity and to zero. Between them, tmi_exp_scale may be called. */
#define TMI_EXP_MAX 710.0
#define TMI_EXP_MIN -746.0

/* (head + low) * 2^exponent. */
typedef struct tmiExpParts {
    double head;    /* 1 … 2 */
    double low;     /* below 2^-8, its error below 2^-60 */
    uint64_t steps; /* 128 times the exponent in two's complement, except for the last seven bits */
} tmiExpParts;

/* e^(x + tail) for |x| < 2^10 and |tail| < 2^-15.
 * [Tang89]; docs/theory/elementary.md (18)-(20).
 *   k    nearest whole number of steps ln 2 / 128 to x;  r   x + tail less these steps
 *   row  2^(j/128) as head and tail, j being k modulo 128
 * Departs from [Tang89]: four times as many steps, for a shorter polynomial and a smaller last
 * error. x minus k times the first part of the step is exact. Costs 15 operations. */
TMI_INLINE tmiExpParts tmi_exp_parts(double x, double tail) {
    /* Added and subtracted, it rounds to the nearest whole number, which then stands in the last
     * bits of the sum. */
    const double rounder = 0x1.8p52;
    double rounded = x * TMI_EXP_STEPS_IN_ONE + rounder;
    double k = rounded - rounder;
    double r = ((x - k * TMI_EXP_STEP_1) - k * TMI_EXP_STEP_2) + tail; /* (18) */
    double rr = r * r;
    double p = r + rr * ((TMI_EXP_1 + r * TMI_EXP_2) + rr * (TMI_EXP_3 + r * TMI_EXP_4)); /* (19) */
    const double *row = tmi_exp_table[tmi_bits_of(rounded) & (TMI_EXP_ROWS - 1)];
    return (tmiExpParts){row[0], row[1] + row[0] * p, tmi_bits_of(rounded)}; /* (20) */
}

/* The number itself, where it is known to be normal. The exponent is added to that of 1 … 2. */
TMI_INLINE double tmi_exp_normal(tmiExpParts p) {
    return tmi_double_of(tmi_bits_of(p.head + p.low) + (p.steps >> 7 << 52));
}

TMI_INLINE int32_t tmi_exp_exponent(tmiExpParts p) {
    int32_t steps = (int32_t)(uint32_t)p.steps;
    return (steps - (steps & (TMI_EXP_ROWS - 1))) / TMI_EXP_ROWS;
}

/* Returns (head + low) * 2^exponent, rounded once even where that is subnormal or infinite, for
 * |exponent| < 1100. */
double tmi_exp_scale(double head, double low, int32_t exponent);

#endif
