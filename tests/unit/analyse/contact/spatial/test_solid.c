/* test_solid.c: gaps and points of two convex pieces of space against a full separating-axis test
 * in long double, closed forms, and differences of gaps. */
#include "solids.h"

#include <math.h>
#include <string.h>

/* Roundings of a gap as part of the coordinates. */
#define ROUNDINGS 1e-13

/* ---- Separating axes ------------------------------------------------------------------------- */

typedef long double Axis[3];

static void cross(const Axis u, const Axis v, Axis out) {
    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
}

/* How far both are apart along an axis and against it, the larger one; of radii nothing. */
static long double apart_along(const tmiSolid *a, const tmiSolid *b, const Axis axis) {
    long double length = sqrtl(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    long double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int side = 0; side < 2; side++) {
        const tmiSolid *of = side ? b : a;
        for (int i = 0; i < of->shape->corner_count; i++) {
            const double *x = of->corner[i];
            long double at = (axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]) / length;
            low[side] = fminl(low[side], at);
            high[side] = fmaxl(high[side], at);
        }
    }
    return fmaxl(low[1] - high[0], low[0] - high[1]);
}

static void take_axis(const tmiSolid *a, const tmiSolid *b, const Axis axis, long double *best) {
    long double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (square > 1e-20L) {
        *best = fmaxl(*best, apart_along(a, b, axis));
    }
}

/* The maximum over the normals of all faces and all products of two edges. */
static double by_axes(const tmiSolid *a, const tmiSolid *b) {
    long double best = -INFINITY;
    for (int side = 0; side < 2; side++) {
        const tmiSolid *of = side ? b : a;
        for (int f = 0; f < of->shape->face_count; f++) {
            const double *n = of->normal[f];
            take_axis(a, b, (const Axis){n[0], n[1], n[2]}, &best);
        }
    }
    for (int i = 0; i < a->shape->edge_count; i++) {
        for (int j = 0; j < b->shape->edge_count; j++) {
            const double *u = a->along[i], *v = b->along[j];
            Axis axis;
            cross((const Axis){u[0], u[1], u[2]}, (const Axis){v[0], v[1], v[2]}, axis);
            take_axis(a, b, axis, &best);
        }
    }
    return (double)best;
}

TEST(separation_is_that_of_all_separating_axes) {
    uint64_t seed = 11;
    int apart = 0, by_edges = 0;
    for (int i = 0; i < 3000; i++) {
        solidPair *const p = test_memory(t, 1, sizeof *p);
        REQUIRE(make_solid_hulls(t, &seed, i % 3 == 0, p));
        int32_t row;
        double found = tmi_solid_separation(p->pair.a, p->pair.b, &row);
        double wanted = by_axes(p->pair.a, p->pair.b);
        if (wanted <= 0.0) {
            CHECK_NEAR(found, wanted, 4.0 * ROUNDINGS);
        } else {
            CHECK(found >= -4.0 * ROUNDINGS && found <= wanted + 4.0 * ROUNDINGS);
            apart++;
        }
        CHECK_NEAR(tmi_solid_gap(p->pair.a, p->pair.b, row), found, 8.0 * ROUNDINGS);
        by_edges += tmi_solid_row(p->pair.a, p->pair.b, row).kind == TMI_CONTACT_EDGES;
        test_run_defers(t, 0);
    }
    CHECK(apart > 500 && apart < 2500);
    CHECK(by_edges > 100);
}

TEST(the_way_round_does_not_matter) {
    uint64_t seed = 12;
    for (int i = 0; i < 500; i++) {
        solidPair *const p = test_memory(t, 1, sizeof *p);
        REQUIRE(make_solid_hulls(t, &seed, i % 3 == 0, p));
        double one = tmi_solid_separation(p->pair.a, p->pair.b, NULL);
        CHECK(one == tmi_solid_separation(p->pair.b, p->pair.a, NULL));
        test_run_defers(t, 0);
    }
}

/* ---- Round pieces ---------------------------------------------------------------------------- */

TEST(a_sphere_is_as_far_from_a_box_as_from_its_nearest_point) {
    uint64_t seed = 13;
    for (int i = 0; i < 2000; i++) {
        solidPair *const p = test_memory(t, 1, sizeof *p);
        double half[3], at[3], nearest = 0.0;
        for (int k = 0; k < 3; k++) {
            half[k] = test_uniform(&seed, 0.2, 1.0);
            at[k] = test_uniform(&seed, -2.0, 2.0);
        }
        for (int k = 0; k < 3; k++) {
            double out = fmax(fabs(at[k]) - half[k], 0.0);
            nearest += out * out;
        }
        REQUIRE(make_box_and_sphere(t, half, 0.3, at, p));
        double found = tmi_solid_separation(p->pair.a, p->pair.b, NULL);
        if (nearest > 0.0) {
            CHECK_NEAR(found, sqrt(nearest) - 0.3, ROUNDINGS);
        } else {
            CHECK(found < -0.3 + ROUNDINGS);
        }
        test_run_defers(t, 0);
    }
}

/* The distance of two segments, by going to and fro between the nearest points on both. */
static double distance_of_segments(const tmiSolid *a, const tmiSolid *b) {
    double s = 0.5, u = 0.5, d[3] = {0.0, 0.0, 0.0};
    for (int turn = 0; turn < 20000; turn++) {
        for (int side = 0; side < 2; side++) {
            const double *p = a->corner[0], *q = b->corner[0];
            const double *e = a->along[0], *f = b->along[0];
            double along = 0.0, square = 0.0;
            for (int k = 0; k < 3; k++) {
                d[k] = q[k] + u * f[k] - p[k] - s * e[k];
                along += d[k] * (side ? -f[k] : e[k]);
                square += side ? f[k] * f[k] : e[k] * e[k];
            }
            double *own = side ? &u : &s;
            *own = fmin(1.0, fmax(0.0, *own + along / square));
        }
    }
    for (int k = 0; k < 3; k++) {
        d[k] = b->corner[0][k] + u * b->along[0][k] - a->corner[0][k] - s * a->along[0][k];
    }
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

TEST(capsules_are_as_far_apart_as_their_axes) {
    uint64_t seed = 14;
    for (int i = 0; i < 200; i++) {
        solidPair *const p = test_memory(t, 1, sizeof *p);
        REQUIRE(make_capsules(t, &seed, 0.25, 0.15, p));
        double found = tmi_solid_separation(p->pair.a, p->pair.b, NULL);
        CHECK_NEAR(found, distance_of_segments(p->pair.a, p->pair.b) - 0.4, 1e-8);
        test_run_defers(t, 0);
    }
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Of a cube of 1 at the origin and one above it, moved and turned. */
static int32_t points_above(tmTest *t, double x, double y, double turn, double height,
                            solidPair *p) {
    const double half[3] = {0.5, 0.5, 0.5};
    if (!make_boxes(t, half, half, p)) {
        return -1;
    }
    put_solid(p, 1, (const double[3]){x, y, 1.0 + height}, (const double[3]){0.0, 0.0, turn});
    start_solids(p);
    int32_t row;
    (void)tmi_solid_separation(p->pair.a, p->pair.b, &row);
    return tmi_solid_points(&p->pair, row, 0.05, 1e-7, p->points);
}

TEST(a_cube_above_another_has_the_corners_of_their_overlap) {
    solidPair *const p = test_memory(t, 1, sizeof *p);
    int32_t count = points_above(t, 0.25, 0.5, 0.0, 1e-3, p);
    CHECK(count == 4);
    double sum[2] = {0.0, 0.0};
    for (int32_t i = 0; i < count; i++) {
        const double *x = p->points[i].point;
        CHECK_NEAR(p->points[i].gap, 1e-3, ROUNDINGS);
        CHECK_NEAR(fabs(p->points[i].normal[2]), 1.0, ROUNDINGS);
        CHECK((fabs(x[0] + 0.25) < 1e-9 || fabs(x[0] - 0.5) < 1e-9) &&
              (fabs(x[1]) < 1e-9 || fabs(x[1] - 0.5) < 1e-9));
        sum[0] += x[0];
        sum[1] += x[1];
    }
    CHECK_NEAR(sum[0], 2.0 * (0.5 - 0.25), 1e-9);
    CHECK_NEAR(sum[1], 2.0 * (0.5 + 0.0), 1e-9);
    test_run_defers(t, 0);
}

TEST(aligned_cubes_keep_their_corners) {
    solidPair *const p = test_memory(t, 1, sizeof *p);
    int32_t count = points_above(t, 0.0, 0.0, 0.0, 0.0, p);
    CHECK(count == 4);
    for (int32_t i = 0; i < count; i++) {
        CHECK(p->points[i].kind == TMI_CONTACT_FACET_A || p->points[i].kind == TMI_CONTACT_FACET_B);
    }
    test_run_defers(t, 0);
}

/* Squares of side 1, one turned by 45 degrees: an octagon with sides sqrt(2) - 1, whose corners are
 * 0.5 and (sqrt(2) - 1) / 2 from the axes. */
TEST(turned_cubes_meet_in_an_octagon_of_crossing_edges) {
    solidPair *const p = test_memory(t, 1, sizeof *p);
    int32_t count = points_above(t, 0.0, 0.0, 0.7853981633974483, 2e-3, p);
    CHECK(count == 8);
    for (int32_t i = 0; i < count; i++) {
        const double *x = p->points[i].point;
        double near = fmin(fabs(x[0]), fabs(x[1])), far = fmax(fabs(x[0]), fabs(x[1]));
        CHECK(p->points[i].kind == TMI_CONTACT_EDGES);
        CHECK_NEAR(p->points[i].gap, 2e-3, ROUNDINGS);
        CHECK_NEAR(far, 0.5, 1e-12);
        CHECK_NEAR(near, 0.5 * (sqrt(2.0) - 1.0), 1e-12);
    }
    test_run_defers(t, 0);
}

/* Points are corners of the overlap: with a lip that overhangs, those of the lower one's edge. */
TEST(what_overhangs_a_ledge_is_held_at_its_edge) {
    solidPair *const p = test_memory(t, 1, sizeof *p);
    int32_t count = points_above(t, 0.6, 0.0, 0.0, 0.0, p);
    CHECK(count == 4);
    for (int32_t i = 0; i < count; i++) {
        CHECK(p->points[i].point[0] > 0.1 - 1e-9 && p->points[i].point[0] < 0.5 + 1e-9);
    }
    test_run_defers(t, 0);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* All points' gaps change with the motion of the bodies' points there (theory of contact, (12)). */
static void check_gradients(tmTest *t, uint64_t *seed, solidPair *p, int *points) {
    const double h = 1e-6;
    int32_t row;
    (void)tmi_solid_separation(p->pair.a, p->pair.b, &row);
    int32_t count = tmi_solid_points(&p->pair, row, 0.3, INFINITY, p->points);
    double v[2][3], w[2][3];
    for (int k = 0; k < 6; k++) {
        v[k / 3][k % 3] = test_uniform(seed, -1.0, 1.0);
        w[k / 3][k % 3] = test_uniform(seed, -1.0, 1.0);
    }
    for (int32_t i = 0; i < count; i++) {
        tmiContactPoint now = p->points[i];
        double rate = 0.0;
        for (int side = 0; side < 2; side++) {
            double r[3], turned[3];
            tmi_subtract3(now.point, p->at[side].position, r);
            tmi_cross3(w[side], r, turned);
            for (int k = 0; k < 3; k++) {
                rate += (side ? 1.0 : -1.0) * now.normal[k] * (v[side][k] + turned[k]);
            }
        }
        double gaps[2];
        const tmFrame were[2] = {p->at[0], p->at[1]};
        for (int way = 0; way < 2; way++) {
            for (int side = 0; side < 2; side++) {
                p->at[side] = were[side];
                move_solid(p, side, v[side], w[side], way ? h : -h);
            }
            tmiContactPoint moved = now;
            tmi_solid_point_at(&p->pair, INFINITY, &moved);
            gaps[way] = moved.gap;
        }
        for (int side = 0; side < 2; side++) {
            p->at[side] = were[side];
            place_solid(p, side);
        }
        CHECK_NEAR((gaps[1] - gaps[0]) / (2.0 * h), rate, 1e-7);
        ++*points;
    }
}

TEST(gaps_of_points_change_as_bodies_move_there) {
    uint64_t seed = 15;
    int points = 0;
    for (int i = 0; i < 600; i++) {
        solidPair *const p = test_memory(t, 1, sizeof *p);
        if (i % 4 == 3) {
            REQUIRE(make_capsules(t, &seed, 0.25, 0.15, p));
        } else {
            REQUIRE(make_solid_hulls(t, &seed, i % 4 == 0, p));
        }
        check_gradients(t, &seed, p, &points);
        test_run_defers(t, 0);
    }
    CHECK(points > 900);
}

/* ---- The way --------------------------------------------------------------------------------- */

TEST(a_bullet_through_a_wall_is_found_however_thin) {
    const double bullet[3] = {0.005, 0.005, 0.005}, wall[3] = {0.0005, 1.0, 1.0};
    solidPair *const p = test_memory(t, 1, sizeof *p);
    REQUIRE(make_boxes(t, wall, bullet, p));
    for (int i = 0; i < 100; i++) {
        double y = 0.013 * i - 0.65, work[200];
        put_solid(p, 1, (const double[3]){-5.0, y, 0.1}, (const double[3]){0.1, 0.2, 0.3});
        start_solids(p);
        put_solid(p, 1, (const double[3]){5.0, y, 0.1}, (const double[3]){0.1, 0.25, 0.3});
        CHECK(tmi_solid_swept_work(p->pair.a->shape, p->pair.b->shape) <= 200);
        double depth = tmi_solid_swept(&p->pair, 1e-6, work);
        CHECK(depth > 0.005 && depth < 0.02);
    }
    put_solid(p, 1, (const double[3]){-5.0, 1.1, 0.1}, (const double[3]){0.1, 0.2, 0.3});
    start_solids(p);
    put_solid(p, 1, (const double[3]){5.0, 1.1, 0.1}, (const double[3]){0.1, 0.25, 0.3});
    double work[200];
    CHECK(tmi_solid_swept(&p->pair, 1e-6, work) == 0.0);
    test_run_defers(t, 0);
}

TEST_MAIN(CASE(separation_is_that_of_all_separating_axes), CASE(the_way_round_does_not_matter),
          CASE(a_sphere_is_as_far_from_a_box_as_from_its_nearest_point),
          CASE(capsules_are_as_far_apart_as_their_axes),
          CASE(a_cube_above_another_has_the_corners_of_their_overlap),
          CASE(aligned_cubes_keep_their_corners),
          CASE(turned_cubes_meet_in_an_octagon_of_crossing_edges),
          CASE(what_overhangs_a_ledge_is_held_at_its_edge),
          CASE(gaps_of_points_change_as_bodies_move_there),
          CASE(a_bullet_through_a_wall_is_found_however_thin))
