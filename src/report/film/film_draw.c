/* film_draw.c: links as people draw linkages: bars and plates, round pins, hatched ground, rails
 * with blocks. A link has its colour as rim and a light tint of it inside. */
#include "report/film/film_private.h"

#include <math.h>
#include <string.h>

/* Sizes in breadths of a bar. */
#define LINK_RIM 0.14   /* of a link */
#define PIN 0.36        /* radius */
#define STAND 1.9       /* height of a ground pivot */
#define STAND_HALF 1.05 /* half its foot */
#define FOOT_HALF 1.7   /* half the line it stands on */
#define HATCH 0.62      /* between hatch strokes, and their height */
#define BLOCK_HALF 1.5  /* half the length of a block */
#define BLOCK_HIGH 0.95 /* half its height */
#define ARROW 2.1       /* radius of the driver's arrow */

static const char *const palette[] = {"#1f6fb2", "#d9822b", "#2e8b57", "#8e4ea8", "#b8860b",
                                      "#0f8b8d", "#c0506a", "#5b6abf", "#6b8e23", "#8c6239"};

const char *tmi_film_colour(const tmiFilm *f, int32_t body) {
    const char *const *colours = f->def->colours ? f->def->colours : palette;
    int32_t count = f->def->colours ? f->def->colour_count : 10;
    return body > 0 ? colours[(body - 1) % count] : f->def->ink;
}

tmiPoint tmi_film_seen(const tmiFilm *f, tmiPoint p) {
    return (tmiPoint){f->origin.x + f->scale * p.x, f->origin.y - f->scale * p.y};
}

static tmiPoint mark_seen(const tmiFilm *f, const tmPose *poses, const tmiMark *mark) {
    return tmi_film_seen(f, tmi_film_point(poses, mark->body, mark->x, mark->y));
}

static void open_group(tmiSvg *svg, const char *fill, const char *stroke, double width) {
    tmi_svg_open(svg, "g");
    tmi_svg_attr(svg, "fill", fill);
    tmi_svg_attr(svg, "stroke", stroke);
    if (width > 0.0) {
        tmi_svg_attr_number(svg, "stroke-width", width);
    }
    tmi_svg_end(svg, false);
    tmi_svg_raw(svg, "\n");
}

/* ---- Ground -------------------------------------------------------------------------------- */

/* Short strokes below the line from (x, y) in direction (c, s), which is `length` long. */
static void hatch(const tmiFilm *f, tmiSvg *svg, tmiPoint from, double c, double s, double length) {
    double pitch = HATCH * f->bar;
    int32_t count = (int32_t)(length / pitch);
    count = count < 1 ? 1 : count > 400 ? 400 : count;
    tmi_svg_raw(svg, "<path d=\"");
    tmi_svg_path_point(svg, 'M', from.x, from.y);
    tmi_svg_path_point(svg, 'L', from.x + c * length, from.y + s * length);
    for (int32_t i = 1; i <= count; i++) {
        double at = length * i / count;
        double x = from.x + c * at, y = from.y + s * at;
        tmi_svg_path_point(svg, 'M', x, y);
        tmi_svg_path_point(svg, 'L', x - (c + s) * pitch, y - (s - c) * pitch);
    }
    tmi_svg_raw(svg, "\"/>\n");
}

static void draw_stand(const tmiFilm *f, tmiSvg *svg, tmiPoint p) {
    double foot = p.y + STAND * f->bar;
    tmi_svg_raw(svg, "<path d=\"");
    tmi_svg_path_point(svg, 'M', p.x, p.y);
    tmi_svg_path_point(svg, 'L', p.x + STAND_HALF * f->bar, foot);
    tmi_svg_path_point(svg, 'L', p.x - STAND_HALF * f->bar, foot);
    tmi_svg_raw(svg, "Z\"/>\n");
    hatch(f, svg, (tmiPoint){p.x - FOOT_HALF * f->bar, foot}, 1.0, 0.0, 2.0 * FOOT_HALF * f->bar);
}

/* A rail of the ground: a hatched line on which the block lies. */
static void draw_ground_rail(const tmiFilm *f, tmiSvg *svg, const tmiShownJoint *joint) {
    const tmiMark *a = &joint->end[0];
    double c = a->c, s = -a->s; /* in the picture */
    double from = joint->low, to = joint->high;
    if (c < 0.0) { /* drawn from left to right, so that the hatching lies below */
        c = -c;
        s = -s;
        from = -joint->high;
        to = -joint->low;
    }
    double more = 2.0 * BLOCK_HALF * f->bar, below = BLOCK_HIGH * f->bar;
    tmiPoint p = tmi_film_seen(f, (tmiPoint){a->x, a->y});
    double start = from * f->scale - more, length = (to - from) * f->scale + 2.0 * more;
    hatch(f, svg, (tmiPoint){p.x + c * start - s * below, p.y + s * start + c * below}, c, s,
          length);
}

void tmi_film_draw_ground(const tmiFilm *f, tmiSvg *svg) {
    open_group(svg, "#f3f5f7", f->def->ink, 0.11 * f->bar + 0.5);
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        for (int k = 0; k < 2; k++) {
            const tmiMark *end = &joint->end[k];
            if (end->body != 0) {
                continue;
            }
            if (joint->kind == TM_JOINT_PRISMATIC || (joint->kind == TM_JOINT_SLOT && k == 0)) {
                draw_ground_rail(f, svg, joint);
            } else {
                draw_stand(f, svg, tmi_film_seen(f, (tmiPoint){end->x, end->y}));
            }
        }
    }
    tmi_svg_close(svg, "g");
}

/* ---- Links --------------------------------------------------------------------------------- */

static void link_path(const tmiFilm *f, tmiSvg *svg, const tmPose *poses, int32_t body) {
    const tmiOutline *o = &f->outlines[body];
    tmi_svg_raw(svg, "<path d=\"");
    for (int32_t k = 0; k < o->count; k++) {
        const tmiPoint *corner = &f->corners[o->first + k];
        tmiPoint p = tmi_film_seen(f, tmi_film_point(poses, body, corner->x, corner->y));
        tmi_svg_path_point(svg, k ? 'L' : 'M', p.x, p.y);
    }
    tmi_svg_raw(svg, o->count > 2 ? "Z\"" : "\"");
}

/* Rim in the body's colour, then the inside: white that lets a part of the colour through. */
static void draw_link(const tmiFilm *f, tmiSvg *svg, const tmPose *poses, int32_t body) {
    if (f->outlines[body].count < 2) {
        return;
    }
    const char *colour = tmi_film_colour(f, body);
    bool plate = f->outlines[body].count > 2;
    link_path(f, svg, poses, body);
    tmi_svg_attr(svg, "stroke", colour);
    tmi_svg_attr(svg, "fill", plate ? colour : "none");
    tmi_svg_attr_number(svg, "stroke-width", f->bar);
    tmi_svg_end(svg, true);
    link_path(f, svg, poses, body);
    tmi_svg_attr(svg, "stroke", "#fff");
    tmi_svg_attr(svg, "fill", plate ? "#fff" : "none");
    tmi_svg_attr_number(svg, "stroke-width", f->bar * (1.0 - 2.0 * LINK_RIM));
    tmi_svg_attr(svg, "opacity", ".68");
    tmi_svg_end(svg, true);
}

/* Direction of an end in the picture. */
static tmiPoint direction_seen(const tmPose *poses, const tmiMark *mark) {
    const tmPose *p = &poses[mark->body];
    return (tmiPoint){p->c * mark->c - p->s * mark->s, -(p->s * mark->c + p->c * mark->s)};
}

static void draw_channel(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                         const tmiShownJoint *joint) {
    tmiPoint p = mark_seen(f, poses, &joint->end[0]), u = direction_seen(poses, &joint->end[0]);
    double more = 1.2 * f->bar;
    double from = joint->low * f->scale - more, to = joint->high * f->scale + more;
    for (int pass = 0; pass < 2; pass++) {
        tmi_svg_raw(svg, "<path d=\"");
        tmi_svg_path_point(svg, 'M', p.x + u.x * from, p.y + u.y * from);
        tmi_svg_path_point(svg, 'L', p.x + u.x * to, p.y + u.y * to);
        tmi_svg_raw(svg, "\"");
        tmi_svg_attr(svg, "stroke", pass ? "#fff" : tmi_film_colour(f, joint->end[0].body));
        tmi_svg_attr_number(svg, "stroke-width", f->bar * (pass ? 1.0 - LINK_RIM : 1.0 + LINK_RIM));
        tmi_svg_end(svg, true);
    }
}

static void draw_block(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                       const tmiShownJoint *joint) {
    tmiPoint p = mark_seen(f, poses, &joint->end[1]), u = direction_seen(poses, &joint->end[0]);
    double l = BLOCK_HALF * f->bar, h = (BLOCK_HIGH - 0.5 * LINK_RIM) * f->bar;
    const double along[4] = {-l, l, l, -l}, across[4] = {-h, -h, h, h};
    for (int pass = 0; pass < 2; pass++) {
        tmi_svg_raw(svg, "<path d=\"");
        for (int i = 0; i < 4; i++) {
            tmi_svg_path_point(svg, i ? 'L' : 'M', p.x + u.x * along[i] - u.y * across[i],
                               p.y + u.y * along[i] + u.x * across[i]);
        }
        tmi_svg_raw(svg, "Z\"");
        tmi_svg_attr(svg, "fill", pass ? "#fff" : tmi_film_colour(f, joint->end[1].body));
        tmi_svg_attr(svg, "stroke", pass ? "none" : tmi_film_colour(f, joint->end[1].body));
        tmi_svg_attr_number(svg, "stroke-width", LINK_RIM * f->bar);
        tmi_svg_attr(svg, "opacity", pass ? ".68" : "1");
        tmi_svg_end(svg, true);
    }
}

/* A distance as a dashed line, a circle that a point runs on as a dashed circle. */
static void draw_span(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                      const tmiShownJoint *joint) {
    tmiPoint p = mark_seen(f, poses, &joint->end[0]);
    tmiPoint q = mark_seen(f, poses, &joint->end[1]);
    double x = q.x - p.x, y = q.y - p.y;
    tmi_svg_raw(svg, "<g stroke-dasharray=\"5 4\"");
    tmi_svg_attr(svg, "stroke", f->def->ink);
    tmi_svg_end(svg, false);
    if (joint->kind == TM_JOINT_ON_CIRCLE) {
        tmi_svg_circle(svg, p.x, p.y, sqrt(x * x + y * y));
    } else {
        tmi_svg_line(svg, p.x, p.y, q.x, q.y);
    }
    tmi_svg_close(svg, "g");
}

static void draw_sliders(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        bool slider = joint->kind == TM_JOINT_PRISMATIC;
        if ((slider || joint->kind == TM_JOINT_SLOT) && joint->end[0].body != 0) {
            draw_channel(f, svg, poses, joint);
        }
        if (slider) {
            draw_block(f, svg, poses, joint);
        }
        if (joint->kind == TM_JOINT_DISTANCE || joint->kind == TM_JOINT_ON_CIRCLE) {
            draw_span(f, svg, poses, joint);
        }
    }
}

/* An arc with a head, counter-clockwise from where the driven link points. */
static void draw_arrow(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                       const tmiShownJoint *joint) {
    const tmiMark *b = &joint->end[joint->end[1].body ? 1 : 0];
    const tmiOutline *o = &f->outlines[b->body];
    tmiPoint p = mark_seen(f, poses, b),
             q = tmi_film_seen(f, tmi_film_point(poses, b->body, o->x, o->y));
    double x = q.x - p.x, y = q.y - p.y, length = sqrt(x * x + y * y);
    if (!(length > 0.0)) {
        return;
    }
    double r = ARROW * f->bar;
    x *= r / length;
    y *= r / length;
    /* From 22 to 85 degrees beyond the link, in the picture's turned sense. */
    const double c0 = 0.9272, s0 = -0.3746, c1 = 0.0872, s1 = -0.9962;
    tmiPoint from = {p.x + x * c0 - y * s0, p.y + x * s0 + y * c0};
    tmiPoint to = {p.x + x * c1 - y * s1, p.y + x * s1 + y * c1};
    double tx = (to.y - p.y) / r, ty = -(to.x - p.x) / r; /* ahead, at the end of the arc */
    double nx = (to.x - p.x) / r, ny = (to.y - p.y) / r, head = 0.62 * f->bar;
    tmi_svg_raw(svg, "<path fill=\"none\" d=\"");
    tmi_svg_path_point(svg, 'M', from.x, from.y);
    tmi_svg_path_arc(svg, r, false, to.x, to.y);
    tmi_svg_raw(svg, "\"");
    tmi_svg_attr(svg, "stroke", f->def->ink);
    tmi_svg_attr_number(svg, "stroke-width", 0.18 * f->bar + 0.4);
    tmi_svg_end(svg, true);
    tmi_svg_raw(svg, "<path stroke=\"none\" d=\"");
    tmi_svg_path_point(svg, 'M', to.x + 1.3 * head * tx, to.y + 1.3 * head * ty);
    tmi_svg_path_point(svg, 'L', to.x + 0.6 * head * nx, to.y + 0.6 * head * ny);
    tmi_svg_path_point(svg, 'L', to.x - 0.6 * head * nx, to.y - 0.6 * head * ny);
    tmi_svg_raw(svg, "Z\"");
    tmi_svg_attr(svg, "fill", f->def->ink);
    tmi_svg_end(svg, true);
}

static void draw_pins(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    open_group(svg, "#fff", f->def->ink, 0.14 * f->bar + 0.4);
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        tmiPoint p = mark_seen(f, poses, &joint->end[1]);
        if (joint->kind == TM_JOINT_RIGID) {
            tmi_svg_raw(svg, "<path d=\"");
            double h = 0.8 * PIN * f->bar;
            tmi_svg_path_point(svg, 'M', p.x - h, p.y - h);
            tmi_svg_path_point(svg, 'L', p.x + h, p.y - h);
            tmi_svg_path_point(svg, 'L', p.x + h, p.y + h);
            tmi_svg_path_point(svg, 'L', p.x - h, p.y + h);
            tmi_svg_raw(svg, "Z\"");
            tmi_svg_attr(svg, "fill", f->def->ink);
            tmi_svg_end(svg, true);
        } else if (joint->kind != TM_JOINT_PRISMATIC) {
            tmi_svg_circle(svg, p.x, p.y, PIN * f->bar);
        }
    }
    tmi_svg_close(svg, "g");
    open_group(svg, f->def->curve, "none", 0.0);
    for (int32_t i = 0; i < f->traced_count; i++) {
        tmiPoint p = mark_seen(f, poses, &f->marks[f->traced[i]]);
        tmi_svg_circle(svg, p.x, p.y, 0.55 * PIN * f->bar + 0.4);
    }
    tmi_svg_close(svg, "g");
}

/* Plates below, bars above them, so that short cranks stay in sight. */
void tmi_film_draw_links(const tmiFilm *f, tmiSvg *svg, const tmPose *poses, bool faint) {
    tmi_svg_raw(svg, "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    tmi_svg_raw(svg, faint ? " opacity=\".14\">\n" : ">\n");
    tmi_film_draw_pairs(f, svg, poses);
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t i = 1; i < f->body_count; i++) {
            if ((f->outlines[i].count > 2) == (pass == 0)) {
                draw_link(f, svg, poses, i);
            }
        }
    }
    draw_sliders(f, svg, poses);
    tmi_svg_close(svg, "g");
}

void tmi_film_draw_pins(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 0; i < f->joint_count; i++) {
        if (f->joints[i].driver && f->joints[i].kind == TM_JOINT_REVOLUTE) {
            draw_arrow(f, svg, poses, &f->joints[i]);
        }
    }
    draw_pins(f, svg, poses);
}

/* ---- Curves -------------------------------------------------------------------------------- */

void tmi_film_draw_curves(const tmiFilm *f, tmiSvg *svg) {
    int32_t points = f->def->steps + 1;
    for (int32_t i = 0; i < f->traced_count; i++) {
        bool drawing = false;
        tmi_svg_raw(svg, "<path d=\"");
        for (int32_t k = 0; k < points; k++) {
            if (f->reached[k]) {
                tmiPoint p = tmi_film_seen(f, f->curves[(int64_t)i * points + k]);
                tmi_svg_path_point(svg, drawing ? 'L' : 'M', p.x, p.y);
            }
            drawing = f->reached[k];
        }
        tmi_svg_raw(svg, "\"/>\n");
    }
}
