/* settle.c: passes of a step, until velocities, rows and impulses are consistent: theory, section
 * 8. */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

/* Maximum passes before a step counts as not settled. */
#define PASSES_MAX 60

/* When a step has settled: poses that change no more, and gaps that fit. Where impulses are not
 * unique, as those of two bodies that share a support are with friction, poses go on changing a
 * little though all gaps fit; where they are large, as between bodies that jam, gaps keep a part of
 * them. So from a later pass on poses may change by more [parts of a reach], or gaps be wider
 * [parts of the lengths of pairs]. */
static const struct {
    int32_t pass;
    double moved, gap;
} patience[] = {{0, TMI_CONTACT_SETTLED, TMI_CONTACT_OVERLAP},
                {6, TMI_CONTACT_SETTLED, 0.5 * TMI_CONTACT_APART},
                {10, 1e-9, TMI_CONTACT_OVERLAP},
                {24, 1e-6, 1e-11}};

/* What is accepted after many halvings: the overlap that is promised, and a pose that hardly
 * changes [1]. */
#define OVERLAP_MAX 5e-10
#define MOTION_SETTLED 1e-6

/* Where impulses turn a body further than this from pass to pass, a shorter step is needed [rad].
 */
#define TURNED_FAR 0.1

/* If a body turned less than this in the last pass, its rows still hold [rad]: gaps alone then
 * decide whether the step has settled. */
#define TURNED_LITTLE 1e-10

/* How much the velocities differ from those of the pass before. */
static void compare(tmiContactEngine *c, const double *with) {
    c->step.moved = c->step.turned = 0.0;
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t i = c->own->movers[n];
        const double *v = c->step.velocity + (ptrdiff_t)i * tmi_engine_dof(c);
        const double *u = with + (ptrdiff_t)i * tmi_engine_dof(c);
        double apart[TMI_CONTACT_DOF_MAX], max = 0.0;
        for (int32_t k = 0; k < tmi_engine_dof(c); k++) {
            apart[k] = v[k] - u[k];
        }
        for (int32_t k = 0; k < tmi_engine_axes(c); k++) {
            double way = c->step.h * fabs(apart[k]);
            max = way > max || way != way ? way : max;
        }
        double turn = c->step.h * tmi_engine_spin(c, apart);
        max = turn * c->sizes.reach[i] > max ? turn * c->sizes.reach[i] : max;
        max = (max - c->step.rounding) / c->sizes.reach[i];
        c->step.moved = max > c->step.moved || max != max ? max : c->step.moved;
        c->step.turned = turn > c->step.turned || turn != turn ? turn : c->step.turned;
    }
}

static tmStatus go_free(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    tmStatus status = m->follows ? m->linearise(m->user, c->step.velocity, c->step.free) : TM_OK;
    tmi_own_copy(c, c->step.last, c->step.velocity);
    tmi_own_copy(c, c->step.velocity, c->step.free);
    compare(c, c->step.last);
    return status;
}

/* Whether all gaps fit: none is closed, and those that press are at 0. */
static bool gaps_fit(const tmiContactEngine *c, double part) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        double max = part * contact->length + c->step.rounding;
        if (contact->held) {
            continue;
        }
        if (contact->at.gap < -max ||
            (contact->state != TMI_CONTACT_OPEN && contact->at.gap > max)) {
            return false;
        }
        if (contact->vertex && contact->state != TMI_CONTACT_OPEN && fabs(contact->aside) > max) {
            return false;
        }
    }
    return true;
}

static bool all_open(const tmiContactEngine *c, double part) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        if (!contact->held && contact->at.gap < -(part * contact->length + c->step.rounding)) {
            return false;
        }
    }
    return true;
}

/* Whether every pair has at least as many points as pressed in it before. */
static bool none_lost(const tmiContactEngine *c) {
    int32_t pressed = 0;
    for (int32_t i = 0; i < c->step.old_count; i++) {
        const tmiContact *own = &c->step.old[i];
        bool again = i > 0 && own->pair == c->step.old[i - 1].pair;
        pressed = (again ? pressed : 0) + (own->state != TMI_CONTACT_OPEN);
        if (own->pair >= 0 && pressed >= 2 && c->step.pairs[own->pair].count < pressed) {
            return false;
        }
    }
    return true;
}

/* The gap of a point of the pass before, where its bodies are now [m]. */
static double gap_now(const tmiContactEngine *c, const tmiContact *old) {
    const tmiContactMotion *m = c->motion;
    tmiContactPoint point = old->at;
    if (old->pair < 0) {
        return m->room(m->user, -1 - old->pair);
    }
    const tmiStepPair *pair = &c->step.pairs[old->pair];
    if (old->vertex) {
        double friction, aside;
        tmi_engine_vertex_point(c, old->pair, &point, &friction, &aside);
    } else if (pair->row >= 0 && pair->met == pair->row) {
        tmi_engine_met_point(c, old->pair, &point);
    } else {
        tmi_near_point_at(c->near, old->pair, tmi_engine_length(c, old->pair, TMI_CONTACT_VISIBLE),
                          &point);
    }
    return point.gap;
}

/* Whether the points of the pass before that press are at 0: their impulses are those of the
 * step. */
static bool old_close(const tmiContactEngine *c, double part) {
    for (int32_t i = 0; i < c->step.old_count; i++) {
        const tmiContact *old = &c->step.old[i];
        double max = part * old->length + c->step.rounding;
        if (!old->held && old->state != TMI_CONTACT_OPEN && !(fabs(gap_now(c, old)) <= max)) {
            return false;
        }
    }
    return true;
}

/* Whether the points are where the last solution wanted them. `same`: they are those that were
 * solved for; others in the same place, such as flush facets have, must be open, and as many, and
 * those that were solved for must have closed. */
static bool fits(const tmiContactEngine *c, int32_t pass, bool same) {
    for (size_t i = 0; i < sizeof patience / sizeof patience[0]; i++) {
        if (pass >= patience[i].pass && c->step.moved <= patience[i].moved &&
            (same ? gaps_fit(c, patience[i].gap)
                  : all_open(c, TMI_CONTACT_OVERLAP) && none_lost(c) &&
                        old_close(c, patience[i].gap))) {
            return true;
        }
    }
    return same && !c->motion->follows && c->step.turned <= TURNED_LITTLE &&
           gaps_fit(c, TMI_CONTACT_SETTLED);
}

/* Whether an impulse acts on a mover whose velocity holds only where none does. */
static bool presses_on_smooth(const tmiContactEngine *c) {
    for (int32_t i = 0; c->motion->smooth && i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        for (int32_t side = 0; side < 2 && contact->impulse[0] > 0.0; side++) {
            if (contact->movers[side] >= 0 && c->motion->smooth[contact->movers[side]]) {
                return true;
            }
        }
    }
    return false;
}

static tmStatus solve(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    tmStatus status =
        m->coupled || m->follows ? m->linearise(m->user, c->step.velocity, c->step.free) : TM_OK;
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    tmi_own_copy(c, c->step.last, c->step.velocity);
    status = tmi_engine_solve(c, c->step.velocity);
    compare(c, c->step.last);
    if (status == TM_OK && presses_on_smooth(c)) {
        c->step.outcome.pressed = true;
        return TM_ERR_NOT_CONVERGED;
    }
    return status == TM_OK && !(c->step.moved < INFINITY) ? TM_ERR_NOT_FINITE : status;
}

/* Nothing presses: bodies move freely; *done: they already did. */
static tmStatus pass_freely(tmiContactEngine *c, bool changed, bool *done) {
    c->step.contact_count = 0;
    *done = !changed && (!c->motion->follows || c->step.moved <= TMI_CONTACT_SETTLED);
    return *done ? TM_OK : go_free(c);
}

/* All fits: checks all pairs once more, then tries rows that are as near. `same`: as of fits. */
static tmStatus confirm(tmiContactEngine *c, bool same, bool *done) {
    bool better;
    if (!same) {
        tmi_engine_swap_contacts(c);
    }
    if (tmi_engine_recheck(c) || c->step.outcome.stuck) {
        return c->step.outcome.stuck ? TM_ERR_NOT_CONVERGED : TM_OK;
    }
    tmStatus status = tmi_engine_try(c, &better);
    *done = !better;
    return status;
}

/* One pass; *done: all fits. `first`: only rows of the step before. */
static tmStatus pass(tmiContactEngine *c, int32_t number, bool first, bool *done) {
    bool same;
    *done = false;
    tmi_engine_set_poses(c);
    bool changed = tmi_engine_choose(c, first);
    if (c->step.outcome.stuck) {
        return TM_ERR_NOT_CONVERGED;
    }
    if (c->step.chosen == 0) {
        return pass_freely(c, changed, done);
    }
    tmStatus status = tmi_engine_make_contacts(c, &same);
    if (status != TM_OK) {
        return status;
    }
    bool fit = !changed && fits(c, number, same) && tmi_engine_in_cones(c);
    return fit ? confirm(c, same, done) : solve(c);
}

/* Finds the pair whose gap is worst. */
static void blame(tmiContactEngine *c) {
    double worst = -1.0;
    if (c->step.outcome.bodies[0] >= 0) {
        return;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        double misfit = contact->at.gap < 0.0 || contact->state != TMI_CONTACT_OPEN
                            ? fabs(contact->at.gap)
                            : 0.0;
        if (contact->pair >= 0 && misfit > worst * contact->length) {
            worst = misfit / contact->length;
            c->step.outcome.bodies[0] = c->near->pairs[contact->pair].body_a;
            c->step.outcome.bodies[1] = c->near->pairs[contact->pair].body_b;
            c->step.outcome.depth = contact->at.gap < 0.0 ? -contact->at.gap : 0.0;
        }
    }
}

/* Whether the step begins with rows of the one before. */
static bool starts_warm(const tmiContactEngine *c) {
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        if (c->step.pairs[c->own->pairs[n]].row >= 0) {
            return true;
        }
    }
    for (int32_t n = 0; n < c->own->limit_count; n++) {
        if (c->step.limits_taken[c->own->limits[n]]) {
            return true;
        }
    }
    return false;
}

/* Bodies that jam press so hard that their gaps never fit; the run continues as long as none
 * overlaps by more than is promised. */
static bool jams(tmiContactEngine *c) {
    if (!c->step.loosely || !(c->step.moved <= MOTION_SETTLED) || !all_open(c, OVERLAP_MAX) ||
        !tmi_engine_in_cones(c)) {
        return false;
    }
    tmi_engine_recheck(c);
    c->step.outcome.loose = !c->step.outcome.stuck || c->step.outcome.overlap <= OVERLAP_MAX;
    return c->step.outcome.loose;
}

tmStatus tmi_engine_settle(tmiContactEngine *c) {
    bool done = false, warm = starts_warm(c) || tmi_engine_begin_cold(c);
    tmStatus status = TM_OK;
    tmi_own_copy(c, c->step.velocity, c->step.free);
    c->step.moved = c->step.turned = INFINITY;
    c->step.effort.max = 0.0;
    c->step.frozen = false;
    for (int32_t i = 0; i < PASSES_MAX && !done && status == TM_OK; i++) {
        bool goes_on = c->motion->goes_on(c->motion->user);
        status = goes_on ? pass(c, i, i == 0 && warm, &done) : TM_ERR_LIMIT;
    }
    done = done || (status == TM_OK && jams(c));
    if (done && presses_on_smooth(c)) { /* by a row that was tried */
        c->step.outcome.pressed = true;
        done = false;
    }
    c->step.outcome.settled = done;
    if (!done) {
        c->step.outcome.turned = !c->step.outcome.stuck && c->step.turned > TURNED_FAR;
        blame(c);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}
