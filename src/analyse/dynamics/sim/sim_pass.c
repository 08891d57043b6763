/* sim_pass.c: bodies that may touch, but that nothing holds apart, as in space, in `classic`, and
 * in `events` with fixed steps:
 * finds in every step whether any two begin to overlap, and reports it. Nothing else changes. */
#include "analyse/dynamics/sim/sim.h"

#include <math.h>
#include <string.h>

/* Bodies overlap where they still do when each piece is this much smaller [1]: what lies flush on
 * another does not. */
#define OVERLAP_SMALLER 1e-6

/* Between two looks no body that may meet another goes further than this part of the smallest one
 * [1], unless a step would need more looks than these. */
#define APART_MAX 0.5
#define STEP_LOOKS_MAX 10000

/* Halvings of the time between two looks to find when bodies begin to overlap. */
#define OVERLAP_HALVINGS 30

tmStatus tmi_sim_pass_create(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimPass *pass = &sim->pass;
    int32_t touching, count = 0;
    tm_model_touching(sim->model, &touching);
    pass->time = -1.0;
    pass->reach = INFINITY;
    if (sim->contact.engine || sim->touch || touching < 2 || s->mover_count == 0) {
        return TM_OK;
    }
    pass->first = tmi_arena_alloc(&sim->arena, (size_t)s->body_count + 1, sizeof *pass->first);
    for (int32_t i = 0; pass->first && i <= s->body_count; i++) {
        pass->first[i] = count;
        count += i < s->body_count ? tm_pieces_count(tm_model_pieces(sim->model, i)) : 0;
    }
    pass->pieces = tmi_arena_alloc(&sim->arena, (size_t)count + 1, sizeof *pass->pieces);
    if (!pass->first || !pass->pieces) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < s->body_count; i++) {
        const tmPieces *pieces = tm_model_pieces(sim->model, i);
        for (int32_t k = pass->first[i]; k < pass->first[i + 1]; k++) {
            tmiBodyPiece *piece = &pass->pieces[k];
            tmi_body_piece_init(piece, tm_pieces_at(pieces, k - pass->first[i]), i, s->planar);
            pass->reach = piece->reach < pass->reach ? piece->reach : pass->reach;
        }
    }
    return tm_interference_create(sim->model, &pass->finder);
}

void tmi_sim_pass_destroy(tmSim *sim) {
    tmiSimPass *pass = &sim->pass;
    tm_interference_destroy(pass->finder);
    tmi_array_clear(sim->allocator, &pass->now, &pass->now_capacity, sizeof *pass->now);
    tmi_array_clear(sim->allocator, &pass->last, &pass->last_capacity, sizeof *pass->last);
}

/* ---- A look ---------------------------------------------------------------------------------- */

static bool overlap(const tmSim *sim, const tmNearBodies *near) {
    const tmiSimPass *pass = &sim->pass;
    const tmNearPieces *pieces = tm_interference_pieces(pass->finder, NULL);
    for (int32_t i = near->first; i < near->first + near->count; i++) {
        const tmiBodyPiece *a = &pass->pieces[pass->first[near->a] + pieces[i].a];
        const tmiBodyPiece *b = &pass->pieces[pass->first[near->b] + pieces[i].b];
        if (tmi_body_pieces_overlap(a, b, OVERLAP_SMALLER, sim->system->frames,
                                    sim->system->planar)) {
            return true;
        }
    }
    return false;
}

/* Puts the pairs that overlap at the present poses into `now`, in order, and those before into
 * `last`. */
static tmStatus look(tmSim *sim) {
    tmiSimPass *pass = &sim->pass;
    int32_t(*pairs)[2] = pass->last, capacity = pass->last_capacity, count;
    pass->last = pass->now;
    pass->last_count = pass->now_count;
    pass->last_capacity = pass->now_capacity;
    pass->now = pairs;
    pass->now_count = 0;
    pass->now_capacity = capacity;
    tmStatus status = tm_interference_find(pass->finder, sim->system->frames, 0.0);
    const tmNearBodies *near = tm_interference_bodies(pass->finder, &count);
    status = status == TM_OK ? tmi_array_reserve(sim->allocator, &pass->now, &pass->now_capacity,
                                                 count, sizeof *pass->now)
                             : status;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        if (overlap(sim, &near[i])) {
            pass->now[pass->now_count][0] = near[i].a;
            pass->now[pass->now_count++][1] = near[i].b;
        }
    }
    return status;
}

static bool was_there(const tmiSimPass *pass, const int32_t pair[2]) {
    for (int32_t i = 0; i < pass->last_count; i++) {
        if (memcmp(pass->last[i], pair, sizeof pass->last[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Events stand in the order of time, though the step's end may have been reported. */
static void report_overlap(tmSim *sim, const int32_t pair[2], double time) {
    tmSimEvent event = {.kind = TM_SIM_EVENT_PASS, .time = time, .joint = -1, .input = -1};
    event.bodies[0] = pair[0];
    event.bodies[1] = pair[1];
    sim->info.passed++;
    int32_t count = sim->event_count;
    tmi_sim_add_event(sim, &event);
    for (; sim->event_count > count && count > 0 && sim->events[count - 1].time > time; count--) {
        sim->events[count] = sim->events[count - 1];
        sim->events[count - 1] = event;
    }
}

/* Whether the two bodies overlap where the system is placed. */
static tmStatus find_pair(tmSim *sim, const int32_t pair[2], bool *found) {
    int32_t count;
    tmStatus status = tm_interference_find(sim->pass.finder, sim->system->frames, 0.0);
    const tmNearBodies *near = tm_interference_bodies(sim->pass.finder, &count);
    *found = false;
    for (int32_t i = 0; i < count && status == TM_OK && !*found; i++) {
        *found = near[i].a == pair[0] && near[i].b == pair[1] && overlap(sim, &near[i]);
    }
    return status;
}

/* When two bodies that overlap at *time, and did not at `before`, began to. */
static tmStatus find_time(tmSim *sim, const int32_t pair[2], double before, double *time) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < OVERLAP_HALVINGS && status == TM_OK; i++) {
        double middle = before + 0.5 * (*time - before);
        bool found = false;
        status = tmi_sim_between(sim, middle, sim->trial);
        tmi_system_set_state(sim->system, sim->trial);
        status = status == TM_OK ? find_pair(sim, pair, &found) : status;
        *(found ? time : &before) = middle;
    }
    return status;
}

/* `before`: the time of the last look; that of this one where there was none. */
static tmStatus look_and_report(tmSim *sim, double before, double time) {
    tmStatus status = look(sim);
    for (int32_t i = 0; i < sim->pass.now_count && status == TM_OK; i++) {
        const int32_t *pair = sim->pass.now[i];
        double began = time;
        if (!was_there(&sim->pass, pair)) {
            status = before < time ? find_time(sim, pair, before, &began) : TM_OK;
            report_overlap(sim, pair, began);
        }
    }
    sim->pass.time = status == TM_OK ? time : -1.0;
    return status;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* The furthest that any point of a body goes at the velocities of a state [m/s]. */
static double fastest(tmSim *sim, const double *y) {
    const tmiSystem *s = sim->system;
    double max = 0.0;
    tmi_system_set_state(sim->system, y);
    for (int32_t i = 0; i < s->mover_count; i++) {
        int32_t body = s->movers[i].body;
        const tmTwist *twist = &s->twists[body];
        double reach = 0.0;
        for (int32_t k = sim->pass.first[body]; k < sim->pass.first[body + 1]; k++) {
            const tmiBodyPiece *piece = &sim->pass.pieces[k];
            double far = tmi_length3(piece->centre) + piece->reach;
            reach = far > reach ? far : reach;
        }
        double speed = tmi_length3(twist->linear) + tmi_length3(twist->angular) * reach;
        max = reach > 0.0 && speed > max ? speed : max;
    }
    return max;
}

/* Puts the system where the run is at a time of the step. */
static tmStatus pose_at(tmSim *sim, double time) {
    bool is_end = time == sim->t_end;
    tmStatus status = is_end ? TM_OK : tmi_sim_between(sim, time, sim->trial);
    tmi_system_set_state(sim->system, is_end ? sim->y_end : sim->trial);
    return status;
}

/* Whether bodies that are where the system is placed could meet when each goes this far [m]. */
static tmStatus may_meet(tmSim *sim, double way, bool *may) {
    int32_t count = 0;
    tmStatus status = tm_interference_find(sim->pass.finder, sim->system->frames, 2.0 * way);
    tm_interference_bodies(sim->pass.finder, &count);
    *may = count > 0;
    return status;
}

/* Looks from the last look up to a time. If no two bodies can meet on the whole way, it is done;
 * otherwise it examines the halves, down to ways that are short beside the smallest piece. */
static tmStatus watch(tmSim *sim, double to, double speed, int32_t *looks) {
    tmiSimPass *pass = &sim->pass;
    double from = pass->time, middle = from + 0.5 * (to - from), way = speed * (to - from);
    bool may = true;
    if (way <= APART_MAX * pass->reach || ++*looks > STEP_LOOKS_MAX) {
        tmStatus status = pose_at(sim, to);
        return status == TM_OK ? look_and_report(sim, from, to) : status;
    }
    tmStatus status = pose_at(sim, middle);
    status = status == TM_OK ? may_meet(sim, 0.5 * way, &may) : status;
    if (status == TM_OK && !may) {
        pass->now_count = 0;
        pass->time = to;
        return TM_OK;
    }
    status = status == TM_OK ? watch(sim, middle, speed, looks) : status;
    return status == TM_OK ? watch(sim, to, speed, looks) : status;
}

tmStatus tmi_sim_pass_start(tmSim *sim) {
    if (!sim->pass.finder) {
        return TM_OK;
    }
    tmi_system_set_state(sim->system, sim->y_end);
    return look_and_report(sim, sim->t_end, sim->t_end);
}

void tmi_sim_pass_forget(tmSim *sim) {
    sim->pass.now_count = 0;
    sim->pass.time = sim->t;
}

tmStatus tmi_sim_pass_step(tmSim *sim) {
    tmiSimPass *pass = &sim->pass;
    tmStatus status = TM_OK;
    if (!pass->finder) {
        return TM_OK;
    }
    if (pass->time != sim->t) {
        tmi_system_set_state(sim->system, sim->y);
        status = look(sim);
    }
    pass->time = sim->t;
    double before = fastest(sim, sim->y), after = fastest(sim, sim->y_end);
    int32_t looks = 0;
    status =
        status == TM_OK ? watch(sim, sim->t_end, before > after ? before : after, &looks) : status;
    tmi_system_set_state(sim->system, sim->y_end);
    return status;
}
