/* gauge.c: rules of the chain for numbers that move with two bodies. Equation numbers are those of
 * docs/theory/hinges.md. */
#include "define/hinge/gauge.h"

#include "numeric/numeric.h"

tmiSides tmi_sides(int32_t a, int32_t b, const tmFrame *frames, const tmTwist *twists) {
    return (tmiSides){.frames = {&frames[a], &frames[b]},
                      .twists = {twists ? &twists[a] : NULL, twists ? &twists[b] : NULL}};
}

/* Adds factor times an arm of the body, and with `along` its origin, to x. (1), (2) */
static void add_arm(const tmiSides *sides, int32_t side, double factor, double along,
                    const double local[3], tmiMoving *x) {
    const tmFrame *frame = sides->frames[side];
    double arm[3];
    tmi_rotate3(frame->rotation, local, arm);
    x->along[side] += factor * along;
    tmi_add3(x->arm[side], factor, arm);
    tmi_add3(x->value, factor, arm);
    const tmTwist *twist = sides->twists[side];
    if (twist) {
        double first[3], second[3];
        tmi_cross3(twist->angular, arm, first);
        tmi_cross3(twist->angular, first, second);
        tmi_add3(x->rate, factor, first);
        tmi_add3(x->rate, factor * along, twist->linear);
        tmi_add3(x->second, factor, second);
    }
}

tmiMoving tmi_moving_direction(const tmiSides *sides, int32_t side, const double direction[3]) {
    tmiMoving x = {.value = {0.0}};
    add_arm(sides, side, 1.0, 0.0, direction, &x);
    return x;
}

tmiMoving tmi_moving_between(const tmiSides *sides, int32_t side, const double p[3],
                             const double q[3]) {
    tmiMoving x = {.value = {0.0}};
    add_arm(sides, side, 1.0, 1.0, p, &x);
    add_arm(sides, 1 - side, -1.0, 1.0, q, &x);
    for (int32_t i = 0; i < 3; i++) { /* origins at last: what is near is not lost in what is far */
        x.value[i] += sides->frames[side]->position[i] - sides->frames[1 - side]->position[i];
    }
    return x;
}

/* Adds the gradient of w . x for constant w. */
static void add_gradient(const tmiMoving *x, const double w[3], tmTwist gradient[2]) {
    for (int32_t i = 0; i < 2; i++) {
        double moment[3];
        tmi_cross3(x->arm[i], w, moment);
        tmi_add3(gradient[i].linear, x->along[i], w);
        tmi_add3(gradient[i].angular, 1.0, moment);
    }
}

tmiGauge tmi_gauge_dot(const tmiMoving *x, const tmiMoving *y) {
    tmiGauge gauge = {.value = tmi_dot3(x->value, y->value),
                      .rate = tmi_dot3(x->rate, y->value) + tmi_dot3(x->value, y->rate),
                      .bias = tmi_dot3(x->second, y->value) + 2.0 * tmi_dot3(x->rate, y->rate) +
                              tmi_dot3(x->value, y->second)}; /* (3) */
    add_gradient(x, y->value, gauge.gradient);
    add_gradient(y, x->value, gauge.gradient);
    return gauge;
}

tmiGauge tmi_gauge_length(const tmiMoving *x) {
    double u[3] = {x->value[0], x->value[1], x->value[2]};
    double length = tmi_normalise3(u);
    u[0] = length > 0.0 ? u[0] : 1.0;
    tmiGauge gauge = {
        .value = length, .rate = tmi_dot3(u, x->rate), .bias = tmi_dot3(u, x->second)}; /* (5) */
    if (length > 0.0) {
        double across[3] = {x->rate[0], x->rate[1], x->rate[2]};
        tmi_add3(across, -gauge.rate, u);
        gauge.bias += tmi_dot3(across, across) / length;
    }
    add_gradient(x, u, gauge.gradient);
    return gauge;
}

/* A function of two numbers by its value, its gradients fx, fy and its curvatures fxx, fxy, fyy. */
typedef struct Bent {
    double f, fx, fy, fxx, fxy, fyy;
} Bent;

static tmiGauge bent(const tmiGauge *x, const tmiGauge *y, const Bent *b) {
    tmiGauge gauge = {.value = b->f,
                      .rate = b->fx * x->rate + b->fy * y->rate,
                      .bias = b->fx * x->bias + b->fy * y->bias + b->fxx * x->rate * x->rate +
                              2.0 * b->fxy * x->rate * y->rate +
                              b->fyy * y->rate * y->rate}; /* (4) */
    for (int32_t i = 0; i < 2; i++) {
        tmi_add3(gauge.gradient[i].linear, b->fx, x->gradient[i].linear);
        tmi_add3(gauge.gradient[i].linear, b->fy, y->gradient[i].linear);
        tmi_add3(gauge.gradient[i].angular, b->fx, x->gradient[i].angular);
        tmi_add3(gauge.gradient[i].angular, b->fy, y->gradient[i].angular);
    }
    return gauge;
}

tmiGauge tmi_gauge_sum(double k, const tmiGauge *x, double l, const tmiGauge *y) {
    return bent(x, y, &(Bent){.f = k * x->value + l * y->value, .fx = k, .fy = l});
}

tmiGauge tmi_gauge_of(const tmiGauge *x, const double f[3]) {
    return bent(x, x, &(Bent){.f = f[0], .fx = f[1], .fxx = f[2]});
}

tmiGauge tmi_gauge_product(const tmiGauge *x, const tmiGauge *y) {
    return bent(x, y,
                &(Bent){.f = x->value * y->value, .fx = y->value, .fy = x->value, .fxy = 1.0});
}

tmiGauge tmi_gauge_angle(const tmiGauge *x, const tmiGauge *y, double near) {
    double length = tmi_hypot(x->value, y->value);
    Bent b = {.f = near};
    if (length > 0.0) {
        double c = x->value / length, s = y->value / length;
        double curved = 2.0 * c * s / length / length;
        b = (Bent){.f = tmi_unwrap(tmi_atan2(y->value, x->value), near),
                   .fx = -s / length,
                   .fy = c / length,
                   .fxx = curved,
                   .fxy = (s - c) * (s + c) / length / length,
                   .fyy = -curved}; /* (6) */
    }
    return bent(x, y, &b);
}

tmiGauge tmi_gauge_hypot(const tmiGauge *x, const tmiGauge *y) {
    double length = tmi_hypot(x->value, y->value);
    Bent b = {.fx = 1.0};
    if (length > 0.0) {
        double c = x->value / length, s = y->value / length;
        b = (Bent){.f = length,
                   .fx = c,
                   .fy = s,
                   .fxx = s * s / length,
                   .fxy = -c * s / length,
                   .fyy = c * c / length}; /* (7) */
    }
    return bent(x, y, &b);
}

tmiFlat tmi_flat(const tmiSides *sides, int32_t side, const double axis[3], const double mark[3],
                 const tmiMoving *x) {
    double third[3];
    tmi_cross3(axis, mark, third);
    tmiMoving along = tmi_moving_direction(sides, side, mark);
    tmiMoving across = tmi_moving_direction(sides, side, third);
    return (tmiFlat){.x = tmi_gauge_dot(x, &along), .y = tmi_gauge_dot(x, &across)};
}

void tmi_gauge_add_to(const tmiGauge *x, double k, int32_t a, int32_t b, tmRowAt *at) {
    at->value += k * x->value;
    at->bias += k * x->bias;
    const int32_t bodies[2] = {a, b};
    for (int32_t i = 0; i < 2; i++) {
        tmTwist *gradient = &at->gradient[bodies[i]];
        tmi_add3(gradient->linear, k, x->gradient[i].linear);
        tmi_add3(gradient->angular, k, x->gradient[i].angular);
    }
}
