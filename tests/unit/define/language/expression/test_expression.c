/* test_expression.c: trees of expressions. Expected trees follow from the grammar in
 * docs/language.md. */
#include "define/language/limits/limits.h"
#include "definition.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void check_tree(tmTest *t, const char *text, const char *expected) {
    Definition *d = definition_of_expression(t, text);
    if (d) {
        char whole[1000];
        snprintf(whole, sizeof whole, "(file result=%s)", expected);
        CHECK_TEXT(definition_messages(d), "");
        CHECK_TEXT(definition_tree(d), whole);
        const char *broken = definition_broken(d);
        CHECK_TEXT(broken ? broken : "", "");
    }
}

static void check_message(tmTest *t, const char *text, const char *expected) {
    Definition *d = definition_of_expression(t, text);
    if (d) {
        CHECK_TEXT(definition_messages(d), expected);
        const char *broken = definition_broken(d);
        CHECK_TEXT(broken ? broken : "", "");
    }
}

TEST(operators_bind_by_rank_and_from_the_left) {
    check_tree(t, "1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)");
    check_tree(t, "a / b / c * d", "(* (/ (/ a b) c) d)");
    check_tree(t, "a or b and not c < d + 1", "(| a (& b (! (< c (+ d 1)))))");
    check_tree(t, "not a and not not b", "(& (! a) (! (! b)))");
    check_tree(t, "a <= b and c != d or e == f", "(| (& (<= a b) (!= c d)) (== e f))");
}

TEST(powers_group_from_the_right_and_bind_before_signs) {
    check_tree(t, "-a^2", "(- (^ a 2))");
    check_tree(t, "a^-b^c", "(^ a (- (^ b c)))");
    check_tree(t, "2 - -+3", "(- 2 (- (+ 3)))");
    check_tree(t, "2*-x", "(* 2 (- x))");
}

TEST(paths_take_members_indices_and_reserved_words) {
    check_tree(t, "ball.and.socket", "(member (member ball and) socket)");
    check_tree(t, "link[i + 1].end[2]", "(index (member (index link (+ i 1)) end) 2)");
    check_tree(t, "world.origin + table.top", "(+ (member world origin) (member table top))");
    check_tree(t, "f(a).b[1]", "(index (member (call f a) b) 1)");
    check_tree(t, "(a - b).x * 2", "(* (member (list (- a b)) x) 2)");
}

/* Printed without the space, the point would belong to the number. */
TEST(numbers_have_no_members) {
    check_message(t, "1 .a",
                  "test.tml:1:3: error: expected an operator or the end, found '.'\n"
                  " 1 | 1 .a\n   |   ^\n");
}

TEST(calls_take_plain_and_named_arguments) {
    check_tree(t, "f()", "(call f)");
    check_tree(t, "a.b(1, x: 2, in: c)", "(call (member a b) 1 (argument x 2) (argument in c))");
    check_tree(t, "f(g(1), (2))", "(call f (call g 1) (list 2))");
}

TEST(lists_need_no_comma_between_things_side_by_side) {
    check_tree(t, "((3.14, 0, 0) (0, 0, 0))", "(list (list 3.14 0 0) (list 0 0 0))");
    check_tree(t, "(a b, c 1)", "(list a b c 1)");
    check_tree(t, "(density: 2.0, color: red)",
               "(list (argument density 2.0) (argument color red))");
    check_tree(t, "(gravity planar: 1)", "(list gravity (argument planar 1))");
    check_tree(t, "()", "(list)");
    check_tree(t, "(a -1)", "(list (- a 1))");
}

TEST(choices_nest_in_their_else) {
    check_tree(t, "if a < 1 then b else if c then d else e + 1", "(if (< a 1) b (if c d (+ e 1)))");
    check_tree(t, "2 * (if a then b else c)", "(* 2 (list (if a b c)))");
}

TEST(comments_stand_anywhere) {
    check_tree(t, "/* x */ a // y\n + /* z */ b // end", "(+ a b)");
}

TEST(missing_values_say_what_was_found) {
    check_message(t, "1 + ",
                  "test.tml:1:5: error: expected a value, found the end of the text\n"
                  " 1 | 1 + \n   |     ^\n");
    check_message(t, "1 * * 2",
                  "test.tml:1:5: error: expected a value, found '*'\n 1 | 1 * * 2\n"
                  "   |     ^\n");
    check_message(t, "a. + 1",
                  "test.tml:1:4: error: expected a name after '.', found '+'\n"
                  " 1 | a. + 1\n   |    ^\n");
    check_message(t, "a b",
                  "test.tml:1:3: error: expected an operator or the end, found 'b'\n"
                  " 1 | a b\n   |   ^\n");
}

TEST(open_bracket_is_shown) {
    check_message(t, "f(1, (2, 3)\n",
                  "test.tml:1:11: error: expected ')' after this\n"
                  " 1 | f(1, (2, 3)\n   |           ^\n"
                  "test.tml:1:2: note: the bracket opened here\n"
                  " 1 | f(1, (2, 3)\n   |  ^\n");
    check_message(t, "a[1",
                  "test.tml:1:4: error: expected ']', found the end of the text\n"
                  " 1 | a[1\n   |    ^\ntest.tml:1:2: note: the bracket opened here\n"
                  " 1 | a[1\n   |  ^\n");
}

TEST(every_mistake_in_a_list_is_reported) {
    check_message(t, "(1 +, 2, * 3, f(4 5), (6;)",
                  "test.tml:1:5: error: expected a value, found ','\n"
                  " 1 | (1 +, 2, * 3, f(4 5), (6;)\n   |     ^\n"
                  "test.tml:1:10: error: expected a value, found '*'\n"
                  " 1 | (1 +, 2, * 3, f(4 5), (6;)\n   |          ^\n"
                  "test.tml:1:19: error: expected ',' before the next argument, found '5'\n"
                  " 1 | (1 +, 2, * 3, f(4 5), (6;)\n   |                   ^\n"
                  "test.tml:1:25: error: expected ',' or ')', found ';'\n"
                  " 1 | (1 +, 2, * 3, f(4 5), (6;)\n   |                         ^\n"
                  "test.tml:1:23: note: the bracket opened here\n"
                  " 1 | (1 +, 2, * 3, f(4 5), (6;)\n   |                       ^\n");
}

TEST(habits_get_a_hint) {
    check_message(t, "(density = 2)",
                  "test.tml:1:10: error: expected ',' or ')', found '='\n"
                  " 1 | (density = 2)\n   |          ^\n"
                  "test.tml:1:1: note: the bracket opened here\n"
                  " 1 | (density = 2)\n   | ^\n"
                  "  hint: name an item by ':', compare by '=='\n");
    check_message(t, "a < b < c",
                  "test.tml:1:7: error: comparisons cannot be chained\n"
                  " 1 | a < b < c\n   |       ^\n"
                  "  hint: write 'a < b and b < c'\n");
    check_message(t, "(in, out)",
                  "test.tml:1:2: error: expected a value, but 'in' is a word of the "
                  "language\n 1 | (in, out)\n   |  ^~\n"
                  "  hint: choose another name, such as 'in_1'\n");
    check_message(t, "if a then b",
                  "test.tml:1:12: error: expected 'else', found the end of the "
                  "text\n 1 | if a then b\n   |            ^\n"
                  "  hint: every 'if' has an 'else'\n");
    check_message(t, "if a them b else c",
                  "test.tml:1:6: error: expected 'then', found 'them'\n"
                  " 1 | if a them b else c\n   |      ^~~~\n"
                  "  hint: did you mean 'then'?\n");
    check_message(t, "1 + if a then b else c",
                  "test.tml:1:5: error: expected a value, found 'if'\n 1 | 1 + if a then b else c\n"
                  "   |     ^~\n  hint: put 'if … then … else …' in brackets\n");
}

/* `text` repeated, with `middle` in the middle. */
static const char *nested(tmTest *t, const char *before, const char *middle, const char *behind,
                          int count) {
    size_t size = (strlen(before) + strlen(behind)) * (size_t)count + strlen(middle) + 1;
    char *text = test_memory(t, size, 1);
    for (int i = 0; i < 2 * count + 1; i++) {
        strcat(text, i < count ? before : i == count ? middle : behind);
    }
    return text;
}

TEST(depth_has_a_limit_with_one_message) {
    static const char *const shapes[][3] = {
        {"(", "1", ")"},  {"-", "1", ""},    {"f(", "1", ")"}, {"", "a", ".a"},
        {"a[", "1", "]"}, {"not ", "1", ""}, {"1^", "1", ""},  {"if 1 then 1 else ", "1", ""}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int pass = 0; pass < 3; pass++) {
            int count = pass == 0 ? TMI_DEPTH_MAX / 2 : pass == 1 ? TMI_DEPTH_MAX + 1 : 3000;
            Definition *d = definition_of_expression(
                t, nested(t, shapes[i][0], shapes[i][1], shapes[i][2], count));
            REQUIRE(d != NULL);
            CHECK(tm_diags_count(d->diags) == (pass > 0));
            const char *broken = definition_broken(d);
            CHECK_TEXT(broken ? broken : "", "");
            if (pass > 0) {
                CHECK_TEXT(tm_diags_at(d->diags, 0)->message,
                           "this is nested too deep: more than 200 blocks, brackets and operators");
            }
            test_run_defers(t, 0);
        }
    }
}

TEST(chains_of_operators_are_no_depth) {
    static const char *const chains[] = {"+1", " or 1", "*2-3/4", " and 1 or 1"};
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        Definition *d = definition_of_expression(t, nested(t, "", "1", chains[i], 10000));
        REQUIRE(d != NULL);
        CHECK(tm_diags_count(d->diags) == 0);
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(operators_bind_by_rank_and_from_the_left),
          CASE(powers_group_from_the_right_and_bind_before_signs),
          CASE(paths_take_members_indices_and_reserved_words), CASE(numbers_have_no_members),
          CASE(calls_take_plain_and_named_arguments),
          CASE(lists_need_no_comma_between_things_side_by_side), CASE(choices_nest_in_their_else),
          CASE(comments_stand_anywhere), CASE(missing_values_say_what_was_found),
          CASE(open_bracket_is_shown), CASE(every_mistake_in_a_list_is_reported),
          CASE(habits_get_a_hint), CASE(chains_of_operators_are_no_depth),
          CASE(depth_has_a_limit_with_one_message))
