/* test_constraints.c: each constraint that is not a joint of machines, in a small mechanism whose
 * answer is known, in every way to build and solve it. */
#include "linkages.h"

#define EXACT 1e-10

/* A joint of up to four features. */
static tmJointId tie(linkage *l, tmJointKind kind, tmFeatureId a, tmFeatureId b, tmFeatureId c,
                     tmFeatureId d) {
    tmJointDef def = tm_joint_def_default();
    tmJointId id = {0};
    def.kind = kind;
    def.features[0] = a;
    def.features[1] = b;
    def.features[2] = c;
    def.features[3] = d;
    if (l->status == TM_OK) {
        l->status = tm_joint_add(l->m, &def, &id);
    }
    return id;
}

static const tmFeatureId none = {0};

/* A crank about the origin, turned by `angle`, with a mark at (r, 0) along it. */
typedef struct crank {
    tmBodyId body;
    tmJointId pin;
    tmFeatureId tip, root; /* directions along the crank */
} crank;

static crank make_crank(linkage *l, double x, double y, double r, double angle) {
    crank c = {.body = linkage_body(l, x, y, angle)};
    c.root = linkage_mark(l, c.body, x, y, angle);
    tmFeatureId base = linkage_mark(l, l->ground, x, y, 0.0);
    bool swap = l->swap;
    l->swap = false; /* inputs keep their sign */
    c.pin = linkage_joint(l, TM_JOINT_REVOLUTE, base, c.root, 0.0);
    l->swap = swap;
    c.tip = linkage_mark(l, c.body, x + r * cos(angle), y + r * sin(angle), angle);
    return c;
}

/* The angle of a crank in the plan, in -pi … pi. */
static double angle_of(const linkage *l, const tmPlan *plan, const crank *c) {
    double angle;
    linkage_place(l->m, c->root, tm_plan_poses(plan), NULL, NULL, &angle);
    return remainder(angle, 2.0 * LINKAGE_PI);
}

static bool go(tmTest *t, linkage *l, tmPlan *plan, double value) {
    bool swap = l->swap;
    l->swap = false;
    bool moved = linkage_move(t, l, plan, &value, 3.0);
    l->swap = swap;
    return moved;
}

/* Driver and follower cranks, tied by a constraint of their directions; `expected` says the
 * follower's angle for the driver's. */
static void check_directions(tmTest *t, tmJointKind kind, double value, double start,
                             double follower_start, double sign, double shift) {
    uint64_t state = 71;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        crank a = make_crank(&l, 0, 0, 1, start), b = make_crank(&l, 3, 0, 1, follower_start);
        linkage_joint(&l, kind, a.tip, b.tip, l.swap ? -value : value);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 36; i++) {
            double angle = start + i * (LINKAGE_PI / 18);
            REQUIRE(go(t, &l, plan, angle));
            double off = angle_of(&l, plan, &b) - (sign * angle + shift);
            CHECK_NEAR(remainder(off, 2.0 * LINKAGE_PI), 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

TEST(angle_holds_two_cranks_apart) {
    check_directions(t, TM_JOINT_ANGLE, 0.7, 0.2, 0.9, 1.0, 0.7);
    check_directions(t, TM_JOINT_ANGLE, 3.0, 0.2, 3.2, 1.0, 3.0);
}

TEST(parallel_keeps_the_sense_that_it_started_with) {
    check_directions(t, TM_JOINT_PARALLEL, 0.0, 0.2, 0.2, 1.0, 0.0);
    check_directions(t, TM_JOINT_PARALLEL, 0.0, 0.2, 0.2 + LINKAGE_PI, 1.0, LINKAGE_PI);
}

TEST(perpendicular_keeps_the_side_that_it_started_on) {
    check_directions(t, TM_JOINT_PERPENDICULAR, 0.0, 0.2, 0.2 + 0.5 * LINKAGE_PI, 1.0,
                     0.5 * LINKAGE_PI);
    check_directions(t, TM_JOINT_PERPENDICULAR, 0.0, 0.2, 0.2 - 0.5 * LINKAGE_PI, 1.0,
                     -0.5 * LINKAGE_PI);
}

/* From the ground's x axis to the driver the same as from the driver to the follower: twice. */
TEST(equal_angle_makes_a_follower_turn_twice_as_far) {
    uint64_t state = 72;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        crank a = make_crank(&l, 0, 0, 1, 0.3), b = make_crank(&l, 3, 0, 1, 0.6);
        tmFeatureId axis = linkage_mark(&l, l.ground, 0, 0, 0);
        tie(&l, TM_JOINT_EQUAL_ANGLE, axis, a.tip, a.root, b.tip);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 72; i++) {
            double angle = 0.3 + i * (LINKAGE_PI / 36);
            REQUIRE(go(t, &l, plan, angle));
            CHECK_NEAR(remainder(angle_of(&l, plan, &b) - 2.0 * angle, 2.0 * LINKAGE_PI), 0.0,
                       EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* The coupler of a four-bar as a distance, and as a circle about the crank's tip. */
TEST(distance_and_point_on_circle_are_couplers_without_a_body) {
    uint64_t state = 73;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double cx = 0.0, cy = 0.0, x, y, start = 0.5;
        CHECK(linkage_circles(cos(start), sin(start), 3.5, 4, 0, 3, 1, &cx, &cy));
        crank a = make_crank(&l, 0, 0, 1, start);
        crank b = make_crank(&l, 4, 0, 3, atan2(cy, cx - 4.0));
        linkage_joint(&l, way < LINKAGE_WAYS ? TM_JOINT_DISTANCE : TM_JOINT_ON_CIRCLE, a.tip, b.tip,
                      3.5);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 72; i++) {
            double angle = start + i * (LINKAGE_PI / 36);
            REQUIRE(go(t, &l, plan, angle));
            CHECK(linkage_circles(cos(angle), sin(angle), 3.5, 4, 0, 3, 1, &cx, &cy));
            MUST(tm_plan_point(plan, b.tip, &x, &y));
            CHECK_NEAR(hypot(x - cx, y - cy), 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* A distance of zero is a pin. */
TEST(distance_of_zero_is_a_pin) {
    uint64_t state = 74;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId body = linkage_body(&l, 0.4, 0.2, 0.3);
        linkage_joint(&l, TM_JOINT_DISTANCE, linkage_mark(&l, l.ground, 1, 2, 0),
                      linkage_mark(&l, body, 0.5, 1.5, 0), 0.0);
        tmPlan *plan = linkage_open_plan(t, &l, NULL, 0);
        MUST(l.status);
        tmSolveInfo info;
        MUST(tm_plan_move(plan, NULL, &info));
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(linkage_gap(l.m, tm_plan_poses(plan), 1.0), 0.0, EXACT);
        test_run_defers(t, 0);
    }
}

/* |ab| from the ground to the driver's tip equals |cd| from the ground to the follower's: with both
 * centres the same way off, the follower is the driver's mirror or shifted image. */
TEST(equal_length_makes_the_follower_copy_the_driver) {
    uint64_t state = 75;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        crank a = make_crank(&l, 0, 0, 1, 0.6), b = make_crank(&l, 5, 0, 1, 0.6);
        tmFeatureId from = linkage_mark(&l, l.ground, -2, 0, 0);
        tmFeatureId to = linkage_mark(&l, l.ground, 3, 0, 0);
        tie(&l, TM_JOINT_EQUAL_LENGTH, from, a.tip, to, b.tip);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 20; i++) {
            double angle = 0.6 + 0.1 * i; /* short of pi, where it may go either way */
            REQUIRE(go(t, &l, plan, angle));
            CHECK_NEAR(angle_of(&l, plan, &b), angle, 1e-9);
        }
        test_run_defers(t, 0);
    }
}

/* A slotted lever by three points: the follower's tip on the line of the crank's root and tip. */
TEST(collinear_puts_a_crank_s_tip_on_the_line_of_another) {
    uint64_t state = 76;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        /* driver about (0, 0), follower of length 2.5 about (1, 0): the line at angle t meets the
         * follower's circle where x = u cos t, u = cos t + sqrt(2.5^2 - sin^2 t) */
        double start = 0.4, u = cos(start) + sqrt(6.25 - sin(start) * sin(start)), x, y;
        crank a = make_crank(&l, 0, 0, 1, start);
        crank b = make_crank(&l, 1, 0, 2.5, atan2(u * sin(start), u * cos(start) - 1.0));
        tie(&l, TM_JOINT_COLLINEAR, a.root, a.tip, b.tip, none);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 72; i++) {
            double angle = start + i * (LINKAGE_PI / 36);
            REQUIRE(go(t, &l, plan, angle));
            u = cos(angle) + sqrt(6.25 - sin(angle) * sin(angle));
            MUST(tm_plan_point(plan, b.tip, &x, &y));
            CHECK_NEAR(hypot(x - u * cos(angle), y - u * sin(angle)), 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* A chain of rigid joints from crank to a far body moves as one. */
TEST(rigid_joints_make_one_body_of_many) {
    uint64_t state = 77;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        crank a = make_crank(&l, 0, 0, 1, 0.0);
        tmBodyId last = a.body;
        for (int i = 1; i <= 4; i++) {
            tmBodyId next = linkage_body(&l, i, 0, 0.2 * i);
            linkage_joint(&l, TM_JOINT_RIGID, linkage_mark(&l, last, i, 0.5 * i, 0.1),
                          linkage_mark(&l, next, i, 0.5 * i, 0.1), 0.0);
            last = next;
        }
        tmFeatureId far = linkage_mark(&l, last, 4, 3, 0);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= 36; i++) {
            double angle = i * (LINKAGE_PI / 18), x, y;
            REQUIRE(go(t, &l, plan, angle));
            MUST(tm_plan_point(plan, far, &x, &y));
            CHECK_NEAR(x, 4.0 * cos(angle) - 3.0 * sin(angle), EXACT);
            CHECK_NEAR(y, 4.0 * sin(angle) + 3.0 * cos(angle), EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* An angle between two bodies that share a pin makes one body of them, whichever comes first. */
TEST(angle_at_a_pin_fixes_it_in_either_order) {
    uint64_t state = 79;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        crank a = make_crank(&l, 0, 0, 2, 0.3);
        tmBodyId arm = linkage_body(&l, 1, 1, 0);
        double x = 2.0 * cos(0.3), y = 2.0 * sin(0.3);
        linkage_pin(&l, a.body, arm, x, y);
        tmFeatureId along = linkage_mark(&l, arm, x, y, 1.2);
        tmFeatureId far = linkage_mark(&l, arm, x + 1.5 * cos(1.2), y + 1.5 * sin(1.2), 0);
        bool turned = way >= LINKAGE_WAYS; /* the angle's features against the pin's order */
        l.swap = false;
        linkage_joint(&l, TM_JOINT_ANGLE, turned ? along : a.tip, turned ? a.tip : along,
                      turned ? -0.8 : 0.8);
        tmInput input = linkage_angle(a.pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= 36; i++) {
            double angle = 0.3 + i * (LINKAGE_PI / 18);
            REQUIRE(go(t, &l, plan, angle));
            MUST(tm_plan_point(plan, far, &x, &y)); /* the arm is 0.8 ahead, started 0.9 ahead */
            CHECK_NEAR(x, 2.0 * cos(angle) + 1.5 * cos(angle + 0.8), EXACT);
            CHECK_NEAR(y, 2.0 * sin(angle) + 1.5 * sin(angle + 0.8), EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* Every joint starts open: the first move assembles. */
TEST(mechanism_that_is_not_assembled_is_assembled_by_its_first_move) {
    uint64_t state = 78;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int try = 0; try < 5; try++) {
            linkage l = linkage_open(t, way & ~LINKAGE_RANDOM_AXES, &state);
            tmBodyId body[3];
            for (int i = 0; i < 3; i++) {
                body[i] = linkage_body(&l, i, 1, test_uniform(&state, -0.5, 0.5));
            }
            double gap = 0.2; /* features are where they would be, bodies are then moved */
            tmInput input = linkage_angle(linkage_pin(&l, l.ground, body[0], 0, 0));
            linkage_pin(&l, body[0], body[1], 0.3, 1.0);
            linkage_pin(&l, body[1], body[2], 3, 2.5);
            linkage_pin(&l, body[2], l.ground, 4, 0);
            MUST(l.status);
            for (int i = 0; i < 3; i++) {
                MUST(tm_body_set_pose(l.m, body[i], i + test_uniform(&state, -gap, gap),
                                      1 + test_uniform(&state, -gap, gap),
                                      test_uniform(&state, -0.5, 0.5)));
            }
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            double value = 0.1;
            CHECK(go(t, &l, plan, value));
            test_run_defers(t, 0);
        }
    }
}

TEST_MAIN(CASE(angle_holds_two_cranks_apart), CASE(parallel_keeps_the_sense_that_it_started_with),
          CASE(perpendicular_keeps_the_side_that_it_started_on),
          CASE(equal_angle_makes_a_follower_turn_twice_as_far),
          CASE(distance_and_point_on_circle_are_couplers_without_a_body),
          CASE(distance_of_zero_is_a_pin), CASE(equal_length_makes_the_follower_copy_the_driver),
          CASE(collinear_puts_a_crank_s_tip_on_the_line_of_another),
          CASE(rigid_joints_make_one_body_of_many), CASE(angle_at_a_pin_fixes_it_in_either_order),
          CASE(mechanism_that_is_not_assembled_is_assembled_by_its_first_move))
