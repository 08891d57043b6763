/* coulomb_interior.c: interior points with a predictor and a corrector [Meh92] on the convex
 * problem of given slips: finds who presses, sticks and slips in some ten factors, whatever there
 * was before. Slips follow in every step; where they move much they are part of the equations,
 * whose matrix is not symmetric then. That has no theorem, but without it sliding heaps come to
 * rest far from (1) of coulomb.h. Joints are penalties around their centres. */
#include "analyse/contact/coulomb/coulomb_private.h"

#include <math.h>

/* Steps; how many in a row may be short, and what that is. */
#define STEPS 30
#define SHORT_STEPS 8
#define SHORT 0.1

/* Part of the way to the edge that a step goes [1]; least part of the complementarity that is aimed
 * at, in space [1]. */
#define STAY_WITHIN 0.995
#define AIM_MIN 0.02

/* What is left of the equations in the end, over the root of the complementarity [1]. */
#define LEFT_END 30.0

/* A slip becomes part of the equations from this step on, where it moves by more than this part of
 * the root of the complementarity; its size is smoothed by this part [1]. */
#define SLIPS_FROM 3
#define SLIP_MOVES 0.3
#define SLIP_SMOOTH 0.01

/* Slips follow; whether they become part of the equations. */
static bool follow_slips(tmiCoulombRun *run, int32_t step, bool fresh) {
    int m = run->rows;
    bool begins = step == 0 && fresh;
    double root_mean = sqrt(run->mean), smooth = begins ? 0.0 : SLIP_SMOOTH * root_mean, most = 0.0;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double size = tmi_tangent_size(m, run->u + i * m), mu = run->mu[i];
        double root = sqrt(size * size + smooth * smooth), change = root - smooth - run->slip[i];
        double moved = mu > 0.0 ? fabs(mu * change) : 0.0;
        most = moved > most ? moved : most;
        run->slip[i] += begins ? 0.0 : change;
        for (int r = 1; r < m; r++) {
            run->path[i].turn[r - 1] = root > 0.0 ? run->u[i * m + r] / root : 0.0;
        }
    }
    bool whole = (step >= SLIPS_FROM || !fresh) && most > SLIP_MOVES * root_mean;
    for (int32_t i = 0; i < run->count && !whole; i++) {
        run->path[i].turn[0] = run->path[i].turn[1] = 0.0;
    }
    return whole;
}

/* g of a point, with its slip's part of z_n. */
static void put_g(tmiCoulombRun *run, ptrdiff_t i) {
    int m = run->rows;
    double *g = run->g + i * m * m, mu = run->mu[i];
    for (int k = 0; k < m * m; k++) {
        g[k] = mu < 0.0 ? (k % (m + 1) == 0 ? run->sigma[i] : 0.0) : run->path[i].g[k];
    }
    for (int k = 0; k < m * m && mu > 0.0; k++) {
        int row = k / m, col = k % m;
        g[k] += col > 0 ? run->path[i].g[row * m] * mu * run->path[i].turn[col - 1] : 0.0;
    }
}

/* g and what is left of the equations of all points, into run->y; the sum of a z, and how many. */
static double scale(tmiCoulombRun *run, double *count, double *most) {
    int m = run->rows;
    double sum = 0.0;
    *count = *most = 0.0;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double gap = 0.0, *left = run->y + i * m;
        for (int r = 0; r < m; r++) {
            left[r] = 0.0;
        }
        if (run->mu[i] >= 0.0) {
            double rest[3] = {0.0, 0.0, 0.0};
            *count += tmi_path_scale(m, run->mu[i], run->u + i * m, run->slip[i], &run->path[i],
                                     rest, &gap);
            for (int r = 0; r < m; r++) {
                left[r] = rest[r];
                *most = fabs(rest[r]) > *most ? fabs(rest[r]) : *most;
            }
        }
        sum += gap * run->w[i];
        put_g(run, i);
    }
    for (int32_t p = 0; p < run->pairs; p++) {
        run->stale[p] = true;
    }
    return sum;
}

/* dx, du, and the step of every point; returns how much of it may be made. */
static double direct(tmiCoulombRun *run, double target, bool correct) {
    int m = run->rows;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double *load = run->load + i * m, mu = run->mu[i];
        if (mu < 0.0) {
            for (int r = 0; r < m; r++) {
                load[r] = run->centre[i * m + r] - run->sigma[i] * run->u[i * m + r];
            }
        } else {
            tmi_path_load(m, mu, &run->path[i], run->y + i * m, target / run->w[i], correct, load);
        }
    }
    tmi_coulomb_motion(run, run->load, run->dx);
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        run->dx[k] -= run->x[k];
    }
    tmi_frontal_solve(&run->fronts, run->dx);
    tmi_coulomb_rates(run, run->dx, NULL, run->du);
    double room = INFINITY;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        if (run->mu[i] >= 0.0) {
            tmi_path_step(m, run->mu[i], run->du + i * m, run->y + i * m, target / run->w[i],
                          correct, &run->path[i]);
            room = tmi_min(room, tmi_path_room(m, run->mu[i], &run->path[i]));
        }
    }
    return room;
}

/* a z after a part of the step. */
static double gap_after(const tmiCoulombRun *run, double part) {
    double sum = 0.0;
    for (int32_t i = 0; i < run->count; i++) {
        const tmiCoulombCentre *c = &run->path[i];
        int count = run->mu[i] == 0.0 ? 1 : run->mu[i] > 0.0 ? run->rows : 0;
        for (int k = 0; k < count; k++) {
            sum += (c->a[k] + part * c->da[k]) * (c->z[k] + part * c->dz[k]) * run->w[i];
        }
    }
    return sum;
}

static void advance(tmiCoulombRun *run, double part) {
    for (int32_t k = 0; k < run->bodies * run->dof; k++) {
        run->x[k] += part * run->dx[k];
    }
    for (int32_t k = 0; k < run->count * run->rows; k++) {
        run->u[k] += part * run->du[k];
    }
    for (int32_t i = 0; i < run->count; i++) {
        tmiCoulombCentre *c = &run->path[i];
        for (int k = 0; k < run->rows && run->mu[i] >= 0.0; k++) {
            c->a[k] += part * c->da[k];
            c->z[k] += part * c->dz[k];
        }
    }
}

static void end(tmiCoulombRun *run) {
    int m = run->rows;
    for (ptrdiff_t i = 0; i < run->count; i++) {
        double *lambda = run->lambda + i * m;
        run->state[i] = TMI_COULOMB_HOLDS;
        for (int r = 0; r < m && run->mu[i] < 0.0; r++) {
            lambda[r] = run->centre[i * m + r] - run->sigma[i] * run->u[i * m + r];
        }
        if (run->mu[i] >= 0.0) {
            run->state[i] = (uint8_t)tmi_path_end(m, run->mu[i], run->w[i], &run->path[i], lambda,
                                                  run->y + i * m);
        }
    }
    run->factored = false;
}

/* A predictor, whose success says how much to aim at, then the step; how much of it was made. */
static double step(tmiCoulombRun *run, double gap, double count) {
    double room = direct(run, 0.0, false), part = room < 1.0 ? room : 1.0;
    double after = gap > 0.0 ? gap_after(run, part) / gap : 0.0;
    double aim = tmi_within(after > 0.0 ? after : 0.0, 1.0);
    aim = aim * aim * aim;
    aim = run->rows == 3 && aim < AIM_MIN ? AIM_MIN : aim;
    room = STAY_WITHIN * direct(run, count > 0.0 ? aim * gap / count : 0.0, true);
    part = room < 1.0 ? room : 1.0;
    advance(run, part);
    return part;
}

bool tmi_coulomb_interior(tmiCoulombRun *run, bool fresh, double stop) {
    int m = run->rows;
    for (ptrdiff_t i = 0; i < run->count && fresh; i++) {
        if (run->mu[i] >= 0.0) {
            tmi_path_begin(m, run->mu[i], run->w[i], run->centre + i * m, run->u + i * m,
                           run->slip[i], &run->path[i]);
        }
    }
    run->mean = fresh ? 1.0 : run->mean;
    run->factored = false;
    bool arrived = false;
    int32_t in_row = 0;
    for (int32_t k = 0; k < STEPS && in_row < SHORT_STEPS && !arrived; k++) {
        bool whole = follow_slips(run, k, fresh);
        double count, left, gap = scale(run, &count, &left);
        double mean = count > 0.0 ? gap / count : 0.0;
        arrived = mean <= stop && left <= LEFT_END * sqrt(stop);
        run->mean = arrived ? run->mean : mean;
        if (arrived || !(mean < INFINITY) || !tmi_coulomb_factor(run, !whole)) {
            break;
        }
        in_row = step(run, gap, count) < SHORT ? in_row + 1 : 0;
    }
    end(run);
    return arrived;
}
