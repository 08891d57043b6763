/* matrix.c: checks of dense views. */
#include "numeric/dense/dense.h"

#include <math.h>
#include <string.h>

#define EXPONENT_BIAS 1023
#define HARMLESS_EXPONENT 400

tmStatus tmi_matrix_check(tmiMatrix a) {
    if (a.rows < 0 || a.cols < 0 || a.stride < a.cols) {
        return TM_ERR_ARGUMENT;
    }
    if (a.rows > TMI_MATRIX_LIMIT || a.cols > TMI_MATRIX_LIMIT) {
        return TM_ERR_LIMIT;
    }
    return a.data || a.rows == 0 || a.cols == 0 ? TM_OK : TM_ERR_ARGUMENT;
}

tmStatus tmi_vector_max_abs(const double *v, int32_t count, double *max_abs) {
    /* x - x is 0 for every finite x and NaN otherwise, so one sum covers all of them. */
    double max = 0.0;
    double doubt = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double size = fabs(v[i]);
        doubt += size - size;
        max = size > max ? size : max;
    }
    if (!(doubt == 0.0)) {
        return TM_ERR_NOT_FINITE;
    }
    *max_abs = max;
    return TM_OK;
}

tmStatus tmi_matrix_max_abs(tmiMatrix a, double *max_abs) {
    double max = 0.0;
    for (int32_t i = 0; i < a.rows; i++) {
        double row;
        tmStatus status = tmi_vector_max_abs(tmi_row(a, i), a.cols, &row);
        if (status != TM_OK) {
            return status;
        }
        max = row > max ? row : max;
    }
    *max_abs = max;
    return TM_OK;
}

double tmi_scale_for(double max_abs) {
    uint64_t bits;
    memcpy(&bits, &max_abs, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff) - EXPONENT_BIAS;
    if (max_abs == 0.0 || (exponent > -HARMLESS_EXPONENT && exponent < HARMLESS_EXPONENT)) {
        return 1.0;
    }
    /* Subnormal numbers have exponent -1023; 2^1022 lifts the least of them to 2^-52. */
    int wanted = -exponent > 1022 ? 1022 : -exponent < -1022 ? -1022 : -exponent;
    bits = (uint64_t)(wanted + EXPONENT_BIAS) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}
