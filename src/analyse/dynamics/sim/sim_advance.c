/* sim_advance.c: simulations as their host sees them: time advances, and the state there. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/stepping/stepping.h"
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

/* ---- Events ---------------------------------------------------------------------------------- */

#define NAME(code, name) name,
static const char *const names[] = {TM_SIM_EVENT_LIST(NAME)};
#undef NAME

const char *tm_sim_event_name(tmSimEventKind kind) {
    return (int)kind >= 0 && kind < TM_SIM_EVENTS ? names[kind] : "";
}

tmStatus tmi_sim_add_event(tmSim *sim, const tmSimEvent *event) {
    sim->info.events++;
    if (sim->quiet) {
        return TM_OK;
    }
    tmStatus status = tmi_array_reserve(sim->allocator, &sim->events, &sim->event_capacity,
                                        sim->event_count + 1, sizeof *sim->events);
    if (status == TM_OK) {
        sim->events[sim->event_count++] = *event;
    }
    sim->lacks_memory = sim->lacks_memory || status == TM_ERR_MEMORY;
    return status;
}

/* Inserts an event before later ones of its step. */
tmStatus tmi_sim_add_event_in_order(tmSim *sim, const tmSimEvent *event) {
    int32_t at = sim->event_count;
    tmStatus status = tmi_sim_add_event(sim, event);
    bool is_there = sim->event_count > at;
    for (; is_there && at > sim->event_shown && sim->events[at - 1].time > event->time; at--) {
        sim->events[at] = sim->events[at - 1];
        sim->events[at - 1] = *event;
    }
    return status;
}

/* Drops events that the host has seen; those beyond the present wait. */
static void drop_shown(tmSim *sim) {
    int32_t left = sim->event_count - sim->event_shown;
    if (sim->event_shown > 0 && left > 0) {
        memmove(sim->events, sim->events + sim->event_shown, (size_t)left * sizeof *sim->events);
    }
    sim->event_count = left;
    sim->event_shown = 0;
}

static void show_events(tmSim *sim) {
    while (sim->event_shown < sim->event_count && sim->events[sim->event_shown].time <= sim->now) {
        sim->event_shown++;
    }
}

const tmSimEvent *tm_sim_events(const tmSim *sim, int32_t *count) {
    if (count) {
        *count = sim ? sim->event_shown : 0;
    }
    return sim ? sim->events : NULL;
}

static void add_plain(tmSim *sim, tmSimEventKind kind, double time) {
    tmSimEvent event = {.kind = kind, .time = time, .joint = -1, .input = -1};
    event.bodies[0] = event.bodies[1] = -1;
    tmi_sim_add_event(sim, &event);
}

/* ---- The present ----------------------------------------------------------------------------- */

static tmStatus interpolate(tmSim *sim) {
    if (sim->now == sim->t_end) {
        memcpy(sim->y_now, sim->y_end, (size_t)sim->n * sizeof *sim->y_now);
        return TM_OK;
    }
    if (sim->now == sim->t) {
        memcpy(sim->y_now, sim->y, (size_t)sim->n * sizeof *sim->y_now);
        return TM_OK;
    }
    tmStatus status = tmi_sim_between(sim, sim->now, sim->y_now);
    return status == TM_OK ? tmi_sim_settle(sim, sim->now, sim->y_now, NULL) : status;
}

static void measure_energy(tmSim *sim) {
    tmSimInfo *info = &sim->info;
    if (sim->is_kinematic) {
        info->energy = info->work = info->energy_error = info->energy_scale = NAN;
        return;
    }
    info->energy = tmi_system_kinetic(sim->system) + tmi_system_potential(sim->system);
    info->work = sim->y_now[sim->n - 1];
    info->energy_error = info->energy - info->work - sim->energy_start;
}

/* Before the end of the step, limits and contacts that changed at it are as they were. */
static void exchange_limits(tmSim *sim) {
    for (int32_t i = 0; sim->now < sim->t_end && i < sim->limit_count; i++) {
        bool *active = &sim->system->constraints[sim->limits[i].constraint].active,
             was = sim->limit_was[i];
        sim->limit_was[i] = *active;
        *active = was;
    }
    tmi_touch_exchange(sim);
}

static bool show(tmSim *sim, tmiPresent present) {
    tmiSystem *s = sim->system;
    if (sim->present < TMI_PRESENT_STATE) {
        if (interpolate(sim) != TM_OK) {
            return false;
        }
        tmi_system_set_state(s, sim->y_now);
        if (!tmi_system_evaluate(s)) {
            return false;
        }
        measure_energy(sim);
        memcpy(sim->frames, s->frames, (size_t)s->body_count * sizeof *s->frames);
        memcpy(sim->twists, s->twists, (size_t)s->body_count * sizeof *s->twists);
        sim->present = TMI_PRESENT_STATE;
    }
    if (present == TMI_PRESENT_FORCES) {
        if (!tmi_sim_foresee(sim) ||
            (!sim->contact.means.has_step &&
             tmi_sim_rate(sim, sim->now, sim->y_now, sim->stage) != TM_OK)) {
            return false;
        }
        if (sim->contact.means.has_step || sim->contact.foreseen.is_known) {
            tmi_sim_contact_forces(sim);
        }
        if (tmi_touch_list(sim, false) != TM_OK) {
            return false;
        }
        tmi_sim_look_at_all(sim, sim->now);
        sim->present = TMI_PRESENT_FORCES;
    }
    return true;
}

bool tmi_sim_show(tmSim *sim, tmiPresent present) {
    if (sim->present >= present) {
        return true;
    }
    exchange_limits(sim);
    bool fine = show(sim, present);
    exchange_limits(sim);
    return fine;
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Part of a step by which times that a host counts may be early [1]. */
#define EARLY 1e-9

static bool reaches(const tmSim *sim, double to) {
    if (sim->interpolates) {
        return sim->t_end >= to;
    }
    double next = sim->info.step * (double)(sim->fixed_steps + 1);
    next = next < sim->info.end ? next : sim->info.end;
    return sim->t_end >= sim->info.end || next > to + EARLY * sim->info.step;
}

/* Steps until `to` lies in the last one, or nothing more can be done. */
static tmStatus walk(tmSim *sim, double to) {
    int64_t attempts = sim->info.steps + sim->info.refused;
    while (sim->ahead == TM_SIM_RUNS && !reaches(sim, to)) {
        double from = sim->t_end;
        bool done =
            sim->info.method != TM_METHOD_EVENTS ? tmi_sim_step_fixed(sim) : tmi_sim_step(sim);
        sim->ahead = done ? sim->ahead : TM_SIM_FAILED;
        if (done) {
            tmi_sim_find_jumps(sim, from);
        }
        if (sim->is_cut) {
            sim->is_cut = false;
            return TM_ERR_LIMIT;
        }
        if (sim->def.max_attempts > 0 &&
            sim->info.steps + sim->info.refused - attempts >= sim->def.max_attempts) {
            return reaches(sim, to) ? TM_OK : TM_ERR_LIMIT;
        }
    }
    return TM_OK;
}

static void arrive_at(tmSim *sim, double to) {
    double before = sim->now, now = sim->interpolates && to < sim->t_end ? to : sim->t_end;
    sim->now = now > before ? now : before;
    if (sim->now != before) {
        sim->present = TMI_PRESENT_NOT;
    }
    if (!tmi_sim_show(sim, TMI_PRESENT_STATE) && sim->ahead != TM_SIM_FAILED) {
        sim->ahead = TM_SIM_FAILED;
        tmi_sim_fail(sim, TM_ERR_NOT_CONVERGED, sim->now);
    }
    sim->info.time = sim->now;
}

/* The outcome that lies ahead applies once the present gets there. */
static void conclude(tmSim *sim) {
    if (sim->info.outcome != TM_SIM_RUNS || sim->now < sim->t_end) {
        return;
    }
    if (sim->ahead == TM_SIM_RUNS && sim->now >= sim->info.end) {
        sim->ahead = TM_SIM_ENDED;
        add_plain(sim, TM_SIM_EVENT_END, sim->now);
    }
    sim->info.outcome = sim->ahead;
}

tmStatus tm_sim_advance(tmSim *sim, double to) {
    if (!sim || !(to >= sim->now)) {
        return TM_ERR_ARGUMENT;
    }
    drop_shown(sim);
    sim->lacks_memory = sim->lacks_memory && sim->ahead == TM_SIM_FAILED;
    to = to < sim->info.end ? to : sim->info.end;
    tmStatus status = walk(sim, to);
    arrive_at(sim, to);
    conclude(sim);
    show_events(sim);
    return sim->lacks_memory ? TM_ERR_MEMORY : status;
}

tmStatus tmi_sim_return(tmSim *sim, const double *checkpoint, double now) {
    sim->quiet = true;
    tmi_sim_restore_checkpoint(sim, checkpoint);
    tmStatus status = walk(sim, now);
    sim->quiet = false;
    sim->now = now;
    sim->present = TMI_PRESENT_NOT;
    return status == TM_OK && tmi_sim_show(sim, TMI_PRESENT_STATE) ? TM_OK : TM_ERR_NOT_CONVERGED;
}

/* ---- What the host changes ------------------------------------------------------------------- */

tmStatus tmi_sim_cut(tmSim *sim) {
    drop_shown(sim);
    sim->event_count = 0;
    sim->lacks_memory = sim->lacks_memory && sim->ahead == TM_SIM_FAILED;
    if (sim->now >= sim->t_end) {
        return TM_OK;
    }
    sim->cut = sim->now;
    tmStatus status = tmi_sim_return(sim, sim->checkpoint, sim->now);
    sim->cut = INFINITY;
    sim->ahead = TM_SIM_RUNS;
    return status;
}

tmStatus tmi_sim_change(tmSim *sim) {
    sim->jumps = true;
    sim->contact.foreseen.is_known = false;
    sim->present = TMI_PRESENT_NOT;
    tmi_sim_keep_checkpoint(sim); /* a checkpoint of this moment has it */
    bool fine = tmi_sim_show(sim, TMI_PRESENT_STATE);
    return sim->lacks_memory ? TM_ERR_MEMORY : fine ? TM_OK : TM_ERR_NOT_CONVERGED;
}

tmStatus tm_sim_set_input(tmSim *sim, int32_t input, double value) {
    tmInputInfo info;
    if (!sim || tm_model_input(sim->model, input, &info) != TM_OK) {
        return TM_ERR_ARGUMENT;
    }
    if (value - value != 0.0) {
        return TM_ERR_NOT_FINITE;
    }
    value = value < info.low ? info.low : value > info.high ? info.high : value;
    tmStatus status = tmi_sim_cut(sim);
    if (status != TM_OK) {
        return status;
    }
    tmi_script_set_input(sim->script, input, value);
    tmi_sim_add_event(sim, &(tmSimEvent){.kind = TM_SIM_EVENT_INPUT,
                                         .time = sim->now,
                                         .joint = -1,
                                         .input = input,
                                         .bodies = {-1, -1},
                                         .value = value});
    show_events(sim);
    return tmi_sim_change(sim);
}

tmStatus tm_sim_input(const tmSim *sim, int32_t input, double *value) {
    if (!sim || !value || input < 0 || input >= tm_model_input_count(sim->model)) {
        return TM_ERR_ARGUMENT;
    }
    *value = tmi_script_input(sim->script, input);
    return TM_OK;
}

/* ---- The state ------------------------------------------------------------------------------- */

const tmSimInfo *tm_sim_info(const tmSim *sim) {
    return sim ? &sim->info : NULL;
}

void tm_sim_start_span(tmSim *sim) {
    if (sim) {
        sim->info.span_overlap = sim->info.span_residual = 0.0;
    }
}

const tmModel *tm_sim_model(const tmSim *sim) {
    return sim ? sim->model : NULL;
}

const tmFrame *tm_sim_frames(const tmSim *sim) {
    return sim ? sim->frames : NULL;
}

const tmTwist *tm_sim_twists(const tmSim *sim) {
    return sim ? sim->twists : NULL;
}

const tmTwist *tm_sim_accelerations(tmSim *sim) {
    return sim && tmi_sim_show(sim, TMI_PRESENT_FORCES) ? sim->accelerations : NULL;
}

/* Why the forces of the present cannot be shown. */
static tmStatus why_no_forces(const tmSim *sim) {
    return sim->lacks_memory ? TM_ERR_MEMORY : TM_ERR_SINGULAR;
}

tmStatus tm_sim_joint_wrench(tmSim *sim, int32_t joint, tmWrench *wrench) {
    if (!sim || !wrench || joint < 0 || joint >= tm_model_joint_count(sim->model)) {
        return TM_ERR_ARGUMENT;
    }
    if (!tmi_sim_show(sim, TMI_PRESENT_FORCES)) {
        return why_no_forces(sim);
    }
    *wrench = sim->wrenches[joint];
    for (int k = 0; sim->is_kinematic && k < 3; k++) {
        wrench->force[k] = wrench->torque[k] = NAN;
    }
    return TM_OK;
}

tmStatus tm_sim_coordinate(tmSim *sim, int32_t joint, int32_t coordinate, double *value,
                           double *rate) {
    tmJointInfo info;
    double found[2];
    if (!sim || !value || tm_model_joint(sim->model, joint, &info) != TM_OK || coordinate < 0 ||
        coordinate >= info.coordinate_count) {
        return TM_ERR_ARGUMENT;
    }
    tmi_system_set_state(sim->system, sim->y_now);
    tmi_sim_coordinate_at(sim, &info, coordinate, sim->coordinate_near[joint][coordinate],
                          &found[0], &found[1]);
    *value = found[0];
    if (rate) {
        *rate = found[1];
    }
    return TM_OK;
}

tmStatus tm_sim_monitors(tmSim *sim, double *values) {
    if (!sim || !values) {
        return TM_ERR_ARGUMENT;
    }
    if (!tmi_sim_show(sim, TMI_PRESENT_FORCES)) {
        return why_no_forces(sim);
    }
    tmi_script_monitor(sim->script, &sim->view, values);
    return TM_OK;
}
