/* pair_swept.c: the swept guard: how deep two pieces were within each other on the way.
 *
 * All corners move straight, x(s) = (1 - s) x0 + s x1. Along a direction that is held, the
 * separation is then a minimum of linear functions of s: where it is at least g at both ends of an
 * interval it is so on all of it. So the best direction in the middle of an interval either
 * certifies it, or the interval is halved: branch and bound on the depth, which misses no overlap
 * however short it is. In space it is the same with other rows. Theory, section 5. */
#include "analyse/contact/pair/pair.h"

/* Part of the depth by which the answer may be too small [1]: the guard asks whether there was a
 * relevant overlap, not for its last digit. */
#define DEPTH_PART 0.0625

/* Halvings of an interval [1]: intervals shorter than 2^-40 of a step are judged by their middle.
 */
#define INTERVAL_HALVINGS 40

/* Maximum number of intervals [1]; the rest then counts as deep as its bound. A pair that passes
 * takes some 30. */
#define INTERVALS 2000

typedef struct sweep {
    const tmiContactPiece *a0, *b0, *a1, *b1;
    tmiContactPiece a, b; /* in between */
    double enough;        /* overlaps up to this depth do not count [m] */
    double deepest;       /* found so far [m] */
    int32_t left;         /* intervals that may still be examined */
} sweep;

size_t tmi_contact_swept_work(const tmiContactPiece *a, const tmiContactPiece *b) {
    return 4 * ((size_t)a->count + (size_t)b->count);
}

/* What stands still does not change a bit. */
static double mixed(double from, double to, double s) {
    return from + s * (to - from);
}

/* A turn by an angle t mixed with none is a turn by s t and a bit, and a shrinkage: so the mixed
 * piece is similar to the true one, and its normals are the mixed ones made unit. */
static void mix(const tmiContactPiece *from, const tmiContactPiece *to, double s,
                tmiContactPiece *out) {
    for (int32_t i = 0; i < from->count; i++) {
        for (int32_t k = 0; k < 2; k++) {
            out->corner[i][k] = mixed(from->corner[i][k], to->corner[i][k], s);
        }
    }
    for (int32_t i = 0; i < from->facets; i++) {
        const double x = mixed(from->normal[i][0], to->normal[i][0], s);
        const double y = mixed(from->normal[i][1], to->normal[i][1], s);
        const double length = tmi_hypot(x, y);
        out->normal[i][0] = length > 0.0 ? x / length : from->normal[i][0];
        out->normal[i][1] = length > 0.0 ? y / length : from->normal[i][1];
    }
}

/* The separation along a held direction at s [m]. */
static double along(const sweep *w, const double n[2], double s) {
    double far_a = 0.0, near_b = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        const tmiContactPiece *from = side == 0 ? w->a0 : w->b0, *to = side == 0 ? w->a1 : w->b1;
        for (int32_t i = 0; i < from->count; i++) {
            const double x =
                mixed(tmi_contact_dot(n, from->corner[i]), tmi_contact_dot(n, to->corner[i]), s);
            if (side == 0) {
                far_a = i == 0 || x > far_a ? x : far_a;
            } else {
                near_b = i == 0 || x < near_b ? x : near_b;
            }
        }
    }
    return near_b - far_a - (w->a.radius + w->b.radius);
}

static void search(sweep *w, double from, double to, int32_t halvings) {
    const double middle = 0.5 * (from + to);
    double normal[2];
    int32_t row;
    mix(w->a0, w->a1, middle, &w->a);
    mix(w->b0, w->b1, middle, &w->b);
    const double depth = -tmi_contact_separation(&w->a, &w->b, &row);
    if (depth > w->enough && depth > w->deepest) {
        w->deepest = depth;
    }
    if (!tmi_contact_normal(&w->a, &w->b, row, normal)) {
        return;
    }
    const double at_from = -along(w, normal, from), at_to = -along(w, normal, to);
    const double bound = at_from > at_to ? at_from : at_to;
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

/* A copy that has its corners and normals in other memory, and a box around the way. */
static tmiContactPiece movable(const tmiContactPiece *from, const tmiContactPiece *to,
                               double *memory) {
    tmiContactPiece copy = *from;
    copy.corner = (double(*)[2])memory;
    copy.normal = copy.corner + from->count;
    for (int32_t k = 0; k < 2; k++) {
        copy.low[k] = to->low[k] < from->low[k] ? to->low[k] : from->low[k];
        copy.high[k] = to->high[k] > from->high[k] ? to->high[k] : from->high[k];
    }
    return copy;
}

double tmi_contact_swept(const tmiContactPiece *a0, const tmiContactPiece *b0,
                         const tmiContactPiece *a, const tmiContactPiece *b, double tolerance,
                         double *work) {
    sweep w = {.a0 = a0,
               .b0 = b0,
               .a1 = a,
               .b1 = b,
               .a = movable(a0, a, work),
               .b = movable(b0, b, work + 4 * (size_t)a0->count),
               .left = INTERVALS};
    const double roundings = TMI_COORDINATE_ROUNDINGS * tmi_contact_reach(&w.a, &w.b);
    w.enough = tolerance > roundings ? tolerance : roundings;
    search(&w, 0.0, 1.0, INTERVAL_HALVINGS);
    return w.deepest;
}

bool tmi_contact_was_open(const tmiContactPiece *a0, const tmiContactPiece *b0,
                          const tmiContactPiece *a, const tmiContactPiece *b, int32_t row,
                          double tolerance) {
    double normal[2];
    if (tmi_contact_row(a, b, row).kind != TMI_CONTACT_CORNERS) {
        return true;
    }
    const sweep w = {.a0 = a0, .b0 = b0, .a1 = a, .b1 = b, .a = *a0, .b = *b0};
    return tmi_contact_normal(a, b, row, normal) && along(&w, normal, 0.0) >= -tolerance;
}
