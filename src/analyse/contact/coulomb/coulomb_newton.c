/* coulomb_newton.c: Newton's method with penalties.
 *
 * A point presses by the projection of y = c - sigma u onto its cone, c its centre. With G the
 * derivative of that projection, times sigma, one step solves
 *
 *     (I + J^T G J) dx = J^T G (c / sigma - u) - x,                                            (1)
 *
 * since projections onto cones are linear along y. Its order is that of the bodies' freedoms,
 * however many points share a load. Where the next centre is the last answer, the penalty's error
 * is divided by kappa: the method of multipliers [RO]. The projection is that of (1) of coulomb.h,
 * normal first and then its disc [AC91], for which nothing says that steps settle; or the nearest
 * point, with slips that are given, which is convex: there the step is cut where the objective
 * would rise. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>
#include <string.h>

/* Penalties grow so when refinement gains less than a digit, to so many times the first [1]: past
 * that rounding takes more than they give. */
#define PENALTY_GROWS 256.0
#define PENALTY_MAX 1e2

/* What may be left of the equations of a set that is refined; of one that is a solution; and from
 * which they run away [1]. */
#define SETTLING 1e-3
#define SETTLED 1e-9
#define RUNAWAY 1e3

/* Changes of g below this part of a penalty are none [1]. */
#define SAME 1e-14

/* Rounds of refinement, and steps of Newton's method in each but the first. */
#define ROUNDS 16
#define ROUND_STEPS 5

/* Steps without halving what is left before it is given up; so many more when it is small [1]. */
#define NEWTON_PATIENCE 2
#define NEWTON_PATIENCE_NEAR 4
#define NEAR 1e-2

/* The convex problem is given up when a step is cut to this, or an eighth of the points change: it
 * only serves where nearly all hold [1]. */
#define CONVEX_CUT_MIN 0.3
#define CHANGES_PART 8

/* ---- Factors --------------------------------------------------------------------------------- */

tmStatus tmi_coulomb_analyse(tmiCoulombRun *run) {
    size_t square = (size_t)(run->dof * run->dof);
    int32_t(*pairs)[2] = tmi_arena_alloc(run->arena, (size_t)run->pairs, sizeof *pairs);
    run->blocks = tmi_arena_alloc(run->arena, 4 * square * (size_t)run->pairs, sizeof *run->blocks);
    run->stale = tmi_arena_alloc(run->arena, (size_t)run->pairs, sizeof *run->stale);
    if (!pairs || !run->blocks || !run->stale) {
        return TM_ERR_MEMORY;
    }
    int32_t count = 0;
    for (int32_t p = 0; p < run->pairs; p++) {
        pairs[p][0] = run->pair[p][0];
        pairs[p][1] = run->pair[p][1] < run->bodies ? run->pair[p][1] : -1;
        count += run->pair[p][0] < run->bodies;
    }
    /* A pair of two that do not yield, which comes last, has no blocks. */
    return tmi_frontal_analyse(&run->fronts, run->arena, run->dof, run->bodies,
                               (const int32_t(*)[2])pairs, count);
}

bool tmi_coulomb_factor(tmiCoulombRun *run, bool symmetric) {
    bool all = !run->factored || run->symmetric != symmetric, any = false;
    run->factored = false;
    for (int32_t p = 0; p < run->pairs; p++) {
        const int32_t *pair = run->pair[p];
        if ((all || run->stale[p]) && pair[0] < run->bodies) {
            tmi_coulomb_pair_blocks(run, p, symmetric);
            tmi_frontal_touch(&run->fronts, pair[0], pair[1] < run->bodies ? pair[1] : -1);
            any = true;
        }
        run->stale[p] = false;
    }
    if (any && run->info.factorisations >= run->budget) {
        run->info.spent = true;
        return false;
    }
    run->info.factorisations += any;
    run->symmetric = symmetric;
    run->factored = !any || tmi_frontal_factor(&run->fronts, run->blocks, symmetric);
    return run->factored;
}

void tmi_coulomb_set_penalty(tmiCoulombRun *run, double kappa) {
    for (int32_t i = 0; i < run->count; i++) {
        run->sigma[i] = kappa / run->w[i];
    }
    run->factored = false;
}

/* G of the states. */
TMI_INLINE bool derive(tmiCoulombRun *run, int m, bool cone) {
    bool symmetric = true;
    for (int32_t p = 0; p < run->pairs; p++) {
        for (ptrdiff_t i = run->pair_start[p]; i < run->pair_start[p + 1]; i++) {
            double own[TMI_COULOMB_ROWS_MAX * TMI_COULOMB_ROWS_MAX], *g = run->g + i * m * m;
            tmi_derivative(m, run->mu[i], run->y + i * m, run->state[i], cone, run->sigma[i], own);
            symmetric = symmetric && (run->state[i] < TMI_COULOMB_SLIPS || run->mu[i] == 0.0);
            for (int k = 0; k < m * m; k++) {
                bool same = fabs(own[k] - g[k]) <= SAME * run->sigma[i];
                run->stale[p] = run->stale[p] || !same;
                g[k] = own[k];
            }
        }
    }
    return symmetric || cone;
}

static bool factor_states(tmiCoulombRun *run, bool cone) {
    return tmi_coulomb_factor(run, run->rows == 2 ? derive(run, 2, cone) : derive(run, 3, cone));
}

/* ---- States ---------------------------------------------------------------------------------- */

/* y, impulses and states at u; returns how many states changed. */
TMI_INLINE int32_t classify_points(tmiCoulombRun *run, int m, bool cone) {
    int32_t changes = 0;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double *y = run->y + i * m, *l = run->lambda + i * m, mu = run->mu[i];
        for (int r = 0; r < m; r++) {
            y[r] = run->centre[i * m + r] - run->sigma[i] * run->u[i * m + r];
        }
        y[0] -= cone && mu > 0.0 ? run->sigma[i] * (mu * run->slip[i]) : 0.0;
        int state = cone ? tmi_project_cone(m, mu, y, l) : tmi_project_disc(m, mu, y, l);
        changes += state != run->state[i];
        run->state[i] = (uint8_t)state;
    }
    return changes;
}

static int32_t classify(tmiCoulombRun *run, bool cone) {
    return run->rows == 2 ? classify_points(run, 2, cone) : classify_points(run, 3, cone);
}

void tmi_coulomb_guess(tmiCoulombRun *run, const double *lambda, const double *u, double lean) {
    int m = run->rows;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double *y = run->y + i * m, l[TMI_COULOMB_ROWS_MAX];
        for (int r = 0; r < m; r++) {
            y[r] = lambda[i * m + r] - u[i * m + r] / run->w[i];
        }
        y[0] += lean / run->w[i];
        int state = tmi_project_disc(m, run->mu[i], y, l);
        bool slips = state >= TMI_COULOMB_SLIPS && run->mu[i] > 0.0;
        run->state[i] = (uint8_t)(lean > 0.0 && slips ? TMI_COULOMB_HOLDS : state);
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* (1), and du = J dx. */
static void find_direction(tmiCoulombRun *run, bool cone) {
    int m = run->rows;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double way[TMI_COULOMB_ROWS_MAX] = {0.0};
        const double *g = run->g + i * m * m;
        for (int r = 0; r < m; r++) {
            way[r] = run->centre[i * m + r] / run->sigma[i] - run->u[i * m + r];
        }
        way[0] -= cone && run->mu[i] > 0.0 ? run->mu[i] * run->slip[i] : 0.0;
        for (int r = 0; r < m; r++) {
            double sum = 0.0;
            for (int q = 0; q < m; q++) {
                sum += g[r * m + q] * way[q];
            }
            run->load[i * m + r] = sum;
        }
    }
    tmi_coulomb_motion(run, run->load, run->dx);
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        run->dx[k] -= run->x[k];
    }
    tmi_frontal_solve(&run->fronts, run->dx);
    tmi_coulomb_rates(run, run->dx, NULL, run->du);
}

/* Derivative of the convex objective along the step, at this part of it. */
static double slope(const tmiCoulombRun *run, double part) {
    int m = run->rows;
    double sum = 0.0;
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        sum += (run->x[k] + part * run->dx[k]) * run->dx[k];
    }
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double y[TMI_COULOMB_ROWS_MAX] = {0.0}, l[TMI_COULOMB_ROWS_MAX], sigma = run->sigma[i];
        for (int r = 0; r < m; r++) {
            ptrdiff_t k = i * m + r;
            y[r] = run->centre[k] - sigma * (run->u[k] + part * run->du[k]);
        }
        y[0] -= run->mu[i] > 0.0 ? sigma * (run->mu[i] * run->slip[i]) : 0.0;
        tmi_project_cone(m, run->mu[i], y, l);
        for (int r = 0; r < m; r++) {
            sum -= l[r] * run->du[i * m + r];
        }
    }
    return sum;
}

/* How much of a step of the convex problem is made. */
static double cut(const tmiCoulombRun *run) {
    double begin = slope(run, 0.0), end = slope(run, 1.0);
    return begin < 0.0 && end > -0.1 * begin ? begin / (begin - end) : 1.0;
}

/* How far J^T lambda is from x, as rates. */
static double distance(tmiCoulombRun *run) {
    tmi_coulomb_motion(run, run->lambda, run->xt);
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        run->xt[k] -= run->x[k];
    }
    tmi_coulomb_rates(run, run->xt, NULL, run->ut);
    double worst = 0.0;
    for (int32_t k = 0; k < run->count * run->rows; k++) {
        worst = fabs(run->ut[k]) <= worst ? worst : fabs(run->ut[k]);
    }
    return worst;
}

/* One step; what is left, INFINITY where it is of no use. */
static double step(tmiCoulombRun *run, bool cone, bool whole) {
    if (!factor_states(run, cone)) {
        return INFINITY;
    }
    find_direction(run, cone);
    double part = cone && !whole ? cut(run) : 1.0;
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        run->x[k] += part * run->dx[k];
    }
    for (int32_t k = 0; k < run->count * run->rows; k++) {
        run->u[k] += part * run->du[k];
    }
    int32_t changes = classify(run, cone);
    if (cone && (part < CONVEX_CUT_MIN || changes > run->count / CHANGES_PART)) {
        return INFINITY;
    }
    /* In the plane a set of states is linear. */
    return run->rows == 2 && changes == 0 && part == 1.0 ? 0.0 : distance(run);
}

double tmi_coulomb_newton(tmiCoulombRun *run, bool cone, bool guessed, int32_t steps) {
    if (!guessed) {
        classify(run, cone);
    }
    double left = INFINITY, least = INFINITY;
    int patience = NEWTON_PATIENCE;
    for (int32_t k = 0; k < steps; k++) {
        left = step(run, cone, guessed && k == 0);
        if (left <= SETTLED || !(left < INFINITY)) {
            return left;
        }
        patience = !(left < 0.5 * least) ? patience - 1
                   : left < NEAR         ? NEWTON_PATIENCE_NEAR
                                         : NEWTON_PATIENCE;
        if (!cone && (patience <= 0 || left > RUNAWAY)) {
            return left;
        }
        least = left < least ? left : least;
    }
    return left;
}

bool tmi_coulomb_law(tmiCoulombRun *run, int32_t steps) {
    size_t bytes = (size_t)(run->count * run->rows) * sizeof *run->lambda;
    double first = TMI_COULOMB_PENALTY * run->stiffness, kappa = first, violation = INFINITY;
    const double *least = &run->info.residual;
    tmi_coulomb_set_penalty(run, kappa);
    for (int round = 0; round<ROUNDS && * least> TMI_COULOMB_EXACT; round++) {
        double before = violation;
        double left = tmi_coulomb_newton(run, false, round == 0, round == 0 ? steps : ROUND_STEPS);
        violation = left < INFINITY ? tmi_coulomb_look(run, run->lambda) : INFINITY;
        if (!(left <= SETTLING)) {
            return *least <= (kappa > first ? TMI_COULOMB_ACCEPT : TMI_COULOMB_GOOD);
        }
        if (round > 0 && !(violation < 0.1 * before)) {
            if (*least <= TMI_COULOMB_GOOD || kappa > PENALTY_MAX * first) {
                break;
            }
            kappa *= PENALTY_GROWS;
            tmi_coulomb_set_penalty(run, kappa);
        }
        memcpy(run->centre, run->lambda, bytes);
    }
    return *least <= (kappa > first ? TMI_COULOMB_ACCEPT : TMI_COULOMB_GOOD);
}
