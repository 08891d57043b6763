/* arithmetic.c: remainder, rounding, powers. */
#include "define/language/code/arithmetic.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define EXPONENT_BITS UINT64_C(0x7ff)
#define LEADING_BIT (UINT64_C(1) << 52)

/* A positive double as mantissa * 2^(exponent - 1075). */
typedef struct Parts {
    uint64_t mantissa; /* below 2^53 */
    int32_t exponent;  /* 1 … 2046 */
} Parts;

static Parts parts_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t exponent = (int32_t)(bits >> 52 & EXPONENT_BITS);
    uint64_t mantissa = bits & (LEADING_BIT - 1);
    return exponent ? (Parts){mantissa | LEADING_BIT, exponent} : (Parts){mantissa, 1};
}

/* 2^(n - 1023) for 1 <= n <= 2046. */
static double power_of_two(int32_t n) {
    uint64_t bits = (uint64_t)n << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* a - b trunc(a / b) for positive finite a, b: long division of the mantissas, bit by bit. */
static double remainder_of(double a, double b) {
    if (a < b) {
        return a;
    }
    Parts p = parts_of(a), q = parts_of(b);
    p.mantissa %= q.mantissa; /* a subnormal b has a short mantissa */
    for (; p.exponent > q.exponent; p.exponent--) {
        p.mantissa <<= 1;
        p.mantissa -= p.mantissa >= q.mantissa ? q.mantissa : 0;
    }
    /* Both factors are exact and their product is a multiple of the least double. */
    int32_t scale = q.exponent - 1075 + 1023;
    double r = (double)p.mantissa;
    return scale >= 1 ? r * power_of_two(scale) : r * power_of_two(1) * power_of_two(scale + 1022);
}

double tmi_modulo(double a, double b) {
    if (a - a != 0.0 || b == 0.0 || b != b) {
        return (a - a) / 0.0 * 0.0;
    }
    double r = b - b == 0.0 ? remainder_of(fabs(a), fabs(b)) : fabs(a);
    r = a < 0.0 ? -r : r;
    return r != 0.0 && (r < 0.0) != (b < 0.0) ? r + b : r;
}

double tmi_round(double x) {
    double below = floor(x);
    double rest = x - below;
    return rest < 0.5 || (rest == 0.5 && x < 0.0) || x == below ? below : below + 1.0;
}

double tmi_power(double x, double y) {
    if (y == 2.0) {
        return x * x;
    }
    if (y == 3.0) {
        return x * x * x;
    }
    if (y == 4.0) {
        return (x * x) * (x * x);
    }
    return tmi_pow(x, y);
}
