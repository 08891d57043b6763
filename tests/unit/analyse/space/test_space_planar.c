/* test_space_planar.c: planar linkages by the code for space, with what leaves the plane frozen and
 * as bodies in space with redundant pins, against the planar solver. */
#include "bars.h"
#include "four_bars.h"
#include "frames.h"
#include "linkage_table.h"
#include "rig.h"

#include <string.h>

#define NO NAN
#define PI LINKAGE_PI

static tmPointOn point_of(const tmMechanism *m, tmFeatureId feature, bool is_axis, bool across) {
    tmBodyId body;
    double x = 0, y = 0, angle = 0;
    (void)tm_feature_get(m, feature, &body, &x, &y, &angle);
    int32_t index = (int32_t)(body.value & TM_ID_LIMIT) - 1;
    tmPointOn p =
        across ? axis(index, x, y, 0, 0, 0, 1) : axis(index, x, y, 0, cos(angle), sin(angle), 0);
    p.is_axis = is_axis;
    return p;
}

/* The mechanism, which may have pins and sliders, as a rig in the plane or in space. Joints have
 * the numbers of the mechanism's. */
static Rig *rig_of(tmTest *t, const tmMechanism *m, bool planar) {
    Rig *rig = rig_make(t, planar, tm_body_count(m) - 1, tm_joint_count(m));
    for (int32_t i = 1; i < tm_body_count(m); i++) {
        tmPose pose;
        (void)tm_body_pose(m, tm_body_at(m, i), &pose);
        rig_body(rig, pose.x, pose.y, 0);
        const double z[3] = {0, 0, 1};
        turn_about(z, atan2(pose.s, pose.c), rig->frames[i].rotation);
    }
    for (int32_t i = 0; i < tm_joint_count(m); i++) {
        tmJointDef def;
        (void)tm_joint_get(m, tm_joint_at(m, i), &def);
        bool pin = def.kind == TM_JOINT_REVOLUTE;
        CHECK(pin || def.kind == TM_JOINT_PRISMATIC);
        tmPointOn a = point_of(m, def.features[0], !pin || !planar, pin);
        tmPointOn b = point_of(m, def.features[1], !pin || !planar, pin);
        CHECK(rig_join(rig, pin ? "pin" : "slider", b, a, NO) == i);
    }
    return rig;
}

static void check_frames(tmTest *t, const tmMechanism *m, const tmPose *poses,
                         const tmFrame *frames, double tolerance) {
    for (int32_t i = 0; i < tm_body_count(m); i++) {
        const double x[3] = {1, 0, 0};
        double d[3];
        turned(&frames[i], x, d);
        CHECK_NEAR(frames[i].position[0], poses[i].x, tolerance);
        CHECK_NEAR(frames[i].position[1], poses[i].y, tolerance);
        CHECK_NEAR(frames[i].position[2], 0.0, tolerance);
        CHECK_NEAR(d[0], poses[i].c, tolerance);
        CHECK_NEAR(d[1], poses[i].s, tolerance);
    }
}

static tmSpacePlan *space_plan(tmTest *t, const tmAssembly *a, int32_t joint, tmBreak on_break) {
    tmSpacePlanDef def = tm_space_plan_def_default();
    const tmSpaceInput input = coordinate_of(joint, 0);
    def.inputs = &input;
    def.input_count = 1;
    def.on_break = on_break;
    tmSpacePlan *plan = NULL;
    if (a && CHECK_STATUS(tm_space_plan_create(a, &def, &plan), TM_OK)) {
        DEFER(tm_space_plan_destroy, plan);
    }
    return plan;
}

/* Moves both through the values from `start` on and compares; stops where the planar one breaks. */
static int follow(tmTest *t, const tmMechanism *m, tmPlan *plan, int32_t joint, bool planar,
                  double step, int steps) {
    Rig *rig = rig_of(t, m, planar);
    tmAssembly *a = rig_assemble(t, rig);
    tmSpacePlan *other = space_plan(t, a, joint, TM_BREAK_LIMIT);
    if (!other) {
        return 0;
    }
    double start, begin;
    (void)tm_plan_values(plan, &start);
    (void)tm_space_plan_values(other, &begin);
    for (int i = 0; i <= steps; i++) {
        double value = start + i * step, same = begin + i * step;
        tmSolveInfo info, space;
        if (!CHECK_STATUS(tm_plan_move(plan, &value, &info), TM_OK) ||
            !CHECK_STATUS(tm_space_plan_move(other, &same, &space), TM_OK)) {
            return i;
        }
        if (!CHECK(space.outcome == info.outcome)) {
            return i;
        }
        check_frames(t, m, tm_plan_poses(plan), tm_space_plan_frames(other), 1e-9);
        if (info.outcome != TM_MOVE_DONE) {
            CHECK_NEAR(space.reached * step, info.reached * step, 1e-9);
            return i;
        }
    }
    return steps;
}

TEST(linkages_of_the_planar_solver_move_alike) {
    for (int which = 0; which < 3; which++) {
        for (int planar = 0; planar < 2; planar++) {
            Linkage l;
            MUST(which == 0   ? linkage_six_bar_a(t, &l)
                 : which == 1 ? linkage_six_bar_b(t, &l)
                              : linkage_slider_crank(t, &l));
            tmPlan *plan;
            MUST(linkage_table_plan(t, &l, 0, &plan));
            follow(t, l.m, plan, 0, planar, PI / 45.0, 90);
        }
    }
}

TEST(random_bars_move_alike_and_break_alike) {
    uint64_t seed = 21;
    int broken = 0, whole = 0;
    for (int round = 0; round < 60; round++) {
        int keep = t->defer_count;
        Bars *k = test_memory(t, 1, sizeof *k);
        *k = (Bars){.a = test_uniform(&seed, 0.5, 2.0),
                    .b = test_uniform(&seed, 0.5, 3.0),
                    .c = test_uniform(&seed, 0.5, 3.0),
                    .g = test_uniform(&seed, 0.5, 3.0),
                    .side = round % 2 ? 1 : -1};
        tmStatus built = bars_build(t, k, &seed);
        DEFER(tm_mechanism_destroy, k->m);
        MUST(built);
        tmStatus status = bars_place(k, test_uniform(&seed, -PI, PI));
        if (status == TM_OK) {
            tmPlanDef def = tm_plan_def_default();
            const tmInput input = linkage_angle(k->driver);
            def.inputs = &input;
            def.input_count = 1;
            tmPlan *plan;
            MUST(tm_plan_create(k->m, &def, &plan));
            DEFER(tm_plan_destroy, plan);
            int32_t joint = (int32_t)(k->driver.value & TM_ID_LIMIT) - 1;
            int steps = follow(t, k->m, plan, joint, round % 3 == 0, 0.1, 63);
            whole += steps == 63 ? 1 : 0;
            broken += steps < 63 ? 1 : 0;
        }
        test_run_defers(t, keep);
    }
    CHECK(broken > 5 && whole > 5);
}

/* ---- Breaks -------------------------------------------------------------------------------- */

/* Angle of the crank in the frames. */
static double crank_angle(const tmFrame *frames, tmBodyId crank) {
    const double x[3] = {1, 0, 0};
    double d[3];
    turned(&frames[(crank.value & TM_ID_LIMIT) - 1], x, d);
    return atan2(d[1], d[0]);
}

TEST(search_finds_the_break_points_of_a_rocker_rocker) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    const double outer = four_bar_angle(f, f.coupler + f.rocker);
    const double inner = four_bar_angle(f, f.rocker - f.coupler);
    for (int planar = 0; planar < 2; planar++) {
        for (int up = 0; up < 2; up++) {
            linkage l = linkage_open(t, 0, NULL);
            fourBarBuilt b = four_bar_build(&l, f, 0.5 * (outer + inner), up ? 1 : -1);
            MUST(l.status);
            tmAssembly *a = rig_assemble(t, rig_of(t, l.m, planar));
            tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_SEARCH);
            REQUIRE(plan != NULL);
            double begin, target, edge = up ? outer : inner;
            MUST(tm_space_plan_values(plan, &begin));
            target = begin + (up ? 2.0 : -2.0);
            tmSolveInfo info;
            for (int again = 0; again < 2; again++) { /* pushed on, it stays there */
                MUST(tm_space_plan_move(plan, &target, &info));
                CHECK(info.outcome == TM_MOVE_FOLD);
                CHECK_NEAR(crank_angle(tm_space_plan_frames(plan), b.crank), edge, 1e-9);
            }
            MUST(tm_space_plan_move(plan, &begin, &info)); /* and leaves it on its side */
            CHECK(info.outcome == TM_MOVE_DONE);
            for (int32_t i = 0; i < 4; i++) {
                for (int k = 0; k < 3; k++) {
                    CHECK_NEAR(tm_space_plan_frames(plan)[i].position[k],
                               tm_assembly_frames(a)[i].position[k], 1e-8);
                }
            }
        }
    }
}

TEST(limit_changes_no_bit) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    linkage l = linkage_open(t, 0, NULL);
    (void)four_bar_build(&l, f, 1.2, 1);
    MUST(l.status);
    tmAssembly *a = rig_assemble(t, rig_of(t, l.m, false));
    tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_LIMIT);
    REQUIRE(plan != NULL);
    tmFrame before[4];
    memcpy(before, tm_space_plan_frames(plan), sizeof before);
    double begin, target;
    MUST(tm_space_plan_values(plan, &begin));
    target = begin + 1.8;
    tmSolveInfo info;
    MUST(tm_space_plan_move(plan, &target, &info));
    CHECK(info.outcome == TM_MOVE_FOLD);
    CHECK(memcmp(before, tm_space_plan_frames(plan), sizeof before) == 0);
    CHECK_NEAR(1.2 + info.reached * 1.8, four_bar_angle(f, f.coupler + f.rocker), 1e-9);
}

TEST(a_stretched_four_bar_shares_its_gap_as_the_planar_solver_has_it) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    linkage l = linkage_open(t, 0, NULL);
    fourBarBuilt b = four_bar_build(&l, f, 1.2, 1);
    tmPlan *flat = four_bar_plan(t, &l, &b.input, TM_BREAK_STRETCH);
    MUST(l.status);
    for (int planar = 0; planar < 2; planar++) {
        tmAssembly *a = rig_assemble(t, rig_of(t, l.m, planar));
        tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_STRETCH);
        REQUIRE(plan != NULL);
        double begin, value = 2.4, target, start = 1.2;
        MUST(tm_space_plan_values(plan, &begin));
        target = begin + 1.2;
        tmSolveInfo info;
        MUST(tm_plan_move(flat, &start, &info));
        MUST(tm_plan_move(flat, &value, &info));
        REQUIRE(info.outcome == TM_MOVE_STRETCHED);
        MUST(tm_space_plan_move(plan, &target, &info));
        REQUIRE(info.outcome == TM_MOVE_STRETCHED);
        for (int32_t i = 0; i < 4; i++) { /* a planar gap is the distance of a pin's points */
            double gap, expected;
            MUST(tm_plan_gap(flat, b.pins[i], &expected));
            MUST(tm_space_plan_gap(plan, i, &gap));
            CHECK(gap <= expected * (1.0 + 1e-5) && gap >= 0.7 * expected);
        }
        check_frames(t, l.m, tm_plan_poses(flat), tm_space_plan_frames(plan), 1e-5);
        MUST(tm_space_plan_move(plan, &begin, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
    }
}

/* [ME] figure 22: a few degrees, and less, in which the crank cannot be. The end of the crank is
 * sqrt(17 - 8 cos a) from the rocker's pivot, 5 at most. */
TEST(a_narrow_forbidden_arc_is_not_jumped_over) {
    static const double widths[] = {0.1, 0.0175, 1e-3, 1e-4}; /* half of the arc */
    for (int i = 0; i < 4 * 2 * 12; i++) {
        int keep = t->defer_count;
        double width = widths[i % 4], step = 1.01 * width + 0.1 * (i / 8 + 1) * (i / 8 + 1) * 0.1;
        double reach = sqrt(17.0 + 8.0 * cos(width));
        const fourBar f = {1.0, reach / 2.0, reach / 2.0, 4.0};
        linkage l = linkage_open(t, 0, NULL);
        fourBarBuilt b = four_bar_build(&l, f, PI - step, i % 3 ? 1 : -1);
        MUST(l.status);
        tmAssembly *a = rig_assemble(t, rig_of(t, l.m, i / 4 % 2));
        tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_SEARCH);
        REQUIRE(plan != NULL);
        double target;
        MUST(tm_space_plan_values(plan, &target));
        target += 2.0 * step;
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, &target, &info));
        CHECK(info.outcome == TM_MOVE_FOLD);
        CHECK_NEAR(crank_angle(tm_space_plan_frames(plan), b.crank), PI - width,
                   1e-9 + 4e-12 / width); /* the narrower, the less a gap tells of the angle */
        test_run_defers(t, keep);
    }
}

TEST(a_parallelogram_goes_straight_through_its_change_points) {
    const fourBar f = {1.0, 3.0, 1.0, 3.0};
    for (int planar = 0; planar < 2; planar++) {
        linkage l = linkage_open(t, 0, NULL);
        fourBarBuilt b = four_bar_build(&l, f, 1.0, 1);
        MUST(l.status);
        tmAssembly *a = rig_assemble(t, rig_of(t, l.m, planar));
        tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_LIMIT);
        REQUIRE(plan != NULL);
        double begin;
        int changes = 0;
        MUST(tm_space_plan_values(plan, &begin));
        for (int i = 0; i <= 126; i++) {
            double value = begin + i * 0.05;
            tmSolveInfo info;
            MUST(tm_space_plan_move(plan, &value, &info));
            REQUIRE(info.outcome == TM_MOVE_DONE);
            changes += info.changes;
            int32_t coupler = (int32_t)(b.coupler.value & TM_ID_LIMIT) - 1;
            const tmFrame *frame = &tm_space_plan_frames(plan)[coupler];
            CHECK_NEAR(fabs(frame->rotation[0]), 1.0, 1e-7); /* it stays parallel to the ground */
        }
        CHECK(changes <= 2);
    }
}

/* The goals are the change points themselves, where links lie in line. */
TEST(a_parallelogram_stops_at_its_change_points_and_goes_on) {
    const fourBar f = {1.0, 3.0, 1.0, 3.0};
    for (int planar = 0; planar < 2; planar++) {
        linkage l = linkage_open(t, 0, NULL);
        fourBarBuilt b = four_bar_build(&l, f, PI / 2.0, 1);
        MUST(l.status);
        tmAssembly *a = rig_assemble(t, rig_of(t, l.m, planar));
        tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_LIMIT);
        REQUIRE(plan != NULL);
        double begin;
        MUST(tm_space_plan_values(plan, &begin));
        for (int i = 1; i <= 12; i++) {
            double value = begin + i * PI / 2.0, at;
            tmSolveInfo info;
            MUST(tm_space_plan_move(plan, &value, &info));
            REQUIRE(info.outcome == TM_MOVE_DONE && info.residual < 1e-9);
            MUST(tm_space_plan_values(plan, &at));
            CHECK_NEAR(at, value, 1e-9);
            const tmFrame *frames = tm_space_plan_frames(plan);
            const double *q = frames[(b.coupler.value & TM_ID_LIMIT) - 1].rotation;
            CHECK_NEAR(fabs(q[0]), 1.0, i % 2 ? 1e-6 : 1e-9);
        }
    }
}

/* Crank 1, rod 3: the slider's ends are 4 and 2, exactly. */
TEST(a_slider_is_driven_to_its_dead_centre_and_back) {
    Linkage l;
    MUST(linkage_slider_crank(t, &l));
    for (int planar = 0; planar < 2; planar++) {
        Rig *rig = rig_of(t, l.m, planar);
        int32_t slide = -1;
        for (int32_t i = 0; i < rig->space.joint_count; i++) {
            slide = rig->tables[i].row_count == (planar ? 2 : 5) &&
                            rig->tables[i].coordinates[0].kind == TM_ROW_PLANE
                        ? i
                        : slide;
        }
        REQUIRE(slide >= 0);
        tmAssembly *a = rig_assemble(t, rig);
        tmSpacePlan *plan = space_plan(t, a, slide, TM_BREAK_LIMIT);
        REQUIRE(plan != NULL);
        double start, x[3];
        MUST(tm_space_plan_values(plan, &start));
        rig_point(tm_space_plan_frames(plan), at(rig->bodies[slide][0], 0, 0, 0), x);
        double end = start + (4.0 - fabs(x[0])) * (x[0] > 0.0 ? 1.0 : -1.0), far = 2.0 * end;
        double half = 0.5 * (start + end);
        tmSolveInfo info;
        MUST(tm_space_plan_move(plan, &half, &info));
        REQUIRE(info.outcome == TM_MOVE_DONE);
        tmFrame there[4], shown[4];
        memcpy(there, tm_space_plan_frames(plan), sizeof there);
        MUST(tm_space_plan_move(plan, &end, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        memcpy(shown, tm_space_plan_frames(plan), sizeof shown);
        MUST(tm_space_plan_move(plan, &far, &info)); /* no farther, and no bit of it */
        CHECK(info.outcome == TM_MOVE_FOLD);
        CHECK(memcmp(shown, tm_space_plan_frames(plan), sizeof shown) == 0);
        MUST(tm_space_plan_move(plan, &half, &info)); /* back on its side */
        REQUIRE(info.outcome == TM_MOVE_DONE);
        for (int32_t i = 0; i < rig->space.body_count; i++) {
            CHECK_NEAR(tm_space_plan_frames(plan)[i].position[1], there[i].position[1], 1e-9);
        }
    }
}

TEST(a_linkage_that_was_drawn_flat_moves) {
    static const fourBar bars[] = {{1, 3, 1, 3}, {1, 2, 3, 4}, {2, 2, 2, 2}};
    for (int i = 0; i < 6; i++) {
        linkage l = linkage_open(t, 0, NULL);
        fourBar f = bars[i / 2];
        double x = i / 2 == 1 ? 1.0 : f.ground + f.rocker; /* where coupler and rocker meet */
        tmBodyId crank = linkage_body(&l, 0, 0, 0), coupler = linkage_body(&l, f.crank, 0, 0);
        tmBodyId rocker = linkage_body(&l, f.ground, 0, 0);
        double crank_end = i / 2 == 1 ? -1.0 : f.crank;
        x = i / 2 == 1 ? crank_end + f.coupler : x;
        linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_pin(&l, crank, coupler, crank_end, 0);
        linkage_pin(&l, coupler, rocker, x, 0);
        linkage_pin(&l, rocker, l.ground, f.ground, 0);
        MUST(l.status);
        tmAssembly *a = rig_assemble(t, rig_of(t, l.m, i % 2));
        tmSpacePlan *plan = space_plan(t, a, 0, TM_BREAK_LIMIT);
        REQUIRE(plan != NULL);
        double begin;
        MUST(tm_space_plan_values(plan, &begin));
        for (int k = 1; k <= 30; k++) {
            double value = begin + 0.1 * k;
            tmSolveInfo info;
            MUST(tm_space_plan_move(plan, &value, &info));
            CHECK(info.outcome == TM_MOVE_DONE && info.residual < 1e-9);
        }
    }
}

TEST_MAIN(CASE(linkages_of_the_planar_solver_move_alike),
          CASE(random_bars_move_alike_and_break_alike),
          CASE(search_finds_the_break_points_of_a_rocker_rocker), CASE(limit_changes_no_bit),
          CASE(a_stretched_four_bar_shares_its_gap_as_the_planar_solver_has_it),
          CASE(a_narrow_forbidden_arc_is_not_jumped_over),
          CASE(a_parallelogram_goes_straight_through_its_change_points),
          CASE(a_parallelogram_stops_at_its_change_points_and_goes_on),
          CASE(a_slider_is_driven_to_its_dead_centre_and_back),
          CASE(a_linkage_that_was_drawn_flat_moves))
