/* touch_resolve.c: what happens at an instant follows from the state there, not from the event that
 * led to it, so that ties need no order: features that touch, impacts until nothing approaches,
 * then which of them press and slide from the problem of accelerations. The event gives two hints:
 * the mode that is tried first, and its pair, which touches however well it was located. */
#include "analyse/dynamics/sim/touch/touch_resolve.h"

#include <math.h>
#include <string.h>

/* Rounds of impacts at an instant, from which on they have no restitution, and at most. */
#define ROUNDS_SOFT 50
#define ROUNDS_MAX 100

/* Approaches below this part of the largest speed are rounding errors [1]. */
#define TOUCH_ROUNDED 1e-12

/* A point yields to forces on it at least this part of what it would without joints [1]; otherwise
 * these alone decide about it. */
#define JOINTS_DECIDE 1e-9

/* Part of its own answer that is left of a row that closed ones hold [1]. */
#define IMPLIED 1e-12

/* ---- Rounds ---------------------------------------------------------------------------------- */

typedef struct Instant {
    tmSim *sim;
    const tmiTouchEvent *event;
    tmiTouchPoint hinted; /* a copy of the event's point */
    uint8_t hint;         /* its mode; TMI_TOUCH_OPEN + 4: none */
    tmiTouchRows rows;
    tmiTouchProblem all, free; /* of all that touch; of those that forces can move */
    bool again;                /* a round changed the state */
} Instant;

#define NO_HINT 4

tmStatus tmi_touch_stand(tmSim *sim) {
    tmStatus status = tmi_sim_collect(sim, sim->t_end, sim->y_end, false);
    status = status == TM_OK ? tmi_system_factor(sim->system, 0.0) : status;
    return status == TM_OK ? tmi_system_solve(sim->system) : status;
}

static bool same(const tmiTouchPoint *a, const tmiTouchPoint *b) {
    const tmiEventFeature *f = &a->feature, *g = &b->feature;
    return a->pieces[0] == b->pieces[0] && a->pieces[1] == b->pieces[1] &&
           f->swapped == g->swapped && f->is_facet == g->is_facet && f->of_a == g->of_a &&
           f->of_b == g->of_b;
}

static const tmiTouchPoint *find_same(const tmiTouchSet *set, const tmiTouchPoint *point) {
    for (int32_t i = 0; i < set->count; i++) {
        if (same(&set->points[i], point)) {
            return &set->points[i];
        }
    }
    return NULL;
}

/* Points at an instant beyond which it counts as crowded: their problems are dense. */
#define POINTS_MAX 256

/* Places the system, finds what touches, and leaves out what joints alone decide. */
static tmStatus look(Instant *in) {
    tmSim *sim = in->sim;
    struct tmiTouch *touch = sim->touch;
    tmStatus status = tmi_touch_stand(sim);
    status = status == TM_OK ? tmi_touch_find(sim, in->event) : status;
    status = status == TM_OK && touch->found.count > POINTS_MAX ? TM_ERR_LIMIT : status;
    status = status == TM_OK
                 ? tmi_touch_rows(sim, touch->found.points, touch->found.count, &in->rows)
                 : status;
    status = status == TM_OK ? tmi_touch_whole(sim, &in->rows, &in->all) : status;
    int32_t n = in->rows.count, count = 0;
    int32_t *list = tmi_arena_alloc(&touch->scratch, (size_t)n + 1, sizeof *list);
    if (status != TM_OK || !list) {
        return status == TM_OK ? TM_ERR_MEMORY : status;
    }
    for (int32_t i = 0; i < n; i++) {
        double w = in->rows.w[(ptrdiff_t)(2 * i) * 2 * n + 2 * i];
        if (w > JOINTS_DECIDE * in->rows.own[2 * i]) {
            list[count++] = i;
        }
    }
    return tmi_touch_take(sim, &in->all, list, count, &in->free);
}

/* Strikes what approaches, with all that touches and does not part. */
static tmStatus strike(Instant *in, int32_t round) {
    tmSim *sim = in->sim;
    struct tmiTouch *touch = sim->touch;
    const tmiTouchProblem *p = &in->free;
    double slow = tmi_touch_slow(touch), rounded = TOUCH_ROUNDED * touch->speed;
    int32_t count = 0, *list = tmi_arena_alloc(&touch->scratch, (size_t)p->count + 1, sizeof *list);
    if (!list) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < p->count; i++) {
        in->again = in->again || p->u[2 * i] < -rounded;
        if (p->u[2 * i] < slow) {
            list[count++] = i;
        }
    }
    if (!in->again) {
        return TM_OK;
    }
    tmiTouchProblem struck;
    tmStatus status = tmi_touch_take(sim, p, list, count, &struck);
    return status == TM_OK ? tmi_touch_strike(sim, &in->rows, &struck, round >= ROUNDS_SOFT)
                           : status;
}

/* Where modes begin: the event's, else those of before, else by the rate of the slip. */
static uint8_t first_mode(const Instant *in, const tmiTouchPoint *point, double slip) {
    const struct tmiTouch *touch = in->sim->touch;
    const tmiTouchPoint *old = find_same(&touch->before, point);
    bool still = fabs(slip) <= tmi_touch_still(touch), rubs = point->friction > 0.0;
    if (in->hint != NO_HINT && same(&in->hinted, point)) {
        return in->hint;
    }
    if (old && (!still || !rubs || old->mode == TMI_TOUCH_OPEN || old->mode == TMI_TOUCH_STICK)) {
        return old->mode;
    }
    return still && rubs ? TMI_TOUCH_STICK : slip < 0.0 && rubs ? TMI_TOUCH_DOWN : TMI_TOUCH_UP;
}

/* A slide whose own row has no positive answer has several solutions (Painlevé): open, if that is
 * one. */
static tmStatus prefer_open(tmSim *sim, const tmiTouchProblem *p, uint8_t *modes, double *force) {
    tmiArena *arena = &sim->touch->scratch;
    size_t k = (size_t)p->count;
    uint8_t *other = tmi_arena_alloc(arena, k + 1, sizeof *other);
    double *there = tmi_arena_alloc(arena, 2 * k + 1, sizeof *there);
    bool any = false, opens = true;
    if (!other || !there) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < p->count; i++) {
        const double *w = p->w + (ptrdiff_t)(2 * i) * 2 * p->count + 2 * i;
        double cone = modes[i] == TMI_TOUCH_UP     ? -p->friction[i]
                      : modes[i] == TMI_TOUCH_DOWN ? p->friction[i]
                                                   : 0.0;
        bool bad = cone != 0.0 && w[0] + cone * w[1] <= 0.0;
        other[i] = bad ? TMI_TOUCH_OPEN : modes[i];
        any = any || bad;
    }
    tmStatus status = any ? tmi_touch_modes(sim, p, other, there) : TM_ERR_NOT_CONVERGED;
    for (int32_t i = 0; i < p->count && status == TM_OK; i++) {
        opens = opens && other[i] <= modes[i];
    }
    if (status == TM_OK && opens) {
        memcpy(modes, other, k * sizeof *modes);
        memcpy(force, there, 2 * k * sizeof *force);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

/* Whether the closed rows hold the gap of a point. */
static tmStatus is_implied(Instant *in, const tmiTouchProblem *p, const uint8_t *modes, int32_t at,
                           bool *implied) {
    tmiArena *arena = &in->sim->touch->scratch;
    int32_t n = 2 * p->count, m = 0;
    size_t size = (size_t)n;
    int32_t *chosen = tmi_arena_alloc(arena, size, sizeof *chosen);
    double *a = tmi_arena_alloc(arena, size * size + 2 * size, sizeof *a);
    double *work = tmi_arena_alloc(arena, tmi_least_norm_workspace(n, n), sizeof *work);
    int32_t *ints = tmi_arena_alloc(arena, tmi_least_norm_int_workspace(n, n), sizeof *ints);
    if (!chosen || !a || !work || !ints) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        bool sticks = modes[i / 2] == TMI_TOUCH_STICK && p->friction[i / 2] > 0.0;
        if (modes[i / 2] != TMI_TOUCH_OPEN && (i % 2 == 0 || sticks)) {
            chosen[m++] = i;
        }
    }
    double *b = a + size * size, *x = b + size, own = p->w[(ptrdiff_t)(2 * at) * n + 2 * at];
    double left = own;
    for (int32_t i = 0; i < m; i++) {
        b[i] = p->w[(ptrdiff_t)chosen[i] * n + 2 * at];
        for (int32_t j = 0; j < m; j++) {
            a[(ptrdiff_t)i * m + j] = p->w[(ptrdiff_t)chosen[i] * n + chosen[j]];
        }
    }
    tmiLeastNormInfo info;
    tmStatus status =
        m == 0 ? TM_OK
               : tmi_least_norm((tmiMatrix){a, m, m, m}, b, NULL, 1e-11, work, ints, x, &info);
    for (int32_t i = 0; i < m && status == TM_OK; i++) {
        left -= b[i] * x[i];
    }
    *implied = status == TM_OK && m > 0 && fabs(left) <= IMPLIED * own;
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

static tmStatus keep(tmSim *sim, int32_t found, uint8_t mode, const double *force) {
    tmiTouchPoint *point = tmi_touch_add(sim, &sim->touch->now);
    if (!point) {
        return TM_ERR_MEMORY;
    }
    tmiSimContact *c =
        &sim->contact; /* room for lists, which are made where no status is returned */
    int32_t count = sim->touch->now.count;
    tmStatus status = tmi_array_reserve(sim->allocator, &c->list.contacts, &c->list.capacity, count,
                                        sizeof *c->list.contacts);
    status = status == TM_OK
                 ? tmi_array_reserve(sim->allocator, &c->list.prior, &c->list.prior_capacity, count,
                                     sizeof *c->list.prior)
                 : status;
    *point = sim->touch->found.points[found];
    point->mode = mode;
    point->force[0] = force ? force[0] : 0.0;
    point->force[1] = force ? force[1] : 0.0;
    sim->touch->now.closed += mode != TMI_TOUCH_OPEN;
    return status;
}

/* The set: what presses, then what is implied, then what joints decide. */
static tmStatus take_set(Instant *in, const tmiTouchProblem *p, const uint8_t *modes,
                         const double *force) {
    tmSim *sim = in->sim;
    tmStatus status = TM_OK;
    sim->touch->now.count = sim->touch->now.closed = 0;
    for (int32_t i = 0; i < p->count && status == TM_OK; i++) {
        if (modes[i] != TMI_TOUCH_OPEN) {
            status = keep(sim, p->list[i], modes[i], force + 2 * (ptrdiff_t)i);
        }
    }
    for (int32_t i = 0; i < p->count && status == TM_OK; i++) {
        bool implied = false;
        if (modes[i] == TMI_TOUCH_OPEN) {
            status = is_implied(in, p, modes, i, &implied);
            status =
                status == TM_OK && implied ? keep(sim, p->list[i], TMI_TOUCH_OPEN, NULL) : status;
        }
    }
    for (int32_t i = 0, next = 0; i < in->all.count && status == TM_OK; i++) {
        bool free = next < in->free.count && in->free.list[next] == i;
        next += free;
        status = free ? TM_OK : keep(sim, i, TMI_TOUCH_OPEN, NULL);
    }
    return status;
}

/* What moves too slowly to tell and presses rests from now on: a series of impacts may end so. */
static tmStatus end_slowly(tmSim *sim, const tmiTouchProblem *p, const uint8_t *modes) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < p->count && status == TM_OK; i++) {
        if (modes[i] != TMI_TOUCH_OPEN && fabs(p->u[2 * i]) > tmi_touch_still(sim->touch)) {
            const tmiTouchPoint *point = &sim->touch->found.points[p->list[i]];
            status = tmi_touch_hit(sim, point, 0.0, 0.0, 0.0, 0.0);
        }
    }
    return status;
}

/* Which of those that do not part press, stick and slide. */
static tmStatus choose(Instant *in) {
    tmSim *sim = in->sim;
    tmiArena *arena = &sim->touch->scratch;
    const tmiTouchProblem *p = &in->free;
    size_t k = (size_t)p->count + 1;
    int32_t count = 0, *list = tmi_arena_alloc(arena, k, sizeof *list);
    uint8_t *modes = tmi_arena_alloc(arena, k, sizeof *modes);
    double *force = tmi_arena_alloc(arena, 2 * k, sizeof *force);
    tmiTouchProblem rest;
    if (!list || !modes || !force) {
        return TM_ERR_MEMORY;
    }
    double slow = tmi_touch_slow(sim->touch);
    for (int32_t i = 0; i < p->count; i++) {
        if (p->u[2 * i] <= slow) {
            const tmiTouchPoint *point = &sim->touch->found.points[p->list[i]];
            modes[count] = first_mode(in, point, p->u[2 * i + 1]);
            list[count++] = i;
        }
    }
    tmStatus status = tmi_touch_take(sim, p, list, count, &rest);
    status = status == TM_OK ? tmi_touch_modes(sim, &rest, modes, force) : status;
    if (status == TM_ERR_NOT_CONVERGED) {
        in->again = true;
        in->hint = NO_HINT;
        return tmi_touch_jam(sim, &in->rows, &rest);
    }
    status = status == TM_OK ? prefer_open(sim, &rest, modes, force) : status;
    status = status == TM_OK ? end_slowly(sim, &rest, modes) : status;
    return status == TM_OK ? take_set(in, &rest, modes, force) : status;
}

static void take_hint(Instant *in) {
    const tmiTouchEvent *event = in->event;
    in->hint = NO_HINT;
    if (event && event->point >= 0) {
        in->hinted = in->sim->touch->now.points[event->point];
        in->hint = event->change == TMI_TOUCH_CHANGE_FORCE  ? TMI_TOUCH_OPEN
                   : event->change == TMI_TOUCH_CHANGE_UP   ? TMI_TOUCH_UP
                   : event->change == TMI_TOUCH_CHANGE_DOWN ? TMI_TOUCH_DOWN
                                                            : NO_HINT;
    }
}

/* The bodies at which the instant does not settle. */
static void blame(tmSim *sim, const tmiTouchEvent *event, bool is_crowded) {
    struct tmiTouch *touch = sim->touch;
    const tmiTouchSet *set = touch->found.count > 0 ? &touch->found : &touch->now;
    const int32_t *pieces = event && event->point < 0 && event->change != TMI_TOUCH_CHANGE_NONE
                                ? event->pieces
                            : set->count > 0 ? set->points[0].pieces
                                             : NULL;
    for (int32_t k = 0; pieces && k < 2; k++) {
        sim->stuck[k] = touch->pieces[pieces[k]].body;
    }
    sim->is_crowded = is_crowded;
}

/* Events in a row that take hardly any time, at most; and what that is, as part of the time of a
 * fall through the length [1]. The last rebounds of a series take a hundred times as long. */
#define STALLS_MAX 60
#define STALLS_BELOW 1e-7

static bool stalls(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    double fall = sqrt(touch->length / touch->acceleration);
    bool no_time = sim->t_end - sim->t <= STALLS_BELOW * fall;
    touch->stalls = no_time ? touch->stalls + 1 : 0;
    return touch->stalls > STALLS_MAX;
}

tmStatus tmi_touch_resolve(tmSim *sim, const tmiTouchEvent *event) {
    struct tmiTouch *touch = sim->touch;
    Instant in = {.sim = sim, .event = event, .again = true};
    tmStatus status = tmi_touch_copy(sim, &touch->before, &touch->now);
    take_hint(&in);
    memcpy(touch->kept, sim->y_end, (size_t)sim->n * sizeof *sim->y_end);
    touch->hit_count = 0;
    tmi_touch_measure(sim, sim->y_end);
    if (status == TM_OK && event && stalls(sim)) {
        status = TM_ERR_LIMIT;
    }
    for (int32_t round = 0; in.again && status == TM_OK; round++) {
        tmiArenaMark mark = tmi_arena_mark(&touch->scratch);
        in.again = false;
        status = round < ROUNDS_MAX ? look(&in) : TM_ERR_LIMIT;
        status = status == TM_OK ? strike(&in, round) : status;
        status = status == TM_OK && !in.again ? choose(&in) : status;
        tmi_arena_release(&touch->scratch, mark);
    }
    if (status == TM_OK) {
        double before = tmi_system_kinetic(sim->system);
        status = tmi_sim_settle(sim, sim->t_end, sim->y_end, sim->rate_end);
        sim->y_end[sim->n - 1] += tmi_system_kinetic(sim->system) - before;
    }
    if (status == TM_ERR_LIMIT || status == TM_ERR_NOT_CONVERGED) {
        blame(sim, event, status == TM_ERR_LIMIT);
        memcpy(sim->y_end, touch->kept, (size_t)sim->n * sizeof *sim->y_end);
        tmStatus copied = tmi_touch_copy(sim, &touch->now, &touch->before);
        status = copied == TM_OK ? status : copied;
    }
    touch->is_fresh = status == TM_OK;
    return status == TM_OK && event ? tmi_touch_events(sim, &touch->before) : status;
}

bool tmi_touch_is_fresh(tmSim *sim) {
    bool fresh = sim->touch && sim->touch->is_fresh;
    if (sim->touch) {
        sim->touch->is_fresh = false;
    }
    return fresh;
}

/* ---- Between instants ------------------------------------------------------------------------ */

void tmi_touch_measure(tmSim *sim, const double *y) {
    struct tmiTouch *touch = sim->touch;
    const tmiSystem *s = sim->system;
    const double *v = y + 3 * (ptrdiff_t)s->mover_count;
    double floor = sqrt(touch->length * touch->acceleration);
    touch->speed = floor > touch->speed ? floor : touch->speed;
    for (int32_t i = 0; i < s->mover_count; i++, v += 3) {
        double own = tmi_hypot(v[0], v[1]), turn = fabs(v[2]) * touch->length;
        own = turn > own ? turn : own;
        touch->speed = own > touch->speed ? own : touch->speed;
    }
    double least = 1e-3 * touch->speed * touch->speed / touch->length;
    touch->acceleration = least > touch->acceleration ? least : touch->acceleration;
}

tmStatus tmi_touch_begin(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    if (!touch) {
        return TM_OK;
    }
    tmi_touch_measure(sim, sim->y_end);
    return tmi_touch_copy(sim, &touch->was, &touch->now);
}

void tmi_touch_exchange(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    if (touch && sim->now < sim->t_end) {
        tmiTouchSet was = touch->was;
        touch->was = touch->now;
        touch->now = was;
    }
}

bool tmi_touch_strays(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    int32_t count = touch->now.closed;
    tmi_system_set_state(sim->system, sim->y_end);
    for (int32_t i = touch->now.closed; i < touch->now.count; i++) {
        tmiTouchPoint *point = &touch->now.points[i];
        tmiEventPair pair = tmi_touch_pair(touch, point->pieces, -1);
        tmiEventRates rates;
        tmi_touch_rates(sim, point, &rates);
        if (fabs(rates.gap) <= TMI_TOUCH_NEAR * tmi_event_length(pair.a, pair.b)) {
            touch->now.points[count++] = *point;
        }
    }
    bool any = count < touch->now.count;
    touch->now.count = count;
    return any;
}
