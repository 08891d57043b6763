/* enclosure.h: numbers that are known to lie between two bounds, with their slopes: what a function
 * of one variable t can be while t runs through a box [m - h, m + h] ([Moore66]).
 *
 * An enclosure holds three intervals: the function over the box, the function at m, and its
 * derivative over the box. Each operation computes the first in the plain way and then cuts it by
 * the mean value form f(m) + [derivative] [-h, h], which is off by h^2 only. Bounds are moved
 * outwards by more than a rounding, so that no mode of the processor need be changed. An unbounded
 * interval says nothing. */
#ifndef TMI_ENCLOSURE_H
#define TMI_ENCLOSURE_H

#include "base/base.h"

#include <math.h>

typedef struct tmiInterval {
    double low, high;
} tmiInterval;

typedef struct tmiEnclosure {
    tmiInterval all;        /* over the box */
    tmiInterval mid;        /* at its middle */
    tmiInterval derivative; /* over the box */
} tmiEnclosure;

/* ---- Intervals ----------------------------------------------------------------------------- */

static inline tmiInterval tmi_interval_everything(void) {
    return (tmiInterval){-INFINITY, INFINITY};
}

static inline bool tmi_interval_is_bounded(tmiInterval a) {
    return a.low - a.low == 0.0 && a.high - a.high == 0.0;
}

static inline bool tmi_interval_has_zero(tmiInterval a) {
    return a.low <= 0.0 && a.high >= 0.0;
}

/* Bounds that were rounded to nearest, moved outwards by at least as much. */
static inline tmiInterval tmi_interval_outwards(double low, double high) {
    return (tmiInterval){low - (TMI_EPSILON * fabs(low) + TMI_TINY),
                         high + (TMI_EPSILON * fabs(high) + TMI_TINY)};
}

static inline tmiInterval tmi_interval_add(tmiInterval a, tmiInterval b) {
    return tmi_interval_outwards(a.low + b.low, a.high + b.high);
}

static inline tmiInterval tmi_interval_subtract(tmiInterval a, tmiInterval b) {
    return tmi_interval_outwards(a.low - b.high, a.high - b.low);
}

static inline tmiInterval tmi_interval_multiply(tmiInterval a, tmiInterval b) {
    double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    double low = p < q ? p : q, high = p < q ? q : p;
    low = r < low ? r : low;
    high = r > high ? r : high;
    low = s < low ? s : low;
    high = s > high ? s : high;
    bool bounded = (p - p) + (q - q) + (r - r) + (s - s) == 0.0;
    return bounded ? tmi_interval_outwards(low, high) : tmi_interval_everything();
}

static inline tmiInterval tmi_interval_square(tmiInterval a) {
    double p = a.low * a.low, q = a.high * a.high;
    double low = tmi_interval_has_zero(a) ? 0.0 : p < q ? p : q;
    tmiInterval made = tmi_interval_outwards(low, p < q ? q : p);
    made.low = made.low > 0.0 ? made.low : 0.0;
    return made;
}

static inline tmiInterval tmi_interval_divide(tmiInterval a, tmiInterval b) {
    if (tmi_interval_has_zero(b) || !tmi_interval_is_bounded(b)) {
        return tmi_interval_everything();
    }
    return tmi_interval_multiply(a, tmi_interval_outwards(1.0 / b.high, 1.0 / b.low));
}

/* Root of the part of `a` that has one. */
static inline tmiInterval tmi_interval_root(tmiInterval a) {
    tmiInterval made =
        tmi_interval_outwards(a.low > 0.0 ? sqrt(a.low) : 0.0, a.high > 0.0 ? sqrt(a.high) : 0.0);
    made.low = made.low > 0.0 ? made.low : 0.0;
    return made;
}

/* ---- Enclosures ---------------------------------------------------------------------------- */

static inline tmiEnclosure tmi_enclosure_of(double number) {
    return (tmiEnclosure){{number, number}, {number, number}, {0.0, 0.0}};
}

/* Cuts what the function is over the box by the mean value form; `half` is the box's half width. */
static inline tmiEnclosure tmi_enclosure_cut(tmiEnclosure a, double half) {
    tmiInterval by =
        tmi_interval_add(a.mid, tmi_interval_multiply(a.derivative, (tmiInterval){-half, half}));
    a.all.low = by.low > a.all.low ? by.low : a.all.low;
    a.all.high = by.high < a.all.high ? by.high : a.all.high;
    return a;
}

static inline tmiEnclosure tmi_enclosure_add(tmiEnclosure a, tmiEnclosure b, double half) {
    return tmi_enclosure_cut((tmiEnclosure){tmi_interval_add(a.all, b.all),
                                            tmi_interval_add(a.mid, b.mid),
                                            tmi_interval_add(a.derivative, b.derivative)},
                             half);
}

static inline tmiEnclosure tmi_enclosure_subtract(tmiEnclosure a, tmiEnclosure b, double half) {
    return tmi_enclosure_cut((tmiEnclosure){tmi_interval_subtract(a.all, b.all),
                                            tmi_interval_subtract(a.mid, b.mid),
                                            tmi_interval_subtract(a.derivative, b.derivative)},
                             half);
}

static inline tmiEnclosure tmi_enclosure_multiply(tmiEnclosure a, tmiEnclosure b, double half) {
    tmiInterval derivative = tmi_interval_add(tmi_interval_multiply(a.derivative, b.all),
                                              tmi_interval_multiply(a.all, b.derivative));
    return tmi_enclosure_cut((tmiEnclosure){tmi_interval_multiply(a.all, b.all),
                                            tmi_interval_multiply(a.mid, b.mid), derivative},
                             half);
}

static inline tmiEnclosure tmi_enclosure_square(tmiEnclosure a, double half) {
    tmiInterval derivative =
        tmi_interval_multiply((tmiInterval){2.0, 2.0}, tmi_interval_multiply(a.all, a.derivative));
    return tmi_enclosure_cut(
        (tmiEnclosure){tmi_interval_square(a.all), tmi_interval_square(a.mid), derivative}, half);
}

/* (a / b)' = (a' - (a / b) b') / b */
static inline tmiEnclosure tmi_enclosure_divide(tmiEnclosure a, tmiEnclosure b, double half) {
    tmiEnclosure made = {
        tmi_interval_divide(a.all, b.all), tmi_interval_divide(a.mid, b.mid), {0.0, 0.0}};
    made.derivative = tmi_interval_divide(
        tmi_interval_subtract(a.derivative, tmi_interval_multiply(made.all, b.derivative)), b.all);
    return tmi_enclosure_cut(made, half);
}

/* Where a part of the box has no root the derivative is unbounded, and the mean value form says
 * nothing: it holds only where all between is defined. */
static inline tmiEnclosure tmi_enclosure_root(tmiEnclosure a, double half) {
    tmiEnclosure made = {tmi_interval_root(a.all), tmi_interval_root(a.mid),
                         tmi_interval_everything()};
    if (a.all.low > 0.0) {
        made.derivative = tmi_interval_divide(
            a.derivative, tmi_interval_multiply((tmiInterval){2.0, 2.0}, made.all));
    }
    return tmi_enclosure_cut(made, half);
}

#endif
