/* test_ldlt.c: symmetric indefinite factors against LAPACK, inertia, and the edges of the range. */
#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#define POOL 60000
#define BACKWARD_MAX 3.0 /* in units of n TMI_EPSILON (|A| |x| + |b|) */

/* Symmetric of each kind; grading scales rows and columns alike. */
static tmiMatrix take_symmetric(matrixPool *pool, int32_t n, matrixKind kind, uint64_t *state) {
    tmiMatrix a = matrix_take(pool, n, n);
    bool graded = kind == MATRIX_GRADED_COLUMNS || kind == MATRIX_GRADED_ROWS;
    matrix_fill(a, graded ? MATRIX_RANDOM : kind, state);
    matrix_mirror(a);
    for (int32_t k = 0; graded && k < n; k++) {
        double factor = pow(10.0, test_uniform(state, -5.0, 5.0));
        for (int32_t i = 0; i < n; i++) {
            tmi_row(a, k)[i] *= factor;
        }
        for (int32_t i = 0; i < n; i++) {
            tmi_row(a, i)[k] *= factor;
        }
    }
    return a;
}

static tmiInertia inertia_of_eigenvalues(matrixPool *pool, tmiMatrix a, double tolerance) {
    double *theirs = matrix_packed(pool, a);
    double *values = pool_doubles(pool, (size_t)a.rows);
    tmiInertia found = {0, 0, 0};
    LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'U', a.rows, theirs, a.rows ? a.rows : 1, values);
    double max_abs = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        max_abs = fmax(max_abs, fabs(values[i]));
    }
    for (int32_t i = 0; i < a.rows; i++) {
        bool zero = fabs(values[i]) <= tolerance * max_abs;
        found.zero += zero;
        found.positive += !zero && values[i] > 0.0;
        found.negative += !zero && values[i] < 0.0;
    }
    return found;
}

TEST(solutions_have_a_small_backward_error_on_every_kind_of_matrix) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 1;
    for (int32_t n = 0; n <= 60; n++) {
        for (matrixKind kind = 0; kind < MATRIX_DEFICIENT; kind++) {
            pool_reset(&pool);
            tmiMatrix a = take_symmetric(&pool, n, kind, &state);
            tmiMatrix f = matrix_copy(&pool, a);
            double *b = vector_random(&pool, n, &state);
            double *x = pool_doubles(&pool, (size_t)n);
            memcpy(x, b, (size_t)n * sizeof *x);
            tmiLdlt ldlt;
            MUST(tmi_ldlt_factor(f, pool_ints(&pool, (size_t)n), &ldlt));
            MUST(tmi_ldlt_solve(&ldlt, x));
            CHECK(matrix_backward_error(a, x, b) < BACKWARD_MAX);
            CHECK(matrix_padding_intact(f));
        }
    }
}

TEST(only_the_upper_half_is_read_and_written) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 2;
    for (int32_t n = 1; n <= 40; n++) {
        pool_reset(&pool);
        tmiMatrix a = take_symmetric(&pool, n, MATRIX_RANDOM, &state);
        tmiMatrix half = matrix_copy(&pool, a);
        for (int32_t i = 0; i < n; i++) {
            for (int32_t j = 0; j < i; j++) {
                tmi_row(half, i)[j] = (double)NAN;
            }
        }
        double *b = vector_random(&pool, n, &state);
        double *x = pool_doubles(&pool, (size_t)n);
        memcpy(x, b, (size_t)n * sizeof *x);
        tmiLdlt ldlt;
        MUST(tmi_ldlt_factor(half, pool_ints(&pool, (size_t)n), &ldlt));
        MUST(tmi_ldlt_solve(&ldlt, x));
        CHECK(matrix_backward_error(a, x, b) < BACKWARD_MAX);
        for (int32_t i = 0; i < n; i++) {
            for (int32_t j = 0; j < i; j++) {
                CHECK(isnan(tmi_row(half, i)[j]));
            }
        }
    }
}

TEST(entries_of_l_are_bounded) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 3;
    for (int32_t n = 1; n <= 60; n++) {
        for (matrixKind kind = 0; kind < MATRIX_DEFICIENT; kind++) {
            pool_reset(&pool);
            tmiMatrix a = take_symmetric(&pool, n, kind, &state);
            tmiLdlt ldlt;
            MUST(tmi_ldlt_factor(a, pool_ints(&pool, (size_t)n), &ldlt));
            double max = 0.0;
            for (int32_t i = 0; i < n; i++) {
                /* Entry i + 1 may belong to D: leave it out. */
                for (int32_t j = i + 2; j < n; j++) {
                    max = fmax(max, fabs(tmi_row(a, i)[j]));
                }
            }
            CHECK(max <= 2.7808); /* 1 / (1 - alpha), [AGL] */
        }
    }
}

TEST(inertia_is_that_of_the_eigenvalues) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 4;
    for (int32_t n = 0; n <= 40; n++) {
        for (matrixKind kind = MATRIX_RANDOM; kind < MATRIX_DEFICIENT; kind++) {
            bool graded = kind == MATRIX_GRADED_COLUMNS || kind == MATRIX_GRADED_ROWS;
            if (graded) {
                continue; /* their small eigenvalues are noise in LAPACK's answer */
            }
            pool_reset(&pool);
            tmiMatrix a = take_symmetric(&pool, n, kind, &state);
            tmiInertia expected = inertia_of_eigenvalues(&pool, a, 0.0);
            tmiInertia found;
            tmiLdlt ldlt;
            MUST(tmi_ldlt_factor(a, pool_ints(&pool, (size_t)n), &ldlt));
            MUST(tmi_ldlt_inertia(&ldlt, 0.0, &found));
            CHECK(found.positive == expected.positive && found.negative == expected.negative);
            CHECK(found.zero == 0);
        }
    }
}

TEST(inertia_survives_grading) {
    /* Sylvester: D A D has the signs of A for every regular D. */
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 5;
    for (int32_t n = 1; n <= 40; n++) {
        pool_reset(&pool);
        tmiMatrix a = take_symmetric(&pool, n, MATRIX_RANDOM, &state);
        tmiInertia expected = inertia_of_eigenvalues(&pool, a, 0.0);
        for (int32_t k = 0; k < n; k++) {
            double factor = pow(10.0, test_uniform(&state, -5.0, 5.0));
            for (int32_t i = 0; i < n; i++) {
                tmi_row(a, k)[i] *= factor;
            }
            for (int32_t i = 0; i < n; i++) {
                tmi_row(a, i)[k] *= factor;
            }
        }
        tmiInertia found;
        tmiLdlt ldlt;
        MUST(tmi_ldlt_factor(a, pool_ints(&pool, (size_t)n), &ldlt));
        MUST(tmi_ldlt_inertia(&ldlt, 0.0, &found));
        CHECK(found.positive == expected.positive && found.negative == expected.negative);
    }
}

TEST(inertia_of_a_deficient_matrix_counts_zeros_at_a_tolerance) {
    /* B^T S B with B of r rows: r eigenvalues with the signs of S, the others zero. */
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 6;
    for (int32_t n = 2; n <= 30; n++) {
        pool_reset(&pool);
        int32_t r = n / 2;
        tmiMatrix b = matrix_take(&pool, r, n);
        matrix_fill(b, MATRIX_RANDOM, &state);
        tmiMatrix a = matrix_take(&pool, n, n);
        for (int32_t k = 0; k < r; k++) {
            for (int32_t i = 0; i < n * n; i++) {
                double product = tmi_row(b, k)[i / n] * tmi_row(b, k)[i % n];
                tmi_row(a, i / n)[i % n] += k % 3 == 0 ? -product : product;
            }
        }
        tmiInertia found;
        tmiLdlt ldlt;
        MUST(tmi_ldlt_factor(a, pool_ints(&pool, (size_t)n), &ldlt));
        MUST(tmi_ldlt_inertia(&ldlt, 1e-12, &found));
        CHECK(found.negative == (r + 2) / 3 && found.positive == r - (r + 2) / 3);
        CHECK(found.zero == n - r);
    }
}

TEST(saddle_point_matrix_with_a_zero_diagonal_is_solved) {
    /* (0 1; 1 0) needs a 2 x 2 pivot: x = (b1, b0). */
    double entries[4] = {0.0, 1.0, 0.0, 0.0};
    double b[2] = {3.0, 5.0};
    int32_t pivots[2];
    tmiLdlt ldlt;
    tmiInertia inertia;
    MUST(tmi_ldlt_factor(tmi_matrix(entries, 2, 2), pivots, &ldlt));
    MUST(tmi_ldlt_solve(&ldlt, b));
    CHECK(b[0] == 5.0 && b[1] == 3.0);
    MUST(tmi_ldlt_inertia(&ldlt, 0.0, &inertia));
    CHECK(inertia.positive == 1 && inertia.negative == 1 && inertia.zero == 0);
}

TEST(definite_systems_are_solved_alike_by_ldlt_lu_and_qr) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 7;
    for (int32_t n = 1; n <= 40; n++) {
        pool_reset(&pool);
        tmiMatrix half = matrix_take(&pool, n, n);
        matrix_fill(half, MATRIX_RANDOM, &state);
        tmiMatrix a = matrix_take(&pool, n, n);
        for (int32_t i = 0; i < n * n; i++) {
            double sum = i / n == i % n ? 1.0 : 0.0;
            for (int32_t k = 0; k < n; k++) {
                sum += tmi_row(half, k)[i / n] * tmi_row(half, k)[i % n];
            }
            tmi_row(a, i / n)[i % n] = sum;
        }
        tmiMatrix for_lu = matrix_copy(&pool, a);
        tmiMatrix for_qr = matrix_copy(&pool, a);
        double *b = vector_random(&pool, n, &state);
        double *x = pool_doubles(&pool, 3 * (size_t)n);
        for (int k = 0; k < 3; k++) {
            memcpy(x + k * n, b, (size_t)n * sizeof *b);
        }
        int32_t *ints = pool_ints(&pool, (size_t)n);
        double *work = pool_doubles(&pool, tmi_qr_workspace(n, n) + (size_t)n);
        tmiLdlt ldlt;
        tmiInertia inertia;
        MUST(tmi_ldlt_factor(a, ints, &ldlt));
        MUST(tmi_ldlt_solve(&ldlt, x));
        MUST(tmi_ldlt_inertia(&ldlt, 0.0, &inertia));
        CHECK(inertia.positive == n);
        tmiLu lu;
        MUST(tmi_lu_factor(for_lu, ints, &lu));
        MUST(tmi_lu_solve(&lu, x + n));
        tmiQr qr;
        MUST(tmi_qr_factor(for_qr, work, ints, work + n, &qr));
        MUST(tmi_qr_apply_qt(&qr, tmi_matrix(x + 2 * n, n, 1), work + n));
        MUST(tmi_qr_solve_r(&qr, n, x + 2 * n));
        /* The condition is below 2 n^2 + 1. */
        double tolerance = 1e-15 * n * n * n;
        for (int32_t i = 0; i < n; i++) {
            CHECK_NEAR(x[i], x[n + i], tolerance);
            CHECK_NEAR(x[2 * n + i], x[n + ints[i]], tolerance);
        }
    }
}

TEST(singular_matrix_is_factored_and_refused_by_the_solve) {
    double zero[9] = {0};
    double b[3] = {1, 2, 3};
    int32_t pivots[3];
    tmiLdlt ldlt;
    tmiInertia inertia;
    MUST(tmi_ldlt_factor(tmi_matrix(zero, 3, 3), pivots, &ldlt));
    CHECK(ldlt.failed == 0);
    CHECK_STATUS(tmi_ldlt_solve(&ldlt, b), TM_ERR_SINGULAR);
    CHECK(b[0] == 1 && b[1] == 2 && b[2] == 3);
    MUST(tmi_ldlt_inertia(&ldlt, 0.0, &inertia));
    CHECK(inertia.zero == 3 && inertia.positive == 0 && inertia.negative == 0);
    double ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    MUST(tmi_ldlt_factor(tmi_matrix(ones, 3, 3), pivots, &ldlt));
    CHECK(ldlt.failed == 1);
    MUST(tmi_ldlt_inertia(&ldlt, 0.0, &inertia));
    CHECK(inertia.zero == 2 && inertia.positive == 1);
}

TEST(entries_of_any_size_neither_overflow_nor_vanish) {
    static const double sizes[] = {1e300, 1e-300, 1.5e308, 1e-310};
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 8;
    for (int i = 0; i < 4; i++) {
        pool_reset(&pool);
        tmiMatrix a = take_symmetric(&pool, 6, MATRIX_RANDOM, &state);
        tmiMatrix big = matrix_copy(&pool, a);
        matrix_scale(big, sizes[i]);
        double *b = vector_random(&pool, 6, &state);
        double *x = pool_doubles(&pool, 6);
        for (int k = 0; k < 6; k++) {
            x[k] = b[k] * sizes[i];
        }
        int32_t *pivots = pool_ints(&pool, 6);
        tmiLdlt ldlt;
        MUST(tmi_ldlt_factor(a, pivots, &ldlt));
        MUST(tmi_ldlt_solve(&ldlt, b));
        MUST(tmi_ldlt_factor(big, pivots, &ldlt));
        MUST(tmi_ldlt_solve(&ldlt, x));
        for (int k = 0; k < 6; k++) {
            CHECK_NEAR(x[k], b[k], sizes[i] < 1e-307 ? 1e-9 : 1e-12);
        }
    }
    double tiny[1] = {1e-200};
    double large[1] = {1e200};
    int32_t pivot;
    tmiLdlt ldlt;
    MUST(tmi_ldlt_factor(tmi_matrix(tiny, 1, 1), &pivot, &ldlt));
    CHECK_STATUS(tmi_ldlt_solve(&ldlt, large), TM_ERR_NOT_FINITE);
    CHECK(large[0] == 0.0);
}

TEST(bad_input_gets_a_status_and_changes_nothing) {
    double entries[9] = {2, 1, 0, 1, 2, 1, 0, 1, 2};
    double before[9];
    int32_t pivots[3];
    tmiLdlt ldlt = {.failed = 77};
    tmiInertia inertia;
    tmiMatrix a = tmi_matrix(entries, 3, 3);
    for (int which = 0; which < MATRIX_SPOILS; which++) {
        double kept = matrix_spoil(a, which);
        memcpy(before, entries, sizeof before);
        CHECK_STATUS(tmi_ldlt_factor(a, pivots, &ldlt), TM_ERR_NOT_FINITE);
        CHECK(memcmp(before, entries, sizeof before) == 0 && ldlt.failed == 77);
        matrix_mend(a, which, kept);
    }
    CHECK_STATUS(tmi_ldlt_factor(tmi_matrix(NULL, 3, 3), pivots, &ldlt), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_factor(a, NULL, &ldlt), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_factor(a, pivots, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_factor(tmi_matrix(entries, 3, -3), pivots, &ldlt), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_factor(tmi_matrix(entries, 3, 2), pivots, &ldlt), TM_ERR_SHAPE);
    MUST(tmi_ldlt_factor(a, pivots, &ldlt));
    double b[3] = {1, (double)INFINITY, 1};
    CHECK_STATUS(tmi_ldlt_solve(&ldlt, b), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tmi_ldlt_solve(&ldlt, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_solve(NULL, b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_inertia(NULL, 0.0, &inertia), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_inertia(&ldlt, -1.0, &inertia), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_inertia(&ldlt, (double)NAN, &inertia), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_inertia(&ldlt, 0.0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ldlt_factor(tmi_matrix(NULL, 0, 0), NULL, &ldlt), TM_OK);
    CHECK_STATUS(tmi_ldlt_solve(&ldlt, NULL), TM_OK);
    CHECK_STATUS(tmi_ldlt_inertia(&ldlt, 0.0, &inertia), TM_OK);
    CHECK(inertia.positive == 0 && inertia.negative == 0 && inertia.zero == 0);
}

TEST_MAIN(CASE(solutions_have_a_small_backward_error_on_every_kind_of_matrix),
          CASE(only_the_upper_half_is_read_and_written), CASE(entries_of_l_are_bounded),
          CASE(inertia_is_that_of_the_eigenvalues), CASE(inertia_survives_grading),
          CASE(inertia_of_a_deficient_matrix_counts_zeros_at_a_tolerance),
          CASE(saddle_point_matrix_with_a_zero_diagonal_is_solved),
          CASE(definite_systems_are_solved_alike_by_ldlt_lu_and_qr),
          CASE(singular_matrix_is_factored_and_refused_by_the_solve),
          CASE(entries_of_any_size_neither_overflow_nor_vanish),
          CASE(bad_input_gets_a_status_and_changes_nothing))
