/* gauss_seidel.c: projected Gauss-Seidel with over-relaxation for linear complementarity problems,
 * [CPS] 5.2 (projected successive over-relaxation).
 *
 *   z_i <- z_i - omega w_i / M_ii, put into its bounds, for i = 0, 1, … with the newest z       (1)
 * Converges for symmetric positive definite M and 0 < omega < 2, and for symmetric semidefinite M
 * with a positive diagonal and a solution, [CPS] 5.3; elsewhere it may cycle. Every POLISH sweeps,
 * and when nothing moves any more, the sides of z are tried (basis.c): they are mostly right long
 * before z is. Bounds that are multiples of another z are those of its newest value.
 * Needs M_ii > 0. Costs 2 n^2 operations a sweep. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>

/* Default bound on the sweeps, and sweeps between attempts to finish: these cost n^3. */
#define SWEEPS_DEFAULT 2000
#define POLISH 50

/* Part of the largest z [1] by which a sweep must change some z to be followed by another. */
#define STALL (4.0 * TMI_EPSILON)

tmiLcpRoom tmi_lcp_gauss_seidel_room(int32_t n) {
    return tmi_lcp_basis_room(n);
}

/* One sweep of (1). Returns the largest motion as part of the largest z. */
static double sweep(const tmiLcp *p, double *z, double omega) {
    double moved = 0.0, max_abs = 0.0;
    for (int32_t i = 0; i < p->m.rows; i++) {
        const double *row = tmi_row(p->m, i);
        double to = z[i] - omega * (p->q[i] + tmi_dot(row, z, p->m.rows)) / row[i];
        double low = tmi_lcp_low(p, z, i), high = tmi_lcp_high(p, z, i);
        to = to < low ? low : to > high ? high : to;
        moved = fabs(to - z[i]) > moved ? fabs(to - z[i]) : moved;
        max_abs = fabs(to) > max_abs ? fabs(to) : max_abs;
        z[i] = to;
    }
    return max_abs > 0.0 ? moved / max_abs : 0.0;
}

static bool is_finite(const double *z, int32_t n) {
    double max_abs;
    return tmi_vector_max_abs(z, n, &max_abs) == TM_OK;
}

tmiLcpOutcome tmi_lcp_gauss_seidel(tmiLcpRun *run) {
    const tmiLcpSettings *s = run->settings;
    int32_t n = run->n, max = s->steps > 0 ? s->steps : SWEEPS_DEFAULT;
    for (int32_t i = 0; i < n; i++) {
        if (!(tmi_row(run->p.m, i)[i] > 0.0)) {
            return TMI_LCP_UNFIT;
        }
    }
    for (int32_t k = 1; k <= max; k++) {
        double moved = sweep(&run->p, run->z, s->relaxation);
        run->info.steps++;
        if (!is_finite(run->z, n)) {
            for (int32_t i = 0; i < n; i++) {
                run->z[i] = 0.0;
            }
            tmi_lcp_project(&run->p, run->z);
            return TMI_LCP_NOT_FINITE;
        }
        bool ends = moved <= STALL || k == max;
        if ((ends || k % POLISH == 0) &&
            tmi_lcp_polish(run, NULL, run->work, run->ints) <= s->accept) {
            return TMI_LCP_SOLVED;
        }
        if (ends) {
            break;
        }
    }
    return TMI_LCP_LIMIT;
}
