/* sim_kink.c: steps that end where a control has a kink or a jump. Error estimates do not see what
 * lies between the stages of a step: a pulse could be stepped over, a corner of a prescribed motion
 * be taken for a curve. docs/theory/dynamics.md, section 9. */
#include "analyse/dynamics/sim/sim_private.h"

#include <math.h>

/* Kinks in time are located to this part of the step of `time`, those of the state to this part of
 * the step that met them [1]; a step that would be shorter than the last part of it goes across. */
#define LOCATED_TIME 1e-12
#define LOCATED_STATE 1e-9
#define STEP_PART_MIN 1e-3
#define LOCATE_MAX 100

/* ---- Kinks in time --------------------------------------------------------------------------- */

static uint64_t branches_at(tmSim *sim, double time) {
    const tmiView view = {.time = time};
    return tmi_script_branches(sim->script, &view, true);
}

typedef struct Search {
    tmSim *sim;
    uint64_t start;
    tmStatus status;
} Search;

static bool is_past_time(void *user, double time) {
    Search *search = user;
    return branches_at(search->sim, time) != search->start;
}

/* Looks at every step of the text's `time`: what is shorter than that is not seen. The grid does
 * not depend on where the run stands, so that a restored run finds the same. */
double tmi_sim_next_kink(tmSim *sim, double to) {
    double step = sim->asked_step, t = sim->t;
    if (!sim->has_time_kinks) {
        return INFINITY;
    }
    Search search = {sim, branches_at(sim, t), TM_OK};
    for (double k = floor(t / step) + 1.0;; k += 1.0) {
        double end = k * step;
        if (end > t && branches_at(sim, end) != search.start) {
            double before = end - step > t ? end - step : t, after = end;
            tmi_root_condition(is_past_time, &search, LOCATED_TIME * step, LOCATE_MAX, &before,
                               &after);
            sim->kink_after = after;
            return before;
        }
        if (end >= to) {
            return INFINITY;
        }
    }
}

/* ---- Kinks of the state ---------------------------------------------------------------------- */

uint64_t tmi_sim_branches(tmSim *sim, double t, const double *y) {
    tmi_system_set_state(sim->system, y);
    if (sim->reads & TMI_READS_ENERGY) {
        (void)tmi_system_evaluate(sim->system);
    }
    tmi_sim_look(sim, t);
    return tmi_script_branches(sim->script, &sim->view, false);
}

static bool is_past_state(void *user, double time) {
    Search *search = user;
    tmSim *sim = search->sim;
    tmStatus status = tmi_sim_between(sim, time, sim->trial);
    search->status = search->status == TM_OK ? status : search->status;
    return status != TM_OK || tmi_sim_branches(sim, time, sim->trial) != search->start;
}

bool tmi_sim_find_kink(tmSim *sim, double *length) {
    double h = sim->t_end - sim->t, before = sim->t, after = sim->t_end;
    if (!sim->has_state_kinks || tmi_sim_branches(sim, sim->t_end, sim->y_end) == sim->branches) {
        return false;
    }
    Search search = {sim, sim->branches, TM_OK};
    tmi_root_condition(is_past_state, &search, LOCATED_STATE * h, LOCATE_MAX, &before, &after);
    *length = before - sim->t;
    sim->kink_after = after;
    return search.status == TM_OK && *length > STEP_PART_MIN * h;
}

/* ---- Past it --------------------------------------------------------------------------------- */

void tmi_sim_pass_kink(tmSim *sim) {
    double way = sim->kink_after - sim->t_end;
    for (int32_t i = 0; way > 0.0 && i < sim->n; i++) {
        sim->y_end[i] += way * sim->rate_end[i];
    }
    sim->t_end = sim->kink_after;
    sim->jumps = true;
}
