/* contact_rates.c: how gaps and slips of contacts change with the velocities of the bodies (theory
 * (12)).
 */
#include "analyse/contact/solve/solve.h"

#include <string.h>

void tmi_engine_put_row(const tmiContactEngine *c, int32_t mover, const double at[3],
                        const double along[3], double sign, double row[TMI_CONTACT_DOF_MAX]) {
    double arm[3], moment[3], own[3];
    for (int32_t k = 0; k < 3; k++) {
        arm[k] = at[k] - c->motion->centres[mover][k];
    }
    tmi_cross3(arm, along, moment);
    tmi_rotate_back3(c->motion->frames[c->motion->body_of[mover]].rotation, moment, own);
    for (int32_t k = 0; k < 3; k++) {
        row[k] = sign * along[k];
        row[3 + k] = sign * own[k];
    }
}

/* The tangents are those of the normal alone, so that they stay while it does. */
static void put_across_in_space(const tmiContactEngine *c, tmiContact *contact) {
    double along[3][3], ends[2][3];
    memcpy(along[0], contact->at.normal, sizeof along[0]);
    tmi_across3(along[0], along[1], along[2]);
    tmi_near_force_ends(c->near, contact->pair, &contact->at, ends);
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t k = 0; k < 3 && contact->movers[side] >= 0; k++) {
            tmi_engine_put_row(c, contact->movers[side], ends[side], along[k], side ? 1.0 : -1.0,
                               contact->across[k][side]);
        }
    }
}

void tmi_engine_put_across(const tmiContactEngine *c, tmiContact *contact) {
    if (!tmi_engine_is_planar(c)) {
        put_across_in_space(c, contact);
        return;
    }
    const double *n = contact->at.normal, along[2][2] = {{n[0], n[1]}, {-n[1], n[0]}};
    double ends[2][3];
    tmi_near_force_ends(c->near, contact->pair, &contact->at, ends);
    for (int32_t side = 0; side < 2; side++) {
        if (contact->movers[side] < 0) {
            continue;
        }
        const double *centre = c->motion->centres[contact->movers[side]];
        double x = ends[side][0] - centre[0], y = ends[side][1] - centre[1];
        double sign = side ? 1.0 : -1.0;
        for (int32_t k = 0; k < 2; k++) {
            double *row = contact->across[k][side];
            row[0] = sign * along[k][0];
            row[1] = sign * along[k][1];
            row[2] = sign * (x * along[k][1] - y * along[k][0]);
        }
    }
}

static void put_limit(const tmiContactEngine *c, tmiContact *contact) {
    tmiContactLimit limit;
    c->motion->limit(c->motion->user, -1 - contact->pair, &limit);
    contact->restitution = limit.restitution;
    memcpy(contact->movers, limit.movers, sizeof contact->movers);
    memcpy(contact->across[0], limit.across, sizeof contact->across[0]);
}

void tmi_engine_linearise(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        if (contact->pair >= 0) {
            tmi_engine_put_across(c, contact);
        } else {
            put_limit(c, contact);
        }
        for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
            contact->before[k] = tmi_contact_rate(c, contact, k, c->step.free);
            contact->rate[k] = contact->before[k];
        }
        contact->rate[0] = contact->at.gap / c->step.h +
                           (contact->before[0] - tmi_contact_rate(c, contact, 0, c->step.velocity));
        if (contact->vertex) {
            contact->rate[1] +=
                contact->aside / c->step.h - tmi_contact_rate(c, contact, 1, c->step.velocity);
        }
    }
}
