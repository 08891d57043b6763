/* active_set.c: the active set of an island, however its W is kept: guess what every point
 * does, solve, move all points that are in the wrong state, repeat. From the states of the last
 * step one pass is usual. It is Newton's method on the projections of p - g and t - s onto the cone
 * ([AC91]).
 *
 * Without friction the sets of definite matrices settle ([JP]); with friction there is no theorem,
 * and large islands go in circles. When passes no longer lower the number of wrong points, they are
 * made for
 *
 *     W + rho I,   b - rho c                                                                  (1)
 *
 * instead, whose solution is the next c: the proximal point method [RO]. With a large rho passes
 * settle, with a small one c comes nearer. Sweeps of Gauss-Seidel give the first c. What is left
 * wrong is small then, most points are in the right state, and passes for W itself settle. */
#include "analyse/contact/island/island_private.h"

#include <math.h>
#include <string.h>

/* Passes in which the number of wrong points need not fall [1], and all passes between two rounds
 * of sweeps. */
#define STALLED_PASSES_MAX 3
#define PASSES 30

/* The same for the last try, which only makes the answer more even [1]. */
#define TIDY 2

/* How often sweeps and steps alternate, and how many of them there are each time [1]. */
#define TIMES 12
#define ACTIVE_SWEEPS 25
#define ACTIVE_STEPS 10

/* rho of the first proximal step, and its range [1]: with ones on the diagonal of W. A step that
 * took no more than EASY passes is followed by one with a smaller rho. */
#define PROXIMAL_RHO 0x1p-7
#define PROXIMAL_RHO_MAX 1.0
#define PROXIMAL_RHO_MIN 0x1p-20
#define EASY 3

/* What sweeps may leave wrong, when they are the last resort [1]. */
#define SWEPT 1e-11

/* The same of proximal steps after which no set is a solution [1]: bodies that are jammed by
 * friction have none where their gaps do not fit together, but by rounding errors of gaps. */
#define PROXIMAL_NEAR 1e-9

/* Part of the largest impulse, or of the terms of a rate, below which a sign is rounding [1]. */
#define WRONG 1e-12

/* An impulse so many times larger than those of ordinary problems is not a good start [1]. */
#define HUGE_IMPULSE 1e4

/* Entries of the diagonal count as no less than this part of the largest [1]: 2^-40. A smaller one
 * belongs to a point that nothing can move, except for rounding. Entries down to the other one,
 * 2^-4, are not scaled: otherwise the least norm would favour points that yield less, and three
 * points under a box would not share its weight evenly. */
#define MIN_YIELD 0x1p-40
#define LIKE_YIELD 0x1p-4

/* d of a point with this part of the largest entry. */
static double unit_of(double part) {
    part = part > MIN_YIELD ? part : MIN_YIELD;
    return part >= LIKE_YIELD ? 1.0 : sqrt(LIKE_YIELD / part);
}

tmStatus tmi_island_scale(tmiIslandRun *run, const double *b) {
    double max = 0.0, beta = 0.0;
    bool finite = true;
    for (int32_t i = 0; i < run->count; i++) {
        max = run->d[i] > max ? run->d[i] : max;
        finite = finite && run->friction[i] >= 0.0 && run->friction[i] < INFINITY;
    }
    run->max = max > 0.0 ? max : 1.0;
    for (int32_t i = 0; i < run->count; i++) {
        run->d[i] = unit_of(run->d[i] / run->max);
        for (int32_t k = 2 * i; k < 2 * i + 2; k++) {
            double rate = fabs(run->d[i] * b[k]);
            finite = finite && rate < INFINITY;
            beta = rate > beta ? rate : beta;
        }
    }
    run->beta = beta > 0.0 ? beta : 1.0;
    for (int32_t k = 0; k < run->rows; k++) {
        run->b[k] = run->d[k / 2] * b[k] / run->beta;
    }
    return finite ? TM_OK : TM_ERR_NOT_FINITE;
}

void tmi_island_finish(const tmiIslandRun *run, double *impulse) {
    for (int32_t i = 0; i < run->count; i++) {
        double unit = run->d[i] * (run->beta / run->max), *own = impulse + 2 * (ptrdiff_t)i;
        own[0] = run->state[i] == TMI_CONTACT_OPEN ? 0.0 : unit * run->x[2 * i];
        own[1] = unit * run->x[2 * i + 1];
        tmi_cone_project(run->friction[i], own);
        if (run->state[i] >= TMI_CONTACT_SLIP_UP) {
            own[1] = tmi_cone_ratio(run->state[i], run->friction[i]) * own[0];
        }
    }
}

/* ---- States ---------------------------------------------------------------------------------- */

/* Where point i belongs, with the largest impulse known: open, sticking, or slipping at the edge of
 * its friction cone. [HH] 4.5 takes the normal force of the interval before; here normal and
 * tangential impulses are found together. */
static tmiContactState better(const tmiIslandRun *run, int32_t i, double max) {
    double p = run->x[2 * i], t = run->x[2 * i + 1];
    double g = run->y[2 * i], slip = run->y[2 * i + 1], mu = run->friction[i];
    if (run->pull > 0.0) {
        g += run->pull * (p - run->centre[2 * i]);
        slip += run->pull * (t - run->centre[2 * i + 1]);
    }
    double wrong = WRONG * max;
    tmiContactState state = (tmiContactState)run->state[i];
    if (state == TMI_CONTACT_OPEN ? !(g < -WRONG * run->size[2 * i]) : p < -wrong) {
        return TMI_CONTACT_OPEN;
    }
    if (!(mu > 0.0)) {
        return TMI_CONTACT_STICK;
    }
    double edge = mu * (state == TMI_CONTACT_OPEN ? -g : p), pull = t;
    if (state != TMI_CONTACT_STICK && fabs(slip) > WRONG * run->size[2 * i + 1]) {
        pull -= slip;
    }
    if ((state == TMI_CONTACT_SLIP_UP && pull >= edge) ||
        (state == TMI_CONTACT_SLIP_DOWN && pull <= -edge)) {
        return state;
    }
    return pull > edge + wrong    ? TMI_CONTACT_SLIP_UP
           : pull < -edge - wrong ? TMI_CONTACT_SLIP_DOWN
                                  : TMI_CONTACT_STICK;
}

static double max_of(const tmiIslandRun *run) {
    double max = 0.0;
    for (int32_t k = 0; k < run->rows; k++) {
        max = fabs(run->x[k]) > max ? fabs(run->x[k]) : max;
    }
    return max;
}

/* Moves all wrong points; returns how many there were. */
static int32_t move(tmiIslandRun *run) {
    double max = max_of(run);
    int32_t wrong = 0;
    for (int32_t i = 0; i < run->count; i++) {
        tmiContactState state = better(run, i, max);
        wrong += state != (tmiContactState)run->state[i];
        run->state[i] = (uint8_t)state;
    }
    return wrong;
}

/* An impulse is 0, or at the edge of its cone, within this part of the largest [1]. */
#define AT_BOUND 1e-9

void tmi_island_states(tmiIslandRun *run) {
    double max = max_of(run);
    for (int32_t i = 0; i < run->count; i++) {
        double p = run->x[2 * i], t = run->x[2 * i + 1], bound = AT_BOUND * max;
        run->state[i] = (uint8_t)(p <= bound ? TMI_CONTACT_OPEN
                                             : tmi_cone_state(run->friction[i], p, t, bound));
    }
}

/* The same with rates, where x is only near: what is 0 may be a point that waits. */
static void near_states(tmiIslandRun *run) {
    for (int32_t i = 0; i < run->count; i++) {
        double push = run->x[2 * i] - run->y[2 * i], mu = run->friction[i];
        double pull = run->x[2 * i + 1] - run->y[2 * i + 1], edge = mu * push;
        run->state[i] = (uint8_t)(push <= 0.0                         ? TMI_CONTACT_OPEN
                                  : !(mu > 0.0) || fabs(pull) <= edge ? TMI_CONTACT_STICK
                                  : pull > 0.0                        ? TMI_CONTACT_SLIP_UP
                                                                      : TMI_CONTACT_SLIP_DOWN);
    }
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Keeps a solution for the case that none is better. */
static void keep_spare(tmiIslandRun *run, double left) {
    if (run->pull == 0.0 && left <= TMI_ISLAND_UNSETTLED && left < run->spare_left) {
        memcpy(run->spare, run->x, (size_t)run->rows * sizeof *run->x);
        run->spare_left = left;
    }
}

/* Makes x that of `from`. */
static void restore(tmiIslandRun *run, const double *from) {
    memcpy(run->x, from, (size_t)run->rows * sizeof *run->x);
    run->sweep(run, 0);
    near_states(run);
}

/* True when no point is wrong and the set's equations are solved. */
static bool passes(tmiIslandRun *run, int32_t max) {
    int32_t min = run->count + 1, patience = max;
    for (int32_t pass = 0; pass < PASSES && patience > 0; pass++) {
        run->info.passes++;
        double left = run->evaluate(run);
        int32_t wrong = move(run);
        if (wrong == 0) {
            keep_spare(run, left);
            return left <= (run->pull > 0.0 ? TMI_ISLAND_UNSETTLED : TMI_ISLAND_EXACT);
        }
        patience = wrong < min ? max : patience - 1;
        min = wrong < min ? wrong : min;
    }
    return false;
}

/* Projects onto the cones, or to 0 where that is too far out. */
static void project(tmiIslandRun *run) {
    bool use = max_of(run) < HUGE_IMPULSE;
    for (int32_t i = 0; i < run->count; i++) {
        double *x = run->x + 2 * (ptrdiff_t)i;
        x[0] = use ? x[0] : 0.0;
        x[1] = use ? x[1] : 0.0;
        tmi_cone_project(run->friction[i], x);
    }
}

/* How far x, within its cones, is from a solution, as part of what is largest. */
static double violation(const tmiIslandRun *run) {
    double worst = 0.0, max = max_of(run);
    for (int32_t i = 0; i < run->count; i++) {
        double p = run->x[2 * i], t = run->x[2 * i + 1], edge = run->friction[i] * p;
        double g = run->y[2 * i], s = run->y[2 * i + 1], inside = s > 0.0 ? edge + t : edge - t;
        double normal = g < 0.0 ? -g : g < p ? g : p, tangent = fabs(s) < inside ? fabs(s) : inside;
        worst = normal > worst ? normal : worst;
        worst = tangent > worst ? tangent : worst;
    }
    return max > 0.0 ? worst / max : worst;
}

/* Improves x by sweeps, and makes it a centre. */
static void sweep(tmiIslandRun *run) {
    run->sweep(run, ACTIVE_SWEEPS);
    near_states(run);
    memcpy(run->kept, run->x, (size_t)run->rows * sizeof *run->x);
    run->centre = run->kept;
}

/* Steps of the proximal point method from the centre, weaker when they are easy. */
static void approach(tmiIslandRun *run, double *pull) {
    bool settled = false;
    size_t bytes = (size_t)run->rows * sizeof *run->x;
    for (int32_t n = 0; n < ACTIVE_STEPS; n++) {
        int32_t before = run->info.passes;
        run->pull = *pull;
        settled = passes(run, STALLED_PASSES_MAX);
        run->pull = 0.0;
        if (settled) {
            project(run);
            memcpy(run->kept, run->x, bytes);
            bool easy = run->info.passes - before <= EASY;
            *pull = easy && *pull > PROXIMAL_RHO_MIN ? 0.25 * *pull : *pull;
        } else {
            memcpy(run->x, run->kept, bytes);
            sweep(run);
            *pull = *pull < PROXIMAL_RHO_MAX ? 4.0 * *pull : *pull;
        }
    }
    run->sweep(run, 0);
    if (!settled) {
        near_states(run);
    }
}

/* Passes; then sweeps, steps and passes, as often as needed. */
static bool is_found(tmiIslandRun *run) {
    double pull = PROXIMAL_RHO;
    if (passes(run, STALLED_PASSES_MAX)) {
        return true;
    }
    project(run);
    for (int32_t time = 0; time < TIMES; time++) {
        sweep(run);
        if (violation(run) <= SWEPT) {
            return true;
        }
        approach(run, &pull);
        bool near = violation(run) <= PROXIMAL_NEAR;
        if (passes(run, STALLED_PASSES_MAX)) {
            return true;
        }
        if (run->spare_left < INFINITY) {
            restore(run, run->spare);
            return true;
        }
        restore(run, run->kept);
        if (near) {
            return true;
        }
    }
    return false;
}

bool tmi_island_settle(tmiIslandRun *run) {
    for (int32_t k = 0; k < run->count; k++) {
        bool presses = run->state[k] != TMI_CONTACT_OPEN && run->state[k] <= TMI_CONTACT_SLIP_DOWN;
        if (!presses || !(run->friction[k] > 0.0)) {
            run->state[k] = presses ? TMI_CONTACT_STICK : TMI_CONTACT_OPEN;
        }
    }
    run->spare_left = INFINITY;
    if (!is_found(run)) {
        return false;
    }
    if (run->centre) {
        /* The solution of least norm, which alone can be found again from its states. It shares
         * loads where [HH] 4.4 would add springs. */
        memcpy(run->kept, run->x, (size_t)run->rows * sizeof *run->x);
        run->centre = NULL;
        if (!passes(run, TIDY)) {
            restore(run, run->kept);
        }
    }
    return true;
}
