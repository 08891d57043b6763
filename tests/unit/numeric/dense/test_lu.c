/* test_lu.c: LU factors against LAPACK, by backward error, and at the edges of the range. */
#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#define POOL 60000
/* In units of n TMI_EPSILON (|A| |x| + |b|); pivot growth of random matrices stays far below. */
#define BACKWARD_MAX 3.0

TEST(solutions_have_a_small_backward_error_on_every_kind_of_matrix) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 1;
    for (int32_t n = 0; n <= 60; n++) {
        for (matrixKind kind = 0; kind < MATRIX_DEFICIENT; kind++) {
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, n, n);
            matrix_fill(a, kind, &state);
            tmiMatrix f = matrix_copy(&pool, a);
            double *b = vector_random(&pool, n, &state);
            double *x = pool_doubles(&pool, (size_t)n);
            memcpy(x, b, (size_t)n * sizeof *x);
            tmiLu lu;
            MUST(tmi_lu_factor(f, pool_ints(&pool, (size_t)n), &lu));
            MUST(tmi_lu_solve(&lu, x));
            CHECK(matrix_backward_error(a, x, b) < BACKWARD_MAX);
            CHECK(matrix_padding_intact(f) && lu.failed == -1);
        }
    }
}

TEST(pivots_and_factors_are_those_of_lapack) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 2;
    for (int32_t n = 1; n <= 60; n++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, n, n);
        matrix_fill(a, n % 2 ? MATRIX_RANDOM : MATRIX_TINY_PIVOT, &state);
        double *theirs = matrix_packed(&pool, a);
        int32_t *exchange = pool_ints(&pool, (size_t)n);
        int32_t *pivots = pool_ints(&pool, (size_t)n);
        tmiLu lu;
        MUST(tmi_lu_factor(a, exchange, &lu));
        LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, theirs, n, pivots);
        double worst = 0.0;
        for (int32_t i = 0; i < n; i++) {
            CHECK(exchange[i] == pivots[i] - 1);
            for (int32_t j = 0; j < n; j++) {
                worst = fmax(worst, fabs(tmi_row(a, i)[j] - theirs[i * n + j]));
            }
        }
        CHECK(worst < 1e-11);
    }
}

TEST(transposed_systems_are_solved) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 3;
    for (int32_t n = 0; n <= 40; n++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, n, n);
        matrix_fill(a, MATRIX_RANDOM, &state);
        tmiMatrix transposed = matrix_take(&pool, n, n);
        for (int32_t i = 0; i < n * n; i++) {
            tmi_row(transposed, i % n)[i / n] = tmi_row(a, i / n)[i % n];
        }
        double *b = vector_random(&pool, n, &state);
        double *x = pool_doubles(&pool, (size_t)n);
        memcpy(x, b, (size_t)n * sizeof *x);
        tmiLu lu;
        MUST(tmi_lu_factor(a, pool_ints(&pool, (size_t)n), &lu));
        MUST(tmi_lu_solve_transposed(&lu, x));
        CHECK(matrix_backward_error(transposed, x, b) < BACKWARD_MAX);
    }
}

TEST(several_right_hand_sides_are_solved_like_single_ones) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 4;
    for (int32_t n = 0; n <= 30; n++) {
        pool_reset(&pool);
        int32_t sides = n % 7;
        tmiMatrix a = matrix_take(&pool, n, n);
        matrix_fill(a, MATRIX_RANDOM, &state);
        tmiMatrix f = matrix_copy(&pool, a);
        tmiMatrix b = matrix_take(&pool, n, sides);
        matrix_fill(b, MATRIX_RANDOM, &state);
        tmiMatrix x = matrix_copy(&pool, b);
        tmiLu lu;
        MUST(tmi_lu_factor(f, pool_ints(&pool, (size_t)n), &lu));
        MUST(tmi_lu_solve_many(&lu, x));
        CHECK(matrix_padding_intact(x));
        double *column_x = pool_doubles(&pool, (size_t)n);
        double *column_b = pool_doubles(&pool, (size_t)n);
        for (int32_t c = 0; c < sides; c++) {
            for (int32_t i = 0; i < n; i++) {
                column_x[i] = tmi_row(x, i)[c];
                column_b[i] = tmi_row(b, i)[c];
            }
            CHECK(matrix_backward_error(a, column_x, column_b) < BACKWARD_MAX);
        }
    }
}

TEST(condition_estimate_agrees_with_lapack) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 5;
    for (int32_t n = 1; n <= 60; n++) {
        for (matrixKind kind = 0; kind < MATRIX_DEFICIENT; kind++) {
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, n, n);
            matrix_fill(a, kind, &state);
            double *theirs = matrix_packed(&pool, a);
            double norm = LAPACKE_dlange(LAPACK_ROW_MAJOR, 'I', n, n, theirs, n);
            int32_t *pivots = pool_ints(&pool, (size_t)n);
            LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, theirs, n, pivots);
            double expected = 0.0;
            LAPACKE_dgecon(LAPACK_ROW_MAJOR, 'I', n, theirs, n, norm, &expected);
            tmiLu lu;
            double rcond = -1.0;
            MUST(tmi_lu_factor(a, pool_ints(&pool, (size_t)n), &lu));
            double *work = pool_doubles(&pool, tmi_lu_rcond_workspace(n));
            MUST(tmi_lu_rcond(&lu, work, &rcond));
            /* Two estimators, each a lower bound of the inverse's norm, seldom three times off. */
            CHECK(rcond > expected / 3.0 && rcond < expected * 3.0);
        }
    }
}

TEST(condition_of_a_diagonal_matrix_is_the_ratio_of_its_entries) {
    double entries[9] = {1.0, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 100.0};
    double work[6];
    int32_t exchange[3];
    tmiLu lu;
    double rcond;
    MUST(tmi_lu_factor(tmi_matrix(entries, 3, 3), exchange, &lu));
    MUST(tmi_lu_rcond(&lu, work, &rcond));
    CHECK_NEAR(rcond, 1e-7, 1e-20);
}

TEST(singular_matrix_tells_the_step_without_a_pivot) {
    double entries[16] = {2, 1, 1, 0, 4, 2, 2, 1, 6, 3, 3, 5, 8, 4, 4, 7};
    int32_t exchange[4];
    double b[4] = {1, 2, 3, 4};
    double work[8];
    double rcond = -1.0;
    tmiLu lu;
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(entries, 4, 4), exchange, &lu), TM_ERR_SINGULAR);
    CHECK(lu.failed == 1);
    CHECK_STATUS(tmi_lu_solve(&lu, b), TM_ERR_SINGULAR);
    CHECK_STATUS(tmi_lu_solve_transposed(&lu, b), TM_ERR_SINGULAR);
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(b, 4, 1)), TM_ERR_SINGULAR);
    CHECK(b[0] == 1 && b[1] == 2 && b[2] == 3 && b[3] == 4);
    MUST(tmi_lu_rcond(&lu, work, &rcond));
    CHECK(rcond == 0.0);
    double zero[4] = {0};
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(zero, 2, 2), exchange, &lu), TM_ERR_SINGULAR);
    CHECK(lu.failed == 0);
    /* A subnormal pivot has no reciprocal. */
    double tiny[4] = {1, 0, 0, 1e-310};
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(tiny, 2, 2), exchange, &lu), TM_ERR_SINGULAR);
    CHECK(lu.failed == 1);
}

TEST(entries_of_any_size_neither_overflow_nor_vanish) {
    static const double sizes[] = {1e300, 1e-300, 1.5e308, 1e-310, 1.0};
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 6;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            double ratio = sizes[j] / sizes[i];
            if (!(ratio < 1e300 && ratio > 1e-300)) {
                continue;
            }
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, 5, 5);
            matrix_fill(a, MATRIX_RANDOM, &state);
            double *b = vector_random(&pool, 5, &state);
            double *plain = pool_doubles(&pool, 5);
            double *x = pool_doubles(&pool, 5);
            tmiMatrix big = matrix_copy(&pool, a);
            int32_t *exchange = pool_ints(&pool, 5);
            memcpy(plain, b, 5 * sizeof *b);
            tmiLu lu;
            MUST(tmi_lu_factor(a, exchange, &lu));
            MUST(tmi_lu_solve(&lu, plain));
            double rcond = 0.0, rcond_big = 0.0;
            double *work = pool_doubles(&pool, tmi_lu_rcond_workspace(5));
            MUST(tmi_lu_rcond(&lu, work, &rcond));
            matrix_scale(big, sizes[i]);
            for (int k = 0; k < 5; k++) {
                x[k] = b[k] * sizes[j];
            }
            MUST(tmi_lu_factor(big, exchange, &lu));
            MUST(tmi_lu_solve(&lu, x));
            MUST(tmi_lu_rcond(&lu, work, &rcond_big));
            /* Subnormal input has lost digits before we saw it. */
            double digits = sizes[i] < 1e-307 || sizes[j] < 1e-307 ? 1e-9 : 1e-12;
            CHECK_NEAR(rcond_big, rcond, digits);
            for (int k = 0; k < 5; k++) {
                CHECK_NEAR(x[k] / ratio, plain[k], digits);
            }
        }
    }
}

TEST(solution_that_is_too_large_is_refused_and_left_zero) {
    double entries[4] = {1e-200, 0.0, 0.0, 1e-200};
    double b[2] = {1e200, 1.0};
    int32_t exchange[2];
    tmiLu lu;
    MUST(tmi_lu_factor(tmi_matrix(entries, 2, 2), exchange, &lu));
    CHECK_STATUS(tmi_lu_solve(&lu, b), TM_ERR_NOT_FINITE);
    CHECK(b[0] == 0.0 && b[1] == 0.0);
    double many[4] = {1.0, 1e200, 1.0, 1.0};
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(many, 2, 2)), TM_ERR_NOT_FINITE);
    CHECK(many[0] == 0.0 && many[1] == 0.0 && many[2] == 0.0 && many[3] == 0.0);
}

TEST(bad_input_gets_a_status_and_changes_nothing) {
    double entries[9] = {2, 1, 0, 1, 2, 1, 0, 1, 2};
    double before[9];
    int32_t exchange[3];
    tmiLu lu = {.failed = 77};
    tmiMatrix a = tmi_matrix(entries, 3, 3);
    for (int which = 0; which < MATRIX_SPOILS; which++) {
        double kept = matrix_spoil(a, which);
        memcpy(before, entries, sizeof before);
        CHECK_STATUS(tmi_lu_factor(a, exchange, &lu), TM_ERR_NOT_FINITE);
        CHECK(memcmp(before, entries, sizeof before) == 0 && lu.failed == 77);
        matrix_mend(a, which, kept);
    }
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(NULL, 3, 3), exchange, &lu), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_factor(a, NULL, &lu), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_factor(a, exchange, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(entries, -1, 3), exchange, &lu), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_factor((tmiMatrix){entries, 3, 3, 2}, exchange, &lu), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(entries, 2, 3), exchange, &lu), TM_ERR_SHAPE);
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(entries, 40000, 40000), exchange, &lu), TM_ERR_LIMIT);
    MUST(tmi_lu_factor(a, exchange, &lu));
    double b[3] = {1, (double)NAN, 1};
    double rcond;
    CHECK_STATUS(tmi_lu_solve(&lu, b), TM_ERR_NOT_FINITE);
    CHECK(b[0] == 1 && b[2] == 1);
    CHECK_STATUS(tmi_lu_solve_transposed(&lu, b), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(b, 3, 1)), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(b, 1, 3)), TM_ERR_SHAPE);
    CHECK_STATUS(tmi_lu_solve(&lu, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_solve(NULL, b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_solve_transposed(&lu, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_solve_many(NULL, tmi_matrix(b, 3, 1)), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_rcond(&lu, NULL, &rcond), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_rcond(NULL, b, &rcond), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_lu_rcond(&lu, b, NULL), TM_ERR_ARGUMENT);
}

TEST(empty_system_has_an_empty_solution_and_condition_one) {
    tmiLu lu;
    double rcond = 0.0;
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(NULL, 0, 0), NULL, &lu), TM_OK);
    CHECK_STATUS(tmi_lu_solve(&lu, NULL), TM_OK);
    CHECK_STATUS(tmi_lu_solve_transposed(&lu, NULL), TM_OK);
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(NULL, 0, 4)), TM_OK);
    CHECK_STATUS(tmi_lu_rcond(&lu, NULL, &rcond), TM_OK);
    double entry[1] = {2.0};
    int32_t exchange[1];
    CHECK_STATUS(tmi_lu_factor(tmi_matrix(entry, 1, 1), exchange, &lu), TM_OK);
    CHECK_STATUS(tmi_lu_solve_many(&lu, tmi_matrix(NULL, 1, 0)), TM_OK);
    CHECK(rcond == 1.0 && tmi_lu_rcond_workspace(0) == 0 && tmi_lu_rcond_workspace(-5) == 0);
}

TEST_MAIN(CASE(solutions_have_a_small_backward_error_on_every_kind_of_matrix),
          CASE(pivots_and_factors_are_those_of_lapack), CASE(transposed_systems_are_solved),
          CASE(several_right_hand_sides_are_solved_like_single_ones),
          CASE(condition_estimate_agrees_with_lapack),
          CASE(condition_of_a_diagonal_matrix_is_the_ratio_of_its_entries),
          CASE(singular_matrix_tells_the_step_without_a_pivot),
          CASE(entries_of_any_size_neither_overflow_nor_vanish),
          CASE(solution_that_is_too_large_is_refused_and_left_zero),
          CASE(bad_input_gets_a_status_and_changes_nothing),
          CASE(empty_system_has_an_empty_solution_and_condition_one))
