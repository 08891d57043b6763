/* sim_space.c: free bodies of space in a step with contact: their angular momentum, in whose terms
 * the step is exact. docs/theory/contact-space.md, sections 5 and 6.
 *
 * A body turns with a constant spin w, which has the same numbers in its own axes from the start of
 * the step to its end. With R0 and R1 its rotations there, I its inertia in its own axes, and L the
 * angular momentum that it has at the end without contact, its spin there is I^-1 R1^T L. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* Rounds until the mean spin of a body in flight has settled, and by how much it may still change
 * [1]. */
#define SPIN_ROUNDS 60
#define SPIN_SETTLED (4.0 * TMI_EPSILON)

/* ---- Inertia --------------------------------------------------------------------------------- */

static void invert(const double a[3][3], double to[3][3]) {
    double cofactor[3][3];
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            int32_t r = (i + 1) % 3, s = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            cofactor[i][k] = a[r][c] * a[s][d] - a[r][d] * a[s][c];
        }
    }
    double whole = tmi_dot3(a[0], cofactor[0]);
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            to[i][k] = whole > 0.0 ? cofactor[k][i] / whole : 0.0;
        }
    }
}

static void multiply(const double a[3][3], const double v[3], double to[3]) {
    const double own[3] = {v[0], v[1], v[2]};
    for (int32_t k = 0; k < 3; k++) {
        to[k] = tmi_dot3(a[k], own);
    }
}

void tmi_sim_space_weigh(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *mover = &s->movers[i];
        invert((const double(*)[3])mover->inertia, c->space.turns[i]);
        for (int32_t k = 0; k < 3; k++) {
            c->weights[i][k] = mover->mass > 0.0 ? 1.0 / mover->mass : 0.0;
            c->weights[i][3 + k] = c->space.turns[i][k][k];
        }
    }
}

/* ---- Velocities without contact -------------------------------------------------------------- */

/* The moment of forces on a mover as collected, without that of its spin, and its angular momentum,
 * in its own axes. */
static void take_moment(const tmiSystem *s, int32_t mover, const double *spin, double moment[3],
                        double momentum[3]) {
    const double *force = s->force + 6 * (ptrdiff_t)mover + 3;
    double gyroscopic[3];
    multiply((const double(*)[3])s->movers[mover].inertia, spin, momentum);
    tmi_cross3(spin, momentum, gyroscopic);
    tmi_rotate_back3(s->frames[s->movers[mover].body].rotation, force, moment);
    tmi_add3(moment, 1.0, gyroscopic);
}

bool tmi_sim_space_begin(tmSim *sim, const double *before) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    bool turns = false;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const double *spin = before + 6 * (ptrdiff_t)i + 3;
        double moment[3], own[3];
        take_moment(s, i, spin, moment, own);
        tmi_add3(own, c->part.h, moment);
        tmi_rotate3(s->frames[s->movers[i].body].rotation, own, c->space.spins[i]);
        turns = turns || (sim->smooth.pressed[i] && c->part.moves[i] && tmi_length3(own) > 0.0);
        for (int32_t k = 0; k < 3; k++) {
            ptrdiff_t at = 6 * (ptrdiff_t)i + k;
            c->part.free[at] = tmi_system_takes(s, i)
                                   ? before[at] + c->part.h * s->force[at] * c->weights[i][k]
                                   : c->part.free[at];
        }
    }
    tmi_sim_space_turn(sim, c->part.free);
    return turns;
}

void tmi_sim_space_turn(const tmSim *sim, double *free) {
    const tmiSystem *s = sim->system;
    const tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (sim->smooth.pressed[i] && tmi_system_takes(s, i)) {
            double own[3];
            tmi_rotate_back3(s->frames[s->movers[i].body].rotation, c->space.spins[i], own);
            multiply((const double(*)[3])c->space.turns[i], own, free + 6 * (ptrdiff_t)i + 3);
        }
    }
}

/* ---- Second order ---------------------------------------------------------------------------- */

/* v turned back by the rotation vector `angle` times w. */
static void turn_back(const double w[3], double angle, const double v[3], double to[3]) {
    double length = tmi_length3(w), half = 0.5 * angle * length, sine, cosine;
    tmi_sincos(half, &sine, &cosine);
    double by = length > 0.0 ? sine / length : 0.0;
    const double q[4] = {cosine, by * w[0], by * w[1], by * w[2]};
    tmi_rotate_back3(q, v, to);
}

/* The mean spin w of a body in flight by the midpoint rule: half way through the step, turned by
 * h w / 2, its angular momentum is I w. False where it does not settle. */
static bool find_mean(const tmSim *sim, int32_t mover, const double momentum[3], double w[3]) {
    const double(*turns)[3] = (const double(*)[3])sim->contact.space.turns[mover];
    multiply(turns, momentum, w);
    for (int32_t i = 0; i < SPIN_ROUNDS; i++) {
        double turned[3], next[3], apart[3];
        turn_back(w, 0.5 * sim->contact.part.h, momentum, turned);
        multiply(turns, turned, next);
        for (int32_t k = 0; k < 3; k++) {
            apart[k] = next[k] - w[k];
            w[k] = next[k];
        }
        if (tmi_length3(apart) <= SPIN_SETTLED * tmi_length3(w)) {
            return true;
        }
    }
    return false;
}

tmStatus tmi_sim_space_smooth(tmSim *sim, const double *before) {
    const tmiSystem *s = sim->system;
    tmiSimSmooth *smooth = &sim->smooth;
    const tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < s->mover_count; i++) {
        ptrdiff_t at = 6 * (ptrdiff_t)i;
        if (smooth->pressed[i] || !tmi_system_takes(s, i)) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            double change = c->part.h * s->force[at + k] * c->weights[i][k];
            smooth->mean[at + k] = before[at + k] + 0.5 * change;
            smooth->end[at + k] = before[at + k] + change;
        }
        double moment[3], momentum[3], turned[3], half[3], *w = smooth->mean + at + 3;
        take_moment(s, i, before + at + 3, moment, momentum);
        memcpy(half, momentum, sizeof half);
        tmi_add3(half, 0.5 * c->part.h, moment);
        if (!find_mean(sim, i, half, w)) {
            return TM_ERR_NOT_CONVERGED;
        }
        tmi_add3(momentum, c->part.h, moment);
        turn_back(w, c->part.h, momentum, turned);
        multiply((const double(*)[3])c->space.turns[i], turned, smooth->end + at + 3);
    }
    return TM_OK;
}

/* ---- Angular momentum of bodies that press on each other ---------------------------------------
 */

static int32_t find(const tmiSpaceCluster *all, int32_t i) {
    while (all[i].root != i) {
        i = all[i].root;
    }
    return i;
}

static void join(const tmSim *sim, tmiSpaceCluster *all) {
    int32_t count;
    const tmiContact *contacts = tmi_engine_contacts(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t *movers = contacts[i].movers;
        bool presses = contacts[i].impulse[0] != 0.0 || contacts[i].pressed;
        if (movers[0] >= 0 && movers[1] >= 0 && presses) {
            int32_t a = find(all, movers[0]), b = find(all, movers[1]);
            all[a > b ? a : b].root = a > b ? b : a;
        } else if (presses) {
            all[movers[0] >= 0 ? movers[0] : movers[1]].is_held = true;
        }
    }
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        int32_t root = find(all, i);
        all[root].is_held = all[root].is_held || all[i].is_held;
        all[root].count++;
        all[i].root = root;
    }
}

void tmi_sim_space_momentum(tmSim *sim) {
    const tmiSystem *s = sim->system;
    const tmiSimContact *c = &sim->contact;
    tmiSpaceCluster *all = c->space.clusters;
    for (int32_t i = 0; i < s->mover_count; i++) {
        all[i] = (tmiSpaceCluster){.root = i,
                                   .is_held = !sim->smooth.pressed[i] || !c->part.moves[i] ||
                                              tmi_sim_pulls(sim)};
    }
    join(sim, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSpaceCluster *own = &all[all[i].root];
        const double *x = c->part.from + (ptrdiff_t)i * s->pose;
        const double *v = c->part.free + 6 * (ptrdiff_t)i;
        double moment[3];
        tmi_cross3(x, v, moment);
        tmi_add3(own->kept, s->movers[i].mass, moment);
        tmi_add3(own->kept, 1.0, c->space.spins[i]);
    }
}

/* Adds the inertia of a body about the centre of its cluster, in world axes. */
static void add_inertia(const tmiMover *mover, const double q[4], const double x[3],
                        double to[3][3]) {
    for (int32_t k = 0; k < 3; k++) {
        double axis[3] = {k == 0, k == 1, k == 2}, own[3], turned[3], column[3];
        tmi_rotate_back3(q, axis, own);
        multiply((const double(*)[3])mover->inertia, own, turned);
        tmi_rotate3(q, turned, column);
        for (int32_t l = 0; l < 3; l++) {
            double square = l == k ? tmi_dot3(x, x) : 0.0;
            to[l][k] += column[l] + mover->mass * (square - x[l] * x[k]);
        }
    }
}

static void add_up(const tmSim *sim, double *y, tmiSpaceCluster *all) {
    const tmiSystem *s = sim->system;
    const double *u = tmi_system_velocities(s, y);
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSpaceCluster *own = &all[all[i].root];
        const double *x = y + (ptrdiff_t)i * s->pose, *v = u + 6 * (ptrdiff_t)i;
        double m = s->movers[i].mass, moment[3], spin[3], q[4];
        memcpy(q, x + 3, sizeof q);
        tmi_quaternion_unit(q);
        tmi_cross3(x, v, moment);
        tmi_add3(own->angular, m, moment);
        multiply((const double(*)[3])s->movers[i].inertia, v + 3, moment);
        tmi_rotate3(q, moment, spin);
        tmi_add3(own->angular, 1.0, spin);
        tmi_add3(own->centre, m, x);
        own->mass += m;
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSpaceCluster *own = &all[all[i].root];
        const double *x = y + (ptrdiff_t)i * s->pose;
        double q[4], apart[3];
        memcpy(q, x + 3, sizeof q);
        tmi_quaternion_unit(q);
        for (int32_t k = 0; k < 3; k++) {
            apart[k] = x[k] - own->centre[k] / own->mass;
        }
        add_inertia(&s->movers[i], q, apart, own->inertia);
    }
}

void tmi_sim_space_turn_back(tmSim *sim) {
    const tmiSystem *s = sim->system;
    const tmiSimContact *c = &sim->contact;
    tmiSpaceCluster *all = c->space.clusters;
    double *u = tmi_system_velocities(s, c->part.from);
    add_up(sim, c->part.from, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiSpaceCluster *own = &all[all[i].root];
        if (own->is_held || own->count < 2) {
            continue;
        }
        double missed[3], turns[3][3], turn[3], arm[3], more[3], q[4];
        const double *x = c->part.from + (ptrdiff_t)i * s->pose;
        for (int32_t k = 0; k < 3; k++) {
            missed[k] = own->kept[k] - own->angular[k];
            arm[k] = x[k] - own->centre[k] / own->mass;
        }
        invert((const double(*)[3])own->inertia, turns);
        multiply((const double(*)[3])turns, missed, turn);
        tmi_cross3(turn, arm, more);
        tmi_add3(u + 6 * (ptrdiff_t)i, 1.0, more);
        memcpy(q, x + 3, sizeof q);
        tmi_quaternion_unit(q);
        tmi_rotate_back3(q, turn, more);
        tmi_add3(u + 6 * (ptrdiff_t)i + 3, 1.0, more);
    }
}
