/* mesh_report.c FILE, or --gear FILE: what Trammel says of a mesh, for comparison with other
 * programs; or the surface of a gear as a binary STL file, and its volume. */
#include "shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    *length = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
        *length = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

static int report(const tmMesh *mesh, tmDiags *diags) {
    tmShapeDef def = mesh_def(mesh);
    tmShape *shape;
    tmMass mass;
    if (tm_shape_create(NULL, &def, diags, &shape) != TM_OK ||
        tm_shape_mass(shape, 1.0, &mass) != TM_OK) {
        return 1;
    }
    printf("triangles %d\nfaults %d\nvolume %.17g\n", def.triangle_count, tm_diags_count(diags),
           mass.volume);
    tm_shape_destroy(shape);
    return 0;
}

static int report_file(const char *path) {
    size_t length;
    void *bytes = read_file(path, &length);
    tmMesh *mesh = NULL;
    tmDiags *diags;
    int failed = 1;
    if (tm_diags_create(NULL, &diags) == TM_OK &&
        tm_mesh_read(NULL, bytes, length, diags, &mesh) == TM_OK) {
        failed = report(mesh, diags);
    }
    tm_mesh_destroy(mesh);
    tm_diags_destroy(diags);
    free(bytes);
    return failed;
}

static void write_stl(FILE *file, const tmMesh *mesh) {
    int32_t count;
    const tmVec3 *points = tm_mesh_points(mesh, NULL);
    const int32_t *triangles = tm_mesh_triangles(mesh, &count);
    fprintf(file, "%-80s", "gear");
    fwrite(&count, 4, 1, file);
    for (int32_t i = 0; i < count; i++) {
        float numbers[12] = {0};
        for (int k = 0; k < 3; k++) {
            tmVec3 p = points[triangles[3 * i + k]];
            numbers[3 * k + 3] = (float)p.x;
            numbers[3 * k + 4] = (float)p.y;
            numbers[3 * k + 5] = (float)p.z;
        }
        fwrite(numbers, 4, 12, file);
        fwrite("\0\0", 1, 2, file);
    }
}

static int write_gear(const char *path) {
    tmShapeDef def = shape_def(TM_SHAPE_GEAR, 18, 3, 12, 0.3490658503988659, 16);
    tmShape *shape;
    tmMesh *mesh;
    tmMass mass;
    FILE *file = fopen(path, "wb");
    if (!file || tm_shape_create(NULL, &def, NULL, &shape) != TM_OK ||
        tm_mesh_of_shape(NULL, shape, 0.002, &mesh) != TM_OK ||
        tm_shape_mass(shape, 1.0, &mass) != TM_OK) {
        return 1;
    }
    write_stl(file, mesh);
    printf("volume %.17g\n", mass.volume);
    tm_mesh_destroy(mesh);
    tm_shape_destroy(shape);
    return fclose(file) != 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--gear") == 0) {
        return write_gear(argv[2]);
    }
    return argc == 2 ? report_file(argv[1]) : 2;
}
