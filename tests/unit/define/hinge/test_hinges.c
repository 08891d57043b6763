/* test_hinges.c: all hinges of the language with all that they match: slopes and second rates of
 * every row and coordinate, what freedoms they leave, where their angles are zero, and uses that
 * make no hinge. */
#include "hinge_cases.h"

#include "define/hinge/hinge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS 40

/* ---- Slopes -------------------------------------------------------------------------------- */

/* Where a gear's axes cease to count as parallel its row jumps. */
static bool is_smooth(const HingeCase *c, const tmRow *row) {
    double u[3], v[3];
    if (strcmp(c->kind->name, "gear") != 0) {
        return true;
    }
    turned(&c->frames[row->a], row->numbers, u);
    turned(&c->frames[row->b], row->normal, v);
    double cosine = fabs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
    return cosine < 0.98 || cosine > 0.998; /* 0.1 rad has 0.995 */
}

static void check_slopes(tmTest *t, const char *kind, const char *pattern, bool planar) {
    static HingeCase c;
    uint64_t seed = 11;
    int checked = 0, all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (!hinge_case(t, kind, pattern, planar, &seed, &c)) {
            return;
        }
        if (round % 2) { /* near to closed: axes almost parallel */
            fit_case(&c);
            shake_case(&c, 0.02, &seed);
            for (int i = 0; i < (planar ? 2 : 3); i++) {
                c.frames[0].position[i] += test_uniform(&seed, -1.0, 1.0);
            }
        }
        for (int32_t i = 0; i < c.table.row_count + c.table.coordinate_count; i++) {
            int32_t k = i - c.table.row_count;
            const tmRow *row = k < 0 ? &c.table.rows[i] : &c.table.coordinates[k];
            all++;
            checked += is_smooth(&c, row) && check_row(t, row, c.frames, 2, planar, &seed, kind);
        }
    }
    CHECK(4 * checked >= 3 * all);
}

TEST(rows_of_every_hinge_have_the_slopes_of_their_differences) {
    each_hinge(t, check_slopes);
}

/* ---- Freedoms ------------------------------------------------------------------------------ */

typedef struct Freedoms {
    const char *kind;
    int32_t spatial, planar;
} Freedoms;

/* What is left of the motion of one part against the other. */
static const Freedoms freedoms[] = {{"pin", 1, 1},           {"ball.and.socket", 3, 1},
                                    {"slider", 1, 1},        {"cylindrical", 2, 1},
                                    {"universal", 2, -1},    {"planar", 3, -1},
                                    {"screw", 1, -1},        {"rigid", 0, 0},
                                    {"point_on_line", 4, 2}, {"point_on_plane", 5, 2},
                                    {"rod", 5, 2},           {"spring", 6, 3},
                                    {"damper", 6, 3},        {"gear", 5, 2},
                                    {"rack", 5, 2},          {"belt", 5, 2},
                                    {"cam", 5, 2},           {"tackle", 5, 2}};

/* Where all features coincide, hinges that can hold them there are closed, the right way round, and
 * their slides and spans are zero. */
static void check_fit(tmTest *t, const HingeCase *c) {
    bool lower = c->table.row_count > 1;
    tmRowAt at;
    for (int32_t i = 0; lower && i < c->table.row_count; i++) {
        tm_row_at(&c->table.rows[i], c->frames, NULL, NULL, &at);
        CHECK_NEAR(c->table.rows[i].as_placed ? 0.0 : at.value, 0.0, 1e-14);
        CHECK(!tm_row_is_flipped(&c->table.rows[i], c->frames));
    }
    for (int32_t i = 0; lower && i < c->table.coordinate_count; i++) {
        tm_row_at(&c->table.coordinates[i], c->frames, NULL, NULL, &at);
        CHECK_NEAR(c->table.coordinates[i].kind == TM_ROW_TURN ? 0.0 : at.value, 0.0, 1e-14);
    }
}

static void check_freedoms(tmTest *t, const char *kind, const char *pattern, bool planar) {
    static HingeCase c;
    uint64_t seed = 12;
    const Freedoms *expected = NULL;
    for (size_t i = 0; i < sizeof freedoms / sizeof freedoms[0]; i++) {
        expected = strcmp(freedoms[i].kind, kind) == 0 ? &freedoms[i] : expected;
    }
    REQUIRE(expected);
    int32_t left = planar ? expected->planar : expected->spatial;
    for (int round = 0; round < ROUNDS; round++) {
        if (!hinge_case(t, kind, pattern, planar, &seed, &c)) {
            return;
        }
        if (c.fits) {
            fit_case(&c);
            check_fit(t, &c);
        }
        if (c.table.row_count < 2) {
            shake_case(&c, 0.5, &seed); /* wheels, rods and ropes need points that are apart */
        }
        place_case(&c);
        shake_case(&c, 0.2, &seed);
        bool closed = c.table.row_count == 0 || close_case(&c);
        if (!CHECK(closed) || !CHECK(c.table.row_count == (planar ? 3 : 6) - left) ||
            !CHECK(left == (planar ? 3 : 6) || rank_of_case(&c) == c.table.row_count)) {
            printf("  %s matching %s%s, round %d\n", kind, pattern, planar ? " in the plane" : "",
                   round);
            return;
        }
    }
}

TEST(rows_are_as_many_as_the_freedoms_that_they_take) {
    each_hinge(t, check_freedoms);
}

/* ---- Zeros and senses ---------------------------------------------------------------------- */

TEST(planar_pin_has_the_difference_of_the_parts_angles) {
    static HingeCase c;
    uint64_t seed = 13;
    REQUIRE(hinge_case(t, "pin", "p", true, &seed, &c));
    const double z[3] = {0.0, 0.0, 1.0};
    for (int round = 0; round < ROUNDS; round++) {
        double a = test_uniform(&seed, -1.5, 1.5), b = test_uniform(&seed, -1.5, 1.5);
        turn_about(z, a, c.frames[0].rotation);
        turn_about(z, b, c.frames[1].rotation);
        tmRowAt at;
        tm_row_at(&c.table.coordinates[0], c.frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, a - b, 1e-15 * 4.0);
    }
}

/* A first part whose axis is u, a second with v: u turned about an axis across both. */
static void check_zero(tmTest *t, const char *kind, double angle, uint64_t *seed) {
    tmPointOn pair[1][2] = {{{.body = 0, .is_axis = true}, {.body = 1, .is_axis = true}}};
    double across[3], normal[3], along = 0.0, length = 0.0, pitch = 0.1;
    random_direction(seed, false, pair[0][0].direction);
    random_direction(seed, false, normal);
    for (int i = 0; i < 3; i++) {
        along += normal[i] * pair[0][0].direction[i];
    }
    for (int i = 0; i < 3; i++) {
        across[i] = normal[i] - along * pair[0][0].direction[i];
        length += across[i] * across[i];
    }
    for (int i = 0; i < 3; i++) {
        across[i] /= sqrt(length);
    }
    tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, random_frame(seed, false)};
    turn_about(across, angle, frames[0].rotation);
    turned(&frames[0], pair[0][0].direction, pair[0][1].direction);
    turn_after(frames[1].rotation, frames[0].rotation, frames[0].rotation);
    tmHingeUse use = {.body_count = 2,
                      .pairs = (const tmPointOn(*)[2])pair,
                      .pair_count = 1,
                      .arguments = &pitch};
    tmHingeTable table;
    REQUIRE(tm_hinge_make(hinge_of(kind), &use, &table));
    tmRowAt at;
    tm_row_at(&table.coordinates[0], frames, NULL, NULL, &at);
    CHECK_NEAR(at.value, 0.0, 1e-15 * 8.0 / (3.2 - fabs(angle)));
}

TEST(angles_are_zero_where_the_least_rotation_brings_axis_to_axis) {
    uint64_t seed = 14;
    for (int round = 0; round < ROUNDS; round++) {
        check_zero(t, "pin", test_uniform(&seed, -3.0, 3.0), &seed);
        check_zero(t, "cylindrical", test_uniform(&seed, -3.0, 3.0), &seed);
        check_zero(t, "screw", test_uniform(&seed, -3.0, 3.0), &seed);
        check_zero(t, "pin", 0.0, &seed);
    }
}

TEST(parts_the_wrong_way_round_are_closed_and_told) {
    static const char *const kinds[][2] = {{"pin", "a"}, {"slider", "a"}, {"rigid", "ppp"}};
    static HingeCase c;
    uint64_t seed = 15;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        REQUIRE(hinge_case(t, kinds[k][0], kinds[k][1], false, &seed, &c));
        fit_case(&c);
        /* Half a turn about a direction across the axis, through the point that both share. */
        const tmRow *row = &c.table.rows[c.table.row_count - 1];
        for (int32_t i = 0; i < c.table.row_count; i++) {
            row = c.table.rows[i].at_infinity ? &c.table.rows[i] : row;
        }
        double spin[4], axis[3];
        turned(&c.frames[1], row->normal, axis);
        turn_about(axis, 4.0 * atan(1.0), spin);
        turn_after(spin, c.frames[0].rotation, c.frames[0].rotation);
        double before[3], after[3];
        placed(&c.frames[1], c.pairs[0][1].point, before);
        placed(&c.frames[0], c.pairs[0][0].point, after);
        for (int i = 0; i < 3; i++) {
            c.frames[0].position[i] += before[i] - after[i];
        }
        bool flipped = false;
        for (int32_t i = 0; i < c.table.row_count; i++) {
            tmRowAt at;
            tm_row_at(&c.table.rows[i], c.frames, NULL, NULL, &at);
            CHECK_NEAR(at.value, 0.0, 1e-14);
            flipped = flipped || tm_row_is_flipped(&c.table.rows[i], c.frames);
        }
        CHECK(flipped);
    }
}

/* ---- What is not a hinge ------------------------------------------------------------------- */

/* Makes a hinge of features that a text could name, and returns what is wrong with it. */
static const char *message_of(const char *kind, bool planar, const tmPointOn (*pairs)[2],
                              int32_t count, const double *arguments) {
    static const tmCurve none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    tmHingeUse use = {planar, 2, pairs, count, arguments, none};
    tmHingeTable table;
    return tm_hinge_make(hinge_of(kind), &use, &table) ? "" : table.message;
}

#define POINT(number, x, y, z)                                                                     \
    {                                                                                              \
        .body = (number), .point = { x, y, z }                                                     \
    }
#define AXIS(number, x, y, z)                                                                      \
    {                                                                                              \
        .body = (number), .is_axis = true, .direction = { x, y, z }                                \
    }

TEST(part_joined_to_itself_is_reported) {
    const tmPointOn one[1][2] = {{POINT(0, 1, 0, 0), POINT(0, 0, 1, 0)}};
    const double arguments[1] = {1.0};
    CHECK_TEXT(message_of("rod", false, one, 1, arguments), "it joins a part to itself");
    CHECK_TEXT(message_of("tackle", true, one, 1, arguments), "it joins a part to itself");
    CHECK_TEXT(message_of("pin", true, one, 1, arguments), "it joins a part to itself");
    const tmPointOn third[1][2] = {{POINT(0, 1, 0, 0), POINT(2, 0, 1, 0)}};
    CHECK_TEXT(message_of("rod", false, third, 1, arguments),
               "a feature belongs to a part that it does not join");
    const tmPointOn mixed[2][2] = {{POINT(0, 1, 0, 0), POINT(1, 0, 1, 0)},
                                   {POINT(1, 0, 0, 0), POINT(0, 0, 0, 0)}};
    CHECK_TEXT(message_of("pin", false, mixed, 2, arguments),
               "its features are on more than two parts");
}

TEST(points_that_give_no_axis_are_reported) {
    const tmPointOn same[2][2] = {{POINT(0, 1, 0, 0), POINT(1, 1, 0, 0)},
                                  {POINT(0, 1, 0, 0), POINT(1, 1, 0, 0)}};
    const char *one = "two points of a part coincide, but an axis must pass through both";
    CHECK_TEXT(message_of("pin", false, same, 2, NULL), one);
    CHECK_TEXT(message_of("slider", true, same, 2, NULL), one);
    const tmPointOn above[2][2] = {{POINT(0, 1, 0, 0), POINT(1, 1, 0, 0)},
                                   {POINT(0, 1, 0, 1), POINT(1, 1, 0, 1)}};
    CHECK_TEXT(message_of("slider", true, above, 2, NULL), one); /* z does not count */
    CHECK_TEXT(message_of("slider", false, above, 2, NULL), "");
    const tmPointOn line[3][2] = {{POINT(0, 0, 0, 0), POINT(1, 0, 0, 0)},
                                  {POINT(0, 1, 0, 0), POINT(1, 1, 0, 0)},
                                  {POINT(0, 3, 0, 0), POINT(1, 3, 0, 0)}};
    CHECK_TEXT(message_of("rigid", false, line, 3, NULL),
               "the three points of a part are on a line");
    const tmPointOn apart[2][2] = {{POINT(0, 0, 0, 0), POINT(1, 0, 0, 0)},
                                   {POINT(0, 1, 0, 0), POINT(1, 0, 2, 0)}};
    CHECK_TEXT(message_of("pin", false, apart, 2, NULL),
               "its points are not equally far apart on both parts");
    CHECK_TEXT(message_of("cylindrical", false, apart, 2, NULL), "");
}

TEST(axes_that_do_not_serve_are_reported) {
    const double arguments[3] = {0.5, 0.5, NAN};
    const tmPointOn parallel[2][2] = {{AXIS(0, 1, 0, 0), AXIS(1, 1, 0, 0)},
                                      {AXIS(0, 1, 0, 0), AXIS(1, 1, 0, 0)}};
    CHECK_TEXT(message_of("rigid", false, parallel, 2, NULL),
               "the two axes of a part are parallel");
    const tmPointOn bent[2][2] = {{AXIS(0, 1, 0, 0), AXIS(1, 1, 0, 0)},
                                  {AXIS(0, 0, 1, 0), AXIS(1, 0.6, 0.8, 0)}};
    CHECK_TEXT(message_of("slider", false, bent, 2, NULL),
               "its two axes do not have the same angle on both parts");
    const tmPointOn up[1][2] = {{AXIS(0, 0, 0, 1), AXIS(1, 0, 0, 1)}};
    CHECK_TEXT(message_of("slider", true, up, 1, NULL),
               "its axis is perpendicular to the plane of the world");
    CHECK_TEXT(message_of("rack", true, up, 1, arguments),
               "its rack is perpendicular to the plane of the world");
    CHECK_TEXT(message_of("gear", true, parallel, 1, arguments),
               "its wheel's axis is not perpendicular to the plane of the world");
    CHECK_TEXT(message_of("belt", true, parallel, 1, arguments),
               "its wheel's axis is not perpendicular to the plane of the world");
}

TEST(arguments_and_features_that_are_missing_are_reported) {
    const tmPointOn up[1][2] = {{AXIS(0, 0, 0, 1), AXIS(1, 0, 0, 1)}};
    const tmPointOn mixed[1][2] = {{POINT(0, 0, 0, 1), AXIS(1, 0, 0, 1)}};
    const double none[3] = {NAN, NAN, NAN}, huge[1] = {INFINITY};
    CHECK_TEXT(message_of("gear", false, up, 1, none), "an argument is missing");
    CHECK_TEXT(message_of("cam", false, up, 1, none), "an argument is missing");
    CHECK_TEXT(message_of("gear", false, mixed, 1, none), "it does not match such features");
    CHECK_TEXT(message_of("universal", true, up, 1, none), "it does not match such features");
    CHECK_TEXT(message_of("screw", false, up, 1, huge), "its rows are missing or not finite");
    CHECK_TEXT(message_of("pin", false, up, 0, none), "it matches no pairs, or too many");
}

TEST(features_that_are_none_are_reported) {
    const tmPointOn short_axis[1][2] = {{AXIS(0, 0, 0, 1), AXIS(1, 0, 0, 0.5)}};
    const tmPointOn no_axis[1][2] = {{AXIS(0, 0, 0, NAN), AXIS(1, 0, 0, 1)}};
    const tmPointOn no_point[1][2] = {{POINT(0, 0, 0, 0), POINT(1, INFINITY, 0, 0)}};
    CHECK_TEXT(message_of("pin", false, short_axis, 1, NULL),
               "the direction of an axis does not have length 1");
    CHECK_TEXT(message_of("pin", false, no_axis, 1, NULL),
               "the direction of an axis does not have length 1");
    CHECK_TEXT(message_of("pin", true, no_point, 1, NULL),
               "a feature has a number that is not finite");
}

/* Numbers near to the ends of what doubles hold make a hinge or a problem, nothing else. */
TEST(hinges_of_huge_and_tiny_numbers_have_finite_rows) {
    static const double sizes[] = {1e-300, 1e-150, 1e150, 1e300};
    static HingeCase c;
    uint64_t seed = 17;
    for (size_t k = 0; k < 4 * sizeof sizes / sizeof sizes[0]; k++) {
        static const char *const kinds[] = {"pin", "slider", "rigid", "rod"};
        static const char *const patterns[] = {"pp", "pp", "ppp", "p"};
        REQUIRE(hinge_case(t, kinds[k % 4], patterns[k % 4], false, &seed, &c));
        for (int i = 0; i < 6 * c.use.pair_count; i++) {
            c.pairs[i / 6][i / 3 % 2].point[i % 3] *= sizes[k / 4];
        }
        if (CHECK(tm_hinge_make(c.kind, &c.use, &c.table))) {
            fit_case(&c);
            for (int32_t i = 0; i < c.table.row_count; i++) {
                tmRowAt at;
                tm_row_at(&c.table.rows[i], c.frames, NULL, NULL, &at);
                CHECK(isfinite(at.value) && isfinite(at.gradient[0].angular[0]));
            }
        }
    }
}

static void still(const void *data, double x, double y[3]) {
    (void)data;
    y[0] = x < 1.0 ? 0.5 : NAN;
    y[1] = y[2] = 0.0;
}

TEST(cam_in_space_needs_an_axle_and_a_lift_with_a_value) {
    const tmPointOn mixed[1][2] = {{POINT(0, 0, 0, 0), AXIS(1, 0, 1, 0)}};
    const double none[1] = {NAN};
    const tmCurve curve[1] = {{still, NULL}};
    tmHingeUse use = {false, 2, mixed, 1, none, curve};
    tmHingeTable table;
    CHECK(!tm_hinge_make(hinge_of("cam"), &use, &table));
    CHECK_TEXT(table.message, "the first of the two, the cam's axle, must be an axis");
    use.planar = true;
    REQUIRE(tm_hinge_make(hinge_of("cam"), &use, &table));
    tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, {{0.0}, {1.0, 0.0, 0.0, 0.0}}};
    tmRowAt at;
    tm_row_at(&table.rows[0], frames, NULL, NULL, &at); /* a face along y: its normal is -x */
    CHECK_TEXT(at.message, "the lift is undefined at this angle");
    turn_about((double[3]){0.0, 0.0, 1.0}, -3.0, frames[1].rotation);
    tm_row_at(&table.rows[0], frames, NULL, NULL, &at);
    CHECK(!at.message);
    CHECK_NEAR(at.value, -0.5, 1e-15);
}

static tmRowAt row_of_two(tmTest *t, const char *kind, const tmPointOn (*pair)[2],
                          const double *arguments, const tmFrame *frames) {
    static const tmCurve none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    tmHingeUse use = {false, 2, pair, 1, arguments, none};
    tmHingeTable table;
    tmRowAt at = {.value = NAN};
    if (CHECK(tm_hinge_make(hinge_of(kind), &use, &table))) {
        tm_row_at(&table.rows[table.row_count - 1], frames, NULL, NULL, &at);
    }
    return at;
}

TEST(places_where_a_hinge_has_no_use_are_reported) {
    const tmFrame same[2] = {{{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}},
                             {{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}};
    const double arguments[3] = {0.5, 0.25, NAN};
    const tmPointOn up[1][2] = {{AXIS(0, 0, 0, 1), AXIS(1, 0, 0, 1)}};
    const tmPointOn points[1][2] = {{POINT(0, 1, 0, 0), POINT(1, 1, 0, 0)}};
    CHECK_TEXT(row_of_two(t, "universal", up, arguments, same).message,
               "two directions that must be at right angles are parallel");
    CHECK_TEXT(row_of_two(t, "gear", up, arguments, same).message,
               "the two wheels have the same centre, so they do not mesh");
    CHECK_TEXT(row_of_two(t, "rack", up, arguments, same).message,
               "the rack runs along the axis of its wheel");
    CHECK_TEXT(row_of_two(t, "belt", up, arguments, same).message,
               "the wheels overlap: no belt passes between them");
    CHECK_TEXT(row_of_two(t, "rod", points, arguments, same).message, "the two points coincide");
    CHECK_TEXT(row_of_two(t, "tackle", points, arguments, same).message,
               "the two points of a pair coincide");
}

TEST(limits_and_springs_change_no_row) {
    static const char *const names[2] = {"pin", "slider"};
    const double arguments[6] = {-1.0, 2.0, 0.5, 3.0, 0.25, 4.0};
    const tmPointOn along[1][2] = {{AXIS(0, 1, 0, 0), AXIS(1, 1, 0, 0)}};
    for (int i = 0; i < 2; i++) {
        tmHingeUse use = {.body_count = 2, .pairs = along, .pair_count = 1};
        tmHingeTable without, with;
        CHECK(hinge_of(names[i])->parameter_count == 6);
        CHECK(tm_hinge_make(hinge_of(names[i]), &use, &without)); /* no arguments at all */
        use.arguments = arguments;
        CHECK(tm_hinge_make(hinge_of(names[i]), &use, &with));
        CHECK(without.row_count == 5 && memcmp(&without, &with, sizeof with) == 0);
    }
}

/* ---- Hinges that a text defines ------------------------------------------------------------ */

TEST(lines_of_a_text_make_the_rows_of_a_ball_and_socket) {
    static HingeCase c;
    uint64_t seed = 16;
    for (int planar = 0; planar < 2; planar++) {
        REQUIRE(hinge_case(t, "ball.and.socket", "p", planar != 0, &seed, &c));
        tmHingeTable table = {.row_count = 0};
        for (int i = 0; i < 3; i++) {
            tmPointOn plane = c.pairs[0][1];
            plane.is_axis = true;
            plane.direction[i] = 1.0;
            tmi_hinge_add_line(planar != 0, &c.pairs[0][0], &plane, &table);
        }
        CHECK(!table.message && table.row_count == (planar ? 2 : 3)); /* none for z in the plane */
        for (int32_t i = 0; i < table.row_count; i++) {
            const tmRow *row = &table.rows[i], *same = &c.table.rows[i];
            CHECK(row->kind == same->kind && row->a == same->a && row->b == same->b);
            CHECK(memcmp(row->point, same->point, sizeof row->point) == 0);
            CHECK(memcmp(row->on, same->on, sizeof row->on) == 0);
            CHECK(memcmp(row->normal, same->normal, sizeof row->normal) == 0);
        }
    }
}

TEST(lines_of_a_text_take_what_a_normal_has_in_the_plane) {
    tmPointOn point = {.body = 0, .point = {1.0, 2.0, 3.0}};
    tmPointOn plane = {
        .body = 1, .is_axis = true, .point = {0.5, 0.0, -1.0}, .direction = {0.48, 0.36, 0.8}};
    tmHingeTable table = {.row_count = 0};
    tmi_hinge_add_line(true, &point, &plane, &table);
    REQUIRE(table.row_count == 1 && !table.message);
    CHECK_NEAR(table.rows[0].normal[0], 0.8, 1e-15);
    CHECK_NEAR(table.rows[0].normal[1], 0.6, 1e-15);
    const tmFrame frames[2] = {{{0.0}, {1.0, 0.0, 0.0, 0.0}}, {{0.0}, {1.0, 0.0, 0.0, 0.0}}};
    tmRowAt at;
    tm_row_at(&table.rows[0], frames, NULL, NULL, &at);
    CHECK_NEAR(at.value, 0.8 * 0.5 + 0.6 * 2.0, 1e-15);
    plane.body = 0;
    tmi_hinge_add_line(true, &point, &plane, &table);
    CHECK_TEXT(table.message, "it joins a part to itself");
    plane.body = 1;
    table.message = NULL;
    for (int i = 0; i < TM_HINGE_ROWS; i++) {
        tmi_hinge_add_line(false, &point, &plane, &table);
    }
    CHECK_TEXT(table.message, "it has too many rows");
}

TEST_MAIN(CASE(rows_of_every_hinge_have_the_slopes_of_their_differences),
          CASE(rows_are_as_many_as_the_freedoms_that_they_take),
          CASE(planar_pin_has_the_difference_of_the_parts_angles),
          CASE(angles_are_zero_where_the_least_rotation_brings_axis_to_axis),
          CASE(parts_the_wrong_way_round_are_closed_and_told),
          CASE(part_joined_to_itself_is_reported), CASE(points_that_give_no_axis_are_reported),
          CASE(axes_that_do_not_serve_are_reported),
          CASE(arguments_and_features_that_are_missing_are_reported),
          CASE(features_that_are_none_are_reported),
          CASE(hinges_of_huge_and_tiny_numbers_have_finite_rows),
          CASE(cam_in_space_needs_an_axle_and_a_lift_with_a_value),
          CASE(places_where_a_hinge_has_no_use_are_reported),
          CASE(limits_and_springs_change_no_row),
          CASE(lines_of_a_text_make_the_rows_of_a_ball_and_socket),
          CASE(lines_of_a_text_take_what_a_normal_has_in_the_plane))
