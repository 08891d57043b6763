/* enumerate.c: all solutions of a tiny linear complementarity problem, one complementary set of
 * columns after the other: for every set F of variables, z_F from M_FF z_F = -q_F (basis.c). For
 * tests, and as the last word on problems of a few pairs.
 *
 * A singular M_FF may have a line or more of solutions, of which basis.c knows one that need not be
 * positive: there relax.c looks for a positive one, the least if there is an objective.
 * Costs 2^n factorisations. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Reciprocal condition [1] below which a set counts as singular. */
#define SINGULAR 1e-10

/* Part of the largest z [1] by which solutions may differ and be the same. */
#define SOLUTIONS_SAME 1e-7

tmiLcpRoom tmi_lcp_enumerate_room(int32_t n) {
    tmiLcpRoom relax = tmi_lcp_relax_room(n), basis = tmi_lcp_basis_room(n);
    size_t k = (size_t)n, rcond = k * k + tmi_lu_rcond_workspace(n);
    size_t doubles = relax.doubles > basis.doubles ? relax.doubles : basis.doubles;
    return (tmiLcpRoom){k + (doubles > rcond ? doubles : rcond),
                        k + (relax.ints > basis.ints ? relax.ints : basis.ints)};
}

/* Whether M_FF is all but singular. */
static bool is_singular(const tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints) {
    int32_t count = 0;
    for (int32_t i = 0; i < run->n; i++) {
        count += side[i] == TMI_LCP_FREE;
    }
    double *to = work, rcond = 0.0;
    for (int32_t i = 0; i < run->n; i++) {
        for (int32_t j = 0; j < run->n && side[i] == TMI_LCP_FREE; j++) {
            if (side[j] == TMI_LCP_FREE) {
                *to++ = tmi_row(run->p.m, i)[j];
            }
        }
    }
    tmiLu lu;
    return tmi_lu_factor(tmi_matrix(work, count, count), ints, &lu) != TM_OK ||
           tmi_lu_rcond(&lu, to, &rcond) != TM_OK || rcond < SINGULAR;
}

/* Puts a solution of the set into run->z if it has one. */
static bool solve_set(tmiLcpRun *run, int32_t *side, double *work, int32_t *ints) {
    double accept = run->settings->accept, bound;
    bool objective = run->h.data || run->c;
    if (!tmi_lcp_basis_solve(run, side, work, ints)) {
        return false;
    }
    tmi_lcp_project(&run->p, run->z);
    bool solved = tmi_lcp_residual(&run->p, run->z) <= accept;
    if ((solved && !objective) || !is_singular(run, side, work, ints)) {
        return solved;
    }
    for (int32_t i = 0; i < run->n; i++) {
        side[i] = side[i] == TMI_LCP_FREE ? TMI_LCP_HIGH : TMI_LCP_LOW;
    }
    return tmi_lcp_relax(run, side, work, ints, &bound) &&
           tmi_lcp_residual(&run->p, run->z) <= accept;
}

static bool is_known(const double *all, int32_t count, const double *z, int32_t n) {
    for (int32_t k = 0; k < count; k++) {
        const double *other = all + (ptrdiff_t)k * n;
        double apart = 0.0, max_abs = 0.0;
        for (int32_t i = 0; i < n; i++) {
            apart = fabs(z[i] - other[i]) > apart ? fabs(z[i] - other[i]) : apart;
            max_abs = fabs(z[i]) > max_abs ? fabs(z[i]) : max_abs;
            max_abs = fabs(other[i]) > max_abs ? fabs(other[i]) : max_abs;
        }
        if (apart <= SOLUTIONS_SAME * max_abs) {
            return true;
        }
    }
    return false;
}

int32_t tmi_lcp_enumerate_sets(tmiLcpRun *run, double *all, int32_t max) {
    int32_t n = run->n, found = 0, *side = run->ints;
    double *best = run->work, *work = best + n, min = INFINITY;
    size_t size = (size_t)n * sizeof *best;
    memset(best, 0, size);
    for (uint32_t set = 0; set < UINT32_C(1) << n; set++) {
        run->info.steps++;
        for (int32_t i = 0; i < n; i++) {
            side[i] = set >> i & 1 ? TMI_LCP_FREE : TMI_LCP_LOW;
        }
        if (!solve_set(run, side, work, side + n)) {
            continue;
        }
        double value = tmi_lcp_objective(run, run->z);
        if (value < min) {
            min = value;
            memcpy(best, run->z, size);
        }
        int32_t held = found < max ? found : max;
        if (!is_known(all, held, run->z, n)) {
            if (found < max) {
                memcpy(all + (ptrdiff_t)found * n, run->z, size);
            }
            found++;
        }
    }
    memcpy(run->z, best, size);
    return found;
}

tmiLcpOutcome tmi_lcp_enumerate_min(tmiLcpRun *run) {
    return tmi_lcp_enumerate_sets(run, NULL, 0) > 0 ? TMI_LCP_SOLVED : TMI_LCP_NONE;
}
