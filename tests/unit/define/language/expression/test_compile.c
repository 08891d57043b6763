/* test_compile.c: expressions that change while a world runs. Expected values are the same formulas
 * in C, and those of constant evaluation, bit for bit. */
#include "define/language/limits/limits.h"
#include "numeric/numeric.h"
#include "test.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Inputs of the tests. */
enum { TIME, ANGLE, RATE, POINT, POINT_Y, POINT_Z, FREE, INPUTS };

static Values *values_with_inputs(tmTest *t, const char *definitions, const char *text) {
    Values *v = values_of(t, definitions, text);
    if (v) {
        values_sensed(v, "time", TIME, 1, TMI_TIME);
        values_sensed(v, "hip.angle", ANGLE, 1, TMI_ANGLE);
        values_sensed(v, "hip.rate", RATE, 1, TMI_DIMENSION(0, -1, 0, 1));
        values_sensed(v, "tool.center", POINT, 3, TMI_LENGTH);
        values_sensed(v, "free", FREE, 1, TMI_PLAIN);
        values_constant(v, "width", 0.005, TMI_LENGTH);
    }
    return v;
}

static tmiCode *code_of(tmTest *t, const char *definitions, const char *text,
                        const tmiWanted *wanted) {
    Values *v = values_with_inputs(t, definitions, text);
    tmiCode *code = v ? values_compile(v, wanted) : NULL;
    if (v) {
        CHECK_TEXT(definition_messages(v->d), "");
    }
    return code;
}

static const double inputs[INPUTS] = {0.75, 0.5, -2.0, 0.1, 0.2, 0.3, 7.0};

static void check_run(tmTest *t, const char *definitions, const char *text, double expected) {
    const tmiCode *code = code_of(t, definitions, text, NULL);
    if (!code) {
        return;
    }
    double found = values_run(t, code, inputs);
    if (!CHECK(found == expected || (found != found && expected != expected))) {
        printf("%s: %.17g, not %.17g\n", text, found, expected);
    }
}

TEST(code_gives_what_the_formula_gives) {
    const double s = inputs[TIME], a = inputs[ANGLE], r = inputs[RATE], f = inputs[FREE];
    const struct {
        const char *text;
        double value;
    } rows[] = {
        {"time", s},
        {"2 * time + 1s", 2.0 * s + 1.0},
        {"-200 * (hip.angle - 30deg) - 10 * hip.rate",
         -200.0 * (a - 0.52359877559829887307) - 10.0 * r},
        {"sin(2 * pi * 3Hz * time)", tmi_sin(2.0 * 3.141592653589793 * 3.0 * s)},
        {"free^2 - free^3 + free^4", f * f - f * f * f + (f * f) * (f * f)},
        {"free^0.5 + free^-1", tmi_pow(f, 0.5) + tmi_pow(f, -1.0)},
        {"2^free", tmi_pow(2.0, f)},
        {"if time < 1s then free else -free", f},
        {"if time > 1s then free * 2 else free / 2", f / 2.0},
        {"if time < 1s then (if free > 8 then 1 else free * free) else 3", f * f},
        {"if time >= 0.75s and free <= 7 and not (free != 7) then 1 else 0", 1.0},
        {"if time < 0s or free == 7 then 1 else 0", 1.0},
        {"min(free, 3, time / 1s) + max(free, 9) + abs(hip.rate / 1rad/s)", s + 9.0 - r},
        {"clamp(free, 0, 5) + floor(time / 1s) + ceil(time / 1s) + round(time / 1s)", 7.0},
        {"mod(free, 4) + sign(hip.rate)", 2.0},
        {"hypot(free, 24) + atan2(free, free) / 1rad", 25.0 + 0.7853981633974483},
        {"exp(free) + log(free) + log10(free)", tmi_exp(f) + tmi_log(f) + tmi_log10(f)},
        {"sinh(free) + cosh(free) + tanh(free) + sqrt(free)",
         tmi_sinh(f) + tmi_cosh(f) + tmi_tanh(f) + sqrt(f)},
        {"asin(hip.angle / 1rad) + acos(hip.angle / 1rad) + atan(free)",
         tmi_asin(a) + tmi_acos(a) + tmi_atan2(f, 1.0)},
        {"tan(hip.angle) + cos(hip.angle)", tmi_tan(a) + tmi_cos(a)},
        {"length(tool.center)", tmi_hypot(tmi_hypot(0.1, 0.2), 0.3)},
        {"tool.center.y + tool.center.x", 0.2 + 0.1},
        {"dot(tool.center, (1, 2, 3))", 0.1 * 1.0 + 0.2 * 2.0 + 0.3 * 3.0},
        {"1 / (free - 7)", INFINITY},
        {"log(free - 8)", NAN},
        {"if log(free - 8) < 0 then 1 else 2", 2.0},
        {"if free > 8 then 1 / 0 else 2", 2.0},
        {"width * free", 0.005 * f},
        {"5mm / 2", 0.0025},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_run(t, NULL, rows[i].text, rows[i].value);
        test_run_defers(t, 0);
    }
}

TEST(functions_are_expanded_and_lets_evaluated_once) {
    check_run(t, "function f(x) begin let y = sin(x); y * y + y end", "f(hip.angle)",
              tmi_sin(0.5) * tmi_sin(0.5) + tmi_sin(0.5));
    const tmiCode *code = code_of(t, "function f(x) begin let y = sin(x); y * y + y end",
                                  "f(hip.angle) + f(hip.angle) + sin(hip.angle)", NULL);
    REQUIRE(code);
    /* Load, sine, product, sum once; then two sums. */
    CHECK(code->step_count == 6);
    check_run(t,
              "function ramp(t, a, b) = if t < a then 0 else if t > b then 1 else (t - a) / (b - "
              "a);",
              "ramp(time, 0.5s, 1s) + ramp(time, 1s, 2s) + ramp(time, 0s, 0.5s)", 0.5 + 0.0 + 1.0);
}

TEST(operations_that_nothing_needs_are_left_out) {
    const tmiCode *code =
        code_of(t, "function f(x) begin let y = exp(x); x + 1 end", "f(free)", NULL);
    REQUIRE(code);
    CHECK(code->step_count == 2 && code->constant_count == 1 && code->frame_size == 2);
    code = code_of(t, NULL, "if time > 1s and 1 > 2 or false then exp(free) else 3", NULL);
    REQUIRE(code);
    CHECK(code->step_count == 0);
    code = code_of(t, NULL, "2 * pi + 1", NULL);
    REQUIRE(code);
    CHECK(code->step_count == 0 && code->result_count == 1 && code->input_count == 0);
    CHECK(values_run(t, code, NULL) == 2.0 * 3.141592653589793 + 1.0);
}

TEST(points_give_three_results) {
    tmiWanted wanted = {.kind = TMI_WANT_POINT, .dimension = TMI_LENGTH};
    const tmiCode *code = code_of(t, NULL,
                                  "if free > 3 then (0, width * 2) + tool.center else "
                                  "(1, 2, 3)",
                                  &wanted);
    REQUIRE(code);
    CHECK(code->result_count == 3 && code->input_count == FREE + 1);
    double frame[40], results[3];
    REQUIRE(code->frame_size <= 40);
    tmi_code_run(code, inputs, frame, results);
    CHECK(results[0] == 0.1 && results[1] == 0.005 * 2.0 + 0.2 && results[2] == 0.3);
}

TEST(a_function_alone_is_compiled_with_given_arguments) {
    Values *v = values_with_inputs(t, "function f(t, k = 3) = (k * t, 0, 0);", "1");
    REQUIRE(v);
    tmiMeaning time = {.kind = TMI_MEANS_SENSED, .slot = TIME, .size = 1, .dimension = TMI_TIME};
    tmiCode code;
    bool made;
    tmiWanted wanted = {.kind = TMI_WANT_POINT, .dimension = TMI_DIMENSION(1, -2, 0, 0)};
    MUST(tmi_compile_function(&v->e, &v->source, values_function(v, "f"), &time, 1, &wanted,
                              t->allocator, &code, &made));
    REQUIRE(made);
    double frame[10], results[3];
    tmi_code_run(&code, inputs, frame, results);
    CHECK(results[0] == 3.0 * 0.75 && results[1] == 0.0 && code.result_count == 3);
    tmi_code_clear(&code);
}

/* ---- Messages ------------------------------------------------------------------------------ */

static void check_message(tmTest *t, const char *definitions, const char *text,
                          const tmiWanted *wanted, const char *expected) {
    Values *v = values_with_inputs(t, definitions, text);
    if (!v) {
        return;
    }
    CHECK(!values_compile(v, wanted));
    const tmDiag *diag = tm_diags_at(v->d->diags, 0);
    CHECK_TEXT(diag ? diag->message : "", expected);
    CHECK(tm_diags_count(v->d->diags) == 1);
}

TEST(dimensions_are_checked_when_code_is_made) {
    tmiWanted torque = {.kind = TMI_WANT_NUMBER, .dimension = TMI_DIMENSION(2, -2, 1, 0)};
    check_message(t, NULL, "hip.angle + time", NULL, "an angle and a time cannot be added");
    check_message(t, NULL, "sin(time)", NULL, "a time where an angle belongs");
    check_message(t, NULL, "hip.angle", &torque, "an angle where a torque or an energy belongs");
    check_message(
        t, NULL, "2Nm * time", &torque,
        "an angular momentum or a rotational damping where a torque or an energy belongs");
    check_message(t, NULL, "if time > 1s then 1mm * free else 2s", NULL,
                  "the two branches of this 'if' differ: a length and a time");
    check_message(t, NULL, "tool.center", &torque, "a point where a torque or an energy belongs");
    check_message(t, NULL, "\"a\"", NULL, "a text where a number, a point or a condition belongs");
    check_message(t, NULL, "if time > 1s then \"a\" else \"b\"", NULL,
                  "an 'if' that is decided while the world runs chooses between numbers, points or "
                  "conditions");
    check_message(t, "function f(l, i) = l[i];", "f(tool.center, free)", NULL,
                  "'i' changes while the world runs, where a constant belongs");
    check_message(t, "function f(l, i) = l[2 * i + 1];", "f(tool.center, free)", NULL,
                  "'i' changes while the world runs, where a constant belongs");
    check_message(t, "function f(l, p) = l[length(-p)];", "f(tool.center, tool.center)", NULL,
                  "'p' changes while the world runs, where a constant belongs");
}

/* Who writes no units sees no message about units: gains are plain numbers. */
TEST(gains_without_units_are_accepted) {
    static const char *const texts[] = {
        "-200 * hip.angle - 10 * hip.rate",
        "-200 * (hip.angle - 30deg) - 10 * hip.rate",
        "3 * time + 1",
        "sin(3.14 * time)",
        "-9.87 * sin(3.14 * time)",
        "5 - 2 * (hip.angle + 1)",
        "if time < 2 then 5 * hip.angle else 3 * time",
        "max(2 * hip.angle, 3 * time, 1)",
        "exp(-2 * time)",
    };
    tmiWanted torque = {.kind = TMI_WANT_NUMBER, .dimension = TMI_DIMENSION(2, -2, 1, 0)};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(code_of(t, NULL, texts[i], &torque));
        test_run_defers(t, 0);
    }
    /* With units the same is checked, and right. */
    CHECK(code_of(t, NULL, "-200Nm/rad * (hip.angle - 30deg) - 10Nm*s/rad * hip.rate", &torque));
    check_message(t, NULL, "-200Nm/rad * hip.angle - 10Nm/rad * hip.rate", NULL,
                  "a torque or an energy and a power cannot be subtracted");
}

TEST(code_that_becomes_too_large_is_refused) {
    char text[4000] = "function f0(x) = sin(x) + x;";
    for (int i = 1; i <= 18; i++) {
        char line[100];
        /* Different arguments, so that nothing is shared. */
        snprintf(line, sizeof line, "function f%d(x) = f%d(x * 1.5) + f%d(x + 0.%02d);", i, i - 1,
                 i - 1, i);
        strcat(text, line);
    }
    Values *v = values_with_inputs(t, text, "f18(free)");
    REQUIRE(v);
    CHECK(!values_compile(v, NULL));
    CHECK(tm_diags_count(v->d->diags) == 1);
    CHECK_TEXT(tm_diags_at(v->d->diags, 0)->message,
               "the expression expands to too many operations");
}

/* ---- Random expressions -------------------------------------------------------------------- */

typedef struct Writer {
    char text[4000];
    size_t used;
    uint64_t seed;
} Writer;

static void put(Writer *w, const char *text) {
    size_t length = strlen(text);
    if (w->used + length < sizeof w->text) {
        memcpy(w->text + w->used, text, length + 1);
        w->used += length;
    }
}

static void put_truth(Writer *w, int depth);

static void put_number(Writer *w, int depth) {
    static const char *const unary[] = {"sin",
                                        "cos",
                                        "tan",
                                        "exp",
                                        "abs",
                                        "floor",
                                        "ceil",
                                        "sqrt",
                                        "round",
                                        "sign",
                                        "log",
                                        "sinh",
                                        "cosh",
                                        "tanh",
                                        "log10",
                                        "smooth",
                                        "-",
                                        "1 / 1rad * asin",
                                        "1 / 1rad * acos",
                                        "1 / 1rad * atan"};
    static const char *const binary[] = {"min", "max", "mod", "hypot", "pow"};
    static const char *const leaves[] = {"a", "b", "c", "2", "0.5", "3", "pi", "1.75", "a", "b"};
    int choice = depth <= 0 ? 0 : test_between(&w->seed, 0, 9);
    if (choice <= 1) {
        put(w, leaves[test_between(&w->seed, 0, 9)]);
    } else if (choice <= 5) {
        static const char *const signs[] = {" + ", " - ", " * ", " / ", "^"};
        put(w, "(");
        put_number(w, depth - 1);
        put(w, signs[test_between(&w->seed, 0, 4)]);
        put_number(w, depth - 1);
        put(w, ")");
    } else if (choice <= 6) {
        put(w, "(");
        put(w, unary[test_between(&w->seed, 0, 19)]);
        put(w, "(");
        put_number(w, depth - 1);
        put(w, "))");
    } else if (choice <= 7) {
        put(w, binary[test_between(&w->seed, 0, 4)]);
        put(w, "(");
        put_number(w, depth - 1);
        put(w, ", ");
        put_number(w, depth - 1);
        put(w, ")");
    } else {
        put(w, "(if ");
        put_truth(w, depth - 1);
        put(w, " then ");
        put_number(w, depth - 1);
        put(w, " else ");
        put_number(w, depth - 1);
        put(w, ")");
    }
}

static void put_truth(Writer *w, int depth) {
    static const char *const signs[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    int choice = depth <= 0 ? 0 : test_between(&w->seed, 0, 4);
    if (choice <= 2) {
        put_number(w, depth - 1);
        put(w, signs[test_between(&w->seed, 0, 5)]);
        put_number(w, depth - 1);
    } else if (choice == 3) {
        put(w, "not (");
        put_truth(w, depth - 1);
        put(w, ")");
    } else {
        put(w, "(");
        put_truth(w, depth - 1);
        put(w, test_between(&w->seed, 0, 1) ? ") and (" : ") or (");
        put_truth(w, depth - 1);
        put(w, ")");
    }
}

/* Constants that differ from run to run, or inputs: the bits must be the same. Domain errors are
 * left to IEEE in both by `unsure`. */
static double evaluate_with(tmTest *t, const char *text, const double x[3]) {
    Values *v = values_of(t, NULL, text);
    if (!v) {
        return 0.0;
    }
    values_constant(v, "a", x[0], TMI_PLAIN);
    values_constant(v, "b", x[1], TMI_PLAIN);
    values_constant(v, "c", x[2], TMI_PLAIN);
    v->e.unsure = 1;
    tmiValue value = values_evaluate(v, NULL);
    CHECK_TEXT(definition_messages(v->d), "");
    return value.number;
}

static bool same_bits(double a, double b) {
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

TEST(random_expressions_run_to_the_bits_that_they_evaluate_to) {
    for (uint64_t seed = 1; seed <= 400; seed++) {
        Writer w = {.seed = seed};
        put_number(&w, 5);
        double x[3];
        for (int i = 0; i < 3; i++) {
            x[i] = seed % 4 == 0 ? (double)test_between(&w.seed, -2, 3)
                                 : test_uniform(&w.seed, -3.0, 3.0);
        }
        Values *v = values_of(t, NULL, w.text);
        REQUIRE(v);
        values_sensed(v, "a", 0, 1, TMI_PLAIN);
        values_sensed(v, "b", 1, 1, TMI_PLAIN);
        /* One of them stays constant at times: code and folded constants mix. */
        if (seed % 3 == 0) {
            values_constant(v, "c", x[2], TMI_PLAIN);
        } else {
            values_sensed(v, "c", 2, 1, TMI_PLAIN);
        }
        v->e.unsure = 1;
        const tmiCode *code = values_compile(v, NULL);
        if (!CHECK(code)) {
            printf("%s\n%s\n", w.text, definition_messages(v->d));
            return;
        }
        double found = values_run(t, code, x), expected = evaluate_with(t, w.text, x);
        if (!CHECK(same_bits(found, expected))) {
            printf("%s: %.17g, evaluated %.17g\n", w.text, found, expected);
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(code_gives_what_the_formula_gives),
          CASE(functions_are_expanded_and_lets_evaluated_once),
          CASE(operations_that_nothing_needs_are_left_out), CASE(points_give_three_results),
          CASE(a_function_alone_is_compiled_with_given_arguments),
          CASE(dimensions_are_checked_when_code_is_made), CASE(gains_without_units_are_accepted),
          CASE(code_that_becomes_too_large_is_refused),
          CASE(random_expressions_run_to_the_bits_that_they_evaluate_to))
