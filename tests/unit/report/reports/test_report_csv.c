/* test_report_csv.c: tables of recordings: their headers, and numbers that read back exactly. */
#include "recordings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tmRecording *recorded(tmTest *t, TapeWorld *world, bool planar, int32_t bodies,
                             int32_t frames) {
    tmRecording *recording = NULL;
    tape_world(world, planar, bodies);
    Tape *tape = tape_of(t, world, frames);
    if (tape &&
        CHECK_STATUS(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording),
                     TM_OK)) {
        DEFER(tm_recording_close, recording);
    }
    return recording;
}

/* The table as one text, closed by a zero. */
static char *table_of(tmTest *t, tmRecording *recording, uint32_t columns, int32_t body) {
    Tape *tape = tape_make(t, 1 << 20, 1000);
    if (!CHECK_STATUS(tm_report_csv(recording, columns, body, tape_write, tape), TM_OK)) {
        return NULL;
    }
    CHECK(!tape->is_full && tape->length < tape->capacity);
    return (char *)tape->bytes;
}

/* Cuts the next line off. */
static char *next_line(char **text) {
    char *line = *text, *end = strchr(line, '\n');
    *end = '\0';
    *text = end + 1;
    return line;
}

/* The next number of a line, which must be there. */
static double next_number(tmTest *t, char **line) {
    char *end;
    double number = strtod(*line, &end);
    CHECK(end > *line && (*end == ',' || *end == '\0'));
    *line = *end ? end + 1 : end;
    return number;
}

static void check_number(tmTest *t, char **line, double want) {
    double found = next_number(t, line);
    CHECK(memcmp(&found, &want, sizeof want) == 0 || (isnan(found) && isnan(want)));
}

#define ALL (TM_TABLE_POSES | TM_TABLE_VELOCITIES | TM_TABLE_FORCES | TM_TABLE_ENERGY)

TEST(a_plain_table_has_time_and_monitors_with_units) {
    TapeWorld world;
    tmRecording *recording = recorded(t, &world, true, 2, 3);
    REQUIRE(recording);
    char *text = table_of(t, recording, 0, -1);
    REQUIRE(text);
    CHECK_TEXT(next_line(&text), "time [s],shoulder.angle [rad],\"force(arm, world).x [N]\","
                                 "\"force(arm, world).y [N]\",\"force(arm, world).z [N]\"");
    CHECK_TEXT(next_line(&text), "0,0,0,0,-0");
    CHECK_TEXT(next_line(&text), "0.01,0.04997916927067833,0.1,1e-310,-0");
}

TEST(numbers_of_a_table_in_the_plane_read_back_exactly) {
    TapeWorld world;
    tmRecording *recording = recorded(t, &world, true, 3, 50);
    REQUIRE(recording);
    char *text = table_of(t, recording, ALL, -1);
    REQUIRE(text);
    const char *head = next_line(&text);
    CHECK(
        strstr(head, ",energy [J],work [J],arm.x [m],arm.y [m],arm.angle [rad],legs.left.x [m],"));
    CHECK(strstr(head, ",arm.vx [m/s],arm.vy [m/s],arm.wz [rad/s],legs.left.vx [m/s],"));
    CHECK(strstr(head, ",shoulder.fx [N],shoulder.fy [N],shoulder.tz [N*m],knee.fx [N],"));
    for (int32_t i = 0; i < 50; i++) {
        TapeFrame want;
        char *line = next_line(&text);
        tape_frame(&world, i, &want);
        check_number(t, &line, want.frame.time);
        for (int k = 0; k < TAPE_VALUES; k++) {
            check_number(t, &line, want.values[k]);
        }
        check_number(t, &line, want.frame.energy);
        check_number(t, &line, want.frame.work);
        for (int b = 1; b < 3; b++) {
            check_number(t, &line, want.frames[b].position[0]);
            check_number(t, &line, want.frames[b].position[1]);
            CHECK_NEAR(next_number(t, &line), want.angles[b], 1e-14);
        }
        for (int b = 1; b < 3; b++) {
            check_number(t, &line, want.twists[b].linear[0]);
            check_number(t, &line, want.twists[b].linear[1]);
            check_number(t, &line, want.twists[b].angular[2]);
        }
        for (int j = 0; j < 2; j++) {
            check_number(t, &line, want.wrenches[j].force[0]);
            check_number(t, &line, want.wrenches[j].force[1]);
            check_number(t, &line, want.wrenches[j].torque[2]);
        }
        CHECK(*line == '\0');
    }
    CHECK(*text == '\0');
}

TEST(a_table_in_space_has_quaternions) {
    TapeWorld world;
    tmRecording *recording = recorded(t, &world, false, 2, 4);
    REQUIRE(recording);
    char *text = table_of(t, recording, TM_TABLE_POSES | TM_TABLE_FORCES, -1);
    REQUIRE(text);
    CHECK(strstr(next_line(&text), ",arm.x [m],arm.y [m],arm.z [m],arm.qw,arm.qx,arm.qy,arm.qz,"
                                   "shoulder.fx [N],shoulder.fy [N],shoulder.fz [N],"
                                   "shoulder.tx [N*m],shoulder.ty [N*m],shoulder.tz [N*m]"));
    for (int32_t i = 0; i < 4; i++) {
        TapeFrame want;
        char *line = next_line(&text);
        tape_frame(&world, i, &want);
        for (int k = 0; k < 1 + TAPE_VALUES; k++) {
            next_number(t, &line);
        }
        for (int k = 0; k < 7; k++) {
            check_number(t, &line,
                         k < 3 ? want.frames[1].position[k] : want.frames[1].rotation[k - 3]);
        }
        for (int k = 0; k < 6; k++) {
            check_number(t, &line,
                         k < 3 ? want.wrenches[0].force[k] : want.wrenches[0].torque[k - 3]);
        }
        CHECK(*line == '\0');
    }
}

/* [HH] section 5: the constraint forces on a body. Joint i holds body i + 1 to body i: of body 2,
 * joint 1 is the one that it is the first part of, joint 2 the one that it is the second of. */
TEST(forces_on_one_body_have_the_sign_of_what_acts_on_it) {
    TapeWorld world;
    tmRecording *recording = recorded(t, &world, true, 5, 2);
    REQUIRE(recording);
    char *text = table_of(t, recording, TM_TABLE_FORCES, 2);
    REQUIRE(text);
    const char *head = strstr(next_line(&text), ",knee");
    CHECK_TEXT(head, ",knee on legs.left.fx [N],knee on legs.left.fy [N],knee on legs.left.tz [N*m]"
                     ",#3 on legs.left.fx [N],#3 on legs.left.fy [N],#3 on legs.left.tz [N*m]");
    TapeFrame want;
    tape_frame(&world, 0, &want);
    char *line = next_line(&text);
    for (int k = 0; k < 1 + TAPE_VALUES; k++) {
        next_number(t, &line);
    }
    check_number(t, &line, want.wrenches[1].force[0]);
    check_number(t, &line, want.wrenches[1].force[1]);
    check_number(t, &line, want.wrenches[1].torque[2]);
    check_number(t, &line, -want.wrenches[2].force[0]);
    check_number(t, &line, -want.wrenches[2].force[1]);
}

/* What is behind the monitors in both lines of a table of two contacts. */
static void check_contacts(tmTest *t, int32_t body, const char *titles, const char *numbers) {
    TapeWorld world;
    tmRecording *recording;
    Tape *tape = tape_of_two_contacts(t, &world);
    REQUIRE(tape);
    MUST(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording));
    DEFER(tm_recording_close, recording);
    char *text = table_of(t, recording, TM_TABLE_CONTACTS, body);
    REQUIRE(text);
    const char *found = strstr(next_line(&text), ",contacts");
    REQUIRE(found);
    CHECK_TEXT(found, titles);
    char *line = next_line(&text);
    for (int i = 0; i < 1 + TAPE_VALUES; i++) {
        next_number(t, &line);
    }
    CHECK_TEXT(line, numbers);
}

/* By hand: the torque on `legs.left` is (0.5, -1) x (2, 10) + (3, -1) x (0, 5) = 7 + 15. */
TEST(a_table_of_contacts_has_what_they_do_to_each_body) {
    check_contacts(t, -1,
                   ",contacts,largest contact force [N],overlap,contact residual,"
                   "contacts on arm.fx [N],contacts on arm.fy [N],contacts on arm.tz [N*m],"
                   "contacts on legs.left.fx [N],contacts on legs.left.fy [N],"
                   "contacts on legs.left.tz [N*m]",
                   "2,10,0.25,0.125,0,-5,0,2,15,22");
    check_contacts(t, 1,
                   ",contacts,largest contact force [N],overlap,contact residual,"
                   "contacts on arm.fx [N],contacts on arm.fy [N],contacts on arm.tz [N*m]",
                   "1,5,0.25,0.125,0,-5,0");
    check_contacts(t, 0,
                   ",contacts,largest contact force [N],overlap,contact residual,"
                   "contacts on world.fx [N],contacts on world.fy [N],contacts on world.tz [N*m]",
                   "1,10,0.25,0.125,-2,-10,-13");
}

TEST(a_table_ends_before_a_damaged_frame) {
    TapeWorld world;
    tape_world(&world, true, 2);
    Tape *tape = tape_of(t, &world, 10);
    REQUIRE(tape);
    tape->bytes[tape->ends[7] + 30] ^= 4; /* behind the head, two events and five frames */
    tmRecording *recording;
    MUST(tm_recording_open(&t->allocator, tape->bytes, tape->length, &recording));
    DEFER(tm_recording_close, recording);
    CHECK(tm_recording_info(recording)->frames == 10);
    char *text = table_of(t, recording, 0, -1);
    REQUIRE(text);
    CHECK(tm_recording_info(recording)->frames == 5 && !tm_recording_info(recording)->is_whole);
    int32_t lines = 0;
    for (; *text; lines++) {
        next_line(&text);
    }
    CHECK(lines == 6);
}

TEST(bodies_that_are_none_have_no_table) {
    TapeWorld world;
    tmRecording *recording = recorded(t, &world, true, 2, 3);
    REQUIRE(recording);
    CHECK_STATUS(tm_report_csv(recording, 0, 2, tape_write, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_csv(recording, 0, -2, tape_write, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_csv(recording, 0, -1, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_report_csv(NULL, 0, -1, tape_write, NULL), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(a_plain_table_has_time_and_monitors_with_units),
          CASE(numbers_of_a_table_in_the_plane_read_back_exactly),
          CASE(a_table_in_space_has_quaternions),
          CASE(forces_on_one_body_have_the_sign_of_what_acts_on_it),
          CASE(a_table_of_contacts_has_what_they_do_to_each_body),
          CASE(a_table_ends_before_a_damaged_frame), CASE(bodies_that_are_none_have_no_table))
