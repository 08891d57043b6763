/* test_recorded_contacts.c: contacts in recordings: those that say more than we know, or what makes
 * no sense, and recordings of the time before there were any. */
#include "recordings.h"

#include <string.h>

static tmRecording *opened(tmTest *t, const void *bytes, size_t length) {
    tmRecording *recording = NULL;
    if (CHECK_STATUS(tm_recording_open(&t->allocator, bytes, length, &recording), TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

static void check_frames(tmTest *t, const TapeWorld *world, tmRecording *recording) {
    for (int32_t i = 0; i < tm_recording_info(recording)->frames; i++) {
        tmRecordedFrame frame;
        MUST(tm_recording_frame(recording, i, &frame));
        REQUIRE(tape_is_frame(world, i, &frame));
    }
}

/* The first recordings had no contacts: they are read as they were, by the index and without it. */
TEST(recordings_of_version_1_are_read_back) {
    TapeWorld world;
    for (int planar = 0; planar < 2; planar++) {
        tape_world(&world, planar, 4);
        Tape *made = tape_of(t, &world, 2 * TMI_INDEX_MAX);
        REQUIRE(made);
        Tape *tape = tape_of_version_1(t, &world, made);
        world.is_old = true;
        CHECK(tape->bytes[8] == 1 && tape->length < made->length);
        tmRecording *recording = opened(t, tape->bytes, tape->length);
        REQUIRE(recording);
        const tmRecordingInfo *info = tm_recording_info(recording);
        CHECK(info->is_whole && info->frames == 2 * TMI_INDEX_MAX && info->has_end);
        CHECK(info->end.size == 0.75 && info->end.touching == 0 && info->end.overlap == 0.0);
        check_frames(t, &world, recording);
        MUST(tm_recording_check(recording));
        CHECK(info->is_whole);
        check_frames(t, &world, recording);
        tmRecorder *recorder; /* a mixture of versions is not made */
        CHECK_STATUS(tmi_recorder_make(&t->allocator, &world.head, tape->bytes, tape->ends[5],
                                       tape_write, tape, &recorder),
                     TM_ERR_ARGUMENT);
    }
}

/* A tape of one frame with three contacts, as its writer left it except for its sums. */
static Tape *tape_of_three(tmTest *t, TapeWorld *world, bool planar) {
    TapeFrame room;
    Tape *tape = tape_make(t, 1 << 14, 10);
    tmRecorder *recorder;
    tape_world(world, planar, 3);
    if (!CHECK_STATUS(
            tmi_recorder_make(&t->allocator, &world->head, NULL, 0, tape_write, tape, &recorder),
            TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    tape_frame(world, 3, &room);
    return CHECK_STATUS(tm_recorder_frame(recorder, &room.frame), TM_OK) ? tape : NULL;
}

/* Later versions may say more of each contact: that is passed over. */
TEST(contacts_that_say_more_than_we_know_are_read) {
    TapeWorld world;
    for (int planar = 0; planar < 2; planar++) {
        Tape *tape = tape_of_three(t, &world, planar);
        REQUIRE(tape);
        tmiFrameLayout layout = tmi_frame_layout(&world.head, TMI_RECORDING_VERSION);
        unsigned char *record = tape->bytes + tape->ends[0], *payload = record + TMI_RECORD_HEAD;
        unsigned char *first = payload + layout.size;
        size_t each = layout.contact, more = 24;
        for (size_t i = 3; i-- > 0;) {
            memmove(first + i * (each + more), first + i * each, each);
            memset(first + i * (each + more) + each, 0x5a, more);
        }
        payload[28] = (unsigned char)(each + more);
        size_t size = (size_t)layout.size + 3 * (each + more);
        record[8] = (unsigned char)size;
        record[9] = (unsigned char)(size >> 8);
        tape->length = tape->ends[0] + TMI_RECORD_HEAD + size;
        tape_mend(tape->bytes, tape->length);
        tmRecording *recording = opened(t, tape->bytes, tape->length);
        tmRecordedFrame frame;
        REQUIRE(recording && tm_recording_info(recording)->frames == 1);
        MUST(tm_recording_frame(recording, 0, &frame));
        CHECK(frame.contact_count == 3 && tape_is_frame(&world, 3, &frame));
    }
}

/* Puts a number into the one frame of a tape, and its sum right; returns how many frames are read.
 */
static int32_t frames_with(tmTest *t, bool planar, size_t place, uint32_t number, bool old) {
    TapeWorld world;
    Tape *tape = tape_of_three(t, &world, planar);
    if (!tape) {
        return -1;
    }
    for (size_t i = 0; i < 4; i++) {
        tape->bytes[tape->ends[0] + TMI_RECORD_HEAD + place + i] = (unsigned char)(number >> 8 * i);
    }
    tape->bytes[8] = old ? 1 : 2;
    tape_mend(tape->bytes, tape->length);
    tmRecording *recording = opened(t, tape->bytes, tape->length);
    return recording ? tm_recording_info(recording)->frames : -1;
}

TEST(contacts_that_make_no_sense_are_damage) {
    for (int planar = 0; planar < 2; planar++) {
        TapeWorld world;
        tape_world(&world, planar, 3);
        tmiFrameLayout layout = tmi_frame_layout(&world.head, TMI_RECORDING_VERSION);
        size_t first = (size_t)layout.size, each = layout.contact, last = first + 2 * each;
        const struct {
            size_t place;
            uint32_t number;
        } wrong[] = {{24, 2},
                     {24, 4},
                     {24, 0xffffffffu},
                     {28, 0},
                     {28, 0xffffffffu},
                     {28, 3},
                     {first, 3},
                     {first + 4, 3},
                     {last, 0xffffffffu},
                     {last + 4, 0x7fffffffu},
                     {last + 8, 0x80000000u}};
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            CHECK(frames_with(t, planar, wrong[i].place, wrong[i].number, false) == 0);
        }
        CHECK(frames_with(t, planar, first, 2, false) == 1);
        CHECK(frames_with(t, planar, last + 12, 7, false) == 1);
        /* Fewer and larger ones, that would be as many bytes, and would hold a wrong number. */
        CHECK(frames_with(t, planar, 24, 1, false) == 0);
        /* Version 1 has its poses 16 bytes earlier: what is left over is not a contact. */
        CHECK(frames_with(t, planar, first, 0, true) == 0);
    }
}

TEST(a_recorder_refuses_contacts_of_bodies_that_are_none) {
    TapeWorld world;
    TapeFrame room;
    Tape *tape = tape_make(t, 1 << 14, 10);
    tmRecorder *recorder;
    tape_world(&world, true, 3);
    MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    size_t length = tape->length;
    for (int i = 0; i < 6; i++) {
        tape_frame(&world, 3, &room);
        room.contacts[1].bodies[0] = i == 0 ? 3 : i == 1 ? -1 : 0;
        room.contacts[2].pieces[1] = i == 2 ? -1 : 0;
        room.frame.contact_count = i == 3 ? -1 : 3;
        room.frame.contacts = i == 4 ? NULL : room.contacts;
        CHECK_STATUS(tm_recorder_frame(recorder, &room.frame), i == 5 ? TM_OK : TM_ERR_ARGUMENT);
        CHECK((tape->length == length) == (i < 5));
    }
}

TEST_MAIN(CASE(recordings_of_version_1_are_read_back),
          CASE(contacts_that_say_more_than_we_know_are_read),
          CASE(contacts_that_make_no_sense_are_damage),
          CASE(a_recorder_refuses_contacts_of_bodies_that_are_none))
