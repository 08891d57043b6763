/* test_tails.c: loose ends of what is dragged move least: along the classical tractrix, dying down
 * from link to link, and back where the drag goes back. */
#include "linkages.h"

#include <math.h>
#include <stdio.h>

#define TAIL 6

/* An arm of two links from the ground at the origin, whose end is dragged, and a tail on it. */
typedef struct arm {
    linkage l;
    tmFeatureId tip, own; /* of the arm, and of the tail's first link at the same pin */
    tmFeatureId end[TAIL];
    int count;
} arm;

/* The tip is at (1, 0); links of the tail have these lengths and directions. */
static arm make_arm(tmTest *t, int way, uint64_t *state, const double *length, const double *angle,
                    int count) {
    arm a = {.l = linkage_open(t, way, state), .count = count};
    tmBodyId one = linkage_body(&a.l, 0, 0, 0), two = linkage_body(&a.l, 0.5, 1.0, 0);
    double x = 1.0, y = 0.0;
    linkage_pin(&a.l, a.l.ground, one, 0, 0);
    linkage_pin(&a.l, one, two, 0.5, 1.0);
    a.tip = linkage_mark(&a.l, two, x, y, 0);
    for (int i = 0; i < count; i++) {
        tmBodyId link = linkage_body(&a.l, x, y, angle[i]);
        tmFeatureId own = linkage_mark(&a.l, link, x, y, 0);
        linkage_joint(&a.l, TM_JOINT_REVOLUTE, i == 0 ? a.tip : a.end[i - 1], own, 0.0);
        x += length[i] * cos(angle[i]);
        y += length[i] * sin(angle[i]);
        a.end[i] = linkage_mark(&a.l, link, x, y, 0);
        a.own = i == 0 ? own : a.own;
    }
    return a;
}

/* The tip goes straight along x by s, the end of a bar of length L begins across: the tractrix has
 * it at x = s - L tanh(s / L), y = L / cosh(s / L). However many frames there are. */
TEST(end_of_a_bar_goes_along_the_tractrix) {
    uint64_t state = 71;
    const double length = 0.4, angle = LINKAGE_PI / 2.0;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int frames = 1; frames <= 25; frames += 8) {
            arm a = make_arm(t, way & ~LINKAGE_SWAPPED, &state, &length, &angle, 1);
            tmInput input = linkage_position(way & LINKAGE_RANDOM_AXES ? a.own : a.tip);
            tmPlan *plan = linkage_open_plan(t, &a.l, &input, 1);
            MUST(a.l.status);
            for (int i = 1; i <= frames; i++) {
                double s = 0.9 * i / frames, x, y;
                const double aim[2] = {1.0 + s, 0.0};
                REQUIRE(linkage_move(t, &a.l, plan, aim, 1.0));
                MUST(tm_plan_point(plan, a.end[0], &x, &y));
                CHECK_NEAR(x, 1.0 + s - length * tanh(s / length), 1e-9);
                CHECK_NEAR(y, length / cosh(s / length), 1e-9);
            }
            test_run_defers(t, 0);
        }
    }
}

/* What least motion is, by its word: each small step takes every end to the nearest point that its
 * pin leaves it. */
static void follow_the_leader(double (*p)[2], const double *length, int count, double x, double y) {
    p[0][0] = x;
    p[0][1] = y;
    for (int i = 0; i < count; i++) {
        double dx = p[i + 1][0] - p[i][0], dy = p[i + 1][1] - p[i][1], d = hypot(dx, dy);
        p[i + 1][0] = p[i][0] + dx / d * length[i];
        p[i + 1][1] = p[i][1] + dy / d * length[i];
    }
}

TEST(every_end_of_a_tail_goes_to_the_nearest_place_and_less_far_than_its_pin) {
    uint64_t state = 72;
    for (int kind = 0; kind < 12; kind++) {
        double length[TAIL], angle[TAIL], p[TAIL + 1][2] = {{1.0, 0.0}}, before[2] = {1.0, 0.0};
        for (int i = 0; i < TAIL; i++) {
            length[i] = test_uniform(&state, 0.1, 0.4);
            angle[i] = test_uniform(&state, -3.0, 3.0);
            p[i + 1][0] = p[i][0] + length[i] * cos(angle[i]);
            p[i + 1][1] = p[i][1] + length[i] * sin(angle[i]);
        }
        arm a = make_arm(t, kind % LINKAGE_WAYS & ~LINKAGE_SWAPPED, &state, length, angle, TAIL);
        tmInput input = linkage_position(a.tip);
        tmPlan *plan = linkage_open_plan(t, &a.l, &input, 1);
        MUST(a.l.status);
        double turn = test_uniform(&state, -3.0, 3.0);
        for (int frame = 1; frame <= 100; frame++) {
            const double aim[2] = {1.0 + 0.003 * frame * cos(turn), 0.003 * frame * sin(turn)};
            double was[TAIL + 1][2], x, y, way = hypot(aim[0] - before[0], aim[1] - before[1]);
            for (int i = 0; i < TAIL; i++) {
                MUST(tm_plan_point(plan, a.end[i], &was[i][0], &was[i][1]));
            }
            REQUIRE(linkage_move(t, &a.l, plan, aim, 1.0));
            for (int i = 0; i < TAIL; i++) {
                MUST(tm_plan_point(plan, a.end[i], &x, &y));
                double own = hypot(x - was[i][0], y - was[i][1]);
                CHECK(own <= way * (1.0 + 1e-9));
                way = own;
            }
            for (int k = 1; k <= 200; k++) {
                double part = k / 200.0;
                follow_the_leader(p, length, TAIL, before[0] + part * (aim[0] - before[0]),
                                  before[1] + part * (aim[1] - before[1]));
            }
            before[0] = aim[0];
            before[1] = aim[1];
        }
        for (int i = 0; i < TAIL; i++) {
            double x, y;
            MUST(tm_plan_point(plan, a.end[i], &x, &y));
            CHECK_NEAR(hypot(x - p[i + 1][0], y - p[i + 1][1]), 0.0, 5e-3);
        }
        test_run_defers(t, 0);
    }
}

TEST(tail_returns_by_the_frames_that_it_came) {
    uint64_t state = 73;
    const double length[TAIL] = {0.3, 0.2, 0.4, 0.25, 0.3, 0.2};
    const double angle[TAIL] = {1.0, 0.2, -0.9, 0.4, 1.7, 2.5};
    arm a = make_arm(t, LINKAGE_RANDOM_AXES, &state, length, angle, TAIL);
    tmInput input = linkage_position(a.tip);
    tmPlan *plan = linkage_open_plan(t, &a.l, &input, 1);
    MUST(a.l.status);
    double x[TAIL], y[TAIL];
    for (int i = 0; i < TAIL; i++) {
        MUST(tm_plan_point(plan, a.end[i], &x[i], &y[i]));
    }
    for (int frame = 1; frame <= 80; frame++) {
        double at = (frame <= 40 ? frame : 80 - frame) / 40.0;
        const double aim[2] = {1.0 - 0.6 * at, 0.8 * sin(2.0 * at)};
        REQUIRE(linkage_move(t, &a.l, plan, aim, 1.0));
    }
    for (int i = 0; i < TAIL; i++) {
        double px, py;
        MUST(tm_plan_point(plan, a.end[i], &px, &py));
        CHECK_NEAR(hypot(px - x[i], py - y[i]), 0.0, 1e-9);
    }
    tm_plan_reset(plan);
    const double home[2] = {1.0, 0.0};
    REQUIRE(linkage_move(t, &a.l, plan, home, 1.0));
    for (int i = 0; i < TAIL; i++) {
        double px, py;
        MUST(tm_plan_point(plan, a.end[i], &px, &py));
        CHECK_NEAR(hypot(px - x[i], py - y[i]), 0.0, 1e-12);
    }
}

/* A block on a bar that is dragged along its own direction stays; across, it goes along; what is
 * welded to the block goes with it. */
TEST(block_slides_to_stay_where_it_is) {
    uint64_t state = 74;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        tmBodyId rail = linkage_body(&l, 0, 0, 0), bar = linkage_body(&l, 0, 0, 0);
        tmBodyId block = linkage_body(&l, 1, 0.5, 0), plate = linkage_body(&l, 1, 0.5, 0);
        linkage_slider(&l, l.ground, rail, 0, 0, LINKAGE_PI / 2.0, 0.0);
        linkage_slider(&l, rail, bar, 0, 0, 0.0, 0.0);
        linkage_slider(&l, bar, block, 0, 0, 0.0, 1.0);
        linkage_joint(&l, TM_JOINT_RIGID, linkage_mark(&l, block, 1, 0.2, 0.3),
                      linkage_mark(&l, plate, 1, 0.2, 0.3), 0.0);
        tmFeatureId tip = linkage_mark(&l, bar, 2, 0, 0), on = linkage_mark(&l, plate, 1, 1, 0);
        tmInput input = linkage_position(tip);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 1; i <= 20; i++) {
            const double aim[2] = {2.0 + 0.1 * i, 0.05 * i};
            double x, y;
            REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
            MUST(tm_plan_point(plan, on, &x, &y));
            CHECK_NEAR(x, 1.0, 1e-9);
            CHECK_NEAR(y, 1.0 + 0.05 * i, 1e-9);
        }
        test_run_defers(t, 0);
    }
}

/* Pulled by its end a bar that nothing holds trails; pulled at its middle it keeps its direction.
 */
TEST(bar_that_nothing_holds_trails_behind_the_pointer) {
    uint64_t state = 75;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int middle = 0; middle < 2; middle++) {
            linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
            tmBodyId bar = linkage_body(&l, 0, 0, 0);
            tmFeatureId low = linkage_mark(&l, bar, 0, 0, 0), high = linkage_mark(&l, bar, 0, 2, 0);
            tmFeatureId grip = middle ? linkage_mark(&l, bar, 0, 1, 0) : low;
            tmInput input = linkage_position(grip);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = 1; i <= 20; i++) {
                double s = 0.2 * i, x, y;
                const double aim[2] = {s, middle ? 1.0 : 0.0};
                REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
                MUST(tm_plan_point(plan, high, &x, &y));
                CHECK_NEAR(x, middle ? s : s - 2.0 * tanh(s / 2.0), 1e-9);
                CHECK_NEAR(y, middle ? 2.0 : 2.0 / cosh(s / 2.0), 1e-9);
            }
            test_run_defers(t, 0);
        }
    }
}

/* The crank of a four-bar is dragged round with a bar on its coupler: the four-bar goes as it does
 * without the bar, which has no part in what is solved. */
TEST(tail_of_a_four_bar_changes_nothing_of_its_motion) {
    uint64_t state = 76;
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        tmPlan *plans[2];
        tmFeatureId pens[2];
        for (int tail = 0; tail < 2; tail++) {
            linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
            double cx = 0.0, cy = 0.0;
            CHECK(linkage_circles(0, 1, 3.5, 4, 0, 3.0, 1, &cx, &cy));
            tmBodyId crank = linkage_body(&l, 0, 0, 0), coupler = linkage_body(&l, 0, 1, 0);
            tmBodyId rocker = linkage_body(&l, 4, 0, 0);
            linkage_pin(&l, l.ground, crank, 0, 0);
            tmFeatureId pin = linkage_mark(&l, crank, 0, 1, 0);
            linkage_joint(&l, TM_JOINT_REVOLUTE, pin, linkage_mark(&l, coupler, 0, 1, 0), 0.0);
            linkage_pin(&l, coupler, rocker, cx, cy);
            linkage_pin(&l, rocker, l.ground, 4, 0);
            pens[tail] = linkage_mark(&l, coupler, 2, 3, 0);
            if (tail) {
                tmBodyId bar = linkage_body(&l, 2, 3, 0);
                linkage_mark(&l, bar, 3, 4, 0);
                linkage_joint(&l, TM_JOINT_REVOLUTE, pens[tail], linkage_mark(&l, bar, 2, 3, 0),
                              0.0);
            }
            tmInput input = linkage_position(pin);
            plans[tail] = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = 0; i <= 72; i++) {
                double angle = LINKAGE_PI * (0.5 + i / 18.0);
                const double aim[2] = {cos(angle), sin(angle)};
                REQUIRE(linkage_move(t, &l, plans[tail], aim, 4.0));
            }
        }
        double x[2], y[2];
        for (int tail = 0; tail < 2; tail++) {
            MUST(tm_plan_point(plans[tail], pens[tail], &x[tail], &y[tail]));
        }
        CHECK_NEAR(x[0], x[1], 1e-9);
        CHECK_NEAR(y[0], y[1], 1e-9);
        test_run_defers(t, 0);
    }
}

/* A pin that is open is for the drag to close: what hangs on it is not a tail. */
TEST(bar_on_an_open_pin_is_brought_to_it) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId crank = linkage_body(&l, 0, 0, 0), bar = linkage_body(&l, 1, 0.1, 0);
    linkage_pin(&l, l.ground, crank, 0, 0);
    tmFeatureId tip = linkage_mark(&l, crank, 1, 0, 0);
    linkage_joint(&l, TM_JOINT_REVOLUTE, tip, linkage_mark(&l, bar, 1, 0.1, 0), 0.0);
    linkage_mark(&l, bar, 2, 0.1, 0);
    tmInput input = linkage_position(tip);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    const double aim[2] = {cos(0.2), sin(0.2)};
    REQUIRE(linkage_move(t, &l, plan, aim, 1.0)); /* closed, it says */
}

/* A bar that is taken at the pin by which it hangs on what stands still: nothing can follow. */
TEST(bar_taken_at_a_pin_that_stands_still_stays) {
    uint64_t state = 77;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int fixed = 0; fixed < 2; fixed++) {
            linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
            tmBodyId frame = linkage_body(&l, 0, 0, 0), bar = linkage_body(&l, 1, 0, 0), last;
            linkage_joint(&l, TM_JOINT_RIGID, linkage_mark(&l, l.ground, 0, 0, 0),
                          linkage_mark(&l, frame, 0, 0, 0), 0.0);
            tmFeatureId own = linkage_mark(&l, bar, 1, 0, 0);
            linkage_joint(&l, TM_JOINT_REVOLUTE,
                          linkage_mark(&l, fixed ? frame : l.ground, 1, 0, 0), own, 0.0);
            last = linkage_body(&l, 2, 0, 0);
            linkage_pin(&l, bar, last, 2, 0);
            tmFeatureId end = linkage_mark(&l, last, 3, 0.5, 0);
            tmInput input = linkage_position(own);
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            for (int i = 1; i <= 5; i++) {
                const double aim[2] = {1.0 + 0.2 * i, 0.1 * i};
                double x, y;
                REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
                MUST(tm_plan_point(plan, own, &x, &y));
                CHECK_NEAR(hypot(x - 1.0, y), 0.0, 1e-9);
                MUST(tm_plan_point(plan, end, &x, &y));
                CHECK_NEAR(hypot(x - 3.0, y - 0.5), 0.0, 1e-9);
            }
            test_run_defers(t, 0);
        }
    }
}

TEST_MAIN(CASE(end_of_a_bar_goes_along_the_tractrix),
          CASE(every_end_of_a_tail_goes_to_the_nearest_place_and_less_far_than_its_pin),
          CASE(tail_returns_by_the_frames_that_it_came), CASE(block_slides_to_stay_where_it_is),
          CASE(bar_that_nothing_holds_trails_behind_the_pointer),
          CASE(tail_of_a_four_bar_changes_nothing_of_its_motion),
          CASE(bar_on_an_open_pin_is_brought_to_it),
          CASE(bar_taken_at_a_pin_that_stands_still_stays))
