/* fuzz_lcp.c: random linear complementarity problems of every class, 10^5 of each unless a number
 * is given, from a class on where a second one is: the solvers against each other, and against
 * Siconos where that is installed. Ends with 1 when a solver fails on a class that it is made for,
 * or two answers differ that must not. */
#include "island_cases.h"
#include "test.h"

#ifdef TM_SICONOS
#include "lcp_siconos.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 100000
#define ORDER 14

/* Every how many problems Siconos and the solvers for small problems are asked as well. */
#define SICONOS_EACH 10
#define SMALL_EACH 20
#define SMALL_ORDER 8

/* Naive violation as part of the largest z, and agreement of w, in problems of numbers near 1. */
#define VIOLATION 1e-7
#define AGREEMENT 1e-5

/* One class more: islands recorded from our own scenes, with other friction and speeds. */
#define RECORDED LCP_CLASSES

typedef struct Tally {
    int64_t tried, solved, wrong, theirs_tried, theirs_solved, differ;
} Tally;

static double largest_of(const double *z, int32_t n) {
    double max_abs = 1.0;
    for (int32_t i = 0; i < n; i++) {
        max_abs = fmax(max_abs, fabs(z[i]));
    }
    return max_abs;
}

/* Solves and judges; true when solved. */
static bool judge(const lcpCase *c, tmiLcpSolver solver, double *z, double *w, Tally *tally) {
    tmiLcpInfo info;
    tmiLcpSettings s = tmi_lcp_settings(solver);
    tally->tried++;
    if (lcp_solve(&c->lcp, &s, z, w, &info) != TM_OK) {
        tally->wrong++;
        return false;
    }
    bool solved = info.outcome == TMI_LCP_SOLVED;
    tally->solved += solved;
    tally->wrong += solved && lcp_violation(&c->lcp, z) > VIOLATION * largest_of(z, c->n);
    return solved;
}

/* w is unique for definite and for symmetric semidefinite matrices, and for P-matrices. */
static bool is_unique(lcpClass class) {
    return class != LCP_COPOSITIVE && class != LCP_FRICTION && class != RECORDED;
}

static void compare(lcpClass class, const double *w, const double *other, int32_t n, Tally *tally) {
    double size = largest_of(w, n);
    for (int32_t i = 0; i < n && is_unique(class); i++) {
        if (!(fabs(w[i] - other[i]) <= AGREEMENT * size)) {
            tally->differ++;
            return;
        }
    }
}

static void ask_siconos(const lcpCase *c, lcpClass class, const double *w, Tally *tally) {
#ifdef TM_SICONOS
    double z[LCP_ORDER_MAX], other[LCP_ORDER_MAX];
    siconosProblem *p = siconos_make(c, SICONOS_LEMKE);
    tally->theirs_tried++;
    if (siconos_solve(p, z, other) && tmi_lcp_residual(&c->lcp, z) < VIOLATION) {
        tally->theirs_solved++;
        compare(class, w, other, c->n, tally);
    }
    siconos_free(p);
#else
    (void)c;
    (void)class;
    (void)w;
    (void)tally;
#endif
}

/* A recorded island in the form of [ST96], of an order of at most `order` or 4: as it was, one in
 * four; else with friction changed, and all velocities by up to a part of 10^-12 … 1. */
static void fill_recorded(lcpCase *c, int32_t order, uint64_t *state) {
    static islandCase all[ISLAND_CASES], one;
    static int32_t count;
    count = count > 0 ? count : island_cases_read(all);
    if (count == 0) {
        printf("recorded islands are missing\n");
        exit(1);
    }
    do {
        one = all[test_between(state, 0, count - 1)];
    } while (4 * one.count > (order < 4 ? 4 : order));
    if (test_between(state, 0, 3) > 0) {
        double part = pow(10.0, test_uniform(state, -12.0, 0.0)),
               mu = test_uniform(state, 0.0, 1.0);
        double max_abs = 0.0, x[2 * ISLAND_CASE_POINTS];
        for (int32_t k = 0; k < 2 * one.count; k++) {
            one.friction[k / 2] = one.friction[k / 2] > 0.0 ? mu : 0.0;
            max_abs = fmax(max_abs, fabs(one.b[k]) / one.w[k / 2 * (4 * one.count + 2)]);
        }
        for (int32_t k = 0; k < 2 * one.count; k++) {
            x[k] = part * max_abs * test_uniform(state, -1.0, 1.0);
        }
        /* As if impulses x had acted before: it stays solvable. */
        for (int32_t k = 0; k < 4 * one.count * one.count; k++) {
            one.b[k / (2 * one.count)] += one.w[k] * x[k % (2 * one.count)];
        }
    }
    tmiContactIsland island = island_of_case(&one);
    lcp_of_island(c, &island);
}

static void run_class(lcpClass class, int32_t count, Tally *tallies) {
    static lcpCase c;
    uint64_t state = 1000 + (uint64_t) class;
    for (int32_t k = 0; k < count; k++) {
        double z[LCP_ORDER_MAX], w[LCP_ORDER_MAX], z2[LCP_ORDER_MAX], w2[LCP_ORDER_MAX];
        bool small = k % SMALL_EACH == 0;
        int32_t order = test_between(&state, 1, small ? SMALL_ORDER : ORDER);
        if (class == RECORDED) {
            fill_recorded(&c, small ? SMALL_ORDER : 4 * ISLAND_CASE_POINTS, &state);
        } else {
            lcp_case_fill(&c, class, order, &state);
        }
        bool solved = judge(&c, TMI_LCP_LEMKE, z, w, &tallies[TMI_LCP_LEMKE]);
        for (tmiLcpSolver s = TMI_LCP_PIVOTING; s < TMI_LCP_SOLVERS; s++) {
            bool asked = s < TMI_LCP_BRANCH ? k % 4 == 0 || s == TMI_LCP_PIVOTING : small;
            if (asked && judge(&c, s, z2, w2, &tallies[s]) && solved) {
                compare(class, w, w2, c.n, &tallies[s]);
            }
        }
        if (solved && k % SICONOS_EACH == 0) {
            ask_siconos(&c, class, w, &tallies[TMI_LCP_LEMKE]);
        }
    }
}

/* Problems in 10^6 that a solver may leave unsolved, by class; -1: any number. Newton's method and
 * Gauss-Seidel promise nothing where M is neither semidefinite nor a P-matrix. Recorded islands
 * have slips that are 1e-9 of the other speeds: Lemke's method leaves them at residuals beside the
 * 1e-9 that count. */
static int64_t allowed(tmiLcpSolver solver, lcpClass class) {
    switch (solver) {
    case TMI_LCP_LEMKE:
    case TMI_LCP_PIVOTING:
    case TMI_LCP_BRANCH:
    case TMI_LCP_ENUMERATE:
        return class == LCP_FRICTION ? 20 : class == RECORDED ? 100 : 0;
    case TMI_LCP_NEWTON:
        return is_unique(class) ? 100 : -1;
    default:
        return class == LCP_NORMAL ? 1000 : -1;
    }
}

int main(int argc, char **argv) {
    static const char *const names[TMI_LCP_SOLVERS] = {"lemke",        "pivoting", "newton",
                                                       "gauss_seidel", "branch",   "enumerate"};
    int32_t count = argc > 1 ? atoi(argv[1]) : COUNT;
    bool failed = false;
#ifndef TM_SICONOS
    printf("Siconos is not installed: no comparison with it\n");
#endif
    for (lcpClass class = argc > 2 ? (lcpClass)atoi(argv[2]) : 0; class <= RECORDED; class ++) {
        Tally tallies[TMI_LCP_SOLVERS];
        memset(tallies, 0, sizeof tallies);
        run_class(class, count, tallies);
        for (tmiLcpSolver s = 0; s < TMI_LCP_SOLVERS; s++) {
            const Tally *y = &tallies[s];
            int64_t max = allowed(s, class), left = y->tried - y->solved;
            bool bad =
                y->wrong > 0 || y->differ > 0 || (max >= 0 && left * 1000000 > max * y->tried);
            failed = failed || bad;
            printf("%-12s %-12s %lld of %lld solved, %lld wrong, %lld differ",
                   class == RECORDED ? "recorded" : lcp_class_name(class), names[s],
                   (long long)y->solved, (long long)y->tried, (long long)y->wrong,
                   (long long)y->differ);
            if (y->theirs_tried > 0) {
                printf("; siconos lemke %lld of %lld", (long long)y->theirs_solved,
                       (long long)y->theirs_tried);
            }
            printf("%s\n", bad ? "  FAILED" : "");
            fflush(stdout);
        }
    }
    return failed ? 1 : 0;
}
