/* verify_solid.c: two pieces of space: see verify.h. */
#include "analyse/contact/verify/verify.h"

#include "numeric/numeric.h"

#include <math.h>

/* Products of edges shorter than this part of both lengths are no directions [1]. */
#define PARALLEL 1e-8

/* A point of a piece, in world axes. */
static void place(const tmiVerifySolid *s, tmVec3 own, double at[3]) {
    const double v[3] = {own.x, own.y, own.z};
    double q[4] = {s->end->rotation[0], s->end->rotation[1], s->end->rotation[2],
                   s->end->rotation[3]};
    tmi_quaternion_unit(q);
    tmi_rotate3(q, v, at);
    tmi_add3(at, 1.0, s->end->position);
}

/* A direction of a piece, likewise. */
static void turn(const tmiVerifySolid *s, tmVec3 own, double to[3]) {
    double origin[3];
    place(s, own, to);
    place(s, (tmVec3){0, 0, 0}, origin);
    tmi_add3(to, -1.0, origin);
}

/* The furthest that a piece reaches along a direction [m]. */
static double reach(const tmiVerifySolid *s, const double n[3], double sign) {
    double far = -INFINITY;
    for (int32_t i = 0; i < s->piece->corner_count; i++) {
        double at[3];
        place(s, s->piece->corners[i], at);
        far = tmi_max(sign * tmi_dot3(n, at), far);
    }
    return far + s->piece->radius;
}

static double along(const tmiVerifySolid *a, const tmiVerifySolid *b, const double n[3]) {
    return -reach(b, n, -1.0) - reach(a, n, 1.0);
}

/* ---- Outside --------------------------------------------------------------------------------- */

double tmi_verify_outside(const tmiVerifySolid *s, const double point[3]) {
    const tmPiece *p = s->piece;
    double far = -INFINITY, from[3], apart[3];
    if (p->face_count > 0) {
        for (int32_t f = 0; f < p->face_count; f++) {
            double n[3];
            turn(s, p->normals[f], n);
            place(s, p->corners[p->face_corners[p->face_starts[f]]], from);
            far = tmi_max(tmi_dot3(n, point) - tmi_dot3(n, from), far);
        }
        return far - p->radius;
    }
    /* A centre, or a line between two. */
    place(s, p->corners[0], from);
    for (int32_t k = 0; k < 3; k++) {
        apart[k] = point[k] - from[k];
    }
    if (p->corner_count == 2) {
        double to[3];
        place(s, p->corners[1], to);
        tmi_add3(to, -1.0, from);
        double part = tmi_dot3(apart, to) / tmi_dot3(to, to);
        tmi_add3(apart, -tmi_min(tmi_max(part, 0.0), 1.0), to);
    }
    return tmi_length3(apart) - p->radius;
}

/* ---- Directions ------------------------------------------------------------------------------ */

static void try_direction(const tmiVerifySolid *a, const tmiVerifySolid *b, const double n[3],
                          double *best) {
    double unit[3] = {n[0], n[1], n[2]};
    if (tmi_normalise3(unit) > 0.0) {
        *best = tmi_max(along(a, b, unit), *best);
        for (int32_t k = 0; k < 3; k++) {
            unit[k] = -unit[k];
        }
        *best = tmi_max(along(a, b, unit), *best);
    }
}

static void try_faces(const tmiVerifySolid *a, const tmiVerifySolid *b, double *best) {
    for (int32_t side = 0; side < 2; side++) {
        const tmiVerifySolid *of = side ? b : a;
        for (int32_t f = 0; f < of->piece->face_count; f++) {
            double n[3];
            turn(of, of->piece->normals[f], n);
            try_direction(a, b, n, best);
        }
    }
}

/* The edge from a corner of a face to the next, in world axes. */
static void edge_of(const tmiVerifySolid *s, int32_t face, int32_t place, double e[3]) {
    const tmPiece *p = s->piece;
    int32_t first = p->face_starts[face], end = p->face_starts[face + 1];
    tmVec3 from = p->corners[p->face_corners[place]];
    tmVec3 to = p->corners[p->face_corners[place + 1 < end ? place + 1 : first]];
    turn(s, (tmVec3){to.x - from.x, to.y - from.y, to.z - from.z}, e);
}

/* Edges of a piece, each twice; of a capsule its only one. */
static int32_t edges_of(const tmiVerifySolid *s) {
    const tmPiece *p = s->piece;
    return p->face_count > 0 ? p->face_starts[p->face_count] : p->corner_count - 1;
}

static void edge_at(const tmiVerifySolid *s, int32_t i, int32_t *face, double e[3]) {
    const tmPiece *p = s->piece;
    if (p->face_count == 0) {
        turn(s,
             (tmVec3){p->corners[1].x - p->corners[0].x, p->corners[1].y - p->corners[0].y,
                      p->corners[1].z - p->corners[0].z},
             e);
        return;
    }
    while (i >= p->face_starts[*face + 1]) {
        ++*face;
    }
    edge_of(s, *face, i, e);
}

static void try_edges(const tmiVerifySolid *a, const tmiVerifySolid *b, double enough,
                      double *best) {
    int32_t face_a = 0;
    for (int32_t i = 0; i < edges_of(a) && !(*best >= -enough); i++) {
        double e[3];
        int32_t face_b = 0;
        edge_at(a, i, &face_a, e);
        for (int32_t k = 0; k < edges_of(b) && !(*best >= -enough); k++) {
            double f[3], n[3];
            edge_at(b, k, &face_b, f);
            tmi_cross3(e, f, n);
            if (tmi_length3(n) > PARALLEL * tmi_length3(e) * tmi_length3(f)) {
                try_direction(a, b, n, best);
            }
        }
    }
}

/* The line from a corner of one to a corner of the other, and those at right angles to edges of
 * either: where one is round, these may separate, too. */
static void try_corners(const tmiVerifySolid *a, const tmiVerifySolid *b, double *best) {
    for (int32_t i = 0; i < a->piece->corner_count; i++) {
        for (int32_t k = 0; k < b->piece->corner_count; k++) {
            double p[3], d[3];
            place(a, a->piece->corners[i], p);
            place(b, b->piece->corners[k], d);
            tmi_add3(d, -1.0, p);
            try_direction(a, b, d, best);
            for (int32_t side = 0; side < 2; side++) {
                const tmiVerifySolid *of = side ? b : a;
                int32_t face = 0;
                for (int32_t j = 0; j < edges_of(of); j++) {
                    double e[3], across[3] = {d[0], d[1], d[2]};
                    edge_at(of, j, &face, e);
                    tmi_add3(across, -tmi_dot3(d, e) / tmi_dot3(e, e), e);
                    try_direction(a, b, across, best);
                }
            }
        }
    }
}

/* ---- The verdict ----------------------------------------------------------------------------- */

tmiVerdictSolid tmi_verify_solids(const tmiVerifySolid *a, const tmiVerifySolid *b,
                                  const tmiVerifyTouch *touches, int32_t count, double enough) {
    double best = -INFINITY;
    for (int32_t i = 0; i < count && !(best >= -enough); i++) {
        try_direction(a, b, touches[i].normal, &best);
    }
    if (!(best >= -enough)) {
        try_faces(a, b, &best);
    }
    if (!(best >= -enough)) {
        try_edges(a, b, enough, &best);
    }
    if (!(best >= -enough) && a->piece->radius + b->piece->radius > 0.0) {
        try_corners(a, b, &best);
    }
    tmiVerdictSolid verdict = {.separation = best, .residual = tmi_max(-best, 0.0)};
    for (int32_t i = 0; i < count; i++) {
        double outside = tmi_max(tmi_verify_outside(a, touches[i].point),
                                 tmi_verify_outside(b, touches[i].point));
        double opens = touches[i].impulse * touches[i].yield;
        double missed = touches[i].is_held ? 0.0 : tmi_min(outside, opens);
        missed = tmi_max(-touches[i].impulse * touches[i].yield, missed);
        verdict.residual = tmi_max(missed, verdict.residual);
    }
    return verdict;
}
