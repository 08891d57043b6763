/* newton.c: Newton's method of least weighted norm with a step that never makes things worse. */
#include "analyse/kinematics/newton/newton.h"

#include <math.h>
#include <string.h>

/* A step longer than this [of the size or the largest gap, or rad] is shortened: beyond it the rows
 * are no longer nearly straight. */
#define NEWTON_STEP_MAX 0.5

/* Maximum halvings of a step before the residual counts as stationary. */
#define NEWTON_HALVINGS 12

/* A step counts when it takes away at least this part of the squares that it promises to. */
#define PROMISE_KEPT_MIN 1e-6

/* Weight of the drags' slacks against the motion of clusters, from strong, which meets a drag in a
 * few steps where it can be met, to so weak that a step would not be seen. */
#define SLACK_WEIGHT_MAX 1e6
#define SLACK_WEIGHT_MIN 1e-6

/* Steps to close the joints after a pull; a pull that needs more was too far. */
#define CLOSING_STEPS 8

/* A pull may increase the squares of the misses by this part: their rounding errors. */
#define PULL_NOISE (8.0 * TMI_EPSILON)

/* A pull of which only a part is certain is cut to this share of it, and to no less than the second
 * number of its own. */
#define CUT_SHARE 0.9
#define CUT_MIN 0.1

/* Pulls in one move, for each Newton step that it may take: near a change point they are short. */
#define PULLS_EACH_STEP 8

/* A pull that moves less than this [of the size, or rad] was the last: the drags are as near as
 * they get. */
#define PULL_SETTLED 1e-11

/* The same of a pull that knows its curvature, and so errs by the square of its length; what it
 * does to the squares of the misses is hidden by rounding errors. */
#define PULL_SETTLED_CURVED 1e-7

static tmiFeaturePose place_of(const tmiNewton *n, const tmiNewtonEnd *end) {
    const double *r = n->program->registers;
    double x = r[end->point], y = r[end->point + 1];
    double c = r[end->direction], s = r[end->direction + 1];
    if (end->block < 0) {
        return (tmiFeaturePose){x, y, 0.0, 0.0, c, s};
    }
    const tmiNewtonBlock *b = &n->blocks[end->block];
    const double *p = r + b->place;
    double rx = p[2] * (x - b->x) - p[3] * (y - b->y);
    double ry = p[3] * (x - b->x) + p[2] * (y - b->y);
    return (tmiFeaturePose){p[0] + (p[2] * x - p[3] * y), p[1] + (p[3] * x + p[2] * y), rx, ry,
                            p[2] * c - p[3] * s,          p[3] * c + p[2] * s};
}

/* Adds the gradients of a row of one end to the entries of its cluster's columns. */
static void scatter(const tmiNewton *n, int32_t row, int32_t block, const double gradient[3]) {
    const tmiNewtonBlock *b = &n->blocks[block];
    int32_t at = n->pattern.start[row];
    while (n->pattern.index[at] != b->column) {
        at++;
    }
    if (b->locus == TMI_LOCUS_TURN) {
        n->values[at] += gradient[2];
    } else if (b->locus == TMI_LOCUS_SLIDE) {
        const double *u = n->program->registers + b->along;
        n->values[at] += gradient[0] * u[0] + gradient[1] * u[1];
    } else {
        for (int i = 0; i < 3; i++) {
            n->values[at + i] += gradient[i];
        }
    }
}

static void evaluate_group(tmiNewton *n, const tmiNewtonGroup *group, const double *values) {
    tmiFeaturePose places[TM_JOINT_FEATURES];
    tmiPlanarJoint joint = {.kind = (tmJointKind)group->kind, .value = group->value};
    if (group->pair) {
        joint = *group->pair;
    }
    int32_t first = group->joint < 0 ? 1 : 0;
    if (first) {
        places[0] = (tmiFeaturePose){values[group->input], values[group->input + 1], 0, 0, 1, 0};
    } else if (group->input >= 0) {
        joint.value = values[group->input];
    }
    for (int32_t k = first; k < group->ends; k++) {
        places[k] = place_of(n, &group->end[k]);
    }
    tmiJointGradient gradient;
    int32_t rows = tmi_joint_rows(&joint, places, n->size, n->residual + group->row, &gradient);
    if (group->pair) {
        tmi_pair_follow(group->pair, places); /* steps are short, so turns are counted here */
    }
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t k = first; k < group->ends; k++) {
            if (group->end[k].block >= 0) {
                scatter(n, group->row + row, group->end[k].block, gradient[row][k]);
            }
        }
        if (group->row + row >= n->rows - n->soft) {
            n->values[n->pattern.start[group->row + row + 1] - 1] = 1.0; /* the slack */
        }
    }
}

/* Residuals of all rows, and their gradients into n->values. */
static void evaluate(tmiNewton *n, const double *values) {
    memset(n->values, 0, sizeof(double) * (size_t)n->pattern.start[n->rows]);
    for (int32_t i = 0; i < n->group_count; i++) {
        evaluate_group(n, &n->groups[i], values);
    }
}

static double max_abs(const double *v, int32_t count) {
    double max = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double size = fabs(v[i]);
        max = size > max || size != size ? size : max;
    }
    return max;
}

/* What a step must reduce: the sum of squares of the rows from `first` to before `last`. */
static double badness(const tmiNewton *n, int32_t first, int32_t last) {
    double sum = 0.0;
    for (int32_t i = first; i < last; i++) {
        sum += n->residual[i] * n->residual[i];
    }
    return sum;
}

/* Solves J dx = -f ([ME] 3.4.3) for the step of least weighted norm ([ME] 3.4.6) that takes the
 * first `count` rows to zero and leaves the others as they are. False when the system cannot be
 * solved. */
static bool find_step(tmiNewton *n, int32_t count) {
    for (int32_t i = 0; i < n->rows; i++) {
        n->residual[i] = i < count ? -n->residual[i] : 0.0;
    }
    tmStatus status;
    if (n->dense) {
        memset(n->matrix, 0, sizeof(double) * (size_t)n->rows * (size_t)n->pattern.cols);
        for (int32_t row = 0; row < n->rows; row++) {
            for (int32_t at = n->pattern.start[row]; at < n->pattern.start[row + 1]; at++) {
                n->matrix[row * n->pattern.cols + n->pattern.index[at]] = n->values[at];
            }
        }
        tmiLeastNormInfo info;
        status =
            tmi_least_norm(tmi_matrix(n->matrix, n->rows, n->pattern.cols), n->residual, n->weights,
                           TMI_RANK_TOLERANCE, n->work, n->int_work, n->step, &info);
    } else {
        status = tmi_sparse_least_norm_factor(&n->sparse, n->values, n->weights);
        if (status == TM_OK) {
            status = tmi_sparse_least_norm_solve(&n->sparse, n->values, n->residual, n->step, NULL);
        }
    }
    return status == TM_OK || status == TM_ERR_NOT_CONVERGED;
}

/* How far the step turns a cluster at most, or moves it against the mechanism and what is open in
 * it (the right-hand side that find_step leaves): a body that is far from where it should be gets
 * there in few steps. */
static double step_size(const tmiNewton *n) {
    double open = max_abs(n->residual, n->rows), max = 0.0;
    double length = open > n->size ? open : n->size;
    for (int32_t i = 0; i < n->block_count; i++) {
        const tmiNewtonBlock *b = &n->blocks[i];
        int32_t last = b->column + (b->locus == TMI_LOCUS_NONE ? 2 : 0);
        for (int32_t k = b->column; k <= last; k++) {
            bool turns = k == last && b->locus != TMI_LOCUS_SLIDE;
            double part = fabs(n->step[k]) / (turns ? 1.0 : length);
            max = part > max ? part : max;
        }
    }
    return max;
}

/* Turns the axes of a pose by the angle whose half tangent is turn / 2 (Cayley), which needs no
 * sine, and puts the block's centre at (mx, my). */
static void turn_about(const tmiNewtonBlock *b, const double *from, double turn, double mx,
                       double my, double *p) {
    double half = 0.5 * turn;
    double inverse = 1.0 / (1.0 + half * half);
    double c = (1.0 - half * half) * inverse, s = 2.0 * half * inverse;
    double nc = from[2] * c - from[3] * s, ns = from[3] * c + from[2] * s;
    double unit = 0.5 * (3.0 - (nc * nc + ns * ns)); /* keeps the direction a unit vector */
    nc *= unit;
    ns *= unit;
    p[0] = mx - (nc * b->x - ns * b->y);
    p[1] = my - (ns * b->x + nc * b->y);
    p[2] = nc;
    p[3] = ns;
}

/* Moves each cluster from where it started by `part` of its step. */
static void apply(tmiNewton *n, double part) {
    double *r = n->program->registers;
    for (int32_t i = 0; i < n->block_count; i++) {
        const tmiNewtonBlock *b = &n->blocks[i];
        const double *from = n->start + 4 * i, *step = n->step + b->column;
        double *p = r + b->place;
        if (b->locus == TMI_LOCUS_TURN) {
            turn_about(b, from, part * step[0], r[b->at], r[b->at + 1], p);
        } else if (b->locus == TMI_LOCUS_SLIDE) {
            p[0] = from[0] + part * step[0] * r[b->along];
            p[1] = from[1] + part * step[0] * r[b->along + 1];
        } else {
            double mx = from[0] + (from[2] * b->x - from[3] * b->y) + part * step[0];
            double my = from[1] + (from[3] * b->x + from[2] * b->y) + part * step[1];
            turn_about(b, from, part * step[2], mx, my, p);
        }
    }
}

static void remember(const tmiNewton *n, double *places) {
    for (int32_t i = 0; i < n->block_count; i++) {
        memcpy(places + 4 * i, n->program->registers + n->blocks[i].place, 4 * sizeof(double));
    }
    tmi_pairs_store(n->pairs, places + 4 * n->block_count);
}

static void recall(tmiNewton *n, const double *places) {
    for (int32_t i = 0; i < n->block_count; i++) {
        memcpy(n->program->registers + n->blocks[i].place, places + 4 * i, 4 * sizeof(double));
    }
    tmi_pairs_load(n->pairs, places + 4 * n->block_count);
}

/* Puts a block whose pose is p onto its locus, which the inputs may have moved. */
static void meet_locus(const double *r, tmiNewtonBlock *b, double *p) {
    const double *at = r + b->at, *own = r + b->own;
    if (b->locus == TMI_LOCUS_TURN) {
        b->x = own[0];
        b->y = own[1];
        turn_about(b, p, 0.0, at[0], at[1], p);
    } else if (b->locus == TMI_LOCUS_SLIDE) {
        const double *u = r + b->along, *d = r + b->turn;
        double x = p[0] + (p[2] * own[0] - p[3] * own[1]) - at[0];
        double y = p[1] + (p[3] * own[0] + p[2] * own[1]) - at[1];
        double way = x * u[0] + y * u[1];
        p[0] = at[0] + way * u[0] - (d[0] * own[0] - d[1] * own[1]);
        p[1] = at[1] + way * u[1] - (d[1] * own[0] + d[0] * own[1]);
        p[2] = d[0];
        p[3] = d[1];
    }
}

/* Largest distance of a cluster from these places, of the size, directions as they are. */
static double distance_from(const tmiNewton *n, const double *places) {
    double max = 0.0;
    for (int32_t i = 0; i < n->block_count; i++) {
        const tmiNewtonBlock *b = &n->blocks[i];
        const double *p = n->program->registers + b->place, *q = places + 4 * i;
        double c = p[2] - q[2], s = p[3] - q[3];
        double x = p[0] - q[0] + (c * b->x - s * b->y), y = p[1] - q[1] + (s * b->x + c * b->y);
        double way = tmi_hypot(x, y) / n->size, turn = tmi_hypot(c, s);
        max = way > max ? way : max;
        max = turn > max ? turn : max;
    }
    return max;
}

void tmi_newton_load(tmiNewton *n, const tmPose *poses) {
    for (int32_t i = 0; i < n->block_count; i++) {
        tmiNewtonBlock *b = &n->blocks[i];
        double *p = n->program->registers + b->place;
        memcpy(p, &poses[b->node], sizeof(tmPose));
        meet_locus(n->program->registers, b, p);
    }
}

/* One step towards zero of the joints' rows. Returns false when none reduces them. */
static bool close_joints(tmiNewton *n, const double *values) {
    int32_t hard = n->rows - n->soft;
    double before = badness(n, 0, hard);
    if (!find_step(n, hard)) {
        evaluate(n, values);
        return false;
    }
    remember(n, n->start);
    double size = step_size(n), part = size > NEWTON_STEP_MAX ? NEWTON_STEP_MAX / size : 1.0;
    for (int halving = 0; halving < NEWTON_HALVINGS; halving++, part *= 0.5) {
        apply(n, part);
        evaluate(n, values);
        if (badness(n, 0, hard) < before * (1.0 - PROMISE_KEPT_MIN * part)) {
            return true;
        }
    }
    apply(n, 0.0);
    evaluate(n, values);
    return false;
}

/* Steps until the joints are closed to the tolerance or no step helps; returns whether they are. */
static bool close_all(tmiNewton *n, const double *values, double tolerance, int32_t max,
                      tmiNewtonInfo *info) {
    int32_t hard = n->rows - n->soft;
    info->stationary = false;
    for (int32_t i = 0; max_abs(n->residual, hard) > tolerance; i++) {
        if (i == max || info->stationary) {
            return false;
        }
        info->stationary = !close_joints(n, values);
        info->iterations++;
    }
    return true;
}

/* Goes by `part` of the step, which moves clusters by `moved`, and closes the joints again. Returns
 * whether that was good: they are closed, the way did not bend too much, and the drags are no
 * farther away than `before`. */
static bool try_pull(tmiNewton *n, const double *values, double tolerance, double part,
                     double moved, double before, tmiNewtonInfo *info) {
    bool unseen = n->curved && moved <= PULL_SETTLED_CURVED;
    apply(n, part);
    remember(n, n->pulled);
    evaluate(n, values);
    info->iterations++;
    bool closed = close_all(n, values, tolerance, CLOSING_STEPS, info);
    double deviation = distance_from(n, n->pulled);
    bool straight = deviation <= TMI_DEVIATION_MAX * moved || deviation <= PULL_SETTLED;
    return closed && straight && (unseen || badness(n, n->rows - n->soft, n->rows) <= before);
}

/* Solves for a pull, whose curvature counts once a pull has failed without. The weights of the
 * metric are what they were afterwards. */
static bool find_pull(tmiNewton *n) {
    for (int32_t i = 0; i < n->soft; i++) {
        n->weights[n->unknowns + i] = n->pull;
    }
    if (!n->curved) {
        return find_step(n, n->rows);
    }
    memcpy(n->load, n->weights, sizeof(double) * (size_t)n->unknowns);
    for (int32_t i = 0; i < n->unknowns; i++) {
        n->weights[i] += n->pull * n->curvature[i];
    }
    bool found = find_step(n, n->rows);
    memcpy(n->weights, n->load, sizeof(double) * (size_t)n->unknowns);
    return found;
}

/* One pull at the drags. It is cut until it is certain to stay on the branch, and taken back, with
 * less pull the next time, if it leaves the drags farther away ([More78]'s rule: damping by
 * success). Returns false once no pull helps, or it moved nothing that could be seen. */
static bool pull(tmiNewton *n, const double *values, double tolerance, tmiNewtonInfo *info) {
    double before = badness(n, n->rows - n->soft, n->rows) * (1.0 + PULL_NOISE);
    double max = n->watch ? n->watch->start(n->watch->user) : NEWTON_STEP_MAX;
    if (!(max > 0.0)) {
        return false;
    }
    remember(n, n->before_pull);
    n->curved = n->curved && tmi_newton_find_curvature(n);
    while (n->pull > SLACK_WEIGHT_MIN) {
        if (!find_pull(n)) {
            evaluate(n, values);
            return false;
        }
        remember(n, n->start);
        double size = step_size(n);
        double part = size > max ? max / size : 1.0;
        while (try_pull(n, values, tolerance, part, part * size, before, info)) {
            double way = n->watch ? n->watch->way(n->watch->user, part * size) : 1.0;
            if (way >= 1.0) {
                n->pull = n->pull < SLACK_WEIGHT_MAX ? n->pull * 10.0 : n->pull;
                double last = n->curved ? PULL_SETTLED_CURVED : PULL_SETTLED;
                return part * size > (n->settled > last ? n->settled : last);
            }
            if (part * size <= PULL_SETTLED) {
                break;
            }
            part *= way > CUT_MIN ? CUT_SHARE * way : CUT_MIN;
        }
        recall(n, n->before_pull);
        evaluate(n, values);
        bool learnt = !n->curved && tmi_newton_find_curvature(n);
        n->curved |= learnt;
        n->pull *= learnt ? 1.0 : 0.1;
    }
    return false;
}

/* Largest distance of a dragged feature from where it should be [m]. */
static double max_miss(const tmiNewton *n) {
    double max = 0.0;
    for (int32_t i = n->group_count - 1; i >= 0 && n->groups[i].joint < 0; i--) {
        const double *row = n->residual + n->groups[i].row;
        double miss = tmi_hypot(row[0], row[1]);
        max = miss > max ? miss : max;
    }
    return max;
}

bool tmi_newton_close(tmiNewton *n, const double *values, double tolerance, int32_t max,
                      tmiNewtonInfo *info) {
    evaluate(n, values);
    bool closed = close_all(n, values, tolerance, max, info);
    info->residual = max_abs(n->residual, n->rows - n->soft);
    info->miss = max_miss(n);
    return closed;
}

bool tmi_newton_move(tmiNewton *n, const double *values, double tolerance, int32_t max,
                     tmiNewtonInfo *info) {
    *info = (tmiNewtonInfo){0};
    evaluate(n, values);
    bool closed = close_all(n, values, tolerance, max, info);
    n->pull = SLACK_WEIGHT_MAX;
    int32_t hard = n->rows - n->soft;
    for (int32_t i = 0;
         closed && i < PULLS_EACH_STEP * max && max_abs(n->residual + hard, n->soft) > tolerance;
         i++) {
        if (!pull(n, values, tolerance, info)) {
            break;
        }
    }
    n->curved = n->curved && max_abs(n->residual + hard, n->soft) > tolerance;
    info->residual = max_abs(n->residual, n->rows - n->soft);
    info->miss = max_miss(n);
    return closed;
}
