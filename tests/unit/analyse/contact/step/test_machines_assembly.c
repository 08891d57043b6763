/* test_machines_assembly.c: parts that are assembled and taken apart: an arm that inserts a
 * block, a gripper that centres a plate, a board in a frame, antennas that latch, a lock and its
 * key. The texts are in examples/contact; their heads have the numbers. */
#include "machine_check.h"

#include <math.h>

#define G 9.81
#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)

/* ---- Arm and gripper ----------------------------------------------------------------------- */

TEST(arm_under_torque_control_inserts_a_block_with_a_clearance_of_a_thousandth) {
    Machine *m = machine_of(t, "contact/arm_insertion.tml", 0);
    REQUIRE(m);
    double p[3];
    bool beside = false;
    while (machine_step(m)) {
        sim_point(t, m->sim, "hand.foot", p, NULL);
        beside = beside || (p[1] < 0.0 && fabs(p[0]) > 0.1e-3); /* below the mouth only inside */
    }
    CHECK(!beside);
    CHECK_NEAR(p[1], -0.12, 1e-9 * 0.15);            /* on the bottom … */
    CHECK_NEAR(machine_angle(m, "hand"), 0.0, 1e-9); /* … flat … */
    CHECK(fabs(p[0]) <= 0.05e-3 + 1e-9);             /* … between the walls */
    /* Nothing moves any more, so that the bottom bears what the arm presses. */
    const tmTwist *twist = &tm_sim_twists(m->sim)[sim_body(t, m->sim, "hand")];
    CHECK(hypot(twist->linear[0], twist->linear[1]) < 1e-6);
    machine_judge(m, DRIVEN);
}

static double of_motor(const Machine *m) {
    return -0.4 * sim_value(m->sim, "motor", NULL);
}

TEST(gripper_that_closes_turns_a_plate_flat_and_brings_it_to_the_middle) {
    Machine *m = machine_of(t, "contact/gripper.tml", 0);
    REQUIRE(m);
    int32_t plate = sim_body(t, m->sim, "plate");
    double p[3];
    machine_pulled(m, of_motor);
    machine_run(m, 1.5);
    sim_point(t, m->sim, "plate.center", p, NULL);
    CHECK_NEAR(p[1], 0.0, 1e-9 * 0.08);
    CHECK_NEAR(machine_angle(m, "plate"), 0.0, 1e-9);
    sim_point(t, m->sim, "upper.face", p, NULL);
    CHECK_NEAR(p[1], 0.02, 1e-9 * 0.08);
    sim_point(t, m->sim, "lower.face", p, NULL);
    CHECK_NEAR(p[1], -0.02, 1e-9 * 0.08);
    CHECK_NEAR(machine_press(m, plate, sim_body(t, m->sim, "upper")).force[1], -20.0, 1e-6);
    CHECK_NEAR(machine_press(m, plate, sim_body(t, m->sim, "lower")).force[1], 20.0, 1e-6);
    machine_judge(m, NO_RISE);
}

/* ---- A board in a frame -------------------------------------------------------------------- */

static double of_grip(const Machine *m) {
    double grip[3] = {NAN, NAN, NAN};
    sim_point(m->t, m->sim, "board.grip", grip, NULL);
    return -10.0 * grip[0];
}

/* 10 N pull at the grip. */
static void pull(Machine *m) {
    tmBodyInfo info;
    double grip[3];
    machine_pulled(m, of_grip);
    m->pulled = sim_body(m->t, m->sim, "board");
    tm_model_body(m->model, m->pulled, &info);
    sim_point(m->t, m->sim, "board.grip", grip, NULL);
    const double *at = tm_sim_frames(m->sim)[m->pulled].position;
    m->pull_moment =
        10.0 * hypot(grip[0] - at[0] - info.mass.centre.x, grip[1] - at[1] - info.mass.centre.y);
}

TEST(board_that_is_pulled_in_its_middle_leaves_its_frame_freely) {
    Machine *m = machine_of(t, "contact/board_in_frame.tml", 0);
    REQUIRE(m);
    pull(m);
    double p[3], v[3];
    while (machine_step(m)) {
        double n = (double)m->steps;
        sim_point(t, m->sim, "board.rear", p, v);
        CHECK_NEAR(v[0], 5.0 * m->h * n, 1e-10);
        CHECK_NEAR(p[0], 2.5 * m->h * m->h * n * n, 1e-10);
        CHECK_NEAR(p[1], 0.0, 1e-10);
    }
    CHECK(p[0] > 0.4);
    machine_judge(m, NO_RISE);
}

/* x'' = F / m (1 - 2 mu e / (L - x)), by tiny steps. */
static double pulled_askew(double time, double e) {
    double x = 0.0, v = 0.0, h = 1e-6;
    for (int64_t i = 0; i < (int64_t)(time / h); i++) {
        v += h * 5.0 * (1.0 - 0.6 * e / (0.4 - x));
        x += h * v;
    }
    return x;
}

TEST(board_that_is_pulled_askew_is_held_back_by_friction_at_two_corners) {
    Machine *m = machine_of(t, "contact/board_in_frame.tml", 1);
    REQUIRE(m);
    pull(m);
    double p[3];
    /* Its play lets it turn by 0.25 mrad, and its grip go on by 0.05 mm, before it is guided. */
    for (int i = 1; i <= 3; i++) {
        machine_run(m, 0.1 * i);
        sim_point(t, m->sim, "board.rear", p, NULL);
        CHECK_NEAR(p[0], pulled_askew(0.1 * i, 0.2), 0.02 * p[0] + 0.2e-3);
    }
    machine_run(m, 0.5);
    machine_judge(m, TURNING_RISE);
}

TEST(board_that_is_pulled_far_beside_its_middle_jams) {
    Machine *m = machine_of(t, "contact/board_in_frame.tml", 2);
    REQUIRE(m);
    pull(m);
    double p[3], v[3];
    machine_run(m, 1.0);
    sim_point(t, m->sim, "board.rear", p, v);
    CHECK(p[0] < 0.2e-3); /* except for its play */
    CHECK_NEAR(v[0], 0.0, 1e-9);
    /* What the frame does is what the pull does. */
    tmWrench press = machine_press_of_all(m, sim_body(t, m->sim, "board"));
    CHECK_NEAR(press.force[0], -10.0, 1e-6);
    CHECK_NEAR(press.force[1], 0.0, 1e-6);
    CHECK_NEAR(press.torque[2], 0.8 * 10.0, 0.01);
    machine_judge(m, TURNING_RISE);
}

/* ---- Antennas ------------------------------------------------------------------------------ */

static double of_folding(const Machine *m) {
    return 2.0 * (sim_value(m->sim, "right_hinge", NULL) - sim_value(m->sim, "left_hinge", NULL));
}

TEST(antennas_unfold_latch_and_cannot_be_folded_again) {
    Machine *m = machine_of(t, "contact/antenna.tml", 0);
    REQUIRE(m);
    /* The mouth of the notch touches the side of the plunger: Newton on the equation in the head.
     */
    double d = 0.0, mouth = sqrt(1600.0 - 25.0);
    for (int i = 0; i < 20; i++) {
        d += (5.0 * cos(d) - mouth * sin(d) - 4.9) / (5.0 * sin(d) + mouth * cos(d));
    }
    CHECK_NEAR(d, 2.52e-3, 1e-5);
    double spin = 0.0, max = 0.0;
    while (tm_sim_info(m->sim)->time < 6.0 - 0.5 * m->h && machine_step(m)) {
        int32_t left = sim_body(t, m->sim, "left");
        spin = fmax(spin, fabs(tm_sim_twists(m->sim)[left].angular[2]));
        SimTotals totals = sim_totals(m->sim);
        CHECK_NEAR(hypot(totals.momentum[0], totals.momentum[1]), 0.0, 1e-9);
        max = fmax(max, fabs(totals.angular[2]));
    }
    /* Kept to the first order of the step; 0.35 kg m about 0.8 m are the larger antenna's. */
    CHECK(max < 5e-3 * spin * 0.35 * 0.64 / 3.0);
    CHECK_NEAR(sim_value(m->sim, "right_hinge", NULL), PI / 2.0 + d, 1e-8);
    CHECK_NEAR(sim_value(m->sim, "left_hinge", NULL), -PI / 2.0 - d, 1e-8);
    machine_pulled(m, of_folding);
    machine_run(m, 8.0);
    CHECK_NEAR(sim_value(m->sim, "right_hinge", NULL), PI / 2.0 - d, 1e-8);
    CHECK_NEAR(sim_value(m->sim, "left_hinge", NULL), -PI / 2.0 + d, 1e-8);
    machine_judge(m, NO_RISE);
}

TEST(antennas_without_their_plungers_fold_again) {
    tmSim *sim = sim_of_example(t, "contact/antenna.tml", 1, NULL);
    REQUIRE(sim);
    /* 1 N m s/rad of damping and 1 N m/rad of stiffness: a second for each factor of e. */
    double rest = 95.0 * DEGREE, angle = rest - 2.0 * (1.0 - exp(-2.0)) - rest * exp(-8.0);
    MUST(tm_sim_advance(sim, 8.0));
    CHECK_NEAR(sim_value(sim, "right_hinge", NULL), angle, 0.1); /* it has inertia, too */
    CHECK_NEAR(sim_value(sim, "left_hinge", NULL), -angle, 0.1);
}

/* ---- Lock and key -------------------------------------------------------------------------- */

static double of_push(const Machine *m) {
    return -20.0 * tm_sim_frames(m->sim)[sim_body(m->t, m->sim, "key")].position[0];
}

static double of_twist(const Machine *m) {
    return -0.2 * machine_angle(m, "key");
}

/* Until the key is in and about to be turned. */
static void insert_key(Machine *m) {
    machine_pulled(m, of_push);
    machine_run(m, 0.1);
    machine_pulled(m, NULL);
    machine_run(m, 0.12);
    machine_pulled(m, of_twist);
}

TEST(key_lifts_the_pins_and_turns_the_plug) {
    Machine *m = machine_of(t, "contact/lock.tml", 0);
    REQUIRE(m);
    double p[3];
    insert_key(m);
    sim_point(t, m->sim, "key.back", p, NULL);
    CHECK_NEAR(p[0], 0.1e-3, 1e-6); /* at the end of the keyway, except for the play of the plug */
    sim_point(t, m->sim, "left_pin.tip", p, NULL);
    CHECK_NEAR(p[1], -0.5e-3, 0.05e-3);
    sim_point(t, m->sim, "right_pin.tip", p, NULL);
    CHECK_NEAR(p[1], 1e-3, 0.05e-3);
    CHECK(fabs(sim_value(m->sim, "turn", NULL)) < 1.5 * DEGREE);
    machine_run(m, 0.3);
    CHECK_NEAR(sim_value(m->sim, "turn", NULL), 30.0 * DEGREE, 1e-6);
    machine_judge(m, NO_RISE);
}

TEST(wrong_key_does_not_turn_the_plug) {
    Machine *m = machine_of(t, "contact/lock.tml", 1);
    REQUIRE(m);
    insert_key(m);
    machine_run(m, 0.3);
    CHECK(fabs(sim_value(m->sim, "turn", NULL)) < 1.5 * DEGREE);
    machine_judge(m, NO_RISE);
}

TEST_MAIN(CASE(arm_under_torque_control_inserts_a_block_with_a_clearance_of_a_thousandth),
          CASE(gripper_that_closes_turns_a_plate_flat_and_brings_it_to_the_middle),
          CASE(board_that_is_pulled_in_its_middle_leaves_its_frame_freely),
          CASE(board_that_is_pulled_askew_is_held_back_by_friction_at_two_corners),
          CASE(board_that_is_pulled_far_beside_its_middle_jams),
          CASE(antennas_unfold_latch_and_cannot_be_folded_again),
          CASE(antennas_without_their_plungers_fold_again),
          CASE(key_lifts_the_pins_and_turns_the_plug), CASE(wrong_key_does_not_turn_the_plug))
