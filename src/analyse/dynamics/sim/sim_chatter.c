/* sim_chatter.c: controls that jump back and forth. Where a force jumps as the state passes a
 * surface, and pushes back to it from both sides, as friction by sign(velocity) does to what
 * sticks, the state stays on the surface (Filippov's sliding), and steps that end at jumps get
 * shorter without end. That is reported, instead of crawling on. docs/theory/dynamics.md, 9. */
#include "analyse/dynamics/sim/sim.h"

#include <math.h>
#include <string.h>

/* Steps between two looks, and looks in a row that must find chatter: what sticks only for a moment
 * is stepped through. */
#define LOOK 256
#define SIGNS 3

/* The run is hopeless if the rest of it would take more steps at this pace. */
#define HOPELESS 1e6

/* A control jumps if its values on both sides of a point differ by this part of the larger one [1].
 * The point is found by this many halvings: what is steep but continuous differs by far less. */
#define CONTROL_JUMPS 1e-3
#define JUMP_HALVINGS 60

static void move(const tmSim *sim, const double *y, double way, const double *rate, double *to) {
    for (int32_t i = 0; i < sim->n; i++) {
        to[i] = y[i] + way * rate[i];
    }
}

static double value_at(tmSim *sim, const double *y, double way, const double *rate, int32_t control,
                       int32_t k) {
    move(sim, y, way, rate, sim->trial);
    tmi_system_set_state(sim->system, sim->trial);
    if (tmi_sim_control(sim, sim->t, false) != TM_OK) {
        sim->bad_control = -1; /* such a number is reported when a step meets it */
        return 0.0;
    }
    return sim->acts[control].value[k][0];
}

/* The control that jumps most between two places on the way along `rate`; -1: none does. */
static int32_t find_jump(tmSim *sim, const double *y, const double *rate, double before,
                         double after) {
    int32_t found = -1;
    double max = CONTROL_JUMPS;
    for (int32_t i = 0; i < sim->act_count; i++) {
        for (int32_t k = 0; k < sim->acts[i].size; k++) {
            double a = value_at(sim, y, before, rate, i, k);
            double b = value_at(sim, y, after, rate, i, k);
            double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
            if (fabs(b - a) > max * larger) {
                max = fabs(b - a) / larger;
                found = i;
            }
        }
    }
    return found;
}

static uint64_t ways(tmSim *sim, const double *y) {
    return tmi_sim_branches(sim, sim->t, y);
}

/* The control that keeps the state where it is by jumping back and forth within a way of h; -1. */
static int32_t who_chatters(tmSim *sim, double h) {
    double *there = sim->stage, *rate = sim->stage + sim->n;
    uint64_t here = ways(sim, sim->y);
    move(sim, sim->y, h, sim->rate, there);
    if (ways(sim, there) == here || tmi_sim_rate(sim, sim->t, there, rate) != TM_OK) {
        return -1;
    }
    move(sim, there, h, rate, sim->trial);
    if (ways(sim, sim->trial) != here) {
        return -1; /* it went through */
    }
    double before = 0.0, after = h;
    for (int32_t i = 0; i < JUMP_HALVINGS; i++) {
        double middle = 0.5 * (before + after);
        move(sim, sim->y, middle, sim->rate, sim->trial);
        *(ways(sim, sim->trial) == here ? &before : &after) = middle;
    }
    return find_jump(sim, sim->y, sim->rate, before, after);
}

bool tmi_sim_chatters(tmSim *sim) {
    if (!sim->has_state_kinks || sim->info.steps % LOOK != 0 || sim->info.steps == 0) {
        return false;
    }
    double pace = (sim->t - sim->chatter_time) / LOOK, left = sim->info.end - sim->t;
    int64_t evaluations = sim->info.evaluations;
    sim->chatter_time = sim->t;
    int32_t control = -1;
    for (double h = pace; control < 0 && pace * HOPELESS < left && h <= 4.0 * pace; h *= 2.0) {
        control = who_chatters(sim, h);
    }
    sim->info.evaluations = evaluations; /* those of the run count */
    sim->bad_control = -1;
    sim->chatter_signs = control >= 0 ? sim->chatter_signs + 1 : 0;
    sim->chatters = sim->chatter_signs >= SIGNS ? control : -1;
    return sim->chatters >= 0;
}
