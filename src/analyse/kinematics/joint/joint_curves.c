/* joint_curves.c: a function for each kind of joint, and a table of them, as in joint_rows.c.
 *
 * Each row f is differentiated twice in time with x'' = y'' = angle'' = 0 of every body. Symbols as
 * in joint_rows.c; w the turn of a body. Then P' = (x', y') + w hat(r), P'' = -w^2 r, u' = w
 * hat(u), u'' = -w^2 u. docs/theory/rates-and-forces.md, equations (5) to (9). */
#include "analyse/kinematics/joint/joint.h"

#include "analyse/kinematics/joint/higher_pair.h"
#include "numeric/numeric.h"

typedef void CurveFn(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                     double *curves);

tmiPlaceRate tmi_place_rate(const tmiFeaturePlace *p, double vx, double vy, double turn) {
    return (tmiPlaceRate){vx - turn * p->ry, vy + turn * p->rx, -turn * turn * p->rx,
                          -turn * turn * p->ry, turn};
}

/* A vector with its first and second rate. */
typedef struct Vector {
    double x, y, vx, vy, ax, ay;
} Vector;

static Vector between(const tmiFeaturePlace *p, const tmiPlaceRate *m, int a, int b) {
    return (Vector){p[b].x - p[a].x,   p[b].y - p[a].y,   m[b].vx - m[a].vx,
                    m[b].vy - m[a].vy, m[b].ax - m[a].ax, m[b].ay - m[a].ay};
}

static Vector direction(const tmiFeaturePlace *p, const tmiPlaceRate *m) {
    double w = m->turn;
    return (Vector){p->c, p->s, -w * p->s, w * p->c, -w * w * p->c, -w * w * p->s};
}

/* (a . b)'' = a'' . b + 2 a' . b' + a . b'' */
static double dot_curve(const Vector *a, const Vector *b) {
    return (a->ax * b->x + a->ay * b->y) + 2.0 * (a->vx * b->vx + a->vy * b->vy) +
           (a->x * b->ax + a->y * b->ay);
}

/* (a x b)'', alike */
static double cross_curve(const Vector *a, const Vector *b) {
    return (a->ax * b->y - a->ay * b->x) + 2.0 * (a->vx * b->vy - a->vy * b->vx) +
           (a->x * b->ay - a->y * b->ax);
}

/* |d|'' = (d' . d' + d . d'' - l'^2) / l with l' = d . d' / l. Where the points coincide the length
 * has a corner; the slope along x that joint_rows.c takes there is kept. */
static double length_curve(const Vector *d) {
    double length = tmi_hypot(d->x, d->y);
    if (!(length > 0.0)) {
        return d->ax;
    }
    double ux = d->x / length, uy = d->y / length;
    double across = ux * d->vy - uy * d->vx; /* d' . d' - l'^2 is its square */
    return ux * d->ax + uy * d->ay + across * across / length;
}

/* ---- Kinds --------------------------------------------------------------------------------- */

static void revolute(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                     double *curves) {
    (void)p;
    (void)value;
    (void)size;
    curves[0] = m[1].ax - m[0].ax;
    curves[1] = m[1].ay - m[0].ay;
}

static void slot(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                 double *curves) {
    (void)value;
    (void)size;
    Vector u = direction(&p[0], &m[0]), d = between(p, m, 0, 1);
    curves[0] = cross_curve(&u, &d);
}

static void parallel(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                     double *curves) {
    (void)value;
    double turn = m[1].turn - m[0].turn;
    curves[0] = -size * turn * turn * (p[0].c * p[1].s - p[0].s * p[1].c);
}

static void perpendicular(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value,
                          double size, double *curves) {
    (void)value;
    double turn = m[1].turn - m[0].turn;
    curves[0] = -size * turn * turn * (p[0].c * p[1].c + p[0].s * p[1].s);
}

static void prismatic(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                      double *curves) {
    slot(p, m, value, size, curves);
    parallel(p, m, value, size, curves + 1);
}

/* Angles are sums of the bodies' own: no curve. */
static void angle(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                  double *curves) {
    (void)p;
    (void)m;
    (void)value;
    (void)size;
    curves[0] = 0.0;
}

static void rigid(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                  double *curves) {
    revolute(p, m, value, size, curves);
    angle(p, m, value, size, curves + 2);
}

static void distance(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                     double *curves) {
    if (value == 0.0) {
        revolute(p, m, value, size, curves);
        return;
    }
    Vector d = between(p, m, 0, 1);
    curves[0] = length_curve(&d);
}

/* f = n / l with n = ab x ac and l = |ab|: n'' = f'' l + 2 f' l' + f l''. Where l is held, l' and
 * l'' are 0. */
static void collinear(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                      double *curves) {
    (void)value;
    Vector d = between(p, m, 0, 1), e = between(p, m, 0, 2);
    double length = tmi_hypot(d.x, d.y), min = TMI_COLLINEAR_MIN * size;
    double n_curve = cross_curve(&d, &e);
    if (!(length > min)) {
        curves[0] = n_curve / min;
        return;
    }
    double n_rate = (d.vx * e.y - d.vy * e.x) + (d.x * e.vy - d.y * e.vx);
    double f = (d.x * e.y - d.y * e.x) / length;
    double l_rate = (d.x * d.vx + d.y * d.vy) / length;
    double f_rate = (n_rate - f * l_rate) / length;
    curves[0] = (n_curve - 2.0 * f_rate * l_rate - f * length_curve(&d)) / length;
}

static void equal_length(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                         double *curves) {
    (void)value;
    (void)size;
    Vector first = between(p, m, 0, 1), second = between(p, m, 2, 3);
    curves[0] = length_curve(&first) - length_curve(&second);
}

static void displacement(const tmiFeaturePlace *p, const tmiPlaceRate *m, double value, double size,
                         double *curves) {
    (void)value;
    (void)size;
    Vector u = direction(&p[0], &m[0]), d = between(p, m, 0, 1);
    curves[0] = dot_curve(&u, &d);
}

/* In the order of TM_JOINT_LIST up to the higher pairs, which have functions of their own. */
static CurveFn *const kinds[] = {revolute,      prismatic, slot,         angle,
                                 rigid,         distance,  distance,     parallel,
                                 perpendicular, collinear, equal_length, angle};
_Static_assert(sizeof kinds / sizeof kinds[0] == TM_JOINT_GEAR, "one for each kind");

void tmi_joint_curves(const tmiPlanarJoint *joint, const tmiFeaturePlace *places,
                      const tmiPlaceRate *rates, double size, double *curves) {
    if (joint->pair) {
        curves[0] = tmi_pair_curve(joint, places, rates, size);
        return;
    }
    CurveFn *kind = (int)joint->kind == TMI_JOINT_DISPLACEMENT ? displacement : kinds[joint->kind];
    kind(places, rates, joint->value, size, curves);
}
