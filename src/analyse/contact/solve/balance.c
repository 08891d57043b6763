/* balance.c: angular momentum of bodies that touch only each other. The impulse of a step acts
 * where it ends, though their centres have moved relative to each other since it began, by which
 *
 *     h sum m (v - v_f) x v_f + sum (x_b - x_a) x p (1)
 *
 * is gained, a part of the first order in h; v takes them through the step, v_f is without contact;
 * p acts on two bodies at x_a and x_b. What impacts change afterwards acts on bodies that are at
 * the end, and gains nothing but the second term. A common rotation, shared by their inertias,
 * gives it back. Where impacts lose little, that rotation may add energy: impulses are then reduced
 * until it adds none. What touches the ground, or is joined, does not conserve it. */
#include "analyse/contact/solve/solve.h"

#include <math.h>

/* Energy that counts as zero, as part of what the impulses change [1]. */
#define ENERGY_ROUNDED 1e-12

/* Part of a velocity that counts as rounding [1]: beside a light body a heavy one hardly changes
 * its own. */
#define VELOCITY_ROUNDED 0x1p-50

typedef struct Balance {
    bool alone;     /* all of its bodies are free */
    double drift;   /* the first term of (1) [N m s] */
    double offset;  /* … and the second one */
    double inertia; /* of all its bodies [kg m^2] */
    /* Kinetic energy that is gained with a part k of the impulses: energy + linear k + square k^2
     * [J]. */
    double energy, linear, square;
    double noise; /* of these sums: their rounding error [J] */
    double part;  /* of the impulses that is kept [1] */
} Balance;

static bool is_free(const tmiContactEngine *c, int32_t mover) {
    return mover >= 0 && c->motion->groups[mover] < 0 && c->motion->weights[mover][2] > 0.0;
}

/* A body counts when it is met first, which `slot` marks. */
static void add_body(tmiContactEngine *c, int32_t mover, int32_t island, Balance *to) {
    const double *v = c->step.velocity + (ptrdiff_t)mover * tmi_engine_dof(c);
    const double *u = c->step.free + (ptrdiff_t)mover * tmi_engine_dof(c);
    const double *weight = c->motion->weights[mover];
    if (c->islands.slot[mover] < 0) {
        c->islands.slot[mover] = island;
        to->inertia += 1.0 / weight[2];
        to->drift += c->step.h * ((v[0] - u[0]) * u[1] - (v[1] - u[1]) * u[0]) / weight[0];
    }
}

/* Adds a contact; a body counts when it is met first, which `slot` marks. A body that passes no
 * impulse on is not part of an island: in an impact it may lie between two, and a body of one would
 * be taken for one of the other. */
static void add(tmiContactEngine *c, const tmiContact *contact, Balance *to) {
    if (!tmi_contact_acts(c, contact)) {
        return;
    }
    to->alone = to->alone && contact->pair >= 0 && is_free(c, contact->movers[0]) &&
                is_free(c, contact->movers[1]);
    if (!to->alone) {
        return;
    }
    add_body(c, contact->movers[0], contact->island, to);
    add_body(c, contact->movers[1], contact->island, to);
}

/* Bodies that pressed on each other through the step, and no longer do when one of them is struck:
 * they have drifted, too. */
static void add_drifted(tmiContactEngine *c, const tmiContact *contact, Balance *to) {
    bool pair =
        contact->pair >= 0 && is_free(c, contact->movers[0]) && is_free(c, contact->movers[1]);
    for (int32_t side = 0; side < 2 && pair && to->alone; side++) {
        ptrdiff_t at = (ptrdiff_t)contact->movers[side] * tmi_engine_dof(c);
        if (c->step.velocity[at] != c->step.free[at] ||
            c->step.velocity[at + 1] != c->step.free[at + 1]) {
            add_body(c, contact->movers[side], contact->island, to);
        }
    }
}

/* The second term of (1), by what velocities gain where bodies are: rows of contact may be those of
 * poses that are a little before, and so would be x_b and x_a. */
static void add_offsets(const tmiContactEngine *c, Balance *all, const double *after) {
    const double *origin = c->motion->centres[c->own->movers[0]]; /* any, but the same for all */
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t mover = c->own->movers[n];
        Balance *own = c->islands.slot[mover] >= 0 ? &all[c->islands.slot[mover]] : NULL;
        if (own && own->alone) {
            const double *v = after + (ptrdiff_t)mover * tmi_engine_dof(c);
            const double *u = c->step.free + (ptrdiff_t)mover * tmi_engine_dof(c);
            const double *x = c->motion->centres[mover], *weight = c->motion->weights[mover];
            own->offset +=
                ((x[0] - origin[0]) * (v[1] - u[1]) - (x[1] - origin[1]) * (v[0] - u[0])) /
                    weight[0] +
                (v[2] - u[2]) / weight[2];
        }
    }
}

/* The common rotation, and the energy that it adds. */
static void give_back(const tmiContactEngine *c, Balance *all, double *after) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t mover = c->own->movers[n];
        Balance *own = c->islands.slot[mover] >= 0 ? &all[c->islands.slot[mover]] : NULL;
        for (int32_t k = 0; own && own->alone && k < tmi_engine_dof(c); k++) {
            double *v = after + (ptrdiff_t)mover * tmi_engine_dof(c) + k;
            double mass = 1.0 / c->motion->weights[mover][k];
            double free = c->step.free[mover * tmi_engine_dof(c) + k];
            double turn = k == 2 ? own->drift / own->inertia : 0.0;
            *v -= k == 2 ? (own->drift + own->offset) / own->inertia : 0.0;
            double change = *v - (free - turn);
            own->energy += mass * turn * (0.5 * turn - free);
            own->linear += mass * (free - turn) * change;
            own->square += 0.5 * mass * change * change;
            own->noise += VELOCITY_ROUNDED * mass * free * free;
        }
    }
}

/* The largest part of the impulses that gains nothing; all, where none does. */
static double part_of(const Balance *own) {
    double a = own->square, b = own->linear, c = own->energy, root = b * b - 4.0 * a * c;
    bool gains =
        own->alone && a + b + c > ENERGY_ROUNDED * a + own->noise && b < 0.0 && root >= 0.0;
    return gains ? (sqrt(root) - b) / (2.0 * a) : 1.0;
}

/* Keeps a part of the effect of the impulses. */
static void lessen(tmiContactEngine *c, const Balance *all, double *after) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        int32_t mover = c->own->movers[n];
        const Balance *own = c->islands.slot[mover] >= 0 ? &all[c->islands.slot[mover]] : NULL;
        c->islands.slot[mover] = -1;
        for (int32_t k = 0; own && own->part < 1.0 && k < tmi_engine_dof(c); k++) {
            double *v = after + (ptrdiff_t)mover * tmi_engine_dof(c) + k;
            double base = c->step.free[mover * tmi_engine_dof(c) + k];
            base -= k == 2 ? own->drift / own->inertia : 0.0;
            *v = base + own->part * (*v - base);
        }
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        const Balance *own = &all[contact->island];
        for (int32_t k = 0; own->part < 1.0 && k < tmi_engine_rows(c); k++) {
            contact->impulse[k] *= own->part;
        }
        /* -e v = v + W p with all of p. */
        if (own->part < 1.0 && contact->bounce > 0.0) {
            double bounce = own->part * (1.0 + contact->bounce) - 1.0;
            contact->bounce = bounce > 0.0 ? bounce : 0.0;
        }
    }
}

tmStatus tmi_engine_balance(tmiContactEngine *c, double *after) {
    int32_t islands = 0;
    if (!tmi_engine_is_planar(c)) {
        return TM_OK; /* the caller turns bodies of space */
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        islands = c->step.contacts[i].island >= islands ? c->step.contacts[i].island + 1 : islands;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    Balance *all = tmi_arena_alloc(&c->scratch, (size_t)islands, sizeof *all);
    if (!all) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < islands; i++) {
        all[i].alone = true;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        add(c, &c->step.contacts[i], &all[c->step.contacts[i].island]);
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        add_drifted(c, &c->step.contacts[i], &all[c->step.contacts[i].island]);
    }
    add_offsets(c, all, after);
    give_back(c, all, after);
    for (int32_t i = 0; i < islands; i++) {
        all[i].part = part_of(&all[i]);
    }
    lessen(c, all, after);
    tmi_arena_release(&c->scratch, mark);
    return TM_OK;
}
