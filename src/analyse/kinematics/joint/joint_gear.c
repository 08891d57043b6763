/* joint_gear.c: wheels that roll on wheels, and wheels that roll on lines.
 *
 * With phi the direction of d = P_b - P_a, and radii r_a, r_b, two wheels that touch on the line of
 * centres roll when, seen from that line, their rims go the same way:
 *   outside   r_a (theta_a - phi)' = - r_b (theta_b - phi)'                                   (1)
 *   inside    r_a (theta_a - phi)' = + r_b (theta_b - phi)'                                   (2)
 * These are Willis' equations of a planetary gear, with the carrier's angle read off the centres.
 * A wheel on the left of a line rolls when u . (P_b - P_a) + r (theta_b - theta_a) is constant (3).
 */
#include "analyse/kinematics/joint/higher_pair.h"

#include "numeric/numeric.h"

#include <math.h>

static bool wheels_fit(const double *radii, int32_t count) {
    (void)count;
    return radii[0] > 0.0 && radii[1] > 0.0 && tmi_is_finite3(radii[0] / radii[1], 0.0, 0.0) &&
           radii[0] / radii[1] > 0.0;
}

/* Angle of the place's direction seen from (x, y). */
static double mark_from(const tmiFeaturePose *p, double x, double y) {
    return tmi_atan2(x * p->s - y * p->c, x * p->c + y * p->s);
}

/* wind_b + rate wind_a, with b's line of sight to a (onwards -1) or away from it (1). */
static double roll(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double onwards,
                   double *wind, tmiMeasureGradient *gradient) {
    const tmiPair *pair = joint->pair;
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    double rate = tmi_pair_rate(joint, 0);
    wind[0] = tmi_unwrap(mark_from(&p[0], dx, dy), pair->wind[0]);
    wind[1] = tmi_unwrap(mark_from(&p[1], onwards * dx, onwards * dy), pair->wind[1]);
    double d2 = dx * dx + dy * dy;
    if (gradient) {
        /* d phi = hat(d) . (dP_b - dP_a) / d^2; where the centres coincide there is no line. */
        double k = d2 > 0.0 ? (1.0 + rate) / d2 : 0.0;
        tmi_gradient_point((*gradient)[1], &p[1], k * dy, -k * dx);
        tmi_gradient_point((*gradient)[0], &p[0], -k * dy, k * dx);
        (*gradient)[0][2] += rate;
        (*gradient)[1][2] += 1.0;
    }
    return wind[1] + rate * wind[0];
}

static double gear(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                   tmiMeasureGradient *gradient) {
    return roll(joint, p, -1.0, wind, gradient); /* (1) */
}

static double inner_gear(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                         tmiMeasureGradient *gradient) {
    return roll(joint, p, 1.0, wind, gradient); /* (2) */
}

/* The bodies' own angles have no second rate; that of phi is
 * (d x d'') / d^2 - 2 (d . d') (d x d') / d^4. */
static double roll_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *p,
                        const tmiFeatureRate *v) {
    double x = p[1].x - p[0].x, y = p[1].y - p[0].y, d2 = x * x + y * y;
    double u = v[1].vx - v[0].vx, w = v[1].vy - v[0].vy;
    double a = v[1].ax - v[0].ax, b = v[1].ay - v[0].ay;
    double curved = (x * b - y * a) / d2 - 2.0 * (x * u + y * w) * (x * w - y * u) / (d2 * d2);
    return d2 > 0.0 ? -(1.0 + tmi_pair_rate(joint, 0)) * curved : 0.0;
}

const tmiPairKind tmi_pair_gear = {.bias = roll_bias,
                                   .form = TMI_FORM_ROLL,
                                   .fits = wheels_fit,
                                   .measure = gear,
                                   .by_angle = true,
                                   .has_value = true};
const tmiPairKind tmi_pair_inner_gear = {.bias = roll_bias,
                                         .form = TMI_FORM_ROLL,
                                         .fits = wheels_fit,
                                         .measure = inner_gear,
                                         .by_angle = true,
                                         .has_value = true};

static bool pinion_fits(const double *radii, int32_t count) {
    (void)count;
    return radii[1] != 0.0;
}

static double rack(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                   tmiMeasureGradient *gradient) {
    const tmiPair *pair = joint->pair;
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y, c = p[0].c, s = p[0].s;
    wind[0] = 0.0;
    wind[1] = tmi_unwrap(mark_from(&p[1], c, s), pair->wind[1]);
    if (gradient) {
        tmi_gradient_point((*gradient)[0], &p[0], -c, -s);
        tmi_gradient_point((*gradient)[1], &p[1], c, s);
        (*gradient)[0][2] += c * dy - s * dx - pair->radii[1];
        (*gradient)[1][2] += pair->radii[1];
    }
    return c * dx + s * dy + pair->radii[1] * wind[1]; /* (3) */
}

/* u . d'' + 2 u' . d' + u'' . d with u' = turn hat(u). */
static double rack_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *p,
                        const tmiFeatureRate *v) {
    (void)joint;
    double dx = p[1].x - p[0].x, dy = p[1].y - p[0].y, c = p[0].c, s = p[0].s, turn = v[0].turn;
    double u = v[1].vx - v[0].vx, w = v[1].vy - v[0].vy;
    return c * (v[1].ax - v[0].ax) + s * (v[1].ay - v[0].ay) + 2.0 * turn * (c * w - s * u) -
           turn * turn * (c * dx + s * dy);
}

const tmiPairKind tmi_pair_rack = {.bias = rack_bias,
                                   .form = TMI_FORM_RACK,
                                   .fits = pinion_fits,
                                   .measure = rack,
                                   .has_value = true};
