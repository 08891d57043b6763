/* study.c: one time step by a model that is for study: its rows, its solution, and what is then
 * told of it. The overlap that it leaves is measured by the pair form, and the judge is the same as
 * that one's. */
#include "analyse/contact/step/study.h"

#include <math.h>
#include <string.h>

void tmi_engine_take_over(tmiContactEngine *c, tmContactModel by) {
    c->study.model = by;
}

/* Drops the contacts that carry nothing: facets that are not met. */
static void keep_pressing(tmiContactEngine *c) {
    int32_t count = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->pairs[i].first = c->pairs[i].count = 0;
    }
    for (int32_t i = 0; i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
        if (!(contact->impulse[0] > 0.0)) {
            continue;
        }
        if (contact->pair >= 0) {
            tmiStepPair *pair = &c->pairs[contact->pair];
            pair->first = pair->count == 0 ? count : pair->first;
            pair->count++;
        }
        c->contacts[count++] = *contact;
    }
    c->contact_count = count;
}

/* Gaps where the bodies are now; forces stay along the normals of the start, as they acted. */
static void close_gaps(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->contact_count; i++) {
        tmiContact *contact = &c->contacts[i];
        if (contact->pair < 0) {
            contact->at.gap = c->motion->room(c->motion->user, -1 - contact->pair);
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[contact->pair];
        const tmiContactPiece *now = c->near->now, *start = c->near->start;
        tmiContactPoint at = contact->at;
        tmi_contact_point_at(&now[near->piece_a], &now[near->piece_b], &start[near->piece_a],
                             &start[near->piece_b],
                             tmi_engine_length(c, contact->pair, TMI_CONTACT_VISIBLE), &at);
        contact->at.gap = at.gap;
    }
}

/* Gaps and joints are linearised where the bodies are at the start: there all velocities are 0. */
static tmStatus prevent(tmiContactEngine *c, double *after) {
    const tmiContactMotion *m = c->motion;
    memset(c->velocity, 0, (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof *c->velocity);
    tmStatus status = TM_OK;
    if (m->coupled) {
        m->set_poses(m->user, c->velocity, true);
        c->poses_set++;
        status = m->linearise(m->user, c->velocity, c->free);
    }
    status = status == TM_OK ? tmi_study_rows(c) : status;
    status = status == TM_OK ? tmi_study_limits(c, INFINITY) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    status = tmi_engine_solve_by(c, tmi_study_solve, c->velocity);
    if (status != TM_OK) {
        return status;
    }
    keep_pressing(c);
    tmi_engine_set_poses(c);
    close_gaps(c);
    return tmi_engine_impacts(c, after);
}

/* The largest overlap of pieces where they are. All pairs are for the judge. */
static void measure(tmiContactEngine *c) {
    tmiContactOutcome *outcome = &c->outcome;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        tmiStepPair *pair = &c->pairs[i];
        double depth = -tmi_contact_separation(&c->near->now[near->piece_a],
                                               &c->near->now[near->piece_b], &pair->row);
        if (depth > outcome->overlap * pair->length) {
            outcome->overlap = depth / pair->length;
            outcome->depth = depth;
            outcome->bodies[0] = near->body_a;
            outcome->bodies[1] = near->body_b;
        }
    }
}

/* Kinetic energy that the impulses took away: they act between the velocities before and after. */
static double lost(const tmiContactEngine *c, double *after) {
    double sum = 0.0;
    for (int32_t i = 0; i < c->contact_count; i++) {
        tmiContact *contact = &c->contacts[i];
        contact->after = tmi_contact_rate(contact, 0, after);
        for (int32_t k = 0; k < 2; k++) {
            sum -= 0.5 * contact->impulse[k] *
                   (tmi_contact_rate(contact, k, c->before) + tmi_contact_rate(contact, k, after));
        }
    }
    return sum;
}

tmStatus tmi_study_step(tmiContactEngine *c, double *moved, double *after, double *impulse) {
    tmStatus status =
        c->study.model == TM_CONTACT_CORRECTION ? tmi_study_correct(c, after) : prevent(c, after);
    if (status == TM_ERR_NOT_CONVERGED || status == TM_ERR_LIMIT) {
        c->outcome.unsolved = true;
        c->contact_count = 0;
        return TM_OK;
    }
    if (status != TM_OK) {
        return status;
    }
    c->warm_count = 0; /* that of the pair form */
    tmi_engine_hold_limits(c);
    c->outcome.settled = true;
    c->outcome.lost = lost(c, after);
    memcpy(moved, c->velocity, (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof *moved);
    tmi_engine_sum_impulses(c, impulse);
    measure(c);
    return tmi_engine_judge(c, &c->outcome.residual);
}
