/* table.c: the value of a table between and beyond its points. */
#include "define/language/code/arithmetic.h"
#include "define/language/code/code.h"

#include <math.h>

/* ---- Slopes -------------------------------------------------------------------------------- */

/* Both rise or both fall. */
static bool agree(double a, double b) {
    return (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0);
}

/* Slope at a point between two stretches of widths h1, h2 and slopes d1, d2 ([FB], as [FC] has it
 * for unequal widths): a weighted harmonic mean, zero where the points turn round. It is at most
 * three times the smaller of d1 and d2, which is enough for the cubic to be monotone ([FC]
 * theorem 2). */
static double slope_between(double h1, double d1, double h2, double d2) {
    if (!agree(d1, d2)) {
        return 0.0;
    }
    double w1 = 2.0 * h2 + h1, w2 = h2 + 2.0 * h1;
    return (w1 + w2) / (w1 / d1 + w2 / d2);
}

/* Slope at an end: of the parabola through three points, kept within what monotone cubics allow. */
static double slope_at_end(double h1, double d1, double h2, double d2) {
    double slope = ((2.0 * h1 + h2) * d1 - h1 * d2) / (h1 + h2);
    if (!agree(slope, d1)) {
        return 0.0;
    }
    return !agree(d1, d2) && fabs(slope) > 3.0 * fabs(d1) ? 3.0 * d1 : slope;
}

void tmi_table_slopes(const double *x, const double *y, int32_t count,
                      tmiInterpolation interpolation, tmiBeyond beyond, double *slopes) {
#define WIDTH(i) (x[(i) + 1] - x[i])
#define SLOPE(i) ((y[(i) + 1] - y[i]) / WIDTH(i))
    int32_t last = count - 1;
    if (interpolation == TMI_TABLE_LINEAR || count == 2) {
        for (int32_t i = 0; i < last; i++) {
            slopes[i] = SLOPE(i);
        }
        slopes[last] = SLOPE(last - 1);
        return;
    }
    for (int32_t i = 1; i < last; i++) {
        slopes[i] = slope_between(WIDTH(i - 1), SLOPE(i - 1), WIDTH(i), SLOPE(i));
    }
    if (beyond == TMI_BEYOND_REPEAT) {
        slopes[0] = slope_between(WIDTH(last - 1), SLOPE(last - 1), WIDTH(0), SLOPE(0));
        slopes[last] = slopes[0];
        return;
    }
    slopes[0] = slope_at_end(WIDTH(0), SLOPE(0), WIDTH(1), SLOPE(1));
    slopes[last] = slope_at_end(WIDTH(last - 1), SLOPE(last - 1), WIDTH(last - 2), SLOPE(last - 2));
#undef WIDTH
#undef SLOPE
}

/* ---- Values -------------------------------------------------------------------------------- */

/* The last point at or before x, which lies between the first and the last. */
static int32_t find(const tmiTable *table, double x) {
    int32_t low = 0, high = table->count - 1;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (table->x[middle] <= x) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Between the points i and i + 1, s = 0 … 1 of the way from the first: the cubic of Hermite. */
static double between(const tmiTable *table, int32_t i, double x) {
    double h = table->x[i + 1] - table->x[i], s = (x - table->x[i]) / h;
    double y = table->y[i], rise = table->y[i + 1] - y;
    if (table->interpolation == TMI_TABLE_LINEAR) {
        return y + rise * s;
    }
    double m0 = h * table->slopes[i], m1 = h * table->slopes[i + 1];
    return y + s * (m0 + s * ((3.0 * rise - (2.0 * m0 + m1)) + s * ((m0 + m1) - 2.0 * rise)));
}

static double beyond(const tmiTable *table, double x) {
    int32_t end = x < table->x[0] ? 0 : table->count - 1;
    if (table->beyond == TMI_BEYOND_HOLD) {
        return table->y[end];
    }
    if (table->beyond == TMI_BEYOND_EXTEND) {
        return table->y[end] + table->slopes[end] * (x - table->x[end]);
    }
    return (x - x) / 0.0 * 0.0;
}

/* The place of x in a table that repeats. */
static double within(const tmiTable *table, double x) {
    double first = table->x[0], last = table->x[table->count - 1];
    if (table->beyond == TMI_BEYOND_REPEAT && (x < first || x > last)) {
        x = first + tmi_modulo(x - first, last - first);
        x = x > last ? last : x;
    }
    return x;
}

void tmi_table_derivatives(const tmiTable *table, double x, double y[3]) {
    int32_t last = table->count - 1;
    y[0] = tmi_table_value(table, x);
    y[1] = y[2] = 0.0;
    x = within(table, x);
    bool repeats = table->beyond == TMI_BEYOND_REPEAT;
    if (x == table->x[last] && repeats) {
        x = table->x[0];
    }
    if (x >= table->x[0] && x < table->x[last]) {
        int32_t i = find(table, x);
        double h = table->x[i + 1] - table->x[i], s = (x - table->x[i]) / h;
        double rise = table->y[i + 1] - table->y[i];
        if (table->interpolation == TMI_TABLE_LINEAR) {
            y[1] = rise / h;
            return;
        }
        double m0 = h * table->slopes[i], m1 = h * table->slopes[i + 1];
        double c2 = 3.0 * rise - (2.0 * m0 + m1), c3 = (m0 + m1) - 2.0 * rise;
        y[1] = (m0 + s * (2.0 * c2 + 3.0 * s * c3)) / h;
        y[2] = (2.0 * c2 + 6.0 * s * c3) / (h * h);
    } else if (table->beyond == TMI_BEYOND_EXTEND) {
        y[1] = table->slopes[x < table->x[0] ? 0 : last];
    }
}

double tmi_table_value(const tmiTable *table, double x) {
    int32_t last = table->count - 1;
    double first = table->x[0];
    x = within(table, x);
    if (x >= first && x < table->x[last]) {
        return between(table, find(table, x), x);
    }
    if (x == table->x[last]) {
        return table->y[last];
    }
    return x == x ? beyond(table, x) : x;
}
