/* svd.c: singular value decomposition by one-sided Jacobi on a twice factored matrix.
 *
 * [DV1] and [DV2]: two QR factorisations with pivoting come first. They cost less than
 * a sweep, and leave a triangle whose rows are nearly orthogonal, so that few sweeps are needed.
 *   F         s A or its transpose, the one that is not wider than tall, with its rows sorted by
 *             their largest entry; s a power of two
 *   F P1 = Q1 (R1; 0),  R1^T P2 = Q2 (R2; 0)      r x n and r x r, r the exact rank of R1   (1)
 *   J R2 = S W^T                                   rows made orthogonal by rotations J       (2)
 *   F = Q1 (P2 W; 0) S (J 0) Q2^T P1^T             so U = Q1 (P2 W; 0), V = P1 Q2 (J^T; 0)   (3)
 * Sorted rows make Householder QR with pivoting accurate row by row ([CH]), so that
 * matrices with graded rows keep their small singular values as those with graded columns do.
 * Departs from [DV1]: V is always the product of the rotations, never a triangular solve, which
 * would be faster and less safe. Rows that vanish are replaced by any orthonormal ones.
 * Assumes nothing. Costs about 40 n^3 + 6 m n^2 operations with both sets of vectors. */
#include "numeric/dense/dense.h"

#include "numeric/dense/jacobi.h"
#include "numeric/dense/scaling.h"
#include "numeric/vector/vector.h"

#include <math.h>

/* The workspace, cut up; m >= n are the sizes of F. */
typedef struct parts {
    tmiMatrix f;   /* F, then Q1 and R1 */
    tmiMatrix g;   /* R1^T, then Q2 and R2 */
    tmiMatrix y;   /* (R2, I), then (S W^T, J) */
    double *tau_f; /* of Q1 */
    double *tau_g; /* of Q2 */
    double *work;  /* of the QR and Jacobi kernels */
    int32_t *order_f;
    int32_t *order_g;
    int32_t *rank_order; /* of each singular value: its row in y */
    int32_t *row_order;  /* of each row of F: the row of s A, or column, that it comes from */
} parts;

size_t tmi_svd_workspace(int32_t rows, int32_t cols) {
    if (rows < 0 || cols < 0) {
        return 0;
    }
    int32_t m = rows < cols ? cols : rows;
    int32_t n = rows < cols ? rows : cols;
    size_t square = (size_t)n * (size_t)n;
    return (size_t)m * (size_t)n + 3 * square + 2 * (size_t)n + tmi_qr_workspace(m, m);
}

size_t tmi_svd_int_workspace(int32_t rows, int32_t cols) {
    if (rows < 0 || cols < 0) {
        return 0;
    }
    return 3 * (size_t)(rows < cols ? rows : cols) + (size_t)(rows < cols ? cols : rows);
}

static parts cut_workspace(int32_t m, int32_t n, double *work, int32_t *int_work) {
    size_t square = (size_t)n * (size_t)n;
    parts p = {.f = tmi_matrix(work, m, n)};
    double *next = work + (size_t)m * (size_t)n;
    p.g = tmi_matrix(next, n, n);
    next += square;
    p.y = tmi_matrix(next, n, 2 * n);
    next += 2 * square;
    p.tau_f = next;
    p.tau_g = p.tau_f + n;
    p.work = p.tau_g + n;
    p.order_f = int_work;
    p.order_g = int_work + n;
    p.rank_order = int_work + 2 * n;
    p.row_order = int_work + 3 * n;
    return p;
}

/* Whether row i comes after row j: it is smaller, or as large and further down. */
static bool comes_after(const double *max_abs, int32_t i, int32_t j) {
    return max_abs[i] < max_abs[j] || (max_abs[i] == max_abs[j] && i > j);
}

/* Lets the row at `top` of the heap sink until none below it comes after it. */
static void sink(int32_t *heap, int32_t top, int32_t count, const double *max_abs) {
    int32_t row = heap[top];
    for (int32_t below = 2 * top + 1; below < count; below = 2 * top + 1) {
        if (below + 1 < count && comes_after(max_abs, heap[below + 1], heap[below])) {
            below++;
        }
        if (!comes_after(max_abs, heap[below], row)) {
            break;
        }
        heap[top] = heap[below];
        top = below;
    }
    heap[top] = row;
}

/* Puts the rows in order, largest first; heap sort, as there may be many rows. */
static void sort_rows(int32_t *order, int32_t count, const double *max_abs) {
    for (int32_t i = 0; i < count; i++) {
        order[i] = i;
    }
    for (int32_t top = count / 2 - 1; top >= 0; top--) {
        sink(order, top, count, max_abs);
    }
    for (int32_t end = count - 1; end > 0; end--) {
        int32_t last = order[0];
        order[0] = order[end];
        order[end] = last;
        sink(order, 0, end, max_abs);
    }
}

/* F = s A or its transpose, rows sorted. */
static void fill(tmiMatrix a, double scale, const parts *p, bool wide) {
    double *max_abs = p->work;
    memset(max_abs, 0, (size_t)p->f.rows * sizeof *max_abs);
    for (int32_t i = 0; i < a.rows; i++) {
        const double *row = tmi_row(a, i);
        for (int32_t j = 0; j < a.cols; j++) {
            double size = fabs(row[j]);
            int32_t at = wide ? j : i;
            max_abs[at] = size > max_abs[at] ? size : max_abs[at];
        }
    }
    sort_rows(p->row_order, p->f.rows, max_abs);
    for (int32_t i = 0; i < p->f.rows; i++) {
        int32_t from = p->row_order[i];
        const double *source = wide ? a.data + from : tmi_row(a, from);
        ptrdiff_t step = wide ? a.stride : 1;
        double *row = tmi_row(p->f, i);
        for (int32_t j = 0; j < p->f.cols; j++) {
            row[j] = scale * source[j * step];
        }
    }
}

/* (1): leaves g as n x r and y as r x r or, to collect J, r x 2r. */
static void precondition(parts *p, bool collect) {
    tmi_qr_eliminate(p->f, p->tau_f, p->order_f, p->work);
    int32_t n = p->f.cols;
    int32_t r = 0;
    while (r < n && tmi_row(p->f, r)[r] != 0.0) {
        r++;
    }
    p->g = tmi_matrix(p->g.data, n, r);
    for (int32_t j = 0; j < n; j++) {
        double *row = tmi_row(p->g, j);
        for (int32_t i = 0; i < r; i++) {
            row[i] = i <= j ? tmi_row(p->f, i)[j] : 0.0;
        }
    }
    tmi_qr_eliminate(p->g, p->tau_g, p->order_g, p->work);
    p->y = tmi_matrix(p->y.data, r, collect ? 2 * r : r);
    for (int32_t i = 0; i < r; i++) {
        double *row = tmi_row(p->y, i);
        memset(row, 0, (size_t)p->y.cols * sizeof *row);
        memcpy(row + i, tmi_row(p->g, i) + i, (size_t)(r - i) * sizeof *row);
        if (collect) {
            row[r + i] = 1.0;
        }
    }
}

/* Makes row k of y a unit vector that is orthogonal to the rows of the larger singular values.
 * Of r unit vectors one has at least 1 / r of its square outside k < r directions; taking the
 * projection off twice leaves it orthogonal to rounding. */
static void complete_row(const parts *p, int32_t k) {
    int32_t r = p->y.rows;
    double *row = tmi_row(p->y, p->rank_order[k]);
    double length = 0.0;
    for (int32_t e = 0; e < r && length * length * 2.0 * r < 1.0; e++) {
        memset(row, 0, (size_t)r * sizeof *row);
        row[e] = 1.0;
        for (int32_t i = 0; i < 2 * k; i++) {
            const double *other = tmi_row(p->y, p->rank_order[i % k]);
            tmi_axpy(row, -tmi_dot(row, other, r), other, r);
        }
        length = tmi_vector_norm(row, r);
    }
    tmi_scale(row, 1.0 / length, r);
}

/* Sorts the rows of y by length, largest first, equal ones as they stand; puts the lengths into s
 * and makes the rows W^T. */
static void finish_rows(const parts *p, double *s) {
    int32_t r = p->y.rows;
    for (int32_t i = 0; i < r; i++) {
        double length = tmi_vector_norm(tmi_row(p->y, i), r);
        int32_t at = i;
        for (; at > 0 && s[at - 1] < length; at--) {
            s[at] = s[at - 1];
            p->rank_order[at] = p->rank_order[at - 1];
        }
        s[at] = length;
        p->rank_order[at] = i;
    }
    for (int32_t i = 0; i < r; i++) {
        double *row = tmi_row(p->y, p->rank_order[i]);
        if (s[i] > 0.0) {
            tmi_scale(row, 1.0 / s[i], r);
        } else {
            complete_row(p, i);
        }
    }
}

static void clear_vectors(tmiMatrix u) {
    for (int32_t i = 0; u.cols > 0 && i < u.rows; i++) {
        memset(tmi_row(u, i), 0, (size_t)u.cols * sizeof(double));
    }
}

/* Ones on the diagonal from column r on, zero else. */
static void start_vectors(tmiMatrix u, int32_t r) {
    clear_vectors(u);
    for (int32_t i = r; i < u.rows && i < u.cols; i++) {
        tmi_row(u, i)[i] = 1.0;
    }
}

/* Moves row i of v to row order[i], along the cycles of the permutation, which is used up. */
static void permute_rows(tmiMatrix v, int32_t *order) {
    for (int32_t start = 0; start < v.rows; start++) {
        while (order[start] != start) {
            int32_t to = order[start];
            tmi_swap(tmi_row(v, start), tmi_row(v, to), v.cols);
            order[start] = order[to];
            order[to] = to;
        }
    }
}

/* (3) U = Q1 (P2 W; 0). */
static void make_left(const parts *p, tmiMatrix u) {
    int32_t r = p->y.rows;
    start_vectors(u, r);
    for (int32_t c = 0; c < r; c++) {
        const double *w = tmi_row(p->y, p->rank_order[c]);
        for (int32_t i = 0; i < r; i++) {
            tmi_row(u, p->order_g[i])[c] = w[i];
        }
    }
    tmiQr qr = {p->f, p->tau_f, p->order_f, 1.0};
    tmi_qr_apply(&qr, u, p->work, false);
    permute_rows(u, p->row_order);
}

/* (3) V = P1 Q2 (J^T; 0). */
static void make_right(const parts *p, tmiMatrix v) {
    int32_t r = p->y.rows;
    start_vectors(v, r);
    for (int32_t c = 0; c < r; c++) {
        const double *j = tmi_row(p->y, p->rank_order[c]) + r;
        for (int32_t i = 0; i < r; i++) {
            tmi_row(v, i)[c] = j[i];
        }
    }
    tmiQr qr = {p->g, p->tau_g, p->order_g, 1.0};
    tmi_qr_apply(&qr, v, p->work, false);
    permute_rows(v, p->order_f);
}

/* Returns a power of two that takes `norm` to 1 … 2, and 1 for 0. The iteration compares squares of
 * lengths with each other, so it wants entries nearer to 1 than other kernels do. */
static double inverse_power_of_two(double norm) {
    uint64_t bits;
    memcpy(&bits, &norm, sizeof bits);
    bits &= (uint64_t)0x7ff << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return norm > 0.0 ? 1.0 / power : 1.0;
}

/* Whether a view fits for vectors of length `rows` beside a side of length `other`. */
static tmStatus check_vectors(const tmiMatrix *u, int32_t rows, int32_t other) {
    if (!u) {
        return TM_OK;
    }
    tmStatus status = tmi_matrix_check(*u);
    if (status != TM_OK) {
        return status;
    }
    int32_t thin = rows < other ? rows : other;
    return u->rows == rows && (u->cols == thin || u->cols == rows) ? TM_OK : TM_ERR_SHAPE;
}

static tmStatus check(tmiMatrix a, const tmiMatrix *u, const double *s, const tmiMatrix *v,
                      const double *work, const int32_t *int_work) {
    tmStatus status = tmi_matrix_check(a);
    if (status == TM_OK) {
        status = check_vectors(u, a.rows, a.cols);
    }
    if (status == TM_OK) {
        status = check_vectors(v, a.cols, a.rows);
    }
    bool empty = a.rows == 0 || a.cols == 0;
    return status == TM_OK && !empty && (!s || !work || !int_work) ? TM_ERR_ARGUMENT : status;
}

/* The decomposition of a matrix that is not empty. */
static tmStatus decompose(parts *p, const tmiMatrix *left, const tmiMatrix *right, double *s,
                          int32_t *sweeps) {
    precondition(p, right != NULL);
    tmStatus status = tmi_jacobi_rows(p->y, p->y.rows, TMI_SVD_SWEEPS, p->work, sweeps);
    if (status != TM_OK) {
        return status;
    }
    finish_rows(p, s);
    memset(s + p->y.rows, 0, (size_t)(p->f.cols - p->y.rows) * sizeof *s);
    if (left) {
        make_left(p, *left);
    }
    if (right) {
        make_right(p, *right);
    }
    return TM_OK;
}

tmStatus tmi_svd(tmiMatrix a, const tmiMatrix *u, double *s, const tmiMatrix *v, double *work,
                 int32_t *int_work, int32_t *sweeps) {
    tmStatus status = check(a, u, s, v, work, int_work);
    double scale, norm;
    if (status == TM_OK) {
        status = tmi_matrix_survey(a, &scale, &norm);
    }
    if (status != TM_OK) {
        return status;
    }
    scale = scale == 1.0 ? inverse_power_of_two(norm) : scale;
    bool wide = a.rows < a.cols;
    int32_t m = wide ? a.cols : a.rows;
    int32_t n = wide ? a.rows : a.cols;
    const tmiMatrix *left = wide ? v : u;
    const tmiMatrix *right = wide ? u : v;
    int32_t made = 0;
    if (n > 0) {
        parts p = cut_workspace(m, n, work, int_work);
        fill(a, scale, &p, wide);
        status = decompose(&p, left, right, s, &made);
    } else if (left) {
        start_vectors(*left, 0);
    }
    if (sweeps) {
        *sweeps = made;
    }
    if (status != TM_OK || n == 0) {
        return status;
    }
    status = tmi_vector_finish(s, n, 1.0, scale);
    if (status != TM_OK && u) {
        clear_vectors(*u);
    }
    if (status != TM_OK && v) {
        clear_vectors(*v);
    }
    return status;
}
