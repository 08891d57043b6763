/* sim_touch.c: every two bodies that press on each other, from the step in which they begin to the
 * one in which they have come apart: told as events, with what they did to each other meanwhile.
 *
 * Bodies that touch without a force have not parted: else one that rests would part and touch again
 * whenever its weight goes through other points for a step. */
#include "analyse/dynamics/sim/sim_private.h"

#include <math.h>
#include <string.h>

/* The place of two bodies in the list, which is in their order, or where they would be. */
static int32_t find(const tmiSimContact *touch, int32_t low, int32_t high) {
    int32_t from = 0, to = touch->pair_count;
    while (from < to) {
        int32_t middle = from + (to - from) / 2;
        const tmiSimPair *pair = &touch->pairs[middle];
        bool before = pair->bodies[0] < low || (pair->bodies[0] == low && pair->bodies[1] < high);
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    return from;
}

/* ---- Restitution --------------------------------------------------------------------------- */

/* What a restitution may miss of what was asked for without being told, as part of it [1]: it is
 * found to 1e-7. */
#define LESSENED 1e-6

static bool is_lessened(double asked, double bounce) {
    return bounce < (1.0 - LESSENED) * asked;
}

/* Keeps the restitution that lost most in the step. */
static void keep_bounce(const tmiTouch *point, double *asked, double *bounce) {
    if (point->bounce >= 0.0 &&
        (*asked == 0.0 || point->bounce * *asked < *bounce * point->restitution)) {
        *asked = point->restitution;
        *bounce = point->bounce;
    }
}

/* An impact that goes back less than asked for, as all of it would gain energy. */
static void report_bounce(tmSim *sim, tmSimEvent event, double asked, double bounce) {
    if (is_lessened(asked, bounce)) {
        event.kind = TM_SIM_EVENT_LESSENED;
        event.impulse = 0.0;
        event.before = asked;
        event.after = bounce;
        event.value = 0.0;
        sim->info.lessened++;
        tmi_sim_add_event(sim, &event);
    }
}

/* ---- Limits -------------------------------------------------------------------------------- */

void tmi_sim_touch_limit(tmSim *sim, int32_t number, const tmiTouch *point, double impulse,
                         double before, double after) {
    tmiSimLimit *limit = &sim->limits[number];
    keep_bounce(point, &limit->asked, &limit->bounce);
    bool first = limit->impulse == 0.0;
    limit->impulse += impulse;
    limit->before = first ? before : limit->before;
    limit->after = after;
}

/* A limit that was met in the step, or left. */
static void report_limit(tmSim *sim, int32_t number) {
    tmiSimLimit *limit = &sim->limits[number];
    const tmiConstraint *constraint = &sim->system->constraints[limit->constraint];
    bool now = limit->impulse > 0.0;
    tmSimEvent event = {.kind = now ? TM_SIM_EVENT_LIMIT : TM_SIM_EVENT_RELEASE,
                        .time = sim->t_end,
                        .joint = limit->def.joint,
                        .input = -1,
                        .value = limit->def.bound};
    event.bodies[0] = constraint->body_count > 0 ? constraint->bodies[0] : -1;
    event.bodies[1] = constraint->body_count > 1 ? constraint->bodies[1] : -1;
    if (now) {
        event.impulse = limit->impulse;
        event.before = limit->before;
        event.after = limit->after;
    }
    if (now != limit->held) {
        tmi_sim_add_event(sim, &event);
    }
    report_bounce(sim, event, limit->asked, limit->bounce);
    limit->held = now;
}

/* ---- Bodies -------------------------------------------------------------------------------- */

void tmi_sim_touch_begin(tmSim *sim) {
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limits[i].impulse = sim->limits[i].asked = 0.0;
    }
    for (int32_t i = 0; i < sim->touch.pair_count; i++) {
        tmiSimPair *pair = &sim->touch.pairs[i];
        pair->now = 0.0;
        pair->before = INFINITY;
        pair->asked = 0.0;
        pair->touches = pair->strikes = pair->meets = false;
    }
}

tmStatus tmi_sim_touch_point(tmSim *sim, const int32_t bodies[2], const tmiTouch *point) {
    tmiSimContact *touch = &sim->touch;
    bool swap = bodies[1] < bodies[0];
    int32_t low = bodies[swap], high = bodies[!swap], at = find(touch, low, high);
    bool is_known = at < touch->pair_count && touch->pairs[at].bodies[0] == low &&
                    touch->pairs[at].bodies[1] == high;
    if (!is_known && !(point->impulse[0] > 0.0)) {
        return TM_OK;
    }
    if (!is_known) {
        tmStatus status = tmi_array_reserve(sim->allocator, &touch->pairs, &touch->pair_capacity,
                                            touch->pair_count + 1, sizeof *touch->pairs);
        if (status != TM_OK) {
            return status;
        }
        tmiSimPair *place = touch->pairs + at;
        memmove(place + 1, place, (size_t)(touch->pair_count++ - at) * sizeof *place);
        *place = (tmiSimPair){.bodies = {low, high}, .before = INFINITY, .is_new = true};
    }
    tmiSimPair *pair = &touch->pairs[at];
    pair->touches = true;
    pair->now += point->impulse[0];
    bool strikes = point->strikes && point->impulse[0] > 0.0;
    pair->strikes = pair->strikes || strikes;
    pair->meets = pair->meets || (strikes && !point->goes_on);
    keep_bounce(point, &pair->asked, &pair->bounce);
    if (point->before[0] < pair->before) {
        pair->before = point->before[0];
        pair->after = point->after;
    }
    return TM_OK;
}

/* What has happened to two bodies in a step. What cannot be kept, the next status tells. */
static void tell(tmSim *sim, tmiSimPair *pair, double h) {
    double force = pair->now / h;
    tmSimEvent event = {.time = sim->t_end, .joint = -1, .input = -1};
    event.bodies[0] = pair->bodies[0];
    event.bodies[1] = pair->bodies[1];
    pair->impulse += pair->now;
    pair->largest = force > pair->largest ? force : pair->largest;
    bool goes_on = pair->struck && !pair->is_new && !pair->meets;
    pair->struck = pair->is_new || pair->strikes;
    if (pair->struck) {
        event.kind = pair->is_new ? TM_SIM_EVENT_TOUCH : TM_SIM_EVENT_IMPACT;
        event.value = goes_on ? 1.0 : 0.0;
        event.impulse = pair->now;
        event.before = pair->before;
        event.after = pair->after;
    } else if (!pair->touches) {
        event.kind = TM_SIM_EVENT_PART;
        event.impulse = pair->impulse;
        event.value = pair->largest;
    } else {
        return;
    }
    pair->is_new = false;
    tmi_sim_add_event(sim, &event);
    report_bounce(sim, event, pair->asked, pair->bounce);
}

void tmi_sim_touch_end(tmSim *sim, double h) {
    tmiSimContact *touch = &sim->touch;
    int32_t kept = 0;
    for (int32_t i = 0; i < touch->pair_count; i++) {
        tell(sim, &touch->pairs[i], h);
        if (touch->pairs[i].touches) {
            touch->pairs[kept++] = touch->pairs[i];
        }
    }
    touch->pair_count = kept;
    for (int32_t i = 0; i < sim->limit_count; i++) {
        report_limit(sim, i);
    }
}

void tmi_sim_touch_forget(tmSim *sim) {
    tmiSimContact *touch = &sim->touch;
    touch->pair_count = touch->contact_count = 0;
    touch->has_step = touch->is_listed = touch->is_foreseen = false;
    if (touch->engine) {
        tmi_contact_forget(touch->engine);
    }
}
