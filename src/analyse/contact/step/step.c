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
} patience[] = {{0, TMI_TOUCH_SETTLED, TMI_TOUCH_OPEN},
                {6, TMI_TOUCH_SETTLED, 0.5 * TMI_TOUCH_APART},
                {10, 1e-9, TMI_TOUCH_OPEN},
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

/* ---- The beginning of a step --------------------------------------------------------------- */

static int32_t order_of(const tmiNearPair *pair, const tmiTouchMemory *memory) {
    const int32_t keys[4][2] = {{pair->body_a, memory->bodies[0]},
                                {pair->body_b, memory->bodies[1]},
                                {pair->piece_a, memory->pieces[0]},
                                {pair->piece_b, memory->pieces[1]}};
    for (int32_t k = 0; k < 4; k++) {
        if (keys[k][0] != keys[k][1]) {
            return keys[k][0] < keys[k][1] ? -1 : 1;
        }
    }
    return 0;
}

/* Pairs begin with the row that they had, if it is still one on which a force may act. */
static void begin_pairs(tmiContact *c) {
    int32_t old = 0;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        double a = c->lengths[near->piece_a], b = c->lengths[near->piece_b];
        tmiTouchPair *pair = &c->pairs[i];
        *pair = (tmiTouchPair){.row = -1,
                               .other = -1,
                               .met = -1,
                               .left = -1,
                               .last = near->row,
                               .length = a < b ? a : b};
        while (old < c->memory_count && order_of(near, &c->memory[old]) > 0) {
            old++;
        }
        if (old < c->memory_count && order_of(near, &c->memory[old]) == 0) {
            pair->memory = &c->memory[old];
            pair->row = tmi_touch_is_visible(c, i, pair->memory->row) ? pair->memory->row : -1;
        }
        if (pair->last >= 0 && !tmi_touch_is_visible(c, i, pair->last)) {
            pair->last = -1;
        }
    }
}

/* Whether a body that is near others turns so far that its corners do not move straight. */
static bool turns_far(tmiContact *c, const double *velocity) {
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        for (int32_t side = 0; side < 2; side++) {
            int32_t piece = side ? near->piece_b : near->piece_a;
            int32_t mover = c->motion->mover_of[side ? near->body_b : near->body_a];
            double turn = mover < 0 ? 0.0 : c->h * velocity[TMI_CONTACT_DOF * mover + 2];
            double shrink = 0.125 * turn * turn * c->offsets[piece];
            if (!(shrink <= TMI_TOUCH_SHRINK * c->lengths[piece])) {
                c->outcome.turned = true;
                c->outcome.bodies[0] = near->body_a;
                c->outcome.bodies[1] = near->body_b;
                return true;
            }
        }
    }
    return false;
}

tmStatus tmi_touch_search(tmiContact *c, bool anew) {
    const tmiContactMotion *m = c->motion;
    for (int32_t i = 0; i < m->mover_count * TMI_CONTACT_DOF; i++) {
        if (!(c->h * fabs(c->first[i]) <= WAY_MAX)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    m->place(m->user, c->first, false);
    c->places++;
    memcpy(c->start, m->frames, (size_t)c->near->body_count * sizeof *c->start);
    tmStatus status = tmi_touch_reach(c, anew);
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
    c->touch_count = c->old_count = 0;
    if (m->limit_count > 0) {
        memcpy(c->limits_taken, c->limits_held, (size_t)m->limit_count * sizeof *c->limits_held);
    }
    begin_pairs(c);
    return TM_OK;
}

/* ---- Passes -------------------------------------------------------------------------------- */

void tmi_touch_place(tmiContact *c) {
    const tmiContactMotion *m = c->motion;
    m->place(m->user, c->velocity, true);
    c->places++;
    for (int32_t i = 0; i < m->mover_count; i++) {
        tmi_near_move(c->near, m->body_of[i], &m->frames[m->body_of[i]]);
    }
}

/* How much the velocities differ from those of the pass before. */
static void compare(tmiContact *c, const double *with) {
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

static tmStatus go_free(tmiContact *c) {
    const tmiContactMotion *m = c->motion;
    tmStatus status = m->follows ? m->linearise(m->user, c->velocity, c->free) : TM_OK;
    size_t size = (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof(double);
    memcpy(c->last, c->velocity, size);
    memcpy(c->velocity, c->free, size);
    compare(c, c->last);
    return status;
}

/* Whether all gaps fit: none is closed, and those that press are at 0. */
static bool gaps_fit(const tmiContact *c, double part) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        double max = part * touch->length + c->rounding;
        if (touch->held) {
            continue;
        }
        if (touch->at.gap < -max || (touch->press != TMI_PRESS_OFF && touch->at.gap > max)) {
            return false;
        }
        if (touch->vertex && touch->press != TMI_PRESS_OFF && fabs(touch->aside) > max) {
            return false;
        }
    }
    return true;
}

static bool all_open(const tmiContact *c, double part) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        if (!touch->held && touch->at.gap < -(part * touch->length + c->rounding)) {
            return false;
        }
    }
    return true;
}

/* Whether every pair has at least as many points as pressed in it before. */
static bool none_lost(const tmiContact *c) {
    for (int32_t i = 0; i + 1 < c->old_count; i++) {
        const tmiTouch *one = &c->old[i], *two = &c->old[i + 1];
        if (one->pair >= 0 && one->pair == two->pair && c->pairs[one->pair].count < 2 &&
            one->press != TMI_PRESS_OFF && two->press != TMI_PRESS_OFF) {
            return false;
        }
    }
    return true;
}

/* Whether the points are where the last solution wanted them. `same`: they are those that were
 * solved for; others in the same place, such as flush facets have, must only be open, and as many.
 */
static bool fits(const tmiContact *c, int32_t pass, bool same) {
    for (size_t i = 0; i < sizeof patience / sizeof patience[0]; i++) {
        if (pass >= patience[i].pass && c->moved <= patience[i].moved &&
            (same ? gaps_fit(c, patience[i].gap) : all_open(c, TMI_TOUCH_OPEN) && none_lost(c))) {
            return true;
        }
    }
    return same && !c->motion->follows && c->turned <= TURNED_LITTLE &&
           gaps_fit(c, TMI_TOUCH_SETTLED);
}

/* Whether an impulse acts on a mover whose velocity holds only where none does. */
static bool presses_on_smooth(const tmiContact *c) {
    for (int32_t i = 0; c->motion->smooth && i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        for (int32_t side = 0; side < 2 && touch->impulse[0] > 0.0; side++) {
            if (touch->movers[side] >= 0 && c->motion->smooth[touch->movers[side]]) {
                return true;
            }
        }
    }
    return false;
}

static tmStatus solve(tmiContact *c) {
    const tmiContactMotion *m = c->motion;
    tmStatus status = m->coupled ? m->linearise(m->user, c->velocity, c->free) : TM_OK;
    if (status != TM_OK) {
        return status;
    }
    tmi_touch_linearise(c);
    memcpy(c->last, c->velocity, (size_t)m->mover_count * TMI_CONTACT_DOF * sizeof(double));
    status = tmi_touch_solve(c, c->velocity);
    compare(c, c->last);
    if (status == TM_OK && presses_on_smooth(c)) {
        c->outcome.pressed = true;
        return TM_ERR_NOT_CONVERGED;
    }
    return status == TM_OK && !(c->moved < INFINITY) ? TM_ERR_NOT_FINITE : status;
}

/* One pass; *done: all fits. */
static tmStatus pass(tmiContact *c, int32_t number, bool first, bool *done) {
    bool same, better = false;
    tmi_touch_place(c);
    bool changed = tmi_touch_choose(c, first);
    *done = false;
    if (c->outcome.stuck) {
        return TM_ERR_NOT_CONVERGED;
    }
    if (c->chosen == 0) {
        c->touch_count = 0;
        *done = !changed && (!c->motion->follows || c->moved <= TMI_TOUCH_SETTLED);
        return *done ? TM_OK : go_free(c);
    }
    tmStatus status = tmi_touch_points(c, &same);
    if (status == TM_OK && !changed && fits(c, number, same) && tmi_touch_in_cones(c)) {
        if (!same) {
            tmi_touch_swap(c);
        }
        if (tmi_touch_recheck(c) || c->outcome.stuck) {
            return c->outcome.stuck ? TM_ERR_NOT_CONVERGED : TM_OK;
        }
        status = tmi_touch_try(c, &better);
        *done = !better;
        return status;
    }
    return status == TM_OK ? solve(c) : status;
}

/* Names the pair whose gap fits least. */
static void blame(tmiContact *c) {
    double worst = -1.0;
    if (c->outcome.bodies[0] >= 0) {
        return;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        double misfit =
            touch->at.gap < 0.0 || touch->press != TMI_PRESS_OFF ? fabs(touch->at.gap) : 0.0;
        if (touch->pair >= 0 && misfit > worst * touch->length) {
            worst = misfit / touch->length;
            c->outcome.bodies[0] = c->near->pairs[touch->pair].body_a;
            c->outcome.bodies[1] = c->near->pairs[touch->pair].body_b;
            c->outcome.depth = touch->at.gap < 0.0 ? -touch->at.gap : 0.0;
        }
    }
}

static tmStatus settle(tmiContact *c) {
    size_t size = (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof(double);
    bool done = false, remembers = false;
    memcpy(c->velocity, c->free, size);
    c->moved = c->turned = INFINITY;
    c->most_push = 0.0;
    c->frozen = false;
    for (int32_t i = 0; i < c->near->pair_count && !remembers; i++) {
        remembers = c->pairs[i].row >= 0;
    }
    for (int32_t i = 0; i < c->motion->limit_count && !remembers; i++) {
        remembers = c->limits_taken[i];
    }
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < PASSES_MAX && !done && status == TM_OK; i++) {
        status = c->motion->goes_on(c->motion->user) ? pass(c, i, i == 0 && remembers, &done)
                                                     : TM_ERR_LIMIT;
    }
    /* Bodies that jam press so hard that their gaps never fit; they go on as long as none overlaps
     * by more than is promised. */
    if (!done && status == TM_OK && c->loosely && c->moved <= MOTION_SETTLED &&
        all_open(c, OVERLAP_MAX) && tmi_touch_in_cones(c)) {
        tmi_touch_recheck(c);
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
static bool veers(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        const tmiTouch *touch = &c->touches[i];
        if (touch->pair < 0 || touch->impulse[0] == 0.0) {
            continue;
        }
        const tmiTouchPair *pair = &c->pairs[touch->pair];
        bool met = pair->row == pair->met, past = met && pair->corner;
        if (touch->at.kind != TMI_CONTACT_CORNERS && !past) {
            continue;
        }
        const tmiNearPair *near = &c->near->pairs[touch->pair];
        const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
        const double *p = a->corner[touch->at.a], *q = b->corner[touch->at.b];
        const double *n = touch->at.normal;
        double across = fabs((q[0] - p[0]) * n[1] - (q[1] - p[1]) * n[0]);
        bool round = met || (a->radius > 0.0 && b->radius > 0.0);
        if (past || (round && across > PASSING_CORNERS_MAX * touch->length)) {
            c->outcome.bodies[0] = near->body_a;
            c->outcome.bodies[1] = near->body_b;
            return true;
        }
    }
    return false;
}

/* ---- The step ------------------------------------------------------------------------------ */

/* How far the bodies went astray from where the search looked for them [m]. */
static double astray(const tmiContact *c) {
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
static void go_back_to_when_met(tmiContact *c) {
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
static tmStatus weigh_work(tmiContact *c, const double *after) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->touch_count; i++) {
        islands = c->touches[i].island >= islands ? c->touches[i].island + 1 : islands;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    double(*sums)[2] = tmi_arena_alloc(&c->scratch, (size_t)islands + 1, sizeof *sums);
    if (!sums) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        double *sum = sums[touch->island];
        touch->after = tmi_touch_rate(touch, 0, after);
        for (int32_t k = 0; k < 2; k++) {
            double from = tmi_touch_rate(touch, k, c->last), to = tmi_touch_rate(touch, k, after);
            double work = 0.5 * touch->impulse[k] * (from + to);
            c->outcome.lost -= work;
            c->outcome.work[k] += work;
            sum[0] += work;
            sum[1] += 0.5 * fabs(touch->impulse[k]) * (fabs(from) + fabs(to));
        }
    }
    for (int32_t i = 0; i < islands; i++) {
        c->outcome.gained += sums[i][0] > NO_WORK * sums[i][1] ? sums[i][0] : 0.0;
    }
    tmi_arena_release(&c->scratch, mark);
    return TM_OK;
}

/* The step has settled: impacts, and what is reported about it. */
static tmStatus conclude(tmiContact *c, double *after, double *impulse) {
    tmi_touch_drift(c);
    tmStatus status = tmi_touch_split_vertices(c);
    status = status == TM_OK ? tmi_touch_remember(c) : status;
    go_back_to_when_met(c);
    tmi_touch_linearise(c);
    status = status == TM_OK ? tmi_touch_judge(c, &c->outcome.residual) : status;
    status = status == TM_OK ? tmi_touch_impacts(c, after) : status;
    status = status == TM_OK && c->touch_count > 0 ? tmi_touch_balance(c, after) : status;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        c->outcome.corners += c->pairs[i].row >= 0 && c->pairs[i].corner;
    }
    status = status == TM_OK ? weigh_work(c, after) : status;
    tmi_touch_forget_bounced(c);
    tmi_touch_load(c, impulse);
    return status;
}

tmStatus tmi_contact_step(tmiContact *c, double h, int32_t halvings, const double *before,
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
        status = tmi_touch_search(c, i > 0 || tmi_study_is_on(c));
        if (status == TM_OK && tmi_study_is_on(c)) {
            status = tmi_study_step(c, moved, after, impulse);
            *outcome = c->outcome;
            return status;
        }
        if (status == TM_OK && !turns_far(c, free)) {
            status = settle(c);
            double off = astray(c);
            bool far = c->listed ? !tmi_touch_list_holds(c, c->velocity) : off > 0.5 * c->margin;
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
