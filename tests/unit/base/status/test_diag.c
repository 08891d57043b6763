/* test_diag.c: the list of diagnostics and how one reads. */
#include "base/base.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const tmDiag sample = {
    .severity = TM_ERROR,
    .code = 12,
    .file = "bench.tm",
    .line = 2,
    .column = 8,
    .length = 5,
    .message = "unknown type 'crnak'",
    .hint = "did you mean 'crank'?",
};

TEST(list_keeps_copies_in_order_and_none_twice) {
    tmDiags *diags = NULL;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    char message[40];
    const char *parts[] = {"input", "base"};
    for (int i = 0; i < 50; i++) {
        tmDiag diag = sample;
        snprintf(message, sizeof message, "message %d", i % 25);
        diag.message = message;
        diag.severity = i % 5 == 0 ? TM_WARNING : TM_ERROR;
        diag.parts = parts;
        diag.part_count = 2;
        MUST(tm_diags_add(diags, &diag));
    }
    CHECK(tm_diags_count(diags) == 25);
    CHECK(tm_diags_total(diags, TM_ERROR) == 20);
    CHECK(tm_diags_total(diags, TM_NOTE) == 25);
    memset(message, 'x', sizeof message);
    REQUIRE(tm_diags_at(diags, 3));
    CHECK_TEXT(tm_diags_at(diags, 3)->message, "message 3");
    CHECK_TEXT(tm_diags_at(diags, 3)->parts[1], "base");
    CHECK(tm_diags_at(diags, 25) == NULL && tm_diags_at(diags, -1) == NULL);
}

TEST(failed_add_leaves_the_list_as_it_was) {
    tmDiags *diags = NULL;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    char message[3000];
    memset(message, 'm', sizeof message);
    message[sizeof message - 1] = '\0';
    tmDiag diag = sample;
    diag.message = message;
    for (int32_t i = 0; i < 8; i++) {
        diag.line = i + 1;
        tmStatus status = tm_diags_add(diags, &diag);
        int32_t expected = status == TM_OK ? i + 1 : i;
        CHECK(tm_diags_count(diags) == expected);
        CHECK(tm_diags_total(diags, TM_NOTE) == expected);
        MUST(status);
    }
}

TEST(beyond_the_limit_diagnostics_are_only_counted) {
    tmDiags *diags = NULL;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    tmDiag diag = sample;
    for (int32_t i = 0; i < TM_DIAG_LIMIT + 10; i++) {
        diag.line = i + 1;
        MUST(tm_diags_add(diags, &diag));
    }
    CHECK(tm_diags_count(diags) == TM_DIAG_LIMIT);
    CHECK(tm_diags_total(diags, TM_WARNING) == TM_DIAG_LIMIT + 10);
}

TEST(nonsense_gets_a_status) {
    tmDiags *diags = NULL;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    const char *parts[] = {NULL};
    tmDiag bad[5] = {sample, sample, sample, sample, sample};
    bad[0].message = NULL;
    bad[1].severity = (tmSeverity)7;
    bad[2].line = -1;
    bad[3].part_count = 1;
    bad[4].parts = parts;
    bad[4].part_count = 1;
    for (int i = 0; i < 5; i++) {
        CHECK_STATUS(tm_diags_add(diags, &bad[i]), TM_ERR_ARGUMENT);
    }
    CHECK_STATUS(tm_diags_add(diags, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_diags_add(NULL, &sample), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_diags_create(&t->allocator, NULL), TM_ERR_ARGUMENT);
    CHECK(tm_diags_count(diags) == 0 && tm_diags_count(NULL) == 0);
    CHECK(tm_diags_at(NULL, 0) == NULL && tm_diags_total(NULL, TM_NOTE) == 0);
    tm_diags_destroy(NULL);
}

TEST(message_shows_the_line_with_a_caret_and_a_hint) {
    char text[400];
    const char *source = "composite four_bar begin\n\tinput: crnak;\nend\n";
    size_t need = tm_diag_format(&sample, source, text, sizeof text);
    CHECK_TEXT(text, "bench.tm:2:8: error: unknown type 'crnak'\n"
                     " 2 | \tinput: crnak;\n"
                     "   | \t      ^~~~~\n"
                     "  hint: did you mean 'crank'?\n");
    CHECK(need == strlen(text));
}

TEST(message_without_place_or_source_is_one_line) {
    char text[400];
    const char *parts[] = {"A", "B"};
    tmDiag diag = {.severity = TM_NOTE, .message = "redundant", .parts = parts, .part_count = 2};
    tm_diag_format(&diag, "text", text, sizeof text);
    CHECK_TEXT(text, "note: redundant\n  parts: A, B\n");
    diag = (tmDiag){.severity = TM_WARNING, .message = "odd", .line = 9, .column = 4};
    tm_diag_format(&diag, "only one line", text, sizeof text);
    CHECK_TEXT(text, "line 9:4: warning: odd\n");
    CHECK(tm_diag_format(NULL, NULL, text, sizeof text) == 0 && text[0] == '\0');
    const char *holes[] = {"A", NULL};
    diag = (tmDiag){.message = "m", .parts = holes, .part_count = 2};
    tm_diag_format(&diag, NULL, text, sizeof text);
    CHECK_TEXT(text, "note: m\n  parts: A, ?\n");
    diag.parts = NULL;
    tm_diag_format(&diag, NULL, text, sizeof text);
    CHECK_TEXT(text, "note: m\n");
}

TEST(caret_counts_characters_and_stays_in_the_line) {
    char text[400];
    tmDiag diag = {
        .severity = TM_ERROR, .message = "m", .line = 1, .column = 4, .length = 99, .file = "f"};
    tm_diag_format(&diag, "αβγδε\r\nnext", text, sizeof text);
    CHECK_TEXT(text, "f:1:4: error: m\n 1 | αβγδε\n   |    ^~\n");
    diag.column = INT32_MAX;
    tm_diag_format(&diag, "ab", text, sizeof text);
    CHECK_TEXT(text, "f:1:2147483647: error: m\n 1 | ab\n   |   ^\n");
}

TEST(related_place_is_shown_with_its_line_and_copied) {
    char text[400];
    tmDiags *diags;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    char words[] = "the block opened here";
    tmDiag diag = {.severity = TM_ERROR,
                   .file = "f",
                   .line = 3,
                   .column = 1,
                   .message = "'end' is missing",
                   .hint = "add it",
                   .related = words,
                   .related_line = 1,
                   .related_column = 3,
                   .related_length = 5};
    MUST(tm_diags_add(diags, &diag));
    words[0] = 'X';
    tm_diag_format(tm_diags_at(diags, 0), "a begin\nb\nc", text, sizeof text);
    CHECK_TEXT(text, "f:3:1: error: 'end' is missing\n 3 | c\n   | ^\n"
                     "f:1:3: note: the block opened here\n 1 | a begin\n   |   ^~~~~\n"
                     "  hint: add it\n");
    diag.related_file = "other";
    tm_diag_format(&diag, NULL, text, sizeof text);
    CHECK_TEXT(text, "f:3:1: error: 'end' is missing\nother:1:3: note: Xhe block opened here\n"
                     "  hint: add it\n");
    diag.related_line = -1;
    CHECK_STATUS(tm_diags_add(diags, &diag), TM_ERR_ARGUMENT);
}

TEST(very_long_line_is_cut_around_the_place) {
    char source[1001], text[800];
    memset(source, 'x', 1000);
    source[1000] = '\0';
    source[499] = 'Y';
    tmDiag diag = {.severity = TM_ERROR, .message = "m", .line = 1, .column = 500, .length = 2};
    tm_diag_format(&diag, source, text, sizeof text);
    const char *shown = strchr(text, '\n') + 1, *below = strchr(shown, '\n') + 1;
    CHECK(strlen(text) < 500 && strchr(shown, 'Y') != NULL);
    /* The ellipsis takes three bytes and one column. */
    CHECK((strchr(shown, 'Y') - shown) - 2 == strchr(below, '^') - below);
    diag.column = 1;
    tm_diag_format(&diag, source, text, sizeof text);
    CHECK(strlen(text) < 500);
}

TEST(every_buffer_size_gives_a_whole_beginning) {
    char whole[400];
    char part[400];
    tmDiag diag = {.severity = TM_ERROR, .message = "zu große Länge: €", .line = 1, .column = 2};
    size_t need = tm_diag_format(&diag, "x€y", whole, sizeof whole);
    for (size_t size = 0; size <= need + 1; size++) {
        memset(part, '#', sizeof part);
        REQUIRE(tm_diag_format(&diag, "x€y", part, size) == need);
        REQUIRE(part[size] == '#');
        if (size) {
            size_t kept = strlen(part);
            REQUIRE(kept < size && memcmp(part, whole, kept) == 0);
            REQUIRE(((unsigned char)whole[kept] & 0xc0) != 0x80);
        }
    }
    CHECK(tm_diag_format(&diag, "x€y", NULL, 0) == need);
}

TEST(whole_numbers_are_written_to_their_limits) {
    char buffer[64];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_int(&text, INT64_MIN);
    tmi_text_add(&text, " ");
    tmi_text_add_int(&text, 0);
    tmi_text_add(&text, " ");
    tmi_text_add_int(&text, INT64_MAX);
    CHECK_TEXT(buffer, "-9223372036854775808 0 9223372036854775807");
}

TEST_MAIN(CASE(list_keeps_copies_in_order_and_none_twice),
          CASE(failed_add_leaves_the_list_as_it_was),
          CASE(beyond_the_limit_diagnostics_are_only_counted), CASE(nonsense_gets_a_status),
          CASE(message_shows_the_line_with_a_caret_and_a_hint),
          CASE(message_without_place_or_source_is_one_line),
          CASE(caret_counts_characters_and_stays_in_the_line),
          CASE(related_place_is_shown_with_its_line_and_copied),
          CASE(very_long_line_is_cut_around_the_place),
          CASE(every_buffer_size_gives_a_whole_beginning),
          CASE(whole_numbers_are_written_to_their_limits))
