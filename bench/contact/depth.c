/* depth.c: how deep bodies are in each other, by brute force: for each two pieces the separation
 * along every normal of both, and, of rounded ones, along every line through two corners. It shares
 * no code with any engine. */
#include "judge.h"

#include <math.h>

#define CORNERS_MAX 64 /* of a piece */

typedef struct placed {
    int count;
    double radius;
    double at[CORNERS_MAX][2];
} placed;

static void place(const conPiece *piece, const conState *state, placed *out) {
    double c = cos(state->angle);
    double s = sin(state->angle);
    con_need(piece->count <= CORNERS_MAX, "a piece with few corners");
    out->count = piece->count;
    out->radius = piece->radius;
    for (int i = 0; i < piece->count; i++) {
        const double *p = piece->corners[i];
        out->at[i][0] = state->x + c * p[0] - s * p[1];
        out->at[i][1] = state->y + s * p[0] + c * p[1];
    }
}

/* How far b is beyond a along the unit vector n, of the cores. */
static double along(const placed *a, const placed *b, const double n[2]) {
    double max = -INFINITY;
    double min = INFINITY;
    for (int i = 0; i < a->count; i++) {
        max = fmax(max, n[0] * a->at[i][0] + n[1] * a->at[i][1]);
    }
    for (int i = 0; i < b->count; i++) {
        min = fmin(min, n[0] * b->at[i][0] + n[1] * b->at[i][1]);
    }
    return min - max;
}

/* The larger of the separations along a vector and against it. */
static double try_both(const placed *a, const placed *b, double x, double y, double best) {
    double length = hypot(x, y);
    if (length == 0.0) {
        return best;
    }
    double n[2] = {x / length, y / length};
    double back[2] = {-n[0], -n[1]};
    return fmax(best, fmax(along(a, b, n), along(a, b, back)));
}

static double by_normals(const placed *a, const placed *b, const placed *of, double best) {
    for (int i = 0; i < of->count; i++) {
        const double *p = of->at[i];
        const double *q = of->at[(i + 1) % of->count];
        best = try_both(a, b, q[1] - p[1], p[0] - q[0], best);
    }
    return best;
}

static double separation(const placed *a, const placed *b) {
    double radius = a->radius + b->radius;
    double best = by_normals(a, b, b, by_normals(a, b, a, -INFINITY));
    if (radius > 0.0) {
        for (int i = 0; i < a->count * b->count; i++) {
            const double *p = a->at[i / b->count];
            const double *q = b->at[i % b->count];
            best = try_both(a, b, q[0] - p[0], q[1] - p[1], best);
        }
    }
    return best - radius;
}

double con_depth(const conBody *a, const conState *at_a, const conBody *b, const conState *at_b) {
    double deepest = 0.0;
    if (hypot(at_a->x - at_b->x, at_a->y - at_b->y) > a->reach + b->reach) {
        return 0.0;
    }
    for (int i = 0; i < a->piece_count; i++) {
        placed p;
        place(&a->pieces[i], at_a, &p);
        for (int k = 0; k < b->piece_count; k++) {
            placed q;
            place(&b->pieces[k], at_b, &q);
            deepest = fmax(deepest, -separation(&p, &q));
        }
    }
    return deepest;
}
