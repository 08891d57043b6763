/* double_double.h: numbers in two doubles, for the elementary functions, and functions from rows of
 * a table.
 */
#ifndef TMI_DOUBLE_DOUBLE_H
#define TMI_DOUBLE_DOUBLE_H

#include "numeric/elementary/elementary_tables.h"
#include "numeric/elementary/float_bits.h"

/* Two doubles whose exact sum is meant, the second being much the smaller. */
typedef struct tmiDoubleDouble {
    double head;
    double low;
} tmiDoubleDouble;

/* The same number with the nearest double for its head. */
TMI_INLINE tmiDoubleDouble tmi_double_double_rounded(double head, double low) {
    double sum = head + low;
    return (tmiDoubleDouble){sum, (head - sum) + low};
}

/* a / b, where the heads of both are rounded; the relative error is below 2^-75.
 * [DE]; docs/theory/elementary.md (8), and (14) for the lows. Costs a division and 11 operations.
 */
TMI_INLINE tmiDoubleDouble tmi_double_double_quotient(tmiDoubleDouble a, tmiDoubleDouble b) {
    double inverse = 1.0 / b.head;
    double q1 = tmi_first_26_bits(a.head * inverse);
    double b1 = tmi_first_26_bits(b.head);
    double rest = (a.head - q1 * b1) - q1 * (b.head - b1);
    return (tmiDoubleDouble){q1, (rest + (a.low - q1 * b.low)) * inverse};
}

/* f(x + low) for 0 <= x <= 1, f being given by rows for c = i/64: f(c) as head and tail, then
 * a1 … a8 with f(c + h) = f(c) + h + a1 h + … + a8 h^8.
 * docs/theory/elementary.md (13); table after [GA].
 *   c   i/64 nearest to x;  h   x + low - c
 * Departs from [GA]: table points are equally spaced, and values there have tails instead of points
 * chosen so that none is needed. All that is larger than 2^-6 of the result is added with its
 * rounding error. Costs 28 operations. */
TMI_INLINE tmiDoubleDouble tmi_row_sum(const double rows[][TMI_ROW_COLUMNS], double x, double low) {
    /* Added and subtracted, it rounds to the nearest multiple of 1/64, which then stands as a whole
     * number in the last bits of the sum. */
    const double rounder = 0x1.8p46;
    double rounded = x + rounder;
    double h1 = x - (rounded - rounder);
    const double *row = rows[tmi_bits_of(rounded) & 127u];
    double h = h1 + low;
    double hh = h * h;
    double sum = (row[2] + h * row[3]) + hh * (row[4] + h * row[5]) +
                 (hh * hh) * ((row[6] + h * row[7]) + hh * (row[8] + h * row[9]));
    double a = row[0] + h1;
    double a_error = (row[0] - a) + h1;
    return (tmiDoubleDouble){a, a_error + (row[1] + (low + h * sum))};
}

#endif
