/* test_restitution.c: how far bodies go back after impacts: as far as asked for, unless friction
 * would make Newton's law gain energy; and every impact is an event. By closed forms of one impact,
 * momentum and energy. */
#include "balances.h"
#include "contact_copies.h"

#include <math.h>
#include <stdio.h>

#define CALM 1e-4 /* what a step may add, as part of the largest kinetic energy */
#define G 10.0

static const char *print(tmTest *t, const char *format, double a, double b) {
    char *text = test_memory(t, 6000, 1);
    snprintf(text, 6000, format, a, b);
    return text;
}

static const tmSimEvent *first_of(const tmSim *sim, tmSimEventKind kind, int32_t *number) {
    int32_t count;
    const tmSimEvent *events = tm_sim_events(sim, &count), *found = NULL;
    *number = 0;
    for (int32_t i = count - 1; i >= 0; i--) {
        found = events[i].kind == kind ? &events[i] : found;
        *number += events[i].kind == kind;
    }
    return found;
}

/* ---- The largest restitution that gains nothing -----------------------------------------------
 */

/* A thin stick of 1 m and 1 kg at -45 degrees, its lower end 10 mm above the floor, and a ball that
 * meets the floor in the same step. */
#define STICK                                                                                      \
    "primitive stick begin geometry: cuboid(1m, 1um, 1m); interference: ;\n"                       \
    "  dynamics: (mass: 1kg, inertia: 1 / 12); end\n"                                              \
    "primitive ball begin geometry: cylinder(50mm, 1m); interference: ;\n"                         \
    "  dynamics: (mass: 1kg, inertia: 1.25e-3); end\n"                                             \
    "primitive floor begin properties: (fixed); geometry: cuboid(8m, 200mm, 1m);\n"                \
    "  interference: ; end\n"                                                                      \
    "world w begin components floor: floor; stick: stick; ball: ball;\n"                           \
    "  structure begin\n"                                                                          \
    "    place floor by center at (0, -100mm);\n"                                                  \
    "    place stick by center at (0.5m * cos(45deg), 0.5m * sin(45deg) + 10mm) angle = -45deg\n"  \
    "      velocity = (-0.5m/s, 0.1m/s) angular_velocity = 0.1rad/s;\n"                            \
    "    place ball by center at (3m, 50mm + 18.17mm);\n"                                          \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity: 10m/s^2, restitution: %.17g, friction: %.17g);\n"             \
    "end\nsimulate w begin time: (100us, 80ms); impact: newton; end\n"

/* A run of its own, for events are kept from one call to the next. */
static bool is_balanced(tmTest *t, const char *text, double to, double rise) {
    tmSim *sim = sim_of(t, text, 0, NULL);
    Balance balance = {0};
    if (sim) {
        balance = balance_of(t, sim);
    }
    return sim && balance_run(&balance, to, rise);
}

/* The end of the stick meets the floor at 0.060274 s with (-0.46486, -0.46717) m/s. There the slip
 * ends, and the energy of the impact, p . (v- + v+) / 2, is 0 at these restitutions: the root of a
 * quadratic, found apart from this program. */
TEST(a_stick_goes_back_as_far_as_its_energy_lets_it) {
    static const struct {
        double asked, friction, max;
    } cases[] = {
        {0.9, 0.3, 0.8954752}, {1.0, 0.001, 0.9991995}, {1.0, 0.01, 0.9918370}, {0.8, 0.3, 0.8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int keep = t->defer_count;
        int32_t number, touches;
        double asked = cases[i].asked;
        const char *text = print(t, STICK, asked, cases[i].friction);
        tmSim *sim = sim_of(t, text, 0, NULL);
        REQUIRE(sim && is_balanced(t, text, 0.08, 1e-11));
        MUST(tm_sim_advance(sim, 0.08));
        const tmSimEvent *less = first_of(sim, TM_SIM_EVENT_LESSENED, &number);
        const tmSimEvent *touch = first_of(sim, TM_SIM_EVENT_TOUCH, &touches);
        REQUIRE(touch && touches == 2);
        CHECK(number == (cases[i].max < asked) && tm_sim_info(sim)->lessened == number);
        CHECK_NEAR(touch->after / -touch->before, cases[i].max, 3e-4);
        if (less) {
            CHECK(less->bodies[0] == touch->bodies[0] && less->bodies[1] == touch->bodies[1]);
            CHECK(less->before == asked && less->impulse == 0.0);
            CHECK_NEAR(less->after, touch->after / -touch->before, 1e-9);
        }
        /* The ball is an island of its own: nothing is taken from it. */
        const tmSimEvent *ball = touch + 1;
        while (ball->kind != TM_SIM_EVENT_TOUCH) {
            ball++;
        }
        CHECK_NEAR(touch->time, 0.060274, 2e-6); /* it is 1 um thick */
        CHECK_NEAR(touch->before, -0.46717, 1e-5);
        CHECK_NEAR(ball->time, sqrt(2.0 * 0.01817 / 10.0), 1e-12);
        CHECK_NEAR(ball->after, -asked * ball->before, 1e-12);
        test_run_defers(t, keep);
    }
}

/* ---- Nothing is lost without friction ---------------------------------------------------------
 */

/* A ball strikes a rack of six, 0.1 mm apart, without friction and loss. Balls that are near but
 * open lie between islands: none of these may take part in another's impact. */
#define BALL(name, x, y) "place " name " by center at (" x "mm, " y "mm);\n"
#define RACK                                                                                       \
    "primitive ball begin geometry: cylinder(28.6mm, 1m); interference: ;\n"                       \
    "  dynamics: (mass: 0.17kg, inertia: 6.95266e-05); end\n"                                      \
    "world w begin components cue, a, b, c, d, e, f: ball;\n"                                      \
    "  structure begin\n"                                                                          \
    "    place cue by center at (-100mm, 1mm) velocity = (8m/s, 0m/s);\n" BALL("a", "0", "0")      \
        BALL("b", "49.623255", "-28.65") BALL("c", "49.623255", "28.65")                           \
            BALL("d", "99.246511", "-57.3") BALL("e", "99.246511", "0")                            \
                BALL("f", "99.246511", "57.3") "  end\n"                                           \
                                               "  properties: (planar, restitution: 1);\n"         \
                                               "end\nsimulate w begin time: (100us, 20ms); end\n"

TEST(a_rack_of_balls_keeps_its_momentum_and_its_energy) {
    int32_t number;
    tmSim *sim = sim_of(t, RACK, 0, NULL);
    REQUIRE(sim);
    Balance balance = balance_of(t, sim);
    double kinetic = balance.energy;
    REQUIRE(CHECK(balance.isolated) && balance_run(&balance, 0.02, 1e-11));
    CHECK_NEAR(balance.momentum[0], 0.17 * 8.0, 1e-13);
    CHECK_NEAR(balance.momentum[1], 0.0, 1e-13);
    CHECK_NEAR(balance.energy, kinetic, 1e-6 * kinetic);
    CHECK(tm_sim_info(sim)->touching >= 2);
    /* The balance of angular momentum takes some. */
    first_of(sim, TM_SIM_EVENT_LESSENED, &number);
    CHECK(number <= 6);
    for (int32_t i = 0; i < number; i++) {
        CHECK(first_of(sim, TM_SIM_EVENT_LESSENED, &number)->after > 0.999);
    }
}

/* ---- One event an impact -----------------------------------------------------------------------
 */

/* A rod of 1 m and 1 kg stands on one end, at 30 degrees, and falls about it. */
static const char rod_text[] =
    "primitive rod begin geometry: cuboid(1m, 1um, 1m) where begin foot: (-0.5m, 0); end;\n"
    "  interference: ; dynamics: (mass: 1kg, inertia: 1 / 12); end\n"
    "primitive floor begin properties: (fixed); geometry: cuboid(4m, 200mm, 1m);\n"
    "  interference: ; end\n"
    "world w begin components floor: floor; rod: rod;\n"
    "  structure begin place floor by center at (0, -100mm);\n"
    "    place rod by foot at (0, 1um) angle = 30deg; end\n"
    "  properties: (planar, gravity: 10m/s^2, restitution: 0, friction: 3);\n"
    "end\nsimulate w begin time: (500us, 1s); end\n";

/* It turns by w = sqrt(3 g sin 30 deg / L) when the other end meets the floor. Both ends then stop:
 * p1 + p2 = m w L / 2, (p2 - p1) L / 2 = m L^2 w / 12. */
TEST(a_rod_that_stands_on_one_end_strikes_with_the_other) {
    tmSim *sim = sim_of(t, rod_text, 0, NULL);
    int32_t number;
    REQUIRE(sim && is_balanced(t, rod_text, 1.0, CALM));
    MUST(tm_sim_advance(sim, 1.0));
    const tmSimEvent *impact = first_of(sim, TM_SIM_EVENT_IMPACT, &number);
    REQUIRE(impact && number >= 1 && impact->value == 0.0);
    double spin = sqrt(3.0 * G * 0.5), impulse = impact->impulse, after = impact->after;
    CHECK_NEAR(impact->before, -spin, 0.01 * spin);
    for (int32_t i = 1; i < number; i++) {
        CHECK(impact[i].kind == TM_SIM_EVENT_IMPACT && impact[i].value == 1.0);
        impulse += impact[i].impulse;
        after = impact[i].after;
    }
    CHECK_NEAR(impulse, spin / 2.0, 0.01 * spin);
    CHECK_NEAR(after, 0.0, 1e-9);
    first_of(sim, TM_SIM_EVENT_TOUCH, &number);
    CHECK(number == 1);
    first_of(sim, TM_SIM_EVENT_PART, &number);
    CHECK(number == 0);
}

/* What rests, slides or rolls does not strike. */
TEST(what_stays_in_touch_strikes_nothing) {
    static const char text[] =
        "primitive ball begin properties: (density: 1kg/m^3); geometry: cylinder(50mm, 1m);\n"
        "  interference: ; dynamics: ; end\n"
        "primitive box begin properties: (density: 1kg/m^3); geometry: cuboid(200mm, 100mm, 1m); "
        "interference: ; dynamics: ; end\n"
        "primitive floor begin properties: (fixed); geometry: cuboid(20m, 200mm, 1m);\n"
        "  interference: ; end\n"
        "world w begin components floor: floor; ball: ball; low, high: box;\n"
        "  structure begin place floor by center at (0, -100mm);\n"
        "    place ball by center at (2m, 50mm) velocity = (1m/s, 0m/s);\n"
        "    place low by center at (0, 50mm) velocity = (-2m/s, 0m/s);\n"
        "    place high by center at (0, 150mm) velocity = (-1m/s, 0m/s); end\n"
        "  properties: (planar, gravity, restitution: 0.5, friction: 0.3);\n"
        "end\nsimulate w begin time: (1ms, 1s); end\n";
    tmSim *sim = sim_of(t, text, 0, NULL);
    int32_t number;
    REQUIRE(sim && is_balanced(t, text, 1.0, CALM));
    MUST(tm_sim_advance(sim, 1.0));
    first_of(sim, TM_SIM_EVENT_IMPACT, &number);
    CHECK(number == 0);
    first_of(sim, TM_SIM_EVENT_TOUCH, &number);
    CHECK(number == 3);
}

TEST(copies_of_a_stick_a_rack_and_a_rod_move_alike) {
    CHECK(contact_is_mirrored(t, print(t, STICK, 0.9, 0.3), CALM, COPY_NEAR));
    t->splits = false;
    CHECK(contact_is_mirrored(t, RACK, CALM, COPY_NEAR));
    CHECK(contact_is_mirrored(t, rod_text, CALM, COPY_NEAR));
}

TEST_MAIN(CASE(a_stick_goes_back_as_far_as_its_energy_lets_it),
          CASE(a_rack_of_balls_keeps_its_momentum_and_its_energy),
          CASE(a_rod_that_stands_on_one_end_strikes_with_the_other),
          CASE(what_stays_in_touch_strikes_nothing),
          CASE(copies_of_a_stick_a_rack_and_a_rod_move_alike))
