/* cam_follower.c: a follower that a cam lifts, by a function of the cam's angle. Equation numbers
 * are those of docs/theory/hinges.md.
 *
 * `point`, `numbers` and `mark_a` are the middle, axle and mark of the cam, a; `on` is a point of
 * the follower, b, and `normal` the direction of its face where it is flat. */
#include "define/hinge/gauge.h"
#include "define/hinge/match.h"

#include <math.h>
#include <string.h>

/* A face whose direction has a sine below this [1] with the axle lifts nothing. */
#define ALONG_AXLE 1e-6

static tmiGauge lift_at(const tmRow *row, const tmiGauge *angle, tmRowAt *at) {
    const tmCurve *curve = row->data;
    double lift[3];
    curve->at(curve->data, angle->value, lift);
    if (!isfinite(lift[0]) || !isfinite(lift[1]) || !isfinite(lift[2])) {
        at->message = "the lift is undefined at this angle";
    }
    at->turns[0] = angle->value;
    return tmi_gauge_of(angle, lift);
}

static void point_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                     const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving between = tmi_moving_between(&sides, 1, row->on, row->point);
    tmiFlat seen = tmi_flat(&sides, 0, row->numbers, row->mark_a, &between);
    tmiGauge angle = tmi_gauge_angle(&seen.x, &seen.y, near[0]);
    tmiGauge radius = tmi_gauge_hypot(&seen.x, &seen.y);
    if (!(radius.value > 0.0)) {
        at->message = "the follower is on the cam's axle";
    }
    tmiGauge lift = lift_at(row, &angle, at);
    tmi_gauge_add_to(&radius, 1.0, row->a, row->b, at);
    tmi_gauge_add_to(&lift, -1.0, row->a, row->b, at); /* (17) */
}

static void face_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                    const double near[2], tmRowAt *at) {
    tmiSides sides = tmi_sides(row->a, row->b, frames, twists);
    tmiMoving between = tmi_moving_between(&sides, 1, row->on, row->point);
    tmiMoving face = tmi_moving_direction(&sides, 1, row->normal);
    tmiFlat d = tmi_flat(&sides, 0, row->numbers, row->mark_a, &between);
    tmiFlat t = tmi_flat(&sides, 0, row->numbers, row->mark_a, &face);
    tmiGauge back = tmi_gauge_sum(-1.0, &t.y, 0.0, &t.y);
    tmiGauge angle = tmi_gauge_angle(&back, &t.x, near[0]); /* of the normal, left of the face */
    tmiGauge length = tmi_gauge_hypot(&t.x, &t.y);
    tmiGauge one = tmi_gauge_product(&t.x, &d.y), other = tmi_gauge_product(&t.y, &d.x);
    tmiGauge area = tmi_gauge_sum(1.0, &one, -1.0, &other);
    if (length.value < ALONG_AXLE) {
        at->message = "the follower's face runs along the cam's axle";
        return;
    }
    double l = length.value, inverse[3] = {1.0 / l, -1.0 / (l * l), 2.0 / (l * l * l)};
    tmiGauge over = tmi_gauge_of(&length, inverse);
    tmiGauge distance = tmi_gauge_product(&area, &over);
    tmiGauge lift = lift_at(row, &angle, at);
    tmi_gauge_add_to(&distance, 1.0, row->a, row->b, at);
    tmi_gauge_add_to(&lift, -1.0, row->a, row->b, at); /* (18) */
}

/* The cam's axle into row->numbers, its mark into row->mark_a: the part's x across the axle, or its
 * y where x is the axle. */
static bool find_axle(bool planar, const tmPointOn *cam, tmRow *row, tmHingeTable *table) {
    double axle[3];
    if (!cam->is_axis && !planar) {
        table->message = "the first of the two, the cam's axle, must be an axis";
        return false;
    }
    if (!tmi_axle(planar, cam, axle)) {
        table->message = "its cam's axle is not perpendicular to the plane of the world";
        return false;
    }
    double mark[3] = {1.0, 0.0, 0.0};
    if (!(tmi_project3(mark, axle) > ALONG_AXLE)) {
        memcpy(mark, (double[3]){0.0, 1.0, 0.0}, sizeof mark);
        tmi_project3(mark, axle);
    }
    memcpy(row->numbers, axle, sizeof axle);
    memcpy(row->mark_a, mark, sizeof mark);
    return true;
}

void tmi_hinge_cam(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    if (!tmi_match(use, &match, table)) {
        return;
    }
    const tmPointOn *pair = match.has_mixed        ? match.mixed
                            : match.axis_count > 0 ? match.axes[0]
                                                   : match.points[0];
    tmPointOn follower = pair[1];
    if (use->planar && follower.is_axis && !tmi_flatten(&follower)) {
        table->message = "its follower's face is perpendicular to the plane of the world";
        return;
    }
    tmRow row = {.kind = TM_ROW_OWN,
                 .unit = TM_ROW_LENGTH,
                 .a = (uint8_t)pair[0].body,
                 .b = (uint8_t)follower.body,
                 .function = follower.is_axis ? face_at : point_at,
                 .data = &use->curves[0]};
    memcpy(row.point, pair[0].point, sizeof row.point);
    memcpy(row.on, follower.point, sizeof row.on);
    memcpy(row.normal, follower.direction, sizeof row.normal);
    if (find_axle(use->planar, &pair[0], &row, table)) {
        *tmi_add_row(table) = row;
    }
}
