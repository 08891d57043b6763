/* touch_checkpoint.c: what touches, as plain numbers: kept beside the checkpoint of
 * sim_checkpoint.c, since it grows and shrinks. */
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <string.h>

/* Numbers in front, and of each kind of entry. */
#define OF_TOUCH 8
#define OF_POINT 9
#define OF_SERIES (3 + TMI_TOUCH_TIMES)
#define OF_PRIOR 13

/* ---- Into numbers ---------------------------------------------------------------------------- */

static double *put_points(double *to, const tmiTouchSet *set) {
    for (int32_t i = 0; i < set->count; i++, to += OF_POINT) {
        const tmiTouchPoint *p = &set->points[i];
        const double numbers[OF_POINT] = {
            p->pieces[0],    p->pieces[1], p->feature.swapped, p->feature.is_facet, p->feature.of_a,
            p->feature.of_b, p->mode,      p->force[0],        p->force[1]};
        memcpy(to, numbers, sizeof numbers);
    }
    return to;
}

static double *put_prior(double *to, const tmiSimContact *c) {
    for (int32_t i = 0; i < c->list.prior_count; i++, to += OF_PRIOR) {
        const tmContact *p = &c->list.prior[i];
        const double numbers[OF_PRIOR] = {
            p->bodies[0],   p->bodies[1],   p->pieces[0], p->pieces[1], p->point[0],
            p->point[1],    p->normal[0],   p->normal[1], p->gap,       p->force,
            p->friction[0], p->friction[1], p->slips};
        memcpy(to, numbers, sizeof numbers);
    }
    return to;
}

tmStatus tmi_touch_keep_checkpoint(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    tmiSimContact *c = &sim->contact;
    int64_t size = OF_TOUCH + (int64_t)touch->now.count * OF_POINT +
                   (int64_t)touch->series_count * OF_SERIES +
                   (int64_t)c->list.prior_count * OF_PRIOR;
    c->checkpoint_count = 0;
    tmStatus status = size > INT32_MAX ? TM_ERR_LIMIT
                                       : tmi_array_reserve(sim->allocator, &c->checkpoint,
                                                           &c->checkpoint_capacity, (int32_t)size,
                                                           sizeof *c->checkpoint);
    if (status != TM_OK) {
        return status;
    }
    double *to = c->checkpoint;
    const double head[OF_TOUCH] = {touch->now.count,    touch->now.closed, touch->series_count,
                                   c->list.prior_count, touch->speed,      touch->acceleration,
                                   touch->stalls,       touch->is_fresh};
    memcpy(to, head, sizeof head);
    to = put_points(to + OF_TOUCH, &touch->now);
    for (int32_t i = 0; i < touch->series_count; i++, to += OF_SERIES) {
        const tmiTouchSeries *s = &touch->series[i];
        const double numbers[3] = {s->bodies[0], s->bodies[1], s->count};
        memcpy(to, numbers, sizeof numbers);
        memcpy(to + 3, s->times, sizeof s->times);
    }
    to = put_prior(to, c);
    c->checkpoint_count = (int32_t)size;
    return TM_OK;
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Reads a number as an integer from 0 to below `high`; false if it is not one. */
static bool whole(double number, int32_t high, int32_t *to) {
    bool fine = number >= 0.0 && number < high;
    *to = fine ? (int32_t)number : 0;
    return fine && *to == number;
}

/* Numbers may be any bytes: a point of features that are not there is left out. */
static bool get_point(const tmSim *sim, const double *from, tmiTouchPoint *p) {
    const struct tmiTouch *touch = sim->touch;
    int32_t mode, swapped, is_facet;
    *p = (tmiTouchPoint){.force = {from[7], from[8]}};
    bool fine = whole(from[0], touch->piece_count, &p->pieces[0]) &&
                whole(from[1], touch->piece_count, &p->pieces[1]) && whole(from[2], 2, &swapped) &&
                whole(from[3], 2, &is_facet) && whole(from[6], TMI_TOUCH_DOWN + 1, &mode);
    if (!fine) {
        return false;
    }
    const tmiEventPiece *a = &touch->pieces[p->pieces[swapped]].piece;
    const tmiEventPiece *b = &touch->pieces[p->pieces[1 - swapped]].piece;
    p->feature.swapped = swapped != 0;
    p->feature.is_facet = is_facet != 0;
    p->mode = (uint8_t)mode;
    tmSurfaceInfo surface = {0.0, 0.0};
    int32_t bodies[2] = {touch->pieces[p->pieces[0]].body, touch->pieces[p->pieces[1]].body};
    fine = whole(from[4], is_facet ? a->facets : a->count, &p->feature.of_a) &&
           whole(from[5], b->count, &p->feature.of_b) && bodies[0] != bodies[1] &&
           tm_model_surface(sim->model, bodies[0], bodies[1], &surface) == TM_OK;
    p->friction = surface.friction;
    p->restitution = surface.restitution;
    return fine;
}

static bool get_prior(const tmSim *sim, const double *from, tmContact *p) {
    *p = (tmContact){.point = {from[4], from[5]},
                     .normal = {from[6], from[7]},
                     .gap = from[8],
                     .force = from[9],
                     .friction = {from[10], from[11]},
                     .slips = from[12] != 0.0};
    bool fine = true;
    for (int32_t k = 0; k < 2; k++) {
        fine = whole(from[k], sim->system->body_count, &p->bodies[k]) && fine;
        fine = fine && whole(from[2 + k],
                             sim->touch->first[p->bodies[k] + 1] - sim->touch->first[p->bodies[k]],
                             &p->pieces[k]);
    }
    return fine;
}

static tmStatus get_points(tmSim *sim, const double *from, int32_t count, int32_t closed) {
    tmiTouchSet *set = &sim->touch->now;
    for (int32_t i = 0; i < count; i++, from += OF_POINT) {
        tmiTouchPoint point;
        if (get_point(sim, from, &point) && (i < closed) == (point.mode != TMI_TOUCH_OPEN)) {
            tmiTouchPoint *to = tmi_touch_add(sim, set);
            if (!to) {
                return TM_ERR_MEMORY;
            }
            *to = point;
            set->closed += point.mode != TMI_TOUCH_OPEN;
        }
    }
    return TM_OK;
}

static tmStatus read_lists(tmSim *sim, const double *from, const int32_t counts[4]) {
    struct tmiTouch *touch = sim->touch;
    tmiSimContact *c = &sim->contact;
    tmStatus status = get_points(sim, from, counts[0], counts[1]);
    from += (ptrdiff_t)counts[0] * OF_POINT;
    status = status == TM_OK
                 ? tmi_array_reserve(sim->allocator, &touch->series, &touch->series_capacity,
                                     counts[2], sizeof *touch->series)
                 : status;
    for (int32_t i = 0; i < counts[2] && status == TM_OK; i++, from += OF_SERIES) {
        tmiTouchSeries *s = &touch->series[touch->series_count];
        memcpy(s->times, from + 3, sizeof s->times);
        touch->series_count += whole(from[0], sim->system->body_count, &s->bodies[0]) &&
                               whole(from[1], sim->system->body_count, &s->bodies[1]) &&
                               whole(from[2], INT32_MAX, &s->count);
    }
    status = status == TM_OK
                 ? tmi_array_reserve(sim->allocator, &c->list.prior, &c->list.prior_capacity,
                                     counts[3], sizeof *c->list.prior)
                 : status;
    for (int32_t i = 0; i < counts[3] && status == TM_OK; i++, from += OF_PRIOR) {
        c->list.prior_count += get_prior(sim, from, &c->list.prior[c->list.prior_count]);
    }
    return status;
}

tmStatus tmi_touch_restore_checkpoint(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    tmiSimContact *c = &sim->contact;
    const double *from = c->checkpoint;
    int32_t counts[4] = {0}, fresh = 0;
    bool fine = c->checkpoint_count >= OF_TOUCH;
    for (int32_t i = 0; i < 4 && fine; i++) {
        fine = whole(from[i], c->checkpoint_count, &counts[i]);
    }
    fine = fine && whole(from[6], INT32_MAX, &touch->stalls) && whole(from[7], 2, &fresh) &&
           from[4] > 0.0 && from[4] < INFINITY && from[5] >= 0.0 && from[5] < INFINITY;
    int64_t size = OF_TOUCH + (int64_t)counts[0] * OF_POINT + (int64_t)counts[2] * OF_SERIES +
                   (int64_t)counts[3] * OF_PRIOR;
    touch->now.count = touch->now.closed = touch->series_count = c->list.prior_count = 0;
    sim->stuck[0] = sim->stuck[1] = -1;
    if (!fine || size != c->checkpoint_count) {
        return TM_OK;
    }
    touch->speed = from[4];
    touch->acceleration = from[5];
    touch->is_fresh = fresh != 0;
    return read_lists(sim, from + OF_TOUCH, counts);
}
