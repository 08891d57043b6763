/* near.c: what is near, by means of its own: distances by a descent, points of one piece within the
 * faces of another, boxes by their corners. */
#include "near.h"

#include "frames.h"
#include "models.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A body of each kind: round ones, those of one piece and of many, slanted and off their centres.
 */
#define SHAPES                                                                                     \
    "function bump(a) = 5cm * (1 - cos(3 * a));\n"                                                 \
    "primitive p_0 begin geometry: sphere(30cm); interference: ; dynamics: ; end\n"                \
    "primitive p_1 begin geometry: cuboid(1, 40cm, 20cm); interference: ; dynamics: ; end\n"       \
    "primitive p_2 begin geometry: cylinder(20cm, 70cm); interference: ; dynamics: ; end\n"        \
    "primitive p_3 begin geometry: capsule(10cm, 80cm); interference: ; dynamics: ; end\n"         \
    "primitive p_4 begin geometry: gear(12, 5cm, 10cm); interference: ; dynamics: ; end\n"         \
    "primitive p_5 begin geometry: prism(((0, 0), (60cm, 0), (60cm, 20cm), (20cm, 20cm),\n"        \
    "  (20cm, 60cm), (0, 60cm)), 30cm); interference: ; dynamics: ; end\n"                         \
    "primitive p_6 begin geometry: union(cone(20cm, 50cm, 0cm, at: (40cm, 10cm, 0),\n"             \
    "  angle: 50deg, axis: (1, 2, 3)), cuboid(30cm, 10cm, 60cm, at: (-50cm, 0, 20cm), angle:\n"    \
    "  1rad), sphere(15cm, at: (0, 40cm, 0))); interference: ; dynamics: ; end\n"                  \
    "primitive p_7 begin geometry: cam(30cm, bump, 10cm); interference: ; dynamics: ; end\n"       \
    "primitive p_8 begin geometry: bar(60cm, 20cm, 10cm); interference: ; dynamics: ; end\n"
#define KINDS 9

/* ---- Points of pieces ---------------------------------------------------------------------- */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void furthest(const tmPiece *piece, const tmFrame *frame, const double n[3], double out[3]) {
    const tmFrame back = {
        {0, 0, 0},
        {frame->rotation[0], -frame->rotation[1], -frame->rotation[2], -frame->rotation[3]}};
    const double axis[3] = {piece->axis.x, piece->axis.y, piece->axis.z};
    double d[3], rim[3], best[3] = {0}, max = -INFINITY;
    turned(&back, n, d);
    double along = dot(d, axis), length = sqrt(dot(d, d));
    for (int k = 0; k < 3; k++) {
        rim[k] = d[k] - along * axis[k];
    }
    double wide = sqrt(dot(rim, rim));
    for (int32_t i = 0; i < piece->point_count; i++) {
        double p[3] = {piece->points[i].x, piece->points[i].y, piece->points[i].z};
        for (int k = 0; k < 3 && piece->rims && wide > 0.0; k++) {
            p[k] += piece->rims[i] * rim[k] / wide;
        }
        if (dot(p, d) > max) {
            max = dot(p, d);
            memcpy(best, p, sizeof best);
        }
    }
    for (int k = 0; k < 3; k++) {
        best[k] += length > 0.0 ? piece->radius * d[k] / length : 0.0;
    }
    placed(frame, best, out);
}

/* A bound of the distance between two pieces from above: that of two points in them. Frank and
 * Wolfe: the difference x of the two points goes towards the point of A - B that is furthest
 * against it. In the plane z does not count. */
static double distance_at_most(const tmPiece *a, const tmFrame *frame_a, const tmPiece *b,
                               const tmFrame *frame_b, bool planar, double enough) {
    double x[3], p[3], q[3], n[3] = {1.0, 0.0, 0.0};
    furthest(a, frame_a, n, p);
    furthest(b, frame_b, n, q);
    for (int k = 0; k < 3; k++) {
        x[k] = planar && k == 2 ? 0.0 : p[k] - q[k];
    }
    for (int i = 0; i < 300 && dot(x, x) > enough * enough; i++) {
        double back[3], step[3];
        for (int k = 0; k < 3; k++) {
            back[k] = x[k];
            n[k] = -x[k];
        }
        furthest(a, frame_a, n, p);
        furthest(b, frame_b, back, q);
        for (int k = 0; k < 3; k++) {
            step[k] = (planar && k == 2 ? 0.0 : p[k] - q[k]) - x[k];
        }
        double square = dot(step, step), part = square > 0.0 ? -dot(x, step) / square : 0.0;
        if (part <= 0.0) {
            break;
        }
        for (int k = 0; k < 3; k++) {
            x[k] += (part < 1.0 ? part : 1.0) * step[k];
        }
    }
    return sqrt(dot(x, x));
}

/* Whether a random point of a's corners is found within the faces of b: they then overlap. */
static bool shares_points(const tmPiece *a, const tmFrame *frame_a, const tmPiece *b,
                          const tmFrame *frame_b, uint64_t *seed) {
    const tmFrame back = {{0, 0, 0},
                          {frame_b->rotation[0], -frame_b->rotation[1], -frame_b->rotation[2],
                           -frame_b->rotation[3]}};
    for (int i = 0; i < 40 && b->face_count > 0; i++) {
        double p[3] = {0}, sum = 0.0, in_b[3];
        for (int32_t k = 0; k < a->corner_count; k++) {
            double weight = -log(test_uniform(seed, 1e-9, 1.0));
            weight = i % 2 ? weight * weight * weight : weight;
            p[0] += weight * a->corners[k].x;
            p[1] += weight * a->corners[k].y;
            p[2] += weight * a->corners[k].z;
            sum += weight;
        }
        for (int k = 0; k < 3; k++) {
            p[k] /= sum;
        }
        placed(frame_a, p, p);
        for (int k = 0; k < 3; k++) {
            p[k] -= frame_b->position[k];
        }
        turned(&back, p, in_b);
        bool inside = true;
        for (int32_t k = 0; k < b->face_count && inside; k++) {
            tmVec3 n = b->normals[k], c = b->corners[b->face_corners[b->face_starts[k]]];
            inside = n.x * (in_b[0] - c.x) + n.y * (in_b[1] - c.y) + n.z * (in_b[2] - c.z) <= 0.0;
        }
        if (inside) {
            return true;
        }
    }
    return false;
}

/* ---- Boxes by their corners ---------------------------------------------------------------- */

static void corners_of(const tmCuboid *box, const tmFrame *frame, double corners[8][3]) {
    for (int i = 0; i < 8; i++) {
        const double p[3] = {i & 1 ? box->high[0] : box->low[0], i & 2 ? box->high[1] : box->low[1],
                             i & 4 ? box->high[2] : box->low[2]};
        placed(frame, p, corners[i]);
    }
}

static double gap_along(double a[8][3], double b[8][3], const double n[3]) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    double length = sqrt(dot(n, n));
    for (int i = 0; i < 8; i++) {
        low[0] = fmin(low[0], dot(a[i], n));
        high[0] = fmax(high[0], dot(a[i], n));
        low[1] = fmin(low[1], dot(b[i], n));
        high[1] = fmax(high[1], dot(b[i], n));
    }
    return length > 1e-9 ? fmax(low[0] - high[1], low[1] - high[0]) / length : -INFINITY;
}

double gap_of(const tmCuboid *a, const tmFrame *frame_a, const tmCuboid *b,
              const tmFrame *frame_b) {
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double ca[8][3], cb[8][3], axes[6][3], gap = -INFINITY;
    corners_of(a, frame_a, ca);
    corners_of(b, frame_b, cb);
    for (int k = 0; k < 3; k++) {
        turned(frame_a, unit[k], axes[k]);
        turned(frame_b, unit[k], axes[3 + k]);
    }
    for (int i = 0; i < 6; i++) {
        gap = fmax(gap, gap_along(ca, cb, axes[i]));
    }
    for (int i = 0; i < 9; i++) {
        const double *u = axes[i / 3], *v = axes[3 + i % 3];
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                             u[0] * v[1] - u[1] * v[0]};
        gap = fmax(gap, gap_along(ca, cb, n));
    }
    return gap;
}

/* ---- Scenes -------------------------------------------------------------------------------- */

bool make_scene(tmTest *t, int32_t bodies, double size, bool planar, uint64_t *seed, scene *s) {
    char *text = test_memory(t, 1, 40000);
    size_t used = (size_t)snprintf(text, 40000, "%sworld w begin components", SHAPES);
    for (int32_t i = 0; i < bodies; i++) {
        used += (size_t)snprintf(text + used, 40000 - used, " b%d: p_%d;", i,
                                 test_between(seed, 0, KINDS - 1));
    }
    snprintf(text + used, 40000 - used, " %s end\n", planar ? "properties: (planar);" : "");
    s->model = fine_model_of(t, text);
    s->planar = planar;
    if (!s->model || !CHECK_STATUS(tm_interference_create(s->model, &s->finder), TM_OK)) {
        return false;
    }
    DEFER(tm_interference_destroy, s->finder);
    s->count = tm_model_body_count(s->model);
    s->frames = test_memory(t, (size_t)s->count, sizeof *s->frames);
    s->twists = test_memory(t, (size_t)s->count, sizeof *s->twists);
    for (int32_t i = 1; i < s->count; i++) {
        s->frames[i] = random_frame(seed, planar);
        s->twists[i] = random_twist(seed, planar);
        for (int k = 0; k < 3; k++) {
            s->frames[i].position[k] *= size;
        }
    }
    s->frames[0].rotation[0] = 1.0;
    return true;
}

bool is_found(const tmInterference *finder, int32_t a, int32_t b, int32_t i, int32_t k) {
    int32_t count;
    const tmNearBodies *bodies = tm_interference_bodies(finder, &count);
    const tmNearPieces *pieces = tm_interference_pieces(finder, NULL);
    for (int32_t n = 0; n < count; n++) {
        for (int32_t m = 0; bodies[n].a == a && bodies[n].b == b && m < bodies[n].count; m++) {
            const tmNearPieces *pair = &pieces[bodies[n].first + m];
            if (pair->a == i && pair->b == k) {
                return true;
            }
        }
    }
    return false;
}

int32_t check_none_missed(tmTest *t, const scene *s, const tmFrame *frames, double margin,
                          uint64_t *seed) {
    int32_t near = 0;
    for (int32_t a = 1; a < s->count; a++) {
        for (int32_t b = a + 1; b < s->count; b++) {
            const tmPieces *in_a = tm_model_pieces(s->model, a),
                           *in_b = tm_model_pieces(s->model, b);
            for (int32_t i = 0; i < tm_pieces_count(in_a); i++) {
                for (int32_t k = 0; k < tm_pieces_count(in_b); k++) {
                    const tmPiece *p = tm_pieces_at(in_a, i), *q = tm_pieces_at(in_b, k);
                    bool is_near = margin > 0.0 ? distance_at_most(p, &frames[a], q, &frames[b],
                                                                   s->planar, margin) <= margin
                                                : shares_points(p, &frames[a], q, &frames[b], seed);
                    near += is_near;
                    if (is_near && !CHECK(is_found(s->finder, a, b, i, k))) {
                        printf("bodies %d %d pieces %d %d\n", a, b, i, k);
                    }
                }
            }
        }
    }
    return near;
}
