/* conclude.c: a step that has settled: impacts bounce, momentum is balanced, work is added up, and
 * the warm start of the next step is kept. */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

/* Bodies that were in flight are struck at the velocities that they have when they are met: forces
 * of the rest of the step would add to the rebound. What takes joined ones through the step is a
 * chord of their ways: across its end it would strike, too. */
static tmStatus go_back_to_when_met(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    bool any = false;
    for (int32_t n = 0; n < c->own->mover_count * tmi_engine_dof(c); n++) {
        int32_t mover = c->own->movers[n / tmi_engine_dof(c)];
        int32_t i = mover * tmi_engine_dof(c) + n % tmi_engine_dof(c);
        double part = m->met ? m->met[mover] : 1.0;
        if (part < 1.0) {
            c->step.free[i] = c->step.before[i] + part * (c->step.free[i] - c->step.before[i]);
            any = true;
        }
    }
    tmStatus status = any && m->coupled ? m->keep_rows(m->user, c->step.free) : TM_OK;
    for (int32_t n = 0; n < c->own->mover_count * tmi_engine_dof(c); n++) {
        int32_t mover = c->own->movers[n / tmi_engine_dof(c)];
        int32_t i = mover * tmi_engine_dof(c) + n % tmi_engine_dof(c);
        double part = m->met ? m->met[mover] : 1.0;
        c->step.last[i] =
            part < 1.0 ? c->step.free[i] : c->step.before[i]; /* that impulses change */
    }
    return status;
}

/* Work that counts as zero relative to its terms [1]: solutions of islands are good to 1e-8 and
 * usually to 1e-14. */
#define NO_WORK 1e-9

/* What the impulses do: along the mean of the rates that they change and those after them. Islands
 * are taken one by one, so that what one loses does not hide what another gains. */
tmStatus tmi_engine_weigh_work(tmiContactEngine *c, const double *after) {
    int32_t islands = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        islands = c->step.contacts[i].island >= islands ? c->step.contacts[i].island + 1 : islands;
    }
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    double(*sums)[2] = tmi_arena_alloc(&c->scratch, (size_t)islands + 1, sizeof *sums);
    if (!sums) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        double *sum = sums[contact->island];
        contact->after = tmi_contact_rate(c, contact, 0, after);
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            double from = tmi_contact_rate(c, contact, k, c->step.last),
                   to = tmi_contact_rate(c, contact, k, after);
            double work = 0.5 * contact->impulse[k] * (from + to);
            c->step.outcome.lost -= work;
            c->step.outcome.work[k > 0] += work;
            sum[0] += work;
            sum[1] += 0.5 * fabs(contact->impulse[k]) * (fabs(from) + fabs(to));
        }
    }
    for (int32_t i = 0; i < islands; i++) {
        c->step.outcome.gained += sums[i][0] > NO_WORK * sums[i][1] ? sums[i][0] : 0.0;
    }
    tmi_arena_release(&c->scratch, mark);
    return TM_OK;
}

/* The step has settled: impacts, and what is reported about it. */
tmStatus tmi_engine_conclude(tmiContactEngine *c, double *after, double *impulse) {
    tmi_clusters_stray(c);
    tmStatus status = tmi_engine_split_vertices(c);
    status = status == TM_OK ? tmi_engine_keep_warm(c) : status;
    status = status == TM_OK ? go_back_to_when_met(c) : status;
    tmi_engine_linearise(c);
    status = status == TM_OK ? tmi_engine_judge(c, &c->step.outcome.residual) : status;
    status = status == TM_OK ? tmi_engine_impacts(c, after) : status;
    status = status == TM_OK && c->step.contact_count > 0 ? tmi_engine_balance(c, after) : status;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        c->step.outcome.corners += c->step.pairs[i].row >= 0 && c->step.pairs[i].corner;
    }
    status = status == TM_OK ? tmi_engine_weigh_work(c, after) : status;
    tmi_engine_drop_bounced(c);
    tmi_engine_sum_impulses(c, impulse);
    return status == TM_OK ? tmi_engine_add_touching(c, after) : status;
}
