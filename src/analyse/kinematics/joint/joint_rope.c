/* joint_rope.c: ropes over pulleys, and belts, which are ropes from drum to drum.
 *
 * Wheel i has its centre C_i and a signed radius r_i, positive when it lies left of the rope. From
 * wheel i to the next the rope is straight, in direction u, and touches the wheels at C - r hat(u).
 * With D = C_(i+1) - C_i and h = r_(i+1) - r_i:
 *   hat(u) . D = h,   L = sqrt(D^2 - h^2),   u = (L D - h hat(D)) / D^2                       (1)
 * L is the straight length. With psi_i the direction of u, whole turns counted, the measure is
 *   sum L_i + sum r_i (psi_i - psi_(i-1)),                                                    (2)
 * where the mark's angle takes the place of the missing psi at a drum. Its gradient is simple,
 * since the touching points do not work: dL - h dpsi = u . dD, so each straight part pulls at its
 * two centres along u, and a drum is turned by its radius. */
#include "analyse/kinematics/joint/higher_pair.h"

#include "numeric/numeric.h"

#include <math.h>

typedef struct Rope {
    int32_t count;
    double radii[TM_JOINT_FEATURES];
} Rope;

/* Direction and length of the straight part from wheel i. Wheels that overlap so far that no line
 * passes them are taken to touch, points that coincide to be apart along x. */
static double straight(const tmiFeaturePose *p, const Rope *rope, int32_t i, double u[2]) {
    double dx = p[i + 1].x - p[i].x, dy = p[i + 1].y - p[i].y;
    double h = rope->radii[i + 1] - rope->radii[i];
    double span = tmi_hypot(dx, dy);
    if (!(span > 0.0)) {
        u[0] = 1.0;
        u[1] = 0.0;
        return 0.0;
    }
    double sine = h / span, rest = (1.0 - sine) * (1.0 + sine);
    sine = fabs(sine) < 1.0 ? sine : sine < 0.0 ? -1.0 : 1.0;
    double cosine = rest > 0.0 ? sqrt(rest) : 0.0;
    u[0] = (cosine * dx + sine * dy) / span;
    u[1] = (cosine * dy - sine * dx) / span;
    return cosine * span;
}

/* Angle from direction (ac, as) to (bc, bs), nearest to `near`. */
static double turn(double ac, double as, double bc, double bs, double near) {
    return tmi_unwrap(tmi_atan2(ac * bs - as * bc, ac * bc + as * bs), near);
}

static double run(const tmiPlanarJoint *joint, const tmiFeaturePose *p, const Rope *rope,
                  double *wind, tmiMeasureGradient *gradient) {
    const double *near = joint->pair->wind;
    double sum = 0.0, before[2] = {p[0].c, p[0].s};
    int32_t last = rope->count - 1;
    for (int32_t i = 0; i <= last; i++) {
        double u[2] = {p[last].c, p[last].s};
        sum += i < last ? straight(p, rope, i, u) : 0.0;
        bool winds = rope->radii[i] != 0.0;
        wind[i] = winds ? turn(before[0], before[1], u[0], u[1], near[i]) : 0.0;
        sum += rope->radii[i] * wind[i];
        before[0] = u[0];
        before[1] = u[1];
        if (gradient && i < last) {
            tmi_gradient_point((*gradient)[i], &p[i], -u[0], -u[1]);
            tmi_gradient_point((*gradient)[i + 1], &p[i + 1], u[0], u[1]);
        }
    }
    if (gradient) {
        (*gradient)[0][2] -= rope->radii[0];
        (*gradient)[last][2] += rope->radii[last];
    }
    return sum; /* (2) */
}

/* Each straight part pulls with u: its second rate is u . D'' + u' . D', and u turns by
 * hat(u) . D' / L. */
static double run_bias(const tmiFeaturePose *p, const tmiFeatureRate *v, const Rope *rope) {
    double sum = 0.0;
    for (int32_t i = 0; i + 1 < rope->count; i++) {
        double u[2], length = straight(p, rope, i, u);
        double x = v[i + 1].vx - v[i].vx, y = v[i + 1].vy - v[i].vy;
        double across = u[0] * y - u[1] * x;
        sum += u[0] * (v[i + 1].ax - v[i].ax) + u[1] * (v[i + 1].ay - v[i].ay);
        sum += length > 0.0 ? across * across / length : 0.0;
    }
    return sum;
}

/* The wheels with their signed radii: a crossed belt's second one is on the other side. */
static Rope rope_of(const tmiPlanarJoint *joint) {
    Rope r = {.count = joint->feature_count};
    for (int32_t i = 0; i < r.count; i++) {
        r.radii[i] = tmi_pair_rate(joint, i);
    }
    return r;
}

static double rope_measure(const tmiPlanarJoint *joint, const tmiFeaturePose *p, double *wind,
                           tmiMeasureGradient *gradient) {
    const Rope r = rope_of(joint);
    return run(joint, p, &r, wind, gradient);
}

static double rope_bias(const tmiPlanarJoint *joint, const tmiFeaturePose *p,
                        const tmiFeatureRate *v) {
    const Rope r = rope_of(joint);
    return run_bias(p, v, &r);
}

static bool rope_fits(const double *radii, int32_t count) {
    (void)radii;
    return count >= 2;
}

static bool belt_fits(const double *radii, int32_t count) {
    (void)count;
    return radii[0] > 0.0 && radii[1] > 0.0;
}

const tmiPairKind tmi_pair_rope = {.bias = rope_bias,
                                   .form = TMI_FORM_PULL,
                                   .fits = rope_fits,
                                   .measure = rope_measure,
                                   .has_value = true};
const tmiPairKind tmi_pair_belt = {.bias = rope_bias,
                                   .form = TMI_FORM_ROLL,
                                   .fits = belt_fits,
                                   .measure = rope_measure,
                                   .has_value = true};
const tmiPairKind tmi_pair_crossed_belt = {.bias = rope_bias,
                                           .form = TMI_FORM_ROLL,
                                           .fits = belt_fits,
                                           .measure = rope_measure,
                                           .has_value = true};
