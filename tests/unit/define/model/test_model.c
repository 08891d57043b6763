/* test_model.c: bodies, parts, joints and rough poses of texts. Expected numbers are those of the
 * texts, and masses by hand. */
#include "models.h"

#include <math.h>
#include <string.h>

#define ROD                                                                                        \
    "primitive rod(l = 2m) begin\n"                                                                \
    "  properties: (density: 500, color: teal);\n"                                                 \
    "  geometry: cuboid(l, 10cm, 20cm) where begin a: (-l / 2, 0); b: (l / 2, 0); end;\n"          \
    "  dynamics: ;\n"                                                                              \
    "end\n"                                                                                        \
    "primitive base begin geometry: none where begin o: (0, 0); p: (4m, 0) end; end\n"             \
    "composite pair(l) begin\n"                                                                    \
    "  components left: rod(l); right[1..2]: rod;\n"                                               \
    "  structure begin\n"                                                                          \
    "    join right[1] to left with pin matching (a b) as knee;\n"                                 \
    "    join right[2] to right[1] with pin matching (a b);\n"                                     \
    "  end\n"                                                                                      \
    "end\n"

#define WORLD                                                                                      \
    ROD "world w begin\n"                                                                          \
        "  components frame: base; one: pair(3m); two: pair(1m);\n"                                \
        "  structure begin\n"                                                                      \
        "    join one.left to frame with pin matching (a o);\n"                                    \
        "    join two to frame with pin matching (left.a p) as hip;\n"                             \
        "    place two by left.a at (4m, 0) angle = 90deg velocity = (1, 2);\n"                    \
        "    place frame by o at (0, 0);\n"                                                        \
        "  end\n"                                                                                  \
        "  properties: (gravity, planar);\n"                                                       \
        "end\n"

TEST(parts_bodies_and_their_names_follow_the_text) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmPartInfo part;
    tmBodyInfo body;
    REQUIRE(model);
    CHECK(tm_model_part_count(model) == 10 && tm_model_body_count(model) == 8);
    MUST(tm_model_part(model, tm_model_find_part(model, "two.right[2]"), &part));
    CHECK_TEXT(part.name, "two.right[2]");
    CHECK_TEXT(part.type, "rod");
    MUST(tm_model_body(model, part.body, &body));
    CHECK_TEXT(body.name, "two.right[2]");
    CHECK_TEXT(body.color, "teal");
    CHECK(part.body == 7 && !body.is_fixed && body.density == 500.0);
    MUST(tm_model_part(model, part.parent, &part));
    CHECK_TEXT(part.name, "two");
    CHECK(part.body == -1);
    /* The only component of a type is found by the type, too. */
    CHECK(tm_model_find_part(model, "base") == tm_model_find_part(model, "frame"));
    CHECK(tm_model_find_part(model, "") == 0 && tm_model_find_part(model, "one.right") == -1);
    CHECK(tm_model_find_part(model, "one.right[3]") == -1);
    CHECK(tm_model_find_part(model, "one..left") == -1);
    CHECK(tm_model_find_part(model, "three") == -1);
    MUST(tm_model_body(model, 0, &body));
    CHECK_TEXT(body.name, "world");
    CHECK(body.is_fixed);
}

TEST(masses_are_those_of_shape_and_density) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 2, &body));
    CHECK_TEXT(body.name, "one.left");
    double mass = 3.0 * 0.1 * 0.2 * 500.0;
    CHECK_NEAR(body.mass.mass, mass, 1e-12);
    CHECK_NEAR(body.mass.inertia[2][2], mass * (9.0 + 0.01) / 12.0, 1e-12);
    CHECK_NEAR(body.mass.inertia[0][0], mass * (0.04 + 0.01) / 12.0, 1e-12);
    MUST(tm_model_body(model, 1, &body));
    CHECK(body.mass.mass == 0.0 &&
          body.is_fixed); /* placed, without dynamics or control: it stands */
    tmWorldInfo world = tm_model_world(model);
    CHECK(world.planar && world.gravity[1] == -9.81 && world.gravity[0] == 0.0);
    CHECK_TEXT(world.name, "w");
    CHECK_NEAR(world.size, 8.0, 1e-15); /* the frame reaches 4 m from its origin */
}

TEST(given_mass_and_inertia_come_before_the_shape) {
    const tmModel *model =
        fine_model_of(t, "primitive p begin geometry: cuboid(1, 1, 1);\n"
                         "  dynamics: (mass: 6, inertia: (2.5, 0.5, 2.5)); end\n"
                         "primitive q begin geometry: cuboid(1, 1, 1); dynamics: (mass: 2); end\n"
                         "primitive r begin dynamics: (mass: 3, inertia: 4); end\n"
                         "world w begin components p: p; q: q; r: r; end\n");
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 1, &body));
    CHECK(body.mass.mass == 6.0 && body.mass.inertia[0][0] == 2.5 &&
          body.mass.inertia[1][1] == 0.5);
    MUST(tm_model_body(model, 2, &body));
    CHECK_NEAR(body.mass.inertia[2][2], 2.0 / 6.0, 1e-15);
    MUST(tm_model_body(model, 3, &body));
    CHECK(body.mass.mass == 3.0 && body.mass.inertia[0][0] == 4.0 &&
          body.mass.inertia[2][2] == 4.0);
}

TEST(densities_and_colors_come_from_materials_and_from_around) {
    const tmModel *model = fine_model_of(
        t,
        "material oak begin density: 700; color: peru; end\n"
        "primitive p begin geometry: cuboid(1, 1, 1); dynamics: ; end\n"
        "primitive q begin properties: (density: 5); geometry: cuboid(1, 1, 1); dynamics: ; end\n"
        "composite c begin components p: p; q: q; properties: (material: oak); end\n"
        "world w begin components c: c; p: p; end\n");
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 1, &body));
    CHECK_TEXT(body.color, "peru");
    CHECK_TEXT(body.material, "oak");
    CHECK_NEAR(body.mass.mass, 700.0, 1e-12);
    MUST(tm_model_body(model, 2, &body));
    CHECK_NEAR(body.mass.mass, 5.0, 1e-14);
    MUST(tm_model_body(model, 3, &body));
    CHECK_NEAR(body.mass.mass, 1000.0, 1e-12);
    CHECK_TEXT(body.color, "");
}

TEST(locks_and_hiding_hold_for_what_says_nothing_itself) {
    const tmModel *model =
        fine_model_of(t, "primitive p(shown = true) begin\n"
                         "  properties: (hidden: not shown, locked); geometry: sphere(1); end\n"
                         "primitive q begin geometry: sphere(1); end\n"
                         "primitive r begin properties: (hidden: false); geometry: sphere(1); end\n"
                         "composite c begin components q: q; r: r; properties: (hidden); end\n"
                         "world w begin components a: p; b: p(false); c: c; q: q; end\n");
    static const bool hidden[] = {false, false, true, true, false, false};
    static const bool locked[] = {false, true, true, false, false, false};
    REQUIRE(model);
    for (int32_t i = 0; i < 6; i++) {
        tmBodyInfo body;
        MUST(tm_model_body(model, i, &body));
        CHECK(body.is_hidden == hidden[i] && body.is_locked == locked[i] &&
              body.is_fixed == (i == 0));
    }
}

TEST(places_move_whole_parts_and_start_them) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmBodyInfo body;
    tmPlaceInfo place;
    REQUIRE(model);
    MUST(tm_model_body(model, 5, &body));
    CHECK_TEXT(body.name, "two.left");
    /* Its end a, half a metre to the left, is at (4, 0), and it is turned by a right angle. */
    CHECK_NEAR(body.frame.position[0], 4.0, 1e-15);
    CHECK_NEAR(body.frame.position[1], 0.5, 1e-15);
    CHECK_NEAR(body.frame.rotation[0], sqrt(0.5), 1e-15);
    CHECK_NEAR(body.frame.rotation[3], sqrt(0.5), 1e-15);
    CHECK(body.twist.linear[0] == 1.0 && body.twist.linear[1] == 2.0);
    MUST(tm_model_body(model, 2, &body));
    CHECK(body.frame.rotation[0] == 1.0 && body.twist.linear[0] == 0.0);
    CHECK(tm_model_place_count(model) == 2);
    MUST(tm_model_place(model, 0, &place));
    CHECK(place.by.body == 5 && place.is_turned && place.at[0] == 4.0);
}

TEST(parts_and_places_stand_where_the_text_states_them) {
    const tmModel *model =
        fine_model_of(t, "primitive p begin geometry: cuboid(1, 1, 1); dynamics: ; end\n"
                         "world w begin\n  components a: p;\n    b: p;\n"
                         "  structure begin place b by center at (2, 0); end end\n");
    const char *file = "";
    int32_t line = 0, column = 0;
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 2, &body));
    MUST(tm_model_part_place(model, body.part, &file, &line, &column));
    CHECK(line == 4 && column == 5);
    MUST(tm_model_place_place(model, 0, NULL, &line, &column));
    CHECK(line == 5 && column == 19);
    CHECK_STATUS(tm_model_place_place(model, 1, &file, &line, &column), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_part_place(model, -1, &file, &line, &column), TM_ERR_ARGUMENT);
    CHECK(line == 5 && column == 19);
    CHECK(tm_model_allocator(model).user == t->allocator.user);
}

TEST(an_outer_place_moves_what_inner_places_put) {
    const tmModel *model = fine_model_of(
        t, "primitive p begin geometry: cuboid(1, 1, 1); dynamics: ; end\n"
           "composite c begin components a, b: p;\n"
           "  structure begin place b by b.center at (2, 0); end end\n"
           "world w begin components c: c; structure begin\n"
           "  place c by c.a.center at (10, 0, 1) angle = 90deg angular_velocity = 3;\n"
           "end end\n");
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 2, &body));
    CHECK_NEAR(body.frame.position[0], 10.0, 1e-14);
    CHECK_NEAR(body.frame.position[1], 2.0, 1e-14);
    CHECK_NEAR(body.frame.position[2], 1.0, 1e-14);
    /* It goes round (10, 0, 1). */
    CHECK_NEAR(body.twist.linear[0], -6.0, 1e-14);
    CHECK(body.twist.angular[2] == 3.0);
    CHECK(tm_model_place_count(model) == 1); /* the inner one only says where to begin */
}

TEST(features_are_found_by_dotted_names) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmPointOn on;
    const char *name;
    REQUIRE(model);
    CHECK(tm_model_find_feature(model, "one.left.b", &on) && on.body == 2 && on.point[0] == 1.5);
    CHECK(tm_model_find_feature(model, "two.right[1].center", &on) && on.body == 6);
    CHECK(tm_model_find_feature(model, "two.y_axis", &on) && on.body == 5 &&
          on.direction[1] == 1.0);
    CHECK(!tm_model_find_feature(model, "one.left.c", &on));
    CHECK(!tm_model_find_feature(model, "", &on));
    CHECK(tm_model_feature_count(model, 2) == 6 && tm_model_feature_count(model, 0) == 4);
    MUST(tm_model_feature(model, 2, 1, &name, &on));
    CHECK_TEXT(name, "b");
    MUST(tm_model_feature(model, 2, 5, &name, &on));
    CHECK_TEXT(name, "z_axis");
    CHECK(on.is_axis && on.direction[2] == 1.0);
}

TEST(joints_are_edges_between_bodies) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmJointInfo joint;
    int32_t count, line;
    const int32_t *joints;
    REQUIRE(model);
    CHECK(tm_model_joint_count(model) == 6);
    int32_t knee = tm_model_find_joint(model, "two.knee");
    MUST(tm_model_joint(model, knee, &joint));
    CHECK_TEXT(joint.kind->name, "pin");
    CHECK(joint.body_count == 2 && joint.bodies[0] == 6 && joint.bodies[1] == 5);
    CHECK(joint.row_count == 2 && joint.coordinate_count == 1);
    CHECK(joint.use.pairs[0][0].point[0] == -1.0 && joint.use.pairs[0][1].point[0] == 0.5);
    MUST(tm_model_joint(model, tm_model_find_joint(model, "two#2"), &joint));
    CHECK(joint.bodies[0] == 7 && joint.bodies[1] == 6);
    joints = tm_model_joints_of(model, 6, &count);
    CHECK(count == 2 && joints[0] == knee && joints[1] == knee + 1);
    joints = tm_model_joints_of(model, 1, &count);
    CHECK(count == 2);
    MUST(tm_model_joint_place(model, tm_model_find_joint(model, "hip"), NULL, &line, NULL));
    CHECK(line == 18);
    CHECK_STATUS(tm_model_joint(model, 6, &joint), TM_ERR_ARGUMENT);
}

TEST(what_cannot_be_joined_is_reported_with_its_place) {
    const tmModel *model = model_of(
        t, "primitive p begin geometry: cuboid(1, 1, 1) where begin a: (1, 0); b: (1, 0) end;\n"
           "  dynamics: ; end\n"
           "world w begin components p, q: p; structure begin\n"
           "  join p to q with pin matching (a a, b b);\n"
           "end end\n");
    REQUIRE(model);
    CHECK_TEXT(model_messages(t, model), "4:3 'pin' cannot join these: two points of a "
                                         "part coincide, but an axis must pass through both\n");
}

TEST(a_place_that_turns_a_part_out_of_a_planar_world_is_reported) {
    const tmModel *model =
        model_of(t, "primitive p begin geometry: cuboid(1, 1, 1); dynamics: ; end\n"
                    "composite c begin components p: p; structure\n"
                    "  place p by center at (1, 0) angle = 30deg axis = (0, 1, 1); end\n"
                    "world w begin components a, b: p; c: c; structure begin\n"
                    "  place a by center at (0, 0) angle = 90deg axis = (1, 0, 0);\n"
                    "  place b by center at (0, 5) angle = 90deg axis = (0, 0, -2);\n"
                    "end properties: (planar); end\n");
    REQUIRE(model);
    CHECK_TEXT(model_messages(t, model),
               "5:3 in a planar world nothing is turned out of the plane [a]\n"
               "3:3 in a planar world nothing is turned out of the plane [c.p]\n");
}

TEST(shapes_that_are_none_are_reported_once_with_their_place) {
    const tmModel *model = model_of(
        t,
        "primitive p begin geometry: prism(((0, 0), (1, 1), (1, 0), (0, 1)), 1); dynamics: ; end\n"
        "world w begin components p, q: p; end\n");
    REQUIRE(model);
    CHECK(strstr(model_messages(t, model), "1:29 the outline from corner 1 to 2 "));
    CHECK(tm_diags_total(tm_model_diags(model), TM_ERROR) == 1);
}

TEST(cams_and_unions_are_read) {
    const tmModel *model =
        fine_model_of(t, "function bump(a) = 5mm * (1 - cos(a));\n"
                         "primitive c begin geometry: cam(20mm, bump, 10mm); dynamics: ; end\n"
                         "primitive u begin geometry: union(cuboid(1, 1, 1, density: 2000),\n"
                         "  cuboid(1, 1, 1, at: (2, 0), angle: 90deg)); dynamics: ; end\n"
                         "world w begin components c: c; u: u; end\n");
    const double pi = 3.14159265358979323846;
    tmBodyInfo body;
    REQUIRE(model);
    MUST(tm_model_body(model, 1, &body));
    /* Half the integral of (25 - 5 cos a)^2: pi (625 + 12.5) mm^2. */
    CHECK_NEAR(body.mass.volume, pi * 637.5e-6 * 0.01, 1e-16);
    MUST(tm_model_body(model, 2, &body));
    CHECK_NEAR(body.mass.mass, 3000.0, 1e-9);
    CHECK_NEAR(body.mass.centre.x, 2.0 / 3.0, 1e-15);
}

/* Each beside the shape that it is, where that is made otherwise; d by hand: a triangle of 3, 4 and
 * 5 m in discs of 2 m. */
TEST(links_go_around_the_points_of_their_body) {
    static const char text[] =
        "primitive arm(l) begin properties: (density: 2); geometry: link(20mm, 5mm) where begin\n"
        "    a: (-l / 2, 0); s: axis((0, 1), (7, 7)); b: (l / 2, 0); end; dynamics: ; end\n"
        "primitive bar(l) begin properties: (density: 2); geometry: bar(l, 20mm, 5mm); dynamics: ; "
        "end\n"
        "primitive knob begin properties: (density: 2); geometry: link(20mm, 5mm) where begin a: "
        "(0, 0) end; dynamics: ; "
        "end\n"
        "primitive disc begin properties: (density: 2); geometry: cylinder(10mm, 5mm); dynamics: ; "
        "end\n"
        "primitive coupler begin properties: (density: 2); geometry: link(2m, 1m) where begin\n"
        "    p: (4m, 0); q: (1m, 1m); a: (0, 0); b: (0, 3m); end; dynamics: ; end\n"
        "primitive both begin properties: (density: 2); geometry: union(link(20mm, 5mm), "
        "cylinder(10mm, 5mm, at: (1, 0, "
        "1)))\n"
        "    where begin a: (0, 0) end; dynamics: ; end\n"
        "world w begin components a: arm(2m); b: bar(2m); c: arm(3m); d: coupler; e: knob; f: "
        "disc;\n"
        "    g: both; end\n";
    const tmModel *model = fine_model_of(t, text);
    tmBodyInfo body[8];
    REQUIRE(model && tm_model_body_count(model) == 8);
    for (int32_t i = 1; i < 8; i++) {
        MUST(tm_model_body(model, i, &body[i]));
    }
    CHECK(tm_shape_kind(body[1].shape) == TM_SHAPE_LINK);
    CHECK_NEAR(body[1].mass.mass, body[2].mass.mass, 1e-18);
    CHECK_NEAR(body[1].mass.inertia[2][2], body[2].mass.inertia[2][2], 1e-17);
    CHECK_NEAR(body[3].mass.mass - body[1].mass.mass, 2 * 1.0 * 0.02 * 0.005, 1e-17);
    CHECK_NEAR(body[4].mass.mass, 2 * (6.0 + 12.0 + 3.1415926535897932), 1e-13);
    CHECK_NEAR(body[5].mass.mass, body[6].mass.mass, 1e-19);
    CHECK_NEAR(body[5].mass.inertia[0][0], body[6].mass.inertia[0][0], 1e-22);
    CHECK_NEAR(body[7].mass.mass, 2 * body[6].mass.mass, 1e-18);
}

TEST(wrong_calls_are_refused) {
    const tmModel *model = fine_model_of(t, WORLD);
    tmDocumentDef text = tm_document_def_default();
    tmModelDef def = tm_model_def_default();
    tmDocument *document;
    tmModel *none;
    tmBodyInfo body;
    REQUIRE(model);
    CHECK_STATUS(tm_model_body(model, 8, &body), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_model_body(NULL, 0, &body), TM_ERR_ARGUMENT);
    text.text = "world w begin components a: b; end";
    text.length = strlen(text.text);
    MUST(tm_document_create(&t->allocator, &text, &document));
    DEFER(tm_document_destroy, document);
    CHECK_STATUS(tm_model_create(&t->allocator, document, 0, &def, &none), TM_ERR_TEXT);
    CHECK(!none);
    CHECK_STATUS(tm_model_create(&t->allocator, NULL, 0, &def, &none), TM_ERR_ARGUMENT);
    def.stamp = 0;
    CHECK_STATUS(tm_model_create(&t->allocator, document, 0, &def, &none), TM_ERR_DEF);
    tm_model_destroy(NULL);
    CHECK(tm_model_body_count(NULL) == 0 && !tm_model_diags(NULL));
}

TEST_MAIN(CASE(parts_bodies_and_their_names_follow_the_text),
          CASE(parts_and_places_stand_where_the_text_states_them),
          CASE(masses_are_those_of_shape_and_density),
          CASE(given_mass_and_inertia_come_before_the_shape),
          CASE(densities_and_colors_come_from_materials_and_from_around),
          CASE(locks_and_hiding_hold_for_what_says_nothing_itself),
          CASE(places_move_whole_parts_and_start_them),
          CASE(an_outer_place_moves_what_inner_places_put),
          CASE(features_are_found_by_dotted_names), CASE(joints_are_edges_between_bodies),
          CASE(what_cannot_be_joined_is_reported_with_its_place),
          CASE(a_place_that_turns_a_part_out_of_a_planar_world_is_reported),
          CASE(shapes_that_are_none_are_reported_once_with_their_place),
          CASE(cams_and_unions_are_read), CASE(links_go_around_the_points_of_their_body),
          CASE(wrong_calls_are_refused))
