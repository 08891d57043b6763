/* test_control.c: controls, inputs and senses of simulations ([HH] 3.5): by the text's functions
 * and by those of the host, all the time or sampled. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static tmSimDef at_tolerance(double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.tolerance = tolerance;
    return def;
}

/* A wheel of 2 kg m^2 on an axle, with a control. */
#define WHEEL(control)                                                                             \
    "primitive wheel begin\n"                                                                      \
    "  geometry: none where begin rim: (0.5m, 0); end;\n"                                          \
    "  dynamics: (mass: 3kg, inertia: 2kg*m^2);\n"                                                 \
    "end\n"                                                                                        \
    "world w begin\n"                                                                              \
    "  input u = 1 in -5 .. 5;\n"                                                                  \
    "  components wheel: wheel;\n"                                                                 \
    "  structure begin\n"                                                                          \
    "    join wheel to world with pin matching (center (0, 0)) as axle;\n"                         \
    "    place wheel by center at (0, 0) angle = 1rad;\n"                                          \
    "  end\n"                                                                                      \
    "  properties: (planar);\n"                                                                    \
    "  control: begin " control " end;\n"                                                          \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 10s); monitor: u, axle.angle, axle.torque; end\n"

/* A block of 2 kg that floats in the plane, with a control; it starts at (1, 2) with 3 m/s along x.
 */
#define BLOCK(control)                                                                             \
    "primitive block begin\n"                                                                      \
    "  geometry: none where begin corner: (0.5m, 0.25m); end;\n"                                   \
    "  dynamics: (mass: 2kg, inertia: 0.5kg*m^2);\n"                                               \
    "end\n"                                                                                        \
    "world w begin\n"                                                                              \
    "  components block: block;\n"                                                                 \
    "  structure place block by center at (1m, 2m) velocity = (3m/s, 0);\n"                        \
    "  properties: (planar);\n"                                                                    \
    "  control: begin " control " end;\n"                                                          \
    "end\n"                                                                                        \
    "simulate w begin time: (10ms, 10s); monitor: block.force; end\n"

/* ---- The actuator of example 3.3 ----------------------------------------------------------- */

TEST(actuator_has_its_step_response) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/actuator.tml", 0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 20; i++) { /* K1 u / K2 (1 - exp(-K2 t)) = 12 (1 - exp(-t / 2)) */
        double time = 0.5 * i, rate;
        MUST(tm_sim_advance(sim, time));
        double angle = sim_value(sim, "motor", &rate);
        CHECK_NEAR(rate, 12.0 * (1.0 - exp(-0.5 * time)), 1e-10);
        CHECK_NEAR(angle, 12.0 * (time - 2.0 * (1.0 - exp(-0.5 * time))), 1e-9);
    }
}

/* ---- Inputs -------------------------------------------------------------------------------- */

TEST(input_that_is_set_holds_from_then_on) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/actuator.tml", 0, &def);
    REQUIRE(sim);
    int32_t input = tm_model_find_input(sim_model(sim), "voltage"), count;
    double rate, value;
    REQUIRE(input >= 0);
    MUST(tm_sim_advance(sim, 1.0));
    MUST(tm_sim_set_input(sim, input, -1.0));
    const tmSimEvent *events = tm_sim_events(sim, &count);
    REQUIRE(count == 1);
    CHECK(events[0].kind == TM_SIM_EVENT_INPUT && events[0].input == input);
    CHECK(events[0].time == 1.0 && events[0].value == -1.0 && events[0].joint == -1);
    CHECK_TEXT(tm_sim_event_name(events[0].kind), "input");
    double first = 12.0 * (1.0 - exp(-0.5));
    for (int i = 1; i <= 5; i++) {
        MUST(tm_sim_advance(sim, 1.0 + i));
        sim_value(sim, "motor", &rate);
        CHECK_NEAR(rate, -6.0 + (first + 6.0) * exp(-0.5 * i), 1e-10);
    }
    MUST(tm_sim_set_input(sim, input, 100.0)); /* cut to its range */
    MUST(tm_sim_input(sim, input, &value));
    CHECK(value == 12.0);
    CHECK_STATUS(tm_sim_set_input(sim, input, NAN), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_set_input(sim, input + 1, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_set_input(NULL, input, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_input(sim, -1, &value), TM_ERR_ARGUMENT);
    MUST(tm_sim_input(sim, input, &value));
    CHECK(value == 12.0);
}

/* Sets inputs at odd times of its own while time is cut in pieces; returns what was reported. */
static int32_t play(tmTest *t, tmSim *sim, tmSimEvent *told) {
    uint64_t seed = 7;
    int32_t count = 0, found;
    double next = 0.37;
    for (int i = 1; i <= 400; i++) {
        double time = 0.025 * i;
        while (next < time && count < 40) {
            CHECK_STATUS(tm_sim_advance(sim, next), TM_OK);
            CHECK_STATUS(tm_sim_set_input(sim, 0, test_uniform(&seed, -4.0, 4.0)), TM_OK);
            const tmSimEvent *events = tm_sim_events(sim, &found);
            told[count++] = events[found - 1];
            next += test_uniform(&seed, 0.05, 0.6);
        }
        CHECK_STATUS(tm_sim_advance(sim, time), TM_OK);
    }
    return count;
}

static void check_replay(tmTest *t, const tmSimDef *def) {
    const char *text = WHEEL("torque of axle = 1Nm * u - 0.5Nm*s * axle.angular_velocity;");
    tmSim *first = sim_of(t, text, 0, def), *second = sim_of(t, text, 0, def);
    tmSimEvent told[40];
    REQUIRE(first && second);
    int32_t count = play(t, first, told);
    CHECK(count > 10);
    for (int32_t i = 0; i < count; i++) { /* from what was reported alone */
        CHECK(told[i].kind == TM_SIM_EVENT_INPUT);
        MUST(tm_sim_advance(second, told[i].time));
        MUST(tm_sim_set_input(second, told[i].input, told[i].value));
    }
    MUST(tm_sim_advance(second, 10.0));
    CHECK(tm_sim_hash(first) == tm_sim_hash(second));
    CHECK(tm_sim_info(first)->steps == tm_sim_info(second)->steps);
    CHECK(memcmp(tm_sim_twists(first), tm_sim_twists(second), 2 * sizeof(tmTwist)) == 0);
}

TEST(replay_of_the_inputs_that_were_told_has_the_same_bits) {
    check_replay(t, NULL);
    tmSimDef stepping = tm_sim_def_default();
    stepping.method = TM_METHOD_STEPPING;
    check_replay(t, &stepping);
}

/* ---- The host's own controls --------------------------------------------------------------- */

typedef struct Seen {
    int32_t calls, size;
    double latest;
} Seen;

/* A spring of 8 N m/rad, from the frames: the wheel turns as cos(2 t). */
static void spring(void *user, const tmControlCall *call, double *values) {
    Seen *seen = user;
    const double *q = call->frames[1].rotation;
    seen->calls++;
    seen->size = call->size;
    seen->latest = call->time > seen->latest ? call->time : seen->latest;
    values[0] = -8.0 * 2.0 * atan2(q[3], q[0]) + (strcmp(call->name, "coil") == 0 ? 0.0 : 1e3);
}

/* A weight along y that grows with time; along x a brake. */
static void pull(void *user, const tmControlCall *call, double *values) {
    const double *strength = user;
    values[0] = -*strength * call->twists[1].linear[0];
    values[1] = -2.0 * call->time;
    values[2] = 0.0;
}

TEST(control_of_the_host_acts_as_one_of_the_text) {
    Seen seen = {0, 0, 0.0};
    const tmHostControl coil = {"coil", spring, &seen};
    tmSimDef def = at_tolerance(1e-12);
    def.controls = &coil;
    def.control_count = 1;
    tmSim *sim = sim_of(t, WHEEL("torque of axle = coil;"), 0, &def);
    REQUIRE(sim);
    for (int i = 1; i <= 10; i++) {
        double rate;
        MUST(tm_sim_advance(sim, i));
        double angle = sim_value(sim, "axle", &rate);
        CHECK_NEAR(angle, cos(2.0 * i), 1e-9);
        CHECK_NEAR(rate, -2.0 * sin(2.0 * i), 1e-9);
    }
    CHECK(seen.calls > 100 && seen.size == 1 && seen.latest <= 10.0);
}

TEST(control_of_the_host_gives_vectors) {
    double brake = 4.0;
    const tmHostControl wind = {"wind", pull, &brake};
    tmSimDef def = at_tolerance(1e-12);
    def.controls = &wind;
    def.control_count = 1;
    tmSim *sim = sim_of(t, BLOCK("force of block = wind;"), 0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 3.0)); /* x' = 3 exp(-2 t), y'' = -t */
    CHECK_NEAR(tm_sim_frames(sim)[1].position[0], 1.0 + 1.5 * (1.0 - exp(-6.0)), 1e-10);
    CHECK_NEAR(tm_sim_frames(sim)[1].position[1], 2.0 - 27.0 / 6.0, 1e-10);
}

/* ---- Sampled controls ---------------------------------------------------------------------- */

/* Between two readings the torque is constant, so that the wheel moves by a parabola. */
TEST(sampled_control_has_the_exact_discrete_solution) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(t,
                        WHEEL("every: 20ms; torque of axle = -30Nm/rad * axle.angle - 4Nm*s/rad * "
                              "axle.angular_velocity;"),
                        0, &def);
    double angle = 1.0, rate = 0.0, T = 0.02;
    REQUIRE(sim);
    for (int k = 1; k <= 400; k++) {
        double a = (-30.0 * angle - 4.0 * rate) / 2.0;
        angle += T * rate + 0.5 * T * T * a;
        rate += T * a;
        if (k % 10 == 0) {
            double found;
            MUST(tm_sim_advance(sim, k * T));
            CHECK_NEAR(sim_value(sim, "axle", &found), angle, 1e-10);
            CHECK_NEAR(found, rate, 1e-9);
        }
    }
}

/* [HH] 3.5: controls read the prior interval's values, so that a step's torque is that of the state
 * at its beginning; accelerations are constant through it. */
TEST(classic_reads_its_controls_at_the_beginning_of_a_step) {
    tmSimDef def = tm_sim_def_default();
    def.method = TM_METHOD_CLASSIC;
    def.step = 0.02;
    tmSim *sim = sim_of(t,
                        WHEEL("torque of axle = -30Nm/rad * axle.angle - 4Nm*s/rad * "
                              "axle.angular_velocity;"),
                        0, &def);
    double angle = 1.0, rate = 0.0;
    REQUIRE(sim);
    for (int k = 1; k <= 100; k++) {
        double a = (-30.0 * angle - 4.0 * rate) / 2.0, found;
        angle += 0.02 * rate + 0.5 * 0.02 * 0.02 * a;
        rate += 0.02 * a;
        MUST(tm_sim_advance(sim, 0.02 * k));
        CHECK_NEAR(sim_value(sim, "axle", &found), angle, 1e-12);
        CHECK_NEAR(found, rate, 1e-11);
    }
    CHECK(tm_sim_info(sim)->steps == 100);
}

/* ---- Prescribed motions -------------------------------------------------------------------- */

TEST(angle_that_is_prescribed_is_followed_and_costs_its_torque) {
    tmSim *sim = sim_of(t, WHEEL("angle of axle = 1rad + 0.5rad * sin(3rad/s * time)^2;"), 0, NULL);
    REQUIRE(sim);
    for (int i = 1; i <= 20; i++) { /* 1 + 0.25 (1 - cos 6 t) */
        double time = 0.3 * i, rate;
        MUST(tm_sim_advance(sim, time));
        CHECK_NEAR(sim_value(sim, "axle", &rate), 1.0 + 0.25 * (1.0 - cos(6.0 * time)), 1e-11);
        CHECK_NEAR(rate, 1.5 * sin(6.0 * time), 1e-10);
        CHECK_NEAR(sim_wrench(t, sim, "axle").torque[2], 2.0 * 9.0 * cos(6.0 * time), 1e-9);
        CHECK_NEAR(tm_sim_accelerations(sim)[1].angular[2], 9.0 * cos(6.0 * time), 1e-9);
    }
    const tmSimInfo *info = tm_sim_info(sim); /* work of the drive is counted */
    CHECK(fabs(info->energy_error) < 1e-6 * info->energy_scale);
}

TEST(position_velocity_and_acceleration_of_a_body_can_be_prescribed) {
    static const char *const texts[3] = {
        BLOCK("position of block = (1m + 3m * sin(time * 1rad/s), 2m);"),
        BLOCK("velocity of block = (3m/s * cos(time * 1rad/s), 0m/s);"),
        BLOCK("acceleration of block = (-3m/s^2 * sin(time * 1rad/s), 0m/s^2);")};
    for (int k = 0; k < 3; k++) {
        tmSimDef def = at_tolerance(1e-12);
        tmSim *sim = sim_of(t, texts[k], 0, &def);
        REQUIRE(sim);
        for (int i = 1; i <= 5; i++) {
            double values[3];
            MUST(tm_sim_advance(sim, 2.0 * i));
            CHECK_NEAR(tm_sim_frames(sim)[1].position[0], 1.0 + 3.0 * sin(2.0 * i), 1e-9);
            CHECK_NEAR(tm_sim_frames(sim)[1].position[1], 2.0, 1e-12);
            CHECK_NEAR(tm_sim_twists(sim)[1].linear[0], 3.0 * cos(2.0 * i), 1e-9);
            CHECK_NEAR(tm_sim_accelerations(sim)[1].linear[0], -3.0 * sin(2.0 * i), 1e-9);
            /* What the control has to push with: m a. */
            MUST(tm_sim_monitors(sim, values));
            CHECK_NEAR(values[0], -6.0 * sin(2.0 * i), 1e-8);
        }
    }
}

/* ---- Forces -------------------------------------------------------------------------------- */

TEST(force_at_a_feature_pushes_and_turns) {
    tmSim *sim = sim_of(
        t, BLOCK("force at block.corner = (0N, 4N); torque of block = (0Nm, 0Nm, 3Nm);"), 0, NULL);
    REQUIRE(sim);
    const tmTwist *a = &tm_sim_accelerations(sim)[1];
    CHECK_NEAR(a->linear[0], 0.0, 1e-12);
    CHECK_NEAR(a->linear[1], 2.0, 1e-12);
    CHECK_NEAR(a->angular[2], (0.5 * 4.0 + 3.0) / 0.5, 1e-12);
    /* The force stays along y: the centre moves as if it acted there. */
    MUST(tm_sim_advance(sim, 1.0));
    CHECK_NEAR(tm_sim_frames(sim)[1].position[1], 3.0, 1e-7);
    CHECK_NEAR(tm_sim_frames(sim)[1].position[0], 4.0, 1e-7);
}

TEST(torques_on_one_thing_add_up) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(
        t, WHEEL("torque of axle = 3Nm; torque of axle = 1Nm; torque of wheel = (0Nm, 0Nm, 2Nm);"),
        0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 2.0));
    CHECK_NEAR(sim_value(sim, "axle", NULL), 1.0 + 0.5 * 3.0 * 4.0, 1e-10);
}

/* ---- Senses -------------------------------------------------------------------------------- */

TEST(monitors_tell_what_is_sensed) {
    static const char *const text =
        "primitive stone begin geometry: sphere(10cm); dynamics: (mass: 2kg); end\n"
        "primitive post begin properties: (fixed); geometry: sphere(10cm); end\n"
        "world w begin\n"
        "  components stone: stone; post: post;\n"
        "  structure begin\n"
        "    join stone to world with rod(2m) matching (center (0, 0)) as rope;\n"
        "    place stone by center at (0, -2m) velocity = (3m/s, 0);\n"
        "    place post by center at (4m, -2m);\n"
        "  end\n"
        "  properties: (planar, gravity: 10m/s^2);\n"
        "  control: begin height: stone.center.y + 2m; end;\n"
        "end\n"
        "simulate w begin\n"
        "  time: (10ms, 1s);\n"
        "  tolerance: 1e-12;\n"
        "  monitor: time, stone.velocity, rope.force, distance(stone, post), kinetic_energy, "
        "energy,\n"
        "    height, stone.center.x > 0m, momentum;\n"
        "end\n";
    tmSim *sim = sim_of(t, text, 0, NULL);
    REQUIRE(sim);
    REQUIRE(tm_model_simulate(sim_model(sim)).value_count == 13);
    double v[13];
    MUST(tm_sim_monitors(sim, v));
    CHECK(v[0] == 0.0);
    CHECK_NEAR(v[1], 3.0, 1e-12);
    CHECK_NEAR(v[2], 0.0, 1e-12);
    CHECK_NEAR(fabs(v[4]), 2.0 * (10.0 + 9.0 / 2.0), 1e-9); /* m (g + v^2 / l) */
    CHECK_NEAR(v[5], 4.0 - 0.2, 1e-12);                     /* between their surfaces */
    CHECK_NEAR(v[6], 9.0, 1e-12);
    CHECK_NEAR(v[8], 0.0, 1e-12);
    CHECK(v[9] == 0.0);
    MUST(tm_sim_advance(sim, 0.4));
    double energy = v[7];
    MUST(tm_sim_monitors(sim, v));
    CHECK(v[0] == 0.4 && v[9] == 1.0);
    CHECK_NEAR(v[7], energy, 1e-9);
    CHECK_NEAR(v[6] + 2.0 * 10.0 * v[8], 9.0, 1e-9);
    CHECK_NEAR(v[10], 2.0 * v[1], 1e-12);
    CHECK_NEAR(v[11], 2.0 * v[2], 1e-12);
    /* The rope pulls with what keeps the stone on its circle. */
    double square = v[1] * v[1] + v[2] * v[2];
    CHECK_NEAR(fabs(v[4]), 2.0 * (square / 2.0 + 10.0 * (2.0 - v[8]) / 2.0), 1e-8);
}

TEST(run_stops_where_its_condition_comes_to_hold) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of(t,
                        "primitive stone begin geometry: sphere(1cm); dynamics: (mass: 2kg); end\n"
                        "world w begin components stone: stone;\n"
                        "  structure place stone by center at (0, 5m);\n"
                        "  properties: (planar, gravity: 10m/s^2);\n"
                        "end\n"
                        "simulate w begin time: (10ms, 10s); stop: stone.center.y < 0m; monitor: "
                        "stone.center.y; end\n",
                        0, &def);
    int32_t count;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 10.0));
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_STOPPED);
    CHECK_NEAR(tm_sim_info(sim)->time, 1.0, 1e-10);
    const tmSimEvent *events = tm_sim_events(sim, &count);
    CHECK(count >= 1 && events[count - 1].kind == TM_SIM_EVENT_STOP);
}

TEST_MAIN(CASE(actuator_has_its_step_response), CASE(input_that_is_set_holds_from_then_on),
          CASE(replay_of_the_inputs_that_were_told_has_the_same_bits),
          CASE(control_of_the_host_acts_as_one_of_the_text),
          CASE(control_of_the_host_gives_vectors),
          CASE(sampled_control_has_the_exact_discrete_solution),
          CASE(classic_reads_its_controls_at_the_beginning_of_a_step),
          CASE(angle_that_is_prescribed_is_followed_and_costs_its_torque),
          CASE(position_velocity_and_acceleration_of_a_body_can_be_prescribed),
          CASE(force_at_a_feature_pushes_and_turns), CASE(torques_on_one_thing_add_up),
          CASE(monitors_tell_what_is_sensed), CASE(run_stops_where_its_condition_comes_to_hold))
