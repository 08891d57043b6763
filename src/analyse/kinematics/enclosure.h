/* enclosure.h: numbers that are known to lie between two bounds, with their slopes: what a function
 * of one variable t can be while t runs through a box [m - h, m + h] ([Moore66]).
 *
 * An enclosure holds three ranges: the function over the box, the function at m, and its slope over
 * the box. Each operation computes the first in the plain way and then cuts it by the mean value
 * form f(m) + [slope] [-h, h], which is off by h^2 only. Bounds are moved outwards by more than
 * a rounding, so that no mode of the processor need be changed. An unbounded range says nothing. */
#ifndef TMI_ENCLOSURE_H
#define TMI_ENCLOSURE_H

#include "base/base.h"

#include <math.h>

typedef struct tmiRange {
    double low, high;
} tmiRange;

typedef struct tmiEnclosure {
    tmiRange all;   /* over the box */
    tmiRange mid;   /* at its middle */
    tmiRange slope; /* over the box */
} tmiEnclosure;

/* ---- Ranges -------------------------------------------------------------------------------- */

static inline tmiRange tmi_range_everything(void) {
    return (tmiRange){-INFINITY, INFINITY};
}

static inline bool tmi_range_is_bounded(tmiRange a) {
    return a.low - a.low == 0.0 && a.high - a.high == 0.0;
}

static inline bool tmi_range_has_zero(tmiRange a) {
    return a.low <= 0.0 && a.high >= 0.0;
}

/* Bounds that were rounded to nearest, moved outwards by at least as much. */
static inline tmiRange tmi_range_outwards(double low, double high) {
    return (tmiRange){low - (TMI_EPSILON * fabs(low) + TMI_TINY),
                      high + (TMI_EPSILON * fabs(high) + TMI_TINY)};
}

static inline tmiRange tmi_range_add(tmiRange a, tmiRange b) {
    return tmi_range_outwards(a.low + b.low, a.high + b.high);
}

static inline tmiRange tmi_range_subtract(tmiRange a, tmiRange b) {
    return tmi_range_outwards(a.low - b.high, a.high - b.low);
}

static inline tmiRange tmi_range_multiply(tmiRange a, tmiRange b) {
    double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    double low = p < q ? p : q, high = p < q ? q : p;
    low = r < low ? r : low;
    high = r > high ? r : high;
    low = s < low ? s : low;
    high = s > high ? s : high;
    bool bounded = (p - p) + (q - q) + (r - r) + (s - s) == 0.0;
    return bounded ? tmi_range_outwards(low, high) : tmi_range_everything();
}

static inline tmiRange tmi_range_square(tmiRange a) {
    double p = a.low * a.low, q = a.high * a.high;
    double low = tmi_range_has_zero(a) ? 0.0 : p < q ? p : q;
    tmiRange made = tmi_range_outwards(low, p < q ? q : p);
    made.low = made.low > 0.0 ? made.low : 0.0;
    return made;
}

static inline tmiRange tmi_range_divide(tmiRange a, tmiRange b) {
    if (tmi_range_has_zero(b) || !tmi_range_is_bounded(b)) {
        return tmi_range_everything();
    }
    return tmi_range_multiply(a, tmi_range_outwards(1.0 / b.high, 1.0 / b.low));
}

/* Root of the part of `a` that has one. */
static inline tmiRange tmi_range_root(tmiRange a) {
    tmiRange made =
        tmi_range_outwards(a.low > 0.0 ? sqrt(a.low) : 0.0, a.high > 0.0 ? sqrt(a.high) : 0.0);
    made.low = made.low > 0.0 ? made.low : 0.0;
    return made;
}

/* ---- Enclosures ---------------------------------------------------------------------------- */

static inline tmiEnclosure tmi_enclosure_of(double number) {
    return (tmiEnclosure){{number, number}, {number, number}, {0.0, 0.0}};
}

/* Cuts what the function is over the box by the mean value form; `half` is the box's half width. */
static inline tmiEnclosure tmi_enclosure_cut(tmiEnclosure a, double half) {
    tmiRange by = tmi_range_add(a.mid, tmi_range_multiply(a.slope, (tmiRange){-half, half}));
    a.all.low = by.low > a.all.low ? by.low : a.all.low;
    a.all.high = by.high < a.all.high ? by.high : a.all.high;
    return a;
}

static inline tmiEnclosure tmi_enclosure_add(tmiEnclosure a, tmiEnclosure b, double half) {
    return tmi_enclosure_cut((tmiEnclosure){tmi_range_add(a.all, b.all),
                                            tmi_range_add(a.mid, b.mid),
                                            tmi_range_add(a.slope, b.slope)},
                             half);
}

static inline tmiEnclosure tmi_enclosure_subtract(tmiEnclosure a, tmiEnclosure b, double half) {
    return tmi_enclosure_cut((tmiEnclosure){tmi_range_subtract(a.all, b.all),
                                            tmi_range_subtract(a.mid, b.mid),
                                            tmi_range_subtract(a.slope, b.slope)},
                             half);
}

static inline tmiEnclosure tmi_enclosure_multiply(tmiEnclosure a, tmiEnclosure b, double half) {
    tmiRange slope =
        tmi_range_add(tmi_range_multiply(a.slope, b.all), tmi_range_multiply(a.all, b.slope));
    return tmi_enclosure_cut(
        (tmiEnclosure){tmi_range_multiply(a.all, b.all), tmi_range_multiply(a.mid, b.mid), slope},
        half);
}

static inline tmiEnclosure tmi_enclosure_square(tmiEnclosure a, double half) {
    tmiRange slope = tmi_range_multiply((tmiRange){2.0, 2.0}, tmi_range_multiply(a.all, a.slope));
    return tmi_enclosure_cut(
        (tmiEnclosure){tmi_range_square(a.all), tmi_range_square(a.mid), slope}, half);
}

/* (a / b)' = (a' - (a / b) b') / b */
static inline tmiEnclosure tmi_enclosure_divide(tmiEnclosure a, tmiEnclosure b, double half) {
    tmiEnclosure made = {
        tmi_range_divide(a.all, b.all), tmi_range_divide(a.mid, b.mid), {0.0, 0.0}};
    made.slope =
        tmi_range_divide(tmi_range_subtract(a.slope, tmi_range_multiply(made.all, b.slope)), b.all);
    return tmi_enclosure_cut(made, half);
}

/* Where a part of the box has no root the slope is unbounded, and the mean value form says nothing:
 * it holds only where all between is defined. */
static inline tmiEnclosure tmi_enclosure_root(tmiEnclosure a, double half) {
    tmiEnclosure made = {tmi_range_root(a.all), tmi_range_root(a.mid), tmi_range_everything()};
    if (a.all.low > 0.0) {
        made.slope = tmi_range_divide(a.slope, tmi_range_multiply((tmiRange){2.0, 2.0}, made.all));
    }
    return tmi_enclosure_cut(made, half);
}

#endif
