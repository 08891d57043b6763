/* sim_events.c: events within a step: a joint meets a limit or leaves it, bodies touch or part, or
 * the text's condition `stop` becomes true. The first of these is located on the interpolant
 * ([HH] 4.2 (1): by repeated subdivision), the step is cut there, and the model changes: a limit
 * that is met becomes rows, as [HH]'s temporary hinges do, and ceases when it would have to pull
 * ([HH] 4.2 (2)). */
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

/* Times are located to this part of the step [1], and limits are examined this often within one,
 * so that short visits are seen, too. */
#define LOCATED 1e-13
#define LOOKS 4
#define LOCATE_MAX 100

/* Halvings of the time since a joint was at its limit in which it may have had room. */
#define ROOM_HALVINGS 40

/* The first event. */
typedef struct Event {
    double time; /* INFINITY: nothing */
    int32_t limit;
    bool leaves; /* the limit is left, else it is met; limit -1: the run stops */
} Event;

typedef struct Search {
    tmSim *sim;
    int32_t limit;
    tmStatus status;
} Search;

static bool pose_at(Search *search, double time) {
    tmSim *sim = search->sim;
    tmStatus status = tmi_sim_between(sim, time, sim->trial);
    if (status != TM_OK) {
        search->status = status;
        return false;
    }
    tmi_system_set_state(sim->system, sim->trial);
    return true;
}

static double room_at(void *user, double time) {
    Search *search = user;
    return pose_at(search, time) ? tmi_sim_limit_room(search->sim, search->limit) : NAN;
}

static double push_at(void *user, double time) {
    Search *search = user;
    tmSim *sim = search->sim;
    if (!pose_at(search, time)) {
        return NAN;
    }
    search->status = tmi_sim_rate(sim, time, sim->trial, sim->stage);
    return search->status == TM_OK ? tmi_sim_limit_push(sim, search->limit) : NAN;
}

static bool stops_at(void *user, double time) {
    Search *search = user;
    tmSim *sim = search->sim;
    if (!pose_at(search, time)) {
        return true;
    }
    search->status = tmi_sim_rate(sim, time, sim->trial, sim->stage);
    tmi_sim_look_at_all(sim, time);
    return tmi_script_stops(sim->script, &sim->view);
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Where a function of time changes its sign within the step, just past it. */
static double locate(Search *search, tmiRootFn *function, tmiBracket bracket) {
    double h = search->sim->t_end - search->sim->t;
    tmStatus status = tmi_root(function, search, LOCATED * h, LOCATE_MAX, &bracket);
    search->status = search->status == TM_OK ? status : search->status;
    return bracket.after;
}

static void take(Event *first, double time, int32_t limit, bool leaves) {
    if (time < first->time) {
        *first = (Event){time, limit, leaves};
    }
}

/* A joint that is at its limit at `from` and past it at *time: puts a time between them at which it
 * has room into *time, and the room into *room. False: it has none, since it is pressed to its
 * limit. */
static bool find_room(Search *search, double from, double *time, double *room) {
    for (int32_t i = 0; i < ROOM_HALVINGS && search->status == TM_OK; i++) {
        *time = from + 0.5 * (*time - from);
        *room = room_at(search, *time);
        if (*room > 0.0) {
            return true;
        }
    }
    return false;
}

/* The first time in the step at which a limit that has room loses it. After a rebound the step
 * begins at the limit: what counts is when the joint comes back. */
static void find_limit_met(Search *search, Event *first) {
    tmSim *sim = search->sim;
    double t = sim->t, h = sim->t_end - sim->t, before = sim->limit_start[search->limit];
    double from = t, noise = TMI_SIM_CLOSED * tmi_sim_limit_span(sim, search->limit);
    for (int32_t i = 1; i <= LOOKS && search->status == TM_OK; i++) {
        double time = i == LOOKS ? sim->t_end : t + h * i / LOOKS, flying = time;
        double room = room_at(search, time);
        bool rests = before <= noise && room >= -noise && room <= noise;
        if (room > 0.0 || rests) {
            before = room;
            from = time;
            continue;
        }
        if (before <= noise && !find_room(search, from, &flying, &before)) {
            take(first, from, search->limit, false);
            return;
        }
        from = flying < time ? flying : from;
        take(first, locate(search, room_at, (tmiBracket){from, time, before, room}), search->limit,
             false);
        return;
    }
}

/* When the condition `stop` becomes true; it is examined as often as limits are. */
static void find_stop(Search *search, Event *first) {
    tmSim *sim = search->sim;
    double h = sim->t_end - sim->t, before = sim->t;
    int32_t looks = sim->fixed ? 1 : LOOKS;
    for (int32_t i = 1; i <= looks && search->status == TM_OK; i++) {
        double after = i == looks ? sim->t_end : sim->t + h * i / looks;
        if (stops_at(search, after) && search->status == TM_OK) {
            search->status =
                tmi_root_condition(stops_at, search, LOCATED * h, LOCATE_MAX, &before, &after);
            take(first, after, -1, false);
            return;
        }
        before = after;
    }
}

static tmStatus find_first(tmSim *sim, Event *first) {
    Search search = {.sim = sim, .status = TM_OK};
    *first = (Event){INFINITY, -1, false};
    /* Where bodies touch, limits are rows of the step. */
    int32_t limits = sim->contact.engine ? 0 : sim->limit_count;
    for (int32_t i = 0; i < limits && search.status == TM_OK; i++) {
        search.limit = i;
        if (!sim->system->constraints[sim->limits[i].constraint].active) {
            find_limit_met(&search, first);
        }
    }
    for (int32_t i = 0; i < limits && search.status == TM_OK; i++) {
        search.limit = i;
        if (sim->system->constraints[sim->limits[i].constraint].active &&
            sim->limit_push[i] < 0.0) {
            double start = push_at(&search, sim->t);
            tmiBracket bracket = {sim->t, sim->t_end, start, sim->limit_push[i]};
            take(first, start > 0.0 ? locate(&search, push_at, bracket) : sim->t, i, true);
        }
    }
    if (sim->has_stop && search.status == TM_OK) {
        find_stop(&search, first);
    }
    return search.status;
}

/* ---- What comes of it ------------------------------------------------------------------------ */

static tmSimEvent event_of(const tmSim *sim, tmSimEventKind kind, int32_t limit) {
    tmSimEvent event = {.kind = kind, .time = sim->t_end, .joint = -1, .input = -1};
    event.bodies[0] = event.bodies[1] = -1;
    if (limit >= 0) {
        const tmiConstraint *constraint = &sim->system->constraints[sim->limits[limit].constraint];
        event.joint = sim->limits[limit].def.joint;
        event.value = sim->limits[limit].def.bound;
        event.bodies[0] = constraint->body_count > 0 ? constraint->bodies[0] : -1;
        event.bodies[1] = constraint->body_count > 1 ? constraint->bodies[1] : -1;
    }
    return event;
}

/* A rebound slower than this part of the largest speed so far ends [1]: the joint stays at its
 * limit. */
#define REBOUND 1e-6

/* The rate after an impact may be off by this part of the rate before it [1]; more means that a
 * prescribed motion drives the joint against its limit. */
#define BLOCKED 1e-3

/* Velocities after the impact at a limit ([HH] 4.3), with the impulses that it sends through all
 * joints: the coordinate's rate is reversed by the coefficient of restitution, other limits that
 * are met stay at rest or are left. */
static tmStatus strike(tmSim *sim, int32_t limit) {
    tmiSystem *s = sim->system;
    tmiSimLimit *l = &sim->limits[limit];
    tmiConstraint *constraint = &s->constraints[l->constraint];
    tmSimEvent event = event_of(sim, TM_SIM_EVENT_LIMIT, limit);
    bool turns = constraint->rows[0].unit == TM_ROW_ANGLE;
    double *impulse = sim->stage, before = tmi_system_kinetic(s);
    memcpy(sim->y_half, sim->y_end, (size_t)sim->n * sizeof *sim->y_end);
    event.before = tmi_sim_limit_rate(sim, limit);
    event.after = -l->def.restitution * event.before;
    bool stays = fabs(event.after) <= REBOUND * (turns ? sim->spin : sim->speed);
    event.after = stays ? 0.0 : event.after;
    constraint->active = true;
    s->given[l->row][1] = event.after;
    /* A fixed step ends past the limit: the joint goes back to it. */
    tmStatus status = tmi_sim_close(sim, sim->y_end);
    status = status == TM_OK ? tmi_system_factor(s, 0.0) : status;
    status = status == TM_OK ? tmi_system_still(s, sim->y_end, impulse) : status;
    event.impulse = impulse[l->row];
    s->given[l->row][1] = 0.0;
    constraint->active = stays;
    tmi_system_set_state(s, sim->y_end);
    sim->y_end[sim->n - 1] += tmi_system_kinetic(s) - before;
    double missed = fabs(tmi_sim_limit_rate(sim, limit) - event.after);
    if (status == TM_ERR_NOT_CONVERGED ||
        (status == TM_OK && missed > BLOCKED * fabs(event.before))) {
        memcpy(sim->y_end, sim->y_half, (size_t)sim->n * sizeof *sim->y_end);
        constraint->active = false;
        sim->blocked = limit;
        return TM_ERR_NOT_CONVERGED;
    }
    return status == TM_OK ? tmi_sim_add_event(sim, &event) : status;
}

/* How far a coordinate may be past its limit and still be at it, as part of its span [1]. */
#define AT_LIMIT 1e-11

/* Other limits that are met at the same time, or have been passed in a fixed step, one after the
 * other until none is left that its joint moves into. */
static tmStatus strike_others(tmSim *sim) {
    tmStatus status = TM_OK;
    bool any = true;
    for (int32_t pass = 0; pass < sim->limit_count + 2 && any && status == TM_OK; pass++) {
        any = false;
        for (int32_t i = 0; i < sim->limit_count && status == TM_OK; i++) {
            double rate = tmi_sim_limit_rate(sim, i), room = tmi_sim_limit_room(sim, i);
            bool into = sim->limits[i].def.upper ? rate > 0.0 : rate < 0.0;
            if (!sim->system->constraints[sim->limits[i].constraint].active && into &&
                room <= AT_LIMIT * tmi_sim_limit_span(sim, i)) {
                status = strike(sim, i);
                any = true;
            }
        }
    }
    return status;
}

static tmStatus carry_out(tmSim *sim, const Event *what) {
    tmStatus status = TM_OK;
    if (what->limit < 0) {
        sim->ahead = TM_SIM_STOPPED;
        tmSimEvent event = event_of(sim, TM_SIM_EVENT_STOP, -1);
        return tmi_sim_add_event(sim, &event);
    }
    if (what->leaves) {
        tmSimEvent event = event_of(sim, TM_SIM_EVENT_RELEASE, what->limit);
        sim->system->constraints[sim->limits[what->limit].constraint].active = false;
        status = tmi_sim_add_event(sim, &event);
    } else {
        status = strike(sim, what->limit);
        status = status == TM_OK ? strike_others(sim) : status;
    }
    sim->jumps = true;
    return status;
}

/* Ends the step at `time`: what was computed beyond it is dropped. */
static tmStatus cut(tmSim *sim, double time) {
    tmStatus status =
        tmi_sim_between(sim, time, sim->trial); /* the interpolant is that of the longer step */
    if (status != TM_OK) {
        return status;
    }
    if (time < sim->t_end && !sim->fixed) {
        memcpy(sim->y_end, sim->trial, (size_t)sim->n * sizeof *sim->trial);
        sim->t_end = time;
        sim->due = false;
        return tmi_sim_settle(sim, time, sim->y_end, sim->rate_end);
    }
    tmi_system_set_state(sim->system, sim->y_end);
    return tmi_sim_control(sim, time, false);
}

/* A limit or a stop comes first: what touches may press otherwise from now on. */
static tmStatus happen(tmSim *sim, const Event *first) {
    const tmiTouchEvent none = {.change = TMI_TOUCH_CHANGE_NONE, .point = -1};
    tmStatus status = cut(sim, first->time);
    status = status == TM_OK ? carry_out(sim, first) : status;
    return status == TM_OK && sim->touch && first->limit >= 0 ? tmi_touch_resolve(sim, &none)
                                                              : status;
}

/* A contact begins, changes or ends. */
static tmStatus change(tmSim *sim, tmiTouchEvent *event) {
    tmStatus status = tmi_touch_locate(sim, event);
    if (status == TM_OK && event->change == TMI_TOUCH_CHANGE_UNSURE) {
        return tmi_sim_settle(sim, sim->t_end, sim->y_end, sim->rate_end);
    }
    sim->jumps = true;
    return status == TM_OK ? tmi_touch_resolve(sim, event) : status;
}

static tmStatus find_and_carry_out(tmSim *sim) {
    Event first = {INFINITY, -1, false};
    tmiTouchEvent touch = {.time = INFINITY};
    tmStatus status = TM_OK;
    if (sim->limit_count > 0 || sim->has_stop) {
        status = find_first(sim, &first);
    }
    for (bool again = sim->touch != NULL; again && status == TM_OK;) {
        status = tmi_touch_search(sim, first.time, &touch);
        again = status == TM_OK && touch.change == TMI_TOUCH_CHANGE_NONE && tmi_touch_strays(sim);
    }
    if (status == TM_OK && touch.change != TMI_TOUCH_CHANGE_NONE) {
        status = change(sim, &touch);
        tmi_sim_arrive(sim);
    } else if (status == TM_OK && first.time < INFINITY) {
        status = happen(sim, &first);
        tmi_sim_arrive(sim);
    }
    return status;
}

tmStatus tmi_sim_find_event(tmSim *sim) {
    if (sim->limit_count == 0 && !sim->has_stop && !sim->touch) {
        return TM_OK;
    }
    tmStatus status = find_and_carry_out(sim);
    tmi_system_set_state(sim->system, sim->y_end);
    if (sim->touch) { /* bodies may leave an impact with another spin, which limits the next step */
        tmi_sim_measure(sim, sim->y_end);
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        sim->limit_start[i] = tmi_sim_limit_room(sim, i);
    }
    return status;
}

/* ---- At the start --------------------------------------------------------------------------
 *
 * Joints that are at a limit where a run begins, without moving, and that forces press to it: they
 * rest from the start on. Otherwise the first frame would show them as if they fell. Where bodies
 * touch, limits are rows of the step, and sim_foresee.c has the first frame. */

/* Rates and accelerations below these parts of the largest are rounding errors [1]. */
#define RATE_ROUNDED 1e-12
#define PRESSED 1e-9

static tmiConstraint *constraint_of(const tmSim *sim, int32_t limit) {
    return &sim->system->constraints[sim->limits[limit].constraint];
}

static double max_acceleration(const tmSim *sim) {
    const tmiSystem *s = sim->system;
    double max = 0.0;
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        bool turns = i % s->dof >= (s->planar ? 2 : 3);
        double own = fabs(s->acceleration[i]) * (turns ? s->size : 1.0);
        max = own > max ? own : max;
    }
    return max;
}

/* How fast a joint that is at its limit would go past it [m/s^2], angles with the size as lever;
 * less than 0: it is not there, or moves. */
static double pressed(const tmSim *sim, int32_t limit) {
    const tmiSystem *s = sim->system;
    bool turns = constraint_of(sim, limit)->rows[0].unit == TM_ROW_ANGLE;
    double rate = fabs(tmi_sim_limit_rate(sim, limit));
    if (fabs(tmi_sim_limit_room(sim, limit)) > AT_LIMIT * tmi_sim_limit_span(sim, limit) ||
        rate > RATE_ROUNDED * (turns ? sim->spin : sim->speed)) {
        return -1.0;
    }
    double second = tmi_sim_limit_second(sim, limit) * (turns ? s->size : 1.0);
    return sim->limits[limit].def.upper ? second : -second;
}

/* The inactive limit that is pressed most, or an active one that would have to pull; -1: none. */
static int32_t find_next(const tmSim *sim) {
    double max = PRESSED * max_acceleration(sim);
    int32_t found = -1;
    for (int32_t i = 0; i < sim->limit_count; i++) {
        double own = constraint_of(sim, i)->active ? -1.0 : pressed(sim, i);
        if (own > max) {
            max = own;
            found = i;
        }
    }
    for (int32_t i = 0; i < sim->limit_count && found < 0; i++) {
        found = constraint_of(sim, i)->active && tmi_sim_limit_push(sim, i) < 0.0 ? i : found;
    }
    return found;
}

void tmi_sim_let_rest(tmSim *sim) {
    for (int32_t i = 0; i < sim->limit_count; i++) {
        constraint_of(sim, i)->active = false;
    }
}

tmStatus tmi_sim_rest(tmSim *sim, double t, double *y) {
    tmStatus status = TM_OK;
    if (sim->contact.engine) {
        return TM_OK;
    }
    for (int32_t turn = 0; turn < 2 * sim->limit_count && status == TM_OK; turn++) {
        int32_t next = find_next(sim);
        if (next < 0) {
            return TM_OK;
        }
        tmiConstraint *constraint = constraint_of(sim, next);
        constraint->active = !constraint->active;
        status = tmi_sim_settle(sim, t, y, sim->rate_end);
    }
    if (status == TM_ERR_NOT_CONVERGED || status == TM_ERR_SINGULAR) {
        /* The first step finds what they do, and reports if they cannot. */
        tmi_sim_let_rest(sim);
        status = tmi_sim_settle(sim, t, y, sim->rate_end);
    }
    return status;
}

tmStatus tmi_sim_report_rest(tmSim *sim) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < sim->limit_count && status == TM_OK; i++) {
        if (sim->system->constraints[sim->limits[i].constraint].active) {
            tmSimEvent event = event_of(sim, TM_SIM_EVENT_LIMIT, i);
            status = tmi_sim_add_event(sim, &event);
        }
    }
    return status;
}
