/* test_evaluate.c: what constant expressions are worth, and what is said about those that are
 * worth nothing. Expected numbers are the same formulas in C, or closed forms. */
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793
#define ULP 2.3e-16

static void check_number(tmTest *t, const char *definitions, const char *text, double expected,
                         const char *dimension) {
    Values *v = values_of(t, definitions, text);
    if (!v) {
        return;
    }
    char found[TMI_VALUE_TEXT_SIZE];
    tmiValue value = values_evaluate(v, NULL);
    CHECK_TEXT(definition_messages(v->d), "");
    tmi_value_text(&value, found);
    CHECK_TEXT(found, dimension);
    if (!CHECK_NEAR(value.number, expected, 2.0 * ULP * fabs(expected))) {
        printf("%s\n", text);
    }
}

/* The message about an expression, without its lines of source. */
static void check_message(tmTest *t, const char *definitions, const char *text,
                          const tmiWanted *wanted, const char *expected) {
    Values *v = values_of(t, definitions, text);
    if (!v) {
        return;
    }
    values_sensed(v, "time", 0, 1, TMI_TIME);
    values_constant(v, "width", 0.005, TMI_LENGTH);
    tmiValue value = values_evaluate(v, wanted);
    CHECK(value.kind == TMI_VALUE_ERROR);
    char found[2000] = "";
    for (int32_t i = 0; i < tm_diags_count(v->d->diags); i++) {
        const tmDiag *diag = tm_diags_at(v->d->diags, i);
        char line[600];
        /* Columns of the expression itself: what stands before it is taken off. */
        int column = diag->column - (diag->line == 1 && !definitions ? 19 : 0);
        snprintf(line, sizeof line, "%s%d+%d: %s%s%s", i ? "\n" : "", column,
                 diag->length ? diag->length : 1, diag->message, diag->hint ? " | " : "",
                 diag->hint ? diag->hint : "");
        strncat(found, line, sizeof found - strlen(found) - 1);
    }
    CHECK_TEXT(found, expected);
}

/* Members and items are taken of names only. */
static const char parts[] =
    "function x_of(p) = p.x; function y_of(p) = p.y; function z_of(p) = p.z;"
    "function b_of(l) = l.b; function nth(l, i) = l[i];";

TEST(arithmetic_has_the_usual_ranks_and_dimensions) {
    static const struct {
        const char *text;
        double value;
        const char *dimension;
    } rows[] = {
        {"1 + 2 * 3 - 4 / 8", 6.5, "a plain number"},
        {"2^3^2", 512.0, "a plain number"},
        {"-2^2", -4.0, "a plain number"},
        {"(1 + 2) * 3", 9.0, "a plain number"},
        {"10mm + 1cm", 0.02, "a length"},
        {"10mm + 1", 1.01, "a length"},
        {"2 * 10mm", 0.02, "a length"},
        {"10mm / 2mm", 5.0, "a plain number"},
        {"10mm * 2mm", 2e-5, "an area"},
        {"10mm / 2s", 0.005, "a speed"},
        {"5N / 2kg", 2.5, "an acceleration"},
        {"3N * 2m", 6.0, "a torque or an energy"},
        {"2rad/s * 3m", 6.0, "a speed"},
        {"(2rad/s)^2 * 3m", 12.0, "an acceleration"},
        {"sqrt(16m^2)", 4.0, "a length"},
        {"(4m^2)^0.5", 2.0, "a length"},
        {"(8m^3)^(1/3)", 2.0, "a length"},
        {"2m^2 + 1m * 3m", 5.0, "an area"},
        {"60rpm", 2.0 * PI, "an angular speed"},
        {"6Nm / 3kg*m^2", 2.0, "a number in 1/s^2"},
        {"5Hz * 2s", 10.0, "a plain number"},
        {"if 2 > 1 then 3mm else 4mm", 0.003, "a length"},
        {"if 2 < 1 or 1 == 1 and not 1 != 1 then 1 else 2", 1.0, "a plain number"},
        {"y_of((1, 2, 3))", 2.0, "a plain number"},
        {"z_of((1mm, 2mm))", 0.0, "a length"},
        {"z_of(2rad/s * (1m, 2m))", 0.0, "a speed"},
        {"x_of((0, 2m))", 0.0, "a length"},
        {"y_of(unit((3m, 0)))", 0.0, "a plain number"},
        {"z_of(unit((3m, 4m)))", 0.0, "a plain number"},
        {"z_of(unit(rotate((0, 4m), 90deg)))", 0.0, "a plain number"},
        {"z_of(unit(polar(3m, 90deg)))", 0.0, "a plain number"},
        {"z_of(unit((3m, 0) + (0, 4m)))", 0.0, "a plain number"},
        {"x_of(cross((1m, 0), (0, 1m)))", 0.0, "an area"},
        {"dot((1m, 0), (0, 1m))", 0.0, "an area"},
        {"length((0, 3m))", 3.0, "a length"},
        {"nth((3, 20mm), 1)", 3.0, "a plain number"},
        {"nth((4, 5), 2)", 5.0, "a plain number"},
        {"b_of((a: 4, b: 5))", 5.0, "a plain number"},
        {"z_of((1, 2) + (3, 4, 5))", 5.0, "a plain number"},
        {"y_of(2 * (1mm, 2mm) / 4)", 0.001, "a length"},
        {"x_of(-(1, 2))", -1.0, "a plain number"},
        {"1 / infinity", 0.0, "a plain number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_number(t, parts, rows[i].text, rows[i].value, rows[i].dimension);
        test_run_defers(t, 0);
    }
}

TEST(functions_give_their_values) {
    static const struct {
        const char *text;
        double value;
        const char *dimension;
    } rows[] = {
        {"sin(90deg)", 1.0, "a plain number"},
        {"cos(60deg)", 0.5, "a plain number"},
        {"tan(45deg)", 1.0, "a plain number"},
        {"asin(0.5)", PI / 6.0, "an angle"},
        {"acos(0.5)", PI / 3.0, "an angle"},
        {"atan(1)", PI / 4.0, "an angle"},
        {"atan2(1mm, -1mm)", 0.75 * PI, "an angle"},
        {"exp(1)", 2.718281828459045, "a plain number"},
        {"log(e)", 1.0, "a plain number"},
        {"log10(1000)", 3.0, "a plain number"},
        {"sinh(1)", 1.1752011936438014, "a plain number"},
        {"cosh(1)", 1.5430806348152437, "a plain number"},
        {"tanh(1)", 0.7615941559557649, "a plain number"},
        {"pow(2, 10)", 1024.0, "a plain number"},
        {"pow(2m, 2)", 4.0, "an area"},
        {"abs(-3mm)", 0.003, "a length"},
        {"min(3, 1, 2)", 1.0, "a plain number"},
        {"max(3mm, 1cm, 2mm)", 0.01, "a length"},
        {"min(4)", 4.0, "a plain number"},
        {"clamp(5, 0, 3)", 3.0, "a plain number"},
        {"clamp(-5mm, -3mm, 0)", -0.003, "a length"},
        {"floor(-2.5)", -3.0, "a plain number"},
        {"ceil(-2.5)", -2.0, "a plain number"},
        {"round(2.5)", 3.0, "a plain number"},
        {"round(-2.5)", -3.0, "a plain number"},
        {"round(0.49999999999999994)", 0.0, "a plain number"},
        {"sign(-4kg)", -1.0, "a plain number"},
        {"mod(7rad, 4rad)", 3.0, "an angle"},
        {"mod(-1, 3)", 2.0, "a plain number"},
        {"mod(5.5, -2)", -0.5, "a plain number"},
        {"hypot(3mm, 4mm)", 0.005, "a length"},
        {"hypot(1, 2, 2)", 3.0, "a plain number"},
        {"length((3mm, 4mm))", 0.005, "a length"},
        {"length((2, 3, 6))", 7.0, "a plain number"},
        {"distance((1, 1), (4, 5))", 5.0, "a plain number"},
        {"dot((1mm, 2mm, 3mm), (4N, 5N, 6N))", 0.032, "a torque or an energy"},
        {"x_of(cross((1, 2, 3), (4, 5, 7)))", -1.0, "a plain number"},
        {"y_of(cross((1, 2, 3), (4, 5, 7)))", 5.0, "a plain number"},
        {"z_of(cross((1, 2, 3), (4, 5, 7)))", -3.0, "a plain number"},
        {"y_of(unit((3mm, 4mm)))", 0.8, "a plain number"},
        {"y_of(polar(2m, 30deg))", 1.0, "a length"},
        {"angle((0, 2mm))", PI / 2.0, "an angle"},
        {"y_of(rotate((1mm, 0), 90deg))", 0.001, "a length"},
        {"mix(2mm, 4mm, 0.25)", 0.0025, "a length"},
        {"y_of(mix((0, 0), (4, 8), 0.25))", 2.0, "a plain number"},
        {"smooth(-1)", 0.0, "a plain number"},
        {"smooth(0.5)", 0.5, "a plain number"},
        {"smooth(0.25)", 0.103515625, "a plain number"},
        {"smooth(2)", 1.0, "a plain number"},
        {"tau - 2 * pi", 0.0, "a plain number"},
        {"e^1", 2.718281828459045, "a plain number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_number(t, parts, rows[i].text, rows[i].value, rows[i].dimension);
        test_run_defers(t, 0);
    }
}

TEST(functions_of_the_text_are_expanded) {
    check_number(t, "function twice(x) = 2 * x;", "twice(3mm)", 0.006, "a length");
    check_number(t, "function f(x, y = 2 * x) = x + y;", "f(1) + f(1, 5) + f(y: 1, x: 1)", 11.0,
                 "a plain number");
    check_number(t,
                 "function swing(t, f = 2Hz) begin let w = 2 * pi * f; let s = sin(w * t); s * s "
                 "end",
                 "swing(62.5ms)", 0.5, "a plain number");
    check_number(t, "function a() = 3; function b() = a + a();", "b", 6.0, "a plain number");
    check_number(t, "function e(pi) = pi;", "e(7)", 7.0, "a plain number");
    check_number(t, "function p(r) = (r, 2 * r); function y_of(p) = p.y;", "y_of(p(2mm))", 0.004,
                 "a length");
    check_number(t, "function safe(x) = if x > 0 then log(x) else 0;", "safe(-1) + safe(1)", 0.0,
                 "a plain number");
    check_number(t, "function f(l, i) = if i > 0 then l[i] else 0;", "f((5, 6), 0) + f((5, 6), 2)",
                 6.0, "a plain number");
}

TEST(texts_words_and_conditions_have_their_kinds) {
    Values *v = values_of(t, NULL, "if \"a\" == \"a\" then \"steel\" else \"wood\"");
    REQUIRE(v);
    tmiValue value = values_evaluate(v, &(tmiWanted){.kind = TMI_WANT_TEXT});
    CHECK(value.kind == TMI_VALUE_TEXT && value.count == 5 && memcmp(value.text, "steel", 5) == 0);
    v = values_of(t, NULL, "red");
    REQUIRE(v);
    value = values_evaluate(v, &(tmiWanted){.kind = TMI_WANT_WORD});
    CHECK(value.kind == TMI_VALUE_WORD && value.count == 3 && memcmp(value.text, "red", 3) == 0);
    v = values_of(t, NULL, "(gravity, color: red)");
    REQUIRE(v);
    value = values_evaluate(v, &(tmiWanted){.kind = TMI_WANT_LIST, .words = true});
    REQUIRE(value.kind == TMI_VALUE_LIST && value.count == 2);
    CHECK(value.items[1].value.kind == TMI_VALUE_WORD && value.items[1].name_length == 5);
    v = values_of(t, NULL, "2mm < 1cm and true");
    REQUIRE(v);
    value = values_evaluate(v, &(tmiWanted){.kind = TMI_WANT_TRUTH});
    CHECK(value.kind == TMI_VALUE_TRUTH && value.number == 1.0);
    v = values_of(t, NULL, "(1mm, 2)");
    REQUIRE(v);
    value = values_evaluate(v, &(tmiWanted){.kind = TMI_WANT_POINT, .dimension = TMI_LENGTH});
    CHECK(value.kind == TMI_VALUE_LIST && value.count == 3);
    CHECK(value.items[0].value.number == 0.001 && value.items[2].value.number == 0.0);
}

static const tmiWanted want_time = {.kind = TMI_WANT_NUMBER, .dimension = {.time = 12}};
static const tmiWanted want_length = {.kind = TMI_WANT_NUMBER, .dimension = {.length = 12}};

TEST(a_wrong_dimension_is_named_in_words) {
    static const struct {
        const char *text;
        const tmiWanted *wanted;
        const char *message;
    } rows[] = {
        {"60mm", &want_time,
         "1+4: a length where a time belongs | 60s? a time is given in s, ms, us, min or h"},
        {"2 * width", &want_time,
         "1+9: a length where a time belongs | a time is given in s, ms, us, min or h"},
        {"1mm + 2s", NULL, "1+8: a length and a time cannot be added"},
        {"1mm < 2s", NULL, "1+8: a length and a time cannot be compared"},
        {"sin(2mm)", NULL,
         "5+3: a length where an angle belongs | 2deg? an angle is given in deg, rad or turn"},
        {"exp(2s)", NULL,
         "5+2: a time where a plain number belongs | divide by a unit, as in x / 1s"},
        {"min(1mm, 2, 3s)", NULL, "13+2: a time where a length belongs, as the argument before it"},
        {"2^3mm", NULL, "1+5: an exponent is a plain number, not a length"},
        {"(2mm)^0.3", NULL,
         "1+9: a length has no such power with a unit | divide it by a unit first, as in "
         "(x / 1mm)^n"},
        {"if true then 1mm else 2s", NULL,
         "1+24: the two branches of this 'if' differ: a length and a time"},
        {"((2m^50)^2)^2", NULL,
         "1+13: a number in m^100 has no such power with a unit | divide it by a unit first, as in "
         "(x / 1mm)^n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_message(t, NULL, rows[i].text, rows[i].wanted, rows[i].message);
        test_run_defers(t, 0);
    }
    check_message(
        t, NULL, "50Hz",
        &(tmiWanted){.kind = TMI_WANT_NUMBER, .dimension = TMI_DIMENSION(0, -1, 0, 1)},
        "1+4: a frequency where an angular speed belongs | 1Hz is 1turn/s, not 1rad/s: an "
        "angular speed is given in rad/s, deg/s, turn/s or rpm");
    check_message(
        t, NULL, "(1mm, 2s, 3kg)", &(tmiWanted){.kind = TMI_WANT_POINT, .dimension = TMI_LENGTH},
        "7+2: a time where a length belongs | 2m? a length is given in m, mm, cm, um, km, "
        "in or ft\n11+3: a mass where a length belongs | 3m? a length is given in m, mm, "
        "cm, um, km, in or ft");
}

TEST(what_has_no_value_is_reported_where_it_stands) {
    static const struct {
        const char *text;
        const tmiWanted *wanted;
        const char *message;
    } rows[] = {
        {"1 / (2 - 2)", NULL, "5+7: division by zero"},
        {"3 * sqrt(-4)", NULL, "5+8: the square root of a negative number: -4"},
        {"log(0)", NULL, "1+6: the logarithm of zero"},
        {"log10(-1)", NULL, "1+9: the logarithm of a negative number: -1"},
        {"asin(2)", NULL, "1+7: the arc sine of a number outside -1 to 1: 2"},
        {"(-8)^0.5", NULL, "1+8: a negative number to a power that is not whole: -8"},
        {"0^-1", NULL, "1+4: division by zero: zero to a negative power"},
        {"mod(1, 0)", NULL, "1+9: division by zero"},
        {"1e308 * 10", NULL, "1+10: the result is too large for a number"},
        {"exp(1000)", NULL, "1+9: the result is too large for a number"},
        {"1e999", NULL, "1+5: the number is too large"},
        {"clamp(1, 3, 2)", NULL, "10+1: the lower end of the clamp is above its upper end"},
        {"widht + 1", NULL, "1+5: there is no name 'widht' | did you mean 'width'?"},
        {"sqr(1)", NULL, "1+3: there is no function 'sqr' | did you mean 'sqrt'?"},
        {"10 * mm", NULL,
         "6+2: there is no name 'mm' | a unit follows a number without a space, as in 1mm"},
        {"5mmm", NULL, "2+3: there is no unit 'mmm' | did you mean mm?"},
        {"5m^0.5", NULL, "2+3: the exponent of a unit is a whole number, and not 0"},
        {"sin(1, 2)", NULL, "1+9: 'sin' takes 1 argument, found 2 | it is called as sin(angle)"},
        {"sin", NULL, "1+3: 'sin' takes 1 argument, found 0 | it is called as sin(angle)"},
        {"atan2(1)", NULL, "1+8: 'atan2' takes 2 arguments, found 1 | it is called as atan2(y, x)"},
        {"min()", NULL,
         "1+5: 'min' takes at least 1 argument, found 0 | it is called as min(x, y, …)"},
        {"hypot(1, 2, 3, 4)", NULL,
         "1+17: 'hypot' takes at most 3 arguments, found 4 | it is called as hypot(x, y)"},
        {"sin(angle: 1)", NULL, "5+8: 'sin' takes its arguments without names"},
        {"\"a\" + 1", NULL, "1+7: a text and a plain number cannot be added"},
        {"(1, 2) * (3, 4)", NULL,
         "1+15: a point and a point cannot be multiplied | points have dot(p, q) and cross(p, q)"},
        {"(1, 2) + 1", NULL, "1+10: a point and a plain number cannot be added"},
        {"not 1", NULL, "1+5: 'not' takes a condition, found a plain number"},
        {"1 and true", NULL, "1+10: 'and' connects conditions, found a plain number"},
        {"if 1 then 2 else 3", NULL, "4+1: a plain number where a condition belongs"},
        {"-\"a\"", NULL, "1+4: a sign takes a number or a point, found a text"},
        {"length(3)", NULL, "8+1: a plain number where a point belongs"},
        {"abs(\"a\")", NULL, "5+3: a text where a number belongs"},
        {"time + 1s", NULL, "1+4: 'time' changes while the world runs, where a constant belongs"},
        {"\"60s\"", &want_time, "1+5: a text where a time belongs"},
        {"(1, 2, 3, 4)", &want_length, "1+12: a list of 4 items where a length belongs"},
        {"width(2)", NULL, "1+5: 'width' is not a function"},
        /* One for each culprit, none that follows from another. */
        {"foo + 1/0 + sqrt(foo) + baz", NULL,
         "1+3: there is no name 'foo'\n9+1: division by zero\n18+3: there is no name 'foo'\n"
         "25+3: there is no name 'baz'"},
        {"if foo then 1/0 else baz", NULL,
         "4+3: there is no name 'foo'\n22+3: there is no name 'baz'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_message(t, NULL, rows[i].text, rows[i].wanted, rows[i].message);
        test_run_defers(t, 0);
    }
}

TEST(mistakes_in_functions_are_reported_once_where_they_are) {
    check_message(t, "function f(x) = x + foo;", "f(1) + f(2) + f(3mm)", NULL,
                  "21+3: there is no name 'foo'");
    check_message(t, "function f(x, y) = x + y;", "f(1)", NULL,
                  "20+4: 'f' takes 2 arguments, found 1 | it is called as f(x, y)");
    check_message(t, "function f(x) = x;", "f(z: 1)", NULL, "22+4: 'f' has no parameter 'z'");
    check_message(t, "function f(x, y) = x + y;", "f(x: 1, 2)", NULL,
                  "28+1: an argument without a name follows one with a name");
    check_message(t, "function f(x) = g(x); function g(x) = h(x); function h(x) = f(x);", "f(1)",
                  NULL,
                  "17+4: the function 'f' calls itself | 'f' calls 'g', which calls 'h', which "
                  "calls 'f'");
    check_message(t, "function f(p) = p.w;", "f((1, 2))", NULL,
                  "19+1: a point has no 'w' | a point has x, y and z");
    check_message(t, "function f(l, i) = l[i];", "f((1, 2), 3) + f((1, 2), 0) + f((1, 2), 1.5)",
                  NULL,
                  "22+1: there is no item 3: the list has 2\n22+1: 0 is less than 1\n22+1: 1.5 is "
                  "not a whole "
                  "number");
    check_message(t, "function f(l, i) = l[i];", "f(3, 1)", NULL,
                  "20+4: a plain number has no items");
    check_message(t, "function f(x) = x + 1s;", "f(1mm)", NULL,
                  "17+6: a length and a time cannot be added");
}

TEST(functions_that_nothing_calls_are_checked) {
    Values *v = values_of(t, "function f(x) = x / 0 + foo(x) + g(x); function g(y) = f(y);", "1");
    REQUIRE(v);
    CHECK_STATUS(tmi_check_function(&v->e, &v->source, values_function(v, "f")), TM_OK);
    CHECK(tm_diags_count(v->d->diags) == 2);
    CHECK_TEXT(tm_diags_at(v->d->diags, 0)->message, "there is no function 'foo'");
    CHECK_TEXT(tm_diags_at(v->d->diags, 1)->message, "the function 'f' calls itself");
}

TEST(names_within_a_function_differ) {
    Values *v = values_of(t, "function f(x, y, x) begin let y = 1; let z = 2; y + z end", "1");
    REQUIRE(v);
    CHECK_STATUS(tmi_check_function(&v->e, &v->source, values_function(v, "f")), TM_OK);
    CHECK(tm_diags_count(v->d->diags) == 2);
    CHECK_TEXT(tm_diags_at(v->d->diags, 0)->message, "the function has the name 'x' twice");
    CHECK(tm_diags_at(v->d->diags, 0)->column == 18);
    CHECK_TEXT(tm_diags_at(v->d->diags, 1)->message, "the function has the name 'y' twice");
}

TEST(functions_that_double_their_work_are_stopped) {
    char text[4000] = "function f0(x) = x + 1;";
    for (int i = 1; i <= 60; i++) {
        char line[100];
        snprintf(line, sizeof line, "function f%d(x) = f%d(x) + f%d(x);", i, i - 1, i - 1);
        strcat(text, line);
    }
    Values *v = values_of(t, text, "f60(1)");
    REQUIRE(v);
    CHECK(values_evaluate(v, NULL).kind == TMI_VALUE_ERROR);
    CHECK(tm_diags_count(v->d->diags) == 1);
    CHECK_TEXT(tm_diags_at(v->d->diags, 0)->message,
               "the functions of this definition take too long");
}

TEST(calls_too_deep_are_stopped) {
    char text[20000] = "function f0(x) = x + 1;";
    for (int i = 1; i <= 250; i++) {
        char line[100];
        snprintf(line, sizeof line, "function f%d(x) = f%d(x);", i, i - 1);
        strcat(text, line);
    }
    Values *v = values_of(t, text, "f250(1)");
    REQUIRE(v);
    CHECK(values_evaluate(v, NULL).kind == TMI_VALUE_ERROR);
    CHECK(tm_diags_count(v->d->diags) == 1);
    CHECK_TEXT(tm_diags_at(v->d->diags, 0)->message,
               "calls and brackets are too deep inside each other");
}

TEST(ranges_and_whole_numbers_are_read) {
    Values *v = values_of(t, NULL, "(0deg, 360deg, 2.5, 12, 3mm)");
    REQUIRE(v);
    tmiNodeRef items[5], at = tmi_node(&v->d->tree, v->value)->child;
    for (int i = 0; i < 5; i++, at = tmi_node(&v->d->tree, at)->next) {
        items[i] = at;
    }
    tmiValue ends[2], wrong[2];
    int32_t whole = 0, none = -1;
    bool fine[] = {
        tmi_evaluate_range(&v->e, &v->source, items[0], items[1], NULL, ends),
        tmi_evaluate_whole(&v->e, &v->source, items[3], 1, 100, &whole),
        tmi_evaluate_whole(&v->e, &v->source, items[2], 1, 100, &none),
        tmi_evaluate_whole(&v->e, &v->source, items[3], 1, 10, &none),
        tmi_evaluate_range(&v->e, &v->source, items[0], items[4], NULL, wrong),
    };
    MUST(v->e.status);
    CHECK(fine[0] && fine[1] && !fine[2] && !fine[3] && !fine[4]);
    CHECK(ends[1].number == 2.0 * PI && whole == 12 && none == -1);
    CHECK(tm_diags_count(v->d->diags) == 3);
    CHECK_TEXT(tm_diags_at(v->d->diags, 2)->message, "a length where an angle belongs");
}

/* What Python makes of random expressions: tests/support/make_expression_cases.py. */
TEST(random_expressions_have_the_values_that_python_gives_them) {
    char *text = definition_file(t, EXAMPLES "/../tests/support/expression_cases.txt");
    REQUIRE(text);
    int32_t cases = 0;
    int kept = t->defer_count;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *end;
        if (line[0] == '#') {
            continue;
        }
        double expected = strtod(line, &end), error = strtod(end, &end);
        Values *v = values_of(t, NULL, end + 1);
        REQUIRE(v);
        tmiValue value = values_evaluate(v, NULL);
        CHECK(tm_diags_total(v->d->diags, TM_ERROR) == 0); /* sin(44) is a warning */
        CHECK(tmi_dimension_is_plain(value.dimension));
        if (!CHECK_NEAR(value.number, expected, error)) {
            printf("%s\n", end + 1);
        }
        cases++;
        test_run_defers(t, kept);
    }
    CHECK(cases == 400);
}

TEST_MAIN(CASE(arithmetic_has_the_usual_ranks_and_dimensions), CASE(functions_give_their_values),
          CASE(functions_of_the_text_are_expanded),
          CASE(texts_words_and_conditions_have_their_kinds),
          CASE(a_wrong_dimension_is_named_in_words),
          CASE(what_has_no_value_is_reported_where_it_stands),
          CASE(mistakes_in_functions_are_reported_once_where_they_are),
          CASE(functions_that_nothing_calls_are_checked), CASE(names_within_a_function_differ),
          CASE(functions_that_double_their_work_are_stopped), CASE(calls_too_deep_are_stopped),
          CASE(ranges_and_whole_numbers_are_read),
          CASE(random_expressions_have_the_values_that_python_gives_them))
