/* test_row.c: the standard kinds of rows: values from their definitions, slopes and second rates
 * from differences, whole turns, and where they have none. */
#include "frames.h"

#include <math.h>

#define ROUNDS 200

static tmRow random_row(tmRowKind kind, bool at_infinity, bool planar, uint64_t *seed) {
    tmRow row = {.kind = (uint8_t)kind, .a = 1, .b = 0, .at_infinity = at_infinity};
    for (int i = 0; i < (planar ? 2 : 3); i++) {
        row.point[i] = test_uniform(seed, -1.0, 1.0);
        row.on[i] = test_uniform(seed, -1.0, 1.0);
    }
    random_direction(seed, planar, row.normal);
    row.offset = test_uniform(seed, -1.0, 1.0);
    return row;
}

static void minus(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = a[i] - b[i];
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

TEST(point_on_plane_is_measured_along_the_normal) {
    uint64_t seed = 1;
    int checked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tmRow row = random_row(TM_ROW_PLANE, false, round % 2, &seed);
        tmFrame frames[2] = {random_frame(&seed, round % 2), random_frame(&seed, round % 2)};
        double p[3], q[3], d[3], n[3];
        placed(&frames[1], row.point, p);
        placed(&frames[0], row.on, q);
        turned(&frames[0], row.normal, n);
        minus(p, q, d);
        tmRowAt at;
        tm_row_at(&row, frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, dot(n, d) - row.offset, 1e-14);
        CHECK(at.bias == 0.0 && !at.message);
        checked += check_row(t, &row, frames, 2, round % 2, &seed, "point on plane");
    }
    CHECK(checked > ROUNDS * 9 / 10);
}

TEST(direction_on_plane_is_the_cosine_with_the_normal) {
    uint64_t seed = 2;
    int checked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tmRow row = random_row(TM_ROW_PLANE, true, round % 2, &seed);
        random_direction(&seed, round % 2, row.point);
        tmFrame frames[2] = {random_frame(&seed, round % 2), random_frame(&seed, round % 2)};
        double u[3], n[3];
        turned(&frames[1], row.point, u);
        turned(&frames[0], row.normal, n);
        tmRowAt at;
        tm_row_at(&row, frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, dot(n, u) - row.offset, 1e-14);
        checked += check_row(t, &row, frames, 2, round % 2, &seed, "direction on plane");
    }
    CHECK(checked > ROUNDS * 9 / 10);
}

TEST(sphere_is_the_distance) {
    uint64_t seed = 3;
    int checked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tmRow row = random_row(TM_ROW_SPHERE, false, round % 2, &seed);
        tmFrame frames[2] = {random_frame(&seed, round % 2), random_frame(&seed, round % 2)};
        double p[3], q[3], d[3];
        placed(&frames[1], row.point, p);
        placed(&frames[0], row.on, q);
        minus(p, q, d);
        double distance = sqrt(dot(d, d));
        tmRowAt at;
        tm_row_at(&row, frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, distance - row.offset, 1e-14);
        checked += check_row(t, &row, frames, 2, round % 2, &seed, "sphere");
    }
    CHECK(checked > ROUNDS * 9 / 10);
}

TEST(points_that_are_one_part_along_x) {
    tmRow row = {.kind = TM_ROW_SPHERE, .a = 0, .b = 1, .point = {0.0, 1.0, 0.0}, .offset = 0.5};
    tmFrame frames[2] = {{{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}},
                         {{1.0, 3.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}};
    tmTwist twists[2] = {{{1.0, 2.0, 3.0}, {0.0, 0.0, 2.0}}, {{0.0}, {0.0}}};
    tmRowAt at;
    tm_row_at(&row, frames, twists, NULL, &at);
    CHECK(at.value == -0.5);
    CHECK_TEXT(at.message, "the two points coincide");
    CHECK(at.gradient[0].linear[0] == 1.0 && at.gradient[0].linear[1] == 0.0);
    CHECK(at.gradient[1].linear[0] == -1.0);
    CHECK(at.gradient[0].angular[2] == -1.0);
    CHECK(at.bias == 0.0); /* -omega^2 r is along y; the curvature is left out */
}

/* The marks are across one axis in both bodies' axes. */
static tmRow turn_row(uint64_t *seed, bool planar) {
    tmRow row = {.kind = TM_ROW_TURN, .unit = TM_ROW_ANGLE, .a = 1, .b = 0};
    if (planar) {
        row.normal[2] = row.mark_a[0] = row.mark_b[0] = 1.0;
        return row;
    }
    random_direction(seed, false, row.normal);
    random_direction(seed, false, row.mark_a);
    double along = dot(row.normal, row.mark_a), square = 0.0;
    for (int i = 0; i < 3; i++) {
        row.mark_a[i] -= along * row.normal[i];
        square += row.mark_a[i] * row.mark_a[i];
    }
    for (int i = 0; i < 3; i++) {
        row.mark_a[i] = row.mark_b[i] = row.mark_a[i] / sqrt(square);
    }
    return row;
}

TEST(turn_is_the_angle_about_the_axis) {
    uint64_t seed = 4;
    int checked = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tmRow row = turn_row(&seed, round % 2);
        tmFrame frames[2] = {random_frame(&seed, round % 2), random_frame(&seed, round % 2)};
        double angle = test_uniform(&seed, -3.1, 3.1), spin[4];
        turn_about(row.normal, angle, spin); /* in b's axes, then b's rotation */
        turn_after(frames[0].rotation, spin, frames[1].rotation);
        tmRowAt at;
        tm_row_at(&row, frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, angle, 1e-14);
        CHECK_NEAR(at.turns[0], angle, 1e-14);
        CHECK_NEAR(dot(at.gradient[1].angular, at.gradient[1].angular), 1.0, 1e-13);
        checked += check_row(t, &row, frames, 2, round % 2, &seed, "turn");
        /* Parts whose axes are 0.5 rad apart have an angle, too: that of the marks seen along b's.
         */
        random_direction(&seed, false, spin + 1);
        turn_about((double[3]){spin[1], spin[2], spin[3]}, 0.5, spin);
        if (!(round % 2)) {
            turn_after(spin, frames[1].rotation, frames[1].rotation);
            checked += check_row(t, &row, frames, 2, false, &seed, "turn off its axis");
        }
    }
    CHECK(checked > ROUNDS * 14 / 10);
}

TEST(ten_turns_forth_and_back_are_counted) {
    tmRow row = turn_row(NULL, true);
    tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, {{0.0}, {1.0, 0.0, 0.0, 0.0}}};
    double near[2] = {0.0, 0.0}, turn = 8.0 * atan(1.0);
    for (int step = 0; step <= 400; step++) {
        double angle = turn * 10.0 * (step <= 200 ? step : 400 - step) / 200.0;
        turn_about(row.normal, angle, frames[1].rotation);
        tmRowAt at;
        tm_row_at(&row, frames, NULL, near, &at);
        CHECK_NEAR(at.value, angle, 1e-13); /* 60 rad have rounding errors of 1e-14 */
        near[0] = at.turns[0];
    }
}

TEST(marks_along_the_axis_have_no_angle) {
    tmRow row = turn_row(NULL, true);
    tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, {{0.0}, {1.0, 0.0, 0.0, 0.0}}};
    turn_about((double[3]){0.0, 1.0, 0.0}, 2.0 * atan(1.0), frames[1].rotation); /* x to -z */
    tmRowAt at;
    tm_row_at(&row, frames, NULL, NULL, &at);
    CHECK(at.message);
}

TEST(directions_the_other_way_round_are_reported) {
    tmRow row = {.kind = TM_ROW_PLANE,
                 .a = 1,
                 .b = 0,
                 .at_infinity = true,
                 .point = {1.0, 0.0, 0.0},
                 .normal = {0.0, 1.0, 0.0},
                 .mark_a = {1.0, 0.0, 0.0},
                 .mark_b = {1.0, 0.0, 0.0}};
    tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, {{0.0}, {1.0, 0.0, 0.0, 0.0}}};
    tmRowAt at;
    CHECK(!tm_row_is_flipped(&row, frames));
    turn_about((double[3]){0.0, 0.0, 1.0}, 4.0 * atan(1.0), frames[1].rotation);
    tm_row_at(&row, frames, NULL, NULL, &at);
    CHECK_NEAR(at.value, 0.0, 1e-15);
    CHECK(tm_row_is_flipped(&row, frames));
    turn_about((double[3]){0.0, 0.0, 1.0}, 2.0 * atan(1.0), frames[1].rotation);
    tm_row_at(&row, frames, NULL, NULL, &at);
    CHECK_TEXT(at.message, "two directions that must be at right angles are parallel");
    row.at_infinity = false;
    CHECK(!tm_row_is_flipped(&row, frames));
}

static void square_of_distance(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                               const double near[2], tmRowAt *at) {
    (void)twists;
    at->value = row->numbers[0] + frames[0].position[0];
    at->turns[1] = near[1];
}

TEST(row_of_its_own_is_asked_and_its_offset_taken_off) {
    tmRow row = {.kind = TM_ROW_OWN, .offset = 2.0, .function = square_of_distance};
    row.numbers[0] = 5.0;
    tmFrame frames[1] = {{{1.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    tmRowAt at;
    tm_row_at(&row, frames, NULL, (double[2]){0.0, 7.0}, &at);
    CHECK(at.value == 4.0 && at.turns[1] == 7.0);
    tm_row_at(&row, frames, NULL, NULL, &at);
    CHECK(at.turns[1] == 0.0);
}

TEST_MAIN(CASE(point_on_plane_is_measured_along_the_normal),
          CASE(direction_on_plane_is_the_cosine_with_the_normal), CASE(sphere_is_the_distance),
          CASE(points_that_are_one_part_along_x), CASE(turn_is_the_angle_about_the_axis),
          CASE(ten_turns_forth_and_back_are_counted), CASE(marks_along_the_axis_have_no_angle),
          CASE(directions_the_other_way_round_are_reported),
          CASE(row_of_its_own_is_asked_and_its_offset_taken_off))
