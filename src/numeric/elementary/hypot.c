/* hypot.c: the length of a vector in the plane. */
#include "numeric/elementary/elementary.h"
#include "numeric/elementary/float_bits.h"

#include <math.h>

/* Squares of numbers between these neither overflow nor lose bits; others are scaled. */
#define SQUARE_SAFE_MIN 0x1p-450
#define SQUARE_SAFE_MAX 0x1p500
#define SCALE_UP 0x1p600
#define SCALE_DOWN 0x1p-600

/* sqrt(x^2 + y^2) for x >= y >= 0 with x in range, by one Newton step with an exact residual.
 * [BO] section 3; docs/theory/elementary.md (11), (12).
 *   h   sqrt(x*x + y*y), off by up to 1.2 ulp;  suffix 1, 2   first 26 bits, and the rest
 * Departs from [BO]: the residual x^2 + y^2 - h^2 comes from halves of the numbers rather than from
 * a choice between two formulas, so that there is no branch. Its leading sum is exact.
 * Off by less than 0.51 ulp. Costs a square root, a division and 25 operations. */
static inline double length(double x, double y) {
    double h = sqrt(x * x + y * y);
    double x1 = tmi_first_26_bits(x);
    double y1 = tmi_first_26_bits(y);
    double h1 = tmi_first_26_bits(h);
    double lead = y1 * y1 - (h1 * h1 - x1 * x1); /* (12) */
    double rest = (x - x1) * (x + x1) + (y - y1) * (y + y1) - (h - h1) * (h + h1);
    return h + (lead + rest) * (0.5 / h); /* (11) */
}

/* Kept out of line: zeros, infinities, NaN, and what must be scaled. */
__attribute__((noinline)) static double length_rare(double x, double y) {
    if (!(x <= DBL_MAX) || !(y <= DBL_MAX)) {
        /* An infinity wins over NaN: the length is infinite whatever the other number was. */
        return x > DBL_MAX ? x : y > DBL_MAX ? y : x + y;
    }
    if (x == 0.0) {
        return 0.0;
    }
    if (x > SQUARE_SAFE_MAX) {
        return length(x * SCALE_DOWN, y * SCALE_DOWN) * SCALE_UP;
    }
    return length(x * SCALE_UP, y * SCALE_UP) * SCALE_DOWN;
}

double tmi_hypot(double x, double y) {
    uint64_t a = tmi_bits_of(x) & ~TMI_SIGN_BIT;
    uint64_t b = tmi_bits_of(y) & ~TMI_SIGN_BIT;
    /* Bits of non-negative doubles sort as the numbers do, NaN above all. */
    double larger = tmi_double_of(a > b ? a : b);
    double smaller = tmi_double_of(a > b ? b : a);
    if (larger >= SQUARE_SAFE_MIN && larger <= SQUARE_SAFE_MAX) {
        return length(larger, smaller);
    }
    return length_rare(larger, smaller);
}
