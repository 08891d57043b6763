/* system_wrench.c: forces of joints, and power, from the solution of the motion equations. */
#include "analyse/dynamics/system/system_private.h"

/* ---- What led bodies do not weigh ---------------------------------------------------------- */

/* Solves A x = b for a symmetric positive A of n <= 6; false where it is not. A is overwritten. */
static bool solve_small(double a[6][6], int32_t n, double *b) {
    for (int32_t k = 0; k < n; k++) {
        if (!(a[k][k] > 0.0)) {
            return false;
        }
        for (int32_t i = k + 1; i < n; i++) {
            double part = a[i][k] / a[k][k];
            for (int32_t j = k; j < n; j++) {
                a[i][j] -= part * a[k][j];
            }
            b[i] -= part * b[k];
        }
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        for (int32_t j = k + 1; j < n; j++) {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
    return true;
}

/* Subtracts M a of the lent mass from the forces of the rows that lead a mover, by the change of
 * least norm: with G of these rows, G^T d = M a, d = G (G^T G)^-1 M a. */
static void return_mass(tmiSystem *s, const tmiLed *led) {
    const tmiMover *m = &s->movers[led->mover];
    const double *acceleration = s->acceleration + (ptrdiff_t)led->mover * s->dof;
    double normal[6][6] = {{0.0}}, load[6];
    for (int32_t i = 0; i < s->dof; i++) {
        bool turns = i >= (s->planar ? 2 : 3);
        load[i] = (turns ? m->inertia[0][0] : m->mass) * acceleration[i];
    }
    for (int32_t b = 0; b < led->constraint_count; b++) {
        const tmiConstraint *constraint = &s->constraints[led->constraints[b]];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
            for (int32_t i = 0; i < s->dof; i++) {
                for (int32_t j = 0; j < s->dof; j++) {
                    normal[i][j] += g[i] * g[j];
                }
            }
        }
    }
    if (!solve_small(normal, s->dof, load)) {
        return;
    }
    for (int32_t b = 0; b < led->constraint_count; b++) {
        const tmiConstraint *constraint = &s->constraints[led->constraints[b]];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            const double *g = constraint->gradient + (ptrdiff_t)r * constraint->stride;
            double sum = 0.0;
            for (int32_t i = 0; i < s->dof; i++) {
                sum += g[i] * load[i];
            }
            s->lambda[constraint->first + r] -= constraint->quick[r].scale * sum;
        }
    }
}

void tmi_system_return_masses(tmiSystem *s) {
    for (int32_t i = 0; i < s->lent; i++) {
        return_mass(s, &s->led[i]);
    }
}

/* ---- Power --------------------------------------------------------------------------------- */

double tmi_system_power(const tmiSystem *s) {
    double sum = s->pushed;
    for (int32_t i = 0; i < s->element_count; i++) {
        const tmiElement *e = &s->elements[i];
        if (e->constraint.left_out) {
            continue;
        }
        sum += (e->push - e->damping * e->rate) * e->rate;
    }
    for (int32_t i = s->joint_constraints; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; constraint->kind == TMI_CONSTRAINT_DRIVE && r < constraint->row_count;
             r++) {
            sum += s->lambda[constraint->first + r] *
                   tmi_constraint_rate(s, constraint, r, s->velocity) / constraint->quick[r].scale;
        }
    }
    return sum;
}

/* ---- Wrenches ------------------------------------------------------------------------------ */

/* Adds what a row with this force along it does to body `place` of its joint, about `point`. */
static void add_row(const tmiSystem *s, const tmRow *row, const int32_t *bodies, int32_t body_count,
                    int32_t place, double force, const double point[3], tmWrench *to) {
    tmFrame frames[TM_HINGE_BODIES];
    tmRowAt at;
    double arm[3], moment[3];
    for (int32_t k = 0; k < body_count; k++) {
        frames[k] = s->frames[bodies[k]];
    }
    tm_row_at(row, frames, NULL, NULL, &at);
    const tmTwist *g = &at.gradient[place];
    for (int k = 0; k < 3; k++) {
        arm[k] = frames[place].position[k] - point[k];
    }
    tmi_cross3(arm, g->linear, moment);
    for (int k = 0; k < 3; k++) {
        to->force[k] += s->planar && k == 2 ? 0.0 : force * g->linear[k];
        to->torque[k] += s->planar && k < 2 ? 0.0 : force * (g->angular[k] + moment[k]);
    }
}

void tmi_system_wrench(const tmiSystem *s, int32_t joint, tmWrench *wrench) {
    tmJointInfo info;
    double point[3];
    memset(wrench, 0, sizeof *wrench);
    if (tm_model_joint(s->model, joint, &info) != TM_OK || info.use.pair_count == 0) {
        return;
    }
    const tmPointOn *feature = &info.use.pairs[0][0];
    const tmFrame *frame = &s->frames[info.bodies[feature->body]];
    tmi_rotate3(frame->rotation, feature->point, point);
    tmi_add3(point, 1.0, frame->position);
    for (int32_t i = joint; i >= 0; i = s->constraint_next[i]) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = 0; r < constraint->row_count; r++) {
            add_row(s, &constraint->rows[r], constraint->bodies, constraint->body_count,
                    feature->body, s->lambda[constraint->first + r], point, wrench);
        }
    }
    for (int32_t i = s->element_of[joint]; i >= 0; i = s->elements[i].next) {
        const tmiElement *e = &s->elements[i];
        add_row(s, &e->row, e->constraint.bodies, e->constraint.body_count, feature->body, e->force,
                point, wrench);
    }
}
