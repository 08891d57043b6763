/* judge.c: passes the answer of a step to the verifier, which does not know how it was found. */
#include "analyse/contact/solve/solve.h"

#include <math.h>

static tmiVerifyForce force_of(const tmiContactEngine *c, const tmiContact *contact) {
    const tmiContactPoint *at = &contact->at;
    return (tmiVerifyForce){.corners = at->kind == TMI_CONTACT_CORNERS,
                            .a = at->kind == TMI_CONTACT_FACET_B ? -1 : at->a,
                            .b = at->kind == TMI_CONTACT_FACET_A ? -1 : at->b,
                            .impulse = contact->impulse[0],
                            .yield = contact->yield * c->step.h};
}

/* Round pieces whose direction is held keep a gap of second order where they are nearest: what
 * closes is the one along that direction. */
static bool holds_direction(const tmiContactEngine *c, const tmiStepPair *pair) {
    bool holds = false;
    for (int32_t i = pair->first; i < pair->first + pair->count; i++) {
        holds |= c->step.contacts[i].at.kind == TMI_CONTACT_CORNERS &&
                 c->step.contacts[i].impulse[0] > 0.0;
    }
    return holds;
}

static double along(const tmiContactEngine *c, const tmiStepPair *pair,
                    const tmiVerifyPiece *pieces) {
    double worst = 0.0;
    for (int32_t i = pair->first; i < pair->first + pair->count; i++) {
        const tmiContact *contact = &c->step.contacts[i];
        bool held = contact->at.kind == TMI_CONTACT_CORNERS && contact->impulse[0] > 0.0;
        double gap = held ? fabs(tmi_verify_corners(&pieces[0], contact->at.a, &pieces[1],
                                                    contact->at.b, contact->at.normal))
                          : 0.0;
        worst = gap > worst ? gap : worst;
    }
    return worst;
}

static tmStatus check_pair(tmiContactEngine *c, const tmiStepPair *pair, const tmiNearPair *near,
                           const tmFrame *start, double *residual) {
    const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
    size_t work = tmi_verify_work(a->piece, b->piece, pair->count);
    tmStatus status = work > INT32_MAX ? TM_ERR_LIMIT
                                       : tmi_array_reserve(c->allocator, &c->work.numbers,
                                                           &c->work.number_capacity, (int32_t)work,
                                                           sizeof *c->work.numbers);
    status = status == TM_OK
                 ? tmi_array_reserve(c->allocator, &c->work.forces, &c->work.force_capacity,
                                     pair->count, sizeof *c->work.forces)
                 : status;
    if (status != TM_OK) {
        return status;
    }
    for (int32_t i = 0; i < pair->count; i++) {
        c->work.forces[i] = force_of(c, &c->step.contacts[pair->first + i]);
    }
    const tmFrame *end = c->motion->frames;
    tmiVerifyPiece pieces[2] = {{a->piece, &start[near->body_a], &end[near->body_a]},
                                {b->piece, &start[near->body_b], &end[near->body_b]}};
    tmiVerdict verdict =
        tmi_verify_pair(&pieces[0], &pieces[1], c->work.forces, pair->count, c->work.numbers);
    double part = verdict.literal;
    if (holds_direction(c, pair)) {
        part = along(c, pair, pieces);
        part = -verdict.separation > part ? -verdict.separation : part;
    }
    part /= pair->length;
    *residual = part > *residual || part != part ? part : *residual;
    return TM_OK;
}

tmStatus tmi_engine_judge(tmiContactEngine *c, double *residual) {
    tmStatus status = TM_OK;
    *residual = 0.0;
    if (!tmi_engine_is_planar(c)) {
        return tmi_engine_judge_in_space(c, residual);
    }
    for (int32_t n = 0; n < c->own->pair_count && status == TM_OK; n++) {
        int32_t i = c->own->pairs[n];
        const tmiStepPair *pair = &c->step.pairs[i];
        const tmiNearPair *near = &c->near->pairs[i];
        const tmiContactPiece *a = &c->near->now[near->piece_a], *b = &c->near->now[near->piece_b];
        /* Corners are numbered as in outlines, which have no corner twice. */
        if (pair->row >= 0 && !pair->corner && a->count == a->piece->outline_count &&
            b->count == b->piece->outline_count) {
            status = check_pair(c, pair, near, c->step.start, residual);
        }
    }
    return status;
}
