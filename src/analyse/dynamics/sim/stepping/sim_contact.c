/* sim_contact.c: `stepping` where bodies touch: hands the equations of motion to the contact step
 * (contact.h), and halves a step that does not settle. sim_contact_finish.c keeps its result. */
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <string.h>

/* Halvings of a step that does not settle, and of one in which bodies turn too far. */
#define HALVINGS_MAX 7
#define TURN_HALVINGS_MAX 15

/* ---- What touches ---------------------------------------------------------------------------- */

tmStatus tmi_sim_contact_look(tmSim *sim, double t, const double *y) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    size_t motion = (size_t)(s->mover_count * s->dof) * sizeof *c->part.push;
    c->part.t = t;
    c->part.h = sim->asked_step;
    c->list.count = 0;
    memcpy(c->part.from, y, (size_t)sim->n * sizeof *y);
    memset(tmi_system_velocities(s, c->part.from), 0, motion);
    memset(c->part.push, 0, motion);
    tmStatus status =
        tmi_engine_contacts_at_rest(c->engine, c->part.h, TMI_CONTACT_TOUCHES, c->part.free);
    if (status == TM_OK) {
        tmi_sim_keep_contacts(sim, c->part.h, t, false);
        c->list.is_present = true;
    }
    return status == TM_OK && sim->lacks_memory ? TM_ERR_MEMORY : status;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The model that was asked for has no answer: the pair form makes the step, or none does. */
static tmStatus give_up(tmSim *sim, double t) {
    tmiSimContact *c = &sim->contact;
    tmSimEvent event = {.kind = TM_SIM_EVENT_UNSOLVED, .time = t, .joint = -1, .input = -1};
    event.bodies[0] = event.bodies[1] = -1;
    sim->info.unsolved++;
    if (c->stops_unsolved) {
        c->is_unsolved = true;
        return TM_ERR_NOT_CONVERGED;
    }
    c->by = TM_CONTACT_FACETS;
    return tmi_sim_add_event(sim, &event);
}

tmStatus tmi_sim_contact_make(tmSim *sim, int32_t halvings, const bool *which) {
    const tmiSimContact *c = &sim->contact;
    const tmiStepRequest request = {.which = which,
                                    .h = c->part.h,
                                    .halvings = halvings,
                                    .before = tmi_system_velocities(sim->system, c->part.from),
                                    .free = c->part.free,
                                    .moved = c->part.moved,
                                    .after = c->part.after,
                                    .impulse = c->part.impulse};
    return c->by == TM_CONTACT_FACETS ? tmi_engine_step(c->engine, &request)
                                      : tmi_study_step(c->study, c->by, &request);
}

/* Tries of a part that mark only what was met, and what touches that. */
#define TRIES_CAREFUL 3

/* Whether the part must end where bouncing bodies have met, after the fraction *cut of it. */
static bool meets(tmSim *sim, int32_t cluster, double *cut) {
    tmiSimContact *c = &sim->contact;
    int32_t *bodies = c->meetings[c->meeting_count], count = 0;
    if (c->meeting_count >= TMI_SIM_MEETINGS_ALL ||
        !tmi_engine_first_meeting(c->engine, cluster, bodies, cut)) {
        return false;
    }
    for (int32_t i = 0; i < c->meeting_count; i++) {
        const int32_t *other = c->meetings[i];
        count += other[0] == bodies[0] && other[1] == bodies[1];
    }
    c->meeting_count += count < TMI_SIM_MEETINGS;
    return count < TMI_SIM_MEETINGS;
}

/* Marks more of those that were tried and have not settled; the others are not tried again. Returns
 * whether any is. */
static bool mark_more(tmSim *sim, bool *tried, const bool *settled, bool all) {
    int32_t count;
    bool any = false;
    (void)tmi_engine_clusters(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        tried[i] = tried[i] && !settled[i] && tmi_sim_contact_mark_more(sim, i, all);
        any = any || tried[i];
    }
    return any;
}

/* Marks those that were tried, have not settled, and bounce within the part: they make it alone, up
 * to their impact, which is after the fraction *cut of it; null: not wanted yet. */
static void find_meetings(tmSim *sim, bool *tried, bool *alone, double *cut) {
    int32_t count, bodies[2];
    const tmiContactCluster *clusters = tmi_engine_clusters(sim->contact.engine, &count);
    for (int32_t i = 0; i < count; i++) {
        double part;
        if (tried[i] && clusters[i].outcome.pressed) {
            alone[i] = cut ? meets(sim, i, cut)
                           : tmi_engine_first_meeting(sim->contact.engine, i, bodies, &part);
            tried[i] = !alone[i];
        }
    }
}

/* Tries the part of the step for the clusters `tried`, with second order for all bodies on which
 * nothing presses. Each try that meets something marks more bodies, and after some tries all that
 * are near. Clusters that settle are done; those that bounce within the part are `alone`. `tried`
 * is overwritten. */
static tmStatus try_part(tmSim *sim, int32_t depth, double whole, bool *tried, bool *alone,
                         double *cut) {
    tmiSimContact *c = &sim->contact;
    bool *settled = c->part.which + sim->system->mover_count + 1;
    double *work = &c->part.from[sim->n - 1];
    bool again = true;
    tmStatus status = TM_OK;
    tmi_sim_contact_mark(sim);
    for (int32_t i = 0; again && status == TM_OK; i++) {
        double before = *work;
        tmiContactOutcome sum;
        tmi_sim_select(sim, tried);
        status = tmi_sim_contact_go_free(sim);
        status = status == TM_OK ? tmi_sim_contact_make(sim, depth, tried) : status;
        if (status != TM_OK) {
            return status;
        }
        bool some = tmi_sim_sum_outcomes(sim, tried, settled, &sum) > 0;
        if (some) {
            find_meetings(sim, tried, alone, cut);
        }
        again = some && mark_more(sim, tried, settled, i >= TRIES_CAREFUL);
        *work = some ? before : *work;
        if (some && sum.settled) { /* only their work counts */
            tmi_sim_select(sim, settled);
            status = tmi_sim_contact_go_free(sim);
        }
        if (sum.settled && status == TM_OK) {
            status = tmi_sim_finish_part(sim, &sum, whole);
        }
    }
    return status;
}

static tmStatus make_part(tmSim *sim, int32_t cluster, double t, double h, double whole,
                          int32_t depth);

/* Marks a cluster alone. */
static bool *only(tmSim *sim, int32_t cluster) {
    bool *which = sim->contact.part.which + 2 * (ptrdiff_t)(sim->system->mover_count + 1);
    memset(which, 0, (size_t)sim->system->mover_count * sizeof *which);
    which[cluster] = true;
    return which;
}

/* Events within this part of a step are simultaneous [1]: shorter parts would turn rounding errors
 * of gaps into velocities. */
#define INSTANT 1e-4

/* Applies impacts to what touches in a cluster now, at `time`. */
static tmStatus strike(tmSim *sim, int32_t cluster, double time, double whole) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    double *u = tmi_system_velocities(s, c->part.from);
    int32_t count;
    const tmiContactOutcome *outcome = &tmi_engine_clusters(c->engine, &count)[cluster].outcome;
    const bool *which = only(sim, cluster);
    tmi_sim_select(sim, which);
    tmi_sim_contact_set_poses(sim, u, false, NULL, s->mover_count);
    tmStatus status = TM_OK;
    if (c->motion.coupled) {
        status = tmi_system_evaluate(s) ? tmi_system_factor(s, 0.0) : TM_ERR_NOT_FINITE;
    }
    const tmiStepRequest request = {.which = which,
                                    .h = INSTANT * whole,
                                    .before = u,
                                    .free = c->part.free,
                                    .after = c->part.after,
                                    .impulse = c->part.impulse};
    status = status == TM_OK ? tmi_engine_strike(c->engine, &request, cluster) : status;
    return status == TM_OK && outcome->impact ? tmi_sim_finish_impact(sim, outcome, time, whole)
                                              : status;
}

/* A part of the step in which bodies bounce at some time. */
static tmStatus make_with_impact(tmSim *sim, int32_t cluster, double t, double after, double h,
                                 double whole, int32_t depth) {
    after = after > INSTANT * whole ? after : 0.0;
    tmStatus status = after > 0.0 ? make_part(sim, cluster, t, after, whole, depth) : TM_OK;
    status = status == TM_OK ? strike(sim, cluster, t + after, whole) : status;
    bool more = h - after > 0.0;
    return status == TM_OK && more ? make_part(sim, cluster, t + after, h - after, whole, depth)
                                   : status;
}

/* A part has not settled: tries its halves. */
static tmStatus make_halves(tmSim *sim, int32_t cluster, double t, double h, double whole,
                            int32_t depth) {
    tmiSimContact *c = &sim->contact;
    int32_t count;
    const tmiContactOutcome *outcome = &tmi_engine_clusters(c->engine, &count)[cluster].outcome;
    if (outcome->unsolved) {
        tmStatus status = give_up(sim, t);
        return status == TM_OK ? make_part(sim, cluster, t, h, whole, depth) : status;
    }
    if (depth >= (outcome->turned ? TURN_HALVINGS_MAX : HALVINGS_MAX)) {
        c->wedge.bodies[0] = outcome->bodies[0];
        c->wedge.bodies[1] = outcome->bodies[1];
        c->wedge.depth = outcome->depth;
        c->wedge.turned = outcome->turned;
        return TM_ERR_NOT_CONVERGED;
    }
    c->is_halved = true;
    tmStatus status = make_part(sim, cluster, t, 0.5 * h, whole, depth + 1);
    return status == TM_OK ? make_part(sim, cluster, t + 0.5 * h, 0.5 * h, whole, depth + 1)
                           : status;
}

/* Makes a part of a cluster's step that begins at t: up to the first impact of bouncing bodies in
 * it, and on from there; or in halves, if it does not settle. */
static tmStatus make_part(tmSim *sim, int32_t cluster, double t, double h, double whole,
                          int32_t depth) {
    tmiSimContact *c = &sim->contact;
    int32_t count;
    const tmiContactCluster *clusters = tmi_engine_clusters(c->engine, &count);
    bool *alone = c->part.which + 3 * (ptrdiff_t)(sim->system->mover_count + 1);
    alone[cluster] = false;
    c->part.t = t;
    c->part.h = h;
    double cut = 1.0;
    tmStatus status = try_part(sim, depth, whole, only(sim, cluster), alone, &cut);
    if (status == TM_OK && alone[cluster]) {
        return make_with_impact(sim, cluster, t, cut * h, h, whole, depth);
    }
    return status == TM_OK && !clusters[cluster].outcome.settled
               ? make_halves(sim, cluster, t, h, whole, depth)
               : status;
}

/* The step of all clusters: of all free bodies together, then of each cluster that joints couple,
 * because its equations of motion are solved together, and of each that bounces within the step. */
static tmStatus make_clusters(tmSim *sim, double h) {
    tmiSimContact *c = &sim->contact;
    int32_t count, many = 0;
    const tmiContactCluster *clusters = tmi_engine_clusters(c->engine, &count);
    bool *alone = c->part.which + 3 * (ptrdiff_t)(sim->system->mover_count + 1);
    const bool *asleep = c->sleep.clusters;
    for (int32_t i = 0; i < count; i++) {
        many += !clusters[i].coupled && !asleep[i];
    }
    bool *tried = c->part.which + 2 * (ptrdiff_t)(sim->system->mover_count + 1);
    for (int32_t i = 0; i < count; i++) {
        tried[i] = many > 1 && !clusters[i].coupled && !asleep[i];
        alone[i] = !tried[i] && !asleep[i];
    }
    c->part.t = sim->t;
    c->part.h = h;
    tmStatus status = many > 1 ? try_part(sim, 0, h, tried, alone, NULL) : TM_OK;
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        c->meeting_count = 0;
        if (!clusters[i].coupled && alone[i]) {
            status = make_part(sim, i, sim->t, h, h, 0);
        } else if (!clusters[i].coupled && !asleep[i] && !clusters[i].outcome.settled) {
            status = make_halves(sim, i, sim->t, h, h, 0);
        }
    }
    for (int32_t i = 0; i < count && status == TM_OK; i++) {
        c->meeting_count = 0;
        status = clusters[i].coupled ? make_part(sim, i, sim->t, h, h, 0) : TM_OK;
    }
    return status;
}

/* Controls read the results of the step before until this one is made. */
static void begin_contacts(tmiSimContact *c) {
    tmContact *contacts = c->list.contacts;
    int32_t capacity = c->list.capacity;
    c->list.contacts = c->list.prior;
    c->list.capacity = c->list.prior_capacity;
    c->list.prior = contacts;
    c->list.prior_capacity = capacity;
    c->list.prior_count = c->list.count;
    c->list.is_made = true;
}

/* Makes the step once; `again`: clusters that have met are merged. */
static tmStatus make_once(tmSim *sim, double h, bool again) {
    tmiSimContact *c = &sim->contact;
    c->list.count = c->point_count = c->meeting_count = 0;
    c->wedge.bodies[0] = c->wedge.bodies[1] = -1;
    c->is_halved = false;
    tmi_sim_contact_begin(sim);
    memcpy(c->part.from, sim->y, (size_t)sim->n * sizeof *sim->y);
    memset(c->means.sum, 0, (size_t)sim->system->row_count * sizeof *c->means.sum);
    tmStatus status = tmi_sim_find_clusters(sim, h, again);
    status = status == TM_OK ? tmi_sim_sleep_clusters(sim) : status;
    return status == TM_OK ? make_clusters(sim, h) : status;
}

/* Makes all parts of the step, beginning with a model. If a cluster went further than expected and
 * may have met another one, the two are merged and the step is repeated. */
static tmStatus make_parts(tmSim *sim, tmContactModel by) {
    tmiSimContact *c = &sim->contact;
    double h = sim->t_end - sim->t;
    const tmSimInfo info = sim->info;
    c->by = by;
    tmStatus status = make_once(sim, h, false);
    while (status == TM_OK && tmi_engine_clusters_met(c->engine)) {
        int64_t solved = sim->info.solved;
        sim->info = info;
        sim->info.solved = solved;
        status = make_once(sim, h, true);
    }
    int32_t count;
    (void)tmi_engine_clusters(c->engine, &count);
    if (count > 1) {
        tmi_sim_sort_contacts(sim);
    }
    tmi_system_select(sim->system, NULL);
    c->motion.coupled = c->is_coupled;
    sim->info.halved += c->is_halved;
    return status;
}

static bool any_presses(const tmiSimContact *c) {
    bool any = false;
    for (int32_t i = 0; i < c->list.count && !any; i++) {
        any = c->list.contacts[i].force > 0.0;
    }
    return any;
}

tmStatus tmi_sim_contact_step(tmSim *sim) {
    tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    double h = sim->t_end - sim->t;
    tmStatus status = tmi_sim_sleep_begin(sim);
    begin_contacts(c);
    status = status == TM_OK ? make_parts(sim, c->model) : status;
    if (status == TM_ERR_NOT_CONVERGED && c->model != TM_CONTACT_FACETS && !c->is_unsolved) {
        /* What a model for study leaves may be too much for the pair form. */
        status = make_parts(sim, TM_CONTACT_CORRECTION);
    }
    c->list.is_made = false;
    for (int32_t i = 0; status == TM_ERR_NOT_FINITE && i < s->mover_count * s->dof; i++) {
        /* What the step reports. */
        tmi_system_velocities(s, sim->y_end)[i] =
            sim->smooth.pressed[i / s->dof] ? c->part.free[i] : sim->smooth.end[i];
    }
    if (status != TM_OK) {
        return status;
    }
    memcpy(sim->y_end, c->part.from, (size_t)sim->n * sizeof *sim->y);
    const double *u = tmi_system_velocities(s, sim->y_end), *v = tmi_system_velocities(s, sim->y);
    for (int32_t i = 0; i < s->mover_count * s->dof; i++) {
        c->means.acceleration[i] = (u[i] - v[i]) / h;
    }
    for (int32_t i = 0; i < s->row_count; i++) {
        c->means.lambda[i] = c->means.sum[i] / h;
    }
    c->means.has_step = c->list.is_present = true;
    c->foreseen.is_known = false;
    sim->info.touching += any_presses(c);
    tmi_sim_sleep_end(sim);
    tmi_system_set_state(s, sim->y_end);
    if (!tmi_system_evaluate(s)) {
        return TM_ERR_NOT_FINITE;
    }
    tmi_sim_contact_forces(sim);
    tmi_sim_contact_end(sim, h);
    return TM_OK;
}

void tmi_sim_contact_forces(tmSim *sim) {
    tmiSystem *s = sim->system;
    const tmiSimContact *c = &sim->contact;
    bool soon = c->foreseen.is_known;
    if (soon) {
        memcpy(s->acceleration, c->foreseen.acceleration,
               (size_t)(s->mover_count * s->dof) * sizeof *s->acceleration);
    } else {
        tmi_system_to_world(s, c->means.acceleration, s->acceleration);
    }
    memcpy(s->lambda, soon ? c->foreseen.lambda : c->means.lambda,
           (size_t)s->row_count * sizeof *s->lambda);
    if (!soon) {
        tmi_system_return_masses(s);
    }
}
