/* test_output.c: text of any length in pieces, and strings as JSON has them. */
#include "base/base.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef struct Taken {
    char text[10000];
    size_t used;
    int32_t pieces;
} Taken;

static void take(void *user, const char *bytes, size_t count) {
    Taken *taken = user;
    memcpy(taken->text + taken->used, bytes, count);
    taken->used += count;
    taken->pieces++;
}

TEST(long_texts_come_whole_and_in_few_pieces) {
    Taken *taken = test_memory(t, 1, sizeof *taken);
    char expected[9001] = "";
    tmiOutput out;
    tmi_output_init(&out, take, taken);
    for (int32_t i = 0; i < 3000; i++) {
        char piece[] = {(char)('a' + i % 26), (char)('A' + i % 7), '.', '\0'};
        tmi_output_add(&out, piece);
        memcpy(expected + 3 * i, piece, 4);
    }
    tmi_output_flush(&out);
    tmi_output_flush(&out);
    CHECK_TEXT(taken->text, expected);
    CHECK(taken->pieces == 3);
}

TEST(numbers_and_strings_are_those_of_json) {
    Taken *taken = test_memory(t, 1, sizeof *taken);
    tmiOutput out;
    tmi_output_init(&out, take, taken);
    tmi_output_add_int(&out, -12);
    tmi_output_add(&out, " ");
    tmi_output_add_digits(&out, -0.1234567890123, 5);
    tmi_output_add(&out, " ");
    tmi_output_add_string(&out, "a\"b\\c\n\x1f \xc3\xa4 [2]", 14);
    tmi_output_flush(&out);
    CHECK_TEXT(taken->text, "-12 -0.12346 \"a\\\"b\\\\c\\u000a\\u001f \xc3\xa4 [2]\"");
}

/* A reader of JSON refuses bytes that are not UTF-8, and some stop at a delete. */
TEST(bytes_that_are_not_characters_do_not_spoil_json) {
    Taken *taken = test_memory(t, 1, sizeof *taken);
    tmiJson json;
    tmi_json_init(&json, take, taken);
    tmi_json_open(&json, NULL, '{');
    tmi_json_text(&json, "a", "x\xff\x7f\xed\xa0\x80");
    tmi_json_bytes(&json, "b", "p\0q", 3);
    tmi_json_open(&json, "c", '[');
    for (int i = 0; i < 2; i++) {
        tmi_json_new_line(&json);
        tmi_json_number(&json, NULL, i / 0.5);
    }
    tmi_json_number(&json, NULL, NAN);
    tmi_json_close(&json, ']');
    tmi_json_close(&json, '}');
    tmi_output_flush(&json.out);
    CHECK_TEXT(taken->text, "{\"a\":\"x\\ufffd\\u007f\\ufffd\\ufffd\\ufffd\",\"b\":\"p\\u0000q\","
                            "\"c\":[\n0,\n2,null]}");
}

TEST_MAIN(CASE(long_texts_come_whole_and_in_few_pieces),
          CASE(bytes_that_are_not_characters_do_not_spoil_json),
          CASE(numbers_and_strings_are_those_of_json))
