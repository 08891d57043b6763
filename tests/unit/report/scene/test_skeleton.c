/* test_skeleton.c: what pictures of mechanisms have beside links and pins: sectors, captions,
 * names. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Reads the next sector behind *at: its middle, both ends of its arc, radius and large-arc flag. */
static bool next_sector(const char **at, double p[3][2], double *radius, int *large) {
    const char *found = strstr(*at, "<path class=\"sector");
    double again;
    if (!found || !(found = strstr(found, " d=\"M")) ||
        sscanf(found, " d=\"M%lf,%lfL%lf,%lfA%lf,%lf 0 %d 0 %lf,%lfZ\"/>", &p[0][0], &p[0][1],
               &p[1][0], &p[1][1], radius, &again, large, &p[2][0], &p[2][1]) != 9) {
        return false;
    }
    *at = found;
    return again == *radius;
}

/* Sectors stand about A and D; the crank is 1 long, the rocker 3. D's angle runs from the rocker to
 * the ground: at a value v the rocker points to -v. */
TEST(arcs_are_sectors_that_the_links_would_sweep) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    const tmSceneArc arcs[2] = {{l->joints[0], 0.5, 4.5}, {l->joints[3], -0.2, 0.3}};
    const double radii[2] = {1.0, 3.0}, ends[2][2] = {{0.5, 4.5}, {-0.3, 0.2}};
    tmSceneDef def = page_scene(3);
    def.arcs = arcs;
    def.arc_count = 2;
    def.columns = 3;
    MUST(page_draw_turn(t, plan, &def, page));
    CHECK(page_count(page->text, "<path class=\"sector") == 2);
    CHECK(page_count(page->text, "<use xlink:href=\"#b0\"") == 3); /* once a pose */
    const char *at = page->text, *circles = page->text;
    double pins[4][2], p[3][2], radius, width, height;
    for (int i = 0; i < 4; i++) {
        REQUIRE(page_pin(&circles, &pins[i][0], &pins[i][1]));
    }
    REQUIRE(sscanf(strstr(page->text, "width="), "width=\"%lf\" height=\"%lf\"", &width, &height) ==
            2);
    double scale = page_span(pins[0], pins[3]) / 4.0;
    for (int i = 0; i < 2; i++) {
        int large = -1;
        REQUIRE(next_sector(&at, p, &radius, &large));
        CHECK_NEAR(p[0][0], 4.0 * i * scale, 0.03); /* in the axes of the ground */
        CHECK_NEAR(p[0][1], 0.0, 0.01);
        CHECK_NEAR(radius, radii[i] * scale, 0.03);
        CHECK(large == (i == 0));
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(p[1 + k][0] - p[0][0], radius * cos(ends[i][k]), 0.03);
            CHECK_NEAR(p[1 + k][1] - p[0][1], -radius * sin(ends[i][k]), 0.03);
        }
    }
    /* Without its sector the rocker's pivot is the rightmost point; a cell is a third as wide. */
    CHECK(pins[3][0] + 3.0 * scale < width / def.columns);
}

TEST(captions_stand_below_the_frames_of_a_strip) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    const char *const captions[] = {"a < b", "second"};
    tmSceneDef def = page_scene(2);
    def.words = captions;
    MUST(page_draw_turn(t, plan, &def, page));
    const char *first = strstr(page->text, ">a &lt; b</text>");
    CHECK(first && strstr(first, ">second</text>"));
    CHECK(!strstr(page->text, ">1</text>") && !strstr(page->text, ">2</text>"));
}

/* Reads where the name stands; its letters reach from about 0.8 above the line to 0.1 below. */
static bool find_name(const char *text, const char *name, double *x, double *y) {
    char words[64];
    snprintf(words, sizeof words, ">%s</text>", name);
    const char *found = strstr(text, words);
    while (found && found > text && strncmp(found, "<text", 5) != 0) {
        found--;
    }
    return found && sscanf(found, "<text x=\"%lf\" y=\"%lf\"", x, y) == 2;
}

/* A crank that stands upright with a coupler in line with it, then a rod across. Names of upright
 * bars stand a good part of their breadth away, that of the joint in line beside the line. */
TEST(names_stand_beside_what_they_name) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    const double up = acos(0.0);
    const LinkageBody bodies[] = {{"lower", 0, 0, up}, {"uppermost", 0, 2, up}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 2, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_DISTANCE, {0, 3, 4, 0}, {2, 2, 0, 0}, 3}};
    MUST(linkage_table_build(t, l, bodies, 2, joints, 3));
    const tmPose poses[3] = {{0, 0, 1, 0}, {0, 0, 0, 1}, {0, 2, 0, 1}};
    tmSceneDef def = page_scene(1);
    def.driver = l->joints[0];
    MUST(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page));
    double pins[2][2], x, y, font, bar;
    const char *at = page->text;
    REQUIRE(page_pin(&at, &pins[0][0], &pins[0][1]) && page_pin(&at, &pins[1][0], &pins[1][1]));
    const char *link = strstr(page->text, "id=\"b1\"");
    const char *labels = strstr(page->text, "class=\"labels\"");
    REQUIRE(labels && sscanf(labels, "class=\"labels\" font-size=\"%lf\"", &font) == 1);
    REQUIRE(link && (link = strstr(link, "stroke-width")) != NULL);
    REQUIRE(sscanf(link, "stroke-width=\"%lf\"", &bar) == 1);
    REQUIRE(find_name(page->text, "uppermost", &x, &y));
    CHECK(fabs(x - pins[1][0]) > 0.5 * bar + 9 * 0.25 * font); /* letters are some 0.5 broad */
    REQUIRE(find_name(page->text, "B", &x, &y));
    CHECK(fabs(x - pins[1][0]) > 0.5 * bar + 0.3 * font);
    CHECK(fabs(y - 0.35 * font - pins[1][1]) < 0.2 * font);
    /* The driver's arrow stands left of the upright link, and the stand below: its name is right.
     */
    REQUIRE(find_name(page->text, "A", &x, &y));
    CHECK(x > pins[0][0] + 0.5 * bar + 0.3 * font);
}

TEST(arc_of_a_joint_that_is_not_a_pin_is_refused) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    static const LinkageBody bodies[] = {{"", 0, 0, 0}};
    static const LinkageJoint joints[] = {{"", TM_JOINT_SLOT, {0, 0, 0, 0}, {1, 0, 0, 0}, 0}};
    const tmPose poses[2] = {{0, 0, 1, 0}, {0, 0, 1, 0}};
    MUST(linkage_table_build(t, l, bodies, 1, joints, 1));
    const tmSceneArc arc = {l->joints[0], 0.0, 1.0};
    tmSceneDef def = page_scene(1);
    MUST(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page));
    page->used = 0;
    def.arcs = &arc;
    def.arc_count = 1;
    tmStatus found = tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page);
    CHECK(page->used == 0);
    CHECK_STATUS(found, TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(arcs_are_sectors_that_the_links_would_sweep),
          CASE(captions_stand_below_the_frames_of_a_strip), CASE(names_stand_beside_what_they_name),
          CASE(arc_of_a_joint_that_is_not_a_pin_is_refused))
