/* test_lcp_recorded.c: contact problems recorded from our own scenes, by all solvers. */
#include "island_cases.h"
#include "test.h"

#include <math.h>

/* Enumeration and branch and bound up to this order, in the form of [ST96]. */
#define SMALL 12

/* All of the cases, read once a case of the test. */
typedef struct Recorded {
    islandCase all[ISLAND_CASES];
    int32_t count;
    lcpCase lcp;
    double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX];
} Recorded;

static Recorded *read_all(tmTest *t) {
    Recorded *r = test_memory(t, 1, sizeof *r);
    r->count = island_cases_read(r->all);
    CHECK(r->count > 100);
    return r;
}

/* Naive violation as part of the largest z; 1 where it is not solved. */
static double violation(tmTest *t, Recorded *r, tmiLcpSolver solver) {
    tmiLcpInfo info = {.outcome = TMI_LCP_LIMIT};
    tmiLcpSettings settings = tmi_lcp_settings(solver);
    if (!CHECK_STATUS(lcp_solve(&r->lcp.lcp, &settings, r->z, r->w, &info), TM_OK) ||
        info.outcome != TMI_LCP_SOLVED) {
        return 1.0;
    }
    double max_abs = 0.0;
    for (int32_t k = 0; k < r->lcp.n; k++) {
        max_abs = fmax(max_abs, fabs(r->z[k]));
    }
    double worst = lcp_violation(&r->lcp.lcp, r->z);
    return max_abs > 1.0 ? worst / max_abs : worst;
}

TEST(lemke_and_pivoting_solve_all_recorded_islands) {
    Recorded *r = read_all(t);
    for (int32_t k = 0; k < r->count; k++) {
        tmiContactIsland island = island_of_case(&r->all[k]);
        lcp_of_island(&r->lcp, &island);
        CHECK(violation(t, r, TMI_LCP_LEMKE) < 1e-9);
        CHECK(violation(t, r, TMI_LCP_PIVOTING) < 1e-9);
        lcp_bounded_of_island(&r->lcp, &island);
        CHECK(violation(t, r, TMI_LCP_PIVOTING) < 1e-9);
    }
}

/* Newton's method has no theorem for friction, Gauss-Seidel none for semidefinite matrices. */
TEST(newton_and_gauss_seidel_solve_most_recorded_islands_and_none_wrongly) {
    Recorded *r = read_all(t);
    int32_t newton = 0, sweeps = 0;
    for (int32_t k = 0; k < r->count; k++) {
        tmiContactIsland island = island_of_case(&r->all[k]);
        lcp_bounded_of_island(&r->lcp, &island);
        double left = violation(t, r, TMI_LCP_NEWTON);
        newton += left < 1.0;
        CHECK(left < 1e-9 || left == 1.0);
        left = violation(t, r, TMI_LCP_GAUSS_SEIDEL);
        sweeps += left < 1.0;
        CHECK(left < 1e-8 || left == 1.0);
    }
    CHECK(newton > r->count * 9 / 10);
    CHECK(sweeps > r->count * 6 / 10);
}

/* Without friction all solutions have the same w. */
TEST(solvers_for_small_problems_agree_on_recorded_islands) {
    Recorded *r = read_all(t);
    int compared = 0;
    for (int32_t k = 0; k < r->count; k++) {
        tmiContactIsland island = island_of_case(&r->all[k]);
        double w[LCP_ORDER_MAX];
        lcp_of_island(&r->lcp, &island);
        if (r->lcp.n > SMALL) {
            continue;
        }
        CHECK(violation(t, r, TMI_LCP_LEMKE) < 1e-9);
        for (int32_t i = 0; i < r->lcp.n; i++) {
            w[i] = r->w[i];
        }
        for (tmiLcpSolver solver = TMI_LCP_BRANCH; solver <= TMI_LCP_ENUMERATE; solver++) {
            CHECK(violation(t, r, solver) < 1e-9);
            for (int32_t i = 0; i < r->lcp.n && island.friction[0] == 0.0; i += 4) {
                CHECK_NEAR(r->w[i], w[i], 1e-9);
                compared++;
            }
        }
    }
    CHECK(compared > 40);
}

TEST_MAIN(CASE(lemke_and_pivoting_solve_all_recorded_islands),
          CASE(newton_and_gauss_seidel_solve_most_recorded_islands_and_none_wrongly),
          CASE(solvers_for_small_problems_agree_on_recorded_islands))
