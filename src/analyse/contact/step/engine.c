/* engine.c: what the contact step holds: made for a model, and remembered from step to step. */
#include "analyse/contact/step/engine.h"

#include <math.h>
#include <string.h>

/* The first margin of the search, as part of the mean reach [1]. */
#define MARGIN 0.05

/* ---- Making ---------------------------------------------------------------------------------- */

static void measure_piece(tmiContactEngine *c, int32_t body, int32_t piece,
                          const double centre[2]) {
    const tmiContactPiece *p = &c->near->start[piece];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, furthest = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        const double *x = p->own_corner[i];
        double offset = tmi_hypot(x[0] - centre[0], x[1] - centre[1]);
        furthest = offset > furthest ? offset : furthest;
        for (int32_t k = 0; k < 2; k++) {
            low[k] = x[k] < low[k] ? x[k] : low[k];
            high[k] = x[k] > high[k] ? x[k] : high[k];
        }
    }
    int32_t mover = c->motion->mover_of[body];
    c->sizes.lengths[piece] = tmi_hypot(high[0] - low[0], high[1] - low[1]) + 2.0 * p->radius;
    c->sizes.offsets[piece] = furthest;
    if (mover >= 0 && furthest + p->radius > c->sizes.reach[mover]) {
        c->sizes.reach[mover] = furthest + p->radius;
    }
}

static void measure(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    double sum = 0.0, size = tm_model_world(c->model).size;
    for (int32_t body = 0; body < c->near->body_count; body++) {
        tmBodyInfo info;
        tm_model_body(c->model, body, &info);
        for (int32_t i = c->near->first[body]; i < c->near->first[body + 1]; i++) {
            measure_piece(c, body, i, (const double[2]){info.mass.centre.x, info.mass.centre.y});
        }
    }
    for (int32_t i = 0; i < m->mover_count; i++) {
        c->sizes.reach[i] = c->sizes.reach[i] > 0.0 ? c->sizes.reach[i] : size;
        sum += c->sizes.reach[i];
        c->islands.leader[i] = m->groups[i] >= 0 ? m->groups[i] : i;
        c->islands.slot[i] = -1;
    }
    c->sizes.mean_reach = m->mover_count > 0 ? sum / m->mover_count : size;
    c->search.margin = MARGIN * c->sizes.mean_reach;
}

static size_t max_rows(const tmiContactEngine *c, size_t *work) {
    const tmiContactPiece *widest = NULL;
    for (int32_t i = 0; i < c->near->piece_count; i++) {
        const tmiContactPiece *p = &c->near->start[i];
        widest = !widest || p->count > widest->count ? p : widest;
    }
    *work = widest ? tmi_contact_swept_work(widest, widest) : 0;
    /* Where either is round all corners have rows with all. */
    return widest ? (size_t)widest->count * (size_t)(widest->count + 2) : 0;
}

static tmStatus make(tmiContactEngine *c) {
    tmStatus status = tmi_near_create(c->model, &c->near);
    if (status != TM_OK) {
        return status;
    }
    size_t movers = (size_t)c->motion->mover_count, pieces = (size_t)c->near->piece_count, work;
    size_t rows = max_rows(c, &work), motion = movers * TMI_CONTACT_DOF;
    double **const arrays[] = {
        &c->sizes.lengths, &c->sizes.offsets, &c->sizes.reach, &c->step.velocity, &c->step.last,
        &c->step.kept,     &c->step.first,    &c->work.swept,  &c->step.base,     &c->search.drift};
    const size_t sizes[] = {pieces, pieces, movers, motion, motion,
                            motion, motion, work,   motion, movers};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = tmi_arena_alloc(&c->arena, sizes[i] + 1, sizeof(double));
        status = *arrays[i] ? status : TM_ERR_MEMORY;
    }
    int32_t **const wholes[] = {&c->islands.leader, &c->islands.root, &c->islands.slot,
                                &c->work.rows};
    const size_t counts[] = {movers, movers, movers, rows};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *wholes[i] = tmi_arena_alloc(&c->arena, counts[i] + 1, sizeof(int32_t));
        status = *wholes[i] ? status : TM_ERR_MEMORY;
    }
    size_t limits = (size_t)c->motion->limit_count + 1;
    c->warm.limits_held = tmi_arena_alloc(&c->arena, limits, sizeof *c->warm.limits_held);
    c->step.limits_taken = tmi_arena_alloc(&c->arena, limits, sizeof *c->step.limits_taken);
    status = c->warm.limits_held && c->step.limits_taken ? status : TM_ERR_MEMORY;
    c->search.ends = tmi_arena_alloc(&c->arena, movers + 1, sizeof *c->search.ends);
    c->search.stills =
        tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->search.stills);
    status = c->search.ends && c->search.stills ? status : TM_ERR_MEMORY;
    c->step.start = tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->step.start);
    status = c->step.start ? status : TM_ERR_MEMORY;
    if (status == TM_OK) {
        measure(c);
    }
    return status;
}

tmStatus tmi_engine_create(const tmModel *model, const tmiContactMotion *motion,
                           tmiContactEngine **engine) {
    const tmAllocator allocator = tm_model_allocator(model);
    *engine = NULL;
    tmiContactEngine *made = tmi_alloc_zero(allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    *made = (tmiContactEngine){.allocator = allocator, .model = model, .motion = motion};
    tmi_arena_init(&made->arena, allocator);
    tmi_arena_init(&made->scratch, allocator);
    tmStatus status = make(made);
    if (status != TM_OK) {
        tmi_engine_destroy(made);
        return status;
    }
    *engine = made;
    return TM_OK;
}

void tmi_engine_destroy(tmiContactEngine *c) {
    if (!c) {
        return;
    }
    const tmAllocator allocator = c->allocator;
    tmi_near_destroy(c->near);
    tmi_array_clear(allocator, &c->step.pairs, &c->step.pair_capacity, sizeof *c->step.pairs);
    tmi_array_clear(allocator, &c->step.contacts, &c->step.contact_capacity,
                    sizeof *c->step.contacts);
    tmi_array_clear(allocator, &c->step.old, &c->step.old_capacity, sizeof *c->step.old);
    tmi_array_clear(allocator, &c->warm.pairs, &c->warm.capacity, sizeof *c->warm.pairs);
    tmi_array_clear(allocator, &c->islands.order, &c->islands.order_capacity,
                    sizeof *c->islands.order);
    tmi_array_clear(allocator, &c->work.numbers, &c->work.number_capacity, sizeof *c->work.numbers);
    tmi_array_clear(allocator, &c->work.wholes, &c->work.whole_capacity, sizeof *c->work.wholes);
    tmi_array_clear(allocator, &c->islands.responses, &c->islands.response_capacity,
                    sizeof *c->islands.responses);
    tmi_array_clear(allocator, &c->work.forces, &c->work.force_capacity, sizeof *c->work.forces);
    tmi_arena_clear(&c->arena);
    tmi_arena_clear(&c->scratch);
    tmi_free(allocator, c, sizeof *c);
}

void tmi_engine_set_impact(tmiContactEngine *c, tmImpactLaw law, tmImpactOrder order) {
    c->impact.law = law;
    c->impact.order = order;
}

/* ---- From step to step ----------------------------------------------------------------------- */

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
    memset(c->warm.limits_held, 0, (size_t)c->motion->limit_count * sizeof *c->warm.limits_held);
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        if (c->step.contacts[i].pair < 0) {
            c->warm.limits_held[-1 - c->step.contacts[i].pair] =
                c->step.contacts[i].impulse[0] > 0.0;
        }
    }
}

tmStatus tmi_engine_keep_warm(tmiContactEngine *c) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->warm.pairs, &c->warm.capacity,
                                        c->step.chosen, sizeof *c->warm.pairs);
    if (status != TM_OK) {
        return status;
    }
    c->warm.count = 0;
    tmi_engine_hold_limits(c);
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        tmiNearPair *near = &c->near->pairs[i];
        tmiStepPair *pair = &c->step.pairs[i];
        near->row = pair->row >= 0 ? pair->row : pair->last;
        pair->kept = -1;
        if (pair->row < 0 || !presses(c, i)) {
            continue;
        }
        pair->kept = c->warm.count++;
        tmiWarmPair *warm = &c->warm.pairs[pair->kept];
        *warm = (tmiWarmPair){.bodies = {near->body_a, near->body_b},
                              .pieces = {near->piece_a, near->piece_b},
                              .row = pair->row,
                              .count = pair->count};
        for (int32_t k = 0; k < pair->count; k++) {
            warm->keys[k] = c->step.contacts[pair->first + k].at.key;
            warm->state[k] = c->step.contacts[pair->first + k].state;
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
            c->warm.limits_held[-1 - contact->pair] = false;
        } else if (c->step.pairs[contact->pair].kept >= 0) {
            const tmiStepPair *pair = &c->step.pairs[contact->pair];
            c->warm.pairs[pair->kept].state[i - pair->first] = TMI_CONTACT_OPEN;
        }
    }
}

/* The part of the step after which a gap closes that is open at the start, its rate changing evenly
 * from that at the start: g + h (r s + (m - r) s^2) = 0 for the mean rate m [1]. */
static double when_met(const tmiContactEngine *c, const tmiContact *contact) {
    double start = contact->at.gap - c->step.h * tmi_contact_rate(contact, 0, c->step.last);
    double rate = c->step.h * tmi_contact_rate(contact, 0, c->step.before);
    double bend = c->step.h * tmi_contact_rate(contact, 0, c->step.free) - rate;
    double square = rate * rate - 4.0 * bend * start;
    if (!(start > TMI_CONTACT_APART * contact->length + c->step.rounding) || !(square >= 0.0)) {
        return 1.0;
    }
    double part = 2.0 * start / (sqrt(square) - rate);
    return part > 0.0 && part < 1.0 ? part : 1.0;
}

/* Marks the other of two bodies that touched at the start; `all`: that were near each other. What
 * lies on a marked one would be the next to press. */
static bool mark_next(const tmiContactEngine *c, bool all, bool *marks) {
    bool news = false;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        int32_t a = c->motion->mover_of[near->body_a], b = c->motion->mover_of[near->body_b];
        if (a < 0 || b < 0 || marks[a] == marks[b]) {
            continue;
        }
        double gap = all ? 0.0
                         : tmi_contact_separation(&c->near->start[near->piece_a],
                                                  &c->near->start[near->piece_b], NULL);
        if (gap <= tmi_engine_length(c, i, TMI_CONTACT_APART)) {
            marks[a] = marks[b] = news = true;
        }
    }
    return news;
}

void tmi_engine_mark_pressed(const tmiContactEngine *c, bool all, bool *marks, double *met) {
    bool any = false;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        any = any || c->step.contacts[i].impulse[0] > 0.0;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
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
    *count = c->step.contact_count;
    return c->step.contacts;
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
