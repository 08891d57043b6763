/* scale.c: brings linear complementarity problems to entries near 1 by powers of two, which are
 * exact: rows, columns and q may be multiplied by anything positive without changing which
 * variables are 0. Maxima between 1/4 and 2 of the largest are left alone, so that ordinary
 * problems keep the paths that textbooks print for them.
 *
 * Rows and columns take turns at half their excess, as in Ruiz' method [RU], which treats both
 * alike; four rounds. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

#define SCALING_ROUNDS 4

/* Powers within one multiplication. */
#define POWER_MAX 1000

static double power_of_two(int32_t n) {
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double tmi_lcp_times_power(double x, int32_t power) {
    while (power > POWER_MAX) {
        x *= power_of_two(POWER_MAX);
        power -= POWER_MAX;
    }
    while (power < -POWER_MAX) {
        x *= power_of_two(-POWER_MAX);
        power += POWER_MAX;
    }
    return power == 0 ? x : x * power_of_two(power);
}

/* The e of 2^(e-1) <= x < 2^e, for finite x > 0. */
static int32_t exponent(double x) {
    int32_t more = 0;
    if (x < TMI_TINY) {
        x *= 0x1p100;
        more = -100;
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int32_t)(bits >> 52) - 1022 + more;
}

static void scale_row(tmiMatrix m, int32_t i, int32_t power) {
    for (int32_t j = 0; j < m.cols; j++) {
        tmi_row(m, i)[j] = tmi_lcp_times_power(tmi_row(m, i)[j], power);
    }
}

static void scale_column(tmiMatrix m, int32_t j, int32_t power) {
    for (int32_t i = 0; i < m.rows; i++) {
        tmi_row(m, i)[j] = tmi_lcp_times_power(tmi_row(m, i)[j], power);
    }
}

/* Half the excess of row i, or of column i. */
static int32_t excess(tmiMatrix m, int32_t i, bool row) {
    double max_abs = 0.0;
    for (int32_t k = 0; k < m.rows; k++) {
        double size = fabs(row ? tmi_row(m, i)[k] : tmi_row(m, k)[i]);
        max_abs = size > max_abs ? size : max_abs;
    }
    return max_abs > 0.0 ? exponent(max_abs) / 2 : 0;
}

/* One round; false when nothing changed. */
static bool balance(tmiMatrix m, tmiLcpScale *scale) {
    bool changed = false;
    for (int32_t i = 0; i < m.rows; i++) {
        int32_t power = excess(m, i, true);
        if (power != 0) {
            scale_row(m, i, -power);
            scale->rows[i] -= power;
            changed = true;
        }
    }
    for (int32_t j = 0; j < m.rows; j++) {
        int32_t power = excess(m, j, false);
        if (power != 0) {
            scale_column(m, j, -power);
            scale->cols[j] -= power;
            changed = true;
        }
    }
    return changed;
}

void tmi_lcp_scale_problem(tmiMatrix m, double *q, bool each, tmiLcpScale *scale) {
    double max_abs = 0.0;
    tmi_matrix_max_abs(m, &max_abs);
    int32_t power = max_abs > 0.0 ? exponent(max_abs) : 0;
    for (int32_t i = 0; i < m.rows; i++) {
        scale->rows[i] = -power;
        scale->cols[i] = 0;
        if (power != 0) {
            scale_row(m, i, -power);
        }
    }
    for (int round = 0; each && round < SCALING_ROUNDS && balance(m, scale); round++) {
    }
    /* Two steps, for q times the power of its row alone might overflow. */
    bool any = false;
    for (int32_t i = 0; i < m.rows; i++) {
        int32_t size = q[i] != 0.0 ? exponent(fabs(q[i])) + scale->rows[i] : 0;
        scale->size = q[i] != 0.0 && (!any || size > scale->size) ? size : scale->size;
        any = any || q[i] != 0.0;
    }
    scale->size = any ? scale->size : 0;
    for (int32_t i = 0; i < m.rows; i++) {
        q[i] = tmi_lcp_times_power(q[i], scale->rows[i] - scale->size);
    }
}
