/* sim_contact_parts.c: parts of a step with contact. Only some clusters (engine.h) move in a part.
 * Velocities before contact changes them are of first order for bodies on which something presses,
 * and of second order for all others (sim_second_order.c). After contact, joined bodies get their
 * angular momentum back. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <string.h>

/* ---- Who moves ------------------------------------------------------------------------------- */

/* A control that reads the state may couple any two bodies, and models for study have no clusters.
 */
static bool is_one(const tmSim *sim) {
    return sim->contact.model != TM_CONTACT_FACETS ||
           (sim->has_acts && tmi_script_reads_state(sim->script));
}

tmStatus tmi_sim_find_clusters(tmSim *sim, double h, bool again) {
    tmiSimContact *c = &sim->contact;
    if (is_one(sim)) {
        tmi_engine_unite_clusters(c->engine);
        return TM_OK;
    }
    return tmi_engine_find_clusters(c->engine, h, tmi_system_velocities(sim->system, c->part.from),
                                    again);
}

void tmi_sim_select(tmSim *sim, const bool *which) {
    tmiSimContact *c = &sim->contact;
    int32_t count, mover_count = sim->system->mover_count;
    const tmiContactCluster *clusters = tmi_engine_clusters(c->engine, &count);
    c->part.moving_count = 0;
    c->motion.coupled = false;
    memset(c->part.moves, 0, (size_t)mover_count * sizeof *c->part.moves);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; (!which || which[i]) && k < clusters[i].mover_count; k++) {
            c->part.moves[clusters[i].movers[k]] = true;
        }
    }
    for (int32_t i = 0; i < mover_count; i++) {
        c->part.moves[i] = c->part.moves[i] || !which;
        if (c->part.moves[i]) {
            c->part.movers[c->part.moving_count++] = i;
            c->motion.coupled = c->motion.coupled || c->groups[i] >= 0;
        }
    }
    tmi_system_select(sim->system, c->part.moving_count < mover_count ? c->part.moves : NULL);
}

/* ---- On whom something presses --------------------------------------------------------------- */

/* Marks all movers that are coupled to a marked one; they are met when that one is. Returns whether
 * any new one is marked. */
static bool spread(tmSim *sim, const bool *before) {
    const tmiSystem *s = sim->system;
    const int32_t *groups = sim->contact.groups;
    bool *pressed = sim->smooth.pressed, news = false;
    double *met = sim->contact.part.met;
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
    /* Models for study move all bodies with first order: docs/theory/contact.md, section 9. */
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
        c->part.met[i] = 1.0;
    }
    spread(sim, NULL);
}

bool tmi_sim_contact_mark_more(tmSim *sim, int32_t cluster, bool all) {
    size_t size = (size_t)sim->system->mover_count * sizeof(bool);
    memcpy(sim->smooth.were_pressed, sim->smooth.pressed, size);
    tmi_engine_mark_pressed(sim->contact.engine, cluster, all, sim->smooth.pressed,
                            sim->contact.part.met);
    return spread(sim, sim->smooth.were_pressed);
}

/* ---- Velocities without contact -------------------------------------------------------------- */

/* Velocities at the end of the part without contact, with first order, of bodies that nothing
 * couples. */
static tmStatus go_alone(tmSim *sim, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    int32_t count = s->mover_count * s->dof;
    if (tmi_sim_pulls(sim)) {
        for (int32_t i = 0; i < count; i++) {
            c->part.free[i] = s->force[i] * c->weights[i / s->dof][i % s->dof];
        }
        tmStatus status = tmi_system_factor(s, c->part.h);
        status = status == TM_OK ? tmi_sim_pull_in(sim, c->part.h, c->part.free, 1.0) : status;
        if (status != TM_OK) {
            return status;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        if (tmi_system_takes(s, i / s->dof)) {
            c->part.free[i] =
                before[i] + c->part.h * s->force[i] * c->weights[i / s->dof][i % s->dof];
        }
    }
    return TM_OK;
}

/* The same of bodies that joints and springs couple. */
static tmStatus go_coupled(tmSim *sim, const double *before) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    int32_t count = s->mover_count * s->dof;
    tmStatus status = tmi_system_factor(s, c->part.h);
    if (status != TM_OK) {
        return status;
    }
    status = tmi_sim_impulses(sim, c->part.h, c->part.push, c->part.target, c->part.free,
                              c->part.first_multiplier);
    for (int32_t i = 0; i < count; i++) {
        c->part.free[i] += before[i];
    }
    memcpy(c->part.first, c->part.free, (size_t)count * sizeof *c->part.first);
    return status;
}

/* Those of second order take the place of the others. */
static tmStatus go_smoothly(tmSim *sim, bool coupled) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    tmStatus status = s->planar
                          ? tmi_sim_smooth_step(sim, c->part.t, c->part.h, coupled, c->part.from)
                          : tmi_sim_space_smooth(sim, tmi_system_velocities(s, c->part.from));
    for (int32_t i = 0; i < s->mover_count * s->dof && status == TM_OK; i++) {
        if (!sim->smooth.pressed[i / s->dof] && tmi_system_takes(s, i / s->dof)) {
            c->part.free[i] = sim->smooth.mean[i];
        }
    }
    return status;
}

/* All of them with first order if something presses on some, then the others with second order. */
static tmStatus go(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    const bool *pressed = sim->smooth.pressed;
    const double *before = tmi_system_velocities(s, c->part.from);
    bool any_pressed = false, any_smooth = false, coupled = false;
    c->motion.follows = false;
    for (int32_t n = 0; n < c->part.moving_count; n++) {
        int32_t i = c->part.movers[n];
        any_pressed = any_pressed || pressed[i];
        any_smooth = any_smooth || !pressed[i];
        coupled = coupled || (!pressed[i] && c->groups[i] >= 0);
        c->motion.follows |= pressed[i] && c->groups[i] >= 0;
        c->part.smooth[i] = !pressed[i];
    }
    tmStatus status = TM_OK;
    if (!s->planar) {
        c->motion.follows = tmi_sim_space_begin(sim, before);
    } else if (any_pressed) {
        status = c->motion.coupled ? go_coupled(sim, before) : go_alone(sim, before);
    }
    memset(s->lambda, 0, (size_t)s->row_count * sizeof *s->lambda);
    if (status == TM_OK && any_smooth) {
        return go_smoothly(sim, coupled);
    }
    /* sum_up counts the work of what is prescribed. */
    c->part.from[sim->n - 1] += status == TM_OK ? c->part.h * tmi_system_power(s) : 0.0;
    return status;
}

tmStatus tmi_sim_contact_go_free(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmStatus status = tmi_sim_collect(sim, c->part.t, c->part.from, false);
    if (status == TM_OK) {
        tmi_sim_smooth_mark_stiff(sim, c->part.h, c->groups);
        status = go(sim);
    }
    if (status == TM_ERR_NOT_CONVERGED && !c->motion.follows) {
        /* Joints that do not close with second order may close with first order. */
        memset(sim->smooth.pressed, true, (size_t)sim->system->mover_count * sizeof(bool));
        status = tmi_sim_collect(sim, c->part.t, c->part.from, false);
        status = status == TM_OK ? go(sim) : status;
    }
    if (status != TM_OK || !c->motion.coupled) {
        return status;
    }
    /* What is prescribed is that of the end. */
    tmi_sim_contact_set_poses(sim, c->part.free, true, c->part.movers, c->part.moving_count);
    return tmi_sim_control(sim, c->part.t + c->part.h, false);
}

/* ---- Angular momentum of joined bodies ---------------------------------------------------------
 */

/* In a step of first order impulses of joints and contacts act where it ends, though the centres of
 * mass have moved relative to each other since it began. This changes the angular momentum by a
 * part of order h of the impulses (contact/solve/balance.c does the same for bodies without
 * joints).
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

/* Bodies that do not move, and movers that are driven or have no mass, are excluded from the law.
 */
static void look_at_rows(const tmiConstraint *constraint, tmiSimCluster *all) {
    for (int32_t i = 0; i < constraint->mover_count; i++) {
        bool outside = constraint->body_count > constraint->mover_count;
        all[constraint->movers[i]].is_held |= outside;
        all[constraint->movers[i]].has_joints = true;
        join(all, constraint->movers[0], constraint->movers[i]);
    }
}

/* Bodies that pressed on each other through the step, and no longer do when one of them is struck
 * at its end, have drifted together, too. */
static void look_at_contacts(const tmSim *sim, tmiSimCluster *all) {
    int32_t count;
    const tmiContact *contacts = tmi_engine_contacts(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        const int32_t *movers = contacts[i].movers;
        bool presses = contacts[i].impulse[0] != 0.0 || contacts[i].impulse[1] != 0.0;
        if (movers[0] >= 0 && movers[1] >= 0 && (presses || contacts[i].pressed)) {
            join(all, movers[0], movers[1]);
        } else if (presses && contacts[i].pair >= 0) {
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
        bool alone = mover->kind == TMI_MOVER_DYNAMIC && sim->smooth.pressed[i] && c->part.moves[i];
        all[i] = (tmiSimCluster){.root = i, .is_held = !alone || tmi_sim_pulls(sim)};
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
    add_up(sim, c->part.from, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        all[i].kept = all[i].angular;
    }
    for (int32_t i = 0; i < s->mover_count; i++) { /* what acts from outside, as on bodies */
        tmiSimCluster *own = &all[all[i].root];
        const double *x = c->part.from + 3 * (ptrdiff_t)i, *p = c->part.push + 3 * (ptrdiff_t)i;
        own->kept += (x[0] - own->centre[0] / own->mass) * p[1] -
                     (x[1] - own->centre[1] / own->mass) * p[0] + p[2];
    }
}

void tmi_sim_turn_back(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    tmiSimCluster *all = c->clusters;
    double *u = tmi_system_velocities(s, c->part.from);
    add_up(sim, c->part.from, all);
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiSimCluster *own = &all[all[i].root];
        if (own->is_held || !own->has_joints) {
            continue;
        }
        double turn = (own->kept - own->angular) / own->inertia;
        u[3 * i] -= turn * (c->part.from[3 * i + 1] - own->centre[1] / own->mass);
        u[3 * i + 1] += turn * (c->part.from[3 * i] - own->centre[0] / own->mass);
        u[3 * i + 2] += turn;
    }
}

/* ---- What is kept of a part ------------------------------------------------------------------ */

/* The contact of a point; `again`: those of earlier parts of the step add up. */
static tmContact *contact_of(tmSim *sim, const tmiContact *point, const tmiNear *near, bool again) {
    tmiSimContact *c = &sim->contact;
    const tmiNearPair *pair = &near->pairs[point->pair];
    int32_t pieces[2] = {pair->piece_a - near->first[pair->body_a],
                         pair->piece_b - near->first[pair->body_b]};
    for (int32_t i = 0; again && i < c->list.count; i++) {
        tmContact *contact = &c->list.contacts[i];
        if (c->list.keys[i] == point->at.key && contact->bodies[0] == pair->body_a &&
            contact->bodies[1] == pair->body_b && contact->pieces[0] == pieces[0] &&
            contact->pieces[1] == pieces[1]) {
            return contact;
        }
    }
    int32_t count = c->list.count + 1;
    if (tmi_array_reserve(sim->allocator, &c->list.contacts, &c->list.capacity, count,
                          sizeof *c->list.contacts) != TM_OK ||
        tmi_array_reserve(sim->allocator, &c->list.keys, &c->list.key_capacity, count,
                          sizeof *c->list.keys) != TM_OK) {
        sim->lacks_memory = true;
        return NULL;
    }
    c->list.keys[c->list.count++] = point->at.key;
    tmContact *contact = &c->list.contacts[count - 1];
    *contact =
        (tmContact){.bodies = {pair->body_a, pair->body_b}, .pieces = {pieces[0], pieces[1]}};
    return contact;
}

void tmi_sim_keep_contacts(tmSim *sim, double whole, double time, bool is_instant) {
    int32_t count;
    bool again = is_instant || sim->contact.part.h < whole || sim->contact.meeting_count > 0;
    const tmiContact *points = tmi_engine_contacts(sim->contact.engine, &count);
    const tmiNear *near = tmi_engine_near(sim->contact.engine);
    sim->contact.touch.hit_first = sim->contact.touch.hit_count;
    for (int32_t i = 0; i < count; i++) {
        const tmiContact *point = &points[i];
        if (point->pair < 0 || point->held) {
            continue; /* limits, and what a joint alone decides about */
        }
        if (point->impulse[0] == 0.0 && !(point->at.gap <= TMI_CONTACT_TOUCHES * point->length)) {
            continue;
        }
        tmContact *contact = contact_of(sim, point, near, again);
        if (!contact ||
            tmi_sim_add_hit(sim, contact->bodies, point, whole, time, is_instant) != TM_OK) {
            sim->lacks_memory = true;
            return;
        }
        for (int32_t k = 0; k < 3; k++) {
            contact->point[k] = point->at.point[k];
            contact->normal[k] = point->at.normal[k];
        }
        contact->gap = point->at.gap;
        contact->force += point->impulse[0] / whole;
        if (sim->system->planar) {
            contact->friction[0] -= point->impulse[1] * point->at.normal[1] / whole;
            contact->friction[1] += point->impulse[1] * point->at.normal[0] / whole;
        } else {
            double across[2][3];
            tmi_across3(point->at.normal, across[0], across[1]);
            tmi_add3(contact->friction, point->impulse[1] / whole, across[0]);
            tmi_add3(contact->friction, point->impulse[2] / whole, across[1]);
        }
        contact->slips = point->state >= TMI_CONTACT_SLIP_UP;
    }
}

tmStatus tmi_sim_keep_points(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    int32_t count, kept = 0;
    const tmiContact *points = tmi_engine_contacts(c->engine, &count);
    const tmiNear *near = tmi_engine_near(c->engine);
    for (int32_t i = 0; i < c->point_count; i++) {
        const int32_t *movers = c->points[i].contact.movers;
        int32_t own = movers[0] >= 0 ? movers[0] : movers[1];
        if (own >= 0 && !c->part.moves[own]) {
            c->points[kept++] = c->points[i];
        }
    }
    tmStatus status = tmi_array_reserve(sim->allocator, &c->points, &c->point_capacity,
                                        kept + count, sizeof *c->points);
    c->point_count = status == TM_OK ? kept + count : 0;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        tmiSimPoint *point = &c->points[kept + i];
        *point = (tmiSimPoint){.contact = points[i], .bodies = {-1, -1}};
        if (points[i].pair >= 0) {
            point->bodies[0] = near->pairs[points[i].pair].body_a;
            point->bodies[1] = near->pairs[points[i].pair].body_b;
        }
    }
    return status;
}

static bool comes_before(const tmContact *a, const tmContact *b) {
    const int32_t keys[4][2] = {{a->bodies[0], b->bodies[0]},
                                {a->bodies[1], b->bodies[1]},
                                {a->pieces[0], b->pieces[0]},
                                {a->pieces[1], b->pieces[1]}};
    for (int32_t k = 0; k < 4; k++) {
        if (keys[k][0] != keys[k][1]) {
            return keys[k][0] < keys[k][1];
        }
    }
    return false;
}

void tmi_sim_sort_contacts(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    for (int32_t i = 1; i < c->list.count; i++) {
        const tmContact own = c->list.contacts[i];
        uint64_t key = c->list.keys[i];
        int32_t k = i;
        for (; k > 0 && comes_before(&own, &c->list.contacts[k - 1]); k--) {
            c->list.contacts[k] = c->list.contacts[k - 1];
            c->list.keys[k] = c->list.keys[k - 1];
        }
        c->list.contacts[k] = own;
        c->list.keys[k] = key;
    }
}
