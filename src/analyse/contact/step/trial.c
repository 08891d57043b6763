/* trial.c: rows that separate a pair as well as the one that presses. Where two rows are both at 0,
 * as at a corner, the conditions of contact hold on either of them; the step is to be the one that
 * changes the motion least ([NT] has no such choice: theory, section 8). */
#include "analyse/contact/step/step_private.h"

#include <string.h>

/* Two rows of this cosine are one: flush facets [1]. And by how much another row must be better. */
#define SAME_ROW (1.0 - 1e-6)
#define MERIT_BETTER (1.0 - 1e-7)

/* Where the motion is the same, a row is better on which bodies press on each other so much less
 * [1]: the same corner of a room can be met by its floor and wall, or jam what is in it. */
#define EASIER 0.5

/* An impulse below this part of the largest counts as zero [1]. */
#define IMPULSE_MIN 1e-9

/* Solves with another row of a pair; restores the old one if that is not better. */
static tmStatus attempt(tmiContactEngine *c, int32_t index, int32_t row, bool *better) {
    tmiStepPair *pair = &c->step.pairs[index];
    const tmiContactEffort effort = c->step.effort;
    double impulse = pair->impulse;
    int32_t old_row = pair->row;
    bool same;
    tmi_own_copy(c, c->step.kept, c->step.velocity);
    pair->row = row;
    pair->tried[pair->tried_count++] = row;
    tmStatus status = tmi_engine_make_contacts(c, &same);
    bool lost = pair->row < 0;
    if (status == TM_OK && !lost) {
        tmi_engine_linearise(c);
        status = tmi_engine_solve(c, c->step.velocity);
    }
    bool less = c->step.effort.merit < MERIT_BETTER * effort.merit;
    bool easier = c->step.effort.merit <= effort.merit / MERIT_BETTER &&
                  c->step.effort.total < EASIER * effort.total;
    *better = status == TM_OK && !lost && (less || easier);
    if (!*better) {
        pair->row = old_row;
        tmi_engine_swap_contacts(c);
        tmi_own_copy(c, c->step.velocity, c->step.kept);
        c->step.effort = effort;
        pair->impulse = impulse;
    }
    return status == TM_ERR_NOT_CONVERGED ? TM_OK : status;
}

static bool is_tied(const tmiContactEngine *c, int32_t index, int32_t row) {
    const tmiStepPair *pair = &c->step.pairs[index];
    double own[3], other[3];
    bool planar = tmi_engine_is_planar(c);
    if (row == pair->row || !tmi_engine_is_visible(c, index, row) ||
        tmi_near_gap(c->near, index, row) < -tmi_engine_length(c, index, TMI_CONTACT_APART)) {
        return false;
    }
    for (int32_t i = 0; i < pair->tried_count; i++) {
        if (pair->tried[i] == row) {
            return false;
        }
    }
    if (!planar && (!tmi_near_is_face(c->near, index, row) ||
                    tmi_engine_are_alike(c, index, pair->row, row))) {
        return false;
    }
    return tmi_near_normal(c->near, index, pair->row, own) &&
           tmi_near_normal(c->near, index, row, other) && tmi_dot3(own, other) < SAME_ROW;
}

tmStatus tmi_engine_try(tmiContactEngine *c, bool *better) {
    *better = false;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n];
        tmiStepPair *pair = &c->step.pairs[i];
        if (pair->row < 0 || pair->other >= 0 || pair->met == pair->row ||
            !(pair->impulse > IMPULSE_MIN * c->step.effort.max) ||
            (pair->flat && pair->seen_at == c->step.poses_set) ||
            pair->tried_count == (int32_t)(sizeof pair->tried / sizeof pair->tried[0])) {
            continue;
        }
        int32_t count = tmi_near_visible(c->near, i, tmi_engine_length(c, i, TMI_CONTACT_VISIBLE),
                                         c->work.rows);
        for (int32_t k = 0; k < count; k++) {
            if (is_tied(c, i, c->work.rows[k])) {
                tmStatus status = attempt(c, i, c->work.rows[k], better);
                if (status != TM_OK || *better) {
                    return status;
                }
                break; /* the others in the next pass */
            }
        }
    }
    return TM_OK;
}
