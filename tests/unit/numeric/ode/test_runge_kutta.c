/* test_runge_kutta.c: the tables of the Runge-Kutta methods by their row sums and by the orders
 * that solutions, error estimates and interpolants show; and what failing evaluations do.
 * Stability, bad input and bits are in test_runge_kutta_linear.c. */
#include "numeric/numeric.h"
#include "numeric/ode/runge_kutta_tables.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define ORDER_SLACK 0.1

/* ---- Problems ------------------------------------------------------------------------------- */

/* Nonlinear, coupled and with time in it:
 *     x' = -t r y,  y' = t r x,  r = x^2 + y^2,  z' = z r cos t,  w' = -2 t w^2 r
 * from x = cos(t^2/2), y = sin(t^2/2), z = exp(sin t), w = 1/(1 + t^2), which stay the solution. */
#define N 4

typedef struct Problem {
    int32_t calls, fail_at; /* the call that fails; 0: none */
    int32_t power;          /* of the quadratures */
} Problem;

static void exact(double t, double *y) {
    y[0] = cos(0.5 * t * t);
    y[1] = sin(0.5 * t * t);
    y[2] = exp(sin(t));
    y[3] = 1.0 / (1.0 + t * t);
}

static tmStatus curved(void *user, double t, const double *y, double *rate) {
    Problem *p = user;
    if (++p->calls == p->fail_at) {
        return TM_ERR_SINGULAR;
    }
    double r = y[0] * y[0] + y[1] * y[1];
    rate[0] = -t * r * y[1];
    rate[1] = t * r * y[0];
    rate[2] = y[2] * r * cos(t);
    rate[3] = -2.0 * t * y[3] * y[3] * r;
    return TM_OK;
}

/* Fixed points are found by iteration: the steps of these tests are short. */
static tmStatus curved_stage(void *user, double t, const double *base, double hg, double *rate) {
    for (int32_t i = 0; i < 60; i++) {
        double y[N], before[N];
        memcpy(before, rate, sizeof before);
        for (int32_t j = 0; j < N; j++) {
            y[j] = base[j] + hg * rate[j];
        }
        tmStatus status = curved(user, t, y, rate);
        if (status != TM_OK) {
            return status;
        }
        if (memcmp(before, rate, sizeof before) == 0) {
            break;
        }
    }
    return TM_OK;
}

/* y' = t^power. */
static tmStatus quadrature(void *user, double t, const double *y, double *rate) {
    (void)y;
    rate[0] = pow(t, ((const Problem *)user)->power);
    return TM_OK;
}

static tmStatus quadrature_stage(void *user, double t, const double *base, double hg,
                                 double *rate) {
    (void)hg;
    return quadrature(user, t, base, rate);
}

/* ---- Helpers -------------------------------------------------------------------------------- */

static tmiRk rk_make(tmTest *t, tmiRkMethod method, int32_t n) {
    tmiRk rk;
    double *workspace = test_memory(t, tmi_rk_workspace(method, n), sizeof *workspace);
    tmi_rk_init(&rk, method, n, workspace);
    return rk;
}

static double distance(const double *a, const double *b, int32_t n) {
    double sum = 0.0;
    for (int32_t i = 0; i < n; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

/* Goes from `from` in `steps` steps of h on the curved problem; y then is the end. */
static tmStatus go(tmiRk *rk, double from, double h, int32_t steps, double *y) {
    Problem p = {0};
    exact(from, y);
    for (int32_t i = 0; i < steps; i++) {
        double t = from + i * h, out[N];
        tmStatus status = curved(&p, t, y, rk->k);
        if (status == TM_OK) {
            status = tmi_rk_step(rk, curved, curved_stage, &p, t, y, h, out);
        }
        if (status != TM_OK) {
            return status;
        }
        memcpy(y, out, sizeof out);
    }
    return TM_OK;
}

/* Where the orders below are read, so that terms of higher order no longer count and rounding
 * errors do not yet. Solutions: so many steps from START to END, then twice as many. What belongs
 * to a step: steps of such a length, then of half of it, with their middles spread over -1 … 1. */
#define START 0.5
#define END 4.0
#define MIDDLES 40
static const int32_t steps_of[TMI_RK_METHODS] = {4096, 512, 256, 32, 512};
static const double length_of[TMI_RK_METHODS] = {0.02, 0.02, 0.02, 0.1, 0.02};

/* ---- Tables --------------------------------------------------------------------------------- */

/* Whether the factors of a row, and one more, have this sum: to 1e-15, or to the rounding errors of
 * the factors themselves where these are as large as in DOP853's rows. It is made with more digits.
 */
static bool has_sum(const tmiRkRow *row, double more, double expected) {
    long double sum = more;
    double sizes = 0.0;
    for (int32_t i = 0; i < row->count; i++) {
        sum += row->factor[i];
        sizes += fabs(row->factor[i]);
    }
    return fabs((double)(sum - expected)) <= fmax(1e-15, TMI_ROUNDOFF * sizes);
}

TEST(row_sums_are_the_nodes) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        const tmiRkTable *table = tmi_rk_table(m);
        REQUIRE(table);
        for (int32_t i = 0; i < table->stages; i++) {
            CHECK(has_sum(&table->rows[i], table->gamma, table->nodes[i]));
        }
        for (int32_t i = 1; i < table->more; i++) {
            CHECK(has_sum(&table->more_rows[i - 1], 0.0, table->more_nodes[i - 1]));
        }
        for (int32_t i = 0; i < table->stages && table->guesses; i++) {
            CHECK(has_sum(&table->guesses[i], 0.0, 1.0));
        }
        CHECK(has_sum(&table->weights, 0.0, 1.0));
        for (int32_t i = 0; i < table->error_count; i++) {
            CHECK(has_sum(&table->errors[i], 0.0, 0.0));
        }
    }
    CHECK(!tmi_rk_table(TMI_RK_METHODS));
}

TEST(no_factor_is_zero_and_every_vector_was_made_before) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        const tmiRkTable *table = tmi_rk_table(m);
        for (int32_t i = 0; i < table->stages; i++) {
            for (int32_t j = 0; j < table->rows[i].count; j++) {
                CHECK(table->rows[i].factor[j] != 0.0 && table->rows[i].vector[j] <= i);
            }
        }
        for (int32_t j = 0; j < table->weights.count; j++) {
            CHECK(table->weights.factor[j] != 0.0 && table->weights.vector[j] <= table->stages);
        }
    }
}

TEST(powers_of_time_below_the_order_are_integrated_exactly) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, 1);
        tmiRkInfo info = tmi_rk_info(m);
        for (int32_t power = 0; power <= info.order; power++) {
            Problem p = {.power = power};
            double y = 0.0, out;
            MUST(quadrature(&p, 0.0, &y, rk.k));
            MUST(tmi_rk_step(&rk, quadrature, quadrature_stage, &p, 0.0, &y, 1.0, &out));
            double gap = fabs(out - 1.0 / (power + 1));
            CHECK(power < info.order ? gap < 4e-15 : gap > 1e-7);
        }
    }
}

/* ---- Orders --------------------------------------------------------------------------------- */

TEST(solutions_have_the_order_of_their_method) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, N);
        double errors[2], expected[N], y[N];
        exact(END, expected);
        for (int32_t i = 0; i < 2; i++) {
            int32_t steps = steps_of[m] << i;
            MUST(go(&rk, START, (END - START) / steps, steps, y));
            errors[i] = distance(y, expected, N);
        }
        CHECK_NEAR(log2(errors[0] / errors[1]), tmi_rk_info(m).order, ORDER_SLACK);
    }
}

/* Makes one step of h about `middle` from the solution, and its interpolant. */
static tmStatus one_step(tmiRk *rk, double middle, double h, double *y, double *out) {
    Problem p = {0};
    double from = middle - 0.5 * h, rate[N];
    exact(from, y);
    tmStatus status = curved(&p, from, y, rk->k);
    if (status == TM_OK) {
        status = tmi_rk_step(rk, curved, curved_stage, &p, from, y, h, out);
    }
    if (status == TM_OK) {
        status = curved(&p, from + h, out, rate);
    }
    return status == TM_OK ? tmi_rk_dense_make(rk, curved, &p, y, out, rate) : status;
}

/* Puts the root mean squares of the estimates and of what the interpolants miss into *estimate and
 * *missed. */
static tmStatus measure_steps(tmiRk *rk, double h, double *estimate, double *missed) {
    const double ones[N] = {1.0, 1.0, 1.0, 1.0};
    double estimates = 0.0, gaps = 0.0;
    for (int32_t i = 0; i < MIDDLES; i++) {
        double middle = -1.0 + 2.0 * i / MIDDLES, y[N], out[N], expected[N];
        tmStatus status = one_step(rk, middle, h, y, out);
        if (status != TM_OK) {
            return status;
        }
        estimates += pow(tmi_rk_error(rk, ones), 2.0);
        for (int32_t tenth = 1; tenth < 10; tenth++) {
            tmi_rk_dense_at(rk, 0.1 * tenth, out);
            exact(middle + (0.1 * tenth - 0.5) * h, expected);
            gaps += pow(distance(out, expected, N), 2.0);
        }
    }
    *estimate = sqrt(estimates / MIDDLES);
    *missed = sqrt(gaps / (9.0 * MIDDLES));
    return TM_OK;
}

TEST(error_estimates_and_interpolants_have_their_orders) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, N);
        tmiRkInfo info = tmi_rk_info(m);
        double estimates[2], missed[2];
        for (int32_t i = 0; i < 2; i++) {
            MUST(measure_steps(&rk, length_of[m] / (1 << i), &estimates[i], &missed[i]));
        }
        CHECK_NEAR(log2(missed[0] / missed[1]), info.dense_order + 1, ORDER_SLACK);
        if (info.error_order == 0) {
            CHECK(estimates[0] == 0.0);
        } else {
            CHECK_NEAR(log2(estimates[0] / estimates[1]), info.error_order + 1, ORDER_SLACK);
        }
    }
}

/* DOPRI5's estimate is the difference of its two solutions; [HNW] table 5.2 has the other's
 * weights. */
TEST(the_estimate_is_the_difference_of_two_solutions) {
    static const double other[7] = {
        5179.0 / 57600.0, 0.0,       7571.0 / 16695.0, 393.0 / 640.0, -92097.0 / 339200.0,
        187.0 / 2100.0,   1.0 / 40.0};
    tmiRk rk = rk_make(t, TMI_RK_DOPRI5, N);
    double y[N], out[N], scale[N] = {0.5, 2.0, INFINITY, 4.0}, sum = 0.0;
    MUST(one_step(&rk, 0.7, 0.4, y, out));
    for (int32_t i = 0; i < N; i++) {
        double second = y[i];
        for (int32_t j = 0; j < 7; j++) {
            second += 0.4 * other[j] * rk.k[j * N + i];
        }
        sum += pow((out[i] - second) / scale[i], 2.0);
    }
    CHECK_NEAR(tmi_rk_error(&rk, scale), sqrt(sum / 3.0), 1e-14);
    for (int32_t i = 0; i < N; i++) {
        scale[i] = INFINITY;
    }
    CHECK(tmi_rk_error(&rk, scale) == 0.0);
    rk.k[0] = NAN;
    scale[0] = 1.0;
    CHECK(tmi_rk_error(&rk, scale) == INFINITY);
}

/* ---- Interpolants --------------------------------------------------------------------------- */

TEST(interpolants_meet_both_ends_bit_by_bit) {
    for (tmiRkMethod m = 0; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, N);
        double y[N], end[N], out[N], rate[N];
        Problem p = {0};
        MUST(one_step(&rk, 0.7, 0.4, y, out));
        memcpy(end, out, sizeof end);
        end[0] += 1e-3; /* a correction */
        MUST(curved(&p, 0.9, end, rate));
        MUST(tmi_rk_dense_make(&rk, curved, &p, y, end, rate));
        tmi_rk_dense_at(&rk, 0.0, out);
        CHECK(memcmp(out, y, sizeof y) == 0);
        tmi_rk_dense_at(&rk, 1.0, out);
        CHECK(memcmp(out, end, sizeof end) == 0);
    }
}

TEST(interpolants_but_eulers_have_the_given_rates_at_both_ends) {
    const double d = 1e-6;
    for (tmiRkMethod m = TMI_RK_4; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, N);
        double y[N], end[N], out[N], rate[N];
        Problem p = {0};
        MUST(one_step(&rk, 0.7, 0.4, y, end));
        MUST(curved(&p, 0.9, end, rate));
        tmi_rk_dense_at(&rk, d, out);
        for (int32_t i = 0; i < N; i++) {
            CHECK_NEAR((out[i] - y[i]) / (0.4 * d), rk.k[i], 1e-5);
        }
        tmi_rk_dense_at(&rk, 1.0 - d, out);
        for (int32_t i = 0; i < N; i++) {
            CHECK_NEAR((end[i] - out[i]) / (0.4 * d), rate[i], 1e-5);
        }
    }
}

/* ---- Failures -------------------------------------------------------------------------------- */

TEST(a_failing_evaluation_ends_the_step_with_its_status) {
    for (tmiRkMethod m = TMI_RK_4; m < TMI_RK_METHODS; m++) {
        tmiRk rk = rk_make(t, m, N);
        double y[N], out[N] = {1.0, 2.0, 3.0, 4.0}, kept[N], first[N];
        memcpy(kept, out, sizeof kept);
        Problem p = {0};
        exact(START, y);
        MUST(curved(&p, START, y, rk.k));
        memcpy(first, rk.k, sizeof first);
        for (int32_t i = 1; i < tmi_rk_info(m).stages; i++) {
            p = (Problem){.fail_at = i};
            CHECK_STATUS(tmi_rk_step(&rk, curved, curved_stage, &p, START, y, 0.1, out),
                         TM_ERR_SINGULAR);
            CHECK(p.calls == i && memcmp(out, kept, sizeof kept) == 0);
            CHECK(memcmp(first, rk.k, sizeof first) == 0);
        }
    }
}

TEST(a_failing_evaluation_leaves_the_interpolant_of_before) {
    tmiRk rk = rk_make(t, TMI_RK_DOP853, N);
    double y[N], out[N], before[N], after[N];
    MUST(one_step(&rk, 0.7, 0.4, y, out));
    tmi_rk_dense_at(&rk, 0.3, before);
    for (int32_t i = 1; i <= 3; i++) {
        Problem p = {.fail_at = i};
        CHECK_STATUS(tmi_rk_dense_make(&rk, curved, &p, out, y, out), TM_ERR_SINGULAR);
        tmi_rk_dense_at(&rk, 0.3, after);
        CHECK(p.calls == i && memcmp(before, after, sizeof before) == 0);
    }
}

TEST(the_last_stage_of_dopri5_is_the_rate_at_its_end) {
    tmiRk rk = rk_make(t, TMI_RK_DOPRI5, N);
    Problem p = {0};
    double y[N], out[N], rate[N];
    exact(START, y);
    MUST(curved(&p, START, y, rk.k));
    MUST(tmi_rk_step(&rk, curved, NULL, &p, START, y, 0.25, out));
    MUST(curved(&p, START + 0.25, out, rate));
    CHECK(memcmp(rate, rk.k + 6 * N, sizeof rate) == 0);
}

TEST_MAIN(CASE(row_sums_are_the_nodes), CASE(no_factor_is_zero_and_every_vector_was_made_before),
          CASE(powers_of_time_below_the_order_are_integrated_exactly),
          CASE(solutions_have_the_order_of_their_method),
          CASE(error_estimates_and_interpolants_have_their_orders),
          CASE(the_estimate_is_the_difference_of_two_solutions),
          CASE(interpolants_meet_both_ends_bit_by_bit),
          CASE(interpolants_but_eulers_have_the_given_rates_at_both_ends),
          CASE(a_failing_evaluation_ends_the_step_with_its_status),
          CASE(a_failing_evaluation_leaves_the_interpolant_of_before),
          CASE(the_last_stage_of_dopri5_is_the_rate_at_its_end))
