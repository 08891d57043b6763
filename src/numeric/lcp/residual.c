/* residual.c: how far a point is from solving a linear complementarity problem. It shares no code
 * with the solvers, so that it can check them.
 *
 *   zeta = max_k |q_k| / max_j |M_kj|                   what z is like in ordinary problems
 *   y_j = min(|z_j|, 1e3 zeta),  y = max_j y_j
 *   t_i = |q_i| + sum_j |M_ij| (y_j + 1e-4 y)           what w_i is the sum of
 *   u_i = |w_i| / t_i                                   how far w_i is from 0
 *   v_i = max(max_k |M_ki| |d_i| / t_k, |d_i| / y)      how far z_i is from a bound, d_i away   (1)
 * The natural residual min(z_i, w_i) would mix two units. (1) asks instead what part of the rows'
 * terms would change if z_i were moved to its bound; and for columns of little weight, which part
 * of the largest z that is. The residual of a pair is
 *   v_i                where z_i is outside its bounds,
 *   min(u_i, v_low)    where w_i > 0: z_i should be low, or w_i 0,
 *   min(u_i, v_high)   where w_i < 0: z_i should be high, or w_i 0                              (2)
 * and the residual of z is the largest of all pairs. Terms so large that they drown the others
 * count with their rounding errors. Costs 5 n^2 products for an answer whose free variables leave
 * w_i of roundoff, n^2 more for each pair that raises the residual. */
#include "numeric/lcp/lcp.h"

#include <math.h>

/* Part of the largest z [1] that counts as a term even where z_j is 0: a row whose terms all vanish
 * would otherwise be judged by the rounding errors of its zeros. A residual of 1e-9 means then that
 * such a row is 0 to 1e-13 of what it could be. */
#define TERM_NOISE 1e-4

/* How many zeta of a z count [1]. Otherwise a huge z along a direction that M hardly sees would
 * make terms in which any w_i looks small: a singular M is but a rounding away from such solutions.
 */
#define LARGEST 1e3

/* What the parts are measured by. */
typedef struct Sizes {
    double cap; /* of |z_j| */
    double y;   /* the largest after that */
} Sizes;

static double max_row(const tmiLcp *p, int32_t i) {
    double max_abs = 0.0;
    for (int32_t j = 0; j < p->m.rows; j++) {
        double size = fabs(tmi_row(p->m, i)[j]);
        max_abs = size > max_abs ? size : max_abs;
    }
    return max_abs;
}

/* zeta is useless where q is 0, or so large beside M that the quotient overflows. */
static Sizes sizes_of(const tmiLcp *p, const double *z) {
    double zeta = 0.0, max_abs = 0.0;
    for (int32_t i = 0; i < p->m.rows; i++) {
        double size = max_row(p, i), part = size > 0.0 ? fabs(p->q[i]) / size : 0.0;
        zeta = part > zeta ? part : zeta;
        max_abs = fabs(z[i]) > max_abs ? fabs(z[i]) : max_abs;
    }
    double cap = zeta > 0.0 && LARGEST * zeta < INFINITY ? LARGEST * zeta : max_abs;
    return (Sizes){cap, max_abs < cap ? max_abs : cap};
}

/* The part of t_i that rounding leaves uncertain in w_i because of terms beyond the cap. */
static double lost(const tmiLcp *p, const double *z, double size, int32_t i) {
    const double *row = tmi_row(p->m, i);
    double sum = 0.0;
    for (int32_t j = 0; j < p->m.rows; j++) {
        sum += fabs(row[j] * z[j]);
    }
    return sum > size ? TMI_ROUNDOFF * (sum / size) : 0.0;
}

/* t_i */
static double term_size(const tmiLcp *p, const double *z, const Sizes *s, int32_t i) {
    const double *row = tmi_row(p->m, i);
    double sum = fabs(p->q[i]), noise = TERM_NOISE * s->y;
    for (int32_t j = 0; j < p->m.rows; j++) {
        sum += fabs(row[j]) * ((fabs(z[j]) < s->cap ? fabs(z[j]) : s->cap) + noise);
    }
    return sum;
}

static double slack(const tmiLcp *p, const double *z, int32_t i) {
    const double *row = tmi_row(p->m, i);
    double sum = p->q[i];
    for (int32_t j = 0; j < p->m.rows; j++) {
        sum += row[j] * z[j];
    }
    return sum;
}

void tmi_lcp_slack(const tmiLcp *problem, const double *z, double *w) {
    for (int32_t i = 0; i < problem->m.rows; i++) {
        w[i] = slack(problem, z, i);
    }
}

/* (1), for a distance d from a bound. An infinite distance is as far as can be. */
static double distance(const tmiLcp *p, const double *z, const Sizes *s, int32_t i, double d) {
    if (d == 0.0) {
        return 0.0;
    }
    double worst = s->y > 0.0 ? d / s->y : INFINITY;
    for (int32_t k = 0; k < p->m.rows; k++) {
        double change = fabs(tmi_row(p->m, k)[i]) * d;
        if (change > 0.0) {
            double size = term_size(p, z, s, k);
            double part = size > 0.0 ? change / size : INFINITY;
            worst = part > worst ? part : worst;
        }
    }
    return worst;
}

/* (2) */
static double pair_residual(const tmiLcp *p, const double *z, const Sizes *s, int32_t i,
                            double worst) {
    double by = p->of && p->of[i] >= 0 ? z[p->of[i]] : 1.0;
    double low = p->low ? p->low[i] : 0.0, high = p->high ? p->high[i] : INFINITY;
    /* An infinite bound times 0 is still no bound. */
    low = fabs(low) < INFINITY ? low * by : low;
    high = fabs(high) < INFINITY ? high * by : high;
    if (z[i] < low) {
        return distance(p, z, s, i, low - z[i]);
    }
    if (z[i] > high) {
        return distance(p, z, s, i, z[i] - high);
    }
    double w = slack(p, z, i), size = term_size(p, z, s, i),
           gap = w > 0.0 ? z[i] - low : high - z[i];
    if (!(fabs(w) < INFINITY) || !(size < INFINITY)) {
        return INFINITY;
    }
    double uncertain = lost(p, z, size, i);
    if (w == 0.0 || gap == 0.0) {
        return uncertain;
    }
    double u = fabs(w) / size + uncertain;
    /* v costs n^2 products, and cannot matter where u does not. */
    if (u <= worst || gap == INFINITY) {
        return u;
    }
    double v = distance(p, z, s, i, gap) + uncertain;
    return u < v ? u : v;
}

double tmi_lcp_residual(const tmiLcp *problem, const double *z) {
    if (!problem || !z || !problem->q || tmi_matrix_check(problem->m) != TM_OK ||
        problem->m.rows != problem->m.cols) {
        return problem && problem->m.rows == 0 && problem->m.cols == 0 ? 0.0 : INFINITY;
    }
    double worst = 0.0;
    int32_t n = problem->m.rows;
    for (int32_t i = 0; i < n; i++) {
        if (!(fabs(z[i]) < INFINITY)) {
            return INFINITY;
        }
    }
    Sizes s = sizes_of(problem, z);
    for (int32_t i = 0; i < n; i++) {
        double r = pair_residual(problem, z, &s, i, worst);
        if (!(r < INFINITY)) {
            return INFINITY;
        }
        worst = r > worst ? r : worst;
    }
    return worst;
}
