/* solid_clip.c: the overlap of a face and a face of the other piece, both seen along the normal of
 * the first: the outline of the second is cut by one side of the first after another. What each
 * corner of it lies on is kept: so it can be made again as features of both pieces. */
#include "analyse/contact/spatial/spatial.h"

int32_t tmi_solid_facing(const tmiSolid *other, const double normal[3]) {
    int32_t face = -1;
    double least = 2.0;
    for (int32_t f = 0; f < other->shape->face_count; f++) {
        double along = tmi_dot3(other->normal[f], normal);
        if (along < least - 16.0 * TMI_EPSILON) {
            least = along;
            face = f;
        }
    }
    return face;
}

/* A side of the face: the plane through it, upright on the face. */
typedef struct Side {
    const double *from;
    double out[3]; /* away from the face, length 1 */
    int32_t mark;  /* -1 minus its place */
    double slack;
} Side;

static double inside(const Side *side, const double at[3]) {
    double apart[3];
    tmi_subtract3(at, side->from, apart);
    return -tmi_dot3(side->out, apart);
}

static tmiSolidCorner cut(const tmiSolidCorner *from, const tmiSolidCorner *to, double part,
                          int32_t into, int32_t out) {
    tmiSolidCorner c = {.into = into, .out = out};
    for (int32_t k = 0; k < 3; k++) {
        c.at[k] = from->at[k] + part * (to->at[k] - from->at[k]);
    }
    return c;
}

/* What is left of the outline inside of a side. */
static int32_t cut_by(const Side *side, const tmiSolidCorner *from, int32_t count,
                      tmiSolidCorner *to) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        const tmiSolidCorner *own = &from[i], *next = &from[i + 1 < count ? i + 1 : 0];
        double x = inside(side, own->at), y = inside(side, next->at);
        bool in = x >= -side->slack, next_in = y >= -side->slack;
        if (in) {
            to[kept] = *own;
            if (!next_in && !(x > side->slack)) {
                to[kept].out = side->mark; /* it leaves along the side */
            }
            kept++;
            if (!next_in && x > side->slack) {
                to[kept++] = cut(own, next, x / (x - y), own->out, side->mark);
            }
        } else if (next_in && y > side->slack) {
            to[kept++] = cut(own, next, x / (x - y), side->mark, own->out);
        }
    }
    /* Each is reached along what the one before it is left on. */
    for (int32_t i = 0; i < kept; i++) {
        to[i].into = to[i > 0 ? i - 1 : kept - 1].out;
    }
    return kept;
}

/* The outline of a face, or of a capsule: there and back. */
static int32_t outline(const tmiSolid *other, int32_t facing, tmiSolidCorner *corners) {
    const tmiSolidShape *s = other->shape;
    int32_t first = facing >= 0 ? s->face_starts[facing] : 0;
    int32_t count = facing >= 0 ? s->face_starts[facing + 1] - first : s->corner_count;
    for (int32_t i = 0; i < count; i++) {
        const double *at = other->corner[facing >= 0 ? s->face_corners[first + i] : i];
        corners[i] = (tmiSolidCorner){{at[0], at[1], at[2]}, i > 0 ? i - 1 : count - 1, i};
    }
    return count;
}

int32_t tmi_solid_clip(const tmiSolid *with, int32_t face, const tmiSolid *other, int32_t facing,
                       double slack, tmiSolidCorner *corners) {
    const tmiSolidShape *s = with->shape;
    int32_t first = s->face_starts[face], sides = s->face_starts[face + 1] - first;
    tmiSolidCorner *now = corners, *next = corners + tmi_solid_points_max(s, other->shape);
    int32_t count = outline(other, facing, now);
    for (int32_t k = 0; k < sides && count > 0; k++) {
        const double *from = with->corner[s->face_corners[first + k]];
        const double *to = with->corner[s->face_corners[first + (k + 1 < sides ? k + 1 : 0)]];
        Side side = {.from = from, .mark = -1 - k, .slack = slack};
        double along[3];
        tmi_subtract3(to, from, along);
        tmi_cross3(along, with->normal[face], side.out);
        if (!(tmi_normalise3(side.out) > 0.0)) {
            continue;
        }
        count = cut_by(&side, now, count, next);
        tmiSolidCorner *last = now;
        now = next;
        next = last;
    }
    for (int32_t i = 0; i < count && now != corners; i++) {
        corners[i] = now[i];
    }
    return count;
}
