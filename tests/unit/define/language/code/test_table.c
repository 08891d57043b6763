/* test_table.c: tables: values between and beyond the points, and what is said about wrong ones. */
#include "define/language/code/arithmetic.h"
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT_MAX 50

typedef struct Sample {
    double x[COUNT_MAX], y[COUNT_MAX], slopes[COUNT_MAX];
    tmiTable table;
} Sample;

static void make(Sample *s, int32_t count, tmiInterpolation interpolation, tmiBeyond beyond) {
    s->table = (tmiTable){.x = s->x,
                          .y = s->y,
                          .slopes = s->slopes,
                          .count = count,
                          .interpolation = (uint8_t)interpolation,
                          .beyond = (uint8_t)beyond};
    tmi_table_slopes(s->x, s->y, count, interpolation, beyond, s->slopes);
}

static void randomise(Sample *s, int32_t count, uint64_t *seed) {
    double x = -3.0;
    for (int32_t i = 0; i < count; i++) {
        x += test_uniform(seed, 0.01, 2.0);
        s->x[i] = x;
        s->y[i] = test_between(seed, 0, 3) ? test_uniform(seed, -5.0, 5.0) : 1.0;
    }
    s->y[count - 1] = s->y[0];
}

TEST(lines_join_the_points) {
    Sample s = {.x = {0.0, 1.0, 3.0}, .y = {0.0, 2.0, -2.0}};
    make(&s, 3, TMI_TABLE_LINEAR, TMI_BEYOND_EXTEND);
    CHECK(tmi_table_value(&s.table, 0.25) == 0.5);
    CHECK(tmi_table_value(&s.table, 1.0) == 2.0);
    CHECK(tmi_table_value(&s.table, 2.5) == -1.0);
    CHECK(tmi_table_value(&s.table, 3.0) == -2.0);
    CHECK(tmi_table_value(&s.table, 4.0) == -4.0);
    CHECK(tmi_table_value(&s.table, -1.0) == -2.0);
    CHECK(isnan(tmi_table_value(&s.table, NAN)));
}

/* A step from -1 to 1 of unit spacing, the example of MATLAB's pchip: slopes 0, 1, 0 at -1, 0, 1,
 * so between 0 and 1 the cubic is s + s^2 - s^3. */
TEST(cubic_of_a_step_stays_within_it) {
    Sample s = {.x = {-3, -2, -1, 0, 1, 2, 3}, .y = {-1, -1, -1, 0, 1, 1, 1}};
    make(&s, 7, TMI_TABLE_CUBIC, TMI_BEYOND_HOLD);
    CHECK(s.slopes[2] == 0.0 && s.slopes[3] == 1.0 && s.slopes[4] == 0.0);
    for (double x = 0.0; x <= 1.0; x += 0.125) {
        CHECK_NEAR(tmi_table_value(&s.table, x), x + x * x - x * x * x, 1e-15);
        CHECK_NEAR(tmi_table_value(&s.table, -x), -(x + x * x - x * x * x), 1e-15);
    }
    CHECK(tmi_table_value(&s.table, 1.5) == 1.0 && tmi_table_value(&s.table, 99.0) == 1.0);
}

TEST(cubic_of_a_line_is_the_line) {
    Sample s = {.x = {0.0, 1.0, 1.5, 4.0, 10.0}, .y = {1.0, 3.0, 4.0, 9.0, 21.0}};
    make(&s, 5, TMI_TABLE_CUBIC, TMI_BEYOND_EXTEND);
    for (double x = -2.0; x <= 12.0; x += 0.37) {
        CHECK_NEAR(tmi_table_value(&s.table, x), 2.0 * x + 1.0, 1e-14);
    }
}

/* What [FC] promises: between two points the cubic is monotone, so it stays between their values.
 */
TEST(cubic_never_leaves_the_range_of_its_two_points) {
    uint64_t seed = 11;
    for (int32_t round = 0; round < 200; round++) {
        Sample s;
        int32_t count = test_between(&seed, 3, COUNT_MAX);
        randomise(&s, count, &seed);
        make(&s, count, TMI_TABLE_CUBIC, round % 2 ? TMI_BEYOND_REPEAT : TMI_BEYOND_HOLD);
        for (int32_t i = 0; i + 1 < count; i++) {
            double before = s.y[i], rise = s.y[i + 1] - s.y[i];
            CHECK(tmi_table_value(&s.table, s.x[i]) == s.y[i]);
            for (int32_t k = 1; k <= 20; k++) {
                double x = s.x[i] + (s.x[i + 1] - s.x[i]) * (k / 20.0);
                double y = tmi_table_value(&s.table, x);
                CHECK(rise > 0.0 ? y >= before - 1e-14 : y <= before + 1e-14);
                before = y;
            }
        }
    }
}

TEST(cubic_has_one_slope_at_every_point_and_across_the_seam) {
    uint64_t seed = 5;
    const double h = 1e-6;
    for (int32_t round = 0; round < 50; round++) {
        Sample s;
        int32_t count = test_between(&seed, 3, COUNT_MAX);
        randomise(&s, count, &seed);
        make(&s, count, TMI_TABLE_CUBIC, TMI_BEYOND_REPEAT);
        for (int32_t i = 0; i < count; i++) {
            double middle = tmi_table_value(&s.table, s.x[i]);
            double left = (middle - tmi_table_value(&s.table, s.x[i] - h)) / h;
            double right = (tmi_table_value(&s.table, s.x[i] + h) - middle) / h;
            CHECK_NEAR(left, right, 0.2);
            CHECK_NEAR(left, s.slopes[i], 0.2);
        }
    }
}

TEST(beyond_its_ends_a_table_does_what_it_says) {
    Sample s = {.x = {1.0, 2.0, 3.0}, .y = {4.0, 6.0, 4.0}};
    make(&s, 3, TMI_TABLE_LINEAR, TMI_BEYOND_HOLD);
    CHECK(tmi_table_value(&s.table, -5.0) == 4.0 && tmi_table_value(&s.table, 1e300) == 4.0);
    CHECK(tmi_table_value(&s.table, -INFINITY) == 4.0);
    make(&s, 3, TMI_TABLE_LINEAR, TMI_BEYOND_ERROR);
    CHECK(isnan(tmi_table_value(&s.table, 0.99)) && isnan(tmi_table_value(&s.table, 3.01)));
    make(&s, 3, TMI_TABLE_LINEAR, TMI_BEYOND_REPEAT);
    CHECK(tmi_table_value(&s.table, 3.5) == 5.0 && tmi_table_value(&s.table, -6.5) == 5.0);
    CHECK(tmi_table_value(&s.table, 1001.25) == 4.5);
    CHECK(isnan(tmi_table_value(&s.table, INFINITY)));
}

/* ---- Texts --------------------------------------------------------------------------------- */

#define LIFT                                                                                       \
    "table lift begin points: ((0deg, 0mm) (90deg, 5mm) (180deg, 0) (360deg, 0mm)); "              \
    "interpolation: cubic; beyond: repeat; end"

TEST(tables_of_a_text_are_called_like_functions) {
    Values *v = values_of(t, LIFT, "lift(90deg) + lift(450deg)");
    REQUIRE(v);
    tmiValue value = values_evaluate(v, NULL);
    CHECK_TEXT(definition_messages(v->d), "");
    CHECK_NEAR(value.number, 0.01, 1e-17);
    CHECK(tmi_dimension_equal(value.dimension, TMI_LENGTH));
    v = values_of(t, LIFT, "2 * lift(cam.angle)");
    REQUIRE(v);
    values_sensed(v, "cam.angle", 0, 1, TMI_ANGLE);
    const tmiCode *code = values_compile(v, NULL);
    REQUIRE(code);
    CHECK(code->table_count == 1);
    CHECK_NEAR(values_run(t, code, &(double){1.5707963267948966}), 0.01, 1e-17);
    /* Half way up: slopes are 0 at both ends of the stretch, so s^2 (3 - 2 s) is a half. */
    CHECK_NEAR(values_run(t, code, &(double){0.7853981633974483}), 0.005, 1e-17);
    CHECK_NEAR(values_run(t, code, &(double){0.7853981633974483 - 6.283185307179586}), 0.005,
               1e-16);
}

static void check_message(tmTest *t, const char *table, const char *text, const char *expected) {
    Values *v = values_of(t, table, text);
    if (!v) {
        return;
    }
    tmiValue value = values_evaluate(v, NULL);
    CHECK(value.kind == TMI_VALUE_ERROR);
    const tmDiag *diag = tm_diags_at(v->d->diags, 0);
    char found[400];
    snprintf(found, sizeof found, "%d: %s", diag ? diag->column : 0, diag ? diag->message : "");
    CHECK_TEXT(found, expected);
    CHECK(tm_diags_count(v->d->diags) == 1);
    test_run_defers(t, 0);
}

TEST(wrong_tables_are_reported) {
    check_message(t, "table f begin points: ((0, 1) (0, 2)); end", "f(0)",
                  "32: x does not rise from the point before to this one");
    check_message(t, "table f begin points: ((0, 1)); end", "f(0)",
                  "23: a table takes at least two points (x, y)");
    check_message(t, "table f begin points: 3; end", "f(0)",
                  "23: a table takes at least two points (x, y)");
    check_message(t, "table f begin points: ((0, 1) (1, 2, 3)); end", "f(0)",
                  "31: a point of a table is two numbers, x and y");
    check_message(t, "table f begin points: ((0, 1mm) (1, 2s)); end", "f(0)",
                  "37: a time where a length belongs");
    check_message(t, "table f begin beyond: hold; end", "f(0)",
                  "1: a table needs the field 'points'");
    check_message(t, "table f begin points: ((0, 1) (1, 2)); beyond: stop; end", "f(0)",
                  "48: 'stop' where error, hold, extend or repeat belongs");
    check_message(t, "table f begin points: ((0, 1) (1, 2)); colour: red; end", "f(0)",
                  "40: a table has no field 'colour'");
    check_message(t, "table f begin points: ((0, 1) (1, 2)); points: ((0, 1) (1, 2)); end", "f(0)",
                  "40: the field 'points' appears again");
    check_message(t, "table f begin points: ((0, 1) (1, 2)); beyond: repeat; end", "f(0)",
                  "31: a table that repeats ends with the y that it begins with");
    check_message(t, "table f begin points: ((0, 1) (1, 2)), 3; end", "f(0)",
                  "15: a field of a table takes one value");
    check_message(t, "table f begin points: ((0, 1) (1, x)); end", "f(0)",
                  "35: there is no name 'x'");
}

TEST(wrong_uses_of_a_table_are_reported) {
    const char *table = "table f begin points: ((0s, 1mm) (1s, 2mm)); end";
    check_message(t, table, "f", "20: 'f' is a table: say where in it, in brackets after it");
    check_message(t, table, "f(1, 2)", "20: 'f' takes 1 argument, found 2");
    check_message(t, table, "f(1mm)", "22: a length where a time belongs");
    check_message(t, table, "f(2s)", "20: the table 'f' goes from 0 to 1, not to 2 (in SI)");
    check_message(t, table, "f(1s) + 1s", "20: a length and a time cannot be added");
}

/* fmod of the C library is exact; ours must be, too, where no sign has to be mended. */
TEST(remainders_are_exact) {
    uint64_t seed = 2;
    for (int32_t i = 0; i < 20000; i++) {
        double a = test_uniform(&seed, 0.0, 1.0) * exp2((double)test_between(&seed, -1060, 1000));
        double b = test_uniform(&seed, 0.0, 1.0) * exp2((double)test_between(&seed, -1060, 1000));
        if (b > 0.0) {
            CHECK(tmi_modulo(a, b) == fmod(a, b));
            CHECK(tmi_modulo(-a, -b) == -fmod(a, b));
            double mended = fmod(a, b) > 0.0 ? b - fmod(a, b) : 0.0;
            CHECK(tmi_modulo(-a, b) == mended);
        }
    }
    CHECK(isnan(tmi_modulo(1.0, 0.0)) && isnan(tmi_modulo(INFINITY, 2.0)));
    CHECK(isnan(tmi_modulo(NAN, 2.0)) && isnan(tmi_modulo(2.0, NAN)));
    CHECK(tmi_modulo(3.0, INFINITY) == 3.0);
}

TEST(rounding_goes_to_the_nearest_whole_number) {
    uint64_t seed = 4;
    for (int32_t i = 0; i < 20000; i++) {
        double x = test_uniform(&seed, -10.0, 10.0) * exp2((double)test_between(&seed, -60, 60));
        x = i % 5 == 0 ? floor(x) + 0.5 : x;
        CHECK(tmi_round(x) == round(x));
    }
    CHECK(tmi_round(INFINITY) == INFINITY && isnan(tmi_round(NAN)));
    CHECK(tmi_round(-0.3) == 0.0 && tmi_round(4503599627370497.0) == 4503599627370497.0);
}

TEST_MAIN(CASE(lines_join_the_points), CASE(cubic_of_a_step_stays_within_it),
          CASE(cubic_of_a_line_is_the_line), CASE(cubic_never_leaves_the_range_of_its_two_points),
          CASE(cubic_has_one_slope_at_every_point_and_across_the_seam),
          CASE(beyond_its_ends_a_table_does_what_it_says),
          CASE(tables_of_a_text_are_called_like_functions), CASE(wrong_tables_are_reported),
          CASE(wrong_uses_of_a_table_are_reported), CASE(remainders_are_exact),
          CASE(rounding_goes_to_the_nearest_whole_number))
