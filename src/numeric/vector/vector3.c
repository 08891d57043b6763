/* vector3.c: lengths and directions in space. */
#include "numeric/vector/vector.h"

#include "numeric/elementary/elementary.h"

#include <math.h>

double tmi_length3(const double a[3]) {
    return tmi_hypot(tmi_hypot(a[0], a[1]), a[2]);
}

double tmi_normalise3(double a[3]) {
    double length = tmi_length3(a);
    for (int32_t i = 0; i < 3 && length > 0.0; i++) {
        a[i] /= length;
    }
    return length;
}

double tmi_project3(double v[3], const double e[3]) {
    tmi_add3(v, -tmi_dot3(v, e), e);
    return tmi_normalise3(v);
}

void tmi_across3(const double e[3], double s[3], double t[3]) {
    int32_t min = 0;
    for (int32_t i = 1; i < 3; i++) {
        min = fabs(e[i]) < fabs(e[min]) ? i : min;
    }
    for (int32_t i = 0; i < 3; i++) {
        s[i] = i == min ? 1.0 : 0.0;
    }
    tmi_project3(s, e);
    tmi_cross3(e, s, t);
}
