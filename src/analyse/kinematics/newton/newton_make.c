/* newton_make.c: which unknowns and rows the numerical part of a plan has. */
#include "analyse/kinematics/newton/newton.h"

#include "analyse/kinematics/emit/emit.h"

#include <string.h>

#define NONE (-1)

typedef struct Maker {
    tmiNewton *n;
    tmiArena *arena;
    tmiEmitter *emitter;
    const tmiGraph *g;
    const tmiContraction *c;
    int32_t *block; /* of each node that gives a cluster its axes: its number, or NONE */
    int32_t *edge;  /* of each group: its edge, when that leaves a freedom; else NONE */
    double *radius; /* of gyration of each block, squared [m^2] */
    tmiNewtonUse use;
} Maker;

static bool is_open(const Maker *m, const tmiEdge *edge) {
    return m->use != TMI_NEWTON_REST ||
           m->c->root[edge->end[0].node] != m->c->root[edge->end[1].node];
}

/* Whether no closed form has used the pair. */
static bool is_left(const Maker *m, int32_t pair) {
    return m->use != TMI_NEWTON_REST || !m->c->pair_used[pair];
}

/* Gives the node's cluster a number, unless it has one or is the ground's. */
static void touch(Maker *m, int32_t node) {
    int32_t root = m->c->root[node];
    if (root != m->c->root[0] && m->block[root] == NONE) {
        m->n->blocks[m->n->block_count].node = root;
        m->block[root] = m->n->block_count++;
    }
}

/* Clusters that an open edge, another joint or a drag is attached to. */
static void find_blocks(Maker *m) {
    const tmMechanism *mech = m->g->mechanism;
    for (int32_t i = 0; i < m->g->node_count; i++) {
        m->block[i] = NONE;
    }
    for (int32_t e = 0; e < m->g->edge_count; e++) {
        for (int end = 0; end < 2 && is_open(m, &m->g->edges[e]); end++) {
            touch(m, m->g->edges[e].end[end].node);
        }
    }
    for (int32_t i = 0; i < m->g->other_count; i++) {
        const tmiPlanarJoint *joint = &mech->joints[m->g->others[i]];
        for (int32_t k = 0; k < joint->feature_count; k++) {
            touch(m, tmi_graph_node(m->g, joint->features[k]));
        }
    }
    for (int32_t i = 0; i < m->g->pairs.count; i++) {
        for (int32_t k = 0; is_left(m, i) && k < m->g->pairs.joints[i].feature_count; k++) {
            touch(m, m->g->pairs.nodes[i][k]);
        }
    }
    for (int32_t i = 0; i < m->g->drag_count; i++) {
        touch(m, tmi_graph_node(m->g, m->g->drags[i].feature));
    }
}

/* ---- Groups -------------------------------------------------------------------------------- */

static tmiNewtonGroup *add_group(Maker *m, int32_t kind, int32_t ends, int32_t joint) {
    tmiNewtonGroup *group = &m->n->groups[m->n->group_count++];
    *group = (tmiNewtonGroup){.kind = kind, .ends = ends, .input = NONE, .joint = joint};
    m->edge[m->n->group_count - 1] = NONE;
    return group;
}

static tmiNewtonEnd edge_end(Maker *m, int32_t edge, int which) {
    const tmiEdgeEnd *end = &m->g->edges[edge].end[which];
    return (tmiNewtonEnd){m->block[m->c->root[end->node]], tmi_emit_point(m->emitter, edge, which),
                          tmi_emit_direction(m->emitter, end)};
}

static tmiNewtonEnd feature_end(Maker *m, int32_t feature) {
    const tmiPlanarFeature *f = &m->g->mechanism->features[feature];
    const double local[2] = {f->x, f->y};
    int32_t node = tmi_graph_node(m->g, feature);
    const tmiEdgeEnd end = {node, f->x, f->y, f->c, f->s};
    int32_t point = tmi_program_register(m->emitter->program, local, 2, TMI_FIXED);
    if (m->emitter->parent[node] >= 0) {
        point = tmi_emit_op(m->emitter, TMI_OP_POINT, NONE, tmi_emit_pose(m->emitter, node), point,
                            0, 0);
    }
    return (tmiNewtonEnd){m->block[m->c->root[node]], point, tmi_emit_direction(m->emitter, &end)};
}

static void add_edges(Maker *m) {
    for (int32_t e = 0; e < m->g->edge_count; e++) {
        const tmiEdge *edge = &m->g->edges[e];
        if (!is_open(m, edge)) {
            continue;
        }
        bool pin = edge->kind == TMI_EDGE_PIN;
        int32_t kind = pin ? (int32_t)TM_JOINT_REVOLUTE : (int32_t)TM_JOINT_PRISMATIC;
        tmiNewtonGroup *group = add_group(m, kind, 2, edge->joint);
        group->end[0] = edge_end(m, e, 0);
        group->end[1] = edge_end(m, e, 1);
        if (edge->known == TMI_KNOWN_NOT) {
            m->edge[m->n->group_count - 1] = e;
            continue;
        }
        tmiNewtonGroup *more =
            add_group(m, pin ? (int32_t)TM_JOINT_ANGLE : TMI_JOINT_DISPLACEMENT, 2, edge->joint);
        memcpy(more->end, group->end, sizeof more->end);
        more->input = edge->known == TMI_KNOWN_INPUT ? edge->input : NONE;
        if (edge->known == TMI_KNOWN_FIXED) {
            /* `turn` is of node against node: node 1's x axis is node 0's direction `turn`. */
            const tmiEdgeEnd a = {edge->end[0].node, 0.0, 0.0, edge->turn[0], edge->turn[1]};
            const tmiEdgeEnd b = {edge->end[1].node, 0.0, 0.0, 1.0, 0.0};
            more->end[0].direction = tmi_emit_direction(m->emitter, &a);
            more->end[1].direction = tmi_emit_direction(m->emitter, &b);
        }
    }
}

static void add_joint(Maker *m, int32_t slot) {
    const tmiPlanarJoint *joint = &m->g->mechanism->joints[slot];
    tmiNewtonGroup *group = add_group(m, (int32_t)joint->kind, joint->feature_count, slot);
    group->value = joint->value;
    group->pair = joint->pair ? tmi_pairs_find(&m->g->pairs, slot) : NULL;
    for (int32_t k = 0; k < group->ends; k++) {
        group->end[k] = feature_end(m, joint->features[k]);
    }
}

static void add_others(Maker *m) {
    for (int32_t i = 0; i < m->g->other_count; i++) {
        add_joint(m, m->g->others[i]);
    }
    for (int32_t i = 0; i < m->g->pairs.count; i++) {
        if (is_left(m, i)) {
            add_joint(m, m->g->pairs.slots[i]);
        }
    }
}

/* All joints as they are, soft. */
static void add_joints(Maker *m) {
    const tmMechanism *mech = m->g->mechanism;
    for (int32_t i = 0; i < mech->joint_ids.count; i++) {
        if (tmi_id_pool_at(&mech->joint_ids, i) &&
            tmi_joint_is_movable(m->g->movable, mech, &mech->joints[i])) {
            add_joint(m, i);
            m->n->soft += tmi_joint_row_count(&mech->joints[i]);
        }
    }
}

/* The rows of the inputs at their joints. */
static void add_inputs(Maker *m) {
    for (int32_t e = 0; e < m->g->edge_count; e++) {
        const tmiEdge *edge = &m->g->edges[e];
        if (edge->known != TMI_KNOWN_INPUT) {
            continue;
        }
        bool pin = edge->kind == TMI_EDGE_PIN;
        tmiNewtonGroup *group =
            add_group(m, pin ? (int32_t)TM_JOINT_ANGLE : TMI_JOINT_DISPLACEMENT, 2, edge->joint);
        group->input = edge->input;
        for (int k = 0; k < 2; k++) {
            group->end[k] = feature_end(m, m->g->mechanism->joints[edge->joint].features[k]);
        }
    }
}

static void add_drags(Maker *m) {
    for (int32_t i = 0; i < m->g->drag_count; i++) {
        tmiNewtonGroup *group = add_group(m, (int32_t)TM_JOINT_REVOLUTE, 2, NONE);
        group->input = m->g->drags[i].input;
        group->end[0] = (tmiNewtonEnd){NONE, NONE, NONE};
        group->end[1] = feature_end(m, m->g->drags[i].feature);
        m->n->soft += 2;
    }
}

/* ---- Unknowns ------------------------------------------------------------------------------ */

/* Called for every point at which a group is attached to a cluster: pass 0 finds the centre, pass 1
 * the squared radius of gyration, both as running means. */
static void weigh_groups(Maker *m, int pass, double *count) {
    tmiNewton *n = m->n;
    const double *r = n->program->registers;
    for (int32_t i = 0; i < n->group_count; i++) {
        for (int32_t k = 0; k < n->groups[i].ends; k++) {
            const tmiNewtonEnd *end = &n->groups[i].end[k];
            if (end->block == NONE) {
                continue;
            }
            tmiNewtonBlock *b = &n->blocks[end->block];
            double all = count[end->block] += 1.0;
            double x = r[end->point] - b->x, y = r[end->point + 1] - b->y;
            if (pass == 0) {
                b->x += x / all;
                b->y += y / all;
            } else {
                double *radius = &m->radius[end->block];
                *radius += (x * x + y * y - *radius) / all;
            }
        }
    }
}

/* The weights that make [ME] 3.4.6 independent of units: turns count as lengths. */
static void weigh_blocks(Maker *m) {
    tmiNewton *n = m->n;
    double *count = n->step; /* scratch: one number for each cluster */
    memset(count, 0, sizeof(double) * (size_t)n->block_count);
    weigh_groups(m, 0, count);
    memset(count, 0, sizeof(double) * (size_t)n->block_count);
    weigh_groups(m, 1, count);
}

/* Takes the group of an edge between the block and what is known for the block's locus. */
static void set_locus(Maker *m, const tmiNewtonGroup *group, int32_t edge, int own) {
    tmiNewtonBlock *b = &m->n->blocks[group->end[own].block];
    b->at = group->end[!own].point;
    b->own = group->end[own].point;
    b->along = group->end[!own].direction;
    b->locus = TMI_LOCUS_TURN;
    if (m->g->edges[edge].kind == TMI_EDGE_SLIDER) {
        b->locus = TMI_LOCUS_SLIDE;
        b->turn = tmi_emit_slider_turn(m->emitter, edge, !own);
    }
}

/* Gives clusters their loci, and drops the groups that these stand for: the locus analysis of
 * [ME] 4.1. A pin leaves a circle, a slider a line. */
static void find_loci(Maker *m) {
    tmiNewton *n = m->n;
    int32_t kept = 0;
    for (int32_t i = 0; i < n->group_count; i++) {
        tmiNewtonGroup *group = &n->groups[i];
        int own = group->end[0].block == NONE ? 1 : 0;
        bool locus = m->use == TMI_NEWTON_REST && m->edge[i] != NONE &&
                     group->end[!own].block == NONE &&
                     n->blocks[group->end[own].block].locus == TMI_LOCUS_NONE;
        if (locus) {
            set_locus(m, group, m->edge[i], own);
        } else {
            n->groups[kept++] = *group;
        }
    }
    n->group_count = kept;
}

/* Numbers the unknowns, as few as [ME] 4.1 has, and weighs them; see newton.h. A turn about a pin
 * moves the centre, too. */
static void number_columns(Maker *m) {
    tmiNewton *n = m->n;
    double min = TMI_METRIC_RADIUS * n->size * (TMI_METRIC_RADIUS * n->size);
    for (int32_t i = 0; i < n->block_count; i++) {
        tmiNewtonBlock *b = &n->blocks[i];
        double turn = m->radius[i] > min ? m->radius[i] : min;
        double *weights = &n->weights[b->column = n->unknowns];
        weights[0] = weights[1] = TMI_METRIC_TRANSLATION;
        if (b->locus == TMI_LOCUS_TURN) {
            const double *pin = n->program->registers + b->own;
            double x = pin[0] - b->x, y = pin[1] - b->y;
            weights[0] = turn + TMI_METRIC_TRANSLATION * (x * x + y * y);
        } else if (b->locus == TMI_LOCUS_NONE) {
            weights[2] = turn;
        }
        n->unknowns += b->locus == TMI_LOCUS_NONE ? 3 : 1;
    }
    for (int32_t i = 0; i < n->soft; i++) {
        n->weights[n->unknowns + i] = 1.0; /* set before each use */
    }
}

/* ---- Pattern ------------------------------------------------------------------------------- */

/* Columns of one row: those of each cluster of its group, ascending, and the slack. */
static int32_t row_columns(const tmiNewton *n, const tmiNewtonGroup *group, int32_t row,
                           int32_t *columns) {
    int32_t count = 0;
    for (int32_t last = NONE;;) {
        int32_t next = INT32_MAX;
        for (int32_t k = 0; k < group->ends; k++) {
            int32_t b = group->end[k].block;
            next = b > last && b < next ? b : next;
        }
        if (next == INT32_MAX) {
            break;
        }
        const tmiNewtonBlock *b = &n->blocks[next];
        for (int i = 0; i < (b->locus == TMI_LOCUS_NONE ? 3 : 1); i++) {
            columns[count++] = b->column + i;
        }
        last = next;
    }
    if (row >= n->rows - n->soft) {
        columns[count++] = n->unknowns + row - (n->rows - n->soft);
    }
    return count;
}

static tmStatus make_pattern(Maker *m) {
    tmiNewton *n = m->n;
    int32_t max = 3 * TM_JOINT_FEATURES + 1;
    int32_t *start = tmi_arena_alloc(m->arena, (size_t)n->rows + 1, sizeof *start);
    int32_t *index = tmi_arena_alloc(m->arena, (size_t)n->rows * (size_t)max, sizeof *index);
    if (!start || !index) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n->group_count; i++) {
        int32_t last = i + 1 < n->group_count ? n->groups[i + 1].row : n->rows;
        for (int32_t row = n->groups[i].row; row < last; row++) {
            start[row + 1] = start[row] + row_columns(n, &n->groups[i], row, index + start[row]);
        }
    }
    n->pattern = (tmiPattern){n->rows, n->unknowns + n->soft, start, index};
    return TM_OK;
}

/* Numbers the rows; the drags' come last. */
static void number_rows(tmiNewton *n) {
    for (int32_t i = 0; i < n->group_count; i++) {
        const tmiPlanarJoint kind = {.kind = (tmJointKind)n->groups[i].kind,
                                     .value = n->groups[i].value,
                                     .pair = n->groups[i].pair ? n->groups[i].pair->pair : NULL};
        n->groups[i].row = n->rows;
        n->rows += tmi_joint_row_count(&kind);
    }
}

/* ---- All together -------------------------------------------------------------------------- */

static tmStatus reserve(Maker *m) {
    tmiNewton *n = m->n;
    size_t rows = (size_t)n->rows, cols = (size_t)n->pattern.cols;
    n->dense = n->rows <= TMI_DENSE_ROWS;
    n->values = tmi_arena_alloc(m->arena, (size_t)n->pattern.start[n->rows], sizeof(double));
    n->residual = tmi_arena_alloc(m->arena, rows, sizeof(double));
    size_t state = 4 * (size_t)n->block_count + tmi_pairs_winds(n->pairs);
    n->start = tmi_arena_alloc(m->arena, state, sizeof(double));
    n->before_pull = tmi_arena_alloc(m->arena, state, sizeof(double));
    n->pulled = tmi_arena_alloc(m->arena, state, sizeof(double));
    if (!n->values || !n->residual || !n->start || !n->before_pull || !n->pulled) {
        return TM_ERR_MEMORY;
    }
    if (!n->dense) {
        return tmi_sparse_least_norm_analyse(&n->sparse, m->arena, &n->pattern);
    }
    size_t work = tmi_least_norm_workspace(n->rows, n->pattern.cols);
    size_t curvature = tmi_least_norm_workspace(n->unknowns, n->rows);
    n->matrix = tmi_arena_alloc(m->arena, rows * cols, sizeof(double));
    n->work = tmi_arena_alloc(m->arena, work > curvature ? work : curvature, sizeof(double));
    n->int_work = tmi_arena_alloc(m->arena, tmi_least_norm_int_workspace(n->rows, n->pattern.cols),
                                  sizeof(int32_t));
    n->curvature = tmi_arena_alloc(m->arena, cols, sizeof(double));
    n->load = tmi_arena_alloc(m->arena, cols, sizeof(double));
    n->loads = tmi_arena_alloc(m->arena, rows, sizeof(double));
    return n->matrix && n->work && n->int_work && n->curvature && n->load && n->loads
               ? TM_OK
               : TM_ERR_MEMORY;
}

static tmStatus reserve_lists(Maker *m) {
    tmiNewton *n = m->n;
    size_t nodes = (size_t)m->g->node_count, edges = (size_t)m->g->edge_count;
    size_t drags = (size_t)m->g->drag_count;
    size_t joints = (size_t)m->g->mechanism->joint_ids.count;
    size_t slacks = TMI_JOINT_ROWS * joints + 2 * drags, unknowns = 3 * nodes + slacks;
    m->block = tmi_arena_alloc(m->arena, nodes, sizeof(int32_t));
    n->blocks = tmi_arena_alloc(m->arena, nodes, sizeof *n->blocks);
    size_t groups = 2 * edges + joints + drags;
    n->groups = tmi_arena_alloc(m->arena, groups, sizeof *n->groups);
    m->edge = tmi_arena_alloc(m->arena, groups, sizeof(int32_t));
    m->radius = tmi_arena_alloc(m->arena, nodes, sizeof(double));
    n->weights = tmi_arena_alloc(m->arena, unknowns, sizeof(double));
    n->step = tmi_arena_alloc(m->arena, unknowns, sizeof(double));
    return m->block && m->edge && m->radius && n->blocks && n->groups && n->weights && n->step
               ? TM_OK
               : TM_ERR_MEMORY;
}

tmStatus tmi_newton_make(tmiNewton *n, tmiArena *arena, tmiEmitter *emitter,
                         const tmiContraction *contraction, tmiNewtonUse use) {
    *n = (tmiNewton){
        .program = emitter->program, .size = emitter->graph->size, .pairs = &emitter->graph->pairs};
    Maker maker = {.n = n,
                   .arena = arena,
                   .emitter = emitter,
                   .g = emitter->graph,
                   .c = contraction,
                   .use = use};
    tmStatus status = reserve_lists(&maker);
    if (status != TM_OK) {
        return status;
    }
    find_blocks(&maker);
    if (use == TMI_NEWTON_STRETCH) {
        add_inputs(&maker);
        add_joints(&maker);
    } else {
        add_edges(&maker);
        add_others(&maker);
    }
    add_drags(&maker);
    for (int32_t i = 0; i < n->block_count; i++) {
        n->blocks[i].place = tmi_program_register(emitter->program, NULL, 4, TMI_BY_INPUT);
    }
    if (emitter->program->status != TM_OK) {
        return emitter->program->status;
    }
    weigh_blocks(&maker);
    find_loci(&maker);
    if (emitter->program->status != TM_OK) {
        return emitter->program->status;
    }
    number_columns(&maker);
    number_rows(n);
    n->before_ops = emitter->program->op_count;
    for (int32_t i = 0; i < n->block_count; i++) {
        tmi_emit_attach(emitter, n->blocks[i].node, contraction->root[0], n->blocks[i].place);
    }
    status = make_pattern(&maker);
    return status == TM_OK ? reserve(&maker) : status;
}
