/* emit_closed_forms.c: the closed forms of the loops of three ([ME] 3.3.7): RRR, RPR, PRR, PPR,
 * PRP. PPP leaves a freedom: it is closed as a wedge (emit.c) once one of its slides is known.
 * Where nothing else uses the freedom, it moves as little as possible.
 *
 * The clusters are A, B, C; A keeps its axes, and B and C are sought in them. Edge AB joins A and
 * B, and so on. Written for edges ab, bc, ca by kind, R a pin and P a slider:
 *   R R R  circle meets circle: the pin bc
 *   R R P  C keeps its direction, its pin bc runs on a line: circle meets line (P R R mirrored)
 *   R P R  the line of bc passes both pins at constant heights: a tangent of two circles
 *   P R P  B and C keep their directions: the pin bc is where two lines meet
 *   R P P  C keeps its direction, so B does; C is where two lines meet (P P R mirrored)
 *   P P P  all keep their directions; both slides in A change least until bc's lines are one */
#include "analyse/kinematics/emit/emit_private.h"

#include <math.h>

/* Ratio of two circles above which it matters from whose centre their intersection is computed. */
#define LOPSIDED 30.0

/* One edge seen from its two clusters. */
typedef struct Side {
    int32_t edge;
    int end; /* the end in the cluster named first */
} Side;

typedef struct Loop {
    tmiEmitter *m;
    const tmiMerge *merge;
    int32_t number;
    Side ab, ac, bc; /* end 0 of ab and ac in A, of bc in B */
    int32_t root_b, root_c;
} Loop;

static const tmiEdge *edge_of(const Loop *l, Side side) {
    return &l->m->graph->edges[side.edge];
}

static int32_t point(const Loop *l, Side side, bool first) {
    return tmi_emit_point(l->m, side.edge, first ? side.end : !side.end);
}

static int32_t direction(const Loop *l, Side side, bool first) {
    return tmi_emit_direction(l->m, &edge_of(l, side)->end[first ? side.end : !side.end]);
}

static void end_point(const tmiEdgeEnd *end, const tmPose *poses, double *x, double *y) {
    tmPose p = poses[end->node];
    *x = p.x + (p.c * end->x - p.s * end->y);
    *y = p.y + (p.s * end->x + p.c * end->y);
}

double tmi_branch_value(const tmiBranch *b, const tmPose *poses) {
    double px, py, qx, qy, ux = 0.0, uy = 0.0;
    end_point(b->p, poses, &px, &py);
    end_point(b->kind == TMI_BRANCH_LINE ? b->c : b->d, poses, &qx, &qy);
    if (b->kind == TMI_BRANCH_CIRCLES) {
        double cx, cy;
        end_point(b->c, poses, &cx, &cy);
        return (qx - px) * (cy - py) - (qy - py) * (cx - px);
    }
    tmPose p = poses[b->u->node];
    ux = p.c * b->u->c - p.s * b->u->s;
    uy = p.s * b->u->c + p.c * b->u->s;
    return (qx - px) * ux + (qy - py) * uy;
}

static const tmiEdgeEnd *end_of(const Loop *l, Side side, bool first) {
    return &edge_of(l, side)->end[first ? side.end : !side.end];
}

/* Register of the side of a closed form, from the poses at the start. */
static int32_t sign_of(const Loop *l, tmiBranchKind kind) {
    tmiEmitter *m = l->m;
    tmiBranch *b = &m->branches[m->branch_count++];
    *b = (tmiBranch){.kind = kind, .merge = l->number};
    b->p = end_of(l, l->ab, true);
    b->d = end_of(l, l->ac, true);
    b->c = end_of(l, l->bc, true);
    b->u = kind == TMI_BRANCH_LINE ? b->d : b->c;
    const double sign = tmi_branch_value(b, m->graph->poses) < 0.0 ? -1.0 : 1.0;
    b->sign =
        tmi_program_register(m->program, &sign, 1, m->graph->free_sides ? TMI_BY_SIDE : TMI_FIXED);
    return b->sign;
}

static void attach(const Loop *l, int32_t root, int32_t pose) {
    tmi_emit_attach(l->m, root, l->merge->root[0], pose);
}

static void emit_rrr(const Loop *l) {
    int32_t sign = sign_of(l, TMI_BRANCH_CIRCLES);
    int32_t p = point(l, l->ab, false), d = point(l, l->ac, false);
    int32_t part = edge_of(l, l->bc)->joint;
    int32_t point_b = point(l, l->bc, true), point_c = point(l, l->bc, false);
    int32_t ready = tmi_emit_op(l->m, TMI_OP_DYAD_PREPARE, -1, p, point_b, d, point_c);
    const int32_t in[] = {point(l, l->ab, true), point(l, l->ac, true), ready, sign, p, d};
    int32_t out = tmi_program_add(l->m->program, TMI_OP_DYAD, in, -1, part);
    attach(l, l->root_b, out + 2);
    attach(l, l->root_c, out + 6);
    int32_t axes = l->merge->root[0];
    l->m->basis[l->root_b] = (tmiBasis){axes, {in[0], out}, {p, point_b}};
    l->m->basis[l->root_c] = (tmiBasis){axes, {in[1], out}, {d, point_c}};
}

/* Pose of the cluster across a slider once its direction is known and its point `own` lies at
 * `at`. */
static int32_t pivot(const Loop *l, int32_t turn, int32_t at, int32_t own) {
    return tmi_emit_op(l->m, TMI_OP_PIVOT, edge_of(l, l->bc)->joint, turn, at, own, 0);
}

/* Point at which the line of the pin bc of the sliding cluster begins in A: where it is when the
 * slider's two points coincide. */
static int32_t line_start(const Loop *l, Side slider, int32_t turn, int32_t pin) {
    return tmi_emit_op(l->m, TMI_OP_ARM, -1, point(l, slider, true), turn, point(l, slider, false),
                       pin);
}

/* ca is a slider, ab and bc are pins. */
static void emit_rrp(const Loop *l) {
    int32_t part = edge_of(l, l->bc)->joint;
    int32_t turn = tmi_emit_slider_turn(l->m, l->ac.edge, l->ac.end);
    int32_t pin_b = point(l, l->bc, true), pin_c = point(l, l->bc, false);
    int32_t centre = point(l, l->ab, true), p = point(l, l->ab, false);
    const int32_t in[] = {centre, tmi_emit_op(l->m, TMI_OP_SPAN, -1, p, pin_b, 0, 0),
                          line_start(l, l->ac, turn, pin_c), direction(l, l->ac, true),
                          sign_of(l, TMI_BRANCH_LINE)};
    int32_t at = tmi_program_add(l->m->program, TMI_OP_CIRCLE_LINE, in, -1, part);
    attach(l, l->root_b, tmi_emit_op(l->m, TMI_OP_PLACE, part, centre, at, p, pin_b));
    attach(l, l->root_c, pivot(l, turn, at, pin_c));
}

/* bc is a slider, ab and ca are pins. w, the direction of bc's line in A, keeps the pins' heights
 * over it: hat(w) . (D - P) = height of the line over P less that over D. */
static void emit_rpr(const Loop *l) {
    tmiEmitter *m = l->m;
    int32_t part = edge_of(l, l->bc)->joint;
    int32_t p = point(l, l->ab, false), d = point(l, l->ac, false);
    int32_t u = direction(l, l->bc, true), v = direction(l, l->bc, false);
    int32_t over_p = tmi_emit_op(m, TMI_OP_HEIGHT, -1, u, p, point(l, l->bc, true), 0);
    int32_t over_d = tmi_emit_op(m, TMI_OP_HEIGHT, -1, v, d, point(l, l->bc, false), 0);
    int32_t height = tmi_emit_op(m, TMI_OP_DIFFERENCE, -1, over_p, over_d, 0, 0);
    int32_t P = point(l, l->ab, true), D = point(l, l->ac, true);
    int32_t sign = sign_of(l, TMI_BRANCH_TANGENT);
    int32_t w = tmi_emit_op(m, TMI_OP_TANGENT, part, P, D, height, sign);
    int32_t turn_b = tmi_emit_op(m, TMI_OP_UNROTATE, -1, w, u, 0, 0);
    int32_t turn_c = tmi_emit_op(m, TMI_OP_UNROTATE, -1, w, v, 0, 0);
    attach(l, l->root_b, pivot(l, turn_b, P, p));
    attach(l, l->root_c, pivot(l, turn_c, D, d));
}

/* ab and ca are sliders, bc is a pin. */
static void emit_prp(const Loop *l) {
    tmiEmitter *m = l->m;
    int32_t turn_b = tmi_emit_slider_turn(m, l->ab.edge, l->ab.end);
    int32_t turn_c = tmi_emit_slider_turn(m, l->ac.edge, l->ac.end);
    int32_t pin_b = point(l, l->bc, true), pin_c = point(l, l->bc, false);
    int32_t at = tmi_emit_op(m, TMI_OP_LINE_LINE, edge_of(l, l->bc)->joint,
                             line_start(l, l->ab, turn_b, pin_b), direction(l, l->ab, true),
                             line_start(l, l->ac, turn_c, pin_c), direction(l, l->ac, true));
    attach(l, l->root_b, pivot(l, turn_b, at, pin_b));
    attach(l, l->root_c, pivot(l, turn_c, at, pin_c));
}

/* ab is a pin, bc and ca are sliders. C's own point on bc runs on a line of A, and B's line of bc
 * stands still once B does. */
static void emit_rpp(const Loop *l) {
    tmiEmitter *m = l->m;
    int32_t turn_c = tmi_emit_slider_turn(m, l->ac.edge, l->ac.end);
    int32_t c_in_b = tmi_emit_slider_turn(m, l->bc.edge, l->bc.end);
    int32_t turn_b = tmi_emit_op(m, TMI_OP_UNROTATE, -1, turn_c, c_in_b, 0, 0);
    int32_t P = point(l, l->ab, true), p = point(l, l->ab, false);
    int32_t pose_b = pivot(l, turn_b, P, p);
    int32_t own = point(l, l->bc, false);
    int32_t on_b = tmi_emit_op(m, TMI_OP_POINT, -1, pose_b, point(l, l->bc, true), 0, 0);
    int32_t u = tmi_emit_op(m, TMI_OP_ROTATE, -1, direction(l, l->bc, true), turn_b, 0, 0);
    int32_t at = tmi_emit_op(m, TMI_OP_LINE_LINE, edge_of(l, l->bc)->joint,
                             line_start(l, l->ac, turn_c, own), direction(l, l->ac, true), on_b, u);
    attach(l, l->root_b, pose_b);
    attach(l, l->root_c, pivot(l, turn_c, at, own));
}

/* How far end 1 of a slider lies along the line from end 0 at the start, both in the axes of A. */
static double slide_at_start(const Loop *l, Side slider) {
    const tmPose *poses = l->m->graph->poses;
    const tmiEdgeEnd *a = end_of(l, slider, true);
    tmPose p = poses[a->node];
    double ax, ay, bx, by;
    end_point(a, poses, &ax, &ay);
    end_point(end_of(l, slider, false), poses, &bx, &by);
    return (p.c * a->c - p.s * a->s) * (bx - ax) + (p.s * a->c + p.c * a->s) * (by - ay);
}

/* ab, bc and ca are sliders. The slides change from those of the start, not from those of the last
 * move: so the same inputs give the same poses, whatever came before. */
static void emit_ppp(const Loop *l) {
    tmiEmitter *m = l->m;
    int32_t turn_b = tmi_emit_slider_turn(m, l->ab.edge, l->ab.end);
    int32_t turn_c = tmi_emit_slider_turn(m, l->ac.edge, l->ac.end);
    int32_t own_b = point(l, l->bc, true), own_c = point(l, l->bc, false);
    const int32_t in[] = {
        line_start(l, l->ab, turn_b, own_b),
        direction(l, l->ab, true),
        line_start(l, l->ac, turn_c, own_c),
        direction(l, l->ac, true),
        tmi_emit_op(m, TMI_OP_ROTATE, -1, direction(l, l->bc, true), turn_b, 0, 0),
        tmi_emit_constant(m, slide_at_start(l, l->ab), slide_at_start(l, l->ac))};
    int32_t at = tmi_program_add(m->program, TMI_OP_SETTLE, in, -1, edge_of(l, l->bc)->joint);
    attach(l, l->root_b, pivot(l, turn_b, at, own_b));
    attach(l, l->root_c, pivot(l, turn_c, at + 2, own_c));
}

/* The same loop with B and C exchanged. */
static Loop mirrored(const Loop *l) {
    Loop other = *l;
    other.ab = l->ac;
    other.ac = l->ab;
    other.bc.end = !l->bc.end;
    other.root_b = l->root_c;
    other.root_c = l->root_b;
    return other;
}

/* Whether C's circle is far smaller than B's. The pin is then computed from C's centre: from B's,
 * the small circle and the direction of its link would have the rounding errors of the large one.
 */
static bool is_lopsided(const Loop *l) {
    double px, py, dx, dy, bx, by, cx, cy;
    const tmPose *poses = l->m->graph->poses;
    end_point(end_of(l, l->ab, false), poses, &px, &py);
    end_point(end_of(l, l->bc, true), poses, &bx, &by);
    end_point(end_of(l, l->ac, false), poses, &dx, &dy);
    end_point(end_of(l, l->bc, false), poses, &cx, &cy);
    return fabs(bx - px) + fabs(by - py) > LOPSIDED * (fabs(cx - dx) + fabs(cy - dy));
}

void tmi_emit_loop(tmiEmitter *m, const tmiMerge *merge, int32_t number) {
    Loop loop = {.m = m, .merge = merge, .number = number};
    loop.root_b = merge->root[1];
    loop.root_c = merge->root[2];
    loop.ab = (Side){merge->edge[0], tmi_emit_end_in(m, merge->edge[0], merge->root[0])};
    loop.bc = (Side){merge->edge[1], tmi_emit_end_in(m, merge->edge[1], merge->root[1])};
    loop.ac = (Side){merge->edge[2], tmi_emit_end_in(m, merge->edge[2], merge->root[0])};
    bool ab = edge_of(&loop, loop.ab)->kind == TMI_EDGE_SLIDER;
    bool bc = edge_of(&loop, loop.bc)->kind == TMI_EDGE_SLIDER;
    bool ac = edge_of(&loop, loop.ac)->kind == TMI_EDGE_SLIDER;
    if (ab && !ac) {
        loop = mirrored(&loop);
        ab = false;
        ac = true;
    }
    if (ab && ac) {
        bc ? emit_ppp(&loop) : emit_prp(&loop);
    } else if (ac) {
        bc ? emit_rpp(&loop) : emit_rrp(&loop);
    } else {
        if (!bc && is_lopsided(&loop)) {
            loop = mirrored(&loop);
        }
        bc ? emit_rpr(&loop) : emit_rrr(&loop);
    }
}
