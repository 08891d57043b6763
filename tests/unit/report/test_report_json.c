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

/* Bytes that are no UTF-8 are replaced, as are halves of characters. */
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

/* ---- Events -------------------------------------------------------------------------------- */

static const char *report_of(tmTest *t, tmRecording *recording, ReportFn *report) {
    Tape *tape = tape_make(t, 1 << 16, 100);
    CHECK_STATUS(report(recording, tape_write, tape), TM_OK);
    CHECK(!tape->is_full);
    return (const char *)tape->bytes;
}

TEST(events_are_a_table_with_columns_as_wide_as_they_need) {
    TapeWorld world;
    Tape *tape = tape_make(t, 1 << 16, 100);
    tmRecorder *recorder;
    tmRecording *recording;
    const tmSimEvent events[] = {
        {.kind = TM_SIM_EVENT_START, .joint = -1, .input = -1, .bodies = {-1, -1}},
        {.kind = TM_SIM_EVENT_INPUT,
         .time = 0.5,
         .joint = -1,
         .input = 0,
         .bodies = {-1, -1},
         .value = 1.25},
        {.kind = TM_SIM_EVENT_LIMIT,
         .time = 1.0 / 3.0 + 10.0,
         .joint = 1,
         .input = -1,
         .bodies = {2, 1},
         .value = -0.5,
         .impulse = 1.5e-7,
         .before = -2.0,
         .after = 1.0},
        {.kind = TM_SIM_EVENT_END, .time = 20.0, .joint = -1, .input = -1, .bodies = {-1, -1}}};
    tape_world(&world, true, 3);
    MUST(tmi_recorder_make(&t->allocator, &world.head, NULL, 0, tape_write, tape, &recorder));
    DEFER(tm_recorder_destroy, recorder);
    for (int i = 0; i < 4; i++) {
        MUST(tm_recorder_event(recorder, &events[i]));
    }
    MUST(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording));
    DEFER(tm_recording_close, recording);
    CHECK_TEXT(report_of(t, recording, tm_report_events),
               "time [s]  event  part  value  impulse  rate before  rate after\n"
               "       0  start\n"
               "     0.5  input  wish   1.25\n"
               " 10.3333  limit  knee   -0.5   1.5e-7           -2           1\n"
               "      20  end\n");
    CHECK_TEXT(report_of(t, recording, tm_report_impulses),
               "time [s]  part  impulse  rate before  rate after\n"
               " 10.3333  knee   1.5e-7           -2           1\n");
}

TEST_MAIN(CASE(json_has_the_head_and_the_end), CASE(json_is_utf_8_whatever_the_texts_are),
          CASE(json_has_events_and_frames_and_null_for_what_is_no_number),
          CASE(events_are_a_table_with_columns_as_wide_as_they_need))
