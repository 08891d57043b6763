/* test_print.c: canonical text. What is printed is given by hand; that printing keeps all tokens
 * and comments, changes no tree, and has nothing to do the second time, holds for random texts. */
#include "definition.h"
#include "grammar.h"
#include "printing.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void check_printed(tmTest *t, const char *text, const char *expected) {
    const char *printed = printing_check(t, text);
    if (printed) {
        CHECK_TEXT(printed, expected);
    }
}

TEST(empty_texts_stay_empty) {
    check_printed(t, "", "");
    check_printed(t, "  \n\n", "");
    check_printed(t, "\n\n// a\n\n\n\n// b", "// a\n\n// b\n");
}

TEST(blocks_are_indented_by_two_spaces) {
    check_printed(t,
                  "primitive rod begin properties:(density:2.0,color:red);geometry:cuboid(1,3,1)\n"
                  "where begin\na:(0,-1.6,0);b:(0,1,0)end;dynamics:;end",
                  "primitive rod begin\n"
                  "  properties: (density: 2.0, color: red);\n"
                  "  geometry: cuboid(1, 3, 1) where begin\n"
                  "    a: (0, -1.6, 0);\n"
                  "    b: (0, 1, 0);\n"
                  "  end;\n"
                  "  dynamics: ;\n"
                  "end\n");
}

TEST(semicolons_close_what_has_no_end) {
    check_printed(
        t,
        "language 1 include \"a\"\nfunction f(x)=x function g()begin let a=1;a end;\n"
        "composite c begin components a:b;structure begin join a to b with pin matching(a "
        "b)place a by b at 1 join a to b with pin matching(a(0,1))for i in 1..2 begin end;end;end;",
        "language 1;\n"
        "include \"a\";\n"
        "function f(x) = x;\n"
        "function g() begin\n"
        "  let a = 1;\n"
        "  a;\n"
        "end\n"
        "composite c begin\n"
        "  components\n"
        "    a: b;\n"
        "  structure begin\n"
        "    join a to b with pin matching (a b);\n"
        "    place a by b at 1;\n"
        "    join a to b with pin matching (a (0, 1));\n"
        "    for i in 1 .. 2 begin\n"
        "    end\n"
        "  end\n"
        "end\n");
}

TEST(short_blocks_stay_in_one_line) {
    check_printed(
        t, "primitive p begin geometry:link(8mm,3mm) where begin a:(0,1) end end",
        "primitive p begin\n  geometry: link(8mm, 3mm) where begin a: (0, 1); end;\nend\n");
    check_printed(t, "primitive p begin geometry: bar(1) where begin a: (0,1) end; end",
                  "primitive p begin\n  geometry: bar(1) where begin a: (0, 1); end;\nend\n");
    check_printed(t,
                  "primitive p begin geometry: bar(1) where begin first_feature: (0, 1); "
                  "second_feature: (1, 2); third_feature: (2, 3) end; end",
                  "primitive p begin\n"
                  "  geometry: bar(1) where begin\n"
                  "    first_feature: (0, 1);\n"
                  "    second_feature: (1, 2);\n"
                  "    third_feature: (2, 3);\n"
                  "  end;\n"
                  "end\n");
}

TEST(operators_have_spaces_and_signs_have_none) {
    check_printed(t, "function f(a)=-a*2+(a-1)^2/-3--a;",
                  "function f(a) = -a * 2 + (a - 1)^2 / -3 - -a;\n");
    check_printed(t, "function f(a)=not(a<1)and a[1].b.end>=2 or a!=f( a );",
                  "function f(a) = not (a < 1) and a[1].b.end >= 2 or a != f(a);\n");
}

TEST(power_of_a_unit_is_not_a_unit_of_a_power) {
    check_printed(t, "function f() = 10mm ^ 2 + 10mm^2 + 2 ^ 3;",
                  "function f() = 10mm ^ 2 + 10mm^2 + 2^3;\n");
}

TEST(long_lists_wrap_at_commas_within_100_columns) {
    const char *printed = printing_check(
        t,
        "table t begin x: 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, "
        "1013, 1014, 1015, 1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024 end");
    REQUIRE(printed != NULL);
    CHECK_TEXT(printed,
               "table t begin\n"
               "  x: 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, "
               "1014, 1015, 1016,\n"
               "      1017, 1018, 1019, 1020, 1021, 1022, 1023, 1024;\n"
               "end\n");
}

TEST(items_are_not_torn_apart_where_they_fit_into_a_line) {
    check_printed(t,
                  "primitive mallet begin geometry: union(cuboid(60mm, 40mm, 40mm, density: 7850), "
                  "cylinder(10mm, 200mm, at: (0, -100mm), angle: 90deg)); end\n"
                  "world w begin structure join first_of_many to second_of_many with spring("
                  "stiffness: 200N/m, length: 80mm) matching (a b); end",
                  "primitive mallet begin\n"
                  "  geometry: union(cuboid(60mm, 40mm, 40mm, density: 7850),\n"
                  "      cylinder(10mm, 200mm, at: (0, -100mm), angle: 90deg));\n"
                  "end\n"
                  "world w begin\n"
                  "  structure\n"
                  "    join first_of_many to second_of_many with spring(stiffness: 200N/m, length: "
                  "80mm)\n"
                  "        matching (a b);\n"
                  "end\n");
}

TEST(comments_stay_at_their_token) {
    check_printed(
        t,
        "// head\n\nprimitive p begin // of p\n\n// about a\na: 1 /* one */; // end of a\n"
        "b: 1, // first\n2,\n// third\n3;\n\n// last words\n\nend // done\n// bye",
        "// head\n\n"
        "primitive p begin // of p\n\n"
        "  // about a\n"
        "  a: 1; /* one */ // end of a\n"
        "  b: 1, // first\n"
        "      2,\n"
        "      // third\n"
        "      3;\n\n"
        "  // last words\n"
        "end // done\n"
        "// bye\n");
}

TEST(random_texts_keep_tokens_and_tree_and_print_the_same_twice) {
    enum { TEXTS = 300, SIZE = 6000 };
    char *text = test_memory(t, SIZE, 1);
    for (uint64_t seed = 1; seed <= TEXTS; seed++) {
        grammar_text(seed, text, SIZE);
        if (!printing_check(t, text) || t->failed) {
            printf("seed %llu:\n%s\n", (unsigned long long)seed, text);
            return;
        }
        test_run_defers(t, 0);
        text = test_memory(t, SIZE, 1);
    }
}

TEST(examples_print_as_they_are_or_parse_the_same) {
    char *text = definition_file(t, EXAMPLES "/papers/linkage.tml");
    REQUIRE(text != NULL);
    CHECK(printing_check(t, text) != NULL);
}

TEST_MAIN(CASE(empty_texts_stay_empty), CASE(blocks_are_indented_by_two_spaces),
          CASE(semicolons_close_what_has_no_end), CASE(short_blocks_stay_in_one_line),
          CASE(operators_have_spaces_and_signs_have_none),
          CASE(power_of_a_unit_is_not_a_unit_of_a_power),
          CASE(long_lists_wrap_at_commas_within_100_columns),
          CASE(items_are_not_torn_apart_where_they_fit_into_a_line),
          CASE(comments_stay_at_their_token),
          CASE(random_texts_keep_tokens_and_tree_and_print_the_same_twice),
          CASE(examples_print_as_they_are_or_parse_the_same))
