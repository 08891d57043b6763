/* test_lcp_choice.c: branch and bound and enumeration choose the solution of least objective. */
#include "lcp_problems.h"
#include "test.h"

#include <math.h>
#include <string.h>

static tmiLcpInfo choose(tmTest *t, const tmiLcp *p, tmiLcpSolver solver, double *h, double *c,
                         double *z) {
    double w[LCP_ORDER_MAX];
    tmiLcpInfo info = {.outcome = TMI_LCP_OUTCOMES};
    tmiLcpSettings s = tmi_lcp_settings(solver);
    s.objective_h = tmi_matrix(h, p->m.rows, p->m.rows);
    s.objective_c = c;
    CHECK_STATUS(lcp_solve(p, &s, z, w, &info), TM_OK);
    return info;
}

/* Solutions are (a, 1 - a) for all 0 <= a <= 1. */
TEST(the_objective_chooses_on_a_segment_of_solutions) {
    double m[] = {1, 1, 1, 1}, q[] = {-1, -1}, z[2];
    tmiLcp p = {.m = tmi_matrix(m, 2, 2), .q = q};
    double c[] = {1.0, 2.0}, back[] = {2.0, 1.0}, identity[] = {1, 0, 0, 1},
           uneven[] = {1, 0, 0, 3};
    for (tmiLcpSolver k = TMI_LCP_BRANCH; k <= TMI_LCP_ENUMERATE; k++) {
        CHECK_NEAR(choose(t, &p, k, NULL, c, z).objective, 1.0, 1e-12);
        CHECK_NEAR(z[0], 1.0, 1e-12);
        CHECK_NEAR(choose(t, &p, k, NULL, back, z).objective, 1.0, 1e-12);
        CHECK_NEAR(z[1], 1.0, 1e-12);
        CHECK_NEAR(choose(t, &p, k, identity, NULL, z).objective, 0.25, 1e-12);
        CHECK_NEAR(z[0], 0.5, 1e-12);
        /* a^2 + 3 (1 - a)^2 is least at a = 3/4. */
        CHECK_NEAR(choose(t, &p, k, uneven, NULL, z).objective, 0.375, 1e-12);
        CHECK_NEAR(z[0], 0.75, 1e-12);
    }
}

/* Pairs that may be on either side: w_i = 1 - z_i with z_i in 0, 1: 2^n solutions. */
TEST(the_least_of_exponentially_many_solutions_is_found) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 1;
    for (int32_t n = 1; n <= 12; n++) {
        double cost[12], h[144], z[LCP_ORDER_MAX], min = 0.0;
        c->n = n;
        memset(c->m, 0, sizeof c->m);
        memset(h, 0, sizeof h);
        for (int32_t i = 0; i < n; i++) {
            c->m[i * n + i] = -1.0;
            c->q[i] = 1.0;
            cost[i] = test_uniform(&state, -1.0, 1.0);
            h[i * n + i] = 0.5;
            /* z_i = 1 costs 1/4 + cost_i. */
            min += fmin(0.0, 0.25 + cost[i]);
        }
        lcp_case_close(c);
        tmiLcpInfo info = choose(t, &c->lcp, TMI_LCP_BRANCH, h, cost, z);
        CHECK(info.outcome == TMI_LCP_SOLVED);
        CHECK_NEAR(info.objective, min, 1e-12);
        if (n <= 8) {
            CHECK_NEAR(choose(t, &c->lcp, TMI_LCP_ENUMERATE, h, cost, z).objective, min, 1e-12);
            CHECK(lcp_solutions(&c->lcp, NULL, 0) == 1 << n);
        }
    }
}

/* Any matrix at all: few have a solution, some have many. */
TEST(branch_and_enumeration_agree_on_arbitrary_matrices) {
    lcpCase *c = test_memory(t, 1, sizeof *c);
    uint64_t state = 2;
    int32_t solved = 0, none = 0;
    for (int32_t k = 0; k < 1000; k++) {
        double cost[8], h[64], z[LCP_ORDER_MAX], z2[LCP_ORDER_MAX];
        int32_t n = test_between(&state, 1, 7);
        c->n = n;
        for (int32_t i = 0; i < n * n; i++) {
            c->m[i] = k % 2 ? test_between(&state, -2, 2) : test_uniform(&state, -1.0, 1.0);
            h[i] = 0.0;
        }
        for (int32_t i = 0; i < n; i++) {
            c->q[i] = k % 2 ? test_between(&state, -2, 2) : test_uniform(&state, -1.0, 1.0);
            cost[i] = test_uniform(&state, 0.0, 1.0);
            h[i * n + i] = 1.0;
        }
        lcp_case_close(c);
        tmiLcpInfo a = choose(t, &c->lcp, TMI_LCP_BRANCH, h, cost, z);
        tmiLcpInfo b = choose(t, &c->lcp, TMI_LCP_ENUMERATE, h, cost, z2);
        REQUIRE(a.outcome == b.outcome);
        solved += a.outcome == TMI_LCP_SOLVED;
        none += a.outcome == TMI_LCP_NONE;
        if (a.outcome == TMI_LCP_SOLVED) {
            CHECK_NEAR(a.objective, b.objective, 1e-7 * (1.0 + fabs(b.objective)));
        }
    }
    CHECK(solved > 100 && none > 100 && solved + none == 1000);
}

TEST(a_bound_on_nodes_is_kept_and_reported) {
    double m[25] = {0}, q[5], cost[5], z[5], w[5];
    for (int i = 0; i < 5; i++) {
        m[6 * i] = -1.0;
        q[i] = 1.0;
        cost[i] = i % 2 ? 1.0 : -1.0;
    }
    tmiLcp p = {.m = tmi_matrix(m, 5, 5), .q = q};
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(TMI_LCP_BRANCH);
    double h[25] = {0};
    for (int i = 0; i < 5; i++) {
        h[6 * i] = 4.0;
    }
    s.objective_h = tmi_matrix(h, 5, 5);
    s.objective_c = cost;
    s.steps = 2;
    MUST(lcp_solve(&p, &s, z, w, &info));
    CHECK(info.outcome == TMI_LCP_LIMIT && info.steps == 2);
}

TEST_MAIN(CASE(the_objective_chooses_on_a_segment_of_solutions),
          CASE(the_least_of_exponentially_many_solutions_is_found),
          CASE(branch_and_enumeration_agree_on_arbitrary_matrices),
          CASE(a_bound_on_nodes_is_kept_and_reported))
