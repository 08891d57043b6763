/* test_interference_rules.c: who may touch whom. What is expected is what docs/language.md says,
 * and for random worlds its definition, pair by pair and statement by statement. */
#include "models.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define BALL                                                                                       \
    "primitive ball begin geometry: sphere(1) where begin l: (-1, 0); r: (1, 0); end;\n"           \
    "  interference: ; dynamics: ; end\n"
#define GHOST                                                                                      \
    "primitive ghost begin geometry: sphere(1) where begin l: (-1, 0); r: (1, 0); end;\n"          \
    "  dynamics: ; end\n"
#define WALL                                                                                       \
    "primitive wall begin properties: (fixed); geometry: cuboid(9, 1, 9); interference: ; end\n"
#define SOUL "primitive soul begin interference: ; dynamics: (mass: 1, inertia: 1); end\n"

/* Whether two parts, each one body, may touch; both ways round must say the same. */
static bool touch(tmTest *t, const tmModel *model, const char *first, const char *second) {
    tmPartInfo a = {.body = -1}, b = {.body = -1};
    CHECK_STATUS(tm_model_part(model, tm_model_find_part(model, first), &a), TM_OK);
    CHECK_STATUS(tm_model_part(model, tm_model_find_part(model, second), &b), TM_OK);
    bool found = tm_model_may_touch(model, a.body, b.body);
    CHECK(found == tm_model_may_touch(model, b.body, a.body));
    return found;
}

TEST(bodies_touch_that_say_so_and_have_a_shape) {
    const tmModel *model = fine_model_of(t, BALL GHOST WALL SOUL
                                         "world w begin components a, b: ball; g: ghost; s: soul;\n"
                                         "  u, v: wall; end\n");
    int32_t count;
    REQUIRE(model);
    CHECK(touch(t, model, "a", "b") && touch(t, model, "a", "u") && touch(t, model, "b", "v"));
    CHECK(!touch(t, model, "a", "g") && !touch(t, model, "g", "u"));
    CHECK(!touch(t, model, "a", "s"));
    CHECK(!touch(t, model, "u", "v")); /* neither moves */
    CHECK(!tm_model_may_touch(model, 1, 1) && !tm_model_may_touch(model, 0, 1));
    CHECK(!tm_model_may_touch(model, 1, 7) && !tm_model_may_touch(model, -1, 1));
    CHECK(!tm_model_may_touch(NULL, 1, 2));
    const int32_t *bodies = tm_model_touching(model, &count);
    CHECK(count == 4 && bodies[0] == 1 && bodies[1] == 2 && bodies[2] == 5 && bodies[3] == 6);
}

TEST(what_a_hinge_joins_touches_only_when_asked_to) {
    const tmModel *model = fine_model_of(
        t, BALL "world w begin components p[1..4]: ball; q[1..2]: ball; structure begin\n"
                "  for i in 2 .. 4 begin\n"
                "    join p[i] to p[i - 1] with ball.and.socket matching (l r); end\n"
                "  join p[1] to world with ball.and.socket matching (l center);\n"
                "  join q[1] to world with ball.and.socket matching (l center);\n"
                "  join q[2] to q[1] with spring(100) matching (l r);\n"
                "end interference: begin on: p[3], p[4]; end end\n");
    REQUIRE(model);
    CHECK(!touch(t, model, "p[1]", "p[2]") && !touch(t, model, "p[2]", "p[3]"));
    CHECK(touch(t, model, "p[3]", "p[4]")); /* [HH] 4.3: two hinged rods collide */
    CHECK(touch(t, model, "p[1]", "p[3]") && touch(t, model, "p[1]", "p[4]"));
    /* Both are hinged to the world, not to each other; and a spring holds nothing. */
    CHECK(touch(t, model, "p[1]", "q[1]") && touch(t, model, "q[1]", "q[2]"));
}

TEST(a_rope_joins_what_its_pairs_match) {
    const tmModel *model =
        fine_model_of(t, BALL "composite loads begin components a, c: ball; end\n"
                              "world w begin components g: loads; b: ball; structure\n"
                              "  join g to b with tackle matching (a.r l, c.l r);\n"
                              "end\n");
    REQUIRE(model);
    CHECK(!touch(t, model, "g.a", "b") && !touch(t, model, "g.c", "b"));
    CHECK(touch(t, model, "g.a", "g.c")); /* the two loads on the rope */
}

#define FIGURE                                                                                     \
    BALL "composite leg begin components thigh, shin: ball;\n"                                     \
         "  structure join shin to thigh with ball.and.socket matching (l r); end\n"               \
         "composite figure begin components trunk: ball; left, right: leg; structure begin\n"      \
         "  join left.thigh to trunk with ball.and.socket matching (l l);\n"                       \
         "  join right.thigh to trunk with ball.and.socket matching (l r); end\n"

TEST(a_part_alone_is_about_what_is_within_it) {
    const tmModel *model =
        fine_model_of(t, FIGURE "end\n"
                                "world w begin components one, two: figure; seat: ball;\n"
                                "  interference: begin off: one; end end\n");
    REQUIRE(model);
    CHECK(!touch(t, model, "one.left.shin", "one.right.shin"));
    CHECK(!touch(t, model, "one.trunk", "one.right.shin"));
    CHECK(touch(t, model, "two.left.shin", "two.right.shin"));
    CHECK(touch(t, model, "one.left.shin", "two.left.shin"));
    CHECK(touch(t, model, "one.trunk", "seat"));
}

TEST(several_parts_are_about_bodies_of_different_ones) {
    const tmModel *model =
        fine_model_of(t, FIGURE "end\n"
                                "world w begin components one, two: figure; seat: ball;\n"
                                "  interference: begin off: one.left, one.right, two; end end\n");
    REQUIRE(model);
    CHECK(!touch(t, model, "one.left.shin", "one.right.shin"));
    CHECK(!touch(t, model, "one.left.shin", "two.trunk"));
    CHECK(touch(t, model, "two.left.shin", "two.right.shin"));
    CHECK(touch(t, model, "one.trunk", "one.left.shin"));
    CHECK(touch(t, model, "one.trunk", "two.trunk"));
}

TEST(a_part_and_what_it_is_in_can_be_named_together) {
    const tmModel *model =
        fine_model_of(t, FIGURE "end\n"
                                "world w begin components one: figure;\n"
                                "  interference: begin on: one, one.left.thigh; end end\n");
    REQUIRE(model);
    CHECK(touch(t, model, "one.left.thigh", "one.left.shin"));
    CHECK(touch(t, model, "one.left.thigh", "one.trunk"));
    CHECK(!touch(t, model, "one.right.thigh", "one.trunk")); /* hinged, and not spoken of */
}

TEST(later_statements_and_outer_ones_win) {
    const tmModel *model = fine_model_of(
        t, FIGURE "  interference: begin off: left, right; on: left.shin, right.shin; end end\n"
                  "composite crowd begin components x, y: figure;\n"
                  "  interference: begin off: x; end end\n"
                  "world w begin components c: crowd; z: figure;\n"
                  "  interference: begin off: z.left.shin, z.right.shin; on: c.x.left.thigh,\n"
                  "    c.x.right.thigh; end end\n");
    tmTouchInfo info;
    REQUIRE(model);
    CHECK(touch(t, model, "c.y.left.shin", "c.y.right.shin")); /* the later of the figure's own */
    CHECK(!touch(t, model, "c.y.left.thigh", "c.y.right.shin"));
    CHECK(!touch(t, model, "c.x.left.shin", "c.x.right.shin")); /* the crowd says off */
    CHECK(!touch(t, model, "c.x.trunk", "c.x.right.shin"));
    CHECK(touch(t, model, "c.x.left.thigh", "c.x.right.thigh")); /* the world says on again */
    CHECK(!touch(t, model, "z.left.shin", "z.right.shin"));
    CHECK(touch(t, model, "z.trunk", "c.x.trunk"));
    CHECK(tm_model_touch_count(model) == 9);
    MUST(tm_model_touch(model, 8, &info));
    CHECK(info.on && info.part_count == 2 &&
          info.parts[0] == tm_model_find_part(model, "c.x.left.thigh"));
    CHECK_STATUS(tm_model_touch(model, 9, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_touch(model, -1, &info), TM_ERR_ARGUMENT);
}

TEST(a_run_without_interference_has_none) {
    const tmModel *model = fine_model_of(
        t, BALL "world w begin components a, b: ball; interference: begin on: a, b; end end\n"
                "simulate w begin time: (1ms, 1s); without: interference; end\n");
    int32_t count;
    REQUIRE(model);
    CHECK(!touch(t, model, "a", "b"));
    tm_model_touching(model, &count);
    CHECK(count == 0 && !tm_model_pieces(model, 1) && !tm_model_cuboids(model, 1, &count));
    CHECK(count == 0);
}

TEST(statements_about_what_cannot_touch_are_reported) {
    const tmModel *model =
        model_of(t, BALL GHOST SOUL "world w begin components a: ball; g: ghost; s: soul;\n"
                                    "  interference: begin on: a, g;\n"
                                    "    on: a, s;\n"
                                    "    off: a, g;\n"
                                    "    on: a, world;\n"
                                    "  end end\n");
    REQUIRE(model);
    CHECK_TEXT(model_messages(t, model),
               "7:23 'g' touches nothing: it does not say 'interference', or has no shape [g]\n"
               "8:5 's' touches nothing: it does not say 'interference', or has no shape [s]\n"
               "10:5 the world itself has no shape, and touches nothing\n");
    CHECK(tm_diags_total(tm_model_diags(model), TM_ERROR) == 0);
    CHECK(!touch(t, model, "a", "g") && !touch(t, model, "a", "s"));
}

/* ---- Random worlds ------------------------------------------------------------------------- */

#define TYPES 4
#define PARTS 3

typedef struct script {
    uint64_t seed;
    int32_t types[TYPES + 1][PARTS]; /* of each composite: -1 a ball, else a composite */
    char text[12000];
    size_t used;
} script;

static void put(script *s, const char *format, ...) {
    va_list values;
    va_start(values, format);
    s->used += (size_t)vsnprintf(s->text + s->used, sizeof s->text - s->used, format, values);
    va_end(values);
}

/* A path into a composite; `whole` may end at a composite. */
static void make_path(script *s, int32_t type, bool whole, char path[64]) {
    size_t used = 0;
    for (bool ended = false; !ended;) {
        int32_t part = test_between(&s->seed, 0, PARTS - 1);
        type = s->types[type][part];
        ended = type < 0 || (whole && test_between(&s->seed, 0, 2) == 0);
        used += (size_t)snprintf(path + used, 64 - used, "%c%s", "abc"[part], ended ? "" : ".");
    }
}

static void put_statements(script *s, int32_t type) {
    char path[64];
    put(s, "  interference: begin\n");
    for (int32_t i = test_between(&s->seed, 1, 4); i > 0; i--) {
        put(s, "    %s: ", test_between(&s->seed, 0, 1) ? "on" : "off");
        for (int32_t k = test_between(&s->seed, 2, 4); k > 0; k--) {
            make_path(s, type, true, path);
            put(s, k > 1 ? "%s, " : "%s;\n", path);
        }
    }
    put(s, "  end\n");
}

static void put_composite(script *s, int32_t type) {
    put(s, type == TYPES ? "world w begin components" : "composite c%d begin components", type);
    for (int32_t i = 0; i < PARTS; i++) {
        int32_t within = type == 0 ? -1 : test_between(&s->seed, -1, type - 1);
        s->types[type][i] = within;
        put(s, within < 0 ? " %c: ball;" : " %c: c%d;", "abc"[i], within);
    }
    put(s, "\n  structure begin\n");
    for (int32_t i = 0; i < 3; i++) {
        char one[64], two[64];
        make_path(s, type, false, one);
        make_path(s, type, false, two);
        if (strcmp(one, two) != 0) {
            put(s, "    join %s to %s with ball.and.socket matching (l r);\n", one, two);
        }
    }
    put(s, "  end\n");
    put_statements(s, type);
    put(s, "end\n");
}

/* Whether a part is another one, or in it. */
static bool is_in(const tmModel *model, int32_t part, int32_t whole) {
    tmPartInfo info;
    while (part != whole && part >= 0) {
        part = tm_model_part(model, part, &info) == TM_OK ? info.parent : -1;
    }
    return part == whole;
}

static bool is_about(const tmModel *model, const tmTouchInfo *info, int32_t a, int32_t b) {
    for (int32_t i = 0; i < info->part_count; i++) {
        for (int32_t k = 0; k < info->part_count; k++) {
            if ((i != k || info->part_count == 1) && is_in(model, a, info->parts[i]) &&
                is_in(model, b, info->parts[k])) {
                return true;
            }
        }
    }
    return false;
}

/* The definition: the last statement about both, else hinges. */
static bool expected(tmTest *t, const tmModel *model, int32_t a, int32_t b) {
    bool on = true;
    tmBodyInfo body_a, body_b;
    for (int32_t i = 0; i < tm_model_joint_count(model); i++) {
        tmJointInfo joint;
        CHECK_STATUS(tm_model_joint(model, i, &joint), TM_OK);
        on = on && !((joint.bodies[0] == a && joint.bodies[1] == b) ||
                     (joint.bodies[0] == b && joint.bodies[1] == a));
    }
    CHECK_STATUS(tm_model_body(model, a, &body_a), TM_OK);
    CHECK_STATUS(tm_model_body(model, b, &body_b), TM_OK);
    for (int32_t i = 0; i < tm_model_touch_count(model); i++) {
        tmTouchInfo info;
        CHECK_STATUS(tm_model_touch(model, i, &info), TM_OK);
        on = is_about(model, &info, body_a.part, body_b.part) ? info.on : on;
    }
    return on;
}

TEST(random_worlds_follow_the_definition_for_every_pair) {
    script *s = test_memory(t, 1, sizeof *s);
    int32_t on = 0, off = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        int keep = t->defer_count;
        *s = (script){.seed = seed};
        put(s, "%s", BALL);
        for (int32_t type = 0; type <= TYPES; type++) {
            put_composite(s, type);
        }
        const tmModel *model = fine_model_of(t, s->text);
        REQUIRE(model);
        for (int32_t a = 1; a < tm_model_body_count(model); a++) {
            for (int32_t b = 1; b < a; b++) {
                bool found = tm_model_may_touch(model, a, b);
                REQUIRE(found == expected(t, model, a, b));
                REQUIRE(found == tm_model_may_touch(model, b, a));
                on += found;
                off += !found;
            }
        }
        test_run_defers(t, keep);
    }
    CHECK(on > 1000 && off > 1000);
}

TEST_MAIN(CASE(bodies_touch_that_say_so_and_have_a_shape),
          CASE(what_a_hinge_joins_touches_only_when_asked_to),
          CASE(a_rope_joins_what_its_pairs_match), CASE(a_part_alone_is_about_what_is_within_it),
          CASE(several_parts_are_about_bodies_of_different_ones),
          CASE(a_part_and_what_it_is_in_can_be_named_together),
          CASE(later_statements_and_outer_ones_win), CASE(a_run_without_interference_has_none),
          CASE(statements_about_what_cannot_touch_are_reported),
          CASE(random_worlds_follow_the_definition_for_every_pair))
