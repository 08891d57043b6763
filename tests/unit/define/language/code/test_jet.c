/* test_jet.c: derivatives of compiled expressions. Expected values are the derivatives of the
 * formulas, written out by hand, and bits of values that tmi_code_run gives. */
#include "define/language/code/code.h"
#include "numeric/numeric.h"
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>

#define PLACES 200

static tmiCode *code_of(tmTest *t, const char *definitions, const char *text) {
    Values *v = values_of(t, definitions, text);
    if (v) {
        values_sensed(v, "x", 0, 1, TMI_PLAIN);
        values_sensed(v, "y", 1, 1, TMI_PLAIN);
    }
    tmiCode *code = v ? values_compile(v, NULL) : NULL;
    if (v) {
        CHECK_TEXT(definition_messages(v->d), "");
    }
    return code;
}

static bool near(double found, double expected) {
    return fabs(found - expected) <= 1e-14 * (1.0 + fabs(expected));
}

/* The jet of the text at x = 0.7, y = 2 + 3 s^2 with s going by as x does. */
static void check_jet(tmTest *t, const char *definitions, const char *text, double d1, double d2) {
    const tmiCode *code = code_of(t, definitions, text);
    if (!code || !CHECK(code->frame_size <= PLACES)) {
        return;
    }
    tmiJet frame[PLACES], found, inputs[2] = {{{0.7, 1.0, 0.0}}, {{2.0, 0.0, 6.0}}};
    const double numbers[2] = {0.7, 2.0};
    tmi_code_run_jets(code, inputs, frame, &found);
    CHECK(found.d[0] == values_run(t, code, numbers));
    if (!CHECK(near(found.d[1], d1)) || !CHECK(near(found.d[2], d2))) {
        printf("%s: %.17g, %.17g, not %.17g, %.17g\n", text, found.d[1], found.d[2], d1, d2);
    }
}

typedef struct Row {
    const char *text;
    double d1, d2;
} Row;

static void check_rows(tmTest *t, const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_jet(t, "", rows[i].text, rows[i].d1, rows[i].d2);
    }
}

TEST(derivatives_of_arithmetic) {
    const double x = 0.7, y = 2.0;
    const Row rows[] = {
        {"x", 1.0, 0.0},
        {"3", 0.0, 0.0},
        {"y", 0.0, 6.0},
        {"x * x * x", 3.0 * x * x, 6.0 * x},
        {"x * y + y - x", y - 1.0, 6.0 * x + 6.0},
        {"1 / x", -1.0 / (x * x), 2.0 / (x * x * x)},
        {"y / x", -y / (x * x), 2.0 * y / (x * x * x) + 6.0 / x},
        {"hypot(x, 2)", x / hypot(x, 2.0), 4.0 / pow(hypot(x, 2.0), 3.0)},
        {"atan2(x, 2)", 2.0 / (4.0 + x * x), -4.0 * x / ((4.0 + x * x) * (4.0 + x * x))},
        {"atan2(2, x)", -2.0 / (4.0 + x * x), 4.0 * x / ((4.0 + x * x) * (4.0 + x * x))},
        {"abs(-x) + max(x, 0) - min(x, 3)", 1.0, 0.0},
        {"mod(5 * x, 2) + floor(x) + sign(x) + round(x)", 5.0, 0.0},
        {"if x < 1 then x^2 else 7", 2.0 * x, 2.0},
        {"if x > 1 then x^2 else x * x * x", 3.0 * x * x, 6.0 * x},
        {"sqrt(0) + hypot(0, 0) + x", 1.0, 0.0},
    };
    check_rows(t, rows, sizeof rows / sizeof rows[0]);
}

TEST(derivatives_of_functions) {
    const double x = 0.7, s = sin(x), c = cos(x), root = sqrt(1.0 - x * x);
    const Row rows[] = {
        {"sin(2 * x)", 2.0 * cos(2.0 * x), -4.0 * sin(2.0 * x)},
        {"cos(x)", -s, -c},
        {"tan(x)", 1.0 / (c * c), 2.0 * s / (c * c * c)},
        {"asin(x)", 1.0 / root, x / (root * root * root)},
        {"acos(x)", -1.0 / root, -x / (root * root * root)},
        {"atan(x)", 1.0 / (1.0 + x * x), -2.0 * x / ((1.0 + x * x) * (1.0 + x * x))},
        {"exp(-x)", -exp(-x), exp(-x)},
        {"log(x) + log10(x)", (1.0 + 1.0 / log(10.0)) / x, -(1.0 + 1.0 / log(10.0)) / (x * x)},
        {"sinh(x) + cosh(x)", exp(x), exp(x)},
        {"tanh(x)", 1.0 - tanh(x) * tanh(x), -2.0 * tanh(x) * (1.0 - tanh(x) * tanh(x))},
        {"sqrt(x)", 0.5 / sqrt(x), -0.25 / (x * sqrt(x))},
        {"x^2.5", 2.5 * pow(x, 1.5), 3.75 * sqrt(x)},
        {"(x - 1)^3", 3.0 * 0.09, 6.0 * -0.3},
        {"2^x", log(2.0) * pow(2.0, x), log(2.0) * log(2.0) * pow(2.0, x)},
        {"x^x", pow(x, x) * (log(x) + 1.0),
         pow(x, x) * ((log(x) + 1.0) * (log(x) + 1.0) + 1.0 / x)},
    };
    check_rows(t, rows, sizeof rows / sizeof rows[0]);
}

TEST(tables_have_the_slopes_of_their_lines_and_cubics) {
    check_jet(t, "table f begin points: ((0, 1) (1, 3) (2, 0)); end", "f(2 * x)", -6.0, 0.0);
    check_jet(t, "table f begin points: ((0, 1) (1, 3)); beyond: extend; end", "f(x + 1)", 2.0,
              0.0);
    check_jet(t, "table f begin points: ((0, 1) (1, 3)); beyond: hold; end", "f(x + 1)", 0.0, 0.0);
    /* Two points: the cubic of a straight line. Of y = x^2 at 0, 1, 2 the slope at 1 is the
     * harmonic mean of 1 and 3, 1.5, and at 2 that of the parabola, 4, kept below 9. Between them
     * h = 1 + 1.5 s + (3 * 3 - 3 - 4) s^2 + (1.5 + 4 - 6) s^3, s = 1.7 - 1. */
    check_jet(t, "table f begin points: ((0, 0) (1, 1) (2, 4)); interpolation: cubic; end",
              "f(x + 1)", 1.5 + 2.0 * 2.0 * 0.7 - 3.0 * 0.5 * 0.49, 4.0 - 3.0 * 0.7);
    check_jet(t, "table f begin points: ((0, 0) (0.5, 1) (1, 0)); beyond: repeat; end", "f(x + 5)",
              -2.0, 0.0);
}

TEST_MAIN(CASE(derivatives_of_arithmetic), CASE(derivatives_of_functions),
          CASE(tables_have_the_slopes_of_their_lines_and_cubics))
