/* test_stages.c: mechanisms of many knots are solved one knot after the other. A knot here is a
 * plate on three rods ([ME] 7.3), two of them on the ground, the third on a point that moves. */
#include "linkages.h"

#include <stdio.h>
#include <string.h>

#define SIZE 10.0
#define FRAMES 40

typedef struct knot {
    tmBodyId plate;
    double x, y; /* a corner of the plate from which another knot can be moved */
} knot;

/* Rods from (x, y) and (x + 4, y) on the ground and from (u, v) on `from` to a plate's corners. */
static knot add_knot(linkage *l, tmBodyId from, double u, double v, double x, double y) {
    const double feet[3][2] = {{x, y}, {x + 4.0, y}, {u, v}};
    const double corners[3][2] = {{x + 0.5, y + 2.5}, {x + 3.0, y + 2.2}, {x + 1.5, y + 4.0}};
    tmBodyId plate = linkage_body(l, x, y, 0.0);
    for (int i = 0; i < 3; i++) {
        tmBodyId rod = linkage_body(l, x, y, 0.0);
        linkage_pin(l, i < 2 ? l->ground : from, rod, feet[i][0], feet[i][1]);
        linkage_pin(l, rod, plate, corners[i][0], corners[i][1]);
    }
    return (knot){plate, x + 3.5, y + 3.5};
}

static tmInput add_crank(linkage *l, double x, double y, tmBodyId *crank) {
    *crank = linkage_body(l, x, y, 0.0);
    return linkage_angle(linkage_pin(l, l->ground, *crank, x, y));
}

/* Rocks the inputs and compares the mixed plan with Newton on all bodies. */
static void compare(tmTest *t, linkage *l, const tmInput *inputs, int32_t count, int32_t unknowns) {
    tmPlan *mixed = linkage_open_plan(t, l, inputs, count);
    l->method = TM_PLAN_NEWTON;
    tmPlan *newton = linkage_open_plan(t, l, inputs, count);
    l->method = TM_PLAN_MIXED;
    MUST(l->status);
    CHECK(tm_plan_unknowns(mixed) == unknowns);
    CHECK(tm_plan_equations(mixed) == unknowns);
    for (int frame = 1; frame <= FRAMES; frame++) {
        double values[16];
        for (int32_t i = 0; i < count; i++) {
            values[i] = 0.1 * (sin(0.15 * frame + 0.7 * i) - sin(0.7 * i));
        }
        REQUIRE(linkage_move(t, l, mixed, values, SIZE));
        REQUIRE(linkage_move(t, l, newton, values, SIZE));
        for (int32_t i = 0; i < tm_body_count(l->m); i++) {
            const tmPose *p = &tm_plan_poses(mixed)[i], *q = &tm_plan_poses(newton)[i];
            CHECK_NEAR(p->x, q->x, 1e-8 * SIZE);
            CHECK_NEAR(p->y, q->y, 1e-8 * SIZE);
            CHECK_NEAR(p->c, q->c, 1e-8);
            CHECK_NEAR(p->s, q->s, 1e-8);
        }
    }
}

TEST(knots_side_by_side_have_a_guess_each) {
    uint64_t state = 5;
    tmInput inputs[6];
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        for (int i = 0; i < 6; i++) {
            tmBodyId crank;
            inputs[i] = add_crank(&l, 10.0 * i - 2.0, 3.0, &crank);
            add_knot(&l, crank, 10.0 * i - 2.0, 4.0, 10.0 * i, 0.0);
        }
        compare(t, &l, inputs, 6, 6);
        test_run_defers(t, 0);
    }
}

TEST(knots_that_move_each_other_are_solved_in_their_order) {
    uint64_t state = 6;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId crank;
        tmInput input = add_crank(&l, -2.0, 3.0, &crank);
        knot k = add_knot(&l, crank, -2.0, 4.0, 0.0, 0.0);
        for (int i = 1; i < 4; i++) {
            k = add_knot(&l, k.plate, k.x, k.y, 6.0 * i, 0.0);
        }
        compare(t, &l, &input, 1, 4);
        test_run_defers(t, 0);
    }
}

/* What edges do not determine beside a knot must not make the knot any slower. */
TEST(pendulum_beside_a_knot_stays_where_it_hangs) {
    uint64_t state = 7;
    for (int way = 0; way < LINKAGE_NEWTON; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId crank, pendulum;
        tmInput input = add_crank(&l, -2.0, 3.0, &crank);
        knot k = add_knot(&l, crank, -2.0, 4.0, 0.0, 0.0);
        pendulum = linkage_body(&l, k.x, k.y, 0.0);
        linkage_pin(&l, k.plate, pendulum, k.x, k.y);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(tm_plan_unknowns(plan) == 2);
        CHECK(tm_plan_equations(plan) == 1);
        tmPose before;
        MUST(tm_body_pose(l.m, pendulum, &before));
        for (int frame = 1; frame <= FRAMES; frame++) {
            double value = 0.2 * sin(0.15 * frame);
            REQUIRE(linkage_move(t, &l, plan, &value, SIZE));
            const tmPose *now = &tm_plan_poses(plan)[tm_body_count(l.m) - 1];
            CHECK_NEAR(now->c, before.c, 1e-12);
            CHECK_NEAR(now->s, before.s, 1e-12);
        }
        test_run_defers(t, 0);
    }
}

/* A drag of one linkage leaves the closed form and the knot of others alone. */
TEST(drag_beside_a_knot_moves_what_is_free) {
    linkage l = linkage_open(t, 0, NULL);
    tmBodyId crank, rod = linkage_body(&l, 20.0, 0.0, 0.0);
    tmInput inputs[2] = {add_crank(&l, -2.0, 3.0, &crank)};
    add_knot(&l, crank, -2.0, 4.0, 0.0, 0.0);
    linkage_pin(&l, l.ground, rod, 20.0, 0.0);
    tmFeatureId tip = linkage_mark(&l, rod, 22.0, 0.0, 0.0);
    inputs[1] = linkage_position(tip);
    tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
    MUST(l.status);
    for (int frame = 1; frame <= FRAMES; frame++) {
        double angle = 0.05 * frame, x, y;
        const double values[3] = {0.1 * sin(angle), 20.0 + 3.0 * cos(angle), 3.0 * sin(angle)};
        tmSolveInfo info;
        MUST(tm_plan_move(plan, values, &info));
        REQUIRE(info.outcome == TM_MOVE_DONE);
        CHECK_NEAR(info.miss, 1.0, 1e-9);
        MUST(tm_plan_point(plan, tip, &x, &y));
        CHECK_NEAR(x, 20.0 + 2.0 * cos(angle), 1e-9);
        CHECK_NEAR(y, 2.0 * sin(angle), 1e-9);
    }
}

TEST(stages_are_said_one_after_the_other) {
    linkage l = linkage_open(t, 0, NULL);
    tmInput inputs[2];
    for (int i = 0; i < 2; i++) {
        tmBodyId crank;
        inputs[i] = add_crank(&l, 10.0 * i - 2.0, 3.0, &crank);
        add_knot(&l, crank, 10.0 * i - 2.0, 4.0, 10.0 * i, 0.0);
    }
    tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
    MUST(l.status);
    char words[4000];
    size_t need = tm_plan_text(plan, words, sizeof words);
    MUST(need ? TM_OK : TM_ERR_MEMORY);
    CHECK(need < sizeof words);
    const char *first = strstr(words, "guess the angle");
    REQUIRE(first != NULL);
    const char *close = strstr(first, "close at");
    REQUIRE(close != NULL);
    CHECK(strstr(close, "guess the angle") != NULL);
    CHECK(strstr(words, "left to iterate over: 2 unknowns, 2 equations") != NULL);
}

TEST_MAIN(CASE(knots_side_by_side_have_a_guess_each),
          CASE(knots_that_move_each_other_are_solved_in_their_order),
          CASE(pendulum_beside_a_knot_stays_where_it_hangs),
          CASE(drag_beside_a_knot_moves_what_is_free), CASE(stages_are_said_one_after_the_other))
