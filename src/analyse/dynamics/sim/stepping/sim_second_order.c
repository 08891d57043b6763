/* sim_second_order.c: steps of second order for bodies on which nothing presses, in the plane.
 * Joints act where the step begins and where it ends, as RATTLE has it ([And83] (1)-(4)); springs,
 * dampers and controls act half way, by the implicit midpoint rule. docs/theory/dynamics.md,
 * section 8. */
#include "analyse/dynamics/sim/stepping/stepping.h"

#include <math.h>
#include <string.h>

/* A spring or damper is too stiff for such a step where, in half of it, its force changes by more
 * than this part of what would undo its motion [1]: the midpoint rule does not damp what it cannot
 * follow, and a strong damper would turn velocities round in every step. */
#define STIFF 0.5

/* Corrections of the velocity until the joints close at the step's end. */
#define CORRECTIONS_MAX 25

/* ---- Making ---------------------------------------------------------------------------------- */

tmStatus tmi_sim_smooth_create(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    if (sim->info.method != TM_METHOD_STEPPING || (!s->planar && !sim->contact.engine) ||
        sim->is_kinematic) {
        return TM_OK;
    }
    size_t motion = (size_t)(s->mover_count * s->dof), rows = (size_t)s->row_count;
    double **const arrays[] = {&smooth->mean,   &smooth->end,         &smooth->load,
                               &smooth->change, &smooth->body_push,   &smooth->impulse,
                               &smooth->wish,   &smooth->multiplier,  &smooth->state,
                               &smooth->matrix, &smooth->element_push};
    const size_t sizes[] = {motion,
                            motion,
                            motion,
                            motion,
                            motion,
                            rows,
                            rows,
                            rows,
                            (size_t)sim->n,
                            (size_t)tmi_system_matrix_size(s),
                            (size_t)s->element_count};
    smooth->pressed =
        tmi_arena_alloc(&sim->arena, (size_t)s->mover_count + 1, sizeof *smooth->pressed);
    smooth->were_pressed =
        tmi_arena_alloc(&sim->arena, (size_t)s->mover_count + 1, sizeof *smooth->were_pressed);
    bool fine = smooth->pressed && smooth->were_pressed;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        *arrays[i] = tmi_arena_alloc(&sim->arena, sizes[i] + 1, sizeof(double));
        fine = fine && *arrays[i];
    }
    return fine ? TM_OK : TM_ERR_MEMORY;
}

/* ---- Who takes part -------------------------------------------------------------------------- */

static void mark_group(tmSim *sim, int32_t mover, const int32_t *groups) {
    bool *pressed = sim->smooth.pressed;
    pressed[mover] = true;
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        pressed[i] = pressed[i] || !groups || (groups[i] >= 0 && groups[i] == groups[mover]);
    }
}

/* The compliance of an element's coordinate to a force along it, with free movers. */
static double mobility(const tmiSystem *s, const tmiElement *e) {
    double sum = 0.0;
    for (int32_t k = 0; k < e->constraint.mover_count; k++) {
        const tmiMover *mover = &s->movers[e->constraint.movers[k]];
        const double *g = e->constraint.gradient + (ptrdiff_t)k * s->dof;
        if (mover->kind == TMI_MOVER_DYNAMIC) {
            sum += (g[0] * g[0] + g[1] * g[1]) / mover->mass;
            sum += g[2] * g[2] / mover->inertia[2][2];
        }
    }
    return sum;
}

void tmi_sim_smooth_mark_stiff(tmSim *sim, double h, const int32_t *groups) {
    const tmiSystem *s = sim->system;
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        double stiff = 0.5 * h * (e->damping + 0.5 * h * e->stiffness);
        if (stiff != 0.0 && e->constraint.mover_count > 0 && !(stiff * mobility(s, e) <= STIFF)) {
            mark_group(sim, e->constraint.movers[0], groups);
        }
    }
    if (sim->pull.body != 0) {
        mark_group(sim, s->mover_of[sim->pull.body], groups);
    }
}

static bool is_smooth(const tmSim *sim, const tmiElement *e) {
    return e->constraint.mover_count > 0 && !e->constraint.left_out &&
           !sim->smooth.pressed[e->constraint.movers[0]];
}

/* ---- Work ------------------------------------------------------------------------------------ */

/* What controls do to bodies, apart from all other forces. */
static void keep_pushes(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    size_t motion = (size_t)(s->mover_count * s->dof) * sizeof *s->force;
    double pushed = s->pushed;
    memcpy(smooth->load, s->force, motion);
    memset(s->force, 0, motion);
    tmi_sim_push_bodies(sim);
    memcpy(smooth->body_push, s->force, motion);
    memcpy(s->force, smooth->load, motion);
    s->pushed = pushed;
    for (int32_t i = 0; i < s->element_count; i++) {
        smooth->element_push[i] = s->elements[i].push;
    }
}

/* Power of controls on bodies that are not pressed, at these velocities [W]. */
static double push_power(const tmSim *sim, const double *velocity) {
    const tmiSystem *s = sim->system;
    double sum = 0.0;
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        sum += sim->smooth.pressed[i / s->dof] ? 0.0 : sim->smooth.body_push[i] * velocity[i];
    }
    return sum;
}

/* Power at the start of those that are pressed, as collected [W]. */
static double pressed_power(const tmSim *sim) {
    const tmiSystem *s = sim->system;
    double sum = s->pushed - push_power(sim, s->velocity);
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        bool counts = !e->constraint.left_out && !is_smooth(sim, e);
        sum += !counts ? 0.0 : (e->push - e->damping * e->rate) * e->rate;
    }
    return sum;
}

/* Power half way of those that are not [W]. */
static double smooth_power(const tmSim *sim) {
    const tmiSystem *s = sim->system;
    const tmiSimSmooth *smooth = &sim->smooth;
    double sum = push_power(sim, smooth->mean);
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        if (is_smooth(sim, e)) {
            double rate = tmi_sim_along(s, e, smooth->mean);
            sum += (smooth->element_push[i] - e->damping * rate) * rate;
        }
    }
    return sum;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Half of the step, with rows that hold to second order at its end:
 *   (M + h/2 D + h^2/4 K) (v_m - v) - G^T p = h/2 (f - h/2 K v),  G (v_m - v) = h/2 (s'' - bias).
 */
static tmStatus go_half(tmSim *sim, double h, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    tmi_sim_impulses_of(sim, 0.5 * h, smooth->load, smooth->wish);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            smooth->wish[constraint->first + k] -= 0.5 * h * s->bias[constraint->first + k];
        }
    }
    tmStatus status = tmi_system_factor(s, 0.5 * h);
    if (status == TM_OK) {
        status = tmi_system_solve_for(s, smooth->load, smooth->wish, smooth->mean, smooth->impulse);
    }
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        smooth->mean[i] += before[i];
    }
    return status;
}

/* Where the mean velocity leads in the step: rows are evaluated there. */
static bool look_at_end(tmSim *sim, double t, double h, bool first, const double *from) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    tmi_system_advance(s, from, h, smooth->mean, smooth->state);
    memcpy(tmi_system_velocities(s, smooth->state), smooth->mean,
           (size_t)(s->mover_count * s->dof) * sizeof *smooth->mean);
    tmi_system_set_state(s, smooth->state);
    return (!first || s->drive_constraints == 0 || tmi_sim_control(sim, t + h, false) == TM_OK) &&
           tmi_system_evaluate(s);
}

/* Corrects the mean velocity along the rows of the start until the joints close at the end: the
 * factors are those of the start, and so are the gradients. */
static tmStatus close_end(tmSim *sim, double t, double h, const double *from) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    double before = INFINITY, enough = TMI_SIM_CLOSED * s->size;
    tmStatus status = TM_OK;
    for (int32_t turn = 0; turn < CORRECTIONS_MAX; turn++) {
        bool fine = look_at_end(sim, t, h, turn == 0, from);
        double gap = fine ? tmi_system_gap(s, NULL) : INFINITY;
        for (int32_t i = 0; i < s->constraint_count; i++) {
            const tmiConstraint *constraint = &s->constraints[i];
            for (int32_t r = constraint->first; r < constraint->first + constraint->row_count;
                 r++) {
                smooth->wish[r] = constraint->level == 0 ? -s->value[r] / h : 0.0;
            }
        }
        tmi_system_return_matrix(s, smooth->matrix);
        if (!(gap < 0.5 * before) || gap <= TMI_SIM_CLOSE * s->size) {
            return gap <= enough ? TM_OK : TM_ERR_NOT_CONVERGED;
        }
        before = gap;
        status = tmi_system_solve_for(s, NULL, smooth->wish, smooth->change, smooth->multiplier);
        if (status != TM_OK) {
            return status;
        }
        for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
            smooth->mean[i] += smooth->change[i];
        }
        for (int32_t i = 0; i < s->row_count; i++) {
            smooth->impulse[i] += smooth->multiplier[i];
        }
    }
    return TM_ERR_NOT_CONVERGED;
}

/* Velocities at the end except for the rows there, which tmi_sim_settle adds: what acted in the
 * first half acts in the second, except for the rows of the start. A driven body has a substitute
 * mass, which its rows move: otherwise half of their work would be missing. */
static void reflect(tmSim *sim, bool coupled, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    memset(smooth->load, 0, (size_t)(s->mover_count * s->dof) * sizeof *smooth->load);
    for (int32_t i = 0; coupled && i < s->constraint_count; i++) {
        for (int32_t k = 0; k < s->constraints[i].row_count; k++) {
            double impulse = smooth->impulse[s->constraints[i].first + k];
            tmi_constraint_add(s, &s->constraints[i], k, impulse, smooth->load);
        }
    }
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        const tmiMover *mover = &s->movers[i / s->dof];
        double mass = i % s->dof < 2 ? mover->mass : mover->inertia[2][2];
        double by_rows = mover->kind != TMI_MOVER_MASSLESS ? smooth->load[i] / mass : 0.0;
        smooth->end[i] = 2.0 * smooth->mean[i] - before[i] - by_rows;
    }
}

tmStatus tmi_sim_smooth_step(tmSim *sim, double t, double h, bool coupled, double *from) {
    tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    const double *before = tmi_system_velocities(s, from);
    keep_pushes(sim);
    double work = h * pressed_power(sim);
    tmStatus status = TM_OK;
    if (coupled) {
        tmi_system_keep_matrix(s, smooth->matrix);
        status = go_half(sim, h, before);
        status = status == TM_OK ? close_end(sim, t, h, from) : status;
    } else {
        for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
            const tmiMover *mover = &s->movers[i / s->dof];
            double mass = i % s->dof < 2 ? mover->mass : mover->inertia[2][2];
            smooth->mean[i] = before[i] + 0.5 * h * s->force[i] / mass;
        }
    }
    if (status == TM_OK) {
        reflect(sim, coupled, before);
        from[sim->n - 1] += work + h * smooth_power(sim);
    }
    return status;
}
