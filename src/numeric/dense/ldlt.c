/* ldlt.c: symmetric indefinite factorisation with bounded Bunch-Kaufman pivoting, and its solve.
 *
 * P (s A) P^T = L D L^T, [AGL] section 2 (bounded Bunch-Kaufman, elsewhere rook pivoting).
 *   s      power of two that brings the entries near 1
 *   D      blocks of order 1 and 2;  L  unit lower triangular, kept as its transpose by rows
 *   alpha  (1 + sqrt 17) / 8, which makes one 2 x 2 step grow as two 1 x 1 steps ([BK])
 *   mu_i   largest magnitude in row i beside the diagonal
 * Every entry of L is at most 1 / (1 - alpha) = 2.78, which plain Bunch-Kaufman does not promise
 * and which makes the signs of D trustworthy. Departs from [AGL]: exchanges are applied to the
 * rows of L^T that are done, so that a solve permutes once. Assumes symmetry, reads one half.
 * Costs n^3 / 3 operations and mostly O(n^2) comparisons (at worst n^3 / 2); a solve 2 n^2. */
#include "numeric/dense/dense.h"

#include "numeric/dense/scaling.h"
#include "numeric/vector/vector.h"

#include <math.h>

#define ALPHA 0.64038820320220757

/* Finds mu_r among rows and columns k and on, and where it stands. */
static double max_beside(tmiMatrix a, int32_t k, int32_t r, int32_t *where) {
    double max = 0.0;
    *where = r;
    for (int32_t i = k; i < r; i++) {
        double size = fabs(tmi_row(a, i)[r]);
        if (size > max) {
            max = size;
            *where = i;
        }
    }
    const double *row = tmi_row(a, r);
    for (int32_t j = r + 1; j < a.cols; j++) {
        double size = fabs(row[j]);
        if (size > max) {
            max = size;
            *where = j;
        }
    }
    return max;
}

/* Exchanges rows and columns p < q of the symmetric matrix, and columns p, q of L^T above. */
static void exchange(tmiMatrix a, int32_t p, int32_t q) {
    double *row_p = tmi_row(a, p);
    double *row_q = tmi_row(a, q);
    for (int32_t i = 0; i < p; i++) {
        tmi_swap(tmi_row(a, i) + p, tmi_row(a, i) + q, 1);
    }
    tmi_swap(row_p + p, row_q + q, 1);
    for (int32_t i = p + 1; i < q; i++) {
        tmi_swap(row_p + i, tmi_row(a, i) + q, 1);
    }
    tmi_swap(row_p + q + 1, row_q + q + 1, a.cols - q - 1);
}

/* Chooses the pivot of step k: the order of the block (1, 2, or 0 when all of row k is zero) and
 * the rows that go to k and k + 1. The largest mu grows with every turn, so the search ends. */
static int choose_pivot(tmiMatrix a, int32_t k, int32_t *first, int32_t *second) {
    double diagonal = fabs(tmi_row(a, k)[k]);
    int32_t p = k;
    int32_t r;
    double mu_p = max_beside(a, k, k, &r);
    *first = k;
    if (diagonal >= ALPHA * mu_p) {
        return diagonal >= TMI_TINY ? 1 : 0;
    }
    if (mu_p < TMI_TINY) {
        return 0;
    }
    for (;;) {
        int32_t next;
        double mu_r = max_beside(a, k, r, &next);
        if (fabs(tmi_row(a, r)[r]) >= ALPHA * mu_r) {
            *first = r;
            return 1;
        }
        if (mu_r <= mu_p) {
            *first = p;
            *second = r;
            return 2;
        }
        p = r;
        mu_p = mu_r;
        r = next;
    }
}

/* Step with pivot d = a_kk: row i loses (a_ki / d) times row k. */
static void eliminate_one(tmiMatrix a, int32_t k) {
    double *row = tmi_row(a, k);
    double inverse = 1.0 / row[k];
    int32_t i = k + 1;
    for (; i + 2 <= a.rows; i += 2) {
        double f0 = -(row[i] * inverse);
        double f1 = -(row[i + 1] * inverse);
        double *y0 = tmi_row(a, i);
        double *y1 = y0 + a.stride;
        y0[i] += f0 * row[i];
        tmi_axpy_two(y0 + i + 1, y1 + i + 1, f0, f1, row + i + 1, a.cols - i - 1);
    }
    if (i < a.rows) {
        tmi_row(a, i)[i] -= row[i] * inverse * row[i];
    }
    tmi_scale(row + k + 1, inverse, a.cols - k - 1);
}

/* Step with the pivot block (a b; b c). Its inverse is written with quotients by b, the largest of
 * the three, so that nothing overflows ([GV] 4.4). */
static void eliminate_two(tmiMatrix a, int32_t k) {
    double *row0 = tmi_row(a, k);
    double *row1 = tmi_row(a, k + 1);
    double b = row0[k + 1];
    double c_b = row1[k + 1] / b;
    double a_b = row0[k] / b;
    double inverse = 1.0 / (c_b * a_b - 1.0) / b;
    for (int32_t i = k + 2; i < a.rows; i++) {
        double l0 = inverse * (c_b * row0[i] - row1[i]);
        double l1 = inverse * (a_b * row1[i] - row0[i]);
        double *row = tmi_row(a, i);
        tmi_axpy(row + i, -l0, row0 + i, a.cols - i);
        tmi_axpy(row + i, -l1, row1 + i, a.cols - i);
        row0[i] = l0;
        row1[i] = l1;
    }
}

/* Does step k and returns how many rows it took. */
static int32_t factor_step(tmiMatrix a, int32_t k, int32_t *pivots, int32_t *failed) {
    int32_t first, second;
    int order = choose_pivot(a, k, &first, &second);
    pivots[k] = order == 2 ? ~first : first;
    if (first != k) {
        exchange(a, k, first);
    }
    if (order == 2) {
        pivots[k + 1] = ~second;
        if (second != k + 1) {
            exchange(a, k + 1, second);
        }
        eliminate_two(a, k);
        return 2;
    }
    if (order == 1) {
        eliminate_one(a, k);
    } else {
        memset(tmi_row(a, k) + k, 0, (size_t)(a.cols - k) * sizeof(double));
        *failed = *failed < 0 ? k : *failed;
    }
    return 1;
}

tmStatus tmi_ldlt_factor(tmiMatrix a, int32_t *pivots, tmiLdlt *ldlt) {
    tmStatus status = tmi_matrix_check(a);
    if (status != TM_OK) {
        return status;
    }
    if (!ldlt || (!pivots && a.rows > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (a.rows != a.cols) {
        return TM_ERR_SHAPE;
    }
    double scale;
    status = tmi_upper_survey(a, &scale);
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; scale != 1.0 && i < a.rows; i++) {
        tmi_scale(tmi_row(a, i) + i, scale, a.cols - i);
    }
    int32_t failed = -1;
    for (int32_t k = 0; k < a.rows;) {
        k += factor_step(a, k, pivots, &failed);
    }
    *ldlt = (tmiLdlt){a, pivots, scale, failed};
    return TM_OK;
}

/* Applies the exchange of step k to b. */
static void permute(const int32_t *pivots, int32_t k, double *b) {
    int32_t other = pivots[k] < 0 ? ~pivots[k] : pivots[k];
    double kept = b[k];
    b[k] = b[other];
    b[other] = kept;
}

/* D z = y in place. */
static void solve_blocks(const tmiLdlt *ldlt, double *b) {
    tmiMatrix f = ldlt->factors;
    for (int32_t k = 0; k < f.rows; k++) {
        const double *row0 = tmi_row(f, k);
        if (ldlt->pivots[k] >= 0) {
            b[k] /= row0[k];
            continue;
        }
        double beside = row0[k + 1];
        double c_b = row0[f.stride + k + 1] / beside;
        double a_b = row0[k] / beside;
        double y0 = b[k] / beside;
        double y1 = b[k + 1] / beside;
        double determinant = a_b * c_b - 1.0;
        b[k] = (c_b * y0 - y1) / determinant;
        b[k + 1] = (a_b * y1 - y0) / determinant;
        k++;
    }
}

/* L y = b by columns of L, which are rows of L^T. */
static void solve_lower(const tmiLdlt *ldlt, double *b) {
    tmiMatrix f = ldlt->factors;
    int32_t k = 0;
    for (; k < f.rows; k++) {
        const double *row = tmi_row(f, k);
        int32_t start = ldlt->pivots[k] < 0 ? k + 2 : k + 1;
        tmi_axpy(b + start, -b[k], row + start, f.rows - start);
        if (ldlt->pivots[k] < 0) {
            k++;
            tmi_axpy(b + start, -b[k], row + f.stride + start, f.rows - start);
        }
    }
}

/* L^T x = z by rows of L^T, from the last block up. */
static void solve_upper(const tmiLdlt *ldlt, double *b) {
    tmiMatrix f = ldlt->factors;
    for (int32_t k = f.rows - 1; k >= 0; k--) {
        int32_t start = k + 1;
        b[k] -= tmi_dot(tmi_row(f, k) + start, b + start, f.rows - start);
        if (ldlt->pivots[k] < 0) {
            k--;
            b[k] -= tmi_dot(tmi_row(f, k) + start, b + start, f.rows - start);
        }
    }
}

tmStatus tmi_ldlt_solve(const tmiLdlt *ldlt, double *b) {
    if (!ldlt || (!b && ldlt->factors.rows > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (ldlt->failed >= 0) {
        return TM_ERR_SINGULAR;
    }
    int32_t n = ldlt->factors.rows;
    double scale;
    tmStatus status = tmi_vector_survey(b, n, &scale);
    if (status != TM_OK) {
        return status;
    }
    if (scale != 1.0) {
        tmi_scale(b, scale, n);
    }
    for (int32_t k = 0; k < n; k++) {
        permute(ldlt->pivots, k, b);
    }
    solve_lower(ldlt, b);
    solve_blocks(ldlt, b);
    solve_upper(ldlt, b);
    for (int32_t k = n - 1; k >= 0; k--) {
        permute(ldlt->pivots, k, b);
    }
    return tmi_vector_finish(b, n, ldlt->scale, scale);
}

tmStatus tmi_ldlt_inertia(const tmiLdlt *ldlt, double tolerance, tmiInertia *inertia) {
    if (!ldlt || !inertia || !(tolerance >= 0.0)) {
        return TM_ERR_ARGUMENT;
    }
    tmiMatrix f = ldlt->factors;
    double max_abs = 0.0;
    for (int32_t k = 0; k < f.rows; k++) {
        double size = fabs(tmi_row(f, k)[ldlt->pivots[k] < 0 ? k + 1 : k]);
        max_abs = size > max_abs ? size : max_abs;
        k += ldlt->pivots[k] < 0;
    }
    tmiInertia counts = {0, 0, 0};
    for (int32_t k = 0; k < f.rows; k++) {
        bool pair = ldlt->pivots[k] < 0;
        double pivot = tmi_row(f, k)[pair ? k + 1 : k];
        if (!(fabs(pivot) > tolerance * max_abs)) {
            counts.zero += pair ? 2 : 1;
        } else if (pair) {
            /* ac < b^2 in every block that is chosen, so one eigenvalue has each sign. */
            counts.positive++;
            counts.negative++;
        } else {
            counts.positive += pivot > 0.0;
            counts.negative += pivot < 0.0;
        }
        k += pair;
    }
    *inertia = counts;
    return TM_OK;
}
