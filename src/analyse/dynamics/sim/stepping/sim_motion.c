/* sim_motion.c: the equations of motion as the contact step sees them (contact.h): bodies that are
 * free, coupled by joints and springs, or driven. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <math.h>
#include <string.h>

/* ---- The equations of motion ----------------------------------------------------------------- */

void tmi_sim_contact_set_poses(void *user, const double *velocity, bool moved,
                               const int32_t *movers, int32_t count) {
    tmSim *sim = user;
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    double *u = tmi_system_velocities(s, c->part.to);
    for (int32_t n = 0; n < count; n++) {
        int32_t i = movers ? movers[n] : n;
        ptrdiff_t at = (ptrdiff_t)i * s->pose, own = (ptrdiff_t)i * s->dof;
        if (moved) {
            tmi_system_advance_mover(s, i, c->part.from, c->part.h, velocity, c->part.to);
        } else {
            memcpy(c->part.to + at, c->part.from + at, (size_t)s->pose * sizeof *c->part.to);
        }
        memcpy(u + own, velocity + own, (size_t)s->dof * sizeof *u);
    }
    if (movers) {
        tmi_system_place_some(s, c->part.to, movers, count);
    } else {
        tmi_system_set_state(s, c->part.to);
    }
}

/* The change of velocities that a row demands so that it holds at the end of the step: for rows of
 * positions, to first order from the poses that `velocity` leads to. */
static double target(const tmSim *sim, const tmiConstraint *constraint, int32_t k,
                     const double *velocity, const double *before) {
    const tmiSystem *s = sim->system;
    int32_t row = constraint->first + k;
    double scale = constraint->quick[k].scale;
    if (constraint->level == 2) {
        return scale * sim->contact.part.h * s->given[row][2];
    }
    double was = tmi_constraint_rate(s, constraint, k, before);
    return constraint->level == 1 ? scale * s->given[row][1] - was
                                  : tmi_constraint_rate(s, constraint, k, velocity) - was -
                                        s->value[row] / sim->contact.part.h;
}

/* The host is not asked about steps that only foresee the first one. */
static bool goes_on(void *user) {
    tmSim *sim = user;
    sim->is_cut =
        sim->is_cut || (sim->asks && sim->def.goes_on && !sim->def.goes_on(sim->def.goes_on_user));
    return !sim->is_cut;
}

static tmStatus linearise(void *user, const double *velocity, double *free) {
    tmSim *sim = user;
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    const double *before = tmi_system_velocities(s, c->part.from);
    if (!s->planar) {
        tmi_sim_space_turn(sim, free);
        return TM_OK;
    }
    if (!tmi_system_evaluate(s)) {
        return TM_ERR_NOT_FINITE;
    }
    tmStatus status = tmi_system_factor(s, c->part.h);
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            c->part.target[constraint->first + k] = target(sim, constraint, k, velocity, before);
        }
    }
    double *change = s->motion;
    status = status == TM_OK ? tmi_system_solve_for(s, c->part.push, c->part.target, change, NULL)
                             : status;
    for (int32_t i = 0; i < s->mover_count * s->dof && status == TM_OK; i++) {
        int32_t mover = i / s->dof;
        bool follows =
            c->groups[mover] >= 0 && sim->smooth.pressed[mover] && tmi_system_takes(s, mover);
        free[i] = follows ? before[i] + change[i] : free[i];
    }
    return status;
}

static tmStatus respond(void *user, const double *impulse, double *change) {
    tmSim *sim = user;
    return tmi_system_solve_for(sim->system, impulse, NULL, change, NULL);
}

static tmStatus keep_rows(void *user, double *velocity) {
    tmSim *sim = user;
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            int32_t row = constraint->first + k;
            double wanted = constraint->quick[k].scale * s->given[row][1];
            c->means.multiplier[row] =
                constraint->level == 2 ? 0.0
                                       : wanted - tmi_constraint_rate(s, constraint, k, velocity);
        }
    }
    tmStatus status = tmi_system_solve_for(s, NULL, c->means.multiplier, s->motion, NULL);
    for (int32_t i = 0; i < s->mover_count * s->dof && status == TM_OK; i++) {
        int32_t mover = i / s->dof;
        bool follows =
            c->groups[mover] >= 0 && sim->smooth.pressed[mover] && tmi_system_takes(s, mover);
        velocity[i] += follows ? s->motion[i] : 0.0;
    }
    return status;
}

static double room(void *user, int32_t limit) {
    const tmSim *sim = user;
    const tmiSimLimit *l = &sim->limits[limit];
    return sim->system->constraints[l->constraint].quick[0].scale * tmi_sim_limit_room(sim, limit);
}

/* Limits of joints between more than two movers take the first two of them. */
static void limit(void *user, int32_t limit, tmiContactLimit *to) {
    const tmSim *sim = user;
    const tmiSystem *s = sim->system;
    const tmiSimLimit *l = &sim->limits[limit];
    const tmiConstraint *constraint = &s->constraints[l->constraint];
    double sign = l->def.upper ? -1.0 : 1.0;
    *to = (tmiContactLimit){.movers = {-1, -1}, .restitution = l->def.restitution};
    for (int32_t i = 0; i < constraint->mover_count && i < 2; i++) {
        to->movers[i] = constraint->movers[i];
        for (int32_t k = 0; k < s->dof; k++) {
            to->across[i][k] = sign * constraint->gradient[i * s->dof + k];
        }
    }
}

/* ---- Making ---------------------------------------------------------------------------------- */

static int32_t find(const int32_t *root, int32_t i) {
    while (root[i] != i) {
        i = root[i];
    }
    return i;
}

static void link(int32_t *root, const tmiConstraint *constraint, bool *held) {
    for (int32_t i = 0; i < constraint->mover_count; i++) {
        int32_t a = find(root, constraint->movers[0]), b = find(root, constraint->movers[i]);
        root[a > b ? a : b] = a > b ? b : a;
        held[constraint->movers[i]] = true;
    }
}

/* Movers that rows and springs couple are a group; those without any are free. */
static void find_groups(const tmiSystem *s, int32_t *groups, bool *held) {
    for (int32_t i = 0; i < s->mover_count; i++) {
        groups[i] = i;
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        link(groups, &s->constraints[i], held);
    }
    for (int32_t i = 0; i < s->element_count; i++) {
        link(groups, &s->elements[i].constraint, held);
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        groups[i] = find(groups, i);
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        groups[i] = held[i] ? groups[i] : -1;
    }
}

/* Driven movers do not yield; movers without mass yield as the others do on average: their joints
 * decide their motion. */
static void weigh(const tmiSystem *s, double (*weights)[TMI_CONTACT_DOF_MAX]) {
    double mass = 0.0, inertia = 0.0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (s->movers[i].kind == TMI_MOVER_DYNAMIC) {
            mass += s->movers[i].mass;
            inertia += s->movers[i].inertia[2][2];
        }
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        const tmiMover *mover = &s->movers[i];
        bool own = mover->kind == TMI_MOVER_DYNAMIC;
        double m = own ? mover->mass : mass, j = own ? mover->inertia[2][2] : inertia;
        bool led = mover->kind == TMI_MOVER_LED;
        weights[i][0] = weights[i][1] = led || !(m > 0.0) ? 0.0 : 1.0 / m;
        weights[i][2] = led || !(j > 0.0) ? 0.0 : 1.0 / j;
    }
}

static bool take(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    const tmiSystem *s = sim->system;
    size_t n = (size_t)sim->n, motion = (size_t)(s->mover_count * s->dof);
    size_t rows = (size_t)s->row_count;
    const struct {
        double **array;
        size_t size;
    } arrays[] = {{&c->part.from, n},           {&c->part.to, n},
                  {&c->part.free, motion},      {&c->part.moved, motion},
                  {&c->part.after, motion},     {&c->part.impulse, motion},
                  {&c->part.push, motion},      {&c->means.acceleration, motion},
                  {&c->part.first, motion},     {&c->foreseen.acceleration, motion},
                  {&c->part.target, rows},      {&c->means.sum, rows},
                  {&c->means.multiplier, rows}, {&c->part.first_multiplier, rows},
                  {&c->means.lambda, rows},     {&c->foreseen.lambda, rows}};
    bool fine = true;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        *arrays[i].array = tmi_arena_alloc(&sim->arena, arrays[i].size + 1, sizeof(double));
        fine = fine && *arrays[i].array;
    }
    size_t movers = (size_t)s->mover_count + 1;
    c->body_of = tmi_arena_alloc(&sim->arena, movers, sizeof *c->body_of);
    c->groups = tmi_arena_alloc(&sim->arena, movers, sizeof *c->groups);
    c->weights = tmi_arena_alloc(&sim->arena, movers, sizeof *c->weights);
    if (!s->planar) {
        tmiSimSpace *space = &c->space;
        space->turns = tmi_arena_alloc(&sim->arena, movers, sizeof *space->turns);
        space->spins = tmi_arena_alloc(&sim->arena, movers, sizeof *space->spins);
        space->clusters = tmi_arena_alloc(&sim->arena, movers, sizeof *space->clusters);
        fine = fine && space->turns && space->spins && space->clusters;
    }
    c->foreseen.reached = tmi_arena_alloc(&sim->arena, movers, sizeof *c->foreseen.reached);
    c->foreseen.pending = tmi_arena_alloc(&sim->arena, movers, sizeof *c->foreseen.pending);
    c->part.smooth = tmi_arena_alloc(&sim->arena, movers, sizeof *c->part.smooth);
    c->part.met = tmi_arena_alloc(&sim->arena, movers, sizeof *c->part.met);
    c->clusters = tmi_arena_alloc(&sim->arena, movers, sizeof *c->clusters);
    c->part.moves = tmi_arena_alloc(&sim->arena, movers, sizeof *c->part.moves);
    c->part.movers = tmi_arena_alloc(&sim->arena, movers, sizeof *c->part.movers);
    c->part.which = tmi_arena_alloc(&sim->arena, 4 * movers, sizeof *c->part.which);
    size_t limits = (size_t)sim->limit_count + 1;
    c->limit_movers = tmi_arena_alloc(&sim->arena, limits, sizeof *c->limit_movers);
    return fine && c->body_of && c->groups && c->weights && c->foreseen.reached &&
           c->foreseen.pending && c->part.smooth && c->part.met && c->clusters && c->part.moves &&
           c->part.movers && c->part.which && c->limit_movers;
}

/* The movers, which of them rows and springs couple, and the mover of each limit. */
static tmStatus list_movers(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    bool *held = tmi_arena_alloc(&sim->arena, (size_t)s->mover_count, sizeof *held);
    if (!held || !take(sim)) {
        return TM_ERR_MEMORY;
    }
    find_groups(s, c->groups, held);
    if (s->planar) {
        weigh(s, c->weights);
    } else {
        tmi_sim_space_weigh(sim);
    }
    c->is_coupled = false;
    for (int32_t i = 0; i < s->mover_count; i++) {
        c->body_of[i] = s->movers[i].body;
        c->is_coupled = c->is_coupled || held[i];
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        const tmiConstraint *constraint = &s->constraints[sim->limits[i].constraint];
        c->limit_movers[i] = constraint->mover_count > 0 ? constraint->movers[0] : -1;
    }
    return TM_OK;
}

static tmiContactMotion motion_of(tmSim *sim) {
    const tmiSystem *s = sim->system;
    const tmiSimContact *c = &sim->contact;
    return (tmiContactMotion){.user = sim,
                              .dof = s->dof,
                              .tangents = s->planar ? 1 : 2,
                              .mover_count = s->mover_count,
                              .mover_of = s->mover_of,
                              .body_of = c->body_of,
                              .weights = (const double(*)[TMI_CONTACT_DOF_MAX])c->weights,
                              .turns = (const double(*)[3][3])c->space.turns,
                              .groups = c->groups,
                              .coupled = c->is_coupled,
                              .follows = c->is_coupled,
                              .smooth = c->part.smooth,
                              .met = c->part.met,
                              .centres = s->centres,
                              .frames = s->frames,
                              .twists = s->twists,
                              .goes_on = goes_on,
                              .set_poses = tmi_sim_contact_set_poses,
                              .size = s->size,
                              .limit_count = sim->limit_count,
                              .limit_movers = c->limit_movers,
                              .room = room,
                              .limit = limit,
                              .linearise = linearise,
                              .keep_rows = keep_rows,
                              .respond = respond};
}

/* The model of contact and the law of impact: what the caller asks for, else the text. */
static void choose_laws(tmSim *sim, const tmSimulateInfo *run) {
    const tmSimDef *def = &sim->def;
    tmiSimContact *c = &sim->contact;
    tmSimInfo *info = &sim->info;
    c->model = def->contact == TM_CONTACT_TEXT ? run->contact : (tmContactModel)def->contact;
    c->stops_unsolved = run->stops_unsolved;
    info->impact = def->impact == TM_IMPACT_TEXT ? (int32_t)run->impact : def->impact;
    info->order = def->order == TM_IMPACT_ORDER_TEXT ? (int32_t)run->order : def->order;
}

/* Whether nothing couples or leads bodies. */
static bool are_free(const tmiSystem *s) {
    bool free = s->constraint_count == 0 && s->element_count == 0;
    for (int32_t i = 0; i < s->mover_count; i++) {
        free = free && s->movers[i].kind == TMI_MOVER_DYNAMIC;
    }
    return free;
}

tmStatus tmi_sim_contact_create(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    int32_t touching;
    c->wedge.bodies[0] = c->wedge.bodies[1] = -1;
    tm_model_touching(sim->model, &touching);
    if (sim->info.method != TM_METHOD_STEPPING || touching < 2 || s->mover_count == 0 ||
        (!s->planar && !are_free(s))) {
        return TM_OK;
    }
    tmStatus status = list_movers(sim);
    if (status != TM_OK) {
        return status;
    }
    tmSimulateInfo run = tm_model_simulate(sim->model);
    choose_laws(sim, &run);
    c->motion = motion_of(sim);
    status = tmi_sim_sleep_create(sim, s->planar && !run.stays_awake);
    status = status == TM_OK ? tmi_engine_create(sim->model, &c->motion, &c->engine) : status;
    if (status == TM_OK && c->model != TM_CONTACT_FACETS && s->planar) {
        status = tmi_study_create(sim->model, c->engine, &c->study);
    }
    if (status == TM_OK) {
        const tmSimInfo *info = &sim->info;
        tmi_engine_set_impact(c->engine, (tmImpactLaw)info->impact, (tmImpactOrder)info->order);
    }
    return status;
}

void tmi_sim_contact_destroy(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmi_study_destroy(c->study);
    tmi_engine_destroy(c->engine);
    tmi_sim_sleep_destroy(sim);
    tmi_array_clear(sim->allocator, &c->list.contacts, &c->list.capacity, sizeof *c->list.contacts);
    tmi_array_clear(sim->allocator, &c->foreseen.contacts, &c->foreseen.capacity,
                    sizeof *c->foreseen.contacts);
    tmi_array_clear(sim->allocator, &c->foreseen.keys, &c->foreseen.key_capacity,
                    sizeof *c->foreseen.keys);
    tmi_array_clear(sim->allocator, &c->list.prior, &c->list.prior_capacity, sizeof *c->list.prior);
    tmi_array_clear(sim->allocator, &c->list.keys, &c->list.key_capacity, sizeof *c->list.keys);
    tmi_array_clear(sim->allocator, &c->touch.pairs, &c->touch.pair_capacity,
                    sizeof *c->touch.pairs);
    tmi_array_clear(sim->allocator, &c->touch.hits, &c->touch.hit_capacity, sizeof *c->touch.hits);
    tmi_array_clear(sim->allocator, &c->checkpoint, &c->checkpoint_capacity, sizeof *c->checkpoint);
    tmi_array_clear(sim->allocator, &c->points, &c->point_capacity, sizeof *c->points);
}
