/* test_modes_platform.c: a triangle whose corners lie on three circles, against its sextic.
 *
 * With corner 0 and the centre of circle 0 at the origin of plate and ground, p the place of the
 * plate's origin and v_i = R b_i - a_i, subtracting |p|^2 = r_0^2 from |p + v_i|^2 = r_i^2 gives
 *   2 p . v_i = q_i,  q_i = r_i^2 - r_0^2 - |v_i|^2,  i = 1, 2,
 * two linear equations for p. Put into |p|^2 = r_0^2, times 4 (v_1 x v_2)^2, they give
 *   q_1^2 |v_2|^2 + q_2^2 |v_1|^2 - 2 q_1 q_2 v_1 . v_2 = 4 r_0^2 (v_1 x v_2)^2,
 * of degree 3 in cosine and sine of the plate's angle, and 6 in the tangent of its half ([GSR92]).
 */
#include "linkages.h"

#include <complex.h>
#include <stdio.h>
#include <string.h>

#define DEGREE_MAX 6
#define ROUNDS 400

typedef long double Real;
typedef long double complex Root;

/* Centres, radii, and the plate's corners in its own axes. */
typedef struct Platform {
    double ax[3], ay[3], bx[3], by[3], r[3];
} Platform;

typedef struct Poly {
    Real c[DEGREE_MAX + 1];
    int degree;
} Poly;

/* k + c cos + s sin, times 1 + t^2. */
static Poly linear(Real k, Real c, Real s) {
    return (Poly){{k + c, 2.0L * s, k - c}, 2};
}

static Poly product(Poly a, Poly b) {
    Poly p = {{0}, a.degree + b.degree};
    for (int i = 0; i <= a.degree; i++) {
        for (int k = 0; k <= b.degree; k++) {
            p.c[i + k] += a.c[i] * b.c[k];
        }
    }
    return p;
}

static Poly sum(Poly a, Real k, Poly b) {
    for (int i = 0; i <= a.degree; i++) {
        a.c[i] += k * b.c[i];
    }
    return a;
}

static Poly sextic(const Platform *f) {
    Real ax[3], ay[3], bx[3], by[3];
    Poly v2[3], q[3];
    const Poly one = linear(1.0L, 0.0L, 0.0L);
    for (int i = 1; i < 3; i++) {
        ax[i] = (Real)f->ax[i] - f->ax[0];
        ay[i] = (Real)f->ay[i] - f->ay[0];
        bx[i] = (Real)f->bx[i] - f->bx[0];
        by[i] = (Real)f->by[i] - f->by[0];
        v2[i] = linear(ax[i] * ax[i] + ay[i] * ay[i] + bx[i] * bx[i] + by[i] * by[i],
                       -2.0L * (ax[i] * bx[i] + ay[i] * by[i]),
                       -2.0L * (ay[i] * bx[i] - ax[i] * by[i]));
        q[i] = sum(linear((Real)f->r[i] * f->r[i] - (Real)f->r[0] * f->r[0], 0.0L, 0.0L), -1.0L,
                   v2[i]);
    }
    Poly dot = linear(bx[1] * bx[2] + by[1] * by[2] + ax[1] * ax[2] + ay[1] * ay[2],
                      -(ax[2] * bx[1] + ay[2] * by[1]) - (ax[1] * bx[2] + ay[1] * by[2]),
                      -(ay[2] * bx[1] - ax[2] * by[1]) - (ay[1] * bx[2] - ax[1] * by[2]));
    Poly cross = linear(bx[1] * by[2] - by[1] * bx[2] + ax[1] * ay[2] - ay[1] * ax[2],
                        -(bx[1] * ay[2] - by[1] * ax[2]) + (bx[2] * ay[1] - by[2] * ax[1]),
                        (by[1] * ay[2] + bx[1] * ax[2]) - (by[2] * ay[1] + bx[2] * ax[1]));
    Poly p = product(product(q[1], q[1]), v2[2]);
    p = sum(p, 1.0L, product(product(q[2], q[2]), v2[1]));
    p = sum(p, -2.0L, product(product(q[1], q[2]), dot));
    return sum(p, -4.0L * f->r[0] * f->r[0], product(product(cross, cross), one));
}

/* All roots at once (Durand and Kerner's method). */
static void find_roots(Poly p, Root roots[DEGREE_MAX]) {
    for (int i = 0; i < DEGREE_MAX; i++) {
        roots[i] = cpowl(0.4L + 0.9L * I, i);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < DEGREE_MAX; i++) {
            Root value = p.c[DEGREE_MAX], below = p.c[DEGREE_MAX];
            for (int k = DEGREE_MAX - 1; k >= 0; k--) {
                value = value * roots[i] + p.c[k];
            }
            for (int k = 0; k < DEGREE_MAX; k++) {
                below *= k == i ? 1.0L : roots[i] - roots[k];
            }
            roots[i] -= value / below;
        }
    }
}

/* Puts the real roots' angles into `angles` and returns how many; -1 where some are so nearly
 * double, or the leading coefficient so small, that digits would decide. */
static int real_angles(const Platform *f, double angles[DEGREE_MAX]) {
    Root roots[DEGREE_MAX];
    find_roots(sextic(f), roots);
    int count = 0;
    for (int i = 0; i < DEGREE_MAX; i++) {
        /* As a point z of the plane of exp(i angle), which has no infinity: real t is |z| = 1. */
        Root z = (1.0L + I * roots[i]) / (1.0L - I * roots[i]);
        Real off = fabsl(cabsl(z) - 1.0L);
        if (!(off < 1e-10L || off > 1e-3L)) {
            return -1;
        }
        if (off < 1e-10L) {
            angles[count++] = (double)cargl(z);
        }
        for (int k = 0; k < i; k++) {
            Root w = (1.0L + I * roots[k]) / (1.0L - I * roots[k]);
            if (cabsl(z - w) < 1e-3L) {
                return -1;
            }
        }
    }
    return count;
}

/* The triangle on circles, or on three rods. */
static void add_platform(linkage *l, const Platform *f, bool rods) {
    tmBodyId plate = linkage_body(l, 0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        tmFeatureId centre = linkage_mark(l, l->ground, f->ax[i], f->ay[i], 0.0);
        tmFeatureId corner = linkage_mark(l, plate, f->bx[i], f->by[i], 0.0);
        if (!rods) {
            linkage_joint(l, TM_JOINT_ON_CIRCLE, l->swap ? corner : centre,
                          l->swap ? centre : corner, f->r[i]);
            continue;
        }
        tmBodyId rod = linkage_body(l, 0.0, 0.0, 0.0);
        linkage_joint(l, TM_JOINT_REVOLUTE, centre, linkage_mark(l, rod, 0.0, 0.0, 0.0), 0.0);
        linkage_joint(l, TM_JOINT_REVOLUTE, corner, linkage_mark(l, rod, f->r[i], 0.0, 0.0), 0.0);
    }
}

/* Half of them can be assembled for sure: with the plate where it is now. */
static Platform random_platform(uint64_t *state, bool assembled) {
    Platform f;
    for (int i = 0; i < 3; i++) {
        f.ax[i] = test_uniform(state, -2.0, 2.0);
        f.ay[i] = test_uniform(state, -2.0, 2.0);
        f.bx[i] = test_uniform(state, -1.5, 1.5);
        f.by[i] = test_uniform(state, -1.5, 1.5);
        f.r[i] =
            assembled ? hypot(f.ax[i] - f.bx[i], f.ay[i] - f.by[i]) : test_uniform(state, 0.5, 3.0);
    }
    return f;
}

static tmModes *platform_modes(tmTest *t, linkage *l, tmPlan **plan) {
    tmModes *modes = NULL;
    *plan = linkage_open_plan(t, l, NULL, 0);
    if (*plan) {
        l->status = tm_modes_create(*plan, NULL, NULL, &modes);
        DEFER(tm_modes_destroy, modes);
    }
    return modes;
}

/* Whether the plate's corner 0 to corner 1 has this direction, against that in its own axes. */
static bool has_angle(const linkage *l, const tmModes *modes, const Platform *f, double angle) {
    double own = atan2(f->by[1] - f->by[0], f->bx[1] - f->bx[0]);
    for (int32_t i = 0; i < tm_modes_count(modes); i++) {
        double x[2], y[2];
        int32_t seen = 0;
        for (int32_t k = 0; k < tm_feature_count(l->m) && seen < 2; k++) {
            tmBodyId body;
            tmFeatureId id = tm_feature_at(l->m, k);
            if (tm_feature_get(l->m, id, &body, NULL, NULL, NULL) == TM_OK &&
                body.value == tm_body_at(l->m, 1).value) {
                linkage_place(l->m, id, tm_modes_poses(modes, i), &x[seen], &y[seen], NULL);
                seen++;
            }
        }
        double turn = atan2(y[1] - y[0], x[1] - x[0]) - own - angle;
        if (fabs(remainder(turn, 2.0 * LINKAGE_PI)) < 1e-6) {
            return true;
        }
    }
    return false;
}

TEST(random_triangles_on_three_circles_have_the_modes_of_their_sextic) {
    uint64_t state = 11;
    int counts[DEGREE_MAX + 1] = {0}, doubtful = 0, tries = 1500;
    for (int try = 0; try < tries; try++) {
        Platform f = random_platform(&state, try % 2 == 0);
        double angles[DEGREE_MAX];
        int count = real_angles(&f, angles);
        doubtful += count < 0;
        linkage l = linkage_open(t, try / 2 % LINKAGE_NEWTON, &state);
        tmPlan *plan;
        add_platform(&l, &f, try / 2 % 2 == 0);
        tmModes *modes = platform_modes(t, &l, &plan);
        MUST(l.status);
        CHECK(tm_modes_is_complete(modes) || count < 0);
        if (count >= 0) {
            counts[count]++;
            if (!CHECK(tm_modes_count(modes) == count)) {
                printf("  platform %d: %d, not %d\n", try, (int)tm_modes_count(modes), count);
            }
            for (int i = 0; i < count; i++) {
                CHECK(has_angle(&l, modes, &f, angles[i]));
            }
        }
        for (int32_t i = 0; i < tm_modes_count(modes); i++) {
            CHECK_NEAR(linkage_gap(l.m, tm_modes_poses(modes, i), 3.0), 0.0, 1e-10);
            double distance;
            tmSolveInfo info;
            MUST(tm_plan_take(plan, tm_modes_poses(modes, i), NULL));
            MUST(tm_plan_move(plan, NULL, &info));
            CHECK(info.outcome == TM_MOVE_DONE && info.iterations <= 1);
            CHECK(tm_modes_nearest(modes, tm_plan_poses(plan), &distance) == i);
            CHECK(distance < 1e-6);
        }
        test_run_defers(t, 0);
    }
    CHECK(doubtful < tries / 20);
    CHECK(counts[0] > 100 && counts[2] > 100 && counts[4] > 100 && counts[6] > 10);
}

/* Integers for which all six roots are real, 47 degrees apart or more. */
static const Platform six = {{0, 6, 6}, {0, 0, 3}, {0, 6, 0}, {0, 0, 4}, {5, 7, 6}};

TEST(this_triangle_has_six_modes) {
    tmMechanism *m;
    tmPlan *plan;
    tmModes *modes;
    double angles[DEGREE_MAX];
    MUST(tm_mechanism_create(&t->allocator, &m));
    DEFER(tm_mechanism_destroy, m);
    linkage l = linkage_of(m, NULL);
    add_platform(&l, &six, false);
    MUST(l.status);
    MUST(linkage_plan(m, NULL, 0, TM_PLAN_MIXED, &plan));
    DEFER(tm_plan_destroy, plan);
    MUST(tm_modes_create(plan, NULL, NULL, &modes));
    DEFER(tm_modes_destroy, modes);
    REQUIRE(real_angles(&six, angles) == 6);
    REQUIRE(tm_modes_count(modes) == 6 && tm_modes_is_complete(modes));
    for (int i = 0; i < 6; i++) {
        CHECK(has_angle(&l, modes, &six, angles[i]));
        const tmPose *plate = &tm_modes_poses(modes, i)[1];
        for (int k = 0; k < 3; k++) { /* plainly: corner on circle */
            double x = plate->x + plate->c * six.bx[k] - plate->s * six.by[k];
            double y = plate->y + plate->s * six.bx[k] + plate->c * six.by[k];
            CHECK_NEAR(hypot(x - six.ax[k], y - six.ay[k]), six.r[k], 1e-10);
        }
    }
}

/* Two corners run round on equal circles that far apart, so the triangle goes round too, and its
 * third corner touches its circle at the top: a double root, and no other. */
TEST(triangle_that_only_touches_its_circle_has_one_mode) {
    const Platform f = {{0, 2, 1}, {0, 0, 5}, {0, 2, 1}, {0, 0, 1}, {1, 1, 3}};
    Root roots[DEGREE_MAX];
    int real = 0;
    find_roots(sextic(&f), roots);
    for (int i = 0; i < DEGREE_MAX; i++) {
        Real off = fabsl(cabsl((1.0L + I * roots[i]) / (1.0L - I * roots[i])) - 1.0L);
        CHECK(off < 1e-7L || off > 1e-3L);
        real += off < 1e-7L;
    }
    REQUIRE(real == 2);
    for (int way = 0; way < 4; way++) {
        linkage l = linkage_open(t, way & LINKAGE_SWAPPED, NULL);
        tmPlan *plan;
        add_platform(&l, &f, way & 1);
        tmModes *modes = platform_modes(t, &l, &plan);
        MUST(l.status);
        REQUIRE(tm_modes_count(modes) == 1 && tm_modes_is_complete(modes));
        const tmPose *plate = &tm_modes_poses(modes, 0)[1];
        CHECK_NEAR(plate->x, 0.0, 1e-5);
        CHECK_NEAR(plate->y, 1.0, 1e-5);
        CHECK_NEAR(plate->s, 0.0, 1e-5);
        test_run_defers(t, 0);
    }
}

/* Corner i, corner k and the centre of circle k in one line, or nearly so: a mode like others, but
 * a dead centre of the closed form that meets circle k from corner i. */
TEST(dead_centre_of_an_inner_closed_form_hides_no_mode) {
    uint64_t state = 14;
    int tried = 0;
    for (int try = 0; try < test_rounds(240); try++) {
        Platform f = random_platform(&state, true);
        int i = try % 3, k = (i + 1 + try / 3 % 2) % 3;
        double part = test_between(&state, 0, 1) ? 2.0 : 0.5; /* stretched, or folded back */
        double off = try % 4 == 0 ? 0.0 : pow(10.0, test_uniform(&state, -9.0, -5.0));
        f.ax[k] = f.bx[i] + part * (f.bx[k] - f.bx[i]) - off * (f.by[k] - f.by[i]);
        f.ay[k] = f.by[i] + part * (f.by[k] - f.by[i]) + off * (f.bx[k] - f.bx[i]);
        f.r[k] = hypot(f.bx[k] - f.ax[k], f.by[k] - f.ay[k]);
        double angles[DEGREE_MAX], distance;
        int count = real_angles(&f, angles);
        linkage l = linkage_open(t, 0, NULL);
        tmPlan *plan;
        add_platform(&l, &f, false);
        tmModes *modes = platform_modes(t, &l, &plan);
        MUST(l.status);
        if (count >= 0) {
            CHECK(tm_modes_count(modes) == count);
            tm_modes_nearest(modes, tm_plan_poses(plan), &distance);
            CHECK(distance < 1e-8);
            tried++;
        }
        test_run_defers(t, 0);
    }
    CHECK(tried > test_rounds(200));
}

/* Each mode of one with each of the other. */
TEST(two_triangles_have_the_product_of_their_modes) {
    uint64_t state = 12;
    for (int try = 0; try < test_rounds(60); try++) {
        Platform f[2];
        double angles[DEGREE_MAX];
        int counts[2];
        for (int i = 0; i < 2; i++) {
            do {
                f[i] = random_platform(&state, try % 4 != 3);
                counts[i] = real_angles(&f[i], angles);
            } while (counts[i] < 0);
        }
        linkage l = linkage_open(t, try % LINKAGE_NEWTON, &state);
        tmPlan *plan;
        add_platform(&l, &f[0], false);
        add_platform(&l, &f[1], true);
        tmModes *modes = platform_modes(t, &l, &plan);
        MUST(l.status);
        CHECK(tm_modes_count(modes) == counts[0] * counts[1] && tm_modes_is_complete(modes));
        test_run_defers(t, 0);
    }
}

/* A triangle of three bars can be assembled both ways: the sextic of each gives its part. */
TEST(triangle_of_bars_has_the_modes_of_both_its_mirror_images) {
    uint64_t state = 13;
    for (int try = 0; try < test_rounds(60); try++) {
        Platform f = random_platform(&state, true), mirrored = f;
        double angles[DEGREE_MAX];
        for (int i = 0; i < 3; i++) {
            mirrored.by[i] = -f.by[i];
        }
        int count = real_angles(&f, angles), other = real_angles(&mirrored, angles);
        linkage l = linkage_open(t, try % LINKAGE_NEWTON, &state);
        tmBodyId bars[3];
        tmPlan *plan;
        for (int i = 0; i < 3; i++) {
            bars[i] = linkage_body(&l, 0.0, 0.0, 0.0);
        }
        for (int i = 0; i < 3; i++) {
            linkage_pin(&l, bars[i], bars[(i + 1) % 3], f.bx[i], f.by[i]);
            linkage_joint(&l, TM_JOINT_DISTANCE, linkage_mark(&l, l.ground, f.ax[i], f.ay[i], 0.0),
                          linkage_mark(&l, bars[i], f.bx[i], f.by[i], 0.0), f.r[i]);
        }
        tmModes *modes = platform_modes(t, &l, &plan);
        MUST(l.status);
        CHECK(count < 0 || other < 0 || tm_modes_count(modes) == count + other);
        test_run_defers(t, 0);
    }
}

TEST_MAIN(CASE(random_triangles_on_three_circles_have_the_modes_of_their_sextic),
          CASE(this_triangle_has_six_modes),
          CASE(triangle_that_only_touches_its_circle_has_one_mode),
          CASE(dead_centre_of_an_inner_closed_form_hides_no_mode),
          CASE(two_triangles_have_the_product_of_their_modes),
          CASE(triangle_of_bars_has_the_modes_of_both_its_mirror_images))
