/* test_lcp_published.c: linear complementarity problems from the literature, with the solutions and
 * numbers of pivots that are printed for them or that follow by hand. */
#include "lcp_problems.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define ORDER 16
#define DIGITS 1e-10 /* of numbers that are near 1 */

static void take(lcpCase *c, int32_t n, const double *m, const double *q) {
    c->n = n;
    memcpy(c->m, m, sizeof(double) * (size_t)(n * n));
    memcpy(c->q, q, sizeof(double) * (size_t)n);
    lcp_case_close(c);
}

static void check_solution(tmTest *t, const lcpCase *c, tmiLcpSolver solver, const double *expected,
                           double size) {
    double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(solver);
    s.steps = 100000;
    MUST(lcp_solve(&c->lcp, &s, z, w, &info));
    REQUIRE(info.outcome == TMI_LCP_SOLVED);
    for (int32_t i = 0; i < c->n; i++) {
        CHECK_NEAR(z[i], expected[i], DIGITS * size);
    }
}

/* Whether one of the `count` solutions is the expected one. */
static bool has(const double *all, int32_t count, int32_t n, const double *expected) {
    for (int32_t k = 0; k < count; k++) {
        double apart = 0.0;
        for (int32_t i = 0; i < n; i++) {
            apart = fmax(apart, fabs(all[k * n + i] - expected[i]));
        }
        if (apart < DIGITS * 100.0) {
            return true;
        }
    }
    return false;
}

/* Upper triangular with 2 above the diagonal, or its transposed. */
static void fill_murty(lcpCase *c, int32_t n, bool lower) {
    c->n = n;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            c->m[i * n + j] = i == j ? 1.0 : (j > i) != lower ? 2.0 : 0.0;
        }
        c->q[i] = -1.0;
    }
    lcp_case_close(c);
}

TEST(every_solver_solves_murtys_problem) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int32_t n = 1; n <= ORDER; n++) {
        double expected[ORDER] = {0};
        expected[n - 1] = 1.0;
        fill_murty(c, n, false);
        for (tmiLcpSolver k = 0; k < TMI_LCP_SOLVERS; k++) {
            /* Enumeration of 2^16 sets belongs to the fuzz target. */
            if (k != TMI_LCP_ENUMERATE || n <= 10) {
                check_solution(t, c, k, expected, 1.0);
            }
        }
    }
}

static int32_t lemke_pivots(tmTest *t, lcpCase *c) {
    double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
    s.steps = 100000;
    CHECK_STATUS(lcp_solve(&c->lcp, &s, z, w, &info), TM_OK);
    CHECK(info.outcome == TMI_LCP_SOLVED && info.tries == 0);
    for (int32_t i = 0; i < c->n - 1; i++) {
        CHECK(z[i] == 0.0);
    }
    CHECK_NEAR(z[c->n - 1], ldexp(1.0, c->n), DIGITS * ldexp(1.0, c->n));
    return info.steps;
}

TEST(lemkes_path_on_murtys_hard_problem_is_exponential) {
    static const int32_t orders[] = {4, 6, 8, 10}, pivots[] = {16, 64, 256, 1024};
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int k = 0; k < 4; k++) {
        int32_t n = orders[k];
        fill_murty(c, n, false);
        for (int32_t i = 0; i < n; i++) {
            c->q[i] = -(ldexp(1.0, n + 1) - ldexp(1.0, i + 1));
        }
        CHECK(lemke_pivots(t, c) == pivots[k]);
    }
}

TEST(lemkes_path_on_the_transposed_problem_is_short) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int32_t n = 4; n <= 10; n += 2) {
        double z[ORDER], w[ORDER];
        tmiLcpInfo info;
        tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
        fill_murty(c, n, true);
        for (int32_t i = 0; i < n; i++) {
            c->q[i] = -(ldexp(1.0, n + 1) - ldexp(1.0, i + 1));
        }
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        CHECK(info.outcome == TMI_LCP_SOLVED);
        CHECK(info.steps == 2);
    }
}

TEST(a_bound_on_pivots_is_kept_and_reported) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    double z[ORDER], w[ORDER];
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
    s.steps = 1000;
    fill_murty(c, 10, false);
    for (int32_t i = 0; i < 10; i++) {
        c->q[i] = -(2048.0 - ldexp(1.0, i + 1));
    }
    MUST(lcp_solve(&c->lcp, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_LIMIT);
    CHECK(info.steps == 1000);
    CHECK(info.residual > 1e-3);
}

TEST(all_solutions_of_a_matrix_of_ones_are_found) {
    static const double expected[3][2] = {{1.0, 0.0}, {0.0, 1.0}, {0.5, 0.5}};
    double all[8 * 2];
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 2, (double[]){1, 1, 1, 1}, (double[]){-1, -1});
    REQUIRE(lcp_solutions(&c->lcp, all, 8) == 3);
    for (int k = 0; k < 3; k++) {
        CHECK(has(all, 3, 2, expected[k]));
    }
}

TEST(solvers_agree_on_the_problem_of_three_prices) {
    static const double expected[3] = {0.0, 1.0, 3.0};
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 3, (double[]){0, -1, 2, 2, 0, -2, -1, 1, 0}, (double[]){-3, 6, -1});
    check_solution(t, c, TMI_LCP_LEMKE, expected, 1.0);
    check_solution(t, c, TMI_LCP_BRANCH, expected, 1.0);
    check_solution(t, c, TMI_LCP_ENUMERATE, expected, 1.0);
    check_solution(t, c, TMI_LCP_NEWTON, expected, 1.0);
}

/* A bimatrix game with two pure equilibria and a mixed one; none is reached from any cover. */
TEST(lemke_meets_a_ray_in_a_game_that_others_solve) {
    static const double expected[3][4] = {{1.0 / 90, 2.0 / 45, 1.0 / 90, 2.0 / 45},
                                          {0.1, 0.0, 0.1, 0.0},
                                          {0.0, 1.0 / 15, 0.0, 1.0 / 15}};
    double z[4], w[4], all[8 * 4];
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 4, (double[]){0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0},
         (double[]){-1, -1, -1, -1});
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
    MUST(lcp_solve(&c->lcp, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_RAY);
    s = tmi_lcp_settings(TMI_LCP_BRANCH);
    MUST(lcp_solve(&c->lcp, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_SOLVED && lcp_violation(&c->lcp, z) < DIGITS);
    REQUIRE(lcp_solutions(&c->lcp, all, 8) == 3);
    for (int k = 0; k < 3; k++) {
        CHECK(has(all, 3, 4, expected[k]));
    }
}

TEST(a_family_with_a_parameter_follows_its_formula) {
    static const double parameters[] = {0.0, 5.0, 10.0, 23.0};
    double all[16 * 4];
    lcpCase *c = test_memory(t, 1, sizeof *c);
    const double m[] = {11, 0, 10, -1, 0, 11, 10, -1, 10, 10, 21, -1, 1, 1, 1, 0};
    for (int k = 0; k < 5; k++) {
        double l = k < 4 ? parameters[k] : 100.0;
        double same = (l + 16) / 13;
        double expected[4] = {same, same, 2 * (23 - l) / 13, (1286 - 9 * l) / 13};
        if (k == 4) {
            memcpy(expected, (double[]){3, 3, 0, 83}, sizeof expected);
        }
        take(c, 4, m, (double[]){50, 50, l, -6});
        check_solution(t, c, TMI_LCP_LEMKE, expected, 100.0);
        check_solution(t, c, TMI_LCP_PIVOTING, expected, 100.0);
        check_solution(t, c, TMI_LCP_NEWTON, expected, 100.0);
        check_solution(t, c, TMI_LCP_BRANCH, expected, 100.0);
        REQUIRE(lcp_solutions(&c->lcp, all, 16) == 1);
        CHECK(has(all, 1, 4, expected));
    }
}

/* w = -z - 1 is negative for every z. */
TEST(a_problem_without_a_solution_is_reported_as_such) {
    double z[1], w[1], all[2];
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 1, (double[]){-1}, (double[]){-1});
    static const tmiLcpOutcome expected[TMI_LCP_SOLVERS] = {
        TMI_LCP_RAY,   TMI_LCP_RAY,  TMI_LCP_LIMIT, /* Newton: a stationary point */
        TMI_LCP_UNFIT, TMI_LCP_NONE, TMI_LCP_NONE};
    for (tmiLcpSolver k = 0; k < TMI_LCP_SOLVERS; k++) {
        tmiLcpInfo info;
        tmiLcpSettings s = tmi_lcp_settings(k);
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        CHECK(info.outcome == expected[k]);
        CHECK(info.residual > 0.1);
    }
    CHECK(lcp_solutions(&c->lcp, all, 2) == 0);
}

/* z_1 = 1 is forced by rows 2 and 3, and row 1 then allows z_2 = z_3 = 0 alone; with q_1 < 0 not
 * even that. */
TEST(an_isolated_solution_is_lost_when_q_changes) {
    static const double expected[3] = {1.0, 0.0, 0.0};
    const double m[] = {0, -1, -1, 1, 0, 0, -1, 0, 0};
    double z[3], w[3], all[12];
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 3, m, (double[]){0, -1, 1});
    check_solution(t, c, TMI_LCP_BRANCH, expected, 1.0);
    check_solution(t, c, TMI_LCP_ENUMERATE, expected, 1.0);
    CHECK(lcp_solutions(&c->lcp, all, 4) == 1);
    take(c, 3, m, (double[]){-1e-4, -1, 1});
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_BRANCH);
    MUST(lcp_solve(&c->lcp, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_NONE);
    CHECK(lcp_solutions(&c->lcp, all, 4) == 0);
}

/* Rows add up: z_i = 2^(i - 1), all w = 0. */
TEST(csizmadias_problem_doubles_from_row_to_row) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int32_t n = 1; n <= ORDER; n++) {
        double expected[ORDER];
        c->n = n;
        for (int32_t i = 0; i < n; i++) {
            expected[i] = ldexp(1.0, i);
            c->q[i] = -1.0;
            for (int32_t j = 0; j < n; j++) {
                c->m[i * n + j] = i == j ? 1.0 : j < i ? -1.0 : 0.0;
            }
        }
        lcp_case_close(c);
        check_solution(t, c, TMI_LCP_LEMKE, expected, expected[n - 1]);
        check_solution(t, c, TMI_LCP_PIVOTING, expected, expected[n - 1]);
        check_solution(t, c, TMI_LCP_GAUSS_SEIDEL, expected, expected[n - 1]);
    }
}

/* The first column alone covers q: w_j = 2 - 1 for the others. */
TEST(fathis_problem_is_easy_for_all_but_least_index_rules) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int32_t n = 2; n <= ORDER; n++) {
        double expected[ORDER] = {1.0}, z[ORDER], w[ORDER];
        c->n = n;
        for (int32_t i = 0; i < n; i++) {
            c->q[i] = -1.0;
            for (int32_t j = 0; j < n; j++) {
                c->m[i * n + j] = i == j ? 4.0 * i + 1.0 : 4.0 * (i < j ? i : j) + 2.0;
            }
        }
        lcp_case_close(c);
        tmiLcpInfo info;
        tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        CHECK(info.outcome == TMI_LCP_SOLVED && info.steps <= 4);
        check_solution(t, c, TMI_LCP_PIVOTING, expected, 1.0);
        check_solution(t, c, TMI_LCP_NEWTON, expected, 1.0);
    }
}

/* Murty's example on which least-index rules without care go in a circle: z = 1/3 by symmetry. */
TEST(a_problem_with_cyclic_symmetry_is_no_trap) {
    static const double expected[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    lcpCase *c = test_memory(t, 1, sizeof *c);
    take(c, 3, (double[]){1, 2, 0, 0, 1, 2, 2, 0, 1}, (double[]){-1, -1, -1});
    check_solution(t, c, TMI_LCP_LEMKE, expected, 1.0);
    check_solution(t, c, TMI_LCP_PIVOTING, expected, 1.0);
    check_solution(t, c, TMI_LCP_NEWTON, expected, 1.0);
    check_solution(t, c, TMI_LCP_BRANCH, expected, 1.0);
}

TEST_MAIN(CASE(every_solver_solves_murtys_problem),
          CASE(lemkes_path_on_murtys_hard_problem_is_exponential),
          CASE(lemkes_path_on_the_transposed_problem_is_short),
          CASE(a_bound_on_pivots_is_kept_and_reported),
          CASE(all_solutions_of_a_matrix_of_ones_are_found),
          CASE(solvers_agree_on_the_problem_of_three_prices),
          CASE(lemke_meets_a_ray_in_a_game_that_others_solve),
          CASE(a_family_with_a_parameter_follows_its_formula),
          CASE(a_problem_without_a_solution_is_reported_as_such),
          CASE(an_isolated_solution_is_lost_when_q_changes),
          CASE(csizmadias_problem_doubles_from_row_to_row),
          CASE(fathis_problem_is_easy_for_all_but_least_index_rules),
          CASE(a_problem_with_cyclic_symmetry_is_no_trap))
