/* surface.c: surfaces of shapes as triangles, for display. */
#include "define/geometry/shape/surface.h"
#include "define/geometry/hull/hull.h"
#include "numeric/numeric.h"

void tmi_builder_clear(tmiMeshReader *b) {
    tmi_array_clear(b->allocator, &b->data.points, &b->point_capacity, sizeof(tmVec3));
    tmi_array_clear(b->allocator, &b->data.triangles, &b->triangle_capacity, sizeof(int32_t));
}

static tmStatus add_mesh(tmiMeshReader *b, const tmVec3 *points, int32_t point_count,
                         const int32_t *triangles, int32_t triangle_count, tmPose3 pose) {
    int32_t first = b->data.point_count;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < point_count && status == TM_OK; i++) {
        status = tmi_mesh_add_point(b, tmi_pose_apply(pose, points[i]));
    }
    for (int32_t i = 0; i < triangle_count && status == TM_OK; i++) {
        const int32_t *t = &triangles[3 * i];
        status = tmi_mesh_add_triangle(b, first + t[0], first + t[1], first + t[2]);
    }
    return status;
}

/* ---- Bodies turned on a lathe -------------------------------------------------------------- */

/* Radii and heights from below to above, radii of 0 only at the ends. */
typedef struct Profile {
    tmVec3 *points; /* radius, 0, height */
    int32_t count;
} Profile;

static void add_quarter(Profile *p, double radius, double middle, double from, int32_t steps) {
    for (int32_t i = 0; i <= steps; i++) {
        double s, c;
        tmi_sincos(from + 0.5 * TMI_PI * i / steps, &s, &c);
        bool pole = (from < 0.0 && i == 0) || (from >= 0.0 && i == steps);
        p->points[p->count++] = tmi_vec(pole ? 0.0 : radius * c, 0.0, middle + radius * s);
    }
}

static tmStatus make_profile(tmiArena *arena, const tmShape *shape, int32_t chords, Profile *p) {
    int32_t steps = (chords + 3) / 4;
    double low = shape->points[0].z, high = shape->points[shape->point_count - 1].z;
    *p = (Profile){tmi_arena_alloc(arena, 2 * (size_t)steps + 8, sizeof(tmVec3)), 0};
    if (!p->points) {
        return TM_ERR_MEMORY;
    }
    if (shape->rims) {
        p->points[p->count++] = tmi_vec(0, 0, low);
        p->points[p->count++] = tmi_vec(shape->rims[0], 0, low);
        if (shape->rims[1] > 0.0) {
            p->points[p->count++] = tmi_vec(shape->rims[1], 0, high);
        }
        p->points[p->count++] = tmi_vec(0, 0, high);
    } else {
        add_quarter(p, shape->radius, low, -0.5 * TMI_PI, steps);
        p->count -= high == low ? 1 : 0; /* the equator once */
        add_quarter(p, shape->radius, high, 0.0, steps);
    }
    return TM_OK;
}

/* Joins ring i to ring i + 1; a ring of radius 0 is one point. */
static tmStatus join_rings(tmiMeshReader *b, const int32_t *starts, const Profile *p, int32_t i,
                           int32_t chords) {
    bool low = p->points[i].x > 0.0, high = p->points[i + 1].x > 0.0;
    tmStatus status = TM_OK;
    for (int32_t k = 0; k < chords && status == TM_OK; k++) {
        int32_t next = (k + 1) % chords;
        int32_t a = starts[i] + (low ? k : 0), a2 = starts[i] + (low ? next : 0);
        int32_t c = starts[i + 1] + (high ? k : 0), c2 = starts[i + 1] + (high ? next : 0);
        status = low ? tmi_mesh_add_triangle(b, a, a2, c2) : TM_OK;
        status = status == TM_OK && high ? tmi_mesh_add_triangle(b, a, c2, c) : status;
    }
    return status;
}

static tmStatus add_turned(tmiMeshReader *b, tmiArena *arena, const tmShape *shape, tmPose3 pose,
                           double tolerance) {
    double radius = shape->radius;
    for (int32_t i = 0; i < shape->point_count && shape->rims; i++) {
        radius = shape->rims[i] > radius ? shape->rims[i] : radius;
    }
    int32_t chords = tmi_chords(radius, tmi_arc_tolerance(radius, tolerance));
    Profile p;
    tmStatus status = make_profile(arena, shape, chords, &p);
    int32_t *starts = tmi_arena_alloc(arena, 2 * (size_t)chords + 8, sizeof(int32_t));
    if (!starts || status != TM_OK) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < p.count; i++) {
        starts[i] = b->data.point_count;
        for (int32_t k = 0; k < (p.points[i].x > 0.0 ? chords : 1) && status == TM_OK; k++) {
            double s, c;
            tmi_sincos(2.0 * TMI_PI * k / chords, &s, &c);
            tmVec3 at = {p.points[i].x * c, p.points[i].x * s, p.points[i].z};
            status = tmi_mesh_add_point(b, tmi_pose_apply(pose, at));
        }
    }
    for (int32_t i = 0; i + 1 < p.count && status == TM_OK; i++) {
        status = join_rings(b, starts, &p, i, chords);
    }
    return status;
}

/* ---- Flat bodies --------------------------------------------------------------------------- */

/* Corners of a bar's, plate's or link's polygon that are no further apart than this [radius] are
 * one: the edge between them is made of rounding errors. */
#define TWINS 1e-11

/* Leaves out corners that are at the one before; returns how many stay. */
static int32_t leave_out_twins(tmVec3 *points, int32_t count, double distance) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        tmVec3 before = points[kept ? kept - 1 : count - 1];
        if (tmi_vec_length(tmi_vec_sub(points[i], before)) > distance) {
            points[kept++] = points[i];
        }
    }
    return kept;
}

/* The polygon of a bar, plate or link: its outline's arcs as chords. Where corners are close
 * together beside the radius, ends of arcs coincide or change places by rounding errors; the hull
 * of them is convex. */
static tmStatus band_region(tmiArena *arena, const tmShape *shape, double tolerance,
                            tmiRegion *region) {
    double radius = shape->rims[0];
    int32_t chords = tmi_chords(radius, tmi_arc_tolerance(radius, tolerance));
    tmiShadow band;
    tmStatus status = tmi_points_shadow(arena, shape->points, shape->point_count / 2, &band);
    if (status != TM_OK) {
        return status;
    }
    size_t n = (size_t)band.count;
    tmOutlinePoint *loop = tmi_arena_alloc(arena, 2 * n + 2, sizeof(tmOutlinePoint));
    size_t max = 3 * n + (size_t)chords + 4;
    tmVec3 *points = tmi_arena_alloc(arena, max, sizeof(tmVec3));
    region->points = tmi_arena_alloc(arena, 2 * max, sizeof(tmVec3));
    region->starts = tmi_arena_alloc(arena, 2, sizeof(int32_t));
    region->loop_count = 1;
    if (!loop || !points || !region->points || !region->starts) {
        return TM_ERR_MEMORY;
    }
    int32_t count = tmi_band_outline(band.points, band.count, radius, loop), used = 0;
    for (int32_t i = 0; i < count; i++) {
        const tmOutlinePoint *p = &loop[i];
        tmVec3 centre = band.points[count == 2 ? 0 : i / 2];
        double turn = 4.0 * tmi_atan2(p->bulge, 1.0);
        double steps = p->bulge > 0.0 ? ceil(turn / (2.0 * TMI_PI) * chords) : 1.0;
        for (double k = 0.0; k < steps; k++) {
            double s, c, x = p->x - centre.x, y = p->y - centre.y;
            tmi_sincos(turn * k / steps, &s, &c);
            points[used++] = tmi_vec(centre.x + c * x - s * y, centre.y + s * x + c * y, 0);
        }
    }
    used = tmi_hull_planar(points, used, region->points);
    region->starts[1] = leave_out_twins(region->points, used, TWINS * radius);
    return TM_OK;
}

static tmStatus add_side(tmiMeshReader *b, int32_t p, int32_t q, int32_t above) {
    tmStatus status = tmi_mesh_add_triangle(b, p, q, q + above);
    return status == TM_OK ? tmi_mesh_add_triangle(b, p, q + above, p + above) : status;
}

static tmStatus add_extruded(tmiMeshReader *b, tmiArena *arena, const tmiRegion *region,
                             double thickness, tmPose3 pose) {
    int32_t *triangles, count = 0, first = b->data.point_count;
    int32_t corners = region->starts[region->loop_count];
    tmStatus status = tmi_region_triangles(arena, region, &triangles, &count);
    for (int32_t i = 0; i < 2 * corners && status == TM_OK; i++) {
        tmVec3 p = region->points[i % corners];
        double z = i < corners ? -0.5 * thickness : 0.5 * thickness;
        status = tmi_mesh_add_point(b, tmi_pose_apply(pose, tmi_vec(p.x, p.y, z)));
    }
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        const int32_t *t = &triangles[3 * i];
        int32_t above = first + corners;
        status = tmi_mesh_add_triangle(b, first + t[0], first + t[2], first + t[1]);
        status = status == TM_OK
                     ? tmi_mesh_add_triangle(b, above + t[0], above + t[1], above + t[2])
                     : status;
    }
    for (int32_t loop = 0; loop < region->loop_count; loop++) {
        int32_t start = region->starts[loop], end = region->starts[loop + 1];
        for (int32_t i = start; i < end && status == TM_OK; i++) {
            status = add_side(b, first + i, first + (i + 1 < end ? i + 1 : start), corners);
        }
    }
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

/* Whether all discs are about the z axis itself. */
static bool is_turned(const tmShape *shape) {
    bool turned = true;
    for (int32_t i = 0; i < shape->point_count; i++) {
        turned = turned && shape->points[i].x == 0.0 && shape->points[i].y == 0.0;
    }
    return turned;
}

static tmStatus add_solid(tmiMeshReader *b, tmiArena *arena, const tmShape *shape, tmPose3 pose,
                          double tolerance) {
    tmiRegion region;
    tmiHull hull;
    tmStatus status;
    if (shape->triangle_count > 0) { /* of a mesh or hull */
        return add_mesh(b, shape->points, shape->point_count, shape->triangles,
                        shape->triangle_count, pose);
    }
    if (shape->form == TMI_FORM_FLAT) {
        status = tmi_shape_region(shape, tolerance, arena, &region);
        return status == TM_OK ? add_extruded(b, arena, &region, shape->thickness, pose) : status;
    }
    if (shape->thickness > 0.0) { /* a band around discs */
        status = band_region(arena, shape, tolerance, &region);
        pose.position = tmi_pose_apply(pose, tmi_vec(0, 0, shape->moments.centre.z));
        return status == TM_OK ? add_extruded(b, arena, &region, shape->thickness, pose) : status;
    }
    if (!shape->rims && shape->radius == 0.0) {
        status = tmi_hull_make(arena, shape->points, shape->point_count, &hull);
        return status == TM_OK ? add_mesh(b, hull.points, hull.point_count, hull.triangles,
                                          hull.triangle_count, pose)
                               : status;
    }
    return is_turned(shape) ? add_turned(b, arena, shape, pose, tolerance) : TM_ERR_UNSUPPORTED;
}

tmStatus tmi_surface_add(tmiMeshReader *b, const tmShape *shape, tmPose3 pose, double tolerance) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < shape->member_count && status == TM_OK; i++) {
        const tmiMember *m = &shape->members[i];
        status = tmi_surface_add(b, m->shape, tmi_pose_compose(pose, m->pose), tolerance);
    }
    if (shape->form != TMI_FORM_UNION && shape->form != TMI_FORM_NOTHING) {
        tmiArena arena;
        tmi_arena_init(&arena, b->allocator);
        status = add_solid(b, &arena, shape, pose, tolerance);
        tmi_arena_clear(&arena);
    }
    return status;
}

tmStatus tm_mesh_of_shape(const tmAllocator *allocator, const tmShape *shape, double tolerance,
                          tmMesh **mesh) {
    const tmPose3 here = {{0, 0, 0}, {1, 0, 0, 0}};
    if (!mesh) {
        return TM_ERR_ARGUMENT;
    }
    *mesh = NULL;
    if (!shape || !(tolerance >= 0.0 && tolerance <= TM_SHAPE_SIZE_LIMIT)) {
        return TM_ERR_ARGUMENT;
    }
    tmiMeshReader builder = {.allocator = tmi_allocator_or_default(allocator)};
    tmStatus status = tmi_surface_add(&builder, shape, here, tolerance);
    if (status == TM_OK) {
        status = tmi_mesh_keep(builder.allocator, &builder.data, mesh);
    }
    tmi_builder_clear(&builder);
    return status;
}
