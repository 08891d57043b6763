/* test_show.c: models in words and as graphs; pictures of models. What is expected is written out
 * by hand from the texts. */
#include "models.h"

#include <stdio.h>
#include <string.h>

#define TEXT                                                                                       \
    "primitive bar begin properties: (density: 1000); geometry: cuboid(2m, 1m, 1m) where begin\n"  \
    "  a: (-1m, 0); b: (1m, 0) end; dynamics: ; end\n"                                             \
    "composite two begin components one, other: bar; structure begin\n"                            \
    "  join other to one with pin matching (a b) as knee; end end\n"                               \
    "world w begin components pair: two; structure begin\n"                                        \
    "  join pair.one to world with pin matching (a center); end\n"                                 \
    "  properties: (planar, gravity); end\n"

typedef struct Buffer {
    char text[200000];
    size_t used;
} Buffer;

static void take(void *user, const char *bytes, size_t count) {
    Buffer *b = user;
    if (b->used + count < sizeof b->text) {
        memcpy(b->text + b->used, bytes, count);
        b->used += count;
    }
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        count++;
    }
    return count;
}

TEST(model_in_words_has_parts_joints_and_freedoms) {
    const tmModel *model = fine_model_of(t, TEXT);
    Buffer *out = test_memory(t, 1, sizeof *out);
    tmAssembly *assembly;
    REQUIRE(model);
    MUST(tm_assemble(model, NULL, &assembly));
    DEFER(tm_assembly_destroy, assembly);
    MUST(tm_show_text(model, assembly, take, out));
    CHECK_TEXT(out->text,
               "world w: 2 bodies, 2 joints, planar, gravity (0, -9.81, 0) m/s^2, 4000 kg in all\n"
               "  pair: two\n"
               "    one: bar, cuboid, 2000 kg, centre of mass (0, 0, 0) m, inertia (333.333, "
               "833.333, 833.333) kg*m^2\n"
               "    other: bar, cuboid, 2000 kg, centre of mass (0, 0, 0) m, inertia (333.333, "
               "833.333, 833.333) kg*m^2\n"
               "joints\n"
               "  #1: pin, 2 equations, pair.one.a - world.center\n"
               "  pair.knee: pin, 2 equations, pair.other.a - pair.one.b\n"
               "freedoms: 2, by count 2 (4 equations, 0 of them redundant)\n");
}

TEST(graph_for_graphviz_has_bodies_and_joints) {
    const tmModel *model = fine_model_of(t, TEXT);
    Buffer *out = test_memory(t, 1, sizeof *out);
    REQUIRE(model);
    MUST(tm_show_dot(model, take, out));
    CHECK_TEXT(out->text, "graph \"w\" {\n"
                          "  node [shape=box, style=rounded];\n"
                          "  \"world\" [style=filled];\n"
                          "  \"pair.one\";\n"
                          "  \"pair.other\";\n"
                          "  \"pair.one\" -- \"world\" [label=\"pin\"];\n"
                          "  \"pair.other\" -- \"pair.one\" [label=\"pair.knee\"];\n"
                          "}\n");
    CHECK_STATUS(tm_show_dot(NULL, take, out), TM_ERR_ARGUMENT);
}

TEST(graph_as_a_picture_has_a_box_for_each_body_and_a_line_for_each_joint) {
    const tmModel *model = fine_model_of(t, TEXT);
    Buffer *out = test_memory(t, 1, sizeof *out);
    REQUIRE(model);
    MUST(tm_show_svg(&t->allocator, model, take, out));
    CHECK(count_of(out->text, "<rect x=") == 3 && count_of(out->text, "<path d=") == 2);
    CHECK(strstr(out->text, ">pair.other</text>") != NULL);
}

#define DRIVEN                                                                                     \
    TEXT "animate w begin drive: pair.one.angle = 0deg .. 90deg in 10 frames; trace: "             \
         "pair.other.b; end"

static tmAnimation *animation_of(tmTest *t, const char *text) {
    const tmModel *model = fine_model_of(t, text);
    tmAnimation *animation;
    if (!model || !CHECK_STATUS(tm_animation_create(&t->allocator, model, &animation), TM_OK)) {
        return NULL;
    }
    DEFER(tm_animation_destroy, animation);
    return animation;
}

TEST(picture_has_each_body_in_each_pose_and_each_trace) {
    tmAnimation *animation = animation_of(t, DRIVEN);
    Buffer *out = test_memory(t, 1, sizeof *out);
    tmSceneDef def = tm_scene_def_default();
    REQUIRE(animation);
    def.frames = 3;
    def.title = "a < b";
    MUST(tm_scene_draw(&t->allocator, animation, &def, take, out));
    CHECK(count_of(out->text, "<path id=") == 2 && count_of(out->text, "<use ") == 6);
    CHECK(count_of(out->text, "class=\"trace\"") == 3 && count_of(out->text, "class=\"pin\"") == 6);
    CHECK(strstr(out->text, ">a &lt; b</text>") != NULL);
    CHECK(strstr(out->text, ">0°</text>") != NULL);
    memset(out, 0, sizeof *out);
    def.loop = true;
    MUST(tm_scene_draw(&t->allocator, animation, &def, take, out));
    CHECK(count_of(out->text, "<animateTransform") == 4 + 2);
}

TEST(pictures_of_space_have_faces_and_do_not_loop) {
    tmAnimation *animation = animation_of(
        t,
        "primitive box begin geometry: cuboid(1, 1, 1) where begin hinge: axis((0, 1, 0)); end;\n"
        "  dynamics: ; end\n"
        "world w begin components b: box; structure begin\n"
        "  join b to world with pin matching (hinge y_axis) as pin; end end\n"
        "animate w begin drive: pin.angle = 0deg .. 90deg in 4 frames; end");
    Buffer *out = test_memory(t, 1, sizeof *out);
    tmSceneDef def = tm_scene_def_default();
    REQUIRE(animation);
    def.frames = 1;
    MUST(tm_scene_draw(&t->allocator, animation, &def, take, out));
    /* Of a cube three faces are seen, two triangles each. */
    CHECK(count_of(out->text, "class=\"facet\"") == 6);
    def.loop = true;
    CHECK_STATUS(tm_scene_draw(&t->allocator, animation, &def, take, out), TM_ERR_UNSUPPORTED);
}

#define HIDING                                                                                     \
    "primitive bar(gone = false) begin properties: (hidden: gone);\n"                              \
    "  geometry: cuboid(2m, 1m, 1m) where begin a: (-1m, 0); b: (1m, 0) end; end\n"                \
    "world w begin components one: bar; two, three: bar(true); structure begin\n"                  \
    "  join one to world with pin matching (a center); join two to one with pin matching (a b);\n" \
    "  join three to two with pin matching (a b); end properties: (planar); end\n"

TEST(hidden_bodies_and_the_pins_of_nothing_else_are_left_out) {
    const tmFrame frames[4] = {{{0}, {1}}, {{1}, {1}}, {{3}, {1}}, {{5}, {1}}};
    tmSceneDef def = tm_scene_def_default();
    Buffer *out = test_memory(t, 1, sizeof *out);
    const tmModel *model = fine_model_of(t, HIDING);
    REQUIRE(model);
    MUST(tm_scene_draw_pose(&t->allocator, model, frames, &def, take, out));
    CHECK(count_of(out->text, "<path id=\"b") == 1 && count_of(out->text, "<use ") == 1);
    CHECK(count_of(out->text, "class=\"pin\"") == 2);
}

TEST(picture_in_which_all_is_hidden_is_empty) {
    const tmFrame frames[2] = {{{0}, {1}}, {{1}, {1}}};
    tmSceneDef def = tm_scene_def_default();
    Buffer *out = test_memory(t, 1, sizeof *out);
    const tmModel *model =
        fine_model_of(t, "primitive p begin properties: (hidden); geometry: sphere(1); end\n"
                         "world w begin components p: p; end\n");
    REQUIRE(model);
    MUST(tm_scene_draw_pose(&t->allocator, model, frames, &def, take, out));
    CHECK(count_of(out->text, "class=\"facet\"") == 0 && count_of(out->text, "inf") == 0);
    CHECK(count_of(out->text, "nan") == 0 && count_of(out->text, "</svg>") == 1);
}

TEST(wrong_pictures_are_refused) {
    tmAnimation *animation = animation_of(t, DRIVEN);
    Buffer *out = test_memory(t, 1, sizeof *out);
    tmSceneDef def = tm_scene_def_default();
    REQUIRE(animation);
    def.frames = 0;
    CHECK_STATUS(tm_scene_draw(&t->allocator, animation, &def, take, out), TM_ERR_ARGUMENT);
    def.frames = 1;
    def.stamp = 0;
    CHECK_STATUS(tm_scene_draw(&t->allocator, animation, &def, take, out), TM_ERR_DEF);
    CHECK_STATUS(tm_scene_draw(&t->allocator, NULL, &def, take, out), TM_ERR_ARGUMENT);
    CHECK(out->used == 0);
}

TEST_MAIN(CASE(model_in_words_has_parts_joints_and_freedoms),
          CASE(graph_for_graphviz_has_bodies_and_joints),
          CASE(graph_as_a_picture_has_a_box_for_each_body_and_a_line_for_each_joint),
          CASE(picture_has_each_body_in_each_pose_and_each_trace),
          CASE(pictures_of_space_have_faces_and_do_not_loop),
          CASE(hidden_bodies_and_the_pins_of_nothing_else_are_left_out),
          CASE(picture_in_which_all_is_hidden_is_empty), CASE(wrong_pictures_are_refused))
