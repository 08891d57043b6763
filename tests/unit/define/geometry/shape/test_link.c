/* test_link.c: links around points. Expected moments are those of a polygon, rectangles along its
 * sides and sectors at its corners, in closed form; what is furthest is so among discs about all
 * points, also those that are not corners. */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define PI 3.1415926535897932
#define POINTS_MAX 8

/* Points as they are given, and the corners of their hull, counter-clockwise. */
typedef struct LinkCase {
    int count, corners;
    tmVec3 points[POINTS_MAX], hull[POINTS_MAX];
} LinkCase;

static const LinkCase links[] = {
    /* one point, apart from the origin; three times the same */
    {1, 1, {{0.3, -0.2, 0}}, {{0.3, -0.2, 0}}},
    {3, 1, {{0.3, -0.2, 2}, {0.3, -0.2, 2}, {0.3, -0.2, 2}}, {{0.3, -0.2, 2}}},
    /* two points aslant; the same with others in line and repeated */
    {2, 2, {{1, 1, 0}, {0.25, -0.5, 0}}, {{0.25, -0.5, 0}, {1, 1, 0}}},
    {5,
     2,
     {{0.5, 0, 0}, {1, 1, 0}, {0.25, -0.5, 0}, {0.75, 0.5, 0}, {1, 1, 0}},
     {{0.25, -0.5, 0}, {1, 1, 0}}},
    /* three points clockwise, at another height; with one inside, one on a side and one twice */
    {3, 3, {{0, 0, -1}, {0, 3, -1}, {4, 0, -1}}, {{0, 0, -1}, {4, 0, -1}, {0, 3, -1}}},
    {6,
     3,
     {{1, 1, 0}, {0, 3, 0}, {4, 0, 0}, {2, 0, 0}, {0, 0, 0}, {4, 0, 0}},
     {{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}},
    /* five corners in any order, and their middle */
    {6,
     5,
     {{2, 3, 0}, {-1, 1, 0}, {1, 1, 0}, {3, 1.5, 0}, {0, -1, 0}, {2.5, -0.5, 0}},
     {{0, -1, 0}, {2.5, -0.5, 0}, {3, 1.5, 0}, {2, 3, 0}, {-1, 1, 0}}},
};

#define CASES (int)(sizeof links / sizeof links[0])
#define WIDTH 0.5
#define RADIUS 0.25
#define THICKNESS 0.125

static tmShapeDef link_def(const LinkCase *c) {
    tmShapeDef def = shape_def(TM_SHAPE_LINK, WIDTH, THICKNESS, 0, 0, 0);
    def.points = c->points;
    def.point_count = c->count;
    return def;
}

/* ---- Moments by parts ---------------------------------------------------------------------- */

/* Integrals over a region of 1, x, y, xx, xy, yy. */
typedef struct Region {
    double sums[6];
} Region;

/* A part of this area about (x, y), with second moments per area along u and across it. */
static void add_part(Region *r, double area, double x, double y, double ux, double uy, double along,
                     double across) {
    const double part[6] = {1.0,
                            x,
                            y,
                            x * x + along * ux * ux + across * uy * uy,
                            x * y + (along - across) * ux * uy,
                            y * y + along * uy * uy + across * ux * ux};
    for (int i = 0; i < 6; i++) {
        r->sums[i] += area * part[i];
    }
}

static void add_triangle(Region *r, tmVec3 a, tmVec3 b, tmVec3 c) {
    double area = 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    double x = a.x + b.x + c.x, y = a.y + b.y + c.y;
    const double part[6] = {1.0,
                            x / 3,
                            y / 3,
                            (a.x * a.x + b.x * b.x + c.x * c.x + x * x) / 12,
                            (a.x * a.y + b.x * b.y + c.x * c.y + x * y) / 12,
                            (a.y * a.y + b.y * b.y + c.y * c.y + y * y) / 12};
    for (int i = 0; i < 6; i++) {
        r->sums[i] += area * part[i];
    }
}

/* On the right of the side from a to b, outside of the hull. */
static void add_rectangle(Region *r, tmVec3 a, tmVec3 b) {
    double length = hypot(b.x - a.x, b.y - a.y);
    double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;
    add_part(r, length * RADIUS, (a.x + b.x) / 2 + uy * RADIUS / 2,
             (a.y + b.y) / 2 - ux * RADIUS / 2, ux, uy, length * length / 12, RADIUS * RADIUS / 12);
}

/* About p, from the right of one side to the right of the next: `half` the angle to either side of
 * the direction `middle`. Its centre is 2/3 r sin(half)/half from p. */
static void add_sector(Region *r, tmVec3 p, double middle, double half) {
    double area = half * RADIUS * RADIUS, far = 2.0 / 3 * RADIUS * sin(half) / half;
    double even = RADIUS * RADIUS / 4, uneven = even * sin(half) * cos(half) / half;
    add_part(r, area, p.x + far * cos(middle), p.y + far * sin(middle), cos(middle), sin(middle),
             even + uneven - far * far, even - uneven);
}

static Region region_of(const LinkCase *c) {
    Region r;
    memset(&r, 0, sizeof r);
    int n = c->corners;
    if (n == 1) {
        add_sector(&r, c->hull[0], 0, PI);
    }
    for (int i = 0; i < n && n > 1; i++) {
        tmVec3 a = c->hull[(i + n - 1) % n], p = c->hull[i], b = c->hull[(i + 1) % n];
        double from = atan2(a.x - p.x, p.y - a.y), to = atan2(p.x - b.x, b.y - p.y);
        double turn = to > from ? to - from : to - from + 2 * PI;
        add_sector(&r, p, from + turn / 2, turn / 2);
        add_rectangle(&r, p, b);
        if (i > 1) {
            add_triangle(&r, c->hull[0], a, p);
        }
    }
    return r;
}

TEST(mass_centre_and_inertia_are_those_of_polygon_rectangles_and_sectors) {
    for (int i = 0; i < CASES; i++) {
        tmShapeDef def = link_def(&links[i]);
        tmShape *shape;
        tmMass m;
        int keep = t->defer_count;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_shape_mass(shape, 2.0, &m));
        Region r = region_of(&links[i]);
        const double *s = r.sums;
        double x = s[1] / s[0], y = s[2] / s[0], h = THICKNESS;
        double xx = s[3] - s[0] * x * x, xy = s[4] - s[0] * x * y, yy = s[5] - s[0] * y * y;
        double near = 1e-13 * (s[3] + s[5]), zz = s[0] * h * h / 12;
        CHECK_NEAR(m.volume, h * s[0], 1e-14 * s[0]);
        CHECK_NEAR(m.mass, 2 * h * s[0], 1e-14 * s[0]);
        CHECK_NEAR(m.centre.x, x, 1e-14);
        CHECK_NEAR(m.centre.y, y, 1e-14);
        CHECK_NEAR(m.centre.z, links[i].points[0].z, 1e-15);
        CHECK_NEAR(m.inertia[0][0], 2 * h * (yy + zz), near);
        CHECK_NEAR(m.inertia[1][1], 2 * h * (xx + zz), near);
        CHECK_NEAR(m.inertia[2][2], 2 * h * (xx + yy), near);
        CHECK_NEAR(m.inertia[0][1], -2 * h * xy, near);
        CHECK_NEAR(m.inertia[0][2], 0.0, near);
        CHECK_NEAR(m.inertia[1][2], 0.0, near);
        test_run_defers(t, keep);
    }
}

/* Steiner's formula again, apart from the parts above: area + circumference r + pi r^2. */
TEST(area_is_that_of_steiners_formula) {
    const double areas[CASES] = {0, 0, 0, 0, 6, 6, 9.875};
    for (int i = 0; i < CASES; i++) {
        double round = 0;
        for (int k = 0; k < links[i].corners; k++) {
            tmVec3 a = links[i].hull[k], b = links[i].hull[(k + 1) % links[i].corners];
            round += hypot(b.x - a.x, b.y - a.y);
        }
        CHECK_NEAR(region_of(&links[i]).sums[0], areas[i] + round * RADIUS + PI * RADIUS * RADIUS,
                   1e-14 * (1 + areas[i]));
    }
}

/* ---- What is furthest ---------------------------------------------------------------------- */

TEST(furthest_points_and_bounds_are_those_of_discs_about_all_points) {
    uint64_t seed = 5;
    for (int i = 0; i < CASES; i++) {
        const LinkCase *c = &links[i];
        tmShapeDef def = link_def(c);
        tmShape *shape;
        tmVec3 low, high, far;
        int keep = t->defer_count;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        tmVec3 min = {1e9, 1e9, 0}, max = {-1e9, -1e9, 0};
        for (int k = 0; k < c->count; k++) {
            min = (tmVec3){fmin(min.x, c->points[k].x), fmin(min.y, c->points[k].y), 0};
            max = (tmVec3){fmax(max.x, c->points[k].x), fmax(max.y, c->points[k].y), 0};
        }
        REQUIRE(tm_shape_bounds(shape, &low, &high));
        CHECK_NEAR(low.x, min.x - RADIUS, 1e-15);
        CHECK_NEAR(low.y, min.y - RADIUS, 1e-15);
        CHECK_NEAR(high.x, max.x + RADIUS, 1e-15);
        CHECK_NEAR(high.y, max.y + RADIUS, 1e-15);
        CHECK_NEAR(low.z, c->points[0].z - THICKNESS / 2, 1e-15);
        CHECK_NEAR(high.z, c->points[0].z + THICKNESS / 2, 1e-15);
        for (int round = 0; round < 20; round++) {
            tmVec3 d = {test_uniform(&seed, -1, 1), test_uniform(&seed, -1, 1),
                        test_uniform(&seed, -1, 1)};
            double reach = -1e9;
            for (int k = 0; k < c->count; k++) {
                reach = fmax(reach, d.x * c->points[k].x + d.y * c->points[k].y);
            }
            reach += hypot(d.x, d.y) * RADIUS + d.z * c->points[0].z + fabs(d.z) * THICKNESS / 2;
            MUST(tm_shape_support(shape, d, &far));
            CHECK_NEAR(d.x * far.x + d.y * far.y + d.z * far.z, reach, 1e-14);
        }
        test_run_defers(t, keep);
    }
}

/* In the plane it touches by its corners, grown by the radius: exactly. */
TEST(piece_and_outline_have_the_corners_of_the_hull) {
    for (int i = 0; i < CASES; i++) {
        const LinkCase *c = &links[i];
        tmShapeDef def = link_def(c);
        tmShape *shape;
        tmPieces *pieces;
        tmOutline *outline;
        int32_t count = 0;
        int keep = t->defer_count;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
        DEFER(tm_pieces_destroy, pieces);
        MUST(tm_outline_create(&t->allocator, shape, 0, &outline));
        DEFER(tm_outline_destroy, outline);
        REQUIRE(tm_pieces_count(pieces) == 1);
        const tmPiece *p = tm_pieces_at(pieces, 0);
        CHECK(p->outline_count == c->corners && p->outline_radius == RADIUS);
        for (int k = 0; k < c->corners; k++) {
            bool found = false;
            for (int j = 0; j < p->outline_count; j++) {
                found |= p->outline[j].x == c->hull[k].x && p->outline[j].y == c->hull[k].y;
            }
            CHECK(found);
        }
        CHECK(tm_outline_count(outline) == 1 && tm_outline_loop(outline, 0, &count) != NULL);
        CHECK(count == 2 * c->corners);
        test_run_defers(t, keep);
    }
}

/* The volume of its triangles, which are inscribed, and at the height of its points. */
TEST(surface_is_at_the_height_of_the_points) {
    for (int i = 0; i < CASES; i++) {
        tmShapeDef def = link_def(&links[i]), again;
        tmShape *shape, *other;
        tmMesh *mesh;
        tmMass m;
        int keep = t->defer_count;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_mesh_of_shape(&t->allocator, shape, 1e-4, &mesh));
        DEFER(tm_mesh_destroy, mesh);
        again = mesh_def(mesh);
        MUST(tm_shape_create(&t->allocator, &again, NULL, &other));
        DEFER(tm_shape_destroy, other);
        MUST(tm_shape_mass(other, 1.0, &m));
        double volume = THICKNESS * region_of(&links[i]).sums[0];
        CHECK(m.volume < volume && m.volume > 0.999 * volume);
        CHECK_NEAR(m.centre.z, links[i].points[0].z, 1e-12);
        test_run_defers(t, keep);
    }
}

/* Three points each with the origin in line except for a rounding, of which that of the directions
 * from one to the next makes a turn of -180 degrees instead of 180; and mirrored, on the other
 * side. */
TEST(corners_that_are_in_line_but_for_roundings_make_a_bar) {
    const tmVec3 pairs[3][2] = {{{0.42906347458762789, 0.24289605184944318, 0},
                                 {0.74992180462351998, 0.42453635960024205, 0}},
                                {{0.22832554737268274, 0.46484287527300477, 0},
                                 {0.38719394676679653, 0.78827949642272088, 0}},
                                {{0.063698191188823264, 0.058329158102917306, 0},
                                 {0.31693231239755459, 0.29021852289274797, 0}}};
    for (int i = 0; i < 6; i++) {
        tmVec3 near = pairs[i / 2][0], far = pairs[i / 2][1];
        const tmVec3 points[3] = {{0, 0, 0},
                                  i % 2 ? (tmVec3){near.y, near.x, 0} : near,
                                  i % 2 ? (tmVec3){far.y, far.x, 0} : far};
        tmShapeDef def = shape_def(TM_SHAPE_LINK, WIDTH, THICKNESS, 0, 0, 0), again;
        tmShape *shape, *other;
        tmPieces *pieces;
        tmMesh *mesh;
        tmMass m, n;
        int keep = t->defer_count;
        def.points = points;
        def.point_count = 3;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_shape_mass(shape, 1.0, &m));
        MUST(tm_pieces_create(&t->allocator, shape, NULL, &pieces));
        DEFER(tm_pieces_destroy, pieces);
        const tmPiece *p = tm_pieces_at(pieces, 0);
        REQUIRE(p && p->outline_count == 2);
        CHECK_NEAR(hypot(p->outline[1].x - p->outline[0].x, p->outline[1].y - p->outline[0].y),
                   hypot(points[2].x, points[2].y), 1e-15);
        double area = WIDTH * hypot(points[2].x, points[2].y) + PI * RADIUS * RADIUS;
        CHECK_NEAR(m.volume, THICKNESS * area, 1e-15);
        MUST(tm_mesh_of_shape(&t->allocator, shape, 1e-4, &mesh));
        DEFER(tm_mesh_destroy, mesh);
        again = mesh_def(mesh);
        MUST(tm_shape_create(&t->allocator, &again, NULL, &other));
        DEFER(tm_shape_destroy, other);
        MUST(tm_shape_mass(other, 1.0, &n));
        CHECK_NEAR(n.volume, m.volume, 1e-3 * m.volume);
        test_run_defers(t, keep);
    }
}

/* Points that are next to nothing apart beside the width: the surface is closed, and its volume is
 * that of a disc. Points of its arcs then coincide, or change places by rounding errors. */
TEST(surface_around_points_much_nearer_than_the_width_is_that_of_a_disc) {
    const double apart[] = {1e-60, 1e-45, 1e-17, 2e-16, 7e-16, 1e-15, 3e-14, 1e-12, 1e-10};
    const int distances = (int)(sizeof apart / sizeof apart[0]);
    for (int i = 0; i < 3 * distances * distances; i++) {
        /* two or three points; the third one as far as another distance */
        double near = apart[i % distances], far = apart[i / distances % distances];
        int kind = i / (distances * distances);
        const tmVec3 points[3] = {{-near, 0, 0}, {near, 0.25 * near, 0}, {0.5 * near, far, 0}};
        tmShapeDef def = shape_def(kind == 2 ? TM_SHAPE_PLATE : TM_SHAPE_LINK, 2, 1, 0, 0, 0),
                   again;
        tmShape *shape, *other;
        tmDiags *diags;
        tmMesh *mesh;
        tmMass m;
        int keep = t->defer_count;
        def.points = points;
        def.point_count = kind ? 3 : 2;
        MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_mesh_of_shape(&t->allocator, shape, 1e-3, &mesh));
        DEFER(tm_mesh_destroy, mesh);
        MUST(tm_diags_create(&t->allocator, &diags));
        DEFER(tm_diags_destroy, diags);
        again = mesh_def(mesh);
        MUST(tm_shape_create(&t->allocator, &again, diags, &other));
        DEFER(tm_shape_destroy, other);
        CHECK(tm_diags_count(diags) == 0);
        MUST(tm_shape_mass(other, 1.0, &m));
        CHECK(m.volume < PI * (1 + 1e-9) && m.volume > 0.997 * PI);
        test_run_defers(t, keep);
    }
}

/* ---- Mistakes ------------------------------------------------------------------------------ */

static void check_diag(tmTest *t, const tmShapeDef *def, const char *message) {
    tmShape *shape;
    tmDiags *diags;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_shape_create(&t->allocator, def, diags, &shape), TM_ERR_GEOMETRY);
    CHECK(shape == NULL);
    REQUIRE(tm_diags_count(diags) == 1);
    CHECK_TEXT(tm_diags_at(diags, 0)->message, message);
}

TEST(links_without_points_or_out_of_a_plane_are_reported) {
    const tmVec3 points[3] = {{0, 0, 1}, {2, 0, 1}, {0, 0.5, 1.25}};
    const tmVec3 rounded[3] = {{0, 0, 0.3}, {2, 0, 0.1 + 0.2}, {1, 1, 0.3}};
    tmShapeDef def = shape_def(TM_SHAPE_LINK, 1, 1, 0, 0, 0);
    tmShape *shape;
    check_diag(t, &def, "a link needs at least one point");
    def.points = points;
    def.point_count = 3;
    check_diag(t, &def,
               "points 1 and 3 of the link are not at the same height: they are (0, 0, 1) and (0, "
               "0.5, 1.25)");
    def.points = rounded;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    tm_shape_destroy(shape);
    def.size[1] = 0;
    check_diag(t, &def, "the thickness of the link must be more than 0");
}

/* Numbers near 1e13 are 0.002 apart, so that of an arc of radius 0.5 little would be left, and near
 * 1e17 they are 16 apart. */
TEST(width_or_thickness_that_roundings_of_the_points_would_swallow_is_reported) {
    const tmVec3 far[3] = {{1e17, 1e17, 0}, {1e17, -1e17, 0}, {0, 0, 0}};
    const tmVec3 high[1] = {{0, 0, -1e13}}, fine[1] = {{1e11, 0, 1e11}};
    tmShapeDef def = shape_def(TM_SHAPE_LINK, 1, 2, 0, 0, 0);
    tmShape *shape;
    tmMesh *mesh;
    def.points = far;
    def.point_count = 3;
    check_diag(t, &def, "the width of the link, 1, is lost in the rounding of its points");
    def.kind = TM_SHAPE_PLATE;
    check_diag(t, &def, "the width of the plate, 1, is lost in the rounding of its points");
    def.kind = TM_SHAPE_LINK;
    def.points = high;
    def.point_count = 1;
    check_diag(t, &def, "the thickness of the link, 2, is lost in the rounding of its points");
    def.points = fine;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_mesh_of_shape(&t->allocator, shape, 0.0, &mesh));
    DEFER(tm_mesh_destroy, mesh);
}

TEST(links_of_too_many_points_are_refused) {
    tmVec3 *points = test_memory(t, TM_CORNER_LIMIT + 1, sizeof *points);
    tmShapeDef def = shape_def(TM_SHAPE_LINK, 1, 1, 0, 0, 0);
    tmShape *shape;
    def.points = points;
    def.point_count = TM_CORNER_LIMIT + 1;
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, NULL, &shape), TM_ERR_LIMIT);
    CHECK(shape == NULL);
    def.point_count = TM_CORNER_LIMIT;
    MUST(tm_shape_create(&t->allocator, &def, NULL, &shape));
    tm_shape_destroy(shape);
}

TEST_MAIN(CASE(mass_centre_and_inertia_are_those_of_polygon_rectangles_and_sectors),
          CASE(area_is_that_of_steiners_formula),
          CASE(furthest_points_and_bounds_are_those_of_discs_about_all_points),
          CASE(piece_and_outline_have_the_corners_of_the_hull),
          CASE(surface_is_at_the_height_of_the_points),
          CASE(corners_that_are_in_line_but_for_roundings_make_a_bar),
          CASE(surface_around_points_much_nearer_than_the_width_is_that_of_a_disc),
          CASE(links_without_points_or_out_of_a_plane_are_reported),
          CASE(width_or_thickness_that_roundings_of_the_points_would_swallow_is_reported),
          CASE(links_of_too_many_points_are_refused))
