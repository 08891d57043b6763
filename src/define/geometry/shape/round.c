/* round.c: hulls of discs: polyhedra, and shadows along z. */
#include "define/geometry/shape/round.h"
#include "numeric/numeric.h"

/* An axis is z when the square of its sine against z is no more than this [1]: discs are then seen
 * as circles, and those at both ends of a thickness as one. */
#define UPRIGHT 1e-24

/* Discs whose rims or places differ by no more than this [rims], and corners of a shadow [size],
 * are seen as one. */
#define DISCS_SAME 1e-11

tmStatus tmi_discs_of(tmiArena *arena, const tmShape *shape, tmPose3 pose, tmiDiscs *discs) {
    tmVec3 z = {0, 0, 1};
    *discs = (tmiDiscs){.rims = shape->rims, .count = shape->point_count, .radius = shape->radius};
    discs->points = tmi_arena_alloc(arena, (size_t)shape->point_count, sizeof(tmVec3));
    if (!discs->points) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < shape->point_count; i++) {
        discs->points[i] = tmi_pose_apply(pose, shape->points[i]);
        discs->rim = shape->rims && shape->rims[i] > discs->rim ? shape->rims[i] : discs->rim;
    }
    discs->axis = tmi_quat_turn(pose.rotation, z);
    /* Polygons begin where a tilted disc is seen widest, so that its shadow is right there. */
    tmVec3 wide = tmi_vec_cross(z, discs->axis);
    discs->across = tmi_vec_dot(wide, wide) > UPRIGHT
                        ? tmi_vec_unit(wide)
                        : tmi_quat_turn(pose.rotation, tmi_vec(1, 0, 0));
    discs->aside = tmi_vec_cross(discs->axis, discs->across);
    return TM_OK;
}

int32_t tmi_discs_corners(tmiArena *arena, const tmiDiscs *discs, double tolerance,
                          tmVec3 **corners) {
    int32_t chords = 1;
    if (discs->rims) {
        chords = tmi_chords(discs->rim, tmi_arc_tolerance(discs->rim, tolerance));
        chords = 4 * ((chords + 3) / 4); /* both ends of both axes are corners */
    }
    int32_t used = 0;
    *corners = tmi_arena_alloc(arena, (size_t)chords * (size_t)discs->count, sizeof(tmVec3));
    for (int32_t k = 0; k < chords && *corners; k++) {
        double s, c;
        tmi_sincos(2.0 * TMI_PI * k / chords, &s, &c);
        tmVec3 out = tmi_vec_add(tmi_vec_scale(discs->across, c), tmi_vec_scale(discs->aside, s));
        for (int32_t i = 0; i < discs->count; i++) {
            double rim = discs->rims ? discs->rims[i] : 0.0;
            if (rim > 0.0 || k == 0) {
                (*corners)[used++] = tmi_vec_along(discs->points[i], rim, out);
            }
        }
    }
    return *corners ? used : -1;
}

/* Is b between a and c, or on a, except for rounding of a polygon of this size? */
static bool is_idle(tmVec3 a, tmVec3 b, tmVec3 c, double size) {
    tmVec3 u = tmi_vec_sub(b, a), v = tmi_vec_sub(c, a);
    double far = tmi_vec_length(v), along = tmi_vec_dot(u, v);
    return tmi_vec_length(u) <= DISCS_SAME * size ||
           (far > DISCS_SAME * size && along >= 0.0 && along <= far * far &&
            fabs(u.x * v.y - u.y * v.x) <= DISCS_SAME * size * far);
}

/* Leaves out corners that exist only by rounding; two remain of a line, one of a point. */
static int32_t leave_out_idle(tmVec3 *points, int32_t count) {
    double size = 0.0;
    int32_t kept = 1;
    for (int32_t i = 1; i < count; i++) {
        double far = tmi_vec_length(tmi_vec_sub(points[i], points[0]));
        size = far > size ? far : size;
    }
    if (size == 0.0 || count < 3) {
        return size == 0.0 ? 1 : count;
    }
    for (int32_t i = 1; i < count; i++) {
        if (!is_idle(points[kept - 1], points[i], points[(i + 1) % count], size)) {
            points[kept++] = points[i];
        }
    }
    if (kept > 2 && is_idle(points[kept - 1], points[0], points[1], size)) {
        kept--; /* the first corner was not one: the last one takes its place */
        points[0] = points[kept];
    }
    return kept;
}

tmStatus tmi_points_shadow(tmiArena *arena, const tmVec3 *points, int32_t count,
                           tmiShadow *shadow) {
    tmVec3 *flat = tmi_arena_alloc(arena, (size_t)count, sizeof(tmVec3));
    shadow->points = tmi_arena_alloc(arena, 2 * (size_t)count, sizeof(tmVec3));
    if (!flat || !shadow->points) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        flat[i] = tmi_vec(points[i].x, points[i].y, 0.0);
    }
    shadow->count = leave_out_idle(shadow->points, tmi_hull_planar(flat, count, shadow->points));
    shadow->radius = 0.0;
    return TM_OK;
}

/* Are all discs seen at one place? */
static bool is_one_place(const tmiDiscs *discs) {
    bool one = true;
    for (int32_t i = 1; i < discs->count; i++) {
        tmVec3 apart = tmi_vec_sub(discs->points[i], discs->points[0]);
        one = one && fabs(apart.x) + fabs(apart.y) <= DISCS_SAME * (discs->rim + discs->radius);
    }
    return one;
}

static bool are_rims_equal(const tmiDiscs *discs) {
    bool equal = true;
    for (int32_t i = 1; i < discs->count && discs->rims; i++) {
        equal = equal && fabs(discs->rims[i] - discs->rims[0]) <= DISCS_SAME * discs->rim;
    }
    return equal;
}

/* Upright discs are circles: equal ones, or all at one place, need no polygons. */
tmStatus tmi_discs_shadow(tmiArena *arena, const tmiDiscs *discs, double tolerance,
                          tmiShadow *shadow) {
    double tilt = discs->axis.x * discs->axis.x + discs->axis.y * discs->axis.y;
    bool one = is_one_place(discs);
    bool circles = !discs->rims || (tilt <= UPRIGHT && (one || are_rims_equal(discs)));
    tmVec3 *corners = discs->points;
    int32_t count = one ? 1 : discs->count;
    if (!circles) {
        count = tmi_discs_corners(arena, discs, tolerance, &corners);
    }
    if (count < 0) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tmi_points_shadow(arena, corners, count, shadow);
    shadow->radius = discs->radius + (circles ? discs->rim : 0.0);
    return status;
}
