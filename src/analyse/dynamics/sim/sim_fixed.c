/* sim_fixed.c: methods with a fixed step: `stepping`, which solves for velocities, and `classic`,
 * the simple cycle of [HH] 4.1. Controls are those of the state at the beginning of the step
 * ([HH] 3.5). docs/theory/dynamics.md, section 8. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/stepping/stepping.h"

#include <math.h>
#include <string.h>

/* ---- Stepping -------------------------------------------------------------------------------- */

void tmi_sim_impulses_of(const tmSim *sim, double h, double *b, double *c) {
    const tmiSystem *s = sim->system;
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        b[i] = h * s->force[i];
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        if (e->stiffness != 0.0 && !e->constraint.left_out) {
            tmi_sim_add_along(s, e, -h * h * e->stiffness * e->rate, b);
        }
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t row = constraint->first + k;
            double lever = constraint->rows[k].unit == TM_ROW_ANGLE ? s->size : 1.0;
            c[row] = constraint->kind == TMI_CONSTRAINT_DRIVE ? lever * h * s->given[row][2] : 0.0;
        }
    }
}

tmStatus tmi_sim_impulses(tmSim *sim, double h, double *b, double *c, double *change,
                          double *multiplier) {
    tmiSystem *s = sim->system;
    tmi_sim_impulses_of(sim, h, b, c);
    tmStatus status = tmi_system_solve_for(s, b, c, change, multiplier);
    if (status == TM_OK && tmi_sim_pulls(sim)) {
        status = tmi_sim_pull_in(sim, h, change, h);
        tmi_sim_impulses_of(sim, h, b, c);
        status = status == TM_OK ? tmi_system_solve_for(s, b, c, change, multiplier) : status;
    }
    return status;
}

/* A step of all bodies of a planar world without contact. *made: it succeeded; otherwise (21) makes
 * the step. */
static tmStatus step_smoothly(tmSim *sim, double h, bool *made) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    *made = false;
    memset(smooth->pressed, 0, (size_t)s->mover_count * sizeof *smooth->pressed);
    tmStatus status = tmi_sim_collect(sim, sim->t, sim->y, false);
    tmi_sim_smooth_mark_stiff(sim, h, NULL);
    if (status != TM_OK || s->mover_count == 0 || smooth->pressed[0]) {
        return status;
    }
    memcpy(sim->y_end, sim->y, (size_t)sim->n * sizeof *sim->y);
    status =
        tmi_sim_smooth_step(sim, sim->t, h, s->constraint_count + s->element_count > 0, sim->y_end);
    *made = status == TM_OK;
    if (*made) {
        tmi_system_advance(s, sim->y_end, h, smooth->mean, sim->y_end);
        memcpy(tmi_system_velocities(s, sim->y_end), smooth->end,
               (size_t)(s->mover_count * s->dof) * sizeof *smooth->end);
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

static tmStatus step_velocities(tmSim *sim, double h) {
    tmiSystem *s = sim->system;
    double *b = sim->stage, *c = b + s->mover_count * s->dof, *change = sim->trial;
    bool made = false;
    tmStatus status = tmi_sim_is_smooth(sim) ? step_smoothly(sim, h, &made) : TM_OK;
    if (status != TM_OK || made) {
        return status;
    }
    status = tmi_sim_collect(sim, sim->t, sim->y, false);
    status = status == TM_OK ? tmi_system_factor(s, h) : status;
    status = status == TM_OK ? tmi_sim_impulses(sim, h, b, c, change, NULL) : status;
    if (status != TM_OK) {
        return status;
    }
    memcpy(sim->y_end, sim->y, (size_t)sim->n * sizeof *sim->y);
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        change[i] += s->velocity[i];
    }
    sim->y_end[sim->n - 1] += tmi_sim_pull_work(sim, h, s->velocity, change);
    tmi_system_to_state(s, change, tmi_system_velocities(s, sim->y_end));
    tmi_system_set_state(s, sim->y_end);
    tmi_system_rate(s, sim->y_end, sim->rate_end);
    tmi_system_advance_by(s, h, sim->rate_end, sim->y_end);
    sim->y_end[sim->n - 1] += h * sim->rate[sim->n - 1];
    return TM_OK;
}

/* ---- Classic --------------------------------------------------------------------------------- */

/* Accelerations are constant through the step: r += h v + h^2/2 a, v += h a. */
static tmStatus step_constant(tmSim *sim, double h) {
    tmiSystem *s = sim->system;
    ptrdiff_t poses = (ptrdiff_t)s->mover_count * s->pose;
    memcpy(sim->y_end, sim->y, (size_t)sim->n * sizeof *sim->y);
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        sim->y_end[poses + i] += 0.5 * h * sim->rate[poses + i];
    }
    tmi_system_set_state(s, sim->y_end);
    tmi_system_rate(s, sim->y_end, sim->rate_end);
    tmi_system_advance_by(s, h, sim->rate_end, sim->y_end);
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        sim->y_end[poses + i] += 0.5 * h * sim->rate[poses + i];
    }
    sim->y_end[sim->n - 1] += h * sim->rate[sim->n - 1];
    return TM_OK;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* By how much a mover turned in the step: the angle of a planar one is a number of the state, of
 * others the larger angular speed of both ends counts [rad]. */
static double turn_of(const tmSim *sim, int32_t mover, double h) {
    const tmiSystem *s = sim->system;
    ptrdiff_t pose = (ptrdiff_t)mover * s->pose;
    ptrdiff_t spin = (ptrdiff_t)s->mover_count * s->pose + (ptrdiff_t)mover * s->dof + 3;
    if (s->planar) {
        return sim->y_end[pose + 2] - sim->y[pose + 2];
    }
    double before = tmi_length3(sim->y + spin), after = tmi_length3(sim->y_end + spin);
    return h * (before > after ? before : after);
}

/* The angular velocity of a mover in space, from its own axes into those of the world. */
static void spin_in_world(const tmiSystem *s, const double *y, int32_t mover, double w[3]) {
    const double *q = y + 7 * (ptrdiff_t)mover + 3;
    const double *u = y + 7 * (ptrdiff_t)s->mover_count + 6 * (ptrdiff_t)mover + 3;
    double by = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), t[3];
    for (int32_t k = 0; k < 3; k++) {
        int32_t l = (k + 1) % 3, m = (k + 2) % 3;
        t[k] = by * (q[1 + l] * u[m] - q[1 + m] * u[l]);
    }
    for (int32_t k = 0; k < 3; k++) {
        int32_t l = (k + 1) % 3, m = (k + 2) % 3;
        w[k] = u[k] + q[0] * t[k] + q[1 + l] * t[m] - q[1 + m] * t[l];
    }
}

/* By how much two movers turned against each other, likewise [rad]. */
static double turn_against(const tmSim *sim, int32_t a, int32_t b, double h) {
    const tmiSystem *s = sim->system;
    const double *ends[2] = {sim->y, sim->y_end};
    double max = s->planar ? fabs(turn_of(sim, a, h) - turn_of(sim, b, h)) : 0.0;
    for (int32_t i = 0; i < 2 && !s->planar; i++) {
        double own[3], other[3];
        spin_in_world(s, ends[i], a, own);
        spin_in_world(s, ends[i], b, other);
        const double between[3] = {own[0] - other[0], own[1] - other[1], own[2] - other[2]};
        double turn = h * tmi_length3(between);
        max = turn > max ? turn : max;
    }
    return max;
}

double tmi_sim_turn(const tmSim *sim, double h, int32_t movers[2]) {
    const tmiSystem *s = sim->system;
    double max = 0.0;
    movers[0] = movers[1] = -1;
    for (int32_t i = 0; i < s->mover_count; i++) {
        double own = fabs(turn_of(sim, i, h));
        if (own > max && (!sim->contact.engine || sim->contact.groups[i] >= 0)) {
            max = own;
            movers[0] = i;
        }
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const int32_t *bodies = s->constraints[i].bodies;
        int32_t a = s->constraints[i].body_count == 2 ? s->mover_of[bodies[0]] : -1;
        int32_t b = a >= 0 ? s->mover_of[bodies[1]] : -1;
        double own = b >= 0 ? turn_against(sim, a, b, h) : 0.0;
        if (own > max) {
            max = own;
            movers[0] = a;
            movers[1] = b;
        }
    }
    return max;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

tmStatus tmi_sim_move_fixed(tmSim *sim, double part) {
    tmStatus status = tmi_sim_begin(sim);
    if (status != TM_OK) {
        return status;
    }
    double end = sim->info.step * (double)(sim->fixed_steps + 1), near = 1e-6 * sim->info.step;
    double next = sim->has_acts ? tmi_script_next(sim->script, sim->t) : INFINITY;
    sim->t_end = end + near >= sim->info.end ? sim->info.end : end;
    sim->t_end = part < 1.0 ? sim->t + part * (sim->t_end - sim->t) : sim->t_end;
    sim->due = next <= sim->t_end + near;
    double h = sim->t_end - sim->t;
    return sim->contact.engine                     ? tmi_sim_contact_step(sim)
           : sim->info.method == TM_METHOD_CLASSIC ? step_constant(sim, h)
                                                   : step_velocities(sim, h);
}

bool tmi_sim_step_fixed(tmSim *sim) {
    bool has_step = sim->contact.means.has_step;
    sim->asks = true;
    tmStatus status = tmi_sim_move_fixed(sim, 1.0);
    sim->asks = false;
    if (sim->is_cut) {
        tmi_sim_go_back(sim, sim->ahead);
        sim->contact.means.has_step = has_step;
        return true;
    }
    int32_t movers[2];
    if (status == TM_OK && tmi_sim_turn(sim, sim->t_end - sim->t, movers) > TMI_SIM_TURN_MAX) {
        status = TM_ERR_LIMIT;
    }
    if (status == TM_OK && !sim->contact.engine) {
        status = tmi_sim_settle(sim, sim->t_end, sim->y_end, sim->rate_end);
    }
    if (status == TM_OK) {
        sim->info.steps++;
        sim->fixed_steps++;
        tmi_sim_arrive(sim);
        tmi_sim_measure(sim, sim->y_end);
        status = tmi_sim_find_event(sim);
        status = status == TM_OK ? tmi_sim_pass_step(sim) : status;
    }
    if (status != TM_OK) {
        sim->lacks_memory = sim->lacks_memory || status == TM_ERR_MEMORY;
        tmi_sim_fail(sim, status, sim->t);
    }
    return status == TM_OK;
}
