/* touch_forces.c: forces of closed contacts: a Schur complement over the factors of joints and
 * masses. For rows B of closed contacts and the accelerations a0 without them
 *
 *     W p + B a0 + bias = 0,   W = B K^-1 B^T,   K: the equations of motion with their joints,  (1)
 *
 * where what slides has the friction of its normal force and no tangential row. */
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <math.h>
#include <string.h>

/* ---- Places and rates ------------------------------------------------------------------------ */

static void place_frame(const tmFrame *frame, tmiEventPlace *place) {
    double w = frame->rotation[0], z = frame->rotation[3], square = w * w + z * z;
    place->at[0] = frame->position[0];
    place->at[1] = frame->position[1];
    place->turn[0] = (w * w - z * z) / square;
    place->turn[1] = 2.0 * w * z / square;
}

void tmi_touch_place(const tmSim *sim, int32_t body, tmiEventPlace *place, double velocity[3]) {
    const tmiSystem *s = sim->system;
    int32_t mover = s->mover_of[body];
    place_frame(&s->frames[body], place);
    memset(velocity, 0, 3 * sizeof *velocity);
    if (mover >= 0) {
        memcpy(place->at, s->centres[mover], sizeof place->at);
        memcpy(velocity, s->velocity + 3 * (ptrdiff_t)mover, 3 * sizeof *velocity);
    }
}

void tmi_touch_place_at(const tmSim *sim, const double *y, int32_t body, tmiEventPlace *place) {
    const tmiSystem *s = sim->system;
    int32_t mover = s->mover_of[body];
    if (mover < 0) {
        place_frame(&s->frames[body], place);
        return;
    }
    const double *own = y + 3 * (ptrdiff_t)mover;
    place->at[0] = own[0];
    place->at[1] = own[1];
    place->turn[0] = tmi_cos(own[2]);
    place->turn[1] = tmi_sin(own[2]);
}

void tmi_touch_rates(const tmSim *sim, const tmiTouchPoint *point, tmiEventRates *rates) {
    tmiEventPlace places[2];
    double velocity[2][3];
    tmiEventPair pair = tmi_touch_pair(sim->touch, point->pieces, -1);
    for (int32_t k = 0; k < 2; k++) {
        tmi_touch_place(sim, sim->touch->pieces[point->pieces[k]].body, &places[k], velocity[k]);
    }
    tmi_event_rates(&point->feature, &pair, places, (const double(*)[3])velocity, rates);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The mover of a feature's a or b; -1. */
static int32_t mover_of(const tmSim *sim, const tmiTouchPoint *point, int32_t side) {
    int32_t piece = point->pieces[side != point->feature.swapped];
    return sim->system->mover_of[sim->touch->pieces[piece].body];
}

/* The rate of row r of a point for a motion of all movers. */
static double along(const tmSim *sim, const tmiTouchPoint *point, const tmiEventRates *rates,
                    int32_t r, const double *motion) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = mover_of(sim, point, side);
        for (int32_t k = 0; mover >= 0 && k < 3; k++) {
            sum += rates->across[r][3 * side + k] * motion[3 * (ptrdiff_t)mover + k];
        }
    }
    return sum;
}

static void add_along(const tmSim *sim, const tmiTouchPoint *point, const tmiEventRates *rates,
                      int32_t r, double force, double *forces) {
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = mover_of(sim, point, side);
        for (int32_t k = 0; mover >= 0 && k < 3; k++) {
            forces[3 * (ptrdiff_t)mover + k] += force * rates->across[r][3 * side + k];
        }
    }
}

static double free_answer(const tmSim *sim, const tmiTouchPoint *point, const tmiEventRates *rates,
                          int32_t r) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = mover_of(sim, point, side);
        const tmiMover *m = mover >= 0 ? &sim->system->movers[mover] : NULL;
        for (int32_t k = 0; m && m->kind == TMI_MOVER_DYNAMIC && k < 3; k++) {
            double own = rates->across[r][3 * side + k];
            sum += own * own / (k < 2 ? m->mass : m->inertia[2][2]);
        }
    }
    return sum;
}

static bool take_rows(tmiArena *arena, size_t n, size_t motion, tmiTouchRows *rows) {
    rows->rates = tmi_arena_alloc(arena, n / 2 + 1, sizeof *rows->rates);
    rows->w = tmi_arena_alloc(arena, n * n + 1, sizeof *rows->w);
    rows->b = tmi_arena_alloc(arena, n + 1, sizeof *rows->b);
    rows->u = tmi_arena_alloc(arena, n + 1, sizeof *rows->u);
    rows->own = tmi_arena_alloc(arena, n + 1, sizeof *rows->own);
    rows->answer = tmi_arena_alloc(arena, n * motion + 1, sizeof *rows->answer);
    return rows->rates && rows->w && rows->b && rows->u && rows->own && rows->answer;
}

tmStatus tmi_touch_rows(tmSim *sim, const tmiTouchPoint *points, int32_t count,
                        tmiTouchRows *rows) {
    tmiSystem *s = sim->system;
    size_t motion = 3 * (size_t)s->mover_count;
    int32_t n = 2 * count;
    rows->count = count;
    double *load = tmi_arena_alloc(&sim->touch->scratch, motion + 1, sizeof *load);
    if (!load || !take_rows(&sim->touch->scratch, (size_t)n, motion, rows)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        const tmiTouchPoint *point = &points[i / 2];
        tmiEventRates *rates = &rows->rates[i / 2];
        if (i % 2 == 0) {
            tmi_touch_rates(sim, point, rates);
        }
        rows->u[i] = rates->rate[i % 2];
        rows->b[i] = rates->bias[i % 2] + along(sim, point, rates, i % 2, s->acceleration);
        rows->own[i] = free_answer(sim, point, rates, i % 2);
        memset(load, 0, motion * sizeof *load);
        add_along(sim, point, rates, i % 2, 1.0, load);
        tmStatus status =
            tmi_system_solve_for(s, load, NULL, rows->answer + (size_t)i * motion, NULL);
        if (status != TM_OK && status != TM_ERR_NOT_CONVERGED) {
            return status;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++) {
            rows->w[(ptrdiff_t)i * n + j] = along(sim, &points[i / 2], &rows->rates[i / 2], i % 2,
                                                  rows->answer + (ptrdiff_t)j * (ptrdiff_t)motion);
        }
    }
    return TM_OK;
}

void tmi_touch_answer(const tmSim *sim, const tmiTouchRows *rows, const double *force,
                      double *motion) {
    ptrdiff_t size = 3 * (ptrdiff_t)sim->system->mover_count;
    for (int32_t i = 0; i < 2 * rows->count; i++) {
        for (ptrdiff_t k = 0; force[i] != 0.0 && k < size; k++) {
            motion[k] += rows->answer[i * size + k] * force[i];
        }
    }
}

/* ---- Forces ---------------------------------------------------------------------------------- */

static bool list_modes(tmiArena *arena, const tmiTouchSet *set, tmiModeProblem *problem,
                       uint8_t **modes, double **force) {
    size_t n = (size_t)set->closed;
    double *friction = tmi_arena_alloc(arena, n, sizeof *friction);
    int8_t *slip = tmi_arena_alloc(arena, n, sizeof *slip);
    *modes = tmi_arena_alloc(arena, n, sizeof **modes);
    *force = tmi_arena_alloc(arena, 2 * n, sizeof **force);
    if (!friction || !slip || !*modes || !*force) {
        return false;
    }
    for (int32_t i = 0; i < set->closed; i++) {
        friction[i] = set->points[i].friction;
        slip[i] = 0;
        (*modes)[i] = set->points[i].mode;
    }
    problem->friction = friction;
    problem->slip = slip;
    return true;
}

static tmStatus add_forces(tmSim *sim, const tmiTouchRows *rows) {
    tmiSystem *s = sim->system;
    struct tmiTouch *touch = sim->touch;
    tmiModeProblem problem = {.count = rows->count, .w = rows->w, .b = rows->b};
    uint8_t *modes;
    double *force;
    if (!list_modes(&touch->scratch, &touch->now, &problem, &modes, &force)) {
        return TM_ERR_MEMORY;
    }
    tmStatus status = tmi_mode_forces(&problem, modes, &touch->scratch, force);
    for (int32_t i = 0; i < rows->count && status == TM_OK; i++) {
        tmiTouchPoint *point = &touch->now.points[i];
        for (int32_t r = 0; r < 2; r++) {
            point->force[r] = force[2 * i + r];
            add_along(sim, point, &rows->rates[i], r, force[2 * i + r], s->force);
        }
        s->pushed += force[2 * i + 1] * rows->rates[i].rate[1];
    }
    return status;
}

tmStatus tmi_touch_solve(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    if (!touch || touch->now.closed == 0) {
        return TM_OK;
    }
    tmiArenaMark mark = tmi_arena_mark(&touch->scratch);
    tmiTouchRows rows;
    tmStatus status = tmi_touch_rows(sim, touch->now.points, touch->now.closed, &rows);
    status = status == TM_OK ? add_forces(sim, &rows) : status;
    tmi_arena_release(&touch->scratch, mark);
    return status == TM_OK ? tmi_system_solve(sim->system) : status;
}

/* ---- As the host sees them ------------------------------------------------------------------- */

/* Friction that reaches this part of its cone slips [1]. */
static void put_contact(const tmSim *sim, const tmiTouchPoint *point, tmContact *to) {
    const struct tmiTouch *touch = sim->touch;
    tmiEventRates rates;
    tmi_touch_rates(sim, point, &rates);
    double sign = point->feature.swapped ? -1.0 : 1.0;
    bool closed = point->mode != TMI_TOUCH_OPEN;
    *to = (tmContact){.gap = rates.gap,
                      .force = closed ? point->force[0] : 0.0,
                      .slips = point->mode >= TMI_TOUCH_UP && point->friction > 0.0};
    for (int32_t k = 0; k < 2; k++) {
        double tangent = k == 0 ? -rates.normal[1] : rates.normal[0];
        to->bodies[k] = touch->pieces[point->pieces[k]].body;
        to->pieces[k] = touch->pieces[point->pieces[k]].number;
        to->point[k] = rates.point[k];
        to->normal[k] = sign * rates.normal[k];
        to->friction[k] = closed ? sign * point->force[1] * tangent : 0.0;
    }
}

static tmStatus list(tmSim *sim, tmContact **contacts, int32_t *capacity, int32_t *count) {
    const tmiTouchSet *set = &sim->touch->now;
    tmStatus status =
        tmi_array_reserve(sim->allocator, contacts, capacity, set->count, sizeof **contacts);
    *count = status == TM_OK ? set->count : 0;
    for (int32_t i = 0; i < *count; i++) {
        put_contact(sim, &set->points[i], &(*contacts)[i]);
    }
    return status;
}

tmStatus tmi_touch_list(tmSim *sim, bool prior) {
    tmiSimContact *c = &sim->contact;
    if (!sim->touch) {
        return TM_OK;
    }
    c->list.is_present = c->list.is_made = true; /* controls read what the last step's end left */
    tmStatus status = prior
                          ? list(sim, &c->list.prior, &c->list.prior_capacity, &c->list.prior_count)
                          : list(sim, &c->list.contacts, &c->list.capacity, &c->list.count);
    sim->lacks_memory = sim->lacks_memory || status == TM_ERR_MEMORY;
    return status;
}
