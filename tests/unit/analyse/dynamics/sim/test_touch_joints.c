/* test_touch_joints.c: contact together with joints, their limits, spin and controls: by statics,
 * momentum and angular momentum; and checkpoints in the middle of it. */
#include "machine_check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RUN(time, rest) "end\nsimulate w begin time: (" time "); method: stepping; " rest " end\n"

static const char *print(tmTest *t, const char *format, double a, double b) {
    char *text = test_memory(t, 4000, 1);
    snprintf(text, 4000, format, a, b);
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

/* ---- Limits ---------------------------------------------------------------------------------- */

/* A lever of 1 m and 3 kg on a pin at its left end lies on its stop at 0 degrees; a box of 2 kg
 * lies on it, 0.75 m from the pin. A force may lift it at the pin's other end, 1 m away. */
#define LEVER                                                                                      \
    "primitive lever begin geometry: cuboid(1m, 0.1m, 0.1m) where begin pin: (-0.5m, 0); tip: "    \
    "(0.5m, 0); end; interference: ; dynamics: (mass: 3kg, inertia: 0.25kg*m^2); end\n"            \
    "primitive box begin geometry: cuboid(0.1m, 0.2m, 0.1m); interference: ;\n"                    \
    "  dynamics: (mass: 2kg, inertia: 0.01kg*m^2); end\n"                                          \
    "world w begin input lift = 0N; components lever: lever; box: box;\n"                          \
    "  structure begin\n"                                                                          \
    "    join lever to world with pin(low: 0deg, high: 90deg) matching (pin (0, 0)) as hinge;\n"   \
    "    place lever by pin at (0, 0); place box by center at (0.75m, 0.15m);\n"                   \
    "  end\n"                                                                                      \
    "  properties: (planar, gravity: 10m/s^2, friction: 0.5);\n"                                   \
    "  control: force at lever.tip = (0, lift);\n" RUN("2ms, 2s", "monitor: hinge.torque;")

/* About the pin: 30 N * 0.5 m + 20 N * 0.75 m = 30 N m, which the stop holds. The lift takes L * 1
 * m off; at 30 N it is free. */
TEST(a_stop_carries_a_lever_and_what_lies_on_it) {
    tmSim *sim = sim_of(t, LEVER, 0, NULL);
    int32_t number;
    double torque;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2e-3));
    const tmSimEvent *limit = first_of(sim, TM_SIM_EVENT_LIMIT, &number);
    REQUIRE(limit && number == 1);
    CHECK(limit->joint == tm_model_find_joint(sim_model(sim), "hinge"));
    CHECK_NEAR(limit->impulse, 30.0 * 2e-3, 1e-9);
    CHECK_NEAR(limit->value, 0.0, 1e-15);
    MUST(tm_sim_advance(sim, 0.1));
    MUST(tm_sim_monitors(sim, &torque));
    CHECK_NEAR(fabs(torque), 30.0, 1e-8);
    /* What the pin itself carries is the rest of the weight. */
    CHECK_NEAR(sim_wrench(t, sim, "hinge").force[1], 50.0, 1e-8);
    MUST(tm_sim_set_input(sim, 0, 20.0));
    MUST(tm_sim_advance(sim, 0.2));
    MUST(tm_sim_monitors(sim, &torque));
    CHECK_NEAR(fabs(torque), 10.0, 1e-8);
    CHECK_NEAR(sim_value(sim, "hinge", NULL), 0.0, 1e-12);
    MUST(tm_sim_set_input(sim, 0, 33.0));
    MUST(tm_sim_advance(sim, 0.3));
    CHECK(first_of(sim, TM_SIM_EVENT_RELEASE, &number) && number == 1);
    CHECK(sim_value(sim, "hinge", NULL) > 0.0);
    CHECK(tm_sim_info(sim)->overlap <= 1e-9);
}

/* A lever without weight under way at 2 rad/s meets its stop with e: it goes back with e times. */
TEST(a_stop_gives_back_its_part_of_the_speed) {
    static const double parts[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3; i++) {
        const char *text = print(
            t,
            "primitive lever begin geometry: cuboid(1m, 0.1m, 0.1m) where begin pin: (-0.5m, 0);\n"
            "  end; interference: ; dynamics: (mass: 3kg, inertia: 0.25kg*m^2); end\n"
            "primitive far begin properties: (fixed); geometry: cuboid(1m, 1m, 1m);\n"
            "  interference: ; end\n"
            "world w begin components lever: lever; far: far;\n"
            "  structure begin\n"
            "    join lever to world with pin(low: 0deg, high: 90deg, restitution: %g)\n"
            "      matching (pin (0, 0)) as hinge;\n"
            "    place lever by pin at (0, 0) angle = 10deg angular_velocity = -2rad/s;\n"
            "    place far by center at (9m, 9m);\n"
            "  end\n"
            "  properties: (planar, friction: 0);\n" RUN("1ms, 0.2s", ""),
            parts[i], 0.0);
        tmSim *sim = sim_of(t, text, 0, NULL);
        double rate;
        int32_t number;
        REQUIRE(sim);
        MUST(tm_sim_advance(sim, 0.2));
        const tmSimEvent *limit = first_of(sim, TM_SIM_EVENT_LIMIT, &number);
        REQUIRE(limit && number == 1);
        sim_value(sim, "hinge", &rate);
        CHECK_NEAR(rate, 2.0 * parts[i], 1e-3);
        CHECK_NEAR(limit->before, -2.0, 1e-3);
        if (parts[i] > 0.0) { /* else what is left of the way is made first */
            CHECK_NEAR(limit->after, 2.0 * parts[i], 1e-3);
            /* I about the pin is 0.25 + 3 / 4 = 1. */
            CHECK_NEAR(limit->impulse, 2.0 * (1.0 + parts[i]), 1e-3);
        }
    }
}

/* ---- Impacts --------------------------------------------------------------------------------- */

/* A ball of m = 1 kg at 3 m/s strikes a rod at rest on a pin (I = 1 kg m^2 about it), d = 0.8 m
 * from the pin. Angular momentum about the pin and restitution: m v d = m v' d + I w, w d - v' = e
 * v. So w = (1 + e) m v d / (I + m d^2). */
TEST(a_rod_on_a_pin_that_a_ball_strikes_turns_by_angular_momentum) {
    static const double parts[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3; i++) {
        const double e = parts[i], d = 0.8, v = 3.0;
        const char *text = print(
            t,
            "primitive rod begin geometry: cuboid(0.1m, 1m, 0.1m) where begin pin: (0, 0.5m);\n"
            "  end; interference: ; dynamics: (mass: 3kg, inertia: 0.75kg*m^2); end\n"
            "primitive ball begin geometry: cylinder(0.1m, 0.1m); interference: ;\n"
            "  dynamics: (mass: 1kg, inertia: 0.005kg*m^2); end\n"
            "world w begin components rod: rod; ball: ball;\n"
            "  structure begin\n"
            "    join rod to world with pin matching (pin (0, 0)) as hinge;\n"
            "    place rod by pin at (0, 0);\n"
            "    place ball by center at (-0.2m, -0.8m) velocity = (3m/s, 0);\n"
            "  end\n"
            "  properties: (planar, friction: 0, restitution: %g);\n" RUN("0.1ms, 40ms", ""),
            e, 0.0);
        /* 0.75 + 3 * 0.25 is 1.5. */
        const double inertia = 1.5, w = (1.0 + e) * v * d / (inertia + d * d);
        tmSim *sim = sim_of(t, text, 0, NULL);
        double rate;
        int32_t number;
        REQUIRE(sim);
        while (tm_sim_info(sim)->touching == 0 && tm_sim_info(sim)->time < 0.035) {
            MUST(tm_sim_advance(sim, tm_sim_info(sim)->time + 1.5e-4));
        }
        const tmSimEvent *c = first_of(sim, TM_SIM_EVENT_TOUCH, &number);
        REQUIRE(c && number == 1);
        if (e > 0.0) { /* else what is left of the way is made first */
            CHECK_NEAR(c->impulse, inertia * w / d, 5e-3);
            CHECK_NEAR(c->after, e * v, 1e-3);
        }
        MUST(tm_sim_advance(sim, tm_sim_info(sim)->time + 3.5e-4));
        sim_value(sim, "hinge", &rate);
        CHECK_NEAR(fabs(rate), w, 2e-3);
        CHECK_NEAR(tm_sim_twists(sim)[sim_body(t, sim, "ball")].linear[0], w * d - e * v, 2e-3);
    }
}

/* Three balls in a row, the first at 1 m/s, the others apart by 20 mm: each impact hands (1 + e) /
 * 2 of the speed on and keeps (1 - e) / 2. Momentum is kept whatever e is. */
TEST(three_balls_in_a_row_hand_on_what_restitution_says) {
    static const double parts[] = {0.0, 0.5, 1.0};
    for (int i = 0; i < 3; i++) {
        const double e = parts[i];
        const char *text = print(
            t,
            "primitive ball begin geometry: cylinder(50mm, 20mm); interference: ; dynamics: ; end\n"
            "world w begin components a, b, c: ball;\n"
            "  structure begin\n"
            "    place a by center at (0, 0) velocity = (1m/s, 0);\n"
            "    place b by center at (120mm, 0); place c by center at (240mm, 0);\n"
            "  end\n"
            "  properties: (planar, friction: 0, restitution: %g);\n" RUN("1ms, 1s", ""),
            e, 0.0);
        tmSim *sim = sim_of(t, text, 0, NULL);
        REQUIRE(sim);
        const tmTwist *twists = tm_sim_twists(sim);
        int32_t a = sim_body(t, sim, "a"), b = sim_body(t, sim, "b"), c = sim_body(t, sim, "c");
        double start = sim_totals(sim).momentum[0];
        MUST(tm_sim_advance(sim, 0.03)); /* a has met b */
        twists = tm_sim_twists(sim);
        CHECK_NEAR(twists[a].linear[0], 0.5 * (1.0 - e), 1e-9);
        CHECK_NEAR(twists[b].linear[0], 0.5 * (1.0 + e), 1e-9);
        MUST(tm_sim_advance(sim, e > 0.0 ? 0.055 : 0.07)); /* b has met c */
        twists = tm_sim_twists(sim);
        if (e > 0.0) {
            CHECK_NEAR(twists[b].linear[0], 0.25 * (1.0 + e) * (1.0 - e), 1e-9);
            CHECK_NEAR(twists[c].linear[0], 0.25 * (1.0 + e) * (1.0 + e), 1e-9);
        } else { /* all three go together */
            CHECK_NEAR(twists[a].linear[0], 1.0 / 3.0, 1e-2);
            CHECK_NEAR(twists[c].linear[0], 1.0 / 3.0, 1e-2);
        }
        CHECK_NEAR(sim_totals(sim).momentum[0], start, 1e-12);
    }
}

/* A disc of radius r (I = m r^2 / 2) that turns at w meets a floor at speed v, without restitution
 * and without gravity. It slips with mu v < w r / 3 and leaves with mu v along and w - 2 mu v / r;
 * it sticks else, w r / 3 along. */
TEST(a_disc_with_spin_that_meets_a_floor_slips_or_rolls_on) {
    static const double frictions[] = {0.1, 0.9};
    const double r = 0.1, v = 2.0, w = 30.0;
    for (int i = 0; i < 2; i++) {
        const double mu = frictions[i];
        const char *text =
            print(t,
                  "primitive floor begin properties: (fixed); geometry: cuboid(4m, 1m, 1m);\n"
                  "  interference: ; end\n"
                  "primitive disc begin geometry: cylinder(0.1m, 0.1m); interference: ;\n"
                  "  dynamics: (mass: 2kg, inertia: 0.01kg*m^2); end\n"
                  "world w begin components floor: floor; disc: disc;\n"
                  "  structure begin\n"
                  "    place floor by center at (0, -0.5m);\n"
                  "    place disc by center at (0, 0.15m) velocity = (0, -2m/s)\n"
                  "      angular_velocity = -30rad/s;\n"
                  "  end\n"
                  "  properties: (planar, friction: %g);\n" RUN("1ms, 0.2s", ""),
                  mu, 0.0);
        tmSim *sim = sim_of(t, text, 0, NULL);
        REQUIRE(sim);
        MUST(tm_sim_advance(sim, 0.2));
        const tmTwist *twist = &tm_sim_twists(sim)[sim_body(t, sim, "disc")];
        double along = mu * v < w * r / 3.0 ? mu * v : w * r / 3.0;
        CHECK_NEAR(twist->linear[0], along, 1e-9);
        CHECK_NEAR(twist->angular[2], -(w - 2.0 * along / r), 1e-8);
        CHECK_NEAR(twist->linear[1], 0.0, 1e-9);
    }
}

/* Two boxes that fly at each other off centre, with restitution: momentum, and angular momentum
 * about any point, stay; energy does not rise. */
TEST(two_free_bodies_keep_angular_momentum_in_an_impact) {
    static const double parts[] = {0.0, 0.7, 1.0};
    for (int i = 0; i < 3; i++) {
        const char *text =
            print(t,
                  "primitive box begin geometry: cuboid(1m, 0.5m, 0.1m); interference: ; dynamics: "
                  "; end\n"
                  "world w begin components a, b: box;\n"
                  "  structure begin\n"
                  "    place a by center at (0, 0) angle = 20deg velocity = (2m/s, 0);\n"
                  "    place b by center at (1.5m, 0.4m) velocity = (-1m/s, -0.2m/s)\n"
                  "      angular_velocity = 3rad/s;\n"
                  "  end\n"
                  "  properties: (planar, friction: 0.3, restitution: %g);\n" RUN("5ms, 1s", ""),
                  parts[i], 0.0);
        Machine *m = machine_of_text(t, text);
        REQUIRE(m);
        SimTotals start = sim_totals(m->sim);
        CHECK(machine_run(m, 1.0));
        SimTotals end = sim_totals(m->sim);
        CHECK(tm_sim_info(m->sim)->touching > 0);
        CHECK_NEAR(end.momentum[0], start.momentum[0], 1e-10);
        CHECK_NEAR(end.momentum[1], start.momentum[1], 1e-10);
        CHECK_NEAR(end.angular[2], start.angular[2], 1e-9 * fabs(start.angular[2]));
        CHECK(end.kinetic <= start.kinetic * (1.0 + 1e-12));
        machine_judge(m, NO_RISE);
    }
}

/* ---- Bodies that are led --------------------------------------------------------------------- */

/* A plate that is led up at 0.5 m/s carries a box of 2 kg with its weight alone; where it stops at
 * once, the box flies on, 0.5^2 / 20 m = 12.5 mm high. */
TEST(a_plate_that_is_led_carries_a_box_and_throws_it) {
    Machine *m = machine_of_text(
        t, "primitive plate begin geometry: cuboid(1m, 0.1m, 0.5m); interference: ; end\n"
           "primitive box begin geometry: cuboid(0.4m, 0.3m, 0.4m); interference: ;\n"
           "  dynamics: (mass: 2kg, inertia: 0.1kg*m^2); end\n"
           "world w begin components plate: plate; box: box;\n"
           "  structure begin\n"
           "    place plate by center at (0, -50mm); place box by center at (0, 0.15m);\n"
           "  end\n"
           "  properties: (planar, gravity: 10m/s^2, friction: 0.25);\n"
           "  control: begin\n"
           "    velocity of plate = (0, if time < 0.1s then 0.5m/s else 0m/s);\n"
           "    angular_velocity of plate = 0rad/s;\n"
           "  end;\n" RUN("1ms, 0.4s", ""));
    REQUIRE(m);
    int32_t plate = sim_body(t, m->sim, "plate"), box = sim_body(t, m->sim, "box");
    CHECK(machine_run(m, 0.09));
    CHECK_NEAR(machine_press(m, box, plate).force[1], 20.0, 1e-8);
    CHECK_NEAR(tm_sim_twists(m->sim)[box].linear[1], 0.5, 1e-9);
    double high = 0.0;
    while (machine_step(m)) {
        high = fmax(high, machine_gap(m, plate, box));
    }
    CHECK_NEAR(high, 0.0125, 6e-4); /* v h at most */
    CHECK_NEAR(machine_gap(m, plate, box), 0.0, 1e-12);
    machine_judge(m, DRIVEN);
}

/* ---- Checkpoints ----------------------------------------------------------------------------- */

/* At several times: what goes on from the bytes is the same to the bit. */
static void check_restored(tmTest *t, const char *text, double end) {
    for (int i = 1; i < 4; i++) {
        int keep = t->defer_count;
        tmSim *sim = sim_of(t, text, 0, NULL), *other = sim_of(t, text, 0, NULL);
        REQUIRE(sim && other);
        MUST(tm_sim_set_input(sim, 0, 25.0));
        MUST(tm_sim_advance(sim, 0.25 * i * end));
        size_t size = tm_sim_save_size(sim);
        unsigned char *bytes = test_memory(t, size, 1);
        MUST(tm_sim_save(sim, bytes, size));
        MUST(tm_sim_advance(other, 0.1 * end)); /* it has a memory of its own, which goes */
        MUST(tm_sim_restore(other, bytes, size));
        for (int k = 1; k <= 20; k++) {
            double to = 0.25 * i * end + 0.0125 * k * end;
            int32_t counts[2];
            MUST(tm_sim_advance(sim, to));
            MUST(tm_sim_advance(other, to));
            REQUIRE(tm_sim_hash(sim) == tm_sim_hash(other));
            const tmContact *a = tm_sim_contacts(sim, &counts[0]);
            const tmContact *b = tm_sim_contacts(other, &counts[1]);
            REQUIRE(counts[0] == counts[1]);
            for (int32_t j = 0; j < counts[0]; j++) {
                REQUIRE(a[j].force == b[j].force && a[j].friction[0] == b[j].friction[0]);
            }
        }
        CHECK(tm_sim_info(sim)->touching > 0);
        test_run_defers(t, keep);
    }
}

TEST(checkpoints_with_joints_limits_and_controls_that_read_contacts_go_on_with_the_same_bits) {
    check_restored(t, LEVER, 2.0);
    /* The control pushes the box to the side while it touches the lever. */
    const char *text = LEVER;
    const char *at = strstr(text, "  control: ");
    char *own = test_memory(t, 4000, 1);
    snprintf(own, 4000, "%.*s%s%s", (int)(at - text), text,
             "  control: begin force at lever.tip = (0, lift);\n"
             "    force at box.center = (if contact(box, lever) then 4N else -4N, 0);\n  end;\n",
             strchr(at, '\n') + 1);
    check_restored(t, own, 1.0);
}

TEST_MAIN(
    CASE(a_stop_carries_a_lever_and_what_lies_on_it), CASE(a_stop_gives_back_its_part_of_the_speed),
    CASE(a_rod_on_a_pin_that_a_ball_strikes_turns_by_angular_momentum),
    CASE(three_balls_in_a_row_hand_on_what_restitution_says),
    CASE(a_disc_with_spin_that_meets_a_floor_slips_or_rolls_on),
    CASE(two_free_bodies_keep_angular_momentum_in_an_impact),
    CASE(a_plate_that_is_led_carries_a_box_and_throws_it),
    CASE(checkpoints_with_joints_limits_and_controls_that_read_contacts_go_on_with_the_same_bits))
