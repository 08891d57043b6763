/* forces.c: static forces in a plan's mechanism whose inputs are held.
 *
 * With J the gradients of joints and inputs, w the loads on the bodies and lambda the unknown force
 * of each row: J^T lambda + w = 0 ([Hau89] 1.5's multipliers without masses). In the metric of
 * tangent.h g = W^-1/2 w splits into what the rows can hold, y, and what sets the mechanism in
 * motion: A y = A g, y shortest;   A (g - y) = 0;   A^T lambda = -y, lambda shortest
 * docs/theory/rates-and-forces.md, equations (12) to (16). */
#include "analyse/kinematics/rates/tangent.h"

#include <math.h>
#include <string.h>

struct tmForces {
    tmAllocator allocator;
    tmiArena arena;
    tmiTangent tangent;
    double *loads;  /* g */
    double *held;   /* y */
    double *lambda; /* of each row [N] */
    double *efforts;
    tmPoseRate *drift; /* by index */

    /* A^T lambda = -y: dense as a copy, or sparse with the entries of A in another order. */
    tmiMatrix matrix;
    double *work;
    int32_t *int_work;
    tmiSparseLeastNorm sparse;
    int32_t *from;
    double *values;
};

/* ---- Life ---------------------------------------------------------------------------------- */

static tmStatus make_kernel(tmForces *f) {
    const tmiTangent *t = &f->tangent;
    size_t rows = (size_t)t->rows, cols = (size_t)t->cols;
    if (t->dense) {
        double *matrix = tmi_arena_alloc(&f->arena, rows * cols, sizeof(double));
        f->matrix = tmi_matrix(matrix, t->cols, t->rows);
        f->work =
            tmi_arena_alloc(&f->arena, tmi_least_norm_workspace(t->cols, t->rows), sizeof(double));
        f->int_work = tmi_arena_alloc(&f->arena, tmi_least_norm_int_workspace(t->cols, t->rows),
                                      sizeof(int32_t));
        return matrix && f->work && f->int_work ? TM_OK : TM_ERR_MEMORY;
    }
    tmiPattern transposed;
    tmStatus status = tmi_pattern_transpose(&f->arena, &t->pattern, &transposed, &f->from);
    if (status == TM_OK) {
        status = tmi_sparse_least_norm_analyse(&f->sparse, &f->arena, &transposed);
    }
    f->values =
        tmi_arena_alloc(&f->arena, (size_t)tmi_pattern_entries(&t->pattern), sizeof(double));
    return status == TM_OK && !f->values ? TM_ERR_MEMORY : status;
}

static tmStatus make(tmForces *f, const tmPlan *plan) {
    tmStatus status = tmi_tangent_make(&f->tangent, &f->arena, plan, true);
    if (status != TM_OK) {
        return status;
    }
    size_t rows = (size_t)f->tangent.rows, cols = (size_t)f->tangent.cols;
    f->loads = tmi_arena_alloc(&f->arena, cols, sizeof(double));
    f->held = tmi_arena_alloc(&f->arena, cols, sizeof(double));
    f->lambda = tmi_arena_alloc(&f->arena, rows, sizeof(double));
    f->efforts = tmi_arena_alloc(&f->arena, (size_t)plan->graph.value_count, sizeof(double));
    f->drift = tmi_arena_alloc(&f->arena, (size_t)plan->graph.body_count, sizeof *f->drift);
    bool complete = f->loads && f->held && f->lambda && f->efforts && f->drift;
    return complete ? make_kernel(f) : TM_ERR_MEMORY;
}

tmStatus tm_forces_create(const tmPlan *plan, tmForces **forces) {
    if (!forces) {
        return TM_ERR_ARGUMENT;
    }
    *forces = NULL;
    if (!plan) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmForces *made = tmi_alloc_zero(plan->allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = plan->allocator;
    tmi_arena_init(&made->arena, made->allocator);
    tmStatus status = make(made, plan);
    if (status != TM_OK) {
        tm_forces_destroy(made);
        return status;
    }
    *forces = made;
    return TM_OK;
}

void tm_forces_destroy(tmForces *forces) {
    if (forces) {
        tmi_arena_clear(&forces->arena);
        tmi_free(forces->allocator, forces, sizeof *forces);
    }
}

/* ---- Loads --------------------------------------------------------------------------------- */

static tmStatus check_load(const tmMechanism *m, const tmLoad *load) {
    if (load->kind != TM_LOAD_FORCE && load->kind != TM_LOAD_MOMENT) {
        return TM_ERR_ARGUMENT;
    }
    bool force = load->kind == TM_LOAD_FORCE;
    int32_t slot = force ? tmi_id_pool_slot(&m->feature_ids, load->feature.value)
                         : tmi_id_pool_slot(&m->body_ids, load->body.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    bool finite =
        force ? tmi_is_finite3(load->x, load->y, 0.0) : tmi_is_finite3(load->moment, 0.0, 0.0);
    return finite ? TM_OK : TM_ERR_NOT_FINITE;
}

/* g += W^-1/2 of the load; the moment of a force is about its body's middle. */
static void add_load(tmForces *f, const tmLoad *load) {
    const tmiTangent *t = &f->tangent;
    const tmMechanism *m = t->plan->mechanism;
    int32_t body = tmi_id_pool_slot(&m->body_ids, load->body.value);
    double x = 0.0, y = 0.0, moment = load->moment;
    if (load->kind == TM_LOAD_FORCE) {
        int32_t slot = tmi_id_pool_slot(&m->feature_ids, load->feature.value);
        tmiFeaturePose place = tmi_tangent_feature(t, slot);
        body = m->features[slot].body;
        x = load->x;
        y = load->y;
        moment = place.rx * y - place.ry * x;
    }
    int32_t column = t->column[body];
    if (column >= 0) {
        f->loads[column] += x * t->unit[column];
        f->loads[column + 1] += y * t->unit[column + 1];
        f->loads[column + 2] += moment * t->unit[column + 2];
    }
}

/* ---- Solving ------------------------------------------------------------------------------- */

static void clear_forces(tmForces *f) {
    const tmPlan *plan = f->tangent.plan;
    memset(f->lambda, 0, sizeof(double) * (size_t)f->tangent.rows);
    memset(f->efforts, 0, sizeof(double) * (size_t)plan->graph.value_count);
    memset(f->drift, 0, sizeof *f->drift * (size_t)plan->graph.body_count);
}

/* The motion W^-1/2 (g - y), from middles to origins, its fastest made 1; `left` is the largest of
 * g - y. False when a number is too large. */
static bool put_drift(tmForces *f, double left) {
    const tmiTangent *t = &f->tangent;
    double max = 0.0, doubt = 0.0;
    for (int32_t i = 0; i < t->plan->graph.body_count; i++) {
        int32_t column = t->column[i];
        if (column < 0) {
            continue;
        }
        double v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = (f->loads[column + k] - f->held[column + k]) / left * t->unit[column + k];
        }
        const tmiFeaturePose origin = tmi_tangent_origin(t, i);
        tmiFeatureRate rate = tmi_feature_rate(&origin, v[0], v[1], v[2]);
        f->drift[i] = (tmPoseRate){rate.vx, rate.vy, rate.turn};
        double speed = tmi_hypot(v[0], v[1]) / t->size;
        speed = speed > fabs(v[2]) ? speed : fabs(v[2]);
        max = speed > max ? speed : max;
    }
    for (int32_t i = 0; i < t->plan->graph.body_count && max > 0.0; i++) {
        tmPoseRate *d = &f->drift[i];
        *d = (tmPoseRate){d->x / max, d->y / max, d->angle / max};
        doubt += (d->x - d->x) + (d->y - d->y) + (d->angle - d->angle);
    }
    return doubt == 0.0;
}

/* The shortest lambda with A^T lambda = -y. */
static tmStatus solve_lambda(tmForces *f) {
    const tmiTangent *t = &f->tangent;
    for (int32_t i = 0; i < t->cols; i++) {
        f->held[i] = -f->held[i];
    }
    if (t->rows == 0 || t->cols == 0) {
        return TM_OK;
    }
    if (!t->dense) {
        for (int32_t i = 0; i < tmi_pattern_entries(&t->pattern); i++) {
            f->values[i] = t->values[f->from[i]];
        }
        tmStatus status = tmi_sparse_least_norm_factor(&f->sparse, f->values, NULL);
        if (status == TM_OK) {
            status = tmi_sparse_least_norm_solve(&f->sparse, f->values, f->held, f->lambda, NULL);
        }
        return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
    }
    tmi_tangent_transpose(t, f->matrix);
    tmiLeastNormInfo info;
    return tmi_least_norm(f->matrix, f->held, NULL, TMI_RATE_RANK, f->work, f->int_work, f->lambda,
                          &info);
}

/* The largest of all magnitudes; infinite where one is not finite. */
static double max_abs(const double *v, int32_t count) {
    double max = 0.0;
    return tmi_vector_max_abs(v, count, &max) == TM_OK ? max : INFINITY;
}

/* Whether lambda holds every body: g + A^T lambda against g. */
static bool is_balanced(const tmForces *f) {
    const tmiTangent *t = &f->tangent;
    double *left = t->across;
    memcpy(left, f->loads, sizeof(double) * (size_t)t->cols);
    for (int32_t row = 0; row < t->rows; row++) {
        for (int32_t at = t->pattern.start[row]; at < t->pattern.start[row + 1]; at++) {
            left[t->pattern.index[at]] += t->values[at] * f->lambda[row];
        }
    }
    return max_abs(left, t->cols) <= TMI_RATE_MET * max_abs(f->loads, t->cols);
}

static bool put_efforts(tmForces *f) {
    const tmiTangent *t = &f->tangent;
    double doubt = 0.0;
    for (int32_t i = 0; i < t->rows; i++) {
        doubt += f->lambda[i] - f->lambda[i];
    }
    for (int32_t i = 0; i < t->group_count; i++) {
        const tmiTangentGroup *group = &t->groups[i];
        for (int32_t k = 0; group->input >= 0 && k < group->rows; k++) {
            double effort = group->lever * f->lambda[group->row + k];
            f->efforts[group->input + k] = effort;
            doubt += effort - effort;
        }
    }
    return doubt == 0.0;
}

static tmStatus solve(tmForces *f, tmForcesInfo *info) {
    tmiTangent *t = &f->tangent;
    tmStatus status = tmi_tangent_project(t, f->loads, f->held);
    if (status != TM_OK) {
        return status;
    }
    double *open = t->across, all = max_abs(f->loads, t->cols);
    for (int32_t i = 0; i < t->cols; i++) {
        open[i] = f->loads[i] - f->held[i];
    }
    double left = max_abs(open, t->cols);
    if (left > TMI_RATE_MET * all) {
        info->outcome = TM_FORCES_UNBALANCED;
        info->imbalance = left / all;
        return put_drift(f, left) ? TM_OK : TM_ERR_NOT_FINITE;
    }
    status = solve_lambda(f);
    if (status != TM_OK) {
        return status;
    }
    if (!is_balanced(f)) {
        info->outcome = TM_FORCES_SINGULAR;
        return TM_OK;
    }
    info->outcome = info->redundant > 0 ? TM_FORCES_SHARED : TM_FORCES_DONE;
    return put_efforts(f) ? TM_OK : TM_ERR_NOT_FINITE;
}

static tmStatus take(tmForces *f, const tmLoad *loads, int32_t count, tmForcesInfo *info) {
    tmiTangent *t = &f->tangent;
    tmStatus status = tmi_tangent_take(t);
    if (status != TM_OK) {
        return status;
    }
    info->freedom = t->cols - t->rank;
    info->redundant = t->rows - t->rank;
    if (!tmi_tangent_is_closed(t)) {
        return TM_OK;
    }
    memset(f->loads, 0, sizeof(double) * (size_t)t->cols);
    for (int32_t i = 0; i < count; i++) {
        add_load(f, &loads[i]);
    }
    return max_abs(f->loads, t->cols) < INFINITY ? solve(f, info) : TM_ERR_NOT_FINITE;
}

tmStatus tm_forces_solve(tmForces *forces, const tmLoad *loads, int32_t load_count,
                         tmForcesInfo *info) {
    if (!forces || load_count < 0 || (!loads && load_count > 0)) {
        return TM_ERR_ARGUMENT;
    }
    const tmPlan *plan = forces->tangent.plan;
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    for (int32_t i = 0; i < load_count; i++) {
        tmStatus status = check_load(plan->mechanism, &loads[i]);
        if (status != TM_OK) {
            return status;
        }
    }
    clear_forces(forces);
    tmForcesInfo found = {.outcome = TM_FORCES_OPEN};
    tmStatus status = take(forces, loads, load_count, &found);
    if (status != TM_OK || found.outcome == TM_FORCES_SINGULAR) {
        clear_forces(forces);
    }
    if (status == TM_OK && info) {
        *info = found;
    }
    return status;
}

/* ---- What can be asked --------------------------------------------------------------------- */

tmStatus tm_forces_joint(const tmForces *forces, tmJointId joint, int32_t index, tmForce *force) {
    if (!forces || !force) {
        return TM_ERR_ARGUMENT;
    }
    const tmiTangent *t = &forces->tangent;
    const tmMechanism *m = t->plan->mechanism;
    if (t->plan->edits != m->edits) {
        return TM_ERR_STALE;
    }
    int32_t slot = tmi_id_pool_slot(&m->joint_ids, joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    if (index < 0 || index >= m->joints[slot].feature_count) {
        return TM_ERR_ARGUMENT;
    }
    const tmiTangentGroup *group = &t->groups[t->group_of[slot]];
    const tmiFeaturePose *places = t->places + t->group_of[slot] * TM_JOINT_FEATURES;
    double rows[TMI_JOINT_ROWS];
    tmiJointGradient gradient;
    tmi_joint_rows(&group->joint, places, t->size, rows, &gradient);
    tmForce sum = {0.0, 0.0, 0.0};
    for (int32_t r = 0; r < group->rows; r++) {
        const double *s = gradient[r][index], lambda = forces->lambda[group->row + r];
        /* s[2] is the moment about the body's middle; that of s[0], s[1] at the point goes off. */
        double own = s[2] - (places[index].rx * s[1] - places[index].ry * s[0]);
        sum.x += lambda * s[0];
        sum.y += lambda * s[1];
        sum.moment += lambda * own;
    }
    if (!tmi_is_finite3(sum.x, sum.y, sum.moment)) {
        return TM_ERR_NOT_FINITE;
    }
    *force = sum;
    return TM_OK;
}

const double *tm_forces_efforts(const tmForces *forces) {
    return forces ? forces->efforts : NULL;
}

const tmPoseRate *tm_forces_drift(const tmForces *forces) {
    return forces ? forces->drift : NULL;
}
