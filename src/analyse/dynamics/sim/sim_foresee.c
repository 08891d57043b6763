/* sim_foresee.c: accelerations and forces of contact at the start. They are means of a step, and
 * before the first one there is none: a box that rests would fall with g, and press on nothing. So
 * the first step is made once before its time, when somebody asks. docs/guide/simulating.md. */
#include "analyse/dynamics/sim/sim_private.h"

#include <string.h>

static bool is_same(const tmContact *a, const tmContact *b) {
    return a->bodies[0] == b->bodies[0] && a->bodies[1] == b->bodies[1] &&
           a->pieces[0] == b->pieces[0] && a->pieces[1] == b->pieces[1] &&
           a->point[0] == b->point[0] && a->point[1] == b->point[1];
}

/* Keeps the contacts of the step that was made. */
static bool keep(tmSim *sim, const tmContact *contacts, int32_t count) {
    tmiSimContact *touch = &sim->touch;
    if (tmi_array_reserve(sim->allocator, &touch->foreseen, &touch->foreseen_capacity,
                          touch->foreseen_count + count, sizeof *contacts) != TM_OK) {
        sim->lacks_memory = true;
        return false;
    }
    if (count > 0) {
        memcpy(touch->foreseen + touch->foreseen_count, contacts, (size_t)count * sizeof *contacts);
    }
    touch->foreseen_count += count;
    return true;
}

/* Whether all that press in the step touch at the start: those that meet on the way do not press
 * yet, and the means of an impact are not what is at the start. */
static bool is_of_the_start(const tmiSimContact *touch) {
    bool fine = true;
    for (int32_t i = 0; i < touch->foreseen_count && fine; i++) {
        const tmContact *met = &touch->foreseen[i];
        fine = met->force <= 0.0;
        for (int32_t k = 0; k < touch->contact_count && !fine; k++) {
            const tmContact *at = &touch->contacts[k];
            fine = at->bodies[0] == met->bodies[0] && at->bodies[1] == met->bodies[1];
        }
    }
    return fine;
}

/* Bodies that touch at the start and part in the step touch without a force. */
static bool keep_parted(tmSim *sim) {
    const tmiSimContact *touch = &sim->touch;
    int32_t made = touch->foreseen_count;
    bool fine = true;
    for (int32_t i = 0; i < touch->contact_count && fine; i++) {
        bool is_there = false;
        for (int32_t k = 0; k < made && !is_there; k++) {
            is_there = is_same(&touch->foreseen[k], &touch->contacts[i]);
        }
        fine = is_there || keep(sim, &touch->contacts[i], 1);
    }
    return fine;
}

/* Back to the start, as if nothing had been looked at. */
static void go_back(tmSim *sim, tmSimOutcome ahead) {
    tmi_sim_recall(sim, sim->memory);
    sim->ahead = ahead;
    sim->jumped = sim->blocked = sim->bad_control = sim->chatters = -1;
    sim->touch.wedged[0] = sim->touch.wedged[1] = -1;
    sim->touch.is_unsolved = false;
    tmi_system_place(sim->system, sim->y_end);
    tmi_system_evaluate(sim->system);
}

bool tmi_sim_foresee(tmSim *sim) {
    tmiSimContact *touch = &sim->touch;
    if (!touch->engine || touch->has_step || touch->is_foreseen || sim->now < sim->t_end ||
        sim->t_end >= sim->info.end) {
        return true;
    }
    bool lacked = sim->lacks_memory;
    sim->lacks_memory = false;
    tmSimOutcome ahead = sim->ahead;
    sim->quiet = true;
    touch->foreseen_count = 0;
    tmStatus status = tmi_sim_move_fixed(sim);
    sim->lacks_memory = sim->lacks_memory || status == TM_ERR_MEMORY;
    bool fine = status == TM_OK && keep(sim, touch->contacts, touch->contact_count);
    go_back(sim, ahead);
    sim->quiet = false;
    touch->is_foreseen = fine && is_of_the_start(touch) && keep_parted(sim);
    fine = !sim->lacks_memory;
    if (!fine) { /* what touches at the start may be lost */
        tmi_sim_fail(sim, TM_ERR_MEMORY, sim->t);
    }
    sim->lacks_memory = sim->lacks_memory || lacked;
    return fine;
}

const tmContact *tmi_sim_shown_contacts(const tmSim *sim, int32_t *count) {
    static const tmContact none;
    const tmiSimContact *touch = &sim->touch;
    *count = touch->is_foreseen ? touch->foreseen_count : touch->contact_count;
    const tmContact *contacts = touch->is_foreseen ? touch->foreseen : touch->contacts;
    return contacts ? contacts : &none;
}

const tmContact *tm_sim_contacts(tmSim *sim, int32_t *count) {
    int32_t found = 0;
    const tmContact *contacts = NULL;
    if (sim && (sim->touch.has_step || tmi_sim_foresee(sim))) {
        contacts = tmi_sim_shown_contacts(sim, &found);
    }
    if (count) {
        *count = found;
    }
    return contacts;
}
