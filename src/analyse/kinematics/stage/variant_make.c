/* variant_make.c: makes the program of one way to compute all poses. */
#include "analyse/kinematics/stage/stage.h"

#include "analyse/kinematics/emit/emit.h"
#include "analyse/kinematics/graph/graph.h"

#include <string.h>

/* Register of the angle at the edge, as direction of end 1's node seen from end 0's. */
static int32_t guess_register(tmiStageVariant *v, const tmiGraph *graph, int32_t edge) {
    const tmiEdge *e = &graph->edges[edge];
    tmPose p = graph->poses[e->end[0].node], q = graph->poses[e->end[1].node];
    const double turn[2] = {p.c * q.c + p.s * q.s, p.c * q.s - p.s * q.c};
    return tmi_program_register(&v->program, turn, 2, TMI_BY_GUESS);
}

static void emit_merges(tmiStageVariant *v) {
    for (int32_t i = 0; i < v->contraction.merge_count; i++) {
        const tmiMerge *merge = &v->contraction.merges[i];
        int32_t guess = -1;
        for (int32_t k = 0; merge->kind == TMI_MERGE_WELD && k < v->guess_count; k++) {
            if (v->guesses[k].edge == merge->edge[0]) {
                guess = v->guesses[k].direction;
            }
        }
        tmi_emit_merge(&v->emitter, merge, i, guess);
    }
    const tmiGraph *g = v->emitter.graph;
    for (int32_t i = 0; v->guess_count > 0 && i < g->pairs.count; i++) {
        if (!v->contraction.pair_used[i] && tmi_pair_rolls(&g->pairs.joints[i])) {
            tmi_emit_pair_gap(&v->emitter, i);
        }
    }
}

/* Nothing contracted: every node keeps its own axes. */
static tmStatus contract_nothing(tmiStageVariant *v, tmiArena *arena, const tmiGraph *graph) {
    tmiContraction *c = &v->contraction;
    *c = (tmiContraction){0};
    c->root = tmi_arena_alloc(arena, (size_t)graph->node_count, sizeof(int32_t));
    c->pair_used = tmi_arena_alloc(arena, (size_t)graph->pairs.count, sizeof *c->pair_used);
    for (int32_t i = 0; c->root && i < graph->node_count; i++) {
        c->root[i] = i;
    }
    return c->root && c->pair_used ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus contract(tmiStageVariant *v, tmiArena *arena, const tmiGraph *graph,
                         const int32_t *tears, int32_t tear_count) {
    bool *known = tmi_arena_alloc(arena, (size_t)graph->edge_count, sizeof *known);
    if (!known) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < tear_count; i++) {
        known[tears[i]] = true;
        v->guesses[i] = (tmiGuess){.edge = tears[i]};
    }
    v->guess_count = tear_count;
    return tmi_contract(&v->contraction, arena, graph, known);
}

/* Marks every double that the gaps depend on, and puts each step into its part: 0 needs no guess, 1
 * is needed for the gaps, 2 is the rest. Marks dyads of which the gaps need the point alone. */
static void mark_parts(tmiStageVariant *v, uint8_t *needed, uint8_t *part) {
    tmiProgram *p = &v->program;
    for (int32_t i = 0; i < v->emitter.gap_count; i++) {
        needed[v->emitter.gaps[i]] = 1;
    }
    for (int32_t i = p->op_count - 1; i >= 0; i--) {
        const tmiOp *op = &p->ops[i];
        tmiOpKind kind = (tmiOpKind)op->kind;
        bool wanted = false;
        for (int32_t k = 0; k < tmi_op_outputs(kind); k++) {
            wanted |= needed[op->out + k];
        }
        part[i] = (uint8_t)(!(p->varies[op->out] & TMI_BY_GUESS) ? 0 : wanted ? 1 : 2);
        if (kind == TMI_OP_DYAD) {
            p->ops[i].point_only = true;
            for (int32_t k = 2; k < tmi_op_outputs(kind); k++) {
                p->ops[i].point_only &= !needed[op->out + k];
            }
        }
        for (int32_t k = 0; wanted && k < tmi_op_inputs(kind); k++) {
            memset(needed + op->in[k], 1, (size_t)tmi_op_input_size(kind, k));
        }
    }
}

/* Sorts the steps by their parts. Order within a part stays, so every step still finds its inputs
 * computed. */
static tmStatus sort_ops(tmiStageVariant *v, tmiArena *arena) {
    tmiProgram *p = &v->program;
    tmiArenaMark mark = tmi_arena_mark(arena);
    uint8_t *needed = tmi_arena_alloc(arena, (size_t)p->register_count, 1);
    uint8_t *part = tmi_arena_alloc(arena, (size_t)p->op_count, 1);
    tmiOp *sorted = tmi_arena_alloc(arena, (size_t)p->op_count, sizeof *sorted);
    if (!needed || !part || !sorted) {
        return TM_ERR_MEMORY;
    }
    mark_parts(v, needed, part);
    int32_t count = 0;
    int32_t ends[3];
    for (uint8_t which = 0; which < 3; which++) {
        for (int32_t i = 0; i < p->op_count; i++) {
            if (part[i] == which) {
                sorted[count++] = p->ops[i];
            }
        }
        ends[which] = count;
    }
    v->known_ops = ends[0];
    v->closed_ops = ends[1];
    if (count > 0) {
        memcpy(p->ops, sorted, sizeof *sorted * (size_t)count);
    }
    tmi_arena_release(arena, mark);
    return TM_OK;
}

/* Adds the steps that end at every node's pose in the world. */
static tmStatus emit_poses(tmiStageVariant *v, tmiArena *arena, const tmiGraph *graph) {
    const int32_t *root = v->contraction.root;
    v->node_pose = tmi_arena_alloc(arena, (size_t)graph->node_count, sizeof(int32_t));
    if (!v->node_pose) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < graph->node_count; i++) {
        if (root[i] != root[0] && v->emitter.parent[root[i]] < 0) {
            /* Nothing holds this cluster: it stays where it is. */
            tmPose p = graph->poses[root[i]];
            const double pose[4] = {p.x, p.y, p.c, p.s};
            tmi_emit_attach(&v->emitter, root[i], root[0],
                            tmi_program_register(&v->program, pose, 4, TMI_FIXED));
        }
        v->node_pose[i] = tmi_emit_pose(&v->emitter, i);
    }
    return v->program.status;
}

/* Lists the steps between guesses and gaps that have dead centres. */
static tmStatus find_sharp(tmiStageVariant *v, tmiArena *arena) {
    v->sharp = tmi_arena_alloc(arena, (size_t)(v->closed_ops - v->known_ops), sizeof(int32_t));
    for (int32_t i = v->known_ops; v->sharp && i < v->closed_ops; i++) {
        int32_t kind = v->program.ops[i].kind;
        if (kind == TMI_OP_DYAD || kind == TMI_OP_CIRCLE_LINE || kind == TMI_OP_TANGENT) {
            v->sharp[v->sharp_count++] = i;
        }
    }
    return v->sharp ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus reserve(tmiStageVariant *v, tmiArena *arena) {
    int32_t gaps = v->emitter.gap_count, guesses = v->guess_count;
    v->gradients = tmi_arena_alloc(arena, (size_t)v->program.register_count, sizeof(double));
    v->gaps = tmi_arena_alloc(arena, (size_t)gaps, sizeof(double));
    v->matrix = tmi_arena_alloc(arena, (size_t)gaps * (size_t)guesses, sizeof(double));
    v->work = tmi_arena_alloc(arena, tmi_least_norm_workspace(gaps, guesses), sizeof(double));
    v->int_work =
        tmi_arena_alloc(arena, tmi_least_norm_int_workspace(gaps, guesses), sizeof(int32_t));
    return v->gradients && v->gaps && v->matrix && v->work && v->int_work ? TM_OK : TM_ERR_MEMORY;
}

/* Whether each edge is needed by a merge, and none of these is a wedge or PPP, of whose directions
 * one is only looked at. */
static bool uses_all_edges(const tmiContraction *c, int32_t edge_count) {
    int32_t used = 0;
    for (int32_t i = 0; i < c->merge_count; i++) {
        if (c->merges[i].kind == TMI_MERGE_WEDGE || c->merges[i].kind == TMI_MERGE_SETTLE) {
            return false;
        }
        for (int k = 0; k < 3; k++) {
            used += c->merges[i].edge[k] >= 0;
        }
    }
    return used == edge_count;
}

/* Finds the inputs at edges within a cluster that other edges have made rigid. */
static tmStatus find_idle(tmiStageVariant *v, tmiArena *arena, const tmiGraph *graph) {
    const tmiContraction *c = &v->contraction;
    bool *welded = tmi_arena_alloc(arena, (size_t)graph->edge_count, sizeof *welded);
    v->idle = tmi_arena_alloc(arena, (size_t)graph->value_count, sizeof *v->idle);
    if (!welded || !v->idle) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->merge_count; i++) {
        if (c->merges[i].kind == TMI_MERGE_WELD) {
            welded[c->merges[i].edge[0]] = true;
        }
    }
    for (int32_t e = 0; e < graph->edge_count; e++) {
        const tmiEdge *edge = &graph->edges[e];
        if (edge->known == TMI_KNOWN_INPUT && !welded[e] &&
            c->root[edge->end[0].node] == c->root[edge->end[1].node]) {
            v->idle[v->idle_count++] = e;
        }
    }
    return TM_OK;
}

/* The numerical part, and which steps go before it. */
static tmStatus make_numerical(tmiStageVariant *v, tmiArena *arena, tmiNewtonUse use) {
    tmStatus status = TM_OK;
    if (use == TMI_NEWTON_REST) {
        status = tmi_chains_make(&v->chains, arena, &v->emitter, &v->contraction, &v->known_ops,
                                 &v->chained);
    }
    if (status == TM_OK && !v->chained) {
        status = tmi_newton_make(&v->newton, arena, &v->emitter, &v->contraction, use);
        v->known_ops = v->newton.before_ops;
    }
    v->closed_ops = v->known_ops;
    return status;
}

tmStatus tmi_variant_make(tmiStageVariant *v, tmiArena *arena, const tmiGraph *graph,
                          const int32_t *tears, int32_t tear_count, tmiNewtonUse use) {
    tmStatus status = use == TMI_NEWTON_ALL || use == TMI_NEWTON_STRETCH
                          ? contract_nothing(v, arena, graph)
                          : contract(v, arena, graph, tears, tear_count);
    if (status == TM_OK) {
        status = find_idle(v, arena, graph);
    }
    if (status == TM_OK) {
        status = tmi_emit_start(&v->emitter, arena, graph, &v->program);
    }
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < v->guess_count; i++) {
        v->guesses[i].direction = guess_register(v, graph, v->guesses[i].edge);
    }
    v->all_used = uses_all_edges(&v->contraction, graph->edge_count);
    emit_merges(v);
    v->numerical = use != TMI_NEWTON_NONE;
    if (v->numerical && v->program.status == TM_OK) {
        status = make_numerical(v, arena, use);
    }
    if (status != TM_OK) {
        return status;
    }
    status = emit_poses(v, arena, graph);
    if (status == TM_OK && !v->numerical) {
        status = sort_ops(v, arena);
    }
    if (status == TM_OK) {
        status = find_sharp(v, arena);
    }
    return status == TM_OK ? reserve(v, arena) : status;
}
