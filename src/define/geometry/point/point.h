/* point.h: vectors of three numbers and turns, exact signs, and the order of points. */
#ifndef TMI_POINT_H
#define TMI_POINT_H

#include "trammel/shape.h"

#include <math.h>

/* ---- vec.c ----------------------------------------------------------------------------------- */

/* Vectors of three numbers, and turns; sort.c. */

static inline tmVec3 tmi_vec(double x, double y, double z) {
    tmVec3 v = {x, y, z};
    return v;
}

static inline tmVec3 tmi_vec_add(tmVec3 a, tmVec3 b) {
    return tmi_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline tmVec3 tmi_vec_sub(tmVec3 a, tmVec3 b) {
    return tmi_vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline tmVec3 tmi_vec_scale(tmVec3 a, double factor) {
    return tmi_vec(a.x * factor, a.y * factor, a.z * factor);
}

/* a + factor b */
static inline tmVec3 tmi_vec_along(tmVec3 a, double factor, tmVec3 b) {
    return tmi_vec_add(a, tmi_vec_scale(b, factor));
}

static inline double tmi_vec_dot(tmVec3 a, tmVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline tmVec3 tmi_vec_cross(tmVec3 a, tmVec3 b) {
    return tmi_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double tmi_vec_length(tmVec3 a) {
    return sqrt(tmi_vec_dot(a, a));
}

/* a / |a|; a itself where that is 0. */
static inline tmVec3 tmi_vec_unit(tmVec3 a) {
    double length = tmi_vec_length(a);
    return length > 0.0 ? tmi_vec_scale(a, 1.0 / length) : a;
}

static inline bool tmi_vec_equal(tmVec3 a, tmVec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline tmVec3 tmi_vec_min(tmVec3 a, tmVec3 b) {
    return tmi_vec(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static inline tmVec3 tmi_vec_max(tmVec3 a, tmVec3 b) {
    return tmi_vec(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static inline double tmi_vec_axis(tmVec3 a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/* Normal of the triangle of these three places, as long as twice its area. */
static inline tmVec3 tmi_triangle_normal(const tmVec3 *points, const int32_t *places) {
    tmVec3 a = points[places[0]];
    return tmi_vec_cross(tmi_vec_sub(points[places[1]], a), tmi_vec_sub(points[places[2]], a));
}

static inline tmVec3 tmi_quat_axis(tmQuat q) {
    return tmi_vec(q.x, q.y, q.z);
}

/* q v q*: v + 2 u x (u x v + w v), u being the vector part of q. */
static inline tmVec3 tmi_quat_turn(tmQuat q, tmVec3 v) {
    tmVec3 u = tmi_quat_axis(q);
    return tmi_vec_along(v, 2.0, tmi_vec_cross(u, tmi_vec_along(tmi_vec_cross(u, v), q.w, v)));
}

static inline tmQuat tmi_quat_inverse(tmQuat q) {
    tmQuat r = {q.w, -q.x, -q.y, -q.z};
    return r;
}

/* The turn b, and then the turn a. */
static inline tmQuat tmi_quat_multiply(tmQuat a, tmQuat b) {
    tmVec3 u = tmi_quat_axis(a);
    tmVec3 v = tmi_quat_axis(b);
    tmVec3 w =
        tmi_vec_add(tmi_vec_cross(u, v), tmi_vec_add(tmi_vec_scale(v, a.w), tmi_vec_scale(u, b.w)));
    tmQuat product = {a.w * b.w - tmi_vec_dot(u, v), w.x, w.y, w.z};
    return product;
}

static inline tmVec3 tmi_pose_apply(tmPose3 pose, tmVec3 v) {
    return tmi_vec_add(pose.position, tmi_quat_turn(pose.rotation, v));
}

/* Where what is at `inner` in the axes of `outer` is. */
static inline tmPose3 tmi_pose_compose(tmPose3 outer, tmPose3 inner) {
    tmPose3 pose = {tmi_pose_apply(outer, inner.position),
                    tmi_quat_multiply(outer.rotation, inner.rotation)};
    return pose;
}

/* Sorts by x, then y, then z: in place, and quick for every order. Also for numbers with a place in
 * an array: x the number, y or z the place. */
void tmi_sort_points(tmVec3 *points, int32_t count);

/* ---- predicates.c ---------------------------------------------------------------------------- */

/* On which side a point lies, decided exactly. */

/* Return a number of the sign of the determinant, exactly 0 where that is 0, for coordinates up to
 * TM_SHAPE_SIZE_LIMIT, of which those below 2e-84 are rounded to multiples of 2^-329 (1e-99).
 * In the plane (z is not read): positive when a, b, c turn left, twice the triangle's area.
 * In space: positive when d lies below the plane of a, b, c, which turn left as seen from above:
 * six times the volume of the tetrahedron. */
double tmi_orient2(tmVec3 a, tmVec3 b, tmVec3 c);
double tmi_orient3(tmVec3 a, tmVec3 b, tmVec3 c, tmVec3 d);

/* The point as signs see it. Points whose coordinates are also compared, as for an order or for
 * being the same, are taken to it first: else the two contradict each other. */
tmVec3 tmi_point_to_grid(tmVec3 p);

#endif
