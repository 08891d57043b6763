/* test_report_json.c: JSON of recordings, as another program reads it, and tables of events. */
#include "recordings.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

typedef tmStatus ReportFn(tmRecording *recording, tmWriteFn *write, void *user);

static tmRecording *recorded(tmTest *t, TapeWorld *world, int32_t frames) {
    tmRecording *recording = NULL;
    Tape *tape = tape_of(t, world, frames);
    if (tape &&
        CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

static cJSON *json_of(tmTest *t, tmRecording *recording, uint32_t columns, int32_t body) {
    Tape *tape = tape_make(t, 1 << 20, 1000);
    if (!CHECK_STATUS(tm_report_json(recording, columns, body, tape_write, tape), TM_OK)) {
        return NULL;
    }
    CHECK(!tape->is_full);
    cJSON *json = cJSON_ParseWithOpts((const char *)tape->bytes, NULL, true);
    if (CHECK(json)) {
        DEFER(cJSON_Delete, json);
    }
    return json;
}

static const char *text_at(const cJSON *object, const char *key) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
    return text ? text : "(none)";
}

static double number_at(const cJSON *object, const char *key) {
    return cJSON_GetNumberValue(cJSON_GetObjectItem(object, key));
}

static const cJSON *item(const cJSON *object, const char *key, int index) {
    return cJSON_GetArrayItem(cJSON_GetObjectItem(object, key), index);
}

TEST(json_has_the_head_and_the_end) {
    TapeWorld world;
    tape_world(&world, true, 3);
    world.texts[1] = (tmiRecordedText){"a\"b\\c\n", "x\0y\xff\xc3\xa9\xed\xa0\x80", 9};
    world.head.hash = 0x0123456789abcdefu;
    tmRecording *recording = recorded(t, &world, 4);
    REQUIRE(recording);
    cJSON *json = json_of(t, recording, 0, -1);
    REQUIRE(json);
    CHECK_TEXT(text_at(json, "name"), "swing.tml");
    CHECK_TEXT(text_at(json, "kind"), "simulate");
    CHECK_TEXT(text_at(json, "hash"), "0123456789abcdef");
    CHECK(cJSON_IsTrue(cJSON_GetObjectItem(json, "planar")));
    CHECK(cJSON_IsTrue(cJSON_GetObjectItem(json, "whole")));
    CHECK_TEXT(text_at(item(json, "files", 0), "text"), "language 1;\n");
    CHECK_TEXT(text_at(item(json, "files", 1), "name"), "a\"b\\c\n");
    CHECK_TEXT(cJSON_GetStringValue(item(json, "bodies", 2)), "legs.left");
    CHECK_TEXT(text_at(item(json, "joints", 1), "name"), "knee");
    CHECK(cJSON_GetNumberValue(item(item(json, "joints", 1), "bodies", 0)) == 2.0);
    CHECK_TEXT(text_at(item(json, "monitors", 1), "text"), "force(arm, world)");
    CHECK(number_at(item(json, "monitors", 1), "first") == 1.0);
    CHECK(cJSON_IsNull(cJSON_GetObjectItem(item(json, "inputs", 0), "low")));
    CHECK(number_at(item(json, "inputs", 0), "high") == 2.0);
    const cJSON *end = cJSON_GetObjectItem(json, "end");
    CHECK_TEXT(text_at(end, "outcome"), "stopped");
    CHECK(number_at(end, "evaluations") == 5e9 && number_at(end, "residual") == 2e-16);
}

/* Bytes that are not UTF-8 are replaced, as are halves of characters. */
TEST(json_is_utf_8_whatever_the_texts_are) {
    TapeWorld world;
    tape_world(&world, true, 2);
    world.texts[1] = (tmiRecordedText){"", "x\001y\xff\xc3\xa9\xed\xa0\x80\xc0\xaf", 11};
    tmRecording *recording = recorded(t, &world, 1);
    REQUIRE(recording);
    cJSON *json = json_of(t, recording, 0, -1);
    REQUIRE(json);
    CHECK_TEXT(text_at(item(json, "files", 1), "text"),
               "x\001y\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf"
               "\xbd");
}

TEST(json_has_events_and_frames_and_null_for_what_is_no_number) {
    TapeWorld world;
    tape_world(&world, false, 2);
    tmRecording *recording = recorded(t, &world, 30);
    REQUIRE(recording);
    cJSON *json = json_of(t, recording, TM_TABLE_ENERGY | TM_TABLE_POSES, -1);
    REQUIRE(json);
    const cJSON *events = cJSON_GetObjectItem(json, "events");
    REQUIRE(cJSON_GetArraySize(events) == 10);
    CHECK_TEXT(text_at(cJSON_GetArrayItem(events, 1), "kind"), "input");
    CHECK(number_at(cJSON_GetArrayItem(events, 3), "impulse") == -4.5);
    const cJSON *columns = cJSON_GetObjectItem(json, "columns");
    REQUIRE(cJSON_GetArraySize(columns) == 1 + TAPE_VALUES + 2 + 7);
    CHECK_TEXT(text_at(cJSON_GetArrayItem(columns, 0), "name"), "time");
    CHECK_TEXT(text_at(cJSON_GetArrayItem(columns, 3), "part"), "y");
    CHECK_TEXT(text_at(cJSON_GetArrayItem(columns, 5), "name"), "energy");
    CHECK_TEXT(text_at(cJSON_GetArrayItem(columns, 7), "unit"), "m");
    const cJSON *frames = cJSON_GetObjectItem(json, "frames");
    REQUIRE(cJSON_GetArraySize(frames) == 30);
    for (int i = 0; i < 30; i++) {
        TapeFrame want;
        tape_frame(&world, i, &want);
        const cJSON *row = cJSON_GetArrayItem(frames, i);
        REQUIRE(cJSON_GetArraySize(row) == 14);
        CHECK(cJSON_GetNumberValue(cJSON_GetArrayItem(row, 0)) == want.frame.time);
        const cJSON *value = cJSON_GetArrayItem(row, 2);
        CHECK(isnan(want.values[1]) ? cJSON_IsNull(value)
                                    : cJSON_GetNumberValue(value) == want.values[1]);
        value = cJSON_GetArrayItem(row, 3);
        CHECK(isinf(want.values[2]) ? (bool)cJSON_IsNull(value) : (bool)cJSON_IsNumber(value));
        CHECK(cJSON_GetNumberValue(cJSON_GetArrayItem(row, 10)) == want.frames[1].rotation[0]);
    }
}

TEST(json_has_the_contacts_of_each_frame) {
    TapeWorld world;
    tape_world(&world, false, 3);
    tmRecording *recording = recorded(t, &world, 12);
    REQUIRE(recording);
    cJSON *json = json_of(t, recording, TM_TABLE_CONTACTS, -1);
    REQUIRE(json);
    REQUIRE(cJSON_GetArraySize(cJSON_GetObjectItem(json, "contacts")) == 12);
    for (int i = 0; i < 12; i++) {
        TapeFrame want;
        tape_frame(&world, i, &want);
        const cJSON *list = item(json, "contacts", i);
        REQUIRE(cJSON_GetArraySize(list) == want.frame.contact_count);
        for (int k = 0; k < want.frame.contact_count; k++) {
            const cJSON *found = cJSON_GetArrayItem(list, k);
            const tmContact *contact = &want.contacts[k];
            CHECK(cJSON_GetNumberValue(item(found, "bodies", 0)) == contact->bodies[0] &&
                  cJSON_GetNumberValue(item(found, "pieces", 1)) == contact->pieces[1]);
            CHECK(number_at(found, "force") == contact->force &&
                  cJSON_GetNumberValue(item(found, "point", 0)) == contact->point[0] &&
                  cJSON_GetNumberValue(item(found, "normal", 2)) == contact->normal[2] &&
                  cJSON_GetNumberValue(item(found, "friction", 1)) == contact->friction[1]);
            CHECK((bool)cJSON_IsTrue(cJSON_GetObjectItem(found, "slips")) == contact->slips);
            CHECK((bool)cJSON_IsNull(cJSON_GetObjectItem(found, "gap")) == isnan(contact->gap));
        }
    }
    json = json_of(t, recording, TM_TABLE_CONTACTS, 0); /* of the ground: the first of each */
    REQUIRE(json);
    CHECK(cJSON_GetArraySize(item(json, "contacts", 3)) == 1);
    const cJSON *end = cJSON_GetObjectItem(json, "end");
    CHECK(number_at(end, "touching") == 99.0 && number_at(end, "unsolved") == 1.0 &&
          number_at(end, "jammed") == 4.0 && number_at(end, "touch_residual") == 5e-13);
}

/* ---- Events -------------------------------------------------------------------------------- */

static const char *report_of(tmTest *t, tmRecording *recording, ReportFn *report) {
    Tape *tape = tape_make(t, 1 << 16, 100);
    CHECK_STATUS(report(recording, tape_write, tape), TM_OK);
    CHECK(!tape->is_full);
    return (const char *)tape->bytes;
}

/* A recording of these events. */
static tmRecording *told(tmTest *t, const tmSimEvent *events, int32_t event_count) {
    TapeWorld world;
    Tape *tape = tape_make(t, 1 << 16, 100);
    tmRecorder *recorder;
    tmRecording *recording = NULL;
    tape_world(&world, true, 4);
    if (!CHECK_STATUS(
            tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder),
            TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    for (int32_t i = 0; i < event_count; i++) {
        CHECK_STATUS(tm_recorder_event(recorder, &events[i]), TM_OK);
    }
    if (CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

static const tmSimEvent none = {.joint = -1, .input = -1, .bodies = {-1, -1}};

static tmSimEvent event_at(tmSimEventKind kind, double time) {
    tmSimEvent event = none;
    event.kind = kind;
    event.time = time;
    return event;
}

static tmSimEvent touch_at(tmSimEventKind kind, double time, int32_t a, int32_t b, double impulse) {
    tmSimEvent event = event_at(kind, time);
    event.bodies[0] = a;
    event.bodies[1] = b;
    event.impulse = impulse;
    event.before = kind == TM_SIM_EVENT_TOUCH ? -0.83 : 0.0;
    return event;
}

TEST(events_are_reported_in_sentences) {
    tmSimEvent events[] = {event_at(TM_SIM_EVENT_START, 0.0),
                           event_at(TM_SIM_EVENT_INPUT, 0.5),
                           event_at(TM_SIM_EVENT_STIFF, 0.625),
                           event_at(TM_SIM_EVENT_LOOSE, 0.75),
                           event_at(TM_SIM_EVENT_LIMIT, 1.0 / 3.0 + 10.0),
                           event_at(TM_SIM_EVENT_RELEASE, 11.0),
                           event_at(TM_SIM_EVENT_FAILURE, 12.0),
                           event_at(TM_SIM_EVENT_END, 20.0)};
    events[1].input = 0;
    events[1].value = 1.25;
    for (int i = 4; i < 7; i++) {
        events[i].joint = 1;
        events[i].value = -0.5;
    }
    events[4].impulse = 1.5e-7;
    events[4].before = -2.0;
    events[4].after = 1.0;
    tmRecording *recording = told(t, events, 8);
    REQUIRE(recording);
    CHECK_TEXT(report_of(t, recording, tm_report_events),
               " 0.000000 s  start\n"
               " 0.500000 s  wish becomes 1.25 m/s\n"
               " 0.625000 s  the stiff method takes over\n"
               " 0.750000 s  the usual method takes over again\n"
               "10.333333 s  knee meets its limit at -0.5 rad: impulse 1.5e-7 N*m*s, rate -2 rad/s "
               "before and 1 rad/s after\n"
               "11.000000 s  knee leaves its limit at -0.5 rad\n"
               "12.000000 s  it cannot go on: knee\n"
               "20.000000 s  end\n");
    CHECK_TEXT(report_of(t, recording, tm_report_impulses),
               "time [s]  part  impulse  rate before  rate after\n"
               " 10.3333  knee   1.5e-7           -2           1\n");
}

TEST(touches_are_reported_in_sentences) {
    tmSimEvent events[] = {touch_at(TM_SIM_EVENT_TOUCH, 0.425, 0, 1, 1.2),
                           touch_at(TM_SIM_EVENT_TOUCH, 0.4375, 2, 1, 0.5),
                           touch_at(TM_SIM_EVENT_PART, 0.5, 1, 0, 3.5),
                           touch_at(TM_SIM_EVENT_UNSOLVED, 0.6, 2, 3, 0.0),
                           event_at(TM_SIM_EVENT_UNSOLVED, 0.7),
                           event_at(TM_SIM_EVENT_STOP, 1.0)};
    events[1].after = 0.25;
    tmRecording *recording = told(t, events, 6);
    REQUIRE(recording);
    CHECK_TEXT(report_of(t, recording, tm_report_events),
               "0.4250 s  arm touches world: 1.2 N*s, 0.83 m/s\n"
               "0.4375 s  legs.left touches arm: 0.5 N*s, 0.83 m/s, leaves at 0.25 m/s\n"
               "0.5000 s  arm parts from world\n"
               "0.6000 s  legs.right and legs.left: the contact model has no answer, the pair form "
               "takes over\n"
               "0.7000 s  the contact model has no answer, the pair form takes over\n"
               "1.0000 s  stop: the condition holds\n");
}

/* A force of 2 N and then of 6 N in two points presses `arm` on the ground from 0.1 s to 0.4 s; the
 * run tells 1.5 N s of it. `legs.left` lies on `arm` from 0.2 s to the end with 3 N: after an
 * impulse of 0.5 N s these are 0.3 N s by 0.3 s. */
static tmRecording *pressed(tmTest *t) {
    TapeWorld world;
    Tape *tape = tape_make(t, 1 << 16, 100);
    const tmSimEvent touches[] = {touch_at(TM_SIM_EVENT_TOUCH, 0.1, 0, 1, 0.25),
                                  touch_at(TM_SIM_EVENT_TOUCH, 0.2, 2, 1, 0.5)};
    tmSimEvent part = touch_at(TM_SIM_EVENT_PART, 0.4, 1, 0, 1.5);
    tmRecorder *recorder;
    tmRecording *recording = NULL;
    tape_world(&world, true, 4);
    if (!CHECK_STATUS(
            tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder),
            TM_OK)) {
        return NULL;
    }
    DEFER(tm_recorder_destroy, recorder);
    part.value = 7.0;
    for (int i = 0; i < 4; i++) {
        TapeFrame room;
        const tmContact contacts[] = {{.bodies = {0, 1}, .force = 2.0},
                                      {.bodies = {1, 0}, .force = i == 3 ? 4.0 : 0.0},
                                      {.bodies = {1, 2}, .force = 3.0}};
        tape_frame(&world, i, &room);
        room.frame.time = 0.1 * i;
        room.frame.contacts = contacts;
        room.frame.contact_count = i < 2 ? 2 * i : 3;
        if (i == 1 || i == 2) {
            CHECK_STATUS(tm_recorder_event(recorder, &touches[i - 1]), TM_OK);
        }
        CHECK_STATUS(tm_recorder_frame(recorder, &room.frame), TM_OK);
    }
    CHECK_STATUS(tm_recorder_event(recorder, &part), TM_OK);
    if (CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

TEST(impulses_of_touches_are_summed_for_each_two_bodies) {
    tmRecording *recording = pressed(t);
    REQUIRE(recording);
    CHECK_TEXT(
        report_of(t, recording, tm_report_impulses),
        "time [s]  part            impulse  rate before  rate after\n"
        "     0.1  arm, world         0.25        -0.83           0\n"
        "     0.2  legs.left, arm      0.5        -0.83           0\n"
        "\n"
        "bodies          touches  impulse [N*s]  largest force [N]  time in contact [s]\n"
        "arm, world            1            1.5                  7                  0.3\n"
        "legs.left, arm        1            0.8                  3                  0.2\n"
        "For contacts that last to the end, the impulse is that of the forces in the frames.\n");
}

TEST_MAIN(CASE(json_has_the_head_and_the_end), CASE(json_is_utf_8_whatever_the_texts_are),
          CASE(json_has_events_and_frames_and_null_for_what_is_no_number),
          CASE(json_has_the_contacts_of_each_frame), CASE(events_are_reported_in_sentences),
          CASE(touches_are_reported_in_sentences),
          CASE(impulses_of_touches_are_summed_for_each_two_bodies))
