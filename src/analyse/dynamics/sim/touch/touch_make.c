/* touch_make.c: makes what touching in `events` needs: pieces, room, scales. */
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <math.h>
#include <string.h>

/* ---- Pieces ---------------------------------------------------------------------------------- */

/* Corners are seen from the centre of mass of a body that moves, about which its state turns it. */
static bool make_piece(tmSim *sim, tmiTouchPiece *to, const tmPiece *piece) {
    const tmiSystem *s = sim->system;
    struct tmiTouch *touch = sim->touch;
    tmiContactPiece posed;
    double *memory =
        tmi_arena_alloc(&touch->arena, 2 * tmi_contact_piece_memory(piece), sizeof *memory);
    if (!memory) {
        return false;
    }
    tmi_contact_piece_init(&posed, piece, memory);
    double(*corner)[2] = (double(*)[2])(memory + tmi_contact_piece_memory(piece));
    int32_t mover = s->mover_of[to->body];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, reach = 0.0;
    for (int32_t i = 0; i < posed.count; i++) {
        for (int32_t k = 0; k < 2; k++) {
            double centre = mover >= 0 ? s->movers[mover].centre[k] : 0.0;
            corner[i][k] = posed.own_corner[i][k] - centre;
            low[k] = corner[i][k] < low[k] ? corner[i][k] : low[k];
            high[k] = corner[i][k] > high[k] ? corner[i][k] : high[k];
        }
        double own = tmi_hypot(corner[i][0], corner[i][1]);
        reach = own > reach ? own : reach;
    }
    to->piece = (tmiEventPiece){.count = posed.count,
                                .facets = posed.facets,
                                .radius = posed.radius,
                                .length = 0.5 * tmi_hypot(high[0] - low[0], high[1] - low[1]) +
                                          posed.radius,
                                .reach = reach,
                                .corner = (const double(*)[2])corner,
                                .normal = posed.own_normal};
    double size = reach + posed.radius;
    touch->length = mover >= 0 && size > touch->length ? size : touch->length;
    return true;
}

static tmStatus make_pieces(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    int32_t bodies = sim->system->body_count, count = 0;
    touch->first = tmi_arena_alloc(&touch->arena, (size_t)bodies + 1, sizeof *touch->first);
    for (int32_t i = 0; touch->first && i <= bodies; i++) {
        touch->first[i] = count;
        count += i < bodies ? tm_pieces_count(tm_model_pieces(sim->model, i)) : 0;
    }
    touch->piece_count = count;
    touch->pieces = tmi_arena_alloc(&touch->arena, (size_t)count + 1, sizeof *touch->pieces);
    if (!touch->first || !touch->pieces) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < bodies; i++) {
        const tmPieces *pieces = tm_model_pieces(sim->model, i);
        for (int32_t k = touch->first[i]; k < touch->first[i + 1]; k++) {
            touch->pieces[k].body = i;
            touch->pieces[k].number = k - touch->first[i];
            if (!make_piece(sim, &touch->pieces[k],
                            tm_pieces_at(pieces, touch->pieces[k].number))) {
                return TM_ERR_MEMORY;
            }
        }
    }
    return TM_OK;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static bool take_method(tmSim *sim, int32_t turn) {
    tmiArena *arena = &sim->touch->arena;
    tmiRkMethod method = sim->rk[turn].method;
    double *work = tmi_arena_alloc(arena, tmi_rk_workspace(method, sim->n), sizeof *work);
    if (work) {
        tmi_rk_init(&sim->touch->again[turn], method, sim->n, work);
    }
    return work != NULL;
}

static bool take_room(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    size_t n = (size_t)sim->n + 1, bodies = (size_t)sim->system->body_count;
    double **states[] = {&touch->rate, &touch->trial, &touch->kept, &touch->end, &touch->end_rate};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        *states[i] = tmi_arena_alloc(&touch->arena, n, sizeof **states[i]);
        if (!*states[i]) {
            return false;
        }
    }
    touch->paths = tmi_arena_alloc(&touch->arena, bodies, sizeof *touch->paths);
    return touch->paths && take_method(sim, 0) && (!sim->is_auto || take_method(sim, 1));
}

/* Whether contact is located in this run. */
static bool applies(const tmSim *sim) {
    int32_t touching;
    tm_model_touching(sim->model, &touching);
    return sim->info.method == TM_METHOD_EVENTS && !sim->fixed && sim->system->planar &&
           !sim->is_kinematic && touching >= 2 && sim->system->mover_count > 0;
}

tmStatus tmi_touch_create(tmSim *sim) {
    if (!applies(sim)) {
        return TM_OK;
    }
    struct tmiTouch *touch = sim->touch = tmi_alloc_zero(sim->allocator, sizeof *touch);
    if (!touch) {
        return TM_ERR_MEMORY;
    }
    tmi_arena_init(&touch->arena, sim->allocator);
    tmi_arena_init(&touch->scratch, sim->allocator);
    tmStatus status = tm_interference_create(sim->model, &touch->finder);
    status = status == TM_OK ? make_pieces(sim) : status;
    status = status == TM_OK && !take_room(sim) ? TM_ERR_MEMORY : status;
    const tmSimDef *def = &sim->def;
    tmSimulateInfo run = tm_model_simulate(sim->model);
    sim->info.impact = def->impact == TM_IMPACT_TEXT ? (int32_t)run.impact : def->impact;
    sim->info.order = def->order == TM_IMPACT_ORDER_TEXT ? (int32_t)run.order : def->order;
    touch->acceleration = tmi_length3(sim->system->gravity);
    return status;
}

void tmi_touch_destroy(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    if (!touch) {
        return;
    }
    tmAllocator allocator = sim->allocator;
    tmiTouchSet *sets[] = {&touch->now, &touch->was, &touch->found, &touch->before};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        tmi_array_clear(allocator, &sets[i]->points, &sets[i]->capacity, sizeof *sets[i]->points);
    }
    tmi_array_clear(allocator, &touch->series, &touch->series_capacity, sizeof *touch->series);
    tmi_array_clear(allocator, &touch->hits, &touch->hit_capacity, sizeof *touch->hits);
    tm_interference_destroy(touch->finder);
    tmi_arena_clear(&touch->scratch);
    tmi_arena_clear(&touch->arena);
    tmi_free(allocator, touch, sizeof *touch);
    sim->touch = NULL;
}

/* ---- Sets of points -------------------------------------------------------------------------- */

tmiTouchPoint *tmi_touch_add(tmSim *sim, tmiTouchSet *set) {
    tmStatus status = tmi_array_reserve(sim->allocator, &set->points, &set->capacity,
                                        set->count + 1, sizeof *set->points);
    return status == TM_OK ? &set->points[set->count++] : NULL;
}

tmStatus tmi_touch_copy(tmSim *sim, tmiTouchSet *to, const tmiTouchSet *from) {
    tmStatus status = tmi_array_reserve(sim->allocator, &to->points, &to->capacity, from->count,
                                        sizeof *to->points);
    if (status == TM_OK) {
        to->count = from->count;
        to->closed = from->closed;
        if (from->count > 0) {
            memcpy(to->points, from->points, (size_t)from->count * sizeof *to->points);
        }
    }
    return status;
}
