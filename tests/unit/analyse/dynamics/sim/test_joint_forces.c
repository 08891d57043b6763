/* test_joint_forces.c: what joints do in simulations, in closed form: limits, springs, dampers,
 * rods, wheels, screws, ropes, and pins that are redundant. */
#include "definition.h"
#include "simulations.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define G 9.81

static tmSimDef at_tolerance(double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.tolerance = tolerance;
    return def;
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* The door of examples/dynamics/joint_limits.tml. */
#define DOOR (20.0 * 0.64 / 3.0) /* about its hinge [kg m^2] */
#define PUSH (2.0 / DOOR)        /* its angular acceleration [rad/s^2] */

TEST(door_bounces_off_its_stop_at_the_times_of_a_geometric_series) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/joint_limits.tml", 0, &def);
    REQUIRE(sim);
    double first = sqrt(2.0 * (PI / 3.0) / PUSH), e = 0.5, speed = PUSH * first, rate;
    int n = 0;
    for (int i = 1; i <= 640; i++) {
        int32_t count;
        MUST(tm_sim_advance(sim, 0.01 * i));
        const tmSimEvent *events = tm_sim_events(sim, &count);
        for (int32_t k = 0; k < count && n < 12; k++) {
            if (events[k].kind != TM_SIM_EVENT_LIMIT) {
                continue;
            }
            double time = first * (1.0 + 2.0 * e * (1.0 - pow(e, n)) / (1.0 - e));
            CHECK_NEAR(events[k].time, time, 1e-8);
            CHECK_NEAR(events[k].before, -speed, 1e-8);
            CHECK_NEAR(events[k].after, e * speed, 1e-8);
            CHECK_NEAR(events[k].impulse, DOOR * (1.0 + e) * speed, 1e-7);
            CHECK_NEAR(events[k].value, 0.0, 1e-9);
            CHECK(events[k].joint == 0);
            speed *= e;
            n++;
        }
    }
    CHECK(n == 12);
    /* At rest against the stop after 3 t1 = 6.34 s, which holds the push. */
    MUST(tm_sim_advance(sim, 8.0));
    CHECK_NEAR(sim_value(sim, "hinge", &rate), 0.0, 1e-9);
    CHECK(rate == 0.0 || fabs(rate) < 1e-9);
    CHECK_NEAR(tm_sim_accelerations(sim)[1].angular[2], 0.0, 1e-9);
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
    /* Impacts take energy away; that is counted as work. */
    CHECK(fabs(tm_sim_info(sim)->energy_error) < 1e-9);
    CHECK_NEAR(tm_sim_info(sim)->energy, 0.0, 1e-9);
}

TEST(door_between_two_stops_goes_to_and_fro) {
    tmSim *sim =
        sim_of(t,
               "primitive leaf begin geometry: none; dynamics: (mass: 1kg, inertia: 2kg*m^2); end\n"
               "world w begin components leaf: leaf;\n"
               "  structure begin\n"
               "    join leaf to world with pin(low: -1rad, high: 2rad, restitution: 1)\n"
               "      matching (center (0, 0)) as hinge;\n"
               "    place leaf by center at (0, 0) angular_velocity = 1.5rad/s;\n"
               "  end\n"
               "  properties: (planar);\n"
               "end\n"
               "simulate w begin time: (10ms, 100s); monitor: hinge.angle; end\n",
               0, NULL);
    REQUIRE(sim);
    for (int i = 1; i <= 100; i++) { /* a saw of period 4 s: 3 rad forth and 3 rad back */
        double rate, phase = fmod(1.5 * i + 1.0, 6.0);
        MUST(tm_sim_advance(sim, i));
        double angle = sim_value(sim, "hinge", &rate);
        CHECK_NEAR(angle, phase < 3.0 ? phase - 1.0 : 5.0 - phase, 1e-8);
        if (fabs(phase - 3.0) > 1e-6 && phase > 1e-6) {
            CHECK_NEAR(rate, phase < 3.0 ? 1.5 : -1.5, 1e-9);
        }
    }
    CHECK_NEAR(tm_sim_info(sim)->energy, 0.5 * 2.0 * 2.25, 1e-9);
}

TEST(limit_without_restitution_holds_until_it_is_pulled_off) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(
        t,
        "primitive block begin geometry: none; dynamics: (mass: 2kg, inertia: 1kg*m^2); end\n"
        "world w begin\n"
        "  input pull = 0N;\n"
        "  components block: block;\n"
        "  structure begin\n"
        "    join block to world with slider(low: 0m) matching (y_axis y_axis) as rail;\n"
        "    place block by center at (0, 5m);\n"
        "  end\n"
        "  properties: (planar, gravity: 10m/s^2);\n"
        "  control: force of rail = pull;\n"
        "end\n"
        "simulate w begin time: (10ms, 10s); monitor: rail.position; end\n",
        0, &def);
    int32_t count;
    double rate;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 3.0)); /* it meets the floor after 1 s at 10 m/s */
    const tmSimEvent *events = tm_sim_events(sim, &count);
    bool met = false;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == TM_SIM_EVENT_LIMIT && !met) {
            met = true;
            CHECK_NEAR(events[i].time, 1.0, 1e-9);
            CHECK_NEAR(events[i].before, -10.0, 1e-8);
            CHECK_NEAR(events[i].after, 0.0, 1e-12);
            CHECK_NEAR(events[i].impulse, 20.0, 1e-8);
        }
    }
    CHECK(met);
    CHECK_NEAR(sim_value(sim, "rail", &rate), 0.0, 1e-9);
    CHECK_NEAR(rate, 0.0, 1e-12);
    CHECK_NEAR(sim_wrench(t, sim, "rail").force[1], 20.0, 1e-8); /* the floor carries it */
    MUST(tm_sim_set_input(sim, 0, 19.0));                        /* not enough */
    MUST(tm_sim_advance(sim, 4.0));
    CHECK_NEAR(sim_value(sim, "rail", NULL), 0.0, 1e-9);
    CHECK_NEAR(sim_wrench(t, sim, "rail").force[1], 20.0, 1e-8);
    MUST(tm_sim_set_input(sim, 0, 24.0)); /* 2 m/s^2 upwards */
    MUST(tm_sim_advance(sim, 6.0));
    CHECK_NEAR(sim_value(sim, "rail", &rate), 4.0, 1e-7);
    CHECK_NEAR(rate, 4.0, 1e-7);
    bool left = false;
    events = tm_sim_events(sim, &count);
    for (int32_t i = 0; i < count; i++) {
        left =
            left || (events[i].kind == TM_SIM_EVENT_RELEASE && fabs(events[i].time - 4.0) < 1e-6);
    }
    CHECK(left);
}

TEST(limit_of_a_pin_in_space_stops_a_pendulum) {
    tmSimDef def = at_tolerance(1e-11);
    tmSim *sim =
        sim_of(t,
               "primitive bar begin geometry: bar(1m, 20mm, 20mm) where begin\n"
               "    axle: axis((0, 0, 1), (-0.5m, 0)); end;\n"
               "  dynamics: (mass: 3kg, inertia: (0.1kg*m^2, 0.25kg*m^2, 0.25kg*m^2)); end\n"
               "world w begin components bar: bar;\n"
               "  structure begin\n"
               "    join bar to world with pin(low: -60deg) matching (axle z_axis) as hinge;\n"
               "    place bar by axle at (0, 0);\n"
               "  end\n"
               "  properties: (gravity: 10m/s^2);\n"
               "end\n"
               "simulate w begin time: (10ms, 5s); monitor: hinge.angle; end\n",
               0, &def);
    int32_t count;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 5.0));
    const tmSimEvent *events = tm_sim_events(sim, &count);
    bool met = false;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == TM_SIM_EVENT_LIMIT && !met) {
            met = true; /* by the energy: 0.5 w^2 (0.25 + 3 / 4) = 3 * 10 * 0.5 sin(60 deg) */
            CHECK_NEAR(events[i].before, -sqrt(2.0 * 15.0 * sin(PI / 3.0)), 1e-8);
            CHECK_NEAR(events[i].value, -PI / 3.0, 1e-9);
        }
    }
    CHECK(met);
    CHECK_NEAR(sim_value(sim, "hinge", NULL), -PI / 3.0, 1e-9);
    /* The stop pushes back with the moment of the weight. */
    CHECK_NEAR(sim_wrench(t, sim, "hinge").torque[2], 15.0 * cos(PI / 3.0), 1e-7);
}

TEST(door_bounces_with_fixed_steps_too) {
    static const tmMethod methods[2] = {TM_METHOD_STEPPING, TM_METHOD_CLASSIC};
    for (int k = 0; k < 2; k++) {
        tmSimDef def = tm_sim_def_default();
        def.method = methods[k];
        def.step = 1e-3;
        tmSim *sim = sim_of_example(t, "dynamics/joint_limits.tml", 0, &def);
        REQUIRE(sim);
        double first = sqrt(2.0 * (PI / 3.0) / PUSH), min = 1.0, rate;
        int32_t count, met = 0;
        for (int i = 1; i <= 800; i++) {
            MUST(tm_sim_advance(sim, 0.01 * i));
            const tmSimEvent *events = tm_sim_events(sim, &count);
            min = fmin(min, sim_value(sim, "hinge", NULL));
            for (int32_t n = 0; n < count && met < 3; n++) {
                if (events[n].kind == TM_SIM_EVENT_LIMIT) { /* t1, 2 t1, 2.5 t1 */
                    double time = first * (met == 0 ? 1.0 : met == 1 ? 2.0 : 2.5);
                    CHECK_NEAR(events[n].time, time, 0.01);
                    CHECK_NEAR(events[n].after, -0.5 * events[n].before, 1e-12);
                    met++;
                }
            }
        }
        CHECK(met == 3 && min > -1e-9);
        CHECK_NEAR(sim_value(sim, "hinge", &rate), 0.0, 1e-3);
        CHECK_NEAR(rate, 0.0, 1e-3);
    }
}

/* ---- Springs and dampers in joints --------------------------------------------------------- */

TEST(spring_in_a_pin_swings_with_its_period) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(
        t,
        "primitive wheel begin geometry: none; dynamics: (mass: 1kg, inertia: 2kg*m^2); end\n"
        "world w begin components wheel, other: wheel;\n"
        "  structure begin\n"
        "    join wheel to world with pin(stiffness: 18N*m/rad, rest: 30deg) matching (center (0, "
        "0)) as coil;\n"
        "    join other to world with pin(stiffness: 18N*m/rad) matching (center (1, 0)) as "
        "slack;\n"
        "    place wheel by center at (0, 0) angle = 90deg;\n"
        "    place other by center at (1, 0) angle = 40deg;\n"
        "  end\n"
        "  properties: (planar);\n"
        "end\n"
        "simulate w begin time: (10ms, 20s); monitor: coil.angle; end\n",
        0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 20; i++) { /* about 30 degrees with omega = 3 */
        double rate;
        MUST(tm_sim_advance(sim, i));
        CHECK_NEAR(sim_value(sim, "coil", &rate), PI / 6.0 + PI / 3.0 * cos(3.0 * i), 1e-9);
        CHECK_NEAR(rate, -PI * sin(3.0 * i), 1e-9);
        /* Without 'rest' it is slack as placed. */
        CHECK_NEAR(sim_value(sim, "slack", &rate), PI / 180.0 * 40.0, 1e-12);
        CHECK_NEAR(rate, 0.0, 1e-12);
    }
    double coil = sim_value(sim, "coil", NULL);
    CHECK_NEAR(sim_wrench(t, sim, "coil").torque[2], -18.0 * (coil - PI / 6.0), 1e-8);
    CHECK_NEAR(tm_sim_info(sim)->energy, 0.5 * 18.0 * PI * PI / 9.0, 1e-9);
}

TEST(springs_and_dampers_in_sliders_have_their_closed_forms) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/damped_oscillators.tml", 0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 30; i++) {
        double s = 0.1 * i, w = sqrt(96.0), root = sqrt(625.0 - 100.0), fast = 25.0 + root;
        double slow = 100.0 / fast;
        MUST(tm_sim_advance(sim, s));
        CHECK_NEAR(sim_value(sim, "swinging.slide", NULL),
                   0.1 * exp(-2.0 * s) * (cos(w * s) + 2.0 / w * sin(w * s)), 1e-10);
        CHECK_NEAR(sim_value(sim, "critical.slide", NULL), 0.1 * exp(-10.0 * s) * (1.0 + 10.0 * s),
                   1e-10);
        CHECK_NEAR(sim_value(sim, "creeping.slide", NULL),
                   0.1 * (fast * exp(-slow * s) - slow * exp(-fast * s)) / (fast - slow), 1e-10);
    }
    const tmSimInfo *info = tm_sim_info(sim); /* all of it went into the dampers */
    CHECK(fabs(info->energy_error) < 1e-8);
    CHECK(info->work < -1.4);
}

/* ---- Joints between two points ------------------------------------------------------------- */

/* Two blocks of 1 kg and 3 kg that float in space. */
#define TWO(joints, places)                                                                        \
    "primitive block(kilograms) begin geometry: none;\n"                                           \
    "  dynamics: (mass: kilograms, inertia: (1kg*m^2, 1kg*m^2, 1kg*m^2)); end\n"                   \
    "world w begin components one: block(1kg); two: block(3kg);\n"                                 \
    "  structure begin\n" joints places "  end\n"                                                  \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 10s); monitor: energy; end\n"

TEST(spring_between_two_bodies_swings_with_their_reduced_mass) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(t,
                        TWO("join two to one with spring(stiffness: 12N/m, length: 2m)\n"
                            "  matching (center center) as coil;\n",
                            "place one by center at (0, 0); place two by center at (0, 3m);\n"),
                        0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 10; i++) { /* 3/4 kg: omega = 4 */
        double rate;
        MUST(tm_sim_advance(sim, i));
        CHECK_NEAR(sim_value(sim, "coil", &rate), 2.0 + cos(4.0 * i), 1e-9);
        CHECK_NEAR(rate, -4.0 * sin(4.0 * i), 1e-9);
        tmWrench wrench = sim_wrench(t, sim, "coil"); /* on `two`, which is above */
        CHECK_NEAR(wrench.force[1], -12.0 * cos(4.0 * i), 1e-7);
    }
}

TEST(damper_between_two_bodies_lets_their_speed_decay) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim =
        sim_of(t,
               TWO("join two to one with damper(3N*s/m) matching (center center) as pot;\n",
                   "place one by center at (0, 0);\n"
                   "place two by center at (2m, 0) velocity = (4m/s, 0, 0);\n"),
               0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 5; i++) { /* v' = -3 / (3/4) v */
        double rate, s = 0.2 * i;
        MUST(tm_sim_advance(sim, s));
        CHECK_NEAR(sim_value(sim, "pot", &rate), 3.0 - exp(-4.0 * s), 1e-10);
        CHECK_NEAR(rate, 4.0 * exp(-4.0 * s), 1e-10);
    }
    MUST(tm_sim_advance(sim, 10.0)); /* both at the speed of the whole */
    CHECK_NEAR(tm_sim_twists(sim)[1].linear[0], 3.0, 1e-9);
    CHECK_NEAR(tm_sim_twists(sim)[2].linear[0], 3.0, 1e-9);
}

TEST(rod_between_two_bodies_pulls_what_keeps_them_on_their_circles) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(t,
                        TWO("join two to one with rod matching (center center) as rod;\n",
                            "place one by center at (0, 0) velocity = (0m/s, -3m/s, 0m/s);\n"
                            "place two by center at (2m, 0) velocity = (0m/s, 1m/s, 0m/s);\n"),
                        0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 10; i++) { /* about (1.5, 0) at 2 rad/s; 3 kg * 0.5 m * 4 /s^2 = 6 N */
        MUST(tm_sim_advance(sim, i));
        const tmFrame *frames = tm_sim_frames(sim);
        CHECK_NEAR(frames[2].position[0], 1.5 + 0.5 * cos(2.0 * i), 1e-9);
        CHECK_NEAR(frames[2].position[1], 0.5 * sin(2.0 * i), 1e-9);
        CHECK_NEAR(frames[1].position[0], 1.5 - 1.5 * cos(2.0 * i), 1e-9);
        tmWrench wrench = sim_wrench(t, sim, "rod");
        CHECK_NEAR(wrench.force[0], -6.0 * cos(2.0 * i), 1e-8);
        CHECK_NEAR(wrench.force[1], -6.0 * sin(2.0 * i), 1e-8);
    }
}

TEST(weights_on_one_rope_fall_as_in_atwoods_machine) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(
        t,
        "primitive weight(kilograms) begin geometry: sphere(5cm); dynamics: (mass: kilograms); "
        "end\n"
        "primitive beam begin properties: (fixed); geometry: none where begin\n"
        "    left: (-1m, 0); right: (1m, 0); end; end\n"
        "composite weights begin components one: weight(3kg); two: weight(1kg);\n"
        "  structure begin place one by center at (-1m, -4m); place two by center at (1m, -8m); "
        "end\n"
        "end\n"
        "world w begin components beam: beam; hung: weights;\n"
        "  structure begin\n"
        "    join beam to hung with tackle matching (left one.center, right two.center) as rope;\n"
        "    place beam by center at (0, 0);\n"
        "    place hung by one.center at (-1m, -4m);\n"
        "  end\n"
        "  properties: (planar, gravity);\n"
        "end\n"
        "simulate w begin time: (10ms, 1s); monitor: energy; end\n",
        0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0)); /* g (3 - 1) / (3 + 1) */
    double p[3];
    sim_point(t, sim, "hung.one.center", p, NULL);
    CHECK_NEAR(p[1], -4.0 - 0.25 * G, 1e-9);
    sim_point(t, sim, "hung.two.center", p, NULL);
    CHECK_NEAR(p[1], -8.0 + 0.25 * G, 1e-9);
}

/* ---- Wheels and screws --------------------------------------------------------------------- */

TEST(gears_share_their_inertias) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/gear_pair.tml", 0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    CHECK_NEAR(sim_value(sim, "motor", NULL), 30.0, 1e-9);
    CHECK_NEAR(sim_value(sim, "shaft", NULL), -15.0, 1e-9);
}

TEST(spindle_sinks_through_its_nut_as_slowly_as_its_inertia_says) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/screw_load.tml", 0, &def);
    double a = G / (1.0 + 0.02 * pow(2.0 * PI / 0.064, 2.0) / 5.0), p[3];
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    sim_point(t, sim, "spindle.center", p, NULL);
    CHECK_NEAR(p[2], 0.1 - 0.5 * a, 1e-10);
    CHECK_NEAR(sim_value(sim, "screw", NULL), -0.5 * a * 2.0 * PI / 0.064, 1e-8);
}

/* A wheel of 2 kg m^2 about the origin, and a bar of 3 kg on a rail, or another wheel. */
#define WHEEL_AND(others, joint)                                                                   \
    "primitive wheel(i) begin geometry: none; dynamics: (mass: 1kg, inertia: i); end\n"            \
    "primitive bar begin geometry: none where begin rail: axis((1, 0, 0), (0, 0.5m)); end;\n"      \
    "  dynamics: (mass: 3kg, inertia: 1kg*m^2); end\n"                                             \
    "world w begin components wheel: wheel(2kg*m^2); " others "  structure begin\n"                \
    "    join wheel to world with pin matching (center (0, 0)) as axle;\n" joint                   \
    "    place wheel by center at (0, 0);\n"                                                       \
    "  end\n"                                                                                      \
    "  properties: (planar);\n"                                                                    \
    "  control: torque of axle = 10Nm;\n"                                                          \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 2s); monitor: energy; end\n"

TEST(wheel_moves_a_rack) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(t,
                        WHEEL_AND("bar: bar;\n",
                                  "join bar to world with slider matching (rail x_axis) as rail;\n"
                                  "join wheel to bar with rack(0.5m) matching (center x_axis);\n"
                                  "place bar by center at (0, -0.5m);\n"),
                        0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0)); /* 10 / (2 + 3 / 4) rad/s^2 */
    double turn = 0.5 * 10.0 / 2.75 * 4.0;
    CHECK_NEAR(sim_value(sim, "axle", NULL), turn, 1e-9);
    CHECK_NEAR(fabs(sim_value(sim, "rail", NULL)), 0.5 * turn, 1e-9);
}

TEST(belt_turns_another_wheel) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim =
        sim_of(t,
               WHEEL_AND("other: wheel(8kg*m^2);\n",
                         "join other to world with pin matching (center (3m, 0)) as shaft;\n"
                         "join wheel to other with belt(0.2m, 0.8m) matching (center center);\n"
                         "place other by center at (3m, 0);\n"),
               0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0)); /* a quarter of the turns: 10 / (2 + 8 / 16) rad/s^2 */
    CHECK_NEAR(sim_value(sim, "axle", NULL), 8.0, 1e-9);
    CHECK_NEAR(sim_value(sim, "shaft", NULL), 2.0, 1e-9);
}

/* ---- Redundant joints ---------------------------------------------------------------------- */

TEST(four_bar_of_pins_in_space_moves_as_in_the_plane) {
    /* A parallelogram: one freedom. With l the crank, the coupler goes round without turning:
     * (2 J + m l^2) w' = -(2 m1 l/2 + m l) g cos(a), integrated by the energy. */
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/spatial_four_bar.tml", 0, &def);
    REQUIRE(sim);
    tmBodyInfo crank, coupler;
    MUST(tm_model_body(sim_model(sim), sim_body(t, sim, "crank"), &crank));
    MUST(tm_model_body(sim_model(sim), sim_body(t, sim, "coupler"), &coupler));
    double l = 0.2, m1 = crank.mass.mass, m = coupler.mass.mass;
    double inertia = 2.0 * (crank.mass.inertia[2][2] + m1 * l * l / 4.0) + m * l * l;
    double moment = (m1 + m) * l * G;
    for (int i = 1; i <= 50; i++) {
        double rate;
        MUST(tm_sim_advance(sim, 0.1 * i));
        double angle = sim_value(sim, "motor", &rate);
        CHECK_NEAR(0.5 * inertia * rate * rate, moment * (sin(PI / 3.0) - sin(angle)), 1e-9);
        CHECK_NEAR(sim_value(sim, "swing", NULL), angle, 1e-10);
        /* Nothing leaves the plane, and no redundant force acts across it. */
        CHECK_NEAR(tm_sim_frames(sim)[sim_body(t, sim, "coupler")].position[2], 0.0, 1e-12);
        CHECK_NEAR(sim_wrench(t, sim, "knee").force[2], 0.0, 1e-9);
    }
}

TEST(redundant_joints_are_named) {
    const char *text = definition_file(t, EXAMPLES "/dynamics/spatial_four_bar.tml");
    REQUIRE(text);
    CHECK_TEXT(
        sim_says(t, text, NULL, 0.0),
        "note 27:5 3 equations of 4 joints repeat what the others constrain // if they do so in "
        "every pose, and not only in this one, they do not change the motion; "
        "forces are shared among them by least squares [motor, knee, elbow, swing]\n");
}

TEST_MAIN(CASE(door_bounces_off_its_stop_at_the_times_of_a_geometric_series),
          CASE(door_between_two_stops_goes_to_and_fro), CASE(door_bounces_with_fixed_steps_too),
          CASE(limit_without_restitution_holds_until_it_is_pulled_off),
          CASE(limit_of_a_pin_in_space_stops_a_pendulum),
          CASE(spring_in_a_pin_swings_with_its_period),
          CASE(springs_and_dampers_in_sliders_have_their_closed_forms),
          CASE(spring_between_two_bodies_swings_with_their_reduced_mass),
          CASE(damper_between_two_bodies_lets_their_speed_decay),
          CASE(rod_between_two_bodies_pulls_what_keeps_them_on_their_circles),
          CASE(weights_on_one_rope_fall_as_in_atwoods_machine), CASE(gears_share_their_inertias),
          CASE(spindle_sinks_through_its_nut_as_slowly_as_its_inertia_says),
          CASE(wheel_moves_a_rack), CASE(belt_turns_another_wheel),
          CASE(four_bar_of_pins_in_space_moves_as_in_the_plane), CASE(redundant_joints_are_named))
