/* test_modes.c: all ways to assemble a mechanism that needs guesses or Newton's method, and plans
 * that go on from one of them. Closed forms: test_modes_closed.c, triangles on three circles:
 * test_modes_platform.c. */
#include "linkage_table.h"
#include "linkages.h"
#include "reference.h"

#include <string.h>

#define SIZE 5.0
#define DEGREE (LINKAGE_PI / 180.0)

/* A reference mechanism with its joints as they are, or all but the driver in reverse order and
 * turned round. */
static tmPlan *open_reference(tmTest *t, const char *name, bool reversed, tmMechanism **m) {
    const MechanismFile *file = reference_file(t);
    tmJointId driver, made;
    tmPlan *plan = NULL;
    if (!file) {
        return NULL;
    }
    tmStatus status = reference_build(t, file, reference_index(file, name), m, &driver);
    int32_t joints = status == TM_OK ? tm_joint_count(*m) : 0;
    for (int32_t i = joints - 1; reversed && i > 0 && status == TM_OK; i--) {
        tmJointDef def;
        status = tm_joint_get(*m, tm_joint_at(*m, i), &def);
        tmFeatureId first = def.features[0];
        def.features[0] = def.features[1];
        def.features[1] = first;
        def.name = ""; /* the old one goes with the joint */
        status = status == TM_OK ? tm_joint_remove(*m, tm_joint_at(*m, i)) : status;
        status = status == TM_OK ? tm_joint_add(*m, &def, &made) : status;
    }
    tmInput input = linkage_angle(driver);
    status = status == TM_OK ? linkage_plan(*m, &input, 1, TM_PLAN_MIXED, &plan) : status;
    DEFER(tm_plan_destroy, plan);
    CHECK_STATUS(status, TM_OK);
    return plan;
}

/* ---- Guesses ------------------------------------------------------------------------------- */

#define KEPT_MAX 8

/* Modes of one frame, copied. */
typedef struct Frame {
    tmPose poses[KEPT_MAX][8];
    int32_t count;
} Frame;

static double frame_distance(const tmPose *a, const tmPose *b, int32_t bodies) {
    double max = 0.0;
    for (int32_t i = 1; i < bodies; i++) {
        max = fmax(max, hypot(a[i].c - b[i].c, a[i].s - b[i].s));
    }
    return max;
}

/* Marks pairs of modes, one in each frame, from the nearest on. Returns the distance of the last
 * pair. */
static double pair_up(const Frame *a, const Frame *b, int32_t bodies, bool *in_a, bool *in_b) {
    double farthest = 0.0;
    int32_t pairs = a->count < b->count ? a->count : b->count;
    for (int32_t k = 0; k < pairs; k++) {
        int32_t best_i = 0, best_j = 0;
        double min = INFINITY;
        for (int32_t i = 0; i < a->count; i++) {
            for (int32_t j = 0; j < b->count; j++) {
                double d = frame_distance(a->poses[i], b->poses[j], bodies);
                if (!in_a[i] && !in_b[j] && d < min) {
                    min = d;
                    best_i = i;
                    best_j = j;
                }
            }
        }
        in_a[best_i] = in_b[best_j] = true;
        farthest = fmax(farthest, min);
    }
    return farthest;
}

/* Modes end only in pairs that meet: what is left of a frame after pairing is two neighbours. */
static bool ends_in_a_fold(const Frame *f, const bool *paired, int32_t bodies) {
    const tmPose *left[KEPT_MAX];
    int32_t count = 0;
    for (int32_t i = 0; i < f->count; i++) {
        if (!paired[i]) {
            left[count++] = f->poses[i];
        }
    }
    return count == 0 || (count == 2 && frame_distance(left[0], left[1], bodies) < 0.5);
}

TEST(modes_of_a_turn_hang_together) {
    tmMechanism *m;
    tmPlan *plan = open_reference(t, "6-bar (b)", false, &m);
    REQUIRE(plan);
    int keep = t->defer_count;
    Frame last = {.count = 0};
    int folds = 0, steps = 1440;
    for (int i = 0; i <= steps; i++) {
        double value = 2.0 * LINKAGE_PI * i / steps;
        tmModes *modes = linkage_modes(t, plan, &value, NULL);
        REQUIRE(modes);
        REQUIRE(tm_modes_is_complete(modes) && tm_modes_count(modes) <= KEPT_MAX);
        Frame now = {.count = tm_modes_count(modes)};
        for (int32_t k = 0; k < now.count; k++) {
            memcpy(now.poses[k], tm_modes_poses(modes, k), sizeof(tmPose) * 6);
        }
        if (i > 0) {
            bool in_last[KEPT_MAX] = {false}, in_now[KEPT_MAX] = {false};
            CHECK(pair_up(&last, &now, 6, in_last, in_now) < 0.2);
            CHECK(ends_in_a_fold(&last, in_last, 6) && ends_in_a_fold(&now, in_now, 6));
            folds += last.count != now.count;
        }
        last = now;
        test_run_defers(t, keep);
    }
    CHECK(folds == 2);
}

/* Where four modes become two, two of them are one within the tolerance's root. */
TEST(torn_plan_has_three_modes_at_a_fold) {
    tmMechanism *m;
    tmPlan *plan = open_reference(t, "6-bar (b)", false, &m);
    REQUIRE(plan);
    double four = 0.0, two = 90.0 * DEGREE;
    int32_t count = 0;
    for (int i = 0; i < 60 && count != 3; i++) {
        double value = 0.5 * (four + two);
        tmModes *modes = linkage_modes(t, plan, &value, NULL);
        REQUIRE(modes);
        count = tm_modes_count(modes);
        CHECK(count >= 2 && count <= 4 && tm_modes_is_complete(modes));
        if (count == 4) {
            four = value;
        } else {
            two = value;
        }
    }
    CHECK(count == 3);
    CHECK(two - four < 1e-7);
}

/* ---- Newton's method ----------------------------------------------------------------------- */

/* Two arms of two bars each, dragged at the pin where they meet: each elbow has two sides. */
TEST(dragged_five_bar_has_four_modes) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId bars[4];
    for (int i = 0; i < 4; i++) {
        bars[i] = linkage_body(&l, 0.0, 0.0, 0.0);
    }
    linkage_pin(&l, l.ground, bars[0], 0.0, 0.0);
    linkage_pin(&l, bars[0], bars[1], -1.0, 2.0);
    tmFeatureId hand = linkage_mark(&l, bars[1], 1.5, 3.0, 0.0);
    linkage_joint(&l, TM_JOINT_REVOLUTE, hand, linkage_mark(&l, bars[2], 1.5, 3.0, 0.0), 0.0);
    linkage_pin(&l, bars[2], bars[3], 4.0, 2.0);
    linkage_pin(&l, bars[3], l.ground, 3.0, 0.0);
    tmInput input = linkage_position(hand);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    const double values[2][2] = {{1.4, 2.5}, {9.0, 9.0}};
    tmModes *modes = linkage_modes(t, plan, values[0], NULL);
    REQUIRE(modes);
    REQUIRE(tm_modes_count(modes) == 4);
    CHECK(!tm_modes_is_complete(modes)); /* they were searched for */
    linkage_check_modes(t, l.m, modes, SIZE);
    tmFeatureId elbow = tm_feature_at(l.m, 2);
    for (int side = -1; side <= 1; side += 2) {
        double x, y;
        REQUIRE(
            linkage_circles(0.0, 0.0, hypot(1.0, 2.0), 1.4, 2.5, hypot(2.5, 1.0), side, &x, &y));
        CHECK(linkage_modes_have(l.m, modes, elbow, x, y));
    }
    for (int32_t i = 0; i < 4; i++) {
        tmSolveInfo info;
        MUST(tm_plan_take(plan, tm_modes_poses(modes, i), values[0]));
        MUST(tm_plan_move(plan, values[0], &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK(tm_modes_nearest(modes, tm_plan_poses(plan), NULL) == i);
    }
    modes = linkage_modes(t, plan, values[1], NULL);
    CHECK(modes && tm_modes_count(modes) == 0);
}

TEST(what_has_a_freedom_left_stays_as_it_is) {
    tmMechanism *m;
    tmPlan *plan = open_reference(t, "Chain-4", false, &m);
    REQUIRE(plan);
    tmModes *modes = linkage_modes(t, plan, NULL, NULL);
    REQUIRE(modes);
    double distance;
    CHECK(tm_modes_count(modes) == 1 && !tm_modes_is_complete(modes));
    CHECK(tm_modes_nearest(modes, tm_plan_poses(plan), &distance) == 0);
    CHECK(distance < 1e-9);
}

/* The same mechanism with its joints in another order is torn elsewhere, but has the same modes. */
TEST(order_of_the_joints_does_not_change_how_many_modes_there_are) {
    const char *const names[] = {"Stress-20", "6-bar (b)", "8-bar", "10-bar", "Duplex"};
    for (int which = 0; which < 5; which++) {
        tmModes *modes[2];
        for (int reversed = 0; reversed < 2; reversed++) {
            tmMechanism *m;
            tmPlan *plan = open_reference(t, names[which], reversed, &m);
            REQUIRE(plan);
            modes[reversed] = linkage_modes(t, plan, NULL, NULL);
            REQUIRE(modes[reversed]);
            linkage_check_modes(t, m, modes[reversed], 8.0);
        }
        CHECK(tm_modes_count(modes[0]) == tm_modes_count(modes[1]));
        CHECK(tm_modes_count(modes[0]) > 0);
        for (int32_t i = 0; i < tm_modes_count(modes[0]); i++) {
            double distance;
            tm_modes_nearest(modes[1], tm_modes_poses(modes[0], i), &distance);
            CHECK(distance < 1e-8);
        }
    }
}

/* ---- Going on from a mode ------------------------------------------------------------------ */

TEST(plan_stays_on_the_mode_that_it_took) {
    Linkage l;
    tmPlan *plan;
    MUST(linkage_six_bar_b(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    double start = 0.0;
    tmModes *modes = linkage_modes(t, plan, &start, NULL);
    if (!modes) {
        return;
    }
    CHECK(tm_modes_count(modes) == 4);
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        tmPose before[6], first[6];
        MUST(tm_plan_take(plan, tm_modes_poses(modes, i), &start));
        CHECK(memcmp(tm_plan_poses(plan), tm_modes_poses(modes, i), sizeof before) == 0);
        memcpy(first, tm_plan_poses(plan), sizeof first);
        for (int frame = 1; frame <= 60; frame++) { /* back and forth, in steps of a degree */
            double value = (frame <= 30 ? frame : 60 - frame) * DEGREE;
            tmSolveInfo info;
            memcpy(before, tm_plan_poses(plan), sizeof before);
            MUST(tm_plan_move(plan, &value, &info));
            CHECK(info.outcome == TM_MOVE_DONE);
            CHECK(frame_distance(before, tm_plan_poses(plan), 6) < 0.15);
        }
        CHECK(frame_distance(first, tm_plan_poses(plan), 6) < 1e-8);
        CHECK(tm_modes_nearest(modes, tm_plan_poses(plan), NULL) == i);
    }
    /* The plan's own start is still there. */
    double distance;
    tm_plan_reset(plan);
    tm_modes_nearest(modes, tm_plan_poses(plan), &distance);
    CHECK(distance < 1e-9);
}

TEST(finding_modes_leaves_the_plan_as_it_is) {
    Linkage l;
    tmPlan *plan[2];
    MUST(linkage_six_bar_b(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan[0]));
    MUST(linkage_table_plan(t, &l, 0, &plan[1]));
    for (int i = 1; i <= 20; i++) {
        double value = 3.0 * i * DEGREE, other = 100.0 * DEGREE;
        if (i % 5 == 0 && !linkage_modes(t, plan[0], &other, NULL)) {
            return;
        }
        MUST(tm_plan_move(plan[0], &value, NULL));
        MUST(tm_plan_move(plan[1], &value, NULL));
        CHECK(memcmp(tm_plan_poses(plan[0]), tm_plan_poses(plan[1]), sizeof(tmPose) * 6) == 0);
    }
}

TEST(poses_that_do_not_fit_are_not_taken) {
    Linkage l;
    tmPlan *plan;
    MUST(linkage_six_bar_a(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    tmPose start[6], poses[6];
    double value = 0.0, measured;
    memcpy(start, tm_plan_poses(plan), sizeof start);
    memcpy(poses, start, sizeof start);
    CHECK_STATUS(tm_plan_take(NULL, poses, &value), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_take(plan, NULL, &value), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_plan_take(plan, poses, &value), TM_OK);
    CHECK_STATUS(tm_plan_take(plan, poses, NULL), TM_OK);
    value = 4.0 * LINKAGE_PI; /* whole turns do not count */
    CHECK_STATUS(tm_plan_take(plan, poses, &value), TM_OK);
    value = 1e-6;
    CHECK_STATUS(tm_plan_take(plan, poses, &value), TM_ERR_ARGUMENT);
    value = NAN;
    CHECK_STATUS(tm_plan_take(plan, poses, &value), TM_ERR_NOT_FINITE);
    value = 0.0;
    for (int i = 0; i < 4; i++) {
        double *const where[4] = {&poses[2].x, &poses[5].c, &poses[0].y, &poses[4].s};
        const double what[4] = {start[2].x + 1e-9, INFINITY, 0.1, 2.0};
        const tmStatus expected[4] = {TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_ARGUMENT,
                                      TM_ERR_ARGUMENT};
        memcpy(poses, start, sizeof start);
        *where[i] = what[i];
        CHECK_STATUS(tm_plan_take(plan, poses, &value), expected[i]);
        CHECK(memcmp(tm_plan_poses(plan), start, sizeof start) == 0);
    }
    MUST(tm_plan_values(plan, &measured));
    CHECK_NEAR(measured, 0.0, 1e-15);
}

TEST_MAIN(CASE(modes_of_a_turn_hang_together), CASE(torn_plan_has_three_modes_at_a_fold),
          CASE(dragged_five_bar_has_four_modes), CASE(what_has_a_freedom_left_stays_as_it_is),
          CASE(order_of_the_joints_does_not_change_how_many_modes_there_are),
          CASE(plan_stays_on_the_mode_that_it_took), CASE(finding_modes_leaves_the_plan_as_it_is),
          CASE(poses_that_do_not_fit_are_not_taken))
