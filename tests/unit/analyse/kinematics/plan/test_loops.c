/* test_loops.c: linkages with pins against circles that meet, in every way to build them: own axes
 * of bodies, joints swapped, mixed and Newton. Sliders are in test_sliders.c. */
#include "linkages.h"

#define FRAMES 72

static double degrees(double d) {
    return d * (LINKAGE_PI / 180.0);
}

/* A crank of length r about (0, 0), a coupler, and a rocker about (d, 0). */
typedef struct fourBar {
    linkage l;
    tmBodyId crank, coupler, rocker;
    tmJointId driver;
    tmFeatureId b, c; /* pins of the coupler */
    double r, a, h, d, start;
} fourBar;

static fourBar four_bar(tmTest *t, int way, uint64_t *state, int side) {
    fourBar f = {.l = linkage_open(t, way, state), .r = 1.0, .a = 3.5, .h = 3.0, .d = 4.0};
    linkage *l = &f.l;
    f.start = 0.3;
    double bx = f.r * cos(f.start), by = f.r * sin(f.start), cx = 0.0, cy = 0.0;
    CHECK(linkage_circles(bx, by, f.a, f.d, 0.0, f.h, side, &cx, &cy));
    f.crank = linkage_body(l, 0.0, 0.0, f.start);
    f.coupler = linkage_body(l, bx, by, 0.0);
    f.rocker = linkage_body(l, f.d, 0.0, 0.0);
    f.driver = linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, l->ground, 0.0, 0.0, 0.0),
                             linkage_mark(l, f.crank, 0.0, 0.0, f.start), 0.0);
    f.b = linkage_mark(l, f.coupler, bx, by, 0.0);
    linkage_joint(l, TM_JOINT_REVOLUTE, linkage_mark(l, f.crank, bx, by, 0.0), f.b, 0.0);
    f.c = linkage_mark(l, f.coupler, cx, cy, 0.0);
    linkage_joint(l, TM_JOINT_REVOLUTE, f.c, linkage_mark(l, f.rocker, cx, cy, 0.0), 0.0);
    linkage_pin(l, f.rocker, l->ground, f.d, 0.0);
    return f;
}

TEST(four_bar_closes_where_its_circles_meet) {
    uint64_t state = 11;
    for (int way = 0; way < 2 * LINKAGE_WAYS; way++) {
        int side = way < LINKAGE_WAYS ? 1 : -1;
        fourBar f = four_bar(t, way, &state, side);
        tmInput input = linkage_angle(f.driver);
        tmPlan *plan = linkage_open_plan(t, &f.l, &input, 1);
        MUST(f.l.status);
        CHECK(f.l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
        for (int i = 0; i <= FRAMES; i++) {
            double angle = f.start + degrees(5.0 * i), x, y, cx = 0.0, cy = 0.0;
            REQUIRE(linkage_move(t, &f.l, plan, &angle, f.d));
            double bx = f.r * cos(angle), by = f.r * sin(angle);
            CHECK(linkage_circles(bx, by, f.a, f.d, 0.0, f.h, side, &cx, &cy));
            MUST(tm_plan_point(plan, f.c, &x, &y));
            CHECK_NEAR(x, cx, 2e-11);
            CHECK_NEAR(y, cy, 2e-11);
        }
        test_run_defers(t, 0);
    }
}

/* Freudenstein: K1 cos psi - K2 cos phi + K3 = cos(phi - psi), with phi the crank's angle and psi
 * the rocker's; K1 = d/r, K2 = d/h, K3 = (r^2 - a^2 + h^2 + d^2) / (2 r h). */
TEST(four_bar_obeys_freudenstein_s_equation) {
    uint64_t state = 12;
    fourBar f = four_bar(t, LINKAGE_RANDOM_AXES, &state, 1);
    tmInput input = linkage_angle(f.driver);
    tmPlan *plan = linkage_open_plan(t, &f.l, &input, 1);
    MUST(f.l.status);
    double k3 = (f.r * f.r - f.a * f.a + f.h * f.h + f.d * f.d) / (2.0 * f.r * f.h);
    for (int i = 0; i < FRAMES; i++) {
        double phi = f.start - degrees(7.0 * i), x, y;
        REQUIRE(linkage_move(t, &f.l, plan, &phi, f.d));
        MUST(tm_plan_point(plan, f.c, &x, &y));
        double psi = atan2(y, x - f.d);
        CHECK_NEAR(f.d / f.r * cos(psi) - f.d / f.h * cos(phi) + k3, cos(phi - psi), 1e-10);
    }
}

TEST(five_bar_follows_two_angles) {
    uint64_t state = 13;
    for (int way = 0; way < LINKAGE_WAYS; way++) {
        linkage l = linkage_open(t, way, &state);
        double cx = 0.0, cy = 0.0;
        CHECK(linkage_circles(0.0, 1.0, 2.5, 3.0, 1.0, 2.5, 1, &cx, &cy));
        tmBodyId left = linkage_body(&l, 0, 0, 0), right = linkage_body(&l, 3, 0, 0);
        tmBodyId one = linkage_body(&l, 0, 1, 0), two = linkage_body(&l, 3, 1, 0);
        tmInput inputs[2] = {linkage_angle(linkage_pin(&l, l.ground, left, 0, 0)),
                             linkage_angle(linkage_pin(&l, l.ground, right, 3, 0))};
        linkage_pin(&l, left, one, 0, 1);
        linkage_pin(&l, two, right, 3, 1);
        tmFeatureId c = linkage_mark(&l, one, cx, cy, 0.0);
        linkage_joint(&l, TM_JOINT_REVOLUTE, c, linkage_mark(&l, two, cx, cy, 0.0), 0.0);
        tmPlan *plan = linkage_open_plan(t, &l, inputs, 2);
        MUST(l.status);
        for (int i = 0; i < FRAMES; i++) {
            const double angles[2] = {degrees(5.0 * i), -degrees(10.0 * i)};
            double x, y, p = 0.5 * LINKAGE_PI + angles[0], q = 0.5 * LINKAGE_PI + angles[1];
            REQUIRE(linkage_move(t, &l, plan, angles, 3.0));
            CHECK(linkage_circles(cos(p), sin(p), 2.5, 3.0 + cos(q), sin(q), 2.5, 1, &cx, &cy));
            MUST(tm_plan_point(plan, c, &x, &y));
            CHECK_NEAR(x, cx, 2e-11);
            CHECK_NEAR(y, cy, 2e-11);
        }
        test_run_defers(t, 0);
    }
}

/* Pose of a body seen from another. */
static tmPose seen(const tmPose *from, const tmPose *p) {
    double x = p->x - from->x, y = p->y - from->y;
    return (tmPose){from->c * x + from->s * y, from->c * y - from->s * x,
                    from->c * p->c + from->s * p->s, from->c * p->s - from->s * p->c};
}

/* Three bodies in a ring, with a slider where a bit of `kinds` is set and a pin elsewhere: rigid,
 * save for three sliders. The ring is the coupler of a four-bar, touching no ground itself. */
TEST(rings_of_three_bodies_are_rigid_couplers_whatever_their_joints) {
    uint64_t state = 14;
    for (int kinds = 0; kinds < 7; kinds++) {
        for (int way = 0; way < LINKAGE_WAYS; way++) {
            linkage l = linkage_open(t, way, &state);
            double cx = 0.0, cy = 0.0;
            CHECK(linkage_circles(1.0, 0.0, 3.5, 4.0, 0.0, 3.0, 1, &cx, &cy));
            tmBodyId crank = linkage_body(&l, 0, 0, 0), rocker = linkage_body(&l, 4, 0, 0);
            tmBodyId ring[3];
            const double at[3][3] = {{1.6, 1.9, 0.2}, {2.4, 2.2, 1.1}, {1.9, 0.7, -0.8}};
            for (int i = 0; i < 3; i++) {
                ring[i] = linkage_body(&l, at[i][0], at[i][1], at[i][2]);
            }
            tmInput input = linkage_angle(linkage_pin(&l, l.ground, crank, 0, 0));
            linkage_pin(&l, crank, ring[0], 1, 0);
            linkage_pin(&l, ring[1], rocker, cx, cy);
            linkage_pin(&l, rocker, l.ground, 4, 0);
            for (int i = 0; i < 3; i++) {
                if (kinds >> i & 1) {
                    linkage_slider(&l, ring[i], ring[(i + 1) % 3], at[i][0], at[i][1],
                                   at[i][2] + 0.3, 0.4);
                } else {
                    linkage_pin(&l, ring[i], ring[(i + 1) % 3], at[i][0], at[i][1]);
                }
            }
            tmPlan *plan = linkage_open_plan(t, &l, &input, 1);
            MUST(l.status);
            CHECK(l.method == TM_PLAN_NEWTON || tm_plan_unknowns(plan) == 0);
            tmPose start[8];
            for (int i = 0; i < tm_body_count(l.m); i++) {
                MUST(tm_body_pose(l.m, tm_body_at(l.m, i), &start[i]));
            }
            for (int i = 0; i <= 24; i++) {
                double angle = degrees(15.0 * i), bx = cos(angle), by = sin(angle);
                REQUIRE(linkage_move(t, &l, plan, &angle, 4.0));
                const tmPose *p = tm_plan_poses(plan);
                for (int k = 4; k < 6; k++) {
                    tmPose was = seen(&start[3], &start[k]), is = seen(&p[3], &p[k]);
                    CHECK_NEAR(hypot(is.x - was.x, is.y - was.y), 0.0, 2e-10);
                    CHECK_NEAR(hypot(is.c - was.c, is.s - was.s), 0.0, 2e-10);
                }
                /* and the ring is where the coupler of the four-bar would be */
                double x = 0.0, y = 0.0, found_x, found_y;
                CHECK(linkage_circles(bx, by, 3.5, 4.0, 0.0, 3.0, 1, &x, &y));
                tmJointDef pin;
                MUST(tm_joint_get(l.m, tm_joint_at(l.m, 2), &pin));
                MUST(tm_plan_point(plan, pin.features[0], &found_x, &found_y));
                CHECK_NEAR(hypot(found_x - x, found_y - y), 0.0, 2e-10);
            }
            test_run_defers(t, 0);
        }
    }
}

TEST_MAIN(CASE(four_bar_closes_where_its_circles_meet),
          CASE(four_bar_obeys_freudenstein_s_equation), CASE(five_bar_follows_two_angles),
          CASE(rings_of_three_bodies_are_rigid_couplers_whatever_their_joints))
