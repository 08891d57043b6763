/* program_ops.h: what each step of a program computes, for `w` frames at once. The one-frame and
 * the many-frame interpreter call the same functions with w = 1 and w = TMI_LANES as constants, so
 * both give the same bits and the compiler vectorises the second. Private to program*.c.
 *
 * R(i) is double i of the frame l; hat(v) is v turned by 90 degrees. A function that may have no
 * real answer clears ok[l] then; all bits of it, so that comparisons need not be narrowed. */
#ifndef TMI_PROGRAM_OPS_H
#define TMI_PROGRAM_OPS_H

#include "analyse/kinematics/program/program.h"

#include <math.h>

#define R(i) r[(ptrdiff_t)(i)*w + l]

/* Lanes never meet: frame l reads and writes doubles of frame l only. The compiler cannot see that
 * through the registers' indices: the pragma says it. */
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define EACH_LANE INDEPENDENT for (int l = 0; l < w; l++)

/* A discriminant that is negative by rounding alone: the terms it is the difference of carry a few
 * rounding errors each, and a dyad that is stretched flat has an exact zero. Relative to the terms.
 */
#define FLAT_TOLERANCE (16.0 * TMI_EPSILON)

/* Two lines count as parallel below this sine of their angle: their meeting point would lie 10^12
 * lengths away. */
#define PARALLEL_SINE 1e-12

/* (cos, sin) of `out` = a b as complex numbers. */
TMI_INLINE void op_rotate(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    EACH_LANE {
        double c = R(a) * R(b) - R(a + 1) * R(b + 1);
        double s = R(a) * R(b + 1) + R(a + 1) * R(b);
        R(o) = c;
        R(o + 1) = s;
    }
}

TMI_INLINE void op_unrotate(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    EACH_LANE {
        double c = R(a) * R(b) + R(a + 1) * R(b + 1);
        double s = R(a + 1) * R(b) - R(a) * R(b + 1);
        R(o) = c;
        R(o + 1) = s;
    }
}

TMI_INLINE void op_point(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], p = op->in[1], o = op->out;
    EACH_LANE {
        double c = R(a + 2), s = R(a + 3);
        R(o) = R(a) + (c * R(p) - s * R(p + 1));
        R(o + 1) = R(a + 1) + (s * R(p) + c * R(p + 1));
    }
}

TMI_INLINE void op_compose(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    EACH_LANE {
        double c = R(a + 2), s = R(a + 3);
        double bc = R(b + 2), bs = R(b + 3);
        R(o) = R(a) + (c * R(b) - s * R(b + 1));
        R(o + 1) = R(a + 1) + (s * R(b) + c * R(b + 1));
        R(o + 2) = c * bc - s * bs;
        R(o + 3) = c * bs + s * bc;
    }
}

TMI_INLINE void op_along(double *r, const tmiOp *op, const double *values, const int w) {
    const int32_t p = op->in[0], u = op->in[1], k = op->in[2], o = op->out;
    EACH_LANE {
        double t = values[(ptrdiff_t)k * w + l];
        R(o) = R(p) + t * R(u);
        R(o + 1) = R(p + 1) + t * R(u + 1);
    }
}

TMI_INLINE void op_pivot(double *r, const tmiOp *op, const int w) {
    const int32_t d = op->in[0], at = op->in[1], p = op->in[2], o = op->out;
    EACH_LANE {
        double c = R(d), s = R(d + 1);
        R(o) = R(at) - (c * R(p) - s * R(p + 1));
        R(o + 1) = R(at + 1) - (s * R(p) + c * R(p + 1));
        R(o + 2) = c;
        R(o + 3) = s;
    }
}

/* The direction is not scaled to the link's own length but made a unit vector: where the pair is
 * not closed exactly (a guess) the pose is a pose all the same. */
TMI_INLINE void op_place(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t at = op->in[0], to = op->in[1], p = op->in[2], q = op->in[3], o = op->out;
    EACH_LANE {
        double vx = R(to) - R(at), vy = R(to + 1) - R(at + 1);
        double lx = R(q) - R(p), ly = R(q + 1) - R(p + 1);
        double c = lx * vx + ly * vy, s = lx * vy - ly * vx;
        double n = c * c + s * s;
        ok[l] &= (n > 0.0) ? ~(uint64_t)0 : 0;
        double inverse = 1.0 / sqrt(n);
        c *= inverse;
        s *= inverse;
        R(o) = R(at) - (c * R(p) - s * R(p + 1));
        R(o + 1) = R(at + 1) - (s * R(p) + c * R(p + 1));
        R(o + 2) = c;
        R(o + 3) = s;
    }
}

TMI_INLINE void op_arm(double *r, const tmiOp *op, const int w) {
    const int32_t at = op->in[0], d = op->in[1], p = op->in[2], q = op->in[3], o = op->out;
    EACH_LANE {
        double x = R(q) - R(p), y = R(q + 1) - R(p + 1);
        R(o) = R(at) + (R(d) * x - R(d + 1) * y);
        R(o + 1) = R(at + 1) + (R(d + 1) * x + R(d) * y);
    }
}

TMI_INLINE void op_span(double *r, const tmiOp *op, const int w) {
    const int32_t p = op->in[0], q = op->in[1], o = op->out;
    EACH_LANE {
        double x = R(q) - R(p), y = R(q + 1) - R(p + 1);
        R(o) = x * x + y * y;
    }
}

TMI_INLINE void op_height(double *r, const tmiOp *op, const int w) {
    const int32_t u = op->in[0], p = op->in[1], q = op->in[2], o = op->out;
    EACH_LANE {
        R(o) = R(u) * (R(q + 1) - R(p + 1)) - R(u + 1) * (R(q) - R(p));
    }
}

TMI_INLINE void op_difference(double *r, const tmiOp *op, const int w) {
    const int32_t a = op->in[0], b = op->in[1], o = op->out;
    EACH_LANE {
        R(o) = R(a) - R(b);
    }
}

/* Of the two links of a dyad, with local points p, c and d, c': 4 a^2 with a = |c - p|, a^2 - b^2
 * with b = |c' - d|, (c - p) / a^2, (c' - d) / b^2. */
TMI_INLINE void op_dyad_prepare(double *r, const tmiOp *op, const int w) {
    const int32_t p = op->in[0], c = op->in[1], d = op->in[2], e = op->in[3], o = op->out;
    EACH_LANE {
        double x = R(c) - R(p), y = R(c + 1) - R(p + 1);
        double u = R(e) - R(d), v = R(e + 1) - R(d + 1);
        double a2 = x * x + y * y, b2 = u * u + v * v;
        R(o) = 4.0 * a2;
        R(o + 1) = a2 - b2;
        R(o + 2) = x / a2;
        R(o + 3) = y / a2;
        R(o + 4) = u / b2;
        R(o + 5) = v / b2;
    }
}

/* Circle about P of radius a meets circle about D of radius b at C ([ME] 3.3.2): with e = D - P,
 * C = P + (n e + h hat(e)) / (2 e^2), n = e^2 + a^2 - b^2, h = sign sqrt(4 a^2 e^2 - n^2). In this
 * form the division does not wait for the root, and dyads that follow each other are a third
 * faster. */
TMI_INLINE void op_dyad(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t P = op->in[0], D = op->in[1], k = op->in[2], sign = op->in[3];
    const int32_t p = op->in[4], d = op->in[5], o = op->out;
    EACH_LANE {
        double Px = R(P), Py = R(P + 1), Dx = R(D), Dy = R(D + 1);
        double ex = Dx - Px, ey = Dy - Py;
        double e2 = ex * ex + ey * ey;
        double half = 0.5 / e2;
        double n = e2 + R(k + 1);
        double disc = R(k) * e2 - n * n;
        ok[l] &= (disc >= -FLAT_TOLERANCE * n * n) ? ~(uint64_t)0 : 0;
        double h = R(sign) * sqrt(disc > 0.0 ? disc : 0.0);
        double Cx = Px + (n * ex - h * ey) * half, Cy = Py + (n * ey + h * ex) * half;
        double vx = Cx - Px, vy = Cy - Py;
        double c = R(k + 2) * vx + R(k + 3) * vy, s = R(k + 2) * vy - R(k + 3) * vx;
        double ux = Cx - Dx, uy = Cy - Dy;
        double f = R(k + 4) * ux + R(k + 5) * uy, g = R(k + 4) * uy - R(k + 5) * ux;
        R(o) = Cx;
        R(o + 1) = Cy;
        R(o + 2) = Px - (c * R(p) - s * R(p + 1));
        R(o + 3) = Py - (s * R(p) + c * R(p + 1));
        R(o + 4) = c;
        R(o + 5) = s;
        R(o + 6) = Dx - (f * R(d) - g * R(d + 1));
        R(o + 7) = Dy - (g * R(d) + f * R(d + 1));
        R(o + 8) = f;
        R(o + 9) = g;
    }
}

/* Where q is seen from a link's points p and c: (a, b) with q = p + a (c - p) + b hat(c - p). */
TMI_INLINE void op_ratio(double *r, const tmiOp *op, const int w) {
    const int32_t p = op->in[0], c = op->in[1], q = op->in[2], o = op->out;
    EACH_LANE {
        double x = R(c) - R(p), y = R(c + 1) - R(p + 1);
        double u = R(q) - R(p), v = R(q + 1) - R(p + 1);
        double length2 = x * x + y * y;
        R(o) = (x * u + y * v) / length2;
        R(o + 1) = (x * v - y * u) / length2;
    }
}

/* The point with this ratio where the link's points are at P and C. It does the same as op_point,
 * but does not wait for the link's pose. */
TMI_INLINE void op_affine(double *r, const tmiOp *op, const int w) {
    const int32_t P = op->in[0], C = op->in[1], k = op->in[2], o = op->out;
    EACH_LANE {
        double x = R(C) - R(P), y = R(C + 1) - R(P + 1);
        R(o) = R(P) + (R(k) * x - R(k + 1) * y);
        R(o + 1) = R(P + 1) + (R(k) * y + R(k + 1) * x);
    }
}

/* |s + t u - P|^2 = rho^2 at t = -b + sign sqrt(b^2 - c). */
TMI_INLINE void op_circle_line(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t P = op->in[0], rho2 = op->in[1], s = op->in[2], u = op->in[3];
    const int32_t sign = op->in[4], o = op->out;
    EACH_LANE {
        double fx = R(s) - R(P), fy = R(s + 1) - R(P + 1);
        double height = R(u) * fy - R(u + 1) * fx;
        double along = R(u) * fx + R(u + 1) * fy;
        double disc = R(rho2) - height * height;
        ok[l] &= (disc >= -FLAT_TOLERANCE * height * height) ? ~(uint64_t)0 : 0;
        double t = R(sign) * sqrt(disc > 0.0 ? disc : 0.0) - along;
        R(o) = R(s) + t * R(u);
        R(o + 1) = R(s + 1) + t * R(u + 1);
    }
}

TMI_INLINE void op_line_line(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t s = op->in[0], u = op->in[1], q = op->in[2], v = op->in[3], o = op->out;
    EACH_LANE {
        double cross = R(u) * R(v + 1) - R(u + 1) * R(v);
        ok[l] &= (fabs(cross) > PARALLEL_SINE) ? ~(uint64_t)0 : 0;
        double x = R(q) - R(s), y = R(q + 1) - R(s + 1);
        double t = (x * R(v + 1) - y * R(v)) / cross;
        R(o) = R(s) + t * R(u);
        R(o + 1) = R(s + 1) + t * R(u + 1);
    }
}

/* With e = D - P: hat(w) = (h e + sign sqrt(e^2 - h^2) hat(e)) / e^2. */
TMI_INLINE void op_tangent(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t P = op->in[0], D = op->in[1], h = op->in[2], sign = op->in[3], o = op->out;
    EACH_LANE {
        double ex = R(D) - R(P), ey = R(D + 1) - R(P + 1);
        double e2 = ex * ex + ey * ey;
        double disc = e2 - R(h) * R(h);
        ok[l] &= (disc >= -FLAT_TOLERANCE * e2 && e2 > 0.0) ? ~(uint64_t)0 : 0;
        double q = R(sign) * sqrt(disc > 0.0 ? disc : 0.0);
        R(o) = (R(h) * ey + q * ex) / e2;
        R(o + 1) = (q * ey - R(h) * ex) / e2;
    }
}

/* With n = hat(v), P = p + s u, Q = q + t w: n . (Q - P) becomes 0 by the least change (x, y) of
 * (s, t), which is along (-n . u, n . w). */
TMI_INLINE void op_settle(double *r, const tmiOp *op, uint64_t *ok, const int w) {
    const int32_t p = op->in[0], u = op->in[1], q = op->in[2], d = op->in[3], v = op->in[4];
    const int32_t st = op->in[5], o = op->out;
    EACH_LANE {
        double s = R(st), t = R(st + 1);
        double Px = R(p) + s * R(u), Py = R(p + 1) + s * R(u + 1);
        double Qx = R(q) + t * R(d), Qy = R(q + 1) + t * R(d + 1);
        double height = R(v) * (Qy - Py) - R(v + 1) * (Qx - Px);
        double nu = R(v) * R(u + 1) - R(v + 1) * R(u), nw = R(v) * R(d + 1) - R(v + 1) * R(d);
        double both = nu * nu + nw * nw;
        ok[l] &= (both > PARALLEL_SINE * PARALLEL_SINE) ? ~(uint64_t)0 : 0;
        double x = height * nu / both, y = -height * nw / both;
        R(o) = Px + x * R(u);
        R(o + 1) = Py + x * R(u + 1);
        R(o + 2) = Qx + y * R(d);
        R(o + 3) = Qy + y * R(d + 1);
    }
}

TMI_INLINE void op_gap(double *r, const tmiOp *op, const int w) {
    const int32_t p = op->in[0], q = op->in[1], length2 = op->in[2], o = op->out;
    EACH_LANE {
        double x = R(q) - R(p), y = R(q + 1) - R(p + 1);
        R(o) = (x * x + y * y - R(length2)) * (0.5 / sqrt(R(length2)));
    }
}

#endif
