/* step.c: one time step in the pair form, theory, section 8:
 *
 *     begin     the input of the caller; the clusters concerned: clusters.c
 *     search    pairs that may meet: search.c, reach.c
 * then of each cluster alone
 *     settle    passes: set poses, choose rows, make contacts, solve, until all fits: settle.c
 *     check     whether the search missed a pair, a body turned too far, round corners passed
 *     conclude  impacts, momentum, work, warm start: conclude.c */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

/* Searches with ever wider margins, and how much wider than what was missed the next one is [1]. */
#define SEARCHES_MAX 4
#define WIDER 4.0

/* How far two round corners may pass each other along a held direction, as part of the length of
 * their pair, and halvings from which they may all the same [1]. */
#define PASSING_CORNERS_MAX 0.15
#define PASSING_CORNERS_HALVINGS 7

static void begin(tmiContactEngine *c, const tmiStepRequest *request) {
    tmiContactStep *step = &c->step;
    step->h = request->h;
    step->loosely = request->halvings >= TMI_RELAXED_FRICTION_HALVINGS;
    step->before = request->before;
    step->free = request->free;
    tmi_clusters_begin(c, request->which);
    memcpy(step->first, step->free, tmi_engine_motion_size(c));
    tmi_clusters_hold_others(c, step->first);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Whether a body that is near others turns so far that its corners do not move straight. */
static bool turns_far(tmiContactEngine *c, const double *velocity) {
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        const tmiNearPair *near = &c->near->pairs[i];
        for (int32_t side = 0; side < 2; side++) {
            int32_t piece = side ? near->piece_b : near->piece_a;
            int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
            double turn =
                mover < 0 ? 0.0
                          : c->step.h *
                                tmi_engine_spin(c, velocity + (ptrdiff_t)mover * tmi_engine_dof(c));
            double shrink = 0.125 * turn * turn * c->sizes.offsets[piece];
            if (!(shrink <= TMI_CONTACT_SHRINK * c->sizes.lengths[piece])) {
                c->step.outcome.turned = true;
                c->step.outcome.bodies[0] = near->body_a;
                c->step.outcome.bodies[1] = near->body_b;
                return true;
            }
        }
    }
    return false;
}

/* Whether two round corners that press have passed each other so far that the direction along which
 * they were held (theory (15)) is not theirs any more; or a disc has passed the end of what it met:
 * it would keep its normal speed, since nothing is there in the next step to stop it. */
static bool passes_corners(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (contact->pair < 0 || contact->impulse[0] == 0.0) {
            continue;
        }
        const tmiStepPair *pair = &c->step.pairs[contact->pair];
        bool met = pair->row == pair->met, past = met && pair->corner;
        if (contact->at.kind != TMI_CONTACT_CORNERS && !past) {
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[contact->pair];
        bool round;
        double across = tmi_near_passed(c->near, contact->pair, &contact->at, &round);
        round = round || met;
        if (past || (round && across > PASSING_CORNERS_MAX * contact->length)) {
            c->step.outcome.bodies[0] = near->body_a;
            c->step.outcome.bodies[1] = near->body_b;
            return true;
        }
    }
    return false;
}

/* How far the bodies went from where the search expected them [m]. */
static double astray(const tmiContactEngine *c) {
    double max = 0.0;
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t i = c->own->movers[n];
        double apart[TMI_CONTACT_DOF_MAX];
        for (int32_t k = 0; k < tmi_engine_dof(c); k++) {
            ptrdiff_t at = (ptrdiff_t)i * tmi_engine_dof(c) + k;
            apart[k] = c->step.velocity[at] - c->step.first[at];
        }
        double off = tmi_engine_way(c, i, apart);
        max = off > max ? off : max;
    }
    return max;
}

/* Returns how far bodies have left the region of the search; 0: they have not [m]. */
static double missed_by(const tmiContactEngine *c) {
    double off = astray(c);
    bool far = c->search.listed ? !tmi_engine_list_holds(c, c->own, c->step.velocity)
                                : off > 0.5 * c->search.margin;
    return far ? off : 0.0;
}

/* Whether a pair in space has been passed through. */
static bool passes_any(tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->pair_count && !tmi_engine_is_planar(c); n++) {
        int32_t i = c->own->pairs[n];
        if (tmi_engine_is_passed(c, i)) {
            c->step.outcome.bodies[0] = c->near->pairs[i].body_a;
            c->step.outcome.bodies[1] = c->near->pairs[i].body_b;
            return true;
        }
    }
    return false;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* The step of a cluster. Puts by how much the search may have missed a pair [m]. */
static tmStatus make_cluster(tmiContactEngine *c, int32_t cluster, const tmiStepRequest *request,
                             double *missed) {
    bool *settled = &c->step.outcome.settled;
    tmStatus status = TM_OK;
    tmi_clusters_enter(c, cluster);
    *missed = 0.0;
    if (!turns_far(c, c->step.free)) {
        status = tmi_engine_settle(c);
        *missed = status == TM_OK && *settled ? missed_by(c) : 0.0;
    }
    if (status == TM_OK && *settled) {
        *settled = *missed == 0.0 && !turns_far(c, c->step.velocity) &&
                   (request->halvings >= PASSING_CORNERS_HALVINGS || !passes_corners(c)) &&
                   !passes_any(c);
    }
    if (status == TM_OK) {
        tmi_own_copy(c, request->moved, c->step.velocity);
    }
    if (status == TM_OK && *settled) {
        status = tmi_engine_conclude(c, request->after, request->impulse);
    }
    return status == TM_OK ? tmi_clusters_leave(c) : status;
}

/* Steps of all clusters that make one, after one search. *missed: the next one has a wider margin.
 */
static tmStatus make_clusters(tmiContactEngine *c, const tmiStepRequest *request, bool *missed) {
    tmStatus status = TM_OK;
    double max = 0.0;
    for (int32_t i = 0; i < c->clusters.count && status == TM_OK; i++) {
        double own = 0.0;
        status = c->clusters.all[i].steps ? make_cluster(c, i, request, &own) : TM_OK;
        max = own > max ? own : max;
    }
    *missed = max > 0.0;
    c->search.margin = *missed && !c->search.listed ? WIDER * max : c->search.margin;
    return status;
}

tmStatus tmi_engine_step(tmiContactEngine *c, const tmiStepRequest *request) {
    tmStatus status = TM_OK;
    bool missed = true;
    begin(c, request);
    for (int32_t i = 0; i < SEARCHES_MAX && missed && status == TM_OK; i++) {
        memcpy(c->step.free, c->step.first, tmi_engine_motion_size(c));
        status = tmi_engine_search(c, i > 0);
        status = status == TM_OK ? make_clusters(c, request, &missed) : status;
    }
    return status == TM_OK ? tmi_clusters_conclude(c, true) : status;
}
