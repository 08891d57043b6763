/* advance.c: where and when two bodies meet within a step, by conservative advancement: the bodies
 * move no further than their gap allows, so that nothing between them is skipped.
 *
 * On the way of a pass a body moves straight, with the velocity of that pass. In flight its
 * velocity changes evenly from v at the start, with the mean v_f of the whole step, so that after a
 * part s of the step it has moved by
 *
 *     s h (v + s (v_f - v)).                                                                  (1)
 *
 * That is exact for bodies that nothing joins. Joints curve the way by terms of the third order: a
 * meeting that is found too early or too late is found again. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* Maximum evaluations until a pair has met. */
#define LOOKS_MAX 200

/* Part of the way to where a straight line predicts the meeting [1], so that they stay apart. */
#define CAREFUL 0.95

/* The velocity that a body has at the start of its path, and whether it changes evenly from it. */
static const double *start_of(const tmiContactEngine *c, int32_t mover, tmiPath path, bool *flies) {
    *flies = path == TMI_PATH_FLIGHT && c->motion->smooth[mover];
    const double *v = *flies                    ? c->step.before
                      : path == TMI_PATH_FLIGHT ? c->step.last
                                                : c->step.velocity;
    return v + (ptrdiff_t)mover * tmi_engine_dof(c);
}

void tmi_engine_advance(tmiContactEngine *c, int32_t pair, tmiPath path, double part) {
    const tmiContactMotion *m = c->motion;
    const tmiNearPair *near = &c->near->pairs[pair];
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        bool flies;
        int32_t mover = c->own->movers[n];
        const double *v = start_of(c, mover, path, &flies);
        const double *mean = c->step.free + (ptrdiff_t)mover * tmi_engine_dof(c);
        double *moved = c->step.kept + (ptrdiff_t)mover * tmi_engine_dof(c);
        for (int32_t i = 0; i < tmi_engine_dof(c); i++) {
            moved[i] = part * (flies ? v[i] + part * (mean[i] - v[i]) : v[i]);
        }
    }
    m->set_poses(m->user, c->step.kept, true, c->own->movers, c->own->mover_count);
    tmi_near_move(c->near, near->body_a, &m->frames[near->body_a]);
    tmi_near_move(c->near, near->body_b, &m->frames[near->body_b]);
}

double tmi_engine_approach_max(const tmiContactEngine *c, int32_t pair, tmiPath path) {
    const tmiNearPair *near = &c->near->pairs[pair];
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
        if (mover < 0) {
            continue;
        }
        bool flies;
        const double *v = start_of(c, mover, path, &flies);
        const double *mean = c->step.free + (ptrdiff_t)mover * tmi_engine_dof(c);
        double change[TMI_CONTACT_DOF_MAX];
        for (int32_t i = 0; i < tmi_engine_dof(c); i++) {
            change[i] = mean[i] - v[i];
        }
        sum += tmi_engine_way(c, mover, v);
        sum += flies ? 2.0 * tmi_engine_way(c, mover, change) : 0.0;
    }
    return sum;
}

/* Advances as far as the bodies can have come nearer; after the first evaluations, almost to where
 * a straight line through the last two ends. Where they overlap there, goes half way back. */
double tmi_engine_meeting(tmiContactEngine *c, int32_t pair, tmiPath path, double max,
                          int32_t *row) {
    double met = tmi_engine_length(c, pair, TMI_CONTACT_MET),
           way = tmi_engine_approach_max(c, pair, path);
    double part = 0.0, low = 0.0, low_gap = INFINITY, high = INFINITY;
    for (int32_t i = 0; i < LOOKS_MAX; i++) {
        tmi_engine_advance(c, pair, path, part);
        double gap = tmi_near_separation(c->near, pair, row);
        if (gap >= 0.0 && gap <= met) {
            return part;
        }
        if (gap < 0.0) {
            high = part;
            part = 0.5 * (low + high);
            continue;
        }
        if (!(part < max)) {
            return INFINITY;
        }
        double go = gap / way;
        if (gap < low_gap && low_gap < INFINITY) {
            double line = CAREFUL * gap * (part - low) / (low_gap - gap);
            go = line > go ? line : go;
        }
        low = part;
        low_gap = gap;
        part = part + go < high ? part + go : 0.5 * (part + high);
        part = part < max ? part : max;
    }
    return high < INFINITY ? low : INFINITY;
}
