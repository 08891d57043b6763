/* touch_locate.c: the functions whose roots are events, and steps made anew up to one: the error of
 * the interpolant, a hundred times that of the step, does not enter times of events. */
#include "analyse/dynamics/sim/touch/touch_look.h"

#include <math.h>
#include <string.h>

/* ---- Functions ------------------------------------------------------------------------------- */

int32_t tmi_touch_watch(const tmSim *sim, tmiWatch *watch) {
    const tmiTouchSet *set = &sim->touch->now;
    int32_t count = 0;
    for (int32_t i = 0; i < set->closed; i++) {
        const tmiTouchPoint *point = &set->points[i];
        const struct tmiTouch *touch = sim->touch;
        tmiEventPair pair = tmi_touch_pair(touch, point->pieces, -1);
        bool sticks = point->mode == TMI_TOUCH_STICK, rubs = point->friction > 0.0;
        bool ends = point->feature.is_facet || pair.a->count > 1 || pair.b->count > 1;
        const tmiWatch all[] = {{TMI_TOUCH_CHANGE_FORCE, i, 0}, {TMI_TOUCH_CHANGE_DOWN, i, 0},
                                {TMI_TOUCH_CHANGE_UP, i, 0},    {TMI_TOUCH_CHANGE_SLIP, i, 0},
                                {TMI_TOUCH_CHANGE_END, i, 0},   {TMI_TOUCH_CHANGE_END, i, 1}};
        const bool there[] = {true, rubs && sticks, rubs && sticks, rubs && !sticks, ends, ends};
        for (size_t k = 0; k < sizeof there / sizeof there[0]; k++) {
            if (there[k] && watch) {
                watch[count] = all[k];
            }
            count += there[k];
        }
    }
    return count;
}

static double end_left(const tmSim *sim, const tmiTouchPoint *point, const tmiEventRates *rates,
                       int32_t end) {
    const struct tmiTouch *touch = sim->touch;
    tmiEventPair pair = tmi_touch_pair(touch, point->pieces, -1);
    if (point->feature.is_facet) {
        double length = tmi_event_length(pair.a, pair.b);
        return (end == 0 ? rates->along : rates->length - rates->along) / length;
    }
    tmiEventPlace places[2];
    double arcs[2], velocity[3];
    for (int32_t k = 0; k < 2; k++) {
        tmi_touch_place(sim, touch->pieces[point->pieces[k]].body, &places[k], velocity);
    }
    tmi_event_arcs(&point->feature, &pair, places, arcs);
    return arcs[end];
}

/* How a point's gap answers to a force, as if its bodies were free [1/kg]. */
static double yields(const tmSim *sim, const tmiTouchPoint *point, const tmiEventRates *rates) {
    const tmiSystem *s = sim->system;
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t body = sim->touch->pieces[point->pieces[side != point->feature.swapped]].body;
        int32_t mover = s->mover_of[body];
        const tmiMover *m = mover >= 0 ? &s->movers[mover] : NULL;
        for (int32_t k = 0; m && m->mass > 0.0 && k < 3; k++) {
            double own = rates->across[0][3 * side + k];
            sum += own * own / (k < 2 ? m->mass : m->inertia[2][2]);
        }
    }
    return sum;
}

tmStatus tmi_touch_look(tmSim *sim, double time, const double *y, const tmiWatch *watch,
                        int32_t count, double *values) {
    struct tmiTouch *touch = sim->touch;
    tmStatus status = tmi_sim_rate(sim, time, y, touch->rate);
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        const tmiTouchPoint *point = &touch->now.points[watch[i].point];
        const double *p = point->force;
        tmiEventRates rates;
        tmi_touch_rates(sim, point, &rates);
        double w = yields(sim, point, &rates) / touch->acceleration, mu = point->friction;
        switch (watch[i].change) {
        case TMI_TOUCH_CHANGE_FORCE:
            values[i] = p[0] * w;
            break;
        case TMI_TOUCH_CHANGE_DOWN:
            values[i] = (mu * p[0] - p[1]) * w;
            break;
        case TMI_TOUCH_CHANGE_UP:
            values[i] = (mu * p[0] + p[1]) * w;
            break;
        case TMI_TOUCH_CHANGE_SLIP:
            values[i] = rates.rate[1] * (point->mode == TMI_TOUCH_UP ? 1.0 : -1.0) / touch->speed;
            break;
        default:
            values[i] = end_left(sim, point, &rates, watch[i].end);
            break;
        }
    }
    return status;
}

/* ---- A step made anew ------------------------------------------------------------------------ */

/* Secants at most; roots that are met this well are done [1]; a part of the step for slopes; and
 * how far a secant may lead from the interpolant's root, as part of the step [1]. */
#define SECANTS 5
#define MET 2e-16
#define SLOPE_PART 1e-6
#define LEADS 1e-3

/* Puts the state at a time into touch->end, by a step of that length. */
static tmStatus remake(tmSim *sim, double time) {
    struct tmiTouch *touch = sim->touch;
    tmiRk *rk = &touch->again[sim->turn];
    bool implicit = tmi_rk_info(rk->method).is_implicit;
    memcpy(rk->k, sim->rate, (size_t)sim->n * sizeof *rk->k);
    tmStatus status = tmi_rk_step(rk, tmi_sim_rate, implicit ? tmi_sim_stage : NULL, sim, sim->t,
                                  sim->y, time - sim->t, touch->end);
    return status == TM_OK ? tmi_sim_fit(sim, time, touch->end, NULL) : status;
}

/* The event's function at a state. */
static tmStatus value_of(tmSim *sim, const tmiTouchEvent *event, double time, const double *y,
                         double *value) {
    if (event->change == TMI_TOUCH_CHANGE_MEET) {
        tmiEventPair pair = tmi_touch_pair(sim->touch, event->pieces, event->only);
        tmiEventPlace places[2];
        for (int32_t k = 0; k < 2; k++) {
            tmi_touch_place_at(sim, y, sim->touch->pieces[event->pieces[k]].body, &places[k]);
        }
        *value = tmi_event_gap(&pair, places, &event->row) / tmi_event_length(pair.a, pair.b);
        return TM_OK;
    }
    const tmiWatch watch = {event->change, event->point, event->only};
    return tmi_touch_look(sim, time, y, &watch, 1, value);
}

static tmStatus slope_of(tmSim *sim, const tmiTouchEvent *event, double *slope) {
    const tmiRk *rk = &sim->rk[sim->turn];
    double d = SLOPE_PART * rk->h, values[2] = {0.0, 0.0};
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < 2 && status == TM_OK; i++) {
        double time = event->time - i * d;
        tmi_rk_dense_at(rk, (time - sim->t) / rk->h, sim->touch->trial);
        status = value_of(sim, event, time, sim->touch->trial, &values[i]);
    }
    *slope = (values[0] - values[1]) / d;
    return status;
}

/* The root by secants with whole steps. The best state is in `end`. */
static tmStatus sharpen(tmSim *sim, tmiTouchEvent *event) {
    double h = sim->rk[sim->turn].h, slope, value, time = event->time;
    tmStatus status = value_of(sim, event, time, sim->touch->end, &value);
    if (status != TM_OK || fabs(value) <= MET) {
        return status;
    }
    status = slope_of(sim, event, &slope);
    for (int32_t i = 0; i < SECANTS && status == TM_OK && slope != 0.0; i++) {
        double next = time - value / slope, there;
        if (!(next > sim->t && next <= sim->t + 1.0001 * h && fabs(next - time) <= LEADS * h) ||
            next == time) {
            break;
        }
        status = remake(sim, next);
        status = status == TM_OK ? value_of(sim, event, next, sim->touch->end, &there) : status;
        bool better = status == TM_OK && fabs(there) < fabs(value);
        if (!better) {
            return status == TM_OK ? remake(sim, time) : status;
        }
        event->time = time = next;
        value = there;
        if (fabs(value) <= MET) {
            break;
        }
    }
    return status;
}

/* Interpolants are those of the step that was made anew, up to its end before the event. */
static tmStatus keep_step(tmSim *sim, double time) {
    struct tmiTouch *touch = sim->touch;
    tmiRk made = touch->again[sim->turn];
    touch->again[sim->turn] = sim->rk[sim->turn];
    sim->rk[sim->turn] = made;
    sim->has_dense = false;
    sim->end = touch->end;
    sim->end_rate = touch->end_rate;
    return tmi_sim_rate(sim, time, touch->end, touch->end_rate);
}

tmStatus tmi_touch_locate(tmSim *sim, tmiTouchEvent *event) {
    struct tmiTouch *touch = sim->touch;
    size_t size = (size_t)sim->n * sizeof *sim->y_end;
    tmStatus status = TM_OK;
    if (event->time > sim->t) {
        status = remake(sim, event->time);
        status = status == TM_OK && event->is_root ? sharpen(sim, event) : status;
    } else {
        memcpy(touch->end, sim->y, size);
        event->time = sim->t;
    }
    if (status == TM_OK && event->time > sim->t) {
        status = keep_step(sim, event->time);
    }
    if (status == TM_OK) {
        sim->due = sim->due && event->time >= sim->t_end;
        memcpy(sim->y_end, touch->end, size);
        sim->t_end = event->time;
    }
    return status;
}
