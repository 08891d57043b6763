/* test_surface.c: surfaces and outlines of shapes, hulls of awkward points, meshes cut to pieces.
 */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.1415926535897932

static tmVec3 vec(double x, double y, double z) {
    return (tmVec3){x, y, z};
}

static double bump(void *user, double angle) {
    (void)user;
    return 0.2 * (1 + cos(2 * angle));
}

static const tmVec3 angle_points[6] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0},
                                       {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
static const tmVec3 square_hole[4] = {
    {0.25, 0.25, 0}, {0.75, 0.25, 0}, {0.75, 0.75, 0}, {0.25, 0.75, 0}};
static const int32_t one_hole[1] = {4};
static const tmVec3 corners[5] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 0, 3}, {1, 1, 1}};

/* One shape of each kind but none and union. */
#define KINDS 13
static tmShapeDef some_shape(int kind) {
    const double sizes[KINDS][5] = {{1, 2, 3},   {1},         {0.5, 2},
                                    {0.3, 1},    {1, 2, 0.5}, {4, 1, 1},
                                    {0.5, 0.25}, {0.5, 0.25}, {12, 0.2, 0.3, 0.35, 0.4},
                                    {1, 0.5},    {0.5},       {0},
                                    {0}};
    const double *s = sizes[kind];
    tmShapeDef def = shape_def((tmShapeKind)(TM_SHAPE_CUBOID + kind), s[0], s[1], s[2], s[3], s[4]);
    bool flat = def.kind == TM_SHAPE_PRISM;
    def.points = flat ? angle_points : corners;
    def.point_count = flat ? 6 : def.kind == TM_SHAPE_PLATE || def.kind == TM_SHAPE_LINK ? 3 : 5;
    def.hole_points = flat ? square_hole : NULL;
    def.holes = flat ? one_hole : NULL;
    def.hole_count = flat ? 1 : 0;
    def.lift = bump;
    return def;
}

/* The surface of any shape is a closed mesh without faults, whose volume comes near to the shape's
 * as chords get shorter. */
TEST(surface_of_every_kind_is_closed_and_holds_its_volume) {
    for (int kind = 0; kind < KINDS - 1; kind++) {
        for (int fine = 0; fine < 2; fine++) {
            tmShapePiece piece = tm_shape_piece_default();
            tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0), again;
            tmShape *shape, *other;
            tmMesh *mesh;
            tmDiags *diags;
            tmMass a, b;
            uint64_t seed = (uint64_t)kind;
            int keep = t->defer_count;
            piece.shape = some_shape(kind);
            piece.pose = random_pose(&seed, 1.0);
            def.pieces = &piece;
            def.piece_count = 1;
            MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
            DEFER(tm_shape_destroy, shape);
            MUST(tm_mesh_of_shape(&t->allocator, shape, fine ? 1e-4 : 0.01, &mesh));
            DEFER(tm_mesh_destroy, mesh);
            MUST(tm_diags_create(&t->allocator, &diags));
            DEFER(tm_diags_destroy, diags);
            again = mesh_def(mesh);
            MUST(tm_shape_create(&t->allocator, &again, diags, &other));
            DEFER(tm_shape_destroy, other);
            CHECK(tm_diags_count(diags) == 0);
            MUST(tm_shape_mass(shape, 1.0, &a));
            MUST(tm_shape_mass(other, 1.0, &b));
            CHECK_NEAR(b.volume, a.volume, a.volume * (fine ? 1e-3 : 0.06));
            CHECK_NEAR(b.inertia[0][1], a.inertia[0][1], a.inertia[0][0] * (fine ? 2e-3 : 0.2));
            test_run_defers(t, keep);
        }
    }
}

/* ---- Outlines ------------------------------------------------------------------------------ */

/* Area of all loops: polygons, and segments of circles on their arcs. */
static double outline_area(const tmOutline *outline) {
    double area = 0.0;
    for (int i = 0; i < tm_outline_count(outline); i++) {
        int32_t count;
        const tmOutlinePoint *p = tm_outline_loop(outline, i, &count);
        for (int k = 0; k < count; k++) {
            const tmOutlinePoint *a = &p[k], *b = &p[(k + 1) % count];
            double chord = hypot(b->x - a->x, b->y - a->y), turn = 4 * atan(a->bulge);
            double radius = a->bulge != 0.0 ? chord / (2 * sin(turn / 2)) : 0.0;
            area += 0.5 * (a->x * b->y - a->y * b->x);
            area += 0.5 * radius * radius * (turn - sin(turn));
        }
    }
    return area;
}

static double seen_area(tmTest *t, const tmShapeDef *def, double tolerance) {
    tmShape *shape;
    tmOutline *outline;
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, def, NULL, &shape), TM_OK)) {
        return NAN;
    }
    DEFER(tm_shape_destroy, shape);
    if (!CHECK_STATUS(tm_outline_create(&t->allocator, shape, tolerance, &outline), TM_OK)) {
        return NAN;
    }
    DEFER(tm_outline_destroy, outline);
    return outline_area(outline);
}

TEST(outlines_have_the_area_of_their_shapes) {
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0);
    CHECK_NEAR(seen_area(t, &def, 0), PI, 1e-14);
    def = shape_def(TM_SHAPE_CYLINDER, 2, 1, 0, 0, 0);
    CHECK_NEAR(seen_area(t, &def, 0), 4 * PI, 1e-14);
    def = shape_def(TM_SHAPE_CONE, 1, 1, 2, 0, 0);
    CHECK_NEAR(seen_area(t, &def, 0), 4 * PI, 1e-14);
    def = shape_def(TM_SHAPE_CUBOID, 1, 2, 3, 0, 0);
    CHECK_NEAR(seen_area(t, &def, 0), 2.0, 1e-15);
    def = shape_def(TM_SHAPE_BAR, 4, 1, 0.5, 0, 0);
    CHECK_NEAR(seen_area(t, &def, 0), 4 + PI / 4, 1e-14);
    def = some_shape(TM_SHAPE_PLATE - TM_SHAPE_CUBOID);
    CHECK_NEAR(seen_area(t, &def, 0), 1 + 0.25 * (3 + sqrt(5)) + PI / 16, 1e-14);
    def = some_shape(TM_SHAPE_PRISM - TM_SHAPE_CUBOID);
    CHECK_NEAR(seen_area(t, &def, 0), 2.75, 1e-15);
}

/* What a convex body shows is half the sum of its faces' shadows; a box turned at random. */
TEST(outline_of_a_turned_box_is_half_the_shadow_of_its_faces) {
    uint64_t seed = 9;
    for (int round = 0; round < 20; round++) {
        tmShapePiece piece = tm_shape_piece_default();
        tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
        int keep = t->defer_count;
        piece.shape = shape_def(TM_SHAPE_CUBOID, 1, 2, 3, 0, 0);
        piece.pose = random_pose(&seed, 1.0);
        def.pieces = &piece;
        def.piece_count = 1;
        tmVec3 o = apply_pose(piece.pose, vec(0, 0, 0));
        double x = apply_pose(piece.pose, vec(1, 0, 0)).z - o.z;
        double y = apply_pose(piece.pose, vec(0, 1, 0)).z - o.z;
        double z = apply_pose(piece.pose, vec(0, 0, 1)).z - o.z;
        double seen = 6 * fabs(x) + 3 * fabs(y) + 2 * fabs(z);
        CHECK_NEAR(seen_area(t, &def, 0), seen, 1e-14);
        test_run_defers(t, keep);
    }
}

/* An angle on edge: seen from the side, its two legs are a rectangle; as a mesh, too. */
TEST(outline_of_a_turned_prism_is_the_border_of_what_faces_upward) {
    tmShapePiece piece = tm_shape_piece_default();
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0), again;
    tmShape *shape;
    tmMesh *mesh;
    piece.shape = some_shape(TM_SHAPE_PRISM - TM_SHAPE_CUBOID);
    piece.shape.hole_count = 0;
    def.pieces = &piece;
    def.piece_count = 1;
    /* By 45 degrees about x: the flat is seen at its cosine; each step that faces upward adds its
     * side: 2 wide, 0.5 thick, at the sine. The notch's step is seen, too, one behind the other. */
    piece.pose.rotation = (tmQuat){cos(PI / 8), sin(PI / 8), 0, 0};
    CHECK_NEAR(seen_area(t, &def, 0), (3 + 2 * 0.5) * sqrt(0.5), 1e-14);
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_mesh_of_shape(&t->allocator, shape, 0, &mesh));
    DEFER(tm_mesh_destroy, mesh);
    again = mesh_def(mesh);
    CHECK_NEAR(seen_area(t, &again, 0), (3 + 2 * 0.5) * sqrt(0.5), 1e-14);
}

TEST(flat_body_face_down_is_seen_counter_clockwise) {
    tmShapePiece piece = tm_shape_piece_default();
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    piece.shape = some_shape(TM_SHAPE_PRISM - TM_SHAPE_CUBOID);
    piece.pose.rotation = (tmQuat){0, 1, 0, 0};
    def.pieces = &piece;
    def.piece_count = 1;
    CHECK_NEAR(seen_area(t, &def, 0), 2.75, 1e-15);
}

/* ---- Hulls --------------------------------------------------------------------------------- */

static double hull_volume(tmTest *t, const tmVec3 *points, int count) {
    tmShapeDef def = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
    tmShape *shape;
    tmMass mass;
    def.points = points;
    def.point_count = count;
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), TM_OK)) {
        return NAN;
    }
    DEFER(tm_shape_destroy, shape);
    CHECK_STATUS(tm_shape_mass(shape, 1.0, &mass), TM_OK);
    return mass.volume;
}

/* All points of a grid, twice, in a random order: corners, edges, faces and inside. */
TEST(hull_of_a_grid_with_doubles_is_its_box) {
    tmVec3 points[2 * 6 * 6 * 6];
    uint64_t seed = 1;
    int count = 0;
    for (int i = 0; i < 2 * 216; i++) {
        points[count++] = vec(i % 6, i / 6 % 6, i / 36 % 6);
    }
    for (int i = count - 1; i > 0; i--) {
        int k = test_between(&seed, 0, i);
        tmVec3 kept = points[i];
        points[i] = points[k];
        points[k] = kept;
    }
    CHECK_NEAR(hull_volume(t, points, count), 125.0, 1e-12);
}

/* The same, turned: in plane except for rounding. */
TEST(hull_of_a_turned_grid_has_six_faces_and_eight_corners) {
    tmVec3 points[125];
    uint64_t seed = 2;
    tmPose3 pose = random_pose(&seed, 3.0);
    tmShapeDef def = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
    tmShape *shape;
    tmPieces *pieces;
    for (int i = 0; i < 125; i++) {
        points[i] = apply_pose(pose, vec(i % 5, i / 5 % 5, i / 25));
    }
    def.points = points;
    def.point_count = 125;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
    DEFER(tm_pieces_destroy, pieces);
    REQUIRE(tm_pieces_count(pieces) == 1);
    CHECK(tm_pieces_at(pieces, 0)->face_count == 6);
    CHECK(tm_pieces_at(pieces, 0)->corner_count == 8);
    CHECK_NEAR(hull_volume(t, points, 125), 64.0, 1e-12);
}

TEST(hull_of_a_hair_thin_slab_is_found) {
    const double thin = 1e-14;
    const tmVec3 points[8] = {{0, 0, 0},    {1, 0, 0},    {0, 1, 0},    {1, 1, 0},
                              {0, 0, thin}, {1, 0, thin}, {0, 1, thin}, {1, 1, thin}};
    CHECK_NEAR(hull_volume(t, points, 8), thin, 1e-12 * thin);
}

/* Points on a sphere: every one is a corner, and by Euler's formula triangles are 2 n - 4. */
TEST(hull_of_a_sphere_has_all_its_points) {
    static tmVec3 points[2000];
    tmShapeDef def = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
    tmShape *shape;
    tmPieces *pieces;
    uint64_t seed = 4;
    for (int i = 0; i < 2000; i++) {
        double z = test_uniform(&seed, -1, 1), a = test_uniform(&seed, 0, 2 * PI);
        points[i] = vec(sqrt(1 - z * z) * cos(a), sqrt(1 - z * z) * sin(a), z);
    }
    def.points = points;
    def.point_count = 2000;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
    DEFER(tm_pieces_destroy, pieces);
    CHECK(tm_pieces_at(pieces, 0)->corner_count == 2000);
    CHECK(tm_pieces_at(pieces, 0)->face_count == 2 * 2000 - 4);
}

/* ---- Meshes cut to pieces ------------------------------------------------------------------ */

/* Makes the surface of the shape a mesh and cuts it. Checks that hulls do not overlap along the
 * axes they were cut by is left to volumes: they sum up to the mesh's times 1 + error. */
static tmPieces *cut_surface(tmTest *t, const tmShapeDef *def, const tmPiecesDef *pieces_def,
                             double *volume) {
    tmShape *shape, *other;
    tmMesh *mesh;
    tmPieces *pieces;
    tmMass mass;
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, def, NULL, &shape), TM_OK)) {
        return NULL;
    }
    DEFER(tm_shape_destroy, shape);
    if (!CHECK_STATUS(tm_mesh_of_shape(&t->allocator, shape, 0, &mesh), TM_OK)) {
        return NULL;
    }
    DEFER(tm_mesh_destroy, mesh);
    tmShapeDef again = mesh_def(mesh);
    if (!CHECK_STATUS(tm_shape_create(&t->allocator, &again, NULL, &other), TM_OK)) {
        return NULL;
    }
    DEFER(tm_shape_destroy, other);
    if (!CHECK_STATUS(tm_pieces_create(&t->allocator, other, pieces_def, &pieces), TM_OK)) {
        return NULL;
    }
    DEFER(tm_pieces_destroy, pieces);
    CHECK_STATUS(tm_shape_mass(other, 1.0, &mass), TM_OK);
    *volume = mass.volume;
    return pieces;
}

static double pieces_volume(tmTest *t, const tmPieces *pieces) {
    double sum = 0.0;
    for (int i = 0; i < tm_pieces_count(pieces); i++) {
        const tmPiece *p = tm_pieces_at(pieces, i);
        sum += hull_volume(t, p->corners, p->corner_count);
    }
    return sum;
}

TEST(mesh_of_an_angle_is_two_boxes_even_if_turned) {
    tmShapePiece piece = tm_shape_piece_default();
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    uint64_t seed = 6;
    double volume;
    piece.shape = some_shape(TM_SHAPE_PRISM - TM_SHAPE_CUBOID);
    piece.shape.hole_count = 0;
    def.pieces = &piece;
    def.piece_count = 1;
    for (int round = 0; round < 4; round++) {
        int keep = t->defer_count;
        const tmPieces *pieces = cut_surface(t, &def, NULL, &volume);
        REQUIRE(pieces);
        CHECK(tm_pieces_count(pieces) == 2);
        CHECK_NEAR(tm_pieces_error(pieces), 0.0, 1e-12);
        CHECK_NEAR(pieces_volume(t, pieces), volume, 1e-12);
        test_run_defers(t, keep);
        piece.pose = random_pose(&seed, 1.0);
    }
}

TEST(mesh_with_a_hole_is_cut_around_it) {
    tmShapeDef def = some_shape(TM_SHAPE_PRISM - TM_SHAPE_CUBOID);
    double volume;
    const tmPieces *pieces = cut_surface(t, &def, NULL, &volume);
    REQUIRE(pieces);
    CHECK(tm_pieces_count(pieces) <= 7);
    CHECK_NEAR(tm_pieces_error(pieces), 0.0, 1e-12);
    CHECK_NEAR(pieces_volume(t, pieces), volume, 1e-12);
}

/* A gear: error falls as pieces grow in number, and is what their volumes say. */
TEST(mesh_of_a_gear_is_cut_ever_finer) {
    tmShapeDef def = some_shape(TM_SHAPE_GEAR - TM_SHAPE_CUBOID);
    tmPiecesDef pieces_def = tm_pieces_def_default();
    double volume, last = 1e9;
    pieces_def.error = 0.0;
    for (int max = 1; max <= 27; max *= 3) {
        int keep = t->defer_count;
        pieces_def.max_pieces = max;
        const tmPieces *pieces = cut_surface(t, &def, &pieces_def, &volume);
        REQUIRE(pieces);
        double error = tm_pieces_error(pieces);
        CHECK(tm_pieces_count(pieces) == max);
        CHECK(error > 0.0 && error < last);
        CHECK_NEAR(pieces_volume(t, pieces), volume * (1 + error), 1e-12);
        last = error;
        test_run_defers(t, keep);
    }
    CHECK(last < 0.06);
}

TEST_MAIN(CASE(surface_of_every_kind_is_closed_and_holds_its_volume),
          CASE(outlines_have_the_area_of_their_shapes),
          CASE(outline_of_a_turned_box_is_half_the_shadow_of_its_faces),
          CASE(outline_of_a_turned_prism_is_the_border_of_what_faces_upward),
          CASE(flat_body_face_down_is_seen_counter_clockwise),
          CASE(hull_of_a_grid_with_doubles_is_its_box),
          CASE(hull_of_a_turned_grid_has_six_faces_and_eight_corners),
          CASE(hull_of_a_hair_thin_slab_is_found), CASE(hull_of_a_sphere_has_all_its_points),
          CASE(mesh_of_an_angle_is_two_boxes_even_if_turned),
          CASE(mesh_with_a_hole_is_cut_around_it), CASE(mesh_of_a_gear_is_cut_ever_finer))
