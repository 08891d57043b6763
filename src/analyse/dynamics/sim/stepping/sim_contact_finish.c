/* sim_contact_finish.c: the result of a part of a step with contact: its outcome, impulses and work
 * of joints and limits, and the state at its end. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <string.h>

/* ---- Outcomes -------------------------------------------------------------------------------- */

static void raise(double *max, double number) {
    *max = number > *max ? number : *max;
}

static void count_in(tmSim *sim, const tmiContactOutcome *outcome) {
    tmSimInfo *info = &sim->info;
    if (outcome->settled) {
        info->corners += outcome->corners;
        info->impacts += outcome->impacts;
        info->normal_work += outcome->work[0];
        info->friction_work += outcome->work[1];
        info->gained += outcome->gained;
        info->jammed += outcome->loose;
        info->missed += !(outcome->residual <= TM_SIM_MISSED);
        raise(&info->overlap, outcome->overlap);
        raise(&info->span_overlap, outcome->overlap);
        raise(&info->touch_residual, outcome->residual);
        raise(&info->span_residual, outcome->residual);
    }
}

int32_t tmi_sim_sum_outcomes(tmSim *sim, const bool *tried, bool *settled, tmiContactOutcome *sum) {
    int32_t count, left = 0;
    const tmiContactCluster *clusters = tmi_engine_clusters(sim->contact.engine, &count);
    *sum = (tmiContactOutcome){.bodies = {-1, -1}};
    for (int32_t i = 0; i < count; i++) {
        const tmiContactOutcome *own = &clusters[i].outcome;
        settled[i] = tried[i] && own->settled;
        left += tried[i] && !own->settled;
        sim->info.solved += tried[i] ? own->solved : 0;
        if (!settled[i]) {
            continue;
        }
        sum->settled = true;
        sum->corners += own->corners;
        sum->impacts += own->impacts;
        sum->lost += own->lost;
        sum->work[0] += own->work[0];
        sum->work[1] += own->work[1];
        sum->gained += own->gained;
        sum->loose = sum->loose || own->loose;
        raise(&sum->overlap, own->overlap);
        raise(&sum->residual, own->residual);
    }
    return left;
}

/* ---- Impulses and work ----------------------------------------------------------------------- */

/* Limits that press up to a time: their impulses are those of their rows. */
static void sum_limits(tmSim *sim, double time) {
    int32_t count;
    const tmiContact *points = tmi_engine_contacts(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        if (points[i].pair >= 0) {
            continue;
        }
        int32_t number = -1 - points[i].pair;
        const tmiSimLimit *l = &sim->limits[number];
        double scale = sim->system->constraints[l->constraint].quick[0].scale;
        double sign = l->def.upper ? -1.0 : 1.0;
        sim->contact.means.sum[l->row] += scale * sign * points[i].impulse[0];
        if (points[i].impulse[0] > 0.0) {
            tmi_sim_contact_limit(sim, number, &points[i], time, scale * points[i].impulse[0],
                                  sign * points[i].before[0] / scale,
                                  sign * points[i].after / scale);
        }
    }
}

/* Adds impulses of the rows that take velocities from one to the other; and the work of what is
 * prescribed: its impulse along the mean of its rates before and after. */
static void add_impulses(tmSim *sim, const double *impulse, const double *from, const double *to) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            double own = impulse[constraint->first + k];
            c->means.sum[constraint->first + k] += own;
            if (constraint->kind == TMI_CONSTRAINT_DRIVE) {
                double rates = tmi_constraint_rate(s, constraint, k, from) +
                               tmi_constraint_rate(s, constraint, k, to);
                c->part.from[sim->n - 1] += 0.5 * own * rates / constraint->quick[k].scale;
            }
        }
    }
}

/* Kinetic energy of substitute masses: the drives that prescribe their motion have not done this
 * work. */
static double lent_energy(const tmSim *sim, const double *u) {
    const tmiSystem *s = sim->system;
    double sum = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++, u += s->dof) {
        const tmiMover *mover = &s->movers[i];
        if (mover->kind == TMI_MOVER_LED && tmi_system_takes(s, i)) {
            sum += 0.5 * mover->mass * (u[0] * u[0] + u[1] * u[1]);
            sum += 0.5 * mover->inertia[2][2] * (u[2] * u[2]);
        }
    }
    return sum;
}

static bool presses(const tmSim *sim) {
    int32_t count;
    const tmiContact *points = tmi_engine_contacts(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        if (points[i].impulse[0] > 0.0) {
            return true;
        }
    }
    return false;
}

/* Impulses of joints in the part, up to where they are closed. Joints that act where the step
 * begins keep more of the energy than where it ends; they need to act there only together with what
 * presses. */
static tmStatus sum_up(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    const bool *pressed = sim->smooth.pressed;
    int32_t count = s->mover_count * s->dof;
    tmStatus status = TM_OK;
    if (c->motion.follows && presses(sim)) {
        for (int32_t i = 0; i < count; i++) {
            c->part.impulse[i] =
                tmi_system_takes(s, i / s->dof) ? c->part.impulse[i] + c->part.push[i] : 0.0;
        }
        status = tmi_system_solve_for(s, c->part.impulse, c->part.target, s->motion,
                                      c->means.multiplier);
    } else if (c->motion.follows) {
        for (int32_t i = 0; i < count; i++) {
            c->part.after[i] = pressed[i / s->dof] ? c->part.first[i] : c->part.after[i];
        }
        memcpy(c->means.multiplier, c->part.first_multiplier,
               (size_t)s->row_count * sizeof *c->means.multiplier);
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        bool smooth = constraint->mover_count > 0 && !pressed[constraint->movers[0]];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            double *own = &c->means.multiplier[constraint->first + k];
            *own = constraint->quick[k].scale *
                   (smooth ? sim->smooth.impulse[constraint->first + k] : *own);
        }
    }
    add_impulses(sim, c->means.multiplier, tmi_system_velocities(s, c->part.from), c->part.after);
    sum_limits(sim, c->part.t + c->part.h);
    return status;
}

/* Closes the joints where the part ends. This projects velocities onto the directions that are free
 * there: these impulses contain half of the force that keeps a link on its circle, or all of it. */
static tmStatus close_joints(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmStatus status = tmi_sim_fit(sim, c->part.t + c->part.h, c->part.from, c->means.multiplier);
    if (status == TM_OK) {
        const double *u = tmi_system_velocities(sim->system, c->part.from);
        add_impulses(sim, c->means.multiplier, c->part.after, u);
        c->part.from[sim->n - 1] -= lent_energy(sim, u);
    }
    return status;
}

/* ---- The end of a part ----------------------------------------------------------------------- */

tmStatus tmi_sim_finish_part(tmSim *sim, const tmiContactOutcome *outcome, double whole) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    count_in(sim, outcome);
    double *u = tmi_system_velocities(s, c->part.from), lent = lent_energy(sim, u);
    for (int32_t n = 0; n < c->part.moving_count * s->dof; n++) {
        int32_t mover = c->part.movers[n / s->dof], i = mover * s->dof + n % s->dof;
        c->part.after[i] = sim->smooth.pressed[mover] ? c->part.after[i] : sim->smooth.end[i];
    }
    tmStatus status = c->motion.coupled ? sum_up(sim) : TM_OK;
    status = status == TM_OK ? tmi_sim_keep_points(sim) : status;
    if (status != TM_OK) {
        return status;
    }
    tmi_sim_keep_contacts(sim, whole, c->part.t + c->part.h, false);
    bool turns = s->planar && c->motion.follows;
    if (turns) {
        tmi_sim_turn_begin(sim);
    }
    if (!s->planar) {
        tmi_sim_space_momentum(sim);
    }
    c->part.from[sim->n - 1] += lent + tmi_sim_pull_work(sim, c->part.h, u, c->part.after);
    for (int32_t n = 0; n < c->part.moving_count; n++) {
        ptrdiff_t own = (ptrdiff_t)c->part.movers[n] * s->dof;
        tmi_system_advance_mover(s, c->part.movers[n], c->part.from, c->part.h, c->part.moved,
                                 c->part.from);
        memcpy(u + own, c->part.after + own, (size_t)s->dof * sizeof *u);
    }
    c->part.from[sim->n - 1] -= outcome->lost;
    status = c->motion.coupled ? close_joints(sim) : TM_OK;
    if (turns && status == TM_OK) {
        tmi_sim_turn_back(sim);
    }
    if (!s->planar) {
        tmi_sim_space_turn_back(sim);
    }
    return status;
}

tmStatus tmi_sim_finish_impact(tmSim *sim, const tmiContactOutcome *outcome, double time,
                               double whole) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    double *u = tmi_system_velocities(s, c->part.from);
    tmStatus status = TM_OK;
    count_in(sim, outcome);
    if (c->motion.coupled) {
        status = tmi_system_solve_for(s, c->part.impulse, NULL, s->motion, c->means.multiplier);
        for (int32_t i = 0; i < s->constraint_count; i++) {
            const tmiConstraint *constraint = &s->constraints[i];
            for (int32_t k = 0; k < constraint->row_count; k++) {
                c->means.multiplier[constraint->first + k] *= constraint->quick[k].scale;
            }
        }
        add_impulses(sim, c->means.multiplier, u, c->part.after);
        sum_limits(sim, time);
    }
    status = status == TM_OK ? tmi_sim_keep_points(sim) : status;
    tmi_sim_keep_contacts(sim, whole, time, true);
    for (int32_t n = 0; n < c->part.moving_count * s->dof; n++) {
        int32_t i = c->part.movers[n / s->dof] * s->dof + n % s->dof;
        u[i] = c->part.after[i];
    }
    c->part.from[sim->n - 1] -= outcome->lost;
    return status;
}
