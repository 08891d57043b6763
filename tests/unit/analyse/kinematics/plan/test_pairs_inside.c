/* test_pairs_inside.c: higher pairs inside larger mechanisms, at their limits, over many turns, and
 * dragged; against closed forms. */
#include "linkages.h"

#include <string.h>

#define PI LINKAGE_PI
#define NEAR 1e-9

static const double circle[3] = {0.4, 0.4, 0.4};

static void check_point(tmTest *t, tmPlan *plan, tmFeatureId feature, double x, double y) {
    double px = NAN, py = NAN;
    CHECK_STATUS(tm_plan_point(plan, feature, &px, &py), TM_OK);
    CHECK_NEAR(px, x, NEAR);
    CHECK_NEAR(py, y, NEAR);
}

static tmJointId add_eccentric(linkage *l, tmFeatureId centre, tmFeatureId face) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = TM_JOINT_FLAT_CAM;
    def.features[0] = centre;
    def.features[1] = face;
    def.profile = circle;
    def.profile_count = 3;
    if (l->status == TM_OK) {
        l->status = tm_joint_add(l->m, &def, &id);
    }
    return id;
}

/* ---- Six-bars ------------------------------------------------------------------------------ */

/* A six-bar of Watt: crank 1 about (0, 0), ternary coupler of 3.5 with a point 1 above its middle,
 * ternary rocker of 3 about (4, 0) with a point 1.5 out and 1 to its right, and a dyad of 2 and 2.2
 * between these (or, `on_ground`, its second link about (5, 3.5)). A wheel turns the crank by a
 * gear half as fast and backwards; the rocker has an eccentric of 0.4, 0.2 from its pivot, that
 * lifts a tappet at x = 4. */
typedef struct watt {
    tmJointId pin, last;
    tmFeatureId wheel, crank, elbow, tip, face;
} watt;

/* Where everything is when the crank has turned by `angle`. */
typedef struct wattPose {
    double b[2], c[2], d[2], tip[2]; /* elbow, points of coupler and rocker, tip of the dyad */
    double rocker;                   /* angle of its line from (4, 0) to the elbow */
} wattPose;

static bool place_watt(double angle, bool on_ground, wattPose *p) {
    double ax = cos(angle), ay = sin(angle);
    bool good = linkage_circles(ax, ay, 3.5, 4, 0, 3, 1, &p->b[0], &p->b[1]);
    double along = atan2(p->b[1] - ay, p->b[0] - ax);
    p->rocker = atan2(p->b[1], p->b[0] - 4.0);
    p->c[0] = ax + 1.75 * cos(along) - sin(along);
    p->c[1] = ay + 1.75 * sin(along) + cos(along);
    p->d[0] = on_ground ? 5.0 : 4.0 + 1.5 * cos(p->rocker) + sin(p->rocker);
    p->d[1] = on_ground ? 3.5 : 1.5 * sin(p->rocker) - cos(p->rocker);
    return good &&
           linkage_circles(p->c[0], p->c[1], 2.0, p->d[0], p->d[1], 2.2, 1, &p->tip[0], &p->tip[1]);
}

/* As placed with the crank at `start`. */
static watt build_watt(linkage *l, double start, bool on_ground, const wattPose *p) {
    watt a;
    double ax = cos(start), ay = sin(start);
    tmBodyId crank = linkage_body(l, 0, 0, 0), coupler = linkage_body(l, ax, ay, 0);
    tmBodyId rocker = linkage_body(l, 4, 0, 0), one = linkage_body(l, p->c[0], p->c[1], 0);
    tmBodyId two = linkage_body(l, p->d[0], p->d[1], 0), tappet = linkage_body(l, 4, 0.5, 0);
    linkage_pin(l, l->ground, crank, 0, 0);
    linkage_pin(l, crank, coupler, ax, ay);
    linkage_pin(l, coupler, rocker, p->b[0], p->b[1]);
    linkage_pin(l, l->ground, rocker, 4, 0);
    linkage_pin(l, coupler, one, p->c[0], p->c[1]);
    a.last = linkage_pin(l, on_ground ? l->ground : rocker, two, p->d[0], p->d[1]);
    linkage_pin(l, one, two, p->tip[0], p->tip[1]);
    a.wheel = linkage_wheel(l, l->ground, -3, 0, &a.pin);
    a.crank = linkage_mark(l, crank, 0, 0, start);
    a.elbow = linkage_mark(l, rocker, p->b[0], p->b[1], 0);
    a.tip = linkage_mark(l, two, p->tip[0], p->tip[1], 0);
    linkage_wheels(l, TM_JOINT_GEAR, a.wheel, a.crank, 1.0, 2.0);
    double x = 4.0 + 0.2 * cos(p->rocker), y = 0.2 * sin(p->rocker);
    linkage_slider(l, l->ground, tappet, 4, -1, 0.5 * PI, 1.4 + y);
    a.face = linkage_mark(l, tappet, 4, y + 0.4, 0);
    add_eccentric(l, linkage_mark(l, rocker, x, y, 0), a.face);
    return a;
}

TEST(a_six_bar_of_watt_has_a_gear_before_and_a_cam_behind_it) {
    uint64_t state = 101;
    wattPose p;
    REQUIRE(place_watt(0.0, false, &p));
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        watt a = build_watt(&l, 0.0, false, &p);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i < 40; i++) {
            double angle = 0.4 * i;
            wattPose now;
            REQUIRE(place_watt(-0.5 * angle, false, &now));
            REQUIRE(linkage_move(t, &l, plan, &angle, 4.0));
            linkage_check_angle(t, &l, plan, a.crank, -0.5 * angle);
            check_point(t, plan, a.elbow, now.b[0], now.b[1]);
            check_point(t, plan, a.tip, now.tip[0], now.tip[1]);
            check_point(t, plan, a.face, 4.0, 0.4 + 0.2 * sin(now.rocker));
        }
        test_run_defers(t, 0);
    }
}

/* The same six-bar driven at its last dyad is a knot; its crank turns the wheel then, and the cam
 * is behind the knot. The crank's angle is read off its pose, all else follows from that. */
TEST(a_knot_drives_a_gear_and_a_cam) {
    uint64_t state = 102;
    wattPose p;
    REQUIRE(place_watt(1.5, true, &p));
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        watt a = build_watt(&l, 1.5, true, &p);
        tmInput input = linkage_angle(a.last);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 1);
        double crank = 1.5;
        for (int i = 0; i < 12; i++) {
            double value = -0.01 * i, found;
            REQUIRE(linkage_move(t, &l, plan, &value, 4.0));
            linkage_place(l.m, a.crank, tm_plan_poses(plan), NULL, NULL, &found);
            crank += remainder(found - crank, 2.0 * PI);
            wattPose now;
            REQUIRE(place_watt(crank, true, &now));
            check_point(t, plan, a.elbow, now.b[0], now.b[1]);
            check_point(t, plan, a.tip, now.tip[0], now.tip[1]);
            check_point(t, plan, a.face, 4.0, 0.4 + 0.2 * sin(now.rocker));
            linkage_check_angle(t, &l, plan, a.wheel, -2.0 * (crank - 1.5));
        }
        CHECK(fabs(crank - 1.5) > 0.2);
        test_run_defers(t, 0);
    }
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* A rack turns a pinion of 0.5, which is the crank of 2 of a four-bar with ground 4, coupler 1.5
 * and rocker 2: it ends where coupler and rocker are in line. */
typedef struct press {
    tmJointId rail;
    tmFeatureId bar, crank, rocker;
    double fold; /* of the rack */
} press;

static press build_press(linkage *l) {
    press a;
    double x = 0.0, y = 0.0;
    linkage_circles(2, 0, 1.5, 4, 0, 2, 1, &x, &y);
    tmBodyId bar = linkage_body(l, 0, -0.5, 0), crank = linkage_body(l, 0, 0, 0);
    tmBodyId rod = linkage_body(l, 2, 0, 0), rocker = linkage_body(l, 4, 0, 0);
    a.rail = linkage_slider(l, l->ground, bar, 0, -0.5, 0, 0);
    linkage_pin(l, l->ground, crank, 0, 0);
    linkage_pin(l, crank, rod, 2, 0);
    linkage_pin(l, rod, rocker, x, y);
    linkage_pin(l, l->ground, rocker, 4, 0);
    a.bar = linkage_mark(l, bar, 0, -0.5, 0);
    a.crank = linkage_mark(l, crank, 0, 0, 0);
    a.rocker = linkage_mark(l, rocker, x, y, 0);
    linkage_wheels(l, TM_JOINT_RACK, a.bar, a.crank, 0.0, 0.5);
    a.fold = 0.5 * acos((4.0 + 16.0 - 3.5 * 3.5) / 16.0);
    return a;
}

/* The rack moves to the right by 0.5 times the crank's angle. */
static void check_press(tmTest *t, const linkage *l, tmPlan *plan, const press *a, double way) {
    double x = NAN, y = NAN, angle = 2.0 * way;
    linkage_check_angle(t, l, plan, a->crank, angle);
    CHECK(linkage_circles(2.0 * cos(angle), 2.0 * sin(angle), 1.5, 4, 0, 2, 1, &x, &y));
    check_point(t, plan, a->rocker, x, y);
}

TEST(a_rack_is_stopped_where_its_linkage_is_in_line) {
    uint64_t state = 103;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int watch = 0; watch < 2; watch++) {
            linkage l = linkage_open(t, way, &state);
            press a = build_press(&l);
            tmInput input = linkage_displacement(a.rail);
            tmPlanDef def = tm_plan_def_default();
            def.inputs = &input;
            def.input_count = 1;
            def.method = l.method;
            def.watch = watch;
            tmPlan *plan = NULL;
            MUST(l.status);
            MUST(tm_plan_create(l.m, &def, &plan));
            DEFER(tm_plan_destroy, plan);
            double sign = l.swap ? -1.0 : 1.0, pulled = 0.3, far = sign * 0.9;
            REQUIRE(linkage_move(t, &l, plan, &pulled, 2.0));
            check_press(t, &l, plan, &a, pulled);
            tmPose before[8];
            memcpy(before, tm_plan_poses(plan), sizeof *before * (size_t)tm_body_count(l.m));
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &far, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            CHECK_NEAR(0.3 + 0.6 * info.reached, a.fold, 1e-10);
            CHECK(memcmp(before, tm_plan_poses(plan),
                         sizeof *before * (size_t)tm_body_count(l.m)) == 0);
            for (int i = 0; i < 6; i++) { /* and back the other way */
                pulled = 0.4 - 0.2 * i;
                if (fabs(pulled) < a.fold) {
                    REQUIRE(linkage_move(t, &l, plan, &pulled, 2.0));
                    check_press(t, &l, plan, &a, pulled);
                }
            }
            test_run_defers(t, 0);
        }
    }
}

/* Beyond its end the press is stretched: the rack is open by what its way and the crank's angle
 * say, and the largest gap of any joint is what the move tells. */
TEST(a_stretched_rack_tells_by_how_much_it_slips) {
    uint64_t state = 107;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        press a = build_press(&l);
        tmInput input = linkage_displacement(a.rail);
        tmPlanDef def = tm_plan_def_default();
        def.inputs = &input;
        def.input_count = 1;
        def.method = l.method;
        def.on_break = TM_BREAK_STRETCH;
        tmPlan *plan = NULL;
        MUST(l.status);
        MUST(tm_plan_create(l.m, &def, &plan));
        DEFER(tm_plan_destroy, plan);
        double far = l.swap ? -0.9 : 0.9, max = 0.0, gap = NAN;
        tmSolveInfo info;
        MUST(tm_plan_move(plan, &far, &info));
        CHECK(info.outcome == TM_MOVE_STRETCHED);
        for (int32_t i = 0; i < tm_joint_count(l.m); i++) {
            MUST(tm_plan_gap(plan, tm_joint_at(l.m, i), &gap));
            max = fmax(max, gap);
        }
        CHECK(max > 0.01);
        CHECK_NEAR(max, info.residual, 1e-12);
        /* The rack was added last. All joints give way, so that its line turns and its pinion's
         * centre moves too. */
        double x, y, line, px, py, crank;
        linkage_place(l.m, a.bar, tm_plan_poses(plan), &x, &y, &line);
        linkage_place(l.m, a.crank, tm_plan_poses(plan), &px, &py, &crank);
        double turned = remainder(crank - line, 2.0 * PI);
        double slip = cos(line) * (px - x) + sin(line) * (py - y) + 0.5 * turned;
        CHECK_NEAR(gap, fabs(slip), 1e-10);
        CHECK(gap > 0.001);
        double back = 0.3;
        REQUIRE(linkage_move(t, &l, plan, &back, 2.0));
        check_press(t, &l, plan, &a, back);
        test_run_defers(t, 0);
    }
}

/* ---- Turns --------------------------------------------------------------------------------- */

/* A wheel, one of 0.37 of it, and an inner one; a closed form gives the same bits on the way back,
 * however the way was cut. */
TEST(ten_turns_forth_and_back_lead_home) {
    uint64_t state = 104;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin, other;
        tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin);
        tmFeatureId b = linkage_wheel(&l, l.ground, 2, 0, &other);
        tmFeatureId c = linkage_wheel(&l, l.ground, 2, 1, &other);
        linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, 0.37);
        linkage_wheels(&l, TM_JOINT_INNER_GEAR, b, c, 1.7, 0.7);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmPose home[4];
        double at = 0.25;
        REQUIRE(linkage_move(t, &l, plan, &at, 1.0));
        memcpy(home, tm_plan_poses(plan), sizeof home);
        for (int i = 1; i <= 37; i++) {
            double value = at + 20.0 * PI * i / 37.0;
            REQUIRE(linkage_move(t, &l, plan, &value, 1.0));
            linkage_check_angle(t, &l, plan, c, -value / 0.37 * 1.7 / 0.7);
        }
        for (int i = 4; i >= 0; i--) {
            double value = at + 20.0 * PI * i / 5.0;
            REQUIRE(linkage_move(t, &l, plan, &value, 1.0));
            linkage_check_angle(t, &l, plan, c, -value / 0.37 * 1.7 / 0.7);
        }
        const tmPose *poses = tm_plan_poses(plan);
        bool same = memcmp(home, poses, sizeof home) == 0;
        CHECK(same || l.method == TM_PLAN_NEWTON);
        for (int i = 0; i < 4; i++) {
            CHECK_NEAR(poses[i].c, home[i].c, 1e-10);
            CHECK_NEAR(poses[i].s, home[i].s, 1e-10);
        }
        test_run_defers(t, 0);
    }
}

/* A wheel that has gone round six times, beside a press that then fails: both moves are taken back,
 * and the wheel's mate goes on from where it was. */
TEST(a_failed_move_loses_no_turns) {
    uint64_t state = 108;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way % LINKAGE_WAYS, &state);
        press a = build_press(&l);
        tmJointId pin, other;
        tmFeatureId one = linkage_wheel(&l, l.ground, 0, 5, &pin);
        tmFeatureId two = linkage_wheel(&l, l.ground, 2, 5, &other);
        linkage_wheels(&l, TM_JOINT_GEAR, one, two, 1.0, 0.37);
        const tmInput inputs[2] = {linkage_angle(pin), linkage_displacement(a.rail)};
        tmPlanDef def = tm_plan_def_default();
        def.inputs = inputs;
        def.input_count = 2;
        def.method = l.method;
        def.watch = way >= LINKAGE_WAYS;
        tmPlan *plan = NULL;
        MUST(l.status);
        MUST(tm_plan_create(l.m, &def, &plan));
        DEFER(tm_plan_destroy, plan);
        double good[2] = {40.0, 0.3}, next[2] = {41.0, 0.2}, sign = l.swap ? -1.0 : 1.0;
        const double far[2] = {60.0 * sign, 0.9 * sign};
        REQUIRE(linkage_move(t, &l, plan, good, 2.0));
        linkage_check_angle(t, &l, plan, two, -40.0 / 0.37);
        tmSolveInfo info;
        double values[2];
        MUST(tm_plan_move(plan, far, &info));
        CHECK(info.outcome == TM_MOVE_FOLD);
        CHECK_NEAR(0.3 + 0.6 * info.reached, a.fold, 1e-9);
        MUST(tm_plan_values(plan, values));
        CHECK_NEAR(sign * values[0], 40.0, NEAR);
        linkage_check_angle(t, &l, plan, two, -40.0 / 0.37);
        REQUIRE(linkage_move(t, &l, plan, next, 2.0));
        linkage_check_angle(t, &l, plan, two, -41.0 / 0.37);
        check_press(t, &l, plan, &a, 0.2);
        test_run_defers(t, 0);
    }
}

/* A wheel turns a crank 12.5 times as fast, the crank of 2 a rocker of 2.2 that goes round with it
 * (ground 1, coupler 2.5), and that another wheel. The rocker's turns are only seen in its poses: a
 * move of the input is cut as the crank demands, watched or not. */
TEST(a_fast_crank_before_a_rocker_loses_no_turns) {
    for (int way = 0; way < 4; way++) {
        linkage l = linkage_open(t, way & 1 ? LINKAGE_NEWTON : 0, NULL);
        double x = 0.0, y = 0.0, start, rocker, crank = 0.0;
        linkage_circles(2, 0, 2.5, 1, 0, 2.2, 1, &x, &y);
        start = rocker = atan2(y, x - 1.0);
        tmJointId pin, other;
        tmFeatureId wheel = linkage_wheel(&l, l.ground, -5, 0, &pin);
        tmFeatureId last = linkage_wheel(&l, l.ground, 1, 6, &other);
        tmBodyId first = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 2, 0, 0);
        tmBodyId second = linkage_body(&l, 1, 0, 0);
        linkage_pin(&l, l.ground, first, 0, 0);
        linkage_pin(&l, first, rod, 2, 0);
        linkage_pin(&l, rod, second, x, y);
        linkage_pin(&l, l.ground, second, 1, 0);
        linkage_wheels(&l, TM_JOINT_GEAR, wheel, linkage_mark(&l, first, 0, 0, 0), 12.5, 1.0);
        linkage_wheels(&l, TM_JOINT_GEAR, linkage_mark(&l, second, 1, 0, 0), last, 0.37, 1.0);
        tmInput input = linkage_angle(pin);
        tmPlanDef def = tm_plan_def_default();
        def.inputs = &input;
        def.input_count = 1;
        def.method = l.method;
        def.watch = way & 2;
        tmPlan *plan = NULL;
        MUST(l.status);
        MUST(tm_plan_create(l.m, &def, &plan));
        DEFER(tm_plan_destroy, plan);
        static const double values[] = {0.4, 0.9, 3.0, 8.0, 0.0};
        for (int i = 0; i < 5; i++) {
            double end = -12.5 * values[i];
            int steps = (int)(fabs(end - crank) / 0.02) + 1;
            for (int k = 1; k <= steps; k++) { /* the rocker is followed here */
                double at = crank + (end - crank) * k / steps;
                linkage_circles(2.0 * cos(at), 2.0 * sin(at), 2.5, 1, 0, 2.2, 1, &x, &y);
                rocker += remainder(atan2(y, x - 1.0) - rocker, 2.0 * PI);
            }
            crank = end;
            REQUIRE(linkage_move(t, &l, plan, &values[i], 2.5));
            linkage_check_angle(t, &l, plan, last, -0.37 * (rocker - start));
        }
        test_run_defers(t, 0);
    }
}

/* So many turns that no double knows where the wheel is: that is said, and nothing moves. */
TEST(turns_beyond_all_digits_are_no_answer) {
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        linkage l = linkage_open(t, way, NULL);
        tmJointId pin, other;
        tmFeatureId a = linkage_wheel(&l, l.ground, 0, 0, &pin);
        tmFeatureId b = linkage_wheel(&l, l.ground, 2, 0, &other);
        linkage_wheels(&l, TM_JOINT_GEAR, a, b, 1.0, 0.37);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double near = 40.0;
        REQUIRE(linkage_move(t, &l, plan, &near, 1.0));
        tmSolveInfo info;
        for (double far = 1e13; far < 1e300; far *= 1e40) {
            MUST(tm_plan_move(plan, &far, &info));
            CHECK(info.outcome != TM_MOVE_DONE);
            linkage_check_angle(t, &l, plan, b, -40.0 / 0.37);
        }
        test_run_defers(t, 0);
    }
}

/* ---- Drags --------------------------------------------------------------------------------- */

/* A tappet that is dragged turns its eccentric as far as the height says, and stops at the top. */
TEST(a_dragged_follower_turns_its_cam) {
    uint64_t state = 105;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId cam = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0.1, 0.4, 0);
        linkage_pin(&l, l.ground, cam, 0, 0);
        linkage_slider(&l, l.ground, rod, 0.1, 0, 0.5 * PI, 0.4);
        tmFeatureId face = linkage_mark(&l, rod, 0.1, 0.4, 0);
        tmFeatureId mark = linkage_mark(&l, cam, 0.2, 0, 0);
        add_eccentric(&l, mark, face);
        tmInput input = linkage_position(face);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = -8; i < 9; i++) {
            double values[2] = {0.1, 0.4 + 0.02 * i}, x, y;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, values, &info));
            CHECK(info.outcome == TM_MOVE_DONE);
            check_point(t, plan, face, 0.1, values[1]);
            MUST(tm_plan_point(plan, mark, &x, &y));
            CHECK_NEAR(y, 0.02 * i, NEAR);
        }
        double values[2] = {0.1, 0.9}, x, y; /* beyond the lift */
        tmSolveInfo info;
        MUST(tm_plan_move(plan, values, &info));
        MUST(tm_plan_point(plan, face, &x, &y));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(y, 0.6, 1e-6); /* flat there: the square root of what poses are good to */
        CHECK_NEAR(info.miss, 0.3, 1e-6);
        test_run_defers(t, 0);
    }
}

/* The load of a winch is dragged: the drum turns by its way. */
TEST(a_dragged_load_turns_its_drum) {
    uint64_t state = 106;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin;
        tmFeatureId drum = linkage_wheel(&l, l.ground, 0, 0, &pin);
        tmBodyId load = linkage_body(&l, 3.5, -3, 0);
        linkage_slider(&l, l.ground, load, 3.5, 0, -0.5 * PI, 3.0);
        tmFeatureId hook = linkage_mark(&l, load, 3.5, -3, 0);
        const tmFeatureId over[3] = {drum, linkage_mark(&l, l.ground, 3, 4, 0), hook};
        const double radii[3] = {-0.3, -0.5, 0.0};
        linkage_pair(&l, TM_JOINT_ROPE, over, 3, radii);
        tmInput input = linkage_position(hook);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i < 30; i++) { /* nearly a turn and a half, and back */
            double rise = i < 15 ? 0.18 * i : 0.18 * (29 - i), values[2] = {3.5, -3.0 + rise};
            tmSolveInfo info;
            MUST(tm_plan_move(plan, values, &info));
            CHECK(info.outcome == TM_MOVE_DONE);
            check_point(t, plan, hook, 3.5, values[1]);
            linkage_check_angle(t, &l, plan, drum, rise / 0.3);
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(a_six_bar_of_watt_has_a_gear_before_and_a_cam_behind_it),
          CASE(a_knot_drives_a_gear_and_a_cam),
          CASE(a_rack_is_stopped_where_its_linkage_is_in_line),
          CASE(a_stretched_rack_tells_by_how_much_it_slips), CASE(a_failed_move_loses_no_turns),
          CASE(ten_turns_forth_and_back_lead_home),
          CASE(a_fast_crank_before_a_rocker_loses_no_turns),
          CASE(turns_beyond_all_digits_are_no_answer), CASE(a_dragged_follower_turns_its_cam),
          CASE(a_dragged_load_turns_its_drum))
