/* test_film.c: pictures are read back: what stands in them must be the mechanism, to a scale. */
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
    tmFilmDef def = page_film(12);
    tmFilmInfo info;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, &info));
    CHECK(info.moves == 361 && info.failed == 0 && info.residual < 1e-12);
    const char *at = page->text;
    int frames = 0;
    double p[4][2];
    while (page_circle(&at, &p[0][0], &p[0][1])) {
        for (int i = 1; i < 4; i++) {
            REQUIRE(page_circle(&at, &p[i][0], &p[i][1]));
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
    tmFilmDef def = page_film(8);
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    const char *at = page->text;
    for (int i = 0; i < 8; i++) {
        double a[2], b[2], c[2];
        REQUIRE(page_circle(&at, &a[0], &a[1]) && page_circle(&at, &b[0], &b[1]) &&
                page_circle(&at, &c[0], &c[1]));
        double angle = acos(0.0) + acos(-1.0) / 4.0 * i, scale = page_span(a, b);
        double x = cos(angle) + sqrt(9.0 - sin(angle) * sin(angle));
        CHECK_NEAR(c[0] - a[0], scale * x, 0.05);
        CHECK_NEAR(c[1], a[1], 0.02);
    }
    /* A block is a rim and an inside: in every frame one path with four corners and a rim. */
    CHECK(page_count(page->text, "opacity=\"1\"") == 8);
}

TEST(traced_end_of_a_crank_is_a_circle) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmFilmDef def = page_film(1);
    def.layout = TM_FILM_GHOSTS;
    def.traced = &l->a[1];
    def.traced_count = 1;
    def.curve = "#123456";
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    const char *circles = page->text;
    double a[2], b[2], p[2];
    REQUIRE(page_circle(&circles, &a[0], &a[1]) && page_circle(&circles, &b[0], &b[1]));
    char *at = strstr(page->text, "stroke=\"#123456\"");
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
    tmFilmDef def = page_film(11);
    const double last = 2.5;
    def.first = &start;
    def.last = &last;
    def.steps = 150;
    tmFilmInfo info;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, &info));
    int reached = 0, frames = 0;
    for (int i = 0; i <= 150; i++) {
        double angle = start + 0.01 * i;
        reached += angle <= end;
        frames += angle <= end && i % 15 == 0;
    }
    CHECK(info.moves == 151);
    CHECK(info.failed == 151 - reached);
    CHECK(page_count(page->text, "<circle") == 4 * frames);
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
    tmFilmDef def = page_film(1);
    def.layout = TM_FILM_GHOSTS;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    double height = 0.0, x, y, max = 0.0;
    REQUIRE(sscanf(page->text,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"%lf\"",
                   &height) == 1);
    int points = 0;
    for (const char *at = page->text; *at; at++) {
        if ((*at == 'M' || *at == 'L') && sscanf(at + 1, "%lf,%lf", &x, &y) == 2) {
            CHECK(x > 0.0 && x < 960.0 && y > 0.0 && y < height);
            max = x > max ? x : max;
            points++;
        }
    }
    /* At angle 0 the block is 3 along the rod, which must reach 5 for the other end of the turn. */
    CHECK(points > 20 && max > 800.0);
}

TEST(plan_is_back_at_its_start_and_the_same_film_has_the_same_bytes) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *first = test_memory(t, 1, sizeof *first), *second = test_memory(t, 1, sizeof *second);
    tmPlan *plan;
    MUST(linkage_six_bar_b(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmFilmDef def = tm_film_def_default();
    double turned = 1.0, value;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, first, NULL));
    MUST(tm_plan_values(plan, &value));
    CHECK(value == 0.0);
    MUST(tm_plan_move(plan, &turned, NULL));
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, second, NULL));
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
    tmFilmDef def = page_film(1);
    const double none = 0.0;
    def.first = def.last = &none;
    def.title = "<script>";
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    CHECK(strstr(page->text, ">a&lt;b&amp;c&gt;&quot;??\?</text>"));
    CHECK(strstr(page->text, ">Gr\xc3\xbc\xc3\x9f</text>"));
    CHECK(strstr(page->text, "<title>&lt;script&gt;</title>"));
    CHECK(page_count(page->text, "stroke-dasharray") == 1);
}

TEST(every_layout_shows_its_frames) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmFilmDef def = page_film(5);
    def.layout = TM_FILM_GHOSTS;
    def.driver = l->joints[0];
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    CHECK(page_count(page->text, "opacity=\".14\"") == 4);
    CHECK(page_count(page->text, "<circle") == 4);
    page->used = 0;
    def.layout = TM_FILM_LOOP;
    def.seconds = 2.5;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
    CHECK(page_count(page->text, "<animate ") == 5);
    CHECK(page_count(page->text, "dur=\"2.5s\"") == 5);
    CHECK(page_count(page->text, "keyTimes=\"0;0.2;0.4\"") == 1);
    page->used = 0;
    def.layout = TM_FILM_STRIP;
    MUST(tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL));
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
    tmFilmDef def = tm_film_def_default();
    def.labels = false;
    def.columns = 2;
    MUST(tm_film_draw_poses(&t->allocator, l->m, tm_modes_poses(modes, 0), 2, &def, page_take,
                            page));
    CHECK(page_count(page->text, "<circle") == 8);
    CHECK(strstr(page->text, ">1</text>") && strstr(page->text, ">2</text>"));
    const char *at = page->text;
    double p[2][4][2];
    for (int i = 0; i < 8; i++) {
        REQUIRE(page_circle(&at, &p[i / 4][i % 4][0], &p[i / 4][i % 4][1]));
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
    tmFilmDef def = tm_film_def_default();
    def.background = "none";
    def.layout = TM_FILM_GHOSTS;
    MUST(tm_film_draw_poses(&t->allocator, l->m, poses, 1, &def, page_take, page));
    double x, y, r, width, height;
    const char *circle = strstr(page->text, "stroke-dasharray");
    REQUIRE(circle && (circle = strstr(circle, "<circle")) != NULL);
    REQUIRE(sscanf(circle, "<circle cx=\"%lf\" cy=\"%lf\" r=\"%lf\"", &x, &y, &r) == 3);
    REQUIRE(sscanf(strstr(page->text, "width="), "width=\"%lf\" height=\"%lf\"", &width, &height) ==
            2);
    CHECK(x - r > 0.0 && x + r < width && y - r > 0.0 && y + r < height);
    page->used = 0;
    poses[1].x = NAN;
    if (!t->fail_at) {
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, l->m, poses, 1, &def, page_take, page),
                     TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, l->m, poses, 0, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, l->m, NULL, 1, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, NULL, poses, 1, &def, page_take, page),
                     TM_ERR_ARGUMENT);
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, l->m, poses, 1, &def, NULL, page),
                     TM_ERR_ARGUMENT);
        def = (tmFilmDef){0};
        CHECK_STATUS(tm_film_draw_poses(&t->allocator, l->m, poses, 1, &def, page_take, page),
                     TM_ERR_DEF);
        CHECK(page->used == 0);
    }
}

/* Changes one field of a good def and expects this status and no bytes. */
#define REFUSED(change, status)                                                                    \
    do {                                                                                           \
        def = page_film(2);                                                                        \
        change;                                                                                    \
        page->used = 0;                                                                            \
        tmStatus found = tm_film_draw(&t->allocator, plan, &def, page_take, page, NULL);           \
        CHECK(page->used == 0);                                                                    \
        CHECK_STATUS(found, status);                                                               \
    } while (0)

TEST(bad_defs_are_refused_and_nothing_is_written) {
    Linkage *l = test_memory(t, 1, sizeof *l);
    Page *page = test_memory(t, 1, sizeof *page);
    tmPlan *plan;
    MUST(page_four_bar(t, l));
    MUST(linkage_table_plan(t, l, 0, &plan));
    tmFilmDef def;
    const double nan_value = NAN;
    const tmFeatureId stale = {77};
    const char *const no_captions[] = {"", NULL};
    const tmFilmArc bad_arcs[] = {{{99}, 0, 1},
                                  {l->joints[0], 1, 1},
                                  {l->joints[0], 0, 6.3},
                                  {l->joints[0], NAN, 1},
                                  {l->joints[0], 0, INFINITY}};
    REFUSED(def = (tmFilmDef){.frames = 3}, TM_ERR_DEF);
    REFUSED(def.frames = 0, TM_ERR_ARGUMENT);
    REFUSED(def.frames = TM_FILM_LIMIT + 1, TM_ERR_ARGUMENT);
    REFUSED(def.steps = 1, TM_ERR_ARGUMENT);
    REFUSED(def.width = NAN, TM_ERR_ARGUMENT);
    REFUSED(def.title = NULL, TM_ERR_ARGUMENT);
    REFUSED(def.seconds = 0.0, TM_ERR_ARGUMENT);
    REFUSED(def.colours = &def.ink, TM_ERR_ARGUMENT);
    REFUSED(def.traced_count = 2, TM_ERR_ARGUMENT);
    REFUSED((def.traced = &stale, def.traced_count = 1), TM_ERR_ID);
    REFUSED(def.driver = (tmJointId){99}, TM_ERR_ID);
    REFUSED(def.captions = no_captions, TM_ERR_ARGUMENT);
    REFUSED(def.arc_count = 1, TM_ERR_ARGUMENT);
    REFUSED(def.arc_count = -1, TM_ERR_ARGUMENT);
    for (int i = 0; i < 5; i++) {
        REFUSED((def.arcs = bad_arcs + i, def.arc_count = 1), i ? TM_ERR_ARGUMENT : TM_ERR_ID);
    }
    REFUSED(def.last = &nan_value, TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_film_draw(&t->allocator, NULL, &def, page_take, page, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_film_draw(&t->allocator, plan, &def, NULL, page, NULL), TM_ERR_ARGUMENT);
    MUST(tm_joint_remove(l->m, l->joints[2]));
    REFUSED(def.frames = 2, TM_ERR_STALE);
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
    tmFilmDef film = page_film(1);
    MUST(tm_film_draw(&t->allocator, plan, &film, page_take, page, NULL));
    double p[2][2], radius[2] = {0};
    const char *at = page->text, *arc = strstr(page->text, "A");
    for (int i = 0; i < 2; i++) {
        REQUIRE(page_circle(&at, &p[i][0], &p[i][1]));
    }
    for (int i = 0; i < 2; i++) {
        while (arc && sscanf(arc, "A%lf,", &radius[i]) != 1) {
            arc = strstr(arc + 1, "A");
        }
        REQUIRE(arc != NULL);
        arc = strstr(strstr(arc + 1, "A") + 1, "A"); /* the second half of the rim */
    }
    double scale = page_span(p[0], p[1]) / 3.0;
    CHECK_NEAR(radius[0], scale, 0.03);
    CHECK_NEAR(radius[1], 2.0 * scale, 0.03);
}

TEST_MAIN(CASE(wheels_are_drawn_so_that_they_touch),
          CASE(pins_of_every_frame_are_the_links_lengths_apart),
          CASE(piston_is_where_the_closed_form_says), CASE(traced_end_of_a_crank_is_a_circle),
          CASE(frames_beyond_the_mechanisms_end_are_left_out),
          CASE(everything_lies_within_the_picture),
          CASE(plan_is_back_at_its_start_and_the_same_film_has_the_same_bytes),
          CASE(names_become_text_that_xml_can_read), CASE(every_layout_shows_its_frames),
          CASE(poses_of_modes_are_drawn_as_they_are),
          CASE(circle_that_a_point_runs_on_is_within_the_picture),
          CASE(bad_defs_are_refused_and_nothing_is_written))
