/* test_pieces.c: convex pieces: together they are the shape, alone they are convex, and none
 * overlaps another. */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.1415926535897932
#define CORNERS 400

static tmVec3 vec(double x, double y, double z) {
    return (tmVec3){x, y, z};
}

static tmVec3 minus(tmVec3 a, tmVec3 b) {
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static double dot(tmVec3 a, tmVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static tmVec3 cross(tmVec3 a, tmVec3 b) {
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* ---- Polyhedra ----------------------------------------------------------------------------- */

/* Faces look outward, are flat, hold all corners behind them, and close. Returns the volume. */
static double check_polyhedron(tmTest *t, const tmPiece *p, double near) {
    double volume = 0.0;
    int edges = p->face_starts[p->face_count];
    CHECK(p->corner_count - edges / 2 + p->face_count == 2);
    for (int f = 0; f < p->face_count; f++) {
        const int32_t *at = p->face_corners + p->face_starts[f];
        int count = p->face_starts[f + 1] - p->face_starts[f];
        tmVec3 o = p->corners[at[0]], n = p->normals[f];
        CHECK(count >= 3);
        CHECK_NEAR(dot(n, n), 1.0, 1e-12);
        bool behind = true, flat = true, turns = true;
        for (int i = 0; i < p->corner_count; i++) {
            behind = behind && dot(n, minus(p->corners[i], o)) <= near;
        }
        for (int i = 0; i < count; i++) {
            tmVec3 a = p->corners[at[i]], b = p->corners[at[(i + 1) % count]];
            tmVec3 c = p->corners[at[(i + 2) % count]];
            flat = flat && fabs(dot(n, minus(a, o))) <= near;
            turns = turns && dot(n, cross(minus(b, a), minus(c, b))) > -near;
            volume += dot(cross(minus(a, o), minus(b, o)), o) / 6.0;
        }
        CHECK(behind);
        CHECK(flat);
        CHECK(turns);
    }
    return volume;
}

static void check_convex_polygon(tmTest *t, const tmVec3 *points, int count, double near) {
    bool left = true;
    for (int i = 0; i < count && count > 2; i++) {
        tmVec3 a = points[i], b = points[(i + 1) % count], c = points[(i + 2) % count];
        left = left && (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > -near;
    }
    CHECK(left);
}

/* Pieces of a flat shape of this thickness: convex, apart, and `area` together. */
static void check_flat_pieces(tmTest *t, const tmPieces *pieces, double area, double thickness) {
    double sum = 0.0, volume = 0.0, overlap = 0.0;
    int count = tm_pieces_count(pieces);
    for (int i = 0; i < count; i++) {
        const tmPiece *p = tm_pieces_at(pieces, i);
        check_convex_polygon(t, p->outline, p->outline_count, 1e-15);
        sum += polygon_area(p->outline, p->outline_count);
        volume += check_polyhedron(t, p, 1e-13);
        for (int j = 0; j < i; j++) {
            const tmPiece *q = tm_pieces_at(pieces, j);
            overlap += common_area(p->outline, p->outline_count, q->outline, q->outline_count);
        }
    }
    CHECK_NEAR(sum, area, 1e-13 * area);
    CHECK_NEAR(volume, area * thickness, 1e-13 * area * thickness);
    CHECK_NEAR(overlap, 0.0, 1e-13 * area);
}

/* Makes a prism of an outline and holes, checks its pieces, and returns how many there are. */
static int check_prism(tmTest *t, const tmVec3 *points, int count, const tmVec3 *hole_points,
                       const int32_t *holes, int hole_count) {
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 0.5, 0, 0, 0, 0);
    double area = fabs(polygon_area(points, count));
    tmShape *shape;
    tmPieces *pieces;
    def.points = points;
    def.point_count = count;
    def.hole_points = hole_points;
    def.holes = holes;
    def.hole_count = hole_count;
    for (int i = 0, at = 0; i < hole_count; at += holes[i++]) {
        area -= fabs(polygon_area(hole_points + at, holes[i]));
    }
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), TM_OK)) {
        return 0;
    }
    DEFER(tm_shape_destroy, shape);
    if (!CHECK_STATUS(tm_pieces_create(&t->allocator, shape, NULL, &pieces), TM_OK)) {
        return 0;
    }
    DEFER(tm_pieces_destroy, pieces);
    check_flat_pieces(t, pieces, area, 0.5);
    CHECK_NEAR(tm_pieces_error(pieces), 0.0, 1e-13);
    return tm_pieces_count(pieces);
}

/* ---- Polygons ------------------------------------------------------------------------------ */

TEST(convex_polygon_is_one_piece) {
    const tmVec3 points[5] = {{0, 0, 0}, {2, 0, 0}, {3, 1, 0}, {1, 3, 0}, {0, 2, 0}};
    CHECK(check_prism(t, points, 5, NULL, NULL, 0) == 1);
}

TEST(corners_in_line_are_left_out_of_pieces) {
    const tmVec3 points[6] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}};
    CHECK(check_prism(t, points, 6, NULL, NULL, 0) == 1);
}

TEST(angle_is_two_pieces_and_a_frame_is_four) {
    const tmVec3 angle[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    const tmVec3 outer[4] = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}};
    const tmVec3 inner[4] = {{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}};
    const int32_t holes[1] = {4};
    CHECK(check_prism(t, angle, 6, NULL, NULL, 0) == 2);
    CHECK(check_prism(t, outer, 4, inner, holes, 1) == 4);
}

TEST(random_stars_with_holes_are_cut_exactly) {
    uint64_t seed = 11;
    for (int round = 0; round < 60; round++) {
        tmVec3 outer[60], inner[60];
        int32_t holes[4];
        int count = test_between(&seed, 3, 60), hole_count = test_between(&seed, 0, 4);
        int keep = t->defer_count;
        star_polygon(&seed, outer, count < 8 ? 8 : count, vec(0, 0, 0), 2.0, 0.55);
        for (int i = 0, at = 0; i < hole_count; at += holes[i++]) {
            /* The least radius of the star, 1.1, less a corner of it, holds four holes. */
            tmVec3 middle = vec(i & 1 ? 0.3 : -0.3, i & 2 ? 0.3 : -0.3, 0);
            holes[i] = test_between(&seed, 3, 15);
            star_polygon(&seed, inner + at, holes[i], middle, 0.28, 0.2);
        }
        check_prism(t, outer, count < 8 ? 8 : count, inner, holes, hole_count);
        test_run_defers(t, keep);
    }
}

/* Corners on a grid: many in line, at one height, or above each other. */
TEST(combs_and_stairs_on_a_grid_are_cut_exactly) {
    uint64_t seed = 5;
    for (int round = 0; round < 40; round++) {
        tmVec3 points[CORNERS];
        int teeth = test_between(&seed, 1, 20), count = 0;
        int keep = t->defer_count;
        bool turned = round % 2;
        for (int i = 0; i <= 2 * teeth; i++) {
            double depth = -test_between(&seed, 1, 4);
            points[count++] = vec(i, depth, 0);
            points[count++] = vec(i + 1, depth, 0);
        }
        for (int i = 2 * teeth; i >= 0; i--) {
            double height = test_between(&seed, 0, 4);
            points[count++] = vec(i + 1, height, 0);
            points[count++] = vec(i, height, 0);
        }
        for (int i = 0; i < count; i++) {
            points[i] = turned ? vec(-points[i].y, points[i].x, 0) : points[i];
        }
        /* Steps of height 0 would repeat a corner. */
        int kept = 0;
        for (int i = 0; i < count; i++) {
            tmVec3 d = minus(points[i], points[kept ? kept - 1 : count - 1]);
            if (fabs(d.x) + fabs(d.y) > 0) {
                points[kept++] = points[i];
            }
        }
        check_prism(t, points, kept, NULL, NULL, 0);
        test_run_defers(t, keep);
    }
}

TEST(spiral_is_cut_exactly) {
    tmVec3 points[CORNERS];
    int half = 90;
    for (int i = 0; i < half; i++) {
        double angle = 0.35 * i;
        points[i] = vec((1 + angle) * cos(angle), (1 + angle) * sin(angle), 0);
        points[2 * half - 1 - i] = vec((3 + angle) * cos(angle), (3 + angle) * sin(angle), 0);
    }
    CHECK(check_prism(t, points, 2 * half, NULL, NULL, 0) < half);
}

/* ---- Gears and cams ------------------------------------------------------------------------ */

TEST(gear_is_cut_into_pieces_that_fill_it_within_the_tolerance) {
    tmShapeDef def = shape_def(TM_SHAPE_GEAR, 20, 0.1, 0.2, 20 * PI / 180, 0.3);
    tmPiecesDef pieces_def = tm_pieces_def_default();
    tmShape *shape;
    tmPieces *pieces;
    tmMass mass;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    double last = 1.0;
    for (int i = 0; i < 3; i++) {
        pieces_def.tolerance = (const double[]){0.0, 1e-4, 1e-5}[i];
        MUST(tm_pieces_create(&t->allocator, shape, &pieces_def, &pieces));
        DEFER(tm_pieces_destroy, pieces);
        double error = tm_pieces_error(pieces);
        check_flat_pieces(t, pieces, mass.volume / 0.2 * (1 + error), 0.2);
        double max = (const double[]){3e-3, 4e-4, 4e-5}[i];
        CHECK(fabs(error) < last && fabs(error) < max);
        last = fabs(error);
    }
}

static double lift(void *user, double angle) {
    (void)user;
    return 0.3 * (1 - cos(angle)) * (1 - cos(angle)) + 0.05 * cos(3 * angle);
}

TEST(cam_is_cut_into_pieces_that_fill_it_within_the_tolerance) {
    tmShapeDef def = shape_def(TM_SHAPE_CAM, 0.5, 0.2, 0, 0, 0);
    tmPiecesDef pieces_def = tm_pieces_def_default();
    tmShape *shape;
    tmPieces *pieces;
    tmMass mass;
    def.lift = lift;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    for (int i = 0; i < 2; i++) {
        pieces_def.tolerance = (const double[]){0.0, 1e-5}[i];
        MUST(tm_pieces_create(&t->allocator, shape, &pieces_def, &pieces));
        DEFER(tm_pieces_destroy, pieces);
        double error = tm_pieces_error(pieces);
        check_flat_pieces(t, pieces, mass.volume / 0.2 * (1 + error), 0.2);
        double max = (const double[]){4e-3, 4e-5}[i];
        CHECK(fabs(error) < max);
    }
}

/* ---- Round pieces -------------------------------------------------------------------------- */

static const tmPiece *only_piece(tmTest *t, const tmShapeDef *def) {
    tmShape *shape;
    tmPieces *pieces;
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, def, NULL, &shape), TM_OK)) {
        return NULL;
    }
    DEFER(tm_shape_destroy, shape);
    if (!CHECK_STATUS(tm_pieces_create(&t->allocator, shape, NULL, &pieces), TM_OK)) {
        return NULL;
    }
    DEFER(tm_pieces_destroy, pieces);
    CHECK(tm_pieces_count(pieces) == 1);
    return tm_pieces_at(pieces, 0);
}

TEST(sphere_and_capsule_are_points_with_a_radius) {
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 0.7, 0, 0, 0, 0);
    const tmPiece *p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->point_count == 1 && p->radius == 0.7 && p->face_count == 0 && !p->rims);
    CHECK(p->outline_count == 1 && p->outline_radius == 0.7);
    def = shape_def(TM_SHAPE_CAPSULE, 0.2, 1.0, 0, 0, 0);
    p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->point_count == 2 && p->radius == 0.2 && p->face_count == 0);
    CHECK(p->outline_count == 1 && p->outline_radius == 0.2);
}

TEST(cuboid_is_six_faces_and_a_square_outline) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1, 2, 3, 0, 0);
    const tmPiece *p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->corner_count == 8 && p->face_count == 6 && p->outline_count == 4);
    CHECK_NEAR(check_polyhedron(t, p, 1e-15), 6.0, 1e-14);
}

TEST(bar_is_a_line_with_a_radius_in_the_plane) {
    tmShapeDef def = shape_def(TM_SHAPE_BAR, 4, 1, 0.5, 0, 0);
    const tmPiece *p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->point_count == 4 && p->rims && p->rims[0] == 0.5 && p->axis.z == 1.0);
    CHECK(p->outline_count == 2 && p->outline_radius == 0.5);
    double whole = 0.5 * (4 + PI * 0.25);
    double volume = check_polyhedron(t, p, 1e-12);
    CHECK(volume < whole && volume > 0.995 * whole);
}

TEST(cylinder_and_cone_are_polyhedra_inscribed_within_a_thousandth) {
    tmShapeDef def = shape_def(TM_SHAPE_CYLINDER, 1, 2, 0, 0, 0);
    const tmPiece *p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->face_count == p->corner_count / 2 + 2);
    double volume = check_polyhedron(t, p, 1e-12);
    CHECK(volume < 2 * PI && volume > 0.997 * 2 * PI);
    CHECK(p->outline_count == 1 && p->outline_radius == 1.0);
    def = shape_def(TM_SHAPE_CONE, 1, 2, 0.5, 0, 0);
    p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->face_count == p->corner_count / 2 + 2);
    CHECK(p->outline_count == 1 && p->outline_radius == 1.0);
    def = shape_def(TM_SHAPE_CONE, 1, 2, 0, 0, 0);
    p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->face_count == p->corner_count);
}

/* A cylinder on its side is seen as a box, half tilted as a box with half ellipses. */
TEST(tilted_cylinder_is_seen_as_a_polygon) {
    tmShapePiece piece = tm_shape_piece_default();
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    piece.shape = shape_def(TM_SHAPE_CYLINDER, 0.5, 3, 0, 0, 0);
    def.pieces = &piece;
    def.piece_count = 1;
    piece.pose.rotation = (tmQuat){sqrt(0.5), sqrt(0.5), 0, 0};
    const tmPiece *p = only_piece(t, &def);
    REQUIRE(p);
    CHECK(p->outline_count == 4 && p->outline_radius == 0.0);
    CHECK_NEAR(polygon_area(p->outline, p->outline_count), 3.0, 1e-14);
    piece.pose.rotation = (tmQuat){cos(PI / 8), 0, sin(PI / 8), 0};
    p = only_piece(t, &def);
    REQUIRE(p);
    double seen = 3 * sqrt(0.5) + PI * 0.25 * sqrt(0.5);
    CHECK_NEAR(polygon_area(p->outline, p->outline_count), seen, 3e-3);
    CHECK(polygon_area(p->outline, p->outline_count) < seen);
}

/* What a piece touches first, by its discs, is what the shape's support says. */
TEST(discs_of_a_piece_reach_as_far_as_the_shape) {
    uint64_t seed = 21;
    const tmVec3 corners[3] = {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}};
    tmShapePiece piece = tm_shape_piece_default();
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    const tmShapeKind kinds[5] = {TM_SHAPE_CYLINDER, TM_SHAPE_CONE, TM_SHAPE_CAPSULE, TM_SHAPE_BAR,
                                  TM_SHAPE_PLATE};
    def.pieces = &piece;
    def.piece_count = 1;
    for (int round = 0; round < 50; round++) {
        int keep = t->defer_count;
        tmShape *shape;
        piece.shape = shape_def(kinds[round % 5], 0.5, 0.3, 0.2, 0, 0);
        piece.shape.points = corners;
        piece.shape.point_count = 3;
        piece.pose = random_pose(&seed, 1.0);
        const tmPiece *p = only_piece(t, &def);
        REQUIRE(p);
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        tmVec3 d = vec(test_uniform(&seed, -1, 1), test_uniform(&seed, -1, 1),
                       test_uniform(&seed, -1, 1)),
               far;
        MUST(tm_shape_support(shape, d, &far));
        double along = dot(d, p->axis), max = -1e9;
        double across = sqrt(fmax(0, dot(d, d) - along * along));
        for (int i = 0; i < p->point_count; i++) {
            double reach = dot(d, p->points[i]) + (p->rims ? p->rims[i] : 0) * across +
                           p->radius * sqrt(dot(d, d));
            max = fmax(max, reach);
        }
        CHECK_NEAR(dot(d, far), max, 1e-13);
        test_run_defers(t, keep);
    }
}

TEST(pieces_of_a_union_name_their_owner) {
    const tmVec3 angle[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    tmShapePiece parts[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    tmShape *shape;
    tmPieces *pieces;
    parts[0].shape = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    parts[0].shape.points = angle;
    parts[0].shape.point_count = 6;
    parts[1].shape = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0);
    def.pieces = parts;
    def.piece_count = 2;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
    DEFER(tm_pieces_destroy, pieces);
    REQUIRE(tm_pieces_count(pieces) == 3);
    CHECK(tm_pieces_at(pieces, 0)->owner == 0 && tm_pieces_at(pieces, 1)->owner == 0);
    CHECK(tm_pieces_at(pieces, 2)->owner == 1);
    CHECK(tm_pieces_at(pieces, 3) == NULL && tm_pieces_at(pieces, -1) == NULL);
}

TEST(pieces_refuse_bad_arguments) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1, 1, 1, 0, 0);
    tmPiecesDef bad = tm_pieces_def_default(), none;
    tmShape *shape;
    tmPieces *pieces;
    memset(&none, 0, sizeof none);
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    CHECK_STATUS(tm_pieces_create(&t->allocator, NULL, NULL, &pieces), TM_ERR_ARGUMENT);
    CHECK(pieces == NULL);
    CHECK_STATUS(tm_pieces_create(&t->allocator, shape, &none, &pieces), TM_ERR_DEF);
    bad.max_pieces = 0;
    CHECK_STATUS(tm_pieces_create(&t->allocator, shape, &bad, &pieces), TM_ERR_ARGUMENT);
    bad = tm_pieces_def_default();
    bad.tolerance = NAN;
    CHECK_STATUS(tm_pieces_create(&t->allocator, shape, &bad, &pieces), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_pieces_create(&t->allocator, shape, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK(tm_pieces_count(NULL) == 0 && tm_pieces_error(NULL) == 0.0);
}

TEST_MAIN(CASE(convex_polygon_is_one_piece), CASE(corners_in_line_are_left_out_of_pieces),
          CASE(angle_is_two_pieces_and_a_frame_is_four),
          CASE(random_stars_with_holes_are_cut_exactly),
          CASE(combs_and_stairs_on_a_grid_are_cut_exactly), CASE(spiral_is_cut_exactly),
          CASE(gear_is_cut_into_pieces_that_fill_it_within_the_tolerance),
          CASE(cam_is_cut_into_pieces_that_fill_it_within_the_tolerance),
          CASE(sphere_and_capsule_are_points_with_a_radius),
          CASE(cuboid_is_six_faces_and_a_square_outline),
          CASE(bar_is_a_line_with_a_radius_in_the_plane),
          CASE(cylinder_and_cone_are_polyhedra_inscribed_within_a_thousandth),
          CASE(tilted_cylinder_is_seen_as_a_polygon),
          CASE(discs_of_a_piece_reach_as_far_as_the_shape),
          CASE(pieces_of_a_union_name_their_owner), CASE(pieces_refuse_bad_arguments))
