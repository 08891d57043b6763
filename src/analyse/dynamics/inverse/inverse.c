/* inverse.c: rates and forces at the frames of an animation. docs/theory/rates-and-forces.md,
 * section 6: (17) velocities, (18) forces, (19) freedoms. */
#include "analyse/dynamics/inverse/inverse.h"

#include <math.h>
#include <string.h>

/* Velocities contradict the drives where they miss rows by more than this part of the largest [1]:
 * the pose is a dead centre. */
#define SLIP_MAX 1e-8

/* Forces set what is free in motion where they accelerate it by more than this part of what the
 * largest force alone would do [1]. */
#define FREE_MAX 1e-9

/* ---- Rates --------------------------------------------------------------------------------- */

/* What the drives prescribe, into the rows. */
static void give(tmiInverse *v, const double *first, const double *second) {
    tmiSystem *s = v->system;
    for (int32_t i = 0; i < v->drive_count; i++) {
        for (int32_t k = 0; k < v->drive_sizes[i]; k++) {
            double *given = s->given[v->drive_rows[i] + k];
            given[0] = 0.0; /* frames are those that were found: no row is closed here */
            given[1] = first[v->drive_values[i] + k];
            given[2] = second[v->drive_values[i] + k];
        }
    }
}

/* Rows that cannot be met are those of a dead centre; forces that cannot be, of a mover without
 * mass that nothing holds. */
static tmDrivenOutcome outcome_of(tmiInverse *v, tmStatus status) {
    const tmiSystem *s = v->system;
    if (status == TM_ERR_SINGULAR && s->blame >= 0) {
        v->blame = s->movers[s->blame].body;
        return TM_DRIVEN_MASSLESS;
    }
    return status == TM_OK               ? TM_DRIVEN_DONE
           : status == TM_ERR_NOT_FINITE ? TM_DRIVEN_NOT_FINITE
                                         : TM_DRIVEN_SINGULAR;
}

/* Angles of springs count the whole turns that the coordinates of their joints have. */
static void count_turns(tmiSystem *s, double (*coordinates)[TM_HINGE_COORDINATES][2]) {
    for (int32_t i = 0; i < s->element_count; i++) {
        tmiElement *e = &s->elements[i];
        e->near[0] = e->near[1] = coordinates[e->joint][e->coordinate][0];
    }
}

/* Velocities of least kinetic energy with G v = s', by the factors at hand. */
static tmStatus move_at(tmiInverse *v) {
    tmiSystem *s = v->system;
    memset(s->scratch, 0, (size_t)s->row_count * sizeof *s->scratch);
    for (int32_t i = 0; i < v->drive_count; i++) {
        const tmiConstraint *constraint = &s->constraints[s->joint_constraints + i];
        for (int32_t k = 0; k < v->drive_sizes[i]; k++) {
            int32_t r = v->drive_rows[i] + k;
            s->scratch[r] = constraint->quick[k].scale * s->given[r][1];
        }
    }
    tmStatus status = tmi_system_solve_for(s, NULL, s->scratch, v->free, NULL);
    if (status == TM_OK) {
        tmi_system_to_state(s, v->free, tmi_system_velocities(s, v->y));
        tmi_system_set_state(s, v->y);
    }
    return status;
}

tmDrivenOutcome tmi_inverse_rates(tmiInverse *inverse, const tmiView *view, const double *first,
                                  const double *second) {
    tmiSystem *s = inverse->system;
    give(inverse, first, second);
    count_turns(s, view->coordinates);
    tmi_system_take(s, view->frames, inverse->rest, inverse->y);
    tmi_system_set_state(s, inverse->y);
    if (!tmi_system_evaluate(s)) {
        return TM_DRIVEN_NOT_FINITE;
    }
    tmStatus status = tmi_system_factor(s, 0.0);
    status = status == TM_OK ? move_at(inverse) : status;
    if (status == TM_OK && !tmi_system_evaluate(s)) {
        status = TM_ERR_NOT_FINITE;
    }
    if (status == TM_OK && !(tmi_system_slip(s) <= SLIP_MAX)) {
        status = TM_ERR_SINGULAR;
    }
    return outcome_of(inverse, status);
}

/* ---- Forces -------------------------------------------------------------------------------- */

/* Runs the controls that act: those that are sampled read in every frame. */
static tmStatus act(tmiInverse *v, const tmiView *view) {
    tmiSystem *s = v->system;
    int32_t count, problem;
    for (int32_t i = 0; i < s->element_count; i++) {
        s->elements[i].push = 0.0;
    }
    if (!v->has_acts) {
        tmi_system_forces(s);
        return TM_OK;
    }
    bool fine = tmi_script_sample(v->script, view, true, &problem);
    const tmiAct *acts = fine ? tmi_script_run(v->script, view, false, &count, &problem) : NULL;
    if (!acts) {
        return TM_ERR_NOT_FINITE;
    }
    for (int32_t i = 0; i < count; i++) {
        if (acts[i].kind == TMI_ACT_COORDINATE) {
            s->elements[s->push_of[acts[i].number]].push += acts[i].value[0][0];
        }
    }
    tmi_system_forces(s);
    tmi_script_push_bodies(acts, count, s);
    return TM_OK;
}

/* How the forces accelerate what the drives leave free; (19). */
static bool moves_freely(tmiInverse *v) {
    tmiSystem *s = v->system;
    double moved = 0.0, scale = 0.0;
    if (!v->is_free || tmi_system_solve_for(s, s->force, NULL, v->free, NULL) != TM_OK) {
        return false;
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *m = &s->movers[i];
        for (int32_t k = 0; k < s->dof && m->kind == TMI_MOVER_DYNAMIC; k++) {
            bool turns = k >= (s->planar ? 2 : 3);
            double lever = turns ? s->size : 1.0;
            double inertia = turns ? m->inertia[2][2] : m->mass;
            double own = lever * fabs(v->free[i * s->dof + k]);
            double alone = lever * fabs(s->force[i * s->dof + k]) / inertia;
            moved = own > moved ? own : moved;
            scale = alone > scale ? alone : scale;
        }
    }
    return moved > FREE_MAX * scale;
}

static void forget_numbers(double *numbers, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        numbers[i] = NAN;
    }
}

static void forget_forces(tmiInverse *v) {
    forget_numbers(v->joints[0].force, 6 * tm_model_joint_count(v->model));
    forget_numbers(v->loads[0].force, 6 * v->system->body_count);
    forget_numbers(v->efforts, v->value_count);
}

static void read_efforts(tmiInverse *v) {
    const tmiSystem *s = v->system;
    for (int32_t i = 0; i < v->drive_count; i++) {
        for (int32_t k = 0; k < v->drive_sizes[i]; k++) {
            v->efforts[v->drive_values[i] + k] = s->lambda[v->drive_rows[i] + k];
        }
    }
}

void tmi_inverse_forget(tmiInverse *inverse) {
    forget_forces(inverse);
    forget_numbers(inverse->accelerations[0].linear, 6 * inverse->system->body_count);
}

static bool is_finite(const tmiInverse *v) {
    const tmiSystem *s = v->system;
    double sum = 0.0;
    for (int32_t i = 0; i < s->row_count; i++) {
        sum += fabs(s->lambda[i]);
    }
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        sum += fabs(s->acceleration[i]) + fabs(s->force[i]);
    }
    return sum < INFINITY;
}

static void read_solution(tmiInverse *v) {
    const tmiSystem *s = v->system;
    tmi_system_accelerations(s, v->accelerations);
    tmi_system_joint_loads(s, v->joints, v->loads);
    tmi_system_weigh(s, v->loads);
    read_efforts(v);
}

tmDrivenOutcome tmi_inverse_forces(tmiInverse *inverse, const tmiView *view) {
    tmiInverse *v = inverse;
    tmiSystem *s = v->system;
    v->blame = -1;
    tmDrivenOutcome outcome = outcome_of(v, act(v, view));
    bool shared = tmi_system_shares(s);
    if (outcome == TM_DRIVEN_DONE && moves_freely(v)) {
        outcome = TM_DRIVEN_FREE;
    }
    outcome = outcome == TM_DRIVEN_DONE ? outcome_of(v, tmi_system_solve(s)) : outcome;
    if (outcome == TM_DRIVEN_DONE && !is_finite(v)) {
        outcome = TM_DRIVEN_NOT_FINITE;
    }
    if (outcome != TM_DRIVEN_DONE) {
        tmi_inverse_forget(v);
        return outcome;
    }
    read_solution(v);
    if (v->is_kinematic) { /* accelerations are those of the motion */
        forget_forces(v);
        v->blame = v->massless;
        return TM_DRIVEN_MASSLESS;
    }
    return shared ? TM_DRIVEN_SHARED : TM_DRIVEN_DONE;
}

/* ---- What was found ------------------------------------------------------------------------ */

const tmTwist *tmi_inverse_twists(const tmiInverse *inverse) {
    return inverse->system->twists;
}

const tmTwist *tmi_inverse_accelerations(const tmiInverse *inverse) {
    return inverse->accelerations;
}

const tmWrench *tmi_inverse_joints(const tmiInverse *inverse) {
    return inverse->joints;
}

const tmWrench *tmi_inverse_loads(const tmiInverse *inverse) {
    return inverse->loads;
}

const double *tmi_inverse_efforts(const tmiInverse *inverse) {
    return inverse->efforts;
}

int32_t tmi_inverse_blame(const tmiInverse *inverse) {
    return inverse->blame;
}

double tmi_inverse_kinetic(const tmiInverse *inverse) {
    return inverse->is_kinematic ? NAN : tmi_system_kinetic(inverse->system);
}

double tmi_inverse_potential(const tmiInverse *inverse) {
    return inverse->is_kinematic ? NAN : tmi_system_potential(inverse->system);
}

bool tmi_inverse_reads_coordinates(const tmiInverse *inverse) {
    return inverse->system->element_count > 0 ||
           (tmi_script_reads(inverse->script, false) & TMI_READS_COORDINATES);
}
