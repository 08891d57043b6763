/* test_breaking.c: a mechanism stops where it must, by each policy, and stays on its branch. */
#include "four_bars.h"

#include <stdio.h>

#define PI LINKAGE_PI

/* A rocker-rocker: coupler and rocker in line, stretched or folded, stop the crank at four angles.
 */
TEST(search_finds_all_four_break_points_of_a_rocker_rocker) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    const double outer = four_bar_angle(f, f.coupler + f.rocker);
    const double inner = four_bar_angle(f, f.rocker - f.coupler);
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (int mirror = -1; mirror <= 1; mirror += 2) {
            for (int side = -1; side <= 1; side += 2) {
                for (int up = 0; up < 2; up++) {
                    linkage l = linkage_open(t, way, NULL);
                    double middle = 0.5 * (outer + inner);
                    fourBarBuilt b = four_bar_build(&l, f, mirror * middle, side);
                    tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
                    MUST(l.status);
                    double edge = mirror * (up ? outer : inner), target = mirror * (up ? 3.0 : 0.0);
                    tmSolveInfo info;
                    double at;
                    MUST(tm_plan_move(plan, &target, &info));
                    CHECK(info.outcome == TM_MOVE_FOLD);
                    MUST(tm_plan_values(plan, &at));
                    CHECK_NEAR(at, edge, 1e-10);
                    CHECK_NEAR(info.reached, (edge - b.start) / (target - b.start), 1e-10);
                    CHECK_NEAR(linkage_gap(l.m, tm_plan_poses(plan), 1.0), 0.0, 1e-10);
                    CHECK(linkage_move(t, &l, plan, &b.start, 1.0));
                    CHECK(four_bar_side(plan, &b, f, b.start) == side);
                    test_run_defers(t, 0);
                }
            }
        }
    }
}

TEST(limit_leaves_the_pose_and_the_side_as_they_were) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (int side = -1; side <= 1; side += 2) {
            linkage l = linkage_open(t, way, NULL);
            fourBarBuilt b = four_bar_build(&l, f, 1.2, side);
            tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_LIMIT);
            MUST(l.status);
            double target = 3.0, at;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &target, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            MUST(tm_plan_values(plan, &at));
            CHECK_NEAR(at, 1.2, 1e-14);
            CHECK_NEAR(1.2 + info.reached * 1.8, four_bar_angle(f, f.coupler + f.rocker), 1e-10);
            CHECK(four_bar_side(plan, &b, f, at) == side);
            test_run_defers(t, 0);
        }
    }
}

/* [ME] figure 22: two degrees of the crank are forbidden. Whatever the step, it ends at the edge.
 */
TEST(step_over_two_forbidden_degrees_ends_at_their_edge) {
    const fourBar f = {1.0, 2.6, 4.999878 - 2.6, 4.0};
    const double edge = four_bar_angle(f, (long double)f.coupler + f.rocker);
    CHECK_NEAR((PI - edge) * 360.0 / PI, 2.0, 0.01);
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (double step = 0.02; step < 300.0; step *= 1.7) {
            linkage l = linkage_open(t, way, NULL);
            fourBarBuilt b = four_bar_build(&l, f, edge - 0.01, 1);
            tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
            MUST(l.status);
            REQUIRE(linkage_move(t, &l, plan, &b.start, 1.0));
            double target = b.start + step, at;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &target, &info));
            CHECK(info.outcome == TM_MOVE_FOLD);
            MUST(tm_plan_values(plan, &at));
            CHECK_NEAR(at, edge, 1e-10);
            test_run_defers(t, 0);
        }
    }
}

/* Too many links for a certificate: the discriminants alone find the arc. Dyads on the crank, all
 * with reach to spare but the one of figure 22. */
TEST(step_over_two_forbidden_degrees_ends_at_their_edge_among_fifty_links) {
    const fourBar f = {1.0, 2.5, 2.499878, 4.0};
    const double edge = four_bar_angle(f, (long double)f.coupler + f.rocker);
    for (int way = 0; way < LINKAGE_RANDOM_AXES + 1; way++) {
        uint64_t state = 5;
        linkage l = linkage_open(t, way, &state);
        fourBarBuilt b = four_bar_build(&l, f, 2.0, 1);
        for (int i = 0; i < 25; i++) {
            double px = cos(2.0), py = sin(2.0), gx = 3.0 * cos(0.2 * i), gy = 3.0 * sin(0.2 * i);
            double x = 0, y = 0;
            linkage_circles(px, py, 3.2, gx, gy, 3.0, i % 2 ? 1 : -1, &x, &y);
            tmBodyId rod = linkage_body(&l, px, py, 0), arm = linkage_body(&l, gx, gy, 0);
            linkage_pin(&l, b.crank, rod, px, py);
            linkage_pin(&l, rod, arm, x, y);
            linkage_pin(&l, arm, l.ground, gx, gy);
        }
        tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
        MUST(l.status);
        tmSolveInfo info;
        double value = 2.5, at;
        MUST(tm_plan_move(plan, &value, &info));
        CHECK(info.outcome == TM_MOVE_DONE && info.proof == TM_PROOF_WHOLE);
        value = 4.0;
        MUST(tm_plan_move(plan, &value, &info));
        CHECK(info.outcome == TM_MOVE_FOLD);
        MUST(tm_plan_values(plan, &at));
        CHECK_NEAR(at, edge, 1e-10);
        test_run_defers(t, 0);
    }
}

/* Where crank and rocker are parallel again, the coupler's pose decides: a parallelogram. */
static void run_parallelogram(tmTest *t, int way, bool third, double step) {
    const fourBar f = {1.0, 3.0, 1.0, 3.0};
    linkage l = linkage_open(t, way, NULL);
    fourBarBuilt b = four_bar_build(&l, f, 0.5, 1);
    if (third) {
        tmBodyId more = linkage_body(&l, 1, 0, 0);
        linkage_pin(&l, l.ground, more, 1, 0);
        linkage_pin(&l, b.coupler, more, 1 + cos(0.5), sin(0.5));
    }
    tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_LIMIT);
    MUST(l.status);
    int32_t changes = 0;
    for (double value = 0.5 + step; value < 0.5 + 4 * PI; value += step) {
        tmSolveInfo info;
        MUST(tm_plan_move(plan, &value, &info));
        REQUIRE(info.outcome == TM_MOVE_DONE);
        changes += info.changes;
        const tmPose *coupler = &tm_plan_poses(plan)[2];
        CHECK_NEAR(coupler->c, 1.0, 1e-7);
        CHECK_NEAR(coupler->s, 0.0, 1e-7);
    }
    CHECK(changes >= 3 && changes <= 4); /* at 180° and 360°, in nearly two turns */
    test_run_defers(t, 0);
}

TEST(parallelogram_goes_straight_on_through_flat) {
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (double step = 0.05; step < 2.5; step *= 2.1) {
            run_parallelogram(t, way, false, step);
        }
        run_parallelogram(t, way, false, PI / 8); /* and stops in it */
    }
}

TEST(third_parallel_crank_changes_nothing) {
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (double step = 0.05; step < 2.5; step *= 2.1) {
            run_parallelogram(t, way, true, step);
        }
    }
}

/* Stretched beyond its reach: the crank keeps its angle, bars lie in line from its end to the
 * rocker's pivot, and what is missing is shared by the four pins. */
TEST(stretch_shares_the_gap_among_the_pins) {
    const fourBar f = {2.0, 1.5, 2.2, 2.5};
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        linkage l = linkage_open(t, way, NULL);
        fourBarBuilt b = four_bar_build(&l, f, 1.2, 1);
        tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_STRETCH);
        MUST(l.status);
        for (double value = 2.2; value < 4.0; value += 0.3) {
            double span = hypot(f.crank * cos(value) - f.ground, f.crank * sin(value)), at;
            tmSolveInfo info;
            MUST(tm_plan_move(plan, &value, &info));
            REQUIRE(info.outcome == TM_MOVE_STRETCHED);
            MUST(tm_plan_values(plan, &at));
            CHECK_NEAR(remainder(at - value, 2 * PI), 0.0, 1e-9);
            for (int i = 0; i < 4; i++) {
                double gap;
                MUST(tm_plan_gap(plan, b.pins[i], &gap));
                CHECK_NEAR(gap, 0.25 * (span - f.coupler - f.rocker), 1e-6);
            }
        }
        double gap;
        CHECK(linkage_move(t, &l, plan, &b.start, 1.0));
        CHECK(four_bar_side(plan, &b, f, b.start) == 1);
        MUST(tm_plan_gap(plan, b.pins[2], &gap));
        CHECK_NEAR(gap, 0.0, 1e-10);
        test_run_defers(t, 0);
    }
}

/* ---- Random break regions ------------------------------------------------------------------ */

/* A crank-rocker except for `arc` about 180°: coupler and rocker are too short there. */
static fourBar random_arc(uint64_t *state, double *arc) {
    *arc = 1e-6 * pow(2e6, test_uniform(state, 0, 1));
    double g = test_uniform(state, 1.5, 5.0);
    long double half = 0.5L * *arc;
    double span = (double)sqrtl(1.0L + (long double)g * g + 2.0L * g * cosl(half));
    double share = test_uniform(state, 0.5 - 0.4 * (g - 1.0) / span, 0.5 + 0.4 * (g - 1.0) / span);
    return (fourBar){1.0, share * span, (1.0 - share) * span, g};
}

TEST(no_step_skips_a_forbidden_arc_of_a_random_four_bar) {
    uint64_t state = 22;
    for (int i = 0; i < test_rounds(7000); i++) {
        double arc;
        fourBar f = random_arc(&state, &arc);
        double edge = four_bar_angle(f, (long double)f.coupler + f.rocker);
        double before = test_uniform(&state, 1e-3, 2.0);
        double step = before + arc * test_uniform(&state, 1.01, 3.0) +
                      (i % 3 ? test_uniform(&state, 0.0, 20.0) : 0.0);
        int sign = i & 1 ? 1 : -1;
        linkage l = linkage_open(t, i % 10 == 0 ? LINKAGE_NEWTON : 0, NULL);
        fourBarBuilt b = four_bar_build(&l, f, sign * (edge - before), i & 2 ? 1 : -1);
        tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
        MUST(l.status);
        REQUIRE(linkage_move(t, &l, plan, &b.start, 1.0));
        double target = b.start + sign * step, at;
        tmSolveInfo info;
        MUST(tm_plan_move(plan, &target, &info));
        MUST(tm_plan_values(plan, &at));
        /* In a short arc the edge depends on the last digits of the lengths. */
        double doubt = 1e-10 + 1.2e-13 / sin(0.5 * (arc < PI ? arc : PI));
        if (!CHECK(info.outcome == TM_MOVE_FOLD) || !CHECK_NEAR(at, sign * edge, doubt)) {
            printf("  number %d: arc %g, step %g, from %g before\n", i, arc, step, before);
        }
        test_run_defers(t, 0);
    }
}

/* A region in which joints would be open by less than this [of the size] cannot be told from none.
 */
#define ROUNDINGS 3e-14

/* A crank-rocker with a second dyad from its rocker's end to the ground, whose span is largest at
 * some angle of the crank: too short there by an arc. The dyad's lengths come from the span, in
 * long double, `before` that angle. */
static long double span_at(fourBar f, long double angle, double px, double py, int side) {
    long double x = f.crank * cosl(angle), y = f.crank * sinl(angle);
    long double dx = f.ground - x, dy = -y, e = hypotl(dx, dy);
    long double at = atan2l(dy, dx) + side * acosl((e * e + (long double)f.coupler * f.coupler -
                                                    (long double)f.rocker * f.rocker) /
                                                   (2 * e * f.coupler));
    return hypotl(x + f.coupler * cosl(at) - px, y + f.coupler * sinl(at) - py);
}

/* Angle of the largest span, by scanning and golden section. */
static long double widest(fourBar f, double px, double py, int side) {
    long double best = 0, max = 0;
    for (int i = 0; i < 720; i++) {
        long double angle = i * (long double)PI / 360, span = span_at(f, angle, px, py, side);
        if (span > max) {
            max = span;
            best = angle;
        }
    }
    long double low = best - 0.01L, high = best + 0.01L;
    for (int i = 0; i < 200; i++) {
        long double a = high - 0.618L * (high - low), b = low + 0.618L * (high - low);
        if (span_at(f, a, px, py, side) < span_at(f, b, px, py, side)) {
            low = a;
        } else {
            high = b;
        }
    }
    return 0.5L * (low + high);
}

/* Largest angle below `top` at which the span is `span`. */
static double edge_below(fourBar f, double px, double py, int side, long double top,
                         long double span, long double reach) {
    long double low = top - reach, high = top;
    for (int i = 0; i < 200; i++) {
        long double middle = 0.5L * (low + high);
        if (span_at(f, middle, px, py, side) < span) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (double)low;
}

TEST(no_step_skips_a_forbidden_arc_of_a_random_six_bar) {
    uint64_t state = 23;
    int tried = 0;
    for (int i = 0; i < test_rounds(3400); i++) {
        const fourBar f = {1.0, test_uniform(&state, 2.6, 3.4), test_uniform(&state, 2.4, 3.2),
                           3.5};
        int side = i & 1 ? 1 : -1;
        double px = test_uniform(&state, 5.0, 8.0), py = test_uniform(&state, -2.0, 2.0);
        double arc = 1e-6 * pow(1e6, test_uniform(&state, 0, 1));
        long double top = widest(f, px, py, side);
        long double max = span_at(f, top, px, py, side);
        long double span = span_at(f, top - 0.5L * arc, px, py, side);
        while (max - span < ROUNDINGS * max) {
            arc *= 1.5; /* it was none, in doubles */
            span = span_at(f, top - 0.5L * arc, px, py, side);
        }
        double share = test_uniform(&state, 0.45, 0.55);
        double first = share * (double)span, second = (1.0 - share) * (double)span;
        double edge =
            edge_below(f, px, py, side, top, (long double)first + second, 0.6L * arc + 1e-5L);
        double before = test_uniform(&state, 1e-3, 0.5), x, y, u, v;
        linkage l = linkage_open(t, i % 10 == 0 ? LINKAGE_NEWTON : 0, NULL);
        fourBarBuilt b = four_bar_build(&l, f, edge - before, side);
        MUST(l.status);
        double cx = cos(b.start), cy = sin(b.start);
        REQUIRE(linkage_circles(cx, cy, f.coupler, f.ground, 0, f.rocker, side, &x, &y));
        bool free = linkage_circles(x, y, first, px, py, second, i & 2 ? 1 : -1, &u, &v);
        for (int k = 1; k < 400; k++) { /* the span must grow all the way */
            double angle = b.start + 0.0025 * k * before;
            free &=
                span_at(f, angle, px, py, side) > span_at(f, angle - 0.0025 * before, px, py, side);
        }
        if (!free) {
            test_run_defers(t, 0);
            continue; /* another such region lies before it */
        }
        tried++;
        tmBodyId one = linkage_body(&l, x, y, 0), two = linkage_body(&l, px, py, 0);
        linkage_pin(&l, b.rocker, one, x, y);
        linkage_pin(&l, one, two, u, v);
        linkage_pin(&l, two, l.ground, px, py);
        tmPlan *plan = four_bar_plan(t, &l, &b.input, TM_BREAK_SEARCH);
        MUST(l.status);
        REQUIRE(linkage_move(t, &l, plan, &b.start, 1.0));
        double target = b.start + before + arc * test_uniform(&state, 1.05, 3.0) +
                        (i % 3 ? test_uniform(&state, 0.0, 6.0) : 0.0);
        double at;
        tmSolveInfo info;
        MUST(tm_plan_move(plan, &target, &info));
        MUST(tm_plan_values(plan, &at));
        /* Roundings over the gradient of the span at the edge. */
        double depth = (double)(max - first - second);
        double doubt = 1e-10 + ROUNDINGS * (double)max * arc / depth;
        if (!CHECK(info.outcome == TM_MOVE_FOLD) ||
            !CHECK_NEAR(remainder(at - edge, 2 * PI), 0.0, doubt)) {
            printf("  number %d: arc %g, from %g before\n", i, arc, before);
        }
        test_run_defers(t, 0);
    }
    CHECK(tried >= test_rounds(3000));
}

/* ---- Branches ------------------------------------------------------------------------------ */

/* [ME] 7.3's knot, a plate on three rods, one of them on a crank: in steps of any size it ends
 * where it does in small ones. */
TEST(torn_plan_keeps_its_branch_in_large_steps) {
    const double feet[3][2] = {{0.0, 0.0}, {4.0, 0.0}, {-2.0, 3.1}};
    const double corners[3][2] = {{0.5, 2.5}, {3.0, 2.2}, {1.5, 4.0}};
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId crank = linkage_body(&l, -2, 3, 0), plate = linkage_body(&l, 0, 0, 0);
    const tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, -2, 3));
    for (int i = 0; i < 3; i++) {
        tmBodyId rod = linkage_body(&l, 0, 0, 0);
        linkage_pin(&l, i < 2 ? l.ground : crank, rod, feet[i][0], feet[i][1]);
        linkage_pin(&l, rod, plate, corners[i][0], corners[i][1]);
    }
    tmPlan *small = four_bar_plan(t, &l, &input, TM_BREAK_LIMIT);
    MUST(l.status);
    for (double step = 0.5 * PI; step > 0.3; step *= 0.8) {
        tmPlan *large = four_bar_plan(t, &l, &input, TM_BREAK_LIMIT);
        MUST(l.status);
        tm_plan_reset(small);
        double at = 0.0;
        for (double value = step; value < 4 * PI; value += step) {
            REQUIRE(linkage_move(t, &l, large, &value, 4.0));
            while (at < value) {
                at = at + 0.01 < value ? at + 0.01 : value;
                REQUIRE(linkage_move(t, &l, small, &at, 4.0));
            }
            for (int32_t i = 1; i < tm_body_count(l.m); i++) {
                const tmPose *p = &tm_plan_poses(large)[i], *q = &tm_plan_poses(small)[i];
                CHECK_NEAR(p->c, q->c, 1e-8);
                CHECK_NEAR(p->s, q->s, 1e-8);
            }
        }
    }
}

TEST_MAIN(CASE(search_finds_all_four_break_points_of_a_rocker_rocker),
          CASE(limit_leaves_the_pose_and_the_side_as_they_were),
          CASE(step_over_two_forbidden_degrees_ends_at_their_edge),
          CASE(step_over_two_forbidden_degrees_ends_at_their_edge_among_fifty_links),
          CASE(parallelogram_goes_straight_on_through_flat),
          CASE(third_parallel_crank_changes_nothing), CASE(stretch_shares_the_gap_among_the_pins),
          CASE(no_step_skips_a_forbidden_arc_of_a_random_four_bar),
          CASE(no_step_skips_a_forbidden_arc_of_a_random_six_bar),
          CASE(torn_plan_keeps_its_branch_in_large_steps))
