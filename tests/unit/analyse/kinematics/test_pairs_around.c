/* test_pairs_around.c: higher pairs and the rest of the kinematics: knots one behind the other,
 * breaks, rates and forces, diagnosis, assembly modes; against closed forms. */
#include "linkages.h"

#define PI LINKAGE_PI
#define NEAR 1e-9

/* ---- Stages -------------------------------------------------------------------------------- */

/* A planetary gear with a fixed ring about (x, 0), and a wheel of 2 that the arm drives by a gear
 * of 1. */
typedef struct planetary {
    tmJointId sun_pin;
    tmFeatureId sun, arm, planet, last;
} planetary;

static planetary build_planetary(linkage *l, double x) {
    planetary a;
    tmJointId pin;
    a.sun = linkage_wheel(l, l->ground, x, 0, &a.sun_pin);
    tmBodyId arm = linkage_body(l, x, 0, 0);
    a.arm = linkage_mark(l, arm, x, 0, 0);
    linkage_pin(l, l->ground, arm, x, 0);
    a.planet = linkage_wheel(l, arm, x + 1.6, 0, &pin);
    linkage_wheels(l, TM_JOINT_GEAR, a.sun, a.planet, 1.0, 0.6);
    linkage_wheels(l, TM_JOINT_INNER_GEAR, linkage_mark(l, l->ground, x, 0, 0), a.planet, 2.2, 0.6);
    a.last = linkage_wheel(l, l->ground, x, 3, &pin);
    linkage_wheels(l, TM_JOINT_GEAR, a.arm, a.last, 1.0, 2.0);
    return a;
}

/* Each has one unknown of its own, whatever is beside and behind it. */
TEST(knots_with_pairs_are_solved_one_after_the_other) {
    uint64_t state = 81;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        planetary a = build_planetary(&l, 0.0), b = build_planetary(&l, 6.0);
        const tmInput inputs[2] = {linkage_angle(a.sun_pin), linkage_angle(b.sun_pin)};
        tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 2);
        for (int i = 0; i < 8; i++) {
            double values[2] = {2.3 * i, -1.1 * i};
            REQUIRE(linkage_move(t, &l, plan, values, 1.6));
            for (int k = 0; k < 2; k++) {
                const planetary *p = k ? &b : &a;
                double sun = values[k], arm = sun / 3.2;
                linkage_check_angle(t, &l, plan, p->arm, arm);
                linkage_check_angle(t, &l, plan, p->planet, arm - (sun - arm) / 0.6);
                linkage_check_angle(t, &l, plan, p->last, -0.5 * arm);
            }
        }
        test_run_defers(t, 0);
    }
}

/* ---- Breaks -------------------------------------------------------------------------------- */

/* A wheel drives, half as fast and backwards, the crank of 2 of a four-bar with ground 4, coupler
 * 1.5 and rocker 2, which ends where coupler and rocker are in line. */
typedef struct geared {
    tmJointId pin;
    tmFeatureId wheel, crank, rocker;
    double fold; /* angle of the wheel */
} geared;

static geared build_geared(linkage *l) {
    geared a;
    double x = 0.0, y = 0.0;
    linkage_circles(2, 0, 1.5, 4, 0, 2, 1, &x, &y);
    a.wheel = linkage_wheel(l, l->ground, -3, 0, &a.pin);
    tmBodyId crank = linkage_body(l, 0, 0, 0), rod = linkage_body(l, 2, 0, 0);
    tmBodyId rocker = linkage_body(l, 4, 0, 0);
    linkage_pin(l, l->ground, crank, 0, 0);
    linkage_pin(l, crank, rod, 2, 0);
    linkage_pin(l, rod, rocker, x, y);
    linkage_pin(l, l->ground, rocker, 4, 0);
    a.crank = linkage_mark(l, crank, 0, 0, 0);
    a.rocker = linkage_mark(l, rocker, x, y, 0);
    linkage_wheels(l, TM_JOINT_GEAR, a.wheel, a.crank, 1.0, 2.0);
    a.fold = -2.0 * acos((4.0 + 16.0 - 3.5 * 3.5) / 16.0);
    return a;
}

static void check_geared(tmTest *t, const linkage *l, tmPlan *plan, const geared *a, double angle) {
    double x, y, px = NAN, py = NAN, crank = -0.5 * angle;
    linkage_check_angle(t, l, plan, a->wheel, angle);
    linkage_check_angle(t, l, plan, a->crank, crank);
    CHECK(linkage_circles(2.0 * cos(crank), 2.0 * sin(crank), 1.5, 4, 0, 2, 1, &x, &y));
    CHECK_STATUS(tm_plan_point(plan, a->rocker, &px, &py), TM_OK);
    CHECK_NEAR(px, x, 1e-8);
    CHECK_NEAR(py, y, 1e-8);
}

TEST(a_fold_behind_a_gear_is_found_and_turns_are_kept) {
    uint64_t state = 82;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int policy = 0; policy < 3; policy++) {
            linkage l = linkage_open(t, way, &state);
            geared a = build_geared(&l);
            tmInput input = linkage_angle(a.pin);
            tmPlanDef def = tm_plan_def_default();
            def.inputs = &input;
            def.input_count = 1;
            def.method = l.method;
            def.on_break = (tmBreak)policy;
            tmPlan *plan = NULL;
            MUST(l.status);
            MUST(tm_plan_create(l.m, &def, &plan));
            DEFER(tm_plan_destroy, plan);
            double sign = l.swap ? -1.0 : 1.0, angle = -1.0, far = sign * -2.6;
            REQUIRE(linkage_move(t, &l, plan, &angle, 2.0));
            check_geared(t, &l, plan, &a, angle);
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &far, &info));
            CHECK(info.outcome == (policy == 2 ? TM_MOVE_STRETCHED : TM_MOVE_FOLD));
            CHECK_NEAR(info.reached, (a.fold + 1.0) / -1.6, 1e-8);
            if (policy < 2) {
                linkage_check_angle(t, &l, plan, a.crank, policy ? -0.5 * a.fold : 0.5);
            }
            for (int i = 0; i < 5; i++) {
                angle = -0.9 + 0.4 * i;
                REQUIRE(linkage_move(t, &l, plan, &angle, 2.0));
                check_geared(t, &l, plan, &a, angle);
            }
            test_run_defers(t, 0);
        }
    }
}

TEST(moves_of_gears_belts_and_racks_are_proven) {
    linkage l = linkage_open(t, 0, NULL);
    tmJointId pin, other;
    tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin);
    tmFeatureId b = linkage_wheel(&l, l.ground, 2, 0, &other);
    tmFeatureId c = linkage_wheel(&l, l.ground, 2, 3, &other);
    tmBodyId bar = linkage_body(&l, 0, 4, 0);
    linkage_slider(&l, l.ground, bar, 0, 4, 0, 0);
    linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, 0.7);
    linkage_wheels(&l, TM_JOINT_BELT, b, c, 0.3, 0.5);
    linkage_wheels(&l, TM_JOINT_RACK, linkage_mark(&l, bar, 0, 4, 0), c, 0.0, -1.0);
    tmInput input = linkage_angle(pin);
    for (int newton = 0; newton < 2; newton++) {
        l.method = newton ? TM_PLAN_NEWTON : TM_PLAN_MIXED;
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 1; i < 4; i++) {
            double angle = 7.0 * i;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &angle, &info));
            CHECK(info.outcome == TM_MOVE_DONE && info.proof == TM_PROOF_WHOLE &&
                  info.changes == 0);
            linkage_check_angle(t, &l, plan, c, -angle / 0.7 * 0.3 / 0.5);
        }
    }
}

/* ---- Rates and forces ---------------------------------------------------------------------- */

/* All is linear in the sun's angle, so that rates have the ratios of the angles; the planet's
 * centre goes round. A moment on the last wheel is held at the sun by as much less as it is slower.
 */
TEST(rates_and_forces_of_a_planetary_gear_have_its_ratios) {
    uint64_t state = 83;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        planetary a = build_planetary(&l, 0.0);
        tmInput input = linkage_angle(a.sun_pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double sun = 11.0, sign = l.swap ? -1.0 : 1.0, w = 1.7, alpha = -0.6;
        REQUIRE(linkage_move(t, &l, plan, &sun, 1.6));
        tmRates *rates = NULL;
        MUST(tm_rates_create(plan, &rates));
        DEFER(tm_rates_destroy, rates);
        tmRatesInfo info;
        double first = sign * w, second = sign * alpha, x, y;
        MUST(tm_rates_solve(rates, &first, &second, &info));
        CHECK(info.outcome == TM_RATES_DONE);
        double arm = sun / 3.2, speed = w / 3.2, gain = alpha / 3.2;
        MUST(tm_rates_point_acceleration(rates, a.planet, &x, &y));
        CHECK_NEAR(x, 1.6 * (-gain * sin(arm) - speed * speed * cos(arm)), 1e-8);
        CHECK_NEAR(y, 1.6 * (gain * cos(arm) - speed * speed * sin(arm)), 1e-8);
        tmBodyId last;
        MUST(tm_feature_get(l.m, a.last, &last, NULL, NULL, NULL));
        tmForces *forces = NULL;
        MUST(tm_forces_create(plan, &forces));
        DEFER(tm_forces_destroy, forces);
        const tmLoad load = {.kind = TM_LOAD_MOMENT, .body = last, .moment = 5.0};
        tmForcesInfo found;
        MUST(tm_forces_solve(forces, &load, 1, &found));
        CHECK(found.outcome == TM_FORCES_DONE);
        CHECK_NEAR(tm_forces_efforts(forces)[0], sign * 5.0 * 0.5 / 3.2, 1e-8);
        test_run_defers(t, 0);
    }
}

/* ---- Diagnosis ----------------------------------------------------------------------------- */

TEST(a_pair_counts_as_one_equation_in_a_diagnosis) {
    linkage l = linkage_open(t, 0, NULL);
    tmJointId pin, other;
    tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin);
    tmFeatureId b = linkage_wheel(&l, l.ground, 2, 0, &other);
    linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, 0.7);
    for (int more = 0; more < 3; more++) {
        if (more > 0) { /* the same again, then another ratio: locked */
            linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, more == 1 ? 0.7 : 0.8);
        }
        MUST(l.status);
        tmDiagnosis *d = NULL;
        MUST(tm_diagnosis_create(l.m, NULL, &d));
        DEFER(tm_diagnosis_destroy, d);
        const tmDiagnosisInfo *info = tm_diagnosis_info(d);
        CHECK(info->assembled && info->equations == 5 + more);
        CHECK(info->mobility == (more < 2) && info->rank == 5 + (more == 2));
        CHECK(tm_diagnosis_redundancy_count(d) == (more > 0));
    }
}

/* ---- Assembly modes ------------------------------------------------------------------------ */

/* The geared four-bar has the two sides of its circles, also many turns away. */
TEST(modes_behind_gears_are_the_sides_of_the_circles) {
    uint64_t state = 84;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin, other;
        tmFeatureId a = linkage_wheel(&l, l.ground, -3, 0, &pin);
        tmFeatureId b = linkage_wheel(&l, l.ground, 0, 0, &other);
        double x = 0.0, y = 0.0;
        MUST(l.status);
        tmBodyId crank;
        MUST(tm_feature_get(l.m, b, &crank, NULL, NULL, NULL));
        linkage_circles(1, 0, 3, 3, 0, 2.5, 1, &x, &y);
        tmBodyId rod = linkage_body(&l, 1, 0, 0), rocker = linkage_body(&l, 3, 0, 0);
        linkage_pin(&l, crank, rod, 1, 0);
        linkage_pin(&l, rod, rocker, x, y);
        linkage_pin(&l, l.ground, rocker, 3, 0);
        tmFeatureId elbow = linkage_mark(&l, rocker, x, y, 0);
        linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, 0.37);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double angle = 20.3, given = l.swap ? -angle : angle, turn = -angle / 0.37;
        tmModes *modes = linkage_modes(t, plan, &given, NULL);
        REQUIRE(tm_modes_count(modes) == 2);
        CHECK(tm_modes_is_complete(modes));
        for (int side = -1; side < 2; side += 2) {
            CHECK(linkage_circles(cos(turn), sin(turn), 3, 3, 0, 2.5, side, &x, &y));
            CHECK(linkage_modes_have(l.m, modes, elbow, x, y));
        }
        /* From the other side the plan goes on with the same turns. */
        double px = 0.0, py = 0.0;
        linkage_place(l.m, elbow, tm_modes_poses(modes, 0), &px, &py, NULL);
        MUST(tm_plan_take(plan, tm_modes_poses(modes, hypot(px - x, py - y) < 1e-6), &given));
        for (int i = 0; i < 4; i++) {
            angle = 20.3 + 0.4 * i;
            turn = -angle / 0.37;
            REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
            CHECK(linkage_circles(cos(turn), sin(turn), 3, 3, 0, 2.5, -1, &x, &y));
            MUST(tm_plan_point(plan, elbow, &px, &py));
            CHECK_NEAR(px, x, NEAR);
            CHECK_NEAR(py, y, NEAR);
        }
        test_run_defers(t, 0);
    }
}

/* A knot with pairs is searched, and not said to be complete. */
TEST(modes_of_a_planetary_gear_have_the_present_one) {
    linkage l = linkage_open(t, 0, NULL);
    planetary a = build_planetary(&l, 0.0);
    tmInput input = linkage_angle(a.sun_pin);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double sun = 7.0, distance = INFINITY;
    REQUIRE(linkage_move(t, &l, plan, &sun, 1.6));
    tmModes *modes = linkage_modes(t, plan, NULL, NULL);
    tm_modes_nearest(modes, tm_plan_poses(plan), &distance);
    CHECK(distance < 1e-4);
    CHECK(!tm_modes_is_complete(modes));
    sun = 7.5; /* and the plan has kept its turns */
    REQUIRE(linkage_move(t, &l, plan, &sun, 1.6));
    linkage_check_angle(t, &l, plan, a.last, -0.5 * sun / 3.2);
}

/* A rope between two cranks, over a peg: its end is on either side of the line to the peg. */
TEST(modes_behind_a_rope_are_the_sides_of_its_end) {
    uint64_t state = 85;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId one = linkage_body(&l, -2, 0, 0), two = linkage_body(&l, 2, 0, 0);
        tmJointId pin = linkage_pin(&l, l.ground, one, -2, 0);
        linkage_pin(&l, l.ground, two, 2, 0);
        const tmFeatureId over[3] = {linkage_mark(&l, one, -2, 1, 0),
                                     linkage_mark(&l, l.ground, 0, 0, 0),
                                     linkage_mark(&l, two, 2, 1, 0)};
        linkage_pair(&l, TM_JOINT_ROPE, over, 3, NULL);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double angle = 0.4, given = l.swap ? -angle : angle;
        double rest = 2.0 * sqrt(5.0) - hypot(-2.0 - sin(angle), cos(angle));
        tmModes *modes = linkage_modes(t, plan, &given, NULL);
        REQUIRE(tm_modes_count(modes) == 2);
        CHECK(tm_modes_is_complete(modes));
        for (int side = -1; side < 2; side += 2) {
            double x, y;
            CHECK(linkage_circles(0, 0, rest, 2, 0, 1, side, &x, &y));
            CHECK(linkage_modes_have(l.m, modes, over[2], x, y));
        }
        test_run_defers(t, 0);
    }
}

/* A lever on a cam touches it from above and from below; both are not promised. */
TEST(modes_of_a_cam_have_the_present_one_and_are_not_said_to_be_all) {
    static const double circle[3] = {1.0, 1.0, 1.0};
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId cam = linkage_body(&l, 0, 0, 0), lever = linkage_body(&l, 3, 0, 0);
    tmJointId pin = linkage_pin(&l, l.ground, cam, 0, 0);
    linkage_pin(&l, l.ground, lever, 3, 0);
    tmJointDef def = tm_joint_def_default();
    def.kind = TM_JOINT_ROLLER_CAM;
    def.features[0] = linkage_mark(&l, cam, 0.3, 0, 0);
    def.features[1] = linkage_mark(&l, lever, 0.2, 1.2, 0);
    def.radii[1] = 0.25;
    def.profile = circle;
    def.profile_count = 3;
    tmJointId id;
    MUST(l.status);
    MUST(tm_joint_add(l.m, &def, &id));
    tmInput input = linkage_angle(pin);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    double angle = 0.7, distance = INFINITY;
    REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
    tmModes *modes = linkage_modes(t, plan, NULL, NULL);
    tm_modes_nearest(modes, tm_plan_poses(plan), &distance);
    CHECK(distance < 1e-6 && !tm_modes_is_complete(modes));
    linkage_check_modes(t, l.m, modes, 3.0);
}

TEST_MAIN(CASE(knots_with_pairs_are_solved_one_after_the_other),
          CASE(a_fold_behind_a_gear_is_found_and_turns_are_kept),
          CASE(moves_of_gears_belts_and_racks_are_proven),
          CASE(rates_and_forces_of_a_planetary_gear_have_its_ratios),
          CASE(a_pair_counts_as_one_equation_in_a_diagnosis),
          CASE(modes_behind_gears_are_the_sides_of_the_circles),
          CASE(modes_of_a_planetary_gear_have_the_present_one),
          CASE(modes_behind_a_rope_are_the_sides_of_its_end),
          CASE(modes_of_a_cam_have_the_present_one_and_are_not_said_to_be_all))
