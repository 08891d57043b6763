/* touch_find.c: which features touch at an instant, and problems of some of them. */
#include "analyse/dynamics/sim/touch/touch_resolve.h"

#include <math.h>

/* Gaps as part of the length [1]: of the pair of an event, how badly it may be located. */
#define LOCATED_BADLY 1e-5

double tmi_touch_slow(const struct tmiTouch *touch) {
    double gap = 2.0 * TMI_TOUCH_MISSED * touch->length;
    double slow = 2.0 * sqrt(gap * touch->acceleration);
    return slow > tmi_touch_still(touch) ? slow : tmi_touch_still(touch);
}

/* ---- What touches ---------------------------------------------------------------------------- */

static tmStatus find_pair(tmSim *sim, const int32_t pieces[2], const tmiTouchEvent *event) {
    struct tmiTouch *touch = sim->touch;
    tmiEventPair pair = tmi_touch_pair(touch, pieces, -1);
    tmiEventPlace places[2];
    double velocity[2][3], length = tmi_event_length(pair.a, pair.b);
    double near = TMI_TOUCH_NEAR * length;
    for (int32_t k = 0; k < 2; k++) {
        tmi_touch_place(sim, touch->pieces[pieces[k]].body, &places[k], velocity[k]);
    }
    bool own = event && event->change == TMI_TOUCH_CHANGE_MEET &&
               ((event->pieces[0] == pieces[0] && event->pieces[1] == pieces[1]) ||
                (event->pieces[0] == pieces[1] && event->pieces[1] == pieces[0]));
    if (own) {
        double gap = 4.0 * fabs(tmi_event_separation(&pair, places, NULL));
        double most = LOCATED_BADLY * length;
        near = gap > most ? most : gap > near ? gap : near;
    }
    tmiEventFeature features[TMI_EVENT_FEATURES];
    int32_t count = tmi_event_touching(&pair, places, (const double(*)[3])velocity, near,
                                       tmi_touch_still(touch), features);
    tmSurfaceInfo surface = {0.0, 0.0};
    if (count > 0) {
        (void)tm_model_surface(sim->model, touch->pieces[pieces[0]].body,
                               touch->pieces[pieces[1]].body, &surface);
    }
    for (int32_t i = 0; i < count; i++) {
        tmiTouchPoint *point = tmi_touch_add(sim, &touch->found);
        if (!point) {
            return TM_ERR_MEMORY;
        }
        *point = (tmiTouchPoint){.pieces = {pieces[0], pieces[1]},
                                 .feature = features[i],
                                 .mode = TMI_TOUCH_OPEN,
                                 .friction = surface.friction,
                                 .restitution = surface.restitution};
    }
    return TM_OK;
}

tmStatus tmi_touch_find(tmSim *sim, const tmiTouchEvent *event) {
    struct tmiTouch *touch = sim->touch;
    touch->found.count = touch->found.closed = 0;
    double margin = LOCATED_BADLY * touch->length;
    tmStatus status = tm_interference_find(touch->finder, sim->system->frames, margin);
    int32_t count;
    const tmNearBodies *bodies = tm_interference_bodies(touch->finder, &count);
    const tmNearPieces *near = tm_interference_pieces(touch->finder, NULL);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        const tmNearBodies *two = &bodies[i];
        for (int32_t k = two->first; k < two->first + two->count && status == TM_OK; k++) {
            const int32_t pieces[2] = {touch->first[two->a] + near[k].a,
                                       touch->first[two->b] + near[k].b};
            status = find_pair(sim, pieces, event);
        }
    }
    return status;
}

/* ---- Problems -------------------------------------------------------------------------------- */

static bool take_room(tmiArena *arena, size_t n, tmiTouchProblem *to) {
    to->list = tmi_arena_alloc(arena, n + 1, sizeof *to->list);
    to->w = tmi_arena_alloc(arena, 4 * n * n + 5 * n + 1, sizeof *to->w);
    if (!to->list || !to->w) {
        return false;
    }
    to->b = to->w + 4 * n * n;
    to->u = to->b + 2 * n;
    to->friction = to->u + 2 * n;
    return true;
}

tmStatus tmi_touch_take(tmSim *sim, const tmiTouchProblem *from, const int32_t *list, int32_t count,
                        tmiTouchProblem *to) {
    int32_t n = 2 * count, all = 2 * from->count;
    to->count = count;
    if (!take_room(&sim->touch->scratch, (size_t)count, to)) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        int32_t row = 2 * list[i / 2] + i % 2;
        to->list[i / 2] = from->list[list[i / 2]];
        to->friction[i / 2] = from->friction[list[i / 2]];
        to->b[i] = from->b[row];
        to->u[i] = from->u[row];
        for (int32_t j = 0; j < n; j++) {
            to->w[(ptrdiff_t)i * n + j] = from->w[(ptrdiff_t)row * all + 2 * list[j / 2] + j % 2];
        }
    }
    return TM_OK;
}

tmStatus tmi_touch_whole(tmSim *sim, const tmiTouchRows *rows, tmiTouchProblem *to) {
    to->count = rows->count;
    if (!take_room(&sim->touch->scratch, 0, to)) {
        return TM_ERR_MEMORY;
    }
    size_t n = (size_t)rows->count;
    to->list = tmi_arena_alloc(&sim->touch->scratch, n + 1, sizeof *to->list);
    to->friction = tmi_arena_alloc(&sim->touch->scratch, n + 1, sizeof *to->friction);
    if (!to->list || !to->friction) {
        return TM_ERR_MEMORY;
    }
    to->w = rows->w;
    to->b = rows->b;
    to->u = rows->u;
    for (int32_t i = 0; i < rows->count; i++) {
        to->list[i] = i;
        to->friction[i] = sim->touch->found.points[i].friction;
    }
    return TM_OK;
}

static void measure(tmSim *sim, const tmiTouchProblem *problem) {
    for (int32_t i = 0; i < 2 * problem->count; i++) {
        double own = fabs(problem->b[i]);
        sim->touch->acceleration = own > sim->touch->acceleration ? own : sim->touch->acceleration;
    }
}

tmStatus tmi_touch_modes(tmSim *sim, const tmiTouchProblem *problem, uint8_t *modes,
                         double *force) {
    struct tmiTouch *touch = sim->touch;
    int8_t *slip = tmi_arena_alloc(&touch->scratch, (size_t)problem->count + 1, sizeof *slip);
    if (!slip) {
        return TM_ERR_MEMORY;
    }
    measure(sim, problem);
    for (int32_t i = 0; i < problem->count; i++) {
        double u = problem->u[2 * i + 1];
        bool slides = fabs(u) > tmi_touch_still(touch) && problem->friction[i] > 0.0;
        slip[i] = (int8_t)(!slides ? 0 : u > 0.0 ? 1 : -1);
    }
    const tmiModeProblem plain = {.count = problem->count,
                                  .w = problem->w,
                                  .b = problem->b,
                                  .friction = problem->friction,
                                  .slip = slip,
                                  .tolerance = TMI_TOUCH_ACCELERATION * touch->acceleration};
    return tmi_mode_solve(&plain, &touch->scratch, modes, force);
}
