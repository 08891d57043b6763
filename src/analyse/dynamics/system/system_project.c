/* system_project.c: states that hold all rows: poses by Newton's method with the factors of the
 * motion equations, velocities by one solution. docs/theory/dynamics.md, 5. */
#include "analyse/dynamics/system/system_private.h"

/* A step that leaves more than this part of the gap [1] is followed by new factors. */
#define SLOW 0.1

/* Velocities are corrected until what is left is this part of the rows' rates [1], or is no longer
 * halved. */
#define RATE_GOAL 1e-15
#define RATE_CORRECTIONS 6

double tmi_system_gap(const tmiSystem *s, int32_t *joint) {
    double max = 0.0;
    int32_t worst = -1;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; constraint->level == 0 && k < constraint->row_count; k++) {
            double gap = fabs(s->value[constraint->first + k]);
            if (!(gap <= max) && tmi_row_holds(constraint, k)) {
                max = gap;
                worst = s->constraint_joint[i];
            }
        }
    }
    if (joint) {
        *joint = worst;
    }
    return max;
}

/* The step that closes the rows as they are now; rows of velocities and accelerations keep still.
 */
static tmStatus step(tmiSystem *s, double *by) {
    double *c = s->scratch;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t r = constraint->first; r < constraint->first + constraint->row_count; r++) {
            c[r] = constraint->level == 0 ? -s->value[r] : 0.0;
        }
    }
    tmStatus status = tmi_system_solve_for(s, NULL, c, by, NULL);
    /* Rows that contradict each other to second order are met as far as possible. */
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

static bool look(tmiSystem *s, const double *y, double *gap) {
    tmi_system_set_state(s, y);
    bool fine = tmi_system_evaluate(s);
    *gap = fine ? tmi_system_gap(s, NULL) : INFINITY;
    return fine;
}

tmStatus tmi_system_close(tmiSystem *s, double *y, double tolerance, int32_t max, double *gap) {
    double *by = s->motion, *best = s->kkt->saved;
    size_t poses = (size_t)(s->mover_count * s->pose) * sizeof *y;
    if (!look(s, y, gap)) {
        return TM_ERR_NOT_FINITE;
    }
    bool fresh = false, wanted = true; /* the factors are of this pose; new ones are wanted */
    double rounding = TMI_COORDINATE_ROUNDINGS * s->size; /* new factors do not help below that */
    for (int32_t i = 0; i<max && * gap> tolerance; i++) {
        tmStatus status = wanted ? tmi_system_factor(s, 0.0) : TM_OK;
        fresh = fresh || wanted;
        status = status == TM_OK ? step(s, by) : status;
        if (status != TM_OK && fresh) {
            return status;
        }
        if (status != TM_OK) { /* corrections by the factors of another pose may not converge */
            wanted = true;
            continue;
        }
        double before = *gap;
        memcpy(best, y, poses);
        tmi_system_move(s, y, by, 1.0);
        (void)look(s, y, gap);
        if (!(*gap < before)) {
            memcpy(y, best, poses);
            (void)look(s, y, gap);
            if (fresh || *gap <= rounding) {
                break;
            }
            wanted = true;
            continue;
        }
        wanted = *gap > SLOW * before && *gap > rounding;
        fresh = false;
    }
    return *gap <= tolerance ? TM_OK : TM_ERR_NOT_CONVERGED;
}

/* The largest speed, turning at the size of the world [m/s]: speeds and turns alone would compare
 * differently at another scale. */
static double fastest(const tmiSystem *s, const double *velocity) {
    double max = 0.0;
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        double lever = i % s->dof < (s->planar ? 2 : 3) ? 1.0 : s->size;
        double speed = tmi_system_takes(s, i / s->dof) ? lever * fabs(velocity[i]) : 0.0;
        max = speed > max ? speed : max;
    }
    return max;
}

tmStatus tmi_system_still(tmiSystem *s, double *y, double *impulse) {
    double *velocity = s->velocity, *c = s->scratch, *by = s->motion;
    double *sum = s->impulse, before = INFINITY;
    bool changed = false;
    tmStatus status = TM_OK;
    tmi_system_to_world(s, tmi_system_velocities(s, y), velocity);
    memset(sum, 0, (size_t)s->row_count * sizeof *sum);
    for (int32_t turn = 0; turn < RATE_CORRECTIONS && status == TM_OK; turn++) {
        double left = 0.0;
        for (int32_t i = 0; i < s->constraint_count; i++) {
            const tmiConstraint *constraint = &s->constraints[i];
            for (int32_t k = 0; k < constraint->row_count; k++) {
                int32_t r = constraint->first + k;
                double wanted = constraint->quick[k].scale * s->given[r][1];
                double rate = tmi_constraint_rate(s, constraint, k, velocity);
                c[r] = constraint->level < 2 && tmi_row_holds(constraint, k) ? wanted - rate : 0.0;
                left = fabs(c[r]) > left ? fabs(c[r]) : left;
            }
        }
        if (left <= RATE_GOAL * fastest(s, velocity) || !(left < 0.5 * before)) {
            break;
        }
        before = left;
        status = tmi_system_solve_for(s, NULL, c, by, s->multiplier);
        status = status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
        changed = changed || status == TM_OK;
        for (int32_t i = 0; i < s->mover_count * s->dof && status == TM_OK; i++) {
            velocity[i] += by[i];
        }
        for (int32_t i = 0; i < s->row_count && status == TM_OK; i++) {
            sum[i] += s->multiplier[i];
        }
    }
    for (int32_t i = 0; i < s->constraint_count && impulse; i++) {
        for (int32_t k = 0; k < s->constraints[i].row_count; k++) {
            int32_t r = s->constraints[i].first + k;
            impulse[r] = s->constraints[i].quick[k].scale * sum[r];
        }
    }
    if (changed) { /* what is not corrected keeps its bits */
        tmi_system_to_state(s, velocity, tmi_system_velocities(s, y));
    }
    tmi_system_set_state(s, y);
    return status;
}

double tmi_system_slip(const tmiSystem *s) {
    const double *velocity = s->velocity;
    double left = 0.0, terms = 0.0;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; constraint->level < 2 && k < constraint->row_count; k++) {
            if (!tmi_row_holds(constraint, k)) {
                continue;
            }
            double wanted = constraint->quick[k].scale * s->given[constraint->first + k][1];
            double missed = fabs(wanted - tmi_constraint_rate(s, constraint, k, velocity));
            left = missed > left ? missed : left;
            terms = fabs(wanted) > terms ? fabs(wanted) : terms;
        }
    }
    double speed = fastest(s, velocity);
    terms = speed > terms ? speed : terms;
    return left > 0.0 ? left / terms : 0.0;
}
