/* sim_foresee.c: accelerations and forces of contact at the start. They are means of a step, and
 * before the first step there is none: a resting box would seem to fall with g, and to press on
 * nothing. So the first step is made early, on demand. Each body takes from it what holds at the
 * start: bodies that no contact reaches take the solution without contact, which is exact; where
 * bodies turn, or others meet on the way, a small part of the step is made instead.
 * docs/guide/simulating.md. */
#include "analyse/dynamics/sim/messages/messages.h"
#include "analyse/dynamics/sim/stepping/stepping_private.h"

#include <string.h>

/* The part of a step that is made instead, and how often it is shortened by this factor again [1],
 * so that bodies which meet within the step do not meet within the part. It is not smaller, because
 * weight must close the gaps of what touches within it. */
#define SHORTER_STEP 0x1p-4
#define SHORTER_STEPS_MAX 6

/* An approach at the start is an impact if it is faster than this many times what forces add to it
 * in the step [1]. */
#define IMPACT 2.0

/* What reaches a mover, directly or through contacts and joints: the last one counts. The means of
 * a step hold for the start where bodies only touch, but not where the step contains the impulse of
 * an impact, even of one at the very start. */
enum { BY_NOTHING, BY_CONTACT, BY_SPIN, BY_FIRST_CONTACT, BY_IMPACT };

/* ---- Who is reached -------------------------------------------------------------------------- */

bool tmi_sim_touched(const tmSim *sim, const int32_t bodies[2]) {
    const tmContact *list = sim->contact.list.prior;
    for (int32_t i = 0; i < sim->contact.list.prior_count; i++) {
        if (list[i].bodies[0] == bodies[0] && list[i].bodies[1] == bodies[1]) {
            return true;
        }
    }
    return false;
}

static void reach(tmiSimContact *c, int32_t mover, uint8_t by) {
    if (mover >= 0 && c->foreseen.reached[mover] < by) {
        c->foreseen.reached[mover] = by;
    }
}

/* Whether the bodies of a point touch, or its limit is met, where the step begins. */
static bool was_closed(const tmSim *sim, const tmiSimPoint *point) {
    if (point->contact.pair < 0) {
        int32_t limit = -1 - point->contact.pair;
        return sim->limit_start[limit] <= TMI_SIM_CLOSED * tmi_sim_limit_span(sim, limit);
    }
    return tmi_sim_touched(sim, point->bodies);
}

/* Bodies that do not touch at the start but press in the step, and limits likewise: their forces do
 * not belong to the start. */
static bool find_first_contacts(tmSim *sim) {
    const tmiSystem *s = sim->system;
    tmiSimContact *c = &sim->contact;
    bool any = false;
    for (int32_t i = 0; i < c->list.count; i++) {
        const tmContact *contact = &c->list.contacts[i];
        bool meets = contact->force > 0.0 && !tmi_sim_touched(sim, contact->bodies);
        for (int32_t k = 0; k < 2 && meets; k++) {
            reach(c, s->mover_of[contact->bodies[k]], BY_FIRST_CONTACT);
        }
        any = any || meets;
    }
    for (int32_t i = 0; i < sim->limit_count; i++) {
        const tmiConstraint *constraint = &s->constraints[sim->limits[i].constraint];
        bool meets = sim->limits[i].impulse > 0.0 &&
                     sim->limit_start[i] > TMI_SIM_CLOSED * tmi_sim_limit_span(sim, i);
        for (int32_t k = 0; k < constraint->mover_count && meets; k++) {
            reach(c, constraint->movers[k], BY_FIRST_CONTACT);
        }
        any = any || meets;
    }
    return any;
}

double tmi_sim_gap_rate(const tmiSystem *s, const tmiContact *point, const double *velocity) {
    double sum = 0.0;
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t k = 0; k < s->dof && point->movers[i] >= 0; k++) {
            sum += point->across[0][i][k] * velocity[point->movers[i] * s->dof + k];
        }
    }
    return sum;
}

/* Passes what reaches a body on to its neighbours; false: nothing has changed. */
static bool spread(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    bool changed = false;
    for (int32_t i = 0; i < c->point_count; i++) {
        const tmiContact *point = &c->points[i].contact;
        const int32_t *m = point->movers;
        for (int32_t k = 0; k < 2 && point->impulse[0] > 0.0 && m[0] >= 0 && m[1] >= 0; k++) {
            changed = changed || c->foreseen.reached[m[k]] < c->foreseen.reached[m[1 - k]];
            reach(c, m[k], c->foreseen.reached[m[1 - k]]);
        }
    }
    for (int32_t i = 0; i < 2 * sim->system->mover_count; i++) { /* up to the root, and down */
        int32_t own = i % sim->system->mover_count, root = c->groups[own];
        if (root >= 0 && c->foreseen.reached[own] != c->foreseen.reached[root]) {
            changed = true;
            reach(c, root, c->foreseen.reached[own]);
            reach(c, own, c->foreseen.reached[root]);
        }
    }
    return changed;
}

/* Bodies that meet at the very start: of the step, or the first part of it, that was made. */
static void find_impacts(tmSim *sim) {
    const double *before = tmi_system_velocities(sim->system, sim->y);
    for (int32_t i = 0; i < sim->contact.point_count; i++) {
        const tmiContact *point = &sim->contact.points[i].contact;
        double rate = tmi_sim_gap_rate(sim->system, point, before);
        double push = point->before[0] - rate;
        bool strikes = point->impulse[0] > 0.0 && was_closed(sim, &sim->contact.points[i]) &&
                       rate < -IMPACT * (push < 0.0 ? -push : push);
        for (int32_t k = 0; k < 2 && strikes; k++) {
            reach(&sim->contact, point->movers[k], BY_IMPACT);
        }
    }
}

/* Bodies that press on each other, and all that are coupled to them. */
static void find_reached(tmSim *sim) {
    for (int32_t i = 0; i < sim->contact.point_count; i++) {
        const tmiContact *point = &sim->contact.points[i].contact;
        for (int32_t k = 0; k < 2 && point->impulse[0] > 0.0; k++) {
            reach(&sim->contact, point->movers[k], BY_CONTACT);
        }
    }
    while (spread(sim)) {
    }
}

/* Bodies that turn at the start. */
static void find_spins(tmSim *sim) {
    const tmiSystem *s = sim->system;
    const double *before = tmi_system_velocities(s, sim->y);
    for (int32_t i = 0; i < s->mover_count; i++) {
        if (before[i * s->dof + 2] != 0.0) {
            reach(&sim->contact, i, BY_SPIN);
        }
    }
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static bool keep(tmSim *sim, const tmContact *contact, uint64_t key) {
    tmiSimContact *c = &sim->contact;
    int32_t count = c->foreseen.count + 1;
    if (tmi_array_reserve(sim->allocator, &c->foreseen.contacts, &c->foreseen.capacity, count,
                          sizeof *c->foreseen.contacts) != TM_OK ||
        tmi_array_reserve(sim->allocator, &c->foreseen.keys, &c->foreseen.key_capacity, count,
                          sizeof *c->foreseen.keys) != TM_OK) {
        sim->lacks_memory = true;
        return false;
    }
    c->foreseen.contacts[c->foreseen.count] = *contact;
    c->foreseen.keys[c->foreseen.count++] = key;
    return true;
}

/* Keeps contacts, accelerations and forces of the step just made, for what this reaches. */
static bool keep_reached(tmSim *sim, uint8_t by) {
    tmiSimContact *c = &sim->contact;
    const tmiSystem *s = sim->system;
    bool fine = true;
    for (int32_t i = 0; i < c->list.count && fine; i++) {
        const int32_t *bodies = c->list.contacts[i].bodies;
        bool own = false;
        if (!(c->list.contacts[i].force > 0.0)) {
            continue; /* where the step ends; keep_start knows who touches where it begins */
        }
        for (int32_t k = 0; k < 2; k++) {
            int32_t mover = s->mover_of[bodies[k]];
            own = own || (mover >= 0 && c->foreseen.reached[mover] == by);
        }
        fine = !own || keep(sim, &c->list.contacts[i], c->list.keys[i]);
    }
    for (int32_t i = 0; i < s->mover_count; i++) {
        ptrdiff_t at = (ptrdiff_t)i * s->dof;
        if (c->foreseen.reached[i] == by) {
            memcpy(c->foreseen.acceleration + at, s->acceleration + at,
                   (size_t)s->dof * sizeof *c->foreseen.acceleration);
        }
    }
    for (int32_t i = 0; i < s->constraint_count; i++) {
        const tmiConstraint *constraint = &s->constraints[i];
        for (int32_t k = 0; k < constraint->row_count; k++) {
            if (constraint->mover_count > 0 && c->foreseen.reached[constraint->movers[0]] == by) {
                c->foreseen.lambda[constraint->first + k] = s->lambda[constraint->first + k];
            }
        }
    }
    return fine;
}

/* What touches at the start is where it is then; what has no force in the step touches without one.
 */
static bool keep_start(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    int32_t made = c->foreseen.count;
    bool fine = true;
    for (int32_t i = 0; i < c->list.count && fine; i++) {
        const tmContact *at = &c->list.contacts[i];
        bool is_there = false;
        for (int32_t k = 0; k < made && !is_there; k++) {
            tmContact *own = &c->foreseen.contacts[k];
            is_there = c->foreseen.keys[k] == c->list.keys[i] && own->pieces[0] == at->pieces[0] &&
                       own->pieces[1] == at->pieces[1] && own->bodies[0] == at->bodies[0] &&
                       own->bodies[1] == at->bodies[1];
            if (is_there) {
                memcpy(own->point, at->point, sizeof own->point);
                own->gap = at->gap;
            }
        }
        fine = is_there || keep(sim, at, c->list.keys[i]);
    }
    return fine;
}

/* ---- The step -------------------------------------------------------------------------------- */

void tmi_sim_go_back(tmSim *sim, tmSimOutcome ahead) {
    tmi_sim_restore_checkpoint(sim, sim->checkpoint);
    sim->ahead = ahead;
    sim->jumped = sim->blocked = sim->bad_control = sim->chatters = -1;
    sim->contact.wedge.bodies[0] = sim->contact.wedge.bodies[1] = -1;
    sim->contact.is_unsolved = false;
    tmi_system_set_state(sim->system, sim->y_end);
    tmi_system_evaluate(sim->system);
}

/* Makes the step and keeps what holds at the start. *pending: some bodies must be examined again,
 * in a part of it. */
static tmStatus make_whole(tmSim *sim, bool *pending) {
    tmiSimContact *c = &sim->contact;
    tmSimOutcome ahead = sim->ahead;
    tmStatus status = tmi_sim_move_fixed(sim, 1.0);
    bool fine = true;
    if (status == TM_OK) {
        (void)find_first_contacts(sim);
        find_impacts(sim);
        find_spins(sim);
        find_reached(sim);
        fine = keep_reached(sim, BY_CONTACT) && keep_reached(sim, BY_IMPACT);
    }
    tmi_sim_go_back(sim, ahead);
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        bool own = c->foreseen.reached[i] == BY_SPIN || c->foreseen.reached[i] == BY_FIRST_CONTACT;
        c->foreseen.pending[i] = status != TM_OK || own;
        *pending = *pending || c->foreseen.pending[i];
    }
    return fine && status != TM_ERR_MEMORY ? TM_OK : TM_ERR_MEMORY;
}

/* Makes another part as long as the last one. */
static tmStatus make_another(tmSim *sim) {
    double h = sim->t_end - sim->t;
    sim->t = sim->t_end;
    sim->t_end += h;
    memcpy(sim->y, sim->y_end, (size_t)sim->n * sizeof *sim->y);
    return tmi_sim_contact_step(sim);
}

/* Makes two parts, so that the second can be kept: a corner that turns on the floor is held where
 * it is by the first, with half of the force, and along its path by the second. *meets: bodies meet
 * on the way. */
static tmStatus make_parts(tmSim *sim, double part, bool *meets) {
    memset(sim->contact.foreseen.reached, BY_NOTHING, (size_t)sim->system->mover_count);
    tmStatus status = tmi_sim_move_fixed(sim, part);
    if (status == TM_OK) {
        *meets = find_first_contacts(sim);
        find_impacts(sim);
        status = make_another(sim);
    }
    if (status == TM_OK) {
        *meets = find_first_contacts(sim) || *meets;
        find_reached(sim);
    }
    return status;
}

/* Of those that are pending: with parts so short that no bodies meet on the way, if possible; those
 * that still meet, and all that are coupled to them, are taken without contact. *impact: some meet
 * at the very start, and are still pending. */
static tmStatus make_short(tmSim *sim, bool *impact) {
    tmiSimContact *c = &sim->contact;
    tmSimOutcome ahead = sim->ahead;
    double part = SHORTER_STEP;
    bool meets = true, fine = true;
    tmStatus status = TM_OK;
    for (int32_t i = 0; i < SHORTER_STEPS_MAX && meets && status == TM_OK;
         i++, part *= SHORTER_STEP) {
        meets = false;
        status = make_parts(sim, part, &meets);
        for (int32_t k = 0; k < sim->system->mover_count; k++) {
            c->foreseen.reached[k] = c->foreseen.pending[k] ? c->foreseen.reached[k] : BY_NOTHING;
        }
        if (status == TM_OK && (!meets || i + 1 == SHORTER_STEPS_MAX)) {
            fine = keep_reached(sim, BY_CONTACT);
        }
        tmi_sim_go_back(sim, ahead);
    }
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        c->foreseen.pending[i] = c->foreseen.reached[i] == BY_IMPACT;
        *impact = *impact || c->foreseen.pending[i];
    }
    return fine ? status : TM_ERR_MEMORY;
}

/* The means of the step for those that are still pending. */
static tmStatus make_again(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    tmSimOutcome ahead = sim->ahead;
    tmStatus status = tmi_sim_move_fixed(sim, 1.0);
    for (int32_t i = 0; i < sim->system->mover_count; i++) {
        c->foreseen.reached[i] = c->foreseen.pending[i] ? BY_IMPACT : BY_NOTHING;
    }
    bool fine = status != TM_OK || keep_reached(sim, BY_IMPACT);
    tmi_sim_go_back(sim, ahead);
    return fine ? status : TM_ERR_MEMORY;
}

static tmStatus foresee(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    const tmiSystem *s = sim->system;
    bool pending = false, impact = false;
    c->foreseen.count = 0;
    memset(c->foreseen.reached, BY_NOTHING, (size_t)s->mover_count);
    tmStatus status = tmi_sim_rate(sim, sim->t_end, sim->y_end, sim->stage);
    memcpy(c->foreseen.acceleration, s->acceleration,
           (size_t)(s->mover_count * s->dof) * sizeof *c->foreseen.acceleration);
    memcpy(c->foreseen.lambda, s->lambda, (size_t)s->row_count * sizeof *c->foreseen.lambda);
    status = status == TM_OK ? make_whole(sim, &pending) : status;
    status = status == TM_OK && pending ? make_short(sim, &impact) : status;
    return status == TM_OK && impact ? make_again(sim) : status;
}

bool tmi_sim_foresee(tmSim *sim) {
    tmiSimContact *c = &sim->contact;
    if (!c->engine || c->means.has_step || c->foreseen.is_known || sim->now < sim->t_end ||
        sim->t_end >= sim->info.end) {
        return true;
    }
    bool lacked = sim->lacks_memory;
    sim->lacks_memory = false;
    sim->quiet = true;
    tmStatus status = foresee(sim);
    sim->quiet = false;
    sim->lacks_memory = sim->lacks_memory || status == TM_ERR_MEMORY;
    c->foreseen.is_known = status == TM_OK && !sim->lacks_memory && keep_start(sim);
    bool fine = !sim->lacks_memory;
    if (!fine) { /* what touches at the start may be lost */
        tmi_sim_fail(sim, TM_ERR_MEMORY, sim->t);
    }
    sim->lacks_memory = sim->lacks_memory || lacked;
    return fine;
}

const tmContact *tmi_sim_shown_contacts(const tmSim *sim, int32_t *count) {
    static const tmContact none;
    const tmiSimContact *c = &sim->contact;
    *count = c->foreseen.is_known ? c->foreseen.count : c->list.count;
    const tmContact *contacts = c->foreseen.is_known ? c->foreseen.contacts : c->list.contacts;
    return contacts ? contacts : &none;
}

const tmContact *tm_sim_contacts(tmSim *sim, int32_t *count) {
    int32_t found = 0;
    const tmContact *contacts = NULL;
    bool known = sim && (sim->touch ? tmi_sim_show(sim, TMI_PRESENT_FORCES)
                                    : sim->contact.means.has_step || tmi_sim_foresee(sim));
    if (known) {
        contacts = tmi_sim_shown_contacts(sim, &found);
    }
    if (count) {
        *count = found;
    }
    return contacts;
}
