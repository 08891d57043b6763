/* test_plan_text.c: plans in words. The orders of the 6-bar's steps are those of [ME] 3.3.2 and
 * 4.2; the lengths are the mechanisms' own. */
#include "linkage_table.h"
#include "linkages.h"

#include <math.h>
#include <string.h>

/* Checks the plan's words. Without memory there are none. */
static void check_words(tmTest *t, const tmPlan *plan, const char *expected) {
    char text[2000];
    size_t need = tm_plan_text(plan, text, sizeof text);
    MUST(need ? TM_OK : TM_ERR_MEMORY);
    CHECK(need == strlen(expected));
    CHECK_TEXT(text, expected);
}

TEST(six_bar_driven_from_a_is_two_pairs_of_circles) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_six_bar_a(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    check_words(t, plan,
                "turn I about joint A by input 1\n"
                "circle E,3.5 meets circle C,3.0, left side: joint G\n"
                "circle F,3.0 meets circle B,2.6, left side: joint D\n"
                "left to iterate over: 0 unknowns, 0 equations\n");
}

TEST(six_bar_driven_from_b_is_torn_at_one_joint) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_six_bar_b(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    /* |FG| = hypot(3.28228 - 0.05636, 1.60735) = 3.604 */
    check_words(t, plan,
                "turn V about joint B by input 1\n"
                "guess the angle at joint D: IV\n"
                "circle F,3.604 meets circle C,2.315, left side: joint G\n"
                "close at joint A: 1 equation\n"
                "other guesses: A; C; E; G; F\n"
                "left to iterate over: 1 unknown, 1 equation\n");
}

TEST(slider_crank_is_a_circle_and_a_line) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_slider_crank(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    check_words(t, plan,
                "turn crank about joint A by input 1\n"
                "circle B,3.0 meets line of S, ahead: joint C\n"
                "left to iterate over: 0 unknowns, 0 equations\n");
}

TEST(slider_crank_driven_by_the_piston_is_a_pair_of_circles) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_slider_crank(t, l));
    MUST(linkage_table_plan(t, l, 3, &plan));
    check_words(t, plan,
                "slide piston along joint S by input 1\n"
                "circle A,1.0 meets circle C,3.0, left side: joint B\n"
                "left to iterate over: 0 unknowns, 0 equations\n");
}

/* Four rods of length 1 between the origin and (2, 0), the first one driven. */
static tmStatus build_chain(tmTest *t, Linkage *l) {
    const double up = acos(-1.0) / 3.0;
    const double s = sqrt(0.75);
    const LinkageBody bodies[] = {
        {"crank", 0.0, 0.0, up}, {"b", 0.5, s, -up}, {"c", 1.0, 0.0, up}, {"d", 1.5, s, -up}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 1, 0, 0}, {3, 0, 0, 0}, 0},
                                          {"D", TM_JOINT_REVOLUTE, {3, 1, 0, 0}, {4, 0, 0, 0}, 0},
                                          {"E", TM_JOINT_REVOLUTE, {4, 1, 0, 0}, {0, 2, 0, 0}, 0}};
    return linkage_table_build(t, l, bodies, 4, joints, 5);
}

TEST(chain_of_four_leaves_the_turns_of_its_rods) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(build_chain(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    /* [ME] figure 30 has 5 unknowns and 4 equations; a rod needs none but its two ends. */
    check_words(t, plan,
                "turn crank about joint A by input 1\n"
                "chain from joint B to joint E: rods b, c, d; 3 unknowns, 2 equations\n"
                "left to iterate over: 3 unknowns, 2 equations\n");
}

/* A crank on which a truss of three bars hangs at one corner: the truss is one rigid thing. */
TEST(truss_is_put_together_before_it_is_hung_up) {
    const double up = acos(-1.0) / 3.0;
    const LinkageBody bodies[] = {
        {"", 0, 0, 0}, {"x", 1, 0, 0}, {"y", 1, 0, up}, {"z", 2, 0, acos(-1.0) - up}};
    static const LinkageJoint joints[] = {{"", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"P", TM_JOINT_REVOLUTE, {2, 0, 0, 0}, {3, 0, 0, 0}, 0},
                                          {"Q", TM_JOINT_REVOLUTE, {2, 1, 0, 0}, {4, 0, 0, 0}, 0},
                                          {"R", TM_JOINT_REVOLUTE, {3, 1, 0, 0}, {4, 1, 0, 0}, 0},
                                          {"W", TM_JOINT_RIGID, {1, 1, 0, 0}, {2, 0, 0, 0}, 0}};
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_table_build(t, l, bodies, 4, joints, 5));
    MUST(linkage_table_plan(t, l, 0, &plan));
    check_words(t, plan,
                "turn body 1 about revolute 0 by input 1\n"
                "fix x at joint W\n"
                "circle P,1.0 meets circle Q,1.0, left side: joint R\n"
                "left to iterate over: 0 unknowns, 0 equations\n");
}

/* A plate on two strings: the strings are rods without bodies, and the plate can still swing. */
TEST(drag_of_a_plate_on_two_strings_names_the_strings) {
    static const LinkageBody bodies[] = {{"plate", 0, -1, 0}};
    static const LinkageJoint joints[] = {
        {"", TM_JOINT_DISTANCE, {0, 0, 0, 0}, {1, 0, 0, 0}, 1},
        {"right", TM_JOINT_DISTANCE, {0, 2, 0, 0}, {1, 2, 0, 0}, 1}};
    Linkage *l = test_memory(t, 1, sizeof *l);
    MUST(linkage_table_build(t, l, bodies, 1, joints, 2));
    const tmInput drag = {.kind = TM_INPUT_POSITION, .feature = l->b[1]};
    tmPlan *plan;
    MUST(linkage_plan(l->m, &drag, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    check_words(t, plan,
                "Newton: 5 unknowns, 6 equations: bodies distance 0, plate, joint right; "
                "drag right to inputs 1 and 2\n"
                "left to iterate over: 5 unknowns, 6 equations\n");
}

TEST(drag_of_an_arm_names_what_hangs_on_it) {
    static const LinkageBody bodies[] = {{"arm", 0, 0, 0}, {"tail", 1, 0, 0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0}};
    Linkage *l = test_memory(t, 1, sizeof *l);
    MUST(linkage_table_build(t, l, bodies, 2, joints, 2));
    const tmInput drag = {.kind = TM_INPUT_POSITION, .feature = l->b[1]}; /* the tail's pin */
    tmPlan *plan;
    MUST(linkage_plan(l->m, &drag, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    check_words(t, plan,
                "Newton: 1 unknown, 2 equations: bodies arm; drag B to inputs 1 and 2\n"
                "carried along: tail\n"
                "left to iterate over: 1 unknown, 2 equations\n");
}

TEST(words_fit_into_any_buffer_and_end_with_the_plan) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    tmPlan *plan;
    MUST(linkage_slider_crank(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    char text[8] = "1234567";
    size_t need = tm_plan_text(plan, text, 5);
    MUST(need ? TM_OK : TM_ERR_MEMORY);
    CHECK_TEXT(text, "turn");
    CHECK(text[5] == '6');
    size_t again = tm_plan_text(plan, NULL, 0);
    MUST(again ? TM_OK : TM_ERR_MEMORY);
    CHECK(again == need);
    CHECK(tm_plan_mechanism(plan) == l->m);
    MUST(tm_joint_remove(l->m, l->joints[3]));
    CHECK(tm_plan_text(plan, text, sizeof text) == 0);
    CHECK_TEXT(text, "");
    CHECK(tm_plan_text(NULL, text, sizeof text) == 0);
}

TEST_MAIN(CASE(six_bar_driven_from_a_is_two_pairs_of_circles),
          CASE(six_bar_driven_from_b_is_torn_at_one_joint),
          CASE(slider_crank_is_a_circle_and_a_line),
          CASE(slider_crank_driven_by_the_piston_is_a_pair_of_circles),
          CASE(chain_of_four_leaves_the_turns_of_its_rods),
          CASE(truss_is_put_together_before_it_is_hung_up),
          CASE(drag_of_a_plate_on_two_strings_names_the_strings),
          CASE(drag_of_an_arm_names_what_hangs_on_it),
          CASE(words_fit_into_any_buffer_and_end_with_the_plan))
