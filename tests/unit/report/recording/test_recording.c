/* test_recording.c: recordings written and read: round trips, cuts, damage, and going on. */
#include "recordings.h"

#include <math.h>
#include <string.h>

static tmRecording *opened(tmTest *t, const void *bytes, size_t length) {
    tmRecording *recording = NULL;
    if (CHECK_STATUS(tm_recording_open(&t->allocator, bytes, length, &recording), TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

/* ---- Round trips --------------------------------------------------------------------------- */

static void check_names(tmTest *t, const TapeWorld *world, const tmRecording *recording) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    tmMonitorInfo monitor;
    tmInputInfo input;
    size_t length = 77;
    int32_t count = 0;
    CHECK(info->kind == TM_RUN_SIMULATE && info->run == 2 && info->planar == world->head.planar);
    CHECK_TEXT(info->name, "swing.tml");
    CHECK_TEXT(info->method, "events, dop853");
    CHECK_TEXT(info->world, "bench");
    CHECK(info->hash == world->head.hash && info->files == 2 && info->values == TAPE_VALUES);
    CHECK_TEXT(tm_recording_text(recording, 0, &length), "language 1;\n");
    CHECK(length == 12);
    CHECK_TEXT(tm_recording_file_name(recording, 1), "parts.tml");
    CHECK(!tm_recording_text(recording, 2, &length) && !tm_recording_file_name(recording, -1));
    for (int32_t i = 0; i < info->bodies; i++) {
        CHECK_TEXT(tm_recording_body(recording, i), world->bodies[i]);
    }
    for (int32_t i = 0; i < info->joints; i++) {
        CHECK_TEXT(tm_recording_joint(recording, i), world->joints[i].name);
        const int32_t *bodies = tm_recording_joint_bodies(recording, i, &count);
        CHECK(count == 2 && bodies[0] == i + 1 && bodies[1] == i);
    }
    CHECK(!tm_recording_body(recording, info->bodies) && !tm_recording_joint(recording, -1));
    MUST(tm_recording_monitor(recording, 1, &monitor));
    CHECK_TEXT(monitor.text, "force(arm, world)");
    CHECK_TEXT(monitor.unit, "N");
    CHECK(monitor.size == 3 && monitor.first == 1 && !monitor.is_truth);
    MUST(tm_recording_input(recording, 0, &input));
    CHECK_TEXT(input.name, "wish");
    CHECK_TEXT(input.unit, "m/s");
    CHECK(input.initial == 0.5 && input.low == -INFINITY && input.high == 2.0);
    CHECK_STATUS(tm_recording_monitor(recording, 2, &monitor), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_input(recording, -1, &input), TM_ERR_ARGUMENT);
}

static bool is_event(const tmSimEvent *a, const tmSimEvent *b) {
    return a->kind == b->kind && a->time == b->time && a->joint == b->joint &&
           a->input == b->input && a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] &&
           a->value == b->value && a->impulse == b->impulse && a->before == b->before &&
           a->after == b->after;
}

/* All frames and events that the recording says to have are those of the world. */
static void check_frames(tmTest *t, const TapeWorld *world, tmRecording *recording) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    for (int32_t i = 0; i < info->frames; i++) {
        tmRecordedFrame frame;
        MUST(tm_recording_frame(recording, i, &frame));
        REQUIRE(tape_is_frame(world, i, &frame));
    }
    for (int32_t i = 0; i < info->events; i++) {
        tmSimEvent event, want = tape_event(i);
        MUST(tm_recording_event(recording, i, &event));
        REQUIRE(is_event(&event, &want));
    }
}

static void check_whole(tmTest *t, bool planar, int32_t bodies, int32_t frames) {
    TapeWorld world;
    tape_world(&world, planar, bodies);
    Tape *tape = tape_of(t, &world, frames);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape->bytes, tape->length);
    REQUIRE(recording);
    const tmRecordingInfo *info = tm_recording_info(recording);
    tmSimInfo end = tape_info();
    CHECK(info->is_whole && info->has_end && info->good == tape->length);
    CHECK(info->frames == frames && info->events == (frames + 2) / 3);
    CHECK(memcmp(&info->end.time, &end.time, sizeof end - offsetof(tmSimInfo, time)) == 0);
    CHECK(info->end.outcome == TM_SIM_STOPPED);
    check_names(t, &world, recording);
    check_frames(t, &world, recording);
    MUST(tm_recording_check(recording));
    CHECK(info->is_whole && info->frames == frames);
    check_frames(t, &world, recording);
    tmRecordedFrame frame;
    tmSimEvent event;
    CHECK_STATUS(tm_recording_frame(recording, frames, &frame), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_frame(recording, -1, &frame), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_event(recording, info->events, &event), TM_ERR_ARGUMENT);
}

TEST(what_is_written_in_the_plane_is_read_back) {
    check_whole(t, true, 4, 200);
}

TEST(what_is_written_in_space_is_read_back) {
    check_whole(t, false, TAPE_BODIES_MAX, 200);
}

TEST(recordings_without_bodies_or_frames_are_read_back) {
    check_whole(t, true, 1, 5);
    check_whole(t, false, 2, 0);
}

TEST(recordings_of_several_indices_are_read_back) {
    check_whole(t, true, 2, 3 * TMI_INDEX_MAX);
}

TEST(ranges_of_animations_are_read_back) {
    TapeWorld world;
    tmRangeInfo ranges[] = {{"motor.angle", "rad", 0.0, 6.5}, {"wish", "", 1.0, -1.0}}, range;
    tape_world(&world, true, 3);
    world.head.kind = TM_RUN_ANIMATE;
    world.head.ranges = ranges;
    world.head.range_count = 2;
    Tape *tape = tape_of(t, &world, 3);
    REQUIRE(tape);
    tmRecording *recording = NULL;
    MUST(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording));
    DEFER(tm_recording_close, recording);
    CHECK(tm_recording_info(recording)->ranges == 2);
    MUST(tm_recording_range(recording, 1, &range));
    CHECK_TEXT(range.text, "wish");
    CHECK_TEXT(range.unit, "");
    CHECK(range.first == 1.0 && range.last == -1.0);
    MUST(tm_recording_range(recording, 0, &range));
    CHECK_TEXT(range.text, "motor.angle");
    CHECK_STATUS(tm_recording_range(recording, 2, &range), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_range(recording, -1, &range), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recording_range(NULL, 0, &range), TM_ERR_ARGUMENT);
    CHECK_TEXT(range.text, "motor.angle");
}

TEST(a_recorder_allocates_nothing_for_what_it_writes) {
    TapeWorld world;
    Tape *tape = tape_make(t, 1 << 20, 4000);
    tmRecorder *recorder;
    tape_world(&world, true, 4);
    MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    MUST(tape_record(&world, recorder, 0, 12, false)); /* as many contacts as there will be */
    int64_t before = t->allocations;
    MUST(tape_record(&world, recorder, 12, 1200, true));
    CHECK(t->allocations == before && !tape->is_full);
}

/* ---- Cuts and damage ----------------------------------------------------------------------- */

TEST(a_recording_that_was_cut_anywhere_is_read_to_its_last_whole_record) {
    TapeWorld world;
    tape_world(&world, true, 3);
    Tape *tape = tape_of(t, &world, 12);
    REQUIRE(tape);
    int keep = t->defer_count;
    int32_t calls = 0, frames = -1;
    for (size_t cut = 0; cut < tape->length; cut++) {
        /* A copy of its own, so that a sanitizer sees what reads past the cut. */
        unsigned char *bytes = test_memory(t, cut + 1, 1);
        memcpy(bytes, tape->bytes, cut);
        tmRecording *recording = NULL;
        tmStatus status = tm_recording_open(&t->allocator, bytes, cut, &recording);
        calls += calls < tape->call_count && cut >= tape->ends[calls];
        if (!CHECK_STATUS(status, calls == 0 ? TM_ERR_TEXT : TM_OK) || calls == 0) {
            CHECK(!recording);
            test_run_defers(t, keep);
            continue;
        }
        DEFER(tm_recording_close, recording);
        const tmRecordingInfo *info = tm_recording_info(recording);
        CHECK(!info->is_whole && !info->has_end && info->good == tape->ends[calls - 1]);
        CHECK(info->frames + info->events == (calls < 17 ? calls - 1 : 16));
        CHECK(info->frames >= frames);
        frames = info->frames;
        check_frames(t, &world, recording);
        test_run_defers(t, keep);
    }
    CHECK(calls == 18 && frames == 12); /* head, 12 frames, 4 events, index, end */
}

/* Whatever happened to a byte, no number that is read is another one than was written. */
static void check_damaged(tmTest *t, const TapeWorld *world, const unsigned char *bytes,
                          const Tape *tape) {
    tmRecording *recording = NULL;
    tmStatus status = tm_recording_open(&t->allocator, bytes, tape->length, &recording);
    if (status != TM_OK) {
        CHECK(!recording);
        CHECK_STATUS(status, status == TM_ERR_UNSUPPORTED ? status : TM_ERR_TEXT);
        return;
    }
    DEFER(tm_recording_close, recording);
    const tmRecordingInfo *info = tm_recording_info(recording);
    int32_t bad = 0;
    for (int32_t i = 0; i < info->frames; i++) {
        tmRecordedFrame frame;
        status = tm_recording_frame(recording, i, &frame);
        bad += status == TM_ERR_TEXT;
        if (status != TM_ERR_TEXT && CHECK_STATUS(status, TM_OK)) {
            CHECK(tape_is_frame(world, i, &frame));
        }
    }
    for (int32_t i = 0; i < info->events; i++) {
        tmSimEvent event, want = tape_event(i);
        status = tm_recording_event(recording, i, &event);
        bad += status == TM_ERR_TEXT;
        CHECK(status == TM_ERR_TEXT || is_event(&event, &want));
    }
    CHECK(bad <= 1 && (bad == 0 || info->is_whole));
    MUST(tm_recording_check(recording));
    CHECK(!info->is_whole && info->good < tape->length);
    check_frames(t, world, recording);
}

TEST(no_damaged_byte_makes_a_wrong_number) {
    TapeWorld world;
    tape_world(&world, false, 3);
    Tape *tape = tape_of(t, &world, 8);
    REQUIRE(tape);
    uint64_t seed = 5;
    unsigned char *bytes = test_memory(t, tape->length, 1);
    int keep = t->defer_count;
    for (size_t i = 0; i < tape->length; i++) {
        memcpy(bytes, tape->bytes, tape->length);
        bytes[i] ^= (unsigned char)test_between(&seed, 1, 255);
        check_damaged(t, &world, bytes, tape);
        test_run_defers(t, keep);
    }
}

TEST(bytes_behind_the_end_do_not_matter) {
    TapeWorld world;
    tape_world(&world, true, 2);
    Tape *tape = tape_of(t, &world, 3);
    REQUIRE(tape);
    memset(tape->bytes + tape->length, 'x', 100);
    tmRecording *recording = opened(t, tape->bytes, tape->length + 100);
    REQUIRE(recording);
    CHECK(tm_recording_info(recording)->is_whole);
    CHECK(tm_recording_info(recording)->good == tape->length);
    check_frames(t, &world, recording);
}

TEST(what_is_no_recording_is_reported) {
    unsigned char bytes[TMI_RECORDING_OPENING];
    tmRecording *recording;
    CHECK_STATUS(tm_recording_open(&t->allocator, "", 0, &recording), TM_ERR_TEXT);
    CHECK_STATUS(tm_recording_open(&t->allocator, "language 1; world w begin end", 29, &recording),
                 TM_ERR_TEXT);
    CHECK_STATUS(tm_recording_open(&t->allocator, NULL, 0, &recording), TM_ERR_ARGUMENT);
    CHECK(!recording);
    tmi_recording_opening(bytes);
    CHECK_STATUS(tm_recording_open(&t->allocator, bytes, sizeof bytes, &recording), TM_ERR_TEXT);
    bytes[8]++;
    CHECK_STATUS(tm_recording_open(&t->allocator, bytes, sizeof bytes, &recording),
                 TM_ERR_UNSUPPORTED);
    CHECK(!tm_recording_info(NULL) && tm_recording_find(NULL, 1.0) == 0);
    tm_recording_close(NULL);
    tm_recorder_destroy(NULL);
}

/* ---- Going on ------------------------------------------------------------------------------ */

/* Which frame comes next after so many records of a tape. */
static int32_t next_frame(tmTest *t, const Tape *tape, size_t cut, int32_t *events) {
    tmRecording *recording = NULL;
    if (!CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, cut, &recording), TM_OK)) {
        return -1;
    }
    int32_t frames = tm_recording_info(recording)->frames;
    *events = tm_recording_info(recording)->events;
    tm_recording_close(recording);
    return frames;
}

/* Cuts the tape behind call `call` and writes the rest again. */
static void check_resumed(tmTest *t, const TapeWorld *world, const Tape *tape, int32_t call,
                          int32_t total) {
    int32_t events = 0;
    size_t cut = tape->ends[call];
    int32_t from = next_frame(t, tape, cut, &events);
    Tape *rest = tape_make(t, tape->capacity, tape->call_capacity);
    tmRecorder *recorder;
    MUST(tmi_recorder_make(&t->allocator, &world->head, tape->bytes, cut, tape_write, rest,
                           &recorder));
    DEFER(tm_recorder_destroy, recorder);
    CHECK(rest->length == 0 && tm_recorder_length(recorder) == cut);
    if (from < total && from % 3 == 0 && events > from / 3) { /* its event is there already */
        TapeFrame room;
        tape_frame(world, from++, &room);
        MUST(tm_recorder_frame(recorder, &room.frame));
    }
    MUST(tape_record(world, recorder, from, total, true));
    CHECK(rest->length == tape->length - cut && tm_recorder_length(recorder) == tape->length);
    CHECK(memcmp(rest->bytes, tape->bytes + cut, rest->length) == 0);
}

TEST(a_recording_goes_on_behind_every_record_with_the_same_bytes) {
    TapeWorld world;
    for (int planar = 0; planar < 2; planar++) {
        tape_world(&world, planar, 3);
        Tape *tape = tape_of(t, &world, 20);
        REQUIRE(tape);
        for (int32_t call = 0; call < tape->call_count - 1; call++) {
            int keep = t->defer_count;
            check_resumed(t, &world, tape, call, 20);
            test_run_defers(t, keep);
        }
    }
}

TEST(a_recording_goes_on_around_an_index_with_the_same_bytes) {
    TapeWorld world;
    tape_world(&world, true, 2);
    Tape *tape = tape_of(t, &world, 2 * TMI_INDEX_MAX);
    REQUIRE(tape);
    for (int32_t call = TMI_INDEX_MAX - 3; call < TMI_INDEX_MAX + 4; call++) {
        int keep = t->defer_count;
        check_resumed(t, &world, tape, call, 2 * TMI_INDEX_MAX);
        test_run_defers(t, keep);
    }
}

TEST(only_what_was_begun_for_the_same_world_goes_on) {
    TapeWorld world, other;
    tmRecorder *recorder;
    tape_world(&world, true, 3);
    tape_world(&other, true, 3);
    other.head.method = "stepping";
    Tape *tape = tape_of(t, &world, 5);
    REQUIRE(tape);
    size_t cut = tape->ends[3];
    CHECK_STATUS(tmi_recorder_make(&t->allocator, &other.head, tape->bytes, cut, tape_write, tape,
                                   &recorder),
                 TM_ERR_ARGUMENT);
    CHECK(!recorder);
    CHECK_STATUS(tmi_recorder_make(&t->allocator, &world.head, tape->bytes, cut - 8, tape_write,
                                   tape, &recorder),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_recorder_make(&t->allocator, &world.head, tape->bytes, tape->length,
                                   tape_write, tape, &recorder),
                 TM_ERR_ARGUMENT);
    tape->bytes[tape->ends[1] + 20] ^= 1;
    CHECK_STATUS(tmi_recorder_make(&t->allocator, &world.head, tape->bytes, cut, tape_write, tape,
                                   &recorder),
                 TM_ERR_ARGUMENT);
}

/* ---- Calls --------------------------------------------------------------------------------- */

TEST(a_recorder_refuses_what_makes_no_sense) {
    TapeWorld world;
    TapeFrame room;
    Tape *tape = tape_make(t, 1 << 16, 100);
    tmRecorder *recorder;
    tape_world(&world, true, 2);
    MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    size_t length = tape->length;
    tape_frame(&world, 3, &room);
    tmRecordedFrame frame = room.frame;
    tmSimEvent event = tape_event(0);
    CHECK_STATUS(tm_recorder_frame(recorder, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recorder_frame(NULL, &frame), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recorder_event(recorder, NULL), TM_ERR_ARGUMENT);
    frame.time = NAN;
    CHECK_STATUS(tm_recorder_frame(recorder, &frame), TM_ERR_NOT_FINITE);
    event.time = INFINITY;
    CHECK_STATUS(tm_recorder_event(recorder, &event), TM_ERR_NOT_FINITE);
    event.kind = TM_SIM_EVENTS;
    CHECK_STATUS(tm_recorder_event(recorder, &event), TM_ERR_ARGUMENT);
    CHECK(tape->length == length);
    MUST(tm_recorder_frame(recorder, &room.frame));
    frame = room.frame;
    frame.time = 0.0299;
    CHECK_STATUS(tm_recorder_frame(recorder, &frame), TM_ERR_ARGUMENT);
    MUST(tm_recorder_frame(recorder, &room.frame)); /* twice at one time */
    MUST(tm_recorder_finish(recorder, NULL));
    CHECK_STATUS(tm_recorder_finish(recorder, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_recorder_frame(recorder, &room.frame), TM_ERR_ARGUMENT);
    tmRecording *recording = opened(t, tape->bytes, tape->length);
    REQUIRE(recording);
    CHECK(tm_recording_info(recording)->is_whole && !tm_recording_info(recording)->has_end);
}

TEST(what_a_frame_leaves_out_is_zero_or_no_number) {
    TapeWorld world;
    TapeFrame room;
    Tape *tape = tape_make(t, 1 << 16, 100);
    tmRecorder *recorder;
    tmRecordedFrame frame;
    for (int planar = 0; planar < 2; planar++) {
        tape->length = 0;
        tape_world(&world, planar, 2);
        MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
        DEFER(tm_recorder_destroy, recorder);
        tape_frame(&world, 1, &room);
        MUST(tm_recorder_frame(recorder, &(tmRecordedFrame){.frames = room.frames, .work = NAN}));
        tmRecording *recording = opened(t, tape->bytes, tape->length);
        REQUIRE(recording);
        MUST(tm_recording_frame(recording, 0, &frame));
        CHECK(frame.twists[1].linear[0] == 0.0 && frame.twists[1].angular[2] == 0.0);
        CHECK(frame.wrenches[0].force[1] == 0.0 && frame.wrenches[0].torque[2] == 0.0);
        CHECK(isnan(frame.values[0]) && isnan(frame.values[3]));
        CHECK(frame.energy == 0.0 && isnan(frame.work));
    }
}

TEST(angles_that_the_caller_counts_are_kept) {
    TapeWorld world;
    TapeFrame room;
    Tape *tape = tape_make(t, 1 << 16, 100);
    tmRecorder *recorder;
    tmRecordedFrame frame;
    tape_world(&world, true, 2);
    MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    const double angles[2] = {0.0, 1000.25};
    const double half = 0.5 * 1000.25, turned = 1000.25 + 0.5;
    tape_frame(&world, 0, &room);
    room.frame.angles = angles;
    MUST(tm_recorder_frame(recorder, &room.frame));
    room.frame.angles = NULL; /* from here on it is counted from the last */
    room.frames[1].rotation[0] = cos(half + 0.25);
    room.frames[1].rotation[3] = sin(half + 0.25);
    MUST(tm_recorder_frame(recorder, &room.frame));
    tmRecording *recording = opened(t, tape->bytes, tape->length);
    REQUIRE(recording);
    MUST(tm_recording_frame(recording, 0, &frame));
    CHECK(frame.angles[1] == 1000.25);
    CHECK_NEAR(frame.frames[1].rotation[0], cos(half), 1e-15);
    MUST(tm_recording_frame(recording, 1, &frame));
    CHECK_NEAR(frame.angles[1], turned, 1e-12);
}

TEST(frames_are_found_by_their_time) {
    TapeWorld world;
    tape_world(&world, true, 2);
    Tape *tape = tape_of(t, &world, 100);
    REQUIRE(tape);
    tmRecording *recording = opened(t, tape->bytes, tape->length);
    REQUIRE(recording);
    CHECK(tm_recording_find(recording, -1.0) == 0 && tm_recording_find(recording, 0.0) == 0);
    CHECK(tm_recording_find(recording, 0.01 * 37) == 37);
    CHECK(tm_recording_find(recording, 0.01 * 37 - 1e-9) == 36);
    CHECK(tm_recording_find(recording, 1e9) == 99 && tm_recording_find(recording, NAN) == 0);
}

TEST(the_check_sum_is_crc_32c) {
    unsigned char bytes[100];
    const unsigned char *check = (const unsigned char *)"123456789"; /* the usual check value */
    CHECK(tmi_crc(check, 9) == 0xe3069283u && tmi_crc_plain(check, 9) == 0xe3069283u);
    for (int i = 0; i < 100; i++) {
        bytes[i] = (unsigned char)(7 * i);
    }
    for (size_t count = 0; count <= 100; count++) {
        uint32_t slow = 0xffffffffu; /* bit by bit */
        for (size_t i = 0; i < count; i++) {
            slow ^= bytes[i];
            for (int k = 0; k < 8; k++) {
                slow = slow >> 1 ^ (slow & 1 ? 0x82f63b78u : 0u);
            }
        }
        CHECK(tmi_crc(bytes, count) == ~slow && tmi_crc_plain(bytes, count) == ~slow);
    }
}

TEST_MAIN(CASE(what_is_written_in_the_plane_is_read_back),
          CASE(what_is_written_in_space_is_read_back),
          CASE(recordings_without_bodies_or_frames_are_read_back),
          CASE(recordings_of_several_indices_are_read_back),
          CASE(ranges_of_animations_are_read_back),
          CASE(a_recorder_allocates_nothing_for_what_it_writes),
          CASE(a_recording_that_was_cut_anywhere_is_read_to_its_last_whole_record),
          CASE(no_damaged_byte_makes_a_wrong_number), CASE(bytes_behind_the_end_do_not_matter),
          CASE(what_is_no_recording_is_reported),
          CASE(a_recording_goes_on_behind_every_record_with_the_same_bytes),
          CASE(a_recording_goes_on_around_an_index_with_the_same_bytes),
          CASE(only_what_was_begun_for_the_same_world_goes_on),
          CASE(a_recorder_refuses_what_makes_no_sense),
          CASE(what_a_frame_leaves_out_is_zero_or_no_number),
          CASE(angles_that_the_caller_counts_are_kept), CASE(frames_are_found_by_their_time),
          CASE(the_check_sum_is_crc_32c))
