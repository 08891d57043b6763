/* touch_search.c: what happens first within a step, on its interpolant. That two pieces meet, or
 * that two which touch get another corner to touch with, is certified (first_touch.c). That a force
 * reaches 0, friction its limit, a slip or a facet its end, is looked for at places of the step and
 * between them by the polynomial through these. */
#include "analyse/dynamics/sim/touch/touch_look.h"
#include "define/hinge/hinge.h"

#include <math.h>
#include <string.h>

/* ---- Meetings -------------------------------------------------------------------------------- */

/* Paths of all bodies, and how far any point of one can go [m]. */
static double make_paths(tmSim *sim, double h) {
    const tmiSystem *s = sim->system;
    struct tmiTouch *touch = sim->touch;
    double max = 0.0;
    for (int32_t i = 0; i < s->body_count; i++) {
        tmiEventPath *path = &touch->paths[i];
        int32_t mover = s->mover_of[i];
        memset(path, 0, sizeof *path);
        path->moves = mover >= 0;
        for (int32_t k = 0; mover >= 0 && k < 3; k++) {
            tmi_rk_dense_powers(&sim->rk[sim->turn], 3 * mover + k, path->c[k]);
        }
        if (mover < 0) {
            path->c[0][0] = s->frames[i].position[0];
            path->c[1][0] = s->frames[i].position[1];
            path->c[2][0] = tmi_frame_angle(&s->frames[i]);
        }
        tmi_event_path_bound(path, h);
        double reach = 0.0;
        for (int32_t k = touch->first[i]; k < touch->first[i + 1]; k++) {
            double own = touch->pieces[k].piece.reach;
            reach = own > reach ? own : reach;
        }
        double turn = path->bounds[2][0] * h,
               way = tmi_hypot(path->bounds[0][0], path->bounds[1][0]);
        way = way * h + reach * (turn < 2.0 ? turn : 2.0);
        max = touch->first[i] < touch->first[i + 1] && way > max ? way : max;
    }
    return max;
}

typedef struct Search {
    tmSim *sim;
    double h;
    tmiTouchEvent *event;
} Search;

/* Searches one pair, or one corner of its second piece. */
static void search_pair(Search *s, const int32_t pieces[2], int32_t only) {
    const struct tmiTouch *touch = s->sim->touch;
    tmiEventPair pair = tmi_touch_pair(touch, pieces, only);
    const tmiEventPath paths[2] = {touch->paths[touch->pieces[pieces[0]].body],
                                   touch->paths[touch->pieces[pieces[1]].body]};
    tmiTouchFound found;
    double to = s->event->time < INFINITY ? (s->event->time - s->sim->t) / s->h : 1.0;
    tmiTouchOutcome outcome =
        tmi_event_first_touch(&pair, paths, s->h, to < 1.0 ? to : 1.0, &found);
    if (outcome == TMI_TOUCH_NONE) {
        return;
    }
    bool meets = outcome == TMI_TOUCH_MEETS;
    *s->event = (tmiTouchEvent){.change = meets ? TMI_TOUCH_CHANGE_MEET : TMI_TOUCH_CHANGE_UNSURE,
                                .time = s->sim->t + found.part * s->h,
                                .finish = s->sim->t_end,
                                .is_root = meets && found.has_row,
                                .point = -1,
                                .pieces = {pieces[0], pieces[1]},
                                .only = only,
                                .has_row = found.has_row,
                                .row = found.row};
}

/* Corners of a pair that are part of what touches, or on the end of a facet that is. */
static bool is_used(const tmSim *sim, const tmiTouchPoint *point, int32_t side, int32_t corner) {
    const tmiEventFeature *f = &point->feature;
    const tmiEventPiece *a = &sim->touch->pieces[point->pieces[f->swapped ? 1 : 0]].piece;
    bool of_b = (side == 1) != f->swapped; /* the corner is of the feature's b */
    if (of_b) {
        return corner == f->of_b;
    }
    if (!f->is_facet) {
        return corner == f->of_a;
    }
    tmiEventRates rates;
    tmi_touch_rates(sim, point, &rates);
    double end = 10.0 * TMI_TOUCH_NEAR * a->length;
    int32_t last = f->of_a + 1 < a->count ? f->of_a + 1 : 0;
    return (corner == f->of_a && rates.along < end) ||
           (corner == last && rates.along > rates.length - end);
}

static bool uses(const tmSim *sim, const int32_t pieces[2], int32_t side, int32_t corner) {
    const tmiTouchSet *set = &sim->touch->now;
    for (int32_t i = 0; i < set->count; i++) {
        const tmiTouchPoint *point = &set->points[i];
        if (point->pieces[0] == pieces[0] && point->pieces[1] == pieces[1] &&
            is_used(sim, point, side, corner)) {
            return true;
        }
    }
    return false;
}

static bool touches(const tmSim *sim, const int32_t pieces[2]) {
    const tmiTouchSet *set = &sim->touch->now;
    for (int32_t i = 0; i < set->count; i++) {
        if (memcmp(set->points[i].pieces, pieces, sizeof set->points[i].pieces) == 0) {
            return true;
        }
    }
    return false;
}

static void search_near(Search *s, const int32_t pieces[2]) {
    const struct tmiTouch *touch = s->sim->touch;
    if (!touches(s->sim, pieces)) {
        search_pair(s, pieces, -1);
        return;
    }
    const tmiEventPiece *both[2] = {&touch->pieces[pieces[0]].piece,
                                    &touch->pieces[pieces[1]].piece};
    /* A disc touches a convex piece in one place. */
    for (int32_t side = 0; side < 2 && both[0]->count > 1 && both[1]->count > 1; side++) {
        const int32_t order[2] = {pieces[1 - side], pieces[side]};
        for (int32_t i = 0; i < both[side]->count; i++) {
            if (!uses(s->sim, pieces, side, i)) {
                search_pair(s, order, i);
            }
        }
    }
}

static tmStatus search_meetings(Search *s) {
    tmSim *sim = s->sim;
    struct tmiTouch *touch = sim->touch;
    tmi_system_set_state(sim->system, sim->y);
    double way = make_paths(sim, s->h);
    tmStatus status = tm_interference_find(touch->finder, sim->system->frames, 2.0 * way);
    int32_t count;
    const tmNearBodies *bodies = tm_interference_bodies(touch->finder, &count);
    const tmNearPieces *near = tm_interference_pieces(touch->finder, NULL);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        for (int32_t k = bodies[i].first; k < bodies[i].first + bodies[i].count; k++) {
            const int32_t pieces[2] = {touch->first[bodies[i].a] + near[k].a,
                                       touch->first[bodies[i].b] + near[k].b};
            search_near(s, pieces);
        }
    }
    return status;
}

/* ---- Changes of what touches ----------------------------------------------------------------- */

/* Places of a step at which functions are looked at: those of Chebyshev's polynomials, the ends
 * included; and between two of them. */
#define TOUCH_LOOKS 8
#define TOUCH_LOOKS_BETWEEN 8

/* Functions begin at 0 up to this, as parts of their scales [1]. */
#define LOOK_ZERO 1e-9

static double place_of(double part) { /* of 0 … 1 over the looks */
    return 0.5 * (1.0 - tmi_cos(TMI_PI * part));
}

typedef struct Look {
    tmSim *sim;
    tmiWatch watch;
    double plus; /* added to the function */
    tmStatus status;
} Look;

static double look_at(void *user, double time) {
    Look *look = user;
    tmSim *sim = look->sim;
    tmi_rk_dense_at(&sim->rk[sim->turn], (time - sim->t) / sim->rk[sim->turn].h, sim->touch->trial);
    double value = NAN;
    look->status = tmi_touch_look(sim, time, sim->touch->trial, &look->watch, 1, &value);
    return value + look->plus;
}

/* The polynomial through the looks at a place between the ends, by its values there [barycentric
 * form of Chebyshev's second points]. */
static double through(const double *f, double part) {
    double sum = 0.0, weights = 0.0, x = place_of(part);
    for (int32_t i = 0; i <= TOUCH_LOOKS; i++) {
        double d = x - place_of((double)i / TOUCH_LOOKS);
        if (d == 0.0) {
            return f[i];
        }
        double w = (i % 2 == 0 ? 1.0 : -1.0) * (i == 0 || i == TOUCH_LOOKS ? 0.5 : 1.0) / d;
        sum += w * f[i];
        weights += w;
    }
    return sum / weights;
}

/* A bracket of the function's first root among its looks; false: none is seen. */
static bool bracket_root(Look *look, const double *times, const double *f, tmiBracket *bracket,
                         bool *at_once) {
    *at_once = false;
    look->plus = 0.0;
    for (int32_t i = 1; i <= TOUCH_LOOKS; i++) {
        bool room = f[i - 1] > LOOK_ZERO;
        if (f[i] < (room ? 0.0 : -LOOK_ZERO)) {
            *at_once = !room && !(f[i - 1] > -LOOK_ZERO);
            look->plus = room ? 0.0 : LOOK_ZERO;
            *bracket =
                (tmiBracket){times[i - 1], times[i], f[i - 1] + look->plus, f[i] + look->plus};
            return true;
        }
    }
    double least = LOOK_ZERO;
    int32_t at = -1;
    for (int32_t i = 1; i < TOUCH_LOOKS * TOUCH_LOOKS_BETWEEN; i++) {
        double own = through(f, (double)i / (TOUCH_LOOKS * TOUCH_LOOKS_BETWEEN));
        at = own < least ? i : at;
        least = own < least ? own : least;
    }
    if (at < 0 || !(least < 0.0)) {
        return false;
    }
    double part = place_of((double)at / (TOUCH_LOOKS * TOUCH_LOOKS_BETWEEN));
    double time = times[0] + part * (times[TOUCH_LOOKS] - times[0]), value = look_at(look, time);
    int32_t before = at / TOUCH_LOOKS_BETWEEN;
    *bracket = (tmiBracket){times[before], time, f[before], value};
    return value < 0.0 && f[before] > 0.0;
}

static void take_change(Search *s, const tmiWatch *watch, double time, bool is_root) {
    if (time < s->event->time) {
        *s->event = (tmiTouchEvent){.change = watch->change,
                                    .time = time,
                                    .finish = s->sim->t_end,
                                    .is_root = is_root,
                                    .point = watch->point,
                                    .only = watch->end};
    }
}

static tmStatus search_changes(Search *s) {
    tmSim *sim = s->sim;
    struct tmiTouch *touch = sim->touch;
    int32_t count = tmi_touch_watch(sim, NULL);
    tmiArenaMark mark = tmi_arena_mark(&touch->scratch);
    size_t n = (size_t)count + 1;
    tmiWatch *watch = tmi_arena_alloc(&touch->scratch, n, sizeof *watch);
    double *values = tmi_arena_alloc(&touch->scratch, n * (TOUCH_LOOKS + 2), sizeof *values);
    double times[TOUCH_LOOKS + 1], end = s->event->time < sim->t_end ? s->event->time : sim->t_end;
    tmStatus status = watch && values ? TM_OK : TM_ERR_MEMORY;
    if (status == TM_OK) {
        tmi_touch_watch(sim, watch);
    }
    for (int32_t i = 0; i <= TOUCH_LOOKS && status == TM_OK; i++) {
        times[i] =
            i == TOUCH_LOOKS ? end : sim->t + (end - sim->t) * place_of((double)i / TOUCH_LOOKS);
        tmi_rk_dense_at(&sim->rk[sim->turn], (times[i] - sim->t) / sim->rk[sim->turn].h,
                        touch->trial);
        double *column = values + n * (TOUCH_LOOKS + 1);
        status = tmi_touch_look(sim, times[i], touch->trial, watch, count, column);
        for (int32_t k = 0; k < count; k++) {
            values[(size_t)k * (TOUCH_LOOKS + 1) + (size_t)i] = column[k];
        }
    }
    for (int32_t k = 0; k < count && status == TM_OK; k++) {
        Look look = {.sim = sim, .watch = watch[k]};
        tmiBracket bracket;
        bool at_once;
        if (bracket_root(&look, times, values + (size_t)k * (TOUCH_LOOKS + 1), &bracket,
                         &at_once)) {
            if (!at_once && bracket.before < s->event->time) {
                (void)tmi_root(look_at, &look, 0.0, 200, &bracket);
                status = look.status;
            }
            take_change(s, &watch[k], at_once ? bracket.before : bracket.after,
                        !at_once && look.plus == 0.0);
        }
    }
    tmi_arena_release(&touch->scratch, mark);
    return status;
}

/* ---- All ------------------------------------------------------------------------------------- */

tmStatus tmi_touch_search(tmSim *sim, double until, tmiTouchEvent *event) {
    tmiRk *rk = &sim->rk[sim->turn];
    *event = (tmiTouchEvent){.time = until, .point = -1};
    if (!(sim->t_end > sim->t)) {
        return TM_OK;
    }
    Search search = {.sim = sim, .h = rk->h, .event = event};
    tmStatus status = tmi_rk_dense_make(rk, tmi_sim_rate, sim, sim->y, sim->y_end, sim->rate_end);
    status = status == TM_OK ? search_meetings(&search) : status;
    if (status == TM_OK && sim->touch->now.closed > 0) {
        status = search_changes(&search);
    }
    tmi_system_set_state(sim->system, sim->y_end);
    return status;
}
