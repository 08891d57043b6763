/* step.c: one time step with contact: finds who may meet, then chooses rows, solves for impulses
 * and moves the bodies there until all of it fits: docs/theory/contact.md, section 7. */
#include "analyse/contact/step/study.h"

#include <math.h>
#include <string.h>

/* Passes until a step counts as not settled, and searches with ever wider margins. */
#define PASSES_MAX 60
#define SEARCHES_MAX 4

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

/* What will do after many halvings: the overlap that is promised, and a pose that hardly changes
 * [1].
 */
#define OVERLAP_MAX 5e-10
#define MOTION_SETTLED 1e-6

/* Where impulses turn a body so far from pass to pass, a shorter step is what helps [rad]. */
#define TURNED_FAR 0.1

/* A body that turned so little in the last pass has its rows where they were taken [rad]: gaps
 * alone then tell whether the step has settled. */
#define TURNED_LITTLE 1e-10

/* Halvings of a step after which friction need not follow its law exactly: bodies that jam have no
 * answer at any length of the step. */
#define RELAXED_FRICTION_HALVINGS 3

/* How far two round corners may pass each other along a held direction, as part of the length of
 * their pair, and halvings from which they may all the same [1]. */
#define PASSING_CORNERS_MAX 0.15
#define PASSING_CORNERS_HALVINGS 7

/* Furthest way of a body in a step [m]: the fourth powers of it are still numbers. */
#define WAY_MAX 1e75

/* How much wider than what was missed the next margin is [1]. */
#define WIDER 4.0

/* ---- The beginning of a step ----------------------------------------------------------------- */

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

/* Pairs begin with the row that they had, if it is still one on which a force may act. */
static void begin_pairs(tmiContactEngine *c) {
    int32_t old = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        double a = c->lengths[near->piece_a], b = c->lengths[near->piece_b];
        tmiStepPair *pair = &c->pairs[i];
        *pair = (tmiStepPair){.row = -1,
                              .other = -1,
                              .met = -1,
                              .left = -1,
                              .last = near->row,
                              .length = a < b ? a : b};
        while (old < c->warm_count && order_of(near, &c->warm[old]) > 0) {
            old++;
        }
        if (old < c->warm_count && order_of(near, &c->warm[old]) == 0) {
            pair->warm = &c->warm[old];
            pair->row = tmi_engine_is_visible(c, i, pair->warm->row) ? pair->warm->row : -1;
        }
        if (pair->last >= 0 && !tmi_engine_is_visible(c, i, pair->last)) {
            pair->last = -1;
        }
    }
}

/* Whether a body that is near others turns so far that its corners do not move straight. */
static bool turns_far(tmiContactEngine *c, const double *velocity) {
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        for (int32_t side = 0; side < 2; side++) {
            int32_t piece = side ? near->piece_b : near->piece_a;
            int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
            double turn = mover < 0 ? 0.0 : c->h * velocity[TMI_CONTACT_DOF * mover + 2];
            double shrink = 0.125 * turn * turn * c->offsets[piece];
            if (!(shrink <= TMI_CONTACT_SHRINK * c->lengths[piece])) {
                c->outcome.turned = true;
                c->outcome.bodies[0] = near->body_a;
                c->outcome.bodies[1] = near->body_b;
                return true;
            }
        }
    }
    return false;
}

tmStatus tmi_engine_search(tmiContactEngine *c, bool anew) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->mover_count * TMI_CONTACT_DOF; i++) {
        if (!(c->h * fabs(c->first[i]) <= WAY_MAX)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    m->set_poses(m->user, c->first, false);
    c->poses_set++;
    memcpy(c->start, m->frames, (size_t)c->near->body_count * sizeof *c->start);
    tmStatus status = tmi_engine_reach(c, anew);
    if (status == TM_OK) {
        status = tmi_array_reserve(c->allocator, &c->pairs, &c->pair_capacity, c->near->pair_count,
                                   sizeof *c->pairs);
    }
    if (status != TM_OK) {
        return status;
    }
    double far = 0.0;
    for (int32_t i = 0; i < m->mover_count; i++) {
        double x = fabs(m->centres[i][0]), y = fabs(m->centres[i][1]);
        double max = (x > y ? x : y) + c->reach[i];
        far = max > far ? max : far;
    }
    c->rounding = 4.0 * TMI_EPSILON * far;
    c->contact_count = c->old_count = 0;
    if (m->limit_count > 0) {
        memcpy(c->limits_taken, c->limits_held, (size_t)m->limit_count * sizeof *c->limits_held);
    }
    begin_pairs(c);
    return TM_OK;
}

/* ---- Passes ---------------------------------------------------------------------------------- */

void tmi_engine_set_poses(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    m->set_poses(m->user, c->velocity, true);
    c->poses_set++;
    for (int32_t i = 0; i < m->mover_count; i++) {
        tmi_near_move(c->near, m->body_of[i], &m->frames[m->body_of[i]]);
    }
}

/* How much the velocities differ from those of the pass before. */
static void compare(tmiContactEngine *c, const double *with) {
    c->moved = c->turned = 0.0;
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        const double *v = c->velocity + (ptrdiff_t)i * TMI_CONTACT_DOF;
        const double *u = with + (ptrdiff_t)i * TMI_CONTACT_DOF;
        double x = c->h * fabs(v[0] - u[0]), y = c->h * fabs(v[1] - u[1]);
        double turn = c->h * fabs(v[2] - u[2]), max = x > y ? x : y;
        max = turn * c->reach[i] > max ? turn * c->reach[i] : max;
        max = (max - c->rounding) / c->reach[i];
        c->moved = max > c->moved || max != max ? max : c->moved;
        c->turned = turn > c->turned || turn != turn ? turn : c->turned;
    }
}

static tmStatus go_free(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    tmStatus status = m->follows ? m->linearise(m->user, c->velocity, c->free) : TM_OK;
    size_t size = (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof(double);
    memcpy(c->last, c->velocity, size);
    memcpy(c->velocity, c->free, size);
    compare(c, c->last);
    return status;
}

/* Whether all gaps fit: none is closed, and those that press are at 0. */
static bool gaps_fit(const tmiContactEngine *c, double part) {
    for (int32_t i = 0; i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
        double max = part * contact->length + c->rounding;
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
    for (int32_t i = 0; i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
        if (!contact->held && contact->at.gap < -(part * contact->length + c->rounding)) {
            return false;
        }
    }
    return true;
}

/* Whether every pair has at least as many points as pressed in it before. */
static bool none_lost(const tmiContactEngine *c) {
    for (int32_t i = 0; i + 1 < c->old_count; i++) {
        const tmiContact *one = &c->old[i], *two = &c->old[i + 1];
        if (one->pair >= 0 && one->pair == two->pair && c->pairs[one->pair].count < 2 &&
            one->state != TMI_CONTACT_OPEN && two->state != TMI_CONTACT_OPEN) {
            return false;
        }
    }
    return true;
}

/* Whether the points are where the last solution wanted them. `same`: they are those that were
 * solved for; others in the same place, such as flush facets have, must only be open, and as many.
 */
static bool fits(const tmiContactEngine *c, int32_t pass, bool same) {
    for (size_t i = 0; i < sizeof patience / sizeof patience[0]; i++) {
        if (pass >= patience[i].pass && c->moved <= patience[i].moved &&
            (same ? gaps_fit(c, patience[i].gap)
                  : all_open(c, TMI_CONTACT_OVERLAP) && none_lost(c))) {
            return true;
        }
    }
    return same && !c->motion->follows && c->turned <= TURNED_LITTLE &&
           gaps_fit(c, TMI_CONTACT_SETTLED);
}

/* Whether an impulse acts on a mover whose velocity holds only where none does. */
static bool presses_on_smooth(const tmiContactEngine *c) {
    for (int32_t i = 0; c->motion->smooth && i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
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
    tmStatus status = m->coupled ? m->linearise(m->user, c->velocity, c->free) : TM_OK;
    if (status != TM_OK) {
        return status;
    }
    tmi_engine_linearise(c);
    memcpy(c->last, c->velocity, (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof(double));
    status = tmi_engine_solve(c, c->velocity);
    compare(c, c->last);
    if (status == TM_OK && presses_on_smooth(c)) {
        c->outcome.pressed = true;
        return TM_ERR_NOT_CONVERGED;
    }
    return status == TM_OK && !(c->moved < INFINITY) ? TM_ERR_NOT_FINITE : status;
}

/* One pass; *done: all fits. */
static tmStatus pass(tmiContactEngine *c, int32_t number, bool first, bool *done) {
    bool same, better = false;
    tmi_engine_set_poses(c);
    bool changed = tmi_engine_choose(c, first);
    *done = false;
    if (c->outcome.stuck) {
        return TM_ERR_NOT_CONVERGED;
    }
    if (c->chosen == 0) {
        c->contact_count = 0;
        *done = !changed && (!c->motion->follows || c->moved <= TMI_CONTACT_SETTLED);
        return *done ? TM_OK : go_free(c);
    }
    tmStatus status = tmi_engine_make_contacts(c, &same);
    if (status == TM_OK && !changed && fits(c, number, same) && tmi_engine_in_cones(c)) {
        if (!same) {
            tmi_engine_swap_contacts(c);
        }
        if (tmi_engine_recheck(c) || c->outcome.stuck) {
            return c->outcome.stuck ? TM_ERR_NOT_CONVERGED : TM_OK;
        }
        status = tmi_engine_try(c, &better);
        *done = !better;
        return status;
    }
    return status == TM_OK ? solve(c) : status;
}

/* Names the pair whose gap fits least. */
static void blame(tmiContactEngine *c) {
    double worst = -1.0;
    if (c->outcome.bodies[0] >= 0) {
        return;
    }
    for (int32_t i = 0; i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
        double misfit = contact->at.gap < 0.0 || contact->state != TMI_CONTACT_OPEN
                            ? fabs(contact->at.gap)
                            : 0.0;
        if (contact->pair >= 0 && misfit > worst * contact->length) {
            worst = misfit / contact->length;
            c->outcome.bodies[0] = c->near->pairs[contact->pair].body_a;
            c->outcome.bodies[1] = c->near->pairs[contact->pair].body_b;
            c->outcome.depth = contact->at.gap < 0.0 ? -contact->at.gap : 0.0;
        }
    }
}

static tmStatus settle(tmiContactEngine *c) {
    size_t size = (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof(double);
    bool done = false, starts_warm = false;
    memcpy(c->velocity, c->free, size);
    c->moved = c->turned = INFINITY;
    c->max_impulse = 0.0;
    c->frozen = false;
    for (int32_t i = 0; i < c->near->pair_count && !starts_warm; i++) {
        starts_warm = c->pairs[i].row >= 0;
    }
    for (int32_t i = 0; i < c->motion->limit_count && !starts_warm; i++) {
        starts_warm = c->limits_taken[i];
    }
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < PASSES_MAX && !done && status == TM_OK; i++) {
        status = c->motion->goes_on(c->motion->user) ? pass(c, i, i == 0 && starts_warm, &done)
                                                     : TM_ERR_LIMIT;
    }
    /* Bodies that jam press so hard that their gaps never fit; they go on as long as none overlaps
     * by more than is promised. */
    if (!done && status == TM_OK && c->loosely && c->moved <= MOTION_SETTLED &&
        all_open(c, OVERLAP_MAX) && tmi_engine_in_cones(c)) {
        tmi_engine_recheck(c);
        done = !c->outcome.stuck || c->outcome.overlap <= OVERLAP_MAX;
        c->outcome.loose = done;
    }
    c->outcome.settled = done;
    if (!done) {
        c->outcome.turned = !c->outcome.stuck && c->turned > TURNED_FAR;
        blame(c);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

/* Whether two round corners that press have passed each other so far that the direction along which
 * they were held (theory (15)) is not theirs any more; or a disc has passed the end of what it met:
 * its speed across would stay, since nothing is there in the next step to take it. */
static bool veers(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->contact_count; i++) {
        const tmiContact *contact = &c->contacts[i];
        if (contact->pair < 0 || contact->impulse[0] == 0.0) {
            continue;
        }
        const tmiStepPair *pair = &c->pairs[contact->pair];
        bool met = pair->row == pair->met, past = met && pair->corner;
        if (contact->at.kind != TMI_CONTACT_CORNERS && !past) {
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[contact->pair];
        const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
        const double *p = a->corner[contact->at.a], *q = b->corner[contact->at.b];
        const double *n = contact->at.normal;
        double across = fabs((q[0] - p[0]) * n[1] - (q[1] - p[1]) * n[0]);
        bool round = met || (a->radius > 0.0 && b->radius > 0.0);
        if (past || (round && across > PASSING_CORNERS_MAX * contact->length)) {
            c->outcome.bodies[0] = near->body_a;
            c->outcome.bodies[1] = near->body_b;
            return true;
        }
    }
    return false;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* How far the bodies went astray from where the search looked for them [m]. */
static double astray(const tmiContactEngine *c) {
    double max = 0.0;
    for (int32_t i = 0; i < c->motion->mover_count; i++) {
        const double *v = c->velocity + (ptrdiff_t)i * TMI_CONTACT_DOF;
        const double *u = c->first + (ptrdiff_t)i * TMI_CONTACT_DOF;
        double off = tmi_hypot(v[0] - u[0], v[1] - u[1]) + fabs(v[2] - u[2]) * c->reach[i];
        max = c->h * off > max ? c->h * off : max;
    }
    return max;
}

/* Bodies that were in flight are struck at the velocities that they have when they are met: forces
 * of the rest of the step would add to what comes back. */
static void go_back_to_when_met(tmiContactEngine *c) {
    const double *met = c->motion->met;
    for (int32_t i = 0; i < c->motion->mover_count * TMI_CONTACT_DOF; i++) {
        double part = met ? met[i / TMI_CONTACT_DOF] : 1.0;
        if (part < 1.0) {
            c->free[i] = c->before[i] + part * (c->free[i] - c->before[i]);
        }
        c->last[i] = part < 1.0 ? c->free[i] : c->before[i]; /* that impulses change */
    }
}

/* Work that is none beside its terms [1]: solutions of islands are good to 1e-8 and usually to
 * 1e-14. */
#define NO_WORK 1e-9

/* What the impulses do: along the mean of the rates that they change and those after them. Islands
 * are taken one by one, so that what one loses does not hide what another gains. */
static tmStatus weigh_work(tmiContactEngine *c, const double *after) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->contact_count; i++) {
        islands = c->contacts[i].island >= islands ? c->contacts[i].island + 1 : islands;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    double(*sums)[2] = tmi_arena_alloc(&c->scratch, (size_t)islands + 1, sizeof *sums);
    if (!sums) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->contact_count; i++) {
        tmiContact *contact = &c->contacts[i];
        double *sum = sums[contact->island];
        contact->after = tmi_contact_rate(contact, 0, after);
        for (int32_t k = 0; k < 2; k++) {
            double from = tmi_contact_rate(contact, k, c->last),
                   to = tmi_contact_rate(contact, k, after);
            double work = 0.5 * contact->impulse[k] * (from + to);
            c->outcome.lost -= work;
            c->outcome.work[k] += work;
            sum[0] += work;
            sum[1] += 0.5 * fabs(contact->impulse[k]) * (fabs(from) + fabs(to));
        }
    }
    for (int32_t i = 0; i < islands; i++) {
        c->outcome.gained += sums[i][0] > NO_WORK * sums[i][1] ? sums[i][0] : 0.0;
    }
    tmi_arena_release(&c->scratch, mark);
    return TM_OK;
}

/* The step has settled: impacts, and what is reported about it. */
static tmStatus conclude(tmiContactEngine *c, double *after, double *impulse) {
    tmi_engine_drift(c);
    tmStatus status = tmi_engine_split_vertices(c);
    status = status == TM_OK ? tmi_engine_keep_warm(c) : status;
    go_back_to_when_met(c);
    tmi_engine_linearise(c);
    status = status == TM_OK ? tmi_engine_judge(c, &c->outcome.residual) : status;
    status = status == TM_OK ? tmi_engine_impacts(c, after) : status;
    status = status == TM_OK && c->contact_count > 0 ? tmi_engine_balance(c, after) : status;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->outcome.corners += c->pairs[i].row >= 0 && c->pairs[i].corner;
    }
    status = status == TM_OK ? weigh_work(c, after) : status;
    tmi_engine_drop_bounced(c);
    tmi_engine_sum_impulses(c, impulse);
    return status;
}

tmStatus tmi_engine_step(tmiContactEngine *c, double h, int32_t halvings, const double *before,
                         double *free, double *moved, double *after, double *impulse,
                         tmiContactOutcome *outcome) {
    size_t size = (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof(double);
    c->h = h;
    c->loosely = halvings >= RELAXED_FRICTION_HALVINGS;
    c->before = before;
    c->free = free;
    memcpy(c->first, free, size);
    if (tmi_study_is_on(c)) {
        tmi_study_widen(c);
    }
    tmStatus status = TM_OK;
    bool missed = true;
    for (int32_t i = 0; i < SEARCHES_MAX && missed && status == TM_OK; i++) {
        c->outcome = (tmiContactOutcome){.bodies = {-1, -1}};
        missed = false;
        memcpy(free, c->first, size);
        status = tmi_engine_search(c, i > 0 || tmi_study_is_on(c));
        if (status == TM_OK && tmi_study_is_on(c)) {
            status = tmi_study_step(c, moved, after, impulse);
            *outcome = c->outcome;
            return status;
        }
        if (status == TM_OK && !turns_far(c, free)) {
            status = settle(c);
            double off = astray(c);
            bool far = c->listed ? !tmi_engine_list_holds(c, c->velocity) : off > 0.5 * c->margin;
            missed = status == TM_OK && c->outcome.settled && far;
            c->margin = missed && !c->listed ? WIDER * off : c->margin;
        }
    }
    if (status == TM_OK && c->outcome.settled &&
        (missed || turns_far(c, c->velocity) ||
         (halvings < PASSING_CORNERS_HALVINGS && veers(c)))) {
        c->outcome.settled = false;
    }
    if (status == TM_OK) {
        memcpy(moved, c->velocity, size);
    }
    if (status == TM_OK && c->outcome.settled) {
        status = conclude(c, after, impulse);
    }
    *outcome = c->outcome;
    return status;
}
