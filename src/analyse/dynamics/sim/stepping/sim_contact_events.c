/* sim_contact_events.c: every two bodies that touch, from when they meet to when they part:
 * reported as events, each at its own time within the step, with the impulses between them.
 *
 * Bodies touch whose gap is at most TMI_CONTACT_TOUCHES of the smaller piece, whether or not they
 * press: otherwise a resting body would part and touch again whenever other points carry its weight
 * for a step. Bodies that touch where the run starts do not meet in the first step through their
 * weight. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* The place of two bodies in the list, which is in their order, or where they would be. */
static int32_t find(const tmiSimContact *c, int32_t low, int32_t high) {
    int32_t from = 0, to = c->touch.pair_count;
    while (from < to) {
        int32_t middle = from + (to - from) / 2;
        const tmiSimPair *pair = &c->touch.pairs[middle];
        bool before = pair->bodies[0] < low || (pair->bodies[0] == low && pair->bodies[1] < high);
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    return from;
}

/* ---- Restitution ----------------------------------------------------------------------------- */

/* Maximum error of a restitution that is not reported, as part of the one asked for [1]: it is
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

/* An impact with less restitution than asked for, because all of it would gain energy. */
static void report_bounce(tmSim *sim, tmSimEvent event, double asked, double bounce) {
    if (is_lessened(asked, bounce)) {
        event.kind = TM_SIM_EVENT_LESSENED;
        event.impulse = 0.0;
        event.before = asked;
        event.after = bounce;
        event.value = 0.0;
        sim->info.lessened++;
        tmi_sim_add_event_in_order(sim, &event);
    }
}

/* ---- Limits ---------------------------------------------------------------------------------- */

void tmi_sim_contact_limit(tmSim *sim, int32_t number, const tmiContact *point, double time,
                           double impulse, double before, double after) {
    tmiSimLimit *limit = &sim->limits[number];
    keep_bounce(point, &limit->asked, &limit->bounce);
    bool first = limit->impulse == 0.0;
    limit->time = first ? time : limit->time;
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
                        .time = now ? limit->time : sim->t,
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
        tmi_sim_add_event_in_order(sim, &event);
    }
    report_bounce(sim, event, limit->asked, limit->bounce);
    limit->held = now;
}

/* ---- What is kept of each part --------------------------------------------------------------- */

/* A part of first order brings bodies that meet within it to a gap of 0 at its end. When they met
 * follows from their flight: with the gap g at the start and its rate, which forces change evenly
 * from r to r', after the part s of the length h
 *
 *     g + h (s r + s^2 (r' - r) / 2) = 0,      at the rate r + s (r' - r).                     (1)
 */

/* Rates of the gap below this part of what the step's forces add to them [1] are rounding errors.
 */
#define AT_REST 1e-9

/* Whether a body touches one other than `except` where the part begins. */
static bool lies_on_another(const tmSim *sim, int32_t body, int32_t except) {
    const tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < c->touch.pair_count; i++) {
        const tmiSimPair *pair = &c->touch.pairs[i];
        bool is_first = pair->bodies[0] == body;
        if (pair->is_closed && !pair->leaves && (is_first || pair->bodies[1] == body) &&
            pair->bodies[is_first] != except) {
            return true;
        }
    }
    return false;
}

/* How much the rate of the gap of a point changes in the part by what moves one of its bodies,
 * without this contact. Bodies that were met in flight have gone back to the velocities that they
 * had then (conclude.c). One that lies on others does not fall: it goes on as in the last step,
 * unless it was struck there. */
static double free_change(const tmSim *sim, const tmiContact *point, const int32_t bodies[2],
                          int32_t side, const double *before) {
    const tmiSimContact *c = &sim->contact;
    int32_t dof = sim->system->dof, mover = point->movers[side];
    if (mover < 0) {
        return 0.0;
    }
    double met = c->part.met[mover] > 0.0 ? c->part.met[mover] : 1.0, free = 0.0, last = 0.0;
    for (int32_t k = 0, i = mover * dof; k < dof; k++, i++) {
        free += point->across[0][side][k] * (c->part.free[i] - before[i]) / met;
        last += point->across[0][side][k] * c->means.acceleration[i] * c->part.h;
    }
    bool goes_on = c->means.has_step && fabs(last) < fabs(free) &&
                   lies_on_another(sim, bodies[side], bodies[!side]);
    return goes_on ? last : free;
}

/* The part of (1) for a gap divided by h; 1 where it has none before the end. */
static double part_of(double gap, double rate, double more) {
    double root = rate * rate - 2.0 * more * gap;
    double part = root < 0.0    ? 1.0
                  : rate <= 0.0 ? 2.0 * gap / (sqrt(root) - rate)
                  : more < 0.0  ? (rate + sqrt(root)) / -more
                                : 1.0;
    return part < 1.0 ? part : 1.0;
}

/* When the bodies of a point met in the part that ends at hit->time, and how fast: (1). */
static void find_meeting(const tmSim *sim, const tmiContact *point, const int32_t bodies[2],
                         tmiSimHit *hit) {
    double h = sim->contact.part.h, gap = point->at.gap_at_start;
    const double *before = tmi_system_velocities(sim->system, sim->contact.part.from);
    double rate = tmi_sim_gap_rate(sim->system, point, before);
    double part = 0.0;
    double more =
        free_change(sim, point, bodies, 0, before) + free_change(sim, point, bodies, 1, before);
    bool rests = fabs(rate) <= AT_REST * fabs(more), rises = rate > 0.0 && !rests;
    bool closed = gap <= TMI_CONTACT_TOUCHES * point->length && !rises;
    if (!closed) {
        part = part_of(gap > 0.0 ? gap / h : 0.0, rate, more);
    }
    double met = hit->time - (1.0 - part) * h, speed = rate + part * more;
    speed = closed && rests ? 0.0 : speed;
    hit->was_closed = hit->was_closed || closed;
    if (met < hit->met || (met == hit->met && speed < hit->speed)) {
        hit->met = met;
        hit->speed = speed;
    }
}

/* The hit of two bodies in this part: all points of two bodies follow each other. */
static tmiSimHit *hit_of(tmSim *sim, const int32_t bodies[2]) {
    tmiSimContact *c = &sim->contact;
    bool swap = bodies[1] < bodies[0];
    int32_t low = bodies[swap], high = bodies[!swap];
    tmiSimHit *last =
        c->touch.hit_count > c->touch.hit_first ? &c->touch.hits[c->touch.hit_count - 1] : NULL;
    if (last && last->bodies[0] == low && last->bodies[1] == high) {
        return last;
    }
    if (tmi_array_reserve(sim->allocator, &c->touch.hits, &c->touch.hit_capacity,
                          c->touch.hit_count + 1, sizeof *c->touch.hits) != TM_OK) {
        return NULL;
    }
    tmiSimHit *hit = &c->touch.hits[c->touch.hit_count++];
    *hit =
        (tmiSimHit){.bodies = {low, high}, .met = INFINITY, .speed = INFINITY, .before = INFINITY};
    return hit;
}

tmStatus tmi_sim_add_hit(tmSim *sim, const int32_t bodies[2], const tmiContact *point, double whole,
                         double time, bool is_instant) {
    tmiSimHit *hit = hit_of(sim, bodies);
    if (!hit) {
        return TM_ERR_MEMORY;
    }
    double apart = TMI_CONTACT_TOUCHES * point->length;
    bool presses = point->impulse[0] > 0.0, strikes = point->strikes && presses;
    hit->time = time;
    hit->is_instant = is_instant;
    hit->impulse += point->impulse[0];
    if (strikes && !hit->strikes) { /* pressing alone is not a meeting */
        hit->met = hit->speed = INFINITY;
        hit->was_closed = false;
    }
    if (presses && !is_instant && strikes >= hit->strikes) {
        find_meeting(sim, point, bodies, hit);
    }
    hit->strikes = hit->strikes || strikes;
    hit->meets = hit->meets || (strikes && !point->goes_on);
    hit->leaves = hit->leaves || whole * point->after > apart;
    hit->nears = hit->nears || -whole * point->after > apart;
    keep_bounce(point, &hit->asked, &hit->bounce);
    if (point->before[0] < hit->before) {
        hit->before = point->before[0];
        hit->after = point->after;
    }
    return TM_OK;
}

tmStatus tmi_sim_add_rest(tmSim *sim, const int32_t bodies[2], double force) {
    const tmiSimContact *c = &sim->contact;
    bool swap = bodies[1] < bodies[0];
    int32_t at = find(c, bodies[swap], bodies[!swap]);
    if (at == c->touch.pair_count || c->touch.pairs[at].bodies[0] != bodies[swap] ||
        c->touch.pairs[at].bodies[1] != bodies[!swap]) {
        return TM_OK; /* never reported as touching */
    }
    tmiSimHit *hit = hit_of(sim, bodies);
    if (hit) {
        hit->time = sim->t_end;
        hit->impulse += force * (sim->t_end - sim->t);
        hit->was_closed = true;
    }
    return hit ? TM_OK : TM_ERR_MEMORY;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

void tmi_sim_contact_begin(tmSim *sim) {
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limits[i].impulse = sim->limits[i].asked = 0.0;
    }
    sim->contact.touch.hit_count = sim->contact.touch.hit_first = 0;
}

/* The pair of two bodies; sets is_new if it was not listed yet; null: no memory. */
static tmiSimPair *pair_of(tmSim *sim, int32_t low, int32_t high, bool *is_new) {
    tmiSimContact *c = &sim->contact;
    int32_t at = find(c, low, high);
    *is_new = at == c->touch.pair_count || c->touch.pairs[at].bodies[0] != low ||
              c->touch.pairs[at].bodies[1] != high;
    if (!*is_new) {
        return &c->touch.pairs[at];
    }
    if (tmi_array_reserve(sim->allocator, &c->touch.pairs, &c->touch.pair_capacity,
                          c->touch.pair_count + 1, sizeof *c->touch.pairs) != TM_OK) {
        sim->lacks_memory = true;
        return NULL;
    }
    tmiSimPair *slot = c->touch.pairs + at;
    memmove(slot + 1, slot, (size_t)(c->touch.pair_count++ - at) * sizeof *slot);
    *slot = (tmiSimPair){.bodies = {low, high}, .last = sim->t};
    return slot;
}

static tmSimEvent event_of(const tmiSimPair *pair, tmSimEventKind kind, double time) {
    tmSimEvent event = {.kind = kind, .time = time, .joint = -1, .input = -1};
    event.bodies[0] = pair->bodies[0];
    event.bodies[1] = pair->bodies[1];
    return event;
}

/* The next status reports what could not be stored. */
static void report_pair(tmSim *sim, tmiSimPair *pair) {
    if (pair->has_event) {
        tmi_sim_add_event_in_order(sim, &pair->event);
        pair->has_event = false;
    }
}

/* Two bodies no longer touch: they parted when they were last seen to touch. */
static void part(tmSim *sim, tmiSimPair *pair, double h) {
    tmSimEvent event = event_of(pair, TM_SIM_EVENT_PART, pair->last);
    double force = pair->now / h;
    report_pair(sim, pair);
    event.impulse = pair->impulse;
    event.value = force > pair->max_force ? force : pair->max_force;
    tmi_sim_add_event_in_order(sim, &event);
    pair->impulse = pair->max_force = pair->now = 0.0;
    pair->is_closed = pair->leaves = pair->struck = pair->is_struck = false;
}

/* An impact at an instant: all of it, whether they touched before or not. */
static void take_instant(tmSim *sim, tmiSimPair *pair, const tmiSimHit *hit) {
    report_pair(sim, pair);
    pair->event =
        event_of(pair, pair->is_closed ? TM_SIM_EVENT_IMPACT : TM_SIM_EVENT_TOUCH, hit->time);
    pair->event.impulse = hit->impulse;
    pair->event.before = hit->before;
    pair->event.after = hit->after;
    pair->has_event = true;
    report_pair(sim, pair);
    pair->is_closed = true;
    pair->leaves = hit->leaves;
    pair->is_struck = false;
}

/* They meet within a part of the step, or at its end without force. */
static void take_touch(tmiSimPair *pair, const tmiSimHit *hit) {
    bool presses = hit->impulse > 0.0;
    pair->event = event_of(pair, TM_SIM_EVENT_TOUCH, presses ? hit->met : hit->time);
    pair->event.impulse = hit->impulse;
    pair->event.before = presses ? hit->speed : 0.0;
    pair->event.after = presses ? hit->after : 0.0;
    pair->has_event = pair->is_closed = pair->is_struck = true;
}

/* They touched before, and touch or press at the end of a part. All parts of a step after they met
 * count as one impact. */
static void take_press(tmSim *sim, tmiSimPair *pair, const tmiSimHit *hit) {
    if (pair->has_event) {
        pair->event.impulse += hit->impulse;
        pair->event.after = hit->strikes ? hit->after : pair->event.after;
    } else if (hit->strikes) {
        report_pair(sim, pair);
        pair->event = event_of(pair, TM_SIM_EVENT_IMPACT, hit->was_closed ? hit->time : hit->met);
        pair->event.value = pair->struck && !hit->meets ? 1.0 : 0.0;
        pair->event.impulse = hit->impulse;
        pair->event.before = hit->was_closed ? hit->before : hit->speed;
        pair->event.after = hit->after;
        pair->has_event = true;
    }
    pair->is_struck = pair->is_struck || hit->strikes;
}

/* Two bodies that touch where the run starts do not meet then, unless they move towards each other;
 * null: nothing was between them in the first step. */
static void start(tmSim *sim, tmiSimPair *pair, const tmiSimHit *hit) {
    bool meets = hit && hit->impulse > 0.0 && (hit->is_instant ? hit->before : hit->speed) < 0.0 &&
                 (hit->is_instant ? hit->time <= sim->t : hit->was_closed);
    pair->is_start = false;
    if (!meets) {
        pair->event = event_of(pair, TM_SIM_EVENT_TOUCH, sim->t);
        pair->has_event = pair->is_closed = true;
        report_pair(sim, pair);
    }
}

static void take_hit(tmSim *sim, tmiSimPair *pair, const tmiSimHit *hit, double h) {
    bool presses = hit->impulse > 0.0;
    if (pair->is_start) {
        start(sim, pair, hit);
    }
    if (pair->is_closed && pair->leaves && presses) {
        part(sim, pair, h);
    }
    if (!presses && !pair->is_closed && (hit->is_instant || hit->nears)) {
        return; /* they are about to meet */
    }
    if (hit->is_instant && presses) {
        take_instant(sim, pair, hit);
    } else if (!pair->is_closed) {
        take_touch(pair, hit);
    } else if (!hit->is_instant) {
        take_press(sim, pair, hit);
        pair->leaves = pair->leaves && !presses;
    }
    pair->now += hit->impulse;
    pair->impulse += hit->impulse;
    pair->last = hit->time;
    report_bounce(sim, event_of(pair, TM_SIM_EVENT_LESSENED, hit->time), hit->asked, hit->bounce);
}

/* Part of a step by which the time of its end may be missed by rounding [1]. */
#define STEP_END_ROUNDED 1e-9

/* The step is over for two bodies. Returns whether they touch at its end. */
static bool finish(tmSim *sim, tmiSimPair *pair, double h) {
    double force = pair->now / h;
    if (pair->is_start) {
        start(sim, pair, NULL);
    }
    if (pair->is_closed && !(pair->last >= sim->t_end - STEP_END_ROUNDED * h)) {
        part(sim, pair, h);
    }
    report_pair(sim, pair);
    pair->max_force = force > pair->max_force ? force : pair->max_force;
    pair->struck = pair->is_struck;
    return pair->is_closed;
}

/* Bodies that touch where the run starts are listed from then on. */
static void begin_pairs(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < c->touch.pair_count; i++) {
        tmiSimPair *pair = &c->touch.pairs[i];
        pair->now = 0.0;
        pair->last = sim->t;
        pair->is_closed = true;
        pair->leaves = pair->is_start = pair->is_struck = pair->has_event = false;
    }
    for (int32_t i = 0; sim->t == 0.0 && i < c->list.prior_count; i++) {
        const int32_t *bodies = c->list.prior[i].bodies;
        bool swap = bodies[1] < bodies[0], is_new;
        tmiSimPair *pair = pair_of(sim, bodies[swap], bodies[!swap], &is_new);
        if (pair && is_new) {
            pair->is_start = true;
        }
    }
}

/* Marks contacts that existed only within the step. */
static void mark_parted(tmiSimContact *c) {
    for (int32_t i = 0; i < c->list.count; i++) {
        tmContact *contact = &c->list.contacts[i];
        bool swap = contact->bodies[1] < contact->bodies[0];
        int32_t low = contact->bodies[swap], high = contact->bodies[!swap], at = find(c, low, high);
        bool touches = at < c->touch.pair_count && c->touch.pairs[at].bodies[0] == low &&
                       c->touch.pairs[at].bodies[1] == high;
        contact->parted = contact->force > 0.0 && !touches;
    }
}

void tmi_sim_contact_end(tmSim *sim, double h) {
    tmiSimContact *c = &sim->contact;
    int32_t kept = 0;
    begin_pairs(sim);
    for (int32_t i = 0; i < c->touch.hit_count; i++) {
        bool is_new;
        tmiSimPair *pair =
            pair_of(sim, c->touch.hits[i].bodies[0], c->touch.hits[i].bodies[1], &is_new);
        if (pair) {
            take_hit(sim, pair, &c->touch.hits[i], h);
        }
    }
    for (int32_t i = 0; i < c->touch.pair_count; i++) {
        if (finish(sim, &c->touch.pairs[i], h)) {
            c->touch.pairs[kept++] = c->touch.pairs[i];
        }
    }
    c->touch.pair_count = kept;
    mark_parted(c);
    for (int32_t i = 0; i < sim->limit_count; i++) {
        report_limit(sim, i);
    }
}

void tmi_sim_contact_forget(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    c->touch.pair_count = c->list.count = 0;
    c->means.has_step = c->list.is_present = c->foreseen.is_known = false;
    if (c->engine) {
        tmi_engine_clear_warm(c->engine);
        tmi_sim_sleep_wake_all(sim);
    }
}
