/* search.c: the beginning of a step: which bodies may meet in it, and the rows that pairs had in
 * the step before. */
#include "analyse/contact/engine/engine.h"

#include <math.h>
#include <string.h>

/* Maximum way of a body in a step [m]: its fourth power must be finite. */
#define BODY_WAY_MAX 1e75

static int32_t order_of(const tmiNearPair *pair, const tmiWarmPair *warm) {
    const int32_t keys[4][2] = {{pair->body_a, warm->bodies[0]},
                                {pair->body_b, warm->bodies[1]},
                                {pair->piece_a, warm->pieces[0]},
                                {pair->piece_b, warm->pieces[1]}};
    for (int32_t k = 0; k < 4; k++) {
        if (keys[k][0] != keys[k][1]) {
            return keys[k][0] < keys[k][1] ? -1 : 1;
        }
    }
    return 0;
}

static bool is_visible(const tmiContactEngine *c, int32_t pair, int32_t row) {
    return tmi_near_is_visible(c->near, pair, row, tmi_engine_length(c, pair, TMI_CONTACT_VISIBLE));
}

static bool is_admissible(const tmiContactEngine *c, int32_t pair, int32_t row) {
    return tmi_near_is_admissible(c->near, pair, row,
                                  tmi_engine_length(c, pair, TMI_CONTACT_VISIBLE));
}

/* Pairs begin with the row that they had, if it is still one on which a force may act. */
static void begin_pairs(tmiContactEngine *c) {
    int32_t old = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        double a = c->sizes.lengths[near->piece_a], b = c->sizes.lengths[near->piece_b];
        tmiStepPair *pair = &c->step.pairs[i];
        c->step.rounding = tmi_clusters_rounding(c, i);
        *pair = (tmiStepPair){.row = -1,
                              .other = -1,
                              .met = -1,
                              .left = -1,
                              .closed = -1,
                              .last = near->row,
                              .length = a < b ? a : b};
        bool steps = tmi_clusters_steps(c, i);
        while (old < c->warm.count && order_of(near, &c->warm.pairs[old]) > 0) {
            old++;
        }
        if (old < c->warm.count && order_of(near, &c->warm.pairs[old]) == 0) {
            pair->warm = &c->warm.pairs[old];
            pair->row = steps && is_admissible(c, i, pair->warm->row) ? pair->warm->row : -1;
        }
        if (steps && pair->last >= 0 && !is_visible(c, i, pair->last)) {
            pair->last = -1;
        }
    }
}

tmStatus tmi_engine_search(tmiContactEngine *c, bool anew) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->mover_count * tmi_engine_dof(c); i++) {
        if (!(c->step.h * fabs(c->step.first[i]) <= BODY_WAY_MAX)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    m->set_poses(m->user, c->step.first, false, NULL, m->mover_count);
    c->step.poses_set++;
    memcpy(c->step.start, m->frames, (size_t)c->near->body_count * sizeof *c->step.start);
    tmStatus status = tmi_engine_reach(c, anew);
    if (status == TM_OK) {
        status = tmi_array_reserve(c->allocator, &c->step.pairs, &c->step.pair_capacity,
                                   c->near->pair_count, sizeof *c->step.pairs);
    }
    status = status == TM_OK ? tmi_clusters_list_pairs(c) : status;
    if (status != TM_OK) {
        return status;
    }
    c->step.contact_count = c->step.old_count = 0;
    if (m->limit_count > 0) {
        memcpy(c->step.limits_taken, c->warm.limits_held,
               (size_t)m->limit_count * sizeof *c->warm.limits_held);
    }
    begin_pairs(c);
    c->step.rounding = c->own->rounding;
    return TM_OK;
}

void tmi_engine_set_poses(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    m->set_poses(m->user, c->step.velocity, true, c->own->movers, c->own->mover_count);
    c->step.poses_set++;
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t body = m->body_of[c->own->movers[n]];
        tmi_near_move(c->near, body, &m->frames[body]);
    }
}
