/* sim_evaluate.c: from a state to its rate: the cycle of [HH] 4.1, which runs the control models,
 * collects the motion equations and solves them; and the same for a stage of the implicit method.
 */
#include "analyse/dynamics/sim/touch/touch.h"

#include <math.h>
#include <string.h>

/* ---- Control --------------------------------------------------------------------------------- */

/* A drive of velocities gives s' and s'', one of accelerations s''. */
static void give(tmiSystem *s, const tmiAct *act) {
    const tmiConstraint *constraint = &s->constraints[s->joint_constraints + act->number];
    for (int32_t k = 0; k < constraint->row_count; k++) {
        double *given = s->given[constraint->first + k];
        for (int32_t i = 0; i < 3; i++) {
            given[i] = i < constraint->level ? 0.0 : act->value[k][i - constraint->level];
        }
    }
}

tmStatus tmi_sim_control(tmSim *sim, double t, bool derivatives) {
    tmiSystem *s = sim->system;
    if (!sim->has_acts) {
        return TM_OK;
    }
    tmi_sim_look(sim, t);
    sim->acts =
        tmi_script_run(sim->script, &sim->view, derivatives, &sim->act_count, &sim->bad_control);
    if (!sim->acts) {
        return TM_ERR_NOT_FINITE;
    }
    sim->bad_control = -1;
    for (int32_t i = 0; i < s->element_count; i++) {
        tmiElement *element = &s->elements[i];
        element->push = element->push_stiffness = element->push_damping = 0.0;
    }
    for (int32_t i = 0; i < sim->act_count; i++) {
        const tmiAct *act = &sim->acts[i];
        if (act->kind == TMI_ACT_DRIVE) {
            give(s, act);
        } else if (act->kind == TMI_ACT_COORDINATE) {
            tmiElement *element = &s->elements[s->push_of[act->number]];
            element->push += act->value[0][0];
            element->push_stiffness += act->stiffness;
            element->push_damping += act->damping;
        }
    }
    return TM_OK;
}

void tmi_sim_push_bodies(tmSim *sim) {
    if (sim->has_acts) {
        tmi_script_push_bodies(sim->acts, sim->act_count, sim->system);
    }
}

/* ---- Rates ----------------------------------------------------------------------------------- */

/* Rows and forces at y, whose poses are set. */
tmStatus tmi_sim_collect(tmSim *sim, double t, const double *y, bool derivatives) {
    tmiSystem *s = sim->system;
    tmi_system_set_state(s, y);
    sim->info.evaluations++;
    tmStatus status = tmi_sim_control(sim, t, derivatives);
    if (status != TM_OK) {
        return status;
    }
    if (!tmi_system_evaluate(s)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_system_forces(s);
    tmi_sim_push_bodies(sim);
    return TM_OK;
}

/* Solves for what was collected and factorised, with what the host does. Explicit methods with
 * fixed steps use the velocities before the step: a pull that looks two steps ahead is damped
 * there, too. */
static tmStatus solve(tmSim *sim) {
    tmiSystem *s = sim->system;
    double h = !sim->fixed ? 0.0 : sim->interpolates ? 2.0 * sim->asked_step : sim->asked_step;
    tmStatus status = TM_OK;
    if (sim->pull.body != 0) {
        status = h > 0.0 ? tmi_system_solve(s) : TM_OK;
        status = status == TM_OK ? tmi_sim_pull_in(sim, h, s->acceleration, 1.0) : status;
    }
    status = status == TM_OK ? tmi_system_solve(s) : status;
    return status == TM_OK ? tmi_touch_solve(sim) : status;
}

tmStatus tmi_sim_rate(void *user, double t, const double *y, double *rate) {
    tmSim *sim = user;
    tmiSystem *s = sim->system;
    tmStatus status = tmi_sim_collect(sim, t, y, false);
    status = status == TM_OK ? tmi_system_factor(s, 0.0) : status;
    status = status == TM_OK ? solve(sim) : status;
    if (status == TM_OK) {
        tmi_system_rate(s, y, rate);
    }
    return status;
}

static void normalise(const tmiSystem *s, double *y) {
    for (int32_t i = 0; !s->planar && i < s->mover_count; i++) {
        tmi_quaternion_unit(y + (ptrdiff_t)i * s->pose + 3);
    }
}

/* The minimum gap, due to rounding errors of the coordinates [m]. */
static double roundings(const tmiSystem *s, const double *y) {
    double far = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++, y += s->pose) {
        for (int32_t k = 0; tmi_system_takes(s, i) && k < (s->planar ? 2 : 3); k++) {
            far = fabs(y[k]) > far ? fabs(y[k]) : far;
        }
    }
    return 2.0 * TMI_EPSILON * far;
}

tmStatus tmi_sim_close(tmSim *sim, double *y) {
    tmiSystem *s = sim->system;
    double gap = 0.0, wanted = TMI_SIM_CLOSE * s->size + roundings(s, y);
    tmStatus status = tmi_system_close(s, y, wanted, TMI_SIM_CLOSE_STEPS, &gap);
    if (status == TM_ERR_NOT_CONVERGED && gap <= TMI_SIM_CLOSED * s->size + wanted) {
        status = TM_OK;
    }
    if (status == TM_OK) {
        sim->info.gap = gap > sim->info.gap ? gap : sim->info.gap;
    }
    return status;
}

tmStatus tmi_sim_fit(tmSim *sim, double t, double *y, double *impulse) {
    tmiSystem *s = sim->system;
    normalise(s, y);
    tmi_system_set_state(s, y);
    tmStatus status = tmi_sim_control(sim, t, false);
    status = status == TM_OK ? tmi_sim_close(sim, y) : status;
    status = status == TM_OK ? tmi_system_factor(s, 0.0) : status;
    status = status == TM_OK ? tmi_system_still(s, y, impulse) : status;
    return status == TM_OK ? tmi_touch_fit(sim, y) : status;
}

tmStatus tmi_sim_settle(tmSim *sim, double t, double *y, double *rate) {
    tmiSystem *s = sim->system;
    tmStatus status = tmi_sim_fit(sim, t, y, NULL);
    if (!rate || status != TM_OK) {
        return status;
    }
    /* The factors are those of these poses: velocities change the right-hand sides only. */
    status = tmi_sim_collect(sim, t, y, false);
    status = status == TM_OK ? solve(sim) : status;
    if (status == TM_OK) {
        tmi_system_rate(s, y, rate);
        sim->info.residual = s->residual > sim->info.residual ? s->residual : sim->info.residual;
    }
    return status;
}

/* ---- Stages of the implicit method ----------------------------------------------------------- */

double tmi_sim_along(const tmiSystem *s, const tmiElement *e, const double *motion) {
    double sum = 0.0;
    for (int32_t k = 0; k < e->constraint.mover_count; k++) {
        const double *gradient = e->constraint.gradient + (ptrdiff_t)k * s->dof;
        const double *own = motion + (ptrdiff_t)e->constraint.movers[k] * s->dof;
        for (int32_t i = 0; i < s->dof; i++) {
            sum += gradient[i] * own[i];
        }
    }
    return sum;
}

void tmi_sim_add_along(const tmiSystem *s, const tmiElement *e, double force, double *forces) {
    for (int32_t k = 0; k < e->constraint.mover_count; k++) {
        const double *gradient = e->constraint.gradient + (ptrdiff_t)k * s->dof;
        double *own = forces + (ptrdiff_t)e->constraint.movers[k] * s->dof;
        for (int32_t i = 0; i < s->dof; i++) {
            own[i] += force * gradient[i];
        }
    }
}

/* Adds (hg D + hg^2 K) a to the forces, so that the solution of the equations with these
 * derivatives is the acceleration itself and not its change. */
static void add_stiffness(tmiSystem *s, double hg, const double *a) {
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        double stiff =
            hg * (e->damping + e->push_damping) + hg * hg * (e->stiffness + e->push_stiffness);
        if (stiff != 0.0) {
            tmi_sim_add_along(s, e, stiff * tmi_sim_along(s, e, a), s->force);
        }
    }
}

/* Iterations of a stage, and the part of the tolerated error at which they end [1]. */
#define STAGE_MAX 20
#define STAGE_MET 1e-2

/* Largest change of the stage's state that `rate` makes against `old`, in scales. */
static double change(const tmSim *sim, double hg, const double *rate, const double *old) {
    double max = 0.0;
    for (int32_t i = 0; i < sim->n; i++) {
        double now = hg * fabs(rate[i] - old[i]) / sim->scale[i];
        max = now > max || now != now ? now : max;
    }
    return max;
}

tmStatus tmi_sim_stage(void *user, double t, const double *base, double hg, double *rate) {
    tmSim *sim = user;
    tmiSystem *s = sim->system;
    double *y = sim->stage, *old = sim->stage + sim->n, before = 0.0;
    ptrdiff_t poses = (ptrdiff_t)s->mover_count * s->pose;
    for (int32_t turn = 0; turn < STAGE_MAX; turn++) {
        for (int32_t i = 0; i < sim->n; i++) {
            y[i] = base[i] + hg * rate[i];
        }
        memcpy(old, rate, (size_t)sim->n * sizeof *old);
        tmStatus status = tmi_sim_collect(sim, t, y, true);
        status = status == TM_OK ? tmi_system_factor(s, hg) : status;
        if (status != TM_OK) {
            return status;
        }
        tmi_system_to_world(s, old + poses, s->motion);
        add_stiffness(s, hg, s->motion);
        status = solve(sim);
        if (status != TM_OK) {
            return status;
        }
        tmi_system_rate(s, y, rate);
        for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
            y[poses + i] = base[poses + i] + hg * rate[poses + i];
        }
        tmi_system_set_state(s, y);
        tmi_system_rate(s, y, rate);
        double now = change(sim, hg, rate, old);
        if (now <= STAGE_MET) {
            return TM_OK;
        }
        if (now != now || (turn > 1 && now > 2.0 * before)) {
            return TM_ERR_NOT_CONVERGED;
        }
        before = now;
    }
    return TM_ERR_NOT_CONVERGED;
}
