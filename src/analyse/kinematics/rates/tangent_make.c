/* tangent_make.c: which unknowns and rows the equations of a plan have, and their metric. */
#include "analyse/kinematics/rates/tangent.h"

#include <math.h>
#include <string.h>

#define NONE (-1)

/* ---- Groups -------------------------------------------------------------------------------- */

static tmiTangentGroup *add_group(tmiTangent *t, const tmiPlanarJoint *joint) {
    tmiTangentGroup *group = &t->groups[t->group_count++];
    *group = (tmiTangentGroup){.joint = *joint, .input = NONE};
    group->rows = tmi_joint_row_count(joint);
    group->row = t->rows;
    t->rows += group->rows;
    return group;
}

static void add_joints(tmiTangent *t) {
    const tmMechanism *m = t->plan->mechanism;
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        t->group_of[i] = NONE;
        if (tmi_id_pool_at(&m->joint_ids, i)) {
            t->group_of[i] = t->group_count;
            const tmiPlanarJoint *pair = tmi_pairs_find(&t->pairs, i);
            add_group(t, pair ? pair : &m->joints[i]);
        }
    }
}

/* An input's row is that of an angle or a displacement between the features of its joint. */
static void add_inputs(tmiTangent *t) {
    const tmiGraph *g = &t->plan->graph;
    for (int32_t e = 0; e < g->edge_count; e++) {
        const tmiEdge *edge = &g->edges[e];
        if (edge->known == TMI_KNOWN_INPUT) {
            bool pin = edge->kind == TMI_EDGE_PIN;
            tmiPlanarJoint joint = g->mechanism->joints[edge->joint];
            joint.kind = pin ? TM_JOINT_ANGLE : (tmJointKind)TMI_JOINT_DISPLACEMENT;
            joint.value = 0.0;
            tmiTangentGroup *group = add_group(t, &joint);
            group->input = edge->input;
            group->lever = pin ? t->size : 1.0;
        }
    }
}

/* A drag is a pin between its feature and a point that stands still. */
static void add_drags(tmiTangent *t, bool hold) {
    const tmiGraph *g = &t->plan->graph;
    int32_t before = t->rows;
    for (int32_t i = 0; i < g->drag_count; i++) {
        tmiPlanarJoint pin = {.kind = TM_JOINT_REVOLUTE};
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            pin.features[k] = k == 1 ? g->drags[i].feature : NONE;
        }
        tmiTangentGroup *group = add_group(t, &pin);
        group->input = g->drags[i].input;
        group->lever = 1.0;
    }
    if (!hold) {
        t->soft = t->rows - before;
        t->rows = before;
    }
}

/* ---- Unknowns ------------------------------------------------------------------------------ */

static void number_columns(tmiTangent *t) {
    const tmMechanism *m = t->plan->mechanism;
    for (int32_t i = 0; i < m->body_ids.count; i++) {
        bool moves = i > 0 && tmi_id_pool_at(&m->body_ids, i);
        t->column[i] = moves ? t->cols : NONE;
        t->cols += moves ? 3 : 0;
    }
}

static int32_t column_of(const tmiTangent *t, const tmiTangentGroup *group, int32_t k) {
    int32_t feature = group->joint.features[k];
    return feature < 0 ? NONE : t->column[t->plan->mechanism->features[feature].body];
}

/* For every point at which a group is attached to a body: pass 0 finds the centre, pass 1 the mean
 * square of the distance from it over the size, both as running means. */
static void weigh_groups(tmiTangent *t, int pass, double *count) {
    const tmMechanism *m = t->plan->mechanism;
    memset(count, 0, sizeof(double) * (size_t)m->body_ids.count);
    for (int32_t i = 0; i < t->group_count; i++) {
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            int32_t column = column_of(t, &t->groups[i], k);
            if (column < 0) {
                continue;
            }
            const tmiPlanarFeature *f = &m->features[t->groups[i].joint.features[k]];
            double *middle = &t->middle[2 * f->body], *square = &t->unit[column + 2];
            double x = f->x - middle[0], y = f->y - middle[1], all = count[f->body] += 1.0;
            if (pass == 0) {
                middle[0] += x / all;
                middle[1] += y / all;
            } else {
                *square +=
                    ((x / t->size) * (x / t->size) + (y / t->size) * (y / t->size) - *square) / all;
            }
        }
    }
}

/* The weights of [ME] 3.4.6, as in newton_make.c: turns times the radius of gyration. */
static void weigh_bodies(tmiTangent *t) {
    weigh_groups(t, 0, t->across);
    weigh_groups(t, 1, t->across);
    for (int32_t i = 0; i < t->cols; i += 3) {
        double radius = sqrt(t->unit[i + 2]);
        radius = radius > TMI_METRIC_RADIUS ? radius : TMI_METRIC_RADIUS;
        t->unit[i] = t->unit[i + 1] = 1.0 / sqrt(TMI_METRIC_TRANSLATION);
        t->unit[i + 2] = 1.0 / (t->size * radius);
    }
}

/* ---- Pattern ------------------------------------------------------------------------------- */

/* Lists the columns of a group's rows, ascending, and the positions of those of each feature. */
static int32_t list_columns(const tmiTangent *t, tmiTangentGroup *group, int32_t *columns) {
    int32_t count = 0, last = NONE;
    for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
        group->entry[k] = NONE;
    }
    for (;;) {
        int32_t next = INT32_MAX;
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            int32_t c = column_of(t, group, k);
            next = c > last && c < next ? c : next;
        }
        if (next == INT32_MAX) {
            return count;
        }
        for (int32_t k = 0; k < TM_JOINT_FEATURES; k++) {
            group->entry[k] = column_of(t, group, k) == next ? count : group->entry[k];
        }
        for (int i = 0; i < 3; i++) {
            columns[count++] = next + i;
        }
        last = next;
    }
}

static tmStatus make_pattern(tmiTangent *t, tmiArena *arena) {
    int32_t rows = t->rows + t->soft, row = 0, max = 3 * TM_JOINT_FEATURES;
    int32_t *start = tmi_arena_alloc(arena, (size_t)rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(arena, (size_t)rows * (size_t)max, sizeof *index);
    if (!start || !index) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < t->group_count; i++) {
        for (int32_t k = 0; k < t->groups[i].rows; k++, row++) {
            start[row + 1] = start[row] + list_columns(t, &t->groups[i], index + start[row]);
        }
    }
    t->pattern = (tmiPattern){rows, t->cols, start, index};
    t->values = tmi_arena_alloc(arena, (size_t)start[rows], sizeof(double));
    return t->values ? TM_OK : TM_ERR_MEMORY;
}

/* ---- All together -------------------------------------------------------------------------- */

static tmStatus reserve_lists(tmiTangent *t, tmiArena *arena) {
    const tmMechanism *m = t->plan->mechanism;
    size_t bodies = (size_t)m->body_ids.count, joints = (size_t)m->joint_ids.count;
    size_t groups = joints + (size_t)t->plan->graph.value_count;
    size_t rows = TMI_JOINT_ROWS * groups, cols = 3 * bodies;
    t->groups = tmi_arena_alloc(arena, groups, sizeof *t->groups);
    t->group_of = tmi_arena_alloc(arena, joints, sizeof *t->group_of);
    t->column = tmi_arena_alloc(arena, bodies, sizeof *t->column);
    t->middle = tmi_arena_alloc(arena, 2 * bodies, sizeof *t->middle);
    t->unit = tmi_arena_alloc(arena, cols, sizeof *t->unit);
    t->poses = tmi_arena_alloc(arena, bodies, sizeof *t->poses);
    t->places = tmi_arena_alloc(arena, groups * TM_JOINT_FEATURES, sizeof *t->places);
    t->across = tmi_arena_alloc(arena, rows > cols ? rows : cols, sizeof *t->across);
    return t->groups && t->group_of && t->column && t->middle && t->unit && t->poses && t->places &&
                   t->across
               ? TM_OK
               : TM_ERR_MEMORY;
}

static tmStatus reserve_kernel(tmiTangent *t, tmiArena *arena) {
    size_t rows = (size_t)t->rows, cols = (size_t)t->cols;
    t->right = tmi_arena_alloc(arena, rows, sizeof(double));
    t->residual = tmi_arena_alloc(arena, rows, sizeof(double));
    t->bound = tmi_arena_alloc(arena, rows, sizeof(double));
    if (!t->right || !t->residual || !t->bound) {
        return TM_ERR_MEMORY;
    }
    t->dense = t->rows <= TMI_DENSE_ROWS;
    if (!t->dense) {
        tmiPattern equations = t->pattern;
        equations.rows = t->rows;
        return tmi_sparse_least_norm_analyse(&t->sparse, arena, &equations);
    }
    double *matrix = tmi_arena_alloc(arena, rows * cols, sizeof(double));
    size_t work = tmi_qr_workspace(t->cols, t->rows);
    t->factors = tmi_matrix(matrix, t->cols, t->rows);
    t->tau = tmi_arena_alloc(arena, rows, sizeof(double));
    t->order = tmi_arena_alloc(arena, rows, sizeof(int32_t));
    t->qr_work = tmi_arena_alloc(arena, work > cols + 1 ? work : cols + 1, sizeof(double));
    return matrix && t->tau && t->order && t->qr_work ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_tangent_make(tmiTangent *t, tmiArena *arena, const tmPlan *plan, bool hold) {
    *t = (tmiTangent){.plan = plan, .size = plan->graph.size};
    tmStatus status = reserve_lists(t, arena);
    if (status == TM_OK) {
        status = tmi_pairs_make(&t->pairs, arena, plan->mechanism);
    }
    if (status != TM_OK) {
        return status;
    }
    number_columns(t);
    add_joints(t);
    add_inputs(t);
    add_drags(t, hold);
    weigh_bodies(t);
    status = make_pattern(t, arena);
    return status == TM_OK ? reserve_kernel(t, arena) : status;
}
