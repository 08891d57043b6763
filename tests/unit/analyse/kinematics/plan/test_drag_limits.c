/* test_drag_limits.c: points that are dragged to the end of what they can reach, beyond it, and
 * back: on the side that they came from. */
#include "linkages.h"

#define CRANK 1.0
#define COUPLER 3.5
#define ROCKER 3.0
#define GROUND 4.0

static double degrees(double d) {
    return d * (LINKAGE_PI / 180.0);
}

/* A crank-rocker whose rocker's pin is dragged. */
typedef struct rocker {
    linkage l;
    tmPlan *plan;
    tmBodyId arm;     /* the rocker */
    tmFeatureId b, c; /* ends of crank and rocker */
} rocker;

static rocker open_rocker(tmTest *t, int way, int side, double start, uint64_t *state) {
    rocker r = {.l = linkage_open(t, way & ~LINKAGE_SWAPPED, state)};
    double cx = GROUND + ROCKER * cos(start), cy = ROCKER * sin(start), bx = 0.0, by = 0.0;
    CHECK(linkage_circles(0, 0, CRANK, cx, cy, COUPLER, side, &bx, &by));
    tmBodyId crank = linkage_body(&r.l, 0, 0, 0), coupler = linkage_body(&r.l, bx, by, 0);
    tmBodyId arm = linkage_body(&r.l, GROUND, 0, 0);
    linkage_pin(&r.l, r.l.ground, crank, 0, 0);
    linkage_pin(&r.l, crank, coupler, bx, by);
    linkage_pin(&r.l, coupler, arm, cx, cy);
    linkage_pin(&r.l, arm, r.l.ground, GROUND, 0);
    r.b = linkage_mark(&r.l, crank, bx, by, 0);
    r.c = linkage_mark(&r.l, arm, cx, cy, 0);
    r.arm = arm;
    tmInput input = linkage_position(r.c);
    r.plan = linkage_open_plan(t, &r.l, &input, 1);
    return r;
}

/* Angle of the rocker where crank and coupler are in line, `reach` long together. */
static double rocker_limit(double reach) {
    double cosine = (GROUND * GROUND + ROCKER * ROCKER - reach * reach) / (2.0 * GROUND * ROCKER);
    return LINKAGE_PI - acos(cosine);
}

/* Drags to this angle of the rocker. Within its reach the crank is where the circles meet on its
 * side, beyond it at the limit. */
static void drag_rocker(tmTest *t, rocker *r, double angle, int side, double limit) {
    const double aim[2] = {GROUND + ROCKER * cos(angle), ROCKER * sin(angle)};
    double x, y, bx = 0.0, by = 0.0;
    REQUIRE(linkage_move(t, &r->l, r->plan, aim, GROUND));
    MUST(tm_plan_point(r->plan, r->c, &x, &y));
    double at = atan2(y, x - GROUND);
    if (angle < limit) {
        CHECK_NEAR(at, limit, 1e-9);
        return;
    }
    CHECK_NEAR(at, angle, 1e-9);
    MUST(tm_plan_point(r->plan, r->b, &x, &y));
    CHECK(linkage_circles(0, 0, CRANK, aim[0], aim[1], COUPLER, side, &bx, &by));
    CHECK_NEAR(hypot(x - bx, y - by), 0.0, 1e-5); /* the root of what C is off by, at the limit */
}

TEST(rocker_pulled_beyond_its_dead_end_comes_back_the_way_it_went) {
    uint64_t state = 61;
    double low = rocker_limit(COUPLER + CRANK), steps[3] = {degrees(0.7), degrees(3), degrees(9)};
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        for (int i = 0; i < 6; i++) {
            int side = i % 2 ? 1 : -1;
            double start = low + degrees(20), step = steps[i / 2], beyond = low - degrees(15);
            rocker r = open_rocker(t, way, side, start, &state);
            MUST(r.l.status);
            for (double angle = start; angle > beyond; angle -= step) {
                drag_rocker(t, &r, angle, side, low);
            }
            for (double angle = beyond; angle < start; angle += step) {
                drag_rocker(t, &r, angle, side, low);
            }
            test_run_defers(t, 0);
        }
    }
}

/* A five-bar: its two arms of 1.5 and 2 from (0, 0) and (2, 0) meet in C. */
TEST(five_bar_pulled_out_of_reach_comes_back_with_its_elbows_as_they_were) {
    uint64_t state = 62;
    double cx = 0.0, cy = 0.0;
    CHECK(linkage_circles(0, 1.5, 2.0, 2.0, 1.5, 2.0, 1, &cx, &cy));
    for (int i = 0; i < test_rounds(24); i++) {
        linkage l = linkage_open(t, i % 2 ? LINKAGE_RANDOM_AXES : 0, &state);
        tmBodyId left = linkage_body(&l, 0, 0, 0), right = linkage_body(&l, 2, 0, 0);
        tmBodyId one = linkage_body(&l, 0, 1.5, 0), two = linkage_body(&l, 2, 1.5, 0);
        linkage_pin(&l, l.ground, left, 0, 0);
        linkage_pin(&l, l.ground, right, 2, 0);
        tmFeatureId elbow = linkage_mark(&l, left, 0, 1.5, 0);
        tmFeatureId other = linkage_mark(&l, right, 2, 1.5, 0);
        linkage_pin(&l, left, one, 0, 1.5);
        linkage_pin(&l, two, right, 2, 1.5);
        tmFeatureId c = linkage_mark(&l, one, cx, cy, 0.0);
        linkage_pin(&l, one, two, cx, cy);
        tmInput input = linkage_position(c);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        double way = degrees(8.0 * i - 2.0), far = 0.0, step = 0.04 + 0.03 * (i % 5), x, y;
        for (int k = 0; k <= 100; k++) {
            far += k < 50 ? step : -step;
            const double aim[2] = {cx + far * cos(way), cy + far * sin(way)};
            REQUIRE(linkage_move(t, &l, plan, aim, 3.5));
        }
        const double home[2] = {cx, cy};
        REQUIRE(linkage_move(t, &l, plan, home, 3.5));
        MUST(tm_plan_point(plan, elbow, &x, &y));
        CHECK_NEAR(hypot(x, y - 1.5), 0.0, 1e-7);
        MUST(tm_plan_point(plan, other, &x, &y));
        CHECK_NEAR(hypot(x - 2.0, y - 1.5), 0.0, 1e-7);
        test_run_defers(t, 0);
    }
}

/* Two links of length 1; the pointer circles beyond their reach. */
TEST(arm_follows_a_pointer_round_the_border_of_its_reach) {
    uint64_t state = 64;
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        tmBodyId upper = linkage_body(&l, 0, 0, 0), lower = linkage_body(&l, 1, 0, 0);
        linkage_pin(&l, l.ground, upper, 0, 0);
        linkage_pin(&l, upper, lower, 1, 0);
        tmFeatureId hand = linkage_mark(&l, lower, 1, 1, 0);
        tmInput input = linkage_position(hand);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i < 30; i++) {
            double at = degrees(45.0 + 14.0 * i), x, y;
            const double aim[2] = {2.3 * cos(at), 2.3 * sin(at)};
            REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
            MUST(tm_plan_point(plan, hand, &x, &y));
            CHECK_NEAR(hypot(x - aim[0], y - aim[1]), 0.3, 1e-6);
        }
        test_run_defers(t, 0);
    }
}

/* Ten links of length 1, pulled 2 beyond their reach: they lie on the line to the pointer. Steps
 * that know nothing of the bend of the way take more than a hundred there. */
TEST(chain_pulled_out_of_its_reach_lies_straight_after_few_steps) {
    enum { LINKS = 10 };
    uint64_t state = 65;
    linkage l = linkage_open(t, LINKAGE_NEWTON, &state);
    tmBodyId body = l.ground;
    tmFeatureId ends[LINKS];
    for (int i = 0; i < LINKS; i++) {
        tmBodyId next = linkage_body(&l, i, 0, 0);
        linkage_pin(&l, body, next, i, 0);
        ends[i] = linkage_mark(&l, next, i + 1, 0, 0);
        body = next;
    }
    tmInput input = linkage_position(ends[LINKS - 1]);
    tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
    MUST(l.status);
    for (int i = 1; i <= 60; i++) {
        double at = degrees(0.5 * i), x, y, far = LINKS + 2.0;
        const double aim[2] = {far * cos(at), far * sin(at)};
        tmSolveInfo info = {0};
        MUST(tm_plan_move(plan, aim, &info));
        CHECK_NEAR(info.miss, 2.0, 1e-9);
        CHECK(info.iterations <= 20);
        for (int k = 0; k < LINKS; k++) {
            MUST(tm_plan_point(plan, ends[k], &x, &y));
            CHECK_NEAR(hypot(x - (k + 1) * cos(at), y - (k + 1) * sin(at)), 0.0, 1e-6);
        }
    }
}

/* The end of a five-bar's crank stays on a circle, though the five-bar has two freedoms. */
TEST(crank_of_a_five_bar_is_dragged_round_its_circle) {
    uint64_t state = 65;
    double cx = 0.0, cy = 0.0;
    CHECK(linkage_circles(0, 1.5, 2.0, 2.0, 1.5, 2.0, 1, &cx, &cy));
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        tmBodyId left = linkage_body(&l, 0, 0, 0), right = linkage_body(&l, 2, 0, 0);
        tmBodyId one = linkage_body(&l, 0, 1.5, 0), two = linkage_body(&l, 2, 1.5, 0);
        linkage_pin(&l, l.ground, left, 0, 0);
        linkage_pin(&l, l.ground, right, 2, 0);
        linkage_pin(&l, left, one, 0, 1.5);
        linkage_pin(&l, two, right, 2, 1.5);
        linkage_pin(&l, one, two, cx, cy);
        tmFeatureId end = linkage_mark(&l, left, 0, 1.5, 0);
        tmInput input = linkage_position(end);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 1; i <= 12; i++) {
            double at = degrees(90.0 + 8.0 * i), x, y;
            const double aim[2] = {1.8 * cos(at), 1.8 * sin(at)};
            REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
            MUST(tm_plan_point(plan, end, &x, &y));
            CHECK_NEAR(hypot(x - 1.5 * cos(at), y - 1.5 * sin(at)), 0.0, 1e-6);
        }
        test_run_defers(t, 0);
    }
}

/* Cardan's motion: a bar of length l with its ends on two lines, and a crank of l / 2 from where
 * they cross to its middle: one constraint too many. The ends go through the crossing, where each
 * of the loops by itself has a dead centre. */
typedef struct cardan {
    linkage l;
    tmJointId driver;
    tmFeatureId end;
    double half;
} cardan;

static cardan make_cardan(tmTest *t, int way, double angle, uint64_t *state) {
    cardan c = {.l = linkage_open(t, way & ~LINKAGE_SWAPPED, state), .half = 1.0617283945};
    double mx = c.half * cos(angle), my = c.half * sin(angle);
    tmBodyId crank = linkage_body(&c.l, 0, 0, 0), bar = linkage_body(&c.l, mx, my, 0);
    tmBodyId level = linkage_body(&c.l, 2 * mx, 0, 0), upright = linkage_body(&c.l, 0, 2 * my, 0);
    c.driver = linkage_pin(&c.l, c.l.ground, crank, 0, 0);
    linkage_pin(&c.l, crank, bar, mx, my);
    linkage_slider(&c.l, c.l.ground, level, 0, 0, 0, 2 * mx);
    linkage_slider(&c.l, c.l.ground, upright, 0, 0, 0.5 * LINKAGE_PI, 2 * my);
    linkage_pin(&c.l, level, bar, 2 * mx, 0);
    linkage_pin(&c.l, upright, bar, 0, 2 * my);
    c.end = linkage_mark(&c.l, bar, 2 * mx, 0, 0);
    return c;
}

TEST(redundant_trammel_turns_and_is_dragged_through_its_dead_centres) {
    uint64_t state = 63;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        for (int drag = 0; drag < 2; drag++) {
            double start = 0.7123, x, y;
            cardan c = make_cardan(t, way, start, &state);
            tmInput input = drag ? linkage_position(c.end) : linkage_angle(c.driver);
            tmPlan *plan = linkage_open_plan(t, &c.l, &input, 1);
            MUST(c.l.status);
            double zero = 0.0;
            if (!drag) {
                MUST(tm_plan_values(plan, &zero));
            }
            for (int i = 1; i <= (drag ? 24 : 240); i++) {
                double turn = degrees(i <= 120 ? 3.0 * i : 3.0 * (240 - i)), at = start + turn;
                const double aim[2] = {2.0 * c.half * cos(at), 0.0}, value = zero + turn;
                REQUIRE(linkage_move(t, &c.l, plan, drag ? aim : &value, c.half));
                MUST(tm_plan_point(plan, c.end, &x, &y));
                CHECK_NEAR(x, aim[0], 1e-9);
                CHECK_NEAR(y, 0.0, 1e-9);
            }
            test_run_defers(t, 0);
        }
    }
}

/* The rocker's pin in the ground is dragged: nothing can follow. Roundings, taken for a gradient,
 * once let the crank wander. */
TEST(pin_in_the_ground_moves_nothing_however_it_is_dragged) {
    uint64_t state = 63;
    for (int side = -1; side <= 1; side += 2) {
        rocker r = open_rocker(t, 0, side, rocker_limit(COUPLER + CRANK) + degrees(20), &state);
        tmFeatureId hub = linkage_mark(&r.l, r.arm, GROUND, 0, 0);
        tmInput input = linkage_position(hub);
        tmPlan *plan = linkage_open_plan(t, &r.l, &input, 1);
        MUST(r.l.status);
        double from[2], to[2];
        MUST(tm_plan_point(plan, r.b, &from[0], &from[1]));
        for (int i = 0; i < 40; i++) {
            const double aim[2] = {GROUND + sin(0.3 * i), 1.0 - cos(0.3 * i)};
            REQUIRE(linkage_move(t, &r.l, plan, aim, GROUND));
        }
        MUST(tm_plan_point(plan, r.b, &to[0], &to[1]));
        CHECK_NEAR(hypot(to[0] - from[0], to[1] - from[1]), 0.0, 1e-12);
        test_run_defers(t, 0);
    }
}

/* An arm beside a rocker that nothing ties to it: the point of a circle nearest to the pointer, and
 * the rocker as it was. */
TEST(linkages_that_are_apart_do_not_feel_each_others_drags) {
    uint64_t state = 64;
    rocker r = open_rocker(t, 0, 1, rocker_limit(COUPLER + CRANK) + degrees(20), &state);
    tmBodyId arm = linkage_body(&r.l, -3, 1, 0);
    linkage_pin(&r.l, r.l.ground, arm, -3, 1);
    tmFeatureId end = linkage_mark(&r.l, arm, -1, 1, 0);
    tmInput input = linkage_position(end);
    tmPlan *plan = linkage_open_plan(t, &r.l, &input, 1);
    MUST(r.l.status);
    double from[2], to[2], x, y;
    MUST(tm_plan_point(plan, r.b, &from[0], &from[1]));
    for (int i = 0; i < 50; i++) {
        double angle = 0.1 * i, far = 1.0 + 0.1 * (i % 40);
        const double aim[2] = {-3.0 + far * cos(angle), 1.0 + far * sin(angle)};
        REQUIRE(linkage_move(t, &r.l, plan, aim, GROUND));
        MUST(tm_plan_point(plan, end, &x, &y));
        CHECK_NEAR(hypot(x + 3.0 - 2.0 * cos(angle), y - 1.0 - 2.0 * sin(angle)), 0.0, 1e-9);
    }
    MUST(tm_plan_point(plan, r.b, &to[0], &to[1]));
    CHECK(from[0] == to[0] && from[1] == to[1]);
}

TEST_MAIN(CASE(pin_in_the_ground_moves_nothing_however_it_is_dragged),
          CASE(linkages_that_are_apart_do_not_feel_each_others_drags),
          CASE(rocker_pulled_beyond_its_dead_end_comes_back_the_way_it_went),
          CASE(five_bar_pulled_out_of_reach_comes_back_with_its_elbows_as_they_were),
          CASE(arm_follows_a_pointer_round_the_border_of_its_reach),
          CASE(chain_pulled_out_of_its_reach_lies_straight_after_few_steps),
          CASE(crank_of_a_five_bar_is_dragged_round_its_circle),
          CASE(redundant_trammel_turns_and_is_dragged_through_its_dead_centres))
