/* test_sliders.c: mechanisms with sliders and slots against their textbook formulas, in every way
 * to build them. The loops are named by their joints from the known part round to it. */
#include "linkages.h"

#define FRAMES 72
#define EXACT 2e-11 /* [m], mechanisms of size about 4 solved to 1e-11 of it */

static double degrees(double d) {
    return d * (LINKAGE_PI / 180.0);
}

/* Crank r about the origin, rod a, slider on y = e; the crank starts at `start`. */
typedef struct sliderCrank {
    linkage l;
    tmBodyId crank;
    tmJointId driver, slide;
    tmFeatureId b, c; /* the crank's tip, the slider's pin */
    double r, a, e, start;
} sliderCrank;

/* `zero`: where on the line the slider's displacement is measured from. */
static sliderCrank slider_crank(tmTest *t, int way, uint64_t *state, double e, double start,
                                double zero) {
    sliderCrank s = {.l = linkage_open(t, way, state), .r = 1.0, .a = 3.0, .e = e, .start = start};
    linkage *l = &s.l;
    double bx = s.r * cos(start), by = s.r * sin(start);
    double x = bx + sqrt(s.a * s.a - (by - e) * (by - e));
    s.crank = linkage_body(l, 0, 0, start);
    tmBodyId rod = linkage_body(l, bx, by, 0), block = linkage_body(l, x, e, 0);
    s.driver = linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, l->ground, 0, 0, 0),
                             linkage_mark(l, s.crank, 0, 0, start), 0.0);
    s.b = linkage_mark(l, s.crank, bx, by, 0);
    linkage_joint(l, TM_JOINT_REVOLUTE, s.b, linkage_mark(l, rod, bx, by, 0), 0.0);
    s.c = linkage_mark(l, block, x, e, 0);
    linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, rod, x, e, 0), s.c, 0.0);
    s.slide = linkage_slider(l, l->ground, block, zero, e, 0.0, x - zero);
    return s;
}

TEST(slider_crank_runs_as_its_formula_says) {
    uint64_t state = 21;
    const double offsets[2] = {0.0, 0.7};
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        sliderCrank s = slider_crank(t, way, &state, offsets[way / LINKAGE_WAYS], 0.4, 0.0);
        tmInput input = linkage_angle(s.driver);
        tmPlan *plan = linkage_open_plan(t, &s.l, &input, 1);
        MUST(s.l.status);
        CHECK(s.l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double angle = s.start + degrees(5.0 * i), x, y;
            double height = s.r * sin(angle) - s.e;
            REQUIRE(linkage_move(t, &s.l, plan, &angle, s.a));
            MUST(tm_plan_point(plan, s.c, &x, &y));
            CHECK_NEAR(x, s.r * cos(angle) + sqrt(s.a * s.a - height * height), EXACT);
            CHECK_NEAR(y, s.e, EXACT);
        }
        test_run_defers(t, 0);
    }
}

TEST(slider_whose_points_coincide_is_no_special_place) {
    uint64_t state = 22;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        /* The slider starts with its two points in one place and passes it twice a turn. */
        double start = acos(1.0 / 6.0); /* x = 3: cos t = r / (2 a) */
        sliderCrank s = slider_crank(t, way, &state, 0.0, start, 3.0);
        tmInput input = linkage_angle(s.driver);
        tmPlan *plan = linkage_open_plan(t, &s.l, &input, 1);
        MUST(s.l.status);
        for (int i = 0; i <= 2 * FRAMES; i++) {
            /* down through 0 and back over it, so that it is met from both sides and exactly */
            double angle = start - degrees(5.0 * (i <= FRAMES ? i : 2 * FRAMES - i)), x, y;
            REQUIRE(linkage_move(t, &s.l, plan, &angle, s.a));
            MUST(tm_plan_point(plan, s.c, &x, &y));
            CHECK_NEAR(x, cos(angle) + sqrt(9.0 - sin(angle) * sin(angle)), EXACT);
        }
        test_run_defers(t, 0);
    }
}

TEST(slider_that_drives_turns_the_crank) {
    uint64_t state = 23;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        sliderCrank s = slider_crank(t, way, &state, 0.3, 1.2, 3.1);
        tmInput input = linkage_displacement(s.slide);
        tmPlan *plan = linkage_open_plan(t, &s.l, &input, 1);
        MUST(s.l.status);
        for (int i = 0; i <= FRAMES; i++) {
            double along = 0.7 * sin(degrees(5.0 * i)), x, y, bx = 0.0, by = 0.0;
            REQUIRE(linkage_move(t, &s.l, plan, &along, s.a));
            CHECK(linkage_circles(0, 0, s.r, 3.1 + along, s.e, s.a, 1, &bx, &by));
            MUST(tm_plan_point(plan, s.b, &x, &y));
            CHECK_NEAR(hypot(x - bx, y - by), 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* The slider's direction points against the guide's: its displacement still counts along the first
 * feature's direction. */
TEST(slider_with_opposed_directions_runs_as_well) {
    uint64_t state = 30;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        bool by_slide = way >= LINKAGE_WAYS;
        double bx = cos(1.2), by = sin(1.2), cx = bx + sqrt(9.0 - by * by);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rod = linkage_body(&l, 0, 0, 0);
        tmBodyId block = linkage_body(&l, 0, 0, 0);
        tmJointId pin = linkage_pin(&l, l.ground, crank, 0, 0);
        tmFeatureId b = linkage_mark(&l, crank, bx, by, 0), c = linkage_mark(&l, block, cx, 0, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, b, linkage_mark(&l, rod, bx, by, 0), 0.0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, rod, cx, 0, 0), c, 0.0);
        tmJointId slide = linkage_joint(&l, TM_JOINT_PRISMATIC, linkage_mark(&l, l.ground, 1, 0, 0),
                                        linkage_mark(&l, block, cx, 0, LINKAGE_PI), 0.0);
        tmFeatureId corner = linkage_mark(&l, block, cx + 0.5, 0.2, 0);
        tmInput input = by_slide ? linkage_displacement(slide) : linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= FRAMES; i++) {
            double turn = (by_slide ? 0.5 * sin(degrees(5.0 * i)) : degrees(5.0 * i)), x, y;
            double angle = 1.2 + turn, at = cos(angle) + sqrt(9.0 - sin(angle) * sin(angle));
            double value = by_slide ? at - 1.0 : turn;
            REQUIRE(linkage_move(t, &l, plan, &value, 3.0));
            MUST(tm_plan_point(plan, c, &x, &y));
            CHECK_NEAR(x, at, EXACT);
            MUST(tm_plan_point(plan, corner, &x, &y)); /* not turned round */
            CHECK_NEAR(hypot(x - at - 0.5, y - 0.2), 0.0, EXACT);
            MUST(tm_plan_point(plan, b, &x, &y));
            CHECK_NEAR(hypot(x - cos(angle), y - sin(angle)), 0.0, 1e-10);
        }
        test_run_defers(t, 0);
    }
}

/* RPR: a block pinned to the crank's tip slides on a rocker, whose line passes the rocker's pin O
 * at the distance h. With e = B - O: the rocker's direction is that of e less asin(h / |e|). */
TEST(quick_return_rocks_as_its_formula_says) {
    uint64_t state = 24;
    const double heights[2] = {0.0, 0.6};
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double h = heights[way / LINKAGE_WAYS], d = 2.0;
        double phi = atan2(d, 1.0) - asin(h / hypot(1.0, d));
        tmBodyId crank = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 1, 0, 0);
        tmBodyId rocker = linkage_body(&l, 0, -d, phi);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, crank, block, 1, 0);
        linkage_pin(&l, l.ground, rocker, 0, -d);
        linkage_slider(&l, rocker, block, -h * sin(phi), -d + h * cos(phi), phi,
                       sqrt(1.0 + d * d - h * h));
        tmFeatureId tip = linkage_mark(&l, rocker, 3.0 * cos(phi), 3.0 * sin(phi) - d, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double angle = degrees(5.0 * i), x, y, bx = cos(angle), by = sin(angle) + d;
            REQUIRE(linkage_move(t, &l, plan, &angle, 3.0));
            phi = atan2(by, bx) - asin(h / hypot(bx, by));
            MUST(tm_plan_point(plan, tip, &x, &y));
            CHECK_NEAR(x, 3.0 * cos(phi), EXACT);
            CHECK_NEAR(y, 3.0 * sin(phi) - d, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* The same without a block: the crank's pin in the rocker's slot, driven by the crank and by how
 * far along the slot the pin is. */
TEST(pin_in_slot_rocks_as_its_formula_says) {
    uint64_t state = 25;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state); /* a slot is not symmetric */
        bool by_slot = way >= LINKAGE_WAYS;
        double phi = atan2(2.0, 1.0);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), rocker = linkage_body(&l, 0, -2, phi);
        tmJointId driver = linkage_pin(&l, l.ground, crank, 0, 0);
        linkage_pin(&l, l.ground, rocker, 0, -2);
        tmFeatureId tip = linkage_mark(&l, crank, 1, 0, 0);
        tmJointId slot =
            linkage_joint(&l, TM_JOINT_SLOT, linkage_mark(&l, rocker, 0, -2, phi), tip, 0.0);
        tmFeatureId end = linkage_mark(&l, rocker, 3.0 * cos(phi), 3.0 * sin(phi) - 2.0, 0);
        tmInput input = by_slot ? linkage_displacement(slot) : linkage_angle(driver);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= FRAMES; i++) {
            double angle = degrees(5.0 * i), x, y;
            double along = sqrt(5.0) + 0.6 * sin(angle), bx = cos(angle), by = sin(angle);
            REQUIRE(linkage_move(t, &l, plan, by_slot ? &along : &angle, 3.0));
            if (by_slot) {
                CHECK(linkage_circles(0, 0, 1.0, 0, -2, along, 1, &bx, &by));
            }
            phi = atan2(by + 2.0, bx);
            MUST(tm_plan_point(plan, end, &x, &y));
            CHECK_NEAR(hypot(x - 3.0 * cos(phi), y - 3.0 * sin(phi) + 2.0), 0.0, EXACT);
            MUST(tm_plan_point(plan, tip, &x, &y));
            CHECK_NEAR(hypot(x - bx, y - by), 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* PPR: a block on the crank's tip slides in a yoke's slot of gradient alpha; the yoke slides along
 * x. X = r cos t - r sin t cot(alpha), measured from the slot through the crank's centre. */
TEST(scotch_yoke_runs_as_its_formula_says) {
    uint64_t state = 26;
    const double gradients[2] = {0.5 * LINKAGE_PI, 1.1};
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double alpha = gradients[way / LINKAGE_WAYS];
        tmBodyId crank = linkage_body(&l, 0, 0, 0), block = linkage_body(&l, 1, 0, 0);
        tmBodyId yoke = linkage_body(&l, 1, 0, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_pin(&l, crank, block, 1, 0);
        linkage_slider(&l, yoke, block, 1, 0, alpha, 0.0);
        linkage_slider(&l, l.ground, yoke, 0, -1, 0.0, 2.5);
        tmFeatureId mark = linkage_mark(&l, yoke, 1, 0, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double angle = degrees(5.0 * i), x, y;
            REQUIRE(linkage_move(t, &l, plan, &angle, 2.0));
            MUST(tm_plan_point(plan, mark, &x, &y));
            CHECK_NEAR(x, cos(angle) - sin(angle) * cos(alpha) / sin(alpha), EXACT);
            CHECK_NEAR(y, 0.0, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* PRP: a block on the crank's line and one on y = h are pinned together. The pin lies k left of the
 * crank's line: -x sin t + h cos t = k. */
TEST(two_sliders_with_one_pin_meet_where_their_lines_do) {
    uint64_t state = 27;
    const double offsets[2] = {0.0, 0.4};
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double k = offsets[way / LINKAGE_WAYS], h = 1.5, start = 0.5 * LINKAGE_PI;
        tmBodyId crank = linkage_body(&l, 0, 0, start), one = linkage_body(&l, -k, h, 0);
        tmBodyId two = linkage_body(&l, -k, h, 0);
        tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
        linkage_slider(&l, crank, one, 0, 0, start, 1.0);
        linkage_slider(&l, l.ground, two, 0, 1, 0.0, 0.8);
        tmFeatureId pin = linkage_mark(&l, two, -k, h, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, one, -k, h, 0), pin, 0.0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double turn = degrees(60.0) * sin(degrees(5.0 * i)), angle = start + turn, x, y;
            REQUIRE(linkage_move(t, &l, plan, &turn, 2.0));
            MUST(tm_plan_point(plan, pin, &x, &y));
            CHECK_NEAR(x, (h * cos(angle) - k) / sin(angle), EXACT);
            CHECK_NEAR(y, h, EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* The trammel that we are named after: a bar with pins on two sliders at right angles; its point p
 * from one pin and q from the other draws x^2 / p^2 + y^2 / q^2 = 1. */
TEST(elliptic_trammel_draws_an_ellipse) {
    uint64_t state = 28;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        bool by_slide = way >= LINKAGE_WAYS; /* else by the bar's angle on the first slider */
        double start = 0.6, length = 2.0, q = 0.8, p = length + q;
        double x0 = length * cos(start), y0 = length * sin(start);
        tmBodyId one = linkage_body(&l, x0, 0, 0), two = linkage_body(&l, 0, y0, 0);
        tmBodyId bar = linkage_body(&l, 0, 0, 0);
        tmJointId slide = linkage_slider(&l, l.ground, one, 0, 0, 0.0, x0);
        linkage_slider(&l, two, l.ground, 0, 0.3, 0.5 * LINKAGE_PI, 1.7);
        tmJointId pin = linkage_pin(&l, one, bar, x0, 0);
        linkage_pin(&l, two, bar, 0, y0);
        /* beyond the pin on the x axis: p from the pin on the y axis */
        tmFeatureId pen = linkage_mark(&l, bar, p * cos(start), -q * sin(start), 0);
        tmInput input = by_slide ? linkage_displacement(slide) : linkage_angle(pin);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            /* By angle it goes round; by the slide it stays clear of the ends. */
            double angle = by_slide ? 0.8 + 0.5 * sin(degrees(5.0 * i)) : start + degrees(5.0 * i);
            double value = by_slide ? length * cos(angle) : start - angle, x, y;
            REQUIRE(linkage_move(t, &l, plan, &value, p));
            MUST(tm_plan_point(plan, pen, &x, &y));
            CHECK_NEAR(x * x / (p * p) + y * y / (q * q), 1.0, EXACT);
            CHECK_NEAR(x, p * cos(angle), EXACT);
            CHECK_NEAR(y, -q * sin(angle), EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* PPP: two wedges between walls at right angles; a gradient beta turns a way s along x into
 * s tan(beta) along y. Their turning is held twice over. */
TEST(wedges_trade_way_by_their_slope) {
    uint64_t state = 29;
    const double beta = 0.5;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId low = linkage_body(&l, 1, 0, 0), high = linkage_body(&l, 0, 1, 0);
        tmInput input = linkage_displacement(linkage_slider(&l, l.ground, low, 0, 0, 0.0, 1.0));
        linkage_slider(&l, low, high, 0.5, 0.7, beta, -0.4);
        linkage_slider(&l, high, l.ground, 0.2, 0.2, 0.5 * LINKAGE_PI, 0.9);
        tmFeatureId mark = linkage_mark(&l, high, 0, 1, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= FRAMES; i++) {
            double along = 1.0 + 2.0 * sin(degrees(5.0 * i)), x, y;
            REQUIRE(linkage_move(t, &l, plan, &along, 2.0));
            MUST(tm_plan_point(plan, mark, &x, &y));
            CHECK_NEAR(x, 0.0, EXACT);
            CHECK_NEAR(y, 1.0 - (along - 1.0) * tan(beta), EXACT);
        }
        test_run_defers(t, 0);
    }
}

/* PPP with its freedom left: a wedge on a wall along x and one on a wall along y, tied by a
 * gradient beta. The high one's own part is pushed along x by an input, by d: the tie opens by -d
 * sin(beta), and the two ways that close it, (x, y) with x sin(beta) - y cos(beta) = d sin(beta),
 * are the least ones. */
TEST(wedges_that_nothing_drives_slide_least) {
    uint64_t state = 31;
    const double beta = 0.5, sine = sin(beta), cosine = cos(beta);
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        tmBodyId low = linkage_body(&l, 1, 0, 0), high = linkage_body(&l, 0, 1, 0);
        tmBodyId part = linkage_body(&l, 0, 1.5, 0);
        linkage_slider(&l, l.ground, low, 0, 0, 0.0, 1.0);
        linkage_slider(&l, low, part, 0.5, 0.7, beta, -0.4);
        linkage_slider(&l, high, l.ground, 0.2, 0.2, 0.5 * LINKAGE_PI, 0.9);
        tmInput input = linkage_displacement(linkage_slider(&l, high, part, 0.1, 1.5, 0.0, 0.3));
        tmFeatureId on_low = linkage_mark(&l, low, 1, 0, 0),
                    on_high = linkage_mark(&l, high, 0, 1, 0);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double d = 2.0 * sin(degrees(5.0 * i)), along = 0.3 + d, x, y, u, v;
            REQUIRE(linkage_move(t, &l, plan, &along, 2.0));
            MUST(tm_plan_point(plan, on_low, &x, &y));
            MUST(tm_plan_point(plan, on_high, &u, &v));
            CHECK_NEAR(y, 0.0, EXACT);
            CHECK_NEAR(u, 0.0, EXACT);
            if (l.method == TM_PLAN_MIXED) {
                CHECK_NEAR(x - 1.0, d * sine * sine, EXACT);
                CHECK_NEAR(v - 1.0, d * sine * cosine, EXACT);
            }
        }
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(slider_crank_runs_as_its_formula_says),
          CASE(slider_whose_points_coincide_is_no_special_place),
          CASE(slider_that_drives_turns_the_crank),
          CASE(slider_with_opposed_directions_runs_as_well),
          CASE(quick_return_rocks_as_its_formula_says), CASE(pin_in_slot_rocks_as_its_formula_says),
          CASE(scotch_yoke_runs_as_its_formula_says),
          CASE(two_sliders_with_one_pin_meet_where_their_lines_do),
          CASE(elliptic_trammel_draws_an_ellipse), CASE(wedges_trade_way_by_their_slope),
          CASE(wedges_that_nothing_drives_slide_least))
