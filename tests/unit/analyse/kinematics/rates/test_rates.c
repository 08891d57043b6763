/* test_rates.c: velocities and accelerations against closed forms, and what is said where there are
 * none or many. test_rates_reference.c has the differences of moved poses. */
#include "linkage_table.h"
#include "linkages.h"

#include <string.h>

#define EXACT 1e-9
#define FRAMES 36

static tmRates *rates_of(tmTest *t, const tmPlan *plan) {
    tmRates *rates = NULL;
    CHECK_STATUS(tm_rates_create(plan, &rates), TM_OK);
    DEFER(tm_rates_destroy, rates);
    return rates;
}

/* Solves, and returns whether the outcome is the one expected. Values of swapped joints change
 * sign, and so do their rates. */
static bool solved(tmTest *t, tmRates *rates, bool swap, double first, double second,
                   tmRatesOutcome expected) {
    double v = swap ? -first : first, a = swap ? -second : second;
    tmRatesInfo info = {.outcome = (tmRatesOutcome)-1};
    return CHECK_STATUS(tm_rates_solve(rates, &v, &a, &info), TM_OK) &&
           CHECK(info.outcome == expected);
}

static void check_point(tmTest *t, const tmRates *rates, tmFeatureId point, double vx, double vy,
                        double ax, double ay) {
    double x = NAN, y = NAN;
    CHECK_STATUS(tm_rates_point_velocity(rates, point, &x, &y), TM_OK);
    CHECK_NEAR(x, vx, EXACT * (1.0 + fabs(vx)));
    CHECK_NEAR(y, vy, EXACT * (1.0 + fabs(vy)));
    CHECK_STATUS(tm_rates_point_acceleration(rates, point, &x, &y), TM_OK);
    CHECK_NEAR(x, ax, EXACT * (1.0 + fabs(ax)));
    CHECK_NEAR(y, ay, EXACT * (1.0 + fabs(ay)));
}

static bool all_zero(const tmMechanism *m, const tmRates *rates) {
    tmPoseRate zero = {0.0, 0.0, 0.0};
    bool found = true;
    for (int32_t i = 0; i < tm_body_count(m); i++) {
        found &= memcmp(&tm_rates_velocities(rates)[i], &zero, sizeof zero) == 0;
        found &= memcmp(&tm_rates_accelerations(rates)[i], &zero, sizeof zero) == 0;
    }
    return found;
}

/* ---- Closed forms -------------------------------------------------------------------------- */

TEST(crank_moves_as_a_point_on_a_circle) {
    uint64_t state = 51;
    const double radius = 1.7, w = -2.3, alpha = 0.9;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId crank = linkage_body(&l, 0, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        tmFeatureId tip = linkage_mark(&l, crank, radius, 0, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        for (int i = 0; i < FRAMES; i++) {
            double q = 0.37 * i;
            REQUIRE(linkage_move(t, &l, plan, &q, 2.0));
            REQUIRE(solved(t, rates, l.swap, w, alpha, TM_RATES_DONE));
            CHECK_NEAR(tm_rates_velocities(rates)[1].angle, w, EXACT);
            CHECK_NEAR(tm_rates_accelerations(rates)[1].angle, alpha, EXACT);
            check_point(t, rates, tip, -radius * w * sin(q), radius * w * cos(q),
                        -radius * (alpha * sin(q) + w * w * cos(q)),
                        radius * (alpha * cos(q) - w * w * sin(q)));
        }
        test_run_defers(t, 0);
    }
}

/* Loop closure of the four-bar with crank a, coupler b, rocker c, at angles q2, q3, q4:
 * a e(q2) + b e(q3) - c e(q4) = const, differentiated once and twice and solved by Cramer's rule.
 */
typedef struct four_bar_rates {
    double w3, w4, a3, a4;
} four_bar_rates;

static four_bar_rates four_bar(double a, double b, double c, double q2, double q3, double q4,
                               double w2, double a2) {
    four_bar_rates f;
    f.w3 = a * w2 / b * sin(q4 - q2) / sin(q3 - q4);
    f.w4 = a * w2 / c * sin(q2 - q3) / sin(q4 - q3);
    double A = c * sin(q4), B = b * sin(q3), D = c * cos(q4), E = b * cos(q3);
    double C = a * a2 * sin(q2) + a * w2 * w2 * cos(q2) + b * f.w3 * f.w3 * cos(q3) -
               c * f.w4 * f.w4 * cos(q4);
    double F = a * a2 * cos(q2) - a * w2 * w2 * sin(q2) - b * f.w3 * f.w3 * sin(q3) +
               c * f.w4 * f.w4 * sin(q4);
    f.a3 = (C * D - A * F) / (A * E - B * D);
    f.a4 = (C * E - B * F) / (A * E - B * D);
    return f;
}

TEST(four_bar_has_the_rates_of_its_loop_closure) {
    uint64_t state = 52;
    const double a = 1.0, b = 3.5, c = 3.0, d = 4.0;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double x, y;
        REQUIRE(linkage_circles(a, 0, b, d, 0, c, 1, &x, &y));
        tmBodyId crank = linkage_body(&l, 0, 0, 0), coupler = linkage_body(&l, 0, 0, 0);
        tmBodyId rocker = linkage_body(&l, 0, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, crank, coupler, a, 0);
        linkage_pin(&l, coupler, rocker, x, y);
        linkage_pin(&l, rocker, l.ground, d, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        for (int i = 0; i < FRAMES; i++) {
            double q2 = 0.31 * i, w2 = 1.3, a2 = -0.7;
            REQUIRE(linkage_move(t, &l, plan, &q2, d));
            REQUIRE(linkage_circles(a * cos(q2), a * sin(q2), b, d, 0, c, 1, &x, &y));
            double q3 = atan2(y - a * sin(q2), x - a * cos(q2)), q4 = atan2(y, x - d);
            four_bar_rates f = four_bar(a, b, c, q2, q3, q4, w2, a2);
            REQUIRE(solved(t, rates, l.swap, w2, a2, TM_RATES_DONE));
            const tmPoseRate *v = tm_rates_velocities(rates), *u = tm_rates_accelerations(rates);
            CHECK_NEAR(v[2].angle, f.w3, EXACT);
            CHECK_NEAR(v[3].angle, f.w4, EXACT);
            CHECK_NEAR(u[2].angle, f.a3, EXACT);
            CHECK_NEAR(u[3].angle, f.a4, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* x = r cos q + s with s = sqrt(l^2 - r^2 sin^2 q), and its derivatives in q. */
static void slider_crank(double r, double l, double q, double *x1, double *x2) {
    double s = sqrt(l * l - r * r * sin(q) * sin(q)), p = r * r * sin(q) * cos(q);
    *x1 = -r * sin(q) - p / s;
    *x2 = -r * cos(q) - r * r * cos(2.0 * q) / s - p * p / (s * s * s);
}

TEST(piston_of_a_slider_crank_moves_as_its_formula_says) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    int64_t before = t->allocations;
    for (int i = 0; i < FRAMES; i++) {
        double q = 0.2 * i, w = 2.0, alpha = 1.5, x1, x2;
        MUST(tm_plan_move(plan, &q, NULL));
        REQUIRE(solved(t, rates, false, w, alpha, TM_RATES_DONE));
        slider_crank(1.0, 3.0, q, &x1, &x2);
        const tmPoseRate *v = tm_rates_velocities(rates), *a = tm_rates_accelerations(rates);
        CHECK_NEAR(v[3].x, x1 * w, EXACT);
        CHECK_NEAR(a[3].x, x2 * w * w + x1 * alpha, EXACT);
        CHECK(fabs(v[3].y) < EXACT && fabs(v[3].angle) < EXACT);
        CHECK(fabs(a[3].y) < EXACT && fabs(a[3].angle) < EXACT);
    }
    CHECK(t->allocations == before);
}

/* The inverse: q' = x' / x1, q'' = (x'' - x2 q'^2) / x1. */
TEST(crank_of_a_driven_piston_turns_as_the_inverse_formula_says) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 3, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    for (int i = 1; i < 18; i++) {
        double q = 0.17 * i, x = cos(q) + sqrt(9.0 - sin(q) * sin(q)), x1, x2;
        MUST(tm_plan_move(plan, &x, NULL));
        REQUIRE(solved(t, rates, false, 0.4, -1.1, TM_RATES_DONE));
        slider_crank(1.0, 3.0, q, &x1, &x2);
        double w = 0.4 / x1, alpha = (-1.1 - x2 * w * w) / x1;
        CHECK_NEAR(tm_rates_velocities(rates)[1].angle, w, EXACT * (1.0 + fabs(w)));
        CHECK_NEAR(tm_rates_accelerations(rates)[1].angle, alpha, EXACT * (1.0 + fabs(alpha)));
    }
}

/* A block on the crank's tip slides in a yoke's slot of gradient s, or the tip itself in a slot
 * joint; the yoke slides along x: X = cos q - sin q cot s. */
TEST(scotch_yoke_moves_harmonically) {
    uint64_t state = 53;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double gradient = 1.1, w = 1.9, alpha = 0.6;
        bool direct = way >= LINKAGE_WAYS;
        tmBodyId crank = linkage_body(&l, 0, 0, 0), yoke = linkage_body(&l, 1, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        if (direct) {
            tmFeatureId line = linkage_mark(&l, yoke, 1, 0, gradient);
            tmFeatureId tip = linkage_mark(&l, crank, 1, 0, 0);
            bool swap = l.swap;
            l.swap = false; /* a slot's features are not alike */
            linkage_joint(&l, TM_JOINT_SLOT, line, tip, 0.0);
            l.swap = swap;
        } else {
            tmBodyId block = linkage_body(&l, 1, 0, 0);
            linkage_pin(&l, crank, block, 1, 0);
            linkage_slider(&l, yoke, block, 1, 0, gradient, 0.0);
        }
        linkage_slider(&l, l.ground, yoke, 0, -1, 0.0, 2.5);
        tmFeatureId mark = linkage_mark(&l, yoke, 1, 0, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        for (int i = 0; i < FRAMES; i++) {
            double q = 0.23 * i, cot = cos(gradient) / sin(gradient);
            REQUIRE(linkage_move(t, &l, plan, &q, 2.0));
            REQUIRE(solved(t, rates, l.swap, w, alpha, TM_RATES_DONE));
            double x1 = -sin(q) - cos(q) * cot, x2 = -cos(q) + sin(q) * cot;
            check_point(t, rates, mark, x1 * w, 0.0, x2 * w * w + x1 * alpha, 0.0);
        }
        test_run_defers(t, 0);
    }
}

/* A block at s along an arm at q, both driven: Coriolis' 2 s' q' stands in its acceleration. Of the
 * slot the block is a pin on a body of its own, which a second arm keeps from turning. */
TEST(block_driven_along_a_turning_arm_has_the_rates_of_polar_coordinates) {
    uint64_t state = 60;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        if (way & LINKAGE_SWAPPED) {
            continue; /* an arm is not its block */
        }
        linkage l = linkage_open(t, way, &state);
        bool slot = way >= LINKAGE_WAYS;
        tmBodyId arm = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 2, 0, 0);
        tmJointId pivot = linkage_pin(&l, l.ground, arm, 0, 0), rail;
        tmFeatureId mark = linkage_mark(&l, block, 2, 0, 0);
        if (slot) {
            rail = linkage_joint(&l, TM_JOINT_SLOT, linkage_mark(&l, arm, 0, 0, 0), mark, 0.0);
            linkage_joint(&l, TM_JOINT_ANGLE, linkage_mark(&l, l.ground, 0, 0, 0),
                          linkage_mark(&l, block, 0, 0, 0), 0.0);
        } else {
            rail = linkage_slider(&l, arm, block, 0, 0, 0, 2.0);
        }
        const tmInput inputs[] = {linkage_angle(pivot), linkage_displacement(rail)};
        tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        for (int i = 0; i < FRAMES; i++) {
            const double at[2] = {0.21 * i, 1.5 + sin(0.4 * i)};
            const double v[2] = {1.2, -0.7}, a[2] = {0.4, 0.9};
            double q = at[0], r = at[1];
            REQUIRE(linkage_move(t, &l, plan, at, 2.0));
            tmRatesInfo info;
            MUST(tm_rates_solve(rates, v, a, &info));
            CHECK(info.outcome == TM_RATES_DONE);
            double out = a[1] - r * v[0] * v[0], round = r * a[0] + 2.0 * v[1] * v[0];
            check_point(t, rates, mark, v[1] * cos(q) - r * v[0] * sin(q),
                        v[1] * sin(q) + r * v[0] * cos(q), out * cos(q) - round * sin(q),
                        out * sin(q) + round * cos(q));
            CHECK_NEAR(tm_rates_velocities(rates)[2].angle, slot ? 0.0 : v[0], EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* ---- Drags --------------------------------------------------------------------------------- */

/* An arm of two links l1, l2 at angles q1, q2: x = l1 e(q1) + l2 e(q2). */
TEST(dragged_arm_of_two_links_has_the_rates_of_its_inverse_kinematics) {
    uint64_t state = 54;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    const double l1 = 2.0, l2 = 1.5, q1 = 0.4, q2 = 1.9;
    double ex = l1 * cos(q1), ey = l1 * sin(q1);
    tmBodyId upper = linkage_body(&l, 0, 0, 0), lower = linkage_body(&l, 0, 0, 0);
    linkage_pin(&l, l.ground, upper, 0, 0);
    linkage_pin(&l, upper, lower, ex, ey);
    tmFeatureId hand = linkage_mark(&l, lower, ex + l2 * cos(q2), ey + l2 * sin(q2), 0);
    tmInput input = linkage_position(hand);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmRates *rates = rates_of(t, plan);
    const double w1 = 0.7, w2 = -1.2, a1 = 0.3, a2 = 0.8; /* chosen; the hand's follow */
    const double v[2] = {-l1 * w1 * sin(q1) - l2 * w2 * sin(q2),
                         l1 * w1 * cos(q1) + l2 * w2 * cos(q2)};
    const double a[2] = {
        -l1 * (a1 * sin(q1) + w1 * w1 * cos(q1)) - l2 * (a2 * sin(q2) + w2 * w2 * cos(q2)),
        l1 * (a1 * cos(q1) - w1 * w1 * sin(q1)) + l2 * (a2 * cos(q2) - w2 * w2 * sin(q2))};
    tmRatesInfo info;
    MUST(tm_rates_solve(rates, v, a, &info));
    CHECK(info.outcome == TM_RATES_DONE && info.freedom == 0 && info.redundant == 0);
    CHECK_NEAR(info.miss, 0.0, EXACT);
    CHECK_NEAR(tm_rates_velocities(rates)[1].angle, w1, EXACT);
    CHECK_NEAR(tm_rates_velocities(rates)[2].angle, w2, EXACT);
    CHECK_NEAR(tm_rates_accelerations(rates)[1].angle, a1, EXACT);
    CHECK_NEAR(tm_rates_accelerations(rates)[2].angle, a2, EXACT);
}

TEST(dragged_pendulum_takes_the_part_along_its_circle) {
    uint64_t state = 55;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId rod = linkage_body(&l, 0, 0, 0);
    linkage_pin(&l, l.ground, rod, 0, 0);
    tmFeatureId bob = linkage_mark(&l, rod, 3.0 * cos(0.5), 3.0 * sin(0.5), 0);
    tmInput input = linkage_position(bob);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmRates *rates = rates_of(t, plan);
    const double v[2] = {1.0, 2.0}, a[2] = {-0.5, 0.25};
    double along = -v[0] * sin(0.5) + v[1] * cos(0.5), out = v[0] * cos(0.5) + v[1] * sin(0.5);
    tmRatesInfo info;
    MUST(tm_rates_solve(rates, v, a, &info));
    CHECK(info.outcome == TM_RATES_DONE && info.freedom == 0);
    CHECK_NEAR(info.miss, fabs(out), EXACT);
    CHECK_NEAR(tm_rates_velocities(rates)[1].angle, along / 3.0, EXACT);
    CHECK_NEAR(tm_rates_accelerations(rates)[1].angle, (-a[0] * sin(0.5) + a[1] * cos(0.5)) / 3.0,
               EXACT);
}

TEST(drag_of_what_inputs_hold_or_of_the_ground_is_all_missed) {
    uint64_t state = 56;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId crank = linkage_body(&l, 0, 0, 0);
    tmJointId pin = linkage_pin(&l, l.ground, crank, 0, 0);
    const tmInput inputs[] = {linkage_angle(pin),
                              linkage_position(linkage_mark(&l, crank, 2, 0, 0)),
                              linkage_position(linkage_mark(&l, l.ground, 1, 1, 0))};
    tmPlan *plan = linkage_open_plan(t, &l, inputs, 3);
    MUST(l.status);
    tmRates *rates = rates_of(t, plan);
    const double v[5] = {1.0, 3.0, 2.0, 0.0, 0.0};
    tmRatesInfo info;
    MUST(tm_rates_solve(rates, v, NULL, &info));
    CHECK(info.outcome == TM_RATES_DONE && info.freedom == 0);
    CHECK_NEAR(info.miss, 3.0, EXACT);
    CHECK_NEAR(tm_rates_velocities(rates)[1].angle, 1.0, EXACT);
}

/* ---- No rates, and many -------------------------------------------------------------------- */

TEST(driven_piston_at_its_dead_centre_is_singular_and_still_at_rest) {
    for (int side = 0; side < 2; side++) {
        double fold = side ? 2.0 : 4.0; /* rod 3 and crank 1 stretched, or folded */
        const LinkageBody bodies[] = {{"crank", 0, 0, side ? LINKAGE_PI : 0.0},
                                      {"rod", side ? -1.0 : 1.0, 0, 0},
                                      {"piston", fold, 0, 0}};
        static const LinkageJoint joints[] = {
            {"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
            {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
            {"C", TM_JOINT_REVOLUTE, {2, 3, 0, 0}, {3, 0, 0, 0}, 0},
            {"S", TM_JOINT_PRISMATIC, {0, 0, 0, 0}, {3, 0, 0, 0}, 0}};
        Linkage l;
        tmPlan *plan;
        tmRates *rates;
        MUST(linkage_table_build(t, &l, bodies, 3, joints, 4));
        MUST(linkage_table_plan(t, &l, 3, &plan));
        MUST(tm_rates_create(plan, &rates));
        DEFER(tm_rates_destroy, rates);
        tmRatesInfo info;
        REQUIRE(solved(t, rates, false, 1.0, 0.0, TM_RATES_SINGULAR));
        CHECK(all_zero(l.m, rates));
        /* At rest it can be; but the crank is free to begin to turn. */
        MUST(tm_rates_solve(rates, NULL, NULL, &info));
        CHECK(info.outcome == TM_RATES_FREE && info.freedom == 1 && info.redundant == 1);
        CHECK(all_zero(l.m, rates));
        /* At rest, but to be accelerated: nor can it. */
        REQUIRE(solved(t, rates, false, 0.0, 1.0, TM_RATES_SINGULAR));
        CHECK(all_zero(l.m, rates));
    }
}

/* Where a move ended at the fold itself, rates are refused or large, never wrong: q' = x' / x1. */
TEST(rates_next_to_a_dead_centre_are_right_or_refused) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 3, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    int refused = 0, given = 0;
    for (int k = 1; k <= 15; k++) {
        double x = 4.0 - pow(10.0, -k), one = 1.0;
        tmSolveInfo moved;
        MUST(tm_plan_move(plan, &x, &moved));
        if (moved.outcome != TM_MOVE_DONE) {
            continue;
        }
        const tmPose *p = tm_plan_poses(plan);
        double q = atan2(p[1].s, p[1].c), x1, x2;
        slider_crank(1.0, 3.0, q, &x1, &x2);
        tmRatesInfo info;
        MUST(tm_rates_solve(rates, &one, NULL, &info));
        if (info.outcome == TM_RATES_DONE) {
            CHECK_NEAR(tm_rates_velocities(rates)[1].angle * x1, 1.0, 1e-3);
            given++;
        } else {
            CHECK(info.outcome == TM_RATES_SINGULAR && all_zero(l.m, rates) && fabs(q) < 1e-4);
            refused++;
        }
    }
    CHECK(given >= 6 && refused >= 1);
}

/* Three equal cranks carry one bar: a joint too many, yet it moves. The bar goes round unturned. */
TEST(parallel_cranks_move_although_a_joint_is_redundant) {
    uint64_t state = 57;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId bar = linkage_body(&l, 0, 0, 0);
        double r = 1.3, q = 0.9, w = 1.7, alpha = -0.4;
        tmInput input = {0};
        for (int i = 0; i < 3; i++) {
            double x = i * (i + 1.0);
            tmBodyId crank = linkage_body(&l, 0, 0, 0);
            tmJointId pin = linkage_pin(&l, l.ground, crank, x, 0);
            linkage_pin(&l, crank, bar, x + r * cos(q), r * sin(q));
            input = i == 0 ? linkage_angle(pin) : input;
        }
        tmFeatureId mark = linkage_mark(&l, bar, 3, 4, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        tmRatesInfo info;
        double v = l.swap ? -w : w, a = l.swap ? -alpha : alpha;
        MUST(tm_rates_solve(rates, &v, &a, &info));
        CHECK(info.outcome == TM_RATES_DONE && info.freedom == 0 && info.redundant == 1);
        CHECK_NEAR(tm_rates_velocities(rates)[1].angle, 0.0, EXACT);
        CHECK_NEAR(tm_rates_accelerations(rates)[1].angle, 0.0, EXACT);
        check_point(t, rates, mark, -r * w * sin(q), r * w * cos(q),
                    -r * (alpha * sin(q) + w * w * cos(q)), r * (alpha * cos(q) - w * w * sin(q)));
        test_run_defers(t, 0);
    }
}

TEST(inputs_that_contradict_each_other_are_singular_and_agreeing_ones_are_not) {
    uint64_t state = 58;
    linkage l = linkage_open(t, 0, &state);
    tmBodyId crank = linkage_body(&l, 0, 0, 0), arm = linkage_body(&l, 0, 0, 0);
    tmBodyId bar = linkage_body(&l, 0, 0, 0);
    const tmInput inputs[] = {linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0)),
                              linkage_angle(linkage_pin(&l, l.ground, arm, 3, 0))};
    linkage_pin(&l, crank, bar, 0, 1);
    linkage_pin(&l, bar, arm, 3, 1);
    tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
    MUST(l.status);
    tmRates *rates = rates_of(t, plan);
    const double same[2] = {2.0, 2.0}, other[2] = {2.0, 1.0};
    tmRatesInfo info;
    MUST(tm_rates_solve(rates, same, NULL, &info));
    CHECK(info.outcome == TM_RATES_DONE && info.redundant == 1);
    CHECK_NEAR(tm_rates_velocities(rates)[3].x, -2.0, EXACT);
    MUST(tm_rates_solve(rates, other, NULL, &info));
    CHECK(info.outcome == TM_RATES_SINGULAR && all_zero(l.m, rates));
}

/* Two loose bodies pinned to a driven crank, and one that nothing holds: 2 + 3 freedoms. */
TEST(freedoms_that_inputs_leave_are_counted_and_what_nothing_holds_rests) {
    uint64_t state = 59;
    linkage l = linkage_open(t, LINKAGE_RANDOM_AXES, &state);
    tmBodyId crank = linkage_body(&l, 0, 0, 0), one = linkage_body(&l, 0, 0, 0);
    tmBodyId two = linkage_body(&l, 0, 0, 0);
    linkage_body(&l, 0, 0, 0);
    tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
    linkage_pin(&l, crank, one, 1, 0);
    linkage_pin(&l, one, two, 2, 1);
    tmFeatureId hinge = linkage_mark(&l, one, 1, 0, 0);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmRates *rates = rates_of(t, plan);
    tmRatesInfo info;
    double w = 2.0;
    MUST(tm_rates_solve(rates, &w, NULL, &info));
    CHECK(info.outcome == TM_RATES_FREE && info.freedom == 5 && info.redundant == 0);
    double x, y;
    MUST(tm_rates_point_velocity(rates, hinge, &x, &y));
    CHECK_NEAR(x, 0.0, EXACT);
    CHECK_NEAR(y, w, EXACT);
    const tmPoseRate *loose = &tm_rates_velocities(rates)[4];
    CHECK(loose->x == 0.0 && loose->y == 0.0 && loose->angle == 0.0);
}

TEST(mechanism_without_bodies_has_no_rates) {
    tmMechanism *m;
    tmPlan *plan;
    tmRates *rates;
    tmPlanDef def = tm_plan_def_default();
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    MUST(tm_plan_create(m, &def, &plan));
    DEFER(tm_plan_destroy, plan);
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    tmRatesInfo info;
    MUST(tm_rates_solve(rates, NULL, NULL, &info));
    CHECK(info.outcome == TM_RATES_DONE && info.freedom == 0 && info.redundant == 0);
    CHECK(all_zero(m, rates));
}

/* ---- Units and bad input ------------------------------------------------------------------- */

/* The slider-crank in units from 1e-150 to 1e150 of a length. */
TEST(verdicts_and_rates_do_not_depend_on_the_unit_of_length) {
    static const double units[] = {1e-150, 1e-6, 1.0, 1e6, 1e150};
    for (int i = 0; i < 5; i++) {
        double s = units[i], q = 0.8, x1, x2;
        linkage l = linkage_open(t, 0, NULL);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
        tmBodyId piston = linkage_body(&l, 0, 0, 0);
        double x = s * (cos(q) + sqrt(9.0 - sin(q) * sin(q)));
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, crank, rod, s * cos(q), s * sin(q));
        linkage_pin(&l, rod, piston, x, 0);
        linkage_slider(&l, l.ground, piston, 0, 0, 0, x);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        tmRates *rates = rates_of(t, plan);
        REQUIRE(solved(t, rates, false, 1.0, 0.0, TM_RATES_DONE));
        slider_crank(1.0, 3.0, q, &x1, &x2);
        CHECK_NEAR(tm_rates_velocities(rates)[3].x / s, x1, EXACT);
        CHECK_NEAR(tm_rates_accelerations(rates)[3].x / s, x2, EXACT);
        test_run_defers(t, 0);
    }
}

TEST(open_joints_give_no_rates_until_the_plan_has_moved) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(tm_body_set_pose(l.m, l.bodies[2], 0.2, 1.1, -0.3));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    REQUIRE(solved(t, rates, false, 1.0, 0.0, TM_RATES_OPEN));
    CHECK(all_zero(l.m, rates));
    double q = 1.5;
    MUST(tm_plan_move(plan, &q, NULL));
    REQUIRE(solved(t, rates, false, 1.0, 0.0, TM_RATES_DONE));
}

TEST(bad_input_is_refused_and_leaves_the_rates_as_they_were) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    REQUIRE(solved(t, rates, false, 1.0, 0.0, TM_RATES_DONE));
    double was = tm_rates_velocities(rates)[3].x, bad[] = {NAN, INFINITY, -INFINITY}, one = 1.0;
    double x = 7.0, y = 8.0;
    tmRatesInfo info = {.freedom = 77};
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(tm_rates_solve(rates, &bad[i], NULL, &info), TM_ERR_NOT_FINITE);
        CHECK_STATUS(tm_rates_solve(rates, &one, &bad[i], &info), TM_ERR_NOT_FINITE);
    }
    CHECK(info.freedom == 77 && tm_rates_velocities(rates)[3].x == was);
    CHECK_STATUS(tm_rates_solve(NULL, &one, NULL, &info), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_rates_create(NULL, &rates), TM_ERR_ARGUMENT);
    CHECK(!rates);
    CHECK_STATUS(tm_rates_create(plan, NULL), TM_ERR_ARGUMENT);
    CHECK(!tm_rates_velocities(NULL) && !tm_rates_accelerations(NULL));
    tm_rates_destroy(NULL);
    CHECK_STATUS(tm_rates_point_velocity(NULL, l.a[0], &x, &y), TM_ERR_ARGUMENT);
    CHECK(x == 7.0 && y == 8.0);
}

TEST(results_too_large_for_a_double_are_refused_and_all_zero) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    double fast = 1e200; /* its square is not a double */
    tmRatesInfo info = {.freedom = 77};
    CHECK_STATUS(tm_rates_solve(rates, &fast, NULL, &info), TM_ERR_NOT_FINITE);
    CHECK(info.freedom == 77 && all_zero(l.m, rates));
    fast = 1e150;
    MUST(tm_rates_solve(rates, &fast, NULL, &info));
    CHECK_NEAR(tm_rates_velocities(rates)[1].angle / fast, 1.0, EXACT);
}

TEST(edits_make_rates_stale) {
    Linkage l;
    tmPlan *plan;
    tmRates *rates, *late;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    MUST(tm_rates_create(plan, &rates));
    DEFER(tm_rates_destroy, rates);
    double one = 1.0, x = 7.0, y = 8.0;
    tmFeatureId none = {0};
    CHECK_STATUS(tm_rates_point_velocity(rates, none, &x, &y), TM_ERR_ID);
    CHECK_STATUS(tm_rates_point_acceleration(rates, none, &x, &y), TM_ERR_ID);
    MUST(tm_body_set_pose(l.m, l.bodies[1], 0.0, 0.0, 1.0));
    CHECK_STATUS(tm_rates_solve(rates, &one, NULL, NULL), TM_ERR_STALE);
    CHECK_STATUS(tm_rates_point_velocity(rates, l.a[0], &x, &y), TM_ERR_STALE);
    CHECK_STATUS(tm_rates_point_acceleration(rates, l.a[0], &x, &y), TM_ERR_STALE);
    CHECK_STATUS(tm_rates_create(plan, &late), TM_ERR_STALE);
    CHECK(!late && x == 7.0 && y == 8.0);
}

TEST_MAIN(CASE(crank_moves_as_a_point_on_a_circle),
          CASE(four_bar_has_the_rates_of_its_loop_closure),
          CASE(piston_of_a_slider_crank_moves_as_its_formula_says),
          CASE(crank_of_a_driven_piston_turns_as_the_inverse_formula_says),
          CASE(scotch_yoke_moves_harmonically),
          CASE(block_driven_along_a_turning_arm_has_the_rates_of_polar_coordinates),
          CASE(dragged_arm_of_two_links_has_the_rates_of_its_inverse_kinematics),
          CASE(dragged_pendulum_takes_the_part_along_its_circle),
          CASE(drag_of_what_inputs_hold_or_of_the_ground_is_all_missed),
          CASE(driven_piston_at_its_dead_centre_is_singular_and_still_at_rest),
          CASE(rates_next_to_a_dead_centre_are_right_or_refused),
          CASE(parallel_cranks_move_although_a_joint_is_redundant),
          CASE(inputs_that_contradict_each_other_are_singular_and_agreeing_ones_are_not),
          CASE(freedoms_that_inputs_leave_are_counted_and_what_nothing_holds_rests),
          CASE(mechanism_without_bodies_has_no_rates),
          CASE(verdicts_and_rates_do_not_depend_on_the_unit_of_length),
          CASE(open_joints_give_no_rates_until_the_plan_has_moved),
          CASE(bad_input_is_refused_and_leaves_the_rates_as_they_were),
          CASE(results_too_large_for_a_double_are_refused_and_all_zero),
          CASE(edits_make_rates_stale))
