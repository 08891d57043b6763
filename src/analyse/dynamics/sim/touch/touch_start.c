/* touch_start.c: what touches where a run or a new state begins: what overlaps is moved apart by
 * the least motion if that is small; then the instant is resolved as any other. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/touch/touch_private.h"

#include <math.h>
#include <string.h>

/* Pairs that are reported at most; an overlap that comes from rounding errors of the text's
 * numbers, and the maximum distance by which bodies are moved, as parts of the smaller piece [1].
 */
#define START_REPORTED 8
#define START_ROUNDED 1e-7
#define START_MOVED 0.1

#define START_ROUNDS 20

typedef struct Start {
    tmSim *sim;
    tmiOverlap overlaps[START_REPORTED];
    int32_t count;
} Start;

/* The features along the direction in which two pieces overlap least. */
static tmStatus add_pair(tmSim *sim, const int32_t pieces[2], const tmiEventRow *row) {
    struct tmiTouch *touch = sim->touch;
    tmiEventPair pair = tmi_touch_pair(touch, pieces, -1);
    const tmiEventPiece *other = row->by_b ? pair.a : pair.b;
    for (int32_t i = 0; i < other->count; i++) {
        tmiTouchPoint point = {.pieces = {pieces[0], pieces[1]}, .mode = TMI_TOUCH_STICK};
        bool is_facet = row->facet >= 0;
        point.feature =
            (tmiEventFeature){row->by_b, is_facet, is_facet ? row->facet : row->corner, i};
        tmiEventRates rates;
        tmi_touch_rates(sim, &point, &rates);
        if (rates.gap < 0.0) {
            tmiTouchPoint *to = tmi_touch_add(sim, &touch->now);
            if (!to) {
                return TM_ERR_MEMORY;
            }
            *to = point;
            touch->now.closed++;
        }
    }
    return TM_OK;
}

static tmStatus examine(Start *start, const int32_t pieces[2]) {
    tmSim *sim = start->sim;
    struct tmiTouch *touch = sim->touch;
    tmiEventPair pair = tmi_touch_pair(touch, pieces, -1);
    tmiEventPlace places[2];
    tmiEventRow row = {0};
    double velocity[3], length = tmi_event_length(pair.a, pair.b);
    for (int32_t k = 0; k < 2; k++) {
        tmi_touch_place(sim, touch->pieces[pieces[k]].body, &places[k], velocity);
    }
    double gap = tmi_event_separation(&pair, places, &row);
    if (!(gap < -TMI_TOUCH_NEAR * length)) {
        return TM_OK;
    }
    if (start->count < START_REPORTED) {
        tmiOverlap *to = &start->overlaps[start->count];
        *to = (tmiOverlap){.depth = -gap, .length = length};
        for (int32_t k = 0; k < 2; k++) {
            to->bodies[k] = touch->pieces[pieces[k]].body;
        }
    }
    start->count++;
    return add_pair(sim, pieces, &row);
}

/* Lists what overlaps in y, and its features as the set. */
static tmStatus list_overlaps(Start *start, const double *y) {
    tmSim *sim = start->sim;
    struct tmiTouch *touch = sim->touch;
    int32_t count;
    start->count = 0;
    touch->now.count = touch->now.closed = 0;
    tmi_system_set_state(sim->system, y);
    tmStatus status = tm_interference_find(touch->finder, sim->system->frames, 0.0);
    const tmNearBodies *bodies = tm_interference_bodies(touch->finder, &count);
    const tmNearPieces *near = tm_interference_pieces(touch->finder, NULL);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        const tmNearBodies *two = &bodies[i];
        for (int32_t k = two->first; k < two->first + two->count && status == TM_OK; k++) {
            const int32_t pieces[2] = {touch->first[two->a] + near[k].a,
                                       touch->first[two->b] + near[k].b};
            status = examine(start, pieces);
        }
    }
    return status;
}

static bool moves_little(const Start *start, const double *from, const double *to) {
    const tmiSystem *s = start->sim->system;
    double min = INFINITY;
    for (int32_t i = 0; i < start->count && i < START_REPORTED; i++) {
        min = start->overlaps[i].length < min ? start->overlaps[i].length : min;
    }
    for (int32_t i = 0; i < 3 * s->mover_count; i += 3) {
        if (!(tmi_hypot(to[i] - from[i], to[i + 1] - from[i + 1]) <= START_MOVED * min &&
              fabs(to[i + 2] - from[i + 2]) <= START_MOVED)) {
            return false;
        }
    }
    return true;
}

/* Moves what overlaps in y apart; `found` has what did, *apart whether it is. */
static tmStatus part(tmSim *sim, double *y, Start *found, bool *apart) {
    struct tmiTouch *touch = sim->touch;
    Start now = {.sim = sim};
    found->sim = sim;
    memcpy(touch->trial, y, (size_t)sim->n * sizeof *y);
    tmStatus status = list_overlaps(found, y);
    now.count = found->count;
    for (int32_t i = 0; i < START_ROUNDS && status == TM_OK && now.count > 0; i++) {
        bool fine = tmi_system_evaluate(sim->system);
        status = fine ? tmi_system_factor(sim->system, 0.0) : TM_ERR_NOT_FINITE;
        status = status == TM_OK ? tmi_touch_fit(sim, y) : status;
        status = status == TM_OK ? list_overlaps(&now, y) : status;
    }
    bool moved = found->count > 0;
    *apart = status == TM_OK && now.count == 0 && (!moved || moves_little(found, touch->trial, y));
    if (moved) { /* poses alone have moved */
        size_t poses = 3 * (size_t)sim->system->mover_count;
        memcpy(y + poses, touch->trial + poses, ((size_t)sim->n - poses) * sizeof *y);
    }
    touch->now.count = touch->now.closed = 0;
    return status == TM_ERR_MEMORY ? status : TM_OK;
}

static tmStatus report(tmSim *sim, const Start *found, bool apart, tmDiags *diags) {
    tmStatus status = TM_OK;
    int32_t reported = found->count < START_REPORTED ? found->count : START_REPORTED;
    for (int32_t i = 0; i < reported && status == TM_OK; i++) {
        const tmiOverlap *overlap = &found->overlaps[i];
        if (!apart || overlap->depth > START_ROUNDED * overlap->length) {
            int32_t more = i + 1 < reported ? 0 : found->count - reported;
            status = tmi_sim_report_overlap(sim, overlap, more, apart, diags);
        }
    }
    return status;
}

/* Bodies that no forces keep apart where the run starts. */
static tmStatus report_stuck(tmSim *sim, tmDiags *diags) {
    tmiSimWords words;
    tmi_words_begin(&words);
    tmi_sim_say_apart(sim, &words);
    tmStatus status =
        tmi_words_add_bodies(sim, &words, TM_ERROR, TMI_CODE_START, sim->stuck, diags);
    return status == TM_OK ? TM_ERR_TEXT : status;
}

tmStatus tmi_touch_start(tmSim *sim, tmDiags *diags) {
    Start found = {.sim = sim};
    bool apart;
    tmStatus status = part(sim, sim->y_end, &found, &apart);
    status = status == TM_OK ? report(sim, &found, apart, diags) : status;
    if (status != TM_OK || !apart) {
        return status == TM_OK ? TM_ERR_TEXT : status;
    }
    status = tmi_touch_resolve(sim, NULL);
    return sim->stuck[0] >= 0 ? report_stuck(sim, diags) : status;
}

tmStatus tmi_touch_part_state(tmSim *sim, double *y) {
    Start found = {.sim = sim};
    bool apart = true;
    tmStatus status = sim->touch ? part(sim, y, &found, &apart) : TM_OK;
    return status == TM_OK && !apart ? TM_ERR_NOT_CONVERGED : status;
}

void tmi_touch_forget(tmSim *sim) {
    if (sim->touch) {
        sim->touch->now.count = sim->touch->now.closed = sim->touch->series_count = 0;
    }
}

tmStatus tmi_touch_report_start(tmSim *sim) {
    static const tmiTouchSet none;
    return sim->touch ? tmi_touch_events(sim, &none) : TM_OK;
}

tmStatus tmi_touch_again(tmSim *sim) {
    struct tmiTouch *touch = sim->touch;
    size_t size = (size_t)sim->n * sizeof *sim->y;
    if (!touch) {
        return TM_OK;
    }
    memcpy(sim->y_end, sim->y, size);
    sim->t_end = sim->t;
    const tmiTouchEvent event = {.change = TMI_TOUCH_CHANGE_NONE, .point = -1};
    tmStatus status = tmi_touch_resolve(sim, &event);
    if (status == TM_OK) {
        memcpy(sim->y, sim->y_end, size);
        memcpy(sim->rate, sim->rate_end, size);
        status = tmi_touch_copy(sim, &touch->was, &touch->now);
    }
    return status;
}
