/* emit_turn.c: angles over whole turns as numbers of a program (only higher pairs need them), and
 * what a program gets before each try: the values that the last good move left of what it counts or
 * seeks. */
#include "analyse/kinematics/emit/emit_private.h"

#include "analyse/kinematics/graph/graph.h"
#include "numeric/numeric.h"

#include <math.h>

tmiWinding tmi_turn_constant(tmiEmitter *m, double value) {
    return (tmiWinding){true, tmi_program_register(m->program, &value, 1, TMI_FIXED), value, 0.0};
}

/* f a + g b + h. */
tmiWinding tmi_turn_linear(tmiEmitter *m, tmiWinding a, double f, tmiWinding b, double g,
                           double h) {
    if (!a.known || !b.known) {
        return (tmiWinding){.known = false};
    }
    const double k[3] = {f, g, h};
    int32_t factors = tmi_program_register(m->program, k, 3, TMI_FIXED);
    return (tmiWinding){true, tmi_emit_op(m, TMI_OP_LINEAR, -1, a.number, b.number, factors, 0),
                        f * a.start + g * b.start + h, fabs(f) * a.rate + fabs(g) * b.rate};
}

tmiWinding tmi_turn_plus(tmiEmitter *m, tmiWinding a, double h) {
    return a.known ? tmi_turn_linear(m, a, 1.0, a, 0.0, h) : a;
}

/* Angle of the node in the axes of its cluster. */
tmiWinding tmi_turn_node(tmiEmitter *m, int32_t node) {
    tmiWinding sum = {.known = true, .number = -1};
    for (; m->turn_parent[node] >= 0; node = m->turn_parent[node]) {
        sum = sum.number < 0 && sum.known ? m->turn[node]
                                          : tmi_turn_linear(m, sum, 1.0, m->turn[node], 1.0, 0.0);
    }
    return sum.number < 0 && sum.known ? tmi_turn_constant(m, 0.0) : sum;
}

/* Angle of an end's direction in the axes of its cluster. */
tmiWinding tmi_turn_end(tmiEmitter *m, const tmiEdgeEnd *end) {
    return tmi_turn_plus(m, tmi_turn_node(m, end->node), tmi_atan2(end->s, end->c));
}

/* Angle of the M-side node of an edge in K's axes, when the angle from the edge's end 0 to its end
 * 1 is `across` beyond its turn; then that of M's own axes. */
tmiWinding tmi_turn_across(tmiEmitter *m, const tmiEdge *edge, int k, tmiWinding across) {
    double sign = k == 0 ? 1.0 : -1.0, turn = tmi_atan2(edge->turn[1], edge->turn[0]);
    tmiWinding node =
        tmi_turn_linear(m, tmi_turn_node(m, edge->end[k].node), 1.0, across, sign, sign * turn);
    return tmi_turn_linear(m, node, 1.0, tmi_turn_node(m, edge->end[!k].node), -1.0, 0.0);
}

/* Called when cluster 1 has just been attached, so that its own axes are still its nodes' root. */
void tmi_emit_weld_turn(tmiEmitter *m, const tmiMerge *merge, int base, bool guessed) {
    const tmiEdge *edge = &m->graph->edges[merge->edge[0]];
    m->turn_parent[merge->root[1]] = -1;
    tmiWinding across = tmi_turn_constant(m, 0.0);
    if (edge->kind == TMI_EDGE_PIN && edge->known == TMI_KNOWN_INPUT) {
        double c, s;
        const int32_t value[] = {edge->input};
        tmi_pair_angle(m->graph, &edge->end[0], &edge->end[1], &c, &s);
        across.number = tmi_program_add(m->program, TMI_OP_VALUE, value, -1, -1);
        across.start = tmi_atan2(s, c);
        across.rate = 1.0;
    }
    across.known = !guessed;
    m->turn[merge->root[1]] = tmi_turn_across(m, edge, base, across);
    m->turn_parent[merge->root[1]] = merge->root[0];
}

/* ---- Between moves ------------------------------------------------------------------------- */

void tmi_emit_load_refs(const tmiEmitter *m, const tmPose *poses) {
    for (int32_t i = 0; i < m->ref_count && m->program->status == TM_OK; i++) {
        const tmiRef *ref = &m->refs[i];
        double *at = m->program->registers + ref->at;
        const tmiEdge *edge = &m->graph->edges[ref->edge];
        if (ref->wind >= 0) {
            at[0] = tmi_pairs_good(&m->graph->pairs, ref->pair)[ref->wind];
        } else if (edge->kind == TMI_EDGE_PIN) {
            tmPose k = poses[ref->root[0]], o = poses[ref->root[1]];
            at[0] = k.c * o.c + k.s * o.s;
            at[1] = k.c * o.s - k.s * o.c;
        } else {
            const tmiEdgeEnd *a = &edge->end[ref->end], *b = &edge->end[!ref->end];
            tmPose p = poses[a->node], q = poses[b->node];
            double x = q.x + (q.c * b->x - q.s * b->y) - (p.x + (p.c * a->x - p.s * a->y));
            double y = q.y + (q.s * b->x + q.c * b->y) - (p.y + (p.s * a->x + p.c * a->y));
            at[0] = x * (p.c * a->c - p.s * a->s) + y * (p.s * a->c + p.c * a->s);
        }
    }
}

void tmi_emit_read_winds(const tmiEmitter *m, const double *registers, ptrdiff_t stride) {
    for (int32_t i = 0; m->pair_winds && i < 2 * m->graph->pairs.count; i++) {
        if (m->pair_winds[i] >= 0) {
            m->graph->pairs.joints[i / 2].pair->wind[i % 2] = registers[m->pair_winds[i] * stride];
        }
    }
}

bool tmi_emit_knows_winds(const tmiEmitter *m) {
    bool all = m->unwraps == 0;
    for (int32_t i = 0; i < m->graph->pairs.count; i++) {
        const tmiPlanarJoint *joint = &m->graph->pairs.joints[i];
        for (int32_t k = 0; k < joint->feature_count; k++) {
            bool counts = tmi_pair_rate(joint, k) != 0.0;
            all &= !counts || (k < 2 && m->pair_winds[2 * i + k] >= 0);
        }
    }
    return all;
}
