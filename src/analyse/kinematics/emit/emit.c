/* emit.c: welds, double pins, and where nodes and points are within their clusters. The three-loops
 * are in emit_closed_forms.c. */
#include "analyse/kinematics/emit/emit.h"

#include "analyse/kinematics/emit/emit_private.h"

/* What only mechanisms with higher pairs need. False when memory runs out. */
static bool start_pairs(tmiEmitter *m, tmiArena *arena) {
    size_t nodes = (size_t)m->graph->node_count, pairs = (size_t)m->graph->pairs.count;
    if (pairs == 0) {
        return true;
    }
    m->turn_parent = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    m->turn = tmi_arena_alloc(arena, nodes, sizeof *m->turn);
    m->pair_winds = tmi_arena_alloc(arena, 2 * pairs, sizeof(int32_t));
    m->refs = tmi_arena_alloc(arena, 2 * pairs, sizeof *m->refs);
    m->pair_ends = tmi_arena_alloc(arena, 2 * pairs, sizeof *m->pair_ends);
    if (!m->pair_ends || !m->turn_parent || !m->turn || !m->pair_winds || !m->refs) {
        return false;
    }
    for (size_t i = 0; i < nodes; i++) {
        m->turn_parent[i] = -1;
    }
    for (size_t i = 0; i < 2 * pairs; i++) {
        m->pair_winds[i] = -1;
    }
    return true;
}

tmStatus tmi_emit_start(tmiEmitter *m, tmiArena *arena, const tmiGraph *graph,
                        tmiProgram *program) {
    *m = (tmiEmitter){.graph = graph, .program = program};
    size_t nodes = (size_t)graph->node_count, edges = (size_t)graph->edge_count;
    m->parent = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    m->pose = tmi_arena_alloc(arena, nodes, sizeof(int32_t));
    m->basis = tmi_arena_alloc(arena, nodes, sizeof *m->basis);
    m->branches = tmi_arena_alloc(arena, nodes, sizeof *m->branches);
    m->gaps = tmi_arena_alloc(arena, nodes + (size_t)graph->pairs.count, sizeof(int32_t));
    for (int end = 0; end < 2; end++) {
        m->joint_point[end] = tmi_arena_alloc(arena, edges, sizeof(int32_t));
        m->joint_root[end] = tmi_arena_alloc(arena, edges, sizeof(int32_t));
        if (!m->joint_point[end] || !m->joint_root[end]) {
            return TM_ERR_MEMORY;
        }
    }
    if (!m->parent || !m->pose || !m->basis || !m->branches || !m->gaps || !start_pairs(m, arena)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < graph->node_count; i++) {
        m->parent[i] = m->pose[i] = m->basis[i].axes = -1;
    }
    for (int32_t e = 0; e < graph->edge_count; e++) {
        m->joint_root[0][e] = m->joint_root[1][e] = -1;
    }
    const double identity[4] = {0.0, 0.0, 1.0, 0.0};
    m->identity = tmi_program_register(program, identity, 4, TMI_FIXED);
    for (int32_t i = 1; i <= graph->placed; i++) {
        int32_t pose = tmi_program_register(program, NULL, 4, TMI_BY_INPUT);
        m->known = i == 1 ? pose : m->known;
        tmi_emit_attach(m, i, 0, pose);
    }
    return program->status;
}

void tmi_emit_attach(tmiEmitter *m, int32_t node, int32_t parent, int32_t pose) {
    m->parent[node] = parent;
    m->pose[node] = pose;
    if (m->turn) {
        m->turn_parent[node] = parent;
        m->turn[node] = (tmiWinding){.known = false};
    }
}

/* Each node remembers its pose in the axes of an ancestor; when that has been attached to another
 * the pose is composed once more, and remembered. */
int32_t tmi_emit_pose(tmiEmitter *m, int32_t node) {
    if (m->parent[node] < 0) {
        return m->identity;
    }
    while (m->parent[m->parent[node]] >= 0) {
        int32_t up = m->parent[node];
        const int32_t in[] = {m->pose[up], m->pose[node]};
        m->pose[node] = tmi_program_add(m->program, TMI_OP_COMPOSE, in, -1, -1);
        m->parent[node] = m->parent[up];
    }
    return m->pose[node];
}

int32_t tmi_emit_axes(const tmiEmitter *m, int32_t node) {
    while (m->parent[node] >= 0) {
        node = m->parent[node];
    }
    return node;
}

int32_t tmi_emit_direction(tmiEmitter *m, const tmiEdgeEnd *end) {
    const double local[2] = {end->c, end->s};
    int32_t in[] = {tmi_program_register(m->program, local, 2, TMI_FIXED), -1};
    if (m->parent[end->node] < 0) {
        return in[0];
    }
    in[1] = tmi_emit_pose(m, end->node) + 2;
    return tmi_program_add(m->program, TMI_OP_ROTATE, in, -1, -1);
}

/* Register of a point of the node in its cluster's axes, from its basis where it has one. */
static int32_t place_point(tmiEmitter *m, int32_t node, int32_t axes, int32_t point) {
    const tmiBasis *b = &m->basis[node];
    if (b->axes != axes) {
        return tmi_emit_op(m, TMI_OP_POINT, -1, tmi_emit_pose(m, node), point, 0, 0);
    }
    int32_t ratio = tmi_emit_op(m, TMI_OP_RATIO, -1, b->own[0], b->own[1], point, 0);
    return tmi_emit_op(m, TMI_OP_AFFINE, -1, b->at[0], b->at[1], ratio, 0);
}

int32_t tmi_emit_point(tmiEmitter *m, int32_t edge, int which) {
    const tmiEdgeEnd *end = &m->graph->edges[edge].end[which];
    int32_t axes = tmi_emit_axes(m, end->node);
    if (m->joint_root[which][edge] != axes) {
        const double local[2] = {end->x, end->y};
        int32_t point = tmi_program_register(m->program, local, 2, TMI_FIXED);
        if (m->parent[end->node] >= 0) {
            point = place_point(m, end->node, axes, point);
        }
        m->joint_point[which][edge] = point;
        m->joint_root[which][edge] = axes;
    }
    return m->joint_point[which][edge];
}

int tmi_emit_end_in(const tmiEmitter *m, int32_t edge, int32_t axes) {
    return tmi_emit_axes(m, m->graph->edges[edge].end[0].node) == axes ? 0 : 1;
}

int32_t tmi_emit_op(tmiEmitter *m, tmiOpKind kind, int32_t part, int32_t a, int32_t b, int32_t c,
                    int32_t d) {
    const int32_t in[TMI_OP_INPUTS] = {a, b, c, d};
    return tmi_program_add(m->program, kind, in, -1, part);
}

int32_t tmi_emit_constant(tmiEmitter *m, double a, double b) {
    const double values[2] = {a, b};
    return tmi_program_register(m->program, values, 2, TMI_FIXED);
}

/* Direction of end 1's node seen from end 0's, for a pin whose angle is known. */
static int32_t known_turn(tmiEmitter *m, const tmiEdge *edge, int32_t guess) {
    if (guess >= 0) {
        return guess;
    }
    int32_t turn = tmi_emit_constant(m, edge->turn[0], edge->turn[1]);
    if (edge->known == TMI_KNOWN_FIXED) {
        return turn;
    }
    const int32_t value[] = {edge->input};
    int32_t angle = tmi_program_add(m->program, TMI_OP_ANGLE, value, -1, edge->joint);
    bool plain = edge->turn[0] == 1.0 && edge->turn[1] == 0.0;
    return plain ? angle : tmi_emit_op(m, TMI_OP_ROTATE, -1, angle, turn, 0, 0);
}

/* Direction of cluster 1's axes in cluster 0's, from that of one end's node in the other's. */
static int32_t cluster_turn(tmiEmitter *m, const tmiEdge *edge, int base_end, int32_t turn) {
    if (base_end == 1) {
        turn = tmi_emit_op(m, TMI_OP_UNROTATE, -1, m->identity + 2, turn, 0, 0);
    }
    int32_t base = edge->end[base_end].node, moved = edge->end[!base_end].node;
    if (m->parent[base] >= 0) {
        turn = tmi_emit_op(m, TMI_OP_ROTATE, -1, turn, tmi_emit_pose(m, base) + 2, 0, 0);
    }
    if (m->parent[moved] >= 0) {
        turn = tmi_emit_op(m, TMI_OP_UNROTATE, -1, turn, tmi_emit_pose(m, moved) + 2, 0, 0);
    }
    return turn;
}

int32_t tmi_emit_slider_turn(tmiEmitter *m, int32_t edge, int base_end) {
    const tmiEdge *e = &m->graph->edges[edge];
    return cluster_turn(m, e, base_end, tmi_emit_constant(m, e->turn[0], e->turn[1]));
}

static void emit_weld(tmiEmitter *m, const tmiMerge *merge, int32_t guess) {
    int32_t e = merge->edge[0];
    const tmiEdge *edge = &m->graph->edges[e];
    int base = tmi_emit_end_in(m, e, merge->root[0]);
    int32_t at = tmi_emit_point(m, e, base);
    int32_t turn;
    if (edge->kind == TMI_EDGE_PIN) {
        turn = cluster_turn(m, edge, base, known_turn(m, edge, guess));
    } else {
        /* End 1 lies from end 0 along the line by the value, so end 0 from end 1 against it. */
        int32_t along = tmi_emit_direction(m, &edge->end[base]);
        if (base == 1) {
            along = tmi_emit_op(m, TMI_OP_ROTATE, -1, along, tmi_emit_constant(m, -1.0, 0.0), 0, 0);
        }
        at = tmi_emit_op(m, TMI_OP_ALONG, edge->joint, at, along, edge->input, 0);
        turn = tmi_emit_slider_turn(m, e, base);
    }
    int32_t own = tmi_emit_point(m, e, !base);
    int32_t pose = tmi_emit_op(m, TMI_OP_PIVOT, edge->joint, turn, at, own, 0);
    tmi_emit_attach(m, merge->root[1], merge->root[0], pose);
    if (m->turn) {
        tmi_emit_weld_turn(m, merge, base, guess >= 0);
    }
}

/* Cluster 1 is placed by its first pin and turned towards its second; what is missing there is a
 * gap that a guess must close, or that shows that the joints contradict each other. */
static void emit_double(tmiEmitter *m, const tmiMerge *merge) {
    int32_t e = merge->edge[0], f = merge->edge[1];
    int base_e = tmi_emit_end_in(m, e, merge->root[0]),
        base_f = tmi_emit_end_in(m, f, merge->root[0]);
    int32_t at = tmi_emit_point(m, e, base_e), to = tmi_emit_point(m, f, base_f);
    int32_t p = tmi_emit_point(m, e, !base_e), q = tmi_emit_point(m, f, !base_f);
    int32_t part = m->graph->edges[f].joint;
    int32_t pose = tmi_emit_op(m, TMI_OP_PLACE, part, at, to, p, q);
    int32_t length2 = tmi_emit_op(m, TMI_OP_SPAN, -1, p, q, 0, 0);
    m->gaps[m->gap_count++] = tmi_emit_op(m, TMI_OP_GAP, part, at, to, length2, 0);
    tmi_emit_attach(m, merge->root[1], merge->root[0], pose);
}

/* Cluster 1 keeps its direction; its point of the second slider runs on a line along the first, and
 * is where that meets the second line. That the second slider's direction fits too is checked by
 * the plan, like every joint. */
static void emit_wedge(tmiEmitter *m, const tmiMerge *merge) {
    int32_t e = merge->edge[0], f = merge->edge[1];
    int base_e = tmi_emit_end_in(m, e, merge->root[0]);
    int base_f = tmi_emit_end_in(m, f, merge->root[0]);
    int32_t turn = tmi_emit_slider_turn(m, e, base_e);
    int32_t own = tmi_emit_point(m, f, !base_f), part = m->graph->edges[f].joint;
    int32_t start = tmi_emit_op(m, TMI_OP_ARM, -1, tmi_emit_point(m, e, base_e), turn,
                                tmi_emit_point(m, e, !base_e), own);
    int32_t u = tmi_emit_direction(m, &m->graph->edges[e].end[base_e]);
    int32_t v = tmi_emit_direction(m, &m->graph->edges[f].end[base_f]);
    int32_t at = tmi_emit_op(m, TMI_OP_LINE_LINE, part, start, u, tmi_emit_point(m, f, base_f), v);
    tmi_emit_attach(m, merge->root[1], merge->root[0],
                    tmi_emit_op(m, TMI_OP_PIVOT, part, turn, at, own, 0));
}

void tmi_emit_merge(tmiEmitter *m, const tmiMerge *merge, int32_t number, int32_t guess) {
    switch (merge->kind) {
    case TMI_MERGE_WELD:
        emit_weld(m, merge, guess);
        break;
    case TMI_MERGE_DOUBLE:
        emit_double(m, merge);
        break;
    case TMI_MERGE_WEDGE:
        emit_wedge(m, merge);
        break;
    case TMI_MERGE_SETTLE:
    case TMI_MERGE_LOOP:
        tmi_emit_loop(m, merge, number);
        break;
    case TMI_MERGE_PAIR:
        tmi_emit_pair(m, merge);
        break;
    }
}
