/* test_drag.c: features that should be where the pointer is: met exactly, or as near as can be, and
 * chains that follow without running away ([ME] figure 28). */
#include "linkages.h"

#include <stdio.h>
#include <string.h>

#define LINKS 10

static double degrees(double d) {
    return d * (LINKAGE_PI / 180.0);
}

TEST(pin_of_a_five_bar_goes_where_it_is_told) {
    uint64_t state = 51;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        double cx = 0.0, cy = 0.0;
        CHECK(linkage_circles(0, 1.5, 2.0, 2.0, 1.5, 2.0, 1, &cx, &cy));
        tmBodyId left = linkage_body(&l, 0, 0, 0), right = linkage_body(&l, 2, 0, 0);
        tmBodyId one = linkage_body(&l, 0, 1.5, 0), two = linkage_body(&l, 2, 1.5, 0);
        linkage_pin(&l, l.ground, left, 0, 0);
        linkage_pin(&l, l.ground, right, 2, 0);
        tmFeatureId elbow = linkage_mark(&l, left, 0, 1.5, 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, elbow, linkage_mark(&l, one, 0, 1.5, 0), 0.0);
        linkage_pin(&l, two, right, 2, 1.5);
        tmFeatureId c = linkage_mark(&l, one, cx, cy, 0.0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, c, linkage_mark(&l, two, cx, cy, 0.0), 0.0);
        tmInput input = linkage_position(c);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 90; i++) {
            double a = degrees(4.0 * i);
            const double aim[2] = {cx + 0.6 * sin(a), cy - 0.5 + 0.5 * cos(a)};
            double x, y, ex = 0.0, ey = 0.0;
            REQUIRE(linkage_move(t, &l, plan, aim, 2.0));
            MUST(tm_plan_point(plan, c, &x, &y));
            CHECK_NEAR(x, aim[0], 2e-10);
            CHECK_NEAR(y, aim[1], 2e-10);
            /* the elbow stays on its side */
            CHECK(linkage_circles(0, 0, 1.5, aim[0], aim[1], 2.0, 1, &ex, &ey));
            MUST(tm_plan_point(plan, elbow, &x, &y));
            CHECK_NEAR(hypot(x - ex, y - ey), 0.0, 1e-8);
        }
        test_run_defers(t, 0);
    }
}

/* A crank and rocker with a point on the coupler; where it is when the crank is at `angle`. */
static void coupler_point(double angle, double *x, double *y) {
    double bx = cos(angle), by = sin(angle), cx = 0.0, cy = 0.0;
    (void)linkage_circles(bx, by, 3.5, 4.0, 0.0, 3.0, 1, &cx, &cy);
    double ux = (cx - bx) / 3.5, uy = (cy - by) / 3.5;
    *x = bx + 1.5 * ux - 1.0 * uy;
    *y = by + 1.5 * uy + 1.0 * ux;
}

/* The least distance of (x, y) from the coupler's curve, with the crank within a quarter turn of
 * `near`: a scan, then golden sections. */
static double distance_to_curve(double x, double y, double near) {
    double best = INFINITY, at = near, px, py;
    for (int i = -2000; i <= 2000; i++) {
        coupler_point(near + i * (0.5 * LINKAGE_PI / 2000), &px, &py);
        if (hypot(px - x, py - y) < best) {
            best = hypot(px - x, py - y);
            at = near + i * (0.5 * LINKAGE_PI / 2000);
        }
    }
    double low = at - 1e-3, high = at + 1e-3;
    for (int i = 0; i < 60; i++) {
        double p = high - 0.618 * (high - low), q = low + 0.618 * (high - low), qx, qy;
        coupler_point(p, &px, &py);
        coupler_point(q, &qx, &qy);
        if (hypot(px - x, py - y) < hypot(qx - x, qy - y)) {
            high = q;
        } else {
            low = p;
        }
    }
    coupler_point(low, &px, &py);
    return hypot(px - x, py - y);
}

TEST(coupler_point_stays_on_its_curve_as_near_as_it_can) {
    uint64_t state = 52;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way & ~LINKAGE_SWAPPED, &state);
        double cx = 0.0, cy = 0.0, px, py, start = 1.0;
        CHECK(linkage_circles(cos(start), sin(start), 3.5, 4, 0, 3.0, 1, &cx, &cy));
        coupler_point(start, &px, &py);
        tmBodyId crank = linkage_body(&l, 0, 0, 0), coupler = linkage_body(&l, 1, 1, 0);
        tmBodyId rocker = linkage_body(&l, 4, 0, 0);
        linkage_pin(&l, l.ground, crank, 0, 0);
        tmFeatureId b = linkage_mark(&l, coupler, cos(start), sin(start), 0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, linkage_mark(&l, crank, cos(start), sin(start), 0), b,
                      0.0);
        linkage_pin(&l, coupler, rocker, cx, cy);
        linkage_pin(&l, rocker, l.ground, 4, 0);
        tmFeatureId pen = linkage_mark(&l, coupler, px, py, 0);
        tmInput input = linkage_position(pen);
        tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
        MUST(l.status);
        for (int i = 0; i <= 60; i++) {
            /* The pointer goes by the curve, up to 0.15 off it. */
            double angle = start + degrees(3.0 * i), x, y, bx, by;
            coupler_point(angle, &px, &py);
            const double aim[2] = {px + 0.15 * sin(degrees(9.0 * i)), py + 0.1};
            REQUIRE(linkage_move(t, &l, plan, aim, 4.0));
            MUST(tm_plan_point(plan, pen, &x, &y));
            MUST(tm_plan_point(plan, b, &bx, &by));
            double at = atan2(by, bx), found = hypot(x - aim[0], y - aim[1]);
            coupler_point(at, &px, &py);
            CHECK_NEAR(hypot(x - px, y - py), 0.0, 1e-9); /* on the curve */
            CHECK_NEAR(found, distance_to_curve(aim[0], aim[1], at), 1e-6);
        }
        test_run_defers(t, 0);
    }
}

/* ---- Chains -------------------------------------------------------------------------------- */

typedef struct chain {
    linkage l;
    tmBodyId body[LINKS];
    tmFeatureId tip;
    double length, x, y; /* whole length; where the tip starts */
} chain;

/* Links of unequal length in an arch, the first on the ground at the origin. */
static chain make_chain(tmTest *t, int way, uint64_t *state) {
    chain c = {.l = linkage_open(t, way, state)};
    double angle = degrees(75.0);
    tmBodyId last = c.l.ground;
    for (int i = 0; i < LINKS; i++) {
        double length = 1.0 + 0.05 * (i * 3 % 7);
        c.body[i] = linkage_body(&c.l, c.x, c.y, angle);
        linkage_pin(&c.l, last, c.body[i], c.x, c.y);
        c.x += length * cos(angle);
        c.y += length * sin(angle);
        c.length += length;
        last = c.body[i];
        angle -= degrees(15.0);
    }
    c.tip = linkage_mark(&c.l, last, c.x, c.y, 0);
    return c;
}

typedef struct dragged {
    double drift; /* farthest that any link's origin or far end ends from its start */
    double leap;  /* largest motion of a link in a frame over the pointer's */
    double miss;
    bool done;
} dragged;

/* The tip goes along a straight line to 95 % of the reach and back, in `frames` frames. */
static dragged drag_there_and_back(tmTest *t, const chain *c, tmPlan *plan, int frames) {
    dragged d = {.done = true};
    double reach = hypot(c->x, c->y), far = 0.95 * c->length / reach;
    tmPose start[LINKS + 1], before[LINKS + 1];
    memcpy(start, tm_plan_poses(plan), sizeof start);
    memcpy(before, start, sizeof start);
    double px = c->x, py = c->y;
    for (int i = 1; i <= frames && d.done; i++) {
        double share = i <= frames / 2 ? 2.0 * i / frames : 2.0 - 2.0 * i / frames;
        double at = 1.0 + share * (far - 1.0);
        const double aim[2] = {at * c->x, at * c->y};
        double x, y, pointer = hypot(aim[0] - px, aim[1] - py);
        d.done = linkage_move(t, &c->l, plan, aim, c->length);
        d.done = d.done && tm_plan_point(plan, c->tip, &x, &y) == TM_OK;
        d.miss = d.done ? fmax(d.miss, hypot(x - aim[0], y - aim[1])) : NAN;
        const tmPose *p = tm_plan_poses(plan);
        for (int k = 1; k <= LINKS; k++) {
            double way = hypot(p[k].x - before[k].x, p[k].y - before[k].y);
            d.leap = fmax(d.leap, way / pointer);
        }
        memcpy(before, p, sizeof before);
        px = aim[0];
        py = aim[1];
    }
    for (int k = 1; k <= LINKS; k++) {
        d.drift = fmax(d.drift, hypot(before[k].x - start[k].x, before[k].y - start[k].y));
        d.drift = fmax(d.drift, hypot(before[k].c - start[k].c, before[k].s - start[k].s));
    }
    d.drift = fmax(d.drift, hypot(px - c->x, py - c->y));
    return d;
}

TEST(chain_dragged_to_its_reach_and_back_returns) {
    uint64_t state = 53;
    const int frames[3] = {400, 800, 1600};
    for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
        double drift[3];
        for (int i = 0; i < 3; i++) {
            chain c = make_chain(t, way, &state);
            tmInput input = linkage_position(c.tip);
            tmPlan *plan = linkage_open_plan(t, &c.l, &input, 1);
            MUST(c.l.status);
            dragged d = drag_there_and_back(t, &c, plan, frames[i]);
            REQUIRE(d.done);
            printf("  %s, %d frames: drift %.3g of the length, leap %.3g, miss %.3g\n",
                   way ? "Newton" : "mixed", frames[i], d.drift / c.length, d.leap, d.miss);
            CHECK(d.leap <= 5.0);
            CHECK(d.miss <= 1e-9 * c.length);
            drift[i] = d.drift / c.length;
            test_run_defers(t, 0);
        }
        CHECK(drift[0] <= 1e-3); /* in 400 frames */
        CHECK(drift[1] < drift[0] && drift[2] < drift[1]);
    }
}

/* The pointer beyond the reach: the chain is stretched towards it, and comes back. */
TEST(chain_pulled_beyond_its_reach_points_at_the_pointer) {
    uint64_t state = 54;
    chain c = make_chain(t, 0, &state);
    tmInput input = linkage_position(c.tip);
    tmPlan *plan = linkage_open_plan(t, &c.l, &input, 1);
    MUST(c.l.status);
    double x, y;
    for (int i = 0; i <= 40; i++) {
        double far = 1.0 + i * 0.05;
        const double aim[2] = {c.x * far, c.y * far};
        REQUIRE(linkage_move(t, &c.l, plan, aim, c.length));
        MUST(tm_plan_point(plan, c.tip, &x, &y));
        double nearest = fmax(0.0, hypot(aim[0], aim[1]) - c.length);
        CHECK_NEAR(hypot(x - aim[0], y - aim[1]), nearest, 1e-3 * c.length);
    }
    const double home[2] = {c.x, c.y};
    REQUIRE(linkage_move(t, &c.l, plan, home, c.length));
    MUST(tm_plan_point(plan, c.tip, &x, &y));
    CHECK_NEAR(hypot(x - c.x, y - c.y), 0.0, 1e-8);
}

/* A crank on one pin that is dragged by its tip, and a body on none: no joint tells how long they
 * are. The unit of length must not matter, as far as there is a length. */
TEST(crank_and_free_body_follow_however_long_they_are) {
    for (double size = 1e-6; size < 1e7; size *= 100.0) {
        for (int way = 0; way < LINKAGE_WAYS; way += LINKAGE_NEWTON) {
            for (int pinned = 0; pinned < 2; pinned++) {
                linkage l = linkage_open(t, way, NULL);
                tmBodyId body = linkage_body(&l, 0, 0, 0);
                tmFeatureId tip = linkage_mark(&l, body, size, 0, 0);
                if (pinned) {
                    linkage_pin(&l, l.ground, body, 0, 0);
                }
                tmInput input = linkage_position(tip);
                tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
                MUST(l.status);
                for (int i = 1; i <= 12; i++) {
                    double angle = degrees(100.0 * i), away = pinned ? 1.0 : 100.0, x, y;
                    const double aim[2] = {away * size * cos(angle), away * size * sin(angle)};
                    REQUIRE(linkage_move(t, &l, plan, aim, size));
                    MUST(tm_plan_point(plan, tip, &x, &y));
                    CHECK_NEAR(hypot(x - aim[0], y - aim[1]), 0.0,
                               pinned ? 1e-9 * size : 1e-9 * size + 1e-11);
                }
                test_run_defers(t, 0);
            }
        }
    }
}

TEST_MAIN(CASE(pin_of_a_five_bar_goes_where_it_is_told),
          CASE(crank_and_free_body_follow_however_long_they_are),
          CASE(coupler_point_stays_on_its_curve_as_near_as_it_can),
          CASE(chain_dragged_to_its_reach_and_back_returns),
          CASE(chain_pulled_beyond_its_reach_points_at_the_pointer))
