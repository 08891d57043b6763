/* test_lcp_bounds.c: problems with bounds on z, constant ones and multiples of another z. */
#include "lcp_problems.h"
#include "test.h"

#include <math.h>

static const tmiLcpSolver takers[] = {TMI_LCP_PIVOTING, TMI_LCP_NEWTON, TMI_LCP_GAUSS_SEIDEL};
#define TAKERS 3

static void check(tmTest *t, const tmiLcp *p, tmiLcpSolver solver, const double *z_expected,
                  const double *w_expected) {
    double z[4], w[4];
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(solver);
    MUST(lcp_solve(p, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_SOLVED);
    for (int32_t i = 0; i < p->m.rows; i++) {
        CHECK_NEAR(z[i], z_expected[i], 1e-12);
        CHECK_NEAR(w[i], w_expected[i], 1e-12);
    }
}

/* w = 2 z - 4 has its zero at 2. */
TEST(a_single_variable_stops_at_the_bound_in_its_way) {
    static const struct {
        double low, high, z, w;
    } cases[] = {{0.0, 1.0, 1.0, -2.0},
                 {0.0, 3.0, 2.0, 0.0},
                 {2.5, 3.0, 2.5, 1.0},
                 {-(double)INFINITY, 1.0, 1.0, -2.0},
                 {-(double)INFINITY, (double)INFINITY, 2.0, 0.0},
                 {1.0, 1.0, 1.0, -2.0}};
    double m = 2.0, q = -4.0;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        tmiLcp p = {tmi_matrix(&m, 1, 1), &q, &cases[k].low, &cases[k].high, NULL};
        for (int j = 0; j < TAKERS; j++) {
            check(t, &p, takers[j], &cases[k].z, &cases[k].w);
        }
    }
}

/* One pair that presses with 1 and would be pushed along with q: it holds up to mu = 0.5. */
TEST(a_bound_that_is_a_multiple_holds_or_yields) {
    static const double pushes[] = {0.3, 2.0, -2.0, 0.5};
    double m[] = {1.0, 0.0, 0.0, 1.0};
    const double low[] = {0.0, -0.5}, high[] = {(double)INFINITY, 0.5};
    const int32_t of[] = {-1, 0};
    for (int k = 0; k < 4; k++) {
        double push = pushes[k], q[] = {-1.0, push};
        double held = fmax(-0.5, fmin(0.5, -push));
        tmiLcp p = {tmi_matrix(m, 2, 2), q, low, high, of};
        for (int j = 0; j < TAKERS; j++) {
            check(t, &p, takers[j], (double[]){1.0, held}, (double[]){0.0, push + held});
        }
    }
}

/* Boxed definite problems have one solution. */
TEST(solvers_agree_on_random_boxes) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 1;
    for (int32_t k = 0; k < 1000; k++) {
        double z[TAKERS][LCP_ORDER_MAX], w[LCP_ORDER_MAX];
        lcp_case_fill(c, LCP_DEFINITE, test_between(&state, 1, 14), &state);
        for (int32_t i = 0; i < c->n; i++) {
            int32_t kind = test_between(&state, 0, 3);
            c->low[i] = kind == 0 ? -(double)INFINITY : -test_uniform(&state, 0.0, 0.3);
            c->high[i] = kind == 1 ? (double)INFINITY : test_uniform(&state, 0.0, 0.3);
        }
        c->lcp.low = c->low;
        c->lcp.high = c->high;
        for (int j = 0; j < 2; j++) {
            tmiLcpInfo info;
            tmiLcpSettings s = tmi_lcp_settings(takers[j]);
            MUST(lcp_solve(&c->lcp, &s, z[j], w, &info));
            CHECK(info.outcome == TMI_LCP_SOLVED);
            CHECK(lcp_violation(&c->lcp, z[j]) < 1e-8);
            for (int32_t i = 0; i < c->n; i++) {
                CHECK_NEAR(z[j][i], z[0][i], 1e-7);
            }
        }
    }
}

TEST(touching_pairs_with_friction_are_solved_by_all_that_take_them) {
    static const int32_t min[TAKERS] = {1000, 995, 990};
    lcpCase *c = test_memory(t, 1, sizeof *c);
    for (int j = 0; j < TAKERS; j++) {
        uint64_t state = 2;
        int32_t solved = 0;
        for (int32_t k = 0; k < 1000; k++) {
            double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
            tmiLcpInfo info;
            tmiLcpSettings s = tmi_lcp_settings(takers[j]);
            lcp_case_fill_bounded(c, test_between(&state, 1, 6), &state);
            MUST(lcp_solve(&c->lcp, &s, z, w, &info));
            solved += info.outcome == TMI_LCP_SOLVED;
            CHECK(info.outcome != TMI_LCP_SOLVED || lcp_violation(&c->lcp, z) < 1e-7);
        }
        CHECK(solved >= min[j]);
    }
}

TEST(bounds_that_cannot_be_are_refused) {
    double m[] = {1.0, 0.0, 0.0, 1.0}, q[] = {-1.0, -1.0}, z[2] = {7.0, 7.0}, w[2];
    double low[] = {0.0, 0.0}, high[] = {1.0, 1.0};
    int32_t of[] = {-1, -1};
    tmiLcpInfo info;
    tmiLcp p = {tmi_matrix(m, 2, 2), q, low, high, of};
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_NEWTON);
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_OK);
    s.solver = TMI_LCP_LEMKE;
    CHECK(!tmi_lcp_takes_bounds(TMI_LCP_LEMKE) && tmi_lcp_takes_bounds(TMI_LCP_PIVOTING));
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    s.solver = TMI_LCP_PIVOTING;
    low[1] = 2.0;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    low[1] = (double)NAN;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_NOT_FINITE);
    low[1] = 0.0;
    of[1] = 2;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    of[1] = 0;
    of[0] = 1;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
    of[0] = -1;
    low[0] = -1.0;
    CHECK_STATUS(lcp_solve(&p, &s, z, w, &info), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(a_single_variable_stops_at_the_bound_in_its_way),
          CASE(a_bound_that_is_a_multiple_holds_or_yields), CASE(solvers_agree_on_random_boxes),
          CASE(touching_pairs_with_friction_are_solved_by_all_that_take_them),
          CASE(bounds_that_cannot_be_are_refused))
