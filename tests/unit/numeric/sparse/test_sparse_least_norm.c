/* test_sparse_least_norm.c: least weighted norm solutions against SPQR and LAPACK, redundant rows,
 * near-singular rows, bad input. The names of the problems are those of sparse_problems.h. */
#include "numeric/numeric.h"
#include "sparse_problems.h"
#include "test.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>
#include <suitesparse/SuiteSparseQR_C.h>
#include <suitesparse/cholmod.h>

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

static double *random_vector(tmTest *t, int32_t n, double low, double high, uint64_t seed) {
    double *v = test_memory(t, (size_t)n, sizeof *v);
    for (int32_t i = 0; i < n; i++) {
        v[i] = test_uniform(&seed, low, high);
    }
    return v;
}

/* y := J x */
static double *product(tmTest *t, const sparseProblem *j, const double *x) {
    double *y = test_memory(t, (size_t)j->pattern.rows, sizeof *y);
    for (int32_t i = 0; i < j->pattern.rows; i++) {
        for (int32_t p = j->start[i]; p < j->start[i + 1]; p++) {
            y[i] += j->values[p] * x[j->index[p]];
        }
    }
    return y;
}

static double max_abs(const double *v, int32_t n) {
    double max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        max = fmax(max, fabs(v[i]));
    }
    return max;
}

static double difference(const double *a, const double *b, int32_t n) {
    double max = 0.0;
    for (int32_t i = 0; i < n; i++) {
        max = fmax(max, fabs(a[i] - b[i]));
    }
    return max / fmax(max_abs(b, n), 1e-300);
}

/* SPQR's least norm: with (J W^-1/2)^T E = Q R, z = Q R^-T E^T r and x = W^-1/2 z. */
static double *solve_spqr(tmTest *t, const sparseProblem *j, const double *w, const double *r) {
    size_t m = (size_t)j->pattern.rows;
    size_t n = (size_t)j->pattern.cols;
    double *x = test_memory(t, n, sizeof *x);
    cholmod_common common;
    cholmod_l_start(&common);
    /* Rows of J are columns of its transpose, so the arrays are the same except for their width. */
    cholmod_sparse *a =
        cholmod_l_allocate_sparse(n, m, (size_t)j->start[m], 1, 1, 0, CHOLMOD_REAL, &common);
    for (size_t i = 0; i <= m; i++) {
        ((SuiteSparse_long *)a->p)[i] = j->start[i];
    }
    for (int32_t p = 0; p < j->start[m]; p++) {
        ((SuiteSparse_long *)a->i)[p] = j->index[p];
        ((double *)a->x)[p] = j->values[p] / sqrt(w[j->index[p]]);
    }
    cholmod_dense *b = cholmod_l_zeros(m, 1, CHOLMOD_REAL, &common);
    memcpy(b->x, r, m * sizeof *r);
    SuiteSparseQR_C_factorization *qr =
        SuiteSparseQR_C_factorize(SPQR_ORDERING_DEFAULT, SPQR_DEFAULT_TOL, a, &common);
    cholmod_dense *y = SuiteSparseQR_C_solve(SPQR_RTX_EQUALS_ETB, qr, b, &common);
    cholmod_dense *z = SuiteSparseQR_C_qmult(SPQR_QX, qr, y, &common);
    for (size_t k = 0; k < n; k++) {
        x[k] = ((double *)z->x)[k] / sqrt(w[k]);
    }
    cholmod_l_free_dense(&z, &common);
    cholmod_l_free_dense(&y, &common);
    cholmod_l_free_dense(&b, &common);
    cholmod_l_free_sparse(&a, &common);
    SuiteSparseQR_C_free(&qr, &common);
    cholmod_l_finish(&common);
    return x;
}

/* LAPACK's least norm by the SVD, which is right for redundant rows too; *rank is what it found. */
static double *solve_svd(tmTest *t, const sparseProblem *j, const double *w, const double *r,
                         int32_t *rank) {
    int32_t m = j->pattern.rows;
    int32_t n = j->pattern.cols;
    int32_t max = m > n ? m : n;
    double *a = test_memory(t, (size_t)m * (size_t)n, sizeof *a);
    double *b = test_memory(t, (size_t)max, sizeof *b);
    double *sizes = test_memory(t, (size_t)max, sizeof *sizes);
    for (int32_t i = 0; i < m; i++) {
        for (int32_t p = j->start[i]; p < j->start[i + 1]; p++) {
            a[i * n + j->index[p]] = j->values[p] / sqrt(w[j->index[p]]);
        }
        b[i] = r[i];
    }
    CHECK(LAPACKE_dgelsd(LAPACK_ROW_MAJOR, m, n, 1, a, n, b, 1, sizes, 1e-10, rank) == 0);
    for (int32_t k = 0; k < n; k++) {
        b[k] /= sqrt(w[k]);
    }
    return b;
}

static tmStatus solve_ours(tmTest *t, const sparseProblem *j, const double *w, const double *r,
                           double *x, tmiSparseLeastNormInfo *info) {
    tmiSparseLeastNorm s;
    *info = (tmiSparseLeastNormInfo){0};
    tmStatus status = tmi_sparse_least_norm_analyse(&s, test_arena(t), &j->pattern);
    status = status == TM_OK ? tmi_sparse_least_norm_factor(&s, j->values, w) : status;
    return status == TM_OK ? tmi_sparse_least_norm_solve(&s, j->values, r, x, info) : status;
}

TEST(mechanisms_are_solved_as_spqr_does) {
    const char *kinds[] = {"chain", "closed", "ladder", "fourbars", "hub"};
    for (int k = 0; k < 5; k++) {
        sparseProblem *j = kept(t, sparse_problem_jacobian(kinds[k], 30, 3));
        double *w = random_vector(t, j->pattern.cols, 0.1, 10.0, 4);
        double *r = random_vector(t, j->pattern.rows, -1.0, 1.0, 5);
        double *x = test_memory(t, (size_t)j->pattern.cols, sizeof *x);
        tmiSparseLeastNormInfo info;
        MUST(solve_ours(t, j, w, r, x, &info));
        CHECK(info.rank == j->pattern.rows);
        CHECK(info.backward <= TMI_LEAST_NORM_GOAL);
        CHECK(difference(x, solve_spqr(t, j, w, r), j->pattern.cols) < 1e-9);
    }
}

TEST(random_rows_are_solved_as_the_svd_does) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        int32_t m = 10 * (int32_t)seed;
        int32_t n = m + m / 2;
        sparseEntries e = {.rows = m, .cols = n};
        uint64_t state = seed;
        for (int32_t i = 0; i < m; i++) {
            for (int32_t k = 0; k < 4; k++) {
                int32_t col = test_between(&state, 0, n - 1);
                sparse_entries_add(&e, i, col, test_uniform(&state, -1.0, 1.0));
            }
        }
        sparseProblem *j = kept(t, sparse_problem_create(&e));
        double *w = random_vector(t, n, 0.5, 2.0, seed + 10);
        double *r = product(t, j, random_vector(t, n, -1.0, 1.0, seed + 20));
        double *x = test_memory(t, (size_t)n, sizeof *x);
        tmiSparseLeastNormInfo info;
        int32_t rank = 0;
        MUST(solve_ours(t, j, w, r, x, &info));
        CHECK(difference(x, solve_svd(t, j, w, r, &rank), n) < 1e-8);
        CHECK(info.rank == rank);
    }
}

TEST(redundant_rows_are_found_and_the_step_is_the_svds) {
    sparseProblem *j = kept(t, sparse_problem_jacobian("parallel", 4, 6));
    int32_t n = j->pattern.cols;
    double *w = random_vector(t, n, 0.5, 2.0, 7);
    double *r = product(t, j, random_vector(t, n, -1.0, 1.0, 8));
    double *x = test_memory(t, (size_t)n, sizeof *x);
    tmiSparseLeastNormInfo info;
    int32_t rank = 0;
    MUST(solve_ours(t, j, w, r, x, &info));
    CHECK(difference(x, solve_svd(t, j, w, r, &rank), n) < 1e-10);
    CHECK(info.rank == rank);
    CHECK(info.rank == j->pattern.rows - 4 * 2);
    CHECK(info.residual < 1e-13);
    CHECK(info.backward <= TMI_LEAST_NORM_GOAL);
}

TEST(stretched_chain_between_two_walls_has_one_redundant_row) {
    /* n equal links in a line, both ends on the ground: the last x row repeats the others. */
    int32_t n = 1000;
    sparseEntries e = {.rows = 2 * n + 2, .cols = 3 * n};
    for (int32_t i = 0; i <= n; i++) {
        for (int32_t side = 0; side < 2; side++) {
            int32_t body = i - side;
            if (body >= 0 && body < n) {
                double sign = side ? -1.0 : 1.0;
                sparse_entries_add(&e, 2 * i, 3 * body, sign);
                sparse_entries_add(&e, 2 * i, 3 * body + 2, 0.0);
                sparse_entries_add(&e, 2 * i + 1, 3 * body + 1, sign);
                sparse_entries_add(&e, 2 * i + 1, 3 * body + 2, -0.5);
            }
        }
    }
    sparseProblem *j = kept(t, sparse_problem_create(&e));
    double *r = product(t, j, random_vector(t, 3 * n, -1.0, 1.0, 9));
    double *x = test_memory(t, 3 * (size_t)n, sizeof *x);
    tmiSparseLeastNormInfo info;
    MUST(solve_ours(t, j, NULL, r, x, &info));
    CHECK(info.rank == 2 * n + 1);
    CHECK(info.residual < 1e-11);
    r[2 * n] += 0.5; /* the wall moves: nothing can follow */
    MUST(solve_ours(t, j, NULL, r, x, &info));
    CHECK(info.rank == 2 * n + 1);
    CHECK(info.residual > 0.4);
    double *met = product(t, j, x);
    int32_t missed = 0;
    for (int32_t i = 0; i < 2 * n + 2; i++) {
        missed += fabs(met[i] - r[i]) > 1e-11;
    }
    CHECK(missed == 1);
}

TEST(nearly_dependent_rows_keep_their_digits) {
    /* Rows (1, 0) and (1, c): x = (r0, (r1 - r0) / c). The condition number 2 / c, squared in S,
     * costs refinement steps and no more digits than 1 / c does. */
    const double small[] = {1e-2, 1e-4, 1e-5};
    for (int k = 0; k < 3; k++) {
        double c = small[k];
        int32_t start[] = {0, 2, 4};
        int32_t index[] = {0, 1, 0, 1};
        double values[] = {1.0, 0.0, 1.0, c};
        sparseProblem j = {{2, 2, start, index}, start, index, values};
        double r[] = {1.0, 1.0 + 3.0 * c};
        double x[2];
        tmiSparseLeastNormInfo info;
        MUST(solve_ours(t, &j, NULL, r, x, &info));
        CHECK(info.rank == 2);
        CHECK_NEAR(x[0], 1.0, 3e-13);
        CHECK_NEAR(x[1], (r[1] - r[0]) / c, 3e-13 / c);
    }
}

TEST(weights_decide_who_moves) {
    /* One row x0 + x1 = 1: x = (1/w0, 1/w1) / (1/w0 + 1/w1). */
    int32_t start[] = {0, 2};
    int32_t index[] = {0, 1};
    double values[] = {1.0, 1.0};
    double w[] = {1.0, 3.0};
    double r[] = {1.0};
    double x[2];
    sparseProblem j = {{1, 2, start, index}, start, index, values};
    tmiSparseLeastNormInfo info;
    MUST(solve_ours(t, &j, w, r, x, &info));
    CHECK_NEAR(x[0], 0.75, 1e-15);
    CHECK_NEAR(x[1], 0.25, 1e-15);
    w[0] = 1e300;
    w[1] = 1e-300;
    MUST(solve_ours(t, &j, w, r, x, &info));
    CHECK_NEAR(x[0], 0.0, 1e-300);
    CHECK_NEAR(x[1], 1.0, 1e-15);
}

TEST(only_the_ratio_of_weights_matters) {
    /* Weights that are all huge or all tiny once made squares overflow, or vanish, and a row whose
     * square vanished was taken for redundant. */
    const double sizes[] = {1e300, DBL_MAX / 2.0, 1e-300, 1e-320};
    const double factors[] = {1.0, 1e-20, 1e20, 1e-100, 1e200};
    int32_t start[] = {0, 2, 4};
    int32_t index[] = {0, 1, 1, 2};
    for (int k = 0; k < 20; k++) {
        double size = sizes[k % 4];
        double f = factors[k / 4];
        double values[] = {f, f, f, 2.0 * f};
        double w[] = {size, 2.0 * size, size};
        double r[] = {f, 3.0 * f};
        double x[3];
        sparseProblem j = {{2, 3, start, index}, start, index, values};
        tmiSparseLeastNormInfo info;
        MUST(solve_ours(t, &j, w, r, x, &info));
        CHECK(info.rank == 2);
        /* x = (1 - z, z, (3 - z) / 2) with (1 - z)^2 + 2 z^2 + (3 - z)^2 / 4 least: z = 7/13. */
        CHECK_NEAR(x[0], 6.0 / 13.0, 1e-14);
        CHECK_NEAR(x[1], 7.0 / 13.0, 1e-14);
        CHECK_NEAR(x[2], 16.0 / 13.0, 1e-14);
    }
}

TEST(solution_does_not_depend_on_how_rows_and_unknowns_are_numbered) {
    sparseProblem *j = kept(t, sparse_problem_jacobian("ladder", 10, 12));
    int32_t m = j->pattern.rows;
    int32_t n = j->pattern.cols;
    int32_t *rows = test_memory(t, (size_t)m, sizeof *rows);
    int32_t *cols = test_memory(t, (size_t)n, sizeof *cols);
    uint64_t seed = 13;
    for (int32_t i = 0; i < n; i++) {
        int32_t *name = cols;
        int32_t k = test_between(&seed, 0, i);
        name[i] = name[k];
        name[k] = i;
    }
    for (int32_t i = 0; i < m; i++) {
        int32_t k = test_between(&seed, 0, i);
        rows[i] = rows[k];
        rows[k] = i;
    }
    sparseProblem *shuffled = kept(t, sparse_problem_renamed(j, rows, cols, false));
    double *r = random_vector(t, m, -1.0, 1.0, 14);
    double *q = test_memory(t, (size_t)m, sizeof *q);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    double *y = test_memory(t, (size_t)n, sizeof *y);
    double *z = test_memory(t, (size_t)n, sizeof *z);
    for (int32_t i = 0; i < m; i++) {
        q[rows[i]] = r[i];
    }
    tmiSparseLeastNormInfo info;
    MUST(solve_ours(t, j, NULL, r, x, &info));
    MUST(solve_ours(t, shuffled, NULL, q, y, &info));
    for (int32_t k = 0; k < n; k++) {
        z[k] = y[cols[k]];
    }
    CHECK(difference(x, z, n) < 1e-10);
}

TEST(huge_tiny_and_subnormal_values_are_solved) {
    const double sizes[] = {1e300, 1e-300, 1e-310, 1.0};
    sparseProblem *j = kept(t, sparse_problem_jacobian("closed", 5, 15));
    int32_t m = j->pattern.rows;
    int32_t n = j->pattern.cols;
    double *r = random_vector(t, m, -1.0, 1.0, 16);
    double *ones = random_vector(t, n, 1.0, 1.0, 1);
    double *expected = solve_spqr(t, j, ones, r);
    double *q = test_memory(t, (size_t)m, sizeof *q);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    for (int k = 0; k < 4; k++) {
        for (int32_t p = 0; p < j->start[m]; p++) {
            j->values[p] *= sizes[k];
        }
        for (int32_t i = 0; i < m; i++) {
            q[i] = r[i] * sizes[k];
        }
        tmiSparseLeastNormInfo info;
        MUST(solve_ours(t, j, NULL, q, x, &info));
        CHECK(info.rank == m);
        CHECK(difference(x, expected, n) < (sizes[k] < 1e-305 ? 1e-9 : 1e-11));
        for (int32_t p = 0; p < j->start[m]; p++) {
            j->values[p] /= sizes[k];
        }
    }
    /* Rows of very different size, in one matrix. */
    for (int32_t i = 0; i < m; i++) {
        double size = i % 3 ? i % 3 == 1 ? 1e200 : 1e-200 : 1.0;
        for (int32_t p = j->start[i]; p < j->start[i + 1]; p++) {
            j->values[p] *= size;
        }
        q[i] = r[i] * size;
    }
    tmiSparseLeastNormInfo info;
    MUST(solve_ours(t, j, NULL, q, x, &info));
    CHECK(info.rank == m);
    CHECK(difference(x, expected, n) < 1e-9);
}

TEST(numbers_that_are_not_finite_get_a_status) {
    sparseProblem *j = kept(t, sparse_problem_jacobian("chain", 3, 17));
    tmiSparseLeastNorm s;
    MUST(tmi_sparse_least_norm_analyse(&s, test_arena(t), &j->pattern));
    double w[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    double r[6] = {1, 1, 1, 1, 1, 1};
    double x[9] = {9};
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, r, x, NULL), TM_ERR_STALE);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 3; k++) {
        for (int32_t p = 0; p < j->start[6]; p++) {
            double before = j->values[p];
            j->values[p] = bad[k];
            CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, w), TM_ERR_NOT_FINITE);
            CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, r, x, NULL), TM_ERR_STALE);
            j->values[p] = before;
        }
        w[4] = bad[k];
        CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, w),
                     k == 2 ? TM_ERR_ARGUMENT : TM_ERR_NOT_FINITE);
        w[4] = 1.0;
        CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, w), TM_OK);
        r[2] = bad[k];
        CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, r, x, NULL), TM_ERR_NOT_FINITE);
        r[2] = 1.0;
    }
    CHECK(x[0] == 9.0);
}

TEST(bad_arguments_get_a_status) {
    tmiArena *arena = test_arena(t);
    sparseProblem *j = kept(t, sparse_problem_jacobian("chain", 2, 18));
    tmiSparseLeastNorm s;
    double v[24] = {0};
    CHECK_STATUS(tmi_sparse_least_norm_analyse(NULL, arena, &j->pattern), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_analyse(&s, NULL, &j->pattern), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_analyse(&s, arena, NULL), TM_ERR_ARGUMENT);
    int32_t start[] = {0, 2};
    int32_t index[] = {1, 0};
    CHECK_STATUS(tmi_sparse_least_norm_analyse(&s, arena, &(tmiPattern){1, 2, start, index}),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, v, v, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_factor(NULL, v, NULL), TM_ERR_ARGUMENT);
    MUST(tmi_sparse_least_norm_analyse(&s, arena, &j->pattern));
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, v), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, NULL, v, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, v, NULL, NULL), TM_ERR_ARGUMENT);
}

TEST(empty_problems_and_zero_rows_are_no_trouble) {
    tmiArena *arena = test_arena(t);
    int32_t start[] = {0, 0, 1};
    int32_t index[] = {0};
    double value = 0.0;
    double r[] = {0.0, 2.0};
    double x[] = {9.0, 9.0};
    tmiSparseLeastNorm s;
    tmiSparseLeastNormInfo info;
    MUST(tmi_sparse_least_norm_analyse(&s, arena, &(tmiPattern){0, 0, start, NULL}));
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, NULL, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, NULL, NULL, NULL, &info), TM_OK);
    CHECK(info.rank == 0);
    MUST(tmi_sparse_least_norm_analyse(&s, arena, &(tmiPattern){0, 2, start, NULL}));
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, NULL, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, NULL, NULL, x, &info), TM_OK);
    CHECK(x[0] == 0.0 && x[1] == 0.0);
    /* One row without entries and one whose entry is zero: both redundant, the second not met. */
    MUST(tmi_sparse_least_norm_analyse(&s, arena, &(tmiPattern){2, 2, start, index}));
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, &value, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, &value, r, x, &info), TM_OK);
    CHECK(info.rank == 0);
    CHECK(info.residual == 2.0);
    int32_t count;
    CHECK(tmi_sparse_least_norm_redundant(&s, &count) != NULL && count == 2);
}

TEST(factorising_and_solving_allocate_nothing_and_repeat_their_bits) {
    sparseProblem *j = kept(t, sparse_problem_jacobian("fourbars", 10, 19));
    int32_t n = j->pattern.cols;
    double *r = random_vector(t, j->pattern.rows, -1.0, 1.0, 20);
    double *w = random_vector(t, n, 1.0, 2.0, 21);
    double *x = test_memory(t, (size_t)n, sizeof *x);
    double *y = test_memory(t, (size_t)n, sizeof *y);
    tmiSparseLeastNorm s;
    MUST(tmi_sparse_least_norm_analyse(&s, test_arena(t), &j->pattern));
    int64_t allocations = t->allocations;
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, w), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, r, x, NULL), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_factor(&s, j->values, w), TM_OK);
    CHECK_STATUS(tmi_sparse_least_norm_solve(&s, j->values, r, y, NULL), TM_OK);
    CHECK(t->allocations == allocations);
    CHECK(memcmp(x, y, (size_t)n * sizeof *x) == 0);
}

TEST_MAIN(CASE(mechanisms_are_solved_as_spqr_does), CASE(random_rows_are_solved_as_the_svd_does),
          CASE(redundant_rows_are_found_and_the_step_is_the_svds),
          CASE(stretched_chain_between_two_walls_has_one_redundant_row),
          CASE(nearly_dependent_rows_keep_their_digits), CASE(weights_decide_who_moves),
          CASE(only_the_ratio_of_weights_matters),
          CASE(solution_does_not_depend_on_how_rows_and_unknowns_are_numbered),
          CASE(huge_tiny_and_subnormal_values_are_solved),
          CASE(numbers_that_are_not_finite_get_a_status), CASE(bad_arguments_get_a_status),
          CASE(empty_problems_and_zero_rows_are_no_trouble),
          CASE(factorising_and_solving_allocate_nothing_and_repeat_their_bits))
