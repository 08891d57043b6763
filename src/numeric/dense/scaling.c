/* scaling.c: exact scaling by powers of two; see scaling.h. */
#include "numeric/dense/scaling.h"

#include "numeric/vector/vector.h"

#include <math.h>

/* A sum of up to 2^30 magnitudes within these bounds proves that the largest magnitude is in the
 * range that tmi_scale_for calls harmless, and that nothing is NaN or infinite. */
#define HARMLESS_SUM_MIN 0x1p-300
#define HARMLESS_SUM_MAX 0x1p300

static bool is_harmless(double sum) {
    return sum >= HARMLESS_SUM_MIN && sum <= HARMLESS_SUM_MAX;
}

/* The largest row sum of scale * a. */
static double row_sum_norm(tmiMatrix a, double scale) {
    double norm = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        const double *row = tmi_row(a, i);
        double sum = 0.0;
        for (int32_t j = 0; j < a.cols; j++) {
            sum += fabs(scale * row[j]);
        }
        norm = sum > norm ? sum : norm;
    }
    return norm;
}

tmStatus tmi_matrix_survey(tmiMatrix a, double *scale, double *norm) {
    if (a.cols == 0) {
        *scale = 1.0;
        *norm = 0.0;
        return TM_OK; /* the rows may have no address */
    }
    double max = 0.0;
    double total = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        double sum = tmi_abs_sum(tmi_row(a, i), a.cols);
        total += sum;
        max = sum > max ? sum : max;
    }
    if (is_harmless(total)) {
        *scale = 1.0;
        *norm = max;
        return TM_OK;
    }
    double max_abs;
    tmStatus status = tmi_matrix_max_abs(a, &max_abs);
    if (status != TM_OK) {
        return status;
    }
    *scale = tmi_scale_for(max_abs);
    *norm = row_sum_norm(a, *scale);
    return TM_OK;
}

tmStatus tmi_upper_survey(tmiMatrix a, double *scale) {
    double total = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        total += tmi_abs_sum(tmi_row(a, i) + i, a.cols - i);
    }
    if (is_harmless(total)) {
        *scale = 1.0;
        return TM_OK;
    }
    double max = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        double max_abs;
        tmStatus status = tmi_vector_max_abs(tmi_row(a, i) + i, a.cols - i, &max_abs);
        if (status != TM_OK) {
            return status;
        }
        max = max_abs > max ? max_abs : max;
    }
    *scale = tmi_scale_for(max);
    return TM_OK;
}

tmStatus tmi_vector_survey(const double *v, int32_t count, double *scale) {
    if (is_harmless(tmi_abs_sum(v, count))) {
        *scale = 1.0;
        return TM_OK;
    }
    double max_abs;
    tmStatus status = tmi_vector_max_abs(v, count, &max_abs);
    if (status == TM_OK) {
        *scale = tmi_scale_for(max_abs);
    }
    return status;
}

void tmi_matrix_rescale(tmiMatrix a, double scale) {
    for (int32_t i = 0; scale != 1.0 && i < a.rows; i++) {
        tmi_scale(tmi_row(a, i), scale, a.cols);
    }
}

tmStatus tmi_vector_finish(double *v, int32_t count, double up, double down) {
    /* One factor when it is a normal number; else both go the same way, one after the other. */
    double factor = up / down;
    bool split = factor < TMI_TINY || factor > 1.0 / TMI_TINY;
    if (split) {
        tmi_scale(v, up, count);
        tmi_scale(v, 1.0 / down, count);
    } else if (factor != 1.0) {
        tmi_scale(v, factor, count);
    }
    double max_abs;
    if (is_harmless(tmi_abs_sum(v, count)) || tmi_vector_max_abs(v, count, &max_abs) == TM_OK) {
        return TM_OK;
    }
    memset(v, 0, (size_t)count * sizeof *v);
    return TM_ERR_NOT_FINITE;
}

tmStatus tmi_matrix_finish(tmiMatrix a, double up, double down) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < a.rows && status == TM_OK; i++) {
        status = tmi_vector_finish(tmi_row(a, i), a.cols, up, down);
    }
    for (int32_t i = 0; i < a.rows && status != TM_OK; i++) {
        memset(tmi_row(a, i), 0, (size_t)a.cols * sizeof(double));
    }
    return status;
}

double tmi_vector_norm(const double *v, int32_t count) {
    double squares = tmi_dot(v, v, count);
    if (is_harmless(squares)) {
        return sqrt(squares);
    }
    double max_abs;
    if (tmi_vector_max_abs(v, count, &max_abs) != TM_OK || max_abs == 0.0) {
        return squares;
    }
    double scale = tmi_scale_for(max_abs);
    squares = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double x = scale * v[i];
        squares += x * x;
    }
    return sqrt(squares) / scale;
}
