/* rows.c: see rows.h. */
#include "numeric/rows.h"

#include "numeric/vector.h"

double tmi_rows_dot(const double *x, const double *y, int32_t count) {
    return tmi_dot(x, y, count);
}

void tmi_rows_add(double *y, double factor, const double *x, int32_t count) {
    tmi_axpy(y, factor, x, count);
}

void tmi_rows_scale(double *x, double factor, int32_t count) {
    tmi_scale(x, factor, count);
}
