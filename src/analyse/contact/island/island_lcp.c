/* island_lcp.c: an island handed to the general solvers of numeric/lcp, where its active set
 * does not settle: block pivoting with bounds -mu p <= t <= mu p, then Lemke's method in the form
 * of [ST96]: per point p, t+, t-, and the slip s,
 *
 *     0 <= g _|_ p,   0 <= s + w_t _|_ t+,   0 <= s - w_t _|_ t-,   0 <= mu p - t+ - t- _|_ s.  (1)
 */
#include "analyse/contact/island/island_private.h"
#include "numeric/lcp/lcp.h"

#include <math.h>
#include <string.h>

/* Points above which Lemke's method is not tried [1]: it takes n pivots of n^2 at least, a quarter
 * of a second at n = 4 x 100. */
#define LEMKE_MAX 100

/* Limits of the solvers: an island without a solution, as of bodies that friction jams, must be
 * recognised soon; half a step usually has one. */
#define GENERAL_STEPS_MAX 60
#define PIVOTS_MAX 8

size_t tmi_island_general_work(int32_t count) {
    size_t n = count > 0 ? (size_t)count : 0;
    size_t bounded = 6 * n + tmi_lcp_workspace(TMI_LCP_PIVOTING, 2 * count) + 2 * n;
    size_t standard =
        count > LEMKE_MAX ? 0 : 16 * n * n + 12 * n + tmi_lcp_workspace(TMI_LCP_LEMKE, 4 * count);
    return tmi_max_count(bounded, standard) + 2 * n;
}

size_t tmi_island_general_ints(int32_t count) {
    size_t n = count > 0 ? (size_t)count : 0;
    return 2 * n + tmi_max_count(tmi_lcp_int_workspace(TMI_LCP_PIVOTING, 2 * count),
                                 tmi_lcp_int_workspace(TMI_LCP_LEMKE, 4 * count));
}

static bool bounded(tmiDenseIsland *dense) {
    tmiIslandRun *run = &dense->run;
    size_t n = (size_t)run->rows;
    double *low = dense->work, *high = low + n, *slack = high + n, *work = slack + n;
    int32_t *of = dense->ints;
    for (int32_t i = 0; i < run->count; i++) {
        low[2 * i] = 0.0;
        high[2 * i] = INFINITY;
        low[2 * i + 1] = -run->friction[i];
        high[2 * i + 1] = run->friction[i];
        of[2 * i] = -1;
        of[2 * i + 1] = 2 * i;
    }
    tmiLcp problem = {tmi_matrix(dense->w, run->rows, run->rows), run->b, low, high, of};
    tmiLcpSettings settings = tmi_lcp_settings(TMI_LCP_PIVOTING);
    settings.steps = GENERAL_STEPS_MAX;
    settings.tries = 0;
    tmiLcpInfo info;
    return tmi_lcp_solve(&problem, &settings, work, of + n, run->x, slack, &info) == TM_OK &&
           info.outcome == TMI_LCP_SOLVED;
}

/* (1), the four unknowns of a point next to each other. */
static void fill_standard(const tmiDenseIsland *dense, tmiMatrix m, double *q) {
    const tmiIslandRun *run = &dense->run;
    memset(m.data, 0, (size_t)m.rows * (size_t)m.rows * sizeof *m.data);
    for (int32_t i = 0; i < run->count; i++) {
        const double *g = dense->w + (ptrdiff_t)(2 * i) * run->rows, *s = g + run->rows;
        double *row[4];
        for (int k = 0; k < 4; k++) {
            row[k] = tmi_row(m, 4 * i + k);
        }
        for (int32_t j = 0; j < run->count; j++) {
            for (int k = 0; k < 3; k++) {
                int32_t from = 2 * j + (k > 0);
                double sign = k == 2 ? -1.0 : 1.0;
                row[0][4 * j + k] = sign * g[from];
                row[1][4 * j + k] = sign * s[from];
                row[2][4 * j + k] = -sign * s[from];
            }
        }
        row[1][4 * i + 3] = row[2][4 * i + 3] = 1.0;
        row[3][4 * i] = run->friction[i];
        row[3][4 * i + 1] = row[3][4 * i + 2] = -1.0;
        q[4 * i] = run->b[2 * i];
        q[4 * i + 1] = run->b[2 * i + 1];
        q[4 * i + 2] = -run->b[2 * i + 1];
        q[4 * i + 3] = 0.0;
    }
}

static bool standard(tmiDenseIsland *dense) {
    tmiIslandRun *run = &dense->run;
    if (run->count > LEMKE_MAX) {
        return false;
    }
    int32_t n = 4 * run->count;
    double *m = dense->work, *q = m + (size_t)n * (size_t)n, *z = q + n, *slack = z + n;
    tmiLcp problem = {.m = tmi_matrix(m, n, n), .q = q};
    fill_standard(dense, problem.m, q);
    tmiLcpSettings settings = tmi_lcp_settings(TMI_LCP_LEMKE);
    settings.steps = PIVOTS_MAX * n;
    settings.tries = 2;
    tmiLcpInfo info;
    if (tmi_lcp_solve(&problem, &settings, slack + n, dense->ints, z, slack, &info) != TM_OK ||
        info.outcome != TMI_LCP_SOLVED) {
        return false;
    }
    for (int32_t i = 0; i < run->count; i++) {
        run->x[2 * i] = z[4 * i];
        run->x[2 * i + 1] = z[4 * i + 1] - z[4 * i + 2];
    }
    return true;
}

bool tmi_island_general(tmiDenseIsland *dense, tmiIslandMethod method) {
    return method == TMI_ISLAND_LEMKE ? standard(dense) : bounded(dense);
}
