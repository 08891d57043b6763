/* rest.c: bodies in their poses, without a step: which overlap, which touch, and how exactly that
 * is known. */
#include "analyse/contact/step/step_private.h"

#include <math.h>
#include <string.h>

tmStatus tmi_engine_overlaps(tmiContactEngine *c, tmiOverlap *overlaps, int32_t max,
                             int32_t *count) {
    size_t size = tmi_engine_motion_size(c);
    *count = 0;
    c->step.h = 1.0;
    memset(c->step.first, 0, size);
    tmi_engine_unite_clusters(c);
    tmStatus status = tmi_engine_search(c, true);
    for (int32_t i = 0; i < c->near->pair_count && status == TM_OK; i++) {
        const tmiNearPair *near = &c->near->pairs[i];
        double depth = -tmi_near_separation(c->near, i, NULL);
        if (!(depth > tmi_engine_length(c, i, TMI_CONTACT_OVERLAP))) {
            continue;
        }
        /* Pieces of two bodies are next to each other. */
        tmiOverlap *last = *count > 0 && *count <= max ? &overlaps[*count - 1] : NULL;
        bool again = last && last->bodies[0] == near->body_a && last->bodies[1] == near->body_b;
        if (!again) {
            last = *count < max ? &overlaps[*count] : NULL;
            ++*count;
        }
        if (last && (!again || depth > last->depth)) {
            *last = (tmiOverlap){{near->body_a, near->body_b}, depth, c->step.pairs[i].length};
        }
    }
    return status;
}

/* Pairs that touch have their row as if it pressed. */
static void choose_rows(tmiContactEngine *c, double part) {
    c->step.chosen = c->motion->limit_count;
    for (int32_t i = 0; i < c->near->pair_count; i++) {
        int32_t row;
        double gap = tmi_near_separation(c->near, i, &row);
        c->step.pairs[i].row = gap <= tmi_engine_length(c, i, part) ? row : -1;
        c->step.chosen += c->step.pairs[i].row >= 0;
    }
}

tmStatus tmi_engine_contacts_at_rest(tmiContactEngine *c, double h, double part, double *free) {
    const tmiContactMotion *m = c->motion;
    size_t size = tmi_engine_motion_size(c);
    bool same;
    c->step.h = h;
    c->step.free = free;
    memset(c->step.first, 0, size);
    memset(c->step.velocity, 0, size);
    memset(free, 0, size);
    tmi_engine_clear_warm(c);
    tmi_engine_unite_clusters(c);
    tmStatus status = tmi_engine_search(c, true);
    if (status != TM_OK) {
        return status;
    }
    choose_rows(c, part);
    status = tmi_engine_make_contacts(c, &same);
    if (status == TM_OK && m->coupled && c->step.contact_count > 0) {
        status = m->linearise(m->user, c->step.velocity, free);
    }
    if (status == TM_OK) {
        tmi_engine_linearise(c);
        status = m->coupled ? tmi_engine_find_held(c) : TM_OK;
    }
    tmi_engine_clear_warm(c);
    c->clusters.shown = c->step.contacts;
    c->clusters.shown_count = c->step.contact_count;
    return status;
}

double tmi_engine_rounding(const tmiContactEngine *c, int32_t *body, double *length) {
    double far = 0.0;
    *body = -1;
    *length = INFINITY;
    for (int32_t b = 0; b < c->near->body_count; b++) {
        const double *at = c->motion->frames[b].position;
        for (int32_t i = c->near->first[b]; i < c->near->first[b + 1]; i++) {
            double max = tmi_hypot(at[0], at[1]) + c->sizes.offsets[i];
            far = max > far ? max : far;
            if (c->motion->mover_of[b] >= 0 && c->sizes.lengths[i] < *length) {
                *length = c->sizes.lengths[i];
                *body = b;
            }
        }
    }
    return 4.0 * TMI_EPSILON * far;
}
