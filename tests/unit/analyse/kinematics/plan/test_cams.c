/* test_cams.c: cams with flat and roller followers, translating and oscillating, alone and inside
 * linkages, against closed forms; where there is none, against the outline looked at everywhere
 * (linkage_gap). */
#include "linkages.h"

#define PI LINKAGE_PI
#define NEAR 1e-9

static const double unit_circle[3] = {1.0, 1.0, 1.0};
/* An egg: convex, without symmetry. */
static const double egg[5] = {1.0, 0.12, 0.05, 0.04, -0.03};
/* Three hollows. */
static const double clover[7] = {1.0, 0.05, 0, 0, 0, 0.15, 0};

/* A cam about the origin whose outline has its feature at (e, 0), and a tappet on a vertical slider
 * at x = `offset`, its point at height `high`. */
typedef struct tappet {
    tmJointId pin, rail;
    tmFeatureId point;
} tappet;

static tappet build_tappet(linkage *l, tmJointKind kind, double e, double offset, double high,
                           double roller, const double *profile, int count) {
    tappet a;
    tmBodyId cam = linkage_body(l, 0, 0, 0), rod = linkage_body(l, offset, high, 0);
    a.pin = linkage_pin(l, l->ground, cam, 0, 0);
    a.rail = linkage_slider(l, l->ground, rod, offset, 0, 0.5 * PI, high);
    a.point = linkage_mark(l, rod, offset, high, 0);
    linkage_cam(l, kind, linkage_mark(l, cam, e, 0, 0), a.point, roller, profile, count);
    return a;
}

/* An eccentric circle lifts a flat follower by R + e sin theta. */
TEST(an_eccentric_lifts_a_flat_follower_by_a_sine) {
    uint64_t state = 81;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tappet a = build_tappet(&l, TM_JOINT_FLAT_CAM, 0.4, 0.2, 1.0, 0.0, unit_circle, 3);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i < 40; i++) {
            double angle = 0.6 * i, x, y;
            REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
            MUST(tm_plan_point(plan, a.point, &x, &y));
            CHECK_NEAR(y, 1.0 + 0.4 * sin(angle), NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* … and a roller on a line beside the centre by e sin theta + sqrt((R + r)^2 - (x - e cos)^2). */
TEST(an_eccentric_lifts_a_roller_as_a_slider_crank_does) {
    uint64_t state = 82;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tappet a = build_tappet(&l, TM_JOINT_ROLLER_CAM, 0.4, 0.3, 1.2, 0.25, unit_circle, 3);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i < 40; i++) {
            double angle = 0.6 * i, x, y, off = 0.3 - 0.4 * cos(angle);
            REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
            MUST(tm_plan_point(plan, a.point, &x, &y));
            CHECK_NEAR(y, 0.4 * sin(angle) + sqrt(1.25 * 1.25 - off * off), NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* A knife edge above the centre stands at r(pi / 2 - theta). */
TEST(a_knife_edge_reads_the_profile) {
    uint64_t state = 83;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tappet a = build_tappet(&l, TM_JOINT_ROLLER_CAM, 0.0, 0.0, 1.0, 0.0, clover, 7);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i < 40; i++) {
            double angle = 0.5 * i, at = 0.5 * PI - angle, x, y;
            REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
            MUST(tm_plan_point(plan, a.point, &x, &y));
            CHECK_NEAR(y, 1.0 + 0.05 * cos(at) + 0.15 * cos(3.0 * at), NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* Followers of all four kinds on profiles without a closed form touch them and do not cut them. */
TEST(followers_touch_the_outline_and_do_not_cut_it) {
    uint64_t state = 84;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int kind = 0; kind < 4; kind++) {
            linkage l = linkage_open(t, way, &state);
            bool flat = kind < 2, slides = kind % 2 == 0;
            tmBodyId cam = linkage_body(&l, 0, 0, 0), arm = linkage_body(&l, 3, 1.2, 0);
            tmJointId pin = linkage_pin(&l, l.ground, cam, 0, 0);
            tmFeatureId outline = linkage_mark(&l, cam, 0.1, -0.05, 0.4);
            tmFeatureId face = linkage_mark(&l, arm, 0.1, 1.3, flat ? -0.05 : 0.0);
            if (slides) {
                linkage_slider(&l, l.ground, arm, 0.3, 0, 0.45 * PI, 1.2);
            } else {
                linkage_pin(&l, l.ground, arm, 3, 1.0);
            }
            linkage_cam(&l, flat ? TM_JOINT_FLAT_CAM : TM_JOINT_ROLLER_CAM, outline, face,
                        flat ? 0.0 : 0.3, flat ? egg : clover, flat ? 5 : 7);
            tmInput input = linkage_angle(pin);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
            for (int i = 0; i < 30; i++) {
                double angle = 0.45 * i;
                REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
            }
            test_run_defers(t, 0);
        }
    }
}

/* The tappet of an eccentric drives a crank by a rod: circle meets circle. */
TEST(a_cam_drives_a_linkage) {
    uint64_t state = 85;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tappet a = build_tappet(&l, TM_JOINT_FLAT_CAM, 0.4, 0.0, 1.0, 0.0, unit_circle, 3);
        tmBodyId tip;
        double x, y;
        MUST(l.status);
        MUST(tm_feature_get(l.m, a.point, &tip, NULL, NULL, NULL));
        CHECK(linkage_circles(0, 1, 2, 3, 0, 2, 1, &x, &y));
        tmBodyId rod = linkage_body(&l, 0, 1, 0), crank = linkage_body(&l, 3, 0, 0);
        linkage_pin(&l, tip, rod, 0, 1);
        linkage_pin(&l, rod, crank, x, y);
        linkage_pin(&l, l.ground, crank, 3, 0);
        tmFeatureId elbow = linkage_mark(&l, crank, x, y, 0);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i < 30; i++) {
            double angle = 0.6 * i, px, py;
            REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
            MUST(tm_plan_point(plan, elbow, &px, &py));
            CHECK(linkage_circles(0, 1.0 + 0.4 * sin(angle), 2, 3, 0, 2, 1, &x, &y));
            CHECK_NEAR(px, x, NEAR);
            CHECK_NEAR(py, y, NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* A follower that is pushed turns its cam, up to the top of the lift and no further. */
TEST(a_follower_drives_its_cam_up_to_the_end_of_its_lift) {
    uint64_t state = 86;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tappet a = build_tappet(&l, TM_JOINT_FLAT_CAM, 0.4, 0.2, 1.0, 0.0, unit_circle, 3);
        tmInput input = linkage_displacement(a.rail);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = -9; i < 10; i++) {
            double high = 1.0 + 0.04 * i, x, y;
            REQUIRE(linkage_move(t, &l, plan, &high, 1.0));
            MUST(tm_plan_point(plan, a.point, &x, &y));
            CHECK_NEAR(y, high, NEAR);
        }
        tmSolveInfo info;
        double past = l.swap ? -1.5 : 1.5;
        MUST(tm_plan_move(plan, &past, &info));
        CHECK(info.outcome == TM_MOVE_FOLD);
        CHECK_NEAR(1.36 + info.reached * 0.14, 1.4, 1e-10);
        CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
        test_run_defers(t, 0);
    }
}

/* It has none: what is set for it changes nothing, and is not told. */
TEST(a_cam_reads_no_value) {
    linkage l = linkage_open(t, 0, NULL);
    tappet a = build_tappet(&l, TM_JOINT_FLAT_CAM, 0.4, 0.2, 1.0, 0.0, unit_circle, 3);
    MUST(l.status);
    tmJointId cam = tm_joint_at(l.m, tm_joint_count(l.m) - 1);
    tmJointDef def;
    MUST(tm_joint_set_value(l.m, cam, 0.5));
    MUST(tm_joint_get(l.m, cam, &def));
    CHECK(def.kind == TM_JOINT_FLAT_CAM && def.value == 0.0);
    tmInput input = linkage_angle(a.pin);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double angle = 1.0, x, y;
    REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
    MUST(tm_plan_point(plan, a.point, &x, &y));
    CHECK_NEAR(y, 1.0 + 0.4 * sin(angle), NEAR);
}

/* Found by the fuzzer: a plan went on to read the profile of a cam that was removed. */
TEST(a_plan_is_reset_after_its_cam_is_gone) {
    linkage l = linkage_open(t, 0, NULL);
    tappet a = build_tappet(&l, TM_JOINT_ROLLER_CAM, 0.4, 0.3, 1.2, 0.25, unit_circle, 3);
    tmInput input = linkage_angle(a.pin);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double angle = 1.0;
    REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
    MUST(tm_joint_remove(l.m, tm_joint_at(l.m, tm_joint_count(l.m) - 1)));
    tm_plan_reset(plan);
    CHECK(linkage_poses_good(l.m, tm_plan_poses(plan)));
    CHECK_STATUS(tm_plan_move(plan, &angle, NULL), TM_ERR_STALE);
}

TEST(cams_survive_lack_of_memory) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tappet a = build_tappet(&l, TM_JOINT_FLAT_CAM, 0.4, 0.2, 1.0, 0.0, unit_circle, 3);
    MUST(l.status);
    tmInput input = linkage_angle(a.pin);
    tmPlan *plan;
    MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    double angle = 1.0, x, y;
    MUST(tm_plan_move(plan, &angle, NULL));
    MUST(tm_plan_point(plan, a.point, &x, &y));
    CHECK_NEAR(y, 1.0 + 0.4 * sin(1.0), NEAR);
}

TEST_MAIN(CASE(an_eccentric_lifts_a_flat_follower_by_a_sine),
          CASE(an_eccentric_lifts_a_roller_as_a_slider_crank_does),
          CASE(a_knife_edge_reads_the_profile), CASE(followers_touch_the_outline_and_do_not_cut_it),
          CASE(a_cam_drives_a_linkage), CASE(a_follower_drives_its_cam_up_to_the_end_of_its_lift),
          CASE(a_cam_reads_no_value), CASE(a_plan_is_reset_after_its_cam_is_gone),
          CASE(cams_survive_lack_of_memory))
