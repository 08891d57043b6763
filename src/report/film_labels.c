/* film_labels.c: names beside joints and links, placed where little is in their way. */
#include "report/film.h"

#include <math.h>

/* Breadth of a letter, of its height. */
#define LETTER 0.6

static tmiPoint seen(const tmiFilm *f, tmiPoint p) {
    return (tmiPoint){f->origin.x + f->scale * p.x, f->origin.y - f->scale * p.y};
}

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

/* Adds to (x, y) the direction from p to the middle of the body; the ground lies below. */
static void add_way(const tmiFilm *f, const tmPose *poses, int32_t body, tmiPoint p, double *x,
                    double *y) {
    const tmiOutline *o = &f->outlines[body];
    tmiPoint q =
        body ? seen(f, tmi_film_point(poses, body, o->x, o->y)) : (tmiPoint){p.x, p.y + 1.0};
    double dx = q.x - p.x, dy = q.y - p.y, length = sqrt(dx * dx + dy * dy);
    if (length > 0.0) {
        *x += dx / length;
        *y += dy / length;
    }
}

/* Beside p, away from where (x, y) points. */
static tmiPoint beside(const tmiFilm *f, tmiPoint p, double x, double y) {
    double length = sqrt(x * x + y * y);
    double far = 0.6 * f->bar + 0.72 * f->font;
    if (length < 0.2) {
        x = -1.0;
        y = 1.0;
        length = sqrt(2.0);
    }
    return (tmiPoint){p.x - far * x / length, p.y - far * y / length};
}

/* Links shorter than this leave no room for letters [letters]. */
#define ROOM_LEAST 2.6

static void label_joints(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    if (f->length * f->scale < ROOM_LEAST * f->font) {
        return;
    }
    for (int32_t i = 0; i < f->joint_count; i++) {
        const tmiShownJoint *joint = &f->joints[i];
        const tmiMark *end = &joint->end[1];
        tmiPoint p = seen(f, tmi_film_point(poses, end->body, end->x, end->y));
        double x = 0.0, y = 0.0;
        add_way(f, poses, joint->end[0].body, p, &x, &y);
        add_way(f, poses, joint->end[1].body, p, &x, &y);
        if (joint->name[0]) {
            write_at(f, svg, beside(f, p, x, y), joint->name, f->def->ink, false);
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
            tmiPoint p = seen(f, tmi_film_point(poses, mark->body, mark->x, mark->y));
            double x = 0.0, y = 0.0;
            add_way(f, poses, mark->body, p, &x, &y);
            write_at(f, svg, beside(f, p, x, y), mark->name, f->def->curve, false);
        }
    }
}

/* Whether a name is about as long as the body it is written on, at most. */
static bool fits(const tmiFilm *f, const tmiOutline *o, const char *name) {
    const tmiPoint *c = f->corners + o->first;
    double most = 0.0, letters = 0.0;
    for (int32_t i = 1; i < o->count; i++) {
        double x = c[i].x - c[0].x, y = c[i].y - c[0].y;
        most = x * x + y * y > most ? x * x + y * y : most;
    }
    for (size_t at = 0; name[at]; at += tmi_utf8_length(name + at)) {
        letters += 1.0;
    }
    return LETTER * letters * f->font < sqrt(most) * f->scale;
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
        tmiPoint p = seen(f, tmi_film_point(poses, i, o->x, o->y));
        if (o->count == 2) {
            const tmiPoint *c = f->corners + o->first;
            tmiPoint a = seen(f, tmi_film_point(poses, i, c[0].x, c[0].y));
            double x = p.x - a.x, y = p.y - a.y, length = sqrt(x * x + y * y);
            double far = (0.6 * f->bar + 0.6 * f->font) / (x < 0.0 ? -length : length);
            far = is_driven(f, i) ? -far : far;
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
