/* test_distance.c: distances of shapes against closed forms: points and boxes by clamping, segments
 * by their equations, rims by hand. */
#include "frames.h"
#include "scripts.h"

#include <math.h>
#include <string.h>

#define NEAR 1e-12

#define WORLD(a, b, properties)                                                                    \
    "primitive first begin geometry: " a "; dynamics: ; end\n"                                     \
    "primitive second begin geometry: " b "; dynamics: ; end\n"                                    \
    "world w begin components a: first; b: second;\n"                                              \
    "  structure begin place a by center at (0, 0); place b by center at (0, 0); end\n"            \
    "  properties: (" properties ");\n"                                                            \
    "end\n"                                                                                        \
    "simulate w begin time: (1ms, 1s); monitor: distance(a, b), contact(a, b), distance(b, a); "   \
    "end\n"
#define SPACE(a, b) WORLD(a, b, "gravity")
#define PLANE(a, b) WORLD(a, b, "planar")

/* The distance between two parts, which is the same the other way round. */
static double distance_of(tmTest *t, stage *s) {
    double v[3];
    tmi_script_monitor(s->script, &s->view, v);
    CHECK_NEAR(v[2], v[0], NEAR);
    CHECK(v[1] == (v[0] <= 1e-9 * tm_model_world(s->model).size));
    return v[0];
}

static double clamped(double x, double half) {
    return fmax(fabs(x) - half, 0.0);
}

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* A point of the world in the axes of a frame. */
static void seen_from(const tmFrame *frame, const double p[3], double out[3]) {
    const tmFrame back = {.rotation = {frame->rotation[0], -frame->rotation[1], -frame->rotation[2],
                                       -frame->rotation[3]}};
    const double d[3] = {p[0] - frame->position[0], p[1] - frame->position[1],
                         p[2] - frame->position[2]};
    turned(&back, d, out);
}

/* ---- Closed forms -------------------------------------------------------------------------- */

TEST(a_ball_is_as_far_from_a_box_as_its_centre_clamped_to_it) {
    stage s;
    uint64_t seed = 1;
    int apart = 0;
    REQUIRE(make_stage_of(t, SPACE("cuboid(1, 0.6, 0.2)", "sphere(0.1)"), &s));
    for (int round = 0; round < test_rounds(300); round++) {
        double p[3];
        s.frames[1] = random_frame(&seed, false);
        s.frames[2] = random_frame(&seed, false);
        seen_from(&s.frames[1], s.frames[2].position, p);
        const double out[3] = {clamped(p[0], 0.5), clamped(p[1], 0.3), clamped(p[2], 0.1)};
        CHECK_NEAR(distance_of(t, &s), fmax(length(out) - 0.1, 0.0), NEAR);
        apart += length(out) > 0.1;
    }
    CHECK(apart > test_rounds(200) && apart < test_rounds(300));
}

/* Distance of segments p + x u and q + y v, -h <= x, y <= h, by trying the ends and the common
 * perpendicular. */
static double segments(const tmFrame *a, const tmFrame *b, double h) {
    const double z[3] = {0.0, 0.0, 1.0};
    double u[3], v[3], best = INFINITY;
    turned(a, z, u);
    turned(b, z, v);
    double w[3] = {b->position[0] - a->position[0], b->position[1] - a->position[1],
                   b->position[2] - a->position[2]};
    double c = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    double d = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
    double e = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
    double inner = (d - c * e) / (1.0 - c * c);
    const double tried[5] = {fmax(-h, fmin(h, inner)), h, -h, fmax(-h, fmin(h, d + c * h)),
                             fmax(-h, fmin(h, d - c * h))};
    for (int i = 0; i < 5; i++) {
        double x = tried[i], y = fmax(-h, fmin(h, c * x - e)), gap[3];
        for (int k = 0; k < 3; k++) {
            gap[k] = w[k] + y * v[k] - x * u[k];
        }
        best = fmin(best, length(gap));
    }
    return best;
}

TEST(capsules_are_as_far_apart_as_their_segments) {
    stage s;
    uint64_t seed = 2;
    REQUIRE(make_stage_of(t, SPACE("capsule(0.05, 0.8)", "capsule(0.1, 0.8)"), &s));
    for (int round = 0; round < test_rounds(300); round++) {
        s.frames[1] = random_frame(&seed, false);
        s.frames[2] = random_frame(&seed, false);
        double expected = fmax(segments(&s.frames[1], &s.frames[2], 0.4) - 0.15, 0.0);
        CHECK_NEAR(distance_of(t, &s), expected, NEAR);
    }
}

TEST(a_ball_is_as_far_from_a_cylinder_as_from_its_rim_wall_or_face) {
    stage s;
    uint64_t seed = 3;
    REQUIRE(make_stage_of(t, SPACE("cylinder(0.3, 0.4)", "sphere(0.01)"), &s));
    for (int round = 0; round < test_rounds(300); round++) {
        double p[3];
        s.frames[1] = random_frame(&seed, false);
        s.frames[2] = random_frame(&seed, false);
        seen_from(&s.frames[1], s.frames[2].position, p);
        double across = clamped(hypot(p[0], p[1]), 0.3), along = clamped(p[2], 0.2);
        CHECK_NEAR(distance_of(t, &s), fmax(hypot(across, along) - 0.01, 0.0), NEAR);
    }
}

/* Boxes whose nearest parts are two corners, two crossed edges, two faces, and two cylinders that
 * cross. */
TEST(corners_edges_and_faces_of_boxes) {
    stage s;
    REQUIRE(make_stage_of(t, SPACE("cuboid(2, 2, 2)", "cuboid(2, 2, 2)"), &s));
    const double corner[3] = {2.5, 2.25, 3.0};
    memcpy(s.frames[2].position, corner, sizeof corner);
    CHECK_NEAR(distance_of(t, &s), sqrt(0.25 + 0.0625 + 1.0), NEAR);
    const double face[3] = {0.5, 0.25, 3.0};
    memcpy(s.frames[2].position, face, sizeof face);
    CHECK_NEAR(distance_of(t, &s), 1.0, NEAR);
    /* The edge of one, turned about x, and of the other, turned about y, along z. */
    const double above[3] = {0.0, 0.0, 4.0};
    memcpy(s.frames[2].position, above, sizeof above);
    turn_about((double[3]){1.0, 0.0, 0.0}, atan(1.0), s.frames[1].rotation);
    turn_about((double[3]){0.0, 1.0, 0.0}, atan(1.0), s.frames[2].rotation);
    CHECK_NEAR(distance_of(t, &s), 4.0 - 2.0 * sqrt(2.0), NEAR);
    memset(s.frames[2].position, 0, sizeof above);
    CHECK(distance_of(t, &s) == 0.0);
}

TEST(cylinders_that_cross_are_as_far_apart_as_their_axes) {
    stage s;
    REQUIRE(make_stage_of(t, SPACE("cylinder(0.5, 4)", "cylinder(0.25, 4)"), &s));
    turn_about((double[3]){0.0, 1.0, 0.0}, 1.0, s.frames[1].rotation);
    s.frames[2].position[1] = 1.0;
    CHECK_NEAR(distance_of(t, &s), 0.25, NEAR);
}

/* ---- The plane, unions, composites, and what has no shape ---------------------------------- */

TEST(in_the_plane_shapes_are_as_seen_along_z) {
    stage s;
    REQUIRE(make_stage_of(t, PLANE("bar(2, 0.5, 9)", "cylinder(0.25, 7)"), &s));
    s.frames[2].position[1] = 1.0;
    CHECK_NEAR(distance_of(t, &s), 0.5, NEAR);
    s.frames[2].position[0] = 4.0;
    s.frames[2].position[1] = 4.0; /* 3, 4, 5 from the end's centre */
    CHECK_NEAR(distance_of(t, &s), 5.0 - 0.5, NEAR);
    turn_about((double[3]){0.0, 0.0, 1.0}, 2.0 * atan(1.0), s.frames[1].rotation);
    s.frames[2].position[0] = 0.0;
    CHECK_NEAR(distance_of(t, &s), 4.0 - 1.0 - 0.5, NEAR);
    s.frames[2].position[1] = 1.0;
    CHECK(distance_of(t, &s) == 0.0);
}

TEST(of_several_pieces_and_bodies_the_nearest_count) {
    stage s;
    double v[3];
    REQUIRE(make_stage_of(
        t,
        "primitive ball begin geometry: sphere(1); dynamics: ; end\n"
        "primitive pair begin dynamics: ; geometry:\n"
        "  union(sphere(1, at: (-5, 0, 0)), sphere(1, at: (5, 0, 0))); end\n"
        "primitive none_at_all begin geometry: none; properties: (mass: 1kg, inertia: 1); "
        "dynamics: ; end\n"
        "composite three begin components one, two: ball; it: pair;\n"
        "  structure begin place two by center at (20, 0, 0);\n"
        "    place one by center at (30, 0, 0); place it by center at (0, 0, 0); end\n"
        "end\n"
        "world w begin components c: three; d: ball; n: none_at_all;\n"
        "  structure begin place c by it.center at (0, 0, 0);\n"
        "    place d by center at (9, 0, 0); place n by center at (0, 7, 0); end\n"
        "end\n"
        "simulate w begin time: (1ms, 1s);\n"
        "  monitor: distance(c, d), distance(n, d), distance(world, d); end\n",
        &s));
    tmi_script_monitor(s.script, &s.view, v);
    CHECK_NEAR(v[0], 2.0, NEAR); /* the union's ball at 5 */
    CHECK_NEAR(v[1], sqrt(81.0 + 49.0) - 1.0, NEAR);
    CHECK_NEAR(v[2], 8.0, NEAR);
}

TEST(distances_of_what_touches_others_use_the_pieces_of_the_model) {
    stage s;
    double v;
    REQUIRE(
        make_stage_of(t,
                      "primitive ball begin geometry: sphere(1); interference: ; dynamics: ; end\n"
                      "world w begin components a, b: ball;\n"
                      "  structure begin place a by center at (0, 0, 0);\n"
                      "    place b by center at (5, 0, 0); end end\n"
                      "simulate w begin time: (1ms, 1s); monitor: distance(a, b); end\n",
                      &s));
    tmi_script_monitor(s.script, &s.view, &v);
    CHECK_NEAR(v, 3.0, NEAR);
}

TEST_MAIN(CASE(a_ball_is_as_far_from_a_box_as_its_centre_clamped_to_it),
          CASE(capsules_are_as_far_apart_as_their_segments),
          CASE(a_ball_is_as_far_from_a_cylinder_as_from_its_rim_wall_or_face),
          CASE(corners_edges_and_faces_of_boxes),
          CASE(cylinders_that_cross_are_as_far_apart_as_their_axes),
          CASE(in_the_plane_shapes_are_as_seen_along_z),
          CASE(of_several_pieces_and_bodies_the_nearest_count),
          CASE(distances_of_what_touches_others_use_the_pieces_of_the_model))
