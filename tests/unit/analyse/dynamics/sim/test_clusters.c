/* test_clusters.c: bodies that cannot meet have nothing to do with each other: a hard pair changes
 * no bit of what is beside it, and costs nobody else anything. And clusters that meet all the same
 * are one. docs/theory/contact.md, section 8. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define STEP 0.01

/* Two rods that swing, a box that slides to rest on another, and two bars that spin while they fall
 * along a wall, `gap` from it, and land: 0.4 rad in a step are too many beside others, so that each
 * of these steps is made in halves. */
#define PARTS                                                                                      \
    "primitive link(l) begin\n"                                                                    \
    "  geometry: none where begin a: (-l / 2, 0); b: (l / 2, 0); end;\n"                           \
    "  dynamics: (mass: 1kg, inertia: l * l * 1kg / 12);\n"                                        \
    "end\n"                                                                                        \
    "primitive box(x, y, m) begin\n"                                                               \
    "  geometry: cuboid(x, y, 1m);\n"                                                              \
    "  interference: ;\n"                                                                          \
    "  dynamics: (mass: m, inertia: m * (x * x + y * y) / 12);\n"                                  \
    "end\n"                                                                                        \
    "primitive block(x, y) begin\n"                                                                \
    "  properties: (fixed);\n"                                                                     \
    "  geometry: cuboid(x, y, 1m);\n"                                                              \
    "  interference: ;\n"                                                                          \
    "end\n"
#define SWING                                                                                      \
    "    join l1 to world with pin matching (a (0, 0)) as p1;\n"                                   \
    "    join l2 to l1 with pin matching (a b) as p2;\n"                                           \
    "    place l1 by a at (0, 0) angle = 0deg;\n"                                                  \
    "    place l2 by a at (500mm, 0) angle = 0deg;\n"                                              \
    "    place floor by center at (50m, -50mm);\n"                                                 \
    "    place lower by center at (50m, 100mm);\n"                                                 \
    "    place upper by center at (50m, 300mm) velocity = (500mm/s, 0);\n"
#define SPIN(name, x, y)                                                                           \
    "    place wall" name " by center at (" x " + 500mm, 0);\n"                                    \
    "    place ground" name " by center at (" x ", -1.5m);\n"                                      \
    "    place h" name " by center at (" x " - gap, " y ") angular_velocity = 40rad/s;\n"          \
    "    place g" name " by center at (" x " - gap - 304mm, " y ") angular_velocity = -40rad/s;\n"
#define SPIN_PARTS(name)                                                                           \
    "    wall" name ": block(1m, 30m); ground" name ": block(20m, 1m);\n"                          \
    "    h" name ", g" name ": box(300mm, 20mm, 1kg);\n"
#define END                                                                                        \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity, friction: 0.5, restitution: 0);\n"                            \
    "end\n"

static const char *const both =
    PARTS "world w(gap) begin\n"
          "  components\n"
          "    l1, l2: link(500mm); lower, upper: box(200mm, 200mm, 8kg); floor: block(2m, "
          "100mm);\n" SPIN_PARTS("1") "  structure begin\n" SWING SPIN("1", "100m", "0") END
    "simulate w(152mm) begin time: (10ms, 2s); method: stepping; end\n"
    "simulate w(3m) begin time: (10ms, 2s); method: stepping; end\n";

static const char *const without = PARTS
    "world w begin\n"
    "  components\n"
    "    l1, l2: link(500mm); lower, upper: box(200mm, 200mm, 8kg); floor: block(2m, 100mm);\n"
    "  structure begin\n" SWING END "simulate w begin time: (10ms, 2s); method: stepping; end\n";

#define ALONE(name, x, y)                                                                          \
    PARTS "world w(gap) begin\n"                                                                   \
          "  components\n" SPIN_PARTS(name) "  structure begin\n" SPIN(name, x, y) END             \
        "simulate w(152mm) begin time: (10ms, 2s); method: stepping; end\n"

/* One lies on its ground while others still spin along their walls. */
static const char *const alone[] = {ALONE("1", "100m", "0"), ALONE("2", "150m", "3m"),
                                    ALONE("3", "200m", "6m"), ALONE("4", "250m", "9m")};

static const char *const four =
    PARTS "world w(gap) begin\n"
          "  components\n" SPIN_PARTS("1") SPIN_PARTS("2") SPIN_PARTS("3")
              SPIN_PARTS("4") "  structure begin\n" SPIN("1", "100m", "0") SPIN("2", "150m", "3m")
                  SPIN("3", "200m", "6m") SPIN("4", "250m", "9m") END
    "simulate w(152mm) begin time: (10ms, 2s); method: stepping; end\n";

/* A box is struck by a bar that spins: within the step it reaches a ball that was further away than
 * either could go. `reads`: a control that reads the state makes all one cluster. */
static const char *const strike =
    PARTS "world w(force) begin\n"
          "  components\n"
          "    bar: box(100mm, 60mm, 10kg); light, far, still: box(100mm, 100mm, 1kg);\n"
          "  structure begin\n"
          "    place bar by center at (0, 0) velocity = (10m/s, 0) angular_velocity = 40rad/s;\n"
          "    place light by center at (120mm, 5mm);\n"
          "    place far by center at (265mm, 0);\n"
          "    place still by center at (265mm, 2m);\n"
          "  end\n"
          "  properties: (planar, friction: 0.5, restitution: 0.5);\n"
          "  control: force at still.center = (force * light.center.x / 1m, 0);\n"
          "end\n"
          "simulate w(0N) begin time: (10ms, 200ms); method: stepping; end\n"
          "world v begin\n"
          "  components\n"
          "    bar: box(100mm, 60mm, 10kg); light, far, still: box(100mm, 100mm, 1kg);\n"
          "  structure begin\n"
          "    place bar by center at (0, 0) velocity = (10m/s, 0) angular_velocity = 40rad/s;\n"
          "    place light by center at (120mm, 5mm);\n"
          "    place far by center at (265mm, 0);\n"
          "    place still by center at (265mm, 2m);\n"
          "  end\n"
          "  properties: (planar, friction: 0.5, restitution: 0.5);\n"
          "end\n"
          "simulate v begin time: (10ms, 200ms); method: stepping; end\n";

/* Two chains of three bars that nothing holds, each with a ball that comes to lie on it when it has
 * fallen from y or z: joined bodies get their angular momentum back (sim_contact_parts.c) by their
 * own impulses alone. */
#define CHAIN(n, x, height)                                                                        \
    "  join b" n " to a" n " with pin matching (left right);\n"                                    \
    "  join c" n " to b" n " with pin matching (left right);\n"                                    \
    "  place a" n " by center at (" x ", 0) angular_velocity = 3rad/s;\n"                          \
    "  place b" n " by center at (" x " + 120mm, 0);\n"                                            \
    "  place c" n " by center at (" x " + 240mm, 0);\n"                                            \
    "  place d" n " by center at (" x " + 100mm, " height ") velocity = (0.2m/s, -2m/s);\n"

static const char *const chains =
    "primitive bar begin geometry: cuboid(100mm, 20mm, 1m) where begin left: (-60mm, 0);\n"
    "  right: (60mm, 0); end; interference: ; dynamics: (mass: 0.2kg, inertia: 1.7e-4); end\n"
    "primitive ball begin geometry: cylinder(28.6mm, 1m); interference: ;\n"
    "  dynamics: (mass: 0.17kg, inertia: 6.95266e-05); end\n"
    "world w(y, z) begin components a1, b1, c1, a2, b2, c2: bar; d1, d2: ball; structure "
    "begin\n" CHAIN("1", "0", "y")
        CHAIN("2", "50m",
              "z") "end properties: (planar, friction: 0.8); end\n"
                   "simulate w(60mm, 200mm) begin time: (1ms, 300ms); method: stepping; end\n"
                   "simulate w(60mm, 900mm) begin time: (1ms, 300ms); method: stepping; end\n"
                   "simulate w(900mm, 200mm) begin time: (1ms, 300ms); method: stepping; end\n";

/* The linkage and the boxes are the same to the bit whether or not the bars are near the wall, from
 * step to step; and the bars ask for as many solutions as alone. */
TEST(a_hard_pair_changes_nothing_beside_it) {
    static const char *const names[] = {"l1", "l2", "lower", "upper"};
    tmSim *hard = sim_of(t, both, 0, NULL), *easy = sim_of(t, both, 1, NULL);
    tmSim *only = sim_of(t, alone[0], 0, NULL), *rest = sim_of(t, without, 0, NULL);
    REQUIRE(hard && easy && only && rest);
    MUST(tm_sim_advance(rest, 2.0));
    for (int32_t i = 1; i <= 200; i++) {
        MUST(tm_sim_advance(hard, i * STEP));
        MUST(tm_sim_advance(easy, i * STEP));
        MUST(tm_sim_advance(only, i * STEP));
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
            int32_t a = sim_body(t, hard, names[k]);
            REQUIRE(a == sim_body(t, easy, names[k]));
            REQUIRE(memcmp(&tm_sim_frames(hard)[a], &tm_sim_frames(easy)[a], sizeof(tmFrame)) == 0);
            REQUIRE(memcmp(&tm_sim_twists(hard)[a], &tm_sim_twists(easy)[a], sizeof(tmTwist)) == 0);
        }
        int32_t a = sim_body(t, hard, "h1"), b = sim_body(t, only, "h1");
        REQUIRE(memcmp(&tm_sim_frames(hard)[a], &tm_sim_frames(only)[b], sizeof(tmFrame)) == 0);
    }
    CHECK(tm_sim_info(hard)->halved > 40 && tm_sim_info(hard)->halved == tm_sim_info(only)->halved);
    CHECK(tm_sim_info(rest)->halved == 0 && tm_sim_info(easy)->halved < 40);
    CHECK(tm_sim_info(hard)->solved == tm_sim_info(only)->solved + tm_sim_info(rest)->solved);
}

/* Four pairs far from each other ask for as many solutions as each of them alone. */
TEST(hard_pairs_far_apart_cost_what_they_cost_alone) {
    tmSim *all = sim_of(t, four, 0, NULL);
    int64_t sum = 0;
    REQUIRE(all);
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++) {
        tmSim *one = sim_of(t, alone[i], 0, NULL);
        REQUIRE(one);
        MUST(tm_sim_advance(one, 2.0));
        sum += tm_sim_info(one)->solved;
    }
    MUST(tm_sim_advance(all, 2.0));
    CHECK(tm_sim_info(all)->solved == sum && sum > 200);
}

/* Momentum stays, nothing overlaps, and every bit is what it is where all bodies are one cluster.
 */
TEST(clusters_that_meet_in_halves_are_one) {
    tmSim *united = sim_of(t, strike, 0, NULL), *sim = sim_of(t, strike, 1, NULL);
    REQUIRE(united && sim);
    for (int32_t i = 1; i <= 20; i++) {
        MUST(tm_sim_advance(united, i * STEP));
        MUST(tm_sim_advance(sim, i * STEP));
        SimTotals totals = sim_totals(sim);
        CHECK_NEAR(totals.momentum[0], 100.0, 1e-10);
        CHECK_NEAR(totals.momentum[1], 0.0, 1e-10);
        for (int32_t k = 0; k < 5; k++) {
            REQUIRE(memcmp(&tm_sim_frames(united)[k], &tm_sim_frames(sim)[k], sizeof(tmFrame)) ==
                    0);
        }
    }
    CHECK(tm_sim_info(sim)->overlap < 1e-9 && tm_sim_info(sim)->halved > 0);
    CHECK(tm_sim_twists(sim)[sim_body(t, sim, "far")].linear[0] > 1.0);
}

/* Each of two chains moves to the bit as it does where nothing touches the other. */
TEST(joined_bodies_are_turned_by_what_touches_them_alone) {
    static const char *const names[] = {"a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"};
    tmSim *two = sim_of(t, chains, 0, NULL);
    tmSim *one[2] = {sim_of(t, chains, 1, NULL), sim_of(t, chains, 2, NULL)};
    REQUIRE(two && one[0] && one[1]);
    for (int32_t i = 1; i <= 300; i++) {
        MUST(tm_sim_advance(two, i * 1e-3));
        MUST(tm_sim_advance(one[0], i * 1e-3));
        MUST(tm_sim_advance(one[1], i * 1e-3));
        for (int32_t k = 0; k < 8; k++) {
            const tmSim *own = one[k / 4];
            int32_t a = sim_body(t, two, names[k]);
            REQUIRE(memcmp(&tm_sim_frames(two)[a], &tm_sim_frames(own)[a], sizeof(tmFrame)) == 0);
            REQUIRE(memcmp(&tm_sim_twists(two)[a], &tm_sim_twists(own)[a], sizeof(tmTwist)) == 0);
        }
    }
    double turns = tm_sim_twists(two)[sim_body(t, two, "c2")].angular[2];
    double turned = tm_sim_twists(one[0])[sim_body(t, two, "c2")].angular[2];
    CHECK(fabs(turns - turned) > 0.1); /* the second ball has come */
}

TEST_MAIN(CASE(a_hard_pair_changes_nothing_beside_it),
          CASE(hard_pairs_far_apart_cost_what_they_cost_alone),
          CASE(clusters_that_meet_in_halves_are_one),
          CASE(joined_bodies_are_turned_by_what_touches_them_alone))
