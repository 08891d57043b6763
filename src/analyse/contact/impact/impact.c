/* impact.c: in which order the contacts of an impact are struck, and that none of it gains energy.
 *
 * Simultaneous: all at once. Propagating: generalized reflections [SKV12]: of all contacts, those
 * that approach are struck
 *               with e = 1, again and again until none approaches. With v0 after the impact without
 *               restitution and v1 after these reflections the answer is (1 - e) v0 + e v1: both
 *               satisfy J v >= 0, and so does what lies between; and since the energy is convex, it
 *               cannot rise. One e for all: the minimum over those that approach at first.
 * Sequential: the contacts of the fastest approach, ties together, until none approaches.
 *
 * Newton's law may gain energy with friction. Where it does, all e are multiplied by the largest
 * part that gains nothing; with 0 none does, since then p . u <= 0 at the end. */
#include "analyse/contact/impact/impact_private.h"

#include <math.h>
#include <string.h>

/* Gain of energy that counts as rounding, as part of the terms of its sum [1]. */
#define GAIN 1e-11

/* How often the range in which the part lies is halved. */
#define PART_HALVINGS 40

/* An approach below this part of the fastest at first counts as zero [1]; and how near to the
 * fastest others are struck with it. */
#define APPROACH_ENDED 1e-13
#define STRUCK_TOGETHER 1e-9

/* Rounds for each contact after which an order counts as endless. */
#define ORDER_ROUNDS_MAX 100

static tmStatus all_at_once(tmiImpactRun *run) {
    for (int32_t i = 0; i < run->impact->count; i++) {
        run->which[i] = i;
    }
    return tmi_impact_apply(run, run->impact->count);
}

/* Those that approach at least at a speed. */
static int32_t approaching(tmiImpactRun *run, double speed) {
    int32_t count = 0;
    for (int32_t i = 0; i < run->impact->count; i++) {
        if (run->rate[(ptrdiff_t)i * run->width] < -speed) {
            run->which[count++] = i;
        }
    }
    return count;
}

static double fastest(const tmiImpactRun *run) {
    double max = 0.0;
    for (int32_t i = 0; i < run->impact->count; i++) {
        double speed = -run->rate[(ptrdiff_t)i * run->width];
        max = speed > max ? speed : max;
    }
    return max;
}

/* Strikes what approaches, `ties`: only the fastest, until nothing does. */
static tmStatus in_rounds(tmiImpactRun *run, bool ties) {
    int64_t max = (int64_t)ORDER_ROUNDS_MAX * run->impact->count;
    tmStatus status = TM_OK;
    for (int64_t i = 0; i < max && status == TM_OK; i++) {
        double speed = fastest(run);
        if (speed <= run->tolerance) {
            return TM_OK;
        }
        speed = ties ? (1.0 - STRUCK_TOGETHER) * speed : run->tolerance;
        status = tmi_impact_apply(run, approaching(run, speed));
    }
    run->is_crowded = true;
    return status == TM_OK ? all_at_once(run) : status;
}

static double min_restitution(const tmiImpactRun *run) {
    double min = 1.0;
    for (int32_t i = 0; i < run->impact->count; i++) {
        if (run->impact->before[(ptrdiff_t)i * run->width] < -run->tolerance) {
            min = run->restitution[i] < min ? run->restitution[i] : min;
        }
    }
    return min;
}

static void restart(tmiImpactRun *run) {
    memset(run->sum, 0, (size_t)run->rows * sizeof *run->sum);
    memcpy(run->rate, run->impact->before, (size_t)run->rows * sizeof *run->rate);
}

static tmStatus plastic(tmiImpactRun *run) {
    for (int32_t i = 0; i < run->impact->count; i++) {
        run->which[i] = i;
    }
    run->rounds++;
    return tmi_impact_compress(run, run->impact->count);
}

static tmStatus reflect(tmiImpactRun *run, double *plain) {
    double e = min_restitution(run);
    tmStatus status = plastic(run);
    if (status != TM_OK || e == 0.0) {
        return status;
    }
    memcpy(plain, run->sum, (size_t)run->rows * sizeof *plain);
    restart(run);
    for (int32_t i = 0; i < run->impact->count; i++) {
        run->restitution[i] = 1.0;
    }
    status = in_rounds(run, false);
    for (int32_t i = 0; i < run->rows; i++) {
        run->sum[i] = (1.0 - e) * plain[i] + e * run->sum[i];
    }
    return status;
}

/* ---- Energy ---------------------------------------------------------------------------------- */

/* All of it with a part of the coefficients; *good: it is solved and gains nothing. It is kept in
 * run->best then. */
static tmStatus attempt(tmiImpactRun *run, double part, double *plain, bool *good) {
    const tmiImpact *impact = run->impact;
    double scale;
    restart(run);
    for (int32_t i = 0; i < impact->count; i++) {
        run->restitution[i] = part * impact->restitution[i];
    }
    tmStatus status = part == 0.0                              ? plastic(run)
                      : impact->order == TM_IMPACT_PROPAGATING ? reflect(run, plain)
                      : impact->order == TM_IMPACT_SEQUENTIAL  ? in_rounds(run, true)
                                                               : all_at_once(run);
    tmi_impact_rates(run);
    double energy = tmi_impact_energy(run, &scale);
    *good = status == TM_OK && (energy <= GAIN * scale || (part == 0.0 && energy < INFINITY));
    if (*good) {
        memcpy(run->best, run->sum, (size_t)run->rows * sizeof *run->best);
    }
    return status == TM_ERR_NOT_CONVERGED || status == TM_ERR_NOT_FINITE ? TM_OK : status;
}

/* The largest part that gains nothing; *any: there is one, which may be 0. */
static tmStatus search(tmiImpactRun *run, double *plain, double *part, bool *any) {
    double high = 1.0;
    *part = 1.0;
    tmStatus status = attempt(run, 1.0, plain, any);
    if (status != TM_OK || *any) {
        return status;
    }
    *part = 0.0;
    status = attempt(run, 0.0, plain, any);
    for (int32_t i = 0; i < PART_HALVINGS && *any && status == TM_OK; i++) {
        bool good;
        double middle = 0.5 * (*part + high);
        status = attempt(run, middle, plain, &good);
        *part = good ? middle : *part;
        high = good ? high : middle;
    }
    return status;
}

static bool take(tmiImpactRun *run, tmiArena *arena, double **plain) {
    double **const arrays[] = {&run->sum,    &run->rate, &run->b, &run->answer, &run->full,
                               &run->change, &run->best, plain,   &run->held,   &run->kept};
    const int32_t rows[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 3};
    bool fine = true;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i] = tmi_arena_alloc(arena, (size_t)rows[i] * (size_t)run->rows, sizeof(double));
        fine = fine && *arrays[i];
    }
    size_t count = (size_t)run->impact->count;
    run->restitution = tmi_arena_alloc(arena, count, sizeof *run->restitution);
    run->which = tmi_arena_alloc(arena, count, sizeof *run->which);
    return fine && run->restitution && run->which;
}

tmStatus tmi_impact_solve(const tmiImpact *impact, tmiArena *arena, double *impulse,
                          tmiImpactInfo *info) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmiImpactRun run = {.impact = impact, .width = 1 + impact->tangents};
    run.rows = impact->count * run.width;
    double *plain = NULL;
    bool any = false;
    *info = (tmiImpactInfo){.part = 1.0};
    memset(impulse, 0, (size_t)run.rows * sizeof *impulse);
    if (impact->count == 0) {
        return TM_OK;
    }
    if (!take(&run, arena, &plain)) {
        tmi_arena_release(arena, mark);
        return TM_ERR_MEMORY;
    }
    restart(&run);
    run.tolerance = APPROACH_ENDED * fastest(&run);
    tmStatus status = search(&run, plain, &info->part, &any);
    status = status == TM_OK && !any ? TM_ERR_NOT_CONVERGED : status;
    if (status == TM_OK) {
        double scale;
        memcpy(impulse, run.best, (size_t)run.rows * sizeof *impulse);
        memcpy(run.sum, run.best, (size_t)run.rows * sizeof *impulse);
        tmi_impact_rates(&run);
        info->energy = tmi_impact_energy(&run, &scale);
    }
    info->rounds = run.rounds;
    info->is_crowded = run.is_crowded;
    tmi_arena_release(arena, mark);
    return status;
}
