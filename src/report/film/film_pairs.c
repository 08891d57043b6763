/* film_pairs.c: the higher pairs of a mechanism: wheels as circles with a spoke at their mark,
 * racks and ropes as lines, cams by their outline. */
#include "report/film/film_private.h"

#include "numeric/numeric.h"

#include <math.h>

/* Sizes in breadths of a bar. */
#define ROPE_BREADTH 0.22 /* breadth of a rope or belt */
#define WHEEL_RIM 0.3     /* of a wheel */

/* ---- Scene --------------------------------------------------------------------------------- */

tmStatus tmi_film_find_pairs(tmiFilm *f) {
    int32_t count = tm_joint_count(f->m);
    f->pairs = tmi_arena_alloc(&f->arena, (size_t)count, sizeof *f->pairs);
    for (int32_t i = 0; f->pairs && i < count; i++) {
        tmJointId id = tm_joint_at(f->m, i);
        tmJointDef def;
        if (tm_joint_get(f->m, id, &def) != TM_OK || def.kind < TM_JOINT_GEAR) {
            continue;
        }
        tmiShownPair *pair = &f->pairs[f->pair_count++];
        *pair = (tmiShownPair){.kind = def.kind, .low = INFINITY, .high = -INFINITY};
        for (; pair->count < TM_JOINT_FEATURES && def.features[pair->count].value; pair->count++) {
            pair->end[pair->count] = f->marks[tmi_film_place(def.features[pair->count].value)];
            pair->radii[pair->count] = def.radii[pair->count];
        }
        for (int32_t k = 0; def.profile && k < TMI_FILM_OUTLINE; k++) {
            double angle = TMI_TWO_PI * k / TMI_FILM_OUTLINE, r[3], c, s;
            tm_joint_profile(f->m, id, angle, r);
            tmi_sincos(angle, &s, &c);
            const tmiMark *a = &pair->end[0];
            pair->outline[k] = (tmiPoint){a->x + r[0] * (c * a->c - s * a->s),
                                          a->y + r[0] * (s * a->c + c * a->s)};
            pair->radii[0] = r[0] > pair->radii[0] ? r[0] : pair->radii[0];
        }
    }
    return f->pairs ? TM_OK : TM_ERR_MEMORY;
}

static tmiPoint place(const tmPose *poses, const tmiMark *mark) {
    return tmi_film_point(poses, mark->body, mark->x, mark->y);
}

static tmiPoint direction(const tmPose *poses, const tmiMark *mark) {
    const tmPose *p = &poses[mark->body];
    return (tmiPoint){p->c * mark->c - p->s * mark->s, p->s * mark->c + p->c * mark->s};
}

/* Radius of the wheel at feature i [m]. Those of gears are drawn to touch: only their ratio is
 * given. */
static double wheel_radius(const tmiShownPair *pair, const tmPose *poses, int32_t i) {
    bool inner = pair->kind == TM_JOINT_INNER_GEAR;
    if (pair->kind == TM_JOINT_GEAR || inner) {
        tmiPoint p = place(poses, &pair->end[0]), q = place(poses, &pair->end[1]);
        double apart = tmi_hypot(q.x - p.x, q.y - p.y);
        double both =
            inner ? fabs(pair->radii[0] - pair->radii[1]) : pair->radii[0] + pair->radii[1];
        return both > 0.0 ? apart * pair->radii[i] / both : 0.0;
    }
    return fabs(pair->radii[i]);
}

/* How far the wheel of a rack is along it. */
static double along_rack(const tmiShownPair *pair, const tmPose *poses) {
    tmiPoint p = place(poses, &pair->end[0]), q = place(poses, &pair->end[1]);
    tmiPoint u = direction(poses, &pair->end[0]);
    return u.x * (q.x - p.x) + u.y * (q.y - p.y);
}

double tmi_film_pair_reach(tmiShownPair *pair, const tmPose *poses, int32_t i) {
    if (pair->kind == TM_JOINT_RACK) {
        double at = along_rack(pair, poses), more = fabs(pair->radii[1]);
        pair->low = at - more < pair->low ? at - more : pair->low;
        pair->high = at + more > pair->high ? at + more : pair->high;
    }
    return wheel_radius(pair, poses, i);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

static void end_shape(const tmiFilm *f, tmiSvg *svg, int32_t body, double width) {
    tmi_svg_attr(svg, "stroke", tmi_film_colour(f, body));
    tmi_svg_attr_number(svg, "stroke-width", width * f->bar);
    tmi_svg_end(svg, true);
}

static void draw_line(const tmiFilm *f, tmiSvg *svg, tmiPoint a, tmiPoint b, int32_t body,
                      double width) {
    tmiPoint p = tmi_film_seen(f, a), q = tmi_film_seen(f, b);
    tmi_svg_raw(svg, "<path d=\"");
    tmi_svg_path_point(svg, 'M', p.x, p.y);
    tmi_svg_path_point(svg, 'L', q.x, q.y);
    tmi_svg_raw(svg, "\"");
    end_shape(f, svg, body, width);
}

/* A rim and a spoke; an arc flag pair of half circles, since a path takes its colour here. */
static void draw_wheel(const tmiFilm *f, tmiSvg *svg, const tmPose *poses, const tmiMark *mark,
                       double radius) {
    tmiPoint centre = place(poses, mark), u = direction(poses, mark), p = tmi_film_seen(f, centre);
    if (!(radius > 0.0)) {
        return;
    }
    double r = f->scale * radius;
    tmi_svg_raw(svg, "<path d=\"");
    tmi_svg_path_point(svg, 'M', p.x - r, p.y);
    for (int half = 0; half < 2; half++) {
        tmi_svg_path_point(svg, 'A', r, r);
        tmi_svg_raw(svg, " 0 1 0 ");
        tmi_svg_number(svg, half ? p.x - r : p.x + r);
        tmi_svg_raw(svg, ",");
        tmi_svg_number(svg, p.y);
    }
    tmi_svg_raw(svg, "Z\"");
    end_shape(f, svg, mark->body, WHEEL_RIM);
    draw_line(f, svg, centre, (tmiPoint){centre.x + radius * u.x, centre.y + radius * u.y},
              mark->body, WHEEL_RIM);
}

/* The straight part of a rope from wheel to wheel of signed radii r and s. */
static void draw_strand(const tmiFilm *f, tmiSvg *svg, tmiPoint a, double r, tmiPoint b, double s) {
    double x = b.x - a.x, y = b.y - a.y, h = s - r, d2 = x * x + y * y;
    if (!(d2 > h * h)) {
        return;
    }
    double length = sqrt(d2 - h * h);
    double ux = (length * x + h * y) / d2, uy = (length * y - h * x) / d2;
    draw_line(f, svg, (tmiPoint){a.x + r * uy, a.y - r * ux},
              (tmiPoint){b.x + s * uy, b.y - s * ux}, 0, ROPE_BREADTH);
}

static void draw_cam(const tmiFilm *f, tmiSvg *svg, const tmPose *poses, const tmiShownPair *pair) {
    const tmiMark *b = &pair->end[1];
    tmi_svg_raw(svg, "<path d=\"");
    for (int32_t k = 0; k < TMI_FILM_OUTLINE; k++) {
        tmiPoint at =
            tmi_film_point(poses, pair->end[0].body, pair->outline[k].x, pair->outline[k].y);
        tmiPoint p = tmi_film_seen(f, at);
        tmi_svg_path_point(svg, k ? 'L' : 'M', p.x, p.y);
    }
    tmi_svg_raw(svg, "Z\"");
    end_shape(f, svg, pair->end[0].body, WHEEL_RIM);
    if (pair->kind == TM_JOINT_ROLLER_CAM) {
        draw_wheel(f, svg, poses, b, pair->radii[1]);
        return;
    }
    tmiPoint p = place(poses, b), u = direction(poses, b);
    double half = pair->radii[0];
    draw_line(f, svg, (tmiPoint){p.x - half * u.x, p.y - half * u.y},
              (tmiPoint){p.x + half * u.x, p.y + half * u.y}, b->body, 2.0 * WHEEL_RIM);
}

static void draw_rack(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                      const tmiShownPair *pair) {
    tmiPoint p = place(poses, &pair->end[0]), u = direction(poses, &pair->end[0]);
    if (pair->low <= pair->high) {
        draw_line(f, svg, (tmiPoint){p.x + pair->low * u.x, p.y + pair->low * u.y},
                  (tmiPoint){p.x + pair->high * u.x, p.y + pair->high * u.y}, pair->end[0].body,
                  2.0 * WHEEL_RIM);
    }
    draw_wheel(f, svg, poses, &pair->end[1], fabs(pair->radii[1]));
}

/* Strands of belts go both ways; a rope goes one. */
static void draw_rope(const tmiFilm *f, tmiSvg *svg, const tmPose *poses,
                      const tmiShownPair *pair) {
    bool belt = pair->kind != TM_JOINT_ROPE, crossed = pair->kind == TM_JOINT_CROSSED_BELT;
    for (int32_t i = 0; i < pair->count; i++) {
        draw_wheel(f, svg, poses, &pair->end[i], fabs(pair->radii[i]));
    }
    for (int32_t i = 0; i + 1 < pair->count; i++) {
        tmiPoint a = place(poses, &pair->end[i]), b = place(poses, &pair->end[i + 1]);
        double r = pair->radii[i], s = crossed ? -pair->radii[i + 1] : pair->radii[i + 1];
        draw_strand(f, svg, a, r, b, s);
        if (belt) {
            draw_strand(f, svg, a, -r, b, -s);
        }
    }
}

void tmi_film_draw_pairs(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 0; i < f->pair_count; i++) {
        const tmiShownPair *pair = &f->pairs[i];
        switch (pair->kind) {
        case TM_JOINT_GEAR:
        case TM_JOINT_INNER_GEAR:
            draw_wheel(f, svg, poses, &pair->end[0], wheel_radius(pair, poses, 0));
            draw_wheel(f, svg, poses, &pair->end[1], wheel_radius(pair, poses, 1));
            break;
        case TM_JOINT_RACK:
            draw_rack(f, svg, poses, pair);
            break;
        case TM_JOINT_FLAT_CAM:
        case TM_JOINT_ROLLER_CAM:
            draw_cam(f, svg, poses, pair);
            break;
        default:
            draw_rope(f, svg, poses, pair);
            break;
        }
    }
}
