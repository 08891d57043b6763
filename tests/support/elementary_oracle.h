/* elementary_oracle.h: how far the elementary functions are from MPFR, and arguments that try them
 * hard. For the unit test and the long comparison in tests/fuzz. */
#ifndef ELEMENTARY_ORACLE_H
#define ELEMENTARY_ORACLE_H

#include "hard_arguments.h"
#include "numeric/elementary/exponential_tables.h"
#include "numeric/elementary/float_bits.h"
#include "numeric/numeric.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <string.h>

#define HARD_COUNT ((int64_t)(sizeof hard_arguments / sizeof hard_arguments[0]))

/* What elementary.h promises [ulp]. */
#define PROMISE_SINCOS 0.8
#define PROMISE_ATAN2 0.6
#define PROMISE_HYPOT 0.6
#define PROMISE_HYPOT_SUBNORMAL 1.0
#define PROMISE_TAN 0.55
#define PROMISE_ASIN 0.52
#define PROMISE_EXP 0.52
#define PROMISE_LOG 0.51
#define PROMISE_POW 0.56
#define PROMISE_HYPERBOLIC 0.6

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
    long min = DBL_MIN_EXP - DBL_MANT_DIG;
    mpfr_sub_d(o->difference, exact, found, MPFR_RNDN);
    mpfr_mul_2si(o->difference, o->difference, -(place < min ? min : place), MPFR_RNDN);
    return fabs(mpfr_get_d(o->difference, MPFR_RNDN));
}

/* The same where the exact result may be too large for a double: an infinite one is right if and
 * only if MPFR's rounds to infinity, too. */
static inline double oracle_error(tmOracle *o, double found, mpfr_t exact) {
    double nearest = mpfr_get_d(exact, MPFR_RNDN);
    if (isinf(found) || isinf(nearest)) {
        return found == nearest ? 0.0 : HUGE_VAL;
    }
    return oracle_ulps(o, found, exact);
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

static inline double oracle_pow(tmOracle *o, double x, double y) {
    mpfr_set_d(o->a, x, MPFR_RNDN);
    mpfr_set_d(o->b, y, MPFR_RNDN);
    mpfr_pow(o->first, o->a, o->b, MPFR_RNDN);
    return oracle_error(o, tmi_pow(x, y), o->first);
}

/* Error of hypot, and in *promise what is allowed there. */
static inline double oracle_hypot(tmOracle *o, double x, double y, double *promise) {
    mpfr_set_d(o->a, x, MPFR_RNDN);
    mpfr_set_d(o->b, y, MPFR_RNDN);
    mpfr_hypot(o->first, o->a, o->b, MPFR_RNDN);
    double found = tmi_hypot(x, y);
    *promise = found < DBL_MIN ? PROMISE_HYPOT_SUBNORMAL : PROMISE_HYPOT;
    return oracle_error(o, found, o->first);
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

/* A few units in the last place more or less. */
static inline double nudged(uint64_t *state, double x) {
    return x * (1.0 + 0x1p-52 * test_between(state, -4, 4));
}

/* A number of either sign and at most `max`, every exponent down to 2^-60 of it being as likely as
 * any other. */
static inline double graded(uint64_t *state, double max) {
    return ldexp(test_uniform(state, -max, max), -test_between(state, 0, 60));
}

/* Argument number `i` for the exponential, in turn: small, all, subnormal results, the ends of the
 * range, the middle between two table points, and near zero. */
static inline double exp_argument(uint64_t *state, int64_t i) {
    switch (i % 6) {
    case 0:
        return test_uniform(state, -1.0, 1.0);
    case 1:
        return test_uniform(state, -746.0, 710.0);
    case 2:
        return test_uniform(state, -745.2, -708.3);
    case 3:
        return nudged(state, i % 4 < 2 ? -745.13321910194 : 709.78271289338);
    case 4:
        return nudged(state, (test_between(state, -137000, 131000) + 0.5) * 0x1.62e42fefa39efp-8);
    default:
        return graded(state, 1.0);
    }
}

/* Argument number `i` for logarithms, in turn: any, near 1 as far as it goes, the ends of the
 * table's intervals, subnormal, and about 1. */
static inline double log_argument(uint64_t *state, int64_t i) {
    switch (i % 5) {
    case 0:
        return fabs(any_double(state));
    case 1:
        return 1.0 + graded(state, 0.01);
    case 2:
        return tmi_double_of(TMI_LOG_START +
                             ((uint64_t)test_between(state, 0, TMI_LOG_ROWS) << 45) +
                             (uint64_t)test_between(state, -4, 4));
    case 3:
        return 5e-324 * floor(ldexp(test_uniform(state, 0.5, 1.0), test_between(state, 1, 52)));
    default:
        return test_uniform(state, 0.5, 2.0);
    }
}

/* Argument number `i` for arc sine and arc cosine, in turn: any, next to 1, near zero, and where
 * the legs are equal or the formula changes. */
static inline double asin_argument(uint64_t *state, int64_t i) {
    switch (i % 4) {
    case 0:
        return test_uniform(state, -1.0, 1.0);
    case 1:
        return copysign(1.0 - fabs(graded(state, 0.5)), i % 8 < 4 ? 1.0 : -1.0);
    case 2:
        return graded(state, 1.0);
    default:
        return nudged(state, i % 8 < 4 ? 0.70710678118654752 : 0.5);
    }
}

/* Argument number `i` for hyperbolic functions, in turn: small, moderate, all, where the formulas
 * change, and near zero. */
static inline double hyperbolic_argument(uint64_t *state, int64_t i) {
    const double ends[] = {0.25, 22.0, 708.0, 710.4758600739};
    switch (i % 5) {
    case 0:
        return test_uniform(state, -1.0, 1.0);
    case 1:
        return test_uniform(state, -25.0, 25.0);
    case 2:
        return test_uniform(state, -711.0, 711.0);
    case 3:
        return nudged(state, ends[i % 4]);
    default:
        return graded(state, 1.0);
    }
}

/* Pair number `i` for powers, in turn: any base with an exponent that makes the result a double;
 * the same with the result at an end of the range; a base next to 1 with a huge exponent; small
 * bases and exponents; negative bases with whole exponents; any two doubles; roots. */
static inline void pow_argument(uint64_t *state, int64_t i, double *x, double *y) {
    const double ends[] = {-745.13321910194, -708.39641853226, 709.78271289338};
    double exponent = test_uniform(state, -746.0, 710.0);
    *x = fabs(any_double(state));
    *y = exponent / log(*x);
    switch (i % 7) {
    case 1:
        *y = nudged(state, ends[test_between(state, 0, 2)] / log(*x));
        break;
    case 2:
        *x = 1.0 + graded(state, 0.01);
        *y = (i % 2 ? exponent : nudged(state, ends[i % 3])) / log(*x);
        break;
    case 3:
        *x = test_uniform(state, 0.0, 10.0);
        *y = test_uniform(state, -10.0, 10.0);
        break;
    case 4:
        *x = -test_uniform(state, 0.0, 100.0);
        *y = test_between(state, -160, 160);
        break;
    case 5:
        *y = any_double(state);
        break;
    case 6:
        *y = 1.0 / test_between(state, 1, 12);
        break;
    default:
        break;
    }
    if (!isfinite(*y)) {
        *y = 1.5; /* the base was 1 */
    }
}

/* The functions of one argument that are tried alike. */
static const struct oneArgument {
    const char *name;
    double (*ours)(double x);
    int (*exact)(mpfr_t result, const mpfr_t x, mpfr_rnd_t mode);
    double (*argument)(uint64_t *state, int64_t i);
    double promise; /* [ulp] */
} one_argument[] = {
    {"tan", tmi_tan, mpfr_tan, trig_argument, PROMISE_TAN},
    {"asin", tmi_asin, mpfr_asin, asin_argument, PROMISE_ASIN},
    {"acos", tmi_acos, mpfr_acos, asin_argument, PROMISE_ASIN},
    {"exp", tmi_exp, mpfr_exp, exp_argument, PROMISE_EXP},
    {"log", tmi_log, mpfr_log, log_argument, PROMISE_LOG},
    {"log10", tmi_log10, mpfr_log10, log_argument, PROMISE_LOG},
    {"sinh", tmi_sinh, mpfr_sinh, hyperbolic_argument, PROMISE_HYPERBOLIC},
    {"cosh", tmi_cosh, mpfr_cosh, hyperbolic_argument, PROMISE_HYPERBOLIC},
    {"tanh", tmi_tanh, mpfr_tanh, hyperbolic_argument, PROMISE_HYPERBOLIC},
};

#define ONE_ARGUMENT_COUNT ((int)(sizeof one_argument / sizeof one_argument[0]))

static inline double oracle_one(tmOracle *o, const struct oneArgument *f, double x) {
    mpfr_set_d(o->a, x, MPFR_RNDN);
    f->exact(o->first, o->a, MPFR_RNDN);
    return oracle_error(o, f->ours(x), o->first);
}

/* The largest error of the named function of one argument, as a share of what is promised. NaN if
 * there is no such function. */
static inline double oracle_worst_share(const char *name, int64_t count, uint64_t seed) {
    double worst = (double)NAN;
    tmOracle o;
    oracle_open(&o);
    for (int f = 0; f < ONE_ARGUMENT_COUNT; f++) {
        for (int64_t i = 0; strcmp(name, one_argument[f].name) == 0 && i < count; i++) {
            double error = oracle_one(&o, &one_argument[f], one_argument[f].argument(&seed, i));
            worst = fmax(worst, error / one_argument[f].promise);
        }
    }
    oracle_close(&o);
    return worst;
}

static inline bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

#endif
