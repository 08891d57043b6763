/* test_parse.c: trees of whole files. Expected trees follow from the grammar in docs/language.md;
 * the mistakes and their messages are in tests/language. */
#include "define/language/limits/limits.h"
#include "definition.h"
#include "grammar.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void check_tree(tmTest *t, const char *text, const char *expected) {
    Definition *d = definition_of(t, text);
    if (d) {
        char whole[3000];
        snprintf(whole, sizeof whole, "(file %s)", expected);
        CHECK_TEXT(definition_messages(d), "");
        CHECK_TEXT(definition_tree(d), whole);
        const char *broken = definition_broken(d);
        CHECK_TEXT(broken ? broken : "", "");
    }
}

TEST(empty_file_has_no_items) {
    Definition *d = definition_of(t, " // nothing\n");
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_tree(d), "(file)");
    CHECK_TEXT(definition_messages(d), "");
}

TEST(primitive_of_the_paper_has_its_tree) {
    check_tree(t,
               "primitive rod begin\n"
               "  properties: (density: 2.0, color: red);\n"
               "  geometry: cuboid(1, 3, 1)\n"
               "    where begin\n"
               "      top_hingepoint: (0, 1.6, 0);\n"
               "      bottom_hingepoint: (0, -1.6, 0)\n"
               "    end;\n"
               "  dynamics: ;\n"
               "end\n",
               "(type primitive rod (field properties (clause (list (argument density 2.0) "
               "(argument color red)))) (field geometry (clause (call cuboid 1 3 1)) (where (block "
               "(field top_hingepoint (clause (list 0 1.6 0))) (field bottom_hingepoint (clause "
               "(list 0 (- 1.6) 0)))))) (field dynamics))");
}

TEST(composite_of_the_paper_has_its_tree) {
    check_tree(t,
               "composite linkage begin components rod1: driver; rod2, rod3: rod; structure begin\n"
               "join rod2 to rod1 with ball.and.socket matching (top hingepoint)\n"
               "join rod3 to rod2 with pin(1) matching (a b, c d) as knee;\nend end",
               "(type composite linkage (components (component (declared rod1) driver) (component "
               "(declared rod2) (declared rod3) rod)) (structure (join rod2 rod1 (member (member "
               "ball and) socket) (pairs (pair top hingepoint))) (join rod3 rod2 (call pin 1) "
               "(pairs (pair a b) (pair c d)) knee)))");
}

TEST(world_of_the_paper_needs_no_semicolon_before_properties) {
    check_tree(t,
               "world example(x, y, z = 1) begin components links: linkage; structure\n"
               "place links by links.driver.center at (x, y, z)\n"
               "velocity = ((3.14, 0, 0) (0, 0, 0)) properties: (gravity); end",
               "(type world example (parameters (parameter x) (parameter y) (parameter z value=1)) "
               "(components (component (declared links) linkage)) (structure (place links (member "
               "(member links driver) center) (list x y z) (attribute velocity (list (list 3.14 0 "
               "0) (list 0 0 0))))) (field properties (clause (list gravity))))");
}

TEST(near_is_a_word_behind_the_feature_and_a_name_elsewhere) {
    check_tree(t,
               "world w begin structure begin place near by near near (1, 2) angle = 3;\n"
               "place a by b.near near near; place c by near at near; end end",
               "(type world w (structure (place near near near=(list 1 2) (attribute angle 3)) "
               "(place a (member b near) near=near) (place c near near)))");
}

TEST(runs_take_ranges_and_lists) {
    check_tree(
        t,
        "animate bench begin drive: m.input.angle = 0deg .. 360deg in 720 frames;\n"
        "monitor: a, force(a, b), speed of b\nreport: animation end",
        "(run animate bench (field drive (clause (member (member m input) angle) value=0deg "
        "last=360deg count=720 unit=frames)) (field monitor (clause a) (clause (call force a "
        "b)) (clause speed of=b)) (field report (clause animation)))");
}

TEST(rows_of_components_and_loops) {
    check_tree(
        t,
        "composite chain(n) begin components link[1..n], last: bar(1); structure begin\n"
        "for i in 2 .. n step 2 begin join link[i] to link[i - 1] with pin matching (a b) "
        "end;\nend; end;",
        "(type composite chain (parameters (parameter n)) (components (component (declared "
        "link first=1 last=n) (declared last) (call bar 1))) (structure (repeat i first=2 "
        "last=n step=2 (join (index link i) (index link (- i 1)) pin (pairs (pair a b))))))");
}

TEST(point_that_is_written_out_can_follow_a_feature) {
    check_tree(t,
               "world w begin structure begin join a to world with pin matching (top (0, 2), "
               "a.b[1] (1, 0)) join world to a with pin matching ((0, 2) top) end end",
               "(type world w (structure (join a world pin (pairs (pair top (list 0 2)) (pair "
               "(index (member a b) 1) (list 1 0)))) (join world a pin (pairs (pair (list 0 2) "
               "top)))))");
}

TEST(other_items_have_their_trees) {
    check_tree(
        t, "language 1; include \"a.tml\"; function f(x) = x^2;\n",
        "(language 1) (include \"a.tml\") (function f (parameters (parameter x)) result=(^ x "
        "2))");
    check_tree(t, "function g() begin let a = 1; let b = a; if a then b else 2; end",
               "(function g (parameters) (let a 1) (let b a) result=(if a b 2))");
    check_tree(t, "table lift begin x: 0, 1; y: 0, 2 end",
               "(table lift (field x (clause 0) (clause 1)) (field y (clause 0) (clause 2)))");
    check_tree(t,
               "hinge ball(r) matching (p q) begin point p on plane q normal (1, 0, 0);\n"
               "point p on plane q normal y end",
               "(hinge ball (parameters (parameter r)) (pairs (pair p q)) (row p q (list 1 0 0)) "
               "(row p q y))");
    check_tree(t,
               "material steel begin density: 7850kg/m^3; end contact steel with wood begin "
               "friction: 0.4 end",
               "(material steel (field density (clause 7850kg/m^3))) (contact steel wood (field "
               "friction (clause 0.4)))");
    check_tree(t, "study bench(1) begin vary: l = 1 .. 2 in 5; end",
               "(run study (call bench 1) (field vary (clause l value=1 last=2 count=5)))");
}

TEST(inputs_have_value_and_range) {
    check_tree(t, "world w begin input speed = 3m/s in 0 .. 5m/s; input brake = 0; end",
               "(type world w (input speed value=3m/s first=0 last=5m/s) (input brake value=0))");
}

TEST(words_that_are_not_reserved_are_names) {
    check_tree(t,
               "composite c begin components input: crank; table, world: plate; structure begin\n"
               "join input to table with pin matching (point plane) join world to step with hinge "
               "matching (on normal) end end",
               "(type composite c (components (component (declared input) crank) (component "
               "(declared table) (declared world) plate)) (structure (join input table pin (pairs "
               "(pair point plane))) (join world step hinge (pairs (pair on normal)))))");
}

TEST(controls_take_clauses_and_blocks) {
    check_tree(
        t,
        "primitive p begin control: begin acceleration = f; force at tip = (0, 5N); every: "
        "10ms end end",
        "(type primitive p (field control (block (clause acceleration value=f) (clause force "
        "at=tip value=(list 0 5N)) (field every (clause 10ms)))))");
}

TEST(section_names_end_the_components) {
    check_tree(t, "world w begin components a: b interference: none; dynamics: end",
               "(type world w (components (component (declared a) b)) (field interference (clause "
               "none)) (field dynamics))");
}

TEST(program_of_the_paper_parses_as_printed) {
    char *text = definition_file(t, EXAMPLES "/papers/linkage.tml");
    REQUIRE(text != NULL);
    Definition *d = definition_of(t, text);
    REQUIRE(d != NULL);
    CHECK_TEXT(definition_messages(d), "");
    CHECK(definition_broken(d) == NULL);
}

/* Messages about the text without token `left_out`. */
static int32_t messages_without(tmTest *t, const Definition *d, int32_t left_out) {
    const tmiToken *token = &d->tokens.items[left_out];
    char *text = test_memory(t, (size_t)d->tokens.length + 1, 1);
    memcpy(text, d->text, (size_t)token->start);
    strcat(text, d->text + token->start + token->length);
    Definition *changed = definition_of(t, text);
    if (!changed) {
        return 0;
    }
    const char *broken = definition_broken(changed);
    CHECK_TEXT(broken ? broken : "", "");
    return tm_diags_count(changed->diags);
}

TEST(one_token_left_out_makes_at_most_one_message) {
    char *text = definition_file(t, EXAMPLES "/papers/linkage.tml");
    REQUIRE(text != NULL);
    Definition *d = definition_of(t, text);
    REQUIRE(d != NULL);
    int kept = t->defer_count;
    for (int32_t i = 0; i + 1 < d->tokens.count; i++) {
        if (!CHECK(messages_without(t, d, i) <= 1)) {
            printf("  token %d at %d\n", (int)i, (int)d->tokens.items[i].start);
        }
        test_run_defers(t, kept);
    }
}

TEST(trees_of_spoiled_texts_keep_their_promises) {
    enum { TEXTS = 60, SIZE = 3000, CHANGES = 10 };
    static const char *const added[] = {"(",    ")", "end", "begin", ";",
                                        "join", ":", "=",   "where", "$"};
    char *text = test_memory(t, SIZE, 1), *changed = test_memory(t, SIZE + 20, 1);
    int kept = t->defer_count;
    for (uint64_t seed = 1; seed <= TEXTS; seed++) {
        uint64_t random = seed;
        size_t length = grammar_text(5000 + seed, text, SIZE);
        for (int i = 0; i < CHANGES; i++) {
            size_t at = (size_t)test_between(&random, 0, (int32_t)length - 1);
            snprintf(changed, SIZE + 20, "%.*s %s %s", (int)at, text, added[i], text + at);
            Definition *d = definition_of(t, changed);
            REQUIRE(d != NULL);
            const char *broken = definition_broken(d);
            REQUIRE(CHECK_TEXT(broken ? broken : "", ""));
            test_run_defers(t, kept);
        }
    }
}

TEST(nested_blocks_have_a_limit_with_one_message) {
    enum { COUNT = 400 };
    char *text = test_memory(t, COUNT * 40, 1);
    strcat(text, "composite c begin structure begin\n");
    for (int i = 0; i < COUNT; i++) {
        strcat(text, "for i in 1 .. 2 begin\n");
    }
    for (int i = 0; i < COUNT; i++) {
        strcat(text, "end ");
    }
    strcat(text, "end end");
    Definition *d = definition_of(t, text);
    REQUIRE(d != NULL);
    CHECK(tm_diags_count(d->diags) == 1);
    CHECK_TEXT(tm_diags_at(d->diags, 0)->message,
               "this is nested too deep: more than 200 blocks, brackets and operators");
    CHECK(definition_broken(d) == NULL);
}

TEST_MAIN(CASE(empty_file_has_no_items), CASE(primitive_of_the_paper_has_its_tree),
          CASE(composite_of_the_paper_has_its_tree),
          CASE(world_of_the_paper_needs_no_semicolon_before_properties),
          CASE(near_is_a_word_behind_the_feature_and_a_name_elsewhere),
          CASE(runs_take_ranges_and_lists), CASE(rows_of_components_and_loops),
          CASE(point_that_is_written_out_can_follow_a_feature), CASE(other_items_have_their_trees),
          CASE(inputs_have_value_and_range), CASE(words_that_are_not_reserved_are_names),
          CASE(controls_take_clauses_and_blocks), CASE(section_names_end_the_components),
          CASE(program_of_the_paper_parses_as_printed),
          CASE(one_token_left_out_makes_at_most_one_message),
          CASE(trees_of_spoiled_texts_keep_their_promises),
          CASE(nested_blocks_have_a_limit_with_one_message))
