/* coulomb_sweep.c: Gauss-Seidel over the points, forth and back, with Nesterov's momentum: begun
 * anew where it turns back ([OC15]). No theorem holds with friction; each result is within its
 * cones. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>
#include <string.h>

/* One point, and the motion with it. */
TMI_INLINE void relax(tmiCoulombRun *run, int n, int m, ptrdiff_t i, double *lambda, double *x) {
    const double *rows = run->j + i * m * 2 * n;
    double *xa = x + run->body[i][0] * (ptrdiff_t)n, *xb = x + run->body[i][1] * (ptrdiff_t)n;
    double y[TMI_COULOMB_ROWS_MAX] = {0.0}, to[TMI_COULOMB_ROWS_MAX], *own = lambda + i * m;
    double by = 1.0 / run->w[i];
    for (int r = 0; r < m; r++) {
        const double *row = rows + r * 2 * n;
        double sum = 0.0, other = 0.0;
        for (int c = 0; c < n; c++) {
            sum += row[c] * xa[c];
            other += row[n + c] * xb[c];
        }
        y[r] = own[r] - by * (run->b[i * m + r] + (sum + other));
    }
    tmi_project_disc(m, run->mu[i], y, to);
    for (int r = 0; r < m; r++) {
        const double *row = rows + r * 2 * n;
        double change = to[r] - own[r];
        own[r] = to[r];
        for (int c = 0; c < n; c++) {
            xa[c] += row[c] * change;
            xb[c] += row[n + c] * change;
        }
    }
}

TMI_INLINE void forth_and_back(tmiCoulombRun *run, int n, int m) {
    for (ptrdiff_t i = 0; i < run->count; i++) {
        relax(run, n, m, i, run->lambda, run->x);
    }
    for (ptrdiff_t i = run->count - 1; i >= 0; i--) {
        relax(run, n, m, i, run->lambda, run->x);
    }
}

void tmi_coulomb_begin_sweeps(tmiCoulombRun *run, const double *lambda) {
    size_t bytes = (size_t)(run->count * run->rows) * sizeof *lambda;
    memmove(run->swept, lambda, bytes);
    memcpy(run->pushed, run->swept, bytes);
    run->momentum = 1.0;
}

void tmi_coulomb_sweep(tmiCoulombRun *run, int32_t count) {
    int32_t rows = run->count * run->rows;
    double *l = run->lambda, *old = run->swept, *pushed = run->pushed;
    for (int32_t k = 0; k < count; k++) {
        memcpy(l, pushed, (size_t)rows * sizeof *l);
        tmi_coulomb_motion(run, l, run->x);
        if (run->dof == 3) {
            forth_and_back(run, 3, 2);
        } else {
            forth_and_back(run, 6, 3);
        }
        double turn = 0.0, now = run->momentum, next = 0.5 * (1.0 + sqrt(1.0 + 4.0 * now * now));
        for (int32_t r = 0; r < rows; r++) {
            turn += (pushed[r] - l[r]) * (l[r] - old[r]);
        }
        double by = turn > 0.0 ? 0.0 : (now - 1.0) / next;
        for (int32_t r = 0; r < rows; r++) {
            pushed[r] = l[r] + by * (l[r] - old[r]);
            old[r] = l[r];
        }
        for (int32_t i = 0; i < run->count; i++) {
            double y[TMI_COULOMB_ROWS_MAX] = {0.0}, *own = pushed + (ptrdiff_t)i * run->rows;
            memcpy(y, own, (size_t)run->rows * sizeof *own);
            tmi_project_disc(run->rows, run->mu[i], y, own);
        }
        run->momentum = turn > 0.0 ? 1.0 : next;
    }
    run->info.sweeps += count;
}
