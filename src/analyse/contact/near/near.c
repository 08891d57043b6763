/* near.c: see near.h. The finder's pairs and those of the search before are both in order, so one
 * pass over both carries over what is kept of them. */
#include "analyse/contact/near/near.h"

#include <string.h>

/* ---- Making ---------------------------------------------------------------------------------- */

/* Pieces of the plane at their poses, and of space. */
static tmStatus make_plane(tmiNear *near, const tmModel *model) {
    near->start = tmi_arena_alloc(&near->arena, (size_t)near->piece_count, sizeof *near->start);
    near->now = tmi_arena_alloc(&near->arena, (size_t)near->piece_count, sizeof *near->now);
    near->points_max = 2;
    if (!near->start || !near->now) {
        return TM_ERR_MEMORY;
    }
    for (int32_t body = 0; body < near->body_count; body++) {
        const tmPieces *pieces = tm_model_pieces(model, body);
        for (int32_t i = near->first[body]; i < near->first[body + 1]; i++) {
            const tmPiece *piece = tm_pieces_at(pieces, i - near->first[body]);
            const size_t doubles = tmi_contact_piece_memory(piece);
            double *memory = tmi_arena_alloc(&near->arena, 2 * doubles, sizeof *memory);
            if (!memory) {
                return TM_ERR_MEMORY;
            }
            tmi_contact_piece_init(&near->start[i], piece, memory);
            tmi_contact_piece_init(&near->now[i], piece, memory + doubles);
        }
    }
    return TM_OK;
}

static tmStatus make_solids(tmiNear *near, const tmModel *model, int32_t *sides, int32_t *corners) {
    for (int32_t body = 0; body < near->body_count; body++) {
        const tmPieces *pieces = tm_model_pieces(model, body);
        for (int32_t i = near->first[body]; i < near->first[body + 1]; i++) {
            tmiSolidShape *shape;
            tmStatus status = tmi_solid_shape_make(
                &near->arena, tm_pieces_at(pieces, i - near->first[body]), &shape);
            status = status == TM_OK ? tmi_solid_make(&near->arena, shape, &near->solid_start[i])
                                     : status;
            status =
                status == TM_OK ? tmi_solid_make(&near->arena, shape, &near->solid_now[i]) : status;
            if (status != TM_OK) {
                return status;
            }
            *sides = shape->face_max > *sides ? shape->face_max : *sides;
            *corners = shape->corner_count > *corners ? shape->corner_count : *corners;
        }
    }
    return TM_OK;
}

static tmStatus make_space(tmiNear *near, const tmModel *model) {
    int32_t sides = 0, corners = 0;
    size_t count = (size_t)near->piece_count;
    near->solid_start = tmi_arena_alloc(&near->arena, count, sizeof *near->solid_start);
    near->solid_now = tmi_arena_alloc(&near->arena, count, sizeof *near->solid_now);
    if (!near->solid_start || !near->solid_now) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = make_solids(near, model, &sides, &corners);
    if (status != TM_OK) {
        return status;
    }
    const tmiSolidShape widest = {.face_max = sides, .corner_count = corners};
    near->points_max = tmi_solid_points_max(&widest, &widest);
    size_t points = (size_t)near->points_max;
    near->corners = tmi_arena_alloc(&near->arena, 2 * points, sizeof *near->corners);
    near->points = tmi_arena_alloc(&near->arena, points, sizeof *near->points);
    return near->corners && near->points ? TM_OK : TM_ERR_MEMORY;
}

static tmStatus make_pieces(tmiNear *near, const tmModel *model) {
    int32_t count = 0;
    near->first = tmi_arena_alloc(&near->arena, (size_t)near->body_count + 1, sizeof *near->first);
    near->stands =
        tmi_arena_alloc(&near->arena, (size_t)near->body_count + 1, sizeof *near->stands);
    near->placed =
        tmi_arena_alloc(&near->arena, (size_t)near->body_count + 1, sizeof *near->placed);
    near->moved = tmi_arena_alloc(&near->arena, (size_t)near->body_count + 1, sizeof *near->moved);
    if (!near->first || !near->stands || !near->placed || !near->moved) {
        return TM_ERR_MEMORY;
    }
    for (int32_t body = 0; body < near->body_count; body++) {
        const int32_t more = tm_pieces_count(tm_model_pieces(model, body));
        near->first[body] = count;
        if (more > INT32_MAX - count) {
            return TM_ERR_LIMIT;
        }
        count += more;
    }
    near->first[near->body_count] = near->piece_count = count;
    return near->planar ? make_plane(near, model) : make_space(near, model);
}

tmStatus tmi_near_create(const tmModel *model, tmiNear **near) {
    *near = NULL;
    if (!model) {
        return TM_ERR_ARGUMENT;
    }
    const tmAllocator allocator = tm_model_allocator(model);
    tmiNear *made = tmi_alloc_zero(allocator, sizeof *made);
    if (!made) {
        return TM_ERR_MEMORY;
    }
    made->allocator = allocator;
    made->planar = tm_model_world(model).planar;
    tmi_arena_init(&made->arena, allocator);
    made->body_count = tm_model_body_count(model);
    tmStatus status = tm_interference_create(model, &made->finder);
    if (status == TM_OK) {
        status = make_pieces(made, model);
    }
    if (status != TM_OK) {
        tmi_near_destroy(made);
        return status;
    }
    *near = made;
    return TM_OK;
}

void tmi_near_destroy(tmiNear *near) {
    if (near) {
        const tmAllocator allocator = near->allocator;
        tm_interference_destroy(near->finder);
        tmi_array_clear(allocator, &near->pairs, &near->pair_capacity, sizeof *near->pairs);
        tmi_array_clear(allocator, &near->last, &near->last_capacity, sizeof *near->last);
        tmi_array_clear(allocator, &near->taken, &near->taken_capacity, sizeof *near->taken);
        tmi_arena_clear(&near->arena);
        tmi_free(allocator, near, sizeof *near);
    }
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Less than 0: x comes before y. */
static int32_t order(const tmiNearPair *x, const tmiNearPair *y) {
    const int32_t keys[4][2] = {{x->body_a, y->body_a},
                                {x->body_b, y->body_b},
                                {x->piece_a, y->piece_a},
                                {x->piece_b, y->piece_b}};
    for (int32_t k = 0; k < 4; k++) {
        if (keys[k][0] != keys[k][1]) {
            return keys[k][0] < keys[k][1] ? -1 : 1;
        }
    }
    return 0;
}

/* What the finder has found, each with what is kept of it; new ones have the number -1. */
static void list_pairs(tmiNear *near) {
    int32_t body_pairs, old = 0;
    const tmNearBodies *bodies = tm_interference_bodies(near->finder, &body_pairs);
    const tmNearPieces *pieces = tm_interference_pieces(near->finder, NULL);
    for (int32_t i = 0; i < body_pairs; i++) {
        const tmNearBodies *two = &bodies[i];
        for (int32_t k = two->first; k < two->first + two->count; k++) {
            tmiNearPair pair = {.body_a = two->a,
                                .body_b = two->b,
                                .piece_a = near->first[two->a] + pieces[k].a,
                                .piece_b = near->first[two->b] + pieces[k].b,
                                .number = -1,
                                .row = -1};
            while (old < near->last_count && order(&near->last[old], &pair) < 0) {
                old++;
            }
            if (old < near->last_count && order(&near->last[old], &pair) == 0) {
                pair.number = near->last[old].number;
                pair.row = near->last[old].row;
            }
            near->pairs[near->pair_count++] = pair;
        }
    }
}

/* New pairs get the smallest free numbers. There are fewer numbers in use than pairs. */
static void number_pairs(tmiNear *near) {
    int32_t next = 0;
    if (near->pair_count == 0) {
        return;
    }
    memset(near->taken, 0, (size_t)near->numbers * sizeof *near->taken);
    for (int32_t i = 0; i < near->pair_count; i++) {
        if (near->pairs[i].number >= 0) {
            near->taken[near->pairs[i].number] = true;
        }
    }
    for (int32_t i = 0; i < near->pair_count; i++) {
        if (near->pairs[i].number < 0) {
            while (near->taken[next]) {
                next++;
            }
            near->pairs[i].number = next++;
        }
    }
}

/* Puts pieces of a body at a frame, unless they are there: poses are functions of frames. */
static void put(const tmiNear *near, bool now, tmFrame *at, int32_t body, const tmFrame *frame) {
    if (memcmp(&at[body], frame, sizeof *frame) == 0) {
        return;
    }
    for (int32_t i = near->first[body]; i < near->first[body + 1]; i++) {
        if (near->planar) {
            tmi_contact_piece_set_pose(now ? &near->now[i] : &near->start[i], frame);
        } else {
            tmi_solid_set_pose(now ? &near->solid_now[i] : &near->solid_start[i], frame);
        }
    }
    at[body] = *frame;
}

void tmi_near_set_poses(tmiNear *near, const tmFrame *frames) {
    for (int32_t body = 0; body < near->body_count; body++) {
        if (near->first[body] == near->first[body + 1] ||
            (!near->moved[body] &&
             memcmp(&near->stands[body], &frames[body], sizeof *frames) == 0)) {
            continue;
        }
        put(near, false, near->stands, body, &frames[body]);
        put(near, true, near->placed, body, &frames[body]);
        near->moved[body] = false;
    }
}

tmStatus tmi_near_find(tmiNear *near, const tmFrame *frames, const tmTwist *twists, double step,
                       double margin) {
    tmiNearPair *const pairs = near->last;
    const int32_t capacity = near->last_capacity;
    near->last = near->pairs;
    near->last_capacity = near->pair_capacity;
    near->last_count = near->pair_count;
    near->pairs = pairs;
    near->pair_capacity = capacity;
    near->pair_count = 0;

    int32_t count;
    tmStatus status = tm_interference_sweep(near->finder, frames, twists, step, margin);
    tm_interference_pieces(near->finder, &count);
    const int32_t numbers = count > near->numbers ? count : near->numbers;
    if (status == TM_OK) {
        status = tmi_array_reserve(near->allocator, &near->pairs, &near->pair_capacity, count,
                                   sizeof *near->pairs);
    }
    if (status == TM_OK) {
        status = tmi_array_reserve(near->allocator, &near->taken, &near->taken_capacity, numbers,
                                   sizeof *near->taken);
    }
    if (status != TM_OK) {
        near->last_count = 0;
        return status;
    }
    near->numbers = numbers;
    list_pairs(near);
    number_pairs(near);
    tmi_near_set_poses(near, frames);
    return TM_OK;
}

void tmi_near_move(tmiNear *near, int32_t body, const tmFrame *frame) {
    put(near, true, near->placed, body, frame);
    near->moved[body] = true;
}
