/* row.c: the three standard kinds of rows, and rows with a function of their own. Equation numbers
 * are those of docs/theory/hinges.md. */
#include "define/hinge/gauge.h"

#include <string.h>

/* Directions of length 1 that are this near to parallel, by the sine of their angle [1], hardly
 * define an axis to turn apart about: half of the digits are lost. */
#define TURN_AXIS_LOST 1e-8

/* n . s'' + 2 n' . s' + n'' . s for constant twists. */
static double plane_bias(const tmiSides *sides, const double n[3], const double arm[3],
                         const double s[3], double finite) {
    const tmTwist *a = sides->twists[0], *b = sides->twists[1];
    double first[3], second[3], turn[3], turning[3];
    tmi_cross3(a->angular, arm, first);
    tmi_cross3(a->angular, first, second);
    for (int32_t i = 0; i < 3; i++) {
        first[i] += finite * (a->linear[i] - b->linear[i]);
    }
    tmi_cross3(b->angular, n, turn);
    tmi_cross3(b->angular, turn, turning);
    return tmi_dot3(n, second) + 2.0 * tmi_dot3(turn, first) + tmi_dot3(turning, s);
}

/* Most rows are of this kind: written out, since it takes a third of the time that gauges do. s is
 * the point seen from b's origin, or the direction, and the plane's distance from there is
 * constant.
 */
static void plane(const tmRow *row, const tmiSides *sides, tmRowAt *at) {
    const tmFrame *a = sides->frames[0], *b = sides->frames[1];
    tmTwist *by_a = &at->gradient[row->a], *by_b = &at->gradient[row->b];
    double n[3], arm[3], s[3], moment[3], finite = row->at_infinity ? 0.0 : 1.0;
    tmi_rotate3(b->rotation, row->normal, n);
    tmi_rotate3(a->rotation, row->point, arm);
    for (int32_t i = 0; i < 3; i++) {
        s[i] = arm[i] + finite * (a->position[i] - b->position[i]);
    }
    at->value = tmi_dot3(n, s) - finite * tmi_dot3(row->normal, row->on); /* (8), (9) */
    tmi_add3(by_a->linear, finite, n);
    tmi_add3(by_b->linear, -finite, n);
    tmi_cross3(arm, n, moment);
    tmi_add3(by_a->angular, 1.0, moment);
    if (row->at_infinity && tmi_dot3(moment, moment) < TURN_AXIS_LOST * TURN_AXIS_LOST) {
        at->message = "two directions that must be at right angles are parallel";
    }
    tmi_cross3(n, s, moment);
    tmi_add3(by_b->angular, 1.0, moment);
    if (sides->twists[0]) {
        at->bias = plane_bias(sides, n, arm, s, finite);
    }
}

static void sphere(const tmRow *row, const tmiSides *sides, tmRowAt *at) {
    tmiMoving between = tmi_moving_between(sides, 0, row->point, row->on);
    tmiGauge gauge = tmi_gauge_length(&between); /* (10) */
    tmi_gauge_add_to(&gauge, 1.0, row->a, row->b, at);
    at->message = gauge.value > 0.0 ? NULL : "the two points coincide";
}

static void turn(const tmRow *row, const tmiSides *sides, double near, tmRowAt *at) {
    tmiGauge gauge = tmi_row_turn(row, sides, near, &at->message);
    tmi_gauge_add_to(&gauge, 1.0, row->a, row->b, at);
    at->turns[0] = gauge.value;
}

tmiGauge tmi_row_turn(const tmRow *row, const tmiSides *sides, double near, const char **message) {
    tmiMoving mark = tmi_moving_direction(sides, 0, row->mark_a);
    tmiFlat seen = tmi_flat(sides, 1, row->normal, row->mark_b, &mark);
    if (seen.x.value * seen.x.value + seen.y.value * seen.y.value <
        TURN_AXIS_LOST * TURN_AXIS_LOST) {
        *message = "the axis that the parts turn about has turned across itself";
    }
    return tmi_gauge_angle(&seen.x, &seen.y, near); /* (11) */
}

void tm_row_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists, const double near[2],
               tmRowAt *at) {
    static const double zero[2] = {0.0, 0.0};
    near = near ? near : zero;
    memset(at, 0, sizeof *at);
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    switch ((tmRowKind)row->kind) {
    case TM_ROW_PLANE:
        plane(row, &sides, at);
        break;
    case TM_ROW_SPHERE:
        sphere(row, &sides, at);
        break;
    case TM_ROW_TURN:
        turn(row, &sides, near[0], at);
        break;
    case TM_ROW_OWN:
        row->function(row, frames, twists, near, at);
        break;
    }
    at->value -= row->offset;
}

bool tm_row_is_flipped(const tmRow *row, const tmFrame *frames) {
    if (row->kind != TM_ROW_PLANE || !row->at_infinity) {
        return false;
    }
    double a[3], b[3];
    tmi_rotate3(frames[row->a].rotation, row->mark_a, a);
    tmi_rotate3(frames[row->b].rotation, row->mark_b, b);
    return tmi_dot3(a, b) < 0.0;
}
