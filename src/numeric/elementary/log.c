/* log.c: the natural logarithm and that to base 10. Their body is log_parts.h. */
#include "numeric/elementary/log_parts.h"

#include "numeric/elementary/elementary.h"

#include <math.h>
#include <stdbool.h>

/* (26) Both factors in two parts, of which the product of the first is exact. */
static inline double to_base_10(tmiDoubleDouble ln) {
    double l1 = tmi_first_26_bits(ln.head + ln.low);
    double l2 = (ln.head - l1) + ln.low;
    return l1 * TMI_LOG10_E_SHORT + (l2 * TMI_LOG10_E_SHORT + (l1 + l2) * TMI_LOG10_E_REST);
}

/* Kept out of line: zeros, negative numbers, infinities and NaN; subnormal numbers are lifted. */
__attribute__((noinline)) static double log_rare(double x, bool base_10) {
    if (x == 0.0) {
        return -HUGE_VAL;
    }
    if (x < 0.0) {
        return (x - x) / (x - x);
    }
    if (!(x <= DBL_MAX)) {
        return x;
    }
    tmiDoubleDouble ln = tmi_log_lifted(x);
    return base_10 ? to_base_10(ln) : ln.head + ln.low;
}

double tmi_log(double x) {
    uint64_t bits = tmi_bits_of(x);
    if (!tmi_log_is_plain(bits)) {
        return log_rare(x, false);
    }
    tmiDoubleDouble ln = tmi_log_parts(bits, 0);
    return ln.head + ln.low;
}

double tmi_log10(double x) {
    uint64_t bits = tmi_bits_of(x);
    return tmi_log_is_plain(bits) ? to_base_10(tmi_log_parts(bits, 0)) : log_rare(x, true);
}
