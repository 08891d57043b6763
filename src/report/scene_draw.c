/* scene_draw.c: one pose of a model: outlines in the plane; faces in space, the far ones first. */
#include "report/scene.h"

#include <math.h>
#include <string.h>

/* ---- The plane ----------------------------------------------------------------------------- */

static void put_id(tmiSvg *svg, const char *before, int32_t number, const char *behind) {
    char buffer[24];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_int(&text, number);
    tmi_svg_raw(svg, before);
    tmi_svg_raw(svg, buffer);
    tmi_svg_raw(svg, behind);
}

/* An arc by its bulge: the tangent of a quarter of its angle. y goes down in pictures. */
static void put_arc(tmiSvg *svg, const tmOutlinePoint *from, const tmOutlinePoint *to,
                    double scale) {
    double x = to->x - from->x, y = to->y - from->y, b = from->bulge;
    double radius = sqrt(x * x + y * y) * (1.0 + b * b) / (4.0 * fabs(b));
    tmi_svg_raw(svg, "A");
    tmi_svg_number(svg, scale * radius);
    tmi_svg_raw(svg, ",");
    tmi_svg_number(svg, scale * radius);
    tmi_svg_raw(svg, fabs(b) > 1.0 ? " 0 1 " : " 0 0 ");
    tmi_svg_raw(svg, b > 0.0 ? "0 " : "1 ");
    tmi_svg_number(svg, scale * to->x);
    tmi_svg_raw(svg, ",");
    tmi_svg_number(svg, -scale * to->y);
}

static void put_loop(tmiSvg *svg, const tmOutlinePoint *points, int32_t count, double scale) {
    tmi_svg_path_point(svg, 'M', scale * points[0].x, -scale * points[0].y);
    for (int32_t i = 0; i < count; i++) {
        const tmOutlinePoint *next = &points[(i + 1) % count];
        if (points[i].bulge != 0.0) {
            put_arc(svg, &points[i], next, scale);
        } else {
            tmi_svg_path_point(svg, 'L', scale * next->x, -scale * next->y);
        }
    }
    tmi_svg_raw(svg, "Z");
}

void tmi_scene_put_shapes(const tmiScene *scene, tmiSvg *svg, double scale) {
    tmi_svg_raw(svg, "<defs>");
    for (int32_t i = 1; i < scene->body_count; i++) {
        const tmiDrawn *drawn = &scene->drawn[i];
        if (!drawn->outline) {
            continue;
        }
        put_id(svg, "<path id=\"b", i, "\" class=\"body\" fill-opacity=\"0.85\" fill=\"");
        tmi_svg_escaped(svg, tmi_scene_color(scene, i));
        tmi_svg_raw(svg, "\" d=\"");
        for (int32_t k = 0; k < tm_outline_count(drawn->outline); k++) {
            int32_t count;
            const tmOutlinePoint *loop = tm_outline_loop(drawn->outline, k, &count);
            put_loop(svg, loop, count, scale);
        }
        tmi_svg_raw(svg, "\"/>");
    }
    tmi_svg_raw(svg, "</defs>");
}

/* A direction needs more digits than a place. */
static void put_fine(tmiSvg *svg, double number) {
    char buffer[40];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_short(&text, number, 6);
    tmi_svg_raw(svg, buffer);
}

static void put_body(const tmiScene *scene, tmiSvg *svg, const tmFrame *frame, int32_t body,
                     double scale, double x, double y) {
    double w = frame->rotation[0], z = frame->rotation[3];
    double c = w * w - z * z, s = 2.0 * w * z; /* y goes down: turns go the other way */
    const double matrix[4] = {c, -s, s, c};
    put_id(svg, "<use xlink:href=\"#b", body, "\" transform=\"matrix(");
    for (int i = 0; i < 4; i++) {
        put_fine(svg, matrix[i]);
        tmi_svg_raw(svg, " ");
    }
    tmi_svg_number(svg, x + scale * (frame->position[0] - scene->box.low[0]));
    tmi_svg_raw(svg, " ");
    tmi_svg_number(svg, y + scale * (scene->box.high[1] - frame->position[1]));
    tmi_svg_raw(svg, ")\"/>");
}

static bool is_pinned(const tmJointInfo *joint) {
    return strcmp(joint->kind->name, "pin") == 0 ||
           strcmp(joint->kind->name, "ball.and.socket") == 0 ||
           strcmp(joint->kind->name, "point_on_line") == 0;
}

static void put_pins(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames, double scale,
                     double x, double y) {
    for (int32_t i = 0; i < tm_model_joint_count(scene->model); i++) {
        tmJointInfo joint;
        double at[3], seen[3];
        tm_model_joint(scene->model, i, &joint);
        if (is_pinned(&joint)) {
            const tmPointOn *pair = joint.use.pairs[0];
            const tmPointOn *on = &pair[pair[0].is_axis ? 1 : 0];
            tmi_frame_point(&frames[joint.bodies[on->body]], on->point, at);
            tmi_scene_project(scene, at, seen);
            tmi_svg_raw(svg, "<circle class=\"pin\" r=\"2.6\" cx=\"");
            tmi_svg_number(svg, x + scale * (seen[0] - scene->box.low[0]));
            tmi_svg_raw(svg, "\" cy=\"");
            tmi_svg_number(svg, y + scale * (scene->box.high[1] - seen[1]));
            tmi_svg_raw(svg, "\"/>");
        }
    }
}

void tmi_scene_put_planar(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames, double scale,
                          double x, double y) {
    for (int pass = 0; pass < 2; pass++) { /* what stands is behind what moves */
        for (int32_t i = 1; i < scene->body_count; i++) {
            const tmiDrawn *drawn = &scene->drawn[i];
            if (drawn->outline && drawn->info.is_fixed == (pass == 0)) {
                put_body(scene, svg, &frames[i], i, scale, x, y);
            }
        }
    }
    put_pins(scene, svg, frames, scale, x, y);
}

/* ---- Space --------------------------------------------------------------------------------- */

/* A face that can be seen. */
typedef struct Face {
    const tmPiece *piece;
    int32_t body, face;
    double nearness, light;
} Face;

typedef struct Faces {
    Face *items;
    int32_t count, capacity;
} Faces;

static void corner_seen(const tmiScene *scene, const tmFrame *frame, const tmVec3 *corner,
                        double seen[3]) {
    const double point[3] = {corner->x, corner->y, corner->z};
    double at[3];
    tmi_frame_point(frame, point, at);
    tmi_scene_project(scene, at, seen);
}

/* Where the light comes from: above, and a little from the left. */
static const double light[3] = {-0.3, 0.85, 0.43};

static tmStatus add_face(const tmiScene *scene, Faces *faces, const tmFrame *frame,
                         const tmPiece *piece, int32_t body, int32_t face) {
    const tmVec3 *n = &piece->normals[face];
    const double own[3] = {n->x, n->y, n->z};
    const tmFrame turned = {
        {0.0, 0.0, 0.0},
        {frame->rotation[0], frame->rotation[1], frame->rotation[2], frame->rotation[3]}};
    double normal[3], seen[3], sum = 0.0;
    tmi_frame_point(&turned, own, normal);
    tmi_scene_project(scene, normal, seen);
    if (seen[2] <= 0.0) {
        return TM_OK;
    }
    int32_t first = piece->face_starts[face], last = piece->face_starts[face + 1];
    for (int32_t i = first; i < last; i++) {
        corner_seen(scene, frame, &piece->corners[piece->face_corners[i]], seen);
        sum += seen[2];
    }
    tmStatus status = tmi_array_reserve(scene->allocator, &faces->items, &faces->capacity,
                                        faces->count + 1, sizeof *faces->items);
    if (status == TM_OK) {
        double shade = normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2];
        faces->items[faces->count++] = (Face){piece, body, face, sum / (last - first), shade};
    }
    return status;
}

/* Far ones first; bottom-up merging, so that equals keep their order everywhere. */
static tmStatus sort_faces(const tmiScene *scene, Faces *faces) {
    size_t size = (size_t)faces->count * sizeof *faces->items;
    Face *other = tmi_alloc_zero(scene->allocator, size);
    if (!other) {
        return faces->count > 0 ? TM_ERR_MEMORY : TM_OK;
    }
    for (int32_t run = 1; run < faces->count; run *= 2) {
        for (int32_t low = 0; low < faces->count; low += 2 * run) {
            int32_t middle = low + run < faces->count ? low + run : faces->count;
            int32_t high = middle + run < faces->count ? middle + run : faces->count;
            for (int32_t i = low, k = middle, to = low; to < high; to++) {
                bool left = k >= high ||
                            (i < middle && faces->items[i].nearness <= faces->items[k].nearness);
                other[to] = faces->items[left ? i++ : k++];
            }
        }
        memcpy(faces->items, other, size);
    }
    tmi_free(scene->allocator, other, size);
    return TM_OK;
}

static void put_polygon(const tmiScene *scene, tmiSvg *svg, const tmFrame *frame, const Face *face,
                        double scale, double x, double y) {
    const tmPiece *piece = face->piece;
    tmi_svg_raw(svg, " d=\"");
    for (int32_t i = piece->face_starts[face->face]; i < piece->face_starts[face->face + 1]; i++) {
        double seen[3];
        corner_seen(scene, frame, &piece->corners[piece->face_corners[i]], seen);
        tmi_svg_path_point(svg, i == piece->face_starts[face->face] ? 'M' : 'L',
                           x + scale * (seen[0] - scene->box.low[0]),
                           y + scale * (scene->box.high[1] - seen[1]));
    }
    tmi_svg_raw(svg, "Z\"/>");
}

/* The colour, and above it as much black as light is missing. */
static void put_face(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames, const Face *face,
                     double scale, double x, double y) {
    const char *color = tmi_scene_color(scene, face->body);
    double dark = 0.42 * (0.5 - 0.5 * face->light);
    tmi_svg_raw(svg, "<path stroke-width=\"0.4\" stroke=\"");
    tmi_svg_escaped(svg, color);
    tmi_svg_raw(svg, "\" fill=\"");
    tmi_svg_escaped(svg, color);
    tmi_svg_raw(svg, "\"");
    put_polygon(scene, svg, &frames[face->body], face, scale, x, y);
    tmi_svg_raw(svg, "<path class=\"light\" fill-opacity=\"");
    tmi_svg_number(svg, dark);
    tmi_svg_raw(svg, "\"");
    put_polygon(scene, svg, &frames[face->body], face, scale, x, y);
}

/* A ball or capsule without faces is a thick line, or a disc. */
static void put_round(const tmiScene *scene, tmiSvg *svg, const tmFrame *frame,
                      const tmPiece *piece, int32_t body, double scale, double x, double y) {
    tmi_svg_raw(svg, "<path fill=\"none\" stroke-linecap=\"round\" stroke=\"");
    tmi_svg_escaped(svg, tmi_scene_color(scene, body));
    tmi_svg_raw(svg, "\" stroke-width=\"");
    tmi_svg_number(svg, 2.0 * scale * piece->radius);
    tmi_svg_raw(svg, "\" d=\"");
    for (int32_t i = 0; i < piece->point_count + (piece->point_count == 1); i++) {
        double seen[3];
        corner_seen(scene, frame, &piece->points[i < piece->point_count ? i : 0], seen);
        tmi_svg_path_point(svg, i == 0 ? 'M' : 'L', x + scale * (seen[0] - scene->box.low[0]),
                           y + scale * (scene->box.high[1] - seen[1]));
    }
    tmi_svg_raw(svg, "\"/>");
}

static tmStatus gather(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames, Faces *faces,
                       double scale, double x, double y) {
    tmStatus status = TM_OK;
    for (int32_t i = 1; i < scene->body_count; i++) {
        const tmPieces *pieces = scene->drawn[i].pieces;
        for (int32_t k = 0; k < tm_pieces_count(pieces); k++) {
            const tmPiece *piece = tm_pieces_at(pieces, k);
            if (piece->face_count == 0) {
                put_round(scene, svg, &frames[i], piece, i, scale, x, y);
            }
            for (int32_t f = 0; f < piece->face_count && status == TM_OK; f++) {
                status = add_face(scene, faces, &frames[i], piece, i, f);
            }
        }
    }
    return status;
}

tmStatus tmi_scene_put_space(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                             double scale, double x, double y) {
    Faces faces = {.count = 0};
    tmStatus status = gather(scene, svg, frames, &faces, scale, x, y);
    status = status == TM_OK ? sort_faces(scene, &faces) : status;
    for (int32_t i = 0; status == TM_OK && i < faces.count; i++) {
        put_face(scene, svg, frames, &faces.items[i], scale, x, y);
    }
    tmi_array_clear(scene->allocator, &faces.items, &faces.capacity, sizeof *faces.items);
    return status;
}
