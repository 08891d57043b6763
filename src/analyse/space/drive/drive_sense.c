/* drive_sense.c: whether a step passed a singular pose: docs/theory/space.md, section 8.
 *
 * Along a motion without singular poses the determinant of as many independent rows and columns of
 * J as there are keeps its sign; at a fold and at a change point it changes. (A step over two of
 * them at once bends too much to be taken.) Rows and columns are chosen at the start of each step
 * by pivoting ([GV] 5.4), so that the determinant is far from zero. */
#include "analyse/space/drive/drive.h"

#include <math.h>

/* A step may not make the smallest pivot fall to less than this part of what it was [1]: it would
 * end in a singular pose, from which the next one would have no direction. */
#define DROP 0.01

/* Larger systems are not watched. */
#define WATCHED_MAX 160

size_t tmi_sense_doubles(int32_t rows, int32_t cols) {
    if (rows > WATCHED_MAX || cols > WATCHED_MAX) {
        return 0;
    }
    int32_t max = rows > cols ? rows : cols;
    return (size_t)max * (size_t)max + (size_t)max + tmi_qr_workspace(max, max);
}

/* Puts J, with columns in the metric of least motion, into the work; some rows and columns of it
 * where these are given. */
static tmiMatrix dense_part(const tmSpacePlan *p, const int32_t *rows, int32_t row_count,
                            const int32_t *col_place, int32_t col_count, bool transposed) {
    const tmiEquations *e = &p->e;
    tmiMatrix out = transposed ? tmi_matrix(p->sense.work, col_count, row_count)
                               : tmi_matrix(p->sense.work, row_count, col_count);
    for (int32_t i = 0; i < out.rows * out.cols; i++) {
        out.data[i] = 0.0;
    }
    for (int32_t i = 0; i < row_count; i++) {
        int32_t row = rows ? rows[i] : i;
        for (int32_t at = e->pattern.start[row]; at < e->pattern.start[row + 1] - 1; at++) {
            int32_t unknown = e->pattern.index[at];
            int32_t j = col_place ? col_place[unknown] : unknown;
            if (j >= 0) {
                double value = e->values[at] / sqrt(e->weights[unknown]);
                *(transposed ? &tmi_row(out, j)[i] : &tmi_row(out, i)[j]) = value;
            }
        }
    }
    return out;
}

/* Sign of the determinant of the chosen part, by elimination with row pivots; *min becomes the
 * smallest pivot over the largest. */
static int sign_now(const tmSpacePlan *p, double *min) {
    int32_t n = p->sense.rank;
    double low = INFINITY, high = 0.0;
    *min = 0.0;
    tmiMatrix a = dense_part(p, p->sense.rows, n, p->sense.col_place, n, false);
    int sign = 1;
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(tmi_row(a, i)[k]) > fabs(tmi_row(a, best)[k]) ? i : best;
        }
        double pivot = tmi_row(a, best)[k];
        if (!(pivot != 0.0)) {
            return 0;
        }
        sign = (best != k) == (pivot < 0.0) ? sign : -sign;
        low = fabs(pivot) < low ? fabs(pivot) : low;
        high = fabs(pivot) > high ? fabs(pivot) : high;
        for (int32_t j = k; j < n && best != k; j++) {
            double kept = tmi_row(a, k)[j];
            tmi_row(a, k)[j] = tmi_row(a, best)[j];
            tmi_row(a, best)[j] = kept;
        }
        for (int32_t i = k + 1; i < n; i++) {
            double factor = tmi_row(a, i)[k] / pivot;
            for (int32_t j = k + 1; j < n && factor != 0.0; j++) {
                tmi_row(a, i)[j] -= factor * tmi_row(a, k)[j];
            }
        }
    }
    *min = low / high;
    return sign;
}

void tmi_sense_take(tmSpacePlan *p) {
    tmiPassageSense *s = &p->sense;
    int32_t rows = p->e.rows - p->drag_rows, cols = p->e.unknowns;
    s->sign = 0;
    if (!s->work || rows == 0) {
        return;
    }
    int32_t max = p->e.rows > cols ? p->e.rows : cols;
    double *tau = s->work + (size_t)max * (size_t)max, *work = tau + max;
    tmiQr qr;
    if (tmi_qr_factor(dense_part(p, NULL, rows, NULL, cols, false), tau, s->order, work, &qr) !=
        TM_OK) {
        return;
    }
    s->rank = tmi_qr_rank(&qr, TMI_RANK_TOLERANCE);
    for (int32_t i = 0; i < cols; i++) {
        s->col_place[s->order[i]] = i < s->rank ? i : -1;
    }
    if (tmi_qr_factor(dense_part(p, NULL, rows, s->col_place, s->rank, true), tau, s->order, work,
                      &qr) != TM_OK) {
        return;
    }
    for (int32_t i = 0; i < s->rank; i++) {
        s->rows[i] = s->order[i];
    }
    s->sign = sign_now(p, &s->min);
}

bool tmi_sense_is_kept(const tmSpacePlan *p) {
    double min;
    if (p->sense.sign == 0) {
        return true;
    }
    bool same = sign_now(p, &min) == p->sense.sign;
    return same && min > DROP * p->sense.min;
}
