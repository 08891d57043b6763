/* sim_checkpoint_contact.c: what contact keeps from one step to the next, as plain numbers: rows
 * and states of pairs, bodies that press on each other, contacts that controls read, limits, and
 * who is at rest. It grows and shrinks with what touches, so it is kept beside the checkpoint of
 * sim_checkpoint.c. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

/* Numbers of each kind of entry. */
#define OF_WARM 16
#define OF_PAIR 5
#define OF_CONTACT 16

/* … of a contact in space three more: what is along z. */
static int32_t of_contact(const tmSim *sim) {
    return sim->system->planar ? OF_CONTACT : OF_CONTACT + 3;
}

/* Counts before them. */
#define HEAD 4

static void put_key(double *to, uint64_t key) {
    to[0] = (double)(key >> 32);
    to[1] = (double)(key & UINT32_MAX);
}

static uint64_t get_key(const double *from) {
    return (uint64_t)from[0] << 32 | (uint64_t)from[1];
}

/* ---- Into numbers ---------------------------------------------------------------------------- */

static double *put_warm(double *to, const tmiWarmPair *warm, int32_t count) {
    for (int32_t i = 0; i < count; i++, to += OF_WARM) {
        const tmiWarmPair *m = &warm[i];
        const double numbers[] = {m->bodies[0], m->bodies[1], m->pieces[0], m->pieces[1],
                                  m->row,       m->count,     m->state[0],  m->state[1]};
        memcpy(to, numbers, sizeof numbers);
        put_key(to + 8, m->keys[0]);
        put_key(to + 10, m->keys[1]);
        memcpy(to + 12, m->force, sizeof m->force);
    }
    return to;
}

static void put_contact(double *to, const tmContact *c, uint64_t key, bool planar) {
    const double numbers[] = {c->bodies[0], c->bodies[1], c->pieces[0],   c->pieces[1],
                              c->point[0],  c->point[1],  c->normal[0],   c->normal[1],
                              c->gap,       c->force,     c->friction[0], c->friction[1],
                              c->slips};
    memcpy(to, numbers, sizeof numbers);
    put_key(to + 13, key);
    to[15] = c->parted;
    if (!planar) {
        to[16] = c->point[2];
        to[17] = c->normal[2];
        to[18] = c->friction[2];
    }
}

tmStatus tmi_sim_contact_keep_checkpoint(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    int32_t count = 0;
    if (!c->engine) {
        return sim->touch ? tmi_touch_keep_checkpoint(sim) : TM_OK;
    }
    const tmiWarmPair *warm = tmi_engine_warm(c->engine, &count);
    int32_t at_rest = tmi_sim_sleep_numbers(sim);
    int64_t size = HEAD + (int64_t)count * OF_WARM + (int64_t)c->touch.pair_count * OF_PAIR +
                   (int64_t)c->list.count * of_contact(sim) + at_rest + sim->limit_count;
    c->checkpoint_count = 0;
    tmStatus status = size > INT32_MAX ? TM_ERR_LIMIT
                                       : tmi_array_reserve(sim->allocator, &c->checkpoint,
                                                           &c->checkpoint_capacity, (int32_t)size,
                                                           sizeof *c->checkpoint);
    if (status != TM_OK) {
        return status;
    }
    double *to = c->checkpoint;
    *to++ = count;
    *to++ = c->touch.pair_count;
    *to++ = c->list.count;
    *to++ = at_rest;
    to = put_warm(to, warm, count);
    for (int32_t i = 0; i < c->touch.pair_count; i++, to += OF_PAIR) {
        const tmiSimPair *pair = &c->touch.pairs[i];
        const double numbers[] = {pair->bodies[0], pair->bodies[1], pair->impulse, pair->max_force,
                                  pair->struck};
        memcpy(to, numbers, sizeof numbers);
    }
    for (int32_t i = 0; i < c->list.count; i++, to += of_contact(sim)) {
        put_contact(to, &c->list.contacts[i], c->list.keys[i], sim->system->planar);
    }
    tmi_sim_sleep_put(sim, to);
    to += at_rest;
    for (int32_t i = 0; i < sim->limit_count; i++) {
        *to++ = sim->limits[i].held;
    }
    c->checkpoint_count = (int32_t)size;
    return TM_OK;
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Reads a number as an integer from `low` to below `high`; false if it is not one. */
static bool whole(double number, int32_t low, int32_t high, int32_t *to) {
    bool fine = number >= low && number < high;
    *to = fine ? (int32_t)number : low;
    return fine && *to == number;
}

static bool is_key(const double *from) {
    return from[0] >= 0.0 && from[0] < 0x1p32 && from[1] >= 0.0 && from[1] < 0x1p32;
}

static bool get_warm(const tmSim *sim, const double *from, tmiWarmPair *m) {
    const tmiNear *near = tmi_engine_near(sim->contact.engine);
    int32_t state[2];
    bool fine = is_key(from + 8) && is_key(from + 10);
    memcpy(m->force, from + 12, sizeof m->force);
    for (int32_t k = 12; k < 16; k++) {
        fine = fine && fabs(from[k]) < INFINITY;
    }
    for (int32_t k = 0; k < 2; k++) {
        fine = whole(from[k], 0, near->body_count, &m->bodies[k]) && fine;
        fine = whole(from[2 + k], 0, near->piece_count, &m->pieces[k]) && fine;
        fine = whole(from[6 + k], 0, TMI_CONTACT_SLIP_DOWN + 1, &state[k]) && fine;
        m->state[k] = (uint8_t)state[k];
        m->keys[k] = fine ? get_key(from + 8 + 2 * k) : 0;
    }
    fine = whole(from[4], -1, INT32_MAX, &m->row) && fine;
    return whole(from[5], 0, 3, &m->count) && fine;
}

static bool get_contact(const tmSim *sim, const double *from, tmContact *c, uint64_t *key) {
    const tmiNear *near = tmi_engine_near(sim->contact.engine);
    bool fine = is_key(from + 13);
    *c = (tmContact){.point = {from[4], from[5]},
                     .normal = {from[6], from[7]},
                     .gap = from[8],
                     .force = from[9],
                     .friction = {from[10], from[11]},
                     .slips = from[12] != 0.0,
                     .parted = from[15] != 0.0};
    if (!sim->system->planar) {
        c->point[2] = from[16];
        c->normal[2] = from[17];
        c->friction[2] = from[18];
    }
    for (int32_t k = 0; k < 2; k++) {
        fine = whole(from[k], 0, near->body_count, &c->bodies[k]) && fine;
        fine = whole(from[2 + k], 0, near->piece_count, &c->pieces[k]) && fine;
    }
    *key = fine ? get_key(from + 13) : 0;
    return fine;
}

/* Makes room and reads the three lists; those that do not fit are left out. */
static tmStatus read_lists(tmSim *sim, const double *from, const int32_t counts[HEAD]) {
    tmiSimContact *c = &sim->contact;
    tmStatus status = TM_OK;
    tmi_engine_clear_warm(c->engine);
    for (int32_t i = 0; i < counts[0] && status == TM_OK; i++, from += OF_WARM) {
        tmiWarmPair entry;
        status = get_warm(sim, from, &entry) ? tmi_engine_add_warm(c->engine, &entry) : TM_OK;
    }
    status = status == TM_OK
                 ? tmi_array_reserve(sim->allocator, &c->touch.pairs, &c->touch.pair_capacity,
                                     counts[1], sizeof *c->touch.pairs)
                 : status;
    for (int32_t i = 0; i < counts[1] && status == TM_OK; i++, from += OF_PAIR) {
        tmiSimPair *pair = &c->touch.pairs[c->touch.pair_count];
        *pair = (tmiSimPair){.impulse = from[2], .max_force = from[3], .struck = from[4] != 0.0};
        c->touch.pair_count += whole(from[0], 0, sim->system->body_count, &pair->bodies[0]) &&
                               whole(from[1], 0, sim->system->body_count, &pair->bodies[1]);
    }
    for (int32_t i = 0; i < counts[2] && status == TM_OK; i++, from += of_contact(sim)) {
        int32_t next = c->list.count + 1;
        status = tmi_array_reserve(sim->allocator, &c->list.contacts, &c->list.capacity, next,
                                   sizeof *c->list.contacts);
        status = status == TM_OK
                     ? tmi_array_reserve(sim->allocator, &c->list.keys, &c->list.key_capacity, next,
                                         sizeof *c->list.keys)
                     : status;
        c->list.count += status == TM_OK && get_contact(sim, from, &c->list.contacts[next - 1],
                                                        &c->list.keys[next - 1]);
    }
    if (status == TM_OK) {
        tmi_sim_sleep_get(sim, from, counts[3]);
        from += counts[3];
    }
    bool *held = tmi_engine_limits(c->engine);
    for (int32_t i = 0; i < sim->limit_count && status == TM_OK; i++) {
        held[i] = sim->limits[i].held = from[i] != 0.0;
    }
    return status;
}

tmStatus tmi_sim_contact_restore_checkpoint(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    int32_t counts[HEAD] = {0};
    if (!c->engine) {
        return sim->touch ? tmi_touch_restore_checkpoint(sim) : TM_OK;
    }
    const double *from = c->checkpoint;
    bool fine = c->checkpoint_count >= HEAD;
    for (int32_t i = 0; i < HEAD && fine; i++) {
        fine = whole(from[i], 0, c->checkpoint_count, &counts[i]);
    }
    int64_t size = HEAD + (int64_t)counts[0] * OF_WARM + (int64_t)counts[1] * OF_PAIR +
                   (int64_t)counts[2] * of_contact(sim) + counts[3] + sim->limit_count;
    c->touch.pair_count = c->list.count = 0;
    c->list.is_present = true;
    c->means.has_step = c->foreseen.is_known = false;
    return fine && size == c->checkpoint_count ? read_lists(sim, from + HEAD, counts) : TM_OK;
}
