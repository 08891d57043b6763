/* arithmetic.h: operations of the language that neither C nor src/numeric has. All take every
 * double and give the same bits everywhere. */
#ifndef TMI_ARITHMETIC_H
#define TMI_ARITHMETIC_H

/* a - b floor(a / b), exact except for one rounding where the signs of a and b differ: 0 or of b's
 * sign, and not beyond b. NaN for b = 0 and where a is infinite. */
double tmi_modulo(double a, double b);

/* The whole number nearest to x; halves go away from zero. */
double tmi_round(double x);

/* x^y: products for y = 2, 3 and 4, which are faster and round as people expect; else tmi_pow. */
double tmi_power(double x, double y);

#endif
