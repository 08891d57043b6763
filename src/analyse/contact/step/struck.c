/* struck.c: impacts of a step ([HH] 4.3): which islands are struck, and what of it the law of
 * impact.h has to know. All touches of an island are struck together, so that impacts travel
 * through stacks and joints. */
#include "analyse/contact/step/engine.h"

#include <math.h>
#include <string.h>

/* An approach is an impact if it is faster than this many times what the step's forces add to it:
 * below that it rests. */
#define IMPACT 2.0

/* Points up to which W is made as a matrix: 5 MB. Beyond, friction of the expansion grows as its
 * normal impulses do. */
#define MATRIX_MAX 400

/* Friction that reaches this part of its cone slips [1]. */
#define SLIPS (1.0 - 1e-12)

/* ---- What strikes ---------------------------------------------------------------------------- */

static double closed(const tmiContact *c, const tmiTouch *touch) {
    return TMI_TOUCH_APART * touch->length + c->rounding;
}

/* What would not even overlap by what counts as a gap is a rounding: bodies that fall together have
 * no push. */
static bool strikes(const tmiContact *c, const tmiTouch *touch, double turn) {
    double push = fabs(touch->before[0] - tmi_touch_rate(touch, 0, c->before));
    return touch->impulse[0] > 0.0 && touch->before[0] < -(IMPACT * push + turn) &&
           -c->h * touch->before[0] > closed(c, touch);
}

/* By how much turning changes the rate of a gap in the step at most, as bodies slide and roll on
 * each other [m/s]: what touches all the time approaches so fast at the end of a step. */
static double turning(const tmiContact *c, const tmiTouch *touch) {
    double spin = 0.0, speed = fabs(tmi_touch_rate(touch, 1, c->before));
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = touch->movers[side];
        if (mover >= 0) {
            double own = fabs(c->before[mover * TMI_CONTACT_DOF + 2]);
            spin += own;
            speed += own * c->reach[mover];
        }
    }
    return c->h * spin * speed;
}

/* Leaves out the touches of islands in which nothing bounces, and those that are open. */
static bool sort_out(tmiContact *c) {
    bool any = false;
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        touch->idle = true;
        double turn = turning(c, touch);
        double start = touch->at.gap - c->h * tmi_touch_rate(touch, 0, c->velocity);
        touch->goes_on = start <= closed(c, touch) + c->h * turn;
        touch->strikes = strikes(c, touch, touch->goes_on ? turn : 0.0);
        touch->bounce = touch->strikes && touch->restitution > 0.0 ? touch->restitution : -1.0;
        any |= touch->bounce > 0.0;
    }
    for (int32_t i = 0; i < c->touch_count && any; i++) {
        const tmiTouch *bounced = &c->touches[i];
        for (int32_t k = 0; bounced->bounce > 0.0 && k < c->touch_count; k++) {
            tmiTouch *touch = &c->touches[k];
            if (touch->island == bounced->island) {
                touch->idle = touch->press == TMI_PRESS_OFF && touch->at.gap > closed(c, touch);
            }
        }
    }
    return any;
}

/* ---- An island ------------------------------------------------------------------------------- */

/* An island as the law sees it. */
typedef struct Struck {
    tmiContact *c;
    const int32_t *which; /* its touches */
    int32_t count;
    double *w;      /* row by row; null: it is too large */
    double *before; /* 2 count */
    double *friction, *restitution;
    double *part;    /* scratch: of W, and the friction of these touches */
    int32_t *chosen; /* scratch: touches of a problem */
} Struck;

static void respond(void *user, const double *impulse, double *change) {
    const Struck *s = user;
    ptrdiff_t rows = 2 * (ptrdiff_t)s->count;
    memset(change, 0, (size_t)rows * sizeof *change);
    for (ptrdiff_t j = 0; j < rows && s->w; j++) {
        for (ptrdiff_t i = 0; impulse[j] != 0.0 && i < rows; i++) {
            change[i] += s->w[j * rows + i] * impulse[j];
        }
    }
    if (s->w) {
        return;
    }
    tmiContact *c = s->c;
    memset(c->kept, 0, (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof *c->kept);
    for (int32_t i = 0; i < s->count; i++) {
        tmi_touch_push(c, &c->touches[s->which[i]], impulse + 2 * (ptrdiff_t)i, c->kept);
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        change[i] = tmi_touch_rate(&c->touches[s->which[i / 2]], (int32_t)(i % 2), c->kept);
    }
}

/* The problem with cones of held impulses. */
static tmStatus solve_held(Struck *s, const tmiImpactProblem *problem, double *impulse) {
    ptrdiff_t n = 2 * (ptrdiff_t)problem->count, rows = 2 * (ptrdiff_t)s->count;
    double *w = s->part, *friction = w + n * n;
    for (ptrdiff_t i = 0; i < n; i++) {
        ptrdiff_t at = 2 * (ptrdiff_t)problem->which[i / 2] + i % 2;
        friction[i / 2] = s->friction[problem->which[i / 2]];
        for (ptrdiff_t j = 0; j < n; j++) {
            w[i * n + j] = s->w[at * rows + 2 * (ptrdiff_t)problem->which[j / 2] + j % 2];
        }
    }
    s->c->outcome.solved++;
    return tmi_impact_plane(problem, w, friction, &s->c->scratch, impulse);
}

static tmStatus solve(void *user, const tmiImpactProblem *problem, double *impulse) {
    Struck *s = user;
    tmiContact *c = s->c;
    bool held = false;
    for (int32_t i = 0; i < problem->count; i++) {
        tmiTouch *touch = &c->touches[s->which[problem->which[i]]];
        s->chosen[i] = s->which[problem->which[i]];
        memcpy(touch->rate, problem->b + 2 * (ptrdiff_t)i, sizeof touch->rate);
        held = held || (problem->held && problem->held[i] > 0.0 && touch->friction > 0.0);
    }
    if (held) {
        return s->w ? solve_held(s, problem, impulse) : TM_ERR_LIMIT;
    }
    tmStatus status = tmi_touch_solve_island(c, s->chosen, problem->count);
    for (int32_t i = 0; i < problem->count && status == TM_OK; i++) {
        memcpy(impulse + 2 * (ptrdiff_t)i, c->touches[s->chosen[i]].impulse, 2 * sizeof *impulse);
    }
    return status;
}

static bool take(Struck *s, tmiArena *arena, double **impulse) {
    size_t n = (size_t)s->count;
    bool fits = s->count <= MATRIX_MAX;
    s->w = fits ? tmi_arena_alloc(arena, 4 * n * n, sizeof *s->w) : NULL;
    s->part = fits ? tmi_arena_alloc(arena, 4 * n * n + n, sizeof *s->part) : NULL;
    s->before = tmi_arena_alloc(arena, 6 * n, sizeof *s->before);
    s->chosen = tmi_arena_alloc(arena, n, sizeof *s->chosen);
    if (!s->before || !s->chosen || (fits && (!s->w || !s->part))) {
        return false;
    }
    s->friction = s->before + 2 * n;
    s->restitution = s->friction + n;
    *impulse = s->restitution + n;
    return true;
}

/* What came of the law: a part of the coefficients at those that strike. */
static void take_answer(const Struck *s, const double *impulse, double part) {
    for (int32_t i = 0; i < s->count; i++) {
        tmiTouch *touch = &s->c->touches[s->which[i]];
        double p = touch->impulse[0] = impulse[2 * i] + touch->rest[0];
        double t = touch->impulse[1] = impulse[2 * i + 1] + touch->rest[1];
        bool slips = touch->friction > 0.0 && fabs(t) >= SLIPS * touch->friction * p;
        touch->press = p == 0.0  ? TMI_PRESS_OFF
                       : !slips  ? TMI_PRESS_STICK
                       : t > 0.0 ? TMI_PRESS_SLIP_UP
                                 : TMI_PRESS_SLIP_DOWN;
        touch->bounce *= touch->bounce > 0.0 ? part : 1.0;
    }
}

/* Without an answer the touches keep what took them through the step. */
static void keep_old(const Struck *s) {
    for (int32_t i = 0; i < s->count; i++) {
        tmiTouch *touch = &s->c->touches[s->which[i]];
        const tmiTouch *old = &s->c->old[s->which[i]];
        memcpy(touch->impulse, old->impulse, sizeof touch->impulse);
        touch->press = old->press;
        touch->bounce = touch->bounce > 0.0 ? 0.0 : touch->bounce;
    }
}

/* Restitution is that of all contacts: an impact reaches those that did not strike, too. */
static tmStatus bounce_island(tmiContact *c, const int32_t *which, int32_t count) {
    bool any = false;
    for (int32_t i = 0; i < count; i++) {
        any = any || c->touches[which[i]].strikes;
    }
    if (!any) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    Struck s = {.c = c, .which = which, .count = count};
    double *impulse;
    tmStatus status = take(&s, &c->scratch, &impulse) ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        for (int32_t i = 0; i < count; i++) {
            const tmiTouch *touch = &c->touches[which[i]];
            memcpy(s.before + 2 * (ptrdiff_t)i, touch->rate, sizeof touch->rate);
            s.friction[i] = touch->friction;
            s.restitution[i] = touch->restitution;
        }
        if (s.w) {
            /* b and friction are those of the touches: room for them is at hand. */
            tmi_touch_assemble(c, which, count, s.w, s.part, s.part + 2 * (ptrdiff_t)count);
        }
        const tmiImpact impact = {count,         1,      s.before,           s.friction,
                                  s.restitution, c->law, c->order_of_impact, &s,
                                  respond,       solve};
        tmiImpactInfo info;
        status = tmi_impact_solve(&impact, &c->scratch, impulse, &info);
        c->outcome.impacts++;
        if (status == TM_OK) {
            take_answer(&s, impulse, info.part);
        } else if (status == TM_ERR_NOT_CONVERGED) {
            keep_old(&s);
            status = TM_OK;
        }
    }
    tmi_arena_release(&c->scratch, mark);
    return status;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void wake(tmiContact *c) {
    for (int32_t i = 0; i < c->touch_count; i++) {
        c->touches[i].idle = false;
    }
}

/* What does not bounce goes on as it was. Islands were numbered again without it: it comes after
 * them. */
static void put_back(tmiContact *c) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->touch_count; i++) {
        int32_t own = c->touches[i].island;
        islands = own >= islands ? own + 1 : islands;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        if (touch->idle && touch->press != TMI_PRESS_OFF) {
            *touch = c->old[i];
            touch->island += islands;
        }
    }
}

/* Strikes all islands that are not left out. */
static tmStatus strike(tmiContact *c, double *after) {
    tmStatus status =
        tmi_array_reserve(c->allocator, &c->old, &c->old_capacity, c->touch_count, sizeof *c->old);
    if (status != TM_OK) {
        return status;
    }
    memcpy(c->old, c->touches, (size_t)c->touch_count * sizeof *c->old);
    c->old_count = c->touch_count;
    status = tmi_touch_solve_by(c, bounce_island, c->base);
    if (status == TM_OK) {
        put_back(c);
        c->outcome.impact = true;
        tmi_touch_move(c, NULL, 0, after);
    }
    return status;
}

/* The step's forces press on what is closed and does not strike, whether or not there is an impact:
 * that has no restitution. The impact begins with the rates that are left. */
static tmStatus let_rest(tmiContact *c) {
    const double *velocity = c->free;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        touch->waits = !touch->idle;
        touch->idle = touch->idle || touch->strikes;
        memcpy(touch->rate, touch->before, sizeof touch->rate);
    }
    memcpy(c->old, c->touches, (size_t)c->touch_count * sizeof *c->old);
    if (!c->frozen) {
        status = tmi_touch_solve_by(c, tmi_touch_solve_island, c->base);
        velocity = status == TM_OK && !c->frozen ? c->base : c->free;
        c->frozen = false;
    }
    for (int32_t i = 0; i < c->touch_count; i++) {
        tmiTouch *touch = &c->touches[i];
        const double pressed[2] = {touch->impulse[0], touch->impulse[1]};
        bool rests = velocity == c->base && c->old[i].waits && !c->old[i].strikes;
        *touch = c->old[i];
        for (int32_t k = 0; k < 2; k++) {
            touch->rest[k] = rests ? pressed[k] : 0.0;
            touch->rate[k] = tmi_touch_rate(touch, k, velocity);
        }
        touch->idle = !touch->waits;
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

tmStatus tmi_touch_impacts(tmiContact *c, double *after) {
    memcpy(after, c->velocity, (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof *after);
    tmStatus status = TM_OK;
    if (sort_out(c)) {
        status = tmi_array_reserve(c->allocator, &c->old, &c->old_capacity, c->touch_count,
                                   sizeof *c->old);
        status = status == TM_OK ? let_rest(c) : status;
        status = status == TM_OK ? strike(c, after) : status;
    }
    wake(c);
    return status;
}
