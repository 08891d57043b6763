/* skeleton_draw.c: mechanisms as people draw linkages: bars and plates, round pins, hatched ground,
 * rails with blocks, wheels with a spoke. A link has its colour as rim and a light tint of it
 * inside. What belongs to one body is written once, in its axes; lines between bodies and pins are
 * written for every pose. */
#include "report/scene/skeleton.h"

#include <math.h>

/* Sizes in breadths of a bar. */
#define LINK_RIM 0.14
#define PIN 0.36        /* radius */
#define STAND 1.9       /* height of a ground pivot */
#define STAND_HALF 1.05 /* half its foot */
#define FOOT_HALF 1.7   /* half the line it stands on */
#define HATCH 0.62      /* between hatch strokes, and their height */
#define BLOCK_HALF 1.5  /* half the length of a block */
#define BLOCK_HIGH 0.95 /* half its height */
#define ARROW 2.1       /* radius of the driver's arrow */
#define WHEEL_RIM 0.3
#define ROPE_BREADTH 0.22

/* Draws in the axes of a body [m]. */
typedef struct Pen {
    tmiSvg *svg;
    double scale; /* px a metre */
    double bar;   /* breadth of a link [m] */
    const char *color;
} Pen;

static void move_to(const Pen *pen, char command, double x, double y) {
    tmi_svg_path_point(pen->svg, command, pen->scale * x, -pen->scale * y);
}

static void open_path(const Pen *pen, const char *fill, const char *stroke, double bars) {
    tmi_svg_open(pen->svg, "path");
    tmi_svg_attr(pen->svg, "fill", fill);
    tmi_svg_attr(pen->svg, "stroke", stroke);
    tmi_svg_attr_number(pen->svg, "stroke-width", bars * pen->bar * pen->scale);
    tmi_svg_raw(pen->svg, " d=\"");
}

static void put_line(const Pen *pen, double x, double y, double u, double v, double bars) {
    open_path(pen, "none", pen->color, bars);
    move_to(pen, 'M', x, y);
    move_to(pen, 'L', u, v);
    tmi_svg_raw(pen->svg, "\"/>");
}

static void put_points(const Pen *pen, const double *points, int32_t count, int32_t stride) {
    for (int32_t i = 0; i < count; i++) {
        move_to(pen, i ? 'L' : 'M', points[i * stride], points[i * stride + 1]);
    }
    tmi_svg_raw(pen->svg, count > 2 ? "Z\"" : "\"");
}

/* A rim in the body's colour, then the inside: white that lets so much of it through. */
static void put_rimmed(const Pen *pen, const double *points, int32_t count, int32_t stride,
                       double rim, double inside, const char *opacity) {
    open_path(pen, count > 2 ? pen->color : "none", pen->color, rim);
    put_points(pen, points, count, stride);
    tmi_svg_end(pen->svg, true);
    open_path(pen, count > 2 ? "#fff" : "none", inside > 0.0 ? "#fff" : "none", inside);
    put_points(pen, points, count, stride);
    tmi_svg_attr(pen->svg, "opacity", opacity);
    tmi_svg_end(pen->svg, true);
}

/* ---- Ground -------------------------------------------------------------------------------- */

/* A line with short strokes below it. */
static void put_hatch(const Pen *pen, double x, double y, const double along[3], double length) {
    double pitch = HATCH * pen->bar;
    int32_t count = (int32_t)(length / pitch);
    count = count < 1 ? 1 : count > 400 ? 400 : count;
    double c = along[0], s = along[1];
    open_path(pen, "none", pen->color, 0.15);
    move_to(pen, 'M', x, y);
    move_to(pen, 'L', x + c * length, y + s * length);
    for (int32_t i = 1; i <= count; i++) {
        double at = length * i / count, u = x + c * at, v = y + s * at;
        move_to(pen, 'M', u, v);
        move_to(pen, 'L', u - (c - s) * pitch, v - (s + c) * pitch);
    }
    tmi_svg_raw(pen->svg, "\"/>");
}

static void put_stand(const Pen *pen, const tmiMark *mark) {
    double x = mark->point[0], y = mark->point[1], foot = y - STAND * pen->bar;
    open_path(pen, "#f3f5f7", pen->color, 0.15);
    move_to(pen, 'M', x, y);
    move_to(pen, 'L', x + STAND_HALF * pen->bar, foot);
    move_to(pen, 'L', x - STAND_HALF * pen->bar, foot);
    tmi_svg_raw(pen->svg, "Z\"/>");
    put_hatch(pen, x - FOOT_HALF * pen->bar, foot, (const double[3]){1.0, 0.0, 0.0},
              2.0 * FOOT_HALF * pen->bar);
}

/* A rail of the ground: a hatched line on which the block lies, from left to right so that the
 * hatching lies below. */
static void put_ground_rail(const Pen *pen, const tmiSkeletonJoint *joint) {
    const tmiMark *a = &joint->end[0];
    double sign = a->along[0] < 0.0 ? -1.0 : 1.0, more = 2.0 * BLOCK_HALF * pen->bar;
    double u[3] = {sign * a->along[0], sign * a->along[1], 0.0};
    double from = (sign < 0.0 ? -joint->high : joint->low) - more, below = BLOCK_HIGH * pen->bar;
    put_hatch(pen, a->point[0] + from * u[0] + below * u[1],
              a->point[1] + from * u[1] - below * u[0], u, joint->high - joint->low + 2.0 * more);
}

static void put_support(const Pen *pen, const tmiSkeletonJoint *joint, int32_t end) {
    if (tmi_has_rail(joint) && end == 0) {
        put_ground_rail(pen, joint);
    } else if (joint->kind < TM_JOINT_GEAR) {
        put_stand(pen, &joint->end[end]);
    }
}

/* ---- Joints on a body ---------------------------------------------------------------------- */

static void put_channel(const Pen *pen, const tmiSkeletonJoint *joint) {
    const tmiMark *a = &joint->end[0];
    double from = joint->low - 1.2 * pen->bar, to = joint->high + 1.2 * pen->bar;
    const double ends[4] = {a->point[0] + from * a->along[0], a->point[1] + from * a->along[1],
                            a->point[0] + to * a->along[0], a->point[1] + to * a->along[1]};
    put_rimmed(pen, ends, 2, 2, 1.0 + LINK_RIM, 1.0 - LINK_RIM, "1");
}

static void put_block(const Pen *pen, const tmiSkeletonJoint *joint) {
    double l = BLOCK_HALF * pen->bar, h = (BLOCK_HIGH - 0.5 * LINK_RIM) * pen->bar;
    const double along[4] = {-l, l, l, -l}, across[4] = {-h, -h, h, h};
    const double *p = joint->end[1].point, *u = joint->block;
    double corners[8];
    for (int i = 0; i < 4; i++) {
        corners[2 * i] = p[0] + u[0] * along[i] - u[1] * across[i];
        corners[2 * i + 1] = p[1] + u[1] * along[i] + u[0] * across[i];
    }
    put_rimmed(pen, corners, 4, 2, LINK_RIM, 0.0, ".68");
}

static void put_circle(const Pen *pen, const tmiMark *mark, double radius, double bars,
                       const char *dashes) {
    tmi_svg_raw(pen->svg, "<circle fill=\"none\"");
    tmi_svg_attr(pen->svg, "stroke", dashes ? TMI_INK : pen->color);
    if (dashes) {
        tmi_svg_attr(pen->svg, "stroke-dasharray", dashes);
    } else {
        tmi_svg_attr_number(pen->svg, "stroke-width", bars * pen->bar * pen->scale);
    }
    tmi_svg_attr_number(pen->svg, "cx", pen->scale * mark->point[0]);
    tmi_svg_attr_number(pen->svg, "cy", -pen->scale * mark->point[1]);
    tmi_svg_attr_number(pen->svg, "r", pen->scale * radius);
    tmi_svg_end(pen->svg, true);
}

/* A stroke along the feature's line. */
static void put_along(const Pen *pen, const tmiMark *mark, double from, double to, double bars) {
    put_line(pen, mark->point[0] + from * mark->along[0], mark->point[1] + from * mark->along[1],
             mark->point[0] + to * mark->along[0], mark->point[1] + to * mark->along[1], bars);
}

static void put_wheel(const Pen *pen, const tmiMark *mark, double radius) {
    if (radius > 0.0) {
        put_circle(pen, mark, radius, WHEEL_RIM, NULL);
        put_along(pen, mark, 0.0, radius, WHEEL_RIM);
    }
}

/* What the end of a higher pair is on its body. */
static void put_pair(const Pen *pen, const tmiSkeletonJoint *joint, int32_t end) {
    const tmiMark *mark = &joint->end[end];
    if (end == 0 && joint->kind == TM_JOINT_RACK) {
        put_along(pen, mark, joint->low, joint->high, 2.0 * WHEEL_RIM);
    } else if (end == 0 && joint->profile) {
        open_path(pen, "none", pen->color, WHEEL_RIM);
        put_points(pen, joint->profile[0], TMI_PROFILE, 2);
        tmi_svg_end(pen->svg, true);
    } else if (end == 1 && joint->kind == TM_JOINT_FLAT_CAM) {
        put_along(pen, mark, -joint->radii[0], joint->radii[0], 2.0 * WHEEL_RIM);
    } else {
        put_wheel(pen, mark, fabs(joint->radii[end]));
    }
}

/* An arc with a head, counter-clockwise from 22 to 85 degrees beyond where the link points. */
static void put_arrow(const Pen *pen, const tmiMark *mark, const tmiSkeletonLink *link) {
    double x = link->middle[0] - mark->point[0], y = link->middle[1] - mark->point[1];
    double length = sqrt(x * x + y * y), r = ARROW * pen->bar, head = 0.62 * pen->bar;
    if (!(length > 0.0)) {
        return;
    }
    const double c0 = 0.9272, s0 = 0.3746, c1 = 0.0872, s1 = 0.9962;
    x /= length;
    y /= length;
    double nx = x * c1 - y * s1, ny = x * s1 + y * c1; /* outwards at the end of the arc */
    double tx = mark->point[0] + r * nx, ty = mark->point[1] + r * ny;
    open_path(pen, "none", TMI_INK, 0.2);
    move_to(pen, 'M', mark->point[0] + r * (x * c0 - y * s0),
            mark->point[1] + r * (x * s0 + y * c0));
    tmi_svg_path_arc(pen->svg, r * pen->scale, false, tx * pen->scale, -ty * pen->scale);
    tmi_svg_raw(pen->svg, "\"/>");
    open_path(pen, TMI_INK, "none", 0.0);
    move_to(pen, 'M', tx - 1.3 * head * ny, ty + 1.3 * head * nx);
    move_to(pen, 'L', tx + 0.6 * head * nx, ty + 0.6 * head * ny);
    move_to(pen, 'L', tx - 0.6 * head * nx, ty - 0.6 * head * ny);
    tmi_svg_raw(pen->svg, "Z\"/>");
}

static void put_sector(const Pen *pen, const tmiSector *sector) {
    double c, s, r = sector->radius, x = sector->middle[0], y = sector->middle[1];
    tmi_svg_raw(pen->svg, "<path class=\"sector\" d=\"");
    move_to(pen, 'M', x, y);
    tmi_sincos(sector->from, &s, &c);
    move_to(pen, 'L', x + r * c, y + r * s);
    tmi_sincos(sector->to, &s, &c);
    tmi_svg_path_arc(pen->svg, r * pen->scale, sector->to - sector->from > TMI_PI,
                     (x + r * c) * pen->scale, -(y + r * s) * pen->scale);
    tmi_svg_raw(pen->svg, "Z\"/>");
}

/* The part of a joint that lies above the link. */
static void put_joint(const Pen *pen, const tmiSkeletonJoint *joint, int32_t end) {
    const tmiMark *mark = &joint->end[end];
    if (mark->body == 0 && joint->count == 2) {
        put_support(pen, joint, end);
    } else if (end == 0 && tmi_has_rail(joint)) {
        put_channel(pen, joint);
    } else if (end == 1 && joint->kind == TM_JOINT_PRISMATIC) {
        put_block(pen, joint);
    }
    if (end == 0 && joint->kind == TM_JOINT_ON_CIRCLE) {
        put_circle(pen, mark, joint->radii[0], 0.0, "5 4");
    }
}

void tmi_skeleton_put_body(const tmiScene *scene, tmiSvg *svg, int32_t body, double scale) {
    const tmiSkeleton *k = scene->skeleton;
    const tmiSkeletonLink *link = &k->links[body];
    const Pen pen = {svg, scale, k->bar / scale, tmi_scene_color(scene, body)};
    for (int32_t i = 0; i < scene->def.arc_count; i++) {
        if (k->sectors[i].body == body) {
            put_sector(&pen, &k->sectors[i]);
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < k->joint_count; i++) {
            for (int32_t e = 0; e < k->joints[i].count; e++) {
                if (k->joints[i].end[e].body != body) {
                    continue;
                }
                if (pass == 0 && k->joints[i].kind >= TM_JOINT_GEAR) {
                    put_pair(&pen, &k->joints[i], e);
                } else if (pass == 1) {
                    put_joint(&pen, &k->joints[i], e);
                }
            }
        }
        if (pass == 0 && body > 0 && link->count > 1) {
            put_rimmed(&pen, link->corners[0], link->count, 3, 1.0, 1.0 - 2.0 * LINK_RIM, ".68");
        }
    }
}

void tmi_skeleton_put_arrow(const tmiScene *scene, tmiSvg *svg, double scale) {
    const tmiSkeleton *k = scene->skeleton;
    const Pen pen = {svg, scale, k->bar / scale, TMI_INK};
    for (int32_t i = 0; i < k->joint_count; i++) {
        if (k->joints[i].is_driver && k->joints[i].kind == TM_JOINT_REVOLUTE) {
            put_arrow(&pen, &k->joints[i].end[k->joints[i].end[1].body ? 1 : 0],
                      &k->links[k->driven]);
        }
    }
}

/* ---- Lines between bodies ------------------------------------------------------------------ */

/* The straight part of a rope from wheel to wheel of signed radii r and s; false: there is none. */
static bool find_strand(double a[3], double r, double b[3], double s) {
    double x = b[0] - a[0], y = b[1] - a[1], h = s - r, d2 = x * x + y * y;
    if (!(d2 > h * h)) {
        return false;
    }
    double length = sqrt(d2 - h * h);
    double ux = (length * x + h * y) / d2, uy = (length * y - h * x) / d2;
    a[0] += r * uy;
    a[1] -= r * ux;
    b[0] += s * uy;
    b[1] -= s * ux;
    return true;
}

/* Line number `line` of a joint as data of a path. Strands of belts go both ways; a rope goes one.
 */
static void put_strand(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell, int32_t pose,
                       const tmiSkeletonJoint *joint, int32_t line) {
    bool is_belt = joint->kind == TM_JOINT_BELT || joint->kind == TM_JOINT_CROSSED_BELT;
    int32_t i = is_belt ? 0 : line;
    double ends[2][3], sign = is_belt && line ? -1.0 : 1.0, r = sign * joint->radii[i];
    double s = sign * joint->radii[i + 1] * (joint->kind == TM_JOINT_CROSSED_BELT ? -1.0 : 1.0);
    for (int e = 0; e < 2; e++) {
        tmi_skeleton_point(scene, pose, joint->end[i + e].body, joint->end[i + e].point, ends[e]);
    }
    bool is_there = joint->kind == TM_JOINT_DISTANCE || find_strand(ends[0], r, ends[1], s);
    for (int e = 0; e < 2; e++) {
        tmi_svg_path_point(svg, e ? 'L' : 'M', tmi_scene_x(scene, cell, ends[is_there && e][0]),
                           tmi_scene_y(scene, cell, ends[is_there && e][1]));
    }
}

static int32_t line_count(const tmiSkeletonJoint *joint) {
    bool is_belt = joint->kind == TM_JOINT_BELT || joint->kind == TM_JOINT_CROSSED_BELT;
    return is_belt                            ? 2
           : joint->kind == TM_JOINT_ROPE     ? joint->count - 1
           : joint->kind == TM_JOINT_DISTANCE ? 1
                                              : 0;
}

void tmi_skeleton_put_lines(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                            int32_t from, int32_t to) {
    const tmiSkeleton *k = scene->skeleton;
    for (int32_t i = 0; i < k->joint_count; i++) {
        const tmiSkeletonJoint *joint = &k->joints[i];
        for (int32_t line = 0; line < line_count(joint); line++) {
            tmi_svg_raw(svg, "<path fill=\"none\" stroke=\"" TMI_INK "\"");
            if (joint->kind == TM_JOINT_DISTANCE) {
                tmi_svg_attr(svg, "stroke-dasharray", "5 4");
            } else {
                tmi_svg_attr_number(svg, "stroke-width", ROPE_BREADTH * k->bar);
            }
            tmi_svg_raw(svg, from < to ? "><animate attributeName=\"d\" values=\"" : " d=\"");
            for (int32_t pose = from; pose <= to; pose++) {
                tmi_svg_raw(svg, pose > from ? ";" : "");
                put_strand(scene, svg, cell, pose, joint, line);
            }
            if (from < to) {
                tmi_scene_put_timing(scene, svg);
            }
            tmi_svg_raw(svg, from < to ? "</path>" : "\"/>");
        }
    }
}

/* ---- Pins ---------------------------------------------------------------------------------- */

static double coordinate(const tmiScene *scene, const tmiSceneCell *cell, int32_t pose,
                         const tmiMark *mark, int axis) {
    double at[3];
    tmi_skeleton_point(scene, pose, mark->body, mark->point, at);
    return axis ? tmi_scene_y(scene, cell, at[1]) : tmi_scene_x(scene, cell, at[0]);
}

static void put_pin(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell, int32_t from,
                    int32_t to, const tmiMark *mark, const char *class, double radius) {
    tmi_svg_open(svg, "circle");
    tmi_svg_attr(svg, "class", class);
    tmi_svg_attr_number(svg, "r", radius);
    tmi_svg_attr_number(svg, "cx", coordinate(scene, cell, from, mark, 0));
    tmi_svg_attr_number(svg, "cy", coordinate(scene, cell, from, mark, 1));
    tmi_svg_end(svg, from == to);
    for (int axis = 0; axis < 2 && from < to; axis++) {
        tmi_svg_raw(svg, axis ? "<animate attributeName=\"cy\" values=\""
                              : "<animate attributeName=\"cx\" values=\"");
        for (int32_t pose = from; pose <= to; pose++) {
            tmi_svg_raw(svg, pose > from ? ";" : "");
            tmi_svg_number(svg, coordinate(scene, cell, pose, mark, axis));
        }
        tmi_scene_put_timing(scene, svg);
    }
    if (from < to) {
        tmi_svg_close(svg, "circle");
    }
}

void tmi_skeleton_put_pins(const tmiScene *scene, tmiSvg *svg, const tmiSceneCell *cell,
                           int32_t from, int32_t to) {
    const tmiSkeleton *k = scene->skeleton;
    for (int32_t i = 0; i < k->joint_count; i++) {
        tmJointKind kind = k->joints[i].kind;
        if (kind != TM_JOINT_PRISMATIC && kind < TM_JOINT_GEAR) {
            put_pin(scene, svg, cell, from, to, &k->joints[i].end[1],
                    kind == TM_JOINT_RIGID ? "weld" : "pin", PIN * k->bar);
        }
    }
    for (int32_t i = 0; i < k->traced_count; i++) {
        put_pin(scene, svg, cell, from, to, &k->marks[k->traced[i]], "dot",
                0.55 * PIN * k->bar + 0.4);
    }
}
