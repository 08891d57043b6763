/* region.c: flat shapes as polygons, with chords for curves. */
#include "define/geometry/shape/shape.h"
#include "numeric/numeric.h"

/* Default distance of a chord from a circle or a cam's outline [radii]. */
#define ARC_TOLERANCE 1e-3

double tmi_arc_tolerance(double radius, double tolerance) {
    return tolerance > 0.0 ? tolerance : ARC_TOLERANCE * radius;
}

static tmStatus open_region(tmiArena *arena, tmiRegion *region, int32_t points, int32_t loops) {
    region->points = tmi_arena_alloc(arena, (size_t)points, sizeof(tmVec3));
    region->starts = tmi_arena_alloc(arena, (size_t)loops + 1, sizeof(int32_t));
    region->loop_count = loops;
    return region->points && region->starts ? TM_OK : TM_ERR_MEMORY;
}

/* One tooth, turned as often as there are; its last corner is the next one's first. Then the bore,
 * clockwise. */
static tmStatus gear_region(const tmiGear *g, double tolerance, tmiArena *arena,
                            tmiRegion *region) {
    double near = tmi_gear_tolerance(g, tolerance);
    int32_t each = tmi_gear_tooth(g, near, NULL) - 1;
    int32_t bore = g->bore > 0.0 ? tmi_chords(g->bore, near) : 0;
    tmVec3 *tooth = tmi_arena_alloc(arena, (size_t)each + 1, sizeof(tmVec3));
    tmStatus status = open_region(arena, region, each * g->teeth + bore, bore ? 2 : 1);
    if (!tooth || status != TM_OK) {
        return TM_ERR_MEMORY;
    }
    tmi_gear_tooth(g, near, tooth);
    for (int32_t i = 0; i < g->teeth; i++) {
        double s, c;
        tmi_sincos(2.0 * TMI_PI * i / g->teeth, &s, &c);
        for (int32_t j = 0; j < each; j++) {
            tmVec3 p = tooth[j];
            region->points[i * each + j] = tmi_vec(c * p.x - s * p.y, s * p.x + c * p.y, 0.0);
        }
    }
    region->starts[1] = each * g->teeth;
    for (int32_t i = 0; i < bore; i++) {
        double s, c;
        tmi_sincos(-2.0 * TMI_PI * i / bore, &s, &c);
        region->points[region->starts[1] + i] = tmi_vec(g->bore * c, g->bore * s, 0.0);
    }
    region->starts[region->loop_count] = region->starts[1] + bore;
    return TM_OK;
}

static bool is_near_chord(const tmVec3 *points, int32_t from, int32_t to, double tolerance) {
    tmVec3 u = tmi_vec_unit(tmi_vec_sub(points[to], points[from]));
    for (int32_t i = from + 1; i < to; i++) {
        tmVec3 v = tmi_vec_sub(points[i], points[from]);
        if (fabs(u.x * v.y - u.y * v.x) > tolerance) {
            return false;
        }
    }
    return true;
}

/* Of the fine outline, corners as far apart as the tolerance allows: chords are doubled while they
 * fit, then halved in. */
static tmStatus cam_region(const tmShape *shape, double tolerance, tmiArena *arena,
                           tmiRegion *region) {
    const tmVec3 *fine = shape->region.points;
    int32_t count = shape->region.starts[1], used = 0;
    double radius = sqrt(shape->moments.volume / (shape->thickness * TMI_PI));
    double near = tmi_arc_tolerance(radius, tolerance);
    tmStatus status = open_region(arena, region, count, 1);
    for (int32_t at = 0; at < count && status == TM_OK;) {
        region->points[used++] = fine[at];
        int32_t max = count / 8 > 1 ? count / 8 : 1; /* at least eight chords */
        int32_t good = 1, bad = count - at < max ? count - at : max;
        while (good < bad && at + 2 * good < count && 2 * good <= bad &&
               is_near_chord(fine, at, at + 2 * good, near)) {
            good *= 2;
        }
        bad = 2 * good < bad ? 2 * good : bad;
        while (bad - good > 1) {
            int32_t middle = good + (bad - good) / 2;
            bool fits = at + middle < count && is_near_chord(fine, at, at + middle, near);
            good = fits ? middle : good;
            bad = fits ? bad : middle;
        }
        at += good;
    }
    if (status == TM_OK) {
        region->starts[1] = used;
    }
    return status;
}

tmStatus tmi_shape_region(const tmShape *shape, double tolerance, tmiArena *arena,
                          tmiRegion *region) {
    switch (shape->kind) {
    case TM_SHAPE_GEAR:
        return gear_region(&shape->gear, tolerance, arena, region);
    case TM_SHAPE_CAM:
        return cam_region(shape, tolerance, arena, region);
    default:
        *region = shape->region;
        return TM_OK;
    }
}
