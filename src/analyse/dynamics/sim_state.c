/* sim_state.c: a state from outside, and the equations of the present one. */
#include "analyse/dynamics/equations.h"
#include "analyse/dynamics/sim.h"

#include <math.h>
#include <string.h>

static bool all_finite(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (values[i] - values[i] != 0.0) {
            return false;
        }
    }
    return true;
}

/* Makes the settled state in `trial` the one that the run goes on from. */
static void start_from(tmSim *sim, double time) {
    memcpy(sim->y_end, sim->trial, (size_t)sim->n * sizeof *sim->y_end);
    sim->t = sim->t_end = sim->now = sim->info.time = time;
    sim->fixed_steps = (int64_t)floor(time / sim->asked_step + 0.5);
    sim->info.outcome = sim->ahead = TM_SIM_RUNS;
    sim->due = sim->refused = sim->has_dense = false;
    sim->jumps = true;
    sim->present = TMI_PRESENT_NOT;
    sim->event_count = sim->event_shown = 0;
    tmi_sim_touch_forget(sim);
    tmi_sim_arrive(sim);
    tmi_sim_measure(sim, sim->y_end);
    sim->energy_start = tmi_system_kinetic(sim->system) + tmi_system_potential(sim->system);
    if (!sim->fixed) {
        sim->h = tmi_sim_first_step(sim);
    }
    tmi_sim_remember(sim);
}

tmStatus tm_sim_set_state(tmSim *sim, double time, const tmFrame *frames, const tmTwist *twists) {
    if (!sim || !frames || !twists || !(time >= 0.0 && time < INFINITY)) {
        return TM_ERR_ARGUMENT;
    }
    size_t bodies = (size_t)sim->system->body_count;
    if (!all_finite((const double *)frames, 7 * bodies) ||
        !all_finite((const double *)twists, 6 * bodies)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_system_take(sim->system, frames, twists, sim->trial);
    tmStatus status = tmi_sim_settle(sim, time, sim->trial, sim->rate_end);
    if (status == TM_OK && sim->touch.engine) {
        status = tmi_sim_part_state(sim, time, sim->trial);
        status = status == TM_OK ? tmi_sim_settle(sim, time, sim->trial, sim->rate_end) : status;
    }
    if (status != TM_OK) {
        tmi_sim_recall(sim, sim->memory); /* the rate was that of the step's end */
        tmi_sim_return(sim, sim->memory, sim->now);
        return status == TM_ERR_MEMORY ? status : TM_ERR_NOT_CONVERGED;
    }
    sim->lacks_memory = false;
    start_from(sim, time);
    if (sim->lacks_memory) {
        return TM_ERR_MEMORY;
    }
    return tmi_sim_show(sim, TMI_PRESENT_STATE) ? TM_OK : TM_ERR_NOT_CONVERGED;
}

tmStatus tm_sim_equations(tmSim *sim, const tmEquationsDef *def, tmWriteFn *write, void *user) {
    tmEquationsDef usual = tm_equations_def_default();
    if (!sim || !write) {
        return TM_ERR_ARGUMENT;
    }
    sim->present = sim->present > TMI_PRESENT_STATE ? TMI_PRESENT_STATE : sim->present;
    if (!tmi_sim_show(sim, TMI_PRESENT_FORCES)) { /* the system then is that of the present */
        return TM_ERR_SINGULAR;
    }
    return tmi_equations_write(sim->system, sim->now, def ? def : &usual, write, user);
}
