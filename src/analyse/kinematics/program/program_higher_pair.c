/* program_higher_pair.c: steps that close a pair by its last freedom, and the gradients of all
 * steps of higher pairs.
 *
 * A cam's follower on a pin or a slider has one freedom, and the pair has one row f with its
 * derivative: Newton's method ([ME] 3.4.2) begins where the follower last was. For a flat follower
 * on a slider the first step is exact. */
#include "analyse/kinematics/program/program_higher_pair.h"

#include <math.h>
#include <string.h>

/* Steps of one search; the longest of them [rad, or of the distance between the two parts]; and how
 * often one is halved. */
#define SEARCH_STEPS 60
#define SEARCH_STEP_MAX 0.5
#define SEARCH_HALVINGS 20

/* f counts as zero below this part of the lengths that it is the difference of [1]. */
#define ZERO (16.0 * TMI_EPSILON)

/* One freedom of feature b against feature a. */
typedef struct Freedom {
    const tmiPlanarJoint *joint;
    tmiFeaturePose a, b;           /* b at the start of a step, r from its pivot */
    bool pin;                      /* b turns, else it goes along (wx, wy) */
    double x, y, wx, wy;           /* the pivot */
    tmiMeasureGradient derivative; /* of f there */
} Freedom;

/* b moved by q from where it is. */
static tmiFeaturePose moved(const Freedom *f, double q) {
    tmiFeaturePose b = f->b;
    if (!f->pin) {
        b.x += q * f->wx;
        b.y += q * f->wy;
        return b;
    }
    double half = 0.5 * q, inverse = 1.0 / (1.0 + half * half);
    double c = (1.0 - half * half) * inverse, s = 2.0 * half * inverse;
    double nc = b.c * c - b.s * s, ns = b.s * c + b.c * s;
    double unit = 0.5 * (3.0 - (nc * nc + ns * ns));
    b = (tmiFeaturePose){0.0,       0.0,      f->b.rx * c - f->b.ry * s, f->b.ry * c + f->b.rx * s,
                         nc * unit, ns * unit};
    b.x = f->x + b.rx;
    b.y = f->y + b.ry;
    return b;
}

static double evaluate(Freedom *f, const tmiFeaturePose *b, bool derivative) {
    double wind[TM_JOINT_FEATURES];
    const tmiFeaturePose places[2] = {f->a, *b};
    memset(f->derivative, 0, sizeof f->derivative);
    return tmi_pair_kind(f->joint->kind)
               ->measure(f->joint, places, wind, derivative ? &f->derivative : NULL) -
           f->joint->value;
}

static double rate(const Freedom *f) {
    return f->pin ? f->derivative[1][2] : f->derivative[1][0] * f->wx + f->derivative[1][1] * f->wy;
}

/* Moves b until f is zero, and adds up what it moved. False when it does not get there. */
static bool solve(Freedom *f, double *sum) {
    double value = evaluate(f, &f->b, true);
    *sum = 0.0;
    for (int step = 0; step < SEARCH_STEPS; step++) {
        double span = fabs(f->b.x - f->a.x) + fabs(f->b.y - f->a.y) + fabs(f->b.rx) + fabs(f->b.ry);
        double q = -value / rate(f),
               max = f->pin ? SEARCH_STEP_MAX : SEARCH_STEP_MAX * (span + fabs(value));
        bool small = fabs(value) <= ZERO * span;
        if (small || !(q - q == 0.0)) {
            return small;
        }
        q = fabs(q) <= max ? q : q < 0.0 ? -max : max;
        for (int halving = 0;; halving++, q *= 0.5) {
            tmiFeaturePose b = moved(f, q);
            double now = evaluate(f, &b, true);
            if (fabs(now) < fabs(value)) {
                f->b = b;
                *sum += q;
                value = now;
                break;
            }
            if (halving == SEARCH_HALVINGS) { /* no better: as good as rounding errors allow, or a
                                                 minimum that is not zero */
                return fabs(value) <= 16.0 * ZERO * span;
            }
        }
    }
    return false;
}

void tmi_op_solve_pin(double *r, const tmiOp *op, uint64_t *ok, int w) {
    const int32_t a = op->in[0], u = op->in[1], at = op->in[2], p = op->in[3], b = op->in[4];
    const int32_t v = op->in[5], d = op->in[6], o = op->out;
    for (int l = 0; l < w; l++) {
        double c = R(d), s = R(d + 1), x = R(b) - R(p), y = R(b + 1) - R(p + 1);
        Freedom f = {.joint = op->joint, .pin = true, .x = R(at), .y = R(at + 1)};
        f.a = (tmiFeaturePose){R(a), R(a + 1), 0.0, 0.0, R(u), R(u + 1)};
        f.b = (tmiFeaturePose){0.0,
                               0.0,
                               c * x - s * y,
                               s * x + c * y,
                               c * R(v) - s * R(v + 1),
                               s * R(v) + c * R(v + 1)};
        f.b.x = f.x + f.b.rx;
        f.b.y = f.y + f.b.ry;
        double sum;
        bool solved = solve(&f, &sum);
        /* b's direction now, less its direction in its own axes, is the turn. */
        R(o) = f.b.c * R(v) + f.b.s * R(v + 1);
        R(o + 1) = f.b.s * R(v) - f.b.c * R(v + 1);
        double doubt = (R(o) - R(o)) + (R(o + 1) - R(o + 1)); /* NaN where one is not finite */
        ok[l] &= solved && doubt == 0.0 ? ~(uint64_t)0 : 0;
    }
}

void tmi_op_solve_slide(double *r, const tmiOp *op, uint64_t *ok, int w) {
    const int32_t a = op->in[0], u = op->in[1], b = op->in[2], v = op->in[3], d = op->in[4];
    const int32_t n = op->in[5], o = op->out;
    for (int l = 0; l < w; l++) {
        Freedom f = {.joint = op->joint, .wx = R(d), .wy = R(d + 1)};
        f.a = (tmiFeaturePose){R(a), R(a + 1), 0.0, 0.0, R(u), R(u + 1)};
        f.b =
            (tmiFeaturePose){R(b) + R(n) * f.wx, R(b + 1) + R(n) * f.wy, 0.0, 0.0, R(v), R(v + 1)};
        double sum;
        ok[l] &= solve(&f, &sum) ? ~(uint64_t)0 : 0;
        R(o) = R(n) + sum;
    }
}

void tmi_op_pair(double *r, const tmiOp *op, const double *values, uint64_t *ok) {
    run_pair_op(r, op, values, ok, 1);
}

/* ---- Derivatives --------------------------------------------------------------------------- */

#define V(i) v[i]
#define S(i) s[i]

/* How fast the direction at i turns. */
static double turning(const double *v, const double *s, int32_t i) {
    return V(i) * S(i + 1) - V(i + 1) * S(i);
}

/* Derivative of f while the freedom stands still, and by the freedom: gradients are taken with r =
 * 0, so that g is the pull at a point and the third number that of a turn. */
static double standing(const double *v, const double *s, const tmiOp *op, Freedom *f,
                       const double db[3], double *own) {
    evaluate(f, &f->b, true);
    const int32_t a = op->in[0], u = op->in[1];
    const double *ga = f->derivative[0], *gb = f->derivative[1];
    *own = f->pin ? gb[1] * (f->b.x - f->x) - gb[0] * (f->b.y - f->y) + gb[2]
                  : gb[0] * f->wx + gb[1] * f->wy;
    return ga[0] * S(a) + ga[1] * S(a + 1) + ga[2] * turning(v, s, u) + gb[0] * db[0] +
           gb[1] * db[1] + gb[2] * db[2];
}

static void derive_solve_pin(const double *v, double *s, const tmiOp *op) {
    const int32_t a = op->in[0], u = op->in[1], at = op->in[2], p = op->in[3], b = op->in[4];
    const int32_t d = op->in[5], o = op->out;
    double x = V(b) - V(p), y = V(b + 1) - V(p + 1), c = V(o), t = V(o + 1), own;
    double dx = S(b) - S(p), dy = S(b + 1) - S(p + 1);
    Freedom f = {.joint = op->joint, .pin = true, .x = V(at), .y = V(at + 1)};
    f.a = (tmiFeaturePose){V(a), V(a + 1), 0.0, 0.0, V(u), V(u + 1)};
    f.b = (tmiFeaturePose){f.x + c * x - t * y,     f.y + t * x + c * y,    0.0, 0.0,
                           c * V(d) - t * V(d + 1), t * V(d) + c * V(d + 1)};
    const double db[3] = {S(at) + c * dx - t * dy, S(at + 1) + t * dx + c * dy, turning(v, s, d)};
    double rest = standing(v, s, op, &f, db, &own), turn = -rest / own;
    S(o) = -turn * t;
    S(o + 1) = turn * c;
}

static void derive_solve_slide(const double *v, double *s, const tmiOp *op) {
    const int32_t a = op->in[0], u = op->in[1], b = op->in[2], d = op->in[3], g = op->in[4];
    const int32_t o = op->out;
    double own;
    Freedom f = {.joint = op->joint, .wx = V(g), .wy = V(g + 1)};
    f.a = (tmiFeaturePose){V(a), V(a + 1), 0.0, 0.0, V(u), V(u + 1)};
    f.b = (tmiFeaturePose){V(b) + V(o) * f.wx, V(b + 1) + V(o) * f.wy, 0.0, 0.0, V(d), V(d + 1)};
    const double db[3] = {S(b) + V(o) * S(g), S(b + 1) + V(o) * S(g + 1), turning(v, s, d)};
    double rest = standing(v, s, op, &f, db, &own);
    S(o) = -rest / own;
}

/* hat(u) . D = h and L = u . D. */
static void derive_straight(const double *v, double *s, const tmiOp *op) {
    const int32_t p = op->in[0], q = op->in[1], o = op->out;
    double dx = S(q) - S(p), dy = S(q + 1) - S(p + 1);
    double h = V(op->in[2] + 1) - V(op->in[2]), dh = S(op->in[2] + 1) - S(op->in[2]);
    double turn = (V(o) * dy - V(o + 1) * dx - dh) / V(o + 2);
    S(o) = -turn * V(o + 1);
    S(o + 1) = turn * V(o);
    S(o + 2) = V(o) * dx + V(o + 1) * dy + turn * h;
}

void tmi_program_pair_derivative(const double *v, double *s, const tmiOp *op) {
    const int32_t a = op->in[0], b = op->in[1], k = op->in[2], o = op->out;
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_VALUE: /* values of inputs stand still here */
        S(o) = 0.0;
        break;
    case TMI_OP_LINEAR:
        S(o) = V(k) * S(a) + V(k + 1) * S(b) + S(k) * V(a) + S(k + 1) * V(b) + S(k + 2);
        break;
    case TMI_OP_TURN:
        S(o) = -V(o + 1) * S(a);
        S(o + 1) = V(o) * S(a);
        break;
    case TMI_OP_UNWRAP:
        S(o) = turning(v, s, a);
        break;
    case TMI_OP_REACH:
        S(o) = S(a) * (V(k) - V(b)) + S(a + 1) * (V(k + 1) - V(b + 1)) + V(a) * (S(k) - S(b)) +
               V(a + 1) * (S(k + 1) - S(b + 1));
        break;
    case TMI_OP_STRAIGHT:
        derive_straight(v, s, op);
        break;
    case TMI_OP_AHEAD:
        S(o) = S(a) + S(k) * V(b) + V(k) * S(b);
        S(o + 1) = S(a + 1) + S(k) * V(b + 1) + V(k) * S(b + 1);
        break;
    case TMI_OP_SOLVE_PIN:
        derive_solve_pin(v, s, op);
        break;
    case TMI_OP_SOLVE_SLIDE:
        derive_solve_slide(v, s, op);
        break;
    default:
        break;
    }
}
