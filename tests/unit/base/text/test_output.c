/* test_output.c: text of any length in pieces, and strings as JSON has them. */
#include "base/base.h"
#include "test.h"

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
    tmi_output_add_string(&out, "a\"b\\c\n\x1f \xc3\xa4 [2]");
    tmi_output_flush(&out);
    CHECK_TEXT(taken->text, "-12 -0.12346 \"a\\\"b\\\\c\\u000a\\u001f \xc3\xa4 [2]\"");
}

TEST_MAIN(CASE(long_texts_come_whole_and_in_few_pieces),
          CASE(numbers_and_strings_are_those_of_json))
