/* mesh_obj.c: OBJ files: `v` and `f` lines; all others are passed over. Faces of more than three
 * corners are cut into triangles, by ears where they are not convex. */
#include "define/geometry/mesh/mesh.h"
#include "define/geometry/point/point.h"

#include <string.h>

/* Corners of one face. */
#define FACE_MAX 1000

typedef struct FaceCorners {
    int32_t places[FACE_MAX];
    int32_t count;
} FaceCorners;

/* The number before the first slash: from 1 on, or from the last vertex back. */
static bool read_place(tmiMeshReader *r, const tmiLines *lines, const char *word, int32_t letters,
                       int32_t *place) {
    const char *slash = memchr(word, '/', (size_t)letters);
    double number;
    if (!tmi_word_number(word, slash ? (int32_t)(slash - word) : letters, &number) ||
        number != floor(number) || fabs(number) > TM_POINT_LIMIT || number == 0.0) {
        tmi_mesh_add_line_diag(r, lines, "a corner of a face of the OBJ file is not a vertex", 0,
                               0);
        return false;
    }
    *place = (int32_t)number + (number < 0.0 ? r->data.point_count : -1);
    if (*place < 0 || *place >= r->data.point_count) {
        tmi_mesh_add_line_diag(r, lines, "the face names vertex #; there are # so far",
                               (int32_t)number, r->data.point_count);
        return false;
    }
    return true;
}

/* ---- Faces of more than three corners ------------------------------------------------------ */

/* Corners as seen along the direction in which the face extends least, so that it runs
 * counter-clockwise. */
static void flatten(const tmiMeshReader *r, const FaceCorners *face, tmVec3 *flat) {
    tmVec3 normal = {0, 0, 0}, first = r->data.points[face->places[0]];
    for (int32_t i = 1; i + 1 < face->count; i++) {
        tmVec3 a = tmi_vec_sub(r->data.points[face->places[i]], first);
        tmVec3 b = tmi_vec_sub(r->data.points[face->places[i + 1]], first);
        normal = tmi_vec_add(normal, tmi_vec_cross(a, b));
    }
    double x = fabs(normal.x), y = fabs(normal.y), z = fabs(normal.z);
    int axis = z >= x && z >= y ? 2 : x >= y ? 0 : 1;
    double way = tmi_vec_axis(normal, axis) < 0.0 ? -1.0 : 1.0;
    for (int32_t i = 0; i < face->count; i++) {
        tmVec3 p = r->data.points[face->places[i]];
        flat[i] = axis == 2   ? tmi_vec(p.x, way * p.y, 0)
                  : axis == 0 ? tmi_vec(p.y, way * p.z, 0)
                              : tmi_vec(p.z, way * p.x, 0);
    }
}

static bool is_ear(const tmVec3 *flat, const int32_t *left, int32_t count, int32_t at) {
    int32_t before = left[(at + count - 1) % count], next = left[(at + 1) % count];
    tmVec3 a = flat[before], b = flat[left[at]], c = flat[next];
    if (tmi_orient2(a, b, c) <= 0.0) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        tmVec3 p = flat[left[i]];
        bool corner = left[i] == before || left[i] == left[at] || left[i] == next;
        if (!corner && tmi_orient2(a, b, p) >= 0.0 && tmi_orient2(b, c, p) >= 0.0 &&
            tmi_orient2(c, a, p) >= 0.0) {
            return false;
        }
    }
    return true;
}

/* Cuts ears off; where a face is crooked and has none, whatever comes first: its border stays. */
static tmStatus cut_face(tmiMeshReader *r, const FaceCorners *face) {
    tmVec3 flat[FACE_MAX];
    int32_t left[FACE_MAX], count = face->count;
    tmStatus status = TM_OK;
    if (count > 3) {
        flatten(r, face, flat);
    }
    for (int32_t i = 0; i < count; i++) {
        left[i] = i;
    }
    while (count >= 3 && status == TM_OK) {
        int32_t ear = 1;
        while (count > 3 && ear < count && !is_ear(flat, left, count, ear)) {
            ear++;
        }
        ear = ear < count ? ear : 1;
        status = tmi_mesh_add_triangle(r, face->places[left[ear - 1]], face->places[left[ear]],
                                       face->places[left[(ear + 1) % count]]);
        memmove(left + ear, left + ear + 1, (size_t)(count - ear - 1) * sizeof *left);
        count--;
    }
    return status;
}

static tmStatus read_face(tmiMeshReader *r, tmiLines *lines) {
    FaceCorners face = {.count = 0};
    const char *word;
    int32_t letters;
    while ((letters = tmi_lines_word(lines, &word)) > 0) {
        if (*word == '#') {
            break;
        }
        if (face.count == FACE_MAX) {
            tmi_mesh_add_line_diag(r, lines, "a face of the OBJ file has at most # corners",
                                   FACE_MAX, 0);
            return TM_OK;
        }
        if (!read_place(r, lines, word, letters, &face.places[face.count++])) {
            return TM_OK;
        }
    }
    if (face.count < 3) {
        tmi_mesh_add_line_diag(r, lines, "a face has at least three corners, not #", face.count, 0);
        return TM_OK;
    }
    return cut_face(r, &face);
}

tmStatus tmi_read_obj(tmiMeshReader *r) {
    tmStatus status = TM_OK;
    tmiLines lines;
    tmi_lines_init(&lines, r->bytes, r->length);
    while (status == TM_OK && !r->maker.wrong && tmi_lines_next(&lines)) {
        const char *word;
        int32_t letters = tmi_lines_word(&lines, &word);
        if (tmi_word_is(word, letters, "v")) {
            status =
                tmi_mesh_read_vertex(r, &lines, "a vertex of the OBJ file needs three numbers");
        } else if (tmi_word_is(word, letters, "f")) {
            status = read_face(r, &lines);
        }
    }
    return status;
}
