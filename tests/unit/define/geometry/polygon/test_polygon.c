/* test_polygon.c: messages about polygons and other shapes that are not valid. */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.1415926535897932

/* Makes the shape, which must be refused, and compares all messages, a line each. */
static void check_diag(tmTest *t, const tmShapeDef *def, const char *expected) {
    tmDiags *diags;
    tmShape *shape;
    char said[4000] = "";
    int keep = t->defer_count;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_shape_create(&t->allocator, def, diags, &shape), TM_ERR_GEOMETRY);
    CHECK(shape == NULL);
    for (int i = 0; i < tm_diags_count(diags); i++) {
        strcat(said, i ? "\n" : "");
        strcat(said, tm_diags_at(diags, i)->message);
    }
    CHECK_TEXT(said, expected);
    test_run_defers(t, keep);
}

static void check_outline(tmTest *t, const tmVec3 *points, int count, const char *expected) {
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    def.points = points;
    def.point_count = count;
    check_diag(t, &def, expected);
}

TEST(bow_tie_names_the_edges_that_meet) {
    const tmVec3 points[4] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    check_outline(t, points, 4,
                  "the outline from corner 1 to 2 crosses the outline from corner 3 to 4");
}

TEST(corner_that_touches_another_side_is_found) {
    const tmVec3 touch[5] = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {2, 0, 0}, {0, 2, 0}};
    const tmVec3 again[6] = {{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}};
    check_outline(t, touch, 5,
                  "corner 4 of the outline, (2, 0), lies on the outline from corner 1 to 2");
    check_outline(t, again, 6,
                  "corner 3 of the outline and corner 6 of the outline are the same point, (1, 1)");
}

TEST(repeated_corners_and_spikes_are_found) {
    const tmVec3 twice[4] = {{0, 0, 0}, {1.25, 0, 0}, {1.25, 0, 0}, {0, 1, 0}};
    const tmVec3 closed[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
    const tmVec3 spike[4] = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    check_outline(t, twice, 4, "corners 2 and 3 of the outline are the same point, (1.25, 0)");
    check_outline(t, closed, 4, "corners 4 and 1 of the outline are the same point, (0, 0)");
    check_outline(t, spike, 4, "the outline turns back on itself at corner 2, (2, 0)");
}

/* Signs see coordinates below 2e-84 as multiples of 1e-99: what then is one point or one line must
 * be reported, for otherwise the sweep of the triangulation meets an order that contradicts them.
 */
TEST(corners_that_differ_by_less_than_signs_see_are_the_same) {
    const tmVec3 twice[4] = {
        {5.7e-117, -130252.8, 0}, {5.9e-317, 0, 0}, {0, 8.8e-280, 0}, {-4e-45, 3.3e-319, 0}};
    const tmVec3 line[3] = {{0, 0, 0}, {1, 1e-200, 0}, {2, -1e-200, 0}};
    check_outline(t, twice, 4, "corners 2 and 3 of the outline are the same point, (0, 0)");
    check_outline(t, line, 3, "all 3 corners of the outline are on one line");
}

/* The same corners without the one too many: a triangle of 2e-40 m^2. */
TEST(outline_with_coordinates_below_what_signs_see_has_its_area_and_pieces) {
    const tmVec3 points[3] = {{5.7e-117, -130252.8, 0}, {5.9e-317, 0, 0}, {-4e-45, 3.3e-319, 0}};
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    tmShape *shape;
    tmPieces *pieces;
    tmMass mass;
    def.points = points;
    def.point_count = 3;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    CHECK_NEAR(mass.volume / (0.5 * 130252.8 * 4e-45), 1.0, 1e-12);
    MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
    DEFER(tm_pieces_destroy, pieces);
    CHECK(tm_pieces_count(pieces) == 1);
}

TEST(corners_in_one_line_or_too_few_are_reported) {
    const tmVec3 line[4] = {{0, 0, 0}, {1, 1, 0}, {3, 3, 0}, {2, 2, 0}};
    check_outline(t, line, 4, "all 4 corners of the outline are on one line");
    check_outline(t, line, 2, "the outline has 2 corners: at least three are needed");
}

TEST(corner_out_of_the_plane_is_reported) {
    const tmVec3 points[3] = {{0, 0, 0}, {1, 0, 0.5}, {0, 1, 0}};
    check_outline(t, points, 3,
                  "corner 2 of the outline is not in the plane z = 0: it is (1, 0, 0.5)");
}

TEST(holes_outside_crossing_and_within_each_other_are_reported) {
    const tmVec3 outer[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    const tmVec3 corners[9] = {{1, 1, 0},     {3, 1, 0}, {1, 3, 0}, {1.2, 1.2, 0}, {1.4, 1.2, 0},
                               {1.2, 1.4, 0}, {5, 5, 0}, {6, 5, 0}, {5, 6, 0}};
    const tmVec3 across[3] = {{3, 1, 0}, {5, 1, 0}, {3, 2, 0}};
    const int32_t holes[3] = {3, 3, 3};
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    def.points = outer;
    def.point_count = 4;
    def.hole_points = corners;
    def.holes = holes;
    def.hole_count = 3;
    check_diag(t, &def, "hole 2 is within hole 1\nhole 3 is outside the outline");
    def.hole_points = across;
    def.hole_count = 1;
    check_diag(t, &def,
               "the outline from corner 2 to 3 crosses hole 1 from corner 1 to 2\n"
               "the outline from corner 2 to 3 crosses hole 1 from corner 2 to 3");
}

/* The middle of an edge is on the line through its ends in no rounding: exact signs see it. */
TEST(hair_between_outline_and_hole_is_no_touch) {
    double hair = 0x1p-52;
    const tmVec3 outer[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    tmVec3 hole[3] = {{hair, 0.5, 0}, {0.5, 0.25, 0}, {0.5, 0.75, 0}};
    const int32_t holes[1] = {3};
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    tmShape *shape;
    def.points = outer;
    def.point_count = 4;
    def.hole_points = hole;
    def.holes = holes;
    def.hole_count = 1;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    hole[0].x = 0.0;
    check_diag(t, &def, "corner 1 of hole 1, (0, 0.5), lies on the outline from corner 4 to 1");
}

TEST(sizes_that_are_none_are_reported_by_name) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1, -2, 0, 0, 0);
    check_diag(t, &def,
               "the height of the cuboid must be more than 0\n"
               "the depth of the cuboid must be more than 0");
    def = shape_def(TM_SHAPE_CONE, 1, 1, -0.5, 0, 0);
    check_diag(t, &def, "the top radius of the cone must not be less than 0");
    def = shape_def(TM_SHAPE_SPHERE, INFINITY, 0, 0, 0, 0);
    check_diag(t, &def, "the radius of the sphere is out of bounds");
    def = shape_def(TM_SHAPE_SPHERE, NAN, 0, 0, 0, 0);
    check_diag(t, &def, "the radius of the sphere must be more than 0");
}

TEST(gears_that_cannot_be_are_reported) {
    tmShapeDef def = shape_def(TM_SHAPE_GEAR, 2, 1, 1, 20 * PI / 180, 0);
    check_diag(t, &def, "a gear has a whole number of teeth, 3 to 2000, not 2");
    def = shape_def(TM_SHAPE_GEAR, 12.5, 1, 1, 20 * PI / 180, 0);
    check_diag(t, &def, "a gear has a whole number of teeth, 3 to 2000, not 12.5");
    def = shape_def(TM_SHAPE_GEAR, 20, 1, 1, 50 * PI / 180, 0);
    check_diag(t, &def, "the pressure angle of a gear is less than 45 degrees, not 50");
    def = shape_def(TM_SHAPE_GEAR, 20, 1, 1, 40 * PI / 180, 0);
    check_diag(t, &def,
               "the teeth of the gear would end in a point below their height\n"
               "the teeth of the gear leave no room between them at the root");
    def = shape_def(TM_SHAPE_GEAR, 20, 0.001, 0.001, 20 * PI / 180, 0.018);
    check_diag(t, &def,
               "the bore of the gear, 0.018 wide, reaches its teeth: the root circle is 0.0175 "
               "wide");
}

static double sink(void *user, double angle) {
    (void)user;
    return -sin(0.5 * angle);
}

static double climb(void *user, double angle) {
    (void)user;
    return 0.01 * angle;
}

TEST(cams_that_do_not_close_or_have_no_radius_are_reported) {
    tmShapeDef def = shape_def(TM_SHAPE_CAM, 1, 0.1, 0, 0, 0);
    tmShape *shape;
    def.lift = climb;
    check_diag(t, &def, "the cam does not close: its radius is 1 at 0 and 1.062832 at 360 degrees");
    def.lift = sink;
    def.size[0] = 0.5;
    tmDiags *diags;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, diags, &shape), TM_ERR_GEOMETRY);
    REQUIRE(tm_diags_count(diags) == 1);
    CHECK(strstr(tm_diags_at(diags, 0)->message, "the cam has no radius above 0 at "));
    def.lift = NULL;
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), TM_ERR_ARGUMENT);
}

TEST(mistakes_of_pieces_name_the_piece) {
    tmShapePiece inner = tm_shape_piece_default();
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    inner.shape = shape_def(TM_SHAPE_SPHERE, -1, 0, 0, 0, 0);
    pieces[0].shape = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0);
    pieces[0].pose.rotation.w = 2.0;
    pieces[1].shape = def;
    pieces[1].shape.pieces = &inner;
    pieces[1].shape.piece_count = 1;
    def.pieces = pieces;
    def.piece_count = 2;
    check_diag(t, &def,
               "piece 1: its rotation is not a unit quaternion\n"
               "piece 2: piece 1: the radius of the sphere must be more than 0");
    def.piece_count = 0;
    check_diag(t, &def, "the union has no pieces");
}

TEST(plates_and_hulls_without_extent_are_reported) {
    const tmVec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    const tmVec3 high[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}};
    tmShapeDef def = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
    def.points = flat;
    check_diag(t, &def, "a hull needs points");
    def.point_count = 1;
    check_diag(t, &def, "all points of the hull coincide");
    def.point_count = 2;
    check_diag(t, &def, "all 2 points of the hull are on one line");
    def.point_count = 4;
    check_diag(t, &def, "all 4 points of the hull lie in one plane");
    def = shape_def(TM_SHAPE_PLATE, 1, 1, 0, 0, 0);
    def.points = flat;
    def.point_count = 2;
    check_diag(t, &def, "a plate has at least three corners, not 2");
    def.points = high;
    def.point_count = 3;
    check_diag(t, &def, "corner 3 of the plate is not in the plane z = 0: it is (0, 1, 1)");
}

TEST(wrong_calls_get_a_status) {
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0), none, prism;
    const int32_t holes[1] = {-1};
    tmShape *shape;
    memset(&none, 0, sizeof none);
    CHECK_STATUS(tm_shape_create(&t->allocator, NULL, NULL, &shape), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_create(&t->allocator, &none, NULL, &shape), TM_ERR_DEF);
    def.kind = TM_SHAPE_COUNT;
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), TM_ERR_ARGUMENT);
    prism = shape_def(TM_SHAPE_PRISM, 1, 0, 0, 0, 0);
    prism.point_count = 3;
    CHECK_STATUS(tm_shape_create(&t->allocator, &prism, NULL, &shape), TM_ERR_ARGUMENT);
    prism.point_count = -1;
    CHECK_STATUS(tm_shape_create(&t->allocator, &prism, NULL, &shape), TM_ERR_ARGUMENT);
    prism.point_count = 0;
    prism.hole_count = 1;
    prism.holes = holes;
    CHECK_STATUS(tm_shape_create(&t->allocator, &prism, NULL, &shape), TM_ERR_ARGUMENT);
    CHECK(shape == NULL);
    CHECK_TEXT(tm_shape_kind_name(TM_SHAPE_PLATE), "plate");
    CHECK_TEXT(tm_shape_kind_name(TM_SHAPE_COUNT), "");
}

TEST(unions_within_unions_end_at_their_limit) {
    tmShapePiece pieces[TM_UNION_DEPTH + 2];
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 1, 0, 0, 0, 0);
    tmShape *shape;
    for (int i = 0; i < TM_UNION_DEPTH + 1; i++) {
        pieces[i] = tm_shape_piece_default();
        pieces[i].shape = def;
        def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
        def.pieces = &pieces[i];
        def.piece_count = 1;
        tmStatus expected = i < TM_UNION_DEPTH ? TM_OK : TM_ERR_LIMIT;
        CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), expected);
        tm_shape_destroy(shape);
    }
}

TEST_MAIN(CASE(corners_that_differ_by_less_than_signs_see_are_the_same),
          CASE(outline_with_coordinates_below_what_signs_see_has_its_area_and_pieces),
          CASE(bow_tie_names_the_edges_that_meet), CASE(corner_that_touches_another_side_is_found),
          CASE(repeated_corners_and_spikes_are_found),
          CASE(corners_in_one_line_or_too_few_are_reported),
          CASE(corner_out_of_the_plane_is_reported),
          CASE(holes_outside_crossing_and_within_each_other_are_reported),
          CASE(hair_between_outline_and_hole_is_no_touch),
          CASE(sizes_that_are_none_are_reported_by_name), CASE(gears_that_cannot_be_are_reported),
          CASE(cams_that_do_not_close_or_have_no_radius_are_reported),
          CASE(mistakes_of_pieces_name_the_piece),
          CASE(plates_and_hulls_without_extent_are_reported), CASE(wrong_calls_get_a_status),
          CASE(unions_within_unions_end_at_their_limit))
