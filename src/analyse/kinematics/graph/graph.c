/* graph.c: from a mechanism and its inputs to nodes and edges. */
#include "analyse/kinematics/graph/graph.h"

#include "numeric/numeric.h"

#include <string.h>

static tmiEdgeEnd end_of(const tmMechanism *m, int32_t feature) {
    const tmiPlanarFeature *f = &m->features[feature];
    return (tmiEdgeEnd){f->body, f->x, f->y, f->c, f->s};
}

static void end_point(const tmiEdgeEnd *end, const tmPose *poses, double *x, double *y) {
    tmPose p = poses[end->node];
    *x = p.x + (p.c * end->x - p.s * end->y);
    *y = p.y + (p.s * end->x + p.c * end->y);
}

void tmi_graph_point(const tmiGraph *graph, const tmiEdgeEnd *end, double *x, double *y) {
    end_point(end, graph->poses, x, y);
}

/* The angle of end 1's node less that of end 0's when their directions agree. */
static void set_turn(tmiEdge *edge) {
    const tmiEdgeEnd *a = &edge->end[0], *b = &edge->end[1];
    edge->turn[0] = a->c * b->c + a->s * b->s;
    edge->turn[1] = a->s * b->c - a->c * b->s;
}

static tmiEdge *add_edge(tmiGraph *g, tmiEdgeKind kind, int32_t joint, tmiEdgeEnd a, tmiEdgeEnd b) {
    tmiEdge *edge = &g->edges[g->edge_count++];
    *edge = (tmiEdge){.kind = kind, .joint = joint, .end = {a, b}};
    set_turn(edge);
    return edge;
}

/* A slider's lines may be opposed: then end 1's direction is reversed, so that planning can assume
 * equal directions. */
static void align_slider(const tmiGraph *g, tmiEdge *edge) {
    tmiEdgeEnd *a = &edge->end[0], *b = &edge->end[1];
    tmPose p = g->poses[a->node], q = g->poses[b->node];
    double ac = p.c * a->c - p.s * a->s, as = p.s * a->c + p.c * a->s;
    double bc = q.c * b->c - q.s * b->s, bs = q.s * b->c + q.c * b->s;
    if (ac * bc + as * bs < 0.0) {
        b->c = -b->c;
        b->s = -b->s;
    }
    set_turn(edge);
}

/* Pose of the small node of a slot: at b's point, along a's line. */
static tmPose slot_pose(const tmiEdgeEnd *a, const tmiEdgeEnd *b, const tmPose *poses) {
    tmPose p = poses[a->node], made;
    made.c = p.c * a->c - p.s * a->s;
    made.s = p.s * a->c + p.c * a->s;
    end_point(b, poses, &made.x, &made.y);
    return made;
}

/* Pose of the link of a distance: at a's point, towards b's. */
static tmPose distance_pose(const tmiEdgeEnd *a, const tmiEdgeEnd *b, const tmPose *poses) {
    double ax, ay, bx, by;
    end_point(a, poses, &ax, &ay);
    end_point(b, poses, &bx, &by);
    double span = tmi_hypot(bx - ax, by - ay);
    return span > 0.0 ? (tmPose){ax, ay, (bx - ax) / span, (by - ay) / span}
                      : (tmPose){ax, ay, 1.0, 0.0};
}

/* A node that slides on the line of `a` and is pinned to `b`. */
static void add_slot(tmiGraph *g, int32_t joint, tmiEdgeEnd a, tmiEdgeEnd b) {
    int32_t node = g->node_count++;
    g->poses[node] = slot_pose(&a, &b, g->poses);
    const tmiEdgeEnd own = {node, 0.0, 0.0, 1.0, 0.0};
    add_edge(g, TMI_EDGE_SLIDER, joint, a, own);
    add_edge(g, TMI_EDGE_PIN, joint, own, b);
}

/* A link of the given length with a pin at each end. */
static void add_distance(tmiGraph *g, int32_t joint, tmiEdgeEnd a, tmiEdgeEnd b, double length) {
    int32_t node = g->node_count++;
    g->poses[node] = distance_pose(&a, &b, g->poses);
    add_edge(g, TMI_EDGE_PIN, joint, a, (tmiEdgeEnd){node, 0.0, 0.0, 1.0, 0.0});
    add_edge(g, TMI_EDGE_PIN, joint, (tmiEdgeEnd){node, length, 0.0, 1.0, 0.0}, b);
}

/* The two edges of a small node stand together: the first ends on it, the second begins there. */
void tmi_graph_place_small(const tmiGraph *g, tmPose *poses) {
    for (int32_t e = 0; e + 1 < g->edge_count; e++) {
        const tmiEdge *edge = &g->edges[e];
        int32_t node = edge->end[1].node;
        if (node >= g->body_count) {
            const tmiEdgeEnd *a = &edge->end[0], *b = &g->edges[++e].end[1];
            poses[node] =
                edge->kind == TMI_EDGE_SLIDER ? slot_pose(a, b, poses) : distance_pose(a, b, poses);
        }
    }
}

static void add_joint(tmiGraph *g, int32_t slot) {
    const tmMechanism *m = g->mechanism;
    const tmiPlanarJoint *joint = &m->joints[slot];
    tmiEdgeEnd a = end_of(m, joint->features[0]), b = end_of(m, joint->features[1]);
    switch (joint->kind) {
    case TM_JOINT_REVOLUTE:
        add_edge(g, TMI_EDGE_PIN, slot, a, b);
        break;
    case TM_JOINT_RIGID:
        add_edge(g, TMI_EDGE_PIN, slot, a, b)->known = TMI_KNOWN_FIXED;
        break;
    case TM_JOINT_PRISMATIC:
        align_slider(g, add_edge(g, TMI_EDGE_SLIDER, slot, a, b));
        break;
    case TM_JOINT_SLOT:
        add_slot(g, slot, a, b);
        break;
    case TM_JOINT_DISTANCE:
    case TM_JOINT_ON_CIRCLE:
        if (joint->value == 0.0) {
            add_edge(g, TMI_EDGE_PIN, slot, a, b);
        } else {
            add_distance(g, slot, a, b, joint->value);
        }
        break;
    default:
        if (!joint->pair) { /* pairs have a list of their own */
            g->others[g->other_count++] = slot;
        }
        break;
    }
}

/* Number of the joint's first edge, or of a later joint's: edges are in the order of the joints. */
static int32_t first_edge_of(const tmiGraph *g, int32_t joint) {
    int32_t low = 0, high = g->edge_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (g->edges[middle].joint < joint) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Marks the edge of the joint that the input drives. */
static tmStatus drive_joint(tmiGraph *g, const tmInput *input) {
    int32_t slot = tmi_id_pool_slot(&g->mechanism->joint_ids, input->joint.value);
    if (slot < 0) {
        return TM_ERR_ID;
    }
    tmJointKind kind = g->mechanism->joints[slot].kind;
    bool fits = input->kind == TM_INPUT_ANGLE ? kind == TM_JOINT_REVOLUTE
                                              : kind == TM_JOINT_PRISMATIC || kind == TM_JOINT_SLOT;
    tmiEdgeKind wanted = input->kind == TM_INPUT_ANGLE ? TMI_EDGE_PIN : TMI_EDGE_SLIDER;
    for (int32_t i = first_edge_of(g, slot); fits && i < g->edge_count && g->edges[i].joint == slot;
         i++) {
        tmiEdge *edge = &g->edges[i];
        if (edge->kind == wanted && edge->known == TMI_KNOWN_NOT) {
            edge->known = TMI_KNOWN_INPUT;
            edge->input = g->value_count++;
            return TM_OK;
        }
    }
    return TM_ERR_ARGUMENT;
}

static tmStatus add_inputs(tmiGraph *g, const tmInput *inputs, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (inputs[i].kind == TM_INPUT_POSITION) {
            int32_t slot = g->tails.dragged[g->drag_count];
            if (slot < 0) {
                return TM_ERR_ID;
            }
            g->drags[g->drag_count++] = (tmiDrag){slot, g->value_count};
            g->value_count += 2;
        } else if (inputs[i].kind == TM_INPUT_ANGLE || inputs[i].kind == TM_INPUT_DISPLACEMENT) {
            tmStatus status = drive_joint(g, &inputs[i]);
            if (status != TM_OK) {
                return status;
            }
        } else {
            return TM_ERR_ARGUMENT;
        }
    }
    return TM_OK;
}

/* Pins by the pair of nodes that they join, in lists whose heads a hash of the pair finds. */
typedef struct PinTable {
    int32_t *head, *next;
    uint32_t mask;
} PinTable;

static uint32_t pair_hash(const PinTable *table, const tmiEdge *edge) {
    uint64_t a = (uint64_t)edge->end[0].node, b = (uint64_t)edge->end[1].node;
    uint64_t pair = a < b ? a << 32 | b : b << 32 | a;
    return (uint32_t)(tmi_hash_word(1, pair) >> 32) & table->mask;
}

static bool same_pair(const tmiEdge *e, const tmiEdge *f, bool *swapped) {
    *swapped = e->end[0].node == f->end[1].node && e->end[1].node == f->end[0].node;
    return *swapped || (e->end[0].node == f->end[0].node && e->end[1].node == f->end[1].node);
}

static bool fill_table(PinTable *table, tmiArena *arena, const tmiGraph *g) {
    table->mask = 15;
    while (table->mask < (uint32_t)g->edge_count) {
        table->mask = 2 * table->mask + 1;
    }
    table->head = tmi_arena_alloc(arena, (size_t)table->mask + 1, sizeof *table->head);
    table->next = tmi_arena_alloc(arena, (size_t)g->edge_count, sizeof *table->next);
    if (!table->head || !table->next) {
        return false;
    }
    for (int32_t e = g->edge_count - 1; e >= 0; e--) {
        if (g->edges[e].kind == TMI_EDGE_PIN) {
            int32_t *head = &table->head[pair_hash(table, &g->edges[e])];
            table->next[e] = *head;
            *head = e + 1; /* 0 ends a list */
        }
    }
    return true;
}

/* An angle between two bodies that also share a pin fixes the pin's angle. Returns whether there is
 * such a pin that nothing else has fixed. */
static bool fix_angle(tmiGraph *g, const PinTable *table, const tmiPlanarJoint *joint) {
    tmiEdge angle = {.end = {end_of(g->mechanism, joint->features[0]),
                             end_of(g->mechanism, joint->features[1])}};
    set_turn(&angle);
    for (int32_t k = table->head[pair_hash(table, &angle)]; k > 0; k = table->next[k - 1]) {
        tmiEdge *edge = &g->edges[k - 1];
        bool swapped;
        if (edge->known == TMI_KNOWN_NOT && same_pair(edge, &angle, &swapped)) {
            double s, c;
            tmi_sincos(joint->value, &s, &c);
            double ts = angle.turn[0] * s + angle.turn[1] * c;
            edge->turn[0] = angle.turn[0] * c - angle.turn[1] * s;
            edge->turn[1] = swapped ? -ts : ts;
            edge->known = TMI_KNOWN_FIXED;
            return true;
        }
    }
    return false;
}

static tmStatus fix_angles(tmiGraph *g, tmiArena *arena) {
    tmiArenaMark mark = tmi_arena_mark(arena);
    PinTable table;
    if (g->other_count == 0) {
        return TM_OK;
    }
    if (!fill_table(&table, arena, g)) {
        return TM_ERR_MEMORY;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < g->other_count; i++) {
        const tmiPlanarJoint *joint = &g->mechanism->joints[g->others[i]];
        if (joint->kind != TM_JOINT_ANGLE || !fix_angle(g, &table, joint)) {
            g->others[kept++] = g->others[i];
        }
    }
    g->other_count = kept;
    tmi_arena_release(arena, mark);
    return TM_OK;
}

tmStatus tmi_graph_make(tmiGraph *g, tmiArena *arena, const tmMechanism *m, const tmInput *inputs,
                        int32_t input_count) {
    *g = (tmiGraph){.mechanism = m, .body_count = m->body_ids.count};
    g->node_count = g->body_count;
    size_t joints = (size_t)m->joint_ids.count;
    g->poses = tmi_arena_alloc(arena, (size_t)g->body_count + joints, sizeof *g->poses);
    g->edges = tmi_arena_alloc(arena, 2 * joints, sizeof *g->edges);
    g->others = tmi_arena_alloc(arena, joints, sizeof *g->others);
    g->drags = tmi_arena_alloc(arena, (size_t)input_count, sizeof *g->drags);
    if (!g->poses || !g->edges || !g->others || !g->drags) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < g->body_count; i++) {
        g->poses[i] = m->bodies[i].pose;
    }
    tmStatus status = tmi_movable_find(m, inputs, input_count, arena, &g->movable);
    if (status == TM_OK) {
        status = tmi_tails_find(&g->tails, arena, m, inputs, input_count, g->movable);
    }
    for (int32_t i = 0; status == TM_OK && i < m->joint_ids.count; i++) {
        if (tmi_id_pool_at(&m->joint_ids, i) &&
            tmi_joint_is_movable(g->movable, m, &m->joints[i])) {
            add_joint(g, i);
        }
    }
    if (status == TM_OK) {
        status = tmi_pairs_make(&g->pairs, arena, m);
    }
    if (status == TM_OK) {
        status = tmi_pairs_keep(&g->pairs, arena);
    }
    if (status == TM_OK) {
        status = add_inputs(g, inputs, input_count);
    }
    if (status == TM_OK) {
        status = fix_angles(g, arena);
    }
    double min = 0.0;
    for (int32_t i = 0; i < g->drag_count; i++) {
        double reach = tmi_feature_reach(m, g->drags[i].feature);
        min = reach > min ? reach : min;
    }
    g->size = tmi_mechanism_size(m, min);
    return status;
}
