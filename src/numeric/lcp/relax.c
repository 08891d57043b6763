/* relax.c: the convex programs that branch and bound and enumeration solve in their nodes.
 *
 *   least 1/2 z'Hz + c'z   with  z >= 0,  A z + b >= 0 (1) where A z + b holds w = M z + q and, for
 * every w_i that must be 0, also -w_i. With multipliers y (1) is the complementarity problem s = H
 * z - A'y + c, v = A z + b, z, s, y, v >= 0, z's = 0, y'v = 0 (2) [CPS] 1.2, whose matrix is
 * positive semidefinite with H: Lemke's method finds a solution or a ray, which shows that (1) has
 * none, or that the objective is unbounded, [CPS] 4.4. A second path without the objective
 * decides. Order 3 n at most, some 10 n pivots of 18 n^2 operations. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Bound on the pivots of one path, a N + b for order N of (2). */
#define PIVOTS_EACH 50
#define PIVOTS_MORE 100

tmiLcpRoom tmi_lcp_relax_room(int32_t n) {
    tmiLcpRoom path = tmi_lemke_room(3 * n);
    size_t k = 3 * (size_t)n;
    return (tmiLcpRoom){path.doubles + k * k + 3 * k, path.ints + (size_t)n};
}

typedef struct Program {
    const tmiLcpRun *run;
    int32_t *kept; /* variables that may be positive */
    int32_t count, order;
    double *m, *q, *cover, *x;
} Program;

/* A row `sign` w_i >= 0 of (2) and its transposed column, as number `at`. */
static void put_row(const Program *p, int32_t i, double sign, int32_t at) {
    const double *row = tmi_row(p->run->p.m, i);
    for (int32_t k = 0; k < p->count; k++) {
        double entry = sign * row[p->kept[k]];
        p->m[(ptrdiff_t)at * p->order + k] = entry;
        p->m[(ptrdiff_t)k * p->order + at] = -entry;
    }
    p->q[at] = sign * p->run->p.q[i];
}

static void put_objective(const Program *p) {
    for (int32_t k = 0; k < p->count; k++) {
        int32_t i = p->kept[k];
        for (int32_t l = 0; l < p->count && p->run->h.data; l++) {
            p->m[(ptrdiff_t)k * p->order + l] = tmi_row(p->run->h, i)[p->kept[l]];
        }
        p->q[k] = p->run->c ? p->run->c[i] : 0.0;
    }
}

/* (2) for the given sides, with the objective or without. */
static void put_program(Program *p, const int32_t *side, bool objective) {
    int32_t n = p->run->n, zeros = 0;
    p->count = 0;
    for (int32_t i = 0; i < n; i++) {
        zeros += side[i] == TMI_LCP_HIGH;
        if (side[i] != TMI_LCP_LOW) {
            p->kept[p->count++] = i;
        }
    }
    p->order = p->count + n + zeros;
    size_t order = (size_t)p->order;
    memset(p->m, 0, order * order * sizeof *p->m);
    memset(p->q, 0, order * sizeof *p->q);
    int32_t at = p->count;
    for (int32_t i = 0; i < n; i++) {
        put_row(p, i, 1.0, at++);
        if (side[i] == TMI_LCP_HIGH) {
            put_row(p, i, -1.0, at++);
        }
    }
    if (objective) {
        put_objective(p);
    }
}

/* Two paths, the second with another cover and other ties: a ray of rounding is seldom met twice.
 */
static tmiLcpOutcome solve(Program *p, tmiLcpRun *run, double *work, int32_t *ints) {
    tmiLcpOutcome outcome = TMI_LCP_RAY;
    for (int try = 0; try < 2 && outcome != TMI_LCP_SOLVED; try++) {
        for (int32_t i = 0; i < p->order; i++) {
            p->cover[i] = try == 0 ? 1.0 : 0.5 + 0.5 * tmi_lcp_random(&run->random);
        }
        tmiLemke l = {.n = p->order, .m = p->m, .q = p->q, .cover = p->cover, .by_size = try > 0};
        l.pivot = run->settings->pivot;
        l.max = PIVOTS_EACH * p->order + PIVOTS_MORE;
        tmiLcpOutcome end = tmi_lemke_follow(&l, work, ints, p->x);
        outcome = end == TMI_LCP_RAY ? outcome : end;
    }
    return outcome;
}

double tmi_lcp_objective(const tmiLcpRun *run, const double *z) {
    double sum = 0.0;
    for (int32_t i = 0; i < run->n; i++) {
        double half = run->h.data ? 0.5 * tmi_dot(tmi_row(run->h, i), z, run->n) : 0.0;
        sum += z[i] * (half + (run->c ? run->c[i] : 0.0));
    }
    return sum;
}

bool tmi_lcp_relax(tmiLcpRun *run, const int32_t *side, double *work, int32_t *ints,
                   double *bound) {
    size_t k = 3 * (size_t)run->n;
    Program p = {.run = run, .kept = ints, .m = work, .q = work + k * k};
    p.cover = p.q + k;
    p.x = p.cover + k;
    bool objective = run->h.data || run->c;
    put_program(&p, side, objective);
    tmiLcpOutcome outcome = solve(&p, run, p.x + k, ints + run->n);
    bool bounded = outcome == TMI_LCP_SOLVED;
    if (!bounded && objective) {
        put_program(&p, side, false);
        outcome = solve(&p, run, p.x + k, ints + run->n);
    }
    if (outcome == TMI_LCP_RAY) {
        return false;
    }
    memset(run->z, 0, (size_t)run->n * sizeof *run->z);
    for (int32_t i = 0; i < p.count && outcome == TMI_LCP_SOLVED; i++) {
        run->z[p.kept[i]] = p.x[i];
    }
    *bound = bounded ? tmi_lcp_objective(run, run->z) : -INFINITY;
    return true;
}
