/* loose_dense.c: the last resort for an island whose friction has no answer that any method
 * finds, as with bodies that jam: impulses within their cones by projected sweeps, then normal ones
 * alone, which always have an answer if bodies can be apart at all. Nothing overlaps then; what is
 * loose is the law of friction. */
#include "analyse/contact/island/island_private.h"

#include <string.h>

/* Sweeps over all points, and solutions for the normal impulses until the cones hold. */
#define LOOSE_SWEEPS 400
#define LOOSE_TURNS 6

size_t tmi_island_loose_work(int32_t count) {
    return 5 * (size_t)count + tmi_island_work(count);
}

static double rate_of(const tmiContactIsland *island, const double *impulse, int32_t row) {
    int32_t n = 2 * island->count;
    const double *w = island->w + (ptrdiff_t)row * n;
    double sum = island->b[row];
    for (int32_t k = 0; k < n; k++) {
        sum += w[k] * impulse[k];
    }
    return sum;
}

static void sweep(const tmiContactIsland *island, double *impulse) {
    ptrdiff_t n = 2 * island->count;
    for (int32_t i = 0; i < island->count; i++) {
        double own = island->w[2 * i * n + 2 * i];
        double across = island->w[(2 * i + 1) * n + 2 * i + 1];
        if (own > 0.0) {
            double p = impulse[2 * i] - rate_of(island, impulse, 2 * i) / own;
            impulse[2 * i] = p > 0.0 ? p : 0.0;
        }
        double max = island->friction[i] * impulse[2 * i], t = impulse[2 * i + 1];
        t = across > 0.0 ? t - rate_of(island, impulse, 2 * i + 1) / across : 0.0;
        impulse[2 * i + 1] = tmi_within(t, max);
    }
}

/* What the tangential impulses leave for the normal ones. */
static void put_rates(const tmiContactIsland *island, const double *impulse, double *b) {
    int32_t n = 2 * island->count;
    for (int32_t i = 0; i < n; i++) {
        const double *w = island->w + (ptrdiff_t)i * n;
        b[i] = island->b[i];
        for (int32_t k = 1; k < n; k += 2) {
            b[i] += w[k] * impulse[k];
        }
    }
}

tmStatus tmi_island_solve_loosely(const tmiContactIsland *island, uint8_t *state, double *impulse,
                                  double *work, int32_t *int_work, tmiContactIslandInfo *info) {
    int32_t count = island->count;
    double *b = work, *none = b + 2 * count, *normal = none + count;
    tmiContactIsland plain = {count, island->w, b, none};
    bool all = false;
    memset(impulse, 0, 2 * (size_t)count * sizeof *impulse);
    memset(none, 0, (size_t)count * sizeof *none);
    for (int32_t i = 0; i < LOOSE_SWEEPS; i++) {
        sweep(island, impulse);
    }
    for (int32_t turn = 0; turn < LOOSE_TURNS && !all; turn++) {
        put_rates(island, impulse, b);
        tmStatus status =
            tmi_island_solve(&plain, state, normal, normal + 2 * count, int_work, info);
        if (status != TM_OK) {
            memset(impulse, 0, 2 * (size_t)count * sizeof *impulse);
            return status;
        }
        all = true;
        for (int32_t i = 0; i < count; i++) {
            double t = tmi_within(impulse[2 * i + 1], island->friction[i] * normal[2 * i]);
            impulse[2 * i] = normal[2 * i];
            all = all && t == impulse[2 * i + 1];
            /* In the last round normal impulses must fit: a cone may then be exceeded a little. */
            impulse[2 * i + 1] = turn + 1 < LOOSE_TURNS ? t : impulse[2 * i + 1];
        }
    }
    for (int32_t i = 0; i < count; i++) {
        double p = impulse[2 * i], t = impulse[2 * i + 1];
        state[i] =
            (uint8_t)(p <= 0.0 ? TMI_CONTACT_OPEN : tmi_cone_state(island->friction[i], p, t, 0.0));
    }
    return TM_OK;
}
