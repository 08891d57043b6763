/* film_arcs.c: sectors that show a range of a joint's angle: what the driven link would sweep in
 * it. They stand on the body that the angle is counted from. */
#include "report/film/film_private.h"

#include "numeric/numeric.h"

#include <math.h>

static double angle_of(const tmiMark *mark) {
    return tmi_atan2(mark->s, mark->c);
}

/* Reaches from the pin to the link's farthest corner, and is counted from where the link points,
 * whatever direction its feature has. */
static tmiArc make_arc(const tmiFilm *f, const tmiMark *a, const tmiMark *b, double from,
                       double to) {
    bool turned = b->body == 0; /* b stands still, and a turns the other way */
    const tmiMark *still = turned ? b : a, *moved = turned ? a : b;
    const tmiOutline *o = &f->outlines[moved->body];
    double link = tmi_atan2(o->y - moved->y, o->x - moved->x) - angle_of(moved);
    double zero = angle_of(still) + link;
    tmiArc arc = {.body = still->body,
                  .x = still->x,
                  .y = still->y,
                  .from = zero + (turned ? -to : from),
                  .to = zero + (turned ? -from : to)};
    for (int32_t i = 0; i < o->count; i++) {
        const tmiPoint *corner = &f->corners[o->first + i];
        double far = tmi_hypot(corner->x - moved->x, corner->y - moved->y);
        arc.radius = far > arc.radius ? far : arc.radius;
    }
    return arc;
}

tmStatus tmi_film_take_arcs(tmiFilm *f) {
    f->arcs = tmi_arena_alloc(&f->arena, (size_t)f->def->arc_count, sizeof *f->arcs);
    if (!f->arcs) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < f->def->arc_count; i++) {
        const tmFilmArc *arc = &f->def->arcs[i];
        tmJointDef joint;
        if (tm_joint_get(f->m, arc->joint, &joint) != TM_OK) {
            return TM_ERR_ID;
        }
        if (joint.kind != TM_JOINT_REVOLUTE || !isfinite(arc->from) || !(arc->from < arc->to) ||
            !(arc->to - arc->from < 2.0 * TMI_PI)) {
            return TM_ERR_ARGUMENT;
        }
        f->arcs[i] =
            make_arc(f, &f->marks[tmi_film_place(joint.features[0].value)],
                     &f->marks[tmi_film_place(joint.features[1].value)], arc->from, arc->to);
    }
    return TM_OK;
}

/* Where the arc is, `part` of the way along it. */
tmiPoint tmi_film_arc_point(const tmiArc *arc, const tmPose *poses, double part) {
    double c, s;
    tmi_sincos(arc->from + part * (arc->to - arc->from), &s, &c);
    return tmi_film_point(poses, arc->body, arc->x + arc->radius * c, arc->y + arc->radius * s);
}

void tmi_film_draw_arcs(const tmiFilm *f, tmiSvg *svg, const tmPose *poses) {
    for (int32_t i = 0; i < f->def->arc_count; i++) {
        const tmiArc *arc = &f->arcs[i];
        tmiPoint middle = tmi_film_seen(f, tmi_film_point(poses, arc->body, arc->x, arc->y));
        tmiPoint from = tmi_film_seen(f, tmi_film_arc_point(arc, poses, 0.0));
        tmiPoint to = tmi_film_seen(f, tmi_film_arc_point(arc, poses, 1.0));
        tmi_svg_raw(svg, "<path fill-opacity=\".15\" stroke-opacity=\".5\"");
        tmi_svg_attr(svg, "fill", f->def->curve);
        tmi_svg_attr(svg, "stroke", f->def->curve);
        tmi_svg_raw(svg, " d=\"");
        tmi_svg_path_point(svg, 'M', middle.x, middle.y);
        tmi_svg_path_point(svg, 'L', from.x, from.y);
        tmi_svg_path_arc(svg, arc->radius * f->scale, arc->to - arc->from > TMI_PI, to.x, to.y);
        tmi_svg_raw(svg, "Z\"/>\n");
    }
}
