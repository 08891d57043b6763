/* exponential.h: exponential, logarithm, power and hyperbolic functions, with the same bits
 * everywhere; the companion of trig.h. docs/theory/elementary.md derives them. They take every
 * double: special values go as C17 Annex F.10 has them, results overflow to infinity and go down
 * through the subnormal numbers to zero, and no flag or errno is to be read afterwards. */
#ifndef TMI_EXPONENTIAL_H
#define TMI_EXPONENTIAL_H

/* Returns e^x, off by less than 0.52 ulp, subnormal results included. */
double tmi_exp(double x);

/* Returns the natural logarithm of x, off by less than 0.51 ulp. Minus infinity for zeros of either
 * sign, NaN for what is below. */
double tmi_log(double x);

/* Returns the logarithm of x to base 10, off by less than 0.51 ulp, and so exact for powers of 10
 * that are doubles. Zeros and negative numbers as tmi_log. */
double tmi_log10(double x);

/* Returns x to the power of y, off by less than 0.56 ulp, subnormal results included, and so exact
 * where the power is a double. A negative x has powers for whole y only, else NaN; 1 to any power
 * and anything to the power of 0 is 1, even where the other is NaN. */
double tmi_pow(double x, double y);

/* Return the hyperbolic sine, cosine and tangent, off by less than 0.6 ulp. */
double tmi_sinh(double x);
double tmi_cosh(double x);
double tmi_tanh(double x);

#endif
