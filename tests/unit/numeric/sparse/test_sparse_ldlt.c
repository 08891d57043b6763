/* test_sparse_ldlt.c: L D L^T against CHOLMOD, UMFPACK and LAPACK; pivots that are refused; bad
 * input. The names of the problems are those of sparse_problems.h. */
#include "numeric/numeric.h"
#include "sparse_problems.h"
#include "test.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>
#include <suitesparse/umfpack.h>

static tmiArena *test_arena(tmTest *t) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    return arena;
}

static sparseProblem *kept(tmTest *t, sparseProblem *problem) {
    DEFER(sparse_problem_destroy, problem);
    return problem;
}

static sparseProblem *kkt_of(tmTest *t, const char *kind, int32_t n, uint64_t seed) {
    sparseProblem *j = kept(t, sparse_problem_jacobian(kind, n, seed));
    return kept(t, sparse_problem_kkt(j, seed + 1));
}

/* +1 for the masses, -1 for the rows below them. */
static int8_t *kkt_signs(tmTest *t, const sparseProblem *kkt) {
    int8_t *signs = test_memory(t, (size_t)kkt->pattern.rows, sizeof *signs);
    for (int32_t i = 0; i < kkt->pattern.rows; i++) {
        int32_t end = kkt->start[i + 1];
        signs[i] = end > kkt->start[i] && kkt->index[end - 1] == i ? 1 : -1;
    }
    return signs;
}

static double *random_vector(tmTest *t, int32_t n, uint64_t seed) {
    double *v = test_memory(t, (size_t)n, sizeof *v);
    for (int32_t i = 0; i < n; i++) {
        v[i] = test_uniform(&seed, -1.0, 1.0);
    }
    return v;
}

static double max_abs(const double *v, int32_t n) {
    double max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        max = fmax(max, fabs(v[i]));
    }
    return max;
}

/* Largest difference of a from b, as part of the largest of b. */
static double difference(const double *a, const double *b, int32_t n) {
    double max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        max = fmax(max, fabs(a[i] - b[i]));
    }
    return max / fmax(max_abs(b, n), 1e-300);
}

/* The whole of the symmetric matrix, dense. */
static double *dense_of(tmTest *t, const sparseProblem *a) {
    int32_t n = a->pattern.rows;
    double *dense = test_memory(t, (size_t)n * (size_t)n, sizeof *dense);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t p = a->start[i]; p < a->start[i + 1]; p++) {
            dense[i * n + a->index[p]] = a->values[p];
            dense[a->index[p] * n + i] = a->values[p];
        }
    }
    return dense;
}

/* Solves with LAPACK's symmetric indefinite solver. */
static double *solve_lapack(tmTest *t, const sparseProblem *a, const double *b) {
    int32_t n = a->pattern.rows;
    double *dense = dense_of(t, a);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    int *pivots = test_memory(t, (size_t)n, sizeof *pivots);
    memcpy(x, b, (size_t)n * sizeof *x);
    CHECK(LAPACKE_dsysv(LAPACK_ROW_MAJOR, 'L', n, 1, dense, n, pivots, x, 1) == 0);
    return x;
}

/* Solves with UMFPACK, which wants both triangles. */
static double *solve_umfpack(tmTest *t, const sparseProblem *a, const double *b) {
    int32_t n = a->pattern.rows;
    sparseEntries e = {.rows = n, .cols = n};
    for (int32_t i = 0; i < n; i++) {
        for (int32_t p = a->start[i]; p < a->start[i + 1]; p++) {
            sparse_entries_add(&e, i, a->index[p], a->values[p]);
            if (a->index[p] != i) {
                sparse_entries_add(&e, a->index[p], i, a->values[p]);
            }
        }
    }
    sparseProblem *whole = kept(t, sparse_problem_create(&e));
    double *x = test_memory(t, (size_t)n, sizeof *x);
    void *symbolic = NULL;
    void *numeric = NULL;
    CHECK(umfpack_di_symbolic(n, n, whole->start, whole->index, whole->values, &symbolic, NULL,
                              NULL) == UMFPACK_OK);
    CHECK(umfpack_di_numeric(whole->start, whole->index, whole->values, symbolic, &numeric, NULL,
                             NULL) == UMFPACK_OK);
    CHECK(umfpack_di_solve(UMFPACK_A, whole->start, whole->index, whole->values, x, b, numeric,
                           NULL, NULL) == UMFPACK_OK);
    umfpack_di_free_symbolic(&symbolic);
    umfpack_di_free_numeric(&numeric);
    return x;
}

/* Solves with CHOLMOD; our lower triangle by rows is its upper triangle by columns. */
static double *solve_cholmod(tmTest *t, const sparseProblem *a, const double *b) {
    int32_t n = a->pattern.rows;
    double *x = test_memory(t, (size_t)n, sizeof *x);
    cholmod_common common;
    cholmod_start(&common);
    cholmod_sparse matrix = {.nrow = (size_t)n,
                             .ncol = (size_t)n,
                             .nzmax = (size_t)a->start[n],
                             .p = a->start,
                             .i = a->index,
                             .x = a->values,
                             .stype = 1,
                             .itype = CHOLMOD_INT,
                             .xtype = CHOLMOD_REAL,
                             .dtype = CHOLMOD_DOUBLE,
                             .sorted = 1,
                             .packed = 1};
    cholmod_factor *factor = cholmod_analyze(&matrix, &common);
    cholmod_factorize(&matrix, factor, &common);
    cholmod_dense *right = cholmod_zeros((size_t)n, 1, CHOLMOD_REAL, &common);
    memcpy(right->x, b, (size_t)n * sizeof *b);
    cholmod_dense *result = cholmod_solve(CHOLMOD_A, factor, right, &common);
    CHECK(result != NULL);
    memcpy(x, result->x, (size_t)n * sizeof *x);
    cholmod_free_dense(&result, &common);
    cholmod_free_dense(&right, &common);
    cholmod_free_factor(&factor, &common);
    cholmod_finish(&common);
    return x;
}

/* Analyses, factorises and solves; the status of the first that fails. */
static tmStatus solve_ours(tmTest *t, const sparseProblem *a, const int8_t *signs, const double *b,
                           double *x, tmiRefineInfo *info, int32_t *replaced) {
    tmiSparseLdlt f;
    tmStatus status = tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, NULL, signs);
    if (status == TM_OK) {
        status = tmi_sparse_ldlt_factor(&f, a->values, NULL);
        *replaced = f.replaced_count;
    }
    return status == TM_OK ? tmi_sparse_ldlt_solve(&f, a->values, b, x, info) : status;
}

TEST(definite_matrices_are_solved_as_cholmod_does) {
    const char *kinds[] = {"chain", "tree", "star", "ring", "ladder", "grid", "random"};
    for (int k = 0; k < 7; k++) {
        sparseProblem *a = kept(t, sparse_problem_symmetric(kinds[k], 40, 3));
        int32_t n = a->pattern.rows;
        double *b = random_vector(t, n, 4);
        double *x = test_memory(t, (size_t)n, sizeof *x);
        tmiRefineInfo info;
        int32_t replaced = 0;
        MUST(solve_ours(t, a, NULL, b, x, &info, &replaced));
        CHECK(replaced == 0);
        CHECK(difference(x, solve_cholmod(t, a, b), n) < 1e-12);
        CHECK(info.backward <= TMI_REFINE_GOAL);
    }
}

TEST(kkt_matrices_are_solved_as_umfpack_does) {
    const char *kinds[] = {"chain", "closed", "ladder", "fourbars", "hub"};
    for (int k = 0; k < 5; k++) {
        sparseProblem *a = kkt_of(t, kinds[k], 25, 11);
        int32_t n = a->pattern.rows;
        double *b = random_vector(t, n, 5);
        double *x = test_memory(t, (size_t)n, sizeof *x);
        tmiRefineInfo info;
        int32_t replaced = 0;
        MUST(solve_ours(t, a, kkt_signs(t, a), b, x, &info, &replaced));
        CHECK(difference(x, solve_umfpack(t, a, b), n) < 1e-9);
        CHECK(info.backward <= TMI_REFINE_GOAL);
    }
}

TEST(random_patterns_are_factorised_for_any_order) {
    /* 300 patterns of every density; dominant diagonals of any sign, so that no pivot is small. */
    uint64_t seed = 77;
    for (int round = 0; round < 300; round++) {
        int32_t n = test_between(&seed, 1, 40);
        sparseEntries e = {.rows = n, .cols = n};
        for (int32_t i = 0; i < n; i++) {
            sparse_entries_add(&e, i, i, test_between(&seed, 0, 1) ? 100.0 : -100.0);
        }
        for (int32_t k = test_between(&seed, 0, 3 * n); k > 0; k--) {
            int32_t i = test_between(&seed, 0, n - 1);
            sparse_entries_add_lower(&e, i, test_between(&seed, 0, n - 1), 1.0);
        }
        sparseProblem *a = kept(t, sparse_problem_create(&e));
        int32_t order[40];
        for (int32_t k = 0; k < n; k++) {
            order[k] = (k * 7 + round) % n;
        }
        bool given = round % 2 && n % 7; /* steps of 7 meet all only then */
        double b[40], x[40];
        for (int32_t i = 0; i < n; i++) {
            b[i] = test_uniform(&seed, -1.0, 1.0);
        }
        tmiSparseLdlt f;
        tmiRefineInfo info = {0};
        MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, given ? order : NULL, NULL));
        CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
        CHECK(f.replaced_count == 0);
        CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, &info), TM_OK);
        CHECK(info.backward <= TMI_REFINE_GOAL && info.steps == 0);
        test_run_defers(t, 0);
    }
}

/* Random with a diagonal of both signs that dominates enough for a factor without exchanges. */
static sparseProblem *quasi_definite(int32_t n, uint64_t seed, double grade) {
    sparseEntries e = {.rows = n, .cols = n};
    for (int32_t i = 0; i < n; i++) {
        double here = pow(grade, (double)i / n);
        sparse_entries_add(&e, i, i, (i % 2 ? -1.0 : 1.0) * here * here);
        for (int32_t k = 0; k < 4 && i > 0; k++) {
            int32_t j = test_between(&seed, 0, i - 1);
            double there = pow(grade, (double)j / n);
            if ((i + j) % 2) { /* any size is allowed between unlike signs */
                sparse_entries_add(&e, i, j, test_uniform(&seed, -2.0, 2.0) * here * there);
            }
        }
    }
    return sparse_problem_create(&e);
}

TEST(quasi_definite_matrices_are_solved_as_lapack_does) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        int32_t n = 20 * (int32_t)seed;
        sparseProblem *a = kept(t, quasi_definite(n, seed, 1.0));
        double *b = random_vector(t, n, seed);
        double *x = test_memory(t, (size_t)n, sizeof *x);
        tmiRefineInfo info;
        int32_t replaced = 0;
        MUST(solve_ours(t, a, NULL, b, x, &info, &replaced));
        CHECK(replaced == 0);
        CHECK(difference(x, solve_lapack(t, a, b), n) < 1e-11);
    }
}

TEST(grading_by_120_orders_of_magnitude_refuses_no_pivot) {
    /* S A S with S = diag(grade^(i/n)) has the solution S^-1 y where A y = S^-1 b; each y_i is then
     * as good as without grading. */
    int32_t n = 60;
    sparseProblem *plain = kept(t, quasi_definite(n, 8, 1.0));
    sparseProblem *graded = kept(t, quasi_definite(n, 8, 0x1p-200));
    double *y = random_vector(t, n, 2);
    double *b = test_memory(t, (size_t)n, sizeof *b);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    for (int32_t i = 0; i < n; i++) {
        b[i] = y[i] * pow(0x1p-200, (double)i / n);
    }
    tmiRefineInfo info;
    int32_t replaced = 0;
    MUST(solve_ours(t, graded, NULL, b, x, &info, &replaced));
    CHECK(replaced == 0);
    double *expected = solve_lapack(t, plain, y);
    for (int32_t i = 0; i < n; i++) {
        CHECK_NEAR(x[i] * pow(0x1p-200, (double)i / n), expected[i], 1e-10 * max_abs(expected, n));
    }
}

TEST(tiny_pivot_is_replaced_and_refined_away) {
    /* [1e-20 1; 1 1]: without exchanges its L has entries of 1e20; unknown 0 first by order. */
    int32_t start[] = {0, 1, 3};
    int32_t index[] = {0, 0, 1};
    double values[] = {1e-20, 1.0, 1.0};
    int32_t order[] = {0, 1};
    tmiPattern pattern = {2, 2, start, index};
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &pattern, order, NULL));
    double b[] = {1.0, 3.0};
    double x[2];
    tmiRefineInfo info;
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
    tmStatus status = tmi_sparse_ldlt_solve(&f, values, b, x, &info);
    /* The pivot is not cancelled, so it stands; the answer is right or refused, never wrong. */
    CHECK(status == TM_ERR_NOT_CONVERGED || fabs(x[0] - 2.0) + fabs(x[1] - 1.0) < 1e-9);
    /* With a zero instead, the pivot is replaced, and refinement finds x = (2, 1). */
    values[0] = 0.0;
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
    CHECK(f.replaced_count == 1 && f.replaced[0] == 0);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, values, b, x, &info), TM_OK);
    CHECK_NEAR(x[0], 2.0, 1e-13);
    CHECK_NEAR(x[1], 1.0, 1e-13);
    CHECK(info.steps >= 1);
}

TEST(pivot_that_cancels_inside_a_block_is_refused) {
    /* The third row is the first plus c times the second, and c makes its diagonal zero: what is
     * left of the pivot is rounding, small against the terms that cancelled and nothing else. */
    double c = (1.0 + sqrt(22.0)) / 7.0;
    int32_t start[] = {0, 1, 3, 6};
    int32_t index[] = {0, 0, 1, 0, 1, 2};
    int32_t order[] = {0, 1, 2};
    double values[] = {3.0, 1.0, -7.0, 3.0 + c, 1.0 - 7.0 * c, 0.0};
    tmiSparseLdlt f;
    MUST(
        tmi_sparse_ldlt_analyse(&f, test_arena(t), &(tmiPattern){3, 3, start, index}, order, NULL));
    CHECK(f.block_count == 1);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
    CHECK(f.replaced_count == 1 && f.replaced[0] == 2);
}

TEST(pivot_of_the_wrong_sign_is_replaced_and_reported) {
    int32_t start[] = {0, 1, 3};
    int32_t index[] = {0, 0, 1};
    double values[] = {2.0, 1.0, 3.0};
    int8_t signs[] = {1, -1};
    tmiPattern pattern = {2, 2, start, index};
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &pattern, NULL, signs));
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
    CHECK(f.replaced_count == 1 && f.replaced[0] == 1);
    /* Forbidden to replace, it is an error. */
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, &(tmiPivotRule){1e-12, 0.0, false}),
                 TM_ERR_SINGULAR);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, values, values, values, NULL), TM_ERR_STALE);
}

TEST(zero_rows_eliminated_before_their_masses_are_refined_away) {
    sparseProblem *a = kkt_of(t, "closed", 6, 21);
    int32_t n = a->pattern.rows;
    int32_t *order = test_memory(t, (size_t)n, sizeof *order);
    for (int32_t k = 0; k < n; k++) {
        order[k] = n - 1 - k;
    }
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, order, kkt_signs(t, a)));
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
    CHECK(f.replaced_count > 0);
    double *b = random_vector(t, n, 6);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_OK);
    CHECK(difference(x, solve_lapack(t, a, b), n) < 1e-9);
}

TEST(redundant_rows_give_the_right_motion_and_bounded_multipliers) {
    sparseProblem *j = kept(t, sparse_problem_jacobian("parallel", 3, 31));
    sparseProblem *a = kept(t, sparse_problem_kkt(j, 32));
    int32_t m = j->pattern.rows;
    int32_t n = j->pattern.cols;
    int32_t all = m + n;
    double *truth = random_vector(t, all, 33);
    double *zero = test_memory(t, (size_t)all, sizeof *zero);
    double *b = test_memory(t, (size_t)all, sizeof *b);
    double *x = test_memory(t, (size_t)all, sizeof *x);
    double *bound = test_memory(t, (size_t)all, sizeof *bound);
    /* b = A truth is consistent; -b is the residual of `truth` for a zero right side. */
    tmi_symmetric_residual(&a->pattern, a->values, zero, truth, b, bound);
    for (int32_t i = 0; i < all; i++) {
        b[i] = -b[i];
    }
    tmiRefineInfo info;
    int32_t replaced = 0;
    MUST(solve_ours(t, a, kkt_signs(t, a), b, x, &info, &replaced));
    /* Of a coupler's four cranks two repeat what the others constrain: one row each. */
    CHECK(replaced == 3 * 2);
    CHECK(difference(x, truth, n) < 1e-9);
    CHECK(max_abs(x + n, m) < 100.0 * max_abs(truth, all));
    CHECK(info.backward < 1e-13);
}

TEST(contradicting_rows_are_called_singular) {
    /* x = 1 and x = 2 as rows under one mass. */
    int32_t start[] = {0, 1, 2, 3};
    int32_t index[] = {0, 0, 0};
    double values[] = {1.0, 1.0, 1.0};
    int8_t signs[] = {1, -1, -1};
    tmiPattern pattern = {3, 3, start, index};
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &pattern, NULL, signs));
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
    CHECK(f.replaced_count == 1);
    double b[] = {0.0, 1.0, 2.0};
    double x[3];
    tmiRefineInfo info;
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, values, b, x, &info), TM_ERR_SINGULAR);
    CHECK(info.residual >= 0.5 - 1e-6);
    b[2] = 1.0;
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, values, b, x, &info), TM_OK);
    CHECK_NEAR(x[0], 1.0, 1e-12);
    CHECK_NEAR(x[1] + x[2], -1.0, 1e-7);
}

TEST(solution_does_not_depend_on_how_unknowns_are_numbered) {
    sparseProblem *a = kkt_of(t, "ladder", 12, 41);
    int32_t n = a->pattern.rows;
    int32_t *name = test_memory(t, (size_t)n, sizeof *name);
    uint64_t seed = 42;
    for (int32_t i = 0; i < n; i++) {
        int32_t k = test_between(&seed, 0, i);
        name[i] = name[k];
        name[k] = i;
    }
    sparseProblem *shuffled = kept(t, sparse_problem_renamed(a, name, name, true));
    double *b = random_vector(t, n, 43);
    double *c = test_memory(t, (size_t)n, sizeof *c);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    double *y = test_memory(t, (size_t)n, sizeof *y);
    double *z = test_memory(t, (size_t)n, sizeof *z);
    for (int32_t i = 0; i < n; i++) {
        c[name[i]] = b[i];
    }
    tmiRefineInfo info;
    int32_t replaced = 0;
    MUST(solve_ours(t, a, kkt_signs(t, a), b, x, &info, &replaced));
    MUST(solve_ours(t, shuffled, kkt_signs(t, shuffled), c, y, &info, &replaced));
    for (int32_t i = 0; i < n; i++) {
        z[i] = y[name[i]];
    }
    CHECK(difference(x, z, n) < 1e-9);
}

TEST(huge_tiny_and_subnormal_values_are_solved) {
    const double sizes[] = {1e300, 1e-300, 1e-310, 1.0};
    sparseProblem *a = kept(t, sparse_problem_symmetric("ladder", 5, 1));
    int32_t n = a->pattern.rows;
    double *ones = test_memory(t, (size_t)n, sizeof *ones);
    for (int32_t i = 0; i < n; i++) {
        ones[i] = 1.0; /* every row of a "ladder" sums to 1, so A 1 = 1 */
    }
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, NULL, NULL));
    double *values = test_memory(t, (size_t)a->start[n], sizeof *values);
    double *b = test_memory(t, (size_t)n, sizeof *b);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    for (int k = 0; k < 4; k++) {
        for (int32_t p = 0; p < a->start[n]; p++) {
            values[p] = a->values[p] * sizes[k];
        }
        for (int32_t i = 0; i < n; i++) {
            b[i] = ones[i] * sizes[k];
        }
        CHECK_STATUS(tmi_sparse_ldlt_factor(&f, values, NULL), TM_OK);
        CHECK(f.replaced_count == 0);
        CHECK_STATUS(tmi_sparse_ldlt_solve(&f, values, b, x, NULL), TM_OK);
        CHECK(difference(x, ones, n) < (sizes[k] < 1e-305 ? 1e-9 : 1e-13));
    }
    /* b smaller than the matrix: the answer is subnormal, and right within its own spacing. */
    for (int32_t i = 0; i < n; i++) {
        b[i] = 1e-310;
    }
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_OK);
    CHECK_NEAR(x[0], 1e-310, 1e-322);
}

TEST(numbers_that_are_not_finite_get_a_status) {
    sparseProblem *a = kept(t, sparse_problem_symmetric("ring", 6, 1));
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, NULL, NULL));
    double b[6] = {1, 1, 1, 1, 1, 1};
    double x[6] = {9, 9, 9, 9, 9, 9};
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_ERR_STALE);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 3; k++) {
        for (int32_t p = 0; p < a->start[6]; p++) {
            double before = a->values[p];
            a->values[p] = bad[k];
            CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_ERR_NOT_FINITE);
            CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_ERR_STALE);
            a->values[p] = before;
        }
        CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
        b[3] = bad[k];
        CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_ERR_NOT_FINITE);
        b[3] = 1.0;
    }
    CHECK(x[0] == 9.0 && x[5] == 9.0);
    /* 1e300 / 1e-300 is out of range. */
    double tiny[12];
    for (int32_t p = 0; p < a->start[6]; p++) {
        tiny[p] = a->values[p] * 1e-300;
    }
    b[0] = 1e300;
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, tiny, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, tiny, b, x, NULL), TM_ERR_NOT_FINITE);
    CHECK(x[0] == 9.0);
}

TEST(bad_arguments_get_a_status) {
    tmiArena *arena = test_arena(t);
    sparseProblem *a = kept(t, sparse_problem_symmetric("chain", 3, 1));
    tmiSparseLdlt f;
    int32_t twice[] = {0, 1, 1};
    int32_t outside[] = {0, 1, 3};
    int8_t sign[] = {1, 2, 1};
    double v[6] = {0};
    CHECK_STATUS(tmi_sparse_ldlt_analyse(NULL, arena, &a->pattern, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_analyse(&f, NULL, &a->pattern, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_analyse(&f, arena, NULL, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_analyse(&f, arena, &a->pattern, NULL, sign), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_analyse(&f, arena, &a->pattern, twice, NULL), TM_ERR_ARGUMENT);
    tmStatus status = tmi_sparse_ldlt_analyse(&f, arena, &a->pattern, outside, NULL);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, v, v, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(status, TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_factor(NULL, v, NULL), TM_ERR_ARGUMENT);
    MUST(tmi_sparse_ldlt_analyse(&f, arena, &a->pattern, NULL, NULL));
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, v, &(tmiPivotRule){(double)NAN, 1e-8, false}),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, v, &(tmiPivotRule){0.0, -1.0, false}), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, NULL, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, NULL, v, v, NULL), TM_ERR_ARGUMENT);
}

TEST(zero_matrix_and_empty_matrix_are_no_trouble) {
    tmiArena *arena = test_arena(t);
    int32_t start[] = {0, 0, 0, 0};
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, arena, &(tmiPattern){0, 0, start, NULL}, NULL, NULL));
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, NULL, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, NULL, NULL, NULL, NULL), TM_OK);
    MUST(tmi_sparse_ldlt_analyse(&f, arena, &(tmiPattern){3, 3, start, NULL}, NULL, NULL));
    double none = 0.0;
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, &none, NULL), TM_OK);
    CHECK(f.replaced_count == 3);
    double b[3] = {0.0, 1.0, 0.0};
    double x[3];
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, &none, b, x, NULL), TM_ERR_SINGULAR);
    b[1] = 0.0;
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, &none, b, x, NULL), TM_OK);
    CHECK(x[0] == 0.0 && x[1] == 0.0 && x[2] == 0.0);
}

TEST(factorising_and_solving_allocate_nothing_and_repeat_their_bits) {
    sparseProblem *a = kkt_of(t, "fourbars", 10, 51);
    int32_t n = a->pattern.rows;
    tmiSparseLdlt f;
    MUST(tmi_sparse_ldlt_analyse(&f, test_arena(t), &a->pattern, NULL, kkt_signs(t, a)));
    int64_t allocations = t->allocations;
    double *b = random_vector(t, n, 52);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    double *y = random_vector(t, n, 52);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, b, x, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_factor(&f, a->values, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_ldlt_solve(&f, a->values, y, y, NULL), TM_OK); /* in place */
    CHECK(t->allocations == allocations);
    CHECK(memcmp(x, y, (size_t)n * sizeof *x) == 0);
}

TEST_MAIN(CASE(definite_matrices_are_solved_as_cholmod_does),
          CASE(kkt_matrices_are_solved_as_umfpack_does),
          CASE(random_patterns_are_factorised_for_any_order),
          CASE(quasi_definite_matrices_are_solved_as_lapack_does),
          CASE(grading_by_120_orders_of_magnitude_refuses_no_pivot),
          CASE(tiny_pivot_is_replaced_and_refined_away),
          CASE(pivot_that_cancels_inside_a_block_is_refused),
          CASE(pivot_of_the_wrong_sign_is_replaced_and_reported),
          CASE(zero_rows_eliminated_before_their_masses_are_refined_away),
          CASE(redundant_rows_give_the_right_motion_and_bounded_multipliers),
          CASE(contradicting_rows_are_called_singular),
          CASE(solution_does_not_depend_on_how_unknowns_are_numbered),
          CASE(huge_tiny_and_subnormal_values_are_solved),
          CASE(numbers_that_are_not_finite_get_a_status), CASE(bad_arguments_get_a_status),
          CASE(zero_matrix_and_empty_matrix_are_no_trouble),
          CASE(factorising_and_solving_allocate_nothing_and_repeat_their_bits))
