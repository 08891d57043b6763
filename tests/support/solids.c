#include "solids.h"

#include <math.h>
#include <string.h>

bool make_solids(tmTest *t, const tmShapeDef defs[2], solidPair *p) {
    memset(p, 0, sizeof *p);
    tmi_arena_init(&p->arena, t->allocator);
    DEFER(drop_solids, p);
    const tmiSolidShape *shapes[2];
    for (int i = 0; i < 2; i++) {
        tmShape *shape;
        tmiSolidShape *made;
        if (!CHECK_STATUS(tm_shape_create(&t->allocator, &defs[i], NULL, &shape), TM_OK)) {
            return false;
        }
        tmStatus status = tm_pieces_create(&t->allocator, shape, NULL, &p->pieces[i]);
        tm_shape_destroy(shape);
        if (!CHECK_STATUS(status, TM_OK) ||
            !CHECK_STATUS(tmi_solid_shape_make(&p->arena, tm_pieces_at(p->pieces[i], 0), &made),
                          TM_OK)) {
            return false;
        }
        shapes[i] = made;
        if (!CHECK_STATUS(tmi_solid_make(&p->arena, made, &p->now[i]), TM_OK) ||
            !CHECK_STATUS(tmi_solid_make(&p->arena, made, &p->start[i]), TM_OK)) {
            return false;
        }
        p->at[i] = (tmFrame){.rotation = {1.0, 0.0, 0.0, 0.0}};
    }
    size_t room = (size_t)tmi_solid_points_max(shapes[0], shapes[1]);
    p->pair = (tmiSolidPair){&p->now[0], &p->now[1], &p->start[0], &p->start[1], NULL, NULL};
    p->pair.corners = tmi_arena_alloc(&p->arena, 2 * room, sizeof *p->pair.corners);
    p->pair.points = tmi_arena_alloc(&p->arena, room, sizeof *p->pair.points);
    p->points = tmi_arena_alloc(&p->arena, room, sizeof *p->points);
    bool fine = p->pair.corners && p->pair.points && p->points;
    return CHECK_STATUS(fine ? TM_OK : TM_ERR_MEMORY, TM_OK);
}

void drop_solids(solidPair *p) {
    for (int i = 0; i < 2; i++) {
        tm_pieces_destroy(p->pieces[i]);
        p->pieces[i] = NULL;
    }
    tmi_arena_clear(&p->arena);
}

static tmShapeDef box_of(const double half[3]) {
    tmShapeDef def = tm_shape_def_default();
    def.kind = TM_SHAPE_CUBOID;
    for (int k = 0; k < 3; k++) {
        def.size[k] = 2.0 * half[k];
    }
    return def;
}

bool make_boxes(tmTest *t, const double half_a[3], const double half_b[3], solidPair *p) {
    const tmShapeDef defs[2] = {box_of(half_a), box_of(half_b)};
    return make_solids(t, defs, p);
}

bool make_box_and_sphere(tmTest *t, const double half[3], double radius, const double at[3],
                         solidPair *p) {
    tmShapeDef sphere = tm_shape_def_default();
    sphere.kind = TM_SHAPE_SPHERE;
    sphere.size[0] = radius;
    const tmShapeDef defs[2] = {box_of(half), sphere};
    bool fine = make_solids(t, defs, p);
    if (fine) {
        put_solid(p, 1, at, (const double[3]){0.3, 0.2, 0.1});
        start_solids(p);
    }
    return fine;
}

static void put_at_random(uint64_t *seed, double far, bool aligned, solidPair *p) {
    for (int i = 0; i < 2; i++) {
        double at[3], turn[3];
        for (int k = 0; k < 3; k++) {
            at[k] = aligned ? 0.125 * test_between(seed, -6, 6) : test_uniform(seed, -far, far);
            turn[k] = aligned ? 0.0 : test_uniform(seed, -2.0, 2.0);
        }
        put_solid(p, i, at, turn);
    }
    start_solids(p);
}

bool make_solid_hulls(tmTest *t, uint64_t *seed, bool aligned, solidPair *p) {
    tmVec3 points[2][12];
    tmShapeDef defs[2];
    for (int i = 0; i < 2; i++) {
        int count = test_between(seed, 4, 12);
        for (int k = 0; k < count; k++) {
            points[i][k] = (tmVec3){test_uniform(seed, -1.0, 1.0), test_uniform(seed, -1.0, 1.0),
                                    test_uniform(seed, -1.0, 1.0)};
        }
        defs[i] = tm_shape_def_default();
        defs[i].kind = TM_SHAPE_HULL;
        defs[i].points = points[i];
        defs[i].point_count = count;
        if (aligned) {
            const double half[3] = {0.125 * test_between(seed, 1, 6),
                                    0.125 * test_between(seed, 1, 6),
                                    0.125 * test_between(seed, 1, 6)};
            defs[i] = box_of(half);
        }
    }
    bool fine = make_solids(t, defs, p);
    if (fine) {
        put_at_random(seed, 1.0, aligned, p);
    }
    return fine;
}

bool make_capsules(tmTest *t, uint64_t *seed, double radius_a, double radius_b, solidPair *p) {
    tmShapeDef defs[2];
    for (int i = 0; i < 2; i++) {
        defs[i] = tm_shape_def_default();
        defs[i].kind = TM_SHAPE_CAPSULE;
        defs[i].size[0] = i ? radius_b : radius_a;
        defs[i].size[1] = test_uniform(seed, 0.3, 1.5);
    }
    bool fine = make_solids(t, defs, p);
    if (fine) {
        put_at_random(seed, 1.0, false, p);
    }
    return fine;
}

/* ---- Poses ----------------------------------------------------------------------------------- */

void place_solid(solidPair *p, int which) {
    tmi_solid_set_pose(&p->now[which], &p->at[which]);
}

void put_solid(solidPair *p, int which, const double at[3], const double turn[3]) {
    p->at[which] = (tmFrame){.rotation = {1.0, 0.0, 0.0, 0.0}};
    move_solid(p, which, at, turn, 1.0);
}

void move_solid(solidPair *p, int which, const double v[3], const double w[3], double time) {
    tmFrame *f = &p->at[which];
    double length = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), half = 0.5 * time * length;
    double by = length > 0.0 ? sin(half) / length : 0.0;
    const double turn[4] = {cos(half), by * w[0], by * w[1], by * w[2]};
    double was[4];
    memcpy(was, f->rotation, sizeof was);
    tmi_quaternion_multiply(turn, was, f->rotation);
    for (int k = 0; k < 3; k++) {
        f->position[k] += time * v[k];
    }
    place_solid(p, which);
}

void start_solids(solidPair *p) {
    for (int i = 0; i < 2; i++) {
        tmi_solid_set_pose(&p->start[i], &p->at[i]);
    }
}
