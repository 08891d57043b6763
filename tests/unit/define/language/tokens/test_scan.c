/* test_scan.c: tokens of a text. Expected tokens follow from docs/language.md. */
#include "define/language/tokens/tokens.h"

#include "define/language/limits/limits.h"
#include "define/language/units/units.h"
#include "define/language/vocabulary/vocabulary.h"
#include "definition.h"
#include "test.h"

#include <string.h>

/* Tokens as text: kind's letter and what it spells, such as `w:rod n:1 s:;`. */
static const char *spelled(tmTest *t, const Definition *d) {
    static const char kinds[] = "ewnsxcb";
    char *out = test_memory(t, 4 * (size_t)d->tokens.count + (size_t)d->tokens.length + 1, 1);
    size_t at = 0;
    for (int32_t i = 0; i + 1 < d->tokens.count; i++) {
        const tmiToken *token = &d->tokens.items[i];
        out[at++] = kinds[token->kind];
        out[at++] = ':';
        memcpy(out + at, d->text + token->start, (size_t)token->length);
        at += (size_t)token->length;
        out[at++] = ' ';
    }
    out[at > 0 ? at - 1 : 0] = '\0';
    return out;
}

static void check_tokens(tmTest *t, const char *text, const char *expected) {
    Definition *d = definition_of_expression(t, text);
    if (d) {
        CHECK_TEXT(spelled(t, d), expected);
    }
}

TEST(words_numbers_strings_and_signs_are_told_apart) {
    check_tokens(t, "a_1 \"b c\" 3 <= >= == != .. . < > = + - * / ^ ( ) [ ] , ; :",
                 "w:a_1 s:\"b c\" n:3 x:<= x:>= x:== x:!= x:.. x:. x:< x:> x:= x:+ x:- x:* x:/ x:^ "
                 "x:( x:) x:[ x:] x:, x:; x::");
}

TEST(numbers_take_their_unit) {
    check_tokens(t, "0.05s 30deg 9.81m/s^2 1.5e-3 1e3 2E+4mm 1.5N*m 3s^-1 2m^0.5",
                 "n:0.05s n:30deg n:9.81m/s^2 n:1.5e-3 n:1e3 n:2E+4mm n:1.5N*m n:3s^-1 n:2m^0.5");
    /* A space, a number or a name that is not a unit ends it; without a unit none begins. */
    check_tokens(t, "10mm/s 10mm / s 10mm/2 10mm*x 10mm^n 3/s 10mm/",
                 "n:10mm/s n:10mm x:/ w:s n:10mm x:/ n:2 n:10mm x:* w:x n:10mm x:^ w:n n:3 x:/ w:s "
                 "n:10mm x:/");
    /* What is not a unit belongs to the number all the same: a name cannot begin there. */
    check_tokens(t, "4bar_link 1e 2em", "n:4bar_link n:1e n:2em");
}

TEST(ranges_are_not_points) {
    check_tokens(t, "1..10 0.5..1.5 0deg .. 360deg",
                 "n:1 x:.. n:10 n:0.5 x:.. n:1.5 n:0deg x:.. "
                 "n:360deg");
}

TEST(comments_are_tokens_without_the_end_of_their_line) {
    check_tokens(t, "a // b c  \r\n d /* e\n f */ g//", "w:a c:// b c w:d c:/* e\n f */ w:g c://");
}

TEST(lines_and_gaps_are_known) {
    Definition *d = definition_of_expression(t, "\n\na b\nc\n\n\nd // x\n\n\n");
    REQUIRE(d != NULL);
    const tmiToken *a = d->tokens.items;
    CHECK(d->tokens.count == 6);
    CHECK(a[0].begins_line && !a[0].after_gap);
    CHECK(!a[1].begins_line && !a[1].after_gap);
    CHECK(a[2].begins_line && !a[2].after_gap);
    CHECK(a[3].begins_line && a[3].after_gap);
    CHECK(!a[4].begins_line && a[4].kind == TMI_TOKEN_COMMENT);
    CHECK(a[5].kind == TMI_TOKEN_END && a[5].length == 0);
    CHECK(d->tokens.line_count == 10 && tmi_tokens_line(&d->tokens, 0) == 0);
    CHECK(tmi_tokens_line(&d->tokens, a[2].start) == 3);
}

TEST(bad_bytes_make_one_message_for_a_run) {
    Definition *d = definition_of_expression(t, "a §§± \x01\x02 b");
    REQUIRE(d != NULL);
    CHECK_TEXT(spelled(t, d), "w:a b:§§± b:\x01\x02 w:b");
    const char *messages = definition_messages(d);
    CHECK(strstr(messages, "test.tml:1:3: error: '§§±' means nothing here\n") != NULL);
    CHECK(strstr(messages, "test.tml:1:7: error: a control character, which is not text\n") !=
          NULL);
    CHECK(tm_diags_count(d->diags) == 2);
}

TEST(habits_of_other_languages_get_a_hint) {
    static const char *const habits[][2] = {
        {"{", "a block goes between 'begin' and 'end'"},
        {"#", "a comment begins with '//'"},
        {"30°", "write 'deg'"},
        {"3 µ", "write 'u', as in 'um'"},
        {"1 − 2", "write '-'"},
        {"'a'", "text goes in double quotes: \"like this\""},
        {"'a", "text goes in double quotes: \""},
        {"“a”", "text goes in double quotes: \"like this\""},
        {"(* a *)", "a comment begins with '//'"},
        {"-- a", "a comment begins with '//'"},
        {"% a", "a comment begins with '//'"},
        {"#include \"a\"", "write 'include' without '#'"},
        {"a % 3", "the remainder of a division is mod(a, b)"},
        {"(#a0B1c2)", "a colour is a text: \"#rrggbb\""},
        {"a ? 1 : 2", "write 'if … then … else …'"},
        {"a && b", "write 'and'"},
        {"!a", "write 'not', or '!=' for unequal"},
    };
    for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++) {
        Definition *d = definition_of_expression(t, habits[i][0]);
        REQUIRE(d != NULL);
        CHECK_TEXT(tm_diags_at(d->diags, 0)->hint, habits[i][1]);
        test_run_defers(t, 0);
    }
}

TEST(numbers_without_digits_around_the_point_are_reported_once) {
    Definition *d = definition_of_expression(t, "2.*x");
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_messages(d), "test.tml:1:1: error: digits are missing after the point\n"
                                       " 1 | 2.*x\n   | ^~\n"
                                       "  hint: remove the point, or put a digit after it\n");
    d = definition_of_expression(t, "a + .5mm");
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_messages(d),
               "test.tml:1:5: error: a number begins with a digit, not with a point\n"
               " 1 | a + .5mm\n   |     ^~~~\n  hint: put a 0 before the point\n");
}

TEST(unclosed_comment_and_string_are_reported_where_they_open) {
    Definition *d = definition_of_expression(t, "(a, /* b\nc)\n");
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_messages(d),
               "test.tml:1:5: error: the comment is never closed\n 1 | (a, /* b\n   |     ^~\n"
               "  hint: close it by '*/'; all that follows counts as comment\n");
    d = definition_of_expression(t, "\"abc  \n");
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_messages(d),
               "test.tml:1:1: error: the text in quotes is not closed in its line\n 1 | \"abc  \n"
               "   | ^~~~\n  hint: close it by '\"'\n");
}

/* Behind valid letters a byte that is not valid; then as many again, which are not reported. */
TEST(text_that_is_not_utf8_is_reported_once) {
    static const char *const bad[][2] = {{"\xff", "ff"},         {"\xc0\x80", "c0"},
                                         {"\xed\xa0\x80", "ed"}, {"\xf4\x90\x80\x80", "f4"},
                                         {"\xe2\x82", "e2"},     {"\x80", "80"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64] = "1 // äöü € 😀 ", message[64] = "not a UTF-8 text: byte 0x";
        strcat(strcat(strcat(text, bad[i][0]), "\n// "), bad[i][0]);
        strcat(message, bad[i][1]);
        Definition *d = definition_of_expression(t, text);
        REQUIRE(d != NULL);
        CHECK(tm_diags_count(d->diags) == 1);
        CHECK_TEXT(tm_diags_at(d->diags, 0)->message, message);
        CHECK(tm_diags_at(d->diags, 0)->column == 14);
        test_run_defers(t, 0);
    }
}

TEST(zero_byte_ends_the_text_with_one_message) {
    static const struct {
        const char *text;
        size_t length;
    } cut[] = {{"\"a\0b\"", 5}, {"/* a\0*/", 7}, {"a\0\1\2\xff", 5}, {"a (\0", 4}};
    for (size_t i = 0; i < sizeof cut / sizeof cut[0]; i++) {
        Definition *d = definition_of_bytes(t, cut[i].text, cut[i].length, true);
        REQUIRE(d != NULL);
        CHECK(tm_diags_count(d->diags) >= 1);
        CHECK_TEXT(tm_diags_at(d->diags, 0)->message, "not a UTF-8 text: byte 0x00");
        const tmiToken *last = &d->tokens.items[d->tokens.count - 1];
        CHECK(last->kind == TMI_TOKEN_END && last->start == (int32_t)cut[i].length);
        test_run_defers(t, 0);
    }
}

TEST(letters_of_all_scripts_are_letters_of_names) {
    static const char *const names[] = {"träger", "плечо", "臂", "μ", "a\xcc\x81", "𝛼_1", "Ωmega"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        Definition *d = definition_of_expression(t, names[i]);
        REQUIRE(d != NULL);
        CHECK(d->tokens.count == 2 && d->tokens.items[0].kind == TMI_TOKEN_WORD);
        CHECK(d->tokens.items[0].length == (int32_t)strlen(names[i]));
        CHECK(tm_diags_count(d->diags) == 0);
        test_run_defers(t, 0);
    }
}

/* No-break space, zero-width space, override of direction, fraction, full stop of Chinese. */
TEST(what_cannot_be_seen_or_is_punctuation_is_no_letter) {
    static const char *const signs[] = {"\xc2\xa0", "\xe2\x80\x8b", "\xe2\x80\xae",
                                        "½",        "。",           "；"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        Definition *d = definition_of_expression(t, signs[i]);
        REQUIRE(d != NULL);
        CHECK(tm_diags_count(d->diags) >= 1);
        CHECK(d->tokens.items[0].kind == TMI_TOKEN_BAD);
        test_run_defers(t, 0);
    }
}

TEST(byte_order_mark_is_white_space) {
    Definition *d = definition_of_expression(t, "\xef\xbb\xbf 1");
    REQUIRE(d != NULL);
    CHECK(tm_diags_count(d->diags) == 0 && d->tokens.count == 2);
    CHECK(d->tokens.items[0].begins_line);
}

TEST(garbage_ends_with_a_word_about_more) {
    enum { COUNT = 3 * TM_DIAG_LIMIT };
    char *text = test_memory(t, 2 * COUNT + 1, 1);
    for (int i = 0; i < COUNT; i++) {
        memcpy(text + 2 * i, "$ ", 2);
    }
    Definition *d = definition_of_expression(t, text);
    REQUIRE(d != NULL);
    CHECK(tm_diags_count(d->diags) == TM_DIAG_LIMIT);
    CHECK_TEXT(tm_diags_at(d->diags, TM_DIAG_LIMIT - 1)->message,
               "there are more errors; fix these first");
}

TEST(every_word_and_unit_of_the_vocabulary_is_found) {
    for (int word = 1; word < TMI_WORD_COUNT; word++) {
        const char *name = tmi_word_row((tmiWord)word)->name;
        CHECK((int)tmi_word_find(name, (int32_t)strlen(name)) == word);
        CHECK(tmi_word_find(name, (int32_t)strlen(name) - 1) != (tmiWord)word);
    }
    CHECK(tmi_word_find("ends", 4) == TMI_WORD_NONE && tmi_word_find("", 0) == TMI_WORD_NONE);
    int32_t count;
    const tmiUnit *units = tmi_units(&count);
    for (int32_t i = 0; i < count; i++) {
        CHECK(tmi_unit_find(units[i].name, (int32_t)strlen(units[i].name)) == &units[i]);
        CHECK(i == 0 || strcmp(units[i - 1].name, units[i].name) < 0);
    }
    CHECK(tmi_unit_find("furlong", 7) == NULL && tmi_unit_find("", 0) == NULL);
}

TEST(text_past_the_limit_is_refused) {
    tmiReporter reporter = {0};
    tmiTokens tokens;
    CHECK_STATUS(tmi_scan(t->allocator, "", TMI_TEXT_MAX + 1, &reporter, &tokens), TM_ERR_LIMIT);
    CHECK(tokens.count == 0);
}

TEST(distance_of_words_counts_edits) {
    static const struct {
        const char *a, *b;
        int32_t halves;
    } cases[] = {{"end", "end", 0},        {"end", "emd", 2},      {"begin", "bgein", 2},
                 {"join", "jin", 2},       {"world", "worlds", 2}, {"Rod", "rod", 1},
                 {"kitten", "sitting", 6}, {"", "abc", 6},         {"ROD", "rod", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *a = cases[i].a, *b = cases[i].b;
        int32_t la = (int32_t)strlen(a), lb = (int32_t)strlen(b);
        CHECK(tmi_word_distance(a, la, b, lb, 99) == cases[i].halves);
        CHECK(tmi_word_distance(b, lb, a, la, 99) == cases[i].halves);
    }
    CHECK(tmi_word_distance("abc", 3, "xyz", 3, 2) == 3);
}

TEST_MAIN(CASE(words_numbers_strings_and_signs_are_told_apart), CASE(numbers_take_their_unit),
          CASE(ranges_are_not_points), CASE(comments_are_tokens_without_the_end_of_their_line),
          CASE(lines_and_gaps_are_known), CASE(bad_bytes_make_one_message_for_a_run),
          CASE(habits_of_other_languages_get_a_hint),
          CASE(numbers_without_digits_around_the_point_are_reported_once),
          CASE(unclosed_comment_and_string_are_reported_where_they_open),
          CASE(text_that_is_not_utf8_is_reported_once),
          CASE(zero_byte_ends_the_text_with_one_message),
          CASE(letters_of_all_scripts_are_letters_of_names),
          CASE(what_cannot_be_seen_or_is_punctuation_is_no_letter),
          CASE(byte_order_mark_is_white_space), CASE(garbage_ends_with_a_word_about_more),
          CASE(every_word_and_unit_of_the_vocabulary_is_found),
          CASE(text_past_the_limit_is_refused), CASE(distance_of_words_counts_edits))
