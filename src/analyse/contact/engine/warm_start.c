/* warm_start.c: what is kept from one step to the next, and which movers a step involved. */
#include "analyse/contact/engine/engine.h"

#include <math.h>
#include <string.h>

/* Whether a pair with a row presses, or touches at least. */
static bool presses(const tmiContactEngine *c, int32_t index) {
    const tmiStepPair *pair = &c->step.pairs[index];
    for (int32_t i = pair->first; i < pair->first + pair->count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (contact->impulse[0] > 0.0 ||
            contact->at.gap <= tmi_engine_length(c, index, TMI_CONTACT_APART)) {
            return true;
        }
    }
    return false;
}

void tmi_engine_hold_limits(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->limit_count; n++) {
        c->warm.limits_fresh[c->own->limits[n]] = false;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        if (c->step.contacts[i].pair < 0) {
            c->warm.limits_fresh[-1 - c->step.contacts[i].pair] =
                c->step.contacts[i].impulse[0] > 0.0;
        }
    }
}

/* In space impulses begin at 0, and what is kept is whether the pair presses. */
static void keep_state(const tmiContactEngine *c, const tmiStepPair *pair, tmiWarmPair *warm) {
    warm->count = 1;
    for (int32_t i = pair->first; i < pair->first + pair->count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (!contact->held && contact->state != TMI_CONTACT_OPEN) {
            warm->state[0] = TMI_CONTACT_STICK;
        }
    }
}

tmStatus tmi_engine_keep_warm(tmiContactEngine *c) {
    tmStatus status =
        tmi_array_reserve(c->allocator, &c->warm.fresh, &c->warm.fresh_capacity,
                          c->warm.fresh_count + c->step.chosen, sizeof *c->warm.fresh);
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_hold_limits(c);
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        tmiNearPair *near = &c->near->pairs[i];
        tmiStepPair *pair = &c->step.pairs[i];
        near->row = pair->row >= 0 ? pair->row : pair->last;
        pair->kept = -1;
        if (pair->row < 0 || !presses(c, i)) {
            continue;
        }
        pair->kept = c->warm.fresh_count++;
        tmiWarmPair *warm = &c->warm.fresh[pair->kept];
        *warm = (tmiWarmPair){.bodies = {near->body_a, near->body_b},
                              .pieces = {near->piece_a, near->piece_b},
                              .row = pair->row,
                              .count = pair->count};
        if (!tmi_engine_is_planar(c)) {
            keep_state(c, pair, warm);
            continue;
        }
        for (int32_t k = 0; k < pair->count; k++) {
            const tmiContact *contact = &c->step.contacts[pair->first + k];
            warm->keys[k] = contact->at.key;
            warm->force[k][0] = contact->impulse[0] / c->step.h;
            warm->force[k][1] = contact->impulse[1] / c->step.h;
            /* Contacts whose gap joints alone decide press on nothing. */
            warm->state[k] = contact->held ? (uint8_t)TMI_CONTACT_OPEN : contact->state;
        }
    }
    return TM_OK;
}

void tmi_engine_drop_bounced(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (!contact->strikes || !(contact->after > 0.0)) {
            continue;
        }
        if (contact->pair < 0) {
            c->warm.limits_fresh[-1 - contact->pair] = false;
        } else if (c->step.pairs[contact->pair].kept >= 0) {
            const tmiStepPair *pair = &c->step.pairs[contact->pair];
            int32_t place = tmi_engine_is_planar(c) ? i - pair->first : 0;
            c->warm.fresh[pair->kept].state[place] = TMI_CONTACT_OPEN;
        }
    }
}

/* When bodies are met that meet where the step ends, which is less than 1: they are met [1]. */
#define AT_THE_END (1.0 - 0x1p-40)

/* The part of the step after which a gap closes that is open at the start, its rate changing evenly
 * from that at the start: g + h (r s + (m - r) s^2) = 0 for the mean rate m [1]. */
static double when_met(const tmiContactEngine *c, const tmiContact *contact) {
    double start = contact->at.gap - c->step.h * tmi_contact_rate(c, contact, 0, c->step.last);
    double rate = c->step.h * tmi_contact_rate(c, contact, 0, c->step.before);
    double bend = c->step.h * tmi_contact_rate(c, contact, 0, c->step.free) - rate;
    double square = rate * rate - 4.0 * bend * start;
    if (!(start > TMI_CONTACT_APART * contact->length + c->step.rounding)) {
        return 1.0;
    }
    double part = square >= 0.0 ? 2.0 * start / (sqrt(square) - rate) : 1.0;
    return part > 0.0 && part < AT_THE_END ? part : AT_THE_END;
}

/* Marks the other of two bodies that touched at the start; `all`: that were near each other. Bodies
 * that lie on a marked one would be the next to press. */
static bool mark_next(const tmiContactEngine *c, bool all, bool *marks) {
    bool news = false;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        const tmiNearPair *near = &c->near->pairs[i];
        int32_t a = c->motion->mover_of[near->body_a], b = c->motion->mover_of[near->body_b];
        if (a < 0 || b < 0 || marks[a] == marks[b]) {
            continue;
        }
        double gap = all ? 0.0 : tmi_near_separation_at_start(c->near, i, NULL);
        if (gap <= tmi_engine_length(c, i, TMI_CONTACT_APART)) {
            marks[a] = marks[b] = news = true;
        }
    }
    return news;
}

void tmi_engine_mark_pressed(tmiContactEngine *c, int32_t cluster, bool all, bool *marks,
                             double *met) {
    bool any = false;
    c->own = &c->clusters.all[cluster];
    c->step.rounding = c->own->rounding;
    const tmiContact *contacts = c->own->count > 0 ? &c->clusters.made[c->own->first] : NULL;
    for (int32_t i = 0; i < c->own->count; i++) {
        any = any || contacts[i].impulse[0] > 0.0;
    }
    for (int32_t i = 0; i < c->own->count; i++) {
        const tmiContact *contact = &contacts[i];
        bool presses = contact->impulse[0] > 0.0;
        double part = presses && contact->restitution > 0.0 ? when_met(c, contact) : 1.0;
        for (int32_t side = 0; side < 2 && (!any || presses); side++) {
            int32_t mover = contact->movers[side];
            if (mover >= 0) {
                marks[mover] = true;
                met[mover] = c->motion->smooth[mover] && part < met[mover] ? part : met[mover];
            }
        }
    }
    while (mark_next(c, all, marks)) {
    }
}

void tmi_engine_mark_warm(const tmiContactEngine *c, bool *marks) {
    for (int32_t i = 0; i < c->warm.count; i++) {
        const tmiWarmPair *warm = &c->warm.pairs[i];
        bool presses = warm->state[0] != TMI_CONTACT_OPEN ||
                       (warm->count > 1 && warm->state[1] != TMI_CONTACT_OPEN);
        for (int32_t side = 0; side < 2 && presses; side++) {
            int32_t mover = c->motion->mover_of[warm->bodies[side]];
            if (mover >= 0) {
                marks[mover] = true;
            }
        }
    }
}

const tmiContact *tmi_engine_contacts(const tmiContactEngine *c, int32_t *count) {
    *count = c->clusters.shown_count;
    return c->clusters.shown;
}

const tmiNear *tmi_engine_near(const tmiContactEngine *c) {
    return c->near;
}

const tmiWarmPair *tmi_engine_warm(const tmiContactEngine *c, int32_t *count) {
    *count = c->warm.count;
    return c->warm.pairs;
}

void tmi_engine_clear_warm(tmiContactEngine *c) {
    c->warm.count = 0;
    c->search.listed = false;
    memset(c->warm.limits_held, 0, (size_t)c->motion->limit_count * sizeof *c->warm.limits_held);
}

tmStatus tmi_engine_add_warm(tmiContactEngine *c, const tmiWarmPair *warm) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->warm.pairs, &c->warm.capacity,
                                        c->warm.count + 1, sizeof *c->warm.pairs);
    if (status == TM_OK) {
        c->warm.pairs[c->warm.count++] = *warm;
    }
    return status;
}

bool *tmi_engine_limits(tmiContactEngine *c) {
    return c->warm.limits_held;
}
