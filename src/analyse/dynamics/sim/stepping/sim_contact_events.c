/* sim_contact_events.c: every two bodies that press on each other, from the step in which they
 * begin to the one in which they have come apart: told as events, with what they did to each other
 * meanwhile.
 *
 * Bodies that touch without a force have not parted: else one that rests would part and touch again
 * whenever its weight goes through other points for a step. Bodies that touch where the run starts
 * do so from then on: it is not their weight in the first step by which they meet. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* The place of two bodies in the list, which is in their order, or where they would be. */
static int32_t find(const tmiSimContact *c, int32_t low, int32_t high) {
    int32_t from = 0, to = c->pair_count;
    while (from < to) {
        int32_t middle = from + (to - from) / 2;
        const tmiSimPair *pair = &c->pairs[middle];
        bool before = pair->bodies[0] < low || (pair->bodies[0] == low && pair->bodies[1] < high);
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    return from;
}

/* ---- Restitution ----------------------------------------------------------------------------- */

/* What a restitution may miss of what was asked for without being told, as part of it [1]: it is
 * found to 1e-7. */
#define LESSENED 1e-6

static bool is_lessened(double asked, double bounce) {
    return bounce < (1.0 - LESSENED) * asked;
}

/* Keeps the restitution that lost most in the step. */
static void keep_bounce(const tmiContact *point, double *asked, double *bounce) {
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

/* ---- Limits ---------------------------------------------------------------------------------- */

void tmi_sim_contact_limit(tmSim *sim, int32_t number, const tmiContact *point, double impulse,
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

/* ---- Bodies ---------------------------------------------------------------------------------- */

void tmi_sim_contact_begin(tmSim *sim) {
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limits[i].impulse = sim->limits[i].asked = 0.0;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < sim->contact.pair_count; i++) {
        if (!sim->contact.pairs[i].is_new) { /* else of a step that is made again */
            sim->contact.pairs[kept++] = sim->contact.pairs[i];
        }
    }
    sim->contact.pair_count = kept;
    for (int32_t i = 0; i < sim->contact.pair_count; i++) {
        tmiSimPair *pair = &sim->contact.pairs[i];
        pair->now = 0.0;
        pair->before = INFINITY;
        pair->asked = 0.0;
        pair->touches = pair->strikes = pair->meets = false;
    }
}

/* Rates of the gap below this part of what the step's forces add to them [1] are rounding errors.
 */
#define AT_REST 1e-9

static void keep_start(const tmSim *sim, const tmiContact *point, tmiSimPair *pair) {
    if (pair->was_closed && point->impulse[0] > 0.0) {
        const double *velocity = tmi_system_velocities(sim->system, sim->y);
        double rate = tmi_sim_gap_rate(sim->system, point, velocity);
        bool rests = fabs(rate) <= AT_REST * fabs(point->before[0] - rate);
        rate = rests ? 0.0 : rate;
        pair->start = rate < pair->start ? rate : pair->start;
    }
}

tmStatus tmi_sim_contact_add_point(tmSim *sim, const int32_t bodies[2], const tmiContact *point) {
    tmiSimContact *c = &sim->contact;
    bool swap = bodies[1] < bodies[0];
    int32_t low = bodies[swap], high = bodies[!swap], at = find(c, low, high);
    bool is_known =
        at < c->pair_count && c->pairs[at].bodies[0] == low && c->pairs[at].bodies[1] == high;
    if (!is_known && !(point->impulse[0] > 0.0)) {
        return TM_OK;
    }
    if (!is_known) {
        tmStatus status = tmi_array_reserve(sim->allocator, &c->pairs, &c->pair_capacity,
                                            c->pair_count + 1, sizeof *c->pairs);
        if (status != TM_OK) {
            return status;
        }
        tmiSimPair *slot = c->pairs + at;
        memmove(slot + 1, slot, (size_t)(c->pair_count++ - at) * sizeof *slot);
        *slot = (tmiSimPair){.bodies = {low, high},
                             .before = INFINITY,
                             .is_new = true,
                             .was_closed = sim->t == 0.0 && tmi_sim_touched(sim, bodies),
                             .start = INFINITY};
    }
    tmiSimPair *pair = &c->pairs[at];
    pair->touches = true;
    pair->now += point->impulse[0];
    bool strikes = point->strikes && point->impulse[0] > 0.0;
    pair->strikes = pair->strikes || strikes;
    pair->meets = pair->meets || (strikes && !point->goes_on);
    keep_bounce(point, &pair->asked, &pair->bounce);
    keep_start(sim, point, pair);
    if (point->before[0] < pair->before) {
        pair->before = point->before[0];
        pair->after = point->after;
    }
    return TM_OK;
}

/* Two bodies that touch at the start: they do not meet then, unless they move towards each other.
 */
static void start_closed(const tmSim *sim, const tmiSimPair *pair, tmSimEvent *event) {
    bool meets = pair->start < 0.0;
    event->time = sim->t;
    event->impulse = meets ? pair->now : 0.0;
    event->before = meets ? pair->start : 0.0;
    event->after = meets ? pair->after : 0.0;
}

/* What has happened to two bodies in a step. What cannot be kept, the next status tells. */
static void tell(tmSim *sim, tmiSimPair *pair, double h) {
    double force = pair->now / h;
    tmSimEvent event = {.time = sim->t_end, .joint = -1, .input = -1};
    event.bodies[0] = pair->bodies[0];
    event.bodies[1] = pair->bodies[1];
    pair->impulse += pair->now;
    pair->max_force = force > pair->max_force ? force : pair->max_force;
    bool goes_on = pair->struck && !pair->is_new && !pair->meets;
    pair->struck = pair->is_new || pair->strikes;
    if (pair->struck) {
        event.kind = pair->is_new ? TM_SIM_EVENT_TOUCH : TM_SIM_EVENT_IMPACT;
        event.value = goes_on ? 1.0 : 0.0;
        event.impulse = pair->now;
        event.before = pair->before;
        event.after = pair->after;
        if (pair->was_closed) {
            start_closed(sim, pair, &event);
        }
    } else if (!pair->touches) {
        event.kind = TM_SIM_EVENT_PART;
        event.impulse = pair->impulse;
        event.value = pair->max_force;
    } else {
        return;
    }
    pair->is_new = pair->was_closed = false;
    tmi_sim_add_event(sim, &event);
    report_bounce(sim, event, pair->asked, pair->bounce);
}

void tmi_sim_contact_end(tmSim *sim, double h) {
    tmiSimContact *c = &sim->contact;
    int32_t kept = 0;
    for (int32_t i = 0; i < c->pair_count; i++) { /* in the order of time */
        if (c->pairs[i].was_closed) {
            tell(sim, &c->pairs[i], h);
            c->pairs[i].is_told = true;
        }
    }
    for (int32_t i = 0; i < c->pair_count; i++) {
        if (!c->pairs[i].is_told) {
            tell(sim, &c->pairs[i], h);
        }
        c->pairs[i].is_told = false;
        if (c->pairs[i].touches) {
            c->pairs[kept++] = c->pairs[i];
        }
    }
    c->pair_count = kept;
    for (int32_t i = 0; i < sim->limit_count; i++) {
        report_limit(sim, i);
    }
}

void tmi_sim_contact_forget(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    c->pair_count = c->contact_count = 0;
    c->has_step = c->is_listed = c->is_foreseen = false;
    if (c->engine) {
        tmi_engine_clear_warm(c->engine);
    }
}
