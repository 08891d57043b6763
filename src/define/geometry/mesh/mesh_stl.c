/* mesh_stl.c: STL files: 50 bytes a triangle, or words. Normals are not read: they follow from the
 * corners. */
#include "define/geometry/mesh/mesh.h"

#include <string.h>

#define STL_HEADER 84
#define STL_RECORD 50

static uint32_t word_at(const unsigned char *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static double float_at(const unsigned char *bytes) {
    uint32_t bits = word_at(bytes);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

/* Its length is what its count says: then it is binary even if it begins with "solid". */
bool tmi_is_binary_stl(const char *bytes, size_t length) {
    if (length < STL_HEADER + STL_RECORD) {
        return false;
    }
    uint64_t count = word_at((const unsigned char *)bytes + 80);
    return STL_HEADER + STL_RECORD * count == length;
}

static tmStatus read_record(tmiMeshReader *r, const unsigned char *record, int32_t triangle) {
    int32_t first = r->data.point_count;
    for (int i = 0; i < 3; i++) {
        const unsigned char *at = record + 12 * (i + 1);
        tmVec3 p = {float_at(at), float_at(at + 4), float_at(at + 8)};
        double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
        if (!(size <= TM_SHAPE_SIZE_LIMIT)) {
            tmi_shape_add_diag(&r->maker,
                               &(tmiShapeDiag){TM_ERROR,
                                               .form = "triangle # of the STL file has a "
                                                       "corner that is not a point",
                                               .ints = {triangle + 1}});
            return TM_OK;
        }
        tmStatus status = tmi_mesh_add_point(r, p);
        if (status != TM_OK) {
            return status;
        }
    }
    return tmi_mesh_add_triangle(r, first, first + 1, first + 2);
}

tmStatus tmi_read_binary_stl(tmiMeshReader *r) {
    const unsigned char *bytes = (const unsigned char *)r->bytes;
    uint64_t count = r->length >= STL_HEADER ? word_at(bytes + 80) : 0;
    uint64_t there = r->length >= STL_HEADER ? (r->length - STL_HEADER) / STL_RECORD : 0;
    if (count == 0 || there < count) {
        tmi_shape_add_diag(
            &r->maker, &(tmiShapeDiag){
                           TM_ERROR,
                           .form = count == 0 ? "the file is neither STL nor OBJ"
                                              : "the STL file ends after # of its # "
                                                "triangles",
                           .ints = {(int32_t)there, count > INT32_MAX ? INT32_MAX : (int32_t)count},
                           .hint = "it may have been cut short"});
        return TM_OK;
    }
    if (count > TM_TRIANGLE_LIMIT) {
        return TM_ERR_LIMIT;
    }
    tmStatus status = TM_OK;
    for (uint64_t i = 0; i < count && status == TM_OK && !r->maker.wrong; i++) {
        status = read_record(r, bytes + STL_HEADER + STL_RECORD * (size_t)i, (int32_t)i);
    }
    return status;
}

/* ---- Text ---------------------------------------------------------------------------------- */

/* The vertices since the last facet make a triangle. */
static tmStatus close_facet(tmiMeshReader *r, const tmiLines *lines) {
    int32_t first = 3 * r->data.triangle_count;
    if (r->data.point_count != first + 3) {
        tmi_mesh_add_line_diag(r, lines, "a facet of the STL file has three vertices, not #",
                               r->data.point_count - first, 0);
        return TM_OK;
    }
    return tmi_mesh_add_triangle(r, first, first + 1, first + 2);
}

tmStatus tmi_read_ascii_stl(tmiMeshReader *r) {
    static const char *const passed[] = {"solid", "facet", "outer", "endfacet", "endsolid"};
    tmStatus status = TM_OK;
    tmiLines lines;
    tmi_lines_init(&lines, r->bytes, r->length);
    while (status == TM_OK && !r->maker.wrong && tmi_lines_next(&lines)) {
        const char *word;
        int32_t letters = tmi_lines_word(&lines, &word);
        bool known = letters == 0;
        for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++) {
            known = known || tmi_word_is(word, letters, passed[i]);
        }
        if (tmi_word_is(word, letters, "vertex")) {
            status =
                tmi_mesh_read_vertex(r, &lines, "a vertex of the STL file needs three numbers");
        } else if (tmi_word_is(word, letters, "endloop")) {
            status = close_facet(r, &lines);
        } else if (!known) {
            tmi_mesh_add_line_diag(r, &lines, "no line of an STL file begins with this word", 0, 0);
        }
    }
    if (status == TM_OK && !r->maker.wrong && r->data.point_count != 3 * r->data.triangle_count) {
        tmi_mesh_add_line_diag(r, &lines, "the STL file ends within a facet", 0, 0);
    }
    return status;
}
