/* householder.c: reflections.
 *
 * H = I - tau v v^T with H x = beta e_1, [GV] 5.1: beta = -sign(x_0) |x|,
 * tau = (beta - x_0) / beta, v = x / (x_0 - beta) except for v_0 = 1.
 * Departs from [GV]: the sign of beta avoids cancellation without their special formula, and the
 * norm is scaled when squares would overflow or underflow. What is below TMI_TINY counts as zero.
 * Applying costs 4 rows cols operations, by rows: z^T = tau v^T B, then B - v z^T. */
#include "numeric/dense/dense.h"

#include "numeric/dense/scaling.h"
#include "numeric/vector/vector.h"

#include <math.h>

double tmi_householder_make(double *x, int32_t count, double *beta) {
    double first = x[0];
    double below = tmi_vector_norm(x + 1, count - 1);
    double length = tmi_vector_norm(x, count);
    x[0] = 1.0;
    if (below < TMI_TINY || length < TMI_TINY) {
        memset(x + 1, 0, (size_t)(count - 1) * sizeof *x);
        *beta = length < TMI_TINY ? 0.0 : first;
        return 0.0;
    }
    *beta = first > 0.0 ? -length : length;
    tmi_scale(x + 1, 1.0 / (first - *beta), count - 1);
    return (*beta - first) / *beta;
}

void tmi_householder_apply(tmiMatrix b, const double *v, double tau, double *z) {
    if (tau == 0.0 || b.cols == 0) {
        return;
    }
    if (b.cols == 1 && b.stride == 1) {
        double factor = tau * tmi_dot(v, b.data, b.rows);
        tmi_axpy(b.data, -factor, v, b.rows);
        return;
    }
    memset(z, 0, (size_t)b.cols * sizeof *z);
    int32_t i = 0;
    for (; i + 4 <= b.rows; i += 4) {
        tmi_axpy4(z, v + i, tmi_row(b, i), b.stride, b.cols);
    }
    for (; i < b.rows; i++) {
        tmi_axpy(z, v[i], tmi_row(b, i), b.cols);
    }
    tmi_scale(z, tau, b.cols);
    for (i = 0; i + 2 <= b.rows; i += 2) {
        tmi_axpy_two(tmi_row(b, i), tmi_row(b, i + 1), -v[i], -v[i + 1], z, b.cols);
    }
    if (i < b.rows) {
        tmi_axpy(tmi_row(b, i), -v[i], z, b.cols);
    }
}
