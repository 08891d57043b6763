/* test_pace.c: how animations go in time: durations, and the rates of the way, which the tests
 * compare with the closed forms of each profile and with differences of the way itself. */
#include "models.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

#define WORLD                                                                                      \
    "primitive bar begin geometry: bar(1m, 0.1m, 0.1m) where begin a: (-0.5m, 0); end; end\n"      \
    "world w begin components bar: bar; structure join bar to world with pin matching\n"           \
    "  (a (0, 0)) as motor; properties: (planar); end\n"

static const tmModel *paced(tmTest *t, const char *before, const char *fields) {
    char text[1500];
    snprintf(text, sizeof text,
             "%s" WORLD "animate w begin drive: motor.angle = 0deg .. 180deg in 10 frames; %s end",
             before, fields);
    return fine_model_of(t, text);
}

/* Time and part of the way are inverse to each other, and the rates are those of the way: by
 * central differences of tm_model_pace_part. */
static void check_rates(tmTest *t, const tmModel *model, double h, double tolerance) {
    double duration = tm_model_pace(model).duration;
    for (int i = 1; i < 40; i++) {
        double time = duration * i / 40.0, p[3], pace[3];
        for (int k = 0; k < 3; k++) {
            MUST(tm_model_pace_part(model, time + (k - 1) * h, &p[k]));
        }
        MUST(tm_model_pace_at(model, p[1], pace));
        CHECK_NEAR(pace[0], time, 1e-9 * duration);
        CHECK_NEAR(pace[1], (p[2] - p[0]) / (2.0 * h), tolerance);
        CHECK_NEAR(pace[2], (p[2] - 2.0 * p[1] + p[0]) / (h * h), 1e3 * tolerance);
    }
}

TEST(constant_speed_takes_the_way_over_the_speed) {
    const tmModel *model = paced(t, "", "speed: 60rpm;");
    double pace[3];
    REQUIRE(model);
    tmPaceInfo info = tm_model_pace(model);
    CHECK(info.is_given && info.profile == TM_PACE_CONSTANT);
    CHECK_NEAR(info.duration, 0.5, 1e-15);
    CHECK_NEAR(info.speed, 2.0 * PI, 1e-14);
    MUST(tm_model_pace_at(model, 0.25, pace));
    CHECK_NEAR(pace[0], 0.125, 1e-16);
    CHECK_NEAR(pace[1], 2.0, 1e-15);
    CHECK(pace[2] == 0.0);
    CHECK_STATUS(tm_model_pace_at(model, 1.1, pace), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_pace_part(model, 0.6, pace), TM_ERR_ARGUMENT);
}

/* Ramps of a quarter: the speed is at most way / (3/4 of the duration), a = v / (T / 4). */
TEST(trapezoid_speeds_up_and_slows_down) {
    const tmModel *model = paced(t, "", "duration: 2s; profile: trapezoid; ramp: 0.25;");
    double pace[3], part;
    REQUIRE(model);
    tmPaceInfo info = tm_model_pace(model);
    CHECK_NEAR(info.speed, PI / 1.5, 1e-14);
    MUST(tm_model_pace_part(model, 0.25, &part)); /* a t^2 / 2 of a = 4 / 3 per s^2 */
    CHECK_NEAR(part, 0.5 * 4.0 / 3.0 * 0.0625, 1e-15);
    MUST(tm_model_pace_at(model, part, pace));
    CHECK_NEAR(pace[1], 1.0 / 3.0, 1e-14);
    CHECK_NEAR(pace[2], 4.0 / 3.0, 1e-14);
    MUST(tm_model_pace_at(model, 0.5, pace));
    CHECK_NEAR(pace[0], 1.0, 1e-15);
    CHECK_NEAR(pace[1], 2.0 / 3.0, 1e-15);
    CHECK(pace[2] == 0.0);
    MUST(tm_model_pace_at(model, 1.0, pace));
    CHECK_NEAR(pace[0], 2.0, 1e-15);
    CHECK_NEAR(pace[1], 0.0, 1e-15);
    CHECK_NEAR(pace[2], -4.0 / 3.0, 1e-14);
    check_rates(t, paced(t, "", "speed: 1rad/s; profile: trapezoid; ramp: 0.37;"), 1e-4, 1e-9);
}

/* A greatest speed of twice the mean one; accelerations of at most 2 pi / T^2 of the way. */
TEST(cycloid_has_no_jump_of_its_acceleration) {
    const tmModel *model = paced(t, "", "speed: 60rpm; profile: cycloid;");
    double pace[3];
    REQUIRE(model);
    CHECK_NEAR(tm_model_pace(model).duration, 1.0, 1e-15);
    for (int i = 0; i <= 20; i++) {
        double x = i / 20.0, part = x - sin(2.0 * PI * x) / (2.0 * PI);
        part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
        MUST(tm_model_pace_at(model, part, pace));
        CHECK_NEAR(pace[0], x, i % 20 == 0 ? 0.0 : 1e-13);
        CHECK_NEAR(pace[1], 1.0 - cos(2.0 * PI * x), 1e-12);
        CHECK_NEAR(pace[2], 2.0 * PI * sin(2.0 * PI * x), 1e-11);
    }
    /* Near the end the way is x^3 2 pi^2 / 3: all digits of it. */
    MUST(tm_model_pace_at(model, 1e-30, pace));
    double x = cbrt(1.5e-30 / (PI * PI));
    CHECK_NEAR(pace[0] / x, 1.0, 1e-14);
    CHECK_NEAR(pace[1] / (2.0 * PI * PI * x * x), 1.0, 1e-13);
    check_rates(t, model, 1e-4, 1e-6);
}

#define LAW                                                                                        \
    "table law begin points: ((2s, 0deg) (2.5s, 45deg) (3s, 135deg) (4s, 180deg));\n"              \
    "  interpolation: "

TEST(table_gives_the_drive_over_time) {
    const tmModel *model = paced(t, LAW "linear; end\n", "profile: law;");
    double pace[3], part;
    REQUIRE(model);
    tmPaceInfo info = tm_model_pace(model);
    CHECK(info.profile == TM_PACE_TABLE);
    CHECK_NEAR(info.duration, 2.0, 1e-15);
    CHECK_NEAR(info.speed, PI, 1e-14); /* 90 degrees in half a second */
    MUST(tm_model_pace_part(model, 0.75, &part));
    CHECK_NEAR(part, 0.5, 1e-15);
    MUST(tm_model_pace_at(model, 0.5, pace));
    CHECK_NEAR(pace[0], 0.75, 1e-14);
    CHECK_NEAR(pace[1], 1.0, 1e-14);
    MUST(tm_model_pace_at(model, 1.0, pace));
    CHECK_NEAR(pace[0], 2.0, 0.0);
    CHECK_NEAR(pace[1], 0.25, 1e-15);
    model = paced(t, LAW "cubic; end\n", "profile: law;");
    REQUIRE(model);
    CHECK(tm_model_pace(model).speed >= PI);
    double max = 0.0;
    for (int i = 0; i <= 2000; i++) {
        MUST(tm_model_pace_at(model, i / 2000.0, pace));
        max = pace[1] > max ? pace[1] : max;
    }
    CHECK_NEAR(tm_model_pace(model).speed, PI * max, 1e-5);
    check_rates(t, model, 1e-5, 2e-2); /* corners of the second rate are among these points */
}

TEST(without_a_speed_there_is_no_pace) {
    const tmModel *model = paced(t, "", "");
    double pace[3] = {1.0, 2.0, 3.0};
    REQUIRE(model);
    CHECK(!tm_model_pace(model).is_given && isnan(tm_model_pace(model).speed));
    CHECK_STATUS(tm_model_pace_at(model, 0.5, pace), TM_ERR_UNSUPPORTED);
    CHECK_STATUS(tm_model_pace_part(model, 0.5, pace), TM_ERR_UNSUPPORTED);
    CHECK(pace[0] == 1.0 && isnan(tm_model_pace(NULL).duration));
    CHECK_STATUS(tm_model_pace_at(NULL, 0.5, pace), TM_ERR_ARGUMENT);
}

/* Drives that controls make of an input: their slopes by the rules of calculus. */
TEST(slopes_of_driven_controls_are_exact) {
    const tmModel *model = fine_model_of(
        t,
        "primitive pen begin geometry: none where begin tip: (0, 0); end; end\n"
        "world w begin input s = 0 in 0 .. 2; components pen: pen;\n"
        "  properties: (planar); control: position of pen = (0.3m * cos(3 * s), 0.2m * s^2); end\n"
        "animate w begin drive: s = 0 .. 2 in 11 frames; duration: 1s; end");
    double first[3], second[3];
    REQUIRE(model);
    MUST(tm_model_drive_slopes(model, 0.25, first, second)); /* s = 0.5, ds/dp = 2 */
    CHECK_NEAR(first[0], -0.3 * 3.0 * sin(1.5) * 2.0, 1e-15);
    CHECK_NEAR(first[1], 0.2 * 2.0 * 0.5 * 2.0, 1e-15);
    CHECK_NEAR(second[0], -0.3 * 9.0 * cos(1.5) * 4.0, 1e-14);
    CHECK_NEAR(second[1], 0.4 * 4.0, 1e-15);
    CHECK_STATUS(tm_model_drive_slopes(model, 2.0, first, second), TM_ERR_ARGUMENT);
    model = paced(t, "", "");
    REQUIRE(model);
    MUST(tm_model_drive_slopes(model, 0.3, first, second));
    CHECK(first[0] == PI && second[0] == 0.0);
}

TEST_MAIN(CASE(constant_speed_takes_the_way_over_the_speed),
          CASE(trapezoid_speeds_up_and_slows_down), CASE(cycloid_has_no_jump_of_its_acceleration),
          CASE(table_gives_the_drive_over_time), CASE(without_a_speed_there_is_no_pace),
          CASE(slopes_of_driven_controls_are_exact))
