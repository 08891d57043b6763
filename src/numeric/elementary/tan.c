/* tan.c: the tangent. */
#include "numeric/elementary/double_double.h"
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/trig_reduce.h"

/* The tangent of x, of which |x| was reduced to r: that of r, or in odd quadrants -1 / tan r, (15).
 * Both are computed and a mask selects, for no processor could predict a branch. Costs a division
 * and 50 operations. */
TMI_INLINE double evaluate(tmiReduced r, double x) {
    uint64_t sign = tmi_bits_of(r.hi) & TMI_SIGN_BIT;
    tmiDoubleDouble sum =
        tmi_row_sum(tmi_tan_table, fabs(r.hi), tmi_double_of(tmi_bits_of(r.lo) ^ sign));
    tmiDoubleDouble t = tmi_double_double_rounded(sum.head, sum.low);
    tmiDoubleDouble c = tmi_double_double_quotient((tmiDoubleDouble){1.0, 0.0}, t);
    uint64_t quadrant = tmi_bits_of(r.quadrant);
    uint64_t odd = quadrant & 1u;
    double size = tmi_select(odd, c.head + c.low, t.head);
    return tmi_double_of(tmi_bits_of(size) ^ sign ^ ((tmi_bits_of(x) ^ odd << 63) & TMI_SIGN_BIT));
}

/* Kept out of line: large angles, infinities and NaN. */
__attribute__((noinline)) static double tan_far(double x) {
    if (tmi_bits_of(fabs(x)) >= TMI_INFINITY_BITS) {
        return x - x;
    }
    return evaluate(tmi_angle_reduce_far(fabs(x)), x);
}

double tmi_tan(double x) {
    return tmi_angle_is_near(x) ? evaluate(tmi_angle_reduce_near(fabs(x)), x) : tan_far(x);
}
