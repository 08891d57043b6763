/* wheels.c: screws, gears, racks and belts: rows that count turns. Equation numbers are those of
 * docs/theory/hinges.md. They keep the values that they have when the parts are assembled.
 *
 * Of a wheel's row: `point` is the first wheel's middle in a, `on` the other's in b; `normal` and
 * `mark_b` are b's axis and mark, `mark_a` is a's mark, and `numbers` begins with a's axis. */
#include "define/hinge/gauge.h"
#include "define/hinge/match.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define HALF_PI 1.570796326794896619231

/* Axes with a sine below this [1], 5.7 degrees, are taken for parallel: no two wheels are made to
 * mesh at so small an angle, and no iteration towards parallel axes leaves them further off. */
#define MESH_PARALLEL 0.1

/* Part [1] of the coordinates of two points by which they may be apart and yet be one: far above
 * what closing joints leaves, far below any wheel. */
#define SAME_POINT 1e-9

/* Numbers of a row behind a's axis. */
enum { FIRST = 3, SECOND = 4 };

static tmRow wheel_row(const tmiAxis axes[2], tmRowUnit unit, tmRowFn *function) {
    tmRow row = {.kind = TM_ROW_OWN,
                 .unit = (uint8_t)unit,
                 .a = (uint8_t)axes[0].body,
                 .b = (uint8_t)axes[1].body,
                 .as_placed = true,
                 .function = function};
    memcpy(row.point, axes[0].point, sizeof row.point);
    memcpy(row.on, axes[1].point, sizeof row.on);
    memcpy(row.normal, axes[1].direction, sizeof row.normal);
    memcpy(row.mark_a, axes[0].mark, sizeof row.mark_a);
    memcpy(row.mark_b, axes[1].mark, sizeof row.mark_b);
    memcpy(row.numbers, axes[0].direction, sizeof axes[0].direction);
    return row;
}

/* ---- Screws -------------------------------------------------------------------------------- */

static void screw_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                     const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving axis = tmi_moving_direction(&sides, 1, row->normal);
    tmiMoving between = tmi_moving_between(&sides, 0, row->point, row->on);
    tmiGauge way = tmi_gauge_dot(&axis, &between);
    tmiGauge turn = tmi_row_turn(row, &sides, near[0], &at->message);
    tmi_gauge_add_to(&way, 1.0, row->a, row->b, at);
    tmi_gauge_add_to(&turn, -row->numbers[FIRST], row->a, row->b, at); /* (12) */
    at->turns[0] = turn.value;
}

void tmi_hinge_screw(void *user, const tmHingeUse *use, tmHingeTable *table) {
    tmi_hinge_cylindrical(user, use, table);
    tmiMatch match;
    tmiAxis axes[2];
    if (!table->message && tmi_match(use, &match, table) &&
        tmi_match_axes(&match, false, axes, table)) {
        tmRow row = wheel_row(axes, TM_ROW_LENGTH, screw_at);
        row.numbers[FIRST] = use->arguments[0] / TMI_TWO_PI;
        *tmi_add_row(table) = row;
    }
}

/* ---- Wheels -------------------------------------------------------------------------------- */

/* Puts a wheel's middle and axle with some mark into *axis. */
static bool find_wheel(bool planar, const tmPointOn *feature, tmiAxis *axis, tmHingeTable *table) {
    *axis = (tmiAxis){.body = feature->body};
    memcpy(axis->point, feature->point, sizeof axis->point);
    if (!tmi_axle(planar, feature, axis->direction)) {
        table->message = "its wheel's axis is not perpendicular to the plane of the world";
        return false;
    }
    double third[3];
    tmi_across3(axis->direction, axis->mark, third);
    return true;
}

static bool find_wheels(const tmHingeUse *use, tmiAxis axes[2], tmHingeTable *table) {
    tmiMatch match;
    if (!tmi_match(use, &match, table)) {
        return false;
    }
    const tmPointOn *pair = match.axis_count > 0 ? match.axes[0] : match.points[0];
    return find_wheel(use->planar, &pair[0], &axes[0], table) &&
           find_wheel(use->planar, &pair[1], &axes[1], table);
}

/* Whether the points, this far apart across an axis, are one, so that no line passes through. */
static bool is_one(double apart, const tmFrame *a, const double p[3], const tmFrame *b,
                   const double q[3]) {
    double reach =
        tmi_length3(a->position) + tmi_length3(p) + tmi_length3(b->position) + tmi_length3(q);
    return !(apart > SAME_POINT * reach);
}

/* ---- Gears --------------------------------------------------------------------------------- */

static void gear_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                    const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving first = tmi_moving_direction(&sides, 0, row->numbers);
    tmiMoving second = tmi_moving_direction(&sides, 1, row->normal);
    tmiMoving centres = tmi_moving_between(&sides, 1, row->on, row->point);
    double sine[3];
    tmi_cross3(first.value, second.value, sine);
    bool parallel = tmi_length3(sine) < MESH_PARALLEL;
    /* What each wheel's turn is counted from, seen from it: the line of centres, or the other's
     * axis. */
    tmiFlat from_a = tmi_flat(&sides, 0, row->numbers, row->mark_a, parallel ? &centres : &second);
    tmiFlat from_b = tmi_flat(&sides, 1, row->normal, row->mark_b, parallel ? &centres : &first);
    tmiGauge a = tmi_gauge_angle(&from_a.x, &from_a.y, near[0]);
    tmiGauge b = tmi_gauge_angle(&from_b.x, &from_b.y, near[1]);
    tmi_gauge_add_to(&a, -row->numbers[FIRST], row->a, row->b, at);
    tmi_gauge_add_to(&b, row->numbers[SECOND], row->a, row->b, at); /* (13) */
    at->turns[0] = a.value;
    at->turns[1] = b.value;
    if (parallel && is_one(tmi_hypot(from_b.x.value, from_b.y.value), &frames[row->a], row->point,
                           &frames[row->b], row->on)) {
        at->message = "the two wheels have the same centre, so they do not mesh";
    }
}

void tmi_hinge_gear(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (find_wheels(use, axes, table)) {
        tmRow row = wheel_row(axes, TM_ROW_ANGLE, gear_at);
        double ratio = use->arguments[0], max = fabs(ratio) > 1.0 ? fabs(ratio) : 1.0;
        row.numbers[FIRST] = 1.0 / max; /* so that no ratio makes the row steep */
        row.numbers[SECOND] = ratio / max;
        *tmi_add_row(table) = row;
    }
}

/* ---- Racks --------------------------------------------------------------------------------- */

static void rack_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                    const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving along = tmi_moving_direction(&sides, 1, row->normal);
    tmiMoving between = tmi_moving_between(&sides, 0, row->point, row->on);
    tmiGauge way = tmi_gauge_dot(&along, &between);
    tmiFlat seen = tmi_flat(&sides, 0, row->numbers, row->mark_a, &along);
    tmiGauge turn = tmi_gauge_angle(&seen.x, &seen.y, near[0]);
    tmi_gauge_add_to(&way, 1.0, row->a, row->b, at);
    tmi_gauge_add_to(&turn, -row->numbers[FIRST], row->a, row->b, at); /* (14) */
    at->turns[0] = turn.value;
    if (tmi_hypot(seen.x.value, seen.y.value) < MESH_PARALLEL) {
        at->message = "the rack runs along the axis of its wheel";
    }
}

void tmi_hinge_rack(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (!tmi_match(use, &match, table)) {
        return;
    }
    const tmPointOn *pair = match.has_mixed ? match.mixed : match.axes[0];
    int32_t wheel = match.has_mixed && match.mixed[0].is_axis ? 1 : 0;
    tmPointOn line = pair[1 - wheel];
    if (use->planar && !tmi_flatten(&line)) {
        table->message = "its rack is perpendicular to the plane of the world";
        return;
    }
    if (find_wheel(use->planar, &pair[wheel], &axes[0], table) &&
        find_wheel(false, &line, &axes[1], table)) {
        tmRow row = wheel_row(axes, TM_ROW_LENGTH, rack_at);
        row.numbers[FIRST] = use->arguments[0];
        *tmi_add_row(table) = row;
    }
}

/* ---- Belts --------------------------------------------------------------------------------- */

/* The straight part and what it covers of the wheels more than their centres' line does, by the
 * distance of the centres: f = L + h asin(h / rho), L^2 = rho^2 - h^2, with derivatives. (16) */
static bool strand(double rho, double h, double f[3]) {
    double square = (rho - h) * (rho + h);
    if (!(square > 0.0)) { /* taken to touch, as the planar joint has it */
        f[0] = fabs(h) * HALF_PI;
        f[1] = f[2] = 0.0;
        return false;
    }
    double straight = sqrt(square);
    f[0] = straight + h * tmi_atan2(h, straight);
    f[1] = straight / rho;
    f[2] = h / rho * (h / rho) / straight;
    return true;
}

static void belt_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                    const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving centres = tmi_moving_between(&sides, 1, row->on, row->point);
    tmiFlat line = tmi_flat(&sides, 1, row->normal, row->mark_b, &centres);
    tmiGauge direction = tmi_gauge_angle(&line.x, &line.y, near[0]);
    tmiGauge rho = tmi_gauge_hypot(&line.x, &line.y);
    tmiGauge turn = tmi_row_turn(row, &sides, near[1], &at->message);
    double h = row->numbers[SECOND] - row->numbers[FIRST], f[3];
    if (!strand(rho.value, h, f)) {
        at->message = "the wheels overlap: no belt passes between them";
    }
    tmiGauge length = tmi_gauge_of(&rho, f);
    tmi_gauge_add_to(&length, 1.0, row->a, row->b, at);
    tmi_gauge_add_to(&direction, -h, row->a, row->b, at);
    tmi_gauge_add_to(&turn, -row->numbers[FIRST], row->a, row->b, at); /* (15) */
    at->turns[0] = direction.value;
    at->turns[1] = turn.value;
}

void tmi_hinge_belt(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiAxis axes[2];
    if (find_wheels(use, axes, table)) {
        tmRow row = wheel_row(axes, TM_ROW_LENGTH, belt_at);
        bool crossed = use->arguments[2] == 1.0; /* not given: NaN */
        row.numbers[FIRST] = use->arguments[0];
        row.numbers[SECOND] = crossed ? -use->arguments[1] : use->arguments[1];
        *tmi_add_row(table) = row;
    }
}
