/* touches.c: the points at which the chosen rows press, and how their gaps and slips change with
 * the velocities of the bodies (theory (12)). */
#include "analyse/contact/step/engine.h"

#include <math.h>
#include <string.h>

static void take_over(tmiTouch *touch, const tmiTouch *old) {
    touch->press = old->press;
    touch->impulse[0] = old->impulse[0];
    touch->impulse[1] = old->impulse[1];
    touch->yield = old->yield;
    touch->island = old->island;
    touch->response = old->response;
    touch->held = old->held;
    touch->fixed = old->fixed;
}

/* What a point did when it was last seen: in the pass before, or in the step before. A new one
 * presses if it overlaps. */
static void recall(tmiContact *c, tmiTouch *touch, const tmiTouchPair *was) {
    for (int32_t i = was->first; i < was->first + was->count && i < c->old_count; i++) {
        const tmiTouch *old = &c->old[i];
        if (old->at.key == touch->at.key) {
            take_over(touch, old);
            return;
        }
    }
    for (int32_t i = 0; was->memory && i < was->memory->count; i++) {
        if (was->memory->keys[i] == touch->at.key) {
            touch->press = was->memory->press[i];
            return;
        }
    }
    touch->press = touch->at.gap < 0.0 ? TMI_PRESS_STICK : TMI_PRESS_OFF;
}

int32_t tmi_touch_points_of(const tmiContact *c, int32_t index, int32_t row, double near_part,
                            tmiContactPoint points[2]) {
    const tmiNearPair *near = &c->near->pairs[index];
    const tmiTouchPair *pair = &c->pairs[index];
    const tmiContactPiece *now = c->near->now, *start = c->near->start;
    if (pair->met == row && row >= 0) {
        tmi_touch_met_point(c, index, points);
        return 1;
    }
    /* Of two that overlapped at the start all points count: those that were open hold nothing. */
    double closed = pair->overlaps ? INFINITY : tmi_touch_length(c, index, TMI_TOUCH_VISIBLE);
    int32_t count =
        tmi_contact_points(&now[near->piece_a], &now[near->piece_b], &start[near->piece_a],
                           &start[near->piece_b], row, near_part * pair->length, closed, points);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        if (points[i].gap_at_start >= -closed) {
            points[kept++] = points[i];
        }
    }
    if (kept == 2 && points[1].key < points[0].key) {
        const tmiContactPoint first = points[0];
        points[0] = points[1];
        points[1] = first;
    }
    return kept;
}

static void add_points(tmiContact *c, int32_t index, const tmiContactPoint *points, int32_t count) {
    const tmiNearPair *near = &c->near->pairs[index];
    tmiTouchPair *pair = &c->pairs[index], was = *pair;
    if (!pair->known) {
        pair->surface = (tmSurfaceInfo){0.0, 0.0};
        tm_model_surface(c->model, near->body_a, near->body_b, &pair->surface);
        pair->known = true;
    }
    pair->first = c->touch_count;
    pair->count = count;
    for (int32_t i = 0; i < count; i++) {
        tmiTouch *touch = &c->touches[c->touch_count++];
        *touch = (tmiTouch){
            .pair = index,
            .movers = {c->motion->mover_of[near->body_a], c->motion->mover_of[near->body_b]},
            .at = points[i],
            .friction = pair->surface.friction,
            .restitution = pair->surface.restitution,
            .length = pair->length,
            .response = -1};
        recall(c, touch, &was);
    }
}

/* A pair that is held at a vertex: known, for it has had a row. */
static void add_vertex(tmiContact *c, int32_t index) {
    tmiContactPoint point;
    double friction, aside;
    tmi_touch_vertex_point(c, index, &point, &friction, &aside);
    bool is_new = c->pairs[index].count != 1 || !c->old[c->pairs[index].first].vertex;
    add_points(c, index, &point, 1);
    tmiTouch *touch = &c->touches[c->touch_count - 1];
    touch->press = is_new ? TMI_PRESS_STICK : touch->press;
    touch->vertex = true;
    touch->friction = friction;
    touch->aside = aside;
}

/* Limits of joints: rows without friction. */
static void add_limits(tmiContact *c) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->limit_count; i++) {
        if (!c->limits_taken[i]) {
            continue;
        }
        tmiTouch *touch = &c->touches[c->touch_count++];
        *touch = (tmiTouch){.pair = -1 - i,
                            .movers = {-1, -1},
                            .at = {.gap = m->room(m->user, i), .key = (uint64_t)i},
                            .length = m->size,
                            .response = -1,
                            .press = TMI_PRESS_STICK};
        for (int32_t k = c->old_count - 1; k >= 0 && c->old[k].pair < 0; k--) {
            if (c->old[k].pair == touch->pair) {
                take_over(touch, &c->old[k]);
            }
        }
    }
}

tmStatus tmi_touch_points(tmiContact *c, bool *same) {
    tmiTouch *touches = c->old;
    int32_t capacity = c->old_capacity;
    c->old = c->touches;
    c->old_capacity = c->touch_capacity;
    c->old_count = c->touch_count;
    c->touches = touches;
    c->touch_capacity = capacity;
    c->touch_count = 0;
    tmStatus status = tmi_array_reserve(c->allocator, &c->touches, &c->touch_capacity,
                                        2 * c->chosen, sizeof *c->touches);
    if (status != TM_OK) {
        return status;
    }
    *same = true;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        tmiTouchPair *pair = &c->pairs[i];
        if (pair->row < 0) {
            pair->first = pair->count = 0;
            continue;
        }
        tmiContactPoint points[2];
        int32_t count =
            pair->other >= 0 ? 0 : tmi_touch_points_of(c, i, pair->row, TMI_TOUCH_NEAR, points);
        if (pair->other >= 0) {
            add_vertex(c, i);
            continue;
        }
        if (count == 0) {
            pair->row = -1;
            *same = false;
        }
        add_points(c, i, points, count);
    }
    add_limits(c);
    *same = *same && c->touch_count == c->old_count;
    for (int32_t i = 0; *same && i < c->touch_count; i++) {
        *same = c->touches[i].at.key == c->old[i].at.key && c->touches[i].pair == c->old[i].pair;
    }
    return TM_OK;
}

void tmi_touch_swap(tmiContact *c) {
    tmiTouch *touches = c->touches;
    int32_t count = c->touch_count, capacity = c->touch_capacity;
    c->touches = c->old;
    c->touch_count = c->old_count;
    c->touch_capacity = c->old_capacity;
    c->old = touches;
    c->old_count = count;
    c->old_capacity = capacity;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->pairs[i].first = c->pairs[i].count = 0;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        if (c->touches[i].pair >= 0) {
            tmiTouchPair *pair = &c->pairs[c->touches[i].pair];
            pair->first = pair->count == 0 ? i : pair->first;
            pair->count++;
        }
    }
}

double tmi_touch_rate(const tmiTouch *touch, int32_t which, const double *velocity) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        if (touch->movers[side] >= 0) {
            const double *v = velocity + (ptrdiff_t)touch->movers[side] * TMI_CONTACT_DOF;
            const double *row = touch->across[which][side];
            sum += row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        }
    }
    return sum;
}

void tmi_touch_ends(const tmiContact *c, const tmiTouch *touch, double ends[2][2]) {
    const tmiNearPair *near = &c->near->pairs[touch->pair];
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    bool discs = touch->at.kind == TMI_CONTACT_CORNERS && a->facets + b->facets == 0;
    for (int32_t k = 0; k < 2; k++) {
        double n = touch->at.normal[k], at = touch->at.point[k];
        ends[0][k] = discs ? a->corner[touch->at.a][k] + a->radius * n : at;
        ends[1][k] = discs ? b->corner[touch->at.b][k] - b->radius * n : at;
        if (touch->vertex) {
            ends[0][k] = a->corner[touch->at.a][k];
        }
    }
}

static void put_across(const tmiContact *c, tmiTouch *touch) {
    const double *n = touch->at.normal, along[2][2] = {{n[0], n[1]}, {-n[1], n[0]}};
    double ends[2][2];
    tmi_touch_ends(c, touch, ends);
    for (int32_t side = 0; side < 2; side++) {
        if (touch->movers[side] < 0) {
            continue;
        }
        const double *centre = c->motion->centres[touch->movers[side]];
        double x = ends[side][0] - centre[0], y = ends[side][1] - centre[1];
        double sign = side ? 1.0 : -1.0;
        for (int32_t k = 0; k < 2; k++) {
            double *row = touch->across[k][side];
            row[0] = sign * along[k][0];
            row[1] = sign * along[k][1];
            row[2] = sign * (x * along[k][1] - y * along[k][0]);
        }
    }
}

static void put_limit(const tmiContact *c, tmiTouch *touch) {
    tmiContactLimit limit;
    c->motion->limit(c->motion->user, -1 - touch->pair, &limit);
    touch->restitution = limit.restitution;
    memcpy(touch->movers, limit.movers, sizeof touch->movers);
    memcpy(touch->across[0], limit.across, sizeof touch->across[0]);
}

void tmi_touch_linearise(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        if (touch->pair >= 0) {
            put_across(c, touch);
        } else {
            put_limit(c, touch);
        }
        touch->before[0] = tmi_touch_rate(touch, 0, c->free);
        touch->before[1] = tmi_touch_rate(touch, 1, c->free);
        touch->rate[0] =
            touch->at.gap / c->h + (touch->before[0] - tmi_touch_rate(touch, 0, c->velocity));
        touch->rate[1] = touch->before[1];
        if (touch->vertex) {
            touch->rate[1] += touch->aside / c->h - tmi_touch_rate(touch, 1, c->velocity);
        }
    }
}
