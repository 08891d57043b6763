/* judge_space.c: passes the answer of a step in space to the verifier, which does not know how it
 * was found. */
#include "analyse/contact/solve/solve.h"

#include <string.h>

static tmiVerifyTouch touch_of(const tmiContactEngine *c, const tmiContact *contact) {
    tmiVerifyTouch touch = {.impulse = contact->impulse[0],
                            .yield = contact->yield * c->step.h,
                            .is_held = contact->at.kind == TMI_CONTACT_CORNERS ||
                                       contact->at.kind == TMI_CONTACT_CORNER_EDGE ||
                                       contact->at.kind == TMI_CONTACT_EDGE_CORNER};
    memcpy(touch.point, contact->at.point, sizeof touch.point);
    memcpy(touch.normal, contact->at.normal, sizeof touch.normal);
    return touch;
}

static void check_pair(const tmiContactEngine *c, const tmiStepPair *pair, const tmiNearPair *near,
                       tmiVerifyTouch *touches, double *residual) {
    const tmFrame *end = c->motion->frames;
    const tmiVerifySolid a = {c->near->solid_now[near->piece_a].shape->piece, &end[near->body_a]};
    const tmiVerifySolid b = {c->near->solid_now[near->piece_b].shape->piece, &end[near->body_b]};
    for (int32_t i = 0; i < pair->count; i++) {
        touches[i] = touch_of(c, &c->step.contacts[pair->first + i]);
    }
    double enough = TMI_CONTACT_OVERLAP * pair->length + c->step.rounding;
    double part = tmi_verify_solids(&a, &b, touches, pair->count, enough).residual / pair->length;
    *residual = part > *residual || part != part ? part : *residual;
}

tmStatus tmi_engine_judge_in_space(tmiContactEngine *c, double *residual) {
    tmiArenaMark mark = tmi_arena_mark(&c->scratch);
    int32_t max = 0;
    *residual = 0.0;
    for (int32_t n = 0; n < c->own->pair_count; n++) {
        int32_t count = c->step.pairs[c->own->pairs[n]].count;
        max = count > max ? count : max;
    }
    tmiVerifyTouch *touches = tmi_arena_alloc(&c->scratch, (size_t)max + 1, sizeof *touches);
    for (int32_t n = 0; n < c->own->pair_count && touches; n++) {
        int32_t i = c->own->pairs[n];
        const tmiStepPair *pair = &c->step.pairs[i];
        if (pair->row >= 0 && !pair->corner) {
            check_pair(c, pair, &c->near->pairs[i], touches, residual);
        }
    }
    tmi_arena_release(&c->scratch, mark);
    return touches ? TM_OK : TM_ERR_MEMORY;
}
