/* test_qr.c: QR with column pivoting against LAPACK: factors, rank, products, solves. */
#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#define POOL 80000

/* Shapes that the cases go through: all square ones up to 60, then tall and wide ones. */
#define SHAPES 76

static void take_shape(int which, int32_t *rows, int32_t *cols) {
    static const int32_t others[][2] = {{1, 5},   {5, 1},   {2, 3},  {3, 2},  {4, 9},
                                        {9, 4},   {7, 20},  {20, 7}, {31, 8}, {8, 31},
                                        {60, 11}, {11, 60}, {0, 3},  {3, 0},  {25, 24}};
    *rows = which <= 60 ? which : others[which - 61][0];
    *cols = which <= 60 ? which : others[which - 61][1];
}

typedef struct factored {
    tmiMatrix a; /* the matrix before it was factored */
    tmiQr qr;
    double *work;
} factored;

static tmStatus factor(matrixPool *pool, tmiMatrix a, factored *f) {
    int32_t longer = a.rows > a.cols ? a.rows : a.cols;
    f->a = a;
    f->work = pool_doubles(pool, tmi_qr_workspace(a.rows, a.cols) + 2 * (size_t)longer);
    double *tau = pool_doubles(pool, (size_t)longer);
    int32_t *order = pool_ints(pool, (size_t)a.cols);
    return tmi_qr_factor(matrix_copy(pool, a), tau, order, f->work, &f->qr);
}

/* Largest entry of Q R - scale A P, relative to the largest of scale A. */
static double product_error(matrixPool *pool, const factored *f) {
    tmiMatrix a = f->a;
    tmiMatrix product = matrix_take(pool, a.rows, a.cols);
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = i; j < a.cols; j++) {
            tmi_row(product, i)[j] = tmi_row(f->qr.factors, i)[j];
        }
    }
    if (tmi_qr_apply_q(&f->qr, product, f->work) != TM_OK) {
        return (double)INFINITY;
    }
    double worst = 0.0;
    double max_abs = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        for (int32_t j = 0; j < a.cols; j++) {
            double exact = f->qr.scale * tmi_row(a, i)[f->qr.order[j]];
            worst = fmax(worst, fabs(tmi_row(product, i)[j] - exact));
            max_abs = fmax(max_abs, fabs(exact));
        }
    }
    return max_abs > 0.0 ? worst / max_abs : worst;
}

TEST(product_of_the_factors_is_the_matrix) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 1;
    for (int which = 0; which < SHAPES; which++) {
        for (matrixKind kind = 0; kind < MATRIX_KINDS; kind++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind, &state);
            factored f;
            MUST(factor(&pool, a, &f));
            CHECK(matrix_padding_intact(f.qr.factors));
            CHECK(product_error(&pool, &f) < 5.0 * TMI_EPSILON * (rows + cols + 1));
        }
    }
}

TEST(q_is_orthogonal_and_its_transpose_undoes_it) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 2;
    for (int which = 0; which < SHAPES; which++) {
        int32_t rows, cols;
        take_shape(which, &rows, &cols);
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, rows, cols);
        matrix_fill(a, MATRIX_GRADED_COLUMNS, &state);
        factored f;
        MUST(factor(&pool, a, &f));
        tmiMatrix q = matrix_take(&pool, rows, rows);
        for (int32_t i = 0; i < rows; i++) {
            tmi_row(q, i)[i] = 1.0;
        }
        MUST(tmi_qr_apply_q(&f.qr, q, f.work));
        CHECK(matrix_orthogonality(q) < 5.0 * TMI_EPSILON * (rows + 1));
        MUST(tmi_qr_apply_qt(&f.qr, q, f.work));
        for (int32_t i = 0; i < rows; i++) {
            for (int32_t j = 0; j < rows; j++) {
                CHECK_NEAR(tmi_row(q, i)[j], i == j ? 1.0 : 0.0, 1e-13);
            }
        }
        CHECK(matrix_padding_intact(q));
    }
}

TEST(pivots_and_diagonal_are_those_of_lapack) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 3;
    for (int which = 1; which < SHAPES; which++) {
        for (matrixKind kind = 0; kind < MATRIX_DEFICIENT; kind++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            /* Once the long rows of a matrix with graded rows are gone, the lengths that LAPACK
             * compares are rounding errors. */
            if (rows == 0 || cols == 0 || kind == MATRIX_GRADED_ROWS) {
                continue;
            }
            int32_t less = rows < cols ? rows : cols;
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind, &state);
            double *theirs = matrix_packed(&pool, a);
            int32_t *pivots = pool_ints(&pool, (size_t)cols);
            double *tau = pool_doubles(&pool, (size_t)cols);
            LAPACKE_dgeqp3(LAPACK_ROW_MAJOR, rows, cols, theirs, cols, pivots, tau);
            factored f;
            MUST(factor(&pool, a, &f));
            for (int32_t k = 0; k < less; k++) {
                CHECK(f.qr.order[k] == pivots[k] - 1);
                double expected = fabs(theirs[k * cols + k]);
                CHECK_NEAR(fabs(tmi_row(f.qr.factors, k)[k]), expected,
                           1e-12 * expected + 1e-13 * fabs(theirs[0]));
            }
        }
    }
}

TEST(diagonal_never_grows) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 4;
    for (int which = 0; which < SHAPES; which++) {
        for (matrixKind kind = 0; kind < MATRIX_KINDS; kind++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, kind, &state);
            factored f;
            MUST(factor(&pool, a, &f));
            for (int32_t k = 1; k < rows && k < cols; k++) {
                double above = fabs(tmi_row(f.qr.factors, k - 1)[k - 1]);
                CHECK(fabs(tmi_row(f.qr.factors, k)[k]) <= above * (1.0 + 1e-7));
            }
        }
    }
}

TEST(kahan_matrix_keeps_its_order_and_its_diagonal) {
    /* R = diag(1, s, s^2 …) (unit upper triangle of -c): the columns tie in length at every step,
     * which naive downdating gets wrong. With columns shrunk a little the order must stay. */
    enum { N = 50 };
    matrixPool pool = matrix_pool(t, POOL);
    tmiMatrix a = matrix_take(&pool, N, N);
    double c = 0.6, s = 0.8, power = 1.0;
    for (int32_t i = 0; i < N; i++) {
        for (int32_t j = i; j < N; j++) {
            tmi_row(a, i)[j] = power * (i == j ? 1.0 : -c) * pow(1.0 - 1e-6, j);
        }
        power *= s;
    }
    factored f;
    MUST(factor(&pool, a, &f));
    for (int32_t k = 0; k < N; k++) {
        CHECK(f.qr.order[k] == k);
        double expected = fabs(tmi_row(a, k)[k]);
        CHECK_NEAR(fabs(tmi_row(f.qr.factors, k)[k]), expected, 1e-12 * expected);
    }
}

TEST(rank_is_that_of_the_singular_values) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 5;
    for (int which = 1; which < SHAPES; which++) {
        for (int deficient = 0; deficient < 2; deficient++) {
            int32_t rows, cols;
            take_shape(which, &rows, &cols);
            if (rows == 0 || cols == 0) {
                continue;
            }
            int32_t less = rows < cols ? rows : cols;
            pool_reset(&pool);
            tmiMatrix a = matrix_take(&pool, rows, cols);
            matrix_fill(a, deficient ? MATRIX_DEFICIENT : MATRIX_RANDOM, &state);
            factored f;
            MUST(factor(&pool, a, &f));
            double *theirs = matrix_packed(&pool, a);
            double *s = pool_doubles(&pool, (size_t)less);
            LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'N', rows, cols, theirs, cols, s, NULL, rows, NULL,
                           cols);
            int32_t expected = 0;
            while (expected < less && s[expected] > 1e-13 * s[0]) {
                expected++;
            }
            CHECK(tmi_qr_rank(&f.qr, -1.0) == expected);
            CHECK(tmi_qr_rank(&f.qr, 1e-13) == expected);
            CHECK(tmi_qr_rank(&f.qr, 1.0) == 0);
        }
    }
}

TEST(triangular_solves_undo_the_triangle) {
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 6;
    for (int32_t n = 0; n <= 40; n++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, n, n);
        matrix_fill(a, MATRIX_RANDOM, &state);
        factored f;
        MUST(factor(&pool, a, &f));
        for (int32_t order = n / 2; order <= n; order += n / 2 + 1) {
            tmiMatrix r = matrix_take(&pool, order, order);
            tmiMatrix rt = matrix_take(&pool, order, order);
            for (int32_t i = 0; i < order; i++) {
                for (int32_t j = i; j < order; j++) {
                    tmi_row(r, i)[j] = tmi_row(f.qr.factors, i)[j];
                    tmi_row(rt, j)[i] = tmi_row(f.qr.factors, i)[j];
                }
            }
            double *b = vector_random(&pool, order, &state);
            double *x = pool_doubles(&pool, 2 * (size_t)order);
            memcpy(x, b, (size_t)order * sizeof *b);
            memcpy(x + order, b, (size_t)order * sizeof *b);
            MUST(tmi_qr_solve_r(&f.qr, order, x));
            CHECK(matrix_backward_error(r, x, b) < 2.0);
            MUST(tmi_qr_solve_rt(&f.qr, order, x + order));
            CHECK(matrix_backward_error(rt, x + order, b) < 2.0);
        }
    }
}

TEST(entries_of_any_size_neither_overflow_nor_vanish) {
    static const double sizes[] = {1e300, 1e-300, 1.5e308, 1e-310};
    matrixPool pool = matrix_pool(t, POOL);
    uint64_t state = 7;
    for (int which = 0; which < 4; which++) {
        pool_reset(&pool);
        tmiMatrix a = matrix_take(&pool, 6, 6);
        matrix_fill(a, MATRIX_RANDOM, &state);
        tmiMatrix big = matrix_copy(&pool, a);
        matrix_scale(big, sizes[which]);
        double *b = vector_random(&pool, 6, &state);
        double *x = pool_doubles(&pool, 6);
        for (int k = 0; k < 6; k++) {
            x[k] = sizes[which] * b[k];
        }
        factored f;
        MUST(factor(&pool, a, &f));
        MUST(tmi_qr_apply_qt(&f.qr, tmi_matrix(b, 6, 1), f.work));
        MUST(tmi_qr_solve_r(&f.qr, 6, b));
        MUST(factor(&pool, big, &f));
        CHECK(tmi_qr_rank(&f.qr, -1.0) == 6);
        MUST(tmi_qr_apply_qt(&f.qr, tmi_matrix(x, 6, 1), f.work));
        MUST(tmi_qr_solve_r(&f.qr, 6, x));
        for (int k = 0; k < 6; k++) {
            CHECK_NEAR(x[k], b[k], sizes[which] < 1e-307 ? 1e-9 : 1e-12);
        }
    }
}

TEST(columns_far_apart_in_size_are_each_factored_accurately) {
    /* Column lengths 5, 5e-180, 5e115: the square of the second leaves the range of double. */
    double entries[9] = {3, 3e-180, 0, 4, 0, 3e115, 0, 4e-180, 4e115};
    double tau[3];
    double work[12];
    int32_t order[3];
    tmiQr qr;
    MUST(tmi_qr_factor(tmi_matrix(entries, 3, 3), tau, order, work, &qr));
    CHECK(order[0] == 2 && order[1] == 0 && order[2] == 1);
    CHECK(qr.scale == 1.0);
    CHECK_NEAR(fabs(entries[0]) / 5e115, 1.0, 1e-15);
    /* By hand: with q0 = (0, 3, 4) / 5, column 0 is (3, 4, 0) less 12 / 5 q0: length sqrt(481) / 5.
     * The determinant is -3 * 12e-65 - 3e-180 * 16e115 = -84e-65, up to sign their product. */
    CHECK_NEAR(fabs(entries[4]), sqrt(481.0) / 5.0, 1e-14);
    CHECK_NEAR(fabs(entries[0] * entries[8] * entries[4]) / 84e-65, 1.0, 1e-14);
}

TEST(bad_input_gets_a_status_and_changes_nothing) {
    double entries[6] = {2, 1, 0, 1, 2, 1};
    double before[6];
    double tau[2];
    double work[20];
    double b[2] = {1, 2};
    int32_t order[3];
    tmiQr qr = {.scale = 77.0};
    tmiMatrix a = tmi_matrix(entries, 2, 3);
    for (int which = 0; which < MATRIX_SPOILS; which++) {
        double kept = matrix_spoil(a, which);
        memcpy(before, entries, sizeof before);
        CHECK_STATUS(tmi_qr_factor(a, tau, order, work, &qr), TM_ERR_NOT_FINITE);
        CHECK(memcmp(before, entries, sizeof before) == 0 && qr.scale == 77.0);
        matrix_mend(a, which, kept);
    }
    CHECK_STATUS(tmi_qr_factor(tmi_matrix(NULL, 2, 3), tau, order, work, &qr), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_factor(tmi_matrix(entries, -2, 3), tau, order, work, &qr), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_factor(a, NULL, order, work, &qr), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_factor(a, tau, NULL, work, &qr), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_factor(a, tau, order, NULL, &qr), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_factor(a, tau, order, work, NULL), TM_ERR_ARGUMENT);
    MUST(tmi_qr_factor(a, tau, order, work, &qr));
    CHECK_STATUS(tmi_qr_solve_r(&qr, 3, b), TM_ERR_SHAPE);
    CHECK_STATUS(tmi_qr_solve_r(&qr, -1, b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_solve_r(&qr, 2, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_solve_rt(NULL, 2, b), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_apply_q(NULL, tmi_matrix(b, 2, 1), work), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_apply_q(&qr, tmi_matrix(b, 2, 1), NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_qr_apply_qt(&qr, tmi_matrix(b, 1, 2), work), TM_ERR_SHAPE);
    CHECK(tmi_qr_rank(NULL, 0.0) == 0 && tmi_qr_rank(&qr, (double)NAN) == 2);
    CHECK(tmi_qr_workspace(-1, 2) == 0 && tmi_qr_workspace(2, -1) == 0);
    b[1] = (double)NAN;
    CHECK_STATUS(tmi_qr_solve_r(&qr, 2, b), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tmi_qr_apply_q(&qr, tmi_matrix(b, 2, 1), work), TM_ERR_NOT_FINITE);
    CHECK(b[0] == 1.0);
}

TEST(zero_matrix_has_rank_zero_and_no_solution) {
    double entries[6] = {0};
    double tau[2];
    double work[20];
    double b[2] = {1, 2};
    int32_t order[2];
    tmiQr qr;
    MUST(tmi_qr_factor(tmi_matrix(entries, 3, 2), tau, order, work, &qr));
    CHECK(tmi_qr_rank(&qr, -1.0) == 0 && tmi_qr_rank(&qr, 0.0) == 0);
    CHECK_STATUS(tmi_qr_solve_r(&qr, 2, b), TM_ERR_SINGULAR);
    CHECK_STATUS(tmi_qr_solve_rt(&qr, 1, b), TM_ERR_SINGULAR);
    CHECK(b[0] == 1 && b[1] == 2);
    CHECK_STATUS(tmi_qr_solve_r(&qr, 0, NULL), TM_OK);
    CHECK_STATUS(tmi_qr_apply_q(&qr, tmi_matrix(NULL, 3, 0), NULL), TM_OK);
    CHECK_STATUS(tmi_qr_factor(tmi_matrix(NULL, 3, 0), NULL, NULL, NULL, &qr), TM_OK);
    CHECK_STATUS(tmi_qr_factor(tmi_matrix(NULL, 0, 2), NULL, order, work, &qr), TM_OK);
    CHECK(tmi_qr_rank(&qr, -1.0) == 0 && order[0] == 0 && order[1] == 1);
}

TEST_MAIN(CASE(product_of_the_factors_is_the_matrix),
          CASE(q_is_orthogonal_and_its_transpose_undoes_it),
          CASE(pivots_and_diagonal_are_those_of_lapack), CASE(diagonal_never_grows),
          CASE(kahan_matrix_keeps_its_order_and_its_diagonal),
          CASE(rank_is_that_of_the_singular_values), CASE(triangular_solves_undo_the_triangle),
          CASE(entries_of_any_size_neither_overflow_nor_vanish),
          CASE(columns_far_apart_in_size_are_each_factored_accurately),
          CASE(bad_input_gets_a_status_and_changes_nothing),
          CASE(zero_matrix_has_rank_zero_and_no_solution))
