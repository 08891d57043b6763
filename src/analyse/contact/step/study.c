/* study.c: one time step by a model that is for study: its rows, its solution, and what is then
 * told of it. The overlap that it leaves is measured by the pair form, and the judge is the same as
 * that one's. */
#include "analyse/contact/step/study.h"

#include <math.h>
#include <string.h>

void tmi_contact_take_over(tmiContact *c, tmContactModel by) {
    c->study.model = by;
}

/* Drops the touches that carry nothing: facets that are not met. */
static void keep_pressing(tmiContact *c) {
    int32_t count = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->pairs[i].first = c->pairs[i].count = 0;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        if (!(touch->impulse[0] > 0.0)) {
            continue;
        }
        if (touch->pair >= 0) {
            tmiTouchPair *pair = &c->pairs[touch->pair];
            pair->first = pair->count == 0 ? count : pair->first;
            pair->count++;
        }
        c->touches[count++] = *touch;
    }
    c->touch_count = count;
}

/* Gaps where the bodies are now; forces stay along the normals of the start, as they acted. */
static void close_gaps(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        if (touch->pair < 0) {
            touch->at.gap = c->motion->room(c->motion->user, -1 - touch->pair);
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[touch->pair];
        const tmiContactPiece *now = c->near->now, *start = c->near->start;
        tmiContactPoint at = touch->at;
        tmi_contact_point_at(&now[near->piece_a], &now[near->piece_b], &start[near->piece_a],
                             &start[near->piece_b],
                             tmi_touch_length(c, touch->pair, TMI_TOUCH_VISIBLE), &at);
        touch->at.gap = at.gap;
    }
}

/* Gaps and joints are linearised where the bodies are at the start: there all velocities are 0. */
static tmStatus prevent(tmiContact *c, double *after) {
    const tmiContactMotion *m = c->motion;
    memset(c->velocity, 0, (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof *c->velocity);
    tmStatus status = TM_OK;
    if (m->coupled) {
        m->place(m->user, c->velocity, true);
        c->places++;
        status = m->linearise(m->user, c->velocity, c->free);
    }
    status = status == TM_OK ? tmi_study_rows(c) : status;
    status = status == TM_OK ? tmi_study_limits(c, INFINITY) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_touch_linearise(c);
    status = tmi_touch_solve_by(c, tmi_study_solve, c->velocity);
    if (status != TM_OK) {
        return status;
    }
    keep_pressing(c);
    tmi_touch_place(c);
    close_gaps(c);
    return tmi_touch_impacts(c, after);
}

/* The largest overlap of pieces where they are. All pairs are for the judge. */
static void measure(tmiContact *c) {
    tmiContactOutcome *outcome = &c->outcome;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        tmiTouchPair *pair = &c->pairs[i];
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
static double lost(const tmiContact *c, double *after) {
    double sum = 0.0;
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        touch->after = tmi_touch_rate(touch, 0, after);
        for (int32_t k = 0; k < 2; k++) {
            sum -= 0.5 * touch->impulse[k] *
                   (tmi_touch_rate(touch, k, c->before) + tmi_touch_rate(touch, k, after));
        }
    }
    return sum;
}

tmStatus tmi_study_step(tmiContact *c, double *moved, double *after, double *impulse) {
    tmStatus status =
        c->study.model == TM_CONTACT_CORRECTION ? tmi_study_correct(c, after) : prevent(c, after);
    if (status == TM_ERR_NOT_CONVERGED || status == TM_ERR_LIMIT) {
        c->outcome.unsolved = true;
        c->touch_count = 0;
        return TM_OK;
    }
    if (status != TM_OK) {
        return status;
    }
    c->memory_count = 0; /* that of the pair form */
    tmi_touch_hold_limits(c);
    c->outcome.settled = true;
    c->outcome.lost = lost(c, after);
    memcpy(moved, c->velocity, (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof *moved);
    tmi_touch_load(c, impulse);
    measure(c);
    return tmi_touch_judge(c, &c->outcome.residual);
}
