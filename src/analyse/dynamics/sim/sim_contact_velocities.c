/* sim_contact_velocities.c: velocities of a step before contact changes them: with first order
 * those that something presses on, with second order all others (sim_second_order.c). And
 * velocities of joined bodies after it: their angular momentum. */
#include "analyse/dynamics/sim/sim_private.h"

#include <string.h>

/* ---- On whom something presses --------------------------------------------------------------- */

/* Whoever is coupled to one that is marked is marked, and is met when that one is. Returns whether
 * any is marked that was not before. */
static bool spread(tmSim *sim, const bool *before) {
    const tmiSystem *s = sim->system;
    const int32_t *groups = sim->contact.groups;
    bool *pressed = sim->smooth.pressed, news = false;
    double *met = sim->contact.met;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (groups[i] >= 0 && pressed[i]) {
            pressed[groups[i]] = true;
            met[groups[i]] = met[i] < met[groups[i]] ? met[i] : met[groups[i]];
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        pressed[i] = pressed[i] || (groups[i] >= 0 && pressed[groups[i]]);
        met[i] = groups[i] >= 0 ? met[groups[i]] : met[i];
        news = news || (before && pressed[i] != before[i]);
    }
    return news;
}

void tmi_sim_contact_mark(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    bool *pressed = sim->smooth.pressed;
    /* Models for study move all bodies with first order: section 9 of the theory of contact. */
    memset(pressed, c->model != TM_CONTACT_FACETS, (size_t)s->mover_count * sizeof *pressed);
    tmi_engine_mark_warm(c->engine, pressed);
    const bool *held = tmi_engine_limits(c->engine);
    for (int32_t i = 0; i < sim->limit_count; i++) {
        const tmiConstraint *constraint = &s->constraints[sim->limits[i].constraint];
        if (held[i] && constraint->mover_count > 0) {
            pressed[constraint->movers[0]] = true;
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        c->met[i] = 1.0;
    }
    spread(sim, NULL);
}

bool tmi_sim_contact_mark_more(tmSim *sim, bool all) {
    size_t size = (size_t)sim->system->mover_count * sizeof(bool);
    memcpy(sim->smooth.were_pressed, sim->smooth.pressed, size);
    tmi_engine_mark_pressed(sim->contact.engine, all, sim->smooth.pressed, sim->contact.met);
    return spread(sim, sim->smooth.were_pressed);
}

/* ---- Velocities without contact -------------------------------------------------------------- */

/* Velocities at the end of the part without contact, with first order, of bodies that nothing
 * couples. */
static tmStatus go_alone(tmSim *sim, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    int32_t count = s->mover_count * s->dof;
    if (sim->pull.body != 0) {
        for (int32_t i = 0; i < count; i++) {
            c->free[i] = s->force[i] * c->weights[i / s->dof][i % s->dof];
        }
        tmStatus status = tmi_system_factor(s, c->h);
        status = status == TM_OK ? tmi_sim_pull_in(sim, c->h, c->free, 1.0) : status;
        if (status != TM_OK) {
            return status;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        c->free[i] = before[i] + c->h * s->force[i] * c->weights[i / s->dof][i % s->dof];
    }
    return TM_OK;
}

/* The same of bodies that joints and springs couple. */
static tmStatus go_coupled(tmSim *sim, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    int32_t count = s->mover_count * s->dof;
    tmStatus status = tmi_system_factor(s, c->h);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_sim_impulses(sim, c->h, c->push, c->target, c->free, c->first_multiplier);
    for (int32_t i = 0; i < count; i++) {
        c->free[i] += before[i];
    }
    memcpy(c->first, c->free, (size_t)count * sizeof *c->first);
    return status;
}

/* Those of second order take the place of the others. */
static tmStatus go_smoothly(tmSim *sim, bool coupled) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    tmStatus status = tmi_sim_smooth_step(sim, c->t, c->h, coupled, c->from);
    for (int32_t i = 0; i < s->mover_count * s->dof && status == TM_OK; i++) {
        if (!sim->smooth.pressed[i / s->dof]) {
            c->free[i] = sim->smooth.mean[i];
        }
    }
    return status;
}

/* With first order all of them, where some are pressed, then with second order those that are not.
 */
static tmStatus go(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    const bool *pressed = sim->smooth.pressed;
    const double *before = tmi_system_velocities(s, c->from);
    bool any_pressed = false, any_smooth = false, coupled = false;
    c->motion.follows = false;
    for (int32_t i = 0; i < s->mover_count; i++) {
        any_pressed = any_pressed || pressed[i];
        any_smooth = any_smooth || !pressed[i];
        coupled = coupled || (!pressed[i] && c->groups[i] >= 0);
        c->motion.follows |= pressed[i] && c->groups[i] >= 0;
        c->smooth[i] = !pressed[i];
    }
    tmStatus status = TM_OK;
    if (any_pressed) {
        status = c->motion.coupled ? go_coupled(sim, before) : go_alone(sim, before);
    }
    memset(s->lambda, 0, (size_t)s->row_count * sizeof *s->lambda);
    if (status == TM_OK && any_smooth) {
        return go_smoothly(sim, coupled);
    }
    /* What is prescribed has done its work at the end: sum_up. */
    c->from[sim->n - 1] += status == TM_OK ? c->h * tmi_system_power(s) : 0.0;
    return status;
}

tmStatus tmi_sim_contact_go_free(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmStatus status = tmi_sim_collect(sim, c->t, c->from, false);
    if (status == TM_OK) {
        tmi_sim_smooth_mark_stiff(sim, c->h, c->groups);
        status = go(sim);
    }
    if (status == TM_ERR_NOT_CONVERGED && !c->motion.follows) {
        /* Joints that do not close with second order may with first. */
        memset(sim->smooth.pressed, true, (size_t)sim->system->mover_count * sizeof(bool));
        status = tmi_sim_collect(sim, c->t, c->from, false);
        status = status == TM_OK ? go(sim) : status;
    }
    if (status != TM_OK || !c->motion.coupled) {
        return status;
    }
    /* What is prescribed is that of the end. */
    tmi_sim_contact_set_poses(sim, c->free, true);
    return tmi_sim_control(sim, c->t + c->h, false);
}

/* ---- Angular momentum of joined bodies ---------------------------------------------------------
 */

/* In a step of first order impulses of joints and contacts act where it ends, though the centres of
 * mass have moved relative to each other since it began: a part of the first order in h of what
 * they change is gained or lost (contact/solve/balance.c does the same for bodies without joints).
 *
 * A turn of all of them as one body about their common centre of mass leaves every gap, slip and
 * joint rate alone, and the momentum, too. It gives back what is missed. */

static int32_t find(const tmiSimCluster *all, int32_t i) {
    while (all[i].root != i) {
        i = all[i].root;
    }
    return i;
}

static void join(tmiSimCluster *all, int32_t a, int32_t b) {
    a = find(all, a);
    b = find(all, b);
    all[a > b ? a : b].root = a > b ? b : a;
}

/* Bodies that do not move, and movers that are led or have no mass, are not part of a law. */
static void look_at_rows(const tmiConstraint *constraint, tmiSimCluster *all) {
    for (int32_t i = 0; i < constraint->mover_count; i++) {
        bool outside = constraint->body_count > constraint->mover_count;
        all[constraint->movers[i]].is_held |= outside;
        all[constraint->movers[i]].has_joints = true;
        join(all, constraint->movers[0], constraint->movers[i]);
    }
}

static void look_at_contacts(const tmSim *sim, tmiSimCluster *all) {
    int32_t count;
    const tmiContact *contacts = tmi_engine_contacts(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t *movers = contacts[i].movers;
        if (contacts[i].impulse[0] == 0.0 && contacts[i].impulse[1] == 0.0) {
            continue;
        }
        if (movers[0] >= 0 && movers[1] >= 0) {
            join(all, movers[0], movers[1]);
        } else if (contacts[i].pair >= 0) {
            all[movers[0] >= 0 ? movers[0] : movers[1]].is_held = true;
        }
    }
}

/* Mass, centre, momentum and moments of the clusters in a state, each about its own centre. */
static void add_up(const tmSim *sim, double *y, tmiSimCluster *all) {
    const tmiSystem *s = sim->system;
    const double *u = tmi_system_velocities(s, y);
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSimCluster *own = &all[i];
        own->mass = own->angular = own->inertia = 0.0;
        memset(own->centre, 0, sizeof own->centre);
        memset(own->momentum, 0, sizeof own->momentum);
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSimCluster *own = &all[all[i].root];
        double m = s->movers[i].mass;
        own->mass += m;
        for (int32_t k = 0; k < 2; k++) {
            own->centre[k] += m * y[3 * i + k];
            own->momentum[k] += m * u[3 * i + k];
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        tmiSimCluster *own = &all[all[i].root];
        double m = s->movers[i].mass, moment = s->movers[i].inertia[2][2];
        double x[2], v[2];
        for (int32_t k = 0; k < 2; k++) {
            x[k] = y[3 * i + k] - own->centre[k] / own->mass;
            v[k] = u[3 * i + k] - own->momentum[k] / own->mass;
        }
        own->angular += m * (x[0] * v[1] - x[1] * v[0]) + moment * u[3 * i + 2];
        own->inertia += m * (x[0] * x[0] + x[1] * x[1]) + moment;
    }
}

void tmi_sim_turn_begin(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    tmiSimCluster *all = c->clusters;
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *mover = &s->movers[i];
        bool alone = mover->kind == TMI_MOVER_DYNAMIC && sim->smooth.pressed[i];
        all[i] = (tmiSimCluster){.root = i, .is_held = !alone || sim->pull.body != 0};
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        look_at_rows(&s->constraints[i], all);
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        look_at_rows(&s->elements[i].constraint, all);
    }
    look_at_contacts(sim, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        int32_t root = find(all, i);
        all[root].is_held |= all[i].is_held;
        all[root].has_joints |= all[i].has_joints;
        all[i].root = root;
    }
    add_up(sim, c->from, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        all[i].kept = all[i].angular;
    }
    for (int32_t i = 0; i < s->mover_count; i++) { /* what acts from outside, as on bodies */
        tmiSimCluster *own = &all[all[i].root];
        const double *x = c->from + 3 * (ptrdiff_t)i, *p = c->push + 3 * (ptrdiff_t)i;
        own->kept += (x[0] - own->centre[0] / own->mass) * p[1] -
                     (x[1] - own->centre[1] / own->mass) * p[0] + p[2];
    }
}

void tmi_sim_turn_back(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    tmiSimCluster *all = c->clusters;
    double *u = tmi_system_velocities(s, c->from);
    add_up(sim, c->from, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiSimCluster *own = &all[all[i].root];
        if (own->is_held || !own->has_joints) {
            continue;
        }
        double turn = (own->kept - own->angular) / own->inertia;
        u[3 * i] -= turn * (c->from[3 * i + 1] - own->centre[1] / own->mass);
        u[3 * i + 1] += turn * (c->from[3 * i] - own->centre[0] / own->mass);
        u[3 * i + 2] += turn;
    }
}
