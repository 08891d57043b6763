/* test_integration.c: how simulations go on in time: orders of the methods, what is conserved,
 * joints that stay closed, stiff worlds, and that nothing depends on how time is cut into calls. */
#include "simulations.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define G 9.81

static tmSimDef with(tmMethod method, tmIntegrator integrator, double step, double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.method = method;
    def.integrator = integrator;
    def.step = step;
    def.tolerance = tolerance;
    return def;
}

/* ---- Order --------------------------------------------------------------------------------- */

/* Time of a quarter of the swing of examples/dynamics/pendulum.tml from the level [s] (IFToMM A01):
 * the bar's angle is then 270 degrees exactly, from 180, and its rate that of a fall of 1 m. */
#define QUARTER (2.36784194757623745 / 4.0)

/* The error of angle and rate of the bar after a quarter of its swing, and the steps of it. */
static double error_of(tmTest *t, const tmSimDef *def, int64_t *steps) {
    int keep = t->defer_count;
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 1, def);
    double error = NAN, rate;
    if (sim && CHECK_STATUS(tm_sim_advance(sim, QUARTER), TM_OK)) {
        double angle = sim_value(sim, "nail", &rate);
        error = hypot(angle - 1.5 * PI, rate - sqrt(2.0 * G));
        *steps = tm_sim_info(sim)->steps;
    }
    test_run_defers(t, keep);
    return error;
}

/* Observed order of a fixed step: from two that divide the quarter, by Richardson. */
static void check_order(tmTest *t, tmMethod method, tmIntegrator integrator, int32_t count,
                        double order) {
    int64_t steps = 0;
    double errors[2];
    for (int i = 0; i < 2; i++) {
        tmSimDef def = with(method, integrator, QUARTER / (count << i), 0.0);
        def.end = QUARTER;
        errors[i] = error_of(t, &def, &steps);
        CHECK(steps == count << i);
    }
    CHECK_NEAR(log2(errors[0] / errors[1]), order, 0.1);
}

TEST(euler_has_order_1) {
    check_order(t, TM_METHOD_EVENTS, TM_INTEGRATOR_EULER, 1000, 1.0);
}

TEST(runge_and_kuttas_rule_has_order_4) {
    check_order(t, TM_METHOD_EVENTS, TM_INTEGRATOR_RK4, 40, 4.0);
}

TEST(stepping_has_order_2_where_nothing_touches) {
    check_order(t, TM_METHOD_STEPPING, TM_INTEGRATOR_TEXT, 1000, 2.0);
}

TEST(classic_has_order_1) {
    check_order(t, TM_METHOD_CLASSIC, TM_INTEGRATOR_TEXT, 1000, 1.0);
}

/* Of methods that choose their steps: the error after 5 s follows the tolerance, and by order p ten
 * times less of it takes 10^(1/p) times the steps. */
static void check_tolerance(tmTest *t, tmIntegrator integrator, double coarse, double fine,
                            double order) {
    const double x = -0.942305435043757, y = -0.334754338414001; /* of A01 at 5 s */
    double errors[2], tolerances[2] = {coarse, fine}, steps[2] = {1.0, 1.0};
    for (int i = 0; i < 2; i++) {
        tmSimDef def = with(TM_METHOD_EVENTS, integrator, 0.0, tolerances[i]);
        tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 1, &def);
        double rate;
        REQUIRE(sim);
        MUST(tm_sim_advance(sim, 5.0));
        double angle = sim_value(sim, "nail", &rate) - 2.0 * PI;
        errors[i] = hypot(angle - atan2(y, x), fabs(rate) - sqrt(-2.0 * G * y));
        steps[i] = (double)tm_sim_info(sim)->steps;
        CHECK(errors[i] < 20.0 * tolerances[i]);
    }
    CHECK_NEAR(log(coarse / fine) / log(steps[1] / steps[0]), order, 0.1);
    CHECK_NEAR(log10(errors[0] / errors[1]), log10(coarse / fine), 1.0);
}

TEST(dopri5_follows_its_tolerance_with_order_5) {
    check_tolerance(t, TM_INTEGRATOR_DOPRI5, 1e-7, 1e-11, 5.0);
}

TEST(dop853_follows_its_tolerance_with_order_8) {
    check_tolerance(t, TM_INTEGRATOR_DOP853, 1e-9, 1e-13, 8.0);
}

TEST(sdirk4_follows_its_tolerance_with_order_4) {
    check_tolerance(t, TM_INTEGRATOR_SDIRK4, 1e-6, 1e-10, 4.0);
}

/* ---- What is conserved --------------------------------------------------------------------- */

TEST(triple_pendulum_keeps_its_energy_for_100_seconds) {
    tmSimDef def = with(TM_METHOD_EVENTS, TM_INTEGRATOR_AUTO, 0.0, 1e-10);
    tmSim *sim = sim_of_example(t, "dynamics/triple_pendulum.tml", 0, &def);
    REQUIRE(sim);
    double max = 0.0, max_abs = 0.0;
    for (int step = 1; step <= 400; step++) {
        MUST(tm_sim_advance(sim, 0.25 * step));
        SimTotals now = sim_totals(sim); /* it starts level with the nail, at rest: 0 J */
        max = fmax(max, fabs(now.kinetic + now.weight));
        max_abs = fmax(max_abs, now.kinetic);
    }
    CHECK(max_abs > 3.0 * G); /* it does move */
    CHECK(max < 1e-7 * max_abs);
    const tmSimInfo *info = tm_sim_info(sim);
    CHECK(fabs(info->energy_error) < 1e-7 * info->energy_scale);
    CHECK(info->energy_scale >= max_abs);
    CHECK(info->gap <= 1e-10 * info->size);
    CHECK(info->outcome == TM_SIM_ENDED);
}

TEST(floating_triple_keeps_momentum_and_angular_momentum) {
    tmSim *sim = sim_of_example(t, "dynamics/floating_triple.tml", 0, NULL);
    REQUIRE(sim);
    const SimTotals first = sim_totals(sim);
    double start = sim_value(sim, "arm.elbow", NULL), swing = 0.0;
    for (int step = 1; step <= 40; step++) {
        MUST(tm_sim_advance(sim, 0.25 * step));
        SimTotals now = sim_totals(sim);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(now.momentum[i], first.momentum[i], 1e-10);
            CHECK_NEAR(now.angular[i], first.angular[i], 1e-10);
        }
        swing = fmax(swing, fabs(sim_value(sim, "arm.elbow", NULL) - start));
    }
    CHECK(swing > 0.5); /* the springs do move the joints */
    CHECK(fabs(tm_sim_info(sim)->energy_error) < 1e-8 * tm_sim_info(sim)->energy_scale);
}

/* Steps of a thousandth of a second; the joints are measured here, too: two points each that should
 * be one. */
static void check_drift(tmTest *t, const char *example, int32_t run, int32_t max,
                        const char *const points[2]) {
    int32_t steps = test_rounds(max);
    tmSimDef def = with(TM_METHOD_STEPPING, TM_INTEGRATOR_TEXT, 1e-3, 0.0);
    def.end = 1e-3 * steps;
    tmSim *sim = sim_of_example(t, example, run, &def);
    double a[3], b[3] = {0.0};
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, def.end));
    const tmSimInfo *info = tm_sim_info(sim);
    CHECK(info->outcome == TM_SIM_ENDED && info->steps == steps);
    CHECK(info->gap <= 1e-10 * info->size);
    sim_point(t, sim, points[0], a, NULL);
    if (points[1]) {
        sim_point(t, sim, points[1], b, NULL);
    }
    CHECK_NEAR(hypot(a[0] - b[0], a[1] - b[1]), 0.0, 1e-10);
}

TEST(joints_do_not_drift_in_a_million_steps) {
    const char *const nail[2] = {"bar.nail", NULL};
    check_drift(t, "dynamics/pendulum.tml", 1, 1000000, nail);
}

TEST(joints_of_a_loop_do_not_drift) {
    const char *const pin[2] = {"coupler[1].b", "rocker[1].b"};
    check_drift(t, "dynamics/n_four_bar.tml", 0, 100000, pin);
}

TEST(quaternions_stay_of_length_1_and_the_spin_stays) {
    tmSimDef def = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOPRI5, 0.0, 1e-6);
    def.end = 1000.0;
    tmSim *sim = sim_of_example(t, "dynamics/spinning_brick.tml", 0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1000.0));
    const double *q = tm_sim_frames(sim)[1].rotation;
    CHECK_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, 1e-14);
}

/* ---- Stiff worlds -------------------------------------------------------------------------- */

/* x'' + 10000 x' + 10000 x = 0 from x = 1 at rest. */
static double stiff_position(double time) {
    double root = sqrt(25e6 - 1e4), fast = 5e3 + root, slow = 1e4 / fast;
    return (fast * exp(-slow * time) - slow * exp(-fast * time)) / (fast - slow);
}

static void check_stiff(tmTest *t, tmIntegrator integrator) {
    tmSimDef def = with(TM_METHOD_EVENTS, integrator, 0.0, 1e-8);
    tmSim *sim = sim_of_example(t, "dynamics/stiff_spring.tml", 0, &def);
    bool told = false;
    REQUIRE(sim);
    for (int step = 1; step <= 20; step++) {
        int32_t count;
        MUST(tm_sim_advance(sim, 0.5 * step));
        CHECK_NEAR(sim_value(sim, "slide", NULL), stiff_position(0.5 * step), 1e-6);
        const tmSimEvent *events = tm_sim_events(sim, &count);
        for (int32_t i = 0; i < count; i++) {
            told = told || events[i].kind == TM_SIM_EVENT_STIFF;
        }
    }
    /* Explicit rules are stable below some 6 / 10000 s: 17,000 steps and more. */
    CHECK(tm_sim_info(sim)->steps < 1500);
    CHECK(told == (integrator == TM_INTEGRATOR_AUTO));
    CHECK(tm_sim_info(sim)->stiff_steps > 0 || integrator != TM_INTEGRATOR_AUTO);
}

TEST(stiff_method_takes_long_steps_through_a_stiff_spring) {
    check_stiff(t, TM_INTEGRATOR_SDIRK4);
}

TEST(stiff_spring_is_noticed_and_the_stiff_method_takes_over) {
    check_stiff(t, TM_INTEGRATOR_AUTO);
}

TEST(stepping_is_stable_with_a_stiff_spring) {
    tmSimDef def = with(TM_METHOD_STEPPING, TM_INTEGRATOR_TEXT, 0.01, 0.0);
    tmSim *sim = sim_of_example(t, "dynamics/stiff_spring.tml", 0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    CHECK_NEAR(sim_value(sim, "slide", NULL), stiff_position(1.0), 0.01);
}

/* ---- Time as the host cuts it -------------------------------------------------------------- */

static uint64_t hash_after(tmTest *t, const char *example, const tmSimDef *def, int calls,
                           double to) {
    tmSim *sim = sim_of_example(t, example, 0, def);
    for (int i = 1; sim && i <= calls; i++) {
        CHECK_STATUS(tm_sim_advance(sim, i == calls ? to : to * i / calls), TM_OK);
    }
    return sim ? tm_sim_hash(sim) : 0;
}

TEST(state_does_not_depend_on_how_time_is_cut_into_calls) {
    static const char *const texts[4] = {
        "dynamics/triple_pendulum.tml", "dynamics/joint_limits.tml", "dynamics/floating_triple.tml",
        "dynamics/stiff_spring.tml"};
    for (int i = 0; i < 4; i++) {
        int keep = t->defer_count;
        uint64_t once = hash_after(t, texts[i], NULL, 1, 3.3);
        CHECK(once != 0 && once == hash_after(t, texts[i], NULL, 177, 3.3));
        test_run_defers(t, keep);
    }
}

TEST(states_between_steps_are_as_exact_as_those_at_their_ends) {
    tmSimDef def = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-9);
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 1, &def);
    tmSimDef exact = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-13);
    tmSim *better = sim_of_example(t, "dynamics/pendulum.tml", 1, &exact);
    REQUIRE(sim && better);
    for (int step = 1; step <= 300; step++) {
        double rates[2];
        MUST(tm_sim_advance(sim, 0.01 * step));
        MUST(tm_sim_advance(better, 0.01 * step));
        double angle = sim_value(sim, "nail", &rates[0]);
        CHECK_NEAR(angle, sim_value(better, "nail", &rates[1]), 3e-8);
        CHECK_NEAR(rates[0], rates[1], 1e-7);
    }
    CHECK(tm_sim_info(sim)->steps < 100); /* so that most times are between two */
}

TEST(time_that_runs_backwards_is_refused) {
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    uint64_t before = tm_sim_hash(sim);
    CHECK_STATUS(tm_sim_advance(sim, 0.9), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_advance(sim, NAN), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_advance(NULL, 2.0), TM_ERR_ARGUMENT);
    CHECK(tm_sim_hash(sim) == before && tm_sim_info(sim)->time == 1.0);
    MUST(tm_sim_advance(sim, 1e9)); /* it ends where the text says */
    CHECK(tm_sim_info(sim)->time == 10.0 && tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

TEST(attempts_are_limited_where_the_host_says_so) {
    tmSimDef def = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-10);
    def.max_attempts = 5;
    tmSim *sim = sim_of_example(t, "dynamics/triple_pendulum.tml", 0, &def);
    tmSimDef free = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-10);
    tmSim *other = sim_of_example(t, "dynamics/triple_pendulum.tml", 0, &free);
    REQUIRE(sim && other);
    int calls = 1;
    while (calls < 10000 && tm_sim_advance(sim, 5.0) == TM_ERR_LIMIT) {
        calls++;
    }
    MUST(tm_sim_advance(other, 5.0));
    CHECK(calls > 10 && tm_sim_info(sim)->time == 5.0);
    CHECK(tm_sim_hash(sim) == tm_sim_hash(other));
}

/* ---- Checkpoints --------------------------------------------------------------------------- */

static void check_save(tmTest *t, const char *example, const tmSimDef *def, double half,
                       double end) {
    tmSim *first = sim_of_example(t, example, 0, def);
    tmSim *second = sim_of_example(t, example, 0, def);
    REQUIRE(first && second);
    MUST(tm_sim_advance(first, half));
    size_t size = tm_sim_save_size(first);
    unsigned char *bytes = test_memory(t, size, 1);
    MUST(tm_sim_save(first, bytes, size));
    uint64_t saved = tm_sim_hash(first);
    MUST(tm_sim_advance(first, end));
    MUST(tm_sim_advance(second, 0.1 * half)); /* it has a state of its own */
    MUST(tm_sim_restore(second, bytes, size));
    CHECK(tm_sim_hash(second) == saved && tm_sim_info(second)->time == half);
    MUST(tm_sim_advance(second, end));
    CHECK(tm_sim_hash(second) == tm_sim_hash(first));
    CHECK(tm_sim_info(second)->steps == tm_sim_info(first)->steps);
    for (int32_t i = 1; i < tm_model_body_count(sim_model(first)); i++) {
        CHECK(memcmp(&tm_sim_frames(first)[i], &tm_sim_frames(second)[i], sizeof(tmFrame)) == 0);
        CHECK(memcmp(&tm_sim_twists(first)[i], &tm_sim_twists(second)[i], sizeof(tmTwist)) == 0);
    }
}

TEST(run_from_a_checkpoint_has_the_same_bits) {
    static const char *const texts[5] = {
        "dynamics/triple_pendulum.tml", "dynamics/joint_limits.tml", "dynamics/floating_triple.tml",
        "dynamics/stiff_spring.tml", "dynamics/n_four_bar.tml"};
    for (int i = 0; i < 5; i++) {
        int keep = t->defer_count;
        check_save(t, texts[i], NULL, 2.345, 4.0);
        test_run_defers(t, keep);
    }
    tmSimDef stepping = with(TM_METHOD_STEPPING, TM_INTEGRATOR_TEXT, 1e-3, 0.0);
    check_save(t, texts[1], &stepping, 2.345, 4.0);
    tmSimDef classic = with(TM_METHOD_CLASSIC, TM_INTEGRATOR_TEXT, 1e-3, 0.0);
    check_save(t, texts[0], &classic, 2.345, 4.0);
}

TEST(bytes_that_are_no_checkpoint_change_nothing) {
    tmSim *sim = sim_of_example(t, "dynamics/joint_limits.tml", 0, NULL);
    tmSim *other = sim_of_example(t, "dynamics/pendulum.tml", 0, NULL);
    REQUIRE(sim && other);
    MUST(tm_sim_advance(sim, 2.5));
    size_t size = tm_sim_save_size(sim), other_size = tm_sim_save_size(other);
    unsigned char *bytes = test_memory(t, size + other_size + 1, 1);
    uint64_t before = tm_sim_hash(sim);
    CHECK_STATUS(tm_sim_restore(sim, bytes, size), TM_ERR_ARGUMENT); /* zeros */
    MUST(tm_sim_save(other, bytes, other_size));
    CHECK_STATUS(tm_sim_restore(sim, bytes, other_size), TM_ERR_ARGUMENT);
    MUST(tm_sim_save(sim, bytes, size));
    CHECK_STATUS(tm_sim_restore(sim, bytes, size - 1), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_restore(sim, bytes, 0), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_sim_restore(sim, NULL, size), TM_ERR_ARGUMENT);
    CHECK(tm_sim_save(sim, bytes, size - 1) == TM_ERR_ARGUMENT);
    for (size_t i = 0; i < size; i++) { /* any byte that is changed either is noticed … */
        bytes[i] ^= 0x5a;
        tmStatus status = tm_sim_restore(sim, bytes, size);
        bytes[i] ^= 0x5a;
        CHECK(status != TM_OK || tm_sim_info(sim)->time == tm_sim_info(sim)->time);
        if (status != TM_OK) {
            CHECK(tm_sim_hash(sim) == before);
        } else {
            MUST(tm_sim_restore(sim, bytes, size)); /* … or makes a state that can be left again */
            CHECK(tm_sim_hash(sim) == before);
        }
    }
}

TEST(state_that_is_set_is_closed_and_goes_on) {
    tmSimDef def = with(TM_METHOD_EVENTS, TM_INTEGRATOR_DOP853, 0.0, 1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 1, &def);
    REQUIRE(sim);
    tmFrame frames[2];
    tmTwist twists[2];
    MUST(tm_sim_advance(sim, 3.0));
    memcpy(frames, tm_sim_frames(sim), sizeof frames);
    memcpy(twists, tm_sim_twists(sim), sizeof twists);
    /* Back to the start, the place a little off: the nail holds it. */
    double a = PI;
    frames[1] = (tmFrame){{-0.75 + 1e-4, 1e-4, 0.0}, {cos(0.5 * a), 0.0, 0.0, sin(0.5 * a)}};
    twists[1] = (tmTwist){{0.0}, {0.0}};
    MUST(tm_sim_set_state(sim, 0.5, frames, twists));
    CHECK(tm_sim_info(sim)->time == 0.5 && tm_sim_info(sim)->gap >= 0.0);
    double nail[3];
    sim_point(t, sim, "bar.nail", nail, NULL);
    CHECK_NEAR(hypot(nail[0], nail[1]), 0.0, 1e-10);
    MUST(tm_sim_advance(sim, 0.5 + QUARTER));
    CHECK_NEAR(sim_value(sim, "nail", NULL), 1.5 * PI, 1e-3); /* it was turned by some 1e-4 */
    frames[1].position[0] = NAN;
    uint64_t before = tm_sim_hash(sim);
    CHECK_STATUS(tm_sim_set_state(sim, 0.5, frames, twists), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_sim_set_state(sim, 0.5, NULL, twists), TM_ERR_ARGUMENT);
    CHECK(tm_sim_hash(sim) == before);
}

/* A bar of 1 m that falls onto its limit and rests there. */
#define ON_A_LIMIT                                                                                 \
    "primitive bar begin geometry: none where begin a: (-0.5m, 0); end; "                          \
    "dynamics: (mass: 3kg, inertia: 0.25); end\n"                                                  \
    "world w begin components bar: bar; structure begin "                                          \
    "join bar to world with pin(low: 0deg, high: 90deg) matching (a (0, 0)) as nail; "             \
    "place bar by a at (0, 0) angle = 10deg; end properties: (planar, gravity: 10m/s^2); end\n"    \
    "simulate w begin time: (1ms, 9s); monitor: nail.angle; end\n"

TEST(state_that_is_set_leaves_the_limit_at_which_a_joint_rested) {
    tmSim *sim = sim_of(t, ON_A_LIMIT, 0, NULL);
    REQUIRE(sim);
    tmFrame frames[2];
    tmTwist twists[2] = {{{0.0}, {0.0}}, {{0.0}, {0.0}}};
    MUST(tm_sim_advance(sim, 2.0));
    CHECK_NEAR(sim_value(sim, "nail", NULL), 0.0, 1e-12);
    memcpy(frames, tm_sim_frames(sim), sizeof frames);
    double a = PI / 6.0;
    frames[1] =
        (tmFrame){{0.5 * cos(a), 0.5 * sin(a), 0.0}, {cos(0.5 * a), 0.0, 0.0, sin(0.5 * a)}};
    MUST(tm_sim_set_state(sim, 0.0, frames, twists));
    CHECK_NEAR(sim_value(sim, "nail", NULL), a, 1e-12);
    MUST(tm_sim_advance(sim, 0.1)); /* m g l / 2 cos over m l^2 / 3, for a while */
    CHECK_NEAR(sim_value(sim, "nail", NULL), a - 0.5 * 15.0 * cos(a) * 0.01, 1e-3);
    /* Back on the limit, where it rests at once. */
    frames[1] = (tmFrame){{0.5, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    MUST(tm_sim_set_state(sim, 0.0, frames, twists));
    CHECK_NEAR(tm_sim_accelerations(sim)[1].angular[2], 0.0, 1e-12);
    CHECK_NEAR(sim_wrench(t, sim, "nail").force[1], 30.0, 1e-9);
}

TEST_MAIN(CASE(euler_has_order_1), CASE(runge_and_kuttas_rule_has_order_4),
          CASE(stepping_has_order_2_where_nothing_touches), CASE(classic_has_order_1),
          CASE(dopri5_follows_its_tolerance_with_order_5),
          CASE(dop853_follows_its_tolerance_with_order_8),
          CASE(sdirk4_follows_its_tolerance_with_order_4),
          CASE(triple_pendulum_keeps_its_energy_for_100_seconds),
          CASE(floating_triple_keeps_momentum_and_angular_momentum),
          CASE(joints_do_not_drift_in_a_million_steps), CASE(joints_of_a_loop_do_not_drift),
          CASE(quaternions_stay_of_length_1_and_the_spin_stays),
          CASE(stiff_method_takes_long_steps_through_a_stiff_spring),
          CASE(stiff_spring_is_noticed_and_the_stiff_method_takes_over),
          CASE(stepping_is_stable_with_a_stiff_spring),
          CASE(state_does_not_depend_on_how_time_is_cut_into_calls),
          CASE(states_between_steps_are_as_exact_as_those_at_their_ends),
          CASE(time_that_runs_backwards_is_refused),
          CASE(attempts_are_limited_where_the_host_says_so),
          CASE(run_from_a_checkpoint_has_the_same_bits),
          CASE(bytes_that_are_no_checkpoint_change_nothing),
          CASE(state_that_is_set_is_closed_and_goes_on),
          CASE(state_that_is_set_leaves_the_limit_at_which_a_joint_rested))
