/* clip_mesh.c: corners and volume of a closed mesh within a box, without making caps.
 *
 * The corners of mesh and box together are: corners of triangles clipped by the box, and corners of
 * the box that are inside the mesh. Volume: along x, a line at (y, z) is inside for the sum, over
 * triangles that it meets, of sign times x, where x is held within the box:
 *   V = sum of sign(n_x) of the integral over the triangle's shadow of hold(x) - x_low.       (4)
 */
#include "define/geometry/shape/clip_mesh.h"
#include "define/geometry/point/point.h"

/* A corner of the box is tested this little inside of it [half extents], since it may lie on the
 * mesh although the box contains nothing of the mesh there. */
#define JUST_INSIDE 1e-9

/* A triangle clipped by six planes has at most nine corners. */
#define CORNERS 12

typedef struct Clipped {
    tmVec3 corners[CORNERS];
    int32_t count;
} Clipped;

static tmVec3 with_axis(tmVec3 p, int axis, double value) {
    return axis == 0   ? tmi_vec(value, p.y, p.z)
           : axis == 1 ? tmi_vec(p.x, value, p.z)
                       : tmi_vec(p.x, p.y, value);
}

/* Keeps what is above the plane, or below it. */
static void clip(Clipped *c, int axis, double at, bool above) {
    Clipped kept = {.count = 0};
    for (int32_t i = 0; i < c->count; i++) {
        tmVec3 a = c->corners[i], b = c->corners[(i + 1) % c->count];
        double da = tmi_vec_axis(a, axis) - at, db = tmi_vec_axis(b, axis) - at;
        bool in_a = above ? da >= 0.0 : da <= 0.0, in_b = above ? db >= 0.0 : db <= 0.0;
        if (in_a && kept.count < CORNERS) {
            kept.corners[kept.count++] = a;
        }
        if (in_a != in_b && da != 0.0 && db != 0.0 && kept.count < CORNERS) {
            /* From the lower end, so that both triangles at an edge get the same point. */
            tmVec3 low = da < db ? a : b, high = da < db ? b : a;
            double part = da < db ? da / (da - db) : db / (db - da);
            tmVec3 p = tmi_vec_along(low, part, tmi_vec_sub(high, low));
            kept.corners[kept.count++] = with_axis(p, axis, at);
        }
    }
    *c = kept;
}

static Clipped triangle_of(const tmiClipper *m, int32_t triangle) {
    const int32_t *t = &m->triangles[3 * triangle];
    return (Clipped){{m->points[t[0]], m->points[t[1]], m->points[t[2]]}, 3};
}

static bool is_within(tmVec3 p, const tmiClipBox *box) {
    return p.x >= box->low.x && p.x <= box->high.x && p.y >= box->low.y && p.y <= box->high.y &&
           p.z >= box->low.z && p.z <= box->high.z;
}

bool tmi_clip_concerns(const tmiClipper *m, int32_t triangle, const tmiClipBox *box) {
    Clipped c = triangle_of(m, triangle);
    tmVec3 low = tmi_vec_min(tmi_vec_min(c.corners[0], c.corners[1]), c.corners[2]);
    tmVec3 high = tmi_vec_max(tmi_vec_max(c.corners[0], c.corners[1]), c.corners[2]);
    return high.x >= box->low.x && high.y >= box->low.y && low.y <= box->high.y &&
           high.z >= box->low.z && low.z <= box->high.z;
}

/* ---- Corners ------------------------------------------------------------------------------- */

static tmStatus take(tmiClipper *m, tmVec3 p) {
    tmStatus status = tmi_array_reserve(m->allocator, &m->found, &m->found_capacity,
                                        m->found_count + 1, sizeof(tmVec3));
    if (status == TM_OK) {
        m->found[m->found_count++] = p;
    }
    return status;
}

/* Does the polygon bound what is within the box? Not if it only touches the box from outside, or
 * lies in one of its sides with the solid beyond that. */
static bool bounds_inside(const Clipped *c, const tmiClipBox *box, tmVec3 normal) {
    for (int side = 0; side < 6 && c->count > 0; side++) {
        int axis = side / 2;
        double at = tmi_vec_axis(side % 2 ? box->high : box->low, axis);
        bool on_side = true;
        for (int32_t i = 0; i < c->count; i++) {
            on_side = on_side && tmi_vec_axis(c->corners[i], axis) == at;
        }
        bool flat = on_side && (axis == 0   ? normal.y == 0.0 && normal.z == 0.0
                                : axis == 1 ? normal.z == 0.0 && normal.x == 0.0
                                            : normal.x == 0.0 && normal.y == 0.0);
        double out = tmi_vec_axis(normal, axis) * (side % 2 ? 1.0 : -1.0);
        if (on_side && !(flat && out > 0.0)) {
            return false;
        }
    }
    return c->count >= 3;
}

/* Is the triangle beyond one side of the box? */
static bool is_outside(const Clipped *c, const tmiClipBox *box) {
    tmVec3 low = tmi_vec_min(tmi_vec_min(c->corners[0], c->corners[1]), c->corners[2]);
    tmVec3 high = tmi_vec_max(tmi_vec_max(c->corners[0], c->corners[1]), c->corners[2]);
    return high.x < box->low.x || low.x > box->high.x || high.y < box->low.y ||
           low.y > box->high.y || high.z < box->low.z || low.z > box->high.z;
}

static tmStatus take_triangle(tmiClipper *m, int32_t triangle, const tmiClipBox *box) {
    Clipped c = triangle_of(m, triangle);
    const int32_t *t = &m->triangles[3 * triangle];
    bool whole = is_within(c.corners[0], box) && is_within(c.corners[1], box) &&
                 is_within(c.corners[2], box);
    if (is_outside(&c, box)) {
        return TM_OK;
    }
    tmVec3 normal = tmi_vec_cross(tmi_vec_sub(c.corners[1], c.corners[0]),
                                  tmi_vec_sub(c.corners[2], c.corners[0]));
    for (int axis = 0; axis < 3 && !whole; axis++) {
        clip(&c, axis, tmi_vec_axis(box->low, axis), true);
        clip(&c, axis, tmi_vec_axis(box->high, axis), false);
    }
    tmStatus status = TM_OK;
    if (!bounds_inside(&c, box, normal)) {
        return TM_OK;
    }
    for (int32_t i = 0; i < c.count && status == TM_OK; i++) {
        if (!whole || m->stamps[t[i]] != m->stamp) {
            status = take(m, c.corners[i]);
        }
        if (whole) {
            m->stamps[t[i]] = m->stamp;
        }
    }
    return status;
}

/* How often, with signs, the line from p along x goes out through the triangle. Edges at the height
 * of p belong to one side, so that none is met twice. */
static int crossing(const tmiClipper *m, int32_t triangle, tmVec3 p) {
    const int32_t *t = &m->triangles[3 * triangle];
    double z0 = m->points[t[0]].z, z1 = m->points[t[1]].z, z2 = m->points[t[2]].z;
    if ((z0 <= p.z) == (z1 <= p.z) && (z1 <= p.z) == (z2 <= p.z)) {
        return 0; /* most are above or below it */
    }
    Clipped c = triangle_of(m, triangle);
    tmVec3 flat_p = tmi_vec(p.y, p.z, 0.0);
    int winding = 0;
    for (int i = 0; i < 3; i++) {
        tmVec3 a = c.corners[i], b = c.corners[(i + 1) % 3];
        if ((a.z <= p.z) != (b.z <= p.z)) {
            double turn = tmi_orient2(tmi_vec(a.y, a.z, 0), tmi_vec(b.y, b.z, 0), flat_p);
            winding += a.z <= p.z ? (turn > 0.0) : -(turn < 0.0);
        }
    }
    if (winding == 0) {
        return 0;
    }
    return winding * tmi_orient3(c.corners[0], c.corners[1], c.corners[2], p) > 0.0 ? winding : 0;
}

static tmStatus take_box_corners(tmiClipper *m, const int32_t *list, int32_t count,
                                 const tmiClipBox *box) {
    tmStatus status = TM_OK;
    tmVec3 middle = tmi_vec_along(box->low, 0.5, tmi_vec_sub(box->high, box->low));
    for (int i = 0; i < 8 && status == TM_OK; i++) {
        tmVec3 p = {i & 1 ? box->high.x : box->low.x, i & 2 ? box->high.y : box->low.y,
                    i & 4 ? box->high.z : box->low.z};
        tmVec3 asked = tmi_vec_along(p, JUST_INSIDE, tmi_vec_sub(middle, p));
        int inside = 0;
        for (int32_t k = 0; k < count; k++) {
            inside += crossing(m, list[k], asked);
        }
        if (inside > 0) {
            status = take(m, p);
        }
    }
    return status;
}

tmStatus tmi_clip_points(tmiClipper *m, const int32_t *list, int32_t count, const tmiClipBox *box) {
    tmStatus status = TM_OK;
    m->found_count = 0;
    m->stamp++;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        status = take_triangle(m, list[i], box);
    }
    return status == TM_OK ? take_box_corners(m, list, count, box) : status;
}

/* ---- Volume -------------------------------------------------------------------------------- */

/* Integral over the polygon of (x - at) n_x, times 6, and of n_x, times 2: fans of triangles. */
static void add_fan(const Clipped *c, double at, double *moment, double *area) {
    for (int32_t i = 1; i + 1 < c->count; i++) {
        tmVec3 a = c->corners[0], b = c->corners[i], d = c->corners[i + 1];
        double n = (b.y - a.y) * (d.z - a.z) - (b.z - a.z) * (d.y - a.y);
        *area += n;
        *moment += n * ((a.x - at) + (b.x - at) + (d.x - at));
    }
}

/* What lies in the plane itself counts once, within. */
static bool reaches_beyond(const Clipped *c, double x) {
    bool beyond = false;
    for (int32_t i = 0; i < c->count; i++) {
        beyond = beyond || c->corners[i].x > x;
    }
    return beyond;
}

/* (4) */
double tmi_clip_volume(const tmiClipper *m, const int32_t *list, int32_t count,
                       const tmiClipBox *box) {
    tmiSum sum = {0, 0};
    for (int32_t i = 0; i < count; i++) {
        Clipped c = triangle_of(m, list[i]);
        for (int axis = 1; axis < 3; axis++) {
            clip(&c, axis, tmi_vec_axis(box->low, axis), true);
            clip(&c, axis, tmi_vec_axis(box->high, axis), false);
        }
        Clipped beyond = c;
        double moment = 0.0, area = 0.0, unused = 0.0;
        clip(&c, 0, box->low.x, true);
        clip(&c, 0, box->high.x, false);
        clip(&beyond, 0, box->high.x, true);
        add_fan(&c, box->low.x, &moment, &unused);
        if (reaches_beyond(&beyond, box->high.x)) {
            add_fan(&beyond, 0.0, &unused, &area);
        }
        tmi_sum_add(&sum, moment / 6.0 + (box->high.x - box->low.x) * area / 2.0);
    }
    return tmi_sum_value(sum);
}
