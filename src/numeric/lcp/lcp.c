/* lcp.c: the one entry to the solvers of linear complementarity problems: checks, scaling,
 * workspace, and the check of what they return. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Tries after the first by default [1]: flush pairs failed twice in a row in 0.4 % of 2366
 * problems, and never five times. */
#define TRIES_DEFAULT 8

typedef struct Solver {
    tmiLcpRunFn *run;
    tmiLcpRoomFn *room;
    bool bounds;    /* takes bounds */
    bool objective; /* takes an objective; the scaling is then that of q and M as a whole */
} Solver;

static const Solver solvers[TMI_LCP_SOLVERS] = {
    [TMI_LCP_LEMKE] = {tmi_lcp_lemke, tmi_lcp_lemke_room, false, false},
    [TMI_LCP_PIVOTING] = {tmi_lcp_pivoting, tmi_lcp_pivoting_room, true, false},
    [TMI_LCP_NEWTON] = {tmi_lcp_newton, tmi_lcp_newton_room, true, false},
    [TMI_LCP_GAUSS_SEIDEL] = {tmi_lcp_gauss_seidel, tmi_lcp_gauss_seidel_room, true, false},
    [TMI_LCP_BRANCH] = {tmi_lcp_branch, tmi_lcp_branch_room, false, true},
    [TMI_LCP_ENUMERATE] = {tmi_lcp_enumerate_min, tmi_lcp_enumerate_room, false, true},
};

static bool is_solver(tmiLcpSolver solver) {
    return solver >= 0 && solver < TMI_LCP_SOLVERS;
}

tmiLcpSettings tmi_lcp_settings(tmiLcpSolver solver) {
    return (tmiLcpSettings){.solver = solver,
                            .tries = TRIES_DEFAULT,
                            .accept = TMI_LCP_ACCEPT,
                            .pivot = TMI_LCP_PIVOT,
                            .relaxation = 1.0};
}

bool tmi_lcp_takes_bounds(tmiLcpSolver solver) {
    return is_solver(solver) && solvers[solver].bounds;
}

double tmi_lcp_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* The scaled problem takes M, q, z, w, low, high, and H and c where there may be an objective. */
static size_t common_doubles(tmiLcpSolver solver, int32_t n) {
    size_t k = (size_t)n;
    return k * k + 5 * k + (solvers[solver].objective ? k * k + k : 0);
}

size_t tmi_lcp_workspace(tmiLcpSolver solver, int32_t n) {
    bool fits = is_solver(solver) && n >= 0;
    return fits ? common_doubles(solver, n) + solvers[solver].room(n).doubles : 0;
}

size_t tmi_lcp_int_workspace(tmiLcpSolver solver, int32_t n) {
    bool fits = is_solver(solver) && n >= 0;
    return fits ? 2 * (size_t)n + solvers[solver].room(n).ints : 0;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static tmStatus check_bounds(const tmiLcp *p, bool taken) {
    for (int32_t i = 0; i < p->m.rows; i++) {
        double low = p->low ? p->low[i] : 0.0, high = p->high ? p->high[i] : INFINITY;
        if (low != low || high != high) {
            return TM_ERR_NOT_FINITE;
        }
        if (!(low <= high) || low == INFINITY || high == -INFINITY) {
            return TM_ERR_ARGUMENT;
        }
        int32_t of = p->of ? p->of[i] : -1;
        if (of >= p->m.rows || of < -1 || (of >= 0 && p->of[of] >= 0) ||
            (of >= 0 && p->low && !(p->low[of] >= 0.0))) {
            return TM_ERR_ARGUMENT;
        }
        if (!taken && (low != 0.0 || high != INFINITY)) {
            return TM_ERR_ARGUMENT;
        }
    }
    return TM_OK;
}

static tmStatus check_settings(const tmiLcpSettings *s, int32_t n) {
    if (!is_solver(s->solver) || s->steps < 0 || s->tries < 0 || !(s->accept >= 0.0) ||
        !(s->pivot >= 0.0) || !(s->relaxation > 0.0 && s->relaxation < 2.0)) {
        return TM_ERR_ARGUMENT;
    }
    double max_abs;
    tmStatus status = s->start ? tmi_vector_max_abs(s->start, n, &max_abs) : TM_OK;
    if (status != TM_OK || !solvers[s->solver].objective) {
        return status;
    }
    if (s->objective_h.data) {
        status = tmi_matrix_check(s->objective_h);
        if (status == TM_OK && (s->objective_h.rows != n || s->objective_h.cols != n)) {
            status = TM_ERR_SHAPE;
        }
        status = status == TM_OK ? tmi_matrix_max_abs(s->objective_h, &max_abs) : status;
    }
    if (status == TM_OK && s->objective_c) {
        status = tmi_vector_max_abs(s->objective_c, n, &max_abs);
    }
    return status;
}

static tmStatus check(const tmiLcp *p, const tmiLcpSettings *s, const double *work,
                      const int32_t *ints) {
    if (!p || !s) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tmi_matrix_check(p->m);
    if (status != TM_OK) {
        return status;
    }
    int32_t n = p->m.rows;
    if (n != p->m.cols) {
        return TM_ERR_SHAPE;
    }
    if (n > 0 && (!p->q || !work || !ints)) {
        return TM_ERR_ARGUMENT;
    }
    status = check_settings(s, n);
    if (status == TM_OK && s->solver == TMI_LCP_ENUMERATE && n > TMI_LCP_ENUMERATE_MAX) {
        status = TM_ERR_LIMIT;
    }
    double max_abs;
    status = status == TM_OK ? tmi_matrix_max_abs(p->m, &max_abs) : status;
    status = status == TM_OK ? tmi_vector_max_abs(p->q, n, &max_abs) : status;
    return status == TM_OK ? check_bounds(p, solvers[s->solver].bounds) : status;
}

/* ---- Scaling --------------------------------------------------------------------------------- */

/* Bounds in the scale of z, or as multiples in the scales of two z. */
static void put_bounds(const tmiLcp *p, const tmiLcpScale *scale, double *low, double *high) {
    for (int32_t i = 0; i < p->m.rows; i++) {
        int32_t of = p->of ? p->of[i] : -1;
        int32_t power = -scale->cols[i] + (of >= 0 ? scale->cols[of] : -scale->size);
        low[i] = p->low ? tmi_lcp_times_power(p->low[i], power) : 0.0;
        high[i] = p->high ? tmi_lcp_times_power(p->high[i], power) : INFINITY;
    }
}

/* H' = 2^size H and c' = c, of which a common factor near the largest entry is taken away. */
static void put_objective(tmiLcpRun *run, const tmiLcpScale *scale, double *h, double *c) {
    const tmiLcpSettings *s = run->settings;
    int32_t n = run->n;
    double max_h = 0.0, max_c = 0.0;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n && s->objective_h.data; j++) {
            h[(ptrdiff_t)i * n + j] =
                tmi_lcp_times_power(tmi_row(s->objective_h, i)[j], scale->size);
        }
        c[i] = s->objective_c ? s->objective_c[i] : 0.0;
    }
    run->h = s->objective_h.data ? tmi_matrix(h, n, n) : run->h;
    run->c = s->objective_c ? c : NULL;
    if (s->objective_h.data && tmi_matrix_max_abs(run->h, &max_h) != TM_OK) {
        run->h.data = NULL; /* beyond any range: c decides */
    }
    tmi_vector_max_abs(c, n, &max_c);
    double factor = tmi_scale_for(max_h > max_c ? max_h : max_c);
    for (int32_t i = 0; i < n; i++) {
        c[i] *= factor;
        for (int32_t j = 0; j < n && run->h.data; j++) {
            h[(ptrdiff_t)i * n + j] *= factor;
        }
    }
}

/* Where the solver begins: the caller's start, or 0, within the bounds. */
static void put_start(tmiLcpRun *run, const tmiLcpScale *scale) {
    const double *start = run->settings->start;
    run->started = start != NULL;
    for (int32_t i = 0; i < run->n; i++) {
        double z = start ? tmi_lcp_times_power(start[i], -scale->cols[i] - scale->size) : 0.0;
        run->z[i] = fabs(z) < INFINITY ? z : 0.0;
    }
    tmi_lcp_project(&run->p, run->z);
}

static void prepare(tmiLcpRun *run, tmiLcpScale *scale, const tmiLcp *p, const tmiLcpSettings *s,
                    double *work, int32_t *ints) {
    int32_t n = p->m.rows;
    size_t k = (size_t)n;
    double *m = work, *q = m + k * k, *low = q + k, *high = low + k;
    *run = (tmiLcpRun){.n = n, .settings = s, .random = s->seed};
    run->z = high + k;
    run->w = run->z + k;
    run->work = work + common_doubles(s->solver, n);
    run->ints = ints + 2 * k;
    run->p = (tmiLcp){tmi_matrix(m, n, n), q, low, high, p->of};
    for (int32_t i = 0; i < n; i++) {
        memcpy(m + (ptrdiff_t)i * n, tmi_row(p->m, i), k * sizeof *m);
    }
    memcpy(q, p->q, k * sizeof *q);
    *scale = (tmiLcpScale){ints, ints + k, 0};
    tmi_lcp_scale_problem(run->p.m, q, !solvers[s->solver].objective, scale);
    put_bounds(p, scale, low, high);
    if (solvers[s->solver].objective) {
        put_objective(run, scale, run->w + k, run->w + k + k * k);
    }
    put_start(run, scale);
}

/* Back to the caller's units; false when that is past the range. */
static bool unscale(const tmiLcpScale *scale, const double *from, double *to, int32_t n) {
    double max_abs;
    for (int32_t i = 0; i < n; i++) {
        to[i] = tmi_lcp_times_power(from[i], scale->cols[i] + scale->size);
    }
    return tmi_vector_max_abs(to, n, &max_abs) == TM_OK;
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Into the caller's own bounds: the scaled ones may have lost their last bits to underflow. */
static void project(const tmiLcp *p, double *z) {
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < p->m.rows; i++) {
            int32_t of = p->of ? p->of[i] : -1;
            double by = of >= 0 ? z[of] : 1.0;
            double low = p->low ? p->low[i] : 0.0, high = p->high ? p->high[i] : INFINITY;
            low = low > -INFINITY ? low * by : low;
            high = high < INFINITY ? high * by : high;
            if ((of >= 0) == (pass == 1)) {
                z[i] = z[i] < low ? low : z[i] > high ? high : z[i];
            }
        }
    }
}

static double objective(const tmiLcpSettings *s, const double *z, int32_t n) {
    tmiLcpRun run = {.n = n, .h = s->objective_h, .c = s->objective_c};
    return solvers[s->solver].objective ? tmi_lcp_objective(&run, z) : 0.0;
}

/* Checks z independently of the solver, with the caller's own numbers. TM_ERR_NOT_FINITE when
 * bounds are so large that w overflows wherever z is: both are then 0. */
static tmStatus judge(const tmiLcp *p, const tmiLcpSettings *s, double *z, double *w,
                      tmiLcpInfo *info) {
    double max_abs;
    int32_t n = p->m.rows;
    project(p, z);
    tmi_lcp_slack(p, z, w);
    if (tmi_vector_max_abs(w, n, &max_abs) != TM_OK) {
        memset(z, 0, (size_t)n * sizeof *z);
        project(p, z);
        tmi_lcp_slack(p, z, w);
        info->outcome = TMI_LCP_NOT_FINITE;
    }
    if (tmi_vector_max_abs(w, n, &max_abs) != TM_OK) {
        memset(z, 0, (size_t)n * sizeof *z);
        memset(w, 0, (size_t)n * sizeof *w);
        info->residual = INFINITY;
        return TM_ERR_NOT_FINITE;
    }
    info->residual = n > 0 ? tmi_lcp_residual(p, z) : 0.0;
    info->objective = objective(s, z, n);
    /* Scaled rows have other terms than the caller's, which count here: what ended without success
     * may be good. But branch and bound that was cut short may miss a better one. */
    bool good = info->residual <= s->accept, ended = info->outcome == TMI_LCP_LIMIT;
    ended = (ended || info->outcome == TMI_LCP_RAY) && !solvers[s->solver].objective;
    if (info->outcome == TMI_LCP_SOLVED && !good) {
        info->outcome = TMI_LCP_LIMIT;
    } else if (ended && good) {
        info->outcome = TMI_LCP_SOLVED;
    }
    return TM_OK;
}

tmStatus tmi_lcp_solve(const tmiLcp *problem, const tmiLcpSettings *settings, double *work,
                       int32_t *int_work, double *z, double *w, tmiLcpInfo *info) {
    tmStatus status = check(problem, settings, work, int_work);
    if (status != TM_OK) {
        return status;
    }
    int32_t n = problem->m.rows;
    if (!info || (n > 0 && (!z || !w))) {
        return TM_ERR_ARGUMENT;
    }
    if (n == 0) {
        *info = (tmiLcpInfo){.outcome = TMI_LCP_SOLVED};
        return TM_OK;
    }
    tmiLcpRun run;
    tmiLcpScale scale;
    prepare(&run, &scale, problem, settings, work, int_work);
    run.info.outcome = solvers[settings->solver].run(&run);
    *info = run.info;
    if (!unscale(&scale, run.z, z, n)) {
        info->outcome = TMI_LCP_NOT_FINITE;
        memset(z, 0, (size_t)n * sizeof *z);
    }
    return judge(problem, settings, z, w, info);
}

tmStatus tmi_lcp_enumerate(const tmiLcp *problem, const tmiLcpSettings *settings, double *work,
                           int32_t *int_work, double *all, int32_t max, int32_t *found) {
    tmStatus status = check(problem, settings, work, int_work);
    if (status != TM_OK) {
        return status;
    }
    int32_t n = problem->m.rows;
    if (settings->solver != TMI_LCP_ENUMERATE || !found || max < 0 || (max > 0 && !all && n > 0)) {
        return TM_ERR_ARGUMENT;
    }
    if (n == 0) {
        *found = 1;
        return TM_OK;
    }
    tmiLcpRun run;
    tmiLcpScale scale;
    prepare(&run, &scale, problem, settings, work, int_work);
    *found = tmi_lcp_enumerate_sets(&run, all, max);
    for (int32_t k = 0; k < *found && k < max; k++) {
        double *z = all + (ptrdiff_t)k * n;
        if (!unscale(&scale, z, z, n)) {
            *found = 0;
            return TM_ERR_NOT_FINITE;
        }
    }
    return TM_OK;
}
