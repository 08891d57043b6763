/* chain_make.c: finds out whether what contraction left is all chains of rods, and prepares them.
 */
#include "analyse/kinematics/newton/newton.h"

#include "analyse/kinematics/emit/emit.h"
#include "numeric/numeric.h"

#define NONE (-1)

/* A link shorter than this part of the size is not treated as a rod: its direction is uncertain. */
#define SHORT_ROD 1e-6

typedef struct Maker {
    tmiChains *chains;
    tmiArena *arena;
    tmiEmitter *emitter;
    const tmiGraph *g;
    const tmiContraction *c;
    int32_t *rod;           /* of each node that gives a cluster its axes: its rod, or NONE */
    int32_t (*pin_rods)[2]; /* of each edge's ends: the rod there, or NONE */
} Maker;

/* Gives the open pin's end to the rod of its cluster. False when that has two pins already. */
static bool hold(Maker *m, int32_t edge, int end) {
    int32_t root = m->c->root[m->g->edges[edge].end[end].node];
    m->pin_rods[edge][end] = NONE;
    if (root == m->c->root[0]) {
        return true;
    }
    if (m->rod[root] == NONE) {
        m->rod[root] = m->chains->rod_count++;
        m->chains->rods[m->rod[root]] = (tmiRod){.node = root, .pins = {NONE, NONE}};
    }
    tmiRod *rod = &m->chains->rods[m->rod[root]];
    int at = rod->pins[0] == NONE ? 0 : 1;
    if (rod->pins[at] != NONE) {
        return false;
    }
    rod->pins[at] = edge;
    m->pin_rods[edge][end] = m->rod[root];
    return true;
}

/* False when an open edge is not a pin, or a cluster has more than two. */
static bool find_rods(Maker *m) {
    for (int32_t i = 0; i < m->g->node_count; i++) {
        m->rod[i] = NONE;
    }
    for (int32_t e = 0; e < m->g->edge_count; e++) {
        const tmiEdge *edge = &m->g->edges[e];
        m->pin_rods[e][0] = m->pin_rods[e][1] = NONE;
        if (m->c->root[edge->end[0].node] == m->c->root[edge->end[1].node]) {
            continue;
        }
        if (edge->kind != TMI_EDGE_PIN || !hold(m, e, 0) || !hold(m, e, 1)) {
            return false;
        }
    }
    for (int32_t i = 0; i < m->chains->rod_count; i++) {
        if (m->chains->rods[i].pins[1] == NONE) {
            return false; /* it hangs from one pin */
        }
    }
    return true;
}

static int end_of(const Maker *m, const tmiRod *rod, int pin) {
    return m->c->root[m->g->edges[rod->pins[pin]].end[0].node] == rod->node ? 0 : 1;
}

/* Length and direction of the rod in its axes. False when it is too short, or not stiff: where an
 * input moves its pins within the cluster. */
static bool measure(Maker *m, tmiRod *rod) {
    tmiProgram *p = m->emitter->program;
    int32_t at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = tmi_emit_point(m->emitter, rod->pins[i], end_of(m, rod, i));
    }
    if (p->status != TM_OK || p->varies[at[0]] != TMI_FIXED || p->varies[at[1]] != TMI_FIXED) {
        return false;
    }
    double x = p->registers[at[1]] - p->registers[at[0]];
    double y = p->registers[at[1] + 1] - p->registers[at[0] + 1];
    rod->length = tmi_hypot(x, y);
    if (!(rod->length > SHORT_ROD * m->g->size)) {
        return false;
    }
    rod->x = x / rod->length;
    rod->y = y / rod->length;
    return true;
}

/* Registers of the rods' ends: a new one between two rods, else the known point. */
static void place_ends(Maker *m) {
    tmiChains *c = m->chains;
    for (int32_t k = 0; k < c->chain_count; k++) {
        tmiChain chain = c->chains[k];
        for (int32_t i = chain.first; i < chain.first + chain.count; i++) {
            tmiRod *rod = &c->rods[i];
            bool last = i + 1 == chain.first + chain.count;
            rod->point[0] = i > chain.first
                                ? c->rods[i - 1].point[1]
                                : tmi_emit_point(m->emitter, rod->pins[0], !end_of(m, rod, 0));
            rod->point[1] = last ? tmi_emit_point(m->emitter, rod->pins[1], !end_of(m, rod, 1))
                                 : tmi_program_register(m->emitter->program, NULL, 2, TMI_BY_INPUT);
        }
    }
}

static void attach_rods(Maker *m) {
    for (int32_t i = 0; i < m->chains->rod_count; i++) {
        tmiRod *rod = &m->chains->rods[i];
        int32_t own[2];
        for (int k = 0; k < 2; k++) {
            own[k] = tmi_emit_point(m->emitter, rod->pins[k], end_of(m, rod, k));
        }
        int32_t pose = tmi_emit_op(m->emitter, TMI_OP_PLACE, NONE, rod->point[0], rod->point[1],
                                   own[0], own[1]);
        tmi_emit_attach(m->emitter, rod->node, m->c->root[0], pose);
    }
}

tmStatus tmi_chains_make(tmiChains *chains, tmiArena *arena, tmiEmitter *emitter,
                         const tmiContraction *contraction, int32_t *before_ops, bool *fits) {
    const tmiGraph *g = emitter->graph;
    *fits = false;
    *chains = (tmiChains){.rods = NULL};
    if (g->other_count > 0 || g->drag_count > 0 || contraction->pairs_open > 0) {
        return TM_OK;
    }
    Maker m = {.chains = chains, .arena = arena, .emitter = emitter, .g = g, .c = contraction};
    size_t nodes = (size_t)g->node_count, edges = (size_t)g->edge_count;
    chains->rods = tmi_arena_alloc(arena, nodes, sizeof *chains->rods);
    m.rod = tmi_arena_alloc(arena, nodes, sizeof *m.rod);
    m.pin_rods = tmi_arena_alloc(arena, edges, sizeof *m.pin_rods);
    if (!chains->rods || !m.rod || !m.pin_rods) {
        return TM_ERR_MEMORY;
    }
    bool good = find_rods(&m);
    for (int32_t i = 0; good && i < chains->rod_count; i++) {
        good = measure(&m, &chains->rods[i]);
    }
    tmStatus status = emitter->program->status;
    if (!good || status != TM_OK) {
        return status;
    }
    *fits = tmi_chains_sort(chains, arena, (const int32_t(*)[2])m.pin_rods, &status);
    if (*fits) {
        place_ends(&m);
        *before_ops = emitter->program->op_count;
        attach_rods(&m);
        status = emitter->program->status;
    }
    return status;
}
