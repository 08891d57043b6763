/* instant.c: impacts at their time. Bodies that fly, meet within a step and bounce are struck where
 * they meet, and so are discs that would be past the end of what they meet: the caller makes the
 * step up to there, has them struck, and goes on. Others have their impact at the end of the step
 * (struck.c). */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

/* Approaches below this part of the fastest come from rounding [1]. */
#define APPROACH_ROUNDED 1e-9

/* ---- When they meet -------------------------------------------------------------------------- */

/* The part of the step after which the pair of a contact is about to meet; infinite where it does
 * not up to `max`, or touched at the start without coming nearer: 0 where it came nearer. */
static double meeting_of(tmiContactEngine *c, const tmiContact *contact, double max) {
    const int32_t pair = contact->pair;
    const double met = tmi_engine_length(c, pair, TMI_CONTACT_MET);
    tmi_engine_advance(c, pair, TMI_PATH_FLIGHT, 0.0);
    if (tmi_near_separation(c->near, pair, NULL) <= 0.1 * met) {
        bool nears = c->step.h * tmi_contact_rate(c, contact, 0, c->step.before) < -met;
        return nears ? 0.0 : INFINITY;
    }
    return tmi_engine_meeting(c, pair, TMI_PATH_FLIGHT, max, NULL);
}

/* Whether a disc that met something would be past the end of that when the step ends, or the next
 * one: a step takes of its speed across only what brings it to a gap of 0 at the end, and the rest
 * is taken by the step after, where there is nothing any more that could. */
static bool passes_end(tmiContactEngine *c, int32_t index) {
    const tmiStepPair *pair = &c->step.pairs[index];
    if (pair->met < 0 || pair->met != pair->row) {
        return false;
    }
    bool past = false;
    for (int32_t steps = 1; steps <= 2 && !past; steps++) {
        tmiContactPoint point;
        tmi_engine_advance(c, index, TMI_PATH_FLIGHT, steps);
        tmi_engine_met_point(c, index, &point);
        double gap = tmi_near_separation(c->near, index, NULL);
        past = gap > point.gap + tmi_engine_length(c, index, TMI_CONTACT_SWEPT);
    }
    return past;
}

/* Whether the force of a point is that of a meeting for which the step is cut: one body flies, and
 * they bounce, or it would pass the end of the other. */
static bool is_meeting(tmiContactEngine *c, const tmiContact *contact) {
    bool flies = false;
    for (int32_t side = 0; side < 2; side++) {
        flies = flies || (contact->movers[side] >= 0 && c->motion->smooth[contact->movers[side]]);
    }
    return flies && contact->pair >= 0 && contact->impulse[0] > 0.0 &&
           (contact->restitution > 0.0 || passes_end(c, contact->pair));
}

bool tmi_engine_first_meeting(tmiContactEngine *c, int32_t cluster, int32_t bodies[2],
                              double *part) {
    *part = 1.0;
    c->own = &c->clusters.all[cluster];
    c->step.rounding = c->own->rounding;
    for (int32_t i = 0; i < c->own->count; i++) {
        const tmiContact *contact = &c->clusters.made[c->own->first + i];
        double met = is_meeting(c, contact) ? meeting_of(c, contact, *part) : INFINITY;
        if (met < *part) {
            *part = met;
            bodies[0] = c->near->pairs[contact->pair].body_a;
            bodies[1] = c->near->pairs[contact->pair].body_b;
        }
    }
    return *part < 1.0;
}

/* ---- What happens there ---------------------------------------------------------------------- */

/* Pairs that touch, or may within the time c->step.h, have their row. */
static void choose(tmiContactEngine *c) {
    c->step.chosen = c->own->limit_count;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        int32_t row;
        double gap = tmi_near_separation(c->near, i, &row);
        double near_by = tmi_engine_length(c, i, TMI_CONTACT_APART) +
                         tmi_engine_approach_max(c, i, TMI_PATH_FLIGHT);
        c->step.pairs[i].row = gap <= near_by ? row : -1;
        c->step.chosen += c->step.pairs[i].row >= 0;
    }
}

/* Contacts that are closed, or will be within c->step.h, take part; those that approach strike.
 * Contacts that separate take none: a law would stop them without restitution where another one
 * makes them approach. They are struck then, at the same instant. */
static bool sort_out(tmiContactEngine *c) {
    double fastest = 0.0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        double speed = -c->step.contacts[i].before[0];
        fastest = speed > fastest ? speed : fastest;
    }
    bool any = false;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        double soon = contact->before[0] < 0.0 ? -c->step.h * contact->before[0] : 0.0;
        double closed = TMI_CONTACT_APART * contact->length + c->step.rounding + soon;
        contact->idle =
            !(contact->at.gap <= closed) || contact->before[0] > APPROACH_ROUNDED * fastest;
        contact->strikes = !contact->idle && contact->before[0] < -APPROACH_ROUNDED * fastest;
        contact->goes_on = false;
        contact->state = TMI_CONTACT_OPEN;
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            contact->rate[k] = contact->before[k];
            contact->impulse[k] = contact->rest[k] = 0.0;
        }
        contact->bounce =
            contact->strikes && contact->restitution > 0.0 ? contact->restitution : -1.0;
        any = any || contact->strikes;
    }
    return any;
}

/* Contacts that separate do not press when the next step begins. */
static void forget_parted(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (!(contact->strikes && contact->after > 0.0)) {
            continue;
        }
        if (contact->pair < 0) {
            c->warm.limits_held[-1 - contact->pair] = false;
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[contact->pair];
        for (int32_t k = 0; k < c->warm.count; k++) {
            tmiWarmPair *warm = &c->warm.pairs[k];
            if (warm->bodies[0] == near->body_a && warm->bodies[1] == near->body_b) {
                warm->state[0] = warm->state[1] = TMI_CONTACT_OPEN;
            }
        }
    }
}

/* The present cluster, in its present poses. */
static tmStatus strike_own(tmiContactEngine *c, const tmiStepRequest *request) {
    bool same;
    c->step.outcome.settled = true;
    tmi_engine_sum_impulses(c, request->impulse);
    choose(c);
    tmStatus status = tmi_engine_make_contacts(c, &same);
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    if (!sort_out(c)) {
        c->step.contact_count = 0;
        return TM_OK;
    }
    status = tmi_engine_strike_islands(c, request->after);
    status = status == TM_OK ? tmi_engine_weigh_work(c, request->after) : status;
    forget_parted(c);
    tmi_engine_sum_impulses(c, request->impulse);
    return status;
}

tmStatus tmi_engine_strike(tmiContactEngine *c, const tmiStepRequest *request, int32_t cluster) {
    c->step.h = request->h;
    c->step.loosely = c->step.frozen = false;
    c->step.before = request->before;
    c->step.free = request->free;
    tmi_clusters_begin(c, request->which);
    c->own = &c->clusters.all[cluster];
    double *const same_velocities[] = {request->free, request->after, c->step.velocity,
                                       c->step.last};
    for (size_t i = 0; i < sizeof same_velocities / sizeof same_velocities[0]; i++) {
        tmi_own_copy(c, same_velocities[i], request->before);
    }
    memcpy(c->step.first, request->before, tmi_engine_motion_size(c));
    tmi_clusters_hold_others(c, c->step.first);
    tmStatus status = tmi_engine_search(c, false);
    tmi_clusters_enter(c, cluster);
    status = status == TM_OK ? strike_own(c, request) : status;
    status = status == TM_OK ? tmi_clusters_leave(c) : status;
    return status == TM_OK ? tmi_clusters_show(c) : status;
}
