/* test_least_norm.c: weighted least-norm solutions against LAPACK and their own conditions. */
#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#define POOL 80000
#define SHAPES 71

static void take_shape(int which, int32_t *rows, int32_t *cols) {
    *rows = which <= 40 ? which : 1 + which * 7 % 23;
    *cols = which <= 40 ? which : 1 + which * 5 % 29;
}

static tmStatus solve(matrixPool *pool, tmiMatrix a, const double *b, const double *weights,
                      double *x, tmiLeastNormInfo *info) {
    double *work = pool_doubles(pool, tmi_least_norm_workspace(a.rows, a.cols));
    int32_t *ints = pool_ints(pool, tmi_least_norm_int_workspace(a.rows, a.cols));
    return tmi_least_norm(a, b, weights, -1.0, work, ints, x, info);
}

static double norm(const double *v, int32_t count) {
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++) {
        sum += v[i] * v[i];
    }
    return sqrt(sum);
}

/* LAPACK's answer for A D y = b, x = D y, D = diag(weights)^-1/2. */
static double *lapack_solution(matrixPool *pool, tmiMatrix a, const double *b,
                               const double *weights, int32_t *rank) {
    int32_t longer = a.rows > a.cols ? a.rows : a.cols;
    double *m = matrix_packed(pool, a);
    double *x = pool_doubles(pool, (size_t)longer);
    double *s = pool_doubles(pool, (size_t)longer);
    memcpy(x, b, (size_t)a.rows * sizeof *x);
    for (int32_t i = 0; weights && i < a.rows * a.cols; i++) {
        m[i] /= sqrt(weights[i % a.cols]);
    }
    LAPACKE_dgelsd(LAPACK_ROW_MAJOR, a.rows, a.cols, 1, m, a.cols, x, 1, s, 1e-13, rank);
    for (int32_t j = 0; weights && j < a.cols; j++) {
        x[j] /= sqrt(weights[j]);
    }
    return x;
}

TEST(solution_rank_and_residual_are_those_of_lapack) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 1;
    for (int which = 1; which < SHAPES; which++) {
        for (int kind = 0; kind < 4; kind++) {
            int32_t rows, cols, rank;
            take_shape(which, &rows, &cols);
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind % 2 ? MATRIX_DEFICIENT : MATRIX_RANDOM, &state);
            double *b = vector_random(&pool, rows, &state);
            double *weights = vector_random(&pool, cols, &state);
            for (int32_t j = 0; j < cols; j++) {
                weights[j] = pow(10.0, weights[j]);
            }
            double *w = kind < 2 ? NULL : weights;
            double *x = pool_doubles(&pool, (size_t)cols);
            tmiLeastNormInfo info;
            MUST(solve(&pool, a, b, w, x, &info));
            double *expected = lapack_solution(&pool, a, b, w, &rank);
            CHECK(info.rank == rank);
            /* Conditions reach some thousands; the least-squares part squares them. */
            double tolerance = 1e-9 * norm(expected, cols) + 1e-13;
            double *r = pool_doubles(&pool, (size_t)rows);
            for (int32_t j = 0; j < cols; j++) {
                CHECK_NEAR(x[j], expected[j], tolerance);
            }
            for (int32_t i = 0; i < rows; i++) {
                r[i] = -b[i];
                for (int32_t j = 0; j < cols; j++) {
                    r[i] += tmi_row(a, i)[j] * expected[j];
                }
            }
            CHECK_NEAR(info.residual, norm(r, rows), tolerance);
            CHECK(matrix_padding_intact(a));
        }
    }
}

TEST(graded_systems_of_full_row_rank_are_solved_to_a_small_backward_error) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 2;
    for (int32_t n = 1; n <= 40; n++) {
        for (int kind = 0; kind < 2; kind++) {
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, n, n + n / 2);
            matrix_fill(a, kind ? MATRIX_TINY_PIVOT : MATRIX_GRADED_COLUMNS, &state);
            double *b = vector_random(&pool, n, &state);
            double *x = pool_doubles(&pool, (size_t)a.cols);
            double *work = pool_doubles(&pool, tmi_least_norm_workspace(n, a.cols));
            int32_t *ints = pool_ints(&pool, tmi_least_norm_int_workspace(n, a.cols));
            tmiLeastNormInfo info;
            MUST(tmi_least_norm(a, b, NULL, 0.0, work, ints, x, &info));
            CHECK(info.rank == n);
            CHECK(matrix_backward_error(a, x, b) < 3.0);
        }
    }
}

TEST(weights_decide_who_moves) {
    /* x + y = 1 with weights 1 and 3: x = 3/4, y = 1/4 by Lagrange. */
    double entries[2] = {1, 1};
    double b[1] = {1};
    double weights[2] = {1, 3};
    double x[2];
    double work[64];
    int32_t ints[4];
    tmiLeastNormInfo info;
    MUST(tmi_least_norm(tmi_matrix(entries, 1, 2), b, weights, -1.0, work, ints, x, &info));
    CHECK_NEAR(x[0], 0.75, 1e-15);
    CHECK_NEAR(x[1], 0.25, 1e-15);
    CHECK(info.rank == 1 && info.residual < 1e-15);
    /* Only the ratio of weights matters, at any size of them. */
    double huge[2] = {1e-300, 3e-300};
    MUST(tmi_least_norm(tmi_matrix(entries, 1, 2), b, huge, -1.0, work, ints, x, &info));
    CHECK_NEAR(x[0], 0.75, 1e-15);
    double apart[2] = {1e-300, 1e300};
    MUST(tmi_least_norm(tmi_matrix(entries, 1, 2), b, apart, -1.0, work, ints, x, &info));
    CHECK_NEAR(x[0], 1.0, 1e-15);
    CHECK_NEAR(x[1], 0.0, 1e-300);
}

TEST(contradicting_rows_are_met_half_way) {
    /* x = 0 and x = 2, y free: x = 1, y = 0, residual sqrt 2. */
    double entries[4] = {1, 0, 1, 0};
    double b[2] = {0, 2};
    double x[2];
    double work[64];
    int32_t ints[4];
    tmiLeastNormInfo info;
    MUST(tmi_least_norm(tmi_matrix(entries, 2, 2), b, NULL, -1.0, work, ints, x, &info));
    CHECK_NEAR(x[0], 1.0, 1e-15);
    CHECK_NEAR(x[1], 0.0, 1e-15);
    CHECK_NEAR(info.residual, sqrt(2.0), 1e-15);
    CHECK(info.rank == 1);
}

TEST(tolerance_decides_the_rank) {
    double entries[4] = {1, 0, 0, 1e-6};
    double b[2] = {1, 1};
    double x[2];
    double work[64];
    int32_t ints[4];
    tmiLeastNormInfo info;
    tmiMatrix a = tmi_matrix(entries, 2, 2);
    MUST(tmi_least_norm(a, b, NULL, 1e-7, work, ints, x, &info));
    CHECK(info.rank == 2);
    CHECK_NEAR(x[1], 1e6, 1e-9);
    MUST(tmi_least_norm(a, b, NULL, 1e-5, work, ints, x, &info));
    CHECK(info.rank == 1 && x[1] == 0.0);
    CHECK_NEAR(info.residual, 1.0, 1e-15);
}

TEST(zero_matrix_gives_zero_and_the_whole_residual) {
    double entries[6] = {0};
    double b[3] = {3, 0, 4};
    double x[3] = {7, 7, 7};
    double work[64];
    int32_t ints[4];
    tmiLeastNormInfo info;
    MUST(tmi_least_norm(tmi_matrix(entries, 3, 2), b, NULL, -1.0, work, ints, x, &info));
    CHECK(x[0] == 0 && x[1] == 0 && info.rank == 0);
    CHECK_NEAR(info.residual, 5.0, 1e-15);
    MUST(tmi_least_norm(tmi_matrix(entries, 2, 3), b, NULL, -1.0, work, ints, x, &info));
    CHECK(x[2] == 0 && info.rank == 0);
    CHECK_NEAR(info.residual, 3.0, 1e-15);
}

TEST(entries_of_any_size_neither_overflow_nor_vanish) {
    static const double sizes[] = {1e300, 1e-300, 1.5e308, 1e-310};
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 3;
    for (int which = 0; which < 8; which++) {
        double size = sizes[which % 4];
        pool_reset(&pool);
        tmiMatrix a = which < 4 ? matrix_take(&pool, 4, 7) : matrix_take(&pool, 7, 4);
        matrix_fill(a, MATRIX_RANDOM, &state);
        tmiMatrix big = matrix_copy(&pool, a);
        matrix_scale(big, size);
        double *b = vector_random(&pool, a.rows, &state);
        double *plain = pool_doubles(&pool, 7);
        double *x = pool_doubles(&pool, 7);
        tmiLeastNormInfo info, info_big;
        MUST(solve(&pool, a, b, NULL, plain, &info));
        for (int i = 0; i < a.rows; i++) {
            b[i] *= size;
        }
        MUST(solve(&pool, big, b, NULL, x, &info_big));
        double digits = size < 1e-307 ? 1e-9 : 1e-12;
        CHECK(info_big.rank == 4);
        CHECK_NEAR(info_big.residual / size, info.residual, digits);
        for (int i = 0; i < a.cols; i++) {
            CHECK_NEAR(x[i], plain[i], digits);
        }
    }
    double tiny[1] = {1e-200};
    double large[1] = {1e200};
    double x[1] = {7};
    double work[32];
    int32_t ints[1];
    tmiLeastNormInfo info;
    CHECK_STATUS(tmi_least_norm(tmi_matrix(tiny, 1, 1), large, NULL, -1.0, work, ints, x, &info),
                 TM_ERR_NOT_FINITE);
    CHECK(x[0] == 0.0);
}

TEST(bad_input_gets_a_status_and_changes_nothing) {
    double entries[6] = {2, 1, 0, 1, 2, 1};
    double b[2] = {1, 1};
    double x[3] = {7, 7, 7};
    double weights[3] = {1, 1, 1};
    double work[100];
    int32_t ints[4];
    tmiLeastNormInfo info = {77, 77.0};
    tmiMatrix a = tmi_matrix(entries, 2, 3);
    REQUIRE(tmi_least_norm_workspace(2, 3) <= 100);
    for (int which = 0; which < MATRIX_SPOILS; which++) {
        double kept = matrix_spoil(a, which);
        CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, work, ints, x, &info), TM_ERR_NOT_FINITE);
        matrix_mend(a, which, kept);
        tmiMatrix column = tmi_matrix(b, 2, 1);
        kept = matrix_spoil(column, which);
        CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, work, ints, x, &info), TM_ERR_NOT_FINITE);
        matrix_mend(column, which, kept);
        tmiMatrix third = tmi_matrix(weights, 1, 3);
        kept = matrix_spoil(third, which);
        CHECK_STATUS(tmi_least_norm(a, b, weights, -1.0, work, ints, x, &info), TM_ERR_NOT_FINITE);
        matrix_mend(third, which, kept);
    }
    weights[1] = 0.0;
    CHECK_STATUS(tmi_least_norm(a, b, weights, -1.0, work, ints, x, &info), TM_ERR_ARGUMENT);
    weights[1] = -1.0;
    CHECK_STATUS(tmi_least_norm(a, b, weights, -1.0, work, ints, x, &info), TM_ERR_ARGUMENT);
    tmiMatrix null = tmi_matrix(NULL, 2, 3);
    tmiMatrix negative = tmi_matrix(entries, 2, -3);
    CHECK_STATUS(tmi_least_norm(null, b, NULL, -1.0, work, ints, x, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(negative, b, NULL, -1.0, work, ints, x, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(a, NULL, NULL, -1.0, work, ints, x, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, NULL, ints, x, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, work, NULL, x, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, work, ints, NULL, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_least_norm(a, b, NULL, -1.0, work, ints, x, NULL), TM_ERR_ARGUMENT);
    CHECK(x[0] == 7 && x[1] == 7 && x[2] == 7 && info.rank == 77);
    CHECK(tmi_least_norm_workspace(-1, 1) == 0 && tmi_least_norm_int_workspace(1, -1) == 0);
}

TEST(empty_systems_have_the_zero_solution) {
    double x[2] = {7, 7};
    double b[2] = {3, 4};
    double work[20];
    tmiLeastNormInfo info;
    MUST(tmi_least_norm(tmi_matrix(NULL, 0, 2), NULL, NULL, -1.0, work, NULL, x, &info));
    CHECK(x[0] == 0 && x[1] == 0 && info.rank == 0 && info.residual == 0.0);
    MUST(tmi_least_norm(tmi_matrix(NULL, 2, 0), b, NULL, -1.0, work, NULL, NULL, &info));
    CHECK(info.rank == 0);
    CHECK_NEAR(info.residual, 5.0, 1e-15);
    MUST(tmi_least_norm(tmi_matrix(NULL, 0, 0), NULL, NULL, -1.0, NULL, NULL, NULL, &info));
    CHECK(info.rank == 0 && info.residual == 0.0);
}

TEST_MAIN(CASE(solution_rank_and_residual_are_those_of_lapack),
          CASE(graded_systems_of_full_row_rank_are_solved_to_a_small_backward_error),
          CASE(weights_decide_who_moves), CASE(contradicting_rows_are_met_half_way),
          CASE(tolerance_decides_the_rank), CASE(zero_matrix_gives_zero_and_the_whole_residual),
          CASE(entries_of_any_size_neither_overflow_nor_vanish),
          CASE(bad_input_gets_a_status_and_changes_nothing),
          CASE(empty_systems_have_the_zero_solution))
