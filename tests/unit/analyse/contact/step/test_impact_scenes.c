/* test_impact_scenes.c: impacts within simulations. Momentum, angular momentum and energy of the
 * whole world are summed up from frames, twists and masses, apart from the engine (sim_totals),
 * after every step; and what comes out is that of closed forms. */
#include "balances.h"
#include "contact_copies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LAWS 9

/* The law and order of number i. */
static tmSimDef def_of(int32_t i) {
    tmSimDef def = tm_sim_def_default();
    def.impact = i % 3;
    def.order = i / 3;
    return def;
}

/* ---- Nothing from outside ----------------------------------------------------------------------
 */

#define BALL                                                                                       \
    "primitive ball begin geometry: cylinder(28.6mm, 1m); interference: ;\n"                       \
    "  dynamics: (mass: 0.17kg, inertia: 6.95266e-05); end\n"
#define BOX                                                                                        \
    "primitive box begin geometry: cuboid(100mm, 60mm, 1m); interference: ;\n"                     \
    "  dynamics: (mass: 0.3kg, inertia: 3.4e-4); end\n"
#define RACK                                                                                       \
    BALL "world w begin components cue, a, b, c, d, e, f: ball; structure begin\n"                 \
         "  place cue by center at (-100mm, 1mm) velocity = (8m/s, 0m/s);\n"                       \
         "  place a by center at (0, 0); place b by center at (49.623255mm, -28.65mm);\n"          \
         "  place c by center at (49.623255mm, 28.65mm);\n"                                        \
         "  place d by center at (99.246511mm, -57.3mm); place e by center at (99.246511mm, 0);\n" \
         "  place f by center at (99.246511mm, 57.3mm); end\n"

static const char *const alone[] = {
    RACK "properties: (planar, restitution: 1); end\nsimulate w begin time: (100us, 20ms); end\n",
    RACK "properties: (planar, restitution: 0.8, friction: 0.3); end\n"
         "simulate w begin time: (1ms, 20ms); end\n",
    BOX "world w begin components a, b, c: box; structure begin\n"
        "  place a by center at (0, 0) angle = 0.3rad velocity = (2m/s, 0.1m/s)\n"
        "    angular_velocity = 3rad/s;\n"
        "  place b by center at (150mm, 20mm) angle = -0.2rad;\n"
        "  place c by center at (300mm, -10mm) velocity = (-1m/s, 0m/s); end\n"
        "properties: (planar, restitution: 0.7, friction: 0.4); end\n"
        "simulate w begin time: (1ms, 200ms); end\n",
    BOX BALL "world w begin components a, b: box; c: ball; structure begin\n"
             "  place a by center at (0, 0) angle = 0.8rad angular_velocity = -9rad/s;\n"
             "  place b by center at (120mm, 5mm) velocity = (-1.5m/s, 0m/s);\n"
             "  place c by center at (-90mm, 10mm) velocity = (1m/s, 0m/s); end\n"
             "properties: (planar, restitution: 1, friction: 0.2); end\n"
             "simulate w begin time: (2ms, 300ms); end\n"};

/* Every step keeps momentum and angular momentum, and gains no energy. */
TEST(bodies_that_only_meet_each_other_keep_their_momentum_by_every_law) {
    for (int32_t i = 0; i < 4 * LAWS; i++) {
        int keep = t->defer_count;
        const tmSimDef def = def_of(i % LAWS);
        tmSim *sim = sim_of(t, alone[i / LAWS], 0, &def);
        REQUIRE(sim);
        Balance balance = balance_of(t, sim);
        const double kinetic = balance.max_kinetic;
        CHECK(balance.isolated);
        REQUIRE(balance_run(&balance, 1.0, 1e-11));
        CHECK(tm_sim_info(sim)->impacts > 0);
        if (i / LAWS == 0) { /* without friction and loss */
            CHECK_NEAR(balance.energy, kinetic, 1e-4 * kinetic);
        }
        test_run_defers(t, keep);
    }
}

/* Three bars in a chain that nothing holds, and a ball that flies at them. */
#define CHAIN                                                                                      \
    "primitive bar begin geometry: cuboid(100mm, 20mm, 1m) where begin left: (-60mm, 0);\n"        \
    "  right: (60mm, 0); end; interference: ; dynamics: (mass: 0.2kg, inertia: 1.7e-4); "          \
    "end\n" BALL "world w begin components a, b, c: bar; ball: ball; structure begin\n"            \
    "  join b to a with pin matching (left right);\n"                                              \
    "  join c to b with pin matching (left right);\n"                                              \
    "  place a by center at (0, 0) angular_velocity = 3rad/s;\n"                                   \
    "  place b by center at (120mm, 0); place c by center at (240mm, 0);\n"                        \
    "  place ball by center at (100mm, 60mm) velocity = (0.2m/s, -2m/s); end\n"

static const char *const joined[] = {
    CHAIN "properties: (planar, restitution: 0.5, friction: 0.3); end\n"
          "simulate w begin time: (1ms, 300ms); end\n",
    CHAIN "properties: (planar, restitution: 1); end\nsimulate w begin time: (2ms, 300ms); end\n",
    CHAIN "properties: (planar, friction: 0.8); end\nsimulate w begin time: (1ms, 300ms); end\n"};

/* The same with joints, in impacts and where bodies go on to press on each other. */
TEST(joined_bodies_keep_their_momentum_by_every_law) {
    for (int32_t i = 0; i < 3 * LAWS; i++) {
        int keep = t->defer_count;
        const tmSimDef def = def_of(i % LAWS);
        tmSim *sim = sim_of(t, joined[i / LAWS], 0, &def);
        REQUIRE(sim);
        Balance balance = balance_of(t, sim);
        CHECK(balance.isolated);
        REQUIRE(balance_run(&balance, 1.0, 1e-11));
        CHECK(i / LAWS == 2 || tm_sim_info(sim)->impacts > 0);
        test_run_defers(t, keep);
    }
}

/* ---- A row of balls ----------------------------------------------------------------------------
 */

/* Five balls of 1 kg and 0.1 m, `gap` apart; the first comes with 1 m/s from 20 mm. */
static const char *row_of(tmTest *t, double gap) {
    char *text = test_memory(t, 2000, 1);
    int length = snprintf(text, 2000,
                          "primitive ball begin geometry: cylinder(50mm, 1m); interference: ;\n"
                          "  dynamics: (mass: 1kg, inertia: 1.25e-3); end\n"
                          "world w begin components b[1..5]: ball; structure begin\n"
                          "  place b[1] by center at (-120mm, 0) velocity = (1m/s, 0m/s);\n");
    for (int i = 0; i < 4; i++) {
        length += snprintf(text + length, 2000 - (size_t)length,
                           "  place b[%d] by center at (%.17gm, 0);\n", i + 2, i * (0.1 + gap));
    }
    snprintf(text + length, 2000 - (size_t)length,
             "end properties: (planar, restitution: 1); end\n"
             "simulate w begin time: (1ms, 60ms); end\n");
    return text;
}

/* Touching: as the closed form of each order; with gaps nothing is lost, and by the orders other
 * than all at once one ball comes out. */
TEST(a_row_of_balls_keeps_its_energy_whatever_the_gaps) {
    static const double gaps[] = {0.0, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3};
    static const double at_once[] = {-0.6, 0.4, 0.4, 0.4, 0.4}, wave[] = {0.0, 0.0, 0.0, 0.0, 1.0};
    for (int32_t i = 0; i < 9 * 3; i++) {
        int keep = t->defer_count;
        const tmSimDef def = def_of(3 * (i % 3));
        tmSim *sim = sim_of(t, row_of(t, gaps[i / 3]), 0, &def);
        REQUIRE(sim);
        Balance balance = balance_of(t, sim);
        REQUIRE(CHECK(balance.isolated) && balance_run(&balance, 0.06, 1e-11));
        CHECK_NEAR(balance.energy, 0.5, 1e-9);
        CHECK_NEAR(balance.momentum[0], 1.0, 1e-12);
        for (int32_t k = 0; k < 5; k++) {
            double v = tm_sim_twists(sim)[k + 1].linear[0];
            if (i % 3 > 0) {
                CHECK_NEAR(v, wave[k], 1e-9);
            } else if (i == 0) {
                CHECK_NEAR(v, at_once[k], 1e-9);
            }
        }
        test_run_defers(t, keep);
    }
}

/* ---- A bouncing ball ---------------------------------------------------------------------------
 */

#define BOUNCE                                                                                     \
    "primitive ball begin geometry: cylinder(50mm, 1m); interference: ;\n"                         \
    "  dynamics: (mass: 1kg, inertia: 1.25e-3); end\n"                                             \
    "primitive floor begin properties: (fixed); geometry: cuboid(8m, 200mm, 1m);\n"                \
    "  interference: ; end\n"                                                                      \
    "world w begin components floor: floor; ball: ball; structure begin\n"                         \
    "  place floor by center at (0, -100mm); place ball by center at (0, 1.05m); end\n"            \
    "properties: (planar, gravity: 9.81m/s^2, restitution: 0.9); end\n"                            \
    "simulate w begin time: (%s, 10s); end\n"

/* Height of the ball's lowest point at a time, by parabolas from impact to impact. */
static double height_at(double time) {
    double g = 9.81, flight = sqrt(2.0 / g), speed = g * flight;
    if (time < flight) {
        return 1.0 - 0.5 * g * time * time;
    }
    time -= flight;
    while (speed > 1e-9) {
        speed *= 0.9;
        flight = 2.0 * speed / g;
        if (time < flight) {
            return time * (speed - 0.5 * g * time);
        }
        time -= flight;
    }
    return 0.0;
}

/* From 1 m with e = 0.9, at any step: impacts are within steps. It rests at 8.578949 s. */
TEST(a_ball_is_where_it_should_be_after_impacts_and_rests_when_it_should) {
    static const struct {
        const char *step;
        double h, rest;
    } cases[] = {{"10ms", 0.01, 0.01}, {"1ms", 0.001, 0.002}};
    for (int32_t i = 0; i < 2; i++) {
        int keep = t->defer_count;
        char *text = test_memory(t, 1000, 1);
        snprintf(text, 1000, BOUNCE, cases[i].step);
        tmSim *sim = sim_of(t, text, 0, NULL);
        REQUIRE(sim);
        double rest = 0.0, off = 0.0;
        int32_t ball = sim_body(t, sim, "ball");
        Balance balance = balance_of(t, sim);
        while (tm_sim_info(sim)->outcome == TM_SIM_RUNS) {
            REQUIRE(balance_run(&balance, tm_sim_info(sim)->time + cases[i].h, 1e-11));
            double y = tm_sim_frames(sim)[ball].position[1];
            double time = tm_sim_info(sim)->time, miss = fabs(y - 0.05 - height_at(time));
            off = time < 7.5 && miss > off ? miss : off; /* by then it bounces for 0.2 s */
            rest = y > 0.05 + 1e-6 ? time : rest;
        }
        CHECK(off <= 1e-9);
        CHECK_NEAR(rest, 8.578949178728887, cases[i].rest * 8.578949178728887);
        test_run_defers(t, keep);
    }
}

TEST(copies_of_bodies_that_only_meet_each_other_move_alike) {
    for (int i = 0; i < 4; i++) {
        int keep = t->defer_count;
        CHECK(contact_is_mirrored(t, alone[i], CONTACT_RISE, COPY_NEAR));
        test_run_defers(t, keep);
        t->splits = false;
    }
    CHECK(contact_is_mirrored(t, row_of(t, 1e-6), CONTACT_RISE, COPY_NEAR));
}

/* ---- Joints ------------------------------------------------------------------------------------
 */

/* Five balls on rods of 140 mm, 0.3 mm apart, the first lifted by 35 degrees. Where they meet their
 * rods stand aslant, and a step takes them along chords of their circles. */
#define CRADLE                                                                                     \
    "primitive ball begin geometry: cylinder(12mm, 1m); interference: ;\n"                         \
    "  dynamics: (mass: 0.06kg, inertia: 4e-6); end\n"                                             \
    "world w begin components ball[1..5]: ball; structure begin\n"                                 \
    "  for i in 1 .. 5 begin\n"                                                                    \
    "    join ball[i] to world with rod(140mm) matching (center (i * 24.3mm, 140mm));\n"           \
    "    place ball[i] by center at (i * 24.3mm, 140mm)\n"                                         \
    "      + polar(140mm, (if i <= 1 then -35deg else 0deg) - 90deg);\n"                           \
    "  end end properties: (planar, gravity: 9.81m/s^2, restitution: 1); end\n"                    \
    "simulate w begin time: (%s, 2s); end\n"

static double total(const tmSim *sim) {
    SimTotals all = sim_totals(sim);
    return all.kinetic + all.weight;
}

/* Through 20 impacts the energy stays within what flights of second order make of it: 2e-5 of it at
 * 1 ms, a hundredth of that at 0.1 ms. */
TEST(balls_on_rods_keep_their_energy_in_impacts) {
    static const struct {
        const char *step;
        double h, part;
    } cases[] = {{"1ms", 1e-3, 3e-5}, {"100us", 1e-4, 3e-7}};
    for (int32_t i = 0; i < 2; i++) {
        int keep = t->defer_count;
        char *text = test_memory(t, 1000, 1);
        snprintf(text, 1000, CRADLE, cases[i].step);
        tmSim *sim = sim_of(t, text, 0, NULL);
        REQUIRE(sim);
        double first = total(sim), off = 0.0;
        while (tm_sim_info(sim)->outcome == TM_SIM_RUNS) {
            MUST(tm_sim_advance(sim, tm_sim_info(sim)->time + cases[i].h));
            double now = fabs(total(sim) - first);
            off = now > off ? now : off;
        }
        CHECK(tm_sim_info(sim)->impacts >= 16);
        CHECK(off <= cases[i].part * first);
        test_run_defers(t, keep);
    }
}

TEST_MAIN(CASE(bodies_that_only_meet_each_other_keep_their_momentum_by_every_law),
          CASE(joined_bodies_keep_their_momentum_by_every_law),
          CASE(a_row_of_balls_keeps_its_energy_whatever_the_gaps),
          CASE(a_ball_is_where_it_should_be_after_impacts_and_rests_when_it_should),
          CASE(copies_of_bodies_that_only_meet_each_other_move_alike),
          CASE(balls_on_rods_keep_their_energy_in_impacts))
