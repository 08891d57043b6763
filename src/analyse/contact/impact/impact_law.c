/* impact_law.c: the laws of restitution, each for a set of contacts that are struck together.
 *
 * Newton:    [HH] 4.3, v^A = -e v^B: the rate of the gap after is at least -e times the one before,
 *            u_n + e u0_n _|_ p_n. With friction it may gain energy.
 * Poisson:   compression is an impact without restitution, with impulses c; in the expansion that
 *            follows each contact gets at least e c_n more, and what approaches then is stopped.
 *            Friction acts in both phases within cones of their own normal impulses.
 * Energetic: [STR90]: the normal forces of the expansion do e^2 of the work that those of the
 *            compression took. One contact in the plane goes along Routh's path; several get
 *            Poisson's expansion times one factor that makes the works fit. */
#include "analyse/contact/impact/impact_private.h"

#include <math.h>
#include <string.h>

/* How exactly the factor of the energetic law is found, and where it is searched for [1]. */
#define FACTOR_MAX 4.0
#define FACTOR_HALVINGS 48

/* W of one contact is singular below this part of its diagonal: normal and slip are one motion. */
#define SINGULAR 1e-10

/* ---- Numbers of a set ------------------------------------------------------------------------ */

static void take_rates(tmiImpactRun *run, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        memcpy(run->b + (ptrdiff_t)i * run->width,
               run->rate + (ptrdiff_t)run->which[i] * run->width,
               (size_t)run->width * sizeof *run->b);
    }
}

/* Adds the answer of a problem to the sums, and W times it to the rates. */
static void add(tmiImpactRun *run, int32_t count) {
    memset(run->full, 0, (size_t)run->rows * sizeof *run->full);
    for (int32_t i = 0; i < count; i++) {
        memcpy(run->full + (ptrdiff_t)run->which[i] * run->width,
               run->answer + (ptrdiff_t)i * run->width, (size_t)run->width * sizeof *run->full);
    }
    run->impact->respond(run->impact->user, run->full, run->change);
    for (int32_t i = 0; i < run->rows; i++) {
        run->sum[i] += run->full[i];
        run->rate[i] += run->change[i];
    }
}

static tmStatus solve(tmiImpactRun *run, int32_t count, const double *held) {
    const tmiImpactProblem problem = {count, run->which, run->b, held};
    tmStatus status = run->impact->solve(run->impact->user, &problem, run->answer);
    if (status == TM_OK) {
        add(run, count);
    }
    return status;
}

void tmi_impact_rates(tmiImpactRun *run) {
    run->impact->respond(run->impact->user, run->sum, run->rate);
    for (int32_t i = 0; i < run->rows; i++) {
        run->rate[i] += run->impact->before[i];
    }
}

double tmi_impact_energy(const tmiImpactRun *run, double *scale) {
    double sum = 0.0;
    *scale = 0.0;
    for (int32_t i = 0; i < run->rows; i++) {
        double before = run->impact->before[i];
        sum += 0.5 * run->sum[i] * (before + run->rate[i]);
        *scale += 0.5 * fabs(run->sum[i]) * (fabs(before) + fabs(run->rate[i]));
    }
    return sum;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

tmStatus tmi_impact_compress(tmiImpactRun *run, int32_t count) {
    take_rates(run, count);
    return solve(run, count, NULL);
}

static tmStatus newton(tmiImpactRun *run, int32_t count) {
    take_rates(run, count);
    for (int32_t i = 0; i < count; i++) {
        double *rate = run->b + (ptrdiff_t)i * run->width;
        *rate += *rate < 0.0 ? run->restitution[run->which[i]] * *rate : 0.0;
    }
    return solve(run, count, NULL);
}

/* Expansion after a compression by run->answer: `factor` e times its normal impulses, and what
 * stops those that approach then. Where the solver cannot do this with cones of held impulses,
 * friction grows as the normal impulses do. */
static tmStatus expand(tmiImpactRun *run, int32_t count, const double *compressed, double factor) {
    bool any = false;
    int32_t width = run->width;
    for (int32_t i = 0; i < count; i++) {
        run->held[i] = factor * run->restitution[run->which[i]] * compressed[i * width];
        any = any || run->held[i] > 0.0;
        for (int32_t k = 0; k < width; k++) {
            run->answer[i * width + k] = k == 0 ? run->held[i] : 0.0;
        }
    }
    if (!any) {
        return TM_OK;
    }
    add(run, count);
    take_rates(run, count);
    tmStatus status = solve(run, count, run->held);
    if (status != TM_ERR_LIMIT) {
        return status;
    }
    for (int32_t i = 0; i < count; i++) {
        double part = factor * run->restitution[run->which[i]];
        for (int32_t k = 0; k < width; k++) {
            run->answer[i * width + k] = k == 0 ? 0.0 : part * compressed[i * width + k];
        }
    }
    add(run, count);
    take_rates(run, count);
    return solve(run, count, NULL);
}

/* W of a contact, row by row. */
static void own_block(tmiImpactRun *run, int32_t contact, double w[2][2]) {
    for (int32_t k = 0; k < 2; k++) {
        memset(run->full, 0, (size_t)run->rows * sizeof *run->full);
        run->full[2 * contact + k] = 1.0;
        run->impact->respond(run->impact->user, run->full, run->change);
        w[0][k] = run->change[2 * contact];
        w[1][k] = run->change[2 * contact + 1];
    }
}

/* One contact in the plane; *done: its path has an end. */
static void follow(tmiImpactRun *run, tmiImpactEnd end, bool only_singular, bool *done) {
    int32_t contact = run->which[0];
    double w[2][2], friction = run->impact->friction[contact];
    own_block(run, contact, w);
    double scale = w[0][0] * w[1][1];
    bool singular = w[0][0] * w[1][1] - w[0][1] * w[1][0] <= SINGULAR * scale;
    *done = (singular || !only_singular) &&
            tmi_impact_path((const double(*)[2])w, run->rate + 2 * (ptrdiff_t)contact, friction,
                            run->restitution[contact], end, run->answer);
    if (*done) {
        add(run, 1);
    }
}

static tmStatus poisson(tmiImpactRun *run, int32_t count, double *compressed) {
    bool done = false;
    if (count == 1 && run->impact->tangents == 1 && run->impact->friction[run->which[0]] > 0.0) {
        follow(run, TMI_IMPACT_END_POISSON, true, &done);
    }
    if (done) {
        return TM_OK;
    }
    tmStatus status = tmi_impact_compress(run, count);
    if (status != TM_OK) {
        return status;
    }
    memcpy(compressed, run->answer, (size_t)(count * run->width) * sizeof *compressed);
    return expand(run, count, compressed, 1.0);
}

/* Work of the normal forces between two states of the impact; weighted by e^2 on request. */
static double normal_work(const tmiImpactRun *run, const double *sum, const double *rate,
                          bool weighted) {
    double work = 0.0;
    for (int32_t i = 0; i < run->impact->count; i++) {
        int32_t row = i * run->width;
        double e = run->restitution[i], weight = weighted ? e * e : 1.0;
        work += 0.5 * weight * (run->sum[row] - sum[row]) * (run->rate[row] + rate[row]);
    }
    return work;
}

/* Several contacts: the factor of Poisson's expansion with which the works fit, by bisection. */
static tmStatus energetic(tmiImpactRun *run, int32_t count, double *compressed) {
    size_t size = (size_t)run->rows * sizeof(double);
    double *sum = compressed + run->rows, *rate = sum + run->rows;
    memcpy(sum, run->sum, size);
    memcpy(rate, run->rate, size);
    tmStatus status = tmi_impact_compress(run, count);
    if (status != TM_OK) {
        return status;
    }
    memcpy(compressed, run->answer, (size_t)(count * run->width) * sizeof *compressed);
    double wanted = -normal_work(run, sum, rate, true), low = 0.0, high = 1.0;
    memcpy(sum, run->sum, size);
    memcpy(rate, run->rate, size);
    status = expand(run, count, compressed, high);
    bool more = status == TM_OK && normal_work(run, sum, rate, false) < wanted;
    high = more ? FACTOR_MAX : high;
    for (int32_t i = 0; i < FACTOR_HALVINGS && status == TM_OK && wanted > 0.0; i++) {
        double middle = i == 0 ? 1.0 : 0.5 * (low + high);
        memcpy(run->sum, sum, size);
        memcpy(run->rate, rate, size);
        status = expand(run, count, compressed, middle);
        bool less = normal_work(run, sum, rate, false) <= wanted;
        low = less ? middle : low;
        high = less ? high : middle;
    }
    return status;
}

tmStatus tmi_impact_apply(tmiImpactRun *run, int32_t count) {
    bool done = false;
    run->rounds++;
    if (run->impact->law == TM_IMPACT_NEWTON) {
        return newton(run, count);
    }
    if (run->impact->law == TM_IMPACT_POISSON) {
        return poisson(run, count, run->kept);
    }
    if (count == 1 && run->impact->tangents == 1) {
        follow(run, TMI_IMPACT_END_ENERGETIC, false, &done);
    }
    return done ? TM_OK : energetic(run, count, run->kept);
}
