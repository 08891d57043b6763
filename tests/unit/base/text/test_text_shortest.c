/* test_text_shortest.c: the shortest decimals, against the C library: they read back, none with
 * fewer digits does, and of those with as many they are the nearest. */
#include "test.h"
#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *shortest(double number, char buffer[32]) {
    tmiText text;
    tmi_text_init(&text, buffer, 32);
    tmi_text_add_shortest(&text, number);
    return buffer;
}

static int digits_of(const char *text) {
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) {
            count++;
            zeros = *text == '0' ? zeros + 1 : 0;
        }
    }
    return count - zeros;
}

static void check_number(tmTest *t, double number) {
    char found[32], printed[40];
    double back = strtod(shortest(number, found), NULL);
    REQUIRE(memcmp(&back, &number, sizeof back) == 0);
    REQUIRE(strlen(found) <= 24);
    int count = digits_of(found), precision = 1;
    do {
        snprintf(printed, sizeof printed, "%.*e", precision - 1, number);
    } while (strtod(printed, NULL) != number && precision++ < 17);
    REQUIRE(count <= digits_of(printed));
    if (count == digits_of(printed)) { /* printf's is the nearest of so many digits */
        long double off = fabsl(strtold(found, NULL) - (long double)number);
        REQUIRE(off <= fabsl(strtold(printed, NULL) - (long double)number));
    }
}

TEST(chosen_numbers_have_the_decimals_that_people_write) {
    const struct {
        double number;
        const char *text;
    } cases[] = {{0.0, "0"},
                 {-0.0, "-0"},
                 {0.1, "0.1"},
                 {-0.3, "-0.3"},
                 {1.0, "1"},
                 {100.0, "100"},
                 {1e16, "10000000000000000"},
                 {1e17, "1e17"},
                 {1e23, "1e23"},
                 {123456.789, "123456.789"},
                 {1e-5, "0.00001"},
                 {1.5e-6, "1.5e-6"},
                 {1.0 / 3.0, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {9007199254740992.0, "9007199254740992"},
                 {9007199254740993.0, "9007199254740992"},
                 {2.2250738585072014e-308, "2.2250738585072014e-308"},
                 {5e-324, "5e-324"},
                 {1.7976931348623157e308, "1.7976931348623157e308"},
                 {NAN, "nan"},
                 {-NAN, "nan"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char found[32];
        CHECK_TEXT(shortest(cases[i].number, found), cases[i].text);
    }
}

TEST(random_bits_read_back_and_no_shorter_decimal_does) {
    uint64_t seed = 11;
    for (int i = 0; i < test_rounds(100000); i++) {
        uint64_t bits = test_random(&seed);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            check_number(t, number);
        }
        check_number(t, test_uniform(&seed, -10.0, 10.0));
        check_number(t, test_between(&seed, -100000, 100000) / 1000.0);
    }
}

TEST(powers_of_two_and_ten_and_their_neighbours_read_back) {
    for (int i = -1074; i < 1024; i++) {
        double number = ldexp(1.0, i);
        check_number(t, number);
        check_number(t, nextafter(number, 0.0));
        check_number(t, nextafter(number, INFINITY));
    }
    for (int i = -323; i <= 308; i++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", i);
        double number = strtod(text, NULL);
        check_number(t, number);
        check_number(t, nextafter(number, 0.0));
        check_number(t, nextafter(number, INFINITY));
    }
}

TEST_MAIN(CASE(chosen_numbers_have_the_decimals_that_people_write),
          CASE(random_bits_read_back_and_no_shorter_decimal_does),
          CASE(powers_of_two_and_ten_and_their_neighbours_read_back))
