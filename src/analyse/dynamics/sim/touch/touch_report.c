/* touch_report.c: what has changed at an instant, as events: who touches, parts, strikes, slips,
 * sticks, and whose series of impacts has ended. */
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <math.h>
#include <string.h>

/* ---- Hits ------------------------------------------------------------------------------------ */

/* Keeps the time of an impact of two bodies, and says when the series that this one ends would have
 * ended: the sum of the rebounds that follow, each e times as long as the one before; without a
 * rebound by Aitken's rule from three times. */
static tmStatus keep_series(tmSim *sim, const int32_t bodies[2], double ratio, double fall,
                            double *ends) {
    struct tmiTouch *touch = sim->touch;
    tmiTouchSeries *own = NULL;
    double t = sim->t_end;
    for (int32_t i = 0; i < touch->series_count && !own; i++) {
        bool is_it = memcmp(touch->series[i].bodies, bodies, sizeof touch->series[i].bodies) == 0;
        own = is_it ? &touch->series[i] : NULL;
    }
    if (!own) {
        tmStatus status = tmi_array_reserve(sim->allocator, &touch->series, &touch->series_capacity,
                                            touch->series_count + 1, sizeof *touch->series);
        if (status != TM_OK) {
            return status;
        }
        own = &touch->series[touch->series_count++];
        *own = (tmiTouchSeries){.bodies = {bodies[0], bodies[1]}};
    }
    const int32_t last = TMI_TOUCH_TIMES - 1;
    if (own->count == 0 || own->times[last] != t) {
        memmove(own->times, own->times + 1, (size_t)last * sizeof *own->times);
        own->times[last] = t;
        own->count++;
    }
    /* Times that are far from each other know the ratio better. */
    int32_t way = own->count > last ? last / 2 : 1;
    double d1 = own->times[last - way] - own->times[last - 2 * way];
    double d2 = own->times[last] - own->times[last - way];
    if (fall < 0.0) {
        return TM_OK;
    }
    if (ratio > 0.0) {
        *ends = t + fall / (1.0 - ratio);
    } else if (own->count >= 3 && d1 > d2) {
        *ends = t + d2 * d2 / (d1 - d2);
    }
    return TM_OK;
}

tmStatus tmi_touch_hit(tmSim *sim, const tmiTouchPoint *point, double impulse, double before,
                       double after, double fall) {
    struct tmiTouch *touch = sim->touch;
    const int32_t bodies[2] = {touch->pieces[point->pieces[0]].body,
                               touch->pieces[point->pieces[1]].body};
    tmiTouchHit *hit = NULL;
    for (int32_t i = 0; i < touch->hit_count && !hit; i++) {
        bool is_it = memcmp(touch->hits[i].bodies, bodies, sizeof bodies) == 0;
        hit = is_it ? &touch->hits[i] : NULL;
    }
    if (!hit) {
        tmStatus status = tmi_array_reserve(sim->allocator, &touch->hits, &touch->hit_capacity,
                                            touch->hit_count + 1, sizeof *touch->hits);
        if (status != TM_OK) {
            return status;
        }
        hit = &touch->hits[touch->hit_count++];
        *hit = (tmiTouchHit){
            .bodies = {bodies[0], bodies[1]}, .before = before, .after = after, .ends = -1.0};
    }
    hit->impulse += impulse;
    if (before <= hit->before) {
        hit->before = before;
        hit->after = after;
    }
    double ends = -1.0;
    bool rebounds = before < -tmi_touch_slow(touch) && point->restitution > 0.0;
    tmStatus status = keep_series(sim, bodies, rebounds ? point->restitution : 0.0, fall, &ends);
    hit->ends = ends > hit->ends ? ends : hit->ends;
    return status;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void bodies_of(const struct tmiTouch *touch, const tmiTouchPoint *point, int32_t to[2]) {
    to[0] = touch->pieces[point->pieces[0]].body;
    to[1] = touch->pieces[point->pieces[1]].body;
}

/* How two bodies touch: not, without slipping, or slipping. */
typedef enum Touching { TOUCHING_NOT, TOUCHING, TOUCHING_STICKS, TOUCHING_SLIPS } Touching;

static Touching touching(const struct tmiTouch *touch, const tmiTouchSet *set,
                         const int32_t bodies[2]) {
    Touching found = TOUCHING_NOT;
    for (int32_t i = 0; i < set->count; i++) {
        const tmiTouchPoint *point = &set->points[i];
        int32_t own[2];
        bodies_of(touch, point, own);
        bool rubs = point->friction > 0.0;
        Touching here = point->mode == TMI_TOUCH_OPEN || !rubs ? TOUCHING
                        : point->mode == TMI_TOUCH_STICK       ? TOUCHING_STICKS
                                                               : TOUCHING_SLIPS;
        if (memcmp(own, bodies, sizeof own) == 0 && here > found) {
            found = here;
        }
    }
    return found;
}

static const tmiTouchHit *hit_of(const struct tmiTouch *touch, const int32_t bodies[2]) {
    for (int32_t i = 0; i < touch->hit_count; i++) {
        if (memcmp(touch->hits[i].bodies, bodies, sizeof touch->hits[i].bodies) == 0) {
            return &touch->hits[i];
        }
    }
    return NULL;
}

static tmStatus report(tmSim *sim, tmSimEventKind kind, const int32_t bodies[2],
                       const tmiTouchHit *hit, double value) {
    tmSimEvent event = {.kind = kind,
                        .time = sim->t_end,
                        .joint = -1,
                        .input = -1,
                        .bodies = {bodies[0], bodies[1]},
                        .value = value};
    if (hit) {
        event.impulse = hit->impulse;
        event.before = hit->before;
        event.after = hit->after;
    }
    return tmi_sim_add_event(sim, &event);
}

/* The events of two bodies. */
static tmStatus report_pair(tmSim *sim, const tmiTouchSet *before, const int32_t bodies[2]) {
    struct tmiTouch *touch = sim->touch;
    const tmiTouchHit *hit = hit_of(touch, bodies);
    Touching was = touching(touch, before, bodies), is = touching(touch, &touch->now, bodies);
    tmStatus status = TM_OK;
    bool struck = hit && hit->before < -tmi_touch_slow(touch);
    if (was == TOUCHING_NOT && (is != TOUCHING_NOT || struck)) {
        status = report(sim, TM_SIM_EVENT_TOUCH, bodies, hit, 0.0);
    } else if (struck) {
        status = report(sim, TM_SIM_EVENT_IMPACT, bodies, hit, 0.0);
    }
    if (status == TM_OK && hit && hit->ends >= 0.0) {
        status = report(sim, TM_SIM_EVENT_REST, bodies, NULL, hit->ends);
    }
    if (status == TM_OK && is == TOUCHING_NOT && (was != TOUCHING_NOT || struck)) {
        status = report(sim, TM_SIM_EVENT_PART, bodies, NULL, 0.0);
    }
    if (status == TM_OK && was == TOUCHING_STICKS && is == TOUCHING_SLIPS) {
        status = report(sim, TM_SIM_EVENT_SLIP, bodies, NULL, 0.0);
    }
    if (status == TM_OK && was == TOUCHING_SLIPS && is == TOUCHING_STICKS) {
        status = report(sim, TM_SIM_EVENT_STICK, bodies, NULL, 0.0);
    }
    return status;
}

/* Bodies in the order of their numbers, each pair once: `last` is the one before; false: no more.
 */
static bool next_pair(const struct tmiTouch *touch, const tmiTouchSet *before, int32_t last[2]) {
    const tmiTouchSet *sets[2] = {before, &touch->now};
    int32_t next[2] = {INT32_MAX, INT32_MAX};
    for (int32_t k = 0; k < 3; k++) {
        int32_t count = k < 2 ? sets[k]->count : touch->hit_count;
        for (int32_t i = 0; i < count; i++) {
            int32_t own[2];
            if (k < 2) {
                bodies_of(touch, &sets[k]->points[i], own);
            } else {
                memcpy(own, touch->hits[i].bodies, sizeof own);
            }
            bool after = own[0] > last[0] || (own[0] == last[0] && own[1] > last[1]);
            bool first = own[0] < next[0] || (own[0] == next[0] && own[1] < next[1]);
            if (after && first) {
                memcpy(next, own, sizeof next);
            }
        }
    }
    memcpy(last, next, sizeof next);
    return next[0] < INT32_MAX;
}

tmStatus tmi_touch_events(tmSim *sim, const tmiTouchSet *before) {
    int32_t bodies[2] = {-1, -1};
    tmStatus status = TM_OK;
    while (status == TM_OK && next_pair(sim->touch, before, bodies)) {
        status = report_pair(sim, before, bodies);
    }
    return status;
}
