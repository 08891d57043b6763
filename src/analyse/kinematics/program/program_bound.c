/* program_bound.c: balls through a program. A function for each step gives the radius of what it
 * writes from the radii of what it reads: docs/theory/breaking-and-branches.md, (11) to (17).
 *
 * V(i) is double i of the registers as the last run left them, Q(i) the radius of what begins
 * there. A step with a dead centre C(inputs) is smooth on the balls of its inputs, which are
 * convex; its rate along a straight line in them bounds how far it gets. */
#include "analyse/kinematics/program/program.h"

#include <math.h>

#define V(i) v[i]
#define Q(i) q[i]

/* Roundings of one step, of the lengths that it adds up [1]: a value is as far from the exact one,
 * and a radius is made larger by as much. */
#define STEP_ROUNDINGS (16.0 * TMI_EPSILON)

/* Sine of the angle of two loci below which nothing is proven [1]: a ball would grow a
 * thousandfold. */
#define SINE_MIN 1e-3

/* A direction whose chord is longer than this is nowhere [1]; up to it the angle is at most this
 * many times the chord: 2 asin(1/2). */
#define CHORD_MAX 1.0
#define CHORD_ANGLE 1.0471975511965979

static double length(double x, double y) {
    return sqrt(x * x + y * y);
}

/* Of the registers of two points: how far they are apart. */
static double apart(const double *v, int32_t p, int32_t q) {
    return length(V(q) - V(p), V(q + 1) - V(p + 1));
}

static double size_of(const double *v, int32_t p) {
    return fabs(V(p)) + fabs(V(p + 1));
}

/* Adds the rounding errors of a step that puts together lengths of `terms`. */
static double rounded(double radius, double terms) {
    return radius * (1.0 + STEP_ROUNDINGS) + STEP_ROUNDINGS * terms;
}

/* A pose that brings the point in the register `anchor` to that in `at`. */
static void set_pose(const double *v, double *q, int32_t o, int32_t at, int32_t anchor,
                     double turn) {
    Q(o) = rounded(Q(at) + Q(anchor), size_of(v, at) + size_of(v, anchor));
    Q(o + 1) = (double)anchor;
    Q(o + 2) = turn;
}

/* Radius of where a pose brings the point (x, y): its anchor's, and the turn about that. */
static double carried(const double *v, const double *q, int32_t pose, double x, double y) {
    int32_t anchor = (int32_t)Q(pose + 1);
    if (anchor >= 0) {
        x -= V(anchor);
        y -= V(anchor + 1);
    }
    return Q(pose) + Q(pose + 2) * length(x, y);
}

/* Chord of the direction of a vector of this length whose end has this radius: 2 sin(asin(x) / 2)
 * <= x (1 + 0.42 x^2). */
static double chord_of(double radius, double reach) {
    double x = radius / reach;
    return x * (1.0 + 0.42 * x * x);
}

/* ---- Steps that always have an answer ------------------------------------------------------- */

static void bound_point(const double *v, double *q, const tmiOp *op) {
    const int32_t a = op->in[0], p = op->in[1];
    Q(op->out) = rounded(carried(v, q, a, V(p), V(p + 1)) + Q(p), size_of(v, a) + size_of(v, p));
}

/* The second pose's anchor goes along with the first. */
static void bound_compose(const double *v, double *q, const tmiOp *op) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    int32_t anchor = (int32_t)Q(b + 1);
    double x = V(b), y = V(b + 1), terms = size_of(v, a) + size_of(v, b);
    if (anchor >= 0) {
        x += V(b + 2) * V(anchor) - V(b + 3) * V(anchor + 1);
        y += V(b + 3) * V(anchor) + V(b + 2) * V(anchor + 1);
        terms += size_of(v, anchor);
    }
    double radius = carried(v, q, a, x, y) + Q(b);
    Q(o) = rounded(radius, terms);
    Q(o + 1) = (double)anchor;
    Q(o + 2) = rounded(Q(a + 2) + Q(b + 2), 1.0);
}

static void bound_arm(const double *v, double *q, const tmiOp *op) {
    const int32_t at = op->in[0], d = op->in[1], a = op->in[2], b = op->in[3];
    double arm = apart(v, a, b);
    Q(op->out) = rounded(Q(at) + arm * Q(d) + Q(a) + Q(b), size_of(v, at) + arm);
}

/* Of |q - p|^2. */
static double bound_square(const double *v, const double *q, int32_t a, int32_t b) {
    double reach = apart(v, a, b), radius = Q(a) + Q(b);
    return rounded((2.0 * reach + radius) * radius, reach * reach);
}

static void bound_height(const double *v, double *q, const tmiOp *op) {
    const int32_t u = op->in[0], a = op->in[1], b = op->in[2];
    double reach = apart(v, a, b);
    Q(op->out) = rounded(reach * Q(u) + Q(a) + Q(b), reach);
}

/* x / x^2 moves by |dx| / (|x| |x + dx|). */
static bool bound_inverse(const double *v, double *q, int32_t a, int32_t b, int32_t o) {
    double reach = apart(v, a, b), radius = Q(a) + Q(b);
    Q(o) = rounded(radius / (reach * (reach - radius)), 1.0 / reach);
    return radius < reach;
}

static bool bound_prepare(const double *v, double *q, const tmiOp *op) {
    const int32_t p = op->in[0], c = op->in[1], d = op->in[2], e = op->in[3], o = op->out;
    double first = bound_square(v, q, p, c), second = bound_square(v, q, d, e);
    Q(o) = 4.0 * first;
    Q(o + 1) = first + second;
    bool one = bound_inverse(v, q, p, c, o + 2), other = bound_inverse(v, q, d, e, o + 4);
    return one && other;
}

/* u / x as complex numbers. */
static bool bound_ratio(const double *v, double *q, const tmiOp *op) {
    const int32_t p = op->in[0], c = op->in[1], u = op->in[2], o = op->out;
    double reach = apart(v, p, c), below = Q(p) + Q(c), ratio = length(V(o), V(o + 1));
    Q(o) = rounded((Q(p) + Q(u) + ratio * below) / (reach - below), ratio);
    return below < reach;
}

/* (1 - k) P + k C as complex numbers. */
static void bound_affine(const double *v, double *q, const tmiOp *op) {
    const int32_t P = op->in[0], C = op->in[1], k = op->in[2];
    double of_p = length(1.0 - V(k), V(k + 1)), of_c = length(V(k), V(k + 1));
    double radius = of_p * Q(P) + of_c * Q(C);
    if (Q(k) > 0.0) {
        radius += Q(k) * (apart(v, P, C) + Q(P) + Q(C));
    }
    Q(op->out) = rounded(radius, of_p * size_of(v, P) + of_c * size_of(v, C));
}

static bool bound_gap(const double *v, double *q, const tmiOp *op) {
    const int32_t l = op->in[2];
    double min = V(l) - Q(l), open = fabs(V(op->out)) * 2.0 * sqrt(V(l));
    double radius = bound_square(v, q, op->in[0], op->in[1]) + Q(l);
    double root = sqrt(min > 0.0 ? min : 0.0);
    /* d(1 / (2 sqrt(l))) <= dl / (4 l sqrt(l)) */
    Q(op->out) = rounded(0.5 * radius / root + 0.25 * open * Q(l) / (min * root), root);
    return min > 0.0;
}

/* ---- Steps with dead centres ---------------------------------------------------------------- */

/* Rate of the point where two loci meet whose normals have this sine and cosine at least and at
 * most, when they move along their normals by a and b: (13). */
static double meeting(double a, double b, double sine, double cosine) {
    return (b == 0.0 ? a : a == 0.0 ? b : sqrt(a * a + b * b + 2.0 * a * b * cosine)) / sine;
}

/* Largest |cos| of the angle between the two links of a dyad, over all places of its ends: (12).
 * `sum` is a^2 + b^2 and `product` 2 a b, both within `radius`; not positive where that is too
 * much.
 */
static double dyad_cosine(double sum, double product, double radius, double low, double high) {
    double min = product - radius;
    double outer = high * high - (sum - radius), inner = (sum + radius) - low * low;
    return (outer > inner ? outer : inner) / min;
}

/* Radius of a link's direction, (14): it turns by at most (x + y) / (a sin), or where its own
 * length changes, by the motion of both its ends. */
static double link_turn(const double *v, const double *q, int32_t link, int32_t at, double radius,
                        double relative, double reach) {
    double inverse = length(V(link), V(link + 1));
    double turn = Q(link) > 0.0 ? inverse * (radius + Q(at)) + Q(link) * reach : inverse * relative;
    return rounded(turn, 1.0);
}

static bool bound_dyad(const double *v, double *q, const tmiOp *op) {
    const int32_t P = op->in[0], D = op->in[1], k = op->in[2], o = op->out;
    double a2 = 0.25 * V(k), b2 = a2 - V(k + 1), e = apart(v, P, D);
    double a = sqrt(a2), b = sqrt(b2),
           terms = STEP_ROUNDINGS * (size_of(v, P) + size_of(v, D) + a + b);
    double x = Q(P) + terms, y = Q(D) + terms, radius = 0.0;
    if (Q(k) > 0.0 || Q(k + 1) > 0.0) { /* lengths that change */
        double da = 0.25 * Q(k) / a, db = (0.25 * Q(k) + Q(k + 1)) / b;
        x += da;
        y += db;
        radius = 2.0 * (da * (a + b + da) + db * (a + b + db));
    }
    double low = e - (x + y), high = e + (x + y);
    double cosine = dyad_cosine(a2 + b2, 2.0 * a * b, radius, low > 0.0 ? low : 0.0, high);
    double square = (1.0 - cosine) * (1.0 + cosine);
    if (!(low > 0.0 && cosine >= 0.0 && cosine < 1.0 && square > SINE_MIN * SINE_MIN)) {
        return false;
    }
    double sine = sqrt(square), relative = (x + y) / sine, reach = a + b + high;
    Q(o) = rounded(meeting(x, y, sine, cosine), reach);
    set_pose(v, q, o + 2, P, op->in[4], link_turn(v, q, k + 2, P, Q(o), relative, reach));
    set_pose(v, q, o + 6, D, op->in[5], link_turn(v, q, k + 4, D, Q(o), relative, reach));
    return true;
}

/* Solves radius = meeting rates that themselves grow with the radius by `growth`: (15). */
static bool settle(double *radius, double rate, double growth) {
    *radius = rate / (1.0 - growth);
    return growth < 1.0;
}

static bool bound_circle_line(const double *v, double *q, const tmiOp *op) {
    const int32_t P = op->in[0], rho2 = op->in[1], s = op->in[2], u = op->in[3], o = op->out;
    double fx = V(s) - V(P), fy = V(s + 1) - V(P + 1), reach = length(fx, fy);
    double terms = STEP_ROUNDINGS * (size_of(v, P) + size_of(v, s) + reach);
    double min = V(rho2) - Q(rho2), radius = sqrt(min > 0.0 ? min : 0.0);
    double height = fabs(V(u) * fy - V(u + 1) * fx) + Q(s) + Q(P) + reach * Q(u) + terms;
    double cosine = height / radius, square = (1.0 - cosine) * (1.0 + cosine);
    if (!(cosine < 1.0 && square > SINE_MIN * SINE_MIN && Q(u) <= CHORD_MAX)) {
        return false;
    }
    double sine = sqrt(square), turn = CHORD_ANGLE * Q(u);
    double a = Q(P) + 0.5 * Q(rho2) / radius + terms;
    double b = Q(s) + terms + turn * (apart(v, s, o) + Q(s));
    bool clear = settle(&Q(o), meeting(a, b, sine, cosine), turn / sine);
    Q(o) = rounded(Q(o), size_of(v, s) + reach);
    return clear;
}

static bool bound_line_line(const double *v, double *q, const tmiOp *op) {
    const int32_t s = op->in[0], u = op->in[1], p = op->in[2], w = op->in[3], o = op->out;
    double turn_u = CHORD_ANGLE * Q(u), turn_w = CHORD_ANGLE * Q(w);
    double sine = fabs(V(u) * V(w + 1) - V(u + 1) * V(w)) - turn_u - turn_w - STEP_ROUNDINGS;
    if (!(sine > SINE_MIN && Q(u) <= CHORD_MAX && Q(w) <= CHORD_MAX)) {
        return false;
    }
    double terms = STEP_ROUNDINGS * (size_of(v, s) + size_of(v, p) + size_of(v, o));
    double a = Q(s) + terms + turn_u * (apart(v, s, o) + Q(s));
    double b = Q(p) + terms + turn_w * (apart(v, p, o) + Q(p));
    bool clear = settle(&Q(o), meeting(a, b, sine, sqrt((1.0 - sine) * (1.0 + sine))),
                        (turn_u + turn_w) / sine);
    Q(o) = rounded(Q(o), size_of(v, o));
    return clear;
}

static bool bound_tangent(const double *v, double *q, const tmiOp *op) {
    const int32_t P = op->in[0], D = op->in[1], h = op->in[2];
    double radius = Q(P) + Q(D) + STEP_ROUNDINGS * (size_of(v, P) + size_of(v, D));
    double e = apart(v, P, D), low = e - radius, height = fabs(V(h)) + Q(h);
    double along2 = (low - height) * (low + height);
    if (!(low > height && along2 > SINE_MIN * SINE_MIN * e * e)) {
        return false;
    }
    Q(op->out) = rounded((radius + Q(h)) / sqrt(along2), 1.0); /* (16) */
    return true;
}

static bool bound_place(const double *v, double *q, const tmiOp *op) {
    const int32_t at = op->in[0], to = op->in[1], a = op->in[2], b = op->in[3], o = op->out;
    double reach = apart(v, at, to), own = apart(v, a, b);
    double radius = Q(at) + Q(to) + STEP_ROUNDINGS * (size_of(v, at) + size_of(v, to));
    double own_radius = Q(a) + Q(b);
    if (!(radius < reach && own_radius < own)) {
        return false;
    }
    double turn = chord_of(radius, reach) + chord_of(own_radius, own); /* (17) */
    set_pose(v, q, o, at, a, rounded(turn, 1.0));
    return true;
}

/* A rope's straight part: its direction turns by hat(u) . (dq - dp) / L, its length changes by
 * u . (dq - dp) and the difference of the radii times the turn. */
static bool bound_straight(const double *v, double *q, const tmiOp *op) {
    const int32_t a = op->in[0], b = op->in[1], k = op->in[2], o = op->out;
    double h = fabs(V(k + 1) - V(k)), span = apart(v, a, b);
    double terms = STEP_ROUNDINGS * (size_of(v, a) + size_of(v, b));
    double radius = Q(a) + Q(b) + terms, low = span - radius;
    double straight2 = (low - h) * (low + h);
    if (op->rigid && span * span - h * h > SINE_MIN * SINE_MIN * span * span) {
        Q(o) = 2.0;
        Q(o + 2) = rounded(terms, span);
        return true;
    }
    if (!(low > h && straight2 > SINE_MIN * SINE_MIN * span * span)) {
        return false;
    }
    double turn = radius / sqrt(straight2);
    Q(o) = rounded(turn, 1.0);
    Q(o + 2) = rounded(radius + h * turn, span);
    return true;
}

/* As long as a direction keeps within a chord of 1 its angle is followed without doubt. */
static bool bound_unwrap(const double *v, double *q, const tmiOp *op) {
    Q(op->out) = rounded(CHORD_ANGLE * Q(op->in[0]), fabs(V(op->out)) + 1.0);
    return Q(op->in[0]) <= CHORD_MAX;
}

static bool bound_pair_op(const double *v, double *q, const tmiOp *op, const double *from,
                          const double *to) {
    const int32_t a = op->in[0], b = op->in[1], k = op->in[2], o = op->out;
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_VALUE:
        Q(o) = fabs(to[a] - from[a]);
        return true;
    case TMI_OP_LINEAR:
        Q(o) = rounded(fabs(V(k)) * Q(a) + fabs(V(k + 1)) * Q(b),
                       fabs(V(k) * V(a)) + fabs(V(k + 1) * V(b)) + fabs(V(k + 2)));
        return true;
    case TMI_OP_TURN:
        Q(o) = rounded(Q(a), 1.0);
        return true;
    case TMI_OP_UNWRAP:
        return bound_unwrap(v, q, op);
    case TMI_OP_REACH: {
        double reach = apart(v, b, k);
        Q(o) = rounded(reach * Q(a) + Q(b) + Q(k), size_of(v, b) + size_of(v, k));
        return true;
    }
    case TMI_OP_STRAIGHT:
        return bound_straight(v, q, op);
    case TMI_OP_AHEAD:
        Q(o) = rounded(Q(a) + Q(k) + fabs(V(k)) * Q(b), size_of(v, a) + fabs(V(k)));
        return true;
    default: /* PPP is rare, a follower's own iteration not bounded: left to the other certificate
              */
        return false;
    }
}

static bool bound_op(const double *v, double *q, const tmiOp *op, const double *from,
                     const double *to) {
    const int32_t *in = op->in, o = op->out;
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_ANGLE:
        Q(o) = rounded(fabs(to[in[0]] - from[in[0]]), 1.0);
        return true;
    case TMI_OP_ALONG: {
        double way = fabs(to[in[2]] - from[in[2]]), far = fabs(to[in[2]]);
        Q(o) = rounded(Q(in[0]) + way + far * Q(in[1]), far + size_of(v, in[0]));
        return true;
    }
    case TMI_OP_ROTATE:
    case TMI_OP_UNROTATE:
        Q(o) = rounded(Q(in[0]) + Q(in[1]), 1.0);
        return true;
    case TMI_OP_POINT:
        bound_point(v, q, op);
        return true;
    case TMI_OP_COMPOSE:
        bound_compose(v, q, op);
        return true;
    case TMI_OP_PIVOT:
        set_pose(v, q, o, in[1], in[2], Q(in[0]));
        return true;
    case TMI_OP_PLACE:
        return bound_place(v, q, op);
    case TMI_OP_ARM:
        bound_arm(v, q, op);
        return true;
    case TMI_OP_SPAN:
        Q(o) = bound_square(v, q, in[0], in[1]);
        return true;
    case TMI_OP_HEIGHT:
        bound_height(v, q, op);
        return true;
    case TMI_OP_DIFFERENCE:
        Q(o) = rounded(Q(in[0]) + Q(in[1]), fabs(V(in[0])) + fabs(V(in[1])));
        return true;
    case TMI_OP_DYAD_PREPARE:
        return bound_prepare(v, q, op);
    case TMI_OP_DYAD:
        return bound_dyad(v, q, op);
    case TMI_OP_RATIO:
        return bound_ratio(v, q, op);
    case TMI_OP_AFFINE:
        bound_affine(v, q, op);
        return true;
    case TMI_OP_CIRCLE_LINE:
        return bound_circle_line(v, q, op);
    case TMI_OP_LINE_LINE:
        return bound_line_line(v, q, op);
    case TMI_OP_TANGENT:
        return bound_tangent(v, q, op);
    case TMI_OP_GAP:
        return bound_gap(v, q, op);
    default:
        return bound_pair_op(v, q, op, from, to);
    }
}

bool tmi_program_clear_between(const tmiProgram *program, int32_t first, int32_t last,
                               const double *from, const double *to, double *radii) {
    for (int32_t i = first; i < last; i++) {
        if (!bound_op(program->registers, radii, &program->ops[i], from, to)) {
            return false;
        }
    }
    return true;
}
