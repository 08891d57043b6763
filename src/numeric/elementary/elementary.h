/* elementary.h: elementary functions with the same bits everywhere: trigonometric, exponential,
 * hyperbolic. */
#ifndef TMI_ELEMENTARY_H
#define TMI_ELEMENTARY_H

#include <stdint.h>

#define TMI_PI 3.141592653589793
#define TMI_TWO_PI 6.283185307179586

/* ---- trig.c ---------------------------------------------------------------------------------- */

/* The trigonometric functions, and the length of a vector, with the same bits everywhere.
 * C libraries differ from each other in the last bit, and some of them between processors, so the
 * core calls these instead. docs/theory/elementary.md derives them. They take every double:
 * special values go as C17 Annex F.10 has them, and no flag or errno is to be read afterwards. */

/* Return the sine and cosine of x [rad], off by less than 0.8 ulp for every finite x. NaN for NaN
 * and infinities; the sine of -0 is -0. */
double tmi_sin(double x);
double tmi_cos(double x);

/* Puts tmi_sin(x) into *s and tmi_cos(x) into *c, at the price of one of them. */
void tmi_sincos(double x, double *s, double *c);

/* Puts tmi_sin(x[i]) into s[i] and tmi_cos(x[i]) into c[i] for 0 <= i < count, in about half the
 * time. A count of zero or less does nothing; else no array may be null or overlap another. */
void tmi_sincos_many(const double *x, double *s, double *c, int32_t count);

/* Returns the tangent of x [rad], off by less than 0.55 ulp for every finite x. NaN for NaN and
 * infinities; the tangent of -0 is -0. */
double tmi_tan(double x);

/* Return the angle [rad] whose sine, -pi/2 … pi/2, or cosine, 0 … pi, is x, off by less than 0.6
 * ulp. NaN for NaN and for numbers beyond -1 … 1; the arc sine of -0 is -0. */
double tmi_asin(double x);
double tmi_acos(double x);

/* Returns the angle of the vector (x, y) [rad], -pi … pi, off by less than 0.6 ulp. NaN if one of
 * them is NaN; zeros and infinities have a direction too, as in Annex F.10.1.4. */
double tmi_atan2(double y, double x);

/* Returns the angle nearest to `near` that is `raw` up to whole turns [rad]. */
double tmi_unwrap(double raw, double near);

/* Returns sqrt(x^2 + y^2), off by less than 0.6 ulp (1 ulp where that is subnormal); infinite only
 * if that exceeds the largest double or x or y is infinite, even when the other is NaN. */
double tmi_hypot(double x, double y);

/* ---- exponential.c --------------------------------------------------------------------------- */

/* Exponential, logarithm, power and hyperbolic functions, with the same bits
 * everywhere; docs/theory/elementary.md derives them. They take every
 * double: special values go as C17 Annex F.10 has them, results overflow to infinity and go down
 * through the subnormal numbers to zero, and no flag or errno is to be read afterwards. */

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
