/* sim_checkpoint_contact.c: what contact keeps from one step to the next, as plain numbers: rows
 * and presses of pairs, bodies that press on each other, contacts that controls read, limits. It
 * grows and shrinks with what touches, so that it stands beside the memory of sim_checkpoint.c. */
#include "analyse/dynamics/sim/sim_private.h"

#include <string.h>

/* Numbers of each kind of entry. */
#define OF_MEMORY 12
#define OF_PAIR 5
#define OF_CONTACT 16

static void put_key(double *to, uint64_t key) {
    to[0] = (double)(key >> 32);
    to[1] = (double)(key & UINT32_MAX);
}

static uint64_t get_key(const double *from) {
    return (uint64_t)from[0] << 32 | (uint64_t)from[1];
}

/* ---- Into numbers -------------------------------------------------------------------------- */

static double *put_memory(double *to, const tmiTouchMemory *memory, int32_t count) {
    for (int32_t i = 0; i < count; i++, to += OF_MEMORY) {
        const tmiTouchMemory *m = &memory[i];
        const double numbers[] = {m->bodies[0], m->bodies[1], m->pieces[0], m->pieces[1],
                                  m->row,       m->count,     m->press[0],  m->press[1]};
        memcpy(to, numbers, sizeof numbers);
        put_key(to + 8, m->keys[0]);
        put_key(to + 10, m->keys[1]);
    }
    return to;
}

static double *put_contact(double *to, const tmContact *c, uint64_t key) {
    const double numbers[] = {c->bodies[0], c->bodies[1], c->pieces[0],   c->pieces[1],
                              c->point[0],  c->point[1],  c->normal[0],   c->normal[1],
                              c->gap,       c->force,     c->friction[0], c->friction[1],
                              c->slips};
    memcpy(to, numbers, sizeof numbers);
    put_key(to + 13, key);
    to[15] = 0.0;
    return to + OF_CONTACT;
}

tmStatus tmi_sim_contact_remember(tmSim *sim) {
    tmiSimContact *touch = &sim->touch;
    int32_t count = 0;
    if (!touch->engine) {
        return TM_OK;
    }
    const tmiTouchMemory *memory = tmi_contact_memory(touch->engine, &count);
    int64_t size = 3 + (int64_t)count * OF_MEMORY + (int64_t)touch->pair_count * OF_PAIR +
                   (int64_t)touch->contact_count * OF_CONTACT + sim->limit_count;
    touch->saved_count = 0;
    tmStatus status = size > INT32_MAX
                          ? TM_ERR_LIMIT
                          : tmi_array_reserve(sim->allocator, &touch->saved, &touch->saved_capacity,
                                              (int32_t)size, sizeof *touch->saved);
    if (status != TM_OK) {
        return status;
    }
    double *to = touch->saved;
    *to++ = count;
    *to++ = touch->pair_count;
    *to++ = touch->contact_count;
    to = put_memory(to, memory, count);
    for (int32_t i = 0; i < touch->pair_count; i++, to += OF_PAIR) {
        const tmiSimPair *pair = &touch->pairs[i];
        const double numbers[] = {pair->bodies[0], pair->bodies[1], pair->impulse, pair->largest,
                                  pair->struck};
        memcpy(to, numbers, sizeof numbers);
    }
    for (int32_t i = 0; i < touch->contact_count; i++) {
        to = put_contact(to, &touch->contacts[i], touch->keys[i]);
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        *to++ = sim->limits[i].held;
    }
    touch->saved_count = (int32_t)size;
    return TM_OK;
}

/* ---- Back ---------------------------------------------------------------------------------- */

/* A number as a whole one from `low` to below `high`; false where it is none. */
static bool whole(double number, int32_t low, int32_t high, int32_t *to) {
    bool fine = number >= low && number < high;
    *to = fine ? (int32_t)number : low;
    return fine && *to == number;
}

static bool is_key(const double *from) {
    return from[0] >= 0.0 && from[0] < 0x1p32 && from[1] >= 0.0 && from[1] < 0x1p32;
}

static bool get_memory(const tmSim *sim, const double *from, tmiTouchMemory *m) {
    const tmiNear *near = tmi_contact_near(sim->touch.engine);
    int32_t press[2];
    bool fine = is_key(from + 8) && is_key(from + 10);
    for (int32_t k = 0; k < 2; k++) {
        fine = whole(from[k], 0, near->body_count, &m->bodies[k]) && fine;
        fine = whole(from[2 + k], 0, near->piece_count, &m->pieces[k]) && fine;
        fine = whole(from[6 + k], 0, TMI_PRESS_SLIP_DOWN + 1, &press[k]) && fine;
        m->press[k] = (uint8_t)press[k];
        m->keys[k] = fine ? get_key(from + 8 + 2 * k) : 0;
    }
    fine = whole(from[4], -1, INT32_MAX, &m->row) && fine;
    return whole(from[5], 0, 3, &m->count) && fine;
}

static bool get_contact(const tmSim *sim, const double *from, tmContact *c, uint64_t *key) {
    const tmiNear *near = tmi_contact_near(sim->touch.engine);
    bool fine = is_key(from + 13);
    *c = (tmContact){.point = {from[4], from[5]},
                     .normal = {from[6], from[7]},
                     .gap = from[8],
                     .force = from[9],
                     .friction = {from[10], from[11]},
                     .slips = from[12] != 0.0};
    for (int32_t k = 0; k < 2; k++) {
        fine = whole(from[k], 0, near->body_count, &c->bodies[k]) && fine;
        fine = whole(from[2 + k], 0, near->piece_count, &c->pieces[k]) && fine;
    }
    *key = fine ? get_key(from + 13) : 0;
    return fine;
}

/* Makes room and reads the three lists; those that do not fit are left out. */
static tmStatus read_lists(tmSim *sim, const double *from, const int32_t counts[3]) {
    tmiSimContact *touch = &sim->touch;
    tmStatus status = TM_OK;
    tmi_contact_forget(touch->engine);
    for (int32_t i = 0; i < counts[0] && status == TM_OK; i++, from += OF_MEMORY) {
        tmiTouchMemory entry;
        status =
            get_memory(sim, from, &entry) ? tmi_contact_add_memory(touch->engine, &entry) : TM_OK;
    }
    status = status == TM_OK
                 ? tmi_array_reserve(sim->allocator, &touch->pairs, &touch->pair_capacity,
                                     counts[1], sizeof *touch->pairs)
                 : status;
    for (int32_t i = 0; i < counts[1] && status == TM_OK; i++, from += OF_PAIR) {
        tmiSimPair *pair = &touch->pairs[touch->pair_count];
        *pair = (tmiSimPair){.impulse = from[2], .largest = from[3], .struck = from[4] != 0.0};
        touch->pair_count += whole(from[0], 0, sim->system->body_count, &pair->bodies[0]) &&
                             whole(from[1], 0, sim->system->body_count, &pair->bodies[1]);
    }
    for (int32_t i = 0; i < counts[2] && status == TM_OK; i++, from += OF_CONTACT) {
        int32_t next = touch->contact_count + 1;
        status = tmi_array_reserve(sim->allocator, &touch->contacts, &touch->contact_capacity, next,
                                   sizeof *touch->contacts);
        status = status == TM_OK
                     ? tmi_array_reserve(sim->allocator, &touch->keys, &touch->key_capacity, next,
                                         sizeof *touch->keys)
                     : status;
        touch->contact_count +=
            status == TM_OK &&
            get_contact(sim, from, &touch->contacts[next - 1], &touch->keys[next - 1]);
    }
    bool *held = tmi_contact_limits(touch->engine);
    for (int32_t i = 0; i < sim->limit_count && status == TM_OK; i++) {
        held[i] = sim->limits[i].held = from[i] != 0.0;
    }
    return status;
}

tmStatus tmi_sim_contact_recall(tmSim *sim) {
    tmiSimContact *touch = &sim->touch;
    int32_t counts[3] = {0, 0, 0};
    if (!touch->engine) {
        return TM_OK;
    }
    const double *from = touch->saved;
    bool fine = touch->saved_count >= 3;
    for (int32_t i = 0; i < 3 && fine; i++) {
        fine = whole(from[i], 0, touch->saved_count, &counts[i]);
    }
    int64_t size = 3 + (int64_t)counts[0] * OF_MEMORY + (int64_t)counts[1] * OF_PAIR +
                   (int64_t)counts[2] * OF_CONTACT + sim->limit_count;
    touch->pair_count = touch->contact_count = 0;
    touch->is_listed = true;
    touch->has_step = touch->is_foreseen = false;
    return fine && size == touch->saved_count ? read_lists(sim, from + 3, counts) : TM_OK;
}
