/* coulomb_motion.c: rows of points and what they do: J, its transpose, blocks of pairs; and the
 * violation of the law. Loops over rows and freedoms are compiled for plane and space. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>
#include <string.h>

TMI_INLINE void rates_of(const tmiCoulombRun *run, int n, int m, const double *x, const double *b,
                         double *u) {
    for (ptrdiff_t i = 0; i < run->count; i++) {
        const double *xa = x + run->body[i][0] * (ptrdiff_t)n;
        const double *xb = x + run->body[i][1] * (ptrdiff_t)n;
        for (ptrdiff_t k = i * m; k < (i + 1) * m; k++) {
            const double *row = run->j + k * 2 * n;
            double sum = 0.0, other = 0.0;
            for (int c = 0; c < n; c++) {
                sum += row[c] * xa[c];
                other += row[n + c] * xb[c];
            }
            u[k] = (b ? b[k] : 0.0) + (sum + other);
        }
    }
}

TMI_INLINE void motion_of(const tmiCoulombRun *run, int n, int m, const double *lambda, double *x) {
    memset(x, 0, ((size_t)run->bodies + 1) * (size_t)n * sizeof *x);
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double *xa = x + run->body[i][0] * (ptrdiff_t)n, *xb = x + run->body[i][1] * (ptrdiff_t)n;
        for (ptrdiff_t k = i * m; k < (i + 1) * m; k++) {
            const double *row = run->j + k * 2 * n;
            for (int c = 0; c < n; c++) {
                xa[c] += row[c] * lambda[k];
                xb[c] += row[n + c] * lambda[k];
            }
        }
    }
}

void tmi_coulomb_rates(const tmiCoulombRun *run, const double *x, const double *b, double *u) {
    if (run->dof == 3) {
        rates_of(run, 3, 2, x, b, u);
    } else {
        rates_of(run, 6, 3, x, b, u);
    }
}

void tmi_coulomb_motion(const tmiCoulombRun *run, const double *lambda, double *x) {
    if (run->dof == 3) {
        motion_of(run, 3, 2, lambda, x);
    } else {
        motion_of(run, 6, 3, lambda, x);
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* to += rows^T product, by columns; both m x n. */
TMI_INLINE void add_block(int n, int m, const double *row, const double (*product)[12], int at,
                          double *to) {
    for (int col = 0; col < n; col++) {
        for (int r = 0; r < n; r++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++) {
                sum += row[2 * n * k + r] * product[k][at + col];
            }
            to[r + n * col] += sum;
        }
    }
}

/* G J of point i. */
TMI_INLINE bool multiply(const tmiCoulombRun *run, int n, int m, ptrdiff_t i, double (*to)[12]) {
    const double *g = run->g + i * m * m, *j = run->j + i * m * 2 * n;
    bool any = false;
    for (int r = 0; r < m; r++) {
        for (int c = 0; c < 2 * n; c++) {
            double sum = 0.0;
            for (int k = 0; k < m; k++) {
                sum += g[r * m + k] * j[2 * n * k + c];
            }
            to[r][c] = sum;
        }
        for (int k = 0; k < m; k++) {
            any = any || g[r * m + k] != 0.0;
        }
    }
    return any;
}

TMI_INLINE void blocks_of(const tmiCoulombRun *run, int32_t p, int n, int m, bool symmetric) {
    double *to = run->blocks + (ptrdiff_t)p * 4 * n * n;
    memset(to, 0, 4 * (size_t)(n * n) * sizeof *to);
    for (int32_t i = run->pair_start[p]; i < run->pair_start[p + 1]; i++) {
        double product[TMI_COULOMB_ROWS_MAX][12];
        if (!multiply(run, n, m, i, product)) {
            continue;
        }
        /* The pair has its bodies in order, a point any way. */
        const double(*of)[12] = (const double(*)[12])product;
        const double *row = run->j + (ptrdiff_t)i * m * 2 * n;
        int a = run->body[i][0] == run->pair[p][0] ? 0 : n, b = n - a;
        add_block(n, m, row + a, of, a, to);
        if (run->pair[p][1] == run->bodies) {
            continue;
        }
        add_block(n, m, row + b, of, b, to + n * n);
        add_block(n, m, row + b, of, a, to + 2 * n * n);
        if (!symmetric) {
            add_block(n, m, row + a, of, b, to + 3 * n * n);
        }
    }
}

void tmi_coulomb_pair_blocks(const tmiCoulombRun *run, int32_t p, bool symmetric) {
    if (run->dof == 3) {
        blocks_of(run, p, 3, 2, symmetric);
    } else {
        blocks_of(run, p, 6, 3, symmetric);
    }
}

/* ---- The law --------------------------------------------------------------------------------- */

void tmi_coulomb_take_slips(tmiCoulombRun *run, const double *u) {
    for (ptrdiff_t i = 0; i < run->count; i++) {
        run->slip[i] = tmi_tangent_size(run->rows, u + i * run->rows);
    }
}

TMI_INLINE double violation(const tmiCoulombRun *run, int m, const double *lambda,
                            const double *u) {
    double worst = 0.0;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        const double *l = lambda + i * m, *v = u + i * m;
        double y[TMI_COULOMB_ROWS_MAX] = {0.0}, nearest[TMI_COULOMB_ROWS_MAX], mu = run->mu[i],
               sum = 0.0;
        double slip = mu > 0.0 ? mu * tmi_tangent_size(m, v) : 0.0, by = 1.0 / run->w[i];
        for (int r = 0; r < m; r++) {
            y[r] = l[r] - by * (v[r] + (r == 0 ? slip : 0.0));
        }
        tmi_project_cone(m, mu, y, nearest);
        for (int r = 0; r < m; r++) {
            sum += (l[r] - nearest[r]) * (l[r] - nearest[r]);
        }
        double part = sqrt(sum) * run->w[i];
        worst = part <= worst ? worst : part;
    }
    return worst;
}

double tmi_coulomb_look(tmiCoulombRun *run, const double *lambda) {
    tmi_coulomb_motion(run, lambda, run->xt);
    tmi_coulomb_rates(run, run->xt, run->b, run->ut);
    double left =
        run->rows == 2 ? violation(run, 2, lambda, run->ut) : violation(run, 3, lambda, run->ut);
    if (left < run->info.residual) {
        run->info.residual = left;
        memcpy(run->best, lambda, (size_t)(run->count * run->rows) * sizeof *lambda);
    }
    return left;
}
