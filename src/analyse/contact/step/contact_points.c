/* contact_points.c: the points at which the chosen rows press, with what is known of them. */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

static void take_over(tmiContact *contact, const tmiContact *old) {
    contact->state = old->state;
    memcpy(contact->impulse, old->impulse, sizeof contact->impulse);
    contact->yield = old->yield;
    contact->island = old->island;
    contact->response = old->response;
    contact->held = old->held;
    contact->fixed = old->fixed;
}

/* The last state of a point: of the pass before, or of the step before. A new one presses if it
 * overlaps. */
static void start_warm(tmiContactEngine *c, tmiContact *contact, const tmiStepPair *was) {
    for (int32_t i = was->first; i < was->first + was->count && i < c->step.old_count; i++) {
        const tmiContact *old = &c->step.old[i];
        if (old->at.key == contact->at.key) {
            take_over(contact, old);
            return;
        }
    }
    bool planar = tmi_engine_is_planar(c);
    for (int32_t i = 0; planar && was->warm && i < was->warm->count; i++) {
        if (was->warm->keys[i] == contact->at.key) {
            contact->state = was->warm->state[i];
            contact->impulse[0] = c->step.h * was->warm->force[i][0];
            contact->impulse[1] = c->step.h * was->warm->force[i][1];
            return;
        }
    }
    contact->state = contact->at.gap < 0.0 ? TMI_CONTACT_STICK : TMI_CONTACT_OPEN;
}

int32_t tmi_engine_points_of(const tmiContactEngine *c, int32_t index, int32_t row,
                             double near_part, tmiContactPoint *points) {
    const tmiStepPair *pair = &c->step.pairs[index];
    if (pair->met == row && row >= 0) {
        tmi_engine_met_point(c, index, points);
        return 1;
    }
    /* All points of two pieces that overlapped at the start count: those that were open hold
     * nothing. */
    double closed = pair->overlaps ? INFINITY : tmi_engine_length(c, index, TMI_CONTACT_VISIBLE);
    int32_t count = tmi_near_points(c->near, index, row, near_part * pair->length, closed, points);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool out = count == 2 && pair->closed >= 0 && /* of the plane */
                   tmi_near_row_of(c->near, index, &points[i]) == pair->closed;
        if (points[i].gap_at_start >= -closed && !out) {
            points[kept++] = points[i];
        }
    }
    for (int32_t i = 1; i < kept; i++) {
        const tmiContactPoint own = points[i];
        int32_t k = i;
        for (; k > 0 && own.key < points[k - 1].key; k--) {
            points[k] = points[k - 1];
        }
        points[k] = own;
    }
    return kept;
}

static void add_points(tmiContactEngine *c, int32_t index, const tmiContactPoint *points,
                       int32_t count) {
    const tmiNearPair *near = &c->near->pairs[index];
    tmiStepPair *pair = &c->step.pairs[index], was = *pair;
    if (!pair->known) {
        pair->surface = (tmSurfaceInfo){0.0, 0.0};
        tm_model_surface(c->model, near->body_a, near->body_b, &pair->surface);
        pair->known = true;
    }
    pair->first = c->step.contact_count;
    pair->count = count;
    for (int32_t i = 0; i < count; i++) {
        tmiContact *contact = &c->step.contacts[c->step.contact_count++];
        *contact = (tmiContact){
            .pair = index,
            .movers = {c->motion->mover_of[near->body_a], c->motion->mover_of[near->body_b]},
            .at = points[i],
            .friction = pair->surface.friction,
            .restitution = pair->surface.restitution,
            .length = pair->length,
            .response = -1};
        start_warm(c, contact, &was);
    }
}

/* A pair that is held at a vertex: known, for it has had a row. */
static void add_vertex(tmiContactEngine *c, int32_t index) {
    tmiContactPoint point;
    double friction, aside;
    tmi_engine_vertex_point(c, index, &point, &friction, &aside);
    bool is_new =
        c->step.pairs[index].count != 1 || !c->step.old[c->step.pairs[index].first].vertex;
    add_points(c, index, &point, 1);
    tmiContact *contact = &c->step.contacts[c->step.contact_count - 1];
    contact->state = is_new ? TMI_CONTACT_STICK : contact->state;
    contact->vertex = true;
    contact->friction = friction;
    contact->aside = aside;
}

/* Limits of joints: rows without friction. */
static void add_limits(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    for (int32_t n = 0; n < c->own->limit_count; n++) {
        int32_t i = c->own->limits[n];
        if (!c->step.limits_taken[i]) {
            continue;
        }
        tmiContact *contact = &c->step.contacts[c->step.contact_count++];
        *contact = (tmiContact){.pair = -1 - i,
                                .movers = {-1, -1},
                                .at = {.gap = m->room(m->user, i), .key = (uint64_t)i},
                                .length = m->size,
                                .response = -1,
                                .state = TMI_CONTACT_STICK};
        for (int32_t k = c->step.old_count - 1; k >= 0 && c->step.old[k].pair < 0; k--) {
            if (c->step.old[k].pair == contact->pair) {
                take_over(contact, &c->step.old[k]);
            }
        }
    }
}

/* Room for the points of a pair, and for two of each that comes after it, and for limits. */
static tmStatus make_room(tmiContactEngine *c, int32_t count, int32_t n) {
    int32_t rest = 2 * (c->own->pair_count - n) + c->own->limit_count;
    return count <= 2
               ? TM_OK
               : tmi_array_reserve(c->allocator, &c->step.contacts, &c->step.contact_capacity,
                                   c->step.contact_count + count + rest, sizeof *c->step.contacts);
}

tmStatus tmi_engine_make_contacts(tmiContactEngine *c, bool *same) {
    tmiContact *contacts = c->step.old;
    int32_t capacity = c->step.old_capacity;
    c->step.old = c->step.contacts;
    c->step.old_capacity = c->step.contact_capacity;
    c->step.old_count = c->step.contact_count;
    c->step.contacts = contacts;
    c->step.contact_capacity = capacity;
    c->step.contact_count = 0;
    tmStatus status = tmi_array_reserve(c->allocator, &c->step.contacts, &c->step.contact_capacity,
                                        2 * c->step.chosen, sizeof *c->step.contacts);
    *same = true;
    for (int32_t n = 0; n < c->own->pair_count && status == TM_OK; n++) {
        int32_t i = c->own->pairs[n];
        tmiStepPair *pair = &c->step.pairs[i];
        if (pair->row < 0) {
            pair->first = pair->count = 0;
            continue;
        }
        if (pair->other >= 0) {
            add_vertex(c, i);
            continue;
        }
        int32_t count = tmi_engine_points_of(c, i, pair->row, TMI_CONTACT_NEAR, c->work.points);
        if (count == 0) {
            pair->row = -1;
            *same = false;
        }
        status = make_room(c, count, n);
        if (status == TM_OK) {
            add_points(c, i, c->work.points, count);
        }
    }
    if (status != TM_OK) {
        return status;
    }
    add_limits(c);
    *same = *same && c->step.contact_count == c->step.old_count;
    for (int32_t i = 0; *same && i < c->step.contact_count; i++) {
        *same = c->step.contacts[i].at.key == c->step.old[i].at.key &&
                c->step.contacts[i].pair == c->step.old[i].pair;
    }
    return TM_OK;
}

void tmi_engine_swap_contacts(tmiContactEngine *c) {
    tmiContact *contacts = c->step.contacts;
    int32_t count = c->step.contact_count, capacity = c->step.contact_capacity;
    c->step.contacts = c->step.old;
    c->step.contact_count = c->step.old_count;
    c->step.contact_capacity = c->step.old_capacity;
    c->step.old = contacts;
    c->step.old_count = count;
    c->step.old_capacity = capacity;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        c->step.pairs[i].first = c->step.pairs[i].count = 0;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        if (c->step.contacts[i].pair >= 0) {
            tmiStepPair *pair = &c->step.pairs[c->step.contacts[i].pair];
            pair->first = pair->count == 0 ? i : pair->first;
            pair->count++;
        }
    }
}
