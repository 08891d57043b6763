/* study_correction.c: bodies move freely; what overlaps then is pushed apart, positions by the
 * least motion in the metric of the masses, velocities so that what touches no longer approaches,
 * with friction. Simple engines work like this. A body that is past a wall at the end of a step has
 * not met it. */
#include "analyse/contact/study/study_private.h"

#include <math.h>
#include <string.h>

/* The points where pieces overlap, as deep as they are. */
static tmStatus find(tmiContactEngine *c) {
    const tmiContactPiece *now = c->near->now;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < c->near->pair_count && status == TM_OK; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        const tmiContactPiece *a = &now[near->piece_a], *b = &now[near->piece_b];
        tmiContactPoint *points = c->work.points;
        int32_t row;
        c->step.pairs[i].first = c->step.pairs[i].count = 0;
        if (!(tmi_contact_separation(a, b, &row) < 0.0)) {
            continue;
        }
        int32_t count = tmi_contact_points(
            a, b, a, b, row, TMI_CONTACT_NEAR * c->step.pairs[i].length, INFINITY, points);
        for (int32_t k = 0; k < count && status == TM_OK; k++) {
            status = points[k].gap < 0.0 ? tmi_study_add(c, i, &points[k]) : TM_OK;
        }
    }
    return status;
}

/* Solves for velocities with other rates and friction than the contacts have. */
static tmStatus solve(tmiContactEngine *c, bool positions, double *velocity) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        if (contact->pair >= 0) {
            contact->friction = positions ? 0.0 : c->step.pairs[contact->pair].surface.friction;
        }
        if (!positions) {
            contact->rate[0] = contact->before[0];
            contact->rate[1] = contact->before[1];
        }
    }
    return tmi_engine_solve(c, velocity);
}

tmStatus tmi_study_correct(tmiStudy *study, double *after) {
    tmiContactEngine *c = study->engine;
    const tmiContactMotion *m = c->motion;
    size_t size = tmi_engine_motion_size(c);
    memcpy(c->step.velocity, c->step.free, size);
    tmi_engine_set_poses(c);
    tmStatus status = m->coupled ? m->linearise(m->user, c->step.velocity, c->step.free) : TM_OK;
    status = status == TM_OK ? find(c) : status;
    status = status == TM_OK ? tmi_study_limits(study, 0.0) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    status = solve(c, true, c->step.last);
    status = status == TM_OK ? solve(c, false, c->step.velocity) : status;
    status = status == TM_OK ? tmi_engine_impacts(c, after) : status;
    memcpy(c->step.velocity, c->step.last, size);
    tmi_engine_set_poses(c);
    return status;
}
