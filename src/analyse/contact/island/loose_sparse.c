/* loose_sparse.c: the same last resort as loose_dense.c for large islands of free bodies,
 * without W: sweeps that keep the velocities of the bodies, then normal impulses alone. */
#include "analyse/contact/island/friction_cone.h"

#include <string.h>

/* Sweeps over all points, and solutions for the normal impulses until the cones hold. */
#define LOOSE_FREE_SWEEPS 200
#define LOOSE_FREE_TURNS 4

/* Velocities of the bodies by the impulses. */
typedef struct Sweep {
    const tmiFreeIsland *island;
    double (*velocity)[3];
    double *impulse;
    double (*yield)[2]; /* of each point: what its rates yield to their own impulses */
} Sweep;

static double rate(const Sweep *s, int32_t point, int32_t k) {
    const tmiFreePoint *p = &s->island->points[point];
    double sum = s->island->b[2 * point + k];
    for (int32_t side = 0; side < 2; side++) {
        if (p->body[side] >= 0) {
            const double *row = p->across[k][side], *v = s->velocity[p->body[side]];
            sum += row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        }
    }
    return sum;
}

static void push(Sweep *s, int32_t point, int32_t k, double by) {
    const tmiFreePoint *p = &s->island->points[point];
    s->impulse[2 * point + k] += by;
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t i = 0; p->body[side] >= 0 && i < 3; i++) {
            s->velocity[p->body[side]][i] +=
                s->island->weights[p->body[side]][i] * p->across[k][side][i] * by;
        }
    }
}

static void sweep(Sweep *s) {
    for (int32_t i = 0; i < s->island->count; i++) {
        const double *own = s->yield[i];
        double p = s->impulse[2 * i], t = s->impulse[2 * i + 1];
        double normal = own[0] > 0.0 ? p - rate(s, i, 0) / own[0] : 0.0;
        push(s, i, 0, (normal > 0.0 ? normal : 0.0) - p);
        double max = s->island->friction[i] * s->impulse[2 * i];
        double across = own[1] > 0.0 && max > 0.0 ? t - rate(s, i, 1) / own[1] : 0.0;
        push(s, i, 1, tmi_within(across, max) - t);
    }
}

static void measure(Sweep *s) {
    for (int32_t i = 0; i < s->island->count; i++) {
        const tmiFreePoint *p = &s->island->points[i];
        for (int32_t k = 0; k < 2; k++) {
            for (int32_t side = 0; side < 2; side++) {
                for (int32_t m = 0; p->body[side] >= 0 && m < 3; m++) {
                    double row = p->across[k][side][m];
                    s->yield[i][k] += row * s->island->weights[p->body[side]][m] * row;
                }
            }
        }
    }
}

/* What the tangential impulses leave for the normal ones. */
static void put_rates(Sweep *s, double *b) {
    memset(s->velocity, 0, (size_t)s->island->body_count * sizeof *s->velocity);
    for (int32_t i = 0; i < s->island->count; i++) {
        double t = s->impulse[2 * i + 1];
        s->impulse[2 * i + 1] = 0.0;
        push(s, i, 1, t);
    }
    for (int32_t i = 0; i < s->island->count; i++) {
        b[2 * i] = rate(s, i, 0);
        b[2 * i + 1] = rate(s, i, 1);
    }
}

/* Normal impulses that fit the tangential ones, and these within the cones of those. */
static tmStatus fit(Sweep *s, tmiArena *arena, uint8_t *state, double *work,
                    tmiContactIslandInfo *info) {
    int32_t count = s->island->count;
    double *b = work, *normal = b + 2 * count, *none = normal + 2 * count;
    tmiFreeIsland plain = *s->island;
    plain.b = b;
    plain.friction = none;
    bool all = false;
    for (int32_t turn = 0; turn < LOOSE_FREE_TURNS && !all; turn++) {
        put_rates(s, b);
        tmStatus status = tmi_island_solve_free(&plain, arena, state, normal, info);
        if (status != TM_OK) {
            return status;
        }
        all = true;
        for (int32_t i = 0; i < count; i++) {
            double t = s->impulse[2 * i + 1];
            double held = tmi_within(t, s->island->friction[i] * normal[2 * i]);
            s->impulse[2 * i] = normal[2 * i];
            all = all && held == t;
            /* In the last round normal impulses must fit: a cone may then be exceeded a little. */
            s->impulse[2 * i + 1] = turn + 1 < LOOSE_FREE_TURNS ? held : t;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        double p = s->impulse[2 * i], t = s->impulse[2 * i + 1], mu = s->island->friction[i];
        state[i] = (uint8_t)(p <= 0.0 ? TMI_CONTACT_OPEN : tmi_cone_state(mu, p, t, 0.0));
    }
    return TM_OK;
}

tmStatus tmi_island_solve_free_loosely(const tmiFreeIsland *island, tmiArena *arena, uint8_t *state,
                                       double *impulse, tmiContactIslandInfo *info) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    size_t n = (size_t)island->count;
    Sweep s = {.island = island, .impulse = impulse};
    s.velocity = tmi_arena_alloc(arena, (size_t)island->body_count, sizeof *s.velocity);
    s.yield = tmi_arena_alloc(arena, n, sizeof *s.yield);
    double *work = tmi_arena_alloc(arena, 5 * n, sizeof *work);
    tmStatus status = s.velocity && s.yield && work ? TM_OK : TM_ERR_MEMORY;
    memset(impulse, 0, 2 * n * sizeof *impulse);
    if (status == TM_OK) {
        measure(&s);
        for (int32_t i = 0; i < LOOSE_FREE_SWEEPS; i++) {
            sweep(&s);
        }
        memset(state, TMI_CONTACT_STICK, n);
        status = fit(&s, arena, state, work, info);
    }
    if (status != TM_OK) {
        memset(impulse, 0, 2 * n * sizeof *impulse);
        memset(state, TMI_CONTACT_OPEN, n);
    }
    tmi_arena_release(arena, mark);
    return status;
}
