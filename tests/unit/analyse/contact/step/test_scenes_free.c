/* test_scenes_free.c: scenes of examples/contact in which bodies pass each other closely, where a
 * plain model would hold them: corners, rooms, holes, cliffs, channels, notches. Numbers are closed
 * forms of the step: velocities first, then places. */
#include "contact_runs.h"

#include <math.h>

#define G 9.81

TEST(particles_leave_the_corner_by_cones_two_and_four) {
    static const double ends[5][2] = {
        {-0.7, 0.1}, {0.1, -0.7}, {-0.7, 0.1}, {0.1, -0.7}, {-0.7, 0.012}};
    static const int runs[5] = {0, 1, 4, 5, 6};
    for (int i = 0; i < 5; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/corner.tml", runs[i], NULL, CONTACT_RISE));
        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose pose = contact_pose(&run, "particle");
        CHECK_NEAR(pose.x, ends[i][0], 1e-12);
        CHECK_NEAR(pose.y, ends[i][1], 1e-12);
        CHECK(tm_sim_info(run.sim)->touching == 0);
        test_run_defers(t, keep);
    }
}

TEST(a_particle_that_meets_a_wall_of_the_corner_slides_on_along_it) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/corner.tml", 2, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "particle");
    CHECK_NEAR(pose.x, -0.7, 1e-12);
    CHECK_NEAR(pose.y, 0.01, 1e-12);
    CHECK_NEAR(pose.vx, -1.0, 1e-12);
    CHECK_NEAR(pose.vy, 0.0, 1e-12);
}

/* Where it goes is undecided; every step is judged, and it cannot be within the block. */
TEST(a_particle_that_goes_straight_for_the_corner_stays_outside) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/corner.tml", 3, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "particle");
    CHECK(fmax(pose.x, pose.y) >= 0.01 * sqrt(0.5) - 1e-12);
    CHECK(tm_sim_info(run.sim)->touching > 0);
}

/* The control pushes it, so that its energy may rise. */
TEST(the_robot_gets_out_of_the_room) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "papers/room.tml", 0, NULL, CONTACT_DRIVEN));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    CHECK(tm_sim_info(run.sim)->outcome == TM_SIM_STOPPED);
    CHECK(contact_pose(&run, "robot").x > 9.0);
}

/* Free fall to the floor: step 214 is the first whose fall is past 35 m, except for the tilt, by
 * which a corner is lower by up to 5 m times 2e-3. */
static void check_peg(tmTest *t, const char *file, int index, double tilt, double width) {
    ContactRun run;
    double h = 0.0125, low = 10.0 * cos(tilt) + 0.5 * width * sin(tilt);
    int arrival = 1;
    REQUIRE(contact_run_of_example(&run, t, file, index, NULL, CONTACT_RISE));
    while (15.0 - contact_fall(G, h, arrival) - low > -30.0) {
        arrival++;
    }
    CHECK(arrival == 214);
    for (int k = 1; k < arrival; k++) {
        REQUIRE(contact_step(&run));
        ContactPose pose = contact_pose(&run, "peg");
        if (!CHECK_NEAR(pose.vy, -G * h * k, 1e-10) ||
            !CHECK_NEAR(pose.y, 15.0 - contact_fall(G, h, k), 1e-10) ||
            !CHECK(pose.vx == 0.0 && pose.spin == 0.0)) {
            return;
        }
    }
    CHECK(tm_sim_info(run.sim)->touching == 0);
    REQUIRE(contact_step(&run));
    CHECK_NEAR(contact_pose(&run, "peg").y, -20.0, 0.5 * width * sin(tilt) + 1e-9);
    REQUIRE(contact_run_to(&run, CONTACT_END));
    CHECK_NEAR(contact_pose(&run, "peg").y, -20.0, 1e-6);
    CHECK_NEAR(contact_pose(&run, "peg").angle, 0.0, 1e-6);
}

TEST(the_peg_of_the_paper_falls_into_its_hole) {
    check_peg(t, "papers/peg_in_hole.tml", 0, 0.0, 9.99);
}

TEST(pegs_fall_freely_whatever_their_clearance_offset_tilt_and_friction) {
    static const double clearances[14] = {0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01,
                                          0.01, 0.1,  0.1,  1e-3, 1e-3, 1e-4, 1e-4};
    for (int i = 0; i < 14; i++) {
        int keep = t->defer_count;
        double tilt = i >= 8 || i % 4 >= 2 ? 0.02 * clearances[i] : 0.0;
        check_peg(t, "contact/pegs.tml", i, tilt, 10.0 - clearances[i]);
        test_run_defers(t, keep);
    }
}

TEST(a_box_whose_side_is_in_line_with_the_cliff_stands) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/cliff.tml", 0, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "box");
    CHECK_NEAR(pose.x, -0.5, 1e-9);
    CHECK_NEAR(pose.y, 0.5, 1e-9);
    CHECK_NEAR(pose.angle, 0.0, 1e-9);
}

TEST(a_box_falls_along_the_cliff_as_if_there_were_none) {
    ContactRun run;
    double h = 0.01;
    REQUIRE(contact_run_of_example(&run, t, "contact/cliff.tml", 1, NULL, CONTACT_RISE));
    for (int k = 1; contact_fall(G, h, k) < 4.0; k++) {
        REQUIRE(contact_step(&run));
        ContactPose pose = contact_pose(&run, "box");
        REQUIRE(CHECK_NEAR(pose.y, 1.5 - contact_fall(G, h, k), 1e-12));
        REQUIRE(CHECK_NEAR(pose.vy, -G * h * k, 1e-12));
    }
    REQUIRE(contact_run_to(&run, CONTACT_END));
    CHECK_NEAR(contact_pose(&run, "box").x, 0.5, 1e-9);
    CHECK_NEAR(contact_pose(&run, "box").y, -2.5, 1e-9);
    CHECK_NEAR(contact_pose(&run, "box").angle, 0.0, 1e-9);
}

/* It slides 1 m to where its centre is out with 2 m/s less friction, v^2 = 4 - 2 mu g 1.5 at x = 0,
 * tips over the edge, and ends on the ground. */
TEST(a_box_slides_over_the_cliff_and_comes_to_lie_below) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/cliff.tml", 2, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "box");
    CHECK_NEAR(pose.y, -2.5, 1e-6);
    CHECK(pose.x > 0.5);
    CHECK_NEAR(remainder(pose.angle, 2.0 * atan(1.0)), 0.0, 1e-6);
    CHECK(fabs(pose.angle) > 1.0); /* it has turned over */
}

TEST(a_box_flies_through_a_channel_without_losing_speed) {
    for (int i = 0; i < 3; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/narrow.tml", i, NULL, CONTACT_RISE));
        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose pose = contact_pose(&run, "box");
        CHECK_NEAR(pose.vx, 100.0, i ? 1e-7 : 0.0);
        CHECK_NEAR(pose.x, 19.3, 1e-8);
        CHECK(fabs(pose.y) < 5e-5 + 1e-9);
        CHECK((tm_sim_info(run.sim)->touching > 0) == (i > 0));
        test_run_defers(t, keep);
    }
}

TEST_MAIN(CASE(particles_leave_the_corner_by_cones_two_and_four),
          CASE(a_particle_that_meets_a_wall_of_the_corner_slides_on_along_it),
          CASE(a_particle_that_goes_straight_for_the_corner_stays_outside),
          CASE(the_robot_gets_out_of_the_room), CASE(the_peg_of_the_paper_falls_into_its_hole),
          CASE(pegs_fall_freely_whatever_their_clearance_offset_tilt_and_friction),
          CASE(a_box_whose_side_is_in_line_with_the_cliff_stands),
          CASE(a_box_falls_along_the_cliff_as_if_there_were_none),
          CASE(a_box_slides_over_the_cliff_and_comes_to_lie_below),
          CASE(a_box_flies_through_a_channel_without_losing_speed))
