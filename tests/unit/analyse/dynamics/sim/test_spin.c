/* test_spin.c: bodies that spin in space: what nothing acts on follows Euler's equations in its own
 * axes, whichever method goes on in time, however it lies in the world and whatever holds it at its
 * centre. */
#include "simulations.h"

#include <math.h>
#include <string.h>

/* A wing nut with moments of inertia 1, 2, 3 kg m^2 that spins about the middle axis, with a touch
 * about the first: errors grow with exp(sqrt(3) t) until it turns over, every 13.5 s. */
#define NUT                                                                                        \
    "primitive nut begin geometry: cuboid(1m, 1m, 1m); dynamics: (mass: 1kg, inertia: (1, 2, "     \
    "3)); "                                                                                        \
    "end\n"
#define SPACE(structure)                                                                           \
    NUT "world w begin components nut: nut; structure begin " structure " end end\n"               \
        "simulate w begin time: (10ms, 100s); tolerance: 1e-10; end\n"
#define SPIN "angular_velocity = (1e-4rad/s, 3rad/s, 0rad/s);"
#define FREE SPACE("place nut by center at (0, 0, 0) " SPIN)

/* Angular velocity in body axes by the closed form (Landau and Lifshitz, Mechanics, section 37), of
 * forty digits: w = (3 dn, 3 sn, sqrt(3) cn)(sqrt(3) t + K), with 1 - k^2 = 1.11e-9. */
static const struct {
    double time, w[3];
} turns[] = {{5.0, {0.287784880393879, 2.98616474304695, -0.166152668133175}},
             {7.0, {2.74351299129224, -1.21372833723642, -1.5839679629956}},
             {20.25, {2.99979424987409, -0.0351350028082242, 1.73193201671598}},
             {50.0, {0.052647955126493, 2.99953799822923, 0.0303962562332996}},
             {100.0, {0.641781260948943, -2.93054889450676, 0.3705325792717}}};
#define TURNS ((int)(sizeof turns / sizeof turns[0]))

/* How far its spin in its own axes is from the closed form at a time [rad/s]. */
static double miss(tmTest *t, tmSim *sim, int at) {
    double w[3], max = 0.0;
    if (!CHECK_STATUS(tm_sim_advance(sim, turns[at].time), TM_OK)) {
        return INFINITY;
    }
    int32_t body = sim_body(t, sim, "nut");
    sim_in_body(sim, body, tm_sim_twists(sim)[body].angular, w);
    for (int k = 0; k < 3; k++) {
        double off = fabs(w[k] - turns[at].w[k]);
        max = off > max ? off : max;
    }
    return max;
}

static void check_all(tmTest *t, const char *text, tmIntegrator integrator, double tolerance,
                      double step, double within) {
    int keep = t->defer_count;
    tmSimDef def = tm_sim_def_default();
    def.integrator = integrator;
    def.tolerance = tolerance;
    def.step = step;
    tmSim *sim = sim_of(t, text, 0, &def);
    for (int i = 0; sim && i < TURNS; i++) {
        CHECK_NEAR(miss(t, sim, i), 0.0, within);
    }
    test_run_defers(t, keep);
}

TEST(wing_nut_turns_over_when_the_closed_form_says) {
    check_all(t, FREE, TM_INTEGRATOR_DOP853, 1e-8, 0.0, 1e-3);
    check_all(t, FREE, TM_INTEGRATOR_DOP853, 1e-10, 0.0, 1e-4);
    check_all(t, FREE, TM_INTEGRATOR_DOP853, 1e-12, 0.0, 1e-4);
}

TEST(every_method_integrates_spin_in_body_axes) {
    check_all(t, FREE, TM_INTEGRATOR_DOPRI5, 1e-8, 0.0, 1e-3);
    check_all(t, FREE, TM_INTEGRATOR_SDIRK4, 1e-8, 0.0, 1e-3);
    check_all(t, FREE, TM_INTEGRATOR_RK4, 0.0, 0.01, 1e-3);
}

TEST(spin_does_not_depend_on_how_the_body_lies_or_where_it_goes) {
    check_all(t,
              SPACE("place nut by center at (3m, 1m, 2m) angle = 90deg axis = (1, 0, 0) "
                    "velocity = (1m/s, -2m/s, 0.5m/s) "
                    "angular_velocity = (1e-4rad/s, 0rad/s, 3rad/s);"),
              TM_INTEGRATOR_DOP853, 1e-10, 0.0, 1e-3);
}

TEST(a_ball_joint_at_the_centre_of_mass_changes_nothing) {
    check_all(t,
              SPACE("join nut to world with ball.and.socket matching (center (0, 0, 0)); "
                    "place nut by center at (0, 0, 0) " SPIN),
              TM_INTEGRATOR_DOP853, 1e-10, 0.0, 1e-3);
}

/* Half a turn over is long enough for methods of order 1; their errors halve with the step. */
TEST(methods_of_fixed_steps_come_nearer_with_shorter_steps) {
    static const struct {
        tmMethod method;
        tmIntegrator integrator;
    } methods[] = {{TM_METHOD_STEPPING, TM_INTEGRATOR_TEXT},
                   {TM_METHOD_CLASSIC, TM_INTEGRATOR_TEXT},
                   {TM_METHOD_EVENTS, TM_INTEGRATOR_EULER}};
    for (int i = 0; i < 3; i++) {
        double errors[2];
        for (int k = 0; k < 2; k++) {
            tmSimDef def = tm_sim_def_default();
            def.method = methods[i].method;
            def.integrator = methods[i].integrator;
            def.step = k == 0 ? 2e-4 : 1e-4;
            def.end = 7.0;
            tmSim *sim = sim_of(t, FREE, 0, &def);
            REQUIRE(sim);
            errors[k] = miss(t, sim, 1);
            test_run_defers(t, 0);
        }
        CHECK_NEAR(errors[0] / errors[1], 2.0, 0.1);
        CHECK(errors[1] < 0.02);
    }
}

/* Recordings, monitors and hosts have world axes: there angular momentum stays. */
TEST(twists_are_in_world_axes) {
    tmSim *sim = sim_of(t, FREE, 0, NULL);
    REQUIRE(sim);
    for (int i = 0; i < TURNS; i++) {
        MUST(tm_sim_advance(sim, turns[i].time));
        SimTotals totals = sim_totals(sim);
        CHECK_NEAR(totals.angular[0], 1e-4, 1e-7);
        CHECK_NEAR(totals.angular[1], 6.0, 1e-7);
        CHECK_NEAR(totals.angular[2], 0.0, 1e-7);
    }
}

/* States of older versions had spins in world axes. */
TEST(checkpoints_of_other_versions_are_refused) {
    tmSim *sim = sim_of(t, FREE, 0, NULL);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 1.0));
    size_t size = tm_sim_save_size(sim);
    unsigned char *bytes = test_memory(t, size, 1);
    uint64_t before = tm_sim_hash(sim);
    MUST(tm_sim_save(sim, bytes, size));
    bytes[7] = '2';
    CHECK_STATUS(tm_sim_restore(sim, bytes, size), TM_ERR_UNSUPPORTED);
    CHECK(tm_sim_hash(sim) == before);
    bytes[6] = '-';
    CHECK_STATUS(tm_sim_restore(sim, bytes, size), TM_ERR_ARGUMENT);
}

TEST_MAIN(CASE(wing_nut_turns_over_when_the_closed_form_says),
          CASE(every_method_integrates_spin_in_body_axes),
          CASE(spin_does_not_depend_on_how_the_body_lies_or_where_it_goes),
          CASE(a_ball_joint_at_the_centre_of_mass_changes_nothing),
          CASE(methods_of_fixed_steps_come_nearer_with_shorter_steps),
          CASE(twists_are_in_world_axes), CASE(checkpoints_of_other_versions_are_refused))
