/* trig.h: the trigonometric functions, and the length of a vector, with the same bits everywhere.
 * C libraries differ from each other in the last bit, and some of them between processors, so the
 * core calls these instead. docs/theory/elementary.md derives them. They take every double:
 * special values go as C17 Annex F.10 has them, and no flag or errno is to be read afterwards. */
#ifndef TMI_TRIG_H
#define TMI_TRIG_H

#include <stdint.h>

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

#endif
