/* test_hinge_forms.c: hinges whose motion is known in closed form: wheels, screws, universal
 * joints, belts, cams, ropes; and their turns, ten back and forth. */
#include "hinge_cases.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double X[3] = {1.0, 0.0, 0.0}, Y[3] = {0.0, 1.0, 0.0}, Z[3] = {0.0, 0.0, 1.0};

/* A hinge of two parts with one pair, and where the parts are. */
typedef struct Two {
    tmPointOn pair[1][2];
    double arguments[3];
    tmCurve curves[3];
    tmHingeUse use;
    tmHingeTable table;
    tmFrame frames[2];
    double near[2];
} Two;

static void set_axis(tmPointOn *feature, const double direction[3]) {
    feature->is_axis = true;
    memcpy(feature->direction, direction, sizeof feature->direction);
}

static void begin(Two *two, bool planar) {
    memset(two, 0, sizeof *two);
    two->pair[0][1].body = 1;
    two->use =
        (tmHingeUse){planar, 2, (const tmPointOn(*)[2])two->pair, 1, two->arguments, two->curves};
    for (int i = 0; i < 3; i++) {
        two->arguments[i] = NAN;
    }
    two->frames[0].rotation[0] = two->frames[1].rotation[0] = 1.0;
}

static bool make(tmTest *t, Two *two, const char *kind) {
    return CHECK(tm_hinge_make(hinge_of(kind), &two->use, &two->table));
}

/* The last row at the present frames, its turns followed. */
static tmRowAt row_now(Two *two) {
    tmRowAt at;
    tm_row_at(&two->table.rows[two->table.row_count - 1], two->frames, NULL, two->near, &at);
    memcpy(two->near, at.turns, sizeof two->near);
    return at;
}

/* Takes the offset from the present frames. */
static void place(Two *two) {
    two->table.rows[two->table.row_count - 1].offset += row_now(two).value;
}

/* ---- Wheels -------------------------------------------------------------------------------- */

/* Two wheels on an arm: by Willis, seen from the arm, a turns `ratio` times as far as b. All three
 * go ten turns back and forth, at different speeds. `sense` is -1 where b's own axis is against z.
 */
static void check_planetary(tmTest *t, Two *two, double ratio, double sense) {
    two->arguments[0] = sense * ratio;
    if (!make(t, two, "gear")) {
        return;
    }
    for (int step = 0; step <= 800; step++) {
        double b = 20.0 * PI * (step <= 400 ? step : 800 - step) / 400.0, arm = -0.7 * b;
        double a = arm + ratio * (b - arm);
        turn_about(Z, a, two->frames[0].rotation);
        turn_about(Z, b, two->frames[1].rotation);
        two->frames[1].position[0] = 3.0 * cos(arm);
        two->frames[1].position[1] = 3.0 * sin(arm);
        if (step == 0) {
            place(two);
        }
        /* 20 pi times up to 5.1, and rounding errors of the frames. */
        CHECK_NEAR(row_now(two).value, 0.0, 2e-13);
    }
}

TEST(wheels_on_an_arm_turn_as_willis_has_it) {
    static const double ratios[] = {-2.0, -0.37, 3.0, 0.25};
    static Two two;
    for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) {
        begin(&two, true);
        check_planetary(t, &two, ratios[i], 1.0);
        for (int k = 0; k < 4; k++) {
            double down[3] = {0.0, 0.0, k < 2 ? -1.0 : 1.0};
            begin(&two, k % 2 != 0);
            set_axis(&two.pair[0][0], Z);
            set_axis(&two.pair[0][1], down);
            check_planetary(t, &two, ratios[i], down[2]);
        }
    }
}

/* A bevel gear: b's axle is on an arm that turns about a's axis; seen from the arm the wheels turn
 * in their ratio. */
TEST(bevel_wheel_on_an_arm_turns_as_willis_has_it) {
    static Two two;
    begin(&two, false);
    set_axis(&two.pair[0][0], Z);
    set_axis(&two.pair[0][1], X);
    two.arguments[0] = -1.5;
    REQUIRE(make(t, &two, "gear"));
    for (int step = 0; step <= 400; step++) {
        double spin = 20.0 * PI * (step <= 200 ? step : 400 - step) / 200.0, arm = 0.3 * spin;
        double turn[4], carry[4];
        turn_about(X, spin, turn); /* of b on the arm, which then turns */
        turn_about(Z, arm, carry);
        turn_after(carry, turn, two.frames[1].rotation);
        turn_about(Z, arm - 1.5 * spin, two.frames[0].rotation);
        if (step == 0) {
            place(&two);
        }
        CHECK_NEAR(row_now(&two).value, 0.0, 2e-13);
    }
}

TEST(wheel_rolls_along_a_rack) {
    static Two two;
    for (int k = 0; k < 4; k++) {
        begin(&two, k % 2 != 0);
        set_axis(&two.pair[0][0], Z);
        set_axis(&two.pair[0][1], X);
        two.pair[0][0].is_axis = k < 2; /* or a point, for a wheel about its part's z */
        two.arguments[0] = 0.25; /* on the left of the rack: it rolls on with a turn to the right */
        REQUIRE(make(t, &two, "rack"));
        two.frames[0].position[1] = 0.25;
        for (int step = 0; step <= 400; step++) {
            double angle = 20.0 * PI * (step <= 200 ? step : 400 - step) / 200.0;
            turn_about(Z, -angle, two.frames[0].rotation);
            two.frames[0].position[0] = 0.25 * angle;
            if (step == 0) {
                place(&two);
            }
            CHECK_NEAR(row_now(&two).value, 0.0, 1e-13);
        }
    }
}

TEST(screw_goes_by_its_pitch_in_a_turn) {
    static Two two;
    begin(&two, false);
    set_axis(&two.pair[0][0], Y);
    set_axis(&two.pair[0][1], Y);
    two.arguments[0] = 0.005;
    REQUIRE(make(t, &two, "screw"));
    for (int step = 0; step <= 400; step++) {
        double angle = 20.0 * PI * (step <= 200 ? step : 400 - step) / 200.0;
        turn_about(Y, angle, two.frames[0].rotation); /* right-handed: forwards */
        two.frames[0].position[1] = 1.0 + 0.005 * angle / (2.0 * PI);
        if (step == 0) {
            place(&two);
        }
        CHECK_NEAR(row_now(&two).value, 0.0, 1e-15);
    }
}

/* ---- Belts --------------------------------------------------------------------------------- */

TEST(belt_turns_wheels_by_their_radii) {
    static Two two;
    for (int k = 0; k < 4; k++) {
        bool crossed = k % 2 != 0;
        begin(&two, k < 2);
        two.arguments[0] = 0.1;
        two.arguments[1] = 0.35;
        two.arguments[2] = crossed;
        if (k >= 2) {
            set_axis(&two.pair[0][0], (double[3]){0.0, 0.0, -1.0}); /* which way does not matter */
            set_axis(&two.pair[0][1], Z);
        }
        REQUIRE(make(t, &two, "belt"));
        two.frames[1].position[0] = 1.0;
        for (int step = 0; step <= 400; step++) {
            double b = 20.0 * PI * (step <= 200 ? step : 400 - step) / 200.0;
            turn_about(Z, (crossed ? -3.5 : 3.5) * b, two.frames[0].rotation);
            turn_about(Z, b, two.frames[1].rotation);
            if (step == 0) {
                place(&two);
            }
            CHECK_NEAR(row_now(&two).value, 0.0, 1e-13);
        }
    }
}

/* A closed open belt is twice a strand and what it covers of the wheels: with the wheels held,
 * 2 f = 2 L + pi (r_a + r_b) + 2 (r_b - r_a) asin((r_b - r_a) / D), the half of which the row has
 * except for a constant. */
TEST(belt_has_its_known_length) {
    const double ra = 0.1, rb = 0.35;
    static Two two;
    begin(&two, true);
    two.arguments[0] = ra;
    two.arguments[1] = rb;
    REQUIRE(make(t, &two, "belt"));
    double first = 0.0, at_first = 0.0;
    for (int step = 0; step < 20; step++) {
        double apart = 0.5 + 0.1 * step, h = rb - ra;
        double length =
            2.0 * sqrt(apart * apart - h * h) + PI * (ra + rb) + 2.0 * h * asin(h / apart);
        two.frames[1].position[0] = apart;
        double value = row_now(&two).value;
        first = step == 0 ? length : first;
        at_first = step == 0 ? value : at_first;
        CHECK_NEAR(2.0 * (value - at_first), length - first, 1e-14);
    }
}

/* ---- Universal joints ---------------------------------------------------------------------- */

/* Shafts that meet at the angle `bend`: the first about z, its arm of the cross along x where it
 * begins; the second about z turned by the bend about x, its arm along y. With the arms at right
 * angles tan(second) = tan(first) cos(bend), and so the second is faster by
 * cos(bend) / (1 - sin(bend)^2 sin(first)^2). */
TEST(universal_joint_has_its_known_ratio) {
    static Two two;
    const double bend = 0.6;
    begin(&two, false);
    set_axis(&two.pair[0][0], X);
    set_axis(&two.pair[0][1], Y);
    REQUIRE(make(t, &two, "universal"));
    double tilt[4], shaft[3] = {0.0, -sin(bend), cos(bend)};
    turn_about(X, bend, tilt);
    for (int step = 0; step < 50; step++) {
        double first = 0.123 * step, spin[4];
        turn_about(Z, first, two.frames[0].rotation);
        /* a's arm (cos, sin, 0), b's arm tilt(-sin s, cos s, 0) = (-sin s, cos s cos(bend), …):
         * -cos f sin s + sin f cos s cos(bend) = 0. */
        double second = atan2(sin(first) * cos(bend), cos(first));
        turn_about(Z, second, spin);
        turn_after(tilt, spin, two.frames[1].rotation);
        tmRowAt at = row_now(&two);
        CHECK_NEAR(at.value, 0.0, 1e-15 * 4.0);
        double a = at.gradient[0].angular[2], b = 0.0;
        for (int i = 0; i < 3; i++) {
            b += at.gradient[1].angular[i] * shaft[i];
        }
        double s = sin(bend) * sin(first);
        CHECK_NEAR(-a / b, cos(bend) / (1.0 - s * s), 1e-14);
    }
}

/* ---- Cams ---------------------------------------------------------------------------------- */

static void harmonic(const void *data, double x, double y[3]) {
    const double *k = data;
    y[0] = k[0] + k[1] * cos(x);
    y[1] = -k[1] * sin(x);
    y[2] = -k[1] * cos(x);
}

/* An eccentric disc of radius R, its middle at e from the axle along the cam's x: a flat face with
 * its normal at angle x from there is lifted to R + e cos(x). With the face along the world's x,
 * above, and the cam turned by f, that angle is 90 degrees - f. */
TEST(flat_follower_of_an_eccentric_disc_moves_harmonically) {
    static const double k[2] = {0.5, 0.2};
    static Two two;
    for (int planar = 0; planar < 2; planar++) {
        begin(&two, planar != 0);
        set_axis(&two.pair[0][0], Z);
        set_axis(&two.pair[0][1], X);
        two.curves[0] = (tmCurve){harmonic, k};
        REQUIRE(make(t, &two, "cam"));
        for (int step = 0; step <= 200; step++) {
            double f = 0.1 * step, s = two.frames[1].position[1] = 0.5 + 0.2 * sin(f);
            two.frames[1].position[0] = 0.3; /* along the face it may go */
            turn_about(Z, f, two.frames[0].rotation);
            tmRowAt at = row_now(&two);
            CHECK_NEAR(at.value, 0.0, 1e-14);
            CHECK_NEAR(two.near[0], PI / 2.0 - f, 1e-14 * 4.0);
            /* ds/df = 0.2 cos f: the row's rates balance. */
            CHECK_NEAR(at.gradient[0].angular[2] + at.gradient[1].linear[1] * 0.2 * cos(f), 0.0,
                       1e-14);
            CHECK_NEAR(s, 0.5 + 0.2 * cos(two.near[0]), 1e-14);
        }
    }
}

/* A knife edge on the axle's vertical, the cam turned by f: its direction is 90 degrees - f. */
TEST(pointed_follower_is_lifted_by_the_function_itself) {
    static const double k[2] = {0.5, 0.2};
    static Two two;
    for (int planar = 0; planar < 2; planar++) {
        begin(&two, planar != 0);
        set_axis(&two.pair[0][0], Z);
        two.curves[0] = (tmCurve){harmonic, k};
        REQUIRE(make(t, &two, "cam"));
        for (int step = 0; step <= 200; step++) {
            double f = -0.1 * step;
            two.frames[1].position[1] = 0.5 + 0.2 * cos(PI / 2.0 - f);
            turn_about(Z, f, two.frames[0].rotation);
            CHECK_NEAR(row_now(&two).value, 0.0, 1e-14);
            CHECK_NEAR(two.near[0], PI / 2.0 - f, 1e-14 * 4.0);
        }
    }
}

/* A spiral: the lift is the counted angle itself, so that turns must not be lost. */
static void spiral(const void *data, double x, double y[3]) {
    (void)data;
    y[0] = 1.0 + 0.01 * x;
    y[1] = 0.01;
    y[2] = 0.0;
}

TEST(spiral_cam_goes_ten_turns_forth_and_back) {
    static Two two;
    begin(&two, true);
    two.curves[0] = (tmCurve){spiral, NULL};
    REQUIRE(make(t, &two, "cam"));
    for (int step = 0; step <= 400; step++) {
        double angle = 20.0 * PI * (step <= 200 ? step : 400 - step) / 200.0;
        two.frames[1].position[0] = 1.0 + 0.01 * angle;
        turn_about(Z, -angle, two.frames[0].rotation);
        CHECK_NEAR(row_now(&two).value, 0.0, 1e-14);
    }
}

/* ---- Ropes --------------------------------------------------------------------------------- */

TEST(tackle_adds_the_distances_of_many_bodies) {
    uint64_t seed = 21;
    tmPointOn pairs[20][2];
    tmFrame frames[TM_HINGE_BODIES];
    double none[1] = {NAN}, expected = 0.0;
    for (int planar = 0; planar < 2; planar++) {
        for (int i = 0; i < TM_HINGE_BODIES; i++) {
            frames[i] = random_frame(&seed, planar != 0);
        }
        expected = 0.0;
        for (int i = 0; i < 20; i++) {
            double ends[2][3], square = 0.0;
            for (int k = 0; k < 2; k++) {
                pairs[i][k] = (tmPointOn){.body = (i + 5 * k) % TM_HINGE_BODIES};
                for (int j = 0; j < 3; j++) {
                    pairs[i][k].point[j] = test_uniform(&seed, -3.0, 3.0);
                }
                placed(&frames[pairs[i][k].body], pairs[i][k].point, ends[k]);
            }
            for (int j = 0; j < (planar ? 2 : 3); j++) {
                square += (ends[0][j] - ends[1][j]) * (ends[0][j] - ends[1][j]);
            }
            expected += sqrt(square);
        }
        tmHingeUse use = {planar != 0, TM_HINGE_BODIES, (const tmPointOn(*)[2])pairs, 20, none,
                          NULL};
        tmHingeTable table;
        REQUIRE(tm_hinge_make(hinge_of("tackle"), &use, &table));
        CHECK(table.row_count == 1 && table.rows[0].as_placed);
        tmRowAt at;
        tm_row_at(&table.rows[0], frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, expected, 1e-12);
        tm_row_at(&table.coordinates[0], frames, NULL, NULL, &at);
        CHECK_NEAR(at.value, expected, 1e-12);
        CHECK(check_row(t, &table.rows[0], frames, TM_HINGE_BODIES, planar != 0, &seed, "tackle"));
    }
}

TEST(rod_and_tackle_of_a_given_length_are_not_as_placed) {
    static Two two;
    begin(&two, false);
    two.arguments[0] = 2.0;
    two.frames[1].position[0] = 3.0;
    REQUIRE(make(t, &two, "rod"));
    CHECK(!two.table.rows[0].as_placed && row_now(&two).value == 1.0);
    REQUIRE(make(t, &two, "tackle"));
    CHECK(!two.table.rows[0].as_placed && row_now(&two).value == 1.0);
}

TEST_MAIN(CASE(wheels_on_an_arm_turn_as_willis_has_it),
          CASE(bevel_wheel_on_an_arm_turns_as_willis_has_it), CASE(wheel_rolls_along_a_rack),
          CASE(screw_goes_by_its_pitch_in_a_turn), CASE(belt_turns_wheels_by_their_radii),
          CASE(belt_has_its_known_length), CASE(universal_joint_has_its_known_ratio),
          CASE(flat_follower_of_an_eccentric_disc_moves_harmonically),
          CASE(pointed_follower_is_lifted_by_the_function_itself),
          CASE(spiral_cam_goes_ten_turns_forth_and_back),
          CASE(tackle_adds_the_distances_of_many_bodies),
          CASE(rod_and_tackle_of_a_given_length_are_not_as_placed))
