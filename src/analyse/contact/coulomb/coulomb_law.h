/* coulomb_law.h: (1) of coulomb.h at one point of m rows: projections onto its cone, and how they
 * change. Private to this folder. */
#ifndef TMI_COULOMB_LAW_H
#define TMI_COULOMB_LAW_H

#include "base/base.h"

#include <math.h>

/* What a point does. In the plane it slips up or down, in space along its own y. */
enum { TMI_COULOMB_OFF, TMI_COULOMB_HOLDS, TMI_COULOMB_SLIPS, TMI_COULOMB_SLIPS_DOWN };

TMI_INLINE double tmi_tangent_size(int m, const double *y) {
    return m == 2 ? fabs(y[1]) : sqrt(y[1] * y[1] + y[2] * y[2]);
}

TMI_INLINE int tmi_slip_state(int m, const double *y) {
    return m == 2 && y[1] < 0.0 ? TMI_COULOMB_SLIPS_DOWN : TMI_COULOMB_SLIPS;
}

/* Puts (n, tangent of length `edge` along that of y) into l. */
TMI_INLINE int tmi_put_edge(int m, const double *y, double n, double edge, double t, double *l) {
    l[0] = n;
    for (int r = 1; r < m; r++) {
        l[r] = t > 0.0 ? edge * (y[r] / t) : 0.0;
    }
    return edge > 0.0 ? tmi_slip_state(m, y) : TMI_COULOMB_SLIPS;
}

TMI_INLINE int tmi_put_all(int m, const double *y, double factor, double *l) {
    for (int r = 0; r < m; r++) {
        l[r] = factor * y[r];
    }
    return factor > 0.0 ? TMI_COULOMB_HOLDS : TMI_COULOMB_OFF;
}

/* The nearest point of the cone; without friction its tangents are left out. */
TMI_INLINE int tmi_project_cone(int m, double mu, const double *y, double *l) {
    double t = mu > 0.0 ? tmi_tangent_size(m, y) : 0.0;
    if (mu < 0.0 || (mu > 0.0 && t <= mu * y[0])) {
        return tmi_put_all(m, y, 1.0, l);
    }
    if (mu * t <= -y[0] && !(mu == 0.0 && y[0] >= 0.0)) {
        return tmi_put_all(m, y, 0.0, l);
    }
    double a = (y[0] + mu * t) / (1.0 + mu * mu);
    return tmi_put_edge(m, y, a, mu * a, t, l);
}

/* First the normal, then the disc of its radius [AC91]. */
TMI_INLINE int tmi_project_disc(int m, double mu, const double *y, double *l) {
    if (mu < 0.0) {
        return tmi_put_all(m, y, 1.0, l);
    }
    if (!(y[0] >= 0.0)) {
        return tmi_put_all(m, y, 0.0, l);
    }
    double t = mu > 0.0 ? tmi_tangent_size(m, y) : 0.0;
    if (mu > 0.0 && t <= mu * y[0]) {
        return tmi_put_all(m, y, 1.0, l);
    }
    return tmi_put_edge(m, y, y[0], mu * y[0], t, l);
}

/* A generalised derivative of either projection at y, which is in this state, times sigma: m x m by
 * rows. `cone`: of the nearest point, which is symmetric. */
TMI_INLINE void tmi_derivative(int m, double mu, const double *y, int state, bool cone,
                               double sigma, double *g) {
    for (int i = 0; i < m * m; i++) {
        g[i] = state == TMI_COULOMB_HOLDS && i % (m + 1) == 0 ? sigma : 0.0;
    }
    if (state < TMI_COULOMB_SLIPS) {
        return;
    }
    double t = tmi_tangent_size(m, y), f = cone ? sigma / (1.0 + mu * mu) : sigma;
    double n[TMI_COULOMB_ROWS_MAX] = {1.0, 0.0, 0.0};
    if (m == 2) {
        n[1] = state == TMI_COULOMB_SLIPS ? 1.0 : -1.0;
    } else {
        n[1] = t > 0.0 ? y[1] / t : 1.0;
        n[2] = t > 0.0 ? y[2] / t : 0.0;
    }
    double a = cone ? (y[0] + mu * t) / (1.0 + mu * mu) : y[0];
    double turn = m == 3 && t > 0.0 && a > 0.0 ? sigma * tmi_min(mu * a / t, 1.0) : 0.0;
    g[0] = f;
    for (int r = 1; r < m; r++) {
        g[r * m] = f * mu * n[r];
        g[r] = cone ? f * mu * n[r] : 0.0;
        for (int q = 1; q < m; q++) {
            double along = cone ? f * mu * mu * n[r] * n[q] : 0.0;
            g[r * m + q] = along + turn * ((r == q ? 1.0 : 0.0) - n[r] * n[q]);
        }
    }
}

#endif
