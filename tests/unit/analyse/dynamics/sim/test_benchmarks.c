/* test_benchmarks.c: simulations against published numbers and closed forms: pendulums, rows of
 * four-bars, Andrews' squeezer, spinning bodies, and the equations that [HH] prints. */
#include "simulations.h"

#include <math.h>

#define PI 3.14159265358979323846
#define G 9.81

static tmSimDef at_tolerance(double tolerance) {
    tmSimDef def = tm_sim_def_default();
    def.tolerance = tolerance;
    return def;
}

/* ---- IFToMM A01: the simple pendulum ------------------------------------------------------- */

/* Its period; x and y at times. */
#define PERIOD 2.36784194757623745
static const double a01[4][3] = {{1.0, 0.986291751131875, -0.165010853125541},
                                 {5.0, -0.942305435043757, -0.334754338414001},
                                 {9.99, -0.316436469913032, -0.948613704575777},
                                 {10.0, -0.275087462576117, -0.961419205099125}};

static void check_pendulum(tmTest *t, int32_t run, const char *point) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", run, &def);
    double p[3];
    REQUIRE(sim);
    /* At the bottom after every odd quarter of a period, back and forth. */
    MUST(tm_sim_advance(sim, PERIOD / 4.0));
    sim_point(t, sim, point, p, NULL);
    CHECK_NEAR(p[0], 0.0, 1e-9);
    for (int i = 0; i < 4; i++) {
        if (i == 2) {
            MUST(tm_sim_advance(sim, 3.75 * PERIOD));
            sim_point(t, sim, point, p, NULL);
            CHECK_NEAR(p[0], 0.0, 1e-9);
        }
        MUST(tm_sim_advance(sim, a01[i][0]));
        sim_point(t, sim, point, p, NULL);
        CHECK_NEAR(p[0], a01[i][1], 1e-9);
        CHECK_NEAR(p[1], a01[i][2], 1e-9);
    }
    CHECK(tm_sim_info(sim)->outcome == TM_SIM_ENDED);
}

TEST(simple_pendulum_has_the_published_positions_and_period) {
    check_pendulum(t, 0, "bob.center");
}

TEST(bar_of_one_and_a_half_swings_as_the_simple_pendulum) {
    check_pendulum(t, 1, "bar.mark");
}

TEST(force_in_the_pendulums_rod_is_that_of_its_energy) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/pendulum.tml", 0, &def);
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, PERIOD / 4.0));
    /* At the bottom v^2 = 2 g l, so that the rod pulls with 3 m g. */
    tmWrench wrench = sim_wrench(t, sim, "rod");
    CHECK_NEAR(wrench.force[0], 0.0, 1e-7);
    CHECK_NEAR(wrench.force[1], 3.0 * G, 1e-7);
}

/* ---- IFToMM A02: rows of four-bars --------------------------------------------------------- */

/* x and y of the first rocker's end after 10 s, its rate, and the time of a revolution. */
static void check_four_bars(tmTest *t, int32_t run, const double published[4]) {
    tmSimDef def = at_tolerance(1e-12);
    tmSim *sim = sim_of_example(t, "dynamics/n_four_bar.tml", run, &def);
    double p[3], rate;
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 5.0 * published[3])); /* upright again */
    sim_point(t, sim, "rocker[0].b", p, NULL);
    CHECK_NEAR(p[0], 0.0, 1e-7);
    CHECK_NEAR(p[1], 1.0, 1e-7);
    MUST(tm_sim_advance(sim, 10.0));
    sim_point(t, sim, "rocker[0].b", p, NULL);
    CHECK_NEAR(p[0], published[0], 1e-7);
    CHECK_NEAR(p[1], published[1], 1e-7);
    sim_value(sim, "pivot[0]", &rate);
    CHECK_NEAR(-rate, published[2], 1e-7);
    /* Five revolutions and a bit, clockwise: through ten flat poses without folding. */
    CHECK_NEAR(sim_value(sim, "pivot[0]", NULL), 0.5 * PI - 10.0 * PI - atan2(p[0], p[1]), 1e-7);
}

TEST(row_of_one_four_bar_has_the_published_positions) {
    check_four_bars(
        t, 0, (double[]){0.478385057760971, 0.878150178791209, 1.96693471944032, 1.92371181733897});
}

TEST(row_of_two_four_bars_has_the_published_positions) {
    check_four_bars(
        t, 1, (double[]){0.328458111540815, 0.944518538178601, 1.50664218084183, 1.94251492260708});
}

TEST(row_of_ten_four_bars_has_the_published_positions) {
    check_four_bars(
        t, 2, (double[]){0.204353560989771, 0.978897145828304, 1.21226221652787, 1.96152843083017});
}

TEST(row_of_forty_four_bars_has_the_published_positions) {
    check_four_bars(
        t, 3, (double[]){0.180512226686728, 0.983572740582312, 1.16762210875171, 1.96560192870465});
}

/* ---- Andrews' squeezer --------------------------------------------------------------------- */

TEST(andrews_squeezer_has_the_converged_angles_and_rates) {
    tmSimDef def = at_tolerance(1e-13);
    tmSim *sim = sim_of_example(t, "gallery/andrews_squeezer.tml", 0, &def);
    /* beta, Theta, gamma, Phi, delta, Omega, epsilon at 0.03 s with their rates: from two runs of
     * another program in the seven angles that agree in these digits. Omega follows: -Phi. */
    static const struct {
        const char *joint;
        double value, rate;
    } converged[6] = {{"motor", 15.81077119515371, 1139.9203022591068},
                      {"#2", -15.75637105841184, -1424.3792951775409},
                      {"lever", 0.0408222401196458, 11.032911910619490},
                      {"#7", -0.5347301163420795, 19.293374105033609},
                      {"upper", 0.5244099658799541, 0.57356991482954879},
                      {"lower", 1.0480807410419379, 0.32317914924915805}};
    REQUIRE(sim);
    MUST(tm_sim_advance(sim, 0.03));
    for (int i = 0; i < 6; i++) {
        double rate;
        CHECK_NEAR(sim_value(sim, converged[i].joint, &rate), converged[i].value, 1e-9);
        CHECK_NEAR(rate, converged[i].rate, 1e-6);
    }
    /* Omega: the lower link mirrors the upper one. */
    CHECK_NEAR(sim_value(sim, "#9", NULL), 0.5347301163420795, 1e-9);
}

/* ---- Spinning bodies ----------------------------------------------------------------------- */

/* Landau and Lifshitz, Mechanics, §37 (10) with axes 1 and 3 exchanged, since M^2 < 2 E I2. */
TEST(free_brick_turns_as_the_elliptic_functions_say) {
    tmSimDef def = at_tolerance(1e-14);
    tmSim *sim = sim_of_example(t, "dynamics/spinning_brick.tml", 0, &def);
    const double I[3] = {0.05, 0.1, 0.13}, w0[3] = {0.05, 5.0, 0.0}; /* 12 kg in all */
    REQUIRE(sim);
    double twice = 0.0, square = 0.0;
    for (int i = 0; i < 3; i++) {
        twice += I[i] * w0[i] * w0[i];
        square += I[i] * I[i] * w0[i] * w0[i];
    }
    double low = square - twice * I[0], high = twice * I[2] - square;
    double speed = sqrt((I[1] - I[0]) * high / (I[0] * I[1] * I[2]));
    double m = (I[2] - I[1]) * low / ((I[1] - I[0]) * high);
    double max[3] = {sqrt(high / (I[0] * (I[2] - I[0]))), sqrt(low / (I[1] * (I[1] - I[0]))),
                     sqrt(low / (I[2] * (I[2] - I[0])))};
    SimTotals first = sim_totals(sim);
    CHECK_NEAR(2.0 * first.kinetic - 12.0 * 0.01, twice, 1e-12);
    for (int step = 1; step <= 20; step++) {
        double sn, cn, dn, w[3];
        MUST(tm_sim_advance(sim, step));
        elliptic(speed * step + elliptic_k(m), m, &sn, &cn, &dn);
        sim_in_body(sim, 1, tm_sim_twists(sim)[1].angular, w);
        /* An error of the energy shifts the time of each turn 1 / (1 - m) = 7500 times as far. */
        CHECK_NEAR(w[0], max[0] * dn, 1e-7);
        CHECK_NEAR(w[1], max[1] * sn, 1e-7);
        CHECK_NEAR(w[2], max[2] * cn, 1e-7);
        SimTotals now = sim_totals(sim);
        CHECK_NEAR(now.kinetic, first.kinetic, 1e-10 * first.kinetic);
        for (int i = 0; i < 3; i++) {
            CHECK_NEAR(now.angular[i], first.angular[i], 1e-10 * 0.5);
        }
        CHECK_NEAR(tm_sim_frames(sim)[1].position[0], 0.1 * step, 1e-11);
    }
}

/* Inertias of the top of examples/dynamics/heavy_top.tml: across the axis at the ball, and along.
 */
#define ACROSS 0.012
#define ALONG 0.004
#define SPIN 100.0
#define MOMENT (G * 0.1)

/* Goldstein 5.7: with u the cosine of the lean, u'^2 = b (u - u1) (u0 - u) (u2 - u) from rest at
 * u0; the other two are roots of b (1 - u^2) = a^2 (u0 - u). */
TEST(top_that_is_let_go_nods_between_two_angles) {
    tmSimDef def = at_tolerance(1e-13);
    tmSim *sim = sim_of_example(t, "dynamics/heavy_top.tml", 0, &def);
    REQUIRE(sim);
    double u0 = cos(PI / 6.0), a = ALONG * SPIN / ACROSS, b = 2.0 * MOMENT / ACROSS;
    double half = 0.5 * a * a / b, root = sqrt(half * half - 2.0 * half * u0 + 1.0);
    double u1 = half - root, u2 = half + root;
    double m = (u0 - u1) / (u2 - u1), speed = 0.5 * sqrt(b * (u2 - u1));
    double min = 1.0, tip[3], w[3];
    SimTotals first = sim_totals(sim);
    for (int step = 1; step <= 1000; step++) {
        double sn, cn, dn;
        MUST(tm_sim_advance(sim, 0.005 * step));
        elliptic(speed * 0.005 * step + elliptic_k(m), m, &sn, &cn, &dn);
        sim_point(t, sim, "top.tip", tip, NULL);
        min = tip[2] < min ? tip[2] : min;
        if (step % 50 == 0) {
            CHECK_NEAR(tip[2], 0.2 * (u1 + (u0 - u1) * sn * sn), 1e-9);
            SimTotals now = sim_totals(sim);
            CHECK_NEAR(now.kinetic + now.weight, first.kinetic + first.weight, 1e-9);
            CHECK_NEAR(now.angular[2], ALONG * SPIN * u0, 1e-10);
            sim_in_body(sim, 1, tm_sim_twists(sim)[1].angular, w);
            CHECK_NEAR(w[2], SPIN, 1e-8);
        }
    }
    CHECK_NEAR(min, 0.2 * u1, 1e-5); /* seen every 5 ms */
}

TEST(top_with_the_right_precession_goes_round_steadily) {
    tmSimDef def = at_tolerance(1e-13);
    tmSim *sim = sim_of_example(t, "dynamics/heavy_top.tml", 1, &def);
    REQUIRE(sim);
    double u0 = cos(PI / 6.0), spin = ALONG * SPIN;
    double rate = (spin - sqrt(spin * spin - 4.0 * ACROSS * u0 * MOMENT)) / (2.0 * ACROSS * u0);
    for (int step = 1; step <= 5; step++) {
        double tip[3];
        MUST(tm_sim_advance(sim, step));
        sim_point(t, sim, "top.tip", tip, NULL);
        CHECK_NEAR(tip[0], 0.1 * cos(rate * step), 1e-8);
        CHECK_NEAR(tip[1], 0.1 * sin(rate * step), 1e-8);
        CHECK_NEAR(tip[2], 0.2 * u0, 1e-9);
    }
}

/* ---- [HH] --------------------------------------------------------------------------------- */

/* The solution that figure 4.2 prints, single precision: the driver's is the first. */
static void check_figure(tmTest *t, int32_t run) {
    static const double linear[4][2] = {
        {9.8647375, 0.0}, {5.545115, 1.1830807}, {-1.1095759, 1.2980194}, {-9.412986, -5.9540305}};
    static const double turn[4] = {0.0, -2.3867476, -1.5759716, -4.985152};
    static const double forces[3][2] = {
        {29.864282, -155.74242}, {63.13489, -89.783936}, {56.477436, -23.135818}};
    static const char *const rods[4] = {"rod1", "rod2", "rod3", "rod4"};
    static const char *const hinges[3] = {"hinge1", "hinge2", "hinge3"};
    tmSim *sim = sim_of_example(t, "dynamics/figure_4_2.tml", run, NULL);
    REQUIRE(sim);
    const tmTwist *accelerations = tm_sim_accelerations(sim);
    REQUIRE(accelerations);
    for (int i = 0; i < 4; i++) {
        const tmTwist *own = &accelerations[sim_body(t, sim, rods[i])];
        CHECK_NEAR(own->linear[0], linear[i][0], 2e-4);
        CHECK_NEAR(own->linear[1], linear[i][1], 2e-4);
        CHECK_NEAR(own->linear[2], 0.0, 1e-12);
        CHECK_NEAR(own->angular[0], 0.0, 1e-12);
        CHECK_NEAR(own->angular[1], 0.0, 1e-12);
        CHECK_NEAR(own->angular[2], turn[i], 2e-4);
    }
    for (int i = 0; i < 3; i++) {
        tmWrench wrench = sim_wrench(t, sim, hinges[i]);
        /* The figure has the forces of the first part, the lower, on the second. */
        CHECK_NEAR(wrench.force[0], -forces[i][0], 2e-4);
        CHECK_NEAR(wrench.force[1], -forces[i][1], 2e-4);
        CHECK_NEAR(wrench.force[2], 0.0, 1e-12);
    }
}

TEST(figure_4_2_has_the_printed_solution_in_space) {
    check_figure(t, 0);
}

TEST(figure_4_2_has_the_printed_solution_in_the_plane) {
    check_figure(t, 1);
}

/* A body of example 3.2 at an instant. */
typedef struct Rod {
    double a[2], turn; /* r'' and theta'' */
    double square;     /* theta'^2 */
    double c[2][2];    /* to the upper and the lower corner */
} Rod;

static Rod rod_now(tmTest *t, tmSim *sim, const char *name) {
    int32_t body = sim_body(t, sim, name);
    const tmTwist *a = &tm_sim_accelerations(sim)[body];
    const double *q = tm_sim_frames(sim)[body].rotation;
    double w = tm_sim_twists(sim)[body].angular[2], theta = 2.0 * atan2(q[3], q[0]);
    Rod rod = {{a->linear[0], a->linear[1]}, a->angular[2], w * w, {{0.0}}};
    for (int i = 0; i < 2; i++) {
        double y = i == 0 ? 4.0 : -4.0;
        rod.c[i][0] = cos(theta) - y * sin(theta);
        rod.c[i][1] = sin(theta) + y * cos(theta);
    }
    return rod;
}

static double cross2(const double a[2], const double b[2]) {
    return a[0] * b[1] - a[1] * b[0];
}

/* [HH] 3.4, example 3.2, with the hats that the print lost: w' hat(c), hat(c) = (-c.y, c.x). */
TEST(equations_of_example_3_2_hold_while_it_moves) {
    tmSimDef def = at_tolerance(1e-11);
    tmSim *sim = sim_of_example(t, "papers/two_rods.tml", 0, &def);
    const double mass = 32.0, inertia = mass * (4.0 + 64.0) / 12.0;
    REQUIRE(sim);
    for (int step = 1; step <= 10; step++) {
        double time = 0.7 * step;
        MUST(tm_sim_advance(sim, time));
        Rod one = rod_now(t, sim, "links.rod1"), two = rod_now(t, sim, "links.rod2");
        tmWrench upper = sim_wrench(t, sim, "links.upper");
        tmWrench lower = sim_wrench(t, sim, "links.lower");
        const double *X10 = upper.force, *X12 = lower.force;
        const double r0[2] = {-4.0 * sin(2.0 * time), 0.0};
        for (int i = 0; i < 2; i++) {
            double hat10 = i == 0 ? -one.c[0][1] : one.c[0][0];
            double hat12 = i == 0 ? -one.c[1][1] : one.c[1][0];
            double hat21 = i == 0 ? -two.c[0][1] : two.c[0][0];
            CHECK_NEAR(mass * one.a[i], X10[i] - X12[i], 1e-9);
            CHECK_NEAR(mass * two.a[i], X12[i], 1e-9);
            CHECK_NEAR(one.a[i] - one.square * one.c[1][i] + one.turn * hat12,
                       two.a[i] - two.square * two.c[0][i] + two.turn * hat21, 1e-10);
            CHECK_NEAR(r0[i], one.a[i] - one.square * one.c[0][i] + one.turn * hat10, 1e-10);
        }
        CHECK_NEAR(inertia * one.turn, cross2(one.c[0], X10) - cross2(one.c[1], X12), 1e-8);
        CHECK_NEAR(inertia * two.turn, cross2(two.c[0], X12), 1e-8);
    }
}

TEST(driven_chain_of_figure_4_2_runs_for_a_minute) {
    tmSim *sim = sim_of_example(t, "dynamics/driven_chain.tml", 0, NULL);
    REQUIRE(sim);
    for (int step = 1; step <= 60; step++) {
        double p[3], v[3];
        MUST(tm_sim_advance(sim, step - 0.25));
        sim_point(t, sim, "links.rod1.center", p, v);
        CHECK_NEAR(p[0], sin(PI * (step - 0.25)), 1e-10);
        CHECK_NEAR(v[0], PI * cos(PI * (step - 0.25)), 1e-9);
    }
    MUST(tm_sim_advance(sim, 60.0));
    const tmSimInfo *info = tm_sim_info(sim);
    CHECK(info->outcome == TM_SIM_ENDED && info->time == 60.0);
    CHECK(info->gap < 1e-10 * info->size);
    CHECK(info->residual < 1e-10);
    /* What the driver does is counted as work. */
    CHECK(fabs(info->energy_error) < 1e-5 * info->energy_scale);
}

TEST_MAIN(CASE(simple_pendulum_has_the_published_positions_and_period),
          CASE(bar_of_one_and_a_half_swings_as_the_simple_pendulum),
          CASE(force_in_the_pendulums_rod_is_that_of_its_energy),
          CASE(row_of_one_four_bar_has_the_published_positions),
          CASE(row_of_two_four_bars_has_the_published_positions),
          CASE(row_of_ten_four_bars_has_the_published_positions),
          CASE(row_of_forty_four_bars_has_the_published_positions),
          CASE(andrews_squeezer_has_the_converged_angles_and_rates),
          CASE(free_brick_turns_as_the_elliptic_functions_say),
          CASE(top_that_is_let_go_nods_between_two_angles),
          CASE(top_with_the_right_precession_goes_round_steadily),
          CASE(figure_4_2_has_the_printed_solution_in_space),
          CASE(figure_4_2_has_the_printed_solution_in_the_plane),
          CASE(equations_of_example_3_2_hold_while_it_moves),
          CASE(driven_chain_of_figure_4_2_runs_for_a_minute))
