/* joint_cam.c: cams and their followers. What touches where is found in profile.c.
 *
 * In the axes of the cam's feature a, with q the direction of interest at the angle g:
 *   flat     h(g) = C . q, the height of the touching point along the line's normal q: the measure
 *            is n . (P_b - P_a) - h, with n = hat(u_b) away from the cam. h' = C . hat(q).     (1)
 *   roller   |P_b - P_a| - |O|, O the roller's centre that lies in the direction of P_b.
 *            d|O|/dg = |O| (O . C') / (O x C'), since O runs along C'.                         (2)
 * Both are unique and smooth: there are no branches, and nothing is kept from the last pose. */
#include "analyse/kinematics/joint/higher_pair.h"

#include "numeric/numeric.h"

#include <math.h>

static bool flat_fits(const double *radii, int32_t count) {
    (void)radii;
    (void)count;
    return true;
}

static double flat(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                   tmiMeasureGradient *gradient) {
    double nx = -p[1].s, ny = p[1].c, dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double qc = p[0].c * nx + p[0].s * ny, qs = p[0].c * ny - p[0].s * nx;
    tmiProfileTouch touch;
    tmi_profile_touch_line(joint->pair->profile, qc, qs, &touch);
    wind[0] = wind[1] = 0.0;
    if (gradient) {
        double rise = touch.y * qc - touch.x * qs; /* h' */
        tmi_gradient_point((*gradient)[0], &p[0], -nx, -ny);
        tmi_gradient_point((*gradient)[1], &p[1], nx, ny);
        (*gradient)[0][2] += rise;
        (*gradient)[1][2] += nx * dy - ny * dx - rise; /* hat(n) . d, and (1) */
    }
    return nx * dx + ny * dy - (touch.x * qc + touch.y * qs);
}

/* n . d'' + 2 n' . d' + n'' . d - h'' g'^2, with h + h'' = 1 / k, the radius of curvature. */
static double flat_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *p,
                        const tmiFeatureRate *v) {
    double nx = -p[1].s, ny = p[1].c, dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double qc = p[0].c * nx + p[0].s * ny, qs = p[0].c * ny - p[0].s * nx;
    double u = v[1].vx - v[0].vx, w = v[1].vy - v[0].vy, turn = v[1].turn;
    tmiProfileTouch t;
    tmi_profile_touch_line(joint->pair->profile, qc, qs, &t);
    double curved = 1.0 / t.curvature - (t.x * qc + t.y * qs), rate = turn - v[0].turn;
    return nx * (v[1].ax - v[0].ax) + ny * (v[1].ay - v[0].ay) + 2.0 * turn * (nx * w - ny * u) -
           turn * turn * (nx * dx + ny * dy) - curved * rate * rate;
}

static bool roller_fits(const double *radii, int32_t count) {
    (void)count;
    return radii[1] >= 0.0;
}

static double roller(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                     tmiMeasureGradient *gradient) {
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y, away = tmi_hypot(dx, dy);
    double ux = away > 0.0 ? dx / away : 1.0, uy = away > 0.0 ? dy / away : 0.0;
    double qc = p[0].c * ux + p[0].s * uy, qs = p[0].c * uy - p[0].s * ux;
    tmiProfileTouch t;
    tmi_profile_touch_roller(joint->pair->profile, joint->pair->radii[1], qc, qs, &t);
    double out = tmi_hypot(t.cx, t.cy);
    wind[0] = wind[1] = 0.0;
    if (gradient) {
        double rise = out * (t.cx * t.dx + t.cy * t.dy) / (t.cx * t.dy - t.cy * t.dx); /* (2) */
        double turn = away > 0.0 ? rise / away : 0.0;
        double gx = ux + turn * uy, gy = uy - turn * ux;
        tmi_gradient_point((*gradient)[0], &p[0], -gx, -gy);
        tmi_gradient_point((*gradient)[1], &p[1], gx, gy);
        (*gradient)[0][2] += rise;
    }
    return away - out;
}

/* With F = |O| by its own direction g: |d|'' - F'' g'^2 - F' g''. The roller's way has the
 * curvature k / (1 + R k) and, in polar form, (F^2 + 2 F'^2 - F F'') / (F^2 + F'^2)^(3/2): that
 * gives F'' without a third derivative of the profile. */
static double roller_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *p,
                          const tmiFeatureRate *v) {
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y, d2 = dx * dx + dy * dy;
    if (!(d2 > 0.0)) {
        return 0.0;
    }
    double away = sqrt(d2), ux = dx / away, uy = dy / away;
    double qc = p[0].c * ux + p[0].s * uy, qs = p[0].c * uy - p[0].s * ux;
    tmiProfileTouch t;
    tmi_profile_touch_roller(joint->pair->profile, joint->pair->radii[1], qc, qs, &t);
    double f = tmi_hypot(t.cx, t.cy);
    double gradient = f * (t.cx * t.dx + t.cy * t.dy) / (t.cx * t.dy - t.cy * t.dx);
    double k = t.curvature / (1.0 + joint->pair->radii[1] * t.curvature);
    double g2 = f * f + gradient * gradient;
    double curved = (g2 + gradient * gradient - k * g2 * sqrt(g2)) / f;
    double u = v[1].vx - v[0].vx, w = v[1].vy - v[0].vy;
    double a = v[1].ax - v[0].ax, b = v[1].ay - v[0].ay;
    double along = ux * u + uy * w, across = ux * w - uy * u;
    double rate = across / away - v[0].turn;
    double second = (ux * b - uy * a) / away - 2.0 * along * across / d2;
    return ux * a + uy * b + across * across / away - curved * rate * rate - gradient * second;
}

const tmiPairKind tmi_pair_flat_cam = {.bias = flat_bias,
                                       .form = TMI_FORM_TOUCH,
                                       .fits = flat_fits,
                                       .measure = flat,
                                       .has_profile = true};
const tmiPairKind tmi_pair_roller_cam = {.bias = roller_bias,
                                         .form = TMI_FORM_TOUCH,
                                         .fits = roller_fits,
                                         .measure = roller,
                                         .has_profile = true};
