/* test_modes_closed.c: all ways to assemble a mechanism of closed forms, against circles that are
 * met one by one. */
#include "linkage_table.h"
#include "linkages.h"

#include <string.h>

#define SIZE 5.0
#define DEGREE (LINKAGE_PI / 180.0)

/* ---- Closed forms -------------------------------------------------------------------------- */

/* Crank of 1 about the origin, coupler a, rocker b about (4, 0). */
typedef struct FourBar {
    linkage l;
    tmFeatureId end; /* of the coupler */
    tmPlan *plan;
} FourBar;

static FourBar four_bar(tmTest *t, int way, uint64_t *state, double a, double b) {
    FourBar f = {.l = linkage_open(t, way, state)};
    double x = 4.0, y = b;
    linkage_circles(0.0, 1.0, a, 4.0, 0.0, b, 1, &x, &y); /* stays where they do not meet */
    tmBodyId crank = linkage_body(&f.l, 0.0, 0.0, 0.0), coupler = linkage_body(&f.l, 0.0, 1.0, 0.0);
    tmBodyId rocker = linkage_body(&f.l, 4.0, 0.0, 0.0);
    tmInput input = linkage_angle(linkage_pin(&f.l, f.l.ground, crank, 0.0, 0.0));
    linkage_pin(&f.l, crank, coupler, 0.0, 1.0);
    f.end = linkage_mark(&f.l, coupler, x, y, 0.0);
    linkage_joint(&f.l, TM_JOINT_REVOLUTE, f.end, linkage_mark(&f.l, rocker, x, y, 0.0), 0.0);
    linkage_pin(&f.l, rocker, f.l.ground, 4.0, 0.0);
    f.plan = linkage_open_plan(t, &f.l, &input, 1);
    return f;
}

TEST(four_bar_has_two_modes_or_none) {
    uint64_t state = 1;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        FourBar f = four_bar(t, way, &state, 2.0, 2.5);
        MUST(f.l.status);
        for (int degree = 0; degree < 360; degree += 5) {
            double angle = degree * DEGREE, value = f.l.swap ? -angle : angle;
            double px = -sin(angle), py = cos(angle), x, y;
            tmModes *modes = linkage_modes(t, f.plan, &value, NULL);
            REQUIRE(modes);
            bool meets = linkage_circles(px, py, 2.0, 4.0, 0.0, 2.5, 1, &x, &y);
            CHECK(tm_modes_count(modes) == (meets ? 2 : 0));
            CHECK(tm_modes_is_complete(modes) && !tm_modes_has_more(modes));
            linkage_check_modes(t, f.l.m, modes, SIZE);
            for (int side = -1; side <= 1 && meets; side += 2) {
                linkage_circles(px, py, 2.0, 4.0, 0.0, 2.5, side, &x, &y);
                CHECK(linkage_modes_have(f.l.m, modes, f.end, x, y));
            }
        }
        test_run_defers(t, 0);
    }
}

/* Coupler and rocker are stretched flat where the crank points at (4, 0): 3 = 2 + 1 exactly. */
TEST(two_modes_are_one_at_a_fold) {
    static const LinkageBody bodies[] = {
        {"crank", 0.0, 0.0, 0.0}, {"coupler", 1.0, 0.0, 0.0}, {"rocker", 4.0, 0.0, 0.0}};
    static const LinkageJoint joints[] = {{"A", TM_JOINT_REVOLUTE, {0, 0, 0, 0}, {1, 0, 0, 0}, 0},
                                          {"B", TM_JOINT_REVOLUTE, {1, 1, 0, 0}, {2, 0, 0, 0}, 0},
                                          {"C", TM_JOINT_REVOLUTE, {2, 2, 0, 0}, {3, -1, 0, 0}, 0},
                                          {"D", TM_JOINT_REVOLUTE, {3, 0, 0, 0}, {0, 4, 0, 0}, 0}};
    Linkage l;
    tmPlan *plan;
    MUST(linkage_table_build(t, &l, bodies, 3, joints, 4));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    const double values[] = {0.0, 1e-13, 0.1, -0.1};
    const int32_t counts[] = {1, 1, 0, 0};
    for (int i = 0; i < 4; i++) {
        tmModes *modes = linkage_modes(t, plan, &values[i], NULL);
        if (!modes) {
            return;
        }
        CHECK(tm_modes_count(modes) == counts[i]);
        CHECK(tm_modes_is_complete(modes));
    }
}

TEST(slider_crank_has_a_mode_on_either_side) {
    Linkage l;
    tmPlan *plan;
    MUST(linkage_slider_crank(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    for (int degree = 0; degree < 360; degree += 45) {
        double angle = degree * DEGREE;
        tmModes *modes = linkage_modes(t, plan, &angle, NULL);
        if (!modes) {
            return;
        }
        CHECK(tm_modes_count(modes) == 2);
        double root = sqrt(9.0 - sin(angle) * sin(angle));
        CHECK(linkage_modes_have(l.m, modes, l.b[2], cos(angle) + root, 0.0));
        CHECK(linkage_modes_have(l.m, modes, l.b[2], cos(angle) - root, 0.0));
        linkage_check_modes(t, l.m, modes, SIZE);
    }
}

/* Rocker about D with a slot that passes D at height h: its direction is that of B - D turned back
 * by the angle whose sine is h / |B - D|, or the other way round. */
TEST(pin_in_a_slot_has_two_modes) {
    const double h = 0.3, dx = 2.5, dy = 0.4;
    for (int way = 0; way < LINKAGE_RANDOM_AXES; way++) {
        linkage l = linkage_open(t, way, NULL);
        tmBodyId crank = linkage_body(&l, 0.0, 0.0, 0.0), rocker = linkage_body(&l, dx, dy, 0.0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0.0, 0.0));
        linkage_pin(&l, l.ground, rocker, dx, dy);
        linkage_joint(&l, TM_JOINT_SLOT, linkage_mark(&l, rocker, dx, dy + h, 0.0),
                      linkage_mark(&l, crank, 1.0, 0.0, 0.0), 0.0);
        tmFeatureId tip = linkage_mark(&l, rocker, dx + 1.0, dy, 0.0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int degree = 0; degree < 360; degree += 15) {
            double angle = degree * DEGREE;
            tmModes *modes = linkage_modes(t, plan, &angle, NULL);
            REQUIRE(modes);
            REQUIRE(tm_modes_count(modes) == 2);
            linkage_check_modes(t, l.m, modes, SIZE);
            double ex = cos(angle) - dx, ey = sin(angle) - dy;
            double towards = atan2(ey, ex), turn = asin(h / hypot(ex, ey));
            double first = towards - turn, second = towards + LINKAGE_PI + turn;
            CHECK(linkage_modes_have(l.m, modes, tip, dx + cos(first), dy + sin(first)));
            CHECK(linkage_modes_have(l.m, modes, tip, dx + cos(second), dy + sin(second)));
            for (int32_t i = 0; i < 2; i++) {
                double x[2], y[2], next = angle + DEGREE;
                MUST(tm_plan_take(plan, tm_modes_poses(modes, i), &angle));
                MUST(tm_plan_point(plan, tip, &x[0], &y[0]));
                MUST(tm_plan_move(plan, &next, NULL));
                MUST(tm_plan_point(plan, tip, &x[1], &y[1]));
                CHECK(hypot(x[1] - x[0], y[1] - y[0]) < 0.1);
            }
        }
        test_run_defers(t, 0);
    }
}

/* ---- Dyads on dyads ------------------------------------------------------------------------ */

#define RUNGS_MAX 9

/* Coupler k starts at a point of coupler k - 1 (the crank's end for the first) and ends on rocker k
 * about (x, y). Its own point lies at `p` along it and `q` across. */
typedef struct Rung {
    double a, b, x, y, p, q;
} Rung;

static int32_t count_ladder(const Rung *rungs, int count, double x, double y) {
    int32_t sum = count == 0;
    for (int side = -1; side <= 1 && count > 0; side += 2) {
        double u, v;
        if (linkage_circles(x, y, rungs->a, rungs->x, rungs->y, rungs->b, side, &u, &v)) {
            double dx = (u - x) / rungs->a, dy = (v - y) / rungs->a;
            sum += count_ladder(rungs + 1, count - 1, x + rungs->p * dx - rungs->q * dy,
                                y + rungs->p * dy + rungs->q * dx);
        }
    }
    return sum;
}

static tmPlan *open_ladder(tmTest *t, linkage *l, const Rung *rungs, int count) {
    tmBodyId from = linkage_body(l, 0.0, 0.0, 0.0);
    tmInput input = linkage_angle(linkage_pin(l, l->ground, from, 0.0, 0.0));
    tmFeatureId start = linkage_mark(l, from, 1.0, 0.0, 0.0);
    for (int i = 0; i < count; i++) {
        const Rung *r = &rungs[i];
        tmBodyId coupler = linkage_body(l, 0.0, 0.0, 0.0), rocker = linkage_body(l, 0.0, 0.0, 0.0);
        linkage_joint(l, TM_JOINT_REVOLUTE, start, linkage_mark(l, coupler, 0.0, 0.0, 0.0), 0.0);
        linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, coupler, r->a, 0.0, 0.0),
                      linkage_mark(l, rocker, r->b, 0.0, 0.0), 0.0);
        linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, rocker, 0.0, 0.0, 0.0),
                      linkage_mark(l, l->ground, r->x, r->y, 0.0), 0.0);
        start = linkage_mark(l, coupler, r->p, r->q, 0.0);
    }
    return linkage_open_plan(t, l, &input, 1);
}

static void draw_rungs(Rung *rungs, int count, uint64_t *state) {
    for (int i = 0; i < count; i++) {
        rungs[i] = (Rung){test_uniform(state, 1.5, 3.5),  test_uniform(state, 1.5, 3.5),
                          test_uniform(state, -3.0, 4.0), test_uniform(state, -3.0, 3.0),
                          test_uniform(state, 0.0, 3.0),  test_uniform(state, -1.0, 1.0)};
    }
}

TEST(dyads_on_dyads_have_all_choices_of_sides_that_meet) {
    uint64_t state = 7;
    int32_t sums[9] = {0};
    for (int try = 0; try < 300; try++) {
        Rung rungs[3];
        draw_rungs(rungs, 3, &state);
        linkage l = linkage_open(t, try % LINKAGE_NEWTON, &state);
        tmPlan *plan = open_ladder(t, &l, rungs, 3);
        MUST(l.status);
        double angle = test_uniform(&state, -3.0, 3.0), value = l.swap ? -angle : angle;
        tmModes *modes = linkage_modes(t, plan, &value, NULL);
        REQUIRE(modes);
        int32_t count = count_ladder(rungs, 3, cos(angle), sin(angle));
        CHECK(tm_modes_count(modes) == count);
        CHECK(tm_modes_is_complete(modes));
        linkage_check_modes(t, l.m, modes, SIZE);
        sums[count]++;
        test_run_defers(t, 0);
    }
    CHECK(sums[0] > 0 && sums[2] > 0 && sums[4] > 0 && sums[6] > 0 && sums[8] > 0);
}

TEST(list_ends_where_it_is_told_to) {
    uint64_t state = 8;
    Rung rungs[RUNGS_MAX];
    tmModesDef def = tm_modes_def_default();
    int32_t count = 0;
    double angle = 0.7;
    while (count < 40) {
        draw_rungs(rungs, RUNGS_MAX, &state);
        count = count_ladder(rungs, RUNGS_MAX, cos(angle), sin(angle));
    }
    linkage l = linkage_open(t, 0, NULL);
    tmPlan *plan = open_ladder(t, &l, rungs, RUNGS_MAX);
    MUST(l.status);
    const int32_t max[] = {1, 10, count - 1, count, count + 1};
    for (int i = 0; i < 5; i++) {
        def.max_modes = max[i];
        tmModes *modes = linkage_modes(t, plan, &angle, &def);
        REQUIRE(modes);
        CHECK(tm_modes_count(modes) == (max[i] < count ? max[i] : count));
        CHECK(tm_modes_has_more(modes) == (max[i] < count));
        CHECK(tm_modes_is_complete(modes) == (max[i] >= count));
    }
    def.max_modes = count + 1;
    for (def.max_work = 1; def.max_work < 100000; def.max_work *= 3) {
        tmModes *modes = linkage_modes(t, plan, &angle, &def);
        REQUIRE(modes);
        CHECK(tm_modes_is_complete(modes) == (tm_modes_count(modes) == count));
        CHECK(tm_modes_is_complete(modes) || def.max_work < 10000);
    }
}

/* A coupler of three bars is found first, and once for all: as a mirror image it is a mode too, but
 * not one that the plan can go to. */
TEST(mirror_image_of_a_truss_is_a_mode_that_no_plan_goes_to) {
    linkage l = linkage_open(t, 0, NULL);
    const double corners[3][2] = {{0.0, 1.0}, {2.5, 2.0}, {1.0, 3.0}};
    tmBodyId bars[3], crank, rocker;
    for (int i = 0; i < 3; i++) {
        bars[i] = linkage_body(&l, 0.0, 0.0, 0.0);
    }
    for (int i = 0; i < 3; i++) {
        linkage_pin(&l, bars[i], bars[(i + 1) % 3], corners[i][0], corners[i][1]);
    }
    crank = linkage_body(&l, 0.0, 0.0, 0.0);
    rocker = linkage_body(&l, 0.0, 0.0, 0.0);
    tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0.0, 0.0));
    linkage_pin(&l, crank, bars[0], 0.0, 1.0);
    linkage_pin(&l, rocker, bars[1], 1.0, 3.0); /* at the end of bars 1 and 2 */
    linkage_pin(&l, rocker, l.ground, 4.0, 0.0);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    tmModesDef def = tm_modes_def_default();
    double value = 0.3;
    tmModes *all = linkage_modes(t, plan, &value, NULL);
    def.mirrored = false;
    tmModes *some = linkage_modes(t, plan, &value, &def);
    REQUIRE(all && some && tm_modes_count(all) == 4 && tm_modes_count(some) == 2);
    CHECK(tm_modes_is_complete(all) && tm_modes_is_complete(some));
    linkage_check_modes(t, l.m, all, SIZE);
    int taken = 0;
    for (int32_t i = 0; i < 4; i++) {
        tmPose before[8];
        memcpy(before, tm_plan_poses(plan), sizeof(tmPose) * (size_t)tm_body_count(l.m));
        tmStatus status = tm_plan_take(plan, tm_modes_poses(all, i), &value);
        double distance;
        tm_modes_nearest(some, tm_modes_poses(all, i), &distance);
        CHECK(status == (distance < 1e-9 ? TM_OK : TM_ERR_ARGUMENT));
        CHECK(status == TM_OK || memcmp(before, tm_plan_poses(plan),
                                        sizeof(tmPose) * (size_t)tm_body_count(l.m)) == 0);
        taken += status == TM_OK;
    }
    CHECK(taken == 2);
}

/* ---- Mistakes ------------------------------------------------------------------------------ */

TEST(bad_input_to_modes_gets_a_status) {
    Linkage l;
    tmPlan *plan;
    MUST(linkage_six_bar_a(t, &l));
    MUST(linkage_table_plan(t, &l, 0, &plan));
    tmModes *modes = (tmModes *)&l;
    const double nan = NAN, zero = 0.0;
    tmModesDef def = tm_modes_def_default(), bad = {0};
    CHECK_STATUS(tm_modes_create(plan, &zero, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_modes_create(NULL, &zero, NULL, &modes), TM_ERR_ARGUMENT);
    CHECK(modes == NULL);
    CHECK_STATUS(tm_modes_create(plan, &zero, &bad, &modes), TM_ERR_DEF);
    CHECK_STATUS(tm_modes_create(plan, &nan, &def, &modes), TM_ERR_NOT_FINITE);
    bad = def;
    bad.max_modes = 0;
    CHECK_STATUS(tm_modes_create(plan, &zero, &bad, &modes), TM_ERR_ARGUMENT);
    bad = def;
    bad.max_work = 0;
    CHECK_STATUS(tm_modes_create(plan, &zero, &bad, &modes), TM_ERR_ARGUMENT);
    bad = def;
    bad.starts = -1;
    CHECK_STATUS(tm_modes_create(plan, &zero, &bad, &modes), TM_ERR_ARGUMENT);
    CHECK(tm_modes_count(NULL) == 0 && !tm_modes_poses(NULL, 0));
    CHECK(!tm_modes_is_complete(NULL) && !tm_modes_has_more(NULL));
    CHECK(tm_modes_nearest(NULL, tm_plan_poses(plan), NULL) == -1);
    tm_modes_destroy(NULL);
    modes = linkage_modes(t, plan, NULL, NULL);
    if (!modes) {
        return;
    }
    CHECK(!tm_modes_poses(modes, -1) && !tm_modes_poses(modes, tm_modes_count(modes)));
    CHECK(tm_modes_residual(modes, -1) == INFINITY);
    CHECK(tm_modes_nearest(modes, NULL, NULL) == -1);
    MUST(tm_body_set_pose(l.m, l.bodies[1], 0.0, 0.0, 0.1));
    tmModes *stale;
    CHECK_STATUS(tm_modes_create(plan, &zero, NULL, &stale), TM_ERR_STALE);
    CHECK_STATUS(tm_plan_take(plan, tm_modes_poses(modes, 0), NULL), TM_ERR_STALE);
}

/* Nothing to assemble, nothing to do. */
TEST(mechanism_without_joints_has_one_mode) {
    tmMechanism *m;
    tmPlan *plan;
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    MUST(linkage_plan(m, NULL, 0, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    tmModes *modes = linkage_modes(t, plan, NULL, NULL);
    if (modes) {
        CHECK(tm_modes_count(modes) == 1 && tm_modes_is_complete(modes));
    }
}

TEST_MAIN(CASE(four_bar_has_two_modes_or_none), CASE(two_modes_are_one_at_a_fold),
          CASE(slider_crank_has_a_mode_on_either_side), CASE(pin_in_a_slot_has_two_modes),
          CASE(dyads_on_dyads_have_all_choices_of_sides_that_meet),
          CASE(list_ends_where_it_is_told_to),
          CASE(mirror_image_of_a_truss_is_a_mode_that_no_plan_goes_to),
          CASE(bad_input_to_modes_gets_a_status), CASE(mechanism_without_joints_has_one_mode))
