/* test_shown.c: text that others wrote, as the command line and the reports show it. */
#include "base/base.h"
#include "test.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(what_steers_a_terminal_is_spelled_out_and_other_text_is_not) {
    static const char *const cases[][2] = {
        {"", ""},
        {"plain [m/s^2] \\ \"", "plain [m/s^2] \\ \""},
        {"Grübler αβγ 齿轮 🙂", "Grübler αβγ 齿轮 🙂"},
        {"\x1b[31m\x07\n\r\t\x7f", "\\x1b[31m\\x07\\x0a\\x0d\\x09\\x7f"},
        {"\xc2\x9b"
         "31m",
         "\\u009b31m"},
        {"a\xe2\x80\xae"
         "b\xe2\x81\xa6",
         "a\\u202eb\\u2066"},
        {"\x9b\xff\xc2", "\\x9b\\xff\\xc2"},
        /* Overlong /, a surrogate, past the last code: Unicode table 3-7 has none of them. */
        {"\xc0\xaf", "\\xc0\\xaf"},
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_TEXT(cli_shown(cases[i][0]), cases[i][1]);
    }
    CHECK_TEXT(cli_shown_part("\x1b\x1b", 1), "\\x1b");
}

TEST(several_names_can_stand_in_one_message) {
    const char *first = cli_shown("first");
    const char *second = cli_shown("second\x1b");
    CHECK_TEXT(first, "first");
    CHECK_TEXT(second, "second\\x1b");
}

/* The bytes of a code by the definition of UTF-8; their number. */
static size_t encode(uint32_t code, char *bytes) {
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; code >>= 6) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
    }
    bytes[0] = (char)(heads[size] | code);
    bytes[size] = '\0';
    return size;
}

TEST(every_character_is_read_and_reports_agree_with_messages) {
    for (uint32_t code = 1; code <= 0x10ffff; code++) {
        char bytes[5], spelled[CLI_SPELLED_MAX];
        int32_t found;
        bool is_surrogate = code >= 0xd800 && code < 0xe000;
        size_t size = encode(code, bytes);
        size_t read = cli_character(bytes, size, &found);
        cli_spell(bytes, size, spelled);
        bool is_itself = strcmp(spelled, bytes) == 0;
        bool xml_has_not = code == 0xfffe || code == 0xffff;
        REQUIRE(found == (is_surrogate ? -1 : (int32_t)code) && read == (is_surrogate ? 1 : size));
        REQUIRE(tmi_utf8_is_shown(bytes, tmi_utf8_length(bytes)) == (is_itself && !xml_has_not));
    }
}

TEST(carets_stand_below_what_they_meant) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = tmpfile();
    REQUIRE(to != NULL);
    cli_print_shown(to, " 5 | a\x1b\tb\n   | ~^\t~\nlast");
    length = (size_t)ftell(to);
    text = test_memory(t, length + 1, 1);
    rewind(to);
    CHECK(fread(text, 1, length, to) == length);
    fclose(to);
    CHECK_TEXT(text, " 5 | a\\x1b\tb\n   | ~^~~~\t~\nlast\n");
}

TEST_MAIN(CASE(what_steers_a_terminal_is_spelled_out_and_other_text_is_not),
          CASE(several_names_can_stand_in_one_message),
          CASE(every_character_is_read_and_reports_agree_with_messages),
          CASE(carets_stand_below_what_they_meant))
