/* qr.c: Householder QR with column pivoting.
 *
 * (s A) P = Q R, [GV] 5.4.2 (Businger and Golub): at each step the column whose rest is longest
 * comes first, so that |r_kk| falls and a gap in it shows the rank.
 *   s    power of two that brings the entries near 1
 *   c_j  square of the length of column j below the rows that are done
 *   g_j  value of c_j when it was last summed afresh
 * c_j is downdated by the entry that leaves it; when cancellation has eaten half the digits since
 * the last fresh sum, it is summed again ([DB] shows how the older tests fail). Departs from [GV]:
 * that test. Columns shorter than about 1e-150 of the longest have c_j = 0 and are taken in any
 * order; they are factored as accurately as others. Assumes nothing. Costs 4 n^2 (m - n / 3)
 * operations for m >= n. */
#include "numeric/dense/dense.h"

#include "numeric/dense/scaling.h"
#include "numeric/dense/triangle.h"
#include "numeric/vector/vector.h"

#include <math.h>

size_t tmi_qr_workspace(int32_t rows, int32_t cols) {
    return rows < 0 || cols < 0 ? 0 : (size_t)rows + 3 * (size_t)cols;
}

/* Adds the squares of all entries from row `first` down to c_j. */
static void sum_squares(tmiMatrix a, int32_t first, double *c) {
    memset(c, 0, (size_t)a.cols * sizeof *c);
    for (int32_t i = first; i < a.rows; i++) {
        const double *row = tmi_row(a, i);
        for (int32_t j = 0; j < a.cols; j++) {
            c[j] += row[j] * row[j];
        }
    }
}

static double column_squares(tmiMatrix a, int32_t first, int32_t j) {
    double sum = 0.0;
    for (int32_t i = first; i < a.rows; i++) {
        double x = tmi_row(a, i)[j];
        sum += x * x;
    }
    return sum;
}

/* Brings the longest of the columns k and on to place k. */
static void pivot_column(tmiMatrix a, int32_t k, double *c, double *g, int32_t *order) {
    int32_t best = k;
    double max = c[k];
    for (int32_t j = k + 1; j < a.cols; j++) {
        if (c[j] > max) {
            max = c[j];
            best = j;
        }
    }
    if (best == k) {
        return;
    }
    for (int32_t i = 0; i < a.rows; i++) {
        double *row = tmi_row(a, i);
        double kept = row[k];
        row[k] = row[best];
        row[best] = kept;
    }
    int32_t index = order[k];
    order[k] = order[best];
    order[best] = index;
    c[best] = c[k];
    g[best] = g[k];
}

/* Takes row k, which is done, out of the lengths of the columns behind it. */
static void downdate(tmiMatrix a, int32_t k, double *c, double *g) {
    const double *row = tmi_row(a, k);
    bool doubt = false;
    for (int32_t j = k + 1; j < a.cols; j++) {
        c[j] -= row[j] * row[j];
        doubt |= c[j] <= TMI_DOWNDATE_LOSS * g[j];
    }
    for (int32_t j = k + 1; doubt && j < a.cols; j++) {
        if (c[j] <= TMI_DOWNDATE_LOSS * g[j]) {
            c[j] = column_squares(a, k + 1, j);
            g[j] = c[j];
        }
    }
}

void tmi_qr_eliminate(tmiMatrix a, double *tau, int32_t *order, double *work) {
    double *c = work;
    double *g = c + a.cols;
    double *z = g + a.cols;
    double *v = z + a.cols;
    sum_squares(a, 0, c);
    memcpy(g, c, (size_t)a.cols * sizeof *g);
    for (int32_t j = 0; j < a.cols; j++) {
        order[j] = j;
    }
    int32_t steps = a.rows < a.cols ? a.rows : a.cols;
    for (int32_t k = 0; k < steps; k++) {
        pivot_column(a, k, c, g, order);
        int32_t below = a.rows - k;
        double *column = tmi_row(a, k) + k;
        for (int32_t i = 0; i < below; i++) {
            v[i] = column[(ptrdiff_t)i * a.stride];
        }
        double beta;
        tau[k] = tmi_householder_make(v, below, &beta);
        *column = beta;
        for (int32_t i = 1; i < below; i++) {
            column[(ptrdiff_t)i * a.stride] = v[i];
        }
        tmiMatrix rest = {column + 1, below, a.cols - k - 1, a.stride};
        tmi_householder_apply(rest, v, tau[k], z);
        downdate(a, k, c, g);
    }
}

tmStatus tmi_qr_factor(tmiMatrix a, double *tau, int32_t *order, double *work, tmiQr *qr) {
    tmStatus status = tmi_matrix_check(a);
    if (status != TM_OK) {
        return status;
    }
    if (!qr || (a.cols > 0 && (!order || !work || (a.rows > 0 && !tau)))) {
        return TM_ERR_ARGUMENT;
    }
    double scale, norm;
    status = tmi_matrix_survey(a, &scale, &norm);
    if (status != TM_OK) {
        return status;
    }
    tmi_matrix_rescale(a, scale);
    if (a.cols > 0) {
        tmi_qr_eliminate(a, tau, order, work);
    }
    *qr = (tmiQr){a, tau, order, scale};
    return TM_OK;
}

int32_t tmi_qr_rank(const tmiQr *qr, double tolerance) {
    if (!qr) {
        return 0;
    }
    tmiMatrix r = qr->factors;
    int32_t steps = r.rows < r.cols ? r.rows : r.cols;
    int32_t longer = r.rows < r.cols ? r.cols : r.rows;
    double relative = tolerance >= 0.0 ? tolerance : longer * TMI_EPSILON;
    double bound = steps > 0 ? relative * fabs(r.data[0]) : 0.0;
    int32_t rank = 0;
    while (rank < steps && fabs(tmi_row(r, rank)[rank]) > bound) {
        rank++;
    }
    return rank;
}

/* Applies reflection k to b. */
static void reflect(const tmiQr *qr, int32_t k, tmiMatrix b, double *work) {
    tmiMatrix f = qr->factors;
    int32_t below = f.rows - k;
    work[0] = 1.0;
    for (int32_t i = 1; i < below; i++) {
        work[i] = tmi_row(f, k + i)[k];
    }
    tmiMatrix part = {tmi_row(b, k), below, b.cols, b.stride};
    tmi_householder_apply(part, work, qr->tau[k], work + below);
}

static tmStatus apply(const tmiQr *qr, tmiMatrix b, double *work, bool transposed) {
    tmStatus status = tmi_matrix_check(b);
    if (status != TM_OK) {
        return status;
    }
    if (!qr || (!work && b.rows > 0 && b.cols > 0)) {
        return TM_ERR_ARGUMENT;
    }
    tmiMatrix f = qr->factors;
    if (b.rows != f.rows) {
        return TM_ERR_SHAPE;
    }
    double scale, norm;
    status = tmi_matrix_survey(b, &scale, &norm);
    if (status != TM_OK || b.cols == 0) {
        return status;
    }
    tmi_matrix_rescale(b, scale);
    tmi_qr_apply(qr, b, work, transposed);
    return tmi_matrix_finish(b, 1.0, scale);
}

void tmi_qr_apply(const tmiQr *qr, tmiMatrix b, double *work, bool transposed) {
    tmiMatrix f = qr->factors;
    int32_t steps = f.rows < f.cols ? f.rows : f.cols;
    for (int32_t k = 0; k < steps; k++) {
        reflect(qr, transposed ? k : steps - 1 - k, b, work);
    }
}

tmStatus tmi_qr_apply_q(const tmiQr *qr, tmiMatrix b, double *work) {
    return apply(qr, b, work, false);
}

tmStatus tmi_qr_apply_qt(const tmiQr *qr, tmiMatrix b, double *work) {
    return apply(qr, b, work, true);
}

static tmStatus solve(const tmiQr *qr, int32_t order, double *b, bool transposed) {
    if (!qr || order < 0 || (!b && order > 0)) {
        return TM_ERR_ARGUMENT;
    }
    tmiMatrix r = qr->factors;
    if (order > r.rows || order > r.cols) {
        return TM_ERR_SHAPE;
    }
    for (int32_t i = 0; i < order; i++) {
        if (tmi_row(r, i)[i] == 0.0) {
            return TM_ERR_SINGULAR;
        }
    }
    double scale;
    tmStatus status = tmi_vector_survey(b, order, &scale);
    if (status != TM_OK) {
        return status;
    }
    if (scale != 1.0) {
        tmi_scale(b, scale, order);
    }
    if (transposed) {
        tmi_upper_solve_transposed(r, order, b);
    } else {
        tmi_upper_solve(r, order, b);
    }
    return tmi_vector_finish(b, order, qr->scale, scale);
}

tmStatus tmi_qr_solve_r(const tmiQr *qr, int32_t order, double *b) {
    return solve(qr, order, b, false);
}

tmStatus tmi_qr_solve_rt(const tmiQr *qr, int32_t order, double *b) {
    return solve(qr, order, b, true);
}
