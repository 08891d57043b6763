/* joint_bias.c: a function for each kind of joint, and a table of them, as in joint_rows.c.
 *
 * Each row f is differentiated twice in time with x'' = y'' = angle'' = 0 of every body. Symbols as
 * in joint_rows.c; w the turn of a body. Then P' = (x', y') + w hat(r), P'' = -w^2 r, u' = w
 * hat(u), u'' = -w^2 u. docs/theory/rates-and-forces.md, equations (5) to (9). */
#include "analyse/kinematics/joint/joint.h"

#include "analyse/kinematics/joint/higher_pair.h"
#include "numeric/numeric.h"

typedef void BiasFn(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                    double *bias);

tmiFeatureRate tmi_feature_rate(const tmiFeaturePose *p, double vx, double vy, double turn) {
    return (tmiFeatureRate){vx - turn * p->ry, vy + turn * p->rx, -turn * turn * p->rx,
                            -turn * turn * p->ry, turn};
}

/* A vector with its first and second rate. */
typedef struct Vector {
    double x, y, vx, vy, ax, ay;
} Vector;

static Vector between(const tmiFeaturePose *p, const tmiFeatureRate *m, int a, int b) {
    return (Vector){p[b].x - p[a].x,   p[b].y - p[a].y,   m[b].vx - m[a].vx,
                    m[b].vy - m[a].vy, m[b].ax - m[a].ax, m[b].ay - m[a].ay};
}

static Vector direction(const tmiFeaturePose *p, const tmiFeatureRate *m) {
    double w = m->turn;
    return (Vector){p->c, p->s, -w * p->s, w * p->c, -w * w * p->c, -w * w * p->s};
}

/* (a . b)'' = a'' . b + 2 a' . b' + a . b'' */
static double dot_bias(const Vector *a, const Vector *b) {
    return (a->ax * b->x + a->ay * b->y) + 2.0 * (a->vx * b->vx + a->vy * b->vy) +
           (a->x * b->ax + a->y * b->ay);
}

/* (a x b)'', alike */
static double cross_bias(const Vector *a, const Vector *b) {
    return (a->ax * b->y - a->ay * b->x) + 2.0 * (a->vx * b->vy - a->vy * b->vx) +
           (a->x * b->ay - a->y * b->ax);
}

/* |d|'' = (d' . d' + d . d'' - l'^2) / l with l' = d . d' / l. Where the points coincide the length
 * has a corner; the gradient along x that joint_rows.c takes there is kept. */
static double length_bias(const Vector *d) {
    double length = tmi_hypot(d->x, d->y);
    if (!(length > 0.0)) {
        return d->ax;
    }
    double ux = d->x / length, uy = d->y / length;
    double across = ux * d->vy - uy * d->vx; /* d' . d' - l'^2 is its square */
    return ux * d->ax + uy * d->ay + across * across / length;
}

/* ---- Kinds --------------------------------------------------------------------------------- */

static void revolute(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                     double *bias) {
    (void)p;
    (void)value;
    (void)size;
    bias[0] = m[1].ax - m[0].ax;
    bias[1] = m[1].ay - m[0].ay;
}

static void slot(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                 double *bias) {
    (void)value;
    (void)size;
    Vector u = direction(&p[0], &m[0]), d = between(p, m, 0, 1);
    bias[0] = cross_bias(&u, &d);
}

static void parallel(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                     double *bias) {
    (void)value;
    double turn = m[1].turn - m[0].turn;
    bias[0] = -size * turn * turn * (p[0].c * p[1].s - p[0].s * p[1].c);
}

static void perpendicular(const tmiFeaturePose *p, const tmiFeatureRate *m, double value,
                          double size, double *bias) {
    (void)value;
    double turn = m[1].turn - m[0].turn;
    bias[0] = -size * turn * turn * (p[0].c * p[1].c + p[0].s * p[1].s);
}

static void prismatic(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                      double *bias) {
    slot(p, m, value, size, bias);
    parallel(p, m, value, size, bias + 1);
}

/* Angles are sums of the bodies' own: the bias is 0. */
static void angle(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                  double *bias) {
    (void)p;
    (void)m;
    (void)value;
    (void)size;
    bias[0] = 0.0;
}

static void rigid(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                  double *bias) {
    revolute(p, m, value, size, bias);
    angle(p, m, value, size, bias + 2);
}

static void distance(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                     double *bias) {
    if (value == 0.0) {
        revolute(p, m, value, size, bias);
        return;
    }
    Vector d = between(p, m, 0, 1);
    bias[0] = length_bias(&d);
}

/* f = n / l with n = ab x ac and l = |ab|: n'' = f'' l + 2 f' l' + f l''. Where l is held, l' and
 * l'' are 0. */
static void collinear(const tmiFeaturePose *p, const tmiFeatureRate *m, double value, double size,
                      double *bias) {
    (void)value;
    Vector d = between(p, m, 0, 1), e = between(p, m, 0, 2);
    double length = tmi_hypot(d.x, d.y), min = TMI_COLLINEAR_MIN * size;
    double n_bias = cross_bias(&d, &e);
    if (!(length > min)) {
        bias[0] = n_bias / min;
        return;
    }
    double n_rate = (d.vx * e.y - d.vy * e.x) + (d.x * e.vy - d.y * e.vx);
    double f = (d.x * e.y - d.y * e.x) / length;
    double l_rate = (d.x * d.vx + d.y * d.vy) / length;
    double f_rate = (n_rate - f * l_rate) / length;
    bias[0] = (n_bias - 2.0 * f_rate * l_rate - f * length_bias(&d)) / length;
}

static void equal_length(const tmiFeaturePose *p, const tmiFeatureRate *m, double value,
                         double size, double *bias) {
    (void)value;
    (void)size;
    Vector first = between(p, m, 0, 1), second = between(p, m, 2, 3);
    bias[0] = length_bias(&first) - length_bias(&second);
}

static void displacement(const tmiFeaturePose *p, const tmiFeatureRate *m, double value,
                         double size, double *bias) {
    (void)value;
    (void)size;
    Vector u = direction(&p[0], &m[0]), d = between(p, m, 0, 1);
    bias[0] = dot_bias(&u, &d);
}

/* In the order of TM_JOINT_LIST up to the higher pairs, which have functions of their own. */
static BiasFn *const kinds[] = {revolute,      prismatic, slot,         angle,
                                rigid,         distance,  distance,     parallel,
                                perpendicular, collinear, equal_length, angle};
_Static_assert(sizeof kinds / sizeof kinds[0] == TM_JOINT_GEAR, "one for each kind");

void tmi_joint_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *places,
                    const tmiFeatureRate *rates, double size, double *bias) {
    if (joint->pair) {
        bias[0] = tmi_pair_bias(joint, places, rates, size);
        return;
    }
    BiasFn *kind = (int)joint->kind == TMI_JOINT_DISPLACEMENT ? displacement : kinds[joint->kind];
    kind(places, rates, joint->value, size, bias);
}
