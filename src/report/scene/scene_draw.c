/* scene_draw.c: one pose of a model: outlines in the plane; facets in space, each hiding what is
 * behind it. */
#include "report/scene/skeleton.h"
#include "report/solid/solid.h"

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

static const char skeleton_style[] =
    "<style>.link{stroke-linecap:round;stroke-linejoin:round}.weld{fill:#22303c}"
    ".dot{fill:#c8442e}.sector{fill:#c8442e;fill-opacity:0.15;stroke:#c8442e;stroke-opacity:0.5}"
    ".labels{font-family:system-ui,sans-serif;text-anchor:middle;paint-order:stroke;stroke:#ffffff;"
    "stroke-width:3;stroke-linejoin:round;stroke-opacity:0.85}</style><defs>";

void tmi_scene_put_shapes(const tmiScene *scene, tmiSvg *svg, double scale) {
    tmi_svg_raw(svg, scene->skeleton ? skeleton_style : "<defs>");
    for (int32_t i = 0; i < scene->body_count; i++) {
        const tmiDrawn *drawn = &scene->drawn[i];
        if (scene->skeleton) {
            put_id(svg, "<g id=\"b", i, "\" class=\"link\">");
            tmi_skeleton_put_body(scene, svg, i, scale);
            tmi_svg_close(svg, "g");
        }
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
    if (scene->skeleton) {
        put_id(svg, "<g id=\"b", scene->body_count, "\">");
        tmi_skeleton_put_arrow(scene, svg, scale);
        tmi_svg_close(svg, "g");
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

void tmi_scene_put_body(const tmiScene *scene, tmiSvg *svg, const tmFrame *frame, int32_t body,
                        const tmiSceneCell *cell) {
    double w = frame->rotation[0], z = frame->rotation[3];
    double c = w * w - z * z, s = 2.0 * w * z; /* y goes down: turns go the other way */
    const double matrix[4] = {c, -s, s, c};
    put_id(svg, "<use xlink:href=\"#b", body, "\" transform=\"matrix(");
    for (int i = 0; i < 4; i++) {
        put_fine(svg, matrix[i]);
        tmi_svg_raw(svg, " ");
    }
    tmi_svg_number(svg, tmi_scene_x(scene, cell, frame->position[0]));
    tmi_svg_raw(svg, " ");
    tmi_svg_number(svg, tmi_scene_y(scene, cell, frame->position[1]));
    tmi_svg_raw(svg, ")\"/>");
}

bool tmi_scene_shows(const tmiScene *scene, const tmJointInfo *joint) {
    bool shows = false;
    for (int32_t i = 0; i < joint->body_count; i++) {
        shows |= joint->bodies[i] > 0 && !scene->drawn[joint->bodies[i]].info.is_hidden;
    }
    return shows;
}

static bool is_pinned(const tmJointInfo *joint) {
    return strcmp(joint->kind->name, "pin") == 0 ||
           strcmp(joint->kind->name, "ball.and.socket") == 0 ||
           strcmp(joint->kind->name, "point_on_line") == 0;
}

bool tmi_scene_pin(const tmiScene *scene, int32_t joint, const tmFrame *frames,
                   const tmiSceneCell *cell, double at[2]) {
    tmJointInfo info;
    double point[3], seen[3];
    if (tm_model_joint(scene->model, joint, &info) != TM_OK || !is_pinned(&info) ||
        !tmi_scene_shows(scene, &info)) {
        return false;
    }
    const tmPointOn *pair = info.use.pairs[0];
    const tmPointOn *on = &pair[pair[0].is_axis ? 1 : 0];
    tmi_frame_point(&frames[info.bodies[on->body]], on->point, point);
    tmi_scene_project(scene, point, seen);
    at[0] = tmi_scene_x(scene, cell, seen[0]);
    at[1] = tmi_scene_y(scene, cell, seen[1]);
    return true;
}

static void put_pins(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                     const tmiSceneCell *cell) {
    for (int32_t i = 0; scene->model && i < tm_model_joint_count(scene->model); i++) {
        double at[2];
        if (tmi_scene_pin(scene, i, frames, cell, at)) {
            tmi_svg_raw(svg, "<circle class=\"pin\" r=\"2.6\" cx=\"");
            tmi_svg_number(svg, at[0]);
            tmi_svg_raw(svg, "\" cy=\"");
            tmi_svg_number(svg, at[1]);
            tmi_svg_raw(svg, "\"/>");
        }
    }
}

void tmi_scene_put_planar(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                          const tmiSceneCell *cell) {
    for (int32_t layer = 1; layer <= TMI_LAYERS; layer++) {
        for (int32_t i = 0; i < scene->body_count; i++) {
            if (scene->drawn[i].layer == layer) {
                tmi_scene_put_body(scene, svg, &frames[i], i, cell);
            }
        }
    }
    put_pins(scene, svg, frames, cell);
}

/* ---- Space --------------------------------------------------------------------------------- */

/* Where the light comes from: above, and a little from the left. */
static const double light[3] = {-0.3, 0.85, 0.43};

/* Facets of all bodies, and where they are drawn. */
typedef struct Painting {
    const tmiScene *scene;
    tmiSvg *svg;
    tmiFacet *facets;
    int32_t count, capacity;
    const tmiSceneCell *cell;
} Painting;

/* A triangle of a body, in the viewer's axes. */
static tmStatus add_facet(Painting *p, const tmFrame *frame, const tmVec3 *points,
                          const int32_t *places, int32_t body) {
    double at[3][3], seen[3], sides[2][3], normal[3];
    tmiFacet facet = {.count = 3, .tag = body};
    for (int i = 0; i < 3; i++) {
        const tmVec3 *corner = &points[places[i]];
        tmi_frame_point(frame, (const double[3]){corner->x, corner->y, corner->z}, at[i]);
        tmi_scene_project(p->scene, at[i], seen);
        facet.corners[i] = (tmVec3){seen[0], seen[1], seen[2]};
    }
    for (int i = 0; i < 3; i++) {
        sides[0][i] = at[1][i] - at[0][i];
        sides[1][i] = at[2][i] - at[0][i];
    }
    tmi_cross3(sides[0], sides[1], normal);
    tmi_normalise3(normal);
    tmi_scene_project(p->scene, normal, seen);
    facet.normal = (tmVec3){seen[0], seen[1], seen[2]};
    facet.light = 0.5 + 0.5 * tmi_dot3(normal, light);
    if (!(facet.normal.z > 0.0)) {
        return TM_OK; /* it faces away, or has no area */
    }
    tmStatus status = tmi_array_reserve(p->scene->allocator, &p->facets, &p->capacity, p->count + 1,
                                        sizeof *p->facets);
    if (status == TM_OK) {
        p->facets[p->count++] = facet;
    }
    return status;
}

static tmStatus add_body(Painting *p, const tmFrame *frame, int32_t body) {
    const tmMesh *mesh = p->scene->drawn[body].mesh;
    int32_t point_count = 0, count = 0;
    const tmVec3 *points = tm_mesh_points(mesh, &point_count);
    const int32_t *triangles = tm_mesh_triangles(mesh, &count);
    tmStatus status = TM_OK;
    for (int32_t i = 0; status == TM_OK && i < count; i++) {
        status = add_facet(p, frame, points, &triangles[3 * i], body);
    }
    return status;
}

/* "#rrggbb", darker by as much as light is missing. */
static void put_shade(tmiSvg *svg, const char *color, double bright) {
    static const char digits[] = "0123456789abcdef";
    uint32_t rgb = tmi_color_rgb(color);
    char text[8] = "#";
    for (int i = 0; i < 3; i++) {
        uint32_t part = (uint32_t)(bright * ((rgb >> (16 - 8 * i)) & 0xff) + 0.5);
        text[1 + 2 * i] = digits[part >> 4];
        text[2 + 2 * i] = digits[part & 15];
    }
    tmi_svg_raw(svg, text);
}

/* The line in its own colour hides the seam to the next one. */
static void put_facet(void *user, const tmiFacet *facet) {
    const Painting *p = user;
    tmi_svg_raw(p->svg, "<path class=\"facet\" color=\"");
    put_shade(p->svg, tmi_scene_color(p->scene, facet->tag), 1.0 - 0.42 * (1.0 - facet->light));
    tmi_svg_raw(p->svg, "\" d=\"");
    for (int32_t i = 0; i < facet->count; i++) {
        tmi_svg_path_point(p->svg, i == 0 ? 'M' : 'L',
                           tmi_scene_x(p->scene, p->cell, facet->corners[i].x),
                           tmi_scene_y(p->scene, p->cell, facet->corners[i].y));
    }
    tmi_svg_raw(p->svg, "Z\"/>");
}

tmStatus tmi_scene_put_space(const tmiScene *scene, tmiSvg *svg, const tmFrame *frames,
                             const tmiSceneCell *cell) {
    Painting p = {.scene = scene, .svg = svg, .cell = cell};
    tmiArena arena;
    tmStatus status = TM_OK;
    tmi_arena_init(&arena, scene->allocator);
    for (int32_t i = 1; status == TM_OK && i < scene->body_count; i++) {
        status = add_body(&p, &frames[i], i);
    }
    status = status == TM_OK ? tmi_facets_sort(&arena, p.facets, p.count, put_facet, &p) : status;
    tmi_arena_clear(&arena);
    tmi_array_clear(scene->allocator, &p.facets, &p.capacity, sizeof *p.facets);
    return status;
}
