/* stage_make.c: cuts a mechanism into stages, and makes the variants of each. */
#include "analyse/kinematics/graph/graph.h"
#include "analyse/kinematics/stage/stage.h"

#include <string.h>

#define NONE (-1)

/* Things of the whole, sorted by the step of the split at which they become known. */
typedef struct Parts {
    int32_t *first; /* of each step: where its list begins in … */
    int32_t *list;
} Parts;

typedef struct Maker {
    tmiArena *arena;
    const tmiGraph *graph; /* of the whole */
    tmiSplit split;
    Parts nodes, edges, pairs;
    int32_t *local; /* of each node: its number in the stage under way, or NONE */
} Maker;

/* ---- One stage's variants ------------------------------------------------------------------ */

static tmStatus add_variant(tmiStage *stage, tmiArena *arena, const int32_t *tears, int32_t count,
                            tmiNewtonUse use) {
    tmiStageVariant *v = &stage->variants[stage->variant_count++];
    tmi_program_init(&v->program, arena->allocator);
    return tmi_variant_make(v, arena, &stage->graph, tears, count, use);
}

/* About what an iteration costs: the steps up to the gaps, those with roots or divisions thrice. */
static int32_t cost_of(const tmiStageVariant *v) {
    int32_t cost = 0;
    for (int32_t i = v->known_ops; i < v->closed_ops; i++) {
        tmiOpKind kind = (tmiOpKind)v->program.ops[i].kind;
        bool heavy = kind == TMI_OP_DYAD || kind == TMI_OP_DYAD_PREPARE || kind == TMI_OP_PLACE ||
                     kind == TMI_OP_RATIO || kind == TMI_OP_CIRCLE_LINE || kind == TMI_OP_TANGENT;
        cost += heavy ? 3 : 1;
    }
    return cost;
}

/* Puts the ways to guess in the order of their cost. */
static void sort_variants(tmiStage *stage) {
    for (int32_t i = 1; i < stage->variant_count; i++) {
        tmiStageVariant moved = stage->variants[i];
        int32_t cost = cost_of(&moved), at = i;
        for (; at > 0 && cost_of(&stage->variants[at - 1]) > cost; at--) {
            stage->variants[at] = stage->variants[at - 1];
        }
        stage->variants[at] = moved;
    }
    for (int32_t i = 0; i < stage->variant_count; i++) {
        stage->variants[i].emitter.program = &stage->variants[i].program;
    }
}

/* What the small nodes' poses are wanted for: guesses and sides are read off them, and Newton's
 * steps and followers on cams start there. */
static void finish_stage(tmiStage *stage, bool all_nodes) {
    stage->active = stage->variants;
    bool bodies = !stage->graph.whole && !all_nodes && stage->variant_count == 1 &&
                  !stage->active->numerical && stage->active->emitter.ref_count == 0;
    stage->gathered = bodies ? stage->graph.body_count : stage->graph.node_count;
}

static tmStatus make_simple(tmiStage *stage, tmiArena *arena, tmiNewtonUse use, bool all_nodes) {
    stage->variants = tmi_arena_alloc(arena, 1, sizeof *stage->variants);
    if (!stage->variants) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = add_variant(stage, arena, NULL, 0, use);
    finish_stage(stage, all_nodes);
    return status;
}

/* A knot: torn where it can be, else left to Newton's method. */
static tmStatus make_knot(tmiStage *stage, tmiArena *arena) {
    tmiContraction c;
    tmiTears tears;
    tmiArenaMark mark = tmi_arena_mark(arena);
    tmStatus status = tmi_contract(&c, arena, &stage->graph, NULL);
    if (status == TM_OK) {
        status = tmi_tear(&tears, arena, &stage->graph, &c);
    }
    tmi_arena_release(arena, mark);
    if (status != TM_OK) {
        return status;
    }
    if (tears.ways == 0) {
        return make_simple(stage, arena, TMI_NEWTON_REST, true);
    }
    stage->variants = tmi_arena_alloc(arena, (size_t)tears.ways, sizeof *stage->variants);
    if (!stage->variants) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < tears.ways && status == TM_OK; i++) {
        status = add_variant(stage, arena, tears.edges[i], tears.count, TMI_NEWTON_NONE);
    }
    if (status == TM_OK) {
        sort_variants(stage);
    }
    finish_stage(stage, true);
    return status;
}

/* ---- A part of the graph ------------------------------------------------------------------- */

/* Sorts `count` things by their steps; each list keeps their order. */
static bool sort_by_step(Maker *m, Parts *parts, const int32_t *step, int32_t count) {
    size_t steps = (size_t)m->split.knot_count + 2;
    parts->first = tmi_arena_alloc(m->arena, steps + 1, sizeof(int32_t));
    parts->list = tmi_arena_alloc(m->arena, (size_t)count, sizeof(int32_t));
    if (!parts->first || !parts->list) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        parts->first[step[i] + 1]++;
    }
    for (size_t k = 1; k <= steps; k++) {
        parts->first[k] += parts->first[k - 1];
    }
    /* Each list is filled from its end on, which moves the ends to the starts. */
    for (int32_t i = count - 1; i >= 0; i--) {
        parts->list[--parts->first[step[i] + 1]] = i;
    }
    /* Now entry k + 1 is the start of step k. */
    memmove(parts->first, parts->first + 1, sizeof(int32_t) * steps);
    parts->first[steps] = count;
    return true;
}

static int32_t count_of(const Parts *parts, int32_t step) {
    return parts->first[step + 1] - parts->first[step];
}

/* Edges and higher pairs go with the last of their ends. */
static tmStatus sort_parts(Maker *m) {
    const tmiGraph *g = m->graph;
    const int32_t *known = m->split.step;
    m->local = tmi_arena_alloc(m->arena, (size_t)g->node_count, sizeof(int32_t));
    int32_t *edge = tmi_arena_alloc(m->arena, (size_t)g->edge_count, sizeof *edge);
    int32_t *pair = tmi_arena_alloc(m->arena, (size_t)g->pairs.count, sizeof *pair);
    if (!m->local || !edge || !pair) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < g->node_count; i++) {
        m->local[i] = NONE;
    }
    for (int32_t e = 0; e < g->edge_count; e++) {
        int32_t a = known[g->edges[e].end[0].node], b = known[g->edges[e].end[1].node];
        edge[e] = a > b ? a : b;
    }
    for (int32_t i = 0; i < g->pairs.count; i++) {
        for (int32_t k = 0; k < g->pairs.joints[i].feature_count; k++) {
            int32_t step = known[g->pairs.nodes[i][k]];
            pair[i] = step > pair[i] ? step : pair[i];
        }
    }
    bool sorted = sort_by_step(m, &m->nodes, known, g->node_count) &&
                  sort_by_step(m, &m->edges, edge, g->edge_count) &&
                  sort_by_step(m, &m->pairs, pair, g->pairs.count);
    return sorted ? TM_OK : TM_ERR_MEMORY;
}

static void number_node(Maker *m, tmiGraph *part, int32_t *whole, int32_t node) {
    if (m->local[node] == NONE) {
        m->local[node] = part->node_count;
        whole[part->node_count++] = node;
    }
}

/* The same if an earlier step has placed it. */
static void import_node(Maker *m, tmiGraph *part, int32_t *whole, int32_t node, int32_t step) {
    if (m->split.step[node] < step) {
        number_node(m, part, whole, node);
    }
}

/* Those that the part's joints take hold of. */
static void import_features(Maker *m, tmiGraph *part, int32_t *whole, int32_t step) {
    const tmMechanism *mech = m->graph->mechanism;
    const tmiPairs *pairs = &m->graph->pairs;
    for (int32_t k = 0; k < part->other_count; k++) {
        const tmiPlanarJoint *joint = &mech->joints[part->others[k]];
        for (int32_t i = 0; i < joint->feature_count; i++) {
            import_node(m, part, whole, mech->features[joint->features[i]].body, step);
        }
    }
    for (int32_t k = m->pairs.first[step]; k < m->pairs.first[step + 1]; k++) {
        int32_t pair = m->pairs.list[k];
        for (int32_t i = 0; i < pairs->joints[pair].feature_count; i++) {
            import_node(m, part, whole, pairs->nodes[pair][i], step);
        }
    }
    for (int32_t k = 0; k < part->drag_count; k++) {
        import_node(m, part, whole, mech->features[part->drags[k].feature].body, step);
    }
}

/* Numbers the ground, the known nodes that the part's edges, joints and drags touch, and the
 * part's own, in this order. */
static tmStatus number_nodes(Maker *m, tmiGraph *part, int32_t step) {
    int32_t joints = part->other_count + count_of(&m->pairs, step);
    size_t max = 1 + (size_t)count_of(&m->nodes, step) + 2 * (size_t)count_of(&m->edges, step) +
                 (size_t)part->drag_count + TM_JOINT_FEATURES * (size_t)joints;
    int32_t *whole = tmi_arena_alloc(m->arena, max, sizeof *whole);
    if (!whole) {
        return TM_ERR_MEMORY;
    }
    number_node(m, part, whole, 0);
    for (int32_t k = m->edges.first[step]; k < m->edges.first[step + 1]; k++) {
        for (int i = 0; i < 2; i++) {
            import_node(m, part, whole, m->graph->edges[m->edges.list[k]].end[i].node, step);
        }
    }
    import_features(m, part, whole, step);
    part->placed = part->node_count - 1;
    for (int32_t k = m->nodes.first[step]; k < m->nodes.first[step + 1]; k++) {
        number_node(m, part, whole, m->nodes.list[k]);
    }
    part->whole = whole;
    return TM_OK;
}

/* Makes the stage's graph of what becomes known at this step. The last step has the drags and the
 * joints that are not edges. */
static tmStatus cut(Maker *m, tmiStage *stage, int32_t step) {
    const tmiGraph *g = m->graph;
    tmiGraph *part = &stage->graph;
    *part = (tmiGraph){.mechanism = g->mechanism,
                       .size = g->size,
                       .body_count = g->body_count,
                       .value_count = g->value_count,
                       .free_sides = g->free_sides,
                       .local = m->local};
    if (step == m->split.knot_count + 1) {
        part->others = g->others;
        part->other_count = g->other_count;
        part->drags = g->drags;
        part->drag_count = g->drag_count;
    }
    tmStatus status = number_nodes(m, part, step);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_pairs_part(&part->pairs, m->arena, &g->pairs, count_of(&m->pairs, step));
    part->edge_count = count_of(&m->edges, step);
    part->edges = tmi_arena_alloc(m->arena, (size_t)part->edge_count, sizeof *part->edges);
    part->poses = tmi_arena_alloc(m->arena, (size_t)part->node_count, sizeof *part->poses);
    stage->view = tmi_arena_alloc(m->arena, (size_t)part->node_count, sizeof *stage->view);
    if (status != TM_OK || !part->edges || !part->poses || !stage->view) {
        return TM_ERR_MEMORY;
    }
    for (int32_t k = m->pairs.first[step]; k < m->pairs.first[step + 1]; k++) {
        tmi_pairs_add(&part->pairs, &g->pairs, m->pairs.list[k], m->local);
    }
    for (int32_t i = 0; i < part->node_count; i++) {
        part->poses[i] = g->poses[part->whole[i]];
    }
    for (int32_t k = 0; k < part->edge_count; k++) {
        part->edges[k] = g->edges[m->edges.list[m->edges.first[step] + k]];
        for (int i = 0; i < 2; i++) {
            part->edges[k].end[i].node = m->local[part->edges[k].end[i].node];
        }
    }
    return TM_OK;
}

/* Forgets the numbers of the stage under way. */
static void leave(Maker *m, tmiGraph *part) {
    for (int32_t i = 0; i < part->node_count; i++) {
        m->local[part->whole[i]] = NONE;
    }
    part->local = NULL;
}

/* ---- Routes -------------------------------------------------------------------------------- */

/* A stage for what contraction places, one for each knot, and one for the rest. */
static tmStatus make_stages(Maker *m, tmiRoute *route) {
    int32_t steps = m->split.knot_count + (m->split.rest ? 2 : 1);
    tmStatus status = sort_parts(m);
    if (status != TM_OK) {
        return status;
    }
    route->stages = tmi_arena_alloc(m->arena, (size_t)steps, sizeof *route->stages);
    if (!route->stages) {
        return TM_ERR_MEMORY;
    }
    for (int32_t step = 0; step < steps && status == TM_OK; step++) {
        tmiStage *stage = &route->stages[route->stage_count++];
        bool knot = step > 0 && step <= m->split.knot_count;
        status = cut(m, stage, step);
        if (status == TM_OK && knot) {
            status = make_knot(stage, m->arena);
        } else if (status == TM_OK) {
            status =
                make_simple(stage, m->arena, step == 0 ? TMI_NEWTON_NONE : TMI_NEWTON_REST, true);
        }
        if (stage->graph.whole) {
            leave(m, &stage->graph);
        }
    }
    return status;
}

/* The whole mechanism as one stage. */
static tmStatus make_whole(tmiRoute *route, tmiArena *arena, const tmiGraph *graph,
                           tmiNewtonUse use, bool all_nodes) {
    route->stages = tmi_arena_alloc(arena, 1, sizeof *route->stages);
    if (!route->stages) {
        return TM_ERR_MEMORY;
    }
    route->stage_count = 1;
    route->stages[0].graph = *graph;
    return make_simple(route->stages, arena, use, all_nodes);
}

/* A mechanism of one knot, and nothing behind it: closed forms before the knot and those within it
 * are one program, which is quicker than two stages. */
static tmStatus make_one_knot(tmiRoute *route, tmiArena *arena, const tmiGraph *graph) {
    route->stages = tmi_arena_alloc(arena, 1, sizeof *route->stages);
    if (!route->stages) {
        return TM_ERR_MEMORY;
    }
    route->stage_count = 1;
    route->stages[0].graph = *graph;
    return make_knot(route->stages, arena);
}

tmStatus tmi_routes_make(tmiRoute *routes, int32_t *route_count, tmiArena *arena,
                         const tmiGraph *graph, tmPlanMethod method, bool all_nodes) {
    Maker m = {.arena = arena, .graph = graph};
    tmiContraction c;
    *route_count = 1;
    if (method == TM_PLAN_NEWTON) {
        return make_whole(routes, arena, graph, TMI_NEWTON_ALL, true);
    }
    tmStatus status = tmi_contract(&c, arena, graph, NULL);
    if (status != TM_OK) {
        return status;
    }
    bool edges_only = graph->other_count == 0 && graph->drag_count == 0;
    if (c.open == 0 && c.pairs_open == 0 && edges_only) {
        return make_whole(routes, arena, graph, TMI_NEWTON_NONE, all_nodes);
    }
    status = tmi_split(&m.split, arena, graph, &c);
    if (status != TM_OK) {
        return status;
    }
    m.split.rest |= !edges_only;
    if (m.split.knot_count == 0) {
        return make_whole(routes, arena, graph, TMI_NEWTON_REST, true);
    }
    status = m.split.knot_count == 1 && !m.split.rest ? make_one_knot(routes, arena, graph)
                                                      : make_stages(&m, routes);
    if (status != TM_OK || (routes->stage_count == 1 && routes->stages->active->numerical)) {
        return status;
    }
    *route_count = 2;
    return make_whole(&routes[1], arena, graph, TMI_NEWTON_REST, true);
}

void tmi_routes_clear(tmiRoute *routes, int32_t route_count) {
    for (int32_t r = 0; r < route_count; r++) {
        for (int32_t i = 0; i < routes[r].stage_count; i++) {
            tmiStage *stage = &routes[r].stages[i];
            for (int32_t k = 0; k < stage->variant_count; k++) {
                tmi_program_clear(&stage->variants[k].program);
            }
        }
    }
}
