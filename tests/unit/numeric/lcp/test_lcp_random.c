/* test_lcp_random.c: a thousand random problems of each class for each solver that is made for it,
 * judged naively and against each other. A hundred times as many are in the fuzz target. */
#include "lcp_problems.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define COUNT test_rounds(1000)
#define ORDER 14
#define ENUMERATED 6
#define BITS UINT64_C(0xf0a0105b52090499)

/* Naive violation of problems with numbers near 1, as part of the largest z. */
#define VIOLATION 1e-8

typedef struct Score {
    int32_t solved, tried, handed;
} Score;

static Score run_class(tmTest *t, lcpClass class, tmiLcpSolver solver, int32_t count,
                       double grade) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 100 + class;
    Score score = {0};
    for (int32_t k = 0; k < count; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
        tmiLcpInfo info;
        tmiLcpSettings s = tmi_lcp_settings(solver);
        lcp_case_fill(c, class, test_between(&state, 1, ORDER), &state);
        if (grade > 0.0) {
            lcp_case_grade(c, grade, &state);
        }
        CHECK_STATUS(lcp_solve(&c->lcp, &s, z, w, &info), TM_OK);
        score.solved += info.outcome == TMI_LCP_SOLVED;
        score.tried += info.tries > 0;
        score.handed += info.handed;
        CHECK(info.residual == tmi_lcp_residual(&c->lcp, z));
        if (info.outcome == TMI_LCP_SOLVED) {
            CHECK(info.residual <= s.accept);
            double max_abs = 1.0;
            for (int32_t i = 0; i < c->n; i++) {
                max_abs = fmax(max_abs, z[i]);
            }
            CHECK(grade > 0.0 || lcp_violation(&c->lcp, z) < VIOLATION * max_abs);
        }
    }
    return score;
}

TEST(lemke_solves_every_problem_of_every_class_on_the_first_path) {
    for (lcpClass class = 0; class < LCP_CLASSES; class ++) {
        Score s = run_class(t, class, TMI_LCP_LEMKE, COUNT, 0.0);
        CHECK(s.solved == COUNT);
        CHECK(s.tried <= COUNT / 200);
    }
}

TEST(rows_and_columns_of_any_size_make_no_difference_to_lemke) {
    for (lcpClass class = 0; class < LCP_CLASSES; class ++) {
        CHECK(run_class(t, class, TMI_LCP_LEMKE, COUNT / 4, 4.0).solved == COUNT / 4);
    }
}

TEST(pivoting_solves_what_is_semidefinite_without_help) {
    static const lcpClass classes[] = {LCP_DEFINITE, LCP_P, LCP_SEMIDEFINITE, LCP_NORMAL};
    for (int k = 0; k < 4; k++) {
        Score s = run_class(t, classes[k], TMI_LCP_PIVOTING, COUNT, 0.0);
        CHECK(s.solved == COUNT);
        CHECK(s.handed <= COUNT / 200);
    }
}

TEST(pivoting_hands_on_what_it_is_not_made_for) {
    Score s = run_class(t, LCP_COPOSITIVE, TMI_LCP_PIVOTING, COUNT, 0.0);
    CHECK(s.solved == COUNT && s.handed > 0);
    s = run_class(t, LCP_FRICTION, TMI_LCP_PIVOTING, COUNT, 0.0);
    CHECK(s.solved == COUNT && s.handed < COUNT / 20);
}

TEST(newton_solves_what_is_semidefinite_and_most_of_the_rest) {
    CHECK(run_class(t, LCP_DEFINITE, TMI_LCP_NEWTON, COUNT, 0.0).solved == COUNT);
    CHECK(run_class(t, LCP_P, TMI_LCP_NEWTON, COUNT, 0.0).solved == COUNT);
    CHECK(run_class(t, LCP_SEMIDEFINITE, TMI_LCP_NEWTON, COUNT, 0.0).solved == COUNT);
    CHECK(run_class(t, LCP_NORMAL, TMI_LCP_NEWTON, COUNT, 0.0).solved == COUNT);
    CHECK(run_class(t, LCP_FRICTION, TMI_LCP_NEWTON, COUNT, 0.0).solved >= COUNT * 98 / 100);
    CHECK(run_class(t, LCP_COPOSITIVE, TMI_LCP_NEWTON, COUNT, 0.0).solved >= COUNT * 97 / 100);
}

TEST(gauss_seidel_solves_symmetric_problems_with_a_diagonal) {
    CHECK(run_class(t, LCP_NORMAL, TMI_LCP_GAUSS_SEIDEL, COUNT, 0.0).solved == COUNT);
    CHECK(run_class(t, LCP_FRICTION, TMI_LCP_GAUSS_SEIDEL, 10, 0.0).solved == 0);
}

TEST(branch_solves_every_small_problem) {
    for (lcpClass class = 0; class < LCP_CLASSES; class ++) {
        CHECK(run_class(t, class, TMI_LCP_BRANCH, COUNT / 4, 0.0).solved == COUNT / 4);
    }
}

/* z of positive definite problems and of P-matrices is unique; so is w of symmetric ones. */
TEST(solvers_agree_where_the_solution_is_unique) {
    static const lcpClass classes[] = {LCP_DEFINITE, LCP_P, LCP_SEMIDEFINITE, LCP_NORMAL};
    static const tmiLcpSolver others[] = {TMI_LCP_PIVOTING, TMI_LCP_NEWTON, TMI_LCP_BRANCH};
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 5;
    for (int32_t k = 0; k < COUNT; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX], z2[LCP_ORDER_MAX], w2[LCP_ORDER_MAX];
        tmiLcpInfo info;
        lcp_case_fill(c, classes[k % 4], test_between(&state, 1, ORDER), &state);
        tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        for (int j = 0; j < 3; j++) {
            s = tmi_lcp_settings(others[j]);
            MUST(lcp_solve(&c->lcp, &s, z2, w2, &info));
            REQUIRE(info.outcome == TMI_LCP_SOLVED);
            for (int32_t i = 0; i < c->n; i++) {
                CHECK_NEAR(w2[i], w[i], 1e-6);
                CHECK(k % 4 > 1 || fabs(z2[i] - z[i]) < 1e-6 * (1.0 + fabs(z[i])));
            }
        }
    }
}

TEST(every_solution_is_among_those_of_enumeration) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 6;
    for (int32_t k = 0; k < COUNT / 2; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX], all[64 * ENUMERATED];
        tmiLcpInfo info;
        lcp_case_fill(c, k % 2 ? LCP_COPOSITIVE : LCP_P, test_between(&state, 1, ENUMERATED),
                      &state);
        tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_LEMKE);
        MUST(lcp_solve(&c->lcp, &s, z, w, &info));
        int32_t found = lcp_solutions(&c->lcp, all, 64);
        REQUIRE(found >= 1 && (k % 2 || found == 1));
        double nearest = INFINITY;
        for (int32_t a = 0; a < found; a++) {
            double apart = 0.0;
            for (int32_t i = 0; i < c->n; i++) {
                apart = fmax(apart, fabs(all[a * c->n + i] - z[i]));
            }
            nearest = fmin(nearest, apart);
        }
        CHECK(nearest < 1e-6);
    }
}

TEST(a_good_start_saves_the_work) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 7;
    for (int32_t k = 0; k < 200; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX], start[LCP_ORDER_MAX];
        tmiLcpInfo info;
        lcp_case_fill(c, LCP_DEFINITE, 40, &state);
        for (tmiLcpSolver solver = TMI_LCP_LEMKE; solver <= TMI_LCP_NEWTON; solver++) {
            tmiLcpSettings s = tmi_lcp_settings(solver);
            MUST(lcp_solve(&c->lcp, &s, z, w, &info));
            for (int32_t i = 0; i < c->n; i++) {
                start[i] = z[i] * test_uniform(&state, 0.9999, 1.0001);
            }
            s.start = start;
            MUST(lcp_solve(&c->lcp, &s, z, w, &info));
            CHECK(info.outcome == TMI_LCP_SOLVED);
            CHECK(info.steps <= (solver == TMI_LCP_NEWTON ? 4 : 0));
        }
    }
}

/* The bits of all answers: gcc, clang and the sanitizers must agree. It is not a number to compare
 * with the literature, and changes with the methods. */
TEST(the_same_problems_give_the_same_bits) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 8, hash = 0;
    for (int32_t k = 0; k < 300; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
        tmiLcpInfo info;
        lcp_case_fill(c, (lcpClass)(k % LCP_CLASSES), test_between(&state, 1, 8), &state);
        for (tmiLcpSolver solver = 0; solver < TMI_LCP_ENUMERATE; solver++) {
            tmiLcpSettings s = tmi_lcp_settings(solver);
            MUST(lcp_solve(&c->lcp, &s, z, w, &info));
            hash = tmi_hash_word(hash, (uint64_t)info.outcome);
            hash = tmi_hash_doubles(hash, z, (size_t)c->n);
        }
    }
    CHECK(hash == BITS);
}

TEST_MAIN(CASE(lemke_solves_every_problem_of_every_class_on_the_first_path),
          CASE(rows_and_columns_of_any_size_make_no_difference_to_lemke),
          CASE(pivoting_solves_what_is_semidefinite_without_help),
          CASE(pivoting_hands_on_what_it_is_not_made_for),
          CASE(newton_solves_what_is_semidefinite_and_most_of_the_rest),
          CASE(gauss_seidel_solves_symmetric_problems_with_a_diagonal),
          CASE(branch_solves_every_small_problem), CASE(solvers_agree_where_the_solution_is_unique),
          CASE(every_solution_is_among_those_of_enumeration), CASE(a_good_start_saves_the_work),
          CASE(the_same_problems_give_the_same_bits))
