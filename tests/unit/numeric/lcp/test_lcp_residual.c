/* test_lcp_residual.c: the check of answers, with right, wrong and spoiled ones; and what the
 * solvers say to bad input and to numbers at the ends of the range. */
#include "lcp_problems.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* z = (1, 0), w = (0, 2). */
static double matrix[] = {2.0, 1.0, 1.0, 3.0};
static const double right_side[] = {-2.0, 1.0};

static tmiLcp small_problem(void) {
    return (tmiLcp){.m = tmi_matrix(matrix, 2, 2), .q = right_side};
}

TEST(a_solution_has_no_residual_and_every_spoiled_one_has) {
    tmiLcp p = small_problem();
    CHECK(tmi_lcp_residual(&p, (double[]){1.0, 0.0}) == 0.0);
    /* Off by 1e-6: a row of terms 2 and 2, so 1e-6 / 2, except for what counts as noise. */
    CHECK_NEAR(tmi_lcp_residual(&p, (double[]){1.0 + 1e-6, 0.0}), 5e-7, 1e-9);
    CHECK_NEAR(tmi_lcp_residual(&p, (double[]){1.0 - 1e-6, 0.0}), 5e-7, 1e-9);
    CHECK(tmi_lcp_residual(&p, (double[]){1.0, -1e-6}) >= 1e-6);
    CHECK(tmi_lcp_residual(&p, (double[]){1.0, 1e-6}) >= 1e-7);
    CHECK(tmi_lcp_residual(&p, (double[]){0.0, 0.0}) == 1.0);
    CHECK(tmi_lcp_residual(&p, (double[]){0.0, 1.0}) > 0.1);
    CHECK(tmi_lcp_residual(&p, (double[]){(double)NAN, 0.0}) == (double)INFINITY);
    CHECK(tmi_lcp_residual(&p, (double[]){1.0, (double)INFINITY}) == (double)INFINITY);
    CHECK(tmi_lcp_residual(&p, NULL) == (double)INFINITY);
    CHECK(tmi_lcp_residual(NULL, (double[]){1.0, 0.0}) == (double)INFINITY);
}

TEST(units_do_not_change_the_residual) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 1;
    for (int32_t k = 0; k < 200; k++) {
        double z[LCP_ORDER_MAX];
        lcp_case_fill(c, LCP_FRICTION, 12, &state);
        for (int32_t i = 0; i < c->n; i++) {
            z[i] = test_uniform(&state, 0.0, 1.0);
        }
        double before = tmi_lcp_residual(&c->lcp, z);
        for (int32_t i = 0; i < c->n; i++) {
            z[i] *= 0x1p-30;
            c->q[i] *= 0x1p20;
            for (int32_t j = 0; j < c->n; j++) {
                c->m[i * c->n + j] *= 0x1p50;
            }
        }
        CHECK(tmi_lcp_residual(&c->lcp, z) == before);
    }
}

/* A wrong side, a changed number, a sign: whatever is done to an answer is found. */
TEST(every_corrupted_answer_is_found) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 2;
    for (int32_t k = 0; k < 1000; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
        tmiLcpInfo info;
        lcp_case_fill(c, LCP_DEFINITE, test_between(&state, 1, 12), &state);
        tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        CHECK(tmi_lcp_residual(&c->lcp, z) < 1e-13);
        int32_t i = test_between(&state, 0, c->n - 1);
        z[i] = z[i] > 0.0 ? z[i] * (k % 2 ? 0.0 : 1.0 + 1e-5) : k % 2 ? -1e-5 : 1e-5;
        CHECK(tmi_lcp_residual(&c->lcp, z) > 1e-8);
    }
}

/* w_1 + w_2 = -1/2 whatever z is; but 1e17 swallows q, and w comes out as 0. */
TEST(a_huge_z_that_drowns_q_is_no_solution) {
    double m[] = {1.0, -1.0, -1.0, 1.0};
    const double q[] = {-1.0, 0.5};
    tmiLcp p = {.m = tmi_matrix(m, 2, 2), .q = q};
    CHECK(tmi_lcp_residual(&p, (double[]){1e17, 1e17}) > 1e-3);
    CHECK(tmi_lcp_residual(&p, (double[]){1e9, 1e9}) > 1e-4);
    CHECK(lcp_solutions(&p, NULL, 0) == 0);
}

TEST(an_empty_problem_is_solved) {
    tmiLcp p = {.m = tmi_matrix(NULL, 0, 0)};
    for (tmiLcpSolver k = 0; k < TMI_LCP_SOLVERS; k++) {
        tmiLcpInfo info = {.outcome = TMI_LCP_OUTCOMES};
        tmiLcpSettings s = tmi_lcp_settings(k);
        CHECK_STATUS(tmi_lcp_solve(&p, &s, NULL, NULL, NULL, NULL, &info), TM_OK);
        CHECK(info.outcome == TMI_LCP_SOLVED);
    }
    CHECK(lcp_solutions(&p, NULL, 0) == 1);
}

TEST(bad_arguments_are_refused_and_nothing_is_written) {
    double z[2] = {7.0, 7.0}, w[2] = {7.0, 7.0};
    tmiLcpInfo info = {.steps = 7};
    tmiLcp p = small_problem();
    tmiLcpSettings good = tmi_lcp_settings(TMI_LCP_LEMKE), s = good;
    CHECK_STATUS(tmi_lcp_solve(NULL, &s, z, NULL, z, w, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lcp_solve(&p, NULL, z, NULL, z, w, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lcp_solve(&p, &s, NULL, NULL, z, w, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(lcp_solve(&p, &s, NULL, w, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(lcp_solve(&p, &s, z, w, NULL), TM_ERR_ARGUMENT);
    p.q = NULL;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    p = small_problem();
    p.m.cols = 1;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_SHAPE);
    p = small_problem();
    s.steps = -1;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    s = good;
    s.accept = (double)NAN;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    s = good;
    s.relaxation = 2.0;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    s = good;
    s.start = (double[]){0.0, (double)INFINITY};
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_NOT_FINITE);
    CHECK(z[0] == 7.0 && z[1] == 7.0 && w[0] == 7.0 && w[1] == 7.0 && info.steps == 7);
    CHECK(tmi_lcp_workspace(TMI_LCP_SOLVERS, 3) == 0 && tmi_lcp_int_workspace(0, -1) == 0);
    double m[21 * 21] = {0}, q[21] = {0}, z2[21], w2[21];
    tmiLcp large = {.m = tmi_matrix(m, 21, 21), .q = q};
    s = tmi_lcp_settings(TMI_LCP_ENUMERATE);
    CHECK_STATUS(lcp_solve(&large, &s, z2, w2, &info), TM_ERR_LIMIT);
}

TEST(numbers_that_are_none_are_refused) {
    static const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (tmiLcpSolver k = 0; k < TMI_LCP_SOLVERS; k++) {
        for (int i = 0; i < 3; i++) {
            double m[] = {2.0, 1.0, 1.0, 3.0}, q[] = {-2.0, 1.0}, z[2] = {7.0, 7.0}, w[2];
            tmiLcpInfo info;
            tmiLcpSettings s = tmi_lcp_settings(k);
            tmiLcp p = {.m = tmi_matrix(m, 2, 2), .q = q};
            m[i] = none[i];
            CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_NOT_FINITE);
            m[i] = 1.0;
            q[1] = none[i];
            CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_NOT_FINITE);
            CHECK(z[0] == 7.0);
        }
    }
}

/* The small problem times powers of two: z is that of before times the quotient, to the bit. */
TEST(numbers_of_any_size_are_solved_or_told) {
    static const int32_t powers[] = {0, 500, 1000, -500, -1000, -1060};
    for (tmiLcpSolver k = 0; k < TMI_LCP_SOLVERS; k++) {
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < 6; b++) {
                double m[4], q[2], z[2], w[2];
                for (int i = 0; i < 4; i++) {
                    m[i] = ldexp(matrix[i], powers[a]);
                }
                for (int i = 0; i < 2; i++) {
                    q[i] = ldexp(right_side[i], powers[b]);
                }
                tmiLcpInfo info;
                tmiLcpSettings s = tmi_lcp_settings(k);
                tmiLcp p = {.m = tmi_matrix(m, 2, 2), .q = q};
                MUST(lcp_solve(&p, &s, z, w, &info));
                double expected = ldexp(1.0, powers[b] - powers[a]);
                bool within = expected < (double)INFINITY && expected >= 0x1p-1000;
                CHECK(within ? info.outcome == TMI_LCP_SOLVED : info.outcome < TMI_LCP_OUTCOMES);
                CHECK(!within || (fabs(z[0] / expected - 1.0) < 1e-14 && z[1] == 0.0));
                CHECK(fabs(z[0]) < (double)INFINITY && fabs(w[1]) < (double)INFINITY);
            }
        }
    }
}

TEST(entries_of_all_sizes_at_once_end_in_an_outcome) {
    static const double sizes[] = {0.0, 1e-300, 1e-18, 1.0, -1.0, 1e300, -1e300, 5e-324};
    uint64_t state = 3;
    for (int32_t k = 0; k < 2000; k++) {
        double m[16], q[4], z[4], w[4];
        int32_t n = test_between(&state, 1, 4);
        for (int32_t i = 0; i < n * n; i++) {
            m[i] = sizes[test_between(&state, 0, 7)];
        }
        for (int32_t i = 0; i < n; i++) {
            q[i] = sizes[test_between(&state, 0, 7)];
        }
        tmiLcp p = {.m = tmi_matrix(m, n, n), .q = q};
        for (tmiLcpSolver solver = 0; solver < TMI_LCP_SOLVERS; solver++) {
            tmiLcpInfo info;
            tmiLcpSettings s = tmi_lcp_settings(solver);
            MUST(lcp_solve(&p, &s, z, w, &info));
            CHECK(info.outcome != TMI_LCP_SOLVED || info.residual <= s.accept);
            for (int32_t i = 0; i < n; i++) {
                CHECK(z[i] >= 0.0 && z[i] < (double)INFINITY && fabs(w[i]) < (double)INFINITY);
            }
        }
    }
}

TEST_MAIN(CASE(a_solution_has_no_residual_and_every_spoiled_one_has),
          CASE(units_do_not_change_the_residual), CASE(every_corrupted_answer_is_found),
          CASE(a_huge_z_that_drowns_q_is_no_solution), CASE(an_empty_problem_is_solved),
          CASE(bad_arguments_are_refused_and_nothing_is_written),
          CASE(numbers_that_are_none_are_refused), CASE(numbers_of_any_size_are_solved_or_told),
          CASE(entries_of_all_sizes_at_once_end_in_an_outcome))
