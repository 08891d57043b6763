/* test_diagnose_moves.c: over-constrained mechanisms are solved, idle freedoms controlled by the
 * inputs that the diagnosis names, free motions animated; large mechanisms; bad calls. */
#include "scenes.h"

#include <string.h>

/* ---- Over-constrained mechanisms move ------------------------------------------------------ */

/* Turns the joint from where it is through `range`, back and forth, every joint closed. */
static void check_range(tmTest *t, scene_fn *build, int joint, double range, tmPlanMethod method) {
    scene s = scene_open(t, build, 0);
    MUST(s.status);
    const tmInput input = linkage_angle(s.joints[joint]);
    tmPlan *plan;
    MUST(linkage_plan(s.m, &input, 1, method, &plan));
    DEFER(tm_plan_destroy, plan);
    const linkage l = {.m = s.m, .method = method};
    double start;
    MUST(tm_plan_values(plan, &start));
    for (int i = 0; i <= 180; i++) {
        double value = start + range * sin(i * (LINKAGE_PI / 90.0));
        REQUIRE(linkage_move(t, &l, plan, &value, 5.0));
    }
}

TEST(figure_13_turns_all_the_way_with_every_joint_closed) {
    check_range(t, scene_figure_13, 0, 2.0 * LINKAGE_PI, TM_PLAN_MIXED);
    check_range(t, scene_figure_13, 0, 2.0 * LINKAGE_PI, TM_PLAN_NEWTON);
}

/* The legs stand at 63 degrees: 60 of them are left to the flat pose, where all lie in a line. */
TEST(figure_14b_swings_to_near_its_flat_poses_with_every_joint_closed) {
    check_range(t, scene_figure_14b, 0, LINKAGE_PI / 3.0, TM_PLAN_MIXED);
    check_range(t, scene_figure_14b, 1, LINKAGE_PI / 3.0, TM_PLAN_MIXED);
    check_range(t, scene_figure_14b, 0, LINKAGE_PI / 3.0, TM_PLAN_NEWTON);
}

/* ---- Idle freedoms are controllable -------------------------------------------------------- */

/* With the input that the diagnosis names beside the held one, a turn of it moves the bodies that
 * the diagnosis names, and no others. */
static void check_idle(tmTest *t, scene_fn *build, int held, tmPlanMethod method) {
    scene s = scene_open(t, build, 0);
    MUST(s.status);
    tmInput inputs[2] = {linkage_angle(s.joints[held])};
    tmDiagnosis *d;
    MUST(scene_diagnose(&s, inputs, 1, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    REQUIRE(tm_diagnosis_motion_count(d) == 1);
    const tmFreeMotion *motion = tm_diagnosis_motion(d, 0);
    CHECK(motion->idle && motion->lasts);
    inputs[1] = motion->input;
    REQUIRE(inputs[1].kind == TM_INPUT_ANGLE);
    tmPlan *plan;
    MUST(linkage_plan(s.m, inputs, 2, method, &plan));
    DEFER(tm_plan_destroy, plan);
    double values[2];
    MUST(tm_plan_values(plan, values));
    const linkage l = {.m = s.m, .method = method};
    const tmPose *start = tm_diagnosis_poses(d);
    for (int i = 0; i <= 72; i++) {
        REQUIRE(linkage_move(t, &l, plan, values, 5.0));
        const tmPose *now = tm_plan_poses(plan);
        for (int b = 0; b < tm_body_count(s.m); b++) {
            double moved = hypot(now[b].x - start[b].x, now[b].y - start[b].y) +
                           hypot(now[b].c - start[b].c, now[b].s - start[b].s);
            bool free = motion->bodies[b].turn != 0.0;
            CHECK(free ? i % 72 == 0 || moved > 0.01 : moved < 1e-10);
        }
        values[1] += 2.0 * LINKAGE_PI / 72.0;
    }
}

TEST(idle_pair_of_figure_14a_is_turned_by_the_input_that_the_diagnosis_names) {
    check_idle(t, scene_figure_14a, 0, TM_PLAN_MIXED);
    check_idle(t, scene_figure_14a, 0, TM_PLAN_NEWTON);
    check_idle(t, scene_figure_14a_in_line, 0, TM_PLAN_MIXED);
}

TEST(idle_link_is_turned_by_the_input_that_the_diagnosis_names) {
    check_idle(t, scene_hanging_link, 0, TM_PLAN_MIXED);
    check_idle(t, scene_hanging_link, 0, TM_PLAN_NEWTON);
}

/* ---- Animation ----------------------------------------------------------------------------- */

static tmPose moved_by(tmPose p, tmVelocity v, double time) {
    double c = cos(v.turn * time), s = sin(v.turn * time);
    return (tmPose){p.x + v.x * time, p.y + v.y * time, p.c * c - p.s * s, p.s * c + p.c * s};
}

/* Moved by a time h along a free motion, joints open by the square of h: h times ten, gap times a
 * hundred. */
TEST(joints_open_by_second_order_along_a_free_motion) {
    scene_fn *const scenes[] = {scene_four_bar, scene_figure_13, scene_figure_14b,
                                scene_figure_14a_in_line, scene_hanging_link};
    for (int i = 0; i < 5; i++) {
        scene s = scene_open(t, scenes[i], 0);
        tmDiagnosis *d;
        MUST(s.status);
        MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        REQUIRE(tm_diagnosis_motion_count(d) == tm_diagnosis_info(d)->mobility);
        for (int k = 0; k < tm_diagnosis_motion_count(d); k++) {
            double gaps[2], max = 0.0;
            for (int step = 0; step < 2; step++) {
                tmPose poses[8];
                for (int b = 0; b < tm_body_count(s.m); b++) {
                    tmVelocity v = tm_diagnosis_motion(d, k)->bodies[b];
                    poses[b] = moved_by(tm_diagnosis_poses(d)[b], v, step ? 1e-3 : 1e-4);
                    max = fmax(max, hypot(v.x, v.y) + fabs(v.turn));
                }
                gaps[step] = linkage_gap(s.m, poses, 5.0);
            }
            CHECK(max > 0.5);
            CHECK(gaps[0] < 1e-6 && gaps[1] < 1e-4);
            CHECK(gaps[1] < 1e-10 || (gaps[1] / gaps[0] > 80.0 && gaps[1] / gaps[0] < 120.0));
        }
        test_run_defers(t, 0);
    }
}

/* Joints that are open in the present pose are closed in the poses of the diagnosis. */
TEST(open_mechanism_is_diagnosed_where_it_closes) {
    scene s = scene_open(t, scene_figure_14b, 0);
    MUST(s.status);
    for (int b = 1; b < 5; b++) {
        tmPose p;
        MUST(tm_body_pose(s.m, tm_body_at(s.m, b), &p));
        MUST(tm_body_set_pose(s.m, tm_body_at(s.m, b), p.x + 0.1 * b, p.y - 0.05 * b, 0.1 * b));
    }
    tmDiagnosis *d;
    MUST(scene_diagnose(&s, NULL, 0, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    const tmDiagnosisInfo *info = tm_diagnosis_info(d);
    CHECK(!info->assembled && info->gap > 0.1);
    CHECK(info->verdict == TM_VERDICT_OVER_MOVABLE && info->mobility == 1);
    CHECK_NEAR(linkage_gap(s.m, tm_diagnosis_poses(d), 5.0), 0.0, 1e-10);
}

/* ---- Large mechanisms ---------------------------------------------------------------------- */

/* A chain of n links between two ground pins, on a wave. */
static tmStatus build_chain(tmMechanism *m, int n) {
    linkage l = linkage_of(m, NULL);
    tmBodyId last = l.ground;
    for (int i = 0; i <= n; i++) {
        tmBodyId next = i < n ? linkage_body(&l, i, 0, 0) : l.ground;
        linkage_pin(&l, last, next, i, 3.0 * sin(0.1 * i));
        last = next;
    }
    return l.status;
}

/* n parallel cranks under one top: 3 (n + 1) unknowns, 4 n equations, and one freedom. */
static tmStatus build_cranks(tmMechanism *m, int n) {
    linkage l = linkage_of(m, NULL);
    tmBodyId top = linkage_body(&l, 0, 1, 0);
    for (int i = 0; i < n; i++) {
        tmBodyId crank = linkage_body(&l, i, 0, 0);
        linkage_pin(&l, l.ground, crank, 0.3 * i, 0);
        linkage_pin(&l, crank, top, 0.3 * i + 0.5, 1);
    }
    return l.status;
}

TEST(chain_of_a_thousand_links_has_998_freedoms) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    MUST(build_chain(m, 1000));
    tmDiagnosis *d;
    MUST(tm_diagnosis_create(m, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    const tmDiagnosisInfo *info = tm_diagnosis_info(d);
    CHECK(info->mobility == 998 && info->gruebler == 998 && info->finite_mobility == 998);
    CHECK(info->verdict == TM_VERDICT_MOVABLE);
    CHECK(tm_diagnosis_motion_count(d) == 64);
    CHECK(tm_diagnosis_motion(d, 63) != NULL && tm_diagnosis_motion(d, 64) == NULL);
}

/* With the top known, each crank from the third on adds four equations and three unknowns. */
TEST(two_hundred_cranks_under_one_top_have_198_redundant_equations) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    MUST(build_cranks(m, 200));
    tmDiagnosis *d;
    MUST(tm_diagnosis_create(m, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    const tmDiagnosisInfo *info = tm_diagnosis_info(d);
    CHECK(info->mobility == 1 && info->gruebler == 603 - 800 && info->finite_mobility == 1);
    CHECK(info->equations - info->rank == 198);
    CHECK(info->verdict == TM_VERDICT_OVER_MOVABLE);
    REQUIRE(tm_diagnosis_redundancy_count(d) == 198);
    for (int i = 0; i < 198; i++) {
        /* The pin at the top of crank i + 2 follows from the pin at its foot and cranks 0 and 1. */
        const tmRedundancy *r = tm_diagnosis_redundancy(d, i);
        CHECK(r->constraint.joint.value == tm_joint_at(m, 2 * (i + 2) + 1).value);
        REQUIRE(r->equations == 1 && r->from_count == 5);
        const int from[5] = {0, 1, 2, 3, 2 * (i + 2)};
        for (int k = 0; k < 5; k++) {
            CHECK(r->from[k].joint.value == tm_joint_at(m, from[k]).value);
        }
    }
}

/* Each crank turns twice as far as the one before it: 2^400 is more than 1e120. */
TEST(train_of_doubled_angles_has_a_motion_that_can_be_written_down) {
    linkage l = linkage_open(t, 0, NULL);
    tmFeatureId axis = linkage_mark(&l, l.ground, 0, 0, 0), last = axis;
    for (int i = 0; i < 400; i++) {
        tmBodyId crank = linkage_body(&l, i, 0, 0);
        linkage_pin(&l, l.ground, crank, i, 0);
        tmFeatureId next = linkage_mark(&l, crank, i, 1, 0);
        tmJointDef def = tm_joint_def_default();
        def.kind = TM_JOINT_EQUAL_ANGLE;
        def.features[0] = axis;
        def.features[1] = def.features[2] = last;
        def.features[3] = next;
        tmJointId id;
        if (i > 0 && l.status == TM_OK) {
            l.status = tm_joint_add(l.m, &def, &id);
        }
        last = next;
    }
    MUST(l.status);
    tmDiagnosis *d;
    MUST(tm_diagnosis_create(l.m, NULL, &d));
    DEFER(tm_diagnosis_destroy, d);
    CHECK(tm_diagnosis_info(d)->mobility == 1);
    REQUIRE(tm_diagnosis_motion_count(d) == 1);
    const tmVelocity *v = tm_diagnosis_motion(d, 0)->bodies;
    for (int i = 390; i < 400; i++) {
        CHECK_NEAR(v[i + 1].turn / v[i].turn, 2.0, 1e-9);
    }
}

/* ---- Calls --------------------------------------------------------------------------------- */

TEST(bad_calls_get_a_status_and_nothing_else) {
    scene s = {.unit = 1.0};
    tmDiagnosis *d = NULL;
    MUST(tm_mechanism_create(&t->allocator, &s.m));
    DEFER(tm_mechanism_destroy, s.m);
    s.ground = tm_mechanism_ground(s.m);
    scene_four_bar(&s);
    MUST(s.status);
    CHECK_STATUS(tm_diagnosis_create(NULL, NULL, &d), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_diagnosis_create(s.m, NULL, NULL), TM_ERR_ARGUMENT);
    const tmDiagnosisDef zero = {0};
    CHECK_STATUS(tm_diagnosis_create(s.m, &zero, &d), TM_ERR_DEF);
    CHECK(d == NULL);
    const tmInput stale = linkage_angle((tmJointId){12345});
    const tmInput wrong = linkage_displacement(s.joints[0]);
    const tmInput twice[2] = {linkage_angle(s.joints[0]), linkage_angle(s.joints[0])};
    const tmInput none = {.kind = (tmInputKind)77};
    const double nan = NAN;
    CHECK_STATUS(scene_diagnose(&s, &stale, 1, NULL, &d), TM_ERR_ID);
    CHECK_STATUS(scene_diagnose(&s, &wrong, 1, NULL, &d), TM_ERR_ARGUMENT);
    CHECK_STATUS(scene_diagnose(&s, twice, 2, NULL, &d), TM_ERR_ARGUMENT);
    CHECK_STATUS(scene_diagnose(&s, &none, 1, NULL, &d), TM_ERR_ARGUMENT);
    CHECK_STATUS(scene_diagnose(&s, NULL, 1, NULL, &d), TM_ERR_ARGUMENT);
    CHECK_STATUS(scene_diagnose(&s, twice, 1, &nan, &d), TM_ERR_NOT_FINITE);
    tmDiagnosisDef def = tm_diagnosis_def_default();
    def.tolerance = NAN;
    CHECK_STATUS(tm_diagnosis_create(s.m, &def, &d), TM_ERR_ARGUMENT);
    def = tm_diagnosis_def_default();
    def.max_iterations = 0;
    CHECK_STATUS(tm_diagnosis_create(s.m, &def, &d), TM_ERR_ARGUMENT);
    def = tm_diagnosis_def_default();
    def.max_motions = -1;
    CHECK_STATUS(tm_diagnosis_create(s.m, &def, &d), TM_ERR_ARGUMENT);
    CHECK(d == NULL);
    tm_diagnosis_destroy(NULL);
    CHECK(tm_diagnosis_info(NULL) == NULL && tm_diagnosis_poses(NULL) == NULL);
    CHECK(tm_diagnosis_redundancy_count(NULL) == 0 && tm_diagnosis_redundancy(NULL, 0) == NULL);
    CHECK(tm_diagnosis_conflict_count(NULL) == 0 && tm_diagnosis_conflict(NULL, 0) == NULL);
    CHECK(tm_diagnosis_motion_count(NULL) == 0 && tm_diagnosis_motion(NULL, 0) == NULL);
    CHECK(tm_diagnosis_text(NULL, NULL, 0) == 0);
    CHECK_TEXT(tm_verdict_text((tmVerdict)99), "unknown");
}

/* One rod over and over: all but the first are redundant. */
TEST(too_much_redundancy_is_refused) {
    linkage l = linkage_open(t, 0, NULL);
    tmFeatureId a = linkage_mark(&l, linkage_body(&l, 0, 0, 0), 0, 0, 0);
    tmFeatureId b = linkage_mark(&l, linkage_body(&l, 1, 0, 0), 1, 0, 0);
    for (int i = 0; i < 4200; i++) {
        linkage_joint(&l, TM_JOINT_DISTANCE, a, b, 1.0);
    }
    MUST(l.status);
    tmDiagnosis *d;
    CHECK_STATUS(tm_diagnosis_create(l.m, NULL, &d), TM_ERR_LIMIT);
    CHECK(d == NULL);
}

TEST(closing_that_takes_too_long_leaves_the_verdict_open) {
    scene s = scene_open(t, scene_figure_14b, 0);
    MUST(s.status);
    MUST(tm_body_set_pose(s.m, tm_body_at(s.m, 4), 3.0, 3.0, 1.0));
    tmDiagnosisDef def = tm_diagnosis_def_default();
    def.max_iterations = 1;
    tmDiagnosis *d;
    MUST(tm_diagnosis_create(s.m, &def, &d));
    DEFER(tm_diagnosis_destroy, d);
    CHECK(tm_diagnosis_info(d)->verdict == TM_VERDICT_UNDECIDED);
    CHECK(tm_diagnosis_redundancy_count(d) == 0 && tm_diagnosis_conflict_count(d) == 0);
    CHECK(tm_diagnosis_motion_count(d) == 0);
    char text[400];
    tm_diagnosis_text(d, text, sizeof text);
    CHECK(strstr(text, "undecided: the joints are open, and closing them took too long") != NULL);
}

TEST(coordinates_that_no_double_can_square_get_a_status_or_an_answer) {
    const double sizes[] = {1e300, 1e160, 1e-160, 1e-300};
    for (int i = 0; i < 4; i++) {
        tmMechanism *m;
        MUST(tm_mechanism_create(&t->allocator, &m));
        DEFER(tm_mechanism_destroy, m);
        linkage l = linkage_of(m, NULL);
        tmBodyId a = linkage_body(&l, 0, 0, 0), b = linkage_body(&l, 0, 0, 0);
        linkage_pin(&l, l.ground, a, 0, 0);
        linkage_pin(&l, a, b, sizes[i], sizes[i]);
        linkage_pin(&l, b, l.ground, 3 * sizes[i], 0);
        MUST(l.status);
        tmDiagnosis *d;
        tmStatus status = tm_diagnosis_create(m, NULL, &d);
        if (status != TM_ERR_NOT_FINITE) {
            MUST(status);
        }
        DEFER(tm_diagnosis_destroy, d);
        test_run_defers(t, 0);
    }
}

TEST(diagnosis_outlives_its_mechanism) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    tmDiagnosis *d;
    tmStatus status = build_chain(m, 3);
    if (status == TM_OK) {
        status = tm_diagnosis_create(m, NULL, &d);
    }
    tm_mechanism_destroy(m);
    MUST(status);
    DEFER(tm_diagnosis_destroy, d);
    char text[40], whole[400];
    CHECK(tm_diagnosis_text(d, text, sizeof text) == tm_diagnosis_text(d, whole, sizeof whole));
    CHECK_TEXT(text, "mobility 1 (Grübler 1): movable, and n");
    CHECK(tm_diagnosis_text(d, NULL, 0) == strlen(whole));
    CHECK(tm_diagnosis_info(d)->mobility == 1);
}

TEST(empty_mechanism_and_loose_bodies_are_diagnosed) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    for (int bodies = 0; bodies < 2; bodies++) {
        tmDiagnosis *d;
        MUST(tm_diagnosis_create(m, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        CHECK(tm_diagnosis_info(d)->mobility == 3 * bodies);
        CHECK(tm_diagnosis_info(d)->gruebler == 3 * bodies);
        CHECK(tm_diagnosis_motion_count(d) == 3 * bodies);
        linkage l = linkage_of(m, NULL);
        linkage_body(&l, 1, 2, 3);
        MUST(l.status);
    }
}

TEST_MAIN(CASE(figure_13_turns_all_the_way_with_every_joint_closed),
          CASE(figure_14b_swings_to_near_its_flat_poses_with_every_joint_closed),
          CASE(idle_pair_of_figure_14a_is_turned_by_the_input_that_the_diagnosis_names),
          CASE(idle_link_is_turned_by_the_input_that_the_diagnosis_names),
          CASE(joints_open_by_second_order_along_a_free_motion),
          CASE(open_mechanism_is_diagnosed_where_it_closes),
          CASE(chain_of_a_thousand_links_has_998_freedoms),
          CASE(two_hundred_cranks_under_one_top_have_198_redundant_equations),
          CASE(train_of_doubled_angles_has_a_motion_that_can_be_written_down),
          CASE(bad_calls_get_a_status_and_nothing_else), CASE(too_much_redundancy_is_refused),
          CASE(closing_that_takes_too_long_leaves_the_verdict_open),
          CASE(coordinates_that_no_double_can_square_get_a_status_or_an_answer),
          CASE(diagnosis_outlives_its_mechanism),
          CASE(empty_mechanism_and_loose_bodies_are_diagnosed))
