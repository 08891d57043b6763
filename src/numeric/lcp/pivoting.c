/* pivoting.c: block principal pivoting for linear complementarity problems, also with bounds:
 * guess which variables are free, solve, move all that are on the wrong side, repeat.
 *
 * [JP], after Murty's method ([MU] 4). For sides s let z(s) have w_i = 0 where free and z_i at its
 * bound elsewhere (basis.c). A variable is wrong
 *   free: when z_i is outside a bound, and goes to that bound,
 *   at a bound: when w_i has the wrong sign, and becomes free.                                  (1)
 * All wrong ones change at once while that lowers their number, or has not for PATIENCE rounds;
 * then only the last wrong one does until the number falls: Murty's rule, which ends for every
 * P-matrix.
 * Departs from [JP]: M is mostly semidefinite only, where neither z(s) nor an end is certain. So
 * the problem is taken with M + epsilon I and q - epsilon c, a P-matrix then, for centres c = 0,
 * then the last z: the proximal point method [RO]. Once the sides are right, basis.c has the point
 * of M itself, mostly for the first centre.
 * What does not end within its bound, as may be for other matrices, is handed to Lemke's method, or
 * with bounds to Newton's and then Gauss-Seidel. Two or three rounds from a good start; one LU
 * factorisation each. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Rounds with whole blocks that need not lower the number of wrong variables [1]; [JP] has 10. */
#define PATIENCE 10

/* Part of the terms [1] below which a wrong sign is rounding. */
#define WRONG 1e-12

/* The epsilon of M + epsilon I [1], with the entries of M near 1, and the number of centres. */
#define PIVOTING_EPSILON 1e-6
#define CENTRES 6

/* Default bound on the rounds. What takes longer is quicker by Lemke's method. */
#define PIVOTING_ROUNDS 40

tmiLcpRoom tmi_lcp_pivoting_room(int32_t n) {
    tmiLcpRoom basis = tmi_lcp_basis_room(n), lemke = tmi_lcp_lemke_room(n);
    tmiLcpRoom newton = tmi_lcp_newton_room(n);
    size_t k = (size_t)n, doubles = basis.doubles + 2 * k, ints = basis.ints + 2 * k;
    doubles = lemke.doubles > doubles ? lemke.doubles : doubles;
    ints = lemke.ints > ints ? lemke.ints : ints;
    return (tmiLcpRoom){newton.doubles > doubles ? newton.doubles : doubles,
                        newton.ints > ints ? newton.ints : ints};
}

typedef struct Pivoting {
    tmiLcpRun *run;
    int32_t *side, *next;
    double *centre;
    double *work;
    int32_t *ints;
} Pivoting;

/* (1): where variable i belongs. */
static int32_t better_side(const Pivoting *x, double scale, int32_t i) {
    const tmiLcp *p = &x->run->p;
    const double *z = x->run->z, *row = tmi_row(p->m, i);
    double low = tmi_lcp_low(p, z, i), high = tmi_lcp_high(p, z, i);
    if (x->side[i] == TMI_LCP_FREE) {
        double slip = WRONG * scale;
        return z[i] < low - slip ? TMI_LCP_LOW : z[i] > high + slip ? TMI_LCP_HIGH : TMI_LCP_FREE;
    }
    double w = p->q[i] + PIVOTING_EPSILON * (z[i] - x->centre[i]), size = fabs(p->q[i]);
    for (int32_t j = 0; j < x->run->n; j++) {
        double term = row[j] * z[j];
        w += term;
        size += fabs(term);
    }
    bool leaves = x->side[i] == TMI_LCP_LOW ? w < -WRONG * size : w > WRONG * size;
    return leaves && low < high ? TMI_LCP_FREE : x->side[i];
}

/* Puts better sides into x->next and returns how many are other ones; *last is the last of them. */
static int32_t wrong_sides(Pivoting *x, int32_t *last) {
    double scale = 0.0;
    int32_t n = x->run->n, wrong = 0;
    for (int32_t i = 0; i < n; i++) {
        scale = fabs(x->run->z[i]) > scale ? fabs(x->run->z[i]) : scale;
    }
    for (int32_t i = 0; i < n; i++) {
        x->next[i] = better_side(x, scale, i);
        if (x->next[i] != x->side[i]) {
            wrong++;
            *last = i;
        }
    }
    return wrong;
}

/* Rounds of (1) about one centre. True when all sides are right. */
static bool rounds(Pivoting *x) {
    tmiLcpRun *run = x->run;
    const tmiLcpSettings *s = run->settings;
    int32_t max = s->steps > 0 ? s->steps : PIVOTING_ROUNDS;
    int32_t min = run->n + 1, patience = PATIENCE, last = 0;
    while (run->info.steps < max) {
        run->info.steps++;
        if (!tmi_lcp_basis_near(run, x->side, PIVOTING_EPSILON, x->centre, x->work, x->ints)) {
            return false;
        }
        int32_t wrong = wrong_sides(x, &last);
        if (wrong == 0) {
            return true;
        }
        patience = wrong < min ? PATIENCE : patience - 1;
        min = wrong < min ? wrong : min;
        if (patience >= 0) {
            memcpy(x->side, x->next, (size_t)run->n * sizeof *x->side);
        } else {
            x->side[last] = x->next[last];
        }
    }
    return false;
}

/* Whether Lemke's method takes it. */
static bool is_standard(const tmiLcp *p) {
    for (int32_t i = 0; i < p->m.rows; i++) {
        if (p->low[i] != 0.0 || p->high[i] != INFINITY) {
            return false;
        }
    }
    return true;
}

/* From the start's sides, or from z at its bounds with what w asks for; variables without a lower
 * bound begin free. */
static void first_sides(tmiLcpRun *run, int32_t *side) {
    tmi_lcp_slack(&run->p, run->z, run->w);
    for (int32_t i = 0; i < run->n; i++) {
        bool has_low = run->p.low[i] > -INFINITY;
        side[i] = run->started                    ? tmi_lcp_side(&run->p, run->z, run->w, i)
                  : has_low && !(run->w[i] < 0.0) ? TMI_LCP_LOW
                                                  : TMI_LCP_FREE;
    }
}

tmiLcpOutcome tmi_lcp_pivoting(tmiLcpRun *run) {
    size_t n = (size_t)run->n, size = n * sizeof(double);
    Pivoting x = {.run = run, .side = run->ints, .centre = run->work};
    x.next = x.side + n;
    x.ints = x.next + n;
    double *first = x.centre + n;
    x.work = first + n;
    /* A start with the right sides needs no round. */
    if (run->started && tmi_lcp_polish(run, NULL, x.work, x.ints) <= run->settings->accept) {
        return TMI_LCP_SOLVED;
    }
    memcpy(first, run->z, size);
    memset(x.centre, 0, size);
    first_sides(run, x.side);
    for (int32_t k = 0; k < CENTRES && rounds(&x); k++) {
        if (tmi_lcp_polish(run, x.side, x.work, x.ints) <= run->settings->accept) {
            return TMI_LCP_SOLVED;
        }
        memcpy(x.centre, run->z, size);
    }
    memcpy(run->z, first, size);
    run->info.handed = 1;
    run->started = false;
    if (is_standard(&run->p)) {
        return tmi_lcp_lemke(run);
    }
    tmiLcpOutcome outcome = tmi_lcp_newton(run);
    outcome = outcome == TMI_LCP_SOLVED ? outcome : tmi_lcp_gauss_seidel(run);
    return outcome == TMI_LCP_SOLVED ? outcome : TMI_LCP_LIMIT;
}
