/* test_first_touch.c: the certified search for a first touch, against the distance of a disc and a
 * box in closed form at twenty thousand places of the way, and against roots that are known. */
#include "analyse/events/events.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define PLACES 20000

static const double at_origin[1][2] = {{0.0, 0.0}};
static const double rod_corners[4][2] = {{-0.5, -0.01}, {0.5, -0.01}, {0.5, 0.01}, {-0.5, 0.01}};
static const double box_normals[4][2] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
static const double floor_corners[4][2] = {{-9.0, -1.0}, {9.0, -1.0}, {9.0, 0.0}, {-9.0, 0.0}};

static tmiEventPiece disc(double radius) {
    return (tmiEventPiece){.count = 1, .radius = radius, .length = radius, .corner = at_origin};
}

static tmiEventPiece box(const double (*corners)[2], double length) {
    return (tmiEventPiece){4,       4,          0.0, length, hypot(corners[0][0], corners[0][1]),
                           corners, box_normals};
}

static double value(const double *c, double u) {
    double sum = 0.0;
    for (int k = TMI_EVENT_POWERS - 1; k >= 0; k--) {
        sum = sum * u + c[k];
    }
    return sum;
}

/* Distance of the disc's middle, here the origin, to the rod, less the disc's radius. */
static double rod_gap(const tmiEventPath *rod, double u, double radius) {
    double x = value(rod->c[0], u), y = value(rod->c[1], u), a = value(rod->c[2], u);
    double px = -(x * cos(a) + y * sin(a)), py = -(y * cos(a) - x * sin(a));
    double dx = fabs(px) - 0.5, dy = fabs(py) - 0.01;
    double out = hypot(fmax(dx, 0.0), fmax(dy, 0.0));
    return out + fmin(fmax(dx, dy), 0.0) - radius;
}

typedef struct flyBys {
    int hits, missed, wrong, late, unseen; /* by four looks */
    int64_t looks;
} flyBys;

/* One stretch of a rod past a disc of radius 0.03 at the origin. */
static void fly_by(tmTest *t, const tmiEventPath *rod, double h, flyBys *sum) {
    const tmiEventPiece a = disc(0.03), b = box(rod_corners, 0.5);
    const tmiEventPair pair = {&a, &b, -1};
    tmiEventPath paths[2] = {{.moves = false}, *rod};
    tmiTouchFound found;
    double least = INFINITY, first = INFINITY;
    for (int i = 0; i <= PLACES; i++) {
        double gap = rod_gap(rod, (double)i / PLACES, 0.03);
        least = fmin(least, gap);
        first = gap < -1e-11 && first == INFINITY ? (double)i / PLACES : first;
    }
    if (rod_gap(rod, 0.0, 0.03) < 1e-3) {
        return;
    }
    tmi_event_path_bound(&paths[1], h);
    tmiTouchOutcome outcome = tmi_event_first_touch(&pair, paths, h, 1.0, &found);
    sum->looks += found.looks;
    CHECK(outcome != TMI_TOUCH_UNSURE);
    if (outcome == TMI_TOUCH_MEETS) {
        double gap = rod_gap(rod, found.part, 0.03);
        sum->wrong += !(found.has_row && fabs(gap) < 1e-13);
        sum->late += found.part > first;
    }
    bool seen = false;
    for (int i = 1; i <= 4; i++) {
        seen = seen || rod_gap(rod, 0.25 * i, 0.03) < 0.0;
    }
    sum->hits += least < -1e-10;
    sum->unseen += least < -1e-10 && !seen;
    sum->missed += least < -1e-10 && outcome != TMI_TOUCH_MEETS;
}

TEST(three_hundred_fly_bys_of_a_spinning_rod_past_a_disc_miss_no_touch) {
    uint64_t seed = 1;
    flyBys sum = {0};
    for (int round = 0; round < 300; round++) {
        double v = test_uniform(&seed, 2.0, 10.0), h = 3.0 / v;
        tmiEventPath rod = {.moves = true};
        double spin = test_uniform(&seed, -12.0, 12.0);
        rod.c[0][0] = -1.5;
        rod.c[0][1] = v * h;
        rod.c[1][0] = test_uniform(&seed, -0.7, 0.7);
        rod.c[1][1] = test_uniform(&seed, -1.0, 1.0) * h;
        rod.c[2][0] = test_uniform(&seed, 0.0, 3.0);
        rod.c[2][1] = spin * h;
        fly_by(t, &rod, h, &sum);
    }
    CHECK(sum.hits > 60);
    CHECK(sum.missed == 0);
    CHECK(sum.wrong == 0);
    CHECK(sum.late == 0);
    CHECK(sum.looks < 300 * 40);
    CHECK(sum.unseen > sum.hits / 2);
}

/* The same along polynomials of degree 7, whose bounds are all needed. */
TEST(rods_on_crooked_paths_miss_no_touch) {
    uint64_t seed = 2;
    flyBys sum = {0};
    for (int round = 0; round < test_rounds(300); round++) {
        tmiEventPath rod = {.moves = true};
        rod.c[0][0] = test_uniform(&seed, -1.0, 1.0);
        rod.c[1][0] = test_uniform(&seed, -1.0, 1.0);
        for (int k = 1; k < TMI_EVENT_POWERS; k++) {
            rod.c[0][k] = test_uniform(&seed, -1.0, 1.0);
            rod.c[1][k] = test_uniform(&seed, -1.0, 1.0);
            rod.c[2][k] = test_uniform(&seed, -2.0, 2.0);
        }
        fly_by(t, &rod, test_uniform(&seed, 0.01, 10.0), &sum);
    }
    CHECK(sum.hits > test_rounds(300) / 20);
    CHECK(sum.missed == 0);
    CHECK(sum.wrong == 0);
    CHECK(sum.late == 0);
}

/* ---- A disc above a floor -------------------------------------------------------------------- */

/* A disc of radius 0.1 whose lowest point is at the height h0 + h1 u + h2 u^2 + h3 u^3. */
static tmiTouchOutcome drop(const double height[4], double h, tmiTouchFound *found) {
    const tmiEventPiece a = box(floor_corners, 9.0), b = disc(0.1);
    const tmiEventPair pair = {&a, &b, -1};
    tmiEventPath paths[2] = {{.moves = false}, {.moves = true}};
    memcpy(paths[1].c[1], height, 4 * sizeof *height);
    paths[1].c[1][0] += 0.1;
    paths[1].c[0][1] = 1.0;
    paths[1].c[2][1] = 3.0;
    tmi_event_path_bound(&paths[1], h);
    return tmi_event_first_touch(&pair, paths, h, 1.0, found);
}

TEST(a_disc_that_falls_meets_the_floor_at_the_root) {
    tmiTouchFound found;
    CHECK(drop((double[4]){1.0, 0.0, -2.0, 0.0}, 0.7, &found) == TMI_TOUCH_MEETS);
    CHECK(found.has_row && !found.row.by_b);
    CHECK_NEAR(found.part, sqrt(0.5), 1e-15);
}

TEST(a_dip_of_ten_times_the_promise_is_found_and_one_of_a_tenth_is_not) {
    tmiTouchFound found;
    double dip = TMI_TOUCH_MISSED * 0.1; /* the disc is the smaller one */
    /* (u - 1/2)^2 - d */
    CHECK(drop((double[4]){0.25 - 10.0 * dip, -1.0, 1.0, 0.0}, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK_NEAR(found.part, 0.5 - sqrt(10.0 * dip), 1e-9);
    CHECK(drop((double[4]){0.25 - 0.1 * dip, -1.0, 1.0, 0.0}, 1.0, &found) == TMI_TOUCH_NONE);
}

TEST(what_has_just_been_left_is_behind_in_a_few_places_and_met_again_where_it_comes_back) {
    tmiTouchFound found;
    CHECK(drop((double[4]){0.0, 0.0, 0.0, 1.0}, 1.0, &found) == TMI_TOUCH_NONE);
    CHECK(found.looks < 60);
    CHECK(drop((double[4]){-1e-13, 0.0, 1.0, 0.0}, 1.0, &found) == TMI_TOUCH_NONE);
    CHECK(drop((double[4]){0.0, 1.0, -2.0, 0.0}, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK_NEAR(found.part, 0.5, 1e-15);
    CHECK(drop((double[4]){-1e-17, 1e-9, -2e-9, 0.0}, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK(found.has_row);
    CHECK_NEAR(found.part, 0.5, 1e-7); /* a gap of 1e-9 beside coordinates that are rounded */
    CHECK(drop((double[4]){0.0, -1.0, 0.0, 0.0}, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK(found.part < 1e-11);
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* A square that turns about its middle above a floor: the corner is lowest at 45 degrees. */
TEST(a_turning_square_touches_with_its_corner_when_that_reaches_the_floor) {
    static const double square[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    const tmiEventPiece a = box(floor_corners, 9.0), b = box(square, 0.7);
    const tmiEventPair whole = {&a, &b, -1}, corner = {&a, &b, 0}, other = {&a, &b, 1};
    tmiEventPath paths[2] = {{.moves = false}, {.moves = true}};
    tmiTouchFound found;
    paths[1].c[1][0] = 0.6;
    paths[1].c[2][1] = 2.0;
    tmi_event_path_bound(&paths[1], 1.0);
    /* The corner's height is 0.6 - sqrt(1/2) cos(pi/4 - angle). */
    double angle = 0.7853981633974483 - acos(0.6 / sqrt(0.5));
    CHECK(tmi_event_first_touch(&whole, paths, 1.0, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK_NEAR(found.part, 0.5 * angle, 1e-15);
    CHECK(tmi_event_first_touch(&corner, paths, 1.0, 1.0, &found) == TMI_TOUCH_MEETS);
    CHECK_NEAR(found.part, 0.5 * angle, 1e-15);
    CHECK(tmi_event_first_touch(&other, paths, 1.0, 0.9 * angle, &found) == TMI_TOUCH_NONE);
}

TEST_MAIN(CASE(three_hundred_fly_bys_of_a_spinning_rod_past_a_disc_miss_no_touch),
          CASE(rods_on_crooked_paths_miss_no_touch),
          CASE(a_disc_that_falls_meets_the_floor_at_the_root),
          CASE(a_dip_of_ten_times_the_promise_is_found_and_one_of_a_tenth_is_not),
          CASE(what_has_just_been_left_is_behind_in_a_few_places_and_met_again_where_it_comes_back),
          CASE(a_turning_square_touches_with_its_corner_when_that_reaches_the_floor))
