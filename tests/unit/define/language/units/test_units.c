/* test_units.c: dimensions, units and what numbers with them are worth. Expected numbers are the
 * decimal constants of the units' definitions, which the C compiler rounds. */
#include "define/language/units/units.h"
#include "define/language/vocabulary/vocabulary.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.141592653589793

static double value_of(const char *text) {
    tmiNumber number = tmi_number_read(text, (int32_t)strlen(text));
    return number.fault == TMI_NUMBER_FINE ? number.value : NAN;
}

TEST(numbers_with_units_are_worth_the_nearest_double_in_si) {
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"0.05s", 0.05},
        {"10mm", 0.01},
        {"1cm", 0.01},
        {"0.3mm", 0.0003},
        {"7um", 7e-6},
        {"9.81m/s^2", 9.81},
        {"200N/m", 200.0},
        {"200N/mm", 200000.0},
        {"2.5kN", 2500.0},
        {"210GPa", 2.1e11},
        {"7.85g/cm^3", 7850.0},
        {"1in", 0.0254},
        {"1ft", 0.3048},
        {"1lb", 0.45359237},
        {"1lbf", 4.4482216152605},
        {"5min", 300.0},
        {"2h", 7200.0},
        {"180deg", 3.141592653589793},
        {"90deg", (PI / 2.0)},
        {"360deg", 2.0 * PI},
        {"1turn", 2.0 * PI},
        {"0.25turn", (PI / 2.0)},
        {"60rpm", 2.0 * PI},
        {"1deg", 0.017453292519943295},
        {"30deg", 0.52359877559829887307710723},
        {"45deg", 0.7853981633974483},
        {"1mrad", 0.001},
        {"50Hz", 50.0},
        {"3kg*m^2", 3.0},
        {"1e-3m", 0.001},
        {"2m^-1", 2.0},
        {"2mm^-1", 2000.0},
        {"36km/h", 10.0},
        {"2rad/s", 2.0},
        {"1.5e3", 1500.0},
        {"1Nm", 1.0},
        {"3J", 3.0},
        {"3kW", 3000.0},
        {"1in^2", 6.4516e-4},
        {"2t", 2000.0},
        {"1bar", 1e5},
        {"12ns", 12e-9},
        {"4us", 4e-6},
        {"4mg", 4e-6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!CHECK(value_of(rows[i].text) == rows[i].value)) {
            printf("%s: %.17g, not %.17g\n", rows[i].text, value_of(rows[i].text), rows[i].value);
        }
    }
}

/* long double has 11 bits more, so that its product is the exact one except for some 1e-3 ulp. */
TEST(degrees_and_inches_are_off_by_less_than_one_ulp) {
    uint64_t seed = 3;
    const long double pi = 3.14159265358979323846264338327950288L;
    for (int32_t i = 0; i < 20000; i++) {
        char text[64];
        double x = test_uniform(&seed, 0.0, 720.0);
        snprintf(text, sizeof text, "%.17gdeg", x);
        double ulp = nexttoward(value_of(text), INFINITY) - value_of(text);
        CHECK(fabsl((long double)value_of(text) - (long double)x * pi / 180.0L) <= 0.502L * ulp);
        snprintf(text, sizeof text, "%.17gin/min", x);
        ulp = nexttoward(value_of(text), INFINITY) - value_of(text);
        CHECK(fabsl((long double)value_of(text) - (long double)x * 254.0L / 600000.0L) <=
              0.502L * ulp);
    }
}

TEST(every_unit_has_the_factor_that_its_row_says) {
    int32_t count;
    const tmiUnit *units = tmi_units(&count);
    for (int32_t i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "1%s", units[i].name);
        CHECK_NEAR(value_of(text), units[i].factor, 2.3e-16 * units[i].factor);
        CHECK(i == 0 || strcmp(units[i - 1].name, units[i].name) < 0);
        CHECK(tmi_unit_find(units[i].name, (int32_t)strlen(units[i].name)) == &units[i]);
        CHECK(units[i].help[0] != '\0');
    }
}

TEST(faults_of_a_unit_are_found_where_they_are) {
    static const struct {
        const char *text;
        tmiNumberFault fault;
        int32_t start, length;
    } rows[] = {
        {"5parsec", TMI_NUMBER_NO_UNIT, 1, 6},   {"5mm/fortnight", TMI_NUMBER_NO_UNIT, 4, 9},
        {"2e", TMI_NUMBER_NO_UNIT, 1, 1},        {"5m^0", TMI_NUMBER_NO_SENSE, 1, 3},
        {"5m^0.5", TMI_NUMBER_NO_SENSE, 1, 3},   {"1e999", TMI_NUMBER_TOO_LARGE, 0, 5},
        {"1e306km", TMI_NUMBER_TOO_LARGE, 0, 7}, {"1e307h", TMI_NUMBER_TOO_LARGE, 0, 6},
        {"2m^200", TMI_NUMBER_TOO_LARGE, 1, 5},  {"2m^99999999999", TMI_NUMBER_TOO_LARGE, 1, 13},
        {"5mm/", TMI_NUMBER_NO_SENSE, 1, 3},     {"5m2", TMI_NUMBER_NO_UNIT, 1, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tmiNumber found = tmi_number_read(rows[i].text, (int32_t)strlen(rows[i].text));
        if (!CHECK(found.fault == rows[i].fault && found.fault_start == rows[i].start &&
                   found.fault_length == rows[i].length)) {
            printf("%s: fault %d at %d, %d bytes\n", rows[i].text, found.fault, found.fault_start,
                   found.fault_length);
        }
    }
}

static tmiDimension dimension_of(const char *text) {
    return tmi_number_read(text, (int32_t)strlen(text)).dimension;
}

TEST(dimensions_have_words) {
    static const char *const rows[][2] = {
        {"1", "a plain number"},
        {"1mm", "a length"},
        {"1km/h", "a speed"},
        {"1N", "a force"},
        {"1N*m", "a torque or an energy"},
        {"1Nm/rad", "a torque or an energy"},
        {"1rad*m/s", "a speed"},
        {"1rpm", "an angular speed"},
        {"1deg/s^2", "an angular acceleration"},
        {"1N*s/m", "a damping"},
        {"1kg*m^2", "a moment of inertia"},
        {"1kg*m^2/s^5", "a number in kg*m^2/s^5"},
        {"1s^-4", "a number in 1/s^4"},
        {"1N/mm", "a stiffness"},
    };
    char text[TMI_DIMENSION_TEXT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tmi_dimension_text(dimension_of(rows[i][0]), text);
        CHECK_TEXT(text, rows[i][1]);
    }
    tmiDimension root;
    CHECK(tmi_dimension_power(TMI_LENGTH, 0.5, &root));
    tmi_dimension_text(root, text);
    CHECK_TEXT(text, "a number in m^(1/2)");
    CHECK(tmi_dimension_power(TMI_LENGTH, -4.0 / 3.0, &root));
    tmi_dimension_text(root, text);
    CHECK_TEXT(text, "a number in 1/m^(4/3)");
}

TEST(every_example_unit_of_a_dimension_has_that_dimension) {
    int32_t count;
    const tmiDimensionRow *rows = tmi_dimension_rows(&count);
    for (int32_t i = 0; i < count; i++) {
        char units[TMI_DIMENSION_TEXT], one[TMI_DIMENSION_TEXT + 2];
        strcpy(units, rows[i].units);
        for (char *at = strtok(units, ", "); at; at = strtok(NULL, ", ")) {
            snprintf(one, sizeof one, "1%s", at);
            bool known =
                strcmp(at, "or") == 0 || tmi_dimension_equal(dimension_of(one), rows[i].dimension);
            CHECK(known);
        }
        tmi_dimension_symbol(rows[i].dimension, units);
        snprintf(one, sizeof one, "1%s", units);
        CHECK(tmi_dimension_equal(dimension_of(one), rows[i].dimension) && value_of(one) == 1.0);
        for (int32_t k = 0; k < i; k++) {
            CHECK(!tmi_dimension_equal(rows[k].dimension, rows[i].dimension));
        }
    }
}

TEST(dimensions_multiply_divide_and_have_roots) {
    tmiDimension d;
    CHECK(tmi_dimension_multiply(TMI_LENGTH, TMI_ANGLE, &d) && tmi_dimension_equal(d, TMI_LENGTH));
    CHECK(tmi_dimension_divide(TMI_LENGTH, TMI_LENGTH, &d) && tmi_dimension_is_plain(d));
    CHECK(tmi_dimension_power(dimension_of("1m^2"), 0.5, &d) && tmi_dimension_equal(d, TMI_LENGTH));
    CHECK(tmi_dimension_power(TMI_LENGTH, 1.0 / 3.0, &d) && d.length == 4);
    CHECK(tmi_dimension_power(TMI_PLAIN, 0.1, &d) && tmi_dimension_is_plain(d));
    CHECK(!tmi_dimension_power(TMI_LENGTH, 0.1, &d));
    CHECK(!tmi_dimension_power(TMI_LENGTH, 1e9, &d));
    CHECK(!tmi_dimension_power(TMI_LENGTH, NAN, &d));
    CHECK(tmi_dimension_power(TMI_LENGTH, 100.0, &d) && !tmi_dimension_multiply(d, TMI_LENGTH, &d));
}

TEST(a_plain_number_fits_anywhere_and_an_angle_only_where_one_is_wanted) {
    CHECK(tmi_dimension_fits(TMI_PLAIN, TMI_LENGTH));
    CHECK(!tmi_dimension_fits(TMI_LENGTH, TMI_PLAIN));
    CHECK(!tmi_dimension_fits(TMI_LENGTH, TMI_TIME));
    CHECK(!tmi_dimension_fits(TMI_ANGLE, TMI_PLAIN));
    CHECK(tmi_dimension_fits(dimension_of("1s^-2"), dimension_of("1rad/s^2")));
    CHECK(!tmi_dimension_fits(dimension_of("1rpm"), dimension_of("1Hz")));
}

TEST(numbers_in_messages_have_six_digits) {
    static const struct {
        double number;
        const char *text;
    } rows[] = {{0.0, "0"},
                {1.5, "1.5"},
                {-4.0, "-4"},
                {1.0 / 3.0, "0.333333"},
                {1e-9, "1e-9"},
                {1234567.0, "1234567"},
                {6.02214076e23, "6.02214e+23"},
                {0.001, "0.001"},
                {-2.5e-7, "-2.5e-7"},
                {INFINITY, "inf"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char buffer[64];
        tmiText text;
        tmi_text_init(&text, buffer, sizeof buffer);
        tmi_text_add_number(&text, rows[i].number);
        CHECK_TEXT(buffer, rows[i].text);
    }
}

TEST_MAIN(CASE(numbers_with_units_are_worth_the_nearest_double_in_si),
          CASE(degrees_and_inches_are_off_by_less_than_one_ulp),
          CASE(every_unit_has_the_factor_that_its_row_says),
          CASE(faults_of_a_unit_are_found_where_they_are), CASE(dimensions_have_words),
          CASE(every_example_unit_of_a_dimension_has_that_dimension),
          CASE(dimensions_multiply_divide_and_have_roots),
          CASE(a_plain_number_fits_anywhere_and_an_angle_only_where_one_is_wanted),
          CASE(numbers_in_messages_have_six_digits))
