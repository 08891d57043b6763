/* test_text_number.c: doubles as text, against the C library's printf. */
#include "base/base.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_same_as_printf(tmTest *t, double number, int32_t decimals) {
    char expected[400], found[400];
    snprintf(expected, sizeof expected, "%.*f", (int)decimals, number);
    tmiText text;
    tmi_text_init(&text, found, sizeof found);
    tmi_text_add_double(&text, number, decimals);
    return CHECK_TEXT(found, expected);
}

TEST(chosen_numbers_are_written_as_printf_writes_them) {
    const double numbers[] = {
        0.0,    -0.0,  1.0,         0.5,    1.5,     2.5,    0.125,
        9.9999, 999.5, 0x1p-1074,   1e22,   1e308,   -1e-7,  0x1p-30,
        0.1,    -0.05, 1234567.891, 4503.5, 99.9951, 0.0005, 0x1.fffffffffffffp1023};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (int32_t decimals = 0; decimals <= TMI_TEXT_DECIMALS; decimals++) {
            is_same_as_printf(t, numbers[i], decimals);
        }
    }
}

TEST(random_bits_are_written_as_printf_writes_them) {
    uint64_t seed = 7;
    for (int i = 0; i < test_rounds(20000); i++) {
        uint64_t bits = test_random(&seed);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            is_same_as_printf(t, number, test_between(&seed, 0, 12));
        }
        is_same_as_printf(t, test_uniform(&seed, -1000.0, 1000.0), test_between(&seed, 0, 6));
        /* Ties: quarters and eighths with fewer places than they have. */
        is_same_as_printf(t, test_between(&seed, -9999, 9999) / 8.0, test_between(&seed, 0, 2));
    }
}

TEST(what_is_no_number_is_said) {
    char found[16];
    tmiText text;
    tmi_text_init(&text, found, sizeof found);
    tmi_text_add_double(&text, -INFINITY, 3);
    CHECK_TEXT(found, "-inf");
    tmi_text_init(&text, found, sizeof found);
    tmi_text_add_double(&text, fabs(NAN), 3);
    CHECK_TEXT(found, "nan");
}

TEST(short_numbers_lose_closing_zeros_and_the_sign_of_zero) {
    const struct {
        double number;
        int32_t decimals;
        const char *text;
    } cases[] = {
        {12.5, 2, "12.5"}, {3.0, 2, "3"},       {100.0, 0, "100"},  {-0.001, 2, "0"},
        {0.999, 2, "1"},   {-7.25, 2, "-7.25"}, {-7.25, 1, "-7.2"}, {1e15, 3, "1000000000000000"},
        {-0.0, 0, "0"},    {10.04, 1, "10"},    {0.05, 1, "0.1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char found[64];
        tmiText text;
        tmi_text_init(&text, found, sizeof found);
        tmi_text_add_short(&text, cases[i].number, cases[i].decimals);
        CHECK_TEXT(found, cases[i].text);
    }
}

/* Compared as numbers, for printf writes closing zeros and other powers of ten. */
static void is_same_as_printf_in_digits(tmTest *t, double number, int32_t count) {
    char expected[64], found[64];
    snprintf(expected, sizeof expected, "%.*e", (int)count - 1, number);
    tmiText text;
    tmi_text_init(&text, found, sizeof found);
    tmi_text_add_digits(&text, number, count);
    CHECK(strchr(found, '.') && strchr(found, '.')[1] >= '0' && strchr(found, '.')[1] <= '9');
    CHECK(strtod(found, NULL) == strtod(expected, NULL));
}

TEST(significant_digits_are_those_of_printf) {
    uint64_t seed = 11;
    const double numbers[] = {1.0,
                              9.9999999,
                              0.00099996,
                              1e22,
                              1e23,
                              0.5,
                              0x1p-1074,
                              -2.5,
                              3.5,
                              12345.5,
                              1e15,
                              999999999999999.0,
                              9999999999999999.0,
                              1e-4,
                              9.9996e-5,
                              58.86,
                              0x1.fffffffffffffp1023,
                              -0x1p-1022,
                              0.1,
                              65432.0};
    for (int32_t count = 1; count <= TMI_TEXT_DIGITS; count++) {
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            is_same_as_printf_in_digits(t, numbers[i], count);
        }
    }
    for (int i = 0; i < test_rounds(20000); i++) {
        uint64_t bits = test_random(&seed);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            is_same_as_printf_in_digits(t, number, test_between(&seed, 1, 17));
        }
        is_same_as_printf_in_digits(t, test_uniform(&seed, -1000.0, 1000.0), 17);
        is_same_as_printf_in_digits(t, test_between(&seed, -99999, 99999) / 8.0,
                                    test_between(&seed, 1, 6));
    }
}

TEST(numbers_with_significant_digits_look_as_people_write_them) {
    const struct {
        double number;
        int32_t count;
        const char *text;
    } cases[] = {{1.0, 8, "1.0"},
                 {-0.0, 8, "0.0"},
                 {-58.86, 8, "-58.86"},
                 {0.55251634, 8, "0.55251634"},
                 {1.3945346123, 8, "1.3945346"},
                 {0.999999999, 8, "1.0"},
                 {123456.0, 2, "120000.0"},
                 {0.00012345, 3, "0.000123"},
                 {0.000099996, 3, "0.0001"},
                 {0.000012345, 3, "1.23e-5"},
                 {-1.5e-17, 8, "-1.5e-17"},
                 {1e15, 8, "1.0e15"},
                 {999999999999999.0, 17, "999999999999999.0"},
                 {0.1, 17, "0.10000000000000001"},
                 {INFINITY, 3, "inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char found[64];
        tmiText text;
        tmi_text_init(&text, found, sizeof found);
        tmi_text_add_digits(&text, cases[i].number, cases[i].count);
        CHECK_TEXT(found, cases[i].text);
    }
}

TEST_MAIN(CASE(significant_digits_are_those_of_printf),
          CASE(numbers_with_significant_digits_look_as_people_write_them),
          CASE(chosen_numbers_are_written_as_printf_writes_them),
          CASE(random_bits_are_written_as_printf_writes_them), CASE(what_is_no_number_is_said),
          CASE(short_numbers_lose_closing_zeros_and_the_sign_of_zero))
