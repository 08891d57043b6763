/* bench_geometry.c: meshes read, checked and weighed, and shapes cut into convex pieces.
 *
 *     bench_geometry                      writes geometry.csv
 *
 * The mesh is a torus of n triangles. `read` makes points and triangles of a binary STL file,
 * `shape` checks them (edges, orientation, crossings) and finds the mass, `pieces` cuts the mesh to
 * 1 %; of polygons, stars of n corners, `pieces` is exact. Beside the time stand the volume over
 * the true one and the number of pieces. */
#include "bench.h"
#include "trammel/trammel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.1415926535897932
#define BUDGET 2.0 /* seconds for each row */

typedef struct scene {
    unsigned char *bytes;
    size_t length;
    tmShapeDef def;
    tmMesh *mesh;
    tmShape *shape;
    tmPieces *pieces;
} scene;

static void need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_geometry: %s failed\n", what);
        exit(1);
    }
}

static void run_read(void *context) {
    scene *s = context;
    tm_mesh_destroy(s->mesh);
    need(tm_mesh_read(NULL, s->bytes, s->length, NULL, &s->mesh) == TM_OK, "reading");
}

static void run_shape(void *context) {
    scene *s = context;
    tm_shape_destroy(s->shape);
    need(tm_shape_create(NULL, &s->def, NULL, &s->shape) == TM_OK, "the shape");
}

static void run_pieces(void *context) {
    scene *s = context;
    tm_pieces_destroy(s->pieces);
    need(tm_pieces_create(NULL, s->shape, NULL, &s->pieces) == TM_OK, "pieces");
}

static void measure(FILE *csv, const char *problem, int size, const char *step, benchFn *run,
                    scene *s, double whole) {
    benchContender trammel = {.system = "trammel", .run = run, .context = s};
    tmMass mass = {.volume = 0.0};
    bench_compare(&trammel, 1, BUDGET);
    if (s->shape) {
        need(tm_shape_mass(s->shape, 1.0, &mass) == TM_OK, "mass");
    }
    fprintf(csv, "%s,%d,%s,%.6f,%.9f,%d,%.6f\n", problem, size, step, trammel.seconds,
            mass.volume / whole, tm_pieces_count(s->pieces), tm_pieces_error(s->pieces));
}

static void close_scene(scene *s) {
    tm_pieces_destroy(s->pieces);
    tm_shape_destroy(s->shape);
    tm_mesh_destroy(s->mesh);
    free(s->bytes);
}

/* ---- Meshes -------------------------------------------------------------------------------- */

static void put_point(unsigned char *at, int i, int n, int j, int m) {
    double u = 2 * PI * i / n, v = 2 * PI * j / m;
    const float p[3] = {(float)((2 + cos(v)) * cos(u)), (float)((2 + cos(v)) * sin(u)),
                        (float)sin(v)};
    memcpy(at, p, sizeof p);
}

static void make_torus(scene *s, int n, int m) {
    uint32_t count = (uint32_t)(2 * n * m);
    s->length = 84 + 50 * (size_t)count;
    s->bytes = calloc(s->length, 1);
    need(s->bytes != NULL, "memory");
    memcpy(s->bytes + 80, &count, 4);
    for (int i = 0; i < n * m; i++) {
        unsigned char *at = s->bytes + 84 + 100 * (size_t)i;
        int a = i / m, b = i % m, a2 = (a + 1) % n, b2 = (b + 1) % m;
        put_point(at + 12, a, n, b, m);
        put_point(at + 24, a2, n, b, m);
        put_point(at + 36, a2, n, b2, m);
        put_point(at + 62, a, n, b, m);
        put_point(at + 74, a2, n, b2, m);
        put_point(at + 86, a, n, b2, m);
    }
}

static void bench_torus(FILE *csv, int n, int m) {
    scene s = {.def = tm_shape_def_default()};
    double whole = 4 * PI * PI;
    make_torus(&s, n, m);
    measure(csv, "torus", 2 * n * m, "read", run_read, &s, whole);
    s.def.kind = TM_SHAPE_MESH;
    s.def.points = tm_mesh_points(s.mesh, &s.def.point_count);
    s.def.triangles = tm_mesh_triangles(s.mesh, &s.def.triangle_count);
    measure(csv, "torus", 2 * n * m, "shape", run_shape, &s, whole);
    measure(csv, "torus", 2 * n * m, "pieces", run_pieces, &s, whole);
    close_scene(&s);
}

/* ---- Polygons ------------------------------------------------------------------------------ */

/* Every other corner at half the radius. */
static void bench_star(FILE *csv, int corners) {
    scene s = {.def = tm_shape_def_default()};
    tmVec3 *points = calloc((size_t)corners, sizeof *points);
    need(points != NULL, "memory");
    for (int i = 0; i < corners; i++) {
        double angle = 2 * PI * i / corners, radius = i % 2 ? 0.5 : 1.0;
        points[i] = (tmVec3){radius * cos(angle), radius * sin(angle), 0.0};
    }
    s.def.kind = TM_SHAPE_PRISM;
    s.def.size[0] = 1.0;
    s.def.points = points;
    s.def.point_count = corners;
    double whole = 0.25 * corners * sin(2 * PI / corners);
    measure(csv, "star", corners, "shape", run_shape, &s, whole);
    measure(csv, "star", corners, "pieces", run_pieces, &s, whole);
    close_scene(&s);
    free(points);
}

int main(void) {
    FILE *csv = bench_csv("geometry.csv");
    fprintf(csv, "problem,size,step,seconds,volume,pieces,excess\n");
    bench_torus(csv, 40, 25);
    bench_torus(csv, 100, 100);
    bench_torus(csv, 250, 200);
    bench_star(csv, 100);
    bench_star(csv, 1000);
    bench_star(csv, 10000);
    return fclose(csv) != 0;
}
