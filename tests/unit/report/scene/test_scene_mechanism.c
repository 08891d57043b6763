/* test_scene_mechanism.c: pictures are read back: what stands in them must be the mechanism, to a
 * scale. */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(pins_of_every_frame_are_the_links_lengths_apart) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(12);
    MUST(page_draw_turn(t, plan, &def, page));
    const char *at = page->text;
    int frames = 0;
    double p[4][2];
    while (page_pin(&at, &p[0][0], &p[0][1])) {
        for (int i = 1; i < 4; i++) {
            REQUIRE(page_pin(&at, &p[i][0], &p[i][1]));
        }
        double scale = page_span(p[0], p[3]) / 4.0; /* px a metre; coordinates have two decimals */
        CHECK_NEAR(page_span(p[0], p[1]), scale, 0.03);
        CHECK_NEAR(page_span(p[1], p[2]), 3.5 * scale, 0.03);
        CHECK_NEAR(page_span(p[2], p[3]), 3.0 * scale, 0.03);
        /* The crank turns counter-clockwise by 30 degrees a frame; y points down. */
        double angle = acos(-1.0) / 6.0 * frames;
        CHECK_NEAR(p[1][0] - p[0][0], scale * cos(angle), 0.03);
        CHECK_NEAR(p[1][1] - p[0][1], -scale * sin(angle), 0.03);
        frames++;
    }
    CHECK(frames == 12);
}

TEST(piston_is_where_the_closed_form_says) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(linkage_slider_crank(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(8);
    MUST(page_draw_turn(t, plan, &def, page));
    const char *at = page->text;
    for (int i = 0; i < 8; i++) {
        double a[2], b[2], c[2];
        REQUIRE(page_pin(&at, &a[0], &a[1]) && page_pin(&at, &b[0], &b[1]) &&
                page_pin(&at, &c[0], &c[1]));
        double angle = acos(0.0) + acos(-1.0) / 4.0 * i, scale = page_span(a, b);
        double x = cos(angle) + sqrt(9.0 - sin(angle) * sin(angle));
        CHECK_NEAR(c[0] - a[0], scale * x, 0.05);
        CHECK_NEAR(c[1], a[1], 0.02);
    }
    /* A block is four corners, once in the axes of its body, which every frame uses. */
    at = strstr(page->text, "id=\"b3\"");
    double x[4], y[4];
    REQUIRE(at && (at = strstr(at, "d=\"M")) != NULL);
    CHECK(sscanf(at, "d=\"M%lf,%lfL%lf,%lfL%lf,%lfL%lf,%lfZ\"", &x[0], &y[0], &x[1], &y[1], &x[2],
                 &y[2], &x[3], &y[3]) == 8);
    CHECK(page_count(page->text, "<use xlink:href=\"#b3\"") == 8);
}

TEST(traced_end_of_a_crank_is_a_circle) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(1);
    def.ghosts = true;
    def.traced = &l->a[1];
    def.traced_count = 1;
    def.traces = true;
    MUST(page_draw_turn(t, plan, &def, page));
    const char *circles = page->text;
    double a[2], b[2], p[2];
    REQUIRE(page_pin(&circles, &a[0], &a[1]) && page_pin(&circles, &b[0], &b[1]));
    char *at = strstr(page->text, "class=\"trace\"");
    REQUIRE(at && (at = strstr(at, "d=\"M")) != NULL);
    int points = 0;
    for (at += 4; points == 0 || at[-1] == 'L'; points++) {
        p[0] = strtod(at, &at);
        p[1] = strtod(at + 1, &at);
        CHECK_NEAR(page_span(a, p), page_span(a, b), 0.03);
        at++;
    }
    CHECK(points == 361);
}

/* Links 2, 2, 2 on a base of 3: the crank stops where coupler and rocker are in line, at
 * cos = (2^2 + 3^2 - 4^2) / (2 2 3). */
TEST(frames_beyond_the_mechanisms_end_are_left_out) {
    const double end = acos((4.0 + 9.0 - 16.0) / 12.0), start = 1.0;
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    const double bx = 2.0 * cos(start), by = 2.0 * sin(start);
    const double e = hypot(3.0 - bx, by), h = sqrt(4.0 - 0.25 * e * e);
    const double cx = 0.5 * (bx + 3.0) + h * by / e, cy = 0.5 * by + h * (3.0 - bx) / e;
    const LinkageBody bodies[] = {{"crank", 0, 0, start},
                                  {"coupler", bx, by, atan2(cy - by, cx - bx)},
                                  {"rocker", 3, 0, atan2(cy, cx - 3.0)}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 2, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 2, 0, 0}, {3, 2, 0, 0}, 0},
                                          {"D", TM_JOINT_REVOLUTE, {3, 0, 0, 0}, {0, 3, 0, 0}, 0}};
    tmPlan *plan;
    MUST(linkage_table_build(t, l, bodies, 3, joints, 4));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(11);
    int32_t failed;
    def.traces = true; /* of B and C, which run on circles: they break off at the end, too */
    MUST(page_draw(t, plan, &def, start, 2.5, 150, page, &failed));
    int reached = 0, frames = 0, next = 0;
    for (int i = 0; i <= 150; i++) {
        double angle = start + 0.01 * i;
        reached += angle <= end;
        frames += angle <= end && i == next * 151 / 11;
        next += i == next * 151 / 11;
    }
    CHECK(failed == 151 - reached && next == 11);
    CHECK(page_count(page->text, "class=\"pin\"") == 4 * frames);
    CHECK(page_count(page->text, "class=\"trace\"") == 2 * frames);
    const char *path = strstr(page->text, "class=\"trace\""), *behind = path;
    REQUIRE(path && (behind = strstr(path, "/>")) != NULL);
    int points = 0;
    for (; path < behind; path++) {
        points += *path == 'M' || *path == 'L';
    }
    CHECK(points == reached);
}

/* Looks where a use puts the points of what it refers to. Returns how many are in the picture,
 * which is 960 wide, or a large negative number when one is not. */
static int use_is_within(const char *use, const char *text, double height, double *max) {
    double m[6], x, y;
    int number = 0, count = 0;
    char id[24];
    if (sscanf(use, "<use xlink:href=\"#b%d\" transform=\"matrix(%lf %lf %lf %lf %lf %lf)", &number,
               &m[0], &m[1], &m[2], &m[3], &m[4], &m[5]) != 7) {
        return -1000000;
    }
    snprintf(id, sizeof id, "id=\"b%d\"", number);
    const char *at = strstr(text, id), *behind = at ? strstr(at, "</g>") : NULL;
    for (; at && at < behind; at++) {
        if ((*at == 'M' || *at == 'L') && sscanf(at + 1, "%lf,%lf", &x, &y) == 2) {
            double u = m[0] * x + m[2] * y + m[4], v = m[1] * x + m[3] * y + m[5];
            *max = u > *max ? u : *max;
            count += u > 0.0 && u < 960.0 && v > 0.0 && v < height ? 1 : -1000000;
        }
    }
    return count;
}

/* A crank of 1 whose rod runs through a block that is pinned 4 away: the rod reaches far beyond. */
TEST(everything_lies_within_the_picture) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    static const LinkageBody bodies[] = {{"crank", 0, 0, 0}, {"rod", 1, 0, 0}, {"block", 4, 0, 0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"S", TM_JOINT_PRISMATIC, {2, 0, 0, 0}, {3, 0, 0, 0}, 0},
                                          {"D", TM_JOINT_REVOLUTE, {0, 4, 0, 0}, {3, 0, 0, 0}, 0}};
    tmPlan *plan;
    MUST(linkage_table_build(t, l, bodies, 3, joints, 4));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(1);
    def.ghosts = true;
    MUST(page_draw_turn(t, plan, &def, page));
    double height = 0.0, max = 0.0;
    const char *at = strstr(page->text, "height=");
    REQUIRE(at && sscanf(at, "height=\"%lf\"", &height) == 1);
    int points = 0;
    while ((at = strstr(at, "<use xlink:href=\"#b")) != NULL) {
        points += use_is_within(at++, page->text, height, &max);
    }
    /* At angle 0 the block is 3 along the rod, which must reach 5 for the other end of the turn. */
    CHECK(points > 20 && max > 800.0);
}

TEST(same_poses_give_the_same_bytes) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *first = test_memory(t, 1, sizeof *first), *second = test_memory(t, 1, sizeof *second);
    tmPlan *plan;
    MUST(linkage_six_bar_b(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = tm_scene_def_default();
    MUST(page_draw_turn(t, plan, &def, first));
    MUST(page_draw_turn(t, plan, &def, second));
    CHECK(first->used > 1000 && strcmp(first->text, second->text) == 0);
}

TEST(names_become_text_that_xml_can_read) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    static const LinkageBody bodies[] = {{"a<b&c>\"\x01\xff\xc3", 0, 0, 0}};
    static const LinkageJoint joints[] = {
        {"Gr\xc3\xbc\xc3\x9f", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
        {"", TM_JOINT_DISTANCE, {0, 8, 0, 0}, {1, 4, 0, 0}, 4}};
    tmPlan *plan;
    MUST(linkage_table_build(t, l, bodies, 1, joints, 2));
    MUST(linkage_table_plan(t, l, -1, &plan));
    tmSceneDef def = page_scene(1);
    def.title = "<script>";
    MUST(tm_scene_draw_mechanism(&t->allocator, l->m, tm_plan_poses(plan), 1, &def, page_take,
                                 page));
    CHECK(strstr(page->text, ">a&lt;b&amp;c&gt;&quot;??\?</text>"));
    CHECK(strstr(page->text, ">Gr\xc3\xbc\xc3\x9f</text>"));
    CHECK(strstr(page->text, ">&lt;script&gt;</text>"));
    CHECK(page_count(page->text, "stroke-dasharray") == 1);
}

TEST(every_layout_shows_its_frames) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def = page_scene(5);
    def.ghosts = true;
    def.driver = l->joints[0];
    MUST(page_draw_turn(t, plan, &def, page));
    CHECK(page_count(page->text, "opacity=\".14\"") == 4);
    CHECK(page_count(page->text, "class=\"pin\"") == 4);
    CHECK(page_count(page->text, "<use xlink:href=\"#b3\"") == 5);
    CHECK(page_count(page->text, "<use xlink:href=\"#b4\"") == 1); /* the arrow, of the clear one */
    page->used = 0;
    def.ghosts = false;
    def.loop = true;
    def.seconds = 2.5;
    MUST(page_draw_turn(t, plan, &def, page));
    CHECK(page_count(page->text, "<animateTransform ") == 8); /* each body moves and turns */
    CHECK(page_count(page->text, "<animate ") == 8);          /* each pin along x and y */
    CHECK(page_count(page->text, "dur=\"2.5s\"") == 16);
    page->used = 0;
    def.loop = false;
    MUST(page_draw_turn(t, plan, &def, page));
    CHECK(page_count(page->text, ">72°</text>") == 1 &&
          page_count(page->text, ">288°</text>") == 1);
}

/* Both sides of the coupler, beside each other. */
TEST(poses_of_modes_are_drawn_as_they_are) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    tmModes *modes;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    MUST(tm_modes_create(plan, NULL, NULL, &modes));
    DEFER(tm_modes_destroy, modes);
    tmSceneDef def = page_scene(1);
    def.labels = false;
    def.columns = 2;
    def.frames = 2;
    MUST(tm_scene_draw_mechanism(&t->allocator, l->m, tm_modes_poses(modes, 0), 2, &def, page_take,
                                 page));
    CHECK(page_count(page->text, "class=\"pin\"") == 8);
    CHECK(strstr(page->text, ">1</text>") && strstr(page->text, ">2</text>"));
    const char *at = page->text;
    double p[2][4][2];
    for (int i = 0; i < 8; i++) {
        REQUIRE(page_pin(&at, &p[i / 4][i % 4][0], &p[i / 4][i % 4][1]));
    }
    double unit = page_span(p[0][0], p[0][1]); /* the crank */
    for (int frame = 0; frame < 2; frame++) {
        CHECK_NEAR(page_span(p[frame][1], p[frame][2]) / unit, 3.5, 0.001);
        CHECK_NEAR(page_span(p[frame][2], p[frame][3]) / unit, 3.0, 0.001);
    }
    /* The crank lies along the base: C is as far above it in one as below in the other. */
    CHECK_NEAR(p[0][2][1] - p[0][0][1], p[1][0][1] - p[1][2][1], 0.03);
    CHECK(fabs(p[0][2][1] - p[0][0][1]) > unit);
}

TEST(circle_that_a_point_runs_on_is_within_the_picture) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    static const LinkageBody bodies[] = {{"", 0, 0, 0}};
    static const LinkageJoint joints[] = {{"", TM_JOINT_ON_CIRCLE, {0, -3, 1, 0}, {1, 0, 1, 0}, 3},
                                          {"", TM_JOINT_REVOLUTE, {0, 1, 0, 0}, {1, 1, 0, 0}, 0}};
    tmPose poses[2] = {{0, 0, 1, 0}, {0, 0, 1, 0}};
    MUST(linkage_table_build(t, l, bodies, 1, joints, 2));
    tmSceneDef def = page_scene(1);
    def.ghosts = true;
    MUST(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page));
    double x, y, r, width, height;
    double left, top; /* where the ground's origin is */
    const char *circle = strstr(page->text, "stroke-dasharray"), *use = strstr(page->text, "<use");
    REQUIRE(circle && (circle = strstr(circle, "cx=")) != NULL);
    REQUIRE(sscanf(circle, "cx=\"%lf\" cy=\"%lf\" r=\"%lf\"", &x, &y, &r) == 3);
    REQUIRE(use && sscanf(use, "<use xlink:href=\"#b0\" transform=\"matrix(1 0 0 1 %lf %lf)", &left,
                          &top) == 2);
    x += left;
    y += top;
    REQUIRE(sscanf(strstr(page->text, "width="), "width=\"%lf\" height=\"%lf\"", &width, &height) ==
            2);
    CHECK(x - r > 0.0 && x + r < width && y - r > 0.0 && y + r < height);
    page->used = 0;
    poses[1].x = NAN;
    if (!t->fail_at) {
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page),
                     TM_ERR_NOT_CONVERGED);
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 0, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, l->m, NULL, 1, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, NULL, poses, 1, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, NULL, page),
                     TM_ERR_ARGUMENT);
        def = (tmSceneDef){0};
        CHECK_STATUS(tm_scene_draw_mechanism(&t->allocator, l->m, poses, 1, &def, page_take, page),
                     TM_ERR_DEF);
        CHECK(page->used == 0);
    }
}

/* Changes one field of a good def and expects this status and no bytes. */
#define REFUSED(change, status)                                                                    \
    do {                                                                                           \
        def = page_scene(2);                                                                       \
        change;                                                                                    \
        page->used = 0;                                                                            \
        tmStatus found = page_draw_turn(t, plan, &def, page);                                      \
        CHECK(page->used == 0);                                                                    \
        CHECK_STATUS(found, status);                                                               \
    } while (0)

TEST(bad_defs_are_refused_and_nothing_is_written) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef def;
    const tmFeatureId stale = {77};
    const char *const no_captions[] = {"", NULL};
    const tmSceneArc bad_arcs[] = {{{99}, 0, 1},
                                   {l->joints[0], 1, 1},
                                   {l->joints[0], 0, 6.3},
                                   {l->joints[0], NAN, 1},
                                   {l->joints[0], 0, INFINITY}};
    REFUSED(def = (tmSceneDef){.frames = 3}, TM_ERR_DEF);
    REFUSED(def.frames = 0, TM_ERR_ARGUMENT);
    REFUSED(def.frames = 362, TM_ERR_ARGUMENT); /* of 361 poses */
    REFUSED(def.columns = -1, TM_ERR_ARGUMENT);
    REFUSED(def.ghosts = def.loop = true, TM_ERR_ARGUMENT);
    REFUSED(def.width = NAN, TM_ERR_ARGUMENT);
    REFUSED(def.title = NULL, TM_ERR_ARGUMENT);
    REFUSED(def.seconds = 0.0, TM_ERR_ARGUMENT);
    REFUSED(def.traced_count = 2, TM_ERR_ARGUMENT);
    REFUSED((def.traces = true, def.traced = &stale, def.traced_count = 1), TM_ERR_ID);
    REFUSED(def.driver = (tmJointId){99}, TM_ERR_ID);
    REFUSED(def.words = no_captions, TM_ERR_ARGUMENT);
    REFUSED(def.arc_count = 1, TM_ERR_ARGUMENT);
    REFUSED(def.arc_count = -1, TM_ERR_ARGUMENT);
    for (int i = 0; i < 5; i++) {
        REFUSED((def.arcs = bad_arcs + i, def.arc_count = 1), i ? TM_ERR_ARGUMENT : TM_ERR_ID);
    }
}

/* Wheels of 20 and 40 teeth, 3 apart, are drawn with radii 1 and 2; a cam lies beside them. */
TEST(wheels_are_drawn_so_that_they_touch) {
    static const LinkageBody bodies[] = {{"one", 0, 0, 0}, {"two", 3, 0, 0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {0, 3, 0, 0}, {2, 0, 0, 0}, 0}};
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(linkage_table_build(t, l, bodies, 2, joints, 2));
    tmJointDef def = tm_joint_def_default(), pin;
    const double circle[3] = {0.5, 0.5, 0.5};
    tmJointId id;
    for (int i = 0; i < 2; i++) {
        MUST(tm_joint_get(l->m, l->joints[i], &pin));
        def.features[i] = pin.features[1];
    }
    def.kind = TM_JOINT_GEAR;
    def.radii[0] = 20.0;
    def.radii[1] = 40.0;
    MUST(tm_joint_add(l->m, &def, &id));
    def.kind = TM_JOINT_ROLLER_CAM;
    def.profile = circle;
    def.profile_count = 3;
    def.radii[1] = 2.5;
    MUST(tm_joint_add(l->m, &def, &id));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmSceneDef scene = page_scene(1);
    MUST(page_draw_turn(t, plan, &scene, page));
    double p[2][2], radius[2] = {0};
    const char *at = page->text, *wheel = page->text;
    for (int i = 0; i < 2; i++) {
        REQUIRE(page_pin(&at, &p[i][0], &p[i][1]));
        wheel = strstr(wheel, i ? "id=\"b2\"" : "id=\"b1\"");
        REQUIRE(wheel && (wheel = strstr(wheel, "<circle")) && (wheel = strstr(wheel, " r=\"")));
        REQUIRE(sscanf(wheel, " r=\"%lf\"", &radius[i]) == 1);
    }
    double scale = page_span(p[0], p[1]) / 3.0;
    CHECK_NEAR(radius[0], scale, 0.03);
    CHECK_NEAR(radius[1], 2.0 * scale, 0.03);
}

TEST_MAIN(CASE(wheels_are_drawn_so_that_they_touch),
          CASE(pins_of_every_frame_are_the_links_lengths_apart),
          CASE(piston_is_where_the_closed_form_says), CASE(traced_end_of_a_crank_is_a_circle),
          CASE(frames_beyond_the_mechanisms_end_are_left_out),
          CASE(everything_lies_within_the_picture), CASE(same_poses_give_the_same_bytes),
          CASE(names_become_text_that_xml_can_read), CASE(every_layout_shows_its_frames),
          CASE(poses_of_modes_are_drawn_as_they_are),
          CASE(circle_that_a_point_runs_on_is_within_the_picture),
          CASE(bad_defs_are_refused_and_nothing_is_written))
