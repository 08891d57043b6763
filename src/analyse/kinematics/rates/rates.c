/* rates.c: velocities and accelerations of a plan's mechanism: the public owner, and drags, which
 * come as near to their rates as the joints leave them. docs/theory/rates-and-forces.md. */
#include "analyse/kinematics/rates/tangent.h"

#include <math.h>
#include <string.h>

struct tmRates {
    tmAllocator allocator;
    tmiArena arena;
    tmiTangent tangent;
    double *right;         /* of each row, drags behind the others */
    double *velocity;      /* y of the last solution, and y of the second rates */
    double *acceleration;  /* … */
    tmPoseRate *first;     /* by index */
    tmPoseRate *second;    /* … */
    double *ways;          /* of each row of a drag: its direction, as far as the joints leave it */
    double *gram;          /* square of `ways` */
    double *wanted;        /* of each row of a drag: what is missing */
    double *parts;         /* of each row of a drag: how much of its way is taken */
    double *gram_work;     /* of the dense kernel */
    int32_t *gram_integer; /* … */
    double gram_tolerance;
};

/* ---- Life ---------------------------------------------------------------------------------- */

static tmStatus make(tmRates *r, const tmPlan *plan) {
    tmStatus status = tmi_tangent_make(&r->tangent, &r->arena, plan, false);
    if (status != TM_OK) {
        return status;
    }
    const tmiTangent *t = &r->tangent;
    size_t soft = (size_t)t->soft, cols = (size_t)t->cols, bodies = (size_t)plan->graph.body_count;
    r->right = tmi_arena_alloc(&r->arena, (size_t)t->rows + soft, sizeof(double));
    r->velocity = tmi_arena_alloc(&r->arena, cols, sizeof(double));
    r->acceleration = tmi_arena_alloc(&r->arena, cols, sizeof(double));
    r->first = tmi_arena_alloc(&r->arena, bodies, sizeof *r->first);
    r->second = tmi_arena_alloc(&r->arena, bodies, sizeof *r->second);
    r->ways = tmi_arena_alloc(&r->arena, soft * cols, sizeof(double));
    r->gram = tmi_arena_alloc(&r->arena, soft * soft, sizeof(double));
    r->wanted = tmi_arena_alloc(&r->arena, soft, sizeof(double));
    r->parts = tmi_arena_alloc(&r->arena, soft, sizeof(double));
    r->gram_work =
        tmi_arena_alloc(&r->arena, tmi_least_norm_workspace(t->soft, t->soft), sizeof(double));
    r->gram_integer =
        tmi_arena_alloc(&r->arena, tmi_least_norm_int_workspace(t->soft, t->soft), sizeof(int32_t));
    bool complete = r->right && r->velocity && r->acceleration && r->first && r->second &&
                    r->ways && r->gram && r->wanted && r->parts && r->gram_work && r->gram_integer;
    return complete ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tm_rates_create(const tmPlan *plan, tmRates **rates) {
    if (!rates) {
        return TM_ERR_ARGUMENT;
    }
    *rates = NULL;
    if (!plan) {
        return TM_ERR_ARGUMENT;
    }
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmRates *made = tmi_alloc_zero(plan->allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = plan->allocator;
    tmi_arena_init(&made->arena, made->allocator);
    tmStatus status = make(made, plan);
    if (status != TM_OK) {
        tm_rates_destroy(made);
        return status;
    }
    *rates = made;
    return TM_OK;
}

void tm_rates_destroy(tmRates *rates) {
    if (rates) {
        tmi_arena_clear(&rates->arena);
        tmi_free(rates->allocator, rates, sizeof *rates);
    }
}

/* ---- Drags --------------------------------------------------------------------------------- */

/* Each row D of a drag, less what the joints forbid of it, is a way in which the mechanism can move
 * the dragged point; G = D p are the rates that the ways give to the rows, (10). */
static tmStatus find_ways(tmRates *r) {
    tmiTangent *t = &r->tangent;
    double max = 0.0, longest = 0.0;
    for (int32_t i = 0; i < t->soft; i++) {
        double *way = r->ways + (ptrdiff_t)i * t->cols, *row = t->across, square = 0.0;
        memset(row, 0, sizeof(double) * (size_t)t->cols);
        for (int32_t at = t->pattern.start[t->rows + i]; at < t->pattern.start[t->rows + i + 1];
             at++) {
            row[t->pattern.index[at]] = t->values[at];
            square += t->values[at] * t->values[at];
        }
        tmStatus status = tmi_tangent_project(t, row, way);
        if (status != TM_OK) {
            return status;
        }
        for (int32_t k = 0; k < t->cols; k++) {
            way[k] = row[k] - way[k];
        }
        longest = square > longest ? square : longest;
        for (int32_t k = 0; k < t->soft; k++) {
            double rate = tmi_tangent_row_times(t, t->rows + k, way);
            r->gram[k * t->soft + i] = rate;
            max = fabs(rate) > max ? fabs(rate) : max;
        }
    }
    r->gram_tolerance = max > 0.0 ? TMI_DRAG_FREE * longest / max : 1.0;
    return TM_OK;
}

/* Adds to y the ways that bring the dragged points nearest to their rates, (11); *rank is how many
 * there are, *miss what stays. */
static tmStatus pull_drags(tmRates *r, double *y, int32_t *rank, double *miss) {
    const tmiTangent *t = &r->tangent;
    tmiLeastNormInfo found;
    for (int32_t i = 0; i < t->soft; i++) {
        r->wanted[i] = r->right[t->rows + i] - tmi_tangent_row_times(t, t->rows + i, y);
    }
    tmStatus status =
        tmi_least_norm(tmi_matrix(r->gram, t->soft, t->soft), r->wanted, NULL, r->gram_tolerance,
                       r->gram_work, r->gram_integer, r->parts, &found);
    if (status != TM_OK) {
        return status;
    }
    *rank = found.rank;
    for (int32_t i = 0; i < t->soft; i++) {
        const double *way = r->ways + (ptrdiff_t)i * t->cols;
        for (int32_t k = 0; k < t->cols; k++) {
            y[k] += r->parts[i] * way[k];
        }
    }
    *miss = 0.0;
    for (int32_t i = 0; i < t->soft; i++) {
        r->wanted[i] = r->right[t->rows + i] - tmi_tangent_row_times(t, t->rows + i, y);
        if (i % 2 == 1) {
            double off = tmi_hypot(r->wanted[i - 1], r->wanted[i]);
            *miss = off > *miss ? off : *miss;
        }
    }
    return TM_OK;
}

/* ---- Solving ------------------------------------------------------------------------------- */

static void clear_rates(tmRates *r) {
    size_t bodies = (size_t)r->tangent.plan->graph.body_count;
    memset(r->first, 0, bodies * sizeof *r->first);
    memset(r->second, 0, bodies * sizeof *r->second);
    memset(r->velocity, 0, sizeof(double) * (size_t)r->tangent.cols);
    memset(r->acceleration, 0, sizeof(double) * (size_t)r->tangent.cols);
}

/* From motions of the middles to those of the origins. */
static bool put_rates(tmRates *r) {
    const tmiTangent *t = &r->tangent;
    double doubt = 0.0;
    for (int32_t i = 0; i < t->plan->graph.body_count; i++) {
        int32_t column = t->column[i];
        if (column < 0) {
            continue;
        }
        const double *u = t->unit + column, *v = r->velocity + column,
                     *a = r->acceleration + column;
        const tmiFeaturePose origin = tmi_tangent_origin(t, i);
        tmiFeatureRate rate = tmi_feature_rate(&origin, v[0] * u[0], v[1] * u[1], v[2] * u[2]);
        double turn = a[2] * u[2];
        r->first[i] = (tmPoseRate){rate.vx, rate.vy, rate.turn};
        r->second[i] = (tmPoseRate){a[0] * u[0] - turn * origin.ry + rate.ax,
                                    a[1] * u[1] + turn * origin.rx + rate.ay, turn};
        const double all[] = {rate.vx, rate.vy, rate.turn, r->second[i].x, r->second[i].y, turn};
        for (int k = 0; k < 6; k++) {
            doubt += all[k] - all[k]; /* NaN where one is not finite */
        }
    }
    return doubt == 0.0;
}

/* Solves for `y` with the right-hand side as it stands. */
static tmStatus solve_for(tmRates *r, double *y, bool *met, int32_t *rank, double *miss) {
    tmStatus status = tmi_tangent_solve(&r->tangent, r->right, y, met);
    *rank = 0;
    *miss = 0.0;
    if (status == TM_OK && *met && r->tangent.soft > 0) {
        status = pull_drags(r, y, rank, miss);
    }
    return status;
}

/* Both orders: A y' = r' and A y'' = r'' - curves(y'). */
static tmStatus solve(tmRates *r, const double *first, const double *second, tmRatesInfo *info) {
    tmiTangent *t = &r->tangent;
    bool met = false;
    int32_t drags = 0;
    double unseen;
    tmStatus status = t->soft > 0 ? find_ways(r) : TM_OK;
    if (status == TM_OK) {
        tmi_tangent_inputs(t, first, r->right);
        status = solve_for(r, r->velocity, &met, &drags, &info->miss);
    }
    if (status == TM_OK && met) {
        tmi_tangent_inputs(t, second, r->right);
        tmi_tangent_subtract_bias(t, r->velocity, r->right);
        status = solve_for(r, r->acceleration, &met, &drags, &unseen);
    }
    info->freedom = t->cols - t->rank - drags;
    info->outcome = !met ? TM_RATES_SINGULAR : info->freedom > 0 ? TM_RATES_FREE : TM_RATES_DONE;
    return status;
}

static tmStatus check_numbers(const double *v, int32_t count) {
    for (int32_t i = 0; v && i < count; i++) {
        if (!(v[i] - v[i] == 0.0)) {
            return TM_ERR_NOT_FINITE;
        }
    }
    return TM_OK;
}

tmStatus tm_rates_solve(tmRates *rates, const double *first, const double *second,
                        tmRatesInfo *info) {
    if (!rates) {
        return TM_ERR_ARGUMENT;
    }
    tmiTangent *t = &rates->tangent;
    const tmPlan *plan = t->plan;
    if (plan->edits != plan->mechanism->edits) {
        return TM_ERR_STALE;
    }
    tmStatus status = check_numbers(first, plan->graph.value_count);
    status = status == TM_OK ? check_numbers(second, plan->graph.value_count) : status;
    if (status != TM_OK) {
        return status;
    }
    clear_rates(rates);
    tmRatesInfo found = {.outcome = TM_RATES_OPEN};
    status = tmi_tangent_take(t);
    if (status == TM_OK) {
        found.freedom = t->cols - t->rank;
        found.redundant = t->rows - t->rank;
        status = tmi_tangent_is_closed(t) ? solve(rates, first, second, &found) : TM_OK;
    }
    bool known = found.outcome == TM_RATES_DONE || found.outcome == TM_RATES_FREE;
    if (status == TM_OK && known && !put_rates(rates)) {
        status = TM_ERR_NOT_FINITE;
    }
    if (status != TM_OK || !known) {
        clear_rates(rates);
    }
    if (status == TM_OK && info) {
        *info = found;
    }
    return status;
}

/* ---- What can be asked --------------------------------------------------------------------- */

const tmPoseRate *tm_rates_velocities(const tmRates *rates) {
    return rates ? rates->first : NULL;
}

const tmPoseRate *tm_rates_accelerations(const tmRates *rates) {
    return rates ? rates->second : NULL;
}

/* Puts into `at` the velocity and the acceleration of the feature's point, x and y of each. */
static tmStatus point_rates(const tmRates *r, tmFeatureId feature, double at[4]) {
    const tmiTangent *t = &r->tangent;
    const tmMechanism *m = t->plan->mechanism;
    if (t->plan->edits != m->edits) {
        return TM_ERR_STALE;
    }
    int32_t slot = tmi_id_pool_slot(&m->feature_ids, feature.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    tmiFeaturePose place = tmi_tangent_feature(t, slot);
    tmiFeatureRate first = tmi_tangent_feature_rate(t, slot, &place, r->velocity);
    tmiFeatureRate second = tmi_tangent_feature_rate(t, slot, &place, r->acceleration);
    at[0] = first.vx;
    at[1] = first.vy;
    at[2] = second.vx + first.ax;
    at[3] = second.vy + first.ay;
    return TM_OK;
}

static tmStatus put_point(double from_x, double from_y, double *x, double *y) {
    if (!tmi_is_finite3(from_x, from_y, 0.0)) {
        return TM_ERR_NOT_FINITE;
    }
    *x = from_x;
    *y = from_y;
    return TM_OK;
}

tmStatus tm_rates_point_velocity(const tmRates *rates, tmFeatureId feature, double *x, double *y) {
    double at[4];
    tmStatus status = rates && x && y ? point_rates(rates, feature, at) : TM_ERR_ARGUMENT;
    return status == TM_OK ? put_point(at[0], at[1], x, y) : status;
}

tmStatus tm_rates_point_acceleration(const tmRates *rates, tmFeatureId feature, double *x,
                                     double *y) {
    double at[4];
    tmStatus status = rates && x && y ? point_rates(rates, feature, at) : TM_ERR_ARGUMENT;
    return status == TM_OK ? put_point(at[2], at[3], x, y) : status;
}
