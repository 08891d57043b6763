/* film_labels.c: names beside joints and links, placed where little is in their way. */
#include "report/film/film_private.h"

#include <math.h>

/* Breadth of a letter, of its height. */
#define LETTER_BREADTH 0.6

static void write_at(const tmiFilm *f, tmiSvg *svg, tmiPoint p, const char *text,
                     const char *colour, bool slanted) {
    tmi_svg_open(svg, "text");
    tmi_svg_attr_number(svg, "x", p.x);
    tmi_svg_attr_number(svg, "y", p.y + 0.35 * f->font);
    tmi_svg_attr(svg, "fill", colour);
    if (slanted) {
        tmi_svg_attr(svg, "font-style", "italic");
    }
    tmi_svg_end(svg, false);
    tmi_svg_escaped(svg, text);
    tmi_svg_close(svg, "text");
}

/* Directions in which something is in the way, as unit vectors in the picture. */
typedef struct Ways {
    tmiPoint to[3];
    int count;
} Ways;

/* The way from p to the middle of the body; the ground lies below. */
static void add_way(const tmiFilm *f, const tmPose *poses, int32_t body, tmiPoint p, Ways *ways) {
    const tmiOutline *o = &f->outlines[body];
    tmiPoint q = body ? tmi_film_seen(f, tmi_film_point(poses, body, o->x, o->y))
                      : (tmiPoint){p.x, p.y + 1.0};
    double x = q.x - p.x, y = q.y - p.y, length = sqrt(x * x + y * y);
    if (length > 0.0) {
        ways->to[ways->count++] = (tmiPoint){x / length, y / length};
    }
}

/* The head of the driver's arrow is some 74 degrees beyond its link, whose way was added last. */
static void add_arrow(Ways *ways) {
    if (ways->count > 0) {
        tmiPoint u = ways->to[ways->count - 1];
        ways->to[ways->count++] = (tmiPoint){0.28 * u.x + 0.96 * u.y, 0.28 * u.y - 0.96 * u.x};
    }
}

/* Directions that are tried for a name, and how much rather it stands above than below. */
#define LABEL_DIRECTIONS 32
#define COS_STEP 0.9807852804032304
#define SIN_STEP 0.19509032201612825
#define RATHER_ABOVE 0.02

/* Beside p, where the nearest thing in the way is farthest off. */
static tmiPoint beside(const tmiFilm *f, tmiPoint p, const Ways *ways) {
    double far = 0.6 * f->bar + 0.72 * f->font, min = INFINITY;
    tmiPoint u = {0.0, -1.0}, best = u;
    for (int i = 0; i < LABEL_DIRECTIONS; i++) {
        double near = -1.0; /* cosine of the angle to the nearest */
        for (int k = 0; k < ways->count; k++) {
            double cosine = u.x * ways->to[k].x + u.y * ways->to[k].y;
            near = cosine > near ? cosine : near;
        }
        if (near + RATHER_ABOVE * u.y < min) {
            min = near + RATHER_ABOVE * u.y;
            best = u;
        }
        u = (tmiPoint){COS_STEP * u.x - SIN_STEP * u.y, SIN_STEP * u.x + COS_STEP * u.y};
    }
    return (tmiPoint){p.x + far * best.x, p.y + far * best.y};
}

/* Links shorter than this leave no room for letters [letters]. */
#define ROOM_MIN 2.6

static void label_joints(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    if (f->length * f->scale < ROOM_MIN * f->font) {
        return;
    }
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        const tmiMark *end = &joint->end[1];
        tmiPoint p = tmi_film_seen(f, tmi_film_point(poses, end->body, end->x, end->y));
        int driven = end->body ? 1 : 0;
        Ways ways = {.count = 0};
        add_way(f, poses, joint->end[!driven].body, p, &ways);
        add_way(f, poses, joint->end[driven].body, p, &ways);
        if (joint->driver) {
            add_arrow(&ways);
        }
        if (joint->name[0]) {
            write_at(f, svg, beside(f, p, &ways), joint->name, f->def->ink, false);
        }
    }
}

/* Points of links that trace and are no joints. */
static void label_points(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 0; i < f->traced_count; i++) {
        const tmiMark *mark = &f->marks[f->traced[i]];
        bool joint = false;
        for (int32_t k = 0; k < f->joint_count; k++) {
            joint |= f->joints[k].mark == f->traced[i];
        }
        if (!joint && mark->name[0]) {
            tmiPoint p = tmi_film_seen(f, tmi_film_point(poses, mark->body, mark->x, mark->y));
            Ways ways = {.count = 0};
            add_way(f, poses, mark->body, p, &ways);
            write_at(f, svg, beside(f, p, &ways), mark->name, f->def->curve, false);
        }
    }
}

/* Breadth of a name, about [px]. */
static double breadth(const tmiFilm *f, const char *name) {
    double letters = 0.0;
    for (size_t at = 0; name[at]; at += tmi_utf8_length(name + at)) {
        letters += 1.0;
    }
    return LETTER_BREADTH * letters * f->font;
}

/* Whether a name is about as long as the body it is written on, at most. */
static bool fits(const tmiFilm *f, const tmiOutline *o, const char *name) {
    const tmiPoint *c = f->corners + o->first;
    double max = 0.0;
    for (int32_t i = 1; i < o->count; i++) {
        double x = c[i].x - c[0].x, y = c[i].y - c[0].y;
        max = x * x + y * y > max ? x * x + y * y : max;
    }
    return breadth(f, name) < sqrt(max) * f->scale;
}

/* Whether an arrow stands on the side of the body that is usually free. */
static bool is_driven(const tmiFilm *f, int32_t body) {
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        if (joint->driver && joint->end[joint->end[1].body ? 1 : 0].body == body) {
            return true;
        }
    }
    return false;
}

/* On a plate in its middle, beside a bar on the side that is up in the picture. */
static void label_bodies(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 1; i < f->body_count; i++) {
        const tmiOutline *o = &f->outlines[i];
        const char *name = tm_body_name(f->m, tm_body_at(f->m, i));
        if (!name || !name[0] || o->count < 2 || !fits(f, o, name)) {
            continue;
        }
        tmiPoint p = tmi_film_seen(f, tmi_film_point(poses, i, o->x, o->y));
        if (o->count == 2) {
            const tmiPoint *c = f->corners + o->first;
            tmiPoint a = tmi_film_seen(f, tmi_film_point(poses, i, c[0].x, c[0].y));
            double x = p.x - a.x, y = p.y - a.y, length = sqrt(x * x + y * y);
            double up = (x < 0.0) == is_driven(f, i) ? 1.0 : -1.0;
            x *= up / length;
            y *= up / length;
            /* As far as the name's corner needs to clear the bar. */
            double far = 0.6 * f->bar + 0.2 * f->font + 0.4 * f->font * fabs(x) +
                         0.5 * breadth(f, name) * fabs(y);
            p = (tmiPoint){p.x + y * far, p.y - x * far};
        }
        write_at(f, svg, p, name, tmi_film_colour(f, i), true);
    }
}

void tmi_film_draw_labels(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    tmi_svg_raw(svg, "<g text-anchor=\"middle\" paint-order=\"stroke\" stroke-width=\"3\""
                     " stroke-linejoin=\"round\" stroke-opacity=\".85\"");
    tmi_svg_attr(svg, "stroke", "#fff");
    tmi_svg_end(svg, false);
    label_bodies(f, svg, poses);
    label_joints(f, svg, poses);
    label_points(f, svg, poses);
    tmi_svg_close(svg, "g");
}
