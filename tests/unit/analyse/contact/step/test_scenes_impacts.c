/* test_scenes_impacts.c: scenes of examples/contact in which bodies strike each other: bullets and
 * rods within one step, balls that bounce and hand their motion on. */
#include "contact_copies.h"
#include "contact_runs.h"

#include <math.h>

#define G 9.81

TEST(bullets_are_stopped_by_a_wall_that_is_thinner_than_a_step) {
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/bullet.tml", i, NULL, CONTACT_RISE));
        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose pose = contact_pose(&run, "bullet");
        CHECK_NEAR(pose.x, -0.005, 1e-11);
        CHECK_NEAR(pose.vx, 0.0, 1e-9);
        test_run_defers(t, keep);
    }
}

TEST(a_bullet_that_comes_aslant_slides_on_along_the_wall) {
    ContactRun run;
    REQUIRE(contact_run_of_example(&run, t, "contact/bullet.tml", 2, NULL, CONTACT_RISE));
    REQUIRE(contact_run_to(&run, CONTACT_END));
    ContactPose pose = contact_pose(&run, "bullet");
    CHECK_NEAR(pose.x, -0.005, 1e-9);
    CHECK_NEAR(pose.vy, 1000.0 * sqrt(0.5), 1e-6);
    CHECK_NEAR(pose.y, -30.0 + 60.0 * sqrt(0.5), 1e-6);
}

TEST(a_rod_that_spins_fast_strikes_the_ball_and_keeps_all_momentum) {
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/spinning_rod.tml", i, NULL, CONTACT_RISE));
        CHECK(run.balance.isolated);

        REQUIRE(contact_run_to(&run, CONTACT_END));
        ContactPose ball = contact_pose(&run, "ball");
        CHECK(hypot(ball.vx, ball.vy) > 5.0); /* the rod's point there has 24 m/s */
        test_run_defers(t, keep);
    }
}

/* Heights after the first bounces, as parts of the one before. */
static void bounce_heights(ContactRun *run, const char *part, double radius, int count,
                           double *heights) {
    double top = 1.0;
    int bounces = -1;
    bool rising = false;
    while (bounces < count && contact_step(run)) {
        ContactPose pose = contact_pose(run, part);
        bool rises = pose.vy > 0.0;
        if (rises && !rising) {
            bounces++;
            top = 0.0;
        }
        if (!rises && rising) {
            heights[bounces] = top;
        }
        rising = rises;
        top = fmax(top, pose.y - radius);
    }
}

/* A flight is exact, and so is the speed at which it ends within a step; the last frame on the way
 * up misses g h^2 / 2 of an apex at most. */
TEST(heights_of_a_bouncing_ball_err_by_what_frames_miss) {
    for (int i = 0; i < 3; i++) {
        int keep = t->defer_count;
        ContactRun run;
        double heights[4] = {0.0}, h = i ? 1e-3 : 4e-3;
        REQUIRE(contact_run_of_example(&run, t, "contact/bounce.tml", i, NULL, CONTACT_RISE));
        bounce_heights(&run, "ball", 0.1, 3, heights);
        for (int k = 0; k < 3; k++) {
            CHECK_NEAR(heights[k], pow(0.64, k + 1.0), G * h * h / 2.0);
        }
        REQUIRE(contact_run_to(&run, CONTACT_END));
        CHECK_NEAR(contact_pose(&run, "ball").y, 0.1, 1e-9); /* it lies still at last */
        CHECK_NEAR(contact_pose(&run, "ball").vy, 0.0, 1e-9);
        test_run_defers(t, keep);
    }
}

TEST(balls_in_a_row_hand_their_motion_on) {
    for (int i = 0; i < 2; i++) {
        int keep = t->defer_count;
        ContactRun run;
        REQUIRE(contact_run_of_example(&run, t, "contact/row_of_balls.tml", i, NULL, CONTACT_RISE));
        CHECK(run.balance.isolated);
        REQUIRE(contact_run_to(&run, CONTACT_END));
        CHECK_NEAR(contact_pose(&run, "ball[5]").vx, i ? pow(0.75, 4.0) : 1.0, 1e-9);
        for (int k = 0; k < 4 && i == 0; k++) {
            static const char *const balls[4] = {"ball[1]", "ball[2]", "ball[3]", "ball[4]"};
            CHECK_NEAR(contact_pose(&run, balls[k]).vx, 0.0, 1e-9);
        }
        test_run_defers(t, keep);
    }
}

/* A plate with round corners in a room without friction and gravity: whatever corners and sides it
 * strikes, with e = 1 none of its kinetic energy is ever lost. */
static const char room_text[] =
    "primitive wall(w, h) begin properties: (fixed); geometry: cuboid(w, h, 0.1m) where begin"
    "  top: (0, h / 2); bottom: (0, -h / 2); left: (-w / 2, 0); right: (w / 2, 0); end;"
    "  interference: ; end\n"
    "primitive plate begin"
    "  geometry: plate(((-0.2m, 0), (0.2m, 0), (0, 0.2m)), 0.1m, 0.1m);"
    "  interference: ; dynamics: ; end\n"
    "world room begin components floor, roof: wall(2m, 0.2m); near, far: wall(0.2m, 2m);"
    "    plate: plate;"
    "  structure begin place floor by top at (0, 0); place roof by bottom at (0, 1m);"
    "    place near by right at (-0.5m, 0.5m); place far by left at (0.5m, 0.5m);"
    "    place plate by center at (0, 0.5m) velocity = (5m/s, 7m/s) angular_velocity = 40rad/s; end"
    "  properties: (planar, friction: 0, restitution: 1); end\n"
    "simulate room begin time: (1ms, 1s); end\n";

TEST(a_spinning_plate_keeps_its_energy_in_impacts_without_loss) {
    ContactRun run;
    REQUIRE(contact_run_of(&run, t, room_text, 0, NULL, 1e-12));
    double energy = sim_totals(run.sim).kinetic;
    while (contact_step(&run)) {
        REQUIRE(CHECK_NEAR(sim_totals(run.sim).kinetic, energy, 1e-12 * energy));
    }
    CHECK(tm_sim_info(run.sim)->touching >= 10);
}

/* Free bodies that strike each other in flight, turned and off their centres, with friction. */
static const char flight_text[] =
    "primitive box begin geometry: cuboid(0.3m, 0.2m, 0.1m); interference: ; dynamics: ; end\n"
    "primitive rod begin geometry: bar(0.5m, 0.1m, 0.1m); interference: ; dynamics: ; end\n"
    "primitive ball begin geometry: cylinder(0.1m, 0.1m); interference: ; dynamics: ; end\n"
    "world flight begin components box: box; rod: rod; ball: ball;"
    "  structure begin"
    "    place box by center at (-0.6m, 0.03m) velocity = (3m/s, 0m/s) angular_velocity = 5rad/s;"
    "    place rod by center at (0, 0) angle = 70deg;"
    "    place ball by center at (0.7m, -0.1m) velocity = (-4m/s, 0.5m/s); end"
    "  properties: (planar, friction: 0.4, restitution: 0.6); end\n"
    "simulate flight begin time: (1ms, 1s); end\n";

TEST(bodies_that_bounce_off_each_other_in_flight_keep_all_momentum) {
    ContactRun run;
    REQUIRE(contact_run_of(&run, t, flight_text, 0, NULL, CONTACT_RISE));
    CHECK(run.balance.isolated);
    REQUIRE(contact_run_to(&run, CONTACT_END));
    CHECK(tm_sim_info(run.sim)->touching >= 3);
}

TEST(copies_of_a_plate_in_a_room_and_of_bodies_in_flight_move_alike) {
    CHECK(contact_is_mirrored(t, room_text, CONTACT_RISE, COPY_NEAR));
    t->splits = false;
    CHECK(contact_is_mirrored(t, flight_text, CONTACT_RISE, COPY_NEAR));
}

TEST_MAIN(CASE(bullets_are_stopped_by_a_wall_that_is_thinner_than_a_step),
          CASE(a_bullet_that_comes_aslant_slides_on_along_the_wall),
          CASE(a_rod_that_spins_fast_strikes_the_ball_and_keeps_all_momentum),
          CASE(heights_of_a_bouncing_ball_err_by_what_frames_miss),
          CASE(balls_in_a_row_hand_their_motion_on),
          CASE(a_spinning_plate_keeps_its_energy_in_impacts_without_loss),
          CASE(bodies_that_bounce_off_each_other_in_flight_keep_all_momentum),
          CASE(copies_of_a_plate_in_a_room_and_of_bodies_in_flight_move_alike))
