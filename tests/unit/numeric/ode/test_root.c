/* test_root.c: roots of functions and beginnings of conditions in a bracket, by closed forms;
 * bounds on evaluations, the sides of the ends, bad input. */
#include "numeric/numeric.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Counted {
    double (*function)(double x);
    int32_t calls;
} Counted;

static double counted(void *user, double x) {
    Counted *c = user;
    c->calls++;
    return c->function(x);
}

static double cubic(double x) {
    return x * x * x - 2.0;
}
static double kepler(double x) {
    return x - 0.9 * sin(x) - 1.0;
}
static double falling(double x) {
    return exp(-x) - 0.25;
}
static double flat(double x) {
    return pow(x - 0.3, 9.0);
}
static double jump(double x) {
    return x < 0.7 ? -1e-3 : 1e6;
}
static double one_sided(double x) { /* zero from 1/3 on, as gaps are that are cut at zero */
    return x < 1.0 / 3.0 ? 1.0 / 3.0 - x : 0.0;
}
static double steep(double x) {
    return exp(40.0 * x) - 1e9;
}
static double linear(double x) {
    return 3.0 * (x - 0.125);
}
static double nearly_nowhere(double x) {
    return x < 1e-9 ? -1.0 : 1e-300;
}

typedef struct Given {
    double (*function)(double x);
    double before, after, root;
    int32_t max; /* evaluations that are enough for 1e-12 of a bracket near 1; bisection takes 40 */
} Given;

/* The roots: 2^(1/3); that of Kepler's equation, by bisection with 50 digits; ln 4; ln(1e9)/40; and
 * by construction. */
static const Given given[] = {
    {cubic, 0.0, 2.0, 1.2599210498948731648, 10},
    {cubic, 2.0, 0.0, 1.2599210498948731648, 10},
    {kepler, 0.0, 3.0, 1.8620866868745322549, 10},
    {falling, 0.0, 4.0, 1.3862943611198906188, 10},
    {linear, -1.0, 1.0, 0.125, 3},
    {steep, 0.0, 1.0, 0.51808164592366027890, 15},
    {flat, 0.0, 1.0, 0.3, 45},
    {jump, 0.0, 1.0, 0.7, 45},
    {one_sided, 0.0, 1.0, 1.0 / 3.0, 45},
    {nearly_nowhere, 0.0, 1.0, 1e-9, 45},
};
#define GIVEN ((int32_t)(sizeof given / sizeof given[0]))

static tmiBracket bracket_of(const Given *g) {
    return (tmiBracket){g->before, g->after, g->function(g->before), g->function(g->after)};
}

TEST(roots_are_found_between_ends_that_are_close_together) {
    for (int32_t i = 0; i < GIVEN; i++) {
        const Given *g = &given[i];
        for (double tolerance = 1e-2; tolerance > 1e-13; tolerance *= 0.1) {
            Counted c = {g->function, 0};
            tmiBracket b = bracket_of(g);
            MUST(tmi_root(counted, &c, tolerance, 100, &b));
            CHECK(fabs(b.after - b.before) <= tolerance);
            double low = fmin(b.before, b.after), high = fmax(b.before, b.after);
            CHECK(low - 4.0 * DBL_EPSILON <= g->root && g->root <= high + 4.0 * DBL_EPSILON);
            CHECK(b.value_before == g->function(b.before) && b.value_after == g->function(b.after));
            CHECK((b.before < b.after) == (g->before < g->after));
        }
    }
}

TEST(the_end_that_is_called_after_has_the_new_sign) {
    for (int32_t i = 0; i < GIVEN; i++) {
        Counted c = {given[i].function, 0};
        tmiBracket b = bracket_of(&given[i]);
        double old = b.value_before;
        MUST(tmi_root(counted, &c, 1e-9, 100, &b));
        CHECK(old < 0.0 ? b.value_before < 0.0 && b.value_after >= 0.0
                        : b.value_before > 0.0 && b.value_after <= 0.0);
    }
}

TEST(smooth_functions_take_few_evaluations_and_awkward_ones_little_more_than_bisection) {
    for (int32_t i = 0; i < GIVEN; i++) {
        Counted c = {given[i].function, 0};
        tmiBracket b = bracket_of(&given[i]);
        MUST(tmi_root(counted, &c, 1e-12, 100, &b));
        CHECK(c.calls <= given[i].max);
    }
}

TEST(tolerance_zero_ends_at_the_roundings_of_the_ends) {
    for (int32_t i = 0; i < GIVEN; i++) {
        Counted c = {given[i].function, 0};
        tmiBracket b = bracket_of(&given[i]);
        MUST(tmi_root(counted, &c, 0.0, 100, &b));
        CHECK(fabs(b.after - b.before) <= 4.0 * DBL_EPSILON * fmax(fabs(b.before), 3.0));
    }
    Counted c = {linear, 0};
    tmiBracket same = {0.125, 0.125, -1.0, 0.0};
    MUST(tmi_root(counted, &c, 0.0, 0, &same));
    CHECK(c.calls == 0 && same.after == 0.125);
}

TEST(a_bound_on_evaluations_leaves_a_bracket_that_holds) {
    for (int32_t max = 0; max < 10; max++) {
        Counted c = {jump, 0};
        tmiBracket b = bracket_of(&given[7]);
        CHECK_STATUS(tmi_root(counted, &c, 1e-12, max, &b), TM_ERR_NOT_CONVERGED);
        CHECK(c.calls == max && b.before < 0.7 && b.after >= 0.7);
        CHECK(b.value_before == -1e-3 && b.value_after == 1e6);
    }
}

static double without_number(double x) {
    return x > 0.2 && x < 0.8 ? NAN : x - 0.5;
}

TEST(a_function_without_a_number_ends_the_search) {
    Counted c = {without_number, 0};
    tmiBracket b = {0.0, 1.0, -0.5, 0.5};
    CHECK_STATUS(tmi_root(counted, &c, 1e-9, 100, &b), TM_ERR_NOT_FINITE);
    CHECK(c.calls == 1 && b.before == 0.0 && b.after == 1.0);
}

TEST(wrong_brackets_get_a_status_and_are_left_alone) {
    const tmiBracket wrong[] = {
        {0.0, 1.0, 1.0, 2.0}, {0.0, 1.0, -1.0, -2.0}, {0.0, 1.0, 0.0, 1.0}, {0.0, 1.0, 0.0, 0.0}};
    const tmiBracket infinite[] = {{-INFINITY, 1.0, -1.0, 1.0},
                                   {0.0, NAN, -1.0, 1.0},
                                   {0.0, 1.0, NAN, 1.0},
                                   {0.0, 1.0, -1.0, INFINITY},
                                   {-1e308, 1e308, -1.0, 1.0}};
    Counted c = {linear, 0};
    for (int32_t i = 0; i < 4; i++) {
        tmiBracket b = wrong[i];
        CHECK_STATUS(tmi_root(counted, &c, 1e-9, 100, &b), TM_ERR_ARGUMENT);
        CHECK(memcmp(&b, &wrong[i], sizeof b) == 0);
    }
    for (int32_t i = 0; i < 5; i++) {
        tmiBracket b = infinite[i];
        CHECK_STATUS(tmi_root(counted, &c, 1e-9, 100, &b), TM_ERR_NOT_FINITE);
        CHECK(memcmp(&b, &infinite[i], sizeof b) == 0);
    }
    tmiBracket good = bracket_of(&given[4]);
    CHECK_STATUS(tmi_root(NULL, &c, 1e-9, 100, &good), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_root(counted, &c, 1e-9, 100, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_root(counted, &c, -1.0, 100, &good), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_root(counted, &c, NAN, 100, &good), TM_ERR_ARGUMENT);
    CHECK(c.calls == 0);
}

typedef struct Random {
    double root, size, factor;
    int32_t calls;
} Random;

static double random_value(void *user, double x) {
    Random *r = user;
    double d = (x - r->root) / r->size;
    r->calls++;
    return r->factor * (d + d * d * d);
}

/* Cubics with a root at random, and values and places of any size: the ends must close on it. */
TEST(random_roots_of_any_size_are_found) {
    uint64_t state = 5;
    for (int32_t i = 0; i < 2000; i++) {
        double size = pow(10.0, test_uniform(&state, -250.0, 250.0));
        double root = size * test_uniform(&state, -1.0, 1.0);
        Random r = {root, size, pow(10.0, test_uniform(&state, -50.0, 50.0)), 0};
        tmiBracket b = {-size, size, random_value(&r, -size), random_value(&r, size)};
        r.calls = 0;
        MUST(tmi_root(random_value, &r, 1e-12 * size, 100, &b));
        CHECK(b.before < root && b.after >= root && b.after - b.before <= 1e-12 * size);
        CHECK(r.calls <= 12);
    }
}

/* ---- Conditions ----------------------------------------------------------------------------- */

typedef struct Step {
    double place;
    bool below; /* it holds below the place */
    int32_t calls;
} Step;

static bool holds(void *user, double x) {
    Step *s = user;
    s->calls++;
    return s->below ? x <= s->place : x >= s->place;
}

TEST(conditions_are_bisected_to_where_they_begin_to_hold) {
    Step up = {0.3, false, 0}, down = {0.3, true, 0};
    double before = 0.0, after = 1.0;
    MUST(tmi_root_condition(holds, &up, 1e-9, 100, &before, &after));
    CHECK(before < 0.3 && after >= 0.3 && after - before <= 1e-9 && up.calls == 30);
    before = 1.0, after = -5.0;
    MUST(tmi_root_condition(holds, &down, 0.0, 100, &before, &after));
    CHECK(before > 0.3 && after <= 0.3 && before - after <= 12.0 * DBL_EPSILON);
}

TEST(a_bound_on_bisections_leaves_a_bracket_that_holds) {
    Step s = {0.3, false, 0};
    double before = 0.0, after = 1.0;
    CHECK_STATUS(tmi_root_condition(holds, &s, 1e-9, 3, &before, &after), TM_ERR_NOT_CONVERGED);
    CHECK(s.calls == 3 && before == 0.25 && after == 0.375);
}

TEST(conditions_without_a_bracket_get_a_status) {
    Step s = {0.3, false, 0};
    double before = 0.0, after = INFINITY;
    CHECK_STATUS(tmi_root_condition(holds, &s, 1e-9, 9, &before, &after), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tmi_root_condition(NULL, &s, 1e-9, 9, &before, &after), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_root_condition(holds, &s, 1e-9, 9, NULL, &after), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_root_condition(holds, &s, -1e-9, 9, &before, &after), TM_ERR_ARGUMENT);
    CHECK(s.calls == 0 && before == 0.0 && after == INFINITY);
}

TEST_MAIN(CASE(roots_are_found_between_ends_that_are_close_together),
          CASE(the_end_that_is_called_after_has_the_new_sign),
          CASE(smooth_functions_take_few_evaluations_and_awkward_ones_little_more_than_bisection),
          CASE(tolerance_zero_ends_at_the_roundings_of_the_ends),
          CASE(a_bound_on_evaluations_leaves_a_bracket_that_holds),
          CASE(a_function_without_a_number_ends_the_search),
          CASE(wrong_brackets_get_a_status_and_are_left_alone),
          CASE(random_roots_of_any_size_are_found),
          CASE(conditions_are_bisected_to_where_they_begin_to_hold),
          CASE(a_bound_on_bisections_leaves_a_bracket_that_holds),
          CASE(conditions_without_a_bracket_get_a_status))
