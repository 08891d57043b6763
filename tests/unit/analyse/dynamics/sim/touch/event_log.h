/* event_log.h: the events of a run, for the tests of contact in `events`. */
#ifndef TM_TEST_EVENT_LOG_H
#define TM_TEST_EVENT_LOG_H

#include "simulations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LOG_MAX 2000

typedef struct EventLog {
    tmSimEvent events[LOG_MAX];
    int count;
} EventLog;

/* Goes on to a time, and keeps what happens on the way. */
static inline void log_to(tmTest *t, tmSim *sim, double time, EventLog *log) {
    int32_t count;
    if (!CHECK(sim != NULL)) {
        return;
    }
    const tmSimEvent *events = tm_sim_events(sim, &count);
    if (tm_sim_info(sim)->time == 0.0 && log->count == 0) { /* those of the start */
        for (int32_t i = 0; i < count; i++) {
            log->events[log->count++] = events[i];
        }
    }
    if (!CHECK_STATUS(tm_sim_advance(sim, time), TM_OK)) {
        return;
    }
    events = tm_sim_events(sim, &count);
    for (int32_t i = 0; i < count && log->count < LOG_MAX; i++) {
        log->events[log->count++] = events[i];
    }
    const tmDiag *why = tm_sim_diagnostic(sim);
    if (!CHECK(tm_sim_info(sim)->outcome != TM_SIM_FAILED) && why) {
        printf("%s\n", why->message);
    }
}

/* The n-th event of a kind, from 0 on; one of time NaN where there is none. */
static inline tmSimEvent log_event(const EventLog *log, tmSimEventKind kind, int n) {
    for (int i = 0; i < log->count; i++) {
        if (log->events[i].kind == kind && n-- == 0) {
            return log->events[i];
        }
    }
    return (tmSimEvent){.time = NAN, .impulse = NAN, .before = NAN, .after = NAN, .value = NAN};
}

/* The n-th impact: a touch or a blow with an approach. */
static inline tmSimEvent log_impact(const EventLog *log, int n) {
    for (int i = 0; i < log->count; i++) {
        const tmSimEvent *e = &log->events[i];
        bool strikes = e->kind == TM_SIM_EVENT_TOUCH || e->kind == TM_SIM_EVENT_IMPACT;
        if (strikes && e->before < 0.0 && n-- == 0) {
            return *e;
        }
    }
    return log_event(log, TM_SIM_EVENTS, 0);
}

/* Position and angle of a body, which has its centre of mass at its origin, and its velocity: x, y,
 * turn each. */
static inline void log_body(tmTest *t, tmSim *sim, const char *part, double at[3], double v[3]) {
    int32_t body = sim_body(t, sim, part);
    const tmFrame *frame = &tm_sim_frames(sim)[body];
    const tmTwist *twist = &tm_sim_twists(sim)[body];
    at[0] = frame->position[0];
    at[1] = frame->position[1];
    at[2] = 2.0 * atan2(frame->rotation[3], frame->rotation[0]);
    v[0] = twist->linear[0];
    v[1] = twist->linear[1];
    v[2] = twist->angular[2];
}

#define FLOOR                                                                                      \
    "primitive floor begin properties: (fixed); geometry: cuboid(100m, 1m, 1m) where begin "       \
    "top: (0, 0.5m); end; interference: ; end\n"
#define BALL(radius)                                                                               \
    "primitive ball begin geometry: sphere(" #radius ") where begin foot: (0, -" #radius           \
    "); end; interference: ; dynamics: (mass: 1kg, inertia: 0.5 * " #radius " * " #radius " * 1kg" \
    "); end\n"
#define BOX(w, h)                                                                                  \
    "primitive box begin geometry: cuboid(" #w "m, " #h "m, 1m) where begin foot: (0, -" #h        \
    "m / 2); corner: (" #w "m / 2, -" #h "m / 2); end; interference: ; dynamics: (mass: 1kg, "     \
    "inertia: (" #w " * " #w " + " #h " * " #h ") / 12 * 1kg*m^2); end\n"
/* Ends at exactly half of the length: a thin rhombus. */
#define ROD(length)                                                                                \
    "primitive rod begin geometry: prism(((-" #length "m / 2, 0), (0, -1mm), (" #length            \
    "m / 2, 0), (0, 1mm)), 1m) where begin left: (-" #length "m / 2, 0); end; interference: ; "    \
    "dynamics: (mass: 1kg, inertia: " #length " * " #length " / 12 * 1kg*m^2); end\n"
#define RUN(end) "simulate w begin time: (1ms, " #end "); method: events; tolerance: 1e-12; end\n"

#endif
