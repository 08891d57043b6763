/* test_limits.c: texts that would take the machine for hours, or all of its memory: each ends soon,
 * with a message. Without its limit a case would not fail but never end. Limits of depth and counts
 * that need no long texts are tested by test_worlds.c and the files of tests/language. */
#include "define/language/document/document.h"
#include "define/language/limits/limits.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that grows line by line. */
typedef struct Text {
    char *bytes;
    size_t used, size;
} Text;

static Text text_of(tmTest *t, size_t size) {
    return (Text){test_memory(t, size, 1), 0, size};
}

__attribute__((format(printf, 2, 3))) static void put(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->bytes + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
    text->used += (size_t)length;
}

static const tmDocument *document_of(tmTest *t, const Text *text) {
    tmDocumentDef def = tm_document_def_default();
    tmDocument *document;
    def.text = text->bytes;
    def.length = text->used;
    if (!CHECK(text->used < text->size) ||
        !CHECK_STATUS(tm_document_create(&t->allocator, &def, &document), TM_OK)) {
        return NULL;
    }
    DEFER(tm_document_destroy, document);
    return document;
}

/* How often a message was reported. */
static int32_t times_reported(const tmDocument *document, const char *message) {
    const tmDiags *diags = tm_document_diags(document);
    int32_t times = 0;
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        times += strcmp(tm_diags_at(diags, i)->message, message) == 0;
    }
    return times;
}

static void check_diag(tmTest *t, const Text *text, const char *message) {
    const tmDocument *document = document_of(t, text);
    if (document) {
        CHECK(times_reported(document, message) == 1);
    }
}

static const char too_long[] = "this definition takes too long to evaluate";

TEST(list_that_holds_the_one_before_twice_is_not_copied_forty_times) {
    Text text = text_of(t, 4000);
    put(&text, "function f0(x) = (x, x);\n");
    for (int i = 1; i < 40; i++) {
        put(&text, "function f%d(x) begin let y = f%d(x); (y, y) end\n", i, i - 1);
    }
    put(&text, "primitive p(x) begin end world w begin components a: p(f39(1)); end\n");
    check_diag(t, &text, too_long);
}

TEST(list_is_not_copied_for_each_of_a_billion_variants) {
    Text text = text_of(t, 8000);
    put(&text,
        "primitive p(n, l) begin end\ncomposite q0(n, l) begin components a: p(n, l); end\n");
    for (int i = 1; i < 30; i++) {
        put(&text, "composite q%d(n, l) begin components a: q%d(n + 1, l); b: q%d(2 * n, l); end\n",
            i, i - 1, i - 1);
    }
    put(&text, "world w begin components c: q29(1, (1");
    for (int i = 0; i < 1000; i++) {
        put(&text, ", 1");
    }
    put(&text, ")); end\n");
    check_diag(t, &text, too_long);
}

TEST(features_are_not_made_for_each_of_a_million_variants) {
    Text text = text_of(t, 40000);
    put(&text, "primitive p(n) begin geometry: sphere(1) where begin\n");
    for (int i = 0; i < 1000; i++) {
        put(&text, "f%d: (n, %d);\n", i, i);
    }
    put(&text, "end; end\ncomposite q0(n) begin components a: p(n); end\n");
    for (int i = 1; i < 20; i++) {
        put(&text, "composite q%d(n) begin components a: q%d(2 * n); b: q%d(2 * n + 1); end\n", i,
            i - 1, i - 1);
    }
    put(&text, "world w begin components c: q19(1); end\n");
    check_diag(t, &text, too_long);
}

TEST(worlds_have_four_million_parts_altogether) {
    Text text = text_of(t, 2000);
    put(&text, "primitive p begin end composite a begin components x[1..1000]: p; end\n"
               "composite b begin components x[1..900]: a; end\n");
    for (int i = 0; i < 10; i++) {
        put(&text, "world w%d begin components c: b; end\n", i);
    }
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL);
    CHECK(times_reported(document, "the worlds up to here have more than 4,000,000 components "
                                   "altogether") == 1);
    CHECK(tm_document_run_count(document) == 4);
}

TEST(parameters_and_lets_past_255_are_reported_once) {
    static const char *const messages[] = {"there are more than 255 parameters",
                                           "there are more than 255 'let's"};
    Text text = text_of(t, 40000);
    put(&text, "primitive p(");
    for (int i = 0; i < 1000; i++) {
        put(&text, "%sa%d = 1", i ? ", " : "", i);
    }
    put(&text, ") begin end\nfunction f(x) begin\n");
    for (int i = 0; i < 1000; i++) {
        put(&text, "let a%d = x;\n", i);
    }
    put(&text, "a999 end\nworld w begin components a: p(a999: f(1)); end\n");
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL);
    CHECK(times_reported(document, messages[0]) == 1 && times_reported(document, messages[1]) == 1);
}

TEST(hinge_is_limited_in_parameters_pairs_and_rows) {
    Text text = text_of(t, 8000);
    put(&text, "hinge g(a0");
    for (int i = 1; i < 33; i++) {
        put(&text, ", a%d", i);
    }
    put(&text, ") matching (a b) begin point a on plane b normal (0, 0, 1); end\n"
               "hinge h matching (a0 b0");
    for (int i = 1; i < 65; i++) {
        put(&text, ", a%d b%d", i, i);
    }
    put(&text, ") begin point a0 on plane b0 normal (0, 0, 1); end\n"
               "hinge k matching (a b) begin\n");
    for (int i = 0; i < 65; i++) {
        put(&text, "point a on plane b normal (0, 0, 1);\n");
    }
    put(&text, "end\n");
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL);
    CHECK(tm_diags_count(tm_document_diags(document)) == 3);
    CHECK(times_reported(document, "a hinge has at most 32 parameters") == 1);
    CHECK(times_reported(document, "a hinge matches at most 64 pairs") == 1);
    CHECK(times_reported(document, "a hinge has at most 64 rows") == 1);
}

TEST(after_a_thousand_errors_the_rest_is_not_read) {
    Text text = text_of(t, 200000);
    for (int i = 0; i < 40000; i++) {
        put(&text, "end ");
    }
    put(&text, "world w begin components a: nothing; end\n");
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL);
    CHECK(tm_diags_count(tm_document_diags(document)) == TM_DIAG_LIMIT);
    CHECK(times_reported(document, "there are more errors; fix these first") == 1);
    CHECK(tm_document_type_count(document) == 0);
}

TEST(begin_is_not_looked_for_in_all_of_a_long_line) {
    Text text = text_of(t, 2000000);
    for (int i = 0; i < 100000; i++) {
        put(&text, "primitive a ");
    }
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL);
    CHECK(tm_diags_count(tm_document_diags(document)) == TM_DIAG_LIMIT);
}

TEST(points_of_a_long_polygon_are_reported_where_they_stand) {
    Text text = text_of(t, 2000000);
    put(&text, "primitive p begin geometry: plate((");
    for (int i = 0; i < 100000; i++) {
        put(&text, "(%d, %d),\n", i % 100, i);
    }
    put(&text, "(1s, 0)), 1, 1); end\n");
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL && tm_diags_count(tm_document_diags(document)) == 1);
    const tmDiag *diag = tm_diags_at(tm_document_diags(document), 0);
    CHECK_TEXT(diag->message, "a time where a length belongs");
    CHECK(diag->line == 100001 && diag->column == 2);
}

TEST(worlds_that_nothing_runs_stand_behind_all_runs) {
    Text text = text_of(t, 4000000);
    tmRunInfo info;
    for (int i = 0; i < 30000; i++) {
        put(&text, "world w%d begin end\n", i);
    }
    put(&text, "simulate w7 begin time: (1ms, 1s); end simulate w3 begin time: (1ms, 1s); end\n");
    const tmDocument *document = document_of(t, &text);
    REQUIRE(document != NULL && tm_document_run_count(document) == 30000);
    static const char *const names[] = {"w7", "w3", "w0", "w1", "w2", "w4"};
    for (int32_t i = 0; i < 6; i++) {
        MUST(tm_document_run(document, i, &info));
        CHECK(info.world_length == 2 && memcmp(info.world, names[i], 2) == 0);
        CHECK((info.kind == TM_RUN_SIMULATE) == (i < 2));
    }
    CHECK_STATUS(tm_document_run(document, 30000, &info), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(list_that_holds_the_one_before_twice_is_not_copied_forty_times),
          CASE(list_is_not_copied_for_each_of_a_billion_variants),
          CASE(features_are_not_made_for_each_of_a_million_variants),
          CASE(worlds_have_four_million_parts_altogether),
          CASE(parameters_and_lets_past_255_are_reported_once),
          CASE(hinge_is_limited_in_parameters_pairs_and_rows),
          CASE(after_a_thousand_errors_the_rest_is_not_read),
          CASE(begin_is_not_looked_for_in_all_of_a_long_line),
          CASE(points_of_a_long_polygon_are_reported_where_they_stand),
          CASE(worlds_that_nothing_runs_stand_behind_all_runs))
