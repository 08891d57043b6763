/* test_runge_kutta_linear.c: what linear problems tell of the Runge-Kutta methods: stability and
 * stiffness; then resting numbers, bad input, equal bits. */
#include "numeric/numeric.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef struct Problem {
    double real, imaginary; /* parts of lambda */
} Problem;

/* y' = lambda (y - cos t) - sin t, whose smooth solution is cos t. */
static tmStatus relaxed_stage(void *user, double t, const double *base, double hg, double *rate) {
    const Problem *p = user;
    rate[0] = (p->real * (base[0] - cos(t)) - sin(t)) / (1.0 - hg * p->real);
    return TM_OK;
}

/* y' = lambda y, both complex. */
static tmStatus linear(void *user, double t, const double *y, double *rate) {
    const Problem *p = user;
    (void)t;
    rate[0] = p->real * y[0] - p->imaginary * y[1];
    rate[1] = p->real * y[1] + p->imaginary * y[0];
    return TM_OK;
}

static tmStatus linear_stage(void *user, double t, const double *base, double hg, double *rate) {
    const Problem *p = user;
    double of_base[2], real = 1.0 - hg * p->real, imaginary = -hg * p->imaginary;
    double square = real * real + imaginary * imaginary;
    linear(user, t, base, of_base);
    rate[0] = (of_base[0] * real + of_base[1] * imaginary) / square;
    rate[1] = (of_base[1] * real - of_base[0] * imaginary) / square;
    return TM_OK;
}

static tmiRk rk_make(tmTest *t, tmiRkMethod method, int32_t n) {
    tmiRk rk;
    double *workspace = test_memory(t, tmi_rk_workspace(method, n), sizeof *workspace);
    tmi_rk_init(&rk, method, n, workspace);
    return rk;
}

/* ---- Stability ------------------------------------------------------------------------------ */

/* Returns |R(z)|: how much a step multiplies a solution of y' = lambda y, z = h lambda. */
static double growth(tmiRk *rk, double real, double imaginary) {
    Problem p = {.real = 4.0 * real, .imaginary = 4.0 * imaginary};
    double y[2] = {1.0, 0.0}, out[2] = {NAN, NAN};
    linear(&p, 0.0, y, rk->k);
    tmi_rk_step(rk, linear, linear_stage, &p, 0.0, y, 0.25, out);
    return sqrt(out[0] * out[0] + out[1] * out[1]);
}

TEST(explicit_methods_are_stable_up_to_the_bound_that_they_tell) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 2);
        double bound = tmi_rk_info(m).real_stability;
        for (int32_t i = 1; i < 100; i++) {
            CHECK(growth(&rk, -0.01 * i * bound, 0.0) <= 1.0);
        }
        CHECK(bound == 0.0 || growth(&rk, -0.999 * bound, 0.0) < 1.0);
        CHECK(bound == 0.0 || growth(&rk, -1.001 * bound, 0.0) > 1.0);
    }
}

/* [HW] IV.3 and IV.6: |R| <= 1 on the imaginary axis and R = 0 at infinity. */
TEST(sdirk4_is_a_stable_and_l_stable) {
    tmiRk rk = rk_make(t, TMI_RK_SDIRK4, 2);
    for (double z = 1e-3; z < 1e9; z *= 1.1) {
        CHECK(growth(&rk, 0.0, z) <= 1.0 + 1e-14);
        CHECK(growth(&rk, -z, 0.3 * z) < 1.0);
    }
    CHECK(growth(&rk, -1e12, 0.0) < 1e-11);
    CHECK(growth(&rk, 0.0, 1e12) < 1e-11);
}

/* y' = lambda (y - cos t) - sin t from far off: after a few steps it is on its slow path,
 * except for what the stages miss: some h^2 / lambda, 1e-9. */
TEST(sdirk4_comes_to_the_smooth_solution_of_a_stiff_problem) {
    Problem p = {.real = -1e7};
    tmiRk rk = rk_make(t, TMI_RK_SDIRK4, 1);
    double y = 3.0, out = 0.0;
    for (int32_t i = 0; i < 20; i++) {
        rk.k[0] = p.real * (y - cos(0.1 * i)) - sin(0.1 * i);
        MUST(tmi_rk_step(&rk, NULL, relaxed_stage, &p, 0.1 * i, &y, 0.1, &out));
        y = out;
    }
    CHECK_NEAR(y, cos(2.0), 1e-8);
}

TEST(the_stiffness_of_a_linear_problem_is_h_lambda) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 2);
        Problem p = {.real = -30.0, .imaginary = 40.0};
        double y[2] = {1.0, 0.5}, out[2], rate[2];
        MUST(linear(&p, 0.0, y, rk.k));
        MUST(tmi_rk_step(&rk, linear, linear_stage, &p, 0.0, y, -0.1, out));
        MUST(linear(&p, -0.1, out, rate));
        double expected = m == TMI_RK_EULER || m == TMI_RK_SDIRK4 ? 0.0 : 5.0;
        CHECK_NEAR(tmi_rk_stiffness(&rk, out, rate), expected, 1e-11);
        memset(y, 0, sizeof y);
        memset(rk.k, 0, sizeof y);
        MUST(tmi_rk_step(&rk, linear, linear_stage, &p, 0.0, y, 0.1, out));
        CHECK(tmi_rk_stiffness(&rk, out, y) == 0.0);
    }
}

TEST(numbers_that_rest_are_the_same_throughout_the_interpolant) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 2);
        Problem p = {0}; /* lambda is 0 */
        const double y[2] = {0.1, 0.7};
        double end[2], out[2], rate[2];
        MUST(linear(&p, 0.0, y, rk.k));
        MUST(tmi_rk_step(&rk, linear, linear_stage, &p, 0.0, y, 0.3, end));
        MUST(linear(&p, 0.3, end, rate));
        MUST(tmi_rk_dense_make(&rk, linear, &p, y, end, rate));
        for (int32_t i = 0; i <= 30; i++) {
            tmi_rk_dense_at(&rk, i / 30.0, out);
            CHECK(memcmp(out, y, sizeof y) == 0);
        }
    }
}

/* ---- Bad input, and bits ----------------------------------------------------------------------
 */

TEST(what_is_not_finite_gets_a_status_and_leaves_the_output) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 2);
        Problem p = {.real = -1.0};
        double y[2] = {1.0, 0.0}, out[2] = {5.0, 6.0};
        const double bad[] = {NAN, INFINITY, -INFINITY};
        for (int32_t i = 0; i < 3; i++) {
            MUST(linear(&p, 0.0, y, rk.k));
            CHECK_STATUS(tmi_rk_step(&rk, linear, linear_stage, &p, 0.0, y, bad[i], out),
                         TM_ERR_NOT_FINITE);
            CHECK_STATUS(tmi_rk_step(&rk, linear, linear_stage, &p, bad[i], y, 0.1, out),
                         TM_ERR_NOT_FINITE);
            double bad_y[2] = {bad[i], 0.0};
            MUST(linear(&p, 0.0, bad_y, rk.k));
            CHECK_STATUS(tmi_rk_step(&rk, linear, linear_stage, &p, 0.0, bad_y, 0.1, out),
                         TM_ERR_NOT_FINITE);
        }
        CHECK(out[0] == 5.0 && out[1] == 6.0);
    }
}

TEST(wrong_arguments_get_a_status) {
    double y[1] = {0.0}, out[1] = {0.0};
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 1);
        CHECK_STATUS(tmi_rk_step(&rk, NULL, NULL, NULL, 0.0, y, 1.0, out), TM_ERR_ARGUMENT);
        CHECK_STATUS(tmi_rk_step(&rk, linear, linear_stage, NULL, 0.0, NULL, 1.0, out),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tmi_rk_dense_make(&rk, linear, NULL, y, NULL, y), TM_ERR_ARGUMENT);
        tmi_rk_init(&rk, m, 0, NULL);
        CHECK_STATUS(tmi_rk_step(&rk, linear, linear_stage, NULL, 0.0, NULL, 1.0, NULL), TM_OK);
        CHECK_STATUS(tmi_rk_dense_make(&rk, linear, NULL, NULL, NULL, NULL), TM_OK);
        tmi_rk_dense_at(&rk, 0.5, NULL);
        CHECK(tmi_rk_error(&rk, NULL) == 0.0 && tmi_rk_stiffness(&rk, NULL, NULL) == 0.0);
    }
    CHECK_STATUS(tmi_rk_step(NULL, linear, NULL, NULL, 0.0, y, 1.0, out), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_rk_dense_make(NULL, linear, NULL, y, y, y), TM_ERR_ARGUMENT);
    CHECK(tmi_rk_workspace(TMI_RK_METHODS, 3) == 0 && tmi_rk_info(TMI_RK_METHODS).order == 0);
}

/* The same scalar equation many times over: each must have the bits of the first, whether it is
 * among eight, a pair, or the last one. And a step that is made again has the bits of before. */
#define COPIES 23

static tmStatus copies(void *user, double t, const double *y, double *rate) {
    (void)user;
    for (int32_t i = 0; i < COPIES; i++) {
        rate[i] = y[i] * cos(t) - 0.3 * y[i] * y[i];
    }
    return TM_OK;
}

static tmStatus copies_stage(void *user, double t, const double *base, double hg, double *rate) {
    for (int32_t i = 0; i < 20; i++) {
        double y[COPIES];
        for (int32_t j = 0; j < COPIES; j++) {
            y[j] = base[j] + hg * rate[j];
        }
        copies(user, t, y, rate);
    }
    return TM_OK;
}

TEST(bits_depend_neither_on_the_place_of_a_number_nor_on_what_was_before) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, COPIES);
        double y[COPIES], out[COPIES], again[COPIES], rate[COPIES], scale[COPIES];
        double errors[2], dense[2][COPIES];
        for (int32_t i = 0; i < COPIES; i++) {
            y[i] = 0.7;
            scale[i] = 1.0;
        }
        for (int32_t round = 0; round < 2; round++) {
            copies(NULL, 0.2, y, rk.k);
            MUST(tmi_rk_step(&rk, copies, copies_stage, NULL, 0.2, y, 0.3, round ? again : out));
            errors[round] = tmi_rk_error(&rk, scale);
            copies(NULL, 0.5, out, rate);
            MUST(tmi_rk_dense_make(&rk, copies, NULL, y, out, rate));
            tmi_rk_dense_at(&rk, 0.37, dense[round]);
        }
        CHECK(memcmp(out, again, sizeof out) == 0 && errors[0] == errors[1]);
        CHECK(memcmp(dense[0], dense[1], sizeof out) == 0);
        for (int32_t i = 1; i < COPIES; i++) {
            CHECK(out[i] == out[0] && dense[0][i] == dense[0][0]);
        }
        /* All have the same error, so the mean is that of one. */
        scale[0] = INFINITY;
        CHECK_NEAR(tmi_rk_error(&rk, scale), errors[0], 1e-13 * errors[0]);
    }
}

TEST_MAIN(CASE(explicit_methods_are_stable_up_to_the_bound_that_they_tell),
          CASE(sdirk4_is_a_stable_and_l_stable),
          CASE(sdirk4_comes_to_the_smooth_solution_of_a_stiff_problem),
          CASE(the_stiffness_of_a_linear_problem_is_h_lambda),
          CASE(numbers_that_rest_are_the_same_throughout_the_interpolant),
          CASE(what_is_not_finite_gets_a_status_and_leaves_the_output),
          CASE(wrong_arguments_get_a_status),
          CASE(bits_depend_neither_on_the_place_of_a_number_nor_on_what_was_before))
