/* test_trig.c: the trigonometric functions and hypot against MPFR, against closed forms where they
 * are exact, and at the special values of C17 Annex F. */
#include "elementary_oracle.h"

#define ARGUMENTS test_rounds(120000)

static const double pi = 3.14159265358979323846;
static const double not_a_number = (double)NAN;

TEST(sine_and_cosine_are_as_close_to_mpfr_as_promised) {
    tmOracle o;
    uint64_t state = 1;
    double worst = 0.0;
    oracle_open(&o);
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double sine;
        double cosine;
        oracle_sincos(&o, trig_argument(&state, i), &sine, &cosine);
        worst = fmax(worst, fmax(sine, cosine));
    }
    oracle_close(&o);
    CHECK_NEAR(worst, 0.0, PROMISE_SINCOS);
}

TEST(atan2_is_as_close_to_mpfr_as_promised) {
    tmOracle o;
    uint64_t state = 2;
    double worst = 0.0;
    oracle_open(&o);
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x;
        double y;
        plane_argument(&state, i, &x, &y);
        worst = fmax(worst, oracle_atan2(&o, y, x));
    }
    oracle_close(&o);
    CHECK_NEAR(worst, 0.0, PROMISE_ATAN2);
}

TEST(hypot_is_as_close_to_mpfr_as_promised) {
    tmOracle o;
    uint64_t state = 3;
    double worst = 0.0;
    oracle_open(&o);
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x;
        double y;
        double promise;
        plane_argument(&state, i, &x, &y);
        double error = oracle_hypot(&o, x, y, &promise);
        worst = fmax(worst, error / promise);
    }
    oracle_close(&o);
    CHECK_NEAR(worst, 0.0, 1.0);
}

TEST(tangent_arc_sine_and_arc_cosine_are_as_close_to_mpfr_as_promised) {
    CHECK_NEAR(oracle_worst_share("tan", ARGUMENTS, 6), 0.0, 1.0);
    CHECK_NEAR(oracle_worst_share("asin", ARGUMENTS, 7), 0.0, 1.0);
    CHECK_NEAR(oracle_worst_share("acos", ARGUMENTS, 8), 0.0, 1.0);
}

TEST(the_angle_nearest_to_a_quarter_turn_is_among_the_hard_ones) {
    /* Known from the literature on argument reduction, independently of our tool. */
    CHECK(hard_arguments[0] == ldexp(6381956970095103.0, 797));
    CHECK(fabs(tmi_cos(hard_arguments[0])) < 0x1p-60);
    CHECK(fabs(tmi_cos(hard_arguments[0])) > 0x1p-61);
    CHECK(fabs(tmi_tan(hard_arguments[0])) > 0x1p60);
    CHECK(fabs(tmi_tan(hard_arguments[0])) < 0x1p61);
}

TEST(single_functions_and_sincos_give_the_same_bits) {
    uint64_t state = 4;
    int different = 0;
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x = trig_argument(&state, i);
        double s;
        double c;
        tmi_sincos(x, &s, &c);
        different += !same_bits(s, tmi_sin(x)) || !same_bits(c, tmi_cos(x));
        different += !same_bits(-s, tmi_sin(-x)) || !same_bits(c, tmi_cos(-x));
    }
    CHECK(different == 0);
}

/* Compares the block version with the single one for `count` arguments, and checks that what
 * follows in the outputs is left alone. */
static bool many_agrees(const double *x, int32_t count) {
    double s[201];
    double c[201];
    bool agrees = true;
    s[count] = c[count] = 7.0;
    tmi_sincos_many(x, s, c, count);
    for (int32_t i = 0; i < count; i++) {
        double s1;
        double c1;
        tmi_sincos(x[i], &s1, &c1);
        agrees = agrees && (same_bits(s[i], s1) || (isnan(s[i]) && isnan(s1))) &&
                 (same_bits(c[i], c1) || (isnan(c[i]) && isnan(c1)));
    }
    return agrees && s[count] == 7.0 && c[count] == 7.0;
}

TEST(many_at_once_give_the_same_bits_as_one_by_one) {
    double x[200];
    uint64_t state = 5;
    for (int32_t round = 0; round < 300; round++) {
        for (int32_t i = 0; i < 200; i++) {
            x[i] = test_uniform(&state, -7e6, 7e6) * (round % 3 ? 0.8 : 1.0);
        }
        CHECK(many_agrees(x, test_between(&state, 0, 200)));
    }
}

TEST(many_at_once_take_outliers_at_every_place) {
    const double outliers[] = {1e300,        -1e22, HUGE_VAL, -HUGE_VAL,
                               not_a_number, -0.0,  5e-324,   6291456.5};
    double x[200];
    for (int32_t place = 0; place < 200; place++) {
        for (int32_t i = 0; i < 200; i++) {
            x[i] = 0.1 * i - 10.0;
        }
        x[place] = outliers[place % 8];
        CHECK(many_agrees(x, 200));
    }
}

TEST(many_at_once_of_none_touch_nothing) {
    double s = 1.0;
    double c = 2.0;
    tmi_sincos_many(NULL, NULL, NULL, 0);
    tmi_sincos_many(NULL, &s, &c, -5);
    CHECK(s == 1.0 && c == 2.0);
}

TEST(angles_around_the_limit_of_the_quick_reduction_meet) {
    /* |sin' | <= 1: neighbours differ by no more than their distance and two rounding errors. */
    double x = 6291456.0;
    for (int i = 0; i < 1000; i++) {
        double next = nextafter(x, HUGE_VAL);
        CHECK_NEAR(tmi_sin(next), tmi_sin(x), (next - x) + 4e-16);
        CHECK_NEAR(tmi_cos(next), tmi_cos(x), (next - x) + 4e-16);
        x = i < 500 ? nextafter(x, 0.0) : i == 500 ? 6291456.0 : next;
    }
}

TEST(tiny_angles_are_their_own_sine_and_tangent) {
    const double tiny[] = {5e-324, DBL_MIN, 1e-300, 0x1p-1000, 1e-20, 0x1p-27};
    for (size_t i = 0; i < sizeof tiny / sizeof tiny[0]; i++) {
        CHECK(tmi_sin(tiny[i]) == tiny[i]);
        CHECK(tmi_sin(-tiny[i]) == -tiny[i]);
        CHECK(tmi_cos(tiny[i]) == 1.0);
        CHECK(tmi_tan(tiny[i]) == tiny[i]);
        CHECK(tmi_tan(-tiny[i]) == -tiny[i]);
        CHECK(tmi_asin(tiny[i]) == tiny[i]);
        CHECK(tmi_asin(-tiny[i]) == -tiny[i]);
    }
    CHECK(tmi_acos(5e-324) == pi / 2 && tmi_acos(-1e-300) == pi / 2);
}

TEST(tangent_and_arc_sine_are_odd_in_all_bits) {
    uint64_t state = 9;
    int different = 0;
    for (int64_t i = 0; i < ARGUMENTS; i++) {
        double x = trig_argument(&state, i);
        double a = asin_argument(&state, i);
        different += !same_bits(tmi_tan(-x), -tmi_tan(x));
        different += !same_bits(tmi_asin(-a), -tmi_asin(a));
    }
    CHECK(different == 0);
}

TEST(arc_sine_and_arc_cosine_have_the_special_values_of_annex_f) {
    CHECK(same_bits(tmi_asin(0.0), 0.0));
    CHECK(same_bits(tmi_asin(-0.0), -0.0));
    CHECK(tmi_asin(1.0) == pi / 2 && tmi_asin(-1.0) == -pi / 2);
    CHECK(same_bits(tmi_acos(1.0), 0.0));
    CHECK(tmi_acos(-1.0) == pi);
    CHECK(tmi_acos(0.0) == pi / 2 && tmi_acos(-0.0) == pi / 2);
    const double wrong[] = {0x1.0000000000001p0, 2.0, DBL_MAX, HUGE_VAL, not_a_number};
    for (int i = 0; i < 5; i++) {
        CHECK(isnan(tmi_asin(wrong[i])) && isnan(tmi_asin(-wrong[i])));
        CHECK(isnan(tmi_acos(wrong[i])) && isnan(tmi_acos(-wrong[i])));
    }
}

TEST(zeros_keep_their_sign_and_what_is_not_finite_gives_nan) {
    CHECK(same_bits(tmi_sin(0.0), 0.0));
    CHECK(same_bits(tmi_sin(-0.0), -0.0));
    CHECK(same_bits(tmi_tan(0.0), 0.0));
    CHECK(same_bits(tmi_tan(-0.0), -0.0));
    CHECK(tmi_cos(0.0) == 1.0);
    CHECK(tmi_cos(-0.0) == 1.0);
    const double wrong[] = {HUGE_VAL, -HUGE_VAL, not_a_number, -not_a_number};
    for (int i = 0; i < 4; i++) {
        double s = 0.0;
        double c = 0.0;
        tmi_sincos(wrong[i], &s, &c);
        CHECK(isnan(s) && isnan(c));
        CHECK(isnan(tmi_sin(wrong[i])) && isnan(tmi_cos(wrong[i])));
        CHECK(isnan(tmi_tan(wrong[i])));
    }
}

TEST(atan2_has_the_special_values_of_annex_f) {
    const double inf = HUGE_VAL;
    /* Rows of F.10.1.4: y, x, angle. Each row is tried with both signs of y. */
    const double rows[][3] = {
        {0.0, -0.0, pi},        {0.0, 0.0, 0.0},         {0.0, -2.0, pi},
        {0.0, -5e-324, pi},     {0.0, 3.0, 0.0},         {0.0, DBL_MAX, 0.0},
        {1.0, 0.0, pi / 2},     {1.0, -0.0, pi / 2},     {5e-324, -0.0, pi / 2},
        {7.0, -inf, pi},        {7.0, inf, 0.0},         {inf, 7.0, pi / 2},
        {inf, -7.0, pi / 2},    {inf, 0.0, pi / 2},      {inf, -0.0, pi / 2},
        {0.0, inf, 0.0},        {inf, -inf, 3 * pi / 4}, {inf, inf, pi / 4},
        {0.0, -inf, pi},        {DBL_MAX, -inf, pi},     {DBL_MAX, 0.0, pi / 2},
        {inf, 1e300, pi / 2},   {inf, -1e300, pi / 2},   {inf, -DBL_MAX, pi / 2},
        {inf, DBL_MAX, pi / 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(same_bits(tmi_atan2(rows[i][0], rows[i][1]), rows[i][2]));
        CHECK(same_bits(tmi_atan2(-rows[i][0], rows[i][1]), -rows[i][2]));
    }
    const double others[] = {0.0, -1.0, inf, not_a_number};
    for (int i = 0; i < 4; i++) {
        CHECK(isnan(tmi_atan2(not_a_number, others[i])));
        CHECK(isnan(tmi_atan2(others[i], not_a_number)));
    }
}

TEST(atan2_is_exact_on_axes_and_diagonals_of_any_size) {
    for (int e = -1074; e <= 1023; e++) {
        double d = ldexp(1.0, e);
        CHECK(tmi_atan2(d, d) == pi / 4);
        CHECK(tmi_atan2(d, -d) == 3 * pi / 4);
        CHECK(tmi_atan2(-d, -d) == -3 * pi / 4);
        CHECK(tmi_atan2(-d, d) == -pi / 4);
        CHECK(tmi_atan2(d, 0.0) == pi / 2);
        CHECK(tmi_atan2(0.0, -d) == pi);
    }
}

TEST(atan2_of_very_different_coordinates_neither_overflows_nor_loses_the_small_one) {
    CHECK(tmi_atan2(1e-300, 1e300) == 0.0);
    CHECK(tmi_atan2(1e300, 1e-300) == pi / 2);
    CHECK(tmi_atan2(1e-300, -1e300) == pi);
    CHECK(same_bits(tmi_atan2(-1e-300, 1e300), -0.0));
    CHECK(tmi_atan2(1e-300, 1.0) == 1e-300);
    CHECK(tmi_atan2(5e-324, 1.0) == 5e-324);
    CHECK(tmi_atan2(5e-324, 0x1p-1000) == 0x1p-74);
    CHECK(tmi_atan2(1.0, DBL_MAX) == 1.0 / DBL_MAX);
}

TEST(hypot_of_pythagorean_triples_is_exact_at_every_size) {
    const double triples[][3] = {{3, 4, 5}, {5, 12, 13}, {20, 21, 29}, {696, 697, 985}, {0, 1, 1}};
    for (int i = 0; i < 5; i++) {
        for (int e = -1074; e <= 1013; e++) {
            double x = ldexp(triples[i][0], e);
            double y = ldexp(triples[i][1], e);
            double h = ldexp(triples[i][2], e);
            CHECK(tmi_hypot(x, y) == h);
            CHECK(tmi_hypot(-y, x) == h);
        }
    }
}

TEST(hypot_has_the_special_values_of_annex_f) {
    CHECK(same_bits(tmi_hypot(0.0, -0.0), 0.0));
    CHECK(same_bits(tmi_hypot(-0.0, -0.0), 0.0));
    CHECK(tmi_hypot(-HUGE_VAL, not_a_number) == HUGE_VAL);
    CHECK(tmi_hypot(not_a_number, HUGE_VAL) == HUGE_VAL);
    CHECK(tmi_hypot(-HUGE_VAL, HUGE_VAL) == HUGE_VAL);
    CHECK(tmi_hypot(1.0, -HUGE_VAL) == HUGE_VAL);
    CHECK(isnan(tmi_hypot(not_a_number, 1.0)));
    CHECK(isnan(tmi_hypot(-1.0, not_a_number)));
    CHECK(isnan(tmi_hypot(not_a_number, not_a_number)));
}

TEST(hypot_overflows_only_where_the_length_does) {
    CHECK(tmi_hypot(DBL_MAX, 1.0) == DBL_MAX);
    CHECK(tmi_hypot(DBL_MAX, 0x1p900) == DBL_MAX);
    CHECK(tmi_hypot(DBL_MAX, DBL_MAX) == HUGE_VAL);
    CHECK(tmi_hypot(0x1.6a09e667f3bccp1023, 0x1.6a09e667f3bccp1023) < HUGE_VAL);
    CHECK(tmi_hypot(0x1.6a09e667f3bcdp1023, 0x1.6a09e667f3bcdp1023) == HUGE_VAL);
    CHECK(tmi_hypot(5e-324, 0.0) == 5e-324);
    CHECK(tmi_hypot(1e-300, 1e300) == 1e300);
}

TEST(angle_over_whole_turns_is_the_nearest) {
    const double turn = 6.283185307179586476925;
    uint64_t seed = 71;
    for (int i = 0; i < 10000; i++) {
        double raw = test_uniform(&seed, -3.2, 3.2), near = test_uniform(&seed, -100.0, 100.0);
        double found = tmi_unwrap(raw, near), turns = floor((found - raw) / turn + 0.5);
        CHECK_NEAR(found, raw + turns * turn, 1e-13); /* a rounding of 100 */
        CHECK(fabs(found - near) <= turn / 2.0 + 1e-13);
    }
    CHECK(tmi_unwrap(1.0, 1.0) == 1.0 && tmi_unwrap(-3.0, 0.0) == -3.0);
    CHECK_NEAR(tmi_unwrap(-3.0, 3.0), turn - 3.0, 1e-15);
}

TEST_MAIN(CASE(sine_and_cosine_are_as_close_to_mpfr_as_promised),
          CASE(atan2_is_as_close_to_mpfr_as_promised), CASE(hypot_is_as_close_to_mpfr_as_promised),
          CASE(tangent_arc_sine_and_arc_cosine_are_as_close_to_mpfr_as_promised),
          CASE(the_angle_nearest_to_a_quarter_turn_is_among_the_hard_ones),
          CASE(single_functions_and_sincos_give_the_same_bits),
          CASE(many_at_once_give_the_same_bits_as_one_by_one),
          CASE(many_at_once_take_outliers_at_every_place), CASE(many_at_once_of_none_touch_nothing),
          CASE(angles_around_the_limit_of_the_quick_reduction_meet),
          CASE(tiny_angles_are_their_own_sine_and_tangent),
          CASE(tangent_and_arc_sine_are_odd_in_all_bits),
          CASE(arc_sine_and_arc_cosine_have_the_special_values_of_annex_f),
          CASE(zeros_keep_their_sign_and_what_is_not_finite_gives_nan),
          CASE(atan2_has_the_special_values_of_annex_f),
          CASE(atan2_is_exact_on_axes_and_diagonals_of_any_size),
          CASE(atan2_of_very_different_coordinates_neither_overflows_nor_loses_the_small_one),
          CASE(hypot_of_pythagorean_triples_is_exact_at_every_size),
          CASE(hypot_has_the_special_values_of_annex_f),
          CASE(hypot_overflows_only_where_the_length_does),
          CASE(angle_over_whole_turns_is_the_nearest))
