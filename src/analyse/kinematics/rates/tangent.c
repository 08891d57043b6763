/* tangent.c: fills the equations of a pose, factorises them, and solves them with a check. */
#include "analyse/kinematics/rates/tangent.h"

#include <math.h>
#include <string.h>

/* A joint counts as open when its gap is this many times what a move may leave [1]: moves measure
 * the gaps of pins by ways of their own. */
#define OPEN_FACTOR 16.0

/* ---- Places -------------------------------------------------------------------------------- */

tmiFeaturePose tmi_tangent_feature(const tmiTangent *t, int32_t feature) {
    const tmiPlanarFeature *f = &t->plan->mechanism->features[feature];
    tmPose pose = t->poses[f->body];
    const double *middle = &t->middle[2 * f->body];
    tmiFeaturePose place = tmi_feature_pose(f, pose);
    double x = f->x - middle[0], y = f->y - middle[1];
    place.rx = pose.c * x - pose.s * y;
    place.ry = pose.s * x + pose.c * y;
    return place;
}

tmiFeaturePose tmi_tangent_origin(const tmiTangent *t, int32_t body) {
    tmPose p = t->poses[body];
    const double *middle = &t->middle[2 * body];
    return (tmiFeaturePose){
        p.x, p.y, -(p.c * middle[0] - p.s * middle[1]), -(p.s * middle[0] + p.c * middle[1]),
        p.c, p.s};
}

tmiFeatureRate tmi_tangent_feature_rate(const tmiTangent *t, int32_t feature,
                                        const tmiFeaturePose *place, const double *y) {
    int32_t column = feature < 0 ? -1 : t->column[t->plan->mechanism->features[feature].body];
    if (column < 0) {
        return (tmiFeatureRate){0};
    }
    const double *unit = t->unit + column;
    y += column;
    return tmi_feature_rate(place, y[0] * unit[0], y[1] * unit[1], y[2] * unit[2]);
}

/* Places of a group's features; a point that stands still is where the next feature is. */
static void find_places(const tmiTangent *t, const tmiTangentGroup *group, tmiFeaturePose *places) {
    for (int32_t k = TM_JOINT_FEATURES - 1; k >= 0; k--) {
        if (group->joint.features[k] >= 0) {
            places[k] = tmi_tangent_feature(t, group->joint.features[k]);
        } else {
            places[k] = k + 1 < TM_JOINT_FEATURES ? places[k + 1] : (tmiFeaturePose){0};
        }
    }
}

/* ---- Filling ------------------------------------------------------------------------------- */

/* Beyond the rounding errors of its own coordinates, as tmi_joint_gap_at has it. */
static double max_gap(const tmiTangentGroup *group, const tmiFeaturePose *places,
                      const double *rows, double size) {
    double max = 0.0;
    double roundings = TMI_COORDINATE_ROUNDINGS * (fabs(places[0].x) + fabs(places[0].y)) +
                       (group->joint.pair ? tmi_pair_roundings(&group->joint, size) : 0.0);
    for (int32_t i = 0; i < group->rows; i++) {
        double gap = fabs(rows[i]) - roundings;
        max = gap <= max ? max : gap - gap == 0.0 ? gap : INFINITY;
    }
    return max;
}

static void fill_group(tmiTangent *t, const tmiTangentGroup *group, tmiFeaturePose *places) {
    double rows[TMI_JOINT_ROWS];
    tmiJointGradient gradient;
    find_places(t, group, places);
    tmi_joint_rows(&group->joint, places, t->size, rows, &gradient);
    if (group->input < 0) {
        double gap = max_gap(group, places, rows, t->size);
        t->gap = gap > t->gap ? gap : t->gap;
    }
    for (int32_t r = 0; r < group->rows; r++) {
        int32_t first = t->pattern.start[group->row + r];
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            for (int i = 0; i < 3 && group->entry[k] >= 0; i++) {
                int32_t at = first + group->entry[k] + i;
                t->values[at] += gradient[r][k][i] * t->unit[t->pattern.index[at]];
            }
        }
    }
}

void tmi_tangent_transpose(const tmiTangent *t, tmiMatrix to) {
    memset(to.data, 0, sizeof(double) * (size_t)t->rows * (size_t)t->cols);
    for (int32_t row = 0; row < t->rows; row++) {
        for (int32_t at = t->pattern.start[row]; at < t->pattern.start[row + 1]; at++) {
            tmi_row(to, t->pattern.index[at])[row] = t->values[at];
        }
    }
}

/* A^T and its QR factors with pivots: rows of A that come last depend on those before. */
static tmStatus factor_dense(tmiTangent *t) {
    if (t->rows == 0 || t->cols == 0) {
        t->rank = 0;
        return TM_OK;
    }
    tmi_tangent_transpose(t, t->factors);
    tmStatus status = tmi_qr_factor(t->factors, t->tau, t->order, t->qr_work, &t->qr);
    t->rank = status == TM_OK ? tmi_qr_rank(&t->qr, TMI_RATE_RANK) : 0;
    return status;
}

static tmStatus factor_sparse(tmiTangent *t) {
    int32_t dependent;
    tmStatus status = tmi_sparse_least_norm_factor(&t->sparse, t->values, NULL);
    tmi_sparse_least_norm_redundant(&t->sparse, &dependent);
    t->rank = t->rows - dependent;
    return status;
}

tmStatus tmi_tangent_take(tmiTangent *t) {
    int32_t bodies = t->plan->graph.body_count;
    memcpy(t->poses, t->plan->good.poses, sizeof(tmPose) * (size_t)bodies);
    memset(t->values, 0, sizeof(double) * (size_t)tmi_pattern_entries(&t->pattern));
    t->gap = 0.0;
    tmi_pairs_load(&t->pairs, t->plan->graph.pairs.good[0]);
    for (int32_t i = 0; i < t->group_count; i++) {
        fill_group(t, &t->groups[i], t->places + i * TM_JOINT_FEATURES);
    }
    return t->dense ? factor_dense(t) : factor_sparse(t);
}

bool tmi_tangent_is_closed(const tmiTangent *t) {
    return t->gap <= OPEN_FACTOR * t->plan->limits.max_gap;
}

/* ---- Right-hand sides ---------------------------------------------------------------------- */

void tmi_tangent_inputs(const tmiTangent *t, const double *rates, double *r) {
    for (int32_t i = 0; i < t->group_count; i++) {
        const tmiTangentGroup *group = &t->groups[i];
        for (int32_t k = 0; k < group->rows; k++) {
            bool follows = group->input >= 0 && rates;
            r[group->row + k] = follows ? group->lever * rates[group->input + k] : 0.0;
        }
    }
}

void tmi_tangent_subtract_bias(const tmiTangent *t, const double *y, double *r) {
    for (int32_t i = 0; i < t->group_count; i++) {
        const tmiTangentGroup *group = &t->groups[i];
        const tmiFeaturePose *places = t->places + i * TM_JOINT_FEATURES;
        tmiFeatureRate rates[TM_JOINT_FEATURES];
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            rates[k] = tmi_tangent_feature_rate(t, group->joint.features[k], &places[k], y);
        }
        double bias[TMI_JOINT_ROWS] = {0.0};
        tmi_joint_bias(&group->joint, places, rates, t->size, bias);
        for (int32_t k = 0; k < group->rows; k++) {
            r[group->row + k] -= bias[k];
        }
    }
}

/* ---- Solutions ----------------------------------------------------------------------------- */

double tmi_tangent_row_times(const tmiTangent *t, int32_t row, const double *y) {
    double sum = 0.0;
    for (int32_t at = t->pattern.start[row]; at < t->pattern.start[row + 1]; at++) {
        sum += t->values[at] * y[t->pattern.index[at]];
    }
    return sum;
}

/* With A^T P = Q R: R_1^T q = (P^T r)_1 for the independent rows, y = Q (q, 0). */
static tmStatus solve_dense(tmiTangent *t, const double *r, double *y) {
    memset(y, 0, sizeof(double) * (size_t)t->cols);
    if (t->rank == 0) {
        return TM_OK;
    }
    for (int32_t i = 0; i < t->rank; i++) {
        y[i] = r[t->order[i]];
    }
    tmStatus status = tmi_qr_solve_rt(&t->qr, t->rank, y);
    if (status == TM_OK) {
        status = tmi_qr_apply_q(&t->qr, tmi_matrix(y, t->cols, 1), t->qr_work);
    }
    return status;
}

static tmStatus solve_sparse(tmiTangent *t, const double *r, double *y) {
    tmStatus status = tmi_sparse_least_norm_solve(&t->sparse, t->values, r, y, NULL);
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status; /* whether it is met is seen below */
}

tmStatus tmi_tangent_solve(tmiTangent *t, const double *r, double *y, bool *met) {
    tmStatus status = t->dense ? solve_dense(t, r, y) : solve_sparse(t, r, y);
    if (status != TM_OK) {
        memset(y, 0, sizeof(double) * (size_t)t->cols);
        return status;
    }
    tmiPattern equations = t->pattern;
    equations.rows = t->rows;
    tmi_sparse_residual(&equations, t->values, r, y, t->residual, t->bound);
    double max = 0.0, bound = 0.0;
    for (int32_t i = 0; i < t->rows; i++) {
        double open = fabs(t->residual[i]);
        max = open <= max ? max : open;
        bound = t->bound[i] > bound ? t->bound[i] : bound;
    }
    double slack = TMI_RATE_MET + OPEN_FACTOR * t->plan->limits.max_gap / t->size;
    *met = max <= slack * bound;
    return TM_OK;
}

tmStatus tmi_tangent_project(tmiTangent *t, const double *g, double *y) {
    bool met;
    for (int32_t i = 0; i < t->rows; i++) {
        t->right[i] = tmi_tangent_row_times(t, i, g);
    }
    return tmi_tangent_solve(t, t->right, y, &met);
}
