/* skeleton_labels.c: names beside joints and links, placed where little is in their way. */
#include "report/scene/skeleton.h"

#include <math.h>

/* Breadth of a letter, of its height. */
#define LETTER_BREADTH 0.6

/* Links shorter than this leave no room for names of joints [letters]. */
#define ROOM_MIN 2.6

/* Directions that are tried for a name, and how much rather it stands above than below. */
#define LABEL_DIRECTIONS 32
#define RATHER_ABOVE 0.02

/* The first pose, and directions in which something is in the way: unit vectors in the picture. */
typedef struct Labels {
    const tmiScene *scene;
    const tmiSkeleton *k;
    tmiSvg *svg;
    const tmiSceneCell *cell;
    double ways[3][2];
    int way_count;
} Labels;

/* Where a point of a body stands [px]. */
static void see(const Labels *l, int32_t body, const double point[3], double p[2]) {
    double at[3];
    tmi_skeleton_point(l->scene, 0, body, point, at);
    p[0] = tmi_scene_x(l->scene, l->cell, at[0]);
    p[1] = tmi_scene_y(l->scene, l->cell, at[1]);
}

static void write_at(const Labels *l, const double p[2], const char *name, const char *color,
                     bool is_slanted) {
    tmi_svg_open(l->svg, "text");
    tmi_svg_attr_number(l->svg, "x", p[0]);
    tmi_svg_attr_number(l->svg, "y", p[1] + 0.35 * l->k->font);
    tmi_svg_attr(l->svg, "fill", color);
    if (is_slanted) {
        tmi_svg_attr(l->svg, "font-style", "italic");
    }
    tmi_svg_end(l->svg, false);
    tmi_svg_escaped(l->svg, name);
    tmi_svg_close(l->svg, "text");
}

/* The way from p to the middle of the body; the ground lies below. */
static void add_way(Labels *l, int32_t body, const double p[2]) {
    double q[2] = {p[0], p[1] + 1.0};
    if (body > 0) {
        see(l, body, l->k->links[body].middle, q);
    }
    double x = q[0] - p[0], y = q[1] - p[1], length = sqrt(x * x + y * y);
    if (length > 0.0) {
        l->ways[l->way_count][0] = x / length;
        l->ways[l->way_count++][1] = y / length;
    }
}

/* The head of the driver's arrow is some 74 degrees beyond its link, whose way was added last. */
static void add_arrow(Labels *l) {
    if (l->way_count > 0) {
        const double *u = l->ways[l->way_count - 1];
        l->ways[l->way_count][0] = 0.28 * u[0] + 0.96 * u[1];
        l->ways[l->way_count++][1] = 0.28 * u[1] - 0.96 * u[0];
    }
}

/* Writes a name beside p, where the nearest thing in the way is farthest off. */
static void write_beside(const Labels *l, const double p[2], const char *name, const char *color) {
    double far = 0.6 * l->k->bar + 0.72 * l->k->font, min = INFINITY, best[2] = {0};
    for (int i = 0; i < LABEL_DIRECTIONS; i++) {
        double near = -1.0, c, s; /* cosine of the angle to the nearest */
        tmi_sincos(TMI_TWO_PI * i / LABEL_DIRECTIONS, &s, &c);
        const double u[2] = {s, -c};
        for (int k = 0; k < l->way_count; k++) {
            double cosine = u[0] * l->ways[k][0] + u[1] * l->ways[k][1];
            near = cosine > near ? cosine : near;
        }
        if (near + RATHER_ABOVE * u[1] < min) {
            min = near + RATHER_ABOVE * u[1];
            best[0] = p[0] + far * u[0];
            best[1] = p[1] + far * u[1];
        }
    }
    write_at(l, best, name, color, false);
}

static void label_joints(Labels *l) {
    for (int32_t i = 0; i < l->k->joint_count; i++) {
        const tmiSkeletonJoint *joint = &l->k->joints[i];
        if (!joint->name[0] || joint->kind >= TM_JOINT_GEAR) {
            continue;
        }
        int driven = joint->end[1].body ? 1 : 0;
        double p[2];
        see(l, joint->end[1].body, joint->end[1].point, p);
        l->way_count = 0;
        add_way(l, joint->end[!driven].body, p);
        add_way(l, joint->end[driven].body, p);
        if (joint->is_driver) {
            add_arrow(l);
        }
        write_beside(l, p, joint->name, TMI_INK);
    }
}

/* Points of links that trace and are not joints. */
static void label_points(Labels *l) {
    for (int32_t i = 0; i < l->k->traced_count; i++) {
        const tmiMark *mark = &l->k->marks[l->k->traced[i]];
        bool is_joint = false;
        for (int32_t k = 0; k < l->k->joint_count; k++) {
            is_joint |= l->k->joints[k].mark == l->k->traced[i];
        }
        if (!is_joint && mark->name[0]) {
            double p[2];
            see(l, mark->body, mark->point, p);
            l->way_count = 0;
            add_way(l, mark->body, p);
            write_beside(l, p, mark->name, TMI_PATH_COLOR);
        }
    }
}

/* Breadth of a name, about [px]. */
static double breadth(const Labels *l, const char *name) {
    double letters = 0.0;
    for (size_t at = 0; name[at]; at += tmi_utf8_length(name + at)) {
        letters += 1.0;
    }
    return LETTER_BREADTH * letters * l->k->font;
}

/* On a plate in its middle; beside a bar on the side that is up in the picture, or without an
 * arrow, as far as the name's corner needs to clear the bar. Names longer than the body are left
 * out. */
static void label_body(const Labels *l, int32_t body, const char *name) {
    const tmiSkeletonLink *link = &l->k->links[body];
    double p[2], a[2];
    if (link->count < 2 || breadth(l, name) >= link->length * l->cell->scale) {
        return;
    }
    see(l, body, link->middle, p);
    if (link->count == 2) {
        see(l, body, link->corners[0], a);
        double x = p[0] - a[0], y = p[1] - a[1], length = sqrt(x * x + y * y);
        double side = ((x < 0.0) == (l->k->driven == body) ? 1.0 : -1.0) / length;
        double far = 0.6 * l->k->bar + 0.2 * l->k->font + 0.4 * l->k->font * fabs(x) / length +
                     0.5 * breadth(l, name) * fabs(y) / length;
        p[0] += side * y * far;
        p[1] -= side * x * far;
    }
    write_at(l, p, name, tmi_scene_color(l->scene, body), true);
}

static void put_labels(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell) {
    Labels l = {.scene = scene, .k = scene->skeleton, .svg = svg, .cell = cell};
    tmi_svg_raw(svg, "<g class=\"labels\"");
    tmi_svg_attr_number(svg, "font-size", l.k->font);
    tmi_svg_end(svg, false);
    for (int32_t i = 1; i < scene->body_count; i++) {
        const char *name = tm_body_name(l.k->mechanism, tm_body_at(l.k->mechanism, i));
        if (name && name[0]) {
            label_body(&l, i, name);
        }
    }
    if (l.k->length * cell->scale >= ROOM_MIN * l.k->font) {
        label_joints(&l);
    }
    label_points(&l);
    tmi_svg_close(svg, "g");
}

void tmi_skeleton_put_marks(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                            int32_t pose) {
    int32_t driven = scene->skeleton->driven;
    if (driven > 0) {
        size_t frame = (size_t)pose * (size_t)scene->body_count + (size_t)driven;
        tmi_scene_put_body(scene, svg, &scene->poses[frame], scene->body_count, cell);
    }
    tmi_skeleton_put_pins(scene, svg, cell, pose, pose);
    if (scene->def.labels && pose == 0) {
        put_labels(scene, svg, cell);
    }
}
