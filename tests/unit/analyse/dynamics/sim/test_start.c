/* test_start.c: velocities at the start: what is given holds, what is not given follows through the
 * joints, and what contradicts itself is told by name and amount. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define RUN "simulate w begin time: (1ms, 1s); end\n"

/* ---- What follows -------------------------------------------------------------------------- */

/* A light shaft with two heavy arms, as a flyball governor: spun as a whole. */
#define GOVERNOR(spin)                                                                             \
    "primitive shaft begin geometry: cylinder(5mm, 400mm) where begin\n"                           \
    "  top: axis((0, 1, 0), (0, 0, 200mm)); end;\n"                                                \
    "  dynamics: (mass: 10g, inertia: (1e-4, 1e-4, 1e-6)); end\n"                                  \
    "primitive arm begin geometry: cuboid(200mm, 10mm, 10mm) where begin\n"                        \
    "  h: axis((0, 1, 0), (-100mm, 0, 0)); root: (-100mm, 0, 0); tip: (100mm, 0, 0); end;\n"       \
    "  dynamics: (mass: 2kg); end\n"                                                               \
    "world w begin components shaft: shaft; left, right: arm; structure begin\n"                   \
    "  join shaft to world with pin matching (z_axis z_axis, center center) as bearing;\n"         \
    "  join right to shaft with pin matching (h top, root (0, 0, 200mm)) as right_pin;\n"          \
    "  join left to shaft with pin matching (h top, root (0, 0, 200mm)) as left_pin;\n"            \
    "  place shaft by center at (0, 0, 0)" spin ";\n"                                              \
    "  place right by root at (0, 0, 200mm) angle = 60deg axis = (0, 1, 0);\n"                     \
    "  place left by root at (0, 0, 200mm) angle = 120deg axis = (0, 1, 0);\n"                     \
    "end end\n" RUN

TEST(balls_of_a_governor_go_round_with_its_shaft) {
    tmSim *sim = sim_of(t, GOVERNOR(" angular_velocity = (0rad/s, 0rad/s, 10rad/s)"), 0, NULL);
    double point[3], v[3], rate;
    REQUIRE(sim);
    int32_t shaft = sim_body(t, sim, "shaft");
    CHECK_NEAR(tm_sim_twists(sim)[shaft].angular[2], 10.0, 1e-13);
    static const char *const tips[] = {"right.tip", "left.tip"};
    for (int i = 0; i < 2; i++) {
        sim_point(t, sim, tips[i], point, v);
        double r = hypot(point[0], point[1]);
        CHECK_NEAR(r, 0.1, 1e-12);
        CHECK_NEAR(hypot(v[0], v[1]), 10.0 * r, 1e-12);
        CHECK_NEAR(point[0] * v[0] + point[1] * v[1], 0.0, 1e-12);
        CHECK_NEAR(v[2], 0.0, 1e-12);
    }
    sim_value(sim, "right_pin", &rate);
    CHECK_NEAR(rate, 0.0, 1e-12);
}

#define FOUR_BAR(crank, rocker)                                                                    \
    "primitive bar(l) begin geometry: bar(l, 20mm, 10mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: (mass: 1kg); end\n"                           \
    "world w begin components crank: bar(1m); coupler: bar(3m); rocker: bar(2.5m);\n"              \
    "structure begin\n"                                                                            \
    "  join crank to world with pin matching (a (0, 0)) as motor;\n"                               \
    "  join coupler to crank with pin matching (a b);\n"                                           \
    "  join rocker to coupler with pin matching (b b);\n"                                          \
    "  join rocker to world with pin matching (a (3m, 0)) as swing;\n"                             \
    "  place crank by a at (0, 0) angle = 50deg" crank ";\n"                                       \
    "  place coupler by a near (0.64m, 0.77m) angle = 30deg;\n"                                    \
    "  place rocker by a near (3m, 0) angle = 80deg" rocker ";\n"                                  \
    "end properties: (planar); end\n" RUN

static double angle_of(const tmSim *sim, int32_t body) {
    const double *q = tm_sim_frames(sim)[body].rotation;
    return 2.0 * atan2(q[3], q[0]);
}

/* Norton, Design of Machinery, (6.18): a = 1, b = 3, c = 2.5. */
TEST(links_of_a_four_bar_follow_the_crank) {
    tmSim *sim = sim_of(t, FOUR_BAR(" angular_velocity = 7rad/s", ""), 0, NULL);
    REQUIRE(sim);
    int32_t bodies[3] = {sim_body(t, sim, "crank"), sim_body(t, sim, "coupler"),
                         sim_body(t, sim, "rocker")};
    double two = angle_of(sim, bodies[0]), three = angle_of(sim, bodies[1]),
           four = angle_of(sim, bodies[2]);
    const tmTwist *twists = tm_sim_twists(sim);
    CHECK_NEAR(two, 50.0 * 3.14159265358979323846 / 180.0, 1e-12);
    CHECK_NEAR(twists[bodies[0]].angular[2], 7.0, 1e-12);
    CHECK_NEAR(twists[bodies[1]].angular[2], 7.0 * sin(four - two) / (3.0 * sin(three - four)),
               1e-11);
    CHECK_NEAR(twists[bodies[2]].angular[2], 7.0 * sin(two - three) / (2.5 * sin(four - three)),
               1e-11);
}

/* A rod hangs by a ball on the tip of an arm that is spun. Struck at its end alone it begins with a
 * quarter of the end's speed: m v = P, m l^2 / 12 w = P l / 2. */
#define CHAIN(spin, more)                                                                          \
    "primitive rod begin geometry: none where begin a: (0, 0, -0.5m); b: (0, 0, 0.5m);\n"          \
    "  side: (-1m, 0, 0); end; dynamics: (mass: 3kg, inertia: (0.25, 0.25, 0.01)); end\n"          \
    "world w begin components arm, rod: rod; structure begin\n"                                    \
    "  join arm to world with pin matching (side (0, 0, 0), (-1m, 0, 1m) (0, 0, 1m)) as hub;\n"    \
    "  join rod to arm with ball.and.socket matching (b a);\n"                                     \
    "  place arm by side at (0, 0, 0)" spin ";\n"                                                  \
    "  place rod by b at (1m, 0, -0.5m)" more ";\n"                                                \
    "end end\n" RUN

TEST(a_rod_at_the_end_of_a_chain_in_space_begins_as_if_struck_there) {
    tmSim *sim = sim_of(t, CHAIN(" angular_velocity = (0rad/s, 0rad/s, 4rad/s)", ""), 0, NULL);
    double point[3], v[3];
    REQUIRE(sim);
    sim_point(t, sim, "rod.b", point, v);
    CHECK_NEAR(v[1], 4.0, 1e-12);
    sim_point(t, sim, "rod.center", point, v);
    CHECK_NEAR(v[0], 0.0, 1e-12);
    CHECK_NEAR(v[1], 1.0, 1e-12);
    CHECK_NEAR(tm_sim_twists(sim)[sim_body(t, sim, "rod")].angular[0], -6.0, 1e-12);
}

/* Only the velocity of a point is given: the pin says how fast it turns. */
TEST(the_velocity_of_a_point_turns_what_is_pinned) {
    tmSim *sim = sim_of(
        t,
        "primitive rod begin geometry: bar(2m, 10mm, 10mm) where begin a: (-1m, 0); b: (1m, 0);\n"
        "  end; dynamics: (mass: 1kg); end\n"
        "world w begin components rod: rod; structure begin\n"
        "  join rod to world with pin matching (a (0, 0)) as p;\n"
        "  place rod by b at (0, 2m) angle = 90deg velocity = (-6m/s, 0m/s);\n"
        "end properties: (planar); end\n" RUN,
        0, NULL);
    double rate;
    REQUIRE(sim);
    sim_value(sim, "p", &rate);
    CHECK_NEAR(rate, 3.0, 1e-12);
}

/* What places within a composite give holds, turned and carried along by the place around it. */
TEST(velocities_within_a_composite_are_turned_and_carried_along) {
    tmSim *sim = sim_of(
        t,
        "primitive ball begin geometry: sphere(10mm); dynamics: (mass: 1kg); end\n"
        "composite pair begin components one, two: ball; structure begin\n"
        "  place one by center at (0, 0); place two by center at (1m, 0) velocity = (2m/s, 0m/s);\n"
        "end end\n"
        "world w begin components pair: pair; structure\n"
        "  place pair by one.center at (0, 0) angle = 90deg velocity = (0m/s, 5m/s);\n"
        "properties: (planar); end\n" RUN,
        0, NULL);
    double point[3], v[3];
    REQUIRE(sim);
    sim_point(t, sim, "pair.two.center", point, v);
    CHECK_NEAR(point[1], 1.0, 1e-12);
    CHECK_NEAR(v[0], 0.0, 1e-12);
    CHECK_NEAR(v[1], 7.0, 1e-12);
    sim_point(t, sim, "pair.one.center", point, v);
    CHECK_NEAR(v[1], 5.0, 1e-12);
}

/* ---- Joints -------------------------------------------------------------------------------- */

#define JOINED(motor, swing)                                                                       \
    "primitive bar(l) begin geometry: bar(l, 20mm, 10mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: (mass: 1kg); end\n"                           \
    "world w begin components crank: bar(1m); coupler: bar(3m); rocker: bar(2.5m);\n"              \
    "structure begin\n"                                                                            \
    "  join crank to world with pin matching (a (0, 0)) as motor" motor ";\n"                      \
    "  join coupler to crank with pin matching (a b);\n"                                           \
    "  join rocker to coupler with pin matching (b b);\n"                                          \
    "  join rocker to world with pin matching (a (3m, 0)) as swing" swing ";\n"                    \
    "end properties: (planar); end\n" RUN

/* The rocker's angle by Freudenstein's equation, K1 = d/a, K2 = d/c, K3 = (a^2 - b^2 + c^2 + d^2) /
 * (2 a c) (Norton, (4.10)): with tan(four / 2) of either sign it is one of two. */
static void check_freudenstein(tmTest *t, double two, double four) {
    const double a = 1.0, b = 3.0, c = 2.5, d = 3.0;
    double k = d / a * cos(four) - d / c * cos(two) +
               (a * a - b * b + c * c + d * d) / (2.0 * a * c) - cos(two - four);
    CHECK_NEAR(k, 0.0, 1e-11);
}

TEST(an_angle_and_a_rate_of_a_pin_go_through_a_loop) {
    tmSim *sim = sim_of(t, JOINED(" angle = 50deg angular_velocity = 7rad/s", ""), 0, NULL);
    double rate, swing_rate;
    REQUIRE(sim);
    double two = sim_value(sim, "motor", &rate), four = sim_value(sim, "swing", &swing_rate);
    CHECK_NEAR(two, 50.0 * 3.14159265358979323846 / 180.0, 1e-10);
    CHECK_NEAR(rate, 7.0, 1e-11);
    check_freudenstein(t, two, four);
    double three = angle_of(sim, sim_body(t, sim, "coupler"));
    CHECK_NEAR(swing_rate, 7.0 * sin(two - three) / (2.5 * sin(four - three)), 1e-10);
}

TEST(a_governor_is_spun_and_opened_by_its_joints) {
    tmSim *sim = sim_of(
        t,
        "primitive hub begin geometry: cylinder(5mm, 400mm) where begin\n"
        "  top: axis((0, 1, 0), (0, 0, 200mm)); end; dynamics: (mass: 10g); end\n"
        "primitive arm begin geometry: cuboid(200mm, 10mm, 10mm) where begin\n"
        "  h: axis((0, 1, 0), (-100mm, 0, 0)); root: (-100mm, 0, 0); tip: (100mm, 0, 0); end;\n"
        "  dynamics: (mass: 2kg); end\n"
        "world w begin components hub: hub; arm: arm; structure begin\n"
        "  join hub to world with pin matching (z_axis z_axis, center center) as bearing\n"
        "    angular_velocity = 10rad/s;\n"
        "  join arm to hub with pin matching (h top, root (0, 0, 200mm)) as hinge\n"
        "    angle = 60deg angular_velocity = -3rad/s;\n"
        "end end\n" RUN,
        0, NULL);
    double point[3], v[3], rate;
    REQUIRE(sim);
    sim_value(sim, "bearing", &rate);
    CHECK_NEAR(rate, 10.0, 1e-11);
    CHECK_NEAR(sim_value(sim, "hinge", &rate), 3.14159265358979323846 / 3.0, 1e-10);
    CHECK_NEAR(rate, -3.0, 1e-11);
    sim_point(t, sim, "arm.tip", point, v);
    double r = hypot(point[0], point[1]), out = (point[0] * v[0] + point[1] * v[1]) / r;
    CHECK_NEAR(r, 0.1, 1e-10);
    CHECK_NEAR(fabs(point[0] * v[1] - point[1] * v[0]) / r, 10.0 * r, 1e-10);
    CHECK_NEAR(hypot(out, v[2]), 3.0 * 0.2, 1e-10);
}

TEST(sliders_and_springs_start_where_and_as_fast_as_they_say) {
    tmSim *sim =
        sim_of(t,
               "primitive block begin geometry: cuboid(1m, 1m, 1m); dynamics: (mass: 1kg); end\n"
               "world w begin components one, two: block; structure begin\n"
               "  join one to world with slider matching (x_axis x_axis) as rail position = 3m\n"
               "    velocity = -2m/s;\n"
               "  join two to world with slider matching (y_axis y_axis) as lift;\n"
               "  join two to world with spring(stiffness: 1N/m) matching (center (0, 0)) as coil\n"
               "    length = 4m velocity = 1m/s;\n"
               "  place two by center near (0, 3m);\n"
               "end properties: (planar); end\n" RUN,
               0, NULL);
    double rate;
    REQUIRE(sim);
    CHECK_NEAR(sim_value(sim, "rail", &rate), 3.0, 1e-10);
    CHECK_NEAR(rate, -2.0, 1e-11);
    CHECK_NEAR(sim_value(sim, "coil", &rate), 4.0, 1e-10);
    CHECK_NEAR(rate, 1.0, 1e-11);
    CHECK_NEAR(fabs(sim_value(sim, "lift", NULL)), 4.0, 1e-10);
}

TEST(joints_that_cannot_start_so_are_told) {
    const char *says = sim_says(
        t, JOINED(" angle = 50deg angular_velocity = 7rad/s", " angular_velocity = 7rad/s"), NULL,
        0.0);
    CHECK(strstr(says, "the rate of 'motor' changes by "));
    CHECK(strstr(says, "the rate of 'swing' changes by "));
    CHECK(strstr(says, " rad/s"));
    says = sim_says(t, JOINED(" angle = 50deg", " angle = 1deg"), NULL, 0.0);
    CHECK(strstr(says, "joint 'swing' cannot start at 1 deg: it is at "));
    CHECK(!strstr(says, "error"));
    says = sim_says(t, JOINED(" position = 1m", ""), NULL, 0.0);
    CHECK(strstr(says, "'pin' has no 'position'"));
}

/* A bob on a cart that is led away from where it is put together. */
#define LED(world, inertia, cart, swing, control)                                                  \
    "primitive cart begin geometry: none where begin axle: axis((0, 0, 1)); end; end\n"            \
    "primitive bob begin geometry: none where begin hook: (0, 1m);\n"                              \
    "  axle: axis((0, 0, 1), (0, 1m, 0)); end; dynamics: (mass: 1kg, inertia: " inertia "); end\n" \
    "world w begin components cart: cart; bob: bob; structure begin\n"                             \
    "  join cart to world with slider matching (" cart ") as rail;\n"                              \
    "  join bob to cart with pin matching (" swing ";\n"                                           \
    "end properties: (" world "gravity); control: " control "; end\n" RUN

#define DEGREE (3.14159265358979323846 / 180.0)

#define SWUNG(inertia)                                                                             \
    LED("planar, ", inertia, "y_axis y_axis",                                                      \
        "hook center) as swing angle = 183deg angular_velocity = 2rad/s",                          \
        "position of rail = 300mm + 1m/s * t")

static void check_swung(tmTest *t, const char *text) {
    double rate;
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    CHECK_NEAR(sim_value(sim, "swing", &rate), 183.0 * DEGREE, 1e-9);
    CHECK_NEAR(rate, 2.0, 1e-8);
    CHECK_NEAR(sim_value(sim, "rail", &rate), 0.3, 1e-12);
    CHECK_NEAR(rate, 1.0, 1e-12);
}

TEST(joints_keep_their_start_where_what_carries_them_is_led_away) {
    check_swung(t, SWUNG("1e-12"));
    check_swung(t, SWUNG("0.1"));
    check_swung(t, SWUNG("5"));
}

TEST(joints_keep_their_start_so_in_space) {
    double rate;
    tmSim *sim = sim_of(t,
                        LED("", "(1e-6, 1e-6, 1e-6)", "y_axis y_axis, z_axis z_axis",
                            "axle axle, hook center) as swing angle = 40deg",
                            "position of rail = 300mm + 1m/s * t"),
                        0, NULL);
    REQUIRE(sim);
    CHECK_NEAR(sim_value(sim, "swing", NULL), 40.0 * DEGREE, 1e-9);
    CHECK_NEAR(sim_value(sim, "rail", &rate), 0.3, 1e-12);
    CHECK_NEAR(rate, 1.0, 1e-12);
}

TEST(starts_of_what_is_prescribed_are_warned_of) {
    const char *says =
        sim_says(t,
                 LED("planar, ", "0.1", "y_axis y_axis", "hook center) as swing angle = 30deg",
                     "angle of swing = 10deg"),
                 NULL, 0.0);
    CHECK(strstr(says, "warning"));
    CHECK(strstr(says, "'swing' cannot start at 30.0 deg: what is prescribed puts it at 10.0 deg"));
}

/* ---- What does not fit --------------------------------------------------------------------- */

#define WELDED(one, two)                                                                           \
    "primitive box begin geometry: cuboid(1m, 1m, 1m) where begin l: (-0.5m, 0); r: (0.5m, 0);\n"  \
    "  end; dynamics: (mass: 1kg); end\n"                                                          \
    "world w begin components one, two: box; structure begin\n"                                    \
    "  join two to one with rigid matching (l r);\n"                                               \
    "  place one by center at (0, 0) velocity = " one ";\n"                                        \
    "  place two by center at (1m, 0) velocity = " two ";\n"                                       \
    "end properties: (planar); end\n" RUN

TEST(velocities_that_contradict_each_other_are_told_by_name_and_amount) {
    const char *says = sim_says(t, WELDED("(1m/s, 0m/s)", "(3m/s, 0m/s)"), NULL, 0.0);
    CHECK(strstr(says, "warning"));
    CHECK(strstr(says, "the velocity of 'one' changes by 1.0 m/s"));
    CHECK(strstr(says, "the velocity of 'two' changes by 1.0 m/s"));
    says = sim_says(t, FOUR_BAR(" angular_velocity = 7rad/s", " angular_velocity = 7rad/s"), NULL,
                    0.0);
    CHECK(strstr(says, "the angular velocity of 'crank' changes by"));
    CHECK(strstr(says, "the angular velocity of 'rocker' changes by"));
    CHECK(strstr(says, " rad/s"));
    CHECK(!strstr(says, "m/s,"));
}

TEST(velocities_that_fit_are_not_spoken_of) {
    CHECK_TEXT(sim_says(t, WELDED("(1m/s, 2m/s)", "(1m/s, 2m/s)"), NULL, 0.0), "");
    CHECK_TEXT(sim_says(t, FOUR_BAR(" angular_velocity = 7rad/s", ""), NULL, 0.0), "");
}

TEST_MAIN(CASE(balls_of_a_governor_go_round_with_its_shaft),
          CASE(links_of_a_four_bar_follow_the_crank),
          CASE(a_rod_at_the_end_of_a_chain_in_space_begins_as_if_struck_there),
          CASE(the_velocity_of_a_point_turns_what_is_pinned),
          CASE(velocities_within_a_composite_are_turned_and_carried_along),
          CASE(an_angle_and_a_rate_of_a_pin_go_through_a_loop),
          CASE(a_governor_is_spun_and_opened_by_its_joints),
          CASE(sliders_and_springs_start_where_and_as_fast_as_they_say),
          CASE(joints_that_cannot_start_so_are_told),
          CASE(joints_keep_their_start_where_what_carries_them_is_led_away),
          CASE(joints_keep_their_start_so_in_space),
          CASE(starts_of_what_is_prescribed_are_warned_of),
          CASE(velocities_that_contradict_each_other_are_told_by_name_and_amount),
          CASE(velocities_that_fit_are_not_spoken_of))
