/* test_scenes_sliding.c: scenes of examples/contact in which boxes slide over what they must not
 * notice: cracks, seams, tiles, flaws; and over what they must: steps and lips. */
#include "contact_runs.h"

#include <math.h>

#define G 9.81
#define A 0.34906585039886592 /* 20 degrees */

/* A box on the ramp in each step: its angle, how far it is above the ramp, its speed along it. */
static bool check_slide(ContactRun *run, double mu, double half, double max) {
    tmTest *t = run->t;
    while (contact_step(run)) {
        ContactPose pose = contact_pose(run, "box");
        double time = run->step * (double)run->steps;
        double speed = cos(A) * pose.vx - sin(A) * pose.vy, up = sin(A) * pose.x + cos(A) * pose.y;
        double expected = G * (sin(A) - mu * cos(A)) * time;
        if (!CHECK_NEAR(pose.angle, -A, max) || !CHECK_NEAR(up, half, max) ||
            !CHECK_NEAR(speed / expected, 1.0, max)) {
            return false;
        }
    }
    return tm_sim_info(run->sim)->outcome == TM_SIM_ENDED;
}

TEST(boxes_slide_over_cracks_and_seams_with_the_speed_of_a_plain_ramp) {
    static const double halves[3] = {0.25, 0.5, 0.5};
    for (int i = 0; i < 12; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/ramps.tml", i, NULL, CONTACT_RISE));
        CHECK(check_slide(&run, i / 3 % 2 ? 0.1 : 0.0, halves[i % 3], 1e-9));
        test_run_defers(t, keep);
    }
}

/* It falls on the ramp by 0.1 m first. Whatever the impact does, impulses across the ramp sum to
 * m g cos(a) t, of which friction takes its part: from the landing on the speed is the same as if
 * it had slid from the start. */
TEST(the_box_of_the_paper_does_not_notice_the_crack) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "papers/cracked_ramp.tml", 0, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, 0.3));
    CHECK(check_slide(&run, 0.1, 0.5, 1e-9));
    CHECK(contact_pose(&run, "box").x > 0.0); /* it has passed the crack */
}

/* The drop of 1 mm sets m g cos(a) 1 mm free. The landing takes it, and no more; where the edge
 * pushes on the foot of a box that has begun to tip, it may as well give a part of it to the speed
 * along the ramp. */
TEST(a_step_down_costs_no_more_than_the_landing) {
    static const double halves[4] = {0.25, 0.5, 0.5, 0.25};
    for (int i = 0; i < 4; i++) {
        int keep = t->defer_count;
        ContactRun run;
        double mu = i == 3 ? 0.1 : 0.0;
        REQUIRE(contact_run_of_example(&run, t, "contact/step_down.tml", i, NULL, CONTACT_RISE));
        double tilt = 0.0;
        while (contact_step(&run)) {
            tilt = fmax(tilt, fabs(contact_pose(&run, "box").angle + A));
        }
        ContactPose pose = contact_pose(&run, "box");
        double speed = cos(A) * pose.vx - sin(A) * pose.vy, up = sin(A) * pose.x + cos(A) * pose.y;
        double full = G * (sin(A) - mu * cos(A)) * run.step * (double)run.steps;
        double drop = 2.0 * G * cos(A) * 1e-3;
        CHECK(speed * speed >= full * full - drop);
        CHECK(speed * speed <= full * full + drop);
        CHECK_NEAR(up, halves[i] - 1e-3, 1e-9);
        CHECK_NEAR(pose.angle, -A, 1e-9);
        CHECK(tilt < 0.01);
        test_run_defers(t, keep);
    }
}

TEST(tiles_are_not_felt_by_what_slides) {
    static const char *const parts[2] = {"box", "disc"};
    static const double heights[2] = {0.15, 0.2};
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/tiles.tml", i, NULL, CONTACT_RISE));
        while (contact_step(&run)) {
            ContactPose pose = contact_pose(&run, parts[i]);
            REQUIRE(CHECK_NEAR(pose.vx, 3.0, 3e-12));
            REQUIRE(CHECK_NEAR(pose.y, heights[i], 1e-12));
            REQUIRE(CHECK_NEAR(pose.spin, 0.0, 1e-11));
        }
        CHECK_NEAR(contact_pose(&run, parts[i]).x, 0.7 + 3.0 * 2.5, 1e-9);
        test_run_defers(t, keep);
    }
}

/* Angular momentum about any point of the floor stays: m v r = m v' r + (m r^2 / 2) (v' / r). While
 * it slips its speed falls by mu g: by 1 m/s in 0.34 s. */
TEST(a_disc_that_begins_to_roll_keeps_two_thirds_of_its_speed) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/tiles.tml", 2, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, 0.2));
    CHECK_NEAR(contact_pose(&run, "disc").vx, 3.0 - 0.3 * G * 0.2, 1e-9);
    REQUIRE(contact_run_to(&run, 0.36));
    while (contact_step(&run)) {
        ContactPose pose = contact_pose(&run, "disc");
        REQUIRE(CHECK_NEAR(pose.vx, 2.0, 1e-9));
        REQUIRE(CHECK_NEAR(pose.spin, -2.0 / 0.2, 1e-8));
        REQUIRE(CHECK_NEAR(pose.y, 0.2, 1e-12));
    }
}

TEST(a_lip_below_the_tolerance_is_stepped_over) {
    ContactRun run;
    double climb = G * 1e-8 / 0.5; /* m g lip, of the kinetic energy */
    REQUIRE(contact_run_of_example(&run, t, "contact/lip.tml", 0, NULL, climb));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "box");
    CHECK_NEAR(pose.vx, 1.0, 1e-6);
    CHECK_NEAR(pose.x, -1.5 + 3.0, 1e-6);
    CHECK_NEAR(pose.y, 0.25 + 1e-8, 1e-9);
    CHECK_NEAR(pose.angle, 0.0, 1e-7);
}

/* Its toe meets the lip: angular momentum about it stays, m v 0.25 = m (1 + 0.25) / 3 w, so that it
 * tips up with w = 0.6 rad/s, and falls back. The two steps that the impact may take have weight in
 * them, which takes 0.5 g / (1.25 / 3) h from w in each. */
TEST(a_lip_above_the_tolerance_stops_the_box) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/lip.tml", 1, NULL, CONTACT_RISE));
    double spin = 0.0;
    while (contact_step(&run)) {
        spin = fmax(spin, -contact_pose(&run, "box").spin);
    }
    ContactPose pose = contact_pose(&run, "box");
    CHECK(spin < 0.6 + 1e-9);
    CHECK(spin > 0.6 - 2.0 * 0.5 * G / (1.25 / 3.0) * 0.01);
    CHECK(pose.vx < 1e-6);
    CHECK(pose.x < -0.5 + 1e-3);
    CHECK(fabs(pose.angle) < 0.1);
}

static const char *const log_text =
    "primitive ball begin geometry: cylinder(0.1, 1); interference: ;\n"
    "  dynamics: (mass: 1, inertia: 5e-3); end\n"
    "primitive log begin properties: (fixed); geometry: cylinder(0.4, 1); interference: ; end\n"
    "world w begin components log: log; ball: ball;\n"
    "  structure begin place log by center at (0, 0);\n"
    "    place ball by center at (0, 0.5) velocity = (1, 0); end\n"
    "  properties: (planar, gravity: (0, -10), friction: 0); end\n"
    "simulate w begin time: (0.001, 0.8); method: stepping; end\n";

/* Its weight holds it on the circle as long as m v^2 / R <= m g cos(a), with v^2 = v0^2 + 2 g R (1
 * - cos(a)): up to cos(a) = (2 + v0^2 / (g R)) / 3. Above, where it presses most, each step brings
 * energy: N h^2 v^2 / (2 R), the second rate of the gap of two circles. */
TEST(a_smooth_ball_leaves_a_log_where_its_weight_no_longer_holds_it) {
    ContactRun run;
    REQUIRE(contact_run_of(&run, t, log_text, 0, NULL, CONTACT_RISE));
    double left = 0.0;
    while (contact_step(&run)) {
        int32_t count;
        const tmContact *contacts = tm_sim_contacts(run.sim, &count);
        ContactPose pose = contact_pose(&run, "ball");
        left = count > 0 && contacts[0].force > 0.0 ? pose.y / hypot(pose.x, pose.y) : left;
    }
    CHECK(tm_sim_info(run.sim)->outcome == TM_SIM_ENDED);
    CHECK_NEAR(left, (2.0 + 1.0 / (10.0 * 0.5)) / 3.0, 4e-3);
}

TEST_MAIN(CASE(boxes_slide_over_cracks_and_seams_with_the_speed_of_a_plain_ramp),
          CASE(the_box_of_the_paper_does_not_notice_the_crack),
          CASE(a_step_down_costs_no_more_than_the_landing), CASE(tiles_are_not_felt_by_what_slides),
          CASE(a_disc_that_begins_to_roll_keeps_two_thirds_of_its_speed),
          CASE(a_lip_below_the_tolerance_is_stepped_over),
          CASE(a_lip_above_the_tolerance_stops_the_box),
          CASE(a_smooth_ball_leaves_a_log_where_its_weight_no_longer_holds_it))
