/* elementary_oracle.h: how far the elementary functions are from MPFR, and arguments that try them
 * hard. For the unit test and the long comparison in tests/fuzz. */
#ifndef ELEMENTARY_ORACLE_H
#define ELEMENTARY_ORACLE_H

#include "hard_arguments.h"
#include "numeric/numeric.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

#define HARD_COUNT ((int64_t)(sizeof hard_arguments / sizeof hard_arguments[0]))

/* What trig.h promises [ulp]. */
#define PROMISE_SINCOS 0.8
#define PROMISE_ATAN2 0.6
#define PROMISE_HYPOT 0.6
#define PROMISE_HYPOT_SUBNORMAL 1.0

/* 53 bits, and enough more that the oracle's own error does not show in an error of 0.5 ulp. */
#define ORACLE_BITS 100

typedef struct tmOracle {
    mpfr_t a, b, first, second, difference;
} tmOracle;

static inline void oracle_open(tmOracle *o) {
    mpfr_inits2(ORACLE_BITS, o->a, o->b, o->first, o->second, o->difference, (mpfr_ptr)0);
}

static inline void oracle_close(tmOracle *o) {
    mpfr_clears(o->a, o->b, o->first, o->second, o->difference, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* Returns |found - exact| in units of the last place of a double of the size of `exact`. */
static inline double oracle_ulps(tmOracle *o, double found, mpfr_t exact) {
    if (mpfr_zero_p(exact) || !isfinite(found)) {
        return found == 0.0 ? 0.0 : HUGE_VAL;
    }
    long place = mpfr_get_exp(exact) - DBL_MANT_DIG;
    long least = DBL_MIN_EXP - DBL_MANT_DIG;
    mpfr_sub_d(o->difference, exact, found, MPFR_RNDN);
    mpfr_mul_2si(o->difference, o->difference, -(place < least ? least : place), MPFR_RNDN);
    return fabs(mpfr_get_d(o->difference, MPFR_RNDN));
}

/* Errors of sine and cosine of x. */
static inline void oracle_sincos(tmOracle *o, double x, double *sine, double *cosine) {
    double s;
    double c;
    tmi_sincos(x, &s, &c);
    mpfr_set_d(o->a, x, MPFR_RNDN);
    mpfr_sin_cos(o->first, o->second, o->a, MPFR_RNDN);
    *sine = oracle_ulps(o, s, o->first);
    *cosine = oracle_ulps(o, c, o->second);
}

static inline double oracle_atan2(tmOracle *o, double y, double x) {
    mpfr_set_d(o->a, y, MPFR_RNDN);
    mpfr_set_d(o->b, x, MPFR_RNDN);
    mpfr_atan2(o->first, o->a, o->b, MPFR_RNDN);
    return oracle_ulps(o, tmi_atan2(y, x), o->first);
}

/* Error of hypot, and in *promise what is allowed there. An infinite result is right if and only
 * if MPFR's rounds to infinity, too. */
static inline double oracle_hypot(tmOracle *o, double x, double y, double *promise) {
    mpfr_set_d(o->a, x, MPFR_RNDN);
    mpfr_set_d(o->b, y, MPFR_RNDN);
    mpfr_hypot(o->first, o->a, o->b, MPFR_RNDN);
    double found = tmi_hypot(x, y);
    *promise = found < DBL_MIN ? PROMISE_HYPOT_SUBNORMAL : PROMISE_HYPOT;
    if (isinf(found) && isinf(mpfr_get_d(o->first, MPFR_RNDN))) {
        return 0.0;
    }
    return oracle_ulps(o, found, o->first);
}

/* A finite double with random bits: every exponent is as likely as any other. */
static inline double any_double(uint64_t *state) {
    for (;;) {
        uint64_t bits = test_random(state);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x)) {
            return x;
        }
    }
}

/* Argument number `i` for sine and cosine. The hard ones come first; then in turn: one turn, a
 * hundred and a million turns, anything, doubles next to multiples of pi/4 near and far, where
 * quadrants change or a result is tiny, and the end of the interval of the polynomials, where
 * their errors are largest. */
static inline double trig_argument(uint64_t *state, int64_t i) {
    const double quarter = 0.78539816339744830962;
    if (i < 2 * HARD_COUNT) {
        return i % 2 ? -hard_arguments[i / 2] : hard_arguments[i / 2];
    }
    double wobble = 1.0 + 0x1p-52 * (double)test_between(state, -4, 4);
    switch (i % 7) {
    case 0:
        return test_uniform(state, -3.1415926535897932, 3.1415926535897932);
    case 1:
        return test_uniform(state, -1e3, 1e3);
    case 2:
        return test_uniform(state, -1e7, 1e7);
    case 3:
        return any_double(state);
    case 4:
        return wobble * quarter * (double)test_between(state, -5000000, 5000000);
    case 5:
        return wobble * quarter * floor(ldexp(test_uniform(state, 0.5, 1.0), (int)(i % 52)));
    default:
        return test_uniform(state, 0.7, 0.7854) + 2.0 * quarter * (double)(i % 5);
    }
}

/* Pair number `i` for atan2 and hypot, in turn: a square, anything, coordinates of like size,
 * coordinates up to 2^60 apart, ratios next to the middle between two table points, and the ends
 * of the range of doubles. */
static inline void plane_argument(uint64_t *state, int64_t i, double *x, double *y) {
    *x = test_uniform(state, -1.0, 1.0);
    *y = test_uniform(state, -1.0, 1.0);
    switch (i % 6) {
    case 1:
        *x = any_double(state);
        *y = any_double(state);
        break;
    case 2:
        *x = any_double(state) * 0.25;
        *y *= 4.0 * *x;
        break;
    case 3:
        *y = ldexp(*y, test_between(state, -60, 60));
        break;
    case 4:
        *y = *x * (test_between(state, -129, 129) / 128.0) *
             (1.0 + 0x1p-52 * test_between(state, -4, 4));
        break;
    case 5:
        *x = ldexp(*x, i % 4 < 2 ? 1024 : -1022);
        *y = ldexp(*y, i % 4 < 2 ? 1024 : -1022);
        break;
    default:
        break;
    }
}

#endif
