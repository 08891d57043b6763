/* program_higher_pair.h: the steps of programs with higher pairs; see program_ops.h. Private to
 * program*.c. */
#ifndef TMI_PROGRAM_HIGHER_PAIR_H
#define TMI_PROGRAM_HIGHER_PAIR_H

#include "analyse/kinematics/joint/joint.h"
#include "analyse/kinematics/program/program_ops.h"
#include "numeric/numeric.h"

TMI_INLINE void op_value(double *r, const tmiOp *op, const double *values, const int w) {
    const int32_t o = op->out;
    EACH_LANE {
        R(o) = values[(ptrdiff_t)op->in[0] * w + l];
    }
}

TMI_INLINE void op_linear(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], b = op->in[1], k = op->in[2], o = op->out;
    EACH_LANE {
        R(o) = R(k) * R(a) + R(k + 1) * R(b) + R(k + 2);
    }
}

TMI_INLINE void op_turn(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], o = op->out;
    for (int l = 0; l < w; l++) {
        tmi_sincos(R(a), &R(o + 1), &R(o));
    }
}

TMI_INLINE void op_unwrap(double *r, const tmiOp *op, const int w) {
    const int32_t d = op->in[0], n = op->in[1], o = op->out;
    for (int l = 0; l < w; l++) {
        R(o) = tmi_unwrap(tmi_atan2(R(d + 1), R(d)), R(n));
    }
}

TMI_INLINE void op_reach(double *r, const tmiOp *op, const int w) {
    const int32_t u = op->in[0], p = op->in[1], q = op->in[2], o = op->out;
    EACH_LANE {
        R(o) = R(u) * (R(q) - R(p)) + R(u + 1) * (R(q + 1) - R(p + 1));
    }
}

/* The rope's straight part of joint_rope.c, (1): u = (L D - h hat(D)) / D^2. */
TMI_INLINE void op_straight(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t p = op->in[0], q = op->in[1], k = op->in[2], o = op->out;
    EACH_LANE {
        double x = R(q) - R(p), y = R(q + 1) - R(p + 1), h = R(k + 1) - R(k);
        double d2 = x * x + y * y, rest = d2 - h * h;
        ok[l] &= (rest >= 0.0) ? ~(uint64_t)0 : 0;
        double length = sqrt(rest > 0.0 ? rest : 0.0);
        double ux = length * x + h * y, uy = length * y - h * x;
        ux = d2 > 0.0 ? ux : 1.0; /* points that coincide are apart along x */
        double inverse = 1.0 / sqrt(ux * ux + uy * uy);
        R(o) = ux * inverse;
        R(o + 1) = uy * inverse;
        R(o + 2) = length;
    }
}

TMI_INLINE void op_ahead(double *r, const tmiOp *op, const int w) {
    const int32_t p = op->in[0], u = op->in[1], t = op->in[2], o = op->out;
    EACH_LANE {
        R(o) = R(p) + R(t) * R(u);
        R(o + 1) = R(p + 1) + R(t) * R(u + 1);
    }
}

void tmi_op_solve_pin(double *r, const tmiOp *op, uint64_t *ok, int w);
void tmi_op_solve_slide(double *r, const tmiOp *op, uint64_t *ok, int w);

/* One of these steps. */
TMI_INLINE void run_pair_op(double *r, const tmiOp *op, const double *values, uint64_t *ok,
                            const int w) {
    switch ((tmiOpKind)op->kind) {
    case TMI_OP_VALUE:
        op_value(r, op, values, w);
        break;
    case TMI_OP_LINEAR:
        op_linear(r, op, w);
        break;
    case TMI_OP_TURN:
        op_turn(r, op, w);
        break;
    case TMI_OP_UNWRAP:
        op_unwrap(r, op, w);
        break;
    case TMI_OP_REACH:
        op_reach(r, op, w);
        break;
    case TMI_OP_STRAIGHT:
        op_straight(r, op, ok, w);
        break;
    case TMI_OP_AHEAD:
        op_ahead(r, op, w);
        break;
    case TMI_OP_SOLVE_PIN:
        tmi_op_solve_pin(r, op, ok, w);
        break;
    case TMI_OP_SOLVE_SLIDE:
        tmi_op_solve_slide(r, op, ok, w);
        break;
    default:
        break;
    }
}

/* The same for one frame, outside of the loop over its steps: a shorter loop is faster. */
void tmi_op_pair(double *r, const tmiOp *op, const double *values, uint64_t *ok);

/* Derivative of one of these steps; `v` and `s` as in program_derivative.c. */
void tmi_program_pair_derivative(const double *v, double *s, const tmiOp *op);

#endif
