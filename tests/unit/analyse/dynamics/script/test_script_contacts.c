/* test_script_contacts.c: contact(a, b), force(a, b) and torque(a, b) read from views with
 * contacts made up by hand; sums and moments by hand, too. */
#include "scripts.h"

#include <math.h>

#define BOX(name, domains)                                                                         \
    "primitive " name " begin geometry: cuboid(1m, 1m, 1m) where begin tip: (0.5m, 0.5m); end;\n"  \
    "  " domains " end\n"

/* floor 1; pair.one 2, pair.two 3; ghost 4; arm 5. */
#define WORLD(properties, monitors)                                                                \
    BOX("slab", "properties: (fixed); interference: ;")                                            \
    BOX("crate", "interference: ; dynamics: ;")                                                    \
    BOX("shade", "dynamics: ;")                                                                    \
    "composite crates begin components one, two: crate; end\n"                                     \
    "world w begin components floor: slab; pair: crates; ghost: shade; arm: shade;\n"              \
    "  structure begin\n"                                                                          \
    "    place floor by center at (0, 0); place ghost by center at (0, 20m);\n"                    \
    "    place pair by one.center at (0, 1m); place pair.two by center at (3m, 1m);\n"             \
    "    place arm by center at (0, 30m);\n"                                                       \
    "    join arm to pair.one with spring(1N/m, 1m) matching (tip tip) as coil;\n"                 \
    "  end\n"                                                                                      \
    "  properties: (" properties "); end\n"                                                        \
    "simulate w begin time: (1ms, 1s); monitor: " monitors "; end\n"
#define PLANE(monitors) WORLD("planar, gravity", monitors)

enum { FLOOR = 1, ONE, TWO, GHOST, ARM };

/* The floor presses one up with 5, and drags it back with 2 along x; two presses the floor down
 * with 3 and along x with 1; one presses two along x with 7. */
static const tmContact presses[] = {
    {.bodies = {FLOOR, ONE},
     .point = {0.5, 0.5, 9.0},
     .normal = {0.0, 1.0, 0.0},
     .force = 5.0,
     .friction = {-2.0, 0.0, 0.0}},
    {.bodies = {TWO, FLOOR},
     .point = {2.5, 0.5, 0.0},
     .normal = {0.0, -1.0, 0.0},
     .force = 3.0,
     .friction = {1.0, 0.0, 0.0}},
    {.bodies = {ONE, TWO}, .point = {0.5, 1.0, 0.0}, .normal = {1.0, 0.0, 0.0}, .force = 7.0},
};

static void look_at(stage *s, const tmContact *contacts, int32_t count) {
    s->view.contacts = contacts;
    s->view.contact_count = count;
}

TEST(forces_of_contacts_are_those_of_the_second_part_on_the_first) {
    stage s;
    double v[40];
    REQUIRE(make_stage_of(t,
                          PLANE("force(pair.one, floor), force(floor, pair.one),"
                                "force(pair, floor), force(floor, pair),"
                                "force(pair.one, pair.two), force(ghost, floor),"
                                "force(pair, pair), force(pair.one, pair), force(pair, pair.one)"),
                          &s));
    look_at(&s, presses, 3);
    tmi_script_monitor(s.script, &s.view, v);
    check_vector(t, v, -2.0, 5.0, 0.0, 0.0, "force(pair.one, floor)");
    check_vector(t, v + 3, 2.0, -5.0, 0.0, 0.0, "force(floor, pair.one)");
    check_vector(t, v + 6, -3.0, 8.0, 0.0, 0.0, "force(pair, floor)");
    check_vector(t, v + 9, 3.0, -8.0, 0.0, 0.0, "force(floor, pair)");
    check_vector(t, v + 12, -7.0, 0.0, 0.0, 0.0, "force(pair.one, pair.two)");
    check_vector(t, v + 15, 0.0, 0.0, 0.0, 0.0, "force(ghost, floor)");
    /* What is within both parts is not a force between them. */
    check_vector(t, v + 18, 0.0, 0.0, 0.0, 0.0, "force(pair, pair)");
    check_vector(t, v + 21, -7.0, 0.0, 0.0, 0.0, "force(pair.one, pair)");
    check_vector(t, v + 24, 7.0, 0.0, 0.0, 0.0, "force(pair, pair.one)");
}

TEST(torques_of_contacts_are_about_the_centre_of_the_first_part) {
    stage s;
    double v[12];
    REQUIRE(make_stage_of(
        t, PLANE("torque(pair, floor), torque(floor, pair), torque(pair.two, floor)"), &s));
    s.frames[ONE].position[0] = 0.25;
    s.frames[ONE].position[1] = 1.0;
    s.frames[TWO].position[0] = 3.0;
    s.frames[TWO].position[1] = 1.0;
    look_at(&s, presses, 3);
    tmi_script_monitor(s.script, &s.view, v);
    /* (0.25, -0.5) x (-2, 5) + (2.25, -0.5) x (-1, 3); what is beside the plane does not count. */
    check_vector(t, v, 0.0, 0.0, 0.25 + 6.25, 1e-14, "torque(pair, floor)");
    /* About the floor's own centre: (0.5, 0.5) x (2, -5) + (2.5, 0.5) x (1, -3). */
    check_vector(t, v + 3, 0.0, 0.0, -3.5 - 8.0, 1e-14, "torque(floor, pair)");
    check_vector(t, v + 6, 0.0, 0.0, -1.5 - 0.5, 1e-14, "torque(pair.two, floor)");
}

TEST(in_space_a_contact_acts_at_its_point_and_in_all_directions) {
    static const tmContact press = {.bodies = {FLOOR, ONE},
                                    .point = {1.0, 2.0, 3.0},
                                    .normal = {0.0, 0.6, 0.8},
                                    .force = 10.0,
                                    .friction = {1.0, 0.0, 0.0}};
    stage s;
    double v[6];
    REQUIRE(
        make_stage_of(t, WORLD("gravity", "force(pair.one, floor), torque(pair.one, floor)"), &s));
    s.frames[ONE].position[0] = 0.0;
    s.frames[ONE].position[1] = 1.0;
    s.frames[ONE].position[2] = 0.0;
    look_at(&s, &press, 1);
    tmi_script_monitor(s.script, &s.view, v);
    check_vector(t, v, 1.0, 6.0, 8.0, 1e-14, "force");
    /* (1, 1, 3) x (1, 6, 8) */
    check_vector(t, v + 3, -10.0, -5.0, 5.0, 1e-14, "torque");
}

TEST(joints_and_contacts_between_two_parts_are_summed) {
    stage s;
    double v[9];
    const tmContact press = {
        .bodies = {ARM, ONE}, .point = {0.0, 0.0, 0.0}, .normal = {0.0, -1.0, 0.0}, .force = 4.0};
    REQUIRE(make_stage_of(t, PLANE("force(arm, pair), force(pair, arm), arm.tip.force"), &s));
    s.joints[tm_model_find_joint(s.model, "coil")] = (tmWrench){{1.0, 2.0, 0.0}, {0.0}};
    look_at(&s, &press, 1);
    tmi_script_monitor(s.script, &s.view, v);
    check_vector(t, v, 1.0, 6.0, 0.0, 0.0, "force(arm, pair)");
    check_vector(t, v + 3, -1.0, -6.0, 0.0, 0.0, "force(pair, arm)");
    check_vector(t, v + 6, 1.0, 2.0, 0.0, 0.0, "arm.tip.force"); /* hinges alone */
}

#define TOUCHES                                                                                    \
    PLANE("contact(pair.one, floor), contact(floor, pair.one), contact(pair, floor),"              \
          "contact(pair.two, floor), contact(pair.one, pair.two), contact(ghost, floor)")

TEST(what_is_listed_touches_and_nothing_else_of_what_is_held_apart) {
    stage s;
    double v[6];
    REQUIRE(make_stage_of(t, TOUCHES, &s));
    /* By distance all would touch. */
    for (int32_t i = 1; i < s.body_count; i++) {
        s.frames[i].position[0] = s.frames[i].position[1] = 0.0;
    }
    look_at(&s, presses, 1);
    tmi_script_monitor(s.script, &s.view, v);
    CHECK(v[0] == 1.0 && v[1] == 1.0 && v[2] == 1.0);
    CHECK(v[3] == 0.0 && v[4] == 0.0);
    CHECK(v[5] == 1.0); /* nothing holds a ghost: it is where it is */
    look_at(&s, presses, 0);
    tmi_script_monitor(s.script, &s.view, v);
    for (int i = 0; i < 5; i++) {
        CHECK(v[i] == 0.0);
    }
}

TEST(without_a_list_distance_tells_but_for_roundings) {
    static const struct {
        double x, expected;
    } cases[] = {{0.9, 1.0}, {1.0, 1.0}, {1.0 + 1e-10, 1.0}, {1.0 + 1e-6, 0.0}, {2.0, 0.0}};
    stage s;
    double v[6];
    REQUIRE(make_stage_of(t, TOUCHES, &s));
    CHECK(!s.view.contacts);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s.frames[FLOOR].position[0] = s.frames[FLOOR].position[1] = 0.0;
        s.frames[ONE].position[0] = cases[i].x;
        s.frames[ONE].position[1] = 0.0;
        tmi_script_monitor(s.script, &s.view, v);
        CHECK(v[0] == cases[i].expected && v[1] == cases[i].expected);
    }
}

TEST_MAIN(CASE(forces_of_contacts_are_those_of_the_second_part_on_the_first),
          CASE(torques_of_contacts_are_about_the_centre_of_the_first_part),
          CASE(in_space_a_contact_acts_at_its_point_and_in_all_directions),
          CASE(joints_and_contacts_between_two_parts_are_summed),
          CASE(what_is_listed_touches_and_nothing_else_of_what_is_held_apart),
          CASE(without_a_list_distance_tells_but_for_roundings))
