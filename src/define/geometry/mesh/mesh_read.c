/* mesh_read.c: which kind of file it is, and the mesh that it makes. */
#include "define/geometry/mesh/mesh.h"

#include <string.h>

/* Bytes in which a zero marks a binary file. */
#define LOOKED_AT 4096

tmStatus tmi_mesh_add_point(tmiMeshReader *r, tmVec3 point) {
    if (r->data.point_count >= TM_POINT_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(r->allocator, &r->data.points, &r->point_capacity,
                                        r->data.point_count + 1, sizeof(tmVec3));
    if (status == TM_OK) {
        r->data.points[r->data.point_count++] = point;
    }
    return status;
}

tmStatus tmi_mesh_add_triangle(tmiMeshReader *r, int32_t a, int32_t b, int32_t c) {
    int32_t used = 3 * r->data.triangle_count;
    if (r->data.triangle_count >= TM_TRIANGLE_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = tmi_array_reserve(r->allocator, &r->data.triangles, &r->triangle_capacity,
                                        used + 3, sizeof(int32_t));
    if (status == TM_OK) {
        r->data.triangles[used] = a;
        r->data.triangles[used + 1] = b;
        r->data.triangles[used + 2] = c;
        r->data.triangle_count++;
    }
    return status;
}

void tmi_mesh_add_line_diag(tmiMeshReader *r, const tmiLines *lines, const char *form,
                            int32_t number, int32_t other) {
    tmi_shape_add_diag(&r->maker, &(tmiShapeDiag){TM_ERROR, .form = form, .ints = {number, other},
                                                  .line = lines->line});
}

tmStatus tmi_mesh_read_vertex(tmiMeshReader *r, tmiLines *lines, const char *form) {
    double xyz[3];
    for (int i = 0; i < 3; i++) {
        const char *word;
        int32_t letters = tmi_lines_word(lines, &word);
        if (!tmi_word_number(word, letters, &xyz[i])) {
            tmi_mesh_add_line_diag(r, lines, form, 0, 0);
            return TM_OK;
        }
    }
    return tmi_mesh_add_point(r, tmi_vec(xyz[0], xyz[1], xyz[2]));
}

static bool begins_with_solid(const char *bytes, size_t length) {
    tmiLines lines;
    const char *word;
    tmi_lines_init(&lines, bytes, length < LOOKED_AT ? length : LOOKED_AT);
    while (tmi_lines_next(&lines)) {
        int32_t letters = tmi_lines_word(&lines, &word);
        if (letters > 0) {
            return tmi_word_is(word, letters, "solid");
        }
    }
    return false;
}

static tmStatus read_any(tmiMeshReader *r) {
    size_t looked = r->length < LOOKED_AT ? r->length : LOOKED_AT;
    if (tmi_is_binary_stl(r->bytes, r->length)) {
        return tmi_read_binary_stl(r);
    }
    bool text = looked == 0 || !memchr(r->bytes, 0, looked);
    if (text && begins_with_solid(r->bytes, r->length)) {
        return tmi_read_ascii_stl(r);
    }
    return text ? tmi_read_obj(r) : tmi_read_binary_stl(r);
}

tmStatus tmi_mesh_keep(tmAllocator allocator, const tmiMeshData *data, tmMesh **mesh) {
    size_t points = (size_t)data->point_count, triangles = (size_t)data->triangle_count;
    tmMesh *made = tmi_mesh_open(allocator);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->data = *data;
    made->data.points = tmi_arena_alloc(&made->arena, points, sizeof(tmVec3));
    made->data.triangles = tmi_arena_alloc(&made->arena, 3 * triangles, sizeof(int32_t));
    if (!made->data.points || !made->data.triangles) {
        tm_mesh_destroy(made);
        return TM_ERR_MEMORY;
    }
    if (points > 0) {
        memcpy(made->data.points, data->points, points * sizeof(tmVec3));
        memcpy(made->data.triangles, data->triangles, 3 * triangles * sizeof(int32_t));
    }
    *mesh = made;
    return TM_OK;
}

tmStatus tm_mesh_read(const tmAllocator *allocator, const void *bytes, size_t length,
                      tmDiags *diags, tmMesh **mesh) {
    if (!mesh) {
        return TM_ERR_ARGUMENT;
    }
    *mesh = NULL;
    if (!bytes) {
        return TM_ERR_ARGUMENT;
    }
    tmiMeshReader r = {.maker = {.diags = diags, .prefix = ""},
                       .allocator = tmi_allocator_or_default(allocator),
                       .bytes = bytes,
                       .length = length};
    tmStatus status = read_any(&r);
    if (status == TM_OK && !r.maker.wrong && r.data.triangle_count == 0) {
        tmi_shape_add_diag(&r.maker, &(tmiShapeDiag){TM_ERROR, .form = "the file has no triangles",
                                                     .hint = "meshes are STL or OBJ files"});
    }
    if (status == TM_OK && !r.maker.wrong) {
        status = tmi_mesh_merge(r.allocator, &r.data);
    }
    status = status == TM_OK ? r.maker.status : status;
    status = status == TM_OK && r.maker.wrong ? TM_ERR_GEOMETRY : status;
    if (status == TM_OK) {
        status = tmi_mesh_keep(r.allocator, &r.data, mesh);
    }
    tmi_array_clear(r.allocator, &r.data.points, &r.point_capacity, sizeof(tmVec3));
    tmi_array_clear(r.allocator, &r.data.triangles, &r.triangle_capacity, sizeof(int32_t));
    return status;
}
