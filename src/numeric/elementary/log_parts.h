/* log_parts.h: the logarithm in two doubles, as the power needs it. Private to log.c and pow.c. */
#ifndef TMI_LOG_PARTS_H
#define TMI_LOG_PARTS_H

#include "numeric/elementary/double_double.h"
#include "numeric/elementary/exponential_tables.h"

#include <stdbool.h>

/* Whether tmi_log_parts takes the number with these bits: positive, finite and not subnormal. */
TMI_INLINE bool tmi_log_is_plain(uint64_t bits) {
    const uint64_t min = 0x0010000000000000u;
    return bits - min < TMI_INFINITY_BITS - min;
}

/* ln(x 2^more) for a plain x, given by its bits; the second part is below 2^-15 of the first.
 * [Tang90]; docs/theory/elementary.md (22)-(25).
 *   k          x = 2^k m, m being 0.7 … 1.41;  1/c   of the interval of m, 10 bits
 *   m1 + m2    m, m1 being a multiple of 2^-24;  r1 + r2   m/c - 1, exactly
 *   q          r1^2/2, exactly;  row   1/c, ln c as head and tail
 * Departs from [Tang90]: m is multiplied by a short 1/c instead of divided, so that r is exact
 * without a fused multiply-add, and everything larger than 2^-16 of the result is exact. The
 * relative error is below 2^-67. Costs 36 operations. */
TMI_INLINE tmiDoubleDouble tmi_log_parts(uint64_t bits, int32_t more) {
    const uint64_t one = 0x3ff0000000000000u;
    uint64_t from_start = bits - TMI_LOG_START;
    int32_t exponent = (int32_t)((from_start + one) >> 52) - 1023;
    const double *row = tmi_log_table[from_start >> 45 & (TMI_LOG_ROWS - 1)];
    double m = tmi_double_of(bits - ((uint64_t)exponent << 52));
    double k = exponent + more;

    /* (22); the number rounds m to the nearest multiple of 2^-24. */
    const double rounder = 0x1.8p28;
    double m1 = (m + rounder) - rounder;
    double r1 = m1 * row[0] - 1.0;
    double r2 = (m - m1) * row[0];
    double r = r1 + r2;
    double rr = r * r;

    /* (23): the first sum is exact, the others have their errors beside them. */
    double a = (k * TMI_LN_2_HEAD + row[1]) + r1;
    double b = a + r2;
    double b_error = (a - b) + r2;
    double q = 0.5 * (r1 * r1);
    double head = b - q;
    double head_error = (b - head) - q;

    /* (24), (25) */
    double sum = (TMI_LOG_1 + r * TMI_LOG_2) + rr * (TMI_LOG_3 + r * TMI_LOG_4) +
                 (rr * rr) * (TMI_LOG_5 + r * TMI_LOG_6);
    double low = (r * rr) * sum - 0.5 * (r2 * (r1 + r));
    return (tmiDoubleDouble){head, ((k * TMI_LN_2_TAIL + row[2]) + (b_error + head_error)) + low};
}

/* ln x for any positive finite x: subnormal ones are lifted. */
TMI_INLINE tmiDoubleDouble tmi_log_lifted(double x) {
    int32_t lift = x < DBL_MIN ? 54 : 0;
    return tmi_log_parts(tmi_bits_of(x * tmi_power_of_two(lift)), -lift);
}

#endif
