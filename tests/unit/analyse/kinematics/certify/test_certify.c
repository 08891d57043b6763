/* test_certify.c: certificates against closed forms of the test: a certified way never contains an
 * angle at which the linkage cannot be, and ends on the branch that the closed form goes on to. */
#include "bars.h"
#include "certifier.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#define TURN (2.0 * LINKAGE_PI)
#define BODIES 8

/* ---- [ME] figure 22 ------------------------------------------------------------------------- */

/* Angle about pi at which b + c of a four-bar is stretched: half the forbidden arc. */
static double half_arc(double a, double g, double reach) {
    return (double)acosl(((long double)reach * reach - (long double)a * a - (long double)g * g) /
                         (2.0L * a * g));
}

TEST(walking_towards_the_arc_of_figure_22_comes_to_its_edge_and_not_beyond) {
    uint64_t state = 61;
    for (int way = 0; way < 2; way++) {
        Bars k = {.a = 1.0, .b = 3.0, .c = 1.999878, .g = 4.0, .side = way ? 1 : -1};
        tmStatus status = bars_build(t, &k, &state);
        DEFER(tm_mechanism_destroy, k.m);
        MUST(status);
        tmiCertifier *c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
        MUST(status);
        double arc = half_arc(k.a, k.g, k.b + k.c);
        CHECK_NEAR(arc, LINKAGE_PI / 180.0, 2e-5); /* 2 degrees, as the figure says */
        double sense = way ? -1.0 : 1.0, edge = LINKAGE_PI - sense * arc;
        double at = sense > 0.0 ? 1.0 : TURN - 1.0, to = at + sense * 3.0;
        int steps = 0;
        for (; steps < 100; steps++) {
            tmPose poses[BODIES], next[BODIES];
            REQUIRE(bars_poses(&k, at, k.side, 1, poses));
            tmiCertificate found = tmi_certify(c, poses, &at, &to, NULL);
            double step = found.part * (to - at);
            REQUIRE(sense * (edge - (at + step)) >= 0.0);
            if (fabs(step) < 1e-14 || !bars_poses(&k, at + step, k.side, 1, next)) {
                break;
            }
            CHECK(tmi_certificate_holds(c, found.part, next));
            at += step;
        }
        CHECK(fabs(edge - at) <= 1e-10);
        CHECK(steps <= 40);
    }
}

/* ---- Random linkages ------------------------------------------------------------------------ */

/* Whether an angle of the open arc about `centre` lies between a and b, whole turns counted. */
static bool arc_between(double a, double b, double centre, double half) {
    double low = fmin(a, b), high = fmax(a, b);
    double first = centre + TURN * ceil((low - centre - half) / TURN);
    return first - half < high - 1e-13 && first + half > low + 1e-13;
}

/* A four-bar that cannot be within `half` of pi (0: no such arc), nor of 0. */
static Bars random_four(uint64_t *state, double *outer, double *inner) {
    Bars k = {.a = test_uniform(state, 0.3, 3.0), .g = test_uniform(state, 0.3, 3.0)};
    double sum = k.a + k.g, gap = fabs(k.a - k.g);
    *outer = test_between(state, 0, 2) ? 0.5 * exp(test_uniform(state, log(1e-6), log(2.0))) : 0.0;
    *inner = test_between(state, 0, 2) ? 0.0 : 0.5 * exp(test_uniform(state, log(1e-6), log(2.0)));
    double reach = *outer > 0.0 ? sqrt(k.a * k.a + k.g * k.g + 2.0 * k.a * k.g * cos(*outer))
                                : sum * test_uniform(state, 1.01, 1.5);
    double min = *inner > 0.0 ? sqrt(k.a * k.a + k.g * k.g - 2.0 * k.a * k.g * cos(*inner))
                              : gap * test_uniform(state, 0.0, 0.99);
    double one = 0.5 * (reach + min), other = 0.5 * (reach - min);
    bool swap = test_between(state, 0, 1);
    k.b = swap ? other : one;
    k.c = swap ? one : other;
    k.side = test_between(state, 0, 1) ? 1 : -1;
    return k;
}

typedef struct Tally {
    int certificates, refused, arcs_met;
    double gone;
} Tally;

/* Walks from `at` by certified steps. Each must avoid the arcs and end on the kept sides. */
static void walk_four(tmTest *t, const Bars *k, tmiCertifier *c, double at, double to, double outer,
                      double inner, Tally *tally) {
    for (int i = 0; i < 12 && at != to; i++) {
        tmPose poses[BODIES], next[BODIES], other[BODIES];
        if (!bars_poses(k, at, k->side, 1, poses)) {
            break;
        }
        tmiCertificate found = tmi_certify(c, poses, &at, &to, NULL);
        double end = found.part < 1.0 ? at + found.part * (to - at) : to;
        tally->certificates++;
        tally->refused += found.part == 0.0;
        if (found.part == 0.0) {
            break;
        }
        CHECK(outer == 0.0 || !arc_between(at, end, LINKAGE_PI, outer));
        CHECK(inner == 0.0 || !arc_between(at, end, 0.0, inner));
        CHECK(found.min_radius <= found.max_radius);
        if (bars_poses(k, end, k->side, 1, next) && bars_poses(k, end, -k->side, 1, other)) {
            CHECK(tmi_certificate_holds(c, found.part, next));
            CHECK(!tmi_certificate_holds(c, found.part, other));
        }
        tally->gone += fabs(end - at);
        at = end;
    }
}

TEST(no_arc_of_ten_thousand_random_four_bars_is_skipped) {
    uint64_t state = 62;
    Tally tally = {0};
    int kept = t->defer_count;
    for (int i = 0; i < test_rounds(10000); i++) {
        double outer, inner, at = 0.0;
        Bars k = random_four(&state, &outer, &inner);
        tmStatus status = bars_build(t, &k, &state);
        DEFER(tm_mechanism_destroy, k.m);
        MUST(status);
        tmiCertifier *c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
        MUST(status);
        Points p;
        bool starts = false;
        for (int tries = 0; tries < 20 && !starts; tries++) {
            at = test_uniform(&state, 0.0, TURN);
            starts = bars_points(&k, at, k.side, 1, &p);
        }
        double to = at + test_uniform(&state, -20.0, 20.0);
        if (starts) {
            tally.arcs_met += outer > 0.0 || inner > 0.0;
            walk_four(t, &k, c, at, to, outer, inner, &tally);
        }
        test_run_defers(t, kept);
    }
    CHECK(tally.arcs_met > test_rounds(5000));
    CHECK(tally.refused < tally.certificates / 100);
    CHECK(tally.gone / tally.certificates > 0.1);
}

/* Distance of the second dyad's ends: it can be as long as d + e. */
static double span_at(const Bars *k, double angle) {
    Points p;
    Bars four = *k;
    four.six = false;
    return bars_points(&four, angle, k->side, 1, &p) ? hypot(p.qx - p.fx, p.qy - p.fy) : NAN;
}

/* A six-bar on a four-bar without arcs, whose second dyad is too short, by design, within about
 * `half` of the angle *peak where its ends are farthest apart. */
static bool random_six(Bars *k, double *peak, uint64_t *state) {
    double outer, inner;
    do {
        *k = random_four(state, &outer, &inner);
    } while (outer > 0.0 || inner > 0.0);
    k->six = true;
    k->on_rocker = test_between(state, 0, 1);
    k->side2 = test_between(state, 0, 1) ? 1 : -1;
    k->px = test_uniform(state, -2.0, 2.0);
    k->py = test_uniform(state, -2.0, 2.0);
    k->qx = test_uniform(state, -2.0, 2.0);
    k->qy = test_uniform(state, -2.0, 2.0);
    double best = 0.0, low = INFINITY;
    for (int i = 0; i < 200; i++) {
        double span = span_at(k, TURN * i / 200.0);
        low = fmin(low, span);
        if (span > best) {
            best = span;
            *peak = TURN * i / 200.0;
        }
    }
    double width = TURN / 200.0;
    for (int i = 0; i < 200; i++) { /* golden section */
        double left = *peak - width, right = *peak + width;
        *peak = span_at(k, left) > span_at(k, *peak)    ? left
                : span_at(k, right) > span_at(k, *peak) ? right
                                                        : *peak;
        width *= 0.85;
    }
    double half = 0.5 * exp(test_uniform(state, log(1e-6), log(2.0)));
    double reach = fmin(span_at(k, *peak - half), span_at(k, *peak + half));
    bool arc = test_between(state, 0, 3) > 0;
    reach = arc ? reach : 1.05 * span_at(k, *peak);
    *peak = arc && reach < span_at(k, *peak) ? *peak : NAN;
    double apart = low * test_uniform(state, -0.9, 0.9);
    k->d = 0.5 * (reach + apart);
    k->e = 0.5 * (reach - apart);
    return low > 0.01;
}

/* Every sample of a certified way must have a closed form; the peak never lies on it. */
static void walk_six(tmTest *t, const Bars *k, tmiCertifier *c, double at, double to, double peak,
                     Tally *tally) {
    for (int i = 0; i < 12 && at != to; i++) {
        tmPose poses[BODIES], next[BODIES], other[BODIES];
        Points p;
        if (!bars_poses(k, at, k->side, k->side2, poses)) {
            break;
        }
        tmiCertificate found = tmi_certify(c, poses, &at, &to, NULL);
        double end = found.part < 1.0 ? at + found.part * (to - at) : to;
        tally->certificates++;
        tally->refused += found.part == 0.0;
        if (found.part == 0.0) {
            break;
        }
        CHECK(isnan(peak) || !arc_between(at, end, peak, 1e-12));
        for (int s = 0; s < 50; s++) {
            double part = s / 50.0;
            CHECK(bars_points(k, at + part * (end - at), k->side, k->side2, &p));
        }
        if (bars_poses(k, end, k->side, k->side2, next) &&
            bars_poses(k, end, k->side, -k->side2, other)) {
            CHECK(tmi_certificate_holds(c, found.part, next));
            CHECK(!tmi_certificate_holds(c, found.part, other));
        }
        tally->gone += fabs(end - at);
        at = end;
    }
}

TEST(no_arc_of_a_thousand_random_six_bars_is_skipped) {
    uint64_t state = 63;
    Tally tally = {0};
    int kept = t->defer_count;
    for (int i = 0; i < test_rounds(1000); i++) {
        Bars k;
        double peak = 0.0, at = 0.0;
        if (!random_six(&k, &peak, &state)) {
            continue;
        }
        tmStatus status = bars_build(t, &k, &state);
        DEFER(tm_mechanism_destroy, k.m);
        MUST(status);
        tmiCertifier *c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
        MUST(status);
        Points p;
        bool starts = false;
        for (int tries = 0; tries < 20 && !starts; tries++) {
            at = test_uniform(&state, 0.0, TURN);
            starts = bars_points(&k, at, k.side, k.side2, &p);
        }
        if (starts) {
            tally.arcs_met += !isnan(peak);
            walk_six(t, &k, c, at, at + test_uniform(&state, -20.0, 20.0), peak, &tally);
        }
        test_run_defers(t, kept);
    }
    CHECK(tally.arcs_met > test_rounds(500));
    CHECK(tally.refused < tally.certificates / 100);
    CHECK(tally.gone / tally.certificates > 0.05);
}

/* ---- Steps that are certified --------------------------------------------------------------- */

/* Mean step of a turn [rad]. */
static double mean_step(tmTest *t, tmMechanism *m, tmJointId driver) {
    tmStatus status;
    tmInput input = linkage_angle(driver);
    tmPlan *plan = NULL;
    CHECK_STATUS(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan), TM_OK);
    DEFER(tm_plan_destroy, plan);
    tmiCertifier *c = certifier_open(t, m, input, &status);
    CHECK_STATUS(status, TM_OK);
    double start, at;
    CHECK_STATUS(tm_plan_values(plan, &start), TM_OK);
    int steps = 0;
    for (at = start; at < start + TURN && steps < 1000; steps++) {
        double to = at + TURN;
        tmiCertificate found = tmi_certify(c, tm_plan_poses(plan), &at, &to, NULL);
        at = at + found.part * TURN;
        tmSolveInfo info;
        CHECK_STATUS(tm_plan_move(plan, &at, &info), TM_OK);
        CHECK(info.outcome == TM_MOVE_DONE);
        CHECK(tmi_certificate_holds(c, found.part, tm_plan_poses(plan)));
    }
    return (at - start) / steps;
}

TEST(typical_linkages_turn_in_large_certified_steps) {
    uint64_t state = 66;
    Bars k = {.a = 1.0, .b = 3.0, .c = 2.5, .g = 3.0, .side = 1};
    tmStatus status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    MUST(bars_place(&k, 1.0));
    CHECK(mean_step(t, k.m, k.driver) > 0.3);
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    static const struct {
        const char *name;
        double min;
    } steps[] = {{"4-bar", 0.3},   {"6-bar (a)", 0.2}, {"6-bar (b)", 0.1}, {"8-bar", 0.2},
                 {"10-bar", 0.03}, {"Duplex", 0.1},    {"Stress-10", 0.2}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        int kept = t->defer_count, index = reference_index(file, steps[i].name);
        tmMechanism *m;
        tmJointId driver;
        MUST(reference_build(t, file, index, &m, &driver));
        CHECK(mean_step(t, m, driver) > steps[i].min);
        test_run_defers(t, kept);
    }
}

/* A chain has freedoms left. Half of what is certified is gone by the plan, which has a metric of
 * its own: its answer lies off q + range(A), and is joined to the start all the same. */
TEST(answers_of_another_metric_are_on_the_branch_where_freedoms_are_left) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    int index = reference_index(file, "Chain-4");
    tmMechanism *m;
    tmJointId driver;
    MUST(reference_build(t, file, index, &m, &driver));
    tmInput input = linkage_angle(driver);
    tmPlan *plan = NULL;
    MUST(linkage_plan(m, &input, 1, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    tmStatus status;
    tmiCertifier *c = certifier_open(t, m, input, &status);
    MUST(status);
    double at;
    MUST(tm_plan_values(plan, &at));
    int held = 0, steps = 0;
    double *weights = test_memory(t, 3 * (size_t)tm_body_count(m), sizeof *weights);
    for (int i = 0; i < 3 * tm_body_count(m); i++) {
        weights[i] = i % 3 == 2 ? 1.0 : 1e-3;
    }
    for (; steps < 50; steps++) {
        double to = at + 1.0;
        tmiCertificate found = tmi_certify(c, tm_plan_poses(plan), &at, &to, weights);
        REQUIRE(found.part > 0.0 && found.rank == found.rows && found.rank < found.unknowns);
        at += 0.5 * found.part;
        tmSolveInfo info;
        MUST(tm_plan_move(plan, &at, &info));
        held += tmi_certificate_holds(c, 0.5 * found.part, tm_plan_poses(plan));
        CHECK(!tmi_certificate_holds(c, 1.01 * found.part, tm_plan_poses(plan)));
    }
    CHECK(held > steps / 2);
}

TEST(tangent_is_that_of_central_differences) {
    uint64_t state = 67;
    Bars k = {.a = 1.0, .b = 3.0, .c = 2.5, .g = 3.0, .side = -1};
    tmStatus status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    tmiCertifier *c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
    MUST(status);
    for (int i = 0; i < 50; i++) {
        double at = test_uniform(&state, 0.0, 6.0), way = test_uniform(&state, -2.0, 2.0);
        double to = at + way, tangent[3], step = 1e-5;
        tmPose here[BODIES], high[BODIES], low[BODIES];
        REQUIRE(bars_poses(&k, at, -1, 1, here) && bars_poses(&k, at + step * way, -1, 1, high) &&
                bars_poses(&k, at - step * way, -1, 1, low));
        tmi_certify(c, here, &at, &to, NULL);
        CHECK(!tmi_certificate_tangent(c, 0, tangent));
        for (int b = 1; b < 4; b++) {
            REQUIRE(tmi_certificate_tangent(c, b, tangent));
            double turn = atan2(low[b].c * high[b].s - low[b].s * high[b].c,
                                low[b].c * high[b].c + low[b].s * high[b].s);
            CHECK_NEAR(tangent[0], (high[b].x - low[b].x) / (2.0 * step), 1e-7);
            CHECK_NEAR(tangent[1], (high[b].y - low[b].y) / (2.0 * step), 1e-7);
            CHECK_NEAR(tangent[2], turn / (2.0 * step), 1e-7);
        }
    }
}

/* ---- Where there is no proof ---------------------------------------------------------------- */

TEST(dead_centres_and_change_points_are_not_certified) {
    uint64_t state = 68;
    tmStatus status;
    /* stretched flat */
    Bars k = {.a = 1.0, .b = 2.0, .c = 1.5, .g = 4.0, .side = 1};
    double edge = LINKAGE_PI - half_arc(k.a, k.g, 3.5), to = edge - 0.5, flat = 0.0, on = 0.5;
    status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    tmiCertifier *c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
    MUST(status);
    tmPose poses[BODIES];
    double inside = edge - 1e-15;
    while (!bars_poses(&k, inside, 1, 1, poses)) {
        inside -= 1e-15;
    }
    CHECK(tmi_certify(c, poses, &inside, &to, NULL).part < 1e-12);
    /* a parallelogram, flat: two branches go through it */
    Bars p = {.a = 1.0, .b = 3.0, .c = 1.0, .g = 3.0, .side = 1};
    status = bars_build(t, &p, &state);
    DEFER(tm_mechanism_destroy, p.m);
    MUST(status);
    c = certifier_open(t, p.m, linkage_angle(p.driver), &status);
    MUST(status);
    REQUIRE(bars_poses(&p, flat, 1, 1, poses));
    tmiCertificate found = tmi_certify(c, poses, &flat, &on, NULL);
    CHECK(found.part == 0.0 && found.rank < found.rows);
    CHECK(!tmi_certificate_holds(c, 0.0, poses));
    REQUIRE(bars_poses(&p, on, 1, 1, poses));
    double back = -0.5;
    found = tmi_certify(c, poses, &on, &back, NULL);
    CHECK(found.part > 0.0 && on + found.part * (back - on) > 0.0);
}

/* Three cranks of a parallelogram: one row too many, which says nothing new. */
TEST(redundant_rows_are_left_out) {
    tmMechanism *m;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    tmBodyId bar = linkage_body(&l, 0, 1, 0);
    tmJointId drive = {0};
    for (int i = 0; i < 3; i++) {
        tmBodyId crank = linkage_body(&l, i, 0, 0);
        tmJointId foot = linkage_pin(&l, l.ground, crank, i, 0);
        linkage_pin(&l, crank, bar, i, 1);
        drive = i == 0 ? foot : drive;
    }
    MUST(l.status);
    tmStatus status;
    tmiCertifier *c = certifier_open(t, m, linkage_angle(drive), &status);
    MUST(status);
    tmPose poses[5];
    for (int i = 0; i < 5; i++) {
        MUST(tm_body_pose(m, tm_body_at(m, i), &poses[i]));
    }
    double from = 0.0, to = 3.0;
    tmiCertificate found = tmi_certify(c, poses, &from, &to, NULL);
    CHECK(found.rows == 13 && found.unknowns == 12 && found.rank == 12);
    CHECK(found.part * to > 0.1 && found.part * to < LINKAGE_PI / 2.0);
}

TEST(what_is_too_large_or_no_number_is_not_certified) {
    const MechanismFile *file = reference_file(t);
    REQUIRE(file);
    int index = reference_index(file, "Stress-100");
    tmMechanism *m;
    tmJointId driver;
    tmStatus status;
    MUST(reference_build(t, file, index, &m, &driver));
    tmiCertifier *c = certifier_open(t, m, linkage_angle(driver), &status);
    MUST(status);
    double from = 0.0, to = 1e-9;
    tmPose none[1] = {{0}};
    tmiCertificate found = tmi_certify(c, none, &from, &to, NULL);
    CHECK(found.too_large && found.part == 0.0 && found.unknowns > TMI_CERTIFY_MAX);
    CHECK(!tmi_certificate_holds(c, 0.0, none));

    uint64_t state = 69;
    Bars k = {.a = 1.0, .b = 3.0, .c = 2.5, .g = 3.0, .side = 1};
    status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    c = certifier_open(t, k.m, linkage_angle(k.driver), &status);
    MUST(status);
    tmPose poses[BODIES];
    REQUIRE(bars_poses(&k, 1.0, 1, 1, poses));
    from = 1.0;
    to = NAN;
    CHECK(!(tmi_certify(c, poses, &from, &to, NULL).part > 0.0));
    to = 2.0;
    poses[2].x = INFINITY;
    CHECK(tmi_certify(c, poses, &from, &to, NULL).part == 0.0);
    /* joints that are open: the nearest pose may be on no branch at all */
    REQUIRE(bars_poses(&k, 1.0, 1, 1, poses));
    poses[2].x += 0.7;
    CHECK(tmi_certify(c, poses, &from, &to, NULL).part == 0.0);
}

TEST(inputs_that_a_joint_does_not_have_are_refused) {
    uint64_t state = 70;
    Bars k = {.a = 1.0, .b = 3.0, .c = 2.5, .g = 3.0, .side = 1};
    tmStatus status = bars_build(t, &k, &state);
    DEFER(tm_mechanism_destroy, k.m);
    MUST(status);
    (void)certifier_open(t, k.m, linkage_displacement(k.driver), &status);
    CHECK_STATUS(status, TM_ERR_ARGUMENT);
    (void)certifier_open(t, k.m, linkage_angle((tmJointId){0}), &status);
    CHECK_STATUS(status, TM_ERR_ID);
    (void)certifier_open(t, k.m, linkage_position((tmFeatureId){0}), &status);
    CHECK_STATUS(status, TM_ERR_ID);
}

TEST_MAIN(CASE(walking_towards_the_arc_of_figure_22_comes_to_its_edge_and_not_beyond),
          CASE(no_arc_of_ten_thousand_random_four_bars_is_skipped),
          CASE(no_arc_of_a_thousand_random_six_bars_is_skipped),
          CASE(typical_linkages_turn_in_large_certified_steps),
          CASE(answers_of_another_metric_are_on_the_branch_where_freedoms_are_left),
          CASE(tangent_is_that_of_central_differences),
          CASE(dead_centres_and_change_points_are_not_certified), CASE(redundant_rows_are_left_out),
          CASE(what_is_too_large_or_no_number_is_not_certified),
          CASE(inputs_that_a_joint_does_not_have_are_refused))
