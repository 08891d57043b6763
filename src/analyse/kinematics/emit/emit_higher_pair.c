/* emit_higher_pair.c: the closed forms of higher pairs (graph/higher_pair_forms.c), and the angles
 * that they count.
 *
 * Cluster K holds the feature that is known, M the one whose cluster is moved; the edge between
 * them has its end `k` in K. Everything is computed in K's axes. Angles are numbers: an input's
 * value, sums of others, or, where closed forms have found the pose of what turns, the arctangent
 * nearest to that of the last good move. */
#include "analyse/kinematics/emit/emit_private.h"

#include "analyse/kinematics/graph/graph.h"
#include "numeric/numeric.h"

#include <math.h>

typedef struct Pairing {
    tmiEmitter *m;
    const tmiMerge *merge;
    const tmiPlanarJoint *joint;
    int32_t pair, edge;
    int k;           /* end of the edge that lies in K */
    int known;       /* the feature that does; the other one is in M */
    bool base;       /* K keeps its axes */
    int32_t root[2]; /* axes of K and M */
} Pairing;

/* ---- Registers ----------------------------------------------------------------------------- */

static int32_t feature_point(tmiEmitter *m, const tmiEdgeEnd *end) {
    int32_t point = tmi_emit_constant(m, end->x, end->y);
    return m->parent[end->node] < 0
               ? point
               : tmi_emit_op(m, TMI_OP_POINT, -1, tmi_emit_pose(m, end->node), point, 0, 0);
}

/* Register that gets wind `wind` of the pair, or the edge's freedom, before each try. */
static int32_t reference(const Pairing *p, int32_t wind, const double *start, int32_t count) {
    tmiEmitter *m = p->m;
    int32_t at = tmi_program_register(m->program, start, count, TMI_FIXED);
    m->refs[m->ref_count++] = (tmiRef){at, p->pair, wind, p->edge, p->k, {p->root[0], p->root[1]}};
    return at;
}

/* Lets the pair's wind be read from a number. */
static void note_wind(const Pairing *p, int which, tmiWinding wind) {
    tmiEmitter *m = p->m;
    m->pair_winds[2 * p->pair + which] = wind.number;
    m->fastest = wind.rate > m->fastest ? wind.rate : m->fastest;
}

/* The wind of the pair's feature as a number: `known` up to whole turns, which are those of the
 * start; or the angle of `direction` followed from move to move. */
static tmiWinding wind_of(const Pairing *p, int which, tmiWinding known, int32_t direction) {
    tmiEmitter *m = p->m;
    double start = tmi_pairs_start(&m->graph->pairs, p->pair)[which];
    tmiWinding wind;
    if (known.known) {
        wind =
            tmi_turn_plus(m, known, TMI_TWO_PI * floor((start - known.start) / TMI_TWO_PI + 0.5));
    } else {
        int32_t last = reference(p, which, &start, 1);
        /* What a closed form moves is assumed to turn as fast as what drives it may. */
        double rate = m->fastest > 1.0 ? m->fastest : 1.0;
        int32_t angle = tmi_emit_op(m, TMI_OP_UNWRAP, -1, direction, last, 0, 0);
        wind = (tmiWinding){true, angle, start, rate};
        m->unwraps++;
    }
    note_wind(p, which, wind);
    return wind;
}

/* ---- Placing M ----------------------------------------------------------------------------- */

static void attach(const Pairing *p, int32_t pose, tmiWinding turn) {
    tmiEmitter *m = p->m;
    tmi_emit_attach(m, p->merge->root[1], p->merge->root[0], pose);
    m->turn[p->merge->root[1]] =
        p->base || !turn.known ? turn : tmi_turn_linear(m, turn, -1.0, turn, 0.0, 0.0);
}

/* M's axes have this direction in K's: about the edge's pin. */
static void finish_pin(const Pairing *p, int32_t direction, tmiWinding turn) {
    tmiEmitter *m = p->m;
    int32_t joint = m->graph->edges[p->edge].joint;
    int32_t in_k = tmi_emit_point(m, p->edge, p->k), in_m = tmi_emit_point(m, p->edge, !p->k);
    int32_t pose =
        p->base ? tmi_emit_op(m, TMI_OP_PIVOT, joint, direction, in_k, in_m, 0)
                : tmi_emit_op(m, TMI_OP_PIVOT, joint,
                              tmi_emit_op(m, TMI_OP_UNROTATE, -1, m->identity + 2, direction, 0, 0),
                              in_m, in_k, 0);
    attach(p, pose, turn);
}

/* M's point of the edge's slider is this far along from K's. */
static void finish_slide(const Pairing *p, tmiWinding way) {
    tmiEmitter *m = p->m;
    const tmiEdge *edge = &m->graph->edges[p->edge];
    int from = p->base ? p->k : !p->k;
    if (!p->base) {
        way = tmi_turn_linear(m, way, -1.0, way, 0.0, 0.0);
    }
    tmiWinding turn = tmi_turn_across(m, edge, p->k, tmi_turn_constant(m, 0.0));
    int32_t at = tmi_emit_op(m, TMI_OP_AHEAD, edge->joint, tmi_emit_point(m, p->edge, from),
                             tmi_emit_direction(m, &edge->end[from]), way.number, 0);
    int32_t direction = tmi_emit_slider_turn(m, p->edge, from);
    int32_t own = tmi_emit_point(m, p->edge, !from);
    attach(p, tmi_emit_op(m, TMI_OP_PIVOT, edge->joint, direction, at, own, 0), turn);
}

/* ---- Wheels -------------------------------------------------------------------------------- */

/* The end on `node` of a pin between it and the end's own node, at the end's point; null when there
 * is none. If the end is on the node, the end itself. */
static const tmiEdgeEnd *pinned_at(const tmiGraph *g, const tmiEdgeEnd *end, int32_t node) {
    for (int32_t e = 0; end->node != node && e < g->edge_count; e++) {
        for (int k = 0; k < 2; k++) {
            const tmiEdgeEnd *on = &g->edges[e].end[k], *other = &g->edges[e].end[!k];
            if (g->edges[e].kind == TMI_EDGE_PIN && on->node == node && other->node == end->node &&
                tmi_pair_coincide(g, other, end)) {
                return on;
            }
        }
    }
    return end->node == node ? end : NULL;
}

/* Marks in the step that makes the line that its points keep their distance. */
static void mark_rigid(const tmiProgram *program, int32_t line) {
    for (int32_t i = program->op_count - 1; i >= 0; i--) {
        tmiOp *op = &program->ops[i];
        op->rigid |= op->kind == (int32_t)TMI_OP_STRAIGHT && op->out == line;
    }
}

/* Angle in K's axes of the line between the wheels, whose registers are in `line`: it stands still,
 * or it is fixed to a node that is pinned at both centres. */
static tmiWinding line_turn(const Pairing *p, int32_t line, const double radii[2],
                            const tmiEdgeEnd *centre) {
    tmiEmitter *m = p->m;
    const tmiGraph *g = m->graph;
    const tmiProgram *program = m->program;
    if (program->status != TM_OK) {
        return (tmiWinding){.known = false};
    }
    if (program->varies[line] == TMI_FIXED) {
        return tmi_turn_constant(m,
                                 tmi_atan2(program->registers[line + 1], program->registers[line]));
    }
    const tmiEdgeEnd wheel = tmi_pair_end(g, p->joint, p->known);
    for (int32_t h = 0; h < 2 * g->edge_count; h++) {
        const tmiEdge *edge = &g->edges[h / 2];
        const tmiEdgeEnd *on = &edge->end[h & 1], *other = &edge->end[!(h & 1)];
        if (edge->kind != TMI_EDGE_PIN || other->node != wheel.node ||
            !tmi_pair_coincide(g, other, &wheel)) {
            continue;
        }
        const tmiEdgeEnd *second = pinned_at(g, centre, on->node);
        if (second) {
            mark_rigid(program, line);
            int32_t at[2];
            at[p->known] = tmi_emit_constant(m, on->x, on->y);
            at[!p->known] = tmi_emit_constant(m, second->x, second->y);
            int32_t own = tmi_emit_op(m, TMI_OP_STRAIGHT, -1, at[0], at[1],
                                      tmi_emit_constant(m, radii[0], radii[1]), 0);
            if (program->status != TM_OK) {
                return (tmiWinding){.known = false};
            }
            double angle = tmi_atan2(program->registers[own + 1], program->registers[own]);
            return tmi_turn_plus(m, tmi_turn_node(m, on->node), angle);
        }
    }
    return (tmiWinding){.known = false};
}

/* Two wheels. The winds are sign (angle of the mark - angle of the line, turned round for a wheel
 * that sees it the other way): see joint_gear.c and joint_rope.c. */
typedef struct Wheels {
    bool belt;
    double sign[2], round[2], radii[2];
    int32_t line;    /* direction from wheel 0 to wheel 1 or of the belt's strand, and its length */
    int32_t seen[2]; /* the line as each wheel sees it */
    tmiWinding turn; /* of the line */
} Wheels;

static Wheels see_wheels(const Pairing *p, const int32_t at[2], const tmiEdgeEnd *centre) {
    tmiEmitter *m = p->m;
    const tmiPlanarJoint *joint = p->joint;
    Wheels w = {.belt = !tmi_pair_kind(joint->kind)->by_angle};
    for (int n = 0; n < 2; n++) {
        w.sign[n] = w.belt && n == 0 ? -1.0 : 1.0;
        w.round[n] = joint->kind == TM_JOINT_GEAR && n == 1 ? -1.0 : 1.0;
        w.radii[n] = w.belt ? tmi_pair_rate(joint, n) : 0.0;
    }
    w.line = tmi_emit_op(m, TMI_OP_STRAIGHT, m->graph->pairs.slots[p->pair], at[0], at[1],
                         tmi_emit_constant(m, w.radii[0], w.radii[1]), 0);
    for (int n = 0; n < 2; n++) {
        w.seen[n] = w.round[n] > 0.0 ? w.line
                                     : tmi_emit_op(m, TMI_OP_ROTATE, -1, w.line,
                                                   tmi_emit_constant(m, -1.0, 0.0), 0, 0);
    }
    w.turn = line_turn(p, w.line, w.radii, centre);
    return w;
}

/* The wind of a wheel whose cluster is K. */
static tmiWinding wheel_wind(const Pairing *p, const Wheels *w, int n) {
    tmiEmitter *m = p->m;
    const tmiEdgeEnd end = tmi_pair_end(m->graph, p->joint, n);
    double sign = w->sign[n], half = w->round[n] > 0.0 ? 0.0 : 0.5 * TMI_TWO_PI;
    tmiWinding known =
        tmi_turn_linear(m, tmi_turn_end(m, &end), sign, w->turn, -sign, -sign * half);
    int32_t mark = tmi_emit_direction(m, &end);
    int32_t from = sign > 0.0 ? w->seen[n] : mark, to = sign > 0.0 ? mark : w->seen[n];
    return wind_of(p, n, known, tmi_emit_op(m, TMI_OP_UNROTATE, -1, to, from, 0, 0));
}

static void emit_roll(const Pairing *p) {
    tmiEmitter *m = p->m;
    const tmiPlanarJoint *joint = p->joint;
    int i = p->known, j = !i;
    const tmiEdgeEnd end = tmi_pair_end(m->graph, joint, i),
                     moved = tmi_pair_end(m->graph, joint, j);
    int32_t at[2];
    at[i] = feature_point(m, &end);
    at[j] = tmi_emit_point(m, p->edge, p->k);
    Wheels w = see_wheels(p, at, &m->graph->edges[p->edge].end[p->k]);
    tmiWinding wind = wheel_wind(p, &w, i), length = {true, w.line + 2, 0.0, 0.0};
    length.rate = w.turn.known ? 0.0 : m->graph->size; /* known: the wheels keep their distance */
    double rate = tmi_pair_rate(joint, j);
    tmiWinding other = tmi_turn_linear(m, wind, -tmi_pair_rate(joint, i) / rate, length,
                                       w.belt ? -1.0 / rate : 0.0, joint->value / rate);
    other.start = tmi_pairs_start(&m->graph->pairs, p->pair)[j];
    note_wind(p, j, other);
    tmiWinding about = w.sign[j] > 0.0 ? other : tmi_turn_linear(m, other, -1.0, other, 0.0, 0.0);
    int32_t to = tmi_emit_op(m, TMI_OP_ROTATE, -1, w.seen[j],
                             tmi_emit_op(m, TMI_OP_TURN, -1, about.number, 0, 0, 0), 0, 0);
    tmiWinding mark =
        tmi_turn_linear(m, w.turn, 1.0, about, 1.0, w.round[j] > 0.0 ? 0.0 : 0.5 * TMI_TWO_PI);
    tmiWinding whole = tmi_turn_linear(m, mark, 1.0, tmi_turn_end(m, &moved), -1.0, 0.0);
    int32_t own = tmi_emit_direction(m, &moved);
    finish_pin(p, tmi_emit_op(m, TMI_OP_UNROTATE, -1, to, own, 0, 0), whole);
}

/* The pinion is pinned: its turn is given by how far its centre is along the rack. */
static void emit_rack_pin(const Pairing *p) {
    tmiEmitter *m = p->m;
    double radius = p->joint->pair->radii[1];
    const tmiEdgeEnd line = tmi_pair_end(m->graph, p->joint, 0);
    const tmiEdgeEnd wheel = tmi_pair_end(m->graph, p->joint, 1);
    int32_t u = tmi_emit_direction(m, &line);
    int32_t reach = tmi_emit_op(m, TMI_OP_REACH, m->graph->pairs.slots[p->pair], u,
                                feature_point(m, &line), tmi_emit_point(m, p->edge, p->k), 0);
    tmiWinding way = {true, reach, 0.0, m->graph->size};
    double start = tmi_pairs_start(&m->graph->pairs, p->pair)[1];
    way.start = p->joint->value - radius * start;
    tmiWinding wind = tmi_turn_linear(m, way, -1.0 / radius, way, 0.0, p->joint->value / radius);
    note_wind(p, 1, wind);
    int32_t to = tmi_emit_op(m, TMI_OP_ROTATE, -1, u,
                             tmi_emit_op(m, TMI_OP_TURN, -1, wind.number, 0, 0, 0), 0, 0);
    tmiWinding whole =
        tmi_turn_linear(m, tmi_turn_linear(m, tmi_turn_end(m, &line), 1.0, wind, 1.0, 0.0), 1.0,
                        tmi_turn_end(m, &wheel), -1.0, 0.0);
    int32_t own = tmi_emit_direction(m, &wheel);
    finish_pin(p, tmi_emit_op(m, TMI_OP_UNROTATE, -1, to, own, 0, 0), whole);
}

/* Where a point of M is in K's axes when the slider's points coincide. */
static int32_t slide_start(const Pairing *p, int32_t turn, const tmiEdgeEnd *end) {
    return tmi_emit_op(p->m, TMI_OP_ARM, -1, tmi_emit_point(p->m, p->edge, p->k), turn,
                       tmi_emit_point(p->m, p->edge, !p->k), feature_point(p->m, end));
}

/* The rack slides along itself, or the pinion's carriage along the rack: as far as the pinion's
 * turn says. */
static void emit_rack_slide(const Pairing *p) {
    tmiEmitter *m = p->m;
    const tmiEdge *edge = &m->graph->edges[p->edge];
    double radius = p->joint->pair->radii[1], along, sine;
    const tmiEdgeEnd line = tmi_pair_end(m->graph, p->joint, 0);
    const tmiEdgeEnd wheel = tmi_pair_end(m->graph, p->joint, 1);
    tmi_pair_angle(m->graph, &line, &edge->end[p->k], &along, &sine);
    along = along < 0.0 ? -1.0 : 1.0;
    int32_t turn = tmi_emit_slider_turn(m, p->edge, p->k), u = tmi_emit_direction(m, &line);
    int32_t mark = tmi_emit_op(m, TMI_OP_ROTATE, -1, tmi_emit_direction(m, &wheel), turn, 0, 0);
    tmiWinding axes = tmi_turn_across(m, edge, p->k, tmi_turn_constant(m, 0.0));
    tmiWinding known =
        tmi_turn_linear(m, tmi_turn_linear(m, axes, 1.0, tmi_turn_end(m, &wheel), 1.0, 0.0), 1.0,
                        tmi_turn_end(m, &line), -1.0, 0.0);
    tmiWinding wind = wind_of(p, 1, known, tmi_emit_op(m, TMI_OP_UNROTATE, -1, mark, u, 0, 0));
    int32_t reach = tmi_emit_op(m, TMI_OP_REACH, m->graph->pairs.slots[p->pair], u,
                                feature_point(m, &line), slide_start(p, turn, &wheel), 0);
    tmiWinding start = {true, reach, 0.0, 0.0};
    finish_slide(p,
                 tmi_turn_linear(m, wind, -radius * along, start, -along, along * p->joint->value));
}

/* ---- Gaps ---------------------------------------------------------------------------------- */

void tmi_emit_pair_gap(tmiEmitter *m, int32_t pair) {
    const tmiPlanarJoint *joint = &m->graph->pairs.joints[pair];
    const Pairing p = {.m = m, .joint = joint, .pair = pair, .edge = 0};
    const tmiEdgeEnd ends[2] = {tmi_pair_end(m->graph, joint, 0), tmi_pair_end(m->graph, joint, 1)};
    const int32_t at[2] = {feature_point(m, &ends[0]), feature_point(m, &ends[1])};
    double weight = tmi_pair_weight(joint, m->graph->size);
    tmiWinding gap;
    if (joint->kind == TM_JOINT_RACK) {
        int32_t u = tmi_emit_direction(m, &ends[0]), mark = tmi_emit_direction(m, &ends[1]);
        tmiWinding known = tmi_turn_linear(m, tmi_turn_end(m, &ends[1]), 1.0,
                                           tmi_turn_end(m, &ends[0]), -1.0, 0.0);
        tmiWinding wind = wind_of(&p, 1, known, tmi_emit_op(m, TMI_OP_UNROTATE, -1, mark, u, 0, 0));
        tmiWinding way = {true, tmi_emit_op(m, TMI_OP_REACH, -1, u, at[0], at[1], 0), 0.0, 0.0};
        gap = tmi_turn_linear(m, wind, joint->pair->radii[1], way, 1.0, -joint->value);
    } else {
        Wheels w = see_wheels(&p, at, &ends[1]);
        tmiWinding wind[2] = {wheel_wind(&p, &w, 0), wheel_wind(&p, &w, 1)};
        tmiWinding length = {true, w.line + 2, 0.0, 0.0};
        gap = tmi_turn_linear(m, wind[0], weight * tmi_pair_rate(joint, 0), wind[1],
                              weight * tmi_pair_rate(joint, 1), -weight * joint->value);
        gap = w.belt ? tmi_turn_linear(m, gap, 1.0, length, weight, 0.0) : gap;
    }
    m->gaps[m->gap_count++] = gap.number;
}

/* ---- Cams ---------------------------------------------------------------------------------- */

static void emit_touch(const Pairing *p) {
    tmiEmitter *m = p->m;
    const tmiGraph *g = m->graph;
    const tmiEdge *edge = &g->edges[p->edge];
    const tmiEdgeEnd cam = tmi_pair_end(g, p->joint, 0), follower = tmi_pair_end(g, p->joint, 1);
    int32_t slot = g->pairs.slots[p->pair];
    int32_t in[TMI_OP_INPUTS] = {feature_point(m, &cam), tmi_emit_direction(m, &cam)};
    const double none[2] = {1.0, 0.0};
    if (edge->kind == TMI_EDGE_PIN) {
        in[2] = tmi_emit_point(m, p->edge, p->k);
        in[3] = tmi_emit_point(m, p->edge, !p->k);
        in[4] = feature_point(m, &follower);
        in[5] = tmi_emit_direction(m, &follower);
        in[6] = reference(p, -1, none, 2);
        tmi_emit_load_refs(m, g->poses);
        int32_t turn = tmi_program_add_pair(m->program, TMI_OP_SOLVE_PIN, in, p->joint, slot);
        finish_pin(p, turn, (tmiWinding){.known = false});
        return;
    }
    int32_t turn = tmi_emit_slider_turn(m, p->edge, p->k);
    in[2] = slide_start(p, turn, &follower);
    in[3] = tmi_emit_op(m, TMI_OP_ROTATE, -1, tmi_emit_direction(m, &follower), turn, 0, 0);
    in[4] = tmi_emit_direction(m, &edge->end[p->k]);
    in[5] = reference(p, -1, none, 1);
    tmi_emit_load_refs(m, g->poses);
    finish_slide(
        p,
        (tmiWinding){true, tmi_program_add_pair(m->program, TMI_OP_SOLVE_SLIDE, in, p->joint, slot),
                     0.0, 0.0});
}

/* ---- Ropes --------------------------------------------------------------------------------- */

/* What the parts from feature `first` to `last`, all in K, leave of the rope. */
static tmiWinding rope_rest(const Pairing *p, int first, int last) {
    tmiEmitter *m = p->m;
    tmiWinding rest = tmi_turn_constant(m, p->joint->value);
    for (int i = first; i < last; i++) {
        const tmiEdgeEnd from = tmi_pair_end(m->graph, p->joint, i);
        const tmiEdgeEnd to = tmi_pair_end(m->graph, p->joint, i + 1);
        int32_t part = tmi_emit_op(m, TMI_OP_STRAIGHT, -1, feature_point(m, &from),
                                   feature_point(m, &to), tmi_emit_constant(m, 0.0, 0.0), 0);
        rest = tmi_turn_linear(m, rest, 1.0, (tmiWinding){true, part + 2, 0.0, 0.0}, -1.0, 0.0);
    }
    return rest;
}

/* The side on which the rope's end lies, as a branch of the emitter's. */
static int32_t rope_side(const Pairing *p, tmiBranchKind kind, const tmiEdgeEnd *tip,
                         const tmiEdgeEnd *before) {
    tmiEmitter *m = p->m;
    const tmiEdgeEnd *joint_end = &m->graph->edges[p->edge].end[p->k];
    tmiEdgeEnd *kept = m->pair_ends + 2 * p->pair;
    tmiBranch *b = &m->branches[m->branch_count++];
    kept[0] = *before;
    kept[1] = *tip;
    bool circles = kind == TMI_BRANCH_CIRCLES;
    *b = (tmiBranch){.kind = kind,
                     .merge = -1,
                     .p = circles ? joint_end : &kept[0],
                     .d = circles ? &kept[0] : joint_end,
                     .c = &kept[1],
                     .u = joint_end};
    const double sign = tmi_branch_value(b, m->graph->poses) < 0.0 ? -1.0 : 1.0;
    b->sign =
        tmi_program_register(m->program, &sign, 1, m->graph->free_sides ? TMI_BY_SIDE : TMI_FIXED);
    return b->sign;
}

/* The end `tip`, in M, is as far from the point before it as the rest of the rope: a circle that
 * meets the circle about the pin, or the line along the slider. */
static void emit_pull(const Pairing *p, int tip) {
    tmiEmitter *m = p->m;
    int last = p->joint->feature_count - 1;
    const tmiEdgeEnd end = tmi_pair_end(m->graph, p->joint, tip);
    const tmiEdgeEnd before = tmi_pair_end(m->graph, p->joint, tip ? last - 1 : 1);
    tmiWinding rest = rope_rest(p, tip ? 0 : 1, tip ? last - 1 : last);
    int32_t zero = tmi_emit_constant(m, 0.0, 0.0), slot = m->graph->pairs.slots[p->pair];
    int32_t rod =
        tmi_emit_op(m, TMI_OP_AHEAD, -1, zero, tmi_emit_constant(m, 1.0, 0.0), rest.number, 0);
    int32_t from = feature_point(m, &before);
    if (m->graph->edges[p->edge].kind == TMI_EDGE_PIN) {
        int32_t sign = rope_side(p, TMI_BRANCH_CIRCLES, &end, &before);
        int32_t own = tmi_emit_point(m, p->edge, !p->k), at = feature_point(m, &end);
        int32_t ready = tmi_emit_op(m, TMI_OP_DYAD_PREPARE, -1, own, at, zero, rod);
        const int32_t in[] = {tmi_emit_point(m, p->edge, p->k), from, ready, sign, own, zero};
        int32_t out = tmi_program_add(m->program, TMI_OP_DYAD, in, -1, slot);
        finish_pin(p, out + 4, (tmiWinding){.known = false});
        return;
    }
    int32_t sign = rope_side(p, TMI_BRANCH_LINE, &end, &before);
    int32_t turn = tmi_emit_slider_turn(m, p->edge, p->k), start = slide_start(p, turn, &end);
    int32_t along = tmi_emit_direction(m, &m->graph->edges[p->edge].end[p->k]);
    const int32_t in[] = {from, tmi_emit_op(m, TMI_OP_SPAN, -1, zero, rod, 0, 0), start, along,
                          sign};
    int32_t at = tmi_program_add(m->program, TMI_OP_CIRCLE_LINE, in, -1, slot);
    int32_t way = tmi_emit_op(m, TMI_OP_REACH, -1, along, start, at, 0);
    finish_slide(p, (tmiWinding){true, way, 0.0, 0.0});
}

void tmi_emit_pair(tmiEmitter *m, const tmiMerge *merge) {
    const tmiGraph *g = m->graph;
    Pairing p = {.m = m, .merge = merge, .pair = merge->pair, .edge = merge->edge[0]};
    p.joint = &g->pairs.joints[p.pair];
    const tmiEdge *edge = &g->edges[p.edge];
    tmiPairForm form = tmi_pair_kind(p.joint->kind)->form;
    const tmiEdgeEnd first = tmi_pair_end(g, p.joint, 0);
    int32_t axes = tmi_emit_axes(m, first.node);
    p.k = tmi_emit_end_in(m, p.edge, axes);
    p.known = tmi_pair_known(g, p.pair, p.edge, p.k);
    const tmiEdgeEnd second = tmi_pair_end(g, p.joint, 1);
    int tip = tmi_emit_axes(m, second.node) != axes ? 0 : p.joint->feature_count - 1;
    if (p.joint->feature_count == 2) {
        tip = 1;
    }
    if (p.known == 1 || (form == TMI_FORM_PULL && tip == 0)) {
        p.k = !p.k;
        axes = axes == merge->root[0] ? merge->root[1] : merge->root[0];
    }
    p.base = axes == merge->root[0];
    p.root[0] = axes;
    p.root[1] = p.base ? merge->root[1] : merge->root[0];
    if (form == TMI_FORM_ROLL) {
        emit_roll(&p);
    } else if (form == TMI_FORM_PULL) {
        emit_pull(&p, tip);
    } else if (form == TMI_FORM_TOUCH) {
        emit_touch(&p);
    } else if (edge->kind == TMI_EDGE_PIN) {
        emit_rack_pin(&p);
    } else {
        emit_rack_slide(&p);
    }
}
