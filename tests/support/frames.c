/* frames.c: random frames, and rows against differences. */
#include "frames.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void random_direction(uint64_t *seed, bool planar, double direction[3]) {
    double length = 0.0;
    while (!(length > 0.1 && length < 1.0)) {
        for (int i = 0; i < 3; i++) {
            direction[i] = planar && i == 2 ? 0.0 : test_uniform(seed, -1.0, 1.0);
        }
        length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] +
                      direction[2] * direction[2]);
    }
    for (int i = 0; i < 3; i++) {
        direction[i] /= length;
    }
}

void turn_about(const double axis[3], double angle, double rotation[4]) {
    rotation[0] = cos(angle / 2.0);
    for (int i = 0; i < 3; i++) {
        rotation[i + 1] = sin(angle / 2.0) * axis[i];
    }
}

void turn_after(const double p[4], const double q[4], double out[4]) {
    const double r[4] = {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                         p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                         p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                         p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1]};
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (int i = 0; i < 4; i++) {
        out[i] = r[i] / length;
    }
}

tmFrame random_frame(uint64_t *seed, bool planar) {
    tmFrame frame;
    double axis[3] = {0.0, 0.0, 1.0};
    if (!planar) {
        random_direction(seed, false, axis);
    }
    turn_about(axis, test_uniform(seed, -3.1, 3.1), frame.rotation);
    for (int i = 0; i < 3; i++) {
        frame.position[i] = planar && i == 2 ? 0.0 : test_uniform(seed, -1.0, 1.0);
    }
    return frame;
}

tmTwist random_twist(uint64_t *seed, bool planar) {
    tmTwist twist;
    for (int i = 0; i < 3; i++) {
        twist.linear[i] = planar && i == 2 ? 0.0 : test_uniform(seed, -1.0, 1.0);
        twist.angular[i] = planar && i < 2 ? 0.0 : test_uniform(seed, -1.0, 1.0);
    }
    return twist;
}

tmFrame moved_frame(const tmFrame *frame, const tmTwist *twist, double time) {
    tmFrame moved = *frame;
    const double *w = twist->angular;
    double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), step[4];
    for (int i = 0; i < 3; i++) {
        moved.position[i] += time * twist->linear[i];
    }
    if (rate > 0.0) {
        turn_about((double[3]){w[0] / rate, w[1] / rate, w[2] / rate}, rate * time, step);
        turn_after(step, frame->rotation, moved.rotation);
    }
    return moved;
}

void turned(const tmFrame *frame, const double v[3], double out[3]) {
    const double *q = frame->rotation;
    double w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[3][3] = {
        {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
        {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
        {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}};
    const double c[3] = {v[0], v[1], v[2]};
    for (int i = 0; i < 3; i++) {
        out[i] = m[i][0] * c[0] + m[i][1] * c[1] + m[i][2] * c[2];
    }
}

void placed(const tmFrame *frame, const double p[3], double out[3]) {
    turned(frame, p, out);
    for (int i = 0; i < 3; i++) {
        out[i] += frame->position[i];
    }
}

/* ---- Differences --------------------------------------------------------------------------- */

typedef struct Along {
    const tmRow *row;
    const tmFrame *frames;
    const tmTwist *twists;
    int32_t body_count;
    double near[2];
} Along;

/* Every derivative is wanted at time 0, where `near` is that of the row itself. */
static double value_at(const Along *along, double time) {
    tmFrame moved[TM_HINGE_BODIES] = {{{0.0}, {0.0}}};
    tmRowAt at;
    for (int32_t i = 0; i < along->body_count; i++) {
        moved[i] = moved_frame(&along->frames[i], &along->twists[i], time);
    }
    tm_row_at(along->row, moved, NULL, along->near, &at);
    return at.value;
}

#define STEPS 4
#define STEP 0.02

typedef struct Difference {
    double value, error;
} Difference;

/* Central differences with steps h, h/2, h/4, h/8, extrapolated three times (Richardson): the error
 * is of order h^8, and less than the last but one extrapolation was off by. To that come rounding
 * errors of the values, some 4 of 1 + |value|, divided by the least step or its square. */
static Difference difference(const Along *along, int order) {
    double d[STEPS][STEPS], zero = value_at(along, 0.0), h = STEP;
    for (int i = 0; i < STEPS; i++, h /= 2.0) {
        double after = value_at(along, h), before = value_at(along, -h), power = 4.0;
        d[i][0] =
            order == 1 ? (after - before) / (2.0 * h) : (after - 2.0 * zero + before) / (h * h);
        for (int k = 1; k <= i; k++, power *= 4.0) {
            d[i][k] = d[i][k - 1] + (d[i][k - 1] - d[i - 1][k - 1]) / (power - 1.0);
        }
    }
    double last = d[STEPS - 1][STEPS - 1], min = STEP / (double)(1 << (STEPS - 1));
    double rounding = 4.0 * 2.3e-16 * (1.0 + fabs(zero)) / (order == 1 ? min : min * min);
    return (Difference){last, fabs(last - d[STEPS - 2][STEPS - 2]) + 4.0 * rounding};
}

/* Differences that are known no better than to this tell nothing [1]. */
#define BLURRED 1e-5

bool check_row(tmTest *t, const tmRow *row, const tmFrame *frames, int32_t body_count, bool planar,
               uint64_t *seed, const char *name) {
    tmTwist twists[TM_HINGE_BODIES] = {{{0.0}, {0.0}}};
    tmRowAt at;
    double rate = 0.0;
    for (int32_t i = 0; i < body_count; i++) {
        twists[i] = random_twist(seed, planar);
    }
    Along along = {row, frames, twists, body_count, {0.0, 0.0}};
    tm_row_at(row, frames, twists, NULL, &at);
    memcpy(along.near, at.turns, sizeof along.near);
    CHECK_NEAR(value_at(&along, 0.0), at.value, 1e-13 * (1.0 + fabs(at.value)));
    for (int32_t i = 0; i < body_count; i++) {
        for (int k = 0; k < 3; k++) {
            rate += at.gradient[i].linear[k] * twists[i].linear[k];
            rate += at.gradient[i].angular[k] * twists[i].angular[k];
        }
    }
    Difference first = difference(&along, 1), second = difference(&along, 2);
    if (first.error + second.error > BLURRED) {
        return false;
    }
    if (!CHECK_NEAR(first.value, rate, first.error) ||
        !CHECK_NEAR(second.value, at.bias, second.error)) {
        printf("  row of %s\n", name);
    }
    return true;
}
