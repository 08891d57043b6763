/* struck.c: impacts of a step ([HH] 4.3): which islands are struck, and the input of the law in
 * impact.h. All contacts of an island are struck together, so that impacts travel through stacks
 * and joints. */
#include "analyse/contact/solve/solve.h"

#include <math.h>
#include <string.h>

/* An approach is an impact if it is faster than this many times what the step's forces add to it:
 * below that it rests. */
#define IMPACT 2.0

/* … and for a body that was in flight when it was struck: twice the smallest part of the step that
 * its rebound may take. */
#define IMPACT_IN_FLIGHT 0.5

/* Points up to which W is made as a matrix: 5 MB. Beyond, friction of the expansion grows as its
 * normal impulses do. */
#define MATRIX_MAX 400

/* Friction that reaches this part of its cone slips [1]. */
#define CONE_REACHED (1.0 - 1e-12)

/* ---- What strikes ---------------------------------------------------------------------------- */

static double closed(const tmiContactEngine *c, const tmiContact *contact) {
    return TMI_CONTACT_APART * contact->length + c->step.rounding;
}

static bool flew(const tmiContactEngine *c, const tmiContact *contact) {
    bool any = false;
    for (int32_t side = 0; side < 2 && c->motion->met; side++) {
        any = any || (contact->movers[side] >= 0 && c->motion->met[contact->movers[side]] < 1.0);
    }
    return any;
}

/* An overlap below what counts as a gap is rounding: bodies that fall together do not push each
 * other. */
static bool strikes(const tmiContactEngine *c, const tmiContact *contact, double turn) {
    double times = flew(c, contact) ? IMPACT_IN_FLIGHT : IMPACT;
    double push = fabs(contact->before[0] - tmi_contact_rate(c, contact, 0, c->step.before));
    return contact->impulse[0] > 0.0 && contact->before[0] < -(times * push + turn) &&
           -c->step.h * contact->before[0] > closed(c, contact);
}

/* By how much turning changes the rate of a gap in the step at most, as bodies slide and roll on
 * each other [m/s]: what touches all the time approaches so fast at the end of a step. */
static double turning(const tmiContactEngine *c, const tmiContact *contact) {
    double spin = 0.0, speed = fabs(tmi_contact_rate(c, contact, 1, c->step.before));
    if (tmi_engine_rows(c) > 2) {
        speed = tmi_hypot(speed, tmi_contact_rate(c, contact, 2, c->step.before));
    }
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = contact->movers[side];
        if (mover >= 0) {
            double own = tmi_engine_spin(c, c->step.before + (ptrdiff_t)mover * tmi_engine_dof(c));
            spin += own;
            speed += own * c->sizes.reach[mover];
        }
    }
    return c->step.h * spin * speed;
}

/* Whether one of the bodies is in flight, in a velocity that holds only where nothing presses. */
static bool flies(const tmiContactEngine *c, const tmiContact *contact) {
    bool any = false;
    for (int32_t side = 0; side < 2 && c->motion->smooth; side++) {
        any = any || (contact->movers[side] >= 0 && c->motion->smooth[contact->movers[side]]);
    }
    return any;
}

/* Leaves out the contacts of islands in which nothing bounces, and those that are open, or about to
 * be met by a body in flight: that is struck at an instant of its own (instant.c). */
static bool sort_out(tmiContactEngine *c) {
    bool any = false;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->idle = true;
        contact->pressed = tmi_contact_acts(c, contact);
        double turn = turning(c, contact);
        double start =
            contact->at.gap - c->step.h * tmi_contact_rate(c, contact, 0, c->step.velocity);
        contact->goes_on = start <= closed(c, contact) + c->step.h * turn;
        contact->strikes = strikes(c, contact, contact->goes_on ? turn : 0.0);
        contact->bounce =
            contact->strikes && contact->restitution > 0.0 ? contact->restitution : -1.0;
        any |= contact->bounce > 0.0;
    }
    for (int32_t i = 0; i < c->step.contact_count && any; i++) {
        const tmiContact *bounced = &c->step.contacts[i];
        for (int32_t k = 0; bounced->bounce > 0.0 && k < c->step.contact_count; k++) {
            tmiContact *contact = &c->step.contacts[k];
            if (contact->island == bounced->island) {
                contact->idle = contact->state == TMI_CONTACT_OPEN &&
                                (contact->at.gap > closed(c, contact) || flies(c, contact));
            }
        }
    }
    return any;
}

/* ---- An island ------------------------------------------------------------------------------- */

/* An island as the law sees it. */
typedef struct Struck {
    tmiContactEngine *c;
    const int32_t *which; /* its contacts */
    int32_t count;
    int32_t rows;   /* of a contact */
    double *w;      /* row by row; null: it is too large */
    double *before; /* rows count */
    double *friction, *restitution;
    double *part;    /* scratch: of W, and the friction of these contacts */
    int32_t *chosen; /* scratch: contacts of a problem */
} Struck;

static void respond(void *user, const double *impulse, double *change) {
    const Struck *s = user;
    ptrdiff_t rows = s->rows * (ptrdiff_t)s->count;
    memset(change, 0, (size_t)rows * sizeof *change);
    for (ptrdiff_t j = 0; j < rows && s->w; j++) {
        for (ptrdiff_t i = 0; impulse[j] != 0.0 && i < rows; i++) {
            change[i] += s->w[j * rows + i] * impulse[j];
        }
    }
    if (s->w) {
        return;
    }
    tmiContactEngine *c = s->c;
    memset(c->step.kept, 0, tmi_engine_motion_size(c));
    for (int32_t i = 0; i < s->count; i++) {
        tmi_engine_apply_impulse(c, &c->step.contacts[s->which[i]],
                                 impulse + s->rows * (ptrdiff_t)i, c->step.kept);
    }
    for (ptrdiff_t i = 0; i < rows; i++) {
        change[i] = tmi_contact_rate(c, &c->step.contacts[s->which[i / s->rows]],
                                     (int32_t)(i % s->rows), c->step.kept);
    }
}

/* The problem with cones of held impulses, in the plane. */
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
    s->c->step.outcome.solved++;
    return tmi_impact_plane(problem, w, friction, &s->c->scratch, impulse);
}

static tmStatus solve(void *user, const tmiImpactProblem *problem, double *impulse) {
    Struck *s = user;
    tmiContactEngine *c = s->c;
    bool held = false;
    for (int32_t i = 0; i < problem->count; i++) {
        tmiContact *contact = &c->step.contacts[s->which[problem->which[i]]];
        s->chosen[i] = s->which[problem->which[i]];
        memcpy(contact->rate, problem->b + s->rows * (ptrdiff_t)i,
               (size_t)s->rows * sizeof *contact->rate);
        held = held || (problem->held && problem->held[i] > 0.0 && contact->friction > 0.0);
    }
    if (held) {
        return s->w && s->rows == 2 ? solve_held(s, problem, impulse) : TM_ERR_LIMIT;
    }
    tmStatus status = tmi_engine_solve_island(c, s->chosen, problem->count);
    for (int32_t i = 0; i < problem->count && status == TM_OK; i++) {
        memcpy(impulse + s->rows * (ptrdiff_t)i, c->step.contacts[s->chosen[i]].impulse,
               (size_t)s->rows * sizeof *impulse);
    }
    return status;
}

static bool take(Struck *s, tmiArena *arena, double **impulse) {
    size_t n = (size_t)s->count, rows = (size_t)s->rows;
    bool fits = s->count <= MATRIX_MAX;
    s->w = fits ? tmi_arena_alloc(arena, rows * rows * n * n, sizeof *s->w) : NULL;
    s->part = fits ? tmi_arena_alloc(arena, rows * rows * n * n + n, sizeof *s->part) : NULL;
    s->before = tmi_arena_alloc(arena, 2 * (rows + 1) * n, sizeof *s->before);
    s->chosen = tmi_arena_alloc(arena, n, sizeof *s->chosen);
    if (!s->before || !s->chosen || (fits && (!s->w || !s->part))) {
        return false;
    }
    s->friction = s->before + rows * n;
    s->restitution = s->friction + n;
    *impulse = s->restitution + n;
    return true;
}

static void take_in_space(tmiContact *contact, const double *impulse) {
    for (int32_t k = 0; k < TMI_CONTACT_ROWS_MAX; k++) {
        contact->impulse[k] = impulse[k] + contact->rest[k];
    }
    contact->state = tmi_contact_state_in_space(contact->impulse, contact->friction, 0.0);
}

/* The result of the law: a part of the coefficients of the contacts that strike. */
static void take_answer(const Struck *s, const double *impulse, double part) {
    for (int32_t i = 0; i < s->count; i++) {
        tmiContact *contact = &s->c->step.contacts[s->which[i]];
        if (s->rows > 2) {
            take_in_space(contact, impulse + s->rows * (ptrdiff_t)i);
            contact->bounce *= contact->bounce > 0.0 ? part : 1.0;
            continue;
        }
        double p = contact->impulse[0] = impulse[2 * i] + contact->rest[0];
        double t = contact->impulse[1] = impulse[2 * i + 1] + contact->rest[1];
        bool slips = contact->friction > 0.0 && fabs(t) >= CONE_REACHED * contact->friction * p;
        contact->state = p == 0.0  ? TMI_CONTACT_OPEN
                         : !slips  ? TMI_CONTACT_STICK
                         : t > 0.0 ? TMI_CONTACT_SLIP_UP
                                   : TMI_CONTACT_SLIP_DOWN;
        contact->bounce *= contact->bounce > 0.0 ? part : 1.0;
    }
}

/* Without an answer the contacts keep what took them through the step. */
static void keep_old(const Struck *s) {
    for (int32_t i = 0; i < s->count; i++) {
        tmiContact *contact = &s->c->step.contacts[s->which[i]];
        const tmiContact *old = &s->c->step.old[s->which[i]];
        memcpy(contact->impulse, old->impulse, sizeof contact->impulse);
        contact->state = old->state;
        contact->bounce = contact->bounce > 0.0 ? 0.0 : contact->bounce;
    }
}

/* Restitution is that of all contacts: an impact reaches those that did not strike, too. */
static tmStatus bounce_island(void *user, const int32_t *which, int32_t count) {
    tmiContactEngine *c = user;
    bool any = false, bounces = false;
    for (int32_t i = 0; i < count; i++) {
        bounces = bounces || c->step.contacts[which[i]].bounce > 0.0;
        any = any || c->step.contacts[which[i]].strikes;
    }
    if (!any) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    Struck s = {.c = c, .which = which, .count = count, .rows = tmi_engine_rows(c)};
    double *impulse;
    tmStatus status = take(&s, &c->scratch, &impulse) ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        for (int32_t i = 0; i < count; i++) {
            const tmiContact *contact = &c->step.contacts[which[i]];
            memcpy(s.before + s.rows * (ptrdiff_t)i, contact->rate,
                   (size_t)s.rows * sizeof *contact->rate);
            s.friction[i] = contact->friction;
            s.restitution[i] = contact->restitution;
        }
        if (s.w) {
            /* b and friction are those of the contacts: room for them is at hand. */
            tmi_engine_assemble(c, which, count, s.w, s.part, s.part + s.rows * (ptrdiff_t)count);
        }
        const tmiImpact impact = {count,         s.rows - 1,    s.before,        s.friction,
                                  s.restitution, c->impact.law, c->impact.order, &s,
                                  respond,       solve};
        tmiImpactInfo info;
        status = tmi_impact_solve(&impact, &c->scratch, impulse, &info);
        c->step.outcome.impacts += bounces;
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

static void wake(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        c->step.contacts[i].idle = false;
    }
}

/* Islands that do not bounce stay as they were. Islands were numbered again without it: it comes
 * after them. */
static void put_back(tmiContactEngine *c) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        int32_t own = c->step.contacts[i].island;
        islands = own >= islands ? own + 1 : islands;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        if (contact->idle && contact->state != TMI_CONTACT_OPEN) {
            *contact = c->step.old[i];
            contact->island += islands;
        }
    }
}

tmStatus tmi_engine_strike_islands(tmiContactEngine *c, double *after) {
    tmStatus status = tmi_array_reserve(c->allocator, &c->step.old, &c->step.old_capacity,
                                        c->step.contact_count, sizeof *c->step.old);
    if (status != TM_OK) {
        return status;
    }
    memcpy(c->step.old, c->step.contacts, (size_t)c->step.contact_count * sizeof *c->step.old);
    c->step.old_count = c->step.contact_count;
    status = tmi_engine_solve_by(c, bounce_island, c, c->step.base);
    if (status == TM_OK) {
        put_back(c);
        c->step.outcome.impact = true;
        tmi_engine_velocities(c, NULL, 0, after);
    }
    wake(c);
    return status;
}

/* The step's forces press on what is closed and does not strike, whether or not there is an impact:
 * that has no restitution. The impact begins with the rates that are left. */
static tmStatus let_rest(tmiContactEngine *c) {
    const double *velocity = c->step.free;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->waits = !contact->idle;
        contact->idle = contact->idle || contact->strikes;
        memcpy(contact->rate, contact->before, sizeof contact->rate);
    }
    memcpy(c->step.old, c->step.contacts, (size_t)c->step.contact_count * sizeof *c->step.old);
    if (!c->step.frozen) {
        status = tmi_engine_solve(c, c->step.base);
        velocity = status == TM_OK && !c->step.frozen ? c->step.base : c->step.free;
        c->step.frozen = false;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        double pressed[TMI_CONTACT_ROWS_MAX];
        memcpy(pressed, contact->impulse, sizeof pressed);
        bool rests = velocity == c->step.base && c->step.old[i].waits && !c->step.old[i].strikes;
        *contact = c->step.old[i];
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            contact->rest[k] = rests ? pressed[k] : 0.0;
            contact->rate[k] = tmi_contact_rate(c, contact, k, velocity);
        }
        contact->idle = !contact->waits;
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

tmStatus tmi_engine_impacts(tmiContactEngine *c, double *after) {
    tmi_own_copy(c, after, c->step.velocity);
    tmStatus status = TM_OK;
    if (sort_out(c)) {
        status = tmi_array_reserve(c->allocator, &c->step.old, &c->step.old_capacity,
                                   c->step.contact_count, sizeof *c->step.old);
        status = status == TM_OK ? let_rest(c) : status;
        status = status == TM_OK ? tmi_engine_strike_islands(c, after) : status;
    }
    wake(c);
    return status;
}
