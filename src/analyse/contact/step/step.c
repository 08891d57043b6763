/* step.c: one time step in the pair form, theory, section 8:
 *
 *     begin     what the caller gives
 *     search    pairs that may meet: search.c, reach.c
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
    memcpy(step->first, step->free, tmi_engine_motion_size(c));
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Whether a body that is near others turns so far that its corners do not move straight. */
static bool turns_far(tmiContactEngine *c, const double *velocity) {
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        for (int32_t side = 0; side < 2; side++) {
            int32_t piece = side ? near->piece_b : near->piece_a;
            int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
            double turn =
                mover < 0
                    ? 0.0
                    : c->step.h * tmi_engine_spin(velocity + (ptrdiff_t)mover * tmi_engine_dof(c));
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
 * its speed across would stay, since nothing is there in the next step to take it. */
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

/* How far the bodies went astray from where the search looked for them [m]. */
static double astray(const tmiContactEngine *c) {
    double max = 0.0;
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
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

/* Whether bodies have left what the search looked at; the next one has a wider margin. */
static bool misses_pairs(tmiContactEngine *c) {
    double off = astray(c);
    if (c->search.listed) {
        return !tmi_engine_list_holds(c, c->step.velocity);
    }
    bool far = off > 0.5 * c->search.margin;
    c->search.margin = far ? WIDER * off : c->search.margin;
    return far;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Searches and settles, and again where pairs were missed. Some may be missed in the end, too. */
static tmStatus search_and_settle(tmiContactEngine *c, bool *missed) {
    tmStatus status = TM_OK;
    *missed = true;
    for (int32_t i = 0; i < SEARCHES_MAX && *missed && status == TM_OK; i++) {
        c->step.outcome = (tmiContactOutcome){.bodies = {-1, -1}};
        *missed = false;
        memcpy(c->step.free, c->step.first, tmi_engine_motion_size(c));
        status = tmi_engine_search(c, i > 0);
        if (status == TM_OK && !turns_far(c, c->step.free)) {
            status = tmi_engine_settle(c);
            *missed = status == TM_OK && c->step.outcome.settled && misses_pairs(c);
        }
    }
    return status;
}

tmStatus tmi_engine_step(tmiContactEngine *c, const tmiStepRequest *request,
                         tmiContactOutcome *outcome) {
    bool missed, *settled = &c->step.outcome.settled;
    begin(c, request);
    tmStatus status = search_and_settle(c, &missed);
    if (status == TM_OK && *settled) {
        *settled = !missed && !turns_far(c, c->step.velocity) &&
                   (request->halvings >= PASSING_CORNERS_HALVINGS || !passes_corners(c));
    }
    if (status == TM_OK) {
        memcpy(request->moved, c->step.velocity, tmi_engine_motion_size(c));
    }
    if (status == TM_OK && *settled) {
        status = tmi_engine_conclude(c, request->after, request->impulse);
    }
    *outcome = c->step.outcome;
    return status;
}
