/* test_script.c: every quantity that can be sensed, at views that are made by hand. Expected are
 * sums by hand, and differences of positions along the motion. */
#include "frames.h"
#include "scripts.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

#define BOX                                                                                        \
    "primitive box begin\n"                                                                        \
    "  properties: (mass: 2kg, inertia: (1, 2, 3));\n"                                             \
    "  geometry: prism(((0, 0) (2, 0) (2, 1) (0, 1)), 1) where begin\n"                            \
    "    tip: (1, 2, 3); rail: axis((0, 1, 0), (1, 0, 0)); end;\n"                                 \
    "  dynamics: ;\n"                                                                              \
    "end\n"

/* Two boxes in space. The centre of mass of each is at (1, 0.5, 0) of its axes. */
#define SPACE(monitors)                                                                            \
    BOX "world w begin components a, b: box;\n"                                                    \
        "  structure begin place a by center at (0, 0, 0); place b by center at (0, 0, 0); end\n"  \
        "  properties: (gravity: (0, 0, -10));\n"                                                  \
        "end\n"                                                                                    \
        "simulate w begin time: (1ms, 1s); monitor: " monitors "; end\n"

#define VALUES 60

/* Body a turned by 90 degrees about z at (3, 4, 5), which moves and turns; b at rest. Its axes x
 * and y are the world's y and -x: the centre of mass is (-0.5, 1, 0) from the origin. */
static void move_a(stage *s) {
    s->frames[1] = (tmFrame){{3.0, 4.0, 5.0}, {sqrt(0.5), 0.0, 0.0, sqrt(0.5)}};
    s->twists[1] = (tmTwist){{1.0, 2.0, 3.0}, {0.5, 0.0, 2.0}};
}

TEST(energies_and_momenta_of_a_body_are_those_of_its_centre_of_mass) {
    stage s;
    double v[VALUES];
    REQUIRE(
        make_stage_of(t,
                      SPACE("a.mass, a.kinetic_energy, a.potential_energy, a.energy, a.momentum,"
                            "a.angular_momentum"),
                      &s));
    move_a(&s);
    tmi_script_monitor(s.script, &s.view, v);
    /* v_c = (1, 2, 3) + (0.5, 0, 2) x (-0.5, 1, 0) = (1 - 2, 2 - 1, 3 + 0.5) */
    double kinetic = 0.5 * 2.0 * (1.0 + 1.0 + 3.5 * 3.5) + 0.5 * (2.0 * 0.25 + 3.0 * 4.0);
    CHECK(v[0] == 2.0);
    CHECK_NEAR(v[1], kinetic, 1e-14);
    CHECK_NEAR(v[2], 2.0 * 10.0 * 5.0, 1e-13);
    CHECK_NEAR(v[3], kinetic + 100.0, 1e-13);
    check_vector(t, v + 4, -2.0, 2.0, 7.0, 1e-14, "momentum");
    check_vector(t, v + 7, 2.0 * 0.5, 0.0, 3.0 * 2.0, 1e-14, "I w: x is the body's -y");
}

TEST(quantities_of_the_world_are_those_of_the_view_and_sums_over_its_bodies) {
    stage s;
    double v[VALUES];
    REQUIRE(make_stage_of(t,
                          SPACE("time, t, energy, kinetic_energy, potential_energy, momentum,"
                                "angular_momentum"),
                          &s));
    move_a(&s);
    s.twists[2] = (tmTwist){{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    s.view.time = 0.25;
    s.view.kinetic = 3.0;
    s.view.potential = 4.0;
    tmi_script_monitor(s.script, &s.view, v);
    CHECK(v[0] == 0.25 && v[1] == 0.25 && v[2] == 7.0 && v[3] == 3.0 && v[4] == 4.0);
    /* b: v_c = (0, 1, 0) + (0, 0, 1) x (1, 0.5, 0) = (-0.5, 2, 0). */
    check_vector(t, v + 5, -2.0 - 1.0, 2.0 + 4.0, 7.0, 1e-14, "momentum");
    /* a: (2.5, 5, 5) x (-2, 2, 7) + (1, 0, 6); b: (1, 0.5, 0) x (-1, 4, 0) + (0, 0, 3). */
    check_vector(t, v + 8, 5.0 * 7.0 - 5.0 * 2.0 + 1.0, 5.0 * -2.0 - 2.5 * 7.0,
                 2.5 * 2.0 + 5.0 * 2.0 + 6.0 + (4.0 + 0.5 + 3.0), 1e-13, "angular momentum");
}

/* The frame of a body after a time, as its twist and its acceleration have it to second order. */
static tmFrame later(const tmFrame *frame, const tmTwist *twist, const tmTwist *rate, double dt) {
    tmTwist mean = *twist;
    for (int i = 0; i < 3; i++) {
        mean.linear[i] += 0.5 * dt * rate->linear[i];
        mean.angular[i] += 0.5 * dt * rate->angular[i];
    }
    return moved_frame(frame, &mean, dt);
}

TEST(velocities_and_accelerations_of_points_are_differences_of_where_they_are) {
    stage s;
    uint64_t seed = 5;
    double v[VALUES], before[VALUES], after[VALUES], h = 1e-4;
    REQUIRE(make_stage_of(
        t,
        SPACE("a.position, a.tip.position, a.tip, a.rail.position, a.rail.direction,"
              "a.velocity, a.tip.velocity, a.acceleration, a.tip.acceleration,"
              "a.angular_velocity, a.angular_acceleration, a.angle, a.y_axis.velocity"),
        &s));
    for (int round = 0; round < 10; round++) {
        tmFrame now = random_frame(&seed, false);
        s.twists[1] = random_twist(&seed, false);
        s.accelerations[1] = random_twist(&seed, false);
        s.angles[1] = 7.0;
        s.frames[1] = later(&now, &s.twists[1], &s.accelerations[1], -h);
        tmi_script_monitor(s.script, &s.view, before);
        s.frames[1] = later(&now, &s.twists[1], &s.accelerations[1], h);
        tmi_script_monitor(s.script, &s.view, after);
        s.frames[1] = now;
        tmi_script_monitor(s.script, &s.view, v);
        const double tip[3] = {1.0, 2.0, 3.0}, point[3] = {1.0, 0.0, 0.0},
                     along[3] = {0.0, 1.0, 0.0};
        double at[3];
        check_vector(t, v, now.position[0], now.position[1], now.position[2], 0.0, "position");
        placed(&now, tip, at);
        check_vector(t, v + 3, at[0], at[1], at[2], 1e-14, "tip.position");
        check_vector(t, v + 6, at[0], at[1], at[2], 1e-14, "tip");
        placed(&now, point, at);
        check_vector(t, v + 9, at[0], at[1], at[2], 1e-14, "rail.position");
        turned(&now, along, at);
        check_vector(t, v + 12, at[0], at[1], at[2], 1e-14, "rail.direction");
        for (int i = 0; i < 6; i++) { /* of the origin, of the tip */
            CHECK_NEAR(v[15 + i], (after[i] - before[i]) / (2.0 * h), 1e-6);
            CHECK_NEAR(v[21 + i], (after[i] - 2.0 * v[i] + before[i]) / (h * h), 1e-5);
        }
        check_vector(t, v + 27, s.twists[1].angular[0], s.twists[1].angular[1],
                     s.twists[1].angular[2], 0.0, "angular_velocity");
        check_vector(t, v + 30, s.accelerations[1].angular[0], s.accelerations[1].angular[1],
                     s.accelerations[1].angular[2], 0.0, "angular_acceleration");
        CHECK(v[33] == 7.0);
        check_vector(t, v + 34, v[15], v[16], v[17], 0.0, "an axis of the body goes through it");
    }
}

/* ---- Joints and what is between parts ------------------------------------------------------ */

#define LINKED(monitors)                                                                           \
    BOX "primitive base begin properties: (fixed); geometry: none where begin\n"                   \
        "    o: (0, 0, 0); up: axis((0, 0, 1)); side: axis((1, 0, 0), (0, 1, 0)); end; end\n"      \
        "composite pair begin components one, two: box;\n"                                         \
        "  structure join two to one with ball.and.socket matching (center tip); end\n"            \
        "world w begin components base: base; pair: pair; c: box;\n"                               \
        "  structure begin\n"                                                                      \
        "    join pair.one to base with pin matching (z_axis up) as pivot;\n"                      \
        "    join c to base with slider matching (x_axis side) as rail;\n"                         \
        "    join c to pair.two with spring(100N/m) matching (tip tip) as coil;\n"                 \
        "    join base to c with point_on_line matching (o y_axis) as slot;\n"                     \
        "  end\n"                                                                                  \
        "end\n"                                                                                    \
        "simulate w begin time: (1ms, 1s); monitor: " monitors "; end\n"

enum { BASE = 1, ONE, TWO, C };

TEST(coordinates_of_joints_come_with_the_view_and_their_accelerations_from_bodies) {
    stage s;
    uint64_t seed = 8;
    double v[VALUES];
    REQUIRE(make_stage_of(t,
                          LINKED("pivot.angle, pivot.angular_velocity, pivot.angular_acceleration,"
                                 "rail.position, rail.velocity, rail.acceleration,"
                                 "coil.length, coil.velocity, coil.acceleration"),
                          &s));
    int32_t pivot = tm_model_find_joint(s.model, "pivot");
    int32_t rail = tm_model_find_joint(s.model, "rail");
    int32_t coil = tm_model_find_joint(s.model, "coil");
    s.frames[ONE] = (tmFrame){.rotation = {1.0, 0.0, 0.0, 0.0}};
    s.frames[C] = (tmFrame){{2.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    s.frames[TWO] = random_frame(&seed, false);
    s.twists[TWO] = random_twist(&seed, false);
    s.accelerations[TWO] = random_twist(&seed, false);
    s.twists[ONE].angular[2] = 3.0;
    s.accelerations[ONE].angular[2] = 5.0;
    s.twists[C].linear[0] = 0.5;
    s.accelerations[C].linear[0] = -2.0;
    s.coordinates[pivot][0][0] = 100.0;
    s.coordinates[pivot][0][1] = 3.0;
    s.coordinates[rail][0][0] = 2.0;
    s.coordinates[rail][0][1] = 0.5;
    s.coordinates[coil][0][0] = 1.5;
    s.coordinates[coil][0][1] = -1.0;
    tmi_script_monitor(s.script, &s.view, v);
    CHECK(v[0] == 100.0 && v[1] == 3.0 && v[3] == 2.0 && v[4] == 0.5);
    CHECK(v[6] == 1.5 && v[7] == -1.0);
    CHECK_NEAR(v[2], 5.0, 1e-14);
    CHECK_NEAR(v[5], -2.0, 1e-14);
    /* The length of the coil, by its second difference. */
    double length[3], h = 1e-4;
    for (int k = -1; k <= 1; k++) {
        const double tip[3] = {1.0, 2.0, 3.0};
        double ends[2][3];
        tmFrame c = later(&s.frames[C], &s.twists[C], &s.accelerations[C], k * h);
        tmFrame two = later(&s.frames[TWO], &s.twists[TWO], &s.accelerations[TWO], k * h);
        placed(&c, tip, ends[0]);
        placed(&two, tip, ends[1]);
        length[k + 1] = sqrt(pow(ends[0][0] - ends[1][0], 2) + pow(ends[0][1] - ends[1][1], 2) +
                             pow(ends[0][2] - ends[1][2], 2));
    }
    CHECK_NEAR(v[8], (length[0] - 2.0 * length[1] + length[2]) / (h * h), 1e-5);
}

TEST(forces_of_joints_are_those_of_the_second_part_on_the_first) {
    stage s;
    double v[VALUES];
    REQUIRE(make_stage_of(t,
                          LINKED("pivot.force, pivot.torque, rail.force, coil.force, slot.force,"
                                 "force(pair, base), force(base, pair), torque(pair, base),"
                                 "force(c, base), force(pair.one, pair.two), force(world, c),"
                                 "pair.two.tip.force, c.tip.force, c.force, c.torque"),
                          &s));
    s.frames[ONE].position[0] = 2.0;
    s.frames[C] = (tmFrame){{0.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    s.frames[TWO] = (tmFrame){{10.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    s.joints[tm_model_find_joint(s.model, "pivot")] = (tmWrench){{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
    s.joints[tm_model_find_joint(s.model, "rail")] =
        (tmWrench){{10.0, 20.0, 30.0}, {0.0, 0.0, 0.0}};
    s.joints[tm_model_find_joint(s.model, "coil")] = (tmWrench){{7.0, 0.0, 0.0}, {0.0}};
    s.joints[tm_model_find_joint(s.model, "slot")] = (tmWrench){{0.5, 8.0, 0.0}, {0.0}};
    s.joints[tm_model_find_joint(s.model, "pair#1")] = (tmWrench){{0.0, -1.0, 0.0}, {0.0}};
    s.loads[C] = (tmWrench){{1.0, 1.5, 2.0}, {2.5, 3.0, 3.5}};
    tmi_script_monitor(s.script, &s.view, v);
    check_vector(t, v, 1.0, 2.0, 3.0, 0.0, "pivot.force");
    CHECK_NEAR(v[3], 6.0, 1e-14); /* about z */
    CHECK_NEAR(v[4], 10.0, 1e-14);
    CHECK_NEAR(v[5], -7.0, 1e-14); /* from b to a is -x: it pulls them together */
    CHECK_NEAR(v[6], 8.0, 1e-14);  /* o is the base's, the first part's */
    check_vector(t, v + 7, 1.0, 2.0, 3.0, 0.0, "force(pair, base)");
    check_vector(t, v + 10, -1.0, -2.0, -3.0, 0.0, "force(base, pair)");
    /* About the centre of pair.one, which the pivot's first feature is at. */
    check_vector(t, v + 13, 4.0, 5.0, 6.0, 1e-14, "torque(pair, base)");
    /* rail acts on c as it is; slot on base, and so its opposite on c. */
    check_vector(t, v + 16, 9.5, 12.0, 30.0, 1e-14, "force(c, base)");
    check_vector(t, v + 19, 0.0, 1.0, 0.0, 0.0, "force(pair.one, pair.two)");
    check_vector(t, v + 22, 0.0, 0.0, 0.0, 0.0, "force(world, c)");
    check_vector(t, v + 25, -7.0, 0.0, 0.0, 0.0, "pair.two.tip.force");
    check_vector(t, v + 28, 7.0, 0.0, 0.0, 0.0, "c.tip.force");
    check_vector(t, v + 31, 1.0, 1.5, 2.0, 0.0, "c.force");
    check_vector(t, v + 34, 2.5, 3.0, 3.5, 0.0, "c.torque");
}

TEST(torques_of_two_parts_are_about_the_centre_of_the_first) {
    stage s;
    double v[VALUES];
    REQUIRE(make_stage_of(t, LINKED("torque(base, c), torque(c, base)"), &s));
    s.frames[C] = (tmFrame){{0.0, 5.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    s.joints[tm_model_find_joint(s.model, "rail")] = (tmWrench){{3.0, 0.0, 0.0}, {0.0, 0.0, 1.0}};
    tmi_script_monitor(s.script, &s.view, v);
    /* On c: 1 about z at its centre, (0, 5, 0); about the base's -(1 + (0, 5, 0) x (3, 0, 0)). */
    check_vector(t, v, 0.0, 0.0, 14.0, 1e-14, "torque(base, c)");
    check_vector(t, v + 3, 0.0, 0.0, 1.0, 1e-14, "torque(c, base)");
}

TEST(a_view_without_forces_and_accelerations_reads_zero) {
    stage s;
    double v[VALUES];
    REQUIRE(make_stage_of(t,
                          LINKED("pivot.force, pivot.torque, pivot.angular_acceleration, c.force,"
                                 "c.torque, c.acceleration, c.angular_acceleration,"
                                 "force(c, base)"),
                          &s));
    s.view.accelerations = NULL;
    s.view.joints = NULL;
    s.view.loads = NULL;
    tmi_script_monitor(s.script, &s.view, v);
    for (int i = 0; i < 20; i++) {
        CHECK(v[i] == 0.0);
    }
}

/* ---- The plane ----------------------------------------------------------------------------- */

TEST(in_the_plane_nothing_is_beside_it) {
    stage s;
    double v[VALUES];
    REQUIRE(make_stage_of(t,
                          BOX
                          "world w begin components a: box;\n"
                          "  structure place a by center at (0, 0);\n"
                          "  properties: (planar, gravity);\n"
                          "end\n"
                          "simulate w begin time: (1ms, 1s);\n"
                          "  monitor: a.tip, a.tip.velocity, a.tip.acceleration, a.momentum,\n"
                          "    a.angular_momentum, angular_momentum, a.kinetic_energy, a.angle,\n"
                          "    a.potential_energy; end\n",
                          &s));
    s.frames[1] = (tmFrame){{3.0, 4.0, 0.0}, {sqrt(0.5), 0.0, 0.0, sqrt(0.5)}};
    s.twists[1] = (tmTwist){{1.0, 2.0, 0.0}, {0.0, 0.0, 2.0}};
    s.angles[1] = 0.5 * PI + 4.0 * PI;
    tmi_script_monitor(s.script, &s.view, v);
    check_vector(t, v, 1.0, 5.0, 0.0, 1e-14, "a.tip");
    check_vector(t, v + 3, 1.0 - 2.0, 2.0 - 4.0, 0.0, 1e-14, "a.tip.velocity");
    check_vector(t, v + 6, 8.0, -4.0, 0.0, 1e-14, "a.tip.acceleration");
    /* v_c = (1, 2) + 2 (-1, -0.5); the centre of mass is at (2.5, 5). */
    check_vector(t, v + 9, -2.0, 2.0, 0.0, 1e-14, "a.momentum");
    check_vector(t, v + 12, 0.0, 0.0, 6.0, 1e-14, "a.angular_momentum");
    check_vector(t, v + 15, 0.0, 0.0, 2.5 * 2.0 + 5.0 * 2.0 + 6.0, 1e-13, "angular_momentum");
    CHECK_NEAR(v[18], 0.5 * 2.0 * 2.0 + 0.5 * 3.0 * 4.0, 1e-14);
    CHECK(v[19] == 0.5 * PI + 4.0 * PI);
    CHECK_NEAR(v[20], 2.0 * 9.81 * 5.0, 1e-13);
}

TEST(a_script_says_what_its_views_must_hold) {
    static const struct {
        const char *text;
        uint32_t reads;
    } cases[] = {{LINKED("c.position, c.mass"), 0},
                 {LINKED("c.velocity, c.energy, time"), TMI_READS_TWISTS | TMI_READS_TIME},
                 {LINKED("pivot.power"), TMI_READS_FORCES | TMI_READS_TWISTS},
                 {LINKED("energy"), TMI_READS_ENERGY},
                 {LINKED("pivot.angle"), TMI_READS_COORDINATES},
                 {LINKED("c.angle"), TMI_READS_ANGLES},
                 {LINKED("c.tip.acceleration"), TMI_READS_ACCELERATIONS},
                 {LINKED("rail.force, rail.velocity"),
                  TMI_READS_FORCES | TMI_READS_COORDINATES | TMI_READS_TWISTS}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage s;
        REQUIRE(make_stage_of(t, cases[i].text, &s));
        CHECK(tmi_script_reads(s.script, true) == cases[i].reads);
        CHECK(tmi_script_reads(s.script, false) == 0);
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(energies_and_momenta_of_a_body_are_those_of_its_centre_of_mass),
          CASE(quantities_of_the_world_are_those_of_the_view_and_sums_over_its_bodies),
          CASE(velocities_and_accelerations_of_points_are_differences_of_where_they_are),
          CASE(coordinates_of_joints_come_with_the_view_and_their_accelerations_from_bodies),
          CASE(forces_of_joints_are_those_of_the_second_part_on_the_first),
          CASE(torques_of_two_parts_are_about_the_centre_of_the_first),
          CASE(a_view_without_forces_and_accelerations_reads_zero),
          CASE(in_the_plane_nothing_is_beside_it), CASE(a_script_says_what_its_views_must_hold))
