/* solid_swept.c: the swept guard of space, as pair_swept.c of the plane: branch and bound on the
 * depth, with corners that move straight and directions that are held.
 *
 * Between its ends a piece is the image of its shape under (1 - s) R0 + s R1, which takes planes to
 * planes: faces stay flat, and their normals are worked out from three of their corners. */
#include "analyse/contact/spatial/spatial.h"

#include <string.h>

/* Part of the depth by which the answer may be too small [1]. */
#define DEPTH_PART 0.0625

/* Halvings of an interval [1], and intervals at most [1]; the rest counts as deep as its bound. */
#define INTERVAL_HALVINGS 40
#define INTERVALS 2000

typedef struct Sweep {
    const tmiSolidPair *pair; /* a0, b0 and a, b are its ends */
    tmiSolid a, b;            /* in between */
    double enough;            /* overlaps up to this depth do not count [m] */
    double deepest;           /* found so far [m] */
    int32_t left;             /* intervals that may still be examined */
} Sweep;

static size_t doubles_of(const tmiSolidShape *s) {
    return 3 * ((size_t)s->corner_count + (size_t)s->face_count + (size_t)s->edge_count);
}

size_t tmi_solid_swept_work(const tmiSolidShape *a, const tmiSolidShape *b) {
    return doubles_of(a) + doubles_of(b);
}

static void mix(const tmiSolid *from, const tmiSolid *to, double s, tmiSolid *out) {
    const tmiSolidShape *shape = out->shape;
    for (int32_t i = 0; i < shape->corner_count; i++) {
        for (int32_t k = 0; k < 3; k++) {
            out->corner[i][k] = from->corner[i][k] + s * (to->corner[i][k] - from->corner[i][k]);
        }
    }
    for (int32_t e = 0; e < shape->edge_count; e++) {
        for (int32_t k = 0; k < 3; k++) {
            out->along[e][k] = from->along[e][k] + s * (to->along[e][k] - from->along[e][k]);
        }
    }
    for (int32_t f = 0; f < shape->face_count; f++) {
        const int32_t *wide = shape->wide[f];
        double u[3], v[3];
        tmi_subtract3(out->corner[wide[1]], out->corner[wide[0]], u);
        tmi_subtract3(out->corner[wide[2]], out->corner[wide[0]], v);
        tmi_cross3(u, v, out->normal[f]);
        if (!(tmi_normalise3(out->normal[f]) > 0.0)) {
            memcpy(out->normal[f], from->normal[f], sizeof out->normal[f]);
        }
    }
}

/* The separation along a held direction at the start, or at the end [m]. */
static double along(const Sweep *w, const double n[3], double s) {
    const tmiSolidPair *p = w->pair;
    double far_a = 0.0, near_b = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        const tmiSolid *from = side == 0 ? p->a0 : p->b0, *to = side == 0 ? p->a : p->b;
        for (int32_t i = 0; i < from->shape->corner_count; i++) {
            double x = tmi_dot3(n, from->corner[i]), y = tmi_dot3(n, to->corner[i]);
            x += s * (y - x);
            if (side == 0) {
                far_a = i == 0 || x > far_a ? x : far_a;
            } else {
                near_b = i == 0 || x < near_b ? x : near_b;
            }
        }
    }
    return near_b - far_a - (p->a->shape->radius + p->b->shape->radius);
}

static void search(Sweep *w, double from, double to, int32_t halvings) {
    double middle = 0.5 * (from + to);
    int32_t row;
    tmiSolidLine line;
    mix(w->pair->a0, w->pair->a, middle, &w->a);
    mix(w->pair->b0, w->pair->b, middle, &w->b);
    double depth = -tmi_solid_separation(&w->a, &w->b, &row);
    if (depth > w->enough && depth > w->deepest) {
        w->deepest = depth;
    }
    if (row < 0 || !tmi_solid_line(&w->a, &w->b, row, &line)) {
        return;
    }
    double at_from = -along(w, line.normal, from), at_to = -along(w, line.normal, to);
    double bound = at_from > at_to ? at_from : at_to;
    if (bound <= w->enough || bound <= w->deepest * (1.0 + DEPTH_PART) || halvings == 0) {
        return;
    }
    if (w->left-- <= 0) {
        w->deepest = bound;
        return;
    }
    search(w, from, middle, halvings - 1);
    search(w, middle, to, halvings - 1);
}

static tmiSolid movable(const tmiSolid *from, double **memory) {
    tmiSolid copy = *from;
    copy.corner = (double(*)[3]) * memory;
    copy.normal = copy.corner + from->shape->corner_count;
    copy.along = copy.normal + from->shape->face_count;
    *memory += doubles_of(from->shape);
    return copy;
}

double tmi_solid_swept(const tmiSolidPair *pair, double tolerance, double *work) {
    double far = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        const tmiSolid *all[4] = {pair->a, pair->b, pair->a0, pair->b0};
        for (int32_t i = 0; i < 4; i++) {
            far = tmi_max(tmi_max(all[i]->high[k], -all[i]->low[k]), far);
        }
    }
    Sweep w = {.pair = pair, .left = INTERVALS};
    w.a = movable(pair->a, &work);
    w.b = movable(pair->b, &work);
    double roundings = TMI_COORDINATE_ROUNDINGS * far;
    w.enough = tolerance > roundings ? tolerance : roundings;
    search(&w, 0.0, 1.0, INTERVAL_HALVINGS);
    return w.deepest;
}
