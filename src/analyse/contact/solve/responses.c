/* responses.c: what contacts yield to each other's impulses: the matrix W of an island, and which
 * contacts joints hold. */
#include "analyse/contact/solve/solve.h"

#include <string.h>

/* A gap that yields less than this part of what it would between free bodies is held by joints [1].
 */
#define GAP_HELD 1e-10

/* Responses of those in groups to a unit impulse along and across each contact. */
static tmStatus respond(tmiContactEngine *c) {
    const tmiContactMotion *m = c->motion;
    int32_t length = m->mover_count * tmi_engine_dof(c), count = 0;
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        contact->response = -1;
        for (int32_t side = 0; side < 2; side++) {
            int32_t mover = contact->movers[side];
            if (mover >= 0 && m->groups[mover] >= 0 && tmi_engine_yields(c, mover)) {
                contact->response = count;
            }
        }
        count += contact->response >= 0;
    }
    tmStatus status =
        tmi_array_reserve(c->allocator, &c->islands.responses, &c->islands.response_capacity,
                          (tmi_engine_rows(c) * count + 1) * length, sizeof *c->islands.responses);
    if (status != TM_OK) {
        return status;
    }
    double *load = c->islands.responses + tmi_engine_rows(c) * (ptrdiff_t)count * length;
    for (int32_t i = 0; i < c->step.contact_count && status == TM_OK; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        for (int32_t k = 0; contact->response >= 0 && k < tmi_engine_rows(c) && status == TM_OK;
             k++) {
            memset(load, 0, (size_t)length * sizeof *load);
            for (int32_t side = 0; side < 2; side++) {
                int32_t mover = contact->movers[side];
                if (mover >= 0 && m->groups[mover] >= 0) {
                    memcpy(load + (ptrdiff_t)mover * tmi_engine_dof(c), contact->across[k][side],
                           (size_t)tmi_engine_dof(c) * sizeof *load);
                }
            }
            double *change = c->islands.responses +
                             (tmi_engine_rows(c) * (ptrdiff_t)contact->response + k) * length;
            status = m->respond(m->user, load, change);
        }
    }
    return status;
}

double tmi_engine_coupling(const tmiContactEngine *c, const tmiContact *of, int32_t l,
                           const tmiContact *by, int32_t k) {
    const tmiContactMotion *m = c->motion;
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        int32_t mover = of->movers[side];
        if (mover < 0) {
            continue;
        }
        const double *row = of->across[l][side];
        if (m->groups[mover] >= 0) {
            if (by->response >= 0) {
                const double *x =
                    c->islands.responses +
                    ((tmi_engine_rows(c) * (ptrdiff_t)by->response + k) * m->mover_count + mover) *
                        tmi_engine_dof(c);
                sum += tmi_engine_dot(c, row, x);
            }
            continue;
        }
        for (int32_t other = 0; other < 2; other++) {
            if (by->movers[other] == mover) {
                sum += tmi_engine_weighted(c, row, mover, by->across[k][other]);
            }
        }
    }
    return sum;
}

/* Where two bodies touch at the pin that joins them, nothing yields: the joint decides about the
 * gap.
 */
static void mark_held(tmiContactEngine *c) {
    for (int32_t i = 0; i < c->step.contact_count; i++) {
        tmiContact *contact = &c->step.contacts[i];
        double as_free = 0.0;
        contact->held = false;
        for (int32_t side = 0; side < 2 && contact->response >= 0; side++) {
            for (int32_t k = 0; contact->movers[side] >= 0 && k < tmi_engine_dof(c); k++) {
                double across = contact->across[0][side][k];
                as_free += across * c->motion->weights[contact->movers[side]][k] * across;
            }
        }
        contact->held = contact->response >= 0 &&
                        !(tmi_engine_coupling(c, contact, 0, contact, 0) > GAP_HELD * as_free);
    }
}

tmStatus tmi_engine_find_held(tmiContactEngine *c) {
    tmStatus status = respond(c);
    if (status == TM_OK) {
        mark_held(c);
    }
    return status;
}

/* The lower triangle of W is worked out, the upper one is the same. */
void tmi_engine_assemble(tmiContactEngine *c, const int32_t *which, int32_t count, double *w,
                         double *b, double *friction) {
    int32_t rows = tmi_engine_rows(c), n = rows * count;
    for (int32_t i = 0; i < count; i++) {
        tmiContact *of = &c->step.contacts[which[i]];
        memcpy(b + (ptrdiff_t)i * rows, of->rate, (size_t)rows * sizeof *b);
        friction[i] = of->friction;
        for (int32_t j = 0; j <= i; j++) {
            const tmiContact *by = &c->step.contacts[which[j]];
            for (int32_t l = 0; l < rows; l++) {
                for (int32_t k = 0; k < rows; k++) {
                    bool none = (l && of->friction == 0.0) || (k && by->friction == 0.0);
                    double value = none ? 0.0 : tmi_engine_coupling(c, of, l, by, k);
                    w[(rows * i + l) * n + rows * j + k] = value;
                    w[(rows * j + k) * n + rows * i + l] = value;
                }
            }
        }
        of->yield = w[rows * i * n + rows * i];
    }
}
