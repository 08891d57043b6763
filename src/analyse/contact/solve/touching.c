/* touching.c: bodies that touch where a step ends without pressing on each other. The step does not
 * need them: they have no row, and so no point. Those who ask for contacts do. */
#include "analyse/contact/solve/solve.h"

/* Marks the pairs of the own cluster that have points. */
static void mark_listed(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        c->step.pairs[c->own->pairs[n]].listed = false;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        if (c->step.contacts[i].pair >= 0) {
            c->step.pairs[c->step.contacts[i].pair].listed = true;
        }
    }
}

/* Whether a pair touches where it is placed, and the row on which it does. A single row with a gap
 * keeps it apart: the largest gap is asked for only where none is known. */
static bool touches(const tmiContactEngine *c, int32_t index, int32_t *row) {
    double max = tmi_engine_length(c, index, TMI_CONTACT_TOUCHES);
    int32_t last = c->step.pairs[index].last;
    return !(last >= 0 && tmi_near_gap(c->near, index, last) > max) &&
           tmi_near_separation(c->near, index, row) <= max;
}

static tmStatus add_points(tmiContactEngine *c, int32_t index, int32_t row, const double *after) {
    const tmiNearPair *near = &c->near->pairs[index];
    double length = c->step.pairs[index].length;
    tmiContactPoint *points = c->work.points;
    int32_t count =
        tmi_near_points(c->near, index, row, TMI_CONTACT_NEAR * length, INFINITY, points);
    tmStatus status = tmi_array_reserve(c->allocator, &c->step.contacts, &c->step.contact_capacity,
                                        c->step.contact_count + count, sizeof *c->step.contacts);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        if (points[i].gap <= tmi_engine_length(c, index, TMI_CONTACT_TOUCHES)) {
            tmiContact *contact = &c->step.contacts[c->step.contact_count++];
            *contact = (tmiContact){
                .pair = index,
                .movers = {c->motion->mover_of[near->body_a], c->motion->mover_of[near->body_b]},
                .at = points[i],
                .length = length,
                .bounce = -1.0,
                .response = -1};
            tmi_engine_put_across(c, contact);
            contact->after = contact->before[0] = tmi_contact_rate(c, contact, 0, after);
        }
    }
    return status;
}

/* Which of those from `first` on a joint decides about. Where nothing has pressed, joints are still
 * linearised where the step began. */
static tmStatus find_held(tmiContactEngine *c, int32_t first) {
    const tmiContactMotion *m = c->motion;
    tmStatus status = first == 0 ? m->linearise(m->user, c->step.velocity, c->step.kept) : TM_OK;
    status = status == TM_OK ? tmi_engine_find_held(c) : status;
    if (status != TM_OK) { /* it cannot be known */
        c->step.contact_count = first;
    }
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

tmStatus tmi_engine_add_touching(tmiContactEngine *c, const double *after) {
    int32_t first = c->step.contact_count;
    tmStatus status = TM_OK;
    mark_listed(c);
    for (int32_t n = 0; n < c->own->pair_count && status == TM_OK; n++) {
        int32_t i = c->own->pairs[n], row;
        if (!c->step.pairs[i].listed && touches(c, i, &row)) {
            status = add_points(c, i, row, after);
        }
    }
    bool coupled = c->motion->coupled && c->step.contact_count > first;
    return status == TM_OK && coupled ? find_held(c, first) : status;
}
