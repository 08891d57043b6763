/* sim_sleep.c: bodies at rest are not stepped. Where in a cluster of free bodies nothing has moved
 * for some steps and no force has changed, all of them fall asleep: they stay where they are, with
 * velocities of 0, and press on each other as they did. They wake as soon as a body that is awake
 * may meet one of them, which is when the engine puts both into one cluster, or a force on one of
 * them changes. docs/theory/contact.md, section 8.
 *
 * What joints, springs and drives couple is always stepped. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* Steps for which bodies must have stayed where they are, and how far they may have moved in all of
 * these [parts of a reach, rad]. So what is lost by sleeping are motions of less than 1.6e-12 of a
 * body a step: far above what rounding leaves of velocities at rest, far below what is promised of
 * overlaps. */
#define REST_STEPS 64
#define STILL 1e-10

/* Roundings of a coordinate that are no motion [1]. */
#define REST_ROUNDED (8.0 * TMI_EPSILON)

/* ---- Making ---------------------------------------------------------------------------------- */

tmStatus tmi_sim_sleep_create(tmSim *sim, bool is_on) {
    const tmiSystem *s = sim->system;
    tmiSimSleep *sleep = &sim->contact.sleep;
    size_t movers = (size_t)s->mover_count + 1;
    sleep->is_on = is_on && sim->contact.model == TM_CONTACT_FACETS;
    sleep->still = tmi_arena_alloc(&sim->arena, movers, sizeof *sleep->still);
    sleep->sleeps = tmi_arena_alloc(&sim->arena, movers, sizeof *sleep->sleeps);
    sleep->clusters = tmi_arena_alloc(&sim->arena, movers, sizeof *sleep->clusters);
    sleep->place = tmi_arena_alloc(&sim->arena, movers * (size_t)s->pose, sizeof *sleep->place);
    sleep->load = tmi_arena_alloc(&sim->arena, movers * (size_t)s->dof, sizeof *sleep->load);
    return sleep->still && sleep->sleeps && sleep->clusters && sleep->place && sleep->load
               ? TM_OK
               : TM_ERR_MEMORY;
}

void tmi_sim_sleep_destroy(tmSim *sim) {
    tmiSimSleep *sleep = &sim->contact.sleep;
    tmi_array_clear(sim->allocator, &sleep->contacts, &sleep->capacity, sizeof *sleep->contacts);
    tmi_array_clear(sim->allocator, &sleep->keys, &sleep->key_capacity, sizeof *sleep->keys);
}

/* ---- Waking ---------------------------------------------------------------------------------- */

static void wake(tmSim *sim, int32_t mover) {
    sim->contact.sleep.still[mover] = 0;
    sim->contact.sleep.sleeps[mover] = false;
}

void tmi_sim_sleep_wake_all(tmSim *sim) {
    for (int32_t i = 0; sim->contact.engine && i < sim->system->mover_count; i++) {
        wake(sim, i);
    }
}

/* Whether any body has stayed where it was in the last step. */
static bool any_still(const tmSim *sim) {
    bool any = false;
    for (int32_t i = 0; i < sim->system->mover_count && !any; i++) {
        any = sim->contact.sleep.still[i] > 0;
    }
    return any;
}

/* A body on which a control has begun to act, or acts otherwise than before, does not rest. */
static tmStatus look_at_loads(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimSleep *sleep = &sim->contact.sleep;
    int64_t evaluations = sim->info.evaluations;
    tmStatus status = tmi_sim_collect(sim, sim->t, sim->y, false);
    sim->info.evaluations = evaluations; /* those of steps count */
    for (int32_t i = 0; i < s->mover_count && status == TM_OK; i++) {
        double *load = sleep->load + (ptrdiff_t)i * s->dof;
        const double *force = s->force + (ptrdiff_t)i * s->dof;
        for (int32_t k = 0; k < s->dof && sleep->still[i] > 1; k++) {
            if (load[k] != force[k]) {
                wake(sim, i);
            }
        }
        memcpy(load, force, (size_t)s->dof * sizeof *load);
    }
    return status;
}

/* Whether either of two bodies sleeps. */
static bool sleeps(const tmSim *sim, const int32_t bodies[2]) {
    for (int32_t k = 0; k < 2; k++) {
        int32_t mover = sim->system->mover_of[bodies[k]];
        if (mover >= 0 && sim->contact.sleep.sleeps[mover]) {
            return true;
        }
    }
    return false;
}

/* What the last step left between bodies that sleep: it goes on. */
static tmStatus keep_contacts(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmiSimSleep *sleep = &c->sleep;
    sleep->count = 0;
    tmStatus status = tmi_array_reserve(sim->allocator, &sleep->contacts, &sleep->capacity,
                                        c->list.count, sizeof *sleep->contacts);
    status = status == TM_OK ? tmi_array_reserve(sim->allocator, &sleep->keys, &sleep->key_capacity,
                                                 c->list.count, sizeof *sleep->keys)
                             : status;
    for (int32_t i = 0; i < c->list.count && status == TM_OK; i++) {
        const tmContact *contact = &c->list.contacts[i];
        if (!contact->parted && sleeps(sim, contact->bodies)) {
            sleep->contacts[sleep->count] = *contact;
            sleep->keys[sleep->count++] = c->list.keys[i];
        }
    }
    return status;
}

tmStatus tmi_sim_sleep_begin(tmSim *sim) {
    if (!sim->contact.sleep.is_on || !any_still(sim)) {
        return TM_OK;
    }
    if (tmi_sim_pulls(sim)) {
        tmi_sim_sleep_wake_all(sim);
        return TM_OK;
    }
    tmStatus status = sim->has_acts ? look_at_loads(sim) : TM_OK;
    return status == TM_OK ? keep_contacts(sim) : status;
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* Numbers of a mover that has stayed for some steps: the others need none. */
static int32_t entry_size(const tmSim *sim) {
    return 3 + sim->system->pose + sim->system->dof;
}

int32_t tmi_sim_sleep_numbers(const tmSim *sim) {
    int32_t count = 0;
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        count += sim->contact.sleep.still[i] > 0;
    }
    return count * entry_size(sim);
}

void tmi_sim_sleep_put(const tmSim *sim, double *to) {
    const tmiSystem *s = sim->system;
    const tmiSimSleep *sleep = &sim->contact.sleep;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (sleep->still[i] > 0) {
            to[0] = i;
            to[1] = sleep->still[i];
            to[2] = sleep->sleeps[i];
            memcpy(to + 3, sleep->place + (ptrdiff_t)i * s->pose, (size_t)s->pose * sizeof *to);
            memcpy(to + 3 + s->pose, sleep->load + (ptrdiff_t)i * s->dof,
                   (size_t)s->dof * sizeof *to);
            to += entry_size(sim);
        }
    }
}

void tmi_sim_sleep_get(tmSim *sim, const double *from, int32_t count) {
    const tmiSystem *s = sim->system;
    tmiSimSleep *sleep = &sim->contact.sleep;
    tmi_sim_sleep_wake_all(sim);
    for (const double *end = from + count; end - from >= entry_size(sim); from += entry_size(sim)) {
        bool fine = from[0] >= 0.0 && from[0] < s->mover_count && from[1] >= 1.0 &&
                    from[1] <= REST_STEPS && sim->contact.groups[(int32_t)from[0]] < 0;
        if (!fine) {
            continue;
        }
        int32_t i = (int32_t)from[0];
        sleep->still[i] = (int32_t)from[1];
        sleep->sleeps[i] = sleep->is_on && from[2] != 0.0;
        memcpy(sleep->place + (ptrdiff_t)i * s->pose, from + 3, (size_t)s->pose * sizeof *from);
        memcpy(sleep->load + (ptrdiff_t)i * s->dof, from + 3 + s->pose,
               (size_t)s->dof * sizeof *from);
    }
}

/* ---- Sleeping -------------------------------------------------------------------------------- */

/* Contacts of clusters that sleep are those of the step, too. */
static tmStatus show_contacts(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    int32_t count = c->list.count + c->sleep.count;
    tmStatus status = tmi_array_reserve(sim->allocator, &c->list.contacts, &c->list.capacity, count,
                                        sizeof *c->list.contacts);
    status = status == TM_OK ? tmi_array_reserve(sim->allocator, &c->list.keys,
                                                 &c->list.key_capacity, count, sizeof *c->list.keys)
                             : status;
    for (int32_t i = 0; i < c->sleep.count && status == TM_OK; i++) {
        const tmContact *contact = &c->sleep.contacts[i];
        if (sleeps(sim, contact->bodies)) {
            c->list.contacts[c->list.count] = *contact;
            c->list.keys[c->list.count++] = c->sleep.keys[i];
            status = tmi_sim_add_rest(sim, contact->bodies, contact->force);
        }
    }
    return status;
}

tmStatus tmi_sim_sleep_clusters(tmSim *sim) {
    tmiSimSleep *sleep = &sim->contact.sleep;
    int32_t count;
    const tmiContactCluster *all = tmi_engine_clusters(sim->contact.engine, &count);
    bool any = false;
    memset(sleep->clusters, 0, (size_t)count * sizeof *sleep->clusters);
    for (int32_t i = 0; sleep->is_on && i < count; i++) {
        bool sleeps = true;
        for (int32_t k = 0; k < all[i].mover_count && sleeps; k++) {
            sleeps = sleep->sleeps[all[i].movers[k]];
        }
        for (int32_t k = 0; k < all[i].mover_count && !sleeps; k++) {
            if (sleep->sleeps[all[i].movers[k]]) {
                wake(sim, all[i].movers[k]);
            }
        }
        sleep->clusters[i] = sleeps;
        any = any || sleeps;
    }
    return any ? show_contacts(sim) : TM_OK;
}

/* Whether a mover has stayed where it was when its rest began, and is not about to leave: a ball
 * may bounce between two walls and be at the same place whenever a step ends. */
static bool stays(tmSim *sim, int32_t mover) {
    const tmiSystem *s = sim->system;
    tmiSimSleep *sleep = &sim->contact.sleep;
    const double *pose = sim->y_end + (ptrdiff_t)mover * s->pose;
    double *place = sleep->place + (ptrdiff_t)mover * s->pose;
    double reach = tmi_engine_reach_of(sim->contact.engine, mover);
    const double *u = tmi_system_velocities(s, sim->y_end) + (ptrdiff_t)mover * s->dof;
    double h = sim->t_end - sim->t;
    int32_t axes = s->planar ? 2 : 3;
    bool stays = true;
    if (sleep->still[mover] == 0) { /* it begins with this step */
        memcpy(place, sim->y + (ptrdiff_t)mover * s->pose, (size_t)s->pose * sizeof *place);
    }
    for (int32_t k = 0; k < s->pose; k++) {
        double max = STILL * (k < axes ? reach : 1.0) + REST_ROUNDED * fabs(pose[k]);
        stays = stays && fabs(pose[k] - place[k]) <= max;
    }
    for (int32_t k = 0; k < s->dof; k++) {
        stays = stays && h * fabs(u[k]) <= STILL * (k < axes ? reach : 1.0);
    }
    return stays;
}

/* A cluster may have stayed for long enough. */
static void look_at(tmSim *sim, const tmiContactCluster *cluster) {
    const tmiSystem *s = sim->system;
    tmiSimSleep *sleep = &sim->contact.sleep;
    bool all = true;
    for (int32_t i = 0; i < cluster->mover_count; i++) {
        int32_t mover = cluster->movers[i], *still = &sleep->still[mover];
        bool one_more = *still < REST_STEPS;
        *still = !stays(sim, mover) ? 0 : *still + one_more;
        all = all && *still == REST_STEPS;
    }
    for (int32_t i = 0; i < cluster->mover_count && all; i++) {
        sleep->sleeps[cluster->movers[i]] = true;
        memset(tmi_system_velocities(s, sim->y_end) + (ptrdiff_t)cluster->movers[i] * s->dof, 0,
               (size_t)s->dof * sizeof(double));
    }
}

void tmi_sim_sleep_end(tmSim *sim) {
    tmiSimSleep *sleep = &sim->contact.sleep;
    int32_t count;
    const tmiContactCluster *all = tmi_engine_clusters(sim->contact.engine, &count);
    for (int32_t i = 0; sleep->is_on && i < count; i++) {
        if (sleep->clusters[i]) {
            sim->info.asleep += all[i].mover_count;
        } else if (!all[i].coupled) {
            look_at(sim, &all[i]);
        }
    }
}
