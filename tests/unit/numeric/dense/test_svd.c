/* test_svd.c: singular values and vectors against LAPACK and closed forms. */
#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#define POOL 120000

typedef struct decomposed {
    tmiMatrix u, v;
    double *s;
    int32_t less, sweeps;
} decomposed;

static tmStatus decompose(matrixPool *pool, tmiMatrix a, bool full, decomposed *d) {
    d->less = a.rows < a.cols ? a.rows : a.cols;
    d->u = matrix_take(pool, a.rows, full ? a.rows : d->less);
    d->v = matrix_take(pool, a.cols, full ? a.cols : d->less);
    d->s = pool_doubles(pool, (size_t)d->less);
    double *work = pool_doubles(pool, tmi_svd_workspace(a.rows, a.cols));
    int32_t *ints = pool_ints(pool, tmi_svd_int_workspace(a.rows, a.cols));
    return tmi_svd(a, &d->u, d->s, &d->v, work, ints, &d->sweeps);
}

static void take_shape(int which, int32_t *rows, int32_t *cols) {
    static const int32_t others[][2] = {{1, 5},  {5, 1},   {2, 3},   {3, 2}, {7, 20},
                                        {20, 7}, {60, 11}, {11, 60}, {0, 3}, {3, 0}};
    *rows = which <= 40 ? which : others[which - 41][0];
    *cols = which <= 40 ? which : others[which - 41][1];
}
#define SHAPES 51

TEST(product_is_the_matrix_and_vectors_are_orthonormal) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 1;
    for (int which = 0; which < SHAPES; which++) {
        for (matrixKind kind = 0; kind < MATRIX_KINDS; kind++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind, &state);
            decomposed d;
            MUST(decompose(&pool, a, which % 2, &d));
            double bound = 10.0 * TMI_EPSILON * (rows + cols + 1);
            CHECK(matrix_svd_error(a, d.u, d.s, d.v) < bound);
            CHECK(matrix_orthogonality(d.u) < bound && matrix_orthogonality(d.v) < bound);
            CHECK(matrix_padding_intact(d.u) && matrix_padding_intact(d.v));
            CHECK(d.sweeps <= 12);
            for (int32_t i = 1; i < d.less; i++) {
                CHECK(d.s[i] >= 0.0 && d.s[i] <= d.s[i - 1]);
            }
        }
    }
}

TEST(vectors_stay_orthonormal_after_a_thousand_rotations_of_each_row) {
    /* Roots of 1 + t^2 that are rounded down too often once showed here as 5e-14. */
    enum { N = 120 };
    matrixPool pool = matrix_pool(t, 14 * N * N);
    uint64_t state = 7;
    tmiMatrix a = matrix_take(&pool, N, N);
    matrix_fill(a, MATRIX_RANDOM, &state);
    decomposed d;
    MUST(decompose(&pool, a, false, &d));
    CHECK(matrix_orthogonality(d.u) < 1.5e-14);
    CHECK(matrix_orthogonality(d.v) < 1.5e-14);
    CHECK(matrix_svd_error(a, d.u, d.s, d.v) < 3e-15);
}

TEST(rows_of_extreme_ratio_converge_at_both_ends_of_the_harmless_range) {
    for (int which = 0; which < 2; which++) {
        double size = which ? 1e115 : 1e-115;
        double entries[9] = {size,         size * 0.5,    size * 0.3,    size * 1e-60, size * 2e-60,
                             size * 1e-60, size * 3e-120, size * 1e-120, size * 5e-120};
        matrixPool pool = matrix_pool(t, POOL);
        decomposed d;
        MUST(decompose(&pool, tmi_matrix(entries, 3, 3), false, &d));
        CHECK(d.sweeps < 10);
        CHECK(matrix_orthogonality(d.u) < 1e-15 && matrix_orthogonality(d.v) < 1e-15);
        /* The product of the singular values is the determinant: 1e-180 size^3 times this. */
        double product = d.s[0] / size * (d.s[1] / size * 1e60) * (d.s[2] / size * 1e120);
        double plain = 1.0 * (2 * 5 - 1 * 1) - 0.5 * (1 * 5 - 1 * 3) + 0.3 * (1 * 1 - 2 * 3);
        CHECK_NEAR(product, plain, 1e-14);
    }
}

TEST(singular_values_are_those_of_lapack) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 2;
    for (int which = 1; which < SHAPES; which++) {
        for (matrixKind kind = 0; kind < MATRIX_KINDS; kind++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            if (rows == 0 || cols == 0) {
                continue;
            }
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind, &state);
            decomposed d;
            MUST(decompose(&pool, a, false, &d));
            double *theirs = matrix_packed(&pool, a);
            double *s = pool_doubles(&pool, (size_t)d.less);
            double *unused = pool_doubles(&pool, (size_t)d.less);
            LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', rows, cols, theirs, cols, s, NULL, 1, NULL,
                           1, unused);
            for (int32_t i = 0; i < d.less; i++) {
                CHECK_NEAR(d.s[i], s[i], 1e-14 * (rows + cols) * s[0]);
            }
        }
    }
}

TEST(graded_matrices_keep_small_singular_values_to_high_relative_accuracy) {
    /* LAPACK's Jacobi SVD is the oracle: dgesvj promises the same accuracy on B D. */
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 3;
    for (int32_t n = 2; n <= 40; n++) {
        for (int rows_graded = 0; rows_graded < 2; rows_graded++) {
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, n, n);
            matrix_fill(a, rows_graded ? MATRIX_GRADED_ROWS : MATRIX_GRADED_COLUMNS, &state);
            decomposed d;
            MUST(decompose(&pool, a, false, &d));
            /* dgesvj wants the columns graded: hand it the transposed of graded rows. */
            double *theirs = pool_doubles(&pool, (size_t)n * (size_t)n);
            for (int32_t i = 0; i < n * n; i++) {
                theirs[i] = rows_graded ? tmi_row(a, i % n)[i / n] : tmi_row(a, i / n)[i % n];
            }
            double *s = pool_doubles(&pool, (size_t)n);
            double stat[6] = {0};
            double v[1];
            REQUIRE(LAPACKE_dgesvj(LAPACK_ROW_MAJOR, 'G', 'N', 'N', n, n, theirs, n, s, 0, v, n,
                                   stat) == 0);
            for (int32_t i = 0; i < n; i++) {
                /* cond(B) of these random matrices reaches some thousands. */
                CHECK_NEAR(d.s[i], s[i] * stat[0], 1e-11 * s[i] * stat[0]);
            }
        }
    }
}

TEST(diagonal_matrix_has_its_entries_as_singular_values_exactly) {
    double entries[16] = {1e-12, 0, 0, 0, 0, -1e12, 0, 0, 0, 0, 3.0, 0, 0, 0, 0, 1e-100};
    matrixPool pool = matrix_pool(t, POOL);
    decomposed d;
    MUST(decompose(&pool, tmi_matrix(entries, 4, 4), false, &d));
    CHECK(d.s[0] == 1e12 && d.s[1] == 3.0 && d.s[2] == 1e-12 && d.s[3] == 1e-100);
}

TEST(hilbert_matrix_agrees_with_its_known_singular_values) {
    /* Order 5, eigenvalues from 30-digit arithmetic (mpmath eigsy of 1 / (i + j + 1)). */
    static const double known[5] = {1.5670506910982308, 0.20853421861101333, 0.011407491623419808,
                                    0.00030589804015119173, 3.2879287721718629e-06};
    matrixPool pool = matrix_pool(t, POOL);
    tmiMatrix a = matrix_take(&pool, 5, 5);
    for (int32_t i = 0; i < 25; i++) {
        tmi_row(a, i / 5)[i % 5] = 1.0 / (i / 5 + i % 5 + 1);
    }
    decomposed d;
    MUST(decompose(&pool, a, false, &d));
    for (int i = 0; i < 5; i++) {
        CHECK_NEAR(d.s[i], known[i], 1e-15);
    }
}

TEST(null_space_of_a_wide_matrix_is_in_the_last_columns_of_v) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 4;
    for (int32_t n = 2; n <= 24; n++) {
        pool_reset(&pool);
        int32_t m = n / 2;
        tmiMatrix a = matrix_take(&pool, m, n);
        matrix_fill(a, MATRIX_DEFICIENT, &state);
        int32_t rank = (m + 1) / 2;
        decomposed d;
        MUST(decompose(&pool, a, true, &d));
        for (int32_t c = rank; c < n; c++) {
            for (int32_t i = 0; i < m; i++) {
                double sum = 0.0;
                for (int32_t j = 0; j < n; j++) {
                    sum += tmi_row(a, i)[j] * tmi_row(d.v, j)[c];
                }
                CHECK_NEAR(sum, 0.0, 1e-13);
            }
        }
        CHECK(matrix_orthogonality(d.v) < 1e-13);
    }
}

TEST(exactly_deficient_and_zero_matrices_get_whole_bases) {
    matrixPool pool = matrix_pool(t, POOL);
    for (int32_t rank = 0; rank <= 3; rank++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, 7, 5);
        for (int32_t i = 0; i < 7; i++) {
            for (int32_t j = 0; j < 5; j++) {
                tmi_row(a, i)[j] = j < rank ? (double)(i == j) : 0.0;
            }
        }
        decomposed d;
        MUST(decompose(&pool, a, true, &d));
        for (int32_t i = 0; i < 5; i++) {
            CHECK(d.s[i] == (i < rank ? 1.0 : 0.0));
        }
        CHECK(matrix_orthogonality(d.u) < 1e-15 && matrix_orthogonality(d.v) < 1e-15);
    }
    pool_reset(&pool);
    tmiMatrix ones = matrix_take(&pool, 6, 6);
    for (int32_t i = 0; i < 36; i++) {
        tmi_row(ones, i / 6)[i % 6] = 1.0;
    }
    decomposed d;
    MUST(decompose(&pool, ones, true, &d));
    CHECK_NEAR(d.s[0], 6.0, 1e-14);
    CHECK_NEAR(d.s[1], 0.0, 1e-14);
    CHECK(matrix_orthogonality(d.u) < 1e-14 && matrix_orthogonality(d.v) < 1e-14);
}

TEST(rows_that_would_underflow_become_zero_with_whole_bases) {
    double entries[4] = {1.0, 1e-250, 1e-250, 1e-200};
    matrixPool pool = matrix_pool(t, POOL);
    decomposed d;
    MUST(decompose(&pool, tmi_matrix(entries, 2, 2), false, &d));
    CHECK_NEAR(d.s[0], 1.0, 1e-15);
    CHECK(d.s[1] == 0.0);
    CHECK(matrix_orthogonality(d.u) < 1e-15 && matrix_orthogonality(d.v) < 1e-15);
}

TEST(entries_of_any_size_neither_overflow_nor_vanish) {
    static const double sizes[] = {1e300, 1e-300, 1e307, 1e-310};
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 5;
    for (int which = 0; which < 4; which++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, 5, 7);
        matrix_fill(a, MATRIX_RANDOM, &state);
        tmiMatrix big = matrix_copy(&pool, a);
        matrix_scale(big, sizes[which]);
        decomposed plain, d;
        MUST(decompose(&pool, a, false, &plain));
        MUST(decompose(&pool, big, false, &d));
        for (int i = 0; i < 5; i++) {
            CHECK_NEAR(d.s[i] / sizes[which], plain.s[i], sizes[which] < 1e-307 ? 1e-9 : 1e-13);
        }
        CHECK(matrix_orthogonality(d.u) < 1e-13 && matrix_orthogonality(d.v) < 1e-13);
    }
    pool_reset(&pool);
    tmiMatrix huge = matrix_take(&pool, 9, 9);
    for (int32_t i = 0; i < 81; i++) {
        tmi_row(huge, i / 9)[i % 9] = 1e308; /* s_0 = 9e308 */
    }
    decomposed d;
    CHECK_STATUS(decompose(&pool, huge, false, &d), TM_ERR_NOT_FINITE);
    double left = 1.0, right = 1.0;
    CHECK(tmi_matrix_max_abs(d.u, &left) == TM_OK && tmi_matrix_max_abs(d.v, &right) == TM_OK);
    CHECK(d.s[0] == 0.0 && left == 0.0 && right == 0.0);
}

TEST(vectors_that_are_not_wanted_change_no_singular_value) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 6;
    for (int32_t n = 1; n < 20; n++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, n, 20 - n);
        matrix_fill(a, MATRIX_RANDOM, &state);
        decomposed d;
        MUST(decompose(&pool, a, false, &d));
        double *s = pool_doubles(&pool, (size_t)d.less);
        double *work = pool_doubles(&pool, tmi_svd_workspace(a.rows, a.cols));
        int32_t *ints = pool_ints(&pool, tmi_svd_int_workspace(a.rows, a.cols));
        MUST(tmi_svd(a, NULL, s, NULL, work, ints, NULL));
        CHECK(memcmp(s, d.s, (size_t)d.less * sizeof *s) == 0);
        MUST(tmi_svd(a, &d.u, s, NULL, work, ints, NULL));
        MUST(tmi_svd(a, NULL, s, &d.v, work, ints, NULL));
        CHECK(matrix_svd_error(a, d.u, s, d.v) < 1e-13);
    }
}

TEST(bad_input_gets_a_status_and_changes_nothing) {
    double entries[6] = {2, 1, 0, 1, 2, 1};
    double s[2] = {7, 7};
    double work[200];
    int32_t ints[10];
    double room[9] = {7, 7, 7, 7, 7, 7, 7, 7, 7};
    tmiMatrix a = tmi_matrix(entries, 2, 3);
    tmiMatrix u = tmi_matrix(room, 2, 2);
    tmiMatrix wrong = tmi_matrix(room, 3, 1);
    REQUIRE(tmi_svd_workspace(2, 3) <= 200 && tmi_svd_int_workspace(2, 3) <= 10);
    for (int which = 0; which < MATRIX_SPOILS; which++) {
        double kept = matrix_spoil(a, which);
        CHECK_STATUS(tmi_svd(a, &u, s, NULL, work, ints, NULL), TM_ERR_NOT_FINITE);
        CHECK(s[0] == 7 && s[1] == 7 && room[0] == 7);
        matrix_mend(a, which, kept);
    }
    CHECK_STATUS(tmi_svd(tmi_matrix(NULL, 2, 3), &u, s, NULL, work, ints, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_svd(tmi_matrix(entries, -2, 3), &u, s, NULL, work, ints, NULL),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_svd(a, &u, NULL, NULL, work, ints, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_svd(a, &u, s, NULL, NULL, ints, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_svd(a, &u, s, NULL, work, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_svd(a, &wrong, s, NULL, work, ints, NULL), TM_ERR_SHAPE);
    CHECK_STATUS(tmi_svd(a, &u, s, &wrong, work, ints, NULL), TM_ERR_SHAPE);
    CHECK(tmi_svd_workspace(-1, 2) == 0 && tmi_svd_int_workspace(2, -1) == 0);
    /* An empty matrix has the whole space for null space. */
    tmiMatrix v = tmi_matrix(room, 3, 3);
    CHECK_STATUS(tmi_svd(tmi_matrix(NULL, 0, 3), NULL, NULL, &v, work, ints, NULL), TM_OK);
    CHECK(matrix_orthogonality(v) == 0.0);
    tmiMatrix none = tmi_matrix(NULL, 3, 0);
    CHECK_STATUS(tmi_svd(none, &none, NULL, NULL, NULL, NULL, NULL), TM_OK);
    CHECK_STATUS(tmi_svd(tmi_matrix(NULL, 0, 0), NULL, NULL, NULL, NULL, NULL, NULL), TM_OK);
}

TEST_MAIN(CASE(product_is_the_matrix_and_vectors_are_orthonormal),
          CASE(vectors_stay_orthonormal_after_a_thousand_rotations_of_each_row),
          CASE(rows_of_extreme_ratio_converge_at_both_ends_of_the_harmless_range),
          CASE(singular_values_are_those_of_lapack),
          CASE(graded_matrices_keep_small_singular_values_to_high_relative_accuracy),
          CASE(diagonal_matrix_has_its_entries_as_singular_values_exactly),
          CASE(hilbert_matrix_agrees_with_its_known_singular_values),
          CASE(null_space_of_a_wide_matrix_is_in_the_last_columns_of_v),
          CASE(exactly_deficient_and_zero_matrices_get_whole_bases),
          CASE(rows_that_would_underflow_become_zero_with_whole_bases),
          CASE(entries_of_any_size_neither_overflow_nor_vanish),
          CASE(vectors_that_are_not_wanted_change_no_singular_value),
          CASE(bad_input_gets_a_status_and_changes_nothing))
