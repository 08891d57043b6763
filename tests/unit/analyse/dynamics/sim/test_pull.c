/* test_pull.c: bodies at which the host pulls, without contact: closed forms, what is conserved,
 * and checkpoints. */
#include "simulations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A block of 2 kg and 0.5 kg m^2, and a plate of 4 m which makes the size of the world. */
#define BLOCK(properties)                                                                          \
    "primitive block begin geometry: none where begin corner: (0.3m, 0.4m); end;\n"                \
    "  dynamics: (mass: 2kg, inertia: 0.5kg*m^2); end\n"                                           \
    "primitive plate begin properties: (fixed); geometry: cuboid(4m, 3m, 1m); end\n"               \
    "world w begin components block: block; plate: plate;\n"                                       \
    "  structure begin place block by center at (0.1m, 0.2m); place plate by center at (0, 0);\n"  \
    "  end\n"                                                                                      \
    "  properties: (" properties "); end\n"                                                        \
    "simulate w begin time: (10ms, 10s); end\n"

static tmSimDef with(int32_t method, int32_t integrator, double step, double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.method = method;
    def.integrator = integrator;
    def.step = step;
    def.tolerance = tolerance;
    return def;
}

static tmSimDef exact(void) {
    return with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-12);
}

static const double centre[3] = {0.0, 0.0, 0.0};

/* ---- Closed forms --------------------------------------------------------------------------- */

/* m x'' + c x' + k x = 0 from x and at rest: x (cos wt + d / w sin wt) exp(-dt), d = c / 2m. */
static double oscillator(double x, double k, double c, double m, double t) {
    double d = 0.5 * c / m, w = sqrt(k / m - d * d);
    return x * (cos(w * t) + d / w * sin(w * t)) * exp(-d * t);
}

TEST(a_free_body_that_is_pulled_is_a_damped_oscillator) {
    tmSimDef def = exact();
    tmSim *sim = sim_of(t, BLOCK("planar"), 0, &def);
    REQUIRE(sim);
    int32_t body = sim_body(t, sim, "block");
    const double to[3] = {0.5, -0.1, 0.0}, next[3] = {0.3, 0.1, 0.0};
    MUST(tm_sim_pull(sim, body, centre, to, 50.0, 3.0));
    for (int i = 1; i <= 30; i++) {
        MUST(tm_sim_advance(sim, 0.1 * i));
        const double *at = tm_sim_frames(sim)[body].position;
        CHECK_NEAR(at[0] - 0.5, oscillator(-0.4, 50.0, 3.0, 2.0, 0.1 * i), 1e-10);
        CHECK_NEAR(at[1] + 0.1, oscillator(0.3, 50.0, 3.0, 2.0, 0.1 * i), 1e-10);
    }
    /* The target moves: from where the body is, and how it moves. */
    double time = tm_sim_info(sim)->time, w = 2.0;
    double x = tm_sim_frames(sim)[body].position[0] - 0.3, v = tm_sim_twists(sim)[body].linear[0];
    MUST(tm_sim_pull(sim, body, centre, next, 8.0, 0.0));
    for (int i = 1; i <= 10; i++) {
        MUST(tm_sim_advance(sim, time + 0.1 * i));
        CHECK_NEAR(tm_sim_frames(sim)[body].position[0] - 0.3,
                   x * cos(0.1 * w * i) + v / w * sin(0.1 * w * i), 1e-10);
    }
}

TEST(a_body_that_is_let_go_flies_on) {
    tmSimDef def = exact();
    tmSim *sim = sim_of(t, BLOCK("planar"), 0, &def);
    REQUIRE(sim);
    int32_t body = sim_body(t, sim, "block");
    const double to[3] = {0.6, 0.2, 0.0}, back[3] = {-90.0, 0.2, 0.0};
    double pi = 3.14159265358979323846, w = 5.0; /* sqrt(50 / 2) */
    MUST(tm_sim_pull(sim, body, centre, to, 50.0, 0.0));
    MUST(tm_sim_advance(sim, 0.5 * pi / w)); /* a quarter of its period: 0.5 m at w * 0.5 m */
    MUST(tm_sim_let_go(sim));
    MUST(tm_sim_let_go(sim));
    MUST(tm_sim_advance(sim, 0.5 * pi / w + 0.2));
    CHECK_NEAR(tm_sim_frames(sim)[body].position[0], 0.6 + 0.5, 1e-10);
    CHECK_NEAR(tm_sim_twists(sim)[body].linear[0], 2.5, 1e-10);
    CHECK_NEAR(tm_sim_accelerations(sim)[body].linear[0], 0.0, 1e-12);
    /* Far away it pulls as at 5 sizes of the world a second against critical damping. */
    CHECK_NEAR(tm_sim_info(sim)->size, 4.0, 1e-12);
    MUST(tm_sim_pull(sim, body, centre, back, 50.0, 0.0));
    CHECK_NEAR(tm_sim_accelerations(sim)[body].linear[0], -2.0 * sqrt(50.0 * 2.0) * 20.0 / 2.0,
               1e-9);
    CHECK_NEAR(tm_sim_info(sim)->work, 0.5 * 2.0 * 2.5 * 2.5, 1e-9);
    CHECK_NEAR(tm_sim_info(sim)->energy_error, 0.0, 1e-9);
}

/* The force goes through the target: energy with that of the spring and angular momentum about it
 * stay, wherever the body is taken hold of. */
static void check_conserved(tmTest *t, const char *text, bool planar) {
    tmSimDef def = exact();
    tmSim *sim = sim_of(t, text, 0, &def);
    REQUIRE(sim);
    int32_t body = sim_body(t, sim, "block");
    const double at[3] = {0.3, 0.4, planar ? 0.0 : 0.2}, to[3] = {0.7, 0.1, planar ? 5.0 : -0.3};
    double first[4] = {0.0};
    MUST(tm_sim_pull(sim, body, at, to, 40.0, 0.0));
    for (int i = 0; i <= 30; i++) {
        MUST(tm_sim_advance(sim, 0.1 * i));
        SimTotals totals = sim_totals(sim);
        double point[3], about[4];
        sim_point(t, sim, "block.corner", point, NULL);
        about[3] = totals.kinetic;
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            double way = planar && k == 2 ? 0.0 : point[k] - to[k];
            about[k] = totals.angular[k] - to[a] * totals.momentum[b] + to[b] * totals.momentum[a];
            about[3] += 20.0 * way * way;
        }
        for (int k = planar ? 2 : 0; k < 4; k++) {
            first[k] = i == 0 ? about[k] : first[k];
            CHECK_NEAR(about[k], first[k], 1e-9);
        }
        CHECK_NEAR(tm_sim_info(sim)->energy_error, 0.0, 1e-9);
    }
    CHECK(fabs(tm_sim_twists(sim)[body].angular[2]) > 0.1);
}

TEST(a_pull_without_damper_keeps_energy_and_angular_momentum_about_its_target) {
    check_conserved(t, BLOCK("planar"), true);
    check_conserved(
        t,
        "primitive block begin geometry: none where begin corner: (0.3m, 0.4m, 0.2m); end;\n"
        "  dynamics: (mass: 2kg, inertia: (0.5kg*m^2, 0.7kg*m^2, 0.9kg*m^2)); end\n"
        "primitive plate begin properties: (fixed); geometry: cuboid(4m, 3m, 5m); end\n"
        "world w begin components block: block; plate: plate;\n"
        "  structure begin place block by center at (0.1m, 0.2m, 0);\n"
        "  place plate by center at (0, 0, 0); end end\n"
        "simulate w begin time: (10ms, 10s); end\n",
        false);
}

/* ---- A pendulum ------------------------------------------------------------------------------ */

/* A bar of 1.5 m and 1 kg on a nail, pulled to the side at its end: where the moments of weight and
 * spring balance. */
static double balance(double stiffness, const double to[3]) {
    double low = -3.14159265358979323846, high = 0.0; /* of the bar from x, about the nail */
    for (int i = 0; i < 100; i++) {
        double angle = 0.5 * (low + high), c = cos(angle), s = sin(angle);
        double across = -s * (to[0] - 1.5 * c) + c * (to[1] - 1.5 * s);
        double moment = stiffness * across * 1.5 - 9.81 * 0.75 * c;
        low = moment > 0.0 ? angle : low;
        high = moment > 0.0 ? high : angle;
    }
    return low;
}

TEST(a_pendulum_that_is_pulled_hangs_where_moments_balance) {
    const tmSimDef ways[] = {with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-10),
                             with(TM_METHOD_EVENTS, TM_INTEGRATOR_SDIRK4, 0.0, 1e-7),
                             with(TM_METHOD_EVENTS, TM_INTEGRATOR_RK4, 10e-3, 0.0),
                             with(TM_METHOD_STEPPING, 0, 20e-3, 0.0),
                             with(TM_METHOD_CLASSIC, 0, 5e-3, 0.0)};
    const double tip[3] = {0.75, 0.0, 0.0}, to[3] = {1.2, -1.1, 0.0};
    double angle = balance(40.0, to), rate;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        int keep = t->defer_count;
        tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 1, &ways[i]);
        REQUIRE(sim);
        MUST(tm_sim_pull(sim, sim_body(t, sim, "bar"), tip, to, 40.0, 8.0));
        MUST(tm_sim_advance(sim, 9.0));
        double found = sim_value(sim, "nail", &rate);
        CHECK_NEAR(cos(found), cos(angle), 1e-6);
        CHECK_NEAR(sin(found), sin(angle), 1e-6);
        CHECK_NEAR(rate, 0.0, 1e-5);
        test_run_defers(t, keep);
    }
}

/* ---- Any stiffness, any step ----------------------------------------------------------------- */

TEST(no_stiffness_makes_a_fixed_step_unstable) {
    const tmSimDef ways[] = {with(TM_METHOD_EVENTS, TM_INTEGRATOR_RK4, 1e-2, 0.0),
                             with(TM_METHOD_EVENTS, TM_INTEGRATOR_EULER, 1e-2, 0.0),
                             with(TM_METHOD_STEPPING, 0, 1e-2, 0.0),
                             with(TM_METHOD_CLASSIC, 0, 1e-2, 0.0)};
    const double to[3] = {0.7, -0.3, 0.0};
    for (int i = 0; i < 4; i++) {
        for (double stiffness = 1e4; stiffness < 1e15; stiffness *= 1e5) {
            int keep = t->defer_count;
            tmSim *sim = sim_of(t, BLOCK("planar"), 0, &ways[i]);
            REQUIRE(sim);
            int32_t body = sim_body(t, sim, "block");
            double damping = 2.0 * sqrt(2.0 * stiffness);
            MUST(tm_sim_pull(sim, body, centre, to, stiffness, damping));
            MUST(tm_sim_advance(sim, 3.0));
            const double *at = tm_sim_frames(sim)[body].position;
            CHECK_NEAR(at[0], 0.7, 1e-6);
            CHECK_NEAR(at[1], -0.3, 1e-6);
            CHECK(tm_sim_info(sim)->outcome == TM_SIM_RUNS);
            test_run_defers(t, keep);
        }
    }
}

/* A ball of any size between marks a hundred times as far apart, under its weight. */
static const char *ball(tmTest *t, double radius) {
    char *text = test_memory(t, 1000, 1);
    snprintf(text, 1000,
             "primitive ball begin geometry: sphere(%.17gm); dynamics: ; end\n"
             "primitive mark begin properties: (fixed); geometry: sphere(%.17gm); end\n"
             "world w begin components ball: ball; a: mark; b: mark;\n"
             "  structure begin place ball by center at (0, 0); place a by center at (%.17gm, 0);\n"
             "  place b by center at (%.17gm, 0); end properties: (planar, gravity); end\n"
             "simulate w begin time: (5ms, 10s); end\n",
             radius, radius, -50.0 * radius, 50.0 * radius);
    return text;
}

/* It hangs through by a twentieth of its size, or by what 30 rad/s leave: g / w^2. */
TEST(a_pull_that_is_chosen_follows_at_any_scale) {
    for (double radius = 1e-5; radius < 20.0; radius *= 10.0) {
        for (int32_t method = TM_METHOD_EVENTS; method <= TM_METHOD_CLASSIC; method++) {
            int keep = t->defer_count;
            tmSimDef def = tm_sim_def_default();
            def.method = method;
            tmSim *sim = sim_of(t, ball(t, radius), 0, &def);
            REQUIRE(sim);
            int32_t body = sim_body(t, sim, "ball");
            const double to[3] = {10.0 * radius, 10.0 * radius, 0.0};
            double sag = 9.80665 / 900.0 < 0.1 * radius ? 9.80665 / 900.0 : 0.1 * radius;
            MUST(tm_sim_pull(sim, body, centre, to, 0.0, 0.0));
            MUST(tm_sim_advance(sim, 2.0));
            const double *at = tm_sim_frames(sim)[body].position;
            CHECK_NEAR(at[0], to[0], 0.01 * radius);
            CHECK_NEAR(at[1], to[1] - sag, 0.01 * radius);
            CHECK(tm_sim_info(sim)->outcome == TM_SIM_RUNS);
            test_run_defers(t, keep);
        }
    }
}

/* The last of ten links carries all of them. */
TEST(a_chain_follows_the_link_that_is_pulled) {
    for (int32_t method = TM_METHOD_EVENTS; method <= TM_METHOD_CLASSIC; method++) {
        int keep = t->defer_count;
        tmSimDef def = tm_sim_def_default();
        def.method = method;
        def.step = 1e-3;
        tmSim *sim = sim_of(
            t,
            "primitive link begin geometry: bar(0.1m, 10mm, 10mm) where begin a: (-50mm, 0);\n"
            "  b: (50mm, 0); end; dynamics: ; end\n"
            "world w begin components l[1..10]: link;\n"
            "  structure begin place l[1] by a at (0, 0);\n"
            "  for i in 2 .. 10 begin join l[i] to l[i - 1] with pin matching (a b); end end\n"
            "  properties: (planar, gravity); end\n"
            "simulate w begin time: (1ms, 10s); end\n",
            0, &def);
        REQUIRE(sim);
        const double at[3] = {0.05, 0.0, 0.0}, to[3] = {1.0, 0.5, 0.0};
        double point[3];
        MUST(tm_sim_pull(sim, sim_body(t, sim, "l[10]"), at, to, 0.0, 0.0));
        MUST(tm_sim_advance(sim, 1.5));
        sim_point(t, sim, "l[10].b", point, NULL);
        CHECK_NEAR(point[0], 1.0, 0.02);
        CHECK_NEAR(point[1], 0.5, 0.02);
        test_run_defers(t, keep);
    }
}

/* ---- Energy, checkpoints, bad calls ---------------------------------------------------------- */

/* Pulls about in a circle for a while. */
static tmStatus play(tmSim *sim, int32_t body, double from, double end) {
    tmStatus status = TM_OK;
    const double at[3] = {0.1, 0.05, 0.0};
    for (double time = from; time < end && status == TM_OK; time += 0.037) {
        const double to[3] = {0.4 * cos(3.0 * time), 0.4 * sin(3.0 * time) - 0.5, 0.0};
        status = tm_sim_pull(sim, body, at, to, 200.0, 5.0);
        status = status == TM_OK ? tm_sim_advance(sim, time + 0.037) : status;
    }
    return status;
}

/* Without weight all energy is work of the pull, which is counted exactly in steps of velocities.
 */
TEST(what_a_pull_does_is_in_the_account_of_energy) {
    tmSimDef defs[] = {exact(), with(TM_METHOD_STEPPING, 0, 10e-3, 0.0),
                       with(TM_METHOD_CLASSIC, 0, 1e-4, 0.0)};
    const double errors[] = {1e-9, 1e-11, 1e-2};
    for (int i = 0; i < 3; i++) {
        int keep = t->defer_count;
        tmSim *sim = sim_of(t, BLOCK("planar"), 0, &defs[i]);
        REQUIRE(sim);
        MUST(play(sim, sim_body(t, sim, "block"), 0.0, 5.0));
        const tmSimInfo *info = tm_sim_info(sim);
        CHECK(info->energy > 0.1 && info->energy_scale > 0.5);
        CHECK_NEAR(info->work, info->energy, errors[i] * info->energy_scale);
        CHECK_NEAR(info->energy_error, 0.0, errors[i] * info->energy_scale);
        test_run_defers(t, keep);
    }
}

static void check_saved(tmTest *t, const char *example, const tmSimDef *def, const char *part) {
    tmSim *first = sim_of_example(t, example, 0, def), *second = sim_of_example(t, example, 0, def);
    REQUIRE(first && second);
    int32_t body = sim_body(t, first, part);
    const double at[3] = {0.02, 0.0, 0.0}, to[3] = {0.1, -0.2, 0.0};
    MUST(play(first, body, 0.0, 0.5));
    MUST(tm_sim_pull(first, body, at, to, 30.0, 2.0)); /* a moment before it is saved */
    size_t size = tm_sim_save_size(first);
    unsigned char *bytes = test_memory(t, size, 1);
    MUST(tm_sim_save(first, bytes, size));
    MUST(tm_sim_restore(second, bytes, size));
    CHECK(tm_sim_hash(first) == tm_sim_hash(second));
    double now = tm_sim_info(first)->time;
    for (int i = 1; i <= 10; i++) {
        MUST(tm_sim_advance(first, now + 0.05 * i));
        MUST(tm_sim_advance(second, now + 0.05 * i));
        REQUIRE(tm_sim_hash(first) == tm_sim_hash(second));
    }
    MUST(tm_sim_let_go(first)); /* … and what is free again stays so */
    MUST(tm_sim_save(first, bytes, size));
    MUST(tm_sim_restore(second, bytes, size));
    MUST(tm_sim_advance(first, now + 1.0));
    MUST(tm_sim_advance(second, now + 1.0));
    CHECK(tm_sim_hash(first) == tm_sim_hash(second));
    CHECK(tm_sim_info(first)->work == tm_sim_info(second)->work);
}

TEST(a_checkpoint_keeps_the_pull) {
    check_saved(t, "dynamics/triple_pendulum.tml", NULL, "rod[2]");
    tmSimDef stepping = with(TM_METHOD_STEPPING, 0, 2e-3, 0.0);
    check_saved(t, "dynamics/triple_pendulum.tml", &stepping, "rod[2]");
    tmSimDef classic = with(TM_METHOD_CLASSIC, 0, 2e-3, 0.0);
    check_saved(t, "dynamics/triple_pendulum.tml", &classic, "rod[2]");
}

TEST(a_checkpoint_keeps_an_input_that_was_set_just_before) {
    tmSim *first = sim_of_example(t, "dynamics/actuator.tml", 0, NULL);
    tmSim *second = sim_of_example(t, "dynamics/actuator.tml", 0, NULL);
    REQUIRE(first && second);
    MUST(tm_sim_advance(first, 1.0));
    MUST(tm_sim_set_input(first, 0, -1.0));
    size_t size = tm_sim_save_size(first);
    unsigned char *bytes = test_memory(t, size, 1);
    double value = 0.0;
    MUST(tm_sim_save(first, bytes, size));
    MUST(tm_sim_restore(second, bytes, size));
    MUST(tm_sim_input(second, 0, &value));
    CHECK(value == -1.0);
    MUST(tm_sim_advance(first, 2.0));
    MUST(tm_sim_advance(second, 2.0));
    CHECK(tm_sim_hash(first) == tm_sim_hash(second));
}

TEST(a_pull_that_cannot_be_changes_nothing) {
    tmSim *sim = sim_of(t, BLOCK("planar"), 0, NULL);
    REQUIRE(sim);
    int32_t body = sim_body(t, sim, "block"), plate = sim_body(t, sim, "plate");
    const double to[3] = {0.5, 0.0, 0.0}, bad[3] = {0.0, NAN, 0.0}, none[3] = {INFINITY, 0.0, 0.0};
    MUST(tm_sim_advance(sim, 1.0));
    uint64_t hash = tm_sim_hash(sim);
    CHECK_STATUS(tm_sim_pull(NULL, body, centre, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, body, NULL, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, NULL, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, 0, centre, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, plate, centre, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, -1, centre, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, 99, centre, to, 1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, to, -1.0, 1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, to, 1.0, -1.0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_pull(sim, body, bad, to, 1.0, 1.0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, none, 1.0, 1.0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, to, NAN, 1.0), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_pull(sim, body, centre, to, 1.0, INFINITY), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_let_go(NULL), TM_ERR_ARGUMENT);
    MUST(tm_sim_advance(sim, 2.0));
    CHECK(tm_sim_hash(sim) != hash);
    CHECK_NEAR(tm_sim_frames(sim)[body].position[0], 0.1, 1e-15);
}

TEST_MAIN(CASE(a_free_body_that_is_pulled_is_a_damped_oscillator),
          CASE(a_body_that_is_let_go_flies_on),
          CASE(a_pull_without_damper_keeps_energy_and_angular_momentum_about_its_target),
          CASE(a_pendulum_that_is_pulled_hangs_where_moments_balance),
          CASE(no_stiffness_makes_a_fixed_step_unstable),
          CASE(a_pull_that_is_chosen_follows_at_any_scale),
          CASE(a_chain_follows_the_link_that_is_pulled),
          CASE(what_a_pull_does_is_in_the_account_of_energy), CASE(a_checkpoint_keeps_the_pull),
          CASE(a_checkpoint_keeps_an_input_that_was_set_just_before),
          CASE(a_pull_that_cannot_be_changes_nothing))
