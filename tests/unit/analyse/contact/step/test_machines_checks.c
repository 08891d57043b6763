/* test_machines_checks.c: joints and contact together where a closed form tells what happens: rods
 * that hit posts, a piston that pushes a block, a plate that carries a box, a box on a spring, a
 * chain that falls. The texts are in examples/contact; their heads have the numbers. */
#include "machine_check.h"

#include <math.h>

#define G 9.81
#define PI 3.14159265358979323846

/* A step of stepping is of the first order: impacts are up to a step late. */
#define FIRST_ORDER 2e-3

/* ---- The judge of these tests -------------------------------------------------------------- */

TEST(judge_of_machines_knows_how_far_boxes_discs_and_bars_are_apart) {
    tmSim *sim =
        sim_of(t,
               "primitive box begin geometry: cuboid(2m, 2m, 1m); interference: ; dynamics: ; end\n"
               "primitive disc begin geometry: cylinder(1m, 1m); interference: ; dynamics: ; end\n"
               "primitive rod begin geometry: bar(4m, 1m, 1m); interference: ; dynamics: ; end\n"
               "world w begin\n"
               "  components a, b, c: box; d, e: disc; f, g: rod;\n"
               "  structure begin\n"
               "    place a by center at (0, 0);\n"
               "    place b by center at (1.75m, 0.5m);\n"
               "    place c by center at (0, 3m) angle = 45deg;\n"
               "    place d by center at (4m, 5m);\n"
               "    place e by center at (-1.5m, -1.5m);\n"
               "    place f by center at (10m, 0);\n"
               "    place g by center at (10.5m, 0) angle = 90deg;\n"
               "  end\n"
               "  properties: (planar);\n"
               "  interference: begin off: a, b, c, d, e, f, g; end;\n"
               "end\n"
               "simulate w begin time: (1ms, 1s); method: stepping; end\n",
               0, NULL);
    REQUIRE(sim);
    Machine m = {.t = t, .sim = sim, .model = sim_model(sim)};
    CHECK_NEAR(machine_gap(&m, 1, 2), -0.25, 1e-12);           /* two boxes overlap … */
    CHECK_NEAR(machine_gap(&m, 1, 3), 2.0 - sqrt(2.0), 1e-12); /* … or one stands on a tip */
    CHECK_NEAR(machine_gap(&m, 1, 4), 5.0 - 1.0, 1e-12);       /* corner and disc */
    CHECK_NEAR(machine_gap(&m, 1, 5), sqrt(0.5) - 1.0, 1e-12); /* which overlap */
    CHECK_NEAR(machine_gap(&m, 4, 5), hypot(5.5, 6.5) - 2.0, 1e-12); /* two discs */
    CHECK_NEAR(machine_gap(&m, 6, 7), -1.5 - 1.0, 1e-12);            /* bars that cross */
    CHECK_NEAR(machine_gap(&m, 2, 6), 8.0 - 2.75 - 0.5, 1e-12);      /* a box and a bar's end */
}

/* ---- Rods that hit posts ------------------------------------------------------------------- */

typedef struct Impact {
    int touches;
    double impulse;       /* of the post [N s] */
    double told;          /* … as the event has it */
    double before, after; /* rates of the gap that it has [m/s] */
    double first, second; /* rates of the rods after it [rad/s] */
    double pin[2];        /* what the uppermost pin gave meanwhile [N s] */
} Impact;

static void look_at_events(const Machine *m, Impact *impact) {
    int32_t count;
    const tmSimEvent *events = tm_sim_events(m->sim, &count);
    for (int32_t i = 0; i < count; i++) {
        if (events[i].kind == TM_SIM_EVENT_TOUCH) {
            impact->touches++;
            impact->told = events[i].impulse;
            impact->before = events[i].before;
            impact->after = events[i].after;
        }
    }
}

/* Runs until the touch and some steps more. The pin's force is that on the first rod. */
static Impact impact_of(Machine *m, const char *pin, int32_t first, int32_t second) {
    Impact impact = {0};
    int after = 0;
    while (after < 3 && machine_step(m)) {
        int32_t count;
        const tmContact *contacts = tm_sim_contacts(m->sim, &count);
        tmWrench wrench = sim_wrench(m->t, m->sim, pin);
        look_at_events(m, &impact);
        impact.impulse += count > 0 ? contacts[0].force * m->h : 0.0;
        after += impact.touches > 0;
        if (after == 1) {
            impact.first = tm_sim_twists(m->sim)[first].angular[2];
            impact.second = tm_sim_twists(m->sim)[second].angular[2];
            impact.pin[0] = wrench.force[0] * m->h;
            impact.pin[1] = wrench.force[1] * m->h;
        }
    }
    return impact;
}

TEST(post_and_pin_share_the_impulse_of_a_rod_as_its_centre_of_percussion_says) {
    const double distances[] = {0.5, 2.0 / 3.0, 1.0};
    for (int32_t run = 0; run < 3; run++) {
        Machine *m = machine_of(t, "contact/pendulum_at_post.tml", run);
        REQUIRE(m);
        int32_t rod = sim_body(t, m->sim, "rod");
        Impact impact = impact_of(m, "pivot", rod, rod);
        double d = distances[run], p = 1.5 * 2.0 * 1.0 / d;
        CHECK(impact.touches == 1);
        CHECK_NEAR(impact.impulse, p, FIRST_ORDER * p);
        CHECK_NEAR(impact.told, impact.impulse, 1e-9 * p);
        CHECK_NEAR(impact.before, -2.0 * d, FIRST_ORDER * 2.0 * d);
        CHECK_NEAR(impact.after, -0.5 * impact.before, 1e-9);
        CHECK_NEAR(impact.first, -1.0, FIRST_ORDER);
        CHECK_NEAR(impact.pin[0], 1.5 * 2.0 * (1.0 / d - 1.5), 2.0 * FIRST_ORDER * p);
        machine_run(m, 1.0);
        machine_judge(m, NO_RISE);
        test_run_defers(t, 0);
    }
}

/* Largest rise of the energy of two rods in a step, all in flight, as part of the kinetic one. */
static double flight_rise(tmTest *t, double step) {
    tmSimDef def = tm_sim_def_default();
    def.step = step;
    tmSim *sim = sim_of_example(t, "contact/double_pendulum_at_post.tml", 0, &def);
    double last = tm_sim_info(sim)->energy, rise = 0.0;
    for (int64_t n = 1; tm_sim_info(sim)->time < 0.8; n++) {
        CHECK_STATUS(tm_sim_advance(sim, ((double)n + 0.5) * step), TM_OK);
        rise = fmax(rise, tm_sim_info(sim)->energy - last);
        last = tm_sim_info(sim)->energy;
    }
    return rise / tm_sim_info(sim)->energy_scale;
}

/* A step of second order is out by the third, up and down: with the text's 1 ms by 3.34e-8. */
#define FLIGHT_RISE 3.5e-8

TEST(energy_of_two_rods_in_flight_rises_by_the_third_order_of_the_step) {
    double rise = flight_rise(t, 1e-3);
    CHECK(rise < FLIGHT_RISE);
    CHECK_NEAR(rise / flight_rise(t, 0.5e-3), 8.0, 0.1);
}

TEST(post_changes_the_rates_of_two_rods_by_the_inverse_of_their_mass_matrix) {
    const double distances[] = {2.0 / 3.0, 0.5};
    for (int32_t run = 0; run < 2; run++) {
        Machine *m = machine_of(t, "contact/double_pendulum_at_post.tml", run);
        REQUIRE(m);
        Impact impact =
            impact_of(m, "upper", sim_body(t, m->sim, "first"), sim_body(t, m->sim, "second"));
        double d = distances[run], w = 2.0, mass = 3.0;
        double a = 36.0 / 7.0 * (1.0 / 3.0 - d / 2.0); /* M^-1 (1, d) m l */
        double b = 36.0 / 7.0 * (-0.5 + 4.0 / 3.0 * d);
        double p = 1.5 * (1.0 + d) * w / (a + d * b);
        CHECK(impact.touches == 1);
        CHECK_NEAR(impact.impulse, mass * p, 4.0 * FIRST_ORDER * mass * p);
        CHECK_NEAR(impact.first, w - a * p, 4.0 * FIRST_ORDER * w);
        CHECK_NEAR(impact.second, w - b * p, 4.0 * FIRST_ORDER * w);
        machine_run(m, 0.8);
        machine_judge(m, FLIGHT_RISE);
        test_run_defers(t, 0);
    }
}

/* ---- A piston that pushes a block ---------------------------------------------------------- */

/* Where the piston's face is, for the crank's angle. */
static double face_at(double angle) {
    return 0.1 * cos(angle) + sqrt(0.09 - 0.01 * sin(angle) * sin(angle)) + 0.05;
}

TEST(slow_piston_pushes_a_block_to_where_it_turns_back) {
    Machine *m = machine_of(t, "contact/slider_crank_pusher.tml", 0);
    REQUIRE(m);
    int32_t block = sim_body(t, m->sim, "block"), piston = sim_body(t, m->sim, "piston");
    int pushed = 0;
    while (machine_step(m)) {
        double n = (double)m->steps, turn = PI / 500.0, p[3], q[3];
        double face = face_at(PI + n * turn);
        sim_point(t, m->sim, "piston.face", p, NULL);
        sim_point(t, m->sim, "block.rear", q, NULL);
        CHECK_NEAR(p[0], face, 1e-10);
        if (m->steps > 220 && m->steps < 498) { /* after the impact, before the turn */
            /* The force that gives the block the change of speed of the very steps. */
            double change =
                face - 2.0 * face_at(PI + (n - 1.0) * turn) + face_at(PI + (n - 2.0) * turn);
            double force = 1.5 * (change / (m->h * m->h) + 0.4 * G);
            CHECK_NEAR(q[0], face, 1e-10);
            CHECK_NEAR(machine_press(m, block, piston).force[0], force, 1e-6 * force);
            pushed++;
        }
        if (m->steps > 502) {
            CHECK_NEAR(q[0], 0.45, 1e-9);
        }
    }
    CHECK(pushed == 277 && m->steps == 600);
    machine_judge(m, DRIVEN);
}

TEST(block_leaves_a_fast_piston_where_friction_brakes_it_less_than_the_crank_does) {
    Machine *m = machine_of(t, "contact/slider_crank_pusher.tml", 1);
    REQUIRE(m);
    double left = 0.0, speed = 0.0, x = 0.0;
    /* Second differences of the closed form: where they pass mu g. */
    for (double a = 1.3 * PI, d = 1e-4; left == 0.0 && a < 2.0 * PI; a += d) {
        double rate = 400.0 * (face_at(a + d) - 2.0 * face_at(a) + face_at(a - d)) / (d * d);
        if (rate < -0.4 * G) {
            left = a;
            speed = 20.0 * (face_at(a + d) - face_at(a - d)) / (2.0 * d);
            x = face_at(a);
        }
    }
    double p[3];
    machine_run(m, 1.5);
    sim_point(t, m->sim, "block.rear", p, NULL);
    CHECK_NEAR(p[0], x + speed * speed / (0.8 * G), 2.0 * speed * m->h);
    machine_judge(m, DRIVEN);
}

/* ---- Plates that move ---------------------------------------------------------------------- */

TEST(conveyor_gives_a_box_its_speed_at_mu_g_and_no_more) {
    Machine *m = machine_of(t, "contact/conveyor.tml", 0);
    REQUIRE(m);
    int32_t box = sim_body(t, m->sim, "box");
    double p[3], q[3];
    while (machine_step(m)) {
        double v = fmin(1.0, 0.25 * G * m->h * (double)m->steps);
        CHECK_NEAR(tm_sim_twists(m->sim)[box].linear[0], v, 1e-10);
        CHECK_NEAR(tm_sim_twists(m->sim)[box].linear[1], 0.0, 1e-10);
    }
    sim_point(t, m->sim, "box.foot", p, NULL);
    sim_point(t, m->sim, "plate.top", q, NULL);
    CHECK_NEAR(p[0] - q[0], -1.0 - 1.0 / (0.5 * G), 1.0 * m->h); /* of the first order in h */
    CHECK_NEAR(machine_angle(m, "box"), 0.0, 1e-10);
    machine_judge(m, DRIVEN);
}

TEST(damped_platform_comes_to_rest_where_its_spring_bears_both) {
    Machine *m = machine_of(t, "contact/platform_on_springs.tml", 0);
    REQUIRE(m);
    machine_run(m, 4.0);
    tmWrench press = machine_press_of_all(m, sim_body(t, m->sim, "box"));
    CHECK_NEAR(sim_value(m->sim, "spring", NULL), -5.0 * G / 500.0, 1e-9);
    CHECK_NEAR(press.force[1], 2.0 * G, 1e-8);
    CHECK_NEAR(press.torque[2], 0.03 * 2.0 * G, 1e-8); /* below its centre of mass */
    machine_judge(m, NO_RISE);
}

TEST(box_leaves_the_platform_where_the_spring_is_slack) {
    Machine *m = machine_of(t, "contact/platform_on_springs.tml", 1);
    REQUIRE(m);
    int32_t box = sim_body(t, m->sim, "box"), platform = sim_body(t, m->sim, "platform");
    double left = NAN, speed = NAN;
    while (isnan(left) && machine_step(m)) {
        if (machine_gap(m, box, platform) > 1e-9) {
            left = sim_value(m->sim, "spring", NULL);
            speed = tm_sim_twists(m->sim)[box].linear[1];
        }
    }
    /* Accelerations part slowly at first: the spring pulls the platform back by k v t / M, so that
     * a gap of k v t^3 / (6 M) = 1e-9 m takes 0.28 ms; it is seen at the end of that step. */
    double v = G * sqrt(3.0 * 5.0 / 500.0), later = cbrt(6e-9 * 3.0 / (500.0 * v));
    CHECK_NEAR(left, v * (later + 0.5 * m->h), v * 0.5 * m->h + 1e-5);
    CHECK_NEAR(speed, v, 0.01);
    machine_run(m, 0.5);
    machine_judge(m, NO_RISE);
}

/* ---- A chain ------------------------------------------------------------------------------- */

TEST(chain_falls_freely_until_it_touches_and_then_the_floor_bears_its_weight) {
    Machine *m = machine_of(t, "contact/chain_on_floor.tml", 0);
    REQUIRE(m);
    double weight = 12 * 0.2 * G, borne = 0.0;
    int32_t floor = sim_body(t, m->sim, "floor");
    bool touched = false;
    while (machine_step(m)) {
        touched = touched || machine_press_of_all(m, floor).force[1] != 0.0;
        if (!touched) {
            CHECK_NEAR(sim_totals(m->sim).momentum[1], -weight * tm_sim_info(m->sim)->time, 1e-9);
        }
    }
    borne = -machine_press_of_all(m, floor).force[1];
    CHECK(touched);
    CHECK_NEAR(borne, weight, 1e-6 * weight);
    CHECK(sim_totals(m->sim).kinetic < 1e-9);
    machine_judge(m, NO_RISE);
}

TEST_MAIN(CASE(judge_of_machines_knows_how_far_boxes_discs_and_bars_are_apart),
          CASE(post_and_pin_share_the_impulse_of_a_rod_as_its_centre_of_percussion_says),
          CASE(energy_of_two_rods_in_flight_rises_by_the_third_order_of_the_step),
          CASE(post_changes_the_rates_of_two_rods_by_the_inverse_of_their_mass_matrix),
          CASE(slow_piston_pushes_a_block_to_where_it_turns_back),
          CASE(block_leaves_a_fast_piston_where_friction_brakes_it_less_than_the_crank_does),
          CASE(conveyor_gives_a_box_its_speed_at_mu_g_and_no_more),
          CASE(damped_platform_comes_to_rest_where_its_spring_bears_both),
          CASE(box_leaves_the_platform_where_the_spring_is_slack),
          CASE(chain_falls_freely_until_it_touches_and_then_the_floor_bears_its_weight))
