/* test_series.c: what monitored numbers did, against closed forms. */
#include "recordings.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef double ValueFn(double time);

/* A recording of one number at `count` times from 0 to `end`; of an animation what is past the
 * middle was not reached, by gaps that grow to 1 m. */
static tmRecording *recorded_as(tmTest *t, tmRunKind kind, ValueFn *value, double end,
                                int32_t count) {
    static const char *bodies[] = {"world"};
    static tmMonitorInfo monitor = {"x", "m", 1, 0, false};
    tmiRecordingHead head = {.kind = kind,
                             .planar = true,
                             .name = "",
                             .method = "",
                             .world = "",
                             .bodies = bodies,
                             .body_count = 1,
                             .monitors = &monitor,
                             .monitor_count = 1,
                             .value_count = 1};
    Tape *tape = tape_make(t, 4096 + 80 * (size_t)count, 2 * count + 16);
    tmRecorder *recorder;
    tmRecording *recording = NULL;
    tmFrame ground = {.rotation = {1.0}};
    if (!CHECK_STATUS(tmi_recorder_make(&t->allocator, &head, NULL, 0, tape_write, tape, &recorder),
                      TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    for (int32_t i = 0; i < count; i++) {
        double time = count > 1 ? end * i / (count - 1) : 0.0, number = value(time);
        tmRecordedFrame frame = {.time = time, .frames = &ground, .values = &number};
        frame.is_unreached = time > 0.5 * end;
        frame.gap = frame.is_unreached ? time / end : 1e-12;
        CHECK_STATUS(tm_recorder_frame(recorder, &frame), TM_OK);
    }
    if (CHECK_STATUS(tm_recorder_finish(recorder, NULL), TM_OK) && CHECK(!tape->is_full) &&
        CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

static tmRecording *recorded(tmTest *t, ValueFn *value, double end, int32_t count) {
    return recorded_as(t, TM_RUN_SIMULATE, value, end, count);
}

static double slope(double time) {
    return time - 0.75;
}

/* Of 0, 0.1, … 1 the frames up to 0.5 count: t - 0.75 has the mean -0.5 there, and no zero. */
TEST(frames_that_were_not_reached_are_in_no_number) {
    tmRecording *recording = recorded_as(t, TM_RUN_ANIMATE, slope, 1.0, 11);
    REQUIRE(recording);
    tmSeriesInfo info;
    tmRecordedFrame frame;
    int32_t first = 0;
    double gap = 0.0;
    CHECK(tm_recording_unreached(recording, &first, &gap) == 5 && first == 6);
    CHECK_NEAR(gap, 1.0, 1e-15);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK_NEAR(info.mean, -0.5, 1e-15);
    CHECK_NEAR(info.max, -0.25, 1e-15);
    CHECK(info.crossings == 0);
    MUST(tm_recording_frame(recording, 5, &frame));
    CHECK(!frame.is_unreached && frame.gap == 1e-12 && frame.residual == 0.0);
    MUST(tm_recording_frame(recording, 6, &frame));
    CHECK(frame.is_unreached && frame.overlap == 0.0);
}

TEST(simulations_have_reached_all_their_frames) {
    tmRecording *recording = recorded(t, slope, 1.0, 11);
    REQUIRE(recording);
    int32_t first = 0;
    double gap = 0.0;
    CHECK(tm_recording_unreached(recording, &first, &gap) == 0 && first == -1 && isnan(gap));
    CHECK(tm_recording_unreached(NULL, &first, NULL) == 0 && first == -1);
}

static double wave(double time) {
    return sin(2.0 * time + 0.3) + 0.2;
}

/* A sine that starts at a rounding below zero, and rests at zero except for rounding after pi. */
static double noisy(double time) {
    double rounding = fmod(time, 0.02) < 0.01 ? -1e-16 : 1e-16;
    return time == 0.0 ? -6e-17 : time < PI ? sin(time) : rounding;
}

TEST(a_start_at_zero_and_roundings_about_zero_are_no_crossings) {
    tmRecording *recording = recorded(t, noisy, 6.0, 601);
    REQUIRE(recording);
    tmSeriesInfo info;
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 0);
}

/* The mean of sin(2 t + 0.3) + 0.2 over 0 … T is (cos 0.3 - cos(2 T + 0.3)) / (2 T) + 0.2. */
TEST(a_sine_has_its_mean_extremes_and_crossings) {
    double end = 10.0;
    tmRecording *recording = recorded(t, wave, end, 2001);
    REQUIRE(recording);
    tmSeriesInfo info;
    MUST(tm_recording_series(recording, 0, &info));
    double step = end / 2000, mean = (cos(0.3) - cos(2.0 * end + 0.3)) / (2.0 * end) + 0.2;
    CHECK_NEAR(info.mean, mean, step * step / 3.0); /* h^2 / 12 times the second derivative, 4 */
    CHECK_NEAR(info.max, 1.2, 0.5 * step * step);
    CHECK_NEAR(info.min, -0.8, 0.5 * step * step);
    /* The first greatest one is at 2 t + 0.3 = pi/2; maxima among frames can be any of them. */
    double phase = fmod(2.0 * info.max_time + 0.3, 2.0 * PI);
    CHECK_NEAR(phase, 0.5 * PI, step);
    CHECK_NEAR(fmod(2.0 * info.min_time + 0.3, 2.0 * PI), 1.5 * PI, step);
    /* Zero where 2 t + 0.3 = -asin 0.2 + 2 pi k or pi + asin 0.2 + 2 pi k. */
    double times[20];
    int32_t count = 0;
    for (int k = 0; k < 5; k++) {
        double down = (PI + asin(0.2) - 0.3 + 2.0 * PI * k) / 2.0;
        double up = (2.0 * PI - asin(0.2) - 0.3 + 2.0 * PI * k) / 2.0;
        times[count++] = down <= end ? down : INFINITY;
        times[count++] = up <= end ? up : INFINITY;
    }
    while (count > 0 && isinf(times[count - 1])) {
        count--;
    }
    REQUIRE(info.crossings == count && count > 4);
    CHECK_NEAR(info.first_crossing, times[0], 1e-10); /* h^4 / 24 * 16 / 2 = 2e-10 at most */
    CHECK_NEAR(info.last_crossing, times[count - 1], 1e-10);
    double found[20];
    MUST(tm_recording_crossings(recording, 0, found, 20));
    for (int32_t i = 0; i < count; i++) {
        CHECK_NEAR(found[i], times[i], 1e-10);
    }
    found[2] = 77.0;
    MUST(tm_recording_crossings(recording, 0, found, 2));
    CHECK(found[2] == 77.0);
}

/* The error of a crossing falls with the fourth power of the step. */
TEST(crossings_are_of_fourth_order) {
    double error[2];
    for (int i = 0; i < 2; i++) {
        tmRecording *recording = recorded(t, wave, 4.0, i == 0 ? 41 : 81);
        REQUIRE(recording);
        tmSeriesInfo info;
        MUST(tm_recording_series(recording, 0, &info));
        error[i] = fabs(info.first_crossing - (PI + asin(0.2) - 0.3) / 2.0);
    }
    CHECK(error[1] < error[0] / 8.0 && error[0] < 1e-4);
}

static double cubic(double time) {
    return (time - 1.5) * (time - 1.5) * (time - 1.5) + 0.25 * (time - 1.5);
}

TEST(a_cubic_crosses_where_it_does) {
    tmRecording *recording = recorded(t, cubic, 4.0, 6);
    REQUIRE(recording);
    tmSeriesInfo info;
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 1);
    CHECK_NEAR(info.first_crossing, 1.5, 1e-14);
}

static double touch(double time) {
    return fabs(time - 1.0);
}

static double staircase(double time) {
    return time < 1.0 ? -1.0 : time < 2.0 ? 0.0 : 2.0;
}

TEST(zeros_count_only_where_the_sign_changes) {
    tmSeriesInfo info;
    tmRecording *recording = recorded(t, touch, 2.0, 21);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 0 && isnan(info.first_crossing) && info.min == 0.0);
    recording = recorded(t, staircase, 3.0, 31);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 1);
    CHECK_NEAR(info.first_crossing, 0.95, 1e-15); /* it jumps to 0 between 0.9 and 1.0 */
    CHECK_NEAR(info.first_within, 0.05, 1e-15);
}

static double square(double time) {
    return time < 1.03 ? -1.0 - time : time < 2.57 ? 3.0 : -0.5;
}

/* Where a value jumps across zero, nothing tells where between two frames. */
TEST(jumps_across_zero_are_known_to_a_frame) {
    tmSeriesInfo info;
    tmRecording *recording = recorded(t, square, 4.0, 41);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 2);
    CHECK_NEAR(info.first_crossing, 1.05, 1e-14);
    CHECK_NEAR(info.first_within, 0.05, 1e-14);
    CHECK_NEAR(info.last_crossing, 2.55, 1e-14);
    CHECK_NEAR(info.last_within, 0.05, 1e-14);
    recording = recorded(t, cubic, 4.0, 6);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.first_within == 0.0 && info.last_within == 0.0);
}

static double gap(double time) {
    return time < 1.0 ? -1.0 : time < 2.0 ? NAN : 3.0;
}

static double nothing(double time) {
    return time < 0.0 ? 0.0 : NAN;
}

TEST(frames_without_a_number_are_passed_over) {
    tmSeriesInfo info;
    tmRecording *recording = recorded(t, gap, 3.0, 31);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.crossings == 0 && info.min == -1.0 && info.max == 3.0);
    CHECK_NEAR(info.mean, (0.9 * -1.0 + 1.0 * 3.0) / 1.9, 1e-14);
    CHECK(info.min_time == 0.0);
    CHECK_NEAR(info.max_time, 2.0, 1e-15);
    recording = recorded(t, nothing, 3.0, 5);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(isnan(info.min) && isnan(info.max) && isnan(info.mean) && info.crossings == 0);
    recording = recorded(t, wave, 0.0, 1);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(info.mean == wave(0.0) && info.min == info.mean);
    recording = recorded(t, wave, 0.0, 0);
    REQUIRE(recording);
    MUST(tm_recording_series(recording, 0, &info));
    CHECK(isnan(info.mean) && isnan(info.min_time));
}

TEST(values_that_are_none_are_refused) {
    tmSeriesInfo info = {.mean = 5.0};
    double times[1];
    tmRecording *recording = recorded(t, wave, 1.0, 3);
    REQUIRE(recording);
    CHECK_STATUS(tm_recording_series(recording, 1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_series(recording, -1, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_series(recording, 0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_series(NULL, 0, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_crossings(recording, 0, NULL, 1), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_crossings(recording, 0, times, -1), TM_ERR_ARGUMENT);
    CHECK(info.mean == 5.0);
}

TEST_MAIN(CASE(a_sine_has_its_mean_extremes_and_crossings), CASE(crossings_are_of_fourth_order),
          CASE(frames_that_were_not_reached_are_in_no_number),
          CASE(simulations_have_reached_all_their_frames),
          CASE(a_start_at_zero_and_roundings_about_zero_are_no_crossings),
          CASE(a_cubic_crosses_where_it_does), CASE(zeros_count_only_where_the_sign_changes),
          CASE(jumps_across_zero_are_known_to_a_frame),
          CASE(frames_without_a_number_are_passed_over), CASE(values_that_are_none_are_refused))
