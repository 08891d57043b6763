/* match.c: sorts the pairs of a hinge, and finds the axes that they give. */
#include "define/hinge/match.h"

#include <math.h>
#include <string.h>

/* Part [1] by which two lengths, or two cosines, may differ that should be equal: texts have six
 * digits, and what differs by more was not meant to match. */
#define CONGRUENT 1e-6

/* Directions whose sum is this short [1] are opposite: the least rotation from one to the other has
 * no axis that is more than rounding. */
#define OPPOSITE 1e-6

/* Directions of length 1 with a sine below this [1] are parallel: a millionth of a radian decides
 * nothing that was meant. */
#define DIRECTIONS_PARALLEL 1e-6

bool tmi_flatten(tmPointOn *feature) {
    feature->point[2] = 0.0;
    feature->direction[2] = 0.0;
    return tmi_length3(feature->direction) > DIRECTIONS_PARALLEL &&
           tmi_normalise3(feature->direction) > 0.0;
}

bool tmi_axle(bool planar, const tmPointOn *wheel, double axle[3]) {
    memcpy(axle, (double[3]){0.0, 0.0, 1.0}, 3 * sizeof *axle);
    if (!wheel->is_axis) {
        return true;
    }
    if (planar) {
        axle[2] = wheel->direction[2] < 0.0 ? -1.0 : 1.0;
        return fabs(wheel->direction[0]) + fabs(wheel->direction[1]) < DIRECTIONS_PARALLEL;
    }
    memcpy(axle, wheel->direction, 3 * sizeof *axle);
    return true;
}

static void sort_pair(const tmHingeUse *use, int32_t i, tmiMatch *match) {
    tmPointOn pair[2] = {use->pairs[i][0], use->pairs[i][1]};
    for (int32_t side = 0; side < 2 && use->planar; side++) {
        pair[side].point[2] = 0.0;
    }
    if (pair[0].is_axis != pair[1].is_axis) {
        memcpy(match->mixed, pair, sizeof pair);
        match->has_mixed = true;
    } else if (pair[0].is_axis && match->axis_count < 2) {
        memcpy(match->axes[match->axis_count++], pair, sizeof pair);
    } else if (!pair[0].is_axis && match->point_count < 3) {
        memcpy(match->points[match->point_count++], pair, sizeof pair);
    }
}

bool tmi_match(const tmHingeUse *use, tmiMatch *match, tmHingeTable *table) {
    memset(match, 0, sizeof *match);
    match->planar = use->planar;
    for (int32_t i = 0; i < use->pair_count; i++) {
        for (int32_t side = 0; side < 2; side++) {
            if (use->pairs[i][side].body != use->pairs[0][side].body) {
                table->message = "its features are on more than two parts";
            }
        }
        sort_pair(use, i, match);
    }
    if (use->pair_count > 0 && use->pairs[0][0].body == use->pairs[0][1].body) {
        table->message = "it joins a part to itself";
    }
    return !table->message;
}

/* ---- Axes ---------------------------------------------------------------------------------- */

/* The direction from one point to another into `out`. */
static bool through(const double from[3], const double to[3], double out[3]) {
    memcpy(out, to, 3 * sizeof *out);
    tmi_add3(out, -1.0, from);
    return tmi_normalise3(out) > 0.0;
}

static bool find_direction(const tmiMatch *match, int32_t side, tmiAxis *axis,
                           tmHingeTable *table) {
    if (match->axis_count > 0) {
        tmPointOn feature = match->axes[0][side];
        if (match->planar && !tmi_flatten(&feature)) {
            table->message = "its axis is perpendicular to the plane of the world";
            return false;
        }
        memcpy(axis->direction, feature.direction, sizeof axis->direction);
        return true;
    }
    if (match->point_count < 2) {
        axis->direction[0] = 1.0; /* nothing else is said: parallel to the parts' own axes */
        return true;
    }
    if (!through(match->points[0][side].point, match->points[1][side].point, axis->direction)) {
        table->message = "two points of a part coincide, but an axis must pass through both";
        return false;
    }
    return true;
}

/* A direction of the same part that is not along the axis, into `out`; false where none is given.
 */
static bool find_second(const tmiMatch *match, int32_t side, const tmiAxis *axis, double out[3]) {
    if (match->axis_count > 1) {
        memcpy(out, match->axes[1][side].direction, 3 * sizeof *out);
        return true;
    }
    if (match->point_count > 2) {
        memcpy(out, match->points[2][side].point, 3 * sizeof *out);
        tmi_add3(out, -1.0, axis->point);
        return true;
    }
    return false;
}

/* With h the sum of the directions, the least rotation takes vectors across the second one to the
 * first by a reflection: v - 2 (h . v) / (h . h) h. Opposite directions turn about the mark itself.
 */
static void mark_nearest(tmiAxis axes[2]) {
    double other[3], h[3] = {axes[0].direction[0], axes[0].direction[1], axes[0].direction[2]};
    tmi_across3(axes[1].direction, axes[1].mark, other);
    memcpy(axes[0].mark, axes[1].mark, sizeof axes[0].mark);
    tmi_add3(h, 1.0, axes[1].direction);
    double square = tmi_dot3(h, h);
    if (square > OPPOSITE * OPPOSITE) {
        tmi_add3(axes[0].mark, -2.0 * tmi_dot3(h, axes[1].mark) / square, h);
    }
    tmi_project3(axes[0].mark, axes[0].direction);
}

static void set_point(const tmiMatch *match, int32_t side, tmiAxis *axis) {
    const tmPointOn *feature =
        match->point_count > 0 ? &match->points[0][side] : &match->axes[0][side];
    axis->body = feature->body;
    memcpy(axis->point, feature->point, sizeof axis->point);
}

bool tmi_match_axes(const tmiMatch *match, bool marked, tmiAxis axes[2], tmHingeTable *table) {
    memset(axes, 0, 2 * sizeof *axes);
    for (int32_t side = 0; side < 2; side++) {
        set_point(match, side, &axes[side]);
        if (!find_direction(match, side, &axes[side], table)) {
            return false;
        }
    }
    if (match->planar) {
        axes[0].mark[2] = axes[1].mark[2] = 1.0;
        return true;
    }
    mark_nearest(axes);
    for (int32_t side = 0; side < 2 && marked; side++) {
        tmiAxis *axis = &axes[side];
        if (!find_second(match, side, axis, axis->mark)) {
            break;
        }
        double length = tmi_length3(axis->mark);
        if (!(tmi_project3(axis->mark, axis->direction) > DIRECTIONS_PARALLEL * length)) {
            table->message = match->axis_count > 1 ? "the two axes of a part are parallel"
                                                   : "the three points of a part are on a line";
            return false;
        }
    }
    return true;
}

static double distance(const tmPointOn *p, const tmPointOn *q) {
    double between[3] = {p->point[0], p->point[1], p->point[2]};
    tmi_add3(between, -1.0, q->point);
    return tmi_length3(between);
}

bool tmi_match_is_congruent(const tmiMatch *match, tmHingeTable *table) {
    for (int32_t i = 0; i < match->point_count; i++) {
        for (int32_t j = 0; j < i; j++) {
            double first = distance(&match->points[i][0], &match->points[j][0]);
            double second = distance(&match->points[i][1], &match->points[j][1]);
            if (fabs(first - second) > CONGRUENT * (first + second)) {
                table->message = "its points are not equally far apart on both parts";
            }
        }
    }
    if (match->axis_count > 1) {
        double first = tmi_dot3(match->axes[0][0].direction, match->axes[1][0].direction);
        double second = tmi_dot3(match->axes[0][1].direction, match->axes[1][1].direction);
        if (fabs(first - second) > CONGRUENT) {
            table->message = "its two axes do not have the same angle on both parts";
        }
    }
    return !table->message;
}
