/* test_exponential.c: exponential, logarithms, power and hyperbolic functions against MPFR, against
 * closed forms where they are exact, and at the special values of C17 Annex F. */
#include "elementary_oracle.h"

#define ARGUMENTS test_rounds(120000)

static const double inf = HUGE_VAL;
static const double not_a_number = (double)NAN;

TEST(exponential_is_as_close_to_mpfr_as_promised) {
    CHECK_NEAR(oracle_worst_share("exp", ARGUMENTS, 1), 0.0, 1.0);
}

TEST(logarithms_are_as_close_to_mpfr_as_promised) {
    CHECK_NEAR(oracle_worst_share("log", ARGUMENTS, 2), 0.0, 1.0);
    CHECK_NEAR(oracle_worst_share("log10", ARGUMENTS, 3), 0.0, 1.0);
}

TEST(hyperbolic_functions_are_as_close_to_mpfr_as_promised) {
    CHECK_NEAR(oracle_worst_share("sinh", ARGUMENTS, 4), 0.0, 1.0);
    CHECK_NEAR(oracle_worst_share("cosh", ARGUMENTS, 5), 0.0, 1.0);
    CHECK_NEAR(oracle_worst_share("tanh", ARGUMENTS, 6), 0.0, 1.0);
}

TEST(powers_are_as_close_to_mpfr_as_promised) {
    tmOracle o;
    uint64_t state = 7;
    double worst = 0.0;
    oracle_open(&o);
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x;
        double y;
        pow_argument(&state, i, &x, &y);
        worst = fmax(worst, oracle_pow(&o, x, y));
    }
    oracle_close(&o);
    CHECK_NEAR(worst, 0.0, PROMISE_POW);
}

TEST(exponential_has_the_special_values_of_annex_f) {
    CHECK(tmi_exp(0.0) == 1.0 && tmi_exp(-0.0) == 1.0);
    CHECK(tmi_exp(inf) == inf);
    CHECK(same_bits(tmi_exp(-inf), 0.0));
    CHECK(isnan(tmi_exp(not_a_number)) && isnan(tmi_exp(-not_a_number)));
    const double tiny[] = {5e-324, DBL_MIN, 1e-300, 1e-20, 0x1p-54};
    for (int i = 0; i < 5; i++) {
        CHECK(tmi_exp(tiny[i]) == 1.0 && tmi_exp(-tiny[i]) == 1.0);
    }
}

TEST(exponential_ends_where_the_range_of_doubles_does) {
    /* 1024 ln 2 rounded down, and -1075 ln 2 rounded up: the last arguments with a result. */
    CHECK(tmi_exp(0x1.62e42fefa39efp9) < inf);
    CHECK(tmi_exp(0x1.62e42fefa39f0p9) == inf);
    CHECK(tmi_exp(-0x1.74910d52d3051p9) == 5e-324);
    CHECK(tmi_exp(-0x1.74910d52d3052p9) == 0.0);
    CHECK(tmi_exp(DBL_MAX) == inf);
    CHECK(same_bits(tmi_exp(-DBL_MAX), 0.0));
}

/* Whether f grows from x to the next double, for 500 doubles on either side. */
static bool grows_around(double (*f)(double), double x) {
    bool grows = true;
    for (int side = 0; side < 2; side++) {
        double at = x;
        for (int i = 0; i < 500; i++) {
            double next = nextafter(at, side ? inf : -inf);
            grows = grows && (side ? f(next) >= f(at) : f(next) <= f(at));
            at = next;
        }
    }
    return grows;
}

TEST(functions_do_not_fall_where_their_formulas_change) {
    CHECK(grows_around(tmi_exp, 708.0) && grows_around(tmi_exp, -708.0));
    CHECK(grows_around(tmi_exp, -0x1.6232bdd7abcd2p9)); /* ln of the smallest normal number */
    CHECK(grows_around(tmi_log, DBL_MIN) && grows_around(tmi_log, 1.0));
    CHECK(grows_around(tmi_sinh, 0.25) && grows_around(tmi_sinh, 22.0));
    CHECK(grows_around(tmi_tanh, 0.25) && grows_around(tmi_tanh, 22.0));
    CHECK(grows_around(tmi_tanh, 0x1p-28) && grows_around(tmi_cosh, 22.0));
}

TEST(logarithms_have_the_special_values_of_annex_f) {
    double (*const logs[])(double) = {tmi_log, tmi_log10};
    for (int i = 0; i < 2; i++) {
        CHECK(logs[i](0.0) == -inf && logs[i](-0.0) == -inf);
        CHECK(same_bits(logs[i](1.0), 0.0));
        CHECK(logs[i](inf) == inf);
        const double wrong[] = {-5e-324, -1.0, -DBL_MAX, -inf, not_a_number};
        for (int j = 0; j < 5; j++) {
            CHECK(isnan(logs[i](wrong[j])));
        }
    }
}

TEST(logarithm_to_base_10_is_exact_for_powers_of_10) {
    const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                             1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (int n = 0; n <= 22; n++) {
        CHECK(tmi_log10(powers[n]) == n);
        CHECK(tmi_pow(10.0, n) == powers[n]);
    }
}

TEST(powers_have_the_special_values_of_annex_f) {
    /* Rows of F.10.4.4: x, y, power. */
    const double rows[][3] = {
        {0.0, -1.0, inf},
        {-0.0, -1.0, -inf},
        {0.0, -3.0, inf},
        {-0.0, -3.0, -inf},
        {-0.0, -2.0, inf},
        {0.0, -2.0, inf},
        {-0.0, -0.5, inf},
        {-0.0, -0x1p53, inf},
        {0.0, -inf, inf},
        {-0.0, -inf, inf},
        {0.0, 3.0, 0.0},
        {-0.0, 3.0, -0.0},
        {-0.0, 2.0, 0.0},
        {-0.0, 0.5, 0.0},
        {-0.0, inf, 0.0},
        {0.0, inf, 0.0},
        {-1.0, inf, 1.0},
        {-1.0, -inf, 1.0},
        {1.0, inf, 1.0},
        {1.0, -inf, 1.0},
        {1.0, not_a_number, 1.0},
        {0.0, 0.0, 1.0},
        {-0.0, -0.0, 1.0},
        {inf, 0.0, 1.0},
        {-inf, -0.0, 1.0},
        {not_a_number, 0.0, 1.0},
        {not_a_number, -0.0, 1.0},
        {-3.0, 0.0, 1.0},
        {0.5, -inf, inf},
        {-0.5, -inf, inf},
        {2.0, -inf, 0.0},
        {-2.0, -inf, 0.0},
        {0.5, inf, 0.0},
        {-0.5, inf, 0.0},
        {2.0, inf, inf},
        {-2.0, inf, inf},
        {5e-324, -inf, inf},
        {0x1.fffffffffffffp-1, inf, 0.0},
        {0x1.0000000000001p0, inf, inf},
        {-inf, -3.0, -0.0},
        {-inf, -2.0, 0.0},
        {-inf, -0.5, 0.0},
        {-inf, -inf, 0.0},
        {-inf, 3.0, -inf},
        {-inf, 2.0, inf},
        {-inf, 0.5, inf},
        {-inf, inf, inf},
        {-inf, 0x1p53, inf},
        {inf, -1e-300, 0.0},
        {inf, -inf, 0.0},
        {inf, 1e-300, inf},
        {inf, inf, inf},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(same_bits(tmi_pow(rows[i][0], rows[i][1]), rows[i][2]));
    }
    const double wrong[][2] = {{-1.0, 0.5},
                               {-2.0, -0x1.0000000000001p0},
                               {-5e-324, 1e-300},
                               {-DBL_MAX, 0x1.fffffffffffffp51},
                               {not_a_number, 1.0},
                               {2.0, not_a_number},
                               {not_a_number, -inf},
                               {-inf, not_a_number},
                               {not_a_number, not_a_number},
                               {-1.0, not_a_number}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(isnan(tmi_pow(wrong[i][0], wrong[i][1])));
    }
}

TEST(powers_of_two_are_exact_down_to_the_last_subnormal_number) {
    for (int n = -1074; n <= 1023; n++) {
        CHECK(tmi_pow(2.0, n) == ldexp(1.0, n));
        CHECK(tmi_pow(-2.0, n) == ldexp(n % 2 ? -1.0 : 1.0, n));
        CHECK(tmi_pow(0.5, -n) == ldexp(1.0, n));
    }
    CHECK(same_bits(tmi_pow(2.0, -1075.0), 0.0)); /* a tie, which goes to the even number */
    CHECK(tmi_pow(2.0, -0x1.0cbffffffffffp10) == 5e-324);
    CHECK(same_bits(tmi_pow(-2.0, -1075.0), -0.0));
    CHECK(tmi_pow(2.0, 1024.0) == inf && tmi_pow(-2.0, 1024.0) == inf);
    CHECK(tmi_pow(-2.0, 1025.0) == -inf);
}

TEST(powers_that_are_doubles_are_exact) {
    uint64_t state = 8;
    for (int i = 0; i < test_rounds(20000); i++) {
        double any = any_double(&state);
        double whole = test_between(&state, 1, 67108863);
        CHECK(tmi_pow(any, 1.0) == any);
        CHECK(tmi_pow(whole, 2.0) == whole * whole);
        CHECK(tmi_pow(-whole, 2.0) == whole * whole);
        CHECK(tmi_pow(whole * whole, 0.5) == whole);
        double cubed = test_between(&state, -208063, 208063);
        CHECK(tmi_pow(cubed, 3.0) == cubed * cubed * cubed);
    }
    double power = 1.0;
    for (int n = 0; n <= 33; n++) {
        CHECK(tmi_pow(3.0, n) == power);
        CHECK(tmi_pow(-3.0, n) == (n % 2 ? -power : power));
        power *= 3.0;
    }
    CHECK(tmi_pow(5e-324, 0.5) == 0x1p-537);
    CHECK(tmi_pow(-5e-324, -1.0) == -inf);
    CHECK(tmi_pow(0x1p-1022, -1.0) == 0x1p1022);
}

TEST(huge_exponents_are_even_and_go_to_the_ends_of_the_range) {
    CHECK(tmi_pow(-1.0, 0x1.fffffffffffffp52) == -1.0);
    CHECK(tmi_pow(-1.0, 0x1p53) == 1.0);
    CHECK(tmi_pow(-1.0, -DBL_MAX) == 1.0);
    CHECK(tmi_pow(0x1.0000000000001p0, 1e300) == inf);
    CHECK(same_bits(tmi_pow(0x1.fffffffffffffp-1, 1e300), 0.0));
    CHECK(tmi_pow(0x1.fffffffffffffp-1, -1e300) == inf);
    CHECK(same_bits(tmi_pow(-0x1.0000000000001p0, -DBL_MAX), 0.0));
    CHECK(tmi_pow(DBL_MAX, DBL_MAX) == inf && tmi_pow(5e-324, DBL_MAX) == 0.0);
    CHECK(tmi_pow(DBL_MAX, 5e-324) == 1.0 && tmi_pow(5e-324, -5e-324) == 1.0);
}

TEST(hyperbolic_functions_have_the_special_values_of_annex_f) {
    double (*const odd[])(double) = {tmi_sinh, tmi_tanh};
    const double tiny[] = {0.0, 5e-324, DBL_MIN, 1e-300, 1e-20};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 5; j++) {
            CHECK(same_bits(odd[i](tiny[j]), tiny[j]));
            CHECK(same_bits(odd[i](-tiny[j]), -tiny[j]));
            CHECK(tmi_cosh(tiny[j]) == 1.0 && tmi_cosh(-tiny[j]) == 1.0);
        }
        CHECK(isnan(odd[i](not_a_number)));
    }
    CHECK(isnan(tmi_cosh(not_a_number)));
    CHECK(tmi_sinh(inf) == inf && tmi_sinh(-inf) == -inf);
    CHECK(tmi_cosh(inf) == inf && tmi_cosh(-inf) == inf);
    CHECK(tmi_tanh(inf) == 1.0 && tmi_tanh(-inf) == -1.0);
    CHECK(tmi_tanh(1e9) == 1.0 && tmi_tanh(-DBL_MAX) == -1.0);
    /* 1025 ln 2 rounded down: the last argument with a result. */
    CHECK(tmi_sinh(0x1.633ce8fb9f87dp9) < inf && tmi_cosh(-0x1.633ce8fb9f87dp9) < inf);
    CHECK(tmi_sinh(0x1.633ce8fb9f87ep9) == inf && tmi_cosh(-0x1.633ce8fb9f87ep9) == inf);
    CHECK(tmi_sinh(-DBL_MAX) == -inf && tmi_cosh(DBL_MAX) == inf);
}

TEST(hyperbolic_functions_are_odd_and_even_in_all_bits) {
    uint64_t state = 9;
    int different = 0;
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x = hyperbolic_argument(&state, i);
        different += !same_bits(tmi_sinh(-x), -tmi_sinh(x));
        different += !same_bits(tmi_cosh(-x), tmi_cosh(x));
        different += !same_bits(tmi_tanh(-x), -tmi_tanh(x));
    }
    CHECK(different == 0);
}

TEST_MAIN(CASE(exponential_is_as_close_to_mpfr_as_promised),
          CASE(logarithms_are_as_close_to_mpfr_as_promised),
          CASE(hyperbolic_functions_are_as_close_to_mpfr_as_promised),
          CASE(powers_are_as_close_to_mpfr_as_promised),
          CASE(exponential_has_the_special_values_of_annex_f),
          CASE(exponential_ends_where_the_range_of_doubles_does),
          CASE(functions_do_not_fall_where_their_formulas_change),
          CASE(logarithms_have_the_special_values_of_annex_f),
          CASE(logarithm_to_base_10_is_exact_for_powers_of_10),
          CASE(powers_have_the_special_values_of_annex_f),
          CASE(powers_of_two_are_exact_down_to_the_last_subnormal_number),
          CASE(powers_that_are_doubles_are_exact),
          CASE(huge_exponents_are_even_and_go_to_the_ends_of_the_range),
          CASE(hyperbolic_functions_have_the_special_values_of_annex_f),
          CASE(hyperbolic_functions_are_odd_and_even_in_all_bits))
