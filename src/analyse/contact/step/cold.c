/* cold.c: the first rows of a step of many bodies of which nothing is known. */
#include "analyse/contact/step/step_private.h"

#include <math.h>

/* Pairs from which a cluster has many bodies [1]. */
#define COLD_PAIRS 64

bool tmi_engine_begin_cold(tmiContactEngine *c) {
    bool any = false;
    for (int32_t n = 0; c->own->pair_count >= COLD_PAIRS && n < c->own->pair_count; n++) {
        int32_t i = c->own->pairs[n], row;
        double gap = tmi_near_separation_at_start(c->near, i, &row);
        if (fabs(gap) <= tmi_engine_length(c, i, TMI_CONTACT_TOUCHES)) {
            c->step.pairs[i].row = row;
            any = true;
        }
    }
    return any;
}
