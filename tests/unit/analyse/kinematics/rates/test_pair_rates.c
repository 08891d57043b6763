/* test_pair_rates.c: velocities, accelerations and forces of every higher pair, against differences
 * of poses, virtual work and the balance of single bodies in closed form. */
#include "linkages.h"

#define PI LINKAGE_PI

/* A mechanism with one pair, its input, a point that it moves, and where it is examined. */
typedef struct rig {
    tmInput input;
    tmJointId pair;
    tmFeatureId point;
    double from, step; /* values of the input */
    double size;
} rig;

static const double unit_circle[3] = {1.0, 1.0, 1.0};
static const double egg[5] = {1.0, 0.12, 0.05, 0.04, -0.03};

/* A wheel on a driven arm rolls on one that stands still, or a belt runs between them. */
static rig build_planet(linkage *l, tmJointKind kind, double still, double radius, double away) {
    rig a = {.from = 0.3, .step = 0.7, .size = away};
    tmBodyId arm = linkage_body(l, 0, 0, 0);
    a.input = linkage_angle(linkage_pin(l, l->ground, arm, 0, 0));
    tmJointId pin;
    tmFeatureId wheel = linkage_wheel(l, arm, away, 0, &pin);
    a.pair = linkage_wheels(l, kind, linkage_mark(l, l->ground, 0, 0, 0), wheel, still, radius);
    tmBodyId body = {0};
    if (l->status == TM_OK) {
        l->status = tm_feature_get(l->m, wheel, &body, NULL, NULL, NULL);
    }
    a.point = linkage_mark(l, body, away + 0.7 * radius, 0.4, 0);
    return a;
}

static rig gear(linkage *l) {
    return build_planet(l, TM_JOINT_GEAR, 1.0, 0.6, 1.6);
}

static rig inner_gear(linkage *l) {
    return build_planet(l, TM_JOINT_INNER_GEAR, 2.2, 0.6, 1.6);
}

static rig belt(linkage *l) {
    return build_planet(l, TM_JOINT_BELT, 0.3, 0.5, 1.6);
}

static rig crossed_belt(linkage *l) {
    return build_planet(l, TM_JOINT_CROSSED_BELT, 0.3, 0.5, 1.6);
}

/* A wheel rolls along a line; its axle is pushed by a crank and a rod of 3. */
static rig rack(linkage *l) {
    rig a = {.from = 0.2, .step = 0.5, .size = 3.0};
    tmBodyId crank = linkage_body(l, 0, 1, 0), rod = linkage_body(l, 1, 1, 0);
    tmBodyId cart = linkage_body(l, 4, 1, 0), wheel = linkage_body(l, 4, 1, 0);
    a.input = linkage_angle(linkage_pin(l, l->ground, crank, 0, 1));
    linkage_pin(l, crank, rod, 1, 1);
    linkage_pin(l, rod, cart, 4, 1);
    linkage_slider(l, l->ground, cart, 0, 1, 0, 4);
    linkage_pin(l, cart, wheel, 4, 1);
    a.pair = linkage_wheels(l, TM_JOINT_RACK, linkage_mark(l, l->ground, 0, 0, 0),
                            linkage_mark(l, wheel, 4, 1, 0), 0.0, 1.0);
    a.point = linkage_mark(l, wheel, 4.6, 0.5, 0);
    return a;
}

/* A crank pulls another one by a rope over a pulley between them. */
static rig rope(linkage *l) {
    rig a = {.from = -0.3, .step = 0.1, .size = 4.0};
    tmBodyId one = linkage_body(l, -2, 0, 0), two = linkage_body(l, 2, 0, 0);
    a.input = linkage_angle(linkage_pin(l, l->ground, one, -2, 0));
    linkage_pin(l, l->ground, two, 2, 0);
    const tmFeatureId over[3] = {linkage_mark(l, one, -2, 1, 0),
                                 linkage_mark(l, l->ground, 0, 0, 0),
                                 linkage_mark(l, two, 2, 1, 0)};
    const double radii[3] = {0.0, 0.25, 0.0};
    a.pair = linkage_pair(l, TM_JOINT_ROPE, over, 3, radii);
    a.point = linkage_mark(l, two, 2.5, 1.5, 0);
    return a;
}

/* An egg swings a flat lever, or a lever with a roller. */
static rig swing(linkage *l, tmJointKind kind, double roller) {
    rig a = {.from = 0.1, .step = 0.6, .size = 3.0};
    tmBodyId cam = linkage_body(l, 0, 0, 0), lever = linkage_body(l, 3, 1, 0);
    a.input = linkage_angle(linkage_pin(l, l->ground, cam, 0, 0));
    linkage_pin(l, l->ground, lever, 3, 1);
    a.pair = linkage_cam(l, kind, linkage_mark(l, cam, 0, 0, 0),
                         linkage_mark(l, lever, 0, 1.1 + roller, 0), roller, egg, 5);
    a.point = linkage_mark(l, lever, -0.5, 1.2, 0);
    return a;
}

static rig flat_cam(linkage *l) {
    return swing(l, TM_JOINT_FLAT_CAM, 0.0);
}

static rig roller_cam(linkage *l) {
    return swing(l, TM_JOINT_ROLLER_CAM, 0.25);
}

typedef rig BuildFn(linkage *l);
static BuildFn *const rigs[] = {gear,         inner_gear, rack,     belt,
                                crossed_belt, rope,       flat_cam, roller_cam};
#define RIGS (int)(sizeof rigs / sizeof rigs[0])

/* ---- Against differences ------------------------------------------------------------------- */

/* Step of the differences [rad]. Their error is h^4 times a sixth derivative, some 1e-8, and that
 * of the poses over h^2. */
#define STEP 0.01

/* First and second derivative of the point with respect to the input, of fourth order. */
static bool differentiate(tmTest *t, const linkage *l, tmPlan *plan, const rig *a, double at,
                          double first[2], double second[2]) {
    static const double gradient[5] = {1, -8, 0, 8, -1}, bend[5] = {-1, 16, -30, 16, -1};
    first[0] = first[1] = second[0] = second[1] = 0.0;
    for (int i = 0; i < 5; i++) {
        double value = at + STEP * (i - 2), p[2] = {NAN, NAN};
        if (!linkage_move(t, l, plan, &value, a->size) ||
            !CHECK_STATUS(tm_plan_point(plan, a->point, &p[0], &p[1]), TM_OK)) {
            return false;
        }
        for (int k = 0; k < 2; k++) {
            first[k] += gradient[i] * p[k] / (12.0 * STEP);
            second[k] += bend[i] * p[k] / (12.0 * STEP * STEP);
        }
    }
    return linkage_move(t, l, plan, &at, a->size);
}

/* A load at the point is held by the input with what the point's motion says: virtual work. */
static void check_effort(tmTest *t, const linkage *l, tmPlan *plan, const rig *a,
                         const double first[2]) {
    tmForces *forces = NULL;
    MUST(tm_forces_create(plan, &forces));
    const tmLoad load = {.kind = TM_LOAD_FORCE, .feature = a->point, .x = 3.0, .y = -2.0};
    tmForcesInfo info;
    tmStatus status = tm_forces_solve(forces, &load, 1, &info);
    if (CHECK_STATUS(status, TM_OK)) {
        CHECK(info.outcome == TM_FORCES_DONE);
        double sign = l->swap ? -1.0 : 1.0;
        CHECK_NEAR(sign * tm_forces_efforts(forces)[0], -(3.0 * first[0] - 2.0 * first[1]), 1e-6);
    }
    tm_forces_destroy(forces);
}

static void check_rates(tmTest *t, const linkage *l, tmPlan *plan, const rig *a, double at) {
    double first[2], second[2], w = 1.3, alpha = -0.8, x = NAN, y = NAN;
    double sign = l->swap ? -1.0 : 1.0, rate = sign * w, gain = sign * alpha;
    if (!differentiate(t, l, plan, a, at, first, second)) {
        return;
    }
    tmRates *rates = NULL;
    tmRatesInfo info;
    MUST(tm_rates_create(plan, &rates));
    if (CHECK_STATUS(tm_rates_solve(rates, &rate, &gain, &info), TM_OK)) {
        CHECK(info.outcome == TM_RATES_DONE);
        CHECK_STATUS(tm_rates_point_velocity(rates, a->point, &x, &y), TM_OK);
        CHECK_NEAR(x, w * first[0], 1e-6);
        CHECK_NEAR(y, w * first[1], 1e-6);
        CHECK_STATUS(tm_rates_point_acceleration(rates, a->point, &x, &y), TM_OK);
        CHECK_NEAR(x, w * w * second[0] + alpha * first[0], 1e-5);
        CHECK_NEAR(y, w * w * second[1] + alpha * first[1], 1e-5);
    }
    tm_rates_destroy(rates);
    check_effort(t, l, plan, a, first);
}

TEST(rates_and_efforts_of_every_pair_are_those_of_differences) {
    uint64_t state = 91;
    for (int way = 0; way < LINKAGE_WAYS;
         way += 3) { /* plain, swapped with axes, Newton with axes */
        for (int kind = 0; kind < RIGS; kind++) {
            linkage l = linkage_open(t, way, &state);
            rig a = rigs[kind](&l);
            tmPlan *plan = linkage_open_plan(t, &l, &a.input, 1);
            MUST(l.status);
            for (int i = 0; i < 4; i++) {
                check_rates(t, &l, plan, &a, a.from + a.step * i);
            }
            test_run_defers(t, 0);
        }
    }
}

/* ---- Against closed forms ------------------------------------------------------------------ */

static tmForces *open_forces(tmTest *t, tmPlan *plan, const tmLoad *load) {
    tmForces *forces = NULL;
    tmForcesInfo info;
    if (CHECK_STATUS(tm_forces_create(plan, &forces), TM_OK)) {
        DEFER(tm_forces_destroy, forces);
        CHECK_STATUS(tm_forces_solve(forces, load, 1, &info), TM_OK);
        CHECK(info.outcome == TM_FORCES_DONE);
    }
    return forces;
}

static void check_force(tmTest *t, const tmForces *forces, tmJointId joint, int index, double x,
                        double y, double moment) {
    tmForce found = {NAN, NAN, NAN};
    CHECK_STATUS(tm_forces_joint(forces, joint, index, &found), TM_OK);
    CHECK_NEAR(found.x, x, 1e-8);
    CHECK_NEAR(found.y, y, 1e-8);
    CHECK_NEAR(found.moment, moment, 1e-8);
}

/* Two wheels of 1 about (0, 0) and `radius` about (away, 0); a moment of 6 on the second one is
 * held at the first. */
static tmForces *hold_wheels(tmTest *t, linkage *l, tmJointKind kind, double first, double radius,
                             double away, tmJointId *pair) {
    tmJointId pin, other;
    tmFeatureId a = linkage_wheel(l, l->ground, 0, 0, &pin);
    tmFeatureId b = linkage_wheel(l, l->ground, away, 0, &other);
    *pair = linkage_wheels(l, kind, a, b, first, radius);
    tmInput input = linkage_angle(pin);
    tmPlan *plan = linkage_open_plan(t, l, &input, 1);
    tmLoad load = {.kind = TM_LOAD_MOMENT, .moment = 6.0};
    if (l->status == TM_OK) {
        l->status = tm_feature_get(l->m, b, &load.body, NULL, NULL, NULL);
    }
    return l->status == TM_OK ? open_forces(t, plan, &load) : NULL;
}

/* A tooth's force acts where the wheels touch: its lever is the wheel's radius. */
TEST(teeth_push_at_the_rims_and_strands_pull_along_themselves) {
    uint64_t state = 92;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        tmJointId pair;
        linkage l = linkage_open(t, way, &state);
        tmForces *f = hold_wheels(t, &l, TM_JOINT_GEAR, 1.0, 2.0, 3.0, &pair);
        MUST(l.status);
        check_force(t, f, pair, 0, 0.0, -3.0, -3.0); /* touch at (1, 0) */
        check_force(t, f, pair, 1, 0.0, 3.0, -6.0);
        test_run_defers(t, 0);
        l = linkage_open(t, way, &state);
        f = hold_wheels(t, &l, TM_JOINT_INNER_GEAR, 3.0, 1.0, 2.0, &pair);
        MUST(l.status);
        check_force(t, f, pair, 0, 0.0, 6.0, 18.0); /* touch at (3, 0) */
        check_force(t, f, pair, 1, 0.0, -6.0, -6.0);
        test_run_defers(t, 0);
        /* The taut strand of a belt, and of a crossed one: sines (2 - 1) / 5 and (2 + 1) / 5. */
        for (int crossed = 0; crossed < 2; crossed++) {
            l = linkage_open(t, way, &state);
            f = hold_wheels(t, &l, crossed ? TM_JOINT_CROSSED_BELT : TM_JOINT_BELT, 1.0, 2.0, 5.0,
                            &pair);
            MUST(l.status);
            double s = crossed ? -0.6 : 0.2, ux = sqrt(1.0 - s * s), uy = -s;
            double pull = crossed ? -3.0 : 3.0; /* the crossed strand cannot: it would push */
            check_force(t, f, pair, 0, pull * ux, pull * uy, pull);
            check_force(t, f, pair, 1, -pull * ux, -pull * uy, -6.0);
            test_run_defers(t, 0);
        }
    }
}

/* A rack that is pushed by 4 is held at its pinion, on top of it. */
TEST(a_rack_pushes_its_pinion_along_the_line) {
    uint64_t state = 93;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmJointId pin;
        tmFeatureId wheel = linkage_wheel(&l, l.ground, 0, 1, &pin);
        tmBodyId bar = linkage_body(&l, 0, 0, 0);
        linkage_slider(&l, l.ground, bar, -2, 0, 0, 2);
        tmFeatureId line = linkage_mark(&l, bar, 0.7, 0, 0);
        tmJointId pair = linkage_wheels(&l, TM_JOINT_RACK, line, wheel, 0.0, 1.0);
        tmInput input = linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double angle = 0.9;
        REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
        const tmLoad load = {.kind = TM_LOAD_FORCE, .feature = line, .x = -4.0};
        tmForces *f = open_forces(t, plan, &load);
        check_force(t, f, pair, 0, 4.0, 0.0, 0.0);
        check_force(t, f, pair, 1, -4.0, 0.0, -4.0);
        CHECK_NEAR(tm_forces_efforts(f)[0], l.swap ? -4.0 : 4.0, 1e-8);
        test_run_defers(t, 0);
    }
}

/* All parts of a rope pull alike: a load of 10 in n parts with 10 / n each. */
TEST(a_rope_pulls_with_the_same_force_everywhere) {
    uint64_t state = 94;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int parts = 1; parts <= 2; parts++) {
            linkage l = linkage_open(t, way, &state);
            tmJointId pin;
            tmFeatureId drum = linkage_wheel(&l, l.ground, 0, 0, &pin);
            tmBodyId load = linkage_body(&l, 3.5, -3, 0);
            linkage_slider(&l, l.ground, load, 3.5, 0, -0.5 * PI, 3.0);
            tmFeatureId hook = linkage_mark(&l, load, 3.5, -3, 0);
            const tmFeatureId over[4] = {drum, linkage_mark(&l, l.ground, 3, 4, 0), hook,
                                         linkage_mark(&l, l.ground, 3.5, 6, 0)};
            const double radii[4] = {-0.3, -0.5, 0.0, 0.0};
            tmJointId pair = linkage_pair(&l, TM_JOINT_ROPE, over, 2 + parts, radii);
            tmInput input = linkage_angle(pin);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            double angle = 0.5, pull = 10.0 / parts, sign = l.swap ? -1.0 : 1.0;
            REQUIRE(linkage_move(t, &l, plan, &angle, 4.0));
            const tmLoad weight = {.kind = TM_LOAD_FORCE, .feature = hook, .y = -10.0};
            tmForces *f = open_forces(t, plan, &weight);
            /* Between the wheels: u . hat(D) = -(r_1 - r_0) with D = (3, 4), both on the right. */
            double turn = atan2(4, 3) - asin(-0.2 / 5.0), ux = cos(turn), uy = sin(turn);
            check_force(t, f, pair, 0, pull * ux, pull * uy, -0.3 * pull);
            check_force(t, f, pair, 1, -pull * ux, -pull * uy - pull, 0.0);
            check_force(t, f, pair, 2, 0.0, 10.0, 0.0);
            CHECK_NEAR(sign * tm_forces_efforts(f)[0], 0.3 * pull, 1e-8);
            test_run_defers(t, 0);
        }
    }
}

/* An eccentric of 1, its centre at 0.4, holds up a tappet with 7: a flat one straight up from where
 * it touches, one with a roller along the line of centres. */
TEST(a_cam_pushes_along_its_normal) {
    uint64_t state = 95;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int rolls = 0; rolls < 2; rolls++) {
            linkage l = linkage_open(t, way, &state);
            tmBodyId cam = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0.3, 1.2, 0);
            tmJointId pin = linkage_pin(&l, l.ground, cam, 0, 0);
            linkage_slider(&l, l.ground, rod, 0.3, 0, 0.5 * PI, 1.2);
            tmFeatureId tip = linkage_mark(&l, rod, 0.3, 1.2, 0);
            tmFeatureId centre = linkage_mark(&l, cam, 0.4, 0, 0);
            tmJointId pair = linkage_cam(&l, rolls ? TM_JOINT_ROLLER_CAM : TM_JOINT_FLAT_CAM,
                                         centre, tip, rolls ? 0.25 : 0.0, unit_circle, 3);
            tmInput input = linkage_angle(pin);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = 0; i < 5; i++) {
                double angle = 0.4 + 1.1 * i, sign = l.swap ? -1.0 : 1.0;
                REQUIRE(linkage_move(t, &l, plan, &angle, 1.0));
                const tmLoad load = {.kind = TM_LOAD_FORCE, .feature = tip, .y = -7.0};
                tmForces *f = open_forces(t, plan, &load);
                double off = 0.3 - 0.4 * cos(angle), side = off / sqrt(1.25 * 1.25 - off * off);
                if (rolls) {
                    check_force(t, f, pair, 0, -7.0 * side, -7.0, 0.0);
                    check_force(t, f, pair, 1, 7.0 * side, 7.0, 0.0);
                } else {
                    check_force(t, f, pair, 0, 0.0, -7.0, 0.0);
                    check_force(t, f, pair, 1, 0.0, 7.0, -7.0 * off);
                }
                /* The eccentric's centre is pushed back: that moment is held. */
                double push = rolls ? -7.0 * side : 0.0;
                double moment = 0.4 * cos(angle) * -7.0 - 0.4 * sin(angle) * push;
                CHECK_NEAR(sign * tm_forces_efforts(f)[0], -moment, 1e-8);
            }
            test_run_defers(t, 0);
        }
    }
}

TEST_MAIN(CASE(rates_and_efforts_of_every_pair_are_those_of_differences),
          CASE(teeth_push_at_the_rims_and_strands_pull_along_themselves),
          CASE(a_rack_pushes_its_pinion_along_the_line),
          CASE(a_rope_pulls_with_the_same_force_everywhere), CASE(a_cam_pushes_along_its_normal))
