/* distance.c: the distance between convex pieces by the algorithm of Gilbert, Johnson and Keerthi
 * [GJK]: a simplex of points of a - b comes nearer and nearer to the origin.
 *
 * Departs from [GJK]: the nearest part of the simplex is found by testing all its faces, at most
 * 15, separately, so that flat simplices do no harm. Pieces are hulls of points or discs, grown by
 * a radius, which is subtracted at the end. Costs some 0.2 us for each point of a - b that is
 * tried; pieces without rims need about as many as their faces have corners.
 *
 * Accuracy: a few rounding errors of the places for pieces of points; where discs have rims the
 * iteration ends when the distance is known to DISTANCE_GOAL. */
#include "define/geometry/distance/distance.h"

#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* The iteration ends when less than this part of the square of the distance can be gained [1]: the
 * distance itself is then right to half of it. */
#define DISTANCE_GOAL 1e-12

/* Maximum rounds: rims, the slowest, take some 10 to 40. */
#define DISTANCE_ROUNDS 200

/* A face is flat, and smaller faces suffice, where less than this part of the square of an edge [1]
 * is at right angles to the edges before it: a sine of 1e-10 has lost most of its digits. */
#define FACE_FLAT 1e-20

/* Cores nearer than this part of their places' size [1] count as one: 16 rounding errors. */
#define TOUCHING (16.0 * TMI_EPSILON)

/* ---- Points of a - b ----------------------------------------------------------------------- */

/* A piece where it is. */
typedef struct Placed {
    const tmiBodyPiece *of;
    const tmFrame *frame;
    bool planar;
    double smaller; /* by which part it is smaller about its centre [1] */
} Placed;

static double radius_of(const Placed *x) {
    const tmPiece *piece = x->of->piece;
    return !piece ? 0.0 : x->planar ? piece->outline_radius : piece->radius;
}

/* The point of the core, in the axes of its body, that is furthest along `u`, in the same. */
static void furthest(const Placed *x, const double u[3], double point[3]) {
    const tmPiece *piece = x->of->piece;
    memset(point, 0, 3 * sizeof *point);
    if (!piece) {
        return;
    }
    const tmVec3 *points = x->planar ? piece->outline : piece->points;
    int32_t count = x->planar ? piece->outline_count : piece->point_count;
    const double *rims = x->planar ? NULL : piece->rims;
    const double axis[3] = {piece->axis.x, piece->axis.y, piece->axis.z};
    double across[3] = {u[0], u[1], u[2]};
    tmi_add3(across, -tmi_dot3(u, axis), axis);
    double length = rims ? tmi_length3(across) : 0.0, best = -INFINITY;
    int32_t at = 0;
    for (int32_t i = 0; i < count; i++) {
        double along = u[0] * points[i].x + u[1] * points[i].y + u[2] * points[i].z +
                       (rims ? rims[i] * length : 0.0);
        at = along > best ? i : at;
        best = along > best ? along : best;
    }
    point[0] = points[at].x;
    point[1] = points[at].y;
    point[2] = points[at].z;
    if (rims && length > 0.0) {
        tmi_add3(point, rims[at] / length, across);
    }
    for (int32_t i = 0; x->smaller > 0.0 && i < 3; i++) {
        point[i] += x->smaller * (x->of->centre[i] - point[i]);
    }
}

/* The point of a - b that is furthest along -v. */
static void support(const Placed *a, const Placed *b, const double v[3], double w[3]) {
    const double forth[3] = {v[0], v[1], v[2]}, back[3] = {-v[0], -v[1], -v[2]};
    double u[3], p[3], q[3];
    tmi_rotate_back3(a->frame->rotation, back, u);
    furthest(a, u, p);
    tmi_rotate_back3(b->frame->rotation, forth, u);
    furthest(b, u, q);
    tmi_rotate3(a->frame->rotation, p, w);
    tmi_rotate3(b->frame->rotation, q, u);
    for (int32_t i = 0; i < 3; i++) {
        w[i] += a->frame->position[i] - b->frame->position[i] - u[i];
    }
}

/* ---- The nearest point of a simplex -------------------------------------------------------- */

typedef struct Simplex {
    double points[4][3];
    int32_t count;
} Simplex;

/* Puts the point of a face's plane that is nearest to the origin into `at`; false where the face is
 * flat, or that point is outside. The edges e_i = y_i - y_0 are made orthonormal one after the
 * other, so that slender faces, which rims make, lose few digits. */
static bool project(const Simplex *simplex, const int32_t *corners, int32_t count, double at[3]) {
    double axes[3][3], r[3][3], along[3], weights[3], first = 1.0;
    int32_t n = count - 1;
    memcpy(at, simplex->points[corners[0]], 3 * sizeof *at);
    for (int32_t i = 0; i < n; i++) {
        double edge[3];
        memcpy(edge, simplex->points[corners[i + 1]], sizeof edge);
        tmi_add3(edge, -1.0, simplex->points[corners[0]]);
        double whole = tmi_dot3(edge, edge);
        for (int32_t k = 0; k < i; k++) {
            r[k][i] = tmi_dot3(axes[k], edge);
            tmi_add3(edge, -r[k][i], axes[k]);
        }
        r[i][i] = sqrt(tmi_dot3(edge, edge));
        if (!(r[i][i] * r[i][i] > FACE_FLAT * whole)) {
            return false;
        }
        for (int32_t k = 0; k < 3; k++) {
            axes[i][k] = edge[k] / r[i][i];
        }
        along[i] = -tmi_dot3(axes[i], at);
        tmi_add3(at, along[i], axes[i]);
    }
    bool inside = true;
    for (int32_t i = n - 1; i >= 0; i--) {
        weights[i] = along[i];
        for (int32_t k = i + 1; k < n; k++) {
            weights[i] -= r[i][k] * weights[k];
        }
        weights[i] /= r[i][i];
        first -= weights[i];
        inside = inside && weights[i] >= 0.0;
    }
    return inside && first >= 0.0;
}

/* Puts the nearest point into v and leaves only the corners of its face. */
static void nearest(Simplex *simplex, double v[3]) {
    Simplex best = {.count = 0};
    double min = INFINITY;
    for (int32_t face = 1; face < 1 << simplex->count; face++) {
        int32_t corners[4] = {0}, count = 0;
        double at[3];
        for (int32_t i = 0; i < simplex->count; i++) {
            corners[count] = i;
            count += face >> i & 1;
        }
        if (!project(simplex, corners, count, at)) {
            continue;
        }
        double square = tmi_dot3(at, at);
        if (square < min) {
            min = square;
            memcpy(v, at, sizeof at);
            best.count = count;
            for (int32_t i = 0; i < count; i++) {
                memcpy(best.points[i], simplex->points[corners[i]], sizeof best.points[i]);
            }
        }
    }
    *simplex = best;
}

static bool has_point(const Simplex *simplex, const double w[3]) {
    bool found = false;
    for (int32_t i = 0; i < simplex->count; i++) {
        found = found || memcmp(simplex->points[i], w, 3 * sizeof *w) == 0;
    }
    return found;
}

/* ---- Distances ----------------------------------------------------------------------------- */

static double core_distance(const Placed *a, const Placed *b) {
    Simplex simplex = {.count = 1};
    double v[3] = {0.0, 0.0, 0.0}, w[3], size = 0.0;
    tmi_add3(v, 1.0, a->frame->position);
    tmi_add3(v, -1.0, b->frame->position);
    v[0] = tmi_dot3(v, v) > 0.0 ? v[0] : 1.0;
    support(a, b, v, simplex.points[0]);
    memcpy(v, simplex.points[0], sizeof v);
    for (int32_t round = 0; round < DISTANCE_ROUNDS; round++) {
        double square = tmi_dot3(v, v);
        size = size > square ? size : square;
        if (simplex.count == 4 || square <= TOUCHING * TOUCHING * size) {
            return 0.0;
        }
        support(a, b, v, w);
        /* v . w / |v| is never more than the distance. */
        if (square - tmi_dot3(v, w) <= DISTANCE_GOAL * square || has_point(&simplex, w)) {
            break;
        }
        memcpy(simplex.points[simplex.count++], w, sizeof w);
        nearest(&simplex, w);
        if (tmi_dot3(w, w) >= square) {
            break; /* only rounding errors remain */
        }
        memcpy(v, w, sizeof v);
    }
    return tmi_length3(v);
}

void tmi_body_piece_init(tmiBodyPiece *to, const tmPiece *piece, int32_t body, bool planar) {
    *to = (tmiBodyPiece){.piece = piece, .body = body};
    if (!piece) {
        return;
    }
    const tmVec3 *points = planar ? piece->outline : piece->points;
    int32_t count = planar ? piece->outline_count : piece->point_count;
    for (int32_t i = 0; i < count; i++) {
        const double p[3] = {points[i].x, points[i].y, points[i].z};
        tmi_add3(to->centre, 1.0 / count, p);
    }
    double reach = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double arm[3] = {points[i].x, points[i].y, points[i].z};
        tmi_add3(arm, -1.0, to->centre);
        double far = tmi_length3(arm) + (planar || !piece->rims ? 0.0 : piece->rims[i]);
        reach = far > reach ? far : reach;
    }
    to->reach = reach + (planar ? piece->outline_radius : piece->radius);
}

double tmi_body_pieces_distance(const tmiBodyPiece *a, int32_t a_count, const tmiBodyPiece *b,
                                int32_t b_count, const tmFrame *frames, bool planar) {
    double best = INFINITY;
    for (int32_t i = 0; i < a_count; i++) {
        const Placed x = {&a[i], &frames[a[i].body], planar, 0.0};
        double from[3];
        tmi_frame_point(x.frame, a[i].centre, from);
        for (int32_t k = 0; k < b_count && best > 0.0; k++) {
            const Placed y = {&b[k], &frames[b[k].body], planar, 0.0};
            double to[3];
            tmi_frame_point(y.frame, b[k].centre, to);
            tmi_add3(to, -1.0, from);
            if (tmi_length3(to) - a[i].reach - b[k].reach >= best) {
                continue;
            }
            double apart = core_distance(&x, &y) - radius_of(&x) - radius_of(&y);
            best = apart < best ? apart : best;
        }
    }
    return best > 0.0 ? best : 0.0;
}

bool tmi_body_pieces_overlap(const tmiBodyPiece *a, const tmiBodyPiece *b, double part,
                             const tmFrame *frames, bool planar) {
    const Placed x = {a, &frames[a->body], planar, part}, y = {b, &frames[b->body], planar, part};
    double radii = (1.0 - part) * (radius_of(&x) + radius_of(&y));
    return core_distance(&x, &y) <= radii;
}
