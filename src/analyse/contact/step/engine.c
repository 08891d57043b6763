/* engine.c: what the contact step holds: made for a model, and remembered from step to step. */
#include "analyse/contact/step/engine.h"

#include <math.h>
#include <string.h>

/* The first margin of the search, as part of the mean reach [1]. */
#define MARGIN 0.05

/* ---- Making -------------------------------------------------------------------------------- */

static void measure_piece(tmiContact *c, int32_t body, int32_t piece, const double centre[2]) {
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
    c->lengths[piece] = tmi_hypot(high[0] - low[0], high[1] - low[1]) + 2.0 * p->radius;
    c->offsets[piece] = furthest;
    if (mover >= 0 && furthest + p->radius > c->reach[mover]) {
        c->reach[mover] = furthest + p->radius;
    }
}

static void measure(tmiContact *c) {
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
        c->reach[i] = c->reach[i] > 0.0 ? c->reach[i] : size;
        sum += c->reach[i];
        c->leader[i] = m->groups[i] >= 0 ? m->groups[i] : i;
        c->slot[i] = -1;
    }
    c->mean_reach = m->mover_count > 0 ? sum / m->mover_count : size;
    c->margin = MARGIN * c->mean_reach;
}

static size_t rows_most(const tmiContact *c, size_t *work) {
    const tmiContactPiece *widest = NULL;
    for (int32_t i = 0; i < c->near->piece_count; i++) {
        const tmiContactPiece *p = &c->near->start[i];
        widest = !widest || p->count > widest->count ? p : widest;
    }
    *work = widest ? tmi_contact_swept_work(widest, widest) : 0;
    /* Where either is round all corners have rows with all. */
    return widest ? (size_t)widest->count * (size_t)(widest->count + 2) : 0;
}

static tmStatus make(tmiContact *c) {
    tmStatus status = tmi_near_create(c->model, &c->near);
    if (status != TM_OK) {
        return status;
    }
    size_t movers = (size_t)c->motion->mover_count, pieces = (size_t)c->near->piece_count, work;
    size_t rows = rows_most(c, &work), motion = movers * TMI_CONTACT_DOF;
    double **const arrays[] = {&c->lengths, &c->offsets, &c->reach, &c->velocity, &c->last,
                               &c->kept,    &c->first,   &c->swept, &c->base,     &c->drift};
    const size_t sizes[] = {pieces, pieces, movers, motion, motion,
                            motion, motion, work,   motion, movers};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = tmi_arena_alloc(&c->arena, sizes[i] + 1, sizeof(double));
        status = *arrays[i] ? status : TM_ERR_MEMORY;
    }
    int32_t **const wholes[] = {&c->leader, &c->root, &c->slot, &c->rows};
    const size_t counts[] = {movers, movers, movers, rows};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *wholes[i] = tmi_arena_alloc(&c->arena, counts[i] + 1, sizeof(int32_t));
        status = *wholes[i] ? status : TM_ERR_MEMORY;
    }
    size_t limits = (size_t)c->motion->limit_count + 1;
    c->limits_held = tmi_arena_alloc(&c->arena, limits, sizeof *c->limits_held);
    c->limits_taken = tmi_arena_alloc(&c->arena, limits, sizeof *c->limits_taken);
    status = c->limits_held && c->limits_taken ? status : TM_ERR_MEMORY;
    c->ends = tmi_arena_alloc(&c->arena, movers + 1, sizeof *c->ends);
    c->stills = tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->stills);
    status = c->ends && c->stills ? status : TM_ERR_MEMORY;
    c->start = tmi_arena_alloc(&c->arena, (size_t)c->near->body_count, sizeof *c->start);
    status = c->start ? status : TM_ERR_MEMORY;
    if (status == TM_OK) {
        measure(c);
    }
    return status;
}

tmStatus tmi_contact_create(const tmModel *model, const tmiContactMotion *motion, tmContactModel by,
                            tmiContact **contact) {
    const tmAllocator allocator = tm_model_allocator(model);
    *contact = NULL;
    tmiContact *made = tmi_alloc_zero(allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    *made = (tmiContact){.allocator = allocator,
                         .model = model,
                         .motion = motion,
                         .study = {.model = by, .takes_all = tm_model_simulate(model).takes_all}};
    tmi_arena_init(&made->arena, allocator);
    tmi_arena_init(&made->scratch, allocator);
    tmStatus status = make(made);
    if (status != TM_OK) {
        tmi_contact_destroy(made);
        return status;
    }
    *contact = made;
    return TM_OK;
}

void tmi_contact_destroy(tmiContact *c) {
    if (!c) {
        return;
    }
    const tmAllocator allocator = c->allocator;
    tmi_near_destroy(c->near);
    tmi_array_clear(allocator, &c->pairs, &c->pair_capacity, sizeof *c->pairs);
    tmi_array_clear(allocator, &c->touches, &c->touch_capacity, sizeof *c->touches);
    tmi_array_clear(allocator, &c->old, &c->old_capacity, sizeof *c->old);
    tmi_array_clear(allocator, &c->memory, &c->memory_capacity, sizeof *c->memory);
    tmi_array_clear(allocator, &c->order, &c->order_capacity, sizeof *c->order);
    tmi_array_clear(allocator, &c->numbers, &c->number_capacity, sizeof *c->numbers);
    tmi_array_clear(allocator, &c->wholes, &c->whole_capacity, sizeof *c->wholes);
    tmi_array_clear(allocator, &c->responses, &c->response_capacity, sizeof *c->responses);
    tmi_array_clear(allocator, &c->forces, &c->force_capacity, sizeof *c->forces);
    tmi_array_clear(allocator, &c->study.contact_of, &c->study.contact_capacity,
                    sizeof *c->study.contact_of);
    tmi_arena_clear(&c->arena);
    tmi_arena_clear(&c->scratch);
    tmi_free(allocator, c, sizeof *c);
}

void tmi_contact_set_impact(tmiContact *c, tmImpactLaw law, tmImpactOrder order) {
    c->law = law;
    c->order_of_impact = order;
}

/* ---- From step to step ---------------------------------------------------------------------- */

/* Whether a pair with a row presses, or touches at least. */
static bool presses(const tmiContact *c, int32_t index) {
    const tmiTouchPair *pair = &c->pairs[index];
    for (int32_t i = pair->first; i < pair->first + pair->count; i++) {
        const tmiTouch *touch = &c->touches[i];
        if (touch->impulse[0] > 0.0 ||
            touch->at.gap <= tmi_touch_length(c, index, TMI_TOUCH_APART)) {
            return true;
        }
    }
    return false;
}

void tmi_touch_hold_limits(tmiContact *c) {
    memset(c->limits_held, 0, (size_t)c->motion->limit_count * sizeof *c->limits_held);
    for (int32_t i = 0; i < c->touch_count; i++) {
        if (c->touches[i].pair < 0) {
            c->limits_held[-1 - c->touches[i].pair] = c->touches[i].impulse[0] > 0.0;
        }
    }
}

tmStatus tmi_touch_remember(tmiContact *c) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->memory, &c->memory_capacity, c->chosen,
                                        sizeof *c->memory);
    if (status != TM_OK) {
        return status;
    }
    c->memory_count = 0;
    tmi_touch_hold_limits(c);
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        tmiNearPair *near = &c->near->pairs[i];
        tmiTouchPair *pair = &c->pairs[i];
        near->row = pair->row >= 0 ? pair->row : pair->last;
        pair->kept = -1;
        if (pair->row < 0 || !presses(c, i)) {
            continue;
        }
        pair->kept = c->memory_count++;
        tmiTouchMemory *memory = &c->memory[pair->kept];
        *memory = (tmiTouchMemory){.bodies = {near->body_a, near->body_b},
                                   .pieces = {near->piece_a, near->piece_b},
                                   .row = pair->row,
                                   .count = pair->count};
        for (int32_t k = 0; k < pair->count; k++) {
            memory->keys[k] = c->touches[pair->first + k].at.key;
            memory->press[k] = c->touches[pair->first + k].press;
        }
    }
    return TM_OK;
}

void tmi_touch_forget_bounced(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        if (!touch->strikes || !(touch->after > 0.0)) {
            continue;
        }
        if (touch->pair < 0) {
            c->limits_held[-1 - touch->pair] = false;
        } else if (c->pairs[touch->pair].kept >= 0) {
            const tmiTouchPair *pair = &c->pairs[touch->pair];
            c->memory[pair->kept].press[i - pair->first] = TMI_PRESS_OFF;
        }
    }
}

/* The part of the step after which a gap closes that is open at the start, its rate changing evenly
 * from that at the start: g + h (r s + (m - r) s^2) = 0 for the mean rate m [1]. */
static double when_met(const tmiContact *c, const tmiTouch *touch) {
    double start = touch->at.gap - c->h * tmi_touch_rate(touch, 0, c->last);
    double rate = c->h * tmi_touch_rate(touch, 0, c->before);
    double bend = c->h * tmi_touch_rate(touch, 0, c->free) - rate;
    double square = rate * rate - 4.0 * bend * start;
    if (!(start > TMI_TOUCH_APART * touch->length + c->rounding) || !(square >= 0.0)) {
        return 1.0;
    }
    double part = 2.0 * start / (sqrt(square) - rate);
    return part > 0.0 && part < 1.0 ? part : 1.0;
}

/* Marks the other of two bodies that touched at the start; `all`: that were near each other. What
 * lies on a marked one would be the next to press. */
static bool mark_next(const tmiContact *c, bool all, bool *marks) {
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
        if (gap <= tmi_touch_length(c, i, TMI_TOUCH_APART)) {
            marks[a] = marks[b] = news = true;
        }
    }
    return news;
}

void tmi_contact_mark_pressed(const tmiContact *c, bool all, bool *marks, double *met) {
    bool any = false;
    for (int32_t i = 0; i < c->touch_count; i++) {
        any = any || c->touches[i].impulse[0] > 0.0;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        bool presses = touch->impulse[0] > 0.0;
        double part = presses && touch->restitution > 0.0 ? when_met(c, touch) : 1.0;
        for (int32_t side = 0; side < 2 && (!any || presses); side++) {
            int32_t mover = touch->movers[side];
            if (mover >= 0) {
                marks[mover] = true;
                met[mover] = c->motion->smooth[mover] && part < met[mover] ? part : met[mover];
            }
        }
    }
    while (mark_next(c, all, marks)) {
    }
}

void tmi_contact_mark_remembered(const tmiContact *c, bool *marks) {
    for (int32_t i = 0; i < c->memory_count; i++) {
        const tmiTouchMemory *memory = &c->memory[i];
        bool presses = memory->press[0] != TMI_PRESS_OFF ||
                       (memory->count > 1 && memory->press[1] != TMI_PRESS_OFF);
        for (int32_t side = 0; side < 2 && presses; side++) {
            int32_t mover = c->motion->mover_of[memory->bodies[side]];
            if (mover >= 0) {
                marks[mover] = true;
            }
        }
    }
}

const tmiTouch *tmi_contact_touches(const tmiContact *c, int32_t *count) {
    *count = c->touch_count;
    return c->touches;
}

const tmiNear *tmi_contact_near(const tmiContact *c) {
    return c->near;
}

const tmiTouchMemory *tmi_contact_memory(const tmiContact *c, int32_t *count) {
    *count = c->memory_count;
    return c->memory;
}

void tmi_contact_forget(tmiContact *c) {
    c->memory_count = 0;
    c->listed = false;
    memset(c->limits_held, 0, (size_t)c->motion->limit_count * sizeof *c->limits_held);
}

tmStatus tmi_contact_add_memory(tmiContact *c, const tmiTouchMemory *memory) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->memory, &c->memory_capacity,
                                        c->memory_count + 1, sizeof *c->memory);
    if (status == TM_OK) {
        c->memory[c->memory_count++] = *memory;
    }
    return status;
}

bool *tmi_contact_limits(tmiContact *c) {
    return c->limits_held;
}
