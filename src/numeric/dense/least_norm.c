/* least_norm.c: weighted least-norm least squares by a complete orthogonal decomposition.
 *
 * min |A x - b|, then min sum w_i x_i^2. With d_i = w_i^-1/2 and x = D y it is the plain problem of
 * B = A D ([GV] 5.5 and 6.1): the shortest of all y that minimise |B y - b|.
 *   F = B or B^T, whichever is not wider than tall;  F P = Q R, of rank r ([GV] 5.4.2)
 *   R = (T 0) Z for the first r rows of R;  Z = H_0 … H_{r-1} reflections ([GV] 5.4)
 * F = B:    T u = (Q^T b)_{0..r},   y = P Z^T (u, 0)                                       (1)
 * F = B^T:  T^T q = (Z P^T b)_{0..r},  y = Q (q, 0)                                        (2)
 * Departs from [GV]: factoring B^T when A is wide makes the common case, full row rank, one
 * factorisation without Z. d is divided by its largest, which changes no x.
 * Assumes w_i > 0. Costs about 4 k^2 (l - k / 3) operations with k the smaller and l the larger
 * size, and up to 4 r^2 (k - r) more when the rank r is less than k. */
#include "numeric/dense/dense.h"

#include "numeric/dense/scaling.h"
#include "numeric/dense/triangle.h"
#include "numeric/vector/vector.h"

#include <math.h>

/* The workspace, cut up. */
typedef struct parts {
    tmiMatrix f;    /* B or B^T */
    double *tau;    /* of the reflections of Q */
    double *tau_z;  /* of the reflections of Z */
    double *d;      /* diagonal of D */
    double *vector; /* right-hand side and solution in turn, as long as the longer side */
    double *work;   /* of the QR kernel */
    int32_t *order;
    bool wide; /* F = B^T */
} parts;

size_t tmi_least_norm_workspace(int32_t rows, int32_t cols) {
    if (rows < 0 || cols < 0) {
        return 0;
    }
    size_t less = (size_t)(rows < cols ? rows : cols);
    size_t more = (size_t)(rows < cols ? cols : rows);
    return less * more + 2 * less + (size_t)cols + more +
           tmi_qr_workspace((int32_t)more, (int32_t)less);
}

size_t tmi_least_norm_int_workspace(int32_t rows, int32_t cols) {
    return rows < 0 || cols < 0 ? 0 : (size_t)(rows < cols ? rows : cols);
}

static parts cut_workspace(tmiMatrix a, double *work, int32_t *int_work) {
    bool wide = a.rows <= a.cols;
    int32_t less = wide ? a.rows : a.cols;
    int32_t more = wide ? a.cols : a.rows;
    parts p = {.f = tmi_matrix(work, more, less), .order = int_work, .wide = wide};
    p.tau = work + (size_t)less * (size_t)more;
    p.tau_z = p.tau + less;
    p.d = p.tau_z + less;
    p.vector = p.d + a.cols;
    p.work = p.vector + more;
    return p;
}

/* d_i = (w_i / least w)^-1/2, at most 1; TM_ERR_ARGUMENT unless all weights are positive. */
static tmStatus take_weights(const double *weights, int32_t count, double *d) {
    double min = count > 0 && weights ? weights[0] : 1.0;
    double max_abs;
    if (weights && tmi_vector_max_abs(weights, count, &max_abs) != TM_OK) {
        return TM_ERR_NOT_FINITE;
    }
    for (int32_t i = 0; weights && i < count; i++) {
        if (!(weights[i] > 0.0)) {
            return TM_ERR_ARGUMENT;
        }
        min = weights[i] < min ? weights[i] : min;
    }
    double root = sqrt(min);
    for (int32_t i = 0; i < count; i++) {
        d[i] = weights ? root / sqrt(weights[i]) : 1.0;
    }
    return TM_OK;
}

/* F = s A D or its transpose. */
static void fill(tmiMatrix a, double scale, const parts *p) {
    for (int32_t i = 0; i < a.rows; i++) {
        const double *row = tmi_row(a, i);
        double *to = p->wide ? p->f.data + i : tmi_row(p->f, i);
        ptrdiff_t step = p->wide ? p->f.stride : 1;
        for (int32_t j = 0; j < a.cols; j++) {
            to[j * step] = scale * row[j] * p->d[j];
        }
    }
}

/* The last r … of row k of R, turned into its diagonal entry by H_k from the right. */
static void annihilate_right(const parts *p, int32_t rank) {
    int32_t count = p->f.cols - rank;
    double *v = p->work;
    for (int32_t k = rank - 1; k >= 0; k--) {
        double *row = tmi_row(p->f, k);
        v[0] = row[k];
        memcpy(v + 1, row + rank, (size_t)count * sizeof *v);
        p->tau_z[k] = tmi_householder_make(v, count + 1, &row[k]);
        memcpy(row + rank, v + 1, (size_t)count * sizeof *v);
        for (int32_t i = 0; i < k; i++) {
            double *above = tmi_row(p->f, i);
            double factor = p->tau_z[k] * (above[k] + tmi_dot(v + 1, above + rank, count));
            above[k] -= factor;
            tmi_axpy(above + rank, -factor, v + 1, count);
        }
    }
}

/* c = H_k c. */
static void reflect_right(const parts *p, int32_t rank, int32_t k, double *c) {
    const double *v = tmi_row(p->f, k) + rank;
    int32_t count = p->f.cols - rank;
    double factor = p->tau_z[k] * (c[k] + tmi_dot(v, c + rank, count));
    c[k] -= factor;
    tmi_axpy(c + rank, -factor, v, count);
}

/* (1): y takes the place of p->vector, which holds s_b b. */
static void solve_tall(const parts *p, const tmiQr *qr, int32_t rank, double *y) {
    tmi_qr_apply(qr, tmi_matrix(p->vector, p->f.rows, 1), p->work, true);
    double *u = p->vector;
    tmi_upper_solve(p->f, rank, u);
    if (rank < p->f.cols) {
        memset(u + rank, 0, (size_t)(p->f.cols - rank) * sizeof *u);
        for (int32_t k = 0; k < rank; k++) {
            reflect_right(p, rank, k, u);
        }
    }
    for (int32_t i = 0; i < p->f.cols; i++) {
        y[p->order[i]] = u[i];
    }
}

/* (2): the same for F = B^T; y has room for P^T b before it is y. */
static void solve_wide(const parts *p, const tmiQr *qr, int32_t rank, double *y) {
    int32_t less = p->f.cols;
    int32_t more = p->f.rows;
    for (int32_t i = 0; i < less; i++) {
        y[i] = p->vector[p->order[i]];
    }
    for (int32_t k = rank - 1; rank < less && k >= 0; k--) {
        reflect_right(p, rank, k, y);
    }
    tmi_upper_solve_transposed(p->f, rank, y);
    memset(y + rank, 0, (size_t)(more - rank) * sizeof *y);
    tmi_qr_apply(qr, tmi_matrix(y, more, 1), p->work, false);
}

/* |s_b b - s A x|, for x before it is scaled back. */
static double residual(tmiMatrix a, double scale, const double *b, double b_scale, const double *x,
                       double *r) {
    for (int32_t i = 0; i < a.rows; i++) {
        const double *row = tmi_row(a, i);
        double sum = 0.0;
        if (scale == 1.0) {
            sum = tmi_dot(row, x, a.cols);
        } else {
            for (int32_t j = 0; j < a.cols; j++) {
                sum += scale * row[j] * x[j];
            }
        }
        r[i] = b_scale * b[i] - sum;
    }
    return tmi_vector_norm(r, a.rows);
}

static tmStatus check(tmiMatrix a, const double *b, const double *work, const int32_t *int_work,
                      const double *x, const tmiLeastNormInfo *info) {
    tmStatus status = tmi_matrix_check(a);
    if (status != TM_OK) {
        return status;
    }
    bool empty = a.rows == 0 || a.cols == 0;
    bool lacks = (!b && a.rows > 0) || (!x && a.cols > 0) || !info;
    bool lacks_work = (!work && (a.rows > 0 || a.cols > 0)) || (!int_work && !empty);
    return lacks || lacks_work ? TM_ERR_ARGUMENT : TM_OK;
}

tmStatus tmi_least_norm(tmiMatrix a, const double *b, const double *weights, double tolerance,
                        double *work, int32_t *int_work, double *x, tmiLeastNormInfo *info) {
    tmStatus status = check(a, b, work, int_work, x, info);
    if (status != TM_OK) {
        return status;
    }
    if (a.rows == 0 && a.cols == 0) {
        *info = (tmiLeastNormInfo){0, 0.0};
        return TM_OK;
    }
    /* The rows of an empty matrix may have no address; none is ever read, but C wants one. */
    a.data = a.data ? a.data : work;
    parts p = cut_workspace(a, work, int_work);
    double scale, norm, b_scale;
    status = tmi_matrix_survey(a, &scale, &norm);
    if (status == TM_OK) {
        status = tmi_vector_survey(b, a.rows, &b_scale);
    }
    if (status == TM_OK) {
        status = take_weights(weights, a.cols, p.d);
    }
    if (status != TM_OK) {
        return status;
    }
    fill(a, scale, &p);
    tmi_qr_eliminate(p.f, p.tau, p.order, p.work);
    tmiQr qr = {p.f, p.tau, p.order, 1.0};
    int32_t rank = tmi_qr_rank(&qr, tolerance);
    if (rank < p.f.cols) {
        annihilate_right(&p, rank);
    }
    for (int32_t i = 0; i < a.rows; i++) {
        p.vector[i] = b_scale * b[i];
    }
    if (p.wide) {
        solve_wide(&p, &qr, rank, x);
    } else {
        solve_tall(&p, &qr, rank, x);
    }
    for (int32_t i = 0; i < a.cols; i++) {
        x[i] *= p.d[i];
    }
    *info = (tmiLeastNormInfo){rank, residual(a, scale, b, b_scale, x, p.vector) / b_scale};
    return tmi_vector_finish(x, a.cols, scale, b_scale);
}
