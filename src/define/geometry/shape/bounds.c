/* bounds.c: the point of a shape that is furthest in a direction, and the box around it. */
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

/* What is known of the furthest point so far. */
typedef struct Furthest {
    tmVec3 point;
    double along; /* its product with the direction */
    bool found;
} Furthest;

static void offer(Furthest *best, tmVec3 point, tmVec3 direction) {
    double along = tmi_vec_dot(point, direction);
    if (!best->found || along > best->along) {
        *best = (Furthest){point, along, true};
    }
}

/* The edge of each disc, grown by the radius; d is a unit vector. */
static void offer_discs(Furthest *best, const tmShape *shape, tmVec3 d) {
    tmVec3 flat = tmi_vec_unit(tmi_vec(d.x, d.y, 0.0));
    for (int32_t i = 0; i < shape->point_count; i++) {
        tmVec3 p = shape->points[i];
        p = shape->rims ? tmi_vec_along(p, shape->rims[i], flat) : p;
        offer(best, tmi_vec_along(p, shape->radius, d), d);
    }
}

/* On the tip of the tooth that points there most nearly. */
static void offer_gear(Furthest *best, const tmShape *shape, tmVec3 d, double z) {
    const tmiGear *g = &shape->gear;
    double pitch = 2.0 * TMI_PI / g->teeth;
    double angle = tmi_atan2(d.y, d.x);
    double tooth = pitch * floor(angle / pitch + 0.5);
    double off = angle - tooth;
    double half = tmi_gear_half_tip(g);
    double s, c;
    tmi_sincos(tooth + (off > half ? half : off < -half ? -half : off), &s, &c);
    offer(best, tmi_vec(g->tip * c, g->tip * s, z), d);
}

static void offer_flat(Furthest *best, const tmShape *shape, tmVec3 d) {
    double z = d.z < 0.0 ? -0.5 * shape->thickness : 0.5 * shape->thickness;
    if (shape->kind == TM_SHAPE_GEAR) {
        offer_gear(best, shape, d, z);
        return;
    }
    for (int32_t i = 0; i < shape->region.starts[1]; i++) {
        tmVec3 p = shape->region.points[i];
        offer(best, tmi_vec(p.x, p.y, z), d);
    }
}

/* d is a unit vector. */
static Furthest find_furthest(const tmShape *shape, tmVec3 d) {
    Furthest best = {.found = false};
    if (shape->form == TMI_FORM_ROUND) {
        offer_discs(&best, shape, d);
    } else if (shape->form == TMI_FORM_FLAT) {
        offer_flat(&best, shape, d);
    } else if (shape->form == TMI_FORM_MESH) {
        for (int32_t i = 0; i < 3 * shape->triangle_count; i++) {
            offer(&best, shape->points[shape->triangles[i]], d);
        }
    }
    for (int32_t i = 0; i < shape->member_count; i++) {
        const tmiMember *m = &shape->members[i];
        tmVec3 turned = tmi_quat_turn(tmi_quat_inverse(m->pose.rotation), d);
        Furthest inner = find_furthest(m->shape, turned);
        if (inner.found) {
            offer(&best, tmi_pose_apply(m->pose, inner.point), d);
        }
    }
    return best;
}

tmStatus tm_shape_support(const tmShape *shape, tmVec3 direction, tmVec3 *point) {
    double max = fabs(direction.x) + fabs(direction.y) + fabs(direction.z);
    if (!shape || !point || max == 0.0) {
        return TM_ERR_ARGUMENT;
    }
    if (!(max <= 1e300)) {
        return TM_ERR_NOT_FINITE;
    }
    Furthest best = find_furthest(shape, tmi_vec_unit(tmi_vec_scale(direction, 1.0 / max)));
    if (!best.found) {
        return TM_ERR_ARGUMENT;
    }
    *point = best.point;
    return TM_OK;
}

bool tm_shape_bounds(const tmShape *shape, tmVec3 *low, tmVec3 *high) {
    static const tmVec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double min[3], max[3];
    for (int i = 0; i < 3; i++) {
        Furthest up = {.found = false}, down = up;
        if (shape) {
            up = find_furthest(shape, axes[i]);
            down = find_furthest(shape, tmi_vec_scale(axes[i], -1.0));
        }
        if (!up.found || !low || !high) {
            return false;
        }
        /* Where a turn mixes coordinates of very different sizes, rounding errors may swap the two.
         */
        double a = tmi_vec_axis(up.point, i), b = tmi_vec_axis(down.point, i);
        min[i] = a < b ? a : b;
        max[i] = a < b ? b : a;
    }
    *low = tmi_vec(min[0], min[1], min[2]);
    *high = tmi_vec(max[0], max[1], max[2]);
    return true;
}
