/* test_shape_mass.c: volume, centre and inertia against closed forms, exact fractions and each
 * other. */
#include "shape_cases.h"
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.1415926535897932

static tmMass mass_of(tmTest *t, const tmShape *shape, double density) {
    tmMass mass;
    memset(&mass, 0, sizeof mass);
    CHECK_STATUS(tm_shape_mass(shape, density, &mass), TM_OK);
    return mass;
}

/* Checks a shape that is symmetric about its axes, at density 2. */
static void check_symmetric(tmTest *t, const tmShapeDef *def, double volume, tmVec3 moments) {
    tmShape *shape;
    MUST(tm_shape_create(&t->allocator, def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 2.0);
    double size = fabs(moments.x) + fabs(moments.y) + fabs(moments.z);
    CHECK_NEAR(m.volume, volume, 1e-14 * volume);
    CHECK_NEAR(m.mass, 2.0 * volume, 2e-14 * volume);
    CHECK_NEAR(m.inertia[0][0], 2.0 * moments.x, 1e-14 * size);
    CHECK_NEAR(m.inertia[1][1], 2.0 * moments.y, 1e-14 * size);
    CHECK_NEAR(m.inertia[2][2], 2.0 * moments.z, 1e-14 * size);
    CHECK_NEAR(m.inertia[0][1], 0.0, 1e-15 * size);
    CHECK_NEAR(m.inertia[1][2], 0.0, 1e-15 * size);
    CHECK_NEAR(m.inertia[2][0], 0.0, 1e-15 * size);
    CHECK_NEAR(m.centre.x, 0.0, 1e-15);
    CHECK_NEAR(m.centre.y, 0.0, 1e-15);
    CHECK(m.error == 0.0);
}

static tmVec3 vec(double x, double y, double z) {
    return (tmVec3){x, y, z};
}

TEST(cuboid_sphere_and_cylinder_have_the_moments_of_the_handbook) {
    tmShapeDef def = shape_def(TM_SHAPE_CUBOID, 1.5, 2.0, 0.25, 0, 0);
    double v = 1.5 * 2.0 * 0.25;
    check_symmetric(t, &def, v,
                    vec(v * (2.0 * 2.0 + 0.25 * 0.25) / 12, v * (1.5 * 1.5 + 0.25 * 0.25) / 12,
                        v * (1.5 * 1.5 + 2.0 * 2.0) / 12));
    def = shape_def(TM_SHAPE_SPHERE, 0.7, 0, 0, 0, 0);
    v = 4.0 / 3.0 * PI * 0.7 * 0.7 * 0.7;
    double i = 0.4 * v * 0.49;
    check_symmetric(t, &def, v, vec(i, i, i));
    def = shape_def(TM_SHAPE_CYLINDER, 0.3, 2.0, 0, 0, 0);
    v = PI * 0.09 * 2.0;
    i = v * (3 * 0.09 + 4.0) / 12;
    check_symmetric(t, &def, v, vec(i, i, v * 0.09 / 2));
}

/* A half ball of radius r has its centre 3r/8 from the cut, and 83/320 m r^2 about it across. */
TEST(capsule_is_a_cylinder_and_two_half_balls) {
    double r = 0.4, h = 1.1;
    tmShapeDef def = shape_def(TM_SHAPE_CAPSULE, r, h, 0, 0, 0);
    double tube = PI * r * r * h, half = 2.0 / 3.0 * PI * r * r * r;
    double far = h / 2 + 3 * r / 8;
    double across =
        tube * (3 * r * r + h * h) / 12 + 2 * (83.0 / 320.0 * half * r * r + half * far * far);
    check_symmetric(t, &def, tube + 2 * half,
                    vec(across, across, tube * r * r / 2 + 2 * half * 0.4 * r * r));
}

TEST(cone_has_its_centre_at_a_quarter_of_its_height) {
    double r = 0.5, h = 2.0;
    tmShapeDef def = shape_def(TM_SHAPE_CONE, r, h, 0, 0, 0);
    tmShape *shape;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 3.0);
    double v = PI * r * r * h / 3;
    CHECK_NEAR(m.volume, v, 1e-15);
    CHECK_NEAR(m.centre.z, -h / 2 + h / 4, 1e-15);
    CHECK_NEAR(m.inertia[2][2], 3 * v * 0.3 * r * r, 1e-15);
    CHECK_NEAR(m.inertia[0][0], 3 * v * 3.0 / 80 * (4 * r * r + h * h), 1e-14);
}

/* A whole cone without its tip. */
TEST(frustum_is_a_cone_less_its_tip) {
    tmShapeDef def = shape_def(TM_SHAPE_CONE, 1.0, 1.0, 0.5, 0, 0);
    tmShape *shape;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    double whole = PI * 2 / 3, tip = PI * 0.25 / 3, v = whole - tip;
    double centre = (whole * 0.5 - tip * 1.25) / v; /* above the base */
    double across = whole * 3.0 / 80 * (4 + 4) + whole * 0.25 -
                    (tip * 3.0 / 80 * (1 + 1) + tip * 1.25 * 1.25) - v * centre * centre;
    CHECK_NEAR(m.volume, v, 1e-14);
    CHECK_NEAR(m.centre.z, centre - 0.5, 1e-14);
    CHECK_NEAR(m.inertia[2][2], 0.3 * whole - 0.3 * tip * 0.25, 1e-14);
    CHECK_NEAR(m.inertia[0][0], across, 1e-14);
}

TEST(bar_is_a_box_and_two_half_discs) {
    double l = 0.04, w = 0.008, h = 0.003, r = w / 2;
    tmShapeDef def = shape_def(TM_SHAPE_BAR, l, w, h, 0, 0);
    double box = l * w * h, discs = PI * r * r * h;
    double z = box * (l * l + w * w) / 12 + discs * (r * r / 2 + l * 4 * r / (3 * PI) + l * l / 4);
    double x = box * (w * w + h * h) / 12 + discs * (r * r / 4 + h * h / 12);
    /* About z of a flat body: the sum of those about x and y except for the thickness, twice. */
    double y = z - (x - (box + discs) * h * h / 12) + (box + discs) * h * h / 12;
    check_symmetric(t, &def, box + discs, vec(x, y, z));
}

/* Steiner's formula: area + circumference r + pi r^2. */
TEST(plate_has_the_area_of_steiners_formula_whatever_the_order_of_its_corners) {
    const tmVec3 corners[4] = {{0, 0, 0}, {4, 3, 0}, {4, 0, 0}, {3, 1, 0}};
    tmShapeDef def = shape_def(TM_SHAPE_PLATE, 0.5, 0.1, 0, 0, 0);
    tmShape *shape;
    def.points = corners;
    def.point_count = 4;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    CHECK_NEAR(m.volume, 0.1 * (6.0 + 12.0 * 0.25 + PI * 0.0625), 1e-14);
}

TEST(plate_of_corners_in_line_is_a_bar) {
    const tmVec3 corners[3] = {{-0.5, 0, 0}, {0.2, 0, 0}, {0.5, 0, 0}};
    tmShapeDef def = shape_def(TM_SHAPE_PLATE, 0.2, 0.1, 0, 0, 0);
    tmShapeDef bar = shape_def(TM_SHAPE_BAR, 1.0, 0.2, 0.1, 0, 0);
    tmShape *shape, *other;
    def.points = corners;
    def.point_count = 3;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_create(&t->allocator, &bar, NULL, &other));
    DEFER(tm_shape_destroy, other);
    tmMass m = mass_of(t, shape, 1.0), n = mass_of(t, other, 1.0);
    CHECK_NEAR(m.volume, n.volume, 1e-15);
    CHECK_NEAR(m.inertia[1][1], n.inertia[1][1], 1e-15);
}

/* A rounded square is a cross of boxes and a disc, cut in four. */
TEST(plate_of_a_square_has_the_inertia_of_its_parts) {
    const tmVec3 corners[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    tmShapeDef def = shape_def(TM_SHAPE_PLATE, 1.0, 2.0, 0, 0, 0);
    tmShape *shape;
    def.points = corners;
    def.point_count = 4;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    double r = 0.5;
    double square = 4.0 * (4 + 4) / 12;
    double strip = 2.0 * r * ((4 + r * r) / 12 + (1 + r / 2) * (1 + r / 2));
    double quarter = PI * r * r / 4; /* centre of a quarter disc: 4r/3pi from both sides */
    double corner = quarter * (r * r / 2 + 2 * (2 * 4 * r / (3 * PI)) + 2);
    CHECK_NEAR(m.inertia[2][2], 2.0 * (square + 4 * strip + 4 * corner), 1e-13);
}

TEST(gears_agree_with_a_quadrature_in_thirty_digits) {
    for (int i = 0; i < 5; i++) {
        const double *row = gear_cases[i];
        double b = row[0] * row[1] / 8; /* bore */
        tmShapeDef def = shape_def(TM_SHAPE_GEAR, row[0], row[1], 0.5, row[2] * PI / 180, 2 * b);
        b = row[0] < 4 ? 0.0 : b;
        def.size[4] = 2 * b;
        double area = row[3] - PI * b * b, polar = row[4] - PI * b * b * b * b / 2;
        double v = 0.5 * area, across = 0.25 * polar + v * 0.25 / 12;
        check_symmetric(t, &def, v, vec(across, across, 0.5 * polar));
    }
}

/* ---- Cams ---------------------------------------------------------------------------------- */

static double no_lift(void *user, double angle) {
    (void)user, (void)angle;
    return 0.0;
}

/* A circle of radius 1 about (e, 0), seen from the origin, less the base radius 0.5. */
static double offset_circle(void *user, double angle) {
    double e = *(double *)user;
    return e * cos(angle) + sqrt(1.0 - e * e * sin(angle) * sin(angle)) - 0.5;
}

/* A square of side 2, less the base radius 0.5: kinks at odd multiples of 45 degrees. */
static double square(void *user, double angle) {
    (void)user;
    double c = fabs(cos(angle)), s = fabs(sin(angle));
    return 1.0 / (c > s ? c : s) - 0.5;
}

TEST(cam_without_lift_is_a_cylinder) {
    tmShapeDef def = shape_def(TM_SHAPE_CAM, 0.3, 2.0, 0, 0, 0);
    def.lift = no_lift;
    double v = PI * 0.09 * 2.0, i = v * (3 * 0.09 + 4.0) / 12;
    check_symmetric(t, &def, v, vec(i, i, v * 0.09 / 2));
}

TEST(cam_that_is_a_circle_off_the_axis_is_a_cylinder_there) {
    double e = 0.4;
    tmShapeDef def = shape_def(TM_SHAPE_CAM, 0.5, 0.2, 0, 0, 0);
    tmShape *shape;
    def.lift = offset_circle;
    def.user = &e;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    CHECK_NEAR(m.volume, 0.2 * PI, 1e-14);
    CHECK_NEAR(m.centre.x, e, 1e-14);
    CHECK_NEAR(m.centre.y, 0.0, 1e-15);
    CHECK_NEAR(m.inertia[2][2], 0.2 * PI / 2, 1e-14);
    CHECK(m.error < 1e-12);
    tmVec3 low, high;
    CHECK(tm_shape_bounds(shape, &low, &high));
    CHECK_NEAR(low.x, e - 1, 1e-6);
    CHECK_NEAR(high.y, 1.0, 1e-6);
}

TEST(cam_with_kinks_is_integrated_to_twelve_digits) {
    tmShapeDef def = shape_def(TM_SHAPE_CAM, 0.5, 1.0, 0, 0, 0);
    tmShape *shape;
    def.lift = square;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    CHECK_NEAR(m.volume, 4.0, 4e-12);
    CHECK_NEAR(m.inertia[2][2], 4.0 * 8 / 12, 4e-12);
    CHECK(m.error < 1e-11);
}

/* Turned, the coordinates of the link across its thickness of 1e45 are rounding errors: all that
 * can be said is that the box is not inside out, and as long as the link is thick. */
TEST(bounds_are_in_order_where_roundings_are_all_that_is_left) {
    for (int i = 0; i < 4; i++) {
        const tmVec3 points[2] = {{0, 0, 0}, {i % 2 ? 5 : -5, i / 2 ? 1 : -1, 0}};
        tmShapePiece piece = tm_shape_piece_default();
        tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
        tmShape *shape;
        tmVec3 low, high;
        piece.shape = shape_def(TM_SHAPE_LINK, 0.5, 1e45, 0, 0, 0);
        piece.shape.points = points;
        piece.shape.point_count = 2;
        piece.pose.rotation = (tmQuat){0.5, 0.5, -0.5, 0.5};
        def.pieces = &piece;
        def.piece_count = 1;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        REQUIRE(tm_shape_bounds(shape, &low, &high));
        CHECK(low.x <= high.x && low.y <= high.y && low.z <= high.z);
        CHECK_NEAR(high.y - low.y, 1e45, 1e31);
    }
}

/* ---- Polyhedra ----------------------------------------------------------------------------- */

static void check_solid(tmTest *t, const tmShape *shape, const SolidCase *c, tmVec3 moved) {
    tmMass m = mass_of(t, shape, 1.0);
    const double *s = c->second;
    double size = s[0] + s[1] + s[2], far = fabs(moved.x);
    double near = 1e-13;
    CHECK_NEAR(m.volume, c->volume, near * c->volume);
    CHECK_NEAR(m.centre.x - moved.x, c->centre[0], 1e-13 * (1e3 + far));
    CHECK_NEAR(m.centre.y - moved.y, c->centre[1], 1e-13 * (1e3 + far));
    CHECK_NEAR(m.centre.z - moved.z, c->centre[2], 1e-13 * (1e3 + far));
    CHECK_NEAR(m.inertia[0][0], s[1] + s[2], near * size);
    CHECK_NEAR(m.inertia[1][1], s[2] + s[0], near * size);
    CHECK_NEAR(m.inertia[2][2], s[0] + s[1], near * size);
    CHECK_NEAR(m.inertia[1][2], -s[3], near * size);
    CHECK_NEAR(m.inertia[2][0], -s[4], near * size);
    CHECK_NEAR(m.inertia[0][1], -s[5], near * size);
}

/* Points are whole numbers, so that the hull a million away is the same one, exactly. */
TEST(hulls_have_the_moments_of_exact_fractions_near_and_far) {
    for (int i = 0; i < SOLID_CASES; i++) {
        const SolidCase *c = &solid_cases[i];
        for (int far = 0; far < 2; far++) {
            tmVec3 moved = {far * 1e6, far * -2e6, far * 3e6}, points[SOLID_POINTS];
            for (int j = 0; j < c->count; j++) {
                points[j] = vec(c->points[j][0] + moved.x, c->points[j][1] + moved.y,
                                c->points[j][2] + moved.z);
            }
            tmShapeDef def = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
            tmShape *shape;
            def.points = points;
            def.point_count = c->count;
            int keep = t->defer_count;
            MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
            DEFER(tm_shape_destroy, shape);
            /* Whole coordinates: differences from the middle are exact, so nothing is lost. */
            check_solid(t, shape, c, moved);
            test_run_defers(t, keep);
        }
    }
}

TEST(prism_with_a_hole_is_a_box_less_a_box) {
    const tmVec3 outer[4] = {{0, 0, 0}, {0, 2, 0}, {3, 2, 0}, {3, 0, 0}}; /* clockwise */
    const tmVec3 hole[4] = {{1, 0.5, 0}, {2, 0.5, 0}, {2, 1.0, 0}, {1, 1.0, 0}};
    const int32_t holes[1] = {4};
    tmShapeDef def = shape_def(TM_SHAPE_PRISM, 0.5, 0, 0, 0, 0);
    tmShape *shape;
    def.points = outer;
    def.point_count = 4;
    def.hole_points = hole;
    def.holes = holes;
    def.hole_count = 1;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    double a = 3.0, b = 0.25, v = a - b; /* volumes */
    double x = (a * 1.5 - b * 1.5) / v, y = (a * 1.0 - b * 0.75) / v;
    double zz = a * (9 + 4) / 12 + a * (0.0 + (1 - y) * (1 - y)) - b * (1 + 0.25) / 12 -
                b * (0.75 - y) * (0.75 - y);
    CHECK_NEAR(m.volume, v, 1e-15);
    CHECK_NEAR(m.centre.x, x, 1e-15);
    CHECK_NEAR(m.centre.y, y, 1e-15);
    CHECK_NEAR(m.inertia[2][2], zz, 1e-14);
}

/* ---- Unions -------------------------------------------------------------------------------- */

static void check_equal(tmTest *t, const tmMass *a, const tmMass *b, double near) {
    double size = a->inertia[0][0] + a->inertia[1][1] + a->inertia[2][2];
    CHECK_NEAR(a->volume, b->volume, near * a->volume);
    CHECK_NEAR(a->mass, b->mass, near * a->mass);
    CHECK_NEAR(a->centre.x, b->centre.x, near);
    CHECK_NEAR(a->centre.y, b->centre.y, near);
    CHECK_NEAR(a->centre.z, b->centre.z, near);
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(a->inertia[i / 3][i % 3], b->inertia[i / 3][i % 3], near * size);
    }
}

TEST(box_cut_in_two_is_the_box) {
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    pieces[0].shape = shape_def(TM_SHAPE_CUBOID, 0.75, 2, 3, 0, 0);
    pieces[1].shape = shape_def(TM_SHAPE_CUBOID, 0.25, 2, 3, 0, 0);
    pieces[0].pose.position.x = -0.125;
    pieces[1].pose.position.x = 0.375;
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    tmShapeDef box = shape_def(TM_SHAPE_CUBOID, 1, 2, 3, 0, 0);
    tmShape *shape, *whole;
    def.pieces = pieces;
    def.piece_count = 2;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_create(&t->allocator, &box, NULL, &whole));
    DEFER(tm_shape_destroy, whole);
    tmMass a = mass_of(t, shape, 5.0), b = mass_of(t, whole, 5.0);
    check_equal(t, &a, &b, 1e-15);
}

/* A box as a hull, turned and moved, against the box turned and moved as a piece. */
TEST(turned_and_moved_pieces_follow_the_parallel_axes) {
    uint64_t seed = 3;
    for (int round = 0; round < 20; round++) {
        tmVec3 corners[8];
        tmShapePiece piece = tm_shape_piece_default();
        piece.shape = shape_def(TM_SHAPE_CUBOID, 1.0, 0.5, 0.25, 0, 0);
        piece.pose = random_pose(&seed, 2.0);
        for (int i = 0; i < 8; i++) {
            corners[i] = apply_pose(
                piece.pose, vec(i & 1 ? 0.5 : -0.5, i & 2 ? 0.25 : -0.25, i & 4 ? 0.125 : -0.125));
        }
        tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
        tmShapeDef hull = shape_def(TM_SHAPE_HULL, 0, 0, 0, 0, 0);
        tmShape *shape, *other;
        int keep = t->defer_count;
        def.pieces = &piece;
        def.piece_count = 1;
        hull.points = corners;
        hull.point_count = 8;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_shape_create(&t->allocator, &hull, NULL, &other));
        DEFER(tm_shape_destroy, other);
        tmMass a = mass_of(t, shape, 2.0), b = mass_of(t, other, 2.0);
        check_equal(t, &a, &b, 1e-14);
        test_run_defers(t, keep);
    }
}

/* [HH] 3.2: bodies of several densities. A steel ball at the end of a rod without weight. */
TEST(piece_keeps_its_own_density) {
    tmShapePiece pieces[2] = {tm_shape_piece_default(), tm_shape_piece_default()};
    pieces[0].shape = shape_def(TM_SHAPE_CYLINDER, 0.01, 1.0, 0, 0, 0);
    pieces[1].shape = shape_def(TM_SHAPE_SPHERE, 0.1, 0, 0, 0, 0);
    pieces[1].pose.position.z = 0.5;
    pieces[1].density = 7800.0;
    tmShapeDef def = shape_def(TM_SHAPE_UNION, 0, 0, 0, 0, 0);
    tmShape *shape;
    def.pieces = pieces;
    def.piece_count = 2;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    double ball = 7800.0 * 4.0 / 3.0 * PI * 1e-3, rod = PI * 1e-4;
    tmMass m = mass_of(t, shape, 0.0);
    CHECK_NEAR(m.mass, ball, 1e-13 * ball);
    CHECK_NEAR(m.volume, ball / 7800.0 + rod, 1e-16);
    CHECK_NEAR(m.centre.z, 0.5, 1e-15);
    m = mass_of(t, shape, 1000.0);
    CHECK_NEAR(m.mass, ball + 1000 * rod, 1e-13 * ball);
    CHECK_NEAR(m.centre.z, 0.5 * ball / (ball + 1000 * rod), 1e-15);
}

TEST(nothing_has_no_mass) {
    tmShapeDef def = tm_shape_def_default();
    tmShape *shape;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    tmMass m = mass_of(t, shape, 1.0);
    tmVec3 low, high;
    CHECK(m.mass == 0.0 && m.volume == 0.0 && m.inertia[1][1] == 0.0);
    CHECK(!tm_shape_bounds(shape, &low, &high));
    CHECK_STATUS(tm_shape_support(shape, vec(1, 0, 0), &low), TM_ERR_ARGUMENT);
}

TEST(mass_refuses_bad_arguments_and_overflow) {
    tmShapeDef def = shape_def(TM_SHAPE_SPHERE, 1e49, 0, 0, 0, 0);
    tmShape *shape;
    tmMass m;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    CHECK_STATUS(tm_shape_mass(shape, 1e100, &m), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_shape_mass(shape, NAN, &m), TM_ERR_NOT_FINITE);
    CHECK_STATUS(tm_shape_mass(shape, -1.0, &m), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_mass(NULL, 1.0, &m), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_mass(shape, 1.0, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_shape_mass(shape, 1.0, &m), TM_OK);
}

TEST_MAIN(CASE(cuboid_sphere_and_cylinder_have_the_moments_of_the_handbook),
          CASE(capsule_is_a_cylinder_and_two_half_balls),
          CASE(cone_has_its_centre_at_a_quarter_of_its_height),
          CASE(frustum_is_a_cone_less_its_tip), CASE(bar_is_a_box_and_two_half_discs),
          CASE(plate_has_the_area_of_steiners_formula_whatever_the_order_of_its_corners),
          CASE(plate_of_corners_in_line_is_a_bar),
          CASE(plate_of_a_square_has_the_inertia_of_its_parts),
          CASE(gears_agree_with_a_quadrature_in_thirty_digits),
          CASE(cam_without_lift_is_a_cylinder),
          CASE(cam_that_is_a_circle_off_the_axis_is_a_cylinder_there),
          CASE(cam_with_kinks_is_integrated_to_twelve_digits),
          CASE(bounds_are_in_order_where_roundings_are_all_that_is_left),
          CASE(hulls_have_the_moments_of_exact_fractions_near_and_far),
          CASE(prism_with_a_hole_is_a_box_less_a_box), CASE(box_cut_in_two_is_the_box),
          CASE(turned_and_moved_pieces_follow_the_parallel_axes), CASE(piece_keeps_its_own_density),
          CASE(nothing_has_no_mass), CASE(mass_refuses_bad_arguments_and_overflow))
