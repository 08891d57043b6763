/* islands.c: contacts that bodies couple, one set at a time: has them solved (island.h) and moves
 * the bodies by their impulses. responses.c has what they yield to each other. */
#include "analyse/contact/solve/solve.h"

#include <math.h>
#include <string.h>

/* Points from which an island of free bodies goes to the kernel of coulomb.h; and up to which one
 * that it finds no answer for is tried with a matrix: a second at most. */
#define LARGE_FROM 16
#define DENSE_POINTS_MAX 100

/* How far kept friction may be outside of its cone, where it holds only nearly [1]. */
#define CONE_LOOSELY 1.5

/* ---- Who hangs together ---------------------------------------------------------------------- */

/* The mover that a contact belongs to: one that yields, if any does. */
static int32_t owner(const tmiContactEngine *c, const tmiContact *contact) {
    int32_t a = contact->movers[0], b = contact->movers[1];
    return a >= 0 && (b < 0 || tmi_engine_yields(c, a)) ? a : b;
}

static bool leaves_out(const tmiContact *contact) {
    return contact->idle || contact->held;
}

/* Bodies that are led pass no impulse on: they couple no others. */
static void join(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t i = c->own->movers[n];
        c->islands.root[i] = c->islands.leader[i];
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        int32_t a = contact->movers[0], b = contact->movers[1];
        if (!leaves_out(contact) && a >= 0 && b >= 0 && tmi_engine_yields(c, a) &&
            tmi_engine_yields(c, b)) {
            int32_t x = tmi_root_of(c->islands.root, a), y = tmi_root_of(c->islands.root, b);
            c->islands.root[x > y ? x : y] = x > y ? y : x;
        }
    }
}

/* ---- Solving, with one tangent: island.h
 * --------------------------------------------------------------------------------- */

static void take_answer(tmiContactEngine *c, const int32_t *which, int32_t count,
                        const uint8_t *state, const double *impulse) {
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[which[i]];
        contact->state = state[i];
        contact->impulse[0] = impulse[2 * i];
        contact->impulse[1] = impulse[2 * i + 1];
    }
}

/* Words that the states of so many points take. */
static size_t state_words(int32_t count) {
    return (size_t)count / sizeof(int32_t) + 1;
}

/* Room for an island with W as a matrix, of so many points. */
static tmStatus reserve_dense(tmiContactEngine *c, int32_t count) {
    if (count <= c->work.dense_count) {
        return TM_OK;
    }
    size_t n = 2 * (size_t)count, wholes = tmi_island_int_work(count) + state_words(count);
    size_t numbers = n * n + 2 * n + (size_t)count + tmi_island_loose_work(count);
    if (numbers > INT32_MAX) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(c->allocator, &c->work.numbers, &c->work.number_capacity,
                                        (int32_t)numbers, sizeof *c->work.numbers);
    status = status == TM_OK
                 ? tmi_array_reserve(c->allocator, &c->work.wholes, &c->work.whole_capacity,
                                     (int32_t)wholes, sizeof *c->work.wholes)
                 : status;
    c->work.dense_count = status == TM_OK ? count : c->work.dense_count;
    return status;
}

/* With W as a matrix. */
static tmStatus solve_dense(tmiContactEngine *c, const int32_t *which, int32_t count) {
    size_t n = 2 * (size_t)count, words = state_words(count);
    tmStatus status = reserve_dense(c, count);
    if (status != TM_OK) {
        return status;
    }
    double *w = c->work.numbers, *b = w + n * n, *impulse = b + n, *friction = impulse + n;
    double *work = friction + count;
    uint8_t *state = (uint8_t *)c->work.wholes;
    tmi_engine_assemble(c, which, count, w, b, friction);
    for (int32_t i = 0; i < count; i++) {
        state[i] = c->step.contacts[which[i]].state;
    }
    tmiContactIslandInfo info;
    const tmiContactIsland island = {count, w, b, friction};
    status = tmi_island_solve(&island, state, impulse, work, c->work.wholes + words, &info);
    if (status == TM_ERR_NOT_CONVERGED && c->step.loosely) {
        for (int32_t i = 0; i < count; i++) {
            state[i] = TMI_CONTACT_STICK;
        }
        status =
            tmi_island_solve_loosely(&island, state, impulse, work, c->work.wholes + words, &info);
        c->step.outcome.loose = true;
    }
    if (status == TM_OK) {
        take_answer(c, which, count, state, impulse);
    }
    return status;
}

tmStatus tmi_engine_solve_island(tmiContactEngine *c, const int32_t *which, int32_t count) {
    if (!tmi_engine_is_planar(c)) {
        c->step.outcome.solved++;
        return tmi_engine_solve_in_space(c, which, count);
    }
    bool free = count >= LARGE_FROM;
    for (int32_t i = 0; i < count && free; i++) {
        free = c->step.contacts[which[i]].response < 0;
    }
    c->step.outcome.solved++;
    /* Where a large one has no answer, each half of the step would take as long. */
    tmStatus status = free ? tmi_engine_solve_large(c, which, count, count > DENSE_POINTS_MAX)
                           : TM_ERR_NOT_CONVERGED;
    return status == TM_ERR_NOT_CONVERGED && (!free || count <= DENSE_POINTS_MAX)
               ? solve_dense(c, which, count)
               : status;
}

void tmi_engine_apply_impulse(const tmiContactEngine *c, const tmiContact *contact,
                              const double *impulse, double *velocity) {
    const tmiContactMotion *m = c->motion;
    int32_t length = m->mover_count * tmi_engine_dof(c);
    for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
        double p = impulse[k];
        if (p == 0.0) {
            continue;
        }
        for (int32_t side = 0; side < 2; side++) {
            int32_t mover = contact->movers[side];
            if (mover >= 0 && m->groups[mover] < 0) {
                tmi_engine_yield(c, mover, contact->across[k][side], p,
                                 velocity + (ptrdiff_t)mover * tmi_engine_dof(c));
            }
        }
        if (contact->response < 0) {
            continue;
        }
        const double *change =
            c->islands.responses + (tmi_engine_rows(c) * (ptrdiff_t)contact->response + k) * length;
        for (int32_t i = 0; i < length; i++) {
            velocity[i] += p * change[i];
        }
    }
}

void tmi_engine_velocities(const tmiContactEngine *c, const int32_t *which, int32_t count,
                           double *velocity) {
    tmi_own_copy(c, velocity, c->step.free);
    for (int32_t i = 0; i < (which ? count : c->step.contact_count); i++) {
        const tmiContact *contact = &c->step.contacts[which ? which[i] : i];
        tmi_engine_apply_impulse(c, contact, contact->impulse, velocity);
    }
}

/* Impulses of pairs, and how much all impulses changed the motion: p . (W p). */
static void weigh(tmiContactEngine *c, const double *velocity) {
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        c->step.pairs[i].impulse = 0.0;
    }
    c->step.effort.merit = c->step.effort.max = c->step.effort.total = 0.0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (contact->pair >= 0) {
            double *impulse = &c->step.pairs[contact->pair].impulse;
            *impulse += contact->impulse[0];
            c->step.effort.total += contact->impulse[0];
            c->step.effort.max = *impulse > c->step.effort.max ? *impulse : c->step.effort.max;
        }
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            c->step.effort.merit +=
                contact->impulse[k] *
                (tmi_contact_rate(c, contact, k, velocity) - contact->before[k]);
        }
    }
}

/* Puts the contacts that are not idle into `order`, island after island in the order of their first
 * contacts; returns how many islands there are. Their ends are in `ends`. */
static int32_t sort(tmiContactEngine *c, int32_t *ends) {
    int32_t islands = 0, total = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        int32_t root = tmi_root_of(c->islands.root, owner(c, contact));
        memcpy(contact->guess, contact->impulse, sizeof contact->guess);
        memset(contact->impulse, 0, sizeof contact->impulse);
        if (c->islands.slot[root] < 0) {
            c->islands.slot[root] = islands;
            ends[islands++] = 0;
        }
        contact->island = c->islands.slot[root];
        ends[contact->island] += !leaves_out(contact);
    }
    for (int32_t i = 0; i < islands; i++) {
        total += ends[i];
        ends[i] = total - ends[i]; /* where it begins */
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        c->islands.slot[tmi_root_of(c->islands.root, owner(c, contact))] = -1;
        if (!leaves_out(contact)) {
            c->islands.order[ends[contact->island]++] = i;
        }
    }
    return islands;
}

static double cone(const tmiContactEngine *c, const tmiContact *contact) {
    double friction = contact->pair >= 0 ? c->step.pairs[contact->pair].surface.friction : 0.0;
    return contact->impulse[0] > 0.0 ? friction * contact->impulse[0] : 0.0;
}

/* Impulses of friction that are kept are part of what is there without the others; and what is left
 * of it where its point presses less by now. */
static void add_fixed(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->fixed = tmi_within(contact->fixed, cone(c, contact));
        contact->friction = 0.0;
        contact->impulse[0] = 0.0;
        contact->impulse[1] = contact->fixed;
    }
    tmi_engine_velocities(c, NULL, 0, c->step.base);
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->rate[0] += tmi_contact_rate(c, contact, 0, c->step.base) - contact->before[0];
    }
}

/* An approximate answer differs in every pass: so friction keeps its first value. */
static void freeze(tmiContactEngine *c) {
    if (!tmi_engine_is_planar(c)) {
        return;
    }
    for (int32_t i = 0; i < c->step.contact_count && c->step.outcome.loose && !c->step.frozen;
         i++) {
        c->step.contacts[i].fixed = c->step.contacts[i].impulse[1];
        c->step.contacts[i].friction = 0.0;
    }
    c->step.frozen = c->step.outcome.loose;
}

/* Friction that pushes along the slip brings energy, which no law of friction does: it is let go in
 * the passes that follow. A pyramid of 990 boxes at rest was set in motion by it. */
static void let_go(tmiContactEngine *c, const double *velocity) {
    for (int32_t i = 0; i < c->step.contact_count && c->step.frozen; i++) {
        tmiContact *contact = &c->step.contacts[i];
        bool pushes = contact->fixed * tmi_contact_rate(c, contact, 1, velocity) > 0.0;
        contact->fixed = pushes ? 0.0 : contact->fixed;
    }
}

bool tmi_engine_in_cones(const tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count && c->step.frozen; i++) {
        if (fabs(c->step.contacts[i].fixed) > CONE_LOOSELY * cone(c, &c->step.contacts[i])) {
            return false;
        }
    }
    return true;
}

tmStatus tmi_engine_solve_by(tmiContactEngine *c, tmiIslandSolver *solve, void *user,
                             double *velocity) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->islands.order, &c->islands.order_capacity,
                                        2 * c->step.contact_count + 1, sizeof *c->islands.order);
    status = status == TM_OK && c->motion->coupled ? tmi_engine_find_held(c) : status;
    if (status != TM_OK) {
        return status;
    }
    if (c->step.frozen) {
        add_fixed(c);
    }
    join(c);
    int32_t *ends = c->islands.order + c->step.contact_count, islands = sort(c, ends), first = 0;
    for (int32_t i = 0; i < islands && status == TM_OK; i++) {
        status = ends[i] > first ? solve(user, c->islands.order + first, ends[i] - first) : TM_OK;
        first = ends[i];
    }
    for (int32_t i = 0; i < c->step.contact_count && c->step.frozen; i++) {
        c->step.contacts[i].impulse[1] = c->step.contacts[i].fixed;
    }
    freeze(c);
    tmi_engine_velocities(c, NULL, 0, velocity);
    let_go(c, velocity);
    weigh(c, velocity);
    return status;
}

static tmStatus solve_island(void *user, const int32_t *which, int32_t count) {
    return tmi_engine_solve_island(user, which, count);
}

tmStatus tmi_engine_solve(tmiContactEngine *c, double *velocity) {
    return tmi_engine_solve_by(c, solve_island, c, velocity);
}

void tmi_engine_sum_impulses(const tmiContactEngine *c, double *impulse) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        memset(impulse + (ptrdiff_t)c->own->movers[n] * tmi_engine_dof(c), 0,
               (size_t)tmi_engine_dof(c) * sizeof *impulse);
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        for (int32_t side = 0; side < 2; side++) {
            for (int32_t k = 0; contact->movers[side] >= 0 && k < tmi_engine_dof(c); k++) {
                double own = contact->impulse[0] * contact->across[0][side][k];
                for (int32_t l = 1; l < tmi_engine_rows(c); l++) {
                    own += contact->impulse[l] * contact->across[l][side][k];
                }
                impulse[contact->movers[side] * tmi_engine_dof(c) + k] += own;
            }
        }
    }
}
