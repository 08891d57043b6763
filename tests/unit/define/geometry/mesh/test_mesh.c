/* test_mesh.c: STL and OBJ files, and what is said of meshes that enclose no solid. */
#include "shapes.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.1415926535897932

static const tmVec3 cube_points[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const int32_t cube_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

/* ---- Files --------------------------------------------------------------------------------- */

typedef struct File {
    unsigned char *bytes;
    size_t length;
} File;

static void put_float(unsigned char *at, double number) {
    float f = (float)number;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(bits >> (8 * i));
    }
}

/* A binary STL file with this text for a head. */
static File binary_stl(tmTest *t, const tmVec3 *points, const int32_t *triangles, int count,
                       const char *head) {
    File file = {test_memory(t, 84 + 50 * (size_t)count, 1), 84 + 50 * (size_t)count};
    memcpy(file.bytes, head, strlen(head));
    for (int i = 0; i < 4; i++) {
        file.bytes[80 + i] = (unsigned char)((uint32_t)count >> (8 * i));
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            unsigned char *at = file.bytes + 84 + 50 * i + 12 * (k + 1);
            tmVec3 p = points[triangles[3 * i + k]];
            put_float(at, p.x);
            put_float(at + 4, p.y);
            put_float(at + 8, p.z);
        }
    }
    return file;
}

static File text_stl(tmTest *t, const tmVec3 *points, const int32_t *triangles, int count) {
    File file = {test_memory(t, 400 * (size_t)count + 100, 1), 0};
    char *at = (char *)file.bytes;
    at += sprintf(at, "solid thing\r\n");
    for (int i = 0; i < count; i++) {
        at += sprintf(at, "  facet normal 0 0 0\n    OUTER LOOP\n");
        for (int k = 0; k < 3; k++) {
            tmVec3 p = points[triangles[3 * i + k]];
            at += sprintf(at, "\tvertex %.9e %+.9g %.9f\n", p.x, p.y, p.z);
        }
        at += sprintf(at, "    endloop\n  endfacet\n\n");
    }
    at += sprintf(at, "endsolid thing");
    file.length = (size_t)(at - (char *)file.bytes);
    return file;
}

/* Reads bytes that make the unit cube. */
static void check_cube(tmTest *t, const void *bytes, size_t length) {
    tmMesh *mesh;
    tmShape *shape;
    tmDiags *diags;
    tmMass mass;
    int32_t points, triangles;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_mesh_read(&t->allocator, bytes, length, diags, &mesh));
    DEFER(tm_mesh_destroy, mesh);
    tm_mesh_points(mesh, &points);
    tm_mesh_triangles(mesh, &triangles);
    CHECK(points == 8);
    CHECK(triangles == 12);
    tmShapeDef def = mesh_def(mesh);
    def.scale = 0.5;
    MUST(tm_shape_create(&t->allocator, &def, diags, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    CHECK(tm_diags_count(diags) == 0);
    CHECK_NEAR(mass.volume, 0.125, 1e-16);
    CHECK_NEAR(mass.centre.y, 0.25, 1e-16);
    CHECK_NEAR(mass.inertia[2][2], 0.125 * 0.5 / 12, 1e-17);
}

TEST(cube_is_read_from_binary_stl_even_if_it_begins_with_solid) {
    File file = binary_stl(t, cube_points, cube_triangles, 12, "made by hand");
    check_cube(t, file.bytes, file.length);
    file = binary_stl(t, cube_points, cube_triangles, 12, "solid cube\nfacet normal");
    check_cube(t, file.bytes, file.length);
}

TEST(cube_is_read_from_ascii_stl) {
    File file = text_stl(t, cube_points, cube_triangles, 12);
    check_cube(t, file.bytes, file.length);
}

TEST(cube_is_read_from_obj_with_squares_negative_places_and_other_lines) {
    static const char text[] = "# a cube\nmtllib none.mtl\no cube\n"
                               "v 0 0 0\nv 1 0 0 1.0\nv 0 1 0\nv 1 1 0\n"
                               "v 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                               "vt 0 0\nvn 0 0 1\ns off\nusemtl grey\n"
                               "f 1/1/1 3/1/1 4/1/1 2/1/1\n"
                               "f -4//1 -3//1 -1//1 -2//1 # top\n"
                               "f 1 2 \\\n 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2/1 4/1 8/1 6/1";
    check_cube(t, text, sizeof text - 1);
}

/* An L of one face with six corners: a fan from the first would cover the notch. */
TEST(concave_faces_of_obj_are_cut_by_ears) {
    static const char text[] =
        "v 1 1 0\nv 0 1 0\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 2 0\n"
        "v 1 1 1\nv 0 1 1\nv 0 0 1\nv 2 0 1\nv 2 2 1\nv 1 2 1\n"
        "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n"
        "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
    tmMesh *mesh;
    tmShape *shape;
    tmDiags *diags;
    tmMass mass;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_mesh_read(&t->allocator, text, sizeof text - 1, diags, &mesh));
    DEFER(tm_mesh_destroy, mesh);
    tmShapeDef def = mesh_def(mesh);
    MUST(tm_shape_create(&t->allocator, &def, diags, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    CHECK_NEAR(mass.volume, 3.0, 1e-15);
    CHECK(tm_diags_count(diags) == 0); /* overlapping triangles would be reported */
}

/* Reads bytes that are refused with this message, on this line. */
static void check_refused(tmTest *t, const void *bytes, size_t length, int line,
                          const char *message) {
    tmDiags *diags;
    tmMesh *mesh;
    int keep = t->defer_count;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_mesh_read(&t->allocator, bytes, length, diags, &mesh), TM_ERR_GEOMETRY);
    CHECK(mesh == NULL);
    REQUIRE(tm_diags_count(diags) == 1);
    CHECK_TEXT(tm_diags_at(diags, 0)->message, message);
    CHECK(tm_diags_at(diags, 0)->line == line);
    test_run_defers(t, keep);
}

TEST(files_that_are_none_are_reported) {
    File file = binary_stl(t, cube_points, cube_triangles, 12, "made by hand");
    check_refused(t, file.bytes, file.length - 60, 0,
                  "the STL file ends after 10 of its 12 triangles");
    put_float(file.bytes + 84 + 50 * 3 + 12, NAN);
    check_refused(t, file.bytes, file.length, 0,
                  "triangle 4 of the STL file has a corner that is not a point");
    check_refused(t, "", 0, 0, "the file has no triangles");
    check_refused(t, "hello", 5, 0, "the file has no triangles");
    check_refused(t, "a\0b", 3, 0, "the file is neither STL nor OBJ");
    const char *two =
        "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop";
    check_refused(t, two, strlen(two), 6, "a facet of the STL file has three vertices, not 2");
    const char *word = "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 zero 0\n";
    check_refused(t, word, strlen(word), 4, "a vertex of the STL file needs three numbers");
    const char *other = "solid x\nfacet normal 0 0 1\nfarcet\n";
    check_refused(t, other, strlen(other), 3, "no line of an STL file begins with this word");
    const char *place = "v 0 0 0\nv 1 0 0\nf 1 2 3\n";
    check_refused(t, place, strlen(place), 3, "the face names vertex 3; there are 2 so far");
    const char *few = "v 0 0 0\nv 1 0 0\nf 1 2\n";
    check_refused(t, few, strlen(few), 3, "a face has at least three corners, not 2");
}

/* ---- Checks -------------------------------------------------------------------------------- */

/* Makes a mesh and compares all messages. */
static void check_diag(tmTest *t, const tmVec3 *points, int point_count, const int32_t *triangles,
                       int count, tmStatus status, const char *expected) {
    tmShapeDef def = shape_def(TM_SHAPE_MESH, 0, 0, 0, 0, 0);
    tmDiags *diags;
    tmShape *shape;
    char said[2000] = "";
    int keep = t->defer_count;
    def.points = points;
    def.point_count = point_count;
    def.triangles = triangles;
    def.triangle_count = count;
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    CHECK_STATUS(tm_shape_create(&t->allocator, &def, diags, &shape), status);
    DEFER(tm_shape_destroy, shape);
    for (int i = 0; i < tm_diags_count(diags); i++) {
        strcat(said, i ? "\n" : "");
        strcat(said, tm_diags_at(diags, i)->message);
    }
    CHECK_TEXT(said, expected);
    test_run_defers(t, keep);
}

TEST(open_mesh_tells_how_many_edges_and_where) {
    check_diag(t, cube_points, 8, cube_triangles + 6, 10, TM_ERR_GEOMETRY,
               "the mesh is open: 4 edges belong to one triangle only, the first near (0.5, 0, 0)");
    check_diag(t, cube_points, 8, cube_triangles, 11, TM_ERR_GEOMETRY,
               "the mesh is open: 3 edges belong to one triangle only, the first near (1, 0.5, 1)");
}

TEST(triangle_that_faces_the_wrong_way_is_reported) {
    int32_t turned[36];
    memcpy(turned, cube_triangles, sizeof turned);
    turned[1] = 3;
    turned[2] = 2;
    check_diag(t, cube_points, 8, turned, 12, TM_ERR_GEOMETRY,
               "two triangles each at 3 edges, the first near (0.5, 0.5, 0), disagree on which "
               "side is outside");
}

TEST(mesh_inside_out_is_turned_with_a_warning) {
    int32_t turned[36];
    for (int i = 0; i < 36; i += 3) {
        turned[i] = cube_triangles[i];
        turned[i + 1] = cube_triangles[i + 2];
        turned[i + 2] = cube_triangles[i + 1];
    }
    check_diag(t, cube_points, 8, turned, 12, TM_OK, "the mesh is inside out; it was reversed");
}

TEST(triangles_with_a_point_twice_are_left_out) {
    int32_t more[42];
    memcpy(more, cube_triangles, sizeof cube_triangles);
    const int32_t flat[6] = {1, 1, 5, 0, 2, 0};
    memcpy(more + 36, flat, sizeof flat);
    check_diag(t, cube_points, 8, more, 14, TM_OK,
               "2 triangles of the mesh have a point twice and were left out");
}

TEST(mesh_without_triangles_or_volume_is_refused) {
    const int32_t both[6] = {0, 1, 2, 0, 2, 1};
    const int32_t wrong[3] = {0, 1, 8};
    check_diag(t, cube_points, 8, both, 2, TM_ERR_GEOMETRY, "the mesh encloses no volume");
    check_diag(t, cube_points, 8, both, 0, TM_ERR_GEOMETRY, "the mesh has no triangles");
    check_diag(t, cube_points, 8, wrong, 1, TM_ERR_GEOMETRY,
               "triangle 1 of the mesh names point 9, of 8");
}

/* A cube of side 4 from the origin on, and one of side 1, which may be inside out. */
TEST(shells_that_count_wrongly_are_reported) {
    tmVec3 points[16];
    int32_t triangles[72];
    const struct {
        double moved;
        bool turned;
        double volume;
        const char *said;
    } cases[] = {
        {1.5, true, 63.0, ""}, /* a cavity */
        {1.5, false, 65.0, "1 shell of the mesh, at (1.5, 1.5, 1.5), is within another one"},
        {6.0, false, 65.0, ""},
        {6.0, true, 63.0, "1 shell of the mesh, at (6, 6, 6), is inside out and not a cavity"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        tmShapeDef def = shape_def(TM_SHAPE_MESH, 0, 0, 0, 0, 0);
        tmDiags *diags;
        tmShape *shape;
        tmMass mass;
        int keep = t->defer_count;
        for (int i = 0; i < 16; i++) {
            double scale = i < 8 ? 4.0 : 1.0, moved = i < 8 ? 0.0 : cases[c].moved;
            const tmVec3 *p = &cube_points[i % 8];
            points[i] = (tmVec3){scale * p->x + moved, scale * p->y + moved, scale * p->z + moved};
        }
        for (int i = 0; i < 72; i++) {
            bool turn = i >= 36 && cases[c].turned && i % 3 > 0;
            triangles[i] =
                cube_triangles[(turn ? i - i % 3 + 3 - i % 3 : i) % 36] + (i < 36 ? 0 : 8);
        }
        def.points = points;
        def.point_count = 16;
        def.triangles = triangles;
        def.triangle_count = 24;
        MUST(tm_diags_create(&t->allocator, &diags));
        DEFER(tm_diags_destroy, diags);
        MUST(tm_shape_create(&t->allocator, &def, diags, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_shape_mass(shape, 1.0, &mass));
        CHECK_NEAR(mass.volume, cases[c].volume, 1e-12);
        const tmDiag *diag = tm_diags_at(diags, 0);
        CHECK_TEXT(diag ? diag->message : "", cases[c].said);
        CHECK(!diag || diag->severity == TM_WARNING);
        test_run_defers(t, keep);
    }
}

/* Two cubes: apart, touching, through each other. */
TEST(cubes_that_cross_are_reported_and_those_that_touch_are_not) {
    tmVec3 points[16];
    int32_t triangles[72];
    const struct {
        tmVec3 moved;
        const char *said;
    } cases[] = {
        {{2, 0, 0}, ""},
        {{1.0, 0.25, 0.25}, ""},
        {{0.5, 0.25, 0.125}, "the mesh intersects itself: "},
        {{0.5, 0.0, 0.0}, "the mesh intersects itself: "},
        {{0.25, 0.25, 1.0}, ""},
        {{0.5, 0.5, 0.5}, "the mesh intersects itself: "}, /* edges meet diagonals of faces */
        {{-0.5, 0.5, 0.5}, "the mesh intersects itself: "},
        {{1.0, 1.0, 0.25}, ""},
        {{1.0, 1.0, 1.0}, ""},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        tmShapeDef def = shape_def(TM_SHAPE_MESH, 0, 0, 0, 0, 0);
        tmDiags *diags;
        tmShape *shape;
        tmMass mass;
        int keep = t->defer_count;
        for (int i = 0; i < 16; i++) {
            points[i] = cube_points[i % 8];
            points[i].x += i < 8 ? 0 : cases[c].moved.x;
            points[i].y += i < 8 ? 0 : cases[c].moved.y;
            points[i].z += i < 8 ? 0 : cases[c].moved.z;
        }
        for (int i = 0; i < 72; i++) {
            triangles[i] = cube_triangles[i % 36] + (i < 36 ? 0 : 8);
        }
        def.points = points;
        def.point_count = 16;
        def.triangles = triangles;
        def.triangle_count = 24;
        MUST(tm_diags_create(&t->allocator, &diags));
        DEFER(tm_diags_destroy, diags);
        MUST(tm_shape_create(&t->allocator, &def, diags, &shape));
        DEFER(tm_shape_destroy, shape);
        MUST(tm_shape_mass(shape, 1.0, &mass));
        CHECK_NEAR(mass.volume, 2.0, 1e-15);
        const tmDiag *diag = tm_diags_at(diags, 0);
        CHECK((diag != NULL) == (*cases[c].said != '\0'));
        CHECK(!diag || (diag->severity == TM_WARNING &&
                        strncmp(diag->message, cases[c].said, strlen(cases[c].said)) == 0));
        test_run_defers(t, keep);
    }
}

/* ---- Large ones ---------------------------------------------------------------------------- */

/* A torus of n by m quadrilaterals, R = 2, r = 1. */
static void make_torus(tmTest *t, int n, int m, tmVec3 **points, int32_t **triangles) {
    int32_t *at = *triangles = test_memory(t, 6 * (size_t)(n * m), sizeof(int32_t));
    *points = test_memory(t, (size_t)(n * m), sizeof(tmVec3));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            double u = 2 * PI * i / n, v = 2 * PI * j / m;
            (*points)[i * m + j] = (tmVec3){(2 + cos(v)) * cos(u), (2 + cos(v)) * sin(u), sin(v)};
            int32_t a = i * m + j, b = (i + 1) % n * m + j;
            int32_t c = (i + 1) % n * m + (j + 1) % m, d = i * m + (j + 1) % m;
            const int32_t two[6] = {a, b, c, a, c, d};
            memcpy(at, two, sizeof two);
            at += 6;
        }
    }
}

/* Volume 2 pi^2 R r^2, about z m (R^2 + 3/4 r^2); chords take away a part of the square of
 * their angle, which is also the error here. */
TEST(torus_of_a_hundred_thousand_triangles_has_its_mass_and_no_faults) {
    tmVec3 *points;
    int32_t *triangles;
    int n = 250, m = 200;
    tmShapeDef def = shape_def(TM_SHAPE_MESH, 0, 0, 0, 0, 0);
    tmMesh *mesh;
    tmShape *shape;
    tmDiags *diags;
    tmMass mass;
    make_torus(t, n, m, &points, &triangles);
    File file = binary_stl(t, points, triangles, 2 * n * m, "torus");
    MUST(tm_diags_create(&t->allocator, &diags));
    DEFER(tm_diags_destroy, diags);
    MUST(tm_mesh_read(&t->allocator, file.bytes, file.length, diags, &mesh));
    DEFER(tm_mesh_destroy, mesh);
    def = mesh_def(mesh);
    CHECK(def.point_count == n * m && def.triangle_count == 2 * n * m);
    MUST(tm_shape_create(&t->allocator, &def, diags, &shape));
    DEFER(tm_shape_destroy, shape);
    MUST(tm_shape_mass(shape, 1.0, &mass));
    CHECK(tm_diags_count(diags) == 0);
    /* Inscribed polygons: areas are those of the circle times sin(x)/x each way. */
    double sx = sin(2 * PI / n) / (2 * PI / n), sy = sin(2 * PI / m) / (2 * PI / m);
    double volume = 4 * PI * PI * sx * sy;
    CHECK_NEAR(mass.volume, volume, 2e-6 * volume);
    CHECK_NEAR(mass.inertia[2][2], mass.mass * 4.75, 1e-3 * mass.mass * 4.75);
    CHECK_NEAR(mass.centre.x, 0.0, 1e-8);
}

TEST_MAIN(CASE(cube_is_read_from_binary_stl_even_if_it_begins_with_solid),
          CASE(cube_is_read_from_ascii_stl),
          CASE(cube_is_read_from_obj_with_squares_negative_places_and_other_lines),
          CASE(concave_faces_of_obj_are_cut_by_ears), CASE(files_that_are_none_are_reported),
          CASE(open_mesh_tells_how_many_edges_and_where),
          CASE(triangle_that_faces_the_wrong_way_is_reported),
          CASE(mesh_inside_out_is_turned_with_a_warning),
          CASE(triangles_with_a_point_twice_are_left_out),
          CASE(mesh_without_triangles_or_volume_is_refused),
          CASE(shells_that_count_wrongly_are_reported),
          CASE(cubes_that_cross_are_reported_and_those_that_touch_are_not),
          CASE(torus_of_a_hundred_thousand_triangles_has_its_mass_and_no_faults))
