/* program_derivative.c: derivatives of a program's steps, by the rules of each step.
 *
 * V(i) is double i of the registers, as the last run left them; S(i) its derivative along the one
 * direction asked for. Steps that solve something (circles that meet) are differentiated through
 * the equations that they solve, not through the formula: no square root comes back. */
#include "analyse/kinematics/program/program.h"

#include "analyse/kinematics/program/program_higher_pair.h"

#include <math.h>

#define V(i) v[i]
#define S(i) s[i]

/* Puts into s[o], s[o + 1] the (x, y) that solves a . (x, y) = e and b . (x, y) = f. */
static void solve2(double *s, int32_t o, const double a[2], double e, const double b[2], double f) {
    double inverse = 1.0 / (a[0] * b[1] - a[1] * b[0]);
    S(o) = (e * b[1] - f * a[1]) * inverse;
    S(o + 1) = (a[0] * f - b[0] * e) * inverse;
}

/* Turning (x, y) by (c, s): d(R p) for the direction at d and the point at p. */
static void turned(const double *v, const double *s, int32_t d, int32_t p, double *x, double *y) {
    *x = S(d) * V(p) - S(d + 1) * V(p + 1) + V(d) * S(p) - V(d + 1) * S(p + 1);
    *y = S(d + 1) * V(p) + S(d) * V(p + 1) + V(d + 1) * S(p) + V(d) * S(p + 1);
}

static void derive_rotate(const double *v, double *s, const tmiOp *op, double sign) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    double c = S(a) * V(b) + V(a) * S(b) - sign * (S(a + 1) * V(b + 1) + V(a + 1) * S(b + 1));
    double t = S(a + 1) * V(b) + V(a + 1) * S(b) + sign * (S(a) * V(b + 1) + V(a) * S(b + 1));
    S(o) = c;
    S(o + 1) = t;
}

static void derive_point(const double *v, double *s, const tmiOp *op) {
    double x, y;
    turned(v, s, op->in[0] + 2, op->in[1], &x, &y);
    S(op->out) = S(op->in[0]) + x;
    S(op->out + 1) = S(op->in[0] + 1) + y;
}

static void derive_compose(const double *v, double *s, const tmiOp *op) {
    derive_point(v, s, op);
    const tmiOp turn = {.in = {op->in[0] + 2, op->in[1] + 2}, .out = op->out + 2};
    derive_rotate(v, s, &turn, 1.0);
}

/* Pose at `o` whose direction and its derivative stand at o + 2: brings p to at. */
static void finish_pose(const double *v, double *s, int32_t at, int32_t p, int32_t o) {
    double x, y;
    turned(v, s, o + 2, p, &x, &y);
    S(o) = S(at) - x;
    S(o + 1) = S(at + 1) - y;
}

static void derive_pivot(const double *v, double *s, const tmiOp *op) {
    S(op->out + 2) = S(op->in[0]);
    S(op->out + 3) = S(op->in[0] + 1);
    finish_pose(v, s, op->in[1], op->in[2], op->out);
}

/* Derivative of the unit direction at o + 2 that turns (q - p) towards (to - at): it turns by the
 * difference of the two vectors' own turning, (v x dv) / v^2. */
static void derive_place(const double *v, double *s, const tmiOp *op) {
    const int32_t at = op->in[0], to = op->in[1], p = op->in[2], q = op->in[3], o = op->out;
    double x = V(to) - V(at), y = V(to + 1) - V(at + 1);
    double a = V(q) - V(p), b = V(q + 1) - V(p + 1);
    double dx = S(to) - S(at), dy = S(to + 1) - S(at + 1);
    double da = S(q) - S(p), db = S(q + 1) - S(p + 1);
    double turn = (x * dy - y * dx) / (x * x + y * y) - (a * db - b * da) / (a * a + b * b);
    S(o + 2) = -turn * V(o + 3);
    S(o + 3) = turn * V(o + 2);
    finish_pose(v, s, at, p, o);
}

static void derive_arm(const double *v, double *s, const tmiOp *op) {
    const int32_t at = op->in[0], d = op->in[1], p = op->in[2], q = op->in[3];
    double x = V(q) - V(p), y = V(q + 1) - V(p + 1);
    double dx = S(q) - S(p), dy = S(q + 1) - S(p + 1);
    S(op->out) = S(at) + S(d) * x - S(d + 1) * y + V(d) * dx - V(d + 1) * dy;
    S(op->out + 1) = S(at + 1) + S(d + 1) * x + S(d) * y + V(d + 1) * dx + V(d) * dy;
}

static double derive_span(const double *v, const double *s, int32_t p, int32_t q) {
    return 2.0 * ((V(q) - V(p)) * (S(q) - S(p)) + (V(q + 1) - V(p + 1)) * (S(q + 1) - S(p + 1)));
}

static void derive_height(const double *v, double *s, const tmiOp *op) {
    const int32_t u = op->in[0], p = op->in[1], q = op->in[2];
    S(op->out) = S(u) * (V(q + 1) - V(p + 1)) - S(u + 1) * (V(q) - V(p)) +
                 V(u) * (S(q + 1) - S(p + 1)) - V(u + 1) * (S(q) - S(p));
}

static void derive_dyad_prepare(const double *v, double *s, const tmiOp *op) {
    const int32_t p = op->in[0], c = op->in[1], d = op->in[2], e = op->in[3], o = op->out;
    double da2 = derive_span(v, s, p, c), db2 = derive_span(v, s, d, e);
    double a2 = 0.25 * V(o), b2 = a2 - V(o + 1);
    S(o) = 4.0 * da2;
    S(o + 1) = da2 - db2;
    for (int i = 0; i < 2; i++) {
        S(o + 2 + i) = (S(c + i) - S(p + i) - V(o + 2 + i) * da2) / a2;
        S(o + 4 + i) = (S(e + i) - S(d + i) - V(o + 4 + i) * db2) / b2;
    }
}

/* Derivative of the direction at o + 2 = L . (C - P), where L stands at k and C at `out`. */
static void dyad_link(const double *v, double *s, int32_t P, int32_t C, int32_t k, int32_t p,
                      int32_t o) {
    double x = V(C) - V(P), y = V(C + 1) - V(P + 1);
    double dx = S(C) - S(P), dy = S(C + 1) - S(P + 1);
    S(o + 2) = S(k) * x + S(k + 1) * y + V(k) * dx + V(k + 1) * dy;
    S(o + 3) = S(k) * y - S(k + 1) * x + V(k) * dy - V(k + 1) * dx;
    finish_pose(v, s, P, p, o);
}

/* (C - P) . (dC - dP) = d(a^2) / 2 and (C - D) . (dC - dD) = d(b^2) / 2 */
static void derive_dyad(const double *v, double *s, const tmiOp *op) {
    const int32_t P = op->in[0], D = op->in[1], k = op->in[2], o = op->out;
    const double a[2] = {V(o) - V(P), V(o + 1) - V(P + 1)};
    const double b[2] = {V(o) - V(D), V(o + 1) - V(D + 1)};
    double da2 = 0.25 * S(k);
    double e = a[0] * S(P) + a[1] * S(P + 1) + 0.5 * da2;
    double f = b[0] * S(D) + b[1] * S(D + 1) + 0.5 * (da2 - S(k + 1));
    solve2(s, o, a, e, b, f);
    if (op->point_only) {
        return;
    }
    dyad_link(v, s, P, o, k + 2, op->in[4], o + 2);
    dyad_link(v, s, D, o, k + 4, op->in[5], o + 6);
}

static void derive_ratio(const double *v, double *s, const tmiOp *op) {
    const int32_t p = op->in[0], c = op->in[1], q = op->in[2], o = op->out;
    double x = V(c) - V(p), y = V(c + 1) - V(p + 1), u = V(q) - V(p), w = V(q + 1) - V(p + 1);
    double dx = S(c) - S(p), dy = S(c + 1) - S(p + 1), du = S(q) - S(p), dw = S(q + 1) - S(p + 1);
    double length2 = x * x + y * y, change = 2.0 * (x * dx + y * dy);
    S(o) = (dx * u + dy * w + x * du + y * dw - V(o) * change) / length2;
    S(o + 1) = (dx * w - dy * u + x * dw - y * du - V(o + 1) * change) / length2;
}

static void derive_affine(const double *v, double *s, const tmiOp *op) {
    const int32_t P = op->in[0], C = op->in[1], k = op->in[2], o = op->out;
    double x = V(C) - V(P), y = V(C + 1) - V(P + 1), dx = S(C) - S(P), dy = S(C + 1) - S(P + 1);
    double a = V(k), b = V(k + 1), da = S(k), db = S(k + 1);
    S(o) = S(P) + (a * dx - b * dy) + (da * x - db * y);
    S(o + 1) = S(P + 1) + (a * dy + b * dx) + (da * y + db * x);
}

/* (X - P) . (dX - dP) = d(rho^2) / 2 and hat(u) . (X - q) = 0 */
static void derive_circle_line(const double *v, double *s, const tmiOp *op) {
    const int32_t P = op->in[0], q = op->in[2], u = op->in[3], o = op->out;
    const double a[2] = {V(o) - V(P), V(o + 1) - V(P + 1)};
    const double n[2] = {-V(u + 1), V(u)};
    double e = a[0] * S(P) + a[1] * S(P + 1) + 0.5 * S(op->in[1]);
    double f =
        n[0] * S(q) + n[1] * S(q + 1) + S(u + 1) * (V(o) - V(q)) - S(u) * (V(o + 1) - V(q + 1));
    solve2(s, o, a, e, n, f);
}

static void derive_line_line(const double *v, double *s, const tmiOp *op) {
    const int32_t o = op->out;
    double n[2][2], f[2];
    for (int i = 0; i < 2; i++) {
        const int32_t q = op->in[2 * i], u = op->in[2 * i + 1];
        n[i][0] = -V(u + 1);
        n[i][1] = V(u);
        f[i] = n[i][0] * S(q) + n[i][1] * S(q + 1) + S(u + 1) * (V(o) - V(q)) -
               S(u) * (V(o + 1) - V(q + 1));
    }
    solve2(s, o, n[0], f[0], n[1], f[1]);
}

/* hat(w) . e = h with e = D - P, w a unit vector: dw = turn hat(w), hat(dw) . e = -turn w . e. */
static void derive_tangent(const double *v, double *s, const tmiOp *op) {
    const int32_t P = op->in[0], D = op->in[1], o = op->out;
    double ex = V(D) - V(P), ey = V(D + 1) - V(P + 1);
    double dex = S(D) - S(P), dey = S(D + 1) - S(P + 1);
    double along = V(o) * ex + V(o + 1) * ey;
    double turn = (V(o) * dey - V(o + 1) * dex - S(op->in[2])) / along;
    S(o) = -turn * V(o + 1);
    S(o + 1) = turn * V(o);
}

/* Point o of one of the two sliders of TMI_OP_SETTLE, which lies x along direction u from q: both
 * with their gradients. */
static void derive_along(const double *v, double *s, int32_t q, int32_t u, double x, double dx,
                         int32_t o) {
    for (int i = 0; i < 2; i++) {
        S(o + i) = S(q + i) + dx * V(u + i) + x * S(u + i);
    }
}

static void derive_settle(const double *v, double *s, const tmiOp *op) {
    const int32_t p = op->in[0], u = op->in[1], q = op->in[2], w = op->in[3], d = op->in[4];
    const int32_t st = op->in[5], o = op->out;
    double e[2], de[2];
    for (int i = 0; i < 2; i++) {
        e[i] = V(q + i) + V(st + 1) * V(w + i) - V(p + i) - V(st) * V(u + i);
        de[i] = S(q + i) + S(st + 1) * V(w + i) + V(st + 1) * S(w + i) - S(p + i) -
                S(st) * V(u + i) - V(st) * S(u + i);
    }
    double h = V(d) * e[1] - V(d + 1) * e[0];
    double dh = S(d) * e[1] - S(d + 1) * e[0] + V(d) * de[1] - V(d + 1) * de[0];
    double nu = V(d) * V(u + 1) - V(d + 1) * V(u), nw = V(d) * V(w + 1) - V(d + 1) * V(w);
    double dnu = S(d) * V(u + 1) - S(d + 1) * V(u) + V(d) * S(u + 1) - V(d + 1) * S(u);
    double dnw = S(d) * V(w + 1) - S(d + 1) * V(w) + V(d) * S(w + 1) - V(d + 1) * S(w);
    double both = nu * nu + nw * nw, part = h / both;
    double dpart = (dh - part * 2.0 * (nu * dnu + nw * dnw)) / both;
    derive_along(v, s, p, u, V(st) + part * nu, S(st) + dpart * nu + part * dnu, o);
    derive_along(v, s, q, w, V(st + 1) - part * nw, S(st + 1) - dpart * nw - part * dnw, o + 2);
}

static void derive_gap(const double *v, double *s, const tmiOp *op) {
    double length = sqrt(V(op->in[2]));
    double dlength2 = S(op->in[2]);
    S(op->out) = (derive_span(v, s, op->in[0], op->in[1]) - dlength2) * (0.5 / length) -
                 V(op->out) * 0.5 * dlength2 / (length * length);
}

void tmi_program_derivative(const tmiProgram *program, int32_t first, int32_t last, double *s) {
    const double *v = program->registers;
    const tmiOp *end = program->ops + last;
    for (const tmiOp *op = program->ops + first; op < end; op++) {
        switch ((tmiOpKind)op->kind) {
        case TMI_OP_ANGLE: /* values of inputs stand still here */
            S(op->out) = S(op->out + 1) = 0.0;
            break;
        case TMI_OP_ALONG: {
            /* The value is read back from where the point lies on the line. */
            double x = V(op->out) - V(op->in[0]), y = V(op->out + 1) - V(op->in[0] + 1);
            double t = x * V(op->in[1]) + y * V(op->in[1] + 1);
            S(op->out) = S(op->in[0]) + t * S(op->in[1]);
            S(op->out + 1) = S(op->in[0] + 1) + t * S(op->in[1] + 1);
            break;
        }
        case TMI_OP_ROTATE:
            derive_rotate(v, s, op, 1.0);
            break;
        case TMI_OP_UNROTATE:
            derive_rotate(v, s, op, -1.0);
            break;
        case TMI_OP_POINT:
            derive_point(v, s, op);
            break;
        case TMI_OP_COMPOSE:
            derive_compose(v, s, op);
            break;
        case TMI_OP_PIVOT:
            derive_pivot(v, s, op);
            break;
        case TMI_OP_PLACE:
            derive_place(v, s, op);
            break;
        case TMI_OP_ARM:
            derive_arm(v, s, op);
            break;
        case TMI_OP_SPAN:
            S(op->out) = derive_span(v, s, op->in[0], op->in[1]);
            break;
        case TMI_OP_HEIGHT:
            derive_height(v, s, op);
            break;
        case TMI_OP_DIFFERENCE:
            S(op->out) = S(op->in[0]) - S(op->in[1]);
            break;
        case TMI_OP_DYAD_PREPARE:
            derive_dyad_prepare(v, s, op);
            break;
        case TMI_OP_DYAD:
            derive_dyad(v, s, op);
            break;
        case TMI_OP_RATIO:
            derive_ratio(v, s, op);
            break;
        case TMI_OP_AFFINE:
            derive_affine(v, s, op);
            break;
        case TMI_OP_CIRCLE_LINE:
            derive_circle_line(v, s, op);
            break;
        case TMI_OP_LINE_LINE:
            derive_line_line(v, s, op);
            break;
        case TMI_OP_TANGENT:
            derive_tangent(v, s, op);
            break;
        case TMI_OP_SETTLE:
            derive_settle(v, s, op);
            break;
        case TMI_OP_GAP:
            derive_gap(v, s, op);
            break;
        default:
            tmi_program_pair_derivative(v, s, op);
            break;
        }
    }
}
